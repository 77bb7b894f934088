// SPDX-License-Identifier: Apache-2.0
// roce_wr: the write engine: takes actions of the responder half, of the requester half and of the atomics, moves
//   payload from the lanes of its frame to those of memory, writes completion records with the owner bit of their
//   lap, and throws payload away.
//   Sources    : A s_req_act with s_req_pay, B s_rsp_act with s_rsp_pay, C s_aw. Kinds of action: 0 payload, 1
//                payload thrown away, 2 completion record, 3 the 8 bytes of s_rsp_act_data (B only).
//   Latency    : 2 cycles from an action to m_wr and m_w, for every kind: a payload whose first beat came before and
//                whose second is there, a record whose completion queue answers in one cycle.
//   Throughput : 1 beat per cycle, actions back to back.
//   Back-press : an action leaves with its last beat. One action at a time; the next one is of another source, if any
//                waits. Outputs wait for m_wr, m_w and for TAGS writes not yet sent.
//   Order      : per source as received, in particular payload before its record. m_w_valid comes with m_wr_valid: a
//                receiver takes the first beat of a command with it or after it.
//   Error      : completion queue not set up -> no record, stat_bad_cq.
//   Contract   : beats of an action = ceil((lane + len) / 64), len >= 1 for kind 0; beats >= 1 for kinds 0 and 1.
//   Reset      : drops what is in work.
//   Source     : completion record: ours after the public mlx5 driver (configs/spec/records.yaml); stages payload_dma,
//                cqe_dma. Long, because the three sources share one way to memory.

`resetall
`default_nettype none
`include "cm_assert.vh"
`include "ubn_probes.vh"
`include "ubn_records.vh"

module roce_wr #(
  parameter CQS  = 64,
  parameter TAGS = 16            // writes on the way to memory, at least 2
) (
  input  wire         clk,
  input  wire         rst,
  input  wire [2:0]   cfg_mps,   // largest payload of a write request: 128 B << code, 0..5
  // A: actions of the responder half
  input  wire         s_req_act_valid,
  output wire         s_req_act_ready,
  input  wire [1:0]   s_req_act_kind,
  input  wire [63:0]  s_req_act_addr,
  input  wire [13:0]  s_req_act_len,
  input  wire [5:0]   s_req_act_lane,
  input  wire [7:0]   s_req_act_beats,
  input  wire [15:0]  s_req_act_frame,
  input  wire [15:0]  s_req_act_qp,
  input  wire [15:0]  s_req_act_cq,
  input  wire [23:0]  s_req_act_qpn,
  input  wire [7:0]   s_req_act_opcode,
  input  wire [7:0]   s_req_act_status,
  input  wire         s_req_act_with_imm,
  input  wire [15:0]  s_req_act_wqe_idx,
  input  wire [31:0]  s_req_act_byte_cnt,
  input  wire [31:0]  s_req_act_imm,
  input  wire [23:0]  s_req_act_src_qpn,
  input  wire         s_req_pay_valid,
  output wire         s_req_pay_ready,
  input  wire [511:0] s_req_pay_data,
  // B: actions of the requester half
  input  wire         s_rsp_act_valid,
  output wire         s_rsp_act_ready,
  input  wire [1:0]   s_rsp_act_kind,
  input  wire [63:0]  s_rsp_act_addr,
  input  wire [13:0]  s_rsp_act_len,
  input  wire [5:0]   s_rsp_act_lane,
  input  wire [7:0]   s_rsp_act_beats,
  input  wire [15:0]  s_rsp_act_frame,
  input  wire [15:0]  s_rsp_act_qp,
  input  wire [63:0]  s_rsp_act_data,
  input  wire [15:0]  s_rsp_act_cq,
  input  wire [23:0]  s_rsp_act_qpn,
  input  wire [7:0]   s_rsp_act_opcode,
  input  wire [7:0]   s_rsp_act_status,
  input  wire         s_rsp_act_with_imm,
  input  wire [15:0]  s_rsp_act_wqe_idx,
  input  wire [31:0]  s_rsp_act_byte_cnt,
  input  wire [31:0]  s_rsp_act_imm,
  input  wire [23:0]  s_rsp_act_src_qpn,
  input  wire         s_rsp_pay_valid,
  output wire         s_rsp_pay_ready,
  input  wire [511:0] s_rsp_pay_data,
  // C: results of atomics, 8 bytes
  input  wire         s_aw_valid,
  output wire         s_aw_ready,
  input  wire [63:0]  s_aw_addr,
  input  wire [63:0]  s_aw_data,
  input  wire [15:0]  s_aw_frame,
  input  wire [15:0]  s_aw_qp,
  output wire         m_aw_done,      // strobe: it has left
  // memory writes, bus lanes
  output wire         m_wr_valid,
  input  wire         m_wr_ready,
  output wire [63:0]  m_wr_addr,
  output wire [13:0]  m_wr_len,
  output wire         m_w_valid,
  input  wire         m_w_ready,
  output wire [511:0] m_w_data,
  input  wire         s_wr_sent,      // strobe: the oldest command has left
  output wire         m_pending_req,  // an action of A waits, or a payload write of A has not left
  // completion queues
  output wire         cq_rd_valid,
  input  wire         cq_rd_ready,
  output wire [15:0]  cq_rd_id,
  input  wire         cq_rsp_valid,
  output wire         cq_rsp_ready,
  input  wire [`ROCE_CQ_CTX_BITS-1:0] cq_rsp_data,
  output wire         cq_wr_valid,
  output wire [15:0]  cq_wr_id,
  output reg  [`ROCE_CQ_CTX_BITS-1:0] cq_wr_data,
  // observation
  output reg          probe_wr_valid,
  output reg  [63:0]  probe_wr_id,
  output wire         stat_bad_cq,
  output wire         stat_idle
);

  localparam [1:0]  KIND_PAY  = 2'd0, KIND_DROP = 2'd1, KIND_CQE = 2'd2;
  localparam [1:0]  SRC_A = 2'd0, SRC_B = 2'd1, SRC_C = 2'd2;
  localparam [1:0]  TAG_OTHER = 2'd0, TAG_A_PAY = 2'd1, TAG_ATOMIC = 2'd2;
  localparam [16:0] CQS_N = CQS[16:0];
  localparam [63:0] ALL = 64'hffff_ffff_ffff_ffff;
  localparam [1:0]  PROBE_RSP_PAY = 2'd0, PROBE_RSP_CQE = 2'd1, PROBE_REQ_PAY = 2'd2, PROBE_REQ_CQE = 2'd3;

  generate
    if (CQS < 2 || CQS > 65536) begin : g_error
      error_cqs_must_be_2_to_65536 u_error ();
    end
  endgenerate

  // ---- the action at hand
  reg         begun_q;               // some of it is done
  reg  [1:0]  last_src_q;            // source of the action at hand or before
  reg  [1:0]  free_src;
  wire        a_valid = s_req_act_valid, b_valid = s_rsp_act_valid, c_valid = s_aw_valid;
  wire [1:0]  src   = begun_q ? last_src_q : free_src;
  wire        is_a  = src == SRC_A;
  wire        is_c  = src == SRC_C;
  wire        valid = is_a ? a_valid : is_c ? c_valid : b_valid;

  always @* begin
    case (last_src_q)
      SRC_A:   free_src = b_valid ? SRC_B : c_valid ? SRC_C : SRC_A;
      SRC_B:   free_src = c_valid ? SRC_C : a_valid ? SRC_A : SRC_B;
      default: free_src = a_valid ? SRC_A : b_valid ? SRC_B : SRC_C;
    endcase
  end

  wire [1:0]  kind   = is_a ? s_req_act_kind : s_rsp_act_kind;
  wire        is_cqe = !is_c && kind == KIND_CQE;
  wire        is_drop = !is_c && kind == KIND_DROP;
  wire        is_pay = !is_c && kind == KIND_PAY;
  wire        is_8   = !is_cqe && !is_drop && !is_pay;
  wire [63:0] addr   = is_c ? s_aw_addr : is_a ? s_req_act_addr : s_rsp_act_addr;
  wire [13:0] len    = is_8 ? 14'd8 : is_a ? s_req_act_len : s_rsp_act_len;
  wire [5:0]  lane   = is_8 ? 6'd0 : is_a ? s_req_act_lane : s_rsp_act_lane;
  wire [7:0]  beats  = is_a ? s_req_act_beats : s_rsp_act_beats;

  // ---- its shape
  wire [5:0]  dst    = addr[5:0];
  wire [5:0]  rot    = dst - lane;
  wire        down   = dst < lane;                             // the first output beat needs two beats
  wire [14:0] span   = {9'd0, dst} + {1'b0, len} - 15'd1;      // last byte, counted from lane 0
  reg  [7:0]  rest_q, out_q;
  wire [7:0]  rest   = begun_q ? rest_q : is_8 ? 8'd0 : beats - 8'd1;  // beats behind the one that is held
  wire [7:0]  out    = begun_q ? out_q : span[13:6];           // output beats behind the next one

  // ---- payload streams: one beat of each is held, so that two are there at once
  reg          a_held_q, b_held_q;
  reg  [511:0] a_beat_q, b_beat_q;
  wire         held  = is_a ? a_held_q : b_held_q;
  wire         more  = is_a ? s_req_pay_valid : s_rsp_pay_valid;
  wire         front = !begun_q && !down;                      // first output beat, of one beat alone
  wire         mixed = is_pay && !front && rest != 8'd0;       // output beat of the held beat and the next
  wire         there = is_pay ? held && (!mixed || more) : !is_drop || held;
  wire         last  = is_drop ? rest == 8'd0 : is_cqe || out == 8'd0;
  wire         st1_room, cq_room;
  wire         go    = valid && there && (is_drop || st1_room) && (!is_cqe || cq_room);
  wire         use_held = go && (is_drop || (is_pay && (!front || last)));   // the held beat is done with

  assign s_req_act_ready = go && is_a && last;
  assign s_rsp_act_ready = go && src == SRC_B && last;
  assign s_aw_ready      = go && is_c && last;
  assign s_req_pay_ready = !a_held_q || (is_a && use_held);
  assign s_rsp_pay_ready = !b_held_q || (src == SRC_B && use_held);

  wire         a_take = s_req_pay_valid && s_req_pay_ready;
  wire         b_take = s_rsp_pay_valid && s_rsp_pay_ready;
  wire         a_used = is_a && go && mixed && last;           // the beat taken goes out at once
  wire         b_used = src == SRC_B && go && mixed && last;

  always @(posedge clk) begin
    if (rst) begin
      begun_q    <= 1'b0;
      last_src_q <= SRC_C;
      a_held_q   <= 1'b0;
      b_held_q   <= 1'b0;
    end else begin
      if (go) begin
        begun_q    <= !last;
        last_src_q <= src;
      end
      if (a_take) a_held_q <= !a_used;
      else if (is_a && use_held) a_held_q <= 1'b0;
      if (b_take) b_held_q <= !b_used;
      else if (src == SRC_B && use_held) b_held_q <= 1'b0;
      `UBN_ASSERT(payload_fills_its_beats, !go || begun_q || !is_pay || (len != 14'd0 &&
                  {1'b0, beats, 6'd0} >= {9'd0, lane} + {1'b0, len} &&
                  {1'b0, beats, 6'd0} < {9'd0, lane} + {1'b0, len} + 15'd64))
      `UBN_ASSERT(dropped_payload_has_beats, !go || begun_q || !is_drop || beats != 8'd0)
      `UBN_ASSERT(last_output_uses_last_beat, !go || !is_pay || !last || rest == {7'd0, mixed})
      `UBN_ASSERT(only_b_writes_8, !(a_valid && s_req_act_kind == 2'd3))
    end
  end

  always @(posedge clk) begin
    if (go) begin
      rest_q <= (mixed || is_drop) ? rest - 8'd1 : rest;
      out_q  <= out - 8'd1;
    end
    if (a_take && !a_used) a_beat_q <= s_req_pay_data;
    if (b_take && !b_used) b_beat_q <= s_rsp_pay_data;
  end

  // ---- stage 1: lanes of two beats mixed, turned by groups of 8 lanes
  wire         st1_go;
  reg          st1_valid_q, st1_cqe_q, st1_first_q;
  reg  [63:0]  st1_lanes_q;          // of the write in this beat
  reg  [2:0]   st1_rot_q;
  reg  [511:0] st1_data_q;
  reg  [63:0]  st1_addr_q;
  reg  [13:0]  st1_len_q;
  reg  [1:0]   st1_tag_q, st1_kind_q;
  reg  [15:0]  st1_frame_q, st1_qp_q, st1_idx_q, st1_cq_q;
  reg  [23:0]  st1_qpn_q, st1_src_qpn_q;
  reg  [7:0]   st1_opcode_q, st1_status_q;
  reg          st1_with_imm_q, st1_cq_bad_q;
  reg  [31:0]  st1_byte_cnt_q, st1_imm_q;

  wire [15:0]  cq     = is_a ? s_req_act_cq : s_rsp_act_cq;
  wire         cq_bad = {1'b0, cq} >= CQS_N;
  wire [63:0]  from_held = mixed ? ~(ALL >> rot) : ALL;        // lanes of the mix that the held beat gives
  wire [63:0]  lanes_first = begun_q ? ALL : ALL << dst;
  wire [63:0]  lanes_last  = last ? ~((ALL << 1) << span[5:0]) : ALL;

  assign st1_room = !st1_valid_q || st1_go;

  always @(posedge clk) begin
    if (rst) st1_valid_q <= 1'b0;
    else if (st1_room) st1_valid_q <= go && !is_drop;
  end

  integer g;
  always @(posedge clk) begin
    if (go && !is_drop) begin
      st1_cqe_q   <= is_cqe;
      st1_first_q <= !begun_q;
      st1_lanes_q <= lanes_first & lanes_last;
      st1_rot_q   <= rot[2:0];
      if (is_cqe) begin
        st1_cq_q       <= cq;
        st1_cq_bad_q   <= cq_bad;
        st1_qpn_q      <= is_a ? s_req_act_qpn : s_rsp_act_qpn;
        st1_opcode_q   <= is_a ? s_req_act_opcode : s_rsp_act_opcode;
        st1_status_q   <= is_a ? s_req_act_status : s_rsp_act_status;
        st1_with_imm_q <= is_a ? s_req_act_with_imm : s_rsp_act_with_imm;
        st1_byte_cnt_q <= is_a ? s_req_act_byte_cnt : s_rsp_act_byte_cnt;
        st1_imm_q      <= is_a ? s_req_act_imm : s_rsp_act_imm;
        st1_src_qpn_q  <= is_a ? s_req_act_src_qpn : s_rsp_act_src_qpn;
      end else begin
        for (g = 0; g < 8; g = g + 1) begin
          if (is_8)      st1_data_q[64*g +: 64] <= is_c ? s_aw_data : s_rsp_act_data;
          else if (is_a) st1_data_q[64*g +: 64] <= blend(
              from_held[{g[2:0] - rot[5:3], 3'd0} +: 8], a_beat_q[{g[2:0] - rot[5:3], 6'd0} +: 64],
              s_req_pay_data[{g[2:0] - rot[5:3], 6'd0} +: 64]);
          else           st1_data_q[64*g +: 64] <= blend(
              from_held[{g[2:0] - rot[5:3], 3'd0} +: 8], b_beat_q[{g[2:0] - rot[5:3], 6'd0} +: 64],
              s_rsp_pay_data[{g[2:0] - rot[5:3], 6'd0} +: 64]);
        end
      end
      if (!begun_q) begin
        st1_addr_q  <= addr;
        st1_len_q   <= len;
        st1_tag_q   <= is_c ? TAG_ATOMIC : is_a && is_pay ? TAG_A_PAY : TAG_OTHER;
        st1_kind_q  <= is_c ? PROBE_REQ_PAY : is_a ? (is_cqe ? PROBE_REQ_CQE : PROBE_REQ_PAY)
                                                   : (is_cqe ? PROBE_RSP_CQE : PROBE_RSP_PAY);
        st1_frame_q <= is_c ? s_aw_frame : is_a ? s_req_act_frame : s_rsp_act_frame;
        st1_qp_q    <= is_c ? s_aw_qp : is_a ? s_req_act_qp : s_rsp_act_qp;
        st1_idx_q   <= is_c ? 16'd0 : is_a ? s_req_act_wqe_idx : s_rsp_act_wqe_idx;
      end
    end
  end

  // ---- the completion queue's record, asked for when the action enters stage 1
  wire                          cq_valid, cq_idle;
  wire [`ROCE_CQ_CTX_BITS-1:0]  ctx;
  wire                          bad = st1_cq_bad_q || !ctx[`ROCE_CQ_CTX_VALID];

  cm_ctx_slot #(.W(`ROCE_CQ_CTX_BITS)) u_cq (
    .clk(clk), .rst(rst),
    .s_valid(valid && is_cqe && st1_room), .s_ready(cq_room), .s_id(cq_bad ? 16'd0 : cq),
    .m_valid(cq_valid), .m_ready(st1_go && st1_cqe_q), .m_rec(ctx),
    .rd_valid(cq_rd_valid), .rd_ready(cq_rd_ready), .rd_id(cq_rd_id),
    .rsp_valid(cq_rsp_valid), .rsp_ready(cq_rsp_ready), .rsp_data(cq_rsp_data),
    .wr_valid(cq_wr_valid), .wr_id(cq_wr_id), .wr_data(cq_wr_data),
    .stat_idle(cq_idle));

  wire [22:0] pi    = ctx[`ROCE_CQ_CTX_PI];
  wire [4:0]  depth = ctx[`ROCE_CQ_CTX_SHIFT];
  wire [22:0] slot  = pi & ~(23'h7fffff << depth);
  wire        owner = ~pi[depth];                              // 1 in the first lap

  assign cq_wr_valid = st1_go && st1_cqe_q && !bad;
  assign cq_wr_id    = st1_cq_q;
  assign stat_bad_cq = st1_go && st1_cqe_q && bad;

  always @* begin
    cq_wr_data = ctx;
    cq_wr_data[`ROCE_CQ_CTX_PI] = pi + 23'd1;
  end

  // ---- stage 2: turned by lanes; or the completion record
  reg          wr_valid_q, w_valid_q;
  reg  [63:0]  wr_addr_q;
  reg  [13:0]  wr_len_q;
  reg  [511:0] w_data_q;
  reg  [1:0]   wr_kind_q;
  reg  [15:0]  wr_frame_q, wr_qp_q, wr_idx_q;
  wire         tag_room;
  wire         wr_move = wr_valid_q && m_wr_ready;
  wire         room    = (!w_valid_q || m_w_ready) && (!st1_first_q || ((!wr_valid_q || m_wr_ready) && tag_room));
  wire         emit    = st1_go && !stat_bad_cq;
  wire         command = emit && st1_first_q;

  assign st1_go     = st1_valid_q && room && (!st1_cqe_q || cq_valid);
  assign m_wr_valid = wr_valid_q;
  assign m_wr_addr  = wr_addr_q;
  assign m_wr_len   = wr_len_q;
  assign m_w_valid  = w_valid_q;
  assign m_w_data   = w_data_q;

  always @(posedge clk) begin
    if (rst) begin
      wr_valid_q <= 1'b0;
      w_valid_q  <= 1'b0;
    end else begin
      wr_valid_q <= command || (wr_valid_q && !m_wr_ready);
      w_valid_q  <= emit || (w_valid_q && !m_w_ready);
      `UBN_ASSERT(beat_goes_after_its_command, !(w_valid_q && m_w_ready && wr_valid_q) || m_wr_ready)
    end
  end

  integer t;
  always @(posedge clk) begin
    if (command) begin
      wr_addr_q  <= st1_cqe_q ? ctx[`ROCE_CQ_CTX_BASE] + {35'd0, slot, 6'd0} : st1_addr_q;
      wr_len_q   <= st1_cqe_q ? 14'd64 : st1_len_q;
      wr_kind_q  <= st1_kind_q;
      wr_frame_q <= st1_frame_q;
      wr_qp_q    <= st1_qp_q;
      wr_idx_q   <= st1_idx_q;
    end
    if (emit && st1_cqe_q) begin
      w_data_q                      <= 512'd0;
      w_data_q[`ROCE_CQE_QPN]       <= st1_qpn_q;
      w_data_q[`ROCE_CQE_OPCODE]    <= st1_opcode_q;
      w_data_q[`ROCE_CQE_STATUS]    <= st1_status_q;
      w_data_q[`ROCE_CQE_WITH_IMM]  <= st1_with_imm_q;
      w_data_q[`ROCE_CQE_WQE_IDX]   <= st1_idx_q;
      w_data_q[`ROCE_CQE_BYTE_CNT]  <= st1_byte_cnt_q;
      w_data_q[`ROCE_CQE_IMM]       <= st1_imm_q;
      w_data_q[`ROCE_CQE_SRC_QPN]   <= st1_src_qpn_q;
      w_data_q[`ROCE_CQE_OWNER]     <= owner;
    end else if (emit) begin
      for (t = 0; t < 8; t = t + 1)
        w_data_q[64*t +: 64] <= spread(st1_lanes_q[8*t +: 8]) & turn(
            st1_data_q[64*t +: 64], st1_data_q[64*((t+7)%8) +: 64], st1_rot_q);
    end
  end

  // A group turned up by rot lanes; its low lanes come from the group below it.
  function [63:0] turn;
    input [63:0] group;
    input [63:0] below;
    input [2:0]  rot_lanes;
    turn = (group << {rot_lanes, 3'd0}) | (below >> (7'd64 - {1'b0, rot_lanes, 3'd0}));
  endfunction

  // Lanes of one group or the other.
  function [63:0] blend;
    input [7:0]  from_one;
    input [63:0] one;
    input [63:0] other;
    blend = (spread(from_one) & one) | (~spread(from_one) & other);
  endfunction

  // A bit per lane to eight.
  function [63:0] spread;
    input [7:0] on;
    spread = {{8{on[7]}}, {8{on[6]}}, {8{on[5]}}, {8{on[4]}}, {8{on[3]}}, {8{on[2]}}, {8{on[1]}}, {8{on[0]}}};
  endfunction

  // ---- what is on its way: whose command leaves next, payload writes of A that have not left
  wire       tag_valid, tags_idle;
  wire [1:0] tag;
  reg  [7:0] pending_q;
  wire       a_pay_in  = s_req_act_valid && s_req_act_ready && is_pay;
  wire       a_pay_out = s_wr_sent && tag == TAG_A_PAY;

  cm_fifo #(.W(2), .DEPTH(TAGS)) u_tags (
    .clk(clk), .rst(rst),
    .s_valid(command), .s_ready(tag_room), .s_data(st1_tag_q),
    .m_valid(tag_valid), .m_ready(s_wr_sent), .m_data(tag),
    .stat_count(), .stat_idle(tags_idle));

  assign m_aw_done     = s_wr_sent && tag_valid && tag == TAG_ATOMIC;
  assign m_pending_req = s_req_act_valid || pending_q != 8'd0;

  always @(posedge clk) begin
    if (rst) pending_q <= 8'd0;
    else begin
      pending_q <= pending_q + {7'd0, a_pay_in} - {7'd0, a_pay_out};
      `UBN_ASSERT(sent_command_was_given, !s_wr_sent || tag_valid)
      `UBN_ASSERT(pending_counts, !(a_pay_out && pending_q == 8'd0) && !(a_pay_in && pending_q == 8'hff))
    end
  end

  // ---- observation: requests of a command, each within one multiple of the largest payload
  wire [7:0] tlps;
  pcie_pieces u_pieces (.cfg_size(cfg_mps), .s_addr(wr_addr_q[11:0]), .s_len(wr_len_q), .m_pieces(tlps));

  always @(posedge clk) begin
    if (rst) probe_wr_valid <= 1'b0;
    else     probe_wr_valid <= wr_move;
  end

  always @(posedge clk) begin
    if (wr_move) begin
      probe_wr_id                          <= 64'd0;
      probe_wr_id[`ROCE_PROBE_MEM_WR_FRAME] <= wr_frame_q;
      probe_wr_id[`ROCE_PROBE_MEM_WR_TLPS]  <= tlps;
      probe_wr_id[`ROCE_PROBE_MEM_WR_QP]    <= wr_qp_q;
      probe_wr_id[`ROCE_PROBE_MEM_WR_IDX]   <= wr_idx_q;
      probe_wr_id[`ROCE_PROBE_MEM_WR_KIND]  <= wr_kind_q;
    end
  end

  wire shape_unused = &{1'b0, span[14]};

  assign stat_idle = !begun_q && !a_held_q && !b_held_q && !st1_valid_q && !wr_valid_q && !w_valid_q && cq_idle
                     && tags_idle;

endmodule

`resetall
