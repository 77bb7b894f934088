// SPDX-License-Identifier: Apache-2.0
// roce_rd_mux: the read port of the memory shared by N clients: their commands go out in turn, the lines that come
//   back go to whose command they belong to. The controller's clients: 0 work requests, 1 payload, 2 responses,
//   3 atomics.
//   Latency    : 0 cycles from s_rd to m_rd and from s_r to m_r.      Throughput: 1 command, 1 line per cycle.
//   Back-press : s_rd_ready is high for the one client in turn; none is while DEPTH commands are outstanding. A line
//                waits for its client, and all lines behind it with it.
//   Order      : per client as received; between clients round robin. A command shown on m_rd stays there.
//   Error      : m_r_err passes; a line that nobody asked for is refused by an assertion.
//   Reset      : nothing outstanding.
//   Source     : ours; probe mem_rd.

`resetall
`default_nettype none
`include "cm_assert.vh"
`include "ubn_probes.vh"

module roce_rd_mux #(
  parameter N     = 4,    // clients, 2..8
  parameter DEPTH = 256   // commands outstanding, at least 2
) (
  input  wire            clk,
  input  wire            rst,
  input  wire [2:0]      cfg_mrrs,       // largest read request: 128 B << code, 0..5
  // commands of the clients; the note says whose they are, as in probe mem_rd
  input  wire [N-1:0]    s_rd_valid,
  output wire [N-1:0]    s_rd_ready,
  input  wire [N*64-1:0] s_rd_addr,
  input  wire [N*14-1:0] s_rd_len,
  input  wire [N*2-1:0]  s_rd_kind,
  input  wire [N*16-1:0] s_rd_qp,
  input  wire [N*16-1:0] s_rd_idx,
  input  wire [N*8-1:0]  s_rd_count,
  // lines to the clients
  output wire [N-1:0]    m_r_valid,
  input  wire [N-1:0]    m_r_ready,
  output wire [511:0]    m_r_data,
  output wire            m_r_last,
  output wire            m_r_err,
  // memory
  output wire            m_rd_valid,
  input  wire            m_rd_ready,
  output reg  [63:0]     m_rd_addr,
  output reg  [13:0]     m_rd_len,
  input  wire            s_r_valid,
  output wire            s_r_ready,
  input  wire [511:0]    s_r_data,
  input  wire            s_r_last,
  input  wire            s_r_err,
  // observation
  output reg             probe_rd_valid,
  output reg  [63:0]     probe_rd_id,
  output wire            stat_idle
);

  localparam SRC_W = $clog2(N);

  generate
    if (N < 2 || N > 8) begin : g_error
      error_n_must_be_2_to_8 u_error ();
    end
  endgenerate

  // ---- who is next: the first of those in turn, else the first of all; kept while it waits
  reg  [N-1:0]     turn_q;      // clients after the last winner
  reg              kept_q;
  reg  [N-1:0]     owner_q;     // one-hot
  reg  [N-1:0]     pick;
  reg              seen;
  wire [N-1:0]     in_turn = (s_rd_valid & turn_q) != {N{1'b0}} ? s_rd_valid & turn_q : s_rd_valid;
  wire [N-1:0]     grant   = kept_q ? owner_q : pick;
  wire             room;
  wire             move    = m_rd_valid && m_rd_ready;

  integer p;
  always @* begin
    seen = 1'b0;
    pick = {N{1'b0}};
    for (p = 0; p < N; p = p + 1) begin
      pick[p] = in_turn[p] && !seen;
      seen    = seen || in_turn[p];
    end
  end

  assign m_rd_valid = (s_rd_valid & grant) != {N{1'b0}} && room;
  assign s_rd_ready = grant & {N{room && m_rd_ready}};

  integer t;
  always @(posedge clk) begin
    if (rst) begin
      turn_q <= {N{1'b1}};
      kept_q <= 1'b0;
    end else begin
      kept_q <= m_rd_valid && !m_rd_ready;
      for (t = 0; t < N; t = t + 1)
        if (move && grant[t]) turn_q <= {N{1'b1}} << (t + 1);
      `UBN_ASSERT(kept_command_stays, !kept_q || m_rd_valid)
    end
  end

  always @(posedge clk) owner_q <= grant;

  // ---- the command
  reg  [SRC_W-1:0] src;
  reg  [1:0]       kind;
  reg  [15:0]      qp, idx;
  reg  [7:0]       count;

  integer c;
  always @* begin
    src       = {SRC_W{1'b0}};
    m_rd_addr = s_rd_addr[63:0];
    m_rd_len  = s_rd_len[13:0];
    kind      = s_rd_kind[1:0];
    qp        = s_rd_qp[15:0];
    idx       = s_rd_idx[15:0];
    count     = s_rd_count[7:0];
    for (c = 1; c < N; c = c + 1) begin
      if (grant[c]) begin
        src       = c[SRC_W-1:0];
        m_rd_addr = s_rd_addr[64*c +: 64];
        m_rd_len  = s_rd_len[14*c +: 14];
        kind      = s_rd_kind[2*c +: 2];
        qp        = s_rd_qp[16*c +: 16];
        idx       = s_rd_idx[16*c +: 16];
        count     = s_rd_count[8*c +: 8];
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

  // ---- observation: requests of a command, each within one multiple of the largest
  wire [7:0] tlps;
  pcie_pieces u_pieces (.cfg_size(cfg_mrrs), .s_addr(m_rd_addr[11:0]), .s_len(m_rd_len), .m_pieces(tlps));

  always @(posedge clk) begin
    if (rst) probe_rd_valid <= 1'b0;
    else     probe_rd_valid <= move;
  end

  always @(posedge clk) begin
    if (move) begin
      probe_rd_id                          <= 64'd0;
      probe_rd_id[`ROCE_PROBE_MEM_RD_KIND]  <= kind;
      probe_rd_id[`ROCE_PROBE_MEM_RD_TLPS]  <= tlps;
      probe_rd_id[`ROCE_PROBE_MEM_RD_QP]    <= qp;
      probe_rd_id[`ROCE_PROBE_MEM_RD_IDX]   <= idx;
      probe_rd_id[`ROCE_PROBE_MEM_RD_COUNT] <= count;
    end
  end

endmodule

`resetall
