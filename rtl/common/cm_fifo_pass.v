// SPDX-License-Identifier: Apache-2.0
// cm_fifo_pass: queue that a word passes at once when it is empty and the sink is ready.
//   Latency    : 0 cycles when empty, else that of cm_fifo.      Throughput: 1 word per cycle.
//   Back-press : s_ready is a register; it is low while DEPTH words are held.
//   Order      : kept.                 Reset: empty.
//   Structure  : valid and data pass as wires on purpose: a pass must not pay a cycle for a queue that is empty.
//   Source     : own design.
`resetall
`default_nettype none

module cm_fifo_pass #(
  parameter integer W     = 8,  // word bits, at least 1
  parameter integer DEPTH = 4   // words held, at least 2
) (
  input  wire         clk,
  input  wire         rst,
  input  wire         s_valid,
  output wire         s_ready,
  input  wire [W-1:0] s_data,
  output wire         m_valid,
  input  wire         m_ready,
  output wire [W-1:0] m_data,
  output wire [$clog2(DEPTH+1)-1:0] stat_count,
  output wire         stat_idle
);

  wire         old_valid;
  wire [W-1:0] old_data;

  cm_fifo #(.W(W), .DEPTH(DEPTH)) u_fifo (
    .clk(clk), .rst(rst), .s_valid(s_valid && (old_valid || !m_ready)), .s_ready(s_ready),
    .s_data(s_data), .m_valid(old_valid), .m_ready(m_ready), .m_data(old_data), .stat_count(stat_count),
    .stat_idle(stat_idle));

  assign m_valid = old_valid || s_valid;
  assign m_data  = old_valid ? old_data : s_data;

endmodule
`resetall
