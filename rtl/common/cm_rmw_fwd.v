// SPDX-License-Identifier: Apache-2.0
// cm_rmw_fwd: forwards the last N written records to a reader whose memory answer may be older than
//     its write-backs.
//   Latency    : a record pushed at edge k is found after edge k; the query is combinational on
//                registers.
//   Throughput : one push and one query per cycle.
//   Order      : at most one entry per id is valid, the newest; the oldest of N falls out.
//   Use        : N must be at least the reads in flight plus the write latency of the memory. Take
//                q_data instead of the memory's answer when q_hit. A write of the record by anyone
//                else must clear its entry (clr, clr_id); of a push and a clear of one id in the
//                same cycle the push stays.
//   Reset      : empty.
//   Source     : own design. q_data is a wide mux outside of a clocked block on purpose (rule 391):
//                a registered answer would be one cycle older than the record it has to replace.
`resetall
`default_nettype none
`include "cm_assert.vh"

module cm_rmw_fwd #(
  parameter integer W    = 64,  // record bits, at least 1
  parameter integer N    = 4,   // entries, at least 2
  parameter integer ID_W = 16   // id bits, at least 1
) (
  input  wire            clk,
  input  wire            rst,

  input  wire            wr_valid,
  input  wire [ID_W-1:0] wr_id,
  input  wire [   W-1:0] wr_data,

  input  wire            clr,
  input  wire [ID_W-1:0] clr_id,

  input  wire [ID_W-1:0] q_id,
  output wire            q_hit,
  output reg  [   W-1:0] q_data
);

  localparam integer PTR_W = $clog2(N);
  localparam integer N_LAST = N - 1;
  localparam [PTR_W-1:0] LAST = N_LAST[PTR_W-1:0];
  localparam [PTR_W-1:0] PTR_1 = 1;

  generate
    if (N < 2) begin : g_error
      error_n_must_be_at_least_2 u_error ();
    end
  endgenerate

  reg [     N-1:0] valid_q;
  reg [N*ID_W-1:0] id_q;
  reg [   N*W-1:0] data_q;
  reg [ PTR_W-1:0] ptr_q;  // the oldest place, written next
  reg [     N-1:0] match;

  assign q_hit = match != {N{1'b0}};

  integer m;
  always @* begin
    q_data = data_q[0+:W];
    for (m = 0; m < N; m = m + 1) begin
      match[m] = valid_q[m] && id_q[m*ID_W+:ID_W] == q_id;
      if (match[m]) q_data = data_q[m*W+:W];
    end
  end

  integer v;
  always @(posedge clk) begin
    if (rst) begin
      valid_q <= {N{1'b0}};
      ptr_q   <= {PTR_W{1'b0}};
    end else begin
      for (v = 0; v < N; v = v + 1) begin
        if (clr && id_q[v*ID_W+:ID_W] == clr_id) valid_q[v] <= 1'b0;
        if (wr_valid && id_q[v*ID_W+:ID_W] == wr_id) valid_q[v] <= 1'b0;
        if (wr_valid && v[PTR_W-1:0] == ptr_q) valid_q[v] <= 1'b1;
      end
      if (wr_valid) ptr_q <= (ptr_q == LAST) ? {PTR_W{1'b0}} : ptr_q + PTR_1;
      `UBN_ASSERT(one_match, (match & (match - {{(N - 1) {1'b0}}, 1'b1})) == {N{1'b0}})
    end
  end

  integer d;
  always @(posedge clk) begin
    for (d = 0; d < N; d = d + 1) begin
      if (wr_valid && d[PTR_W-1:0] == ptr_q) begin
        id_q[d*ID_W+:ID_W] <= wr_id;
        data_q[d*W+:W]     <= wr_data;
      end
    end
  end

endmodule
`resetall
