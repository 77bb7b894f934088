// SPDX-License-Identifier: Apache-2.0
// urma_tp_ack: takes transport acknowledgements and moves the acknowledged edge of their channel.
//   Latency    : 1 cycle from s to the write-back on a context hit.      Throughput : 1 per cycle.
//   Back-press : s_ready falls only while the context port is not ready.
//   Order      : as received. Acknowledgements are cumulative: TPACK.PSN is the highest in-order PSN.
//   Error      : a PSN behind the edge (modulo 2^24) moves nothing; one that was never sent neither, stat_drop
//                strobes.
//   Reset      : empties the slot.
//   Source     : UB base specification, PSN rules.

`resetall
`default_nettype none
`include "ubn_records.vh"

module urma_tp_ack (
  input  wire        clk,
  input  wire        rst,
  input  wire        s_valid,
  output wire        s_ready,
  input  wire [15:0] s_chan,
  input  wire [23:0] s_psn,
  output wire        ack_rd_valid,
  input  wire        ack_rd_ready,
  output wire [15:0] ack_rd_id,
  input  wire        ack_rsp_valid,
  output wire        ack_rsp_ready,
  input  wire [`URMA_CHAN_ACK_BITS-1:0] ack_rsp_data,
  output wire        ack_wr_valid,
  output wire [15:0] ack_wr_id,
  output reg  [`URMA_CHAN_ACK_BITS-1:0] ack_wr_data,
  // highest PSN sent: the record of urma_tp_tx and its write-backs
  output wire        tx_rd_valid,
  input  wire        tx_rd_ready,
  output wire [15:0] tx_rd_id,
  input  wire        tx_rsp_valid,
  output wire        tx_rsp_ready,
  input  wire [`URMA_CHAN_TX_BITS-1:0] tx_rsp_data,
  input  wire        tx_wr_valid,
  input  wire [15:0] tx_wr_id,
  input  wire [`URMA_CHAN_TX_BITS-1:0] tx_wr_data,
  output wire        stat_drop,
  output wire        stat_idle
);

  localparam ACK_W = `URMA_CHAN_ACK_BITS;
  localparam TX_W  = `URMA_CHAN_TX_BITS;

  wire             ack_valid, tx_valid, ack_ready, tx_ready, ack_idle, tx_idle;
  wire [ACK_W-1:0] ack;
  wire [TX_W-1:0]  tx;
  reg  [15:0]      chan_q;
  reg  [23:0]      edge_q;     // one past the acknowledged PSN

  wire at_valid = ack_valid && tx_valid;

  assign s_ready   = ack_ready && tx_ready;
  assign stat_idle = ack_idle && tx_idle;

  cm_ctx_slot #(.W(ACK_W)) u_ack (
    .clk(clk), .rst(rst),
    .s_valid(s_valid && tx_ready), .s_ready(ack_ready), .s_id(s_chan),
    .m_valid(ack_valid), .m_ready(at_valid), .m_rec(ack),
    .rd_valid(ack_rd_valid), .rd_ready(ack_rd_ready), .rd_id(ack_rd_id),
    .rsp_valid(ack_rsp_valid), .rsp_ready(ack_rsp_ready), .rsp_data(ack_rsp_data),
    .wr_valid(ack_wr_valid), .wr_id(ack_wr_id), .wr_data(ack_wr_data),
    .stat_idle(ack_idle));

  cm_ctx_slot #(.W(TX_W)) u_tx (
    .clk(clk), .rst(rst),
    .s_valid(s_valid && ack_ready), .s_ready(tx_ready), .s_id(s_chan),
    .m_valid(tx_valid), .m_ready(at_valid), .m_rec(tx),
    .rd_valid(tx_rd_valid), .rd_ready(tx_rd_ready), .rd_id(tx_rd_id),
    .rsp_valid(tx_rsp_valid), .rsp_ready(tx_rsp_ready), .rsp_data(tx_rsp_data),
    .wr_valid(tx_wr_valid), .wr_id(tx_wr_id), .wr_data(tx_wr_data),
    .stat_idle(tx_idle));

  always @(posedge clk) begin
    if (s_valid && s_ready) begin
      chan_q <= s_chan;
      edge_q <= s_psn + 24'd1;
    end
  end

  wire [23:0] una     = ack[`URMA_CHAN_ACK_UNA];
  wire [23:0] step    = edge_q - una;
  wire [23:0] sent    = tx[`URMA_CHAN_TX_NEXT_PSN] - una;     // packets that wait for an acknowledgement
  wire        forward = step != 24'd0 && !step[23];

  assign ack_wr_valid = at_valid && forward && step <= sent;
  assign stat_drop    = at_valid && forward && step > sent;
  assign ack_wr_id    = chan_q;

  always @* begin
    ack_wr_data = ack;
    ack_wr_data[`URMA_CHAN_ACK_UNA] = edge_q;
  end

endmodule

`resetall
