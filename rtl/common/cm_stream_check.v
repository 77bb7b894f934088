// SPDX-License-Identifier: Apache-2.0
// cm_stream_check: watches one stream for the hold rule: once valid is high, valid and data stay
//     until the word moves.
//   Latency    : none, it has no outputs; in synthesis it is empty.
//   Error      : assertion valid_holds or data_holds.
//   Reset      : forgets the stalled word.
//   Source     : style guide, rule 22.
`resetall
`default_nettype none
`include "cm_assert.vh"

module cm_stream_check #(
  parameter integer W = 8  // payload bits, at least 1
) (
  input wire         clk,
  input wire         rst,
  input wire         valid,
  input wire         ready,
  input wire [W-1:0] data
);

  generate
    if (W < 1) begin : g_error
      error_w_must_be_at_least_1 u_error ();
    end
  endgenerate

`ifndef SYNTHESIS
  reg         stalled_q;
  reg [W-1:0] data_q;

  always @(posedge clk) begin
    if (rst) begin
      stalled_q <= 1'b0;
    end else begin
      stalled_q <= valid && !ready;
      if (stalled_q) begin
        `UBN_ASSERT(valid_holds, valid)
        `UBN_ASSERT(data_holds, !valid || data == data_q)
      end
    end
  end

  always @(posedge clk) begin
    if (valid && !ready && !stalled_q) data_q <= data;
  end
`endif

endmodule
`resetall
