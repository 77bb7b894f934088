/* SPDX-License-Identifier: Apache-2.0 */
/* mixed_layout: where everything of the workload `mixed` lies, and how the drivers see it.
 * Memory of a node, from LAYOUT_BASE: completion queues, work queues, slots of requests, buffers of
 * receives, windows for the peer. Addresses of the regions differ from their places in memory, but
 * not modulo 64.
 */
#include "mixed_priv.h"

#include "ubn/log.h"
#include "ubn/rng.h"

#include <inttypes.h>
#include <stdlib.h>

#define WINDOW_MIN_BYTES 4096u
#define WINDOW_SKEW UINT64_C(0x240)
#define SQ_DEPTH_MIN 16u
/* Without order a request may be passed by many: its number must not come again meanwhile. */
#define SQ_DEPTH_UNORDERED 32768u
#define PPM 1000000u
/* Regions of a node, and how far apart they are as others see them. */
#define REGIONS 3u
#define VA_REGION_STRIDE UINT64_C(0x0000000020000000)
#define VA_SKEW UINT64_C(0xec0)

/* ---- configuration ---- */

static const char *fault_of_shares(const struct ubn_mixed_config *c, const struct ubn_stack *stack)
{
    if (c->zero_ppm > PPM || c->inline_ppm > PPM || c->fence_ppm > PPM || c->unsignaled_ppm > PPM) {
        return "shares must be 0 .. 1000000 ppm";
    }
    if (c->unsignaled_ppm != 0 && stack->unordered) {
        return "requests without completion need a stack that completes in order";
    }
    return NULL;
}

/* Says what is wrong with a configuration, NULL when nothing is. */
static const char *fault_of_config(const struct ubn_workload *w)
{
    const struct ubn_mixed_config *c = &w->cfg;
    const struct ubn_stack_limits *limits = &w->stack->limits;
    const uint32_t bytes_max = limits->bytes_max != 0 ? limits->bytes_max : c->mtu_bytes;

    if (c->op_set == 0) {
        return "the stack carries none of these kinds of request";
    }
    if (c->ops == 0 || c->queues == 0 || c->threads == 0 || c->recv_depth == 0) {
        return "requests, queues, threads and receives must be 1 or more";
    }
    if (c->queues > limits->queues_max || c->threads > limits->cqs_max) {
        return "more queues or threads than the controller has queues and completion queues";
    }
    if (c->bytes_min == 0 || c->bytes_max < c->bytes_min || c->bytes_max > bytes_max) {
        return "lengths must be 1 .. longest message";
    }
    if (!layout_is_power_of_two(c->align_bytes) || c->align_bytes > UBN_BEAT_BYTES) {
        return "alignment must be a power of two, 1 .. 64";
    }
    if (c->outstanding == 0 || c->outstanding > limits->inflight_max) {
        return "requests in flight on a queue must be 1 .. what the controller tracks";
    }
    return fault_of_shares(c, w->stack);
}

enum ubn_status mixed_config_resolve(struct ubn_workload *w)
{
    struct ubn_mixed_config *c = &w->cfg;
    const char *fault;

    c->op_set &= w->stack->ops;
    for (unsigned op = 0; op < UBN_OP_COUNT; op++) {
        if ((c->op_set & UBN_OP_BIT(op)) != 0) {
            w->kinds[w->n_kinds++] = (enum ubn_op)op;
            w->receives |= mixed_takes_recv((enum ubn_op)op);
        }
    }
    fault = fault_of_config(w);
    if (fault != NULL) {
        ubn_log_error("mixed workload: %s", fault);
        return UBN_ERR_CONFIG;
    }
    const uint32_t least = w->stack->unordered ? SQ_DEPTH_UNORDERED : SQ_DEPTH_MIN;
    const uint32_t entries = c->outstanding < least ? least : c->outstanding;
    const uint32_t window = 4u * c->bytes_max;
    const uint64_t per_thread = (uint64_t)(c->queues + c->threads - 1) / c->threads *
                                (c->outstanding + (w->receives ? c->recv_depth : 0));

    w->sq_depth = UINT32_C(1) << layout_log2_up(entries);
    w->rq_depth = w->receives ? UINT32_C(1) << layout_log2_up(c->recv_depth) : 0;
    w->cq_shift = layout_log2_up(per_thread);
    w->share_bytes = (uint32_t)layout_round_up(
        window < WINDOW_MIN_BYTES ? WINDOW_MIN_BYTES : window, UBN_BEAT_BYTES);
    w->window_bytes = w->stack->unordered ? w->share_bytes * c->outstanding : w->share_bytes;
    w->window_stride = w->window_bytes + MIXED_GUARD_BYTES;
    w->slot_bytes = layout_round_up((uint64_t)c->bytes_max + UBN_BEAT_BYTES, UBN_BEAT_BYTES) +
                    2u * MIXED_GUARD_BYTES;
    w->n_slots = c->queues * c->outstanding;
    if (w->cq_shift > LAYOUT_CQ_SHIFT_MAX) {
        ubn_log_error("mixed workload: completion queue too deep");
        return UBN_ERR_CONFIG;
    }
    return UBN_OK;
}

/* ---- memory ---- */

uint64_t mixed_recv_slot(const struct ubn_workload *w, const struct mixed_recv *recv, uint64_t k)
{
    return recv->base + k % w->cfg.recv_depth * w->slot_bytes;
}

static uint64_t queue_stride(const struct ubn_workload *w)
{
    return layout_round_up(w->stack->queue_bytes(w->sq_depth, w->rq_depth), LAYOUT_ALIGN);
}

static uint64_t align(uint64_t addr) { return layout_round_up(addr, LAYOUT_ALIGN) + LAYOUT_ALIGN; }

static uint64_t slots_bytes(const struct ubn_workload *w) { return w->n_slots * w->slot_bytes; }

static uint64_t recvs_bytes(const struct ubn_workload *w)
{
    return (uint64_t)w->cfg.queues * w->cfg.recv_depth * w->slot_bytes;
}

static uint64_t windows_bytes(const struct ubn_workload *w)
{
    return w->cfg.queues * w->window_stride;
}

/* Places the areas and returns the end of the last one. */
static uint64_t place(const struct ubn_workload *w, struct mixed_node *n)
{
    const uint64_t ring_bytes = ((uint64_t)w->cfg.threads << w->cq_shift) * LAYOUT_RECORD_BYTES;

    n->rings = LAYOUT_BASE;
    n->work_queues = align(n->rings + ring_bytes);
    n->buffers = align(n->work_queues + w->cfg.queues * queue_stride(w));
    n->recvs = align(n->buffers + slots_bytes(w));
    n->windows = align(n->recvs + (w->receives ? recvs_bytes(w) : 0)) + WINDOW_SKEW;
    return n->windows + windows_bytes(w) + MIXED_GUARD_BYTES;
}

static enum ubn_status fill(struct ubn_workload *w, struct mixed_node *n)
{
    struct ubn_mem *mem = n->env.mem;
    enum ubn_status status = layout_clear(mem, n->rings, n->buffers - n->rings);

    if (status == UBN_OK) {
        status = layout_fill(mem, n->board, n->buffers, slots_bytes(w), n->buffer_seed);
    }
    if (status == UBN_OK && w->receives) {
        status = layout_fill(mem, n->board, n->recvs, recvs_bytes(w), n->buffer_seed);
    }
    if (status == UBN_OK) {
        status = layout_fill(mem, n->board, n->windows - MIXED_GUARD_BYTES,
                             windows_bytes(w) + MIXED_GUARD_BYTES, n->window_seed);
    }
    n->pages = ubn_mem_pages(mem);
    return status;
}

static struct ubn_region_config region(const struct ubn_workload *w, const struct mixed_node *n,
                                       uint32_t which, uint64_t pa, uint64_t len_bytes)
{
    return (struct ubn_region_config){
        .id = LAYOUT_FIRST_KEY_ID + REGIONS * n->number + which,
        .secret = (uint32_t)ubn_rng_hash(w->seed, n->number, MIXED_RNG_TOKEN, which),
        .va = LAYOUT_VA_BASE + n->number * LAYOUT_VA_NODE_STRIDE + which * VA_REGION_STRIDE +
              VA_SKEW + pa % UBN_BEAT_BYTES,
        .len_bytes = len_bytes,
        .pa = pa};
}

static void describe_regions(struct ubn_workload *w, struct mixed_node *n)
{
    n->local_cfg = region(w, n, 0, n->buffers, slots_bytes(w));
    n->local_cfg.local_write = true;
    n->recv_cfg = region(w, n, 1, n->recvs, recvs_bytes(w));
    n->recv_cfg.local_write = true;
    n->window_cfg = region(w, n, 2, n->windows, windows_bytes(w));
    n->window_cfg.remote_read = true;
    n->window_cfg.remote_write =
        (w->cfg.op_set & (UBN_OP_BIT(UBN_OP_WRITE) | UBN_OP_BIT(UBN_OP_WRITE_IMM))) != 0;
    n->window_cfg.remote_atomic =
        (w->cfg.op_set & (UBN_OP_BIT(UBN_OP_CAS) | UBN_OP_BIT(UBN_OP_FADD))) != 0;
    if (w->stack->local_physical) {
        n->local_cfg.va = n->local_cfg.pa;
        n->recv_cfg.va = n->recv_cfg.pa;
    }
}

/* ---- what the driver has to know ---- */

static enum ubn_status add_regions(struct ubn_workload *w, struct mixed_node *n)
{
    const struct mixed_node *peer = &w->nodes[1 - n->number];
    enum ubn_status status = UBN_OK;

    if (n->initiator) {
        status = w->stack->add_region(n->env.nic, &n->local_cfg, &n->local);
    }
    if (status == UBN_OK && w->receives && peer->initiator) {
        status = w->stack->add_region(n->env.nic, &n->recv_cfg, &n->recv);
    }
    if (status == UBN_OK && peer->initiator) {
        status = w->stack->add_region(n->env.nic, &n->window_cfg, &n->window);
    }
    return status;
}

static enum ubn_status add_cqs(struct ubn_workload *w, struct mixed_node *n)
{
    const uint64_t bytes = (UINT64_C(1) << w->cq_shift) * LAYOUT_RECORD_BYTES;
    enum ubn_status status = UBN_OK;

    for (uint32_t t = 0; status == UBN_OK && n->has_queues && t < w->cfg.threads; t++) {
        const struct ubn_cq_config cq = {.base = n->rings + t * bytes,
                                         .shift = (uint8_t)w->cq_shift};

        n->threads[t].next_queue = n->threads[t].next_recv = t;
        status = w->stack->add_cq(n->env.nic, &cq);
        if (status == UBN_OK) {
            status = ubn_host_watch(n->env.host, t, t, cq.base, bytes);
        }
    }
    return status;
}

static enum ubn_status add_queues(struct ubn_workload *w, struct mixed_node *n)
{
    const struct ubn_mixed_config *c = &w->cfg;
    enum ubn_status status = UBN_OK;

    for (uint32_t j = 0; status == UBN_OK && n->has_queues && j < c->queues; j++) {
        const struct ubn_queue_config cfg = {
            .depth = w->sq_depth,
            .recv_depth = w->rq_depth,
            .cq = j % c->threads,
            .recv_cq = j % c->threads,
            .base = n->work_queues + j * queue_stride(w),
            .first_seq = c->first_seq == UBN_FIRST_RANDOM
                             ? (uint32_t)ubn_rng_hash(w->seed, n->number, MIXED_RNG_SEQ, j)
                             : c->first_seq,
            .user_data = ubn_rng_hash(w->seed, n->number, MIXED_RNG_USER, j)};

        status = w->stack->add_queue(n->env.nic, &cfg);
    }
    return status;
}

/* Queue j of one node and queue j of the other; on stacks without pairs each toward the memory of
 * the other node. */
static enum ubn_status connect(struct ubn_workload *w, struct mixed_node *n)
{
    struct mixed_node *peer = &w->nodes[1 - n->number];
    const bool paired = w->stack->paired;
    enum ubn_status status = UBN_OK;

    if (!n->initiator || (paired && n->number != 0)) {
        return UBN_OK;
    }
    if (w->stack->import_region != NULL) {
        status = w->stack->import_region(n->env.nic, peer->env.nic, &peer->window_cfg);
    }
    for (uint32_t j = 0; status == UBN_OK && j < w->cfg.queues; j++) {
        status = w->stack->connect(n->env.nic, j, peer->env.nic, paired ? j : UBN_QUEUE_NONE);
    }
    return status;
}

/* ---- all of it ---- */

static enum ubn_status allocate_queue(struct ubn_workload *w, struct mixed_node *n, uint32_t j)
{
    struct mixed_node *peer = &w->nodes[1 - n->number];
    struct mixed_queue *q = &n->queues[j];

    q->number = j;
    q->order = calloc(w->cfg.outstanding, sizeof(*q->order));
    q->shadow = malloc(w->window_bytes);
    q->recv.expect = calloc(w->cfg.recv_depth, sizeof(*q->recv.expect));
    if (q->order == NULL || q->shadow == NULL || q->recv.expect == NULL) {
        return UBN_ERR_NOMEM;
    }
    q->recv.base = n->recvs + (uint64_t)j * w->cfg.recv_depth * w->slot_bytes;
    q->window = peer->windows + j * w->window_stride;
    ubn_pattern_fill(peer->window_seed, q->window, q->shadow, w->window_bytes);
    return UBN_OK;
}

static enum ubn_status allocate(struct ubn_workload *w, struct mixed_node *n)
{
    enum ubn_status status = UBN_OK;

    n->queues = calloc(w->cfg.queues, sizeof(*n->queues));
    n->slots = calloc(w->n_slots, sizeof(*n->slots));
    n->threads = calloc(w->cfg.threads, sizeof(*n->threads));
    if (n->queues == NULL || n->slots == NULL || n->threads == NULL) {
        return UBN_ERR_NOMEM;
    }
    for (uint32_t j = 0; status == UBN_OK && j < w->cfg.queues; j++) {
        status = allocate_queue(w, n, j);
    }
    for (uint32_t s = 0; status == UBN_OK && s < w->n_slots; s++) {
        n->slots[s].base = n->buffers + s * w->slot_bytes;
        n->slots[s].expect = malloc(w->cfg.bytes_max + MIXED_ATOMIC_BYTES);
        status = n->slots[s].expect == NULL ? UBN_ERR_NOMEM : UBN_OK;
    }
    return status == UBN_OK ? ubn_memboard_create(n->env.name, w->log, &n->board) : status;
}

static enum ubn_status prepare(struct ubn_workload *w, struct mixed_node *n)
{
    const uint64_t bytes = ubn_mem_bytes(n->env.mem);

    n->initiator = n->number == 0 || w->cfg.both;
    n->has_queues = n->initiator || w->stack->paired;
    n->window_seed = ubn_rng_hash(w->seed, n->number, MIXED_RNG_WINDOW, 0);
    n->buffer_seed = ubn_rng_hash(w->seed, n->number, MIXED_RNG_BUFFER, 0);
    if (n->has_queues && n->env.host == NULL) {
        ubn_log_error("mixed workload: node %s has no threads", n->env.name);
        return UBN_ERR_CONFIG;
    }
    if (place(w, n) > bytes) {
        ubn_log_error("mixed workload: node %s needs %" PRIu64 " B of memory and has %" PRIu64,
                      n->env.name, place(w, n), bytes);
        return UBN_ERR_CONFIG;
    }
    describe_regions(w, n);
    return UBN_OK;
}

enum ubn_status mixed_layout(struct ubn_workload *w)
{
    static enum ubn_status (*const steps[])(struct ubn_workload *, struct mixed_node *) = {
        prepare, allocate, fill, add_regions, add_cqs, add_queues, connect};
    enum ubn_status status = UBN_OK;

    for (size_t s = 0; s < sizeof(steps) / sizeof(steps[0]); s++) {
        for (size_t i = 0; status == UBN_OK && i < MIXED_NODES; i++) {
            status = steps[s](w, &w->nodes[i]);
        }
    }
    return status;
}
