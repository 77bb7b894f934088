// SPDX-License-Identifier: Apache-2.0
// cm_crc32_unwind: takes trailing zero words out of a CRC register, so that a beat may end before
//     its last lane.
//   Latency    : 1 cycle, fixed.       Throughput: 1 per cycle.       Back-press: none.
//   Function   : m_crc = s_crc times x^(-32 * s_words), the register as it was before s_words zero
//                words went in; with HALF_WORD = 1 two zero bytes more (frames of 14 + 4n bytes).
//   Reset      : none; m_valid is s_valid one cycle later.
//   Source     : matrices by scripts/ubngen/crc.py. All counts are computed and one is chosen, in
//                two steps of the count's bits: 5 LUT levels (yosys abc9).
`resetall
`default_nettype none
`include "ubn_crc32.vh"

module cm_crc32_unwind #(
  parameter integer WORDS_W   = 4,  // bits of the word count: 3, 4, 5 for DATA_W 256, 512, 1024
  parameter integer HALF_WORD = 0   // 1: half a word more than s_words
) (
  input  wire               clk,

  input  wire               s_valid,
  input  wire [       31:0] s_crc,
  input  wire [WORDS_W-1:0] s_words,

  output wire               m_valid,
  output wire [       31:0] m_crc
);

  localparam [32*1024-1:0] ROWS =
      (HALF_WORD == 1) ? `UBN_CRC32_UNWIND_HALF_ROWS : `UBN_CRC32_UNWIND_ROWS;

  generate
    if (WORDS_W < 3 || WORDS_W > 5) begin : g_error
      error_words_w_must_be_3_to_5 u_error ();
    end
    if (HALF_WORD != 0 && HALF_WORD != 1) begin : g_error_half
      error_half_word_must_be_0_or_1 u_error ();
    end
  endgenerate

  reg        m_valid_q;
  reg [31:0] m_crc_q;

  assign m_valid = m_valid_q;
  assign m_crc   = m_crc_q;

  always @(posedge clk) begin
    m_valid_q <= s_valid;
  end

  integer h;
  integer k;
  integer r;
  always @(posedge clk) begin
    if (s_valid) begin
      for (h = 0; h < 2 ** WORDS_W; h = h + 4) begin
        if (s_words[WORDS_W-1:2] == h[WORDS_W-1:2]) begin
          for (k = h; k < h + 4; k = k + 1) begin
            if (s_words[1:0] == k[1:0]) begin
              for (r = 0; r < 32; r = r + 1) m_crc_q[r] <= ^(s_crc & ROWS[(k*32+r)*32+:32]);
            end
          end
        end
      end
    end
  end

endmodule
`resetall
