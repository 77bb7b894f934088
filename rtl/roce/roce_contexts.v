// SPDX-License-Identifier: Apache-2.0
// roce_contexts: the context ports of the controller, one table for each kind of record, and the host's way
//   to write them. Kinds by number: 0 work queue, 1 queue pair static part, 2 sending half, 3 completing half,
//   4 responder, 5 memory region, 6 completion queue.
//   Latency    : see cm_ctx.      Throughput: 1 read per cycle and client, 1 write-back per cycle and kind.
//   Back-press : s_ctx_ready falls in a cycle in which the owner writes back.
//   Order      : per client as asked.
//   Error      : a record of no table or past its end is dropped, stat_drop strobes.
//   Reset      : no answer pending; records keep their content.
//   Source     : configs/spec/records.yaml.

`resetall
`default_nettype none
`include "ubn_records.vh"

module roce_contexts #(
  parameter QPS = 64,
  parameter MRS = 256,
  parameter CQS = 64
) (
  input  wire         clk,
  input  wire         rst,
  input  wire         cfg_slow_en,
  input  wire [31:0]  cfg_slow_seed,
  // host
  input  wire         s_ctx_valid,
  output wire         s_ctx_ready,
  input  wire [2:0]   s_ctx_kind,
  input  wire [15:0]  s_ctx_id,
  input  wire [511:0] s_ctx_data,
  // work queues: roce_wq_fetch
  input  wire         wq_rd_valid,
  output wire         wq_rd_ready,
  input  wire [15:0] wq_rd_id,
  output wire         wq_rsp_valid,
  input  wire         wq_rsp_ready,
  output wire [`ROCE_WQ_CTX_BITS-1:0] wq_rsp_data,
  input  wire         wq_wr_valid,
  input  wire [15:0]  wq_wr_id,
  input  wire [`ROCE_WQ_CTX_BITS-1:0] wq_wr_data,
  // queue pairs, static part: clients 0 roce_qp_send, 1 roce_qp_recv, 2 roce_rsp_rx
  input  wire [2:0]   cfg_rd_valid,
  output wire [2:0]   cfg_rd_ready,
  input  wire [47:0] cfg_rd_id,
  output wire [2:0]   cfg_rsp_valid,
  input  wire [2:0]   cfg_rsp_ready,
  output wire [3*`ROCE_QP_CFG_BITS-1:0] cfg_rsp_data,
  // queue pairs, sending half: clients 0 roce_qp_send (owner), 1 roce_rsp_rx
  input  wire [1:0]   tx_rd_valid,
  output wire [1:0]   tx_rd_ready,
  input  wire [31:0] tx_rd_id,
  output wire [1:0]   tx_rsp_valid,
  input  wire [1:0]   tx_rsp_ready,
  output wire [2*`ROCE_QP_TX_BITS-1:0] tx_rsp_data,
  input  wire         tx_wr_valid,
  input  wire [15:0]  tx_wr_id,
  input  wire [`ROCE_QP_TX_BITS-1:0] tx_wr_data,
  // queue pairs, completing half: roce_rsp_rx
  input  wire         una_rd_valid,
  output wire         una_rd_ready,
  input  wire [15:0] una_rd_id,
  output wire         una_rsp_valid,
  input  wire         una_rsp_ready,
  output wire [`ROCE_QP_UNA_BITS-1:0] una_rsp_data,
  input  wire         una_wr_valid,
  input  wire [15:0]  una_wr_id,
  input  wire [`ROCE_QP_UNA_BITS-1:0] una_wr_data,
  // queue pairs, responder: roce_qp_recv
  input  wire         rx_rd_valid,
  output wire         rx_rd_ready,
  input  wire [15:0] rx_rd_id,
  output wire         rx_rsp_valid,
  input  wire         rx_rsp_ready,
  output wire [`ROCE_QP_RX_BITS-1:0] rx_rsp_data,
  input  wire         rx_wr_valid,
  input  wire [15:0]  rx_wr_id,
  input  wire [`ROCE_QP_RX_BITS-1:0] rx_wr_data,
  // memory regions: clients 0 roce_qp_send, 1 roce_qp_recv, 2 roce_rsp_rx
  input  wire [2:0]   mr_rd_valid,
  output wire [2:0]   mr_rd_ready,
  input  wire [47:0] mr_rd_id,
  output wire [2:0]   mr_rsp_valid,
  input  wire [2:0]   mr_rsp_ready,
  output wire [3*`ROCE_MR_CTX_BITS-1:0] mr_rsp_data,
  // completion queues: roce_wr
  input  wire         cq_rd_valid,
  output wire         cq_rd_ready,
  input  wire [15:0] cq_rd_id,
  output wire         cq_rsp_valid,
  input  wire         cq_rsp_ready,
  output wire [`ROCE_CQ_CTX_BITS-1:0] cq_rsp_data,
  input  wire         cq_wr_valid,
  input  wire [15:0]  cq_wr_id,
  input  wire [`ROCE_CQ_CTX_BITS-1:0] cq_wr_data,
  output wire         stat_drop,
  output wire         stat_idle
);

  localparam [31:0] WQS_N = 2 * QPS;
  localparam [31:0] QPS_N = QPS;
  localparam [31:0] MRS_N = MRS;
  localparam [31:0] CQS_N = CQS;

  reg  [16:0] records;             // of the kind addressed
  wire [7:0]  ready;
  wire [6:0]  idle;
  wire        in_range = {1'b0, s_ctx_id} < records;
  wire [6:0]  pick     = {6'd0, s_ctx_valid && in_range} << s_ctx_kind;

  always @* begin
    case (s_ctx_kind)
      3'd0:    records = WQS_N[16:0];
      3'd5:    records = MRS_N[16:0];
      3'd6:    records = CQS_N[16:0];
      3'd7:    records = 17'd0;
      default: records = QPS_N[16:0];
    endcase
  end

  assign ready[7]    = 1'b1;
  assign s_ctx_ready = !in_range || ready[s_ctx_kind];
  assign stat_drop   = s_ctx_valid && !in_range;
  assign stat_idle   = &idle;

  cm_ctx #(.W(`ROCE_WQ_CTX_BITS), .DEPTH(2 * QPS), .N_RD(1)) u_wq (
    .clk(clk), .rst(rst), .cfg_slow_en(cfg_slow_en), .cfg_slow_seed(cfg_slow_seed ^ 32'h1),
    .wr0_valid(pick[0]), .wr0_ready(ready[0]), .wr0_id(s_ctx_id), .wr0_data(s_ctx_data[`ROCE_WQ_CTX_BITS-1:0]),
    .wr1_valid(wq_wr_valid), .wr1_id(wq_wr_id), .wr1_data(wq_wr_data),
    .rd_valid(wq_rd_valid), .rd_ready(wq_rd_ready), .rd_id(wq_rd_id),
    .rsp_valid(wq_rsp_valid), .rsp_ready(wq_rsp_ready), .rsp_data(wq_rsp_data), .stat_idle(idle[0]));

  cm_ctx #(.W(`ROCE_QP_CFG_BITS), .DEPTH(QPS), .N_RD(3)) u_cfg (
    .clk(clk), .rst(rst), .cfg_slow_en(cfg_slow_en), .cfg_slow_seed(cfg_slow_seed ^ 32'h2),
    .wr0_valid(pick[1]), .wr0_ready(ready[1]), .wr0_id(s_ctx_id), .wr0_data(s_ctx_data[`ROCE_QP_CFG_BITS-1:0]),
    .wr1_valid(1'b0), .wr1_id(16'd0), .wr1_data({`ROCE_QP_CFG_BITS{1'b0}}),
    .rd_valid(cfg_rd_valid), .rd_ready(cfg_rd_ready), .rd_id(cfg_rd_id),
    .rsp_valid(cfg_rsp_valid), .rsp_ready(cfg_rsp_ready), .rsp_data(cfg_rsp_data), .stat_idle(idle[1]));

  cm_ctx #(.W(`ROCE_QP_TX_BITS), .DEPTH(QPS), .N_RD(2)) u_tx (
    .clk(clk), .rst(rst), .cfg_slow_en(cfg_slow_en), .cfg_slow_seed(cfg_slow_seed ^ 32'h3),
    .wr0_valid(pick[2]), .wr0_ready(ready[2]), .wr0_id(s_ctx_id), .wr0_data(s_ctx_data[`ROCE_QP_TX_BITS-1:0]),
    .wr1_valid(tx_wr_valid), .wr1_id(tx_wr_id), .wr1_data(tx_wr_data),
    .rd_valid(tx_rd_valid), .rd_ready(tx_rd_ready), .rd_id(tx_rd_id),
    .rsp_valid(tx_rsp_valid), .rsp_ready(tx_rsp_ready), .rsp_data(tx_rsp_data), .stat_idle(idle[2]));

  cm_ctx #(.W(`ROCE_QP_UNA_BITS), .DEPTH(QPS), .N_RD(1)) u_una (
    .clk(clk), .rst(rst), .cfg_slow_en(cfg_slow_en), .cfg_slow_seed(cfg_slow_seed ^ 32'h4),
    .wr0_valid(pick[3]), .wr0_ready(ready[3]), .wr0_id(s_ctx_id), .wr0_data(s_ctx_data[`ROCE_QP_UNA_BITS-1:0]),
    .wr1_valid(una_wr_valid), .wr1_id(una_wr_id), .wr1_data(una_wr_data),
    .rd_valid(una_rd_valid), .rd_ready(una_rd_ready), .rd_id(una_rd_id),
    .rsp_valid(una_rsp_valid), .rsp_ready(una_rsp_ready), .rsp_data(una_rsp_data), .stat_idle(idle[3]));

  cm_ctx #(.W(`ROCE_QP_RX_BITS), .DEPTH(QPS), .N_RD(1)) u_rx (
    .clk(clk), .rst(rst), .cfg_slow_en(cfg_slow_en), .cfg_slow_seed(cfg_slow_seed ^ 32'h5),
    .wr0_valid(pick[4]), .wr0_ready(ready[4]), .wr0_id(s_ctx_id), .wr0_data(s_ctx_data[`ROCE_QP_RX_BITS-1:0]),
    .wr1_valid(rx_wr_valid), .wr1_id(rx_wr_id), .wr1_data(rx_wr_data),
    .rd_valid(rx_rd_valid), .rd_ready(rx_rd_ready), .rd_id(rx_rd_id),
    .rsp_valid(rx_rsp_valid), .rsp_ready(rx_rsp_ready), .rsp_data(rx_rsp_data), .stat_idle(idle[4]));

  cm_ctx #(.W(`ROCE_MR_CTX_BITS), .DEPTH(MRS), .N_RD(3)) u_mr (
    .clk(clk), .rst(rst), .cfg_slow_en(cfg_slow_en), .cfg_slow_seed(cfg_slow_seed ^ 32'h6),
    .wr0_valid(pick[5]), .wr0_ready(ready[5]), .wr0_id(s_ctx_id), .wr0_data(s_ctx_data[`ROCE_MR_CTX_BITS-1:0]),
    .wr1_valid(1'b0), .wr1_id(16'd0), .wr1_data({`ROCE_MR_CTX_BITS{1'b0}}),
    .rd_valid(mr_rd_valid), .rd_ready(mr_rd_ready), .rd_id(mr_rd_id),
    .rsp_valid(mr_rsp_valid), .rsp_ready(mr_rsp_ready), .rsp_data(mr_rsp_data), .stat_idle(idle[5]));

  cm_ctx #(.W(`ROCE_CQ_CTX_BITS), .DEPTH(CQS), .N_RD(1)) u_cq (
    .clk(clk), .rst(rst), .cfg_slow_en(cfg_slow_en), .cfg_slow_seed(cfg_slow_seed ^ 32'h7),
    .wr0_valid(pick[6]), .wr0_ready(ready[6]), .wr0_id(s_ctx_id), .wr0_data(s_ctx_data[`ROCE_CQ_CTX_BITS-1:0]),
    .wr1_valid(cq_wr_valid), .wr1_id(cq_wr_id), .wr1_data(cq_wr_data),
    .rd_valid(cq_rd_valid), .rd_ready(cq_rd_ready), .rd_id(cq_rd_id),
    .rsp_valid(cq_rsp_valid), .rsp_ready(cq_rsp_ready), .rsp_data(cq_rsp_data), .stat_idle(idle[6]));

  wire unused = &{1'b0, s_ctx_data};

endmodule

`resetall
