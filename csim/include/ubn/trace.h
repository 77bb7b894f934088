/* SPDX-License-Identifier: Apache-2.0 */
/* trace: operations and the intervals of time that the stages of their path took.
 * Each part of the model (host, bus, link, probes of the NIC) reports the interval it was
 * responsible for, on its own. When an operation ends, its intervals must tile [start, end]
 * exactly: sorted by time there is no gap and no overlap, so the stages sum to the latency to the
 * picosecond. That is the closure check; nothing is ever filled in.
 * Cost: one pool entry per open interval, 8 B per stage and operation afterwards; all growth is
 * geometric.
 */
#ifndef UBN_TRACE_H
#define UBN_TRACE_H

#include "ubn/gen/stages.h"
#include "ubn/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Store of all operations of a run. One per run; not for use by several threads. */
struct ubn_trace;

/** One operation as stored. A view into the trace: valid until the next ubn_trace_op_begin. */
struct ubn_trace_op {
    uint32_t node;     /**< initiator node */
    uint32_t queue;    /**< Jetty or queue pair of the initiator */
    uint32_t seq;      /**< running number within the queue */
    uint32_t status;   /**< completion status; 0 is success */
    uint64_t bytes;    /**< payload asked for */
    uint64_t start_ps; /**< the workload asked for the operation */
    uint64_t end_ps;   /**< the workload saw the end of it; 0 while open */
    uint64_t issue_ps; /**< its request left for the wire (stage wire_fwd began); 0: not yet, or
                            never */
    bool ended;        /**< op_end was called */
    bool closed;       /**< the intervals tiled [start_ps, end_ps] */
    /** Time per stage, ps, shape [UBN_STAGE_COUNT]; all zero while the operation is open. */
    const uint64_t *stage_ps;
};

/** Create an empty trace.
 *  @param log [in] closure violations are printed here; NULL for stderr; stays owned by the caller.
 *  @param trace_out [out] new trace, to be freed by ubn_trace_destroy.
 *  @return UBN_OK; UBN_ERR_NOMEM. */
enum ubn_status ubn_trace_create(FILE *log, struct ubn_trace **trace_out);

/** Free a trace and all it holds.
 *  @param trace [in] may be NULL. */
void ubn_trace_destroy(struct ubn_trace *trace);

/** Open an operation.
 *  @param trace [in,out] trace.
 *  @param node,queue,seq [in] key of the operation.
 *  @param start_ps [in] first instant that belongs to the operation.
 *  @param bytes [in] payload bytes asked for.
 *  @param op_out [out] handle: the index of the operation, counting from 0 in order of the calls.
 *  @return UBN_OK; UBN_ERR_NOMEM; UBN_ERR_FULL after 2^32 - 1 operations. */
enum ubn_status ubn_trace_op_begin(struct ubn_trace *trace, uint32_t node, uint32_t queue,
                                   uint32_t seq, uint64_t start_ps, uint64_t bytes,
                                   uint32_t *op_out);

/** Report that a stage had an operation in its hands from one instant to another.
 *
 *  Intervals may come in any order of time, and a stage may have several, which add up. An empty
 *  one (from = to) counts as an interval of length zero. Stages of category `NIC pipeline` start
 * and end on clock edges of one node: their intervals must be whole NIC cycles, which is checked
 * when the operation ends.
 *  @param op [in] handle of an open operation.
 *  @param stage [in] stage, below UBN_STAGE_COUNT.
 *  @param from_ps,to_ps [in] half-open interval [from, to), from <= to, inside the operation.
 *  @return UBN_OK; UBN_ERR_NOMEM; UBN_ERR_CHECK (printed, and kept for ubn_trace_finish) when the
 *  operation is unknown or has ended, or the interval is reversed or begins before the operation.
 */
enum ubn_status ubn_trace_interval(struct ubn_trace *trace, uint32_t op, enum ubn_stage stage,
                                   uint64_t from_ps, uint64_t to_ps);

/** Close an operation and check that its intervals tile [start, end_ps].
 *  @param op [in] handle of an open operation.
 *  @param end_ps [in] first instant that no longer belongs to the operation, not before the start.
 *  @param status [in] completion status, 0 for success.
 *  @return UBN_OK; UBN_ERR_CHECK with key, stage and ps printed, once per operation: the first
 *  violation in order of time. */
enum ubn_status ubn_trace_op_end(struct ubn_trace *trace, uint32_t op, uint64_t end_ps,
                                 uint32_t status);

/** Check that every operation has ended and that no violation was seen at any time.
 *  @return UBN_OK; UBN_ERR_CHECK (open operations are printed, at most ten). */
enum ubn_status ubn_trace_finish(const struct ubn_trace *trace);

/** @return number of operations begun. */
size_t ubn_trace_op_count(const struct ubn_trace *trace);

/** @return number of violations seen so far (unknown handles, bad intervals, failed closures). */
uint64_t ubn_trace_violations(const struct ubn_trace *trace);

/** @return number of intervals ever reported for a stage: 0 means that the stage is not on the
 *  path. */
uint64_t ubn_trace_stage_intervals(const struct ubn_trace *trace, enum ubn_stage stage);

/** @return room of the pool, in intervals: at most twice the peak of intervals that were open at
 * one time (or 256). For checks of memory use. */
size_t ubn_trace_pool_intervals(const struct ubn_trace *trace);

/** Look at one operation.
 *  @param op [in] below ubn_trace_op_count.
 *  @param view_out [out] filled. */
void ubn_trace_op_get(const struct ubn_trace *trace, uint32_t op, struct ubn_trace_op *view_out);

/** @return true for stages that are measured in NIC cycles (category `NIC pipeline`). */
bool ubn_trace_stage_is_nic(enum ubn_stage stage);

/** NIC cycles in a length of time, rounded to the nearest: edges are rounded down to whole ps, so n
 *  cycles are floor(n * 500000 / 161) ps or one more.
 *  @param ps [in] any length up to 2^56 ps. */
uint64_t ubn_trace_cycles(uint64_t ps);

#ifdef __cplusplus
}
#endif

#endif
