// SPDX-License-Identifier: Apache-2.0
// urma_host_s: the controller as the host sees it, an AXI4 subordinate: work requests, context
//   records, registers.
//   Latency    : 1 cycle from the later of AW and W to m_wr or m_ctx, 2 to reg_wr_en, 3 to B when
//                no verdict is awaited; 3 from AR to R for a register.
//   Throughput : 1 store per cycle; one read at a time.
//   Back-press : see urma_host_wr and urma_host_rd; every ready of the bus comes from a register.
//   Order      : stores are answered in their order; reads in theirs; a read may pass a store that
//                is not answered.
//   Error      : SLVERR, see urma_host_wr and urma_host_rd.
//   Probe      : probe_wr_accept is high in the cycle after the later of AW and W of a work request
//                was taken; id = jetty [19:0], sqe_bb_idx [35:20].
//   Reset      : nothing in work.
//   Source     : AMBA AXI4; configs/spec/registers.yaml. The size of an access is not looked at:
//                strobes tell.

`resetall
`default_nettype none

module urma_host_s #(
  parameter JETTYS = 4096,  // 1..4096
  parameter MAX_WR = 32     // answers queued
) (
  input  wire         clk,
  input  wire         rst,

  input  wire         s_axi_awvalid,
  output wire         s_axi_awready,
  input  wire [3:0]   s_axi_awid,
  input  wire [31:0]  s_axi_awaddr,
  input  wire [7:0]   s_axi_awlen,
  input  wire [2:0]   s_axi_awsize,
  input  wire [1:0]   s_axi_awburst,

  input  wire         s_axi_wvalid,
  output wire         s_axi_wready,
  input  wire [511:0] s_axi_wdata,
  input  wire [63:0]  s_axi_wstrb,
  input  wire         s_axi_wlast,

  output wire         s_axi_bvalid,
  input  wire         s_axi_bready,
  output wire [3:0]   s_axi_bid,
  output wire [1:0]   s_axi_bresp,

  input  wire         s_axi_arvalid,
  output wire         s_axi_arready,
  input  wire [3:0]   s_axi_arid,
  input  wire [31:0]  s_axi_araddr,
  input  wire [7:0]   s_axi_arlen,
  input  wire [2:0]   s_axi_arsize,
  input  wire [1:0]   s_axi_arburst,

  output wire         s_axi_rvalid,
  input  wire         s_axi_rready,
  output wire [3:0]   s_axi_rid,
  output wire [511:0] s_axi_rdata,
  output wire [1:0]   s_axi_rresp,
  output wire         s_axi_rlast,

  // Verdict on each m_wr, in order: 1 accepted, 0 refused
  input  wire         s_verdict_valid,
  output wire         s_verdict_ready,
  input  wire         s_verdict_ok,

  output wire         m_wr_valid,
  input  wire         m_wr_ready,
  output wire [19:0]  m_wr_jetty,
  output wire [511:0] m_wr_wqe,

  output wire         m_ctx_valid,
  input  wire         m_ctx_ready,
  output wire [2:0]   m_ctx_kind,
  output wire [15:0]  m_ctx_id,
  output wire [511:0] m_ctx_data,

  // Register file: one access per cycle, read data in the next
  output wire         reg_wr_en,
  output wire         reg_rd_en,
  output wire [15:0]  reg_addr,
  output wire [63:0]  reg_wdata,
  input  wire [63:0]  reg_rdata,

  output wire         probe_wr_accept_valid,
  output wire [63:0]  probe_wr_accept_id,

  output wire         stat_drop_store,
  output wire         stat_idle
);

  wire [15:0] reg_wr_addr;
  wire [15:0] reg_rd_addr;
  wire        reg_rd_req;
  wire        wr_idle;
  wire        rd_idle;

  // Stores go first; they cannot wait.
  assign reg_rd_en = reg_rd_req && !reg_wr_en;
  assign reg_addr  = reg_wr_en ? reg_wr_addr : reg_rd_addr;
  assign stat_idle = wr_idle && rd_idle;

  urma_host_wr #(
    .JETTYS (JETTYS),
    .MAX_WR (MAX_WR)
  ) u_wr (
    .clk                   (clk),
    .rst                   (rst),
    .s_axi_awvalid         (s_axi_awvalid),
    .s_axi_awready         (s_axi_awready),
    .s_axi_awid            (s_axi_awid),
    .s_axi_awaddr          (s_axi_awaddr),
    .s_axi_awlen           (s_axi_awlen),
    .s_axi_wvalid          (s_axi_wvalid),
    .s_axi_wready          (s_axi_wready),
    .s_axi_wdata           (s_axi_wdata),
    .s_axi_wstrb           (s_axi_wstrb),
    .s_axi_wlast           (s_axi_wlast),
    .s_axi_bvalid          (s_axi_bvalid),
    .s_axi_bready          (s_axi_bready),
    .s_axi_bid             (s_axi_bid),
    .s_axi_bresp           (s_axi_bresp),
    .s_verdict_valid       (s_verdict_valid),
    .s_verdict_ready       (s_verdict_ready),
    .s_verdict_ok          (s_verdict_ok),
    .m_wr_valid            (m_wr_valid),
    .m_wr_ready            (m_wr_ready),
    .m_wr_jetty            (m_wr_jetty),
    .m_wr_wqe              (m_wr_wqe),
    .m_ctx_valid           (m_ctx_valid),
    .m_ctx_ready           (m_ctx_ready),
    .m_ctx_kind            (m_ctx_kind),
    .m_ctx_id              (m_ctx_id),
    .m_ctx_data            (m_ctx_data),
    .reg_wr_en             (reg_wr_en),
    .reg_wr_addr           (reg_wr_addr),
    .reg_wdata             (reg_wdata),
    .probe_wr_accept_valid (probe_wr_accept_valid),
    .probe_wr_accept_id    (probe_wr_accept_id),
    .stat_drop_store       (stat_drop_store),
    .stat_idle             (wr_idle)
  );

  urma_host_rd u_rd (
    .clk           (clk),
    .rst           (rst),
    .s_axi_arvalid (s_axi_arvalid),
    .s_axi_arready (s_axi_arready),
    .s_axi_arid    (s_axi_arid),
    .s_axi_araddr  (s_axi_araddr),
    .s_axi_arlen   (s_axi_arlen),
    .s_axi_rvalid  (s_axi_rvalid),
    .s_axi_rready  (s_axi_rready),
    .s_axi_rid     (s_axi_rid),
    .s_axi_rdata   (s_axi_rdata),
    .s_axi_rresp   (s_axi_rresp),
    .s_axi_rlast   (s_axi_rlast),
    .reg_rd_req    (reg_rd_req),
    .reg_rd_grant  (reg_rd_en),
    .reg_rd_addr   (reg_rd_addr),
    .reg_rdata     (reg_rdata),
    .stat_idle     (rd_idle)
  );

  wire unused = &{1'b0, s_axi_awsize, s_axi_awburst, s_axi_arsize, s_axi_arburst};

endmodule

`resetall
