/* SPDX-License-Identifier: Apache-2.0 */
/* stats: exact statistics of picosecond samples, and rates that never overflow.
 * Percentiles are by nearest rank: p is the smallest sample such that at least p of all samples
 * are not above it, that is the sample of rank ceil(p * n) in sorted order. No interpolation: a
 * percentile is always a time that happened. With few samples the upper percentiles coincide with
 * the maximum. Means and rates are kept as fractions of integers and turned into decimal text by
 * integer arithmetic.
 */
#ifndef UBN_STATS_H
#define UBN_STATS_H

#include "ubn/status.h"

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Summary of a set of samples. When count is 0 the other members are 0 and mean nothing: print "no
 *  samples". */
struct ubn_summary {
    uint64_t count; /**< samples */
    uint64_t sum;   /**< of all samples; mean = sum / count */
    uint64_t min;   /**< smallest */
    uint64_t p50;   /**< median, nearest rank */
    uint64_t p90;   /**< 90 % */
    uint64_t p99;   /**< 99 % */
    uint64_t p999;  /**< 99.9 % */
    uint64_t max;   /**< largest */
};

/** Text that fits every number this header prints, terminator included. */
#define UBN_STATS_TEXT 64

/** Summarize samples.
 *  @param samples [in,out] shape [n]; sorted in place.
 *  @param summary_out [out] filled; all zero for n = 0.
 *  @return UBN_OK; UBN_ERR_FULL when the sum does not fit 64 bits. */
enum ubn_status ubn_stats_summarize(uint64_t *samples, size_t n, struct ubn_summary *summary_out);

/** Nearest-rank percentile of sorted samples.
 *  @param sorted [in] shape [n], ascending, n >= 1.
 *  @param per_mille [in] 1 to 1000. */
uint64_t ubn_stats_percentile(const uint64_t *sorted, size_t n, uint32_t per_mille);

/** Write a fraction as decimal text, rounded half up; "no samples" when the denominator is 0.
 *  @param num,den [in] num / den, times scale.
 *  @param scale [in] >= 1; for instance 1000000000000 turns counts per ps into counts per second.
 *  @param decimals [in] 0 to 9.
 *  @param text [out] shape [UBN_STATS_TEXT].
 *  @return text; "too large" when the value needs more than 64 bits. */
const char *ubn_stats_ratio(uint64_t num, uint64_t den, uint64_t scale, unsigned decimals,
                            char text[UBN_STATS_TEXT]);

/** Write a mean of picoseconds as nanoseconds with three decimals; "no samples" when n is 0. */
const char *ubn_stats_mean_ns(uint64_t sum_ps, uint64_t n, char text[UBN_STATS_TEXT]);

/** A count over a span of time. The fraction is the rate; nothing is rounded until it is printed.
 */
struct ubn_rate {
    uint64_t count;   /**< things counted (operations, bits) */
    uint64_t span_ps; /**< length of the window they were counted in */
};

/** Write a rate as things per second with three decimals; "no samples" when the span is 0. */
const char *ubn_stats_rate_per_s(struct ubn_rate rate, char text[UBN_STATS_TEXT]);

/** Things that a rate gives in a span of time: count * span / rate.span_ps, rounded to nearest.
 *  @return the number; UINT64_MAX when it needs more than 64 bits; 0 when the rate has no span. */
uint64_t ubn_stats_rate_count(struct ubn_rate rate, uint64_t span_ps);

#ifdef __cplusplus
}
#endif

#endif
