// SPDX-License-Identifier: Apache-2.0
// cm_rd_mux: read commands of N clients go to one memory port in turn; each gets its lines.
//   Latency    : 0 cycles both ways.      Throughput: 1 command and 1 line per cycle.
//   Back-press : a client waits for its turn, for the port, and while DEPTH commands are outstanding; lines wait for
//                their client, in front of those of others.
//   Order      : lines come in the order of the commands. A command that waits for the port stays the next.
//   Error      : none of its own; m_r_err passes.
//   Reset      : nothing outstanding.
//   Structure  : valid and ready pass as wires on purpose: the passes of the controllers hold no cycle for it.
//   Source     : own design.

`resetall
`default_nettype none
`include "cm_assert.vh"

module cm_rd_mux #(
  parameter N      = 2,   // clients, 2..8
  parameter NOTE_W = 1,   // bits that go with a command, for observation
  parameter DEPTH  = 256  // commands outstanding, at least 2
) (
  input  wire                clk,
  input  wire                rst,
  // commands of the clients
  input  wire [N-1:0]        s_rd_valid,
  output wire [N-1:0]        s_rd_ready,
  input  wire [N*64-1:0]     s_rd_addr,
  input  wire [N*14-1:0]     s_rd_len,
  input  wire [N*NOTE_W-1:0] s_rd_note,
  // lines to the clients
  output wire [N-1:0]        m_r_valid,
  input  wire [N-1:0]        m_r_ready,
  output wire [511:0]        m_r_data,
  output wire                m_r_last,
  output wire                m_r_err,
  // memory
  output wire                m_rd_valid,
  input  wire                m_rd_ready,
  output reg  [63:0]         m_rd_addr,
  output reg  [13:0]         m_rd_len,
  output reg  [NOTE_W-1:0]   m_rd_note,
  input  wire                s_r_valid,
  output wire                s_r_ready,
  input  wire [511:0]        s_r_data,
  input  wire                s_r_last,
  input  wire                s_r_err,
  output wire                stat_idle
);

  localparam SRC_W = $clog2(N);

  // ---- who is next, kept while it waits
  reg          kept_q;
  wire [N-1:0] grant;
  wire         room;
  wire         move = m_rd_valid && m_rd_ready;

  cm_pick #(.N(N)) u_pick (
    .clk(clk), .rst(rst), .s_ask(s_rd_valid), .keep(kept_q), .move(move), .m_grant(grant));

  assign m_rd_valid = (s_rd_valid & grant) != {N{1'b0}} && room;
  assign s_rd_ready = grant & {N{room && m_rd_ready}};

  always @(posedge clk) begin
    if (rst) kept_q <= 1'b0;
    else begin
      kept_q <= m_rd_valid && !m_rd_ready;
      `UBN_ASSERT(kept_command_stays, !kept_q || m_rd_valid)
    end
  end

  // ---- the command
  reg  [SRC_W-1:0] src;

  integer c;
  always @* begin
    src       = {SRC_W{1'b0}};
    m_rd_addr = s_rd_addr[63:0];
    m_rd_len  = s_rd_len[13:0];
    m_rd_note = s_rd_note[NOTE_W-1:0];
    for (c = 1; c < N; c = c + 1) begin
      if (grant[c]) begin
        src       = c[SRC_W-1:0];
        m_rd_addr = s_rd_addr[64*c +: 64];
        m_rd_len  = s_rd_len[14*c +: 14];
        m_rd_note = s_rd_note[NOTE_W*c +: NOTE_W];
      end
    end
  end

  // ---- whose lines come next
  wire             out_valid;
  wire [SRC_W-1:0] out_src;
  wire [N-1:0]     out_pick = {{(N - 1) {1'b0}}, 1'b1} << out_src;

  cm_fifo #(.W(SRC_W), .DEPTH(DEPTH)) u_order (
    .clk(clk), .rst(rst),
    .s_valid(move), .s_ready(room), .s_data(src),
    .m_valid(out_valid), .m_ready(s_r_valid && s_r_ready && s_r_last), .m_data(out_src),
    .stat_count(), .stat_idle(stat_idle));

  assign m_r_valid = out_pick & {N{s_r_valid && out_valid}};
  assign s_r_ready = out_valid && m_r_ready[out_src];
  assign m_r_data  = s_r_data;
  assign m_r_last  = s_r_last;
  assign m_r_err   = s_r_err;

  always @(posedge clk)
    if (!rst) `UBN_ASSERT(line_was_asked_for, !s_r_valid || out_valid)

endmodule

`resetall
