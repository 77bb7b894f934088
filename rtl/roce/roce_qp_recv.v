// SPDX-License-Identifier: Apache-2.0
// roce_qp_recv: responder of the queue pairs. Judges each request packet (queue pair, PSN, opcode sequence,
//   lengths, rights, memory region), says what becomes of its payload, hands reads, atomics and acknowledgements
//   to execution, completes receives, and flushes them when a queue pair is in error.
//   Latency    : 1 cycle from s_req_end to m_act and m_exec when the records were read ahead; m_exec waits in
//                addition until the actions of earlier packets have been handed over.
//   Throughput : reads, atomics, WRITE only: 1 packet per cycle, on one queue pair too; packets in the middle of a
//                message: 2 cycles; a packet that takes a receive: 3 cycles. Each arrived receive and each
//                finished read or atomic costs 1 cycle.
//   Back-press : s_req_ready falls while the packet at hand waits for its verdict or records, or while a queue of
//                outputs is nearly full. s_done never waits for an output, so that execution cannot block itself.
//   Order      : events are served as accepted; s_done goes before s_peer_err, and that before s_rqtok and s_req, which
//                take turns. m_exec in PSN order; payload before its completion record.
//   Error      : verdict 0 -> payload dropped, no other trace. No such queue pair, its state or error flag, not
//                from its peer's address -> dropped, stat_drop_qp; of another partition -> dropped, stat_drop_pkey.
//                PSN behind -> acknowledged again (SEND, WRITE), executed again (READ), dropped (atomic, or a READ
//                that may not); ahead -> one sequence NAK. No receive -> RNR NAK; it counts as the one NAK, as the
//                requester comes back to this PSN anyway. Other NAKs end in the error flag, m_peer_err, and a flush
//                record for each unused receive, also for those that arrive later; not in state RESET.
//   Reset      : drops events under way; records keep their content.
//   Source     : IBTA vol. 1, 9.7.4 (responder), 9.7.5 (errors), 9.4 (operations), 10.6 (keys), 10.9.3
//                (partitions). Stage nic_rx.

`resetall
`default_nettype none
`include "cm_assert.vh"
`include "ubn_wire.vh"
`include "ubn_enums.vh"
`include "ubn_records.vh"

module roce_qp_recv #(
  parameter QPS        = 64,
  parameter SLOTS      = 128,     // entries kept per receive queue
  parameter MRS        = 256,
  parameter EXEC_DEPTH = 1024,    // executions that wait
  parameter ACT_DEPTH  = 64       // packets whose actions wait
) (
  input  wire         clk,
  input  wire         rst,
  // request packets and their verdicts, from the parser
  input  wire         s_req_valid,
  output wire         s_req_ready,
  input  wire [15:0]  s_req_frame,
  input  wire [31:0]  s_req_src_ip,
  input  wire [`ROCE_BTH_BITS-1:0] s_req_bth,
  input  wire [223:0] s_req_ext,             // first wire byte in the top bits
  input  wire [13:0]  s_req_pay_bytes,
  input  wire [5:0]   s_req_pay_lane,
  input  wire [7:0]   s_req_pay_beats,
  input  wire         s_req_end_valid,
  output wire         s_req_end_ready,
  input  wire         s_req_end_ok,
  // receives that arrived in the slot store
  input  wire         s_rqtok_valid,
  output wire         s_rqtok_ready,
  input  wire [15:0]  s_rqtok_qp,
  // errors of the requester half
  input  wire         s_peer_err_valid,
  output wire         s_peer_err_ready,
  input  wire [15:0]  s_peer_err_qp,
  // a read or atomic has left execution
  input  wire         s_done_valid,
  output wire         s_done_ready,
  input  wire [15:0]  s_done_qp,
  // actions of the write engine
  output wire         m_act_valid,
  input  wire         m_act_ready,
  output wire [1:0]   m_act_kind,            // 0 payload write, 1 payload drop, 2 completion record
  output wire [15:0]  m_act_frame,
  output wire [15:0]  m_act_qp,
  output wire [63:0]  m_act_addr,
  output wire [13:0]  m_act_len,
  output wire [5:0]   m_act_lane,
  output wire [7:0]   m_act_beats,
  output wire [15:0]  m_act_cq,
  output wire [23:0]  m_act_qpn,
  output wire [7:0]   m_act_opcode,
  output wire [7:0]   m_act_status,
  output wire         m_act_with_imm,
  output wire [15:0]  m_act_wqe_idx,
  output wire [31:0]  m_act_byte_cnt,
  output wire [31:0]  m_act_imm,
  output wire [23:0]  m_act_src_qpn,
  // execution
  output wire         m_exec_valid,
  input  wire         m_exec_ready,
  output wire [1:0]   m_exec_kind,           // 0 read, 1 compare and swap, 2 fetch and add, 3 acknowledgement
  output wire [15:0]  m_exec_frame,
  output wire [15:0]  m_exec_qp,
  output wire [23:0]  m_exec_psn,
  output wire [23:0]  m_exec_msn,
  output wire [7:0]   m_exec_syndrome,
  output wire [23:0]  m_exec_dest_qpn,
  output wire [15:0]  m_exec_pkey,
  output wire [47:0]  m_exec_dst_mac,
  output wire [31:0]  m_exec_dst_ip,
  output wire [15:0]  m_exec_udp_sport,
  output wire [2:0]   m_exec_mtu,            // code
  output wire [63:0]  m_exec_addr,           // physical
  output wire [31:0]  m_exec_len,
  output wire [63:0]  m_exec_swap_add,
  output wire [63:0]  m_exec_compare,
  // receives that are finished
  output wire         m_free_valid,
  input  wire         m_free_ready,
  output wire [15:0]  m_free_qp,
  output wire         m_free_rq,
  output wire [7:0]   m_free_count,
  // own errors, to the requester half
  output wire         m_peer_err_valid,
  input  wire         m_peer_err_ready,
  output wire [15:0]  m_peer_err_qp,
  // receive slot store: {local_addr, lkey, length}, the cycle after rd_en
  output wire         rqs_rd_en,
  output wire [15:0]  rqs_rd_addr,
  input  wire [127:0] rqs_rd_data,
  // records: queue pair static part, responder (owner), memory regions
  output wire         cfg_rd_valid,
  input  wire         cfg_rd_ready,
  output wire [15:0]  cfg_rd_id,
  input  wire         cfg_rsp_valid,
  output wire         cfg_rsp_ready,
  input  wire [`ROCE_QP_CFG_BITS-1:0] cfg_rsp_data,
  output wire         rx_rd_valid,
  input  wire         rx_rd_ready,
  output wire [15:0]  rx_rd_id,
  input  wire         rx_rsp_valid,
  output wire         rx_rsp_ready,
  input  wire [`ROCE_QP_RX_BITS-1:0] rx_rsp_data,
  output wire         rx_wr_valid,
  output wire [15:0]  rx_wr_id,
  output reg  [`ROCE_QP_RX_BITS-1:0] rx_wr_data,
  output wire         mr_rd_valid,
  input  wire         mr_rd_ready,
  output wire [15:0]  mr_rd_id,
  input  wire         mr_rsp_valid,
  output wire         mr_rsp_ready,
  input  wire [`ROCE_MR_CTX_BITS-1:0] mr_rsp_data,
  // observation
  output reg          probe_packet_valid,
  output reg  [63:0]  probe_packet_id,
  output wire         stat_drop_qp,
  output wire         stat_drop_pkey,
  output wire         stat_drop_psn,
  output wire         stat_nak,
  output wire         stat_qp_err,
  output wire         stat_idle
);

  localparam CFG_W = `ROCE_QP_CFG_BITS;
  localparam RX_W  = `ROCE_QP_RX_BITS;
  localparam MR_W  = `ROCE_MR_CTX_BITS;
  localparam [15:0] QP_MASK   = QPS[15:0] - 16'd1;
  localparam [15:0] MR_MASK   = MRS[15:0] - 16'd1;
  localparam [15:0] SLOT_MASK = SLOTS[15:0] - 16'd1;
  localparam SLOT_W = $clog2(SLOTS);

  localparam [1:0] EV_PACKET = 2'd0;
  localparam [1:0] EV_TOKEN  = 2'd1;
  localparam [1:0] EV_PEER   = 2'd2;
  localparam [1:0] EV_DONE   = 2'd3;

  localparam [1:0] EXEC_READ = 2'd0;
  localparam [1:0] EXEC_CAS  = 2'd1;
  localparam [1:0] EXEC_FADD = 2'd2;
  localparam [1:0] EXEC_ACK  = 2'd3;

  localparam [7:0] SYN_ACK     = {1'b0, `ROCE_AETH_KIND_ACK, `ROCE_AETH_NO_CREDIT};
  localparam [7:0] SYN_SEQ     = {1'b0, `ROCE_AETH_KIND_NAK, `ROCE_NAK_PSN_SEQUENCE};
  localparam [7:0] SYN_INVALID = {1'b0, `ROCE_AETH_KIND_NAK, `ROCE_NAK_INVALID_REQUEST};
  localparam [7:0] SYN_ACCESS  = {1'b0, `ROCE_AETH_KIND_NAK, `ROCE_NAK_REMOTE_ACCESS};
  localparam [7:0] SYN_OP      = {1'b0, `ROCE_AETH_KIND_NAK, `ROCE_NAK_REMOTE_OP};
  localparam [31:0] LEN_MAX    = 32'h80000000;

  localparam FREE_DEPTH = 8;
  localparam PERR_DEPTH = 4;
  localparam EXEC_CNT_W = $clog2(EXEC_DEPTH + 1);
  localparam ACT_CNT_W  = $clog2(ACT_DEPTH + 1);
  localparam FREE_CNT_W = $clog2(FREE_DEPTH + 1);
  localparam PERR_CNT_W = $clog2(PERR_DEPTH + 1);
  // Room for the event that comes in and for the one it follows.
  localparam [EXEC_CNT_W-1:0] EXEC_LIMIT = EXEC_DEPTH[EXEC_CNT_W-1:0] - 2;
  localparam [ACT_CNT_W-1:0]  ACT_LIMIT  = ACT_DEPTH[ACT_CNT_W-1:0] - 2;
  localparam [FREE_CNT_W-1:0] FREE_LIMIT = FREE_DEPTH[FREE_CNT_W-1:0] - 2;
  localparam [PERR_CNT_W-1:0] PERR_LIMIT = PERR_DEPTH[PERR_CNT_W-1:0] - 2;

  generate
    if ((QPS & (QPS - 1)) != 0 || QPS > 32768 || (MRS & (MRS - 1)) != 0 || MRS > 32768 ||
        (SLOTS & (SLOTS - 1)) != 0 || QPS * SLOTS > 65536) begin : g_check
      error_tables_must_be_powers_of_two_that_fit_16_bit_ids u_error ();
    end
    if (EXEC_DEPTH < 4 || ACT_DEPTH < 4) begin : g_check_depth
      error_queues_must_hold_4 u_error ();
    end
  endgenerate

  // {send, write, read, atomic, first, last, imm} of an opcode.
  function [6:0] decode;
    input [7:0] opcode;
    case (opcode)
      `ROCE_OPCODE_SEND_FIRST:     decode = 7'b1000_100;
      `ROCE_OPCODE_SEND_MIDDLE:    decode = 7'b1000_000;
      `ROCE_OPCODE_SEND_LAST:      decode = 7'b1000_010;
      `ROCE_OPCODE_SEND_LAST_IMM:  decode = 7'b1000_011;
      `ROCE_OPCODE_SEND_ONLY:      decode = 7'b1000_110;
      `ROCE_OPCODE_SEND_ONLY_IMM:  decode = 7'b1000_111;
      `ROCE_OPCODE_WRITE_FIRST:    decode = 7'b0100_100;
      `ROCE_OPCODE_WRITE_MIDDLE:   decode = 7'b0100_000;
      `ROCE_OPCODE_WRITE_LAST:     decode = 7'b0100_010;
      `ROCE_OPCODE_WRITE_LAST_IMM: decode = 7'b0100_011;
      `ROCE_OPCODE_WRITE_ONLY:     decode = 7'b0100_110;
      `ROCE_OPCODE_WRITE_ONLY_IMM: decode = 7'b0100_111;
      `ROCE_OPCODE_READ_REQUEST:   decode = 7'b0010_110;
      `ROCE_OPCODE_CMP_SWAP:       decode = 7'b0001_110;
      `ROCE_OPCODE_FETCH_ADD:      decode = 7'b0001_110;
      default:                     decode = 7'b0000_110;
    endcase
  endfunction

  // ---- the next event
  wire [EXEC_CNT_W-1:0] exec_count;
  wire [ACT_CNT_W-1:0]  act_count;
  wire [FREE_CNT_W-1:0] free_count;
  wire [PERR_CNT_W-1:0] perr_count;
  wire pkt_room = exec_count <= EXEC_LIMIT && act_count <= ACT_LIMIT && free_count <= FREE_LIMIT &&
                  perr_count <= PERR_LIMIT;

  reg  token_last_q;       // the last of receives and packets was a receive
  wire turn_peer  = !s_done_valid;
  wire turn_rest  = turn_peer && !s_peer_err_valid;
  wire turn_token = turn_rest && !(token_last_q && s_req_valid && pkt_room);
  wire turn_pkt   = turn_rest && (token_last_q || !s_rqtok_valid) && pkt_room;
  wire pick_done  = s_done_valid;
  wire pick_peer  = turn_peer && s_peer_err_valid;
  wire pick_token = turn_token && s_rqtok_valid;
  wire pick_pkt   = turn_pkt && s_req_valid;
  wire [1:0] ev_kind = pick_done ? EV_DONE : pick_peer ? EV_PEER : pick_token ? EV_TOKEN : EV_PACKET;

  wire [23:0] s_dest_qp = s_req_bth[`ROCE_BTH_DEST_QP];
  wire [15:0] ev_qp = QP_MASK & (pick_done ? s_done_qp : pick_peer ? s_peer_err_qp : pick_token ? s_rqtok_qp :
                                 s_dest_qp[15:0]);

  // A packet that brings its key has its memory region read at once. Key and length of a RETH and key of an
  // AtomicETH stand at the same place.
  wire [`ROCE_RETH_BITS-1:0] s_reth = s_req_ext[223-:`ROCE_RETH_BITS];
  wire [6:0]  s_dec       = decode(s_req_bth[`ROCE_BTH_OPCODE]);
  wire        s_brings_key = s_dec[3] || ((s_dec[4] || (s_dec[5] && s_dec[2])) && s_reth[`ROCE_RETH_DMA_LEN] != 32'd0);
  wire [31:0] s_key       = s_reth[`ROCE_RETH_RKEY];
  wire        ev_mr       = pick_pkt && s_brings_key;

  // ---- its records
  wire cfg_slot_ready, rx_slot_ready, cfg_valid, rx_valid, cfg_idle, rx_idle, leave;
  wire [CFG_W-1:0] cfg;
  wire [RX_W-1:0]  rx;
  wire ev_valid = pick_done || pick_peer || pick_token || (pick_pkt && mr_rd_ready);
  wire enter    = ev_valid && cfg_slot_ready && rx_slot_ready;

  cm_ctx_slot #(.W(CFG_W)) u_cfg (
    .clk(clk), .rst(rst),
    .s_valid(ev_valid && rx_slot_ready), .s_ready(cfg_slot_ready), .s_id(ev_qp),
    .m_valid(cfg_valid), .m_ready(leave), .m_rec(cfg),
    .rd_valid(cfg_rd_valid), .rd_ready(cfg_rd_ready), .rd_id(cfg_rd_id),
    .rsp_valid(cfg_rsp_valid), .rsp_ready(cfg_rsp_ready), .rsp_data(cfg_rsp_data),
    .wr_valid(1'b0), .wr_id(16'd0), .wr_data({CFG_W{1'b0}}),
    .stat_idle(cfg_idle));

  cm_ctx_slot #(.W(RX_W)) u_rx (
    .clk(clk), .rst(rst),
    .s_valid(ev_valid && cfg_slot_ready), .s_ready(rx_slot_ready), .s_id(ev_qp),
    .m_valid(rx_valid), .m_ready(leave), .m_rec(rx),
    .rd_valid(rx_rd_valid), .rd_ready(rx_rd_ready), .rd_id(rx_rd_id),
    .rsp_valid(rx_rsp_valid), .rsp_ready(rx_rsp_ready), .rsp_data(rx_rsp_data),
    .wr_valid(rx_wr_valid), .wr_id(rx_wr_id), .wr_data(rx_wr_data),
    .stat_idle(rx_idle));

  assign s_done_ready     = cfg_slot_ready && rx_slot_ready;
  assign s_peer_err_ready = cfg_slot_ready && rx_slot_ready && turn_peer;
  assign s_rqtok_ready    = cfg_slot_ready && rx_slot_ready && turn_token;
  assign s_req_ready      = cfg_slot_ready && rx_slot_ready && turn_pkt && mr_rd_ready;

  always @(posedge clk) begin
    if (rst) token_last_q <= 1'b0;
    else if (enter && (pick_token || pick_pkt)) token_last_q <= pick_token;
  end

  // ---- the event at hand
  reg  [1:0]   at_kind_q;
  reg  [15:0]  at_qp_q;
  reg  [15:0]  at_frame_q;
  reg  [31:0]  at_src_ip_q;
  reg  [`ROCE_BTH_BITS-1:0] at_bth_q;
  reg  [223:0] at_ext_q;
  reg  [13:0]  at_bytes_q;
  reg  [5:0]   at_lane_q;
  reg  [7:0]   at_beats_q;
  reg  [6:0]   at_dec_q;
  reg          at_key_q;       // it brought its key
  reg          flush_q;        // its main step is done, unused receives are being flushed

  always @(posedge clk) begin
    if (enter) begin
      at_kind_q <= ev_kind;
      at_qp_q   <= ev_qp;
      at_key_q  <= ev_mr;
    end
    if (enter && pick_pkt) begin
      at_frame_q <= s_req_frame;
      at_src_ip_q <= s_req_src_ip;
      at_bth_q   <= s_req_bth;
      at_ext_q   <= s_req_ext;
      at_bytes_q <= s_req_pay_bytes;
      at_lane_q  <= s_req_pay_lane;
      at_beats_q <= s_req_pay_beats;
      at_dec_q   <= s_dec;
    end
  end

  wire is_pkt   = at_kind_q == EV_PACKET;
  wire is_token = at_kind_q == EV_TOKEN;
  wire is_peer  = at_kind_q == EV_PEER;
  wire is_done  = at_kind_q == EV_DONE;
  wire is_send  = at_dec_q[6];
  wire is_write = at_dec_q[5];
  wire is_read  = at_dec_q[4];
  wire is_atom  = at_dec_q[3];
  wire is_first = at_dec_q[2];
  wire is_last  = at_dec_q[1];
  wire is_imm   = at_dec_q[0];

  wire [7:0]  at_opcode = at_bth_q[`ROCE_BTH_OPCODE];
  wire [23:0] at_dest   = at_bth_q[`ROCE_BTH_DEST_QP];
  wire [23:0] at_psn    = at_bth_q[`ROCE_BTH_PSN];
  wire [31:0] at_pay    = {18'd0, at_bytes_q};
  wire        has_pay   = at_bytes_q != 14'd0;
  wire [`ROCE_RETH_BITS-1:0] at_reth = at_ext_q[223-:`ROCE_RETH_BITS];
  wire [`ROCE_ATOMICETH_BITS-1:0] at_atom = at_ext_q;
  wire [31:0] at_dma_len = at_reth[`ROCE_RETH_DMA_LEN];

  wire [23:0] epsn    = rx[`ROCE_QP_RX_EPSN];
  wire [23:0] msn     = rx[`ROCE_QP_RX_MSN];
  wire [15:0] rq_used = rx[`ROCE_QP_RX_RQ_USED];
  wire [15:0] rq_arrived = rx[`ROCE_QP_RX_RQ_ARRIVED];
  wire [31:0] left    = rx[`ROCE_QP_RX_LEFT];
  wire [7:0]  rd_out  = rx[`ROCE_QP_RX_RD_OUT];
  wire        in_error = rx[`ROCE_QP_RX_ERR];
  wire        has_recv = rq_used != rq_arrived;
  wire        at_valid = cfg_valid && rx_valid && !flush_q;

  // ---- the receive and the memory region, where they follow from the record
  reg          rqs_asked_q, mr_busy_q;
  wire [31:0]  recv_len  = rqs_rd_data[31:0];
  wire [31:0]  recv_lkey = rqs_rd_data[63:32];
  wire [63:0]  recv_addr = rqs_rd_data[127:64];
  wire         want_recv = is_pkt && is_send && is_first && has_pay && has_recv;
  wire         want_late = is_pkt && has_pay && ((is_send && (!is_first || has_recv)) || (is_write && !is_first));
  wire         want_mr   = is_pkt && (at_key_q || want_late);
  wire         ask_recv  = at_valid && want_recv && !rqs_asked_q;
  wire         ask_late  = at_valid && want_late && !mr_busy_q && (!want_recv || rqs_asked_q);
  wire [31:0]  late_key  = want_recv ? recv_lkey : rx[`ROCE_QP_RX_RKEY];
  wire [31:0]  key       = at_key_q ? at_reth[`ROCE_RETH_RKEY] : late_key;
  wire         ask_early = ev_mr && cfg_slot_ready && rx_slot_ready;
  wire         fire;

  assign rqs_rd_en    = ask_recv;
  assign rqs_rd_addr  = (at_qp_q << SLOT_W) | (rq_used & SLOT_MASK);
  assign mr_rd_valid  = ask_late || ask_early;
  assign mr_rd_id     = MR_MASK & (ask_late ? late_key[23:8] : s_key[23:8]);
  assign mr_rsp_ready = fire && want_mr;

  always @(posedge clk) begin
    if (rst) begin
      rqs_asked_q <= 1'b0;
      mr_busy_q   <= 1'b0;
    end else begin
      rqs_asked_q <= (rqs_asked_q || ask_recv) && !fire;
      if (mr_rd_valid && mr_rd_ready) mr_busy_q <= 1'b1;
      else if (mr_rsp_ready)          mr_busy_q <= 1'b0;
      `UBN_ASSERT(region_is_asked_for_once, !(ask_late && ask_early))
      `UBN_ASSERT(region_comes_for_a_packet, !mr_rsp_valid || mr_busy_q)
    end
  end

  wire [MR_W-1:0] mr = mr_rsp_data;
  wire        of_message = (is_write && is_first) || is_read;      // the whole message is checked at its first packet
  wire [63:0] at_va   = at_key_q ? at_reth[`ROCE_RETH_VA] : want_recv ? recv_addr : rx[`ROCE_QP_RX_VA];
  wire [63:0] mr_off  = at_va - mr[`ROCE_MR_CTX_VA];
  wire [63:0] mr_len  = {32'd0, is_atom ? 32'd8 : of_message ? at_dma_len : at_pay};
  wire        in_range = at_va >= mr[`ROCE_MR_CTX_VA] && mr_len <= mr[`ROCE_MR_CTX_LEN] &&
                         mr_off <= mr[`ROCE_MR_CTX_LEN] - mr_len;
  wire        mr_right = is_send ? mr[`ROCE_MR_CTX_LOCAL_WRITE] : is_write ? mr[`ROCE_MR_CTX_REMOTE_WRITE] :
                         is_read ? mr[`ROCE_MR_CTX_REMOTE_READ] : mr[`ROCE_MR_CTX_REMOTE_ATOMIC];
  wire        mr_bad  = want_mr && !(key[31:8] < MRS[23:0] && mr[`ROCE_MR_CTX_VALID] && in_range && mr_right &&
                                     mr[`ROCE_MR_CTX_KEY] == key[7:0] && mr[`ROCE_MR_CTX_PD] == cfg[`ROCE_QP_CFG_PD]);
  wire [63:0] at_pa   = mr[`ROCE_MR_CTX_PA] + mr_off;

  // ---- judgement
  wire [2:0]  state    = cfg[`ROCE_QP_CFG_STATE];
  wire        receives = state == `ROCE_QP_STATE_RTR || state == `ROCE_QP_STATE_RTS || state == `ROCE_QP_STATE_SQD;
  wire        known    = at_dest < QPS[23:0] && receives && !in_error && at_src_ip_q == cfg[`ROCE_QP_CFG_DST_IP];
  wire [15:0] pkey     = cfg[`ROCE_QP_CFG_PKEY];
  wire [15:0] at_pkey  = at_bth_q[`ROCE_BTH_PKEY];
  wire        pkey_ok  = at_pkey[14:0] == pkey[14:0] && (at_pkey[15] || pkey[15]);    // not both limited members
  wire [23:0] ahead_by = at_psn - epsn;
  wire        is_next  = ahead_by == 24'd0;
  wire        is_dup   = ahead_by[23];

  wire [2:0]  mtu      = cfg[`ROCE_QP_CFG_MTU];
  wire [31:0] mtu_bytes = 32'd128 << mtu;
  wire        in_send  = rx[`ROCE_QP_RX_IN_SEND];
  wire        in_write = rx[`ROCE_QP_RX_IN_WRITE];
  wire        seq_ok   = is_first ? !in_send && !in_write : is_send ? in_send : in_write;
  wire        pay_ok   = !is_last ? at_pay == mtu_bytes : at_pay <= mtu_bytes && (is_first || has_pay);
  wire        sum_ok   = is_send || (is_first && is_last ? at_pay == at_dma_len :
                                     is_first ? at_dma_len > mtu_bytes && at_dma_len <= LEN_MAX :
                                     is_last ? at_pay == left : left > mtu_bytes);
  wire        size_ok  = is_send || is_write ? pay_ok && sum_ok : !has_pay && (is_atom || at_dma_len <= LEN_MAX);
  wire        right_ok = is_send || (is_write && cfg[`ROCE_QP_CFG_REMOTE_WRITE]) ||
                         (is_read && cfg[`ROCE_QP_CFG_REMOTE_READ]) ||
                         (is_atom && cfg[`ROCE_QP_CFG_REMOTE_ATOMIC] && at_va[2:0] == 3'd0);
  wire        out_ok   = !(is_read || is_atom) || rd_out < cfg[`ROCE_QP_CFG_MAX_DEST_RD];
  wire        valid_ok = size_ok && right_ok && out_ok;
  wire        needs_recv = is_send ? is_first : is_write && is_last && is_imm;
  wire        too_long = is_send && has_pay && at_pay > (is_first ? recv_len : left);

  wire hear     = is_pkt && s_req_end_ok && known && pkey_ok;
  wire o_bad    = hear && is_next && !(seq_ok && valid_ok);
  wire o_rnr    = hear && is_next && seq_ok && valid_ok && needs_recv && !has_recv;
  wire o_more   = hear && is_next && seq_ok && valid_ok && !(needs_recv && !has_recv);
  wire o_long   = o_more && too_long;
  wire o_access = o_more && !too_long && mr_bad;
  wire o_good   = o_more && !too_long && !mr_bad;
  wire o_again  = hear && is_dup && is_read && valid_ok && !mr_bad;
  wire o_reack  = hear && is_dup && (is_send || is_write);
  wire o_seq    = hear && !is_next && !is_dup && !rx[`ROCE_QP_RX_NAK_SENT];
  wire o_fatal  = o_bad || o_long || o_access;
  wire o_nak    = o_fatal || o_rnr || o_seq;

  wire fills    = o_good && is_last && (is_send || (is_write && is_imm));   // completes a receive
  wire spoils   = o_long || (o_access && is_send);                         // a receive ends with an error
  wire runs     = (o_good || o_again) && (is_read || is_atom);

  wire exec_ready, act_ready, free_ready, perr_ready;
  assign fire = at_valid && (!is_pkt || (s_req_end_valid && (!want_mr || (mr_busy_q && mr_rsp_valid))));
  assign s_req_end_ready = fire && is_pkt;

  // ---- the record afterwards
  wire [31:0] read_len  = at_dma_len + mtu_bytes - 32'd1;
  wire [24:0] read_psns = read_len[31:7] >> mtu;
  wire [23:0] psn_step  = is_read && at_dma_len != 32'd0 ? read_psns[23:0] : 24'd1;
  wire [23:0] msn_next  = msn + {23'd0, o_good && is_last};
  wire        err_next  = in_error || (fire && (o_fatal || is_peer ||
                                                (is_token && state == `ROCE_QP_STATE_ERR)));
  wire        flush_step = flush_q && act_ready && free_ready;
  wire        use_recv  = flush_step || (fire && (fills || spoils));
  wire [15:0] used_next = rq_used + {15'd0, use_recv};
  wire [15:0] arrived_next = rq_arrived + {15'd0, fire && is_token};
  wire        flush_next = err_next && used_next != arrived_next;
  wire [31:0] room      = is_send ? recv_len : at_dma_len;

  assign leave       = (fire || flush_step) && !((fire ? !is_pkt || o_fatal : 1'b1) && flush_next);
  assign rx_wr_valid = flush_step || (fire && (!is_pkt || o_good || o_again || o_nak));
  assign rx_wr_id    = at_qp_q;

  always @* begin
    rx_wr_data = rx;
    rx_wr_data[`ROCE_QP_RX_ERR]        = err_next;
    rx_wr_data[`ROCE_QP_RX_RQ_USED]    = used_next;
    rx_wr_data[`ROCE_QP_RX_RQ_ARRIVED] = arrived_next;
    if (fire && runs) rx_wr_data[`ROCE_QP_RX_RD_OUT] = rd_out + 8'd1;
    if (fire && is_done && rd_out != 8'd0) rx_wr_data[`ROCE_QP_RX_RD_OUT] = rd_out - 8'd1;
    if (fire && (o_seq || o_rnr)) rx_wr_data[`ROCE_QP_RX_NAK_SENT] = 1'b1;
    if (fire && o_good) begin
      rx_wr_data[`ROCE_QP_RX_NAK_SENT] = 1'b0;
      rx_wr_data[`ROCE_QP_RX_EPSN]     = epsn + psn_step;
      rx_wr_data[`ROCE_QP_RX_MSN]      = msn_next;
      rx_wr_data[`ROCE_QP_RX_IN_SEND]  = is_send && !is_last;
      rx_wr_data[`ROCE_QP_RX_IN_WRITE] = is_write && !is_last;
      if (is_send || is_write) begin
        rx_wr_data[`ROCE_QP_RX_VA]    = at_va + {32'd0, at_pay};
        rx_wr_data[`ROCE_QP_RX_LEFT]  = (is_first ? room : left) - at_pay;
        rx_wr_data[`ROCE_QP_RX_TOTAL] = (is_first ? 32'd0 : rx[`ROCE_QP_RX_TOTAL]) + at_pay;
        if (is_first) rx_wr_data[`ROCE_QP_RX_RKEY] = key;
      end
    end
  end

  always @(posedge clk) begin
    if (rst) flush_q <= 1'b0;
    else     flush_q <= (flush_q || fire) && !leave;
  end

  // ---- actions: payload and completion record of one event, in one word
  localparam ACT_W = 1 + 1 + 1 + 16 + 16 + 64 + 14 + 6 + 8 + 16 + 8 + 8 + 1 + 16 + 32 + 32 + 24;
  wire        act_pay   = is_pkt && at_beats_q != 8'd0 && !flush_q;
  wire        act_cqe   = flush_q || fills || spoils;
  wire        act_push  = (flush_step && state != `ROCE_QP_STATE_RESET) || (fire && (act_pay || fills || spoils));
  wire [7:0]  cqe_status = flush_q ? `ROCE_WC_STATUS_WR_FLUSH : o_long ? `ROCE_WC_STATUS_LOC_LEN :
                           o_access ? `ROCE_WC_STATUS_LOC_PROT : `ROCE_WC_STATUS_SUCCESS;
  wire        cqe_good  = !flush_q && fills;
  wire        cqe_imm   = cqe_good && is_imm;
  wire [31:0] imm       = is_write && is_first ? at_ext_q[95:64] : at_ext_q[223:192];
  wire [31:0] msg_bytes = (is_first ? 32'd0 : rx[`ROCE_QP_RX_TOTAL]) + at_pay;

  wire        act_pay_o, act_write_o, act_cqe_o, act_pop;
  reg         act_second_q;    // the payload of the word at hand has gone, its record is due

  cm_fifo #(.W(ACT_W), .DEPTH(ACT_DEPTH)) u_act (
    .clk(clk), .rst(rst),
    .s_valid(act_push), .s_ready(act_ready),
    .s_data({act_pay, act_pay && o_good && has_pay, act_cqe, at_frame_q, at_qp_q, at_pa, at_bytes_q, at_lane_q,
             at_beats_q, cfg[`ROCE_QP_CFG_RECV_CQ],
             cqe_good && is_write ? `ROCE_WC_OPCODE_RECV_RDMA_IMM : `ROCE_WC_OPCODE_RECV, cqe_status, cqe_imm, rq_used,
             cqe_good ? msg_bytes : 32'd0, cqe_imm ? imm : 32'd0, cfg[`ROCE_QP_CFG_DEST_QPN]}),
    .m_valid(m_act_valid), .m_ready(act_pop),
    .m_data({act_pay_o, act_write_o, act_cqe_o, m_act_frame, m_act_qp, m_act_addr, m_act_len, m_act_lane,
             m_act_beats, m_act_cq, m_act_opcode, m_act_status, m_act_with_imm, m_act_wqe_idx, m_act_byte_cnt,
             m_act_imm, m_act_src_qpn}),
    .stat_count(act_count), .stat_idle(act_idle));

  wire   act_first = act_pay_o && act_cqe_o && !act_second_q;
  wire   act_idle;
  assign act_pop    = m_act_ready && !act_first;
  assign m_act_kind = act_pay_o && !act_second_q ? (act_write_o ? 2'd0 : 2'd1) : 2'd2;
  assign m_act_qpn  = {8'd0, m_act_qp};

  always @(posedge clk) begin
    if (rst) act_second_q <= 1'b0;
    else if (m_act_valid && m_act_ready) act_second_q <= act_first;
  end

  // ---- execution. An entry carries the number of action words up to its own and waits until all have been handed
  // over, so that a read waits for the writes before it and an acknowledgement says what is on its way. The count
  // wraps after 2^32 words behind an entry that stands still: 13 s.
  localparam EXEC_W = 32 + 2 + 16 + 16 + 24 + 24 + 8 + 24 + 16 + 48 + 32 + 16 + 3 + 64 + 32 + 64 + 64;
  reg  [31:0] act_in_q, act_out_q;
  wire [31:0] exec_after;
  wire [31:0] exec_wait = act_out_q - exec_after;
  wire        exec_head, exec_idle;
  wire        exec_go   = !exec_wait[31];
  wire        exec_ack  = (o_good && !runs && at_bth_q[`ROCE_BTH_ACK_REQ]) || o_reack || o_nak;
  wire        exec_push = fire && (runs || exec_ack);
  wire [1:0]  exec_kind = !runs ? EXEC_ACK : is_read ? EXEC_READ :
                          at_opcode == `ROCE_OPCODE_CMP_SWAP ? EXEC_CAS : EXEC_FADD;
  wire [7:0]  syndrome  = o_seq ? SYN_SEQ : o_rnr ? {1'b0, `ROCE_AETH_KIND_RNR, cfg[`ROCE_QP_CFG_MIN_RNR]} :
                          o_bad || o_long ? SYN_INVALID : !o_access ? SYN_ACK : is_send ? SYN_OP : SYN_ACCESS;
  wire [23:0] exec_psn  = o_reack ? epsn - 24'd1 : o_seq ? epsn : at_psn;

  always @(posedge clk) begin
    if (rst) begin
      act_in_q  <= 32'd0;
      act_out_q <= 32'd0;
    end else begin
      act_in_q  <= act_in_q + {31'd0, act_push};
      act_out_q <= act_out_q + {31'd0, m_act_valid && act_pop};
    end
  end

  cm_fifo #(.W(EXEC_W), .DEPTH(EXEC_DEPTH)) u_exec (
    .clk(clk), .rst(rst),
    .s_valid(exec_push), .s_ready(exec_ready),
    .s_data({act_in_q + {31'd0, act_push}, exec_kind, at_frame_q, at_qp_q, exec_psn, msn_next, syndrome,
             cfg[`ROCE_QP_CFG_DEST_QPN], pkey, cfg[`ROCE_QP_CFG_DST_MAC], cfg[`ROCE_QP_CFG_DST_IP],
             cfg[`ROCE_QP_CFG_UDP_SPORT], mtu, at_pa, at_dma_len, at_atom[`ROCE_ATOMICETH_SWAP_ADD],
             at_atom[`ROCE_ATOMICETH_COMPARE]}),
    .m_valid(exec_head), .m_ready(m_exec_ready && exec_go),
    .m_data({exec_after, m_exec_kind, m_exec_frame, m_exec_qp, m_exec_psn, m_exec_msn, m_exec_syndrome, m_exec_dest_qpn,
             m_exec_pkey, m_exec_dst_mac, m_exec_dst_ip, m_exec_udp_sport, m_exec_mtu, m_exec_addr, m_exec_len,
             m_exec_swap_add, m_exec_compare}),
    .stat_count(exec_count), .stat_idle(exec_idle));

  assign m_exec_valid = exec_head && exec_go;

  // ---- finished receives, errors for the other half
  wire free_idle, perr_idle;

  cm_fifo #(.W(16), .DEPTH(FREE_DEPTH)) u_free (
    .clk(clk), .rst(rst),
    .s_valid(use_recv), .s_ready(free_ready), .s_data(at_qp_q),
    .m_valid(m_free_valid), .m_ready(m_free_ready), .m_data(m_free_qp),
    .stat_count(free_count), .stat_idle(free_idle));

  assign m_free_rq    = 1'b1;
  assign m_free_count = 8'd1;

  cm_fifo #(.W(16), .DEPTH(PERR_DEPTH)) u_peer_err (
    .clk(clk), .rst(rst),
    .s_valid(fire && o_fatal), .s_ready(perr_ready), .s_data(at_qp_q),
    .m_valid(m_peer_err_valid), .m_ready(m_peer_err_ready), .m_data(m_peer_err_qp),
    .stat_count(perr_count), .stat_idle(perr_idle));

  always @(posedge clk) begin
    if (!rst) begin
      `UBN_ASSERT(packet_has_its_room, !(fire && is_pkt) || (exec_ready && act_ready && free_ready && perr_ready))
      `UBN_ASSERT(both_records_are_of_one_event, cfg_idle == rx_idle)
      `UBN_ASSERT(used_receives_had_arrived, !use_recv || has_recv)
    end
  end

  // ---- observation
  always @(posedge clk) begin
    if (rst) probe_packet_valid <= 1'b0;
    else     probe_packet_valid <= fire && (o_good || o_again);
  end

  always @(posedge clk)
    if (fire && is_pkt) probe_packet_id <= {7'd0, 1'b0, at_psn, at_qp_q, at_frame_q};

  assign stat_drop_qp  = fire && is_pkt && s_req_end_ok && !known;
  assign stat_drop_pkey = fire && is_pkt && s_req_end_ok && known && !pkey_ok;
  assign stat_drop_psn = fire && hear && !is_next && !o_again;
  assign stat_nak      = fire && o_nak;
  assign stat_qp_err   = fire && o_fatal;
  assign stat_idle     = cfg_idle && rx_idle && act_idle && exec_idle && free_idle && perr_idle;

  // Fields that nobody needs here.
  wire unused = &{1'b0, s_dest_qp[23:16], s_reth, s_key, at_bth_q, at_reth, at_atom, read_len[6:0],
                  read_psns[24], exec_wait[30:0], cfg, rx, mr};

endmodule

`resetall
