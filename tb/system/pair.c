/* SPDX-License-Identifier: Apache-2.0 */
/* pair: two nodes driven by a test; contract in pair.h. For the rig the test is the workload of
 * kind `mixed`: its table is the one below, and that of the library is not linked.
 */
#include "pair.h"

#include "ubn/gen/registers.h"
#include "ubn/pcie.h"

/* Small, so that rings go round. */
#define CQ_SHIFT 9u
#define CQ_BYTES ((UINT64_C(1) << CQ_SHIFT) * UBN_ROCE_ENTRY_BYTES)
#define CQ_BASE UINT64_C(0x100000)
#define QUEUE_BASE UINT64_C(0x200000)
#define QUEUE_STRIDE UINT64_C(0x8000)
#define KEY_ID 7u
#define HUGE_KEY_ID 8u
#define HUGE_BYTES (UINT64_C(1) << 32)
#define WATCHDOG_PS UINT64_C(2000000000)

static struct pair *opened; /* the rig knows no context for its workload before create */

/* ---- the threads ---- */

static bool next(void *ctx, uint32_t thread, uint64_t ps, struct ubn_host_post *post_out)
{
    struct pair_node *n = ctx;

    (void)thread;
    (void)ps;
    if (n->posted == n->n_posts) {
        return false;
    }
    *post_out = n->posts[n->posted++];
    return true;
}

/* Takes the entry of a completion: the oldest, but for unsignaled ones before it. */
static const struct pair_entry *take(const struct pair_node *n, struct pair_wq *wq,
                                     const struct ubn_cpl *cpl)
{
    const bool in_order = !n->pair->rig.stack->unordered;
    uint32_t k = wq->head;

    while (k != wq->tail && wq->entries[k % PAIR_DEPTH].id != cpl->id) {
        assert_true(!in_order ||
                    !wq->entries[k % PAIR_DEPTH].signaled); /* completed out of order */
        k++;
    }
    assert_true(k != wq->tail); /* nobody waits for it */
    const struct pair_entry found = wq->entries[k % PAIR_DEPTH];
    if (in_order) {
        wq->head = k;
    }
    wq->entries[k % PAIR_DEPTH] = wq->entries[wq->head % PAIR_DEPTH];
    wq->entries[wq->head % PAIR_DEPTH] = found;
    return &wq->entries[wq->head++ % PAIR_DEPTH];
}

static void judge(struct pair_node *n, const struct ubn_cpl *cpl)
{
    assert_null(cpl->oddity);
    const struct pair_entry *e = take(n, &n->queues[cpl->recv][cpl->queue], cpl);
    const uint32_t status = e->expected == PAIR_ANY ? PAIR_ANY : cpl->status;

    if (e->signaled) {
        assert_int_equal(ubn_cplboard_complete(n->pair->completions,
                                               pair_key(n, cpl->queue, cpl->recv, cpl->id), status,
                                               status == UBN_CPL_OK ? cpl->bytes : 0),
                         UBN_OK);
    } else {
        assert_int_not_equal(cpl->status, UBN_CPL_OK);
    }
}

static bool poll(void *ctx, uint32_t thread, uint32_t queue, uint64_t ps,
                 struct ubn_host_found *found_out)
{
    struct pair_node *n = ctx;
    struct ubn_cpl cpl;

    (void)thread;
    (void)ps;
    assert_int_equal(n->pair->rig.stack->poll(n->nic, queue, &cpl), 1);
    assert_true(cpl.queue < PAIR_QUEUES);
    if (n->resetting[cpl.queue]) { /* its library knows the entry no more */
        assert_int_equal(cpl.status, UBN_CPL_OK);
    } else {
        assert_true(n->n_cpls < PAIR_CPLS);
        n->cpls[n->n_cpls++] = cpl;
        judge(n, &cpl);
        if (n->on_cpl != NULL) {
            n->on_cpl(n, &cpl);
        }
    }
    *found_out = (struct ubn_host_found){.op = UBN_HOST_UNTRACED};
    return true;
}

static void finish(void *ctx, uint32_t thread, uint64_t work, uint64_t ps)
{
    (void)ctx;
    (void)thread;
    (void)work;
    (void)ps;
}

static const struct ubn_host_user_ops user = {.next = next, .poll = poll, .finish = finish};

/* ---- the test as a workload ---- */

static const struct ubn_region_config region = {.id = KEY_ID,
                                                .secret = 0x5a,
                                                .va = PAIR_DATA_BASE,
                                                .len_bytes = PAIR_DATA_BYTES,
                                                .pa = PAIR_DATA_BASE,
                                                .local_write = true,
                                                .remote_read = true,
                                                .remote_write = true,
                                                .remote_atomic = true};
static const struct ubn_region_config huge = {.id = HUGE_KEY_ID,
                                              .secret = 0xa5,
                                              .va = PAIR_DATA_BASE,
                                              .len_bytes = HUGE_BYTES,
                                              .pa = PAIR_DATA_BASE,
                                              .local_write = true};

/* Windows onto the region, onto the other one without any right, onto what nobody registered, onto
 * what has no memory. */
static void import(struct pair_node *n, const struct pair_node *peer)
{
    const struct ubn_stack *stack = n->pair->rig.stack;
    struct ubn_region_config unknown = region, closed = huge, nothing = region;
    struct ubn_region keys;

    unknown.id = PAIR_UNKNOWN_KEY;
    nothing.id = PAIR_VOID_KEY;
    nothing.pa = UINT64_C(1) << 45;
    closed.len_bytes = PAIR_DATA_BYTES;
    assert_int_equal(stack->import_region(n->nic, peer->nic, &region), UBN_OK);
    assert_int_equal(stack->import_region(n->nic, peer->nic, &closed), UBN_OK);
    assert_int_equal(stack->import_region(n->nic, peer->nic, &unknown), UBN_OK);
    assert_int_equal(stack->import_region(n->nic, peer->nic, &nothing), UBN_OK);
    assert_int_equal(stack->add_region(n->nic, &nothing, &keys), UBN_OK);
}

static void describe(struct pair_node *n)
{
    const struct ubn_stack *stack = n->pair->rig.stack;

    assert_int_equal(stack->add_region(n->nic, &region, &n->region), UBN_OK);
    assert_int_equal(stack->add_region(n->nic, &huge, &n->huge), UBN_OK);
    for (uint32_t c = 0; c < 2; c++) {
        const struct ubn_cq_config cq = {.base = CQ_BASE + c * CQ_BYTES, .shift = CQ_SHIFT};

        assert_int_equal(stack->add_cq(n->nic, &cq), UBN_OK);
    }
    assert_int_equal(ubn_host_watch(n->host, 0, 0, CQ_BASE, CQ_BYTES), UBN_OK);
    for (uint32_t q = 0; q < PAIR_QUEUES; q++) {
        const struct ubn_queue_config queue = {.depth = PAIR_DEPTH,
                                               .recv_depth = PAIR_DEPTH,
                                               .cq = q == PAIR_UNPOLLED,
                                               .recv_cq = q == PAIR_UNPOLLED,
                                               .base = QUEUE_BASE + q * QUEUE_STRIDE};

        assert_true(stack->queue_bytes == NULL ||
                    stack->queue_bytes(PAIR_DEPTH, PAIR_DEPTH) <= QUEUE_STRIDE);
        assert_int_equal(stack->add_queue(n->nic, &queue), UBN_OK);
    }
}

static void fill(struct pair_node *n)
{
    static const uint8_t zeros[4096];
    uint8_t *data = malloc(PAIR_DATA_BYTES);

    assert_non_null(data);
    for (uint64_t at = CQ_BASE; at < QUEUE_BASE + PAIR_QUEUES * QUEUE_STRIDE; at += sizeof(zeros)) {
        assert_int_equal(ubn_mem_write(n->mem, at, sizeof(zeros), zeros), UBN_OK);
    }
    ubn_pattern_fill(n->number, pair_at(0), data, PAIR_DATA_BYTES);
    assert_int_equal(ubn_mem_write(n->mem, pair_at(0), PAIR_DATA_BYTES, data), UBN_OK);
    free(data);
    assert_int_equal(ubn_memboard_create(n->number == 0 ? "a" : "b", NULL, &n->board), UBN_OK);
    assert_int_equal(ubn_memboard_region(n->board, pair_at(0), PAIR_DATA_BYTES, n->number), UBN_OK);
    n->pages = ubn_mem_pages(n->mem);
}

static enum ubn_status create(const struct ubn_workload_env *env, const void *config,
                              struct ubn_workload **workload_out)
{
    struct pair *p = opened;

    (void)config;
    for (unsigned i = 0; i < 2; i++) {
        struct pair_node *n = &p->nodes[i];

        *n = (struct pair_node){.pair = p,
                                .number = i,
                                .mem = env->nodes[i].mem,
                                .nic = env->nodes[i].nic,
                                .host = env->nodes[i].host};
        n->cpls = calloc(PAIR_CPLS, sizeof(*n->cpls));
        assert_non_null(n->cpls);
        ubn_host_set_user(n->host, &user, n);
        describe(n);
        fill(n);
    }
    const bool paired = env->stack->paired;
    for (uint32_t q = 0; q < PAIR_QUEUES; q++) {
        for (unsigned i = 0; i < (paired ? 1u : 2u); i++) {
            assert_int_equal(env->stack->connect(p->nodes[i].nic, q, p->nodes[1 - i].nic,
                                                 paired ? q : UBN_QUEUE_NONE),
                             UBN_OK);
        }
    }
    for (unsigned i = 0; env->stack->import_region != NULL && i < 2; i++) {
        import(&p->nodes[i], &p->nodes[1 - i]);
    }
    *workload_out = NULL; /* nothing that the rig would have to give back */
    return UBN_OK;
}

const struct ubn_workload_ops ubn_workload_mixed = {.create = create};

/* ---- running ---- */

static bool is_set_up(void *ctx)
{
    const struct pair *p = ctx;

    return ubn_rig_setup_done(&p->rig);
}

static bool is_at_rest(void *ctx)
{
    const struct pair *p = ctx;

    return p->nodes[0].posted == p->nodes[0].n_posts && p->nodes[1].posted == p->nodes[1].n_posts &&
           ubn_rig_at_rest(&p->rig);
}

static bool has_completed(void *ctx)
{
    const struct pair *p = ctx;

    return p->nodes[0].n_cpls + p->nodes[1].n_cpls >= p->wanted;
}

static bool is_drained(void *ctx)
{
    const struct pair *p = ctx;
    const struct pair_node *n = p->drained;

    for (unsigned recv = 0; recv < 2; recv++) {
        const struct pair_wq *wq = &n->queues[recv][p->drained_queue];

        if (wq->head != wq->tail) {
            return false;
        }
    }
    return true;
}

static bool is_loaded(void *ctx)
{
    const struct pair *p = ctx;

    return p->loaded;
}

static void run(struct pair *p, bool (*done)(void *))
{
    const struct ubn_run_limits limits = {.done = done, .ctx = p, .watchdog_ps = WATCHDOG_PS};

    ubn_engine_progress(p->rig.engine);
    assert_int_equal(ubn_engine_run(p->rig.engine, &limits), UBN_OK);
}

void pair_until(struct pair *p, size_t completions)
{
    p->wanted = completions;
    run(p, has_completed);
}

void pair_drain(struct pair_node *n, uint32_t queue)
{
    n->pair->drained = n;
    n->pair->drained_queue = queue;
    run(n->pair, is_drained);
}

void pair_rest(struct pair *p) { run(p, is_at_rest); }

void pair_wait(struct pair *p, uint64_t ps)
{
    const struct ubn_run_limits limits = {.max_ps = ubn_engine_now_ps(p->rig.engine) + ps,
                                          .watchdog_ps = WATCHDOG_PS};

    ubn_engine_progress(p->rig.engine);
    assert_int_equal(ubn_engine_run(p->rig.engine, &limits), UBN_OK);
}

static void on_load(void *ctx, uint64_t ps, bool ok, uint64_t value)
{
    struct pair *p = ctx;

    (void)ps;
    assert_true(ok);
    p->loaded = true;
    p->value = value;
}

uint64_t pair_reg(struct pair_node *n, uint32_t offset)
{
    struct pair *p = n->pair;

    p->loaded = false;
    assert_int_equal(
        p->rig.stack->load(n->nic, ubn_engine_now_ps(p->rig.engine), offset, on_load, p), UBN_OK);
    run(p, is_loaded);
    return p->value;
}

/* ---- life ---- */

struct pair *pair_open(const char *stack, const char *const *words)
{
    const char *overrides[16];
    char first[32];
    size_t count = 0;
    struct pair *p = calloc(1, sizeof(*p));

    assert_non_null(p);
    (void)snprintf(first, sizeof(first), "stack=%s", stack);
    overrides[count++] = first;
    /* any kind but read: the rig then asks for the workload `mixed` */
    overrides[count++] = strcmp(stack, "ldst") == 0 ? "workload.kind=write" : "workload.kind=mixed";
    overrides[count++] = "preset=pipelined";
    for (; words != NULL && *words != NULL; words++) {
        assert_true(count < sizeof(overrides) / sizeof(overrides[0]));
        overrides[count++] = *words;
    }
    opened = p;
    assert_int_equal(ubn_config_load("configs/exp/read_64.yaml", count, overrides, &p->cfg),
                     UBN_OK);
    assert_int_equal(ubn_cplboard_create(NULL, &p->completions), UBN_OK);
    assert_int_equal(ubn_rig_build(&p->cfg, &p->rig), UBN_OK);
    assert_int_equal(ubn_rig_setup_start(&p->rig), UBN_OK);
    run(p, is_set_up);
    pair_rest(p);
    return p;
}

void pair_close(struct pair *p)
{
    pair_rest(p);
    assert_int_equal(ubn_rig_check_quiet(&p->rig), UBN_OK);
    assert_int_equal(ubn_cplboard_outstanding(p->completions), p->forgotten);
    assert_true(p->forgotten != 0 || ubn_cplboard_finish(p->completions) == UBN_OK);
    for (unsigned i = 0; i < 2; i++) {
        struct pair_node *n = &p->nodes[i];

        pair_holds(n, 0, PAIR_DATA_BYTES);
        assert_int_equal(ubn_mem_pages(n->mem), n->pages); /* nothing was written elsewhere */
        assert_int_equal(ubn_host_counts(n->host).spurious, 0);
        ubn_memboard_destroy(n->board);
        free(n->posts);
        free(n->cpls);
    }
    ubn_rig_destroy(&p->rig);
    ubn_cplboard_destroy(p->completions);
    free(p);
}
