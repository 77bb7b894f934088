/* SPDX-License-Identifier: Apache-2.0 */
/* test_cm_ctx: one-cycle answers that hold, write visibility, writer priority, order in slow mode.
 */
/* DUT: cm_ctx -GW=72 -GDEPTH=12 -GN_RD=1 */
/* DUT: cm_ctx -GW=72 -GDEPTH=12 -GN_RD=3 */
#include "dut.h"

#define N DUT_P_N_RD
#define BYTES 9

/** One owner write in one cycle. */
static void ctx_write(struct dut *d, uint16_t id, uint8_t value)
{
    *d->wr1_valid = 1;
    *d->wr1_id = id;
    d->wr1_data[0] = value;
    d->wr1_data[2] = value;
    dut_tick(d);
    *d->wr1_valid = 0;
    dut_eval(d);
}

static void ctx_set_id(struct dut *d, uint32_t client, uint16_t id)
{
    tb_set_byte((uint32_t *)(void *)d->rd_id, client * 2, (uint8_t)id);
}

/** First byte of a client's record; the last must be the same. */
static uint8_t ctx_answer(const struct dut *d, uint32_t client)
{
    uint8_t first = tb_byte(d->rsp_data, client * BYTES);

    assert_int_equal(tb_byte(d->rsp_data, client * BYTES + BYTES - 1), first);
    return first;
}

static void ctx_answers_after_one_cycle_and_holds(void **state)
{
    (void)state;
    struct dut *d = dut_create();

    dut_reset(d);
    ctx_write(d, 7, 77);
    *d->rd_valid = 1;
    ctx_set_id(d, 0, 7);
    dut_eval(d);
    assert_int_equal(*d->rd_ready & 1, 1);
    assert_int_equal(*d->rsp_valid & 1, 0);
    dut_tick(d);
    ctx_set_id(d, 0, 3);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(*d->rsp_valid & 1, 1);
        assert_int_equal(*d->rd_ready & 1, 0);
        assert_int_equal(ctx_answer(d, 0), 77);
        dut_tick(d);
    }
    *d->rsp_ready = 1;
    dut_eval(d);
    assert_int_equal(*d->rd_ready & 1, 1);
    dut_tick(d);
    assert_int_equal(ctx_answer(d, 0), 0); /* id 3, never written */
    dut_destroy(d);
}

static void ctx_gives_old_record_when_written_at_the_same_edge(void **state)
{
    (void)state;
    struct dut *d = dut_create();

    dut_reset(d);
    ctx_write(d, 2, 10);
    *d->rsp_ready = 1;
    *d->rd_valid = 1;
    ctx_set_id(d, 0, 2);
    ctx_write(d, 2, 11);
    assert_int_equal(ctx_answer(d, 0), 10);
    dut_tick(d);
    assert_int_equal(ctx_answer(d, 0), 11);
    dut_destroy(d);
}

static void ctx_lets_owner_write_first_when_host_writes_too(void **state)
{
    (void)state;
    struct dut *d = dut_create();

    dut_reset(d);
    *d->wr0_valid = 1;
    *d->wr0_id = 4;
    d->wr0_data[0] = 20;
    d->wr0_data[2] = 20;
    *d->wr1_valid = 1;
    dut_eval(d);
    assert_int_equal(*d->wr0_ready, 0);
    ctx_write(d, 5, 21);
    assert_int_equal(*d->wr0_ready, 1);
    dut_tick(d);
    *d->wr0_valid = 0;
    *d->rsp_ready = 1;
    *d->rd_valid = 1;
    ctx_set_id(d, 0, 4);
    dut_tick(d);
    assert_int_equal(ctx_answer(d, 0), 20);
    ctx_set_id(d, 0, 5);
    dut_tick(d);
    assert_int_equal(ctx_answer(d, 0), 21);
    dut_destroy(d);
}

/** Random reads of all clients and writes against a table. Return the longest answer time. */
static uint64_t ctx_random(struct dut *d, struct tb_rng *r, uint32_t cycles)
{
    uint8_t table[DUT_P_DEPTH];
    uint8_t expect[N] = {0};
    uint64_t asked[N] = {0};
    bool open[N] = {false};
    uint64_t longest = 0;

    for (uint16_t i = 0; i < DUT_P_DEPTH; i++) {
        table[i] = (uint8_t)(100 + i);
        ctx_write(d, i, table[i]);
    }
    for (uint32_t n = 0; n < cycles; n++) {
        uint8_t value = (uint8_t)tb_rng_next(r);

        *d->wr1_valid = tb_rng_chance(r, 50);
        *d->wr1_id = (uint16_t)tb_rng_below(r, DUT_P_DEPTH);
        d->wr1_data[0] = value;
        d->wr1_data[2] = value;
        uint32_t ids[N];
        for (uint32_t c = 0; c < N; c++) {
            ids[c] = tb_rng_below(r, DUT_P_DEPTH);
            ctx_set_id(d, c, (uint16_t)ids[c]);
        }
        *d->rd_valid = (uint8_t)tb_rng_below(r, 1u << N);
        *d->rsp_ready = (uint8_t)tb_rng_below(r, 1u << N);
        dut_eval(d);
        for (uint32_t c = 0; c < N; c++) {
            if (*d->rsp_valid >> c & 1) {
                assert_true(open[c]);
                assert_int_equal(ctx_answer(d, c), expect[c]);
                if (d->cycle - asked[c] > longest) {
                    longest = d->cycle - asked[c];
                }
                asked[c] = d->cycle; /* a held answer does not count */
                open[c] = !(*d->rsp_ready >> c & 1);
            }
            if (*d->rd_valid & *d->rd_ready & (1u << c)) {
                assert_false(open[c]);
                open[c] = true;
                expect[c] = table[ids[c]];
                asked[c] = d->cycle;
            }
        }
        if (*d->wr1_valid) {
            table[*d->wr1_id] = value;
        }
        dut_tick(d);
    }
    return longest;
}

static void ctx_answers_match_table_when_random(void **state)
{
    (void)state;
    struct tb_rng r = tb_rng_seed(1);
    struct dut *d = dut_create();

    dut_reset(d);
    assert_int_equal(ctx_random(d, &r, 10000), 1);
    dut_destroy(d);
}

static void ctx_answers_late_but_in_order_when_slow(void **state)
{
    (void)state;
    struct tb_rng r = tb_rng_seed(2);
    struct dut *d = dut_create();

    *d->cfg_slow_en = 1;
    *d->cfg_slow_seed = 12345;
    dut_reset(d);
    assert_int_equal(ctx_random(d, &r, 10000), 16);
    dut_destroy(d);
}

static void ctx_refuses_id_beyond_depth(void **state)
{
    (void)state;
    struct dut *d = dut_create();

    dut_reset(d);
    *d->rd_valid = 1;
    ctx_set_id(d, 0, DUT_P_DEPTH);
    assert_false(dut_try_tick(d));
    dut_destroy(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ctx_answers_after_one_cycle_and_holds),
        cmocka_unit_test(ctx_gives_old_record_when_written_at_the_same_edge),
        cmocka_unit_test(ctx_lets_owner_write_first_when_host_writes_too),
        cmocka_unit_test(ctx_answers_match_table_when_random),
        cmocka_unit_test(ctx_answers_late_but_in_order_when_slow),
        cmocka_unit_test(ctx_refuses_id_beyond_depth),
    };
    return cmocka_run_group_tests_name("cm_ctx", tests, NULL, NULL);
}
