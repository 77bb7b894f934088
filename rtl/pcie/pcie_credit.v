// SPDX-License-Identifier: Apache-2.0
// pcie_credit: flow control toward the root complex: counts the credits that requests have used and tells whether
//   the next posted or non-posted request may go. Header credits count requests, data credits 16 B units.
//   Limits and counts are modular, as in UpdateFC: a request may go while limit - used - needed, modulo the
//   width of the counter, is below half of its range. Completion credits do not occur: the controller sends
//   completions for register reads only, one at a time, and takes all completions.
//   Latency    : 0 cycles; a request taken at an edge counts after it.      Throughput: one request per cycle.
//   Error      : none.      Reset: nothing used.
//   Source     : PCI Express base specification 4.0, 2.6.1.

`resetall
`default_nettype none
`include "cm_assert.vh"

module pcie_credit (
  input  wire        clk,
  input  wire        rst,
  input  wire [7:0]  fc_ph_limit,
  input  wire [11:0] fc_pd_limit,
  input  wire [7:0]  fc_nph_limit,
  input  wire [11:0] fc_npd_limit,
  input  wire [3:0]  fc_inf,           // not limited: bit 0 posted headers, 1 posted data, 2, 3 the same non-posted
  input  wire [9:0]  p_len_dw,         // payload of the posted request at hand; 0: 1024
  input  wire        p_taken,          // its first beat is taken in this cycle
  input  wire        np_taken,         // a non-posted request (a read: no data) is taken in this cycle
  output wire        p_may,
  output wire        np_may
);

  reg  [7:0]  ph_q, nph_q;
  reg  [11:0] pd_q;
  wire [8:0]  units = p_len_dw == 10'd0 ? 9'd256 : {1'b0, p_len_dw[9:2]} + {8'd0, p_len_dw[1:0] != 2'd0};

  assign p_may  = (fc_inf[0] || fc_ph_limit - ph_q - 8'd1 < 8'h80) &&
                  (fc_inf[1] || fc_pd_limit - pd_q - {3'd0, units} < 12'h800);
  assign np_may = fc_inf[2] || fc_nph_limit - nph_q - 8'd1 < 8'h80;

  always @(posedge clk) begin
    if (rst) begin
      ph_q  <= 8'd0;
      pd_q  <= 12'd0;
      nph_q <= 8'd0;
    end else begin
      if (p_taken) ph_q <= ph_q + 8'd1;
      if (p_taken) pd_q <= pd_q + {3'd0, units};
      if (np_taken) nph_q <= nph_q + 8'd1;
      `UBN_ASSERT(request_had_credit, (!p_taken || p_may) && (!np_taken || np_may))
    end
  end

  wire unused = &{1'b0, fc_npd_limit, fc_inf[3]};   // reads carry no data

endmodule

`resetall
