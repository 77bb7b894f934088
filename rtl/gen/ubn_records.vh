// SPDX-License-Identifier: Apache-2.0
// ubn_records.vh: records that host and controller share, bit 0 = LSB of the first 32-bit word.
// Written by scripts/gen from configs/spec; do not edit.

`ifndef UBN_RECORDS_VH
`define UBN_RECORDS_VH

// One basic block of an URMA send queue, written to the direct window of a Jetty page. Source:
// public UMDK user driver, send queue entry (control part 48 B, then one 16 B SGE)
`define URMA_WQE_BITS             512
`define URMA_WQE_BYTES            64
`define URMA_WQE_SQE_BB_IDX       15:0
`define URMA_WQE_SQE_BB_IDX_W     16
`define URMA_WQE_PLACE_ORDER      17:16
`define URMA_WQE_PLACE_ORDER_W    2
`define URMA_WQE_COMP_ORDER       18:18
`define URMA_WQE_COMP_ORDER_W     1
`define URMA_WQE_FENCE            19:19
`define URMA_WQE_FENCE_W          1
`define URMA_WQE_SOLICITED        20:20
`define URMA_WQE_SOLICITED_W      1
`define URMA_WQE_COMPLETE         21:21
`define URMA_WQE_COMPLETE_W       1
`define URMA_WQE_INLINE           22:22
`define URMA_WQE_INLINE_W         1
`define URMA_WQE_UDF_FLAG         23:23
`define URMA_WQE_UDF_FLAG_W       1
`define URMA_WQE_NF               27:27
`define URMA_WQE_NF_W             1
`define URMA_WQE_TOKEN_EN         28:28
`define URMA_WQE_TOKEN_EN_W       1
`define URMA_WQE_RMT_JETTY_TYPE   30:29
`define URMA_WQE_RMT_JETTY_TYPE_W 2
`define URMA_WQE_OWNER            31:31
`define URMA_WQE_OWNER_W          1
`define URMA_WQE_TARGET_HINT      39:32
`define URMA_WQE_TARGET_HINT_W    8
`define URMA_WQE_OPCODE           47:40
`define URMA_WQE_OPCODE_W         8
`define URMA_WQE_INLINE_LEN       63:54
`define URMA_WQE_INLINE_LEN_W     10
`define URMA_WQE_TP_ID            87:64
`define URMA_WQE_TP_ID_W          24
`define URMA_WQE_SGE_NUM          95:88
`define URMA_WQE_SGE_NUM_W        8
`define URMA_WQE_RMT_SEG_ID       115:96
`define URMA_WQE_RMT_SEG_ID_W     20
`define URMA_WQE_WRITE_LEN        125:116
`define URMA_WQE_WRITE_LEN_W      10
`define URMA_WQE_RMT_EID          255:128
`define URMA_WQE_RMT_EID_W        128
`define URMA_WQE_RMT_TOKEN        287:256
`define URMA_WQE_RMT_TOKEN_W      32
`define URMA_WQE_UDF              319:288
`define URMA_WQE_UDF_W            32
`define URMA_WQE_RMT_ADDR         383:320
`define URMA_WQE_RMT_ADDR_W       64
`define URMA_WQE_SGE_LEN          415:384
`define URMA_WQE_SGE_LEN_W        32
`define URMA_WQE_SGE_TOKEN_ID     447:416
`define URMA_WQE_SGE_TOKEN_ID_W   32
`define URMA_WQE_SGE_VA           511:448
`define URMA_WQE_SGE_VA_W         64

// One completion record in the memory of a JFC. Source: public UMDK user driver, completion queue
// entry
`define URMA_CQE_BITS           512
`define URMA_CQE_BYTES          64
`define URMA_CQE_S_R            0:0
`define URMA_CQE_S_R_W          1
`define URMA_CQE_IS_JETTY       1:1
`define URMA_CQE_IS_JETTY_W     1
`define URMA_CQE_OWNER          2:2
`define URMA_CQE_OWNER_W        1
`define URMA_CQE_INLINE         3:3
`define URMA_CQE_INLINE_W       1
`define URMA_CQE_OPCODE         6:4
`define URMA_CQE_OPCODE_W       3
`define URMA_CQE_FD             7:7
`define URMA_CQE_FD_W           1
`define URMA_CQE_SUBSTATUS      23:16
`define URMA_CQE_SUBSTATUS_W    8
`define URMA_CQE_STATUS         31:24
`define URMA_CQE_STATUS_W       8
`define URMA_CQE_ENTRY_IDX      47:32
`define URMA_CQE_ENTRY_IDX_W    16
`define URMA_CQE_LOCAL_NUM_LO   63:48
`define URMA_CQE_LOCAL_NUM_LO_W 16
`define URMA_CQE_LOCAL_NUM_HI   67:64
`define URMA_CQE_LOCAL_NUM_HI_W 4
`define URMA_CQE_RMT_IDX        87:68
`define URMA_CQE_RMT_IDX_W      20
`define URMA_CQE_TPN            119:96
`define URMA_CQE_TPN_W          24
`define URMA_CQE_BYTE_CNT       159:128
`define URMA_CQE_BYTE_CNT_W     32
`define URMA_CQE_USER_DATA      223:160
`define URMA_CQE_USER_DATA_W    64
`define URMA_CQE_RMT_EID        351:224
`define URMA_CQE_RMT_EID_W      128
`define URMA_CQE_IMM            415:352
`define URMA_CQE_IMM_W          64
`define URMA_CQE_INLINE_DATA    511:416
`define URMA_CQE_INLINE_DATA_W  96

// State of one Jetty, send side. Source: ours, after the public kernel driver's Jetty context
`define URMA_JETTY_CTX_BITS         128
`define URMA_JETTY_CTX_BYTES        16
`define URMA_JETTY_CTX_STATE        2:0
`define URMA_JETTY_CTX_STATE_W      3
`define URMA_JETTY_CTX_JFC_ID       27:8
`define URMA_JETTY_CTX_JFC_ID_W     20
`define URMA_JETTY_CTX_NEXT_TASSN   47:32
`define URMA_JETTY_CTX_NEXT_TASSN_W 16
`define URMA_JETTY_CTX_BUSY         63:48
`define URMA_JETTY_CTX_BUSY_W       16
`define URMA_JETTY_CTX_USER_DATA    127:64
`define URMA_JETTY_CTX_USER_DATA_W  64

// State of one completion queue. Source: ours, after the public kernel driver's JFC context
`define URMA_JFC_CTX_BITS    128
`define URMA_JFC_CTX_BYTES   16
`define URMA_JFC_CTX_VALID   0:0
`define URMA_JFC_CTX_VALID_W 1
`define URMA_JFC_CTX_SHIFT   8:4
`define URMA_JFC_CTX_SHIFT_W 5
`define URMA_JFC_CTX_PI      32:10
`define URMA_JFC_CTX_PI_W    23
`define URMA_JFC_CTX_BASE    127:64
`define URMA_JFC_CTX_BASE_W  64

// One registered memory segment, found by its TokenID. Source: UB base specification, memory
// management (permission entry with two token values)
`define URMA_SEG_CTX_BITS        320
`define URMA_SEG_CTX_BYTES       40
`define URMA_SEG_CTX_VALID       0:0
`define URMA_SEG_CTX_VALID_W     1
`define URMA_SEG_CTX_WRITE_EN    1:1
`define URMA_SEG_CTX_WRITE_EN_W  1
`define URMA_SEG_CTX_READ_EN     2:2
`define URMA_SEG_CTX_READ_EN_W   1
`define URMA_SEG_CTX_ATOMIC_EN   3:3
`define URMA_SEG_CTX_ATOMIC_EN_W 1
`define URMA_SEG_CTX_TOKEN_CHK   4:4
`define URMA_SEG_CTX_TOKEN_CHK_W 1
`define URMA_SEG_CTX_TOKEN0      63:32
`define URMA_SEG_CTX_TOKEN0_W    32
`define URMA_SEG_CTX_TOKEN1      95:64
`define URMA_SEG_CTX_TOKEN1_W    32
`define URMA_SEG_CTX_UBA         191:128
`define URMA_SEG_CTX_UBA_W       64
`define URMA_SEG_CTX_LEN         255:192
`define URMA_SEG_CTX_LEN_W       64
`define URMA_SEG_CTX_PA          319:256
`define URMA_SEG_CTX_PA_W        64

// Static part of a transport channel, the address of its other end. Source: ours; UB base
// specification, transport channel
`define URMA_CHAN_CFG_BITS        192
`define URMA_CHAN_CFG_BYTES       24
`define URMA_CHAN_CFG_VALID       0:0
`define URMA_CHAN_CFG_VALID_W     1
`define URMA_CHAN_CFG_MTU         6:4
`define URMA_CHAN_CFG_MTU_W       3
`define URMA_CHAN_CFG_RMT_TPN     31:8
`define URMA_CHAN_CFG_RMT_TPN_W   24
`define URMA_CHAN_CFG_DST_MAC     79:32
`define URMA_CHAN_CFG_DST_MAC_W   48
`define URMA_CHAN_CFG_UDP_SPORT   95:80
`define URMA_CHAN_CFG_UDP_SPORT_W 16
`define URMA_CHAN_CFG_DST_IP      127:96
`define URMA_CHAN_CFG_DST_IP_W    32
`define URMA_CHAN_CFG_WINDOW      151:128
`define URMA_CHAN_CFG_WINDOW_W    24

// Send side of a transport channel, written back by urma_tp_tx. Source: UB base specification, PSN
// rules
`define URMA_CHAN_TX_BITS         64
`define URMA_CHAN_TX_BYTES        8
`define URMA_CHAN_TX_NEXT_PSN     23:0
`define URMA_CHAN_TX_NEXT_PSN_W   24
`define URMA_CHAN_TX_NEXT_TPMSN   55:32
`define URMA_CHAN_TX_NEXT_TPMSN_W 24

// Acknowledged edge of the send side, written back by urma_tp_ack. Source: UB base specification,
// PSN rules
`define URMA_CHAN_ACK_BITS  32
`define URMA_CHAN_ACK_BYTES 4
`define URMA_CHAN_ACK_UNA   23:0
`define URMA_CHAN_ACK_UNA_W 24

// Receive side of a transport channel, written back by urma_tp_rx. Source: UB base specification,
// PSN rules
`define URMA_CHAN_RX_BITS   64
`define URMA_CHAN_RX_BYTES  8
`define URMA_CHAN_RX_EPSN   23:0
`define URMA_CHAN_RX_EPSN_W 24
`define URMA_CHAN_RX_EMSN   55:32
`define URMA_CHAN_RX_EMSN_W 24

// One entry of the load/store decoder, 128 MiB of the window; its number is in address bits 30:27.
// Source: UB base specification, memory management (UB decoder entry); size of an entry: ours
`define URMA_WIN_CTX_BITS       256
`define URMA_WIN_CTX_BYTES      32
`define URMA_WIN_CTX_VALID      0:0
`define URMA_WIN_CTX_VALID_W    1
`define URMA_WIN_CTX_LOAD_EN    1:1
`define URMA_WIN_CTX_LOAD_EN_W  1
`define URMA_WIN_CTX_STORE_EN   2:2
`define URMA_WIN_CTX_STORE_EN_W 1
`define URMA_WIN_CTX_SO         3:3
`define URMA_WIN_CTX_SO_W       1
`define URMA_WIN_CTX_DCNA       31:16
`define URMA_WIN_CTX_DCNA_W     16
`define URMA_WIN_CTX_TOKEN_ID   51:32
`define URMA_WIN_CTX_TOKEN_ID_W 20
`define URMA_WIN_CTX_DST_MAC    111:64
`define URMA_WIN_CTX_DST_MAC_W  48
`define URMA_WIN_CTX_UBA_BASE   191:128
`define URMA_WIN_CTX_UBA_BASE_W 64

// One work request of a send queue; a receive queue uses length, lkey and local_addr only. Inline
// data stand from lkey on. Source: ours, after the public mlx5 user driver (control, remote
// address, data and atomic segments of 16 B)
`define ROCE_WQE_BITS          512
`define ROCE_WQE_BYTES         64
`define ROCE_WQE_OPCODE        7:0
`define ROCE_WQE_OPCODE_W      8
`define ROCE_WQE_SIGNALED      8:8
`define ROCE_WQE_SIGNALED_W    1
`define ROCE_WQE_SOLICITED     9:9
`define ROCE_WQE_SOLICITED_W   1
`define ROCE_WQE_FENCE         10:10
`define ROCE_WQE_FENCE_W       1
`define ROCE_WQE_INLINE        11:11
`define ROCE_WQE_INLINE_W      1
`define ROCE_WQE_WQE_IDX       31:16
`define ROCE_WQE_WQE_IDX_W     16
`define ROCE_WQE_QPN           55:32
`define ROCE_WQE_QPN_W         24
`define ROCE_WQE_SGE_NUM       63:56
`define ROCE_WQE_SGE_NUM_W     8
`define ROCE_WQE_IMM           95:64
`define ROCE_WQE_IMM_W         32
`define ROCE_WQE_REMOTE_ADDR   191:128
`define ROCE_WQE_REMOTE_ADDR_W 64
`define ROCE_WQE_RKEY          223:192
`define ROCE_WQE_RKEY_W        32
`define ROCE_WQE_LENGTH        287:256
`define ROCE_WQE_LENGTH_W      32
`define ROCE_WQE_LKEY          319:288
`define ROCE_WQE_LKEY_W        32
`define ROCE_WQE_LOCAL_ADDR    383:320
`define ROCE_WQE_LOCAL_ADDR_W  64
`define ROCE_WQE_SWAP_ADD      447:384
`define ROCE_WQE_SWAP_ADD_W    64
`define ROCE_WQE_COMPARE       511:448
`define ROCE_WQE_COMPARE_W     64

// Write to the doorbell of a queue pair. Source: ours, after the public mlx5 user driver
`define ROCE_DOORBELL_BITS  64
`define ROCE_DOORBELL_BYTES 8
`define ROCE_DOORBELL_PI    15:0
`define ROCE_DOORBELL_PI_W  16
`define ROCE_DOORBELL_RQ    16:16
`define ROCE_DOORBELL_RQ_W  1

// One completion record in the memory of a completion queue. Source: ours, after the public mlx5
// user driver (owner bit in the last byte)
`define ROCE_CQE_BITS       512
`define ROCE_CQE_BYTES      64
`define ROCE_CQE_QPN        23:0
`define ROCE_CQE_QPN_W      24
`define ROCE_CQE_OPCODE     31:24
`define ROCE_CQE_OPCODE_W   8
`define ROCE_CQE_STATUS     39:32
`define ROCE_CQE_STATUS_W   8
`define ROCE_CQE_WITH_IMM   40:40
`define ROCE_CQE_WITH_IMM_W 1
`define ROCE_CQE_WQE_IDX    63:48
`define ROCE_CQE_WQE_IDX_W  16
`define ROCE_CQE_BYTE_CNT   95:64
`define ROCE_CQE_BYTE_CNT_W 32
`define ROCE_CQE_IMM        127:96
`define ROCE_CQE_IMM_W      32
`define ROCE_CQE_SRC_QPN    151:128
`define ROCE_CQE_SRC_QPN_W  24
`define ROCE_CQE_OWNER      504:504
`define ROCE_CQE_OWNER_W    1

// One work queue in host memory; id 2 * queue pair, plus 1 for the receive queue. Written back by
// roce_wq_fetch. Source: ours
`define ROCE_WQ_CTX_BITS     128
`define ROCE_WQ_CTX_BYTES    16
`define ROCE_WQ_CTX_VALID    0:0
`define ROCE_WQ_CTX_VALID_W  1
`define ROCE_WQ_CTX_LISTED   1:1
`define ROCE_WQ_CTX_LISTED_W 1
`define ROCE_WQ_CTX_SHIFT    12:8
`define ROCE_WQ_CTX_SHIFT_W  5
`define ROCE_WQ_CTX_PI       31:16
`define ROCE_WQ_CTX_PI_W     16
`define ROCE_WQ_CTX_FI       47:32
`define ROCE_WQ_CTX_FI_W     16
`define ROCE_WQ_CTX_DONE     63:48
`define ROCE_WQ_CTX_DONE_W   16
`define ROCE_WQ_CTX_BASE     127:64
`define ROCE_WQ_CTX_BASE_W   64

// Static part of a queue pair; the host alone writes it. Source: IBTA vol. 1, 10.3 and 11.2.4
// (modify QP attributes)
`define ROCE_QP_CFG_BITS            320
`define ROCE_QP_CFG_BYTES           40
`define ROCE_QP_CFG_STATE           2:0
`define ROCE_QP_CFG_STATE_W         3
`define ROCE_QP_CFG_MTU             5:3
`define ROCE_QP_CFG_MTU_W           3
`define ROCE_QP_CFG_REMOTE_WRITE    6:6
`define ROCE_QP_CFG_REMOTE_WRITE_W  1
`define ROCE_QP_CFG_REMOTE_READ     7:7
`define ROCE_QP_CFG_REMOTE_READ_W   1
`define ROCE_QP_CFG_REMOTE_ATOMIC   8:8
`define ROCE_QP_CFG_REMOTE_ATOMIC_W 1
`define ROCE_QP_CFG_MIN_RNR         16:12
`define ROCE_QP_CFG_MIN_RNR_W       5
`define ROCE_QP_CFG_TIMEOUT         21:17
`define ROCE_QP_CFG_TIMEOUT_W       5
`define ROCE_QP_CFG_RETRY_CNT       24:22
`define ROCE_QP_CFG_RETRY_CNT_W     3
`define ROCE_QP_CFG_RNR_RETRY       27:25
`define ROCE_QP_CFG_RNR_RETRY_W     3
`define ROCE_QP_CFG_DEST_QPN        55:32
`define ROCE_QP_CFG_DEST_QPN_W      24
`define ROCE_QP_CFG_MAX_RD          63:56
`define ROCE_QP_CFG_MAX_RD_W        8
`define ROCE_QP_CFG_PD              79:64
`define ROCE_QP_CFG_PD_W            16
`define ROCE_QP_CFG_PKEY            95:80
`define ROCE_QP_CFG_PKEY_W          16
`define ROCE_QP_CFG_MAX_DEST_RD     103:96
`define ROCE_QP_CFG_MAX_DEST_RD_W   8
`define ROCE_QP_CFG_SEND_CQ         143:128
`define ROCE_QP_CFG_SEND_CQ_W       16
`define ROCE_QP_CFG_RECV_CQ         159:144
`define ROCE_QP_CFG_RECV_CQ_W       16
`define ROCE_QP_CFG_DST_MAC         207:160
`define ROCE_QP_CFG_DST_MAC_W       48
`define ROCE_QP_CFG_UDP_SPORT       223:208
`define ROCE_QP_CFG_UDP_SPORT_W     16
`define ROCE_QP_CFG_DST_IP          255:224
`define ROCE_QP_CFG_DST_IP_W        32

// Requester of a queue pair, sending half. Written back by roce_qp_send. Source: IBTA vol. 1, 9.7
`define ROCE_QP_TX_BITS        128
`define ROCE_QP_TX_BYTES       16
`define ROCE_QP_TX_NEXT_PSN    23:0
`define ROCE_QP_TX_NEXT_PSN_W  24
`define ROCE_QP_TX_ERR         24:24
`define ROCE_QP_TX_ERR_W       1
`define ROCE_QP_TX_RESET       25:25
`define ROCE_QP_TX_RESET_W     1
`define ROCE_QP_TX_ISSUE_IDX   47:32
`define ROCE_QP_TX_ISSUE_IDX_W 16
`define ROCE_QP_TX_PARKED      63:48
`define ROCE_QP_TX_PARKED_W    16
`define ROCE_QP_TX_RD_OUT      71:64
`define ROCE_QP_TX_RD_OUT_W    8
`define ROCE_QP_TX_LISTED      72:72
`define ROCE_QP_TX_LISTED_W    1
`define ROCE_QP_TX_NEXT_CYC    127:96
`define ROCE_QP_TX_NEXT_CYC_W  32

// Requester of a queue pair, completing half. Written back by roce_rsp_rx. Source: IBTA vol. 1, 9.7
`define ROCE_QP_UNA_BITS         192
`define ROCE_QP_UNA_BYTES        24
`define ROCE_QP_UNA_UNA_IDX      15:0
`define ROCE_QP_UNA_UNA_IDX_W    16
`define ROCE_QP_UNA_RSP_PSN      55:32
`define ROCE_QP_UNA_RSP_PSN_W    24
`define ROCE_QP_UNA_RSP_OFF      95:64
`define ROCE_QP_UNA_RSP_OFF_W    32
`define ROCE_QP_UNA_ERR_WAIT     96:96
`define ROCE_QP_UNA_ERR_WAIT_W   1
`define ROCE_QP_UNA_FLUSH        97:97
`define ROCE_QP_UNA_FLUSH_W      1
`define ROCE_QP_UNA_ERR_STATUS   111:104
`define ROCE_QP_UNA_ERR_STATUS_W 8
`define ROCE_QP_UNA_ERR_IDX      127:112
`define ROCE_QP_UNA_ERR_IDX_W    16
`define ROCE_QP_UNA_FLUSH_IDX    143:128
`define ROCE_QP_UNA_FLUSH_IDX_W  16

// Responder of a queue pair. Written back by roce_qp_recv. Source: IBTA vol. 1, 9.7.4
`define ROCE_QP_RX_BITS         384
`define ROCE_QP_RX_BYTES        48
`define ROCE_QP_RX_EPSN         23:0
`define ROCE_QP_RX_EPSN_W       24
`define ROCE_QP_RX_ERR          24:24
`define ROCE_QP_RX_ERR_W        1
`define ROCE_QP_RX_NAK_SENT     25:25
`define ROCE_QP_RX_NAK_SENT_W   1
`define ROCE_QP_RX_IN_SEND      26:26
`define ROCE_QP_RX_IN_SEND_W    1
`define ROCE_QP_RX_IN_WRITE     27:27
`define ROCE_QP_RX_IN_WRITE_W   1
`define ROCE_QP_RX_MSN          55:32
`define ROCE_QP_RX_MSN_W        24
`define ROCE_QP_RX_RQ_ARRIVED   79:64
`define ROCE_QP_RX_RQ_ARRIVED_W 16
`define ROCE_QP_RX_RQ_USED      95:80
`define ROCE_QP_RX_RQ_USED_W    16
`define ROCE_QP_RX_RKEY         127:96
`define ROCE_QP_RX_RKEY_W       32
`define ROCE_QP_RX_VA           191:128
`define ROCE_QP_RX_VA_W         64
`define ROCE_QP_RX_LEFT         223:192
`define ROCE_QP_RX_LEFT_W       32
`define ROCE_QP_RX_TOTAL        255:224
`define ROCE_QP_RX_TOTAL_W      32
`define ROCE_QP_RX_RD_OUT       263:256
`define ROCE_QP_RX_RD_OUT_W     8

// One memory region, found by key bits 31:8. Source: IBTA vol. 1, 10.6
`define ROCE_MR_CTX_BITS            256
`define ROCE_MR_CTX_BYTES           32
`define ROCE_MR_CTX_VALID           0:0
`define ROCE_MR_CTX_VALID_W         1
`define ROCE_MR_CTX_LOCAL_WRITE     1:1
`define ROCE_MR_CTX_LOCAL_WRITE_W   1
`define ROCE_MR_CTX_REMOTE_WRITE    2:2
`define ROCE_MR_CTX_REMOTE_WRITE_W  1
`define ROCE_MR_CTX_REMOTE_READ     3:3
`define ROCE_MR_CTX_REMOTE_READ_W   1
`define ROCE_MR_CTX_REMOTE_ATOMIC   4:4
`define ROCE_MR_CTX_REMOTE_ATOMIC_W 1
`define ROCE_MR_CTX_KEY             15:8
`define ROCE_MR_CTX_KEY_W           8
`define ROCE_MR_CTX_PD              31:16
`define ROCE_MR_CTX_PD_W            16
`define ROCE_MR_CTX_VA              127:64
`define ROCE_MR_CTX_VA_W            64
`define ROCE_MR_CTX_LEN             191:128
`define ROCE_MR_CTX_LEN_W           64
`define ROCE_MR_CTX_PA              255:192
`define ROCE_MR_CTX_PA_W            64

// State of one completion queue. Written back by roce_wr. Source: ours
`define ROCE_CQ_CTX_BITS    128
`define ROCE_CQ_CTX_BYTES   16
`define ROCE_CQ_CTX_VALID   0:0
`define ROCE_CQ_CTX_VALID_W 1
`define ROCE_CQ_CTX_SHIFT   8:4
`define ROCE_CQ_CTX_SHIFT_W 5
`define ROCE_CQ_CTX_PI      32:10
`define ROCE_CQ_CTX_PI_W    23
`define ROCE_CQ_CTX_BASE    127:64
`define ROCE_CQ_CTX_BASE_W  64

`endif
