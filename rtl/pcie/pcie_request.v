// SPDX-License-Identifier: Apache-2.0
// pcie_request: the next memory request of a command: how far it reaches, and its header. A request ends at the
//   next multiple of the largest size or with the command, so none crosses 4 KiB.
//   Latency    : 0 cycles.      Throughput: any.      Order, reset: none.
//   Error      : none. Nothing left gives the request of a flush: one dword, no byte.
//   Source     : PCI Express base specification 4.0, 2.2.2, 2.2.5, 2.2.7.

`resetall
`default_nettype none
`include "ubn_wire.vh"
`include "ubn_enums.vh"

module pcie_request #(
  parameter [2:0] FMT = `PCIE_FMT_DW4   // with data: a write
) (
  input  wire [2:0]   cfg_size,         // largest: 128 B << code, 0..5; the rest as 5
  input  wire [15:0]  cfg_req_id,
  input  wire [63:0]  s_addr,           // what is left of the command
  input  wire [13:0]  s_left,
  input  wire [7:0]   s_tag,
  output wire [12:0]  m_bytes,          // of this request
  output wire         m_whole,          // it is the last of the command
  output wire [12:0]  m_dws,            // dwords it touches
  output wire [127:0] m_hdr
);

  wire [12:0] size    = 13'd128 << (cfg_size > 3'd5 ? 3'd5 : cfg_size);
  wire [12:0] here    = size - ({1'b0, s_addr[11:0]} & (size - 13'd1));   // bytes up to the next multiple
  wire [1:0]  tail    = s_addr[1:0] + m_bytes[1:0];                       // bytes in the last dword; 0: four
  wire [3:0]  head_be = 4'hf << s_addr[1:0];
  wire [3:0]  tail_be = tail == 2'd0 ? 4'hf : ~(4'hf << tail);
  wire        none    = m_bytes == 13'd0;
  wire        one     = m_dws == 13'd1;

  assign m_whole = s_left <= {1'b0, here};
  assign m_bytes = m_whole ? s_left[12:0] : here;
  assign m_dws   = ({11'd0, s_addr[1:0]} + m_bytes + 13'd3) >> 2;

  reg [`PCIE_REQ_BITS-1:0] hdr;
  always @* begin
    hdr                         = {`PCIE_REQ_BITS{1'b0}};
    hdr[`PCIE_REQ_FMT]          = FMT;
    hdr[`PCIE_REQ_TYPE]         = `PCIE_TYPE_MEM;
    hdr[`PCIE_REQ_LENGTH_DW]    = none ? 10'd1 : m_dws[9:0];              // 1024 is coded as 0
    hdr[`PCIE_REQ_REQUESTER_ID] = cfg_req_id;
    hdr[`PCIE_REQ_TAG]          = s_tag;
    hdr[`PCIE_REQ_FIRST_BE]     = none ? 4'd0 : one ? head_be & tail_be : head_be;
    hdr[`PCIE_REQ_LAST_BE]      = none || one ? 4'd0 : tail_be;
    hdr[`PCIE_REQ_ADDR]         = s_addr[63:2];
  end

  assign m_hdr = hdr;

endmodule

`resetall
