// SPDX-License-Identifier: Apache-2.0
// ubn_wire.vh: packet headers, first wire byte in the most significant byte.
// Written by scripts/gen from configs/spec; do not edit.

`ifndef UBN_WIRE_VH
`define UBN_WIRE_VH

// Ethernet II header. Source: IEEE 802.3, clause 3
`define ETH_BITS         112
`define ETH_BYTES        14
`define ETH_DST_MAC      111:64
`define ETH_DST_MAC_W    48
`define ETH_SRC_MAC      63:16
`define ETH_SRC_MAC_W    48
`define ETH_ETHER_TYPE   15:0
`define ETH_ETHER_TYPE_W 16

// IPv4 header without options. Source: RFC 791, section 3.1
`define IPV4_BITS           160
`define IPV4_BYTES          20
`define IPV4_VERSION        159:156
`define IPV4_VERSION_W      4
`define IPV4_IHL            155:152
`define IPV4_IHL_W          4
`define IPV4_TOS            151:144
`define IPV4_TOS_W          8
`define IPV4_TOTAL_LENGTH   143:128
`define IPV4_TOTAL_LENGTH_W 16
`define IPV4_ID             127:112
`define IPV4_ID_W           16
`define IPV4_FLAGS          111:109
`define IPV4_FLAGS_W        3
`define IPV4_FRAG_OFF       108:96
`define IPV4_FRAG_OFF_W     13
`define IPV4_TTL            95:88
`define IPV4_TTL_W          8
`define IPV4_PROTOCOL       87:80
`define IPV4_PROTOCOL_W     8
`define IPV4_CHECKSUM       79:64
`define IPV4_CHECKSUM_W     16
`define IPV4_SRC_IP         63:32
`define IPV4_SRC_IP_W       32
`define IPV4_DST_IP         31:0
`define IPV4_DST_IP_W       32

// UDP header. Source: RFC 768
`define UDP_BITS       64
`define UDP_BYTES      8
`define UDP_SRC_PORT   63:48
`define UDP_SRC_PORT_W 16
`define UDP_DST_PORT   47:32
`define UDP_DST_PORT_W 16
`define UDP_LENGTH     31:16
`define UDP_LENGTH_W   16
`define UDP_CHECKSUM   15:0
`define UDP_CHECKSUM_W 16

// Stand-in for the link header, whose layers are not modelled; it keeps the packet class. Source:
// BS App. B (CFG); place of the class: ours
`define UB_LPH_BITS  16
`define UB_LPH_BYTES 2
`define UB_LPH_CFG   11:8
`define UB_LPH_CFG_W 4

// Network header with 16-bit compact addresses (CFG 6 and CFG 9). Source: BS ch. 5, known
// second-hand only
`define UB_NTH16_BITS   64
`define UB_NTH16_BYTES  8
`define UB_NTH16_SCNA   63:48
`define UB_NTH16_SCNA_W 16
`define UB_NTH16_DCNA   47:32
`define UB_NTH16_DCNA_W 16
`define UB_NTH16_CCI    31:16
`define UB_NTH16_CCI_W  16
`define UB_NTH16_LBF    15:8
`define UB_NTH16_LBF_W  8
`define UB_NTH16_SL     7:4
`define UB_NTH16_SL_W   4
`define UB_NTH16_MGMT   3:3
`define UB_NTH16_MGMT_W 1
`define UB_NTH16_NLP    2:0
`define UB_NTH16_NLP_W  3

// Network header with 24-bit compact addresses (CFG 7). Source: BS ch. 5, known second-hand only
`define UB_NTH24_BITS   80
`define UB_NTH24_BYTES  10
`define UB_NTH24_SCNA   79:56
`define UB_NTH24_SCNA_W 24
`define UB_NTH24_DCNA   55:32
`define UB_NTH24_DCNA_W 24
`define UB_NTH24_CCI    31:16
`define UB_NTH24_CCI_W  16
`define UB_NTH24_LBF    15:8
`define UB_NTH24_LBF_W  8
`define UB_NTH24_SL     7:4
`define UB_NTH24_SL_W   4
`define UB_NTH24_NLP    2:0
`define UB_NTH24_NLP_W  3

// Reliable transport header. Source: BS 6.2
`define UB_RTPH_BITS        128
`define UB_RTPH_BYTES       16
`define UB_RTPH_TP_OPCODE   127:120
`define UB_RTPH_TP_OPCODE_W 8
`define UB_RTPH_TP_VER      119:118
`define UB_RTPH_TP_VER_W    2
`define UB_RTPH_PADDING     117:116
`define UB_RTPH_PADDING_W   2
`define UB_RTPH_NLP         115:112
`define UB_RTPH_NLP_W       4
`define UB_RTPH_SRC_TPN     111:88
`define UB_RTPH_SRC_TPN_W   24
`define UB_RTPH_DST_TPN     87:64
`define UB_RTPH_DST_TPN_W   24
`define UB_RTPH_A           63:63
`define UB_RTPH_A_W         1
`define UB_RTPH_F           62:62
`define UB_RTPH_F_W         1
`define UB_RTPH_PSN         55:32
`define UB_RTPH_PSN_W       24
`define UB_RTPH_RSPST       31:29
`define UB_RTPH_RSPST_W     3
`define UB_RTPH_RSPINFO     28:24
`define UB_RTPH_RSPINFO_W   5
`define UB_RTPH_TPMSN       23:0
`define UB_RTPH_TPMSN_W     24

// Unreliable transport header. Source: BS 6.2
`define UB_UTPH_BITS        128
`define UB_UTPH_BYTES       16
`define UB_UTPH_TP_OPCODE   127:120
`define UB_UTPH_TP_OPCODE_W 8
`define UB_UTPH_TP_VER      119:118
`define UB_UTPH_TP_VER_W    2
`define UB_UTPH_PADDING     117:116
`define UB_UTPH_PADDING_W   2
`define UB_UTPH_NLP         115:112
`define UB_UTPH_NLP_W       4

// Compact transport header. Source: BS 6.2
`define UB_CTPH_BITS        8
`define UB_CTPH_BYTES       1
`define UB_CTPH_TP_OPCODE   7:6
`define UB_CTPH_TP_OPCODE_W 2
`define UB_CTPH_PADDING     5:4
`define UB_CTPH_PADDING_W   2
`define UB_CTPH_NLP         3:0
`define UB_CTPH_NLP_W       4

// Selective-acknowledgement extension; a bitmap of 8 << bitmap_size bytes follows, bit 0 is
// RTPH.PSN. Source: BS 6.2
`define UB_SAETPH_BITS          32
`define UB_SAETPH_BYTES         4
`define UB_SAETPH_BITMAP_SIZE   26:24
`define UB_SAETPH_BITMAP_SIZE_W 3
`define UB_SAETPH_MAX_RCV_PSN   23:0
`define UB_SAETPH_MAX_RCV_PSN_W 24

// Congestion extension, LDCP form. Source: BS 6.2
`define UB_CETPH_LDCP_BITS      64
`define UB_CETPH_LDCP_BYTES     8
`define UB_CETPH_LDCP_ACK_SEQ   63:32
`define UB_CETPH_LDCP_ACK_SEQ_W 32
`define UB_CETPH_LDCP_CE_SEQ    31:0
`define UB_CETPH_LDCP_CE_SEQ_W  32

// Congestion extension, CAQM form. Source: BS 6.2
`define UB_CETPH_CAQM_BITS      64
`define UB_CETPH_CAQM_BYTES     8
`define UB_CETPH_CAQM_ACK_SEQ   63:32
`define UB_CETPH_CAQM_ACK_SEQ_W 32
`define UB_CETPH_CAQM_LOC       25:25
`define UB_CETPH_CAQM_LOC_W     1
`define UB_CETPH_CAQM_I         24:24
`define UB_CETPH_CAQM_I_W       1
`define UB_CETPH_CAQM_C         23:16
`define UB_CETPH_CAQM_C_W       8
`define UB_CETPH_CAQM_HINT      15:0
`define UB_CETPH_CAQM_HINT_W    16

// Congestion extension of a congestion notification packet. Source: BS 6.2
`define UB_CETPH_CNP_BITS  128
`define UB_CETPH_CNP_BYTES 16
`define UB_CETPH_CNP_ECN   127:126
`define UB_CETPH_CNP_ECN_W 2
`define UB_CETPH_CNP_LOC   125:125
`define UB_CETPH_CNP_LOC_W 1

// Partition header, 32-bit form. Source: BS ch. 5, known second-hand only; place of the 24
// significant bits: assumption
`define UB_UPIH32_BITS  32
`define UB_UPIH32_BYTES 4
`define UB_UPIH32_UPI   23:0
`define UB_UPIH32_UPI_W 24

// Partition header, 16-bit form. Source: BS ch. 5, known second-hand only; place of the 15
// significant bits: assumption
`define UB_UPIH16_BITS  16
`define UB_UPIH16_BYTES 2
`define UB_UPIH16_UPI   14:0
`define UB_UPIH16_UPI_W 15

// Entity header, full. Source: BS App. B.2
`define UB_EIDH_BITS      256
`define UB_EIDH_BYTES     32
`define UB_EIDH_SRC_EID   255:128
`define UB_EIDH_SRC_EID_W 128
`define UB_EIDH_DST_EID   127:0
`define UB_EIDH_DST_EID_W 128

// Entity header, compact. Source: BS App. B.2
`define UB_EIDH_C_BITS      40
`define UB_EIDH_C_BYTES     5
`define UB_EIDH_C_SRC_EID   39:20
`define UB_EIDH_C_SRC_EID_W 20
`define UB_EIDH_C_DST_EID   19:0
`define UB_EIDH_C_DST_EID_W 20

// Transaction header of a request, full. Source: BS ch. 7
`define UB_BTAH_BITS          64
`define UB_BTAH_BYTES         8
`define UB_BTAH_TA_OPCODE     63:56
`define UB_BTAH_TA_OPCODE_W   8
`define UB_BTAH_TA_VER        55:54
`define UB_BTAH_TA_VER_W      2
`define UB_BTAH_EE_BITS       53:52
`define UB_BTAH_EE_BITS_W     2
`define UB_BTAH_TV_EN         51:51
`define UB_BTAH_TV_EN_W       1
`define UB_BTAH_POISON        50:50
`define UB_BTAH_POISON_W      1
`define UB_BTAH_UD_FLAG       48:48
`define UB_BTAH_UD_FLAG_W     1
`define UB_BTAH_INI_TASSN     47:32
`define UB_BTAH_INI_TASSN_W   16
`define UB_BTAH_NO_TAACK      31:31
`define UB_BTAH_NO_TAACK_W    1
`define UB_BTAH_ODR           30:28
`define UB_BTAH_ODR_W         3
`define UB_BTAH_MT_EN         27:27
`define UB_BTAH_MT_EN_W       1
`define UB_BTAH_FCE           26:26
`define UB_BTAH_FCE_W         1
`define UB_BTAH_RETRY         25:25
`define UB_BTAH_RETRY_W       1
`define UB_BTAH_ALLOC         24:24
`define UB_BTAH_ALLOC_W       1
`define UB_BTAH_E_BIT         22:22
`define UB_BTAH_E_BIT_W       1
`define UB_BTAH_INI_RC_TYPE   21:20
`define UB_BTAH_INI_RC_TYPE_W 2
`define UB_BTAH_INI_RC_ID     19:0
`define UB_BTAH_INI_RC_ID_W   20

// Transaction header of a request, compact. Source: BS ch. 7
`define UB_BTAH_C_BITS        32
`define UB_BTAH_C_BYTES       4
`define UB_BTAH_C_TA_OPCODE   31:24
`define UB_BTAH_C_TA_OPCODE_W 8
`define UB_BTAH_C_TA_VER      23:22
`define UB_BTAH_C_TA_VER_W    2
`define UB_BTAH_C_EE_BITS     21:20
`define UB_BTAH_C_EE_BITS_W   2
`define UB_BTAH_C_TV_EN       19:19
`define UB_BTAH_C_TV_EN_W     1
`define UB_BTAH_C_POISON      18:18
`define UB_BTAH_C_POISON_W    1
`define UB_BTAH_C_UD_FLAG     16:16
`define UB_BTAH_C_UD_FLAG_W   1
`define UB_BTAH_C_INI_TASSN   15:0
`define UB_BTAH_C_INI_TASSN_W 16

// Transaction header of a response, full. Source: BS ch. 7
`define UB_ATAH_BITS          64
`define UB_ATAH_BYTES         8
`define UB_ATAH_TA_OPCODE     63:56
`define UB_ATAH_TA_OPCODE_W   8
`define UB_ATAH_TA_VER        55:54
`define UB_ATAH_TA_VER_W      2
`define UB_ATAH_SV            51:51
`define UB_ATAH_SV_W          1
`define UB_ATAH_POISON        50:50
`define UB_ATAH_POISON_W      1
`define UB_ATAH_INI_TASSN     47:32
`define UB_ATAH_INI_TASSN_W   16
`define UB_ATAH_RSPST         31:29
`define UB_ATAH_RSPST_W       3
`define UB_ATAH_RSPINFO       28:24
`define UB_ATAH_RSPINFO_W     5
`define UB_ATAH_INI_RC_TYPE   21:20
`define UB_ATAH_INI_RC_TYPE_W 2
`define UB_ATAH_INI_RC_ID     19:0
`define UB_ATAH_INI_RC_ID_W   20

// Transaction header of a response, compact. Source: BS ch. 7
`define UB_ATAH_C_BITS        32
`define UB_ATAH_C_BYTES       4
`define UB_ATAH_C_TA_OPCODE   31:24
`define UB_ATAH_C_TA_OPCODE_W 8
`define UB_ATAH_C_TA_VER      23:22
`define UB_ATAH_C_TA_VER_W    2
`define UB_ATAH_C_STATUS      21:20
`define UB_ATAH_C_STATUS_W    2
`define UB_ATAH_C_POISON      18:18
`define UB_ATAH_C_POISON_W    1
`define UB_ATAH_C_INI_TASSN   15:0
`define UB_ATAH_C_INI_TASSN_W 16

// Memory access extension, full. Source: BS ch. 7
`define UB_MAETAH_BITS       128
`define UB_MAETAH_BYTES      16
`define UB_MAETAH_ADDRESS    127:64
`define UB_MAETAH_ADDRESS_W  64
`define UB_MAETAH_TOKEN_ID   59:40
`define UB_MAETAH_TOKEN_ID_W 20
`define UB_MAETAH_LENGTH     31:0
`define UB_MAETAH_LENGTH_W   32

// Memory access extension, compact. Source: BS ch. 7; third word as in its figure (reserved, then
// TokenID); one public model places it 4/20/8
`define UB_MAETAH_C_BITS            96
`define UB_MAETAH_C_BYTES           12
`define UB_MAETAH_C_LINE            95:38
`define UB_MAETAH_C_LINE_W          58
`define UB_MAETAH_C_AFFINITY_HINT   37:36
`define UB_MAETAH_C_AFFINITY_HINT_W 2
`define UB_MAETAH_C_SO              35:35
`define UB_MAETAH_C_SO_W            1
`define UB_MAETAH_C_LENGTH          34:32
`define UB_MAETAH_C_LENGTH_W        3
`define UB_MAETAH_C_TOKEN_ID        19:0
`define UB_MAETAH_C_TOKEN_ID_W      20

// Message target extension. Source: BS ch. 7
`define UB_MTETAH_BITS          32
`define UB_MTETAH_BYTES         4
`define UB_MTETAH_HINT          31:24
`define UB_MTETAH_HINT_W        8
`define UB_MTETAH_TGT_TC_TYPE   21:20
`define UB_MTETAH_TGT_TC_TYPE_W 2
`define UB_MTETAH_TGT_TC_ID     19:0
`define UB_MTETAH_TGT_TC_ID_W   20

// Token value extension. Source: BS ch. 7
`define UB_TVETAH_BITS          32
`define UB_TVETAH_BYTES         4
`define UB_TVETAH_TOKEN_VALUE   31:0
`define UB_TVETAH_TOKEN_VALUE_W 32

// Transaction id extension, echoed in the response. Source: BS ch. 7
`define UB_TAIDETAH_BITS   32
`define UB_TAIDETAH_BYTES  4
`define UB_TAIDETAH_TAID   15:0
`define UB_TAIDETAH_TAID_W 16

// Offset extension. Source: BS ch. 7
`define UB_OFSTETAH_BITS     32
`define UB_OFSTETAH_BYTES    4
`define UB_OFSTETAH_OFFSET   23:0
`define UB_OFSTETAH_OFFSET_W 24

// Immediate extension. Source: BS ch. 7
`define UB_IMMETAH_BITS              128
`define UB_IMMETAH_BYTES             16
`define UB_IMMETAH_IMMEDIATE         127:64
`define UB_IMMETAH_IMMEDIATE_W       64
`define UB_IMMETAH_IMM_TOKEN_VALUE   63:32
`define UB_IMMETAH_IMM_TOKEN_VALUE_W 32
`define UB_IMMETAH_MSG_LENGTH        31:0
`define UB_IMMETAH_MSG_LENGTH_W      32

// Notify extension. Source: BS ch. 7
`define UB_NTFETAH_BITS          192
`define UB_NTFETAH_BYTES         24
`define UB_NTFETAH_ADDRESS       191:128
`define UB_NTFETAH_ADDRESS_W     64
`define UB_NTFETAH_TOKEN_ID      123:104
`define UB_NTFETAH_TOKEN_ID_W    20
`define UB_NTFETAH_TOKEN_VALUE   95:64
`define UB_NTFETAH_TOKEN_VALUE_W 32
`define UB_NTFETAH_NOTIFY_DATA   63:0
`define UB_NTFETAH_NOTIFY_DATA_W 64

// User extension; vendor use except the sub-operation of an atomic load or store. Source: BS ch. 7
`define UB_UDETAH_BITS      32
`define UB_UDETAH_BYTES     4
`define UB_UDETAH_USER_HI   31:24
`define UB_UDETAH_USER_HI_W 8
`define UB_UDETAH_SUB_OP    23:20
`define UB_UDETAH_SUB_OP_W  4
`define UB_UDETAH_USER_LO   19:0
`define UB_UDETAH_USER_LO_W 20

// Base transport header. Source: IBTA vol. 1, 9.2
`define ROCE_BTH_BITS      96
`define ROCE_BTH_BYTES     12
`define ROCE_BTH_OPCODE    95:88
`define ROCE_BTH_OPCODE_W  8
`define ROCE_BTH_SE        87:87
`define ROCE_BTH_SE_W      1
`define ROCE_BTH_MIG_REQ   86:86
`define ROCE_BTH_MIG_REQ_W 1
`define ROCE_BTH_PAD_CNT   85:84
`define ROCE_BTH_PAD_CNT_W 2
`define ROCE_BTH_TVER      83:80
`define ROCE_BTH_TVER_W    4
`define ROCE_BTH_PKEY      79:64
`define ROCE_BTH_PKEY_W    16
`define ROCE_BTH_FECN      63:63
`define ROCE_BTH_FECN_W    1
`define ROCE_BTH_BECN      62:62
`define ROCE_BTH_BECN_W    1
`define ROCE_BTH_DEST_QP   55:32
`define ROCE_BTH_DEST_QP_W 24
`define ROCE_BTH_ACK_REQ   31:31
`define ROCE_BTH_ACK_REQ_W 1
`define ROCE_BTH_PSN       23:0
`define ROCE_BTH_PSN_W     24

// RDMA extended transport header. Source: IBTA vol. 1, 9.3.3
`define ROCE_RETH_BITS      128
`define ROCE_RETH_BYTES     16
`define ROCE_RETH_VA        127:64
`define ROCE_RETH_VA_W      64
`define ROCE_RETH_RKEY      63:32
`define ROCE_RETH_RKEY_W    32
`define ROCE_RETH_DMA_LEN   31:0
`define ROCE_RETH_DMA_LEN_W 32

// Atomic extended transport header. Source: IBTA vol. 1, 9.3.4
`define ROCE_ATOMICETH_BITS       224
`define ROCE_ATOMICETH_BYTES      28
`define ROCE_ATOMICETH_VA         223:160
`define ROCE_ATOMICETH_VA_W       64
`define ROCE_ATOMICETH_RKEY       159:128
`define ROCE_ATOMICETH_RKEY_W     32
`define ROCE_ATOMICETH_SWAP_ADD   127:64
`define ROCE_ATOMICETH_SWAP_ADD_W 64
`define ROCE_ATOMICETH_COMPARE    63:0
`define ROCE_ATOMICETH_COMPARE_W  64

// Acknowledgement extended transport header. Source: IBTA vol. 1, 9.3.5
`define ROCE_AETH_BITS    32
`define ROCE_AETH_BYTES   4
`define ROCE_AETH_KIND    30:29
`define ROCE_AETH_KIND_W  2
`define ROCE_AETH_VALUE   28:24
`define ROCE_AETH_VALUE_W 5
`define ROCE_AETH_MSN     23:0
`define ROCE_AETH_MSN_W   24

// Atomic acknowledgement extended transport header. Source: IBTA vol. 1, 9.3.5
`define ROCE_ATOMICACKETH_BITS   64
`define ROCE_ATOMICACKETH_BYTES  8
`define ROCE_ATOMICACKETH_ORIG   63:0
`define ROCE_ATOMICACKETH_ORIG_W 64

// Immediate data. Source: IBTA vol. 1, 9.3.6
`define ROCE_IMMDT_BITS  32
`define ROCE_IMMDT_BYTES 4
`define ROCE_IMMDT_IMM   31:0
`define ROCE_IMMDT_IMM_W 32

// Invalidate extended transport header. Source: IBTA vol. 1, 9.3.7
`define ROCE_IETH_BITS   32
`define ROCE_IETH_BYTES  4
`define ROCE_IETH_RKEY   31:0
`define ROCE_IETH_RKEY_W 32

// Reserved bytes of a congestion notification packet. Source: IBTA vol. 1, annex A17
`define ROCE_CNP_BITS      128
`define ROCE_CNP_BYTES     16
`define ROCE_CNP_ZERO_HI   127:64
`define ROCE_CNP_ZERO_HI_W 64
`define ROCE_CNP_ZERO_LO   63:0
`define ROCE_CNP_ZERO_LO_W 64

// Memory request with a 64-bit address, 4 DW. Source: PCI Express base specification 4.0, 2.2.7
`define PCIE_REQ_BITS           128
`define PCIE_REQ_BYTES          16
`define PCIE_REQ_FMT            127:125
`define PCIE_REQ_FMT_W          3
`define PCIE_REQ_TYPE           124:120
`define PCIE_REQ_TYPE_W         5
`define PCIE_REQ_T9             119:119
`define PCIE_REQ_T9_W           1
`define PCIE_REQ_TC             118:116
`define PCIE_REQ_TC_W           3
`define PCIE_REQ_T8             115:115
`define PCIE_REQ_T8_W           1
`define PCIE_REQ_ATTR_IDO       114:114
`define PCIE_REQ_ATTR_IDO_W     1
`define PCIE_REQ_LN             113:113
`define PCIE_REQ_LN_W           1
`define PCIE_REQ_TH             112:112
`define PCIE_REQ_TH_W           1
`define PCIE_REQ_TD             111:111
`define PCIE_REQ_TD_W           1
`define PCIE_REQ_EP             110:110
`define PCIE_REQ_EP_W           1
`define PCIE_REQ_ATTR           109:108
`define PCIE_REQ_ATTR_W         2
`define PCIE_REQ_AT             107:106
`define PCIE_REQ_AT_W           2
`define PCIE_REQ_LENGTH_DW      105:96
`define PCIE_REQ_LENGTH_DW_W    10
`define PCIE_REQ_REQUESTER_ID   95:80
`define PCIE_REQ_REQUESTER_ID_W 16
`define PCIE_REQ_TAG            79:72
`define PCIE_REQ_TAG_W          8
`define PCIE_REQ_LAST_BE        71:68
`define PCIE_REQ_LAST_BE_W      4
`define PCIE_REQ_FIRST_BE       67:64
`define PCIE_REQ_FIRST_BE_W     4
`define PCIE_REQ_ADDR           63:2
`define PCIE_REQ_ADDR_W         62
`define PCIE_REQ_PH             1:0
`define PCIE_REQ_PH_W           2

// Completion, 3 DW. Source: PCI Express base specification 4.0, 2.2.9
`define PCIE_CPL_BITS           96
`define PCIE_CPL_BYTES          12
`define PCIE_CPL_FMT            95:93
`define PCIE_CPL_FMT_W          3
`define PCIE_CPL_TYPE           92:88
`define PCIE_CPL_TYPE_W         5
`define PCIE_CPL_T9             87:87
`define PCIE_CPL_T9_W           1
`define PCIE_CPL_TC             86:84
`define PCIE_CPL_TC_W           3
`define PCIE_CPL_T8             83:83
`define PCIE_CPL_T8_W           1
`define PCIE_CPL_ATTR_IDO       82:82
`define PCIE_CPL_ATTR_IDO_W     1
`define PCIE_CPL_LN             81:81
`define PCIE_CPL_LN_W           1
`define PCIE_CPL_TH             80:80
`define PCIE_CPL_TH_W           1
`define PCIE_CPL_TD             79:79
`define PCIE_CPL_TD_W           1
`define PCIE_CPL_EP             78:78
`define PCIE_CPL_EP_W           1
`define PCIE_CPL_ATTR           77:76
`define PCIE_CPL_ATTR_W         2
`define PCIE_CPL_AT             75:74
`define PCIE_CPL_AT_W           2
`define PCIE_CPL_LENGTH_DW      73:64
`define PCIE_CPL_LENGTH_DW_W    10
`define PCIE_CPL_COMPLETER_ID   63:48
`define PCIE_CPL_COMPLETER_ID_W 16
`define PCIE_CPL_STATUS         47:45
`define PCIE_CPL_STATUS_W       3
`define PCIE_CPL_BCM            44:44
`define PCIE_CPL_BCM_W          1
`define PCIE_CPL_BYTE_COUNT     43:32
`define PCIE_CPL_BYTE_COUNT_W   12
`define PCIE_CPL_REQUESTER_ID   31:16
`define PCIE_CPL_REQUESTER_ID_W 16
`define PCIE_CPL_TAG            15:8
`define PCIE_CPL_TAG_W          8
`define PCIE_CPL_LOWER_ADDR     6:0
`define PCIE_CPL_LOWER_ADDR_W   7

// Variable part: byte enables, one bit a payload byte, 64 to 1024 bits; bytes past the mask count
// as valid. Source: BS ch. 7
`define UB_BEETAH_MIN_BYTES 8
`define UB_BEETAH_MAX_BYTES 128

// Variable part: bitmap after the selective-acknowledgement extension. Source: BS 6.2
`define UB_SAETPH_BITMAP_MIN_BYTES 8
`define UB_SAETPH_BITMAP_MAX_BYTES 128

// Frame: offsets and sizes in bytes, from the first byte of the Ethernet header
`define UB_FRAME_ICRC_BYTES         4
`define UB_FRAME_IPV4_OFFSET        14
`define UB_FRAME_UDP_OFFSET         34
`define UB_FRAME_RTPH_OFFSET        42
`define UB_FRAME_TA_OFFSET          58
`define UB_FRAME_TA_EXT_OFFSET      66
`define UB_FRAME_UPIH_OFFSET        58
`define UB_FRAME_READ_REQ_BYTES     90
`define UB_FRAME_READ_REQ_IP_BYTES  76
`define UB_FRAME_READ_REQ_UDP_BYTES 56
`define UB_FRAME_READ_REQ_HDR_BYTES 86
`define UB_FRAME_READ_RSP_BYTES     70
`define UB_FRAME_READ_RSP_IP_BYTES  56
`define UB_FRAME_READ_RSP_UDP_BYTES 36
`define UB_FRAME_READ_RSP_HDR_BYTES 66
`define UB_FRAME_TPACK_BYTES        62
`define UB_FRAME_TPACK_IP_BYTES     48
`define UB_FRAME_TPACK_UDP_BYTES    28
`define UB_FRAME_TPACK_HDR_BYTES    58

// Frame: offsets and sizes in bytes, from the first byte of the Ethernet header
`define LDST_FRAME_LPH_OFFSET      14
`define LDST_FRAME_NTH_OFFSET      16
`define LDST_FRAME_TA_OFFSET       24
`define LDST_FRAME_TA_EXT_OFFSET   28
`define LDST_FRAME_LOAD_REQ_BYTES  40
`define LDST_FRAME_STORE_REQ_BYTES 40
`define LDST_FRAME_LOAD_RSP_BYTES  28
`define LDST_FRAME_ACK_BYTES       28

// Frame: offsets and sizes in bytes, from the first byte of the Ethernet header
`define ROCE_FRAME_ICRC_BYTES           4
`define ROCE_FRAME_BTH_OFFSET           42
`define ROCE_FRAME_EXT_OFFSET           54
`define ROCE_FRAME_READ_REQ_BYTES       74
`define ROCE_FRAME_READ_REQ_IP_BYTES    60
`define ROCE_FRAME_READ_REQ_UDP_BYTES   40
`define ROCE_FRAME_READ_REQ_HDR_BYTES   70
`define ROCE_FRAME_READ_RSP_BYTES       62
`define ROCE_FRAME_READ_RSP_IP_BYTES    48
`define ROCE_FRAME_READ_RSP_UDP_BYTES   28
`define ROCE_FRAME_READ_RSP_HDR_BYTES   58
`define ROCE_FRAME_READ_MID_BYTES       58
`define ROCE_FRAME_READ_MID_IP_BYTES    44
`define ROCE_FRAME_READ_MID_UDP_BYTES   24
`define ROCE_FRAME_READ_MID_HDR_BYTES   54
`define ROCE_FRAME_WRITE_BYTES          74
`define ROCE_FRAME_WRITE_IP_BYTES       60
`define ROCE_FRAME_WRITE_UDP_BYTES      40
`define ROCE_FRAME_WRITE_HDR_BYTES      70
`define ROCE_FRAME_WRITE_IMM_BYTES      78
`define ROCE_FRAME_WRITE_IMM_IP_BYTES   64
`define ROCE_FRAME_WRITE_IMM_UDP_BYTES  44
`define ROCE_FRAME_WRITE_IMM_HDR_BYTES  74
`define ROCE_FRAME_ATOMIC_BYTES         86
`define ROCE_FRAME_ATOMIC_IP_BYTES      72
`define ROCE_FRAME_ATOMIC_UDP_BYTES     52
`define ROCE_FRAME_ATOMIC_HDR_BYTES     82
`define ROCE_FRAME_ATOMIC_ACK_BYTES     70
`define ROCE_FRAME_ATOMIC_ACK_IP_BYTES  56
`define ROCE_FRAME_ATOMIC_ACK_UDP_BYTES 36
`define ROCE_FRAME_ATOMIC_ACK_HDR_BYTES 66
`define ROCE_FRAME_ACK_BYTES            62
`define ROCE_FRAME_ACK_IP_BYTES         48
`define ROCE_FRAME_ACK_UDP_BYTES        28
`define ROCE_FRAME_ACK_HDR_BYTES        58
`define ROCE_FRAME_CNP_BYTES            74
`define ROCE_FRAME_CNP_IP_BYTES         60
`define ROCE_FRAME_CNP_UDP_BYTES        40
`define ROCE_FRAME_CNP_HDR_BYTES        70

`endif
