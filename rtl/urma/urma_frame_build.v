// SPDX-License-Identifier: Apache-2.0
// urma_frame_build: makes frames: Ethernet, IPv4, UDP, RTPH, transaction headers, payload, padding, ICRC.
//   Transport acknowledgements wait for data packets, up to 64 beats, and are merged. Payload arrives on s_pay aligned
//   to the frame: its first beat has the first payload byte in the lane it has in the frame, other lanes zero.
//   Latency    : 5 cycles from s_* to the first beat on m (one to the beat, four for the ICRC), link idle.
//   Throughput : 1 beat per cycle.
//   Back-press : s_* and s_pay are taken only while the output queue has room for what is on its way.
//   Order      : per source as received; frames are never interleaved.
//   Error      : s_pay_err with the last payload beat marks the frame's last beat with m_user_err.
//   Reset      : drops a frame under way.
//   Source     : UB base specification, transport headers, packet class 3 (IPv4, UDP 4792); IPv4: RFC 791.

`resetall
`default_nettype none
`include "cm_assert.vh"
`include "ubn_wire.vh"
`include "ubn_enums.vh"

module urma_frame_build #(
  parameter DATA_W   = 512,
  parameter TA_BYTES = 64
) (
  input  wire                  clk,
  input  wire                  rst,
  input  wire [47:0]           cfg_mac,
  input  wire [31:0]           cfg_ip,
  // transport acknowledgements
  input  wire                  s_ack_valid,
  output wire                  s_ack_ready,
  input  wire [15:0]           s_ack_chan,
  input  wire [23:0]           s_ack_psn,
  input  wire [23:0]           s_ack_tpmsn,
  input  wire [23:0]           s_ack_rmt_tpn,
  input  wire [47:0]           s_ack_dst_mac,
  input  wire [31:0]           s_ack_dst_ip,
  input  wire [15:0]           s_ack_udp_sport,
  // data packets
  input  wire                  s_pkt_valid,
  output wire                  s_pkt_ready,
  input  wire                  s_pkt_is_rsp,
  input  wire [15:0]           s_pkt_chan,
  input  wire [23:0]           s_pkt_psn,
  input  wire [23:0]           s_pkt_tpmsn,
  input  wire [23:0]           s_pkt_rmt_tpn,
  input  wire [47:0]           s_pkt_dst_mac,
  input  wire [31:0]           s_pkt_dst_ip,
  input  wire [15:0]           s_pkt_udp_sport,
  input  wire [TA_BYTES*8-1:0] s_pkt_ta,
  input  wire [7:0]            s_pkt_ta_bytes,
  input  wire [35:0]           s_pkt_key,
  input  wire [13:0]           s_pkt_pay_bytes,
  input  wire [15:0]           s_pkt_frame,
  // payload of responses
  input  wire                  s_pay_valid,
  output wire                  s_pay_ready,
  input  wire [DATA_W-1:0]     s_pay_data,
  input  wire                  s_pay_last,
  input  wire                  s_pay_err,
  // payload of requests
  input  wire                  s_wpay_valid,
  output wire                  s_wpay_ready,
  input  wire [DATA_W-1:0]     s_wpay_data,
  input  wire                  s_wpay_last,
  input  wire                  s_wpay_err,
  // link
  output wire                  m_valid,
  input  wire                  m_ready,
  output wire [DATA_W-1:0]     m_data,
  output wire [DATA_W/8-1:0]   m_keep,
  output wire                  m_last,
  output wire                  m_user_err,
  // observation
  output reg                   probe_first_valid,
  output reg  [63:0]           probe_first_id,
  output reg  [63:0]           probe_key_id,
  output wire                  stat_frame,
  output wire                  stat_idle
);

  localparam KEEP_W     = DATA_W / 8;
  localparam RTPH_OFF   = `UB_FRAME_RTPH_OFFSET;
  localparam TA_OFF     = `UB_FRAME_TA_OFFSET;
  localparam HDR_BEATS  = (TA_OFF + TA_BYTES + KEEP_W - 1) / KEEP_W;
  localparam REST_BYTES = (HDR_BEATS - 1) * KEEP_W;
  localparam TA_IN_FIRST = KEEP_W - TA_OFF;       // bytes of transaction headers in the first beat
  localparam REST_W     = REST_BYTES * 8;
  localparam [14:0] BEAT = KEEP_W;

  generate
    if (TA_OFF + `UB_ATAH_BYTES < KEEP_W) begin : g_check
      error_payload_must_not_begin_in_the_first_beat u_error ();
    end
    if (TA_BYTES < 64 || TA_BYTES > 252 || TA_BYTES % 4 != 0) begin : g_check_ta
      error_ta_bytes_must_be_64_to_252_and_a_multiple_of_4 u_error ();
    end
  endgenerate

  // ---- choose a frame
  wire room;
  reg  busy_q;                             // beats of a frame still to be made
  wire ack_valid, ack_must, ack_idle, data_beat;
  wire start_ack = !busy_q && room && ack_valid && (ack_must || !s_pkt_valid);
  wire start_pkt = !busy_q && room && s_pkt_valid && !ack_must;
  wire start     = start_ack || start_pkt;

  assign s_pkt_ready = !busy_q && room && !ack_must;

  wire [15:0] ack_chan, ack_udp_sport;
  wire [23:0] ack_psn, ack_tpmsn, ack_rmt_tpn;
  wire [47:0] ack_dst_mac;
  wire [31:0] ack_dst_ip;

  urma_tpack_merge #(.W(24 + 24 + 24 + 48 + 32 + 16)) u_ack (
    .clk(clk), .rst(rst), .s_valid(s_ack_valid), .s_ready(s_ack_ready), .s_chan(s_ack_chan),
    .s_data({s_ack_psn, s_ack_tpmsn, s_ack_rmt_tpn, s_ack_dst_mac, s_ack_dst_ip, s_ack_udp_sport}),
    .data_beat(data_beat), .m_valid(ack_valid), .m_must(ack_must), .m_take(start_ack), .m_chan(ack_chan),
    .m_data({ack_psn, ack_tpmsn, ack_rmt_tpn, ack_dst_mac, ack_dst_ip, ack_udp_sport}), .stat_idle(ack_idle));

  // ---- sizes
  wire [13:0] pay_bytes = start_ack ? 14'd0 : s_pkt_pay_bytes;
  wire [7:0]  ta_bytes  = start_ack ? 8'd0 : s_pkt_ta_bytes;
  wire [1:0]  pad       = 2'd0 - pay_bytes[1:0];
  wire [14:0] pay_start = TA_OFF[14:0] + {7'd0, ta_bytes};
  wire [14:0] covered   = pay_start + {1'b0, pay_bytes} + {13'd0, pad};   // bytes before the ICRC
  wire [15:0] ip_bytes  = {1'b0, covered} - 16'd10;                       // less Ethernet 14, plus ICRC 4

  // ---- headers, first wire byte in the top bits
  localparam HEAD_W = `ETH_BITS + `IPV4_BITS + `UDP_BITS;

  wire [HEAD_W-1:0]       head;
  reg [`UB_RTPH_BITS-1:0] rtph;

  link_ip_head u_head (
    .clk(clk), .cfg_mac(cfg_mac), .cfg_ip(cfg_ip),
    .s_dst_mac(start_ack ? ack_dst_mac : s_pkt_dst_mac), .s_dst_ip(start_ack ? ack_dst_ip : s_pkt_dst_ip),
    .s_udp_sport(start_ack ? ack_udp_sport : s_pkt_udp_sport), .s_udp_dport(`UB_UDP_PORT),
    .s_ip_bytes(ip_bytes), .m_head(head));

  always @* begin
    rtph                     = {`UB_RTPH_BITS{1'b0}};
    rtph[`UB_RTPH_TP_OPCODE] = start_ack ? `UB_TP_OPCODE_TPACK : `UB_TP_OPCODE_RTP_DATA_LAST;
    rtph[`UB_RTPH_PADDING]   = pad;
    rtph[`UB_RTPH_SRC_TPN]   = {8'd0, start_ack ? ack_chan : s_pkt_chan};
    rtph[`UB_RTPH_DST_TPN]   = start_ack ? ack_rmt_tpn : s_pkt_rmt_tpn;
    rtph[`UB_RTPH_A]         = !start_ack;
    rtph[`UB_RTPH_PSN]       = start_ack ? ack_psn : s_pkt_psn;
    rtph[`UB_RTPH_TPMSN]     = start_ack ? ack_tpmsn : s_pkt_tpmsn;
  end

  // ---- beats
  reg  [REST_W-1:0] rest_q;       // header bytes behind the first beat, lane order
  reg  [14:0]       covered_q;    // covered bytes from the next beat on
  reg  [14:0]       pay_start_q;  // distance to the first payload byte from the next beat on
  reg               pay_more_q;   // payload beats still to come
  reg               after_q;      // the next beat holds the end of the ICRC only

  reg  rsp_q;                     // the frame carries a response
  wire pay_take;
  wire pay_here = rsp_q ? s_pay_valid : s_wpay_valid;
  wire pay_last = rsp_q ? s_pay_last : s_wpay_last;
  wire need_pay = pay_more_q && !after_q && pay_start_q < BEAT;
  wire make     = busy_q && room && (!need_pay || pay_here);
  wire step     = start || make;

  assign data_beat   = step && !start_ack;            // an acknowledgement is one beat
  assign pay_take     = busy_q && room && need_pay;
  assign s_pay_ready  = pay_take && rsp_q;
  assign s_wpay_ready = pay_take && !rsp_q;

  wire [14:0] left     = start ? covered : covered_q;
  wire        is_after = !start && after_q;
  wire        here     = !is_after && left < BEAT;       // the ICRC begins in this beat
  wire        crosses  = here && left[5:2] == 4'd15;     // and ends in the next one
  wire        ends     = is_after || (here && !crosses);

  reg              beat_valid_q, beat_first_q, beat_last_q, beat_here_q, beat_after_q, beat_err_q;
  wire             pay_bad = pay_take && pay_here && pay_last && (rsp_q ? s_pay_err : s_wpay_err);
  reg  [3:0]       beat_word_q;
  reg  [DATA_W-1:0] beat_data_q;

  always @(posedge clk) begin
    if (rst) begin
      busy_q       <= 1'b0;
      beat_valid_q <= 1'b0;
    end else begin
      beat_valid_q <= step;
      if (step) busy_q <= !ends;
      `UBN_ASSERT(payload_is_over_with_the_frame, !(step && ends && !start) || !pay_more_q ||
                  (need_pay && pay_last))
    end
  end

  always @(posedge clk) begin
    if (step) begin
      covered_q    <= left - BEAT;
      after_q      <= crosses;
      beat_first_q <= start;
      beat_last_q  <= ends;
      beat_here_q  <= here;
      beat_word_q  <= left[5:2];
      beat_after_q <= is_after;
      beat_err_q   <= !start && (beat_err_q || pay_bad);   // from the end of the payload on
      if (start) begin
        rsp_q       <= s_pkt_is_rsp;
        pay_start_q <= pay_start - BEAT;
        pay_more_q  <= pay_bytes != 14'd0;
      end else begin
        pay_start_q <= pay_start_q < BEAT ? 15'd0 : pay_start_q - BEAT;
        if (need_pay) pay_more_q <= !pay_last;
      end
    end
  end

  integer i;

  always @(posedge clk) begin
    if (start) begin
      for (i = 0; i < RTPH_OFF; i = i + 1)
        beat_data_q[8*i +: 8] <= head[8*(RTPH_OFF - 1 - i) +: 8];
      for (i = 0; i < `UB_RTPH_BYTES; i = i + 1)
        beat_data_q[8*(RTPH_OFF + i) +: 8] <= rtph[8*(`UB_RTPH_BYTES - 1 - i) +: 8];
      for (i = TA_OFF; i < KEEP_W; i = i + 1)
        beat_data_q[8*i +: 8] <= start_ack ? 8'd0 : s_pkt_ta[8*(TA_BYTES - 1 - (i - TA_OFF)) +: 8];
      rest_q <= {REST_W{1'b0}};
      for (i = 0; i < TA_BYTES - TA_IN_FIRST; i = i + 1)
        rest_q[8*i +: 8] <= s_pkt_ta[8*(TA_BYTES - 1 - TA_IN_FIRST - i) +: 8];
    end else if (make) begin
      rest_q <= rest_q >> DATA_W;
      if (need_pay) beat_data_q <= rest_q[DATA_W-1:0] | (rsp_q ? s_pay_data : s_wpay_data);
      else          beat_data_q <= rest_q[DATA_W-1:0];
    end
  end

  // ---- ICRC and output
  wire icrc_idle, out_first;

  link_icrc_tx #(.DATA_W(DATA_W)) u_icrc (
    .clk(clk), .rst(rst),
    .s_room(room), .s_valid(beat_valid_q), .s_data(beat_data_q), .s_first(beat_first_q), .s_last(beat_last_q),
    .s_crc_here(beat_here_q), .s_crc_word(beat_word_q), .s_after(beat_after_q),
    .s_err(beat_last_q && beat_err_q),
    .m_valid(m_valid), .m_ready(m_ready), .m_data(m_data), .m_keep(m_keep), .m_first(out_first),
    .m_last(m_last), .m_err(m_user_err),
    .stat_idle(icrc_idle));

  // ---- observation: what the frame on m is
  wire        note_idle, note_ready, note_valid;
  wire [93:0] note;
  wire        m_beat = m_valid && m_ready;

  cm_fifo #(.W(94), .DEPTH(16)) u_notes (
    .clk(clk), .rst(rst),
    .s_valid(start), .s_ready(note_ready),
    .s_data({start_ack ? 36'd0 : s_pkt_key, start_ack ? 16'd0 : s_pkt_frame, start_ack ? ack_psn : s_pkt_psn,
             start_ack ? ack_chan : s_pkt_chan, start_ack, start_pkt && s_pkt_is_rsp}),
    .m_valid(note_valid), .m_ready(m_beat && m_last), .m_data(note),
    .stat_count(), .stat_idle(note_idle));

  always @(posedge clk) begin
    if (rst) probe_first_valid <= 1'b0;
    else     probe_first_valid <= m_beat && out_first;
  end

  always @(posedge clk) begin
    if (m_beat && out_first) begin
      probe_first_id <= {6'd0, note[57:0]};
      probe_key_id   <= {28'd0, note[93:58]};
    end
  end

  always @(posedge clk) begin
    if (!rst) begin
      `UBN_ASSERT(every_frame_has_its_note, !(start && !note_ready) && !(m_beat && !note_valid))
    end
  end

  assign stat_frame = m_beat && m_last;
  assign stat_idle  = !busy_q && !beat_valid_q && icrc_idle && note_idle && ack_idle;

endmodule

`resetall
