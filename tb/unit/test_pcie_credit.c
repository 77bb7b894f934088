/* SPDX-License-Identifier: Apache-2.0 */
/* test_pcie_credit: a request may go exactly when its header and its data have credit, however the
 * modular counters stand. */
/* DUT: pcie_credit */
#include "dut.h"
#include "tb.h"

static int setup(void **state)
{
    struct dut *d = dut_create();

    dut_reset(d);
    *d->p_len_dw = 4;
    *state = d;
    return 0;
}

static int teardown(void **state)
{
    dut_destroy(*state);
    return 0;
}

static void limits(struct dut *d, uint32_t ph, uint32_t pd, uint32_t nph)
{
    *d->fc_ph_limit = (uint8_t)ph;
    *d->fc_pd_limit = (uint16_t)(pd & 0xfff);
    *d->fc_nph_limit = (uint8_t)nph;
    dut_eval(d);
}

static void take(struct dut *d, bool p, bool np)
{
    *d->p_taken = p;
    *d->np_taken = np;
    dut_tick(d);
    *d->p_taken = *d->np_taken = 0;
    dut_eval(d);
}

static void credit_allows_nothing_after_reset_without_limits(void **state)
{
    struct dut *d = *state;

    limits(d, 0, 0, 0);
    assert_int_equal(*d->p_may, 0);
    assert_int_equal(*d->np_may, 0);
    limits(d, 1, 1, 0);
    assert_int_equal(*d->p_may, 1);
    assert_int_equal(*d->np_may, 0);
    limits(d, 1, 0, 1);
    assert_int_equal(*d->p_may, 0);
    assert_int_equal(*d->np_may, 1);
    limits(d, 0, 1, 1);
    assert_int_equal(*d->p_may, 0);
}

/* A data credit is 16 B, a part of one counts whole.  @source PCIe base specification 2.6.1 */
static void credit_needs_a_unit_per_four_dwords(void **state)
{
    struct dut *d = *state;

    for (uint32_t dws = 1; dws <= 1024; dws++) {
        const uint32_t units = (dws + 3) / 4;
        *d->p_len_dw = (uint16_t)(dws & 0x3ff); /* 1024 is coded as 0 */
        limits(d, 1, units - 1, 0);
        assert_int_equal(*d->p_may, 0);
        limits(d, 1, units, 0);
        assert_int_equal(*d->p_may, 1);
    }
}

static void credit_does_not_limit_what_is_infinite(void **state)
{
    struct dut *d = *state;

    *d->p_len_dw = 0;
    for (uint8_t inf = 0; inf < 16; inf++) {
        *d->fc_inf = inf;
        limits(d, 0, 0, 0);
        assert_int_equal(*d->p_may, (inf & 3) == 3);
        assert_int_equal(*d->np_may, (inf & 4) != 0); /* bit 3: reads carry no data */
        limits(d, 1, 0, 0);
        assert_int_equal(*d->p_may, (inf & 2) != 0);
        limits(d, 0, 256, 0);
        assert_int_equal(*d->p_may, (inf & 1) != 0);
    }
    *d->fc_inf = 7;
    limits(d, 0, 0, 0);
    for (uint32_t n = 0; n < 1000; n++) {
        take(d, true, true);
        assert_int_equal(*d->p_may, 1);
        assert_int_equal(*d->np_may, 1);
    }
}

/* One credit at a time: the smallest limits that let anything go. The counters wrap. */
static void credit_lets_one_request_go_per_credit_across_the_wrap(void **state)
{
    struct dut *d = *state;

    *d->p_len_dw = 40; /* 10 units */
    for (uint32_t n = 0; n < 1000; n++) {
        limits(d, n, 10 * n, n);
        assert_int_equal(*d->p_may, 0);
        assert_int_equal(*d->np_may, 0);
        limits(d, n + 1, 10 * n + 9, n + 1);
        assert_int_equal(*d->p_may, 0);
        limits(d, n, 10 * n + 10, n + 1);
        assert_int_equal(*d->p_may, 0);
        limits(d, n + 1, 10 * n + 10, n + 1);
        assert_int_equal(*d->p_may, 1);
        assert_int_equal(*d->np_may, 1);
        take(d, true, false);
        assert_int_equal(*d->p_may, 0); /* in the cycle after */
        assert_int_equal(*d->np_may, 1);
        take(d, false, true);
        assert_int_equal(*d->np_may, 0);
    }
}

/* Up to half of the range may be open: 127 headers, 2047 units. */
static void credit_uses_all_that_was_given(void **state)
{
    struct dut *d = *state;

    *d->p_len_dw = 4;
    for (uint32_t round = 0; round < 5; round++) {
        const uint32_t before = 127 * round;
        limits(d, before + 127, before + 2047, before + 127);
        for (uint32_t n = 0; n < 127; n++) {
            assert_int_equal(*d->p_may, 1);
            assert_int_equal(*d->np_may, 1);
            take(d, true, true);
        }
        assert_int_equal(*d->p_may, 0);
        assert_int_equal(*d->np_may, 0);
    }
}

static void credit_follows_a_model_at_random(void **state)
{
    struct dut *d = *state;
    struct tb_rng r = tb_rng_seed(1);
    uint64_t ph = 0, pd = 0, nph = 0, ph_limit = 0, pd_limit = 0, nph_limit = 0; /* never wrap */

    for (uint32_t n = 0; n < 20000; n++) {
        const uint32_t dws = tb_rng_chance(&r, 20) ? 1024 : 1 + tb_rng_below(&r, 64);
        const uint64_t units = (dws + 3) / 4;
        if (ph_limit - ph < 100 && tb_rng_chance(&r, 40)) {
            ph_limit += tb_rng_below(&r, 4);
        }
        if (pd_limit - pd < 1500 && tb_rng_chance(&r, 40)) {
            pd_limit += tb_rng_below(&r, 200);
        }
        if (nph_limit - nph < 100 && tb_rng_chance(&r, 40)) {
            nph_limit += tb_rng_below(&r, 3);
        }
        *d->p_len_dw = (uint16_t)(dws & 0x3ff);
        limits(d, (uint32_t)ph_limit, (uint32_t)pd_limit, (uint32_t)nph_limit);
        assert_int_equal(*d->p_may, ph + 1 <= ph_limit && pd + units <= pd_limit);
        assert_int_equal(*d->np_may, nph + 1 <= nph_limit);
        const bool p = *d->p_may && tb_rng_chance(&r, 70);
        const bool np = *d->np_may && tb_rng_chance(&r, 70);
        take(d, p, np);
        ph += p;
        pd += p ? units : 0;
        nph += np;
    }
    assert_true(ph > 1000 && pd > 20000 && nph > 1000); /* all counters wrapped */
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(credit_allows_nothing_after_reset_without_limits),
        TEST(credit_needs_a_unit_per_four_dwords),
        TEST(credit_does_not_limit_what_is_infinite),
        TEST(credit_lets_one_request_go_per_credit_across_the_wrap),
        TEST(credit_uses_all_that_was_given),
        TEST(credit_follows_a_model_at_random),
    };

    return cmocka_run_group_tests_name("pcie_credit", tests, NULL, NULL);
}
