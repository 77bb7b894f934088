/* SPDX-License-Identifier: Apache-2.0 */
/* tb_seg.h: segments and the requests that name them, a model that judges in 128 bits, and the
 * tests of the check: every rule, addresses at both ends of a segment and of the address space.
 * The same for every module that executes requests on urma_seg_check. Include after dut.h, with
 * TB_SEG_OPCODE defined. The state of a test begins with struct tb_segs; the test defines
 * tb_seg_one and lists TB_SEG_TESTS. */
#ifndef TB_SEG_H
#define TB_SEG_H

#include "tb_ctx.h"
#include "tb_record.h"

#define TB_SEG_MTU 4096u

enum { OP_WRITE = 0x03, OP_READ = 0x06 };
enum { FINE = 0, UNSUPPORTED = 1, ABORT = 2 }; /* RSPINFO */

struct tb_seg {
    bool valid, write_en, read_en, atomic_en, token_chk;
    uint32_t token0, token1;
    uint64_t uba, len, pa;
};

/** A request; what is not in it is random. */
struct tb_req {
    uint8_t opcode, ver;
    bool tv_en, ud, mt_en;
    uint32_t token_id, token;
    uint64_t addr;
    uint32_t len;
    uint16_t frame, chan, tassn;
    uint32_t jetty;
    uint32_t info; /**< expected */
    uint64_t pa;   /**< expected when fine */
};

/** The DUT and its segments. */
struct tb_segs {
    struct dut *d;
    struct tb_rng rng;
    struct tb_ctx ctx;
    uint8_t table[DUT_P_SEGS][40];
    struct tb_seg seg[DUT_P_SEGS];
};

/** Send one request and check that it is answered so. */
static void tb_seg_one(void **state, struct tb_req r, uint32_t info);

/** Write a segment record. */
static void tb_seg_set(struct tb_segs *b, uint32_t id, struct tb_seg s)
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

/** Segment 5 of most tests: 0x10000 bytes, no right but the one asked for. */
static struct tb_seg tb_seg_usual(void)
{
    return (struct tb_seg){.valid = true,
                           .write_en = TB_SEG_OPCODE == OP_WRITE,
                           .read_en = TB_SEG_OPCODE == OP_READ,
                           .token_chk = true,
                           .token0 = 0x11112222,
                           .token1 = 0x33334444,
                           .uba = 0x7f0000001230,
                           .len = 0x10000,
                           .pa = 0x4500000040};
}

/** A request that segment 5 allows. */
static struct tb_req tb_seg_good(void)
{
    return (struct tb_req){.opcode = TB_SEG_OPCODE,
                           .tv_en = true,
                           .token_id = 5,
                           .token = 0x11112222,
                           .addr = 0x7f0000001230,
                           .len = 64};
}

/** Make the DUT and its segments: number 5 the usual one, the others none. */
static void tb_segs_init(struct tb_segs *b)
{
    b->d = dut_create();
    *b->d->cfg_mtu_bytes = TB_SEG_MTU;
    b->ctx = (struct tb_ctx)TB_CTX(b->d, seg, b->table);
    for (uint32_t i = 0; i < DUT_P_SEGS; i++) {
        tb_seg_set(b, i, (struct tb_seg){0});
    }
    tb_seg_set(b, 5, tb_seg_usual());
    dut_reset(b->d);
}

/* The model. */
static uint32_t tb_seg_judge(const struct tb_segs *b, const struct tb_req *r)
{
    const struct tb_seg *s = &b->seg[r->token_id % DUT_P_SEGS];
    unsigned __int128 end = (unsigned __int128)r->addr + r->len; /* no sum wraps */

    if (r->opcode != TB_SEG_OPCODE || r->ver != 0 || r->mt_en || r->ud || r->len == 0 ||
        r->len > *b->d->cfg_mtu_bytes) {
        return UNSUPPORTED;
    }
    if (r->token_id >= DUT_P_SEGS || !s->valid ||
        !(TB_SEG_OPCODE == OP_READ ? s->read_en : s->write_en)) {
        return ABORT;
    }
    if (s->token_chk && !(r->tv_en && (r->token == s->token0 || r->token == s->token1))) {
        return ABORT;
    }
    return r->addr < s->uba || end > (unsigned __int128)s->uba + s->len ? ABORT : FINE;
}

/** Fill in what is random and what is expected. */
static void tb_seg_complete(struct tb_segs *b, struct tb_req *r)
{
    const struct tb_seg *s = &b->seg[r->token_id % DUT_P_SEGS];
    struct tb_rng *g = &b->rng;

    r->frame = (uint16_t)tb_rng_next(g);
    r->chan = (uint16_t)tb_rng_next(g);
    r->tassn = (uint16_t)tb_rng_next(g);
    r->jetty = tb_rng_next(g) & 0xfffff;
    r->info = tb_seg_judge(b, r);
    r->pa = s->pa + (r->addr - s->uba);
}

/** Show a request on the ports s_req_*. */
static void tb_seg_put(struct dut *d, const struct tb_req *r)
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

/* ---- Right */

static void seg_accepts_when_either_token_fits(void **state)
{
    struct tb_req r = tb_seg_good();

    tb_seg_one(state, r, FINE);
    r.token = 0x33334444;
    tb_seg_one(state, r, FINE);
}

static void seg_needs_no_token_when_it_does_not_check(void **state)
{
    struct tb_seg s = tb_seg_usual();
    struct tb_req r = tb_seg_good();

    s.token_chk = false;
    tb_seg_set(*state, 5, s);
    r.token = 0;
    tb_seg_one(state, r, FINE);
    r.tv_en = false;
    tb_seg_one(state, r, FINE);
}

/* ---- Refused: remote abort */

static void seg_aborts_when_token_id_is_unknown(void **state)
{
    struct tb_req r = tb_seg_good();

    r.token_id = 6;
    tb_seg_one(state, r, ABORT);
    for (uint32_t bit = 4; bit < 20; bit++) { /* past the table; the low bits name a good one */
        r.token_id = 5 | 1u << bit;
        tb_seg_one(state, r, ABORT);
    }
}

static void seg_aborts_when_token_is_wrong(void **state)
{
    struct tb_req r = tb_seg_good();

    for (uint32_t bit = 0; bit < 32; bit++) {
        r.token = 0x11112222 ^ 1u << bit;
        tb_seg_one(state, r, ABORT);
        r.token = 0x33334444 ^ 1u << bit;
        tb_seg_one(state, r, ABORT);
    }
    r.token = 0x11112222;
    r.tv_en = false; /* no token in the packet: the bytes there are no token */
    tb_seg_one(state, r, ABORT);
}

static void seg_aborts_when_right_is_missing(void **state)
{
    struct tb_seg s = tb_seg_usual();

    s.read_en = !s.read_en;
    s.write_en = !s.write_en;
    s.atomic_en = true;
    tb_seg_set(*state, 5, s);
    tb_seg_one(state, tb_seg_good(), ABORT);
    s = tb_seg_usual();
    s.valid = false;
    tb_seg_set(*state, 5, s);
    tb_seg_one(state, tb_seg_good(), ABORT);
}

static void seg_aborts_when_one_byte_lies_outside(void **state)
{
    struct tb_seg s = tb_seg_usual();
    const uint32_t len[] = {1, 2, 63, 64, TB_SEG_MTU};

    for (size_t i = 0; i < 5; i++) {
        struct tb_req r = tb_seg_good();

        r.len = len[i];
        tb_seg_one(state, r, FINE);
        r.addr = s.uba - 1; /* below */
        tb_seg_one(state, r, ABORT);
        r.addr = s.uba + s.len - r.len; /* exactly at the end */
        tb_seg_one(state, r, FINE);
        r.addr++;
        tb_seg_one(state, r, ABORT);
        r.addr = s.uba + s.len;
        tb_seg_one(state, r, ABORT);
    }
}

static void seg_aborts_when_request_is_longer(void **state)
{
    struct tb_seg s = tb_seg_usual();
    struct tb_req r = tb_seg_good();

    s.len = 63;
    tb_seg_set(*state, 5, s);
    tb_seg_one(state, r, ABORT);
    s.len = 64;
    tb_seg_set(*state, 5, s);
    tb_seg_one(state, r, FINE);
    s.len = 0;
    tb_seg_set(*state, 5, s);
    r.len = 1;
    tb_seg_one(state, r, ABORT);
}

static void seg_aborts_when_address_is_far_away(void **state)
{
    for (uint32_t bit = 16; bit < 64; bit++) { /* each bit of the comparison */
        struct tb_req r = tb_seg_good();

        r.addr ^= UINT64_C(1) << bit;
        tb_seg_one(state, r, ABORT);
    }
}

static void seg_does_not_wrap_when_it_ends_at_the_top(void **state)
{
    struct tb_seg s = tb_seg_usual();
    struct tb_req r = tb_seg_good();

    s.uba = UINT64_MAX - 0xfff; /* the last 4 KiB */
    s.len = 0x1000;
    tb_seg_set(*state, 5, s);
    r.addr = UINT64_MAX - 63;
    tb_seg_one(state, r, FINE);
    r.addr = UINT64_MAX - 62;
    tb_seg_one(state, r, ABORT);
    r.addr = UINT64_MAX;
    tb_seg_one(state, r, ABORT);
    r.len = 1;
    tb_seg_one(state, r, FINE);
    r.addr = 0;
    tb_seg_one(state, r, ABORT);
    r.addr = UINT64_MAX;
    r.len = 2; /* its second byte would be at 0 */
    tb_seg_one(state, r, ABORT);
    s.uba = 0;
    tb_seg_set(*state, 5, s);
    tb_seg_one(state, r, ABORT);
}

static void seg_covers_all_when_it_is_the_whole_space(void **state)
{
    struct tb_seg s = tb_seg_usual();
    struct tb_req r = tb_seg_good();

    s.uba = 0;
    s.len = UINT64_MAX;
    tb_seg_set(*state, 5, s);
    r.addr = 0;
    tb_seg_one(state, r, FINE);
    r.addr = UINT64_MAX - 64;
    tb_seg_one(state, r, FINE);
    r.addr = UINT64_MAX - 63;
    tb_seg_one(state, r, ABORT); /* the length field cannot name the last byte */
    s.uba = UINT64_MAX - 100;    /* more than fits behind its start: only what exists */
    tb_seg_set(*state, 5, s);
    r.addr = UINT64_MAX - 63;
    tb_seg_one(state, r, FINE);
    r.addr = 5;
    tb_seg_one(state, r, ABORT);
}

/* ---- Refused: unsupported */

static void seg_refuses_when_length_is_zero_or_over_mtu(void **state)
{
    const uint32_t len[] = {0, TB_SEG_MTU + 1, 0x4040, 0x10040, 0x80000040, UINT32_MAX};
    struct tb_req r = tb_seg_good();

    r.len = TB_SEG_MTU;
    tb_seg_one(state, r, FINE);
    for (size_t i = 0; i < sizeof(len) / sizeof(len[0]); i++) {
        r.len = len[i];
        tb_seg_one(state, r, UNSUPPORTED);
    }
}

static void seg_refuses_when_opcode_is_another(void **state)
{
    for (uint32_t op = 0; op < 256; op++) {
        struct tb_req r = tb_seg_good();

        r.opcode = (uint8_t)op;
        tb_seg_one(state, r, op == TB_SEG_OPCODE ? FINE : UNSUPPORTED);
    }
}

static void seg_refuses_when_header_has_more_than_it_knows(void **state)
{
    for (int k = 0; k < 5; k++) {
        struct tb_req r = tb_seg_good();

        r.ver = (uint8_t)(k < 3 ? k + 1 : 0);
        r.ud = k == 3;
        r.mt_en = k == 4;
        tb_seg_one(state, r, UNSUPPORTED);
    }
}

static void seg_says_unsupported_when_it_is_unknown_too(void **state)
{
    struct tb_req r = tb_seg_good();

    r.opcode = 0;
    r.token_id = 6;
    tb_seg_one(state, r, UNSUPPORTED);
}

/* ---- All at once */

static uint64_t tb_seg_near(struct tb_rng *r, uint64_t x) { return x + tb_rng_below(r, 9) - 4; }

/** Segments of all kinds. */
static void tb_segs_random(struct tb_segs *b)
{
    struct tb_rng *g = &b->rng;

    for (uint32_t i = 0; i < DUT_P_SEGS; i++) {
        struct tb_seg s = tb_seg_usual();

        s.valid = i % 8 != 1;
        s.read_en = s.read_en && i % 8 != 2;
        s.write_en = s.write_en && i % 8 != 2;
        s.token_chk = i % 8 != 3;
        s.token0 = (uint32_t)tb_rng_next(g);
        s.token1 = (uint32_t)tb_rng_next(g);
        s.len = tb_rng_next(g) >> (20 + tb_rng_below(g, 40));
        s.uba = i % 8 == 4 ? tb_seg_near(g, UINT64_MAX - s.len) : tb_rng_next(g);
        s.pa = tb_rng_next(g);
        tb_seg_set(b, i, s);
    }
}

/** A request for one of them, good or not. */
static struct tb_req tb_seg_random_req(struct tb_segs *b)
{
    struct tb_rng *g = &b->rng;
    uint32_t id = tb_rng_below(g, DUT_P_SEGS);
    const struct tb_seg *s = &b->seg[id];
    struct tb_req r = tb_seg_good();

    r.token_id = id;
    r.token = tb_rng_chance(g, 50) ? s->token0 : s->token1;
    r.len = 1 + tb_rng_below(g, tb_rng_chance(g, 50) ? 100 : TB_SEG_MTU);
    r.addr = s->uba;
    switch (tb_rng_below(g, 8)) {
    case 0:
        r.addr = tb_seg_near(g, s->uba + s->len - r.len);
        break;
    case 1:
        r.addr = tb_seg_near(g, s->uba);
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
    return r;
}

/** The tests of the check. */
#define TB_SEG_TESTS(setup, teardown)                                                              \
    TB_SEG_TEST(accepts_when_either_token_fits, setup, teardown),                                  \
        TB_SEG_TEST(needs_no_token_when_it_does_not_check, setup, teardown),                       \
        TB_SEG_TEST(aborts_when_token_id_is_unknown, setup, teardown),                             \
        TB_SEG_TEST(aborts_when_token_is_wrong, setup, teardown),                                  \
        TB_SEG_TEST(aborts_when_right_is_missing, setup, teardown),                                \
        TB_SEG_TEST(aborts_when_one_byte_lies_outside, setup, teardown),                           \
        TB_SEG_TEST(aborts_when_request_is_longer, setup, teardown),                               \
        TB_SEG_TEST(aborts_when_address_is_far_away, setup, teardown),                             \
        TB_SEG_TEST(does_not_wrap_when_it_ends_at_the_top, setup, teardown),                       \
        TB_SEG_TEST(covers_all_when_it_is_the_whole_space, setup, teardown),                       \
        TB_SEG_TEST(refuses_when_length_is_zero_or_over_mtu, setup, teardown),                     \
        TB_SEG_TEST(refuses_when_opcode_is_another, setup, teardown),                              \
        TB_SEG_TEST(refuses_when_header_has_more_than_it_knows, setup, teardown),                  \
        TB_SEG_TEST(says_unsupported_when_it_is_unknown_too, setup, teardown)
#define TB_SEG_TEST(name, setup, teardown)                                                         \
    cmocka_unit_test_setup_teardown(seg_##name, setup, teardown)

#endif
