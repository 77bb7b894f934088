// SPDX-License-Identifier: Apache-2.0
// urma_req_pay: initiator side, fetches the payload of writes. A read passes; a write goes on when the first data of
//   its local buffer are here, in turn with reads.
//   Latency    : 0 cycles for a read; a write: 0 to m_rd, 1 from its first data beat to m.
//   Throughput : 1 request per cycle, 1 beat per cycle.
//   Back-press : a write waits for m_rd, for room for its data (BEATS) and while DEPTH writes wait; requests behind it
//                wait with it. Data that were asked for are always taken: a closed channel holds up no other client.
//   Order      : reads among reads and writes among writes as received; a read may pass writes that wait for data.
//   Error      : an error of memory marks the payload, see urma_pkt_pay.
//   Reset      : drops writes under way.
//   Source     : own design; stages nic_tx, payload_fetch.

`resetall
`default_nettype none
`include "cm_assert.vh"
`include "ubn_wire.vh"

module urma_req_pay #(
  parameter DATA_W   = 512,
  parameter TA_BYTES = 64,
  parameter DEPTH    = 64,       // writes in flight to memory
  parameter BEATS    = 256       // of data, asked for or here; at least those of one write
) (
  input  wire                  clk,
  input  wire                  rst,
  // requests
  input  wire                  s_valid,
  output wire                  s_ready,
  input  wire                  s_write,
  input  wire [15:0]           s_chan,
  input  wire [TA_BYTES*8-1:0] s_ta,
  input  wire [7:0]            s_ta_bytes,
  input  wire [35:0]           s_key,
  input  wire [63:0]           s_va,       // local buffer
  input  wire [13:0]           s_len,
  // memory
  output wire                  m_rd_valid,
  input  wire                  m_rd_ready,
  output wire [63:0]           m_rd_addr,
  output wire [13:0]           m_rd_len,
  input  wire                  s_data_valid,
  output wire                  s_data_ready,
  input  wire [DATA_W-1:0]     s_data,
  input  wire                  s_data_last,
  input  wire                  s_data_err,
  // to the transport channel
  output wire                  m_valid,
  input  wire                  m_ready,
  output wire [15:0]           m_chan,
  output wire [TA_BYTES*8-1:0] m_ta,
  output wire [7:0]            m_ta_bytes,
  output wire [35:0]           m_key,
  output wire [13:0]           m_pay_bytes,
  output wire [63:0]           m_pay_addr,
  // payload, frame lanes
  output wire                  m_pay_valid,
  input  wire                  m_pay_ready,
  output wire [DATA_W-1:0]     m_pay_data,
  output wire                  m_pay_last,
  output wire                  m_pay_err,
  // observation
  output reg                   probe_rd_valid,
  output reg  [63:0]           probe_rd_id,
  output wire                  stat_idle
);

  localparam LANE_W = $clog2(DATA_W / 8);
  localparam PKT_W  = 16 + TA_BYTES * 8 + 8 + 36 + 64;
  localparam [7:0]  TA_OFF = `UB_FRAME_TA_OFFSET;

  generate
    if (BEATS < 129) begin : g_error
      error_beats_must_hold_a_write_of_8192_bytes u_error ();
    end
  endgenerate

  // ---- data: each beat that is asked for has its place
  localparam CNT_W = $clog2(BEATS + 1);
  localparam [CNT_W-1:0] ALL = BEATS[CNT_W-1:0];
  reg  [CNT_W-1:0] used_q;
  wire [13:0]      span  = {8'd0, s_va[5:0]} + s_len + 14'd63;
  wire [CNT_W-1:0] beats = {{(CNT_W - 8) {1'b0}}, span[13:6]};
  wire             fits  = beats <= ALL - used_q;
  wire             data_valid, data_ready, data_last, data_err, data_idle;
  wire [DATA_W-1:0] data;

  cm_fifo #(.W(DATA_W + 2), .DEPTH(BEATS)) u_data (
    .clk(clk), .rst(rst), .s_valid(s_data_valid), .s_ready(s_data_ready), .s_data({s_data_err, s_data_last, s_data}),
    .m_valid(data_valid), .m_ready(data_ready), .m_data({data_err, data_last, data}),
    .stat_count(), .stat_idle(data_idle));

  always @(posedge clk) begin
    if (rst) used_q <= {CNT_W{1'b0}};
    else begin
      used_q <= used_q + (m_rd_valid && m_rd_ready ? beats : {CNT_W{1'b0}}) -
                {{(CNT_W - 1) {1'b0}}, data_valid && data_ready};
      `UBN_ASSERT(data_have_their_place, !s_data_valid || s_data_ready)
    end
  end

  // ---- writes beside reads
  wire [PKT_W-1:0] word = {s_chan, s_ta, s_ta_bytes, s_key, s_va};
  wire [7:0]       dst  = TA_OFF + s_ta_bytes;        // payload begins behind the headers
  wire             unused = &{1'b0, span[5:0], dst[7:6]};
  wire             wr_room, wr_valid, wr_ready, rd_ready;
  wire [PKT_W-1:0] wr_word;
  wire [13:0]      wr_len;

  wire             pay_idle;

  assign m_rd_valid = s_valid && s_write && wr_room && fits;
  assign m_rd_addr  = s_va;
  assign m_rd_len   = s_len;
  assign s_ready    = s_write ? wr_room && fits && m_rd_ready : rd_ready;
  assign stat_idle  = pay_idle && data_idle;

  urma_pkt_pay #(.W(PKT_W), .DATA_W(DATA_W), .DEPTH(DEPTH)) u_pay (
    .clk(clk), .rst(rst), .s_valid(s_valid && s_write && fits && m_rd_ready), .s_ready(wr_room), .s_word(word),
    .s_len(s_len), .s_src_lane(s_va[LANE_W-1:0]), .s_dst_lane(dst[LANE_W-1:0]), .s_data_valid(data_valid),
    .s_data_ready(data_ready), .s_data(data), .s_data_last(data_last), .s_data_err(data_err),
    .m_valid(wr_valid), .m_ready(wr_ready), .m_word(wr_word), .m_len(wr_len), .m_pay_valid(m_pay_valid),
    .m_pay_ready(m_pay_ready), .m_pay_data(m_pay_data), .m_pay_last(m_pay_last), .m_pay_err(m_pay_err),
    .stat_idle(pay_idle));

  cm_merge #(.N(2), .W(PKT_W + 14)) u_merge (
    .clk(clk), .rst(rst), .s_valid({wr_valid, s_valid && !s_write}), .s_ready({wr_ready, rd_ready}),
    .s_data({wr_word, wr_len, word, 14'd0}), .m_valid(m_valid), .m_ready(m_ready),
    .m_data({m_chan, m_ta, m_ta_bytes, m_key, m_pay_addr, m_pay_bytes}), .m_from());

  // ---- observation: bursts of a command, by the 4 KiB lines it touches
  wire [15:0] reach = {4'd0, s_va[11:0]} + {2'd0, s_len} + 16'd4095;

  always @(posedge clk) begin
    if (rst) probe_rd_valid <= 1'b0;
    else     probe_rd_valid <= m_rd_valid && m_rd_ready;
  end

  always @(posedge clk)
    if (m_rd_valid && m_rd_ready) probe_rd_id <= {26'd0, reach[13:12], s_key};

endmodule

`resetall
