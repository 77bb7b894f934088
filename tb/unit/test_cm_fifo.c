/* SPDX-License-Identifier: Apache-2.0 */
/* test_cm_fifo: first word after one cycle at any depth, exact capacity, full rate, order. */
/* DUT: cm_fifo -GW=8 -GDEPTH=2 */
/* DUT: cm_fifo -GW=40 -GDEPTH=3 */
/* DUT: cm_fifo -GW=32 -GDEPTH=4 */
/* DUT: cm_fifo -GW=515 -GDEPTH=37 */
#include "dut.h"
#include "tb_stream.h"

static void fifo_shows_word_after_one_cycle_when_empty(void **state)
{
    (void)state;
    struct dut *d = dut_create();

    dut_reset(d);
    *d->s_valid = 1;
    tb_stream_put(d, 1);
    dut_eval(d);
    assert_int_equal(*d->m_valid, 0);
    assert_int_equal(*d->stat_idle, 1);
    dut_tick(d);
    assert_int_equal(*d->m_valid, 1);
    assert_int_equal(*d->stat_idle, 0);
    tb_stream_check(d, 1);
    dut_destroy(d);
}

static void fifo_holds_exactly_depth_words(void **state)
{
    (void)state;
    struct dut *d = dut_create();

    dut_reset(d);
    *d->s_valid = 1;
    for (uint32_t i = 0; i < DUT_P_DEPTH; i++) {
        assert_int_equal(*d->s_ready, 1);
        assert_int_equal(*d->stat_count, i);
        tb_stream_put(d, i);
        dut_tick(d);
    }
    assert_int_equal(*d->s_ready, 0);
    assert_int_equal(*d->stat_count, DUT_P_DEPTH);
    *d->m_ready = 1;
    dut_eval(d);
    assert_int_equal(*d->s_ready, 0); /* a register: no path from m_ready */
    dut_tick(d);
    assert_int_equal(*d->s_ready, 1);
    *d->s_valid = 0;
    for (uint32_t i = 1; i < DUT_P_DEPTH; i++) {
        assert_int_equal(*d->m_valid, 1);
        tb_stream_check(d, i);
        dut_tick(d);
    }
    assert_int_equal(*d->m_valid, 0);
    assert_int_equal(*d->stat_idle, 1);
    dut_destroy(d);
}

static void fifo_moves_one_word_per_cycle_at_every_fill(void **state)
{
    (void)state;
    struct tb_rng r = tb_rng_seed(1);
    struct dut *d = dut_create();

    for (uint32_t fill = 0; fill < DUT_P_DEPTH; fill++) {
        dut_reset(d);
        *d->m_ready = 0;
        *d->s_valid = 1;
        for (uint32_t i = 0; i < fill; i++) {
            tb_stream_put(d, i);
            dut_tick(d);
        }
        *d->m_ready = fill > 0;
        for (uint32_t i = fill; i < fill + 200; i++) {
            tb_stream_put(d, i);
            dut_eval(d);
            assert_int_equal(*d->s_ready, 1);
            if (*d->m_ready) {
                assert_int_equal(*d->m_valid, 1);
                tb_stream_check(d, fill > 0 ? i - fill : i - 1);
            }
            dut_tick(d);
            *d->m_ready = 1;
        }
        assert_int_equal(*d->stat_count, fill > 0 ? fill : 1);
    }
    dut_reset(d);
    assert_int_equal(tb_stream_run(d, &r, &(struct tb_stream){.count = 500}), 501);
    dut_destroy(d);
}

static void fifo_keeps_order_when_both_sides_stall(void **state)
{
    (void)state;
    struct tb_rng r = tb_rng_seed(2);
    struct dut *d = dut_create();
    const uint32_t stall[][2] = {{50, 50}, {10, 60}, {60, 10}, {0, 30}, {30, 0}};

    dut_reset(d);
    for (size_t i = 0; i < 5; i++) {
        tb_stream_run(
            d, &r,
            &(struct tb_stream){.count = 2000, .stall_s = stall[i][0], .stall_m = stall[i][1]});
    }
    assert_int_equal(*d->stat_idle, 1);
    dut_destroy(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fifo_shows_word_after_one_cycle_when_empty),
        cmocka_unit_test(fifo_holds_exactly_depth_words),
        cmocka_unit_test(fifo_moves_one_word_per_cycle_at_every_fill),
        cmocka_unit_test(fifo_keeps_order_when_both_sides_stall),
    };
    return cmocka_run_group_tests_name("cm_fifo", tests, NULL, NULL);
}
