/* SPDX-License-Identifier: Apache-2.0 */
/* read: random reads, as many in flight as asked for; contract in ubn/workload.h.
 * Operation n of a node (its place, length and fault) is a pure function of (seed, node, n), so a
 * run differs from another only by what the controllers do. Threads pull operations when they are
 * free; each works on its own Jettys and polls its own completion queue.
 */
#include "read_priv.h"

#include "ubn/gen/enums.h"
#include "ubn/rng.h"

#include <stdlib.h>
#include <string.h>

/* TokenIDs that nobody registers: one in the table of the target, one beyond any table. */
static const uint32_t UNKNOWN_TOKEN_IDS[2] = {0x2bcu, 0xfffffu};

/* ---- one operation ---- */

/* Draws operation `number` of a node and says what to post. */
static struct ubn_urma_read_wr draw_op(struct ubn_workload *w, struct read_node *n,
                                       struct read_slot *slot, uint64_t number)
{
    const struct ubn_read_config *c = &w->cfg;
    const struct read_node *target = &w->nodes[n->target];
    const struct ubn_urma_seg_config *seg = &target->seg_source;
    struct ubn_rng rng = {.s = ubn_rng_hash(w->seed, n->number, READ_RNG_OP, number)};
    uint32_t len = c->bytes_min + (uint32_t)ubn_rng_below(&rng, c->bytes_max - c->bytes_min + 1u);
    uint64_t places = (seg->len_bytes - len) / c->align_bytes + 1u;
    uint64_t offset = ubn_rng_below(&rng, places) * c->align_bytes;
    uint64_t shift = ubn_rng_below(&rng, UBN_BEAT_BYTES / c->align_bytes) * c->align_bytes;
    uint64_t bits = ubn_rng_next(&rng);
    struct ubn_urma_read_wr wr = {.local_token_id = n->seg_local.token_id,
                                  .len_bytes = len,
                                  .remote_token_id = seg->token_id,
                                  .remote_token = seg->token[bits & 1u]};

    slot->number = number;
    slot->len_bytes = len;
    slot->fault = ubn_rng_chance(ubn_rng_next(&rng), c->fault_ppm) ? c->fault : UBN_FAULT_NONE;
    slot->status = UBN_URMA_STATUS_SUCCESS;
    switch (slot->fault) {
    case UBN_FAULT_BAD_TOKEN:
        wr.remote_token ^= UINT32_C(1) << ((bits >> 1) & 31u);
        break;
    case UBN_FAULT_BAD_SEGMENT:
        wr.remote_token_id = UNKNOWN_TOKEN_IDS[(bits >> 1) & 1u];
        break;
    case UBN_FAULT_TOO_LONG:
        offset = seg->len_bytes - len + 1u + ubn_rng_below(&rng, len);
        break;
    case UBN_FAULT_NOT_READY:
    case UBN_FAULT_NONE:
    case UBN_FAULT_COUNT:
    default:
        break;
    }
    slot->source_pa = seg->pa + offset;
    slot->local = slot->base + READ_GUARD_BYTES + shift;
    wr.remote_addr = seg->uba + offset;
    wr.local_addr = slot->local;
    ubn_urma_eid_from_ip(ubn_urma_node_ip((uint16_t)target->number), wr.remote_eid);
    return wr;
}

/* Everything the target refuses ends the same way, without a byte moved.
 * Source: UB base specification 7.2, RSPST 3 with RSPINFO 2 (remote abort). */
static enum ubn_urma_status expected_status(enum ubn_fault fault)
{
    return fault == UBN_FAULT_NONE ? UBN_URMA_STATUS_SUCCESS : UBN_URMA_STATUS_REM_ACCESS_ABORT;
}

static void count_up(struct ubn_workload *w, struct read_jetty *jetty)
{
    w->busy_jettys += jetty->inflight++ == 0;
    w->outstanding++;
    if (w->outstanding > w->counts.peak_outstanding) {
        w->counts.peak_outstanding = w->outstanding;
    }
    if (w->busy_jettys > w->counts.peak_jettys) {
        w->counts.peak_jettys = w->busy_jettys;
    }
}

/* Ends the operation of a slot and frees it. */
static void end_op(struct ubn_workload *w, struct read_node *n, uint32_t slot_number, uint64_t ps)
{
    struct read_slot *slot = &n->slots[slot_number];
    struct read_jetty *jetty = &n->jettys[slot_number / w->cfg.outstanding];

    if (slot->op != UBN_HOST_UNTRACED) {
        enum ubn_status status = ubn_trace_op_end(w->trace, slot->op, ps, (uint32_t)slot->status);
        if (status != UBN_OK && status != UBN_ERR_CHECK) { /* the trace keeps failed checks */
            ubn_engine_fail(w->engine, status);
        }
    }
    read_check_op(w, n, slot);
    if (slot->fault != UBN_FAULT_NOT_READY) {
        jetty->slot_of_idx[slot->idx] = READ_NO_SLOT;
    }
    slot->active = false;
    w->busy_jettys -= --jetty->inflight == 0;
    w->outstanding--;
    w->counts.last_ps = ps;
    n->ended++;
    ubn_engine_progress(w->engine);
}

/* ---- what the threads call ---- */

/* Jetty of a thread that can take one more operation, NULL: none can. */
static struct read_jetty *pick_jetty(const struct ubn_workload *w, struct read_node *n,
                                     uint32_t thread)
{
    struct read_thread *t = &n->threads[thread];
    uint32_t step = w->cfg.threads;

    for (uint32_t tried = 0; tried < w->cfg.jettys; tried += step) {
        struct read_jetty *jetty = NULL;

        if (t->next_jetty >= w->cfg.jettys) {
            t->next_jetty = thread;
        }
        if (t->next_jetty < w->cfg.jettys) {
            jetty = &n->jettys[t->next_jetty];
            t->next_jetty += step;
        }
        /* A block of the send queue is free once its request ended. */
        if (jetty != NULL && jetty->inflight < w->cfg.outstanding &&
            jetty->slot_of_idx[jetty->sq.pi & (jetty->sq.depth - 1u)] == READ_NO_SLOT) {
            return jetty;
        }
    }
    return NULL;
}

static uint32_t pick_slot(const struct ubn_workload *w, const struct read_node *n,
                          const struct read_jetty *jetty)
{
    uint32_t slot = jetty->sq.id * w->cfg.outstanding;

    while (n->slots[slot].active) {
        slot++; /* ends: fewer than `outstanding` are active */
    }
    return slot;
}

/* Opens the operation in the trace, when it is to be traced. */
static enum ubn_status begin_trace(struct ubn_workload *w, const struct read_node *n,
                                   struct read_jetty *jetty, struct read_slot *slot, uint64_t ps)
{
    bool traced = slot->fault == UBN_FAULT_NONE ||
                  (w->cfg.trace_faults && slot->fault != UBN_FAULT_NOT_READY);
    uint32_t seq = jetty->seq++;

    slot->op = UBN_HOST_UNTRACED;
    if (w->trace == NULL || !traced) {
        return UBN_OK;
    }
    return ubn_trace_op_begin(w->trace, n->number, jetty->sq.id, seq, ps, slot->len_bytes,
                              &slot->op);
}

/* Tells the judge of completions what must come. It objects when an earlier mistake left the block
 * open; the run goes on, to show what else is wrong. */
static enum ubn_status expect_completion(struct ubn_workload *w, const struct read_node *n,
                                         const struct read_jetty *jetty,
                                         const struct read_slot *slot)
{
    const struct ubn_cpl_key key = {.node = n->number, .queue = jetty->sq.id, .id = slot->idx};
    uint64_t bytes = slot->fault == UBN_FAULT_NONE ? slot->len_bytes : 0;

    enum ubn_status status =
        ubn_cplboard_post(w->completions, key, (uint32_t)expected_status(slot->fault), bytes);
    w->errors += status == UBN_ERR_CHECK;
    return status == UBN_ERR_CHECK ? UBN_OK : status;
}

static bool next(void *ctx, uint32_t thread, uint64_t ps, struct ubn_host_post *post_out)
{
    struct read_node *n = ctx;
    struct ubn_workload *w = n->w;
    struct read_jetty *jetty = n->posted < w->cfg.ops ? pick_jetty(w, n, thread) : NULL;

    if (jetty == NULL) {
        return false;
    }
    uint32_t slot_number = pick_slot(w, n, jetty);
    struct read_slot *slot = &n->slots[slot_number];
    const struct ubn_urma_read_wr wr = draw_op(w, n, slot, n->posted++);
    enum ubn_status status = begin_trace(w, n, jetty, slot, ps);

    if (slot->fault == UBN_FAULT_NOT_READY) {
        slot->idx = ubn_urma_post_read(&n->reset_sq, &wr, &post_out->store);
    } else {
        slot->idx = ubn_urma_post_read(&jetty->sq, &wr, &post_out->store);
        jetty->slot_of_idx[slot->idx] = slot_number;
        status = status == UBN_OK ? expect_completion(w, n, jetty, slot) : status;
    }
    post_out->op = slot->op;
    post_out->store.tag = slot->op == UBN_HOST_UNTRACED ? UBN_TAG_NONE : slot->op;
    slot->active = true;
    const struct read_store store = {.number = slot->number, .slot = slot_number};
    if (status == UBN_OK) {
        status = ubn_portq_push(&n->threads[thread].stores, ps, &store);
    }
    if (status != UBN_OK) {
        ubn_engine_fail(w->engine, status);
        return false;
    }
    w->counts.first_ps = w->counts.posted++ == 0 ? ps : w->counts.first_ps;
    w->counts.faults_injected += slot->fault != UBN_FAULT_NONE;
    count_up(w, jetty);
    return true;
}

/* Slot of a completion; READ_NO_SLOT: it belongs to no request (the judge has printed it). */
static uint32_t slot_of_completion(const struct ubn_workload *w, const struct read_node *n,
                                   const struct ubn_urma_cr *cr)
{
    if (cr->local_id >= w->cfg.jettys || cr->entry_idx >= w->cfg.sq_depth) {
        return READ_NO_SLOT;
    }
    return n->jettys[cr->local_id].slot_of_idx[cr->entry_idx];
}

static bool poll(void *ctx, uint32_t thread, uint32_t queue, uint64_t ps,
                 struct ubn_host_found *found_out)
{
    struct read_node *n = ctx;
    struct ubn_workload *w = n->w;
    struct ubn_urma_cr cr;

    (void)ps;
    (void)queue; /* each thread has one */
    if (ubn_urma_poll_jfc(&n->threads[thread].jfc, n->env.mem, &cr) != 1) {
        return false;
    }
    const struct ubn_cpl_key key = {.node = n->number, .queue = cr.local_id, .id = cr.entry_idx};
    uint32_t slot_number = slot_of_completion(w, n, &cr);
    bool good = ubn_cplboard_complete(w->completions, key, (uint32_t)cr.status,
                                      cr.completion_len) == UBN_OK;

    *found_out = (struct ubn_host_found){.work = slot_number, .op = UBN_HOST_UNTRACED};
    if (slot_number == READ_NO_SLOT) {
        w->errors++;
        return true;
    }
    struct read_slot *slot = &n->slots[slot_number];
    const struct read_jetty *jetty = &n->jettys[cr.local_id];
    if (cr.recv || cr.user_ctx != jetty->user_data || cr.tpn != jetty->sq.tpn) {
        read_mistake(w, n, "completion of the wrong side, user data or channel", slot->number);
    }
    slot->status = cr.status;
    found_out->op = slot->op;
    w->counts.faults_seen += good && slot->fault != UBN_FAULT_NONE;
    w->counts.bytes += good ? cr.completion_len : 0;
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
                     must_refuse ? "store to a Jetty in RESET was accepted" : "store was refused",
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

        for (uint32_t j = 0; n->jettys != NULL && j < w->cfg.jettys; j++) {
            free(n->jettys[j].slot_of_idx);
        }
        for (uint32_t t = 0; n->threads != NULL && t < w->cfg.threads; t++) {
            ubn_portq_free(&n->threads[t].stores);
        }
        free(n->jettys);
        free(n->slots);
        free(n->threads);
        free(n->jetty_cfgs);
        free(n->jfc_cfgs);
        free(n->chan_cfgs);
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

static const struct ubn_urma_node_config *node_config(const struct ubn_workload *w, size_t node)
{
    return &w->nodes[node].setup;
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
                                                   .node_config = node_config,
                                                   .start = start,
                                                   .done = done,
                                                   .check = read_check_all,
                                                   .counts = counts,
                                                   .destroy = destroy};
