/* SPDX-License-Identifier: Apache-2.0 */
/* test_roce_qp_send: every packet of every kind of request against a model written from the
 * specification; PSNs, segmentation, checks of requests, parking by reads, fence, interval and
 * state, errors and flushes in order, queue pairs apart from each other, latency, rates, stalls and
 * late records. Long, because one model serves all its tests. */
/* DUT: roce_qp_send -GQPS=8 -GSLOTS=16 -GMRS=16 */
/* DUT: roce_qp_send -GQPS=64 -GSLOTS=128 -GMRS=256 */
#include "dut.h"
#include "tb_ctx.h"
#include "tb_hold.h"
#include "tb_record.h"

#define QPS DUT_P_QPS
#define SLOTS DUT_P_SLOTS
#define MRS DUT_P_MRS
#define USED 6u /* queue pairs in use */
#define WQE 64u
#define REQS 8192u    /* requests of one test */
#define WAITING 8192u /* events and messages that wait */

enum { WRITE = 0, WRITE_IMM, SEND, SEND_IMM, READ, CAS, FADD };
enum { SIGNALED = 1, SOLICITED = 2, FENCE = 4, INLINE = 8 };
enum { LOC_LEN = 1, LOC_QP_OP = 2, LOC_PROT = 4 };
enum { RESET = 0, INIT, RTR, RTS, SQD, STATE_ERR = 6 };
enum { TX, CFG, MR };

struct req {
    uint8_t op, flags, sges;
    uint16_t qp, idx, wqe_idx;
    uint32_t imm, rkey, len, lkey;
    uint64_t remote, local, swap, compare;
    uint8_t wqe[WQE];
    /* how it went */
    bool issued;
    uint32_t psn, packets, sent, read; /* packets sent, read for */
    uint64_t cycle;                    /* of its send record */
};

/* Queue pair of the model. */
struct qp {
    struct req *req[REQS]; /* posted */
    uint32_t posted, shown, recorded;
    uint16_t first_idx;
    uint32_t psn, out, mtu, max_rd;
    uint16_t pd, pkey, sport;
    uint32_t dest, ip;
    uint64_t mac;
    bool dead, erring; /* a request failed or was flushed; s_err was given, its message is due */
    bool reset;        /* erring, all that had its turn ended before */
    uint64_t last_issue;
};

struct message {
    uint16_t qp, idx;
    uint8_t kind, status;
};

struct mr {
    uint64_t va, len, pa;
    uint16_t pd;
    uint8_t key;
    bool valid;
};

struct bench {
    struct dut *d;
    struct tb_rng rng;
    struct tb_ctx ctx[3];
    uint8_t tx[QPS][16], cfg[QPS][40], mrs[MRS][32];
    struct mr mr[MRS];
    struct qp qp[USED];
    struct req req[REQS];
    uint32_t reqs, shown;
    uint8_t store[QPS * SLOTS][WQE];
    bool late_write; /* a token with its entry is shown: the store has it after this cycle */
    uint32_t stall_tok, stall_done, stall_err, stall_pkt, stall_rd, stall_issue, stall_peer;
    uint32_t beside; /* percent of tokens with their entry */
    struct tb_hold pkt, rd, issue, peer;

    struct req *open[REQS]; /* issued */
    uint32_t opens, pkt_at, rd_at;
    uint16_t done[WAITING], err[WAITING];
    uint32_t dones, done_sent, errs, err_sent;
    bool hold_done;  /* the peer answers no read */
    uint32_t answer; /* percent of reads answered in a cycle */
    uint32_t unanswered[USED];
    struct message msg[WAITING];
    uint32_t msgs, msgs_got;
    uint16_t peer_qp[WAITING];
    uint32_t peers, peers_got;
    bool probe_due;
    struct req *probe;
    uint32_t packets, stalls, qp_errs;
    uint64_t last_pkt, last_rd, last_tok, last_msg; /* cycles */
    uint64_t last_stall;
};

/* ---- Set up */

static void set_qp(struct bench *b, uint32_t n, uint32_t psn, uint16_t idx)
{
    struct qp *q = &b->qp[n];
    struct tb_rng *r = &b->rng;
    uint8_t *t = b->tx[n];
    uint8_t *c = b->cfg[n];

    memset(q, 0, sizeof(*q));
    q->psn = psn;
    q->first_idx = idx;
    q->mtu = 3;
    q->max_rd = 16;
    q->pd = (uint16_t)tb_rng_next(r);
    q->pkey = (uint16_t)tb_rng_next(r);
    q->sport = (uint16_t)tb_rng_next(r);
    q->dest = tb_rng_next(r) & 0xffffff;
    q->ip = (uint32_t)tb_rng_next(r);
    q->mac = tb_rng_next(r) >> 16;
    memset(t, 0, 16);
    tb_bits_set(t, 23, 0, psn);
    tb_bits_set(t, 47, 32, idx);
    tb_rng_fill(r, c, 40);
    tb_bits_set(c, 2, 0, RTS);
    tb_bits_set(c, 5, 3, q->mtu);
    tb_bits_set(c, 55, 32, q->dest);
    tb_bits_set(c, 63, 56, q->max_rd);
    tb_bits_set(c, 79, 64, q->pd);
    tb_bits_set(c, 95, 80, q->pkey);
    tb_bits_set(c, 207, 160, q->mac);
    tb_bits_set(c, 223, 208, q->sport);
    tb_bits_set(c, 255, 224, q->ip);
}

static void set_mtu(struct bench *b, uint32_t n, uint32_t code)
{
    b->qp[n].mtu = code;
    tb_bits_set(b->cfg[n], 5, 3, code);
}

static void set_max_rd(struct bench *b, uint32_t n, uint32_t max)
{
    b->qp[n].max_rd = max;
    tb_bits_set(b->cfg[n], 63, 56, max);
}

static void set_state(struct bench *b, uint32_t n, uint32_t state)
{
    tb_bits_set(b->cfg[n], 2, 0, state);
}

static void set_mr(struct bench *b, uint32_t id, struct mr m)
{
    uint8_t *p = b->mrs[id];

    b->mr[id] = m;
    tb_rng_fill(&b->rng, p, 32);
    tb_bits_set(p, 0, 0, m.valid);
    tb_bits_set(p, 15, 8, m.key);
    tb_bits_set(p, 31, 16, m.pd);
    tb_bits_set(p, 127, 64, m.va);
    tb_bits_set(p, 191, 128, m.len);
    tb_bits_set(p, 255, 192, m.pa);
}

/* Region n belongs to queue pair n. */
static struct mr usual_mr(const struct bench *b, uint32_t n)
{
    return (struct mr){.va = 0x7000000000000000u + (uint64_t)n * 0x1000000003,
                       .len = 0x100000000u,
                       .pa = 0x110000000u * (n + 1) + 0x41,
                       .pd = b->qp[n].pd,
                       .key = (uint8_t)(0x50 + n),
                       .valid = true};
}

static int setup(void **state)
{
    struct bench *b = calloc(1, sizeof(*b));
    struct dut *d = dut_create();

    b->d = d;
    b->answer = 100;
    b->beside = 100;
    b->ctx[TX] = (struct tb_ctx)TB_CTX(d, tx, b->tx);
    b->ctx[CFG] = (struct tb_ctx)TB_CTX(d, cfg, b->cfg);
    b->ctx[MR] = (struct tb_ctx)TB_CTX(d, mr, b->mrs);
    b->pkt = (struct tb_hold){.valid = d->m_pkt_valid, .ready = d->m_pkt_ready};
    TB_HOLD_ADD(&b->pkt, d, m_pkt_qp);
    TB_HOLD_ADD(&b->pkt, d, m_pkt_idx);
    TB_HOLD_ADD(&b->pkt, d, m_pkt_psn);
    TB_HOLD_ADD(&b->pkt, d, m_pkt_opcode);
    TB_HOLD_ADD(&b->pkt, d, m_pkt_se);
    TB_HOLD_ADD(&b->pkt, d, m_pkt_ack_req);
    TB_HOLD_ADD(&b->pkt, d, m_pkt_dest_qpn);
    TB_HOLD_ADD(&b->pkt, d, m_pkt_pkey);
    TB_HOLD_ADD(&b->pkt, d, m_pkt_ext);
    TB_HOLD_ADD(&b->pkt, d, m_pkt_ext_bytes);
    TB_HOLD_ADD(&b->pkt, d, m_pkt_pay_bytes);
    TB_HOLD_ADD(&b->pkt, d, m_pkt_pay_addr);
    TB_HOLD_ADD(&b->pkt, d, m_pkt_inline);
    TB_HOLD_ADD(&b->pkt, d, m_pkt_inline_data);
    TB_HOLD_ADD(&b->pkt, d, m_pkt_dst_mac);
    TB_HOLD_ADD(&b->pkt, d, m_pkt_udp_sport);
    b->rd = (struct tb_hold){.valid = d->m_rd_valid, .ready = d->m_rd_ready};
    TB_HOLD_ADD(&b->rd, d, m_rd_addr);
    TB_HOLD_ADD(&b->rd, d, m_rd_len);
    TB_HOLD_ADD(&b->rd, d, m_rd_qp);
    TB_HOLD_ADD(&b->rd, d, m_rd_idx);
    b->issue = (struct tb_hold){.valid = d->m_issue_valid, .ready = d->m_issue_ready};
    TB_HOLD_ADD(&b->issue, d, m_issue_qp);
    TB_HOLD_ADD(&b->issue, d, m_issue_kind);
    TB_HOLD_ADD(&b->issue, d, m_issue_idx);
    TB_HOLD_ADD(&b->issue, d, m_issue_status);
    b->peer = (struct tb_hold){.valid = d->m_peer_err_valid, .ready = d->m_peer_err_ready};
    TB_HOLD_ADD(&b->peer, d, m_peer_err_qp);
    for (uint32_t n = 0; n < USED; n++) {
        set_qp(b, n, 100 * n, 0);
        set_mr(b, n, usual_mr(b, n));
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

/* ---- Requests */

/* A request of queue pair n with data in its region; the test may change it before it is posted. */
static struct req base(struct bench *b, uint16_t n, uint8_t op, uint32_t len)
{
    struct tb_rng *r = &b->rng;
    struct req q = {.op = op,
                    .flags = (uint8_t)tb_rng_below(r, 4),
                    .sges = 1,
                    .qp = n,
                    .wqe_idx = (uint16_t)tb_rng_next(r),
                    .imm = (uint32_t)tb_rng_next(r),
                    .rkey = (uint32_t)tb_rng_next(r),
                    .len = len,
                    .lkey = (uint32_t)n << 8 | b->mr[n].key,
                    .remote = tb_rng_next(r),
                    .local = b->mr[n].va + tb_rng_below(r, 100000),
                    .swap = tb_rng_next(r),
                    .compare = tb_rng_next(r)};

    return q;
}

static struct req *post(struct bench *b, struct req x)
{
    struct req *q = &b->req[b->reqs++];
    struct qp *p = &b->qp[x.qp];
    uint8_t *w = q->wqe;

    assert_true(b->reqs <= REQS);
    *q = x;
    q->idx = (uint16_t)(p->first_idx + p->posted);
    p->req[p->posted++] = q;
    tb_rng_fill(&b->rng, w, WQE);
    tb_bits_set(w, 7, 0, q->op);
    tb_bits_set(w, 11, 8, q->flags);
    tb_bits_set(w, 31, 16, q->wqe_idx);
    tb_bits_set(w, 63, 56, q->sges);
    tb_bits_set(w, 95, 64, q->imm);
    tb_bits_set(w, 191, 128, q->remote);
    tb_bits_set(w, 223, 192, q->rkey);
    tb_bits_set(w, 287, 256, q->len);
    tb_bits_set(w, 319, 288, q->lkey);
    tb_bits_set(w, 383, 320, q->local);
    tb_bits_set(w, 447, 384, q->swap);
    tb_bits_set(w, 511, 448, q->compare);
    return q;
}

static struct req *add(struct bench *b, uint16_t n, uint8_t op, uint32_t len)
{
    return post(b, base(b, n, op, len));
}

static void give_err(struct bench *b, uint16_t n) { b->err[b->errs++] = n; }

static bool is_rd(const struct req *q) { return q->op == READ || q->op == CAS || q->op == FADD; }

static bool has_imm(const struct req *q) { return q->op == WRITE_IMM || q->op == SEND_IMM; }

static bool is_send(const struct req *q) { return q->op == SEND || q->op == SEND_IMM; }

static uint32_t length(const struct req *q) { return q->sges == 0 ? 0 : q->len; }

/* Packets of its PSN range. */
static uint32_t psns(const struct bench *b, const struct req *q)
{
    uint64_t mtu = 128u << b->qp[q->qp].mtu;

    return q->op == CAS || q->op == FADD || length(q) == 0
               ? 1
               : (uint32_t)((length(q) + mtu - 1) / mtu);
}

/* 0 or the status with which it fails. */
static uint8_t verdict(const struct bench *b, const struct req *q)
{
    const struct mr *m = &b->mr[(q->lkey >> 8) % MRS];
    uint64_t off = q->local - m->va;

    if (q->op > FADD || q->sges > 1 || (is_rd(q) && (q->flags & INLINE))) {
        return LOC_QP_OP;
    }
    if (q->op == CAS || q->op == FADD) {
        return length(q) == 8 ? 0 : LOC_LEN;
    }
    if (q->flags & INLINE) {
        return length(q) <= 28 ? 0 : LOC_LEN;
    }
    if (length(q) > 0x80000000u) {
        return LOC_LEN;
    }
    if (q->op == READ || length(q) == 0) {
        return 0;
    }
    return q->lkey >> 8 < MRS && m->valid && m->key == (q->lkey & 0xff) &&
                   m->pd == b->qp[q->qp].pd && q->local >= m->va && off <= m->len &&
                   length(q) <= m->len - off
               ? 0
               : LOC_PROT;
}

/* ---- Check */

static void put_be(uint8_t *p, uint32_t bytes, uint64_t value)
{
    for (uint32_t i = bytes; i-- > 0; value >>= 8) {
        p[i] = (uint8_t)value;
    }
}

/* Extension headers by the specification.  @return bytes. */
static uint32_t headers(const struct req *q, bool first, bool last, uint8_t ext[28])
{
    uint32_t n = 0;

    memset(ext, 0, 28);
    if (q->op == READ || (!is_rd(q) && !is_send(q) && first)) {
        put_be(ext, 8, q->remote);
        put_be(ext + 8, 4, q->rkey);
        put_be(ext + 12, 4, length(q));
        n = 16;
    }
    if (q->op == CAS || q->op == FADD) {
        put_be(ext, 8, q->remote);
        put_be(ext + 8, 4, q->rkey);
        put_be(ext + 12, 8, q->swap);
        put_be(ext + 20, 8, q->op == CAS ? q->compare : 0);
        n = 28;
    }
    if (has_imm(q) && last) {
        put_be(ext + n, 4, q->imm);
        n += 4;
    }
    return n;
}

static uint8_t opcode(const struct req *q, bool first, bool last)
{
    static const uint8_t of[2][2][2] = {/* [first][last][imm] */
                                        {{0x01, 0x01}, {0x02, 0x03}},
                                        {{0x00, 0x00}, {0x04, 0x05}}};
    static const uint8_t rd[] = {0x0c, 0x13, 0x14};

    return is_rd(q) ? rd[q->op - READ]
                    : (uint8_t)(of[first][last][has_imm(q)] + (is_send(q) ? 0 : 6));
}

static uint32_t pay_bytes(const struct bench *b, const struct req *q, uint32_t packet)
{
    uint32_t mtu = 128u << b->qp[q->qp].mtu;
    uint32_t left = length(q) - packet * mtu;

    return is_rd(q) ? 0 : left < mtu ? left : mtu;
}

static uint64_t pay_addr(const struct bench *b, const struct req *q, uint32_t packet)
{
    const struct mr *m = &b->mr[q->lkey >> 8];

    return q->local - m->va + m->pa + (uint64_t)packet * (128u << b->qp[q->qp].mtu);
}

static void check_pkt(struct bench *b)
{
    struct dut *d = b->d;
    struct req *q = b->open[b->pkt_at];
    const struct qp *p = &b->qp[q->qp];
    uint32_t n = q->sent;
    bool first = n == 0;
    bool last = n + 1 == q->packets;
    uint32_t bytes = pay_bytes(b, q, n);
    bool inl = (q->flags & INLINE) && bytes > 0;
    uint8_t ext[28], got[28];

    assert_true(b->pkt_at < b->opens);
    assert_int_equal(*d->m_pkt_qp, q->qp);
    assert_int_equal(*d->m_pkt_idx, q->idx);
    assert_int_equal(*d->m_pkt_psn, (q->psn + n) & 0xffffff);
    assert_int_equal(*d->m_pkt_opcode, opcode(q, first, last));
    assert_int_equal(*d->m_pkt_se,
                     last && (q->flags & SOLICITED) && (is_send(q) || q->op == WRITE_IMM));
    assert_int_equal(*d->m_pkt_ack_req, last || n % 64 == 63);
    assert_int_equal(*d->m_pkt_dest_qpn, p->dest);
    assert_int_equal(*d->m_pkt_pkey, p->pkey);
    assert_int_equal(*d->m_pkt_dst_mac, p->mac);
    assert_int_equal(*d->m_pkt_dst_ip, p->ip);
    assert_int_equal(*d->m_pkt_udp_sport, p->sport);
    assert_int_equal(*d->m_pkt_ext_bytes, headers(q, first, last, ext));
    for (uint32_t k = 0; k < 28; k++) {
        got[k] = tb_byte(d->m_pkt_ext, 27 - k);
    }
    assert_memory_equal(got, ext, 28);
    assert_int_equal(*d->m_pkt_pay_bytes, bytes);
    assert_int_equal(*d->m_pkt_inline, inl);
    if (inl) {
        assert_memory_equal(d->m_pkt_inline_data, q->wqe + 36, bytes);
    } else if (bytes > 0) {
        assert_int_equal(*d->m_pkt_pay_addr, pay_addr(b, q, n));
        assert_true(q->read > n); /* its read went before, or now */
    }
    q->sent++;
    b->packets++;
    b->last_pkt = d->cycle;
    if (last) {
        b->pkt_at++;
        if (is_rd(q)) {
            b->unanswered[q->qp]++;
        }
    }
}

static void check_rd(struct bench *b)
{
    struct dut *d = b->d;
    struct req *q = b->open[b->rd_at];

    while (b->rd_at < b->opens && (is_rd(q) || (q->flags & INLINE) || length(q) == 0)) {
        q = b->open[++b->rd_at];
    }
    assert_true(b->rd_at < b->opens);
    assert_int_equal(*d->m_rd_qp, q->qp);
    assert_int_equal(*d->m_rd_idx, q->idx);
    assert_int_equal(*d->m_rd_addr, pay_addr(b, q, q->read));
    assert_int_equal(*d->m_rd_len, pay_bytes(b, q, q->read));
    q->read++;
    b->last_rd = d->cycle;
    if (q->read == q->packets) {
        b->rd_at++;
    }
}

static void push_msg(struct bench *b, const struct req *q, uint8_t kind, uint8_t status)
{
    b->msg[b->msgs++] = (struct message){
        .qp = q->qp, .idx = (uint16_t)(q->idx + (kind == 2)), .kind = kind, .status = status};
}

/* The message under way may have been ended by an error of its queue pair. */
static void end_stopped(struct bench *b)
{
    if (b->pkt_at < b->opens) {
        struct req *q = b->open[b->pkt_at++];

        assert_true(b->qp[q->qp].dead || b->qp[q->qp].erring);
        assert_true(q->sent > 0 && q->read == q->sent);
        b->rd_at = b->pkt_at;
    }
}

/* The next request of a queue pair is issued, fails, or is flushed. */
static void check_record(struct bench *b)
{
    struct dut *d = b->d;
    uint32_t n = *d->m_sent_wr_addr / SLOTS;
    struct qp *p = &b->qp[n];
    struct req *q = p->req[p->recorded];
    uint32_t interval = *d->cfg_issue_interval_cyc;
    uint8_t bad = verdict(b, q);
    uint8_t got[32] = {0};
    uint32_t last;

    assert_true(n < USED && p->recorded < p->shown);
    assert_int_equal(*d->m_sent_wr_addr % SLOTS, q->idx % SLOTS);
    q->issued = (*d->m_pkt_valid || *d->m_rd_valid) && *d->m_pkt_qp == n && *d->m_pkt_idx == q->idx;
    q->cycle = d->cycle;
    q->psn = p->psn;
    last = p->psn;
    if (q->issued) {
        end_stopped(b);
        assert_int_equal(bad, 0);
        assert_false(p->dead);
        q->packets = is_rd(q) ? 1 : psns(b, q);
        last = (p->psn + psns(b, q) - 1) & 0xffffff;
        if (is_rd(q)) {
            assert_true(p->out < p->max_rd);
        }
        assert_false((q->flags & FENCE) && p->out > 0);
        p->out += is_rd(q);
        assert_true(p->last_issue == 0 || d->cycle - p->last_issue >= interval);
        p->last_issue = d->cycle;
        p->psn = (last + 1) & 0xffffff;
        b->open[b->opens++] = q;
    } else if (!p->dead && !p->erring) {
        assert_int_not_equal(bad, 0);
        push_msg(b, q, 1, bad);
        b->peer_qp[b->peers++] = (uint16_t)n;
        b->qp_errs++;
        p->dead = true;
    } else if (!p->dead && bad && *d->stat_qp_err) { /* before s_err had its turn */
        push_msg(b, q, 1, bad);
        b->peer_qp[b->peers++] = (uint16_t)n;
        b->qp_errs++;
        p->dead = true;
        p->erring = false;
    } else {
        push_msg(b, q, 2, 0);
        p->dead = true;
    }
    b->probe_due = q->issued;
    b->probe = q;
    p->recorded++;
    memcpy(got, d->m_sent_wr_data, 28);
    assert_int_equal(tb_bits(got, 200, 177), q->psn);
    assert_int_equal(tb_bits(got, 176, 153), last);
    assert_int_equal(tb_bits(got, 152, 145), q->op);
    assert_int_equal(tb_bits(got, 144, 144), q->flags & SIGNALED);
    assert_int_equal(tb_bits(got, 143, 112), length(q));
    assert_int_equal(tb_bits(got, 111, 80), q->lkey);
    assert_int_equal(tb_bits(got, 79, 16), q->local);
    assert_int_equal(tb_bits(got, 15, 0), q->wqe_idx);
}

static void check_msg(struct bench *b)
{
    struct dut *d = b->d;
    const struct message *m = &b->msg[b->msgs_got];
    struct qp *p = &b->qp[*d->m_issue_qp];

    b->last_msg = d->cycle;
    if (p->erring && *d->m_issue_kind == 2) { /* what was issued, before anything else of it */
        uint32_t issued = 0;

        while (issued < p->recorded && (p->reset || p->req[issued]->issued)) {
            issued++;
        }
        assert_int_equal(*d->m_issue_idx, (uint16_t)(p->first_idx + issued));
        p->erring = false;
        p->dead = true;
        return;
    }
    assert_true(b->msgs_got < b->msgs);
    assert_int_equal(*d->m_issue_qp, m->qp);
    assert_int_equal(*d->m_issue_kind, m->kind);
    assert_int_equal(*d->m_issue_idx, m->idx);
    if (m->kind == 1) {
        assert_int_equal(*d->m_issue_status, m->status);
    }
    b->msgs_got++;
}

/* ---- Drive */

static void drive_tok(struct bench *b)
{
    struct dut *d = b->d;
    struct req *q = &b->req[b->shown];
    struct qp *p;

    if (*d->s_tok_valid || b->shown == b->reqs || tb_rng_chance(&b->rng, b->stall_tok)) {
        return;
    }
    p = &b->qp[q->qp];
    if (p->shown - p->recorded >= SLOTS) {
        return; /* no room in the store */
    }
    *d->s_tok_valid = 1;
    *d->s_tok_qp = q->qp;
    *d->s_tok_idx = q->idx;
    *d->s_tok_wqe_ok = tb_rng_chance(&b->rng, b->beside);
    tb_rng_fill(&b->rng, d->s_tok_wqe, WQE);
    tb_rng_fill(&b->rng, b->store[q->qp * SLOTS + q->idx % SLOTS], WQE);
    if (*d->s_tok_wqe_ok) {
        memcpy(d->s_tok_wqe, q->wqe, WQE);
        b->late_write = true;
    } else {
        memcpy(b->store[q->qp * SLOTS + q->idx % SLOTS], q->wqe, WQE);
    }
    p->shown++;
    b->shown++;
}

static void drive(struct bench *b)
{
    struct dut *d = b->d;
    struct tb_rng *r = &b->rng;

    drive_tok(b);
    for (uint32_t n = 0; n < USED; n++) {
        if (b->unanswered[n] > 0 && !b->hold_done && tb_rng_chance(r, b->answer)) {
            b->unanswered[n]--;
            b->done[b->dones++ % WAITING] = (uint16_t)n;
        }
    }
    if (!*d->s_rd_done_valid && b->done_sent < b->dones && !tb_rng_chance(r, b->stall_done)) {
        *d->s_rd_done_valid = 1;
        *d->s_rd_done_qp = b->done[b->done_sent % WAITING];
    }
    if (!*d->s_err_valid && b->err_sent < b->errs && !tb_rng_chance(r, b->stall_err)) {
        *d->s_err_valid = 1;
        *d->s_err_qp = b->err[b->err_sent];
    }
    *d->m_pkt_ready = !tb_rng_chance(r, b->stall_pkt);
    *d->m_rd_ready = !tb_rng_chance(r, b->stall_rd);
    *d->m_issue_ready = !tb_rng_chance(r, b->stall_issue);
    *d->m_peer_err_ready = !tb_rng_chance(r, b->stall_peer);
}

static void check_probe(struct bench *b)
{
    const struct dut *d = b->d;

    assert_int_equal(*d->probe_issue_valid, b->probe_due);
    if (b->probe_due) {
        assert_int_equal(*d->probe_issue_id, b->probe->qp | (uint32_t)b->probe->idx << 16 |
                                                 (uint64_t)b->probe->psn << 32);
    }
    b->probe_due = false;
}

static void check_cycle(struct bench *b)
{
    struct dut *d = b->d;

    check_probe(b);
    if (*d->stall_valid) {
        b->stalls++;
        b->last_stall = *d->stall_event;
    }
    if (*d->m_sent_wr_valid) {
        check_record(b);
    }
    if (tb_hold_check(&b->rd)) {
        check_rd(b);
    }
    if (tb_hold_check(&b->pkt)) {
        check_pkt(b);
    }
    if (tb_hold_check(&b->issue)) {
        check_msg(b);
    }
    if (tb_hold_check(&b->peer)) {
        assert_true(b->peers_got < b->peers);
        assert_int_equal(*d->m_peer_err_qp, b->peer_qp[b->peers_got++]);
    }
}

static void cycle(struct bench *b)
{
    struct dut *d = b->d;
    bool tok, done, err, wake;
    uint8_t fetched[WQE];
    bool fetch;

    drive(b);
    for (uint32_t k = 0; k < 3; k++) {
        tb_ctx_show(&b->ctx[k]);
    }
    tb_ctx_settle(d, b->ctx, 3);
    check_cycle(b);
    tok = *d->s_tok_valid && *d->s_tok_ready;
    done = *d->s_rd_done_valid && *d->s_rd_done_ready;
    err = *d->s_err_valid && *d->s_err_ready;
    wake = *d->s_wake_valid && *d->s_wake_ready;
    fetch = *d->sq_rd_en;
    if (fetch) {
        assert_true(*d->sq_rd_addr < QPS * SLOTS);
        memcpy(fetched, b->store[*d->sq_rd_addr], WQE);
    }
    if (b->late_write) {
        memcpy(b->store[*d->s_tok_qp * SLOTS + *d->s_tok_idx % SLOTS], d->s_tok_wqe, WQE);
        b->late_write = false;
    }
    tb_ctx_edge(&b->ctx[TX], d->tx_wr_valid, d->tx_wr_id, d->tx_wr_data);
    tb_ctx_edge(&b->ctx[CFG], NULL, NULL, NULL);
    tb_ctx_edge(&b->ctx[MR], NULL, NULL, NULL);
    if (done) {
        struct qp *p = &b->qp[*d->s_rd_done_qp];

        p->out -= p->out > 0;
        b->done_sent++;
    }
    if (err) {
        struct qp *p = &b->qp[*d->s_err_qp];

        p->erring = p->erring || !p->dead;
        b->err_sent++;
    }
    if (tok) {
        b->last_tok = d->cycle;
    }
    dut_tick(d);
    *d->s_tok_valid = *d->s_tok_valid && !tok;
    *d->s_rd_done_valid = *d->s_rd_done_valid && !done;
    *d->s_err_valid = *d->s_err_valid && !err;
    *d->s_wake_valid = *d->s_wake_valid && !wake;
    if (fetch) {
        memcpy(d->sq_rd_data, fetched, WQE);
    }
}

static void cycles(struct bench *b, uint32_t n)
{
    while (n-- > 0) {
        cycle(b);
    }
}

/* Until nothing moves any more. */
static void run(struct bench *b)
{
    const struct dut *d = b->d;

    for (uint32_t i = 0, quiet = 0; quiet < 4; i++) {
        assert_true(i < 2000000);
        cycle(b);
        quiet = b->shown == b->reqs && !*d->s_tok_valid && b->done_sent == b->dones &&
                        b->err_sent == b->errs && !*d->s_wake_valid && *d->stat_idle &&
                        *d->stat_wake_cyc == 0xffffffffffffu
                    ? quiet + 1
                    : 0;
    }
}

/* All requests had their turn. */
static void check_all(struct bench *b)
{
    end_stopped(b);
    for (uint32_t n = 0; n < USED; n++) {
        const struct qp *p = &b->qp[n];
        const uint8_t *t = b->tx[n];

        assert_int_equal(p->recorded, p->posted);
        assert_false(p->erring);
        assert_int_equal(tb_bits(t, 23, 0), p->psn);
        assert_int_equal(tb_bits(t, 24, 24), p->dead);
        assert_int_equal(tb_bits(t, 47, 32), (uint16_t)(p->first_idx + p->posted));
        assert_int_equal(tb_bits(t, 63, 48), 0);
        assert_int_equal(tb_bits(t, 71, 64), p->out);
        assert_int_equal(tb_bits(t, 72, 72), 0);
    }
    assert_int_equal(b->pkt_at, b->opens);
    assert_int_equal(b->msgs_got, b->msgs);
    assert_int_equal(b->peers_got, b->peers);
}

static void finish(struct bench *b)
{
    run(b);
    check_all(b);
}

static void wake(struct bench *b, uint16_t n)
{
    *b->d->s_wake_valid = 1;
    *b->d->s_wake_qp = n;
}

/* ---- Latency and rates */

static void send_is_out_after_1_cycle_when_token_has_its_entry(void **state)
{
    struct bench *b = *state;
    uint64_t start;

    cycles(b, 3);
    start = b->d->cycle;
    add(b, 1, WRITE, 64);
    cycles(b, 1);
    assert_int_equal(b->last_tok, start);
    assert_int_equal(b->packets, 0);
    cycles(b, 1);
    assert_int_equal(b->packets, 1);
    assert_int_equal(b->last_pkt, start + 1);
    assert_int_equal(b->last_rd, start + 1);
    finish(b);
    start = b->d->cycle;
    add(b, 1, READ, 64);
    cycles(b, 2);
    assert_int_equal(b->last_pkt, start + 1);
    finish(b);
    b->beside = 0;
    start = b->d->cycle;
    add(b, 1, WRITE, 64);
    cycles(b, 3);
    assert_int_equal(b->last_pkt, start + 2); /* through the store */
    finish(b);
    start = b->d->cycle;
    b->beside = 100;
    add(b, 1, 99, 64);
    cycles(b, 3);
    assert_int_equal(b->last_msg, start + 2);
    finish(b);
}

static void send_keeps_1_per_cycle_when_nothing_stalls(void **state)
{
    struct bench *b = *state;

    for (uint32_t k = 0; k < 4;
         k++) { /* over queue pairs, on one; beside the token, in the store */
        uint64_t start;

        b->beside = k < 2 ? 100 : 0;
        finish(b);
        start = b->d->cycle;
        for (uint32_t j = 0; j < 60; j++) {
            add(b, k % 2 ? 3 : (uint16_t)(j % USED), j % 2 ? WRITE : SEND, 64);
        }
        finish(b);
        assert_int_equal(b->last_pkt, start + 60 + k / 2);
        assert_int_equal(b->packets, 60 * (k + 1));
    }
}

static void send_keeps_1_packet_per_cycle_when_message_is_long(void **state)
{
    struct bench *b = *state;
    uint64_t start = b->d->cycle;

    add(b, 0, WRITE, 65536); /* 64 packets at 1024 */
    add(b, 1, SEND, 65536);
    finish(b);
    assert_int_equal(b->packets, 128);
    assert_int_equal(b->last_pkt, start + 128);
}

/* ---- Packets */

/* WRITE of 8 bytes, VA 0x1000, rkey 0x1234, PSN ffffff, AckReq: facts sheet, golden vector. */
static void send_makes_golden_headers_when_write_is_8_bytes(void **state)
{
    struct bench *b = *state;
    struct req q = base(b, 2, WRITE, 8);
    static const uint8_t reth[] = {0, 0, 0, 0, 0, 0, 0x10, 0, 0, 0, 0x12, 0x34, 0, 0, 0, 8};
    struct dut *d = b->d;

    set_qp(b, 2, 0xffffff, 5);
    set_mr(b, 2, usual_mr(b, 2));
    q.remote = 0x1000;
    q.rkey = 0x1234;
    post(b, q);
    b->stall_pkt = 100;
    cycles(b, 4);
    assert_int_equal(*d->m_pkt_valid, 1);
    assert_int_equal(*d->m_pkt_opcode, 0x0a);
    assert_int_equal(*d->m_pkt_psn, 0xffffff);
    assert_int_equal(*d->m_pkt_ack_req, 1);
    assert_int_equal(*d->m_pkt_ext_bytes, 16);
    for (uint32_t k = 0; k < 16; k++) {
        assert_int_equal(tb_byte(d->m_pkt_ext, 27 - k), reth[k]);
    }
    b->stall_pkt = 0;
    finish(b);
    assert_int_equal(tb_bits(b->tx[2], 23, 0), 0); /* PSN wraps */
}

static void send_segments_when_length_is_around_the_mtu(void **state)
{
    struct bench *b = *state;

    for (uint32_t code = 1; code <= 5; code++) {
        uint32_t mtu = 128u << code;
        const uint32_t len[] = {1, 2, 3, 4, mtu - 1, mtu, mtu + 1, 2 * mtu, 2 * mtu + 1, 65536};

        set_mtu(b, code, code);
        for (size_t k = 0; k < sizeof(len) / sizeof(len[0]); k++) {
            for (uint8_t op = WRITE; op <= SEND_IMM; op++) {
                uint32_t before = b->packets;

                add(b, (uint16_t)code, op, len[k]);
                run(b);
                assert_int_equal(b->packets - before, (len[k] + mtu - 1) / mtu);
            }
            add(b, (uint16_t)code, READ, len[k]);
            run(b);
        }
    }
    finish(b);
}

static void send_is_one_packet_when_there_is_no_data(void **state)
{
    struct bench *b = *state;

    for (uint8_t op = WRITE; op <= READ; op++) {
        struct req q = base(b, 0, op, 0);

        q.lkey = 0xdeadbeef; /* is not looked at */
        post(b, q);
        q = base(b, 0, op, 5000);
        q.lkey = 0xdeadbeef;
        q.sges = 0;
        post(b, q);
        q = base(b, 0, op, UINT32_MAX);
        q.sges = 0;
        post(b, q);
    }
    finish(b);
    assert_int_equal(b->packets, 15);
    assert_int_equal(b->ctx[MR].reads, 0);
    assert_int_equal(b->msgs, 0);
}

static void send_takes_data_from_request_when_inline(void **state)
{
    struct bench *b = *state;

    for (uint32_t len = 0; len <= 28; len++) {
        struct req q = base(b, 1, (uint8_t)(len % 4), len);

        q.flags |= INLINE;
        q.lkey = (uint32_t)tb_rng_next(&b->rng);
        q.local = tb_rng_next(&b->rng);
        post(b, q);
    }
    finish(b);
    assert_int_equal(b->packets, 29);
    for (uint32_t n = 0; n < 3; n++) {
        struct req q = base(b, (uint16_t)(n + 1), WRITE, n == 0 ? 29 : n == 1 ? 4096 : 0x80000001u);

        q.flags |= INLINE;
        post(b, q);
    }
    finish(b);
    assert_int_equal(b->packets, 29);
    assert_int_equal(b->msgs, 3);
    assert_int_equal(b->msg[0].status, LOC_LEN);
}

static void send_wraps_psn_when_read_takes_several(void **state)
{
    struct bench *b = *state;

    set_qp(b, 4, 0xfffffd, 65534); /* START = 2^24 - 3 */
    set_mr(b, 4, usual_mr(b, 4));
    add(b, 4, READ, 8 * 1024);
    add(b, 4, WRITE, 64);
    add(b, 4, CAS, 8);
    add(b, 4, SEND, 64);
    finish(b);
    /* by hand: READ fffffd .. 4, then 5, 6, 7 */
    assert_int_equal(b->req[1].psn, 5);
    assert_int_equal(b->req[2].psn, 6);
    assert_int_equal(b->req[3].psn, 7);
    add(b, 4, READ, 0x80000000u);
    add(b, 4, READ, 0);
    finish(b);
    assert_int_equal(b->req[5].psn, 8 + 0x200000);
}

/* ---- Requests that fail */

static void send_fails_request_when_it_is_not_usable(void **state)
{
    struct bench *b = *state;
    static const struct {
        uint8_t op, flags, sges;
        uint32_t len;
        uint8_t status;
    } bad[] = {
        {7, 0, 1, 64, LOC_QP_OP},          {255, 0, 1, 64, LOC_QP_OP},
        {WRITE, 0, 2, 64, LOC_QP_OP},      {READ, INLINE, 1, 8, LOC_QP_OP},
        {CAS, INLINE, 1, 8, LOC_QP_OP},    {READ, 0, 255, 8, LOC_QP_OP},
        {CAS, 0, 1, 4, LOC_LEN},           {FADD, 0, 1, 16, LOC_LEN},
        {CAS, 0, 0, 8, LOC_LEN},           {WRITE, 0, 1, 0x80000001u, LOC_LEN},
        {READ, 0, 1, UINT32_MAX, LOC_LEN}, {SEND, INLINE, 1, 29, LOC_LEN},
    };

    for (size_t k = 0; k < sizeof(bad) / sizeof(bad[0]); k++) {
        uint16_t n = (uint16_t)(k % USED);
        struct req q;

        set_qp(b, n, 77, (uint16_t)k);
        set_mr(b, n, usual_mr(b, n));
        q = base(b, n, bad[k].op, bad[k].len);
        q.flags = bad[k].flags;
        q.sges = bad[k].sges;
        add(b, n, WRITE, 64);
        post(b, q);
        add(b, n, WRITE, 64);
        add(b, n, READ, 64);
        run(b);
        assert_int_equal(b->msg[b->msgs - 3].kind, 1);
        assert_int_equal(b->msg[b->msgs - 3].status, bad[k].status);
        assert_int_equal(b->msg[b->msgs - 1].kind, 2);
        assert_int_equal(b->packets, k + 1);
        assert_int_equal(b->peers_got, k + 1);
        check_all(b);
    }
}

static void send_fails_request_when_key_is_wrong(void **state)
{
    struct bench *b = *state;

    for (uint32_t k = 0; k < 12; k++) {
        uint16_t n = (uint16_t)(k % USED);
        struct mr m;
        struct req q;

        set_qp(b, n, 0, 0);
        m = usual_mr(b, n);
        m.len = 1000;
        m.valid = k != 0;
        m.pd = (uint16_t)(m.pd ^ (k == 1));
        m.va = k == 9 ? 0xfffffffffffffc18u : m.va; /* up to the end of all */
        set_mr(b, n, m);
        q = base(b, n, (uint8_t)(k % 4), k == 6 ? 1001 : k == 7 ? 1000 : 100);
        q.lkey ^= k == 2 ? 0x80 : k == 3 ? 0x80000000u : k == 10 ? MRS << 8 : 0;
        q.local = k == 4 ? m.va - 1 : k == 5 ? m.va + 901 : k == 8 ? m.va + 900 : m.va;
        if (k == 11) {
            q.local = m.va + 1001;
            q.len = 1;
        }
        post(b, q);
        run(b);
        check_all(b);
        assert_int_equal(b->qp[n].dead, k < 7 || k > 9);
        if (b->qp[n].dead) {
            assert_int_equal(b->msg[b->msgs - 1].status, LOC_PROT);
        }
    }
    assert_int_equal(b->packets, 3);
}

/* ---- Parking */

static void send_parks_reads_when_as_many_are_outstanding(void **state)
{
    struct bench *b = *state;

    for (uint32_t beside = 0; beside <= 100; beside += 50) {
        uint32_t before = b->packets;
        uint32_t stalls = b->stalls;

        b->beside = beside;
        set_max_rd(b, 0, 2);
        b->hold_done = true;
        for (uint32_t k = 0; k < 3; k++) {
            add(b, 0, READ, 64);
            add(b, 0, k == 1 ? FADD : CAS, 8);
        }
        add(b, 0, WRITE, 64);
        cycles(b, 50);
        assert_int_equal(b->packets - before, 2);
        assert_int_equal(tb_bits(b->tx[0], 63, 48), 5);
        assert_int_equal(*b->d->stat_idle, 1); /* waits for others only */
        assert_int_equal(b->stalls - stalls, 1);
        assert_int_equal(b->last_stall & 0xf, 12); /* credit */
        for (uint32_t k = 0; k < 4; k++) {
            b->unanswered[0]--;
            b->done[b->dones++] = 0;
            cycles(b, 20);
            assert_int_equal(b->packets - before, k < 3 ? 3 + k : 7); /* the WRITE follows */
        }
        assert_int_equal(b->last_stall & 0xf, 0);
        b->hold_done = false;
        finish(b);
        assert_int_equal((b->stalls - stalls) % 2, 0);
    }
}

static void send_waits_for_reads_when_request_is_fenced(void **state)
{
    struct bench *b = *state;
    struct req q = base(b, 3, WRITE, 64);

    b->hold_done = true;
    q.flags |= FENCE;
    post(b, q); /* nothing to wait for */
    add(b, 3, READ, 64);
    add(b, 3, READ, 64);
    add(b, 3, WRITE, 64); /* not fenced */
    post(b, q);
    add(b, 3, SEND, 64); /* behind it */
    cycles(b, 30);
    assert_int_equal(b->packets, 4);
    assert_int_equal(b->last_stall, (uint64_t)4 << 28 | 3 << 8 | 2); /* request 4, fence */
    b->unanswered[3]--;
    b->done[b->dones++] = 3;
    cycles(b, 30);
    assert_int_equal(b->packets, 4);
    assert_int_equal(b->stalls, 1); /* still the same */
    b->hold_done = false;
    finish(b);
    assert_int_equal(b->packets, 6);
    assert_int_equal(b->stalls, 2);
    assert_int_equal(b->last_stall & 0xf, 0);
}

static void send_goes_on_when_another_queue_pair_is_parked(void **state)
{
    struct bench *b = *state;
    uint64_t start;

    b->hold_done = true;
    set_max_rd(b, 0, 1);
    for (uint32_t k = 0; k < 12; k++) {
        add(b, 0, READ, 64);
    }
    cycles(b, 40);
    assert_int_equal(b->packets, 1);
    start = b->d->cycle;
    for (uint32_t k = 0; k < 100; k++) { /* one a cycle, tokens of the parked one among them */
        add(b, (uint16_t)(1 + k % 5), WRITE, 64);
    }
    add(b, 0, WRITE, 64);
    add(b, 5, WRITE, 64);
    cycles(b, 103);
    assert_int_equal(b->packets, 102);
    assert_int_equal(b->last_pkt, start + 102);
    b->hold_done = false;
    finish(b);
}

static void send_issues_parked_every_2_cycles_when_nothing_holds_them(void **state)
{
    struct bench *b = *state;
    uint64_t start;

    b->hold_done = true;
    set_max_rd(b, 0, 1);
    add(b, 0, READ, 64);
    add(b, 0, READ, 64);
    for (uint32_t k = 0; k < 10; k++) {
        add(b, 0, WRITE, 64);
    }
    cycles(b, 30);
    b->unanswered[0]--;
    b->done[b->dones++] = 0;
    start = b->d->cycle;
    cycles(b, 40);
    /* the answer enters at start, is in AT at 1; store, AT at 3; then each 2 */
    assert_int_equal(b->req[1].cycle, start + 3);
    for (uint32_t k = 0; k < 10; k++) {
        assert_int_equal(b->req[2 + k].cycle, start + 5 + 2 * k);
    }
    b->hold_done = false;
    finish(b);
}

static void send_keeps_interval_when_one_is_set(void **state)
{
    struct bench *b = *state;
    static const uint16_t set[] = {0, 1, 2, 3, 4, 6, 7, 16, 100};

    for (size_t k = 0; k < sizeof(set) / sizeof(set[0]); k++) {
        for (uint32_t beside = 0; beside <= 100; beside += 50) {
            uint32_t first = b->reqs;
            uint32_t want = set[k] < 1 ? 1 : set[k];

            *b->d->cfg_issue_interval_cyc = set[k];
            b->beside = beside;
            b->qp[2].last_issue = 0;
            for (uint32_t j = 0; j < 10; j++) {
                add(b, 2, j % 3 ? WRITE : SEND, 64);
            }
            finish(b);
            for (uint32_t j = 1; j < 10 && (want > 1 || beside != 50); j++) {
                uint64_t took = b->req[first + j].cycle - b->req[first + j - 1].cycle;

                assert_in_range(took, want, want + (want == 2 && beside == 50));
            }
            /* tokens that come later, at any distance */
            for (uint32_t gap = 0; gap < want + 4 && want < 20; gap++) {
                first = b->reqs;
                add(b, 2, WRITE, 64);
                cycles(b, gap);
                add(b, 2, WRITE, 64);
                finish(b);
                if (beside == 100) {
                    assert_in_range(b->req[first + 1].cycle - b->req[first].cycle,
                                    gap > want ? gap : want, (gap > want ? gap : want) + 1);
                    if (gap != want) { /* then the timer comes at the same time */
                        assert_int_equal(b->req[first + 1].cycle - b->req[first].cycle,
                                         gap > want ? gap : want);
                    }
                }
            }
        }
    }
}

/* The token of a read that has to wait comes in each cycle around the end of the interval: what the
 * store holds then may be of an earlier lap. */
static void send_reads_store_after_token_when_interval_ends(void **state)
{
    struct bench *b = *state;

    *b->d->cfg_issue_interval_cyc = 8;
    set_max_rd(b, 1, 1);
    for (uint32_t gap = 0; gap < 14; gap++) {
        uint32_t before = b->packets;

        b->hold_done = true;
        b->qp[1].last_issue = 0;
        add(b, 1, READ, 64);
        cycles(b, gap);
        add(b, 1, READ, 64);
        cycles(b, 30);
        assert_int_equal(b->packets, before + 1);
        assert_int_equal(b->msgs, 0);
        b->hold_done = false;
        finish(b);
        assert_int_equal(b->packets, before + 2);
    }
}

/* Four queue pairs with parked requests fill the slot store's port. */
static void send_takes_tokens_in_turn_when_parked_ones_go_on(void **state)
{
    struct bench *b = *state;
    struct req *q;
    uint64_t start;

    b->hold_done = true;
    for (uint16_t n = 0; n < 4; n++) {
        set_max_rd(b, n, 1);
        add(b, n, READ, 64);
        add(b, n, READ, 64);
        for (uint32_t k = 0; k < 12; k++) {
            add(b, n, WRITE, 64);
        }
    }
    cycles(b, 80);
    assert_int_equal(b->packets, 4);
    for (uint16_t n = 0; n < 4; n++) {
        b->unanswered[n]--;
        b->done[b->dones++] = n;
    }
    cycles(b, 12);
    assert_true(b->packets < 20);
    q = add(b, 5, WRITE, 64);
    start = b->d->cycle;
    cycles(b, 12);
    assert_in_range(q->cycle, start + 1, start + 4);
    b->hold_done = false;
    finish(b);
}

static void send_ignores_answer_when_nothing_is_outstanding(void **state)
{
    struct bench *b = *state;
    struct req q = base(b, 1, WRITE, 64);

    b->done[b->dones++] = 1; /* of a read that was flushed before it was issued */
    finish(b);
    assert_int_equal(tb_bits(b->tx[1], 71, 64), 0);
    q.flags |= FENCE;
    post(b, q);
    finish(b);
    assert_int_equal(b->packets, 1);
}

static void send_keeps_interval_of_each_when_queue_pairs_share(void **state)
{
    struct bench *b = *state;
    uint64_t start = b->d->cycle;

    *b->d->cfg_issue_interval_cyc = 12;
    for (uint32_t j = 0; j < 10; j++) {
        for (uint16_t n = 0; n < USED; n++) {
            add(b, n, WRITE, 64);
        }
    }
    finish(b);
    for (uint32_t j = 0; j < 10 * USED; j++) { /* once the tokens have come nobody is late */
        if (b->req[j].cycle > start + 80) {
            assert_int_equal(b->req[j].cycle - b->req[j - USED].cycle, 12);
        }
    }
}

static void send_tells_when_it_wakes_when_interval_runs(void **state)
{
    struct bench *b = *state;
    struct dut *d = b->d;

    d->cycle = 0xfffffff0u; /* the low bits of the time wrap on the way */
    *d->cfg_issue_interval_cyc = 40;
    b->qp[1].last_issue = 0;
    add(b, 1, WRITE, 64);
    add(b, 1, WRITE, 64);
    cycles(b, 10);
    assert_int_equal(b->packets, 1);
    assert_int_equal(*d->stat_idle, 1);
    assert_int_equal(*d->stat_wake_cyc,
                     b->req[0].cycle + 40 - 2); /* 2 cycles from list to packet */
    finish(b);
    assert_int_equal(b->req[1].cycle, b->req[0].cycle + 40);
    d->cycle += 0x90000000u; /* long ago is not in the future */
    b->qp[1].last_issue = d->cycle - 100;
    add(b, 1, WRITE, 64);
    cycles(b, 3);
    assert_int_equal(b->packets, 3);
    finish(b);
}

static void send_parks_all_when_queue_pair_drains(void **state)
{
    struct bench *b = *state;

    set_state(b, 1, SQD);
    for (uint32_t k = 0; k < 5; k++) {
        add(b, 1, k == 2 ? READ : WRITE, 64);
        add(b, 2, WRITE, 64);
    }
    cycles(b, 50);
    assert_int_equal(b->packets, 5);
    assert_int_equal(tb_bits(b->tx[1], 63, 48), 5);
    wake(b, 1); /* still in that state */
    cycles(b, 20);
    assert_int_equal(b->packets, 5);
    set_state(b, 1, RTS);
    wake(b, 1);
    finish(b);
    assert_int_equal(b->packets, 10);
    wake(b, 1); /* nothing to do */
    run(b);
    set_state(b, 1, SQD);
    add(b, 1, WRITE, 64);
    add(b, 1, WRITE, 64);
    cycles(b, 20);
    set_state(b, 1, STATE_ERR);
    b->qp[1].erring = true;
    wake(b, 1);
    finish(b);
    assert_int_equal(b->packets, 10);
    assert_int_equal(b->msgs, 2);
}

/* ---- Errors */

static void send_flushes_when_state_does_not_send(void **state)
{
    struct bench *b = *state;
    static const uint8_t set[] = {RESET, INIT, RTR, 5, STATE_ERR, 7};

    for (uint16_t n = 0; n < USED; n++) {
        set_state(b, n, set[n]);
        b->qp[n].dead = true; /* the model knows that it flushes */
        for (uint32_t k = 0; k < 3; k++) {
            add(b, n, k == 1 ? 99 : READ, 64);
        }
    }
    finish(b);
    assert_int_equal(b->packets, 0);
    assert_int_equal(b->msgs, 3 * USED);
    assert_int_equal(b->peers, 0);
}

static void send_flushes_parked_and_later_ones_when_error_comes(void **state)
{
    struct bench *b = *state;

    for (uint32_t own = 0; own < 2; own++) {
        uint32_t before = b->packets;
        uint32_t msgs = b->msgs_got;

        for (uint16_t n = 0; n < USED; n++) {
            set_qp(b, n, 0xffffff, 65533);
            set_mr(b, n, usual_mr(b, n));
            b->unanswered[n] = 0;
        }
        b->hold_done = true;
        set_max_rd(b, 1, 1);
        add(b, 1, READ, 64);
        add(b, 1, READ, 64);
        add(b, 1, own ? 99 : WRITE, 64);
        add(b, 1, WRITE, 64);
        add(b, 2, WRITE, 64);
        cycles(b, 20);
        assert_int_equal(b->packets - before, 2);
        if (own) {
            b->unanswered[1]--;
            b->done[b->dones++] = 1;
        } else {
            give_err(b, 1);
        }
        cycles(b, 20);
        add(b, 1, WRITE, 64);
        add(b, 2, WRITE, 64);
        give_err(b, 1); /* again: nothing */
        finish(b);
        assert_int_equal(b->packets - before, own ? 4 : 3);
        /* s_err: 65534 for what was issued, then each; own: LERR, two flushes */
        assert_int_equal(b->msgs_got - msgs, own ? 3 : 4);
        assert_int_equal(b->qp_errs, own);
    }
}

/* A reset flushes what was issued and what is parked; once, but for those in error before, too:
 * what still had its answer to come has none now. */
static void send_flushes_once_more_when_the_host_resets(void **state)
{
    struct bench *b = *state;

    for (uint32_t own = 0; own < 2; own++) {
        set_qp(b, 1, 0xffffff, 65533);
        set_mr(b, 1, usual_mr(b, 1));
        set_max_rd(b, 1, 1);
        b->unanswered[1] = 0;
        b->hold_done = true;
        add(b, 1, READ, 64);
        add(b, 1, READ, 64);
        add(b, 1, WRITE, 64);
        cycles(b, 20);
        assert_int_equal(b->packets, own + 1);
        if (own) {
            give_err(b, 1);
            finish(b);
            b->qp[1].reset = true;
        }
        set_state(b, 1, RESET);
        b->qp[1].erring = true; /* a message must come */
        wake(b, 1);
        finish(b);
        wake(b, 1); /* again: nothing */
        finish(b);
        assert_int_equal(b->msgs_got, 2 * (own + 1)); /* of each that was parked */
    }
}

static void send_ends_message_when_error_comes(void **state)
{
    struct bench *b = *state;
    uint32_t before;

    add(b, 0, WRITE, 0x80000000u); /* 2 GiB are allowed */
    cycles(b, 100);
    assert_int_equal(b->packets, 99);
    give_err(b, 1); /* somebody else's */
    cycles(b, 10);
    assert_int_equal(b->packets, 109);
    give_err(b, 0);
    cycles(b, 10);
    assert_in_range(b->packets, 109, 112);
    add(b, 2, WRITE, 3000);
    finish(b);
    assert_int_equal(b->opens, 2);
    before = b->packets;
    b->stall_pkt = 100; /* the first packet waits when the error comes */
    add(b, 3, WRITE, 100000);
    cycles(b, 5);
    give_err(b, 3);
    cycles(b, 5);
    b->stall_pkt = 0;
    finish(b);
    assert_int_equal(b->packets - before, 1);
}

static void send_takes_answers_and_errors_when_outputs_stall(void **state)
{
    struct bench *b = *state;

    set_max_rd(b, 0, 4);
    b->hold_done = true;
    for (uint32_t k = 0; k < 4; k++) {
        add(b, 0, READ, 64);
    }
    cycles(b, 30);
    b->stall_pkt = 100;
    b->stall_rd = 100;
    for (uint16_t k = 0; k < 30; k++) {
        add(b, k % USED, WRITE, 3000);
    }
    cycles(b, 30);
    for (uint32_t k = 0; k < 3; k++) {
        b->unanswered[0]--;
        b->done[b->dones++] = 0;
    }
    cycles(b, 30);
    assert_int_equal(b->done_sent, b->dones);
    b->stall_issue = 100;
    b->stall_peer = 100;
    for (uint16_t n = 0; n < USED; n++) {
        for (uint32_t k = 0; k < 3; k++) {
            add(b, n, k ? WRITE : 99, 64);
        }
    }
    b->stall_rd = 0;
    b->stall_pkt = 0;
    cycles(b, 300);
    for (uint16_t n = 0; n < USED; n++) {
        give_err(b, n);
    }
    cycles(b, 30);
    assert_int_equal(b->err_sent, b->errs);
    b->unanswered[0]--;
    b->done[b->dones++] = 0;
    cycles(b, 10);
    assert_int_equal(b->done_sent, b->dones);
    b->stall_issue = b->stall_peer = 0;
    b->hold_done = false;
    finish(b);
}

static void send_has_room_for_all_errors_when_messages_stall(void **state)
{
    struct bench *b = *state;

    b->stall_issue = 100;
    for (uint32_t k = 0; k < 14; k++) { /* as many messages as one may leave, and more */
        add(b, 0, k ? WRITE : 99, 64);
    }
    cycles(b, 60);
    for (uint16_t n = 1; n < USED; n++) {
        add(b, n, WRITE, 64);
        give_err(b, n);
    }
    cycles(b, 60);
    assert_int_equal(b->err_sent, USED - 1);
    b->stall_issue = 0;
    finish(b);
}

/* ---- Everything at random */

static void random_request(struct bench *b, uint16_t n, uint32_t bad)
{
    struct tb_rng *r = &b->rng;
    static const uint32_t len[] = {0, 1, 8, 64, 255, 256, 257, 1024, 1025, 5000};
    uint8_t op = (uint8_t)tb_rng_below(r, 7);
    struct req q = base(b, n, op, op >= CAS ? 8 : len[tb_rng_below(r, 10)]);

    q.flags |= tb_rng_chance(r, 15) ? FENCE : 0;
    if (!is_rd(&q) && tb_rng_chance(r, 25)) {
        q.flags |= INLINE;
        q.len = tb_rng_below(r, 29);
        q.lkey = (uint32_t)tb_rng_next(r);
    }
    if (tb_rng_chance(r, 5) && op < CAS) {
        q.sges = 0;
    }
    if (tb_rng_chance(r, bad)) {
        switch (tb_rng_below(r, 3)) {
        case 0:
            q.op = 9;
            break;
        case 1:
            q.lkey ^= 1;
            break;
        default:
            q.len = 0x80000001u;
            break;
        }
    }
    post(b, q);
}

static void begin_lap(struct bench *b, uint32_t lap)
{
    struct tb_rng *r = &b->rng;

    b->reqs = b->shown = b->opens = b->pkt_at = b->rd_at = 0;
    b->dones = b->done_sent = b->errs = b->err_sent = 0;
    b->msgs = b->msgs_got = b->peers = b->peers_got = 0;
    for (uint16_t n = 0; n < USED; n++) {
        set_qp(b, n, 0xffffff - tb_rng_below(r, 100), (uint16_t)(65535 - tb_rng_below(r, 100)));
        set_mr(b, n, usual_mr(b, n));
        set_mtu(b, n, 1 + tb_rng_below(r, 5));
        set_max_rd(b, n, 1 + tb_rng_below(r, 4));
        b->unanswered[n] = 0;
    }
    for (uint32_t k = 0; k < 3; k++) {
        b->ctx[k].slow_percent = lap % 3 == 2 ? 60 : 0;
    }
    *b->d->cfg_issue_interval_cyc = (uint16_t)(lap % 4 == 3 ? tb_rng_below(r, 20) : 0);
    b->beside = tb_rng_below(r, 5) * 25;
    b->answer = 1 + tb_rng_below(r, 40);
    b->stall_tok = tb_rng_below(r, 4) * 25;
    b->stall_done = tb_rng_below(r, 4) * 25;
    b->stall_pkt = tb_rng_below(r, 4) * 30;
    b->stall_rd = tb_rng_below(r, 4) * 30;
    b->stall_issue = tb_rng_below(r, 4) * 30;
    b->stall_peer = tb_rng_below(r, 4) * 30;
}

static void send_is_right_when_all_is_random(void **state)
{
    struct bench *b = *state;
    struct tb_rng *r = &b->rng;

    b->rng = tb_rng_seed(30);
    for (uint32_t k = 0; k < 3; k++) {
        b->ctx[k].rng = tb_rng_seed(31 + k);
    }
    for (uint32_t lap = 0; lap < 60; lap++) {
        begin_lap(b, lap);
        for (uint32_t k = 0; k < 300; k++) {
            random_request(b, (uint16_t)tb_rng_below(r, USED), lap % 2 ? 1 : 0);
            cycles(b, tb_rng_below(r, 4));
            if (lap % 5 == 4 && tb_rng_chance(r, 1)) {
                give_err(b, (uint16_t)tb_rng_below(r, USED));
            }
        }
        b->answer = 50;
        for (uint32_t k = 0; k < 40000 && b->reqs; k++) {
            bool all = true;

            cycle(b);
            for (uint32_t n = 0; n < USED; n++) {
                all = all && b->qp[n].recorded == b->qp[n].posted && b->unanswered[n] == 0;
            }
            if (all) {
                break;
            }
        }
        for (uint32_t n = 0; n < USED; n++) { /* interval of the lap before */
            b->qp[n].last_issue = 0;
        }
        finish(b);
    }
    assert_true(b->packets > 10000);
}

#define CASE(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(send_is_out_after_1_cycle_when_token_has_its_entry),
        CASE(send_keeps_1_per_cycle_when_nothing_stalls),
        CASE(send_keeps_1_packet_per_cycle_when_message_is_long),
        CASE(send_makes_golden_headers_when_write_is_8_bytes),
        CASE(send_segments_when_length_is_around_the_mtu),
        CASE(send_is_one_packet_when_there_is_no_data),
        CASE(send_takes_data_from_request_when_inline),
        CASE(send_wraps_psn_when_read_takes_several),
        CASE(send_fails_request_when_it_is_not_usable),
        CASE(send_fails_request_when_key_is_wrong),
        CASE(send_parks_reads_when_as_many_are_outstanding),
        CASE(send_waits_for_reads_when_request_is_fenced),
        CASE(send_goes_on_when_another_queue_pair_is_parked),
        CASE(send_issues_parked_every_2_cycles_when_nothing_holds_them),
        CASE(send_keeps_interval_when_one_is_set),
        CASE(send_reads_store_after_token_when_interval_ends),
        CASE(send_takes_tokens_in_turn_when_parked_ones_go_on),
        CASE(send_ignores_answer_when_nothing_is_outstanding),
        CASE(send_keeps_interval_of_each_when_queue_pairs_share),
        CASE(send_tells_when_it_wakes_when_interval_runs),
        CASE(send_parks_all_when_queue_pair_drains),
        CASE(send_flushes_when_state_does_not_send),
        CASE(send_flushes_parked_and_later_ones_when_error_comes),
        CASE(send_flushes_once_more_when_the_host_resets),
        CASE(send_ends_message_when_error_comes),
        CASE(send_takes_answers_and_errors_when_outputs_stall),
        CASE(send_has_room_for_all_errors_when_messages_stall),
        CASE(send_is_right_when_all_is_random),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
