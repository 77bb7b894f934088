// SPDX-License-Identifier: Apache-2.0
// urma_ldst_parse: takes load/store frames apart. A frame is told at its end, so that nothing of a bad one is used:
//   one word on m_req or m_rsp, its payload on m_w (stores) or m_r (data of loads).
//   Latency    : 2 cycles from the last beat to m_req or m_rsp.      Throughput: 1 beat per cycle.
//   Back-press : s_ready falls when one of the four queues is full.
//   Order      : as received on each output.
//   Error      : not class CFG 9, not to this address, other opcodes, versions, extensions or lengths -> stat_drop,
//                nothing leaves. Wrong size, or a request with a link error -> stat_drop and a word with ok = 0, whose
//                payload beats (m_*_beats) are thrown away. A response with a link error is bad (m_rsp_bad).
//   Contract   : unused lanes of the last beat are zero; the EtherType was looked at before.
//   Reset      : drops what is under way.
//   Source     : UB base specification, packet class CFG 9, compact transaction headers. Stages nic_rx, nic_rsp_rx.

`resetall
`default_nettype none
`include "cm_assert.vh"
`include "ubn_wire.vh"
`include "ubn_enums.vh"
`include "ubn_probes.vh"

module urma_ldst_parse #(
  parameter DEPTH = 64,    // words: requests of all peers
  parameter BEATS = 128    // payload beats, each kind
) (
  input  wire         clk,
  input  wire         rst,
  input  wire [15:0]  cfg_cna,
  // link
  input  wire         s_valid,
  output wire         s_ready,
  input  wire [511:0] s_data,
  input  wire [63:0]  s_keep,
  input  wire         s_last,
  input  wire         s_user_err,
  // requests
  output wire         m_req_valid,
  input  wire         m_req_ready,
  output wire         m_req_ok,
  output wire         m_req_store,
  output wire         m_req_poison,
  output wire [6:0]   m_req_beats,
  output wire [47:0]  m_req_src_mac,
  output wire [15:0]  m_req_scna,
  output wire [15:0]  m_req_tassn,
  output wire [19:0]  m_req_token_id,
  output wire [57:0]  m_req_line,
  output wire [2:0]   m_req_code,
  output wire         m_w_valid,
  input  wire         m_w_ready,
  output wire [511:0] m_w_data,
  // responses
  output wire         m_rsp_valid,
  input  wire         m_rsp_ready,
  output wire         m_rsp_ok,
  output wire         m_rsp_data,      // payload, else an acknowledgement
  output wire         m_rsp_bad,       // refused or poisoned
  output wire [6:0]   m_rsp_beats,
  output wire [15:0]  m_rsp_tassn,
  output wire         m_r_valid,
  input  wire         m_r_ready,
  output wire [511:0] m_r_data,
  output reg          probe_rx_valid,
  output reg  [63:0]  probe_rx_id,
  output wire         stat_frame,
  output wire         stat_drop,
  output wire         stat_idle
);

  localparam REQ = `LDST_FRAME_LOAD_REQ_BYTES;   // bytes in front of the payload
  localparam RSP = `LDST_FRAME_LOAD_RSP_BYTES;
  localparam [63:0] REQ_KEEP = ~({64{1'b1}} << REQ);
  localparam [63:0] RSP_KEEP = ~({64{1'b1}} << RSP);
  localparam REQ_W = 3 + 7 + 48 + 16 + 16 + 20 + 58 + 3;

  // ---- beats
  wire         in_valid, in_last, in_err, take, req_room, rsp_room, w_room, r_room;
  wire [511:0] in_data;
  wire [63:0]  in_keep;

  cm_skid #(.W(578)) u_in (
    .clk(clk), .rst(rst), .s_valid(s_valid), .s_ready(s_ready), .s_data({s_user_err, s_last, s_keep, s_data}),
    .m_valid(in_valid), .m_ready(take), .m_data({in_err, in_last, in_keep, in_data}));

  assign take = in_valid && req_room && rsp_room && w_room && r_room;

  // ---- headers of the first beat, first wire byte in the top bits
  wire [REQ*8-1:0] head;
  genvar g;
  generate
    for (g = 0; g < REQ; g = g + 1) begin : g_head
      assign head[8*(REQ - 1 - g) +: 8] = in_data[8*g +: 8];
    end
  endgenerate

  localparam EXT_W = `UB_BTAH_C_BITS + `UB_MAETAH_C_BITS;
  wire [`ETH_BITS-1:0]         eth    = head[REQ*8-1 -: `ETH_BITS];
  wire [`UB_LPH_BITS-1:0]      lph    = head[REQ*8-1-`ETH_BITS -: `UB_LPH_BITS];
  wire [`UB_NTH16_BITS-1:0]    nth    = head[EXT_W +: `UB_NTH16_BITS];
  wire [`UB_BTAH_C_BITS-1:0]   btah   = head[`UB_MAETAH_C_BITS +: `UB_BTAH_C_BITS];
  wire [`UB_ATAH_C_BITS-1:0]   atah   = head[`UB_MAETAH_C_BITS +: `UB_ATAH_C_BITS];
  wire [`UB_MAETAH_C_BITS-1:0] maetah = head[`UB_MAETAH_C_BITS-1:0];

  wire [7:0] op       = btah[`UB_BTAH_C_TA_OPCODE];
  wire       is_store = op == `UB_TA_OPCODE_WRITE;
  wire       is_data  = op == `UB_TA_OPCODE_READ_RSP;
  wire       is_req   = op == `UB_TA_OPCODE_READ || is_store;
  wire       is_rsp   = op == `UB_TA_OPCODE_TAACK || is_data;
  wire       plain    = !btah[`UB_BTAH_C_TV_EN] && !btah[`UB_BTAH_C_UD_FLAG] && maetah[`UB_MAETAH_C_LENGTH] != 3'd7;
  wire       ours     = lph[`UB_LPH_CFG] == `UB_CFG_LDST && nth[`UB_NTH16_DCNA] == cfg_cna && !nth[`UB_NTH16_MGMT] &&
                        nth[`UB_NTH16_NLP] == 3'd0 && btah[`UB_BTAH_C_TA_VER] == 2'd0 && (is_rsp || (is_req && plain));
  wire       refused  = atah[`UB_ATAH_C_STATUS] != `UB_TA_STATUS_C_OK || atah[`UB_ATAH_C_POISON];

  reg         first_q;           // the next beat begins a frame
  reg  [6:0]  beats_q;           // payload beats so far, up to 65
  reg         ours_q, is_rsp_q, is_store_q, is_data_q, refused_q, poison_q;
  reg  [47:0] src_mac_q;
  reg  [15:0] scna_q, tassn_q;
  reg  [19:0] token_id_q;
  reg  [57:0] line_q;
  reg  [2:0]  code_q;
  reg  [8*(64-RSP)-1:0] tail_q;  // lanes behind the shorter header

  wire [6:0]  beats    = first_q ? 7'd0 : beats_q == 7'd65 ? 7'd65 : beats_q + 7'd1;
  wire        now_ours = first_q ? ours : ours_q;
  wire        now_rsp  = first_q ? is_rsp : is_rsp_q;
  wire        now_store = first_q ? is_store : is_store_q;
  wire        now_data = first_q ? is_data : is_data_q;
  wire [2:0]  now_code = first_q ? maetah[`UB_MAETAH_C_LENGTH] : code_q;
  wire        pow2     = beats != 7'd0 && (beats & (beats - 7'd1)) == 7'd0;
  wire        size_ok  = now_rsp ? in_keep == RSP_KEEP && (now_data ? pow2 : beats == 7'd0)
                                 : in_keep == REQ_KEEP && beats == (now_store ? 7'd1 << now_code : 7'd0);
  wire        ends     = take && in_last;
  wire        pay      = take && !first_q && ours_q && beats <= 7'd64 && (is_store_q || is_data_q);
  wire [6:0]  held     = !(now_store || now_data) ? 7'd0 : beats == 7'd65 ? 7'd64 : beats;
  wire        ok       = size_ok && (now_rsp || !in_err);

  always @(posedge clk) begin
    if (rst) begin
      first_q <= 1'b1;
    end else if (take) begin
      first_q <= in_last;
      `UBN_ASSERT(words_have_room, req_room && rsp_room)
    end
  end

  always @(posedge clk) begin
    if (take) begin
      beats_q <= beats;
      tail_q  <= in_data[511:8*RSP];
      if (first_q) begin
        ours_q     <= ours;
        is_rsp_q   <= is_rsp;
        is_store_q <= is_store;
        is_data_q  <= is_data;
        refused_q  <= refused;
        poison_q   <= btah[`UB_BTAH_C_POISON];
        src_mac_q  <= eth[`ETH_SRC_MAC];
        scna_q     <= nth[`UB_NTH16_SCNA];
        tassn_q    <= btah[`UB_BTAH_C_INI_TASSN];
        token_id_q <= maetah[`UB_MAETAH_C_TOKEN_ID];
        line_q     <= maetah[`UB_MAETAH_C_LINE];
        code_q     <= maetah[`UB_MAETAH_C_LENGTH];
      end
    end
  end

  // ---- words
  wire [15:0]      now_tassn = first_q ? btah[`UB_BTAH_C_INI_TASSN] : tassn_q;
  wire             now_poison = first_q ? btah[`UB_BTAH_C_POISON] : poison_q;
  wire             now_bad   = (first_q ? refused : refused_q) || in_err;
  wire [REQ_W-1:0] req_word  =
      first_q ? {ok, now_store, now_poison, held, eth[`ETH_SRC_MAC], nth[`UB_NTH16_SCNA], now_tassn,
                 maetah[`UB_MAETAH_C_TOKEN_ID], maetah[`UB_MAETAH_C_LINE], now_code}
              : {ok, now_store, now_poison, held, src_mac_q, scna_q, now_tassn, token_id_q, line_q, now_code};
  wire             req_idle, rsp_idle;

  cm_fifo #(.W(REQ_W), .DEPTH(DEPTH)) u_req (
    .clk(clk), .rst(rst), .s_valid(ends && now_ours && !now_rsp), .s_ready(req_room), .s_data(req_word),
    .m_valid(m_req_valid), .m_ready(m_req_ready),
    .m_data({m_req_ok, m_req_store, m_req_poison, m_req_beats, m_req_src_mac, m_req_scna, m_req_tassn,
             m_req_token_id, m_req_line, m_req_code}),
    .stat_count(), .stat_idle(req_idle));

  cm_fifo #(.W(26), .DEPTH(DEPTH)) u_rsp (
    .clk(clk), .rst(rst), .s_valid(ends && now_ours && now_rsp), .s_ready(rsp_room),
    .s_data({ok, now_data, now_bad, held, now_tassn}), .m_valid(m_rsp_valid), .m_ready(m_rsp_ready),
    .m_data({m_rsp_ok, m_rsp_data, m_rsp_bad, m_rsp_beats, m_rsp_tassn}), .stat_count(), .stat_idle(rsp_idle));

  // ---- payload beats, from lane 0 on
  cm_fifo #(.W(512), .DEPTH(BEATS)) u_w (
    .clk(clk), .rst(rst), .s_valid(pay && is_store_q), .s_ready(w_room),
    .s_data({in_data[8*REQ-1:0], tail_q[8*(64-RSP)-1:8*(REQ-RSP)]}),
    .m_valid(m_w_valid), .m_ready(m_w_ready), .m_data(m_w_data), .stat_count(), .stat_idle());

  cm_fifo #(.W(512), .DEPTH(BEATS)) u_r (
    .clk(clk), .rst(rst), .s_valid(pay && is_data_q), .s_ready(r_room), .s_data({in_data[8*RSP-1:0], tail_q}),
    .m_valid(m_r_valid), .m_ready(m_r_ready), .m_data(m_r_data), .stat_count(), .stat_idle());

  // ---- observation
  reg frame_q, drop_q;

  always @(posedge clk) begin
    if (rst) begin
      frame_q        <= 1'b0;
      drop_q         <= 1'b0;
      probe_rx_valid <= 1'b0;
    end else begin
      frame_q        <= ends;
      drop_q         <= ends && !(now_ours && ok);
      probe_rx_valid <= ends && now_ours && ok;
    end
  end

  always @(posedge clk) begin
    if (ends) begin
      probe_rx_id                          <= 64'd0;
      probe_rx_id[`URMA_PROBE_LD_RX_TASSN] <= now_tassn;
      probe_rx_id[`URMA_PROBE_LD_RX_RSP]   <= now_rsp;
    end
  end

  assign stat_frame = frame_q;
  assign stat_drop  = drop_q;
  assign stat_idle  = !in_valid && req_idle && rsp_idle && !frame_q;

  generate
    if (BEATS < 66) begin : g_error
      error_beats_must_hold_a_frame u_error ();
    end
  endgenerate

endmodule

`resetall
