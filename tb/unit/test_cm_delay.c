/* SPDX-License-Identifier: Apache-2.0 */
/* test_cm_delay: plain wires at 0, exactly n cycles from 2 on, full rate, order under stalls. */
/* DUT: cm_delay -GW=32 -GDEPTH=32 */
#include "dut.h"
#include "tb_stream.h"

static void delay_is_wires_when_0(void **state)
{
    (void)state;
    struct dut *d = dut_create();

    dut_reset(d);
    *d->s_valid = 1;
    tb_stream_put(d, 3);
    dut_eval(d);
    assert_int_equal(*d->m_valid, 1);
    assert_int_equal(*d->s_ready, 0);
    tb_stream_check(d, 3);
    *d->m_ready = 1;
    dut_eval(d);
    assert_int_equal(*d->s_ready, 1);
    dut_tick(d);
    *d->s_valid = 0;
    dut_eval(d);
    assert_int_equal(*d->m_valid, 0);
    assert_int_equal(*d->stat_idle, 1);
    dut_destroy(d);
}

static void delay_shows_word_after_exactly_n_cycles(void **state)
{
    (void)state;
    struct dut *d = dut_create();

    for (uint32_t n = 1; n < 30; n++) {
        dut_reset(d);
        *d->cfg_delay_cyc = (uint8_t)n;
        dut_tick(d);
        *d->s_valid = 1;
        tb_stream_put(d, n);
        dut_tick(d);
        *d->s_valid = 0;
        for (uint32_t i = 1; i < n; i++) {
            assert_int_equal(*d->m_valid, 0);
            assert_int_equal(*d->stat_idle, 0);
            dut_tick(d);
        }
        assert_int_equal(*d->m_valid, 1);
        tb_stream_check(d, n);
        *d->m_ready = 1;
        dut_tick(d);
        *d->m_ready = 0;
        assert_int_equal(*d->stat_idle, 1);
    }
    dut_destroy(d);
}

static void delay_holds_every_word_n_cycles_when_source_stalls(void **state)
{
    (void)state;
    enum { COUNT = 400 };
    struct tb_rng r = tb_rng_seed(1);
    struct dut *d = dut_create();
    uint64_t in[COUNT];
    uint64_t out[COUNT];

    dut_reset(d);
    for (uint32_t n = 1; n < 32; n += 3) {
        *d->cfg_delay_cyc = (uint8_t)n;
        dut_tick(d);
        for (uint32_t stall = 0; stall < 60; stall += 50) {
            tb_stream_run(d, &r, &(struct tb_stream){COUNT, stall, 0, in, out});
            for (uint32_t i = 0; i < COUNT; i++) {
                assert_int_equal(out[i] - in[i], n);
            }
            assert_true(stall > 0 || in[COUNT - 1] - in[0] == COUNT - 1); /* full rate */
        }
    }
    dut_destroy(d);
}

static void delay_keeps_order_and_minimum_when_both_sides_stall(void **state)
{
    (void)state;
    enum { COUNT = 3000 };
    struct tb_rng r = tb_rng_seed(2);
    struct dut *d = dut_create();
    uint64_t in[COUNT];
    uint64_t out[COUNT];

    dut_reset(d);
    *d->cfg_delay_cyc = 9;
    dut_tick(d);
    tb_stream_run(d, &r, &(struct tb_stream){COUNT, 40, 50, in, out});
    for (uint32_t i = 0; i < COUNT; i++) {
        assert_true(out[i] - in[i] >= 9);
    }
    dut_destroy(d);
}

static void delay_refuses_change_when_not_idle(void **state)
{
    (void)state;
    struct dut *d = dut_create();

    dut_reset(d);
    *d->cfg_delay_cyc = 5;
    *d->s_valid = 1;
    dut_tick(d);
    *d->cfg_delay_cyc = 6;
    assert_false(dut_try_tick(d));
    dut_destroy(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(delay_is_wires_when_0),
        cmocka_unit_test(delay_shows_word_after_exactly_n_cycles),
        cmocka_unit_test(delay_holds_every_word_n_cycles_when_source_stalls),
        cmocka_unit_test(delay_keeps_order_and_minimum_when_both_sides_stall),
        cmocka_unit_test(delay_refuses_change_when_not_idle),
    };
    return cmocka_run_group_tests_name("cm_delay", tests, NULL, NULL);
}
