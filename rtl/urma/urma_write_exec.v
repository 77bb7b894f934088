// SPDX-License-Identifier: Apache-2.0
// urma_write_exec: target side of a write. When the segment allows it (urma_seg_check), moves the payload of the
//   packet to its lanes in memory; a TAACK says how it went.
//   Latency    : from s_req to m_wr and the first beat of m_w 5 cycles, 6 when that beat is made of two of s_pay, on
//                a context hit; 2 from the beat of s_pay that completes it when payload comes later; 0 from s_done to
//                m_pkt.
//   Throughput : 1 beat per cycle, packets back to back; see cm_align for the one packet that costs a cycle more.
//   Back-press : a beat of s_pay waits until its request is checked, and for m_w: who sends them keeps a packet
//                until its request comes. s_req_ready falls when TASKS requests wait for their payload; it does not
//                depend on m_w_ready. Nothing waits for m_pkt while less than RSP_DEPTH responses do.
//   Order      : as received. The TAACK of what was written goes when memory has answered (s_done): it says that the
//                payload is in memory.
//   Error      : refused by urma_seg_check, or MAETAH.Length is not the payload (unsupported) -> payload thrown away,
//                TAACK with the error. s_req_ok low -> payload thrown away, nothing else.
//   Contract   : s_pay_valid may come before s_req_valid; ceil((s_req_pay_lane + s_req_pay_bytes) / 64) beats a
//                request, none without payload. The first beat is shown with its command or after it; the memory
//                port takes no beat before its command.
//   Reset      : drops requests under way.
//   Source     : UB base specification, write request and TAACK. Stages nic_rx, nic_rsp_tx.

`resetall
`default_nettype none
`include "cm_assert.vh"
`include "ubn_wire.vh"
`include "ubn_enums.vh"
`include "ubn_records.vh"

module urma_write_exec #(
  parameter SEGS      = 1024,
  parameter TA_BYTES  = 64,
  parameter RSP_DEPTH = 1024    // responses that wait for the link
) (
  input  wire                       clk,
  input  wire                       rst,
  input  wire [15:0]                cfg_mtu_bytes,
  input  wire                       s_req_valid,
  output wire                       s_req_ready,
  input  wire                       s_req_ok,
  input  wire [15:0]                s_req_frame,
  input  wire [15:0]                s_req_chan,
  input  wire [`UB_BTAH_BITS-1:0]   s_req_btah,
  input  wire [`UB_MAETAH_BITS-1:0] s_req_maetah,
  input  wire [`UB_TVETAH_BITS-1:0] s_req_tvetah,
  input  wire [13:0]                s_req_pay_bytes, // 0..8192
  input  wire [5:0]                 s_req_pay_lane,  // of the first byte, in the first beat
  // payload, frame lanes
  input  wire                       s_pay_valid,
  output wire                       s_pay_ready,
  input  wire [511:0]               s_pay_data,
  // memory writes, bus lanes
  output wire                       m_wr_valid,
  input  wire                       m_wr_ready,
  output wire [63:0]                m_wr_addr,
  output wire [13:0]                m_wr_len,
  output wire                       m_w_valid,
  input  wire                       m_w_ready,
  output wire [511:0]               m_w_data,
  input  wire                       s_done,          // strobe: the oldest command is in memory
  // to the transport channel
  output wire                       m_pkt_valid,
  input  wire                       m_pkt_ready,
  output wire [15:0]                m_pkt_chan,
  output wire [TA_BYTES*8-1:0]      m_pkt_ta,
  output wire [7:0]                 m_pkt_ta_bytes,
  output wire [35:0]                m_pkt_key,
  output wire [15:0]                m_pkt_frame,
  // segment records
  output wire                       seg_rd_valid,
  input  wire                       seg_rd_ready,
  output wire [15:0]                seg_rd_id,
  input  wire                       seg_rsp_valid,
  output wire                       seg_rsp_ready,
  input  wire [`URMA_SEG_CTX_BITS-1:0] seg_rsp_data,
  // observation
  output reg                        probe_wr_valid,
  output reg  [63:0]                probe_wr_id,
  output wire                       stat_idle
);

  localparam TASKS  = 8;
  localparam USER_W = 1 + 16 + 16 + 14 + 6;
  localparam TASK_W = 1 + 1 + 16 + 16 + 36 + 5 + 64 + 14 + 2;

  // ---- segment, rights, bounds
  wire        chk_valid, chk_ok, chk_idle, task_room, move_room;
  wire [15:0] chk_frame, chk_chan;
  wire [13:0] chk_bytes, chk_len;
  wire [5:0]  chk_lane;
  wire [35:0] chk_key;
  wire [4:0]  seg_info;
  wire [63:0] chk_addr;
  wire [1:0]  chk_lines;

  urma_seg_check #(.WRITE(1), .SEGS(SEGS), .USER_W(USER_W)) u_check (
    .clk(clk), .rst(rst), .cfg_mtu_bytes(cfg_mtu_bytes), .s_valid(s_req_valid), .s_ready(s_req_ready),
    .s_user({s_req_ok, s_req_frame, s_req_chan, s_req_pay_bytes, s_req_pay_lane}),
    .s_btah(s_req_btah), .s_maetah(s_req_maetah), .s_tvetah(s_req_tvetah),
    .m_valid(chk_valid), .m_ready(task_room),
    .m_user({chk_ok, chk_frame, chk_chan, chk_bytes, chk_lane}),
    .m_key(chk_key), .m_info(seg_info), .m_addr(chk_addr), .m_len(chk_len), .m_lines(chk_lines),
    .seg_rd_valid(seg_rd_valid), .seg_rd_ready(seg_rd_ready), .seg_rd_id(seg_rd_id),
    .seg_rsp_valid(seg_rsp_valid), .seg_rsp_ready(seg_rsp_ready), .seg_rsp_data(seg_rsp_data),
    .stat_idle(chk_idle));

  wire       has_pay  = chk_bytes != 14'd0;
  wire [4:0] chk_info = (chk_bytes == chk_len) ? seg_info : `UB_TA_RSPINFO_ERR_UNSUPPORTED;

  // ---- payload: also what is thrown away passes here, to any lane, so that all stays in order
  wire         move_valid, move_ready, align_valid, align_ready, align_last, align_idle;
  wire         move_push = chk_valid && task_room && has_pay;
  wire [5:0]   move_src, move_dst;
  wire [13:0]  move_len;

  cm_fifo_pass #(.W(26), .DEPTH(TASKS)) u_moves (
    .clk(clk), .rst(rst),
    .s_valid(move_push), .s_ready(move_room),
    .s_data({chk_lane, chk_addr[5:0], chk_bytes}),
    .m_valid(move_valid), .m_ready(move_ready), .m_data({move_src, move_dst, move_len}),
    .stat_count(), .stat_idle());

  cm_align #(.DATA_W(512)) u_align (
    .clk(clk), .rst(rst),
    .s_cmd_valid(move_valid), .s_cmd_ready(move_ready), .s_cmd_src_off(move_src), .s_cmd_dst_off(move_dst),
    .s_cmd_len_bytes(move_len),
    .s_valid(s_pay_valid), .s_ready(s_pay_ready), .s_data(s_pay_data),
    .m_valid(align_valid), .m_ready(align_ready), .m_data(m_w_data), .m_last(align_last),
    .stat_idle(align_idle));

  // ---- tasks: checked requests, in order
  wire        task_valid, task_ok, task_pay, task_done, rsp_room;
  wire [15:0] task_frame, task_chan;
  wire [35:0] task_key;
  wire [4:0]  task_info;
  wire [1:0]  task_lines;

  cm_fifo #(.W(TASK_W), .DEPTH(TASKS)) u_tasks (
    .clk(clk), .rst(rst),
    .s_valid(chk_valid), .s_ready(task_room),
    .s_data({chk_ok, has_pay, chk_frame, chk_chan, chk_key, chk_info, chk_addr, chk_bytes, chk_lines}),
    .m_valid(task_valid), .m_ready(task_done),
    .m_data({task_ok, task_pay, task_frame, task_chan, task_key, task_info, m_wr_addr, m_wr_len, task_lines}),
    .stat_count(), .stat_idle());

  // a task begins when its response has room, so that what is shown to memory stays
  wire at_work = task_valid && rsp_room;
  wire fine    = task_ok && task_info == 5'd0;
  reg  sent_q;                // the command has gone, beats follow

  assign m_wr_valid  = at_work && fine && align_valid && !sent_q;
  assign m_w_valid   = at_work && fine && align_valid;
  assign align_ready = at_work && task_pay && (!fine || m_w_ready);
  assign task_done   = at_work && (!task_pay || (align_valid && align_ready && align_last));

  always @(posedge clk) begin
    if (rst) sent_q <= 1'b0;
    else begin
      sent_q <= (sent_q || (m_wr_valid && m_wr_ready)) && !task_done;
      `UBN_ASSERT(no_beat_before_its_command, !(m_w_valid && m_w_ready) || sent_q || m_wr_ready)
      `UBN_ASSERT(moves_have_room, !move_push || move_room)   // each belongs to a task
      `UBN_ASSERT(what_is_placed_has_bytes, !(at_work && fine) || task_pay)
    end
  end

  // ---- responses
  localparam CNT_W = $clog2(RSP_DEPTH + 1);
  wire [4:0]       rsp_info;
  wire             rsp_valid;
  reg  [CNT_W-1:0] done_q;                  // writes in memory whose response has not gone
  wire             written = rsp_info == 5'd0;
  wire             pop     = m_pkt_valid && m_pkt_ready;

  assign m_pkt_valid = rsp_valid && (!written || s_done || done_q != {CNT_W{1'b0}});

  always @(posedge clk) begin
    if (rst) done_q <= {CNT_W{1'b0}};
    else     done_q <= done_q + {{(CNT_W - 1) {1'b0}}, s_done} - {{(CNT_W - 1) {1'b0}}, pop && written};
  end

  cm_fifo #(.W(16 + 16 + 36 + 5), .DEPTH(RSP_DEPTH)) u_rsp (
    .clk(clk), .rst(rst),
    .s_valid(task_done && task_ok), .s_ready(rsp_room), .s_data({task_frame, task_chan, task_key, task_info}),
    .m_valid(rsp_valid), .m_ready(pop), .m_data({m_pkt_frame, m_pkt_chan, m_pkt_key, rsp_info}),
    .stat_count(), .stat_idle());

  urma_ta_rsp #(.TA_BYTES(TA_BYTES)) u_ta (
    .s_data(1'b0), .s_info(rsp_info), .s_key(m_pkt_key), .m_ta(m_pkt_ta), .m_ta_bytes(m_pkt_ta_bytes));

  // ---- observation
  always @(posedge clk) begin
    if (rst) probe_wr_valid <= 1'b0;
    else     probe_wr_valid <= m_wr_valid && m_wr_ready;
  end

  always @(posedge clk)
    if (m_wr_valid && m_wr_ready) probe_wr_id <= {46'd0, task_lines, task_frame};

  // requests that wait for their payload move nothing
  assign stat_idle = chk_idle && align_idle && !task_done && !m_pkt_valid;

endmodule

`resetall
