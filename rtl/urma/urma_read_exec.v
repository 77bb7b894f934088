// SPDX-License-Identifier: Apache-2.0
// urma_read_exec: target side of a read. Finds the segment by its TokenID, checks token, right and bounds,
//   and asks memory for the data; what the response needs goes to m_rsp in the same order.
//   Latency    : 2 cycles from s_req to m_rd on a context hit.      Throughput: 1 request per cycle.
//   Back-press : s_req_ready falls while m_rd or m_rsp waits.
//   Order      : as received.
//   Error      : opcode or length not supported -> m_rsp_info unsupported request; unknown TokenID, wrong
//                token, no read right, out of bounds -> remote abort. No memory command then.
//   Reset      : drops requests under way.
//   Source     : UB base specification, memory descriptor, permission entry, transaction status. Stage nic_rx.

`resetall
`default_nettype none
`include "ubn_wire.vh"
`include "ubn_enums.vh"
`include "ubn_records.vh"

module urma_read_exec #(
  parameter SEGS = 1024
) (
  input  wire                       clk,
  input  wire                       rst,
  input  wire [15:0]                cfg_mtu_bytes,
  input  wire                       s_req_valid,
  output wire                       s_req_ready,
  input  wire [15:0]                s_req_frame,
  input  wire [15:0]                s_req_chan,
  input  wire [`UB_BTAH_BITS-1:0]   s_req_btah,
  input  wire [`UB_MAETAH_BITS-1:0] s_req_maetah,
  input  wire [`UB_TVETAH_BITS-1:0] s_req_tvetah,
  // memory read command
  output wire                       m_rd_valid,
  input  wire                       m_rd_ready,
  output wire [63:0]                m_rd_addr,
  output wire [13:0]                m_rd_len,
  // response to come
  output wire                       m_rsp_valid,
  input  wire                       m_rsp_ready,
  output wire [15:0]                m_rsp_frame,
  output wire [15:0]                m_rsp_chan,
  output wire [35:0]                m_rsp_key,       // {tassn, jetty}
  output wire [4:0]                 m_rsp_info,      // 0 data follow, else RSPINFO of the error
  output wire [63:0]                m_rsp_addr,
  output wire [13:0]                m_rsp_len,
  // segment records
  output wire                       seg_rd_valid,
  input  wire                       seg_rd_ready,
  output wire [15:0]                seg_rd_id,
  input  wire                       seg_rsp_valid,
  output wire                       seg_rsp_ready,
  input  wire [`URMA_SEG_CTX_BITS-1:0] seg_rsp_data,
  // observation
  output reg                        probe_rd_valid,
  output reg  [63:0]                probe_rd_id,
  output wire                       stat_idle
);

  localparam SEG_W = `URMA_SEG_CTX_BITS;
  localparam [15:0] SEG_MASK = SEGS[15:0] - 16'd1;

  generate
    if ((SEGS & (SEGS - 1)) != 0 || SEGS > 65536) begin : g_check
      error_segs_must_be_a_power_of_two_up_to_65536 u_error ();
    end
  endgenerate

  // ---- segment record
  wire [19:0]      s_token_id = s_req_maetah[`UB_MAETAH_TOKEN_ID];
  wire             seg_valid, seg_go, slot_idle;
  wire [SEG_W-1:0] seg;

  cm_ctx_slot #(.W(SEG_W)) u_seg (
    .clk(clk), .rst(rst),
    .s_valid(s_req_valid), .s_ready(s_req_ready), .s_id(s_token_id[15:0] & SEG_MASK),
    .m_valid(seg_valid), .m_ready(seg_go), .m_rec(seg),
    .rd_valid(seg_rd_valid), .rd_ready(seg_rd_ready), .rd_id(seg_rd_id),
    .rsp_valid(seg_rsp_valid), .rsp_ready(seg_rsp_ready), .rsp_data(seg_rsp_data),
    .wr_valid(1'b0), .wr_id(16'd0), .wr_data({SEG_W{1'b0}}),
    .stat_idle(slot_idle));

  reg  [15:0]                at_frame_q;
  reg  [15:0]                at_chan_q;
  reg  [`UB_BTAH_BITS-1:0]   at_btah_q;
  reg  [`UB_MAETAH_BITS-1:0] at_maetah_q;
  reg  [`UB_TVETAH_BITS-1:0] at_tvetah_q;

  always @(posedge clk) begin
    if (s_req_valid && s_req_ready) begin
      at_frame_q  <= s_req_frame;
      at_chan_q   <= s_req_chan;
      at_btah_q   <= s_req_btah;
      at_maetah_q <= s_req_maetah;
      at_tvetah_q <= s_req_tvetah;
    end
  end

  // ---- first step: compare and subtract
  wire [63:0] addr   = at_maetah_q[`UB_MAETAH_ADDRESS];
  wire [31:0] len    = at_maetah_q[`UB_MAETAH_LENGTH];
  wire [19:0] tok_id = at_maetah_q[`UB_MAETAH_TOKEN_ID];
  wire [31:0] token  = at_tvetah_q[`UB_TVETAH_TOKEN_VALUE];
  wire        tok_ok = at_btah_q[`UB_BTAH_TV_EN] &&
                       (token == seg[`URMA_SEG_CTX_TOKEN0] || token == seg[`URMA_SEG_CTX_TOKEN1]);

  reg         chk_valid_q;
  reg  [15:0] chk_frame_q;
  reg  [15:0] chk_chan_q;
  reg  [35:0] chk_key_q;
  reg  [13:0] chk_len_q;
  reg         chk_unsupported_q;
  reg         chk_denied_q;
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
      chk_frame_q       <= at_frame_q;
      chk_chan_q        <= at_chan_q;
      chk_key_q         <= {at_btah_q[`UB_BTAH_INI_TASSN], at_btah_q[`UB_BTAH_INI_RC_ID]};
      chk_len_q         <= len[13:0];
      chk_unsupported_q <= at_btah_q[`UB_BTAH_TA_OPCODE] != `UB_TA_OPCODE_READ || at_btah_q[`UB_BTAH_TA_VER] != 2'd0 ||
                           at_btah_q[`UB_BTAH_MT_EN] || at_btah_q[`UB_BTAH_UD_FLAG] ||
                           len == 32'd0 || len > {16'd0, cfg_mtu_bytes};
      chk_denied_q      <= tok_id >= SEGS[19:0] || !seg[`URMA_SEG_CTX_VALID] || !seg[`URMA_SEG_CTX_READ_EN] ||
                           (seg[`URMA_SEG_CTX_TOKEN_CHK] && !tok_ok);
      chk_offset_q      <= {1'b0, addr} - {1'b0, seg[`URMA_SEG_CTX_UBA]};
      chk_room_q        <= {1'b0, seg[`URMA_SEG_CTX_LEN]} - {33'd0, len};
      chk_pa_q          <= seg[`URMA_SEG_CTX_PA];
    end
  end

  // ---- second step: bounds, and out
  wire denied = chk_denied_q || chk_offset_q[64] || chk_room_q[64] || chk_offset_q[63:0] > chk_room_q[63:0];
  wire fine   = !chk_unsupported_q && !denied;

  assign chk_go     = chk_valid_q && m_rsp_ready && (!fine || m_rd_ready);
  assign m_rd_valid = chk_valid_q && fine && m_rsp_ready;
  assign m_rd_addr  = chk_pa_q + chk_offset_q[63:0];
  assign m_rd_len   = chk_len_q;

  assign m_rsp_valid = chk_valid_q && (!fine || m_rd_ready);
  assign m_rsp_frame = chk_frame_q;
  assign m_rsp_chan  = chk_chan_q;
  assign m_rsp_key   = chk_key_q;
  assign m_rsp_info  = fine ? 5'd0 :
                       chk_unsupported_q ? `UB_TA_RSPINFO_ERR_UNSUPPORTED : `UB_TA_RSPINFO_ERR_REMOTE_ABORT;
  assign m_rsp_addr  = m_rd_addr;
  assign m_rsp_len   = chk_len_q;

  // ---- observation: bursts of a command, by the 4 KiB lines it touches
  wire [15:0] reach = {4'd0, m_rd_addr[11:0]} + {2'd0, chk_len_q} + 16'd4095;

  always @(posedge clk) begin
    if (rst) probe_rd_valid <= 1'b0;
    else     probe_rd_valid <= m_rd_valid && m_rd_ready;
  end

  always @(posedge clk)
    if (m_rd_valid && m_rd_ready) probe_rd_id <= {46'd0, reach[13:12], chk_frame_q};

  assign stat_idle = slot_idle && !chk_valid_q;

endmodule

`resetall
