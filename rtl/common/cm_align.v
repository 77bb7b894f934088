// SPDX-License-Identifier: Apache-2.0
// cm_align: moves the bytes of a packet from one start lane to another.
//   Command    : src_off = lane of the first byte in the first input beat, dst_off = its lane in
//                the first output beat, len_bytes = bytes of the packet, at least 1. One command
//                per packet, not later than its first beat moves.
//   Input      : ceil((src_off + len_bytes) / lanes) beats; other lanes are ignored.
//   Output     : ceil((dst_off + len_bytes) / lanes) beats, m_last on the last; lanes outside of
//                the packet are zero.
//   Latency    : 2 cycles from the input beat that completes an output beat; 1 more when the
//                command comes together with the first beat, since a beat moves only after its
//                command.
//   Throughput : 1 beat per cycle, packets back to back. One extra cycle for a packet of several
//                beats that moves down (dst_off < src_off) without saving a beat, unless such a
//                packet, or none, follows.
//   Back-press : s_ready is low without a command, while m stalls, and for the one cycle of a tail:
//                an output beat made of old bytes alone. It depends on m_ready. s_cmd_ready depends
//                on m_ready and s_valid.
//   Order      : kept.                 Reset: empty.
//   Structure  : stage 1 rotates by groups of 8 lanes, stage 2 by lanes and merges with the beat
//                before (hold_q). A packet that moves down needs two input beats for its first
//                output beat: the first is silent.
//   Source     : own design.
`resetall
`default_nettype none
`include "cm_assert.vh"

module cm_align #(
  parameter integer DATA_W = 512  // beat bits: 128, 256, 512 or 1024
) (
  input  wire                        clk,
  input  wire                        rst,

  input  wire                        s_cmd_valid,
  output wire                        s_cmd_ready,
  input  wire [$clog2(DATA_W/8)-1:0] s_cmd_src_off,
  input  wire [$clog2(DATA_W/8)-1:0] s_cmd_dst_off,
  input  wire [                13:0] s_cmd_len_bytes,

  input  wire                        s_valid,
  output wire                        s_ready,
  input  wire [          DATA_W-1:0] s_data,

  output wire                        m_valid,
  input  wire                        m_ready,
  output wire [          DATA_W-1:0] m_data,
  output wire                        m_last,

  output wire                        stat_idle
);

  localparam integer LANES = DATA_W / 8;
  localparam integer OFF_W = $clog2(LANES);
  localparam integer GROUPS = LANES / 8;
  localparam integer GRP_W = $clog2(GROUPS);
  localparam integer SUM_W = 15;              // src_off + len_bytes
  localparam integer CNT_W = SUM_W - OFF_W;   // input beats of a packet, less one
  localparam [LANES-1:0] ALL = {LANES{1'b1}};

  generate
    if (DATA_W != 128 && DATA_W != 256 && DATA_W != 512 && DATA_W != 1024) begin : g_error
      error_data_w_must_be_128_256_512_or_1024 u_error ();
    end
  endgenerate

  // ---- Command: the shape of the packet whose beats come in now or next ------------------------
  reg              pkt_valid_q;
  reg              pkt_begun_q;   // its first beat has moved
  reg              pkt_out_q;     // its first output beat is made
  reg  [CNT_W-1:0] pkt_left_q;    // input beats after the next one
  reg              pkt_silent_q;  // its first beat makes no output beat
  reg              pkt_tail_q;    // bytes remain for one output beat after its last input beat
  reg  [OFF_W-1:0] pkt_rot_q;     // lanes to rotate up
  reg  [LANES-1:0] pkt_new_q;     // lanes that an output beat takes from the new input beat
  reg  [LANES-1:0] pkt_first_q;   // lanes of the packet in its first output beat
  reg  [LANES-1:0] pkt_last_q;    // lanes of the packet in its last output beat

  wire [SUM_W-1:0] src_off = {{(SUM_W - OFF_W) {1'b0}}, s_cmd_src_off};
  wire [SUM_W-1:0] src_end = src_off + {1'b0, s_cmd_len_bytes} - {{(SUM_W - 1) {1'b0}}, 1'b1};
  wire [CNT_W-1:0] cmd_left = src_end[SUM_W-1:OFF_W];
  wire [OFF_W-1:0] cmd_rot = s_cmd_dst_off - s_cmd_src_off;
  wire [OFF_W-1:0] cmd_end = src_end[OFF_W-1:0] + cmd_rot;  // last lane of the last output beat
  wire             cmd_down = s_cmd_dst_off < s_cmd_src_off;
  wire             cmd_one = cmd_left == {CNT_W{1'b0}};
  wire             cmd_move = s_cmd_valid && s_cmd_ready;

  // ---- Input: which beat moves, what it makes of the output ------------------------------------
  reg              tail_q;       // an output beat of old bytes is due
  reg  [LANES-1:0] tail_lanes_q;

  reg              op_valid_q;   // stage 1
  wire             op_ready;
  wire             beat_silent = pkt_silent_q && !pkt_begun_q;
  wire             beat_end = pkt_left_q == {CNT_W{1'b0}};
  wire             move;
  wire             pkt_done = move && beat_end;

  assign s_ready     = op_ready && pkt_valid_q && (!tail_q || beat_silent);
  assign move        = s_valid && s_ready;
  assign s_cmd_ready = !pkt_valid_q || pkt_done;

  always @(posedge clk) begin
    if (rst) begin
      pkt_valid_q <= 1'b0;
      tail_q      <= 1'b0;
    end else begin
      if (cmd_move) pkt_valid_q <= 1'b1;
      else if (pkt_done) pkt_valid_q <= 1'b0;
      if (pkt_done) tail_q <= pkt_tail_q;
      else if (op_ready) tail_q <= 1'b0;
      `UBN_ASSERT(len_is_not_zero, !s_cmd_valid || s_cmd_len_bytes != 14'd0)
      `UBN_ASSERT(silent_is_not_end, !(move && beat_silent && beat_end))
    end
  end

  always @(posedge clk) begin
    if (cmd_move) begin
      pkt_begun_q  <= 1'b0;
      pkt_out_q    <= 1'b0;
      pkt_left_q   <= cmd_left;
      pkt_silent_q <= cmd_down && !cmd_one;
      pkt_tail_q   <= cmd_end < cmd_rot && !(cmd_down && cmd_one);
      pkt_rot_q    <= cmd_rot;
      pkt_new_q    <= (cmd_down && cmd_one) ? ALL : ALL << cmd_rot;
      pkt_first_q  <= ALL << s_cmd_dst_off;
      pkt_last_q   <= ~((ALL << 1) << cmd_end);
    end else if (move) begin
      pkt_begun_q <= 1'b1;
      pkt_out_q   <= !beat_silent;
      pkt_left_q  <= pkt_left_q - {{(CNT_W - 1) {1'b0}}, 1'b1};
    end
    if (pkt_done) tail_lanes_q <= pkt_last_q;
  end

  // ---- Stage 1: rotate by groups of 8 lanes ----------------------------------------------------
  reg              op_load_q;  // carries an input beat
  reg              op_emit_q;  // makes an output beat
  reg              op_last_q;
  reg  [LANES-1:0] op_new_q;   // output lanes from this beat
  reg  [LANES-1:0] op_old_q;   // output lanes from the beat before
  reg  [      2:0] op_rot_q;
  reg [DATA_W-1:0] op_data_q;
  reg  [LANES-1:0] lanes;
  reg              m_valid_q;
  wire             m_load = !m_valid_q || m_ready;

  assign op_ready = !op_valid_q || m_load;

  always @* begin
    lanes = ALL;
    if (!pkt_out_q) lanes = lanes & pkt_first_q;
    if (beat_end && !pkt_tail_q) lanes = lanes & pkt_last_q;
    if (tail_q) lanes = tail_lanes_q;
  end

  always @(posedge clk) begin
    if (rst) op_valid_q <= 1'b0;
    else if (op_ready) op_valid_q <= move || tail_q;
  end

  integer g;
  always @(posedge clk) begin
    if (op_ready && (move || tail_q)) begin
      op_load_q <= move;
      op_emit_q <= tail_q || !beat_silent;
      op_last_q <= tail_q || (beat_end && !pkt_tail_q);
      op_new_q  <= tail_q ? ~ALL : lanes & pkt_new_q;
      op_old_q  <= tail_q ? lanes : lanes & ~pkt_new_q;
    end
    if (move) begin
      op_rot_q <= pkt_rot_q[2:0];
      for (g = 0; g < GROUPS; g = g + 1) begin
        op_data_q[g*64+:64] <= s_data[{g[GRP_W-1:0]-pkt_rot_q[OFF_W-1:3], 6'd0}+:64];
      end
    end
  end

  // ---- Stage 2: rotate by lanes, merge ---------------------------------------------------------
  reg              m_last_q;
  reg [DATA_W-1:0] m_data_q;
  reg [DATA_W-1:0] hold_q;  // the beat before, rotated

  assign m_valid   = m_valid_q;
  assign m_last    = m_last_q;
  assign m_data    = m_data_q;
  assign stat_idle = !tail_q && !op_valid_q && !m_valid_q;   // a packet may wait for its next beat

  always @(posedge clk) begin
    if (rst) m_valid_q <= 1'b0;
    else if (m_load) m_valid_q <= op_valid_q && op_emit_q;
  end

  integer t;
  always @(posedge clk) begin
    if (op_valid_q && m_load) begin
      m_last_q <= op_last_q;
      for (t = 0; t < GROUPS; t = t + 1) begin
        if (op_load_q) hold_q[t*64+:64] <= turn(
            op_data_q[t*64+:64], op_data_q[((t+GROUPS-1)%GROUPS)*64+:64], op_rot_q);
        if (op_emit_q) m_data_q[t*64+:64] <= (spread(op_new_q[t*8+:8]) & turn(
            op_data_q[t*64+:64], op_data_q[((t+GROUPS-1)%GROUPS)*64+:64], op_rot_q))
            | (spread(op_old_q[t*8+:8]) & hold_q[t*64+:64]);
      end
    end
  end

  // A group rotated up by rot lanes; its low lanes come from the group below it.
  function [63:0] turn;
    input [63:0] group;
    input [63:0] below;
    input [2:0] rot;
    turn = (group << {rot, 3'd0}) | (below >> (7'd64 - {1'b0, rot, 3'd0}));
  endfunction

  // A bit per lane to eight.
  function [63:0] spread;
    input [7:0] lane;
    spread = {{8{lane[7]}}, {8{lane[6]}}, {8{lane[5]}}, {8{lane[4]}},
              {8{lane[3]}}, {8{lane[2]}}, {8{lane[1]}}, {8{lane[0]}}};
  endfunction

endmodule
`resetall
