// SPDX-License-Identifier: Apache-2.0
// urma_tp_tx: transport channel, send side. Gives each data packet its PSN and TPMSN and holds it while
//   the window of its channel is closed. Requests and responses share the channel; they take turns.
//   The word on m is the send record: operation, PSN, header fields and where the payload is. The replay
//   store of M5 taps it here.
//   Latency    : 2 cycles from s to m on context hits.
//   Throughput : 1 packet per cycle.
//   Back-press : s_*_ready falls while a packet waits for its window or for m.
//   Order      : per source as received; PSNs rise by one per channel in the order of m.
//   Error      : channel not configured -> packet dropped, stat_drop strobes.
//   Reset      : empties the pipeline; channel records keep their content.
//   Stalls     : change events {reason, channel, PSN waited for} on stall_*.
//   Source     : UB base specification, PSN rules; stages nic_tx and nic_rsp_tx.

`resetall
`default_nettype none
`include "cm_assert.vh"
`include "ubn_records.vh"
`include "ubn_stalls.vh"

module urma_tp_tx #(
  parameter TA_W = 512
) (
  input  wire            clk,
  input  wire            rst,
  // requests
  input  wire            s_req_valid,
  output wire            s_req_ready,
  input  wire [15:0]     s_req_chan,
  input  wire [TA_W-1:0] s_req_ta,
  input  wire [7:0]      s_req_ta_bytes,
  input  wire [35:0]     s_req_key,       // {tassn, jetty}
  input  wire [13:0]     s_req_pay_bytes,
  input  wire [63:0]     s_req_pay_addr,
  // responses
  input  wire            s_rsp_valid,
  output wire            s_rsp_ready,
  input  wire [15:0]     s_rsp_chan,
  input  wire [TA_W-1:0] s_rsp_ta,
  input  wire [7:0]      s_rsp_ta_bytes,
  input  wire [35:0]     s_rsp_key,
  input  wire [13:0]     s_rsp_pay_bytes,
  input  wire [63:0]     s_rsp_pay_addr,
  input  wire [15:0]     s_rsp_frame,
  // packets with their numbers
  output wire            m_valid,
  input  wire            m_ready,
  output wire            m_is_rsp,
  output wire [15:0]     m_chan,
  output wire [23:0]     m_psn,
  output wire [23:0]     m_tpmsn,
  output wire [23:0]     m_rmt_tpn,
  output wire [47:0]     m_dst_mac,
  output wire [31:0]     m_dst_ip,
  output wire [15:0]     m_udp_sport,
  output wire [TA_W-1:0] m_ta,
  output wire [7:0]      m_ta_bytes,
  output wire [35:0]     m_key,
  output wire [13:0]     m_pay_bytes,
  output wire [63:0]     m_pay_addr,
  output wire [15:0]     m_frame,
  // channel records: cfg, tx (owner), ack (reader)
  output wire            cfg_rd_valid,
  input  wire            cfg_rd_ready,
  output wire [15:0]     cfg_rd_id,
  input  wire            cfg_rsp_valid,
  output wire            cfg_rsp_ready,
  input  wire [`URMA_CHAN_CFG_BITS-1:0] cfg_rsp_data,
  output wire            tx_rd_valid,
  input  wire            tx_rd_ready,
  output wire [15:0]     tx_rd_id,
  input  wire            tx_rsp_valid,
  output wire            tx_rsp_ready,
  input  wire [`URMA_CHAN_TX_BITS-1:0] tx_rsp_data,
  output wire            tx_wr_valid,
  output wire [15:0]     tx_wr_id,
  output reg  [`URMA_CHAN_TX_BITS-1:0] tx_wr_data,
  output wire            ack_rd_valid,
  input  wire            ack_rd_ready,
  output wire [15:0]     ack_rd_id,
  input  wire            ack_rsp_valid,
  output wire            ack_rsp_ready,
  input  wire [`URMA_CHAN_ACK_BITS-1:0] ack_rsp_data,
  input  wire            ack_wr_valid,      // write-backs of urma_tp_ack
  input  wire [15:0]     ack_wr_id,
  input  wire [`URMA_CHAN_ACK_BITS-1:0] ack_wr_data,
  // observation
  output reg             stall_valid,
  output reg  [63:0]     stall_event,
  output wire            stat_drop,
  output wire            stat_idle
);

  localparam CFG_W = `URMA_CHAN_CFG_BITS;
  localparam TX_W  = `URMA_CHAN_TX_BITS;
  localparam ACK_W = `URMA_CHAN_ACK_BITS;

  // ---- take turns
  reg  last_rsp_q;
  wire pick_rsp = s_rsp_valid && (!s_req_valid || !last_rsp_q);
  wire in_valid = s_req_valid || s_rsp_valid;
  wire cfg_slot_ready, tx_slot_ready, ack_slot_ready;
  wire in_ready = cfg_slot_ready && tx_slot_ready && ack_slot_ready;
  wire take     = in_valid && in_ready;
  wire [15:0] in_chan = pick_rsp ? s_rsp_chan : s_req_chan;

  assign s_req_ready = in_ready && !pick_rsp;
  assign s_rsp_ready = in_ready && pick_rsp;

  // ---- the packet at hand
  reg             at_rsp_q;
  reg  [15:0]     at_chan_q;
  reg  [TA_W-1:0] at_ta_q;
  reg  [7:0]      at_ta_bytes_q;
  reg  [35:0]     at_key_q;
  reg  [13:0]     at_pay_bytes_q;
  reg  [63:0]     at_pay_addr_q;
  reg  [15:0]     at_frame_q;

  always @(posedge clk) begin
    if (rst)       last_rsp_q <= 1'b0;
    else if (take) last_rsp_q <= pick_rsp;
  end

  always @(posedge clk) begin
    if (take) begin
      at_rsp_q       <= pick_rsp;
      at_chan_q      <= in_chan;
      at_pay_addr_q  <= pick_rsp ? s_rsp_pay_addr : s_req_pay_addr;
      at_frame_q     <= s_rsp_frame;
      at_pay_bytes_q <= pick_rsp ? s_rsp_pay_bytes : s_req_pay_bytes;
      if (pick_rsp) begin
        at_ta_q       <= s_rsp_ta;
        at_ta_bytes_q <= s_rsp_ta_bytes;
        at_key_q      <= s_rsp_key;
      end else begin
        at_ta_q       <= s_req_ta;
        at_ta_bytes_q <= s_req_ta_bytes;
        at_key_q      <= s_req_key;
      end
    end
  end

  // ---- its records
  wire             cfg_valid, tx_valid, ack_valid;
  wire [CFG_W-1:0] cfg;
  wire [TX_W-1:0]  tx;
  wire [ACK_W-1:0] ack;
  wire             cfg_idle, tx_idle, ack_idle;
  wire             go;

  cm_ctx_slot #(.W(CFG_W)) u_cfg (
    .clk(clk), .rst(rst),
    .s_valid(in_valid && tx_slot_ready && ack_slot_ready), .s_ready(cfg_slot_ready), .s_id(in_chan),
    .m_valid(cfg_valid), .m_ready(go), .m_rec(cfg),
    .rd_valid(cfg_rd_valid), .rd_ready(cfg_rd_ready), .rd_id(cfg_rd_id),
    .rsp_valid(cfg_rsp_valid), .rsp_ready(cfg_rsp_ready), .rsp_data(cfg_rsp_data),
    .wr_valid(1'b0), .wr_id(16'd0), .wr_data({CFG_W{1'b0}}),
    .stat_idle(cfg_idle));

  cm_ctx_slot #(.W(TX_W)) u_tx (
    .clk(clk), .rst(rst),
    .s_valid(in_valid && cfg_slot_ready && ack_slot_ready), .s_ready(tx_slot_ready), .s_id(in_chan),
    .m_valid(tx_valid), .m_ready(go), .m_rec(tx),
    .rd_valid(tx_rd_valid), .rd_ready(tx_rd_ready), .rd_id(tx_rd_id),
    .rsp_valid(tx_rsp_valid), .rsp_ready(tx_rsp_ready), .rsp_data(tx_rsp_data),
    .wr_valid(tx_wr_valid), .wr_id(tx_wr_id), .wr_data(tx_wr_data),
    .stat_idle(tx_idle));

  cm_ctx_slot #(.W(ACK_W)) u_ack (
    .clk(clk), .rst(rst),
    .s_valid(in_valid && cfg_slot_ready && tx_slot_ready), .s_ready(ack_slot_ready), .s_id(in_chan),
    .m_valid(ack_valid), .m_ready(go), .m_rec(ack),
    .rd_valid(ack_rd_valid), .rd_ready(ack_rd_ready), .rd_id(ack_rd_id),
    .rsp_valid(ack_rsp_valid), .rsp_ready(ack_rsp_ready), .rsp_data(ack_rsp_data),
    .wr_valid(ack_wr_valid), .wr_id(ack_wr_id), .wr_data(ack_wr_data),
    .stat_idle(ack_idle));

  reg         out_valid_q;
  wire        at_valid  = cfg_valid && tx_valid && ack_valid;
  wire        out_free  = !out_valid_q || m_ready;
  wire [23:0] psn       = tx[`URMA_CHAN_TX_NEXT_PSN];
  wire [23:0] una       = ack[`URMA_CHAN_ACK_UNA];
  wire [23:0] in_flight = psn - una;
  wire        configured = cfg[`URMA_CHAN_CFG_VALID];
  wire        open      = in_flight < cfg[`URMA_CHAN_CFG_WINDOW];
  wire        send      = at_valid && configured && open && out_free;
  wire        drop      = at_valid && !configured;

  assign go = send || drop;

  assign tx_wr_valid = send;
  assign tx_wr_id    = at_chan_q;

  always @* begin
    tx_wr_data = tx;
    tx_wr_data[`URMA_CHAN_TX_NEXT_PSN]   = psn + 24'd1;
    tx_wr_data[`URMA_CHAN_TX_NEXT_TPMSN] = tx[`URMA_CHAN_TX_NEXT_TPMSN] + 24'd1;
  end

  // ---- out
  reg             out_rsp_q;
  reg  [15:0]     out_chan_q;
  reg  [23:0]     out_psn_q;
  reg  [23:0]     out_tpmsn_q;
  reg  [23:0]     out_rmt_tpn_q;
  reg  [47:0]     out_dst_mac_q;
  reg  [31:0]     out_dst_ip_q;
  reg  [15:0]     out_udp_sport_q;
  reg  [TA_W-1:0] out_ta_q;
  reg  [7:0]      out_ta_bytes_q;
  reg  [35:0]     out_key_q;
  reg  [13:0]     out_pay_bytes_q;
  reg  [63:0]     out_pay_addr_q;
  reg  [15:0]     out_frame_q;

  always @(posedge clk) begin
    if (rst) out_valid_q <= 1'b0;
    else     out_valid_q <= send || (out_valid_q && !m_ready);
  end

  always @(posedge clk) begin
    if (send) begin
      out_rsp_q       <= at_rsp_q;
      out_chan_q      <= at_chan_q;
      out_psn_q       <= psn;
      out_tpmsn_q     <= tx[`URMA_CHAN_TX_NEXT_TPMSN];
      out_rmt_tpn_q   <= cfg[`URMA_CHAN_CFG_RMT_TPN];
      out_dst_mac_q   <= cfg[`URMA_CHAN_CFG_DST_MAC];
      out_dst_ip_q    <= cfg[`URMA_CHAN_CFG_DST_IP];
      out_udp_sport_q <= cfg[`URMA_CHAN_CFG_UDP_SPORT];
      out_ta_q        <= at_ta_q;
      out_ta_bytes_q  <= at_ta_bytes_q;
      out_key_q       <= at_key_q;
      out_pay_bytes_q <= at_pay_bytes_q;
      out_pay_addr_q  <= at_pay_addr_q;
      out_frame_q     <= at_frame_q;
    end
  end

  assign m_valid     = out_valid_q;
  assign m_is_rsp    = out_rsp_q;
  assign m_chan      = out_chan_q;
  assign m_psn       = out_psn_q;
  assign m_tpmsn     = out_tpmsn_q;
  assign m_rmt_tpn   = out_rmt_tpn_q;
  assign m_dst_mac   = out_dst_mac_q;
  assign m_dst_ip    = out_dst_ip_q;
  assign m_udp_sport = out_udp_sport_q;
  assign m_ta        = out_ta_q;
  assign m_ta_bytes  = out_ta_bytes_q;
  assign m_key       = out_key_q;
  assign m_pay_bytes = out_pay_bytes_q;
  assign m_pay_addr  = out_pay_addr_q;
  assign m_frame     = out_frame_q;

  // ---- observation
  reg  stalled_q;
  wire stall_now = at_valid && configured && !open;

  always @(posedge clk) begin
    if (rst) begin
      stalled_q   <= 1'b0;
      stall_valid <= 1'b0;
    end else begin
      stalled_q   <= stall_now || (stalled_q && !go);
      stall_valid <= (stall_now && !stalled_q) || (stalled_q && go);
      `UBN_ASSERT(window_is_respected, !send || in_flight < cfg[`URMA_CHAN_CFG_WINDOW])
    end
  end

  always @(posedge clk)
    stall_event <= {12'd0, una, 4'd0, at_chan_q, 4'd0, go ? `UBN_STALL_NONE : `UBN_STALL_WINDOW};

  assign stat_drop = drop;
  assign stat_idle = cfg_idle && tx_idle && ack_idle && !out_valid_q;

endmodule

`resetall
