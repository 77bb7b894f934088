// SPDX-License-Identifier: Apache-2.0
// cm_crc32: CRC-32 register over a stream of beats, reflected, without final complement.
//   Latency    : 2 cycles, fixed (beat at edge k, m_* after edge k + 1).  Throughput: 1 beat per
//                cycle.
//   Back-press : none. Beats of a packet may have gaps.
//   Input      : byte 0 of the beat in s_data[7:0] goes in first. The register starts at zero: the
//                caller xors the initial value into the first four covered bytes and zeroes the
//                bytes that are not covered.
//   Output     : m_crc covers everything from the s_first beat to this one, trailing zero bytes
//                included (take them back with cm_crc32_unwind); m_crc holds until the next
//                m_valid.
//   Reset      : clears the valid bits. No stat_idle: two cycles after the last beat nothing moves.
//   Source     : IEEE 802.3 clause 3.2.9; matrices by scripts/ubngen/crc.py. Stage 1 folds each 128
//                bits of data, stage 2 adds the folds and the register times the matrix of one
//                beat.
`resetall
`default_nettype none
`include "ubn_crc32.vh"
`include "cm_assert.vh"

module cm_crc32 #(
  parameter integer DATA_W = 512  // beat bits, multiple of 128, at most 1024
) (
  input  wire              clk,
  input  wire              rst,

  input  wire              s_valid,
  input  wire [DATA_W-1:0] s_data,
  input  wire              s_first,
  input  wire              s_last,

  output wire              m_valid,
  output wire              m_last,
  output wire [      31:0] m_crc
);

  localparam integer MAX_W = 1024;
  localparam integer FOLDS = DATA_W / 128;
  localparam [32*MAX_W-1:0] ROWS = `UBN_CRC32_DATA_ROWS;

  generate
    if (DATA_W % 128 != 0 || DATA_W < 128 || DATA_W > 1024) begin : g_error
      error_data_w_must_be_a_multiple_of_128_up_to_1024 u_error ();
    end
  endgenerate

  reg               open_q;  // between a first and a last beat, for the assertion
  reg               valid_q;
  reg               first_q;
  reg               last_q;
  reg [32*FOLDS-1:0] fold_q;  // bit r*FOLDS+f: part of register bit r from 128 data bits
  reg               valid_q2;
  reg               last_q2;
  reg [       31:0] crc_q2;

  assign m_valid = valid_q2;
  assign m_last  = last_q2;
  assign m_crc   = crc_q2;

  always @(posedge clk) begin
    if (rst) begin
      open_q   <= 1'b0;
      valid_q  <= 1'b0;
      valid_q2 <= 1'b0;
    end else begin
      valid_q  <= s_valid;
      valid_q2 <= valid_q;
      if (s_valid) open_q <= !s_last;
      `UBN_ASSERT(first_begins_packet, !s_valid || s_first == !open_q)
    end
  end

  integer r;
  integer f;
  always @(posedge clk) begin
    if (s_valid) begin
      first_q <= s_first;
      last_q  <= s_last;
      for (r = 0; r < 32; r = r + 1) begin
        for (f = 0; f < FOLDS; f = f + 1) begin
          fold_q[r*FOLDS+f] <= ^(s_data[f*128+:128] & ROWS[(r+1)*MAX_W-DATA_W+f*128+:128]);
        end
      end
    end
  end

  integer b;
  always @(posedge clk) begin
    if (valid_q) begin
      last_q2 <= last_q;
      for (b = 0; b < 32; b = b + 1) begin
        crc_q2[b] <= (^fold_q[b*FOLDS+:FOLDS])
            ^ (!first_q && (^(crc_q2 & ROWS[(b+1)*MAX_W-DATA_W+:32])));
      end
    end
  end

endmodule
`resetall
