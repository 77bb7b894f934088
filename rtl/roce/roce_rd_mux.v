// SPDX-License-Identifier: Apache-2.0
// roce_rd_mux: the read port of the memory shared by N clients: their commands go out in turn, the lines that come
//   back go to whose command they belong to. The controller's clients: 0 work requests, 1 payload, 2 responses,
//   3 atomics.
//   Latency    : 0 cycles from s_rd to m_rd and from s_r to m_r.      Throughput: 1 command, 1 line per cycle.
//   Back-press : s_rd_ready is high for the one client in turn; none is while DEPTH commands are outstanding. A line
//                waits for its client, and all lines behind it with it.
//   Order      : per client as received; between clients round robin. A command shown on m_rd stays there.
//   Error      : m_r_err passes; a line that nobody asked for is refused by an assertion (cm_rd_mux).
//   Reset      : nothing outstanding.
//   Source     : ours; probe mem_rd.

`resetall
`default_nettype none
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
  output wire [63:0]     m_rd_addr,
  output wire [13:0]     m_rd_len,
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

  localparam NOTE_W = 2 + 16 + 16 + 8;

  wire [N*NOTE_W-1:0] notes;
  wire [NOTE_W-1:0]   note;
  wire [1:0]          kind;
  wire [15:0]         qp, idx;
  wire [7:0]          count, tlps;

  genvar n;
  generate
    for (n = 0; n < N; n = n + 1) begin : g_note
      assign notes[NOTE_W*n +: NOTE_W] = {s_rd_kind[2*n +: 2], s_rd_qp[16*n +: 16], s_rd_idx[16*n +: 16],
                                          s_rd_count[8*n +: 8]};
    end
  endgenerate

  cm_rd_mux #(.N(N), .NOTE_W(NOTE_W), .DEPTH(DEPTH)) u_mux (
    .clk(clk), .rst(rst), .s_rd_valid(s_rd_valid), .s_rd_ready(s_rd_ready), .s_rd_addr(s_rd_addr),
    .s_rd_len(s_rd_len), .s_rd_note(notes), .m_r_valid(m_r_valid), .m_r_ready(m_r_ready), .m_r_data(m_r_data),
    .m_r_last(m_r_last), .m_r_err(m_r_err), .m_rd_valid(m_rd_valid), .m_rd_ready(m_rd_ready),
    .m_rd_addr(m_rd_addr), .m_rd_len(m_rd_len), .m_rd_note(note), .s_r_valid(s_r_valid), .s_r_ready(s_r_ready),
    .s_r_data(s_r_data), .s_r_last(s_r_last), .s_r_err(s_r_err), .stat_idle(stat_idle));

  assign {kind, qp, idx, count} = note;

  // ---- observation: requests of a command, each within one multiple of the largest
  pcie_pieces u_pieces (.cfg_size(cfg_mrrs), .s_addr(m_rd_addr[11:0]), .s_len(m_rd_len), .m_pieces(tlps));

  always @(posedge clk) begin
    if (rst) probe_rd_valid <= 1'b0;
    else     probe_rd_valid <= m_rd_valid && m_rd_ready;
  end

  always @(posedge clk) begin
    if (m_rd_valid && m_rd_ready) begin
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
