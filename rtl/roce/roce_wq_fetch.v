// SPDX-License-Identifier: Apache-2.0
// roce_wq_fetch: takes the doorbells of the host, fetches the entries of send and receive queues from host memory and
//   hands them on: the entry to a slot store, its index as a token. A work request that came with its doorbell
//   (BlueFlame) needs no fetch.
//   Latency    : 1 cycle from s_db to m_rd, and from s_db with a usable work request to m_tok; 0 from s_r to m_tok, 1
//                from s_r to m_rq_tok. A fetch behind others in the list: 1 cycle from its turn to m_rd.
//   Throughput : 1 doorbell, report of finished entries or fetch per cycle; 1 entry per cycle.
//   Back-press : s_r_ready is always high: each entry asked for has its place in a token queue before the fetch leaves.
//                s_free waits for records only, never for an output. s_db waits in addition while a usable BlueFlame
//                request before it gives way to entries of send queues that arrive.
//   Order      : tokens of a queue by index; fetches over the queues round robin. Entries go to the stores as fetched.
//   Error      : doorbell that moves back, that posts more than the queue holds, of no queue: ignored, stat_bad_db.
//                s_r_err -> an entry of a send queue gets opcode 255, one of a receive queue length 0, key ffffffff.
//   Room       : no entry is fetched before the one SLOTS earlier is finished. A BlueFlame request is used when
//                it is the only one to fetch, has room, and no fetch of its queue is under way (of one that shares
//                the low bits of its number: the doorbell then counts as an ordinary one).
//   Idle       : stat_idle also while only entries asked for are awaited.
//   Host       : s_set: the host has written a record, which takes effect at once. A queue is set up with listed 0
//                while nothing of it is here; it is ended by valid 0 at any time.
//   Reset      : nothing listed, asked for or held; records keep their content.
//   Source     : ours; doorbell and BlueFlame after the public mlx5 user driver. Stage nic_tx, probe db_accept.

`resetall
`default_nettype none
`include "cm_assert.vh"
`include "ubn_records.vh"
`include "ubn_probes.vh"

module roce_wq_fetch #(
  parameter QPS    = 64,    // queue pairs, 2..32768
  parameter SLOTS  = 128,   // entries kept per queue, a power of two; QPS * SLOTS up to 65536
  parameter TOKENS = 256    // entries of all send queues, and of all receive queues, that may be on the way
) (
  input  wire         clk,
  input  wire         rst,
  input  wire [5:0]   cfg_fetch_max,     // entries per fetch
  // doorbells
  input  wire         s_db_valid,
  output wire         s_db_ready,
  input  wire [15:0]  s_db_qp,
  input  wire         s_db_rq,
  input  wire [15:0]  s_db_pi,
  input  wire         s_db_bf,
  input  wire [511:0] s_db_wqe,
  // finished entries
  input  wire         s_free_valid,
  output wire         s_free_ready,
  input  wire [15:0]  s_free_qp,
  input  wire         s_free_rq,
  input  wire [7:0]   s_free_count,
  // fetches; queue, first index and count for the probe of the memory port
  output wire         m_rd_valid,
  input  wire         m_rd_ready,
  output wire [63:0]  m_rd_addr,
  output wire [13:0]  m_rd_len,
  output wire         m_rd_rq,
  output wire [15:0]  m_rd_qp,
  output wire [15:0]  m_rd_idx,
  output wire [7:0]   m_rd_count,
  // entries
  input  wire         s_r_valid,
  output wire         s_r_ready,
  input  wire [511:0] s_r_data,
  input  wire         s_r_last,
  input  wire         s_r_err,
  // tokens of send queues; wqe_ok: the entry stands beside it
  output wire         m_tok_valid,
  input  wire         m_tok_ready,
  output wire [15:0]  m_tok_qp,
  output wire [15:0]  m_tok_idx,
  output wire         m_tok_wqe_ok,
  output reg  [511:0] m_tok_wqe,
  // tokens of receive queues
  output wire         m_rq_tok_valid,
  input  wire         m_rq_tok_ready,
  output wire [15:0]  m_rq_tok_qp,
  // slot stores: address {qp, index mod SLOTS}; of receives {local_addr, lkey, length}
  output wire         m_sq_wr_valid,
  output wire [15:0]  m_sq_wr_addr,
  output reg  [511:0] m_sq_wr_data,
  output wire         m_rqs_wr_valid,
  output wire [15:0]  m_rqs_wr_addr,
  output wire [127:0] m_rqs_wr_data,
  // records of the work queues: id {qp, rq}
  output wire         wq_rd_valid,
  input  wire         wq_rd_ready,
  output wire [15:0]  wq_rd_id,
  input  wire         wq_rsp_valid,
  output wire         wq_rsp_ready,
  input  wire [`ROCE_WQ_CTX_BITS-1:0] wq_rsp_data,
  output wire         wq_wr_valid,
  output wire [15:0]  wq_wr_id,
  output reg  [`ROCE_WQ_CTX_BITS-1:0] wq_wr_data,
  // records that the host writes; not together with wq_wr
  input  wire         s_set_valid,
  input  wire [15:0]  s_set_id,
  input  wire [`ROCE_WQ_CTX_BITS-1:0] s_set_data,
  // observation
  output reg          probe_db_valid,
  output reg  [63:0]  probe_db_id,
  output wire         stat_bad_db,
  output wire         stat_idle
);

  localparam CTX_W   = `ROCE_WQ_CTX_BITS;
  localparam SLOT_W  = $clog2(SLOTS);
  localparam FETCHES = 256;                     // on the way
  localparam ENTRY   = `ROCE_WQE_BYTES;
  localparam CNT_W   = $clog2(TOKENS + 1);
  localparam FILTER_W = 6;                      // queue pairs with fetches on the way, by the low bits of their numbers
  localparam FILTERS = 1 << FILTER_W;
  localparam [15:0] QPS_N    = QPS[15:0];
  localparam [15:0] SLOTS_N  = SLOTS[15:0];
  localparam [15:0] TOKENS_N = TOKENS[15:0];
  localparam [15:0] PAGE_N   = 16'd4096 / ENTRY[15:0];
  localparam [7:0]  OPCODE_BAD = 8'hff;         // no work request has it
  localparam [31:0] KEY_BAD    = 32'hffffffff;

  localparam [1:0] EV_DB = 2'd0, EV_FREE = 2'd1, EV_SQ = 2'd2, EV_RQ = 2'd3;

  generate
    if (SLOTS < 2 || (SLOTS & (SLOTS - 1)) != 0 || QPS < 2 || QPS > 32768 || QPS * SLOTS > 65536) begin : g_error
      error_tables_must_be_powers_of_two_that_fit_16_bit_ids u_error ();
    end
    if (TOKENS < 8 || TOKENS > 4096) begin : g_error_tokens
      error_tokens_must_be_8_to_4096 u_error ();
    end
  endgenerate

  // ---- lists of queues to fetch from, one of send and one of receive queues, as their tokens run out apart; the
  // record of a queue says whether it is in
  wire [1:0]  list_valid, list_push, list_pop, list_idle, list_room;      // {receive, send}
  wire [15:0] sq_list_id, rq_list_id, list_push_id;
  wire [15:0] sq_left, rq_left;             // tokens to be had
  wire        exp_room, cmd_room;
  wire        fetch_room = exp_room && cmd_room;
  wire [1:0]  list_can = list_valid & {rq_left != 16'd0, sq_left != 16'd0} & {2{fetch_room}};

  cm_fifo #(.W(16), .DEPTH(QPS + 1)) u_sq_list (            // one more: it never is full
    .clk(clk), .rst(rst),
    .s_valid(list_push[0]), .s_ready(list_room[0]), .s_data(list_push_id),
    .m_valid(list_valid[0]), .m_ready(list_pop[0]), .m_data(sq_list_id),
    .stat_count(), .stat_idle(list_idle[0]));

  cm_fifo #(.W(16), .DEPTH(QPS + 1)) u_rq_list (
    .clk(clk), .rst(rst),
    .s_valid(list_push[1]), .s_ready(list_room[1]), .s_data(list_push_id),
    .m_valid(list_valid[1]), .m_ready(list_pop[1]), .m_data(rq_list_id),
    .stat_count(), .stat_idle(list_idle[1]));

  // ---- events: finished entries first, then doorbells and the lists in turn; a choice stays until it has entered
  reg         kept_q, list_first_q, rq_first_q;
  reg  [1:0]  kept_ev_q, ev;
  wire        db_known  = s_db_qp < QPS_N;
  wire        db_at     = s_db_valid && db_known;
  wire        list_at   = list_can != 2'd0;
  wire        in_valid  = kept_q || s_free_valid || db_at || list_at;
  wire        in_ready;
  wire        in_go = in_valid && in_ready;
  reg  [15:0] in_id;

  always @* begin
    if (kept_q)                              ev = kept_ev_q;
    else if (s_free_valid)                   ev = EV_FREE;
    else if (list_at && (list_first_q || !db_at)) ev = list_can[1] && (rq_first_q || !list_can[0]) ? EV_RQ : EV_SQ;
    else                                     ev = EV_DB;
    case (ev)
      EV_FREE: in_id = {s_free_qp[14:0], s_free_rq};
      EV_SQ:   in_id = sq_list_id;
      EV_RQ:   in_id = rq_list_id;
      default: in_id = {s_db_qp[14:0], s_db_rq};
    endcase
  end

  assign s_free_ready = in_go && ev == EV_FREE;
  assign s_db_ready   = db_known ? in_go && ev == EV_DB : !at_bad_db;
  assign list_pop     = {in_go && ev == EV_RQ, in_go && ev == EV_SQ};

  reg  [1:0]   at_ev_q;
  reg  [15:0]  at_id_q, at_pi_q;
  reg  [7:0]   at_count_q;
  reg          at_bf_q;
  reg  [511:0] at_wqe_q;
  wire         at_valid, at_go, slot_idle;
  wire         at_bad_db;
  wire [CTX_W-1:0] rec;

  always @(posedge clk) begin
    if (rst) begin
      kept_q       <= 1'b0;
      list_first_q <= 1'b0;
      rq_first_q   <= 1'b0;
    end else begin
      kept_q <= in_valid && !in_ready;
      if (in_go && ev != EV_FREE) list_first_q <= ev == EV_DB;
      if (list_pop != 2'd0) rq_first_q <= list_pop[0];
      `UBN_ASSERT(list_has_room, list_room == 2'd3)
      `UBN_ASSERT(one_writer_of_a_record, !(s_set_valid && wq_wr_valid))
      `UBN_ASSERT(free_of_a_known_queue, !s_free_valid || s_free_qp < QPS_N)
    end
  end

  always @(posedge clk) begin
    kept_ev_q <= ev;
    if (in_go) begin
      at_ev_q    <= ev;
      at_id_q    <= in_id;
      at_pi_q    <= s_db_pi;
      at_count_q <= s_free_count;
      at_bf_q    <= s_db_bf;
    end
    if (in_go && s_db_bf) at_wqe_q <= s_db_wqe;
  end

  cm_ctx_slot #(.W(CTX_W)) u_slot (
    .clk(clk), .rst(rst),
    .s_valid(in_valid), .s_ready(in_ready), .s_id(in_id),
    .m_valid(at_valid), .m_ready(at_go), .m_rec(rec),
    .rd_valid(wq_rd_valid), .rd_ready(wq_rd_ready), .rd_id(wq_rd_id),
    .rsp_valid(wq_rsp_valid), .rsp_ready(wq_rsp_ready), .rsp_data(wq_rsp_data),
    .wr_valid(wq_wr_valid || s_set_valid), .wr_id(s_set_valid ? s_set_id : wq_wr_id),
    .wr_data(s_set_valid ? s_set_data : wq_wr_data),
    .stat_idle(slot_idle));

  // ---- what the event says
  wire        is_db   = at_ev_q == EV_DB;
  wire        is_free = at_ev_q == EV_FREE;
  wire        is_list = at_ev_q == EV_SQ || at_ev_q == EV_RQ;
  wire        is_rq   = at_id_q[0];
  wire        live    = rec[`ROCE_WQ_CTX_VALID];
  wire        listed  = rec[`ROCE_WQ_CTX_LISTED];
  wire [4:0]  shift   = rec[`ROCE_WQ_CTX_SHIFT];
  wire [15:0] size    = 16'd1 << shift;
  wire [15:0] old_pi  = rec[`ROCE_WQ_CTX_PI];
  wire [15:0] fi      = rec[`ROCE_WQ_CTX_FI];
  wire [15:0] old_done = rec[`ROCE_WQ_CTX_DONE];

  wire [15:0] posted  = at_pi_q - old_done;
  wire        db_good = live && posted >= old_pi - old_done && posted <= size;
  assign      at_bad_db = at_valid && is_db && !db_good;
  wire [15:0] pi      = is_db && db_good ? at_pi_q : old_pi;
  wire [15:0] done    = is_free && live ? old_done + {8'd0, at_count_q} : old_done;
  wire [15:0] pending = pi - fi;
  wire [15:0] room    = SLOTS_N - (fi - done);
  wire        work    = live && pending != 16'd0 && room != 16'd0;

  // ---- BlueFlame: the work request itself is used
  reg  [8:0]  flying_q [0:FILTERS-1];       // fetches of send queues on the way
  wire [FILTER_W-1:0] at_filter = at_id_q[FILTER_W:1];
  wire        arrives_sq;                   // an entry of a send queue, in this cycle
  wire        bf_use  = is_db && at_bf_q && !is_rq && db_good && old_pi == fi && pending == 16'd1 &&
                        room != 16'd0 && sq_left != 16'd0 && flying_q[at_filter] == 9'd0;
  wire        bf_go   = at_valid && bf_use && !arrives_sq;

  assign at_go = !bf_use || !arrives_sq;

  // ---- fetch: entries up to the limits of the setting, of what is posted, of room, tokens, ring and page
  wire [15:0] pos     = fi & (size - 16'd1);
  wire [63:0] addr    = rec[`ROCE_WQ_CTX_BASE] + {42'd0, pos, 6'd0};
  wire [15:0] to_end  = size - pos;
  wire [15:0] to_page = PAGE_N - {10'd0, addr[11:6]};
  wire [15:0] left    = is_rq ? rq_left : sq_left;
  reg  [15:0] n;

  always @* begin
    n = {10'd0, cfg_fetch_max};
    if (pending < n) n = pending;
    if (room < n)    n = room;
    if (left < n)    n = left;
    if (to_end < n)  n = to_end;
    if (to_page < n) n = to_page;
  end

  wire        may_fetch = is_list || (!listed && !list_valid[is_rq]);
  wire        fetch     = at_valid && !bf_use && work && may_fetch && fetch_room && left != 16'd0;
  wire [15:0] taken     = bf_use ? 16'd1 : fetch ? n : 16'd0;
  wire        more      = live && pending != taken && room != taken;

  assign list_push    = {is_rq, !is_rq} & {2{at_valid && at_go && more && (is_list || !listed)}};
  assign list_push_id = at_id_q;

  assign wq_wr_valid = at_valid && at_go && live && (!is_db || db_good);
  assign wq_wr_id    = at_id_q;

  always @* begin
    wq_wr_data = rec;
    wq_wr_data[`ROCE_WQ_CTX_PI]     = pi;
    wq_wr_data[`ROCE_WQ_CTX_FI]     = fi + taken;
    wq_wr_data[`ROCE_WQ_CTX_DONE]   = done;
    wq_wr_data[`ROCE_WQ_CTX_LISTED] = more || (listed && !is_list);
  end

  // ---- fetches on the way to the memory port
  wire        cmd_idle;
  wire [15:0] rd_n;

  assign m_rd_count = rd_n[7:0];
  assign m_rd_len   = {rd_n[7:0], 6'd0};

  // few, so that entries gather in their queue and leave in one fetch while the port is busy
  cm_fifo_pass #(.W(113), .DEPTH(2)) u_cmd (
    .clk(clk), .rst(rst),
    .s_valid(fetch), .s_ready(cmd_room), .s_data({addr, at_id_q[0], {1'b0, at_id_q[15:1]}, fi, n}),
    .m_valid(m_rd_valid), .m_ready(m_rd_ready), .m_data({m_rd_addr, m_rd_rq, m_rd_qp, m_rd_idx, rd_n}),
    .stat_count(), .stat_idle(cmd_idle));

  // ---- fetches whose entries are awaited
  reg  [15:0] beat_q;                       // entries of the oldest that have arrived
  wire        exp_valid;
  wire [15:0] exp_id, exp_idx, exp_n;
  wire        exp_last = beat_q + 16'd1 == exp_n;
  wire [15:0] r_idx    = exp_idx + beat_q;
  wire        r_rq     = exp_id[0];
  wire [FILTER_W-1:0] exp_filter = exp_id[FILTER_W:1];
  wire        fly_up   = fetch && !is_rq;
  wire        fly_down = arrives_sq && exp_last;

  assign s_r_ready  = 1'b1;
  assign arrives_sq = s_r_valid && !r_rq;

  cm_fifo #(.W(48), .DEPTH(FETCHES)) u_expected (
    .clk(clk), .rst(rst),
    .s_valid(fetch), .s_ready(exp_room), .s_data({at_id_q, fi, n}),
    .m_valid(exp_valid), .m_ready(s_r_valid && exp_last), .m_data({exp_id, exp_idx, exp_n}),
    .stat_count(), .stat_idle());

  integer f;
  always @(posedge clk) begin
    if (rst) begin
      beat_q <= 16'd0;
      for (f = 0; f < FILTERS; f = f + 1) flying_q[f] <= 9'd0;
    end else begin
      if (s_r_valid) beat_q <= exp_last ? 16'd0 : beat_q + 16'd1;
      if (!(fly_up && fly_down && at_filter == exp_filter)) begin
        if (fly_up)   flying_q[at_filter]  <= flying_q[at_filter] + 9'd1;
        if (fly_down) flying_q[exp_filter] <= flying_q[exp_filter] - 9'd1;
      end
      `UBN_ASSERT(entry_was_asked_for, !s_r_valid || exp_valid)
      `UBN_ASSERT(last_entry_ends_the_fetch, !s_r_valid || s_r_last == exp_last)
      `UBN_ASSERT(bf_and_fetch_exclude_each_other, !(bf_go && (fetch || arrives_sq)))
    end
  end

  // ---- slot stores
  wire [15:0] sq_qp  = bf_go ? {1'b0, at_id_q[15:1]} : {1'b0, exp_id[15:1]};
  wire [15:0] sq_idx = bf_go ? fi : r_idx;

  assign m_sq_wr_valid = arrives_sq || bf_go;
  assign m_sq_wr_addr  = {sq_qp[15-SLOT_W:0], sq_idx[SLOT_W-1:0]};

  always @* begin
    m_sq_wr_data = arrives_sq ? s_r_data : at_wqe_q;
    if (arrives_sq && s_r_err) m_sq_wr_data[`ROCE_WQE_OPCODE] = OPCODE_BAD;
  end

  assign m_rqs_wr_valid = s_r_valid && r_rq;
  assign m_rqs_wr_addr  = {exp_id[16-SLOT_W:1], r_idx[SLOT_W-1:0]};
  assign m_rqs_wr_data  = {s_r_data[`ROCE_WQE_LOCAL_ADDR], s_r_err ? KEY_BAD : s_r_data[`ROCE_WQE_LKEY],
                           s_r_err ? 32'd0 : s_r_data[`ROCE_WQE_LENGTH]};

  // ---- tokens of send queues. With nothing before it a token passes with its entry; when it is not taken the
  // entry waits in hold_q. Those behind it come from the store.
  reg          hold_valid_q;
  reg  [15:0]  hold_qp_q, hold_idx_q;
  reg  [511:0] hold_wqe_q;
  wire         tq_valid, tq_room, tq_idle;
  wire [15:0]  tq_qp, tq_idx;
  wire         pass = m_sq_wr_valid && !hold_valid_q && !tq_valid;

  assign m_tok_valid  = hold_valid_q || tq_valid || m_sq_wr_valid;
  assign m_tok_qp     = hold_valid_q ? hold_qp_q : tq_valid ? tq_qp : sq_qp;
  assign m_tok_idx    = hold_valid_q ? hold_idx_q : tq_valid ? tq_idx : sq_idx;
  assign m_tok_wqe_ok = hold_valid_q || !tq_valid;

  always @* m_tok_wqe = hold_valid_q ? hold_wqe_q : m_sq_wr_data;

  cm_fifo #(.W(32), .DEPTH(TOKENS)) u_tokens (
    .clk(clk), .rst(rst),
    .s_valid(m_sq_wr_valid && !pass), .s_ready(tq_room), .s_data({sq_qp, sq_idx}),
    .m_valid(tq_valid), .m_ready(m_tok_ready && !hold_valid_q), .m_data({tq_qp, tq_idx}),
    .stat_count(), .stat_idle(tq_idle));

  always @(posedge clk) begin
    if (rst) hold_valid_q <= 1'b0;
    else     hold_valid_q <= (hold_valid_q || pass) && !m_tok_ready;
  end

  always @(posedge clk) begin
    if (pass && !m_tok_ready) begin
      hold_qp_q  <= sq_qp;
      hold_idx_q <= sq_idx;
      hold_wqe_q <= m_sq_wr_data;
    end
  end

  // ---- tokens of receive queues
  wire rtq_room, rtq_idle;

  cm_fifo #(.W(16), .DEPTH(TOKENS)) u_rq_tokens (
    .clk(clk), .rst(rst),
    .s_valid(m_rqs_wr_valid), .s_ready(rtq_room), .s_data({1'b0, exp_id[15:1]}),
    .m_valid(m_rq_tok_valid), .m_ready(m_rq_tok_ready), .m_data(m_rq_tok_qp),
    .stat_count(), .stat_idle(rtq_idle));

  // ---- tokens promised: from the fetch until they are taken
  reg  [CNT_W-1:0] sq_used_q, rq_used_q;
  wire [15:0]      sq_used = {{(16 - CNT_W) {1'b0}}, sq_used_q} + (is_rq ? 16'd0 : fetch ? n : {15'd0, bf_go}) -
                             {15'd0, m_tok_valid && m_tok_ready};
  wire [15:0]      rq_used = {{(16 - CNT_W) {1'b0}}, rq_used_q} + (is_rq && fetch ? n : 16'd0) -
                             {15'd0, m_rq_tok_valid && m_rq_tok_ready};

  assign sq_left = TOKENS_N - {{(16 - CNT_W) {1'b0}}, sq_used_q};
  assign rq_left = TOKENS_N - {{(16 - CNT_W) {1'b0}}, rq_used_q};

  always @(posedge clk) begin
    if (rst) begin
      sq_used_q <= {CNT_W{1'b0}};
      rq_used_q <= {CNT_W{1'b0}};
    end else begin
      sq_used_q <= sq_used[CNT_W-1:0];
      rq_used_q <= rq_used[CNT_W-1:0];
      `UBN_ASSERT(token_has_its_room, (!m_sq_wr_valid || tq_room) && (!m_rqs_wr_valid || rtq_room))
    end
  end

  // ---- observation
  always @(posedge clk) begin
    if (rst) probe_db_valid <= 1'b0;
    else     probe_db_valid <= s_db_valid && s_db_ready && db_known;
  end

  always @(posedge clk) begin
    if (s_db_valid) begin
      probe_db_id                          <= 64'd0;
      probe_db_id[`ROCE_PROBE_DB_ACCEPT_QP] <= s_db_qp;
      probe_db_id[`ROCE_PROBE_DB_ACCEPT_PI] <= s_db_pi;
      probe_db_id[`ROCE_PROBE_DB_ACCEPT_BF] <= s_db_bf;
      probe_db_id[`ROCE_PROBE_DB_ACCEPT_RQ] <= s_db_rq;
    end
  end

  assign stat_bad_db = at_bad_db || (s_db_valid && !db_known);
  assign stat_idle   = slot_idle && !kept_q && (&list_idle) && cmd_idle && tq_idle && !hold_valid_q && rtq_idle;

  wire unused = &{1'b0, s_free_qp[15], sq_used[15:CNT_W], rq_used[15:CNT_W], rd_n[15:8], sq_qp, exp_id[15]};

endmodule

`resetall
