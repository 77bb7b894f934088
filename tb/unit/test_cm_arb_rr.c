/* SPDX-License-Identifier: Apache-2.0 */
/* test_cm_arb_rr: one cycle, whole packets, full rate, fairness bound, priority of input 0. */
/* DUT: cm_arb_rr -GN=2 -GW=16 -GPRIO0=0 */
/* DUT: cm_arb_rr -GN=5 -GW=16 -GPRIO0=0 */
/* DUT: cm_arb_rr -GN=5 -GW=16 -GPRIO0=1 */
#include "dut.h"

#define N DUT_P_N

/** Put a 16-bit word on one input; the input ports of all N lie in one vector. */
static void arb_put(struct dut *d, uint32_t input, uint32_t word)
{
    tb_set_byte((uint32_t *)(void *)d->s_data, input * 2, (uint8_t)word);
    tb_set_byte((uint32_t *)(void *)d->s_data, input * 2 + 1, (uint8_t)(word >> 8));
}

static void arb_passes_word_in_one_cycle(void **state)
{
    (void)state;
    struct dut *d = dut_create();

    for (uint32_t i = 0; i < N; i++) {
        dut_reset(d);
        *d->s_valid = (uint8_t)(1u << i);
        *d->s_last = *d->s_valid;
        arb_put(d, i, 0x1230 + i);
        dut_eval(d);
        assert_int_equal(*d->s_ready >> i & 1, 1);
        assert_int_equal(*d->m_valid, 0);
        dut_tick(d);
        assert_int_equal(*d->m_valid, 1);
        assert_int_equal(*d->m_data, 0x1230 + i);
        assert_int_equal(*d->m_src, i);
        assert_int_equal(*d->m_last, 1);
        *d->m_ready = 1;
        *d->s_valid = 0;
        dut_tick(d);
        *d->m_ready = 0;
        assert_int_equal(*d->m_valid, 0);
    }
    dut_destroy(d);
}

static void arb_serves_in_turn_at_full_rate_when_all_wait(void **state)
{
    (void)state;
    struct dut *d = dut_create();

    dut_reset(d);
    *d->s_valid = (uint8_t)((1u << N) - 1);
    *d->s_last = *d->s_valid;
    *d->m_ready = 1;
    dut_tick(d);
    for (uint32_t i = 0; i < 4 * N; i++) {
        assert_int_equal(*d->m_valid, 1);
        assert_int_equal(*d->m_src, DUT_P_PRIO0 ? 0 : i % N);
        dut_tick(d);
    }
    dut_destroy(d);
}

static void arb_shares_the_rest_in_turn_when_input_0_has_priority(void **state)
{
    (void)state;
    if (!DUT_P_PRIO0) {
        skip();
    }
    struct dut *d = dut_create();

    dut_reset(d);
    *d->s_last = (uint8_t)((1u << N) - 1);
    *d->m_ready = 1;
    for (uint32_t i = 0; i < 40; i++) {
        /* Input 0 comes every third cycle; the others always wait. */
        bool zero = i % 3 == 2;
        *d->s_valid = (uint8_t)(((1u << N) - 2) | zero);
        dut_tick(d);
        assert_int_equal(*d->m_src, zero ? 0 : 1 + (i - i / 3) % (N - 1));
    }
    dut_destroy(d);
}

/** State of one input in the random test. */
struct source {
    uint32_t sent;   /* words that moved */
    uint32_t left;   /* words of this packet that have not moved */
    uint32_t passed; /* packets of others since this one began to wait */
};

/** Check the word on m against what each input sent, and packets against interleaving. */
struct sink {
    uint32_t got[N];
    int owner; /* input whose packet is open, or -1 */
};

static void arb_check_output(const struct dut *d, struct sink *k, const uint32_t *lens)
{
    uint32_t src = *d->m_src;

    assert_true(src < N);
    assert_true(k->owner < 0 || k->owner == (int)src);
    assert_int_equal(*d->m_data, (src << 12 | k->got[src]) & 0xffff);
    k->got[src]++;
    assert_int_equal(*d->m_last, k->got[src] % lens[src] == 0);
    k->owner = *d->m_last ? -1 : (int)src;
}

static void arb_keeps_packets_whole_and_fair_when_random(void **state)
{
    (void)state;
    struct tb_rng r = tb_rng_seed(4);
    struct dut *d = dut_create();
    struct source s[N] = {{0}};
    struct sink k = {.owner = -1};
    uint32_t lens[N]; /* packet length of each input */
    uint32_t waited_most = 0;

    for (uint32_t i = 0; i < N; i++) {
        lens[i] = i + 1;
    }
    dut_reset(d);
    for (uint32_t n = 0; n < 20000; n++) {
        for (uint32_t i = 0; i < N; i++) {
            uint8_t bit = (uint8_t)(1u << i);

            if (s[i].left == 0 && tb_rng_chance(&r, 40)) {
                s[i].left = lens[i];
                s[i].passed = 0;
            }
            bool hold = (*d->s_valid & bit) && s[i].left > 0;
            bool valid = s[i].left > 0 && (hold || tb_rng_chance(&r, 80));
            *d->s_valid = (uint8_t)((*d->s_valid & ~bit) | (valid ? bit : 0));
            *d->s_last = (uint8_t)((*d->s_last & ~bit) | (s[i].left == 1 ? bit : 0));
            arb_put(d, i, (i << 12 | s[i].sent) & 0xffff);
        }
        *d->m_ready = tb_rng_chance(&r, 70);
        dut_eval(d);
        uint32_t move = *d->s_valid & *d->s_ready;
        assert_true((move & (move - 1)) == 0);
        if (*d->m_valid && *d->m_ready) {
            arb_check_output(d, &k, lens);
        }
        for (uint32_t i = 0; i < N; i++) {
            if (move >> i & 1) {
                for (uint32_t o = 0; o < N; o++) {
                    bool waits = o != i && (*d->s_valid >> o & 1) && s[o].left == lens[o];
                    s[o].passed += waits && s[i].left == 1;
                    if (s[o].passed > waited_most && o != 0 && i != 0) {
                        waited_most = s[o].passed;
                    }
                }
                s[i].sent++;
                s[i].left--;
            }
        }
        dut_tick(d);
        for (uint32_t i = 0; i < N; i++) { /* moved: valid falls or a new word comes */
            if (move >> i & 1) {
                *d->s_valid = (uint8_t)(*d->s_valid & ~(1u << i));
            }
        }
    }
    for (uint32_t i = 0; i < N; i++) {
        assert_true(k.got[i] > 500);
    }
    if (!DUT_P_PRIO0) {
        assert_in_range(waited_most, 1, N); /* an open packet, then one of each other input */
    }
    dut_destroy(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arb_passes_word_in_one_cycle),
        cmocka_unit_test(arb_serves_in_turn_at_full_rate_when_all_wait),
        cmocka_unit_test(arb_shares_the_rest_in_turn_when_input_0_has_priority),
        cmocka_unit_test(arb_keeps_packets_whole_and_fair_when_random),
    };
    return cmocka_run_group_tests_name("cm_arb_rr", tests, NULL, NULL);
}
