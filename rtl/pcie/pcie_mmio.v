// SPDX-License-Identifier: Apache-2.0
// pcie_mmio: the controller as completer: hands memory writes of the host on and answers its memory reads.
//   Latency    : 0 cycles from s_cq to m_mw; a read: 1 to m_mr, 1 from s_mr to m_cc.
//   Throughput : 1 write per cycle; one read at a time.
//   Back-press : s_cq waits for m_mw, or while a read is in work when the next request is a read. s_mr comes at least
//                one cycle after m_mr and is taken at once.
//   Order      : writes as received; a read is handed on when all writes before it were.
//   Error      : a write of more than 64 B, a poisoned write, and a request that is no memory access, is dropped,
//                stat_drop; a read that is not 1 or 2 dwords of one register, or one that s_mr_err answers, is
//                completed with status UR. A register is read whole: byte enables change the byte count and the lower
//                address of the answer only.
//   Reset      : no read in work.
//   Source     : PCI Express base specification 4.0, 2.2.7, 2.2.9, 2.3.1; stage doorbell.

`resetall
`default_nettype none
`include "cm_assert.vh"
`include "ubn_wire.vh"
`include "ubn_enums.vh"

module pcie_mmio (
  input  wire         clk,
  input  wire         rst,
  input  wire [15:0]  cfg_req_id,
  input  wire         s_cq_valid,
  output wire         s_cq_ready,
  input  wire [127:0] s_cq_hdr,
  input  wire [511:0] s_cq_data,
  input  wire         s_cq_last,
  output wire         m_cc_valid,
  input  wire         m_cc_ready,
  output wire [127:0] m_cc_hdr,
  output wire [511:0] m_cc_data,
  output wire         m_cc_last,
  // writes
  output wire         m_mw_valid,
  input  wire         m_mw_ready,
  output wire [63:0]  m_mw_addr,
  output wire [10:0]  m_mw_len_dw,
  output wire [3:0]   m_mw_first_be,
  output wire [3:0]   m_mw_last_be,
  output wire [511:0] m_mw_data,
  // reads
  output wire         m_mr_valid,
  input  wire         m_mr_ready,
  output wire [63:0]  m_mr_addr,
  input  wire         s_mr_valid,
  input  wire [63:0]  s_mr_data,
  input  wire         s_mr_err,
  output wire         stat_drop,
  output wire         stat_idle
);

  wire [`PCIE_REQ_BITS-1:0] req = s_cq_hdr;
  wire        has4   = req[`PCIE_REQ_FMT] == `PCIE_FMT_DW4 || req[`PCIE_REQ_FMT] == `PCIE_FMT_DW4_DATA;
  wire        is_mem = req[`PCIE_REQ_TYPE] == `PCIE_TYPE_MEM;
  wire        is_wr  = is_mem && (req[`PCIE_REQ_FMT] == `PCIE_FMT_DW4_DATA || req[`PCIE_REQ_FMT] == `PCIE_FMT_DW3_DATA);
  wire        is_rd  = is_mem && !is_wr;
  wire [63:0] addr   = has4 ? {req[`PCIE_REQ_ADDR], 2'b00} : {32'd0, s_cq_hdr[63:34], 2'b00};
  wire [10:0] len_dw = {req[`PCIE_REQ_LENGTH_DW] == 10'd0, req[`PCIE_REQ_LENGTH_DW]};
  reg         in_q;                     // inside a request of several beats
  wire        fits   = s_cq_last && !in_q;
  wire        put    = is_wr && fits && !req[`PCIE_REQ_EP];

  // ---- writes
  assign m_mw_valid    = s_cq_valid && put;
  assign m_mw_addr     = addr;
  assign m_mw_len_dw   = len_dw;
  assign m_mw_first_be = req[`PCIE_REQ_FIRST_BE];
  assign m_mw_last_be  = req[`PCIE_REQ_LAST_BE];
  assign m_mw_data     = s_cq_data;
  assign stat_drop     = s_cq_valid && s_cq_ready && s_cq_last && !put && !is_rd;

  // ---- reads
  localparam [1:0] IDLE = 2'd0, ASK = 2'd1, WAIT = 2'd2, ANSWER = 2'd3;
  reg  [1:0]  state_q;
  reg  [63:0] addr_q;
  reg  [15:0] requester_q;
  reg  [7:0]  tag_q;
  reg  [9:0]  len_q;
  reg  [11:0] bytes_q;                  // 4096 is coded as 0
  reg  [1:0]  skip_q;                   // bytes before the first that is enabled
  reg  [2:0]  tc_q;
  reg  [4:0]  bits_q;                   // t9, t8, ido, attr: an answer carries those of its request
  reg         upper_q;                  // the upper dword of the register is asked for
  reg  [63:0] data_q;
  reg         err_q;
  wire        legal = len_dw == 11'd1 || (len_dw == 11'd2 && !addr[2]);

  // Bytes that are asked for, from the first to the last that is enabled; one if none is (a flush).
  wire [3:0]  first_be = req[`PCIE_REQ_FIRST_BE];
  wire [3:0]  last_be  = len_dw == 11'd1 ? first_be : req[`PCIE_REQ_LAST_BE];
  wire [1:0]  skip     = first_be[0] ? 2'd0 : first_be[1] ? 2'd1 : first_be[2] ? 2'd2 : first_be[3] ? 2'd3 : 2'd0;
  wire [1:0]  spare    = last_be[3] ? 2'd0 : last_be[2] ? 2'd1 : last_be[1] ? 2'd2 : 2'd3;

  assign s_cq_ready = put ? m_mw_ready : !is_rd || state_q == IDLE;
  assign m_mr_valid = state_q == ASK;
  assign m_mr_addr  = addr_q;

  always @(posedge clk) begin
    if (rst) begin
      in_q    <= 1'b0;
      state_q <= IDLE;
    end else begin
      if (s_cq_valid && s_cq_ready) in_q <= !s_cq_last;
      case (state_q)
        IDLE:    if (s_cq_valid && is_rd) state_q <= legal ? ASK : ANSWER;
        ASK:     if (m_mr_ready) state_q <= WAIT;
        WAIT:    if (s_mr_valid) state_q <= ANSWER;
        default: if (m_cc_ready) state_q <= IDLE;
      endcase
      `UBN_ASSERT(answer_after_its_read, !s_mr_valid || state_q == WAIT)
    end
  end

  always @(posedge clk) begin
    if (state_q == IDLE) begin
      addr_q      <= {addr[63:3], 3'd0};                 // registers are 8 B
      requester_q <= req[`PCIE_REQ_REQUESTER_ID];
      tag_q       <= req[`PCIE_REQ_TAG];
      len_q       <= len_dw[9:0];
      bytes_q     <= {len_dw[9:0], 2'b00} - {10'd0, skip} - {10'd0, spare};
      skip_q      <= skip;
      tc_q        <= req[`PCIE_REQ_TC];
      bits_q      <= {req[`PCIE_REQ_T9], req[`PCIE_REQ_T8], req[`PCIE_REQ_ATTR_IDO], req[`PCIE_REQ_ATTR]};
      err_q       <= !legal;
      upper_q     <= addr[2];
    end
    if (state_q == WAIT && s_mr_valid) begin
      data_q <= s_mr_data;
      err_q  <= s_mr_err;
    end
  end

  reg [`PCIE_CPL_BITS-1:0] cpl;
  always @* begin
    cpl                         = {`PCIE_CPL_BITS{1'b0}};
    cpl[`PCIE_CPL_FMT]          = err_q ? `PCIE_FMT_DW3 : `PCIE_FMT_DW3_DATA;
    cpl[`PCIE_CPL_TYPE]         = `PCIE_TYPE_CPL;
    cpl[`PCIE_CPL_TC]           = tc_q;
    {cpl[`PCIE_CPL_T9], cpl[`PCIE_CPL_T8], cpl[`PCIE_CPL_ATTR_IDO], cpl[`PCIE_CPL_ATTR]} = bits_q;
    cpl[`PCIE_CPL_LENGTH_DW]    = err_q ? 10'd0 : len_q;
    cpl[`PCIE_CPL_COMPLETER_ID] = cfg_req_id;
    cpl[`PCIE_CPL_STATUS]       = err_q ? `PCIE_CPL_STATUS_UNSUPPORTED : `PCIE_CPL_STATUS_SUCCESS;
    cpl[`PCIE_CPL_BYTE_COUNT]   = bytes_q;
    cpl[`PCIE_CPL_REQUESTER_ID] = requester_q;
    cpl[`PCIE_CPL_TAG]          = tag_q;
    cpl[`PCIE_CPL_LOWER_ADDR]   = {addr_q[6:3], upper_q, skip_q};
  end

  assign m_cc_valid = state_q == ANSWER;
  assign m_cc_hdr   = {cpl, 32'd0};
  assign m_cc_data  = {448'd0, upper_q ? {32'd0, data_q[63:32]} : data_q};
  assign m_cc_last  = 1'b1;
  assign stat_idle  = state_q == IDLE && !in_q;

  wire unused = &{1'b0, req, s_cq_hdr[33:0], last_be[0]};

endmodule

`resetall
