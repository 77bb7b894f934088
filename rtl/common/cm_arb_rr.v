// SPDX-License-Identifier: Apache-2.0
// cm_arb_rr: merges N streams of packets into one, round robin, a whole packet at a time.
//   Latency    : 1 cycle.              Throughput: 1 word per cycle, also across a change of input.
//   Back-press : s_ready is high for the one input that may move: the owner of an unfinished
//                packet, else the first valid input in turn. It depends on m_ready and on the other
//                inputs' valid, not on the own one.
//   Order      : kept per input.       Fairness: between two packets of a waiting input, each other
//                input sends at most one. With PRIO0 = 1 input 0 goes first at every packet
//                boundary, the others share the rest.
//   Reset      : empty, no owner; input 0 is first in turn.
//   Source     : own design (masked priority); proof in tb/formal.
`resetall
`default_nettype none
`include "cm_assert.vh"

module cm_arb_rr #(
  parameter integer N     = 2,  // inputs, at least 2
  parameter integer W     = 8,  // payload bits, at least 1
  parameter integer PRIO0 = 0   // 1: input 0 wins always
) (
  input  wire                 clk,
  input  wire                 rst,

  input  wire [        N-1:0] s_valid,
  output wire [        N-1:0] s_ready,
  input  wire [      N*W-1:0] s_data,
  input  wire [        N-1:0] s_last,

  output wire                 m_valid,
  input  wire                 m_ready,
  output wire [        W-1:0] m_data,
  output wire [$clog2(N)-1:0] m_src,
  output wire                 m_last
);

  localparam integer SRC_W = $clog2(N);
  localparam [N-1:0] INPUT_0 = 1;

  generate
    if (N < 2) begin : g_error
      error_n_must_be_at_least_2 u_error ();
    end
    if (PRIO0 != 0 && PRIO0 != 1) begin : g_error_prio0
      error_prio0_must_be_0_or_1 u_error ();
    end
  endgenerate

  reg              m_valid_q;
  reg  [    W-1:0] m_data_q;
  reg  [SRC_W-1:0] m_src_q;
  reg              m_last_q;
  reg              locked_q;  // a packet is unfinished
  reg  [    N-1:0] owner_q;   // one-hot, whose packet
  reg  [    N-1:0] turn_q;    // inputs after the last winner, served before the others

  reg  [    N-1:0] free_grant;  // grant if that input is valid
  reg              seen_turn;
  reg              seen_rest;
  wire             load = !m_valid_q || m_ready;
  wire             any_turn = (s_valid & turn_q) != {N{1'b0}};
  wire [    N-1:0] grant = locked_q ? owner_q : free_grant;
  wire [    N-1:0] move = s_valid & grant & {N{load}};
  wire             moved = move != {N{1'b0}};
  wire             moved_last = (move & s_last) != {N{1'b0}};

  assign s_ready = grant & {N{load}};
  assign m_valid = m_valid_q;
  assign m_data  = m_data_q;
  assign m_src   = m_src_q;
  assign m_last  = m_last_q;

  // Two priority chains, one over the inputs in turn and one over all: a valid input holds back
  // those behind it.
  integer g;
  always @* begin
    seen_turn  = 1'b0;
    seen_rest  = 1'b0;
    free_grant = {N{1'b0}};
    for (g = 0; g < N; g = g + 1) begin
      if (turn_q[g]) free_grant[g] = !seen_turn;
      else free_grant[g] = !any_turn && !seen_rest;
      seen_turn = seen_turn || (s_valid[g] && turn_q[g]);
      seen_rest = seen_rest || s_valid[g];
    end
    if (PRIO0 == 1) free_grant = s_valid[0] ? INPUT_0 : (free_grant | INPUT_0);
  end

  integer t;
  always @(posedge clk) begin
    if (rst) begin
      m_valid_q <= 1'b0;
      locked_q  <= 1'b0;
      owner_q   <= {N{1'b0}};
      turn_q    <= {N{1'b1}};
    end else begin
      if (load) m_valid_q <= moved;
      if (moved) begin
        locked_q <= !moved_last;
        owner_q  <= move;
        // Input 0 with PRIO0 does not take a turn, so that it cannot reset the order of the others.
        for (t = 0; t < N; t = t + 1) begin
          if (move[t] && !(PRIO0 == 1 && t == 0)) turn_q <= {N{1'b1}} << (t + 1);
        end
      end
      `UBN_ASSERT(one_move, (move & (move - {{(N - 1) {1'b0}}, 1'b1})) == {N{1'b0}})
    end
  end

  integer d;
  always @(posedge clk) begin
    for (d = 0; d < N; d = d + 1) begin
      if (move[d]) begin
        m_data_q <= s_data[d*W+:W];
        m_src_q  <= d[SRC_W-1:0];
        m_last_q <= s_last[d];
      end
    end
  end

endmodule
`resetall
