// SPDX-License-Identifier: Apache-2.0
// fv_cm_fifo: proves cm_fifo: one marked word comes out once, in its place, unchanged; count,
//     limits, hold rule on m.
//   Method : the solver picks any word to mark. ahead counts the words in front of it. The names
//                with a dot are registers of the cell (yosys joins them when it flattens); they
//                make the induction close.
`default_nettype none

module fv_cm_fifo #(
  parameter integer DEPTH = 7
) (
  input wire       clk,
  input wire       rst,
  input wire       s_valid,
  input wire [1:0] s_data,
  input wire       m_ready,
  input wire       mark
);

  localparam integer CNT_W = $clog2(DEPTH + 1);
  localparam integer RAM_DEPTH = (DEPTH < 4) ? 2 : DEPTH - 2;
  localparam integer PTR_W = $clog2(RAM_DEPTH);

  wire             s_ready;
  wire             m_valid;
  wire [      1:0] m_data;
  wire [CNT_W-1:0] count;
  wire             idle;

  (* hierconn *) wire               \u_dut.next_in_ram_q ;
  (* hierconn *) wire [        1:0] \u_dut.next_q ;
  (* hierconn *) wire [        1:0] \u_dut.ram_data ;
  (* hierconn *) wire [  PTR_W-1:0] \u_dut.wr_ptr_q ;
  (* hierconn *) wire [  PTR_W-1:0] \u_dut.rd_ptr_q ;
  (* hierconn *) wire [RAM_DEPTH*2-1:0] \u_dut.u_ram.content ;

  cm_fifo #(.W(2), .DEPTH(DEPTH)) u_dut (
    .clk(clk), .rst(rst), .s_valid(s_valid), .s_ready(s_ready), .s_data(s_data),
    .m_valid(m_valid), .m_ready(m_ready), .m_data(m_data), .stat_count(count), .stat_idle(idle));

  (* anyconst *) wire [1:0] token;
  reg         started = 1'b0;  // first cycle is reset
  reg         held;            // marked word is inside
  reg         seen;            // a word has been marked
  reg [CNT_W:0] ahead;
  reg [CNT_W:0] words;         // own count
  reg         stalled_q;
  reg  [ 1:0] stalled_data_q;
  wire        push = s_valid && s_ready;
  wire        pop = m_valid && m_ready;
  wire        pick = push && mark && !seen;
  wire [CNT_W:0] in_ram = (words > 2) ? words - 2 : 0;
  wire [CNT_W+1:0] wr_end = \u_dut.rd_ptr_q + in_ram;
  integer     i;

  always @(posedge clk) begin
    started <= 1'b1;
    if (!started) assume (rst);
    if (pick) assume (s_data == token);
    if (rst) begin
      held      <= 1'b0;
      seen      <= 1'b0;
      stalled_q <= 1'b0;
      words     <= 0;
    end else begin
      words <= words + push - pop;
      if (pick) begin
        held  <= 1'b1;
        seen  <= 1'b1;
        ahead <= words - pop;
      end else if (held && pop) begin
        held  <= ahead != 0;
        ahead <= ahead - 1;
      end
      stalled_q      <= m_valid && !m_ready;
      stalled_data_q <= m_data;

      // What a user sees
      assert (words <= DEPTH);
      assert (count == words && idle == (words == 0));
      assert (m_valid == (words != 0) && s_ready == (words != DEPTH));
      if (held && ahead == 0) assert (m_data == token);
      if (stalled_q) assert (m_valid && m_data == stalled_data_q);

      // Where the words are
      if (held) assert (seen && ahead < words);
      if (held && ahead == 1)
        assert ((\u_dut.next_in_ram_q ? \u_dut.ram_data : \u_dut.next_q ) == token);
      for (i = 0; i < RAM_DEPTH; i = i + 1) begin  // word i of the memory
        if (held && ahead >= 2 && (\u_dut.rd_ptr_q + ahead == i + 2
            || \u_dut.rd_ptr_q + ahead == i + 2 + RAM_DEPTH))
          assert (\u_dut.u_ram.content [i*2+:2] == token);
      end
      assert (\u_dut.rd_ptr_q < RAM_DEPTH && \u_dut.wr_ptr_q < RAM_DEPTH);
      assert (\u_dut.wr_ptr_q == wr_end || \u_dut.wr_ptr_q + RAM_DEPTH == wr_end);
    end
  end

endmodule
