/* SPDX-License-Identifier: Apache-2.0 */
/* test_urma_tp_rx: what becomes of a frame: accepted in order, dropped and why, acknowledged;
 * verdicts on responses and on writes; wrap of the PSN; latency, rate, stalls. */
/* DUT: urma_tp_rx -GREQ_DEPTH=16 */
/* DUT: urma_tp_rx -GCHANS=8 -GREQ_DEPTH=1024 */
#include "dut.h"
#include "tb_ctx.h"
#include "tb_hold.h"
#include "tb_record.h"

#ifndef DUT_P_CHANS
#define DUT_P_CHANS 64
#endif
#define CHANS DUT_P_CHANS
#define FRAMES 4096u
#define M24 0xffffffu

enum { DATA_LAST = 0x81, DATA_MIDDLE = 0x01, TPACK = 0x02 };
enum { REQ, WREQ, VERDICT, ACK, TPACKED, OUTPUTS };
enum kind { READ, WRITE, RSP }; /* what a data packet brings */

/* A frame, and what the model says of it. */
struct frame {
    uint8_t opcode;
    uint8_t rspst;
    enum kind kind;
    bool ok;
    uint32_t src_tpn, dst_tpn, psn, tpmsn;
    uint32_t number; /* seed of its other headers */
    bool accepted, acks;
};

struct bench {
    struct dut *d;
    struct tb_rng rng;
    uint32_t stall_desc, stall_end, stall[OUTPUTS];
    struct tb_hold hold[OUTPUTS];
    struct tb_ctx ctx[2]; /* cfg, rx */
    uint8_t cfg[CHANS][24], rx[CHANS][8];

    struct tb_chan chan[CHANS];
    bool configured[CHANS];
    uint32_t epsn[CHANS], emsn[CHANS]; /* the model */
    struct frame frame[FRAMES];
    uint32_t count, descs, ends;
    uint32_t at[OUTPUTS]; /* next frame an output tells of */
    uint32_t drop_icrc, drop_chan, drop_psn;
    uint32_t want_icrc, want_chan, want_psn;
};

static void channel(struct bench *b, uint32_t c, uint32_t epsn, uint32_t emsn)
{
    b->chan[c] = tb_chan_random(&b->rng, 10);
    b->chan[c].rmt_tpn = 0x500000 + c;
    b->configured[c] = true;
    b->epsn[c] = epsn;
    b->emsn[c] = emsn;
    tb_chan_cfg(b->cfg[c], &b->chan[c]);
    tb_bits_set(b->rx[c], 23, 0, epsn);
    tb_bits_set(b->rx[c], 55, 32, emsn);
}

static int setup(void **state)
{
    struct bench *b = calloc(1, sizeof(*b));
    struct dut *d = dut_create();
    struct tb_hold *h = b->hold;

    b->d = d;
    b->ctx[0] = (struct tb_ctx)TB_CTX(d, cfg, b->cfg);
    b->ctx[1] = (struct tb_ctx)TB_CTX(d, rx, b->rx);
    h[REQ] = (struct tb_hold){.valid = d->m_req_valid, .ready = d->m_req_ready};
    TB_HOLD_ADD(&h[REQ], d, m_req_frame);
    TB_HOLD_ADD(&h[REQ], d, m_req_chan);
    TB_HOLD_ADD(&h[REQ], d, m_req_btah);
    TB_HOLD_ADD(&h[REQ], d, m_req_maetah);
    TB_HOLD_ADD(&h[REQ], d, m_req_tvetah);
    h[WREQ] = (struct tb_hold){.valid = d->m_wreq_valid, .ready = d->m_wreq_ready};
    TB_HOLD_ADD(&h[WREQ], d, m_wreq_ok);
    TB_HOLD_ADD(&h[WREQ], d, m_wreq_frame);
    TB_HOLD_ADD(&h[WREQ], d, m_wreq_chan);
    TB_HOLD_ADD(&h[WREQ], d, m_wreq_btah);
    TB_HOLD_ADD(&h[WREQ], d, m_wreq_maetah);
    TB_HOLD_ADD(&h[WREQ], d, m_wreq_tvetah);
    TB_HOLD_ADD(&h[WREQ], d, m_wreq_pay_bytes);
    h[VERDICT] = (struct tb_hold){.valid = d->m_verdict_valid, .ready = d->m_verdict_ready};
    TB_HOLD_ADD(&h[VERDICT], d, m_verdict_ok);
    h[ACK] = (struct tb_hold){.valid = d->m_ack_valid, .ready = d->m_ack_ready};
    TB_HOLD_ADD(&h[ACK], d, m_ack_chan);
    TB_HOLD_ADD(&h[ACK], d, m_ack_psn);
    h[TPACKED] = (struct tb_hold){.valid = d->m_tpack_valid, .ready = d->m_tpack_ready};
    TB_HOLD_ADD(&h[TPACKED], d, m_tpack_chan);
    TB_HOLD_ADD(&h[TPACKED], d, m_tpack_psn);
    TB_HOLD_ADD(&h[TPACKED], d, m_tpack_tpmsn);
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

/* ---- The model: PSN rules, in order */

static void judge(struct bench *b, struct frame *f)
{
    bool data = f->opcode == DATA_LAST;
    bool known = f->dst_tpn < CHANS && b->configured[f->dst_tpn % CHANS] &&
                 f->src_tpn == b->chan[f->dst_tpn % CHANS].rmt_tpn;

    f->acks = f->ok && known && (f->opcode & 0x7f) == TPACK && f->rspst == 0;
    f->accepted = f->ok && known && data && f->psn == b->epsn[f->dst_tpn % CHANS];
    if (f->accepted) {
        b->epsn[f->dst_tpn] = (f->psn + 1) & M24;
        b->emsn[f->dst_tpn] = (b->emsn[f->dst_tpn] + 1) & M24;
    } else if (!f->ok) {
        b->want_icrc++;
    } else if (!known) {
        b->want_chan++;
    } else if (!f->acks) {
        b->want_psn++;
    }
}

static struct frame *add(struct bench *b, struct frame f)
{
    assert_true(b->count < FRAMES);
    f.number = b->count;
    judge(b, &f);
    b->frame[b->count] = f;
    return &b->frame[b->count++];
}

/* The next data packet of a channel as it should be. */
static struct frame next(const struct bench *b, uint32_t c, enum kind kind)
{
    return (struct frame){.opcode = DATA_LAST,
                          .kind = kind,
                          .ok = true,
                          .src_tpn = b->chan[c].rmt_tpn,
                          .dst_tpn = c,
                          .psn = b->epsn[c],
                          .tpmsn = b->emsn[c]};
}

/* ---- Drive and check */

struct fields {
    uint64_t btah;
    uint32_t maetah[4];
    uint32_t tvetah;
    uint16_t frame, pay_bytes;
};

static struct fields fields_of(const struct frame *f)
{
    struct tb_rng r = {f->number};
    struct fields v;

    v.btah = tb_rng_next(&r);
    tb_rng_fill(&r, v.maetah, sizeof(v.maetah));
    v.tvetah = (uint32_t)tb_rng_next(&r);
    v.frame = (uint16_t)tb_rng_next(&r);
    v.pay_bytes = (uint16_t)tb_rng_below(&r, 8193);
    return v;
}

static void put(struct dut *d, const struct frame *f)
{
    struct fields v = fields_of(f);

    *d->s_desc_valid = 1;
    *d->s_desc_frame = v.frame;
    *d->s_desc_is_rsp = f->kind == RSP;
    *d->s_desc_is_write = f->kind == WRITE;
    *d->s_desc_pay_bytes = v.pay_bytes;
    d->s_desc_rtph[3] = (uint32_t)f->opcode << 24 | f->src_tpn >> 8;
    d->s_desc_rtph[2] = f->src_tpn << 24 | f->dst_tpn;
    d->s_desc_rtph[1] = f->psn | (f->opcode == DATA_LAST ? 0x80000000 : 0);
    d->s_desc_rtph[0] = (uint32_t)f->rspst << 29 | f->tpmsn;
    *d->s_desc_btah = v.btah;
    memcpy(d->s_desc_maetah, v.maetah, sizeof(v.maetah));
    *d->s_desc_tvetah = v.tvetah;
}

static bool tells_of(const struct frame *f, int output)
{
    return output == REQ       ? f->accepted && f->kind == READ
           : output == WREQ    ? f->kind == WRITE
           : output == VERDICT ? f->kind == RSP
           : output == ACK     ? f->acks
                               : f->accepted;
}

static void check_output(struct bench *b, int output)
{
    struct dut *d = b->d;
    uint32_t *at = &b->at[output];
    const struct frame *f;
    struct fields v;

    if (!tb_hold_check(&b->hold[output])) {
        return;
    }
    while (*at < b->count && !tells_of(&b->frame[*at], output)) {
        (*at)++;
    }
    assert_true(*at < b->ends);
    f = &b->frame[(*at)++];
    v = fields_of(f);
    switch (output) {
    case REQ:
        assert_int_equal(*d->m_req_frame, v.frame);
        assert_int_equal(*d->m_req_chan, f->dst_tpn);
        assert_int_equal(*d->m_req_btah, v.btah);
        assert_memory_equal(d->m_req_maetah, v.maetah, sizeof(v.maetah));
        assert_int_equal(*d->m_req_tvetah, v.tvetah);
        break;
    case WREQ: /* refused or not, its payload has to be taken */
        assert_int_equal(*d->m_wreq_ok, f->accepted);
        assert_int_equal(*d->m_wreq_pay_bytes, v.pay_bytes);
        assert_int_equal(*d->m_wreq_frame, v.frame);
        assert_true(!f->accepted || *d->m_wreq_chan == f->dst_tpn);
        assert_int_equal(*d->m_wreq_btah, v.btah);
        assert_memory_equal(d->m_wreq_maetah, v.maetah, sizeof(v.maetah));
        assert_int_equal(*d->m_wreq_tvetah, v.tvetah);
        break;
    case VERDICT:
        assert_int_equal(*d->m_verdict_ok, f->accepted);
        break;
    case ACK:
        assert_int_equal(*d->m_ack_chan, f->dst_tpn);
        assert_int_equal(*d->m_ack_psn, f->psn);
        break;
    default: /* acknowledges the packet by its own numbers */
        assert_int_equal(*d->m_tpack_chan, f->dst_tpn);
        assert_int_equal(*d->m_tpack_psn, f->psn);
        assert_int_equal(*d->m_tpack_tpmsn, f->tpmsn);
        break;
    }
}

static void drive(struct bench *b)
{
    struct dut *d = b->d;

    if (!*d->s_desc_valid && b->descs < b->count && !tb_rng_chance(&b->rng, b->stall_desc)) {
        put(d, &b->frame[b->descs]);
    }
    /* the verdict comes with the headers or later, never before them */
    if (!*d->s_end_valid && b->ends < b->descs + *d->s_desc_valid &&
        !tb_rng_chance(&b->rng, b->stall_end)) {
        *d->s_end_valid = 1;
        *d->s_end_ok = b->frame[b->ends].ok;
    }
    *d->m_req_ready = !tb_rng_chance(&b->rng, b->stall[REQ]);
    *d->m_wreq_ready = !tb_rng_chance(&b->rng, b->stall[WREQ]);
    *d->m_verdict_ready = !tb_rng_chance(&b->rng, b->stall[VERDICT]);
    *d->m_ack_ready = !tb_rng_chance(&b->rng, b->stall[ACK]);
    *d->m_tpack_ready = !tb_rng_chance(&b->rng, b->stall[TPACKED]);
}

static void cycle(struct bench *b)
{
    struct dut *d = b->d;
    bool desc, end;

    drive(b);
    for (int i = 0; i < 2; i++) {
        tb_ctx_show(&b->ctx[i]);
    }
    tb_ctx_settle(d, b->ctx, 2);
    desc = *d->s_desc_valid && *d->s_desc_ready;
    end = *d->s_end_valid && *d->s_end_ready;
    for (int i = 0; i < OUTPUTS; i++) {
        check_output(b, i);
    }
    b->drop_icrc += *d->stat_drop_icrc;
    b->drop_chan += *d->stat_drop_chan;
    b->drop_psn += *d->stat_drop_psn;
    tb_ctx_edge(&b->ctx[0], NULL, NULL, NULL);
    tb_ctx_edge(&b->ctx[1], d->rx_wr_valid, d->rx_wr_id, d->rx_wr_data);
    dut_tick(d);
    b->descs += desc;
    b->ends += end;
    *d->s_desc_valid = (uint8_t)(*d->s_desc_valid && !desc);
    *d->s_end_valid = (uint8_t)(*d->s_end_valid && !end);
}

static void run(struct bench *b)
{
    for (uint32_t quiet = 0, i = 0; quiet < 4; i++) {
        assert_true(i < 200000);
        cycle(b);
        quiet = b->ends == b->count && *b->d->stat_idle ? quiet + 1 : 0;
    }
    for (uint32_t i = 0; i < b->count; i++) {
        for (int o = 0; o < OUTPUTS; o++) {
            assert_true(!tells_of(&b->frame[i], o) || i < b->at[o]);
        }
    }
    assert_int_equal(b->drop_icrc, b->want_icrc);
    assert_int_equal(b->drop_chan, b->want_chan);
    assert_int_equal(b->drop_psn, b->want_psn);
    for (uint32_t c = 0; c < CHANS; c++) {
        assert_int_equal(tb_bits(b->rx[c], 23, 0), b->epsn[c]);
        assert_int_equal(tb_bits(b->rx[c], 55, 32), b->emsn[c]);
    }
}

/* ---- Accepted */

static void tp_rx_accepts_all_kinds_of_data_packets_when_in_order(void **state)
{
    struct bench *b = *state;

    channel(b, 5, 0x100, 0x10);
    for (int i = 0; i < 20; i++) {
        assert_true(add(b, next(b, 5, (enum kind)(i % 3)))->accepted);
    }
    run(b);
    assert_int_equal(tb_bits(b->rx[5], 23, 0), 0x114);
}

static void tp_rx_accepts_when_psn_and_msn_wrap(void **state)
{
    struct bench *b = *state;

    channel(b, 5, 0xfffffe, 0xffffff);
    for (int i = 0; i < 4; i++) {
        assert_true(add(b, next(b, 5, (enum kind)(i % 3)))->accepted);
    }
    run(b);
    assert_int_equal(tb_bits(b->rx[5], 23, 0), 2);
    assert_int_equal(tb_bits(b->rx[5], 55, 32), 3);
}

static void tp_rx_keeps_channels_apart_when_they_mix(void **state)
{
    struct bench *b = *state;

    b->rng = tb_rng_seed(1);
    for (uint32_t c = 0; c < CHANS; c++) {
        channel(b, c, tb_rng_next(&b->rng) & M24, tb_rng_next(&b->rng) & M24);
    }
    for (int i = 0; i < 600; i++) {
        uint32_t c = tb_rng_below(&b->rng, CHANS);

        add(b, next(b, c, (enum kind)tb_rng_below(&b->rng, 3)));
    }
    run(b);
}

static void tp_rx_hands_on_acknowledgement_when_it_comes(void **state)
{
    struct bench *b = *state;
    struct frame f;

    channel(b, 5, 0x100, 0x10);
    f = next(b, 5, READ);
    f.opcode = TPACK;
    f.psn = 0x777;
    assert_true(add(b, f)->acks);
    f.opcode = TPACK | 0x80; /* bit 7 means something in data packets only */
    assert_true(add(b, f)->acks);
    run(b);
    assert_int_equal(tb_bits(b->rx[5], 23, 0), 0x100);
}

/* ---- Dropped. Each followed by a good frame; a response or write so dropped is said to be
 * bad, once. */

static void drops(struct bench *b, struct frame f)
{
    assert_false(add(b, f)->accepted);
    f.kind = RSP;
    assert_false(add(b, f)->accepted);
    f.kind = WRITE;
    assert_false(add(b, f)->accepted);
    assert_true(add(b, next(b, 5, READ))->accepted);
}

static void tp_rx_drops_packet_when_psn_is_not_expected(void **state)
{
    struct bench *b = *state;
    const uint32_t off[] = {1, M24, 2, 0x7fffff, 0x800000, 0x800001, 0x100, 0x10000};

    channel(b, 5, 0x100, 0x10);
    for (size_t i = 0; i < sizeof(off) / sizeof(off[0]); i++) {
        struct frame f = next(b, 5, READ);

        f.psn = (f.psn + off[i]) & M24;
        drops(b, f);
    }
    run(b);
    assert_int_equal(b->drop_psn, 24);
}

static void tp_rx_drops_packet_when_channel_is_unknown(void **state)
{
    struct bench *b = *state;
    struct frame f;

    channel(b, 5, 0x100, 0x10);
    f = next(b, 5, READ);
    f.dst_tpn = 6; /* not configured */
    drops(b, f);
    for (uint32_t bit = 0; bit < 24; bit++) { /* 5 + CHANS reads the record of 5 */
        if (1u << bit >= CHANS) {
            f = next(b, 5, READ);
            f.dst_tpn = 5 | 1u << bit;
            drops(b, f);
        }
    }
    run(b);
    assert_true(b->drop_chan > 56);
}

static void tp_rx_drops_packet_when_source_is_another(void **state)
{
    struct bench *b = *state;

    channel(b, 5, 0x100, 0x10);
    for (uint32_t bit = 0; bit < 24; bit++) {
        struct frame f = next(b, 5, READ);

        f.src_tpn ^= 1u << bit;
        drops(b, f);
    }
    run(b);
    assert_int_equal(b->drop_chan, 72);
}

static void tp_rx_drops_packet_when_frame_is_bad(void **state)
{
    struct bench *b = *state;
    struct frame f;

    channel(b, 5, 0x100, 0x10);
    f = next(b, 5, READ);
    f.ok = false;
    drops(b, f);
    f = next(b, 5, READ);
    f.ok = false;
    f.opcode = TPACK;
    assert_false(add(b, f)->acks);
    f.dst_tpn = 6; /* counted as damaged, not as unknown: the number may be the damage */
    add(b, f);
    run(b);
    assert_int_equal(b->drop_icrc, 5);
    assert_int_equal(b->drop_chan, 0);
}

static void tp_rx_drops_packet_when_kind_is_not_known(void **state)
{
    struct bench *b = *state;
    const uint8_t opcode[] = {DATA_MIDDLE, 0x00, 0x80, 0x03, 0x05, 0x06, 0x08, 0x83, 0x7f};

    channel(b, 5, 0x100, 0x10);
    for (size_t i = 0; i < sizeof(opcode); i++) {
        struct frame f = next(b, 5, READ);

        f.opcode = opcode[i];
        drops(b, f);
    }
    run(b);
    assert_int_equal(b->drop_psn, 27);
}

static void tp_rx_moves_no_edge_when_acknowledgement_is_negative(void **state)
{
    struct bench *b = *state;

    channel(b, 5, 0x100, 0x10);
    for (uint8_t rspst = 1; rspst < 8; rspst++) {
        struct frame f = next(b, 5, READ);

        f.opcode = TPACK;
        f.rspst = rspst;
        assert_false(add(b, f)->acks);
    }
    run(b);
}

/* Also: reads behind them go on while nobody takes writes. */
static void tp_rx_tells_of_each_write_in_order_when_some_are_refused(void **state)
{
    struct bench *b = *state;

    channel(b, 5, 0x100, 0x10);
    for (uint32_t i = 0; i < 12; i++) {
        struct frame f = next(b, 5, WRITE);

        f.ok = i % 4 != 1;
        f.dst_tpn = i % 4 == 2 ? 6 : 5;
        f.psn += i % 4 == 3;
        assert_int_equal(add(b, f)->accepted, i % 4 == 0);
    }
    add(b, next(b, 5, READ));
    b->stall[WREQ] = 100;
    for (int i = 0; i < 30; i++) {
        cycle(b);
    }
    assert_int_equal(b->at[REQ], b->count);
    assert_int_equal(b->at[WREQ], 0);
    b->stall[WREQ] = 0;
    run(b);
    assert_int_equal(b->drop_icrc + b->drop_chan + b->drop_psn, 9);
}

static void tp_rx_acknowledges_nothing_when_packet_is_dropped(void **state)
{
    struct bench *b = *state;
    struct frame f;

    channel(b, 5, 0x100, 0x10);
    f = next(b, 5, READ);
    f.psn++;
    add(b, f);
    for (int i = 0; i < 20; i++) {
        cycle(b);
        assert_int_equal(*b->d->m_tpack_valid, 0);
        assert_int_equal(*b->d->m_req_valid, 0);
        assert_int_equal(*b->d->m_ack_valid, 0);
    }
    run(b);
}

/* ---- Time */

static void tp_rx_shows_request_after_two_cycles_when_end_is_there(void **state)
{
    struct bench *b = *state;

    channel(b, 5, 0x100, 0x10);
    add(b, next(b, 5, READ));
    cycle(b);
    assert_int_equal(b->descs, 1);
    assert_int_equal(*b->d->m_req_valid, 0);
    assert_int_equal(*b->d->stat_idle, 0);
    cycle(b);
    assert_int_equal(*b->d->m_req_valid, 1);
    assert_int_equal(*b->d->m_tpack_valid, 1);
    run(b);
}

static void tp_rx_shows_verdict_one_cycle_after_the_end_when_records_wait(void **state)
{
    struct bench *b = *state;

    channel(b, 5, 0x100, 0x10);
    add(b, next(b, 5, RSP));
    b->stall_end = 100;
    for (int i = 0; i < 10; i++) {
        cycle(b);
    }
    assert_int_equal(b->descs, 1);
    assert_int_equal(*b->d->m_verdict_valid, 0);
    b->stall_end = 0;
    cycle(b);
    assert_int_equal(*b->d->m_verdict_valid, 1);
    run(b);
}

static void tp_rx_shows_write_two_cycles_after_headers_and_one_after_the_end(void **state)
{
    struct bench *b = *state;

    channel(b, 5, 0x100, 0x10);
    add(b, next(b, 5, WRITE));
    cycle(b);
    assert_int_equal(*b->d->m_wreq_valid, 0);
    cycle(b);
    assert_int_equal(*b->d->m_wreq_valid, 1);
    assert_int_equal(*b->d->m_wreq_ok, 1);
    assert_int_equal(*b->d->stat_idle, 0);
    run(b);

    add(b, next(b, 5, WRITE));
    b->stall_end = 100;
    for (int i = 0; i < 10; i++) {
        cycle(b);
    }
    assert_int_equal(*b->d->m_wreq_valid, 0); /* not before its frame is known to be good */
    b->stall_end = 0;
    cycle(b);
    assert_int_equal(*b->d->m_wreq_valid, 1);
    run(b);
}

static void tp_rx_takes_a_frame_per_cycle_when_nothing_stalls(void **state)
{
    struct bench *b = *state;
    uint64_t start = b->d->cycle;

    channel(b, 5, 0xffff00, 0x10);
    for (int i = 0; i < 400; i++) {
        add(b, next(b, 5, (enum kind)(i % 3)));
    }
    while (b->ends < b->count) {
        cycle(b);
    }
    assert_int_equal(b->d->cycle - start, 401);
    run(b);
}

/* ---- Stalls */

static void random_frame(struct bench *b)
{
    struct frame f = next(b, tb_rng_below(&b->rng, 4), (enum kind)tb_rng_below(&b->rng, 3));

    switch (tb_rng_below(&b->rng, 12)) {
    case 0:
        f.ok = false;
        break;
    case 1:
        f.psn = (f.psn + tb_rng_below(&b->rng, 3) - 1) & M24;
        break;
    case 2:
        f.dst_tpn = tb_rng_below(&b->rng, 2 * CHANS);
        break;
    case 3:
        f.src_tpn = tb_rng_next(&b->rng) & M24;
        break;
    case 4:
        f.opcode = (uint8_t)tb_rng_below(&b->rng, 16);
        break;
    case 5:
    case 6:
        f.opcode = TPACK;
        f.kind = READ;
        f.psn = tb_rng_next(&b->rng) & M24;
        break;
    default:
        break;
    }
    add(b, f);
}

static void tp_rx_keeps_all_rules_when_everything_stalls(void **state)
{
    struct bench *b = *state;
    static const uint32_t stall[][2 + OUTPUTS + 1] = {
        {20, 20, 20, 20, 20, 20, 20, 20}, {0, 0, 80, 0, 0, 0, 0, 0}, {0, 0, 0, 80, 0, 0, 0, 0},
        {0, 0, 0, 0, 80, 0, 0, 0},        {0, 0, 0, 0, 0, 80, 0, 0}, {0, 0, 0, 0, 0, 0, 80, 0},
        {0, 0, 0, 0, 0, 0, 0, 50},        {0, 0, 0, 0, 0, 0, 0, 0},  {0, 50, 0, 0, 0, 0, 0, 0}};

    b->rng = tb_rng_seed(2);
    for (uint32_t c = 0; c < 4; c++) {
        channel(b, c, 0xffffff - tb_rng_below(&b->rng, 50), 0);
    }
    for (size_t k = 0; k < 9; k++) {
        b->stall_desc = stall[k][0];
        b->stall_end = stall[k][1];
        memcpy(b->stall, stall[k] + 2, sizeof(b->stall));
        for (int i = 0; i < 2; i++) {
            b->ctx[i].slow_percent = stall[k][2 + OUTPUTS];
            b->ctx[i].rng.s = tb_rng_next(&b->rng);
        }
        for (int i = 0; i < 300; i++) {
            random_frame(b);
        }
        run(b);
    }
    assert_true(b->drop_psn > 50 && b->drop_chan > 50 && b->drop_icrc > 50);
}

static void tp_rx_loses_nothing_when_one_output_stands_still(void **state)
{
    struct bench *b = *state;

    channel(b, 1, 0, 0);
    for (int o = 0; o < OUTPUTS; o++) {
        b->stall[o] = 100;
        for (int i = 0; i < 60; i++) {
            struct frame f = next(b, 1, o == VERDICT ? RSP : o == WREQ ? WRITE : READ);

            f.opcode = o == ACK ? TPACK : DATA_LAST;
            add(b, f);
        }
        for (int i = 0; i < 200; i++) {
            cycle(b);
        }
        if (o != REQ || DUT_P_REQ_DEPTH < 60) {
            assert_true(b->ends < b->count);
        }
        b->stall[o] = 0;
        run(b);
    }
}

static void tp_rx_reports_the_packet_when_it_is_accepted(void **state)
{
    struct bench *b = *state;
    struct fields v;

    channel(b, 5, 0x100, 0x10);
    v = fields_of(add(b, next(b, 5, RSP)));
    cycle(b);
    cycle(b);
    assert_int_equal(*b->d->probe_data_valid, 1); /* is_rsp, TASSN, RC id, frame */
    assert_int_equal(*b->d->probe_data_id, UINT64_C(1) << 52 | (v.btah >> 32 & 0xffff) << 36 |
                                               (v.btah & 0xfffff) << 16 | v.frame);
    cycle(b);
    assert_int_equal(*b->d->probe_data_valid, 0);
    run(b);
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(tp_rx_accepts_all_kinds_of_data_packets_when_in_order),
        TEST(tp_rx_accepts_when_psn_and_msn_wrap),
        TEST(tp_rx_keeps_channels_apart_when_they_mix),
        TEST(tp_rx_hands_on_acknowledgement_when_it_comes),
        TEST(tp_rx_drops_packet_when_psn_is_not_expected),
        TEST(tp_rx_drops_packet_when_channel_is_unknown),
        TEST(tp_rx_drops_packet_when_source_is_another),
        TEST(tp_rx_drops_packet_when_frame_is_bad),
        TEST(tp_rx_drops_packet_when_kind_is_not_known),
        TEST(tp_rx_moves_no_edge_when_acknowledgement_is_negative),
        TEST(tp_rx_tells_of_each_write_in_order_when_some_are_refused),
        TEST(tp_rx_acknowledges_nothing_when_packet_is_dropped),
        TEST(tp_rx_shows_request_after_two_cycles_when_end_is_there),
        TEST(tp_rx_shows_verdict_one_cycle_after_the_end_when_records_wait),
        TEST(tp_rx_shows_write_two_cycles_after_headers_and_one_after_the_end),
        TEST(tp_rx_takes_a_frame_per_cycle_when_nothing_stalls),
        TEST(tp_rx_keeps_all_rules_when_everything_stalls),
        TEST(tp_rx_loses_nothing_when_one_output_stands_still),
        TEST(tp_rx_reports_the_packet_when_it_is_accepted),
    };
    return cmocka_run_group_tests_name("urma_tp_rx", tests, NULL, NULL);
}
