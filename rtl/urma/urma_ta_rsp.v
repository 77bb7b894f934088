// SPDX-License-Identifier: Apache-2.0
// urma_ta_rsp: writes the transaction header of a response, an ATAH.
//   Latency    : 0 cycles (wires between two registered neighbours).
//   Throughput : 1 response per cycle.
//   Error      : none.
//   Source     : UB base specification, ATAH of a read response and of a TAACK; initiator queue in INI_RC_ID.

`resetall
`default_nettype none
`include "ubn_wire.vh"
`include "ubn_enums.vh"

module urma_ta_rsp #(
  parameter TA_BYTES = 64   // room for transaction headers, first wire byte in the top bits
) (
  input  wire                  s_data,      // 1: data follow, a read response; 0: a TAACK
  input  wire [4:0]            s_info,      // 0 done, else RSPINFO of the error
  input  wire [35:0]           s_key,       // {tassn, jetty} of the initiator
  output wire [TA_BYTES*8-1:0] m_ta,
  output wire [7:0]            m_ta_bytes
);

  reg [`UB_ATAH_BITS-1:0] atah;

  always @* begin
    atah                     = {`UB_ATAH_BITS{1'b0}};
    atah[`UB_ATAH_TA_OPCODE] = s_data ? `UB_TA_OPCODE_READ_RSP : `UB_TA_OPCODE_TAACK;
    atah[`UB_ATAH_INI_TASSN] = s_key[35:20];
    atah[`UB_ATAH_RSPST]     = s_info == 5'd0 ? `UB_TA_RSPST_OK : `UB_TA_RSPST_ERROR;
    atah[`UB_ATAH_RSPINFO]   = s_info;
    atah[`UB_ATAH_INI_RC_ID] = s_key[19:0];
  end

  assign m_ta       = {atah, {(TA_BYTES*8 - `UB_ATAH_BITS){1'b0}}};
  assign m_ta_bytes = `UB_ATAH_BYTES;

endmodule

`resetall
