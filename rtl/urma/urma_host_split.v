// SPDX-License-Identifier: Apache-2.0
// urma_host_split: sends the accesses of the host to one of two subordinates by their address: the load/store
//   window, or all the rest (registers, work requests, context records). Payloads pass outside of it.
//   Latency    : 0 cycles, both ways.      Throughput: 1 beat per cycle on each channel.
//   Back-press : that of the subordinate addressed. A W beat waits for its AW. awready falls while MAX_WR stores
//                wait for their data.
//   Order      : W beats follow the order of AW. Answers of one subordinate keep their order, those of the two do
//                not, and a burst of R is not interrupted: the host uses other ids for the window.
//   Error      : none; the subordinates refuse.
//   Reset      : no store under way.
//   Source     : AMBA AXI4; regions in configs/spec/registers.yaml.

`resetall
`default_nettype none
`include "ubn_registers.vh"

module urma_host_split #(
  parameter MAX_WR = 64   // stores that wait for data, at least 2
) (
  input  wire         clk,
  input  wire         rst,
  // host
  input  wire         s_awvalid,
  output wire         s_awready,
  input  wire [31:0]  s_awaddr,
  input  wire         s_wvalid,
  output wire         s_wready,
  input  wire         s_wlast,
  output wire         s_bvalid,
  input  wire         s_bready,
  output wire [5:0]   s_b,          // {id, resp}
  input  wire         s_arvalid,
  output wire         s_arready,
  input  wire [31:0]  s_araddr,
  output wire         s_rvalid,
  input  wire         s_rready,
  output wire [517:0] s_r,          // {id, resp, data}
  output wire         s_rlast,
  // subordinates: 0 the rest, 1 window
  output wire [1:0]   m_awvalid,
  input  wire [1:0]   m_awready,
  output wire [1:0]   m_wvalid,
  input  wire [1:0]   m_wready,
  input  wire [1:0]   m_bvalid,
  output wire [1:0]   m_bready,
  input  wire [5:0]   m0_b,
  input  wire [5:0]   m1_b,
  output wire [1:0]   m_arvalid,
  input  wire [1:0]   m_arready,
  input  wire [1:0]   m_rvalid,
  output wire [1:0]   m_rready,
  input  wire [517:0] m0_r,
  input  wire [517:0] m1_r,
  input  wire [1:0]   m_rlast
);

  localparam [31:0] OFF = `URMA_MAP_WINDOW_BYTES - 32'd1;

  wire ar_win = (s_araddr & ~OFF) == `URMA_MAP_WINDOW_BASE;
  wire aw_win = (s_awaddr & ~OFF) == `URMA_MAP_WINDOW_BASE;
  wire room;       // for one more store
  wire w_known;    // the AW of the W beat at hand has come
  wire w_win;      // where to
  wire w_ends = s_wvalid && s_wready && s_wlast;

  assign m_arvalid = {s_arvalid && ar_win, s_arvalid && !ar_win};
  assign s_arready = m_arready[ar_win];
  assign m_awvalid = {s_awvalid && room && aw_win, s_awvalid && room && !aw_win};
  assign s_awready = room && m_awready[aw_win];
  assign m_wvalid  = {s_wvalid && w_known && w_win, s_wvalid && w_known && !w_win};
  assign s_wready  = w_known && m_wready[w_win];

  cm_fifo_pass #(.W(1), .DEPTH(MAX_WR)) u_order (
    .clk(clk), .rst(rst), .s_valid(s_awvalid && m_awready[aw_win]), .s_ready(room), .s_data(aw_win),
    .m_valid(w_known), .m_ready(w_ends), .m_data(w_win), .stat_count(), .stat_idle());

  wire [1:0] b_from_unused;

  cm_merge #(.N(2), .W(6)) u_b (
    .clk(clk), .rst(rst), .s_valid(m_bvalid), .s_ready(m_bready), .s_data({m1_b, m0_b}), .m_valid(s_bvalid),
    .m_ready(s_bready), .m_data(s_b), .m_from(b_from_unused));

  cm_mux2 #(.W(518)) u_r (
    .clk(clk), .rst(rst), .s0_valid(m_rvalid[0]), .s0_ready(m_rready[0]), .s0_data(m0_r), .s0_last(m_rlast[0]),
    .s1_valid(m_rvalid[1]), .s1_ready(m_rready[1]), .s1_data(m1_r), .s1_last(m_rlast[1]), .m_valid(s_rvalid),
    .m_ready(s_rready), .m_data(s_r), .m_last(s_rlast));

endmodule

`resetall
