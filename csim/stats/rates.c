/* SPDX-License-Identifier: Apache-2.0 */
/* rates: see ubn/rates.h. */
#include "ubn/rates.h"

#include <stdlib.h>

#define STEADY_MIN 8u /* operations: a quarter of fewer is no ramp */

static int ascending(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a;
    const uint64_t y = *(const uint64_t *)b;

    return (x > y) - (x < y);
}

/* Takes the instants of every operation that counts. Returns their number. */
static size_t collect(const struct ubn_trace *trace, uint64_t *issues, uint64_t *ends,
                      uint64_t *start_ps)
{
    size_t n = 0;

    *start_ps = UINT64_MAX;
    for (size_t i = 0; i < ubn_trace_op_count(trace); i++) {
        struct ubn_trace_op op;

        ubn_trace_op_get(trace, (uint32_t)i, &op);
        if (op.closed && op.status == 0 && op.issue_ps != 0) {
            issues[n] = op.issue_ps;
            ends[n++] = op.end_ps;
            *start_ps = op.start_ps < *start_ps ? op.start_ps : *start_ps;
        }
    }
    qsort(issues, n, sizeof(*issues), ascending);
    qsort(ends, n, sizeof(*ends), ascending);
    return n;
}

/* Events first .. last of a sorted list; their number is one more than their intervals. */
static struct ubn_rate between(const uint64_t *sorted, size_t first, size_t last)
{
    return (struct ubn_rate){.count = last - first, .span_ps = sorted[last] - sorted[first]};
}

enum ubn_status ubn_rates_of_trace(const struct ubn_trace *trace, struct ubn_trace_rates *rates_out)
{
    const size_t room = ubn_trace_op_count(trace) + 1;
    uint64_t *issues = malloc(2 * room * sizeof(*issues));
    uint64_t *ends = issues + room;
    uint64_t start_ps = 0;

    if (issues == NULL) {
        return UBN_ERR_NOMEM;
    }
    *rates_out = (struct ubn_trace_rates){0};
    const size_t n = collect(trace, issues, ends, &start_ps);

    if (n >= 2) {
        rates_out->issue = between(issues, 0, n - 1);
        rates_out->issue_burst = (struct ubn_rate){.count = n, .span_ps = issues[n - 1] - start_ps};
        rates_out->completion = between(ends, 0, n - 1);
    }
    if (n >= STEADY_MIN) {
        rates_out->steady = between(ends, n / 4, 3 * n / 4);
    }
    free(issues);
    return UBN_OK;
}
