/* SPDX-License-Identifier: Apache-2.0 */
/* test_cm_rmw_fwd: finds the newest of the last N writes, forgets older and cleared ones. */
/* DUT: cm_rmw_fwd -GW=96 -GN=4 -GID_W=4 */
/* DUT: cm_rmw_fwd -GW=96 -GN=3 -GID_W=4 */
#include "dut.h"

static void rmw_push(struct dut *d, uint8_t id, uint32_t value)
{
    *d->wr_valid = 1;
    *d->wr_id = id;
    d->wr_data[2] = value;
    dut_tick(d);
    *d->wr_valid = 0;
}

static void rmw_expect(struct dut *d, uint8_t id, bool hit, uint32_t value)
{
    *d->q_id = id;
    dut_eval(d);
    assert_int_equal(*d->q_hit, hit);
    if (hit) {
        assert_int_equal(d->q_data[2], value);
    }
}

static void rmw_fwd_finds_record_one_cycle_after_its_push(void **state)
{
    (void)state;
    struct dut *d = dut_create();

    dut_reset(d);
    *d->wr_valid = 1;
    *d->wr_id = 3;
    d->wr_data[2] = 30;
    rmw_expect(d, 3, false, 0);
    dut_tick(d);
    *d->wr_valid = 0;
    rmw_expect(d, 3, true, 30);
    rmw_expect(d, 0, false, 0); /* the reset value of an id is no entry */
    dut_destroy(d);
}

static void rmw_fwd_finds_newest_when_id_was_written_twice(void **state)
{
    (void)state;
    struct dut *d = dut_create();

    dut_reset(d);
    for (uint32_t i = 0; i < 20; i++) {
        rmw_push(d, 5, i);
        rmw_expect(d, 5, true, i);
        if (i % 3 == 0) {
            rmw_push(d, 6, 100 + i);
            rmw_expect(d, 5, true, i);
        }
    }
    dut_destroy(d);
}

static void rmw_fwd_forgets_after_n_writes(void **state)
{
    (void)state;
    struct dut *d = dut_create();

    dut_reset(d);
    rmw_push(d, 1, 10);
    for (uint8_t i = 1; i < DUT_P_N; i++) {
        rmw_push(d, (uint8_t)(1 + i), i);
        rmw_expect(d, 1, true, 10);
    }
    rmw_push(d, 9, 9);
    rmw_expect(d, 1, false, 0);
    rmw_expect(d, 2, true, 1);
    dut_destroy(d);
}

static void rmw_fwd_drops_only_the_cleared_id(void **state)
{
    (void)state;
    struct dut *d = dut_create();

    dut_reset(d);
    rmw_push(d, 1, 10);
    rmw_push(d, 2, 20);
    *d->clr = 1;
    *d->clr_id = 1;
    dut_tick(d);
    rmw_expect(d, 1, false, 0);
    rmw_expect(d, 2, true, 20);
    rmw_push(d, 1, 11); /* together with a clear of the same id: the push stays */
    rmw_expect(d, 1, true, 11);
    dut_destroy(d);
}

static void rmw_fwd_matches_history_when_random(void **state)
{
    (void)state;
    struct tb_rng r = tb_rng_seed(1);
    struct dut *d = dut_create();
    uint8_t id[5000];
    uint32_t value[5000];
    int dead[16];
    int n = 0;

    dut_reset(d);
    memset(dead, -1, sizeof dead);
    for (int i = 0; i < 5000; i++) {
        *d->clr = tb_rng_chance(&r, 10);
        *d->clr_id = (uint8_t)tb_rng_below(&r, 16);
        if (*d->clr) {
            dead[*d->clr_id] = n; /* pushes before number n of this id are gone */
        }
        if (tb_rng_chance(&r, 60)) {
            id[n] = (uint8_t)tb_rng_below(&r, 6);
            value[n] = (uint32_t)tb_rng_next(&r);
            rmw_push(d, id[n], value[n]);
            n++;
        } else {
            dut_tick(d);
        }
        *d->clr = 0;
        for (uint8_t q = 0; q < 8; q++) {
            int k = n - 1;
            while (k >= 0 && k >= n - DUT_P_N && id[k] != q) {
                k--;
            }
            bool hit = k >= 0 && k >= n - DUT_P_N && k >= dead[q];
            rmw_expect(d, q, hit, hit ? value[k] : 0);
        }
    }
    dut_destroy(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rmw_fwd_finds_record_one_cycle_after_its_push),
        cmocka_unit_test(rmw_fwd_finds_newest_when_id_was_written_twice),
        cmocka_unit_test(rmw_fwd_forgets_after_n_writes),
        cmocka_unit_test(rmw_fwd_drops_only_the_cleared_id),
        cmocka_unit_test(rmw_fwd_matches_history_when_random),
    };
    return cmocka_run_group_tests_name("cm_rmw_fwd", tests, NULL, NULL);
}
