// SPDX-License-Identifier: Apache-2.0
// urma_axi_m: serves the internal memory port as an AXI4 manager.
//   Latency    : 1 cycle: s_rd to AR, s_wr with its first beat to AW and W, R to m_r.
//   Throughput : 1 command per cycle while each is one beat; 1 beat per cycle each way.
//   Back-press : s_rd_ready, s_wr_ready: bursts of the command before are left to send (and, for a
//                write, its beats), AR or AW is held up, or MAX_RD / MAX_WR commands are
//                unanswered. s_w_ready: W is held up or the beat has no command yet. The answers
//                are always taken, except R while m_r is held up.
//   Order      : reads are answered in command order; writes leave in command order. One AXI ID
//                each.
//   Data       : in bus lanes, both ways (byte address a lies in lane a mod DATA_W/8). A read
//                returns every beat that holds a byte of it; m_r_last marks the last beat of the
//                command, not of a burst. Lanes of s_w_data outside the command are not written.
//   Error      : m_r_err is high from the first failed beat of a command to its end; stat_rd_err,
//                stat_wr_err strobe once for a failed command.
//   Idle       : stat_idle also while only answers are awaited; the stat_*_outstanding say how many
//                commands wait for one.
//   Reset      : no command, no beat, nothing outstanding.
//   Source     : AMBA AXI4; INCR bursts of whole beats, cut at 4 KiB.

`resetall
`default_nettype none

`include "cm_assert.vh"

module urma_axi_m #(
  parameter DATA_W = 512,
  parameter ADDR_W = 64,
  parameter ID_W   = 4,
  parameter RD_ID  = 0,
  parameter WR_ID  = 1,
  parameter MAX_RD = 64,  // commands
  parameter MAX_WR = 64
) (
  input  wire                clk,
  input  wire                rst,

  // Memory port
  input  wire                s_rd_valid,
  output wire                s_rd_ready,
  input  wire [ADDR_W-1:0]   s_rd_addr,
  input  wire [13:0]         s_rd_len,    // bytes, 1..8192

  input  wire                s_wr_valid,
  output wire                s_wr_ready,
  input  wire [ADDR_W-1:0]   s_wr_addr,
  input  wire [13:0]         s_wr_len,    // bytes, 1..8192

  input  wire                s_w_valid,
  output wire                s_w_ready,
  input  wire [DATA_W-1:0]   s_w_data,

  output wire                m_r_valid,
  input  wire                m_r_ready,
  output wire [DATA_W-1:0]   m_r_data,
  output wire                m_r_last,
  output wire                m_r_err,

  output wire                m_done_valid,  // a write command is answered, in order; taken at once
  output wire                m_done_err,

  // AXI4
  output wire                m_axi_awvalid,
  input  wire                m_axi_awready,
  output wire [ID_W-1:0]     m_axi_awid,
  output wire [ADDR_W-1:0]   m_axi_awaddr,
  output wire [7:0]          m_axi_awlen,
  output wire [2:0]          m_axi_awsize,
  output wire [1:0]          m_axi_awburst,

  output wire                m_axi_wvalid,
  input  wire                m_axi_wready,
  output wire [DATA_W-1:0]   m_axi_wdata,
  output wire [DATA_W/8-1:0] m_axi_wstrb,
  output wire                m_axi_wlast,

  input  wire                m_axi_bvalid,
  output wire                m_axi_bready,
  input  wire [ID_W-1:0]     m_axi_bid,
  input  wire [1:0]          m_axi_bresp,

  output wire                m_axi_arvalid,
  input  wire                m_axi_arready,
  output wire [ID_W-1:0]     m_axi_arid,
  output wire [ADDR_W-1:0]   m_axi_araddr,
  output wire [7:0]          m_axi_arlen,
  output wire [2:0]          m_axi_arsize,
  output wire [1:0]          m_axi_arburst,

  input  wire                m_axi_rvalid,
  output wire                m_axi_rready,
  input  wire [ID_W-1:0]     m_axi_rid,
  input  wire [DATA_W-1:0]   m_axi_rdata,
  input  wire [1:0]          m_axi_rresp,
  input  wire                m_axi_rlast,

  output wire [15:0]         stat_rd_outstanding,
  output wire [15:0]         stat_wr_outstanding,
  output wire                stat_wr_err,
  output wire                stat_rd_err,
  output wire                stat_idle
);

  localparam       LANE_W = $clog2(DATA_W / 8);
  localparam [1:0] INCR   = 2'b01;
  localparam [1:0] OKAY   = 2'b00;

  // ---- Read

  wire rd_idle;
  wire rd_seg_valid;
  wire rd_seg_final;
  wire r_fire     = m_axi_rvalid && m_axi_rready;
  wire r_seg_fire = r_fire && m_axi_rlast;

  urma_axi_split #(
    .DATA_W  (DATA_W),
    .ADDR_W  (ADDR_W),
    .MAX_CMD (MAX_RD)
  ) u_rd_split (
    .clk              (clk),
    .rst              (rst),
    .s_cmd_valid      (s_rd_valid),
    .s_cmd_ready      (s_rd_ready),
    .s_cmd_addr       (s_rd_addr),
    .s_cmd_len        (s_rd_len),
    .m_ax_valid       (m_axi_arvalid),
    .m_ax_ready       (m_axi_arready),
    .m_ax_addr        (m_axi_araddr),
    .m_ax_len         (m_axi_arlen),
    .m_seg_valid      (rd_seg_valid),
    .m_seg_ready      (r_seg_fire),
    .m_seg_final      (rd_seg_final),
    .stat_outstanding (stat_rd_outstanding),
    .stat_idle        (rd_idle)
  );

  assign m_axi_arid    = RD_ID[ID_W-1:0];
  assign m_axi_arsize  = LANE_W[2:0];
  assign m_axi_arburst = INCR;

  reg  rd_failed_q;  // a beat of the command in work failed
  reg  rd_err_q;
  wire r_end = r_seg_fire && rd_seg_final;
  wire r_bad = rd_failed_q || (m_axi_rresp != OKAY);

  always @(posedge clk) begin
    if (rst) begin
      rd_failed_q <= 1'b0;
      rd_err_q    <= 1'b0;
    end else begin
      rd_err_q <= r_end && r_bad;
      if (r_fire) begin
        rd_failed_q <= r_bad && !r_end;
      end
      `UBN_ASSERT(read_data_has_a_command, !m_axi_rvalid || rd_seg_valid)
      `UBN_ASSERT(read_id_is_ours, !m_axi_rvalid || m_axi_rid == RD_ID[ID_W-1:0])
    end
  end

  // Data and marks move in step through two cells; one cell would need a wide concatenation, which
  // costs simulation time in every cycle.
  cm_skid #(
    .W (DATA_W)
  ) u_r_data (
    .clk     (clk),
    .rst     (rst),
    .s_valid (m_axi_rvalid),
    .s_ready (m_axi_rready),
    .s_data  (m_axi_rdata),
    .m_valid (m_r_valid),
    .m_ready (m_r_ready),
    .m_data  (m_r_data)
  );

  wire r_mark_ready;
  wire r_mark_valid;

  cm_skid #(
    .W (2)
  ) u_r_mark (
    .clk     (clk),
    .rst     (rst),
    .s_valid (m_axi_rvalid),
    .s_ready (r_mark_ready),
    .s_data  ({r_bad, m_axi_rlast && rd_seg_final}),
    .m_valid (r_mark_valid),
    .m_ready (m_r_ready),
    .m_data  ({m_r_err, m_r_last})
  );

  // ---- Write

  wire wr_idle;
  wire wd_idle;
  wire wr_split_ready;
  wire wr_data_ready;
  wire wr_seg_valid;
  wire wr_seg_final;

  // A command goes to both at once.
  assign s_wr_ready = wr_split_ready && wr_data_ready;

  urma_axi_split #(
    .DATA_W  (DATA_W),
    .ADDR_W  (ADDR_W),
    .MAX_CMD (MAX_WR)
  ) u_wr_split (
    .clk              (clk),
    .rst              (rst),
    .s_cmd_valid      (s_wr_valid && wr_data_ready),
    .s_cmd_ready      (wr_split_ready),
    .s_cmd_addr       (s_wr_addr),
    .s_cmd_len        (s_wr_len),
    .m_ax_valid       (m_axi_awvalid),
    .m_ax_ready       (m_axi_awready),
    .m_ax_addr        (m_axi_awaddr),
    .m_ax_len         (m_axi_awlen),
    .m_seg_valid      (wr_seg_valid),
    .m_seg_ready      (m_axi_bvalid),
    .m_seg_final      (wr_seg_final),
    .stat_outstanding (stat_wr_outstanding),
    .stat_idle        (wr_idle)
  );

  urma_axi_wdata #(
    .DATA_W (DATA_W)
  ) u_wr_data (
    .clk         (clk),
    .rst         (rst),
    .s_cmd_valid (s_wr_valid && wr_split_ready),
    .s_cmd_ready (wr_data_ready),
    .s_cmd_addr  (s_wr_addr[11:0]),
    .s_cmd_len   (s_wr_len),
    .s_w_valid   (s_w_valid),
    .s_w_ready   (s_w_ready),
    .s_w_data    (s_w_data),
    .m_w_valid   (m_axi_wvalid),
    .m_w_ready   (m_axi_wready),
    .m_w_data    (m_axi_wdata),
    .m_w_strb    (m_axi_wstrb),
    .m_w_last    (m_axi_wlast),
    .stat_idle   (wd_idle)
  );

  assign m_axi_awid    = WR_ID[ID_W-1:0];
  assign m_axi_awsize  = LANE_W[2:0];
  assign m_axi_awburst = INCR;
  assign m_axi_bready  = 1'b1;

  reg  wr_failed_q;
  reg  wr_done_q;
  reg  wr_err_q;
  wire b_end = m_axi_bvalid && wr_seg_final;
  wire b_bad = wr_failed_q || (m_axi_bresp != OKAY);

  always @(posedge clk) begin
    if (rst) begin
      wr_failed_q <= 1'b0;
      wr_done_q   <= 1'b0;
      wr_err_q    <= 1'b0;
    end else begin
      wr_done_q <= b_end;
      wr_err_q  <= b_end && b_bad;
      if (m_axi_bvalid) begin
        wr_failed_q <= b_bad && !b_end;
      end
      `UBN_ASSERT(write_answer_has_a_command, !m_axi_bvalid || wr_seg_valid)
      `UBN_ASSERT(write_id_is_ours, !m_axi_bvalid || m_axi_bid == WR_ID[ID_W-1:0])
    end
  end

  assign m_done_valid = wr_done_q;
  assign m_done_err   = wr_err_q;
  assign stat_wr_err  = wr_err_q;
  assign stat_rd_err  = rd_err_q;
  // stat_rd_err needs no term: the beat that raised it is still in the cell in that cycle.
  assign stat_idle    = rd_idle && wr_idle && wd_idle && !m_r_valid && !wr_done_q;

  wire unused = &{1'b0, r_mark_ready, r_mark_valid};

endmodule

`resetall
