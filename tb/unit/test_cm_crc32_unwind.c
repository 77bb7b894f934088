/* SPDX-License-Identifier: Apache-2.0 */
/* test_cm_crc32_unwind: takes every count of zero words back in one cycle. */
/* DUT: cm_crc32_unwind -GWORDS_W=3 -GHALF_WORD=0 */
/* DUT: cm_crc32_unwind -GWORDS_W=4 -GHALF_WORD=0 */
/* DUT: cm_crc32_unwind -GWORDS_W=4 -GHALF_WORD=1 */
/* DUT: cm_crc32_unwind -GWORDS_W=5 -GHALF_WORD=0 */
#include "dut.h"

/** The register after some zero bits.  @source IEEE 802.3 clause 3.2.9, bit by bit. */
static uint32_t crc_zeros(uint32_t crc, uint32_t bits)
{
    while (bits--) {
        crc = crc & 1 ? crc >> 1 ^ UINT32_C(0xedb88320) : crc >> 1;
    }
    return crc;
}

static void crc32_unwind_takes_zero_words_back_in_one_cycle(void **state)
{
    (void)state;
    struct tb_rng r = tb_rng_seed(1);
    struct dut *d = dut_create();

    dut_tick(d);
    assert_int_equal(*d->m_valid, 0);
    *d->s_valid = 1;
    for (uint32_t i = 0; i < 100u << DUT_P_WORDS_W; i++) {
        uint32_t crc = i < 32 ? 1u << i : (uint32_t)tb_rng_next(&r);
        uint32_t words = i % (1u << DUT_P_WORDS_W);

        *d->s_words = (uint8_t)words;
        *d->s_crc = crc_zeros(crc, 32 * words + 16 * DUT_P_HALF_WORD);
        dut_tick(d);
        assert_int_equal(*d->m_valid, 1);
        assert_int_equal(*d->m_crc, crc);
    }
    *d->s_valid = 0;
    dut_tick(d);
    assert_int_equal(*d->m_valid, 0);
    dut_destroy(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(crc32_unwind_takes_zero_words_back_in_one_cycle),
    };
    return cmocka_run_group_tests_name("cm_crc32_unwind", tests, NULL, NULL);
}
