/* SPDX-License-Identifier: Apache-2.0 */
/* test_cm_fifo_pass: a word passes the empty queue in the same cycle, order and number are kept. */
/* DUT: cm_fifo_pass -GW=32 -GDEPTH=4 */
/* DUT: cm_fifo_pass -GW=513 -GDEPTH=16 */
#include "dut.h"
#include "tb_stream.h"

static void fifo_pass_shows_word_in_the_same_cycle_when_empty(void **state)
{
    (void)state;
    struct dut *d = dut_create();

    dut_reset(d);
    *d->s_valid = *d->m_ready = 1;
    tb_stream_put(d, 3);
    dut_eval(d);
    assert_int_equal(*d->m_valid, 1);
    tb_stream_check(d, 3);
    dut_tick(d);
    *d->s_valid = 0;
    dut_eval(d);
    assert_int_equal(*d->m_valid, 0); /* it did not stay behind */
    assert_int_equal(*d->stat_idle, 1);
    dut_destroy(d);
}

static void fifo_pass_keeps_word_when_the_sink_is_not_ready(void **state)
{
    (void)state;
    struct dut *d = dut_create();

    dut_reset(d);
    *d->s_valid = 1;
    tb_stream_put(d, 5);
    dut_tick(d);
    tb_stream_put(d, 6);
    dut_eval(d);
    assert_int_equal(*d->stat_count, 1);
    tb_stream_check(d, 5);
    *d->m_ready = 1;
    dut_tick(d);
    *d->s_valid = 0;
    dut_eval(d);
    tb_stream_check(d, 6); /* a word never overtakes */
    dut_destroy(d);
}

static void fifo_pass_stops_when_full(void **state)
{
    (void)state;
    struct dut *d = dut_create();

    dut_reset(d);
    *d->s_valid = 1;
    for (unsigned i = 0; i < DUT_P_DEPTH; i++) {
        dut_eval(d);
        assert_int_equal(*d->s_ready, 1);
        tb_stream_put(d, i);
        dut_tick(d);
    }
    assert_int_equal(*d->s_ready, 0);
    dut_destroy(d);
}

static void fifo_pass_keeps_order_when_both_sides_stall(void **state)
{
    (void)state;
    struct tb_rng r = tb_rng_seed(2);
    struct dut *d = dut_create();

    dut_reset(d);
    tb_stream_run(d, &r, &(struct tb_stream){.count = 5000, .stall_s = 50, .stall_m = 50});
    tb_stream_run(d, &r, &(struct tb_stream){.count = 5000, .stall_s = 10, .stall_m = 60});
    dut_destroy(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fifo_pass_shows_word_in_the_same_cycle_when_empty),
        cmocka_unit_test(fifo_pass_keeps_word_when_the_sink_is_not_ready),
        cmocka_unit_test(fifo_pass_stops_when_full),
        cmocka_unit_test(fifo_pass_keeps_order_when_both_sides_stall),
    };
    return cmocka_run_group_tests_name("cm_fifo_pass", tests, NULL, NULL);
}
