// SPDX-License-Identifier: Apache-2.0
// urma_rsp_rx: initiator side, finishes operations. Looks up what a response belongs to, moves its payload to
//   the lanes of the local buffer while the frame is still being checked, and when the frame has passed
//   writes payload and then the completion record, one behind the other, and retires the operation.
//   Latency    : 0 cycles from s_verdict to the payload's write command when its data are there, 1 to the
//                completion record's.      Throughput: 1 beat per cycle, one completion record a response.
//   Back-press : outputs are held while the memory port or the retire port waits.
//   Order      : as received; local errors take their turn between responses.
//   Error      : verdict 0 or no such operation -> payload thrown away (no such operation: stat_drop_rsp).
//                Status of the target, or a length other than asked for -> error record, nothing placed.
//                JFC not set up -> no record, stat_drop_rsp.
//   Reset      : drops responses under way.
//   Source     : UB base specification, response status; completion record: public user driver. Stage nic_rsp_rx.

`resetall
`default_nettype none
`include "cm_assert.vh"
`include "ubn_wire.vh"
`include "ubn_enums.vh"
`include "ubn_records.vh"

module urma_rsp_rx #(
  parameter DATA_W = 512,
  parameter JFCS   = 256
) (
  input  wire                     clk,
  input  wire                     rst,
  // responses, from the parser
  input  wire                     s_look_valid,
  output wire                     s_look_ready,
  input  wire [15:0]              s_look_frame,
  input  wire [23:0]              s_look_tpn,
  input  wire [13:0]              s_look_pay_bytes,
  input  wire [`UB_ATAH_BITS-1:0] s_look_atah,
  input  wire                     s_pay_valid,
  output wire                     s_pay_ready,
  input  wire [DATA_W-1:0]        s_pay_data,
  input  wire                     s_verdict_valid,
  output wire                     s_verdict_ready,
  input  wire                     s_verdict_ok,
  // look-up in the tracker
  output wire                     m_find_valid,
  input  wire                     m_find_ready,
  output wire [19:0]              m_find_jetty,
  output wire [15:0]              m_find_tassn,
  input  wire                     s_found_valid,
  output wire                     s_found_ready,
  input  wire                     s_found_hit,
  input  wire [63:0]              s_found_va,
  input  wire [13:0]              s_found_len,
  input  wire [15:0]              s_found_bb_idx,
  input  wire                     s_found_complete,
  input  wire [19:0]              s_found_jfc,
  input  wire [63:0]              s_found_user_data,
  // local errors, from the tracker
  input  wire                     s_lerr_valid,
  output wire                     s_lerr_ready,
  input  wire [19:0]              s_lerr_jetty,
  input  wire [19:0]              s_lerr_jfc,
  input  wire [63:0]              s_lerr_user_data,
  input  wire [23:0]              s_lerr_chan,
  input  wire [15:0]              s_lerr_bb_idx,
  input  wire [7:0]               s_lerr_status,
  input  wire [7:0]               s_lerr_substatus,
  // retire
  output wire                     m_ret_valid,
  input  wire                     m_ret_ready,
  output wire [19:0]              m_ret_jetty,
  output wire [15:0]              m_ret_tassn,
  // memory writes, bus lanes
  output wire                     m_wr_valid,
  input  wire                     m_wr_ready,
  output wire [63:0]              m_wr_addr,
  output wire [13:0]              m_wr_len,
  output wire                     m_w_valid,
  input  wire                     m_w_ready,
  output wire [DATA_W-1:0]        m_w_data,
  // JFC records
  output wire                     jfc_rd_valid,
  input  wire                     jfc_rd_ready,
  output wire [15:0]              jfc_rd_id,
  input  wire                     jfc_rsp_valid,
  output wire                     jfc_rsp_ready,
  input  wire [`URMA_JFC_CTX_BITS-1:0] jfc_rsp_data,
  output wire                     jfc_wr_valid,
  output wire [15:0]              jfc_wr_id,
  output reg  [`URMA_JFC_CTX_BITS-1:0] jfc_wr_data,
  // observation
  output reg                      probe_wr_valid,
  output reg  [63:0]              probe_wr_id,
  output wire                     stat_drop_rsp,
  output wire                     stat_idle
);

  localparam JFC_W  = `URMA_JFC_CTX_BITS;
  localparam LANE_W = $clog2(DATA_W / 8);
  localparam integer PAY_BYTE = (`UB_FRAME_TA_OFFSET + `UB_ATAH_BYTES) % (DATA_W / 8);
  localparam [LANE_W-1:0] PAY_LANE = PAY_BYTE[LANE_W-1:0];
  localparam [19:0] JFC_MASK = JFCS[19:0] - 20'd1;

  // ---- look up
  reg                      asked_q;        // a look-up is under way for the response kept here
  reg  [15:0]              ask_frame_q;
  reg  [23:0]              ask_tpn_q;
  reg  [13:0]              ask_bytes_q;
  reg  [`UB_ATAH_BITS-1:0] ask_atah_q;

  assign m_find_valid = s_look_valid && (!asked_q || (s_found_valid && s_found_ready));
  assign s_look_ready = m_find_ready && (!asked_q || (s_found_valid && s_found_ready));
  assign m_find_jetty = s_look_atah[`UB_ATAH_INI_RC_ID];
  assign m_find_tassn = s_look_atah[`UB_ATAH_INI_TASSN];

  always @(posedge clk) begin
    if (rst)                               asked_q <= 1'b0;
    else if (s_look_valid && s_look_ready) asked_q <= 1'b1;
    else if (s_found_valid && s_found_ready) asked_q <= 1'b0;
  end

  always @(posedge clk) begin
    if (s_look_valid && s_look_ready) begin
      ask_frame_q <= s_look_frame;
      ask_tpn_q   <= s_look_tpn;
      ask_bytes_q <= s_look_pay_bytes;
      ask_atah_q  <= s_look_atah;
    end
  end

  // ---- what the response means
  wire        rsp_good = ask_atah_q[`UB_ATAH_RSPST] == `UB_TA_RSPST_OK;
  wire        len_good = ask_bytes_q == s_found_len;
  wire        place    = s_found_hit && rsp_good && len_good;
  wire        unsupp   = ask_atah_q[`UB_ATAH_RSPINFO] == `UB_TA_RSPINFO_ERR_UNSUPPORTED;
  wire        has_pay  = ask_bytes_q != 14'd0;
  wire [7:0]  status   = place ? `URMA_CQE_STATUS_OK :
                         rsp_good ? `URMA_CQE_STATUS_LOCAL_ERROR : `URMA_CQE_STATUS_REMOTE_ERROR;
  wire [7:0]  substat  = place ? `URMA_CQE_SUBSTATUS_NONE :
                         rsp_good ? `URMA_CQE_SUBSTATUS_LOCAL_RSP_LENGTH :
                         unsupp ? `URMA_CQE_SUBSTATUS_REMOTE_UNSUPPORTED : `URMA_CQE_SUBSTATUS_REMOTE_ABORT;

  localparam TASK_W = 1 + 1 + 1 + 1 + 16 + 16 + 20 + 20 + 24 + 16 + 8 + 8 + 64 + 64 + 14;
  wire              task_room, align_cmd_ready, align_valid, align_ready, align_last, align_idle, task_idle;
  wire [DATA_W-1:0] align_data;

  assign s_found_ready = task_room && (!has_pay || align_cmd_ready);

  cm_align #(.DATA_W(DATA_W)) u_align (
    .clk(clk), .rst(rst),
    .s_cmd_valid(s_found_valid && task_room && has_pay), .s_cmd_ready(align_cmd_ready),
    .s_cmd_src_off(PAY_LANE), .s_cmd_dst_off(place ? s_found_va[LANE_W-1:0] : PAY_LANE),
    .s_cmd_len_bytes(ask_bytes_q),
    .s_valid(s_pay_valid), .s_ready(s_pay_ready), .s_data(s_pay_data),
    .m_valid(align_valid), .m_ready(align_ready), .m_data(align_data), .m_last(align_last),
    .stat_idle(align_idle));

  // ---- tasks: responses whose operation is known, in order
  wire        rsp_valid, rsp_hit, rsp_place, rsp_pay, rsp_complete;
  wire [15:0] rsp_frame, rsp_tassn, rsp_bb_idx;
  wire [19:0] rsp_jetty, rsp_jfc;
  wire [23:0] rsp_chan;
  wire [7:0]  rsp_status, rsp_substat;
  wire [63:0] rsp_user_data, rsp_va;
  wire [13:0] rsp_len;
  wire        task_done;

  cm_fifo #(.W(TASK_W), .DEPTH(8)) u_tasks (
    .clk(clk), .rst(rst),
    .s_valid(s_found_valid && (!has_pay || align_cmd_ready)), .s_ready(task_room),
    .s_data({s_found_hit, place, has_pay, s_found_complete || !place, ask_frame_q, ask_atah_q[`UB_ATAH_INI_TASSN],
             ask_atah_q[`UB_ATAH_INI_RC_ID], s_found_jfc, ask_tpn_q, s_found_bb_idx, status, substat,
             s_found_user_data, s_found_va, ask_bytes_q}),
    .m_valid(rsp_valid), .m_ready(task_done && !lerr_now),
    .m_data({rsp_hit, rsp_place, rsp_pay, rsp_complete, rsp_frame, rsp_tassn, rsp_jetty, rsp_jfc, rsp_chan, rsp_bb_idx,
             rsp_status, rsp_substat, rsp_user_data, rsp_va, rsp_len}),
    .stat_count(), .stat_idle(task_idle));

  // A local error is served when no response is at hand; it stays at hand until it is done.
  reg  at_lerr_q;
  wire lerr_now = at_lerr_q || (s_lerr_valid && !rsp_valid);

  always @(posedge clk) begin
    if (rst) at_lerr_q <= 1'b0;
    else     at_lerr_q <= lerr_now && !task_done;
  end

  // ---- the task at hand
  wire        at_valid    = lerr_now || rsp_valid;
  wire [19:0] at_jfc      = lerr_now ? s_lerr_jfc : rsp_jfc;
  wire        at_complete = lerr_now || (rsp_hit && rsp_complete);

  // its JFC record, asked for once
  wire             jfc_slot_ready, jfc_valid, jfc_go, jfc_idle;
  wire [JFC_W-1:0] jfc;
  reg              jfc_asked_q;
  reg  [15:0]      jfc_id_q;
  wire             jfc_ask = at_valid && at_complete && !jfc_asked_q;

  cm_ctx_slot #(.W(JFC_W)) u_jfc (
    .clk(clk), .rst(rst),
    .s_valid(jfc_ask), .s_ready(jfc_slot_ready), .s_id(at_jfc[15:0] & JFC_MASK[15:0]),
    .m_valid(jfc_valid), .m_ready(jfc_go), .m_rec(jfc),
    .rd_valid(jfc_rd_valid), .rd_ready(jfc_rd_ready), .rd_id(jfc_rd_id),
    .rsp_valid(jfc_rsp_valid), .rsp_ready(jfc_rsp_ready), .rsp_data(jfc_rsp_data),
    .wr_valid(jfc_wr_valid), .wr_id(jfc_wr_id), .wr_data(jfc_wr_data),
    .stat_idle(jfc_idle));

  always @(posedge clk) begin
    if (rst) jfc_asked_q <= 1'b0;
    else     jfc_asked_q <= (jfc_asked_q || (jfc_ask && jfc_slot_ready)) && !task_done;
  end

  always @(posedge clk)
    if (jfc_ask && jfc_slot_ready) jfc_id_q <= jfc_rd_id;

  // ---- steps: payload (or its disposal), then the record
  reg  paid_q;                 // the payload of the task at hand is written or thrown away
  wire judged    = lerr_now || s_verdict_valid;
  wire pass      = lerr_now || (s_verdict_ok && rsp_hit);
  wire pay_due   = !lerr_now && rsp_pay && !paid_q;
  wire pay_write = at_valid && judged && pay_due && pass && rsp_place;
  wire pay_throw = at_valid && judged && pay_due && !(pass && rsp_place);
  wire pay_moves = align_valid && align_ready;
  wire pay_ends  = pay_moves && align_last;

  reg  cmd_sent_q;             // the write command has gone, beats follow; no beat goes before it (contract)

  wire rec_due   = at_valid && judged && !pay_due && pass && at_complete;
  wire ret_room, ret_idle;
  wire rec_write = rec_due && jfc_valid && jfc[`URMA_JFC_CTX_VALID] && ret_room;
  wire rec_lost  = rec_due && jfc_valid && !jfc[`URMA_JFC_CTX_VALID] && ret_room;

  // without a record (unsignalled, or nothing to complete) the task ends here
  wire quiet_end = at_valid && judged && !pay_due && !(pass && at_complete) &&
                   ret_room && !jfc_ask && (!jfc_asked_q || jfc_valid);

  wire rec_goes = rec_write && m_w_ready;

  assign task_done       = rec_goes || rec_lost || quiet_end;
  assign s_verdict_ready = task_done && !lerr_now;
  assign s_lerr_ready    = task_done && lerr_now;
  assign jfc_go          = task_done;

  assign align_ready = pay_throw || (pay_write && m_w_ready);

  assign m_wr_valid = !cmd_sent_q && (rec_write || (pay_write && align_valid));
  assign m_w_valid  = rec_write || (pay_write && align_valid);

  always @(posedge clk) begin
    if (rst) begin
      paid_q     <= 1'b0;
      cmd_sent_q <= 1'b0;
    end else begin
      paid_q     <= (paid_q || pay_ends) && !task_done;
      cmd_sent_q <= (cmd_sent_q || (m_wr_valid && m_wr_ready)) && !pay_ends && !rec_goes;
      `UBN_ASSERT(no_beat_before_its_command, !(m_w_valid && m_w_ready) || cmd_sent_q || m_wr_ready)
    end
  end

  // ---- retire
  cm_fifo #(.W(36), .DEPTH(4)) u_retire (
    .clk(clk), .rst(rst),
    .s_valid(((rec_goes || rec_lost) && !lerr_now) || (quiet_end && pass)), .s_ready(ret_room),
    .s_data({rsp_jetty, rsp_tassn}),
    .m_valid(m_ret_valid), .m_ready(m_ret_ready), .m_data({m_ret_jetty, m_ret_tassn}),
    .stat_count(), .stat_idle(ret_idle));

  // ---- completion record
  wire [22:0] pi        = jfc[`URMA_JFC_CTX_PI];
  wire [4:0]  shift     = jfc[`URMA_JFC_CTX_SHIFT];
  wire [22:0] slot      = pi & ~(23'h7fffff << shift);
  wire        lap_owner = ~pi[shift];
  wire [63:0] rec_addr  = jfc[`URMA_JFC_CTX_BASE] + {35'd0, slot, 6'd0};
  wire [19:0] at_jetty  = lerr_now ? s_lerr_jetty : rsp_jetty;

  assign jfc_wr_valid = rec_goes;
  assign jfc_wr_id    = jfc_id_q;

  always @* begin
    jfc_wr_data = jfc;
    jfc_wr_data[`URMA_JFC_CTX_PI] = pi + 23'd1;
  end

  reg [`URMA_CQE_BITS-1:0] cqe;

  always @* begin
    cqe = {`URMA_CQE_BITS{1'b0}};
    cqe[`URMA_CQE_IS_JETTY]     = 1'b1;
    cqe[`URMA_CQE_OWNER]        = lap_owner;
    cqe[`URMA_CQE_STATUS]       = lerr_now ? s_lerr_status : rsp_status;
    cqe[`URMA_CQE_SUBSTATUS]    = lerr_now ? s_lerr_substatus : rsp_substat;
    cqe[`URMA_CQE_ENTRY_IDX]    = lerr_now ? s_lerr_bb_idx : rsp_bb_idx;
    cqe[`URMA_CQE_LOCAL_NUM_LO] = at_jetty[15:0];
    cqe[`URMA_CQE_LOCAL_NUM_HI] = at_jetty[19:16];
    cqe[`URMA_CQE_TPN]          = lerr_now ? s_lerr_chan : rsp_chan;
    cqe[`URMA_CQE_BYTE_CNT]     = !lerr_now && rsp_place ? {18'd0, rsp_len} : 32'd0;
    cqe[`URMA_CQE_USER_DATA]    = lerr_now ? s_lerr_user_data : rsp_user_data;
  end

  assign m_wr_addr = rec_due ? rec_addr : rsp_va;
  assign m_wr_len  = rec_due ? 14'd64 : rsp_len;
  assign m_w_data  = rec_due ? cqe : align_data;

  // ---- observation: bursts of a command, by the 4 KiB lines it touches
  wire [15:0] reach = {4'd0, m_wr_addr[11:0]} + {2'd0, m_wr_len} + 16'd4095;

  always @(posedge clk) begin
    if (rst) probe_wr_valid <= 1'b0;
    else     probe_wr_valid <= m_wr_valid && m_wr_ready;
  end

  always @(posedge clk)
    if (m_wr_valid && m_wr_ready)
      probe_wr_id <= {8'd0, lerr_now, rsp_tassn, at_jetty, rec_due, reach[13:12], lerr_now ? s_lerr_bb_idx : rsp_frame};

  assign stat_drop_rsp = rec_lost || (task_done && !lerr_now && !rsp_hit && s_verdict_ok);
  assign stat_idle     = !asked_q && align_idle && task_idle && jfc_idle && !jfc_asked_q && ret_idle;

endmodule

`resetall
