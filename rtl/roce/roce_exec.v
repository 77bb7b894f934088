// SPDX-License-Identifier: Apache-2.0
// roce_exec: executes reads and atomics and keeps the order of everything a responder sends. A read becomes one
//   memory command and one response per packet; an atomic reads, changes and writes 8 bytes; an acknowledgement
//   waits its turn among the responses, and a newer one of the same queue pair takes its place.
//   Latency    : 0 cycles from s_exec to m_rd or m_ard, 1 to m_rsp and m_job of a read and to an acknowledgement,
//                1 from s_ar to m_aw and, when nothing is written, to m_rsp; 1 from m_aw otherwise.
//   Throughput : 1 response packet per cycle; one atomic at a time.
//   Back-press : s_exec_ready is low until the entry is finished: its last packet asked for, or its original value
//                known and its write handed over; it depends on m_rd_ready. The queue behind m_rsp holds RSP_DEPTH.
//   Order      : responses in the order of s_exec. A read or atomic begins once s_wr_pending was low while it was
//                first in line, and once the write of the atomic before it has left.
//   Error      : an atomic whose read fails (s_ar_err) writes nothing and is answered by NAK remote operation.
//   Reset      : drops executions under way.
//   Source     : IBTA vol. 1, 9.4.4 (read), 9.4.5 (atomics), 9.7.5.1 (acknowledgements). Stages nic_rx, nic_rsp_tx.

`resetall
`default_nettype none
`include "cm_assert.vh"
`include "ubn_wire.vh"
`include "ubn_enums.vh"

module roce_exec #(
  parameter RSP_DEPTH = 256       // responses that wait to be sent
) (
  input  wire         clk,
  input  wire         rst,
  // executions, from roce_qp_recv
  input  wire         s_exec_valid,
  output wire         s_exec_ready,
  input  wire [1:0]   s_exec_kind,           // 0 read, 1 compare and swap, 2 fetch and add, 3 acknowledgement
  input  wire [15:0]  s_exec_frame,
  input  wire [15:0]  s_exec_qp,
  input  wire [23:0]  s_exec_psn,
  input  wire [23:0]  s_exec_msn,
  input  wire [7:0]   s_exec_syndrome,       // of an acknowledgement
  input  wire [23:0]  s_exec_dest_qpn,
  input  wire [15:0]  s_exec_pkey,
  input  wire [47:0]  s_exec_dst_mac,
  input  wire [31:0]  s_exec_dst_ip,
  input  wire [15:0]  s_exec_udp_sport,
  input  wire [2:0]   s_exec_mtu,            // code
  input  wire [63:0]  s_exec_addr,
  input  wire [31:0]  s_exec_len,
  input  wire [63:0]  s_exec_swap_add,
  input  wire [63:0]  s_exec_compare,
  input  wire         s_wr_pending,          // payload writes handed over that have not left
  // memory reads of read responses; the data go to roce_tx_pay
  output wire         m_rd_valid,
  input  wire         m_rd_ready,
  output wire [63:0]  m_rd_addr,
  output wire [13:0]  m_rd_len,
  output wire [15:0]  m_rd_frame,
  output wire         m_job_valid,
  input  wire         m_job_ready,
  output wire [5:0]   m_job_addr,
  output wire [13:0]  m_job_len,
  output wire [5:0]   m_job_lane,
  // atomics: values as the host sees them; m_ard_addr stays until s_ar
  output wire         m_ard_valid,
  input  wire         m_ard_ready,
  output wire [63:0]  m_ard_addr,
  output wire [15:0]  m_ard_frame,
  input  wire         s_ar_valid,
  input  wire [63:0]  s_ar_data,
  input  wire         s_ar_err,
  output wire         m_aw_valid,
  input  wire         m_aw_ready,
  output wire [63:0]  m_aw_addr,
  output wire [63:0]  m_aw_data,
  output wire [15:0]  m_aw_frame,
  output wire [15:0]  m_aw_qp,
  input  wire         s_aw_done,
  // responses, to roce_frame_build
  output wire         m_rsp_valid,
  input  wire         m_rsp_ready,
  output wire [7:0]   m_rsp_opcode,
  output wire [23:0]  m_rsp_dest_qpn,
  output wire [15:0]  m_rsp_pkey,
  output wire [23:0]  m_rsp_psn,
  output wire [223:0] m_rsp_ext,             // first wire byte in the top bits
  output wire [4:0]   m_rsp_ext_bytes,
  output wire [13:0]  m_rsp_pay_bytes,
  output wire [47:0]  m_rsp_dst_mac,
  output wire [31:0]  m_rsp_dst_ip,
  output wire [15:0]  m_rsp_udp_sport,
  output wire [47:0]  m_rsp_note,            // {14'd0, kind 2 (1 response, 2 acknowledgement), frame 16, qp 16}
  // reads and atomics that are finished, to roce_qp_recv
  output wire         m_done_valid,
  input  wire         m_done_ready,
  output wire [15:0]  m_done_qp,
  // observation
  output wire         stat_merged,
  output wire         stat_idle
);

  localparam [1:0] KIND_READ = 2'd0;
  localparam [1:0] KIND_CAS  = 2'd1;
  localparam [1:0] KIND_ACK  = 2'd3;

  localparam [1:0] ST_IDLE  = 2'd0;   // first entry not begun, or a read or acknowledgement
  localparam [1:0] ST_READ  = 2'd1;   // atomic: its read is under way
  localparam [1:0] ST_WRITE = 2'd2;   // atomic: its write is offered
  localparam [1:0] ST_REPLY = 2'd3;   // atomic: nothing to write, its response is due

  localparam [7:0] SYN_ACK = {1'b0, `ROCE_AETH_KIND_ACK, `ROCE_AETH_NO_CREDIT};
  localparam [7:0] SYN_OP  = {1'b0, `ROCE_AETH_KIND_NAK, `ROCE_NAK_REMOTE_OP};
  localparam integer LANE_AETH = (`ROCE_FRAME_EXT_OFFSET + `ROCE_AETH_BYTES) % 64;
  localparam integer LANE_NONE = `ROCE_FRAME_EXT_OFFSET % 64;
  localparam integer AETH_BYTES = `ROCE_AETH_BYTES;
  localparam integer ACK_BYTES = AETH_BYTES + `ROCE_ATOMICACKETH_BYTES;
  localparam integer EXT_W = 8 * ACK_BYTES;

  wire is_read = s_exec_kind == KIND_READ;
  wire is_ack  = s_exec_kind == KIND_ACK;
  wire is_atom = !is_read && !is_ack;

  wire rsp_room, job_room, done_room;
  wire room = rsp_room && job_room && done_room;

  // ---- when memory may be read
  reg  [1:0] st_q;
  reg        begun_q;        // a packet of the read has gone, or the entry was first in line while nothing was pending
  reg        aw_out_q;       // the write of an atomic has not left

  wire may_begin = !aw_out_q && (begun_q || !s_wr_pending);
  wire finish    = s_exec_valid && s_exec_ready;

  always @(posedge clk) begin
    if (rst) begin
      begun_q  <= 1'b0;
      aw_out_q <= 1'b0;
    end else begin
      begun_q  <= (begun_q || (s_exec_valid && !aw_out_q && !s_wr_pending)) && !finish;
      aw_out_q <= (aw_out_q || (m_aw_valid && m_aw_ready)) && !s_aw_done;
      `UBN_ASSERT(done_belongs_to_a_write, !s_aw_done || aw_out_q)
    end
  end

  // ---- read: packet by packet
  reg  [31:0] off_q;         // bytes asked for
  reg  [23:0] packet_q;      // packets asked for
  wire [31:0] mtu_bytes = 32'd128 << s_exec_mtu;
  wire [31:0] left      = s_exec_len - off_q;
  wire        is_first  = packet_q == 24'd0;
  wire        is_last   = left <= mtu_bytes;
  wire [13:0] bytes     = is_last ? left[13:0] : mtu_bytes[13:0];
  wire        no_data   = s_exec_len == 32'd0;
  wire        has_aeth  = is_first || is_last;
  wire        rd_go     = m_rd_valid && m_rd_ready;
  wire        rd_empty  = s_exec_valid && is_read && no_data && room;
  wire        rd_packet = rd_go || rd_empty;

  assign m_rd_valid = s_exec_valid && is_read && !no_data && may_begin && room;
  assign m_rd_addr  = s_exec_addr + {32'd0, off_q};
  assign m_rd_len   = bytes;
  assign m_rd_frame = s_exec_frame;

  always @(posedge clk) begin
    if (rst) begin
      off_q    <= 32'd0;
      packet_q <= 24'd0;
    end else if (finish) begin
      off_q    <= 32'd0;
      packet_q <= 24'd0;
    end else if (rd_go) begin
      off_q    <= off_q + mtu_bytes;
      packet_q <= packet_q + 24'd1;
    end
  end

  // ---- atomic: read, compare or add, write
  reg  [1:0]  st_d;
  reg  [63:0] orig_q;
  reg  [63:0] new_q;
  reg         ar_err_q;
  wire        equal  = s_ar_data == s_exec_compare;
  wire        stores = !s_ar_err && (s_exec_kind != KIND_CAS || equal);
  wire        at_end = (st_q == ST_WRITE && m_aw_ready) || st_q == ST_REPLY;

  assign m_ard_valid = s_exec_valid && is_atom && st_q == ST_IDLE && may_begin && room;
  assign m_ard_addr  = s_exec_addr;
  assign m_ard_frame = s_exec_frame;
  assign m_aw_valid  = st_q == ST_WRITE;
  assign m_aw_addr   = s_exec_addr;
  assign m_aw_data   = new_q;
  assign m_aw_frame  = s_exec_frame;
  assign m_aw_qp     = s_exec_qp;

  always @* begin
    st_d = st_q;
    case (st_q)
      ST_IDLE: if (m_ard_valid && m_ard_ready) st_d = ST_READ;
      ST_READ: if (s_ar_valid) st_d = stores ? ST_WRITE : ST_REPLY;
      default: if (at_end) st_d = ST_IDLE;
    endcase
  end

  always @(posedge clk) begin
    if (rst) st_q <= ST_IDLE;
    else     st_q <= st_d;
  end

  always @(posedge clk) begin
    if (s_ar_valid) begin
      orig_q   <= s_ar_data;
      new_q    <= s_exec_kind == KIND_CAS ? s_exec_swap_add : s_ar_data + s_exec_swap_add;
      ar_err_q <= s_ar_err;
    end
  end

  // ---- the end of an entry
  assign s_exec_ready = is_read ? (no_data ? room : may_begin && room && m_rd_ready && is_last) :
                        is_ack ? rsp_room : at_end;

  // ---- response word
  localparam integer RSP_W = 8 + 24 + 16 + 24 + EXT_W + 5 + 14 + 48 + 32 + 16 + 16 + 16 + 2;
  wire        plain_ack = is_ack && s_exec_syndrome == SYN_ACK;
  wire        rsp_push  = rd_packet || (s_exec_valid && is_ack && rsp_room) || at_end;
  wire        failed    = is_atom && ar_err_q;
  wire        atom_ack  = is_atom && !ar_err_q;
  wire [7:0]  rd_opcode = is_first && is_last ? `ROCE_OPCODE_READ_RSP_ONLY : is_first ? `ROCE_OPCODE_READ_RSP_FIRST :
                          is_last ? `ROCE_OPCODE_READ_RSP_LAST : `ROCE_OPCODE_READ_RSP_MIDDLE;
  wire [7:0]  opcode    = is_read ? rd_opcode : atom_ack ? `ROCE_OPCODE_ATOMIC_ACK : `ROCE_OPCODE_ACKNOWLEDGE;
  wire [7:0]  syndrome  = is_ack ? s_exec_syndrome : failed ? SYN_OP : SYN_ACK;
  wire        no_aeth   = is_read && !has_aeth;
  wire [4:0]  ext_bytes = no_aeth ? 5'd0 : atom_ack ? ACK_BYTES[4:0] : AETH_BYTES[4:0];
  wire [13:0] pay_bytes = is_read ? bytes : 14'd0;
  wire [31:0] aeth      = no_aeth ? 32'd0 : {syndrome, s_exec_msn};
  wire [1:0]  note_kind = is_ack || failed ? 2'd2 : 2'd1;
  wire [RSP_W-1:0] rsp  = {opcode, s_exec_dest_qpn, s_exec_pkey, s_exec_psn + (is_read ? packet_q : 24'd0), aeth,
                           atom_ack ? orig_q : 64'd0, ext_bytes, pay_bytes, s_exec_dst_mac, s_exec_dst_ip,
                           s_exec_udp_sport, s_exec_frame, s_exec_qp, note_kind};

  // ---- queue of responses. The newest word stands in tail_q, behind the queue: there an acknowledgement can still
  // be replaced, unless it is the word being offered.
  reg              tail_valid_q;
  reg              tail_ack_q;
  reg  [RSP_W-1:0] tail_q;
  wire             old_valid, old_idle;
  wire [RSP_W-1:0] old;
  wire [15:0]      tail_qp   = tail_q[17:2];
  wire             tail_goes = !old_valid && m_rsp_ready;
  wire             merge     = rsp_push && plain_ack && tail_valid_q && tail_ack_q && tail_qp == s_exec_qp && old_valid;
  wire [EXT_W-1:0] rsp_ext;
  wire [15:0]      rsp_frame, rsp_qp;
  wire [1:0]       rsp_kind;

  cm_fifo #(.W(RSP_W), .DEPTH(RSP_DEPTH)) u_rsp (
    .clk(clk), .rst(rst),
    .s_valid(rsp_push && tail_valid_q && !tail_goes && !merge), .s_ready(rsp_room), .s_data(tail_q),
    .m_valid(old_valid), .m_ready(m_rsp_ready), .m_data(old),
    .stat_count(), .stat_idle(old_idle));

  assign m_rsp_valid = old_valid || tail_valid_q;
  assign {m_rsp_opcode, m_rsp_dest_qpn, m_rsp_pkey, m_rsp_psn, rsp_ext, m_rsp_ext_bytes, m_rsp_pay_bytes,
          m_rsp_dst_mac, m_rsp_dst_ip, m_rsp_udp_sport, rsp_frame, rsp_qp, rsp_kind} = old_valid ? old : tail_q;
  assign m_rsp_ext  = {rsp_ext, {(224 - EXT_W){1'b0}}};
  assign m_rsp_note = {14'd0, rsp_kind, rsp_frame, rsp_qp};

  always @(posedge clk) begin
    if (rst) tail_valid_q <= 1'b0;
    else     tail_valid_q <= rsp_push || (tail_valid_q && !tail_goes);
  end

  always @(posedge clk) begin
    if (rsp_push) begin
      tail_q     <= rsp;
      tail_ack_q <= plain_ack;
    end
  end

  // ---- payload jobs and finished entries
  wire job_idle, done_idle;

  cm_fifo #(.W(26), .DEPTH(RSP_DEPTH)) u_job (
    .clk(clk), .rst(rst),
    .s_valid(rd_go), .s_ready(job_room),
    .s_data({m_rd_addr[5:0], bytes, has_aeth ? LANE_AETH[5:0] : LANE_NONE[5:0]}),
    .m_valid(m_job_valid), .m_ready(m_job_ready), .m_data({m_job_addr, m_job_len, m_job_lane}),
    .stat_count(), .stat_idle(job_idle));

  cm_fifo #(.W(16), .DEPTH(8)) u_done (
    .clk(clk), .rst(rst),
    .s_valid(finish && !is_ack), .s_ready(done_room), .s_data(s_exec_qp),
    .m_valid(m_done_valid), .m_ready(m_done_ready), .m_data(m_done_qp),
    .stat_count(), .stat_idle(done_idle));

  always @(posedge clk) begin
    if (!rst) begin
      `UBN_ASSERT(response_has_its_room, !(rsp_push && tail_valid_q && !tail_goes && !merge) || rsp_room)
      `UBN_ASSERT(entry_stays_until_finished, st_q == ST_IDLE || (s_exec_valid && is_atom))
      `UBN_ASSERT(value_belongs_to_an_atomic, !s_ar_valid || st_q == ST_READ)
    end
  end

  assign stat_merged = merge;
  assign stat_idle   = st_q == ST_IDLE && !aw_out_q && is_first && old_idle && !tail_valid_q && job_idle && done_idle;

endmodule

`resetall
