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

#include "ubn/engine.h"
#include "ubn/node.h"
#include "ubn/status.h"
#include "ubn/trace.h"

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Watch over all nodes of a run; opaque. */
struct ubn_roce_watch;

/** Makes a watch.
 *
 *  @param e         [in,out] engine; a broken chain of events ends its run.
 *  @param trace     [in,out] takes the intervals; outlives the watch.
 *  @param n_nodes   [in] nodes of the run.
 *  @param watch_out [out] owned by the caller, given back by ubn_roce_watch_destroy.
 *  @return UBN_OK; UBN_ERR_NOMEM. */
enum ubn_status ubn_roce_watch_create(struct ubn_engine *e, struct ubn_trace *trace, size_t n_nodes,
                                      struct ubn_roce_watch **watch_out);

/** Gives back a watch.
 *
 *  @param watch [in] watch or NULL. */
void ubn_roce_watch_destroy(struct ubn_roce_watch *watch);

/** What to give a node so that it is watched. */
extern const struct ubn_node_listener ubn_roce_watch_listener;

/** Gives the context of the listener for one node.
 *
 *  @param watch [in] watch, owner of the context.
 *  @param node  [in] node number.
 *  @return the context. */
void *ubn_roce_watch_node(struct ubn_roce_watch *watch, size_t node);

/** Sets where frames that a node sends arrive.
 *
 *  @param watch [in,out] watch.
 *  @param from  [in] sending node.
 *  @param to    [in] receiving node. */
void ubn_roce_watch_link(struct ubn_roce_watch *watch, size_t from, size_t to);

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
void ubn_roce_watch_posted(struct ubn_roce_watch *watch, size_t node, uint32_t qpn, uint16_t idx,
                           uint32_t op);

/** Tells whether every chain has ended.
 *
 *  @param watch [in] watch.
 *  @return number of frames, PCIe commands and traced operations that were begun and not finished.
 */
size_t ubn_roce_watch_open(const struct ubn_roce_watch *watch);

#ifdef __cplusplus
}
#endif

#endif
