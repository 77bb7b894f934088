/* SPDX-License-Identifier: Apache-2.0 */
/* mixed_check: did every request and every receive do what it had to, and nothing else? After each
 * one its whole buffer is compared, guards included; at the end every byte of both memories.
 */
#include "mixed_priv.h"

#include <inttypes.h>

#define MAX_MESSAGES 10u

void mixed_mistake(struct mixed_node *n, const char *what, uint32_t queue, uint64_t number)
{
    if (n->w->errors++ < MAX_MESSAGES) {
        fprintf(n->w->log, "mixed workload: node %s, queue %" PRIu32 ", number %" PRIu64 ": %s\n",
                n->env.name, queue, number, what);
    }
}

static enum ubn_status read_memory(void *ctx, uint64_t addr, size_t len_bytes, uint8_t *data)
{
    return ubn_mem_read(ctx, addr, len_bytes, data);
}

/* Compares one buffer; once much is wrong, the end of the run looks at everything once more. */
static bool is_right(const struct mixed_node *n, uint64_t base)
{
    return n->w->errors >= MAX_MESSAGES ||
           ubn_memboard_check_range(n->board, base, n->w->slot_bytes, read_memory, n->env.mem,
                                    NULL) == UBN_OK;
}

void mixed_check_op(struct mixed_node *n, struct mixed_slot *slot)
{
    const uint32_t queue = (uint32_t)(slot - n->slots) / n->w->cfg.outstanding;

    if (mixed_brings(slot->draw.op)) {
        enum ubn_status status = ubn_memboard_expect(n->board, slot->local, slot->expect,
                                                     slot->draw.len_bytes, (uint32_t)slot->number);
        if (status != UBN_OK) {
            ubn_engine_fail(n->w->engine, status);
            return;
        }
    }
    if (!is_right(n, slot->base)) {
        mixed_mistake(n, ubn_op_name(slot->draw.op), queue, slot->number);
    }
}

void mixed_check_recv(struct mixed_node *n, const struct mixed_queue *queue, uint64_t k,
                      const struct ubn_cpl *cpl)
{
    const struct mixed_recv *recv = &queue->recv;
    const struct mixed_expect *e = &recv->expect[k % n->w->cfg.recv_depth];

    if (cpl->with_imm != e->with_imm || (e->with_imm && cpl->imm != e->imm)) {
        mixed_mistake(n, "receive with the wrong immediate", queue->number, k);
    }
    if (!is_right(n, mixed_recv_slot(n->w, recv, k))) {
        mixed_mistake(n, "wrong bytes in the buffer of a receive", queue->number, k);
    }
}

static void check_node(struct mixed_node *n)
{
    struct ubn_workload *w = n->w;

    if (ubn_memboard_check(n->board, read_memory, n->env.mem, NULL) != UBN_OK) {
        mixed_mistake(n, "memory is not as expected at the end", 0, n->ended);
    }
    if (ubn_mem_pages(n->env.mem) != n->pages) {
        mixed_mistake(n, "memory outside all buffers was written", 0, n->ended);
    }
    if (n->initiator && n->ended != w->cfg.ops) {
        mixed_mistake(n, "not all requests ended", 0, n->ended);
    }
    if (n->env.host != NULL && ubn_host_counts(n->env.host).spurious != 0) {
        mixed_mistake(n, "a completion queue was written without a valid record", 0, n->ended);
    }
    for (uint32_t j = 0; j < w->cfg.queues; j++) {
        const struct mixed_recv *recv = &n->queues[j].recv;

        if (recv->taken != recv->claimed) {
            mixed_mistake(n, "receives without completion", j, recv->taken);
        }
    }
}

enum ubn_status mixed_check_all(struct ubn_workload *w)
{
    for (uint32_t i = 0; i < MIXED_NODES; i++) {
        check_node(&w->nodes[i]);
    }
    if (ubn_cplboard_finish(w->completions) != UBN_OK) {
        w->errors++;
    }
    if (w->counts.posted != w->counts.completed) {
        fprintf(w->log, "mixed workload: %" PRIu64 " posted, %" PRIu64 " completed\n",
                w->counts.posted, w->counts.completed);
        w->errors++;
    }
    return w->errors == 0 ? UBN_OK : UBN_ERR_CHECK;
}
