// SPDX-License-Identifier: Apache-2.0
// urma_rx_split: sends each frame of the link to one of two parsers by its EtherType: load/store, or all the rest.
//   Payloads pass outside of it.
//   Latency    : 0 cycles.      Throughput: 1 beat per cycle.
//   Back-press : that of the parser addressed; a frame waits for the one before it.
//   Order      : as received.
//   Error      : none.
//   Reset      : the next beat begins a frame.
//   Source     : configs/spec/headers.yaml.

`resetall
`default_nettype none
`include "ubn_enums.vh"

module urma_rx_split (
  input  wire        clk,
  input  wire        rst,
  input  wire        s_valid,
  output wire        s_ready,
  input  wire [15:0] s_lanes,     // 13 and 12 of the beat: the EtherType, first wire byte in bits 7:0
  input  wire        s_last,
  output wire [1:0]  m_valid,     // 0 the rest, 1 load/store
  input  wire [1:0]  m_ready
);

  reg  open_q;    // a frame is under way
  reg  ldst_q;    // of which kind
  wire ldst = open_q ? ldst_q : {s_lanes[7:0], s_lanes[15:8]} == `UB_ETHERTYPE_LOCAL;

  assign m_valid = {s_valid && ldst, s_valid && !ldst};
  assign s_ready = m_ready[ldst];

  always @(posedge clk) begin
    if (rst) begin
      open_q <= 1'b0;
      ldst_q <= 1'b0;
    end else if (s_valid && s_ready) begin
      open_q <= !s_last;
      ldst_q <= ldst;
    end
  end

endmodule

`resetall
