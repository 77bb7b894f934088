/* SPDX-License-Identifier: Apache-2.0 */
/* test_cm_mux2: packets of two streams come out whole, without a cycle, input 1 first; a word that
 * is shown stays. */
/* DUT: cm_mux2 -GW=16 */
#include "dut.h"
#include "tb.h"

static int setup(void **state)
{
    struct dut *d = dut_create();

    dut_reset(d);
    *state = d;
    return 0;
}

static int teardown(void **state)
{
    dut_destroy(*state);
    return 0;
}

static void mux2_passes_in_the_same_cycle_and_prefers_input_1(void **state)
{
    struct dut *d = *state;

    *d->m_ready = *d->s0_valid = *d->s0_last = *d->s1_last = 1;
    *d->s0_data = 5;
    *d->s1_data = 6;
    dut_eval(d);
    assert_true(*d->m_valid && *d->m_data == 5 && *d->m_last && *d->s0_ready);
    *d->s1_valid = 1;
    dut_eval(d);
    assert_true(*d->m_valid && *d->m_data == 6 && *d->s1_ready && !*d->s0_ready);
}

static void mux2_keeps_the_word_it_shows_when_the_sink_waits(void **state)
{
    struct dut *d = *state;

    *d->s0_valid = *d->s0_last = 1;
    *d->s0_data = 5;
    dut_tick(d);
    *d->s1_valid = *d->s1_last = 1;
    *d->s1_data = 6;
    dut_eval(d);
    assert_int_equal(*d->m_data, 5);
    *d->m_ready = 1;
    dut_eval(d);
    assert_true(*d->s0_ready && !*d->s1_ready);
}

/* Random packets with gaps on both inputs: words {input, packet 7, word 8}, the last marked. */
static void mux2_keeps_packets_whole_when_everything_stalls(void **state)
{
    struct dut *d = *state;
    struct tb_rng r = tb_rng_seed(4);
    uint8_t *valid[2] = {d->s0_valid, d->s1_valid}, *ready[2] = {d->s0_ready, d->s1_ready};
    uint8_t *last[2] = {d->s0_last, d->s1_last};
    uint16_t *data[2] = {d->s0_data, d->s1_data};
    uint32_t packet[2] = {0}, word[2] = {0}, len[2] = {1, 3}, out_packet[2] = {0}, next = 0,
             whole = 0;
    int owner = -1;
    bool held = false;
    uint16_t shown = 0;

    for (int c = 0; c < 20000; c++) {
        for (int i = 0; i < 2; i++) {
            *valid[i] = *valid[i] || tb_rng_chance(&r, 60);
            *data[i] = (uint16_t)((uint32_t)i << 15 | (packet[i] & 127) << 8 | word[i]);
            *last[i] = word[i] + 1 == len[i];
        }
        *d->m_ready = tb_rng_chance(&r, 60);
        dut_eval(d);
        assert_true(!held || (*d->m_valid && *d->m_data == shown));
        held = *d->m_valid && !*d->m_ready;
        shown = *d->m_data;
        if (*d->m_valid && *d->m_ready) {
            int from = *d->m_data >> 15;

            assert_true(owner == -1 || owner == from);
            assert_int_equal(*d->m_data & 255, next);
            assert_int_equal(*d->m_data >> 8 & 127, out_packet[from] & 127);
            next = *d->m_last ? 0 : next + 1;
            owner = *d->m_last ? -1 : from;
            out_packet[from] += *d->m_last;
            whole += *d->m_last;
        }
        bool went[2] = {*valid[0] && *ready[0], *valid[1] && *ready[1]};
        dut_tick(d);
        for (int i = 0; i < 2; i++) {
            if (went[i]) {
                *valid[i] = 0;
                if (++word[i] == len[i]) {
                    word[i] = 0;
                    packet[i]++;
                    len[i] = 1 + tb_rng_below(&r, 5);
                }
            }
        }
    }
    assert_true(whole > 2000 && out_packet[0] > 100 && out_packet[1] > 100);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(mux2_passes_in_the_same_cycle_and_prefers_input_1),
        TEST(mux2_keeps_the_word_it_shows_when_the_sink_waits),
        TEST(mux2_keeps_packets_whole_when_everything_stalls),
    };

    return cmocka_run_group_tests_name("cm_mux2", tests, NULL, NULL);
}
