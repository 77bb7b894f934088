// SPDX-License-Identifier: Apache-2.0
// roce_top: RoCEv2 RC controller behind PCIe: doorbells and work queues to packets, packets to memory and
//   completion records. This file only connects.
//   Latency    : passes in rtl/roce/README.md.      Throughput: see the modules.
//   Order      : requests of a queue pair in order; see roce_qp_send, roce_exec, roce_wr.
//   Error      : see the modules; counters in configs/spec/registers.yaml.
//   Reset      : nothing in work; context records keep their content.
//   Probes     : configs/spec/stages.yaml, family roce. Stalls: configs/spec/stalls.yaml.
//   Source     : IBTA vol. 1 with annex A17; PCI Express base specification 4.0.

`resetall
`default_nettype none
`include "ubn_records.vh"
`include "ubn_wire.vh"
`include "ubn_probes.vh"
`include "ubn_enums.vh"

module roce_top #(
  parameter QPS   = 64,      // queue pairs
  parameter SLOTS = 128,     // entries of a work queue on the chip
  parameter MRS   = 256,     // memory regions
  parameter CQS   = 64,      // completion queues
  parameter LINES = 512,     // lines of 64 B for read data
  parameter PAD_DEPTH = 64,  // words in each programmable delay
  parameter CHECK = 0        // 1: the hold rule is checked on the streams
) (
  input  wire         clk,
  input  wire         rst,
  input  wire [47:0]  cfg_now_cyc,
  input  wire         cfg_slow_en,
  input  wire [31:0]  cfg_slow_seed,
  // link
  input  wire         s_rx_valid,
  output wire         s_rx_ready,
  input  wire [511:0] s_rx_data,
  input  wire [63:0]  s_rx_keep,
  input  wire         s_rx_last,
  input  wire         s_rx_user_err,
  output wire         m_tx_valid,
  input  wire         m_tx_ready,
  output wire [511:0] m_tx_data,
  output wire [63:0]  m_tx_keep,
  output wire         m_tx_last,
  output wire         m_tx_user_err,
  // PCIe: requests out, completions in, requests in, completions out
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
  input  wire         s_cq_valid,
  output wire         s_cq_ready,
  input  wire [127:0] s_cq_hdr,
  input  wire [511:0] s_cq_data,
  input  wire         s_cq_last,
  output wire         m_cc_valid,
  input  wire         m_cc_ready,
  output wire [127:0] m_cc_hdr,
  output wire [511:0] m_cc_data,
  output wire         m_cc_last,
  input  wire [7:0]   fc_ph_limit,
  input  wire [11:0]  fc_pd_limit,
  input  wire [7:0]   fc_nph_limit,
  input  wire [11:0]  fc_npd_limit,
  input  wire [3:0]   fc_inf,
  // observation
  output wire [`ROCE_PROBES-1:0]    probe_valid,
  output wire [64*`ROCE_PROBES-1:0] probe_id,
  output wire         m_stall_valid,
  input  wire         m_stall_ready,
  output wire [63:0]  m_stall_event,
  output wire [15:0]  stat_outstanding,        // work requests fetched and not finished
  output wire [15:0]  stat_pcie_outstanding,   // read requests not delivered
  output wire [47:0]  stat_wake_cyc,
  output wire         stat_idle
);

  localparam [15:0] REQ_ID  = `PCIE_DEVICE_ID;
  localparam SLOT_AW = $clog2(QPS * SLOTS);
  localparam IDLES = 16;

  // ---- wires between the modules
  wire ans_ready, ans_valid, aw_done, aw_ready, aw_valid, bad_cq, bad_db, busy, cnp, cq_rd_ready, cq_rd_valid,
    cq_rsp_ready, cq_rsp_valid, cq_wr_valid, ctx_ready, ctx_valid, db_bf, db_ready, db_rq, db_valid, do_ready,
    do_valid, drop_ctx, drop_frame, drop_icrc, drop_pkey, drop_pkey_rsp, drop_psn, drop_qp, drop_qp_rsp, drop_rsp,
    drop_store, drop_tlp,
    exec_done_ready, exec_done_valid, exec_ready, exec_valid, fetch_rq, fr_ack_req, fr_ready, fr_se, fr_valid,
    free_ready, free_rq, free_valid, go_ready, go_valid, go_wqe_ok, host_err_ready, host_err_valid, implied_loss,
    issue_ready, issue_valid, line_err, line_last, line_ready, line_valid, mem_rd_ready, mem_rd_valid, merged,
    mr_ask_ready, mr_ask_valid, mr_got_err, mr_got_valid, mw_ready, mw_valid, nak, pkt_ack_req, pkt_inline,
    pkt_ready, pkt_se, pkt_valid, qp_err_rsp, qp_err_rx, qp_err_tx, r_err, r_last, rd_done_ready, rd_done_valid,
    rd_err, recv_err_ready, recv_err_valid, recv_free_ready, recv_free_rq, recv_free_valid, recv_peer_ready,
    recv_peer_valid, reg_rd_en, reg_wr_en, req_act_ready, req_act_valid, req_act_with_imm, req_end_ok,
    req_end_ready, req_end_valid, req_pay_err, req_pay_in_ready, req_pay_in_valid, req_pay_last, req_pay_ready,
    req_pay_valid, req_ready, req_valid, rqs_rd_en, rqs_wr_valid, rqtok_ready, rqtok_valid, rsp_act_ready,
    rsp_act_valid, rsp_act_with_imm, rsp_end_ok, rsp_end_ready, rsp_end_valid, rsp_err_ready, rsp_err_valid,
    rsp_free_ready, rsp_free_rq, rsp_free_valid, rsp_job_ready, rsp_job_valid, rsp_pay_err, rsp_pay_in_ready,
    rsp_pay_in_valid, rsp_pay_last, rsp_pay_ready, rsp_pay_valid, rsp_r_err, rsp_r_last, rsp_r_ready, rsp_r_valid,
    rsp_ready, rsp_valid, rx_frame, rx_rd_ready, rx_rd_valid, rx_rsp_ready, rx_rsp_valid, rx_wr_valid,
    send_err_ready, send_err_valid, send_peer_ready, send_peer_valid, sent_rd_en, sent_wr_valid, sq_rd_en,
    sq_wr_valid, stall_valid, tok_ready, tok_valid, tok_wqe_ok, told_ready, told_valid, tx_frame, tx_wr_valid,
    una_rd_ready, una_rd_valid, una_rsp_ready, una_rsp_valid, una_wr_valid, unexpected, verdict_ok, verdict_ready,
    verdict_valid, w_ready, w_valid, wake_ready, wake_valid, wq_rd_ready, wq_rd_valid, wq_rsp_ready, wq_rsp_valid,
    wq_wr_valid, wr_pending, wr_ready, wr_sent, wr_valid;
  wire [1:0] do_kind, exec_kind, issue_kind, req_act_kind, rsp_act_kind, told_kind, tx_rd_ready,
    tx_rd_valid, tx_rsp_ready, tx_rsp_valid;
  wire [2:0] cfg_mps, cfg_mrrs, cfg_rd_ready, cfg_rd_valid, cfg_rsp_ready, cfg_rsp_valid, ctx_kind,
    do_mtu, exec_mtu, mr_rd_ready, mr_rd_valid, mr_rsp_ready, mr_rsp_valid;
  wire [3:0] mw_first_be, mw_last_be, r_ready, r_valid, rd_ready, rd_valid;
  wire [4:0] ans_ext_bytes, fr_ext_bytes, pkt_ext_bytes;
  wire [5:0] cfg_fetch_max, req_act_lane, req_pay_lane, rsp_act_lane, rsp_job_addr, rsp_job_lane, rsp_pay_lane;
  wire [7:0] ans_opcode, cfg_pad_rsp_rx_cyc, cfg_pad_rsp_tx_cyc, cfg_pad_rx_cyc, cfg_pad_tx_cyc, do_syndrome,
    exec_syndrome, fr_opcode, free_count, issue_status, pkt_opcode, rd_kind, recv_free_count, req_act_beats,
    req_act_opcode, req_act_status, req_pay_beats, rsp_act_beats, rsp_act_opcode, rsp_act_status, rsp_free_count,
    rsp_pay_beats, told_status;
  wire [8:0] cfg_tags;
  wire [10:0] mw_len_dw;
  wire [13:0] ans_pay_bytes, fr_pay_bytes, mem_rd_len, pkt_pay_bytes, req_act_len, req_pay_bytes, rsp_act_len,
    rsp_job_len, rsp_pay_bytes, wr_len;
  wire [15:0] ans_pkey, ans_udp_sport, aw_frame, aw_qp, cfg_issue_interval_cyc, cq_rd_id, cq_wr_id, ctx_id, db_pi,
    db_qp, do_frame, do_pkey, do_qp, do_udp_sport, exec_done_qp, exec_frame, exec_pkey, exec_qp, exec_udp_sport,
    fr_pkey, fr_udp_sport, free_qp, go_idx, go_qp, host_err_qp, issue_idx, issue_qp, pkt_idx, pkt_pkey, pkt_qp,
    pkt_udp_sport, rd_done_qp, recv_err_qp, recv_free_qp, recv_peer_qp, reg_addr, req_act_cq, req_act_frame,
    req_act_qp, req_act_wqe_idx, req_frame, rqs_rd_addr, rqs_wr_addr, rqtok_qp, rsp_act_cq,
    rsp_act_frame, rsp_act_qp, rsp_act_wqe_idx, rsp_err_qp, rsp_frame, rsp_free_qp, rx_rd_id, rx_wr_id,
    send_err_qp, send_peer_qp, sent_rd_addr, sent_wr_addr, sq_rd_addr, sq_wr_addr, tok_idx, tok_qp, told_idx,
    told_qp, tx_wr_id, una_rd_id, una_wr_id, wake_qp, wq_rd_id, wq_wr_id;
  wire [23:0] ans_dest_qpn, ans_psn, do_dest_qpn, do_msn, do_psn, exec_dest_qpn, exec_msn, exec_psn, fr_dest_qpn,
    fr_psn, pkt_dest_qpn, pkt_psn, req_act_qpn, req_act_src_qpn, rsp_act_qpn, rsp_act_src_qpn;
  wire [31:0] ans_dst_ip, cfg_ip, cfg_timeout_cyc, do_dst_ip, do_len, exec_dst_ip, exec_len, fr_dst_ip, pkt_dst_ip,
    rd_count, req_act_byte_cnt, req_act_imm, req_src_ip, rsp_src_ip, rsp_act_byte_cnt, rsp_act_imm, tx_rd_id;
  wire [47:0] ans_dst_mac, ans_note, cfg_mac, cfg_rd_id, dma_wake_cyc, do_dst_mac, exec_dst_mac, fr_dst_mac,
    fr_note, mr_rd_id, pkt_dst_mac, send_wake_cyc;
  wire [55:0] rd_len;
  wire [63:0] aw_addr, aw_data, do_addr, do_compare, do_swap_add, exec_addr, exec_compare, exec_swap_add,
    mem_rd_addr, mr_ask_addr, mr_got_data, mw_addr, pkt_pay_addr, rd_idx, rd_qp, reg_rdata, reg_wdata,
    req_act_addr, rsp_act_addr, rsp_act_data, stall_event, wr_addr;
  wire [127:0] rqs_rd_data, rqs_wr_data;
  wire [200:0] sent_rd_data, sent_wr_data;
  wire [223:0] ans_ext, fr_ext, pkt_ext, pkt_inline_data, req_ext, rsp_ext;
  wire [255:0] rd_addr;
  wire [511:0] ctx_data, db_wqe, go_wqe, line_data, mw_data, r_data, req_pay_data, req_pay_in_data, rsp_pay_data,
    rsp_pay_in_data, rsp_r_data, sq_rd_data, sq_wr_data, tok_wqe, w_data;
  wire [IDLES-1:0] idle;
  wire [`ROCE_BTH_BITS-1:0] req_bth, rsp_bth;
  wire [`ROCE_QP_RX_BITS-1:0] rx_rsp_data, rx_wr_data;
  wire [`ROCE_QP_TX_BITS-1:0] tx_wr_data;
  wire [`ROCE_CQ_CTX_BITS-1:0] cq_rsp_data, cq_wr_data;
  wire [`ROCE_QP_UNA_BITS-1:0] una_rsp_data, una_wr_data;
  wire [`ROCE_WQ_CTX_BITS-1:0] wq_rsp_data, wq_wr_data;
  wire [2*`ROCE_QP_TX_BITS-1:0] tx_rsp_data;
  wire [3*`ROCE_MR_CTX_BITS-1:0] mr_rsp_data;
  wire [3*`ROCE_QP_CFG_BITS-1:0] cfg_rsp_data;

  pcie_mmio u_mmio (
    .clk(clk), .rst(rst), .cfg_req_id(REQ_ID), .s_cq_valid(s_cq_valid), .s_cq_ready(s_cq_ready), .s_cq_hdr(s_cq_hdr),
    .s_cq_data(s_cq_data), .s_cq_last(s_cq_last), .m_cc_valid(m_cc_valid), .m_cc_ready(m_cc_ready),
    .m_cc_hdr(m_cc_hdr), .m_cc_data(m_cc_data), .m_cc_last(m_cc_last), .m_mw_valid(mw_valid), .m_mw_ready(mw_ready),
    .m_mw_addr(mw_addr), .m_mw_len_dw(mw_len_dw), .m_mw_first_be(mw_first_be), .m_mw_last_be(mw_last_be),
    .m_mw_data(mw_data), .m_mr_valid(mr_ask_valid), .m_mr_ready(mr_ask_ready), .m_mr_addr(mr_ask_addr),
    .s_mr_valid(mr_got_valid), .s_mr_data(mr_got_data), .s_mr_err(mr_got_err), .stat_drop(drop_tlp),
    .stat_idle(idle[0]));

  roce_host #(.QPS(QPS)) u_host (
    .clk(clk), .rst(rst), .s_mw_valid(mw_valid), .s_mw_ready(mw_ready), .s_mw_addr(mw_addr), .s_mw_len_dw(mw_len_dw),
    .s_mw_first_be(mw_first_be), .s_mw_last_be(mw_last_be), .s_mw_data(mw_data), .s_mr_valid(mr_ask_valid),
    .s_mr_ready(mr_ask_ready), .s_mr_addr(mr_ask_addr), .m_mr_valid(mr_got_valid), .m_mr_data(mr_got_data),
    .m_mr_err(mr_got_err), .m_db_valid(db_valid), .m_db_ready(db_ready), .m_db_qp(db_qp), .m_db_rq(db_rq),
    .m_db_pi(db_pi), .m_db_bf(db_bf), .m_db_wqe(db_wqe), .m_err_valid(host_err_valid), .m_err_ready(host_err_ready),
    .m_err_qp(host_err_qp), .m_ctx_valid(ctx_valid), .m_ctx_ready(ctx_ready), .m_ctx_kind(ctx_kind),
    .m_ctx_id(ctx_id), .m_ctx_data(ctx_data), .reg_wr_en(reg_wr_en), .reg_rd_en(reg_rd_en), .reg_addr(reg_addr),
    .reg_wdata(reg_wdata), .reg_rdata(reg_rdata), .stat_drop_store(drop_store), .stat_idle(idle[1]));

  roce_regs u_regs (
    .clk(clk), .rst(rst), .reg_wr_en(reg_wr_en), .reg_rd_en(reg_rd_en), .reg_addr(reg_addr), .reg_wdata(reg_wdata),
    .reg_rdata(reg_rdata), .cfg_local_mac(cfg_mac), .cfg_local_ip(cfg_ip),
    .cfg_issue_interval_cyc(cfg_issue_interval_cyc), .cfg_fetch_max(cfg_fetch_max), .cfg_pad_tx_cyc(cfg_pad_tx_cyc),
    .cfg_pad_rx_cyc(cfg_pad_rx_cyc), .cfg_pad_rsp_tx_cyc(cfg_pad_rsp_tx_cyc), .cfg_pad_rsp_rx_cyc(cfg_pad_rsp_rx_cyc),
    .cfg_mps(cfg_mps), .cfg_mrrs(cfg_mrrs), .cfg_tags(cfg_tags), .cfg_timeout_cyc(cfg_timeout_cyc),
    .s_busy(busy), .stat_drop_store(drop_store), .stat_drop_ctx(drop_ctx), .stat_drop_tlp(drop_tlp),
    .stat_bad_db(bad_db), .stat_drop_frame(drop_frame), .stat_cnp(cnp), .stat_drop_icrc(drop_icrc),
    .stat_drop_qp(drop_qp), .stat_drop_qp_rsp(drop_qp_rsp),
    .stat_drop_pkey(drop_pkey), .stat_drop_pkey_rsp(drop_pkey_rsp), .stat_drop_psn(drop_psn), .stat_drop_rsp(drop_rsp),
    .stat_implied_loss(implied_loss), .stat_rx_frame(rx_frame), .stat_tx_frame(tx_frame), .stat_rd_err(rd_err),
    .stat_unexpected(unexpected), .stat_bad_cq(bad_cq), .stat_nak(nak), .stat_merged(merged),
    .stat_qp_err_tx(qp_err_tx), .stat_qp_err_rx(qp_err_rx), .stat_qp_err_rsp(qp_err_rsp), .stat_idle(idle[2]));

  roce_contexts #(.QPS(QPS), .MRS(MRS), .CQS(CQS)) u_contexts (
    .clk(clk), .rst(rst), .cfg_slow_en(cfg_slow_en), .cfg_slow_seed(cfg_slow_seed), .s_ctx_valid(ctx_valid),
    .s_ctx_ready(ctx_ready), .s_ctx_kind(ctx_kind), .s_ctx_id(ctx_id), .s_ctx_data(ctx_data),
    .wq_rd_valid(wq_rd_valid), .wq_rd_ready(wq_rd_ready), .wq_rd_id(wq_rd_id), .wq_rsp_valid(wq_rsp_valid),
    .wq_rsp_ready(wq_rsp_ready), .wq_rsp_data(wq_rsp_data), .wq_wr_valid(wq_wr_valid), .wq_wr_id(wq_wr_id),
    .wq_wr_data(wq_wr_data), .cfg_rd_valid(cfg_rd_valid), .cfg_rd_ready(cfg_rd_ready), .cfg_rd_id(cfg_rd_id),
    .cfg_rsp_valid(cfg_rsp_valid), .cfg_rsp_ready(cfg_rsp_ready), .cfg_rsp_data(cfg_rsp_data),
    .tx_rd_valid(tx_rd_valid), .tx_rd_ready(tx_rd_ready), .tx_rd_id(tx_rd_id), .tx_rsp_valid(tx_rsp_valid),
    .tx_rsp_ready(tx_rsp_ready), .tx_rsp_data(tx_rsp_data), .tx_wr_valid(tx_wr_valid), .tx_wr_id(tx_wr_id),
    .tx_wr_data(tx_wr_data), .una_rd_valid(una_rd_valid), .una_rd_ready(una_rd_ready), .una_rd_id(una_rd_id),
    .una_rsp_valid(una_rsp_valid), .una_rsp_ready(una_rsp_ready), .una_rsp_data(una_rsp_data),
    .una_wr_valid(una_wr_valid), .una_wr_id(una_wr_id), .una_wr_data(una_wr_data), .rx_rd_valid(rx_rd_valid),
    .rx_rd_ready(rx_rd_ready), .rx_rd_id(rx_rd_id), .rx_rsp_valid(rx_rsp_valid), .rx_rsp_ready(rx_rsp_ready),
    .rx_rsp_data(rx_rsp_data), .rx_wr_valid(rx_wr_valid), .rx_wr_id(rx_wr_id), .rx_wr_data(rx_wr_data),
    .mr_rd_valid(mr_rd_valid), .mr_rd_ready(mr_rd_ready), .mr_rd_id(mr_rd_id), .mr_rsp_valid(mr_rsp_valid),
    .mr_rsp_ready(mr_rsp_ready), .mr_rsp_data(mr_rsp_data), .cq_rd_valid(cq_rd_valid), .cq_rd_ready(cq_rd_ready),
    .cq_rd_id(cq_rd_id), .cq_rsp_valid(cq_rsp_valid), .cq_rsp_ready(cq_rsp_ready), .cq_rsp_data(cq_rsp_data),
    .cq_wr_valid(cq_wr_valid), .cq_wr_id(cq_wr_id), .cq_wr_data(cq_wr_data), .stat_drop(drop_ctx),
    .stat_idle(idle[3]));

  roce_wq_fetch #(.QPS(QPS), .SLOTS(SLOTS)) u_wq_fetch (
    .clk(clk), .rst(rst), .cfg_fetch_max(cfg_fetch_max), .s_db_valid(db_valid), .s_db_ready(db_ready),
    .s_db_qp(db_qp), .s_db_rq(db_rq), .s_db_pi(db_pi), .s_db_bf(db_bf), .s_db_wqe(db_wqe), .s_free_valid(free_valid),
    .s_free_ready(free_ready), .s_free_qp(free_qp), .s_free_rq(free_rq), .s_free_count(free_count),
    .m_rd_valid(rd_valid[0]), .m_rd_ready(rd_ready[0]), .m_rd_addr(rd_addr[63:0]), .m_rd_len(rd_len[13:0]),
    .m_rd_rq(fetch_rq), .m_rd_qp(rd_qp[15:0]), .m_rd_idx(rd_idx[15:0]), .m_rd_count(rd_count[7:0]),
    .s_r_valid(r_valid[0]), .s_r_ready(r_ready[0]), .s_r_data(r_data), .s_r_last(r_last), .s_r_err(r_err),
    .m_tok_valid(tok_valid), .m_tok_ready(tok_ready), .m_tok_qp(tok_qp), .m_tok_idx(tok_idx),
    .m_tok_wqe_ok(tok_wqe_ok), .m_tok_wqe(tok_wqe), .m_rq_tok_valid(rqtok_valid), .m_rq_tok_ready(rqtok_ready),
    .m_rq_tok_qp(rqtok_qp), .m_sq_wr_valid(sq_wr_valid), .m_sq_wr_addr(sq_wr_addr),
    .m_sq_wr_data(sq_wr_data), .m_rqs_wr_valid(rqs_wr_valid), .m_rqs_wr_addr(rqs_wr_addr),
    .m_rqs_wr_data(rqs_wr_data), .wq_rd_valid(wq_rd_valid), .wq_rd_ready(wq_rd_ready), .wq_rd_id(wq_rd_id),
    .wq_rsp_valid(wq_rsp_valid), .wq_rsp_ready(wq_rsp_ready), .wq_rsp_data(wq_rsp_data), .wq_wr_valid(wq_wr_valid),
    .wq_wr_id(wq_wr_id), .wq_wr_data(wq_wr_data), .s_set_valid(ctx_valid && ctx_ready && ctx_kind == 3'd0),
    .s_set_id(ctx_id), .s_set_data(ctx_data[`ROCE_WQ_CTX_BITS-1:0]),
    .probe_db_valid(probe_valid[`ROCE_PROBE_DB_ACCEPT]),
    .probe_db_id(probe_id[64*`ROCE_PROBE_DB_ACCEPT +: 64]), .stat_bad_db(bad_db), .stat_idle(idle[4]));

  roce_qp_send #(.QPS(QPS), .SLOTS(SLOTS), .MRS(MRS)) u_qp_send (
    .clk(clk), .rst(rst), .cfg_now_cyc(cfg_now_cyc), .cfg_issue_interval_cyc(cfg_issue_interval_cyc),
    .s_tok_valid(go_valid), .s_tok_ready(go_ready), .s_tok_qp(go_qp), .s_tok_idx(go_idx), .s_tok_wqe_ok(go_wqe_ok),
    .s_tok_wqe(go_wqe), .s_rd_done_valid(rd_done_valid), .s_rd_done_ready(rd_done_ready), .s_rd_done_qp(rd_done_qp),
    .s_err_valid(send_err_valid), .s_err_ready(send_err_ready), .s_err_qp(send_err_qp), .s_wake_valid(wake_valid),
    .s_wake_ready(wake_ready), .s_wake_qp(wake_qp), .m_pkt_valid(pkt_valid), .m_pkt_ready(pkt_ready),
    .m_pkt_qp(pkt_qp), .m_pkt_idx(pkt_idx), .m_pkt_psn(pkt_psn), .m_pkt_opcode(pkt_opcode), .m_pkt_se(pkt_se),
    .m_pkt_ack_req(pkt_ack_req), .m_pkt_dest_qpn(pkt_dest_qpn), .m_pkt_pkey(pkt_pkey),
    .m_pkt_ext(pkt_ext), .m_pkt_ext_bytes(pkt_ext_bytes), .m_pkt_pay_bytes(pkt_pay_bytes),
    .m_pkt_pay_addr(pkt_pay_addr), .m_pkt_inline(pkt_inline), .m_pkt_inline_data(pkt_inline_data),
    .m_pkt_dst_mac(pkt_dst_mac), .m_pkt_dst_ip(pkt_dst_ip), .m_pkt_udp_sport(pkt_udp_sport), .m_rd_valid(rd_valid[1]),
    .m_rd_ready(rd_ready[1]), .m_rd_addr(rd_addr[64 +: 64]), .m_rd_len(rd_len[14 +: 14]), .m_rd_qp(rd_qp[16 +: 16]),
    .m_rd_idx(rd_idx[16 +: 16]), .m_issue_valid(issue_valid), .m_issue_ready(issue_ready), .m_issue_qp(issue_qp),
    .m_issue_kind(issue_kind), .m_issue_idx(issue_idx), .m_issue_status(issue_status),
    .m_peer_err_valid(send_peer_valid), .m_peer_err_ready(send_peer_ready), .m_peer_err_qp(send_peer_qp),
    .m_sent_wr_valid(sent_wr_valid), .m_sent_wr_addr(sent_wr_addr), .m_sent_wr_data(sent_wr_data),
    .sq_rd_en(sq_rd_en), .sq_rd_addr(sq_rd_addr), .sq_rd_data(sq_rd_data), .cfg_rd_valid(cfg_rd_valid[0]),
    .cfg_rd_ready(cfg_rd_ready[0]), .cfg_rd_id(cfg_rd_id[0 +: 16]), .cfg_rsp_valid(cfg_rsp_valid[0]),
    .cfg_rsp_ready(cfg_rsp_ready[0]), .cfg_rsp_data(cfg_rsp_data[`ROCE_QP_CFG_BITS*0 +: `ROCE_QP_CFG_BITS]),
    .tx_rd_valid(tx_rd_valid[0]), .tx_rd_ready(tx_rd_ready[0]), .tx_rd_id(tx_rd_id[0 +: 16]),
    .tx_rsp_valid(tx_rsp_valid[0]), .tx_rsp_ready(tx_rsp_ready[0]),
    .tx_rsp_data(tx_rsp_data[`ROCE_QP_TX_BITS*0 +: `ROCE_QP_TX_BITS]), .tx_wr_valid(tx_wr_valid), .tx_wr_id(tx_wr_id),
    .tx_wr_data(tx_wr_data), .mr_rd_valid(mr_rd_valid[0]), .mr_rd_ready(mr_rd_ready[0]), .mr_rd_id(mr_rd_id[0 +: 16]),
    .mr_rsp_valid(mr_rsp_valid[0]), .mr_rsp_ready(mr_rsp_ready[0]),
    .mr_rsp_data(mr_rsp_data[`ROCE_MR_CTX_BITS*0 +: `ROCE_MR_CTX_BITS]), .stall_valid(stall_valid),
    .stall_event(stall_event), .probe_issue_valid(probe_valid[`ROCE_PROBE_WQE_ISSUE]),
    .probe_issue_id(probe_id[64*`ROCE_PROBE_WQE_ISSUE +: 64]), .stat_qp_err(qp_err_tx), .stat_wake_cyc(send_wake_cyc),
    .stat_idle(idle[5]));

  roce_tx_pay u_req_pay (
    .clk(clk), .rst(rst), .s_job_valid(pkt_take && pkt_pays), .s_job_ready(job_ready), .s_job_inline(pkt_inline),
    .s_job_inline_data(pkt_inline_data), .s_job_addr(pkt_pay_addr[5:0]), .s_job_len(pkt_pay_bytes),
    .s_job_lane(6'd54 + {1'b0, pkt_ext_bytes}), .s_r_valid(r_valid[1]), .s_r_ready(r_ready[1]), .s_r_data(r_data),
    .s_r_last(r_last), .s_r_err(r_err), .m_pay_valid(req_pay_valid), .m_pay_ready(req_pay_ready),
    .m_pay_data(req_pay_data), .m_pay_last(req_pay_last), .m_pay_err(req_pay_err), .stat_idle(idle[6]));

  roce_tx_pay #(.JOBS(256)) u_rsp_pay (
    .clk(clk), .rst(rst), .s_job_valid(rsp_job_valid), .s_job_ready(rsp_job_ready), .s_job_inline(1'b0),
    .s_job_inline_data(224'd0), .s_job_addr(rsp_job_addr), .s_job_len(rsp_job_len), .s_job_lane(rsp_job_lane),
    .s_r_valid(rsp_r_valid), .s_r_ready(rsp_r_ready), .s_r_data(rsp_r_data), .s_r_last(rsp_r_last),
    .s_r_err(rsp_r_err), .m_pay_valid(rsp_pay_valid), .m_pay_ready(rsp_pay_ready), .m_pay_data(rsp_pay_data),
    .m_pay_last(rsp_pay_last), .m_pay_err(rsp_pay_err), .stat_idle(idle[7]));

  roce_frame_build u_build (
    .clk(clk), .rst(rst), .cfg_mac(cfg_mac), .cfg_ip(cfg_ip), .s_req_valid(fr_valid), .s_req_ready(fr_ready),
    .s_req_opcode(fr_opcode), .s_req_se(fr_se), .s_req_ack_req(fr_ack_req), .s_req_dest_qpn(fr_dest_qpn),
    .s_req_pkey(fr_pkey), .s_req_psn(fr_psn), .s_req_ext(fr_ext), .s_req_ext_bytes(fr_ext_bytes),
    .s_req_pay_bytes(fr_pay_bytes), .s_req_dst_mac(fr_dst_mac), .s_req_dst_ip(fr_dst_ip),
    .s_req_udp_sport(fr_udp_sport), .s_req_note(fr_note), .s_req_pay_valid(req_pay_valid),
    .s_req_pay_ready(req_pay_ready), .s_req_pay_data(req_pay_data), .s_req_pay_last(req_pay_last),
    .s_req_pay_err(req_pay_err), .s_rsp_valid(ans_valid), .s_rsp_ready(ans_ready), .s_rsp_opcode(ans_opcode),
    .s_rsp_dest_qpn(ans_dest_qpn), .s_rsp_pkey(ans_pkey), .s_rsp_psn(ans_psn), .s_rsp_ext(ans_ext),
    .s_rsp_ext_bytes(ans_ext_bytes), .s_rsp_pay_bytes(ans_pay_bytes), .s_rsp_dst_mac(ans_dst_mac),
    .s_rsp_dst_ip(ans_dst_ip), .s_rsp_udp_sport(ans_udp_sport), .s_rsp_note(ans_note),
    .s_rsp_pay_valid(rsp_pay_valid), .s_rsp_pay_ready(rsp_pay_ready), .s_rsp_pay_data(rsp_pay_data),
    .s_rsp_pay_last(rsp_pay_last), .s_rsp_pay_err(rsp_pay_err), .m_valid(m_tx_valid), .m_ready(m_tx_ready),
    .m_data(m_tx_data), .m_keep(m_tx_keep), .m_last(m_tx_last), .m_user_err(m_tx_user_err),
    .probe_first_valid(probe_valid[`ROCE_PROBE_TX_FIRST]), .probe_first_id(probe_id[64*`ROCE_PROBE_TX_FIRST +: 64]),
    .stat_frame(tx_frame), .stat_idle(idle[8]));

  roce_rx_parse u_parse (
    .clk(clk), .rst(rst), .cfg_ip(cfg_ip), .s_valid(s_rx_valid), .s_ready(s_rx_ready), .s_data(s_rx_data),
    .s_keep(s_rx_keep), .s_last(s_rx_last), .s_user_err(s_rx_user_err), .m_req_valid(req_valid),
    .m_req_ready(req_ready), .m_req_frame(req_frame), .m_req_src_ip(req_src_ip), .m_req_bth(req_bth),
    .m_req_ext(req_ext),
    .m_req_pay_bytes(req_pay_bytes), .m_req_pay_lane(req_pay_lane), .m_req_pay_beats(req_pay_beats),
    .m_req_end_valid(req_end_valid), .m_req_end_ready(req_end_ready), .m_req_end_ok(req_end_ok),
    .m_req_pay_valid(req_pay_in_valid), .m_req_pay_ready(req_pay_in_ready), .m_req_pay_data(req_pay_in_data),
    .m_rsp_valid(rsp_valid), .m_rsp_ready(rsp_ready), .m_rsp_frame(rsp_frame),
    .m_rsp_src_ip(rsp_src_ip), .m_rsp_bth(rsp_bth),
    .m_rsp_ext(rsp_ext), .m_rsp_pay_bytes(rsp_pay_bytes), .m_rsp_pay_lane(rsp_pay_lane),
    .m_rsp_pay_beats(rsp_pay_beats), .m_rsp_end_valid(rsp_end_valid), .m_rsp_end_ready(rsp_end_ready),
    .m_rsp_end_ok(rsp_end_ok), .m_rsp_pay_valid(rsp_pay_in_valid), .m_rsp_pay_ready(rsp_pay_in_ready),
    .m_rsp_pay_data(rsp_pay_in_data), .probe_first_valid(probe_valid[`ROCE_PROBE_RX_FIRST]),
    .probe_first_id(probe_id[64*`ROCE_PROBE_RX_FIRST +: 64]), .stat_frame(rx_frame), .stat_drop_frame(drop_frame),
    .stat_drop_icrc(drop_icrc), .stat_cnp(cnp), .stat_idle(idle[9]));

  roce_qp_recv #(.QPS(QPS), .SLOTS(SLOTS), .MRS(MRS)) u_qp_recv (
    .clk(clk), .rst(rst), .s_req_valid(req_valid), .s_req_ready(req_ready), .s_req_frame(req_frame),
    .s_req_src_ip(req_src_ip), .s_req_bth(req_bth), .s_req_ext(req_ext), .s_req_pay_bytes(req_pay_bytes),
    .s_req_pay_lane(req_pay_lane),
    .s_req_pay_beats(req_pay_beats), .s_req_end_valid(req_end_valid), .s_req_end_ready(req_end_ready),
    .s_req_end_ok(req_end_ok), .s_rqtok_valid(rqtok_valid), .s_rqtok_ready(rqtok_ready), .s_rqtok_qp(rqtok_qp),
    .s_peer_err_valid(recv_err_valid), .s_peer_err_ready(recv_err_ready),
    .s_peer_err_qp(recv_err_qp), .s_done_valid(exec_done_valid), .s_done_ready(exec_done_ready),
    .s_done_qp(exec_done_qp), .m_act_valid(req_act_valid), .m_act_ready(req_act_ready), .m_act_kind(req_act_kind),
    .m_act_frame(req_act_frame), .m_act_qp(req_act_qp), .m_act_addr(req_act_addr), .m_act_len(req_act_len),
    .m_act_lane(req_act_lane), .m_act_beats(req_act_beats), .m_act_cq(req_act_cq), .m_act_qpn(req_act_qpn),
    .m_act_opcode(req_act_opcode), .m_act_status(req_act_status), .m_act_with_imm(req_act_with_imm),
    .m_act_wqe_idx(req_act_wqe_idx), .m_act_byte_cnt(req_act_byte_cnt), .m_act_imm(req_act_imm),
    .m_act_src_qpn(req_act_src_qpn), .m_exec_valid(exec_valid), .m_exec_ready(exec_ready), .m_exec_kind(exec_kind),
    .m_exec_frame(exec_frame), .m_exec_qp(exec_qp), .m_exec_psn(exec_psn), .m_exec_msn(exec_msn),
    .m_exec_syndrome(exec_syndrome), .m_exec_dest_qpn(exec_dest_qpn), .m_exec_pkey(exec_pkey),
    .m_exec_dst_mac(exec_dst_mac), .m_exec_dst_ip(exec_dst_ip), .m_exec_udp_sport(exec_udp_sport),
    .m_exec_mtu(exec_mtu), .m_exec_addr(exec_addr), .m_exec_len(exec_len), .m_exec_swap_add(exec_swap_add),
    .m_exec_compare(exec_compare), .m_free_valid(recv_free_valid), .m_free_ready(recv_free_ready),
    .m_free_qp(recv_free_qp), .m_free_rq(recv_free_rq), .m_free_count(recv_free_count),
    .m_peer_err_valid(recv_peer_valid), .m_peer_err_ready(recv_peer_ready), .m_peer_err_qp(recv_peer_qp),
    .rqs_rd_en(rqs_rd_en), .rqs_rd_addr(rqs_rd_addr), .rqs_rd_data(rqs_rd_data), .cfg_rd_valid(cfg_rd_valid[1]),
    .cfg_rd_ready(cfg_rd_ready[1]), .cfg_rd_id(cfg_rd_id[16 +: 16]), .cfg_rsp_valid(cfg_rsp_valid[1]),
    .cfg_rsp_ready(cfg_rsp_ready[1]), .cfg_rsp_data(cfg_rsp_data[`ROCE_QP_CFG_BITS*1 +: `ROCE_QP_CFG_BITS]),
    .rx_rd_valid(rx_rd_valid), .rx_rd_ready(rx_rd_ready), .rx_rd_id(rx_rd_id), .rx_rsp_valid(rx_rsp_valid),
    .rx_rsp_ready(rx_rsp_ready), .rx_rsp_data(rx_rsp_data), .rx_wr_valid(rx_wr_valid), .rx_wr_id(rx_wr_id),
    .rx_wr_data(rx_wr_data), .mr_rd_valid(mr_rd_valid[1]), .mr_rd_ready(mr_rd_ready[1]),
    .mr_rd_id(mr_rd_id[16 +: 16]), .mr_rsp_valid(mr_rsp_valid[1]), .mr_rsp_ready(mr_rsp_ready[1]),
    .mr_rsp_data(mr_rsp_data[`ROCE_MR_CTX_BITS*1 +: `ROCE_MR_CTX_BITS]), .probe_packet_valid(probe_req_valid),
    .probe_packet_id(probe_req_id), .stat_drop_qp(drop_qp), .stat_drop_pkey(drop_pkey), .stat_drop_psn(drop_psn),
    .stat_nak(nak),
    .stat_qp_err(qp_err_rx), .stat_idle(idle[10]));

  roce_exec u_exec (
    .clk(clk), .rst(rst), .s_exec_valid(do_valid), .s_exec_ready(do_ready), .s_exec_kind(do_kind),
    .s_exec_frame(do_frame), .s_exec_qp(do_qp), .s_exec_psn(do_psn), .s_exec_msn(do_msn),
    .s_exec_syndrome(do_syndrome), .s_exec_dest_qpn(do_dest_qpn), .s_exec_pkey(do_pkey), .s_exec_dst_mac(do_dst_mac),
    .s_exec_dst_ip(do_dst_ip), .s_exec_udp_sport(do_udp_sport), .s_exec_mtu(do_mtu), .s_exec_addr(do_addr),
    .s_exec_len(do_len), .s_exec_swap_add(do_swap_add), .s_exec_compare(do_compare), .s_wr_pending(wr_pending),
    .m_rd_valid(rd_valid[2]), .m_rd_ready(rd_ready[2]), .m_rd_addr(rd_addr[128 +: 64]), .m_rd_len(rd_len[28 +: 14]),
    .m_rd_frame(rd_idx[32 +: 16]), .m_job_valid(rsp_job_valid), .m_job_ready(rsp_job_ready),
    .m_job_addr(rsp_job_addr), .m_job_len(rsp_job_len), .m_job_lane(rsp_job_lane), .m_ard_valid(rd_valid[3]),
    .m_ard_ready(rd_ready[3]), .m_ard_addr(rd_addr[192 +: 64]), .m_ard_frame(rd_idx[48 +: 16]),
    .s_ar_valid(r_valid[3]), .s_ar_data(ar_data), .s_ar_err(r_err), .m_aw_valid(aw_valid), .m_aw_ready(aw_ready),
    .m_aw_addr(aw_addr), .m_aw_data(aw_data), .m_aw_frame(aw_frame), .m_aw_qp(aw_qp), .s_aw_done(aw_done),
    .m_rsp_valid(ans_valid), .m_rsp_ready(ans_ready), .m_rsp_opcode(ans_opcode),
    .m_rsp_dest_qpn(ans_dest_qpn), .m_rsp_pkey(ans_pkey), .m_rsp_psn(ans_psn), .m_rsp_ext(ans_ext),
    .m_rsp_ext_bytes(ans_ext_bytes), .m_rsp_pay_bytes(ans_pay_bytes), .m_rsp_dst_mac(ans_dst_mac),
    .m_rsp_dst_ip(ans_dst_ip), .m_rsp_udp_sport(ans_udp_sport), .m_rsp_note(ans_note), .m_done_valid(exec_done_valid),
    .m_done_ready(exec_done_ready), .m_done_qp(exec_done_qp), .stat_merged(merged), .stat_idle(idle[11]));

  roce_rsp_rx #(.QPS(QPS), .SLOTS(SLOTS), .MRS(MRS)) u_rsp_rx (
    .clk(clk), .rst(rst), .s_rsp_valid(rsp_valid), .s_rsp_ready(rsp_ready), .s_rsp_frame(rsp_frame),
    .s_rsp_src_ip(rsp_src_ip), .s_rsp_bth(rsp_bth), .s_rsp_ext(rsp_ext), .s_rsp_pay_bytes(rsp_pay_bytes),
    .s_rsp_pay_lane(rsp_pay_lane),
    .s_rsp_pay_beats(rsp_pay_beats), .s_rsp_end_valid(verdict_valid), .s_rsp_end_ready(verdict_ready),
    .s_rsp_end_ok(verdict_ok), .s_issue_valid(told_valid), .s_issue_ready(told_ready), .s_issue_qp(told_qp),
    .s_issue_kind(told_kind), .s_issue_idx(told_idx), .s_issue_status(told_status), .m_act_valid(rsp_act_valid),
    .m_act_ready(rsp_act_ready), .m_act_kind(rsp_act_kind), .m_act_addr(rsp_act_addr), .m_act_len(rsp_act_len),
    .m_act_lane(rsp_act_lane), .m_act_beats(rsp_act_beats), .m_act_frame(rsp_act_frame), .m_act_qp(rsp_act_qp),
    .m_act_data(rsp_act_data), .m_act_cq(rsp_act_cq), .m_act_qpn(rsp_act_qpn), .m_act_opcode(rsp_act_opcode),
    .m_act_status(rsp_act_status), .m_act_with_imm(rsp_act_with_imm), .m_act_wqe_idx(rsp_act_wqe_idx),
    .m_act_byte_cnt(rsp_act_byte_cnt), .m_act_imm(rsp_act_imm), .m_act_src_qpn(rsp_act_src_qpn),
    .m_free_valid(rsp_free_valid), .m_free_ready(rsp_free_ready), .m_free_qp(rsp_free_qp), .m_free_rq(rsp_free_rq),
    .m_free_count(rsp_free_count), .m_rd_done_valid(rd_done_valid), .m_rd_done_ready(rd_done_ready),
    .m_rd_done_qp(rd_done_qp), .m_err_valid(rsp_err_valid), .m_err_ready(rsp_err_ready), .m_err_qp(rsp_err_qp),
    .sent_rd_en(sent_rd_en), .sent_rd_addr(sent_rd_addr), .sent_rd_data(sent_rd_data), .cfg_rd_valid(cfg_rd_valid[2]),
    .cfg_rd_ready(cfg_rd_ready[2]), .cfg_rd_id(cfg_rd_id[32 +: 16]), .cfg_rsp_valid(cfg_rsp_valid[2]),
    .cfg_rsp_ready(cfg_rsp_ready[2]), .cfg_rsp_data(cfg_rsp_data[`ROCE_QP_CFG_BITS*2 +: `ROCE_QP_CFG_BITS]),
    .tx_rd_valid(tx_rd_valid[1]), .tx_rd_ready(tx_rd_ready[1]), .tx_rd_id(tx_rd_id[16 +: 16]),
    .tx_rsp_valid(tx_rsp_valid[1]), .tx_rsp_ready(tx_rsp_ready[1]),
    .tx_rsp_data(tx_rsp_data[`ROCE_QP_TX_BITS*1 +: `ROCE_QP_TX_BITS]), .una_rd_valid(una_rd_valid),
    .una_rd_ready(una_rd_ready), .una_rd_id(una_rd_id), .una_rsp_valid(una_rsp_valid), .una_rsp_ready(una_rsp_ready),
    .una_rsp_data(una_rsp_data), .una_wr_valid(una_wr_valid), .una_wr_id(una_wr_id), .una_wr_data(una_wr_data),
    .mr_rd_valid(mr_rd_valid[2]), .mr_rd_ready(mr_rd_ready[2]), .mr_rd_id(mr_rd_id[32 +: 16]),
    .mr_rsp_valid(mr_rsp_valid[2]), .mr_rsp_ready(mr_rsp_ready[2]),
    .mr_rsp_data(mr_rsp_data[`ROCE_MR_CTX_BITS*2 +: `ROCE_MR_CTX_BITS]), .probe_packet_valid(probe_rsp_valid),
    .probe_packet_id(probe_rsp_id), .stat_drop_qp(drop_qp_rsp), .stat_drop_pkey(drop_pkey_rsp),
    .stat_drop_rsp(drop_rsp),
    .stat_implied_loss(implied_loss), .stat_qp_err(qp_err_rsp), .stat_idle(idle[12]));

  roce_wr #(.CQS(CQS)) u_wr (
    .clk(clk), .rst(rst), .cfg_mps(cfg_mps), .s_req_act_valid(req_act_valid), .s_req_act_ready(req_act_ready),
    .s_req_act_kind(req_act_kind), .s_req_act_addr(req_act_addr), .s_req_act_len(req_act_len),
    .s_req_act_lane(req_act_lane), .s_req_act_beats(req_act_beats), .s_req_act_frame(req_act_frame),
    .s_req_act_qp(req_act_qp), .s_req_act_cq(req_act_cq), .s_req_act_qpn(req_act_qpn),
    .s_req_act_opcode(req_act_opcode), .s_req_act_status(req_act_status), .s_req_act_with_imm(req_act_with_imm),
    .s_req_act_wqe_idx(req_act_wqe_idx), .s_req_act_byte_cnt(req_act_byte_cnt), .s_req_act_imm(req_act_imm),
    .s_req_act_src_qpn(req_act_src_qpn), .s_req_pay_valid(req_pay_in_valid), .s_req_pay_ready(req_pay_in_ready),
    .s_req_pay_data(req_pay_in_data), .s_rsp_act_valid(rsp_act_valid), .s_rsp_act_ready(rsp_act_ready),
    .s_rsp_act_kind(rsp_act_kind), .s_rsp_act_addr(rsp_act_addr), .s_rsp_act_len(rsp_act_len),
    .s_rsp_act_lane(rsp_act_lane), .s_rsp_act_beats(rsp_act_beats), .s_rsp_act_frame(rsp_act_frame),
    .s_rsp_act_qp(rsp_act_qp), .s_rsp_act_data(rsp_act_data), .s_rsp_act_cq(rsp_act_cq), .s_rsp_act_qpn(rsp_act_qpn),
    .s_rsp_act_opcode(rsp_act_opcode), .s_rsp_act_status(rsp_act_status), .s_rsp_act_with_imm(rsp_act_with_imm),
    .s_rsp_act_wqe_idx(rsp_act_wqe_idx), .s_rsp_act_byte_cnt(rsp_act_byte_cnt), .s_rsp_act_imm(rsp_act_imm),
    .s_rsp_act_src_qpn(rsp_act_src_qpn), .s_rsp_pay_valid(rsp_pay_in_valid), .s_rsp_pay_ready(rsp_pay_in_ready),
    .s_rsp_pay_data(rsp_pay_in_data), .s_aw_valid(aw_valid), .s_aw_ready(aw_ready), .s_aw_addr(aw_addr),
    .s_aw_data(aw_data), .s_aw_frame(aw_frame), .s_aw_qp(aw_qp), .m_aw_done(aw_done), .m_wr_valid(wr_valid),
    .m_wr_ready(wr_ready), .m_wr_addr(wr_addr), .m_wr_len(wr_len), .m_w_valid(w_valid), .m_w_ready(w_ready),
    .m_w_data(w_data), .s_wr_sent(wr_sent), .m_pending_req(wr_pending), .cq_rd_valid(cq_rd_valid),
    .cq_rd_ready(cq_rd_ready), .cq_rd_id(cq_rd_id), .cq_rsp_valid(cq_rsp_valid), .cq_rsp_ready(cq_rsp_ready),
    .cq_rsp_data(cq_rsp_data), .cq_wr_valid(cq_wr_valid), .cq_wr_id(cq_wr_id), .cq_wr_data(cq_wr_data),
    .probe_wr_valid(probe_valid[`ROCE_PROBE_MEM_WR]), .probe_wr_id(probe_id[64*`ROCE_PROBE_MEM_WR +: 64]),
    .stat_bad_cq(bad_cq), .stat_idle(idle[13]));

  roce_rd_mux #(.N(4)) u_rd_mux (
    .clk(clk), .rst(rst), .cfg_mrrs(cfg_mrrs), .s_rd_valid(rd_valid), .s_rd_ready(rd_ready), .s_rd_addr(rd_addr),
    .s_rd_len(rd_len), .s_rd_kind(rd_kind), .s_rd_qp(rd_qp), .s_rd_idx(rd_idx), .s_rd_count(rd_count),
    .m_r_valid(r_valid), .m_r_ready(r_ready), .m_r_data(r_data), .m_r_last(r_last), .m_r_err(r_err),
    .m_rd_valid(mem_rd_valid), .m_rd_ready(mem_rd_ready), .m_rd_addr(mem_rd_addr), .m_rd_len(mem_rd_len),
    .s_r_valid(line_valid), .s_r_ready(line_ready), .s_r_data(line_data), .s_r_last(line_last), .s_r_err(line_err),
    .probe_rd_valid(probe_valid[`ROCE_PROBE_MEM_RD]), .probe_rd_id(probe_id[64*`ROCE_PROBE_MEM_RD +: 64]),
    .stat_idle(idle[14]));

  pcie_dma #(.LINES(LINES)) u_dma (
    .clk(clk), .rst(rst), .cfg_now_cyc(cfg_now_cyc), .cfg_mps(cfg_mps), .cfg_mrrs(cfg_mrrs), .cfg_tags(cfg_tags),
    .cfg_req_id(REQ_ID), .cfg_timeout_cyc(cfg_timeout_cyc), .s_rd_valid(mem_rd_valid), .s_rd_ready(mem_rd_ready),
    .s_rd_addr(mem_rd_addr), .s_rd_len(mem_rd_len), .m_r_valid(line_valid), .m_r_ready(line_ready),
    .m_r_data(line_data), .m_r_last(line_last), .m_r_err(line_err), .s_wr_valid(wr_valid), .s_wr_ready(wr_ready),
    .s_wr_addr(wr_addr), .s_wr_len(wr_len), .s_w_valid(w_valid), .s_w_ready(w_ready), .s_w_data(w_data),
    .m_wr_sent(wr_sent), .m_rq_valid(m_rq_valid), .m_rq_ready(m_rq_ready), .m_rq_hdr(m_rq_hdr), .m_rq_data(m_rq_data),
    .m_rq_last(m_rq_last), .s_rc_valid(s_rc_valid), .s_rc_ready(s_rc_ready), .s_rc_hdr(s_rc_hdr),
    .s_rc_data(s_rc_data), .s_rc_last(s_rc_last), .fc_ph_limit(fc_ph_limit), .fc_pd_limit(fc_pd_limit),
    .fc_nph_limit(fc_nph_limit), .fc_npd_limit(fc_npd_limit), .fc_inf(fc_inf),
    .stat_outstanding(stat_pcie_outstanding), .stat_err(rd_err), .stat_unexpected(unexpected),
    .stat_wake_cyc(dma_wake_cyc), .stat_idle(idle[15]));


  // ---- requests and verdicts, delayed for the profiles that stand at published cycle counts
  wire [3:0] idle_pad;
  cm_delay #(.W(545), .DEPTH(PAD_DEPTH)) u_pad_tx (
    .clk(clk), .rst(rst), .cfg_now_cyc(cfg_now_cyc), .cfg_delay_cyc(cfg_pad_tx_cyc), .s_valid(tok_valid),
    .s_ready(tok_ready), .s_data({tok_qp, tok_idx, tok_wqe_ok, tok_wqe}), .m_valid(go_valid), .m_ready(go_ready),
    .m_data({go_qp, go_idx, go_wqe_ok, go_wqe}), .stat_idle(idle_pad[0]));

  cm_delay #(.W(453), .DEPTH(PAD_DEPTH)) u_pad_rx (
    .clk(clk), .rst(rst), .cfg_now_cyc(cfg_now_cyc), .cfg_delay_cyc(cfg_pad_rx_cyc), .s_valid(exec_valid),
    .s_ready(exec_ready), .s_data({exec_kind, exec_frame, exec_qp, exec_psn, exec_msn, exec_syndrome, exec_dest_qpn,
             exec_pkey, exec_dst_mac, exec_dst_ip, exec_udp_sport, exec_mtu, exec_addr, exec_len,
             exec_swap_add, exec_compare}),
    .m_valid(do_valid), .m_ready(do_ready),
    .m_data({do_kind, do_frame, do_qp, do_psn, do_msn, do_syndrome, do_dest_qpn, do_pkey, do_dst_mac,
             do_dst_ip, do_udp_sport, do_mtu, do_addr, do_len, do_swap_add, do_compare}), .stat_idle(idle_pad[1]));

  cm_delay #(.W(514), .DEPTH(PAD_DEPTH)) u_pad_rsp_tx (
    .clk(clk), .rst(rst), .cfg_now_cyc(cfg_now_cyc), .cfg_delay_cyc(cfg_pad_rsp_tx_cyc), .s_valid(r_valid[2]),
    .s_ready(r_ready[2]), .s_data({r_err, r_last, r_data}), .m_valid(rsp_r_valid), .m_ready(rsp_r_ready),
    .m_data({rsp_r_err, rsp_r_last, rsp_r_data}), .stat_idle(idle_pad[2]));

  cm_delay #(.W(1), .DEPTH(PAD_DEPTH)) u_pad_rsp_rx (
    .clk(clk), .rst(rst), .cfg_now_cyc(cfg_now_cyc), .cfg_delay_cyc(cfg_pad_rsp_rx_cyc), .s_valid(rsp_end_valid),
    .s_ready(rsp_end_ready), .s_data(rsp_end_ok), .m_valid(verdict_valid), .m_ready(verdict_ready),
    .m_data(verdict_ok), .stat_idle(idle_pad[3]));

  // ---- request packets: the frame waits beside its payload
  wire pkt_pays  = pkt_pay_bytes != 14'd0;
  wire job_ready, frames_ready, frames_idle;
  wire pkt_take  = pkt_valid && pkt_ready;

  assign pkt_ready = frames_ready && job_ready;

  cm_fifo_pass #(.W(461), .DEPTH(64)) u_frames (
    .clk(clk), .rst(rst), .s_valid(pkt_take), .s_ready(frames_ready),
    .s_data({pkt_opcode, pkt_se, pkt_ack_req, pkt_dest_qpn, pkt_pkey, pkt_psn, pkt_ext, pkt_ext_bytes, pkt_pay_bytes,
             pkt_dst_mac, pkt_dst_ip, pkt_udp_sport, 16'd0, pkt_idx, pkt_qp}),
    .m_valid(fr_valid), .m_ready(fr_ready),
    .m_data({fr_opcode, fr_se, fr_ack_req, fr_dest_qpn, fr_pkey, fr_psn, fr_ext, fr_ext_bytes, fr_pay_bytes,
             fr_dst_mac, fr_dst_ip, fr_udp_sport, fr_note}), .stat_count(), .stat_idle(frames_idle));

  // ---- who hears of an error of a queue pair: both halves, but for the one that found it
  wire [2:0] errs_idle;
  wire       both_valid, both_ready;
  wire [15:0] both_qp;
  reg        to_send_q, to_recv_q;           // that half has heard of the one at hand
  wire       tell_send_ready, tell_recv_ready;

  cm_arb_rr #(.N(2), .W(16)) u_both (
    .clk(clk), .rst(rst), .s_valid({rsp_err_valid, host_err_valid}), .s_ready({rsp_err_ready, host_err_ready}),
    .s_data({rsp_err_qp, host_err_qp}), .s_last(2'b11), .m_valid(both_valid), .m_ready(both_ready),
    .m_data(both_qp), .m_src(), .m_last());

  wire tell_send = both_valid && !to_send_q;
  wire tell_recv = both_valid && !to_recv_q;
  assign both_ready = (to_send_q || tell_send_ready) && (to_recv_q || tell_recv_ready);

  always @(posedge clk) begin
    if (rst || !both_valid || both_ready) begin
      to_send_q <= 1'b0;
      to_recv_q <= 1'b0;
    end else begin
      if (tell_send_ready) to_send_q <= 1'b1;
      if (tell_recv_ready) to_recv_q <= 1'b1;
    end
  end

  cm_arb_rr #(.N(2), .W(16)) u_send_err (
    .clk(clk), .rst(rst), .s_valid({recv_peer_valid, tell_send}), .s_ready({recv_peer_ready, tell_send_ready}),
    .s_data({recv_peer_qp, both_qp}), .s_last(2'b11), .m_valid(send_err_valid), .m_ready(send_err_ready),
    .m_data(send_err_qp), .m_src(), .m_last());

  cm_arb_rr #(.N(2), .W(16)) u_recv_err (
    .clk(clk), .rst(rst), .s_valid({send_peer_valid, tell_recv}), .s_ready({send_peer_ready, tell_recv_ready}),
    .s_data({send_peer_qp, both_qp}), .s_last(2'b11), .m_valid(recv_err_valid), .m_ready(recv_err_ready),
    .m_data(recv_err_qp), .m_src(), .m_last());

  assign errs_idle = {!both_valid, !send_err_valid, !recv_err_valid};

  // ---- entries of work queues that are finished
  cm_arb_rr #(.N(2), .W(25)) u_free (
    .clk(clk), .rst(rst), .s_valid({rsp_free_valid, recv_free_valid}),
    .s_ready({rsp_free_ready, recv_free_ready}),
    .s_data({rsp_free_qp, rsp_free_rq, rsp_free_count, recv_free_qp, recv_free_rq, recv_free_count}),
    .s_last(2'b11), .m_valid(free_valid), .m_ready(free_ready), .m_data({free_qp, free_rq, free_count}), .m_src(),
    .m_last());

  // ---- messages from the sending to the completing half
  wire told_idle = !told_valid;
  cm_skid #(.W(42)) u_told (
    .clk(clk), .rst(rst), .s_valid(issue_valid), .s_ready(issue_ready),
    .s_data({issue_qp, issue_kind, issue_idx, issue_status}), .m_valid(told_valid), .m_ready(told_ready),
    .m_data({told_qp, told_kind, told_idx, told_status}));

  // ---- a queue pair whose static part was written may have left SQD
  wire wake_room, wake_idle;
  cm_fifo #(.W(16), .DEPTH(4)) u_wake (
    .clk(clk), .rst(rst), .s_valid(ctx_valid && ctx_ready && ctx_kind == 3'd1 && {16'd0, ctx_id} < QPS),
    .s_ready(wake_room), .s_data(ctx_id), .m_valid(wake_valid), .m_ready(wake_ready), .m_data(wake_qp),
    .stat_count(), .stat_idle(wake_idle));

  // ---- memory reads: whose they are
  assign rd_kind        = {2'd2, 2'd2, 2'd1, fetch_rq ? 2'd3 : 2'd0};
  assign rd_qp[63:32]   = 32'd0;
  assign rd_count[31:8] = 24'd0;
  assign rd_len[55:42]  = 14'd8;                // atomics
  assign r_ready[3]     = 1'b1;

  wire [63:0] ar_data = r_data[{rd_addr[192 + 3 +: 3], 6'd0} +: 64];   // the 8 bytes of an atomic

  // ---- slot stores
  cm_ram_sdp #(.W(512), .DEPTH(QPS * SLOTS)) u_sq (
    .clk(clk), .wr_en(sq_wr_valid), .wr_addr(sq_wr_addr[SLOT_AW-1:0]), .wr_data(sq_wr_data), .rd_en(sq_rd_en),
    .rd_addr(sq_rd_addr[SLOT_AW-1:0]), .rd_data(sq_rd_data));

  cm_ram_sdp #(.W(201), .DEPTH(QPS * SLOTS)) u_sent (
    .clk(clk), .wr_en(sent_wr_valid), .wr_addr(sent_wr_addr[SLOT_AW-1:0]), .wr_data(sent_wr_data),
    .rd_en(sent_rd_en), .rd_addr(sent_rd_addr[SLOT_AW-1:0]), .rd_data(sent_rd_data));

  cm_ram_sdp #(.W(128), .DEPTH(QPS * SLOTS)) u_rqs (
    .clk(clk), .wr_en(rqs_wr_valid), .wr_addr(rqs_wr_addr[SLOT_AW-1:0]), .wr_data(rqs_wr_data), .rd_en(rqs_rd_en),
    .rd_addr(rqs_rd_addr[SLOT_AW-1:0]), .rd_data(rqs_rd_data));

  // ---- observation
  wire probe_req_valid, probe_rsp_valid, packet_idle, packet_other;
  wire [63:0] probe_req_id, probe_rsp_id, packet_id;

  // both halves may accept a packet in one cycle; the second one is reported a cycle later
  cm_arb_rr #(.N(2), .W(64)) u_packet (
    .clk(clk), .rst(rst), .s_valid({rsp_seen_valid, req_seen_valid}), .s_ready({rsp_seen_ready, req_seen_ready}),
    .s_data({rsp_seen_id, req_seen_id}), .s_last(2'b11), .m_valid(probe_valid[`ROCE_PROBE_RX_PACKET]),
    .m_ready(1'b1), .m_data(packet_id), .m_src(packet_other), .m_last());

  wire req_seen_valid, req_seen_ready, rsp_seen_valid, rsp_seen_ready, req_seen_idle, rsp_seen_idle, seen_room_req,
       seen_room_rsp;
  wire [63:0] req_seen_id, rsp_seen_id;
  cm_fifo #(.W(64), .DEPTH(4)) u_req_seen (
    .clk(clk), .rst(rst), .s_valid(probe_req_valid), .s_ready(seen_room_req), .s_data(probe_req_id),
    .m_valid(req_seen_valid), .m_ready(req_seen_ready), .m_data(req_seen_id), .stat_count(),
    .stat_idle(req_seen_idle));
  cm_fifo #(.W(64), .DEPTH(4)) u_rsp_seen (
    .clk(clk), .rst(rst), .s_valid(probe_rsp_valid), .s_ready(seen_room_rsp), .s_data(probe_rsp_id),
    .m_valid(rsp_seen_valid), .m_ready(rsp_seen_ready), .m_data(rsp_seen_id), .stat_count(),
    .stat_idle(rsp_seen_idle));

  assign probe_id[64*`ROCE_PROBE_RX_PACKET +: 64] = packet_id;
  assign packet_idle = req_seen_idle && rsp_seen_idle && !probe_valid[`ROCE_PROBE_RX_PACKET];

  wire stall_idle, stall_ready;
  cm_fifo #(.W(64), .DEPTH(16)) u_stalls (
    .clk(clk), .rst(rst), .s_valid(stall_valid), .s_ready(stall_ready), .s_data(stall_event),
    .m_valid(m_stall_valid), .m_ready(m_stall_ready), .m_data(m_stall_event), .stat_count(), .stat_idle(stall_idle));

  reg [15:0] outstanding_q;
  wire       begins = go_valid && go_ready;
  wire       ends   = rsp_free_valid && rsp_free_ready;

  always @(posedge clk) begin
    if (rst) outstanding_q <= 16'd0;
    else     outstanding_q <= outstanding_q + {15'd0, begins} - (ends ? {8'd0, rsp_free_count} : 16'd0);
  end

  assign stat_outstanding = outstanding_q;
  assign stat_wake_cyc = send_wake_cyc < dma_wake_cyc ? send_wake_cyc : dma_wake_cyc;
  // Work is also what waits for answers; reading the register that tells of it is none.
  wire   work_idle = (&idle[IDLES-1:3]) && (&idle_pad) && (&errs_idle) && frames_idle && !free_valid && told_idle &&
                     wake_idle && !s_rx_valid && !s_rc_valid;
  assign busy      = !work_idle || outstanding_q != 16'd0 || stat_pcie_outstanding != 16'd0;
  assign stat_idle = work_idle && (&idle[2:0]) && packet_idle && stall_idle && !s_cq_valid;

  wire unused = &{1'b0, wake_room, packet_other, stall_ready, seen_room_req,
                  seen_room_rsp, sq_wr_addr, sq_rd_addr,
                  sent_wr_addr, sent_rd_addr, rqs_wr_addr, rqs_rd_addr, pkt_pay_addr};

  // ---- the hold rule, on the ports and between the modules
  generate
    if (CHECK != 0) begin : g_check
      cm_stream_check #(.W(577)) u_rx (
        .clk(clk), .rst(rst), .valid(s_rx_valid), .ready(s_rx_ready), .data({s_rx_last, s_rx_keep, s_rx_data}));
      cm_stream_check #(.W(577)) u_tx (
        .clk(clk), .rst(rst), .valid(m_tx_valid), .ready(m_tx_ready), .data({m_tx_last, m_tx_keep, m_tx_data}));
      cm_stream_check #(.W(641)) u_rq (
        .clk(clk), .rst(rst), .valid(m_rq_valid), .ready(m_rq_ready),
        .data({m_rq_last, m_rq_hdr, m_rq_hdr[126] ? m_rq_data : 512'd0}));
      cm_stream_check #(.W(641)) u_rc (
        .clk(clk), .rst(rst), .valid(s_rc_valid), .ready(s_rc_ready), .data({s_rc_last, s_rc_hdr, s_rc_data}));
      cm_stream_check #(.W(641)) u_cq (
        .clk(clk), .rst(rst), .valid(s_cq_valid), .ready(s_cq_ready), .data({s_cq_last, s_cq_hdr, s_cq_data}));
      cm_stream_check #(.W(129)) u_cc (
        .clk(clk), .rst(rst), .valid(m_cc_valid), .ready(m_cc_ready), .data({m_cc_last, m_cc_hdr}));
      cm_stream_check #(.W(32)) u_tok (
        .clk(clk), .rst(rst), .valid(tok_valid), .ready(tok_ready), .data({tok_qp, tok_idx}));
      cm_stream_check #(.W(78)) u_pkt (
        .clk(clk), .rst(rst), .valid(pkt_valid), .ready(pkt_ready),
        .data({pkt_opcode, pkt_psn, pkt_pay_bytes, pkt_qp, pkt_idx}));
      cm_stream_check #(.W(112)) u_req (
        .clk(clk), .rst(rst), .valid(req_valid), .ready(req_ready), .data({req_frame, req_bth}));
      cm_stream_check #(.W(112)) u_rsp (
        .clk(clk), .rst(rst), .valid(rsp_valid), .ready(rsp_ready), .data({rsp_frame, rsp_bth}));
      cm_stream_check #(.W(154)) u_exec (
        .clk(clk), .rst(rst), .valid(exec_valid), .ready(exec_ready),
        .data({exec_kind, exec_frame, exec_qp, exec_psn, exec_addr, exec_len}));
      cm_stream_check #(.W(68)) u_ans (
        .clk(clk), .rst(rst), .valid(ans_valid), .ready(ans_ready),
        .data({ans_opcode, ans_psn, ans_pay_bytes, ans_pkey[15:0], 6'd0}));
      cm_stream_check #(.W(98)) u_rsp_act (
        .clk(clk), .rst(rst), .valid(rsp_act_valid), .ready(rsp_act_ready),
        .data({rsp_act_kind, rsp_act_addr, rsp_act_frame, rsp_act_qp}));
      cm_stream_check #(.W(98)) u_req_act (
        .clk(clk), .rst(rst), .valid(req_act_valid), .ready(req_act_ready),
        .data({req_act_kind, req_act_addr, req_act_frame, req_act_qp}));
      cm_stream_check #(.W(78)) u_wr (
        .clk(clk), .rst(rst), .valid(wr_valid), .ready(wr_ready), .data({wr_addr, wr_len}));
      cm_stream_check #(.W(512)) u_w (
        .clk(clk), .rst(rst), .valid(w_valid), .ready(w_ready), .data(w_data));
      cm_stream_check #(.W(78)) u_mem_rd (
        .clk(clk), .rst(rst), .valid(mem_rd_valid), .ready(mem_rd_ready), .data({mem_rd_addr, mem_rd_len}));
      cm_stream_check #(.W(513)) u_line (
        .clk(clk), .rst(rst), .valid(line_valid), .ready(line_ready), .data({line_last, line_data}));
    end
  endgenerate

endmodule

`resetall
