/* SPDX-License-Identifier: Apache-2.0 */
/* test_roce_wq_fetch: every posted entry is fetched once, or comes with its doorbell, and is handed
 * on in order; limits of a fetch (setting, ring end, page, room, tokens); wrap of ring and index;
 * BlueFlame in all its cases; bad doorbells; round robin; errors; latency; stalls and late records.
 * Long, because one model of host, memory and stores serves all its tests. */
/* DUT: roce_wq_fetch -GQPS=8 -GSLOTS=16 -GTOKENS=16 */
/* DUT: roce_wq_fetch -GQPS=128 -GSLOTS=8 -GTOKENS=64 */
/* DUT: roce_wq_fetch -GQPS=64 -GSLOTS=128 -GTOKENS=256 */
#include "dut.h"
#include "tb_ctx.h"
#include "tb_hold.h"
#include "tb_record.h"

#define QPS DUT_P_QPS
#define SLOTS DUT_P_SLOTS
#define TOKENS DUT_P_TOKENS
#define WQS (2 * QPS)
#define ENTRY 64u
#define EVENTS 4096u /* doorbells, frees that wait to be driven */

/* Queue of the model: q = 2 * queue pair + 1 for the receive queue. */
struct queue {
    uint32_t shift;
    uint64_t base;
    uint16_t pi, fi, done, arrived, taken; /* posted, asked for, finished, arrived, token taken */
    uint16_t promised;                     /* finished, with what waits to be driven */
    uint16_t rung;                         /* posted, with what waits to be driven */
    uint8_t bf[65536 / 8];                 /* entries that came with a doorbell */
    uint8_t bad[65536 / 8];                /* entries whose read fails */
};

struct db {
    uint16_t qp, pi;
    bool rq, bf;
};

struct freed {
    uint16_t q;
    uint8_t count;
};

struct fetch {
    uint16_t q, idx, n;
};

struct bench {
    struct dut *d;
    struct tb_rng rng;
    struct tb_ctx ctx;
    uint8_t rec[WQS][16];
    struct queue q[WQS];
    uint32_t stall_db, stall_free, stall_rd, stall_r, stall_tok, stall_rqtok;
    struct tb_hold rd, tok, rqtok;

    struct db db[EVENTS];
    uint32_t dbs, db_sent;
    struct freed fr[EVENTS];
    uint32_t frs, fr_sent;
    struct fetch fetch[65536]; /* asked for, ring */
    uint32_t asked, answered;
    uint16_t beat;
    bool r_held;

    uint8_t store[QPS * SLOTS][ENTRY];
    uint64_t store_cycle[QPS * SLOTS];
    uint32_t sq_on_way, rq_on_way; /* asked for and token not taken */
    uint32_t bfs, bad_dbs, max_way;
    bool probe_due;
    struct db probe;
    uint32_t ending; /* queue that the host ends as soon as its record can be written; 0: none */
    uint64_t last_rd, last_tok, last_rqtok; /* cycles */
    struct fetch last_fetch;
    bool last_ok;
};

/* ---- Queues */

static void set_rec(struct bench *b, uint32_t q)
{
    const struct queue *m = &b->q[q];
    uint8_t *r = b->rec[q];

    tb_rng_fill(&b->rng, r, 16);
    tb_bits_set(r, 0, 0, 1);
    tb_bits_set(r, 1, 1, 0);
    tb_bits_set(r, 12, 8, m->shift);
    tb_bits_set(r, 31, 16, m->pi);
    tb_bits_set(r, 47, 32, m->fi);
    tb_bits_set(r, 63, 48, m->done);
    tb_bits_set(r, 127, 64, m->base);
}

static void set_queue(struct bench *b, uint32_t q, uint32_t shift, uint64_t base, uint16_t at)
{
    struct queue *m = &b->q[q];

    memset(m, 0, sizeof(*m));
    m->shift = shift;
    m->base = base;
    m->pi = m->fi = m->done = m->arrived = m->taken = m->promised = m->rung = at;
    set_rec(b, q);
}

static uint64_t base_of(uint32_t q) { return 0x123400000000u + (uint64_t)q * 0x1000000; }

static int setup(void **state)
{
    struct bench *b = calloc(1, sizeof(*b));
    struct dut *d = dut_create();

    b->d = d;
    b->ctx = (struct tb_ctx)TB_CTX(d, wq, b->rec);
    b->rd = (struct tb_hold){.valid = d->m_rd_valid, .ready = d->m_rd_ready};
    TB_HOLD_ADD(&b->rd, d, m_rd_addr);
    TB_HOLD_ADD(&b->rd, d, m_rd_len);
    TB_HOLD_ADD(&b->rd, d, m_rd_rq);
    TB_HOLD_ADD(&b->rd, d, m_rd_qp);
    TB_HOLD_ADD(&b->rd, d, m_rd_idx);
    TB_HOLD_ADD(&b->rd, d, m_rd_count);
    b->tok = (struct tb_hold){.valid = d->m_tok_valid, .ready = d->m_tok_ready};
    TB_HOLD_ADD(&b->tok, d, m_tok_qp);
    TB_HOLD_ADD(&b->tok, d, m_tok_idx);
    TB_HOLD_ADD(&b->tok, d, m_tok_wqe_ok);
    b->rqtok = (struct tb_hold){.valid = d->m_rq_tok_valid, .ready = d->m_rq_tok_ready};
    TB_HOLD_ADD(&b->rqtok, d, m_rq_tok_qp);
    for (uint32_t q = 0; q < WQS; q++) {
        set_queue(b, q, 8, base_of(q), 0);
    }
    *d->cfg_fetch_max = 4;
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

/* ---- What the host does */

static void ring(struct bench *b, uint16_t qp, bool rq, uint16_t pi, bool bf)
{
    assert_true(b->dbs < b->db_sent + EVENTS);
    b->db[b->dbs++ % EVENTS] = (struct db){.qp = qp, .pi = pi, .rq = rq, .bf = bf};
}

/* Post n entries of queue q and ring for them. */
static void post(struct bench *b, uint32_t q, uint16_t n, bool bf)
{
    b->q[q].rung = (uint16_t)(b->q[q].rung + n);
    ring(b, (uint16_t)(q / 2), q & 1, b->q[q].rung, bf);
}

static void finish(struct bench *b, uint32_t q, uint8_t n)
{
    assert_true(b->frs < b->fr_sent + EVENTS);
    b->fr[b->frs++ % EVENTS] = (struct freed){.q = (uint16_t)q, .count = n};
    b->q[q].promised = (uint16_t)(b->q[q].promised + n);
}

static bool flag(const uint8_t *set, uint16_t idx) { return set[idx / 8] >> idx % 8 & 1; }

static void entry(uint32_t q, uint16_t idx, uint8_t *out)
{
    struct tb_rng r = {q * 65536u + idx};

    tb_rng_fill(&r, out, ENTRY);
}

/* The entry as it has to be handed on. */
static void handed(const struct bench *b, uint32_t q, uint16_t idx, uint8_t *out)
{
    entry(q, idx, out);
    if (flag(b->q[q].bad, idx)) {
        out[0] = 0xff;
    }
}

/* ---- Check */

static void check_rd(struct bench *b)
{
    const struct dut *d = b->d;
    uint32_t q = 2u * *d->m_rd_qp + *d->m_rd_rq;
    struct queue *m = &b->q[q];
    uint16_t n = *d->m_rd_count;
    uint32_t size = 1u << m->shift;
    uint32_t pos = m->fi % size;

    assert_int_equal(*d->m_rd_idx, m->fi);
    assert_int_equal(*d->m_rd_addr, m->base + (uint64_t)pos * ENTRY);
    assert_int_equal(*d->m_rd_len, n * ENTRY);
    assert_in_range(n, 1, *d->cfg_fetch_max);
    assert_true(n <= (uint16_t)(m->pi - m->fi));
    assert_true((uint16_t)(m->fi + n - m->done) <= SLOTS);
    assert_true(pos + n <= size);
    assert_true(*d->m_rd_addr % 4096 + n * ENTRY <= 4096);
    b->last_fetch = b->fetch[b->asked++ % 65536] = (struct fetch){(uint16_t)q, m->fi, n};
    m->fi = (uint16_t)(m->fi + n);
    b->last_rd = d->cycle;
    *(*d->m_rd_rq ? &b->rq_on_way : &b->sq_on_way) += n;
}

static void check_store(struct bench *b)
{
    const struct dut *d = b->d;
    bool beat = *d->s_r_valid;
    const struct fetch *f = &b->fetch[b->answered % 65536];
    uint8_t want[ENTRY];

    assert_int_equal(*d->s_r_ready, 1);
    assert_int_equal(*d->m_rqs_wr_valid, beat && (f->q & 1));
    if (beat && (f->q & 1)) {
        uint16_t idx = (uint16_t)(f->idx + b->beat);
        bool bad = flag(b->q[f->q].bad, idx);

        entry(f->q, idx, want);
        assert_int_equal(*d->m_rqs_wr_addr, f->q / 2 * SLOTS + idx % SLOTS);
        assert_int_equal(d->m_rqs_wr_data[0], bad ? 0 : tb_bits(want, 287, 256));
        assert_int_equal(d->m_rqs_wr_data[1], bad ? UINT32_MAX : tb_bits(want, 319, 288));
        assert_memory_equal(&d->m_rqs_wr_data[2], want + 40, 8);
    }
    if (beat && !(f->q & 1)) {
        assert_int_equal(*d->m_sq_wr_valid, 1);
    }
    if (*d->m_sq_wr_valid) {
        uint32_t q = *d->m_sq_wr_addr / SLOTS * 2;
        struct queue *m = &b->q[q];
        uint16_t idx = m->arrived;

        if (beat && !(f->q & 1)) {
            assert_int_equal(q, f->q);
            assert_int_equal(idx, (uint16_t)(f->idx + b->beat));
        } else { /* came with its doorbell */
            assert_true(flag(m->bf, idx));
            assert_int_equal(m->fi, idx); /* nothing before it under way */
            assert_true((uint16_t)(idx - m->done) < SLOTS);
            m->fi++;
            b->bfs++;
            b->sq_on_way++;
        }
        assert_int_equal(*d->m_sq_wr_addr % SLOTS, idx % SLOTS);
        handed(b, q, idx, want);
        assert_memory_equal(d->m_sq_wr_data, want, ENTRY);
        assert_true((uint16_t)(idx - m->done) < SLOTS); /* its place is free */
        memcpy(b->store[*d->m_sq_wr_addr], want, ENTRY);
        b->store_cycle[*d->m_sq_wr_addr] = d->cycle;
        m->arrived++;
    }
}

static void check_tok(struct bench *b, bool moves)
{
    const struct dut *d = b->d;

    if (*d->m_tok_valid) {
        struct queue *m = &b->q[2u * *d->m_tok_qp];
        uint16_t idx = *d->m_tok_idx;
        uint32_t slot = (uint32_t)*d->m_tok_qp * SLOTS + idx % SLOTS;
        uint8_t want[ENTRY];

        assert_int_equal(idx, m->taken);
        assert_true((uint16_t)(m->arrived - m->taken) > 0);
        handed(b, 2u * *d->m_tok_qp, idx, want);
        if (*d->m_tok_wqe_ok) {
            assert_memory_equal(d->m_tok_wqe, want, ENTRY);
        } else {
            assert_memory_equal(b->store[slot], want, ENTRY);
            assert_true(b->store_cycle[slot] < d->cycle); /* can be read */
        }
        if (moves) {
            m->taken++;
            b->sq_on_way--;
            b->last_tok = d->cycle;
            b->last_ok = *d->m_tok_wqe_ok;
        }
    }
}

static void check_rqtok(struct bench *b)
{
    const struct dut *d = b->d;
    struct queue *m = &b->q[2u * *d->m_rq_tok_qp + 1];

    assert_true(m->taken != m->arrived);
    m->taken++;
    b->rq_on_way--;
    b->last_rqtok = d->cycle;
}

static void check_probe(struct bench *b)
{
    const struct dut *d = b->d;

    assert_int_equal(*d->probe_db_valid, b->probe_due);
    if (b->probe_due) {
        assert_int_equal(*d->probe_db_id, b->probe.qp | (uint64_t)b->probe.pi << 16 |
                                              (uint64_t)b->probe.bf << 32 |
                                              (uint64_t)b->probe.rq << 33);
    }
}

/* ---- Drive */

static void drive(struct bench *b)
{
    struct dut *d = b->d;
    struct tb_rng *r = &b->rng;

    if (!*d->s_db_valid && b->db_sent < b->dbs && !tb_rng_chance(r, b->stall_db)) {
        const struct db *x = &b->db[b->db_sent % EVENTS];

        *d->s_db_valid = 1;
        *d->s_db_qp = x->qp;
        *d->s_db_rq = x->rq;
        *d->s_db_pi = x->pi;
        *d->s_db_bf = x->bf;
        tb_rng_fill(r, d->s_db_wqe, ENTRY);
        if (x->bf) {
            entry(2u * x->qp, (uint16_t)(x->pi - 1), (uint8_t *)d->s_db_wqe);
        }
    }
    if (!*d->s_free_valid && b->fr_sent < b->frs && !tb_rng_chance(r, b->stall_free)) {
        const struct freed *x = &b->fr[b->fr_sent % EVENTS];

        *d->s_free_valid = 1;
        *d->s_free_qp = x->q / 2;
        *d->s_free_rq = x->q & 1;
        *d->s_free_count = x->count;
    }
    *d->m_rd_ready = !tb_rng_chance(r, b->stall_rd);
    *d->m_tok_ready = !tb_rng_chance(r, b->stall_tok);
    *d->m_rq_tok_ready = !tb_rng_chance(r, b->stall_rqtok);
    *d->s_r_valid = b->answered < b->asked && !tb_rng_chance(r, b->stall_r);
    tb_rng_fill(r, d->s_r_data, ENTRY);
    if (*d->s_r_valid) {
        const struct fetch *f = &b->fetch[b->answered % 65536];
        uint16_t idx = (uint16_t)(f->idx + b->beat);

        entry(f->q, idx, (uint8_t *)d->s_r_data);
        *d->s_r_last = b->beat + 1 == f->n;
        *d->s_r_err = flag(b->q[f->q].bad, idx);
    }
}

static void host_moves(struct bench *b)
{
    struct dut *d = b->d;

    b->probe_due = false;
    if (*d->s_db_valid && *d->s_db_ready) {
        const struct db *x = &b->db[b->db_sent++ % EVENTS];

        if (x->qp < QPS) {
            struct queue *m = &b->q[2u * x->qp + x->rq];

            b->probe_due = true;
            b->probe = *x;
            if ((uint16_t)(x->pi - m->done) >= (uint16_t)(m->pi - m->done) &&
                (uint16_t)(x->pi - m->done) <= 1u << m->shift) {
                m->pi = x->pi;
            }
            if (x->bf) {
                m->bf[(uint16_t)(x->pi - 1) / 8] |= (uint8_t)(1u << (uint16_t)(x->pi - 1) % 8);
            }
        }
    }
    if (*d->s_free_valid && *d->s_free_ready) {
        const struct freed *x = &b->fr[b->fr_sent++ % EVENTS];

        b->q[x->q].done = (uint16_t)(b->q[x->q].done + x->count);
    }
}

static void cycle(struct bench *b)
{
    struct dut *d = b->d;
    bool tok, beat, db, freed;

    drive(b);
    tb_ctx_show(&b->ctx);
    tb_ctx_settle(d, &b->ctx, 1);
    check_probe(b);
    check_store(b);
    if (tb_hold_check(&b->rd)) {
        check_rd(b);
    }
    tok = tb_hold_check(&b->tok);
    check_tok(b, tok);
    if (tb_hold_check(&b->rqtok)) {
        check_rqtok(b);
    }
    beat = *d->s_r_valid;
    assert_true(b->sq_on_way <= TOKENS && b->rq_on_way <= TOKENS);
    b->max_way = b->sq_on_way > b->max_way ? b->sq_on_way : b->max_way;
    b->bad_dbs += *d->stat_bad_db;
    tb_ctx_edge(&b->ctx, d->wq_wr_valid, d->wq_wr_id, d->wq_wr_data);
    db = *d->s_db_valid && *d->s_db_ready;
    freed = *d->s_free_valid && *d->s_free_ready;
    host_moves(b);
    *d->s_set_valid = b->ending != 0 && !*d->wq_wr_valid;
    *d->s_set_id = (uint16_t)b->ending;
    if (*d->s_set_valid) {
        memset(b->rec[b->ending], 0, sizeof(b->rec[0]));
        b->ending = 0;
    }
    dut_tick(d);
    *d->s_db_valid = *d->s_db_valid && !db;
    *d->s_free_valid = *d->s_free_valid && !freed;
    if (beat) {
        const struct fetch *f = &b->fetch[b->answered % 65536];

        if (f->q & 1) {
            b->q[f->q].arrived++;
        }
        b->beat++;
        if (b->beat == f->n) {
            b->beat = 0;
            b->answered++;
        }
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
    for (uint32_t i = 0, quiet = 0; quiet < 4; i++) {
        assert_true(i < 1000000);
        cycle(b);
        quiet = b->db_sent == b->dbs && b->fr_sent == b->frs && b->answered == b->asked &&
                        *b->d->stat_idle
                    ? quiet + 1
                    : 0;
    }
}

/* All that was posted has come once. */
static void check_all(const struct bench *b)
{
    for (uint32_t q = 0; q < WQS; q++) {
        const struct queue *m = &b->q[q];

        assert_int_equal(m->pi, m->rung);
        assert_int_equal(m->taken, m->pi);
        assert_int_equal(m->arrived, m->pi);
        assert_int_equal(m->fi, m->pi);
        assert_int_equal(tb_bits(b->rec[q], 31, 16), m->pi);
        assert_int_equal(tb_bits(b->rec[q], 47, 32), m->fi);
        assert_int_equal(tb_bits(b->rec[q], 63, 48), m->done);
        assert_int_equal(tb_bits(b->rec[q], 1, 1), 0);
    }
}

/* ---- Doorbells and fetches */

static void fetch_leaves_after_1_cycle_when_doorbell_comes(void **state)
{
    struct bench *b = *state;
    uint64_t start;

    cycles(b, 3);
    start = b->d->cycle;
    post(b, 6, 1, false);
    b->stall_r = 100;
    cycles(b, 1);
    assert_int_equal(b->db_sent, 1);
    assert_int_equal(b->asked, 0);
    cycles(b, 1);
    assert_int_equal(b->asked, 1);
    assert_int_equal(b->last_rd, start + 1);
    cycles(b, 5);
    b->stall_r = 0;
    start = b->d->cycle;
    cycles(b, 1);
    assert_int_equal(b->last_tok, start); /* entry to token: none */
    assert_true(b->last_ok);
    run(b);
    check_all(b);
}

static void fetch_takes_each_when_doorbell_rings_for_each(void **state)
{
    struct bench *b = *state;

    for (uint32_t k = 0; k < 8; k++) {
        post(b, 2, 1, false);
        run(b);
        assert_int_equal(b->asked, k + 1);
        assert_int_equal(b->last_fetch.n, 1);
    }
    check_all(b);
}

static void fetch_takes_several_when_one_doorbell_rings_for_all(void **state)
{
    struct bench *b = *state;
    static const struct {
        uint8_t setting;
        uint16_t n[8];
    } part[] = {
        {4, {4, 3}}, {63, {7}}, {3, {3, 3, 1}}, {2, {2, 2, 2, 1}}, {1, {1, 1, 1, 1, 1, 1, 1}}};

    for (size_t k = 0; k < sizeof(part) / sizeof(part[0]); k++) {
        uint32_t q = 2 * (uint32_t)k;
        uint32_t first = b->asked;

        *b->d->cfg_fetch_max = part[k].setting;
        post(b, q, 7, false);
        run(b);
        for (uint32_t j = 0; j < 8 && part[k].n[j]; j++) {
            assert_int_equal(b->fetch[first + j].n, part[k].n[j]);
        }
    }
    check_all(b);
}

/* A second doorbell in each cycle around the one in which the queue leaves the list. */
static void fetch_misses_nothing_when_doorbell_meets_idle_queue(void **state)
{
    struct bench *b = *state;

    for (uint32_t slow = 0; slow <= 50; slow += 50) {
        b->ctx.slow_percent = slow;
        for (uint32_t gap = 0; gap < 12; gap++) {
            for (uint32_t n = 1; n <= 6; n++) {
                uint32_t q = tb_rng_below(&b->rng, WQS);

                post(b, q, (uint16_t)n, false);
                cycles(b, gap);
                post(b, q, 1, false);
                run(b);
                check_all(b);
                finish(b, q, (uint8_t)(n + 1));
                run(b);
            }
        }
    }
}

static void fetch_ends_at_ring_end_and_page_when_queue_wraps(void **state)
{
    struct bench *b = *state;

    for (uint32_t shift = 0; shift < 4; shift++) {
        set_queue(b, shift, shift, base_of(shift) + 4096 - 128, 65535 - 20); /* index wraps, too */
    }
    set_queue(b, 4, 7, base_of(4) + 64 * 61, 126);
    set_queue(b, 5, 15, base_of(5), 32766); /* ring end by hand: entries 32766, 32767, then 0 */
    post(b, 5, 4, false);
    run(b);
    assert_int_equal(b->fetch[0].n, 2);
    assert_int_equal(b->fetch[1].n, 2);
    post(b, 4, 7, false); /* 126, 127; then 0 to 2 up to the page; then the rest */
    run(b);
    assert_int_equal(b->fetch[2].n, 2);
    assert_int_equal(b->fetch[3].n, 3);
    assert_int_equal(b->fetch[4].n, 2);
    for (uint32_t lap = 0; lap < 100; lap++) {
        for (uint32_t q = 0; q < 4; q++) {
            uint16_t n = (uint16_t)(1 + tb_rng_below(&b->rng, 1u << q));

            post(b, q, n, false);
            run(b);
            finish(b, q, (uint8_t)n);
        }
    }
    run(b);
    check_all(b);
}

static void fetch_goes_round_when_several_queues_have_work(void **state)
{
    struct bench *b = *state;
    uint32_t first;

    *b->d->cfg_fetch_max = 1;
    b->stall_tok = 100;
    for (uint32_t k = 0; k < TOKENS / SLOTS; k++) { /* no token is left */
        post(b, 2 * (4 + k), SLOTS, false);
    }
    cycles(b, 2000);
    assert_int_equal(b->sq_on_way, TOKENS);
    first = b->asked;
    for (uint32_t k = 0; k < 4; k++) {
        post(b, 2 * k, 5, false);
        cycles(b, 20);
    }
    assert_int_equal(b->asked, first);
    b->stall_tok = 0;
    run(b);
    assert_int_equal(b->asked, first + 20);
    for (uint32_t k = 0; k < 20; k++) {
        assert_int_equal(b->fetch[first + k].q, 2 * (k % 4));
    }
    check_all(b);
}

/* A token comes back in the same cycle as the doorbell of one more queue. */
static void fetch_is_of_the_first_listed_when_doorbell_comes_with_a_token(void **state)
{
    struct bench *b = *state;

    b->stall_tok = 100;
    for (uint32_t k = 0; k < TOKENS / SLOTS; k++) {
        post(b, 2 * (4 + k), SLOTS, false);
    }
    cycles(b, 2000);
    post(b, 0, 1, false);
    cycles(b, 20);
    post(b, 2, 1, false);
    b->stall_tok = 0;
    cycles(b, 1);
    b->stall_tok = 100;
    cycles(b, 10);
    assert_int_equal(b->last_fetch.q, 0);
    b->stall_tok = 0;
    run(b);
    check_all(b);
}

static void fetch_takes_both_kinds_when_both_have_work(void **state)
{
    struct bench *b = *state;
    uint32_t receives = 0;

    *b->d->cfg_fetch_max = 1;
    for (uint32_t q = 0; q < 8; q++) {
        post(b, q, 8, false);
    }
    run(b);
    assert_int_equal(b->asked, 64);
    for (uint32_t k = 0; k < 32; k++) {
        receives += b->fetch[k].q & 1;
    }
    assert_in_range(receives, 12, 20);
    check_all(b);
}

static void fetch_stops_when_slots_are_taken(void **state)
{
    struct bench *b = *state;

    for (uint32_t rq = 0; rq < 2; rq++) {
        struct queue *m = &b->q[2 + rq];

        for (uint32_t k = 0; k < 200 / 8; k++) {
            post(b, 2 + rq, 8, false);
        }
        run(b);
        assert_int_equal(m->taken, SLOTS);
        cycles(b, 50);
        assert_int_equal(m->taken, SLOTS);
        finish(b, 2 + rq, 1);
        run(b);
        assert_int_equal(m->taken, SLOTS + 1);
        assert_int_equal(b->last_fetch.n, 1);
        finish(b, 2 + rq, 3);
        run(b);
        assert_int_equal(m->taken, SLOTS + 4);
        while (m->taken != 200) {
            finish(b, 2 + rq, (uint8_t)(m->taken - m->promised));
            run(b);
        }
    }
    check_all(b);
}

/* Nothing takes tokens: as many entries come as there is room for tokens, each of them at once. */
static void fetch_stops_when_tokens_are_used_up(void **state)
{
    struct bench *b = *state;
    uint32_t each = SLOTS < 100 ? SLOTS : 100;

    b->stall_tok = 100;
    for (uint32_t qp = 0; qp < 7; qp++) {
        post(b, 2 * qp, (uint16_t)each, false);
        post(b, 2 * qp + 1, (uint16_t)each, false);
    }
    cycles(b, 3000);
    assert_int_equal(b->sq_on_way, 7 * each < TOKENS ? 7 * each : TOKENS);
    for (uint32_t qp = 0; qp < 7; qp++) { /* receives are not in their way */
        assert_int_equal(b->q[2 * qp + 1].taken, each);
    }
    b->stall_tok = 0;
    b->stall_rqtok = 100;
    run(b);
    for (uint32_t qp = 0; qp < 7; qp++) {
        finish(b, 2 * qp, (uint8_t)each);
        finish(b, 2 * qp + 1, (uint8_t)each);
        post(b, 2 * qp, (uint16_t)each, false);
        post(b, 2 * qp + 1, (uint16_t)each, false);
    }
    cycles(b, 3000);
    assert_int_equal(b->rq_on_way, 7 * each < TOKENS ? 7 * each : TOKENS);
    for (uint32_t qp = 0; qp < 7; qp++) {
        assert_int_equal(b->q[2 * qp].taken, 2 * each);
    }
    b->stall_rqtok = 0;
    run(b);
    check_all(b);
}

static void fetch_takes_frees_and_doorbells_when_memory_port_stalls(void **state)
{
    struct bench *b = *state;

    b->stall_rd = 100;
    for (uint32_t q = 0; q < WQS && q < 100; q++) {
        post(b, q, 4, false);
    }
    cycles(b, 150);
    assert_int_equal(b->db_sent, b->dbs);
    for (uint32_t q = 0; q < 8; q++) {
        finish(b, q, 0);
    }
    cycles(b, 20);
    assert_int_equal(b->fr_sent, b->frs);
    b->stall_rd = 0;
    run(b);
    check_all(b);
}

/* ---- BlueFlame */

static void blueflame_passes_after_1_cycle_when_queue_is_empty(void **state)
{
    struct bench *b = *state;

    for (uint32_t k = 0; k < 20; k++) {
        uint64_t start = b->d->cycle;

        post(b, 2, 1, true);
        cycles(b, 2);
        assert_int_equal(b->last_tok, start + 1);
        assert_true(b->last_ok);
        finish(b, 2, 1);
        run(b);
    }
    assert_int_equal(b->asked, 0);
    assert_int_equal(b->bfs, 20);
    check_all(b);
}

static void blueflame_waits_when_token_is_not_taken(void **state)
{
    struct bench *b = *state;

    b->stall_tok = 100;
    for (uint32_t k = 0; k < 3; k++) {
        post(b, 2 * k, 1, true);
    }
    cycles(b, 10);
    assert_int_equal(b->bfs, 3);
    assert_int_equal(*b->d->m_tok_wqe_ok, 1); /* the first stays as it was shown */
    b->stall_tok = 0;
    cycles(b, 1);
    assert_true(b->last_ok);
    cycles(b, 1);
    assert_false(b->last_ok); /* the others come from the store */
    run(b);
    check_all(b);
}

static void blueflame_is_a_doorbell_when_queue_is_not_empty(void **state)
{
    struct bench *b = *state;

    /* its predecessor is under way */
    b->stall_r = 100;
    post(b, 2, 1, false);
    cycles(b, 8);
    post(b, 2, 1, true);
    cycles(b, 8);
    assert_int_equal(b->asked, 2);
    b->stall_r = 0;
    run(b);
    assert_int_equal(b->bfs, 0);
    /* its predecessor was never rung for, and two at once */
    b->q[4].rung++;
    post(b, 4, 1, true);
    run(b);
    assert_int_equal(b->bfs, 0);
    assert_int_equal(b->last_fetch.n, 2);
    /* no room */
    for (uint32_t k = 0; k < SLOTS + 1; k++) {
        post(b, 6, 1, true);
    }
    run(b);
    assert_int_equal(b->bfs, SLOTS);
    assert_int_equal(b->asked, 3);
    post(b, 6, 1, true);
    run(b);
    finish(b, 6, 2);
    run(b);
    assert_int_equal(b->bfs, SLOTS);
    assert_int_equal(b->asked, 4);
    assert_int_equal(b->last_fetch.n, 2);
    finish(b, 6, 2);
    post(b, 6, 1, true); /* empty again */
    run(b);
    assert_int_equal(b->bfs, SLOTS + 1);
    check_all(b);
}

static void blueflame_takes_no_part_when_another_queue_fetches(void **state)
{
    struct bench *b = *state;

    b->stall_r = 100;
    post(b, 2, 4, false);
    cycles(b, 5);
    post(b, 4, 1, true); /* by itself */
    cycles(b, 5);
    assert_int_equal(b->bfs, 1);
    post(b, 3, 1, false);
    cycles(b, 5);
    b->stall_r = 0;
    run(b);
    post(b, 2, 1, true);
    run(b);
    assert_int_equal(b->bfs, 2);
    if (QPS > 64) { /* shares the low bits of the number */
        b->stall_r = 100;
        post(b, 2, 1, false);
        cycles(b, 5);
        post(b, 2 + 128, 1, true);
        cycles(b, 5);
        assert_int_equal(b->bfs, 2);
        b->stall_r = 0;
    }
    run(b);
    check_all(b);
}

/* ---- Errors */

static void doorbell_is_ignored_when_it_is_bad(void **state)
{
    struct bench *b = *state;

    set_queue(b, 2, 3, base_of(2), 65534);
    post(b, 2, 6, false); /* pi 4 */
    run(b);
    ring(b, 1, false, 3, false); /* back */
    run(b);
    assert_int_equal(b->bad_dbs, 1);
    ring(b, 1, false, 65533, false);
    run(b);
    assert_int_equal(b->bad_dbs, 2);
    ring(b, 1, false, 7, false); /* 9 of 8 */
    run(b);
    assert_int_equal(b->bad_dbs, 3);
    ring(b, 1, false, 7, true);
    run(b);
    assert_int_equal(b->bad_dbs, 4);
    ring(b, 1, false, 4, false); /* nothing new: not bad */
    run(b);
    ring(b, QPS, false, 1, false);
    ring(b, UINT16_MAX, true, 1, true);
    run(b);
    assert_int_equal(b->bad_dbs, 6);
    tb_bits_set(b->rec[6], 0, 0, 0); /* not set up */
    ring(b, 3, false, 1, false);
    ring(b, 3, false, 1, true);
    run(b);
    assert_int_equal(b->bad_dbs, 8);
    finish(b, 6, 1);
    run(b);
    b->q[6].pi = b->q[6].done = 0;
    memset(b->rec[6], 0, 16);
    assert_int_equal(b->asked, 2); /* up to the ring end, and from its begin */
    post(b, 2, 2, false);          /* 8 of 8 */
    finish(b, 2, 1);
    run(b);
    assert_int_equal(b->bad_dbs, 8);
    check_all(b);
}

/* Whatever of the queue is at hand then: nothing more is fetched, and no event brings the record
 * back. */
static void fetch_ends_when_the_host_ends_the_queue(void **state)
{
    static const uint8_t none[16];
    struct bench *b = *state;

    for (uint32_t k = 0; k < 80; k++) {
        b->ctx.slow_percent = k % 2 * 50;
        set_queue(b, 2, 8, base_of(2), 0);
        post(b, 2, 40, false);
        run(b);
        for (uint32_t i = 0; i < 40; i++) {
            finish(b, 2, 1);
        }
        post(b, 2, 200, false);
        cycles(b, k / 2);
        b->ending = 2;
        while (b->ending != 0) {
            cycle(b);
        }
        cycles(b, 3); /* fetches on the way to the memory port */
        const uint32_t asked = b->asked;

        ring(b, 1, false, 210, false); /* late */
        run(b);
        assert_int_equal(b->asked, asked);
        assert_memory_equal(b->rec[2], none, sizeof(none));
    }
}

static void entry_is_marked_when_its_read_fails(void **state)
{
    struct bench *b = *state;

    for (uint32_t q = 2; q < 4; q++) {
        b->q[q].bad[0] = 0x2a;
        post(b, q, 7, false);
    }
    run(b);
    b->stall_tok = 80;
    b->q[4].bad[0] = 0x33;
    post(b, 4, 7, false);
    run(b);
    check_all(b);
}

/* ---- Rates */

static void fetch_keeps_1_per_cycle_when_nothing_stalls(void **state)
{
    struct bench *b = *state;
    uint64_t start = b->d->cycle;
    uint32_t n = TOKENS < 64 ? TOKENS : 64;

    b->stall_r = 100;
    for (uint32_t k = 0; k < n; k++) {
        post(b, 2 * (k % 8), 1, false);
    }
    cycles(b, n + 1);
    assert_int_equal(b->asked, n); /* doorbell 1 a cycle, fetch 1 a cycle */
    assert_int_equal(b->last_rd, start + n);
    b->stall_r = 0;
    start = b->d->cycle;
    cycles(b, n);
    assert_int_equal(b->last_tok, start + n - 1);
    run(b);
    for (uint32_t k = 0; k < 8; k++) {
        finish(b, 2 * k, (uint8_t)(n / 8));
    }
    run(b);
    start = b->d->cycle;
    for (uint32_t k = 0; k < n; k++) {
        post(b, 2 * (k % 8), 1, true);
    }
    cycles(b, n + 1);
    assert_int_equal(b->bfs, n);
    assert_int_equal(b->last_tok, start + n);
    run(b);
    check_all(b);
}

/* ---- Everything at random */

static void random_run(struct bench *b, uint32_t rounds)
{
    struct tb_rng *r = &b->rng;

    for (uint32_t k = 0; k < rounds; k++) {
        uint32_t q = tb_rng_below(r, 12);
        struct queue *m = &b->q[q];
        uint16_t open = (uint16_t)(m->rung - m->done);
        uint32_t space = (1u << m->shift) - open;

        if (tb_rng_chance(r, 60) && b->dbs - b->db_sent < 4) {
            uint16_t n = (uint16_t)tb_rng_below(r, space > 9 ? 9 : space + 1);

            if (n > 0 && !(q & 1) && tb_rng_chance(r, 50)) {
                post(b, q, 1, true);
            } else if (n > 0) {
                for (uint16_t i = 0; i < n; i++) {
                    uint16_t idx = (uint16_t)(m->rung + i);
                    uint8_t bit = (uint8_t)(1u << idx % 8);

                    m->bf[idx / 8] &= (uint8_t)~bit;
                    m->bad[idx / 8] &= (uint8_t)~bit;
                    if (tb_rng_chance(r, 5) && n > 1) { /* not of BlueFlame */
                        m->bad[idx / 8] |= bit;
                    }
                }
                post(b, q, n, false);
            }
        }
        q = tb_rng_below(r, 12);
        m = &b->q[q];
        if (m->taken != m->promised && tb_rng_chance(r, 50)) {
            uint32_t n = (uint16_t)(m->taken - m->promised);

            finish(b, q, (uint8_t)(1 + tb_rng_below(r, n)));
        }
        cycles(b, tb_rng_below(r, 3));
    }
    for (uint32_t more = 1; more > 0;) {
        more = 0;
        run(b);
        for (uint32_t q = 0; q < 12; q++) {
            struct queue *m = &b->q[q];

            if (m->taken != m->promised) {
                finish(b, q, (uint8_t)(m->taken - m->promised));
                more = 1;
            }
        }
    }
    check_all(b);
}

static void fetch_is_right_when_all_is_random(void **state)
{
    struct bench *b = *state;

    b->rng = tb_rng_seed(20);
    b->ctx.rng = tb_rng_seed(21);
    for (uint32_t lap = 0; lap < 40; lap++) {
        for (uint32_t q = 0; q < 12; q++) {
            set_queue(b, q, tb_rng_below(&b->rng, 9),
                      base_of(q) + 64 * (uint64_t)tb_rng_below(&b->rng, 64),
                      (uint16_t)(65536 - tb_rng_below(&b->rng, 200)));
        }
        *b->d->cfg_fetch_max = (uint8_t)(1 + tb_rng_below(&b->rng, 8));
        b->ctx.slow_percent = lap % 3 == 2 ? 60 : 0;
        b->stall_db = tb_rng_below(&b->rng, 4) * 25;
        b->stall_free = tb_rng_below(&b->rng, 4) * 25;
        b->stall_rd = tb_rng_below(&b->rng, 4) * 30;
        b->stall_r = tb_rng_below(&b->rng, 4) * 30;
        b->stall_tok = tb_rng_below(&b->rng, 4) * 30;
        b->stall_rqtok = tb_rng_below(&b->rng, 4) * 30;
        random_run(b, 400);
    }
    assert_int_equal(b->bad_dbs, 0);
    assert_true(b->bfs > 100);
}

#define CASE(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(fetch_leaves_after_1_cycle_when_doorbell_comes),
        CASE(fetch_takes_each_when_doorbell_rings_for_each),
        CASE(fetch_takes_several_when_one_doorbell_rings_for_all),
        CASE(fetch_misses_nothing_when_doorbell_meets_idle_queue),
        CASE(fetch_ends_at_ring_end_and_page_when_queue_wraps),
        CASE(fetch_goes_round_when_several_queues_have_work),
        CASE(fetch_is_of_the_first_listed_when_doorbell_comes_with_a_token),
        CASE(fetch_takes_both_kinds_when_both_have_work),
        CASE(fetch_stops_when_slots_are_taken),
        CASE(fetch_stops_when_tokens_are_used_up),
        CASE(fetch_takes_frees_and_doorbells_when_memory_port_stalls),
        CASE(blueflame_passes_after_1_cycle_when_queue_is_empty),
        CASE(blueflame_waits_when_token_is_not_taken),
        CASE(blueflame_is_a_doorbell_when_queue_is_not_empty),
        CASE(blueflame_takes_no_part_when_another_queue_fetches),
        CASE(doorbell_is_ignored_when_it_is_bad),
        CASE(fetch_ends_when_the_host_ends_the_queue),
        CASE(entry_is_marked_when_its_read_fails),
        CASE(fetch_keeps_1_per_cycle_when_nothing_stalls),
        CASE(fetch_is_right_when_all_is_random),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
