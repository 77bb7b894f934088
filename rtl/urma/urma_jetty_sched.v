// SPDX-License-Identifier: Apache-2.0
// urma_jetty_sched: decides which Jetty's work request goes next, and when.
//   Direct-window requests are served in order of arrival. Send queues in memory join them round robin
//   when the producer-index doorbell is built (M3).
//   Latency    : 0 cycles (a gate between two registered neighbours).
//   Throughput : 1 request per cfg_issue_interval_cyc cycles (0 counts as 1).
//   Back-press : s_ready falls until the interval is over, or while m is not ready.
//   Order      : as received.
//   Error      : none.
//   Reset      : the first request may go at once.
//   Source     : ours; issue interval of the `published` profile.

`resetall
`default_nettype none

module urma_jetty_sched (
  input  wire         clk,
  input  wire         rst,
  input  wire [47:0]  cfg_now_cyc,
  input  wire [15:0]  cfg_issue_interval_cyc,
  input  wire         s_valid,
  output wire         s_ready,
  output wire         m_valid,
  input  wire         m_ready
);

  reg [47:0] next_cyc_q;   // first cycle in which the next request may go

  wire open = cfg_now_cyc >= next_cyc_q;
  wire [15:0] interval_cyc = cfg_issue_interval_cyc == 16'd0 ? 16'd1 : cfg_issue_interval_cyc;

  assign m_valid = s_valid && open;
  assign s_ready = m_ready && open;

  always @(posedge clk) begin
    if (rst)                     next_cyc_q <= 48'd0;
    else if (m_valid && m_ready) next_cyc_q <= cfg_now_cyc + {32'd0, interval_cyc};
  end

endmodule

`resetall
