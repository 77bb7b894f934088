// SPDX-License-Identifier: Apache-2.0
// roce_rsp_rx: requester, completing half: finds the request that a response belongs to, tells the write engine
//   where its payload goes, completes requests in the order of their queue. Owner of roce_qp_una.
//   Jobs are responses and messages of roce_qp_send (s_issue). Each passes three places: A reads the records of the
//   queue pair, B holds them while the send record of its oldest request is read, C acts, request by request. Two
//   jobs of one queue pair are never in B and C together, so the record in C is the newest.
//   Latency    : s_rsp to m_act 4 cycles, s_rsp_end to m_act 1 cycle when the rest is done; the completion record
//                1 cycle behind the payload; one more request of the same response each 2 cycles.
//   Throughput : one request completed per cycle, one action per cycle. Responses of one queue pair each 2 cycles.
//   Back-press : s_rsp and s_issue in turn; they wait for room on m_act, m_free and m_rd_done. m_rd_done and m_err
//                must be taken without regard to s_issue_ready. m_err always has room.
//   Order      : as received. m_free comes after the job's actions were handed over.
//   Error      : bad verdict -> payload thrown away, nothing else. No such queue pair, not in RTS or SQD, not from its
//                peer's address -> stat_drop_qp; of another partition -> stat_drop_pkey; no such request, a PSN
//                behind or ahead -> stat_drop_rsp. A response past a read or atomic that has no answer ends there,
//                stat_implied_loss. Malformed -> status bad_resp; no right to place -> loc_prot; a NAK -> its
//                status. The first error completes its request, and from then on requests are flushed as s_issue
//                says. In state RESET requests end without a record, and a flush waits for no failure before it.
//   Contract   : issue_idx and next_psn of roce_qp_tx are past a request before its first packet leaves. Requests
//                that fail before they are issued use no PSN and are no reads outstanding.
//   Reset      : drops what is in work.
//   Source     : IBTA vol. 1, 9.7.5, 9.9 and 10.9.3; stage nic_rsp_rx. Long, because one decision looks at all of this.

`resetall
`default_nettype none
`include "cm_assert.vh"
`include "ubn_wire.vh"
`include "ubn_enums.vh"
`include "ubn_probes.vh"
`include "ubn_records.vh"

module roce_rsp_rx #(
  parameter QPS   = 64,
  parameter SLOTS = 128,         // requests of a queue that may be under way, a power of two, 2..128
  parameter MRS   = 256
) (
  input  wire         clk,
  input  wire         rst,
  // responses, from the parser
  input  wire         s_rsp_valid,
  output wire         s_rsp_ready,
  input  wire [15:0]  s_rsp_frame,
  input  wire [31:0]  s_rsp_src_ip,
  input  wire [`ROCE_BTH_BITS-1:0] s_rsp_bth,
  input  wire [223:0] s_rsp_ext,
  input  wire [13:0]  s_rsp_pay_bytes,
  input  wire [5:0]   s_rsp_pay_lane,
  input  wire [7:0]   s_rsp_pay_beats,
  input  wire         s_rsp_end_valid,
  output wire         s_rsp_end_ready,
  input  wire         s_rsp_end_ok,
  // messages: kind 1 request idx fails with status once it is the oldest, 2 requests before idx are flushed
  input  wire         s_issue_valid,
  output wire         s_issue_ready,
  input  wire [15:0]  s_issue_qp,
  input  wire [1:0]   s_issue_kind,
  input  wire [15:0]  s_issue_idx,
  input  wire [7:0]   s_issue_status,
  // actions of the write engine: kind 0 payload, 1 payload thrown away, 2 completion record, 3 m_act_data
  output wire         m_act_valid,
  input  wire         m_act_ready,
  output wire [1:0]   m_act_kind,
  output wire [63:0]  m_act_addr,
  output wire [13:0]  m_act_len,
  output wire [5:0]   m_act_lane,
  output wire [7:0]   m_act_beats,
  output wire [15:0]  m_act_frame,
  output wire [15:0]  m_act_qp,
  output wire [63:0]  m_act_data,
  output wire [15:0]  m_act_cq,
  output wire [23:0]  m_act_qpn,
  output wire [7:0]   m_act_opcode,
  output wire [7:0]   m_act_status,
  output wire         m_act_with_imm,
  output wire [15:0]  m_act_wqe_idx,   // of payload: index in the send queue
  output wire [31:0]  m_act_byte_cnt,
  output wire [31:0]  m_act_imm,
  output wire [23:0]  m_act_src_qpn,
  // entries of the send queue that are finished
  output wire         m_free_valid,
  input  wire         m_free_ready,
  output wire [15:0]  m_free_qp,
  output wire         m_free_rq,
  output wire [7:0]   m_free_count,
  // a read or atomic is no longer outstanding
  output wire         m_rd_done_valid,
  input  wire         m_rd_done_ready,
  output wire [15:0]  m_rd_done_qp,
  // queue pairs in error
  output wire         m_err_valid,
  input  wire         m_err_ready,
  output wire [15:0]  m_err_qp,
  // send records
  output wire         sent_rd_en,
  output wire [15:0]  sent_rd_addr,
  input  wire [200:0] sent_rd_data,
  // records
  output wire         cfg_rd_valid,
  input  wire         cfg_rd_ready,
  output wire [15:0]  cfg_rd_id,
  input  wire         cfg_rsp_valid,
  output wire         cfg_rsp_ready,
  input  wire [`ROCE_QP_CFG_BITS-1:0] cfg_rsp_data,
  output wire         tx_rd_valid,
  input  wire         tx_rd_ready,
  output wire [15:0]  tx_rd_id,
  input  wire         tx_rsp_valid,
  output wire         tx_rsp_ready,
  input  wire [`ROCE_QP_TX_BITS-1:0] tx_rsp_data,
  output wire         una_rd_valid,
  input  wire         una_rd_ready,
  output wire [15:0]  una_rd_id,
  input  wire         una_rsp_valid,
  output wire         una_rsp_ready,
  input  wire [`ROCE_QP_UNA_BITS-1:0] una_rsp_data,
  output wire         una_wr_valid,
  output wire [15:0]  una_wr_id,
  output wire [`ROCE_QP_UNA_BITS-1:0] una_wr_data,
  output wire         mr_rd_valid,
  input  wire         mr_rd_ready,
  output wire [15:0]  mr_rd_id,
  input  wire         mr_rsp_valid,
  output wire         mr_rsp_ready,
  input  wire [`ROCE_MR_CTX_BITS-1:0] mr_rsp_data,
  // observation
  output reg          probe_packet_valid,
  output reg  [63:0]  probe_packet_id,
  output wire         stat_drop_qp,
  output wire         stat_drop_pkey,
  output wire         stat_drop_rsp,
  output wire         stat_implied_loss,
  output wire         stat_qp_err,
  output wire         stat_idle
);

  localparam UNA_W  = `ROCE_QP_UNA_BITS;
  localparam SLOT_W = $clog2(SLOTS);
  localparam [23:0] QPS_N = QPS[23:0];
  localparam [24:0] MRS_N = MRS[24:0];
  localparam SENT_W = 24 + 24 + 8 + 1 + 32 + 32 + 64 + 16;  // see its fields in C
  localparam SENT_OP = 145, SENT_LKEY = 80;                 // lowest bits of two of them
  localparam [1:0]  MSG_LERR = 2'd1, MSG_FLUSH = 2'd2;
  localparam [1:0]  ACT_PAY = 2'd0, ACT_DROP = 2'd1, ACT_CQE = 2'd2, ACT_8 = 2'd3;
  localparam ERR_DEPTH = QPS + 1;    // each queue pair is put into error once

  generate
    if (SLOTS < 2 || SLOTS > 128 || (SLOTS & (SLOTS - 1)) != 0) begin : g_error_slots
      error_slots_must_be_a_power_of_two_up_to_128 u_error ();
    end
    if (QPS < 2 || QPS > 65536 / SLOTS) begin : g_error_qps
      error_qps_times_slots_must_be_up_to_65536 u_error ();
    end
    if (MRS < 2 || MRS > 65536) begin : g_error_mrs
      error_mrs_must_be_2_to_65536 u_error ();
    end
  endgenerate

  // a - b of a 16-bit index: is a behind b on the way
  function after;
    input [15:0] a;
    input [15:0] b;
    reg   [15:0] d;
    begin
      d = a - b;
      after = d != 16'd0 && !d[15];
    end
  endfunction

  // ---- A: the next job, response or message in turn; a choice stays until it has entered
  reg          kept_q, kept_msg_q;   // a job waits to enter
  reg          msg_turn_q;
  wire         pick_msg = kept_q ? kept_msg_q : s_issue_valid && (!s_rsp_valid || msg_turn_q);
  wire         in_valid = pick_msg ? s_issue_valid : s_rsp_valid;
  wire [23:0]  in_qp    = pick_msg ? {8'd0, s_issue_qp} : s_rsp_bth[`ROCE_BTH_DEST_QP];
  wire         in_known = in_qp < QPS_N;
  wire [15:0]  in_id    = in_known ? in_qp[15:0] : 16'd0;
  wire [`ROCE_AETH_BITS-1:0] in_aeth = s_rsp_ext[223 -: `ROCE_AETH_BITS];

  reg          a_full_q;
  reg  [2:0]   a_in_q;               // records asked for, of the job that is entering
  wire [2:0]   slot_ready, slot_valid, slot_idle;
  wire [2:0]   a_in     = a_in_q | slot_ready;
  wire         a_go;
  wire         a_enter  = in_valid && (&a_in) && (!a_full_q || a_go);
  wire         a_valid  = a_full_q && (&slot_valid);

  reg          a_msg_q, a_known_q;
  reg  [15:0]  a_qp_q, a_frame_q, a_idx_q;
  reg  [1:0]   a_kind_q;
  reg  [7:0]   a_op_q, a_status_q, a_beats_q;
  reg  [1:0]   a_ack_kind_q;
  reg  [4:0]   a_ack_value_q;
  reg  [23:0]  a_psn_q;
  reg  [15:0]  a_pkey_q;
  reg  [31:0]  a_src_ip_q;
  reg  [63:0]  a_orig_q;
  reg  [13:0]  a_bytes_q;
  reg  [5:0]   a_lane_q;

  wire [`ROCE_QP_CFG_BITS-1:0] cfg_rec;
  wire [`ROCE_QP_TX_BITS-1:0]  tx_rec;
  wire [UNA_W-1:0]             una_rec;

  assign s_rsp_ready   = a_enter && !pick_msg;
  assign s_issue_ready = a_enter && pick_msg;

  always @(posedge clk) begin
    if (rst) begin
      kept_q     <= 1'b0;
      msg_turn_q <= 1'b0;
      a_full_q   <= 1'b0;
      a_in_q     <= 3'd0;
    end else begin
      kept_q <= in_valid && !a_enter;
      a_in_q <= a_enter || !in_valid ? 3'd0 : a_in;
      if (a_enter) msg_turn_q <= !pick_msg;
      if (a_enter) a_full_q <= 1'b1;
      else if (a_go) a_full_q <= 1'b0;
      `UBN_ASSERT(message_of_a_known_queue_pair, !s_issue_valid || {8'd0, s_issue_qp} < QPS_N)
    end
  end

  always @(posedge clk) begin
    kept_msg_q <= pick_msg;
    if (a_enter) begin
      a_msg_q    <= pick_msg;
      a_known_q  <= in_known;
      a_qp_q     <= in_id;
      a_kind_q   <= s_issue_kind;
      a_idx_q    <= s_issue_idx;
      a_status_q <= s_issue_status;
      a_frame_q  <= s_rsp_frame;
      a_op_q     <= s_rsp_bth[`ROCE_BTH_OPCODE];
      a_psn_q    <= s_rsp_bth[`ROCE_BTH_PSN];
      a_pkey_q   <= s_rsp_bth[`ROCE_BTH_PKEY];
      a_src_ip_q <= s_rsp_src_ip;
      a_ack_kind_q  <= in_aeth[`ROCE_AETH_KIND];
      a_ack_value_q <= in_aeth[`ROCE_AETH_VALUE];
      a_orig_q   <= s_rsp_ext[223 - `ROCE_AETH_BITS -: `ROCE_ATOMICACKETH_BITS];
      a_bytes_q  <= s_rsp_pay_bytes;
      a_lane_q   <= s_rsp_pay_lane;
      a_beats_q  <= s_rsp_pay_beats;
    end
  end

  cm_ctx_slot #(.W(`ROCE_QP_CFG_BITS)) u_cfg (
    .clk(clk), .rst(rst),
    .s_valid(in_valid && !a_in_q[0]), .s_ready(slot_ready[0]), .s_id(in_id),
    .m_valid(slot_valid[0]), .m_ready(a_go), .m_rec(cfg_rec),
    .rd_valid(cfg_rd_valid), .rd_ready(cfg_rd_ready), .rd_id(cfg_rd_id),
    .rsp_valid(cfg_rsp_valid), .rsp_ready(cfg_rsp_ready), .rsp_data(cfg_rsp_data),
    .wr_valid(1'b0), .wr_id(16'd0), .wr_data({`ROCE_QP_CFG_BITS{1'b0}}),
    .stat_idle(slot_idle[0]));

  cm_ctx_slot #(.W(`ROCE_QP_TX_BITS)) u_tx (
    .clk(clk), .rst(rst),
    .s_valid(in_valid && !a_in_q[1]), .s_ready(slot_ready[1]), .s_id(in_id),
    .m_valid(slot_valid[1]), .m_ready(a_go), .m_rec(tx_rec),
    .rd_valid(tx_rd_valid), .rd_ready(tx_rd_ready), .rd_id(tx_rd_id),
    .rsp_valid(tx_rsp_valid), .rsp_ready(tx_rsp_ready), .rsp_data(tx_rsp_data),
    .wr_valid(1'b0), .wr_id(16'd0), .wr_data({`ROCE_QP_TX_BITS{1'b0}}),
    .stat_idle(slot_idle[1]));

  cm_ctx_slot #(.W(UNA_W)) u_una (
    .clk(clk), .rst(rst),
    .s_valid(in_valid && !a_in_q[2]), .s_ready(slot_ready[2]), .s_id(in_id),
    .m_valid(slot_valid[2]), .m_ready(a_go), .m_rec(una_rec),
    .rd_valid(una_rd_valid), .rd_ready(una_rd_ready), .rd_id(una_rd_id),
    .rsp_valid(una_rsp_valid), .rsp_ready(una_rsp_ready), .rsp_data(una_rsp_data),
    .wr_valid(una_wr_valid), .wr_id(una_wr_id), .wr_data(una_wr_data),
    .stat_idle(slot_idle[2]));

  // ---- B: the send record is read when a job enters; it is on the port in the cycle after and then kept
  reg          b_valid_q, b_fresh_q;
  reg          b_msg_q, b_known_q;
  reg  [15:0]  b_qp_q, b_frame_q, b_idx_q;
  reg  [1:0]   b_kind_q;
  reg  [7:0]   b_op_q, b_status_q, b_beats_q;
  reg  [1:0]   b_ack_kind_q;
  reg  [4:0]   b_ack_value_q;
  reg  [23:0]  b_psn_q;
  reg  [63:0]  b_orig_q;
  reg  [13:0]  b_bytes_q;
  reg  [5:0]   b_lane_q;
  reg          b_qp_ok_q, b_pkey_ok_q, b_reset_q;
  reg  [2:0]   b_mtu_q;
  reg  [15:0]  b_pd_q, b_cq_q, b_issue_q;
  reg  [23:0]  b_peer_q, b_next_psn_q;
  reg  [UNA_W-1:0]  b_una_q;
  reg  [SENT_W-1:0] b_sent_q;
  wire [SENT_W-1:0] b_sent = b_fresh_q ? sent_rd_data : b_sent_q;

  reg          c_valid_q;
  reg  [15:0]  c_qp_q;
  wire         c_leave, c_read;      // the job is done; it wants the next send record
  wire [15:0]  c_read_idx;
  wire         b_go    = b_valid_q && (!c_valid_q || c_leave);
  wire         hazard  = (b_valid_q && b_qp_q == a_qp_q) || (c_valid_q && !c_leave && c_qp_q == a_qp_q);
  wire [15:0]  pkey    = cfg_rec[`ROCE_QP_CFG_PKEY];
  wire [UNA_W-1:0] a_una = una_wr_valid && una_wr_id == a_qp_q ? una_wr_data : una_rec;

  assign a_go         = a_valid && (!b_valid_q || b_go) && !hazard && !c_read;
  assign sent_rd_en   = a_go || c_read;
  assign sent_rd_addr = c_read ? {c_qp_q[15-SLOT_W:0], c_read_idx[SLOT_W-1:0]} :
                        {a_qp_q[15-SLOT_W:0], a_una[SLOT_W-1:0]};     // una_idx is the lowest field

  always @(posedge clk) begin
    if (rst) begin
      b_valid_q <= 1'b0;
      b_fresh_q <= 1'b0;
    end else begin
      b_fresh_q <= a_go;
      if (a_go) b_valid_q <= 1'b1;
      else if (b_go) b_valid_q <= 1'b0;
    end
  end

  always @(posedge clk) begin
    if (b_fresh_q) b_sent_q <= sent_rd_data;
    if (a_go) begin
      b_msg_q      <= a_msg_q;
      b_known_q    <= a_known_q;
      b_qp_q       <= a_qp_q;
      b_kind_q     <= a_kind_q;
      b_idx_q      <= a_idx_q;
      b_status_q   <= a_status_q;
      b_frame_q    <= a_frame_q;
      b_op_q       <= a_op_q;
      b_psn_q      <= a_psn_q;
      b_ack_kind_q <= a_ack_kind_q;
      b_ack_value_q <= a_ack_value_q;
      b_orig_q     <= a_orig_q;
      b_bytes_q    <= a_bytes_q;
      b_lane_q     <= a_lane_q;
      b_beats_q    <= a_beats_q;
      b_qp_ok_q    <= (cfg_rec[`ROCE_QP_CFG_STATE] == `ROCE_QP_STATE_RTS ||
                       cfg_rec[`ROCE_QP_CFG_STATE] == `ROCE_QP_STATE_SQD) &&
                      a_src_ip_q == cfg_rec[`ROCE_QP_CFG_DST_IP];
      b_pkey_ok_q  <= a_pkey_q[14:0] == pkey[14:0] && (a_pkey_q[15] || pkey[15]);   // not both limited members
      b_reset_q    <= cfg_rec[`ROCE_QP_CFG_STATE] == `ROCE_QP_STATE_RESET;
      b_mtu_q      <= cfg_rec[`ROCE_QP_CFG_MTU];
      b_pd_q       <= cfg_rec[`ROCE_QP_CFG_PD];
      b_cq_q       <= cfg_rec[`ROCE_QP_CFG_SEND_CQ];
      b_peer_q     <= cfg_rec[`ROCE_QP_CFG_DEST_QPN];
      b_issue_q    <= tx_rec[`ROCE_QP_TX_ISSUE_IDX];
      b_next_psn_q <= tx_rec[`ROCE_QP_TX_NEXT_PSN];
      b_una_q      <= a_una;
    end
  end

  // what a message does to the record; requests to complete at once follow from it in C
  localparam [1:0] DO_RSP = 2'd0, DO_FAIL = 2'd1, DO_FLUSH = 2'd2, DO_STORE = 2'd3;
  reg  [UNA_W-1:0] b_una;
  reg  [1:0]       b_do;
  wire [15:0]      b_una_idx = b_una_q[`ROCE_QP_UNA_UNA_IDX];
  wire             b_flush   = b_una_q[`ROCE_QP_UNA_FLUSH];
  wire             b_wait    = b_una_q[`ROCE_QP_UNA_ERR_WAIT];
  wire [15:0]      b_behind  = b_idx_q + 16'd1;

  always @* begin
    b_una = b_una_q;
    b_do  = DO_STORE;
    if (!b_msg_q) b_do = DO_RSP;
    else if (b_kind_q == MSG_LERR && b_flush && !b_wait) begin        // in error already
      if (after(b_behind, b_una_idx)) b_do = DO_FLUSH;
      b_una[`ROCE_QP_UNA_FLUSH_IDX] = b_behind;
    end else if (b_kind_q == MSG_LERR) begin
      if (b_idx_q == b_una_idx) b_do = DO_FAIL;
      b_una[`ROCE_QP_UNA_ERR_WAIT]   = 1'b1;
      b_una[`ROCE_QP_UNA_ERR_IDX]    = b_idx_q;
      b_una[`ROCE_QP_UNA_ERR_STATUS] = b_status_q;
    end else if (b_kind_q == MSG_FLUSH) begin                         // behind a request that has to fail first
      if ((!b_wait || b_reset_q) && after(b_idx_q, b_una_idx)) b_do = DO_FLUSH;
      b_una[`ROCE_QP_UNA_ERR_WAIT]  = b_wait && !b_reset_q;
      b_una[`ROCE_QP_UNA_FLUSH]     = 1'b1;
      b_una[`ROCE_QP_UNA_FLUSH_IDX] = b_idx_q;
    end
  end

  // ---- C: the job and the request at hand
  reg          c_known_q, c_qp_ok_q, c_pkey_ok_q, c_reset_q;
  reg  [1:0]   c_do_q;
  reg          c_is_rsp_q;
  reg  [15:0]  c_frame_q, c_pd_q, c_cq_q, c_issue_q;
  reg  [7:0]   c_op_q, c_beats_q;
  reg  [1:0]   c_ack_kind_q;
  reg  [4:0]   c_ack_value_q;
  reg  [23:0]  c_psn_q, c_peer_q, c_next_psn_q;
  reg  [63:0]  c_orig_q;
  reg  [13:0]  c_bytes_q;
  reg  [5:0]   c_lane_q;
  reg  [2:0]   c_mtu_q;
  reg  [UNA_W-1:0]  c_una_q, c_una;  // c_una: after this step
  reg  [SENT_W-1:0] c_sent_q;
  reg          c_wait_q;             // the send record is on its way
  reg          c_paid_q;             // the payload was dealt with
  reg          c_used_q;             // the response had an effect
  reg          c_need_q, c_asked_q;  // a memory region has to be, was asked for
  reg  [7:0]   c_freed_q;            // requests completed by this job

  // send record
  wire [23:0]  first_psn, last_psn;
  wire [7:0]   wr_op;
  wire         signaled;
  wire [31:0]  length, lkey;
  wire [63:0]  local_va;
  wire [15:0]  wqe_idx;
  assign {first_psn, last_psn, wr_op, signaled, length, lkey, local_va, wqe_idx} = c_sent_q;
  wire         is_read   = wr_op == `ROCE_WR_OPCODE_READ;
  wire         is_atomic = wr_op == `ROCE_WR_OPCODE_CAS || wr_op == `ROCE_WR_OPCODE_FADD;

  // record of the queue pair
  wire [15:0]  una_idx   = c_una_q[`ROCE_QP_UNA_UNA_IDX];
  wire [15:0]  next_idx  = una_idx + 16'd1;
  wire [23:0]  rsp_psn   = c_una_q[`ROCE_QP_UNA_RSP_PSN];
  wire [31:0]  rsp_off   = c_una_q[`ROCE_QP_UNA_RSP_OFF];
  wire         err_wait  = c_una_q[`ROCE_QP_UNA_ERR_WAIT];
  wire         flush     = c_una_q[`ROCE_QP_UNA_FLUSH];
  wire [15:0]  err_idx   = c_una_q[`ROCE_QP_UNA_ERR_IDX];
  wire [15:0]  flush_idx = c_una_q[`ROCE_QP_UNA_FLUSH_IDX];

  // response: what it is, where its PSN stands
  wire         op_ack    = c_op_q == `ROCE_OPCODE_ACKNOWLEDGE;
  wire         op_atomic = c_op_q == `ROCE_OPCODE_ATOMIC_ACK;
  wire         op_read   = c_op_q == `ROCE_OPCODE_READ_RSP_FIRST || c_op_q == `ROCE_OPCODE_READ_RSP_MIDDLE ||
                           c_op_q == `ROCE_OPCODE_READ_RSP_LAST || c_op_q == `ROCE_OPCODE_READ_RSP_ONLY;
  wire         ack       = op_ack && c_ack_kind_q == `ROCE_AETH_KIND_ACK;
  wire         nak       = op_ack && !ack;
  wire [23:0]  d_rsp     = c_psn_q - rsp_psn;
  wire [23:0]  d_last    = c_psn_q - last_psn;
  wire [23:0]  d_next    = c_psn_q - c_next_psn_q;
  wire         older     = d_rsp[23];
  wire         past      = d_last != 24'd0 && !d_last[23];
  wire         no_qp     = !c_known_q || !c_qp_ok_q;
  wire         no_req    = (flush && !err_wait) || una_idx == c_issue_q || older || (past && !d_next[23]) ||
                           !(op_ack || op_atomic || op_read);
  wire         drop      = !s_rsp_end_ok || no_qp || !c_pkey_ok_q || no_req;
  wire         prior     = !drop && !is_read && !is_atomic && (past || (ack && d_last == 24'd0));  // is acknowledged
  wire         right     = op_read ? is_read : is_atomic;             // kind of request that such data belong to
  wire         hit       = !drop && !op_ack && right && d_rsp == 24'd0;
  wire         gap       = !drop && !prior && (past || (ack && (is_read || is_atomic)) ||
                           (!op_ack && right && d_rsp != 24'd0));
  wire         partial   = !drop && !prior && !gap && ack;            // of a request of several packets

  // data of a read or atomic: position, length, place
  wire         at_first  = rsp_psn == first_psn;
  wire         at_last   = rsp_psn == last_psn;
  wire [7:0]   want_op   = is_atomic ? `ROCE_OPCODE_ATOMIC_ACK :
                           at_first ? (at_last ? `ROCE_OPCODE_READ_RSP_ONLY : `ROCE_OPCODE_READ_RSP_FIRST) :
                                      (at_last ? `ROCE_OPCODE_READ_RSP_LAST : `ROCE_OPCODE_READ_RSP_MIDDLE);
  wire [13:0]  mtu       = 14'd128 << c_mtu_q;
  wire [31:0]  off_end   = rsp_off + {18'd0, c_bytes_q};
  wire         fits      = is_atomic ? c_beats_q == 8'd0 : (at_last ? off_end == length : c_bytes_q == mtu);
  wire         formed    = c_op_q == want_op && fits;
  wire         has_data  = is_atomic || c_bytes_q != 14'd0;
  wire [63:0]  mr_off    = local_va + {32'd0, rsp_off} - mr_rsp_data[`ROCE_MR_CTX_VA];
  wire [63:0]  mr_len    = mr_rsp_data[`ROCE_MR_CTX_LEN];
  wire [63:0]  mr_room   = mr_len - mr_off;
  wire [13:0]  put_len   = is_atomic ? 14'd8 : c_bytes_q;
  wire         key_known = {1'b0, lkey[31:8]} < MRS_N;
  wire         may_place = key_known && mr_rsp_data[`ROCE_MR_CTX_VALID] && mr_rsp_data[`ROCE_MR_CTX_LOCAL_WRITE] &&
                           mr_rsp_data[`ROCE_MR_CTX_KEY] == lkey[7:0] && mr_rsp_data[`ROCE_MR_CTX_PD] == c_pd_q &&
                           mr_off <= mr_len && {50'd0, put_len} <= mr_room;
  wire         good      = hit && formed && (!has_data || may_place);
  wire         bad       = !drop && !prior && !gap && !ack && !good;  // fails the request at hand: NAKs, too

  reg  [7:0]   bad_status;
  always @* begin
    bad_status = `ROCE_WC_STATUS_BAD_RESP;
    if (nak && c_ack_kind_q == `ROCE_AETH_KIND_RNR) bad_status = `ROCE_WC_STATUS_RNR_RETRY_EXC;
    else if (nak && c_ack_kind_q == `ROCE_AETH_KIND_NAK) begin
      case (c_ack_value_q)
        `ROCE_NAK_PSN_SEQUENCE:    bad_status = `ROCE_WC_STATUS_RETRY_EXC;
        `ROCE_NAK_INVALID_REQUEST: bad_status = `ROCE_WC_STATUS_REM_INV_REQ;
        `ROCE_NAK_REMOTE_ACCESS:   bad_status = `ROCE_WC_STATUS_REM_ACCESS;
        `ROCE_NAK_REMOTE_OP:       bad_status = `ROCE_WC_STATUS_REM_OP;
        default:                   bad_status = `ROCE_WC_STATUS_BAD_RESP;
      endcase
    end else if (hit && formed) bad_status = `ROCE_WC_STATUS_LOC_PROT;
  end

  // ---- the step: at most one action
  wire         do_rsp    = c_do_q == DO_RSP;
  wire         do_flush  = c_do_q == DO_FLUSH;
  wire         pay_due   = c_is_rsp_q && c_beats_q != 8'd0 && !c_paid_q;
  wire         place     = do_rsp && good && has_data && !c_paid_q;
  wire         throw     = pay_due && !(place && op_read) && !(do_rsp && prior && op_read);
  wire         lost      = do_rsp && (drop || gap);
  wire         fails     = (do_rsp && bad) || c_do_q == DO_FAIL;
  wire         ends      = fails || do_flush || (do_rsp && (prior || (good && at_last)));  // the request at hand
  wire [7:0]   status    = do_flush ? `ROCE_WC_STATUS_WR_FLUSH : !fails ? `ROCE_WC_STATUS_SUCCESS :
                           do_rsp ? bad_status : c_una_q[`ROCE_QP_UNA_ERR_STATUS];
  wire         record    = ends && !c_reset_q && (signaled || fails || do_flush);
  wire         retire    = ends && !throw;
  wire         act       = throw || place || (retire && record);
  wire [15:0]  flush_end = flush ? flush_idx : err_wait ? err_idx + 16'd1 : next_idx;
  wire         to_flush  = retire && (fails ? after(flush_end, next_idx) : do_flush && flush_idx != next_idx);
  wire         to_fail   = retire && !fails && !do_flush && err_wait && err_idx == next_idx;
  wire         to_next   = retire && do_rsp && prior && past;
  wire         loop      = to_flush || to_fail || to_next;
  wire         stay      = throw && !lost;                            // the same request once more
  wire         effect    = do_rsp && (retire || place || (partial && !throw));

  wire         act_room, free_room, done_room, err_room, act_idle, free_idle, done_idle, err_idle;
  wire         judged    = !c_is_rsp_q || s_rsp_end_valid;
  wire         fire      = c_valid_q && !c_wait_q && judged && (!c_need_q || mr_rsp_valid) && act_room && free_room &&
                           done_room;

  assign c_leave         = fire && !stay && !loop;
  assign c_read          = fire && loop;
  assign c_read_idx      = next_idx;
  assign s_rsp_end_ready = c_leave && c_is_rsp_q;

  always @* begin
    c_una = c_una_q;
    if (retire) begin
      c_una[`ROCE_QP_UNA_UNA_IDX] = next_idx;
      c_una[`ROCE_QP_UNA_RSP_OFF] = 32'd0;
      if (do_rsp) c_una[`ROCE_QP_UNA_RSP_PSN] = last_psn + 24'd1;
      if (fails) begin
        c_una[`ROCE_QP_UNA_ERR_WAIT]  = 1'b0;
        c_una[`ROCE_QP_UNA_FLUSH]     = 1'b1;
        c_una[`ROCE_QP_UNA_FLUSH_IDX] = after(flush_end, next_idx) ? flush_end : next_idx;
      end
    end else if (place) begin
      c_una[`ROCE_QP_UNA_RSP_OFF] = off_end;
      c_una[`ROCE_QP_UNA_RSP_PSN] = rsp_psn + 24'd1;
    end else if (do_rsp && partial && !throw) begin
      c_una[`ROCE_QP_UNA_RSP_PSN] = c_psn_q + 24'd1;
    end
  end

  assign una_wr_valid = c_leave && (!c_is_rsp_q || c_used_q || effect);
  assign una_wr_id    = c_qp_q;
  assign una_wr_data  = c_una;

  // does the request need a memory region for this response
  function needs_mr;
    input [7:0]  op;
    input [13:0] bytes;
    input [7:0]  of_request;
    case (of_request)
      `ROCE_WR_OPCODE_READ:
        needs_mr = op != `ROCE_OPCODE_ACKNOWLEDGE && op != `ROCE_OPCODE_ATOMIC_ACK && bytes != 14'd0;
      `ROCE_WR_OPCODE_CAS, `ROCE_WR_OPCODE_FADD: needs_mr = op == `ROCE_OPCODE_ATOMIC_ACK;
      default: needs_mr = 1'b0;
    endcase
  endfunction

  wire         b_need  = b_do == DO_RSP && needs_mr(b_op_q, b_bytes_q, b_sent[SENT_OP +: 8]);
  wire         c_ask   = c_valid_q && c_need_q && !c_asked_q;
  wire [31:0]  ask_key = b_go ? b_sent[SENT_LKEY +: 32] : lkey;

  assign mr_rd_valid  = (b_go && b_need) || c_ask;
  assign mr_rd_id     = {1'b0, ask_key[31:8]} < MRS_N ? ask_key[23:8] : 16'd0;
  assign mr_rsp_ready = fire && c_need_q && !stay;

  always @(posedge clk) begin
    if (rst) begin
      c_valid_q <= 1'b0;
      c_wait_q  <= 1'b0;
      c_need_q  <= 1'b0;
    end else begin
      if (b_go) c_valid_q <= 1'b1;
      else if (c_leave) c_valid_q <= 1'b0;
      c_wait_q <= c_read;
      if (b_go) c_need_q <= b_need;
      else if (c_wait_q) c_need_q <= do_rsp && needs_mr(c_op_q, c_bytes_q, sent_rd_data[SENT_OP +: 8]);
      else if (fire && !stay) c_need_q <= 1'b0;
      `UBN_ASSERT(region_is_asked_for_once, !(b_go && c_ask))
      `UBN_ASSERT(error_has_room, !(fire && retire && do_rsp && fails) || err_room)
    end
  end

  always @(posedge clk) begin
    if (mr_rd_valid && mr_rd_ready) c_asked_q <= 1'b1;
    else if (b_go || c_wait_q) c_asked_q <= 1'b0;
    if (b_go) begin
      c_is_rsp_q   <= !b_msg_q;
      c_known_q    <= b_known_q;
      c_qp_ok_q    <= b_qp_ok_q;
      c_pkey_ok_q  <= b_pkey_ok_q;
      c_reset_q    <= b_reset_q;
      c_qp_q       <= b_qp_q;
      c_frame_q    <= b_frame_q;
      c_op_q       <= b_op_q;
      c_psn_q      <= b_psn_q;
      c_ack_kind_q <= b_ack_kind_q;
      c_ack_value_q <= b_ack_value_q;
      c_orig_q     <= b_orig_q;
      c_bytes_q    <= b_bytes_q;
      c_lane_q     <= b_lane_q;
      c_beats_q    <= b_beats_q;
      c_mtu_q      <= b_mtu_q;
      c_pd_q       <= b_pd_q;
      c_cq_q       <= b_cq_q;
      c_peer_q     <= b_peer_q;
      c_issue_q    <= b_issue_q;
      c_next_psn_q <= b_next_psn_q;
      c_do_q       <= b_do;
      c_una_q      <= b_una;
      c_sent_q     <= b_sent;
      c_paid_q     <= 1'b0;
      c_used_q     <= 1'b0;
      c_freed_q    <= 8'd0;
    end else begin
      if (c_wait_q) c_sent_q <= sent_rd_data;
      if (fire) begin
        c_una_q  <= c_una;
        c_paid_q <= c_paid_q || throw || place;
        c_used_q <= c_used_q || effect;
        if (to_flush) c_do_q <= DO_FLUSH;
        if (to_fail)  c_do_q <= DO_FAIL;
        if (retire)   c_freed_q <= c_freed_q + 8'd1;
      end
    end
  end

  // ---- out
  reg  [7:0] wc_op;
  always @* begin
    case (wr_op)
      `ROCE_WR_OPCODE_WRITE, `ROCE_WR_OPCODE_WRITE_IMM: wc_op = `ROCE_WC_OPCODE_WRITE;
      `ROCE_WR_OPCODE_READ:                             wc_op = `ROCE_WC_OPCODE_READ;
      `ROCE_WR_OPCODE_CAS:                              wc_op = `ROCE_WC_OPCODE_CAS;
      `ROCE_WR_OPCODE_FADD:                             wc_op = `ROCE_WC_OPCODE_FADD;
      default:                                          wc_op = `ROCE_WC_OPCODE_SEND;
    endcase
  end

  // a step is an action, or a payload and its record, which leave one after the other
  wire [1:0]  act_kind = throw ? ACT_DROP : !place ? ACT_CQE : op_atomic ? ACT_8 : ACT_PAY;
  wire        act_both, act_end;
  wire [1:0]  act_first;
  wire [15:0] act_idx, act_wqe_idx;
  reg         second_q;                                               // the record of a payload is next
  wire        act_move = m_act_valid && m_act_ready;

  cm_fifo #(.W(1 + 2 + 64 + 14 + 6 + 8 + 16 + 16 + 64 + 16 + 8 + 8 + 16 + 16 + 32 + 24), .DEPTH(4)) u_act (
    .clk(clk), .rst(rst),
    .s_valid(fire && act), .s_ready(act_room),
    .s_data({place && record, act_kind, mr_off + mr_rsp_data[`ROCE_MR_CTX_PA], put_len, c_lane_q, c_beats_q, c_frame_q,
             c_qp_q, c_orig_q, c_cq_q, wc_op, status, una_idx, wqe_idx, length, c_peer_q}),
    .m_valid(m_act_valid), .m_ready(m_act_ready && act_end),
    .m_data({act_both, act_first, m_act_addr, m_act_len, m_act_lane, m_act_beats, m_act_frame,
             m_act_qp, m_act_data, m_act_cq, m_act_opcode, m_act_status, act_idx, act_wqe_idx, m_act_byte_cnt,
             m_act_src_qpn}),
    .stat_count(), .stat_idle(act_idle));

  assign act_end       = second_q || !act_both;
  assign m_act_kind    = second_q ? ACT_CQE : act_first;
  assign m_act_wqe_idx = m_act_kind == ACT_CQE ? act_wqe_idx : act_idx;

  always @(posedge clk) begin
    if (rst) second_q <= 1'b0;
    else if (act_move) second_q <= !act_end;
  end

  assign m_act_qpn      = {8'd0, m_act_qp};
  assign m_act_with_imm = 1'b0;
  assign m_act_imm      = 32'd0;

  wire [7:0] freed = c_freed_q + {7'd0, retire};

  cm_fifo #(.W(24), .DEPTH(4)) u_free (
    .clk(clk), .rst(rst),
    .s_valid(c_leave && freed != 8'd0), .s_ready(free_room), .s_data({c_qp_q, freed}),
    .m_valid(m_free_valid), .m_ready(m_free_ready), .m_data({m_free_qp, m_free_count}),
    .stat_count(), .stat_idle(free_idle));

  assign m_free_rq = 1'b0;

  // what failed before it was issued was no read outstanding
  cm_fifo #(.W(16), .DEPTH(16)) u_done (
    .clk(clk), .rst(rst),
    .s_valid(fire && retire && (is_read || is_atomic) && c_do_q != DO_FAIL), .s_ready(done_room), .s_data(c_qp_q),
    .m_valid(m_rd_done_valid), .m_ready(m_rd_done_ready), .m_data(m_rd_done_qp),
    .stat_count(), .stat_idle(done_idle));

  cm_fifo #(.W(16), .DEPTH(ERR_DEPTH)) u_err (
    .clk(clk), .rst(rst),
    .s_valid(fire && retire && do_rsp && fails), .s_ready(err_room), .s_data(c_qp_q),
    .m_valid(m_err_valid), .m_ready(m_err_ready), .m_data(m_err_qp),
    .stat_count(), .stat_idle(err_idle));

  // ---- observation
  wire accepted = c_leave && c_is_rsp_q && (c_used_q || effect);

  always @(posedge clk) begin
    if (rst) probe_packet_valid <= 1'b0;
    else     probe_packet_valid <= accepted;
  end

  always @(posedge clk) begin
    if (accepted) begin
      probe_packet_id                             <= 64'd0;
      probe_packet_id[`ROCE_PROBE_RX_PACKET_FRAME] <= c_frame_q;
      probe_packet_id[`ROCE_PROBE_RX_PACKET_QP]    <= c_qp_q;
      probe_packet_id[`ROCE_PROBE_RX_PACKET_PSN]   <= c_psn_q;
      probe_packet_id[`ROCE_PROBE_RX_PACKET_RSP]   <= 1'b1;
    end
  end

  wire unused = &{1'b0, s_rsp_bth, s_rsp_ext, cfg_rec, tx_rec, in_aeth, d_next,
                     mr_rsp_data[63:0], c_read_idx, ask_key[7:0]};

  assign stat_drop_qp      = c_leave && c_is_rsp_q && s_rsp_end_ok && no_qp;
  assign stat_drop_pkey    = c_leave && c_is_rsp_q && s_rsp_end_ok && !no_qp && !c_pkey_ok_q;
  assign stat_drop_rsp     = c_leave && c_is_rsp_q && s_rsp_end_ok && !no_qp && c_pkey_ok_q && !accepted;
  assign stat_implied_loss = c_leave && do_rsp && gap;
  assign stat_qp_err       = fire && retire && do_rsp && fails;
  assign stat_idle         = !a_full_q && !b_valid_q && !c_valid_q && (&slot_idle) && act_idle && free_idle && done_idle
                             && err_idle;

endmodule

`resetall
