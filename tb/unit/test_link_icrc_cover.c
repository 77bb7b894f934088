/* SPDX-License-Identifier: Apache-2.0 */
/* test_link_icrc_cover: which bytes of a frame the ICRC sees, one by one. */
/* DUT: link_icrc_cover */
/* DUT: link_icrc_cover -GINIT=3736805603 -GMASK_BTH=1 */
#include "dut.h"

#ifdef DUT_P_MASK_BTH
#define INIT 0xdebb20e3u /* register after eight bytes of ones, IBTA vol. 1, annex A17 */
#define BTH_MASKED 1
#else
#define INIT 0xffffffffu
#define BTH_MASKED 0
#endif

/* What becomes of the value x of a byte of the first beat.
 * From the layouts: Ethernet 0..13; IPv4 from 14: TOS 15, TTL 22, checksum 24, 25; UDP from 34:
 * checksum 40, 41; BTH from 42: FECN and BECN 46. The initial value of the CRC meets the first four
 * covered bytes. */
static uint8_t covered(uint32_t lane, uint8_t x)
{
    if (lane < 14) {
        return 0;
    }
    if (lane == 15 || lane == 22 || lane == 24 || lane == 25 || lane == 40 || lane == 41 ||
        (BTH_MASKED && lane == 46)) {
        x = 0xff;
    }
    return (uint8_t)(lane < 18 ? x ^ INIT >> 8 * (lane - 14) : x);
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
    return cmocka_run_group_tests_name("link_icrc_cover", tests, NULL, NULL);
}
