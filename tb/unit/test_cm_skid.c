/* SPDX-License-Identifier: Apache-2.0 */
/* test_cm_skid: one cycle, full rate, registered ready, order under random stalls on both sides. */
/* DUT: cm_skid -GW=32 */
/* DUT: cm_skid -GW=515 */
#include "dut.h"
#include "tb_stream.h"

static void skid_passes_word_in_one_cycle(void **state)
{
    (void)state;
    struct dut *d = dut_create();

    dut_reset(d);
    *d->s_valid = 1;
    tb_stream_put(d, 3);
    dut_eval(d);
    assert_int_equal(*d->s_ready, 1);
    assert_int_equal(*d->m_valid, 0);
    dut_tick(d);
    assert_int_equal(*d->m_valid, 1);
    tb_stream_check(d, 3);
    dut_destroy(d);
}

static void skid_ready_is_a_register(void **state)
{
    (void)state;
    struct dut *d = dut_create();

    dut_reset(d);
    *d->s_valid = 1;
    dut_tick(d); /* first word on m, m stalls */
    assert_int_equal(*d->s_ready, 1);
    dut_tick(d); /* second word into the spare place */
    assert_int_equal(*d->s_ready, 0);
    *d->m_ready = 1;
    dut_eval(d);
    assert_int_equal(*d->s_ready, 0); /* not yet: no path from m_ready */
    dut_tick(d);
    assert_int_equal(*d->s_ready, 1);
    dut_destroy(d);
}

static void skid_moves_one_word_per_cycle(void **state)
{
    (void)state;
    struct tb_rng r = tb_rng_seed(1);
    struct dut *d = dut_create();

    dut_reset(d);
    assert_int_equal(tb_stream_run(d, &r, &(struct tb_stream){.count = 1000}), 1001);
    dut_destroy(d);
}

static void skid_keeps_order_when_both_sides_stall(void **state)
{
    (void)state;
    struct tb_rng r = tb_rng_seed(2);
    struct dut *d = dut_create();

    dut_reset(d);
    tb_stream_run(d, &r, &(struct tb_stream){.count = 5000, .stall_s = 50, .stall_m = 50});
    dut_destroy(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(skid_passes_word_in_one_cycle),
        cmocka_unit_test(skid_ready_is_a_register),
        cmocka_unit_test(skid_moves_one_word_per_cycle),
        cmocka_unit_test(skid_keeps_order_when_both_sides_stall),
    };
    return cmocka_run_group_tests_name("cm_skid", tests, NULL, NULL);
}
