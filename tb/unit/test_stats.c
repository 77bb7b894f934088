/* SPDX-License-Identifier: Apache-2.0 */
/* test_stats: exact percentiles, means and rates. */
#include "ubn/stats.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static void stats_percentiles_are_nearest_rank_when_samples_are_1_to_n(void **state)
{
    static const uint64_t sizes[] = {1, 2, 9, 10, 11, 99, 100, 999, 1000, 1001, 4000};
    uint64_t samples[4000];

    (void)state;
    for (size_t s = 0; s < sizeof(sizes) / sizeof(sizes[0]); s++) {
        uint64_t n = sizes[s];
        struct ubn_summary got;

        for (uint64_t i = 0; i < n; i++) { /* scrambled order: n and 7919 have no common factor */
            samples[i] = i * 7919 % n + 1;
        }
        assert_int_equal(ubn_stats_summarize(samples, (size_t)n, &got), UBN_OK);
        assert_int_equal(got.count, n);
        assert_int_equal(got.sum, n * (n + 1) / 2);
        assert_int_equal(got.min, 1);
        assert_int_equal(got.max, n);
        /* The sample of rank r is r, so the percentile is ceil(p * n). */
        assert_int_equal(got.p50, (n + 1) / 2);
        assert_int_equal(got.p90, (9 * n + 9) / 10);
        assert_int_equal(got.p99, (99 * n + 99) / 100);
        assert_int_equal(got.p999, (999 * n + 999) / 1000);
    }
}

static void stats_percentile_is_a_sample_that_happened(void **state)
{
    uint64_t samples[] = {10, 1000000};
    struct ubn_summary got;

    (void)state;
    assert_int_equal(ubn_stats_summarize(samples, 2, &got), UBN_OK);
    assert_int_equal(got.p50, 10);
    assert_int_equal(got.p90, 1000000);
}

static void stats_handles_large_samples_without_wrapping(void **state)
{
    uint64_t samples[] = {UINT64_C(1) << 63, (UINT64_C(1) << 63) - 1};
    uint64_t apart[] = {UINT64_C(3) << 40, 5, UINT64_C(1) << 32}; /* differences pass 32 bits */
    uint64_t too_large[] = {UINT64_C(1) << 63, UINT64_C(1) << 63};
    struct ubn_summary got;

    (void)state;
    assert_int_equal(ubn_stats_summarize(samples, 2, &got), UBN_OK);
    assert_int_equal(got.sum, UINT64_MAX);
    assert_int_equal(got.min, (UINT64_C(1) << 63) - 1);
    assert_int_equal(ubn_stats_summarize(too_large, 2, &got), UBN_ERR_FULL);
    assert_int_equal(ubn_stats_summarize(apart, 3, &got), UBN_OK);
    assert_int_equal(got.min, 5);
    assert_int_equal(got.p50, UINT64_C(1) << 32);
    assert_int_equal(got.max, UINT64_C(3) << 40);
}

/* B88: an empty set must not print what is left in memory or what an underflow makes. */
static void stats_says_no_samples_when_there_are_none(void **state)
{
    struct ubn_summary got;
    char text[UBN_STATS_TEXT];

    (void)state;
    memset(&got, 0xAA, sizeof(got));
    assert_int_equal(ubn_stats_summarize(NULL, 0, &got), UBN_OK);
    assert_int_equal(got.count, 0);
    assert_int_equal(got.max, 0);
    assert_string_equal(ubn_stats_mean_ns(got.sum, got.count, text), "no samples");
    assert_string_equal(ubn_stats_rate_per_s((struct ubn_rate){7, 0}, text), "no samples");
    assert_int_equal(ubn_stats_rate_count((struct ubn_rate){7, 0}, 100), 0);
}

static void stats_ratio_rounds_half_up_and_carries(void **state)
{
    char text[UBN_STATS_TEXT];

    (void)state;
    assert_string_equal(ubn_stats_ratio(1, 3, 1, 3, text), "0.333");
    assert_string_equal(ubn_stats_ratio(2, 3, 1, 3, text), "0.667");
    assert_string_equal(ubn_stats_ratio(1, 2000, 1, 3, text), "0.001");
    assert_string_equal(ubn_stats_ratio(9999, 2000, 1, 3, text), "5.000");
    assert_string_equal(ubn_stats_ratio(1, 2, 1, 0, text), "1");
    assert_string_equal(ubn_stats_ratio(0, 5, 1, 1, text), "0.0");
    assert_string_equal(ubn_stats_mean_ns(745600, 1, text), "745.600");
    assert_string_equal(ubn_stats_mean_ns(2236801, 3, text), "745.600");
}

/* B89: counters beyond 32 bits, spans beyond 2^33 cycles. */
static void stats_rates_stay_exact_when_counts_pass_32_bits(void **state)
{
    const uint64_t count = UINT64_C(1) << 32;
    const uint64_t span_ps = (UINT64_C(1) << 33) / 161 * 500000; /* 2^33 NIC cycles, about 27 s */
    char text[UBN_STATS_TEXT];

    (void)state;
    /* 2^32 / (floor(2^33 / 161) * 500000) * 10^12, by hand with exact integers */
    assert_string_equal(ubn_stats_rate_per_s((struct ubn_rate){count, span_ps}, text),
                        "161000000.019");
    assert_string_equal(ubn_stats_ratio(UINT64_MAX, UINT64_MAX, 1000000000000, 9, text),
                        "1000000000000.000000000");
    assert_string_equal(ubn_stats_ratio(UINT64_MAX, 1, 1, 3, text), "18446744073709551615.000");
    assert_string_equal(ubn_stats_ratio(UINT64_MAX, 1, 2, 3, text), "too large");
    assert_string_equal(ubn_stats_mean_ns(UINT64_MAX, UINT64_MAX / 1000 + 1, text), "too large");
}

/* B90: rate times time is the count. */
static void stats_rate_times_time_is_the_count(void **state)
{
    const uint64_t counts[] = {0, 1, 10000, UINT64_C(3000000007), UINT64_C(1) << 40};
    const uint64_t spans[] = {1, 3106, 745600, UINT64_C(26676858385000), UINT64_C(1) << 50};

    (void)state;
    for (size_t i = 0; i < 5; i++) {
        for (size_t j = 0; j < 5; j++) {
            struct ubn_rate rate = {counts[i], spans[j]};

            assert_int_equal(ubn_stats_rate_count(rate, spans[j]), counts[i]);
            assert_int_equal(ubn_stats_rate_count(rate, 2 * spans[j]), 2 * counts[i]);
        }
    }
    assert_int_equal(ubn_stats_rate_count((struct ubn_rate){1, 2}, 1), 1); /* half up */
    assert_int_equal(ubn_stats_rate_count((struct ubn_rate){UINT64_MAX, 1}, 2), UINT64_MAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stats_percentiles_are_nearest_rank_when_samples_are_1_to_n),
        cmocka_unit_test(stats_percentile_is_a_sample_that_happened),
        cmocka_unit_test(stats_handles_large_samples_without_wrapping),
        cmocka_unit_test(stats_says_no_samples_when_there_are_none),
        cmocka_unit_test(stats_ratio_rounds_half_up_and_carries),
        cmocka_unit_test(stats_rates_stay_exact_when_counts_pass_32_bits),
        cmocka_unit_test(stats_rate_times_time_is_the_count),
    };

    return cmocka_run_group_tests_name("stats", tests, NULL, NULL);
}
