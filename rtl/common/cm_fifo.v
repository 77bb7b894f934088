// SPDX-License-Identifier: Apache-2.0
// cm_fifo: first-in first-out queue with a registered output word.
//   Latency    : 1 cycle when empty (pushed at edge k, on m_data after edge k), at any depth.
//   Throughput : 1 word per cycle.
//   Back-press : s_ready is a register; it is low while DEPTH words are held.
//   Order      : kept.                 Reset: empty.
//   Structure  : the oldest word stands in m_data_q, the second in next_q or in the read register
//                of the memory, the others in the memory. So where a word is depends on count_q
//                alone.
//   Source     : own design; proof in tb/formal.
`resetall
`default_nettype none
`include "cm_assert.vh"

module cm_fifo #(
  parameter integer W     = 8,  // word bits, at least 1
  parameter integer DEPTH = 4   // words held in total, output register included, at least 2
) (
  input  wire                       clk,
  input  wire                       rst,

  input  wire                       s_valid,
  output wire                       s_ready,
  input  wire [              W-1:0] s_data,

  output wire                       m_valid,
  input  wire                       m_ready,
  output wire [              W-1:0] m_data,

  output wire [$clog2(DEPTH+1)-1:0] stat_count,
  output wire                       stat_idle
);

  localparam integer CNT_W = $clog2(DEPTH + 1);
  localparam integer RAM_DEPTH = (DEPTH < 4) ? 2 : DEPTH - 2;
  localparam integer PTR_W = $clog2(RAM_DEPTH);
  localparam integer RAM_LAST = RAM_DEPTH - 1;
  localparam [PTR_W-1:0] LAST = RAM_LAST[PTR_W-1:0];
  localparam [PTR_W-1:0] PTR_1 = 1;
  localparam [CNT_W-1:0] FULL = DEPTH[CNT_W-1:0];
  localparam [CNT_W-1:0] ZERO = 0;
  localparam [CNT_W-1:0] ONE = 1;
  localparam [CNT_W-1:0] TWO = 2;

  generate
    if (DEPTH < 2) begin : g_error
      error_depth_must_be_at_least_2 u_error ();
    end
  endgenerate

  reg  [CNT_W-1:0] count_q;
  reg              s_ready_q;
  reg              m_valid_q;
  reg  [    W-1:0] m_data_q;
  reg  [    W-1:0] next_q;
  reg              next_in_ram_q;  // second word: 1 in ram_data, 0 in next_q
  reg  [PTR_W-1:0] wr_ptr_q;
  reg  [PTR_W-1:0] rd_ptr_q;
  wire [    W-1:0] ram_data;

  wire             push = s_valid && s_ready_q;
  wire             pop = m_valid_q && m_ready;
  wire [CNT_W-1:0] left = count_q - {{(CNT_W - 1) {1'b0}}, pop};  // words before this push
  wire [CNT_W-1:0] count_d = left + {{(CNT_W - 1) {1'b0}}, push};
  wire             ram_wr = push && left >= TWO;
  wire             ram_rd = pop && count_q > TWO;

  assign s_ready    = s_ready_q;
  assign m_valid    = m_valid_q;
  assign m_data     = m_data_q;
  assign stat_count = count_q;
  assign stat_idle  = !m_valid_q;

  always @(posedge clk) begin
    if (rst) begin
      count_q   <= ZERO;
      s_ready_q <= 1'b1;
      m_valid_q <= 1'b0;
      wr_ptr_q  <= {PTR_W{1'b0}};
      rd_ptr_q  <= {PTR_W{1'b0}};
    end else begin
      count_q   <= count_d;
      s_ready_q <= count_d != FULL;
      m_valid_q <= count_d != ZERO;
      if (ram_wr) wr_ptr_q <= (wr_ptr_q == LAST) ? {PTR_W{1'b0}} : wr_ptr_q + PTR_1;
      if (ram_rd) rd_ptr_q <= (rd_ptr_q == LAST) ? {PTR_W{1'b0}} : rd_ptr_q + PTR_1;
      `UBN_ASSERT(full_takes_no_word, !(push && count_q == FULL))
      `UBN_ASSERT(valid_is_not_empty, m_valid_q == (count_q != ZERO))
      `UBN_ASSERT(ready_is_not_full, s_ready_q == (count_q != FULL))
    end
  end

  always @(posedge clk) begin
    if (push && left == ZERO) m_data_q <= s_data;
    else if (pop && left != ZERO) begin
      if (next_in_ram_q) m_data_q <= ram_data;
      else m_data_q <= next_q;
    end
    if (push && left == ONE) next_q <= s_data;
    if (ram_rd) next_in_ram_q <= 1'b1;
    else if (push && left == ONE) next_in_ram_q <= 1'b0;
  end

  cm_ram_sdp #(
    .W    (W),
    .DEPTH(RAM_DEPTH)
  ) u_ram (
    .clk    (clk),
    .wr_en  (ram_wr),
    .wr_addr(wr_ptr_q),
    .wr_data(s_data),
    .rd_en  (ram_rd),
    .rd_addr(rd_ptr_q),
    .rd_data(ram_data)
  );

endmodule
`resetall
