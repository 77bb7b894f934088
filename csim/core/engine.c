/* SPDX-License-Identifier: Apache-2.0 */
/** @file engine.c  The one loop: next time, its events, its clock edges, and the reasons to stop.
 *
 *  One sequence number for all events is enough: it decides only between events of the same time,
 *  phase, node and port, and those keep their order whatever other ports post in between. */
#include "ubn/engine.h"

#include "heap.h"

#include "ubn/log.h"

#include <inttypes.h>
#include <stdlib.h>

/* Events at one time after which the run is stuck in zero-delay events.
   @source assumption: thousands of nodes with thousands of queues stay below */
#define SAME_PS_MAX 10000000u
#define POLL_STEPS 16384u

struct clocked {
    uint16_t node;
    const struct ubn_clocked_ops *ops;
    void *ctx;
    uint64_t next_ps; /* of the present step */
};

struct dumper {
    void (*dump)(void *ctx, FILE *out);
    void *ctx;
};

struct ubn_engine {
    struct ubn_heap heap;
    struct clocked *clocked; /* by node number */
    size_t clocked_count;
    struct dumper *dumpers;
    size_t dumpers_count;
    uint64_t now_ps;
    uint64_t progress_ps; /* time of the last progress */
    uint64_t next_seq;
    struct ubn_engine_counts counts;
    enum ubn_status failed;
    bool skip_idle;
    bool in_edge;
};

enum ubn_status ubn_engine_create(bool skip_idle, struct ubn_engine **engine_out)
{
    struct ubn_engine *e = calloc(1, sizeof(*e));
    if (e == NULL) {
        return UBN_ERR_NOMEM;
    }
    e->skip_idle = skip_idle;
    *engine_out = e;
    return UBN_OK;
}

void ubn_engine_destroy(struct ubn_engine *e)
{
    if (e != NULL) {
        free(e->heap.events);
        free(e->clocked);
        free(e->dumpers);
        free(e);
    }
}

bool ubn_engine_skip_idle(const struct ubn_engine *e) { return e->skip_idle; }

uint64_t ubn_engine_now_ps(const struct ubn_engine *e) { return e->now_ps; }

struct ubn_engine_counts ubn_engine_counts(const struct ubn_engine *e) { return e->counts; }

void ubn_engine_progress(struct ubn_engine *e) { e->progress_ps = e->now_ps; }

void ubn_engine_fail(struct ubn_engine *e, enum ubn_status status)
{
    if (e->failed == UBN_OK) {
        e->failed = status;
    }
}

enum ubn_status ubn_engine_at(struct ubn_engine *e, uint64_t ps, const struct ubn_event_key *key,
                              ubn_event_fn fn, void *ctx, uint64_t arg)
{
    enum ubn_status status = UBN_ERR_ARG;
    if (fn != NULL && ps != UBN_TIME_NEVER && ps >= e->now_ps + (e->in_edge ? 1 : 0)) {
        const struct ubn_event event = {
            .ps = ps,
            .rank = (uint64_t)key->phase << 32 | (uint64_t)key->node << 16 | key->port,
            .seq = e->next_seq++,
            .fn = fn,
            .ctx = ctx,
            .arg = arg,
        };
        status = ubn_heap_push(&e->heap, &event);
    } else {
        ubn_log_error("event at %" PRIu64 " ps posted too late, at %" PRIu64
                      " ps (phase %u, node %u, port %u)",
                      ps, e->now_ps, key->phase, key->node, key->port);
    }
    if (status != UBN_OK) {
        ubn_engine_fail(e, status);
    }
    return status;
}

enum ubn_status ubn_engine_add_clocked(struct ubn_engine *e, uint16_t node,
                                       const struct ubn_clocked_ops *ops, void *ctx)
{
    size_t at = 0;
    while (at < e->clocked_count && e->clocked[at].node < node) {
        at++;
    }
    if (ops == NULL || ops->next_ps == NULL || ops->edge == NULL ||
        (at < e->clocked_count && e->clocked[at].node == node)) {
        return UBN_ERR_ARG;
    }
    struct clocked *grown = realloc(e->clocked, (e->clocked_count + 1) * sizeof(*grown));
    if (grown == NULL) {
        return UBN_ERR_NOMEM;
    }
    e->clocked = grown;
    for (size_t i = e->clocked_count; i > at; i--) {
        grown[i] = grown[i - 1];
    }
    grown[at] = (struct clocked){.node = node, .ops = ops, .ctx = ctx};
    e->clocked_count++;
    return UBN_OK;
}

enum ubn_status ubn_engine_add_dump(struct ubn_engine *e, void (*dump)(void *ctx, FILE *out),
                                    void *ctx)
{
    struct dumper *grown = realloc(e->dumpers, (e->dumpers_count + 1) * sizeof(*grown));
    if (grown == NULL) {
        return UBN_ERR_NOMEM;
    }
    e->dumpers = grown;
    grown[e->dumpers_count++] = (struct dumper){.dump = dump, .ctx = ctx};
    return UBN_OK;
}

/* Says why nothing moves, and lets everything say what it waits for. */
static enum ubn_status no_progress(const struct ubn_engine *e, const struct ubn_run_limits *limits,
                                   const char *why)
{
    FILE *out = limits->dump != NULL ? limits->dump : stderr;
    ubn_log_error("no progress: %s (now %" PRIu64 " ps, last progress at %" PRIu64 " ps)", why,
                  e->now_ps, e->progress_ps);
    fprintf(out, "engine: now %" PRIu64 " ps, %zu events pending", e->now_ps, e->heap.count);
    if (e->heap.count > 0) {
        const struct ubn_event *first = &e->heap.events[0];
        fprintf(out, ", first at %" PRIu64 " ps for phase %u node %u port %u", first->ps,
                (unsigned)(first->rank >> 32), (unsigned)(first->rank >> 16 & 0xffffu),
                (unsigned)(first->rank & 0xffffu));
    }
    fprintf(out, "\n");
    for (size_t i = 0; i < e->clocked_count; i++) {
        if (e->clocked[i].ops->dump != NULL) {
            e->clocked[i].ops->dump(e->clocked[i].ctx, out);
        }
    }
    for (size_t i = 0; i < e->dumpers_count; i++) {
        e->dumpers[i].dump(e->dumpers[i].ctx, out);
    }
    fflush(out);
    return UBN_ERR_NOPROGRESS;
}

/* Earliest event or edge; remembers the next edge of every node. */
static uint64_t next_step_ps(struct ubn_engine *e)
{
    uint64_t next_ps = e->heap.count > 0 ? e->heap.events[0].ps : UBN_TIME_NEVER;
    for (size_t i = 0; i < e->clocked_count; i++) {
        struct clocked *c = &e->clocked[i];
        c->next_ps = c->ops->next_ps(c->ctx);
        next_ps = c->next_ps < next_ps ? c->next_ps : next_ps;
    }
    return next_ps;
}

static bool stopped(const struct ubn_engine *e, const struct ubn_run_limits *limits)
{
    return e->failed != UBN_OK || (limits->interrupted != NULL && *limits->interrupted != 0);
}

/* All events of the present time, those included that they post for it. */
static void run_events(struct ubn_engine *e, const struct ubn_run_limits *limits)
{
    uint64_t run = 0;
    while (e->heap.count > 0 && e->heap.events[0].ps == e->now_ps && !stopped(e, limits)) {
        const struct ubn_event event = ubn_heap_pop(&e->heap);
        e->counts.events++;
        event.fn(event.ctx, event.arg);
        if (++run == SAME_PS_MAX) {
            ubn_engine_fail(e, no_progress(e, limits, "events without end at one time"));
        }
    }
}

/* The edges of the present time. An event may have given an idle node an edge at this very time, so
   the nodes are asked again after events. */
static void run_edges(struct ubn_engine *e, bool ask)
{
    e->in_edge = true;
    for (size_t i = 0; i < e->clocked_count; i++) {
        struct clocked *c = &e->clocked[i];
        if ((ask ? c->ops->next_ps(c->ctx) : c->next_ps) == e->now_ps && e->failed == UBN_OK) {
            e->counts.edges++;
            c->ops->edge(c->ctx, e->now_ps);
        }
    }
    e->in_edge = false;
}

/* One step to the time next_ps. */
static void step(struct ubn_engine *e, const struct ubn_run_limits *limits, uint64_t next_ps)
{
    e->now_ps = next_ps;
    bool events = e->heap.count > 0 && e->heap.events[0].ps == next_ps;
    if (events) {
        run_events(e, limits);
    }
    if (!stopped(e, limits)) {
        run_edges(e, events);
    }
}

/* Why the step to next_ps must not be made: UBN_OK when it may, and the end otherwise. */
static enum ubn_status check_limits(struct ubn_engine *e, const struct ubn_run_limits *limits,
                                    uint64_t next_ps, bool *end_out)
{
    bool late = limits->max_ps != 0 && next_ps > limits->max_ps;
    *end_out = true;
    if (limits->done == NULL && (late || next_ps == UBN_TIME_NEVER)) {
        return UBN_OK;
    }
    if (next_ps == UBN_TIME_NEVER) {
        return no_progress(e, limits, "work is left, but nothing is left to happen");
    }
    if (next_ps < e->now_ps) {
        ubn_log_error("a node names an edge at %" PRIu64 " ps, before now", next_ps);
        return UBN_ERR_ARG;
    }
    if (late) {
        return no_progress(e, limits, "the time limit sim.max_time is reached");
    }
    if (limits->watchdog_ps != 0 && next_ps - e->progress_ps > limits->watchdog_ps) {
        return no_progress(e, limits, "nothing useful happened for sim.watchdog");
    }
    *end_out = false;
    return UBN_OK;
}

enum ubn_status ubn_engine_run(struct ubn_engine *e, const struct ubn_run_limits *limits)
{
    for (uint64_t steps = 1;; steps++) {
        if (e->failed != UBN_OK) {
            return e->failed;
        }
        if (limits->interrupted != NULL && *limits->interrupted != 0) {
            return UBN_ERR_INTERRUPTED;
        }
        if (limits->done != NULL && limits->done(limits->ctx)) {
            return UBN_OK;
        }
        bool end;
        uint64_t next_ps = next_step_ps(e);
        enum ubn_status status = check_limits(e, limits, next_ps, &end);
        if (end) {
            return status;
        }
        step(e, limits, next_ps);
        if (limits->poll != NULL && steps % POLL_STEPS == 0) {
            limits->poll(limits->ctx);
        }
    }
}
