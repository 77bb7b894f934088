// SPDX-License-Identifier: Apache-2.0
// urma_icrc_cover: what the ICRC sees of a beat. In the first beat of a frame the Ethernet header is left
//   out, the fields that may change on the way (TOS, TTL, IP checksum, UDP checksum) count as ones, and the
//   initial value of the CRC is folded into the first four covered bytes; other beats pass as they are.
//   Latency    : 0 cycles.      Throughput: 1 beat per cycle.      Error: none.
//   Source     : UB base specification, ICRC; coverage from the IPv4 header on: rtl/urma/README.md.

`resetall
`default_nettype none

module urma_icrc_cover #(
  parameter DATA_W = 512    // at least 42 bytes: the masked fields stand in the first beat
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
                                       (64'h3 << 40);               // UDP checksum
  localparam [DATA_W/8-1:0] INITIAL  = 64'hf << 14;                 // first covered bytes

  function [DATA_W-1:0] bits_of(input [DATA_W/8-1:0] bytes);
    integer i;
    for (i = 0; i < DATA_W / 8; i = i + 1) bits_of[8*i +: 8] = {8{bytes[i]}};
  endfunction

  localparam [DATA_W-1:0] ZEROS = bits_of(ETHERNET);
  localparam [DATA_W-1:0] ONES  = bits_of(MUTABLE);
  localparam [DATA_W-1:0] INIT  = bits_of(INITIAL);

  assign m_data = s_first ? ((s_data & ~ZEROS) | ONES) ^ INIT : s_data;

endmodule

`resetall
