// SPDX-License-Identifier: Apache-2.0
// urma_tpack_merge: a transport acknowledgement that waits while data packets go, merged with those of its channel that
//   come meanwhile: the newest one acknowledges all before it.
//   Latency    : 0 cycles.      Throughput: 1 acknowledgement taken per cycle.
//   Back-press : s_ready falls while an acknowledgement of another channel is held.
//   Order      : as received.
//   Bound      : m_must after WAIT beats of data, and when one that cannot be merged is behind.
//   Structure  : m is no stream: until m_take its content may become newer. Valid passes as a wire on purpose: an
//                acknowledgement on an idle link leaves at once.
//   Reset      : nothing held.
//   Source     : UB base specification, TPACK is cumulative and may be aggregated.

`resetall
`default_nettype none

module urma_tpack_merge #(
  parameter W    = 48,             // bits of an acknowledgement besides its channel
  parameter WAIT = 64              // beats, 1..127
) (
  input  wire         clk,
  input  wire         rst,
  input  wire         s_valid,
  output wire         s_ready,
  input  wire [15:0]  s_chan,
  input  wire [W-1:0] s_data,
  input  wire         data_beat,   // strobe: a beat of a data packet went
  output wire         m_valid,
  output wire         m_must,      // it waits no longer; only with m_valid
  input  wire         m_take,      // only with m_valid
  output wire [15:0]  m_chan,
  output wire [W-1:0] m_data,
  output wire         stat_idle
);

  reg          held_q;
  reg  [15:0]  chan_q;
  reg  [W-1:0] data_q;
  reg  [6:0]   passed_q;
  wire         merges = s_chan == chan_q;

  assign s_ready   = !held_q || merges;
  assign m_chan    = held_q ? chan_q : s_chan;
  assign m_data    = held_q && !(s_valid && merges) ? data_q : s_data;
  assign m_valid   = held_q || s_valid;
  assign m_must    = held_q && (passed_q >= WAIT[6:0] || (s_valid && !merges));
  assign stat_idle = !held_q;

  always @(posedge clk) begin
    if (rst) begin
      held_q   <= 1'b0;
      passed_q <= 7'd0;
    end else begin
      held_q <= (held_q || s_valid) && !m_take;
      if (!held_q)                                 passed_q <= 7'd0;
      else if (data_beat && passed_q < WAIT[6:0]) passed_q <= passed_q + 7'd1;
    end
  end

  always @(posedge clk) begin
    if (s_valid && s_ready) begin
      chan_q <= s_chan;
      data_q <= s_data;
    end
  end

  generate
    if (WAIT < 1 || WAIT > 127) begin : g_error
      error_wait_must_be_1_to_127 u_error ();
    end
  endgenerate

endmodule

`resetall
