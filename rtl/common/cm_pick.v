// SPDX-License-Identifier: Apache-2.0
// cm_pick: which of N sources is next, in turn: the first that asks behind the last winner, else the first of all.
//   Latency    : 0 cycles from s_ask to m_grant.
//   Order      : round robin.
//   Contract   : keep repeats the grant of the cycle before, as when the winner waits. move: the winner is done.
//   Reset      : all are in turn.
//   Source     : own design.

`resetall
`default_nettype none

module cm_pick #(
  parameter N = 2   // sources, 2..8
) (
  input  wire         clk,
  input  wire         rst,
  input  wire [N-1:0] s_ask,
  input  wire         keep,
  input  wire         move,
  output wire [N-1:0] m_grant   // one-hot, or 0 when none asks
);

  generate
    if (N < 2 || N > 8) begin : g_error
      error_n_must_be_2_to_8 u_error ();
    end
  endgenerate

  reg  [N-1:0] turn_q;      // sources after the last winner
  reg  [N-1:0] owner_q;
  reg  [N-1:0] pick;
  reg          seen;
  wire [N-1:0] in_turn = (s_ask & turn_q) != {N{1'b0}} ? s_ask & turn_q : s_ask;

  integer p;
  always @* begin
    seen = 1'b0;
    pick = {N{1'b0}};
    for (p = 0; p < N; p = p + 1) begin
      pick[p] = in_turn[p] && !seen;
      seen    = seen || in_turn[p];
    end
  end

  assign m_grant = keep ? owner_q : pick;

  integer t;
  always @(posedge clk) begin
    if (rst) turn_q <= {N{1'b1}};
    else
      for (t = 0; t < N; t = t + 1)
        if (move && m_grant[t]) turn_q <= {N{1'b1}} << (t + 1);
  end

  always @(posedge clk) owner_q <= m_grant;

endmodule

`resetall
