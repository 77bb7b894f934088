// SPDX-License-Identifier: Apache-2.0
// urma_rsp_tx: target side, makes responses. When the first data of a read are here, the response packet
//   goes to the transport channel and the data are moved to their place in the frame.
//   Latency    : 0 cycles from the first data beat to m_pkt; 2 cycles from a data beat to m_pay.
//   Throughput : 1 beat per cycle.
//   Back-press : s_rsp_ready falls while the response at hand waits for data or for the channel.
//   Order      : as received.
//   Error      : a refused request is answered by a TAACK that carries the status and no data. An error of memory
//                marks the end of the payload (m_pay_err), so that the frame is dropped by its receiver.
//   Reset      : drops responses under way.
//   Source     : UB base specification, read response and TAACK. Stage nic_rsp_tx.

`resetall
`default_nettype none
`include "cm_assert.vh"
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

  localparam Q_W = 16 + 16 + 36 + 5 + 64 + 14;
  localparam LANE_W = $clog2(DATA_W / 8);
  localparam integer PAY_BYTE = (`UB_FRAME_TA_OFFSET + `UB_ATAH_BYTES) % (DATA_W / 8);
  localparam [LANE_W-1:0] PAY_LANE = PAY_BYTE[LANE_W-1:0];

  // Packets wait for their data; the moves are told to cm_align ahead of the data.
  wire        pkt_room, move_room, pkt_valid, move_valid, move_ready, align_idle, align_ready;
  wire [4:0]  info;
  wire [5:0]  move_src;
  wire [13:0] move_len;
  wire [13:0] len;

  assign s_rsp_ready = pkt_room && move_room;

  cm_fifo #(.W(Q_W), .DEPTH(DEPTH)) u_pkt (
    .clk(clk), .rst(rst),
    .s_valid(s_rsp_valid && move_room), .s_ready(pkt_room),
    .s_data({s_rsp_frame, s_rsp_chan, s_rsp_key, s_rsp_info, s_rsp_addr, s_rsp_len}),
    .m_valid(pkt_valid), .m_ready(m_pkt_valid && m_pkt_ready),
    .m_data({m_pkt_frame, m_pkt_chan, m_pkt_key, info, m_pkt_pay_addr, len}),
    .stat_count(), .stat_idle());

  cm_fifo #(.W(20), .DEPTH(DEPTH)) u_move (
    .clk(clk), .rst(rst),
    .s_valid(s_rsp_valid && pkt_room && s_rsp_info == 5'd0), .s_ready(move_room),
    .s_data({s_rsp_addr[5:0], s_rsp_len}),
    .m_valid(move_valid), .m_ready(move_ready), .m_data({move_src, move_len}),
    .stat_count(), .stat_idle());

  // ---- the packet goes with its first data beat, then the other beats follow
  reg  gone_q;                             // the packet of the data at hand has gone
  wire ok   = info == 5'd0;
  wire goes = m_pkt_valid && m_pkt_ready && ok;
  wire open = gone_q || goes;

  assign m_pkt_valid     = pkt_valid && (!ok || (s_data_valid && !gone_q));
  assign m_pkt_pay_bytes = ok ? len : 14'd0;
  assign s_data_ready    = align_ready && open;

  always @(posedge clk) begin
    if (rst) gone_q <= 1'b0;
    else     gone_q <= open && !(s_data_valid && s_data_ready && s_data_last);
  end

  cm_align #(.DATA_W(DATA_W)) u_align (
    .clk(clk), .rst(rst),
    .s_cmd_valid(move_valid), .s_cmd_ready(move_ready), .s_cmd_src_off(move_src),
    .s_cmd_dst_off(PAY_LANE), .s_cmd_len_bytes(move_len),
    .s_valid(s_data_valid && open), .s_ready(align_ready), .s_data(s_data),
    .m_valid(m_pay_valid), .m_ready(m_pay_ready), .m_data(m_pay_data), .m_last(m_pay_last),
    .stat_idle(align_idle));

  // ---- errors of memory, one mark a read; it is here before the last beat leaves cm_align
  reg  err_q;                              // an earlier beat of the data at hand was bad
  wire mark, mark_valid, mark_idle, mark_ready;
  wire data_ends = s_data_valid && s_data_ready && s_data_last;

  assign m_pay_err = mark_valid && mark;

  always @(posedge clk) begin
    if (rst)                               err_q <= 1'b0;
    else if (data_ends)                    err_q <= 1'b0;
    else if (s_data_valid && s_data_ready) err_q <= err_q || s_data_err;
  end

  cm_fifo #(.W(1), .DEPTH(4)) u_marks (
    .clk(clk), .rst(rst),
    .s_valid(data_ends), .s_ready(mark_ready), .s_data(err_q || s_data_err),
    .m_valid(mark_valid), .m_ready(m_pay_valid && m_pay_ready && m_pay_last), .m_data(mark),
    .stat_count(), .stat_idle(mark_idle));

  always @(posedge clk) begin
    if (!rst) begin
      `UBN_ASSERT(mark_is_there_in_time, !(m_pay_valid && m_pay_last) || mark_valid)
      `UBN_ASSERT(marks_have_room, !data_ends || mark_ready)
    end
  end

  urma_ta_rsp #(.TA_BYTES(TA_BYTES)) u_ta (
    .s_data(ok), .s_info(info), .s_key(m_pkt_key), .m_ta(m_pkt_ta), .m_ta_bytes(m_pkt_ta_bytes));

  // responses that wait for their data move nothing
  assign stat_idle = !m_pkt_valid && !(move_valid && move_ready) && align_idle && mark_idle;

endmodule

`resetall
