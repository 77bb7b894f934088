/* SPDX-License-Identifier: Apache-2.0 */
/* stats: percentiles, means and rates in integer arithmetic; contract in ubn/stats.h. */
#include "ubn/stats.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#define PS_PER_S UINT64_C(1000000000000)

__extension__ typedef unsigned __int128 u128; /* products of two 64-bit numbers */

static int compare_u64(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a;
    uint64_t y = *(const uint64_t *)b;

    return (x > y) - (x < y);
}

uint64_t ubn_stats_percentile(const uint64_t *sorted, size_t n, uint32_t per_mille)
{
    u128 rank = ((u128)n * per_mille + 999) / 1000; /* ceil, 1 .. n */

    return sorted[(size_t)rank - 1];
}

enum ubn_status ubn_stats_summarize(uint64_t *samples, size_t n, struct ubn_summary *summary_out)
{
    uint64_t sum = 0;

    if (n == 0) {
        *summary_out = (struct ubn_summary){0};
        return UBN_OK;
    }
    for (size_t i = 0; i < n; i++) {
        if (__builtin_add_overflow(sum, samples[i], &sum)) {
            return UBN_ERR_FULL;
        }
    }
    qsort(samples, n, sizeof(*samples), compare_u64);
    *summary_out = (struct ubn_summary){.count = n,
                                        .sum = sum,
                                        .min = samples[0],
                                        .p50 = ubn_stats_percentile(samples, n, 500),
                                        .p90 = ubn_stats_percentile(samples, n, 900),
                                        .p99 = ubn_stats_percentile(samples, n, 990),
                                        .p999 = ubn_stats_percentile(samples, n, 999),
                                        .max = samples[n - 1]};
    return UBN_OK;
}

const char *ubn_stats_ratio(uint64_t num, uint64_t den, uint64_t scale, unsigned decimals,
                            char text[UBN_STATS_TEXT])
{
    uint64_t unit = 1; /* 10^decimals */

    if (den == 0) {
        snprintf(text, UBN_STATS_TEXT, "no samples");
        return text;
    }
    for (unsigned i = 0; i < decimals; i++) {
        unit *= 10;
    }
    /* Whole part and remainder first, so that no product needs more than 128 bits. */
    u128 scaled = (u128)num * scale;
    u128 whole = scaled / den;
    u128 fraction = ((scaled % den) * unit * 2 + den) / ((u128)den * 2); /* half up */

    whole += fraction / unit;
    fraction %= unit;
    if (whole > UINT64_MAX) {
        snprintf(text, UBN_STATS_TEXT, "too large");
    } else if (decimals == 0) {
        snprintf(text, UBN_STATS_TEXT, "%" PRIu64, (uint64_t)whole);
    } else {
        snprintf(text, UBN_STATS_TEXT, "%" PRIu64 ".%0*" PRIu64, (uint64_t)whole, (int)decimals,
                 (uint64_t)fraction);
    }
    return text;
}

const char *ubn_stats_mean_ns(uint64_t sum_ps, uint64_t n, char text[UBN_STATS_TEXT])
{
    u128 den = (u128)n * 1000; /* ps to ns */

    if (den > UINT64_MAX) {
        snprintf(text, UBN_STATS_TEXT, "too large");
        return text;
    }
    return ubn_stats_ratio(sum_ps, (uint64_t)den, 1, 3, text);
}

const char *ubn_stats_rate_per_s(struct ubn_rate rate, char text[UBN_STATS_TEXT])
{
    return ubn_stats_ratio(rate.count, rate.span_ps, PS_PER_S, 3, text);
}

uint64_t ubn_stats_rate_count(struct ubn_rate rate, uint64_t span_ps)
{
    if (rate.span_ps == 0) {
        return 0;
    }
    u128 count = ((u128)rate.count * span_ps + rate.span_ps / 2) / rate.span_ps;

    return count > UINT64_MAX ? UINT64_MAX : (uint64_t)count;
}
