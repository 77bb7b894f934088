/* SPDX-License-Identifier: Apache-2.0 */
/** @file urma_watch.h  Follows URMA operations through both nodes and reports their stages.
 *
 *  The watch hears the port handshakes and the probes of every URMA node. Host tags, Jetty and
 * TASSN, frame numbers and the order of commands lead it from one to the next; none of them feeds
 * anything back. Each interval it reports to the trace ends at an instant that a port handshake
 * gave. */
#ifndef UBN_URMA_WATCH_H
#define UBN_URMA_WATCH_H

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
struct ubn_urma_watch;

/** Makes a watch.
 *
 *  @param e         [in,out] engine; a broken chain of events ends its run.
 *  @param trace     [in,out] takes the intervals; outlives the watch.
 *  @param n_nodes   [in] nodes of the run.
 *  @param watch_out [out] owned by the caller, given back by ubn_urma_watch_destroy.
 *  @return UBN_OK; UBN_ERR_NOMEM. */
enum ubn_status ubn_urma_watch_create(struct ubn_engine *e, struct ubn_trace *trace, size_t n_nodes,
                                      struct ubn_urma_watch **watch_out);

/** Gives back a watch.
 *
 *  @param watch [in] watch or NULL. */
void ubn_urma_watch_destroy(struct ubn_urma_watch *watch);

/** What to give a node so that it is watched. */
extern const struct ubn_node_listener ubn_urma_watch_listener;

/** Gives the context of the listener for one node.
 *
 *  @param watch [in] watch, owner of the context.
 *  @param node  [in] node number.
 *  @return the context. */
void *ubn_urma_watch_node(struct ubn_urma_watch *watch, size_t node);

/** Sets where frames that a node sends arrive.
 *
 *  @param watch [in,out] watch.
 *  @param from  [in] sending node.
 *  @param to    [in] receiving node. */
void ubn_urma_watch_link(struct ubn_urma_watch *watch, size_t from, size_t to);

/** Tells whether every chain has ended.
 *
 *  @param watch [in] watch.
 *  @return number of frames and commands that were begun and not finished. */
size_t ubn_urma_watch_open(const struct ubn_urma_watch *watch);

#ifdef __cplusplus
}
#endif

#endif
