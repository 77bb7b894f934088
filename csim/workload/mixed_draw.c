/* SPDX-License-Identifier: Apache-2.0 */
/* mixed_draw: what each request is, and what it does to both memories when requests of a queue are
 * executed in order of posting.
 */
#include "mixed_priv.h"

#include "ubn/rng.h"

#include <string.h>

/* Half of all lengths are at most this, so that requests of one packet and one beat stay common. */
#define SHORT_BYTES 64u
#define SEQ_BITS 40u

bool mixed_takes_recv(enum ubn_op op)
{
    return op == UBN_OP_SEND || op == UBN_OP_SEND_IMM || op == UBN_OP_WRITE_IMM;
}

static bool is_atomic(enum ubn_op op) { return op == UBN_OP_CAS || op == UBN_OP_FADD; }

bool mixed_brings(enum ubn_op op) { return op == UBN_OP_READ || is_atomic(op); }

bool mixed_changes(enum ubn_op op)
{
    return op == UBN_OP_WRITE || op == UBN_OP_WRITE_IMM || is_atomic(op);
}

static uint64_t key_of(const struct mixed_queue *queue, uint64_t seq)
{
    return (uint64_t)queue->number << SEQ_BITS | seq;
}

static uint32_t draw_length(const struct ubn_workload *w, struct ubn_rng *rng)
{
    const struct ubn_mixed_config *c = &w->cfg;
    uint32_t most = c->bytes_max;

    if (ubn_rng_chance(ubn_rng_next(rng), c->zero_ppm)) {
        return 0;
    }
    if (c->bytes_min < SHORT_BYTES && SHORT_BYTES < most && (ubn_rng_next(rng) & 1u) != 0) {
        most = SHORT_BYTES;
    }
    return layout_draw_len(rng, &w->stack->limits, c->bytes_min, most);
}

struct mixed_draw mixed_draw(const struct ubn_workload *w, const struct mixed_node *n,
                             const struct mixed_queue *queue, uint64_t seq)
{
    const struct ubn_mixed_config *c = &w->cfg;
    struct ubn_rng rng = {.s = ubn_rng_hash(w->seed, n->number, MIXED_RNG_OP, key_of(queue, seq))};
    struct mixed_draw d = {.op = w->kinds[ubn_rng_below(&rng, w->n_kinds)]};
    uint32_t align = c->align_bytes;
    uint32_t inline_max = w->stack->limits.inline_max_bytes;

    d.len_bytes = draw_length(w, &rng);
    if (is_atomic(d.op)) {
        d.len_bytes = MIXED_ATOMIC_BYTES;
        align = align < MIXED_ATOMIC_BYTES ? MIXED_ATOMIC_BYTES : align;
    }
    const struct mixed_node *peer = &w->nodes[1 - n->number];
    const struct layout_places places =
        layout_places(&w->stack->limits, peer->window_cfg.va + queue->window - peer->window_cfg.pa,
                      w->share_bytes, d.len_bytes, align);
    d.offset = (uint32_t)(places.first + ubn_rng_below(&rng, places.count) * places.unit);
    d.shift = (uint32_t)ubn_rng_below(&rng, UBN_BEAT_BYTES / c->align_bytes) * c->align_bytes;
    d.imm = (uint32_t)ubn_rng_next(&rng);
    d.random[0] = ubn_rng_next(&rng);
    d.random[1] = ubn_rng_next(&rng);
    d.fence = ubn_rng_chance(ubn_rng_next(&rng), c->fence_ppm);
    d.may_hide = ubn_rng_chance(ubn_rng_next(&rng), c->unsignaled_ppm);
    d.inline_data = ubn_rng_chance(ubn_rng_next(&rng), c->inline_ppm) && !mixed_brings(d.op) &&
                    d.len_bytes != 0 && d.len_bytes <= inline_max;
    return d;
}

/* A request that changes bytes which an earlier one may still be reading has to wait for that:
 * later writes and atomics may be executed before earlier reads (IBTA vol. 1, 10.8.3.3). */
static bool needs_fence(const struct mixed_node *n, const struct mixed_queue *queue,
                        const struct mixed_draw *d)
{
    for (uint32_t i = 0; mixed_changes(d->op) && i < queue->inflight; i++) {
        const struct mixed_draw *e = &n->slots[queue->order[i]].draw;

        if (mixed_brings(e->op) && e->offset < d->offset + d->len_bytes &&
            d->offset < e->offset + e->len_bytes) {
            return true;
        }
    }
    return false;
}

static uint64_t get_u64(const uint8_t *bytes)
{
    uint64_t value = 0;

    for (unsigned i = 0; i < MIXED_ATOMIC_BYTES; i++) {
        value |= (uint64_t)bytes[i] << (8u * i);
    }
    return value;
}

static void put_u64(uint8_t *bytes, uint64_t value)
{
    for (unsigned i = 0; i < MIXED_ATOMIC_BYTES; i++) {
        bytes[i] = (uint8_t)(value >> (8u * i));
    }
}

/* Executes an atomic on the shadow of the window; half of the comparisons hold. */
static void execute_atomic(uint8_t *shadow, const struct mixed_draw *d, struct ubn_work *work)
{
    const uint64_t old = get_u64(shadow);

    work->swap_add = d->random[1];
    if (d->op == UBN_OP_FADD) {
        put_u64(shadow, old + work->swap_add);
        return;
    }
    work->compare = (d->random[0] & 1u) != 0 ? old : d->random[0];
    if (work->compare == old) {
        put_u64(shadow, work->swap_add);
    }
}

/* Writes fresh data into the slot of a request that sends them. */
static enum ubn_status fill_slot(struct mixed_node *n, const struct mixed_queue *queue,
                                 const struct mixed_slot *slot)
{
    struct ubn_workload *w = n->w;
    const uint64_t seed =
        ubn_rng_hash(w->seed, n->number, MIXED_RNG_DATA, key_of(queue, slot->number));
    const uint32_t len = slot->draw.len_bytes;

    ubn_pattern_fill(seed, slot->local, w->scratch, len);
    enum ubn_status status = ubn_mem_write(n->env.mem, slot->local, len, w->scratch);
    return status != UBN_OK ? status
                            : ubn_memboard_expect(n->board, slot->local, w->scratch, len,
                                                  (uint32_t)slot->number);
}

/* Notes what the receive must bring that this request takes. */
static enum ubn_status claim_recv(struct mixed_node *n, const struct mixed_queue *queue,
                                  const struct mixed_draw *d)
{
    struct ubn_workload *w = n->w;
    struct mixed_node *peer = &w->nodes[1 - n->number];
    struct mixed_recv *recv = &peer->queues[queue->number].recv;
    const uint64_t k = recv->claimed++;
    struct mixed_expect *e = &recv->expect[k % w->cfg.recv_depth];

    e->len_bytes = d->len_bytes;
    e->imm = d->imm;
    e->with_imm = d->op != UBN_OP_SEND;
    if (d->op == UBN_OP_WRITE_IMM) {
        return UBN_OK;
    }
    return ubn_memboard_expect(peer->board, mixed_recv_slot(w, recv, k) + MIXED_GUARD_BYTES,
                               w->scratch, d->len_bytes, (uint32_t)k);
}

/* What the request does to the window at the peer, and what it must bring from there. */
static enum ubn_status execute(struct mixed_node *n, struct mixed_queue *queue,
                               const struct mixed_slot *slot, struct ubn_work *work)
{
    struct ubn_workload *w = n->w;
    struct mixed_node *peer = &w->nodes[1 - n->number];
    const struct mixed_draw *d = &slot->draw;
    uint8_t *shadow = &queue->shadow[d->offset];

    if (mixed_brings(d->op)) {
        memcpy(slot->expect, shadow, d->len_bytes);
    }
    if (is_atomic(d->op)) {
        execute_atomic(shadow, d, work);
    } else if (mixed_changes(d->op)) {
        memcpy(shadow, w->scratch, d->len_bytes);
    }
    return mixed_changes(d->op) ? ubn_memboard_expect(peer->board, queue->window + d->offset,
                                                      shadow, d->len_bytes, (uint32_t)slot->number)
                                : UBN_OK;
}

enum ubn_status mixed_prepare(struct mixed_node *n, struct mixed_queue *queue,
                              struct mixed_slot *slot, struct ubn_work *work_out)
{
    const struct ubn_workload *w = n->w;
    const struct mixed_node *peer = &w->nodes[1 - n->number];
    const struct mixed_draw *d = &slot->draw;
    const uint64_t local = slot->local - n->local_cfg.pa + n->local_cfg.va;
    const uint64_t remote = queue->window + d->offset - peer->window_cfg.pa + peer->window_cfg.va;
    enum ubn_status status = UBN_OK;

    *work_out = (struct ubn_work){.op = d->op,
                                  .fence = d->fence || needs_fence(n, queue, d),
                                  .signaled = slot->signaled,
                                  .inline_data = d->inline_data,
                                  .len_bytes = d->len_bytes,
                                  .local_addr = local,
                                  .local_key = n->local.local,
                                  .remote_addr = remote,
                                  .remote_key = peer->window.remote[d->random[1] & 1u],
                                  .imm = d->imm,
                                  .trace_op = slot->trace};
    if (!mixed_brings(d->op)) {
        status = fill_slot(n, queue, slot);
    }
    if (status == UBN_OK) {
        status = execute(n, queue, slot, work_out);
    }
    return status == UBN_OK && mixed_takes_recv(d->op) ? claim_recv(n, queue, d) : status;
}
