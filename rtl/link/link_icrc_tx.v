// SPDX-License-Identifier: Apache-2.0
// link_icrc_tx: computes the ICRC of the frames that pass and puts it behind their last covered byte.
//   Beats wait in a small ring while the pipelined CRC catches up, so that a frame leaves without gaps.
//   Covered bytes end in lane 4w+2 of a beat (Ethernet is 14 bytes, the rest a multiple of 4): s_crc_here
//   marks that beat and s_crc_word is w. With w = 15 half of the ICRC falls into one more beat (s_after).
//   Ethernet's padding behind the ICRC, if MIN_BYTES asks for it, is not covered.
//   Latency    : 4 cycles from s beat to m beat.      Throughput: 1 beat per cycle.
//   Back-press : none on s; s_room tells one cycle ahead that one more beat may be sent.
//   Order      : kept.      Error: none.      Reset: drops what is on its way.
//   Source     : UB base specification and IBTA vol. 1, annex A17: CRC-32, final complement, low byte first.

`resetall
`default_nettype none
`include "cm_assert.vh"

module link_icrc_tx #(
  parameter        DATA_W    = 512,
  parameter [31:0] INIT      = 32'hffffffff, // see link_icrc_cover
  parameter        MASK_BTH  = 0,
  parameter        MIN_BYTES = 0             // shorter frames are filled with zeros up to here, at most a beat
) (
  input  wire                clk,
  input  wire                rst,
  output wire                s_room,
  input  wire                s_valid,
  input  wire [DATA_W-1:0]   s_data,
  input  wire                s_first,
  input  wire                s_last,
  input  wire                s_crc_here,
  input  wire [3:0]          s_crc_word,
  input  wire                s_after,
  input  wire                s_err,          // with s_last: the frame is not to be used
  output wire                m_valid,
  input  wire                m_ready,
  output wire [DATA_W-1:0]   m_data,
  output wire [DATA_W/8-1:0] m_keep,
  output wire                m_first,
  output wire                m_last,
  output wire                m_err,
  output wire                stat_idle
);

  localparam KEEP_W = DATA_W / 8;
  localparam DEPTH  = 16;                  // output queue, beats
  localparam ON_WAY = 5;                   // beats that may be under way when s_room is read
  localparam RING   = 8;
  localparam TAG_W  = 9;
  localparam [KEEP_W-1:0] MIN_KEEP = ~({KEEP_W{1'b1}} << MIN_BYTES);   // lanes that every first beat uses

  // ---- CRC: two cycles, then one to take the unused end of the last beat out again
  wire [DATA_W-1:0] covered;
  wire              crc_valid, crc_last;
  wire [31:0]       crc_raw, crc_end;

  link_icrc_cover #(.DATA_W(DATA_W), .INIT(INIT), .MASK_BTH(MASK_BTH)) u_cover (
    .s_first(s_first), .s_data(s_data), .m_data(covered));

  cm_crc32 #(.DATA_W(DATA_W)) u_crc (
    .clk(clk), .rst(rst),
    .s_valid(s_valid && !s_after), .s_data(covered), .s_first(s_first), .s_last(s_crc_here),
    .m_valid(crc_valid), .m_last(crc_last), .m_crc(crc_raw));

  reg  [3:0] word_q, word_q2;
  wire       end_valid;

  cm_crc32_unwind #(.HALF_WORD(1)) u_unwind (
    .clk(clk),
    .s_valid(crc_valid && crc_last), .s_crc(crc_raw), .s_words(4'd15 - word_q2),
    .m_valid(end_valid), .m_crc(crc_end));

  // ---- beats wait in a ring
  reg        valid_q, valid_q2, valid_q3;
  reg  [2:0] wr_ptr_q, rd_ptr_q;
  wire [DATA_W+TAG_W-1:0] ring;

  cm_ram_sdp #(.W(DATA_W + TAG_W), .DEPTH(RING)) u_ring (
    .clk(clk),
    .wr_en(s_valid), .wr_addr(wr_ptr_q),
    .wr_data({s_err, s_first, s_last, s_crc_here, s_after, s_crc_word, s_data}),
    .rd_en(valid_q2), .rd_addr(rd_ptr_q), .rd_data(ring));

  always @(posedge clk) begin
    if (rst) begin
      {valid_q, valid_q2, valid_q3} <= 3'd0;
      wr_ptr_q <= 3'd0;
      rd_ptr_q <= 3'd0;
    end else begin
      valid_q  <= s_valid;
      valid_q2 <= valid_q;
      valid_q3 <= valid_q2;
      if (s_valid)  wr_ptr_q <= wr_ptr_q + 3'd1;
      if (valid_q2) rd_ptr_q <= rd_ptr_q + 3'd1;
    end
  end

  always @(posedge clk) begin
    word_q  <= s_crc_word;
    word_q2 <= word_q;
  end

  // ---- ICRC into the beat
  wire              out_err   = ring[DATA_W+8];
  wire              out_first = ring[DATA_W+7];
  wire              out_last  = ring[DATA_W+6];
  wire              out_here  = ring[DATA_W+5];
  wire              out_after = ring[DATA_W+4];
  wire [3:0]        out_word  = ring[DATA_W+3:DATA_W];
  wire [31:0]       icrc      = ~crc_end;
  reg  [15:0]       spill_q;                // upper half of an ICRC that crosses the beat
  wire [31:0]       insert    = out_here ? icrc : {16'd0, spill_q};
  wire [5:0]        lane      = out_here ? {out_word, 2'b10} : 6'd0;
  wire              touch     = out_here || out_after;
  wire [DATA_W-1:0] out_data  = touch ? ring[DATA_W-1:0] | ({{(DATA_W-32){1'b0}}, insert} << {lane, 3'd0})
                                      : ring[DATA_W-1:0];
  wire [6:0]        unused    = out_after ? 7'd62 : (out_here && out_last) ? 7'd58 - {1'b0, out_word, 2'b00} : 7'd0;
  wire [KEEP_W-1:0] out_keep  = ({KEEP_W{1'b1}} >> unused) | (out_first ? MIN_KEEP : {KEEP_W{1'b0}});

  always @(posedge clk)
    if (valid_q3 && out_here) spill_q <= icrc[31:16];

  // ---- output queue
  wire [$clog2(DEPTH+1)-1:0] count;
  wire                       queue_ready, queue_idle;

  cm_fifo #(.W(DATA_W + KEEP_W + 3), .DEPTH(DEPTH)) u_queue (
    .clk(clk), .rst(rst),
    .s_valid(valid_q3), .s_ready(queue_ready), .s_data({out_err, out_first, out_last, out_keep, out_data}),
    .m_valid(m_valid), .m_ready(m_ready), .m_data({m_err, m_first, m_last, m_keep, m_data}),
    .stat_count(count), .stat_idle(queue_idle));

  assign s_room    = count <= DEPTH[4:0] - ON_WAY[4:0];
  assign stat_idle = queue_idle && !valid_q && !valid_q2 && !valid_q3;

  always @(posedge clk) begin
    if (!rst) begin
      `UBN_ASSERT(output_queue_has_room, !valid_q3 || queue_ready)
      `UBN_ASSERT(icrc_is_there_in_time, !(valid_q3 && out_here) || end_valid)
    end
  end

endmodule

`resetall
