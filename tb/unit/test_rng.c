/* SPDX-License-Identifier: Apache-2.0 */
/* test_rng: randomness is the same everywhere, pure where it must be, and unbiased. */
#include "ubn/rng.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

/* Vectors: splitmix64 with seed 1234567, published with the reference implementation (Rosetta Code,
   "Pseudo-random numbers/Splitmix64"). */
static void rng_next_gives_the_published_sequence(void **state)
{
    (void)state;
    struct ubn_rng rng = {.s = 1234567};
    assert_true(ubn_rng_next(&rng) == UINT64_C(6457827717110365317));
    assert_true(ubn_rng_next(&rng) == UINT64_C(3203168211198807973));
    assert_true(ubn_rng_next(&rng) == UINT64_C(9817491932198370423));
    assert_true(ubn_rng_next(&rng) == UINT64_C(4593380528125082431));
    assert_true(ubn_rng_next(&rng) == UINT64_C(16408922859458223821));
}

static void rng_hash_changes_with_each_input_and_is_pure(void **state)
{
    (void)state;
    uint64_t base = ubn_rng_hash(1, 2, 3, 4);
    assert_true(base == ubn_rng_hash(1, 2, 3, 4));
    assert_true(base != ubn_rng_hash(2, 2, 3, 4));
    assert_true(base != ubn_rng_hash(1, 3, 3, 4));
    assert_true(base != ubn_rng_hash(1, 2, 4, 4));
    assert_true(base != ubn_rng_hash(1, 2, 3, 5));
    assert_true(ubn_rng_hash(1, 2, 3, 4) != ubn_rng_hash(1, 3, 2, 4));
}

static void rng_chance_follows_the_probability(void **state)
{
    (void)state;
    static const uint64_t ppms[] = {1000, 200000, 500000, 990000};
    enum { DRAWS = 100000 };
    for (size_t p = 0; p < sizeof(ppms) / sizeof(ppms[0]); p++) {
        uint64_t hits = 0;
        for (uint64_t cycle = 0; cycle < DRAWS; cycle++) {
            hits += ubn_rng_chance(ubn_rng_hash(1, 0, (uint32_t)p, cycle), ppms[p]) ? 1 : 0;
        }
        uint64_t expected = ppms[p] * DRAWS / 1000000;
        assert_in_range(hits, expected - expected / 20 - 20, expected + expected / 20 + 20);
    }
    assert_false(ubn_rng_chance(0, 0));
    assert_true(ubn_rng_chance(UINT64_MAX, 1000000));
    assert_true(ubn_rng_chance(UINT64_MAX, UINT64_MAX));
}

static void rng_below_stays_below_and_reaches_every_value(void **state)
{
    (void)state;
    struct ubn_rng rng = {.s = 1};
    unsigned seen[7] = {0};
    for (int i = 0; i < 7000; i++) {
        uint64_t value = ubn_rng_below(&rng, 7);
        assert_in_range(value, 0, 6);
        seen[value]++;
    }
    for (int i = 0; i < 7; i++) {
        assert_in_range(seen[i], 850, 1150);
    }
    assert_int_equal(ubn_rng_below(&rng, 0), 0);
    assert_int_equal(ubn_rng_below(&rng, 1), 0);
    assert_true(ubn_rng_below(&rng, UINT64_MAX) < UINT64_MAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rng_next_gives_the_published_sequence),
        cmocka_unit_test(rng_hash_changes_with_each_input_and_is_pure),
        cmocka_unit_test(rng_chance_follows_the_probability),
        cmocka_unit_test(rng_below_stays_below_and_reaches_every_value),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
