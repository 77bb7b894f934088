// SPDX-License-Identifier: Apache-2.0
// roce_frame_build: makes frames: Ethernet, IPv4, UDP 4791, BTH, extension headers, payload, padding, ICRC. Two
//   sources, requests and responses, take turns. Payload arrives moved to the lanes it has in the frame, other
//   lanes zero: its first byte stands in lane (54 + extension bytes) mod 64 of the first or second beat.
//   Latency    : 5 cycles from s_* to the first beat on m (one to the beat, four for the ICRC).
//   Throughput : 1 beat per cycle.
//   Back-press : a frame begins when the output queue has room and its first payload beat is there; its other
//                beats must follow without another frame's in between.
//   Order      : per source as received; frames are never interleaved.
//   Error      : s_*_pay_err with the last payload beat marks the frame's last beat with m_user_err.
//   Reset      : drops a frame under way.
//   Source     : IBTA vol. 1, 9.2, 9.3 and annex A17; IPv4: RFC 791. A frame of 58 bytes is filled up to 60.

`resetall
`default_nettype none
`include "cm_assert.vh"
`include "ubn_wire.vh"
`include "ubn_enums.vh"
`include "ubn_probes.vh"

module roce_frame_build (
  input  wire         clk,
  input  wire         rst,
  input  wire [47:0]  cfg_mac,
  input  wire [31:0]  cfg_ip,
  // requests
  input  wire         s_req_valid,
  output wire         s_req_ready,
  input  wire [7:0]   s_req_opcode,
  input  wire         s_req_se,
  input  wire         s_req_ack_req,
  input  wire [23:0]  s_req_dest_qpn,
  input  wire [15:0]  s_req_pkey,
  input  wire [23:0]  s_req_psn,
  input  wire [223:0] s_req_ext,          // first wire byte in the top bits, zero behind its bytes
  input  wire [4:0]   s_req_ext_bytes,
  input  wire [13:0]  s_req_pay_bytes,
  input  wire [47:0]  s_req_dst_mac,
  input  wire [31:0]  s_req_dst_ip,
  input  wire [15:0]  s_req_udp_sport,
  input  wire [47:0]  s_req_note,         // {14'd0, kind 2, idx or frame 16, qp 16}, for probe tx_first
  input  wire         s_req_pay_valid,
  output wire         s_req_pay_ready,
  input  wire [511:0] s_req_pay_data,
  input  wire         s_req_pay_last,
  input  wire         s_req_pay_err,
  // responses
  input  wire         s_rsp_valid,
  output wire         s_rsp_ready,
  input  wire [7:0]   s_rsp_opcode,
  input  wire [23:0]  s_rsp_dest_qpn,
  input  wire [15:0]  s_rsp_pkey,
  input  wire [23:0]  s_rsp_psn,
  input  wire [223:0] s_rsp_ext,
  input  wire [4:0]   s_rsp_ext_bytes,
  input  wire [13:0]  s_rsp_pay_bytes,
  input  wire [47:0]  s_rsp_dst_mac,
  input  wire [31:0]  s_rsp_dst_ip,
  input  wire [15:0]  s_rsp_udp_sport,
  input  wire [47:0]  s_rsp_note,
  input  wire         s_rsp_pay_valid,
  output wire         s_rsp_pay_ready,
  input  wire [511:0] s_rsp_pay_data,
  input  wire         s_rsp_pay_last,
  input  wire         s_rsp_pay_err,
  // link
  output wire         m_valid,
  input  wire         m_ready,
  output wire [511:0] m_data,
  output wire [63:0]  m_keep,
  output wire         m_last,
  output wire         m_user_err,
  // observation
  output reg          probe_first_valid,
  output reg  [63:0]  probe_first_id,
  output wire         stat_frame,
  output wire         stat_idle
);

  localparam BTH_OFF   = `ROCE_FRAME_BTH_OFFSET;
  localparam EXT_OFF   = `ROCE_FRAME_EXT_OFFSET;
  localparam EXT_BYTES = 28;
  localparam EXT_FIRST = 64 - EXT_OFF;          // extension bytes in the first beat
  localparam REST_W    = 8 * (EXT_BYTES - EXT_FIRST);
  localparam [14:0] BEAT = 15'd64;

  // ---- choose a frame
  wire room;
  reg  busy_q;                                  // beats of a frame still to be made
  reg  from_rsp_q;                              // source of the frame under way
  reg  turn_q;                                  // 1: a response is preferred
  wire req_can   = s_req_valid && (s_req_pay_bytes == 14'd0 || s_req_pay_valid);
  wire rsp_can   = s_rsp_valid && (s_rsp_pay_bytes == 14'd0 || s_rsp_pay_valid);
  wire pick_rsp  = rsp_can && (turn_q || !req_can);
  wire start     = !busy_q && room && (req_can || rsp_can);
  wire rsp       = busy_q ? from_rsp_q : pick_rsp;

  assign s_rsp_ready = start && pick_rsp;
  assign s_req_ready = start && !pick_rsp;

  wire [7:0]   opcode    = pick_rsp ? s_rsp_opcode : s_req_opcode;
  wire [223:0] ext       = pick_rsp ? s_rsp_ext : s_req_ext;
  wire [4:0]   ext_bytes = pick_rsp ? s_rsp_ext_bytes : s_req_ext_bytes;
  wire [13:0]  pay_bytes = pick_rsp ? s_rsp_pay_bytes : s_req_pay_bytes;
  wire [47:0]  note      = pick_rsp ? s_rsp_note : s_req_note;
  wire [23:0]  psn       = pick_rsp ? s_rsp_psn : s_req_psn;
  wire         pay_valid = rsp ? s_rsp_pay_valid : s_req_pay_valid;
  wire [511:0] pay_data  = rsp ? s_rsp_pay_data : s_req_pay_data;
  wire         pay_last  = rsp ? s_rsp_pay_last : s_req_pay_last;
  wire         pay_err   = rsp ? s_rsp_pay_err : s_req_pay_err;

  // ---- sizes
  wire [1:0]  pad       = 2'd0 - pay_bytes[1:0];
  wire [14:0] pay_start = EXT_OFF[14:0] + {10'd0, ext_bytes};
  wire [14:0] covered   = pay_start + {1'b0, pay_bytes} + {13'd0, pad};   // bytes before the ICRC
  wire [15:0] ip_bytes  = {1'b0, covered} - 16'd10;                       // less Ethernet 14, plus ICRC 4

  // ---- headers, first wire byte in the top bits
  localparam HEAD_W = `ETH_BITS + `IPV4_BITS + `UDP_BITS;

  wire [HEAD_W-1:0]        ip_head;
  reg  [`ROCE_BTH_BITS-1:0] bth;

  link_ip_head u_head (
    .clk(clk), .cfg_mac(cfg_mac), .cfg_ip(cfg_ip), .s_dst_mac(pick_rsp ? s_rsp_dst_mac : s_req_dst_mac),
    .s_dst_ip(pick_rsp ? s_rsp_dst_ip : s_req_dst_ip),
    .s_udp_sport(pick_rsp ? s_rsp_udp_sport : s_req_udp_sport), .s_udp_dport(`ROCE_UDP_PORT), .s_ip_bytes(ip_bytes),
    .m_head(ip_head));

  always @* begin
    bth                    = {`ROCE_BTH_BITS{1'b0}};
    bth[`ROCE_BTH_OPCODE]  = opcode;
    bth[`ROCE_BTH_SE]      = !pick_rsp && s_req_se;
    bth[`ROCE_BTH_PAD_CNT] = pad;
    bth[`ROCE_BTH_PKEY]    = pick_rsp ? s_rsp_pkey : s_req_pkey;
    bth[`ROCE_BTH_DEST_QP] = pick_rsp ? s_rsp_dest_qpn : s_req_dest_qpn;
    bth[`ROCE_BTH_ACK_REQ] = !pick_rsp && s_req_ack_req;
    bth[`ROCE_BTH_PSN]     = psn;
  end

  // ---- beats
  reg  [REST_W-1:0] rest_q;       // extension bytes behind the first beat, lane order
  reg  [14:0]       covered_q;    // covered bytes from the next beat on
  reg               pay_more_q;   // payload beats still to come
  reg               after_q;      // the next beat holds the end of the ICRC only

  wire pay_now   = pay_bytes != 14'd0 && pay_start < BEAT;         // the payload begins in the first beat
  wire need_pay  = start ? pay_now : pay_more_q && !after_q;
  wire make      = busy_q && room && (!need_pay || pay_valid);
  wire step      = start || make;
  wire pay_take  = step && need_pay;

  assign s_rsp_pay_ready = pay_take && rsp;
  assign s_req_pay_ready = pay_take && !rsp;

  wire [14:0] left     = start ? covered : covered_q;
  wire        is_after = !start && after_q;
  wire        here     = !is_after && left < BEAT;       // the ICRC begins in this beat
  wire        crosses  = here && left[5:2] == 4'd15;     // and ends in the next one
  wire        ends     = is_after || (here && !crosses);

  reg         beat_valid_q, beat_first_q, beat_last_q, beat_here_q, beat_after_q, beat_err_q;
  wire        pay_bad = pay_take && pay_last && pay_err;
  reg  [3:0]  beat_word_q;
  reg  [511:0] beat_data_q;

  always @(posedge clk) begin
    if (rst) begin
      busy_q       <= 1'b0;
      beat_valid_q <= 1'b0;
      turn_q       <= 1'b1;
    end else begin
      beat_valid_q <= step;
      if (step) busy_q <= !ends;
      if (start) turn_q <= !pick_rsp;
      `UBN_ASSERT(payload_is_over_with_the_frame, !(step && ends) || !(start ? pay_now : pay_more_q) ||
                  (need_pay && pay_last))
      `UBN_ASSERT(payload_begins_in_one_of_two_beats, !start || pay_start < 15'd128)
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
      beat_err_q   <= (!start && beat_err_q) || pay_bad;   // from the end of the payload on
      if (start)         pay_more_q <= pay_now ? !pay_last : pay_bytes != 14'd0;
      else if (need_pay) pay_more_q <= !pay_last;
    end
    if (start) from_rsp_q <= pick_rsp;
  end

  integer i;

  always @(posedge clk) begin
    if (start) begin
      for (i = 0; i < BTH_OFF; i = i + 1)
        beat_data_q[8*i +: 8] <= ip_head[8*(BTH_OFF - 1 - i) +: 8];
      for (i = 0; i < `ROCE_BTH_BYTES; i = i + 1)
        beat_data_q[8*(BTH_OFF + i) +: 8] <= bth[8*(`ROCE_BTH_BYTES - 1 - i) +: 8];
      for (i = 0; i < EXT_FIRST; i = i + 1)
        beat_data_q[8*(EXT_OFF + i) +: 8] <= ext[8*(EXT_BYTES - 1 - i) +: 8] |
                                             (pay_now ? pay_data[8*(EXT_OFF + i) +: 8] : 8'd0);
      for (i = EXT_FIRST; i < EXT_BYTES; i = i + 1)
        rest_q[8*(i - EXT_FIRST) +: 8] <= ext[8*(EXT_BYTES - 1 - i) +: 8];
    end else if (make) begin
      rest_q      <= {REST_W{1'b0}};
      beat_data_q <= {{(512 - REST_W) {1'b0}}, rest_q} | (need_pay ? pay_data : 512'd0);
    end
  end

  // ---- ICRC and output
  localparam [31:0] CRC_AFTER_LRH = 32'hdebb20e3;   // see link_icrc_cover
  localparam        ETH_MIN = 60;                   // bytes of a frame without its check sequence

  wire icrc_idle, out_first;

  link_icrc_tx #(.INIT(CRC_AFTER_LRH), .MASK_BTH(1), .MIN_BYTES(ETH_MIN)) u_icrc (
    .clk(clk), .rst(rst), .s_room(room), .s_valid(beat_valid_q), .s_data(beat_data_q), .s_first(beat_first_q),
    .s_last(beat_last_q), .s_crc_here(beat_here_q), .s_crc_word(beat_word_q), .s_after(beat_after_q),
    .s_err(beat_last_q && beat_err_q), .m_valid(m_valid), .m_ready(m_ready), .m_data(m_data), .m_keep(m_keep),
    .m_first(out_first), .m_last(m_last), .m_err(m_user_err), .stat_idle(icrc_idle));

  // ---- observation: what the frame on m is
  wire        note_idle, note_ready, note_valid;
  wire [71:0] about;
  wire        m_beat = m_valid && m_ready;

  cm_fifo #(.W(72), .DEPTH(16)) u_notes (
    .clk(clk), .rst(rst), .s_valid(start), .s_ready(note_ready), .s_data({psn, note}), .m_valid(note_valid),
    .m_ready(m_beat && m_last), .m_data(about), .stat_count(), .stat_idle(note_idle));

  always @(posedge clk) begin
    if (rst) probe_first_valid <= 1'b0;
    else     probe_first_valid <= m_beat && out_first;
    if (m_beat && out_first) begin
      probe_first_id                              <= 64'd0;
      probe_first_id[`ROCE_PROBE_TX_FIRST_KIND]   <= about[33:32];
      probe_first_id[`ROCE_PROBE_TX_FIRST_QP]     <= about[15:0];
      probe_first_id[`ROCE_PROBE_TX_FIRST_PSN]    <= about[71:48];
      probe_first_id[`ROCE_PROBE_TX_FIRST_IDX]    <= about[31:16];
    end
    if (!rst) begin
      `UBN_ASSERT(every_frame_has_its_note, !(start && !note_ready) && !(m_beat && !note_valid))
    end
  end

  wire unused = &{1'b0, about[47:34]};

  assign stat_frame = m_beat && m_last;
  assign stat_idle  = !busy_q && !beat_valid_q && icrc_idle && note_idle;

endmodule

`resetall
