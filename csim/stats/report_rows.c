/* SPDX-License-Identifier: Apache-2.0 */
/* report_rows: see report_rows.h. */
#include "report_rows.h"

#include <stdlib.h>

/* Which number of an operation is sampled: a stage, or one of these. */
enum { SAMPLE_TOTAL = UBN_STAGE_COUNT, SAMPLE_UNALIGNED, SAMPLE_KINDS };

static uint64_t sample_of(const struct ubn_trace_op *op, int kind)
{
    uint64_t total_ps = op->end_ps - op->start_ps;

    switch (kind) {
    case SAMPLE_TOTAL:
        return total_ps;
    case SAMPLE_UNALIGNED:
        return total_ps - op->stage_ps[UBN_STAGE_CLOCK_ALIGN];
    default:
        return op->stage_ps[kind];
    }
}

static struct ubn_summary *summary_of(struct ubn_rows *rows, int kind)
{
    switch (kind) {
    case SAMPLE_TOTAL:
        return &rows->total;
    case SAMPLE_UNALIGNED:
        return &rows->unaligned;
    default:
        return &rows->stage[kind];
    }
}

/* Takes one kind of sample from every successful operation of the node. Returns their number. */
static size_t take_samples(const struct ubn_trace *trace, uint32_t node, int kind,
                           uint64_t *samples)
{
    size_t n = 0;

    for (size_t i = 0; i < ubn_trace_op_count(trace); i++) {
        struct ubn_trace_op op;

        ubn_trace_op_get(trace, (uint32_t)i, &op);
        if ((node == UBN_ROWS_ALL || op.node == node) && op.closed && op.status == 0) {
            samples[n++] = sample_of(&op, kind);
        }
    }
    return n;
}

static void count_ops(const struct ubn_trace *trace, uint32_t node, struct ubn_rows *rows)
{
    for (size_t i = 0; i < ubn_trace_op_count(trace); i++) {
        struct ubn_trace_op op;

        ubn_trace_op_get(trace, (uint32_t)i, &op);
        if (node == UBN_ROWS_ALL || op.node == node) {
            rows->ops++;
            rows->failed += op.ended && op.status != 0 ? 1 : 0;
            rows->open += op.ended ? 0 : 1;
        }
    }
}

enum ubn_status ubn_rows_collect(const struct ubn_trace *trace, uint32_t node,
                                 struct ubn_rows *rows_out)
{
    enum ubn_status status = UBN_OK;
    struct ubn_rows rows = {.ops = 0};
    uint64_t *samples = malloc((ubn_trace_op_count(trace) + 1) * sizeof(*samples));

    if (samples == NULL) {
        return UBN_ERR_NOMEM;
    }
    count_ops(trace, node, &rows);
    for (int kind = 0; status == UBN_OK && kind < SAMPLE_KINDS; kind++) {
        size_t n = take_samples(trace, node, kind, samples);

        if (kind < UBN_STAGE_COUNT && ubn_trace_stage_is_nic((enum ubn_stage)kind)) {
            for (size_t i = 0; i < n; i++) {
                rows.cycles[kind] += ubn_trace_cycles(samples[i]);
            }
        }
        status = ubn_stats_summarize(samples, n, summary_of(&rows, kind));
    }
    free(samples);
    if (status == UBN_OK) {
        *rows_out = rows;
    }
    return status;
}

const char *ubn_rows_cycles(const struct ubn_rows *rows, enum ubn_stage stage,
                            char text[UBN_STATS_TEXT])
{
    uint64_t n = rows->stage[stage].count;

    text[0] = '\0';
    if (n > 0 && ubn_trace_stage_is_nic(stage)) {
        ubn_stats_ratio(rows->cycles[stage], n, 1, rows->cycles[stage] % n == 0 ? 0 : 1, text);
    }
    return text;
}
