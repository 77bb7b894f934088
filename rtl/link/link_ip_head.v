// SPDX-License-Identifier: Apache-2.0
// link_ip_head: the Ethernet, IPv4 and UDP headers in front of every frame: 42 bytes.
//   Latency    : 0 cycles; own addresses (cfg_*) count one cycle after they change.      Error: none.
//   Function   : TOS, identification and UDP checksum 0, don't fragment, TTL 64, header checksum right.
//   Source     : IEEE 802.3, RFC 791 (header checksum: section 3.1), RFC 768.

`resetall
`default_nettype none
`include "ubn_wire.vh"
`include "ubn_enums.vh"

module link_ip_head (
  input  wire         clk,
  input  wire [47:0]  cfg_mac,
  input  wire [31:0]  cfg_ip,
  input  wire [47:0]  s_dst_mac,
  input  wire [31:0]  s_dst_ip,
  input  wire [15:0]  s_udp_sport,
  input  wire [15:0]  s_udp_dport,
  input  wire [15:0]  s_ip_bytes,     // total length: IPv4 header and all behind it up to the ICRC's end
  output wire [`ETH_BITS+`IPV4_BITS+`UDP_BITS-1:0] m_head   // first wire byte in the top bits
);

  localparam [15:0] IP_WORD0 = 16'h4500;   // version 4, IHL 5, TOS 0
  localparam [15:0] IP_WORD3 = 16'h4000;   // don't fragment
  localparam [15:0] IP_WORD4 = 16'h4011;   // TTL 64, UDP

  // ---- IPv4 header checksum
  reg  [19:0] own_sum_q;                   // the words that are the same in every frame
  wire [19:0] sum     = own_sum_q + {4'd0, s_dst_ip[31:16]} + {4'd0, s_dst_ip[15:0]} + {4'd0, s_ip_bytes};
  wire [16:0] folded  = {1'b0, sum[15:0]} + {13'd0, sum[19:16]};
  wire [15:0] ip_csum = ~(folded[15:0] + {15'd0, folded[16]});

  always @(posedge clk)
    own_sum_q <= {4'd0, IP_WORD0} + {4'd0, IP_WORD3} + {4'd0, IP_WORD4} +
                 {4'd0, cfg_ip[31:16]} + {4'd0, cfg_ip[15:0]};

  // ---- headers
  reg [`ETH_BITS-1:0]  eth;
  reg [`IPV4_BITS-1:0] ipv4;
  reg [`UDP_BITS-1:0]  udp;

  always @* begin
    eth                  = {`ETH_BITS{1'b0}};
    eth[`ETH_DST_MAC]    = s_dst_mac;
    eth[`ETH_SRC_MAC]    = cfg_mac;
    eth[`ETH_ETHER_TYPE] = `UB_ETHERTYPE_IPV4;
  end

  always @* begin
    ipv4                     = {`IPV4_BITS{1'b0}};
    ipv4[`IPV4_VERSION]      = IP_WORD0[15:12];
    ipv4[`IPV4_IHL]          = IP_WORD0[11:8];
    ipv4[`IPV4_TOTAL_LENGTH] = s_ip_bytes;
    ipv4[`IPV4_FLAGS]        = IP_WORD3[15:13];
    ipv4[`IPV4_TTL]          = IP_WORD4[15:8];
    ipv4[`IPV4_PROTOCOL]     = IP_WORD4[7:0];
    ipv4[`IPV4_CHECKSUM]     = ip_csum;
    ipv4[`IPV4_SRC_IP]       = cfg_ip;
    ipv4[`IPV4_DST_IP]       = s_dst_ip;
  end

  always @* begin
    udp                = {`UDP_BITS{1'b0}};
    udp[`UDP_SRC_PORT] = s_udp_sport;
    udp[`UDP_DST_PORT] = s_udp_dport;
    udp[`UDP_LENGTH]   = s_ip_bytes - 16'd20;
  end

  assign m_head = {eth, ipv4, udp};

endmodule

`resetall
