/* SPDX-License-Identifier: Apache-2.0 */
/* test_roce_wr: payload from every lane to every lane; records byte by byte, their place and owner
 * bit over laps; thrown payload; 8-byte results; order of each source, turns between them; what is
 * pending; probes; stalls. Long, because one model of memory serves all its tests. */
/* DUT: roce_wr -GCQS=8 -GTAGS=4 */
#include "dut.h"
#include "tb_ctx.h"
#include "tb_hold.h"
#include "tb_record.h"

#define CQS DUT_P_CQS
#define TAGS DUT_P_TAGS
#define ITEMS 40000u
#define LANES 64u

enum { REQ, RSP, ATOMIC, SOURCES };
enum { PAY, DROP, CQE, EIGHT };

/* An action. */
struct item {
    uint8_t kind;
    uint64_t addr;
    uint32_t len, lane, beats;
    uint16_t frame, qp, cq, wqe_idx;
    uint32_t qpn, src_qpn, byte_cnt, imm;
    uint8_t opcode, status;
    bool with_imm;
    uint64_t data;
};

struct list {
    struct item *item;
    uint32_t count, shown, taken;
    uint32_t out;            /* action whose write comes next */
    uint32_t pays, pay_beat; /* payload beat that is shown next */
};

/* A command on its way. */
struct flight {
    bool a_pay, atomic;
};

struct bench {
    struct dut *d;
    struct tb_rng rng;
    uint32_t stall_act[SOURCES], stall_pay, stall_wr, stall_w, stall_sent;
    bool wr_needs_w; /* memory takes a command with its first beat only */
    struct list list[SOURCES];
    struct tb_ctx ctx;
    uint8_t cq[CQS][16];
    uint32_t pi[CQS]; /* the model */
    struct tb_hold wr, w;
    /* command being written */
    uint32_t src, beat, beats;
    struct item at;
    uint8_t record[64];
    struct flight flight[TAGS + 4];
    uint32_t begun, whole, sent; /* commands: taken, with all beats, gone */
    uint32_t pending;            /* payload writes of A */
    uint32_t records, payloads, eights, bad_cq, done;
    bool probe_due;
    uint64_t probe;
    uint64_t last_write; /* cycle */
    uint32_t last_src, run_length;
};

static void set_cq(struct bench *b, uint32_t j, uint32_t shift, uint32_t pi)
{
    uint8_t *r = b->cq[j];

    tb_rng_fill(&b->rng, r, 16);
    tb_bits_set(r, 0, 0, 1);
    tb_bits_set(r, 8, 4, shift);
    tb_bits_set(r, 32, 10, pi);
    tb_bits_set(r, 127, 64, 0xc000000000000000u + (uint64_t)j * 0x1000000000);
    b->pi[j] = pi;
}

static int setup(void **state)
{
    struct bench *b = calloc(1, sizeof(*b));
    struct dut *d = dut_create();

    b->d = d;
    for (uint32_t s = 0; s < SOURCES; s++) {
        b->list[s].item = calloc(ITEMS, sizeof(struct item));
    }
    b->ctx = (struct tb_ctx)TB_CTX(d, cq, b->cq);
    b->wr = (struct tb_hold){.valid = d->m_wr_valid, .ready = d->m_wr_ready};
    TB_HOLD_ADD(&b->wr, d, m_wr_addr);
    TB_HOLD_ADD(&b->wr, d, m_wr_len);
    b->w = (struct tb_hold){.valid = d->m_w_valid, .ready = d->m_w_ready};
    TB_HOLD_ADD(&b->w, d, m_w_data);
    for (uint32_t j = 0; j < CQS; j++) {
        set_cq(b, j, j, 0);
    }
    dut_reset(d);
    *state = b;
    return 0;
}

static int teardown(void **state)
{
    struct bench *b = *state;

    dut_destroy(b->d);
    for (uint32_t s = 0; s < SOURCES; s++) {
        free(b->list[s].item);
    }
    free(b);
    return 0;
}

/* ---- Actions. The top bits of an address, and of qpn, tell the source. */

static struct item *add(struct bench *b, uint32_t s, uint8_t kind)
{
    struct list *l = &b->list[s];
    struct tb_rng *r = &b->rng;
    struct item *i = &l->item[l->count++];

    assert_true(l->count <= ITEMS);
    *i = (struct item){.kind = kind,
                       .addr = (tb_rng_next(r) >> 4 & ~63ull) | (uint64_t)(s + 1) << 60,
                       .len = tb_rng_below(r, 16384),
                       .lane = tb_rng_below(r, 64),
                       .beats = 1 + tb_rng_below(r, 64),
                       .frame = (uint16_t)tb_rng_next(r),
                       .qp = (uint16_t)tb_rng_next(r),
                       .cq = (uint16_t)tb_rng_below(r, CQS),
                       .wqe_idx = (uint16_t)tb_rng_next(r),
                       .qpn = (tb_rng_next(r) & 0x3fffff) | s << 22,
                       .src_qpn = tb_rng_next(r) & 0xffffff,
                       .byte_cnt = (uint32_t)tb_rng_next(r),
                       .imm = (uint32_t)tb_rng_next(r),
                       .opcode = (uint8_t)tb_rng_next(r),
                       .status = (uint8_t)tb_rng_next(r),
                       .with_imm = tb_rng_chance(r, 50),
                       .data = tb_rng_next(r)};
    return i;
}

/* Payload of len bytes that begin in this lane of their frame, to this lane of memory. */
static struct item *add_pay(struct bench *b, uint32_t s, uint32_t lane, uint32_t to, uint32_t len)
{
    struct item *i = add(b, s, PAY);

    i->addr |= to;
    i->lane = lane;
    i->len = len;
    i->beats = (lane + len + LANES - 1) / LANES;
    return i;
}

static struct item *add_eight(struct bench *b, uint32_t s, uint32_t to)
{
    struct item *i = add(b, s, EIGHT);

    i->addr |= to;
    i->len = 8;
    return i;
}

static uint8_t payload(uint32_t src, uint32_t item, uint32_t byte)
{
    return (uint8_t)(src * 91 + item * 151 + byte * 7 + (byte >> 8) * 13 + 1);
}

static bool has_beats(const struct item *i) { return i->kind == PAY || i->kind == DROP; }

static bool queue_ok(const struct bench *b, const struct item *i)
{
    return i->cq < CQS && (b->cq[i->cq][0] & 1);
}

/* ---- The completion record that must be written next for this item */

static uint64_t record_at(const struct bench *b, const struct item *i)
{
    uint32_t shift = (uint32_t)tb_bits(b->cq[i->cq], 8, 4);

    return 0xc000000000000000u + (uint64_t)i->cq * 0x1000000000 +
           (b->pi[i->cq] & ((1u << shift) - 1)) * 64;
}

static void record_of(const struct bench *b, const struct item *i, uint8_t r[64])
{
    uint32_t shift = (uint32_t)tb_bits(b->cq[i->cq], 8, 4);

    memset(r, 0, 64);
    tb_bits_set(r, 23, 0, i->qpn);
    tb_bits_set(r, 31, 24, i->opcode);
    tb_bits_set(r, 39, 32, i->status);
    tb_bits_set(r, 40, 40, i->with_imm);
    tb_bits_set(r, 63, 48, i->wqe_idx);
    tb_bits_set(r, 95, 64, i->byte_cnt);
    tb_bits_set(r, 127, 96, i->imm);
    tb_bits_set(r, 151, 128, i->src_qpn);
    tb_bits_set(r, 504, 504, ~(b->pi[i->cq] >> shift) & 1); /* 1 in the first lap */
}

/* ---- Check */

static void skip_silent(struct bench *b, struct list *l)
{
    while (l->out < l->count && (l->item[l->out].kind == DROP ||
                                 (l->item[l->out].kind == CQE && !queue_ok(b, &l->item[l->out])))) {
        l->out++;
    }
}

/* Requests that cover a write, each inside one multiple of the largest payload, one by one. */
static uint32_t requests(const struct bench *b, uint64_t addr, uint64_t len)
{
    uint64_t size = 128u << *b->d->cfg_mps;
    uint32_t n = 1;

    for (uint64_t at = (addr / size + 1) * size; at < addr + len; at += size) {
        n++;
    }
    return n;
}

static void check_command(struct bench *b)
{
    struct dut *d = b->d;
    bool cqe = *d->m_wr_addr >> 60 == 12;
    struct list *l;
    uint8_t kind;

    assert_int_equal(b->beat, b->beats); /* the one before is whole */
    assert_true(b->begun - b->sent <= TAGS);
    assert_int_equal(*d->m_w_valid, 1); /* its first beat is there */
    b->src = cqe ? (uint32_t)tb_bits(d->m_w_data, 23, 22) : (uint32_t)(*d->m_wr_addr >> 60) - 1;
    assert_true(b->src < SOURCES);
    l = &b->list[b->src];
    skip_silent(b, l);
    assert_true(l->out < l->shown); /* nothing is made up */
    b->at = l->item[l->out];
    if (cqe) {
        assert_int_equal(b->at.kind, CQE);
        assert_int_equal(*d->m_wr_addr, record_at(b, &b->at));
        assert_int_equal(*d->m_wr_len, 64);
        record_of(b, &b->at, b->record);
        b->pi[b->at.cq] = (b->pi[b->at.cq] + 1) & 0x7fffff;
        b->records++;
        b->beats = 1;
        kind = b->src == REQ ? 3 : 1;
    } else {
        assert_true(b->at.kind == PAY || b->at.kind == EIGHT);
        assert_int_equal(*d->m_wr_addr, b->at.addr);
        assert_int_equal(*d->m_wr_len, b->at.len);
        b->payloads += b->at.kind == PAY;
        b->eights += b->at.kind == EIGHT;
        b->beats = (uint32_t)((b->at.addr % LANES + b->at.len + LANES - 1) / LANES);
        kind = b->src == RSP ? 0 : 2;
    }
    b->beat = 0;
    b->flight[b->begun++ % (TAGS + 4)] =
        (struct flight){.a_pay = b->src == REQ && b->at.kind == PAY, .atomic = b->src == ATOMIC};
    b->probe_due = true;
    /* frame 16, requests 8, queue pair 16, index 16, kind 2, from bit 0 up */
    b->probe = (uint64_t)b->at.frame | (uint64_t)requests(b, *d->m_wr_addr, *d->m_wr_len) << 16 |
               (uint64_t)b->at.qp << 24 | (uint64_t)(b->src == ATOMIC ? 0 : b->at.wqe_idx) << 40 |
               (uint64_t)kind << 56;
    b->run_length = b->src == b->last_src ? b->run_length + 1 : 1;
    b->last_src = b->src;
}

/* Lane k of the beat, which is byte n of the payload. */
static uint8_t want_byte(const struct bench *b, uint32_t k, uint32_t n)
{
    if (b->at.kind == CQE) {
        return b->record[k];
    }
    if (n >= b->at.len) {
        return 0;
    }
    if (b->at.kind == EIGHT) {
        return (uint8_t)(b->at.data >> n * 8);
    }
    return payload(b->src, b->list[b->src].out, n);
}

static void check_beat(struct bench *b)
{
    uint32_t first = (uint32_t)(b->at.addr % LANES);

    assert_true(b->beat < b->beats);
    for (uint32_t k = 0; k < LANES; k++) {
        uint32_t n = b->beat * LANES + k - first;

        assert_int_equal(tb_byte(b->d->m_w_data, k), want_byte(b, k, n));
    }
    if (++b->beat == b->beats) {
        b->list[b->src].out++;
        b->whole++;
    }
    b->last_write = b->d->cycle;
}

static void check_marks(struct bench *b)
{
    struct dut *d = b->d;
    const struct flight *f = &b->flight[b->sent % (TAGS + 4)];

    assert_int_equal(*d->probe_wr_valid, b->probe_due);
    if (b->probe_due) {
        assert_int_equal(*d->probe_wr_id, b->probe);
    }
    b->probe_due = false;
    assert_int_equal(*d->m_pending_req, *d->s_req_act_valid || b->pending > 0);
    assert_int_equal(*d->m_aw_done, *d->s_wr_sent && f->atomic);
    b->done += *d->m_aw_done;
    b->bad_cq += *d->stat_bad_cq;
    if (*d->s_wr_sent) {
        b->sent++;
        b->pending -= f->a_pay;
    }
}

/* ---- Drive */

static bool go(struct bench *b, uint32_t stall_percent)
{
    return !tb_rng_chance(&b->rng, stall_percent);
}

#define PUT_ACT(side)                                                                              \
    do {                                                                                           \
        *d->s_##side##_act_valid = 1;                                                              \
        *d->s_##side##_act_kind = i->kind;                                                         \
        *d->s_##side##_act_addr = i->addr;                                                         \
        *d->s_##side##_act_len = (uint16_t)i->len;                                                 \
        *d->s_##side##_act_lane = (uint8_t)i->lane;                                                \
        *d->s_##side##_act_beats = (uint8_t)i->beats;                                              \
        *d->s_##side##_act_frame = i->frame;                                                       \
        *d->s_##side##_act_qp = i->qp;                                                             \
        *d->s_##side##_act_cq = i->cq;                                                             \
        *d->s_##side##_act_qpn = i->qpn;                                                           \
        *d->s_##side##_act_opcode = i->opcode;                                                     \
        *d->s_##side##_act_status = i->status;                                                     \
        *d->s_##side##_act_with_imm = i->with_imm;                                                 \
        *d->s_##side##_act_wqe_idx = i->wqe_idx;                                                   \
        *d->s_##side##_act_byte_cnt = i->byte_cnt;                                                 \
        *d->s_##side##_act_imm = i->imm;                                                           \
        *d->s_##side##_act_src_qpn = i->src_qpn;                                                   \
    } while (0)

static void put_act(struct bench *b, uint32_t s)
{
    struct dut *d = b->d;
    struct list *l = &b->list[s];
    const struct item *i;

    if (l->shown > l->taken || l->shown == l->count || !go(b, b->stall_act[s])) {
        return;
    }
    i = &l->item[l->shown++];
    if (s == REQ) {
        PUT_ACT(req);
    } else if (s == RSP) {
        PUT_ACT(rsp);
        *d->s_rsp_act_data = i->data;
        if (i->kind == EIGHT) {
            *d->s_rsp_act_len = (uint16_t)tb_rng_next(&b->rng) & 0x3fff; /* is 8 in any case */
        }
    } else {
        *d->s_aw_valid = 1;
        *d->s_aw_addr = i->addr;
        *d->s_aw_data = i->data;
        *d->s_aw_frame = i->frame;
        *d->s_aw_qp = i->qp;
    }
}

/* The next beat of payload, as it stood in its frame; it may come before its action. */
static void put_pay(struct bench *b, uint32_t s, uint8_t *valid, uint32_t *data)
{
    struct list *l = &b->list[s];
    const struct item *i;

    while (l->pays < l->count && !has_beats(&l->item[l->pays])) {
        l->pays++;
    }
    if (*valid || l->pays == l->count || !go(b, b->stall_pay)) {
        return;
    }
    i = &l->item[l->pays];
    *valid = 1;
    for (uint32_t k = 0; k < LANES; k++) { /* noise where headers, padding and ICRC stand */
        uint32_t n = l->pay_beat * LANES + k - i->lane;

        tb_set_byte(data, k,
                    i->kind == PAY && n < i->len ? payload(s, l->pays, n)
                                                 : (uint8_t)tb_rng_next(&b->rng));
    }
}

static void drive(struct bench *b)
{
    struct dut *d = b->d;
    bool active = b->beat < b->beats;

    for (uint32_t s = 0; s < SOURCES; s++) {
        put_act(b, s);
    }
    put_pay(b, REQ, d->s_req_pay_valid, d->s_req_pay_data);
    put_pay(b, RSP, d->s_rsp_pay_valid, d->s_rsp_pay_data);
    /* a beat is taken with its command or after it */
    *d->m_w_ready = go(b, b->stall_w);
    *d->m_wr_ready = !active && go(b, b->stall_wr) && (!b->wr_needs_w || *d->m_w_ready);
    if (!active && !(*d->m_wr_valid && *d->m_wr_ready)) {
        *d->m_w_ready = 0;
    }
    *d->s_wr_sent = b->sent < b->whole && go(b, b->stall_sent);
    tb_ctx_show(&b->ctx);
    tb_ctx_settle(d, &b->ctx, 1);
}

static void pay_taken(struct bench *b, uint32_t s, uint8_t *valid, uint8_t ready)
{
    struct list *l = &b->list[s];

    if (*valid && ready) {
        *valid = 0;
        if (++l->pay_beat == l->item[l->pays].beats) {
            l->pay_beat = 0;
            l->pays++;
        }
    }
}

static void step(struct bench *b)
{
    struct dut *d = b->d;
    bool act[SOURCES] = {*d->s_req_act_valid && *d->s_req_act_ready,
                         *d->s_rsp_act_valid && *d->s_rsp_act_ready,
                         *d->s_aw_valid && *d->s_aw_ready};
    uint8_t req_ready = *d->s_req_pay_ready, rsp_ready = *d->s_rsp_pay_ready;

    assert_true(act[REQ] + act[RSP] + act[ATOMIC] <= 1);
    tb_ctx_edge(&b->ctx, d->cq_wr_valid, d->cq_wr_id, d->cq_wr_data);
    dut_tick(d);
    if (act[REQ]) {
        b->pending += b->list[REQ].item[b->list[REQ].taken].kind == PAY;
    }
    for (uint32_t s = 0; s < SOURCES; s++) {
        b->list[s].taken += act[s];
    }
    *d->s_req_act_valid = (uint8_t)(*d->s_req_act_valid && !act[REQ]);
    *d->s_rsp_act_valid = (uint8_t)(*d->s_rsp_act_valid && !act[RSP]);
    *d->s_aw_valid = (uint8_t)(*d->s_aw_valid && !act[ATOMIC]);
    pay_taken(b, REQ, d->s_req_pay_valid, req_ready);
    pay_taken(b, RSP, d->s_rsp_pay_valid, rsp_ready);
}

static void cycle(struct bench *b)
{
    struct dut *d = b->d;

    drive(b);
    check_marks(b);
    if (tb_hold_check(&b->wr)) {
        check_command(b);
    }
    if (tb_hold_check(&b->w)) {
        check_beat(b);
    }
    step(b);
    if (b->list[REQ].shown > 0 && *d->stat_idle) {
        assert_int_equal(b->sent, b->begun); /* idle hides nothing */
    }
}

static void cycles(struct bench *b, uint32_t n)
{
    while (n-- > 0) {
        cycle(b);
    }
}

/* Until everything is written; then the lists begin anew. */
static void run(struct bench *b)
{
    uint32_t n = 0;

    for (bool done = false; !done; n++) {
        assert_true(n < 3000000);
        cycle(b);
        done = *b->d->stat_idle;
        for (uint32_t s = 0; s < SOURCES; s++) {
            done = done && b->list[s].taken == b->list[s].count;
        }
    }
    for (uint32_t s = 0; s < SOURCES; s++) {
        struct list *l = &b->list[s];

        skip_silent(b, l);
        assert_int_equal(l->out, l->count);
        *l = (struct list){.item = l->item};
    }
    cycles(b, 3);
    assert_int_equal(b->pending, 0);
    assert_int_equal(b->begun, b->sent);
    for (uint32_t j = 0; j < CQS; j++) {
        assert_int_equal(tb_bits(b->cq[j], 32, 10), b->pi[j]);
    }
}

/* ---- Payload */

static void wr_moves_payload_from_any_lane_to_any_lane(void **state)
{
    struct bench *b = *state;
    static const uint32_t len[] = {1, 6, 58, 63, 64, 65, 130, 200};

    for (uint32_t lane = 0; lane < LANES; lane++) {
        for (uint32_t to = 0; to < LANES; to++) {
            for (size_t k = 0; k < 8; k++) {
                add_pay(b, (lane + k) % 2, lane, to, len[k]);
            }
        }
        run(b);
    }
    assert_int_equal(b->payloads, 64 * 64 * 8);
}

static void wr_moves_payload_of_any_length(void **state)
{
    struct bench *b = *state;

    for (uint32_t len = 1; len <= 260; len++) {
        add_pay(b, RSP, len * 7 % 64, len * 37 % 64, len);
        add_pay(b, REQ, 54 + len % 10, len * 13 % 64, len);
    }
    add_pay(b, REQ, 6, 0, 4096);
    add_pay(b, REQ, 58, 63, 4096);
    add_pay(b, RSP, 63, 1, 4096);
    add_pay(b, RSP, 54, 54, 8192);
    run(b);
}

static void wr_throws_away_exactly_the_beats_of_an_action(void **state)
{
    struct bench *b = *state;

    for (uint32_t n = 1; n <= 130; n++) {
        add(b, REQ, DROP)->beats = n;
        add_pay(b, REQ, n % 64, n * 3 % 64, 1 + n);
        add(b, RSP, DROP)->beats = 131 - n;
        add(b, RSP, DROP)->beats = 1 + n % 2;
        add_pay(b, RSP, n % 64, n * 5 % 64, 1 + n);
    }
    run(b);
    assert_int_equal(b->payloads, 260);
}

static void wr_writes_eight_bytes_low_byte_first_at_any_lane(void **state)
{
    struct bench *b = *state;

    for (uint32_t to = 0; to < LANES; to++) {
        add_eight(b, RSP, to);
        add_eight(b, ATOMIC, to & 56);
    }
    run(b);
    assert_int_equal(b->eights, 128);
    assert_int_equal(b->done, 64);
}

/* ---- Completion records */

static void wr_writes_the_record_of_the_layout(void **state)
{
    struct bench *b = *state;
    struct item *i = add(b, RSP, CQE);
    /* queue pair and opcode; status, immediate; index; bytes; immediate; other end; owner */
    static const uint8_t want[64] = {0x56, 0x34, 0x52, 0x02, 0x0c, 0x01,    0x34,
                                     0x12, 0xcd, 0xab, 0,    0,    0x44,    0x33,
                                     0x22, 0x11, 0x99, 0x88, 0x77, [63] = 1};

    i->qpn = 0x523456;
    i->opcode = 2;
    i->status = 12;
    i->with_imm = true;
    i->wqe_idx = 0x1234;
    i->byte_cnt = 0xabcd;
    i->imm = 0x11223344;
    i->src_qpn = 0x778899;
    i->cq = 3;
    run(b);
    assert_memory_equal(b->record, want, 64); /* which check_beat has compared with the bus */
    assert_int_equal(b->records, 1);
}

static void laps(struct bench *b, uint32_t shift, uint32_t pi, uint32_t count)
{
    set_cq(b, 5, shift, pi);
    for (uint32_t i = 0; i < count; i++) {
        add(b, i % 2, CQE)->cq = 5;
    }
    run(b);
}

static void wr_turns_the_owner_bit_when_the_queue_begins_a_lap(void **state)
{
    laps(*state, 2, 0, 13); /* three laps of four */
    laps(*state, 1, 5, 9);
    laps(*state, 0, 0, 7);
    laps(*state, 5, 30, 70);
}

static void wr_keeps_laps_when_the_producer_index_wraps(void **state)
{
    laps(*state, 4, 0x7ffff8, 30);
    laps(*state, 22, 0x3ffffe, 5);
    laps(*state, 22, 0x7ffffe, 5);
}

static void wr_writes_no_record_when_the_queue_is_not_set_up(void **state)
{
    struct bench *b = *state;

    tb_bits_set(b->cq[2], 0, 0, 0);
    for (uint32_t i = 0; i < 40; i++) {
        add(b, i % 2, CQE)->cq = 2;
        add_pay(b, i % 2, 10, i, 100);
        add(b, i % 2, CQE)->cq = (uint16_t)(i % 4 ? CQS + i : 0xff00);
        add(b, i % 2, CQE)->cq = 1;
    }
    run(b);
    assert_int_equal(b->records, 40);
    assert_int_equal(b->payloads, 40);
    assert_int_equal(b->bad_cq, 80);
}

static void wr_counts_each_queue_alone_when_queues_mix_and_answer_late(void **state)
{
    struct bench *b = *state;

    b->rng = tb_rng_seed(1);
    for (uint32_t slow = 0; slow < 100; slow += 30) {
        b->ctx.slow_percent = slow;
        for (uint32_t i = 0; i < 300; i++) {
            add(b, tb_rng_below(&b->rng, 2), CQE)->cq = (uint16_t)(i % 3 ? 3 : i % CQS);
        }
        run(b);
    }
    assert_int_equal(b->records, 1200);
}

/* ---- Between sources */

static void wr_serves_the_sources_in_turn_when_all_wait(void **state)
{
    struct bench *b = *state;

    for (uint32_t i = 0; i < 50; i++) {
        add_pay(b, REQ, 6, 0, 64);
        add(b, RSP, CQE);
        add_eight(b, ATOMIC, 8);
    }
    while (b->list[REQ].taken < 50) {
        cycle(b);
        assert_true(b->begun < 2 || b->run_length == 1);
    }
    assert_true(b->list[RSP].taken >= 48 && b->list[ATOMIC].taken >= 48);
    run(b);
}

static void wr_reports_what_is_pending_until_it_has_left(void **state)
{
    struct bench *b = *state;
    struct dut *d = b->d;

    add_pay(b, RSP, 6, 0, 64);
    cycles(b, 20);
    assert_int_equal(*d->m_pending_req, 0); /* of the other side */
    run(b);
    b->stall_sent = 100;
    add_pay(b, REQ, 6, 0, 64);
    add(b, REQ, CQE);
    cycles(b, 30);
    assert_int_equal(b->whole - b->sent, 2);
    assert_int_equal(*d->m_pending_req, 1);
    b->stall_sent = 0;
    cycle(b);
    assert_int_equal(b->whole - b->sent, 1);
    *d->s_wr_sent = 0;
    dut_eval(d);
    assert_int_equal(*d->m_pending_req, 0); /* the record does not count */
    run(b);
}

static void wr_waits_when_too_many_writes_have_not_left(void **state)
{
    struct bench *b = *state;

    b->stall_sent = 100;
    for (uint32_t i = 0; i < 20; i++) {
        add_pay(b, i % 2, 6, 0, 64);
    }
    cycles(b, 200);
    assert_int_equal(b->begun, TAGS);
    b->stall_sent = 0;
    run(b);
}

/* ---- Time */

/* Shows the first action of a source n cycles after its payload.
 *  @return cycles from the action to its command. */
static uint32_t latency(struct bench *b, uint32_t s)
{
    uint32_t before = b->begun;
    uint64_t start;

    b->stall_act[s] = 100;
    cycles(b, 10);
    b->stall_act[s] = 0;
    start = b->d->cycle;
    while (b->begun == before) {
        cycle(b);
        assert_true(b->d->cycle - start < 20);
    }
    return (uint32_t)(b->d->cycle - 1 - start);
}

static void wr_needs_two_cycles_for_every_kind(void **state)
{
    struct bench *b = *state;
    static const uint32_t lane[] = {0, 6, 58, 10}, to[] = {0, 6, 0, 60};

    for (uint32_t k = 0; k < 4; k++) { /* as a read response: lane 58, two beats */
        add_pay(b, k % 2, lane[k], to[k], 64);
        assert_int_equal(latency(b, k % 2), 2);
        run(b);
    }
    add(b, RSP, CQE);
    assert_int_equal(latency(b, RSP), 2);
    run(b);
    add_eight(b, RSP, 60);
    assert_int_equal(latency(b, RSP), 2);
    run(b);
    add_eight(b, ATOMIC, 8);
    assert_int_equal(latency(b, ATOMIC), 2);
    run(b);
}

static void wr_writes_the_record_right_behind_its_payload(void **state)
{
    struct bench *b = *state;

    add_pay(b, RSP, 58, 0, 64);
    add(b, RSP, CQE);
    latency(b, RSP);
    assert_int_equal(b->begun, 1);
    cycle(b);
    assert_int_equal(b->begun, 2);
    assert_int_equal(b->records, 1);
    run(b);
}

static void wr_moves_a_beat_per_cycle_when_payload_is_long(void **state)
{
    struct bench *b = *state;
    uint64_t start = b->d->cycle;

    add_pay(b, REQ, 6, 0, 4096);    /* 65 beats in */
    add_pay(b, REQ, 0, 0x21, 4096); /* 65 beats out */
    add_pay(b, REQ, 0, 0, 4096);
    run(b);
    assert_true(b->last_write - start <= 65 + 65 + 64 + 5);
}

static void wr_writes_a_record_and_a_line_per_two_cycles(void **state)
{
    struct bench *b = *state;
    uint64_t start = b->d->cycle;

    for (uint32_t i = 0; i < 100; i++) {
        add_pay(b, REQ, 0, 0, 64);
        add(b, REQ, CQE)->cq = 3;
    }
    run(b);
    assert_true(b->last_write - start <= 200 + 5);
}

/* ---- Stalls */

static void random_item(struct bench *b)
{
    struct tb_rng *r = &b->rng;
    uint32_t s = tb_rng_below(r, 7);
    uint32_t len = tb_rng_chance(r, 90) ? 1 + tb_rng_below(r, 300) : 1 + tb_rng_below(r, 4096);

    s = s == 6 ? ATOMIC : s % 2;
    if (s == ATOMIC) {
        add_eight(b, s, tb_rng_below(r, 8) * 8);
    } else if (tb_rng_chance(r, 15)) {
        add(b, s, DROP)->beats = 1 + tb_rng_below(r, 6);
    } else if (s == RSP && tb_rng_chance(r, 10)) {
        add_eight(b, s, tb_rng_below(r, 64));
    } else if (tb_rng_chance(r, 40)) {
        struct item *i = add(b, s, CQE);

        i->cq = (uint16_t)(tb_rng_chance(r, 5) ? CQS + 1 : i->cq);
    } else {
        add_pay(b, s, tb_rng_below(r, 64), tb_rng_below(r, 64), len);
    }
}

static void wr_keeps_all_rules_when_everything_stalls(void **state)
{
    struct bench *b = *state;
    /* actions of each source, payload, command, beat, sent, context */
    static const uint32_t mix[][8] = {
        {20, 20, 20, 20, 20, 20, 20, 20}, {0, 0, 0, 0, 0, 0, 0, 0},  {90, 0, 0, 0, 0, 0, 0, 0},
        {0, 90, 50, 0, 0, 0, 0, 0},       {0, 0, 0, 70, 0, 0, 0, 0}, {0, 0, 0, 0, 70, 0, 0, 0},
        {0, 0, 0, 0, 0, 70, 0, 0},        {0, 0, 0, 0, 0, 0, 90, 0}, {0, 0, 0, 0, 0, 0, 0, 80},
        {0, 0, 0, 30, 0, 30, 0, 50}};

    b->rng = tb_rng_seed(2);
    for (uint32_t k = 0; k < 20; k++) {
        const uint32_t *m = mix[k % 10];

        memcpy(b->stall_act, m, sizeof(b->stall_act));
        b->stall_pay = m[3];
        b->stall_wr = m[4];
        b->stall_w = m[5];
        b->stall_sent = m[6];
        b->ctx.slow_percent = m[7];
        b->ctx.rng.s = tb_rng_next(&b->rng);
        b->wr_needs_w = k >= 10;
        *b->d->cfg_mps = (uint8_t)(k % 6);
        for (uint32_t i = 0; i < 400; i++) {
            random_item(b);
        }
        run(b);
    }
    assert_true(b->payloads > 2000 && b->records > 1000 && b->bad_cq > 20 && b->done > 500);
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(wr_moves_payload_from_any_lane_to_any_lane),
        TEST(wr_moves_payload_of_any_length),
        TEST(wr_throws_away_exactly_the_beats_of_an_action),
        TEST(wr_writes_eight_bytes_low_byte_first_at_any_lane),
        TEST(wr_writes_the_record_of_the_layout),
        TEST(wr_turns_the_owner_bit_when_the_queue_begins_a_lap),
        TEST(wr_keeps_laps_when_the_producer_index_wraps),
        TEST(wr_writes_no_record_when_the_queue_is_not_set_up),
        TEST(wr_counts_each_queue_alone_when_queues_mix_and_answer_late),
        TEST(wr_serves_the_sources_in_turn_when_all_wait),
        TEST(wr_reports_what_is_pending_until_it_has_left),
        TEST(wr_waits_when_too_many_writes_have_not_left),
        TEST(wr_needs_two_cycles_for_every_kind),
        TEST(wr_writes_the_record_right_behind_its_payload),
        TEST(wr_moves_a_beat_per_cycle_when_payload_is_long),
        TEST(wr_writes_a_record_and_a_line_per_two_cycles),
        TEST(wr_keeps_all_rules_when_everything_stalls),
    };
    return cmocka_run_group_tests_name("roce_wr", tests, NULL, NULL);
}
