// SPDX-License-Identifier: Apache-2.0
// cm_fifo_frame: queue whose words become visible when their frame is committed, or vanish when it
//     is rolled back.
//   Latency    : 1 cycle from s_commit to m_valid when no committed word is held (commit at edge k,
//                word after edge k).
//   Throughput : 1 word per cycle.
//   Commands   : s_commit and s_rollback are strobes, independent of s_valid and never together. A
//                word pushed in the same cycle belongs to the part that is committed or dropped.
//   Back-press : s_ready is a register; it is low while DEPTH words are held, committed or not. A
//                frame of more than DEPTH words never gets in; pushing against it is refused by an
//                assertion.
//   Order      : kept.                 Reset: empty.
//   Structure  : as cm_fifo; words move towards the output before their commit, only m_valid waits
//                for it.
//   Source     : own design.
`resetall
`default_nettype none
`include "cm_assert.vh"

module cm_fifo_frame #(
  parameter integer W     = 8,  // word bits, at least 1
  parameter integer DEPTH = 4   // words held in total, output register included, at least 2
) (
  input  wire                       clk,
  input  wire                       rst,

  input  wire                       s_valid,
  output wire                       s_ready,
  input  wire [              W-1:0] s_data,
  input  wire                       s_commit,
  input  wire                       s_rollback,

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

  reg  [CNT_W-1:0] count_q;      // all words
  reg  [CNT_W-1:0] committed_q;  // of these, visible ones
  reg              s_ready_q;
  reg              m_valid_q;
  reg  [    W-1:0] m_data_q;
  reg  [    W-1:0] next_q;
  reg              next_in_ram_q;  // second word: 1 in ram_data, 0 in next_q
  reg  [PTR_W-1:0] wr_ptr_q;
  reg  [PTR_W-1:0] rd_ptr_q;
  reg  [PTR_W-1:0] commit_ptr_q;  // wr_ptr_q at the last commit
  wire [    W-1:0] ram_data;

  wire             push = s_valid && s_ready_q;
  wire             pop = m_valid_q && m_ready;
  wire [CNT_W-1:0] pop_cnt = {{(CNT_W - 1) {1'b0}}, pop};
  wire [CNT_W-1:0] left = count_q - pop_cnt;  // words before this push
  wire [CNT_W-1:0] pushed = left + {{(CNT_W - 1) {1'b0}}, push};
  wire [CNT_W-1:0] committed_left = committed_q - pop_cnt;
  wire [CNT_W-1:0] count_d = s_rollback ? committed_left : pushed;
  wire [CNT_W-1:0] committed_d = s_commit ? pushed : committed_left;
  wire             ram_wr = push && left >= TWO;
  wire             ram_rd = pop && count_q > TWO;
  wire [PTR_W-1:0] wr_next = (wr_ptr_q == LAST) ? {PTR_W{1'b0}} : wr_ptr_q + PTR_1;
  wire [PTR_W-1:0] rd_next = (rd_ptr_q == LAST) ? {PTR_W{1'b0}} : rd_ptr_q + PTR_1;
  wire [PTR_W-1:0] wr_ptr_d = ram_wr ? wr_next : wr_ptr_q;
  wire [PTR_W-1:0] rd_ptr_d = ram_rd ? rd_next : rd_ptr_q;

  assign s_ready    = s_ready_q;
  assign m_valid    = m_valid_q;
  assign m_data     = m_data_q;
  assign stat_count = count_q;
  assign stat_idle  = !m_valid_q;

  always @(posedge clk) begin
    if (rst) begin
      count_q      <= ZERO;
      committed_q  <= ZERO;
      s_ready_q    <= 1'b1;
      m_valid_q    <= 1'b0;
      wr_ptr_q     <= {PTR_W{1'b0}};
      rd_ptr_q     <= {PTR_W{1'b0}};
      commit_ptr_q <= {PTR_W{1'b0}};
    end else begin
      count_q     <= count_d;
      committed_q <= committed_d;
      s_ready_q   <= count_d != FULL;
      m_valid_q   <= committed_d != ZERO;
      rd_ptr_q    <= rd_ptr_d;
      if (s_commit) commit_ptr_q <= wr_ptr_d;
      // A rollback that leaves no word in the memory also drops words read ahead of their commit.
      if (!s_rollback) wr_ptr_q <= wr_ptr_d;
      else wr_ptr_q <= (committed_left > TWO) ? commit_ptr_q : rd_ptr_d;
      `UBN_ASSERT(full_takes_no_word, !(push && count_q == FULL))
      `UBN_ASSERT(committed_is_part, committed_q <= count_q)
      `UBN_ASSERT(one_command, !(s_commit && s_rollback))
      if (committed_q == ZERO && count_q == FULL && s_valid) begin
        `UBN_ASSERT(frame_fits, s_commit || s_rollback)
      end
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
