// SPDX-License-Identifier: Apache-2.0
// cm_merge: N streams become one, in turn.
//   Latency    : 0 cycles.      Throughput: 1 word per cycle.
//   Back-press : a stream waits for its turn and for the sink.
//   Order      : per stream as received. A word that is shown stays.
//   Reset      : all are in turn.
//   Structure  : valid and ready pass as wires on purpose: the passes of the controllers hold no cycle for it.
//   Source     : own design.

`resetall
`default_nettype none

module cm_merge #(
  parameter N = 2,   // streams, 2..8
  parameter W = 8    // bits of a word
) (
  input  wire           clk,
  input  wire           rst,
  input  wire [N-1:0]   s_valid,
  output wire [N-1:0]   s_ready,
  input  wire [N*W-1:0] s_data,
  output wire           m_valid,
  input  wire           m_ready,
  output reg  [W-1:0]   m_data,
  output wire [N-1:0]   m_from     // one-hot: whose word m_data is
);

  reg kept_q;

  cm_pick #(.N(N)) u_pick (
    .clk(clk), .rst(rst), .s_ask(s_valid), .keep(kept_q), .move(m_valid && m_ready), .m_grant(m_from));

  assign m_valid = s_valid != {N{1'b0}};
  assign s_ready = m_from & {N{m_ready}};

  integer c;
  always @* begin
    m_data = s_data[W-1:0];
    for (c = 1; c < N; c = c + 1)
      if (m_from[c]) m_data = s_data[W*c +: W];
  end

  always @(posedge clk) begin
    if (rst) kept_q <= 1'b0;
    else     kept_q <= m_valid && !m_ready;
  end

endmodule

`resetall
