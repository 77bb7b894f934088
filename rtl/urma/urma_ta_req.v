// SPDX-License-Identifier: Apache-2.0
// urma_ta_req: writes the transaction headers of a request: BTAH, MAETAH and, with a token, TVETAH.
//   Latency    : 0 cycles (wires between two registered neighbours).
//   Throughput : 1 request per cycle.
//   Error      : none.
//   Source     : UB base specification, transaction headers; tag NO, mode ROI, initiator queue in INI_RC_ID.

`resetall
`default_nettype none
`include "ubn_wire.vh"
`include "ubn_enums.vh"

module urma_ta_req #(
  parameter TA_BYTES = 64   // room for transaction headers, first wire byte in the top bits
) (
  input  wire [7:0]            s_opcode,
  input  wire [19:0]           s_jetty,
  input  wire [15:0]           s_tassn,
  input  wire                  s_token_en,
  input  wire [19:0]           s_token_id,
  input  wire [31:0]           s_token,
  input  wire [63:0]           s_addr,
  input  wire [13:0]           s_len,
  output wire [TA_BYTES*8-1:0] m_ta,
  output wire [7:0]            m_ta_bytes
);

  reg [`UB_BTAH_BITS-1:0]   btah;
  reg [`UB_MAETAH_BITS-1:0] maetah;
  reg [`UB_TVETAH_BITS-1:0] tvetah;

  always @* begin
    btah                      = {`UB_BTAH_BITS{1'b0}};
    btah[`UB_BTAH_TA_OPCODE]  = s_opcode;
    btah[`UB_BTAH_EE_BITS]    = 2'b01;
    btah[`UB_BTAH_TV_EN]      = s_token_en;
    btah[`UB_BTAH_INI_TASSN]  = s_tassn;
    btah[`UB_BTAH_INI_RC_ID]  = s_jetty;
  end

  always @* begin
    maetah                      = {`UB_MAETAH_BITS{1'b0}};
    maetah[`UB_MAETAH_ADDRESS]  = s_addr;
    maetah[`UB_MAETAH_TOKEN_ID] = s_token_id;
    maetah[`UB_MAETAH_LENGTH]   = {18'd0, s_len};
  end

  always @* begin
    tvetah                        = {`UB_TVETAH_BITS{1'b0}};
    tvetah[`UB_TVETAH_TOKEN_VALUE] = s_token;
  end

  localparam USED_BITS = `UB_BTAH_BITS + `UB_MAETAH_BITS + `UB_TVETAH_BITS;

  assign m_ta       = {btah, maetah, tvetah, {(TA_BYTES*8 - USED_BITS){1'b0}}};
  assign m_ta_bytes = `UB_BTAH_BYTES + `UB_MAETAH_BYTES + (s_token_en ? `UB_TVETAH_BYTES : 8'd0);

endmodule

`resetall
