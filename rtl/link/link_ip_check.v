// SPDX-License-Identifier: Apache-2.0
// link_ip_check: looks at the first 42 bytes of a frame that came in: is it for our address and port, how long does
//   it say it is, is the checksum of its IPv4 header right.
//   Latency    : 0 cycles for m_ours and m_ip_bytes; 1 for m_sum_ok, which speaks of the last beat taken.
//   Function   : ours = IPv4 without options, no fragment, UDP to UDP_PORT, to cfg_ip, and the UDP length belongs to
//                that of IP. MAC addresses, TOS, identification, TTL and UDP checksum do not matter.
//   Error      : none.
//   Source     : RFC 791 (header checksum: section 3.1), RFC 768.

`resetall
`default_nettype none
`include "ubn_wire.vh"
`include "ubn_enums.vh"

module link_ip_check #(
  parameter UDP_PORT = `ROCE_UDP_PORT
) (
  input  wire        clk,
  input  wire [31:0] cfg_ip,
  input  wire        s_take,             // s_head is used in this cycle
  input  wire [`ETH_BITS+`IPV4_BITS+`UDP_BITS-1:0] s_head,   // first wire byte in the low bits
  output wire        m_ours,
  output wire [15:0] m_ip_bytes,
  output wire        m_sum_ok
);

  localparam [15:0] PORT = UDP_PORT[15:0];
  localparam IP  = `ETH_BYTES;
  localparam UDP = `ETH_BYTES + `IPV4_BYTES;

  function [15:0] be16(input [15:0] lanes);
    be16 = {lanes[7:0], lanes[15:8]};
  endfunction

  wire [31:0] dst_ip = {be16(s_head[8*(IP + 16) +: 16]), be16(s_head[8*(IP + 18) +: 16])};
  reg  [19:0] sum_q;
  wire [16:0] folded = {1'b0, sum_q[15:0]} + {13'd0, sum_q[19:16]};

  assign m_ip_bytes = be16(s_head[8*(IP + 2) +: 16]);
  assign m_ours     = be16(s_head[8*12 +: 16]) == `UB_ETHERTYPE_IPV4 && s_head[8*IP +: 8] == 8'h45 &&
                      s_head[8*(IP + 9) +: 8] == 8'd17 && (be16(s_head[8*(IP + 6) +: 16]) & 16'h3fff) == 16'd0 &&
                      be16(s_head[8*(UDP + 2) +: 16]) == PORT && dst_ip == cfg_ip &&
                      be16(s_head[8*(UDP + 4) +: 16]) == m_ip_bytes - 16'd20;
  assign m_sum_ok   = folded == 17'h0ffff;

  always @(posedge clk)
    if (s_take)
      sum_q <= {4'd0, be16(s_head[8*IP +: 16])} + {4'd0, m_ip_bytes} +
               {4'd0, be16(s_head[8*(IP + 4) +: 16])} + {4'd0, be16(s_head[8*(IP + 6) +: 16])} +
               {4'd0, be16(s_head[8*(IP + 8) +: 16])} + {4'd0, be16(s_head[8*(IP + 10) +: 16])} +
               {4'd0, be16(s_head[8*(IP + 12) +: 16])} + {4'd0, be16(s_head[8*(IP + 14) +: 16])} +
               {4'd0, dst_ip[31:16]} + {4'd0, dst_ip[15:0]};

  wire unused = &{1'b0, s_head[8*12-1:0], s_head[8*(UDP + 2)-1:8*UDP], s_head[8*(UDP + 8)-1:8*(UDP + 6)]};

endmodule

`resetall
