// SPDX-License-Identifier: Apache-2.0
// urma_rx_parse: takes frames apart. Header fields leave as soon as they are in, so that context records can
//   be read while the rest arrives; the verdict on the frame (length, checksum, ICRC) follows at its end.
//   Per frame that is ours: one word on m_desc, one on m_look if it is a response, the payload beats of a
//   read response on m_pay and of a write on m_wpay (as many as its header says, whatever arrives), one word on m_end.
//   Latency    : last needed header beat to m_desc: 3 cycles, to m_look: 2 cycles; last beat to m_end: 5 cycles;
//                beat to m_pay: 2 cycles.      Throughput: 1 beat per cycle.
//   Back-press : s_ready falls when one of the five queues is nearly full.
//   Order      : as received on each output.
//   Error      : frames not for us or malformed in the first beat -> stat_drop_frame, nothing leaves.
//                Bad length, IP checksum or ICRC, or s_user_err -> m_end_ok = 0.
//   Contract   : unused lanes of the last beat are zero.
//   Reset      : drops what is under way.
//   Source     : UB base specification, packet class 3 and transport headers, NLP 0. Stages nic_rx, nic_rsp_rx.

`resetall
`default_nettype none
`include "cm_assert.vh"
`include "ubn_wire.vh"
`include "ubn_enums.vh"

module urma_rx_parse #(
  parameter DATA_W    = 512,
  parameter PAY_BEATS = 256     // payload queues; at least the beats of two frames
) (
  input  wire                     clk,
  input  wire                     rst,
  input  wire [31:0]              cfg_ip,
  // link
  input  wire                     s_valid,
  output wire                     s_ready,
  input  wire [DATA_W-1:0]        s_data,
  input  wire [DATA_W/8-1:0]      s_keep,
  input  wire                     s_last,
  input  wire                     s_user_err,
  // headers
  output wire                     m_desc_valid,
  input  wire                     m_desc_ready,
  output wire [15:0]              m_desc_frame,
  output wire                     m_desc_is_rsp,
  output wire                     m_desc_is_write,
  output wire [13:0]              m_desc_pay_bytes,
  output wire [`UB_RTPH_BITS-1:0] m_desc_rtph,
  output wire [`UB_BTAH_BITS-1:0]   m_desc_btah,
  output wire [`UB_MAETAH_BITS-1:0] m_desc_maetah,
  output wire [`UB_TVETAH_BITS-1:0] m_desc_tvetah,
  // responses, for the look-up of their operation
  output wire                     m_look_valid,
  input  wire                     m_look_ready,
  output wire [15:0]              m_look_frame,
  output wire [23:0]              m_look_tpn,
  output wire [13:0]              m_look_pay_bytes,
  output wire [`UB_ATAH_BITS-1:0] m_look_atah,
  // payload beats as they stood in the frame
  output wire                     m_pay_valid,
  input  wire                     m_pay_ready,
  output wire [DATA_W-1:0]        m_pay_data,
  output wire                     m_wpay_valid,
  input  wire                     m_wpay_ready,
  output wire [DATA_W-1:0]        m_wpay_data,
  // verdicts
  output wire                     m_end_valid,
  input  wire                     m_end_ready,
  output wire                     m_end_ok,
  // observation
  output reg                      probe_first_valid,
  output reg  [63:0]              probe_first_id,
  output wire                     stat_frame,
  output wire                     stat_drop_frame,
  output wire                     stat_idle
);

  localparam KEEP_W  = DATA_W / 8;
  localparam H_BYTES = 2 * KEEP_W;                 // header bytes looked at
  localparam DESC_W  = 16 + 1 + 1 + 14 + `UB_RTPH_BITS + `UB_BTAH_BITS + `UB_MAETAH_BITS + `UB_TVETAH_BITS;
  localparam LOOK_W  = 54 + `UB_ATAH_BITS;
  localparam DEPTH   = 16;                         // header and verdict queues
  localparam ON_WAY  = 6;                          // frames between s and those queues
  localparam [15:0] READ_IP_BYTES = `UB_FRAME_READ_REQ_IP_BYTES;   // with its token
  localparam [15:0] RSP_OVERHEAD = 16'd20 + 16'd8 + 16'd16 + 16'd8 + 16'd4;  // IPv4, UDP, RTPH, ATAH, ICRC
  localparam [15:0] TOKEN_BYTES  = 16'd4;

  generate
    if (DATA_W != 512) begin : g_check
      error_only_512_bit_beats_are_parsed u_error ();
    end
  endgenerate

  // ---- beats
  wire              in_valid, in_last, in_err;
  wire [DATA_W-1:0] in_data;
  wire [KEEP_W-1:0] in_keep;
  wire              take;          // the beat at hand is used in this cycle
  reg  [7:0]        fill_q;        // payload beats that a frame promised and did not bring
  wire              room;

  cm_skid #(.W(DATA_W + KEEP_W + 2)) u_in (
    .clk(clk), .rst(rst),
    .s_valid(s_valid), .s_ready(s_ready), .s_data({s_user_err, s_last, s_keep, s_data}),
    .m_valid(in_valid), .m_ready(take), .m_data({in_err, in_last, in_keep, in_data}));

  assign take = in_valid && room && fill_q == 8'd0;

  reg [7:0]  beat_q;               // number of the beat at hand in its frame, at most 255
  reg [15:0] frame_q;              // running number of the frame at hand
  wire       first = beat_q == 8'd0;

  // ---- first beat: is it ours, is it a response, how much payload
  localparam HEAD_W = `ETH_BITS + `IPV4_BITS + `UDP_BITS;
  localparam TP  = `UB_FRAME_RTPH_OFFSET;
  localparam TA  = `UB_FRAME_TA_OFFSET;

  wire        ours_ip, ip_sum_ok;
  wire [15:0] ip_bytes;
  wire [7:0]  tp_opcode = in_data[8*TP +: 8];
  wire [7:0]  tp_second = in_data[8*(TP + 1) +: 8];       // TPVer 2 | Padding 2 | NLP 4
  wire [7:0]  ta_opcode = in_data[8*TA +: 8];
  wire        is_data   = tp_opcode[6:0] == 7'h01;
  wire        is_ack    = tp_opcode[6:0] == 7'h02;
  wire        ours      = ours_ip && tp_second[7:6] == 2'd0;
  wire known = (is_ack && in_last) || (is_data && !in_last && tp_second[3:0] == `UB_NLP_TA);

  wire        is_rsp     = is_data && (ta_opcode == `UB_TA_OPCODE_READ_RSP || ta_opcode == `UB_TA_OPCODE_TAACK);
  wire [15:0] rsp_bytes  = ip_bytes - RSP_OVERHEAD - {14'd0, tp_second[5:4]};
  wire        rsp_sane   = !is_rsp || rsp_bytes <= 16'd8192;
  wire        is_read    = is_data && ta_opcode == `UB_TA_OPCODE_READ;
  wire        has_token  = in_data[8*(TA + 1) + 3];        // BTAH.TV_EN
  wire        is_write   = is_data && ta_opcode == `UB_TA_OPCODE_WRITE;
  wire [15:0] req_bytes  = has_token ? READ_IP_BYTES : READ_IP_BYTES - TOKEN_BYTES;   // without data
  wire [15:0] wr_bytes   = ip_bytes - req_bytes - {14'd0, tp_second[5:4]};
  wire        req_sane   = !(is_read || is_write) || (ip_bytes >= req_bytes && (is_read || wr_bytes <= 16'd8192));
  wire        accept     = ours && known && rsp_sane && req_sane;
  wire [13:0] pay_bytes  = !accept ? 14'd0 : is_write ? wr_bytes[13:0] :
                           ta_opcode == `UB_TA_OPCODE_READ_RSP && is_data ? rsp_bytes[13:0] : 14'd0;
  wire [4:0]  pay_lane   = is_write ? (has_token ? 5'd22 : 5'd18) : 5'd2;  // of its first byte, in the second beat
  wire [13:0] pay_end    = pay_bytes + {9'd0, pay_lane} - 14'd1;
  wire [7:0]  pay_beats  = pay_bytes == 14'd0 ? 8'd0 : pay_end[13:6] + 8'd1;

  link_ip_check #(.UDP_PORT(`UB_UDP_PORT)) u_ip (
    .clk(clk), .cfg_ip(cfg_ip),
    .s_take(take && first), .s_head(in_data[HEAD_W-1:0]),
    .m_ours(ours_ip), .m_ip_bytes(ip_bytes), .m_sum_ok(ip_sum_ok));

  // ---- header bytes, first wire byte in the top bits
  reg  [H_BYTES*8-1:0] head_q;
  reg                  head_valid_q;     // the headers of a frame are complete
  reg                  accept_q, is_rsp_q, is_write_q;
  reg  [15:0]          head_frame_q;
  reg  [13:0]          pay_bytes_q;
  reg  [15:0]          ip_bytes_q;
  reg  [7:0]           pay_left_q;

  wire now_accept = first ? accept : accept_q;
  wire head_done  = take && now_accept && (first ? in_last : beat_q == 8'd1);

  always @(posedge clk) begin
    if (rst) begin
      beat_q       <= 8'd0;
      frame_q      <= 16'd0;
      head_valid_q <= 1'b0;
    end else begin
      head_valid_q <= head_done;
      if (take) begin
        beat_q <= in_last ? 8'd0 : beat_q == 8'd255 ? 8'd255 : beat_q + 8'd1;
        if (in_last) frame_q <= frame_q + 16'd1;
      end
    end
  end

  integer i;

  always @(posedge clk) begin
    if (take && first) begin
      accept_q    <= accept;
      is_rsp_q    <= is_rsp;
      is_write_q  <= is_write;
      pay_bytes_q <= pay_bytes;
      ip_bytes_q  <= ip_bytes;
      for (i = 0; i < KEEP_W; i = i + 1) head_q[8*(H_BYTES - 1 - i) +: 8] <= in_data[8*i +: 8];
    end
    if (take && beat_q == 8'd1)
      for (i = 0; i < KEEP_W; i = i + 1) head_q[8*(KEEP_W - 1 - i) +: 8] <= in_data[8*i +: 8];
    if (head_done) head_frame_q <= frame_q;
  end

  wire [`UB_RTPH_BITS-1:0]   rtph   = head_q[8*(H_BYTES - TP) - 1 -: `UB_RTPH_BITS];
  wire [`UB_BTAH_BITS-1:0]   btah   = head_q[8*(H_BYTES - TA) - 1 -: `UB_BTAH_BITS];
  wire [`UB_MAETAH_BITS-1:0] maetah = head_q[8*(H_BYTES - TA - `UB_BTAH_BYTES) - 1 -: `UB_MAETAH_BITS];
  wire [`UB_TVETAH_BITS-1:0] tvetah =
      head_q[8*(H_BYTES - TA - `UB_BTAH_BYTES - `UB_MAETAH_BYTES) - 1 -: `UB_TVETAH_BITS];

  wire [4:0] desc_count, look_count, end_count;
  wire       desc_ready, look_ready, end_ready, rpay_ready, wpay_ready;
  wire       desc_idle, look_idle, end_idle, rpay_idle, wpay_idle;
  wire       pay_ready = rpay_ready && wpay_ready;

  cm_fifo #(.W(DESC_W), .DEPTH(DEPTH)) u_desc (
    .clk(clk), .rst(rst),
    .s_valid(head_valid_q), .s_ready(desc_ready),
    .s_data({head_frame_q, is_rsp_q, is_write_q, pay_bytes_q, rtph, btah, maetah, tvetah}),
    .m_valid(m_desc_valid), .m_ready(m_desc_ready),
    .m_data({m_desc_frame, m_desc_is_rsp, m_desc_is_write, m_desc_pay_bytes, m_desc_rtph, m_desc_btah,
             m_desc_maetah, m_desc_tvetah}),
    .stat_count(desc_count), .stat_idle(desc_idle));

  // The look-up is the longest way of a response, so a word passes the empty queue.
  wire look_new = head_valid_q && is_rsp_q;

  cm_fifo_pass #(.W(LOOK_W), .DEPTH(DEPTH)) u_look (
    .clk(clk), .rst(rst),
    .s_valid(look_new), .s_ready(look_ready),
    .s_data({head_frame_q, rtph[`UB_RTPH_DST_TPN], pay_bytes_q, btah}),
    .m_valid(m_look_valid), .m_ready(m_look_ready),
    .m_data({m_look_frame, m_look_tpn, m_look_pay_bytes, m_look_atah}),
    .stat_count(look_count), .stat_idle(look_idle));

  // ---- payload beats; missing ones are made up, the verdict is bad then
  wire       pay_here  = take && !first && pay_left_q != 8'd0;
  wire [7:0] pay_after = pay_left_q - {7'd0, pay_here};

  always @(posedge clk) begin
    if (rst) begin
      fill_q <= 8'd0;
    end else begin
      if (fill_q != 8'd0 && pay_ready)        fill_q <= fill_q - 8'd1;
      else if (take && !first && in_last) fill_q <= pay_after;
      `UBN_ASSERT(payload_queue_has_room, !pay_here || pay_ready)
    end
  end

  always @(posedge clk) begin
    if (take && first) pay_left_q <= pay_beats;
    else if (take)     pay_left_q <= pay_after;
  end

  wire pay_put = pay_here || (fill_q != 8'd0 && pay_ready);

  cm_fifo #(.W(DATA_W), .DEPTH(PAY_BEATS)) u_pay (
    .clk(clk), .rst(rst),
    .s_valid(pay_put && !is_write_q), .s_ready(rpay_ready), .s_data(in_data),
    .m_valid(m_pay_valid), .m_ready(m_pay_ready), .m_data(m_pay_data),
    .stat_count(), .stat_idle(rpay_idle));

  cm_fifo #(.W(DATA_W), .DEPTH(PAY_BEATS)) u_wpay (
    .clk(clk), .rst(rst),
    .s_valid(pay_put && is_write_q), .s_ready(wpay_ready), .s_data(in_data),
    .m_valid(m_wpay_valid), .m_ready(m_wpay_ready), .m_data(m_wpay_data),
    .stat_count(), .stat_idle(wpay_idle));

  // ---- end of the frame: length, then ICRC
  wire crc_end_valid, crc_ok, crc_idle;

  reg  [3:0] word;                 // bytes in use in the last beat: 4 * word + 2
  integer j;

  always @* begin
    word = 4'd0;
    for (j = 1; j < 16; j = j + 1) word = word + {3'd0, in_keep[4*j]};
  end

  wire [KEEP_W-1:0] exact_keep = ~({KEEP_W{1'b1}} << {word, 2'b10});
  wire [15:0]       now_ip     = first ? ip_bytes : ip_bytes_q;
  wire              len_ok     = in_keep == exact_keep && beat_q != 8'd255 &&
                                 now_ip + 16'd12 == {2'd0, beat_q, 6'd0} + {10'd0, word, 2'b00};

  link_icrc_check #(.DATA_W(DATA_W)) u_icrc (
    .clk(clk), .rst(rst),
    .s_valid(take), .s_data(in_data), .s_first(first), .s_last(in_last), .s_word(word),
    .m_valid(crc_end_valid), .m_ok(crc_ok), .stat_idle(crc_idle));

  reg ours_q, ours_q2, ours_q3;
  reg good_q, good_q2, good_q3;

  always @(posedge clk) begin
    if (take && in_last) begin
      ours_q <= now_accept;
      good_q <= len_ok && !in_err;
    end
    ours_q2 <= ours_q;
    ours_q3 <= ours_q2;
    good_q2 <= good_q && ip_sum_ok;
    good_q3 <= good_q2;
  end

  cm_fifo #(.W(1), .DEPTH(DEPTH)) u_end (
    .clk(clk), .rst(rst),
    .s_valid(crc_end_valid && ours_q3), .s_ready(end_ready), .s_data(good_q3 && crc_ok),
    .m_valid(m_end_valid), .m_ready(m_end_ready), .m_data(m_end_ok),
    .stat_count(end_count), .stat_idle(end_idle));

  assign room = desc_count <= DEPTH[4:0] - ON_WAY[4:0] && look_count <= DEPTH[4:0] - ON_WAY[4:0] &&
                end_count <= DEPTH[4:0] - ON_WAY[4:0] && pay_ready;

  // ---- observation
  always @(posedge clk) begin
    if (rst) begin
      probe_first_valid <= 1'b0;
    end else begin
      probe_first_valid <= s_valid && s_ready && link_first_q;
      `UBN_ASSERT(header_queues_have_room, !head_valid_q || (desc_ready && (look_ready || !is_rsp_q)))
      `UBN_ASSERT(verdict_queue_has_room, !(crc_end_valid && ours_q3) || end_ready)
    end
  end

  reg        link_first_q;     // the next beat on s begins a frame
  reg [15:0] link_frame_q;

  always @(posedge clk) begin
    if (rst) begin
      link_first_q <= 1'b1;
      link_frame_q <= 16'd0;
    end else if (s_valid && s_ready) begin
      link_first_q <= s_last;
      if (s_last) link_frame_q <= link_frame_q + 16'd1;
    end
  end

  always @(posedge clk)
    if (s_valid && s_ready) probe_first_id <= {48'd0, link_frame_q};

  assign stat_frame      = crc_end_valid;
  assign stat_drop_frame = crc_end_valid && !ours_q3;
  assign stat_idle       = !in_valid && fill_q == 8'd0 && !head_valid_q && crc_idle &&
                           desc_idle && look_idle && end_idle && rpay_idle && wpay_idle;

endmodule

`resetall
