// SPDX-License-Identifier: Apache-2.0
// pcie_dma: the memory port of the controller served over PCIe: reads, writes, credits, and the one stream of
//   requests toward the root complex.
//   Latency    : see pcie_dma_rd and pcie_dma_wr; nothing is added.
//   Throughput : 1 beat per cycle on m_rq. Between two reads go twice as many beats of writes as the second asks for,
//                if there are: small reads give way less, large ones have time to form.
//   Back-press : a request without credit waits and lets the other kind pass. A write of several beats keeps m_rq until
//                its last beat, so a source that is late with write data holds up reads as well.
//   Order      : reads among reads and writes among writes as received. A write accepted before a read may leave
//                after it: who needs an order waits for m_wr_sent.
//   Error      : see pcie_dma_rd.      Reset: nothing outstanding.
//   Source     : PCI Express base specification 4.0, 2.4, 2.6.

`resetall
`default_nettype none
`include "cm_assert.vh"
`include "ubn_wire.vh"

module pcie_dma #(
  parameter LINES = 512
) (
  input  wire         clk,
  input  wire         rst,
  input  wire [47:0]  cfg_now_cyc,
  input  wire [2:0]   cfg_mps,
  input  wire [2:0]   cfg_mrrs,
  input  wire [8:0]   cfg_tags,
  input  wire [15:0]  cfg_req_id,
  input  wire [31:0]  cfg_timeout_cyc,
  // reads
  input  wire         s_rd_valid,
  output wire         s_rd_ready,
  input  wire [63:0]  s_rd_addr,
  input  wire [13:0]  s_rd_len,
  output wire         m_r_valid,
  input  wire         m_r_ready,
  output wire [511:0] m_r_data,
  output wire         m_r_last,
  output wire         m_r_err,
  // writes
  input  wire         s_wr_valid,
  output wire         s_wr_ready,
  input  wire [63:0]  s_wr_addr,
  input  wire [13:0]  s_wr_len,
  input  wire         s_w_valid,
  output wire         s_w_ready,
  input  wire [511:0] s_w_data,
  output wire         m_wr_sent,
  // root complex
  output wire         m_rq_valid,
  input  wire         m_rq_ready,
  output wire [127:0] m_rq_hdr,
  output wire [511:0] m_rq_data,
  output wire         m_rq_last,
  input  wire         s_rc_valid,
  output wire         s_rc_ready,
  input  wire [127:0] s_rc_hdr,
  input  wire [511:0] s_rc_data,
  input  wire         s_rc_last,
  input  wire [7:0]   fc_ph_limit,
  input  wire [11:0]  fc_pd_limit,
  input  wire [7:0]   fc_nph_limit,
  input  wire [11:0]  fc_npd_limit,
  input  wire [3:0]   fc_inf,
  // observation
  output wire [15:0]  stat_outstanding,
  output wire         stat_err,
  output wire         stat_unexpected,
  output wire [47:0]  stat_wake_cyc,
  output wire         stat_idle
);

  wire         rd_valid, wr_valid, wr_last;
  wire [127:0] rd_hdr, wr_hdr;
  wire         rd_idle, wr_idle, p_may, np_may;
  reg          in_wr_q;                // inside a write of several beats
  reg  [7:0]   passed_q;               // beats of writes since the last read

  wire wr_can = wr_valid && (in_wr_q || p_may);
  wire rd_can = rd_valid && np_may && !in_wr_q;
  wire [9:0]   rd_dws  = rd_hdr[`PCIE_REQ_LENGTH_DW];
  wire [7:0]   rd_wait = rd_dws == 10'd0 ? 8'd128 : {1'b0, rd_dws[9:3]} + {7'd0, rd_dws[2:0] != 3'd0};
  wire pick_rd_new = rd_can && (passed_q >= rd_wait || !wr_can);
  // a choice that stands and is not taken stays
  reg  stood_q, stood_rd_q;
  wire pick_rd = stood_q ? stood_rd_q : pick_rd_new;
  wire rd_take = m_rq_valid && m_rq_ready && pick_rd;
  wire wr_take = m_rq_valid && m_rq_ready && !pick_rd;

  assign m_rq_valid = stood_q || rd_can || wr_can;
  assign m_rq_hdr   = pick_rd ? rd_hdr : wr_hdr;
  assign m_rq_last  = pick_rd || wr_last;

  always @(posedge clk) begin
    if (rst) begin
      in_wr_q  <= 1'b0;
      passed_q <= 8'd0;
      stood_q  <= 1'b0;
    end else begin
      if (wr_take) in_wr_q <= !wr_last;
      if (rd_take) passed_q <= 8'd0;
      else if (wr_take && passed_q != 8'hff) passed_q <= passed_q + 8'd1;
      stood_q <= m_rq_valid && !m_rq_ready;
      `UBN_ASSERT(offered_request_stays, !stood_q || (stood_rd_q ? rd_valid : wr_valid))
    end
    stood_rd_q <= pick_rd;
  end

  pcie_credit u_credit (
    .clk(clk), .rst(rst), .fc_ph_limit(fc_ph_limit), .fc_pd_limit(fc_pd_limit), .fc_nph_limit(fc_nph_limit),
    .fc_npd_limit(fc_npd_limit), .fc_inf(fc_inf), .p_len_dw(wr_hdr[`PCIE_REQ_LENGTH_DW]),
    .p_taken(wr_take && !in_wr_q), .np_taken(rd_take), .p_may(p_may), .np_may(np_may));

  pcie_dma_rd #(.LINES(LINES)) u_rd (
    .clk(clk), .rst(rst), .cfg_now_cyc(cfg_now_cyc), .cfg_mrrs(cfg_mrrs), .cfg_tags(cfg_tags),
    .cfg_req_id(cfg_req_id), .cfg_timeout_cyc(cfg_timeout_cyc), .s_rd_valid(s_rd_valid), .s_rd_ready(s_rd_ready),
    .s_rd_addr(s_rd_addr), .s_rd_len(s_rd_len), .m_r_valid(m_r_valid), .m_r_ready(m_r_ready), .m_r_data(m_r_data),
    .m_r_last(m_r_last), .m_r_err(m_r_err), .m_rq_valid(rd_valid), .m_rq_ready(rd_take), .m_rq_hdr(rd_hdr),
    .s_rc_valid(s_rc_valid), .s_rc_ready(s_rc_ready), .s_rc_hdr(s_rc_hdr), .s_rc_data(s_rc_data),
    .s_rc_last(s_rc_last), .stat_outstanding(stat_outstanding), .stat_err(stat_err),
    .stat_unexpected(stat_unexpected), .stat_wake_cyc(stat_wake_cyc), .stat_idle(rd_idle));

  pcie_dma_wr u_wr (
    .clk(clk), .rst(rst), .cfg_mps(cfg_mps), .cfg_req_id(cfg_req_id), .s_wr_valid(s_wr_valid),
    .s_wr_ready(s_wr_ready), .s_wr_addr(s_wr_addr), .s_wr_len(s_wr_len), .s_w_valid(s_w_valid),
    .s_w_ready(s_w_ready), .s_w_data(s_w_data), .m_rq_valid(wr_valid), .m_rq_ready(wr_take), .m_rq_hdr(wr_hdr),
    .m_rq_data(m_rq_data), .m_rq_last(wr_last), .m_sent(m_wr_sent), .stat_idle(wr_idle));

  assign stat_idle = rd_idle && wr_idle;

endmodule

`resetall
