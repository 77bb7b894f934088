/* SPDX-License-Identifier: Apache-2.0 */
/* test_cm_ram_sdp: one-cycle read that holds, old data on a collision, zero at power-up. */
/* DUT: cm_ram_sdp -GW=32 -GDEPTH=16 */
/* DUT: cm_ram_sdp -GW=32 -GDEPTH=11 */
#include "dut.h"

static void ram_reads_after_one_cycle_and_holds(void **state)
{
    (void)state;
    struct dut *d = dut_create();

    *d->wr_en = 1;
    *d->wr_addr = 5;
    *d->wr_data = 55;
    dut_tick(d);
    *d->wr_en = 0;
    *d->rd_en = 1;
    *d->rd_addr = 5;
    dut_eval(d);
    assert_int_equal(*d->rd_data, 0);
    dut_tick(d);
    assert_int_equal(*d->rd_data, 55);
    *d->rd_en = 0;
    *d->rd_addr = 6;
    dut_tick(d);
    assert_int_equal(*d->rd_data, 55);
    *d->rd_en = 1;
    dut_tick(d);
    assert_int_equal(*d->rd_data, 0);
    dut_destroy(d);
}

static void ram_gives_old_word_when_written_at_the_same_edge(void **state)
{
    (void)state;
    struct tb_rng r = tb_rng_seed(1);
    struct dut *d = dut_create();
    uint32_t model[DUT_P_DEPTH] = {0};
    uint32_t expect = 0;

    for (uint32_t i = 0; i < 5000; i++) {
        *d->wr_en = tb_rng_chance(&r, 60);
        *d->wr_addr = (uint8_t)tb_rng_below(&r, DUT_P_DEPTH);
        *d->wr_data = (uint32_t)tb_rng_next(&r);
        *d->rd_en = tb_rng_chance(&r, 60);
        *d->rd_addr = tb_rng_chance(&r, 50) ? *d->wr_addr : (uint8_t)tb_rng_below(&r, DUT_P_DEPTH);
        if (*d->rd_en) {
            expect = model[*d->rd_addr];
        }
        if (*d->wr_en) {
            model[*d->wr_addr] = *d->wr_data;
        }
        dut_tick(d);
        assert_int_equal(*d->rd_data, expect);
    }
    dut_destroy(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ram_reads_after_one_cycle_and_holds),
        cmocka_unit_test(ram_gives_old_word_when_written_at_the_same_edge),
    };
    return cmocka_run_group_tests_name("cm_ram_sdp", tests, NULL, NULL);
}
