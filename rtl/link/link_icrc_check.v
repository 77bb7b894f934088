// SPDX-License-Identifier: Apache-2.0
// link_icrc_check: tells of each frame that passes whether its ICRC is right.
//   Latency    : 3 cycles from the last beat.      Throughput: 1 beat per cycle; beats of a frame may have gaps.
//   Back-press : none.      Order: kept.      Error: m_ok = 0.      Reset: forgets the frame under way.
//   Contract   : the ICRC ends in front of lane 4 * s_word + 2 of the last beat (Ethernet is 14 bytes, the rest a
//                multiple of 4); lanes behind it are zero.
//   Source     : UB base specification and IBTA vol. 1, annex A17. A frame with its right ICRC behind it leaves the
//                CRC register at 32'hdebb20e3 (IEEE 802.3 clause 3.2.9: the residue, bit-reflected).

`resetall
`default_nettype none
`include "cm_assert.vh"

module link_icrc_check #(
  parameter        DATA_W   = 512,
  parameter [31:0] INIT     = 32'hffffffff, // see link_icrc_cover
  parameter        MASK_BTH = 0
) (
  input  wire              clk,
  input  wire              rst,
  input  wire              s_valid,
  input  wire [DATA_W-1:0] s_data,
  input  wire              s_first,
  input  wire              s_last,
  input  wire [3:0]        s_word,         // with s_last
  output wire              m_valid,
  output wire              m_ok,
  output wire              stat_idle       // no verdict is on its way
);

  localparam [31:0] RESIDUE = 32'hdebb20e3;

  wire [DATA_W-1:0] covered;
  wire              crc_valid, crc_last, end_valid;
  wire [31:0]       crc_raw, crc_end;
  reg               last_q, last_q2, last_q3;
  reg  [3:0]        word_q, word_q2;

  link_icrc_cover #(.DATA_W(DATA_W), .INIT(INIT), .MASK_BTH(MASK_BTH)) u_cover (
    .s_first(s_first), .s_data(s_data), .m_data(covered));

  cm_crc32 #(.DATA_W(DATA_W)) u_crc (
    .clk(clk), .rst(rst),
    .s_valid(s_valid), .s_data(covered), .s_first(s_first), .s_last(s_last),
    .m_valid(crc_valid), .m_last(crc_last), .m_crc(crc_raw));

  cm_crc32_unwind #(.HALF_WORD(1)) u_unwind (
    .clk(clk), .s_valid(crc_valid && crc_last), .s_crc(crc_raw), .s_words(4'd15 - word_q2),
    .m_valid(end_valid), .m_crc(crc_end));

  always @(posedge clk) begin
    if (rst) begin
      {last_q, last_q2, last_q3} <= 3'd0;
    end else begin
      last_q  <= s_valid && s_last;
      last_q2 <= last_q;
      last_q3 <= last_q2;
      `UBN_ASSERT(icrc_comes_with_the_end, last_q3 == end_valid)
    end
  end

  always @(posedge clk) begin
    if (s_valid && s_last) word_q <= s_word;
    word_q2 <= word_q;
  end

  assign m_valid   = last_q3;
  assign m_ok      = crc_end == RESIDUE;
  assign stat_idle = !last_q && !last_q2 && !last_q3;

endmodule

`resetall
