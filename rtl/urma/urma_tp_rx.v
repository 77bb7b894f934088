// SPDX-License-Identifier: Apache-2.0
// urma_tp_rx: transport channel, receive side. Accepts data packets in order, acknowledges each, and
//   hands acknowledgements to the send side.
//   Latency    : 2 cycles from s_desc and s_end (the later one) to m_req or m_verdict on context hits.
//   Throughput : 1 frame per cycle.
//   Back-press : s_desc_ready falls while the frame at hand waits for its end or for an output queue.
//   Order      : per output as received.
//   Error      : bad frame, unknown channel, unexpected PSN or packet kind: dropped, a stat_drop_* strobes;
//                a response gets verdict 0, a write m_wreq_ok 0, so that its payload is thrown away.
//   Reset      : empties the pipeline; channel records keep their content.
//   Source     : UB base specification, PSN rules (in order; reordering and loss: M5). Stages nic_rx, nic_rsp_rx.

`resetall
`default_nettype none
`include "cm_assert.vh"
`include "ubn_wire.vh"
`include "ubn_enums.vh"
`include "ubn_records.vh"

module urma_tp_rx #(
  parameter CHANS     = 64,
  parameter REQ_DEPTH = 1024     // requests that wait for execution; no less than all initiators may have out
) (
  input  wire                       clk,
  input  wire                       rst,
  input  wire                       s_desc_valid,
  output wire                       s_desc_ready,
  input  wire [15:0]                s_desc_frame,
  input  wire                       s_desc_is_rsp,
  input  wire                       s_desc_is_write,
  input  wire [13:0]                s_desc_pay_bytes,
  input  wire [`UB_RTPH_BITS-1:0]   s_desc_rtph,
  input  wire [`UB_BTAH_BITS-1:0]   s_desc_btah,
  input  wire [`UB_MAETAH_BITS-1:0] s_desc_maetah,
  input  wire [`UB_TVETAH_BITS-1:0] s_desc_tvetah,
  input  wire                       s_end_valid,
  output wire                       s_end_ready,
  input  wire                       s_end_ok,
  // accepted requests without payload
  output wire                       m_req_valid,
  input  wire                       m_req_ready,
  output wire [15:0]                m_req_frame,
  output wire [15:0]                m_req_chan,
  output wire [`UB_BTAH_BITS-1:0]   m_req_btah,
  output wire [`UB_MAETAH_BITS-1:0] m_req_maetah,
  output wire [`UB_TVETAH_BITS-1:0] m_req_tvetah,
  // each write, accepted or (m_wreq_ok 0) to be thrown away
  output wire                       m_wreq_valid,
  input  wire                       m_wreq_ready,
  output wire                       m_wreq_ok,
  output wire [15:0]                m_wreq_frame,
  output wire [15:0]                m_wreq_chan,
  output wire [`UB_BTAH_BITS-1:0]   m_wreq_btah,
  output wire [`UB_MAETAH_BITS-1:0] m_wreq_maetah,
  output wire [`UB_TVETAH_BITS-1:0] m_wreq_tvetah,
  output wire [13:0]                m_wreq_pay_bytes,
  // verdict on each response
  output wire                       m_verdict_valid,
  input  wire                       m_verdict_ready,
  output wire                       m_verdict_ok,
  // acknowledgements that came in, and those that go out
  output wire                       m_ack_valid,
  input  wire                       m_ack_ready,
  output wire [15:0]                m_ack_chan,
  output wire [23:0]                m_ack_psn,
  output wire                       m_tpack_valid,
  input  wire                       m_tpack_ready,
  output wire [15:0]                m_tpack_chan,
  output wire [23:0]                m_tpack_psn,
  output wire [23:0]                m_tpack_tpmsn,
  // channel records: cfg, rx (owner)
  output wire                       cfg_rd_valid,
  input  wire                       cfg_rd_ready,
  output wire [15:0]                cfg_rd_id,
  input  wire                       cfg_rsp_valid,
  output wire                       cfg_rsp_ready,
  input  wire [`URMA_CHAN_CFG_BITS-1:0] cfg_rsp_data,
  output wire                       rx_rd_valid,
  input  wire                       rx_rd_ready,
  output wire [15:0]                rx_rd_id,
  input  wire                       rx_rsp_valid,
  output wire                       rx_rsp_ready,
  input  wire [`URMA_CHAN_RX_BITS-1:0] rx_rsp_data,
  output wire                       rx_wr_valid,
  output wire [15:0]                rx_wr_id,
  output reg  [`URMA_CHAN_RX_BITS-1:0] rx_wr_data,
  // observation
  output reg                        probe_data_valid,
  output reg  [63:0]                probe_data_id,
  output wire                       stat_drop_icrc,
  output wire                       stat_drop_chan,
  output wire                       stat_drop_psn,
  output wire                       stat_idle
);

  localparam CFG_W = `URMA_CHAN_CFG_BITS;
  localparam RX_W  = `URMA_CHAN_RX_BITS;
  localparam REQ_W = 32 + `UB_BTAH_BITS + `UB_MAETAH_BITS + `UB_TVETAH_BITS;
  localparam [15:0] CHAN_MASK = CHANS[15:0] - 16'd1;

  generate
    if ((CHANS & (CHANS - 1)) != 0 || CHANS > 65536) begin : g_check
      error_chans_must_be_a_power_of_two_up_to_65536 u_error ();
    end
  endgenerate

  // ---- the frame at hand and its records
  wire [23:0] s_tpn  = s_desc_rtph[`UB_RTPH_DST_TPN];
  wire [15:0] s_chan = s_tpn[15:0] & CHAN_MASK;
  wire        cfg_slot_ready, rx_slot_ready, cfg_valid, rx_valid, cfg_idle, rx_idle, go;
  wire [CFG_W-1:0] cfg;
  wire [RX_W-1:0]  rx;

  assign s_desc_ready = cfg_slot_ready && rx_slot_ready;

  cm_ctx_slot #(.W(CFG_W)) u_cfg (
    .clk(clk), .rst(rst),
    .s_valid(s_desc_valid && rx_slot_ready), .s_ready(cfg_slot_ready), .s_id(s_chan),
    .m_valid(cfg_valid), .m_ready(go), .m_rec(cfg),
    .rd_valid(cfg_rd_valid), .rd_ready(cfg_rd_ready), .rd_id(cfg_rd_id),
    .rsp_valid(cfg_rsp_valid), .rsp_ready(cfg_rsp_ready), .rsp_data(cfg_rsp_data),
    .wr_valid(1'b0), .wr_id(16'd0), .wr_data({CFG_W{1'b0}}),
    .stat_idle(cfg_idle));

  cm_ctx_slot #(.W(RX_W)) u_rx (
    .clk(clk), .rst(rst),
    .s_valid(s_desc_valid && cfg_slot_ready), .s_ready(rx_slot_ready), .s_id(s_chan),
    .m_valid(rx_valid), .m_ready(go), .m_rec(rx),
    .rd_valid(rx_rd_valid), .rd_ready(rx_rd_ready), .rd_id(rx_rd_id),
    .rsp_valid(rx_rsp_valid), .rsp_ready(rx_rsp_ready), .rsp_data(rx_rsp_data),
    .wr_valid(rx_wr_valid), .wr_id(rx_wr_id), .wr_data(rx_wr_data),
    .stat_idle(rx_idle));

  reg  [15:0]                at_frame_q;
  reg                        at_is_rsp_q, at_is_write_q;
  reg  [13:0]                at_pay_bytes_q;
  reg  [`UB_RTPH_BITS-1:0]   at_rtph_q;
  reg  [`UB_BTAH_BITS-1:0]   at_btah_q;
  reg  [`UB_MAETAH_BITS-1:0] at_maetah_q;
  reg  [`UB_TVETAH_BITS-1:0] at_tvetah_q;

  always @(posedge clk) begin
    if (s_desc_valid && s_desc_ready) begin
      at_frame_q  <= s_desc_frame;
      at_is_rsp_q <= s_desc_is_rsp;
      at_is_write_q  <= s_desc_is_write;
      at_pay_bytes_q <= s_desc_pay_bytes;
      at_rtph_q   <= s_desc_rtph;
      at_btah_q   <= s_desc_btah;
      at_maetah_q <= s_desc_maetah;
      at_tvetah_q <= s_desc_tvetah;
    end
  end

  // ---- what becomes of it
  wire req_room, wreq_room, verdict_room, ack_room, tpack_room;
  wire at_valid = cfg_valid && rx_valid && s_end_valid;

  assign go          = at_valid && req_room && wreq_room && verdict_room && ack_room && tpack_room;
  assign s_end_ready = go;

  wire [23:0] at_tpn  = at_rtph_q[`UB_RTPH_DST_TPN];
  wire [15:0] at_chan = at_tpn[15:0];
  wire [23:0] psn     = at_rtph_q[`UB_RTPH_PSN];
  wire [7:0]  opcode  = at_rtph_q[`UB_RTPH_TP_OPCODE];
  wire        is_data = opcode == `UB_TP_OPCODE_RTP_DATA_LAST;
  wire        is_ack  = {1'b0, opcode[6:0]} == `UB_TP_OPCODE_TPACK && at_rtph_q[`UB_RTPH_RSPST] == `UB_TP_RSPST_ACK;
  wire        known   = at_tpn < CHANS[23:0] && cfg[`URMA_CHAN_CFG_VALID] &&
                        cfg[`URMA_CHAN_CFG_RMT_TPN] == at_rtph_q[`UB_RTPH_SRC_TPN];
  wire        good    = s_end_ok && known;
  wire        in_order = psn == rx[`URMA_CHAN_RX_EPSN];
  wire        accept  = go && good && is_data && in_order;

  assign rx_wr_valid = accept;
  assign rx_wr_id    = at_chan;

  always @* begin
    rx_wr_data = rx;
    rx_wr_data[`URMA_CHAN_RX_EPSN] = psn + 24'd1;
    rx_wr_data[`URMA_CHAN_RX_EMSN] = rx[`URMA_CHAN_RX_EMSN] + 24'd1;
  end

  wire req_idle, wreq_idle, verdict_idle, ack_idle, tpack_idle;

  cm_fifo #(.W(REQ_W), .DEPTH(REQ_DEPTH)) u_req (
    .clk(clk), .rst(rst),
    .s_valid(accept && !at_is_rsp_q && !at_is_write_q), .s_ready(req_room),
    .s_data({at_frame_q, at_chan, at_btah_q, at_maetah_q, at_tvetah_q}),
    .m_valid(m_req_valid), .m_ready(m_req_ready),
    .m_data({m_req_frame, m_req_chan, m_req_btah, m_req_maetah, m_req_tvetah}),
    .stat_count(), .stat_idle(req_idle));

  cm_fifo #(.W(1 + REQ_W + 14), .DEPTH(16)) u_wreq (
    .clk(clk), .rst(rst),
    .s_valid(go && at_is_write_q), .s_ready(wreq_room),
    .s_data({accept, at_frame_q, at_chan, at_btah_q, at_maetah_q, at_tvetah_q, at_pay_bytes_q}),
    .m_valid(m_wreq_valid), .m_ready(m_wreq_ready),
    .m_data({m_wreq_ok, m_wreq_frame, m_wreq_chan, m_wreq_btah, m_wreq_maetah, m_wreq_tvetah, m_wreq_pay_bytes}),
    .stat_count(), .stat_idle(wreq_idle));

  cm_fifo #(.W(1), .DEPTH(8)) u_verdict (
    .clk(clk), .rst(rst),
    .s_valid(go && at_is_rsp_q), .s_ready(verdict_room), .s_data(accept),
    .m_valid(m_verdict_valid), .m_ready(m_verdict_ready), .m_data(m_verdict_ok),
    .stat_count(), .stat_idle(verdict_idle));

  cm_fifo #(.W(40), .DEPTH(4)) u_ack (
    .clk(clk), .rst(rst),
    .s_valid(go && good && is_ack), .s_ready(ack_room), .s_data({at_chan, psn}),
    .m_valid(m_ack_valid), .m_ready(m_ack_ready), .m_data({m_ack_chan, m_ack_psn}),
    .stat_count(), .stat_idle(ack_idle));

  cm_fifo #(.W(64), .DEPTH(4)) u_tpack (
    .clk(clk), .rst(rst),
    .s_valid(accept), .s_ready(tpack_room), .s_data({at_chan, psn, at_rtph_q[`UB_RTPH_TPMSN]}),
    .m_valid(m_tpack_valid), .m_ready(m_tpack_ready), .m_data({m_tpack_chan, m_tpack_psn, m_tpack_tpmsn}),
    .stat_count(), .stat_idle(tpack_idle));

  // ---- observation
  always @(posedge clk) begin
    if (rst) probe_data_valid <= 1'b0;
    else     probe_data_valid <= accept;
  end

  always @(posedge clk)
    if (accept)
      probe_data_id <= {11'd0, at_is_rsp_q, at_btah_q[`UB_BTAH_INI_TASSN], at_btah_q[`UB_BTAH_INI_RC_ID], at_frame_q};

  assign stat_drop_icrc = go && !s_end_ok;
  assign stat_drop_chan = go && s_end_ok && !known;
  assign stat_drop_psn  = go && good && !is_ack && !(is_data && in_order);
  assign stat_idle      = cfg_idle && rx_idle && req_idle && wreq_idle && verdict_idle && ack_idle && tpack_idle;

endmodule

`resetall
