// SPDX-License-Identifier: Apache-2.0
// fv_ram_sdp: stands in for cm_ram_sdp in proofs, with its content in one vector that invariants
//     can name.
`default_nettype none

module cm_ram_sdp #(
  parameter integer W     = 8,
  parameter integer DEPTH = 16
) (
  input  wire                     clk,
  input  wire                     wr_en,
  input  wire [$clog2(DEPTH)-1:0] wr_addr,
  input  wire [            W-1:0] wr_data,
  input  wire                     rd_en,
  input  wire [$clog2(DEPTH)-1:0] rd_addr,
  output reg  [            W-1:0] rd_data
);

  reg [DEPTH*W-1:0] content;
  integer i;

  // Constant slices: a variable part select makes the solver slow.
  always @(posedge clk) begin
    for (i = 0; i < DEPTH; i = i + 1) begin
      if (wr_en && wr_addr == i) content[i*W+:W] <= wr_data;
      if (rd_en && rd_addr == i) rd_data <= content[i*W+:W];
    end
  end

endmodule
