/* SPDX-License-Identifier: Apache-2.0 */
/* test_urma_icrc_cover: which bytes of a frame the ICRC sees, one by one. */
/* DUT: urma_icrc_cover */
#include "dut.h"

/* What becomes of the value x of a byte of the first beat.
 * From the layouts: Ethernet 0..13; IPv4 from 14: TOS 15, TTL 22, checksum 24, 25; UDP from 34:
 * checksum 40, 41. The initial ones of the CRC meet the first four covered bytes. */
static uint8_t covered(uint32_t lane, uint8_t x)
{
    switch (lane) {
    case 0:
    case 1:
    case 2:
    case 3:
    case 4:
    case 5:
    case 6:
    case 7:
    case 8:
    case 9:
    case 10:
    case 11:
    case 12:
    case 13:
        return 0;
    case 14:
    case 16:
    case 17:
        return (uint8_t)~x;
    case 15: /* ones, and inverted by the initial ones */
        return 0;
    case 22:
    case 24:
    case 25:
    case 40:
    case 41:
        return 0xff;
    default:
        return x;
    }
}

static void icrc_cover_masks_each_byte_when_first(void **state)
{
    (void)state;
    struct tb_rng r = tb_rng_seed(1);
    struct dut *d = dut_create();

    *d->s_first = 1;
    for (int n = 0; n < 100; n++) {
        tb_rng_fill(&r, d->s_data, 64);
        dut_eval(d);
        for (uint32_t i = 0; i < 64; i++) {
            assert_int_equal(tb_byte(d->m_data, i), covered(i, tb_byte(d->s_data, i)));
        }
    }
    dut_destroy(d);
}

static void icrc_cover_passes_each_byte_when_not_first(void **state)
{
    (void)state;
    struct tb_rng r = tb_rng_seed(2);
    struct dut *d = dut_create();

    for (int n = 0; n < 100; n++) {
        tb_rng_fill(&r, d->s_data, 64);
        dut_eval(d);
        assert_memory_equal(d->m_data, d->s_data, 64);
    }
    dut_destroy(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(icrc_cover_masks_each_byte_when_first),
        cmocka_unit_test(icrc_cover_passes_each_byte_when_not_first),
    };
    return cmocka_run_group_tests_name("urma_icrc_cover", tests, NULL, NULL);
}
