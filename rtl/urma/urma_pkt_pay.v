// SPDX-License-Identifier: Apache-2.0
// urma_pkt_pay: packets whose payload is read from memory: a packet goes on when its first data are here, its payload
//   is moved to its place in the frame. Packets without payload keep their turn.
//   Latency    : 0 cycles from the first data beat to m; 2 cycles from a data beat to m_pay.
//   Throughput : 1 beat per cycle.
//   Back-press : s_ready falls while DEPTH packets wait for data or for m.
//   Order      : as received, data in the order of their packets.
//   Error      : an error of memory marks the end of the payload (m_pay_err), so that the frame is dropped by its
//                receiver.
//   Reset      : drops packets under way.
//   Source     : own design.

`resetall
`default_nettype none
`include "cm_assert.vh"

module urma_pkt_pay #(
  parameter W      = 32,         // bits of a packet besides its payload
  parameter DATA_W = 512,
  parameter DEPTH  = 64          // packets under way
) (
  input  wire                       clk,
  input  wire                       rst,
  input  wire                       s_valid,
  output wire                       s_ready,
  input  wire [W-1:0]               s_word,
  input  wire [13:0]                s_len,        // bytes of payload; 0: none
  input  wire [$clog2(DATA_W/8)-1:0] s_src_lane,  // of its first byte: in memory
  input  wire [$clog2(DATA_W/8)-1:0] s_dst_lane,  // and in the frame
  // data from memory, bus lanes
  input  wire                       s_data_valid,
  output wire                       s_data_ready,
  input  wire [DATA_W-1:0]          s_data,
  input  wire                       s_data_last,
  input  wire                       s_data_err,
  // packets
  output wire                       m_valid,
  input  wire                       m_ready,
  output wire [W-1:0]               m_word,
  output wire [13:0]                m_len,
  // payload, frame lanes
  output wire                       m_pay_valid,
  input  wire                       m_pay_ready,
  output wire [DATA_W-1:0]          m_pay_data,
  output wire                       m_pay_last,
  output wire                       m_pay_err,    // with m_pay_last: the data are not to be used
  output wire                       stat_idle
);

  localparam LANE_W = $clog2(DATA_W / 8);

  // Packets wait for their data; the moves are told to cm_align ahead of the data.
  wire              pkt_room, move_room, pkt_valid, move_valid, move_ready, align_idle, align_ready;
  wire [LANE_W-1:0] move_src, move_dst;
  wire [13:0]       move_len;

  assign s_ready = pkt_room && move_room;

  cm_fifo #(.W(W + 14), .DEPTH(DEPTH)) u_pkt (
    .clk(clk), .rst(rst),
    .s_valid(s_valid && move_room), .s_ready(pkt_room), .s_data({s_word, s_len}),
    .m_valid(pkt_valid), .m_ready(m_valid && m_ready), .m_data({m_word, m_len}),
    .stat_count(), .stat_idle());

  cm_fifo #(.W(2 * LANE_W + 14), .DEPTH(DEPTH)) u_move (
    .clk(clk), .rst(rst),
    .s_valid(s_valid && pkt_room && s_len != 14'd0), .s_ready(move_room), .s_data({s_src_lane, s_dst_lane, s_len}),
    .m_valid(move_valid), .m_ready(move_ready), .m_data({move_src, move_dst, move_len}),
    .stat_count(), .stat_idle());

  // ---- the packet goes with its first data beat, then the other beats follow
  reg  gone_q;                             // the packet of the data at hand has gone
  wire has  = m_len != 14'd0;
  wire open = gone_q || (m_valid && m_ready && has);

  assign m_valid      = pkt_valid && (!has || (s_data_valid && !gone_q));
  assign s_data_ready = align_ready && open;

  always @(posedge clk) begin
    if (rst) gone_q <= 1'b0;
    else     gone_q <= open && !(s_data_valid && s_data_ready && s_data_last);
  end

  cm_align #(.DATA_W(DATA_W)) u_align (
    .clk(clk), .rst(rst),
    .s_cmd_valid(move_valid), .s_cmd_ready(move_ready), .s_cmd_src_off(move_src),
    .s_cmd_dst_off(move_dst), .s_cmd_len_bytes(move_len),
    .s_valid(s_data_valid && open), .s_ready(align_ready), .s_data(s_data),
    .m_valid(m_pay_valid), .m_ready(m_pay_ready), .m_data(m_pay_data), .m_last(m_pay_last),
    .stat_idle(align_idle));

  // ---- errors of memory, one mark a payload; it is here before the last beat leaves cm_align
  reg  err_q;                              // an earlier beat of the data at hand was bad
  wire mark, mark_valid, mark_idle, mark_ready;
  wire data_ends = s_data_valid && s_data_ready && s_data_last;

  assign m_pay_err = mark_valid && mark;

  always @(posedge clk) begin
    if (rst)                               err_q <= 1'b0;
    else if (data_ends)                    err_q <= 1'b0;
    else if (s_data_valid && s_data_ready) err_q <= err_q || s_data_err;
  end

  cm_fifo #(.W(1), .DEPTH(4)) u_marks (
    .clk(clk), .rst(rst),
    .s_valid(data_ends), .s_ready(mark_ready), .s_data(err_q || s_data_err),
    .m_valid(mark_valid), .m_ready(m_pay_valid && m_pay_ready && m_pay_last), .m_data(mark),
    .stat_count(), .stat_idle(mark_idle));

  always @(posedge clk) begin
    if (!rst) begin
      `UBN_ASSERT(mark_is_there_in_time, !(m_pay_valid && m_pay_last) || mark_valid)
      `UBN_ASSERT(marks_have_room, !data_ends || mark_ready)
    end
  end

  // packets that wait for their data move nothing
  assign stat_idle = !m_valid && !(move_valid && move_ready) && align_idle && mark_idle;

endmodule

`resetall
