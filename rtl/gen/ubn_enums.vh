// SPDX-License-Identifier: Apache-2.0
// ubn_enums.vh: opcodes, status codes and constants.
// Written by scripts/gen from configs/spec; do not edit.

`ifndef UBN_ENUMS_VH
`define UBN_ENUMS_VH

// Transport packet, RTPH.TPOpcode. Bit 7 is `last` and means something in data packets only.
// Source: BS 6.2
`define UB_TP_OPCODE_UTP_DATA      8'h00
`define UB_TP_OPCODE_RTP_DATA      8'h01
`define UB_TP_OPCODE_RTP_DATA_LAST 8'h81
`define UB_TP_OPCODE_TPACK         8'h02
`define UB_TP_OPCODE_TPACK_CC      8'h03
`define UB_TP_OPCODE_TPSACK        8'h05
`define UB_TP_OPCODE_TPSACK_CC     8'h06
`define UB_TP_OPCODE_CNP           8'h08

// Compact transport packet, CTPH.TPOpcode. Source: BS 6.2
`define UB_CTP_OPCODE_DATA 2'h0
`define UB_CTP_OPCODE_CNP  2'h1

// Packet class, link header. Source: BS App. B
`define UB_CFG_LDST 4'h9

// What follows the transport header of a data packet. Source: BS App. B.2
`define UB_NLP_TA          4'h0
`define UB_NLP_UPIH32_EIDH 4'h1
`define UB_NLP_UPIH16_EIDH 4'h2
`define UB_NLP_CIPH        4'h3

// Status of a transport response, RTPH.RSPST. Source: BS 6.2
`define UB_TP_RSPST_ACK        3'h0
`define UB_TP_RSPST_RNR        3'h1
`define UB_TP_RSPST_PAGE_FAULT 3'h2
`define UB_TP_RSPST_ERROR      3'h3
`define UB_TP_RSPST_TA_STATUS  3'h5

// RTPH.RSPINFO when RSPST is error. Source: BS 6.2
`define UB_TP_RSPINFO_ERR_PSN          5'h00
`define UB_TP_RSPINFO_ERR_UNSUPPORTED  5'h01
`define UB_TP_RSPINFO_ERR_REMOTE_ABORT 5'h02

// RTPH.RSPINFO when RSPST is ta_status. Source: BS 6.2
`define UB_TP_RSPINFO_TA_ABNORMAL      5'h00
`define UB_TP_RSPINFO_TA_UNRECOVERABLE 5'h01
`define UB_TP_RSPINFO_TA_GOOD          5'h02

// Transaction opcode; also the opcode of a work request. Source: BS ch. 7
`define UB_TA_OPCODE_SEND         8'h00
`define UB_TA_OPCODE_SEND_IMM     8'h01
`define UB_TA_OPCODE_WRITE        8'h03
`define UB_TA_OPCODE_WRITE_IMM    8'h04
`define UB_TA_OPCODE_WRITE_NOTIFY 8'h05
`define UB_TA_OPCODE_READ         8'h06
`define UB_TA_OPCODE_CAS          8'h07
`define UB_TA_OPCODE_SWAP         8'h08
`define UB_TA_OPCODE_ATOMIC_STORE 8'h09
`define UB_TA_OPCODE_ATOMIC_LOAD  8'h0a
`define UB_TA_OPCODE_FETCH_ADD    8'h0b
`define UB_TA_OPCODE_FETCH_SUB    8'h0c
`define UB_TA_OPCODE_FETCH_AND    8'h0d
`define UB_TA_OPCODE_FETCH_OR     8'h0e
`define UB_TA_OPCODE_FETCH_XOR    8'h0f
`define UB_TA_OPCODE_MGMT         8'h10
`define UB_TA_OPCODE_TAACK        8'h11
`define UB_TA_OPCODE_READ_RSP     8'h12
`define UB_TA_OPCODE_ATOMIC_RSP   8'h13
`define UB_TA_OPCODE_WRITE_BE     8'h14
`define UB_TA_OPCODE_PREFETCH_TGT 8'h15
`define UB_TA_OPCODE_WRITEBACK    8'h17
`define UB_TA_OPCODE_WRITEBACK_BE 8'h18

// Status of a transaction response, ATAH.RSPST. Source: BS ch. 7
`define UB_TA_RSPST_OK         3'h0
`define UB_TA_RSPST_RNR        3'h1
`define UB_TA_RSPST_PAGE_FAULT 3'h2
`define UB_TA_RSPST_ERROR      3'h3
`define UB_TA_RSPST_ACCEPTED   3'h5

// ATAH.RSPINFO when RSPST is error. Source: BS ch. 7
`define UB_TA_RSPINFO_ERR_UNSUPPORTED  5'h01
`define UB_TA_RSPINFO_ERR_REMOTE_ABORT 5'h02

// Status of a compact response, compact ATAH.Status. Source: BS ch. 7
`define UB_TA_STATUS_C_OK          2'h0
`define UB_TA_STATUS_C_AUTH_FAILED 2'h1

// BTAH.ODR; bits 1:0 give the execution order, bit 2 asks for receive completions in order. Source:
// BS ch. 7, 7.3.2
`define UB_ODR_NO       3'h0
`define UB_ODR_RO       3'h1
`define UB_ODR_SO       3'h2
`define UB_ODR_COMP_BIT 3'h4

// INI_RC_Type, what INI_RC_ID names. Source: BS ch. 7
`define UB_RC_TYPE_QUEUE   2'h0
`define UB_RC_TYPE_QUEUE1  2'h1
`define UB_RC_TYPE_SEQ_CTX 2'h2

// BTAH.EE_bits. Source: BS ch. 7
`define UB_EE_NON_TEE 2'h1
`define UB_EE_TEE     2'h3

// Sub-operation of an atomic load or store, UDETAH[23:20]. Source: BS 7.4.2.3; its text describes
// clr as xor and eor as and-not, names and text disagree
`define UB_ATOMIC_SUB_OP_ADD  4'h0
`define UB_ATOMIC_SUB_OP_CLR  4'h1
`define UB_ATOMIC_SUB_OP_EOR  4'h2
`define UB_ATOMIC_SUB_OP_SET  4'h3
`define UB_ATOMIC_SUB_OP_SMAX 4'h4
`define UB_ATOMIC_SUB_OP_SMIN 4'h5
`define UB_ATOMIC_SUB_OP_UMAX 4'h6
`define UB_ATOMIC_SUB_OP_UMIN 4'h7

// Opcode of the URMA programming interface (not on the wire). Source: public UMDK headers, API 0.9
`define URMA_OPCODE_WRITE           8'h00
`define URMA_OPCODE_WRITE_IMM       8'h01
`define URMA_OPCODE_WRITE_NOTIFY    8'h02
`define URMA_OPCODE_READ            8'h10
`define URMA_OPCODE_CAS             8'h20
`define URMA_OPCODE_SWAP            8'h21
`define URMA_OPCODE_FADD            8'h22
`define URMA_OPCODE_FSUB            8'h23
`define URMA_OPCODE_FAND            8'h24
`define URMA_OPCODE_FOR             8'h25
`define URMA_OPCODE_FXOR            8'h26
`define URMA_OPCODE_SEND            8'h40
`define URMA_OPCODE_SEND_IMM        8'h41
`define URMA_OPCODE_SEND_INVALIDATE 8'h42
`define URMA_OPCODE_NOP             8'h51
`define URMA_OPCODE_WRITE_ATOMIC    8'h60
`define URMA_OPCODE_FLUSH_DMA       8'h80

// Status of a completion record as the programming interface shows it. Source: public UMDK headers,
// API 0.9
`define URMA_STATUS_SUCCESS             8'h00
`define URMA_STATUS_UNSUPPORTED_OPCODE  8'h01
`define URMA_STATUS_LOC_LEN             8'h02
`define URMA_STATUS_LOC_OPERATION       8'h03
`define URMA_STATUS_LOC_ACCESS          8'h04
`define URMA_STATUS_REM_RSP_LEN         8'h05
`define URMA_STATUS_REM_UNSUPPORTED_REQ 8'h06
`define URMA_STATUS_REM_OPERATION       8'h07
`define URMA_STATUS_REM_ACCESS_ABORT    8'h08
`define URMA_STATUS_ACK_TIMEOUT         8'h09
`define URMA_STATUS_RNR_RETRY_EXCEEDED  8'h0a
`define URMA_STATUS_WR_FLUSH            8'h0b
`define URMA_STATUS_WR_SUSPEND_DONE     8'h0c
`define URMA_STATUS_WR_FLUSH_DONE       8'h0d
`define URMA_STATUS_WR_UNHANDLED        8'h0e
`define URMA_STATUS_LOC_DATA_POISON     8'h0f
`define URMA_STATUS_REM_DATA_POISON     8'h10

// Status in a hardware completion record. Source: public UMDK user driver, completion queue entry
`define URMA_CQE_STATUS_OK                 8'h00
`define URMA_CQE_STATUS_UNSUPPORTED_OPCODE 8'h01
`define URMA_CQE_STATUS_LOCAL_ERROR        8'h02
`define URMA_CQE_STATUS_REMOTE_ERROR       8'h03
`define URMA_CQE_STATUS_RNR                8'h04
`define URMA_CQE_STATUS_ACK_TIMEOUT        8'h05
`define URMA_CQE_STATUS_FLUSH              8'h06

// Sub-status in a hardware completion record; which name applies depends on the status. Source:
// public UMDK user driver, completion queue entry
`define URMA_CQE_SUBSTATUS_NONE               8'h00
`define URMA_CQE_SUBSTATUS_LOCAL_LENGTH       8'h01
`define URMA_CQE_SUBSTATUS_LOCAL_ACCESS       8'h02
`define URMA_CQE_SUBSTATUS_LOCAL_RSP_LENGTH   8'h03
`define URMA_CQE_SUBSTATUS_LOCAL_POISON       8'h04
`define URMA_CQE_SUBSTATUS_REMOTE_UNSUPPORTED 8'h01
`define URMA_CQE_SUBSTATUS_REMOTE_ABORT       8'h02
`define URMA_CQE_SUBSTATUS_REMOTE_POISON      8'h04

// State of a Jetty as the controller keeps it (the programming interface swaps the last two).
// Source: public kernel driver, Jetty context
`define URMA_JETTY_STATE_RESET   3'h0
`define URMA_JETTY_STATE_READY   3'h1
`define URMA_JETTY_STATE_ERROR   3'h2
`define URMA_JETTY_STATE_SUSPEND 3'h3

// Kind of record in the context window, address bits 24:22. Source: ours
`define URMA_CTX_KIND_JETTY    3'h0
`define URMA_CTX_KIND_JFC      3'h1
`define URMA_CTX_KIND_SEG      3'h2
`define URMA_CTX_KIND_CHAN_CFG 3'h3
`define URMA_CTX_KIND_CHAN_TX  3'h4
`define URMA_CTX_KIND_CHAN_ACK 3'h5
`define URMA_CTX_KIND_CHAN_RX  3'h6
`define URMA_CTX_KIND_WIN      3'h7

// BTH opcode. Top 3 bits are the transport (0 RC), low 5 bits the operation. Source: IBTA vol. 1,
// 9.2.1
`define ROCE_OPCODE_SEND_FIRST      8'h00
`define ROCE_OPCODE_SEND_MIDDLE     8'h01
`define ROCE_OPCODE_SEND_LAST       8'h02
`define ROCE_OPCODE_SEND_LAST_IMM   8'h03
`define ROCE_OPCODE_SEND_ONLY       8'h04
`define ROCE_OPCODE_SEND_ONLY_IMM   8'h05
`define ROCE_OPCODE_WRITE_FIRST     8'h06
`define ROCE_OPCODE_WRITE_MIDDLE    8'h07
`define ROCE_OPCODE_WRITE_LAST      8'h08
`define ROCE_OPCODE_WRITE_LAST_IMM  8'h09
`define ROCE_OPCODE_WRITE_ONLY      8'h0a
`define ROCE_OPCODE_WRITE_ONLY_IMM  8'h0b
`define ROCE_OPCODE_READ_REQUEST    8'h0c
`define ROCE_OPCODE_READ_RSP_FIRST  8'h0d
`define ROCE_OPCODE_READ_RSP_MIDDLE 8'h0e
`define ROCE_OPCODE_READ_RSP_LAST   8'h0f
`define ROCE_OPCODE_READ_RSP_ONLY   8'h10
`define ROCE_OPCODE_ACKNOWLEDGE     8'h11
`define ROCE_OPCODE_ATOMIC_ACK      8'h12
`define ROCE_OPCODE_CMP_SWAP        8'h13
`define ROCE_OPCODE_FETCH_ADD       8'h14
`define ROCE_OPCODE_CNP             8'h81

// AETH syndrome bits 6:5. Source: IBTA vol. 1, 9.7.5.1
`define ROCE_AETH_KIND_ACK 2'h0
`define ROCE_AETH_KIND_RNR 2'h1
`define ROCE_AETH_KIND_NAK 2'h3

// AETH value of a negative acknowledgement. Source: IBTA vol. 1, 9.7.5.2
`define ROCE_NAK_PSN_SEQUENCE    5'h00
`define ROCE_NAK_INVALID_REQUEST 5'h01
`define ROCE_NAK_REMOTE_ACCESS   5'h02
`define ROCE_NAK_REMOTE_OP       5'h03

// Work request, as in the verbs interface. Source: public verbs interface, ibv_wr_opcode
`define ROCE_WR_OPCODE_WRITE     8'h00
`define ROCE_WR_OPCODE_WRITE_IMM 8'h01
`define ROCE_WR_OPCODE_SEND      8'h02
`define ROCE_WR_OPCODE_SEND_IMM  8'h03
`define ROCE_WR_OPCODE_READ      8'h04
`define ROCE_WR_OPCODE_CAS       8'h05
`define ROCE_WR_OPCODE_FADD      8'h06

// Work completion, as in the verbs interface. Source: public verbs interface, ibv_wc_opcode
`define ROCE_WC_OPCODE_SEND          8'h00
`define ROCE_WC_OPCODE_WRITE         8'h01
`define ROCE_WC_OPCODE_READ          8'h02
`define ROCE_WC_OPCODE_CAS           8'h03
`define ROCE_WC_OPCODE_FADD          8'h04
`define ROCE_WC_OPCODE_RECV          8'h80
`define ROCE_WC_OPCODE_RECV_RDMA_IMM 8'h81

// Status of a work completion, as in the verbs interface. Source: public verbs interface,
// ibv_wc_status
`define ROCE_WC_STATUS_SUCCESS       8'h00
`define ROCE_WC_STATUS_LOC_LEN       8'h01
`define ROCE_WC_STATUS_LOC_QP_OP     8'h02
`define ROCE_WC_STATUS_LOC_PROT      8'h04
`define ROCE_WC_STATUS_WR_FLUSH      8'h05
`define ROCE_WC_STATUS_BAD_RESP      8'h07
`define ROCE_WC_STATUS_LOC_ACCESS    8'h08
`define ROCE_WC_STATUS_REM_INV_REQ   8'h09
`define ROCE_WC_STATUS_REM_ACCESS    8'h0a
`define ROCE_WC_STATUS_REM_OP        8'h0b
`define ROCE_WC_STATUS_RETRY_EXC     8'h0c
`define ROCE_WC_STATUS_RNR_RETRY_EXC 8'h0d

// State of a queue pair. Source: IBTA vol. 1, 10.3.1; numbers of the public verbs interface
`define ROCE_QP_STATE_RESET 3'h0
`define ROCE_QP_STATE_INIT  3'h1
`define ROCE_QP_STATE_RTR   3'h2
`define ROCE_QP_STATE_RTS   3'h3
`define ROCE_QP_STATE_SQD   3'h4
`define ROCE_QP_STATE_ERR   3'h6

// Header length and whether data follow. Source: PCI Express base specification 4.0, 2.2.1
`define PCIE_FMT_DW3      3'h0
`define PCIE_FMT_DW4      3'h1
`define PCIE_FMT_DW3_DATA 3'h2
`define PCIE_FMT_DW4_DATA 3'h3

// Kind of packet, with pcie_fmt. Source: PCI Express base specification 4.0, 2.2.1
`define PCIE_TYPE_MEM 5'h00
`define PCIE_TYPE_CPL 5'h0a

// Status of a completion. Source: PCI Express base specification 4.0, 2.2.9.1
`define PCIE_CPL_STATUS_SUCCESS     3'h0
`define PCIE_CPL_STATUS_UNSUPPORTED 3'h1
`define PCIE_CPL_STATUS_RETRY       3'h2
`define PCIE_CPL_STATUS_ABORT       3'h4

// Constants
`define UB_UDP_PORT         16'h12b8
`define UB_UDP_SPORT_BASE   16'hc000
`define UB_ETHERTYPE_IPV4   16'h0800
`define UB_ETHERTYPE_LOCAL  16'h88b5
`define UB_IP_PROTOCOL_UDP  8'd17
`define UB_IP_VERSION_IHL   8'd69
`define UB_IP_TTL           8'd64
`define UB_IP_TOS           8'd0
`define UB_IP_DF            16'h4000
`define UB_MTU_DEFAULT      14'h1000
`define ROCE_UDP_PORT       16'h12b7
`define ROCE_AETH_NO_CREDIT 5'd31
`define ROCE_INLINE_MAX     8'd28
`define PCIE_DEVICE_ID      16'd256

`endif
