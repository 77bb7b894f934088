// SPDX-License-Identifier: Apache-2.0
// urma_seg_check: whether a request may touch the memory it names: what its headers ask for, and the segment
//   (urma_seg_grant). Gives the physical address.
//   Latency    : 2 cycles from s to m on a context hit.      Throughput: 1 request per cycle.
//   Back-press : s_ready falls when m waits and both steps are taken, and while the record is late; it depends on
//                m_ready.
//   Order      : as received.
//   Error      : opcode or length not supported -> m_info unsupported request; unknown TokenID, wrong token, no
//                right, out of bounds -> remote abort. m_addr and m_lines mean nothing then.
//   Reset      : drops requests under way.
//   Source     : UB base specification, memory descriptor, permission entry, transaction status.

`resetall
`default_nettype none
`include "cm_assert.vh"
`include "ubn_wire.vh"
`include "ubn_enums.vh"
`include "ubn_records.vh"

module urma_seg_check #(
  parameter WRITE  = 0,         // right asked for, and opcode: 0 read, 1 write
  parameter SEGS   = 1024,
  parameter USER_W = 32
) (
  input  wire                       clk,
  input  wire                       rst,
  input  wire [15:0]                cfg_mtu_bytes,
  input  wire                       s_valid,
  output wire                       s_ready,
  input  wire [USER_W-1:0]          s_user,          // goes along
  input  wire [`UB_BTAH_BITS-1:0]   s_btah,
  input  wire [`UB_MAETAH_BITS-1:0] s_maetah,
  input  wire [`UB_TVETAH_BITS-1:0] s_tvetah,
  output wire                       m_valid,
  input  wire                       m_ready,
  output wire [USER_W-1:0]          m_user,
  output wire [35:0]                m_key,           // {tassn, jetty}
  output wire [4:0]                 m_info,          // 0 fine, else RSPINFO of the error
  output wire [63:0]                m_addr,          // physical
  output wire [13:0]                m_len,
  output wire [1:0]                 m_lines,         // lines of 4 KiB that it touches: bursts on the bus
  // segment records
  output wire                       seg_rd_valid,
  input  wire                       seg_rd_ready,
  output wire [15:0]                seg_rd_id,
  input  wire                       seg_rsp_valid,
  output wire                       seg_rsp_ready,
  input  wire [`URMA_SEG_CTX_BITS-1:0] seg_rsp_data,
  output wire                       stat_idle
);

  localparam [7:0] OPCODE = (WRITE != 0) ? `UB_TA_OPCODE_WRITE : `UB_TA_OPCODE_READ;

  // ---- what the headers ask for
  wire [31:0] len         = s_maetah[`UB_MAETAH_LENGTH];
  wire        unsupported = s_btah[`UB_BTAH_TA_OPCODE] != OPCODE || s_btah[`UB_BTAH_TA_VER] != 2'd0 ||
                            s_btah[`UB_BTAH_MT_EN] || s_btah[`UB_BTAH_UD_FLAG] ||
                            len == 32'd0 || len > {16'd0, cfg_mtu_bytes};

  // ---- the segment
  wire denied, refused;

  urma_seg_grant #(.SEGS(SEGS), .USER_W(USER_W + 36 + 14 + 1)) u_grant (
    .clk(clk), .rst(rst), .s_valid(s_valid), .s_ready(s_ready), .s_write(WRITE != 0),
    .s_token_id(s_maetah[`UB_MAETAH_TOKEN_ID]), .s_token_en(s_btah[`UB_BTAH_TV_EN]),
    .s_token(s_tvetah[`UB_TVETAH_TOKEN_VALUE]), .s_addr(s_maetah[`UB_MAETAH_ADDRESS]), .s_len(len),
    .s_user({s_user, s_btah[`UB_BTAH_INI_TASSN], s_btah[`UB_BTAH_INI_RC_ID], len[13:0], unsupported}),
    .m_valid(m_valid), .m_ready(m_ready), .m_denied(denied), .m_addr(m_addr),
    .m_user({m_user, m_key, m_len, refused}), .seg_rd_valid(seg_rd_valid), .seg_rd_ready(seg_rd_ready),
    .seg_rd_id(seg_rd_id), .seg_rsp_valid(seg_rsp_valid), .seg_rsp_ready(seg_rsp_ready),
    .seg_rsp_data(seg_rsp_data), .stat_idle(stat_idle));

  assign m_info = refused ? `UB_TA_RSPINFO_ERR_UNSUPPORTED : denied ? `UB_TA_RSPINFO_ERR_REMOTE_ABORT : 5'd0;

  wire unused = &{1'b0, s_btah, s_maetah};

  wire [15:0] reach = {4'd0, m_addr[11:0]} + {2'd0, m_len} + 16'd4095;

  assign m_lines = reach[13:12];

  always @(posedge clk) begin
    if (!rst) begin
      `UBN_ASSERT(fine_has_a_length, !(m_valid && m_info == 5'd0) || m_len != 14'd0)
    end
  end

endmodule

`resetall
