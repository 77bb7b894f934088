// SPDX-License-Identifier: Apache-2.0
// urma_seg_grant: finds a segment by its TokenID and tells whether it grants an access: token value, right, bounds.
//   Latency    : 2 cycles from s to m on a context hit.      Throughput: 1 access per cycle.
//   Back-press : s_ready falls when m waits and both steps are taken, and while the record is late; it depends on
//                m_ready.
//   Order      : as received.
//   Error      : m_denied: unknown TokenID, wrong or no token where one is asked for, no right, out of bounds. m_addr
//                means nothing then.
//   Reset      : drops accesses under way.
//   Source     : UB base specification, memory descriptor, permission entry.

`resetall
`default_nettype none
`include "ubn_records.vh"

module urma_seg_grant #(
  parameter SEGS   = 1024,
  parameter USER_W = 32
) (
  input  wire              clk,
  input  wire              rst,
  input  wire              s_valid,
  output wire              s_ready,
  input  wire              s_write,       // right asked for: 0 read, 1 write
  input  wire [19:0]       s_token_id,
  input  wire              s_token_en,    // s_token is there
  input  wire [31:0]       s_token,
  input  wire [63:0]       s_addr,
  input  wire [31:0]       s_len,         // bytes
  input  wire [USER_W-1:0] s_user,        // goes along
  output wire              m_valid,
  input  wire              m_ready,
  output wire              m_denied,
  output wire [63:0]       m_addr,        // physical
  output wire [USER_W-1:0] m_user,
  // segment records
  output wire              seg_rd_valid,
  input  wire              seg_rd_ready,
  output wire [15:0]       seg_rd_id,
  input  wire              seg_rsp_valid,
  output wire              seg_rsp_ready,
  input  wire [`URMA_SEG_CTX_BITS-1:0] seg_rsp_data,
  output wire              stat_idle
);

  localparam SEG_W = `URMA_SEG_CTX_BITS;
  localparam [15:0] SEG_MASK = SEGS[15:0] - 16'd1;

  generate
    if ((SEGS & (SEGS - 1)) != 0 || SEGS > 65536) begin : g_check
      error_segs_must_be_a_power_of_two_up_to_65536 u_error ();
    end
  endgenerate

  // ---- segment record
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

  reg              at_write_q, at_known_q, at_token_en_q;
  reg [31:0]       at_token_q, at_len_q;
  reg [63:0]       at_addr_q;
  reg [USER_W-1:0] at_user_q;

  always @(posedge clk) begin
    if (s_valid && s_ready) begin
      at_write_q    <= s_write;
      at_known_q    <= s_token_id < SEGS[19:0];
      at_token_en_q <= s_token_en;
      at_token_q    <= s_token;
      at_len_q      <= s_len;
      at_addr_q     <= s_addr;
      at_user_q     <= s_user;
    end
  end

  // ---- first step: compare and subtract
  wire tok_ok = at_token_en_q &&
                (at_token_q == seg[`URMA_SEG_CTX_TOKEN0] || at_token_q == seg[`URMA_SEG_CTX_TOKEN1]);
  wire right  = at_write_q ? seg[`URMA_SEG_CTX_WRITE_EN] : seg[`URMA_SEG_CTX_READ_EN];

  reg              chk_valid_q, chk_denied_q;
  reg [USER_W-1:0] chk_user_q;
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
      chk_user_q   <= at_user_q;
      chk_denied_q <= !at_known_q || !seg[`URMA_SEG_CTX_VALID] || !right ||
                      (seg[`URMA_SEG_CTX_TOKEN_CHK] && !tok_ok);
      chk_offset_q <= {1'b0, at_addr_q} - {1'b0, seg[`URMA_SEG_CTX_UBA]};
      chk_room_q   <= {1'b0, seg[`URMA_SEG_CTX_LEN]} - {33'd0, at_len_q};
      chk_pa_q     <= seg[`URMA_SEG_CTX_PA];
    end
  end

  // ---- second step: bounds, and out
  assign m_valid   = chk_valid_q;
  assign m_denied  = chk_denied_q || chk_offset_q[64] || chk_room_q[64] || chk_offset_q[63:0] > chk_room_q[63:0];
  assign m_addr    = chk_pa_q + chk_offset_q[63:0];
  assign m_user    = chk_user_q;
  assign stat_idle = slot_idle && !chk_valid_q;

endmodule

`resetall
