/* SPDX-License-Identifier: Apache-2.0 */
/* test_trace: stage intervals and the closure check. */
#define _DEFAULT_SOURCE
#include "ubn/time.h"
#include "ubn/trace.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* A trace that logs into memory. */
struct bench {
    struct ubn_trace *trace;
    FILE *log;
    char *text;
    size_t len;
};

static int bench_open(void **state)
{
    struct bench *b = calloc(1, sizeof(*b));

    assert_non_null(b);
    b->log = open_memstream(&b->text, &b->len);
    assert_non_null(b->log);
    assert_int_equal(ubn_trace_create(b->log, &b->trace), UBN_OK);
    *state = b;
    return 0;
}

static int bench_close(void **state)
{
    struct bench *b = *state;

    ubn_trace_destroy(b->trace);
    fclose(b->log);
    free(b->text);
    free(b);
    return 0;
}

static const char *logged(struct bench *b)
{
    fflush(b->log);
    return b->text;
}

static uint32_t begin(struct bench *b, uint64_t start_ps)
{
    uint32_t op = 0;

    assert_int_equal(ubn_trace_op_begin(b->trace, 1, 3, 17, start_ps, 64, &op), UBN_OK);
    return op;
}

/* 25 cycles from edge k, as the clock makes them. */
static uint64_t cycles_ps(uint64_t k) { return k * UBN_CLOCK_PERIODS_PS / UBN_CLOCK_PERIODS; }

static void trace_closes_when_intervals_tile_in_any_order(void **state)
{
    struct bench *b = *state;
    uint32_t op = begin(b, 1000);
    struct ubn_trace_op view;

    assert_int_equal(ubn_trace_interval(b->trace, op, UBN_STAGE_WIRE_FWD, 2000, 5000), UBN_OK);
    assert_int_equal(ubn_trace_interval(b->trace, op, UBN_STAGE_LIB_POLL, 6000, 6001), UBN_OK);
    assert_int_equal(ubn_trace_interval(b->trace, op, UBN_STAGE_SW_SUBMIT, 1000, 2000), UBN_OK);
    assert_int_equal(ubn_trace_interval(b->trace, op, UBN_STAGE_WIRE_BACK, 5000, 6000), UBN_OK);
    assert_int_equal(ubn_trace_interval(b->trace, op, UBN_STAGE_PORT_WAIT, 5000, 5000), UBN_OK);
    assert_int_equal(ubn_trace_op_end(b->trace, op, 6001, 0), UBN_OK);

    ubn_trace_op_get(b->trace, op, &view);
    assert_true(view.closed && view.ended);
    assert_int_equal(view.stage_ps[UBN_STAGE_SW_SUBMIT], 1000);
    assert_int_equal(view.stage_ps[UBN_STAGE_WIRE_FWD], 3000);
    assert_int_equal(view.stage_ps[UBN_STAGE_WIRE_BACK], 1000);
    assert_int_equal(view.stage_ps[UBN_STAGE_LIB_POLL], 1);
    assert_int_equal(view.end_ps - view.start_ps, 5001);
    assert_int_equal(view.issue_ps, 2000);
    assert_int_equal(ubn_trace_stage_intervals(b->trace, UBN_STAGE_PORT_WAIT), 1);
    assert_int_equal(ubn_trace_stage_intervals(b->trace, UBN_STAGE_CQ_POLL), 0);
    assert_int_equal(ubn_trace_finish(b->trace), UBN_OK);
    assert_int_equal(strlen(logged(b)), 0);
}

static void trace_adds_up_several_intervals_of_a_stage(void **state)
{
    struct bench *b = *state;
    uint32_t op = begin(b, 0);
    struct ubn_trace_op view;

    ubn_trace_interval(b->trace, op, UBN_STAGE_CLOCK_ALIGN, 0, 5);
    ubn_trace_interval(b->trace, op, UBN_STAGE_WIRE_FWD, 5, 10);
    ubn_trace_interval(b->trace, op, UBN_STAGE_CLOCK_ALIGN, 10, 17);
    assert_int_equal(ubn_trace_op_end(b->trace, op, 17, 9), UBN_OK);
    ubn_trace_op_get(b->trace, op, &view);
    assert_int_equal(view.stage_ps[UBN_STAGE_CLOCK_ALIGN], 12);
    assert_int_equal(view.status, 9);
}

/* Two intervals and an end; exactly one of them is off by a picosecond. */
static void check_violation(struct bench *b, uint64_t from1, uint64_t to1, uint64_t from2,
                            uint64_t to2, const char *text)
{
    uint32_t op = begin(b, 100);
    struct ubn_trace_op view;

    ubn_trace_interval(b->trace, op, UBN_STAGE_WIRE_FWD, from1, to1);
    ubn_trace_interval(b->trace, op, UBN_STAGE_BUS_CMPL, from2, to2);
    assert_int_equal(ubn_trace_op_end(b->trace, op, 300, 0), UBN_ERR_CHECK);
    assert_non_null(strstr(logged(b), text));
    assert_non_null(strstr(logged(b), "node 1 queue 3 seq 17"));
    ubn_trace_op_get(b->trace, op, &view);
    assert_false(view.closed);
    assert_int_equal(ubn_trace_finish(b->trace), UBN_ERR_CHECK);
}

static void trace_fails_when_there_is_a_gap_at_the_start(void **state)
{
    check_violation(*state, 101, 200, 200, 300, "gap at 100 ps, stage wire_fwd [101, 200)");
}

static void trace_fails_when_there_is_a_gap_in_the_middle(void **state)
{
    check_violation(*state, 100, 200, 201, 300, "gap at 200 ps, stage bus_cmpl [201, 300)");
}

static void trace_fails_when_there_is_a_gap_at_the_end(void **state)
{
    check_violation(*state, 100, 200, 200, 299, "gap before the end at 299 ps, stage bus_cmpl");
}

static void trace_fails_when_intervals_overlap(void **state)
{
    check_violation(*state, 100, 200, 199, 300, "overlap at 199 ps, stage bus_cmpl [199, 300)");
}

static void trace_fails_when_an_interval_is_reported_twice(void **state)
{
    check_violation(*state, 100, 300, 100, 300, "overlap at 100 ps");
}

static void trace_fails_when_an_interval_passes_the_end(void **state)
{
    check_violation(*state, 100, 200, 200, 301, "interval past the end at 300 ps");
}

static void trace_fails_when_an_empty_interval_lies_inside_another(void **state)
{
    check_violation(*state, 100, 300, 150, 150, "overlap at 150 ps");
}

static void trace_fails_when_gap_and_overlap_cancel_in_the_sum(void **state)
{
    check_violation(*state, 100, 201, 200, 299, "overlap at 200 ps");
}

static void trace_fails_when_nothing_was_reported(void **state)
{
    struct bench *b = *state;
    uint32_t op = begin(b, 5);

    assert_int_equal(ubn_trace_op_end(b->trace, op, 6, 0), UBN_ERR_CHECK);
    assert_non_null(strstr(logged(b), "gap before the end at 5 ps"));
}

static void trace_refuses_bad_intervals_at_once(void **state)
{
    struct bench *b = *state;
    uint32_t op = begin(b, 100);

    assert_int_equal(ubn_trace_interval(b->trace, op, UBN_STAGE_WIRE_FWD, 99, 200), UBN_ERR_CHECK);
    assert_int_equal(ubn_trace_interval(b->trace, op, UBN_STAGE_WIRE_FWD, 150, 149), UBN_ERR_CHECK);
    assert_int_equal(ubn_trace_interval(b->trace, op, UBN_STAGE_COUNT, 100, 101), UBN_ERR_CHECK);
    assert_int_equal(ubn_trace_interval(b->trace, op + 1, UBN_STAGE_WIRE_FWD, 1, 2), UBN_ERR_CHECK);
    assert_int_equal(ubn_trace_violations(b->trace), 4);
    ubn_trace_interval(b->trace, op, UBN_STAGE_WIRE_FWD, 100, 200);
    assert_int_equal(ubn_trace_op_end(b->trace, op, 200, 0), UBN_OK);
    assert_int_equal(ubn_trace_op_end(b->trace, op, 200, 0), UBN_ERR_CHECK);
    assert_int_equal(ubn_trace_interval(b->trace, op, UBN_STAGE_WIRE_FWD, 200, 201), UBN_ERR_CHECK);
    assert_int_equal(ubn_trace_finish(b->trace), UBN_ERR_CHECK);
    assert_non_null(strstr(logged(b), "interval after its end"));
}

static void trace_fails_when_the_end_is_before_the_start(void **state)
{
    struct bench *b = *state;
    uint32_t op = begin(b, 100);

    assert_int_equal(ubn_trace_op_end(b->trace, op, 99, 0), UBN_ERR_CHECK);
}

static void trace_finish_fails_when_an_operation_is_open(void **state)
{
    struct bench *b = *state;
    uint32_t op = begin(b, 100);

    ubn_trace_interval(b->trace, op, UBN_STAGE_TGT_MEM, 100, 120);
    assert_int_equal(ubn_trace_finish(b->trace), UBN_ERR_CHECK);
    assert_non_null(strstr(logged(b), "never ended; last stage tgt_mem"));
}

static void trace_accepts_nic_stages_only_as_whole_cycles(void **state)
{
    struct bench *b = *state;

    /* Every phase of the 161-cycle pattern: 25 cycles are 77639 or 77640 ps, never else. */
    for (uint64_t k = 0; k < UBN_CLOCK_PERIODS; k++) {
        uint64_t from = cycles_ps(k);
        uint64_t to = cycles_ps(k + 25);
        uint32_t op = begin(b, from);

        ubn_trace_interval(b->trace, op, UBN_STAGE_NIC_TX, from, to);
        assert_int_equal(ubn_trace_op_end(b->trace, op, to, 0), UBN_OK);
        assert_int_equal(ubn_trace_cycles(to - from), 25);
    }
    for (uint64_t off = 0; off < 2; off++) {
        uint64_t to = off == 0 ? 77638 : 77641;
        uint32_t op = begin(b, 0);

        ubn_trace_interval(b->trace, op, UBN_STAGE_NIC_TX, 0, to);
        assert_int_equal(ubn_trace_op_end(b->trace, op, to, 0), UBN_ERR_CHECK);
    }
    assert_non_null(strstr(logged(b), "not a whole number of NIC cycles at 0 ps, stage nic_tx"));
}

static void trace_cycles_rounds_to_nearest(void **state)
{
    (void)state;
    assert_int_equal(ubn_trace_cycles(0), 0);
    assert_int_equal(ubn_trace_cycles(1552), 0);
    assert_int_equal(ubn_trace_cycles(1553), 1);
    assert_int_equal(ubn_trace_cycles(500000), 161);
    assert_int_equal(ubn_trace_cycles(UINT64_C(500000) << 33), UINT64_C(161) << 33);
    assert_true(ubn_trace_stage_is_nic(UBN_STAGE_NIC_RSP_RX));
    assert_false(ubn_trace_stage_is_nic(UBN_STAGE_CLOCK_ALIGN));
}

static void trace_prints_ten_violations_and_counts_the_rest(void **state)
{
    struct bench *b = *state;
    size_t lines = 0;

    for (int i = 0; i < 50; i++) {
        ubn_trace_op_end(b->trace, begin(b, 0), 10, 0);
    }
    for (const char *p = logged(b); *p != '\0'; p++) {
        lines += *p == '\n' ? 1 : 0;
    }
    assert_int_equal(lines, 11);
    assert_int_equal(ubn_trace_violations(b->trace), 50);
}

/* Many operations overlap in time; intervals of all of them are interleaved in the pool. */
static void trace_keeps_operations_apart_when_a_million_overlap(void **state)
{
    enum { OPS = 1000000, WINDOW = 64, STAGES = 15 };
    struct bench *b = *state;
    uint32_t ring[WINDOW];
    struct ubn_trace_op view;

    for (uint64_t i = 0; i < OPS + WINDOW; i++) {
        uint64_t slot = i % WINDOW;

        if (i >= WINDOW) { /* finish the operation begun WINDOW steps ago */
            uint64_t start = (i - WINDOW) * 100;

            ubn_trace_interval(b->trace, ring[slot], UBN_STAGE_PORT_WAIT, start + STAGES * 10,
                               start + STAGES * 10 + (i - WINDOW) % 7);
            assert_int_equal(
                ubn_trace_op_end(b->trace, ring[slot], start + STAGES * 10 + (i - WINDOW) % 7, 0),
                UBN_OK);
        }
        if (i < OPS) {
            ubn_trace_op_begin(b->trace, 0, 0, (uint32_t)i, i * 100, 64, &ring[slot]);
            for (uint64_t s = STAGES; s > 0; s--) { /* reported backwards */
                ubn_trace_interval(b->trace, ring[slot], UBN_STAGE_WIRE_FWD, i * 100 + (s - 1) * 10,
                                   i * 100 + s * 10);
            }
        }
    }
    assert_int_equal(ubn_trace_finish(b->trace), UBN_OK);
    assert_in_range(ubn_trace_pool_intervals(b->trace), STAGES * WINDOW, 2 * (STAGES + 1) * WINDOW);
    assert_int_equal(ubn_trace_op_count(b->trace), OPS);
    ubn_trace_op_get(b->trace, 123456, &view);
    assert_int_equal(view.seq, 123456);
    assert_int_equal(view.stage_ps[UBN_STAGE_PORT_WAIT], 123456 % 7);
    assert_int_equal(view.stage_ps[UBN_STAGE_WIRE_FWD], 150);
}

static void trace_memory_stays_bounded_when_operations_come_and_go(void **state)
{
    struct bench *b = *state;

    for (int round = 0; round < 100; round++) {
        uint32_t ops[4];

        for (int i = 0; i < 4; i++) {
            ops[i] = begin(b, 0);
            for (uint64_t t = 0; t < 50; t++) {
                ubn_trace_interval(b->trace, ops[i], UBN_STAGE_WIRE_FWD, t, t + 1);
            }
        }
        for (int i = 0; i < 4; i++) {
            assert_int_equal(ubn_trace_op_end(b->trace, ops[i], 50, 0), UBN_OK);
        }
    }
    assert_int_equal(ubn_trace_pool_intervals(b->trace), 256);
}

#define TRACE_TEST(name) cmocka_unit_test_setup_teardown(name, bench_open, bench_close)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TRACE_TEST(trace_closes_when_intervals_tile_in_any_order),
        TRACE_TEST(trace_adds_up_several_intervals_of_a_stage),
        TRACE_TEST(trace_fails_when_there_is_a_gap_at_the_start),
        TRACE_TEST(trace_fails_when_there_is_a_gap_in_the_middle),
        TRACE_TEST(trace_fails_when_there_is_a_gap_at_the_end),
        TRACE_TEST(trace_fails_when_intervals_overlap),
        TRACE_TEST(trace_fails_when_an_interval_is_reported_twice),
        TRACE_TEST(trace_fails_when_an_interval_passes_the_end),
        TRACE_TEST(trace_fails_when_an_empty_interval_lies_inside_another),
        TRACE_TEST(trace_fails_when_gap_and_overlap_cancel_in_the_sum),
        TRACE_TEST(trace_fails_when_nothing_was_reported),
        TRACE_TEST(trace_refuses_bad_intervals_at_once),
        TRACE_TEST(trace_fails_when_the_end_is_before_the_start),
        TRACE_TEST(trace_finish_fails_when_an_operation_is_open),
        TRACE_TEST(trace_accepts_nic_stages_only_as_whole_cycles),
        TRACE_TEST(trace_cycles_rounds_to_nearest),
        TRACE_TEST(trace_prints_ten_violations_and_counts_the_rest),
        TRACE_TEST(trace_memory_stays_bounded_when_operations_come_and_go),
        TRACE_TEST(trace_keeps_operations_apart_when_a_million_overlap),
    };

    return cmocka_run_group_tests_name("trace", tests, NULL, NULL);
}
