/* SPDX-License-Identifier: Apache-2.0 */
/* read_check: did every read do what it had to, and nothing else?
 * After each operation its whole slot is compared, guards included; at the end every byte of every
 * watched region, every completion, every fault, and that no other memory was ever written.
 */
#include "read_priv.h"

#include <inttypes.h>
#include <stdio.h>

#define MAX_MESSAGES 10u

void read_mistake(struct ubn_workload *w, const struct read_node *n, const char *what,
                  uint64_t number)
{
    if (w->errors++ < MAX_MESSAGES) {
        fprintf(w->log, "read workload: node %s, operation %" PRIu64 ": %s\n", n->env.name, number,
                what);
    }
}

static enum ubn_status read_memory(void *ctx, uint64_t addr, size_t len_bytes, uint8_t *data)
{
    return ubn_mem_read(ctx, addr, len_bytes, data);
}

void read_check_op(struct ubn_workload *w, struct read_node *n, const struct read_slot *slot)
{
    if (slot->fault == UBN_FAULT_NONE) {
        ubn_pattern_fill(w->nodes[n->target].source_seed, slot->source_pa, w->expected,
                         slot->len_bytes);
        enum ubn_status status =
            ubn_memboard_expect(n->board, slot->local, w->expected, slot->len_bytes,
                                slot->op == UBN_HOST_UNTRACED ? (uint32_t)slot->number : slot->op);
        if (status != UBN_OK) {
            ubn_engine_fail(w->engine, status);
            return;
        }
    }
    if (w->errors >= MAX_MESSAGES) {
        return; /* the end of the run looks at everything once more */
    }
    if (ubn_memboard_check_range(n->board, slot->base, w->slot_bytes, read_memory, n->env.mem,
                                 NULL) != UBN_OK) {
        read_mistake(w, n, "wrong bytes in its buffer", slot->number);
    }
}

enum ubn_status read_check_all(struct ubn_workload *w)
{
    const struct ubn_workload_counts *c = &w->counts;

    for (size_t i = 0; i < w->n_nodes; i++) {
        struct read_node *n = &w->nodes[i];

        if ((n->initiator || n->is_target) &&
            ubn_memboard_check(n->board, read_memory, n->env.mem, NULL) != UBN_OK) {
            read_mistake(w, n, "memory is not as expected at the end", n->ended);
        }
        if (ubn_mem_pages(n->env.mem) != n->pages) {
            read_mistake(w, n, "memory outside all buffers was written", n->ended);
        }
        if (n->initiator && n->ended != w->cfg.ops) {
            read_mistake(w, n, "is the last that ended; not all did", n->ended);
        }
        if (n->initiator && ubn_host_counts(n->env.host).spurious != 0) {
            read_mistake(w, n, "a completion queue was written without a valid record", n->ended);
        }
    }
    if (ubn_cplboard_finish(w->completions) != UBN_OK) {
        w->errors++;
    }
    if (c->faults_injected != c->faults_seen || c->posted != c->completed + c->refused) {
        fprintf(w->log,
                "read workload: %" PRIu64 " posted, %" PRIu64 " completed, %" PRIu64
                " refused; %" PRIu64 " faults injected, %" PRIu64 " seen\n",
                c->posted, c->completed, c->refused, c->faults_injected, c->faults_seen);
        w->errors++;
    }
    return w->errors == 0 ? UBN_OK : UBN_ERR_CHECK;
}
