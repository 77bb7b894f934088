// SPDX-License-Identifier: Apache-2.0
// ubn_stalls.vh: stall reasons.
// Written by scripts/gen from configs/spec; do not edit.

`ifndef UBN_STALLS_VH
`define UBN_STALLS_VH

// Why a queue does not move
`define UBN_STALL_W          4
`define UBN_STALL_NONE       4'd0
`define UBN_STALL_NO_WORK    4'd1
`define UBN_STALL_FENCE      4'd2
`define UBN_STALL_SO_ROI     4'd3
`define UBN_STALL_SO_ROT     4'd4
`define UBN_STALL_COMP_ORDER 4'd5
`define UBN_STALL_WINDOW     4'd6
`define UBN_STALL_STORE_FULL 4'd7
`define UBN_STALL_CTX_MISS   4'd8
`define UBN_STALL_BUS        4'd9
`define UBN_STALL_LINK       4'd10
`define UBN_STALL_CONGESTION 4'd11
`define UBN_STALL_CREDIT     4'd12
`define UBN_STALL_RESOURCE   4'd13
`define UBN_STALL_RNR        4'd14

`endif
