// SPDX-License-Identifier: Apache-2.0
// urma_ldst_req: turns loads and stores to the window into requests: finds the decoder entry by address, checks shape
//   and right, gives the sequence number, and notes what the host is owed.
//   Latency    : 2 cycles from s_ld or s_st to m_req on a context hit.      Throughput: 1 request per cycle.
//   Back-press : s_* fall while m_req or m_owed waits; stores and loads take turns.
//   Order      : as taken; m_owed in the same order.
//   Error      : entry not valid -> DECERR; no right, a burst that is not INCR, whole beats, 64 B .. 4 KiB, a power of
//                two and naturally aligned, or missing strobes -> SLVERR. No request then; the beats of a store are
//                discarded through m_req (m_req_discard).
//   Reset      : nothing under way, sequence number 0.
//   Source     : UB base specification, UB decoder, compact transaction headers. Stage nic_tx.

`resetall
`default_nettype none
`include "ubn_records.vh"

module urma_ldst_req (
  input  wire         clk,
  input  wire         rst,
  // loads
  input  wire         s_ld_valid,
  output wire         s_ld_ready,
  input  wire [3:0]   s_ld_id,
  input  wire [31:0]  s_ld_addr,
  input  wire [7:0]   s_ld_len,
  input  wire [2:0]   s_ld_size,
  input  wire [1:0]   s_ld_burst,
  // complete stores
  input  wire         s_st_valid,
  output wire         s_st_ready,
  input  wire [3:0]   s_st_id,
  input  wire [31:0]  s_st_addr,
  input  wire [7:0]   s_st_len,
  input  wire [2:0]   s_st_size,
  input  wire [1:0]   s_st_burst,
  input  wire         s_st_ok,
  input  wire [6:0]   s_st_beats,
  // requests
  output wire         m_req_valid,
  input  wire         m_req_ready,
  output wire         m_req_store,
  output wire         m_req_discard,
  output wire [47:0]  m_req_dst_mac,
  output wire [15:0]  m_req_dcna,
  output wire         m_req_so,
  output wire [19:0]  m_req_token_id,
  output wire [57:0]  m_req_line,     // address bits 63:6
  output wire [2:0]   m_req_code,     // 64 B << code
  output wire [15:0]  m_req_tassn,
  output wire [6:0]   m_req_beats,    // of the store
  // what the host is owed
  output wire         m_owed_valid,
  input  wire         m_owed_ready,
  output wire         m_owed_store,
  output wire [3:0]   m_owed_id,
  output wire [7:0]   m_owed_len,     // beats less one
  output wire [1:0]   m_owed_resp,    // not 0: refused here
  output wire [15:0]  m_owed_tassn,
  // decoder entries
  output wire         win_rd_valid,
  input  wire         win_rd_ready,
  output wire [15:0]  win_rd_id,
  input  wire         win_rsp_valid,
  output wire         win_rsp_ready,
  input  wire [`URMA_WIN_CTX_BITS-1:0] win_rsp_data,
  output wire         stat_refused,
  output wire         stat_idle
);

  localparam       WIN_W  = `URMA_WIN_CTX_BITS;
  localparam [1:0] OKAY   = 2'b00;
  localparam [1:0] SLVERR = 2'b10;
  localparam [1:0] DECERR = 2'b11;
  localparam [1:0] INCR   = 2'b01;
  localparam [2:0] WHOLE  = 3'd6;     // 64 B a beat

  // ---- which: in turn
  reg         turn_q;                 // a store goes first
  wire        pick_st = s_st_valid && (turn_q || !s_ld_valid);
  wire        in_ready, win_valid, go, slot_idle;
  wire [31:0] in_addr  = pick_st ? s_st_addr : s_ld_addr;
  wire [7:0]  in_len   = pick_st ? s_st_len : s_ld_len;
  wire [2:0]  in_size  = pick_st ? s_st_size : s_ld_size;
  wire [1:0]  in_burst = pick_st ? s_st_burst : s_ld_burst;
  wire        in_move  = (s_ld_valid || s_st_valid) && in_ready;
  wire        shape    = in_size == WHOLE && in_burst == INCR && in_len < 8'd64 && (in_len & (in_len + 8'd1)) == 8'd0 &&
                         in_addr[5:0] == 6'd0 && (in_addr[13:6] & in_len) == 8'd0;

  assign s_ld_ready = in_ready && !(s_st_valid && turn_q);
  assign s_st_ready = in_ready && (turn_q || !s_ld_valid);

  wire [WIN_W-1:0] win;

  cm_ctx_slot #(.W(WIN_W)) u_win (
    .clk(clk), .rst(rst),
    .s_valid(s_ld_valid || s_st_valid), .s_ready(in_ready), .s_id({12'd0, in_addr[30:27]}),
    .m_valid(win_valid), .m_ready(go), .m_rec(win),
    .rd_valid(win_rd_valid), .rd_ready(win_rd_ready), .rd_id(win_rd_id),
    .rsp_valid(win_rsp_valid), .rsp_ready(win_rsp_ready), .rsp_data(win_rsp_data),
    .wr_valid(1'b0), .wr_id(16'd0), .wr_data({WIN_W{1'b0}}),
    .stat_idle(slot_idle));

  reg        at_store_q, at_shape_q;
  reg [3:0]  at_id_q;
  reg [26:6] at_off_q;
  reg [7:0]  at_len_q;
  reg [6:0]  at_beats_q;

  always @(posedge clk) begin
    if (in_move) begin
      at_store_q <= pick_st;
      at_shape_q <= shape && (!pick_st || s_st_ok);
      at_id_q    <= pick_st ? s_st_id : s_ld_id;
      at_off_q   <= in_addr[26:6];
      at_len_q   <= in_len;
      at_beats_q <= s_st_beats;
    end
  end

  // ---- check, address in the segment, sequence number
  reg  [15:0] tassn_q;
  reg         req_valid_q, refused_q;
  reg         req_store_q, req_discard_q, req_so_q;
  reg  [47:0] req_dst_mac_q;
  reg  [15:0] req_dcna_q, req_tassn_q;
  reg  [19:0] req_token_id_q;
  reg  [57:0] req_line_q;
  reg  [2:0]  req_code_q;
  reg  [6:0]  req_beats_q;
  wire [63:0] base    = win[`URMA_WIN_CTX_UBA_BASE];
  wire        right   = at_store_q ? win[`URMA_WIN_CTX_STORE_EN] : win[`URMA_WIN_CTX_LOAD_EN];
  wire [1:0]  resp    = !win[`URMA_WIN_CTX_VALID] ? DECERR : right && at_shape_q ? OKAY : SLVERR;
  wire        refused = resp != OKAY;
  wire        free    = !req_valid_q || m_req_ready;

  reg  [2:0]  code;

  always @* begin
    case (at_len_q[5:0])
      6'd0:    code = 3'd0;
      6'd1:    code = 3'd1;
      6'd3:    code = 3'd2;
      6'd7:    code = 3'd3;
      6'd15:   code = 3'd4;
      6'd31:   code = 3'd5;
      default: code = 3'd6;
    endcase
  end

  assign go = win_valid && free && m_owed_ready;

  assign m_owed_valid = win_valid && free;
  assign m_owed_store = at_store_q;
  assign m_owed_id    = at_id_q;
  assign m_owed_len   = at_len_q;
  assign m_owed_resp  = resp;
  assign m_owed_tassn = tassn_q;

  always @(posedge clk) begin
    if (rst) begin
      turn_q      <= 1'b0;
      tassn_q     <= 16'd0;
      req_valid_q <= 1'b0;
      refused_q   <= 1'b0;
    end else begin
      if (in_move) turn_q <= !pick_st;
      if (go && !refused) tassn_q <= tassn_q + 16'd1;
      if (free) req_valid_q <= go && (!refused || at_store_q);
      refused_q <= go && refused;
    end
  end

  always @(posedge clk) begin
    if (go) begin
      req_store_q    <= at_store_q;
      req_discard_q  <= refused;
      req_dst_mac_q  <= win[`URMA_WIN_CTX_DST_MAC];
      req_dcna_q     <= win[`URMA_WIN_CTX_DCNA];
      req_so_q       <= win[`URMA_WIN_CTX_SO];
      req_token_id_q <= win[`URMA_WIN_CTX_TOKEN_ID];
      req_line_q     <= base[63:6] + {37'd0, at_off_q};
      req_code_q     <= code;
      req_tassn_q    <= tassn_q;
      req_beats_q    <= at_beats_q;
    end
  end

  assign m_req_valid    = req_valid_q;
  assign m_req_store    = req_store_q;
  assign m_req_discard  = req_discard_q;
  assign m_req_dst_mac  = req_dst_mac_q;
  assign m_req_dcna     = req_dcna_q;
  assign m_req_so       = req_so_q;
  assign m_req_token_id = req_token_id_q;
  assign m_req_line     = req_line_q;
  assign m_req_code     = req_code_q;
  assign m_req_tassn    = req_tassn_q;
  assign m_req_beats    = req_beats_q;

  assign stat_refused = refused_q;
  assign stat_idle    = slot_idle && !req_valid_q && !refused_q;

  wire unused = &{1'b0, in_addr[31], base[5:0]};

endmodule

`resetall
