// SPDX-License-Identifier: Apache-2.0
// pcie_pieces: how many requests pcie_request makes of a command, for the probes that count them.
//   Latency    : 0 cycles.      Throughput: any.      Order, error, reset: none.
//   Source     : as pcie_request.

`resetall
`default_nettype none

module pcie_pieces (
  input  wire [2:0]  cfg_size,   // largest: 128 B << code, 0..5; the rest as 5
  input  wire [11:0] s_addr,     // low bits of the first address
  input  wire [13:0] s_len,      // 0..8192; 0 is one request
  output wire [7:0]  m_pieces
);

  wire [2:0]  code  = cfg_size > 3'd5 ? 3'd5 : cfg_size;
  wire [12:0] size  = 13'd128 << code;
  wire [14:0] reach = {2'd0, {1'b0, s_addr} & (size - 13'd1)} + {1'b0, s_len} + {2'd0, size - 13'd1};
  wire [14:0] full  = reach >> (4'd7 + {1'b0, code});

  assign m_pieces = s_len == 14'd0 ? 8'd1 : full[7:0];

  wire unused = &{1'b0, full[14:8]};

endmodule

`resetall
