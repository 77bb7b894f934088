/* SPDX-License-Identifier: Apache-2.0 */
/* test_cm_stream_check: the checker is silent on legal streams and fires on each broken rule. */
/* DUT: cm_stream_check -GW=70 */
#include "dut.h"

static void stream_check_is_silent_when_stream_holds(void **state)
{
    (void)state;
    struct tb_rng r = tb_rng_seed(1);
    struct dut *d = dut_create();

    dut_reset(d);
    for (uint32_t i = 0; i < 2000; i++) {
        if (!*d->valid || *d->ready) {
            *d->valid = tb_rng_chance(&r, 50);
            d->data[1] = (uint32_t)tb_rng_next(&r);
        }
        *d->ready = tb_rng_chance(&r, 50);
        assert_true(dut_try_tick(d));
    }
    dut_destroy(d);
}

static void stream_check_fires_when_valid_falls(void **state)
{
    (void)state;
    struct dut *d = dut_create();

    dut_reset(d);
    *d->valid = 1;
    assert_true(dut_try_tick(d));
    *d->valid = 0;
    assert_false(dut_try_tick(d));
    dut_destroy(d);
}

static void stream_check_fires_when_data_changes(void **state)
{
    (void)state;
    struct dut *d = dut_create();

    dut_reset(d);
    *d->valid = 1;
    assert_true(dut_try_tick(d));
    assert_true(dut_try_tick(d));
    d->data[2] = 1;
    assert_false(dut_try_tick(d));
    dut_destroy(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stream_check_is_silent_when_stream_holds),
        cmocka_unit_test(stream_check_fires_when_valid_falls),
        cmocka_unit_test(stream_check_fires_when_data_changes),
    };
    return cmocka_run_group_tests_name("cm_stream_check", tests, NULL, NULL);
}
