/* SPDX-License-Identifier: Apache-2.0 */
/* test_urma_read_exec: every check of a read at the target and the answer it gives, order, latency,
 * stalls. */
/* DUT: urma_read_exec -GSEGS=16 */
#include "dut.h"
#define TB_SEG_OPCODE OP_READ
#include "tb_seg.h"

#define REQS 4096u

struct bench {
    struct tb_segs segs;
    struct dut *d;
    struct tb_rng rng;
    uint32_t stall_s, stall_rd, stall_rsp;
    struct tb_req req[REQS];
    uint32_t count, sent, got, reads;
};

static int setup(void **state)
{
    struct bench *b = calloc(1, sizeof(*b));

    tb_segs_init(&b->segs);
    b->d = b->segs.d;
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

static void add(struct bench *b, struct tb_req r)
{
    assert_true(b->count < REQS);
    tb_seg_complete(&b->segs, &r);
    b->req[b->count++] = r;
}

/* ---- Drive and check */

static void check(struct bench *b, bool rd)
{
    struct dut *d = b->d;
    const struct tb_req *r = &b->req[b->got];

    assert_true(b->got < b->sent);
    assert_int_equal(*d->m_rsp_info, r->info);
    assert_int_equal(*d->m_rsp_frame, r->frame);
    assert_int_equal(*d->m_rsp_chan, r->chan);
    assert_int_equal(*d->m_rsp_key, (uint64_t)r->tassn << 20 | r->jetty);
    assert_int_equal(rd, r->info == FINE); /* command and answer leave together */
    if (rd) {
        assert_int_equal(*d->m_rd_addr, r->pa);
        assert_int_equal(*d->m_rd_len, r->len);
        assert_int_equal(*d->m_rsp_addr, r->pa);
        assert_int_equal(*d->m_rsp_len, r->len);
        b->reads++;
    }
    b->got++;
}

static void cycle(struct bench *b)
{
    struct dut *d = b->d;
    bool in, rd, rsp;

    if (!*d->s_req_valid && b->sent < b->count && !tb_rng_chance(&b->rng, b->stall_s)) {
        tb_seg_put(d, &b->req[b->sent]);
    }
    *d->m_rd_ready = !tb_rng_chance(&b->rng, b->stall_rd);
    *d->m_rsp_ready = !tb_rng_chance(&b->rng, b->stall_rsp);
    tb_ctx_show(&b->segs.ctx);
    tb_ctx_settle(d, &b->segs.ctx, 1);
    in = *d->s_req_valid && *d->s_req_ready;
    rd = *d->m_rd_valid && *d->m_rd_ready;
    rsp = *d->m_rsp_valid && *d->m_rsp_ready;
    assert_true(!rd || rsp);
    if (rsp) {
        check(b, rd);
    }
    tb_ctx_edge(&b->segs.ctx, NULL, NULL, NULL);
    dut_tick(d);
    b->sent += in;
    *d->s_req_valid = (uint8_t)(*d->s_req_valid && !in);
}

static void run(struct bench *b)
{
    for (uint32_t i = 0; b->got < b->count; i++) {
        assert_true(i < 100000);
        cycle(b);
    }
    dut_eval(b->d);
    assert_int_equal(*b->d->stat_idle, 1);
}

/* Said by hand, by the model and by the module. */
static void tb_seg_one(void **state, struct tb_req r, uint32_t info)
{
    struct bench *b = *state;

    add(b, r);
    assert_int_equal(b->req[b->count - 1].info, info);
    run(b);
}

static void read_exec_reads_physical_address_when_all_is_right(void **state)
{
    struct bench *b = *state;
    struct tb_req r = tb_seg_good();

    r.addr += 0x123;
    r.len = 100;
    add(b, r);
    assert_int_equal(b->req[0].pa, 0x4500000163);
    run(b);
    assert_int_equal(b->reads, 1);
}

/* ---- Time */

static void read_exec_asks_memory_after_two_cycles_when_idle(void **state)
{
    struct bench *b = *state;

    add(b, tb_seg_good());
    assert_int_equal(*b->d->stat_idle, 1);
    cycle(b);
    assert_int_equal(b->sent, 1);
    assert_int_equal(*b->d->m_rd_valid, 0);
    assert_int_equal(*b->d->stat_idle, 0);
    cycle(b);
    assert_int_equal(b->got, 0);
    assert_int_equal(*b->d->m_rd_valid, 1);
    cycle(b);
    assert_int_equal(b->got, 1);
    assert_int_equal(*b->d->probe_rd_valid, 1);
    run(b);
}

static void read_exec_moves_one_per_cycle_when_nothing_stalls(void **state)
{
    struct bench *b = *state;
    uint64_t start = b->d->cycle;

    for (uint32_t i = 0; i < 200; i++) {
        struct tb_req r = tb_seg_good();

        r.token = i % 3 ? r.token : 0;
        add(b, r);
    }
    run(b);
    assert_int_equal(b->d->cycle - start, 200 + 2);
}

static void read_exec_counts_pages_when_read_crosses_them(void **state)
{
    struct bench *b = *state;
    /* physical offset in its page, length, pages touched */
    static const uint32_t at[][3] = {{0, 1, 1},    {0, 4096, 1}, {1, 4096, 2},
                                     {4095, 1, 1}, {4095, 2, 2}, {4095, 4096, 2}};

    for (size_t i = 0; i < 6; i++) {
        struct tb_seg s = tb_seg_usual();
        struct tb_req r = tb_seg_good();

        s.pa = 0x1000 + at[i][0];
        tb_seg_set(&b->segs, 5, s);
        r.len = at[i][1];
        add(b, r);
        run(b);
        assert_int_equal(*b->d->probe_rd_valid, 1);
        assert_int_equal(*b->d->probe_rd_id, at[i][2] << 16 | b->req[i].frame);
    }
}

/* ---- All at once */

static void read_exec_keeps_all_rules_when_everything_stalls(void **state)
{
    struct bench *b = *state;
    static const uint32_t mix[][4] = {
        {30, 30, 30, 30}, {0, 70, 0, 0}, {0, 0, 70, 0}, {0, 0, 0, 70}, {0, 50, 50, 0}};

    b->segs.rng = b->rng = tb_rng_seed(1);
    for (size_t k = 0; k < 5; k++) {
        tb_segs_random(&b->segs);
        b->stall_s = mix[k][0];
        b->stall_rd = mix[k][1];
        b->stall_rsp = mix[k][2];
        b->segs.ctx.slow_percent = mix[k][3];
        b->segs.ctx.rng.s = tb_rng_next(&b->rng);
        for (int i = 0; i < 700; i++) {
            add(b, tb_seg_random_req(&b->segs));
        }
        run(b);
    }
    assert_true(b->reads > 500);
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
    const struct CMUnitTest tests[] = {
        TB_SEG_TESTS(setup, teardown),
        TEST(read_exec_reads_physical_address_when_all_is_right),
        TEST(read_exec_asks_memory_after_two_cycles_when_idle),
        TEST(read_exec_moves_one_per_cycle_when_nothing_stalls),
        TEST(read_exec_counts_pages_when_read_crosses_them),
        TEST(read_exec_keeps_all_rules_when_everything_stalls),
    };
    return cmocka_run_group_tests_name("urma_read_exec", tests, NULL, NULL);
}
