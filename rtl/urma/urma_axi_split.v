// SPDX-License-Identifier: Apache-2.0
// urma_axi_split: cuts memory commands into AXI4 bursts that stay inside a 4 KiB page.
//   Latency    : 1 cycle from s_cmd to the first m_ax of it.
//   Throughput : 1 burst per cycle; a command inside one page is one burst.
//   Back-press : s_cmd_ready is low while bursts of the command before are left, while m_ax is held
//                up, and while MAX_CMD commands are unanswered.
//   Order      : bursts leave in command order. m_seg holds one word for every burst sent, in the
//                same order: the side that takes the answers pops it at the end of a burst and
//                learns from m_seg_final whether the command ends there. m_seg is there in the
//                cycle in which the burst is on m_ax.
//   Error      : none. Legal s_cmd_len is 1..8192.
//   Reset      : nothing is left to send, nothing is outstanding.
//   Source     : AMBA AXI4, burst address rules: a burst does not cross a 4 KiB boundary.

`resetall
`default_nettype none

`include "cm_assert.vh"

module urma_axi_split #(
  parameter DATA_W  = 512,  // 64..1024, power of two
  parameter ADDR_W  = 64,
  parameter MAX_CMD = 64    // commands sent and not yet answered
) (
  input  wire              clk,
  input  wire              rst,

  input  wire              s_cmd_valid,
  output wire              s_cmd_ready,
  input  wire [ADDR_W-1:0] s_cmd_addr,
  input  wire [13:0]       s_cmd_len,    // bytes

  output wire              m_ax_valid,
  input  wire              m_ax_ready,
  output wire [ADDR_W-1:0] m_ax_addr,    // aligned to a beat
  output wire [7:0]        m_ax_len,     // beats - 1

  output wire              m_seg_valid,
  input  wire              m_seg_ready,
  output wire              m_seg_final,

  output wire [15:0]       stat_outstanding,
  output wire              stat_idle
);

  localparam LANE_W  = $clog2(DATA_W / 8);  // bits that number a byte of a beat
  localparam BEAT_W  = 12 - LANE_W;         // bits that number a beat of a page
  localparam PAGE_W  = ADDR_W - 12;
  localparam AX_W    = ADDR_W - LANE_W + BEAT_W;
  localparam SEG_MAX = 3;                   // bursts of the longest command

  // Last byte, counted from the start of the first page; [13:12] = pages after the first.
  wire [13:0] last_byte = {2'b00, s_cmd_addr[11:0]} + s_cmd_len - 14'd1;
  // Same, counted from the start of the first beat: beats - 1, when there is one page.
  wire [13:0] beat_span = {{(14 - LANE_W){1'b0}}, s_cmd_addr[LANE_W-1:0]} + s_cmd_len - 14'd1;

  wire [1:0]        pages_after = last_byte[13:12];
  wire [BEAT_W-1:0] first_len   = (pages_after != 2'd0) ? ~s_cmd_addr[11:LANE_W]
                                                        : beat_span[11:LANE_W];

  reg  [1:0]        left_q;      // pages of the current command still to send
  reg  [PAGE_W-1:0] page_q;      // the next of them
  reg  [BEAT_W-1:0] end_beat_q;  // last beat in the last of them
  reg  [15:0]       outstanding_q;
  reg               room_q;

  wire ax_ready;
  wire seg_ready;

  wire more    = (left_q != 2'd0);
  wire want    = more || (s_cmd_valid && room_q);
  wire push    = want && ax_ready && seg_ready;
  wire start   = s_cmd_valid && s_cmd_ready;
  wire finish  = m_seg_valid && m_seg_ready && m_seg_final;
  wire is_last = more ? (left_q == 2'd1) : (pages_after == 2'd0);

  assign s_cmd_ready = !more && room_q && ax_ready && seg_ready;

  wire [AX_W-1:0] push_ax =
      more ? {page_q, {BEAT_W{1'b0}}, (left_q == 2'd1) ? end_beat_q : {BEAT_W{1'b1}}}
           : {s_cmd_addr[ADDR_W-1:LANE_W], first_len};

  wire [AX_W-1:0] ax;

  cm_skid #(
    .W (AX_W)
  ) u_ax (
    .clk     (clk),
    .rst     (rst),
    .s_valid (want && seg_ready),
    .s_ready (ax_ready),
    .s_data  (push_ax),
    .m_valid (m_ax_valid),
    .m_ready (m_ax_ready),
    .m_data  (ax)
  );

  assign m_ax_addr = {ax[AX_W-1:BEAT_W], {LANE_W{1'b0}}};
  assign m_ax_len  = {{(8 - BEAT_W){1'b0}}, ax[BEAT_W-1:0]};

  // The words of this queue wait for answers from outside, so they do not count for stat_idle.
  wire [$clog2(SEG_MAX*MAX_CMD+1)-1:0] unused_count;
  wire                                 unused_idle;

  cm_fifo #(
    .W     (1),
    .DEPTH (SEG_MAX * MAX_CMD)
  ) u_seg (
    .clk        (clk),
    .rst        (rst),
    .s_valid    (want && ax_ready),
    .s_ready    (seg_ready),
    .s_data     (is_last),
    .m_valid    (m_seg_valid),
    .m_ready    (m_seg_ready),
    .m_data     (m_seg_final),
    .stat_count (unused_count),
    .stat_idle  (unused_idle)
  );

  wire [15:0] outstanding_d = outstanding_q + {15'd0, start} - {15'd0, finish};

  always @(posedge clk) begin
    if (rst) begin
      left_q        <= 2'd0;
      outstanding_q <= 16'd0;
      room_q        <= 1'b1;
    end else begin
      if (start) begin
        left_q <= pages_after;
      end else if (push) begin
        left_q <= left_q - 2'd1;
      end
      if (start != finish) begin
        outstanding_q <= outstanding_d;
        room_q        <= (outstanding_d != MAX_CMD[15:0]);
      end
      `UBN_ASSERT(seg_fifo_holds_all_bursts, !want || seg_ready)
      `UBN_ASSERT(answer_has_a_command, !m_seg_ready || m_seg_valid)
      `UBN_ASSERT(command_length_is_legal,
                  !start || (s_cmd_len != 14'd0 && s_cmd_len <= 14'd8192))
    end
  end

  always @(posedge clk) begin
    if (start) begin
      page_q     <= s_cmd_addr[ADDR_W-1:12] + {{(PAGE_W - 1){1'b0}}, 1'b1};
      end_beat_q <= last_byte[11:LANE_W];
    end else if (push) begin
      page_q     <= page_q + {{(PAGE_W - 1){1'b0}}, 1'b1};
    end
  end

  wire unused = &{1'b0, last_byte[LANE_W-1:0], beat_span[13:12], beat_span[LANE_W-1:0]};

  assign stat_outstanding = outstanding_q;
  assign stat_idle        = !more && !m_ax_valid;

  generate
    if (LANE_W < 4 || LANE_W > 7) begin : g_error
      error_data_w_must_be_128_to_1024 u_error ();
    end
    if (MAX_CMD < 1 || MAX_CMD > 65535) begin : g_error_max
      error_max_cmd_must_fit_16_bits u_error ();
    end
  endgenerate

endmodule

`resetall
