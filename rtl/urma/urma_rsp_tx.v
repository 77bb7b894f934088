// SPDX-License-Identifier: Apache-2.0
// urma_rsp_tx: target side, makes responses. When the first data of a read are here, the response packet
//   goes to the transport channel and the data are moved to their place in the frame.
//   Latency    : 0 cycles from the first data beat to m_pkt; 2 cycles from a data beat to m_pay.
//   Throughput : 1 beat per cycle.
//   Back-press : s_rsp_ready falls while DEPTH responses wait for data or for the channel.
//   Order      : as received.
//   Error      : a refused request is answered by a TAACK that carries the status and no data. An error of memory
//                marks the end of the payload (m_pay_err), so that the frame is dropped by its receiver.
//   Reset      : drops responses under way.
//   Source     : UB base specification, read response and TAACK. Stage nic_rsp_tx.

`resetall
`default_nettype none
`include "ubn_wire.vh"

module urma_rsp_tx #(
  parameter DATA_W   = 512,
  parameter TA_BYTES = 64,
  parameter DEPTH    = 64        // reads in flight to memory
) (
  input  wire                  clk,
  input  wire                  rst,
  input  wire                  s_rsp_valid,
  output wire                  s_rsp_ready,
  input  wire [15:0]           s_rsp_frame,
  input  wire [15:0]           s_rsp_chan,
  input  wire [35:0]           s_rsp_key,
  input  wire [4:0]            s_rsp_info,
  input  wire [63:0]           s_rsp_addr,
  input  wire [13:0]           s_rsp_len,
  // data from memory, bus lanes
  input  wire                  s_data_valid,
  output wire                  s_data_ready,
  input  wire [DATA_W-1:0]     s_data,
  input  wire                  s_data_last,
  input  wire                  s_data_err,
  // to the transport channel
  output wire                  m_pkt_valid,
  input  wire                  m_pkt_ready,
  output wire [15:0]           m_pkt_chan,
  output wire [TA_BYTES*8-1:0] m_pkt_ta,
  output wire [7:0]            m_pkt_ta_bytes,
  output wire [35:0]           m_pkt_key,
  output wire [13:0]           m_pkt_pay_bytes,
  output wire [63:0]           m_pkt_pay_addr,
  output wire [15:0]           m_pkt_frame,
  // payload, frame lanes
  output wire                  m_pay_valid,
  input  wire                  m_pay_ready,
  output wire [DATA_W-1:0]     m_pay_data,
  output wire                  m_pay_last,
  output wire                  m_pay_err,       // with m_pay_last: the data are not to be used
  output wire                  stat_idle
);

  localparam LANE_W = $clog2(DATA_W / 8);
  localparam integer PAY_BYTE = (`UB_FRAME_TA_OFFSET + `UB_ATAH_BYTES) % (DATA_W / 8);
  localparam [LANE_W-1:0] PAY_LANE = PAY_BYTE[LANE_W-1:0];

  wire [4:0] info;
  wire       ok = info == 5'd0;

  urma_pkt_pay #(.W(16 + 16 + 36 + 5 + 64), .DATA_W(DATA_W), .DEPTH(DEPTH)) u_pay (
    .clk(clk), .rst(rst), .s_valid(s_rsp_valid), .s_ready(s_rsp_ready),
    .s_word({s_rsp_frame, s_rsp_chan, s_rsp_key, s_rsp_info, s_rsp_addr}),
    .s_len(s_rsp_info == 5'd0 ? s_rsp_len : 14'd0), .s_src_lane(s_rsp_addr[LANE_W-1:0]), .s_dst_lane(PAY_LANE),
    .s_data_valid(s_data_valid), .s_data_ready(s_data_ready), .s_data(s_data), .s_data_last(s_data_last),
    .s_data_err(s_data_err), .m_valid(m_pkt_valid), .m_ready(m_pkt_ready),
    .m_word({m_pkt_frame, m_pkt_chan, m_pkt_key, info, m_pkt_pay_addr}), .m_len(m_pkt_pay_bytes),
    .m_pay_valid(m_pay_valid), .m_pay_ready(m_pay_ready), .m_pay_data(m_pay_data), .m_pay_last(m_pay_last),
    .m_pay_err(m_pay_err), .stat_idle(stat_idle));

  urma_ta_rsp #(.TA_BYTES(TA_BYTES)) u_ta (
    .s_data(ok), .s_info(info), .s_key(m_pkt_key), .m_ta(m_pkt_ta), .m_ta_bytes(m_pkt_ta_bytes));

endmodule

`resetall
