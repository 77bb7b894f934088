// SPDX-License-Identifier: Apache-2.0
// urma_tp_ack: takes transport acknowledgements and moves the acknowledged edge of their channel.
//   Latency    : 1 cycle from s to the write-back on a context hit.      Throughput : 1 per cycle.
//   Back-press : s_ready falls only while the context port is not ready.
//   Order      : as received. Acknowledgements are cumulative: TPACK.PSN is the highest in-order PSN.
//   Error      : a PSN at or behind the edge (modulo 2^24) moves nothing.
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
  output wire        stat_idle
);

  localparam ACK_W = `URMA_CHAN_ACK_BITS;

  wire             at_valid;
  wire [ACK_W-1:0] ack;
  reg  [15:0]      chan_q;
  reg  [23:0]      edge_q;     // one past the acknowledged PSN

  cm_ctx_slot #(.W(ACK_W)) u_slot (
    .clk(clk), .rst(rst),
    .s_valid(s_valid), .s_ready(s_ready), .s_id(s_chan),
    .m_valid(at_valid), .m_ready(1'b1), .m_rec(ack),
    .rd_valid(ack_rd_valid), .rd_ready(ack_rd_ready), .rd_id(ack_rd_id),
    .rsp_valid(ack_rsp_valid), .rsp_ready(ack_rsp_ready), .rsp_data(ack_rsp_data),
    .wr_valid(ack_wr_valid), .wr_id(ack_wr_id), .wr_data(ack_wr_data),
    .stat_idle(stat_idle));

  always @(posedge clk) begin
    if (s_valid && s_ready) begin
      chan_q <= s_chan;
      edge_q <= s_psn + 24'd1;
    end
  end

  wire [23:0] step = edge_q - ack[`URMA_CHAN_ACK_UNA];

  assign ack_wr_valid = at_valid && step != 24'd0 && !step[23];
  assign ack_wr_id    = chan_q;

  always @* begin
    ack_wr_data = ack;
    ack_wr_data[`URMA_CHAN_ACK_UNA] = edge_q;
  end

endmodule

`resetall
