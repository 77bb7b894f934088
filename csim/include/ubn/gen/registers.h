/* SPDX-License-Identifier: Apache-2.0 */
/** Address map and registers.
 *  Written by scripts/gen from configs/spec; do not edit. */
#ifndef UBN_GEN_REGISTERS_H
#define UBN_GEN_REGISTERS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Regions of the controller's address window. Source: ours; page layout after the public UMDK user driver */
#define UBN_URMA_MAP_REGS_BASE 0x00000000u /**< registers, 8 B each, single 8 B accesses */
#define UBN_URMA_MAP_REGS_BYTES 0x00010000u
/** one 4 KiB page a Jetty: direct window of 64 B at offset 0, producer-index doorbell at 0x80 */
#define UBN_URMA_MAP_JETTY_BASE 0x01000000u
#define UBN_URMA_MAP_JETTY_BYTES 0x01000000u
/** context window: one 64 B store writes one record; kind in bits 24:22 (4 MiB each), id in
 *  bits 21:6 */
#define UBN_URMA_MAP_CTX_BASE 0x02000000u
#define UBN_URMA_MAP_CTX_BYTES 0x02000000u
/** load/store window: 16 entries (urma_win_ctx) of 128 MiB, entry in bits 30:27; INCR bursts of
 *  whole 64 B beats, 64 B .. 4 KiB, a power of two, naturally aligned */
#define UBN_URMA_MAP_WINDOW_BASE 0x80000000u
#define UBN_URMA_MAP_WINDOW_BYTES 0x80000000u

/* Registers: byte offset in the region regs. */
#define UBN_URMA_REG_ID 0x0000u /**< ro, 64 bit: identity, 8 ASCII characters, first in bits 7:0 */
#define UBN_URMA_REG_VERSION 0x0008u /**< ro, 64 bit: interface version */
#define UBN_URMA_REG_LOCAL_MAC 0x0010u /**< rw, 48 bit: own MAC, first wire byte in bits 47:40 */
/** rw, 32 bit: own IPv4 address, first wire byte in bits 31:24 */
#define UBN_URMA_REG_LOCAL_IP 0x0018u
/** rw, 16 bit: cycles between two requests, 1..65535; 0 counts as 1 */
#define UBN_URMA_REG_ISSUE_INTERVAL 0x0020u
/** rw, 16 bit: requests in flight over all Jettys, 1..URMA_OST_TOTAL */
#define UBN_URMA_REG_MAX_OUTSTANDING 0x0028u
/** rw, 8 bit: register delay added to the transmit pass, cycles */
#define UBN_URMA_REG_PAD_TX 0x0030u
#define UBN_URMA_REG_PAD_RX 0x0038u /**< rw, 8 bit: same, receive pass */
#define UBN_URMA_REG_PAD_RSP_TX 0x0040u /**< rw, 8 bit: same, response transmit pass */
#define UBN_URMA_REG_PAD_RSP_RX 0x0048u /**< rw, 8 bit: same, response receive pass */
/** rw, 16 bit: longest payload of one packet, bytes; the smallest MTU of the channels in use,
 *  up to 8192 */
#define UBN_URMA_REG_MTU 0x0050u
#define UBN_URMA_REG_LOCAL_CNA 0x0058u /**< rw, 16 bit: own network address, load/store frames */
/** rw, 8 bit: load/store: register delay added to the transmit pass, cycles */
#define UBN_URMA_REG_LD_PAD_TX 0x0060u
#define UBN_URMA_REG_LD_PAD_RX 0x0068u /**< rw, 8 bit: same, receive pass */
#define UBN_URMA_REG_LD_PAD_RSP_TX 0x0070u /**< rw, 8 bit: same, response transmit pass */
#define UBN_URMA_REG_LD_PAD_RSP_RX 0x0078u /**< rw, 8 bit: same, response receive pass */
/** ro, 64 bit: stores refused: Jetty not Ready, no such page, not one whole 64 B block */
#define UBN_URMA_REG_DROP_STORE 0x0100u
/** ro, 64 bit: work requests refused: opcode, length or channel not usable */
#define UBN_URMA_REG_DROP_WQE 0x0108u
#define UBN_URMA_REG_DROP_FRAME 0x0110u /**< ro, 64 bit: frames dropped: not ours, malformed */
#define UBN_URMA_REG_DROP_ICRC 0x0118u /**< ro, 64 bit: frames dropped: ICRC or link error */
#define UBN_URMA_REG_DROP_CHAN 0x0120u /**< ro, 64 bit: frames dropped: no such channel */
/** ro, 64 bit: packets dropped: PSN not the expected one; acknowledgements of a PSN never sent */
#define UBN_URMA_REG_DROP_PSN 0x0128u
#define UBN_URMA_REG_DROP_RSP 0x0130u /**< ro, 64 bit: responses dropped: no such request */
#define UBN_URMA_REG_RX_FRAMES 0x0138u /**< ro, 64 bit: frames received whole */
#define UBN_URMA_REG_TX_FRAMES 0x0140u /**< ro, 64 bit: frames sent whole */
#define UBN_URMA_REG_BUS_ERRORS 0x0148u /**< ro, 64 bit: error responses seen on the memory port */
/** ro, 64 bit: loads and stores refused here: entry not valid, no right, burst not usable */
#define UBN_URMA_REG_DROP_LDST 0x0150u
/** ro, 64 bit: load/store requests of peers refused: no such segment, no right, out of bounds,
 *  not supported */
#define UBN_URMA_REG_LD_DENIED 0x0158u
/** ro, 64 bit: load/store frames dropped: not ours, malformed, link error */
#define UBN_URMA_REG_DROP_LD_FRAME 0x0160u
/** ro, 64 bit: load/store responses dropped: not that of the oldest request */
#define UBN_URMA_REG_DROP_LD_RSP 0x0168u

/* Regions of the PCIe window (BAR 0) of the RoCE controller; the low 26 address bits count. Source: ours; page layout after the public mlx5 user driver */
#define UBN_ROCE_MAP_REGS_BASE 0x00000000u /**< registers, 8 B each, single 8 B accesses */
#define UBN_ROCE_MAP_REGS_BYTES 0x00010000u
/** one 4 KiB page a queue pair: BlueFlame buffers of 64 B at offsets 0 and 0x40, doorbell of 8
 *  B at 0x80, 8 B at 0x88 put the pair into error */
#define UBN_ROCE_MAP_QP_BASE 0x01000000u
#define UBN_ROCE_MAP_QP_BYTES 0x01000000u
/** context window: one 64 B write sets one record; kind in bits 24:22 (4 MiB each), id in bits
 *  21:6 */
#define UBN_ROCE_MAP_CTX_BASE 0x02000000u
#define UBN_ROCE_MAP_CTX_BYTES 0x02000000u

/* Registers: byte offset in the region regs. */
#define UBN_ROCE_REG_ID 0x0000u /**< ro, 64 bit: identity, 8 ASCII characters, first in bits 7:0 */
#define UBN_ROCE_REG_VERSION 0x0008u /**< ro, 64 bit: interface version */
#define UBN_ROCE_REG_LOCAL_MAC 0x0010u /**< rw, 48 bit: own MAC, first wire byte in bits 47:40 */
/** rw, 32 bit: own IPv4 address, first wire byte in bits 31:24 */
#define UBN_ROCE_REG_LOCAL_IP 0x0018u
/** rw, 16 bit: cycles between two requests of one queue pair, 1..16384; 0 counts as 1 */
#define UBN_ROCE_REG_ISSUE_INTERVAL 0x0020u
/** rw, 6 bit: work requests fetched by one DMA read, 1..63; 0 counts as 4 */
#define UBN_ROCE_REG_FETCH_MAX 0x0028u
/** rw, 8 bit: register delay added to the transmit pass, cycles */
#define UBN_ROCE_REG_PAD_TX 0x0030u
#define UBN_ROCE_REG_PAD_RX 0x0038u /**< rw, 8 bit: same, receive pass */
#define UBN_ROCE_REG_PAD_RSP_TX 0x0040u /**< rw, 8 bit: same, response transmit pass */
#define UBN_ROCE_REG_PAD_RSP_RX 0x0048u /**< rw, 8 bit: same, response receive pass */
#define UBN_ROCE_REG_PCIE_MPS 0x0050u /**< rw, 3 bit: largest write payload, 128 B * 2^code, 0..5 */
#define UBN_ROCE_REG_PCIE_MRRS 0x0058u /**< rw, 3 bit: largest read request, 128 B * 2^code, 0..5 */
#define UBN_ROCE_REG_PCIE_TAGS 0x0068u /**< rw, 9 bit: tags in use, 1..256 */
#define UBN_ROCE_REG_PCIE_TIMEOUT 0x0070u /**< rw, 32 bit: completion timeout, cycles; 0: never */
/** ro, 64 bit: writes refused: no such page, register or record, wrong length */
#define UBN_ROCE_REG_DROP_STORE 0x0100u
#define UBN_ROCE_REG_DROP_FRAME 0x0110u /**< ro, 64 bit: frames dropped: not ours, malformed */
#define UBN_ROCE_REG_DROP_ICRC 0x0118u /**< ro, 64 bit: frames dropped: ICRC or link error */
/** ro, 64 bit: packets dropped: no such queue pair, not in a state to receive, or not from the
 *  address of its peer */
#define UBN_ROCE_REG_DROP_QP 0x0120u
#define UBN_ROCE_REG_DROP_PSN 0x0128u /**< ro, 64 bit: packets with an unexpected PSN */
/** ro, 64 bit: responses dropped: no such request, or malformed */
#define UBN_ROCE_REG_DROP_RSP 0x0130u
#define UBN_ROCE_REG_RX_FRAMES 0x0138u /**< ro, 64 bit: frames received whole */
#define UBN_ROCE_REG_TX_FRAMES 0x0140u /**< ro, 64 bit: frames sent whole */
/** ro, 64 bit: error completions, poisoned data, timeouts seen on PCIe */
#define UBN_ROCE_REG_BUS_ERRORS 0x0148u
#define UBN_ROCE_REG_NAKS_SENT 0x0150u /**< ro, 64 bit: negative acknowledgements sent */
/** ro, 64 bit: acknowledgements merged into a later one */
#define UBN_ROCE_REG_ACKS_MERGED 0x0158u
/** ro, 64 bit: queue pairs put into error by the controller */
#define UBN_ROCE_REG_QP_ERRORS 0x0160u
/** ro, 64 bit: packets dropped: partition key does not match that of the queue pair */
#define UBN_ROCE_REG_DROP_PKEY 0x0168u
/** ro, 64 bit: 1: work of some queue pair is in the controller; 0: all of it has ended, and
 *  what it writes has left */
#define UBN_ROCE_REG_BUSY 0x0170u

#ifdef __cplusplus
}
#endif

#endif /* UBN_GEN_REGISTERS_H */
