// SPDX-License-Identifier: Apache-2.0
// urma_ldst: the load/store path beside URMA. Wires and instances only. A load or store of the host to the window
//   becomes a frame, its response an R or B; requests of peers go to memory and their responses back to the link.
//   Latency    : passes of 64 B, first beat in to first beat out, without cfg_pad_*: load 4, store 4 (from its last W
//                beat), request in 5, memory data to response 2, response to R 4, to B 3.
//   Throughput : 1 beat per cycle on every port.
//   Back-press : see the modules.
//   Order      : requests are answered in their order, over loads and stores, one path and one target at a time.
//   Error      : see urma_ldst_req, urma_ldst_exec, urma_ldst_cmpl.
//   Reset      : nothing under way.
//   Source     : UB base specification, load/store over transport bypass (packet class CFG 9); rtl/urma/README.md.

`resetall
`default_nettype none
`include "cm_assert.vh"
`include "ubn_records.vh"

module urma_ldst #(
  parameter SEGS        = 1024,
  parameter OUTSTANDING = 64,
  parameter PAD_DEPTH   = 32
) (
  input  wire         clk,
  input  wire         rst,
  input  wire [47:0]  cfg_now_cyc,
  input  wire [47:0]  cfg_mac,
  input  wire [15:0]  cfg_cna,
  input  wire [7:0]   cfg_pad_tx_cyc,
  input  wire [7:0]   cfg_pad_rx_cyc,
  input  wire [7:0]   cfg_pad_rsp_tx_cyc,
  input  wire [7:0]   cfg_pad_rsp_rx_cyc,
  // window: AXI4 subordinate
  input  wire         s_awvalid,
  output wire         s_awready,
  input  wire [3:0]   s_awid,
  input  wire [31:0]  s_awaddr,
  input  wire [7:0]   s_awlen,
  input  wire [2:0]   s_awsize,
  input  wire [1:0]   s_awburst,
  input  wire         s_wvalid,
  output wire         s_wready,
  input  wire [511:0] s_wdata,
  input  wire [63:0]  s_wstrb,
  input  wire         s_wlast,
  output wire         s_bvalid,
  input  wire         s_bready,
  output wire [3:0]   s_bid,
  output wire [1:0]   s_bresp,
  input  wire         s_arvalid,
  output wire         s_arready,
  input  wire [3:0]   s_arid,
  input  wire [31:0]  s_araddr,
  input  wire [7:0]   s_arlen,
  input  wire [2:0]   s_arsize,
  input  wire [1:0]   s_arburst,
  output wire         s_rvalid,
  input  wire         s_rready,
  output wire [3:0]   s_rid,
  output wire [511:0] s_rdata,
  output wire [1:0]   s_rresp,
  output wire         s_rlast,
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
  // memory: read
  output wire         m_rd_valid,
  input  wire         m_rd_ready,
  output wire [63:0]  m_rd_addr,
  output wire [13:0]  m_rd_len,
  input  wire         s_r_valid,
  output wire         s_r_ready,
  input  wire [511:0] s_r_data,
  input  wire         s_r_err,
  // memory: write; s_done tells, in order, that a command is answered
  output wire         m_wr_valid,
  input  wire         m_wr_ready,
  output wire [63:0]  m_wr_addr,
  output wire [13:0]  m_wr_len,
  output wire         m_w_valid,
  input  wire         m_w_ready,
  output wire [511:0] m_w_data,
  input  wire         s_done_valid,
  input  wire         s_done_err,
  // context ports
  output wire         win_rd_valid,
  input  wire         win_rd_ready,
  output wire [15:0]  win_rd_id,
  input  wire         win_rsp_valid,
  output wire         win_rsp_ready,
  input  wire [`URMA_WIN_CTX_BITS-1:0] win_rsp_data,
  output wire         seg_rd_valid,
  input  wire         seg_rd_ready,
  output wire [15:0]  seg_rd_id,
  input  wire         seg_rsp_valid,
  output wire         seg_rsp_ready,
  input  wire [`URMA_SEG_CTX_BITS-1:0] seg_rsp_data,
  // observation
  output wire         probe_first_valid,
  output wire [63:0]  probe_first_id,
  output wire         probe_rx_valid,
  output wire [63:0]  probe_rx_id,
  output wire         stat_rx_frame,
  output wire         stat_tx_frame,
  output wire         stat_refused,
  output wire         stat_denied,
  output wire         stat_drop_frame,
  output wire         stat_drop_rsp,
  output wire         stat_idle
);

  localparam REQ_W = 2 + 48 + 16 + 1 + 20 + 58 + 3 + 16 + 7;
  localparam DO_W  = 3 + 7 + 48 + 16 + 16 + 20 + 58 + 3;

  wire [14:0]  idle;

  // ---- requests of the host
  wire         ld_valid, ld_ready, st_valid, st_ready, st_ok, w_valid, w_ready;
  wire [3:0]   ld_id, st_id;
  wire [31:0]  ld_addr, st_addr;
  wire [7:0]   ld_len, st_len;
  wire [2:0]   ld_size, st_size;
  wire [1:0]   ld_burst, st_burst;
  wire [6:0]   st_beats;
  wire [511:0] w_data;
  wire         req_valid, req_ready, req_store, req_discard, req_so, go_valid, go_ready, go_store, go_discard, go_so;
  wire [47:0]  req_dst_mac, go_dst_mac;
  wire [15:0]  req_dcna, req_tassn, go_dcna, go_tassn;
  wire [19:0]  req_token_id, go_token_id;
  wire [57:0]  req_line, go_line;
  wire [2:0]   req_code, go_code;
  wire [6:0]   req_beats, go_beats;
  wire         own_valid, own_ready, own_store;
  wire [3:0]   own_id;
  wire [7:0]   own_len;
  wire [1:0]   own_resp;
  wire [15:0]  own_tassn;

  assign idle[0] = !ld_valid;

  cm_skid #(.W(49)) u_ar (
    .clk(clk), .rst(rst), .s_valid(s_arvalid), .s_ready(s_arready),
    .s_data({s_arid, s_araddr, s_arlen, s_arsize, s_arburst}), .m_valid(ld_valid), .m_ready(ld_ready),
    .m_data({ld_id, ld_addr, ld_len, ld_size, ld_burst}));

  urma_ldst_store u_store (
    .clk(clk), .rst(rst), .s_awvalid(s_awvalid), .s_awready(s_awready), .s_awid(s_awid), .s_awaddr(s_awaddr),
    .s_awlen(s_awlen), .s_awsize(s_awsize), .s_awburst(s_awburst), .s_wvalid(s_wvalid), .s_wready(s_wready),
    .s_wdata(s_wdata), .s_wstrb(s_wstrb), .s_wlast(s_wlast), .m_st_valid(st_valid), .m_st_ready(st_ready),
    .m_st_id(st_id), .m_st_addr(st_addr), .m_st_len(st_len), .m_st_size(st_size), .m_st_burst(st_burst),
    .m_st_ok(st_ok), .m_st_beats(st_beats), .m_w_valid(w_valid), .m_w_ready(w_ready), .m_w_data(w_data),
    .stat_idle(idle[1]));

  urma_ldst_req u_req (
    .clk(clk), .rst(rst), .s_ld_valid(ld_valid), .s_ld_ready(ld_ready), .s_ld_id(ld_id), .s_ld_addr(ld_addr),
    .s_ld_len(ld_len), .s_ld_size(ld_size), .s_ld_burst(ld_burst), .s_st_valid(st_valid), .s_st_ready(st_ready),
    .s_st_id(st_id), .s_st_addr(st_addr), .s_st_len(st_len), .s_st_size(st_size), .s_st_burst(st_burst),
    .s_st_ok(st_ok), .s_st_beats(st_beats), .m_req_valid(req_valid), .m_req_ready(req_ready),
    .m_req_store(req_store), .m_req_discard(req_discard), .m_req_dst_mac(req_dst_mac), .m_req_dcna(req_dcna),
    .m_req_so(req_so), .m_req_token_id(req_token_id), .m_req_line(req_line), .m_req_code(req_code),
    .m_req_tassn(req_tassn), .m_req_beats(req_beats), .m_owed_valid(own_valid), .m_owed_ready(own_ready),
    .m_owed_store(own_store), .m_owed_id(own_id), .m_owed_len(own_len), .m_owed_resp(own_resp),
    .m_owed_tassn(own_tassn), .win_rd_valid(win_rd_valid), .win_rd_ready(win_rd_ready), .win_rd_id(win_rd_id),
    .win_rsp_valid(win_rsp_valid), .win_rsp_ready(win_rsp_ready), .win_rsp_data(win_rsp_data),
    .stat_refused(stat_refused), .stat_idle(idle[2]));

  cm_delay #(.W(REQ_W), .DEPTH(PAD_DEPTH)) u_pad_tx (
    .clk(clk), .rst(rst), .cfg_now_cyc(cfg_now_cyc), .cfg_delay_cyc(cfg_pad_tx_cyc), .s_valid(req_valid),
    .s_ready(req_ready),
    .s_data({req_store, req_discard, req_dst_mac, req_dcna, req_so, req_token_id, req_line, req_code, req_tassn,
             req_beats}),
    .m_valid(go_valid), .m_ready(go_ready),
    .m_data({go_store, go_discard, go_dst_mac, go_dcna, go_so, go_token_id, go_line, go_code, go_tassn, go_beats}),
    .stat_idle(idle[3]));

  // ---- frames out
  wire         rsp_valid, rsp_ready, rsp_data, rsp_poison, data_valid, data_ready, data_err;
  wire [47:0]  rsp_dst_mac;
  wire [15:0]  rsp_dcna, rsp_tassn;
  wire [1:0]   rsp_status;
  wire [6:0]   rsp_beats;
  wire [511:0] data;

  urma_ldst_build u_build (
    .clk(clk), .rst(rst), .cfg_mac(cfg_mac), .cfg_cna(cfg_cna), .s_req_valid(go_valid), .s_req_ready(go_ready),
    .s_req_store(go_store), .s_req_discard(go_discard), .s_req_dst_mac(go_dst_mac), .s_req_dcna(go_dcna),
    .s_req_so(go_so), .s_req_token_id(go_token_id), .s_req_line(go_line), .s_req_code(go_code),
    .s_req_tassn(go_tassn), .s_req_beats(go_beats), .s_w_valid(w_valid), .s_w_ready(w_ready), .s_w_data(w_data),
    .s_rsp_valid(rsp_valid), .s_rsp_ready(rsp_ready), .s_rsp_dst_mac(rsp_dst_mac), .s_rsp_dcna(rsp_dcna),
    .s_rsp_tassn(rsp_tassn), .s_rsp_data(rsp_data), .s_rsp_status(rsp_status), .s_rsp_poison(rsp_poison),
    .s_rsp_beats(rsp_beats), .s_r_valid(data_valid), .s_r_ready(data_ready), .s_r_data(data), .s_r_err(data_err),
    .m_valid(m_tx_valid), .m_ready(m_tx_ready), .m_data(m_tx_data), .m_keep(m_tx_keep), .m_last(m_tx_last),
    .m_user_err(m_tx_user_err), .probe_first_valid(probe_first_valid), .probe_first_id(probe_first_id),
    .stat_frame(stat_tx_frame), .stat_idle(idle[4]));

  // ---- frames in
  wire         in_valid, in_ready, in_ok, in_store, in_poison, do_valid, do_ready, do_ok, do_store, do_poison;
  wire [6:0]   in_beats, do_beats;
  wire [47:0]  in_src_mac, do_src_mac;
  wire [15:0]  in_scna, in_tassn, do_scna, do_tassn;
  wire [19:0]  in_token_id, do_token_id;
  wire [57:0]  in_line, do_line;
  wire [2:0]   in_code, do_code;
  wire         inw_valid, inw_ready, inr_valid, inr_ready, ans_valid, ans_ready, ans_ok, ans_data, ans_bad;
  wire [511:0] inw_data, inr_data;
  wire [6:0]   ans_beats, got_beats;
  wire [15:0]  ans_tassn, got_tassn;
  wire         got_valid, got_ready, got_ok, got_data, got_bad;

  urma_ldst_parse u_parse (
    .clk(clk), .rst(rst), .cfg_cna(cfg_cna), .s_valid(s_rx_valid), .s_ready(s_rx_ready), .s_data(s_rx_data),
    .s_keep(s_rx_keep), .s_last(s_rx_last), .s_user_err(s_rx_user_err), .m_req_valid(in_valid),
    .m_req_ready(in_ready), .m_req_ok(in_ok), .m_req_store(in_store), .m_req_poison(in_poison),
    .m_req_beats(in_beats), .m_req_src_mac(in_src_mac), .m_req_scna(in_scna), .m_req_tassn(in_tassn),
    .m_req_token_id(in_token_id), .m_req_line(in_line), .m_req_code(in_code), .m_w_valid(inw_valid),
    .m_w_ready(inw_ready), .m_w_data(inw_data), .m_rsp_valid(ans_valid), .m_rsp_ready(ans_ready),
    .m_rsp_ok(ans_ok), .m_rsp_data(ans_data), .m_rsp_bad(ans_bad), .m_rsp_beats(ans_beats),
    .m_rsp_tassn(ans_tassn), .m_r_valid(inr_valid), .m_r_ready(inr_ready), .m_r_data(inr_data),
    .probe_rx_valid(probe_rx_valid), .probe_rx_id(probe_rx_id), .stat_frame(stat_rx_frame),
    .stat_drop(stat_drop_frame), .stat_idle(idle[5]));

  // ---- target
  wire         owed_valid, owed_ready, owed_store, owed_denied, done_valid, done_ready, done_err, done_room;
  wire         fin_valid, fin_ready, fin_err;
  wire [2:0]   owed_code;
  wire [47:0]  owed_dst_mac;
  wire [15:0]  owed_dcna, owed_tassn;

  cm_delay #(.W(DO_W), .DEPTH(PAD_DEPTH)) u_pad_rx (
    .clk(clk), .rst(rst), .cfg_now_cyc(cfg_now_cyc), .cfg_delay_cyc(cfg_pad_rx_cyc), .s_valid(in_valid),
    .s_ready(in_ready),
    .s_data({in_ok, in_store, in_poison, in_beats, in_src_mac, in_scna, in_tassn, in_token_id, in_line, in_code}),
    .m_valid(do_valid), .m_ready(do_ready),
    .m_data({do_ok, do_store, do_poison, do_beats, do_src_mac, do_scna, do_tassn, do_token_id, do_line, do_code}),
    .stat_idle(idle[6]));

  urma_ldst_exec #(.SEGS(SEGS)) u_exec (
    .clk(clk), .rst(rst), .s_req_valid(do_valid), .s_req_ready(do_ready), .s_req_ok(do_ok), .s_req_store(do_store),
    .s_req_poison(do_poison), .s_req_beats(do_beats), .s_req_src_mac(do_src_mac), .s_req_scna(do_scna),
    .s_req_tassn(do_tassn), .s_req_token_id(do_token_id), .s_req_line(do_line), .s_req_code(do_code),
    .s_w_valid(inw_valid), .s_w_ready(inw_ready), .s_w_data(inw_data), .m_rd_valid(m_rd_valid),
    .m_rd_ready(m_rd_ready), .m_rd_addr(m_rd_addr), .m_rd_len(m_rd_len), .m_wr_valid(m_wr_valid),
    .m_wr_ready(m_wr_ready), .m_wr_addr(m_wr_addr), .m_wr_len(m_wr_len), .m_w_valid(m_w_valid),
    .m_w_ready(m_w_ready), .m_w_data(m_w_data), .m_rsp_valid(owed_valid), .m_rsp_ready(owed_ready),
    .m_rsp_store(owed_store), .m_rsp_denied(owed_denied), .m_rsp_code(owed_code), .m_rsp_dst_mac(owed_dst_mac),
    .m_rsp_dcna(owed_dcna), .m_rsp_tassn(owed_tassn), .seg_rd_valid(seg_rd_valid), .seg_rd_ready(seg_rd_ready),
    .seg_rd_id(seg_rd_id), .seg_rsp_valid(seg_rsp_valid), .seg_rsp_ready(seg_rsp_ready),
    .seg_rsp_data(seg_rsp_data), .stat_denied(stat_denied), .stat_idle(idle[7]));

  cm_delay #(.W(513), .DEPTH(PAD_DEPTH)) u_pad_rsp_tx (
    .clk(clk), .rst(rst), .cfg_now_cyc(cfg_now_cyc), .cfg_delay_cyc(cfg_pad_rsp_tx_cyc), .s_valid(s_r_valid),
    .s_ready(s_r_ready), .s_data({s_r_err, s_r_data}), .m_valid(data_valid), .m_ready(data_ready),
    .m_data({data_err, data}), .stat_idle(idle[8]));

  cm_fifo #(.W(1), .DEPTH(OUTSTANDING)) u_done (
    .clk(clk), .rst(rst), .s_valid(s_done_valid), .s_ready(done_room), .s_data(s_done_err), .m_valid(done_valid),
    .m_ready(done_ready), .m_data(done_err), .stat_count(), .stat_idle(idle[9]));

  cm_delay #(.W(1), .DEPTH(PAD_DEPTH)) u_pad_done (
    .clk(clk), .rst(rst), .cfg_now_cyc(cfg_now_cyc), .cfg_delay_cyc(cfg_pad_rsp_tx_cyc), .s_valid(done_valid),
    .s_ready(done_ready), .s_data(done_err), .m_valid(fin_valid), .m_ready(fin_ready), .m_data(fin_err),
    .stat_idle(idle[10]));

  urma_ldst_rsp #(.DEPTH(OUTSTANDING)) u_rsp (
    .clk(clk), .rst(rst), .s_owed_valid(owed_valid), .s_owed_ready(owed_ready), .s_owed_store(owed_store),
    .s_owed_denied(owed_denied), .s_owed_code(owed_code), .s_owed_dst_mac(owed_dst_mac), .s_owed_dcna(owed_dcna),
    .s_owed_tassn(owed_tassn), .s_data_valid(data_valid), .s_data_err(data_err), .s_done_valid(fin_valid),
    .s_done_ready(fin_ready), .s_done_err(fin_err), .m_rsp_valid(rsp_valid), .m_rsp_ready(rsp_ready),
    .m_rsp_dst_mac(rsp_dst_mac), .m_rsp_dcna(rsp_dcna), .m_rsp_tassn(rsp_tassn), .m_rsp_data(rsp_data),
    .m_rsp_status(rsp_status), .m_rsp_poison(rsp_poison), .m_rsp_beats(rsp_beats), .stat_idle(idle[11]));

  // ---- answers to the host
  cm_delay #(.W(26), .DEPTH(PAD_DEPTH)) u_pad_rsp_rx (
    .clk(clk), .rst(rst), .cfg_now_cyc(cfg_now_cyc), .cfg_delay_cyc(cfg_pad_rsp_rx_cyc), .s_valid(ans_valid),
    .s_ready(ans_ready), .s_data({ans_ok, ans_data, ans_bad, ans_beats, ans_tassn}), .m_valid(got_valid),
    .m_ready(got_ready), .m_data({got_ok, got_data, got_bad, got_beats, got_tassn}), .stat_idle(idle[12]));

  urma_ldst_cmpl #(.OUTSTANDING(OUTSTANDING)) u_cmpl (
    .clk(clk), .rst(rst), .s_owed_valid(own_valid), .s_owed_ready(own_ready), .s_owed_store(own_store),
    .s_owed_id(own_id), .s_owed_len(own_len), .s_owed_resp(own_resp), .s_owed_tassn(own_tassn),
    .s_rsp_valid(got_valid), .s_rsp_ready(got_ready), .s_rsp_ok(got_ok), .s_rsp_data(got_data),
    .s_rsp_bad(got_bad), .s_rsp_beats(got_beats), .s_rsp_tassn(got_tassn), .s_r_valid(inr_valid),
    .s_r_ready(inr_ready), .s_r_data(inr_data), .m_bvalid(s_bvalid), .m_bready(s_bready), .m_bid(s_bid),
    .m_bresp(s_bresp), .m_rvalid(s_rvalid), .m_rready(s_rready), .m_rid(s_rid), .m_rdata(s_rdata),
    .m_rresp(s_rresp), .m_rlast(s_rlast), .stat_drop(stat_drop_rsp), .stat_idle(idle[13]));

  assign idle[14]  = !stat_rx_frame;
  assign stat_idle = &idle;

  always @(posedge clk)
    if (!rst) `UBN_ASSERT(written_stores_have_room, !s_done_valid || done_room)

endmodule

`resetall
