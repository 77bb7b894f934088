/* SPDX-License-Identifier: Apache-2.0 */
/* test_cm_pick: turns of the sources against a list that is rotated by hand; a kept grant stays. */
/* DUT: cm_pick -GN=4 */
/* DUT: cm_pick -GN=2 */
#include "dut.h"

#define N ((uint32_t)DUT_P_N)

static void pick_follows_the_turns(void **state)
{
    (void)state;
    struct tb_rng r = tb_rng_seed(6);
    struct dut *d = dut_create();
    uint32_t first = 0, before = 0; /* source that is asked first */

    dut_reset(d);
    for (uint32_t n = 0; n < 5000; n++) {
        uint32_t want = 0;

        *d->s_ask = (uint8_t)tb_rng_below(&r, 1u << N);
        *d->keep = before != 0 && tb_rng_chance(&r, 20);
        for (uint32_t k = 0; k < N && want == 0; k++) {
            want = *d->s_ask & 1u << (first + k) % N;
        }
        want = *d->keep ? before : want;
        *d->move = want != 0 && tb_rng_chance(&r, 60);
        dut_eval(d);
        assert_int_equal(*d->m_grant, want);
        for (uint32_t k = 0; *d->move && k < N; k++) {
            first = want >> k & 1 ? k + 1 : first; /* N: from the first on again */
        }
        before = want;
        dut_tick(d);
    }
    dut_destroy(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pick_follows_the_turns),
    };
    return cmocka_run_group_tests_name("cm_pick", tests, NULL, NULL);
}
