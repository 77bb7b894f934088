/* SPDX-License-Identifier: Apache-2.0 */
/* watch_sink: where the watches report to. Every node of a watch holds one. */
#ifndef UBN_NIC_WATCH_SINK_H
#define UBN_NIC_WATCH_SINK_H

#include "ubn/engine.h"
#include "ubn/node.h"
#include "ubn/portq.h"
#include "ubn/trace.h"
#include "ubn/verbs.h"

#include <stdint.h>

struct watch_sink {
    struct ubn_engine *engine;
    struct ubn_trace *trace;
};

/* Ends the run when status is not UBN_OK. */
static inline void watch_check(const struct watch_sink *s, enum ubn_status status)
{
    if (status != UBN_OK)
        ubn_engine_fail(s->engine, status);
}

/* Appends to a queue; without memory the run ends. */
static inline void watch_push(const struct watch_sink *s, struct ubn_portq *q, uint64_t ps,
                              const void *item)
{
    watch_check(s, ubn_portq_push(q, ps, item));
}

/* Operation of the trace that a host tag names, or UBN_OP_UNTRACED. */
static inline uint32_t watch_op(uint64_t tag)
{
    return tag < UBN_OP_UNTRACED ? (uint32_t)tag : UBN_OP_UNTRACED;
}

/* Reports a stage of an operation; nothing for one that is not traced. */
static inline void watch_interval(const struct watch_sink *s, uint32_t op, enum ubn_stage stage,
                                  uint64_t from_ps, uint64_t to_ps)
{
    if (op != UBN_OP_UNTRACED)
        watch_check(s, ubn_trace_interval(s->trace, op, stage, from_ps, to_ps));
}

/* Reports waiting in front of a port: to the first clock edge, then for the controller to take it.
 */
static inline void watch_entry(const struct watch_sink *s, uint32_t op,
                               const struct ubn_node_arrival *a)
{
    watch_interval(s, op, UBN_STAGE_CLOCK_ALIGN, a->arrive_ps, a->edge_ps);
    watch_interval(s, op, UBN_STAGE_PORT_WAIT, a->edge_ps, a->accept_ps);
}

#endif
