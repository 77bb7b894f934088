// SPDX-License-Identifier: Apache-2.0
// cm_mux2: merges two streams of packets, a whole packet at a time, without a register.
//   Latency    : 0 cycles.      Throughput: 1 word per cycle.
//   Back-press : each input waits for m_ready and for the packet of the other.
//   Order      : kept per input; input 1 goes first when both begin. A word that is shown stays until it moves.
//   Error      : none.
//   Reset      : no packet under way.
//   Structure  : valid, data and ready pass as wires on purpose: the passes of the controllers hold no cycle for it.
//   Source     : own design.

`resetall
`default_nettype none
`include "cm_assert.vh"

module cm_mux2 #(
  parameter W = 8   // payload bits, at least 1
) (
  input  wire         clk,
  input  wire         rst,
  input  wire         s0_valid,
  output wire         s0_ready,
  input  wire [W-1:0] s0_data,
  input  wire         s0_last,
  input  wire         s1_valid,
  output wire         s1_ready,
  input  wire [W-1:0] s1_data,
  input  wire         s1_last,
  output wire         m_valid,
  input  wire         m_ready,
  output wire [W-1:0] m_data,
  output wire         m_last
);

  reg  open_q;   // a packet is under way, or its first word waits
  reg  own_q;    // it is of input 1
  wire sel = open_q ? own_q : s1_valid;

  assign m_valid  = sel ? s1_valid : s0_valid;
  assign m_data   = sel ? s1_data : s0_data;
  assign m_last   = sel ? s1_last : s0_last;
  assign s0_ready = m_ready && (open_q ? !own_q : !s1_valid);
  assign s1_ready = m_ready && (!open_q || own_q);

  always @(posedge clk) begin
    if (rst) begin
      open_q <= 1'b0;
      own_q  <= 1'b0;
    end else if (m_valid) begin
      open_q <= !(m_ready && m_last);
      own_q  <= sel;
      `UBN_ASSERT(one_moves, !(s0_valid && s0_ready && s1_valid && s1_ready))
    end
  end

endmodule

`resetall
