/* SPDX-License-Identifier: Apache-2.0 */
/* mixed: requests of many kinds on queues between two nodes; contract in ubn/workload.h.
 * Request n of a queue is a pure function of (seed, node, queue, n). Threads post receives first,
 * then requests in batches; each works on its own queues and polls its own completion queue, in
 * which requests and receives complete.
 */
#include "mixed_priv.h"

#include <stdlib.h>
#include <string.h>

/* Work number of a receive: this bit and the queue. */
#define WORK_RECV (UINT64_C(1) << 63)
/* Work that belongs to nothing. */
#define WORK_NONE UINT64_MAX
/* Queue number of receives on the board of completions. */
#define RECV_QUEUE 0x80000000u
/* Port of the events that wake a thread: beyond those of the threads themselves. */
#define WAKE_PORT UBN_HOST_THREADS_MAX

/* ---- sleep ---- */

static void look_again(void *ctx, uint64_t thread)
{
    struct mixed_node *n = ctx;

    n->threads[thread].wakes = false;
    (void)ubn_host_wake(n->env.host, (uint32_t)thread, ubn_engine_now_ps(n->w->engine));
}

static void wake_at(struct mixed_node *n, uint32_t thread, uint64_t ps)
{
    const struct ubn_event_key key = {.phase = UBN_PHASE_HOST,
                                      .node = (uint16_t)n->number,
                                      .port = (uint16_t)(WAKE_PORT + thread)};

    if (ps != UBN_TIME_NEVER && !n->threads[thread].wakes) {
        n->threads[thread].wakes = true;
        (void)ubn_engine_at(n->w->engine, ps, &key, look_again, n, thread);
    }
}

/* ---- receives ---- */

static struct ubn_cpl_key recv_key(const struct mixed_node *n, uint32_t queue, uint32_t id)
{
    return (struct ubn_cpl_key){.node = n->number, .queue = RECV_QUEUE | queue, .id = id};
}

/* Queue of a thread with a receive to post; that of the batch under way first; NULL: none. */
static struct mixed_queue *pick_recv(struct mixed_node *n, uint32_t thread)
{
    const struct ubn_workload *w = n->w;
    struct mixed_thread *t = &n->threads[thread];

    if (!w->receives || !w->nodes[1 - n->number].initiator) {
        return NULL;
    }
    if (t->recv_batch != NULL) {
        return t->recv_batch;
    }
    for (uint32_t tried = 0; tried < w->cfg.queues; tried += w->cfg.threads) {
        struct mixed_queue *q;

        if (t->next_recv >= w->cfg.queues) {
            t->next_recv = thread;
        }
        if (t->next_recv >= w->cfg.queues) {
            return NULL;
        }
        q = &n->queues[t->next_recv];
        t->next_recv += w->cfg.threads;
        if (q->recv.posted < q->recv.freed + w->cfg.recv_depth) {
            return q;
        }
    }
    return NULL;
}

static uint64_t settle_ps(const struct ubn_workload *w)
{
    return MIXED_SETTLE_PS + MIXED_SETTLE_EACH_PS * w->cfg.queues * w->cfg.recv_depth +
           2u * w->longest_ps;
}

/* The doorbell for all receives posted so far: requests may use them once it has settled. */
static void rang(struct mixed_node *n, struct mixed_queue *q, uint64_t ps)
{
    const struct ubn_workload *w = n->w;
    struct mixed_recv *recv = &q->recv;

    for (; recv->rung < recv->posted; recv->rung++) {
        recv->expect[recv->rung % w->cfg.recv_depth].rung_ps = ps;
    }
    wake_at(&n->w->nodes[1 - n->number], q->number % w->cfg.threads, ps + settle_ps(w));
}

/* Posts one receive; the last one of those that are free rings. */
static void post_recv(struct mixed_node *n, struct mixed_queue *q, struct mixed_thread *t,
                      uint64_t ps, struct ubn_host_post *post_out)
{
    const struct ubn_workload *w = n->w;
    struct mixed_recv *recv = &q->recv;
    const uint64_t k = recv->posted++;
    const bool ring = recv->posted == recv->freed + w->cfg.recv_depth;
    const uint64_t pa = mixed_recv_slot(w, recv, k) + MIXED_GUARD_BYTES;
    const struct ubn_recv work = {.addr = pa - n->recv_cfg.pa + n->recv_cfg.va,
                                  .len_bytes = w->cfg.bytes_max,
                                  .key = n->recv.local};
    uint32_t id;

    w->stack->post_recv(n->env.nic, q->number, &work, ring, &id, post_out);
    post_out->op = UBN_HOST_UNTRACED;
    t->recv_batch = ring ? NULL : q;
    if (ring) {
        rang(n, q, ps);
    }
    if (id != (k & (w->rq_depth - 1u))) {
        mixed_mistake(n, "entry of a receive out of order", q->number, k);
    }
}

/* When the receive that request would use may be used; UBN_TIME_NEVER: it was not posted. */
static uint64_t recv_ready_ps(const struct mixed_node *n, const struct mixed_queue *q,
                              uint64_t ahead)
{
    const struct mixed_recv *recv = &n->w->nodes[1 - n->number].queues[q->number].recv;
    const uint64_t k = recv->claimed + ahead;

    return k < recv->rung ? recv->expect[k % n->w->cfg.recv_depth].rung_ps + settle_ps(n->w)
                          : UBN_TIME_NEVER;
}

/* ---- which request next ---- */

/* Requests of a queue that may be posted one after the other now. *wake_ps_out becomes smaller when
 * a receive ends the row and will be ready then. */
static uint32_t room(const struct mixed_node *n, const struct mixed_queue *q, uint32_t most,
                     uint64_t ps, uint64_t *wake_ps_out)
{
    const struct ubn_workload *w = n->w;
    uint32_t count = 0;
    uint64_t receives = 0;

    while (count < most && q->inflight + count < w->cfg.outstanding) {
        const struct mixed_draw d = mixed_draw(w, n, q, q->seq + count);

        if (mixed_takes_recv(d.op)) {
            const uint64_t ready_ps = recv_ready_ps(n, q, receives);

            if (ready_ps > ps) {
                *wake_ps_out = ready_ps < *wake_ps_out ? ready_ps : *wake_ps_out;
                break;
            }
            receives++;
        }
        count++;
    }
    return count;
}

/* Begins a batch on the next queue of a thread that can take requests; false: none can. */
static bool begin_batch(struct mixed_node *n, uint32_t thread, uint64_t ps)
{
    const struct ubn_workload *w = n->w;
    struct mixed_thread *t = &n->threads[thread];
    const uint64_t left = w->cfg.ops - n->reserved;
    uint32_t most = w->cfg.post_batch > 1 ? w->cfg.post_batch : 1;
    uint64_t wake_ps = UBN_TIME_NEVER;

    most = most < left ? most : (uint32_t)left;
    for (uint32_t tried = 0; most > 0 && tried < w->cfg.queues; tried += w->cfg.threads) {
        if (t->next_queue >= w->cfg.queues) {
            t->next_queue = thread;
        }
        if (t->next_queue >= w->cfg.queues) {
            break;
        }
        t->batch = &n->queues[t->next_queue];
        t->next_queue += w->cfg.threads;
        t->batch_left = room(n, t->batch, most, ps, &wake_ps);
        if (t->batch_left > 0) {
            n->reserved += t->batch_left;
            return true;
        }
    }
    wake_at(n, thread, wake_ps);
    return false;
}

/* ---- posting ---- */

static struct mixed_slot *pick_slot(struct mixed_node *n, const struct mixed_queue *q)
{
    struct mixed_slot *slot = &n->slots[q->number * n->w->cfg.outstanding];

    while (slot->active) {
        slot++; /* ends: fewer than `outstanding` are active */
    }
    return slot;
}

static void count_up(struct ubn_workload *w, struct mixed_queue *q, uint64_t ps)
{
    struct ubn_workload_counts *c = &w->counts;

    c->first_ps = c->posted++ == 0 ? ps : c->first_ps;
    w->busy_queues += q->inflight++ == 0;
    w->outstanding++;
    c->peak_outstanding =
        w->outstanding > c->peak_outstanding ? w->outstanding : c->peak_outstanding;
    c->peak_queues = w->busy_queues > c->peak_queues ? w->busy_queues : c->peak_queues;
}

/* Tells the judge of completions what must come: of the request, and of the receive it takes. */
static enum ubn_status expect_completions(struct mixed_node *n, const struct mixed_queue *q,
                                          const struct mixed_slot *slot)
{
    struct ubn_workload *w = n->w;
    const struct ubn_cpl_key key = {.node = n->number, .queue = q->number, .id = slot->id};
    struct mixed_node *peer = &w->nodes[1 - n->number];
    enum ubn_status status = UBN_OK;

    if (slot->signaled) {
        status = ubn_cplboard_post(w->completions, key, 0, slot->draw.len_bytes);
    }
    if (status == UBN_OK && mixed_takes_recv(slot->draw.op)) {
        const uint64_t k = peer->queues[q->number].recv.claimed - 1u;

        status = ubn_cplboard_post(w->completions,
                                   recv_key(peer, q->number, (uint32_t)(k & (w->rq_depth - 1u))), 0,
                                   slot->draw.len_bytes);
    }
    w->errors += status == UBN_ERR_CHECK;
    return status == UBN_ERR_CHECK ? UBN_OK : status;
}

static enum ubn_status post_work(struct mixed_node *n, struct mixed_queue *q, bool ring,
                                 uint64_t ps, struct ubn_host_post *post_out)
{
    struct ubn_workload *w = n->w;
    struct mixed_slot *slot = pick_slot(n, q);
    struct ubn_work work;
    enum ubn_status status = UBN_OK;

    slot->draw = mixed_draw(w, n, q, q->seq);
    if (w->stack->unordered) {
        slot->draw.offset +=
            (uint32_t)(slot - &n->slots[q->number * w->cfg.outstanding]) * w->share_bytes;
    }
    slot->number = q->seq++;
    slot->local = slot->base + MIXED_GUARD_BYTES + slot->draw.shift;
    slot->signaled = ring || !slot->draw.may_hide;
    slot->posted_ps = ps;
    slot->active = true;
    slot->polled = false;
    slot->trace = UBN_OP_UNTRACED;
    if (w->trace != NULL && slot->signaled) {
        status = ubn_trace_op_begin(w->trace, n->number, q->number, (uint32_t)slot->number, ps,
                                    slot->draw.len_bytes, &slot->trace);
    }
    if (status == UBN_OK) {
        status = mixed_prepare(n, q, slot, &work);
    }
    if (status != UBN_OK) {
        return status;
    }
    w->stack->post(n->env.nic, q->number, &work, ring, &slot->id, post_out);
    post_out->op = slot->trace;
    q->order[q->inflight] = (uint32_t)(slot - n->slots);
    count_up(w, q, ps);
    return expect_completions(n, q, slot);
}

static bool next(void *ctx, uint32_t thread, uint64_t ps, struct ubn_host_post *post_out)
{
    struct mixed_node *n = ctx;
    struct mixed_thread *t = &n->threads[thread];
    struct mixed_queue *recv = t->batch_left == 0 ? pick_recv(n, thread) : NULL;

    if (recv != NULL) {
        post_recv(n, recv, t, ps, post_out);
        return true;
    }
    if (!n->initiator || (t->batch_left == 0 && !begin_batch(n, thread, ps))) {
        return false;
    }
    t->batch_left--;
    const enum ubn_status status = post_work(n, t->batch, t->batch_left == 0, ps, post_out);
    if (status != UBN_OK) {
        ubn_engine_fail(n->w->engine, status);
        return false;
    }
    return true;
}

/* ---- completions ---- */

static uint64_t poll_recv(struct mixed_node *n, const struct ubn_cpl *cpl)
{
    struct ubn_workload *w = n->w;
    struct mixed_queue *q = &n->queues[cpl->queue];
    const uint64_t k = q->recv.taken++;
    const bool good = ubn_cplboard_complete(w->completions, recv_key(n, cpl->queue, cpl->id),
                                            cpl->code, cpl->bytes) == UBN_OK;

    if (!good || cpl->status != UBN_CPL_OK || cpl->id != (k & (w->rq_depth - 1u))) {
        mixed_mistake(n, "receive with the wrong completion, or out of order", q->number, k);
    }
    mixed_check_recv(n, q, k, cpl);
    return WORK_RECV | cpl->queue;
}

/* Place in q->order of the request that a completion ends; `inflight`: of none. */
static uint32_t place_of(const struct mixed_node *n, const struct mixed_queue *q, uint32_t id)
{
    uint32_t i = 0;

    while (i < q->inflight && (n->slots[q->order[i]].id != id || !n->slots[q->order[i]].signaled ||
                               n->slots[q->order[i]].polled)) {
        i++;
    }
    return i;
}

static uint64_t poll_work(struct mixed_node *n, const struct ubn_cpl *cpl, uint32_t *op_out)
{
    struct ubn_workload *w = n->w;
    struct mixed_queue *q = &n->queues[cpl->queue];
    const struct ubn_cpl_key key = {.node = n->number, .queue = cpl->queue, .id = cpl->id};
    const bool good = ubn_cplboard_complete(w->completions, key, cpl->code, cpl->bytes) == UBN_OK;
    const uint32_t at = place_of(n, q, cpl->id);

    if (at == q->inflight) {
        w->errors++;
        return WORK_NONE;
    }
    struct mixed_slot *slot = &n->slots[q->order[at]];
    for (uint32_t i = 0; !w->stack->unordered && i < at; i++) {
        const struct mixed_slot *before = &n->slots[q->order[i]];

        if (before->signaled && !before->polled) {
            mixed_mistake(n, "completed before an earlier request", q->number, slot->number);
            break;
        }
    }
    if (!good || cpl->status != UBN_CPL_OK || cpl->with_imm) {
        mixed_mistake(n, ubn_cpl_status_name(cpl->status), q->number, slot->number);
    }
    slot->polled = true;
    slot->code = cpl->code;
    *op_out = slot->trace;
    w->counts.bytes += good ? cpl->bytes : 0;
    return q->order[at];
}

static bool poll(void *ctx, uint32_t thread, uint32_t queue, uint64_t ps,
                 struct ubn_host_found *found_out)
{
    struct mixed_node *n = ctx;
    struct ubn_cpl cpl;

    (void)ps;
    (void)thread; /* it watches the completion queue of its own number */
    if (n->w->stack->poll(n->env.nic, queue, &cpl) != 1) {
        return false;
    }
    *found_out = (struct ubn_host_found){.work = WORK_NONE, .op = UBN_HOST_UNTRACED};
    if (cpl.oddity != NULL) {
        mixed_mistake(n, cpl.oddity, cpl.queue, cpl.id);
    }
    if (cpl.queue >= n->w->cfg.queues) {
        mixed_mistake(n, "completion of no queue", cpl.queue, cpl.id);
    } else if (cpl.recv) {
        found_out->work = poll_recv(n, &cpl);
    } else {
        found_out->work = poll_work(n, &cpl, &found_out->op);
    }
    return true;
}

/* Ends the request of a slot and frees it. */
static void end_op(struct mixed_node *n, struct mixed_slot *slot, uint64_t ps)
{
    struct ubn_workload *w = n->w;

    if (slot->trace != UBN_OP_UNTRACED) {
        enum ubn_status status = ubn_trace_op_end(w->trace, slot->trace, ps, slot->code);
        if (status != UBN_OK && status != UBN_ERR_CHECK) { /* the trace keeps failed checks */
            ubn_engine_fail(w->engine, status);
        }
    }
    mixed_check_op(n, slot);
    if (ps - slot->posted_ps > w->longest_ps) {
        w->longest_ps = ps - slot->posted_ps;
    }
    slot->active = false;
    w->outstanding--;
    w->counts.completed++;
    w->counts.last_ps = ps;
    n->ended++;
}

/* Ends the request of a completion, and with it those before it that have none. */
static void finish_work(struct mixed_node *n, uint32_t number, uint64_t ps)
{
    struct ubn_workload *w = n->w;
    struct mixed_queue *q = &n->queues[number / w->cfg.outstanding];
    uint32_t at = 0;
    uint32_t kept = 0;

    while (q->order[at] != number) {
        at++;
    }
    for (uint32_t i = 0; i < q->inflight; i++) {
        struct mixed_slot *slot = &n->slots[q->order[i]];

        if (i == at || (i < at && !slot->signaled)) {
            end_op(n, slot, ps);
        } else {
            q->order[kept++] = q->order[i];
        }
    }
    q->inflight = kept;
    w->busy_queues -= kept == 0;
}

static void finish(void *ctx, uint32_t thread, uint64_t work, uint64_t ps)
{
    struct mixed_node *n = ctx;
    struct ubn_workload *w = n->w;

    (void)thread;
    if (work == WORK_NONE) {
        return;
    }
    if ((work & WORK_RECV) != 0) {
        n->queues[work & ~WORK_RECV].recv.freed++;
    } else {
        finish_work(n, (uint32_t)work, ps);
    }
    ubn_engine_progress(w->engine);
}

/* No store of this workload is made to be refused. */
static void stored(void *ctx, uint32_t thread, uint64_t tag, uint8_t resp, uint64_t ps)
{
    struct mixed_node *n = ctx;

    (void)tag;
    (void)ps;
    if (resp != UBN_AXI_OKAY) {
        mixed_mistake(n, "store was refused", thread, n->ended);
    }
}

static const struct ubn_host_user_ops USER_OPS = {
    .next = next, .poll = poll, .finish = finish, .stored = stored};

/* ---- the table ---- */

static void destroy(struct ubn_workload *w)
{
    if (w == NULL) {
        return;
    }
    for (size_t i = 0; i < MIXED_NODES; i++) {
        struct mixed_node *n = &w->nodes[i];

        for (uint32_t j = 0; n->queues != NULL && j < w->cfg.queues; j++) {
            free(n->queues[j].order);
            free(n->queues[j].shadow);
            free(n->queues[j].recv.expect);
        }
        for (uint32_t s = 0; n->slots != NULL && s < w->n_slots; s++) {
            free(n->slots[s].expect);
        }
        free(n->queues);
        free(n->slots);
        free(n->threads);
        ubn_memboard_destroy(n->board);
    }
    ubn_cplboard_destroy(w->completions);
    free(w->scratch);
    free(w);
}

static enum ubn_status create(const struct ubn_workload_env *env, const void *cfg,
                              struct ubn_workload **w_out)
{
    if (env->n_nodes != MIXED_NODES) {
        return UBN_ERR_ARG;
    }
    struct ubn_workload *w = calloc(1, sizeof(*w));
    if (w == NULL) {
        return UBN_ERR_NOMEM;
    }
    w->cfg = *(const struct ubn_mixed_config *)cfg;
    w->stack = env->stack;
    w->engine = env->engine;
    w->trace = env->trace;
    w->seed = env->seed;
    w->log = env->log != NULL ? env->log : stderr;
    for (uint32_t i = 0; i < MIXED_NODES; i++) {
        w->nodes[i].w = w;
        w->nodes[i].env = env->nodes[i];
        w->nodes[i].number = i;
    }
    enum ubn_status status = mixed_config_resolve(w);
    if (status == UBN_OK) {
        w->scratch = malloc((size_t)w->cfg.bytes_max + MIXED_ATOMIC_BYTES);
        status = w->scratch == NULL ? UBN_ERR_NOMEM : ubn_cplboard_create(w->log, &w->completions);
    }
    if (status == UBN_OK) {
        status = mixed_layout(w);
    }
    if (status != UBN_OK) {
        destroy(w);
        return status;
    }
    for (size_t i = 0; i < MIXED_NODES; i++) {
        if (w->nodes[i].has_queues) {
            ubn_host_set_user(w->nodes[i].env.host, &USER_OPS, &w->nodes[i]);
        }
    }
    *w_out = w;
    return UBN_OK;
}

static enum ubn_status start(struct ubn_workload *w, uint64_t ps)
{
    enum ubn_status status = UBN_OK;

    for (size_t i = 0; i < MIXED_NODES; i++) {
        const struct mixed_node *n = &w->nodes[i];

        for (uint32_t t = 0; status == UBN_OK && n->has_queues && t < w->cfg.threads; t++) {
            status = ubn_host_wake(n->env.host, t, ps);
        }
    }
    return status;
}

static bool done(void *ctx)
{
    const struct ubn_workload *w = ctx;

    for (size_t i = 0; i < MIXED_NODES; i++) {
        const struct mixed_node *n = &w->nodes[i];

        if (n->initiator && n->ended < w->cfg.ops) {
            return false;
        }
        for (uint32_t j = 0; j < w->cfg.queues; j++) {
            if (n->queues[j].recv.taken < n->queues[j].recv.claimed) {
                return false;
            }
        }
    }
    return true;
}

static struct ubn_workload_counts counts(const struct ubn_workload *w) { return w->counts; }

const struct ubn_workload_ops ubn_workload_mixed = {.name = "mixed",
                                                    .create = create,
                                                    .start = start,
                                                    .done = done,
                                                    .check = mixed_check_all,
                                                    .counts = counts,
                                                    .destroy = destroy};
