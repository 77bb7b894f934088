// SPDX-License-Identifier: Apache-2.0
// cm_ctx: context port over an always-hit memory: an id goes in, its record comes out; records are
//     written back whole.
//   Latency    : 1 cycle from rd to rsp (accepted at edge k, rsp_valid after edge k). With
//                cfg_slow_en 1 to 16 cycles at random, and one request in flight per client.
//   Throughput : one read per cycle and client, one write per cycle.
//   Back-press : rd_ready waits for a response that is not taken. wr1 (owner) is always accepted;
//                wr0 (host) waits for it.
//   Order      : responses per client in order. A write at edge k is seen by reads accepted at edge
//                k + 1 and later.
//   Error      : an id of DEPTH or more is the caller's fault, refused by an assertion.
//   Reset      : no response pending; records keep their content (zero at power-up).
//   Structure  : the memory is inferred here and not by cm_ram_sdp (rule 35): synthesis makes one
//                copy per client, the simulation keeps one array for all, and the choice of the
//                writer stays under the write enable.
`resetall
`default_nettype none
`include "cm_assert.vh"

module cm_ctx #(
  parameter integer W     = 64,  // record bits, at least 1
  parameter integer DEPTH = 16,  // records, 2 to 65536
  parameter integer N_RD  = 1    // read clients, 1 to 8
) (
  input  wire               clk,
  input  wire               rst,
  input  wire               cfg_slow_en,
  input  wire [       31:0] cfg_slow_seed,

  input  wire               wr0_valid,
  output wire               wr0_ready,
  input  wire [       15:0] wr0_id,
  input  wire [      W-1:0] wr0_data,

  input  wire               wr1_valid,
  input  wire [       15:0] wr1_id,
  input  wire [      W-1:0] wr1_data,

  input  wire [   N_RD-1:0] rd_valid,
  output wire [   N_RD-1:0] rd_ready,
  input  wire [N_RD*16-1:0] rd_id,

  output wire [   N_RD-1:0] rsp_valid,
  input  wire [   N_RD-1:0] rsp_ready,
  output wire [ N_RD*W-1:0] rsp_data,

  output wire               stat_idle
);

  localparam integer ADDR_W = $clog2(DEPTH);
  localparam [16:0] RECORDS = DEPTH[16:0];

  generate
    if (DEPTH < 2 || DEPTH > 65536) begin : g_error_depth
      error_depth_must_be_2_to_65536 u_error ();
    end
    if (N_RD < 1 || N_RD > 8) begin : g_error_n_rd
      error_n_rd_must_be_1_to_8 u_error ();
    end
  endgenerate

  reg  [     W-1:0] mem [0:DEPTH-1];
  reg  [N_RD*W-1:0] rsp_data_q;
  reg  [  N_RD-1:0] held_q;      // a record stands in rsp_data_q
  reg  [N_RD*4-1:0] wait_cyc_q;  // slow mode holds it back for so long
  reg  [  N_RD-1:0] waiting;
  reg  [      31:0] lfsr_q;
  wire [  N_RD-1:0] rd_en = rd_valid & rd_ready;
  wire              wr_en = wr1_valid || wr0_valid;
  wire [      15:0] wr_id = wr1_valid ? wr1_id : wr0_id;

  assign wr0_ready = !wr1_valid;
  assign rd_ready  = ~held_q | (rsp_ready & ~waiting);
  assign rsp_valid = held_q & ~waiting;
  assign rsp_data  = rsp_data_q;
  assign stat_idle = held_q == {N_RD{1'b0}};

  integer i;
  initial for (i = 0; i < DEPTH; i = i + 1) mem[i] = {W{1'b0}};

  integer w;
  always @* begin
    for (w = 0; w < N_RD; w = w + 1) waiting[w] = wait_cyc_q[w*4+:4] != 4'd0;
  end

  // The generator of slow mode reloads while it is off and steps with the requests, so that idle
  // cycles do not matter.
  wire lfsr_bit = lfsr_q[31] ^ lfsr_q[21] ^ lfsr_q[1] ^ lfsr_q[0];
  integer c;
  always @(posedge clk) begin
    if (rst) begin
      held_q     <= {N_RD{1'b0}};
      wait_cyc_q <= {(N_RD * 4) {1'b0}};
    end else begin
      held_q <= rd_en | (held_q & ~(rsp_valid & rsp_ready));
      for (c = 0; c < N_RD; c = c + 1) begin
        if (rd_en[c]) wait_cyc_q[c*4+:4] <= cfg_slow_en ? lfsr_q[c*4+:4] : 4'd0;
        else if (waiting[c]) wait_cyc_q[c*4+:4] <= wait_cyc_q[c*4+:4] - 4'd1;
        `UBN_ASSERT(rd_id_in_range, !rd_en[c] || {1'b0, rd_id[c*16+:16]} < RECORDS)
      end
      `UBN_ASSERT(wr_id_in_range, !wr_en || {1'b0, wr_id} < RECORDS)
    end
    if (rst || !cfg_slow_en) lfsr_q <= (cfg_slow_seed == 32'd0) ? 32'd1 : cfg_slow_seed;
    else if (rd_en != {N_RD{1'b0}}) lfsr_q <= {lfsr_q[30:0], lfsr_bit};
  end

  integer r;
  always @(posedge clk) begin
    if (wr_en) mem[wr_id[ADDR_W-1:0]] <= wr1_valid ? wr1_data : wr0_data;
    for (r = 0; r < N_RD; r = r + 1) begin
      if (rd_en[r]) rsp_data_q[r*W+:W] <= mem[rd_id[r*16+:ADDR_W]];
    end
  end

endmodule
`resetall
