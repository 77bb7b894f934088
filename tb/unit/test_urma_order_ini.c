/* SPDX-License-Identifier: Apache-2.0 */
/* test_urma_order_ini: TASSNs, requests in flight per Jetty and in all, refusals with their status,
 * look-up, retire in every phase of a waiting request, stall events, latency. Long, because one
 * model of the operations in flight serves all its tests. */
/* DUT: urma_order_ini -GJETTYS=16 -GCHANS=8 */
#include "dut.h"
#include "tb_ctx.h"
#include "tb_hold.h"
#include "tb_record.h"

#define JETTYS DUT_P_JETTYS
#define CHANS DUT_P_CHANS
#define WRS 4096u
#define OPS 256u /* in flight */
#define MTU 4096u

enum { READY = 1, OP_WRITE = 0x03, OP_READ = 0x06, STALL_CREDIT = 12 };
enum { UNSUPPORTED = 0x0100, BAD_LENGTH = 0x0201, BAD_ACCESS = 0x0202 }; /* status, substatus */
enum { OP, LERR, VERDICT, LOOK, OUTPUTS };

/* A work request; what is not named here is random. */
struct wr {
    uint16_t jetty;
    uint8_t opcode;
    bool inl; /* data in the request */
    uint8_t sges;
    uint32_t len;
    uint32_t chan;
    /* random */
    uint16_t bb_idx;
    bool complete, token_en;
    uint32_t seg_id, token;
    uint64_t addr, va;
    /* expected */
    bool ready;
    uint32_t error; /* status and substatus, or 0 */
};

struct op {
    uint16_t jetty, tassn;
    uint32_t wr;
    bool looked; /* a look-up is under way */
};

struct bench {
    struct dut *d;
    struct tb_rng rng;
    uint32_t stall_wr, stall[OUTPUTS];
    uint32_t retire_percent, look_percent;
    bool twice; /* what is retired now has been retired already */
    struct tb_hold hold[OUTPUTS];
    struct tb_ctx ctx[4]; /* Jetty: issue, retire, look-up; channel */
    uint8_t jetty[JETTYS][16], chan[CHANS][24];

    struct wr wr[WRS];
    uint32_t count, sent;
    uint32_t at[OUTPUTS]; /* next request an output tells of */
    uint16_t tassn[JETTYS];
    struct op op[OPS]; /* in flight: seen on m_op, not retired */
    uint32_t ops;
    bool looking; /* one look-up at a time */
    struct op want_look;
    bool want_hit;
    uint32_t hits, misses, drops;
    uint32_t events;
    uint64_t event[64];
};

static void jetty(struct bench *b, uint16_t j, uint8_t state, uint16_t tassn)
{
    uint8_t *r = b->jetty[j];

    tb_rng_fill(&b->rng, r, 16);
    tb_bits_set(r, 2, 0, state);
    tb_bits_set(r, 27, 8, 0x40000u + j); /* JFC */
    tb_bits_set(r, 47, 32, tassn);
    tb_bits_set(r, 63, 48, 0);
    b->tassn[j] = tassn;
}

static int setup(void **state)
{
    struct bench *b = calloc(1, sizeof(*b));
    struct dut *d = dut_create();
    struct tb_hold *h = b->hold;

    b->d = d;
    *d->cfg_max_outstanding = 1000;
    *d->cfg_mtu_bytes = MTU;
    for (uint32_t i = 0; i < 3; i++) {
        b->ctx[i] = (struct tb_ctx)TB_CTX(d, ctx, b->jetty);
        b->ctx[i].client = i;
    }
    b->ctx[3] = (struct tb_ctx)TB_CTX(d, chan, b->chan);
    for (uint16_t j = 0; j < JETTYS; j++) {
        jetty(b, j, READY, 0);
    }
    for (uint32_t c = 0; c < CHANS - 1; c++) { /* the last is not set up */
        struct tb_chan chan = tb_chan_random(&b->rng, 1);

        tb_chan_cfg(b->chan[c], &chan);
    }
    h[OP] = (struct tb_hold){.valid = d->m_op_valid, .ready = d->m_op_ready};
    TB_HOLD_ADD(&h[OP], d, m_op_jetty);
    TB_HOLD_ADD(&h[OP], d, m_op_tassn);
    TB_HOLD_ADD(&h[OP], d, m_op_addr);
    TB_HOLD_ADD(&h[OP], d, m_op_len);
    h[LERR] = (struct tb_hold){.valid = d->m_lerr_valid, .ready = d->m_lerr_ready};
    TB_HOLD_ADD(&h[LERR], d, m_lerr_jetty);
    TB_HOLD_ADD(&h[LERR], d, m_lerr_bb_idx);
    TB_HOLD_ADD(&h[LERR], d, m_lerr_status);
    TB_HOLD_ADD(&h[LERR], d, m_lerr_substatus);
    h[VERDICT] = (struct tb_hold){.valid = d->m_verdict_valid, .ready = d->m_verdict_ready};
    TB_HOLD_ADD(&h[VERDICT], d, m_verdict_ok);
    h[LOOK] = (struct tb_hold){.valid = d->m_look_valid, .ready = d->m_look_ready};
    TB_HOLD_ADD(&h[LOOK], d, m_look_hit);
    TB_HOLD_ADD(&h[LOOK], d, m_look_va);
    TB_HOLD_ADD(&h[LOOK], d, m_look_user_data);
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

/* ---- Work requests */

static uint32_t error_of(const struct wr *w)
{
    if ((w->opcode != OP_READ && w->opcode != OP_WRITE) || w->inl) {
        return UNSUPPORTED;
    }
    if (w->sges != 1 || w->len == 0 || w->len > MTU) {
        return BAD_LENGTH;
    }
    return w->chan >= CHANS - 1 ? BAD_ACCESS : 0;
}

static struct wr *add(struct bench *b, struct wr w)
{
    struct tb_rng *r = &b->rng;

    assert_true(b->count < WRS);
    w.bb_idx = (uint16_t)tb_rng_next(r);
    w.complete = tb_rng_chance(r, 50);
    w.token_en = tb_rng_chance(r, 50);
    w.seg_id = tb_rng_next(r) & 0xfffff;
    w.token = (uint32_t)tb_rng_next(r);
    w.addr = tb_rng_next(r);
    w.va = tb_rng_next(r);
    w.ready = tb_bits(b->jetty[w.jetty], 2, 0) == READY;
    w.error = error_of(&w);
    b->wr[b->count] = w;
    return &b->wr[b->count++];
}

static struct wr good(uint16_t jetty_id)
{
    return (struct wr){.jetty = jetty_id, .opcode = OP_READ, .sges = 1, .len = 64, .chan = 3};
}

static void put(struct dut *d, const struct wr *w)
{
    struct tb_rng r = {w->bb_idx}; /* fields that do not matter hold noise */
    uint32_t *p = d->s_wr_wqe;

    *d->s_wr_valid = 1;
    *d->s_wr_jetty = w->jetty;
    tb_rng_fill(&r, p, 64);
    tb_bits_set(p, 15, 0, w->bb_idx);
    tb_bits_set(p, 21, 21, w->complete);
    tb_bits_set(p, 22, 22, w->inl);
    tb_bits_set(p, 28, 28, w->token_en);
    tb_bits_set(p, 47, 40, w->opcode);
    tb_bits_set(p, 87, 64, w->chan);
    tb_bits_set(p, 95, 88, w->sges);
    tb_bits_set(p, 115, 96, w->seg_id);
    tb_bits_set(p, 287, 256, w->token);
    tb_bits_set(p, 383, 320, w->addr);
    tb_bits_set(p, 415, 384, w->len);
    tb_bits_set(p, 511, 448, w->va);
}

/* ---- Check */

static bool tells_of(const struct wr *w, int output)
{
    return output == OP     ? w->ready && w->error == 0
           : output == LERR ? w->ready && w->error != 0
                            : true;
}

static struct op *in_flight(struct bench *b, uint16_t jetty_id, uint16_t tassn)
{
    for (uint32_t i = 0; i < b->ops; i++) {
        if (b->op[i].jetty == jetty_id && (b->op[i].tassn ^ tassn) % 16 == 0) {
            return &b->op[i];
        }
    }
    return NULL;
}

static void check_op(struct bench *b, uint32_t n)
{
    struct dut *d = b->d;
    const struct wr *w = &b->wr[n];
    uint16_t tassn = b->tassn[w->jetty]++;

    assert_int_equal(*d->m_op_jetty, w->jetty);
    assert_int_equal(*d->m_op_tassn, tassn);
    assert_int_equal(*d->m_op_chan, w->chan);
    assert_int_equal(*d->m_op_opcode, w->opcode);
    assert_int_equal(*d->m_op_va, w->va);
    assert_int_equal(*d->m_op_token_en, w->token_en);
    assert_int_equal(*d->m_op_token_id, w->seg_id);
    assert_int_equal(*d->m_op_token, w->token);
    assert_int_equal(*d->m_op_addr, w->addr);
    assert_int_equal(*d->m_op_len, w->len);
    assert_null(in_flight(b, w->jetty, tassn));
    assert_true(b->ops < *d->cfg_max_outstanding && b->ops < OPS);
    b->op[b->ops++] = (struct op){w->jetty, tassn, n, false};
}

static void check_lerr(struct bench *b, const struct wr *w)
{
    struct dut *d = b->d;

    assert_int_equal(*d->m_lerr_jetty, w->jetty);
    assert_int_equal(*d->m_lerr_jfc, 0x40000u + w->jetty);
    assert_int_equal(*d->m_lerr_user_data, tb_bits(b->jetty[w->jetty], 127, 64));
    assert_int_equal(*d->m_lerr_chan, w->chan);
    assert_int_equal(*d->m_lerr_bb_idx, w->bb_idx);
    assert_int_equal(*d->m_lerr_status, w->error >> 8);
    assert_int_equal(*d->m_lerr_substatus, w->error & 0xff);
}

static void check_look(struct bench *b)
{
    struct dut *d = b->d;
    const struct wr *w = &b->wr[b->want_look.wr];

    assert_true(b->looking);
    b->looking = false;
    assert_int_equal(*d->m_look_hit, b->want_hit);
    if (!b->want_hit) {
        b->misses++;
        return;
    }
    b->hits++;
    in_flight(b, b->want_look.jetty, b->want_look.tassn)->looked = false;
    assert_int_equal(*d->m_look_va, w->va);
    assert_int_equal(*d->m_look_len, w->len);
    assert_int_equal(*d->m_look_write, w->opcode == OP_WRITE);
    assert_int_equal(*d->m_look_bb_idx, w->bb_idx);
    assert_int_equal(*d->m_look_complete, w->complete);
    assert_int_equal(*d->m_look_jfc, 0x40000u + w->jetty);
    assert_int_equal(*d->m_look_user_data, tb_bits(b->jetty[w->jetty], 127, 64));
}

static void check_output(struct bench *b, int output)
{
    uint32_t *at = &b->at[output];

    if (!tb_hold_check(&b->hold[output])) {
        return;
    }
    if (output == LOOK) {
        check_look(b);
        return;
    }
    while (*at < b->count && !tells_of(&b->wr[*at], output)) {
        (*at)++;
    }
    assert_true(*at < b->sent);
    if (output == OP) {
        check_op(b, *at);
    } else if (output == LERR) {
        check_lerr(b, &b->wr[*at]);
    } else {
        assert_int_equal(*b->d->m_verdict_ok, b->wr[*at].ready);
    }
    (*at)++;
}

/* ---- Drive */

static void put_retire(struct bench *b, uint16_t jetty_id, uint16_t tassn)
{
    *b->d->s_ret_valid = 1;
    *b->d->s_ret_jetty = jetty_id;
    *b->d->s_ret_tassn = tassn;
}

static void put_look(struct bench *b, uint32_t jetty_id, uint16_t tassn, bool hit)
{
    struct op *op = jetty_id < JETTYS ? in_flight(b, (uint16_t)jetty_id, tassn) : NULL;

    *b->d->s_look_valid = 1;
    *b->d->s_look_jetty = jetty_id;
    *b->d->s_look_tassn = tassn;
    b->looking = true;
    b->want_hit = hit;
    if (hit) {
        assert_non_null(op);
        op->looked = true;
        b->want_look = *op;
    }
}

static void random_look(struct bench *b)
{
    struct op op = b->op[tb_rng_below(&b->rng, b->ops)];
    static const uint16_t wrong[] = {0x8000, 0xfff0, 0x0100, 0x4000};

    if (tb_rng_chance(&b->rng, 60)) {
        put_look(b, op.jetty, op.tassn, true);
    } else if (tb_rng_chance(&b->rng, 30)) {
        put_look(b, op.jetty + JETTYS * (1u << tb_rng_below(&b->rng, 16)), op.tassn, false);
    } else {
        put_look(b, op.jetty, (uint16_t)(op.tassn + wrong[tb_rng_below(&b->rng, 4)]), false);
    }
}

static void drive(struct bench *b)
{
    struct dut *d = b->d;

    if (!*d->s_wr_valid && b->sent < b->count && !tb_rng_chance(&b->rng, b->stall_wr)) {
        put(d, &b->wr[b->sent]);
    }
    if (!*d->s_ret_valid && b->ops > 0 && tb_rng_chance(&b->rng, b->retire_percent)) {
        const struct op *op = &b->op[tb_rng_below(&b->rng, b->ops)];

        if (!op->looked) {
            put_retire(b, op->jetty, op->tassn);
        }
    }
    if (!b->looking && b->ops > 0 && !*d->s_ret_valid && tb_rng_chance(&b->rng, b->look_percent)) {
        random_look(b);
    }
    *d->m_op_ready = !tb_rng_chance(&b->rng, b->stall[OP]);
    *d->m_lerr_ready = !tb_rng_chance(&b->rng, b->stall[LERR]);
    *d->m_verdict_ready = !tb_rng_chance(&b->rng, b->stall[VERDICT]);
    *d->m_look_ready = !tb_rng_chance(&b->rng, b->stall[LOOK]);
}

static void retired(struct bench *b)
{
    struct op *op = in_flight(b, (uint16_t)*b->d->s_ret_jetty, *b->d->s_ret_tassn);

    if (b->twice) {
        assert_null(op);
        return;
    }
    assert_non_null(op);
    *op = b->op[--b->ops];
}

static void cycle(struct bench *b)
{
    struct dut *d = b->d;
    bool wr, ret, look;

    drive(b);
    for (int i = 0; i < 4; i++) {
        tb_ctx_show(&b->ctx[i]);
    }
    tb_ctx_settle(d, b->ctx, 4);
    wr = *d->s_wr_valid && *d->s_wr_ready;
    ret = *d->s_ret_valid && *d->s_ret_ready;
    look = *d->s_look_valid && *d->s_look_ready;
    b->sent += wr;
    if (ret) {
        retired(b);
    }
    for (int i = 0; i < OUTPUTS; i++) {
        check_output(b, i);
    }
    b->drops += *d->stat_drop_wqe;
    if (*d->stall_valid && b->events < 64) {
        b->event[b->events++] = *d->stall_event;
    }
    tb_ctx_edge(&b->ctx[0], NULL, NULL, NULL);
    tb_ctx_edge(&b->ctx[1], NULL, NULL, NULL);
    tb_ctx_edge(&b->ctx[3], NULL, NULL, NULL);
    tb_ctx_edge(&b->ctx[2], d->ctx_wr_valid, d->ctx_wr_id, d->ctx_wr_data);
    dut_tick(d);
    *d->s_wr_valid = (uint8_t)(*d->s_wr_valid && !wr);
    *d->s_ret_valid = (uint8_t)(*d->s_ret_valid && !ret);
    *d->s_look_valid = (uint8_t)(*d->s_look_valid && !look);
}

static void cycles(struct bench *b, uint32_t n)
{
    while (n-- > 0) {
        cycle(b);
    }
}

/* Until all requests are dealt with; the records must be those of the model then. */
static void run(struct bench *b)
{
    for (uint32_t quiet = 0, i = 0; quiet < 4; i++) {
        assert_true(i < 300000);
        cycle(b);
        quiet = b->at[VERDICT] == b->count && *b->d->stat_idle && !b->looking ? quiet + 1 : 0;
    }
    assert_int_equal(*b->d->stat_outstanding, b->ops);
    for (uint16_t j = 0; j < JETTYS; j++) {
        uint32_t busy = 0;

        for (uint32_t i = 0; i < b->ops; i++) {
            busy |= b->op[i].jetty == j ? 1u << b->op[i].tassn % 16 : 0;
        }
        assert_int_equal(tb_bits(b->jetty[j], 63, 48), busy);
        assert_int_equal(tb_bits(b->jetty[j], 47, 32), b->tassn[j]);
    }
}

static void retire(struct bench *b, uint16_t jetty_id, uint16_t tassn)
{
    put_retire(b, jetty_id, tassn);
    while (*b->d->s_ret_valid) {
        cycle(b);
    }
}

/* ---- Numbers */

static void order_ini_gives_rising_tassn_when_it_wraps(void **state)
{
    struct bench *b = *state;

    jetty(b, 7, READY, 0xfffd);
    for (int i = 0; i < 6; i++) {
        add(b, good(7));
    }
    run(b);
    assert_int_equal(b->tassn[7], 3);
    assert_int_equal(tb_bits(b->jetty[7], 63, 48), 0xe007);
}

static void order_ini_numbers_each_jetty_alone_when_jettys_mix(void **state)
{
    struct bench *b = *state;

    for (int i = 0; i < 150; i++) {
        add(b, good((uint16_t)(i * 7 % JETTYS)));
    }
    run(b);
    assert_int_equal(b->ops, 150);
}

/* ---- In flight */

static void order_ini_stops_when_16_requests_of_a_jetty_are_in_flight(void **state)
{
    struct bench *b = *state;

    jetty(b, 2, READY, 5);
    for (int i = 0; i < 18; i++) {
        add(b, good(2));
    }
    cycles(b, 60);
    assert_int_equal(b->ops, 16);
    retire(b, 2, 6); /* not the one in the way: its number is 16 less */
    cycles(b, 20);
    assert_int_equal(b->ops, 15);
    retire(b, 2, 5);
    cycles(b, 20);
    assert_int_equal(b->ops, 16); /* both go */
    run(b);
}

static void order_ini_stops_when_max_outstanding_are_in_flight(void **state)
{
    struct bench *b = *state;

    *b->d->cfg_max_outstanding = 3;
    for (uint16_t i = 0; i < 6; i++) {
        add(b, good(i));
    }
    cycles(b, 40);
    assert_int_equal(b->ops, 3);
    assert_int_equal(*b->d->stat_outstanding, 3);
    for (uint16_t i = 0; i < 3; i++) {
        retire(b, i, 0);
        cycles(b, 20);
        assert_int_equal(b->ops, 3);
        assert_int_equal(b->at[OP], 4 + i);
    }
    run(b);
}

static void order_ini_issues_nothing_when_max_outstanding_is_zero(void **state)
{
    struct bench *b = *state;

    *b->d->cfg_max_outstanding = 0;
    add(b, good(1));
    cycles(b, 30);
    assert_int_equal(b->ops, 0);
    *b->d->cfg_max_outstanding = 1;
    run(b);
    assert_int_equal(b->ops, 1);
}

static void retire_in_any_phase(struct bench *b, uint32_t slow)
{
    for (uint32_t at = 0; at < 12; at++) {
        for (int i = 0; i < 4; i++) {
            b->ctx[i].slow_percent = slow;
        }
        jetty(b, 4, READY, 0);
        for (int i = 0; i < 17; i++) {
            add(b, good(4));
        }
        for (uint32_t i = 0; b->ops < 16; i++) {
            assert_true(i < 1000);
            cycle(b);
        }
        cycles(b, at);
        retire(b, 4, 0);
        run(b);
        assert_int_equal(b->ops, 16);
        while (b->ops > 0) {
            retire(b, 4, b->op[0].tassn);
        }
        run(b);
    }
}

static void order_ini_issues_when_retire_falls_on_any_cycle_of_a_waiting_request(void **state)
{
    retire_in_any_phase(*state, 0);
}

static void order_ini_issues_when_retire_falls_on_any_cycle_and_ports_are_slow(void **state)
{
    retire_in_any_phase(*state, 60);
}

static void order_ini_stays_as_it_is_when_an_operation_is_retired_twice(void **state)
{
    struct bench *b = *state;

    add(b, good(6));
    add(b, good(6));
    run(b);
    const uint16_t first = b->op[0].tassn;
    retire(b, 6, first);
    run(b);
    b->twice = true;
    retire(b, 6, first);
    b->twice = false;
    run(b);
    assert_int_equal(b->ops, 1);
    assert_int_equal(*b->d->stat_outstanding, 1);
    retire(b, 6, b->op[0].tassn);
    run(b);
    assert_int_equal(*b->d->stat_outstanding, 0);
}

/* ---- Refused */

static void order_ini_says_verdict_0_when_jetty_is_not_ready(void **state)
{
    struct bench *b = *state;

    for (uint8_t s = 0; s < 8; s++) {
        if (s != READY) {
            struct wr bad = good(s);

            jetty(b, s, s, 9);
            add(b, good(s));
            bad.opcode = 4; /* nothing is said of the request itself */
            add(b, bad);
            add(b, good(READY));
        }
    }
    run(b);
    assert_int_equal(b->ops, 7);
    assert_int_equal(b->at[LERR], 0);
}

static void refused(struct bench *b, struct wr w, uint32_t error)
{
    assert_int_equal(add(b, w)->error, error);
    add(b, good(1));
    run(b);
    assert_int_equal(b->ops, 1);
    retire(b, 1, (uint16_t)(b->tassn[1] - 1));
    run(b);
}

static void order_ini_refuses_request_when_opcode_is_neither_read_nor_write(void **state)
{
    struct bench *b = *state;

    for (uint32_t op = 0; op < 256; op++) {
        struct wr w = good(1);

        w.opcode = (uint8_t)op;
        if (op != OP_READ && op != OP_WRITE && (op < 32 || (op & (op - 1)) == 0 || op == 0x86)) {
            refused(b, w, UNSUPPORTED);
        }
    }
    assert_true(b->drops > 30);
}

static void order_ini_refuses_request_when_data_are_inline(void **state)
{
    struct wr w = good(1);

    w.inl = true;
    refused(*state, w, UNSUPPORTED);
}

static void order_ini_refuses_request_when_sge_count_is_not_one(void **state)
{
    const uint8_t sges[] = {0, 2, 3, 0x81, 255};

    for (size_t i = 0; i < sizeof(sges); i++) {
        struct wr w = good(1);

        w.sges = sges[i];
        refused(*state, w, BAD_LENGTH);
    }
}

static void order_ini_refuses_request_when_length_is_zero_or_over_mtu(void **state)
{
    const uint32_t len[] = {0, MTU + 1, 0x4040, 0x10040, 0x80000040, UINT32_MAX};

    for (size_t i = 0; i < sizeof(len) / sizeof(len[0]); i++) {
        struct wr w = good(1);

        w.len = len[i];
        refused(*state, w, BAD_LENGTH);
    }
}

static void order_ini_issues_request_when_length_is_one_or_mtu(void **state)
{
    struct bench *b = *state;
    struct wr w = good(1);

    w.len = 1;
    add(b, w);
    w.len = MTU;
    add(b, w);
    run(b);
    assert_int_equal(b->ops, 2);
}

static void order_ini_refuses_request_when_channel_is_not_set_up(void **state)
{
    struct wr w = good(1);

    w.chan = CHANS - 1;
    refused(*state, w, BAD_ACCESS);
    for (uint32_t bit = 3; bit < 24; bit++) { /* past the table; the low bits name a good one */
        w.chan = 2 + (1u << bit);
        refused(*state, w, BAD_ACCESS);
    }
}

static void order_ini_names_the_first_cause_when_several_are_wrong(void **state)
{
    struct wr w = good(1);

    w.len = 0;
    w.chan = CHANS;
    refused(*state, w, BAD_LENGTH);
    w.opcode = 4;
    refused(*state, w, UNSUPPORTED);
}

/* ---- Look-up */

static void look(struct bench *b, uint32_t jetty_id, uint16_t tassn, bool hit)
{
    put_look(b, jetty_id, tassn, hit);
    while (b->looking) {
        cycle(b);
    }
}

static void order_ini_finds_each_operation_when_in_flight(void **state)
{
    struct bench *b = *state;

    for (int i = 0; i < 60; i++) {
        add(b, good((uint16_t)(i % 5)));
    }
    run(b);
    for (uint32_t i = 0; i < b->ops; i++) {
        look(b, b->op[i].jetty, b->op[i].tassn, true);
    }
    assert_int_equal(b->hits, 60);
}

static void order_ini_finds_nothing_when_operation_is_not_in_flight(void **state)
{
    struct bench *b = *state;

    jetty(b, 3, READY, 0x20);
    add(b, good(3));
    run(b);
    look(b, 3, 0x1f, false); /* never issued */
    look(b, 3, 0x21, false); /* not yet */
    look(b, 3, 0x10, false); /* the same place, other laps */
    look(b, 3, 0x30, false);
    look(b, 3, 0x8020, false);
    look(b, 2, 0x20, false); /* another Jetty */
    for (uint32_t bit = 4; bit < 20; bit++) {
        look(b, 3 + (1u << bit), 0x20, false); /* no such Jetty */
    }
    look(b, 3, 0x20, true);
    retire(b, 3, 0x20);
    cycle(b);
    look(b, 3, 0x20, false); /* over */
    assert_int_equal(b->hits, 1);
}

static void order_ini_answers_look_up_after_one_cycle_when_idle(void **state)
{
    struct bench *b = *state;

    add(b, good(3));
    run(b);
    put_look(b, 3, 0, true);
    cycle(b);
    assert_true(b->looking);
    assert_int_equal(*b->d->stat_idle, 0);
    cycle(b);
    assert_false(b->looking);
    assert_int_equal(*b->d->stat_idle, 1);
}

/* ---- Time */

static void order_ini_shows_operation_after_two_cycles_when_idle(void **state)
{
    struct bench *b = *state;

    add(b, good(3));
    assert_int_equal(*b->d->stat_idle, 1);
    cycle(b);
    assert_int_equal(b->sent, 1);
    assert_int_equal(*b->d->m_op_valid, 0);
    cycle(b);
    assert_int_equal(*b->d->m_op_valid, 1);
    assert_int_equal(*b->d->m_verdict_valid, 1);
    assert_int_equal(*b->d->probe_issue_valid, 1); /* TASSN, index, Jetty */
    assert_int_equal(*b->d->probe_issue_id, (uint64_t)b->wr[0].bb_idx << 20 | 3);
    run(b);
}

static void order_ini_issues_one_per_cycle_when_nothing_stalls(void **state)
{
    struct bench *b = *state;
    uint64_t start = b->d->cycle;

    for (int i = 0; i < 16; i++) { /* of one Jetty, then of all */
        add(b, good(3));
    }
    for (int i = 0; i < 90; i++) {
        add(b, good((uint16_t)(4 + i % 10)));
    }
    while (b->at[OP] < b->count) {
        cycle(b);
    }
    assert_int_equal(b->d->cycle - start, 106 + 2);
    run(b);
}

/* ---- Stall events: reason, Jetty, TASSN waited for */

static uint64_t event(uint32_t reason, uint32_t jetty_id, uint32_t tassn)
{
    return (uint64_t)tassn << 28 | (uint64_t)jetty_id << 8 | reason;
}

static void order_ini_reports_stall_and_its_end_when_jetty_is_full(void **state)
{
    struct bench *b = *state;

    jetty(b, 9, READY, 0xfff8);
    for (int i = 0; i < 17; i++) {
        add(b, good(9));
    }
    cycles(b, 60);
    assert_int_equal(b->events, 1);
    assert_int_equal(b->event[0], event(STALL_CREDIT, 9, 0xfff8));
    retire(b, 9, 0xfff8);
    cycles(b, 20);
    assert_int_equal(b->events, 2);
    assert_int_equal(b->event[1], event(0, 9, 0xfff8));
}

static void order_ini_reports_no_stall_when_only_outputs_stall(void **state)
{
    struct bench *b = *state;

    b->stall[OP] = 100;
    for (int i = 0; i < 4; i++) {
        add(b, good(9));
    }
    cycles(b, 30);
    b->stall[OP] = 0;
    run(b);
    assert_int_equal(b->events, 0);
}

/* ---- All at once */

static void random_request(struct bench *b)
{
    struct wr w = good((uint16_t)tb_rng_below(&b->rng, JETTYS));

    w.len = 1 + tb_rng_below(&b->rng, MTU);
    w.chan = tb_rng_below(&b->rng, CHANS - 1);
    w.opcode = tb_rng_chance(&b->rng, 50) ? OP_READ : OP_WRITE;
    switch (tb_rng_below(&b->rng, 12)) {
    case 0:
        w.opcode = (uint8_t)tb_rng_next(&b->rng);
        break;
    case 1:
        w.len = (uint32_t)tb_rng_next(&b->rng);
        break;
    case 2:
        w.chan = tb_rng_next(&b->rng) & 0xffffff;
        break;
    default:
        break;
    }
    add(b, w);
}

static void order_ini_keeps_all_rules_when_everything_stalls(void **state)
{
    struct bench *b = *state;
    /* requests, m_op, m_lerr, m_verdict, m_look, contexts, retire, look-up, most in flight */
    static const uint32_t mix[][9] = {
        {20, 20, 20, 20, 20, 20, 30, 30, 1000}, {0, 0, 0, 0, 0, 0, 60, 50, 1000},
        {0, 0, 0, 0, 0, 0, 100, 0, 20},         {0, 80, 0, 0, 0, 0, 50, 20, 40},
        {0, 0, 80, 0, 0, 0, 50, 20, 40},        {0, 0, 0, 80, 0, 0, 50, 20, 40},
        {0, 0, 0, 0, 80, 60, 50, 50, 40},       {0, 0, 0, 0, 0, 60, 100, 10, 3}};

    b->rng = tb_rng_seed(1);
    for (size_t k = 0; k < 8; k++) {
        for (uint16_t j = 0; j < JETTYS; j++) {
            jetty(b, j, j % 8 == 5 ? 2 : READY, (uint16_t)(0xfff0 + tb_rng_below(&b->rng, 32)));
        }
        b->stall_wr = mix[k][0];
        memcpy(b->stall, mix[k] + 1, sizeof(b->stall));
        for (int i = 0; i < 4; i++) {
            b->ctx[i].slow_percent = mix[k][5];
            b->ctx[i].rng.s = tb_rng_next(&b->rng);
        }
        b->retire_percent = mix[k][6];
        b->look_percent = mix[k][7];
        *b->d->cfg_max_outstanding = (uint16_t)mix[k][8];
        for (int i = 0; i < 400; i++) {
            random_request(b);
        }
        while (b->at[VERDICT] < b->count) {
            cycle(b);
        }
        b->look_percent = 0; /* all come back, then all is still */
        b->retire_percent = 100;
        for (uint32_t i = 0; b->ops > 0 || b->looking || !*b->d->stat_idle; i++) {
            assert_true(i < 10000);
            cycle(b);
        }
        run(b);
    }
    assert_true(b->hits > 100 && b->misses > 50 && b->drops > 200);
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(order_ini_gives_rising_tassn_when_it_wraps),
        TEST(order_ini_numbers_each_jetty_alone_when_jettys_mix),
        TEST(order_ini_stops_when_16_requests_of_a_jetty_are_in_flight),
        TEST(order_ini_stops_when_max_outstanding_are_in_flight),
        TEST(order_ini_issues_nothing_when_max_outstanding_is_zero),
        TEST(order_ini_issues_when_retire_falls_on_any_cycle_of_a_waiting_request),
        TEST(order_ini_issues_when_retire_falls_on_any_cycle_and_ports_are_slow),
        TEST(order_ini_stays_as_it_is_when_an_operation_is_retired_twice),
        TEST(order_ini_says_verdict_0_when_jetty_is_not_ready),
        TEST(order_ini_refuses_request_when_opcode_is_neither_read_nor_write),
        TEST(order_ini_refuses_request_when_data_are_inline),
        TEST(order_ini_refuses_request_when_sge_count_is_not_one),
        TEST(order_ini_refuses_request_when_length_is_zero_or_over_mtu),
        TEST(order_ini_issues_request_when_length_is_one_or_mtu),
        TEST(order_ini_refuses_request_when_channel_is_not_set_up),
        TEST(order_ini_names_the_first_cause_when_several_are_wrong),
        TEST(order_ini_finds_each_operation_when_in_flight),
        TEST(order_ini_finds_nothing_when_operation_is_not_in_flight),
        TEST(order_ini_answers_look_up_after_one_cycle_when_idle),
        TEST(order_ini_shows_operation_after_two_cycles_when_idle),
        TEST(order_ini_issues_one_per_cycle_when_nothing_stalls),
        TEST(order_ini_reports_stall_and_its_end_when_jetty_is_full),
        TEST(order_ini_reports_no_stall_when_only_outputs_stall),
        TEST(order_ini_keeps_all_rules_when_everything_stalls),
    };
    return cmocka_run_group_tests_name("urma_order_ini", tests, NULL, NULL);
}
