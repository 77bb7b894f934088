/* SPDX-License-Identifier: Apache-2.0 */
/** @file ldst_watch.h  Follows loads and stores of remote memory through both nodes and reports
 *  their stages.
 *
 *  The watch hears the port handshakes and one probe of every node and looks at the headers of the
 *  frames that leave. Requests, their responses and the answers to the host keep one order, so
 *  sequence numbers and order lead it from one to the next. What happened to a request travels with
 *  its frames; the stages are reported when the host gets its answer. */
#ifndef UBN_LDST_WATCH_H
#define UBN_LDST_WATCH_H

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
struct ubn_ldst_watch;

/** Makes a watch.
 *
 *  @param e         [in,out] engine; a broken chain of events ends its run.
 *  @param trace     [in,out] takes the intervals; outlives the watch.
 *  @param n_nodes   [in] nodes of the run.
 *  @param watch_out [out] owned by the caller, given back by ubn_ldst_watch_destroy.
 *  @return UBN_OK; UBN_ERR_NOMEM. */
enum ubn_status ubn_ldst_watch_create(struct ubn_engine *e, struct ubn_trace *trace, size_t n_nodes,
                                      struct ubn_ldst_watch **watch_out);

/** Gives back a watch.
 *
 *  @param watch [in] watch or NULL. */
void ubn_ldst_watch_destroy(struct ubn_ldst_watch *watch);

/** What to give a node so that it is watched. */
extern const struct ubn_node_listener ubn_ldst_watch_listener;

/** Gives the context of the listener for one node.
 *
 *  @param watch [in] watch, owner of the context.
 *  @param node  [in] node number.
 *  @return the context. */
void *ubn_ldst_watch_node(struct ubn_ldst_watch *watch, size_t node);

/** Sets where frames that a node sends arrive.
 *
 *  @param watch [in,out] watch.
 *  @param from  [in] sending node.
 *  @param to    [in] receiving node. */
void ubn_ldst_watch_link(struct ubn_ldst_watch *watch, size_t from, size_t to);

/** Tells whether every chain has ended.
 *
 *  @param watch [in] watch.
 *  @return number of accesses, frames and commands that were begun and not finished. */
size_t ubn_ldst_watch_open(const struct ubn_ldst_watch *watch);

#ifdef __cplusplus
}
#endif

#endif
