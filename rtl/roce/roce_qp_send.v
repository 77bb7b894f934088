// SPDX-License-Identifier: Apache-2.0
// roce_qp_send: requester, sending half: takes the work requests of the send queues in the order of each queue, gives
//   them their PSNs and makes their packets. Owner of roce_qp_tx.
//   Every event (a token, a request tried again, a finished read, an error) goes through one place, AT, where the
//   records stand beside it; it changes the record of its queue pair once. A request that may not go yet is parked:
//   only counted in the record, and read again from the slot store when its time has come.
//   Latency    : 1 cycle from s_tok with its entry to m_pkt, m_rd and m_sent_wr, 2 to m_issue; 1 more through the slot
//                store.
//   Throughput : 1 event per cycle, over queue pairs or on one; parked requests of one queue pair 1 per 2 cycles.
//                1 packet per cycle.
//   Back-press : a request waits in AT while packets of the one before it are left, or m_issue or m_peer_err are
//                full. s_err, s_rd_done, s_wake never wait for an output: a request in their way is parked.
//   Order      : per queue pair by index; m_pkt and m_rd in one order, a packet never before its read.
//   Parked     : reads and atomics beyond max_rd, fence: tried again when a read is finished. Issue interval: tried
//                again in the cycle in which it is over; 1 later when an event of another queue pair, or with an
//                interval of 2 a token, takes that cycle. State SQD: tried again on s_wake.
//   Error      : request that is not usable -> m_issue LERR and m_peer_err. From then on, after s_err and in a state
//                other than RTS and SQD, every request -> m_issue FLUSH, and packets of s_err's queue pair end. An
//                s_wake in state RESET does what s_err does, once more when the queue pair was in error already.
//   Contract   : sq_rd_data holds until the next sq_rd_en. s_wake: the host has written the static part, after the
//                sending half; it may stay 0 if no queue pair leaves SQD and none is reset. Records are set up with
//                listed 0 and issue_idx the index of the first token, while nothing of the queue pair is here.
//   Idle       : stat_idle also while issue intervals run; stat_wake_cyc is 2 cycles before the end of the first.
//   Reset      : nothing in work or listed; records keep their content.
//   Source     : IBTA vol. 1, 9.4 (operations), 9.7.2 (PSNs), 10.7 (fence), 10.3.1 (states); stage nic_tx. Long,
//                because one decision looks at all of this.

`resetall
`default_nettype none
`include "cm_assert.vh"
`include "ubn_wire.vh"
`include "ubn_enums.vh"
`include "ubn_probes.vh"
`include "ubn_records.vh"
`include "ubn_stalls.vh"

module roce_qp_send #(
  parameter QPS   = 64,     // queue pairs, 2..32768
  parameter SLOTS = 128,    // entries kept per queue, a power of two; QPS * SLOTS up to 65536
  parameter MRS   = 256     // memory regions, 2..32768
) (
  input  wire         clk,
  input  wire         rst,
  input  wire [47:0]  cfg_now_cyc,
  input  wire [15:0]  cfg_issue_interval_cyc,
  // tokens: entry idx has come; wqe_ok: it stands beside
  input  wire         s_tok_valid,
  output wire         s_tok_ready,
  input  wire [15:0]  s_tok_qp,
  input  wire [15:0]  s_tok_idx,
  input  wire         s_tok_wqe_ok,
  input  wire [511:0] s_tok_wqe,
  // a read or atomic is no longer outstanding
  input  wire         s_rd_done_valid,
  output wire         s_rd_done_ready,
  input  wire [15:0]  s_rd_done_qp,
  // put the send queue into error
  input  wire         s_err_valid,
  output wire         s_err_ready,
  input  wire [15:0]  s_err_qp,
  // the static part was written
  input  wire         s_wake_valid,
  output wire         s_wake_ready,
  input  wire [15:0]  s_wake_qp,
  // packets
  output wire         m_pkt_valid,
  input  wire         m_pkt_ready,
  output wire [15:0]  m_pkt_qp,
  output wire [15:0]  m_pkt_idx,
  output wire [23:0]  m_pkt_psn,
  output reg  [7:0]   m_pkt_opcode,
  output wire         m_pkt_se,
  output wire         m_pkt_ack_req,
  output wire [23:0]  m_pkt_dest_qpn,
  output wire [15:0]  m_pkt_pkey,
  output reg  [223:0] m_pkt_ext,            // first wire byte in the top bits
  output reg  [4:0]   m_pkt_ext_bytes,
  output wire [13:0]  m_pkt_pay_bytes,
  output wire [63:0]  m_pkt_pay_addr,       // in host memory
  output wire         m_pkt_inline,
  output wire [223:0] m_pkt_inline_data,    // first byte in the low lane
  output wire [47:0]  m_pkt_dst_mac,
  output wire [31:0]  m_pkt_dst_ip,
  output wire [15:0]  m_pkt_udp_sport,
  // reads of payload
  output wire         m_rd_valid,
  input  wire         m_rd_ready,
  output wire [63:0]  m_rd_addr,
  output wire [13:0]  m_rd_len,
  output wire [15:0]  m_rd_qp,
  output wire [15:0]  m_rd_idx,
  // to the completing half: kind 1 request idx fails with status, 2 requests before idx are flushed
  output wire         m_issue_valid,
  input  wire         m_issue_ready,
  output wire [15:0]  m_issue_qp,
  output wire [1:0]   m_issue_kind,
  output wire [15:0]  m_issue_idx,
  output wire [7:0]   m_issue_status,
  // own errors, to the responder half
  output wire         m_peer_err_valid,
  input  wire         m_peer_err_ready,
  output wire [15:0]  m_peer_err_qp,
  // send records: {first_psn 24, last_psn 24, opcode 8, signaled 1, length 32, lkey 32, local_addr 64, wqe_idx 16}
  output wire         m_sent_wr_valid,
  output wire [15:0]  m_sent_wr_addr,
  output wire [200:0] m_sent_wr_data,
  // slot store, the cycle after rd_en
  output wire         sq_rd_en,
  output wire [15:0]  sq_rd_addr,
  input  wire [511:0] sq_rd_data,
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
  output wire         tx_wr_valid,
  output wire [15:0]  tx_wr_id,
  output reg  [`ROCE_QP_TX_BITS-1:0] tx_wr_data,
  output wire         mr_rd_valid,
  input  wire         mr_rd_ready,
  output wire [15:0]  mr_rd_id,
  input  wire         mr_rsp_valid,
  output wire         mr_rsp_ready,
  input  wire [`ROCE_MR_CTX_BITS-1:0] mr_rsp_data,
  // observation
  output reg          stall_valid,
  output reg  [63:0]  stall_event,
  output reg          probe_issue_valid,
  output reg  [63:0]  probe_issue_id,
  output wire         stat_qp_err,
  output wire [47:0]  stat_wake_cyc,        // when the first issue interval ends, less 2; all ones: none
  output wire         stat_idle
);

  localparam SLOT_W = $clog2(SLOTS);
  localparam [15:0] QPS_N   = QPS[15:0];
  localparam [24:0] MRS_N   = MRS[24:0];
  localparam [31:0] LEN_MAX = 32'h80000000;
  localparam [31:0] INLINE_MAX = {24'd0, `ROCE_INLINE_MAX};
  localparam [31:0] ATOMIC_LEN = 32'd8;
  localparam integer RETH_N   = `ROCE_RETH_BYTES;
  localparam integer IMM_N    = `ROCE_IMMDT_BYTES;
  localparam integer ATOMIC_N = `ROCE_ATOMICETH_BYTES;
  localparam [5:0]  ACK_EVERY = 6'd63;      // every 64th packet of a message asks for an acknowledgement
  localparam [31:0] RETRY_CYC = 32'd2;      // from the slot store to AT

  // s_err and s_wake find room whatever waits: each queue pair goes into error once and is reset once.
  localparam ISSUE_SPARE = 8;
  localparam ISSUE_DEPTH = 2 * QPS + ISSUE_SPARE;
  localparam ISSUE_CNT_W = $clog2(ISSUE_DEPTH + 1);
  localparam [ISSUE_CNT_W-1:0] ISSUE_LIMIT = ISSUE_SPARE;

  localparam [1:0] MSG_LERR = 2'd1, MSG_FLUSH = 2'd2;

  generate
    if (SLOTS < 2 || (SLOTS & (SLOTS - 1)) != 0 || QPS < 2 || QPS > 32768 || QPS * SLOTS > 65536 ||
        MRS < 2 || MRS > 32768) begin : g_error
      error_tables_must_fit_16_bit_ids u_error ();
    end
  endgenerate

  // Is it a read or atomic, a send, does it carry an immediate.
  function is_rd_op;
    input [7:0] op;
    is_rd_op = op == `ROCE_WR_OPCODE_READ || op == `ROCE_WR_OPCODE_CAS || op == `ROCE_WR_OPCODE_FADD;
  endfunction
  function is_send_op;
    input [7:0] op;
    is_send_op = op == `ROCE_WR_OPCODE_SEND || op == `ROCE_WR_OPCODE_SEND_IMM;
  endfunction
  function is_imm_op;
    input [7:0] op;
    is_imm_op = op == `ROCE_WR_OPCODE_SEND_IMM || op == `ROCE_WR_OPCODE_WRITE_IMM;
  endfunction
  function is_write_op;
    input [7:0] op;
    is_write_op = op == `ROCE_WR_OPCODE_WRITE || op == `ROCE_WR_OPCODE_WRITE_IMM;
  endfunction

  // ---- lists of queue pairs to try again, each queue pair in at most one of them once: ready, and timed. The interval
  // is the same for all, so an entry made when a request is issued keeps timed in order.
  localparam LIST_W = 1 + 16 + 16;                     // reported as stalled, queue pair, index of the request
  wire              ready_push, timed_push, ready_at, timed_at, ready_held, timed_held, ready_room, timed_room;
  wire              ready_pop, timed_pop, ready_idle, timed_idle;
  wire [LIST_W-1:0] push_data, ready_held_data, timed_held_data;
  wire [31:0]       push_due, timed_held_due;
  wire [LIST_W-1:0] ready_data = ready_held ? ready_held_data : push_data;
  wire [LIST_W-1:0] timed_data = timed_held ? timed_held_data : push_data;
  wire [31:0]       timed_due  = timed_held ? timed_held_due : push_due;
  wire [31:0]       now        = cfg_now_cyc[31:0];
  wire [31:0]       timed_left = timed_due - now;
  wire [31:0]       held_left  = timed_held_due - now;
  wire              held_due   = held_left == 32'd0 || held_left[31];

  assign ready_at = ready_held || ready_push;
  assign timed_at = (timed_held || timed_push) && (timed_left == 32'd0 || timed_left[31]);

  cm_fifo #(.W(LIST_W), .DEPTH(QPS + 1)) u_ready (
    .clk(clk), .rst(rst),
    .s_valid(ready_push && !(ready_pop && !ready_held)), .s_ready(ready_room), .s_data(push_data),
    .m_valid(ready_held), .m_ready(ready_pop), .m_data(ready_held_data),
    .stat_count(), .stat_idle(ready_idle));

  cm_fifo #(.W(LIST_W + 32), .DEPTH(QPS + 1)) u_timed (
    .clk(clk), .rst(rst),
    .s_valid(timed_push && !(timed_pop && !timed_held)), .s_ready(timed_room), .s_data({push_data, push_due}),
    .m_valid(timed_held), .m_ready(timed_pop), .m_data({timed_held_data, timed_held_due}),
    .stat_count(), .stat_idle(timed_idle));

  // ---- STORE: requests that are read from the slot store, listed ones and tokens. A token with its entry goes past it
  // when it is empty. A request whose token is only coming is not tried again: its entry may be written in this very
  // cycle, and the token is as fast.
  reg          st_valid_q, st_retry_q, st_stalled_q;
  reg  [15:0]  st_qp_q, st_idx_q;
  reg          listed_last_q;                    // a token is next
  wire         st_leave;
  wire         st_room   = !st_valid_q || st_leave;
  wire         dir_at    = s_tok_valid && s_tok_wqe_ok;
  wire         tok_at    = s_tok_valid && !s_tok_wqe_ok;
  wire         list_ok   = st_room && !(listed_last_q && s_tok_valid);
  wire         timed_new = s_tok_valid && {s_tok_qp, s_tok_idx} == timed_data[31:0];
  wire         ready_new = s_tok_valid && {s_tok_qp, s_tok_idx} == ready_data[31:0];

  assign timed_pop = list_ok && timed_at && !timed_new;
  assign ready_pop = list_ok && ready_at && !timed_pop && !ready_new;

  wire         tok_pop   = st_room && tok_at && !timed_pop && !ready_pop;
  wire         st_load   = timed_pop || ready_pop || tok_pop;
  wire [LIST_W-1:0] st_data = timed_pop ? timed_data : ready_pop ? ready_data : {1'b0, s_tok_qp, s_tok_idx};

  assign sq_rd_en   = st_load;
  assign sq_rd_addr = {st_data[31-SLOT_W:16], st_data[SLOT_W-1:0]};

  // ---- the next event to enter AT: those that answer others first; a choice stays until it has entered
  localparam [2:0] EV_ERR = 3'd0, EV_DONE = 3'd1, EV_WAKE = 3'd2, EV_STORE = 3'd3, EV_DIRECT = 3'd4;
  reg          kept_q;
  reg  [2:0]   kept_ev_q, ev;
  reg  [15:0]  in_qp;
  wire         ctl_at    = s_err_valid || s_rd_done_valid || s_wake_valid;
  wire         in_valid  = kept_q || ctl_at || st_valid_q || dir_at;
  wire         in_direct = ev == EV_DIRECT;
  wire         in_wqe_ok = ev == EV_STORE || in_direct;
  wire         at_go;                                    // the event in AT is done
  reg          at_full_q;
  reg  [2:0]   asked_q;                                  // records asked for, of the event that is entering
  wire [2:0]   slot_ready, slot_valid, slot_idle;
  wire         in_need;
  wire [2:0]   asked     = asked_q | slot_ready | {!in_need, 2'b00};
  wire         in_go     = in_valid && (&asked) && (!at_full_q || at_go);
  wire         direct_go = in_go && in_direct;

  always @* begin
    if (kept_q)               ev = kept_ev_q;
    else if (s_err_valid)     ev = EV_ERR;
    else if (s_rd_done_valid) ev = EV_DONE;
    else if (s_wake_valid)    ev = EV_WAKE;
    else if (st_valid_q)      ev = EV_STORE;
    else                      ev = EV_DIRECT;
    case (ev)
      EV_ERR:   in_qp = s_err_qp;
      EV_DONE:  in_qp = s_rd_done_qp;
      EV_WAKE:  in_qp = s_wake_qp;
      EV_STORE: in_qp = st_qp_q;
      default:  in_qp = s_tok_qp;
    endcase
  end

  assign s_err_ready     = in_go && ev == EV_ERR;
  assign s_rd_done_ready = in_go && ev == EV_DONE;
  assign s_wake_ready    = in_go && ev == EV_WAKE;
  assign st_leave        = in_go && ev == EV_STORE;
  assign s_tok_ready     = s_tok_wqe_ok ? direct_go : tok_pop;

  always @(posedge clk) begin
    if (rst) begin
      st_valid_q    <= 1'b0;
      listed_last_q <= 1'b0;
      kept_q        <= 1'b0;
      asked_q       <= 3'd0;
      at_full_q     <= 1'b0;
    end else begin
      st_valid_q    <= st_load || (st_valid_q && !st_leave);
      listed_last_q <= (listed_last_q || timed_pop || ready_pop) && !tok_pop && !direct_go;
      kept_q        <= in_valid && !in_go;
      asked_q       <= in_go || !in_valid ? 3'd0 : asked & {in_need, 2'b11};
      at_full_q     <= in_go || (at_full_q && !at_go);
      `UBN_ASSERT(event_of_a_known_queue_pair, !in_valid || in_qp < QPS_N)
      `UBN_ASSERT(lists_have_room, ready_room && timed_room)
    end
  end

  always @(posedge clk) begin
    kept_ev_q <= ev;
    if (st_load) begin
      st_retry_q   <= !tok_pop;
      st_stalled_q <= st_data[32];
      st_qp_q      <= st_data[31:16];
      st_idx_q     <= st_data[15:0];
    end
  end

  // the region, when there is payload to fetch
  wire [7:0]   in_op   = in_direct ? s_tok_wqe[`ROCE_WQE_OPCODE] : sq_rd_data[`ROCE_WQE_OPCODE];
  wire [31:0]  in_len  = in_direct ? s_tok_wqe[`ROCE_WQE_LENGTH] : sq_rd_data[`ROCE_WQE_LENGTH];
  wire [31:0]  in_lkey = in_direct ? s_tok_wqe[`ROCE_WQE_LKEY] : sq_rd_data[`ROCE_WQE_LKEY];
  wire [7:0]   in_sges = in_direct ? s_tok_wqe[`ROCE_WQE_SGE_NUM] : sq_rd_data[`ROCE_WQE_SGE_NUM];
  wire         in_inl  = in_direct ? s_tok_wqe[`ROCE_WQE_INLINE] : sq_rd_data[`ROCE_WQE_INLINE];

  assign in_need = in_wqe_ok && (is_send_op(in_op) || is_write_op(in_op)) && !in_inl && in_sges != 8'd0 &&
                   in_len != 32'd0;

  localparam TX_W = `ROCE_QP_TX_BITS, CFG_W = `ROCE_QP_CFG_BITS, MR_W = `ROCE_MR_CTX_BITS;
  wire [TX_W-1:0]  tx;
  wire [CFG_W-1:0] qp;
  wire [MR_W-1:0]  mr;
  reg              at_need_q;

  cm_ctx_slot #(.W(TX_W)) u_tx (
    .clk(clk), .rst(rst),
    .s_valid(in_valid && !asked_q[0]), .s_ready(slot_ready[0]), .s_id(in_qp),
    .m_valid(slot_valid[0]), .m_ready(at_go), .m_rec(tx),
    .rd_valid(tx_rd_valid), .rd_ready(tx_rd_ready), .rd_id(tx_rd_id),
    .rsp_valid(tx_rsp_valid), .rsp_ready(tx_rsp_ready), .rsp_data(tx_rsp_data),
    .wr_valid(tx_wr_valid), .wr_id(tx_wr_id), .wr_data(tx_wr_data),
    .stat_idle(slot_idle[0]));

  cm_ctx_slot #(.W(CFG_W)) u_cfg (
    .clk(clk), .rst(rst),
    .s_valid(in_valid && !asked_q[1]), .s_ready(slot_ready[1]), .s_id(in_qp),
    .m_valid(slot_valid[1]), .m_ready(at_go), .m_rec(qp),
    .rd_valid(cfg_rd_valid), .rd_ready(cfg_rd_ready), .rd_id(cfg_rd_id),
    .rsp_valid(cfg_rsp_valid), .rsp_ready(cfg_rsp_ready), .rsp_data(cfg_rsp_data),
    .wr_valid(1'b0), .wr_id(16'd0), .wr_data({CFG_W{1'b0}}),
    .stat_idle(slot_idle[1]));

  cm_ctx_slot #(.W(MR_W)) u_mr (
    .clk(clk), .rst(rst),
    .s_valid(in_valid && in_need && !asked_q[2]), .s_ready(slot_ready[2]),
    .s_id({1'b0, in_lkey[31:8]} < MRS_N ? in_lkey[23:8] : 16'd0),
    .m_valid(slot_valid[2]), .m_ready(at_go && at_need_q), .m_rec(mr),
    .rd_valid(mr_rd_valid), .rd_ready(mr_rd_ready), .rd_id(mr_rd_id),
    .rsp_valid(mr_rsp_valid), .rsp_ready(mr_rsp_ready), .rsp_data(mr_rsp_data),
    .wr_valid(1'b0), .wr_id(16'd0), .wr_data({MR_W{1'b0}}),
    .stat_idle(slot_idle[2]));

  // ---- AT: the event with its records
  reg  [2:0]   at_ev_q;
  reg          at_retry_q, at_stalled_q;
  reg  [15:0]  at_qp_q, at_idx_q;
  reg  [511:0] at_wqe_q;
  wire         at_valid = at_full_q && slot_valid[0] && slot_valid[1] && (slot_valid[2] || !at_need_q);

  always @(posedge clk) begin
    if (in_go) begin
      at_ev_q      <= ev;
      at_qp_q      <= in_qp;
      at_need_q    <= in_need;
      at_retry_q   <= ev == EV_STORE && st_retry_q;
      at_stalled_q <= st_stalled_q;
      at_idx_q     <= in_direct ? s_tok_idx : st_idx_q;
    end
    if (in_go && in_wqe_ok) at_wqe_q <= in_direct ? s_tok_wqe : sq_rd_data;
  end

  // sending half
  wire [23:0]  next_psn  = tx[`ROCE_QP_TX_NEXT_PSN];
  wire         err       = tx[`ROCE_QP_TX_ERR];
  wire [15:0]  issue_idx = tx[`ROCE_QP_TX_ISSUE_IDX];
  wire [15:0]  parked    = tx[`ROCE_QP_TX_PARKED];
  wire [7:0]   rd_out    = tx[`ROCE_QP_TX_RD_OUT];
  wire         listed    = tx[`ROCE_QP_TX_LISTED];
  wire [31:0]  time_left = tx[`ROCE_QP_TX_NEXT_CYC] - now;
  wire [2:0]   state     = qp[`ROCE_QP_CFG_STATE];
  wire [2:0]   mtu_code  = qp[`ROCE_QP_CFG_MTU];

  // request
  wire [7:0]   op      = at_wqe_q[`ROCE_WQE_OPCODE];
  wire         inl     = at_wqe_q[`ROCE_WQE_INLINE];
  wire [7:0]   sges    = at_wqe_q[`ROCE_WQE_SGE_NUM];
  wire [31:0]  lkey    = at_wqe_q[`ROCE_WQE_LKEY];
  wire [31:0]  len     = sges == 8'd0 ? 32'd0 : at_wqe_q[`ROCE_WQE_LENGTH];
  wire         is_rd   = is_rd_op(op);
  wire         is_read = op == `ROCE_WR_OPCODE_READ;
  wire         known   = is_rd || is_send_op(op) || is_write_op(op);
  wire         bad_op  = !known || sges > 8'd1 || (inl && is_rd);
  wire         bad_len = is_rd && !is_read ? len != ATOMIC_LEN : inl ? len > INLINE_MAX : len > LEN_MAX;
  wire [63:0]  mr_off  = at_wqe_q[`ROCE_WQE_LOCAL_ADDR] - mr[`ROCE_MR_CTX_VA];
  wire [63:0]  mr_len  = mr[`ROCE_MR_CTX_LEN];
  wire [63:0]  mr_room = mr_len - mr_off;
  wire         mr_ok   = {1'b0, lkey[31:8]} < MRS_N && mr[`ROCE_MR_CTX_VALID] && mr[`ROCE_MR_CTX_KEY] == lkey[7:0] &&
                         mr[`ROCE_MR_CTX_PD] == qp[`ROCE_QP_CFG_PD] && mr_off <= mr_len && {32'd0, len} <= mr_room;
  wire         bad_key = at_need_q && !mr_ok;
  wire [31:0]  span    = len + (32'd128 << mtu_code) - 32'd1;
  wire [31:0]  packets = (is_rd && !is_read) || len == 32'd0 ? 32'd1 : span >> (4'd7 + {1'b0, mtu_code});

  // ---- what becomes of the event
  wire         is_tok   = (at_ev_q == EV_STORE && !at_retry_q) || at_ev_q == EV_DIRECT;
  wire         is_done  = at_ev_q == EV_DONE;
  wire         is_reset = at_ev_q == EV_WAKE && state == `ROCE_QP_STATE_RESET;
  wire         is_err   = at_ev_q == EV_ERR || (at_ev_q == EV_WAKE && state == `ROCE_QP_STATE_ERR);
  wire         none     = parked == 16'd0;
  wire         old_entry = at_retry_q && at_idx_q != issue_idx;       // a token went before it just when its time came
  wire         turn     = at_retry_q ? !none && !old_entry : is_tok && none;      // it is the next request of its queue
  wire         dead     = err || (state != `ROCE_QP_STATE_RTS && state != `ROCE_QP_STATE_SQD);
  wire         drained  = state == `ROCE_QP_STATE_SQD;
  wire         bad      = bad_op || bad_len || bad_key;
  wire         early    = listed && time_left != 32'd0 && !time_left[31];   // not listed: its interval is long over
  wire         fenced   = at_wqe_q[`ROCE_WQE_FENCE] && rd_out != 8'd0;
  wire         no_read  = is_rd && rd_out >= qp[`ROCE_QP_CFG_MAX_RD];

  wire         do_flush = turn && dead;
  wire         do_lerr  = turn && !dead && !drained && bad;
  wire         usable   = turn && !dead && !drained && !bad;
  wire         timely   = usable && !fenced && !no_read;
  wire         do_issue = timely && !early;
  wire         blocked  = usable && (fenced || no_read);                 // by reads
  wire         soon     = timely && early && time_left == 32'd1;       // shorter than by way of the list

  // resources; who has to wait for them is parked when something waits behind
  reg          msg_valid_q;                              // packets left of the request before
  wire         issue_room, peer_room;
  wire         busy     = (do_issue && msg_valid_q) || ((do_flush || do_lerr) && !issue_room) ||
                          (do_lerr && !peer_room);
  wire         do_move  = (do_issue || do_flush || do_lerr) && !busy;   // the queue moves on
  wire         goes     = do_move && at_valid;

  assign at_go = at_valid && !soon && (!busy || ctl_at);

  // record
  wire         paced    = cfg_issue_interval_cyc > 16'd1;
  wire [15:0]  rest     = at_retry_q && do_move ? parked - 16'd1 : is_tok && !do_move ? parked + 16'd1 : parked;
  wire         to_timed = (do_issue && !busy) ? paced && (!listed || at_retry_q)
                                              : at_retry_q && !busy && early && (none || old_entry || timely);
  wire         again    = at_retry_q ? do_move ? rest != 16'd0 : busy || (old_entry && !none)    // its entry was used
                                     : !listed && rest != 16'd0 && (busy || is_err || is_done || at_ev_q == EV_WAKE);
  wire         to_ready = again && !to_timed;
  wire [15:0]  next_idx = issue_idx + {15'd0, do_move};
  wire [31:0]  interval = {16'd0, cfg_issue_interval_cyc};
  wire [31:0]  next_cyc = do_issue ? now + interval : tx[`ROCE_QP_TX_NEXT_CYC];

  assign timed_push = at_go && to_timed;
  assign ready_push = at_go && to_ready;
  assign push_data  = {at_retry_q ? at_stalled_q && !do_move : !is_tok, at_qp_q, next_idx};
  assign push_due   = next_cyc - RETRY_CYC;

  wire         done_counts = is_done && rd_out != 8'd0;
  wire         ends_all    = (is_err && !err) || (is_reset && !tx[`ROCE_QP_TX_RESET]);
  wire         changes     = is_tok || at_retry_q || done_counts || ends_all || to_ready;

  assign tx_wr_valid = at_go && changes;
  assign tx_wr_id    = at_qp_q;

  always @* begin
    tx_wr_data = tx;
    tx_wr_data[`ROCE_QP_TX_ERR]       = err || is_err || do_flush || (do_lerr && !busy);
    tx_wr_data[`ROCE_QP_TX_RESET]     = tx[`ROCE_QP_TX_RESET] || is_reset;
    tx_wr_data[`ROCE_QP_TX_ISSUE_IDX] = next_idx;
    tx_wr_data[`ROCE_QP_TX_PARKED]    = rest;
    tx_wr_data[`ROCE_QP_TX_LISTED]    = to_timed || to_ready || (listed && !at_retry_q);
    if (do_issue && !busy) begin
      tx_wr_data[`ROCE_QP_TX_NEXT_PSN] = next_psn + packets[23:0];
      tx_wr_data[`ROCE_QP_TX_NEXT_CYC] = next_cyc;
      tx_wr_data[`ROCE_QP_TX_RD_OUT]   = rd_out + {7'd0, is_rd};
    end else if (done_counts) begin
      tx_wr_data[`ROCE_QP_TX_RD_OUT]   = rd_out - 8'd1;
    end
  end

  wire [15:0]  retry_age = issue_idx - at_idx_q;

  always @(posedge clk) begin
    if (!rst) begin
      `UBN_ASSERT(retry_is_not_ahead, !(at_valid && at_retry_q) || !retry_age[15])
      `UBN_ASSERT(one_list_at_a_time, !(timed_push && ready_push))
    end
  end

  // send record
  wire [23:0] last_psn = do_issue ? next_psn + packets[23:0] - 24'd1 : next_psn;

  assign m_sent_wr_valid = goes;
  assign m_sent_wr_addr  = {at_qp_q[15-SLOT_W:0], at_idx_q[SLOT_W-1:0]};
  assign m_sent_wr_data  = {next_psn, last_psn, op, at_wqe_q[`ROCE_WQE_SIGNALED], len, lkey,
                            at_wqe_q[`ROCE_WQE_LOCAL_ADDR], at_wqe_q[`ROCE_WQE_WQE_IDX]};

  // ---- messages. A request in error is flushed by the index behind it, s_err flushes what was issued.
  wire [ISSUE_CNT_W-1:0] issue_count;
  wire                   issue_idle, peer_idle, issue_free;
  wire                   tell_err = at_go && ends_all;
  wire                   tell     = tell_err || (goes && !do_issue);
  wire [7:0]             status   = bad_op ? `ROCE_WC_STATUS_LOC_QP_OP : bad_len ? `ROCE_WC_STATUS_LOC_LEN
                                                                                 : `ROCE_WC_STATUS_LOC_PROT;

  assign issue_room = issue_count < ISSUE_LIMIT;

  cm_fifo #(.W(16 + 2 + 16 + 8), .DEPTH(ISSUE_DEPTH)) u_issue (
    .clk(clk), .rst(rst),
    .s_valid(tell), .s_ready(issue_free),
    .s_data({at_qp_q, do_lerr ? MSG_LERR : MSG_FLUSH, do_lerr ? issue_idx : next_idx, do_lerr ? status : 8'd0}),
    .m_valid(m_issue_valid), .m_ready(m_issue_ready),
    .m_data({m_issue_qp, m_issue_kind, m_issue_idx, m_issue_status}),
    .stat_count(issue_count), .stat_idle(issue_idle));

  cm_fifo #(.W(16), .DEPTH(4)) u_peer (
    .clk(clk), .rst(rst),
    .s_valid(goes && do_lerr), .s_ready(peer_room), .s_data(at_qp_q),
    .m_valid(m_peer_err_valid), .m_ready(m_peer_err_ready), .m_data(m_peer_err_qp),
    .stat_count(), .stat_idle(peer_idle));

  always @(posedge clk)
    if (!rst) `UBN_ASSERT(message_has_its_room, !tell || issue_free)

  // ---- packets: those of the request in AT pass from there in the cycle in which it is issued; what does not leave at
  // once is kept in msg
  reg  [511:0] msg_wqe_q;
  reg  [CFG_W-1:0] msg_cfg_q;
  reg  [15:0]  msg_qp_q, msg_idx_q;
  reg  [23:0]  msg_psn_q;
  reg  [63:0]  msg_addr_q;
  reg  [31:0]  msg_left_q;                               // bytes from this packet on
  reg          msg_first_q, msg_read_q, msg_stop_q;      // read: of this packet, on its way; stop: after this one
  reg  [5:0]   msg_count_q;

  wire         issues    = goes && do_issue;
  wire         pk_at     = msg_valid_q || issues;
  wire         old       = msg_valid_q;
  wire [7:0]   pk_op     = old ? msg_wqe_q[`ROCE_WQE_OPCODE] : op;
  wire         pk_inl    = old ? msg_wqe_q[`ROCE_WQE_INLINE] : inl;
  wire         pk_sol    = old ? msg_wqe_q[`ROCE_WQE_SOLICITED] : at_wqe_q[`ROCE_WQE_SOLICITED];
  wire [31:0]  pk_imm    = old ? msg_wqe_q[`ROCE_WQE_IMM] : at_wqe_q[`ROCE_WQE_IMM];
  wire [63:0]  pk_va     = old ? msg_wqe_q[`ROCE_WQE_REMOTE_ADDR] : at_wqe_q[`ROCE_WQE_REMOTE_ADDR];
  wire [31:0]  pk_rkey   = old ? msg_wqe_q[`ROCE_WQE_RKEY] : at_wqe_q[`ROCE_WQE_RKEY];
  wire [63:0]  pk_swap   = old ? msg_wqe_q[`ROCE_WQE_SWAP_ADD] : at_wqe_q[`ROCE_WQE_SWAP_ADD];
  wire [63:0]  pk_cmp    = old ? msg_wqe_q[`ROCE_WQE_COMPARE] : at_wqe_q[`ROCE_WQE_COMPARE];
  wire [2:0]   pk_mtu    = old ? msg_cfg_q[`ROCE_QP_CFG_MTU] : mtu_code;
  wire [31:0]  pk_left   = old ? msg_left_q : len;
  wire         pk_first  = !old || msg_first_q;
  wire [5:0]   pk_count  = old ? msg_count_q : 6'd0;
  wire [63:0]  pk_addr   = old ? msg_addr_q : mr_off + mr[`ROCE_MR_CTX_PA];
  wire [31:0]  pk_size   = 32'd128 << pk_mtu;
  wire         pk_rd     = is_rd_op(pk_op);
  wire         pk_send   = is_send_op(pk_op);
  wire         pk_has_imm = is_imm_op(pk_op);
  wire         pk_last   = pk_rd || pk_left <= pk_size;
  wire [13:0]  pk_bytes  = pk_rd ? 14'd0 : pk_last ? pk_left[13:0] : pk_size[13:0];
  wire         pk_fetch  = pk_bytes != 14'd0 && !pk_inl;
  wire         pk_read   = old && msg_read_q;
  wire         rd_goes   = m_rd_valid && m_rd_ready;
  wire         pkt_goes  = m_pkt_valid && m_pkt_ready;
  wire [63:0]  next_addr = pk_addr + {32'd0, pk_size};

  assign m_rd_valid  = pk_at && pk_fetch && !pk_read;
  assign m_rd_addr   = pk_addr;
  assign m_rd_len    = pk_bytes;
  assign m_rd_qp     = m_pkt_qp;
  assign m_rd_idx    = m_pkt_idx;

  assign m_pkt_valid = pk_at && (!pk_fetch || pk_read || m_rd_ready);
  assign m_pkt_qp    = old ? msg_qp_q : at_qp_q;
  assign m_pkt_idx   = old ? msg_idx_q : at_idx_q;
  assign m_pkt_psn   = old ? msg_psn_q : next_psn;
  assign m_pkt_se    = pk_sol && pk_last && (pk_send || pk_has_imm);
  assign m_pkt_ack_req   = pk_last || pk_count == ACK_EVERY;
  assign m_pkt_dest_qpn  = old ? msg_cfg_q[`ROCE_QP_CFG_DEST_QPN] : qp[`ROCE_QP_CFG_DEST_QPN];
  assign m_pkt_pkey      = old ? msg_cfg_q[`ROCE_QP_CFG_PKEY] : qp[`ROCE_QP_CFG_PKEY];
  assign m_pkt_dst_mac   = old ? msg_cfg_q[`ROCE_QP_CFG_DST_MAC] : qp[`ROCE_QP_CFG_DST_MAC];
  assign m_pkt_dst_ip    = old ? msg_cfg_q[`ROCE_QP_CFG_DST_IP] : qp[`ROCE_QP_CFG_DST_IP];
  assign m_pkt_udp_sport = old ? msg_cfg_q[`ROCE_QP_CFG_UDP_SPORT] : qp[`ROCE_QP_CFG_UDP_SPORT];
  assign m_pkt_pay_bytes = pk_bytes;
  assign m_pkt_pay_addr  = pk_addr;
  assign m_pkt_inline    = pk_inl && pk_bytes != 14'd0;
  // inline data stand from lkey on
  assign m_pkt_inline_data = {pk_cmp, pk_swap, old ? msg_wqe_q[`ROCE_WQE_LOCAL_ADDR] : at_wqe_q[`ROCE_WQE_LOCAL_ADDR],
                              old ? msg_wqe_q[`ROCE_WQE_LKEY] : lkey};

  always @* begin
    if (pk_op == `ROCE_WR_OPCODE_READ)      m_pkt_opcode = `ROCE_OPCODE_READ_REQUEST;
    else if (pk_op == `ROCE_WR_OPCODE_CAS)  m_pkt_opcode = `ROCE_OPCODE_CMP_SWAP;
    else if (pk_op == `ROCE_WR_OPCODE_FADD) m_pkt_opcode = `ROCE_OPCODE_FETCH_ADD;
    else begin
      case ({pk_send, pk_first, pk_last, pk_has_imm && pk_last})
        4'b0000: m_pkt_opcode = `ROCE_OPCODE_WRITE_MIDDLE;
        4'b0010: m_pkt_opcode = `ROCE_OPCODE_WRITE_LAST;
        4'b0011: m_pkt_opcode = `ROCE_OPCODE_WRITE_LAST_IMM;
        4'b0100: m_pkt_opcode = `ROCE_OPCODE_WRITE_FIRST;
        4'b0110: m_pkt_opcode = `ROCE_OPCODE_WRITE_ONLY;
        4'b0111: m_pkt_opcode = `ROCE_OPCODE_WRITE_ONLY_IMM;
        4'b1000: m_pkt_opcode = `ROCE_OPCODE_SEND_MIDDLE;
        4'b1010: m_pkt_opcode = `ROCE_OPCODE_SEND_LAST;
        4'b1011: m_pkt_opcode = `ROCE_OPCODE_SEND_LAST_IMM;
        4'b1100: m_pkt_opcode = `ROCE_OPCODE_SEND_FIRST;
        4'b1111: m_pkt_opcode = `ROCE_OPCODE_SEND_ONLY_IMM;
        default: m_pkt_opcode = `ROCE_OPCODE_SEND_ONLY;
      endcase
    end
  end

  // extension headers, left aligned; the length in RETH is that of the message (its first packet shows all of it)
  wire         has_reth = pk_op == `ROCE_WR_OPCODE_READ || (is_write_op(pk_op) && pk_first);
  wire         has_imm  = pk_has_imm && pk_last;
  wire [`ROCE_RETH_BITS-1:0] reth = {pk_va, pk_rkey, pk_left};

  always @* begin
    m_pkt_ext       = 224'd0;
    m_pkt_ext_bytes = 5'd0;
    if (pk_rd && pk_op != `ROCE_WR_OPCODE_READ) begin
      m_pkt_ext       = {pk_va, pk_rkey, pk_swap, pk_op == `ROCE_WR_OPCODE_CAS ? pk_cmp : 64'd0};
      m_pkt_ext_bytes = ATOMIC_N[4:0];
    end else if (has_reth) begin
      m_pkt_ext[223 -: `ROCE_RETH_BITS] = reth;
      m_pkt_ext_bytes = RETH_N[4:0];
      if (has_imm) begin
        m_pkt_ext[223 - `ROCE_RETH_BITS -: `ROCE_IMMDT_BITS] = pk_imm;
        m_pkt_ext_bytes = RETH_N[4:0] + IMM_N[4:0];
      end
    end else if (has_imm) begin
      m_pkt_ext[223 -: `ROCE_IMMDT_BITS] = pk_imm;
      m_pkt_ext_bytes = IMM_N[4:0];
    end
  end

  wire         stop     = tell_err && at_qp_q == msg_qp_q;
  wire         pk_ends  = pkt_goes && (pk_last || (old && (msg_stop_q || stop)));

  always @(posedge clk) begin
    if (rst) msg_valid_q <= 1'b0;
    else     msg_valid_q <= pk_at && !pk_ends;
  end

  always @(posedge clk) begin
    if (pk_at && !pk_ends) begin
      msg_first_q <= pk_first && !pkt_goes;
      msg_read_q  <= (pk_read || rd_goes) && !pkt_goes;
      msg_stop_q  <= old && (msg_stop_q || stop);
      msg_left_q  <= pkt_goes ? pk_left - pk_size : pk_left;
      msg_psn_q   <= m_pkt_psn + {23'd0, pkt_goes};
      msg_addr_q  <= pkt_goes ? next_addr : pk_addr;
      msg_count_q <= pk_count + {5'd0, pkt_goes};
    end
    if (issues) begin
      msg_wqe_q <= at_wqe_q;
      msg_cfg_q <= qp;
      msg_qp_q  <= at_qp_q;
      msg_idx_q <= at_idx_q;
    end
  end

  // ---- observation: stalls by reads. A queue pair that is tried again has been reported, unless its entry was made
  // for another request.
  wire stall_begin = at_go && blocked && (at_retry_q ? !at_stalled_q : !listed);
  wire stall_end   = goes && at_retry_q && at_stalled_q;

  always @(posedge clk) begin
    if (rst) begin
      stall_valid       <= 1'b0;
      probe_issue_valid <= 1'b0;
    end else begin
      stall_valid       <= stall_begin || stall_end;
      probe_issue_valid <= issues;
    end
  end

  always @(posedge clk) begin
    stall_event <= {20'd0, at_idx_q, 4'd0, at_qp_q, 4'd0,
                    stall_end ? `UBN_STALL_NONE : fenced ? `UBN_STALL_FENCE : `UBN_STALL_CREDIT};
    if (issues) begin
      probe_issue_id                            <= 64'd0;
      probe_issue_id[`ROCE_PROBE_WQE_ISSUE_QP]  <= at_qp_q;
      probe_issue_id[`ROCE_PROBE_WQE_ISSUE_IDX] <= at_idx_q;
      probe_issue_id[`ROCE_PROBE_WQE_ISSUE_PSN] <= next_psn;
    end
  end

  assign stat_qp_err   = goes && do_lerr;
  assign stat_wake_cyc = !timed_held ? 48'hffff_ffff_ffff : held_due ? cfg_now_cyc : cfg_now_cyc + {16'd0, held_left};
  assign stat_idle     = !st_valid_q && !kept_q && !at_full_q && (&slot_idle) && ready_idle &&
                         (timed_idle || !held_due) && !msg_valid_q && issue_idle && peer_idle;

  wire unused = &{1'b0, msg_wqe_q, msg_cfg_q, qp, mr, in_lkey[7:0], packets[31:24], ready_data, timed_data, retry_age};

endmodule

`resetall
