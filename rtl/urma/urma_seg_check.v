// SPDX-License-Identifier: Apache-2.0
// urma_seg_check: whether a request may touch the memory it names. Finds the segment by its TokenID, checks what the
//   headers ask for, token, right and bounds, and gives the physical address.
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

  localparam SEG_W = `URMA_SEG_CTX_BITS;
  localparam [15:0] SEG_MASK = SEGS[15:0] - 16'd1;
  localparam [7:0] OPCODE = (WRITE != 0) ? `UB_TA_OPCODE_WRITE : `UB_TA_OPCODE_READ;

  generate
    if ((SEGS & (SEGS - 1)) != 0 || SEGS > 65536) begin : g_check
      error_segs_must_be_a_power_of_two_up_to_65536 u_error ();
    end
  endgenerate

  // ---- segment record
  wire [19:0]      s_token_id = s_maetah[`UB_MAETAH_TOKEN_ID];
  wire             seg_valid, seg_go, slot_idle;
  wire [SEG_W-1:0] seg;

  cm_ctx_slot #(.W(SEG_W)) u_seg (
    .clk(clk), .rst(rst),
    .s_valid(s_valid), .s_ready(s_ready), .s_id(s_token_id[15:0] & SEG_MASK),
    .m_valid(seg_valid), .m_ready(seg_go), .m_rec(seg),
    .rd_valid(seg_rd_valid), .rd_ready(seg_rd_ready), .rd_id(seg_rd_id),
    .rsp_valid(seg_rsp_valid), .rsp_ready(seg_rsp_ready), .rsp_data(seg_rsp_data),
    .wr_valid(1'b0), .wr_id(16'd0), .wr_data({SEG_W{1'b0}}),
    .stat_idle(slot_idle));

  reg  [USER_W-1:0]          at_user_q;
  reg  [`UB_BTAH_BITS-1:0]   at_btah_q;
  reg  [`UB_MAETAH_BITS-1:0] at_maetah_q;
  reg  [`UB_TVETAH_BITS-1:0] at_tvetah_q;

  always @(posedge clk) begin
    if (s_valid && s_ready) begin
      at_user_q   <= s_user;
      at_btah_q   <= s_btah;
      at_maetah_q <= s_maetah;
      at_tvetah_q <= s_tvetah;
    end
  end

  // ---- first step: compare and subtract
  wire [63:0] addr   = at_maetah_q[`UB_MAETAH_ADDRESS];
  wire [31:0] len    = at_maetah_q[`UB_MAETAH_LENGTH];
  wire [19:0] tok_id = at_maetah_q[`UB_MAETAH_TOKEN_ID];
  wire [31:0] token  = at_tvetah_q[`UB_TVETAH_TOKEN_VALUE];
  wire        tok_ok = at_btah_q[`UB_BTAH_TV_EN] &&
                       (token == seg[`URMA_SEG_CTX_TOKEN0] || token == seg[`URMA_SEG_CTX_TOKEN1]);
  wire        right  = (WRITE != 0) ? seg[`URMA_SEG_CTX_WRITE_EN] : seg[`URMA_SEG_CTX_READ_EN];

  reg              chk_valid_q;
  reg [USER_W-1:0] chk_user_q;
  reg [35:0]       chk_key_q;
  reg [13:0]       chk_len_q;
  reg              chk_unsupported_q;
  reg              chk_denied_q;
  reg [64:0]       chk_offset_q;      // from the start of the segment; bit 64: before it
  reg [64:0]       chk_room_q;        // largest offset allowed; bit 64: longer than the segment
  reg [63:0]       chk_pa_q;

  assign seg_go = !chk_valid_q || m_ready;

  always @(posedge clk) begin
    if (rst)         chk_valid_q <= 1'b0;
    else if (seg_go) chk_valid_q <= seg_valid;
  end

  always @(posedge clk) begin
    if (seg_valid && seg_go) begin
      chk_user_q        <= at_user_q;
      chk_key_q         <= {at_btah_q[`UB_BTAH_INI_TASSN], at_btah_q[`UB_BTAH_INI_RC_ID]};
      chk_len_q         <= len[13:0];
      chk_unsupported_q <= at_btah_q[`UB_BTAH_TA_OPCODE] != OPCODE || at_btah_q[`UB_BTAH_TA_VER] != 2'd0 ||
                           at_btah_q[`UB_BTAH_MT_EN] || at_btah_q[`UB_BTAH_UD_FLAG] ||
                           len == 32'd0 || len > {16'd0, cfg_mtu_bytes};
      chk_denied_q      <= tok_id >= SEGS[19:0] || !seg[`URMA_SEG_CTX_VALID] || !right ||
                           (seg[`URMA_SEG_CTX_TOKEN_CHK] && !tok_ok);
      chk_offset_q      <= {1'b0, addr} - {1'b0, seg[`URMA_SEG_CTX_UBA]};
      chk_room_q        <= {1'b0, seg[`URMA_SEG_CTX_LEN]} - {33'd0, len};
      chk_pa_q          <= seg[`URMA_SEG_CTX_PA];
    end
  end

  // ---- second step: bounds, and out
  wire denied = chk_denied_q || chk_offset_q[64] || chk_room_q[64] || chk_offset_q[63:0] > chk_room_q[63:0];

  assign m_valid = chk_valid_q;
  assign m_user  = chk_user_q;
  assign m_key   = chk_key_q;
  assign m_info  = chk_unsupported_q ? `UB_TA_RSPINFO_ERR_UNSUPPORTED :
                   denied ? `UB_TA_RSPINFO_ERR_REMOTE_ABORT : 5'd0;
  assign m_addr  = chk_pa_q + chk_offset_q[63:0];
  assign m_len   = chk_len_q;

  wire [15:0] reach = {4'd0, m_addr[11:0]} + {2'd0, m_len} + 16'd4095;

  assign m_lines   = reach[13:12];
  assign stat_idle = slot_idle && !chk_valid_q;

  always @(posedge clk) begin
    if (!rst) begin
      `UBN_ASSERT(fine_has_a_length, !(m_valid && m_info == 5'd0) || m_len != 14'd0)
    end
  end

endmodule

`resetall
