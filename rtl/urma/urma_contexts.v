// SPDX-License-Identifier: Apache-2.0
// urma_contexts: the context ports of the controller, one table for each kind of record, and the host's way
//   to write them. Kinds by number: 0 Jetty, 1 JFC, 2 segment, 3 channel cfg, 4 channel tx, 5 channel ack,
//   6 channel rx, 7 entry of the load/store decoder.
//   Latency    : see cm_ctx.      Throughput: 1 read per cycle and client, 1 write-back per cycle and kind.
//   Back-press : s_ctx_ready falls in a cycle in which the owner writes back.
//   Order      : per client as asked.
//   Error      : a record of no table or past its end is dropped, stat_drop strobes.
//   Reset      : no answer pending; records keep their content.
//   Source     : configs/spec/records.yaml.

`resetall
`default_nettype none
`include "ubn_records.vh"

module urma_contexts #(
  parameter JETTYS = 1024,
  parameter JFCS   = 256,
  parameter SEGS   = 1024,
  parameter CHANS  = 64
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
  // Jetty: clients of urma_order_ini
  input  wire [2:0]   jetty_rd_valid,
  output wire [2:0]   jetty_rd_ready,
  input  wire [47:0]  jetty_rd_id,
  output wire [2:0]   jetty_rsp_valid,
  input  wire [2:0]   jetty_rsp_ready,
  output wire [3*`URMA_JETTY_CTX_BITS-1:0] jetty_rsp_data,
  input  wire         jetty_wr_valid,
  input  wire [15:0]  jetty_wr_id,
  input  wire [`URMA_JETTY_CTX_BITS-1:0]   jetty_wr_data,
  // JFC
  input  wire         jfc_rd_valid,
  output wire         jfc_rd_ready,
  input  wire [15:0]  jfc_rd_id,
  output wire         jfc_rsp_valid,
  input  wire         jfc_rsp_ready,
  output wire [`URMA_JFC_CTX_BITS-1:0]     jfc_rsp_data,
  input  wire         jfc_wr_valid,
  input  wire [15:0]  jfc_wr_id,
  input  wire [`URMA_JFC_CTX_BITS-1:0]     jfc_wr_data,
  // segment: clients 0 reads, 1 writes of the peer, 2 load/store
  input  wire [2:0]   seg_rd_valid,
  output wire [2:0]   seg_rd_ready,
  input  wire [47:0]  seg_rd_id,
  output wire [2:0]   seg_rsp_valid,
  input  wire [2:0]   seg_rsp_ready,
  output wire [3*`URMA_SEG_CTX_BITS-1:0]   seg_rsp_data,
  // channel cfg: clients 0 send side, 1 acknowledgements out, 2 receive side, 3 tracker
  input  wire [3:0]   cfg_rd_valid,
  output wire [3:0]   cfg_rd_ready,
  input  wire [63:0]  cfg_rd_id,
  output wire [3:0]   cfg_rsp_valid,
  input  wire [3:0]   cfg_rsp_ready,
  output wire [4*`URMA_CHAN_CFG_BITS-1:0]  cfg_rsp_data,
  // channel tx: clients 0 send side, 1 urma_tp_ack
  input  wire [1:0]   tx_rd_valid,
  output wire [1:0]   tx_rd_ready,
  input  wire [31:0]  tx_rd_id,
  output wire [1:0]   tx_rsp_valid,
  input  wire [1:0]   tx_rsp_ready,
  output wire [2*`URMA_CHAN_TX_BITS-1:0]   tx_rsp_data,
  input  wire         tx_wr_valid,
  input  wire [15:0]  tx_wr_id,
  input  wire [`URMA_CHAN_TX_BITS-1:0]     tx_wr_data,
  // channel ack: clients 0 send side, 1 urma_tp_ack
  input  wire [1:0]   ack_rd_valid,
  output wire [1:0]   ack_rd_ready,
  input  wire [31:0]  ack_rd_id,
  output wire [1:0]   ack_rsp_valid,
  input  wire [1:0]   ack_rsp_ready,
  output wire [2*`URMA_CHAN_ACK_BITS-1:0]  ack_rsp_data,
  input  wire         ack_wr_valid,
  input  wire [15:0]  ack_wr_id,
  input  wire [`URMA_CHAN_ACK_BITS-1:0]    ack_wr_data,
  // channel rx
  input  wire         rx_rd_valid,
  output wire         rx_rd_ready,
  input  wire [15:0]  rx_rd_id,
  output wire         rx_rsp_valid,
  input  wire         rx_rsp_ready,
  output wire [`URMA_CHAN_RX_BITS-1:0]     rx_rsp_data,
  input  wire         rx_wr_valid,
  input  wire [15:0]  rx_wr_id,
  input  wire [`URMA_CHAN_RX_BITS-1:0]     rx_wr_data,
  // entry of the load/store decoder
  input  wire         win_rd_valid,
  output wire         win_rd_ready,
  input  wire [15:0]  win_rd_id,
  output wire         win_rsp_valid,
  input  wire         win_rsp_ready,
  output wire [`URMA_WIN_CTX_BITS-1:0]     win_rsp_data,
  output wire         stat_drop,
  output wire         stat_idle
);

  localparam [16:0] JETTYS_N = JETTYS[16:0];
  localparam [16:0] JFCS_N   = JFCS[16:0];
  localparam [16:0] SEGS_N   = SEGS[16:0];
  localparam [16:0] CHANS_N  = CHANS[16:0];
  localparam [16:0] WINS_N   = 17'd16;          // entries that the window address names

  reg  [16:0] records;             // of the kind addressed
  wire [7:0]  ready;
  wire [7:0]  idle;
  wire        in_range = {1'b0, s_ctx_id} < records;
  wire [7:0]  pick     = {7'd0, s_ctx_valid && in_range} << s_ctx_kind;

  always @* begin
    case (s_ctx_kind)
      3'd0:    records = JETTYS_N;
      3'd1:    records = JFCS_N;
      3'd2:    records = SEGS_N;
      3'd7:    records = WINS_N;
      default: records = CHANS_N;
    endcase
  end

  assign s_ctx_ready = !in_range || ready[s_ctx_kind];
  assign stat_drop   = s_ctx_valid && !in_range;
  assign stat_idle   = &idle;

  cm_ctx #(.W(`URMA_JETTY_CTX_BITS), .DEPTH(JETTYS), .N_RD(3)) u_jetty (
    .clk(clk), .rst(rst), .cfg_slow_en(cfg_slow_en), .cfg_slow_seed(cfg_slow_seed ^ 32'h1),
    .wr0_valid(pick[0]), .wr0_ready(ready[0]), .wr0_id(s_ctx_id), .wr0_data(s_ctx_data[`URMA_JETTY_CTX_BITS-1:0]),
    .wr1_valid(jetty_wr_valid), .wr1_id(jetty_wr_id), .wr1_data(jetty_wr_data),
    .rd_valid(jetty_rd_valid), .rd_ready(jetty_rd_ready), .rd_id(jetty_rd_id),
    .rsp_valid(jetty_rsp_valid), .rsp_ready(jetty_rsp_ready), .rsp_data(jetty_rsp_data), .stat_idle(idle[0]));

  cm_ctx #(.W(`URMA_JFC_CTX_BITS), .DEPTH(JFCS), .N_RD(1)) u_jfc (
    .clk(clk), .rst(rst), .cfg_slow_en(cfg_slow_en), .cfg_slow_seed(cfg_slow_seed ^ 32'h2),
    .wr0_valid(pick[1]), .wr0_ready(ready[1]), .wr0_id(s_ctx_id), .wr0_data(s_ctx_data[`URMA_JFC_CTX_BITS-1:0]),
    .wr1_valid(jfc_wr_valid), .wr1_id(jfc_wr_id), .wr1_data(jfc_wr_data),
    .rd_valid(jfc_rd_valid), .rd_ready(jfc_rd_ready), .rd_id(jfc_rd_id),
    .rsp_valid(jfc_rsp_valid), .rsp_ready(jfc_rsp_ready), .rsp_data(jfc_rsp_data), .stat_idle(idle[1]));

  cm_ctx #(.W(`URMA_SEG_CTX_BITS), .DEPTH(SEGS), .N_RD(3)) u_seg (
    .clk(clk), .rst(rst), .cfg_slow_en(cfg_slow_en), .cfg_slow_seed(cfg_slow_seed ^ 32'h3),
    .wr0_valid(pick[2]), .wr0_ready(ready[2]), .wr0_id(s_ctx_id), .wr0_data(s_ctx_data[`URMA_SEG_CTX_BITS-1:0]),
    .wr1_valid(1'b0), .wr1_id(16'd0), .wr1_data({`URMA_SEG_CTX_BITS{1'b0}}),
    .rd_valid(seg_rd_valid), .rd_ready(seg_rd_ready), .rd_id(seg_rd_id),
    .rsp_valid(seg_rsp_valid), .rsp_ready(seg_rsp_ready), .rsp_data(seg_rsp_data), .stat_idle(idle[2]));

  cm_ctx #(.W(`URMA_CHAN_CFG_BITS), .DEPTH(CHANS), .N_RD(4)) u_cfg (
    .clk(clk), .rst(rst), .cfg_slow_en(cfg_slow_en), .cfg_slow_seed(cfg_slow_seed ^ 32'h4),
    .wr0_valid(pick[3]), .wr0_ready(ready[3]), .wr0_id(s_ctx_id), .wr0_data(s_ctx_data[`URMA_CHAN_CFG_BITS-1:0]),
    .wr1_valid(1'b0), .wr1_id(16'd0), .wr1_data({`URMA_CHAN_CFG_BITS{1'b0}}),
    .rd_valid(cfg_rd_valid), .rd_ready(cfg_rd_ready), .rd_id(cfg_rd_id),
    .rsp_valid(cfg_rsp_valid), .rsp_ready(cfg_rsp_ready), .rsp_data(cfg_rsp_data), .stat_idle(idle[3]));

  cm_ctx #(.W(`URMA_CHAN_TX_BITS), .DEPTH(CHANS), .N_RD(2)) u_tx (
    .clk(clk), .rst(rst), .cfg_slow_en(cfg_slow_en), .cfg_slow_seed(cfg_slow_seed ^ 32'h5),
    .wr0_valid(pick[4]), .wr0_ready(ready[4]), .wr0_id(s_ctx_id), .wr0_data(s_ctx_data[`URMA_CHAN_TX_BITS-1:0]),
    .wr1_valid(tx_wr_valid), .wr1_id(tx_wr_id), .wr1_data(tx_wr_data),
    .rd_valid(tx_rd_valid), .rd_ready(tx_rd_ready), .rd_id(tx_rd_id),
    .rsp_valid(tx_rsp_valid), .rsp_ready(tx_rsp_ready), .rsp_data(tx_rsp_data), .stat_idle(idle[4]));

  cm_ctx #(.W(`URMA_CHAN_ACK_BITS), .DEPTH(CHANS), .N_RD(2)) u_ack (
    .clk(clk), .rst(rst), .cfg_slow_en(cfg_slow_en), .cfg_slow_seed(cfg_slow_seed ^ 32'h6),
    .wr0_valid(pick[5]), .wr0_ready(ready[5]), .wr0_id(s_ctx_id), .wr0_data(s_ctx_data[`URMA_CHAN_ACK_BITS-1:0]),
    .wr1_valid(ack_wr_valid), .wr1_id(ack_wr_id), .wr1_data(ack_wr_data),
    .rd_valid(ack_rd_valid), .rd_ready(ack_rd_ready), .rd_id(ack_rd_id),
    .rsp_valid(ack_rsp_valid), .rsp_ready(ack_rsp_ready), .rsp_data(ack_rsp_data), .stat_idle(idle[5]));

  cm_ctx #(.W(`URMA_CHAN_RX_BITS), .DEPTH(CHANS), .N_RD(1)) u_rx (
    .clk(clk), .rst(rst), .cfg_slow_en(cfg_slow_en), .cfg_slow_seed(cfg_slow_seed ^ 32'h7),
    .wr0_valid(pick[6]), .wr0_ready(ready[6]), .wr0_id(s_ctx_id), .wr0_data(s_ctx_data[`URMA_CHAN_RX_BITS-1:0]),
    .wr1_valid(rx_wr_valid), .wr1_id(rx_wr_id), .wr1_data(rx_wr_data),
    .rd_valid(rx_rd_valid), .rd_ready(rx_rd_ready), .rd_id(rx_rd_id),
    .rsp_valid(rx_rsp_valid), .rsp_ready(rx_rsp_ready), .rsp_data(rx_rsp_data), .stat_idle(idle[6]));

  cm_ctx #(.W(`URMA_WIN_CTX_BITS), .DEPTH(16), .N_RD(1)) u_win (
    .clk(clk), .rst(rst), .cfg_slow_en(cfg_slow_en), .cfg_slow_seed(cfg_slow_seed ^ 32'h8),
    .wr0_valid(pick[7]), .wr0_ready(ready[7]), .wr0_id(s_ctx_id), .wr0_data(s_ctx_data[`URMA_WIN_CTX_BITS-1:0]),
    .wr1_valid(1'b0), .wr1_id(16'd0), .wr1_data({`URMA_WIN_CTX_BITS{1'b0}}),
    .rd_valid(win_rd_valid), .rd_ready(win_rd_ready), .rd_id(win_rd_id),
    .rsp_valid(win_rsp_valid), .rsp_ready(win_rsp_ready), .rsp_data(win_rsp_data), .stat_idle(idle[7]));

endmodule

`resetall
