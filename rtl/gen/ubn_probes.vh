// SPDX-License-Identifier: Apache-2.0
// ubn_probes.vh: observation strobes.
// Written by scripts/gen from configs/spec; do not edit.

`ifndef UBN_PROBES_VH
`define UBN_PROBES_VH

// urma: bit in probe_valid, and index of the 64-bit word in probe_id
`define URMA_PROBES          12
`define URMA_PROBE_WR_ACCEPT 0
`define URMA_PROBE_WR_ISSUE  1
`define URMA_PROBE_TX_FIRST  2
`define URMA_PROBE_TX_KEY    3
`define URMA_PROBE_RX_FIRST  4
`define URMA_PROBE_RX_DATA   5
`define URMA_PROBE_MEM_RD    6
`define URMA_PROBE_PAY_RD    7
`define URMA_PROBE_PUT_WR    8
`define URMA_PROBE_MEM_WR    9
`define URMA_PROBE_LD_FIRST  10
`define URMA_PROBE_LD_RX     11

// urma: parts of the 64-bit id of each probe
`define URMA_PROBE_WR_ACCEPT_JETTY      19:0
`define URMA_PROBE_WR_ACCEPT_SQE_BB_IDX 35:20
`define URMA_PROBE_WR_ISSUE_JETTY       19:0
`define URMA_PROBE_WR_ISSUE_SQE_BB_IDX  35:20
`define URMA_PROBE_WR_ISSUE_TASSN       51:36
`define URMA_PROBE_TX_FIRST_KIND        1:0
`define URMA_PROBE_TX_FIRST_CHAN        17:2
`define URMA_PROBE_TX_FIRST_PSN         41:18
`define URMA_PROBE_TX_FIRST_FRAME       57:42
`define URMA_PROBE_TX_KEY_JETTY         19:0
`define URMA_PROBE_TX_KEY_TASSN         35:20
`define URMA_PROBE_RX_FIRST_FRAME       15:0
`define URMA_PROBE_RX_DATA_FRAME        15:0
`define URMA_PROBE_RX_DATA_JETTY        35:16
`define URMA_PROBE_RX_DATA_TASSN        51:36
`define URMA_PROBE_RX_DATA_RESPONSE     52:52
`define URMA_PROBE_MEM_RD_FRAME         15:0
`define URMA_PROBE_MEM_RD_BURSTS        17:16
`define URMA_PROBE_PAY_RD_JETTY         19:0
`define URMA_PROBE_PAY_RD_TASSN         35:20
`define URMA_PROBE_PAY_RD_BURSTS        37:36
`define URMA_PROBE_PUT_WR_FRAME         15:0
`define URMA_PROBE_PUT_WR_BURSTS        17:16
`define URMA_PROBE_MEM_WR_FRAME         15:0
`define URMA_PROBE_MEM_WR_BURSTS        17:16
`define URMA_PROBE_MEM_WR_CQE           18:18
`define URMA_PROBE_MEM_WR_JETTY         38:19
`define URMA_PROBE_MEM_WR_TASSN         54:39
`define URMA_PROBE_MEM_WR_LOCAL         55:55
`define URMA_PROBE_LD_FIRST_KIND        1:0
`define URMA_PROBE_LD_FIRST_STORE       2:2
`define URMA_PROBE_LD_FIRST_TASSN       18:3
`define URMA_PROBE_LD_RX_TASSN          15:0
`define URMA_PROBE_LD_RX_RSP            16:16

// roce: bit in probe_valid, and index of the 64-bit word in probe_id
`define ROCE_PROBES          7
`define ROCE_PROBE_DB_ACCEPT 0
`define ROCE_PROBE_MEM_RD    1
`define ROCE_PROBE_WQE_ISSUE 2
`define ROCE_PROBE_TX_FIRST  3
`define ROCE_PROBE_RX_FIRST  4
`define ROCE_PROBE_RX_PACKET 5
`define ROCE_PROBE_MEM_WR    6

// roce: parts of the 64-bit id of each probe
`define ROCE_PROBE_DB_ACCEPT_QP    15:0
`define ROCE_PROBE_DB_ACCEPT_PI    31:16
`define ROCE_PROBE_DB_ACCEPT_BF    32:32
`define ROCE_PROBE_DB_ACCEPT_RQ    33:33
`define ROCE_PROBE_MEM_RD_KIND     1:0
`define ROCE_PROBE_MEM_RD_TLPS     9:2
`define ROCE_PROBE_MEM_RD_QP       25:10
`define ROCE_PROBE_MEM_RD_IDX      41:26
`define ROCE_PROBE_MEM_RD_COUNT    49:42
`define ROCE_PROBE_WQE_ISSUE_QP    15:0
`define ROCE_PROBE_WQE_ISSUE_IDX   31:16
`define ROCE_PROBE_WQE_ISSUE_PSN   55:32
`define ROCE_PROBE_TX_FIRST_KIND   1:0
`define ROCE_PROBE_TX_FIRST_QP     17:2
`define ROCE_PROBE_TX_FIRST_PSN    41:18
`define ROCE_PROBE_TX_FIRST_IDX    57:42
`define ROCE_PROBE_RX_FIRST_FRAME  15:0
`define ROCE_PROBE_RX_PACKET_FRAME 15:0
`define ROCE_PROBE_RX_PACKET_QP    31:16
`define ROCE_PROBE_RX_PACKET_PSN   55:32
`define ROCE_PROBE_RX_PACKET_RSP   56:56
`define ROCE_PROBE_MEM_WR_FRAME    15:0
`define ROCE_PROBE_MEM_WR_TLPS     23:16
`define ROCE_PROBE_MEM_WR_QP       39:24
`define ROCE_PROBE_MEM_WR_IDX      55:40
`define ROCE_PROBE_MEM_WR_KIND     57:56

`endif
