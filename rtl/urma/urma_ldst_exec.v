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

  localparam USER_W = 1 + 1 + 1 + 7 + 3 + 48 + 16 + 16;

  // ---- segment, rights, bounds; requests carry no token value
  wire         chk_valid, chk_ok, chk_store, chk_poison, chk_denied, chk_go, check_idle;
  wire [6:0]   chk_beats;
  wire [2:0]   chk_code;
  wire [47:0]  chk_src_mac;
  wire [15:0]  chk_scna, chk_tassn;
  wire [63:0]  addr;

  urma_seg_grant #(.SEGS(SEGS), .USER_W(USER_W)) u_grant (
    .clk(clk), .rst(rst), .s_valid(s_req_valid), .s_ready(s_req_ready), .s_write(s_req_store),
    .s_token_id(s_req_token_id), .s_token_en(1'b0), .s_token(32'd0), .s_addr({s_req_line, 6'd0}),
    .s_len(32'd64 << s_req_code),
    .s_user({s_req_ok, s_req_store, s_req_poison, s_req_beats, s_req_code, s_req_src_mac, s_req_scna, s_req_tassn}),
    .m_valid(chk_valid), .m_ready(chk_go), .m_denied(chk_denied), .m_addr(addr),
    .m_user({chk_ok, chk_store, chk_poison, chk_beats, chk_code, chk_src_mac, chk_scna, chk_tassn}),
    .seg_rd_valid(seg_rd_valid), .seg_rd_ready(seg_rd_ready), .seg_rd_id(seg_rd_id),
    .seg_rsp_valid(seg_rsp_valid), .seg_rsp_ready(seg_rsp_ready), .seg_rsp_data(seg_rsp_data),
    .stat_idle(check_idle));

  // ---- out
  reg         denied_q;
  reg         drain_q;           // the beats at hand are thrown away
  reg  [6:0]  left_q;            // beats of a store still to move
  wire        moving = left_q != 7'd0;
  wire [13:0] len    = 14'd64 << chk_code;
  wire        denied = chk_denied || chk_poison || addr[5:0] != 6'd0;
  wire        fine   = chk_ok && !denied;
  wire        at     = chk_valid && !moving;
  wire        port   = !fine || (chk_store ? m_wr_ready : m_rd_ready);   // memory takes the command, if there is one

  assign chk_go      = at && port && (!chk_ok || m_rsp_ready);
  assign m_rd_valid  = at && fine && !chk_store && m_rsp_ready;
  assign m_rd_addr   = addr;
  assign m_rd_len    = len;
  assign m_wr_valid  = at && fine && chk_store && m_rsp_ready;
  assign m_wr_addr   = addr;
  assign m_wr_len    = len;
  assign m_rsp_valid = at && chk_ok && port;
  assign m_rsp_store = chk_store;
  assign m_rsp_denied  = denied;
  assign m_rsp_code    = chk_code;
  assign m_rsp_dst_mac = chk_src_mac;
  assign m_rsp_dcna    = chk_scna;
  assign m_rsp_tassn   = chk_tassn;

  // ---- beats of a store follow its command
  assign m_w_valid = moving && !drain_q && s_w_valid;
  assign m_w_data  = s_w_data;
  assign s_w_ready = moving && (drain_q || m_w_ready);

  always @(posedge clk) begin
    if (rst) begin
      left_q   <= 7'd0;
      denied_q <= 1'b0;
    end else begin
      denied_q <= chk_go && chk_ok && denied;
      if (chk_go)                      left_q <= chk_beats;
      else if (s_w_valid && s_w_ready) left_q <= left_q - 7'd1;
    end
  end

  always @(posedge clk)
    if (chk_go) drain_q <= !fine;

  assign stat_denied = denied_q;
  assign stat_idle   = check_idle && !moving && !denied_q;

endmodule

`resetall
