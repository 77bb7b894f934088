/* SPDX-License-Identifier: Apache-2.0 */
/* test_rates: rates of issue and completion, on instants written down by hand. */
#include "ubn/rates.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static int trace_open(void **state)
{
    struct ubn_trace *trace = NULL;

    assert_int_equal(ubn_trace_create(NULL, &trace), UBN_OK);
    *state = trace;
    return 0;
}

static int trace_close(void **state)
{
    ubn_trace_destroy(*state);
    return 0;
}

/* An operation that begins, leaves and ends at these instants. */
static void add(struct ubn_trace *trace, uint64_t start_ps, uint64_t issue_ps, uint64_t end_ps,
                uint32_t status)
{
    uint32_t op = 0;

    assert_int_equal(ubn_trace_op_begin(trace, 0, 0, 0, start_ps, 64, &op), UBN_OK);
    ubn_trace_interval(trace, op, UBN_STAGE_WIRE_FWD, issue_ps, end_ps);
    ubn_trace_interval(trace, op, UBN_STAGE_BUS_SEND, start_ps, issue_ps);
    assert_int_equal(ubn_trace_op_end(trace, op, end_ps, status), UBN_OK);
}

static void check(struct ubn_rate rate, uint64_t count, uint64_t span_ps)
{
    assert_int_equal(rate.count, count);
    assert_int_equal(rate.span_ps, span_ps);
}

static void rates_count_intervals_between_first_and_last(void **state)
{
    struct ubn_trace *trace = *state;
    struct ubn_trace_rates rates;

    add(trace, 1000, 5000, 90000, 0);
    add(trace, 1500, 9000, 80000, 0); /* ends before the one posted first */
    add(trace, 2000, 7000, 95000, 0); /* leaves before the one posted second */

    assert_int_equal(ubn_rates_of_trace(trace, &rates), UBN_OK);
    check(rates.issue, 2, 4000);       /* 5000 .. 9000 */
    check(rates.issue_burst, 3, 8000); /* 1000 .. 9000 */
    check(rates.completion, 2, 15000); /* 80000 .. 95000 */
    check(rates.steady, 0, 0);
}

/* Ends at 100, 200, ... 800, but the first and the last two are late: the ramps do not count. */
static void rates_leave_out_the_ramps(void **state)
{
    struct ubn_trace *trace = *state;
    struct ubn_trace_rates rates;
    static const uint64_t ends[] = {10, 200, 300, 400, 500, 600, 700, 7000};

    for (unsigned i = 0; i < 8; i++) {
        add(trace, 1, 2 + i, ends[i], 0);
    }
    assert_int_equal(ubn_rates_of_trace(trace, &rates), UBN_OK);
    check(rates.steady, 4, 400); /* 300 .. 700 */
    check(rates.completion, 7, 6990);
}

static void rates_leave_out_what_failed_or_never_left(void **state)
{
    struct ubn_trace *trace = *state;
    struct ubn_trace_rates rates;
    uint32_t op = 0;

    add(trace, 1000, 5000, 90000, 0);
    add(trace, 500, 4000, 99000, 7);
    assert_int_equal(ubn_trace_op_begin(trace, 0, 0, 0, 100, 64, &op), UBN_OK);
    ubn_trace_interval(trace, op, UBN_STAGE_NIC_TX, 100, 100);
    assert_int_equal(ubn_trace_op_end(trace, op, 100, 0), UBN_OK);
    assert_int_equal(ubn_trace_op_begin(trace, 0, 0, 0, 200, 64, &op), UBN_OK);

    assert_int_equal(ubn_rates_of_trace(trace, &rates), UBN_OK);
    check(rates.issue, 0, 0); /* one operation has no rate */
    check(rates.completion, 0, 0);
    add(trace, 2000, 6000, 92000, 0);
    assert_int_equal(ubn_rates_of_trace(trace, &rates), UBN_OK);
    check(rates.issue, 1, 1000);
    check(rates.issue_burst, 2, 5000);
    check(rates.completion, 1, 2000);
}

int main(void)
{
#define RATES_TEST(f) cmocka_unit_test_setup_teardown(f, trace_open, trace_close)
    const struct CMUnitTest tests[] = {
        RATES_TEST(rates_count_intervals_between_first_and_last),
        RATES_TEST(rates_leave_out_the_ramps),
        RATES_TEST(rates_leave_out_what_failed_or_never_left),
    };

    return cmocka_run_group_tests_name("rates", tests, NULL, NULL);
}
