// SPDX-License-Identifier: Apache-2.0
// link_icrc_cover: what the ICRC sees of a beat. In the first beat of a frame the Ethernet header is left
//   out, the fields that may change on the way (TOS, TTL, IP checksum, UDP checksum, and for RoCE the fifth
//   byte of the BTH) count as ones, and the initial value of the CRC is folded into the first four covered
//   bytes; other beats pass as they are.
//   Latency    : 0 cycles.      Throughput: 1 beat per cycle.      Error: none.
//   Source     : UB base specification, ICRC, coverage from the IPv4 header on: rtl/urma/README.md. RoCE: IBTA
//                vol. 1, annex A17; its CRC also covers eight bytes of ones in front, which leave the register
//                at 32'hdebb20e3.

`resetall
`default_nettype none

module link_icrc_cover #(
  parameter        DATA_W   = 512,          // at least 47 bytes: the masked fields stand in the first beat
  parameter [31:0] INIT     = 32'hffffffff, // CRC register in front of the IPv4 header, bit-reflected
  parameter        MASK_BTH = 0             // 1: byte 4 of the BTH (FECN, BECN, reserved) counts as ones
) (
  input  wire              s_first,
  input  wire [DATA_W-1:0] s_data,
  output wire [DATA_W-1:0] m_data
);

  // byte masks of the first beat, byte 0 in the low bits
  localparam [DATA_W/8-1:0] ETHERNET = 64'h3fff;                    // bytes 0..13
  localparam [DATA_W/8-1:0] MUTABLE  = (64'h1 << 15) |              // TOS
                                       (64'h1 << 22) |              // TTL
                                       (64'h3 << 24) |              // IP checksum
                                       (64'h3 << 40) |              // UDP checksum
                                       (MASK_BTH != 0 ? 64'h1 << 46 : 64'h0);

  function [DATA_W-1:0] bits_of(input [DATA_W/8-1:0] bytes);
    integer i;
    for (i = 0; i < DATA_W / 8; i = i + 1) bits_of[8*i +: 8] = {8{bytes[i]}};
  endfunction

  localparam [DATA_W-1:0] ZEROS = bits_of(ETHERNET);
  localparam [DATA_W-1:0] ONES  = bits_of(MUTABLE);
  localparam [DATA_W-1:0] FOLD  = {{(DATA_W - 144) {1'b0}}, INIT, 112'd0};   // into bytes 14..17

  assign m_data = s_first ? ((s_data & ~ZEROS) | ONES) ^ FOLD : s_data;

endmodule

`resetall
