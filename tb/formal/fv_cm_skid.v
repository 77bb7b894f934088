// SPDX-License-Identifier: Apache-2.0
// fv_cm_skid: proves cm_skid: one marked word comes out once, in its place, unchanged; hold rule on
//     m.
//   Method : the solver picks any word to mark. ahead counts the words in front of it. The names
//                with a dot are registers of the cell (yosys joins them when it flattens); they
//                make the induction close.
`default_nettype none

module fv_cm_skid (
  input wire       clk,
  input wire       rst,
  input wire       s_valid,
  input wire [1:0] s_data,
  input wire       m_ready,
  input wire       mark
);

  wire       s_ready;
  wire       m_valid;
  wire [1:0] m_data;

  (* hierconn *) wire       \u_dut.spare_valid_q ;
  (* hierconn *) wire [1:0] \u_dut.spare_q ;

  cm_skid #(.W(2)) u_dut (
    .clk(clk), .rst(rst), .s_valid(s_valid), .s_ready(s_ready), .s_data(s_data),
    .m_valid(m_valid), .m_ready(m_ready), .m_data(m_data));

  (* anyconst *) wire [1:0] token;
  reg        started = 1'b0;  // first cycle is reset
  reg        held;            // marked word is inside
  reg        seen;            // a word has been marked
  reg  [1:0] ahead;
  reg        stalled_q;
  reg  [1:0] stalled_data_q;
  wire       push = s_valid && s_ready;
  wire       pop = m_valid && m_ready;
  wire       pick = push && mark && !seen;
  wire [1:0] words = {1'b0, m_valid} + {1'b0, \u_dut.spare_valid_q };

  always @(posedge clk) begin
    started <= 1'b1;
    if (!started) assume (rst);
    if (pick) assume (s_data == token);
    if (rst) begin
      held      <= 1'b0;
      seen      <= 1'b0;
      stalled_q <= 1'b0;
    end else begin
      if (pick) begin
        held  <= 1'b1;
        seen  <= 1'b1;
        ahead <= words - {1'b0, pop};
      end else if (held && pop) begin
        held  <= ahead != 2'd0;
        ahead <= ahead - 2'd1;
      end
      stalled_q      <= m_valid && !m_ready;
      stalled_data_q <= m_data;
      if (held && ahead == 2'd0) assert (m_valid && m_data == token);
      if (held && ahead == 2'd1) assert (\u_dut.spare_q == token);
      if (held) assert (ahead < words);
      if (held) assert (seen);
      if (stalled_q) assert (m_valid && m_data == stalled_data_q);
      assert (!\u_dut.spare_valid_q || m_valid);
      assert (s_ready == !\u_dut.spare_valid_q );
    end
  end

endmodule
