// SPDX-License-Identifier: Apache-2.0
// cm_delay: programmable delay of a stream, for the timing profiles that stand at published cycle
//     counts.
//   Latency    : cfg_delay_cyc = 0: none, plain wires. Else exactly cfg_delay_cyc cycles (a word
//                accepted at edge k is on m_data after edge k + cfg_delay_cyc - 1) unless m stalls.
//   Throughput : 1 word per cycle when DEPTH is above cfg_delay_cyc.
//   Back-press : s_ready is low while DEPTH words wait for their time; with 0 it is m_ready.
//   Order      : kept.                 Reset: empty.
//   Config     : cfg_delay_cyc may change only while stat_idle is high and s_valid is low.
//   Structure  : a queue whose words carry their release time, then an output register. With 0,
//                m_valid and m_data are wires on purpose (rules 23, 391): the native profile must
//                not pay a cycle for the option.
`resetall
`default_nettype none
`include "cm_assert.vh"

module cm_delay #(
  parameter integer W     = 8,   // payload bits, at least 1
  parameter integer DEPTH = 32   // words that can wait, at least 2
) (
  input  wire         clk,
  input  wire         rst,
  input  wire [ 47:0] cfg_now_cyc,
  input  wire [  7:0] cfg_delay_cyc,

  input  wire         s_valid,
  output wire         s_ready,
  input  wire [W-1:0] s_data,

  output wire         m_valid,
  input  wire         m_ready,
  output wire [W-1:0] m_data,

  output wire         stat_idle
);

  // Release times compare modulo 2^32, so a word may stall for 2^31 cycles (6.6 s).
  localparam integer TIME_W = 32;

  reg                        m_valid_q;
  reg  [              W-1:0] m_data_q;
  reg  [                7:0] delay_q;  // for the assertion
  wire                       bypass = cfg_delay_cyc == 8'd0;
  wire                       q_s_ready;
  wire                       q_valid;
  wire [              W-1:0] q_data;
  wire [         TIME_W-1:0] q_release;
  wire                       q_idle;
  wire [$clog2(DEPTH+1)-1:0] q_count;
  wire [         TIME_W-1:0] now = cfg_now_cyc[TIME_W-1:0];
  wire [         TIME_W-1:0] delay = {{(TIME_W - 8) {1'b0}}, cfg_delay_cyc};
  wire [         TIME_W-1:0] s_release = now + delay - {{(TIME_W - 1) {1'b0}}, 1'b1};
  wire [         TIME_W-1:0] age = now - q_release;
  wire                       unused_now = &{1'b0, cfg_now_cyc[47:TIME_W]};
  wire                       load = !m_valid_q || m_ready;
  wire                       q_ready = load && !age[TIME_W-1];

  assign s_ready   = bypass ? m_ready : q_s_ready;
  assign m_valid   = bypass ? s_valid : m_valid_q;
  assign m_data    = bypass ? s_data : m_data_q;
  assign stat_idle = q_idle && !m_valid_q;

  cm_fifo_pass #(
    .W    (TIME_W + W),
    .DEPTH(DEPTH)
  ) u_queue (
    .clk       (clk),
    .rst       (rst),
    .s_valid   (s_valid && !bypass),
    .s_ready   (q_s_ready),
    .s_data    ({s_release, s_data}),
    .m_valid   (q_valid),
    .m_ready   (q_ready),
    .m_data    ({q_release, q_data}),
    .stat_count(q_count),
    .stat_idle (q_idle)
  );

  always @(posedge clk) begin
    delay_q <= cfg_delay_cyc;
    if (rst) begin
      m_valid_q <= 1'b0;
    end else begin
      if (load) m_valid_q <= q_valid && q_ready;
      `UBN_ASSERT(delay_changes_when_idle, stat_idle || cfg_delay_cyc == delay_q)
      `UBN_ASSERT(idle_is_empty, q_idle == (q_count == 0))
    end
  end

  always @(posedge clk) begin
    if (q_valid && q_ready) m_data_q <= q_data;
  end

endmodule
`resetall
