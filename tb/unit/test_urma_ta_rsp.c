/* SPDX-License-Identifier: Apache-2.0 */
/* test_urma_ta_rsp: the transaction header of a response, byte by byte. */
/* DUT: urma_ta_rsp */
#include "dut.h"
#include "tb_frame.h"

/* Bytes on the wire, first in the top bits of the port; what is not used is zero. */
static void check(struct dut *d, const uint8_t want[8])
{
    dut_eval(d);
    assert_int_equal(*d->m_ta_bytes, 8);
    for (uint32_t i = 0; i < 64; i++) {
        assert_int_equal(tb_byte(d->m_ta, 63 - i), i < 8 ? want[i] : 0);
    }
}

static void ta_rsp_makes_the_vector_when_data_follow(void **state)
{
    (void)state;
    struct dut *d = dut_create();
    struct tb_frame f;

    tb_frame_load(&f, "read_response");
    *d->s_data = 1;
    *d->s_key = UINT64_C(0x42) << 20 | 7;
    check(d, f.b + TB_AT_TA);
    dut_destroy(d);
}

static void ta_rsp_makes_a_taack_when_no_data_follow(void **state)
{
    (void)state;
    struct dut *d = dut_create();
    const uint8_t done[8] = {0x11, 0, 0x12, 0x34, 0x00, 0x0a, 0xbc, 0xde};
    const uint8_t abort[8] = {0x11, 0, 0x12, 0x34, 0x62, 0x0a, 0xbc, 0xde}; /* status 3, info 2 */

    *d->s_key = UINT64_C(0x1234abcde);
    check(d, done);
    *d->s_info = 2;
    check(d, abort);
    dut_destroy(d);
}

static void ta_rsp_puts_every_bit_when_fields_are_random(void **state)
{
    (void)state;
    struct tb_rng r = tb_rng_seed(1);
    struct dut *d = dut_create();

    for (int n = 0; n < 500; n++) {
        uint8_t want[8] = {0};
        uint16_t tassn = (uint16_t)tb_rng_next(&r);
        uint32_t jetty = tb_rng_next(&r) & 0xfffff;

        *d->s_key = (uint64_t)tassn << 20 | jetty;
        *d->s_info = (uint8_t)tb_rng_below(&r, 32);
        *d->s_data = *d->s_info == 0 && tb_rng_chance(&r, 50);
        want[0] = *d->s_data ? 0x12 : 0x11;
        tb_be(want + 2, 2, tassn);
        want[4] = (uint8_t)(*d->s_info == 0 ? 0 : 3 << 5 | *d->s_info);
        tb_be(want + 5, 3, jetty);
        check(d, want);
    }
    dut_destroy(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ta_rsp_makes_the_vector_when_data_follow),
        cmocka_unit_test(ta_rsp_makes_a_taack_when_no_data_follow),
        cmocka_unit_test(ta_rsp_puts_every_bit_when_fields_are_random),
    };
    return cmocka_run_group_tests_name("urma_ta_rsp", tests, NULL, NULL);
}
