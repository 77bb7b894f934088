/* SPDX-License-Identifier: Apache-2.0 */
/* test_cm_ctx_slot: the record beside its id is the newest that was written back, in every phase;
 * hold, rate, latency. */
/* DUT: cm_ctx_slot -GW=64 */
/* DUT: cm_ctx_slot -GW=160 */
#include "dut.h"
#include "tb_ctx.h"
#include "tb_hold.h"

#define IDS 4u
#define BYTES (DUT_P_W / 8)

struct bench {
    struct dut *d;
    struct tb_rng rng;
    struct tb_ctx ctx;
    uint8_t table[IDS][BYTES];
    bool here; /* the model: an id is in the slot */
    uint16_t id;
    uint32_t entered, left;
};

static int setup(void **state)
{
    struct bench *b = calloc(1, sizeof(*b));
    struct dut *d = dut_create();

    b->d = d;
    b->ctx = (struct tb_ctx){.rec_bytes = BYTES,
                             .records = IDS,
                             .table = b->table[0],
                             .rd_valid = d->rd_valid,
                             .rd_ready = d->rd_ready,
                             .rd_id = d->rd_id,
                             .rsp_valid = d->rsp_valid,
                             .rsp_ready = d->rsp_ready,
                             .rsp_data = d->rsp_data};
    for (uint32_t i = 0; i < IDS; i++) {
        tb_rng_fill(&b->rng, b->table[i], BYTES);
    }
    dut_reset(d);
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

static void enter(struct bench *b, uint16_t id)
{
    *b->d->s_valid = 1;
    *b->d->s_id = id;
}

/* A write-back in the cycle to come. */
static void write(struct bench *b, uint16_t id)
{
    *b->d->wr_valid = 1;
    *b->d->wr_id = id;
    tb_rng_fill(&b->rng, b->d->wr_data, BYTES);
}

/* One cycle. Whenever a record is shown it is the one of the table, which has all write-backs
 * before now. */
static void cycle(struct bench *b)
{
    struct dut *d = b->d;
    bool in, out;

    tb_ctx_show(&b->ctx);
    tb_ctx_settle(d, &b->ctx, 1);
    in = *d->s_valid && *d->s_ready;
    out = *d->m_valid && *d->m_ready;
    assert_int_equal(*d->stat_idle, !b->here);
    if (*d->m_valid) {
        assert_true(b->here);
        assert_memory_equal(d->m_rec, b->table[b->id], BYTES);
    }
    assert_true(!in || !b->here || out); /* one at a time */
    tb_ctx_edge(&b->ctx, d->wr_valid, d->wr_id, d->wr_data);
    dut_tick(d);
    b->here = in || (b->here && !out);
    b->id = in ? *d->s_id : b->id;
    b->entered += in;
    b->left += out;
    *d->s_valid = (uint8_t)(*d->s_valid && !in);
    *d->wr_valid = 0;
}

static void ctx_slot_shows_record_after_one_cycle_when_empty(void **state)
{
    struct bench *b = *state;

    enter(b, 2);
    cycle(b);
    assert_int_equal(b->entered, 1);
    tb_ctx_show(&b->ctx);
    dut_eval(b->d);
    assert_int_equal(*b->d->m_valid, 1);
}

static void ctx_slot_moves_one_per_cycle_when_all_are_hits(void **state)
{
    struct bench *b = *state;

    *b->d->m_ready = 1;
    for (uint32_t i = 0; i < 100; i++) {
        enter(b, (uint16_t)(i % IDS));
        cycle(b);
        assert_int_equal(b->entered, i + 1);
    }
    assert_int_equal(b->left, 99);
}

static void ctx_slot_takes_no_other_when_record_waits(void **state)
{
    struct bench *b = *state;

    enter(b, 1);
    cycle(b);
    enter(b, 2);
    for (int i = 0; i < 5; i++) {
        cycle(b);
    }
    assert_int_equal(b->entered, 1);
    assert_int_equal(b->ctx.reads, 1);
    *b->d->m_ready = 1;
    cycle(b);
    assert_int_equal(b->entered, 2);
}

/* Write-backs to the same id in cycle `at` counted from the accept, read answered after `late`
 * cycles. */
static void write_at(struct bench *b, uint32_t at, uint32_t late)
{
    b->ctx.slow_percent = 0;
    enter(b, 1);
    for (uint32_t i = 0; i < 12; i++) {
        *b->d->m_ready = i == 10;
        if (i == at) {
            write(b, 1);
        }
        cycle(b);
        b->ctx.slow_percent = i < late ? 100 : 0;
    }
    assert_false(b->here);
}

static void ctx_slot_shows_newest_when_written_in_the_cycle_of_the_accept(void **state)
{
    write_at(*state, 0, 0);
    write_at(*state, 0, 4);
}

static void ctx_slot_shows_newest_when_written_while_port_is_slow(void **state)
{
    for (uint32_t at = 1; at < 5; at++) {
        write_at(*state, at, 5);
    }
}

static void ctx_slot_shows_newest_when_written_while_record_waits(void **state)
{
    for (uint32_t at = 1; at < 10; at++) {
        write_at(*state, at, 0);
    }
}

static void ctx_slot_shows_last_when_written_in_every_cycle(void **state)
{
    struct bench *b = *state;

    enter(b, 3);
    for (int i = 0; i < 20; i++) {
        write(b, 3);
        cycle(b);
    }
    assert_true(b->here);
}

static void ctx_slot_keeps_record_when_another_is_written(void **state)
{
    struct bench *b = *state;

    enter(b, 3);
    for (int i = 0; i < 20; i++) {
        write(b, (uint16_t)(i % 3));
        cycle(b);
    }
    write(b, 3);
    cycle(b);
    write(b, 2); /* and the newer one of 3 stays, too */
    cycle(b);
    cycle(b);
}

static void ctx_slot_forgets_newer_record_when_next_id_enters(void **state)
{
    struct bench *b = *state;

    enter(b, 1);
    cycle(b);
    write(b, 1);
    cycle(b);
    *b->d->m_ready = 1;
    enter(b, 2); /* enters as 1 leaves */
    write(b, 1);
    cycle(b);
    cycle(b);
    enter(b, 1); /* enters the empty slot */
    cycle(b);
    cycle(b);
    assert_int_equal(b->left, 3);
}

static void ctx_slot_shows_newest_when_owner_writes_what_it_takes(void **state)
{
    struct bench *b = *state;

    *b->d->m_ready = 1; /* read, change, write back: each cycle, the same record */
    for (int i = 0; i < 50; i++) {
        enter(b, 1);
        if (i > 0) {
            write(b, 1);
        }
        cycle(b);
    }
    assert_int_equal(b->left, 49);
}

static void ctx_slot_shows_newest_when_everything_is_random(void **state)
{
    struct bench *b = *state;
    /* percent: source, sink, write-back, port slow */
    static const uint32_t mix[][4] = {
        {50, 50, 50, 0}, {90, 90, 90, 0}, {90, 20, 70, 0}, {90, 50, 50, 50}, {90, 90, 20, 80}};

    b->rng = tb_rng_seed(1);
    for (size_t k = 0; k < 5; k++) {
        b->ctx.slow_percent = mix[k][3];
        b->ctx.rng.s = tb_rng_next(&b->rng);
        for (int i = 0; i < 4000; i++) {
            if (!*b->d->s_valid && tb_rng_chance(&b->rng, mix[k][0])) {
                enter(b, (uint16_t)tb_rng_below(&b->rng, IDS));
            }
            *b->d->m_ready = tb_rng_chance(&b->rng, mix[k][1]);
            if (tb_rng_chance(&b->rng, mix[k][2])) {
                write(b, (uint16_t)tb_rng_below(&b->rng, IDS));
            }
            cycle(b);
        }
    }
    assert_true(b->left > 3000);
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(ctx_slot_shows_record_after_one_cycle_when_empty),
        TEST(ctx_slot_moves_one_per_cycle_when_all_are_hits),
        TEST(ctx_slot_takes_no_other_when_record_waits),
        TEST(ctx_slot_shows_newest_when_written_in_the_cycle_of_the_accept),
        TEST(ctx_slot_shows_newest_when_written_while_port_is_slow),
        TEST(ctx_slot_shows_newest_when_written_while_record_waits),
        TEST(ctx_slot_shows_last_when_written_in_every_cycle),
        TEST(ctx_slot_keeps_record_when_another_is_written),
        TEST(ctx_slot_forgets_newer_record_when_next_id_enters),
        TEST(ctx_slot_shows_newest_when_owner_writes_what_it_takes),
        TEST(ctx_slot_shows_newest_when_everything_is_random),
    };
    return cmocka_run_group_tests_name("cm_ctx_slot", tests, NULL, NULL);
}
