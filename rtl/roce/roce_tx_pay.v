// SPDX-License-Identifier: Apache-2.0
// roce_tx_pay: payload on its way out: moves the lines that memory has read, or the data that stood in the
//   request, to the lanes they have in the frame.
//   Latency    : 2 cycles from a line to m_pay once its job is there, 3 from an inline job to m_pay. A job that moves
//                down (s_job_lane < s_job_addr) over several lines needs two of them for its first beat.
//   Throughput : 1 beat per cycle, jobs back to back.
//   Back-press : s_job_ready is low while JOBS jobs wait. s_r waits for its job, for m_pay, and for the one cycle of a
//                beat made of old bytes; s_r_ready depends on m_pay_ready.
//   Order      : jobs as received; a job that is not inline uses the lines that its address and length touch.
//   Error      : s_r_err at the end of a job marks its last beat with m_pay_err.
//   Contract   : s_job_len at least 1, at most 28 if inline.
//   Reset      : drops what is in work.
//   Source     : own design. Stages nic_tx, nic_rsp_tx.

`resetall
`default_nettype none
`include "cm_assert.vh"

module roce_tx_pay #(
  parameter JOBS = 64           // jobs that wait, at least 2
) (
  input  wire         clk,
  input  wire         rst,
  input  wire         s_job_valid,
  output wire         s_job_ready,
  input  wire         s_job_inline,
  input  wire [223:0] s_job_inline_data,   // first byte in the low lane
  input  wire [5:0]   s_job_addr,          // address of the first byte, modulo 64
  input  wire [13:0]  s_job_len,           // bytes, 1 or more
  input  wire [5:0]   s_job_lane,          // lane of the first byte in its first beat
  input  wire         s_r_valid,
  output wire         s_r_ready,
  input  wire [511:0] s_r_data,
  input  wire         s_r_last,
  input  wire         s_r_err,
  output wire         m_pay_valid,
  input  wire         m_pay_ready,
  output wire [511:0] m_pay_data,          // other lanes are zero
  output wire         m_pay_last,
  output wire         m_pay_err,
  output wire         stat_idle            // a job that waits for memory does not move
);

  localparam JOB_W = 1 + 224 + 6 + 14 + 6;

  // ---- jobs; one passes the empty queue, so that an inline job costs no cycle here
  wire         cmd_valid, cmd_ready, cmd_inline;
  wire [223:0] cmd_data;
  wire [5:0]   cmd_addr, cmd_lane;
  wire [13:0]  cmd_len;
  wire         cmd_move = cmd_valid && cmd_ready;
  wire [14:0]  cmd_end  = {9'd0, cmd_addr} + {1'b0, cmd_len} - 15'd1;

  cm_fifo_pass #(.W(JOB_W), .DEPTH(JOBS)) u_jobs (
    .clk(clk), .rst(rst), .s_valid(s_job_valid), .s_ready(s_job_ready),
    .s_data({s_job_inline, s_job_inline_data, s_job_inline ? 6'd0 : s_job_addr, s_job_len, s_job_lane}),
    .m_valid(cmd_valid), .m_ready(cmd_ready), .m_data({cmd_inline, cmd_data, cmd_addr, cmd_len, cmd_lane}),
    .stat_count(), .stat_idle());

  // ---- the job whose beats move now or next
  reg          now_q;
  reg          inline_q;
  reg  [223:0] data_q;
  reg  [8:0]   left_q;            // lines after the next one
  wire         in_ready, align_idle;
  wire         in_valid = inline_q || s_r_valid;
  wire         in_last  = inline_q || s_r_last;
  wire         move     = in_valid && in_ready;

  assign s_r_ready = in_ready && !inline_q;

  always @(posedge clk) begin
    if (rst) begin
      now_q <= 1'b0;
    end else begin
      if (cmd_move)             now_q <= 1'b1;
      else if (move && in_last) now_q <= 1'b0;
      `UBN_ASSERT(inline_job_fits, !cmd_move || !cmd_inline || cmd_len <= 14'd28)
      `UBN_ASSERT(lines_are_those_of_the_job, !move || (now_q && in_last == (left_q == 9'd0)))
    end
  end

  always @(posedge clk) begin
    if (cmd_move) begin
      inline_q <= cmd_inline;
      data_q   <= cmd_data;
      left_q   <= cmd_end[14:6];
    end else if (move) begin
      left_q <= left_q - 9'd1;
    end
  end

  cm_align #(.DATA_W(512)) u_align (
    .clk(clk), .rst(rst), .s_cmd_valid(cmd_valid), .s_cmd_ready(cmd_ready), .s_cmd_src_off(cmd_addr),
    .s_cmd_dst_off(cmd_lane), .s_cmd_len_bytes(cmd_len), .s_valid(in_valid), .s_ready(in_ready),
    .s_data({s_r_data[511:224], inline_q ? data_q : s_r_data[223:0]}),
    .m_valid(m_pay_valid), .m_ready(m_pay_ready), .m_data(m_pay_data), .m_last(m_pay_last),
    .stat_idle(align_idle));

  // ---- one verdict for each job that is between the two ends of the aligner: at most three
  wire err_valid, err_ready, err_idle, err;

  cm_fifo #(.W(1), .DEPTH(4)) u_err (
    .clk(clk), .rst(rst), .s_valid(move && in_last), .s_ready(err_ready), .s_data(!inline_q && s_r_err),
    .m_valid(err_valid), .m_ready(m_pay_valid && m_pay_ready && m_pay_last), .m_data(err), .stat_count(),
    .stat_idle(err_idle));

  always @(posedge clk) begin
    if (!rst) begin
      `UBN_ASSERT(verdict_queue_has_room, !(move && in_last) || err_ready)
      `UBN_ASSERT(verdict_is_there_in_time, !(m_pay_valid && m_pay_last) || err_valid)
    end
  end

  assign m_pay_err = m_pay_last && err;
  assign stat_idle = (now_q ? !inline_q && !s_r_valid : !cmd_valid) && align_idle && err_idle;

  wire unused = &{1'b0, cmd_end[5:0]};

endmodule

`resetall
