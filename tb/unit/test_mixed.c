/* SPDX-License-Identifier: Apache-2.0 */
/* test_mixed: the workload `mixed`, its order rules and its judges.
 * The stack is played by a table of our own: requests are executed on the memory of the two nodes,
 * in order on each queue and each at a random time, as the rules of RoCE allow and no better: a
 * read or atomic looks at memory late unless the next request is fenced. It can also misbehave in
 * one way, which the judges must notice.
 */
#define _DEFAULT_SOURCE
#include "ubn/workload.h"

#include "ubn/bus.h"
#include "ubn/rng.h"

#include "tb.h"

#include <stdio.h>

#define QUEUES_MAX 8u
#define CQS_MAX 4u
#define REGIONS_MAX 4u
#define DEPTH_MAX 256u
#define RECORD_BYTES 64u
#define PORT_REQUEST 100u

enum misbehaviour {
    GOOD = 0,
    FLIP_WINDOW,   /* a write lands with a wrong byte */
    FLIP_LOCAL,    /* a read brings a wrong byte */
    FLIP_RECV,     /* a send lands with a wrong byte */
    BESIDE_LOCAL,  /* a read writes one byte too many */
    BESIDE_RECV,   /* a send writes one byte too many */
    LOST,          /* no completion */
    TWICE,         /* two completions */
    HIDDEN_SPEAKS, /* a completion of a request without one */
    WRONG_STATUS,
    WRONG_LENGTH,
    WRONG_IMM,
    NO_IMM,
    SWAPPED,      /* two completions of a queue change places */
    RECV_SWAPPED, /* two receives of a queue change places */
    STALE_ATOMIC, /* an atomic returns the new value */
    CAS_ALWAYS,   /* a comparison that fails is taken for one that holds */
    NO_FENCE,     /* fences are ignored */
    ODD,
    HOWS
};

struct fake;

/* A request on its way. */
struct request {
    struct ubn_work work;
    uint32_t queue;
    uint32_t id;
    bool done;
    bool sampled; /* a read or atomic: it has looked at memory */
    uint8_t data[4096];
};

struct fake_queue {
    struct ubn_queue_config cfg;
    uint32_t pi, rung, executed, completed;
    uint32_t recv_pi, recv_rung, recv_used;
    struct request requests[DEPTH_MAX];
    struct ubn_recv recvs[DEPTH_MAX];
    struct ubn_cpl held; /* SWAPPED, RECV_SWAPPED */
    bool holds;
    bool runs; /* an event is under way */
};

struct ubn_nic {
    struct fake *fake;
    uint16_t node;
    struct ubn_mem *mem;
    struct ubn_region_config regions[REGIONS_MAX];
    uint32_t n_regions, n_queues, n_cqs;
    struct ubn_cq_config cqs[CQS_MAX];
    uint32_t cq_pi[CQS_MAX], cq_ci[CQS_MAX];
    struct ubn_cpl records[CQS_MAX][1u << 14];
    struct fake_queue queues[QUEUES_MAX];
};

struct fake {
    struct ubn_engine *engine;
    struct ubn_mem *mem[2];
    struct ubn_bus *bus[2];
    struct ubn_host *host[2];
    struct ubn_nic *nic[2];
    struct ubn_workload *w;
    enum misbehaviour how;
    uint64_t rings, seen[UBN_OP_COUNT], fenced, hidden, inlined, empty, too_early;
    struct ubn_rng rng;
    bool misbehaved;
    FILE *log;
    char *text;
    size_t text_len;
};

static struct fake f;

static bool misbehave(enum misbehaviour how)
{
    if (f.how != how || f.misbehaved || ubn_rng_below(&f.rng, 3) != 0) {
        return false;
    }
    f.misbehaved = true;
    return true;
}

/* ---- description ---- */

static enum ubn_status nic_create(const struct ubn_nic_env *env, struct ubn_nic **nic_out)
{
    *nic_out = calloc(1, sizeof(**nic_out));
    assert_non_null(*nic_out);
    (*nic_out)->node = env->node;
    (*nic_out)->mem = env->mem;
    return UBN_OK;
}

static enum ubn_status add_region(struct ubn_nic *nic, const struct ubn_region_config *cfg,
                                  struct ubn_region *region_out)
{
    const struct ubn_key key = {.id = cfg->id, .token = cfg->secret & 0xffu};

    nic->regions[nic->n_regions++] = *cfg;
    *region_out = (struct ubn_region){.local = key, .remote = {key, key}};
    return UBN_OK;
}

static enum ubn_status add_cq(struct ubn_nic *nic, const struct ubn_cq_config *cfg)
{
    nic->cqs[nic->n_cqs++] = *cfg;
    return UBN_OK;
}

static uint64_t queue_bytes(uint32_t depth, uint32_t recv_depth)
{
    return (uint64_t)(depth + recv_depth) * 64u;
}

static enum ubn_status add_queue(struct ubn_nic *nic, const struct ubn_queue_config *cfg)
{
    assert_int_equal(cfg->base % 4096u, 0);
    nic->queues[nic->n_queues++].cfg = *cfg;
    return UBN_OK;
}

static enum ubn_status connect(struct ubn_nic *a, uint32_t a_queue, struct ubn_nic *b,
                               uint32_t b_queue)
{
    assert_ptr_equal(a, f.nic[0]);
    assert_ptr_equal(b, f.nic[1]);
    assert_int_equal(a_queue, b_queue);
    return UBN_OK;
}

/* ---- memory ---- */

static uint64_t place(const struct ubn_nic *nic, struct ubn_key key, uint64_t addr, uint32_t len)
{
    for (uint32_t i = 0; i < nic->n_regions; i++) {
        const struct ubn_region_config *r = &nic->regions[i];

        if (r->id == key.id) {
            assert_int_equal(key.token, r->secret & 0xffu);
            assert_true(addr >= r->va && addr + len <= r->va + r->len_bytes);
            assert_true(r->va != r->pa);
            return addr - r->va + r->pa;
        }
    }
    fail_msg("key %u is not registered", (unsigned)key.id);
    return 0;
}

static uint64_t value_of(const uint8_t *bytes)
{
    uint64_t value = 0;

    memcpy(&value, bytes, sizeof(value)); /* test machines are little-endian */
    return value;
}

static void put(struct ubn_nic *nic, uint64_t pa, const uint8_t *data, uint32_t len,
                enum misbehaviour flip, enum misbehaviour beside)
{
    uint8_t copy[4097];

    memcpy(copy, data, len);
    if (len != 0 && misbehave(flip)) {
        copy[ubn_rng_below(&f.rng, len)] ^= 0x20u;
    }
    if (misbehave(beside)) {
        assert_int_equal(ubn_mem_read(nic->mem, pa + len, 1, &copy[len]), UBN_OK);
        copy[len] ^= 1u;
        len++;
    }
    assert_int_equal(ubn_mem_write(nic->mem, pa, len, copy), UBN_OK);
}

/* ---- completions ---- */

static void put_record(struct ubn_nic *nic, uint32_t cq, const struct ubn_cpl *cpl)
{
    const uint32_t depth = UINT32_C(1) << nic->cqs[cq].shift;
    const uint32_t at = nic->cq_pi[cq]++ & (depth - 1u);

    assert_true(nic->cq_pi[cq] - nic->cq_ci[cq] <= depth);
    nic->records[cq][at] = *cpl;
    ubn_host_seen(f.host[nic->node], ubn_engine_now_ps(f.engine),
                  nic->cqs[cq].base + (uint64_t)at * RECORD_BYTES);
}

static void complete(struct ubn_nic *nic, struct fake_queue *q, struct ubn_cpl cpl,
                     enum misbehaviour swap)
{
    const uint32_t cq = cpl.recv ? q->cfg.recv_cq : q->cfg.cq;

    cpl.queue = (uint32_t)(q - nic->queues);
    if (misbehave(LOST)) {
        return;
    }
    if (misbehave(WRONG_STATUS)) {
        cpl.status = UBN_CPL_REMOTE_ACCESS;
        cpl.code = 10;
    }
    if (misbehave(WRONG_LENGTH)) {
        cpl.bytes++;
    }
    if (misbehave(ODD)) {
        cpl.oddity = "odd";
    }
    if (!q->holds && misbehave(swap)) {
        q->held = cpl;
        q->holds = true;
        return;
    }
    put_record(nic, cq, &cpl);
    if (q->holds && q->held.recv == cpl.recv) {
        q->holds = false;
        put_record(nic, cq, &q->held);
    }
    if (misbehave(TWICE)) {
        put_record(nic, cq, &cpl);
    }
}

static void complete_recv(struct ubn_nic *peer, struct fake_queue *q, const struct request *r)
{
    struct ubn_cpl cpl = {.id = q->recv_used++ & (q->cfg.recv_depth - 1u),
                          .bytes = r->work.len_bytes,
                          .recv = true,
                          .with_imm = r->work.op != UBN_OP_SEND,
                          .imm = r->work.imm};

    if (cpl.with_imm && misbehave(WRONG_IMM)) {
        cpl.imm ^= 0x100u;
    }
    if (cpl.with_imm && misbehave(NO_IMM)) {
        cpl.with_imm = false;
    }
    complete(peer, q, cpl, RECV_SWAPPED);
}

/* ---- execution ---- */

/* What a read or an atomic sees and does at the target. */
static void sample(struct ubn_nic *peer, struct request *r)
{
    const struct ubn_work *w = &r->work;
    const uint64_t pa = place(peer, w->remote_key, w->remote_addr, w->len_bytes);
    uint64_t value;

    assert_int_equal(ubn_mem_read(peer->mem, pa, w->len_bytes, r->data), UBN_OK);
    r->sampled = true;
    if (w->op == UBN_OP_READ) {
        return;
    }
    assert_int_equal(pa % 8, 0);
    value = value_of(r->data);
    if (w->op == UBN_OP_FADD) {
        value += w->swap_add;
    } else if (value == w->compare || misbehave(CAS_ALWAYS)) {
        value = w->swap_add;
    }
    assert_int_equal(ubn_mem_write(peer->mem, pa, 8, (const uint8_t *)&value), UBN_OK);
    if (value != value_of(r->data) && misbehave(STALE_ATOMIC)) {
        memcpy(r->data, &value, 8);
    }
}

static bool brings(const struct request *r)
{
    return r->work.op == UBN_OP_READ || r->work.op == UBN_OP_CAS || r->work.op == UBN_OP_FADD;
}

/* A write or send at the target. */
static void deliver(struct ubn_nic *nic, struct ubn_nic *peer, struct fake_queue *q,
                    struct fake_queue *pq, struct request *r)
{
    const struct ubn_work *w = &r->work;

    if (!w->inline_data) {
        assert_int_equal(ubn_mem_read(nic->mem,
                                      place(nic, w->local_key, w->local_addr, w->len_bytes),
                                      w->len_bytes, r->data),
                         UBN_OK);
    }
    (void)q;
    if (w->op == UBN_OP_WRITE || w->op == UBN_OP_WRITE_IMM) {
        put(peer, place(peer, w->remote_key, w->remote_addr, w->len_bytes), r->data, w->len_bytes,
            FLIP_WINDOW, HOWS);
    }
    if (w->op == UBN_OP_WRITE) {
        return;
    }
    if (pq->recv_used == pq->recv_rung) {
        f.too_early++; /* a controller would answer "receiver not ready" */
        return;
    }
    if (w->op != UBN_OP_WRITE_IMM) {
        const struct ubn_recv *recv = &pq->recvs[pq->recv_used & (pq->cfg.recv_depth - 1u)];

        assert_true(w->len_bytes <= recv->len_bytes);
        put(peer, place(peer, recv->key, recv->addr, w->len_bytes), r->data, w->len_bytes,
            FLIP_RECV, BESIDE_RECV);
    }
    complete_recv(peer, pq, r);
}

static void finish_request(struct ubn_nic *nic, struct fake_queue *q, struct request *r)
{
    const struct ubn_work *w = &r->work;

    if (brings(r)) {
        put(nic, place(nic, w->local_key, w->local_addr, w->len_bytes), r->data, w->len_bytes,
            FLIP_LOCAL, BESIDE_LOCAL);
    }
    q->completed++;
    if (w->signaled || misbehave(HIDDEN_SPEAKS)) {
        complete(nic, q, (struct ubn_cpl){.id = r->id, .bytes = w->len_bytes}, SWAPPED);
    }
}

static void step(void *ctx, uint64_t queue);

static void run_later(struct ubn_nic *nic, uint32_t queue)
{
    const struct ubn_event_key key = {
        .phase = UBN_PHASE_MEM, .node = nic->node, .port = (uint16_t)(PORT_REQUEST + queue)};

    if (!nic->queues[queue].runs) {
        nic->queues[queue].runs = true;
        assert_int_equal(
            ubn_engine_at(f.engine,
                          ubn_engine_now_ps(f.engine) + 1000u + ubn_rng_below(&f.rng, 300000), &key,
                          step, nic, queue),
            UBN_OK);
    }
}

/* One step of a queue: execute the next request, or end the oldest one. Reads and atomics look at
 * memory as late as they may: when a later read or atomic comes, at a fence, or when they end. */
static void step(void *ctx, uint64_t queue)
{
    struct ubn_nic *nic = ctx;
    struct ubn_nic *peer = f.nic[1 - nic->node];
    struct fake_queue *q = &nic->queues[queue];
    struct fake_queue *pq = &peer->queues[queue];
    const bool may_execute = q->executed != q->rung;
    const bool may_end = q->completed != q->executed;

    q->runs = false;
    if (may_execute && (!may_end || ubn_rng_below(&f.rng, 2) == 0)) {
        struct request *r = &q->requests[q->executed % DEPTH_MAX];
        const bool wait = r->work.fence && f.how != NO_FENCE;

        for (uint32_t i = q->completed; i != q->executed && (wait || brings(r)); i++) {
            struct request *before = &q->requests[i % DEPTH_MAX];

            if (brings(before) && !before->sampled) {
                sample(peer, before);
            }
        }
        q->executed++;
        if (!brings(r)) {
            deliver(nic, peer, q, pq, r);
        }
    } else if (may_end) {
        struct request *r = &q->requests[q->completed % DEPTH_MAX];

        if (brings(r) && !r->sampled) {
            sample(peer, r);
        }
        finish_request(nic, q, r);
    }
    if (q->executed != q->rung || q->completed != q->executed) {
        run_later(nic, (uint32_t)queue);
    }
}

/* ---- verbs ---- */

static void post(struct ubn_nic *nic, uint32_t queue, const struct ubn_work *work, bool ring,
                 uint32_t *id_out, struct ubn_host_post *post_out)
{
    struct fake_queue *q = &nic->queues[queue];
    struct request *r = &q->requests[q->pi % DEPTH_MAX];

    assert_true(q->pi - q->completed < q->cfg.depth);
    *r = (struct request){.work = *work, .queue = queue, .id = q->pi & (q->cfg.depth - 1u)};
    if (work->inline_data) {
        assert_int_equal(
            ubn_mem_read(nic->mem, place(nic, work->local_key, work->local_addr, work->len_bytes),
                         work->len_bytes, r->data),
            UBN_OK);
    }
    q->pi++;
    *id_out = r->id;
    *post_out = (struct ubn_host_post){.silent = !ring,
                                       .store = {.addr = queue, .bytes = 8, .tag = UBN_TAG_NONE}};
    f.seen[work->op]++;
    f.fenced += work->fence;
    f.hidden += !work->signaled;
    f.inlined += work->inline_data;
    f.empty += work->len_bytes == 0;
    f.rings += ring;
}

static void post_recv(struct ubn_nic *nic, uint32_t queue, const struct ubn_recv *recv, bool ring,
                      uint32_t *id_out, struct ubn_host_post *post_out)
{
    struct fake_queue *q = &nic->queues[queue];

    *id_out = q->recv_pi & (q->cfg.recv_depth - 1u);
    q->recvs[*id_out] = *recv;
    q->recv_pi++;
    assert_true(q->recv_pi - q->recv_used <= q->cfg.recv_depth);
    *post_out = (struct ubn_host_post){
        .silent = !ring, .store = {.addr = queue | 0x100u, .bytes = 8, .tag = UBN_TAG_NONE}};
}

static int poll(struct ubn_nic *nic, uint32_t cq, struct ubn_cpl *cpl_out)
{
    if (nic->cq_ci[cq] == nic->cq_pi[cq]) {
        return 0;
    }
    *cpl_out = nic->records[cq][nic->cq_ci[cq]++ & ((1u << nic->cqs[cq].shift) - 1u)];
    return 1;
}

static const struct ubn_stack STACK = {.name = "fake",
                                       .paired = true,
                                       .ops = UBN_OP_BIT(UBN_OP_COUNT) - 1u,
                                       .limits = {.inflight_max = 64,
                                                  .queues_max = QUEUES_MAX,
                                                  .cqs_max = CQS_MAX,
                                                  .regions_max = REGIONS_MAX,
                                                  .bytes_max = 4096,
                                                  .inline_max_bytes = 28,
                                                  .token_bits = 8},
                                       .nic_create = nic_create,
                                       .add_region = add_region,
                                       .add_cq = add_cq,
                                       .queue_bytes = queue_bytes,
                                       .add_queue = add_queue,
                                       .connect = connect,
                                       .post = post,
                                       .post_recv = post_recv,
                                       .poll = poll};

/* ---- the way to the controller: the doorbell arrives at random ---- */

static void rung(void *ctx, uint64_t addr)
{
    struct ubn_nic *nic = ctx;
    struct fake_queue *q = &nic->queues[addr & 0xffu];

    if ((addr & 0x100u) != 0) {
        q->recv_rung = q->recv_pi;
    } else {
        q->rung = q->pi;
        run_later(nic, (uint32_t)addr & 0xffu);
    }
}

static enum ubn_status store(void *ctx, uint64_t ps, const struct ubn_host_store *s,
                             ubn_host_stored_fn done, void *done_ctx, uint64_t *arrive_ps_out)
{
    const struct ubn_event_key key = {.phase = UBN_PHASE_BUS};

    (void)done;
    (void)done_ctx;
    *arrive_ps_out = ps + 150000;
    return ubn_engine_at(f.engine, ps + 150000, &key, rung, ctx, s->addr);
}

static enum ubn_status attach(void *ctx, struct ubn_host *host)
{
    (void)ctx;
    (void)host;
    return UBN_OK;
}

static const struct ubn_host_port PORT = {.store = store, .attach = attach};

/* ---- the rig ---- */

static const struct ubn_mixed_config MIXED = {.ops = 400,
                                              .op_set = UBN_OP_BIT(UBN_OP_COUNT) - 1u,
                                              .bytes_min = 1,
                                              .bytes_max = 700,
                                              .align_bytes = 1,
                                              .mtu_bytes = 256,
                                              .queues = 3,
                                              .outstanding = 7,
                                              .post_batch = 3,
                                              .threads = 2,
                                              .recv_depth = 5,
                                              .zero_ppm = 50000,
                                              .inline_ppm = 300000,
                                              .fence_ppm = 50000,
                                              .unsignaled_ppm = 400000};

static void open_rig(const struct ubn_mixed_config *cfg, enum misbehaviour how, uint64_t seed)
{
    static const char *const names[] = {"a", "b"};
    struct ubn_workload_node nodes[2];

    memset(&f, 0, sizeof(f));
    f.how = how;
    f.rng.s = seed;
    f.log = open_memstream(&f.text, &f.text_len);
    assert_int_equal(ubn_engine_create(true, &f.engine), UBN_OK);
    for (uint16_t i = 0; i < 2; i++) {
        const struct ubn_mem_config mem = {.bytes = UINT64_C(1) << 26,
                                           .row_hit_ps = 1,
                                           .row_miss_ps = 1,
                                           .row_bytes = 8192,
                                           .banks = 1};
        const struct ubn_nic_env env = {.engine = f.engine, .node = i};

        assert_int_equal(ubn_mem_create(&mem, &f.mem[i]), UBN_OK);
        assert_int_equal(nic_create(&env, &f.nic[i]), UBN_OK);
        f.nic[i]->mem = f.mem[i];
        const struct ubn_host_config host = {.node = i,
                                             .threads = cfg->threads,
                                             .software = true,
                                             .submit_ps = 50000,
                                             .build_ps = 30000,
                                             .poll_ps = 70000,
                                             .lib_poll_ps = 30000,
                                             .poll_batch = (uint32_t)(seed % 3) * 4u,
                                             .port = &PORT,
                                             .port_ctx = f.nic[i],
                                             .send_stage = UBN_STAGE_DOORBELL,
                                             .mem = f.mem[i]};
        assert_int_equal(ubn_host_create(f.engine, NULL, &host, &f.host[i]), UBN_OK);
        nodes[i] = (struct ubn_workload_node){
            .name = names[i], .mem = f.mem[i], .nic = f.nic[i], .host = f.host[i]};
    }
    const struct ubn_workload_env env = {.engine = f.engine,
                                         .stack = &STACK,
                                         .nodes = nodes,
                                         .n_nodes = 2,
                                         .seed = seed,
                                         .log = f.log};
    assert_int_equal(ubn_workload_mixed.create(&env, cfg, &f.w), UBN_OK);
}

static enum ubn_status run_rig(void)
{
    const struct ubn_run_limits drain = {0};

    assert_int_equal(ubn_workload_mixed.start(f.w, 1000), UBN_OK);
    assert_int_equal(ubn_engine_run(f.engine, &drain), UBN_OK);
    return ubn_workload_mixed.check(f.w);
}

static void close_rig(void)
{
    ubn_workload_mixed.destroy(f.w);
    for (size_t i = 0; i < 2; i++) {
        free(f.nic[i]);
        ubn_host_destroy(f.host[i]);
        ubn_mem_destroy(f.mem[i]);
    }
    ubn_engine_destroy(f.engine);
    fclose(f.log);
    free(f.text);
}

/* ---- tests ---- */

static void mixed_ends_well_when_stack_obeys(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 12; seed++) {
        struct ubn_mixed_config cfg = MIXED;

        cfg.both = seed % 2 == 0;
        cfg.align_bytes = seed % 4 == 3 ? 64 : 1;
        open_rig(&cfg, GOOD, seed);
        enum ubn_status status = run_rig();
        fflush(f.log);
        if (status != UBN_OK || !ubn_workload_mixed.done(f.w)) {
            fail_msg("seed %llu: %s", (unsigned long long)seed, f.text);
        }
        const struct ubn_workload_counts c = ubn_workload_mixed.counts(f.w);
        assert_int_equal(c.posted, cfg.both ? 800 : 400);
        assert_int_equal(c.completed, c.posted);
        assert_int_equal(f.too_early, 0);
        for (unsigned op = 0; op < UBN_OP_COUNT; op++) {
            assert_true(f.seen[op] > 10);
        }
        assert_true(f.hidden > 10 && f.inlined > 5 && f.empty > 3);
        assert_true(f.fenced > c.posted / 20 && f.fenced < c.posted);
        assert_true(f.rings < c.posted && f.rings > c.posted / 4);
        assert_true(c.peak_outstanding > 5 && c.peak_queues >= 3);
        close_rig();
    }
}

static void mixed_draws_only_what_is_asked_for(void **state)
{
    (void)state;
    for (unsigned op = 0; op < UBN_OP_COUNT; op++) {
        struct ubn_mixed_config cfg = MIXED;

        cfg.op_set = UBN_OP_BIT(op);
        cfg.ops = 60;
        open_rig(&cfg, GOOD, 5);
        assert_int_equal(run_rig(), UBN_OK);
        assert_int_equal(f.seen[op], 60);
        close_rig();
    }
}

/* One queue, one request at a time, one receive: nothing may be stuck. */
static void mixed_goes_on_when_everything_is_one_deep(void **state)
{
    (void)state;
    struct ubn_mixed_config cfg = MIXED;

    cfg.queues = cfg.threads = cfg.outstanding = cfg.recv_depth = cfg.post_batch = 1;
    cfg.ops = 100;
    open_rig(&cfg, GOOD, 9);
    assert_int_equal(run_rig(), UBN_OK);
    assert_true(ubn_workload_mixed.done(f.w));
    assert_int_equal(f.hidden, 0);
    assert_int_equal(f.too_early, 0);
    close_rig();
}

static void mixed_repeats_itself_when_seed_is_equal(void **state)
{
    (void)state;
    uint64_t last_ps[3];

    for (unsigned i = 0; i < 3; i++) {
        open_rig(&MIXED, GOOD, i == 2 ? 8 : 7);
        assert_int_equal(run_rig(), UBN_OK);
        last_ps[i] = ubn_workload_mixed.counts(f.w).last_ps;
        close_rig();
    }
    assert_int_equal(last_ps[0], last_ps[1]);
    assert_int_not_equal(last_ps[0], last_ps[2]);
}

static void mixed_check_fails_when_stack_misbehaves(void **state)
{
    (void)state;
    for (int how = GOOD + 1; how < HOWS; how++) {
        /* a wrong byte in a window may be overwritten before anybody looks, a fence not be needed
         */
        const bool may_pass = how == FLIP_WINDOW || how == CAS_ALWAYS || how == NO_FENCE;
        unsigned caught = 0;

        for (uint64_t seed = 21; seed < 26; seed++) {
            open_rig(&MIXED, (enum misbehaviour)how, seed);
            enum ubn_status status = run_rig();
            assert_true(may_pass || f.misbehaved);
            caught += status == UBN_ERR_CHECK;
            close_rig();
        }
        if (caught < (may_pass ? 1u : 5u)) {
            fail_msg("misbehaviour %d was caught %u times of 5", how, caught);
        }
    }
}

static void mixed_refuses_config_when_illegal(void **state)
{
    (void)state;
    struct ubn_mixed_config cfg[9];
    struct ubn_workload *w = NULL;

    open_rig(&MIXED, GOOD, 1);
    const struct ubn_workload_node nodes[2] = {
        {.name = "a", .mem = f.mem[0], .nic = f.nic[0], .host = f.host[0]},
        {.name = "b", .mem = f.mem[1], .nic = f.nic[1]}};
    const struct ubn_workload_env env = {
        .engine = f.engine, .stack = &STACK, .nodes = nodes, .n_nodes = 2, .log = f.log};
    for (size_t i = 0; i < 9; i++) {
        cfg[i] = MIXED;
    }
    cfg[0].op_set = 0;
    cfg[1].queues = QUEUES_MAX + 1;
    cfg[2].bytes_max = 4097;
    cfg[3].outstanding = 65;
    cfg[4].align_bytes = 3;
    cfg[5].recv_depth = 0;
    cfg[6].zero_ppm = 1000001;
    cfg[7].threads = CQS_MAX + 1;
    cfg[8].ops = 1; /* legal, but node b has no threads */
    for (size_t i = 0; i < 9; i++) {
        assert_int_equal(ubn_workload_mixed.create(&env, &cfg[i], &w), UBN_ERR_CONFIG);
    }
    assert_null(w);
    close_rig();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mixed_ends_well_when_stack_obeys),
        cmocka_unit_test(mixed_draws_only_what_is_asked_for),
        cmocka_unit_test(mixed_goes_on_when_everything_is_one_deep),
        cmocka_unit_test(mixed_repeats_itself_when_seed_is_equal),
        cmocka_unit_test(mixed_check_fails_when_stack_misbehaves),
        cmocka_unit_test(mixed_refuses_config_when_illegal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
