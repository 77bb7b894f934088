// SPDX-License-Identifier: Apache-2.0
// cm_skid: cuts every path of a stream, valid and data forwards and ready backwards.
//   Latency    : 1 cycle.              Throughput: 1 word per cycle.
//   Back-press : s_ready falls the cycle after m stalled while a word came in; it is a register.
//   Order      : kept.                 Reset: empty.
//   Source     : own design; proof in tb/formal.
`resetall
`default_nettype none
`include "cm_assert.vh"

module cm_skid #(
  parameter integer W = 8  // payload bits, at least 1
) (
  input  wire         clk,
  input  wire         rst,

  input  wire         s_valid,
  output wire         s_ready,
  input  wire [W-1:0] s_data,

  output wire         m_valid,
  input  wire         m_ready,
  output wire [W-1:0] m_data
);

  generate
    if (W < 1) begin : g_error
      error_w_must_be_at_least_1 u_error ();
    end
  endgenerate

  reg          m_valid_q;
  reg  [W-1:0] m_data_q;
  reg          spare_valid_q;  // the word that came in while m was stalled
  reg  [W-1:0] spare_q;

  wire         load = !m_valid_q || m_ready;

  assign s_ready = !spare_valid_q;
  assign m_valid = m_valid_q;
  assign m_data  = m_data_q;

  always @(posedge clk) begin
    if (rst) begin
      m_valid_q     <= 1'b0;
      spare_valid_q <= 1'b0;
    end else begin
      if (load) m_valid_q <= spare_valid_q || s_valid;
      spare_valid_q <= !load && (spare_valid_q || s_valid);
      `UBN_ASSERT(spare_only_behind_word, !spare_valid_q || m_valid_q)
    end
  end

  always @(posedge clk) begin
    if (load) begin
      if (spare_valid_q) m_data_q <= spare_q;
      else if (s_valid) m_data_q <= s_data;
    end else if (s_valid && !spare_valid_q) begin
      spare_q <= s_data;
    end
  end

endmodule
`resetall
