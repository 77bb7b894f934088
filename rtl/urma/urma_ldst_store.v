// SPDX-License-Identifier: Apache-2.0
// urma_ldst_store: gathers the stores to the load/store window. A store goes on when all of its beats are here, so
//   that it can be refused whole.
//   Latency    : 1 cycle from the last W beat to m_st, when its AW is here.      Throughput: 1 beat per cycle.
//   Back-press : awready: QUEUE stores wait. wready: BEATS beats are held, or QUEUE stores are complete.
//   Order      : as AW.
//   Error      : m_st_ok = 0 when a strobe is missing. Beats past the 64th of a store are dropped (it is refused for
//                its length): m_st_beats tells how many are held.
//   Reset      : empty.
//   Source     : AMBA AXI4. Stage nic_tx.

`resetall
`default_nettype none
`include "cm_assert.vh"

module urma_ldst_store #(
  parameter BEATS = 128,   // beats held, at least those of the longest store and the next one
  parameter QUEUE = 8      // stores
) (
  input  wire         clk,
  input  wire         rst,
  input  wire         s_awvalid,
  output wire         s_awready,
  input  wire [3:0]   s_awid,
  input  wire [31:0]  s_awaddr,
  input  wire [7:0]   s_awlen,
  input  wire [2:0]   s_awsize,
  input  wire [1:0]   s_awburst,
  input  wire         s_wvalid,
  output wire         s_wready,
  input  wire [511:0] s_wdata,
  input  wire [63:0]  s_wstrb,
  input  wire         s_wlast,
  // complete stores
  output wire         m_st_valid,
  input  wire         m_st_ready,
  output wire [3:0]   m_st_id,
  output wire [31:0]  m_st_addr,
  output wire [7:0]   m_st_len,
  output wire [2:0]   m_st_size,
  output wire [1:0]   m_st_burst,
  output wire         m_st_ok,
  output wire [6:0]   m_st_beats,   // held on m_w, 1..64
  // their beats
  output wire         m_w_valid,
  input  wire         m_w_ready,
  output wire [511:0] m_w_data,
  output wire         stat_idle
);

  localparam [6:0] MOST = 7'd64;

  reg  [6:0] count_q;    // beats of the store at hand so far, at most MOST
  reg        whole_q;    // no strobe was missing in them
  wire       w_room, end_room, aw_valid, end_valid;
  wire       keep  = count_q != MOST;
  wire       beat  = s_wvalid && s_wready;
  wire       ends  = beat && s_wlast;
  wire       whole = whole_q && &s_wstrb;
  wire [6:0] beats = count_q + {6'd0, keep};

  assign s_wready   = w_room && end_room;
  assign m_st_valid = aw_valid && end_valid;
  assign stat_idle  = !m_st_valid;       // what waits for more W or AW moves nothing

  always @(posedge clk) begin
    if (rst) begin
      count_q <= 7'd0;
      whole_q <= 1'b1;
    end else if (beat) begin
      count_q <= s_wlast ? 7'd0 : beats;
      whole_q <= s_wlast || whole;
    end
  end

  cm_fifo #(.W(49), .DEPTH(QUEUE)) u_aw (
    .clk(clk), .rst(rst), .s_valid(s_awvalid), .s_ready(s_awready),
    .s_data({s_awid, s_awaddr, s_awlen, s_awsize, s_awburst}), .m_valid(aw_valid), .m_ready(m_st_valid && m_st_ready),
    .m_data({m_st_id, m_st_addr, m_st_len, m_st_size, m_st_burst}), .stat_count(), .stat_idle());

  cm_fifo #(.W(8), .DEPTH(QUEUE)) u_end (
    .clk(clk), .rst(rst), .s_valid(ends), .s_ready(end_room), .s_data({whole, beats}),
    .m_valid(end_valid), .m_ready(m_st_valid && m_st_ready), .m_data({m_st_ok, m_st_beats}), .stat_count(),
    .stat_idle());

  cm_fifo #(.W(512), .DEPTH(BEATS)) u_w (
    .clk(clk), .rst(rst), .s_valid(beat && keep), .s_ready(w_room), .s_data(s_wdata),
    .m_valid(m_w_valid), .m_ready(m_w_ready), .m_data(m_w_data), .stat_count(), .stat_idle());

  always @(posedge clk)
    if (!rst) `UBN_ASSERT(beats_are_here_before_the_store_goes, !m_st_valid || m_w_valid)

  generate
    if (BEATS < 128) begin : g_error
      error_beats_must_hold_two_stores u_error ();
    end
  endgenerate

endmodule

`resetall
