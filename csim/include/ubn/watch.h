/* SPDX-License-Identifier: Apache-2.0 */
/** @file watch.h  How the operations of a run are followed through its nodes.
 *
 *  A watch hears the port handshakes and the probes of every node and reports the stages of each
 *  operation to the trace (configs/spec/stages.yaml); it feeds nothing back. Every kind of
 *  controller has its own: urma_watch.h, ldst_watch.h, roce_watch.h. */
#ifndef UBN_WATCH_H
#define UBN_WATCH_H

#include "ubn/engine.h"
#include "ubn/node.h"
#include "ubn/status.h"
#include "ubn/trace.h"

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Watch over all nodes of a run; opaque, each kind has its own. */
struct ubn_watch;

/** What a kind of watch can do. */
struct ubn_watch_ops {
    /** Makes a watch.
     *
     *  @param e         [in,out] engine; a broken chain of events ends its run.
     *  @param trace     [in,out] takes the intervals; outlives the watch.
     *  @param n_nodes   [in] nodes of the run.
     *  @param watch_out [out] owned by the caller, given back by destroy.
     *  @return UBN_OK; UBN_ERR_NOMEM. */
    enum ubn_status (*create)(struct ubn_engine *e, struct ubn_trace *trace, size_t n_nodes,
                              struct ubn_watch **watch_out);
    /** Gives back a watch, or NULL. */
    void (*destroy)(struct ubn_watch *watch);
    /** What to give each node so that it is watched. */
    const struct ubn_node_listener *listener;
    /** Gives the context of the listener for one node; it belongs to the watch. */
    void *(*node)(struct ubn_watch *watch, size_t node);
    /** Says where frames that a node sends arrive. */
    void (*link)(struct ubn_watch *watch, size_t from, size_t to);
    /** Counts what was begun and not finished: frames, commands, traced operations. */
    size_t (*open)(const struct ubn_watch *watch);
};

#ifdef __cplusplus
}
#endif

#endif
