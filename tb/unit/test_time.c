/* SPDX-License-Identifier: Apache-2.0 */
/* test_time: edges of the 322 MHz clock are exact, also after 2^33 cycles (case B89). */
#include "ubn/rng.h"
#include "ubn/time.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

/* floor(k * 500000 / 161) + phase in 128-bit arithmetic: the formula of design.md as it stands. */
static uint64_t expected_edge_ps(uint64_t phase_ps, uint64_t cycle)
{
    return (uint64_t)((unsigned __int128)cycle * 500000u / 161u) + phase_ps;
}

static void check_cycle(uint64_t phase_ps, uint64_t cycle)
{
    const struct ubn_clock clock = {.phase_ps = phase_ps};
    uint64_t edge_ps = ubn_clock_edge_ps(&clock, cycle);
    assert_int_equal(edge_ps, expected_edge_ps(phase_ps, cycle));
    assert_int_equal(ubn_clock_cycle_at(&clock, edge_ps), cycle);
    assert_int_equal(ubn_clock_cycle_at(&clock, edge_ps + 1), cycle + 1);
    if (edge_ps > 0) {
        assert_int_equal(ubn_clock_cycle_at(&clock, edge_ps - 1), cycle);
    }
}

static void time_gives_the_first_edges_as_written_by_hand(void **state)
{
    (void)state;
    const struct ubn_clock clock = {.phase_ps = 0};
    assert_int_equal(ubn_clock_edge_ps(&clock, 0), 0);
    assert_int_equal(ubn_clock_edge_ps(&clock, 1), 3105);
    assert_int_equal(ubn_clock_edge_ps(&clock, 2), 6211);
    assert_int_equal(ubn_clock_edge_ps(&clock, 25), 77639);
    assert_int_equal(ubn_clock_edge_ps(&clock, 161), 500000);
    assert_int_equal(ubn_clock_edge_ps(&clock, 322000000), 1000000000000);
}

static void time_is_exact_for_every_cycle_of_two_groups_and_every_phase(void **state)
{
    (void)state;
    for (uint64_t phase_ps = 0; phase_ps <= UBN_CLOCK_PHASE_MAX_PS; phase_ps += 45) {
        for (uint64_t cycle = 0; cycle <= 322; cycle++) {
            check_cycle(phase_ps, cycle);
        }
    }
}

static void time_is_exact_when_cycles_are_large(void **state)
{
    (void)state;
    struct ubn_rng rng = {.s = 1};
    for (int i = 0; i < 100000; i++) {
        uint64_t bits = 1 + ubn_rng_below(&rng, 52);
        check_cycle(ubn_rng_below(&rng, UBN_CLOCK_PHASE_MAX_PS + 1),
                    ubn_rng_below(&rng, (uint64_t)1 << bits));
    }
    check_cycle(0, (uint64_t)1 << 33);
    check_cycle(UBN_CLOCK_PHASE_MAX_PS, ((uint64_t)1 << 33) + 1);
    check_cycle(7, ((uint64_t)1 << 48) - 1);
}

static void time_gives_cycle_0_when_asked_before_the_phase(void **state)
{
    (void)state;
    const struct ubn_clock clock = {.phase_ps = 3000};
    assert_int_equal(ubn_clock_cycle_at(&clock, 0), 0);
    assert_int_equal(ubn_clock_cycle_at(&clock, 3000), 0);
    assert_int_equal(ubn_clock_cycle_at(&clock, 3001), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(time_gives_the_first_edges_as_written_by_hand),
        cmocka_unit_test(time_is_exact_for_every_cycle_of_two_groups_and_every_phase),
        cmocka_unit_test(time_is_exact_when_cycles_are_large),
        cmocka_unit_test(time_gives_cycle_0_when_asked_before_the_phase),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
