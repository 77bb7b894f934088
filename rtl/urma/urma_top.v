// SPDX-License-Identifier: Apache-2.0
// urma_top: the URMA controller, an endpoint of the on-chip bus. Wires and instances only.
//   In the order of the data: work requests from the host port through scheduler, tracker, transaction headers and
//   transport channel to the link; frames from the link through parser, transport channel, segment check and
//   memory back to the link, or through look-up and placement to memory. Beside it the load/store path (urma_ldst),
//   with its window of the host port, its frames on the link and its share of the memory port.
//   Latency    : native passes, first beat in to first beat out of a 64 B read: rtl/urma/README.md; cfg_pad_*
//                registers add to them.
//   Throughput : 1 beat per cycle on every port.
//   Time       : cfg_now_cyc is the number of the cycle; no counter runs by itself. stat_idle: nothing moves
//                without new input. stat_wake_cyc: cycle of the earliest timer, all ones without one.
//   Test       : cfg_slow_en makes every context port answer late, at random.
//   Probes     : configs/spec/stages.yaml; stall events {waits for 36, queue 20, reason 8}: configs/spec/stalls.yaml.
//   Source     : UB base specification; design of the host side after public hardware.

`resetall
`default_nettype none
`include "ubn_records.vh"
`include "ubn_wire.vh"
`include "ubn_enums.vh"
`include "ubn_probes.vh"

module urma_top #(
  parameter JETTYS    = 1024,
  parameter JFCS      = 256,
  parameter SEGS      = 1024,
  parameter CHANS     = 64,
  parameter OST_TOTAL = 1024,   // requests in flight over all Jettys; requests of all peers that fit the target side
  parameter TA_BYTES  = 64,     // room for transaction headers
  parameter CHECK     = 0       // 1: simulation checks the hold rule on every stream
) (
  input  wire         clk,
  input  wire         rst,
  input  wire [47:0]  cfg_now_cyc,
  input  wire         cfg_slow_en,
  input  wire [31:0]  cfg_slow_seed,
  // host port: AXI4 subordinate
  input  wire          s_axi_awvalid,
  output wire          s_axi_awready,
  input  wire [3:0]    s_axi_awid,
  input  wire [31:0]   s_axi_awaddr,
  input  wire [7:0]    s_axi_awlen,
  input  wire [2:0]    s_axi_awsize,
  input  wire [1:0]    s_axi_awburst,
  input  wire          s_axi_wvalid,
  output wire          s_axi_wready,
  input  wire [511:0]  s_axi_wdata,
  input  wire [63:0]   s_axi_wstrb,
  input  wire          s_axi_wlast,
  output wire          s_axi_bvalid,
  input  wire          s_axi_bready,
  output wire [3:0]    s_axi_bid,
  output wire [1:0]    s_axi_bresp,
  input  wire          s_axi_arvalid,
  output wire          s_axi_arready,
  input  wire [3:0]    s_axi_arid,
  input  wire [31:0]   s_axi_araddr,
  input  wire [7:0]    s_axi_arlen,
  input  wire [2:0]    s_axi_arsize,
  input  wire [1:0]    s_axi_arburst,
  output wire          s_axi_rvalid,
  input  wire          s_axi_rready,
  output wire [3:0]    s_axi_rid,
  output wire [511:0]  s_axi_rdata,
  output wire [1:0]    s_axi_rresp,
  output wire          s_axi_rlast,
  // memory port: AXI4 manager
  output wire          m_axi_awvalid,
  input  wire          m_axi_awready,
  output wire [3:0]    m_axi_awid,
  output wire [63:0]   m_axi_awaddr,
  output wire [7:0]    m_axi_awlen,
  output wire [2:0]    m_axi_awsize,
  output wire [1:0]    m_axi_awburst,
  output wire          m_axi_wvalid,
  input  wire          m_axi_wready,
  output wire [511:0]  m_axi_wdata,
  output wire [63:0]   m_axi_wstrb,
  output wire          m_axi_wlast,
  input  wire          m_axi_bvalid,
  output wire          m_axi_bready,
  input  wire [3:0]    m_axi_bid,
  input  wire [1:0]    m_axi_bresp,
  output wire          m_axi_arvalid,
  input  wire          m_axi_arready,
  output wire [3:0]    m_axi_arid,
  output wire [63:0]   m_axi_araddr,
  output wire [7:0]    m_axi_arlen,
  output wire [2:0]    m_axi_arsize,
  output wire [1:0]    m_axi_arburst,
  input  wire          m_axi_rvalid,
  output wire          m_axi_rready,
  input  wire [3:0]    m_axi_rid,
  input  wire [511:0]  m_axi_rdata,
  input  wire [1:0]    m_axi_rresp,
  input  wire          m_axi_rlast,
  // link: whole frames, first byte in lane 0
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
  // observation
  output wire [`URMA_PROBES-1:0]    probe_valid,
  output wire [`URMA_PROBES*64-1:0] probe_id,
  output wire         m_stall_valid,
  input  wire         m_stall_ready,
  output wire [63:0]  m_stall_event,
  output wire [15:0]  stat_outstanding,
  output wire [15:0]  stat_bus_rd_outstanding,
  output wire [15:0]  stat_bus_wr_outstanding,
  output wire [47:0]  stat_wake_cyc,
  output wire         stat_idle
);

  localparam CFG_W     = `URMA_CHAN_CFG_BITS;
  localparam ACK_W     = `URMA_CHAN_ACK_BITS;
  localparam TX_W      = `URMA_CHAN_TX_BITS;
  localparam SEG_W     = `URMA_SEG_CTX_BITS;
  localparam OP_W      = 20 + 16 + 16 + 8 + 64 + 1 + 20 + 32 + 64 + 14;
  localparam REQ_W     = 32 + `UB_BTAH_BITS + `UB_MAETAH_BITS + `UB_TVETAH_BITS;
  localparam WREQ_W    = 1 + REQ_W + 14;
  localparam ACK_PKT_W = 16 + 16 + 36 + TA_BYTES * 8 + 8;
  // payload of a write without token
  localparam [7:0] WPAY_OFF  = `UB_FRAME_TA_OFFSET + `UB_BTAH_BYTES + `UB_MAETAH_BYTES;
  localparam [5:0] WPAY_LANE = WPAY_OFF[5:0];
  localparam PAD_DEPTH = 32;     // words in a pad: the published passes add less

  // work requests and the verdict on them
  wire          verdict_valid, verdict_ready, verdict_ok, wr_valid, wr_ready, next_valid;
  wire          next_ready;
  wire [19:0]   wr_jetty;
  wire [511:0]  wr_wqe;

  // issued operations, behind the pad, with their transaction headers
  wire          op_valid, op_ready, op_token_en, go_token_en, go_valid, go_ready;
  wire [19:0]   op_jetty, op_token_id, go_jetty, go_token_id;
  wire [15:0]   op_tassn, op_chan, go_tassn, go_chan;
  wire [7:0]    op_opcode, go_opcode;
  wire [63:0]   op_va, go_va;
  wire [31:0]   op_token, go_token;
  wire [63:0]   op_addr, go_addr;
  wire [13:0]   op_len, go_len;
  wire [TA_BYTES*8-1:0] go_ta;
  wire [7:0]    go_ta_bytes;

  // numbered packets, acknowledgements to send
  wire          pkt_valid, pkt_ready, pkt_is_rsp, tpack_valid, tpack_ready, ackp_valid, ackp_ready;
  wire [15:0]   pkt_chan, pkt_udp_sport, pkt_frame, tpack_chan, ackp_chan, ackp_udp_sport;
  wire [23:0]   pkt_psn, pkt_tpmsn, pkt_rmt_tpn, tpack_psn, tpack_tpmsn, ackp_psn, ackp_tpmsn;
  wire [23:0]   ackp_rmt_tpn;
  wire [47:0]   pkt_dst_mac, ackp_dst_mac;
  wire [31:0]   pkt_dst_ip, ackp_dst_ip;
  wire [TA_BYTES*8-1:0] pkt_ta;
  wire [7:0]    pkt_ta_bytes;
  wire [35:0]   pkt_key;
  wire [13:0]   pkt_pay_bytes;
  wire [63:0]   pkt_pay_addr;

  // requests with their payload, answers, writes of the peer
  wire          req_pkt_valid, req_pkt_ready, wpay_valid, wpay_ready, wpay_last, wpay_err, ans_valid, ans_ready;
  wire          desc_is_write, rx_wpay_valid, rx_wpay_ready, wreq_valid, wreq_ready, wreq_ok, wdo_valid, wdo_ready,
                wdo_ok;
  wire          wack_valid, wack_ready, wout_valid, wout_ready, found_write;
  wire [15:0]   req_pkt_chan, ans_chan, ans_frame, wreq_frame, wreq_chan, wdo_frame, wdo_chan, wack_chan, wack_frame;
  wire [TA_BYTES*8-1:0] req_pkt_ta, ans_ta, wack_ta;
  wire [7:0]    req_pkt_ta_bytes, ans_ta_bytes, wack_ta_bytes;
  wire [35:0]   req_pkt_key, ans_key, wack_key;
  wire [13:0]   req_pkt_pay_bytes, ans_pay_bytes, desc_pay_bytes, wreq_pay_bytes, wdo_pay_bytes;
  wire [63:0]   req_pkt_pay_addr, ans_pay_addr;
  wire [511:0]  wpay_data, rx_wpay_data;
  wire [`UB_BTAH_BITS-1:0]   wreq_btah, wdo_btah;
  wire [`UB_MAETAH_BITS-1:0] wreq_maetah, wdo_maetah;
  wire [`UB_TVETAH_BITS-1:0] wreq_tvetah, wdo_tvetah;
  wire [ACK_PKT_W-1:0] wout;

  // received: headers, look-ups, payload, verdicts
  wire          desc_valid, desc_ready, desc_is_rsp, look_valid, look_ready, rx_pay_valid;
  wire          rx_pay_ready, end_valid, end_ready, end_ok, judge_valid, judge_ready, judge_ok;
  wire          acked_valid, acked_ready, judged_valid, judged_ready, judged_ok;
  wire [15:0]   desc_frame, look_frame, acked_chan;
  wire [`UB_RTPH_BITS-1:0] desc_rtph;
  wire [`UB_BTAH_BITS-1:0] desc_btah;
  wire [`UB_MAETAH_BITS-1:0] desc_maetah;
  wire [`UB_TVETAH_BITS-1:0] desc_tvetah;
  wire [23:0]   look_tpn, acked_psn;
  wire [13:0]   look_pay_bytes;
  wire [`UB_ATAH_BITS-1:0] look_atah;
  wire [511:0]  rx_pay_data;

  // accepted requests, behind the pad, the responses they are owed
  wire          rsp_pkt_valid, rsp_pkt_ready, pay_valid, pay_ready, pay_last, pay_err, req_valid;
  wire          req_ready, do_valid, do_ready, owed_valid, owed_ready;
  wire [15:0]   rsp_pkt_chan, rsp_pkt_frame, req_frame, req_chan, do_frame, do_chan, owed_frame;
  wire [15:0]   owed_chan;
  wire [TA_BYTES*8-1:0] rsp_pkt_ta;
  wire [7:0]    rsp_pkt_ta_bytes;
  wire [35:0]   rsp_pkt_key, owed_key;
  wire [13:0]   rsp_pkt_pay_bytes, owed_len;
  wire [63:0]   rsp_pkt_pay_addr, owed_addr;
  wire [511:0]  pay_data;
  wire [`UB_BTAH_BITS-1:0] req_btah, do_btah;
  wire [`UB_MAETAH_BITS-1:0] req_maetah, do_maetah;
  wire [`UB_TVETAH_BITS-1:0] req_tvetah, do_tvetah;
  wire [4:0]    owed_info;

  // operation of a response, local errors, retirement
  wire          lerr_valid, lerr_ready, find_valid, find_ready, found_valid, found_ready;
  wire          found_hit, found_complete, ret_valid, ret_ready;
  wire [19:0]   lerr_jetty, lerr_jfc, find_jetty, found_jfc, ret_jetty;
  wire [63:0]   lerr_user_data, found_va, found_user_data;
  wire [23:0]   lerr_chan;
  wire [15:0]   lerr_bb_idx, find_tassn, found_bb_idx, ret_tassn;
  wire [7:0]    lerr_status, lerr_substatus;
  wire [13:0]   found_len;

  // memory port
  wire          bus_rd_err, bus_wr_err, data_valid, data_ready, data_last, data_err, r_last, r_err;
  wire          mrd_valid, mrd_ready, mr_valid, mr_ready, mr_last, mr_err, mw_valid, mw_ready, mwd_valid, mwd_ready;
  wire          mw_done, mw_done_err, rd_note_unused;
  wire [2:0]    rd_valid, rd_ready, r_valid, r_ready, wr_cmd_valid, wr_cmd_ready, wr_dat_valid, wr_dat_ready, wr_done;
  wire [191:0]  rd_addr, wr_cmd_addr;
  wire [41:0]   rd_len, wr_cmd_len;
  wire [63:0]   mrd_addr, mw_addr;
  wire [13:0]   mrd_len, mw_len;
  wire [511:0]  data, mwd_data, r_data, mr_data;
  wire [1535:0] wr_dat;

  // load/store path, and what it shares: [1] is load/store, [0] the rest
  wire [1:0]    host_awvalid, host_awready, host_wvalid, host_wready, host_bvalid, host_bready, host_arvalid;
  wire [1:0]    host_arready, host_rvalid, host_rready, host_rlast;
  wire [5:0]    host0_b, host1_b;
  wire [517:0]  host0_r, host1_r;
  wire [1:0]    part_rx_valid, part_rx_ready, part_tx_valid, part_tx_ready, part_tx_last;
  wire [576:0]  part0_tx, part1_tx;
  wire          ld_rx_frame, ld_tx_frame, ld_refused, ld_denied, ld_drop_frame, ld_drop_rsp;
  wire          win_rd_valid, win_rd_ready, win_rsp_valid, win_rsp_ready;
  wire [15:0]   win_rd_id, cfg_local_cna;
  wire [`URMA_WIN_CTX_BITS-1:0] win_rsp_data;
  wire [7:0]    cfg_ld_pad_tx_cyc, cfg_ld_pad_rx_cyc, cfg_ld_pad_rsp_tx_cyc, cfg_ld_pad_rsp_rx_cyc;

  // context ports
  wire          ctx_valid, ctx_ready, jetty_wr_valid, tx_wr_valid, ack_wr_valid, rx_rd_valid;
  wire          rx_rd_ready, rx_rsp_valid, rx_rsp_ready, rx_wr_valid, jfc_rd_valid, jfc_rd_ready, jfc_rsp_valid;
  wire [2:0]    seg_rd_valid, seg_rd_ready, seg_rsp_valid, seg_rsp_ready;
  wire [47:0]   seg_rd_id;
  wire          jfc_rsp_ready, jfc_wr_valid;
  wire [2:0]    ctx_kind, jetty_rd_valid, jetty_rd_ready, jetty_rsp_valid, jetty_rsp_ready;
  wire [15:0]   ctx_id, jetty_wr_id, tx_wr_id, ack_wr_id, rx_rd_id, rx_wr_id, jfc_rd_id;
  wire [15:0]   jfc_wr_id;
  wire [511:0]  ctx_data;
  wire [47:0]   jetty_rd_id;
  wire [3*`URMA_JETTY_CTX_BITS-1:0] jetty_rsp_data;
  wire [`URMA_JETTY_CTX_BITS-1:0] jetty_wr_data;
  wire [`URMA_CHAN_TX_BITS-1:0] tx_wr_data;
  wire [`URMA_CHAN_ACK_BITS-1:0] ack_wr_data;
  wire [`URMA_CHAN_RX_BITS-1:0] rx_rsp_data, rx_wr_data;
  wire [3*SEG_W-1:0] seg_rsp_data;
  wire [`URMA_JFC_CTX_BITS-1:0] jfc_rsp_data, jfc_wr_data;
  wire [3:0]    cfg_rd_valid, cfg_rd_ready, cfg_rsp_valid, cfg_rsp_ready;
  wire [63:0]   cfg_rd_id;
  wire [4*`URMA_CHAN_CFG_BITS-1:0] cfg_rsp_data;
  wire [1:0]    tx_rd_valid, tx_rd_ready, tx_rsp_valid, tx_rsp_ready, ack_rd_valid, ack_rd_ready;
  wire [1:0]    ack_rsp_valid, ack_rsp_ready;
  wire [31:0]   tx_rd_id, ack_rd_id;
  wire [2*`URMA_CHAN_TX_BITS-1:0] tx_rsp_data;
  wire [2*`URMA_CHAN_ACK_BITS-1:0] ack_rsp_data;

  // registers
  wire          reg_wr_en, reg_rd_en;
  wire [15:0]   reg_addr, cfg_issue_interval_cyc, cfg_max_outstanding, cfg_mtu_bytes;
  wire [63:0]   reg_wdata, reg_rdata;
  wire [47:0]   cfg_local_mac;
  wire [31:0]   cfg_local_ip;
  wire [7:0]    cfg_pad_tx_cyc, cfg_pad_rx_cyc, cfg_pad_rsp_tx_cyc, cfg_pad_rsp_rx_cyc;

  // observation
  wire          drop_store, drop_ctx, drop_wqe, drop_pkt, drop_frame, drop_icrc, drop_chan;
  wire          drop_psn, drop_ack, drop_rsp, rx_frame, tx_frame, stall_ini_valid, stall_tx_valid;
  wire          tx_first, stall_ini_ready_unused, stall_tx_ready_unused;
  wire [63:0]   stall_ini_event, stall_tx_event;
  wire [1:0]    stall_valid, stall_ready;
  wire [127:0]  stall_event;

  wire [25:0] idle;

  assign probe_valid[`URMA_PROBE_TX_FIRST] = tx_first;
  assign probe_valid[`URMA_PROBE_TX_KEY]   = tx_first;
  wire unused = &{1'b0, rd_note_unused, wr_done[0]};     // completions wait for nobody

  assign stat_wake_cyc                     = {48{1'b1}};
  assign stat_idle                         = &idle && !m_stall_valid;

  urma_host_split u_split (
    .clk(clk), .rst(rst), .s_awvalid(s_axi_awvalid), .s_awready(s_axi_awready), .s_awaddr(s_axi_awaddr),
    .s_wvalid(s_axi_wvalid), .s_wready(s_axi_wready), .s_wlast(s_axi_wlast), .s_bvalid(s_axi_bvalid),
    .s_bready(s_axi_bready), .s_b({s_axi_bid, s_axi_bresp}), .s_arvalid(s_axi_arvalid), .s_arready(s_axi_arready),
    .s_araddr(s_axi_araddr), .s_rvalid(s_axi_rvalid), .s_rready(s_axi_rready),
    .s_r({s_axi_rid, s_axi_rresp, s_axi_rdata}), .s_rlast(s_axi_rlast), .m_awvalid(host_awvalid),
    .m_awready(host_awready), .m_wvalid(host_wvalid), .m_wready(host_wready), .m_bvalid(host_bvalid),
    .m_bready(host_bready), .m0_b(host0_b), .m1_b(host1_b), .m_arvalid(host_arvalid), .m_arready(host_arready),
    .m_rvalid(host_rvalid), .m_rready(host_rready), .m0_r(host0_r), .m1_r(host1_r), .m_rlast(host_rlast));

  urma_host_s #(.JETTYS(JETTYS), .MAX_WR(64)) u_host (
    .clk(clk), .rst(rst), .s_axi_awvalid(host_awvalid[0]), .s_axi_awready(host_awready[0]),
    .s_axi_awid(s_axi_awid), .s_axi_awaddr(s_axi_awaddr), .s_axi_awlen(s_axi_awlen),
    .s_axi_awsize(s_axi_awsize), .s_axi_awburst(s_axi_awburst), .s_axi_wvalid(host_wvalid[0]),
    .s_axi_wready(host_wready[0]), .s_axi_wdata(s_axi_wdata), .s_axi_wstrb(s_axi_wstrb),
    .s_axi_wlast(s_axi_wlast), .s_axi_bvalid(host_bvalid[0]), .s_axi_bready(host_bready[0]), .s_axi_bid(host0_b[5:2]),
    .s_axi_bresp(host0_b[1:0]), .s_axi_arvalid(host_arvalid[0]), .s_axi_arready(host_arready[0]),
    .s_axi_arid(s_axi_arid), .s_axi_araddr(s_axi_araddr), .s_axi_arlen(s_axi_arlen),
    .s_axi_arsize(s_axi_arsize), .s_axi_arburst(s_axi_arburst), .s_axi_rvalid(host_rvalid[0]),
    .s_axi_rready(host_rready[0]), .s_axi_rid(host0_r[517:514]), .s_axi_rdata(host0_r[511:0]),
    .s_axi_rresp(host0_r[513:512]),
    .s_axi_rlast(host_rlast[0]), .s_verdict_valid(verdict_valid), .s_verdict_ready(verdict_ready),
    .s_verdict_ok(verdict_ok), .m_wr_valid(wr_valid), .m_wr_ready(wr_ready), .m_wr_jetty(wr_jetty),
    .m_wr_wqe(wr_wqe), .m_ctx_valid(ctx_valid), .m_ctx_ready(ctx_ready), .m_ctx_kind(ctx_kind),
    .m_ctx_id(ctx_id), .m_ctx_data(ctx_data), .reg_wr_en(reg_wr_en), .reg_rd_en(reg_rd_en),
    .reg_addr(reg_addr), .reg_wdata(reg_wdata), .reg_rdata(reg_rdata),
    .probe_wr_accept_valid(probe_valid[`URMA_PROBE_WR_ACCEPT]),
    .probe_wr_accept_id(probe_id[64*`URMA_PROBE_WR_ACCEPT +: 64]), .stat_drop_store(drop_store),
    .stat_idle(idle[0]));

  urma_regs #(.OST_TOTAL(OST_TOTAL)) u_regs (
    .clk(clk), .rst(rst), .reg_wr_en(reg_wr_en), .reg_rd_en(reg_rd_en), .reg_addr(reg_addr),
    .reg_wdata(reg_wdata), .reg_rdata(reg_rdata), .cfg_local_mac(cfg_local_mac), .cfg_local_ip(cfg_local_ip),
    .cfg_issue_interval_cyc(cfg_issue_interval_cyc), .cfg_max_outstanding(cfg_max_outstanding),
    .cfg_pad_tx_cyc(cfg_pad_tx_cyc), .cfg_pad_rx_cyc(cfg_pad_rx_cyc), .cfg_pad_rsp_tx_cyc(cfg_pad_rsp_tx_cyc),
    .cfg_pad_rsp_rx_cyc(cfg_pad_rsp_rx_cyc), .cfg_mtu_bytes(cfg_mtu_bytes), .cfg_local_cna(cfg_local_cna),
    .cfg_ld_pad_tx_cyc(cfg_ld_pad_tx_cyc), .cfg_ld_pad_rx_cyc(cfg_ld_pad_rx_cyc),
    .cfg_ld_pad_rsp_tx_cyc(cfg_ld_pad_rsp_tx_cyc), .cfg_ld_pad_rsp_rx_cyc(cfg_ld_pad_rsp_rx_cyc),
    .stat_drop_store(drop_store),
    .stat_drop_ctx(drop_ctx), .stat_drop_wqe(drop_wqe), .stat_drop_pkt(drop_pkt), .stat_drop_frame(drop_frame),
    .stat_drop_icrc(drop_icrc), .stat_drop_chan(drop_chan), .stat_drop_psn(drop_psn), .stat_drop_ack(drop_ack),
    .stat_drop_rsp(drop_rsp), .stat_rx_frame(rx_frame), .stat_tx_frame(tx_frame), .stat_bus_rd_err(bus_rd_err),
    .stat_bus_wr_err(bus_wr_err), .stat_ld_rx_frame(ld_rx_frame), .stat_ld_tx_frame(ld_tx_frame),
    .stat_ld_refused(ld_refused), .stat_ld_denied(ld_denied), .stat_ld_drop_frame(ld_drop_frame),
    .stat_ld_drop_rsp(ld_drop_rsp), .stat_idle(idle[1]));

  urma_jetty_sched u_sched (
    .clk(clk), .rst(rst), .cfg_now_cyc(cfg_now_cyc), .cfg_issue_interval_cyc(cfg_issue_interval_cyc),
    .s_valid(wr_valid), .s_ready(wr_ready), .m_valid(next_valid), .m_ready(next_ready));

  urma_order_ini #(.JETTYS(JETTYS), .CHANS(CHANS)) u_order_ini (
    .clk(clk), .rst(rst), .cfg_max_outstanding(cfg_max_outstanding), .cfg_mtu_bytes(cfg_mtu_bytes),
    .s_wr_valid(next_valid), .s_wr_ready(next_ready), .s_wr_jetty(wr_jetty), .s_wr_wqe(wr_wqe),
    .m_verdict_valid(verdict_valid), .m_verdict_ready(verdict_ready), .m_verdict_ok(verdict_ok),
    .m_op_valid(op_valid), .m_op_ready(op_ready), .m_op_jetty(op_jetty), .m_op_tassn(op_tassn),
    .m_op_chan(op_chan), .m_op_opcode(op_opcode), .m_op_va(op_va), .m_op_token_en(op_token_en),
    .m_op_token_id(op_token_id), .m_op_token(op_token),
    .m_op_addr(op_addr), .m_op_len(op_len), .m_lerr_valid(lerr_valid), .m_lerr_ready(lerr_ready),
    .m_lerr_jetty(lerr_jetty), .m_lerr_jfc(lerr_jfc), .m_lerr_user_data(lerr_user_data),
    .m_lerr_chan(lerr_chan), .m_lerr_bb_idx(lerr_bb_idx), .m_lerr_status(lerr_status),
    .m_lerr_substatus(lerr_substatus), .s_look_valid(find_valid), .s_look_ready(find_ready),
    .s_look_jetty(find_jetty), .s_look_tassn(find_tassn), .m_look_valid(found_valid),
    .m_look_ready(found_ready), .m_look_hit(found_hit), .m_look_va(found_va), .m_look_len(found_len),
    .m_look_write(found_write),
    .m_look_bb_idx(found_bb_idx), .m_look_complete(found_complete), .m_look_jfc(found_jfc),
    .m_look_user_data(found_user_data), .s_ret_valid(ret_valid), .s_ret_ready(ret_ready),
    .s_ret_jetty(ret_jetty), .s_ret_tassn(ret_tassn), .ctx_rd_valid(jetty_rd_valid),
    .ctx_rd_ready(jetty_rd_ready), .ctx_rd_id(jetty_rd_id), .ctx_rsp_valid(jetty_rsp_valid),
    .ctx_rsp_ready(jetty_rsp_ready), .ctx_rsp_data(jetty_rsp_data), .ctx_wr_valid(jetty_wr_valid),
    .ctx_wr_id(jetty_wr_id), .ctx_wr_data(jetty_wr_data), .chan_rd_valid(cfg_rd_valid[3]),
    .chan_rd_ready(cfg_rd_ready[3]), .chan_rd_id(cfg_rd_id[63:48]), .chan_rsp_valid(cfg_rsp_valid[3]),
    .chan_rsp_ready(cfg_rsp_ready[3]), .chan_rsp_data(cfg_rsp_data[4*CFG_W-1:3*CFG_W]),
    .stall_valid(stall_ini_valid), .stall_event(stall_ini_event),
    .probe_issue_valid(probe_valid[`URMA_PROBE_WR_ISSUE]),
    .probe_issue_id(probe_id[64*`URMA_PROBE_WR_ISSUE +: 64]), .stat_drop_wqe(drop_wqe),
    .stat_outstanding(stat_outstanding), .stat_idle(idle[2]));

  cm_delay #(.W(OP_W), .DEPTH(PAD_DEPTH)) u_pad_tx (
    .clk(clk), .rst(rst), .cfg_now_cyc(cfg_now_cyc), .cfg_delay_cyc(cfg_pad_tx_cyc), .s_valid(op_valid),
    .s_ready(op_ready),
    .s_data({op_jetty, op_tassn, op_chan, op_opcode, op_va, op_token_en, op_token_id, op_token, op_addr, op_len}),
    .m_valid(go_valid), .m_ready(go_ready),
    .m_data({go_jetty, go_tassn, go_chan, go_opcode, go_va, go_token_en, go_token_id, go_token, go_addr, go_len}),
    .stat_idle(idle[3]));

  urma_ta_req #(.TA_BYTES(TA_BYTES)) u_ta_req (
    .s_opcode(go_opcode), .s_jetty(go_jetty), .s_tassn(go_tassn), .s_token_en(go_token_en), .s_token_id(go_token_id),
    .s_token(go_token), .s_addr(go_addr), .s_len(go_len), .m_ta(go_ta), .m_ta_bytes(go_ta_bytes));

  urma_req_pay #(.TA_BYTES(TA_BYTES)) u_req_pay (
    .clk(clk), .rst(rst), .s_valid(go_valid), .s_ready(go_ready), .s_write(go_opcode == `UB_TA_OPCODE_WRITE),
    .s_chan(go_chan), .s_ta(go_ta), .s_ta_bytes(go_ta_bytes), .s_key({go_tassn, go_jetty}), .s_va(go_va),
    .s_len(go_len), .m_rd_valid(rd_valid[1]), .m_rd_ready(rd_ready[1]), .m_rd_addr(rd_addr[127:64]),
    .m_rd_len(rd_len[27:14]), .s_data_valid(r_valid[1]), .s_data_ready(r_ready[1]), .s_data(r_data),
    .s_data_last(r_last), .s_data_err(r_err), .m_valid(req_pkt_valid), .m_ready(req_pkt_ready),
    .m_chan(req_pkt_chan), .m_ta(req_pkt_ta), .m_ta_bytes(req_pkt_ta_bytes), .m_key(req_pkt_key),
    .m_pay_bytes(req_pkt_pay_bytes), .m_pay_addr(req_pkt_pay_addr), .m_pay_valid(wpay_valid),
    .m_pay_ready(wpay_ready), .m_pay_data(wpay_data), .m_pay_last(wpay_last), .m_pay_err(wpay_err),
    .probe_rd_valid(probe_valid[`URMA_PROBE_PAY_RD]), .probe_rd_id(probe_id[64*`URMA_PROBE_PAY_RD +: 64]),
    .stat_idle(idle[20]));

  urma_tp_tx #(.TA_W(TA_BYTES*8)) u_tp_tx (
    .clk(clk), .rst(rst), .s_req_valid(req_pkt_valid), .s_req_ready(req_pkt_ready), .s_req_chan(req_pkt_chan),
    .s_req_ta(req_pkt_ta), .s_req_ta_bytes(req_pkt_ta_bytes), .s_req_key(req_pkt_key),
    .s_req_pay_bytes(req_pkt_pay_bytes), .s_req_pay_addr(req_pkt_pay_addr), .s_rsp_valid(ans_valid),
    .s_rsp_ready(ans_ready), .s_rsp_chan(ans_chan), .s_rsp_ta(ans_ta), .s_rsp_ta_bytes(ans_ta_bytes),
    .s_rsp_key(ans_key), .s_rsp_pay_bytes(ans_pay_bytes), .s_rsp_pay_addr(ans_pay_addr), .s_rsp_frame(ans_frame),
    .m_valid(pkt_valid), .m_ready(pkt_ready),
    .m_is_rsp(pkt_is_rsp), .m_chan(pkt_chan), .m_psn(pkt_psn), .m_tpmsn(pkt_tpmsn), .m_rmt_tpn(pkt_rmt_tpn),
    .m_dst_mac(pkt_dst_mac), .m_dst_ip(pkt_dst_ip), .m_udp_sport(pkt_udp_sport), .m_ta(pkt_ta),
    .m_ta_bytes(pkt_ta_bytes), .m_key(pkt_key), .m_pay_bytes(pkt_pay_bytes), .m_pay_addr(pkt_pay_addr),
    .m_frame(pkt_frame), .cfg_rd_valid(cfg_rd_valid[0]), .cfg_rd_ready(cfg_rd_ready[0]),
    .cfg_rd_id(cfg_rd_id[15:0]), .cfg_rsp_valid(cfg_rsp_valid[0]), .cfg_rsp_ready(cfg_rsp_ready[0]),
    .cfg_rsp_data(cfg_rsp_data[CFG_W-1:0]), .tx_rd_valid(tx_rd_valid[0]), .tx_rd_ready(tx_rd_ready[0]),
    .tx_rd_id(tx_rd_id[15:0]), .tx_rsp_valid(tx_rsp_valid[0]), .tx_rsp_ready(tx_rsp_ready[0]),
    .tx_rsp_data(tx_rsp_data[TX_W-1:0]), .tx_wr_valid(tx_wr_valid), .tx_wr_id(tx_wr_id),
    .tx_wr_data(tx_wr_data), .ack_rd_valid(ack_rd_valid[0]), .ack_rd_ready(ack_rd_ready[0]),
    .ack_rd_id(ack_rd_id[15:0]), .ack_rsp_valid(ack_rsp_valid[0]), .ack_rsp_ready(ack_rsp_ready[0]),
    .ack_rsp_data(ack_rsp_data[ACK_W-1:0]), .ack_wr_valid(ack_wr_valid), .ack_wr_id(ack_wr_id),
    .ack_wr_data(ack_wr_data), .stall_valid(stall_tx_valid), .stall_event(stall_tx_event),
    .stat_drop(drop_pkt), .stat_idle(idle[4]));

  urma_tp_resp u_tp_resp (
    .clk(clk), .rst(rst), .s_valid(tpack_valid), .s_ready(tpack_ready), .s_chan(tpack_chan), .s_psn(tpack_psn),
    .s_tpmsn(tpack_tpmsn), .m_valid(ackp_valid), .m_ready(ackp_ready), .m_chan(ackp_chan), .m_psn(ackp_psn),
    .m_tpmsn(ackp_tpmsn), .m_rmt_tpn(ackp_rmt_tpn), .m_dst_mac(ackp_dst_mac), .m_dst_ip(ackp_dst_ip),
    .m_udp_sport(ackp_udp_sport), .cfg_rd_valid(cfg_rd_valid[1]), .cfg_rd_ready(cfg_rd_ready[1]),
    .cfg_rd_id(cfg_rd_id[31:16]), .cfg_rsp_valid(cfg_rsp_valid[1]), .cfg_rsp_ready(cfg_rsp_ready[1]),
    .cfg_rsp_data(cfg_rsp_data[2*CFG_W-1:CFG_W]), .stat_idle(idle[5]));

  urma_frame_build #(.TA_BYTES(TA_BYTES)) u_build (
    .clk(clk), .rst(rst), .cfg_mac(cfg_local_mac), .cfg_ip(cfg_local_ip), .s_ack_valid(ackp_valid),
    .s_ack_ready(ackp_ready), .s_ack_chan(ackp_chan), .s_ack_psn(ackp_psn), .s_ack_tpmsn(ackp_tpmsn),
    .s_ack_rmt_tpn(ackp_rmt_tpn), .s_ack_dst_mac(ackp_dst_mac), .s_ack_dst_ip(ackp_dst_ip),
    .s_ack_udp_sport(ackp_udp_sport), .s_pkt_valid(pkt_valid), .s_pkt_ready(pkt_ready),
    .s_pkt_is_rsp(pkt_is_rsp), .s_pkt_chan(pkt_chan), .s_pkt_psn(pkt_psn), .s_pkt_tpmsn(pkt_tpmsn),
    .s_pkt_rmt_tpn(pkt_rmt_tpn), .s_pkt_dst_mac(pkt_dst_mac), .s_pkt_dst_ip(pkt_dst_ip),
    .s_pkt_udp_sport(pkt_udp_sport), .s_pkt_ta(pkt_ta), .s_pkt_ta_bytes(pkt_ta_bytes), .s_pkt_key(pkt_key),
    .s_pkt_pay_bytes(pkt_pay_bytes), .s_pkt_frame(pkt_frame), .s_pay_valid(pay_valid), .s_pay_ready(pay_ready),
    .s_pay_data(pay_data), .s_pay_last(pay_last), .s_pay_err(pay_err), .s_wpay_valid(wpay_valid),
    .s_wpay_ready(wpay_ready), .s_wpay_data(wpay_data), .s_wpay_last(wpay_last), .s_wpay_err(wpay_err),
    .m_valid(part_tx_valid[0]), .m_ready(part_tx_ready[0]), .m_data(part0_tx[511:0]), .m_keep(part0_tx[575:512]),
    .m_last(part_tx_last[0]), .m_user_err(part0_tx[576]), .probe_first_valid(tx_first),
    .probe_first_id(probe_id[64*`URMA_PROBE_TX_FIRST +: 64]),
    .probe_key_id(probe_id[64*`URMA_PROBE_TX_KEY +: 64]), .stat_frame(tx_frame), .stat_idle(idle[6]));

  urma_rx_parse u_parse (
    .clk(clk), .rst(rst), .cfg_ip(cfg_local_ip), .s_valid(part_rx_valid[0]), .s_ready(part_rx_ready[0]),
    .s_data(s_rx_data), .s_keep(s_rx_keep), .s_last(s_rx_last), .s_user_err(s_rx_user_err),
    .m_desc_valid(desc_valid), .m_desc_ready(desc_ready), .m_desc_frame(desc_frame),
    .m_desc_is_rsp(desc_is_rsp), .m_desc_is_write(desc_is_write), .m_desc_pay_bytes(desc_pay_bytes),
    .m_desc_rtph(desc_rtph), .m_desc_btah(desc_btah), .m_desc_maetah(desc_maetah),
    .m_desc_tvetah(desc_tvetah), .m_look_valid(look_valid), .m_look_ready(look_ready),
    .m_look_frame(look_frame), .m_look_tpn(look_tpn), .m_look_pay_bytes(look_pay_bytes),
    .m_look_atah(look_atah), .m_pay_valid(rx_pay_valid), .m_pay_ready(rx_pay_ready), .m_pay_data(rx_pay_data),
    .m_wpay_valid(rx_wpay_valid), .m_wpay_ready(rx_wpay_ready), .m_wpay_data(rx_wpay_data),
    .m_end_valid(end_valid), .m_end_ready(end_ready), .m_end_ok(end_ok),
    .probe_first_valid(probe_valid[`URMA_PROBE_RX_FIRST]),
    .probe_first_id(probe_id[64*`URMA_PROBE_RX_FIRST +: 64]), .stat_frame(rx_frame),
    .stat_drop_frame(drop_frame), .stat_idle(idle[7]));

  urma_tp_rx #(.CHANS(CHANS), .REQ_DEPTH(OST_TOTAL)) u_tp_rx (
    .clk(clk), .rst(rst), .s_desc_valid(desc_valid), .s_desc_ready(desc_ready), .s_desc_frame(desc_frame),
    .s_desc_is_rsp(desc_is_rsp), .s_desc_is_write(desc_is_write), .s_desc_pay_bytes(desc_pay_bytes),
    .s_desc_rtph(desc_rtph), .s_desc_btah(desc_btah), .s_desc_maetah(desc_maetah),
    .s_desc_tvetah(desc_tvetah), .s_end_valid(end_valid), .s_end_ready(end_ready), .s_end_ok(end_ok),
    .m_req_valid(req_valid), .m_req_ready(req_ready), .m_req_frame(req_frame), .m_req_chan(req_chan),
    .m_req_btah(req_btah), .m_req_maetah(req_maetah), .m_req_tvetah(req_tvetah), .m_wreq_valid(wreq_valid),
    .m_wreq_ready(wreq_ready), .m_wreq_ok(wreq_ok), .m_wreq_frame(wreq_frame), .m_wreq_chan(wreq_chan),
    .m_wreq_btah(wreq_btah), .m_wreq_maetah(wreq_maetah), .m_wreq_tvetah(wreq_tvetah),
    .m_wreq_pay_bytes(wreq_pay_bytes), .m_verdict_valid(judge_valid),
    .m_verdict_ready(judge_ready), .m_verdict_ok(judge_ok), .m_ack_valid(acked_valid),
    .m_ack_ready(acked_ready), .m_ack_chan(acked_chan), .m_ack_psn(acked_psn), .m_tpack_valid(tpack_valid),
    .m_tpack_ready(tpack_ready), .m_tpack_chan(tpack_chan), .m_tpack_psn(tpack_psn),
    .m_tpack_tpmsn(tpack_tpmsn), .cfg_rd_valid(cfg_rd_valid[2]), .cfg_rd_ready(cfg_rd_ready[2]),
    .cfg_rd_id(cfg_rd_id[47:32]), .cfg_rsp_valid(cfg_rsp_valid[2]), .cfg_rsp_ready(cfg_rsp_ready[2]),
    .cfg_rsp_data(cfg_rsp_data[3*CFG_W-1:2*CFG_W]), .rx_rd_valid(rx_rd_valid), .rx_rd_ready(rx_rd_ready),
    .rx_rd_id(rx_rd_id), .rx_rsp_valid(rx_rsp_valid), .rx_rsp_ready(rx_rsp_ready), .rx_rsp_data(rx_rsp_data),
    .rx_wr_valid(rx_wr_valid), .rx_wr_id(rx_wr_id), .rx_wr_data(rx_wr_data),
    .probe_data_valid(probe_valid[`URMA_PROBE_RX_DATA]),
    .probe_data_id(probe_id[64*`URMA_PROBE_RX_DATA +: 64]), .stat_drop_icrc(drop_icrc),
    .stat_drop_chan(drop_chan), .stat_drop_psn(drop_psn), .stat_idle(idle[8]));

  urma_tp_ack u_tp_ack (
    .clk(clk), .rst(rst), .s_valid(acked_valid), .s_ready(acked_ready), .s_chan(acked_chan), .s_psn(acked_psn),
    .ack_rd_valid(ack_rd_valid[1]), .ack_rd_ready(ack_rd_ready[1]), .ack_rd_id(ack_rd_id[31:16]),
    .ack_rsp_valid(ack_rsp_valid[1]), .ack_rsp_ready(ack_rsp_ready[1]),
    .ack_rsp_data(ack_rsp_data[2*ACK_W-1:ACK_W]), .ack_wr_valid(ack_wr_valid), .ack_wr_id(ack_wr_id),
    .ack_wr_data(ack_wr_data), .tx_rd_valid(tx_rd_valid[1]), .tx_rd_ready(tx_rd_ready[1]),
    .tx_rd_id(tx_rd_id[31:16]), .tx_rsp_valid(tx_rsp_valid[1]), .tx_rsp_ready(tx_rsp_ready[1]),
    .tx_rsp_data(tx_rsp_data[2*TX_W-1:TX_W]), .tx_wr_valid(tx_wr_valid), .tx_wr_id(tx_wr_id),
    .tx_wr_data(tx_wr_data), .stat_drop(drop_ack), .stat_idle(idle[9]));

  cm_delay #(.W(REQ_W), .DEPTH(PAD_DEPTH)) u_pad_rx (
    .clk(clk), .rst(rst), .cfg_now_cyc(cfg_now_cyc), .cfg_delay_cyc(cfg_pad_rx_cyc), .s_valid(req_valid),
    .s_ready(req_ready), .s_data({req_frame, req_chan, req_btah, req_maetah, req_tvetah}), .m_valid(do_valid),
    .m_ready(do_ready), .m_data({do_frame, do_chan, do_btah, do_maetah, do_tvetah}), .stat_idle(idle[10]));

  urma_read_exec #(.SEGS(SEGS)) u_exec (
    .clk(clk), .rst(rst), .cfg_mtu_bytes(cfg_mtu_bytes), .s_req_valid(do_valid), .s_req_ready(do_ready),
    .s_req_frame(do_frame), .s_req_chan(do_chan), .s_req_btah(do_btah), .s_req_maetah(do_maetah),
    .s_req_tvetah(do_tvetah), .m_rd_valid(rd_valid[0]), .m_rd_ready(rd_ready[0]), .m_rd_addr(rd_addr[63:0]),
    .m_rd_len(rd_len[13:0]), .m_rsp_valid(owed_valid), .m_rsp_ready(owed_ready), .m_rsp_frame(owed_frame),
    .m_rsp_chan(owed_chan), .m_rsp_key(owed_key), .m_rsp_info(owed_info), .m_rsp_addr(owed_addr),
    .m_rsp_len(owed_len), .seg_rd_valid(seg_rd_valid[0]), .seg_rd_ready(seg_rd_ready[0]), .seg_rd_id(seg_rd_id[15:0]),
    .seg_rsp_valid(seg_rsp_valid[0]), .seg_rsp_ready(seg_rsp_ready[0]), .seg_rsp_data(seg_rsp_data[SEG_W-1:0]),
    .probe_rd_valid(probe_valid[`URMA_PROBE_MEM_RD]), .probe_rd_id(probe_id[64*`URMA_PROBE_MEM_RD +: 64]),
    .stat_idle(idle[11]));

  cm_delay #(.W(514), .DEPTH(PAD_DEPTH)) u_pad_rsp_tx (
    .clk(clk), .rst(rst), .cfg_now_cyc(cfg_now_cyc), .cfg_delay_cyc(cfg_pad_rsp_tx_cyc), .s_valid(r_valid[0]),
    .s_ready(r_ready[0]), .s_data({r_err, r_last, r_data}), .m_valid(data_valid), .m_ready(data_ready),
    .m_data({data_err, data_last, data}), .stat_idle(idle[12]));

  urma_rsp_tx #(.TA_BYTES(TA_BYTES)) u_rsp_tx (
    .clk(clk), .rst(rst), .s_rsp_valid(owed_valid), .s_rsp_ready(owed_ready), .s_rsp_frame(owed_frame),
    .s_rsp_chan(owed_chan), .s_rsp_key(owed_key), .s_rsp_info(owed_info), .s_rsp_addr(owed_addr),
    .s_rsp_len(owed_len), .s_data_valid(data_valid), .s_data_ready(data_ready), .s_data(data),
    .s_data_last(data_last), .s_data_err(data_err), .m_pkt_valid(rsp_pkt_valid), .m_pkt_ready(rsp_pkt_ready),
    .m_pkt_chan(rsp_pkt_chan), .m_pkt_ta(rsp_pkt_ta), .m_pkt_ta_bytes(rsp_pkt_ta_bytes),
    .m_pkt_key(rsp_pkt_key), .m_pkt_pay_bytes(rsp_pkt_pay_bytes), .m_pkt_pay_addr(rsp_pkt_pay_addr),
    .m_pkt_frame(rsp_pkt_frame), .m_pay_valid(pay_valid), .m_pay_ready(pay_ready), .m_pay_data(pay_data),
    .m_pay_last(pay_last), .m_pay_err(pay_err), .stat_idle(idle[13]));

  cm_delay #(.W(1), .DEPTH(PAD_DEPTH)) u_pad_rsp_rx (
    .clk(clk), .rst(rst), .cfg_now_cyc(cfg_now_cyc), .cfg_delay_cyc(cfg_pad_rsp_rx_cyc), .s_valid(judge_valid),
    .s_ready(judge_ready), .s_data(judge_ok), .m_valid(judged_valid), .m_ready(judged_ready),
    .m_data(judged_ok), .stat_idle(idle[14]));

  urma_rsp_rx #(.JFCS(JFCS)) u_rsp_rx (
    .clk(clk), .rst(rst), .s_look_valid(look_valid), .s_look_ready(look_ready), .s_look_frame(look_frame),
    .s_look_tpn(look_tpn), .s_look_pay_bytes(look_pay_bytes), .s_look_atah(look_atah),
    .s_pay_valid(rx_pay_valid), .s_pay_ready(rx_pay_ready), .s_pay_data(rx_pay_data),
    .s_verdict_valid(judged_valid), .s_verdict_ready(judged_ready), .s_verdict_ok(judged_ok),
    .m_find_valid(find_valid), .m_find_ready(find_ready), .m_find_jetty(find_jetty), .m_find_tassn(find_tassn),
    .s_found_valid(found_valid), .s_found_ready(found_ready), .s_found_hit(found_hit), .s_found_va(found_va),
    .s_found_len(found_len), .s_found_write(found_write), .s_found_bb_idx(found_bb_idx),
    .s_found_complete(found_complete),
    .s_found_jfc(found_jfc), .s_found_user_data(found_user_data), .s_lerr_valid(lerr_valid),
    .s_lerr_ready(lerr_ready), .s_lerr_jetty(lerr_jetty), .s_lerr_jfc(lerr_jfc),
    .s_lerr_user_data(lerr_user_data), .s_lerr_chan(lerr_chan), .s_lerr_bb_idx(lerr_bb_idx),
    .s_lerr_status(lerr_status), .s_lerr_substatus(lerr_substatus), .m_ret_valid(ret_valid),
    .m_ret_ready(ret_ready), .m_ret_jetty(ret_jetty), .m_ret_tassn(ret_tassn), .m_wr_valid(wr_cmd_valid[0]),
    .m_wr_ready(wr_cmd_ready[0]), .m_wr_addr(wr_cmd_addr[63:0]), .m_wr_len(wr_cmd_len[13:0]),
    .m_w_valid(wr_dat_valid[0]), .m_w_ready(wr_dat_ready[0]), .m_w_data(wr_dat[511:0]), .jfc_rd_valid(jfc_rd_valid),
    .jfc_rd_ready(jfc_rd_ready),
    .jfc_rd_id(jfc_rd_id), .jfc_rsp_valid(jfc_rsp_valid), .jfc_rsp_ready(jfc_rsp_ready),
    .jfc_rsp_data(jfc_rsp_data), .jfc_wr_valid(jfc_wr_valid), .jfc_wr_id(jfc_wr_id), .jfc_wr_data(jfc_wr_data),
    .probe_wr_valid(probe_valid[`URMA_PROBE_MEM_WR]), .probe_wr_id(probe_id[64*`URMA_PROBE_MEM_WR +: 64]),
    .stat_drop_rsp(drop_rsp), .stat_idle(idle[15]));

  // ---- writes of the peer
  cm_delay #(.W(WREQ_W), .DEPTH(PAD_DEPTH)) u_pad_wrx (
    .clk(clk), .rst(rst), .cfg_now_cyc(cfg_now_cyc), .cfg_delay_cyc(cfg_pad_rx_cyc), .s_valid(wreq_valid),
    .s_ready(wreq_ready),
    .s_data({wreq_ok, wreq_frame, wreq_chan, wreq_btah, wreq_maetah, wreq_tvetah, wreq_pay_bytes}),
    .m_valid(wdo_valid), .m_ready(wdo_ready),
    .m_data({wdo_ok, wdo_frame, wdo_chan, wdo_btah, wdo_maetah, wdo_tvetah, wdo_pay_bytes}), .stat_idle(idle[21]));

  urma_write_exec #(.SEGS(SEGS), .TA_BYTES(TA_BYTES), .RSP_DEPTH(OST_TOTAL)) u_write_exec (
    .clk(clk), .rst(rst), .cfg_mtu_bytes(cfg_mtu_bytes), .s_req_valid(wdo_valid), .s_req_ready(wdo_ready),
    .s_req_ok(wdo_ok), .s_req_frame(wdo_frame), .s_req_chan(wdo_chan), .s_req_btah(wdo_btah),
    .s_req_maetah(wdo_maetah), .s_req_tvetah(wdo_tvetah), .s_req_pay_bytes(wdo_pay_bytes),
    .s_req_pay_lane(wdo_btah[`UB_BTAH_TV_EN] ? WPAY_LANE + 6'd4 : WPAY_LANE), .s_pay_valid(rx_wpay_valid),
    .s_pay_ready(rx_wpay_ready), .s_pay_data(rx_wpay_data), .m_wr_valid(wr_cmd_valid[1]),
    .s_done(wr_done[1]),
    .m_wr_ready(wr_cmd_ready[1]), .m_wr_addr(wr_cmd_addr[127:64]), .m_wr_len(wr_cmd_len[27:14]),
    .m_w_valid(wr_dat_valid[1]), .m_w_ready(wr_dat_ready[1]), .m_w_data(wr_dat[1023:512]),
    .m_pkt_valid(wack_valid), .m_pkt_ready(wack_ready), .m_pkt_chan(wack_chan), .m_pkt_ta(wack_ta),
    .m_pkt_ta_bytes(wack_ta_bytes), .m_pkt_key(wack_key), .m_pkt_frame(wack_frame),
    .seg_rd_valid(seg_rd_valid[1]), .seg_rd_ready(seg_rd_ready[1]), .seg_rd_id(seg_rd_id[31:16]),
    .seg_rsp_valid(seg_rsp_valid[1]), .seg_rsp_ready(seg_rsp_ready[1]),
    .seg_rsp_data(seg_rsp_data[2*SEG_W-1:SEG_W]), .probe_wr_valid(probe_valid[`URMA_PROBE_PUT_WR]),
    .probe_wr_id(probe_id[64*`URMA_PROBE_PUT_WR +: 64]), .stat_idle(idle[22]));

  cm_delay #(.W(ACK_PKT_W), .DEPTH(PAD_DEPTH)) u_pad_wack (
    .clk(clk), .rst(rst), .cfg_now_cyc(cfg_now_cyc), .cfg_delay_cyc(cfg_pad_rsp_tx_cyc), .s_valid(wack_valid),
    .s_ready(wack_ready), .s_data({wack_frame, wack_chan, wack_key, wack_ta, wack_ta_bytes}),
    .m_valid(wout_valid), .m_ready(wout_ready), .m_data(wout), .stat_idle(idle[23]));

  // answers, of reads and of writes
  cm_merge #(.N(2), .W(ACK_PKT_W + 78)) u_answers (
    .clk(clk), .rst(rst), .s_valid({wout_valid, rsp_pkt_valid}), .s_ready({wout_ready, rsp_pkt_ready}),
    .s_data({wout, 78'd0, rsp_pkt_frame, rsp_pkt_chan, rsp_pkt_key, rsp_pkt_ta, rsp_pkt_ta_bytes, rsp_pkt_pay_bytes,
             rsp_pkt_pay_addr}), .m_valid(ans_valid), .m_ready(ans_ready),
    .m_data({ans_frame, ans_chan, ans_key, ans_ta, ans_ta_bytes, ans_pay_bytes, ans_pay_addr}), .m_from());

  // ---- memory: 0 reads, 1 payload of writes, 2 load/store; 0 completions, 1 writes of the peer, 2 load/store
  cm_rd_mux #(.N(3)) u_rd_mux (
    .clk(clk), .rst(rst), .s_rd_valid(rd_valid), .s_rd_ready(rd_ready), .s_rd_addr(rd_addr), .s_rd_len(rd_len),
    .s_rd_note(3'd0), .m_r_valid(r_valid), .m_r_ready(r_ready), .m_r_data(r_data), .m_r_last(r_last),
    .m_r_err(r_err), .m_rd_valid(mrd_valid), .m_rd_ready(mrd_ready), .m_rd_addr(mrd_addr), .m_rd_len(mrd_len),
    .m_rd_note(rd_note_unused), .s_r_valid(mr_valid), .s_r_ready(mr_ready), .s_r_data(mr_data), .s_r_last(mr_last),
    .s_r_err(mr_err), .stat_idle());

  cm_wr_mux #(.N(3)) u_wr_mux (
    .clk(clk), .rst(rst), .s_wr_valid(wr_cmd_valid), .s_wr_ready(wr_cmd_ready), .s_wr_addr(wr_cmd_addr),
    .s_wr_len(wr_cmd_len), .s_w_valid(wr_dat_valid), .s_w_ready(wr_dat_ready), .s_w_data(wr_dat),
    .m_wr_valid(mw_valid), .m_wr_ready(mw_ready), .m_wr_addr(mw_addr), .m_wr_len(mw_len),
    .m_w_valid(mwd_valid), .m_w_ready(mwd_ready), .m_w_data(mwd_data), .s_done(mw_done), .m_done(wr_done),
    .stat_idle(idle[24]));

  urma_axi_m u_axi_m (
    .clk(clk), .rst(rst), .s_rd_valid(mrd_valid), .s_rd_ready(mrd_ready), .s_rd_addr(mrd_addr), .s_rd_len(mrd_len),
    .s_wr_valid(mw_valid), .s_wr_ready(mw_ready), .s_wr_addr(mw_addr), .s_wr_len(mw_len),
    .s_w_valid(mwd_valid), .s_w_ready(mwd_ready), .s_w_data(mwd_data), .m_r_valid(mr_valid),
    .m_r_ready(mr_ready), .m_r_data(mr_data), .m_r_last(mr_last), .m_r_err(mr_err), .m_done_valid(mw_done),
    .m_done_err(mw_done_err),
    .m_axi_awvalid(m_axi_awvalid),
    .m_axi_awready(m_axi_awready), .m_axi_awid(m_axi_awid), .m_axi_awaddr(m_axi_awaddr),
    .m_axi_awlen(m_axi_awlen), .m_axi_awsize(m_axi_awsize), .m_axi_awburst(m_axi_awburst),
    .m_axi_wvalid(m_axi_wvalid), .m_axi_wready(m_axi_wready), .m_axi_wdata(m_axi_wdata),
    .m_axi_wstrb(m_axi_wstrb), .m_axi_wlast(m_axi_wlast), .m_axi_bvalid(m_axi_bvalid),
    .m_axi_bready(m_axi_bready), .m_axi_bid(m_axi_bid), .m_axi_bresp(m_axi_bresp),
    .m_axi_arvalid(m_axi_arvalid), .m_axi_arready(m_axi_arready), .m_axi_arid(m_axi_arid),
    .m_axi_araddr(m_axi_araddr), .m_axi_arlen(m_axi_arlen), .m_axi_arsize(m_axi_arsize),
    .m_axi_arburst(m_axi_arburst), .m_axi_rvalid(m_axi_rvalid), .m_axi_rready(m_axi_rready),
    .m_axi_rid(m_axi_rid), .m_axi_rdata(m_axi_rdata), .m_axi_rresp(m_axi_rresp), .m_axi_rlast(m_axi_rlast),
    .stat_rd_outstanding(stat_bus_rd_outstanding), .stat_wr_outstanding(stat_bus_wr_outstanding),
    .stat_wr_err(bus_wr_err), .stat_rd_err(bus_rd_err), .stat_idle(idle[16]));

  urma_contexts #(.JETTYS(JETTYS), .JFCS(JFCS), .SEGS(SEGS), .CHANS(CHANS)) u_contexts (
    .clk(clk), .rst(rst), .cfg_slow_en(cfg_slow_en), .cfg_slow_seed(cfg_slow_seed), .s_ctx_valid(ctx_valid),
    .s_ctx_ready(ctx_ready), .s_ctx_kind(ctx_kind), .s_ctx_id(ctx_id), .s_ctx_data(ctx_data),
    .jetty_rd_valid(jetty_rd_valid), .jetty_rd_ready(jetty_rd_ready), .jetty_rd_id(jetty_rd_id),
    .jetty_rsp_valid(jetty_rsp_valid), .jetty_rsp_ready(jetty_rsp_ready), .jetty_rsp_data(jetty_rsp_data),
    .jetty_wr_valid(jetty_wr_valid), .jetty_wr_id(jetty_wr_id), .jetty_wr_data(jetty_wr_data),
    .jfc_rd_valid(jfc_rd_valid), .jfc_rd_ready(jfc_rd_ready), .jfc_rd_id(jfc_rd_id),
    .jfc_rsp_valid(jfc_rsp_valid), .jfc_rsp_ready(jfc_rsp_ready), .jfc_rsp_data(jfc_rsp_data),
    .jfc_wr_valid(jfc_wr_valid), .jfc_wr_id(jfc_wr_id), .jfc_wr_data(jfc_wr_data), .seg_rd_valid(seg_rd_valid),
    .seg_rd_ready(seg_rd_ready), .seg_rd_id(seg_rd_id), .seg_rsp_valid(seg_rsp_valid),
    .seg_rsp_ready(seg_rsp_ready), .seg_rsp_data(seg_rsp_data), .cfg_rd_valid(cfg_rd_valid),
    .cfg_rd_ready(cfg_rd_ready), .cfg_rd_id(cfg_rd_id), .cfg_rsp_valid(cfg_rsp_valid),
    .cfg_rsp_ready(cfg_rsp_ready), .cfg_rsp_data(cfg_rsp_data), .tx_rd_valid(tx_rd_valid),
    .tx_rd_ready(tx_rd_ready), .tx_rd_id(tx_rd_id), .tx_rsp_valid(tx_rsp_valid), .tx_rsp_ready(tx_rsp_ready),
    .tx_rsp_data(tx_rsp_data), .tx_wr_valid(tx_wr_valid), .tx_wr_id(tx_wr_id), .tx_wr_data(tx_wr_data),
    .ack_rd_valid(ack_rd_valid), .ack_rd_ready(ack_rd_ready), .ack_rd_id(ack_rd_id),
    .ack_rsp_valid(ack_rsp_valid), .ack_rsp_ready(ack_rsp_ready), .ack_rsp_data(ack_rsp_data),
    .ack_wr_valid(ack_wr_valid), .ack_wr_id(ack_wr_id), .ack_wr_data(ack_wr_data), .rx_rd_valid(rx_rd_valid),
    .rx_rd_ready(rx_rd_ready), .rx_rd_id(rx_rd_id), .rx_rsp_valid(rx_rsp_valid), .rx_rsp_ready(rx_rsp_ready),
    .rx_rsp_data(rx_rsp_data), .rx_wr_valid(rx_wr_valid), .rx_wr_id(rx_wr_id), .rx_wr_data(rx_wr_data),
    .win_rd_valid(win_rd_valid), .win_rd_ready(win_rd_ready), .win_rd_id(win_rd_id),
    .win_rsp_valid(win_rsp_valid), .win_rsp_ready(win_rsp_ready), .win_rsp_data(win_rsp_data),
    .stat_drop(drop_ctx), .stat_idle(idle[17]));

  urma_ldst #(.SEGS(SEGS)) u_ldst (
    .clk(clk), .rst(rst), .cfg_now_cyc(cfg_now_cyc), .cfg_mac(cfg_local_mac), .cfg_cna(cfg_local_cna),
    .cfg_pad_tx_cyc(cfg_ld_pad_tx_cyc), .cfg_pad_rx_cyc(cfg_ld_pad_rx_cyc),
    .cfg_pad_rsp_tx_cyc(cfg_ld_pad_rsp_tx_cyc), .cfg_pad_rsp_rx_cyc(cfg_ld_pad_rsp_rx_cyc),
    .s_awvalid(host_awvalid[1]), .s_awready(host_awready[1]), .s_awid(s_axi_awid), .s_awaddr(s_axi_awaddr),
    .s_awlen(s_axi_awlen), .s_awsize(s_axi_awsize), .s_awburst(s_axi_awburst), .s_wvalid(host_wvalid[1]),
    .s_wready(host_wready[1]), .s_wdata(s_axi_wdata), .s_wstrb(s_axi_wstrb), .s_wlast(s_axi_wlast),
    .s_bvalid(host_bvalid[1]), .s_bready(host_bready[1]), .s_bid(host1_b[5:2]), .s_bresp(host1_b[1:0]),
    .s_arvalid(host_arvalid[1]), .s_arready(host_arready[1]), .s_arid(s_axi_arid), .s_araddr(s_axi_araddr),
    .s_arlen(s_axi_arlen), .s_arsize(s_axi_arsize), .s_arburst(s_axi_arburst), .s_rvalid(host_rvalid[1]),
    .s_rready(host_rready[1]), .s_rid(host1_r[517:514]), .s_rdata(host1_r[511:0]), .s_rresp(host1_r[513:512]),
    .s_rlast(host_rlast[1]), .s_rx_valid(part_rx_valid[1]), .s_rx_ready(part_rx_ready[1]), .s_rx_data(s_rx_data),
    .s_rx_keep(s_rx_keep), .s_rx_last(s_rx_last), .s_rx_user_err(s_rx_user_err), .m_tx_valid(part_tx_valid[1]),
    .m_tx_ready(part_tx_ready[1]), .m_tx_data(part1_tx[511:0]), .m_tx_keep(part1_tx[575:512]),
    .m_tx_last(part_tx_last[1]), .m_tx_user_err(part1_tx[576]), .m_rd_valid(rd_valid[2]),
    .m_rd_ready(rd_ready[2]), .m_rd_addr(rd_addr[191:128]), .m_rd_len(rd_len[41:28]), .s_r_valid(r_valid[2]),
    .s_r_ready(r_ready[2]), .s_r_data(r_data), .s_r_err(r_err), .m_wr_valid(wr_cmd_valid[2]),
    .m_wr_ready(wr_cmd_ready[2]), .m_wr_addr(wr_cmd_addr[191:128]), .m_wr_len(wr_cmd_len[41:28]),
    .m_w_valid(wr_dat_valid[2]), .m_w_ready(wr_dat_ready[2]), .m_w_data(wr_dat[1535:1024]), .s_done_valid(wr_done[2]),
    .s_done_err(mw_done_err), .win_rd_valid(win_rd_valid), .win_rd_ready(win_rd_ready), .win_rd_id(win_rd_id),
    .win_rsp_valid(win_rsp_valid), .win_rsp_ready(win_rsp_ready), .win_rsp_data(win_rsp_data),
    .seg_rd_valid(seg_rd_valid[2]), .seg_rd_ready(seg_rd_ready[2]), .seg_rd_id(seg_rd_id[47:32]),
    .seg_rsp_valid(seg_rsp_valid[2]), .seg_rsp_ready(seg_rsp_ready[2]),
    .seg_rsp_data(seg_rsp_data[3*SEG_W-1:2*SEG_W]),
    .probe_first_valid(probe_valid[`URMA_PROBE_LD_FIRST]),
    .probe_first_id(probe_id[64*`URMA_PROBE_LD_FIRST +: 64]), .probe_rx_valid(probe_valid[`URMA_PROBE_LD_RX]),
    .probe_rx_id(probe_id[64*`URMA_PROBE_LD_RX +: 64]), .stat_rx_frame(ld_rx_frame), .stat_tx_frame(ld_tx_frame),
    .stat_refused(ld_refused), .stat_denied(ld_denied), .stat_drop_frame(ld_drop_frame),
    .stat_drop_rsp(ld_drop_rsp), .stat_idle(idle[25]));

  urma_rx_split u_rx_split (
    .clk(clk), .rst(rst), .s_valid(s_rx_valid), .s_ready(s_rx_ready), .s_lanes(s_rx_data[111:96]),
    .s_last(s_rx_last), .m_valid(part_rx_valid), .m_ready(part_rx_ready));

  cm_mux2 #(.W(577)) u_tx_mux (
    .clk(clk), .rst(rst), .s0_valid(part_tx_valid[0]), .s0_ready(part_tx_ready[0]), .s0_data(part0_tx),
    .s0_last(part_tx_last[0]), .s1_valid(part_tx_valid[1]), .s1_ready(part_tx_ready[1]), .s1_data(part1_tx),
    .s1_last(part_tx_last[1]), .m_valid(m_tx_valid), .m_ready(m_tx_ready),
    .m_data({m_tx_user_err, m_tx_keep, m_tx_data}), .m_last(m_tx_last));

  cm_fifo #(.W(64), .DEPTH(16)) u_stall_ini (
    .clk(clk), .rst(rst), .s_valid(stall_ini_valid), .s_ready(stall_ini_ready_unused),
    .s_data(stall_ini_event), .m_valid(stall_valid[0]), .m_ready(stall_ready[0]), .m_data(stall_event[63:0]),
    .stat_count(), .stat_idle(idle[18]));

  cm_fifo #(.W(64), .DEPTH(16)) u_stall_tx (
    .clk(clk), .rst(rst), .s_valid(stall_tx_valid), .s_ready(stall_tx_ready_unused), .s_data(stall_tx_event),
    .m_valid(stall_valid[1]), .m_ready(stall_ready[1]), .m_data(stall_event[127:64]), .stat_count(),
    .stat_idle(idle[19]));

  cm_arb_rr #(.N(2), .W(64)) u_stall_arb (
    .clk(clk), .rst(rst), .s_valid(stall_valid), .s_ready(stall_ready), .s_data(stall_event), .s_last(2'b11),
    .m_valid(m_stall_valid), .m_ready(m_stall_ready), .m_data(m_stall_event), .m_src(), .m_last());

  // ---- the hold rule, on every stream between modules and at the ports
  generate
    if (CHECK != 0) begin : g_check
      cm_stream_check #(.W(44)) u_host_aw (
        .clk(clk), .rst(rst), .valid(s_axi_awvalid), .ready(s_axi_awready),
        .data({s_axi_awid, s_axi_awaddr, s_axi_awlen}));
      cm_stream_check #(.W(576)) u_host_w (
        .clk(clk), .rst(rst), .valid(s_axi_wvalid), .ready(s_axi_wready),
        .data({s_axi_wstrb, s_axi_wdata}));
      cm_stream_check #(.W(6)) u_host_b (
        .clk(clk), .rst(rst), .valid(s_axi_bvalid), .ready(s_axi_bready),
        .data({s_axi_bid, s_axi_bresp}));
      cm_stream_check #(.W(76)) u_mem_aw (
        .clk(clk), .rst(rst), .valid(m_axi_awvalid), .ready(m_axi_awready),
        .data({m_axi_awid, m_axi_awaddr, m_axi_awlen}));
      cm_stream_check #(.W(577)) u_mem_w (
        .clk(clk), .rst(rst), .valid(m_axi_wvalid), .ready(m_axi_wready),
        .data({m_axi_wlast, m_axi_wstrb, m_axi_wdata}));
      cm_stream_check #(.W(6)) u_mem_b (
        .clk(clk), .rst(rst), .valid(m_axi_bvalid), .ready(m_axi_bready),
        .data({m_axi_bid, m_axi_bresp}));
      cm_stream_check #(.W(76)) u_mem_ar (
        .clk(clk), .rst(rst), .valid(m_axi_arvalid), .ready(m_axi_arready),
        .data({m_axi_arid, m_axi_araddr, m_axi_arlen}));
      cm_stream_check #(.W(515)) u_mem_r (
        .clk(clk), .rst(rst), .valid(m_axi_rvalid), .ready(m_axi_rready),
        .data({m_axi_rlast, m_axi_rresp, m_axi_rdata}));
      cm_stream_check #(.W(577)) u_rx (
        .clk(clk), .rst(rst), .valid(s_rx_valid), .ready(s_rx_ready),
        .data({s_rx_last, s_rx_keep, s_rx_data}));
      cm_stream_check #(.W(577)) u_tx (
        .clk(clk), .rst(rst), .valid(m_tx_valid), .ready(m_tx_ready),
        .data({m_tx_last, m_tx_keep, m_tx_data}));
      cm_stream_check #(.W(532)) u_wr (
        .clk(clk), .rst(rst), .valid(wr_valid), .ready(wr_ready),
        .data({wr_jetty, wr_wqe}));
      cm_stream_check #(.W(114)) u_op (
        .clk(clk), .rst(rst), .valid(op_valid), .ready(op_ready),
        .data({op_jetty, op_tassn, op_addr, op_len}));
      cm_stream_check #(.W(68)) u_pkt (
        .clk(clk), .rst(rst), .valid(pkt_valid), .ready(pkt_ready),
        .data({pkt_psn, pkt_key, pkt_ta_bytes}));
      cm_stream_check #(.W(40)) u_ackp (
        .clk(clk), .rst(rst), .valid(ackp_valid), .ready(ackp_ready),
        .data({ackp_psn, ackp_chan}));
      cm_stream_check #(.W(17)) u_desc (
        .clk(clk), .rst(rst), .valid(desc_valid), .ready(desc_ready),
        .data({desc_frame, desc_is_rsp}));
      cm_stream_check #(.W(32)) u_req (
        .clk(clk), .rst(rst), .valid(req_valid), .ready(req_ready),
        .data({req_frame, req_chan}));
      cm_stream_check #(.W(66)) u_owed (
        .clk(clk), .rst(rst), .valid(owed_valid), .ready(owed_ready),
        .data({owed_frame, owed_key, owed_len}));
      cm_stream_check #(.W(52)) u_rsp_pkt (
        .clk(clk), .rst(rst), .valid(rsp_pkt_valid), .ready(rsp_pkt_ready),
        .data({rsp_pkt_frame, rsp_pkt_key}));
      cm_stream_check #(.W(513)) u_pay (
        .clk(clk), .rst(rst), .valid(pay_valid), .ready(pay_ready),
        .data({pay_last, pay_data}));
      cm_stream_check #(.W(512)) u_rx_pay (
        .clk(clk), .rst(rst), .valid(rx_pay_valid), .ready(rx_pay_ready),
        .data(rx_pay_data));
      cm_stream_check #(.W(80)) u_found (
        .clk(clk), .rst(rst), .valid(found_valid), .ready(found_ready),
        .data({found_va, found_bb_idx}));
      cm_stream_check #(.W(36)) u_ret (
        .clk(clk), .rst(rst), .valid(ret_valid), .ready(ret_ready),
        .data({ret_jetty, ret_tassn}));
      cm_stream_check #(.W(78)) u_rd (
        .clk(clk), .rst(rst), .valid(mrd_valid), .ready(mrd_ready),
        .data({mrd_addr, mrd_len}));
      cm_stream_check #(.W(78)) u_mw (
        .clk(clk), .rst(rst), .valid(mw_valid), .ready(mw_ready),
        .data({mw_addr, mw_len}));
      cm_stream_check #(.W(50)) u_req_pkt (
        .clk(clk), .rst(rst), .valid(req_pkt_valid), .ready(req_pkt_ready),
        .data({req_pkt_key, req_pkt_pay_bytes}));
      cm_stream_check #(.W(50)) u_ans (
        .clk(clk), .rst(rst), .valid(ans_valid), .ready(ans_ready),
        .data({ans_key, ans_pay_bytes}));
      cm_stream_check #(.W(513)) u_wpay (
        .clk(clk), .rst(rst), .valid(wpay_valid), .ready(wpay_ready),
        .data({wpay_last, wpay_data}));
      cm_stream_check #(.W(33)) u_wreq (
        .clk(clk), .rst(rst), .valid(wreq_valid), .ready(wreq_ready),
        .data({wreq_ok, wreq_frame, wreq_chan}));
      cm_stream_check #(.W(512)) u_rx_wpay (
        .clk(clk), .rst(rst), .valid(rx_wpay_valid), .ready(rx_wpay_ready),
        .data(rx_wpay_data));
    end
  endgenerate

endmodule

`resetall
