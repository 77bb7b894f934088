// SPDX-License-Identifier: Apache-2.0
// urma_ldst_build: makes load/store frames: requests of this controller and responses to its peers.
//   Latency    : 1 cycle from s_req or s_rsp (with the first payload beat, if any) to m.
//   Throughput : 1 beat per cycle.
//   Back-press : s_* fall while a frame is under way or m stalls; requests and responses take turns.
//   Order      : per source as received; frames are never interleaved.
//   Error      : the beats of a refused store (s_req_discard) are thrown away. s_r_err in a later beat marks the end of
//                the frame (m_user_err); in the first beat the header carries it (s_rsp_poison).
//   Contract   : all beats of a store are there when its request comes.
//   Reset      : drops a frame under way.
//   Source     : UB base specification, packet class CFG 9, compact transaction headers; stand-in for the link header:
//                configs/spec/headers.yaml. Stages nic_tx, nic_rsp_tx.

`resetall
`default_nettype none
`include "cm_assert.vh"
`include "ubn_wire.vh"
`include "ubn_enums.vh"
`include "ubn_probes.vh"

module urma_ldst_build (
  input  wire         clk,
  input  wire         rst,
  input  wire [47:0]  cfg_mac,
  input  wire [15:0]  cfg_cna,
  // requests, payload of stores
  input  wire         s_req_valid,
  output wire         s_req_ready,
  input  wire         s_req_store,
  input  wire         s_req_discard,
  input  wire [47:0]  s_req_dst_mac,
  input  wire [15:0]  s_req_dcna,
  input  wire         s_req_so,
  input  wire [19:0]  s_req_token_id,
  input  wire [57:0]  s_req_line,
  input  wire [2:0]   s_req_code,
  input  wire [15:0]  s_req_tassn,
  input  wire [6:0]   s_req_beats,
  input  wire         s_w_valid,
  output wire         s_w_ready,
  input  wire [511:0] s_w_data,
  // responses, payload of loads
  input  wire         s_rsp_valid,
  output wire         s_rsp_ready,
  input  wire [47:0]  s_rsp_dst_mac,
  input  wire [15:0]  s_rsp_dcna,
  input  wire [15:0]  s_rsp_tassn,
  input  wire         s_rsp_data,      // payload follows
  input  wire [1:0]   s_rsp_status,
  input  wire         s_rsp_poison,
  input  wire [6:0]   s_rsp_beats,     // of the payload
  input  wire         s_r_valid,
  output wire         s_r_ready,
  input  wire [511:0] s_r_data,
  input  wire         s_r_err,
  // link
  output wire         m_valid,
  input  wire         m_ready,
  output wire [511:0] m_data,
  output wire [63:0]  m_keep,
  output wire         m_last,
  output wire         m_user_err,
  output reg          probe_first_valid,
  output reg  [63:0]  probe_first_id,
  output wire         stat_frame,
  output wire         stat_idle
);

  localparam REQ = `LDST_FRAME_LOAD_REQ_BYTES;   // bytes in front of the payload
  localparam RSP = `LDST_FRAME_LOAD_RSP_BYTES;
  localparam [63:0] REQ_KEEP = ~({64{1'b1}} << REQ);
  localparam [63:0] RSP_KEEP = ~({64{1'b1}} << RSP);

  // ---- choose a frame: in turn
  reg        busy_q;      // beats of a frame, or beats to discard, are left
  reg        rsp_q;       // it is a response
  reg        discard_q;
  reg        turn_q;      // a response goes first
  reg  [6:0] left_q;      // payload beats still to come
  reg        m_valid_q;
  wire       load     = !m_valid_q || m_ready;
  wire       can_req  = s_req_valid && (!s_req_store || s_w_valid);
  wire       can_rsp  = s_rsp_valid && (!s_rsp_data || s_r_valid);
  wire       pick_rsp = can_rsp && (turn_q || !can_req);
  wire       pick_req = can_req && !pick_rsp;
  wire       start    = !busy_q && load && (pick_req || pick_rsp);
  wire       dump     = start && pick_req && s_req_discard;
  wire       has_pay  = pick_rsp ? s_rsp_data : s_req_store;
  wire [6:0] beats    = pick_rsp ? s_rsp_beats : s_req_beats;

  // ---- the beats behind the first
  wire       need = left_q != 7'd0;
  wire       step = busy_q && (discard_q || load) && (!need || (rsp_q ? s_r_valid : s_w_valid));
  wire       ends = start ? !has_pay : !need;        // this beat is the last of the frame
  wire       make = (start && !dump) || (step && !discard_q);

  assign s_req_ready = !busy_q && load && pick_req;
  assign s_rsp_ready = !busy_q && load && pick_rsp;
  assign s_w_ready   = busy_q ? !rsp_q && need && (discard_q || load) : s_req_ready && s_req_store;
  assign s_r_ready   = busy_q ? rsp_q && need && load : s_rsp_ready && s_rsp_data;

  always @(posedge clk) begin
    if (rst) begin
      busy_q    <= 1'b0;
      turn_q    <= 1'b0;
      m_valid_q <= 1'b0;
    end else begin
      if (start) begin
        turn_q <= !pick_rsp;
        busy_q <= dump ? s_req_beats != 7'd1 : has_pay;
      end else if (step) begin
        busy_q <= discard_q ? left_q != 7'd1 : need;
      end
      if (load) m_valid_q <= make;
      `UBN_ASSERT(payload_of_a_store_is_here, !(busy_q && !rsp_q && need) || s_w_valid)
    end
  end

  always @(posedge clk) begin
    if (start) begin
      rsp_q     <= pick_rsp;
      discard_q <= dump;
      left_q    <= has_pay ? beats - 7'd1 : 7'd0;
    end else if (step && need) begin
      left_q <= left_q - 7'd1;
    end
  end

  // ---- headers, first wire byte in the top bits
  reg [`ETH_BITS-1:0]         eth;
  reg [`UB_LPH_BITS-1:0]      lph;
  reg [`UB_NTH16_BITS-1:0]    nth;
  reg [`UB_BTAH_C_BITS-1:0]   btah;
  reg [`UB_MAETAH_C_BITS-1:0] maetah;
  reg [`UB_ATAH_C_BITS-1:0]   atah;

  always @* begin
    eth                         = {`ETH_BITS{1'b0}};
    eth[`ETH_DST_MAC]           = pick_rsp ? s_rsp_dst_mac : s_req_dst_mac;
    eth[`ETH_SRC_MAC]           = cfg_mac;
    eth[`ETH_ETHER_TYPE]        = `UB_ETHERTYPE_LOCAL;
    lph                         = {`UB_LPH_BITS{1'b0}};
    lph[`UB_LPH_CFG]            = `UB_CFG_LDST;
    nth                         = {`UB_NTH16_BITS{1'b0}};
    nth[`UB_NTH16_SCNA]         = cfg_cna;
    nth[`UB_NTH16_DCNA]         = pick_rsp ? s_rsp_dcna : s_req_dcna;
    btah                        = {`UB_BTAH_C_BITS{1'b0}};
    btah[`UB_BTAH_C_TA_OPCODE]  = s_req_store ? `UB_TA_OPCODE_WRITE : `UB_TA_OPCODE_READ;
    btah[`UB_BTAH_C_EE_BITS]    = 2'b01;
    btah[`UB_BTAH_C_INI_TASSN]  = s_req_tassn;
    maetah                      = {`UB_MAETAH_C_BITS{1'b0}};
    maetah[`UB_MAETAH_C_LINE]   = s_req_line;
    maetah[`UB_MAETAH_C_SO]     = s_req_so;
    maetah[`UB_MAETAH_C_LENGTH] = s_req_code;
    maetah[`UB_MAETAH_C_TOKEN_ID] = s_req_token_id;
    atah                        = {`UB_ATAH_C_BITS{1'b0}};
    atah[`UB_ATAH_C_TA_OPCODE]  = s_rsp_data ? `UB_TA_OPCODE_READ_RSP : `UB_TA_OPCODE_TAACK;
    atah[`UB_ATAH_C_STATUS]     = s_rsp_status;
    atah[`UB_ATAH_C_POISON]     = s_rsp_poison;
    atah[`UB_ATAH_C_INI_TASSN]  = s_rsp_tassn;
  end

  wire [REQ*8-1:0] req_head = {eth, lph, nth, btah, maetah};
  wire [RSP*8-1:0] rsp_head = {eth, lph, nth, atah};

  // ---- beats: what does not fit behind the header waits for the next beat
  reg  [511:0]     m_data_q;
  reg  [63:0]      m_keep_q;
  reg              m_last_q, m_err_q, m_first_q, m_rsp_q, m_store_q;
  reg  [15:0]      m_tassn_q;
  reg              late_q;         // an error of memory that the header does not tell
  reg  [REQ*8-1:0] tail_q;
  wire             late = step && rsp_q && need && s_r_err;

  integer i;
  always @(posedge clk) begin
    if (start) begin
      for (i = 0; i < RSP; i = i + 1)
        m_data_q[8*i +: 8] <= pick_rsp ? rsp_head[8*(RSP - 1 - i) +: 8] : req_head[8*(REQ - 1 - i) +: 8];
      for (i = RSP; i < REQ; i = i + 1)
        m_data_q[8*i +: 8] <= !pick_rsp  ? req_head[8*(REQ - 1 - i) +: 8] :
                              s_rsp_data ? s_r_data[8*(i - RSP) +: 8] : 8'd0;
      if (!has_pay)      m_data_q[511:REQ*8] <= {(64 - REQ)*8{1'b0}};
      else if (pick_rsp) m_data_q[511:REQ*8] <= s_r_data[511-8*RSP:8*(REQ-RSP)];
      else               m_data_q[511:REQ*8] <= s_w_data[511-8*REQ:0];
    end else if (step) begin
      m_data_q[8*RSP-1:0] <= tail_q[8*RSP-1:0];
      if (!rsp_q)    m_data_q[8*REQ-1:8*RSP] <= tail_q[8*REQ-1:8*RSP];
      else if (need) m_data_q[8*REQ-1:8*RSP] <= s_r_data[8*(REQ-RSP)-1:0];
      else           m_data_q[8*REQ-1:8*RSP] <= {(REQ - RSP)*8{1'b0}};
      if (!need)      m_data_q[511:REQ*8] <= {(64 - REQ)*8{1'b0}};
      else if (rsp_q) m_data_q[511:REQ*8] <= s_r_data[511-8*RSP:8*(REQ-RSP)];
      else            m_data_q[511:REQ*8] <= s_w_data[511-8*REQ:0];
    end
    if ((start && pick_rsp) || (step && rsp_q)) tail_q[8*RSP-1:0] <= s_r_data[511-:8*RSP];
    else if (start || step)                     tail_q <= s_w_data[511-:8*REQ];
  end

  always @(posedge clk) begin
    if (make) begin
      m_last_q  <= ends;
      m_keep_q  <= !ends ? {64{1'b1}} : (start ? pick_rsp : rsp_q) ? RSP_KEEP : REQ_KEEP;
      m_first_q <= start;
      m_err_q   <= !start && ends && late_q;
      late_q    <= !start && (late_q || late);
    end
    if (start) begin
      m_rsp_q   <= pick_rsp;
      m_store_q <= pick_rsp ? !s_rsp_data : s_req_store;
      m_tassn_q <= pick_rsp ? s_rsp_tassn : s_req_tassn;
    end
  end

  assign m_valid    = m_valid_q;
  assign m_data     = m_data_q;
  assign m_keep     = m_keep_q;
  assign m_last     = m_last_q;
  assign m_user_err = m_err_q;

  // ---- observation
  wire first = m_valid && m_ready && m_first_q;

  always @(posedge clk) begin
    if (rst) probe_first_valid <= 1'b0;
    else     probe_first_valid <= first;
  end

  always @(posedge clk) begin
    if (first) begin
      probe_first_id                             <= 64'd0;
      probe_first_id[`URMA_PROBE_LD_FIRST_KIND]  <= {1'b0, m_rsp_q};
      probe_first_id[`URMA_PROBE_LD_FIRST_STORE] <= m_store_q;
      probe_first_id[`URMA_PROBE_LD_FIRST_TASSN] <= m_tassn_q;
    end
  end

  assign stat_frame = m_valid && m_ready && m_last;
  assign stat_idle  = !busy_q && !m_valid_q && !probe_first_valid;

endmodule

`resetall
