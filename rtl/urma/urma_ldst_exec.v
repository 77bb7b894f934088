// SPDX-License-Identifier: Apache-2.0
// urma_ldst_exec: target side of loads and stores. Finds the segment by its TokenID, checks right and bounds, asks
//   memory for the data or writes those of the store; what the response needs goes to m_rsp in the same order.
//   Latency    : 2 cycles from s_req to m_rd or m_wr on a context hit.
//   Throughput : 1 load per cycle; a store of n beats takes n + 1.
//   Back-press : s_req_ready falls while m_rd, m_wr or m_rsp waits, and behind a store until its last beat has left.
//   Order      : as received.
//   Error      : unknown TokenID, no right, out of bounds, a segment that asks for a token value or whose address in
//                memory is not that of a whole line, a poisoned store -> m_rsp_denied, no memory command; the beats
//                of the store are thrown away. A frame that was not right (s_req_ok = 0) gets no response.
//   Reset      : drops requests under way.
//   Source     : UB base specification, memory descriptor, permission entry. Stage nic_rx.

`resetall
`default_nettype none
`include "ubn_records.vh"

module urma_ldst_exec #(
  parameter SEGS = 1024
) (
  input  wire         clk,
  input  wire         rst,
  input  wire         s_req_valid,
  output wire         s_req_ready,
  input  wire         s_req_ok,
  input  wire         s_req_store,
  input  wire         s_req_poison,
  input  wire [6:0]   s_req_beats,     // payload of this frame on s_w
  input  wire [47:0]  s_req_src_mac,
  input  wire [15:0]  s_req_scna,
  input  wire [15:0]  s_req_tassn,
  input  wire [19:0]  s_req_token_id,
  input  wire [57:0]  s_req_line,
  input  wire [2:0]   s_req_code,
  input  wire         s_w_valid,
  output wire         s_w_ready,
  input  wire [511:0] s_w_data,
  // memory
  output wire         m_rd_valid,
  input  wire         m_rd_ready,
  output wire [63:0]  m_rd_addr,
  output wire [13:0]  m_rd_len,
  output wire         m_wr_valid,
  input  wire         m_wr_ready,
  output wire [63:0]  m_wr_addr,
  output wire [13:0]  m_wr_len,
  output wire         m_w_valid,
  input  wire         m_w_ready,
  output wire [511:0] m_w_data,
  // response to come
  output wire         m_rsp_valid,
  input  wire         m_rsp_ready,
  output wire         m_rsp_store,
  output wire         m_rsp_denied,
  output wire [2:0]   m_rsp_code,
  output wire [47:0]  m_rsp_dst_mac,
  output wire [15:0]  m_rsp_dcna,
  output wire [15:0]  m_rsp_tassn,
  // segment records
  output wire         seg_rd_valid,
  input  wire         seg_rd_ready,
  output wire [15:0]  seg_rd_id,
  input  wire         seg_rsp_valid,
  output wire         seg_rsp_ready,
  input  wire [`URMA_SEG_CTX_BITS-1:0] seg_rsp_data,
  output wire         stat_denied,
  output wire         stat_idle
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
    .s_valid(s_req_valid), .s_ready(s_req_ready), .s_id(s_req_token_id[15:0] & SEG_MASK),
    .m_valid(seg_valid), .m_ready(seg_go), .m_rec(seg),
    .rd_valid(seg_rd_valid), .rd_ready(seg_rd_ready), .rd_id(seg_rd_id),
    .rsp_valid(seg_rsp_valid), .rsp_ready(seg_rsp_ready), .rsp_data(seg_rsp_data),
    .wr_valid(1'b0), .wr_id(16'd0), .wr_data({SEG_W{1'b0}}),
    .stat_idle(slot_idle));

  reg         at_ok_q, at_store_q, at_poison_q, at_known_q;
  reg  [6:0]  at_beats_q;
  reg  [47:0] at_src_mac_q;
  reg  [15:0] at_scna_q, at_tassn_q;
  reg  [57:0] at_line_q;
  reg  [2:0]  at_code_q;

  always @(posedge clk) begin
    if (s_req_valid && s_req_ready) begin
      at_ok_q      <= s_req_ok;
      at_store_q   <= s_req_store;
      at_poison_q  <= s_req_poison;
      at_known_q   <= s_req_token_id < SEGS[19:0];
      at_beats_q   <= s_req_beats;
      at_src_mac_q <= s_req_src_mac;
      at_scna_q    <= s_req_scna;
      at_tassn_q   <= s_req_tassn;
      at_line_q    <= s_req_line;
      at_code_q    <= s_req_code;
    end
  end

  // ---- first step: compare and subtract
  wire [12:0] len    = 13'd64 << at_code_q;
  wire        right  = at_store_q ? seg[`URMA_SEG_CTX_WRITE_EN] : seg[`URMA_SEG_CTX_READ_EN];

  reg         chk_valid_q, chk_ok_q, chk_store_q, chk_denied_q;
  reg  [6:0]  chk_beats_q;
  reg  [12:0] chk_len_q;
  reg  [2:0]  chk_code_q;
  reg  [47:0] chk_src_mac_q;
  reg  [15:0] chk_scna_q, chk_tassn_q;
  reg  [64:0] chk_offset_q;      // from the start of the segment; bit 64: before it
  reg  [64:0] chk_room_q;        // largest offset allowed; bit 64: longer than the segment
  reg  [63:0] chk_pa_q;

  wire chk_go;
  assign seg_go = !chk_valid_q || chk_go;

  always @(posedge clk) begin
    if (rst)         chk_valid_q <= 1'b0;
    else if (seg_go) chk_valid_q <= seg_valid;
  end

  always @(posedge clk) begin
    if (seg_valid && seg_go) begin
      chk_ok_q      <= at_ok_q;
      chk_store_q   <= at_store_q;
      chk_beats_q   <= at_beats_q;
      chk_len_q     <= len;
      chk_code_q    <= at_code_q;
      chk_src_mac_q <= at_src_mac_q;
      chk_scna_q    <= at_scna_q;
      chk_tassn_q   <= at_tassn_q;
      chk_denied_q  <= at_poison_q || !at_known_q || !seg[`URMA_SEG_CTX_VALID] || !right ||
                       seg[`URMA_SEG_CTX_TOKEN_CHK];
      chk_offset_q  <= {1'b0, at_line_q, 6'd0} - {1'b0, seg[`URMA_SEG_CTX_UBA]};
      chk_room_q    <= {1'b0, seg[`URMA_SEG_CTX_LEN]} - {52'd0, len};
      chk_pa_q      <= seg[`URMA_SEG_CTX_PA];
    end
  end

  // ---- second step: bounds, and out
  reg         denied_q;
  reg         drain_q;           // the beats at hand are thrown away
  reg  [6:0]  left_q;            // beats of a store still to move
  wire        moving = left_q != 7'd0;
  wire [63:0] addr   = chk_pa_q + chk_offset_q[63:0];
  wire        denied = chk_denied_q || chk_offset_q[64] || chk_room_q[64] ||
                       chk_offset_q[63:0] > chk_room_q[63:0] || addr[5:0] != 6'd0;
  wire        fine   = chk_ok_q && !denied;
  wire        at     = chk_valid_q && !moving;
  wire        port   = !fine || (chk_store_q ? m_wr_ready : m_rd_ready);   // memory takes the command, if there is one

  assign chk_go      = at && port && (!chk_ok_q || m_rsp_ready);
  assign m_rd_valid  = at && fine && !chk_store_q && m_rsp_ready;
  assign m_rd_addr   = addr;
  assign m_rd_len    = {1'b0, chk_len_q};
  assign m_wr_valid  = at && fine && chk_store_q && m_rsp_ready;
  assign m_wr_addr   = addr;
  assign m_wr_len    = {1'b0, chk_len_q};
  assign m_rsp_valid = at && chk_ok_q && port;
  assign m_rsp_store = chk_store_q;
  assign m_rsp_denied  = denied;
  assign m_rsp_code    = chk_code_q;
  assign m_rsp_dst_mac = chk_src_mac_q;
  assign m_rsp_dcna    = chk_scna_q;
  assign m_rsp_tassn   = chk_tassn_q;

  // ---- beats of a store follow its command
  assign m_w_valid = moving && !drain_q && s_w_valid;
  assign m_w_data  = s_w_data;
  assign s_w_ready = moving && (drain_q || m_w_ready);

  always @(posedge clk) begin
    if (rst) begin
      left_q   <= 7'd0;
      denied_q <= 1'b0;
    end else begin
      denied_q <= chk_go && chk_ok_q && denied;
      if (chk_go)                      left_q <= chk_beats_q;
      else if (s_w_valid && s_w_ready) left_q <= left_q - 7'd1;
    end
  end

  always @(posedge clk)
    if (chk_go) drain_q <= !fine;

  assign stat_denied = denied_q;
  assign stat_idle   = slot_idle && !chk_valid_q && !moving && !denied_q;

endmodule

`resetall
