/* SPDX-License-Identifier: Apache-2.0 */
/* test_urma_jetty_sched: exact distance of requests, nothing lost of it while the neighbour waits.
 */
/* DUT: urma_jetty_sched */
#include "dut.h"

static struct dut *start(uint16_t interval_cyc)
{
    struct dut *d = dut_create();

    *d->cfg_issue_interval_cyc = interval_cyc;
    dut_reset(d);
    *d->s_valid = 1;
    *d->m_ready = 1;
    dut_eval(d);
    return d;
}

static bool moves(const struct dut *d)
{
    assert_int_equal(*d->m_valid && *d->m_ready, *d->s_valid && *d->s_ready);
    return *d->m_valid && *d->m_ready;
}

/* Moves in so many cycles; all must be `interval` apart. */
static uint32_t count_moves(struct dut *d, uint32_t cycles, uint32_t interval)
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < cycles; i++) {
        dut_eval(d);
        assert_int_equal(moves(d), i % interval == 0);
        count += moves(d);
        dut_tick(d);
    }
    return count;
}

static void jetty_sched_passes_one_per_interval_when_requests_wait(void **state)
{
    (void)state;
    const uint16_t interval[] = {2, 3, 10, 25, 255, 256, 1000};

    for (size_t i = 0; i < sizeof(interval) / sizeof(interval[0]); i++) {
        struct dut *d = start(interval[i]);

        assert_int_equal(count_moves(d, 5u * interval[i], interval[i]), 5);
        dut_destroy(d);
    }
}

static void jetty_sched_passes_one_per_cycle_when_interval_is_zero_or_one(void **state)
{
    (void)state;
    for (uint16_t interval = 0; interval < 2; interval++) {
        struct dut *d = start(interval);

        assert_int_equal(count_moves(d, 50, 1), 50);
        dut_destroy(d);
    }
}

static void jetty_sched_passes_at_once_when_interval_is_over(void **state)
{
    (void)state;
    struct dut *d = start(10);

    dut_tick(d); /* one moves */
    *d->s_valid = 0;
    for (int i = 0; i < 30; i++) {
        dut_eval(d);
        assert_int_equal(*d->m_valid, 0);
        dut_tick(d);
    }
    *d->s_valid = 1;
    dut_eval(d);
    assert_true(moves(d)); /* no latency of its own, and no credit saved up: */
    dut_tick(d);
    for (int i = 1; i < 10; i++) {
        dut_eval(d);
        assert_false(moves(d));
        dut_tick(d);
    }
    dut_eval(d);
    assert_true(moves(d));
    dut_destroy(d);
}

static void jetty_sched_counts_from_the_move_when_neighbour_waits(void **state)
{
    (void)state;
    struct dut *d = start(10);

    *d->m_ready = 0;
    for (int i = 0; i < 7; i++) {
        dut_eval(d);
        assert_int_equal(*d->m_valid, 1); /* held */
        assert_int_equal(*d->s_ready, 0);
        dut_tick(d);
    }
    *d->m_ready = 1;
    dut_eval(d);
    assert_int_equal(count_moves(d, 30, 10), 3);
    dut_destroy(d);
}

static void jetty_sched_is_open_when_reset_in_an_interval(void **state)
{
    (void)state;
    struct dut *d = start(1000);

    dut_tick(d);
    dut_eval(d);
    assert_false(moves(d));
    dut_reset(d);
    assert_true(moves(d));
    dut_destroy(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(jetty_sched_passes_one_per_interval_when_requests_wait),
        cmocka_unit_test(jetty_sched_passes_one_per_cycle_when_interval_is_zero_or_one),
        cmocka_unit_test(jetty_sched_passes_at_once_when_interval_is_over),
        cmocka_unit_test(jetty_sched_counts_from_the_move_when_neighbour_waits),
        cmocka_unit_test(jetty_sched_is_open_when_reset_in_an_interval),
    };
    return cmocka_run_group_tests_name("urma_jetty_sched", tests, NULL, NULL);
}
