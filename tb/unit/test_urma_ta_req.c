/* SPDX-License-Identifier: Apache-2.0 */
/* test_urma_ta_req: the transaction headers of a request, byte by byte. */
/* DUT: urma_ta_req */
#include "dut.h"
#include "tb_frame.h"

/* Bytes on the wire, first in the top bits of the port; what is not used is zero. */
static void check(const struct dut *d, const uint8_t *want, uint32_t bytes)
{
    for (uint32_t i = 0; i < 64; i++) {
        assert_int_equal(tb_byte(d->m_ta, 63 - i), i < bytes ? want[i] : 0);
    }
}

static void ta_req_makes_the_vector_when_fields_are_its(void **state)
{
    (void)state;
    struct dut *d = dut_create();
    struct tb_frame f;

    tb_frame_load(&f, "read_request");
    *d->s_opcode = 6;
    *d->s_jetty = 7;
    *d->s_tassn = 0x42;
    *d->s_token_en = 1;
    *d->s_token_id = 0xabc;
    *d->s_token = 0xdeadbeef;
    *d->s_addr = 0x123456780;
    *d->s_len = 64;
    dut_eval(d);
    assert_int_equal(*d->m_ta_bytes, 28);
    check(d, f.b + TB_AT_TA, 28);
    dut_destroy(d);
}

static void ta_req_puts_every_bit_when_fields_are_random(void **state)
{
    (void)state;
    struct tb_rng r = tb_rng_seed(1);
    struct dut *d = dut_create();

    for (int n = 0; n < 500; n++) {
        uint8_t want[28] = {0};

        *d->s_opcode = (uint8_t)tb_rng_next(&r);
        *d->s_jetty = tb_rng_next(&r) & 0xfffff;
        *d->s_tassn = (uint16_t)tb_rng_next(&r);
        *d->s_token_en = tb_rng_chance(&r, 50);
        *d->s_token_id = tb_rng_next(&r) & 0xfffff;
        *d->s_token = (uint32_t)tb_rng_next(&r);
        *d->s_addr = tb_rng_next(&r);
        *d->s_len = tb_rng_next(&r) & 0x3fff;
        dut_eval(d);
        want[0] = *d->s_opcode;
        want[1] = (uint8_t)(0x10 | *d->s_token_en << 3); /* version 0, EE 01, TV_EN */
        tb_be(want + 2, 2, *d->s_tassn);
        tb_be(want + 4, 4, *d->s_jetty); /* order NO, initiator queue */
        tb_be(want + 8, 8, *d->s_addr);
        tb_be(want + 16, 4, *d->s_token_id << 8); /* rsv 4, TokenID 20, rsv 8 */
        tb_be(want + 20, 4, *d->s_len);
        tb_be(want + 24, 4, *d->s_token);
        assert_int_equal(*d->m_ta_bytes, *d->s_token_en ? 28 : 24);
        for (uint32_t i = 0; i < *d->m_ta_bytes; i++) { /* behind it the frame goes on */
            assert_int_equal(tb_byte(d->m_ta, 63 - i), want[i]);
        }
    }
    dut_destroy(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ta_req_makes_the_vector_when_fields_are_its),
        cmocka_unit_test(ta_req_puts_every_bit_when_fields_are_random),
    };
    return cmocka_run_group_tests_name("urma_ta_req", tests, NULL, NULL);
}
