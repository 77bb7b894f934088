/* SPDX-License-Identifier: Apache-2.0 */
/* test_cm_fifo_frame: words appear one cycle after their commit and never after a rollback. */
/* DUT: cm_fifo_frame -GW=32 -GDEPTH=2 */
/* DUT: cm_fifo_frame -GW=32 -GDEPTH=3 */
/* DUT: cm_fifo_frame -GW=32 -GDEPTH=5 */
/* DUT: cm_fifo_frame -GW=32 -GDEPTH=16 */
#include "dut.h"
#include "tb_stream.h"

static void fifo_frame_shows_words_one_cycle_after_commit(void **state)
{
    (void)state;
    struct dut *d = dut_create();

    dut_reset(d);
    *d->s_valid = 1;
    tb_stream_put(d, 0);
    dut_tick(d);
    tb_stream_put(d, 1);
    dut_tick(d);
    *d->s_valid = 0;
    dut_tick(d);
    assert_int_equal(*d->m_valid, 0);
    assert_int_equal(*d->stat_count, 2);
    *d->s_commit = 1;
    dut_eval(d);
    assert_int_equal(*d->m_valid, 0);
    dut_tick(d);
    *d->s_commit = 0;
    *d->m_ready = 1;
    dut_eval(d);
    assert_int_equal(*d->m_valid, 1);
    tb_stream_check(d, 0);
    dut_tick(d);
    assert_int_equal(*d->m_valid, 1);
    tb_stream_check(d, 1);
    dut_tick(d);
    assert_int_equal(*d->m_valid, 0);
    dut_destroy(d);
}

static void fifo_frame_shows_single_word_after_one_cycle_when_committed_with_it(void **state)
{
    (void)state;
    struct dut *d = dut_create();

    dut_reset(d);
    *d->s_valid = 1;
    *d->s_commit = 1;
    tb_stream_put(d, 7);
    dut_eval(d);
    assert_int_equal(*d->m_valid, 0);
    dut_tick(d);
    assert_int_equal(*d->m_valid, 1);
    tb_stream_check(d, 7);
    dut_destroy(d);
}

static void fifo_frame_drops_words_when_rolled_back(void **state)
{
    (void)state;
    struct dut *d = dut_create();

    dut_reset(d);
    *d->s_valid = 1;
    tb_stream_put(d, 0);
    dut_tick(d);
    tb_stream_put(d, 1);
    *d->s_rollback = 1; /* with its last word */
    dut_tick(d);
    *d->s_rollback = 0;
    assert_int_equal(*d->stat_count, 0);
    assert_int_equal(*d->s_ready, 1);
    *d->s_commit = 1;
    tb_stream_put(d, 2);
    dut_tick(d);
    tb_stream_check(d, 2);
    assert_int_equal(*d->m_valid, 1);
    assert_int_equal(*d->stat_count, 1);
    dut_destroy(d);
}

/** Random frames, commits with the last word or later, rollbacks at any moment, against a model
 *  that is two numbers: words committed and words pushed since. */
static void fifo_frame_gives_committed_words_only_when_random(void **state)
{
    (void)state;
    struct tb_rng r = tb_rng_seed(3);
    struct dut *d = dut_create();
    uint32_t word[100000];
    uint32_t committed = 0; /* words in word[] that the sink may see */
    uint32_t pushed = 0;    /* words in word[] */
    uint32_t got = 0;
    uint32_t next = 1;

    dut_reset(d);
    for (uint32_t i = 0; i < 50000; i++) {
        uint32_t stall = i / 1000 * 20 % 80;
        bool stuck = pushed - committed == DUT_P_DEPTH; /* then only a command helps */

        *d->s_valid = !stuck && tb_rng_chance(&r, 70);
        tb_stream_put(d, next);
        *d->m_ready = !tb_rng_chance(&r, stall);
        *d->s_commit = stuck || tb_rng_chance(&r, 20);
        *d->s_rollback = !*d->s_commit && tb_rng_chance(&r, 10);
        dut_eval(d);
        assert_int_equal(*d->s_ready, pushed - got < DUT_P_DEPTH);
        assert_int_equal(*d->m_valid, got < committed); /* latency of exactly one cycle */
        assert_int_equal(*d->stat_count, pushed - got);
        if (*d->m_valid) {
            tb_stream_check(d, word[got]);
            got += *d->m_ready;
        }
        if (*d->s_valid && *d->s_ready) {
            word[pushed++] = next;
        }
        next++;
        if (*d->s_commit) {
            committed = pushed;
        } else if (*d->s_rollback) {
            pushed = committed;
        }
        dut_tick(d);
    }
    assert_true(got > 5000);
    dut_destroy(d);
}

static void fifo_frame_refuses_frame_longer_than_depth(void **state)
{
    (void)state;
    struct dut *d = dut_create();

    dut_reset(d);
    *d->s_valid = 1;
    for (uint32_t i = 0; i < DUT_P_DEPTH; i++) {
        assert_true(dut_try_tick(d));
    }
    assert_false(dut_try_tick(d));
    dut_destroy(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fifo_frame_shows_words_one_cycle_after_commit),
        cmocka_unit_test(fifo_frame_shows_single_word_after_one_cycle_when_committed_with_it),
        cmocka_unit_test(fifo_frame_drops_words_when_rolled_back),
        cmocka_unit_test(fifo_frame_gives_committed_words_only_when_random),
        cmocka_unit_test(fifo_frame_refuses_frame_longer_than_depth),
    };
    return cmocka_run_group_tests_name("cm_fifo_frame", tests, NULL, NULL);
}
