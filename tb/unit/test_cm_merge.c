/* SPDX-License-Identifier: Apache-2.0 */
/* test_cm_merge: words of several streams leave whole, in turn, each stream in its order; what is
 * shown stays. */
/* DUT: cm_merge -GN=3 -GW=32 */
#include "dut.h"
#include "tb_hold.h"
#include "tb_record.h"

enum { N = 3 };

struct bench {
    struct dut *d;
    struct tb_rng rng;
    struct tb_hold out;
    uint32_t given[N], taken[N], moved, last;
};

static int setup(void **state)
{
    struct bench *b = calloc(1, sizeof(*b));

    b->d = dut_create();
    b->out = (struct tb_hold){.valid = b->d->m_valid, .ready = b->d->m_ready};
    TB_HOLD_ADD(&b->out, b->d, m_data);
    dut_reset(b->d);
    *state = b;
    return 0;
}

static int teardown(void **state)
{
    struct bench *b = *state;

    dut_destroy(b->d);
    free(b);
    return 0;
}

/* One cycle; stalls in percent. */
static void cycle(struct bench *b, uint32_t stall_s, uint32_t stall_m)
{
    struct dut *d = b->d;

    for (uint32_t i = 0; i < N; i++) {
        if (!tb_bits(d->s_valid, i, i) && !tb_rng_chance(&b->rng, stall_s)) {
            tb_bits_set(d->s_valid, i, i, 1);
            tb_bits_set(d->s_data, 32 * i + 31, 32 * i, i << 24 | b->given[i]++);
        }
    }
    *d->m_ready = !tb_rng_chance(&b->rng, stall_m);
    dut_eval(d);
    uint64_t moves = tb_bits(d->s_valid, N - 1, 0) & tb_bits(d->s_ready, N - 1, 0);

    assert_int_equal(tb_hold_check(&b->out), moves != 0);
    assert_int_equal(moves & (moves - 1), 0);
    if (moves) {
        b->last = *d->m_data >> 24;
        assert_int_equal(moves, 1u << b->last);
        assert_int_equal(*d->m_from, moves);
        assert_int_equal(*d->m_data & 0xffffff, b->taken[b->last]++);
        b->moved++;
    }
    dut_tick(d);
    tb_bits_set(d->s_valid, N - 1, 0, tb_bits(d->s_valid, N - 1, 0) & ~moves);
}

static void merge_moves_a_word_per_cycle_in_turn(void **state)
{
    struct bench *b = *state;

    for (uint32_t n = 0; n < 300; n++) {
        cycle(b, 0, 0);
        assert_int_equal(b->last, n % N);
    }
    assert_int_equal(b->moved, 300);
}

static void merge_keeps_order_and_what_it_shows(void **state)
{
    struct bench *b = *state;

    b->rng = tb_rng_seed(3);
    for (uint32_t n = 0; n < 20000; n++) {
        cycle(b, n % 3 ? 50 : 80, 30 + n / 500);
    }
    for (uint32_t i = 0; i < N; i++) {
        assert_in_range(b->taken[i], 1500, b->given[i]);
        assert_in_range(b->given[i] - b->taken[i], 0, 1);
    }
}

int main(void)
{
#define TEST(t) cmocka_unit_test_setup_teardown(t, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(merge_moves_a_word_per_cycle_in_turn),
        TEST(merge_keeps_order_and_what_it_shows),
    };
    return cmocka_run_group_tests_name("cm_merge", tests, NULL, NULL);
}
