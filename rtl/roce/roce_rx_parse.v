// SPDX-License-Identifier: Apache-2.0
// roce_rx_parse: takes frames apart: checks Ethernet, IPv4, UDP, BTH, lengths and ICRC, and sorts packets by
//   their opcode into requests (for the responder) and responses (for the requester).
//   For each class a descriptor as soon as the headers are in, the payload beats as they stood in the frame from
//   the one with the first payload byte on, and one verdict when the frame has ended.
//   Latency    : 2 cycles from the beat that completes the headers to the descriptor, 3 from a beat to m_*_pay, 4 from
//                the last beat to the verdict, when their queues are empty.
//   Throughput : 1 beat per cycle.
//   Back-press : s waits while a queue of either class is nearly full, and while missing payload is made up.
//   Order      : descriptors, payload and verdicts of a class in the order of the frames.
//   Error      : a frame that is not ours or malformed in its first beat is dropped, stat_drop_frame; wrong length, IP
//                checksum, ICRC or s_user_err: verdict bad, stat_drop_icrc, missing payload beats are made up. A
//                congestion notification gives no output; a good one is counted, stat_cnp.
//   Reset      : drops a frame under way; the rest of a frame that comes after reset is dropped as malformed.
//   Source     : IBTA vol. 1, 9.2, 9.3, 9.6 and annex A17; IPv4: RFC 791. The end of a packet is found by the IP
//                length: a frame of 58 bytes may be followed by Ethernet padding. Unused lanes of the last of several
//                beats are zero (link contract). Stages nic_rx, nic_rsp_rx; probe rx_first.

`resetall
`default_nettype none
`include "cm_assert.vh"
`include "ubn_wire.vh"
`include "ubn_enums.vh"

module roce_rx_parse #(
  parameter PAY_BEATS = 256     // payload beats of a class that wait, at least a frame: they stay until its verdict
) (
  input  wire         clk,
  input  wire         rst,
  input  wire [31:0]  cfg_ip,
  // link
  input  wire         s_valid,
  output wire         s_ready,
  input  wire [511:0] s_data,
  input  wire [63:0]  s_keep,
  input  wire         s_last,
  input  wire         s_user_err,
  // requests
  output wire         m_req_valid,
  input  wire         m_req_ready,
  output wire [15:0]  m_req_frame,
  output wire [31:0]  m_req_src_ip,
  output wire [`ROCE_BTH_BITS-1:0] m_req_bth,
  output wire [223:0] m_req_ext,             // bytes behind the BTH, first wire byte in the top bits
  output wire [13:0]  m_req_pay_bytes,
  output wire [5:0]   m_req_pay_lane,        // of the first payload byte
  output wire [7:0]   m_req_pay_beats,
  output wire         m_req_end_valid,
  input  wire         m_req_end_ready,
  output wire         m_req_end_ok,
  output wire         m_req_pay_valid,
  input  wire         m_req_pay_ready,
  output wire [511:0] m_req_pay_data,
  // responses
  output wire         m_rsp_valid,
  input  wire         m_rsp_ready,
  output wire [15:0]  m_rsp_frame,
  output wire [31:0]  m_rsp_src_ip,
  output wire [`ROCE_BTH_BITS-1:0] m_rsp_bth,
  output wire [223:0] m_rsp_ext,
  output wire [13:0]  m_rsp_pay_bytes,
  output wire [5:0]   m_rsp_pay_lane,
  output wire [7:0]   m_rsp_pay_beats,
  output wire         m_rsp_end_valid,
  input  wire         m_rsp_end_ready,
  output wire         m_rsp_end_ok,
  output wire         m_rsp_pay_valid,
  input  wire         m_rsp_pay_ready,
  output wire [511:0] m_rsp_pay_data,
  // observation
  output reg          probe_first_valid,
  output reg  [63:0]  probe_first_id,
  output wire         stat_frame,
  output wire         stat_drop_frame,
  output wire         stat_drop_icrc,
  output wire         stat_cnp,
  output wire         stat_idle
);

  localparam DESC_W = 16 + 32 + `ROCE_BTH_BITS + 224 + 14 + 6 + 8;
  localparam DEPTH  = 16;                          // descriptor and verdict queues
  localparam [4:0]  LIMIT   = 5'd10;               // with what is on its way they do not overflow
  localparam COUNT_W = $clog2(PAY_BEATS + 1);
  localparam [COUNT_W-1:0] PAY_LIMIT = PAY_BEATS[COUNT_W-1:0] - 2;
  localparam [31:0] CRC_AFTER_LRH = 32'hdebb20e3;  // see link_icrc_cover
  localparam SRC_IP = `ETH_BYTES + 12;
  localparam HEAD_W = `ETH_BITS + `IPV4_BITS + `UDP_BITS;
  localparam BTH = `ROCE_FRAME_BTH_OFFSET;
  localparam EXT = `ROCE_FRAME_EXT_OFFSET;
  localparam [15:0] SHORT_IP = 16'd44;             // packet of 58 bytes, below the Ethernet minimum
  localparam [15:0] MAX_PAY  = 16'd4096;

  generate
    if (PAY_BEATS < 72) begin : g_check
      error_pay_beats_must_be_at_least_72 u_error ();
    end
  endgenerate

  // ---- beats
  wire         in_valid, in_last, in_err;
  wire [511:0] in_data;
  wire [63:0]  in_keep;
  wire         take;           // the beat at hand is used in this cycle
  wire         room;
  reg  [7:0]   fill_q;         // payload beats that a frame promised and did not bring

  cm_skid #(.W(578)) u_in (
    .clk(clk), .rst(rst), .s_valid(s_valid), .s_ready(s_ready), .s_data({s_user_err, s_last, s_keep, s_data}),
    .m_valid(in_valid), .m_ready(take), .m_data({in_err, in_last, in_keep, in_data}));

  assign take = in_valid && room && fill_q == 8'd0;

  reg  [7:0]  beat_q;          // number of the beat at hand in its frame, at most 255
  reg  [15:0] frame_q;         // running number of the frame at hand
  wire        first = beat_q == 8'd0;

  // ---- first beat: is it ours, what is it, how much payload
  wire        ours, ip_sum_ok;
  wire [15:0] ip_bytes;
  wire [7:0]  opcode   = in_data[8*BTH +: 8];
  wire [1:0]  pad      = in_data[8*(BTH + 1) + 4 +: 2];
  wire [3:0]  tver     = in_data[8*(BTH + 1) +: 4];

  link_ip_check #(.UDP_PORT(`ROCE_UDP_PORT)) u_ip (
    .clk(clk), .cfg_ip(cfg_ip), .s_take(take && first), .s_head(in_data[HEAD_W-1:0]),
    .m_ours(ours), .m_ip_bytes(ip_bytes), .m_sum_ok(ip_sum_ok));

  reg  [4:0]  ext_bytes;
  reg         known, may_pay, is_rsp, is_cnp;
  always @* begin
    ext_bytes = 5'd0;
    known     = 1'b1;
    may_pay   = 1'b1;
    is_rsp    = 1'b0;
    is_cnp    = 1'b0;
    case (opcode)
      `ROCE_OPCODE_SEND_FIRST, `ROCE_OPCODE_SEND_MIDDLE, `ROCE_OPCODE_SEND_LAST, `ROCE_OPCODE_SEND_ONLY,
      `ROCE_OPCODE_WRITE_MIDDLE, `ROCE_OPCODE_WRITE_LAST: ;
      `ROCE_OPCODE_SEND_LAST_IMM, `ROCE_OPCODE_SEND_ONLY_IMM, `ROCE_OPCODE_WRITE_LAST_IMM:
        ext_bytes = `ROCE_IMMDT_BYTES;
      `ROCE_OPCODE_WRITE_FIRST, `ROCE_OPCODE_WRITE_ONLY: ext_bytes = `ROCE_RETH_BYTES;
      `ROCE_OPCODE_WRITE_ONLY_IMM: ext_bytes = `ROCE_RETH_BYTES + `ROCE_IMMDT_BYTES;
      `ROCE_OPCODE_READ_REQUEST: begin
        ext_bytes = `ROCE_RETH_BYTES;
        may_pay   = 1'b0;
      end
      `ROCE_OPCODE_CMP_SWAP, `ROCE_OPCODE_FETCH_ADD: begin
        ext_bytes = `ROCE_ATOMICETH_BYTES;
        may_pay   = 1'b0;
      end
      `ROCE_OPCODE_READ_RSP_FIRST, `ROCE_OPCODE_READ_RSP_LAST, `ROCE_OPCODE_READ_RSP_ONLY: begin
        ext_bytes = `ROCE_AETH_BYTES;
        is_rsp    = 1'b1;
      end
      `ROCE_OPCODE_READ_RSP_MIDDLE: is_rsp = 1'b1;
      `ROCE_OPCODE_ACKNOWLEDGE: begin
        ext_bytes = `ROCE_AETH_BYTES;
        may_pay   = 1'b0;
        is_rsp    = 1'b1;
      end
      `ROCE_OPCODE_ATOMIC_ACK: begin
        ext_bytes = `ROCE_AETH_BYTES + `ROCE_ATOMICACKETH_BYTES;
        may_pay   = 1'b0;
        is_rsp    = 1'b1;
      end
      `ROCE_OPCODE_CNP: begin
        ext_bytes = `ROCE_CNP_BYTES;
        may_pay   = 1'b0;
        is_cnp    = 1'b1;
      end
      default: known = 1'b0;
    endcase
  end

  wire [15:0] head_ip   = 16'd44 + {11'd0, ext_bytes};          // IP length without payload and padding
  wire [15:0] pay_total = ip_bytes - head_ip;                   // payload and padding
  wire [15:0] pay_16    = pay_total - {14'd0, pad};
  wire        sane      = ip_bytes >= head_ip && pay_total >= {14'd0, pad} && pay_16 <= MAX_PAY &&
                          (may_pay || pay_total == 16'd0) && (pay_16 != 16'd0 || pad == 2'd0) &&
                          ip_bytes[1:0] == 2'd0;
  wire [6:0]  off       = EXT[6:0] + {2'd0, ext_bytes};         // of the first payload byte
  wire        accept    = ours && tver == 4'd0 && known && sane && (!in_last || !off[6]);
  wire [13:0] pay_end   = {8'd0, off[5:0]} + pay_16[13:0] + 14'd63;
  wire [7:0]  pay_beats = !accept || pay_16 == 16'd0 ? 8'd0 : pay_end[13:6];
  wire        pay_now   = pay_beats != 8'd0 && !off[6];         // the payload begins in the first beat

  // ---- header bytes, first wire byte in the top bits
  localparam HEAD_BYTES = 40;                                   // BTH 12 and 28 behind it
  localparam HEAD_FIRST = 64 - BTH;                             // of these in the first beat
  reg  [8*HEAD_BYTES-1:0] head_q;
  reg         head_valid_q, accept_q, rsp_q, cnp_q, two_q;
  reg  [15:0] head_frame_q, ip_bytes_q;
  reg  [31:0] src_ip_q;
  reg  [13:0] pay_bytes_q;
  reg  [5:0]  pay_lane_q;
  reg  [7:0]  pay_beats_q, pay_left_q;

  wire now_accept = first ? accept : accept_q;
  wire now_rsp    = first ? is_rsp : rsp_q;
  wire head_done  = take && now_accept && (first ? !off[6] : two_q && beat_q == 8'd1);

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
      rsp_q       <= is_rsp;
      cnp_q       <= is_cnp;
      two_q       <= off[6];
      ip_bytes_q  <= ip_bytes;
      src_ip_q    <= {in_data[8*SRC_IP +: 8], in_data[8*(SRC_IP + 1) +: 8], in_data[8*(SRC_IP + 2) +: 8],
                      in_data[8*(SRC_IP + 3) +: 8]};
      pay_bytes_q <= pay_16[13:0];
      pay_lane_q  <= off[5:0];
      pay_beats_q <= pay_beats;
      for (i = 0; i < HEAD_FIRST; i = i + 1) head_q[8*(HEAD_BYTES - 1 - i) +: 8] <= in_data[8*(BTH + i) +: 8];
    end
    if (take && beat_q == 8'd1)
      for (i = HEAD_FIRST; i < HEAD_BYTES; i = i + 1)
        head_q[8*(HEAD_BYTES - 1 - i) +: 8] <= in_data[8*(i - HEAD_FIRST) +: 8];
    if (head_done) head_frame_q <= frame_q;
  end

  // ---- payload beats, one cycle behind the input; missing ones are made up, the verdict is bad then
  reg         beat_valid_q, beat_rsp_q;
  reg [511:0] beat_data_q;
  wire        pay_here  = take && (first ? pay_now : pay_left_q != 8'd0);
  wire [7:0]  pay_after = (first ? pay_beats : pay_left_q) - {7'd0, pay_here};
  reg         fill_rsp_q;
  wire [1:0]  pay_ready;
  wire        filling   = fill_q != 8'd0 && !beat_valid_q;
  wire        pay_put   = beat_valid_q || filling;
  wire        pay_rsp   = beat_valid_q ? beat_rsp_q : fill_rsp_q;

  always @(posedge clk) begin
    if (rst) begin
      fill_q       <= 8'd0;
      beat_valid_q <= 1'b0;
    end else begin
      beat_valid_q <= pay_here;
      if (filling && pay_ready[fill_rsp_q]) fill_q <= fill_q - 8'd1;
      else if (take && in_last)             fill_q <= pay_after;
      `UBN_ASSERT(payload_queue_has_room, !beat_valid_q || pay_ready[beat_rsp_q])
    end
  end

  always @(posedge clk) begin
    if (take) pay_left_q <= pay_after;
    if (take && in_last) fill_rsp_q <= now_rsp;
    if (pay_here) begin
      beat_rsp_q  <= now_rsp;
      beat_data_q <= in_data;
    end
  end

  // ---- end of the frame: length, then ICRC
  wire        is_short = first && ip_bytes == SHORT_IP;
  wire [511:0] in_packet = is_short ? in_data & {48'd0, {464{1'b1}}} : in_data;   // no Ethernet padding
  wire        end_here, crc_ok, crc_idle;
  reg  [3:0]  word;                 // bytes in use in the last beat: 4 * word + 2
  integer     j;

  always @* begin
    word = 4'd0;
    for (j = 1; j < 16; j = j + 1) word = word + {3'd0, in_keep[4*j]};
    if (is_short) word = 4'd14;
  end

  wire [63:0] exact_keep = ~({64{1'b1}} << {word, 2'b10});
  wire [15:0] now_ip     = first ? ip_bytes : ip_bytes_q;
  wire        len_ok     = is_short ? in_keep[57] && in_keep[0] :
                           in_keep == exact_keep && beat_q != 8'd255 &&
                           now_ip + 16'd12 == {2'd0, beat_q, 6'd0} + {10'd0, word, 2'b00};

  link_icrc_check #(.DATA_W(512), .INIT(CRC_AFTER_LRH), .MASK_BTH(1)) u_icrc (
    .clk(clk), .rst(rst), .s_valid(take), .s_data(in_packet), .s_first(first), .s_last(in_last), .s_word(word),
    .m_valid(end_here), .m_ok(crc_ok), .stat_idle(crc_idle));

  reg ours_q, ours_q2, ours_q3, isrsp_q, isrsp_q2, isrsp_q3, iscnp_q, iscnp_q2, iscnp_q3;
  reg good_q, good_q2, good_q3;

  always @(posedge clk) begin
    if (take && in_last) begin
      ours_q  <= now_accept;
      isrsp_q <= now_rsp;
      iscnp_q <= first ? is_cnp : cnp_q;
      good_q  <= len_ok && !in_err;
    end
    ours_q2  <= ours_q;
    ours_q3  <= ours_q2;
    isrsp_q2 <= isrsp_q;
    isrsp_q3 <= isrsp_q2;
    iscnp_q2 <= iscnp_q;
    iscnp_q3 <= iscnp_q2;
    good_q2  <= good_q && ip_sum_ok;
    good_q3  <= good_q2;
  end

  wire verdict = end_here && ours_q3;
  wire ok      = good_q3 && crc_ok;

  // ---- queues of the two classes; a word passes an empty queue
  wire [DESC_W-1:0] desc_new = {head_frame_q, src_ip_q, head_q, pay_bytes_q, pay_lane_q, pay_beats_q};
  wire [1:0]        desc_valid, desc_ready, desc_take, end_valid, end_ready, end_take, pay_valid, pay_take;
  wire [2*DESC_W-1:0] desc;
  wire [1:0]        end_ok, few, queues_idle, desc_fits, end_fits;
  wire [1023:0]     pay;
  genvar            c;

  assign desc_take = {m_rsp_ready, m_req_ready};
  assign end_take  = {m_rsp_end_ready, m_req_end_ready};
  assign pay_take  = {m_rsp_pay_ready, m_req_pay_ready};

  generate
    for (c = 0; c < 2; c = c + 1) begin : g_class
      wire              desc_in = head_valid_q && !cnp_q && rsp_q == (c == 1);
      wire              end_in  = verdict && !iscnp_q3 && isrsp_q3 == (c == 1);
      wire              desc_idle, end_idle, pay_idle;
      wire [4:0]        desc_count, end_count;
      wire [COUNT_W-1:0] pay_count;

      cm_fifo_pass #(.W(DESC_W), .DEPTH(DEPTH)) u_desc (
        .clk(clk), .rst(rst), .s_valid(desc_in), .s_ready(desc_ready[c]), .s_data(desc_new),
        .m_valid(desc_valid[c]), .m_ready(desc_take[c]), .m_data(desc[DESC_W*c +: DESC_W]),
        .stat_count(desc_count), .stat_idle(desc_idle));

      cm_fifo_pass #(.W(1), .DEPTH(DEPTH)) u_end (
        .clk(clk), .rst(rst), .s_valid(end_in), .s_ready(end_ready[c]), .s_data(ok), .m_valid(end_valid[c]),
        .m_ready(end_take[c]), .m_data(end_ok[c]), .stat_count(end_count), .stat_idle(end_idle));

      cm_fifo #(.W(512), .DEPTH(PAY_BEATS)) u_pay (
        .clk(clk), .rst(rst), .s_valid(pay_put && pay_rsp == (c == 1)), .s_ready(pay_ready[c]), .s_data(beat_data_q),
        .m_valid(pay_valid[c]), .m_ready(pay_take[c]), .m_data(pay[512*c +: 512]), .stat_count(pay_count),
        .stat_idle(pay_idle));

      assign few[c]         = desc_count <= LIMIT && end_count <= LIMIT && pay_count <= PAY_LIMIT;
      assign desc_fits[c]   = !desc_in || desc_ready[c];
      assign end_fits[c]    = !end_in || end_ready[c];
      assign queues_idle[c] = desc_idle && end_idle && pay_idle;
    end
  endgenerate

  assign room = &few;

  assign m_req_valid     = desc_valid[0];
  assign {m_req_frame, m_req_src_ip, m_req_bth, m_req_ext, m_req_pay_bytes, m_req_pay_lane, m_req_pay_beats} =
      desc[DESC_W-1:0];
  assign m_req_end_valid = end_valid[0];
  assign m_req_end_ok    = end_ok[0];
  assign m_req_pay_valid = pay_valid[0];
  assign m_req_pay_data  = pay[511:0];
  assign m_rsp_valid     = desc_valid[1];
  assign {m_rsp_frame, m_rsp_src_ip, m_rsp_bth, m_rsp_ext, m_rsp_pay_bytes, m_rsp_pay_lane, m_rsp_pay_beats} =
      desc[2*DESC_W-1:DESC_W];
  assign m_rsp_end_valid = end_valid[1];
  assign m_rsp_end_ok    = end_ok[1];
  assign m_rsp_pay_valid = pay_valid[1];
  assign m_rsp_pay_data  = pay[1023:512];

  // ---- observation
  reg        link_first_q;     // the next beat on s begins a frame
  reg [15:0] link_frame_q;

  always @(posedge clk) begin
    if (rst) begin
      probe_first_valid <= 1'b0;
      link_first_q      <= 1'b1;
      link_frame_q      <= 16'd0;
    end else begin
      probe_first_valid <= s_valid && s_ready && link_first_q;
      if (s_valid && s_ready) begin
        link_first_q <= s_last;
        if (s_last) link_frame_q <= link_frame_q + 16'd1;
      end
      `UBN_ASSERT(descriptor_queues_have_room, &desc_fits)
      `UBN_ASSERT(verdict_queues_have_room, &end_fits)
    end
    if (s_valid && s_ready) probe_first_id <= {48'd0, link_frame_q};
  end

  assign stat_frame      = end_here;
  assign stat_drop_frame = end_here && !ours_q3;
  assign stat_drop_icrc  = verdict && !ok;
  assign stat_cnp        = verdict && ok && iscnp_q3;
  assign stat_idle       = !in_valid && fill_q == 8'd0 && !beat_valid_q && !head_valid_q && crc_idle && (&queues_idle);

  wire unused = &{1'b0, pay_16[15:14], pay_end[5:0]};

endmodule

`resetall
