// SPDX-License-Identifier: Apache-2.0
// urma_ldst_rsp: target side, the responses owed. Each waits for what it answers: a load for its first data, a store
//   until memory has written it, a refusal for nothing.
//   Latency    : 0 cycles from the first data beat to m_rsp; 1 from s_done.      Throughput: 1 response per cycle.
//   Back-press : s_owed_ready falls while DEPTH responses are owed.
//   Order      : as received.
//   Error      : a refusal carries status 1; an error of memory in the first data beat, or of a write, poisons the
//                response.
//   Contract   : data beats go to the frame builder beside m_rsp; s_done comes in the order of the stores.
//   Reset      : nothing owed.
//   Source     : UB base specification, compact ATAH. Stage nic_rsp_tx.

`resetall
`default_nettype none
`include "cm_assert.vh"
`include "ubn_enums.vh"

module urma_ldst_rsp #(
  parameter DEPTH = 64
) (
  input  wire        clk,
  input  wire        rst,
  input  wire        s_owed_valid,
  output wire        s_owed_ready,
  input  wire        s_owed_store,
  input  wire        s_owed_denied,
  input  wire [2:0]  s_owed_code,
  input  wire [47:0] s_owed_dst_mac,
  input  wire [15:0] s_owed_dcna,
  input  wire [15:0] s_owed_tassn,
  // memory: a data beat is at hand, a store is written
  input  wire        s_data_valid,
  input  wire        s_data_err,
  input  wire        s_done_valid,
  output wire        s_done_ready,
  input  wire        s_done_err,
  // to the frame builder
  output wire        m_rsp_valid,
  input  wire        m_rsp_ready,
  output wire [47:0] m_rsp_dst_mac,
  output wire [15:0] m_rsp_dcna,
  output wire [15:0] m_rsp_tassn,
  output wire        m_rsp_data,
  output wire [1:0]  m_rsp_status,
  output wire        m_rsp_poison,
  output wire [6:0]  m_rsp_beats,
  output wire        stat_idle
);

  wire       valid, store, denied;
  wire [2:0] code;
  wire       waits = !denied && (store ? !s_done_valid : !s_data_valid);

  cm_fifo #(.W(85), .DEPTH(DEPTH)) u_owed (
    .clk(clk), .rst(rst), .s_valid(s_owed_valid), .s_ready(s_owed_ready),
    .s_data({s_owed_store, s_owed_denied, s_owed_code, s_owed_dst_mac, s_owed_dcna, s_owed_tassn}),
    .m_valid(valid), .m_ready(m_rsp_valid && m_rsp_ready),
    .m_data({store, denied, code, m_rsp_dst_mac, m_rsp_dcna, m_rsp_tassn}), .stat_count(), .stat_idle());

  assign m_rsp_valid  = valid && !waits;
  assign m_rsp_data   = !store && !denied;
  assign m_rsp_status = denied ? `UB_TA_STATUS_C_AUTH_FAILED : `UB_TA_STATUS_C_OK;
  assign m_rsp_poison = !denied && (store ? s_done_err : s_data_err);
  assign m_rsp_beats  = 7'd1 << code;
  assign s_done_ready = valid && store && !denied && m_rsp_ready;
  assign stat_idle    = !m_rsp_valid;      // what waits for memory moves nothing

  always @(posedge clk)
    if (!rst) `UBN_ASSERT(written_store_is_owed, !s_done_valid || valid)

endmodule

`resetall
