/* SPDX-License-Identifier: Apache-2.0 */
/* trace: operations, their stage intervals and the closure check; contract in ubn/trace.h.
 * Intervals of open operations live in one pool with a free list; when an operation ends they are
 * folded into its sums per stage and given back.
 */
#include "ubn/trace.h"

#include "ubn/time.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define NONE UINT32_MAX  /* end of a list in the pool */
#define MAX_MESSAGES 10u /* then violations are only counted */

/* One interval of an open operation, or a free entry of the pool. */
struct interval {
    uint64_t from_ps;
    uint64_t to_ps;
    uint32_t next; /* next in the list of the operation, or next free entry */
    enum ubn_stage stage;
};

struct op {
    uint64_t bytes;
    uint64_t start_ps;
    uint64_t end_ps;
    uint64_t issue_ps;
    uint32_t node;
    uint32_t queue;
    uint32_t seq;
    uint32_t status;
    uint32_t first; /* list of intervals in order of report, while open */
    uint32_t last;
    uint32_t n_intervals;
    bool ended;
    bool closed;
};

struct ubn_trace {
    FILE *log;
    struct op *ops;
    uint64_t *stage_ps; /* shape [cap_ops][UBN_STAGE_COUNT] */
    size_t n_ops;
    size_t cap_ops;
    struct interval *pool;
    size_t cap_pool;
    uint32_t free_list;
    struct interval *sorted; /* scratch of op_end, shape [cap_sorted] */
    size_t cap_sorted;
    uint64_t violations;
    uint64_t n_intervals[UBN_STAGE_COUNT];
};

enum ubn_status ubn_trace_create(FILE *log, struct ubn_trace **trace_out)
{
    struct ubn_trace *trace = calloc(1, sizeof(*trace));

    if (trace == NULL) {
        return UBN_ERR_NOMEM;
    }
    trace->log = log != NULL ? log : stderr;
    trace->free_list = NONE;
    *trace_out = trace;
    return UBN_OK;
}

void ubn_trace_destroy(struct ubn_trace *trace)
{
    if (trace != NULL) {
        free(trace->ops);
        free(trace->stage_ps);
        free(trace->pool);
        free(trace->sorted);
        free(trace);
    }
}

static enum ubn_status grow_ops(struct ubn_trace *trace)
{
    size_t cap = trace->cap_ops == 0 ? 64 : trace->cap_ops * 2;
    struct op *ops = realloc(trace->ops, cap * sizeof(*ops));

    if (ops == NULL) {
        return UBN_ERR_NOMEM;
    }
    trace->ops = ops;
    uint64_t *stage_ps = realloc(trace->stage_ps, cap * UBN_STAGE_COUNT * sizeof(*stage_ps));

    if (stage_ps == NULL) {
        return UBN_ERR_NOMEM;
    }
    trace->stage_ps = stage_ps;
    trace->cap_ops = cap;
    return UBN_OK;
}

/* Doubles the pool and chains the new entries into the free list. */
static enum ubn_status grow_pool(struct ubn_trace *trace)
{
    size_t cap = trace->cap_pool == 0 ? 256 : trace->cap_pool * 2;
    struct interval *pool = cap < NONE ? realloc(trace->pool, cap * sizeof(*pool)) : NULL;

    if (pool == NULL) {
        return UBN_ERR_NOMEM;
    }
    for (size_t i = trace->cap_pool; i < cap; i++) {
        pool[i].next = i + 1 < cap ? (uint32_t)(i + 1) : trace->free_list;
    }
    trace->free_list = (uint32_t)trace->cap_pool;
    trace->pool = pool;
    trace->cap_pool = cap;
    return UBN_OK;
}

static enum ubn_status grow_sorted(struct ubn_trace *trace, size_t need)
{
    size_t cap = trace->cap_sorted == 0 ? 64 : trace->cap_sorted;

    while (cap < need) {
        cap *= 2;
    }
    if (cap > trace->cap_sorted) {
        struct interval *sorted = realloc(trace->sorted, cap * sizeof(*sorted));

        if (sorted == NULL) {
            return UBN_ERR_NOMEM;
        }
        trace->sorted = sorted;
        trace->cap_sorted = cap;
    }
    return UBN_OK;
}

enum ubn_status ubn_trace_op_begin(struct ubn_trace *trace, uint32_t node, uint32_t queue,
                                   uint32_t seq, uint64_t start_ps, uint64_t bytes,
                                   uint32_t *op_out)
{
    if (trace->n_ops == UINT32_MAX) {
        return UBN_ERR_FULL;
    }
    if (trace->n_ops == trace->cap_ops) {
        enum ubn_status status = grow_ops(trace);

        if (status != UBN_OK) {
            return status;
        }
    }
    size_t op = trace->n_ops++;

    trace->ops[op] = (struct op){.bytes = bytes,
                                 .start_ps = start_ps,
                                 .node = node,
                                 .queue = queue,
                                 .seq = seq,
                                 .first = NONE,
                                 .last = NONE};
    memset(&trace->stage_ps[op * UBN_STAGE_COUNT], 0, UBN_STAGE_COUNT * sizeof(*trace->stage_ps));
    *op_out = (uint32_t)op;
    return UBN_OK;
}

/* Counts a violation. Returns true if it is still to be printed. */
static bool count_violation(struct ubn_trace *trace)
{
    trace->violations++;
    if (trace->violations == MAX_MESSAGES + 1) {
        fprintf(trace->log, "closure: further violations are counted only\n");
    }
    return trace->violations <= MAX_MESSAGES;
}

/* Reports a violation of a known operation: key, what is wrong, stage and interval. */
static enum ubn_status violation(struct ubn_trace *trace, const struct op *op, const char *what,
                                 const struct interval *iv, uint64_t at_ps)
{
    if (count_violation(trace)) {
        fprintf(trace->log,
                "closure: node %" PRIu32 " queue %" PRIu32 " seq %" PRIu32 " [%" PRIu64 ", %" PRIu64
                ") ps: %s at %" PRIu64 " ps",
                op->node, op->queue, op->seq, op->start_ps, op->end_ps, what, at_ps);
        if (iv != NULL) {
            fprintf(trace->log, ", stage %s [%" PRIu64 ", %" PRIu64 ") ps of %" PRIu64 " ps",
                    ubn_stage_info[iv->stage].name, iv->from_ps, iv->to_ps,
                    iv->to_ps - iv->from_ps);
        }
        fprintf(trace->log, "\n");
    }
    return UBN_ERR_CHECK;
}

/* Finds an operation that is open; NULL (a violation) otherwise. */
static struct op *open_op(struct ubn_trace *trace, uint32_t index, const char *what)
{
    struct op *op = index < trace->n_ops ? &trace->ops[index] : NULL;

    if (op == NULL) {
        if (count_violation(trace)) {
            fprintf(trace->log, "closure: %s for unknown operation %" PRIu32 "\n", what, index);
        }
    } else if (op->ended) {
        if (count_violation(trace)) {
            fprintf(trace->log,
                    "closure: node %" PRIu32 " queue %" PRIu32 " seq %" PRIu32
                    ": %s after its end\n",
                    op->node, op->queue, op->seq, what);
        }
        op = NULL;
    }
    return op;
}

enum ubn_status ubn_trace_interval(struct ubn_trace *trace, uint32_t op, enum ubn_stage stage,
                                   uint64_t from_ps, uint64_t to_ps)
{
    struct op *o = open_op(trace, op, "interval");

    if (o == NULL) {
        return UBN_ERR_CHECK;
    }
    if ((unsigned)stage >= UBN_STAGE_COUNT) {
        return violation(trace, o, "unknown stage", NULL, from_ps);
    }
    struct interval iv = {.from_ps = from_ps, .to_ps = to_ps, .next = NONE, .stage = stage};

    if (from_ps < o->start_ps || to_ps < from_ps) {
        return violation(trace, o, to_ps < from_ps ? "reversed interval" : "interval before start",
                         &iv, from_ps);
    }
    if (trace->free_list == NONE && grow_pool(trace) != UBN_OK) {
        return UBN_ERR_NOMEM;
    }
    uint32_t slot = trace->free_list;

    trace->free_list = trace->pool[slot].next;
    trace->pool[slot] = iv;
    if (o->first == NONE) {
        o->first = slot;
    } else {
        trace->pool[o->last].next = slot;
    }
    o->last = slot;
    o->n_intervals++;
    trace->n_intervals[stage]++;
    return UBN_OK;
}

/* Copies the intervals of an operation into trace->sorted, ordered by (from, to). Insertion sort:
 * the parts report nearly in order of time. */
static void sort_intervals(struct ubn_trace *trace, const struct op *op)
{
    size_t n = 0;

    for (uint32_t slot = op->first; slot != NONE; slot = trace->pool[slot].next) {
        struct interval iv = trace->pool[slot];
        size_t i = n++;

        for (; i > 0; i--) {
            const struct interval *before = &trace->sorted[i - 1];

            if (before->from_ps < iv.from_ps ||
                (before->from_ps == iv.from_ps && before->to_ps <= iv.to_ps)) {
                break;
            }
            trace->sorted[i] = *before;
        }
        trace->sorted[i] = iv;
    }
}

/* n cycles last floor(n * 500000 / 161) ps or one more, since every edge is rounded down. */
static bool is_whole_cycles(uint64_t ps)
{
    uint64_t floor_ps = ubn_trace_cycles(ps) * UBN_CLOCK_PERIODS_PS / UBN_CLOCK_PERIODS;

    return ps == floor_ps || ps == floor_ps + 1;
}

/* The closure check over trace->sorted[0 .. n-1]; reports the first violation. An end before the
 * start fails too: nothing can tile it. */
static enum ubn_status check_tiling(struct ubn_trace *trace, const struct op *op, size_t n)
{
    uint64_t cursor_ps = op->start_ps;

    for (size_t i = 0; i < n; i++) {
        const struct interval *iv = &trace->sorted[i];

        if (iv->from_ps != cursor_ps) {
            return violation(trace, op, iv->from_ps > cursor_ps ? "gap" : "overlap", iv,
                             iv->from_ps > cursor_ps ? cursor_ps : iv->from_ps);
        }
        if (iv->to_ps > op->end_ps) {
            return violation(trace, op, "interval past the end", iv, op->end_ps);
        }
        if (ubn_trace_stage_is_nic(iv->stage) && !is_whole_cycles(iv->to_ps - iv->from_ps)) {
            return violation(trace, op, "not a whole number of NIC cycles", iv, iv->from_ps);
        }
        cursor_ps = iv->to_ps;
    }
    if (cursor_ps != op->end_ps) {
        return violation(trace, op, "gap before the end", n > 0 ? &trace->sorted[n - 1] : NULL,
                         cursor_ps);
    }
    return UBN_OK;
}

enum ubn_status ubn_trace_op_end(struct ubn_trace *trace, uint32_t op, uint64_t end_ps,
                                 uint32_t status)
{
    struct op *o = open_op(trace, op, "end");

    if (o == NULL) {
        return UBN_ERR_CHECK;
    }
    if (grow_sorted(trace, o->n_intervals) != UBN_OK) {
        return UBN_ERR_NOMEM;
    }
    sort_intervals(trace, o);
    o->ended = true;
    o->end_ps = end_ps;
    o->status = status;
    for (size_t i = 0; i < o->n_intervals; i++) {
        const struct interval *iv = &trace->sorted[i];

        trace->stage_ps[(size_t)op * UBN_STAGE_COUNT + iv->stage] += iv->to_ps - iv->from_ps;
        if (iv->stage == UBN_STAGE_WIRE_FWD && o->issue_ps == 0) {
            o->issue_ps = iv->from_ps;
        }
    }
    if (o->first != NONE) {
        trace->pool[o->last].next = trace->free_list;
        trace->free_list = o->first;
        o->first = NONE;
        o->last = NONE;
    }
    enum ubn_status result = check_tiling(trace, o, o->n_intervals);

    o->closed = result == UBN_OK;
    return result;
}

enum ubn_status ubn_trace_finish(const struct ubn_trace *trace)
{
    uint64_t open = 0;

    for (size_t i = 0; i < trace->n_ops; i++) {
        const struct op *op = &trace->ops[i];

        if (!op->ended && ++open <= MAX_MESSAGES) {
            fprintf(trace->log,
                    "closure: node %" PRIu32 " queue %" PRIu32 " seq %" PRIu32 ": begun at %" PRIu64
                    " ps, never ended; last stage %s\n",
                    op->node, op->queue, op->seq, op->start_ps,
                    op->last == NONE ? "none" : ubn_stage_info[trace->pool[op->last].stage].name);
        }
    }
    if (open > MAX_MESSAGES) {
        fprintf(trace->log, "closure: %" PRIu64 " operations never ended\n", open);
    }
    return open == 0 && trace->violations == 0 ? UBN_OK : UBN_ERR_CHECK;
}

size_t ubn_trace_op_count(const struct ubn_trace *trace) { return trace->n_ops; }

uint64_t ubn_trace_violations(const struct ubn_trace *trace) { return trace->violations; }

uint64_t ubn_trace_stage_intervals(const struct ubn_trace *trace, enum ubn_stage stage)
{
    return trace->n_intervals[stage];
}

size_t ubn_trace_pool_intervals(const struct ubn_trace *trace) { return trace->cap_pool; }

void ubn_trace_op_get(const struct ubn_trace *trace, uint32_t op, struct ubn_trace_op *view_out)
{
    const struct op *o = &trace->ops[op];

    *view_out = (struct ubn_trace_op){.node = o->node,
                                      .queue = o->queue,
                                      .seq = o->seq,
                                      .status = o->status,
                                      .bytes = o->bytes,
                                      .start_ps = o->start_ps,
                                      .end_ps = o->end_ps,
                                      .issue_ps = o->issue_ps,
                                      .ended = o->ended,
                                      .closed = o->closed,
                                      .stage_ps = &trace->stage_ps[(size_t)op * UBN_STAGE_COUNT]};
}

bool ubn_trace_stage_is_nic(enum ubn_stage stage)
{
    return strcmp(ubn_stage_info[stage].category, "NIC pipeline") == 0;
}

uint64_t ubn_trace_cycles(uint64_t ps)
{
    return (ps * UBN_CLOCK_PERIODS + UBN_CLOCK_PERIODS_PS / 2) / UBN_CLOCK_PERIODS_PS;
}
