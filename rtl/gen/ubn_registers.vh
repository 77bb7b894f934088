// SPDX-License-Identifier: Apache-2.0
// ubn_registers.vh: address map and registers.
// Written by scripts/gen from configs/spec; do not edit.

`ifndef UBN_REGISTERS_VH
`define UBN_REGISTERS_VH

// Regions of the controller's address window. Source: ours; page layout after the public UMDK user
// driver
`define URMA_MAP_REGS_BASE    32'h00000000
`define URMA_MAP_REGS_BYTES   32'h00010000
`define URMA_MAP_JETTY_BASE   32'h01000000
`define URMA_MAP_JETTY_BYTES  32'h01000000
`define URMA_MAP_CTX_BASE     32'h02000000
`define URMA_MAP_CTX_BYTES    32'h02000000
`define URMA_MAP_WINDOW_BASE  32'h80000000
`define URMA_MAP_WINDOW_BYTES 32'h80000000

// Registers: byte offset in the region regs, and bits in use
`define URMA_REG_ID                16'h0000
`define URMA_REG_ID_W              64
`define URMA_REG_VERSION           16'h0008
`define URMA_REG_VERSION_W         64
`define URMA_REG_LOCAL_MAC         16'h0010
`define URMA_REG_LOCAL_MAC_W       48
`define URMA_REG_LOCAL_IP          16'h0018
`define URMA_REG_LOCAL_IP_W        32
`define URMA_REG_ISSUE_INTERVAL    16'h0020
`define URMA_REG_ISSUE_INTERVAL_W  16
`define URMA_REG_MAX_OUTSTANDING   16'h0028
`define URMA_REG_MAX_OUTSTANDING_W 16
`define URMA_REG_PAD_TX            16'h0030
`define URMA_REG_PAD_TX_W          8
`define URMA_REG_PAD_RX            16'h0038
`define URMA_REG_PAD_RX_W          8
`define URMA_REG_PAD_RSP_TX        16'h0040
`define URMA_REG_PAD_RSP_TX_W      8
`define URMA_REG_PAD_RSP_RX        16'h0048
`define URMA_REG_PAD_RSP_RX_W      8
`define URMA_REG_MTU               16'h0050
`define URMA_REG_MTU_W             16
`define URMA_REG_LOCAL_CNA         16'h0058
`define URMA_REG_LOCAL_CNA_W       16
`define URMA_REG_LD_PAD_TX         16'h0060
`define URMA_REG_LD_PAD_TX_W       8
`define URMA_REG_LD_PAD_RX         16'h0068
`define URMA_REG_LD_PAD_RX_W       8
`define URMA_REG_LD_PAD_RSP_TX     16'h0070
`define URMA_REG_LD_PAD_RSP_TX_W   8
`define URMA_REG_LD_PAD_RSP_RX     16'h0078
`define URMA_REG_LD_PAD_RSP_RX_W   8
`define URMA_REG_DROP_STORE        16'h0100
`define URMA_REG_DROP_STORE_W      64
`define URMA_REG_DROP_WQE          16'h0108
`define URMA_REG_DROP_WQE_W        64
`define URMA_REG_DROP_FRAME        16'h0110
`define URMA_REG_DROP_FRAME_W      64
`define URMA_REG_DROP_ICRC         16'h0118
`define URMA_REG_DROP_ICRC_W       64
`define URMA_REG_DROP_CHAN         16'h0120
`define URMA_REG_DROP_CHAN_W       64
`define URMA_REG_DROP_PSN          16'h0128
`define URMA_REG_DROP_PSN_W        64
`define URMA_REG_DROP_RSP          16'h0130
`define URMA_REG_DROP_RSP_W        64
`define URMA_REG_RX_FRAMES         16'h0138
`define URMA_REG_RX_FRAMES_W       64
`define URMA_REG_TX_FRAMES         16'h0140
`define URMA_REG_TX_FRAMES_W       64
`define URMA_REG_BUS_ERRORS        16'h0148
`define URMA_REG_BUS_ERRORS_W      64
`define URMA_REG_DROP_LDST         16'h0150
`define URMA_REG_DROP_LDST_W       64
`define URMA_REG_LD_DENIED         16'h0158
`define URMA_REG_LD_DENIED_W       64
`define URMA_REG_DROP_LD_FRAME     16'h0160
`define URMA_REG_DROP_LD_FRAME_W   64
`define URMA_REG_DROP_LD_RSP       16'h0168
`define URMA_REG_DROP_LD_RSP_W     64

// Regions of the PCIe window (BAR 0) of the RoCE controller; the low 26 address bits count. Source:
// ours; page layout after the public mlx5 user driver
`define ROCE_MAP_REGS_BASE  32'h00000000
`define ROCE_MAP_REGS_BYTES 32'h00010000
`define ROCE_MAP_QP_BASE    32'h01000000
`define ROCE_MAP_QP_BYTES   32'h01000000
`define ROCE_MAP_CTX_BASE   32'h02000000
`define ROCE_MAP_CTX_BYTES  32'h02000000

// Registers: byte offset in the region regs, and bits in use
`define ROCE_REG_ID               16'h0000
`define ROCE_REG_ID_W             64
`define ROCE_REG_VERSION          16'h0008
`define ROCE_REG_VERSION_W        64
`define ROCE_REG_LOCAL_MAC        16'h0010
`define ROCE_REG_LOCAL_MAC_W      48
`define ROCE_REG_LOCAL_IP         16'h0018
`define ROCE_REG_LOCAL_IP_W       32
`define ROCE_REG_ISSUE_INTERVAL   16'h0020
`define ROCE_REG_ISSUE_INTERVAL_W 16
`define ROCE_REG_FETCH_MAX        16'h0028
`define ROCE_REG_FETCH_MAX_W      6
`define ROCE_REG_PAD_TX           16'h0030
`define ROCE_REG_PAD_TX_W         8
`define ROCE_REG_PAD_RX           16'h0038
`define ROCE_REG_PAD_RX_W         8
`define ROCE_REG_PAD_RSP_TX       16'h0040
`define ROCE_REG_PAD_RSP_TX_W     8
`define ROCE_REG_PAD_RSP_RX       16'h0048
`define ROCE_REG_PAD_RSP_RX_W     8
`define ROCE_REG_PCIE_MPS         16'h0050
`define ROCE_REG_PCIE_MPS_W       3
`define ROCE_REG_PCIE_MRRS        16'h0058
`define ROCE_REG_PCIE_MRRS_W      3
`define ROCE_REG_PCIE_TAGS        16'h0068
`define ROCE_REG_PCIE_TAGS_W      9
`define ROCE_REG_PCIE_TIMEOUT     16'h0070
`define ROCE_REG_PCIE_TIMEOUT_W   32
`define ROCE_REG_DROP_STORE       16'h0100
`define ROCE_REG_DROP_STORE_W     64
`define ROCE_REG_DROP_FRAME       16'h0110
`define ROCE_REG_DROP_FRAME_W     64
`define ROCE_REG_DROP_ICRC        16'h0118
`define ROCE_REG_DROP_ICRC_W      64
`define ROCE_REG_DROP_QP          16'h0120
`define ROCE_REG_DROP_QP_W        64
`define ROCE_REG_DROP_PSN         16'h0128
`define ROCE_REG_DROP_PSN_W       64
`define ROCE_REG_DROP_RSP         16'h0130
`define ROCE_REG_DROP_RSP_W       64
`define ROCE_REG_RX_FRAMES        16'h0138
`define ROCE_REG_RX_FRAMES_W      64
`define ROCE_REG_TX_FRAMES        16'h0140
`define ROCE_REG_TX_FRAMES_W      64
`define ROCE_REG_BUS_ERRORS       16'h0148
`define ROCE_REG_BUS_ERRORS_W     64
`define ROCE_REG_NAKS_SENT        16'h0150
`define ROCE_REG_NAKS_SENT_W      64
`define ROCE_REG_ACKS_MERGED      16'h0158
`define ROCE_REG_ACKS_MERGED_W    64
`define ROCE_REG_QP_ERRORS        16'h0160
`define ROCE_REG_QP_ERRORS_W      64
`define ROCE_REG_DROP_PKEY        16'h0168
`define ROCE_REG_DROP_PKEY_W      64
`define ROCE_REG_BUSY             16'h0170
`define ROCE_REG_BUSY_W           64

`endif
