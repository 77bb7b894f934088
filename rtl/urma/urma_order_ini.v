// SPDX-License-Identifier: Apache-2.0
// urma_order_ini: ordering tracker, initiator side. Gives each request its TASSN and remembers it until
//   its response has come.
//   Three users share the Jetty record: issue (read, change, write back), retire (the same), look-up.
//   Latency    : 2 cycles from s_wr to m_op on a context hit. Look-up: 1 cycle from s_look to m_look.
//   Throughput : 1 request per cycle; a retire takes the write-back of one cycle from it.
//   Back-press : s_wr waits while the Jetty has URMA_OST_JETTY requests in flight in the way of this TASSN,
//                while cfg_max_outstanding requests are in flight, or while m_op, m_lerr, m_verdict wait.
//   Order      : requests as received. Nothing else is ordered yet: tag NO (RO, SO, fence: M4).
//   Error      : Jetty not Ready -> verdict 0, request dropped. Request not usable (opcode other than read and write,
//                SGE count, length 0 or over cfg_mtu_bytes, channel not set up) -> verdict 1 and m_lerr.
//   Reset      : nothing in flight; records in memory keep their content.
//   Stalls     : change events {reason, Jetty, TASSN waited for} on stall_*.
//   Source     : UB base specification, transaction ordering; stage nic_tx.

`resetall
`default_nettype none
`include "cm_assert.vh"
`include "ubn_records.vh"
`include "ubn_enums.vh"
`include "ubn_stalls.vh"

module urma_order_ini #(
  parameter JETTYS = 1024,
  parameter CHANS  = 64
) (
  input  wire         clk,
  input  wire         rst,
  input  wire [15:0]  cfg_max_outstanding,
  input  wire [15:0]  cfg_mtu_bytes,
  // work requests
  input  wire         s_wr_valid,
  output wire         s_wr_ready,
  input  wire [19:0]  s_wr_jetty,
  input  wire [511:0] s_wr_wqe,
  output wire         m_verdict_valid,
  input  wire         m_verdict_ready,
  output wire         m_verdict_ok,
  // issued operations
  output wire         m_op_valid,
  input  wire         m_op_ready,
  output wire [19:0]  m_op_jetty,
  output wire [15:0]  m_op_tassn,
  output wire [15:0]  m_op_chan,
  output wire [7:0]   m_op_opcode,
  output wire [63:0]  m_op_va,         // local buffer
  output wire         m_op_token_en,
  output wire [19:0]  m_op_token_id,
  output wire [31:0]  m_op_token,
  output wire [63:0]  m_op_addr,
  output wire [13:0]  m_op_len,
  // requests refused here: completion with a local error
  output wire         m_lerr_valid,
  input  wire         m_lerr_ready,
  output wire [19:0]  m_lerr_jetty,
  output wire [19:0]  m_lerr_jfc,
  output wire [63:0]  m_lerr_user_data,
  output wire [23:0]  m_lerr_chan,
  output wire [15:0]  m_lerr_bb_idx,
  output wire [7:0]   m_lerr_status,
  output wire [7:0]   m_lerr_substatus,
  // look-up of the operation a response belongs to
  input  wire         s_look_valid,
  output wire         s_look_ready,
  input  wire [19:0]  s_look_jetty,
  input  wire [15:0]  s_look_tassn,
  output wire         m_look_valid,
  input  wire         m_look_ready,
  output wire         m_look_hit,
  output wire [63:0]  m_look_va,
  output wire [13:0]  m_look_len,
  output wire         m_look_write,    // no data come back
  output wire [15:0]  m_look_bb_idx,
  output wire         m_look_complete,
  output wire [19:0]  m_look_jfc,
  output wire [63:0]  m_look_user_data,
  // retire: the operation is over
  input  wire         s_ret_valid,
  output wire         s_ret_ready,
  input  wire [19:0]  s_ret_jetty,
  input  wire [15:0]  s_ret_tassn,
  // Jetty records: client 0 issue, 1 retire, 2 look-up
  output wire [2:0]                          ctx_rd_valid,
  input  wire [2:0]                          ctx_rd_ready,
  output wire [47:0]                         ctx_rd_id,
  input  wire [2:0]                          ctx_rsp_valid,
  output wire [2:0]                          ctx_rsp_ready,
  input  wire [3*`URMA_JETTY_CTX_BITS-1:0]   ctx_rsp_data,
  output wire                                ctx_wr_valid,
  output wire [15:0]                         ctx_wr_id,
  output reg  [`URMA_JETTY_CTX_BITS-1:0]     ctx_wr_data,
  // channel records, static part
  output wire                                chan_rd_valid,
  input  wire                                chan_rd_ready,
  output wire [15:0]                         chan_rd_id,
  input  wire                                chan_rsp_valid,
  output wire                                chan_rsp_ready,
  input  wire [`URMA_CHAN_CFG_BITS-1:0]      chan_rsp_data,
  // observation
  output reg          stall_valid,
  output reg  [63:0]  stall_event,
  output reg          probe_issue_valid,
  output reg  [63:0]  probe_issue_id,
  output wire         stat_drop_wqe,
  output wire [15:0]  stat_outstanding,
  output wire         stat_idle
);

  localparam CTX_W  = `URMA_JETTY_CTX_BITS;
  localparam JID_W  = $clog2(JETTYS);
  localparam OST_AW = JID_W + 4;   // 16 requests in flight a Jetty: the width of the record's busy field
  localparam OST_W  = 1 + 64 + 14 + 16 + 1 + 16;

  generate
    if (JETTYS > 65536) begin : g_check
      error_jettys_must_fit_16_bit_context_ids u_error ();
    end
  endgenerate

  reg         lerr_valid_q;
  reg         verdict_valid_q;
  reg         verdict_ok_q;
  reg  [15:0] outstanding_q;

  // ---- issue: the record of the Jetty beside the waiting request
  reg          wr_taken_q;     // a request is in the slot
  reg  [19:0]  wr_jetty_q;
  reg  [511:0] wr_wqe_q;

  wire             iss_valid, jetty_valid, chan_valid;
  wire             iss_go;
  wire [CTX_W-1:0] iss_rec;
  wire             jetty_ready, chan_ready;
  wire             slot_idle_iss, slot_idle_ret, slot_idle_look;

  assign s_wr_ready = jetty_ready && chan_ready;
  assign iss_valid  = jetty_valid && chan_valid;

  cm_ctx_slot #(.W(CTX_W)) u_issue (
    .clk(clk), .rst(rst),
    .s_valid(s_wr_valid && chan_ready), .s_ready(jetty_ready), .s_id(s_wr_jetty[15:0]),
    .m_valid(jetty_valid), .m_ready(iss_go), .m_rec(iss_rec),
    .rd_valid(ctx_rd_valid[0]), .rd_ready(ctx_rd_ready[0]), .rd_id(ctx_rd_id[15:0]),
    .rsp_valid(ctx_rsp_valid[0]), .rsp_ready(ctx_rsp_ready[0]), .rsp_data(ctx_rsp_data[CTX_W-1:0]),
    .wr_valid(ctx_wr_valid), .wr_id(ctx_wr_id), .wr_data(ctx_wr_data),
    .stat_idle(slot_idle_iss));

  localparam CHAN_W = `URMA_CHAN_CFG_BITS;
  localparam [15:0] CHAN_MASK = CHANS[15:0] - 16'd1;
  wire [23:0]       s_chan = s_wr_wqe[`URMA_WQE_TP_ID];
  wire [CHAN_W-1:0] chan_rec;
  wire              slot_idle_chan;

  cm_ctx_slot #(.W(CHAN_W)) u_chan (
    .clk(clk), .rst(rst),
    .s_valid(s_wr_valid && jetty_ready), .s_ready(chan_ready), .s_id(s_chan[15:0] & CHAN_MASK),
    .m_valid(chan_valid), .m_ready(iss_go), .m_rec(chan_rec),
    .rd_valid(chan_rd_valid), .rd_ready(chan_rd_ready), .rd_id(chan_rd_id),
    .rsp_valid(chan_rsp_valid), .rsp_ready(chan_rsp_ready), .rsp_data(chan_rsp_data),
    .wr_valid(1'b0), .wr_id(16'd0), .wr_data({CHAN_W{1'b0}}),
    .stat_idle(slot_idle_chan));

  always @(posedge clk) begin
    if (rst)                            wr_taken_q <= 1'b0;
    else if (s_wr_valid && s_wr_ready)  wr_taken_q <= 1'b1;
    else if (iss_valid && iss_go)       wr_taken_q <= 1'b0;
  end

  always @(posedge clk) begin
    if (s_wr_valid && s_wr_ready) begin
      wr_jetty_q <= s_wr_jetty;
      wr_wqe_q   <= s_wr_wqe;
    end
  end

  wire [15:0] tassn    = iss_rec[`URMA_JETTY_CTX_NEXT_TASSN];
  wire [15:0] iss_busy = iss_rec[`URMA_JETTY_CTX_BUSY];
  wire [31:0] len      = wr_wqe_q[`URMA_WQE_SGE_LEN];
  wire [23:0] chan     = wr_wqe_q[`URMA_WQE_TP_ID];

  wire is_ready  = iss_rec[`URMA_JETTY_CTX_STATE] == `URMA_JETTY_STATE_READY;
  wire [7:0] opcode = wr_wqe_q[`URMA_WQE_OPCODE];
  wire is_write  = opcode == `UB_TA_OPCODE_WRITE;
  wire op_bad    = (opcode != `UB_TA_OPCODE_READ && !is_write) || wr_wqe_q[`URMA_WQE_INLINE];
  wire len_bad   = wr_wqe_q[`URMA_WQE_SGE_NUM] != 8'd1 || len == 32'd0 || len > {16'd0, cfg_mtu_bytes};
  wire chan_bad  = chan >= CHANS[23:0] || !chan_rec[`URMA_CHAN_CFG_VALID];
  wire usable    = !op_bad && !len_bad && !chan_bad;
  wire no_credit = iss_busy[tassn[3:0]] || outstanding_q >= cfg_max_outstanding;

  wire ret_valid;
  wire op_free, op_idle;
  wire lerr_free    = !lerr_valid_q || m_lerr_ready;
  wire verdict_free = !verdict_valid_q || m_verdict_ready;

  // what happens to the request at hand
  wire do_drop  = iss_valid && verdict_free && !is_ready;
  wire do_lerr  = iss_valid && verdict_free && is_ready && !usable && lerr_free;
  wire do_issue = iss_valid && verdict_free && is_ready && usable && op_free && !no_credit && !ret_valid;

  assign iss_go = do_drop || do_lerr || do_issue;

  // ---- retire: clear the busy bit
  wire [CTX_W-1:0] ret_rec;
  wire             ret_slot_ready, ret_at;
  reg  [15:0]      ret_id_q;
  reg  [3:0]       ret_bit_q;
  wire [15:0]      ret_busy = ret_rec[`URMA_JETTY_CTX_BUSY];

  assign s_ret_ready = ret_slot_ready;

  cm_ctx_slot #(.W(CTX_W)) u_retire (
    .clk(clk), .rst(rst),
    .s_valid(s_ret_valid), .s_ready(ret_slot_ready), .s_id(s_ret_jetty[15:0]),
    .m_valid(ret_at), .m_ready(1'b1), .m_rec(ret_rec),
    .rd_valid(ctx_rd_valid[1]), .rd_ready(ctx_rd_ready[1]), .rd_id(ctx_rd_id[31:16]),
    .rsp_valid(ctx_rsp_valid[1]), .rsp_ready(ctx_rsp_ready[1]), .rsp_data(ctx_rsp_data[2*CTX_W-1:CTX_W]),
    .wr_valid(ctx_wr_valid), .wr_id(ctx_wr_id), .wr_data(ctx_wr_data),
    .stat_idle(slot_idle_ret));

  always @(posedge clk) begin
    if (s_ret_valid && s_ret_ready) begin
      ret_id_q  <= s_ret_jetty[15:0];
      ret_bit_q <= s_ret_tassn[3:0];
    end
  end

  // an entry that is free already stays as it is: the peer answered twice
  assign ret_valid = ret_at && ret_busy[ret_bit_q];

  // ---- write-back: one port, retire first
  assign ctx_wr_valid = ret_valid || do_issue;
  assign ctx_wr_id    = ret_valid ? ret_id_q : wr_jetty_q[15:0];

  always @* begin
    ctx_wr_data = ret_valid ? ret_rec : iss_rec;
    if (ret_valid) begin
      ctx_wr_data[`URMA_JETTY_CTX_BUSY] = ret_busy & ~(16'd1 << ret_bit_q);
    end else begin
      ctx_wr_data[`URMA_JETTY_CTX_BUSY]       = iss_busy | (16'd1 << tassn[3:0]);
      ctx_wr_data[`URMA_JETTY_CTX_NEXT_TASSN] = tassn + 16'd1;
    end
  end

  // ---- outstanding operations
  wire [OST_AW-1:0] ost_wr_addr = {wr_jetty_q[JID_W-1:0], tassn[3:0]};
  wire [OST_W-1:0]  ost_wr_data = {is_write, wr_wqe_q[`URMA_WQE_SGE_VA], len[13:0], wr_wqe_q[`URMA_WQE_SQE_BB_IDX],
                                   wr_wqe_q[`URMA_WQE_COMPLETE], tassn};
  wire [OST_W-1:0]  ost_rd_data;

  cm_ram_sdp #(.W(OST_W), .DEPTH(JETTYS * 16)) u_outstanding (
    .clk(clk), .wr_en(do_issue), .wr_addr(ost_wr_addr), .wr_data(ost_wr_data),
    .rd_en(s_look_valid && s_look_ready), .rd_addr({s_look_jetty[JID_W-1:0], s_look_tassn[3:0]}),
    .rd_data(ost_rd_data));

  // ---- look-up
  wire [CTX_W-1:0] look_rec;
  reg  [15:0]      look_tassn_q;
  reg              look_in_range_q;

  cm_ctx_slot #(.W(CTX_W)) u_look (
    .clk(clk), .rst(rst),
    .s_valid(s_look_valid), .s_ready(s_look_ready), .s_id(s_look_jetty[15:0] & (JETTYS[15:0] - 16'd1)),
    .m_valid(m_look_valid), .m_ready(m_look_ready), .m_rec(look_rec),
    .rd_valid(ctx_rd_valid[2]), .rd_ready(ctx_rd_ready[2]), .rd_id(ctx_rd_id[47:32]),
    .rsp_valid(ctx_rsp_valid[2]), .rsp_ready(ctx_rsp_ready[2]), .rsp_data(ctx_rsp_data[3*CTX_W-1:2*CTX_W]),
    .wr_valid(ctx_wr_valid), .wr_id(ctx_wr_id), .wr_data(ctx_wr_data),
    .stat_idle(slot_idle_look));

  always @(posedge clk) begin
    if (s_look_valid && s_look_ready) begin
      look_tassn_q    <= s_look_tassn;
      look_in_range_q <= s_look_jetty < JETTYS[19:0];
    end
  end

  wire [15:0] look_busy  = look_rec[`URMA_JETTY_CTX_BUSY];
  wire [15:0] ost_tassn;

  assign {m_look_write, m_look_va, m_look_len, m_look_bb_idx, m_look_complete, ost_tassn} = ost_rd_data;
  assign m_look_hit       = look_in_range_q && look_busy[look_tassn_q[3:0]] && ost_tassn == look_tassn_q;
  assign m_look_jfc       = look_rec[`URMA_JETTY_CTX_JFC_ID];
  assign m_look_user_data = look_rec[`URMA_JETTY_CTX_USER_DATA];

  // ---- results
  localparam OP_W = 20 + 16 + 16 + 8 + 64 + 1 + 20 + 32 + 64 + 14;

  cm_fifo #(.W(OP_W), .DEPTH(2)) u_op (
    .clk(clk), .rst(rst),
    .s_valid(do_issue), .s_ready(op_free),
    .s_data({wr_jetty_q, tassn, chan[15:0], opcode, wr_wqe_q[`URMA_WQE_SGE_VA], wr_wqe_q[`URMA_WQE_TOKEN_EN],
             wr_wqe_q[`URMA_WQE_RMT_SEG_ID], wr_wqe_q[`URMA_WQE_RMT_TOKEN], wr_wqe_q[`URMA_WQE_RMT_ADDR], len[13:0]}),
    .m_valid(m_op_valid), .m_ready(m_op_ready),
    .m_data({m_op_jetty, m_op_tassn, m_op_chan, m_op_opcode, m_op_va, m_op_token_en, m_op_token_id, m_op_token,
             m_op_addr, m_op_len}),
    .stat_count(), .stat_idle(op_idle));

  reg  [19:0]  lerr_jetty_q;
  reg  [19:0]  lerr_jfc_q;
  reg  [63:0]  lerr_user_data_q;
  reg  [23:0]  lerr_chan_q;
  reg  [15:0]  lerr_bb_idx_q;
  reg  [7:0]   lerr_status_q;
  reg  [7:0]   lerr_substatus_q;

  assign m_lerr_valid     = lerr_valid_q;
  assign m_lerr_jetty     = lerr_jetty_q;
  assign m_lerr_jfc       = lerr_jfc_q;
  assign m_lerr_user_data = lerr_user_data_q;
  assign m_lerr_chan      = lerr_chan_q;
  assign m_lerr_bb_idx    = lerr_bb_idx_q;
  assign m_lerr_status    = lerr_status_q;
  assign m_lerr_substatus = lerr_substatus_q;
  assign m_verdict_valid  = verdict_valid_q;
  assign m_verdict_ok     = verdict_ok_q;

  always @(posedge clk) begin
    if (rst) begin
      lerr_valid_q    <= 1'b0;
      verdict_valid_q <= 1'b0;
      outstanding_q   <= 16'd0;
    end else begin
      lerr_valid_q    <= do_lerr || (lerr_valid_q && !m_lerr_ready);
      verdict_valid_q <= iss_go || (verdict_valid_q && !m_verdict_ready);
      outstanding_q   <= outstanding_q + {15'd0, do_issue} - {15'd0, ret_valid};
      `UBN_ASSERT(retire_without_request, !(ret_valid && outstanding_q == 16'd0))
    end
  end

  always @(posedge clk) begin
    if (do_lerr) begin
      lerr_jetty_q     <= wr_jetty_q;
      lerr_jfc_q       <= iss_rec[`URMA_JETTY_CTX_JFC_ID];
      lerr_user_data_q <= iss_rec[`URMA_JETTY_CTX_USER_DATA];
      lerr_chan_q      <= chan;
      lerr_bb_idx_q    <= wr_wqe_q[`URMA_WQE_SQE_BB_IDX];
      lerr_status_q    <= op_bad ? `URMA_CQE_STATUS_UNSUPPORTED_OPCODE : `URMA_CQE_STATUS_LOCAL_ERROR;
      lerr_substatus_q <= op_bad ? 8'd0 : len_bad ? `URMA_CQE_SUBSTATUS_LOCAL_LENGTH
                                                  : `URMA_CQE_SUBSTATUS_LOCAL_ACCESS;
    end
    if (iss_go) verdict_ok_q <= is_ready;
  end

  // ---- observation
  reg  stalled_q;   // a stall of the request at hand has been reported
  wire stall_now = iss_valid && is_ready && usable && no_credit;

  always @(posedge clk) begin
    if (rst) begin
      stalled_q         <= 1'b0;
      stall_valid       <= 1'b0;
      probe_issue_valid <= 1'b0;
    end else begin
      stalled_q         <= stall_now || (stalled_q && !iss_go);
      stall_valid       <= (stall_now && !stalled_q) || (stalled_q && iss_go);
      probe_issue_valid <= do_issue;
    end
  end

  always @(posedge clk) begin
    stall_event    <= {20'd0, tassn - 16'd16, wr_jetty_q,
                       4'd0, iss_go ? `UBN_STALL_NONE : `UBN_STALL_CREDIT};
    probe_issue_id <= {12'd0, tassn, wr_wqe_q[`URMA_WQE_SQE_BB_IDX], wr_jetty_q};
  end

  assign stat_drop_wqe    = do_lerr;
  assign stat_outstanding = outstanding_q;
  assign stat_idle        = !wr_taken_q && slot_idle_iss && slot_idle_chan && slot_idle_ret && slot_idle_look &&
                            op_idle && !lerr_valid_q && !verdict_valid_q;

endmodule

`resetall
