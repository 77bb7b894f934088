/* SPDX-License-Identifier: Apache-2.0 */
/* roce_watch_track: requests from post to completion record, and reads of memory that frames wait
 * for, as the watch keeps them. */
#include "roce_watch_priv.h"

#include <stdlib.h>
#include <string.h>

/* Doubles a ring of items that are found at their number mod capacity. */
static void *grow(void *ring, uint64_t capacity, uint64_t from, uint64_t to, size_t item_bytes)
{
    const uint64_t more = capacity == 0 ? 16 : capacity * 2;
    unsigned char *grown = calloc(more, item_bytes);
    if (grown == NULL)
        return NULL;
    for (uint64_t i = from; i != to; i++)
        memcpy(grown + (i & (more - 1)) * item_bytes,
               (unsigned char *)ring + (i & (capacity - 1)) * item_bytes, item_bytes);
    free(ring);
    return grown;
}

/* ---- requests ---- */

struct request *watch_at(const struct queue *q, uint32_t k)
{
    return &q->ring[k & (q->capacity - 1)];
}

struct request *watch_find(const struct watch_node *n, uint16_t qp, uint16_t idx)
{
    const struct queue *q = n->queues[qp];
    if (q == NULL)
        return NULL;
    const uint16_t ahead = (uint16_t)(idx - (uint16_t)q->first);
    return ahead < q->posted - q->first ? watch_at(q, q->first + ahead) : NULL;
}

void ubn_roce_watch_posted(struct ubn_watch *watch, size_t node, uint32_t qpn, uint16_t idx,
                           uint32_t op)
{
    struct watch_node *n = &watch->nodes[node];
    struct queue *q = n->queues[qpn];
    if (q == NULL)
        q = n->queues[qpn] = calloc(1, sizeof *q);
    if (q == NULL) {
        watch_check(&n->sink, UBN_ERR_NOMEM);
        return;
    }
    if ((uint16_t)q->posted != idx)
        q->first = q->rung = q->posted = idx;
    if (q->posted - q->first == q->capacity) {
        /* through 64 bits, so that numbers that wrap stay in order */
        const uint64_t from = q->first, to = from + (q->posted - q->first);
        struct request *ring = grow(q->ring, q->capacity, from, to, sizeof *ring);
        if (ring == NULL) {
            watch_check(&n->sink, UBN_ERR_NOMEM);
            return;
        }
        q->capacity = q->capacity == 0 ? 16 : q->capacity * 2;
        q->ring = ring;
    }
    *watch_at(q, q->posted++) = (struct request){.number = ++watch->requests, .op = op};
}

/* ---- reads that frames wait for ---- */

uint64_t watch_fetch_begin(struct watch_node *n, struct fetches *f, uint64_t key)
{
    if (f->tail - f->head == f->capacity) {
        struct fetch *ring = grow(f->ring, f->capacity, f->head, f->tail, sizeof *ring);
        if (ring == NULL) {
            watch_check(&n->sink, UBN_ERR_NOMEM);
            return f->tail;
        }
        f->capacity = f->capacity == 0 ? 16 : f->capacity * 2;
        f->ring = ring;
    }
    f->ring[f->tail & (f->capacity - 1)] = (struct fetch){.key = key};
    return f->tail++;
}

struct fetch *watch_fetch_at(struct fetches *f, uint64_t serial)
{
    return serial - f->head < f->tail - f->head ? &f->ring[serial & (f->capacity - 1)] : NULL;
}

void watch_fetch_end(struct fetches *f, uint64_t key, bool *has, struct fetch *fetch)
{
    const struct fetch *oldest = watch_fetch_at(f, f->head);
    if (oldest == NULL || oldest->key != key)
        return;
    *fetch = *oldest;
    *has = fetch->data.accept_ps != 0;
    f->head++;
}
