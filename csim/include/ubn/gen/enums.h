/* SPDX-License-Identifier: Apache-2.0 */
/** Opcodes, status codes and constants.
 *  Written by scripts/gen from configs/spec; do not edit. */
#ifndef UBN_GEN_ENUMS_H
#define UBN_GEN_ENUMS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Transport packet, RTPH.TPOpcode. Bit 7 is `last` and means something in data packets only.
 *  @source BS 6.2 */
enum ubn_ub_tp_opcode {
    UBN_UB_TP_OPCODE_UTP_DATA = 0x00,      /**< unreliable data */
    UBN_UB_TP_OPCODE_RTP_DATA = 0x01,      /**< reliable data, more packets follow */
    UBN_UB_TP_OPCODE_RTP_DATA_LAST = 0x81, /**< reliable data, last packet of the operation */
    UBN_UB_TP_OPCODE_TPACK = 0x02,         /**< acknowledgement (negative by RSPST 3) */
    UBN_UB_TP_OPCODE_TPACK_CC = 0x03,      /**< acknowledgement with congestion extension */
    UBN_UB_TP_OPCODE_TPSACK = 0x05,        /**< selective acknowledgement */
    /** selective acknowledgement with congestion extension */
    UBN_UB_TP_OPCODE_TPSACK_CC = 0x06,
    UBN_UB_TP_OPCODE_CNP = 0x08,           /**< congestion notification */
};

/** Compact transport packet, CTPH.TPOpcode.
 *  @source BS 6.2 */
enum ubn_ub_ctp_opcode {
    UBN_UB_CTP_OPCODE_DATA = 0x0,
    UBN_UB_CTP_OPCODE_CNP = 0x1,  /**< congestion notification */
};

/** Packet class, link header.
 *  @source BS App. B */
enum ubn_ub_cfg {
    /** 16-bit network addresses, no transport header, compact transaction headers */
    UBN_UB_CFG_LDST = 0x9,
};

/** What follows the transport header of a data packet.
 *  @source BS App. B.2 */
enum ubn_ub_nlp {
    UBN_UB_NLP_TA = 0x0,          /**< BTAH or ATAH */
    UBN_UB_NLP_UPIH32_EIDH = 0x1, /**< UPIH 4 B and EIDH 32 B */
    UBN_UB_NLP_UPIH16_EIDH = 0x2, /**< UPIH 2 B and EIDH 5 B (CTP only) */
    UBN_UB_NLP_CIPH = 0x3,        /**< confidentiality header */
};

/** Status of a transport response, RTPH.RSPST.
 *  @source BS 6.2 */
enum ubn_ub_tp_rspst {
    UBN_UB_TP_RSPST_ACK = 0x0,        /**< plain acknowledgement */
    UBN_UB_TP_RSPST_RNR = 0x1,        /**< receiver not ready, RSPINFO is the timer code */
    UBN_UB_TP_RSPST_PAGE_FAULT = 0x2, /**< page fault, RSPINFO is the timer code */
    UBN_UB_TP_RSPST_ERROR = 0x3,      /**< see ub_tp_rspinfo_err */
    UBN_UB_TP_RSPST_TA_STATUS = 0x5,  /**< carries the transaction status, see ub_tp_rspinfo_ta */
};

/** RTPH.RSPINFO when RSPST is error.
 *  @source BS 6.2 */
enum ubn_ub_tp_rspinfo_err {
    UBN_UB_TP_RSPINFO_ERR_PSN = 0x00,          /**< PSN error: this is a TPNAK */
    UBN_UB_TP_RSPINFO_ERR_UNSUPPORTED = 0x01,  /**< unsupported request */
    UBN_UB_TP_RSPINFO_ERR_REMOTE_ABORT = 0x02,
};

/** RTPH.RSPINFO when RSPST is ta_status.
 *  @source BS 6.2 */
enum ubn_ub_tp_rspinfo_ta {
    UBN_UB_TP_RSPINFO_TA_ABNORMAL = 0x00,      /**< transaction layer retransmission recovers */
    UBN_UB_TP_RSPINFO_TA_UNRECOVERABLE = 0x01,
    UBN_UB_TP_RSPINFO_TA_GOOD = 0x02,          /**< good transaction acknowledgement */
};

/** Transaction opcode; also the opcode of a work request.
 *  @source BS ch. 7 */
enum ubn_ub_ta_opcode {
    UBN_UB_TA_OPCODE_SEND = 0x00,
    UBN_UB_TA_OPCODE_SEND_IMM = 0x01,     /**< send with immediate */
    UBN_UB_TA_OPCODE_WRITE = 0x03,
    UBN_UB_TA_OPCODE_WRITE_IMM = 0x04,    /**< write with immediate */
    UBN_UB_TA_OPCODE_WRITE_NOTIFY = 0x05, /**< write with notify */
    UBN_UB_TA_OPCODE_READ = 0x06,
    UBN_UB_TA_OPCODE_CAS = 0x07,          /**< atomic compare and swap */
    UBN_UB_TA_OPCODE_SWAP = 0x08,         /**< atomic swap */
    UBN_UB_TA_OPCODE_ATOMIC_STORE = 0x09, /**< operate, no data back */
    UBN_UB_TA_OPCODE_ATOMIC_LOAD = 0x0a,  /**< operate, original data back */
    UBN_UB_TA_OPCODE_FETCH_ADD = 0x0b,
    UBN_UB_TA_OPCODE_FETCH_SUB = 0x0c,
    UBN_UB_TA_OPCODE_FETCH_AND = 0x0d,
    UBN_UB_TA_OPCODE_FETCH_OR = 0x0e,
    UBN_UB_TA_OPCODE_FETCH_XOR = 0x0f,
    UBN_UB_TA_OPCODE_MGMT = 0x10,         /**< management */
    UBN_UB_TA_OPCODE_TAACK = 0x11,        /**< transaction acknowledgement */
    UBN_UB_TA_OPCODE_READ_RSP = 0x12,     /**< read response */
    UBN_UB_TA_OPCODE_ATOMIC_RSP = 0x13,   /**< atomic response */
    UBN_UB_TA_OPCODE_WRITE_BE = 0x14,     /**< write with byte enables */
    UBN_UB_TA_OPCODE_PREFETCH_TGT = 0x15, /**< prefetch, never answered */
    UBN_UB_TA_OPCODE_WRITEBACK = 0x17,
    UBN_UB_TA_OPCODE_WRITEBACK_BE = 0x18, /**< writeback with byte enables */
};

/** Status of a transaction response, ATAH.RSPST.
 *  @source BS ch. 7 */
enum ubn_ub_ta_rspst {
    UBN_UB_TA_RSPST_OK = 0x0,         /**< done; RSPINFO is the number of merged acknowledgements */
    UBN_UB_TA_RSPST_RNR = 0x1,        /**< receiver not ready, RSPINFO is the timer code */
    UBN_UB_TA_RSPST_PAGE_FAULT = 0x2, /**< RSPINFO is the timer code; 0 means already repaired */
    UBN_UB_TA_RSPST_ERROR = 0x3,      /**< completer error, see ub_ta_rspinfo_err */
    UBN_UB_TA_RSPST_ACCEPTED = 0x5,   /**< accepted, not yet in the medium; RSPINFO as ok */
};

/** ATAH.RSPINFO when RSPST is error.
 *  @source BS ch. 7 */
enum ubn_ub_ta_rspinfo_err {
    UBN_UB_TA_RSPINFO_ERR_UNSUPPORTED = 0x01,  /**< unsupported request */
    UBN_UB_TA_RSPINFO_ERR_REMOTE_ABORT = 0x02,
};

/** Status of a compact response, compact ATAH.Status.
 *  @source BS ch. 7 */
enum ubn_ub_ta_status_c {
    UBN_UB_TA_STATUS_C_OK = 0x0,
    UBN_UB_TA_STATUS_C_AUTH_FAILED = 0x1, /**< authentication failed */
};

/** BTAH.ODR; bits 1:0 give the execution order, bit 2 asks for receive completions in order.
 *  @source BS ch. 7, 7.3.2 */
enum ubn_ub_odr {
    UBN_UB_ODR_NO = 0x0,       /**< no order */
    UBN_UB_ODR_RO = 0x1,       /**< relaxed order */
    UBN_UB_ODR_SO = 0x2,       /**< strong order */
    UBN_UB_ODR_COMP_BIT = 0x4, /**< or-ed in: receive completion in order */
};

/** INI_RC_Type, what INI_RC_ID names.
 *  @source BS ch. 7 */
enum ubn_ub_rc_type {
    UBN_UB_RC_TYPE_QUEUE = 0x0,   /**< queue of the initiator */
    UBN_UB_RC_TYPE_QUEUE1 = 0x1,  /**< queue of the initiator */
    UBN_UB_RC_TYPE_SEQ_CTX = 0x2, /**< sequence context of the target */
};

/** BTAH.EE_bits.
 *  @source BS ch. 7 */
enum ubn_ub_ee {
    UBN_UB_EE_NON_TEE = 0x1, /**< outside a trusted environment */
    UBN_UB_EE_TEE = 0x3,     /**< inside a trusted environment */
};

/** Sub-operation of an atomic load or store, UDETAH[23:20].
 *  @source BS 7.4.2.3; its text describes clr as xor and eor as and-not, names and text
 *  disagree */
enum ubn_ub_atomic_sub_op {
    UBN_UB_ATOMIC_SUB_OP_ADD = 0x0,
    UBN_UB_ATOMIC_SUB_OP_CLR = 0x1,
    UBN_UB_ATOMIC_SUB_OP_EOR = 0x2,
    UBN_UB_ATOMIC_SUB_OP_SET = 0x3,  /**< or */
    UBN_UB_ATOMIC_SUB_OP_SMAX = 0x4, /**< signed */
    UBN_UB_ATOMIC_SUB_OP_SMIN = 0x5, /**< signed */
    UBN_UB_ATOMIC_SUB_OP_UMAX = 0x6,
    UBN_UB_ATOMIC_SUB_OP_UMIN = 0x7,
};

/** Opcode of the URMA programming interface (not on the wire).
 *  @source public UMDK headers, API 0.9 */
enum ubn_urma_opcode {
    UBN_URMA_OPCODE_WRITE = 0x00,
    UBN_URMA_OPCODE_WRITE_IMM = 0x01,
    UBN_URMA_OPCODE_WRITE_NOTIFY = 0x02,
    UBN_URMA_OPCODE_READ = 0x10,
    UBN_URMA_OPCODE_CAS = 0x20,
    UBN_URMA_OPCODE_SWAP = 0x21,
    UBN_URMA_OPCODE_FADD = 0x22,
    UBN_URMA_OPCODE_FSUB = 0x23,
    UBN_URMA_OPCODE_FAND = 0x24,
    UBN_URMA_OPCODE_FOR = 0x25,
    UBN_URMA_OPCODE_FXOR = 0x26,
    UBN_URMA_OPCODE_SEND = 0x40,
    UBN_URMA_OPCODE_SEND_IMM = 0x41,
    UBN_URMA_OPCODE_SEND_INVALIDATE = 0x42,
    UBN_URMA_OPCODE_NOP = 0x51,
    UBN_URMA_OPCODE_WRITE_ATOMIC = 0x60,    /**< not in the base specification */
    UBN_URMA_OPCODE_FLUSH_DMA = 0x80,
};

/** Status of a completion record as the programming interface shows it.
 *  @source public UMDK headers, API 0.9 */
enum ubn_urma_status {
    UBN_URMA_STATUS_SUCCESS = 0x00,
    UBN_URMA_STATUS_UNSUPPORTED_OPCODE = 0x01,
    UBN_URMA_STATUS_LOC_LEN = 0x02,             /**< local length */
    UBN_URMA_STATUS_LOC_OPERATION = 0x03,       /**< local operation */
    UBN_URMA_STATUS_LOC_ACCESS = 0x04,          /**< local access */
    UBN_URMA_STATUS_REM_RSP_LEN = 0x05,         /**< length of the remote response */
    UBN_URMA_STATUS_REM_UNSUPPORTED_REQ = 0x06, /**< request unsupported by the target */
    UBN_URMA_STATUS_REM_OPERATION = 0x07,       /**< remote operation */
    UBN_URMA_STATUS_REM_ACCESS_ABORT = 0x08,    /**< access refused by the target */
    UBN_URMA_STATUS_ACK_TIMEOUT = 0x09,
    UBN_URMA_STATUS_RNR_RETRY_EXCEEDED = 0x0a,
    UBN_URMA_STATUS_WR_FLUSH = 0x0b,
    UBN_URMA_STATUS_WR_SUSPEND_DONE = 0x0c,     /**< no request behind it */
    UBN_URMA_STATUS_WR_FLUSH_DONE = 0x0d,       /**< no request behind it */
    /** returned by a flush, never seen by the controller */
    UBN_URMA_STATUS_WR_UNHANDLED = 0x0e,
    UBN_URMA_STATUS_LOC_DATA_POISON = 0x0f,
    UBN_URMA_STATUS_REM_DATA_POISON = 0x10,
};

/** Status in a hardware completion record.
 *  @source public UMDK user driver, completion queue entry */
enum ubn_urma_cqe_status {
    UBN_URMA_CQE_STATUS_OK = 0x00,
    UBN_URMA_CQE_STATUS_UNSUPPORTED_OPCODE = 0x01,
    UBN_URMA_CQE_STATUS_LOCAL_ERROR = 0x02,        /**< local error, see the local_* sub-status */
    UBN_URMA_CQE_STATUS_REMOTE_ERROR = 0x03,       /**< remote error, see the remote_* sub-status */
    UBN_URMA_CQE_STATUS_RNR = 0x04,                /**< receiver-not-ready retries exhausted */
    UBN_URMA_CQE_STATUS_ACK_TIMEOUT = 0x05,
    UBN_URMA_CQE_STATUS_FLUSH = 0x06,              /**< flushed */
};

/** Sub-status in a hardware completion record; which name applies depends on the status.
 *  @source public UMDK user driver, completion queue entry */
enum ubn_urma_cqe_substatus {
    UBN_URMA_CQE_SUBSTATUS_NONE = 0x00,
    UBN_URMA_CQE_SUBSTATUS_LOCAL_LENGTH = 0x01,
    UBN_URMA_CQE_SUBSTATUS_LOCAL_ACCESS = 0x02,
    UBN_URMA_CQE_SUBSTATUS_LOCAL_RSP_LENGTH = 0x03,   /**< length of the remote response */
    UBN_URMA_CQE_SUBSTATUS_LOCAL_POISON = 0x04,
    UBN_URMA_CQE_SUBSTATUS_REMOTE_UNSUPPORTED = 0x01,
    UBN_URMA_CQE_SUBSTATUS_REMOTE_ABORT = 0x02,       /**< access refused or aborted */
    UBN_URMA_CQE_SUBSTATUS_REMOTE_POISON = 0x04,
};

/** State of a Jetty as the controller keeps it (the programming interface swaps the last two).
 *  @source public kernel driver, Jetty context */
enum ubn_urma_jetty_state {
    UBN_URMA_JETTY_STATE_RESET = 0x0,   /**< stores are dropped */
    UBN_URMA_JETTY_STATE_READY = 0x1,
    UBN_URMA_JETTY_STATE_ERROR = 0x2,
    UBN_URMA_JETTY_STATE_SUSPEND = 0x3, /**< still receives */
};

/** Kind of record in the context window, address bits 24:22.
 *  @source ours */
enum ubn_urma_ctx_kind {
    UBN_URMA_CTX_KIND_JETTY = 0x0,    /**< urma_jetty_ctx */
    UBN_URMA_CTX_KIND_JFC = 0x1,      /**< urma_jfc_ctx */
    UBN_URMA_CTX_KIND_SEG = 0x2,      /**< urma_seg_ctx */
    UBN_URMA_CTX_KIND_CHAN_CFG = 0x3, /**< urma_chan_cfg */
    UBN_URMA_CTX_KIND_CHAN_TX = 0x4,  /**< urma_chan_tx */
    UBN_URMA_CTX_KIND_CHAN_ACK = 0x5, /**< urma_chan_ack */
    UBN_URMA_CTX_KIND_CHAN_RX = 0x6,  /**< urma_chan_rx */
    UBN_URMA_CTX_KIND_WIN = 0x7,      /**< urma_win_ctx */
};

/** BTH opcode. Top 3 bits are the transport (0 RC), low 5 bits the operation.
 *  @source IBTA vol. 1, 9.2.1 */
enum ubn_roce_opcode {
    UBN_ROCE_OPCODE_SEND_FIRST = 0x00,
    UBN_ROCE_OPCODE_SEND_MIDDLE = 0x01,
    UBN_ROCE_OPCODE_SEND_LAST = 0x02,
    UBN_ROCE_OPCODE_SEND_LAST_IMM = 0x03,
    UBN_ROCE_OPCODE_SEND_ONLY = 0x04,
    UBN_ROCE_OPCODE_SEND_ONLY_IMM = 0x05,
    UBN_ROCE_OPCODE_WRITE_FIRST = 0x06,
    UBN_ROCE_OPCODE_WRITE_MIDDLE = 0x07,
    UBN_ROCE_OPCODE_WRITE_LAST = 0x08,
    UBN_ROCE_OPCODE_WRITE_LAST_IMM = 0x09,
    UBN_ROCE_OPCODE_WRITE_ONLY = 0x0a,
    UBN_ROCE_OPCODE_WRITE_ONLY_IMM = 0x0b,
    UBN_ROCE_OPCODE_READ_REQUEST = 0x0c,
    UBN_ROCE_OPCODE_READ_RSP_FIRST = 0x0d,
    UBN_ROCE_OPCODE_READ_RSP_MIDDLE = 0x0e,
    UBN_ROCE_OPCODE_READ_RSP_LAST = 0x0f,
    UBN_ROCE_OPCODE_READ_RSP_ONLY = 0x10,
    UBN_ROCE_OPCODE_ACKNOWLEDGE = 0x11,
    UBN_ROCE_OPCODE_ATOMIC_ACK = 0x12,
    UBN_ROCE_OPCODE_CMP_SWAP = 0x13,
    UBN_ROCE_OPCODE_FETCH_ADD = 0x14,
    UBN_ROCE_OPCODE_CNP = 0x81,             /**< congestion notification */
};

/** AETH syndrome bits 6:5.
 *  @source IBTA vol. 1, 9.7.5.1 */
enum ubn_roce_aeth_kind {
    UBN_ROCE_AETH_KIND_ACK = 0x0, /**< value is the credit code; 31: not limited */
    UBN_ROCE_AETH_KIND_RNR = 0x1, /**< value is the RNR timer code */
    UBN_ROCE_AETH_KIND_NAK = 0x3, /**< see roce_nak */
};

/** AETH value of a negative acknowledgement.
 *  @source IBTA vol. 1, 9.7.5.2 */
enum ubn_roce_nak {
    UBN_ROCE_NAK_PSN_SEQUENCE = 0x00,
    UBN_ROCE_NAK_INVALID_REQUEST = 0x01,
    UBN_ROCE_NAK_REMOTE_ACCESS = 0x02,
    UBN_ROCE_NAK_REMOTE_OP = 0x03,
};

/** Work request, as in the verbs interface.
 *  @source public verbs interface, ibv_wr_opcode */
enum ubn_roce_wr_opcode {
    UBN_ROCE_WR_OPCODE_WRITE = 0x00,
    UBN_ROCE_WR_OPCODE_WRITE_IMM = 0x01,
    UBN_ROCE_WR_OPCODE_SEND = 0x02,
    UBN_ROCE_WR_OPCODE_SEND_IMM = 0x03,
    UBN_ROCE_WR_OPCODE_READ = 0x04,
    UBN_ROCE_WR_OPCODE_CAS = 0x05,       /**< compare and swap, 8 B */
    UBN_ROCE_WR_OPCODE_FADD = 0x06,      /**< fetch and add, 8 B */
};

/** Work completion, as in the verbs interface.
 *  @source public verbs interface, ibv_wc_opcode */
enum ubn_roce_wc_opcode {
    UBN_ROCE_WC_OPCODE_SEND = 0x00,
    UBN_ROCE_WC_OPCODE_WRITE = 0x01,
    UBN_ROCE_WC_OPCODE_READ = 0x02,
    UBN_ROCE_WC_OPCODE_CAS = 0x03,
    UBN_ROCE_WC_OPCODE_FADD = 0x04,
    UBN_ROCE_WC_OPCODE_RECV = 0x80,
    UBN_ROCE_WC_OPCODE_RECV_RDMA_IMM = 0x81,
};

/** Status of a work completion, as in the verbs interface.
 *  @source public verbs interface, ibv_wc_status */
enum ubn_roce_wc_status {
    UBN_ROCE_WC_STATUS_SUCCESS = 0x00,
    UBN_ROCE_WC_STATUS_LOC_LEN = 0x01,
    UBN_ROCE_WC_STATUS_LOC_QP_OP = 0x02,
    UBN_ROCE_WC_STATUS_LOC_PROT = 0x04,
    UBN_ROCE_WC_STATUS_WR_FLUSH = 0x05,
    UBN_ROCE_WC_STATUS_BAD_RESP = 0x07,
    UBN_ROCE_WC_STATUS_LOC_ACCESS = 0x08,
    UBN_ROCE_WC_STATUS_REM_INV_REQ = 0x09,
    UBN_ROCE_WC_STATUS_REM_ACCESS = 0x0a,
    UBN_ROCE_WC_STATUS_REM_OP = 0x0b,
    UBN_ROCE_WC_STATUS_RETRY_EXC = 0x0c,
    UBN_ROCE_WC_STATUS_RNR_RETRY_EXC = 0x0d,
};

/** State of a queue pair.
 *  @source IBTA vol. 1, 10.3.1; numbers of the public verbs interface */
enum ubn_roce_qp_state {
    UBN_ROCE_QP_STATE_RESET = 0x0,
    UBN_ROCE_QP_STATE_INIT = 0x1,
    UBN_ROCE_QP_STATE_RTR = 0x2,
    UBN_ROCE_QP_STATE_RTS = 0x3,
    UBN_ROCE_QP_STATE_SQD = 0x4,
    UBN_ROCE_QP_STATE_ERR = 0x6,
};

/** Header length and whether data follow.
 *  @source PCI Express base specification 4.0, 2.2.1 */
enum ubn_pcie_fmt {
    UBN_PCIE_FMT_DW3 = 0x0,
    UBN_PCIE_FMT_DW4 = 0x1,
    UBN_PCIE_FMT_DW3_DATA = 0x2,
    UBN_PCIE_FMT_DW4_DATA = 0x3,
};

/** Kind of packet, with pcie_fmt.
 *  @source PCI Express base specification 4.0, 2.2.1 */
enum ubn_pcie_type {
    UBN_PCIE_TYPE_MEM = 0x00, /**< memory read (no data) or write */
    UBN_PCIE_TYPE_CPL = 0x0a, /**< completion */
};

/** Status of a completion.
 *  @source PCI Express base specification 4.0, 2.2.9.1 */
enum ubn_pcie_cpl_status {
    UBN_PCIE_CPL_STATUS_SUCCESS = 0x0,
    UBN_PCIE_CPL_STATUS_UNSUPPORTED = 0x1,
    UBN_PCIE_CPL_STATUS_RETRY = 0x2,
    UBN_PCIE_CPL_STATUS_ABORT = 0x4,
};

/* Constants */
/** UDP destination port of UB
 *  @source BS App. B.2 */
#define UBN_UB_UDP_PORT 0x12b8u
/** default UDP source port is this plus the channel number
 *  @source ours */
#define UBN_UB_UDP_SPORT_BASE 0xc000u
/** EtherType of IPv4
 *  @source IEEE 802 numbers */
#define UBN_UB_ETHERTYPE_IPV4 0x800u
/** EtherType for local experiments: load/store frames in our captures
 *  @source IEEE 802 numbers */
#define UBN_UB_ETHERTYPE_LOCAL 0x88b5u
/** IPv4 protocol number of UDP
 *  @source RFC 768 */
#define UBN_UB_IP_PROTOCOL_UDP 0x11u
/** IPv4 version 4, 5 header words
 *  @source RFC 791 */
#define UBN_UB_IP_VERSION_IHL 0x45u
/** default time to live
 *  @source RFC 1700 */
#define UBN_UB_IP_TTL 0x40u
/** default type of service
 *  @source ours */
#define UBN_UB_IP_TOS 0x0u
/** flags and fragment offset: do not fragment
 *  @source RFC 791 */
#define UBN_UB_IP_DF 0x4000u
/** default payload of a full packet, bytes
 *  @source ours */
#define UBN_UB_MTU_DEFAULT 0x1000u
/** UDP destination port of RoCEv2
 *  @source IBTA vol. 1, annex A17 */
#define UBN_ROCE_UDP_PORT 0x12b7u
/** credit code: the sender is not limited
 *  @source IBTA vol. 1, 9.7.7.2 */
#define UBN_ROCE_AETH_NO_CREDIT 0x1fu
/** inline data of a work request, bytes
 *  @source ours, one 64 B work request */
#define UBN_ROCE_INLINE_MAX 0x1cu
/** bus 1, device 0, function 0: id of the controller on PCIe
 *  @source ours */
#define UBN_PCIE_DEVICE_ID 0x100u

#ifdef __cplusplus
}
#endif

#endif /* UBN_GEN_ENUMS_H */
