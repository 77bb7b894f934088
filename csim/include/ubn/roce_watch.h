/* SPDX-License-Identifier: Apache-2.0 */
/** @file roce_watch.h  Follows RoCE operations through both nodes and reports their stages.
 *
 *  The watch hears the port handshakes and the probes of every RoCE node, and from the library
 * which entry of which send queue is which operation. Queue pair and index, PCIe tags, frame
 * numbers and the order of commands lead it from one to the next; none of them feeds anything back.
 * Each interval begins and ends at a port handshake, an arrival or a visibility; the acceptance of
 * a packet by its queue pair (probe rx_packet) divides the target's share of operations that read
 *  nothing there. The rules for messages of several packets are in csim/nic/README.md. */
#ifndef UBN_ROCE_WATCH_H
#define UBN_ROCE_WATCH_H

#include "ubn/watch.h"

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The watch over RoCE controllers. */
extern const struct ubn_watch_ops ubn_roce_watch_ops;

/** Hears of an entry of a send queue before its doorbell rings.
 *
 *  Entries come in order of their index; one that does not follow the one before it starts the
 *  queue anew (it was reset). An operation that is traced must be signaled: its completion record
 *  ends it.
 *  @param watch [in,out] watch.
 *  @param node  [in] node number.
 *  @param qpn   [in] queue pair, below 65536.
 *  @param idx   [in] index of the entry, modulo 65536.
 *  @param op    [in] operation of the trace, or UBN_OP_UNTRACED. */
void ubn_roce_watch_posted(struct ubn_watch *watch, size_t node, uint32_t qpn, uint16_t idx,
                           uint32_t op);

#ifdef __cplusplus
}
#endif

#endif
