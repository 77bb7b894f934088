// SPDX-License-Identifier: Apache-2.0
// cm_ram_sdp: simple dual-port memory, one write port, one registered read port.
//   Latency    : 1 cycle from rd_en to rd_data, which then holds until the next rd_en.
//   Throughput : one write and one read per cycle.
//   Order      : a read of the address written at the same edge gives the old word.
//   Reset      : none; power-up content is zero. rd_data is undefined before the first read.
//   Error      : addresses of DEPTH or more (DEPTH not a power of two) are refused by an assertion.
`resetall
`default_nettype none
`include "cm_assert.vh"

module cm_ram_sdp #(
  parameter integer W     = 8,  // word bits, at least 1
  parameter integer DEPTH = 16  // words, at least 2
) (
  input  wire                     clk,

  input  wire                     wr_en,
  input  wire [$clog2(DEPTH)-1:0] wr_addr,
  input  wire [            W-1:0] wr_data,

  input  wire                     rd_en,
  input  wire [$clog2(DEPTH)-1:0] rd_addr,
  output wire [            W-1:0] rd_data
);

  localparam integer ADDR_W = $clog2(DEPTH);
  localparam [ADDR_W:0] WORDS = DEPTH[ADDR_W:0];

  generate
    if (W < 1) begin : g_error_w
      error_w_must_be_at_least_1 u_error ();
    end
    if (DEPTH < 2) begin : g_error_depth
      error_depth_must_be_at_least_2 u_error ();
    end
  endgenerate

  reg [W-1:0] mem [0:DEPTH-1];
  reg [W-1:0] rd_data_q;

  integer i;
  initial for (i = 0; i < DEPTH; i = i + 1) mem[i] = {W{1'b0}};

  assign rd_data = rd_data_q;

  always @(posedge clk) begin
    if (wr_en) mem[wr_addr] <= wr_data;
    if (rd_en) rd_data_q <= mem[rd_addr];
  end

  always @(posedge clk) begin
    if (wr_en) `UBN_ASSERT(wr_addr_in_range, {1'b0, wr_addr} < WORDS)
    if (rd_en) `UBN_ASSERT(rd_addr_in_range, {1'b0, rd_addr} < WORDS)
  end

endmodule
`resetall
