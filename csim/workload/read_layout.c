/* SPDX-License-Identifier: Apache-2.0 */
/* read_layout: where everything of the workload `read` lies, and how the drivers see it.
 * Memory of a node, from LAYOUT_BASE: completion queues, work queues, buffer slots, source region.
 * The address of the region for others and its place in memory differ in every part: in the high
 * bits, and against 4 KiB boundaries.
 */
#include "read_priv.h"

#include "ubn/log.h"
#include "ubn/rng.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define SEGMENT_SKEW UINT64_C(0x240)
#define DEFAULT_SQ_DEPTH 64u
#define DEFAULT_SEGMENT_BYTES UINT64_C(0x10000)
#define PPM 1000000u

/* ---- configuration ---- */

static const char *fault_of_lengths(const struct ubn_read_config *c,
                                    const struct ubn_stack_limits *limits)
{
    const uint32_t bytes_max = limits->bytes_max != 0 ? limits->bytes_max : c->mtu_bytes;

    if (c->bytes_min == 0 || c->bytes_max < c->bytes_min || c->bytes_max > bytes_max) {
        return limits->bytes_max != 0 ? "lengths must be 1 .. longest message"
                                      : "lengths must be 1 .. MTU";
    }
    if (!layout_is_power_of_two(c->align_bytes) || c->align_bytes > UBN_BEAT_BYTES) {
        return "alignment must be a power of two, 1 .. 64";
    }
    if (c->segment_bytes < 2ull * c->bytes_max) {
        return "segment must hold two of the longest operations";
    }
    return NULL;
}

/* Most queues that one node has: its own, one in RESET for a fault, and the other ends of pairs. */
static uint32_t queues_of_node(const struct ubn_read_config *c, const struct ubn_stack *stack)
{
    return c->queues + (c->fault == UBN_FAULT_NOT_READY) +
           (c->both && stack->paired ? c->queues : 0);
}

/* Says what is wrong with a configuration, NULL when nothing is. */
static const char *fault_of_config(const struct ubn_read_config *c, const struct ubn_stack *stack)
{
    if (c->ops == 0 || c->queues == 0 || c->threads == 0) {
        return "operations, queues and threads must be 1 or more";
    }
    if (queues_of_node(c, stack) > stack->limits.queues_max ||
        c->threads + stack->paired > stack->limits.cqs_max) {
        return "more queues or threads than the controller has queues and completion queues";
    }
    if (c->outstanding == 0 || c->outstanding > stack->limits.inflight_max) {
        return "operations in flight on a queue must be 1 .. what the controller tracks";
    }
    if (!layout_is_power_of_two(c->sq_depth) || c->sq_depth > 65536 ||
        c->sq_depth < c->outstanding) {
        return "depth of the send queue must be a power of two, outstanding .. 65536";
    }
    if (c->fault_ppm > PPM || c->fault >= UBN_FAULT_COUNT) {
        return "share of faults must be 0 .. 1000000 ppm";
    }
    if (c->fault_ppm != 0 && (stack->fault_ops & UBN_OP_BIT(UBN_OP_READ)) == 0) {
        return "a faulty read would end its queue on this stack";
    }
    return fault_of_lengths(c, &stack->limits);
}

enum ubn_status read_config_resolve(struct ubn_workload *w)
{
    struct ubn_read_config *c = &w->cfg;
    uint64_t per_thread = 0;

    if (c->sq_depth == 0) {
        c->sq_depth = DEFAULT_SQ_DEPTH;
        while (c->sq_depth < c->outstanding) {
            c->sq_depth *= 2;
        }
    }
    if (c->segment_bytes == 0) {
        c->segment_bytes = 4ull * c->bytes_max > DEFAULT_SEGMENT_BYTES ? 4ull * c->bytes_max
                                                                       : DEFAULT_SEGMENT_BYTES;
    }
    const char *fault = fault_of_config(c, w->stack);
    if (fault == NULL) {
        per_thread = ((uint64_t)c->queues + c->threads - 1) / c->threads * c->outstanding;
        w->cq_shift = layout_log2_up(c->cq_depth == 0 ? per_thread : c->cq_depth);
        if (c->cq_depth != 0 &&
            (!layout_is_power_of_two(c->cq_depth) || c->cq_depth < per_thread)) {
            fault = "depth of the completion queue must be a power of two that holds all work of "
                    "a thread";
        } else if (w->cq_shift > LAYOUT_CQ_SHIFT_MAX) {
            fault = "completion queue too deep";
        }
    }
    if (fault != NULL) {
        ubn_log_error("read workload: %s", fault);
        return UBN_ERR_CONFIG;
    }
    w->n_slots = c->queues * c->outstanding;
    w->slot_bytes = layout_round_up((uint64_t)c->bytes_max + UBN_BEAT_BYTES, UBN_BEAT_BYTES) +
                    2u * READ_GUARD_BYTES;
    return UBN_OK;
}

/* ---- memory ---- */

static void place_regions(struct ubn_workload *w, struct read_node *n, uint64_t buffer_bytes)
{
    const uint32_t secret = (uint32_t)ubn_rng_hash(w->seed, n->number, READ_RNG_TOKEN, 0);

    n->source_cfg =
        (struct ubn_region_config){.id = LAYOUT_FIRST_KEY_ID + 2 * n->number,
                                   .secret = secret,
                                   .va = LAYOUT_VA_BASE + n->number * LAYOUT_VA_NODE_STRIDE,
                                   .len_bytes = w->cfg.segment_bytes,
                                   .pa = n->segment,
                                   .remote_read = true};
    /* Local addresses are addresses in memory. */
    n->local_cfg = (struct ubn_region_config){.id = LAYOUT_FIRST_KEY_ID + 2 * n->number + 1,
                                              .secret = secret,
                                              .va = n->buffers,
                                              .len_bytes = buffer_bytes,
                                              .pa = n->buffers,
                                              .local_write = true};
}

static uint64_t queue_stride(const struct ubn_workload *w)
{
    return layout_round_up(w->stack->queue_bytes(w->cfg.sq_depth, 0), LAYOUT_ALIGN);
}

/* A target whose queues come in pairs has a completion queue for them, where nothing ever comes. */
static uint64_t ring_bytes_of(const struct ubn_workload *w, const struct read_node *n)
{
    return (n->initiator ? ((uint64_t)w->cfg.threads << w->cq_shift) * LAYOUT_RECORD_BYTES : 0) +
           (n->is_target && w->stack->paired ? LAYOUT_RECORD_BYTES : 0);
}

static enum ubn_status lay_out_memory(struct ubn_workload *w, struct read_node *n)
{
    const uint64_t ring_bytes = ring_bytes_of(w, n);
    const uint64_t work_bytes = queues_of_node(&w->cfg, w->stack) * queue_stride(w);
    uint64_t buffer_bytes = n->initiator ? w->n_slots * w->slot_bytes : 0;

    n->rings = LAYOUT_BASE;
    n->work_queues = layout_round_up(n->rings + ring_bytes, LAYOUT_ALIGN);
    n->buffers = n->work_queues + work_bytes + LAYOUT_ALIGN;
    n->segment =
        layout_round_up(n->buffers + buffer_bytes, LAYOUT_ALIGN) + LAYOUT_ALIGN + SEGMENT_SKEW;
    uint64_t end = n->segment + w->cfg.segment_bytes + READ_GUARD_BYTES;
    if (end > ubn_mem_bytes(n->env.mem)) {
        ubn_log_error("read workload: node %s needs %" PRIu64 " B of memory and has %" PRIu64,
                      n->env.name, end, ubn_mem_bytes(n->env.mem));
        return UBN_ERR_CONFIG;
    }
    place_regions(w, n, buffer_bytes);
    enum ubn_status status = layout_clear(n->env.mem, n->rings, ring_bytes);
    if (status == UBN_OK) {
        status = layout_clear(n->env.mem, n->work_queues, work_bytes);
    }
    if (status == UBN_OK && n->initiator) {
        status = layout_fill(n->env.mem, n->board, n->buffers, buffer_bytes, n->buffer_seed);
    }
    if (status == UBN_OK && n->is_target) {
        status = layout_fill(n->env.mem, n->board, n->segment - READ_GUARD_BYTES,
                             w->cfg.segment_bytes + 2u * READ_GUARD_BYTES, n->source_seed);
    }
    n->pages = ubn_mem_pages(n->env.mem);
    return status;
}

/* ---- what the driver has to know ---- */

static enum ubn_status add_regions(struct ubn_workload *w, struct read_node *n)
{
    enum ubn_status status = UBN_OK;

    if (n->is_target) {
        status = w->stack->add_region(n->env.nic, &n->source_cfg, &n->source);
    }
    if (status == UBN_OK && n->initiator) {
        status = w->stack->add_region(n->env.nic, &n->local_cfg, &n->local);
    }
    return status;
}

static enum ubn_status add_queue(struct ubn_workload *w, struct read_node *n,
                                 struct ubn_queue_config *cfg)
{
    cfg->depth = w->cfg.sq_depth;
    cfg->recv_cq = cfg->cq;
    cfg->base = n->work_queues + n->n_queues * queue_stride(w);
    n->n_queues++;
    return w->stack->add_queue(n->env.nic, cfg);
}

/* Completion queues of an initiator, one for each thread. */
static enum ubn_status add_cqs(struct ubn_workload *w, struct read_node *n)
{
    const uint64_t bytes = (UINT64_C(1) << w->cq_shift) * LAYOUT_RECORD_BYTES;

    for (uint32_t t = 0; n->initiator && t < w->cfg.threads; t++) {
        const struct ubn_cq_config cq = {.base = n->rings + t * bytes,
                                         .shift = (uint8_t)w->cq_shift};
        enum ubn_status status = w->stack->add_cq(n->env.nic, &cq);

        n->threads[t].next_queue = t;
        if (status == UBN_OK) {
            status = ubn_host_watch(n->env.host, t, t, cq.base, bytes);
        }
        if (status != UBN_OK) {
            return status;
        }
        n->n_cqs++;
    }
    if (n->is_target && w->stack->paired) {
        const struct ubn_cq_config cq = {.base = n->rings + n->n_cqs * bytes};

        n->n_cqs++;
        return w->stack->add_cq(n->env.nic, &cq);
    }
    return UBN_OK;
}

/* Queue j of an initiator, and its slots. */
static enum ubn_status add_own_queue(struct ubn_workload *w, struct read_node *n, uint32_t j)
{
    const struct ubn_read_config *c = &w->cfg;
    struct read_queue *queue = &n->queues[j];
    struct ubn_queue_config cfg = {
        .cq = j % c->threads,
        .first_seq = c->first_seq == UBN_FIRST_RANDOM
                         ? (uint32_t)ubn_rng_hash(w->seed, n->number, READ_RNG_SEQ, j)
                         : c->first_seq,
        .user_data = ubn_rng_hash(w->seed, n->number, READ_RNG_USER, j)};

    queue->number = j;
    queue->slot_of_id = malloc(c->sq_depth * sizeof(*queue->slot_of_id));
    if (queue->slot_of_id == NULL) {
        return UBN_ERR_NOMEM;
    }
    memset(queue->slot_of_id, 0xff, c->sq_depth * sizeof(*queue->slot_of_id));
    return add_queue(w, n, &cfg);
}

static enum ubn_status add_own_queues(struct ubn_workload *w, struct read_node *n)
{
    enum ubn_status status = UBN_OK;

    for (uint32_t j = 0; status == UBN_OK && j < w->cfg.queues; j++) {
        status = add_own_queue(w, n, j);
    }
    if (status == UBN_OK && w->cfg.fault == UBN_FAULT_NOT_READY) {
        struct ubn_queue_config cfg = {.reset = true};

        n->reset_queue = n->n_queues;
        status = add_queue(w, n, &cfg);
    }
    for (uint32_t s = 0; s < w->n_slots; s++) {
        n->slots[s].base = n->buffers + s * w->slot_bytes;
    }
    return status;
}

/* Makes the source reachable, and for a fault what nobody has registered. */
static enum ubn_status import_regions(struct ubn_workload *w, struct read_node *from)
{
    const struct read_node *to = &w->nodes[from->target];
    enum ubn_status status = UBN_OK;

    if (w->stack->import_region == NULL) {
        return UBN_OK;
    }
    status = w->stack->import_region(from->env.nic, to->env.nic, &to->source_cfg);
    for (unsigned i = 0; i < 2 && status == UBN_OK && w->cfg.fault == UBN_FAULT_BAD_SEGMENT; i++) {
        struct ubn_region_config unknown = to->source_cfg;

        unknown.id = w->stack->limits.unknown_key_ids[i];
        status = w->stack->import_region(from->env.nic, to->env.nic, &unknown);
    }
    return status;
}

/* Connects the queues of an initiator with its target. */
static enum ubn_status connect(struct ubn_workload *w, struct read_node *from)
{
    struct read_node *to = &w->nodes[from->target];
    const uint32_t own = w->cfg.queues + (w->cfg.fault == UBN_FAULT_NOT_READY);
    enum ubn_status status = import_regions(w, from);

    for (uint32_t j = 0; status == UBN_OK && j < own; j++) {
        uint32_t other = UBN_QUEUE_NONE;

        if (w->stack->paired && j < w->cfg.queues) {
            struct ubn_queue_config cfg = {.cq = to->n_cqs - 1u};

            other = to->n_queues;
            status = add_queue(w, to, &cfg);
        }
        if (status == UBN_OK) {
            status = w->stack->connect(from->env.nic, j, to->env.nic, other);
        }
    }
    return status;
}

/* ---- all of it ---- */

static enum ubn_status allocate(struct ubn_workload *w, struct read_node *n)
{
    const struct ubn_read_config *c = &w->cfg;

    n->queues = calloc(c->queues, sizeof(*n->queues));
    n->slots = calloc(w->n_slots, sizeof(*n->slots));
    n->threads = calloc(c->threads, sizeof(*n->threads));
    if (n->queues == NULL || n->slots == NULL || n->threads == NULL) {
        return UBN_ERR_NOMEM;
    }
    for (uint32_t t = 0; t < c->threads; t++) {
        ubn_portq_init(&n->threads[t].stores, sizeof(struct read_store));
    }
    return ubn_memboard_create(n->env.name, w->log, &n->board);
}

static enum ubn_status prepare(struct ubn_workload *w, struct read_node *n)
{
    const uint32_t i = n->number;

    n->target = (i + 1) % (uint32_t)w->n_nodes;
    n->initiator = i == 0 || w->cfg.both;
    n->is_target = i == 1 || w->cfg.both;
    n->source_seed = ubn_rng_hash(w->seed, i, READ_RNG_SOURCE, 0);
    n->buffer_seed = ubn_rng_hash(w->seed, i, READ_RNG_BUFFER, 0);
    if (n->initiator && n->env.host == NULL) {
        ubn_log_error("read workload: node %s initiates and has no threads", n->env.name);
        return UBN_ERR_CONFIG;
    }
    enum ubn_status status = allocate(w, n);
    return status == UBN_OK ? lay_out_memory(w, n) : status;
}

enum ubn_status read_layout(struct ubn_workload *w)
{
    static enum ubn_status (*const steps[])(struct ubn_workload *,
                                            struct read_node *) = {prepare, add_regions, add_cqs};
    enum ubn_status status = UBN_OK;

    for (size_t s = 0; s < sizeof(steps) / sizeof(steps[0]); s++) {
        for (size_t i = 0; status == UBN_OK && i < w->n_nodes; i++) {
            status = steps[s](w, &w->nodes[i]);
        }
    }
    for (size_t i = 0; status == UBN_OK && i < w->n_nodes; i++) {
        if (w->nodes[i].initiator) {
            status = add_own_queues(w, &w->nodes[i]);
        }
    }
    for (size_t i = 0; status == UBN_OK && i < w->n_nodes; i++) {
        if (w->nodes[i].initiator) {
            status = connect(w, &w->nodes[i]);
        }
    }
    return status;
}
