/* SPDX-License-Identifier: Apache-2.0 */
/* test_urma_tpack_merge: acknowledgements of a channel merge while they wait, which is bounded. */
/* DUT: urma_tpack_merge -GW=24 -GWAIT=5 */
#include "dut.h"
#include "tb.h"

enum { WAIT = 5, CHANS = 4 };

static void offer(struct dut *d, bool valid, uint16_t chan, uint32_t psn)
{
    *d->s_valid = valid;
    *d->s_chan = chan;
    *d->s_data = psn;
    dut_eval(d);
}

static void shows(struct dut *d, uint16_t chan, uint32_t psn, bool must)
{
    dut_eval(d);
    assert_int_equal(*d->m_valid, 1);
    assert_int_equal(*d->m_chan, chan);
    assert_int_equal(*d->m_data, psn);
    assert_int_equal(*d->m_must, must);
}

static void merge_passes_one_at_once_when_it_is_taken(void **state)
{
    (void)state;
    struct dut *d = dut_create();

    dut_reset(d);
    offer(d, true, 3, 17);
    shows(d, 3, 17, false);
    assert_int_equal(*d->s_ready, 1);
    *d->m_take = 1;
    dut_tick(d);
    offer(d, false, 0, 0);
    assert_int_equal(*d->m_valid, 0);
    assert_int_equal(*d->stat_idle, 1);
    dut_destroy(d);
}

static void merge_keeps_the_newest_of_a_channel(void **state)
{
    (void)state;
    struct dut *d = dut_create();

    dut_reset(d);
    for (uint32_t psn = 20; psn < 25; psn++) {
        offer(d, true, 2, psn);
        assert_int_equal(*d->s_ready, 1);
        shows(d, 2, psn, false);
        dut_tick(d);
    }
    offer(d, false, 0, 99);
    shows(d, 2, 24, false);
    assert_int_equal(*d->stat_idle, 0);
    *d->m_take = 1;
    dut_tick(d);
    *d->m_take = 0;
    dut_eval(d);
    assert_int_equal(*d->m_valid, 0);
    dut_destroy(d);
}

static void merge_lets_another_channel_wait_and_presses(void **state)
{
    (void)state;
    struct dut *d = dut_create();

    dut_reset(d);
    offer(d, true, 1, 7);
    dut_tick(d);
    offer(d, true, 2, 70);
    assert_int_equal(*d->s_ready, 0);
    shows(d, 1, 7, true);
    *d->m_take = 1;
    dut_tick(d);
    *d->m_take = 0;
    shows(d, 2, 70, false);
    assert_int_equal(*d->s_ready, 1);
    dut_destroy(d);
}

static void merge_waits_for_no_more_beats_than_its_bound(void **state)
{
    (void)state;
    struct dut *d = dut_create();

    dut_reset(d);
    for (unsigned lap = 0; lap < 2; lap++) { /* each acknowledgement counts anew */
        *d->data_beat = 1;
        offer(d, true, 1, 7);
        dut_tick(d);
        offer(d, false, 0, 0);
        for (unsigned n = 0; n < WAIT; n++) {
            shows(d, 1, 7, false);
            dut_tick(d);
        }
        shows(d, 1, 7, true);
        *d->data_beat = 0;
        dut_tick(d);
        shows(d, 1, 7, true);
        *d->m_take = 1;
        dut_tick(d);
        *d->m_take = 0;
    }
    dut_destroy(d);
}

/* Random traffic of several channels: what leaves never goes back, the last of each channel leaves.
 */
static void merge_loses_no_edge_in_random_traffic(void **state)
{
    (void)state;
    struct tb_rng r = tb_rng_seed(5);
    struct dut *d = dut_create();
    uint32_t given[CHANS] = {0}, taken[CHANS] = {0}, in = 0, out = 0, wait = 0;

    dut_reset(d);
    for (unsigned n = 0; n < 20000; n++) {
        bool draining = n >= 19900;

        if (!*d->s_valid || *d->s_ready) {
            uint16_t chan = (uint16_t)tb_rng_below(&r, tb_rng_below(&r, 3) == 0 ? CHANS : 1);

            offer(d, !draining && tb_rng_below(&r, 3) != 0, chan, given[chan] + 1);
        }
        *d->data_beat = (uint8_t)(tb_rng_below(&r, 4) != 0);
        dut_eval(d);
        bool take = *d->m_valid && (*d->m_must || draining || tb_rng_below(&r, 8) == 0);
        *d->m_take = take;
        dut_eval(d);
        if (take) {
            assert_in_range(*d->m_data, taken[*d->m_chan] + 1, UINT32_MAX);
            taken[*d->m_chan] = *d->m_data;
            out++;
        }
        wait = *d->m_valid && !take ? wait + *d->data_beat : 0;
        assert_in_range(wait, 0, WAIT + 1);
        if (*d->s_valid && *d->s_ready) {
            given[*d->s_chan]++;
            in++;
        }
        dut_tick(d);
    }
    assert_memory_equal(given, taken, sizeof(given));
    assert_in_range(out, 1000, in - 1000); /* both happened: passing and merging */
    assert_int_equal(*d->stat_idle, 1);
    dut_destroy(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(merge_passes_one_at_once_when_it_is_taken),
        cmocka_unit_test(merge_keeps_the_newest_of_a_channel),
        cmocka_unit_test(merge_lets_another_channel_wait_and_presses),
        cmocka_unit_test(merge_waits_for_no_more_beats_than_its_bound),
        cmocka_unit_test(merge_loses_no_edge_in_random_traffic),
    };
    return cmocka_run_group_tests_name("urma_tpack_merge", tests, NULL, NULL);
}
