/* SPDX-License-Identifier: Apache-2.0 */
/* read: random reads, as many in flight as asked for; contract in ubn/workload.h.
 * Operation n of a node (its place, length and fault) is a pure function of (seed, node, n), so a
 * run differs from another only by what the controllers do. Threads pull operations when they are
 * free; each works on its own queues and polls its own completion queue.
 */
#include "read_priv.h"

#include "ubn/rng.h"

#include <stdlib.h>
#include <string.h>

/* ---- one operation ---- */

/* Draws operation `number` of a node and says what to post. */
static struct ubn_work draw_op(struct ubn_workload *w, struct read_node *n, struct read_slot *slot,
                               uint64_t number)
{
    const struct ubn_read_config *c = &w->cfg;
    const struct ubn_stack_limits *limits = &w->stack->limits;
    const struct read_node *target = &w->nodes[n->target];
    const struct ubn_region_config *source = &target->source_cfg;
    struct ubn_rng rng = {.s = ubn_rng_hash(w->seed, n->number, READ_RNG_OP, number)};
    uint32_t len = layout_draw_len(&rng, limits, c->bytes_min, c->bytes_max);
    const struct layout_places places =
        layout_places(limits, source->va, source->len_bytes, len, c->align_bytes);
    uint64_t offset = places.first + ubn_rng_below(&rng, places.count) * places.unit;
    uint64_t shift = ubn_rng_below(&rng, UBN_BEAT_BYTES / c->align_bytes) * c->align_bytes;
    uint64_t bits = ubn_rng_next(&rng);
    struct ubn_work work = {.op = UBN_OP_READ,
                            .signaled = true,
                            .len_bytes = len,
                            .local_key = n->local.local,
                            .remote_key = target->source.remote[bits & 1u]};

    slot->number = number;
    slot->len_bytes = len;
    slot->fault = ubn_rng_chance(ubn_rng_next(&rng), c->fault_ppm) ? c->fault : UBN_FAULT_NONE;
    slot->code = 0;
    switch (slot->fault) {
    case UBN_FAULT_BAD_TOKEN:
        work.remote_key.token ^= UINT32_C(1) << ((bits >> 1) & (limits->token_bits - 1u));
        break;
    case UBN_FAULT_BAD_SEGMENT:
        work.remote_key.id = limits->unknown_key_ids[(bits >> 1) & 1u];
        break;
    case UBN_FAULT_TOO_LONG:
        offset = limits->access_min_bytes != 0
                     ? places.first + places.count * places.unit
                     : source->len_bytes - len + 1u + ubn_rng_below(&rng, len);
        break;
    case UBN_FAULT_NOT_READY:
    case UBN_FAULT_NONE:
    case UBN_FAULT_COUNT:
    default:
        break;
    }
    slot->source_pa = source->pa + offset;
    slot->local = slot->base + READ_GUARD_BYTES + shift;
    work.remote_addr = source->va + offset;
    work.local_addr = slot->local;
    return work;
}

/* Everything the target refuses ends the same way, without a byte moved.
 * Source: UB base specification 7.2, RSPST 3 with RSPINFO 2 (remote abort). */
static uint32_t expected_code(const struct ubn_workload *w, enum ubn_fault fault)
{
    return fault == UBN_FAULT_NONE ? 0 : w->stack->limits.refused_code;
}

static void count_up(struct ubn_workload *w, struct read_queue *queue)
{
    w->busy_queues += queue->inflight++ == 0;
    w->outstanding++;
    if (w->outstanding > w->counts.peak_outstanding) {
        w->counts.peak_outstanding = w->outstanding;
    }
    if (w->busy_queues > w->counts.peak_queues) {
        w->counts.peak_queues = w->busy_queues;
    }
}

/* Ends the operation of a slot and frees it. */
static void end_op(struct ubn_workload *w, struct read_node *n, uint32_t slot_number, uint64_t ps)
{
    struct read_slot *slot = &n->slots[slot_number];
    struct read_queue *queue = &n->queues[slot_number / w->cfg.outstanding];

    if (slot->op != UBN_HOST_UNTRACED) {
        enum ubn_status status = ubn_trace_op_end(w->trace, slot->op, ps, slot->code);
        if (status != UBN_OK && status != UBN_ERR_CHECK) { /* the trace keeps failed checks */
            ubn_engine_fail(w->engine, status);
        }
    }
    read_check_op(w, n, slot);
    if (slot->fault != UBN_FAULT_NOT_READY) {
        queue->slot_of_id[slot->id] = READ_NO_SLOT;
    }
    slot->active = false;
    w->busy_queues -= --queue->inflight == 0;
    w->outstanding--;
    w->counts.last_ps = ps;
    n->ended++;
    ubn_engine_progress(w->engine);
}

/* ---- what the threads call ---- */

/* Entries of a queue that may be posted one after the other now. An entry is free once its request
 * ended. */
static uint32_t room(const struct ubn_workload *w, const struct read_queue *queue, uint32_t most)
{
    uint32_t n = 0;

    while (n < most && queue->inflight + n < w->cfg.outstanding &&
           queue->slot_of_id[(queue->pi + n) & (w->cfg.sq_depth - 1u)] == READ_NO_SLOT) {
        n++;
    }
    return n;
}

/* Queue of a thread that can take one more operation, NULL: none can. */
static struct read_queue *pick_queue(const struct ubn_workload *w, struct read_node *n,
                                     uint32_t thread)
{
    struct read_thread *t = &n->threads[thread];
    uint32_t step = w->cfg.threads;

    for (uint32_t tried = 0; tried < w->cfg.queues; tried += step) {
        struct read_queue *queue = NULL;

        if (t->next_queue >= w->cfg.queues) {
            t->next_queue = thread;
        }
        if (t->next_queue < w->cfg.queues) {
            queue = &n->queues[t->next_queue];
            t->next_queue += step;
        }
        if (queue != NULL && room(w, queue, 1) == 1) {
            return queue;
        }
    }
    return NULL;
}

/* Queue of the next request of a thread: that of its batch, or of a new one; NULL: nothing to post.
 * What a batch will post is reserved, so that its last request always comes and rings. */
static struct read_queue *pick_batch(const struct ubn_workload *w, struct read_node *n,
                                     uint32_t thread)
{
    struct read_thread *t = &n->threads[thread];

    if (t->batch_left == 0) {
        const uint64_t left = w->cfg.ops - n->reserved;
        uint32_t most = w->cfg.post_batch > 1 ? w->cfg.post_batch : 1;

        most = most < left ? most : (uint32_t)left;
        t->batch = most > 0 ? pick_queue(w, n, thread) : NULL;
        if (t->batch == NULL) {
            return NULL;
        }
        t->batch_left = room(w, t->batch, most);
        n->reserved += t->batch_left;
    }
    t->batch_left--;
    return t->batch;
}

static uint32_t pick_slot(const struct ubn_workload *w, const struct read_node *n,
                          const struct read_queue *queue)
{
    uint32_t slot = queue->number * w->cfg.outstanding;

    while (n->slots[slot].active) {
        slot++; /* ends: fewer than `outstanding` are active */
    }
    return slot;
}

/* Opens the operation in the trace, when it is to be traced. */
static enum ubn_status begin_trace(struct ubn_workload *w, const struct read_node *n,
                                   struct read_queue *queue, struct read_slot *slot, uint64_t ps)
{
    bool traced = slot->fault == UBN_FAULT_NONE ||
                  (w->cfg.trace_faults && slot->fault != UBN_FAULT_NOT_READY);
    uint32_t seq = queue->seq++;

    slot->op = UBN_HOST_UNTRACED;
    if (w->trace == NULL || !traced) {
        return UBN_OK;
    }
    return ubn_trace_op_begin(w->trace, n->number, queue->number, seq, ps, slot->len_bytes,
                              &slot->op);
}

/* Tells the judge of completions what must come. It objects when an earlier mistake left the block
 * open; the run goes on, to show what else is wrong. */
static enum ubn_status expect_completion(struct ubn_workload *w, const struct read_node *n,
                                         const struct read_queue *queue,
                                         const struct read_slot *slot)
{
    const struct ubn_cpl_key key = {.node = n->number, .queue = queue->number, .id = slot->id};
    uint64_t bytes = slot->fault == UBN_FAULT_NONE ? slot->len_bytes : 0;

    enum ubn_status status =
        ubn_cplboard_post(w->completions, key, expected_code(w, slot->fault), bytes);
    w->errors += status == UBN_ERR_CHECK;
    return status == UBN_ERR_CHECK ? UBN_OK : status;
}

/* Posts a drawn request, to the queue in RESET when that is what is wrong with it. */
static enum ubn_status post(struct ubn_workload *w, struct read_node *n, struct read_queue *queue,
                            uint32_t slot_number, const struct ubn_work *work, bool ring,
                            struct ubn_host_post *post_out)
{
    struct read_slot *slot = &n->slots[slot_number];
    const bool not_ready = slot->fault == UBN_FAULT_NOT_READY;

    w->stack->post(n->env.nic, not_ready ? n->reset_queue : queue->number, work, ring, &slot->id,
                   post_out);
    post_out->op = slot->op;
    if (not_ready) {
        return UBN_OK;
    }
    queue->pi++;
    queue->slot_of_id[slot->id] = slot_number;
    return expect_completion(w, n, queue, slot);
}

static bool next(void *ctx, uint32_t thread, uint64_t ps, struct ubn_host_post *post_out)
{
    struct read_node *n = ctx;
    struct ubn_workload *w = n->w;
    struct read_queue *queue = pick_batch(w, n, thread);

    if (queue == NULL) {
        return false;
    }
    uint32_t slot_number = pick_slot(w, n, queue);
    struct read_slot *slot = &n->slots[slot_number];
    struct ubn_work work = draw_op(w, n, slot, n->posted++);
    enum ubn_status status = begin_trace(w, n, queue, slot, ps);

    work.trace_op = slot->op;
    if (status == UBN_OK) {
        status =
            post(w, n, queue, slot_number, &work, n->threads[thread].batch_left == 0, post_out);
    }
    slot->active = true;
    const struct read_store store = {.number = slot->number, .slot = slot_number};
    if (status == UBN_OK && w->stack->answered) {
        status = ubn_portq_push(&n->threads[thread].stores, ps, &store);
    }
    if (status != UBN_OK) {
        ubn_engine_fail(w->engine, status);
        return false;
    }
    w->counts.first_ps = w->counts.posted++ == 0 ? ps : w->counts.first_ps;
    w->counts.faults_injected += slot->fault != UBN_FAULT_NONE;
    count_up(w, queue);
    return true;
}

/* Slot of a completion; READ_NO_SLOT: it belongs to no request (the judge has printed it). */
static uint32_t slot_of_completion(const struct ubn_workload *w, const struct read_node *n,
                                   const struct ubn_cpl *cpl)
{
    if (cpl->queue >= w->cfg.queues || cpl->id >= w->cfg.sq_depth) {
        return READ_NO_SLOT;
    }
    return n->queues[cpl->queue].slot_of_id[cpl->id];
}

static bool poll(void *ctx, uint32_t thread, uint32_t queue, uint64_t ps,
                 struct ubn_host_found *found_out)
{
    struct read_node *n = ctx;
    struct ubn_workload *w = n->w;
    struct ubn_cpl cpl;

    (void)ps;
    (void)thread; /* it watches the completion queue of its own number */
    if (w->stack->poll(n->env.nic, queue, &cpl) != 1) {
        return false;
    }
    const struct ubn_cpl_key key = {.node = n->number, .queue = cpl.queue, .id = cpl.id};
    uint32_t slot_number = slot_of_completion(w, n, &cpl);
    bool good = ubn_cplboard_complete(w->completions, key, cpl.code, cpl.bytes) == UBN_OK;

    *found_out = (struct ubn_host_found){.work = slot_number, .op = UBN_HOST_UNTRACED};
    if (slot_number == READ_NO_SLOT) {
        w->errors++;
        return true;
    }
    struct read_slot *slot = &n->slots[slot_number];
    if (cpl.oddity != NULL) {
        read_mistake(w, n, cpl.oddity, slot->number);
    }
    slot->code = cpl.code;
    found_out->op = slot->op;
    w->counts.faults_seen += good && slot->fault != UBN_FAULT_NONE;
    w->counts.bytes += good ? cpl.bytes : 0;
    return true;
}

static void finish(void *ctx, uint32_t thread, uint64_t work, uint64_t ps)
{
    struct read_node *n = ctx;

    (void)thread;
    if (work != READ_NO_SLOT && n->slots[work].active) {
        n->w->counts.completed++;
        end_op(n->w, n, (uint32_t)work, ps);
    }
}

static void stored(void *ctx, uint32_t thread, uint64_t tag, uint8_t resp, uint64_t ps)
{
    struct read_node *n = ctx;
    struct ubn_workload *w = n->w;
    struct ubn_portq *stores = &n->threads[thread].stores;
    const struct read_store *head = ubn_portq_head(stores, NULL);
    const struct read_store store = *head;
    struct read_slot *slot = &n->slots[store.slot];
    bool current = slot->active && slot->number == store.number;
    bool must_refuse = current && slot->fault == UBN_FAULT_NOT_READY;

    (void)tag;
    ubn_portq_pop(stores);
    if ((resp != UBN_AXI_OKAY) != must_refuse) {
        read_mistake(w, n,
                     must_refuse ? "store to a queue in RESET was accepted" : "store was refused",
                     store.number);
    }
    if (current && (resp != UBN_AXI_OKAY || must_refuse)) {
        w->counts.refused++;
        w->counts.faults_seen += must_refuse && resp != UBN_AXI_OKAY;
        end_op(w, n, store.slot, ps);
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
    for (size_t i = 0; w->nodes != NULL && i < w->n_nodes; i++) {
        struct read_node *n = &w->nodes[i];

        for (uint32_t j = 0; n->queues != NULL && j < w->cfg.queues; j++) {
            free(n->queues[j].slot_of_id);
        }
        for (uint32_t t = 0; n->threads != NULL && t < w->cfg.threads; t++) {
            ubn_portq_free(&n->threads[t].stores);
        }
        free(n->queues);
        free(n->slots);
        free(n->threads);
        ubn_memboard_destroy(n->board);
    }
    ubn_cplboard_destroy(w->completions);
    free(w->expected);
    free(w->nodes);
    free(w);
}

static enum ubn_status create(const struct ubn_workload_env *env, const void *cfg,
                              struct ubn_workload **w_out)
{
    if (env->n_nodes < 2) {
        return UBN_ERR_ARG;
    }
    struct ubn_workload *w = calloc(1, sizeof(*w));
    if (w == NULL) {
        return UBN_ERR_NOMEM;
    }
    w->cfg = *(const struct ubn_read_config *)cfg;
    w->stack = env->stack;
    w->engine = env->engine;
    w->trace = env->trace;
    w->seed = env->seed;
    w->log = env->log != NULL ? env->log : stderr;
    w->n_nodes = env->n_nodes;
    w->nodes = calloc(w->n_nodes, sizeof(*w->nodes));
    w->expected = malloc(w->cfg.bytes_max + 1u);
    enum ubn_status status = UBN_ERR_NOMEM;
    if (w->nodes == NULL || w->expected == NULL) {
        goto free_workload;
    }
    for (size_t i = 0; i < w->n_nodes; i++) {
        w->nodes[i].w = w;
        w->nodes[i].env = env->nodes[i];
        w->nodes[i].number = (uint32_t)i;
    }
    status = read_config_resolve(w);
    if (status == UBN_OK) {
        status = ubn_cplboard_create(w->log, &w->completions);
    }
    if (status == UBN_OK) {
        status = read_layout(w);
    }
    if (status != UBN_OK) {
        goto free_workload;
    }
    for (size_t i = 0; i < w->n_nodes; i++) {
        if (w->nodes[i].initiator) {
            ubn_host_set_user(w->nodes[i].env.host, &USER_OPS, &w->nodes[i]);
        }
    }
    *w_out = w;
    return UBN_OK;

free_workload:
    destroy(w);
    return status;
}

static enum ubn_status start(struct ubn_workload *w, uint64_t ps)
{
    for (size_t i = 0; i < w->n_nodes; i++) {
        const struct read_node *n = &w->nodes[i];

        for (uint32_t t = 0; n->initiator && t < w->cfg.threads; t++) {
            enum ubn_status status = ubn_host_wake(n->env.host, t, ps);

            if (status != UBN_OK) {
                return status;
            }
        }
    }
    return UBN_OK;
}

static bool done(void *ctx)
{
    const struct ubn_workload *w = ctx;

    for (size_t i = 0; i < w->n_nodes; i++) {
        if (w->nodes[i].initiator && w->nodes[i].ended < w->cfg.ops) {
            return false;
        }
    }
    return true;
}

static struct ubn_workload_counts counts(const struct ubn_workload *w) { return w->counts; }

const struct ubn_workload_ops ubn_workload_read = {.name = "read",
                                                   .create = create,
                                                   .start = start,
                                                   .done = done,
                                                   .check = read_check_all,
                                                   .counts = counts,
                                                   .destroy = destroy};
