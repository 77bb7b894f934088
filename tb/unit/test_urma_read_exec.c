/* SPDX-License-Identifier: Apache-2.0 */
/* test_urma_read_exec: every check of a read at the target and the answer it gives, addresses at
 * both ends of a segment and of the address space, order, latency, stalls. */
/* DUT: urma_read_exec -GSEGS=16 */
#include "dut.h"
#include "tb_ctx.h"
#include "tb_record.h"

#define SEGS DUT_P_SEGS
#define REQS 4096u
#define MTU 4096u

enum { OP_READ = 0x06 };
enum { FINE = 0, UNSUPPORTED = 1, ABORT = 2 }; /* RSPINFO */

struct seg {
    bool valid, write_en, read_en, atomic_en, token_chk;
    uint32_t token0, token1;
    uint64_t uba, len, pa;
};

struct req {
    uint8_t opcode, ver;
    bool tv_en, ud, mt_en;
    uint32_t token_id, token;
    uint64_t addr;
    uint32_t len;
    /* random */
    uint16_t frame, chan, tassn;
    uint32_t jetty;
    /* expected */
    uint32_t info;
    uint64_t pa;
};

struct bench {
    struct dut *d;
    struct tb_rng rng;
    uint32_t stall_s, stall_rd, stall_rsp;
    struct tb_ctx ctx;
    uint8_t table[SEGS][40];
    struct seg seg[SEGS];
    struct req req[REQS];
    uint32_t count, sent, got, reads;
};

static void set_seg(struct bench *b, uint32_t id, struct seg s)
{
    uint8_t *r = b->table[id];

    b->seg[id] = s;
    tb_rng_fill(&b->rng, r, 40); /* noise in the reserved bits */
    tb_bits_set(r, 0, 0, s.valid);
    tb_bits_set(r, 1, 1, s.write_en);
    tb_bits_set(r, 2, 2, s.read_en);
    tb_bits_set(r, 3, 3, s.atomic_en);
    tb_bits_set(r, 4, 4, s.token_chk);
    tb_bits_set(r, 63, 32, s.token0);
    tb_bits_set(r, 95, 64, s.token1);
    tb_bits_set(r, 191, 128, s.uba);
    tb_bits_set(r, 255, 192, s.len);
    tb_bits_set(r, 319, 256, s.pa);
}

/* Segment 5 of most tests: 0x10000 bytes, tokens 0x11112222 and 0x33334444. */
static struct seg usual(void)
{
    return (struct seg){.valid = true,
                        .read_en = true,
                        .token_chk = true,
                        .token0 = 0x11112222,
                        .token1 = 0x33334444,
                        .uba = 0x7f0000001230,
                        .len = 0x10000,
                        .pa = 0x4500000040};
}

static struct req good(void)
{
    return (struct req){.opcode = OP_READ,
                        .tv_en = true,
                        .token_id = 5,
                        .token = 0x11112222,
                        .addr = 0x7f0000001230,
                        .len = 64};
}

static int setup(void **state)
{
    struct bench *b = calloc(1, sizeof(*b));
    struct dut *d = dut_create();

    b->d = d;
    *d->cfg_mtu_bytes = MTU;
    b->ctx = (struct tb_ctx)TB_CTX(d, seg, b->table);
    for (uint32_t i = 0; i < SEGS; i++) {
        set_seg(b, i, (struct seg){0});
    }
    set_seg(b, 5, usual());
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

/* ---- The model, in 128 bits, so that no sum wraps */

static uint32_t judge(const struct bench *b, const struct req *r)
{
    const struct seg *s = &b->seg[r->token_id % SEGS];
    unsigned __int128 end = (unsigned __int128)r->addr + r->len;

    if (r->opcode != OP_READ || r->ver != 0 || r->mt_en || r->ud || r->len == 0 || r->len > MTU) {
        return UNSUPPORTED;
    }
    if (r->token_id >= SEGS || !s->valid || !s->read_en) {
        return ABORT;
    }
    if (s->token_chk && !(r->tv_en && (r->token == s->token0 || r->token == s->token1))) {
        return ABORT;
    }
    return r->addr < s->uba || end > (unsigned __int128)s->uba + s->len ? ABORT : FINE;
}

static void add(struct bench *b, struct req r)
{
    struct tb_rng *g = &b->rng;

    assert_true(b->count < REQS);
    r.frame = (uint16_t)tb_rng_next(g);
    r.chan = (uint16_t)tb_rng_next(g);
    r.tassn = (uint16_t)tb_rng_next(g);
    r.jetty = tb_rng_next(g) & 0xfffff;
    r.info = judge(b, &r);
    r.pa = b->seg[r.token_id % SEGS].pa + (r.addr - b->seg[r.token_id % SEGS].uba);
    b->req[b->count++] = r;
}

/* ---- Drive and check */

static void put(struct dut *d, const struct req *r)
{
    struct tb_rng g = {r->addr ^ r->frame};
    uint64_t btah = tb_rng_next(&g);

    tb_bits_set(&btah, 63, 56, r->opcode);
    tb_bits_set(&btah, 55, 54, r->ver);
    tb_bits_set(&btah, 51, 51, r->tv_en);
    tb_bits_set(&btah, 48, 48, r->ud);
    tb_bits_set(&btah, 47, 32, r->tassn);
    tb_bits_set(&btah, 27, 27, r->mt_en);
    tb_bits_set(&btah, 19, 0, r->jetty);
    *d->s_req_valid = 1;
    *d->s_req_frame = r->frame;
    *d->s_req_chan = r->chan;
    *d->s_req_btah = btah;
    tb_rng_fill(&g, d->s_req_maetah, 16);
    tb_bits_set(d->s_req_maetah, 127, 64, r->addr);
    tb_bits_set(d->s_req_maetah, 59, 40, r->token_id);
    tb_bits_set(d->s_req_maetah, 31, 0, r->len);
    *d->s_req_tvetah = r->token;
}

static void check(struct bench *b, bool rd)
{
    struct dut *d = b->d;
    const struct req *r = &b->req[b->got];

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
        put(d, &b->req[b->sent]);
    }
    *d->m_rd_ready = !tb_rng_chance(&b->rng, b->stall_rd);
    *d->m_rsp_ready = !tb_rng_chance(&b->rng, b->stall_rsp);
    tb_ctx_show(&b->ctx);
    tb_ctx_settle(d, &b->ctx, 1);
    in = *d->s_req_valid && *d->s_req_ready;
    rd = *d->m_rd_valid && *d->m_rd_ready;
    rsp = *d->m_rsp_valid && *d->m_rsp_ready;
    assert_true(!rd || rsp);
    if (rsp) {
        check(b, rd);
    }
    tb_ctx_edge(&b->ctx, NULL, NULL, NULL);
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

/* One request with this answer, said by hand, by the model and by the module. */
static void one(struct bench *b, struct req r, uint32_t info)
{
    add(b, r);
    assert_int_equal(b->req[b->count - 1].info, info);
    run(b);
}

/* ---- Right */

static void read_exec_reads_physical_address_when_all_is_right(void **state)
{
    struct bench *b = *state;
    struct req r = good();

    r.addr += 0x123;
    r.len = 100;
    add(b, r);
    assert_int_equal(b->req[0].pa, 0x4500000163);
    run(b);
    assert_int_equal(b->reads, 1);
}

static void read_exec_accepts_when_either_token_fits(void **state)
{
    struct req r = good();

    one(*state, r, FINE);
    r.token = 0x33334444;
    one(*state, r, FINE);
}

static void read_exec_needs_no_token_when_segment_does_not_check(void **state)
{
    struct bench *b = *state;
    struct seg s = usual();
    struct req r = good();

    s.token_chk = false;
    set_seg(b, 5, s);
    r.token = 0;
    one(b, r, FINE);
    r.tv_en = false;
    one(b, r, FINE);
}

/* ---- Refused: remote abort */

static void read_exec_aborts_when_token_id_is_unknown(void **state)
{
    struct bench *b = *state;
    struct req r = good();

    r.token_id = 6;
    one(b, r, ABORT);
    for (uint32_t bit = 4; bit < 20; bit++) { /* past the table; the low bits name a good one */
        r.token_id = 5 | 1u << bit;
        one(b, r, ABORT);
    }
    assert_int_equal(b->reads, 0);
}

static void read_exec_aborts_when_token_is_wrong(void **state)
{
    struct bench *b = *state;
    struct req r = good();

    for (uint32_t bit = 0; bit < 32; bit++) {
        r.token = 0x11112222 ^ 1u << bit;
        one(b, r, ABORT);
        r.token = 0x33334444 ^ 1u << bit;
        one(b, r, ABORT);
    }
    r.token = 0x11112222;
    r.tv_en = false; /* no token in the packet: the bytes there are no token */
    one(b, r, ABORT);
}

static void read_exec_aborts_when_right_is_missing(void **state)
{
    struct bench *b = *state;
    struct seg s = usual();

    s.read_en = false;
    s.write_en = true;
    s.atomic_en = true;
    set_seg(b, 5, s);
    one(b, good(), ABORT);
    s = usual();
    s.valid = false;
    set_seg(b, 5, s);
    one(b, good(), ABORT);
}

static void read_exec_aborts_when_one_byte_lies_outside(void **state)
{
    struct bench *b = *state;
    struct seg s = usual();
    const uint32_t len[] = {1, 2, 63, 64, MTU};

    for (size_t i = 0; i < 5; i++) {
        struct req r = good();

        r.len = len[i];
        one(b, r, FINE);
        r.addr = s.uba - 1; /* below */
        one(b, r, ABORT);
        r.addr = s.uba + s.len - r.len; /* exactly at the end */
        one(b, r, FINE);
        r.addr++;
        one(b, r, ABORT);
        r.addr = s.uba + s.len;
        one(b, r, ABORT);
    }
}

static void read_exec_aborts_when_read_is_longer_than_segment(void **state)
{
    struct bench *b = *state;
    struct seg s = usual();
    struct req r = good();

    s.len = 63;
    set_seg(b, 5, s);
    one(b, r, ABORT);
    s.len = 64;
    set_seg(b, 5, s);
    one(b, r, FINE);
    s.len = 0;
    set_seg(b, 5, s);
    r.len = 1;
    one(b, r, ABORT);
}

static void read_exec_aborts_when_address_is_far_away(void **state)
{
    struct bench *b = *state;

    for (uint32_t bit = 16; bit < 64; bit++) { /* each bit of the comparison */
        struct req r = good();

        r.addr ^= UINT64_C(1) << bit;
        one(b, r, ABORT);
    }
    assert_int_equal(b->reads, 0);
}

static void read_exec_does_not_wrap_when_segment_ends_at_the_top(void **state)
{
    struct bench *b = *state;
    struct seg s = usual();
    struct req r = good();

    s.uba = UINT64_MAX - 0xfff; /* the last 4 KiB */
    s.len = 0x1000;
    set_seg(b, 5, s);
    r.addr = UINT64_MAX - 63;
    one(b, r, FINE);
    r.addr = UINT64_MAX - 62;
    one(b, r, ABORT);
    r.addr = UINT64_MAX;
    one(b, r, ABORT);
    r.len = 1;
    one(b, r, FINE);
    r.addr = 0;
    one(b, r, ABORT);
    r.addr = UINT64_MAX;
    r.len = 2; /* its second byte would be at 0 */
    one(b, r, ABORT);
    s.uba = 0;
    set_seg(b, 5, s);
    one(b, r, ABORT);
}

static void read_exec_covers_all_when_segment_is_the_whole_space(void **state)
{
    struct bench *b = *state;
    struct seg s = usual();
    struct req r = good();

    s.uba = 0;
    s.len = UINT64_MAX;
    set_seg(b, 5, s);
    r.addr = 0;
    one(b, r, FINE);
    r.addr = UINT64_MAX - 64;
    one(b, r, FINE);
    r.addr = UINT64_MAX - 63;
    one(b, r, ABORT);         /* the length field cannot name the last byte */
    s.uba = UINT64_MAX - 100; /* more than fits behind its start: only what exists */
    set_seg(b, 5, s);
    r.addr = UINT64_MAX - 63;
    one(b, r, FINE);
    r.addr = 5;
    one(b, r, ABORT);
}

/* ---- Refused: unsupported */

static void read_exec_refuses_when_length_is_zero_or_over_mtu(void **state)
{
    struct bench *b = *state;
    const uint32_t len[] = {0, MTU + 1, 0x4040, 0x10040, 0x80000040, UINT32_MAX};
    struct req r = good();

    r.len = MTU;
    one(b, r, FINE);
    for (size_t i = 0; i < sizeof(len) / sizeof(len[0]); i++) {
        r.len = len[i];
        one(b, r, UNSUPPORTED);
    }
}

static void read_exec_refuses_when_opcode_is_not_read(void **state)
{
    struct bench *b = *state;

    for (uint32_t op = 0; op < 256; op++) {
        struct req r = good();

        r.opcode = (uint8_t)op;
        one(b, r, op == OP_READ ? FINE : UNSUPPORTED);
    }
}

static void read_exec_refuses_when_header_has_more_than_it_knows(void **state)
{
    struct bench *b = *state;

    for (int k = 0; k < 5; k++) {
        struct req r = good();

        r.ver = (uint8_t)(k < 3 ? k + 1 : 0);
        r.ud = k == 3;
        r.mt_en = k == 4;
        one(b, r, UNSUPPORTED);
    }
}

static void read_exec_says_unsupported_when_segment_is_unknown_too(void **state)
{
    struct req r = good();

    r.opcode = 3;
    r.token_id = 6;
    one(*state, r, UNSUPPORTED);
}

/* ---- Time */

static void read_exec_asks_memory_after_two_cycles_when_idle(void **state)
{
    struct bench *b = *state;

    add(b, good());
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
        struct req r = good();

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
        struct seg s = usual();
        struct req r = good();

        s.pa = 0x1000 + at[i][0];
        set_seg(b, 5, s);
        r.len = at[i][1];
        add(b, r);
        run(b);
        assert_int_equal(*b->d->probe_rd_valid, 1);
        assert_int_equal(*b->d->probe_rd_id, at[i][2] << 16 | b->req[i].frame);
    }
}

/* ---- All at once */

static uint64_t near(struct tb_rng *r, uint64_t x) { return x + tb_rng_below(r, 9) - 4; }

static void random_request(struct bench *b)
{
    struct tb_rng *g = &b->rng;
    uint32_t id = tb_rng_below(g, SEGS);
    const struct seg *s = &b->seg[id];
    struct req r = good();

    r.token_id = id;
    r.token = tb_rng_chance(g, 50) ? s->token0 : s->token1;
    r.len = tb_rng_chance(g, 50) ? 1 + tb_rng_below(g, 100) : 1 + tb_rng_below(g, MTU);
    r.addr = s->uba;
    switch (tb_rng_below(g, 8)) {
    case 0:
        r.addr = near(g, s->uba + s->len - r.len);
        break;
    case 1:
        r.addr = near(g, s->uba);
        break;
    case 2:
        r.token ^= 1u << tb_rng_below(g, 32);
        break;
    case 3:
        r.len = (uint32_t)tb_rng_next(g) >> tb_rng_below(g, 32);
        break;
    case 4:
        r.opcode = (uint8_t)tb_rng_below(g, 32);
        break;
    case 5:
        r.token_id = tb_rng_next(g) & 0xfffff;
        break;
    default:
        break;
    }
    add(b, r);
}

static void read_exec_keeps_all_rules_when_everything_stalls(void **state)
{
    struct bench *b = *state;
    static const uint32_t mix[][4] = {
        {30, 30, 30, 30}, {0, 70, 0, 0}, {0, 0, 70, 0}, {0, 0, 0, 70}, {0, 50, 50, 0}};

    b->rng = tb_rng_seed(1);
    for (size_t k = 0; k < 5; k++) {
        for (uint32_t i = 0; i < SEGS; i++) {
            struct seg s = usual();

            s.valid = i % 8 != 1;
            s.read_en = i % 8 != 2;
            s.token_chk = i % 8 != 3;
            s.token0 = (uint32_t)tb_rng_next(&b->rng);
            s.token1 = (uint32_t)tb_rng_next(&b->rng);
            s.len = tb_rng_next(&b->rng) >> (20 + tb_rng_below(&b->rng, 40));
            s.uba = i % 8 == 4 ? near(&b->rng, UINT64_MAX - s.len) : tb_rng_next(&b->rng);
            s.pa = tb_rng_next(&b->rng);
            set_seg(b, i, s);
        }
        b->stall_s = mix[k][0];
        b->stall_rd = mix[k][1];
        b->stall_rsp = mix[k][2];
        b->ctx.slow_percent = mix[k][3];
        b->ctx.rng.s = tb_rng_next(&b->rng);
        for (int i = 0; i < 700; i++) {
            random_request(b);
        }
        run(b);
    }
    assert_true(b->reads > 500);
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(read_exec_reads_physical_address_when_all_is_right),
        TEST(read_exec_accepts_when_either_token_fits),
        TEST(read_exec_needs_no_token_when_segment_does_not_check),
        TEST(read_exec_aborts_when_token_id_is_unknown),
        TEST(read_exec_aborts_when_token_is_wrong),
        TEST(read_exec_aborts_when_right_is_missing),
        TEST(read_exec_aborts_when_one_byte_lies_outside),
        TEST(read_exec_aborts_when_read_is_longer_than_segment),
        TEST(read_exec_aborts_when_address_is_far_away),
        TEST(read_exec_does_not_wrap_when_segment_ends_at_the_top),
        TEST(read_exec_covers_all_when_segment_is_the_whole_space),
        TEST(read_exec_refuses_when_length_is_zero_or_over_mtu),
        TEST(read_exec_refuses_when_opcode_is_not_read),
        TEST(read_exec_refuses_when_header_has_more_than_it_knows),
        TEST(read_exec_says_unsupported_when_segment_is_unknown_too),
        TEST(read_exec_asks_memory_after_two_cycles_when_idle),
        TEST(read_exec_moves_one_per_cycle_when_nothing_stalls),
        TEST(read_exec_counts_pages_when_read_crosses_them),
        TEST(read_exec_keeps_all_rules_when_everything_stalls),
    };
    return cmocka_run_group_tests_name("urma_read_exec", tests, NULL, NULL);
}
