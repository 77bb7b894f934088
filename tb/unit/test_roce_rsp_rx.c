/* SPDX-License-Identifier: Apache-2.0 */
/* test_roce_rsp_rx: what a response does to the requests of its queue pair: payload placed,
 * requests completed in order, errors, flushes, what is ignored; messages of the sending half in
 * between; cycles; stalls. A model of the completing half, told each job when the module takes it,
 * says all outputs in advance; the tests of single rules compare with values by hand as well. Long,
 * because this model serves all tests. */
/* DUT: roce_rsp_rx -GQPS=8 -GSLOTS=8 -GMRS=16 */
/* DUT: roce_rsp_rx -GQPS=64 -GSLOTS=128 -GMRS=256 */
#include "dut.h"
#include "tb_ctx.h"
#include "tb_hold.h"
#include "tb_record.h"

#define QPS DUT_P_QPS
#define SLOTS DUT_P_SLOTS
#define MRS DUT_P_MRS
#define ITEMS 8192u
#define PSN_MASK 0xffffffu

enum { WRITE, WRITE_IMM, SEND, SEND_IMM, READ, CAS, FADD };
enum { READ_FIRST = 0x0d, READ_MIDDLE, READ_LAST, READ_ONLY, ACK, ATOMIC_ACK };
enum { STATE_RESET, STATE_RTR = 2, STATE_RTS, STATE_SQD, STATE_ERR = 6 };
enum { OK, LOC_PROT = 4, WR_FLUSH, BAD_RESP = 7, REM_INV_REQ = 9, REM_ACCESS, REM_OP, RETRY, RNR };
enum { LERR = 1, FLUSH };
enum { PLACE, THROW, CQE, EIGHT };
enum { SYN_ACK = 0x1f, SYN_RNR = 0x2a, SYN_SEQ = 0x60, SYN_INV, SYN_ACCESS, SYN_OP };

/* A request as its send record tells it. */
struct req {
    uint32_t first, last; /* PSN */
    uint8_t op;
    bool signaled;
    uint32_t length, lkey;
    uint64_t local;
    uint16_t wqe_idx;
};

/* A queue pair: what the other modules know, and the model of the completing half. */
struct qp {
    struct req req[SLOTS];
    uint16_t issue_idx;
    uint32_t next_psn;
    uint8_t state, mtu;
    uint16_t cq, pkey;
    uint32_t peer, ip;
    /* the model */
    uint16_t idx;
    uint32_t psn, off;
    bool wait, flush;
    uint16_t wait_idx, flush_idx;
    uint8_t wait_status;
    uint16_t finished; /* entries given back */
};

struct rsp {
    uint8_t op, syndrome;
    uint32_t dest, psn, bytes, lane, beats;
    uint16_t frame;
    uint64_t orig;
    bool ok;
    uint16_t other_pkey; /* bits that differ from the key of the queue pair as full member */
    uint32_t other_ip;   /* bits of its address that are not those of the peer */
};

struct msg {
    uint16_t qp, idx;
    uint8_t kind, status;
};

struct act {
    uint8_t kind;
    uint64_t addr, data;
    uint32_t len, lane, beats;
    uint16_t frame, qp;
    uint16_t cq, wqe_idx;
    uint8_t opcode, status;
    uint32_t byte_cnt, src_qpn;
};

enum { DOMAIN = 0x5a3c }; /* protection domain of all */

struct pair {
    uint16_t qp, count;
};

struct bench {
    struct dut *d;
    struct tb_rng rng;
    uint32_t stall_rsp, stall_end, stall_msg, stall_act, stall_free, stall_done, stall_err;
    struct tb_hold act, free, done, err;
    struct tb_ctx ctx[4];
    uint8_t cfg[QPS][40], tx[QPS][16], una[QPS][24], mr[MRS][32];
    uint32_t sent[QPS * SLOTS][7];
    struct qp qp[QPS];

    struct rsp rsp[ITEMS];
    struct msg msg[ITEMS];
    uint32_t rsps, rsp_shown, rsp_in, ends, msgs, msg_in;
    /* what must come */
    struct act want[2 * ITEMS];
    struct pair want_free[ITEMS];
    uint16_t want_done[ITEMS], want_err[ITEMS];
    uint64_t want_probe[ITEMS];
    uint32_t wants, wants_free, wants_done, wants_err, wants_probe;
    /* what came */
    struct act seen[2 * ITEMS];
    uint64_t seen_cycle[2 * ITEMS];
    uint32_t acts, frees, dones, errs, probes;
    uint32_t drop_qp, drop_pkey, drop_rsp, implied, qp_err;
    uint32_t want_drop_qp, want_drop_pkey, want_drop_rsp, want_implied, want_qp_err;
    bool ran;
    bool answer_errors; /* an error is answered by a flush, as roce_qp_send does */
    uint32_t quiet_success, requests;
};

/* ---- Tables */

static void put_tx(struct bench *b, uint32_t q)
{
    tb_bits_set(b->tx[q], 23, 0, b->qp[q].next_psn);
    tb_bits_set(b->tx[q], 47, 32, b->qp[q].issue_idx);
}

static void put_cfg(struct bench *b, uint32_t q)
{
    const struct qp *p = &b->qp[q];
    uint8_t *r = b->cfg[q];

    tb_bits_set(r, 2, 0, p->state);
    tb_bits_set(r, 5, 3, p->mtu);
    tb_bits_set(r, 55, 32, p->peer);
    tb_bits_set(r, 79, 64, DOMAIN);
    tb_bits_set(r, 95, 80, p->pkey);
    tb_bits_set(r, 143, 128, p->cq);
    tb_bits_set(r, 255, 224, p->ip);
}

/* Sets a queue pair up anew, with nothing outstanding. */
static void set_qp(struct bench *b, uint32_t q, uint16_t idx, uint32_t psn)
{
    struct qp *p = &b->qp[q];

    tb_rng_fill(&b->rng, b->cfg[q], 40);
    tb_rng_fill(&b->rng, b->tx[q], 16);
    memset(b->una[q], 0, 24);
    p->issue_idx = p->idx = p->finished = idx;
    p->next_psn = p->psn = psn;
    p->off = 0;
    p->wait = p->flush = false;
    p->state = STATE_RTS;
    p->mtu = 1; /* 256 B */
    p->cq = (uint16_t)tb_rng_next(&b->rng);
    p->peer = tb_rng_next(&b->rng) & PSN_MASK;
    p->pkey = (uint16_t)tb_bits(b->cfg[q], 95, 80);
    p->ip = (uint32_t)tb_bits(b->cfg[q], 255, 224);
    put_cfg(b, q);
    put_tx(b, q);
    tb_bits_set(b->una[q], 15, 0, idx);
    tb_bits_set(b->una[q], 55, 32, psn);
}

static void set_mr(struct bench *b, uint32_t k, uint64_t va, uint64_t len, uint64_t pa)
{
    uint8_t *r = b->mr[k];

    tb_rng_fill(&b->rng, r, 32);
    tb_bits_set(r, 31, 16, DOMAIN);
    tb_bits_set(r, 0, 0, 1);
    tb_bits_set(r, 1, 1, 1);
    tb_bits_set(r, 127, 64, va);
    tb_bits_set(r, 191, 128, len);
    tb_bits_set(r, 255, 192, pa);
}

static uint32_t lkey_of(const struct bench *b, uint32_t k) { return k << 8 | b->mr[k][1]; }

static int setup(void **state)
{
    struct bench *b = calloc(1, sizeof(*b));
    struct dut *d = dut_create();

    b->d = d;
    b->ctx[0] = (struct tb_ctx)TB_CTX(d, cfg, b->cfg);
    b->ctx[1] = (struct tb_ctx)TB_CTX(d, tx, b->tx);
    b->ctx[2] = (struct tb_ctx)TB_CTX(d, una, b->una);
    b->ctx[3] = (struct tb_ctx)TB_CTX(d, mr, b->mr);
    b->act = (struct tb_hold){.valid = d->m_act_valid, .ready = d->m_act_ready};
    TB_HOLD_ADD(&b->act, d, m_act_kind);
    TB_HOLD_ADD(&b->act, d, m_act_addr);
    TB_HOLD_ADD(&b->act, d, m_act_len);
    TB_HOLD_ADD(&b->act, d, m_act_lane);
    TB_HOLD_ADD(&b->act, d, m_act_beats);
    TB_HOLD_ADD(&b->act, d, m_act_frame);
    TB_HOLD_ADD(&b->act, d, m_act_qp);
    TB_HOLD_ADD(&b->act, d, m_act_data);
    TB_HOLD_ADD(&b->act, d, m_act_cq);
    TB_HOLD_ADD(&b->act, d, m_act_qpn);
    TB_HOLD_ADD(&b->act, d, m_act_opcode);
    TB_HOLD_ADD(&b->act, d, m_act_status);
    TB_HOLD_ADD(&b->act, d, m_act_wqe_idx);
    TB_HOLD_ADD(&b->act, d, m_act_byte_cnt);
    TB_HOLD_ADD(&b->act, d, m_act_src_qpn);
    b->free = (struct tb_hold){.valid = d->m_free_valid, .ready = d->m_free_ready};
    TB_HOLD_ADD(&b->free, d, m_free_qp);
    TB_HOLD_ADD(&b->free, d, m_free_count);
    b->done = (struct tb_hold){.valid = d->m_rd_done_valid, .ready = d->m_rd_done_ready};
    TB_HOLD_ADD(&b->done, d, m_rd_done_qp);
    b->err = (struct tb_hold){.valid = d->m_err_valid, .ready = d->m_err_ready};
    TB_HOLD_ADD(&b->err, d, m_err_qp);
    for (uint32_t q = 0; q < QPS; q++) {
        set_qp(b, q, (uint16_t)(q * 1000), q * 0x10101);
    }
    for (uint32_t k = 0; k < MRS; k++) {
        set_mr(b, k, (uint64_t)k << 40, 1u << 24, (uint64_t)(MRS - k) << 44);
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

/* ---- Requests, as roce_qp_send issues them */

static bool is_rd(const struct req *r) { return r->op >= READ; }

/* Writes the send record of the next request. @param packets [in] PSNs it takes; 0: never sent */
static struct req *enter(struct bench *b, uint32_t q, uint8_t op, uint32_t length, uint32_t packets)
{
    struct qp *p = &b->qp[q];
    struct req *r = &p->req[p->issue_idx % SLOTS];
    uint32_t mr = tb_rng_below(&b->rng, MRS);

    assert_true((uint16_t)(p->issue_idx - p->finished) < SLOTS);
    *r = (struct req){.first = p->next_psn,
                      .last = (p->next_psn + (packets > 0 ? packets - 1 : 0)) & PSN_MASK,
                      .op = op,
                      .signaled = true,
                      .length = length,
                      .lkey = lkey_of(b, mr),
                      .local = ((uint64_t)mr << 40) + tb_rng_below(&b->rng, 1 << 23),
                      .wqe_idx = p->issue_idx};
    p->issue_idx++;
    p->next_psn = (p->next_psn + packets) & PSN_MASK;
    put_tx(b, q);
    b->requests++;
    return r;
}

/* Puts a request into the store once its fields are as the test wants them. */
static void store(struct bench *b, uint32_t q, const struct req *r)
{
    uint32_t *w = b->sent[q * SLOTS + (uint32_t)(r - b->qp[q].req)];

    tb_bits_set(w, 200, 177, r->first);
    tb_bits_set(w, 176, 153, r->last);
    tb_bits_set(w, 152, 145, r->op);
    tb_bits_set(w, 144, 144, r->signaled);
    tb_bits_set(w, 143, 112, r->length);
    tb_bits_set(w, 111, 80, r->lkey);
    tb_bits_set(w, 79, 16, r->local);
    tb_bits_set(w, 15, 0, r->wqe_idx);
}

static struct req *issue(struct bench *b, uint32_t q, uint8_t op, uint32_t length)
{
    uint32_t mtu = 128u << b->qp[q].mtu;
    struct req *r = enter(b, q, op, op >= CAS ? 8 : length,
                          op >= CAS || length == 0 ? 1 : (length + mtu - 1) / mtu);

    store(b, q, r);
    return r;
}

/* ---- Responses */

static struct rsp *respond(struct bench *b, uint32_t q, uint8_t op, uint32_t psn, uint32_t bytes)
{
    struct rsp *r = &b->rsp[b->rsps++];

    assert_true(b->rsps <= ITEMS);
    *r = (struct rsp){.op = op,
                      .syndrome = SYN_ACK,
                      .dest = q,
                      .psn = psn & PSN_MASK,
                      .bytes = bytes,
                      .lane = op == READ_MIDDLE ? 54 : 58,
                      .frame = (uint16_t)tb_rng_next(&b->rng),
                      .orig = tb_rng_next(&b->rng),
                      .ok = true};
    r->beats = bytes == 0 ? 0 : (r->lane + bytes + 63) / 64;
    return r;
}

static struct rsp *ack(struct bench *b, uint32_t q, uint32_t psn)
{
    return respond(b, q, ACK, psn, 0);
}

static struct rsp *nak(struct bench *b, uint32_t q, uint32_t psn, uint8_t syndrome)
{
    struct rsp *r = respond(b, q, ACK, psn, 0);

    r->syndrome = syndrome;
    return r;
}

/* Packet n of the answer to a read. */
static struct rsp *read_packet(struct bench *b, uint32_t q, const struct req *r, uint32_t n)
{
    uint32_t mtu = 128u << b->qp[q].mtu, packets = ((r->last - r->first) & PSN_MASK) + 1;
    bool last = n + 1 == packets;
    uint8_t op = n == 0 ? (last ? READ_ONLY : READ_FIRST) : (last ? READ_LAST : READ_MIDDLE);

    return respond(b, q, op, r->first + n, last ? r->length - n * mtu : mtu);
}

static void read_answer(struct bench *b, uint32_t q, const struct req *r)
{
    for (uint32_t n = 0; n <= ((r->last - r->first) & PSN_MASK); n++) {
        read_packet(b, q, r, n);
    }
}

static void message(struct bench *b, uint32_t q, uint8_t kind, uint32_t idx, uint8_t status)
{
    assert_true(b->msgs < ITEMS);
    b->msg[b->msgs++] =
        (struct msg){.qp = (uint16_t)q, .kind = kind, .idx = (uint16_t)idx, .status = status};
}

/* A request that fails before it is issued, or that is flushed, and its message. */
static void refuse(struct bench *b, uint32_t q, uint8_t op, uint8_t kind, uint8_t status)
{
    struct req *r = enter(b, q, op, 64, 0);

    r->signaled = false;
    store(b, q, r);
    message(b, q, kind, (uint32_t)(r->wqe_idx + (kind == FLUSH)), status);
}

/* ---- The model: one job after the other, all it must cause */

static bool before(uint32_t a, uint32_t b) { return ((a - b) & PSN_MASK) >= 0x800000; }

static bool idx_ahead(uint16_t a, uint16_t b)
{
    uint16_t d = (uint16_t)(a - b);

    return d != 0 && d < 0x8000;
}

static struct act *want(struct bench *b, uint8_t kind, uint32_t q, uint16_t frame)
{
    struct act *a = &b->want[b->wants++];

    assert_true(b->wants <= 2 * ITEMS);
    *a = (struct act){.kind = kind, .qp = (uint16_t)q, .frame = frame};
    return a;
}

static void want_throw(struct bench *b, const struct rsp *r)
{
    if (r->beats > 0) {
        want(b, THROW, r->dest < QPS ? r->dest : 0, r->frame)->beats = r->beats;
    }
}

/* The oldest request ends. @return 1, to be counted */
static uint32_t complete(struct bench *b, uint32_t q, uint8_t status, bool loud, bool was_sent)
{
    struct qp *p = &b->qp[q];
    const struct req *r = &p->req[p->idx % SLOTS];
    static const uint8_t wc[] = {1, 1, 0, 0, 2, 3, 4};

    if (p->state != STATE_RESET && (r->signaled || loud)) {
        struct act *a = want(b, CQE, q, 0);

        a->cq = p->cq;
        a->opcode = wc[r->op];
        a->status = status;
        a->wqe_idx = r->wqe_idx;
        a->byte_cnt = r->length;
        a->src_qpn = p->peer;
    } else {
        b->quiet_success++;
    }
    if (is_rd(r) && was_sent) {
        b->want_done[b->wants_done++] = (uint16_t)q;
    }
    p->idx++;
    p->off = 0;
    p->psn = (r->last + 1) & PSN_MASK;
    return 1;
}

static uint32_t flush_on(struct bench *b, uint32_t q)
{
    struct qp *p = &b->qp[q];
    uint32_t n = 0;

    while (idx_ahead(p->flush_idx, p->idx)) {
        n += complete(b, q, WR_FLUSH, true, true);
    }
    return n;
}

/* The oldest request fails, and all behind it that are known to be flushed. */
static uint32_t fail_oldest(struct bench *b, uint32_t q, uint8_t status, bool was_sent)
{
    struct qp *p = &b->qp[q];
    uint32_t n = complete(b, q, status, true, was_sent);

    if (!p->flush) {
        p->flush_idx = p->wait ? (uint16_t)(p->wait_idx + 1) : p->idx;
    }
    p->flush = true;
    p->wait = false;
    if (!idx_ahead(p->flush_idx, p->idx)) {
        p->flush_idx = p->idx;
    }
    if (was_sent) {
        b->want_err[b->wants_err++] = (uint16_t)q;
        b->want_qp_err++;
    }
    return n + flush_on(b, q);
}

static uint32_t after_success(struct bench *b, uint32_t q)
{
    struct qp *p = &b->qp[q];

    return p->wait && p->idx == p->wait_idx ? fail_oldest(b, q, p->wait_status, false) : 0;
}

static bool may_place(const struct bench *b, const struct req *r, uint32_t off, uint32_t bytes)
{
    uint32_t k = r->lkey >> 8;
    const uint8_t *m = b->mr[k % MRS];
    uint64_t va = tb_bits(m, 127, 64), len = tb_bits(m, 191, 128);

    return k < MRS && (m[0] & 3) == 3 && tb_bits(m, 31, 16) == DOMAIN && m[1] == (r->lkey & 0xff) &&
           r->local + off >= va && r->local + off - va + bytes <= len;
}

static uint64_t place_at(const struct bench *b, const struct req *r, uint32_t off)
{
    const uint8_t *m = b->mr[r->lkey >> 8];

    return r->local + off - tb_bits(m, 127, 64) + tb_bits(m, 255, 192);
}

static uint8_t nak_status(uint8_t syndrome)
{
    static const uint8_t status[] = {RETRY, REM_INV_REQ, REM_ACCESS, REM_OP};

    return syndrome >> 5 == 1                          ? (uint8_t)RNR
           : syndrome >= SYN_SEQ && syndrome <= SYN_OP ? status[syndrome - SYN_SEQ]
                                                       : (uint8_t)BAD_RESP;
}

/* Data of a read for the oldest request, whose turn they are. @return requests completed */
static uint32_t model_read(struct bench *b, uint32_t q, const struct rsp *r)
{
    struct qp *p = &b->qp[q];
    const struct req *o = &p->req[p->idx % SLOTS];
    bool first = r->psn == o->first, last = r->psn == o->last;
    uint8_t op = first ? (last ? READ_ONLY : READ_FIRST) : (last ? READ_LAST : READ_MIDDLE);
    bool fits = last ? p->off + r->bytes == o->length : r->bytes == 128u << p->mtu;
    uint32_t n;

    if (r->op != op || !fits || !may_place(b, o, p->off, r->bytes)) {
        bool malformed = r->op != op || !fits;

        if (malformed || r->bytes > 0) {
            want_throw(b, r);
            return fail_oldest(b, q, malformed ? BAD_RESP : LOC_PROT, true);
        }
    }
    if (r->bytes > 0) {
        struct act *a = want(b, PLACE, q, r->frame);

        a->addr = place_at(b, o, p->off);
        a->len = r->bytes;
        a->lane = r->lane;
        a->beats = r->beats;
        a->wqe_idx = p->idx;
    }
    if (!last) {
        p->off += r->bytes;
        p->psn = (p->psn + 1) & PSN_MASK;
        return 0;
    }
    n = complete(b, q, OK, false, true);
    return n + after_success(b, q);
}

static uint32_t model_atomic(struct bench *b, uint32_t q, const struct rsp *r)
{
    struct qp *p = &b->qp[q];
    const struct req *o = &p->req[p->idx % SLOTS];
    struct act *a;
    uint32_t n;

    if (r->beats > 0) {
        return fail_oldest(b, q, BAD_RESP, true);
    }
    if (!may_place(b, o, 0, 8)) {
        return fail_oldest(b, q, LOC_PROT, true);
    }
    a = want(b, EIGHT, q, r->frame);
    a->addr = place_at(b, o, 0);
    a->data = r->orig;
    a->len = 8;
    a->wqe_idx = p->idx;
    n = complete(b, q, OK, false, true);
    return n + after_success(b, q);
}

enum { NO_EFFECT, EFFECT, GAP };

/* What the response means for the request that is the oldest after all before it. */
static uint32_t model_oldest(struct bench *b, uint32_t q, const struct rsp *r, uint32_t *freed)
{
    struct qp *p = &b->qp[q];
    const struct req *o = &p->req[p->idx % SLOTS];
    bool data = r->op != ACK, past = before(o->last, r->psn);
    bool right = r->op == ATOMIC_ACK ? o->op >= CAS : o->op == READ;

    if (past || (data && right && r->psn != p->psn) ||
        (r->op == ACK && r->syndrome < 0x20 && is_rd(o))) {
        if (r->op != ATOMIC_ACK && r->op != ACK) {
            want_throw(b, r);
        }
        return GAP;
    }
    if (r->op == ACK && r->syndrome < 0x20) {
        p->psn = (r->psn + 1) & PSN_MASK;
    } else if (r->op == ACK) {
        *freed += fail_oldest(b, q, nak_status(r->syndrome), true);
    } else if (!right) {
        if (r->op != ATOMIC_ACK) {
            want_throw(b, r);
        }
        *freed += fail_oldest(b, q, BAD_RESP, true);
    } else {
        *freed += r->op == ATOMIC_ACK ? model_atomic(b, q, r) : model_read(b, q, r);
    }
    return EFFECT;
}

static void model_rsp(struct bench *b, const struct rsp *r)
{
    uint32_t q = r->dest, freed = 0, effect = NO_EFFECT;
    bool is_ack = r->op == ACK && r->syndrome < 0x20;
    struct qp *p = &b->qp[q < QPS ? q : 0];
    uint32_t acked = is_ack ? r->psn : (r->psn - 1) & PSN_MASK;

    if (!r->ok) {
        want_throw(b, r);
        return;
    }
    if (q >= QPS || (p->state != STATE_RTS && p->state != STATE_SQD) || r->other_ip != 0) {
        want_throw(b, r);
        b->want_drop_qp++;
        return;
    }
    if (r->other_pkey != 0 && !(r->other_pkey == 0x8000 && p->pkey >= 0x8000)) {
        want_throw(b, r);
        b->want_drop_pkey++;
        return;
    }
    if ((p->flush && !p->wait) || p->idx == p->issue_idx || before(r->psn, p->psn) ||
        !before(r->psn, p->next_psn)) {
        want_throw(b, r);
        b->want_drop_rsp++;
        return;
    }
    if (r->op == ACK || r->op == ATOMIC_ACK) {
        want_throw(b, r);
    }
    while (p->idx != p->issue_idx && !is_rd(&p->req[p->idx % SLOTS]) &&
           !before(acked, p->req[p->idx % SLOTS].last)) {
        freed += complete(b, q, OK, false, true);
        effect = EFFECT;
    }
    if (effect == EFFECT) {
        freed += after_success(b, q);
    }
    if (!(is_ack && before(r->psn, p->psn))) {
        uint32_t e = model_oldest(b, q, r, &freed);

        b->want_implied += e == GAP;
        effect = e == EFFECT ? EFFECT : effect;
    }
    if (freed > 0) {
        b->want_free[b->wants_free++] = (struct pair){.qp = (uint16_t)q, .count = (uint16_t)freed};
    }
    if (effect == EFFECT) { /* frame 16, queue pair 16, PSN 24, response 1, from bit 0 up */
        b->want_probe[b->wants_probe++] =
            (uint64_t)r->frame | (uint64_t)q << 16 | (uint64_t)r->psn << 32 | 1ull << 56;
    }
    b->want_drop_rsp += effect != EFFECT;
}

static void model_msg(struct bench *b, const struct msg *m)
{
    struct qp *p = &b->qp[m->qp];
    uint32_t freed = 0;

    if (m->kind == LERR && p->flush && !p->wait) {
        p->flush_idx = (uint16_t)(m->idx + 1);
        freed = flush_on(b, m->qp);
    } else if (m->kind == LERR) {
        p->wait = true;
        p->wait_idx = m->idx;
        p->wait_status = m->status;
        freed = p->idx == m->idx ? fail_oldest(b, m->qp, m->status, false) : 0;
    } else {
        p->wait = p->wait && p->state != STATE_RESET;
        p->flush = true;
        p->flush_idx = m->idx;
        freed = p->wait ? 0 : flush_on(b, m->qp);
    }
    if (freed > 0) {
        b->want_free[b->wants_free++] = (struct pair){.qp = m->qp, .count = (uint16_t)freed};
    }
}

/* ---- Check */

static void check_act(struct bench *b)
{
    struct dut *d = b->d;
    const struct act *w = &b->want[b->acts];
    struct act a = {.kind = *d->m_act_kind,
                    .addr = *d->m_act_addr,
                    .data = *d->m_act_data,
                    .len = *d->m_act_len,
                    .lane = *d->m_act_lane,
                    .beats = *d->m_act_beats,
                    .frame = *d->m_act_frame,
                    .qp = *d->m_act_qp,
                    .cq = *d->m_act_cq,
                    .wqe_idx = *d->m_act_wqe_idx,
                    .opcode = *d->m_act_opcode,
                    .status = *d->m_act_status,
                    .byte_cnt = *d->m_act_byte_cnt,
                    .src_qpn = *d->m_act_src_qpn};

    assert_true(b->acts < b->wants);
    assert_int_equal(a.kind, w->kind);
    assert_int_equal(a.qp, w->qp);
    if (a.kind == CQE) {
        assert_int_equal(a.cq, w->cq);
        assert_int_equal(*d->m_act_qpn, w->qp);
        assert_int_equal(a.opcode, w->opcode);
        assert_int_equal(a.status, w->status);
        assert_int_equal(*d->m_act_with_imm, 0);
        assert_int_equal(*d->m_act_imm, 0);
        assert_int_equal(a.wqe_idx, w->wqe_idx);
        assert_int_equal(a.byte_cnt, w->byte_cnt);
        assert_int_equal(a.src_qpn, w->src_qpn);
    } else {
        assert_int_equal(a.frame, w->frame);
        if (a.kind != EIGHT) {
            assert_int_equal(a.beats, w->beats);
        } else {
            assert_int_equal(a.data, w->data);
        }
        if (a.kind != THROW) {
            assert_int_equal(a.addr, w->addr);
            assert_int_equal(a.len, w->len);
            assert_int_equal(a.wqe_idx, w->wqe_idx);
        }
        if (a.kind == PLACE) {
            assert_int_equal(a.lane, w->lane);
        }
    }
    b->seen_cycle[b->acts] = d->cycle;
    b->seen[b->acts++] = a;
}

static void check_marks(struct bench *b)
{
    struct dut *d = b->d;

    if (*d->probe_packet_valid) {
        assert_true(b->probes < b->wants_probe);
        assert_int_equal(*d->probe_packet_id, b->want_probe[b->probes++]);
    }
    b->drop_qp += *d->stat_drop_qp;
    b->drop_pkey += *d->stat_drop_pkey;
    b->drop_rsp += *d->stat_drop_rsp;
    b->implied += *d->stat_implied_loss;
    b->qp_err += *d->stat_qp_err;
}

static void check_out(struct bench *b)
{
    struct dut *d = b->d;

    if (tb_hold_check(&b->act)) {
        check_act(b);
    }
    if (tb_hold_check(&b->free)) {
        const struct pair *w = &b->want_free[b->frees++];

        assert_true(b->frees <= b->wants_free);
        assert_int_equal(*d->m_free_rq, 0);
        assert_int_equal(*d->m_free_qp, w->qp);
        assert_int_equal(*d->m_free_count, w->count);
        b->qp[w->qp].finished = (uint16_t)(b->qp[w->qp].finished + w->count);
    }
    if (tb_hold_check(&b->done)) {
        assert_true(b->dones < b->wants_done);
        assert_int_equal(*d->m_rd_done_qp, b->want_done[b->dones++]);
    }
    if (tb_hold_check(&b->err)) {
        assert_true(b->errs < b->wants_err);
        assert_int_equal(*d->m_err_qp, b->want_err[b->errs++]);
        if (b->answer_errors) {
            message(b, *d->m_err_qp, FLUSH, b->qp[*d->m_err_qp].issue_idx, 0);
        }
    }
}

/* ---- Drive */

static bool go(struct bench *b, uint32_t stall_percent)
{
    return !tb_rng_chance(&b->rng, stall_percent);
}

static void drive(struct bench *b)
{
    struct dut *d = b->d;

    if (!*d->s_rsp_valid && b->rsp_in < b->rsps && go(b, b->stall_rsp)) {
        const struct rsp *r = &b->rsp[b->rsp_in];

        *d->s_rsp_valid = 1;
        tb_rng_fill(&b->rng, d->s_rsp_bth, 12);
        tb_bits_set(d->s_rsp_bth, 95, 88, r->op);
        tb_bits_set(d->s_rsp_bth, 79, 64, (b->qp[r->dest % QPS].pkey | 0x8000u) ^ r->other_pkey);
        tb_bits_set(d->s_rsp_bth, 55, 32, r->dest);
        tb_bits_set(d->s_rsp_bth, 23, 0, r->psn);
        tb_rng_fill(&b->rng, d->s_rsp_ext, 28);
        tb_bits_set(d->s_rsp_ext, 223, 216, r->syndrome); /* first byte of AETH */
        tb_bits_set(d->s_rsp_ext, 191, 128, r->orig);     /* behind AETH, first byte on top */
        *d->s_rsp_frame = r->frame;
        *d->s_rsp_src_ip = b->qp[r->dest % QPS].ip ^ r->other_ip;
        *d->s_rsp_pay_bytes = (uint16_t)r->bytes;
        *d->s_rsp_pay_lane = (uint8_t)r->lane;
        *d->s_rsp_pay_beats = (uint8_t)r->beats;
    }
    if (!*d->s_rsp_end_valid && b->ends < b->rsp_in && go(b, b->stall_end)) {
        *d->s_rsp_end_valid = 1;
        *d->s_rsp_end_ok = b->rsp[b->ends].ok;
    }
    if (!*d->s_issue_valid && b->msg_in < b->msgs && go(b, b->stall_msg)) {
        const struct msg *m = &b->msg[b->msg_in];

        *d->s_issue_valid = 1;
        *d->s_issue_qp = m->qp;
        *d->s_issue_kind = m->kind;
        *d->s_issue_idx = m->idx;
        *d->s_issue_status = m->status;
    }
    *d->m_act_ready = go(b, b->stall_act);
    *d->m_free_ready = go(b, b->stall_free);
    *d->m_rd_done_ready = go(b, b->stall_done);
    *d->m_err_ready = go(b, b->stall_err);
    for (uint32_t i = 0; i < 4; i++) {
        tb_ctx_show(&b->ctx[i]);
    }
    tb_ctx_settle(d, b->ctx, 4);
}

static void step(struct bench *b)
{
    struct dut *d = b->d;
    bool rsp = *d->s_rsp_valid && *d->s_rsp_ready, end = *d->s_rsp_end_valid && *d->s_rsp_end_ready;
    bool msg = *d->s_issue_valid && *d->s_issue_ready, sent = *d->sent_rd_en;
    uint32_t at = *d->sent_rd_addr;

    assert_false(rsp && msg);
    for (uint32_t i = 0; i < 4; i++) {
        tb_ctx_edge(&b->ctx[i], i == 2 ? d->una_wr_valid : NULL, d->una_wr_id, d->una_wr_data);
    }
    dut_tick(d);
    if (sent) {
        assert_true(at < QPS * SLOTS);
        memcpy(d->sent_rd_data, b->sent[at], sizeof(b->sent[0]));
    } else {
        tb_rng_fill(&b->rng, d->sent_rd_data, 24);
    }
    if (rsp) {
        model_rsp(b, &b->rsp[b->rsp_in++]);
        *d->s_rsp_valid = 0;
    }
    if (msg) {
        model_msg(b, &b->msg[b->msg_in++]);
        *d->s_issue_valid = 0;
    }
    if (end) {
        b->ends++;
        *d->s_rsp_end_valid = 0;
    }
}

static void cycle(struct bench *b)
{
    if (b->ran) { /* the run before has been looked at */
        b->acts = b->wants = 0;
        b->ran = false;
    }
    drive(b);
    check_marks(b);
    check_out(b);
    step(b);
}

static void cycles(struct bench *b, uint32_t n)
{
    while (n-- > 0) {
        cycle(b);
    }
}

static void check_record(const struct bench *b, uint32_t q)
{
    const struct qp *p = &b->qp[q];
    const uint8_t *r = b->una[q];

    assert_int_equal(tb_bits(r, 15, 0), p->idx);
    assert_int_equal(tb_bits(r, 96, 96), p->wait);
    assert_int_equal(tb_bits(r, 97, 97), p->flush);
    assert_int_equal(p->finished, p->idx);
    if (!p->flush) {
        assert_int_equal(tb_bits(r, 55, 32), p->psn);
        assert_int_equal(tb_bits(r, 95, 64), p->off);
    } else if (!p->wait) {
        assert_int_equal(tb_bits(r, 143, 128), p->flush_idx);
    }
    if (p->wait) {
        assert_int_equal(tb_bits(r, 111, 104), p->wait_status);
        assert_int_equal(tb_bits(r, 127, 112), p->wait_idx);
    }
}

/* Until all jobs are done; the lists begin anew, b->seen keeps the actions of this run. */
static void run(struct bench *b)
{
    for (uint32_t quiet = 0, i = 0; quiet < 3; i++) {
        assert_true(i < 400000);
        cycle(b);
        quiet = *b->d->stat_idle && b->ends == b->rsps && b->msg_in == b->msgs ? quiet + 1 : 0;
    }
    assert_int_equal(b->acts, b->wants);
    assert_int_equal(b->frees, b->wants_free);
    assert_int_equal(b->dones, b->wants_done);
    assert_int_equal(b->errs, b->wants_err);
    assert_int_equal(b->probes, b->wants_probe);
    assert_int_equal(b->drop_qp, b->want_drop_qp);
    assert_int_equal(b->drop_pkey, b->want_drop_pkey);
    assert_int_equal(b->drop_rsp, b->want_drop_rsp);
    assert_int_equal(b->implied, b->want_implied);
    assert_int_equal(b->qp_err, b->want_qp_err);
    for (uint32_t q = 0; q < QPS; q++) {
        check_record(b, q);
    }
    b->rsps = b->rsp_in = b->ends = b->msgs = b->msg_in = 0;
    b->frees = b->wants_free = b->dones = b->wants_done = b->errs = b->wants_err = 0;
    b->probes = b->wants_probe = 0;
    b->ran = true;
}

/* Action n of the run was this completion record. */
static void saw_cqe(const struct bench *b, uint32_t n, uint32_t wqe_idx, uint8_t status)
{
    assert_true(n < b->acts);
    assert_int_equal(b->seen[n].kind, CQE);
    assert_int_equal(b->seen[n].wqe_idx, wqe_idx & 0xffff);
    assert_int_equal(b->seen[n].status, status);
}

/* ---- Reads and atomics */

static void rsp_rx_places_a_read_of_one_packet_and_completes_it(void **state)
{
    struct bench *b = *state;
    struct req *r = issue(b, 2, READ, 64);

    set_mr(b, 5, 0x10000, 0x1000, 0xabc0000);
    b->mr[5][1] = 0x77;
    r->lkey = 0x577;
    r->local = 0x10123;
    store(b, 2, r);
    read_answer(b, 2, r);
    run(b);
    assert_int_equal(b->acts, 2);
    assert_int_equal(b->seen[0].kind, PLACE);
    assert_int_equal(b->seen[0].addr, 0xabc0123);
    assert_int_equal(b->seen[0].len, 64);
    assert_int_equal(b->seen[0].beats, 2);
    saw_cqe(b, 1, 2000, OK);
    assert_int_equal(b->seen[1].opcode, 2);
    assert_int_equal(b->seen[1].byte_cnt, 64);
}

static void rsp_rx_places_reads_of_every_length_packet_by_packet(void **state)
{
    struct bench *b = *state;
    static const uint32_t len[] = {0,   1,   2,   63,  64,  65,  255,  256,
                                   257, 511, 512, 513, 768, 769, 1000, 5000};

    for (uint8_t mtu = 1; mtu <= 5; mtu++) {
        for (uint32_t q = 0; q < 8; q++) {
            b->qp[q].mtu = mtu;
            put_cfg(b, q);
            read_answer(b, q, issue(b, q, READ, len[q]));
            read_answer(b, q, issue(b, q, READ, len[q + 8]));
        }
        run(b);
    }
    assert_int_equal(b->drop_rsp, 0);
    assert_int_equal(b->qp_err, 0);
}

static void rsp_rx_places_reads_at_every_local_offset(void **state)
{
    struct bench *b = *state;

    for (uint32_t k = 0; k < 64; k++) {
        struct req *r = issue(b, k % 8, READ, 1 + k * 11);

        r->local = (r->local & ~63ull) + k;
        store(b, k % 8, r);
        read_answer(b, k % 8, r);
        run(b);
        assert_int_equal(b->seen[0].addr % 64, k); /* regions begin at lines */
        assert_int_equal(b->seen[b->acts - 1].kind, CQE);
    }
}

static void rsp_rx_places_the_value_of_an_atomic_as_a_number(void **state)
{
    struct bench *b = *state;

    issue(b, 1, CAS, 8);
    issue(b, 1, FADD, 8);
    respond(b, 1, ATOMIC_ACK, 0x10101, 0)->orig = 0x1122334455667788; /* first byte sent: 0x11 */
    respond(b, 1, ATOMIC_ACK, 0x10102, 0);
    run(b);
    assert_int_equal(b->acts, 4);
    assert_int_equal(b->seen[0].kind, EIGHT);
    assert_int_equal(b->seen[0].data, 0x1122334455667788);
    assert_int_equal(b->seen[0].len, 8);
    assert_int_equal(b->seen[1].opcode, 3);
    assert_int_equal(b->seen[3].opcode, 4);
    assert_int_equal(b->seen[3].byte_cnt, 8);
}

static void rsp_rx_places_reads_when_the_psn_wraps(void **state)
{
    struct bench *b = *state;

    set_qp(b, 3, 0xfffe, 0xfffffe);
    read_answer(b, 3, issue(b, 3, READ, 1000)); /* fffffe ffffff 0 1 */
    issue(b, 3, WRITE, 600);                    /* 2 3 4 */
    read_answer(b, 3, issue(b, 3, READ, 10));   /* 5 */
    run(b);
    assert_int_equal(b->acts, 4 + 1 + 1 + 2);
    saw_cqe(b, 4, 0xfffe, OK);
    saw_cqe(b, 5, 0xffff, OK); /* by the read behind it */
    saw_cqe(b, 7, 0, OK);
    assert_int_equal(tb_bits(b->una[3], 55, 32), 6);
}

/* ---- Acknowledgements */

static void rsp_rx_completes_all_that_an_acknowledgement_covers(void **state)
{
    struct bench *b = *state;
    static const uint8_t wc[] = {1, 1, 0, 0};

    set_qp(b, 0, 0xfffd, 0xfffffc);
    for (uint8_t op = WRITE; op <= SEND_IMM; op++) {
        issue(b, 0, op, 300); /* two packets each */
    }
    issue(b, 0, WRITE, 0);
    ack(b, 0, 3); /* the last of the four */
    run(b);
    assert_int_equal(b->acts, 4);
    for (uint32_t i = 0; i < 4; i++) {
        saw_cqe(b, i, 0xfffd + i, OK);
        assert_int_equal(b->seen[i].opcode, wc[i]);
        assert_int_equal(b->seen[i].byte_cnt, 300);
    }
    assert_int_equal(tb_bits(b->una[0], 15, 0), 1);
}

static void rsp_rx_completes_nothing_when_a_request_is_acknowledged_in_part(void **state)
{
    struct bench *b = *state;

    issue(b, 0, WRITE, 1000); /* PSN 0 to 3 */
    ack(b, 0, 1);
    ack(b, 0, 1); /* again: behind */
    ack(b, 0, 2);
    run(b);
    assert_int_equal(b->acts, 0);
    assert_int_equal(b->drop_rsp, 1);
    assert_int_equal(tb_bits(b->una[0], 55, 32), 3);
    ack(b, 0, 3);
    run(b);
    assert_int_equal(b->acts, 1);
}

static void rsp_rx_stops_at_a_read_that_has_no_answer(void **state)
{
    struct bench *b = *state;

    issue(b, 0, WRITE, 10); /* 0 */
    issue(b, 0, SEND, 10);  /* 1 */
    issue(b, 0, READ, 600); /* 2 3 4 */
    issue(b, 0, WRITE, 10); /* 5 */
    issue(b, 0, FADD, 8);   /* 6 */
    ack(b, 0, 5);
    run(b);
    assert_int_equal(b->acts, 2);
    assert_int_equal(b->implied, 1);
    assert_int_equal(b->drop_rsp, 0);
    ack(b, 0, 5);
    respond(b, 0, ATOMIC_ACK, 6, 0);
    respond(b, 0, READ_MIDDLE, 3, 256); /* the first is missing */
    nak(b, 0, 5, SYN_INV);              /* nor may an error pass it */
    ack(b, 0, 3);                       /* no answer to a read */
    run(b);
    assert_int_equal(b->acts, 1); /* payload of the second packet */
    assert_int_equal(b->seen[0].kind, THROW);
    assert_int_equal(b->implied, 6);
    assert_int_equal(b->drop_rsp, 5);
    read_answer(b, 0, &b->qp[0].req[2]);
    respond(b, 0, ATOMIC_ACK, 6, 0);
    run(b);
    assert_int_equal(b->acts, 3 + 1 + 1 + 2);
}

static void rsp_rx_completes_writes_by_the_read_response_behind_them(void **state)
{
    struct bench *b = *state;

    issue(b, 0, WRITE, 10);
    issue(b, 0, SEND, 300);
    read_answer(b, 0, issue(b, 0, READ, 300));
    issue(b, 0, WRITE, 10);
    issue(b, 0, CAS, 8);
    respond(b, 0, ATOMIC_ACK, 6, 0);
    run(b);
    assert_int_equal(b->acts, 2 + 3 + 1 + 2);
    saw_cqe(b, 0, 0, OK);
    saw_cqe(b, 1, 1, OK);
    assert_int_equal(b->seen[2].kind, PLACE);
    saw_cqe(b, 5, 3, OK);
    assert_int_equal(b->seen[6].kind, EIGHT);
}

static void rsp_rx_writes_no_record_when_unsignaled_but_frees_and_counts(void **state)
{
    struct bench *b = *state;

    for (uint8_t op = WRITE; op <= FADD; op++) {
        struct req *r = issue(b, 0, op, 64);

        r->signaled = false;
        store(b, 0, r);
    }
    ack(b, 0, 3);
    read_answer(b, 0, &b->qp[0].req[READ]);
    respond(b, 0, ATOMIC_ACK, 5, 0);
    respond(b, 0, ATOMIC_ACK, 6, 0);
    cycles(b, 60);
    assert_int_equal(b->frees, 4); /* of 4, 1, 1, 1 entries */
    assert_int_equal(b->want_free[0].count, 4);
    assert_int_equal(b->dones, 3);
    run(b);
    assert_int_equal(b->acts, 3); /* payload */
    assert_int_equal(b->quiet_success, 7);
}

/* ---- What is ignored */

static void rsp_rx_leaves_no_trace_when_the_verdict_is_bad(void **state)
{
    struct bench *b = *state;
    uint8_t before[24];

    issue(b, 0, WRITE, 10);
    issue(b, 0, READ, 600);
    memcpy(before, b->una[0], 24);
    for (uint32_t op = READ_FIRST; op <= ATOMIC_ACK; op++) {
        for (uint32_t psn = 0; psn < 5; psn++) {
            respond(b, 0, (uint8_t)op, psn, op < ACK ? 256 : 0)->ok = false;
        }
    }
    nak(b, 0, 0, SYN_ACCESS)->ok = false;
    respond(b, QPS, READ_ONLY, 0, 100)->ok = false;
    run(b);
    assert_int_equal(b->acts, 21); /* payload, thrown away */
    for (uint32_t i = 0; i < b->acts; i++) {
        assert_int_equal(b->seen[i].kind, THROW);
        assert_int_equal(b->seen[i].beats, i < 20 ? 5 : 3);
    }
    assert_memory_equal(b->una[0], before, 24);
    assert_int_equal(b->drop_qp + b->drop_rsp + b->implied + b->qp_err, 0);
}

static void rsp_rx_drops_response_when_nothing_is_issued(void **state)
{
    struct bench *b = *state;
    struct req *r = issue(b, 0, READ, 100);

    read_answer(b, 0, r);
    run(b);
    read_answer(b, 0, r); /* once more: behind */
    read_packet(b, 0, r, 0)->psn = 1;
    ack(b, 0, 0);
    ack(b, 0, 1);
    nak(b, 0, 1, SYN_INV);
    respond(b, 0, ATOMIC_ACK, 1, 0);
    run(b);
    assert_int_equal(b->drop_rsp, 6);
    assert_int_equal(b->acts, 2);
    assert_int_equal(b->implied, 0);
}

/* All slots have held requests before; the records there must not come alive again. */
static void rsp_rx_drops_response_to_an_old_record_when_the_store_has_gone_round(void **state)
{
    struct bench *b = *state;

    for (uint32_t i = 0; i < SLOTS + 2; i++) {
        set_qp(b, 0, (uint16_t)i, 100);
        issue(b, 0, WRITE, 10);
        ack(b, 0, 100);
        run(b);
    }
    set_qp(b, 0, 1, 100); /* the record in slot 1 says PSN 100 */
    ack(b, 0, 100);
    run(b);
    assert_int_equal(b->acts, 0);
    assert_int_equal(b->drop_rsp, 1);
}

static void rsp_rx_drops_response_when_its_psn_was_never_sent(void **state)
{
    struct bench *b = *state;

    issue(b, 0, WRITE, 10);
    issue(b, 0, WRITE, 10);
    for (uint32_t psn = 2; psn < 0x800000; psn = psn * 3 + 1) {
        ack(b, 0, psn);
        nak(b, 0, psn, SYN_OP);
        respond(b, 0, READ_ONLY, psn, 64);
        ack(b, 0, 0xffffff - psn); /* behind */
    }
    run(b);
    assert_int_equal(b->drop_rsp, b->want_drop_rsp);
    assert_true(b->drop_rsp > 40);
    for (uint32_t i = 0; i < b->acts; i++) {
        assert_int_equal(b->seen[i].kind, THROW);
    }
}

static void rsp_rx_drops_response_when_the_queue_pair_cannot_have_asked(void **state)
{
    struct bench *b = *state;

    for (uint8_t s = 0; s < 8; s++) {
        set_qp(b, s, 0, 0);
        b->qp[s].state = s;
        put_cfg(b, s);
        read_answer(b, s, issue(b, s, READ, 64));
    }
    respond(b, QPS, READ_ONLY, 0, 64);
    respond(b, 0x10000, READ_ONLY, 0, 64); /* only bits above the number */
    respond(b, 0x800003, READ_ONLY, 0, 64);
    run(b);
    assert_int_equal(b->drop_qp, 6 + 3);
    assert_int_equal(b->acts, 9 + 2 * 2);
}

/* As if they had not come: the right answer behind each still does its work. */
static void rsp_rx_drops_response_when_it_is_of_another_partition_or_peer(void **state)
{
    static const struct {
        uint16_t own, packet;
        uint32_t drops;
    } keys[] = {{0xffff, 0x7fff, 0}, {0x7fff, 0xffff, 0}, {0x7fff, 0x7fff, 1},
                {0x8123, 0x8122, 1}, {0x8123, 0xc123, 1}, {0x0123, 0x4123, 1}};
    struct bench *b = *state;
    uint32_t drops = 0;

    for (size_t k = 0; k < sizeof(keys) / sizeof(keys[0]); k++) {
        b->qp[2].pkey = keys[k].own;
        put_cfg(b, 2);
        const struct req *r = issue(b, 2, READ, 64);

        read_packet(b, 2, r, 0)->other_pkey = keys[k].packet ^ (keys[k].own | 0x8000u);
        nak(b, 2, r->last, SYN_ACCESS)->other_pkey = 1;
        nak(b, 2, r->last, SYN_ACCESS)->other_ip = 1u << 5 * k;
        if (keys[k].drops) {
            read_packet(b, 2, r, 0);
        }
        run(b);
        assert_int_equal(b->acts, 2 + keys[k].drops); /* payload and record once */
        drops += 1 + keys[k].drops;
        assert_int_equal(b->drop_pkey, drops);
        assert_int_equal(b->drop_qp, k + 1);
    }
    assert_int_equal(b->drop_rsp + b->qp_err, 0);
}

/* ---- Errors */

static void rsp_rx_reports_a_malformed_read_response(void **state)
{
    struct bench *b = *state;
    static const struct {
        uint32_t length; /* of the read; packets of 256 */
        uint32_t packet; /* that is wrong, and how: */
        uint8_t op;
        uint32_t bytes;
    } bad[] = {{64, 0, READ_ONLY, 63},     {64, 0, READ_ONLY, 65},   {64, 0, READ_ONLY, 0},
               {64, 0, READ_FIRST, 64},    {64, 0, READ_LAST, 64},   {0, 0, READ_ONLY, 1},
               {512, 0, READ_FIRST, 255},  {512, 0, READ_ONLY, 256}, {512, 0, READ_MIDDLE, 256},
               {512, 0, READ_FIRST, 512},  {512, 1, READ_LAST, 255}, {512, 1, READ_MIDDLE, 256},
               {512, 1, READ_ONLY, 256},   {512, 1, READ_LAST, 0},   {513, 2, READ_LAST, 256},
               {768, 1, READ_MIDDLE, 260}, {768, 1, READ_LAST, 256}, {768, 1, READ_FIRST, 256}};

    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        struct req *r;

        set_qp(b, 1, 50, 7);
        r = issue(b, 1, READ, bad[i].length);
        r->signaled = false; /* an error is recorded anyway */
        store(b, 1, r);
        for (uint32_t n = 0; n < bad[i].packet; n++) {
            read_packet(b, 1, r, n);
        }
        respond(b, 1, bad[i].op, 7 + bad[i].packet, bad[i].bytes);
        run(b);
        assert_int_equal(b->qp_err, i + 1);
        assert_int_equal(b->acts, bad[i].packet + (bad[i].bytes > 0) + 1);
        saw_cqe(b, b->acts - 1, 50, BAD_RESP);
    }
}

static void rsp_rx_reports_a_response_of_the_wrong_kind(void **state)
{
    struct bench *b = *state;
    static const uint8_t op[][2] = {{WRITE, READ_ONLY}, {SEND, ATOMIC_ACK}, {READ, ATOMIC_ACK},
                                    {CAS, READ_ONLY},   {FADD, READ_FIRST}, {WRITE, READ_MIDDLE}};

    for (size_t i = 0; i < 6; i++) {
        set_qp(b, 1, 50, 7);
        issue(b, 1, op[i][0], 64);
        respond(b, 1, op[i][1], 7, op[i][1] == ATOMIC_ACK ? 0 : 64);
        run(b);
        saw_cqe(b, b->acts - 1, 50, BAD_RESP);
        assert_int_equal(b->qp_err, i + 1);
    }
    set_qp(b, 1, 50, 7);
    issue(b, 1, CAS, 8);
    respond(b, 1, ATOMIC_ACK, 7, 5); /* with payload */
    run(b);
    assert_int_equal(b->acts, 2);
    saw_cqe(b, 1, 50, BAD_RESP);
    set_qp(b, 1, 50, 7);
    issue(b, 1, WRITE, 64);
    respond(b, 1, ACK, 7, 70); /* payload has no meaning here */
    run(b);
    assert_int_equal(b->acts, 2);
    assert_int_equal(b->seen[0].kind, THROW);
    saw_cqe(b, 1, 50, OK);
}

static void rsp_rx_reports_the_status_of_each_nak_when_earlier_ones_are_complete(void **state)
{
    struct bench *b = *state;
    static const uint8_t nak_of[][2] = {{SYN_SEQ, RETRY},
                                        {SYN_INV, REM_INV_REQ},
                                        {SYN_ACCESS, REM_ACCESS},
                                        {SYN_OP, REM_OP},
                                        {0x20, RNR},
                                        {0x3f, RNR},
                                        {0x64, BAD_RESP},
                                        {0x7f, BAD_RESP},
                                        {0x40, BAD_RESP}};

    for (size_t i = 0; i < 9; i++) {
        for (uint32_t which = 0; which < 3; which++) { /* of its packets; of a read */
            struct req *r;

            set_qp(b, 4, 0xffff, 0xffffff);
            issue(b, 4, SEND, 10);       /* ffffff */
            r = issue(b, 4, WRITE, 300); /* 0 1 */
            r->signaled = false;
            store(b, 4, r);
            r = issue(b, 4, which == 2 ? READ : SEND, 300); /* 2 3 */
            r->signaled = false;
            store(b, 4, r);
            issue(b, 4, SEND, 10); /* 4 */
            nak(b, 4, 2 + which % 2, nak_of[i][0]);
            run(b);
            assert_int_equal(b->acts, 2);
            saw_cqe(b, 0, 0xffff, OK);
            saw_cqe(b, 1, 1, nak_of[i][1]);
            assert_int_equal(tb_bits(b->una[4], 97, 97), 1); /* in error */
            ack(b, 4, 4);                                    /* nothing completes any more */
            run(b);
            assert_int_equal(b->acts, 0);
        }
    }
    assert_int_equal(b->qp_err, 27);
}

static void rsp_rx_reports_a_nak_that_comes_between_the_packets_of_a_read(void **state)
{
    struct bench *b = *state;
    struct req *r = issue(b, 0, READ, 600); /* PSN 0 1 2 */

    issue(b, 0, WRITE, 10);
    read_packet(b, 0, r, 0);
    nak(b, 0, 0, SYN_OP); /* behind */
    ack(b, 0, 1);         /* no answer */
    read_packet(b, 0, r, 1);
    nak(b, 0, 2, SYN_OP);
    run(b);
    assert_int_equal(b->acts, 3);
    assert_int_equal(b->seen[1].kind, PLACE);
    saw_cqe(b, 2, 0, REM_OP);
    assert_int_equal(b->drop_rsp, 2);
    assert_int_equal(b->implied, 1);
}

static void rsp_rx_reports_a_local_key_that_does_not_allow_placement(void **state)
{
    struct bench *b = *state;

    for (uint32_t k = 0; k < 18; k++) {
        struct req *r;
        uint8_t op = k < 9 ? READ : k % 2 ? CAS : FADD;
        bool good = k % 9 == 8;

        set_qp(b, 5, 9, 30);
        set_mr(b, 3, 0x1000, 64, 0x999000);
        r = issue(b, 5, op, 64);
        r->lkey = lkey_of(b, 3);
        r->local = op == READ ? 0x1000 : 0x1038;
        switch (k % 9) {
        case 0: /* not valid */
            tb_bits_set(b->mr[3], 0, 0, 0);
            break;
        case 1: /* no right to write */
            tb_bits_set(b->mr[3], 1, 1, 0);
            break;
        case 2:
            r->lkey ^= 0x40;
            break;
        case 3: /* number too high; the one it would alias is good */
            r->lkey += MRS << 8;
            break;
        case 4: /* begins before */
            r->local = 0xfff;
            break;
        case 5: /* ends behind */
            r->local++;
            break;
        case 6: /* far away, sum wraps */
            r->local = UINT64_MAX - 10;
            break;
        case 7: /* protection domain of others */
            tb_bits_set(b->mr[3], 31, 16, DOMAIN ^ 0x8000);
            break;
        default: /* good, just so */
            break;
        }
        store(b, 5, r);
        if (op == READ) {
            read_answer(b, 5, r);
        } else {
            respond(b, 5, ATOMIC_ACK, 30, 0);
        }
        run(b);
        saw_cqe(b, b->acts - 1, 9, good ? OK : LOC_PROT);
        assert_int_equal(b->acts, op == READ || good ? 2 : 1);
        assert_int_equal(b->seen[0].kind, good         ? (op == READ ? PLACE : EIGHT)
                                          : op == READ ? THROW
                                                       : CQE);
    }
}

static void rsp_rx_looks_at_no_key_when_a_read_has_no_bytes(void **state)
{
    struct bench *b = *state;
    struct req *r = issue(b, 0, READ, 0);

    r->lkey = 0xffffff00;
    store(b, 0, r);
    read_answer(b, 0, r);
    run(b);
    assert_int_equal(b->acts, 1);
    saw_cqe(b, 0, 0, OK);
    assert_int_equal(b->ctx[3].reads, 0);
}

/* ---- Messages */

static void rsp_rx_fails_a_request_when_it_is_the_oldest(void **state)
{
    struct bench *b = *state;

    refuse(b, 0, SEND, LERR, 2); /* at once */
    run(b);
    assert_int_equal(b->acts, 1);
    saw_cqe(b, 0, 0, 2);

    issue(b, 1, WRITE, 300);
    issue(b, 1, READ, 64);
    issue(b, 1, SEND, 10);
    refuse(b, 1, READ, LERR, 1);
    refuse(b, 1, SEND, FLUSH, 0);
    refuse(b, 1, READ, FLUSH, 0);
    run(b);
    assert_int_equal(b->acts, 0); /* it waits its turn, and those behind it */
    ack(b, 1, 0x10101 + 1);
    run(b);
    assert_int_equal(b->acts, 1);
    read_answer(b, 1, &b->qp[1].req[1001 % SLOTS]);
    run(b);
    assert_int_equal(b->acts, 2);
    ack(b, 1, 0x10101 + 3);
    cycles(b, 40);
    assert_int_equal(b->dones, 1); /* of those behind, the flushed one; not the refused one */
    assert_int_equal(b->want_free[b->frees - 1].count, 4);
    run(b);
    assert_int_equal(b->acts, 4);
    saw_cqe(b, 0, 1002, OK);
    saw_cqe(b, 1, 1003, 1);
    saw_cqe(b, 2, 1004, WR_FLUSH);
    saw_cqe(b, 3, 1005, WR_FLUSH);
    assert_int_equal(b->wants_err, 0); /* the sending half knows */
    refuse(b, 1, SEND, FLUSH, 0);
    run(b);
    assert_int_equal(b->acts, 1);
    saw_cqe(b, 0, 1006, WR_FLUSH);
}

static void rsp_rx_flushes_in_order_after_an_error(void **state)
{
    struct bench *b = *state;

    b->answer_errors = true;
    for (uint32_t i = 0; i < 7; i++) {
        struct req *r = issue(b, 6, i % 3 == 2 ? READ : WRITE, 300);

        r->signaled = i % 2;
        store(b, 6, r);
    }
    nak(b, 6, b->qp[6].psn + 2, SYN_ACCESS);
    ack(b, 6, b->qp[6].psn + 13); /* comes too late for the others */
    run(b);
    assert_int_equal(b->acts, 6);
    assert_int_equal(b->seen[0].status, REM_ACCESS);
    for (uint32_t i = 1; i < 6; i++) {
        saw_cqe(b, i, 6000 + i + 1, WR_FLUSH);
    }
    refuse(b, 6, WRITE, FLUSH, 0);
    run(b);
    saw_cqe(b, 0, 6007, WR_FLUSH);
}

static void rsp_rx_flushes_all_when_the_host_asks(void **state)
{
    struct bench *b = *state;

    set_qp(b, 7, 0xfffc, 0xfffff0);
    for (uint32_t i = 0; i < 8; i++) {
        issue(b, 7, (uint8_t)(i % 7), 64);
    }
    message(b, 7, FLUSH, 4, 0);
    run(b);
    assert_int_equal(b->acts, 8);
    for (uint32_t i = 0; i < 8; i++) {
        saw_cqe(b, i, 0xfffc + i, WR_FLUSH);
    }
    message(b, 7, FLUSH, 4, 0); /* again: nothing is left */
    message(b, 7, FLUSH, 2, 0);
    run(b);
    assert_int_equal(b->acts, 0);
}

static void rsp_rx_flushes_a_waiting_failure_when_an_earlier_request_fails(void **state)
{
    struct bench *b = *state;

    for (uint32_t order = 0; order < 2; order++) {
        set_qp(b, 0, 10, 20);
        issue(b, 0, SEND, 10);
        issue(b, 0, SEND, 10);
        refuse(b, 0, SEND, LERR, 2);
        b->stall_msg = order == 0 ? 0 : 100;
        b->stall_rsp = order == 0 ? 100 : 0;
        nak(b, 0, 20, SYN_INV);
        cycles(b, 40);
        b->stall_msg = b->stall_rsp = 0;
        run(b);
        assert_int_equal(b->acts, 3);
        saw_cqe(b, 0, 10, REM_INV_REQ);
        saw_cqe(b, 1, 11, WR_FLUSH);
        saw_cqe(b, 2, 12, WR_FLUSH);
    }
}

/* Nothing completes, but all is given back: what was sent, and a failure that waited its turn. */
static void rsp_rx_writes_no_record_when_reset(void **state)
{
    struct bench *b = *state;

    issue(b, 3, WRITE, 300);
    issue(b, 3, READ, 64);
    refuse(b, 3, SEND, LERR, 2);
    run(b);
    b->qp[3].state = STATE_RESET;
    put_cfg(b, 3);
    message(b, 3, FLUSH, 3003, 0);
    cycles(b, 40);
    assert_int_equal(b->frees, 1);
    assert_int_equal(b->want_free[0].count, 3);
    assert_int_equal(b->dones, 1);
    refuse(b, 3, SEND, FLUSH, 0); /* fetched later */
    cycles(b, 40);
    assert_int_equal(b->frees, 2);
    set_qp(b, 4, 0, 0);
    b->qp[4].state = STATE_RESET;
    put_cfg(b, 4);
    refuse(b, 4, SEND, LERR, 2); /* just before */
    cycles(b, 40);
    assert_int_equal(b->frees, 3);
    run(b);
    assert_int_equal(b->acts, 0);
}

/* ---- Time */

static void rsp_rx_needs_four_cycles_from_response_and_one_from_verdict(void **state)
{
    struct bench *b = *state;
    uint64_t start;

    read_answer(b, 0, issue(b, 0, READ, 64));
    read_answer(b, 1, issue(b, 1, READ, 64));
    b->rsps = 1;
    start = b->d->cycle;
    cycles(b, 5);
    assert_int_equal(b->acts, 1);
    assert_int_equal(b->seen_cycle[0] - start, 4);
    cycle(b);
    assert_int_equal(b->acts, 2); /* the record right behind */
    b->stall_end = 100;
    b->rsps = 2;
    cycles(b, 20);
    assert_int_equal(b->acts, 2);
    b->stall_end = 0;
    start = b->d->cycle;
    cycles(b, 3);
    assert_int_equal(b->acts, 4);
    assert_int_equal(b->seen_cycle[2] - start, 1);
    assert_int_equal(b->seen_cycle[3] - start, 2);
    run(b);
}

/* @return cycles from the first action to the last. */
static uint64_t span(struct bench *b)
{
    run(b);
    return b->seen_cycle[b->acts - 1] - b->seen_cycle[0];
}

static void rsp_rx_takes_a_step_per_cycle_when_queue_pairs_differ(void **state)
{
    struct bench *b = *state;

    for (uint32_t i = 0; i < 64; i++) {
        uint32_t psn = b->qp[i % 8].next_psn;

        issue(b, i % 8, WRITE, 64);
        ack(b, i % 8, psn);
    }
    assert_int_equal(span(b), 63);
    assert_int_equal(b->acts, 64);
    for (uint32_t i = 0; i < 64; i++) {
        read_answer(b, i % 8, issue(b, i % 8, READ, 64));
    }
    assert_int_equal(span(b), 127);
    assert_int_equal(b->acts, 128);
}

static void rsp_rx_keeps_its_rates_on_one_queue_pair(void **state)
{
    struct bench *b = *state;

    for (uint32_t i = 0; i < 8; i++) {
        uint32_t psn = b->qp[0].next_psn;

        issue(b, 0, WRITE, 64);
        ack(b, 0, psn);
    }
    assert_int_equal(span(b), 7 * 2);
    for (uint32_t i = 0; i < 8; i++) {
        read_answer(b, 0, issue(b, 0, READ, 64));
    }
    assert_int_equal(span(b), 7 * 2 + 1);
    for (uint32_t i = 0; i < 8; i++) {
        issue(b, 0, WRITE, 64);
    }
    ack(b, 0, b->qp[0].next_psn - 1);
    assert_int_equal(span(b), 7 * 2);
}

static void rsp_rx_takes_responses_and_messages_in_turn(void **state)
{
    struct bench *b = *state;

    for (uint32_t q = 0; q < 8; q++) {
        set_qp(b, q, 0, 0);
        issue(b, q, WRITE, 64);
    }
    for (uint32_t i = 0; i < 40; i++) {
        ack(b, i % 4, 0);
        message(b, 4 + i % 4, FLUSH, 0, 0);
    }
    for (uint32_t i = 0; i < 300 && b->msg_in < 40; i++) {
        cycle(b);
        assert_true(b->msg_in <= b->rsp_in + 2 && b->rsp_in <= b->msg_in + 2);
    }
    run(b);
}

/* ---- Stalls */

static void rsp_rx_loses_nothing_when_an_output_stands_still(void **state)
{
    struct bench *b = *state;
    uint32_t *stall[] = {&b->stall_act, &b->stall_free, &b->stall_done, &b->stall_err};

    b->answer_errors = true;
    for (uint32_t k = 0; k < 4; k++) {
        *stall[k] = 100;
        for (uint32_t q = 0; q < 8; q++) {
            set_qp(b, q, (uint16_t)k, q);
            for (uint32_t i = 0; i < 6; i++) {
                read_answer(b, q, issue(b, q, READ, 64));
            }
            issue(b, q, SEND, 10);
            nak(b, q, q + 6, SYN_INV);
        }
        cycles(b, 1000);
        assert_true(k == 3 ? b->ends == b->rsps : b->ends < b->rsps); /* errors always have room */
        *stall[k] = 0;
        run(b);
        assert_int_equal(b->acts, 8 * 13);
    }
}

/* Answers to what is outstanding on a queue pair, in order, with mistakes. */
static void random_answers(struct bench *b, uint32_t q, uint32_t percent)
{
    struct qp *p = &b->qp[q];
    struct tb_rng *r = &b->rng;

    for (uint16_t i = p->idx; i != p->issue_idx; i++) {
        const struct req *o = &p->req[i % SLOTS];

        if (tb_rng_chance(r, percent)) { /* something that does not belong here */
            struct rsp *x = respond(b, q, (uint8_t)(READ_FIRST + tb_rng_below(r, 6)),
                                    o->first + tb_rng_below(r, 5) - 2, 0);

            if (x->op < ACK && tb_rng_chance(r, 70)) {
                x->bytes = 1 + tb_rng_below(r, 300);
                x->beats = (x->lane + x->bytes + 63) / 64;
            }
            x->ok = tb_rng_chance(r, 50);
            x->dest = tb_rng_chance(r, 15) ? QPS + q : q;
        }
        if (tb_rng_chance(r, percent / 4)) {
            nak(b, q, o->first, (uint8_t)(0x20 + tb_rng_below(r, 0x48)));
        }
        if (o->op >= CAS) {
            respond(b, q, ATOMIC_ACK, o->first, 0);
        } else if (o->op == READ) {
            for (uint32_t n = 0; n <= ((o->last - o->first) & PSN_MASK); n++) {
                if (tb_rng_chance(r, percent / 2)) {
                    read_packet(b, q, o, n)->ok = false;
                }
                read_packet(b, q, o, n);
                if (tb_rng_chance(r, percent / 8)) {
                    read_packet(b, q, o, n);
                }
            }
        } else if (tb_rng_chance(r, 60)) {
            ack(b, q, o->last - tb_rng_chance(r, 20));
        }
    }
    ack(b, q, p->next_psn - 1);
}

static void random_requests(struct bench *b, uint32_t q, uint32_t percent)
{
    struct qp *p = &b->qp[q];
    struct tb_rng *r = &b->rng;
    uint32_t n = tb_rng_below(r, SLOTS > 8 ? 9 : SLOTS - 3);

    for (uint32_t i = 0; i < n && (uint16_t)(p->issue_idx - p->finished) < SLOTS; i++) {
        struct req *o = issue(b, q, (uint8_t)tb_rng_below(r, 7), tb_rng_below(r, 700));

        o->signaled = tb_rng_chance(r, 60);
        if (tb_rng_chance(r, percent / 8)) {
            o->lkey ^= 1u << tb_rng_below(r, 32);
        }
        store(b, q, o);
    }
    random_answers(b, q, percent);
    if (tb_rng_chance(r, percent) && (uint16_t)(p->issue_idx - p->finished) + 3 <= (int)SLOTS) {
        refuse(b, q, (uint8_t)tb_rng_below(r, 7), LERR, (uint8_t)(1 + tb_rng_below(r, 4)));
        refuse(b, q, (uint8_t)tb_rng_below(r, 7), FLUSH, 0);
        refuse(b, q, (uint8_t)tb_rng_below(r, 7), FLUSH, 0);
    } else if (tb_rng_chance(r, percent / 4)) {
        message(b, q, FLUSH, p->issue_idx, 0);
    }
}

/* Mixes the responses of the queue pairs, each in its order. */
static void shuffle(struct bench *b)
{
    static struct rsp in[ITEMS];
    uint32_t n = b->rsps, at[QPS * 2] = {0}, left = n;

    memcpy(in, b->rsp, sizeof(in));
    b->rsps = 0;
    while (left > 0) {
        uint32_t q = tb_rng_below(&b->rng, QPS * 2);

        for (uint32_t burst = tb_rng_below(&b->rng, 4); burst < 4 && at[q] < n;) {
            const struct rsp *r = &in[at[q]++];

            if (r->dest == q) {
                b->rsp[b->rsps++] = *r;
                left--;
                burst++;
            }
        }
    }
}

static void rsp_rx_keeps_all_rules_when_everything_stalls(void **state)
{
    struct bench *b = *state;
    /* response, verdict, message, action, free, done, error, context */
    static const uint32_t mix[][8] = {
        {20, 20, 20, 20, 20, 20, 20, 20}, {0, 0, 0, 0, 0, 0, 0, 0},   {70, 0, 0, 0, 0, 0, 0, 0},
        {0, 80, 0, 0, 0, 0, 0, 0},        {0, 0, 95, 0, 0, 0, 0, 0},  {0, 0, 0, 80, 0, 0, 0, 0},
        {0, 0, 0, 0, 90, 0, 0, 0},        {0, 0, 0, 0, 0, 90, 95, 0}, {0, 0, 0, 0, 0, 0, 0, 70},
        {0, 30, 90, 0, 0, 0, 50, 40}};
    uint32_t cqes = 0, phases = 120;

    b->rng = tb_rng_seed(1);
    b->answer_errors = true;
    for (uint32_t k = 0; k < phases; k++) {
        const uint32_t *m = mix[k % 10];

        b->stall_rsp = m[0];
        b->stall_end = m[1];
        b->stall_msg = m[2];
        b->stall_act = m[3];
        b->stall_free = m[4];
        b->stall_done = m[5];
        b->stall_err = m[6];
        for (uint32_t i = 0; i < 4; i++) {
            b->ctx[i].slow_percent = m[7];
            b->ctx[i].rng.s = tb_rng_next(&b->rng);
        }
        for (uint32_t q = 0; q < 8; q++) {
            struct qp *p = &b->qp[q];

            if (p->flush || p->wait) { /* all that was posted is done: begin anew */
                assert_int_equal(p->idx, p->issue_idx);
                set_qp(b, q, (uint16_t)tb_rng_next(&b->rng), tb_rng_next(&b->rng) & PSN_MASK);
            }
            random_requests(b, q, k % 3 * 12);
        }
        shuffle(b);
        run(b);
        for (uint32_t i = 0; i < b->acts; i++) {
            cqes += b->seen[i].kind == CQE;
        }
    }
    for (uint32_t q = 0; q < QPS; q++) { /* what is left */
        message(b, q, FLUSH, b->qp[q].issue_idx, 0);
    }
    run(b);
    cqes += b->acts;
    assert_int_equal(cqes + b->quiet_success, b->requests); /* each exactly once */
    assert_true(b->qp_err > 20 && b->drop_rsp > 100 && b->drop_qp > 2 && b->implied > 2);
    assert_true(b->requests > 1500);
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(rsp_rx_places_a_read_of_one_packet_and_completes_it),
        TEST(rsp_rx_places_reads_of_every_length_packet_by_packet),
        TEST(rsp_rx_places_reads_at_every_local_offset),
        TEST(rsp_rx_places_the_value_of_an_atomic_as_a_number),
        TEST(rsp_rx_places_reads_when_the_psn_wraps),
        TEST(rsp_rx_completes_all_that_an_acknowledgement_covers),
        TEST(rsp_rx_completes_nothing_when_a_request_is_acknowledged_in_part),
        TEST(rsp_rx_stops_at_a_read_that_has_no_answer),
        TEST(rsp_rx_completes_writes_by_the_read_response_behind_them),
        TEST(rsp_rx_writes_no_record_when_unsignaled_but_frees_and_counts),
        TEST(rsp_rx_leaves_no_trace_when_the_verdict_is_bad),
        TEST(rsp_rx_drops_response_when_nothing_is_issued),
        TEST(rsp_rx_drops_response_to_an_old_record_when_the_store_has_gone_round),
        TEST(rsp_rx_drops_response_when_its_psn_was_never_sent),
        TEST(rsp_rx_drops_response_when_the_queue_pair_cannot_have_asked),
        TEST(rsp_rx_drops_response_when_it_is_of_another_partition_or_peer),
        TEST(rsp_rx_reports_a_malformed_read_response),
        TEST(rsp_rx_reports_a_response_of_the_wrong_kind),
        TEST(rsp_rx_reports_the_status_of_each_nak_when_earlier_ones_are_complete),
        TEST(rsp_rx_reports_a_nak_that_comes_between_the_packets_of_a_read),
        TEST(rsp_rx_reports_a_local_key_that_does_not_allow_placement),
        TEST(rsp_rx_looks_at_no_key_when_a_read_has_no_bytes),
        TEST(rsp_rx_fails_a_request_when_it_is_the_oldest),
        TEST(rsp_rx_flushes_in_order_after_an_error),
        TEST(rsp_rx_flushes_all_when_the_host_asks),
        TEST(rsp_rx_flushes_a_waiting_failure_when_an_earlier_request_fails),
        TEST(rsp_rx_writes_no_record_when_reset),
        TEST(rsp_rx_needs_four_cycles_from_response_and_one_from_verdict),
        TEST(rsp_rx_takes_a_step_per_cycle_when_queue_pairs_differ),
        TEST(rsp_rx_keeps_its_rates_on_one_queue_pair),
        TEST(rsp_rx_takes_responses_and_messages_in_turn),
        TEST(rsp_rx_loses_nothing_when_an_output_stands_still),
        TEST(rsp_rx_keeps_all_rules_when_everything_stalls),
    };
    return cmocka_run_group_tests_name("roce_rsp_rx", tests, NULL, NULL);
}
