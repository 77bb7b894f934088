/* SPDX-License-Identifier: Apache-2.0 */
/** @file engine.h  The one loop of a simulation: events in a heap, and clocked nodes.
 *
 *  Order. Time runs in ps. At one time all events run first, by (phase, node, port, order of
 * posting at that port); then every clocked node that has an edge at this time, by node number. The
 * order in which nodes are added, and in which different ports post, changes nothing. An edge may
 * post events for later times only: what it sends needs at least 1 ps. */
#ifndef UBN_ENGINE_H
#define UBN_ENGINE_H

#include "ubn/status.h"
#include "ubn/time.h"

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The simulation loop; opaque. One run each; not shared between threads. */
struct ubn_engine;

/** What an event calls: the context and number given to ubn_engine_at. */
typedef void (*ubn_event_fn)(void *ctx, uint64_t arg);

/** Rank of an event among those of the same time. */
struct ubn_event_key {
    uint8_t phase; /**< lower runs first, for example 0 memory, 1 bus, 2 link, 3 host */
    uint16_t node; /**< node the event belongs to */
    uint16_t port; /**< port or thread inside the node */
};

/** A clocked node as the engine sees it. */
struct ubn_clocked_ops {
    /** Gives the time of the next edge to evaluate: the next edge when the node is busy (or when
     *  skip_idle is off), the first edge at or after its next input or timer when it is idle,
     *  UBN_TIME_NEVER when it has neither. Always after the last evaluated edge; pure. */
    uint64_t (*next_ps)(void *ctx);
    /** Evaluates the edge at edge_ps, which next_ps has just named. */
    void (*edge)(void *ctx, uint64_t edge_ps);
    /** Writes who waits for what, some lines of text; may be NULL. */
    void (*dump)(void *ctx, FILE *out);
};

/** When a run ends. Zeroed fields mean "none". */
struct ubn_run_limits {
    bool (*done)(void *ctx); /**< true: all work is finished; NULL: run to the end */
    void (*poll)(void *ctx); /**< called every 16384 steps (progress line); may be NULL */
    void *ctx;               /**< given to done and poll */
    uint64_t max_ps;         /**< last time to simulate, ps; 0: no limit */
    uint64_t watchdog_ps;    /**< longest simulated time without progress, ps; 0: no limit */
    volatile sig_atomic_t *interrupted; /**< not 0: stop; set by a signal handler; may be NULL */
    FILE *dump;                         /**< where the dump goes; NULL: stderr */
};

/** Makes an engine at time 0.
 *
 *  @param skip_idle  [in] false: nodes shall evaluate every edge (see ubn_engine_skip_idle).
 *  @param engine_out [out] engine, owned by the caller, given back by ubn_engine_destroy.
 *  @return UBN_OK; UBN_ERR_NOMEM. */
enum ubn_status ubn_engine_create(bool skip_idle, struct ubn_engine **engine_out);

/** Gives back an engine; pending events are forgotten.
 *
 *  @param e [in] engine or NULL. */
void ubn_engine_destroy(struct ubn_engine *e);

/** Tells a clocked node whether it may skip idle edges.
 *
 *  @param e [in] engine.
 *  @return the value given at creation. */
bool ubn_engine_skip_idle(const struct ubn_engine *e);

/** Gives the present time.
 *
 *  @param e [in] engine.
 *  @return ps. */
uint64_t ubn_engine_now_ps(const struct ubn_engine *e);

/** Posts an event. Events of one time, phase, node and port run in the order of posting.
 *
 *  @param e   [in,out] engine.
 *  @param ps  [in] when; not in the past; from inside an edge: after now.
 *  @param key [in] rank among the events of that time.
 *  @param fn  [in] what to call.
 *  @param ctx [in] handed to fn; must live until then.
 *  @param arg [in] handed to fn.
 *  @return UBN_OK; UBN_ERR_ARG (too early) or UBN_ERR_NOMEM, which also end the run. */
enum ubn_status ubn_engine_at(struct ubn_engine *e, uint64_t ps, const struct ubn_event_key *key,
                              ubn_event_fn fn, void *ctx, uint64_t arg);

/** Adds a clocked node.
 *
 *  @param e    [in,out] engine.
 *  @param node [in] node number, rank of its edges at one time; each number once.
 *  @param ops  [in] its functions; must outlive the engine.
 *  @param ctx  [in] handed to them.
 *  @return UBN_OK; UBN_ERR_ARG (number used twice, no functions); UBN_ERR_NOMEM.
 *  @pre not while running. */
enum ubn_status ubn_engine_add_clocked(struct ubn_engine *e, uint16_t node,
                                       const struct ubn_clocked_ops *ops, void *ctx);

/** Adds a model without clock to the dump of a run that makes no progress.
 *
 *  @param e    [in,out] engine.
 *  @param dump [in] writes who waits for what.
 *  @param ctx  [in] handed to it.
 *  @return UBN_OK; UBN_ERR_NOMEM. */
enum ubn_status ubn_engine_add_dump(struct ubn_engine *e, void (*dump)(void *ctx, FILE *out),
                                    void *ctx);

/** Reports that something useful happened now (an operation moved a stage); feeds the watchdog.
 *
 *  @param e [in,out] engine. */
void ubn_engine_progress(struct ubn_engine *e);

/** Ends the run with a status after the present callback; the first call counts.
 *
 *  @param e      [in,out] engine.
 *  @param status [in] not UBN_OK, for example UBN_ERR_CHECK for an RTL assertion. The caller has
 *                printed the cause. */
void ubn_engine_fail(struct ubn_engine *e, enum ubn_status status);

/** Runs until the work is done or something ends it. May be called again to go on.
 *
 *  @param e      [in,out] engine.
 *  @param limits [in] when to end; must outlive the call.
 *  @return UBN_OK: done() is true, or without done(): nothing left, or max_ps reached.
 *          UBN_ERR_NOPROGRESS: work left but nothing to do, no progress for watchdog_ps, or max_ps
 *          reached before done(); one message and the dump of everything was written.
 *          UBN_ERR_INTERRUPTED: the flag is set. Or the status given to ubn_engine_fail. */
enum ubn_status ubn_engine_run(struct ubn_engine *e, const struct ubn_run_limits *limits);

/** Counts of one engine, for speed reports. They do not belong to the trace. */
struct ubn_engine_counts {
    uint64_t events; /**< events run */
    uint64_t edges;  /**< clock edges evaluated, all nodes */
};

/** Gives the counts so far.
 *
 *  @param e [in] engine.
 *  @return counts, 64 bit. */
struct ubn_engine_counts ubn_engine_counts(const struct ubn_engine *e);

#ifdef __cplusplus
}
#endif
#endif
