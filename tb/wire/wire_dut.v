// SPDX-License-Identifier: Apache-2.0
// wire_dut: shows every field of every header and record through the generated macros.
//   Use        : load puts vec_in into the vector; put writes value into field {layout, index} of
//                it. vec and field show the vector and the chosen field at once; bytes is the size
//                of the layout; code is named code code_index.
//   Latency    : 1 cycle for load and put.  Throughput: one of them per cycle.
//   Reset      : none, load first.
//   Source     : tb/wire/gen, written by scripts/gen.

`resetall
`default_nettype none

`include "ubn_wire.vh"
`include "ubn_records.vh"
`include "ubn_enums.vh"
`include "ubn_registers.vh"
`include "ubn_stalls.vh"

module wire_dut (
  input  wire         clk,
  input  wire         load,
  input  wire         put,
  input  wire [7:0]   layout,
  input  wire [7:0]   index,
  input  wire [127:0] value,
  input  wire [511:0] vec_in,
  input  wire [15:0]  code_index,
  output wire [511:0] vec,
  output reg  [127:0] field,
  output reg  [15:0]  bytes,
  output reg  [31:0]  code
);

  reg [511:0] vec_q;

  assign vec = vec_q;

  always @(posedge clk) begin
    if (load) vec_q <= vec_in;
    else if (put) begin
      case ({layout, index})
        `include "wire_put.vh"
        default: ;
      endcase
    end
  end

  always @* begin
    field = 128'd0;
    case ({layout, index})
      `include "wire_get.vh"
      default: ;
    endcase
  end

  always @* begin
    bytes = 16'd0;
    case (layout)
      `include "wire_bytes.vh"
      default: ;
    endcase
  end

  always @* begin
    code = 32'd0;
    case (code_index)
      `include "wire_codes.vh"
      default: ;
    endcase
  end

endmodule

`resetall
