// SPDX-License-Identifier: Apache-2.0
// cm_wr_mux: write commands of N clients go to one memory port in turn, each with all of its beats.
//   Latency    : 0 cycles.      Throughput: 1 beat per cycle, commands back to back.
//   Back-press : a client waits for its turn, for the port, for the beats of the command before, and while DEPTH
//                commands are not done.
//   Order      : as taken; a command that waits for the port stays the next. m_done tells in the same order whose
//                command is done.
//   Contract   : the first beat of a command comes with it or after it; the port takes no beat before its command.
//                beats = ceil((addr mod 64 + len) / 64), len >= 1.
//   Error      : none.
//   Reset      : no command in work.
//   Structure  : valid and ready pass as wires on purpose: the passes of the controllers hold no cycle for it.
//   Source     : own design.

`resetall
`default_nettype none
`include "cm_assert.vh"

module cm_wr_mux #(
  parameter N     = 2,   // clients, 2..8
  parameter DEPTH = 64   // commands that are not done, at least 2
) (
  input  wire             clk,
  input  wire             rst,
  // clients
  input  wire [N-1:0]     s_wr_valid,
  output wire [N-1:0]     s_wr_ready,
  input  wire [N*64-1:0]  s_wr_addr,
  input  wire [N*14-1:0]  s_wr_len,
  input  wire [N-1:0]     s_w_valid,
  output wire [N-1:0]     s_w_ready,
  input  wire [N*512-1:0] s_w_data,
  // memory
  output wire             m_wr_valid,
  input  wire             m_wr_ready,
  output reg  [63:0]      m_wr_addr,
  output reg  [13:0]      m_wr_len,
  output wire             m_w_valid,
  input  wire             m_w_ready,
  output reg  [511:0]     m_w_data,
  input  wire             s_done,    // strobe: the oldest command is done
  output wire [N-1:0]     m_done,    // strobe of its client
  output wire             stat_idle
);

  // ---- who is next, kept while it waits and until its beats have gone
  reg          kept_q;
  reg  [7:0]   left_q;      // beats of the command at hand
  wire [N-1:0] grant;
  wire         busy  = left_q != 8'd0;
  wire         move  = m_wr_valid && m_wr_ready;
  wire         beat  = m_w_valid && m_w_ready;
  wire [14:0]  span  = {9'd0, m_wr_addr[5:0]} + {1'b0, m_wr_len} + 15'd63;
  wire [7:0]   beats = span[13:6];

  cm_pick #(.N(N)) u_pick (
    .clk(clk), .rst(rst), .s_ask(s_wr_valid), .keep(kept_q || busy), .move(move), .m_grant(grant));

  integer c;
  always @* begin
    m_wr_addr = s_wr_addr[63:0];
    m_wr_len  = s_wr_len[13:0];
    m_w_data  = s_w_data[511:0];
    for (c = 1; c < N; c = c + 1) begin
      if (grant[c]) begin
        m_wr_addr = s_wr_addr[64*c +: 64];
        m_wr_len  = s_wr_len[14*c +: 14];
        m_w_data  = s_w_data[512*c +: 512];
      end
    end
  end

  // ---- whose command is done next
  wire         room, order_valid;
  wire [N-1:0] order_grant;

  cm_fifo #(.W(N), .DEPTH(DEPTH)) u_order (
    .clk(clk), .rst(rst), .s_valid(move), .s_ready(room), .s_data(grant),
    .m_valid(order_valid), .m_ready(s_done), .m_data(order_grant), .stat_count(), .stat_idle());

  assign m_done     = order_grant & {N{s_done}};
  assign m_wr_valid = (s_wr_valid & grant) != {N{1'b0}} && !busy && room;
  assign s_wr_ready = grant & {N{m_wr_ready && !busy && room}};
  assign m_w_valid  = (s_w_valid & grant) != {N{1'b0}} && (busy || move);
  assign s_w_ready  = grant & {N{m_w_ready && (busy || move)}};
  assign stat_idle  = !busy;

  always @(posedge clk) begin
    if (rst) begin
      kept_q <= 1'b0;
      left_q <= 8'd0;
    end else begin
      kept_q <= m_wr_valid && !m_wr_ready;
      if (move)      left_q <= beats - {7'd0, beat};
      else if (beat) left_q <= left_q - 8'd1;
      `UBN_ASSERT(kept_command_stays, !kept_q || m_wr_valid)
      `UBN_ASSERT(no_beat_before_its_command, !beat || busy || move)
      `UBN_ASSERT(a_command_was_given, !s_done || order_valid)
    end
  end

  wire unused = &{1'b0, span[14], span[5:0]};

endmodule

`resetall
