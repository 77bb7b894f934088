// SPDX-License-Identifier: Apache-2.0
// urma_tp_resp: prepares the transport acknowledgement (TPACK) of each accepted data packet.
//   Latency    : 2 cycles from s to m when empty, on a context hit.      Throughput : 1 per cycle.
//   Back-press : s_ready falls when DEPTH acknowledgements wait for the link.
//   Order      : as received.
//   Error      : none; s names a configured channel.
//   Reset      : empties the queue.
//   Source     : UB base specification, transport responses (one TPACK a packet; aggregation: M5).

`resetall
`default_nettype none
`include "ubn_records.vh"

module urma_tp_resp #(
  parameter DEPTH = 16
) (
  input  wire        clk,
  input  wire        rst,
  input  wire        s_valid,
  output wire        s_ready,
  input  wire [15:0] s_chan,
  input  wire [23:0] s_psn,
  input  wire [23:0] s_tpmsn,
  output wire        m_valid,
  input  wire        m_ready,
  output wire [15:0] m_chan,
  output wire [23:0] m_psn,
  output wire [23:0] m_tpmsn,
  output wire [23:0] m_rmt_tpn,
  output wire [47:0] m_dst_mac,
  output wire [31:0] m_dst_ip,
  output wire [15:0] m_udp_sport,
  output wire        cfg_rd_valid,
  input  wire        cfg_rd_ready,
  output wire [15:0] cfg_rd_id,
  input  wire        cfg_rsp_valid,
  output wire        cfg_rsp_ready,
  input  wire [`URMA_CHAN_CFG_BITS-1:0] cfg_rsp_data,
  output wire        stat_idle
);

  localparam CFG_W = `URMA_CHAN_CFG_BITS;

  wire        q_valid, q_ready, q_idle, slot_idle;
  wire [63:0] q;

  cm_fifo #(.W(64), .DEPTH(DEPTH)) u_queue (
    .clk(clk), .rst(rst),
    .s_valid(s_valid), .s_ready(s_ready), .s_data({s_chan, s_psn, s_tpmsn}),
    .m_valid(q_valid), .m_ready(q_ready), .m_data(q),
    .stat_count(), .stat_idle(q_idle));

  wire [CFG_W-1:0] cfg;
  reg  [63:0]      at_q;

  cm_ctx_slot #(.W(CFG_W)) u_cfg (
    .clk(clk), .rst(rst),
    .s_valid(q_valid), .s_ready(q_ready), .s_id(q[63:48]),
    .m_valid(m_valid), .m_ready(m_ready), .m_rec(cfg),
    .rd_valid(cfg_rd_valid), .rd_ready(cfg_rd_ready), .rd_id(cfg_rd_id),
    .rsp_valid(cfg_rsp_valid), .rsp_ready(cfg_rsp_ready), .rsp_data(cfg_rsp_data),
    .wr_valid(1'b0), .wr_id(16'd0), .wr_data({CFG_W{1'b0}}),
    .stat_idle(slot_idle));

  always @(posedge clk)
    if (q_valid && q_ready) at_q <= q;

  assign {m_chan, m_psn, m_tpmsn} = at_q;
  assign m_rmt_tpn   = cfg[`URMA_CHAN_CFG_RMT_TPN];
  assign m_dst_mac   = cfg[`URMA_CHAN_CFG_DST_MAC];
  assign m_dst_ip    = cfg[`URMA_CHAN_CFG_DST_IP];
  assign m_udp_sport = cfg[`URMA_CHAN_CFG_UDP_SPORT];
  assign stat_idle   = q_idle && slot_idle;

endmodule

`resetall
