/* SPDX-License-Identifier: Apache-2.0 */
/* test_roce_qp_recv: what a responder does with each packet: PSN, opcode sequence, lengths, rights,
 * keys, receives, errors and flush; order of actions and answers, latency, stalls. Long, because
 * one model of the responder serves all its tests: it judges each event when the module takes it.
 */
/* DUT: roce_qp_recv -GQPS=8 -GSLOTS=8 -GMRS=16 -GEXEC_DEPTH=64 -GACT_DEPTH=16 */
/* DUT: roce_qp_recv -GQPS=8 -GSLOTS=8 -GMRS=16 -GEXEC_DEPTH=4 -GACT_DEPTH=4 */
#include "dut.h"
#include "tb_ctx.h"
#include "tb_hold.h"
#include "tb_record.h"

#define QPS DUT_P_QPS
#define SLOTS DUT_P_SLOTS
#define MRS DUT_P_MRS
#define LIST 32768u

enum { RESET = 0, RTR = 2, RTS = 3, ERR = 6 };
enum { NONE, SEND, WRITE, READ, ATOMIC }; /* kind of a message, or what a queue pair is inside of */
enum { EXEC_READ, EXEC_CAS, EXEC_FADD, EXEC_ACK };
enum { ACT_WRITE, ACT_DROP, ACT_CQE };
enum { SYN_ACK = 0x1f, SYN_SEQ = 0x60, SYN_INV = 0x61, SYN_ACC = 0x62, SYN_OP = 0x63 };
enum { LOC_LEN = 1, LOC_PROT = 4, FLUSH = 5 };

/* Opcodes by number, see the table of the specification. */
enum {
    S_FIRST = 0x00,
    S_MIDDLE = 0x01,
    S_LAST = 0x02,
    S_LAST_IMM = 0x03,
    S_ONLY = 0x04,
    S_ONLY_IMM = 0x05,
    W_FIRST = 0x06,
    W_MIDDLE = 0x07,
    W_LAST = 0x08,
    W_LAST_IMM = 0x09,
    W_ONLY = 0x0a,
    W_ONLY_IMM = 0x0b,
    R_REQ = 0x0c,
    A_CAS = 0x13,
    A_FADD = 0x14,
};

struct region {
    bool valid, local_write, remote_write, remote_read, remote_atomic;
    uint8_t key;
    uint16_t pd;
    uint64_t va, len, pa;
};

struct recv {
    uint64_t addr;
    uint32_t lkey, len;
};

struct qp {
    /* static part */
    uint8_t state, mtu, min_rnr, max_dest_rd;
    bool remote_write, remote_read, remote_atomic;
    uint16_t pd, pkey, cq, sport;
    uint32_t dest, ip;
    uint64_t mac;
    /* responder */
    uint32_t epsn, msn, rd_out;
    bool err, nak_sent;
    uint8_t inside;
    uint16_t arrived, used;
    uint32_t key, left, total;
    uint64_t va;
    /* the host's side */
    uint16_t posted, freed;
    struct recv recv[SLOTS];
};

struct packet {
    uint8_t opcode, lane, beats;
    bool ack_req, ok;
    uint16_t frame;
    uint32_t dest, psn, key, len, imm, bytes;
    uint64_t va, swap_add, compare;
    uint16_t other_pkey; /* bits that differ from the key of the queue pair as full member */
    uint32_t other_ip;   /* bits of its address that are not those of the peer */
};

struct act {
    uint8_t kind, lane, beats, opcode, status;
    bool with_imm;
    uint16_t frame, qp, len, cq, idx;
    uint32_t cnt, imm, src;
    uint64_t addr;
};

struct exec {
    uint8_t kind, syndrome;
    uint16_t frame, qp;
    uint32_t psn, msn, len, after; /* after: actions that must have been handed over */
    uint64_t addr, swap_add, compare;
};

struct bench {
    struct dut *d;
    struct tb_rng rng;
    uint32_t stall_req, stall_end, stall_tok, stall_perr, stall_done; /* percent */
    uint32_t stall_act, stall_exec, stall_free, stall_perr_out;
    struct tb_hold act, exec, free, perr;
    struct tb_ctx ctx[3];
    uint8_t cfg_table[QPS][40], rx_table[QPS][48], mr_table[MRS][32];
    uint8_t store[QPS * SLOTS][16];
    struct qp qp[QPS];
    struct region mr[MRS];

    struct packet packet[LIST];
    uint32_t packets, sent, ends;
    uint32_t random; /* packets to make up */
    uint16_t tok[LIST], perr_in[LIST], done[LIST];
    uint32_t toks, toks_in, perrs_in, perrs_taken, dones, dones_in;
    struct act want_act[LIST];
    struct exec want_exec[LIST];
    uint16_t want_free[LIST], want_perr[LIST];
    uint64_t want_probe[LIST];
    uint32_t acts, execs, frees, perrs, probes;                               /* expected */
    uint32_t acts_got, execs_got, frees_got, perrs_got, probes_got;           /* seen */
    uint32_t drop_qp, drop_pkey, drop_psn, naks;                              /* expected */
    uint32_t drop_qp_got, drop_pkey_got, drop_psn_got, naks_got, qp_errs_got; /* seen */
    struct act last_cqe;                                                      /* seen */
    struct act last_pay;
    struct exec last_exec;
    uint64_t exec_cycle, act_cycle, end_cycle;
};

/* ---- Records */

static void put_cfg(struct bench *b, uint32_t n)
{
    const struct qp *q = &b->qp[n];
    uint8_t *r = b->cfg_table[n];

    tb_rng_fill(&b->rng, r, 40); /* noise in what is not read here */
    tb_bits_set(r, 2, 0, q->state);
    tb_bits_set(r, 5, 3, q->mtu);
    tb_bits_set(r, 6, 6, q->remote_write);
    tb_bits_set(r, 7, 7, q->remote_read);
    tb_bits_set(r, 8, 8, q->remote_atomic);
    tb_bits_set(r, 16, 12, q->min_rnr);
    tb_bits_set(r, 55, 32, q->dest);
    tb_bits_set(r, 79, 64, q->pd);
    tb_bits_set(r, 95, 80, q->pkey);
    tb_bits_set(r, 103, 96, q->max_dest_rd);
    tb_bits_set(r, 159, 144, q->cq);
    tb_bits_set(r, 207, 160, q->mac);
    tb_bits_set(r, 223, 208, q->sport);
    tb_bits_set(r, 255, 224, q->ip);
}

static void put_rx(struct bench *b, uint32_t n)
{
    const struct qp *q = &b->qp[n];
    uint8_t *r = b->rx_table[n];

    tb_rng_fill(&b->rng, r, 48);
    tb_bits_set(r, 23, 0, q->epsn);
    tb_bits_set(r, 24, 24, q->err);
    tb_bits_set(r, 25, 25, q->nak_sent);
    tb_bits_set(r, 26, 26, q->inside == SEND);
    tb_bits_set(r, 27, 27, q->inside == WRITE);
    tb_bits_set(r, 55, 32, q->msn);
    tb_bits_set(r, 79, 64, q->arrived);
    tb_bits_set(r, 95, 80, q->used);
    tb_bits_set(r, 127, 96, q->key);
    tb_bits_set(r, 191, 128, q->va);
    tb_bits_set(r, 223, 192, q->left);
    tb_bits_set(r, 255, 224, q->total);
    tb_bits_set(r, 263, 256, q->rd_out);
}

static void check_rx(struct bench *b, uint32_t n)
{
    const struct qp *q = &b->qp[n];
    const uint8_t *r = b->rx_table[n];

    assert_int_equal(tb_bits(r, 23, 0), q->epsn);
    assert_int_equal(tb_bits(r, 24, 24), q->err);
    assert_int_equal(tb_bits(r, 25, 25), q->nak_sent);
    assert_int_equal(tb_bits(r, 26, 26), q->inside == SEND);
    assert_int_equal(tb_bits(r, 27, 27), q->inside == WRITE);
    assert_int_equal(tb_bits(r, 55, 32), q->msn);
    assert_int_equal(tb_bits(r, 79, 64), q->arrived);
    assert_int_equal(tb_bits(r, 95, 80), q->used);
    assert_int_equal(tb_bits(r, 263, 256), q->rd_out);
    if (q->inside != NONE) {
        assert_int_equal(tb_bits(r, 127, 96), q->key);
        assert_int_equal(tb_bits(r, 191, 128), q->va);
        assert_int_equal(tb_bits(r, 223, 192), q->left);
        assert_int_equal(tb_bits(r, 255, 224), q->total);
    }
}

static void put_mr(struct bench *b, uint32_t n, struct region m)
{
    uint8_t *r = b->mr_table[n];

    b->mr[n] = m;
    tb_rng_fill(&b->rng, r, 32);
    tb_bits_set(r, 0, 0, m.valid);
    tb_bits_set(r, 1, 1, m.local_write);
    tb_bits_set(r, 2, 2, m.remote_write);
    tb_bits_set(r, 3, 3, m.remote_read);
    tb_bits_set(r, 4, 4, m.remote_atomic);
    tb_bits_set(r, 15, 8, m.key);
    tb_bits_set(r, 31, 16, m.pd);
    tb_bits_set(r, 127, 64, m.va);
    tb_bits_set(r, 191, 128, m.len);
    tb_bits_set(r, 255, 192, m.pa);
}

/* Region 5 of most tests: 0x10000 bytes at 0x7f0000001230, key 0x5a, all rights. */
#define KEY 0x55au
#define VA 0x7f0000001230u
#define PA 0x4500000040u

static struct region usual(void)
{
    return (struct region){.valid = true,
                           .local_write = true,
                           .remote_write = true,
                           .remote_read = true,
                           .remote_atomic = true,
                           .key = 0x5a,
                           .pd = 0x1234,
                           .va = VA,
                           .len = 0x10000,
                           .pa = PA};
}

/* A queue pair as after connection, MTU 1024. */
static void fresh(struct bench *b, uint32_t n)
{
    struct tb_rng *r = &b->rng;
    struct qp *q = &b->qp[n];

    memset(q, 0, sizeof(*q));
    q->state = RTS;
    q->mtu = 3;
    q->min_rnr = (uint8_t)tb_rng_below(r, 32);
    q->max_dest_rd = 16;
    q->remote_write = q->remote_read = q->remote_atomic = true;
    q->pd = 0x1234;
    q->pkey = (uint16_t)tb_rng_next(r);
    q->cq = (uint16_t)tb_rng_next(r);
    q->sport = (uint16_t)tb_rng_next(r);
    q->dest = tb_rng_next(r) & 0xffffff;
    q->ip = (uint32_t)tb_rng_next(r);
    q->mac = tb_rng_next(r) >> 16;
    q->epsn = tb_rng_next(r) & 0xffffff;
    q->msn = tb_rng_next(r) & 0xffffff;
    q->arrived = q->used = q->posted = q->freed = (uint16_t)tb_rng_next(r);
    put_cfg(b, n);
    put_rx(b, n);
}

static int setup(void **state)
{
    struct bench *b = calloc(1, sizeof(*b));
    struct dut *d = dut_create();

    b->d = d;
    b->ctx[0] = (struct tb_ctx)TB_CTX(d, cfg, b->cfg_table);
    b->ctx[1] = (struct tb_ctx)TB_CTX(d, rx, b->rx_table);
    b->ctx[2] = (struct tb_ctx)TB_CTX(d, mr, b->mr_table);
    b->act = (struct tb_hold){.valid = d->m_act_valid, .ready = d->m_act_ready};
    TB_HOLD_ADD(&b->act, d, m_act_kind);
    TB_HOLD_ADD(&b->act, d, m_act_frame);
    TB_HOLD_ADD(&b->act, d, m_act_addr);
    TB_HOLD_ADD(&b->act, d, m_act_len);
    TB_HOLD_ADD(&b->act, d, m_act_wqe_idx);
    TB_HOLD_ADD(&b->act, d, m_act_byte_cnt);
    b->exec = (struct tb_hold){.valid = d->m_exec_valid, .ready = d->m_exec_ready};
    TB_HOLD_ADD(&b->exec, d, m_exec_kind);
    TB_HOLD_ADD(&b->exec, d, m_exec_frame);
    TB_HOLD_ADD(&b->exec, d, m_exec_psn);
    TB_HOLD_ADD(&b->exec, d, m_exec_addr);
    TB_HOLD_ADD(&b->exec, d, m_exec_syndrome);
    b->free = (struct tb_hold){.valid = d->m_free_valid, .ready = d->m_free_ready};
    TB_HOLD_ADD(&b->free, d, m_free_qp);
    b->perr = (struct tb_hold){.valid = d->m_peer_err_valid, .ready = d->m_peer_err_ready};
    TB_HOLD_ADD(&b->perr, d, m_peer_err_qp);
    for (uint32_t n = 0; n < MRS; n++) {
        put_mr(b, n, (struct region){0});
    }
    put_mr(b, 5, usual());
    for (uint32_t n = 0; n < QPS; n++) {
        fresh(b, n);
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

/* ---- The model: what is expected */

static void want_cqe(struct bench *b, uint32_t n, uint8_t opcode, uint8_t status)
{
    struct qp *q = &b->qp[n];

    b->want_act[b->acts++] = (struct act){.kind = ACT_CQE,
                                          .qp = (uint16_t)n,
                                          .cq = q->cq,
                                          .opcode = opcode,
                                          .status = status,
                                          .idx = q->used,
                                          .src = q->dest};
    b->want_free[b->frees++] = (uint16_t)n;
    q->used++;
}

static void want_flush(struct bench *b, uint32_t n)
{
    struct qp *q = &b->qp[n];

    q->err = true;
    while (q->used != q->arrived) {
        want_cqe(b, n, 128, FLUSH);
        b->acts -= q->state == RESET; /* without a record */
    }
}

static void want_payload(struct bench *b, const struct packet *p, uint8_t kind, uint64_t addr)
{
    if (p->beats > 0) {
        b->want_act[b->acts++] = (struct act){.kind = kind,
                                              .frame = p->frame,
                                              .qp = (uint16_t)(p->dest % QPS),
                                              .addr = addr,
                                              .len = (uint16_t)p->bytes,
                                              .lane = p->lane,
                                              .beats = p->beats};
    }
}

static struct exec *want_exec(struct bench *b, const struct packet *p, uint8_t kind, uint32_t psn)
{
    struct exec *e = &b->want_exec[b->execs++];

    assert_true(b->execs < LIST && b->acts < LIST - SLOTS);
    *e = (struct exec){.kind = kind,
                       .frame = p->frame,
                       .qp = (uint16_t)p->dest,
                       .psn = psn,
                       .msn = b->qp[p->dest].msn,
                       .syndrome = SYN_ACK,
                       .len = p->len,
                       .swap_add = p->swap_add,
                       .compare = p->compare,
                       .after = b->acts};
    return e;
}

static void want_nak(struct bench *b, const struct packet *p, uint8_t syndrome, uint32_t psn)
{
    want_exec(b, p, EXEC_ACK, psn)->syndrome = syndrome;
    b->naks++;
}

static void want_probe(struct bench *b, const struct packet *p)
{
    b->want_probe[b->probes++] = (uint64_t)p->psn << 32 | (uint64_t)p->dest << 16 | p->frame;
}

/* ---- The model: rules */

static uint8_t kind_of(const struct packet *p)
{
    return p->opcode <= S_ONLY_IMM   ? SEND
           : p->opcode <= W_ONLY_IMM ? WRITE
           : p->opcode == R_REQ      ? READ
                                     : ATOMIC;
}

static bool one_of(uint8_t opcode, const char *set)
{
    return strchr(set, 'A' + opcode) != NULL; /* A is opcode 0, B is 1 */
}

static bool opens(const struct packet *p)
{
    return kind_of(p) >= READ || one_of(p->opcode, "AEFGKL");
}

static bool closes(const struct packet *p)
{
    return kind_of(p) >= READ || one_of(p->opcode, "CDEFIJKL");
}

static bool has_imm(const struct packet *p)
{
    return p->opcode < R_REQ && one_of(p->opcode, "DFJL");
}

static const struct region *region_of(const struct bench *b, const struct qp *q, uint32_t key,
                                      uint64_t va, uint64_t len)
{
    const struct region *m = &b->mr[(key >> 8) % MRS];
    unsigned __int128 end = (unsigned __int128)va + len;

    if (key >> 8 >= MRS || !m->valid || m->key != (key & 0xff) || m->pd != q->pd) {
        return NULL;
    }
    return va >= m->va && end <= (unsigned __int128)m->va + m->len ? m : NULL;
}

static bool lengths_ok(const struct qp *q, const struct packet *p)
{
    uint32_t mtu = 128u << q->mtu;
    uint64_t max = UINT64_C(1) << 31;

    switch (p->opcode) {
    case S_FIRST:
    case S_MIDDLE:
        return p->bytes == mtu;
    case S_LAST:
    case S_LAST_IMM:
        return p->bytes >= 1 && p->bytes <= mtu;
    case S_ONLY:
    case S_ONLY_IMM:
        return p->bytes <= mtu;
    case W_FIRST:
        return p->bytes == mtu && p->len > mtu && p->len <= max;
    case W_MIDDLE:
        return p->bytes == mtu && q->left > mtu;
    case W_LAST:
    case W_LAST_IMM:
        return p->bytes >= 1 && p->bytes <= mtu && p->bytes == q->left;
    case W_ONLY:
    case W_ONLY_IMM:
        return p->bytes == p->len && p->bytes <= mtu;
    case R_REQ:
        return p->bytes == 0 && p->len <= max;
    default:
        return p->bytes == 0;
    }
}

/* Lengths, rights of the queue pair, alignment, reads under way. */
static bool request_ok(const struct qp *q, const struct packet *p)
{
    uint8_t kind = kind_of(p);
    bool right = kind == SEND || (kind == WRITE && q->remote_write) ||
                 (kind == READ && q->remote_read) ||
                 (kind == ATOMIC && q->remote_atomic && p->va % 8 == 0);

    return lengths_ok(q, p) && right && (kind < READ || q->rd_out < q->max_dest_rd);
}

/* Where a read or atomic goes; false: not allowed. */
static bool target_of(const struct bench *b, const struct qp *q, const struct packet *p,
                      uint64_t *pa)
{
    const struct region *m;

    *pa = 0;
    if (kind_of(p) == READ && p->len == 0) {
        return true;
    }
    m = region_of(b, q, p->key, p->va, kind_of(p) == READ ? p->len : 8);
    if (!m || !(kind_of(p) == READ ? m->remote_read : m->remote_atomic)) {
        return false;
    }
    *pa = m->pa + (p->va - m->va);
    return true;
}

static void start(struct bench *b, struct qp *q, const struct packet *p, uint64_t pa)
{
    static const uint8_t kind[] = {EXEC_CAS, EXEC_FADD};

    want_exec(b, p, p->opcode == R_REQ ? EXEC_READ : kind[p->opcode - A_CAS], p->psn)->addr = pa;
    want_probe(b, p);
    q->rd_out++;
}

static void duplicate(struct bench *b, struct qp *q, const struct packet *p)
{
    uint64_t pa;

    want_payload(b, p, ACT_DROP, 0);
    if (kind_of(p) == READ && request_ok(q, p) && target_of(b, q, p, &pa)) {
        start(b, q, p, pa);
        return;
    }
    b->drop_psn++;
    if (kind_of(p) <= WRITE) {
        want_exec(b, p, EXEC_ACK, (q->epsn - 1) & 0xffffff);
    }
}

static void fatal(struct bench *b, const struct packet *p, uint8_t syndrome)
{
    want_nak(b, p, syndrome, p->psn);
    b->want_perr[b->perrs++] = (uint16_t)p->dest;
    want_flush(b, p->dest);
}

static void advance(struct qp *q, uint32_t psns, bool message)
{
    q->nak_sent = false;
    q->epsn = (q->epsn + psns) & 0xffffff;
    q->msn = (q->msn + message) & 0xffffff;
}

static void read_or_atomic(struct bench *b, struct qp *q, const struct packet *p)
{
    uint32_t mtu = 128u << q->mtu;
    uint32_t psns = kind_of(p) == READ && p->len > 0 ? (p->len + mtu - 1) / mtu : 1;
    uint64_t pa;

    want_payload(b, p, ACT_DROP, 0);
    if (!target_of(b, q, p, &pa)) {
        fatal(b, p, SYN_ACC);
        return;
    }
    advance(q, psns, true);
    start(b, q, p, pa);
}

/* SEND and WRITE. */
static void place(struct bench *b, struct qp *q, const struct packet *p)
{
    bool send = kind_of(p) == SEND;
    bool first = opens(p);
    const struct recv *v = &q->recv[q->used % SLOTS];
    uint32_t key = !first ? q->key : send ? v->lkey : p->key;
    uint64_t va = !first ? q->va : send ? v->addr : p->va;
    uint32_t left = !first ? q->left : send ? v->len : p->len;
    uint32_t total = (first ? 0 : q->total) + p->bytes;
    const struct region *m = NULL;

    if (send && p->bytes > left) {
        want_payload(b, p, ACT_DROP, 0);
        want_cqe(b, p->dest, 128, LOC_LEN);
        fatal(b, p, SYN_INV);
        return;
    }
    if (p->bytes > 0) {
        m = region_of(b, q, key, va, first && !send ? p->len : p->bytes);
        if (!m || !(send ? m->local_write : m->remote_write)) {
            want_payload(b, p, ACT_DROP, 0);
            if (send) {
                want_cqe(b, p->dest, 128, LOC_PROT);
            }
            fatal(b, p, send ? SYN_OP : SYN_ACC);
            return;
        }
    }
    want_payload(b, p, ACT_WRITE, m ? m->pa + (va - m->va) : 0);
    q->inside = closes(p) ? NONE : send ? SEND : WRITE;
    q->key = key;
    q->va = va + p->bytes;
    q->left = left - p->bytes;
    q->total = total;
    advance(q, 1, closes(p));
    if (closes(p) && (send || has_imm(p))) {
        want_cqe(b, p->dest, send ? 128 : 129, 0);
        b->want_act[b->acts - 1].with_imm = has_imm(p);
        b->want_act[b->acts - 1].imm = has_imm(p) ? p->imm : 0;
        b->want_act[b->acts - 1].cnt = total;
    }
    want_probe(b, p);
    if (p->ack_req) {
        want_exec(b, p, EXEC_ACK, p->psn);
    }
}

static void next_in_order(struct bench *b, struct qp *q, const struct packet *p)
{
    uint8_t kind = kind_of(p);
    bool fits = opens(p) ? q->inside == NONE : q->inside == kind;
    bool takes = kind == SEND ? opens(p) : kind == WRITE && closes(p) && has_imm(p);

    if (!fits || !request_ok(q, p)) {
        want_payload(b, p, ACT_DROP, 0);
        fatal(b, p, SYN_INV);
    } else if (takes && q->used == q->arrived) {
        want_payload(b, p, ACT_DROP, 0);
        want_nak(b, p, 0x20 | q->min_rnr, p->psn);
        q->nak_sent = true;
    } else if (kind >= READ) {
        read_or_atomic(b, q, p);
    } else {
        place(b, q, p);
    }
}

/* The low 15 bits are the partition; two limited members, bit 15 0, may not talk. */
static bool same_partition(const struct qp *q, const struct packet *p)
{
    return p->other_pkey == 0 || (p->other_pkey == 0x8000 && q->pkey >= 0x8000);
}

static void judge(struct bench *b, const struct packet *p)
{
    struct qp *q = &b->qp[p->dest % QPS];
    uint32_t ahead = (p->psn - q->epsn) & 0xffffff;

    if (!p->ok) {
        want_payload(b, p, ACT_DROP, 0);
    } else if (p->dest >= QPS || q->state < 2 || q->state > 4 || q->err || p->other_ip != 0) {
        b->drop_qp++;
        want_payload(b, p, ACT_DROP, 0);
    } else if (!same_partition(q, p)) {
        b->drop_pkey++;
        want_payload(b, p, ACT_DROP, 0);
    } else if (ahead == 0) {
        next_in_order(b, q, p);
    } else if (ahead >= 0x800000) {
        duplicate(b, q, p);
    } else {
        b->drop_psn++;
        want_payload(b, p, ACT_DROP, 0);
        if (!q->nak_sent) {
            want_nak(b, p, SYN_SEQ, q->epsn);
        }
        q->nak_sent = true;
    }
}

/* ---- Packets and receives to come */

static struct packet make(struct bench *b, uint32_t dest, uint8_t opcode, uint32_t psn,
                          uint32_t bytes)
{
    struct tb_rng *r = &b->rng;
    struct packet p = {.opcode = opcode,
                       .lane = (uint8_t)tb_rng_below(r, 64),
                       .ok = true,
                       .frame = (uint16_t)tb_rng_next(r),
                       .dest = dest,
                       .psn = psn & 0xffffff,
                       .key = KEY,
                       .len = bytes,
                       .imm = (uint32_t)tb_rng_next(r),
                       .bytes = bytes,
                       .va = VA,
                       .swap_add = tb_rng_next(r),
                       .compare = tb_rng_next(r)};

    p.beats = (uint8_t)(bytes == 0 ? 0 : (p.lane + bytes + 63) / 64);
    return p;
}

static void add(struct bench *b, struct packet p)
{
    assert_true(b->packets < LIST);
    b->packet[b->packets++] = p;
}

static void post(struct bench *b, uint32_t n, uint64_t addr, uint32_t lkey, uint32_t len)
{
    struct qp *q = &b->qp[n];
    uint8_t *entry = b->store[n * SLOTS + q->posted % SLOTS];

    assert_true((uint16_t)(q->posted - q->freed) < SLOTS && b->toks < LIST);
    q->recv[q->posted % SLOTS] = (struct recv){addr, lkey, len};
    tb_bits_set(entry, 31, 0, len);
    tb_bits_set(entry, 63, 32, lkey);
    tb_bits_set(entry, 127, 64, addr);
    q->posted++;
    b->tok[b->toks++] = (uint16_t)n;
}

/* ---- Drive */

static void put_be(uint32_t *port, uint32_t port_bytes, uint32_t at, uint32_t bytes, uint64_t value)
{
    for (uint32_t i = bytes; i-- > 0; value >>= 8) {
        tb_set_byte(port, port_bytes - 1 - (at + i), (uint8_t)value);
    }
}

static void put_packet(struct bench *b, const struct packet *p)
{
    struct dut *d = b->d;

    tb_rng_fill(&b->rng, d->s_req_bth, 12); /* noise in what is not read */
    tb_rng_fill(&b->rng, d->s_req_ext, 28);
    put_be(d->s_req_bth, 12, 0, 1, p->opcode);
    put_be(d->s_req_bth, 12, 2, 2, (b->qp[p->dest % QPS].pkey | 0x8000u) ^ p->other_pkey);
    put_be(d->s_req_bth, 12, 5, 3, p->dest);
    put_be(d->s_req_bth, 12, 8, 1, p->ack_req ? 0x80 : 0);
    put_be(d->s_req_bth, 12, 9, 3, p->psn);
    if (kind_of(p) == ATOMIC) {
        put_be(d->s_req_ext, 28, 0, 8, p->va);
        put_be(d->s_req_ext, 28, 8, 4, p->key);
        put_be(d->s_req_ext, 28, 12, 8, p->swap_add);
        put_be(d->s_req_ext, 28, 20, 8, p->compare);
    } else if (opens(p) && kind_of(p) != SEND) {
        put_be(d->s_req_ext, 28, 0, 8, p->va);
        put_be(d->s_req_ext, 28, 8, 4, p->key);
        put_be(d->s_req_ext, 28, 12, 4, p->len);
        put_be(d->s_req_ext, 28, 16, 4, p->imm);
    } else {
        put_be(d->s_req_ext, 28, 0, 4, p->imm);
    }
    *d->s_req_frame = p->frame;
    *d->s_req_src_ip = b->qp[p->dest % QPS].ip ^ p->other_ip;
    *d->s_req_pay_bytes = (uint16_t)p->bytes;
    *d->s_req_pay_lane = p->lane;
    *d->s_req_pay_beats = p->beats;
    *d->s_req_valid = 1;
}

static void random_packet(struct bench *b);

static void drive(struct bench *b)
{
    struct dut *d = b->d;
    struct tb_rng *r = &b->rng;

    for (uint32_t i = 0; i < 3; i++) {
        tb_ctx_show(&b->ctx[i]);
    }
    if (!*d->s_req_valid && !tb_rng_chance(r, b->stall_req)) {
        if (b->sent == b->packets && b->random > 0) {
            b->random--;
            random_packet(b);
        }
        if (b->sent < b->packets) {
            put_packet(b, &b->packet[b->sent]);
        }
    }
    if (!*d->s_req_end_valid && b->ends < b->sent + *d->s_req_valid &&
        !tb_rng_chance(r, b->stall_end)) {
        *d->s_req_end_valid = 1;
        *d->s_req_end_ok = b->packet[b->ends].ok;
    }
    if (!*d->s_rqtok_valid && b->toks_in < b->toks && !tb_rng_chance(r, b->stall_tok)) {
        *d->s_rqtok_valid = 1;
        *d->s_rqtok_qp = b->tok[b->toks_in];
    }
    if (!*d->s_peer_err_valid && b->perrs_taken < b->perrs_in && !tb_rng_chance(r, b->stall_perr)) {
        *d->s_peer_err_valid = 1;
        *d->s_peer_err_qp = b->perr_in[b->perrs_taken];
    }
    if (!*d->s_done_valid && b->dones_in < b->dones && !tb_rng_chance(r, b->stall_done)) {
        *d->s_done_valid = 1;
        *d->s_done_qp = b->done[b->dones_in];
    }
    *d->m_act_ready = !tb_rng_chance(r, b->stall_act);
    *d->m_exec_ready = !tb_rng_chance(r, b->stall_exec);
    *d->m_free_ready = !tb_rng_chance(r, b->stall_free);
    *d->m_peer_err_ready = !tb_rng_chance(r, b->stall_perr_out);
}

/* ---- Check */

static void check_act(struct bench *b)
{
    struct dut *d = b->d;
    const struct act *w = &b->want_act[b->acts_got++];

    assert_true(b->acts_got <= b->acts);
    assert_int_equal(*d->m_act_kind, w->kind);
    assert_int_equal(*d->m_act_qp, w->qp);
    b->act_cycle = d->cycle;
    if (w->kind != ACT_CQE) {
        assert_int_equal(*d->m_act_frame, w->frame);
        assert_int_equal(*d->m_act_beats, w->beats);
        if (w->kind == ACT_WRITE) {
            assert_int_equal(*d->m_act_addr, w->addr);
            assert_int_equal(*d->m_act_len, w->len);
            assert_int_equal(*d->m_act_lane, w->lane);
        }
        b->last_pay = *w;
        return;
    }
    assert_int_equal(*d->m_act_cq, w->cq);
    assert_int_equal(*d->m_act_qpn, w->qp);
    assert_int_equal(*d->m_act_opcode, w->opcode);
    assert_int_equal(*d->m_act_status, w->status);
    assert_int_equal(*d->m_act_with_imm, w->with_imm);
    assert_int_equal(*d->m_act_wqe_idx, w->idx);
    assert_int_equal(*d->m_act_byte_cnt, w->cnt);
    assert_int_equal(*d->m_act_imm, w->imm);
    assert_int_equal(*d->m_act_src_qpn, w->src);
    b->last_cqe = *w;
}

static void check_exec(struct bench *b, uint32_t acts_before)
{
    struct dut *d = b->d;
    const struct exec *w = &b->want_exec[b->execs_got++];
    const struct qp *q = &b->qp[w->qp];

    assert_true(b->execs_got <= b->execs);
    assert_true(acts_before >= w->after); /* handed over in an earlier cycle */
    assert_int_equal(*d->m_exec_kind, w->kind);
    assert_int_equal(*d->m_exec_frame, w->frame);
    assert_int_equal(*d->m_exec_qp, w->qp);
    assert_int_equal(*d->m_exec_psn, w->psn);
    assert_int_equal(*d->m_exec_msn, w->msn);
    assert_int_equal(*d->m_exec_dest_qpn, q->dest);
    assert_int_equal(*d->m_exec_pkey, q->pkey);
    assert_int_equal(*d->m_exec_dst_mac, q->mac);
    assert_int_equal(*d->m_exec_dst_ip, q->ip);
    assert_int_equal(*d->m_exec_udp_sport, q->sport);
    assert_int_equal(*d->m_exec_mtu, q->mtu);
    b->exec_cycle = d->cycle;
    b->last_exec = *w;
    if (w->kind == EXEC_ACK) {
        assert_int_equal(*d->m_exec_syndrome, w->syndrome);
        return;
    }
    b->done[b->dones++] = w->qp;
    if (w->kind == EXEC_READ) {
        assert_int_equal(*d->m_exec_len, w->len);
    } else {
        assert_int_equal(*d->m_exec_swap_add, w->swap_add);
        assert_int_equal(*d->m_exec_compare, w->compare);
    }
    if (w->kind != EXEC_READ || w->len > 0) {
        assert_int_equal(*d->m_exec_addr, w->addr);
    }
}

static void check_outputs(struct bench *b)
{
    struct dut *d = b->d;
    uint32_t acts_before = b->acts_got;

    if (tb_hold_check(&b->act)) {
        check_act(b);
    }
    if (tb_hold_check(&b->exec)) {
        check_exec(b, acts_before);
    }
    if (tb_hold_check(&b->free)) {
        assert_true(b->frees_got < b->frees);
        assert_int_equal(*d->m_free_qp, b->want_free[b->frees_got++]);
        assert_int_equal(*d->m_free_rq, 1);
        assert_int_equal(*d->m_free_count, 1);
        b->qp[*d->m_free_qp].freed++;
    }
    if (tb_hold_check(&b->perr)) {
        assert_true(b->perrs_got < b->perrs);
        assert_int_equal(*d->m_peer_err_qp, b->want_perr[b->perrs_got++]);
    }
    if (*d->probe_packet_valid) {
        assert_true(b->probes_got < b->probes);
        assert_int_equal(*d->probe_packet_id, b->want_probe[b->probes_got++]);
    }
    b->drop_qp_got += *d->stat_drop_qp;
    b->drop_pkey_got += *d->stat_drop_pkey;
    b->drop_psn_got += *d->stat_drop_psn;
    b->naks_got += *d->stat_nak;
    b->qp_errs_got += *d->stat_qp_err;
}

/* What the module takes at this edge is judged now. */
static void take_inputs(struct bench *b, bool req, bool tok, bool perr, bool done)
{
    assert_true(req + tok + perr + done <= 1);
    if (req) {
        judge(b, &b->packet[b->sent++]);
    }
    if (tok) {
        uint16_t n = b->tok[b->toks_in++];

        b->qp[n].arrived++;
        if (b->qp[n].err || b->qp[n].state == ERR) {
            want_flush(b, n);
        }
    }
    if (perr) {
        want_flush(b, b->perr_in[b->perrs_taken++]);
    }
    if (done) {
        b->qp[b->done[b->dones_in++]].rd_out--;
    }
}

static void cycle(struct bench *b)
{
    struct dut *d = b->d;
    bool req, end, tok, perr, done;
    bool rqs;
    uint16_t rqs_addr;

    drive(b);
    tb_ctx_settle(d, b->ctx, 3);
    check_outputs(b);
    req = *d->s_req_valid && *d->s_req_ready;
    end = *d->s_req_end_valid && *d->s_req_end_ready;
    tok = *d->s_rqtok_valid && *d->s_rqtok_ready;
    perr = *d->s_peer_err_valid && *d->s_peer_err_ready;
    done = *d->s_done_valid && *d->s_done_ready;
    rqs = *d->rqs_rd_en;
    rqs_addr = *d->rqs_rd_addr;
    tb_ctx_edge(&b->ctx[0], NULL, NULL, NULL);
    tb_ctx_edge(&b->ctx[1], d->rx_wr_valid, d->rx_wr_id, d->rx_wr_data);
    tb_ctx_edge(&b->ctx[2], NULL, NULL, NULL);
    if (end) {
        b->ends++;
        b->end_cycle = d->cycle;
    }
    dut_tick(d);
    take_inputs(b, req, tok, perr, done);
    if (rqs) {
        assert_true(rqs_addr < QPS * SLOTS);
        memcpy(d->rqs_rd_data, b->store[rqs_addr], 16);
    }
    *d->s_req_valid = (uint8_t)(*d->s_req_valid && !req);
    *d->s_req_end_valid = (uint8_t)(*d->s_req_end_valid && !end);
    *d->s_rqtok_valid = (uint8_t)(*d->s_rqtok_valid && !tok);
    *d->s_peer_err_valid = (uint8_t)(*d->s_peer_err_valid && !perr);
    *d->s_done_valid = (uint8_t)(*d->s_done_valid && !done);
}

static void cycles(struct bench *b, uint32_t n)
{
    while (n-- > 0) {
        cycle(b);
    }
}

static bool all_in(const struct bench *b)
{
    return b->random == 0 && b->ends == b->packets && b->toks_in == b->toks &&
           b->perrs_taken == b->perrs_in && (b->dones_in == b->dones || b->stall_done == 100);
}

static void run(struct bench *b)
{
    for (uint32_t i = 0, quiet = 0; quiet < 4; i++) {
        assert_true(i < 1000000);
        cycle(b);
        quiet = all_in(b) && *b->d->stat_idle ? quiet + 1 : 0;
    }
    assert_int_equal(b->acts_got, b->acts);
    assert_int_equal(b->execs_got, b->execs);
    assert_int_equal(b->frees_got, b->frees);
    assert_int_equal(b->perrs_got, b->perrs);
    assert_int_equal(b->probes_got, b->probes);
    assert_int_equal(b->drop_qp_got, b->drop_qp);
    assert_int_equal(b->drop_pkey_got, b->drop_pkey);
    assert_int_equal(b->drop_psn_got, b->drop_psn);
    assert_int_equal(b->naks_got, b->naks);
    assert_int_equal(b->qp_errs_got, b->perrs);
    for (uint32_t n = 0; n < QPS; n++) {
        check_rx(b, n);
    }
}

/* One packet alone; what came of it, by hand. */
static void one(struct bench *b, struct packet p)
{
    add(b, p);
    run(b);
}

static void check_answer(const struct bench *b, uint32_t count, uint8_t syndrome, uint32_t psn)
{
    assert_int_equal(b->execs_got, count);
    assert_int_equal(b->last_exec.kind, EXEC_ACK);
    assert_int_equal(b->last_exec.syndrome, syndrome);
    assert_int_equal(b->last_exec.psn, psn);
}

/* A queue pair that expects this PSN, with MSN 0. */
static struct qp *expecting(struct bench *b, uint32_t n, uint32_t psn)
{
    b->qp[n].epsn = psn;
    b->qp[n].msn = 0;
    put_rx(b, n);
    return &b->qp[n];
}

/* ---- PSN and MSN */

static void recv_answers_only_when_asked(void **state)
{
    struct bench *b = *state;
    struct packet p = make(b, 1, W_ONLY, 7, 64);
    struct qp *q = expecting(b, 1, 7);

    one(b, p);
    assert_int_equal(b->execs_got, 0);
    assert_int_equal(b->acts_got, 1);
    assert_int_equal(b->last_pay.addr, PA);
    p.psn = 8;
    p.va = VA + 0x123;
    p.ack_req = true;
    one(b, p);
    check_answer(b, 1, SYN_ACK, 8);
    assert_int_equal(b->last_exec.msn, 2);
    assert_int_equal(b->last_pay.addr, PA + 0x123);
    assert_int_equal(q->epsn, 9);
}

static void recv_counts_response_packets_when_request_is_a_read(void **state)
{
    struct bench *b = *state;
    static const struct {
        uint8_t mtu;
        uint32_t len, psns;
    } rd[] = {{3, 3000, 3}, {3, 0, 1},    {3, 1, 1},       {3, 1023, 1},
              {3, 1024, 1}, {3, 1025, 2}, {1, 256, 1},     {1, 4097, 17},
              {5, 4096, 1}, {5, 4097, 2}, {2, 65536, 128}, {4, 2049, 2}};
    uint32_t psn = 0xfffff8; /* wraps on the way */
    struct qp *q = expecting(b, 2, psn);

    for (uint32_t k = 0; k < sizeof(rd) / sizeof(rd[0]); k++) {
        struct packet p = make(b, 2, R_REQ, psn, 0);

        q->mtu = rd[k].mtu;
        put_cfg(b, 2);
        p.len = rd[k].len;
        one(b, p);
        psn = (psn + rd[k].psns) & 0xffffff;
        assert_int_equal(tb_bits(b->rx_table[2], 23, 0), psn);
        assert_int_equal(b->last_exec.kind, EXEC_READ);
        assert_int_equal(b->last_exec.msn, k + 1); /* at the start */
    }
}

static void recv_counts_2_23_psns_when_read_is_as_long_as_can_be(void **state)
{
    struct bench *b = *state;
    struct region m = usual();
    struct packet p = make(b, 2, R_REQ, 5, 0);

    m.len = UINT64_C(1) << 32;
    put_mr(b, 5, m);
    b->qp[2].mtu = 1;
    put_cfg(b, 2);
    expecting(b, 2, 5);
    p.len = 0x80000000;
    one(b, p);
    assert_int_equal(b->qp[2].epsn, 0x800005);
    p.psn = 0x800005;
    p.len = 0x80000001;
    one(b, p);
    check_answer(b, 2, SYN_INV, 0x800005);
}

static void recv_acknowledges_again_when_packet_is_a_duplicate(void **state)
{
    struct bench *b = *state;
    struct packet p = make(b, 1, W_ONLY, 0xffffff, 64);

    expecting(b, 1, 2);
    one(b, p);
    check_answer(b, 1, SYN_ACK, 1);
    assert_int_equal(b->last_exec.msn, 0);
    assert_int_equal(b->last_pay.kind, ACT_DROP);
    p = make(b, 1, S_MIDDLE, 2 + 0x800000, 1024); /* the farthest, whatever it is */
    one(b, p);
    check_answer(b, 2, SYN_ACK, 1);
    assert_int_equal(b->qp[1].epsn, 2);
    expecting(b, 1, 0);
    one(b, make(b, 1, W_ONLY, 0xfffffe, 8));
    check_answer(b, 3, SYN_ACK, 0xffffff);
    assert_int_equal(b->frees_got, 0);
}

static void recv_reads_again_when_read_is_a_duplicate(void **state)
{
    struct bench *b = *state;
    struct packet p = make(b, 1, R_REQ, 0x10, 0);

    expecting(b, 1, 0x20);
    p.len = 3000;
    one(b, p);
    assert_int_equal(b->last_exec.kind, EXEC_READ);
    assert_int_equal(b->last_exec.psn, 0x10);
    assert_int_equal(b->last_exec.addr, PA);
    assert_int_equal(b->qp[1].epsn, 0x20);
    assert_int_equal(b->qp[1].msn, 0);
    p.key++; /* not its key: silence */
    one(b, p);
    p.key--;
    p.va = VA + 0x10000;
    one(b, p);
    assert_int_equal(b->execs_got, 1);
    assert_false(b->qp[1].err);
}

static void recv_is_silent_when_atomic_is_a_duplicate(void **state)
{
    struct bench *b = *state;

    expecting(b, 1, 0x20);
    one(b, make(b, 1, A_CAS, 0x1f, 0));
    one(b, make(b, 1, A_FADD, 0x1e, 0));
    assert_int_equal(b->execs_got, 0);
    assert_int_equal(b->drop_psn_got, 2);
}

static void recv_sends_one_nak_when_packets_are_ahead(void **state)
{
    struct bench *b = *state;
    struct packet p = make(b, 1, W_ONLY, 0x10, 64);

    p.ack_req = true;
    expecting(b, 1, 0xffffff);
    one(b, p);
    check_answer(b, 1, SYN_SEQ, 0xffffff);
    p.psn = 0; /* one ahead */
    one(b, p);
    p.psn = 0xffffff + 0x7fffff;
    p.psn &= 0xffffff;
    one(b, p);
    assert_int_equal(b->execs_got, 1);
    p.psn = 0xffffff; /* the expected one */
    one(b, p);
    check_answer(b, 2, SYN_ACK, 0xffffff);
    p.psn = 0x7fffff; /* the farthest ahead of 0 */
    one(b, p);
    check_answer(b, 3, SYN_SEQ, 0);
    assert_int_equal(b->naks_got, 2);
    assert_false(b->qp[1].err);
}

/* ---- Opcodes, lengths, rights */

static void recv_accepts_or_refuses_when_opcode_follows_another(void **state)
{
    struct bench *b = *state;
    static const uint8_t op[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 0x13, 0x14};
    /* allowed outside of a message, inside a SEND, inside a WRITE; by hand */
    static const char *allowed[] = {"100011100011111", "011100000000000", "000000011100000"};
    uint32_t good = 0;

    for (uint8_t inside = NONE; inside <= WRITE; inside++) {
        for (uint32_t k = 0; k < 15; k++) {
            struct packet p = make(b, 1, op[k], 0, 1024);

            fresh(b, 1);
            expecting(b, 1, 0);
            post(b, 1, VA, KEY, 8192);
            post(b, 1, VA, KEY, 8192);
            run(b);
            if (inside != NONE) {
                struct packet first = make(b, 1, inside == SEND ? S_FIRST : W_FIRST, 0, 1024);

                /* so that the packet to follow has the length it needs */
                first.len = op[k] == W_MIDDLE ? 3072 : 2048;
                add(b, first);
                p.psn = 1;
            }
            if (op[k] == W_FIRST) {
                p.len = 2048;
            }
            if (op[k] >= R_REQ) {
                p.bytes = p.beats = 0;
            }
            one(b, p);
            assert_int_equal(b->qp[1].err, allowed[inside][k] == '0');
            assert_int_equal(tb_bits(b->rx_table[1], 24, 24), allowed[inside][k] == '0');
            good += allowed[inside][k] == '1';
            if (b->qp[1].err) {
                assert_int_equal(b->last_exec.syndrome, SYN_INV);
            }
        }
    }
    assert_int_equal(good, 15 - 6 + 3 + 3);
}

static void recv_refuses_when_packet_has_the_wrong_length(void **state)
{
    struct bench *b = *state;
    /* first packet of the message (0: none) with its length; then opcode, bytes, length */
    static const struct {
        bool write;
        uint32_t first_len;
        uint8_t op;
        uint32_t bytes, len;
        bool good;
    } c[] = {{0, 0, S_ONLY, 0, 0, 1},         {0, 0, S_ONLY, 1024, 0, 1},
             {0, 0, S_ONLY, 1025, 0, 0},      {0, 0, S_FIRST, 1023, 0, 0},
             {0, 0, S_FIRST, 1024, 0, 1},     {0, 0, S_FIRST, 1025, 0, 0},
             {0, 1, S_MIDDLE, 1024, 0, 1},    {0, 1, S_MIDDLE, 1023, 0, 0},
             {0, 1, S_LAST, 0, 0, 0},         {0, 1, S_LAST, 1, 0, 1},
             {0, 1, S_LAST_IMM, 1024, 0, 1},  {0, 1, S_LAST, 1025, 0, 0},
             {1, 0, W_ONLY, 0, 0, 1},         {1, 0, W_ONLY, 1024, 1024, 1},
             {1, 0, W_ONLY, 1025, 1025, 0},   {1, 0, W_ONLY, 10, 11, 0},
             {1, 0, W_ONLY, 11, 10, 0},       {1, 0, W_ONLY, 10, 0, 0},
             {1, 0, W_ONLY, 0, 10, 0},        {1, 0, W_FIRST, 1024, 1025, 1},
             {1, 0, W_FIRST, 1024, 1024, 0},  {1, 0, W_FIRST, 1024, 0, 0},
             {1, 0, W_FIRST, 512, 1025, 0},   {1, 0, W_FIRST, 1024, 0x80000001, 0},
             {1, 2048, W_LAST, 1024, 0, 1},   {1, 2048, W_LAST, 1023, 0, 0},
             {1, 2047, W_LAST, 1024, 0, 0},   {1, 2048, W_MIDDLE, 1024, 0, 0},
             {1, 2049, W_MIDDLE, 1024, 0, 1}, {1, 2049, W_LAST, 1024, 0, 0},
             {1, 1025, W_LAST_IMM, 1, 0, 1},  {1, 4096, W_MIDDLE, 1020, 0, 0},
             {1, 0, R_REQ, 4, 64, 0},         {1, 0, R_REQ, 0, 64, 1},
             {1, 0, A_CAS, 8, 0, 0},          {1, 0, W_ONLY_IMM, 0, 0, 1}};

    for (uint32_t k = 0; k < sizeof(c) / sizeof(c[0]); k++) {
        struct packet p = make(b, 3, c[k].op, 0, c[k].bytes);

        fresh(b, 3);
        expecting(b, 3, 0);
        post(b, 3, VA, KEY, 0x8000);
        run(b);
        if (c[k].first_len != 0) {
            struct packet first = make(b, 3, c[k].write ? W_FIRST : S_FIRST, 0, 1024);

            first.len = c[k].first_len;
            add(b, first);
            p.psn = 1;
        }
        p.len = c[k].len;
        one(b, p);
        assert_int_equal(tb_bits(b->rx_table[3], 24, 24), !c[k].good);
        if (!c[k].good) {
            assert_int_equal(b->last_exec.syndrome, SYN_INV);
        }
    }
}

static void recv_refuses_when_queue_pair_does_not_allow_it(void **state)
{
    struct bench *b = *state;
    static const uint8_t op[] = {W_ONLY, W_FIRST, R_REQ, A_CAS, A_FADD};

    for (uint32_t k = 0; k < 5; k++) {
        struct packet p = make(b, 1, op[k], 0, op[k] == W_FIRST ? 1024 : 0);

        p.len = op[k] == W_FIRST ? 2000 : 0; /* no length helps */
        fresh(b, 1);
        expecting(b, 1, 0);
        b->qp[1].remote_write = op[k] > W_ONLY_IMM;
        b->qp[1].remote_read = op[k] != R_REQ;
        b->qp[1].remote_atomic = op[k] < A_CAS;
        put_cfg(b, 1);
        one(b, p);
        check_answer(b, k + 1, SYN_INV, 0);
        assert_int_equal(b->perrs_got, k + 1);
    }
}

static void recv_refuses_when_atomic_is_not_aligned(void **state)
{
    struct bench *b = *state;

    for (uint32_t k = 0; k < 16; k++) {
        struct packet p = make(b, 1, k % 2 ? A_CAS : A_FADD, 0, 0);

        fresh(b, 1);
        expecting(b, 1, 0);
        p.va = VA + k;
        one(b, p);
        if (k % 8 == 0) {
            assert_int_equal(b->last_exec.kind, EXEC_FADD);
            assert_int_equal(b->last_exec.addr, PA + k);
        } else {
            assert_int_equal(b->last_exec.syndrome, SYN_INV);
        }
    }
}

/* ---- Keys */

static void recv_checks_no_key_when_rdma_has_no_length(void **state)
{
    struct bench *b = *state;
    static const uint8_t op[] = {W_ONLY, R_REQ, W_ONLY_IMM};

    expecting(b, 1, 0);
    post(b, 1, 0, 0xffffffff, 0);
    run(b);
    for (uint32_t k = 0; k < 3; k++) {
        struct packet p = make(b, 1, op[k], k, 0);

        p.key = k == 0 ? 0xffffffff : 0x500; /* no such key, wrong key */
        p.va = 0;
        one(b, p);
    }
    assert_int_equal(b->naks_got, 0);
    assert_int_equal(b->qp[1].msn, 3);
    assert_int_equal(b->ctx[2].reads, 0);
    assert_int_equal(b->last_cqe.cnt, 0);
}

enum { BAD_KEY, BAD_INDEX, BAD_VALID, BAD_PD, BAD_RIGHT, BAD_LOW, BAD_HIGH, BAD_WRAP, BAD_NONE };

/* Spoil the region, or the key and address used with it. */
static void spoil(struct bench *b, uint32_t how, uint32_t len, uint32_t *key, uint64_t *va)
{
    struct region m = usual();

    *key = KEY ^ (how == BAD_KEY) ^ (how == BAD_INDEX ? MRS << 8 : 0);
    *va = VA + 0x10000 - len;
    m.valid = how != BAD_VALID;
    m.pd ^= how == BAD_PD;
    if (how == BAD_RIGHT) {
        m.local_write = m.remote_write = m.remote_read = m.remote_atomic = false;
    } else if (how == BAD_LOW) {
        *va = VA - 8;
    } else if (how == BAD_HIGH) {
        *va += 8;
    } else if (how == BAD_WRAP) {
        *va = UINT64_MAX - 7;
    }
    put_mr(b, 5, m);
}

static void recv_refuses_access_when_key_or_range_is_wrong(void **state)
{
    struct bench *b = *state;
    static const struct {
        uint8_t op;
        uint32_t bytes, len;
    } c[] = {{W_ONLY, 64, 64}, {W_ONLY_IMM, 64, 64}, {W_FIRST, 1024, 3000},
             {R_REQ, 0, 3000}, {A_CAS, 0, 8},        {A_FADD, 0, 8}};

    for (uint32_t k = 0; k < 6; k++) {
        for (uint32_t how = 0; how <= BAD_NONE; how++) {
            struct packet p = make(b, 1, c[k].op, 0, c[k].bytes);

            fresh(b, 1);
            expecting(b, 1, 0);
            post(b, 1, 0, 0, 0);
            run(b);
            p.len = c[k].len;
            spoil(b, how, p.len, &p.key, &p.va);
            one(b, p);
            assert_int_equal(tb_bits(b->rx_table[1], 24, 24), how != BAD_NONE);
            if (how != BAD_NONE) {
                assert_int_equal(b->last_exec.syndrome, SYN_ACC);
                assert_int_equal(b->last_cqe.status, FLUSH); /* the receive is not spoilt */
            }
        }
    }
}

static void recv_needs_the_right_of_the_operation_when_region_has_others(void **state)
{
    struct bench *b = *state;
    static const uint8_t op[] = {S_ONLY, W_ONLY, R_REQ, A_CAS};

    for (uint32_t k = 0; k < 4; k++) {
        for (uint32_t only = 0; only < 4; only++) {
            struct region m = usual();
            struct packet p = make(b, 1, op[k], 0, k < 2 ? 8 : 0);

            fresh(b, 1);
            expecting(b, 1, 0);
            post(b, 1, VA, KEY, 100);
            m.local_write = only == 0;
            m.remote_write = only == 1;
            m.remote_read = only == 2;
            m.remote_atomic = only == 3;
            put_mr(b, 5, m);
            run(b);
            p.len = 8;
            p.va = VA;
            one(b, p);
            assert_int_equal(tb_bits(b->rx_table[1], 24, 24), k != only);
        }
    }
}

static void recv_checks_each_packet_when_region_goes_away(void **state)
{
    struct bench *b = *state;
    struct packet p = make(b, 1, W_FIRST, 0, 1024);

    expecting(b, 1, 0);
    p.len = 4096;
    one(b, p);
    one(b, make(b, 1, W_MIDDLE, 1, 1024));
    assert_int_equal(b->last_pay.addr, PA + 1024);
    put_mr(b, 5, (struct region){0});
    one(b, make(b, 1, W_MIDDLE, 2, 1024));
    check_answer(b, 1, SYN_ACC, 2);
    assert_int_equal(b->last_pay.kind, ACT_DROP);
}

/* ---- Receives */

static void recv_fills_receives_when_sends_have_several_sizes(void **state)
{
    struct bench *b = *state;
    uint32_t psn = 0xfffffe;
    uint16_t idx;

    expecting(b, 4, psn);
    idx = b->qp[4].used;
    for (uint32_t k = 0; k < 6; k++) {
        static const uint32_t room[] = {0, 1, 1023, 1024, 2048, 5000};
        static const uint32_t bytes[] = {0, 1, 1000, 1024, 2048, 2500};
        uint32_t left = bytes[k];

        post(b, 4, VA + 0x800 * k, KEY, room[k]);
        for (bool first = true; first || left > 0; first = false) {
            uint32_t n = left > 1024 ? 1024 : left;
            bool last = left <= 1024;
            uint8_t op = first ? (last ? S_ONLY_IMM : S_FIRST) : last ? S_LAST_IMM : S_MIDDLE;
            struct packet p = make(b, 4, op, psn++, n);

            p.ack_req = last;
            p.imm = 0xabc00000 + k;
            add(b, p);
            left -= n;
        }
        run(b);
        assert_int_equal(b->last_cqe.status, 0);
        assert_int_equal(b->last_cqe.cnt, bytes[k]);
        assert_int_equal(b->last_cqe.imm, 0xabc00000 + k);
        assert_int_equal(b->last_cqe.idx, (uint16_t)(idx + k));
        check_answer(b, k + 1, SYN_ACK, (psn - 1) & 0xffffff);
        assert_int_equal(b->last_exec.msn, k + 1);
        assert_int_equal(b->frees_got, k + 1);
    }
}

static void recv_reports_length_when_receive_is_too_short(void **state)
{
    struct bench *b = *state;

    for (uint32_t k = 0; k < 4; k++) {
        fresh(b, 4);
        expecting(b, 4, 0);
        post(b, 4, VA, KEY, k < 2 ? 63 : 2047);
        post(b, 4, VA, KEY, 8192);
        run(b);
        if (k < 2) {
            add(b, make(b, 4, k == 0 ? S_ONLY : S_FIRST, 0, k == 0 ? 64 : 1024));
        } else {
            add(b, make(b, 4, S_FIRST, 0, 1024));
            add(b, make(b, 4, k == 2 ? S_LAST : S_MIDDLE, 1, 1024));
        }
        run(b);
        check_answer(b, k + 1, SYN_INV, k / 2);
        assert_int_equal(b->want_act[b->acts - 2].status, LOC_LEN); /* compared already */
        assert_int_equal(b->last_cqe.status, FLUSH);
        assert_int_equal(b->perrs_got, k + 1);
    }
}

static void recv_reports_protection_when_key_of_the_receive_is_wrong(void **state)
{
    struct bench *b = *state;

    for (uint32_t how = 0; how < BAD_NONE; how++) {
        uint32_t key;
        uint64_t va;

        fresh(b, 4);
        expecting(b, 4, 0);
        spoil(b, how, 64, &key, &va);
        post(b, 4, va, key, 64);
        run(b);
        one(b, make(b, 4, S_ONLY, 0, 64));
        check_answer(b, how + 1, SYN_OP, 0);
        assert_int_equal(b->last_cqe.status, LOC_PROT);
    }
}

static void recv_is_not_ready_when_no_receive_is_there(void **state)
{
    struct bench *b = *state;
    struct packet p = make(b, 4, S_ONLY, 5, 64);
    struct packet after = make(b, 4, S_ONLY, 6, 64);

    b->qp[4].min_rnr = 14;
    put_cfg(b, 4);
    expecting(b, 4, 5);
    p.ack_req = true;
    one(b, p);
    check_answer(b, 1, 0x2e, 5);
    one(b, after); /* ahead now: silence */
    assert_int_equal(b->execs_got, 1);
    one(b, p);
    check_answer(b, 2, 0x2e, 5);
    assert_int_equal(b->qp[4].epsn, 5);
    post(b, 4, VA, KEY, 64);
    run(b);
    one(b, p);
    check_answer(b, 3, SYN_ACK, 5);
    one(b, after);
    check_answer(b, 4, 0x2e, 6);
    assert_false(b->qp[4].err);
    assert_int_equal(b->acts_got, 5 + 1);
}

static void recv_completes_a_receive_when_write_has_immediate(void **state)
{
    struct bench *b = *state;
    struct packet first = make(b, 4, W_FIRST, 1, 1024);
    struct packet last = make(b, 4, W_LAST_IMM, 2, 100);
    struct packet only = make(b, 4, W_ONLY_IMM, 0, 64);

    expecting(b, 4, 0);
    one(b, only);
    assert_int_equal(b->naks_got, 1); /* no receive */
    assert_int_equal(b->last_pay.kind, ACT_DROP);
    post(b, 4, 0, 0, 0); /* its buffer does not matter */
    run(b);
    one(b, only);
    assert_int_equal(b->last_cqe.opcode, 129);
    assert_int_equal(b->last_cqe.with_imm, 1);
    assert_int_equal(b->last_cqe.imm, only.imm);
    assert_int_equal(b->last_cqe.cnt, 64);
    first.len = 1124;
    one(b, first); /* takes none */
    one(b, last);
    assert_int_equal(b->naks_got, 2);
    post(b, 4, 0, 0, 0);
    run(b);
    one(b, last);
    assert_int_equal(b->last_cqe.cnt, 1124);
    assert_int_equal(b->last_cqe.imm, last.imm);
    assert_int_equal(b->last_pay.addr, PA + 1024);
    assert_int_equal(b->qp[4].msn, 2);
}

/* ---- States and errors */

static void recv_hears_only_when_state_allows(void **state)
{
    struct bench *b = *state;

    for (uint8_t s = 0; s < 8; s++) {
        struct packet p = make(b, s, W_ONLY, 0, 64);

        expecting(b, s, 0);
        b->qp[s].state = s;
        put_cfg(b, s);
        p.ack_req = true;
        one(b, p);
        assert_int_equal(tb_bits(b->rx_table[s], 23, 0), s >= RTR && s <= 4);
    }
    assert_int_equal(b->drop_qp_got, 5);
    assert_int_equal(b->execs_got, 3);
}

static void recv_drops_when_there_is_no_such_queue_pair(void **state)
{
    struct bench *b = *state;
    static const uint32_t dest[] = {QPS, QPS + 1, 0x10001, 0x800001, 0xffffff};

    expecting(b, 1, 0);
    for (uint32_t k = 0; k < 5; k++) {
        one(b, make(b, dest[k], W_ONLY, 0, 64));
    }
    assert_int_equal(b->drop_qp_got, 5);
    assert_int_equal(b->last_pay.kind, ACT_DROP);
}

/* Nothing but the count tells of such a packet, not even when it would have ended in a NAK. */
static void recv_drops_when_packet_is_of_another_partition(void **state)
{
    static const struct {
        uint16_t own, packet;
        bool heard;
    } keys[] = {{0xffff, 0xffff, true},  {0xffff, 0x7fff, true},  {0x7fff, 0xffff, true},
                {0x7fff, 0x7fff, false}, {0x8123, 0x8122, false}, {0x8123, 0x8523, false},
                {0x8123, 0xc123, false}, {0x0123, 0x4123, false}};
    struct bench *b = *state;
    uint32_t heard = 0, dropped = 0;

    for (size_t k = 0; k < sizeof(keys) / sizeof(keys[0]); k++) {
        for (uint32_t n = 0; n < 2; n++) {
            struct packet p = make(b, 1, W_ONLY, 0, 64);

            expecting(b, 1, 0);
            b->qp[1].pkey = keys[k].own;
            put_cfg(b, 1);
            p.other_pkey = keys[k].packet ^ (keys[k].own | 0x8000u);
            p.ack_req = true;
            p.psn = n == 1 && !keys[k].heard ? 5 : 0; /* ahead */
            one(b, p);
            heard += keys[k].heard;
            dropped += !keys[k].heard;
            assert_int_equal(b->execs_got, heard);
            assert_int_equal(b->drop_pkey_got, dropped);
        }
    }
    assert_int_equal(b->naks_got + b->drop_qp_got + b->drop_psn_got, 0);
}

static void recv_drops_when_packet_is_not_from_its_peer(void **state)
{
    struct bench *b = *state;

    for (uint32_t bit = 0; bit < 32; bit++) {
        struct packet p = make(b, 1, W_ONLY, 0, 64);

        expecting(b, 1, 0);
        p.other_ip = 1u << bit;
        p.other_pkey = 1; /* counted once */
        one(b, p);
        assert_int_equal(b->drop_qp_got, bit + 1);
    }
    assert_int_equal(b->execs_got + b->naks_got + b->drop_pkey_got, 0);
}

static void recv_flushes_all_receives_when_it_finds_an_error(void **state)
{
    struct bench *b = *state;

    expecting(b, 2, 9);
    for (uint32_t k = 0; k < 5; k++) {
        post(b, 2, VA, KEY, 64);
    }
    run(b);
    one(b, make(b, 2, W_MIDDLE, 9, 1024));
    check_answer(b, 1, SYN_INV, 9);
    assert_int_equal(b->perrs_got, 1);
    assert_int_equal(b->acts_got, 1 + 5);
    assert_int_equal(b->last_cqe.status, FLUSH);
    assert_int_equal(b->frees_got, 5);
    one(b, make(b, 2, W_ONLY, 9, 64)); /* nobody listens any more */
    assert_int_equal(b->execs_got, 1);
    post(b, 2, VA, KEY, 64); /* posted later */
    post(b, 2, VA, KEY, 64);
    run(b);
    assert_int_equal(b->frees_got, 7);
    assert_int_equal(b->perrs_got, 1);
}

static void recv_flushes_the_receive_under_way_when_send_breaks_off(void **state)
{
    struct bench *b = *state;

    expecting(b, 2, 0);
    post(b, 2, VA, KEY, 4096);
    post(b, 2, VA, KEY, 4096);
    run(b);
    one(b, make(b, 2, S_FIRST, 0, 1024));
    one(b, make(b, 2, S_ONLY, 1, 64));
    check_answer(b, 1, SYN_INV, 1);
    assert_int_equal(b->frees_got, 2);
}

static void recv_flushes_and_says_nothing_when_the_other_half_is_in_error(void **state)
{
    struct bench *b = *state;

    for (uint32_t k = 0; k < 3; k++) {
        post(b, 2, VA, KEY, 64);
    }
    run(b);
    b->perr_in[b->perrs_in++] = 2;
    b->perr_in[b->perrs_in++] = 3; /* has no receives */
    run(b);
    assert_int_equal(b->frees_got, 3);
    assert_int_equal(b->perrs_got, 0);
    assert_true(b->qp[2].err && b->qp[3].err);
    b->perr_in[b->perrs_in++] = 2;
    post(b, 3, VA, KEY, 64);
    run(b);
    assert_int_equal(b->frees_got, 4);
    one(b, make(b, 2, W_ONLY, b->qp[2].epsn, 64));
    assert_int_equal(b->drop_qp_got, 1);
}

static void recv_flushes_when_receive_arrives_in_state_error(void **state)
{
    struct bench *b = *state;

    post(b, 2, VA, KEY, 64);
    post(b, 2, VA, KEY, 64);
    run(b);
    b->qp[2].state = ERR;
    put_cfg(b, 2);
    post(b, 2, VA, KEY, 64);
    run(b);
    assert_int_equal(b->frees_got, 3);
    assert_int_equal(b->perrs_got, 0);
}

static void recv_writes_no_record_when_reset_in_error(void **state)
{
    struct bench *b = *state;

    post(b, 2, PA, KEY, 64);
    b->perr_in[b->perrs_in++] = 2;
    run(b);
    assert_int_equal(b->acts_got, 1);
    b->qp[2].state = RESET;
    put_cfg(b, 2);
    post(b, 2, PA, KEY, 64); /* fetched later */
    run(b);
    assert_int_equal(b->acts_got, 1);
    assert_int_equal(b->frees_got, 2);
}

static void recv_refuses_when_too_many_reads_are_under_way(void **state)
{
    struct bench *b = *state;
    struct packet p = make(b, 6, R_REQ, 0, 0);

    expecting(b, 6, 0);
    b->qp[6].max_dest_rd = 3;
    put_cfg(b, 6);
    b->stall_done = 100;
    p.len = 64;
    add(b, p);
    add(b, make(b, 6, A_CAS, 1, 0));
    p.psn = 2;
    add(b, p);
    run(b);
    assert_int_equal(b->qp[6].rd_out, 3);
    p.psn = 1; /* a duplicate finds no place either: silence */
    one(b, p);
    assert_int_equal(b->execs_got, 3);
    b->stall_done = 0; /* all are done */
    run(b);
    b->stall_done = 100;
    for (uint32_t k = 3; k < 7; k++) {
        p.psn = k;
        add(b, p);
    }
    run(b);
    check_answer(b, 7, SYN_INV, 6);
    b->stall_done = 0;
    run(b);
    assert_int_equal(b->qp[6].rd_out, 0);
}

static void recv_leaves_no_trace_when_verdict_is_bad(void **state)
{
    struct bench *b = *state;
    static const uint8_t op[] = {S_FIRST, W_ONLY, W_MIDDLE, R_REQ, A_CAS, S_ONLY, W_LAST_IMM};

    expecting(b, 2, 0);
    for (uint32_t k = 0; k < 7; k++) {
        struct packet p = make(b, 2, op[k], k % 3, op[k] == R_REQ || op[k] == A_CAS ? 0 : 1024);

        p.ack_req = true;
        p.ok = false;
        add(b, p);
        add(b, make(b, k, W_ONLY, k == 2 ? 0 : b->qp[k].epsn, k == 2 ? 1000 : 64));
        if (k == 2) {
            b->packet[b->packets - 1].ok = false;
        }
    }
    run(b);
    assert_int_equal(b->execs_got + b->frees_got + b->naks_got + b->drop_psn_got + b->drop_qp_got,
                     0);
    assert_int_equal(tb_bits(b->rx_table[2], 23, 0), 0);
    assert_int_equal(b->probes_got, 6);
}

/* ---- Time */

static void answers_next_cycle(struct bench *b, struct packet p)
{
    uint32_t execs = b->execs_got;
    uint32_t acts = b->acts_got;

    p.ack_req = true;
    add(b, p);
    b->stall_end = 100;
    cycles(b, 10); /* records are read ahead */
    assert_int_equal(b->acts_got + b->execs_got, acts + execs);
    b->stall_end = 0;
    cycle(b);
    assert_int_equal(*b->d->s_req_end_valid, 0); /* taken at once */
    assert_int_equal(*b->d->probe_packet_valid, 1);
    if (p.beats > 0) {
        assert_int_equal(*b->d->m_act_valid, 1);
        assert_int_equal(*b->d->m_exec_valid, 0);
        cycles(b, 1 + (p.opcode == S_ONLY)); /* payload, then record, handed over */
    }
    assert_int_equal(*b->d->m_exec_valid, 1);
    cycle(b);
    assert_int_equal(b->execs_got, execs + 1);
    run(b);
}

static void recv_answers_in_the_next_cycle_when_records_are_there(void **state)
{
    struct bench *b = *state;
    struct packet p = make(b, 1, R_REQ, 0, 0);

    expecting(b, 1, 0);
    post(b, 1, VA, KEY, 100);
    run(b);
    p.len = 64;
    answers_next_cycle(b, p);
    answers_next_cycle(b, make(b, 1, A_CAS, 1, 0));
    answers_next_cycle(b, make(b, 1, W_ONLY, 2, 64));
    answers_next_cycle(b, make(b, 1, S_ONLY, 3, 64));
}

/* Cycles from the first verdict to the last. */
static uint64_t span(struct bench *b, uint32_t n)
{
    uint32_t before = b->ends;
    uint64_t start;

    assert_int_equal(b->packets - b->ends, n);
    for (uint32_t i = 0; b->ends == before; i++) {
        assert_true(i < 1000);
        cycle(b);
    }
    start = b->end_cycle;
    run(b);
    return b->end_cycle - start;
}

static void recv_takes_a_packet_per_cycle_when_it_brings_its_key(void **state)
{
    struct bench *b = *state;

    if (DUT_P_EXEC_DEPTH < 16) {
        return; /* not with short queues */
    }
    expecting(b, 1, 0);
    for (uint32_t k = 0; k < 40; k++) {
        add(b, make(b, 1, W_ONLY, k, 64)); /* on one queue pair */
    }
    assert_int_equal(span(b, 40), 39);
    b->qp[1].max_dest_rd = 128;
    put_cfg(b, 1);
    b->stall_done = 100;
    for (uint32_t k = 0; k < 40; k++) {
        struct packet p = make(b, 1, R_REQ, 40 + k, 0);

        p.len = 64;
        add(b, p);
    }
    assert_int_equal(span(b, 40), 39);
    for (uint32_t k = 0; k < 40; k++) {
        struct packet p = make(b, 1, k == 0 ? W_FIRST : k == 39 ? W_LAST : W_MIDDLE, 80 + k, 1024);

        p.len = 40 * 1024;
        add(b, p);
    }
    assert_int_equal(span(b, 40), 2 * 39);
    for (uint32_t k = 0; k < 8; k++) {
        post(b, 1, VA, KEY, 64);
    }
    run(b);
    for (uint32_t k = 0; k < 8; k++) {
        add(b, make(b, 1, S_ONLY, 120 + k, 64));
    }
    assert_int_equal(span(b, 8), 3 * 7);
}

/* ---- Stalls */

static void recv_serves_done_when_all_outputs_stand_still(void **state)
{
    struct bench *b = *state;
    struct packet p = make(b, 1, R_REQ, 0, 0);

    expecting(b, 1, 0);
    b->qp[1].max_dest_rd = 128;
    put_cfg(b, 1);
    b->stall_done = 100;
    p.len = 64;
    for (p.psn = 0; p.psn < 2; p.psn++) {
        add(b, p);
    }
    run(b);
    b->stall_act = b->stall_exec = b->stall_free = b->stall_perr_out = 100;
    for (; p.psn < 100; p.psn++) {
        add(b, p);
    }
    cycles(b, 200);
    assert_int_equal(b->qp[1].rd_out, DUT_P_EXEC_DEPTH + 2);
    b->stall_done = 0;
    cycles(b, 10);
    assert_int_equal(b->dones_in, 2);
    b->stall_act = b->stall_exec = b->stall_free = b->stall_perr_out = 0;
    run(b);
}

static void recv_lets_packets_and_receives_take_turns_when_both_wait(void **state)
{
    struct bench *b = *state;

    expecting(b, 1, 0);
    for (uint32_t k = 0; k < 40; k++) {
        post(b, k % QPS, VA, KEY, 64);
        add(b, make(b, 1, W_ONLY, k, 0));
    }
    for (uint32_t i = 0; b->sent + b->toks_in < 40; i++) {
        assert_true(i < 400);
        cycle(b);
        assert_true(b->sent <= b->toks_in + 1 && b->toks_in <= b->sent + 1);
    }
    run(b);
}

static uint8_t random_opcode(struct bench *b, const struct qp *q)
{
    static const uint8_t start_op[] = {S_FIRST, S_ONLY, S_ONLY_IMM, W_FIRST, W_ONLY, W_ONLY_IMM,
                                       R_REQ,   R_REQ,  A_CAS,      A_FADD,  W_ONLY};
    struct tb_rng *r = &b->rng;
    uint32_t mtu = 128u << q->mtu;

    if (tb_rng_chance(r, 1)) {
        uint8_t any = (uint8_t)tb_rng_below(r, 15);

        return any < 13 ? any : (uint8_t)(any - 13 + A_CAS);
    }
    if (q->inside == NONE) {
        return start_op[tb_rng_below(r, 11)];
    }
    if (q->inside == SEND) {
        return q->left > mtu && tb_rng_chance(r, 60) ? S_MIDDLE
                                                     : (uint8_t)(S_LAST + tb_rng_below(r, 2));
    }
    return q->left > mtu ? W_MIDDLE : (uint8_t)(W_LAST + tb_rng_below(r, 2));
}

/* Mostly right, as the model stands: every earlier event has been judged. */
static void random_packet(struct bench *b)
{
    struct tb_rng *r = &b->rng;
    uint32_t n = tb_rng_below(r, QPS);
    const struct qp *q = &b->qp[n];
    uint32_t mtu = 128u << q->mtu;
    uint8_t op = random_opcode(b, q);
    uint32_t bytes = 0;
    uint32_t len = tb_rng_below(r, 3 * mtu);
    struct packet p;

    if (op == S_FIRST || op == S_MIDDLE || op == W_FIRST || op == W_MIDDLE) {
        bytes = mtu;
        len += mtu + 1;
    } else if (op == W_LAST || op == W_LAST_IMM) {
        bytes = q->left > mtu ? mtu : q->left;
    } else if (op < R_REQ) {
        bytes = tb_rng_below(r, tb_rng_chance(r, 70) ? 200 : mtu + 1);
        len = bytes;
    }
    bytes += tb_rng_chance(r, 1);
    p = make(b, n, op, q->epsn, bytes);
    p.len = len + tb_rng_chance(r, 1);
    p.va = VA + 8 * tb_rng_below(r, 0x1800) + tb_rng_chance(r, 1) * tb_rng_below(r, 8);
    p.key ^= tb_rng_chance(r, 1);
    p.ack_req = tb_rng_chance(r, 40);
    p.ok = tb_rng_chance(r, 93);
    if (tb_rng_chance(r, 10)) {
        p.psn = (p.psn + 0xffffff - tb_rng_below(r, 5)) & 0xffffff; /* a duplicate */
    } else if (tb_rng_chance(r, 8)) {
        p.psn = (p.psn + 1 + tb_rng_below(r, 5)) & 0xffffff; /* ahead */
    } else if (tb_rng_chance(r, 2)) {
        p.dest = tb_rng_next(r) & 0xffffff;
    }
    add(b, p);
}

static void random_round(struct bench *b)
{
    struct tb_rng *r = &b->rng;

    for (uint32_t n = 0; n < QPS; n++) {
        if (b->qp[n].err) {
            fresh(b, n);
            b->qp[n].mtu = (uint8_t)(1 + tb_rng_below(r, 5));
            b->qp[n].max_dest_rd = (uint8_t)(tb_rng_chance(r, 30) ? 2 : 100);
            b->qp[n].rd_out = 0;
            put_cfg(b, n);
            put_rx(b, n);
        }
    }
    b->random = 60;
    for (uint32_t i = 0; b->random > 0; i++) {
        uint32_t n = tb_rng_below(r, QPS);

        assert_true(i < 100000);
        if ((uint16_t)(b->qp[n].posted - b->qp[n].freed) < SLOTS && tb_rng_chance(r, 4)) {
            post(b, n, VA + tb_rng_below(r, 0x8000), KEY ^ tb_rng_chance(r, 2),
                 tb_rng_below(r, tb_rng_chance(r, 10) ? 200 : 10000) + 1);
        }
        if (tb_rng_chance(r, 1) && tb_rng_chance(r, 10)) {
            b->perr_in[b->perrs_in++] = (uint16_t)n;
        }
        cycle(b);
    }
    run(b);
}

static void recv_keeps_all_rules_when_everything_stalls(void **state)
{
    struct bench *b = *state;
    /* req, end, token, peer, done, act, exec, free, peer out, context */
    static const uint32_t mix[][10] = {
        {20, 20, 20, 20, 20, 20, 20, 20, 20, 20}, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
        {80, 0, 0, 0, 0, 0, 0, 0, 0, 0},          {0, 80, 0, 0, 0, 0, 0, 0, 0, 0},
        {0, 0, 80, 0, 0, 0, 0, 0, 0, 0},          {0, 0, 0, 80, 80, 0, 0, 0, 0, 0},
        {0, 0, 0, 0, 0, 80, 0, 0, 0, 0},          {0, 0, 0, 0, 0, 0, 80, 0, 0, 0},
        {0, 0, 0, 0, 0, 0, 0, 80, 80, 0},         {0, 0, 0, 0, 0, 0, 0, 0, 0, 80}};

    b->rng = tb_rng_seed(3);
    for (uint32_t round = 0; round < 100; round++) {
        const uint32_t *m = mix[round % 10];

        b->stall_req = m[0];
        b->stall_end = m[1];
        b->stall_tok = m[2];
        b->stall_perr = m[3];
        b->stall_done = m[4];
        b->stall_act = m[5];
        b->stall_exec = m[6];
        b->stall_free = m[7];
        b->stall_perr_out = m[8];
        for (uint32_t i = 0; i < 3; i++) {
            b->ctx[i].slow_percent = m[9];
            b->ctx[i].rng.s = tb_rng_next(&b->rng);
        }
        random_round(b);
    }
    print_message("    %u acts, %u execs, %u receives, %u naks, %u errors\n", b->acts, b->execs,
                  b->frees, b->naks, b->perrs);
    assert_true(b->acts > 3000 && b->execs > 1500 && b->frees > 500 && b->naks > 200 &&
                b->perrs > 50);
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(recv_answers_only_when_asked),
        TEST(recv_counts_response_packets_when_request_is_a_read),
        TEST(recv_counts_2_23_psns_when_read_is_as_long_as_can_be),
        TEST(recv_acknowledges_again_when_packet_is_a_duplicate),
        TEST(recv_reads_again_when_read_is_a_duplicate),
        TEST(recv_is_silent_when_atomic_is_a_duplicate),
        TEST(recv_sends_one_nak_when_packets_are_ahead),
        TEST(recv_accepts_or_refuses_when_opcode_follows_another),
        TEST(recv_refuses_when_packet_has_the_wrong_length),
        TEST(recv_refuses_when_queue_pair_does_not_allow_it),
        TEST(recv_refuses_when_atomic_is_not_aligned),
        TEST(recv_checks_no_key_when_rdma_has_no_length),
        TEST(recv_refuses_access_when_key_or_range_is_wrong),
        TEST(recv_needs_the_right_of_the_operation_when_region_has_others),
        TEST(recv_checks_each_packet_when_region_goes_away),
        TEST(recv_fills_receives_when_sends_have_several_sizes),
        TEST(recv_reports_length_when_receive_is_too_short),
        TEST(recv_reports_protection_when_key_of_the_receive_is_wrong),
        TEST(recv_is_not_ready_when_no_receive_is_there),
        TEST(recv_completes_a_receive_when_write_has_immediate),
        TEST(recv_hears_only_when_state_allows),
        TEST(recv_drops_when_there_is_no_such_queue_pair),
        TEST(recv_drops_when_packet_is_of_another_partition),
        TEST(recv_drops_when_packet_is_not_from_its_peer),
        TEST(recv_flushes_all_receives_when_it_finds_an_error),
        TEST(recv_flushes_the_receive_under_way_when_send_breaks_off),
        TEST(recv_flushes_and_says_nothing_when_the_other_half_is_in_error),
        TEST(recv_flushes_when_receive_arrives_in_state_error),
        TEST(recv_writes_no_record_when_reset_in_error),
        TEST(recv_refuses_when_too_many_reads_are_under_way),
        TEST(recv_leaves_no_trace_when_verdict_is_bad),
        TEST(recv_answers_in_the_next_cycle_when_records_are_there),
        TEST(recv_takes_a_packet_per_cycle_when_it_brings_its_key),
        TEST(recv_serves_done_when_all_outputs_stand_still),
        TEST(recv_lets_packets_and_receives_take_turns_when_both_wait),
        TEST(recv_keeps_all_rules_when_everything_stalls),
    };
    return cmocka_run_group_tests_name("roce_qp_recv", tests, NULL, NULL);
}
