// SPDX-License-Identifier: Apache-2.0
// cm_assert.vh: one assertion macro for simulation, proof and synthesis.
//   Use    : `UBN_ASSERT(name, condition) as a statement in a clocked block, outside of reset; no semicolon needed.
//            name is an identifier that is unique in the module; the message shows it as last part of the path.
//   Effect : simulation prints "UBN_ASSERT <path>.<name> failed" and stops; FORMAL makes an immediate assert;
//            synthesis makes nothing.
`ifndef CM_ASSERT_VH
`define CM_ASSERT_VH
`ifdef FORMAL
`define UBN_ASSERT(name, cond) begin assert (cond); end
`else
`ifdef SYNTHESIS
`define UBN_ASSERT(name, cond) begin end
`else
`define UBN_ASSERT(name, cond) \
  begin if (!(cond)) begin : name $display("UBN_ASSERT %m failed"); $stop; end end
`endif
`endif
`endif
