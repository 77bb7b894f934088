/* SPDX-License-Identifier: Apache-2.0 */
/** @file portq.c  Ring queue of time-stamped items, capacity a power of two. */
#include "ubn/portq.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_CAPACITY = 16 };

void ubn_portq_init(struct ubn_portq *q, size_t item_bytes)
{
    *q = (struct ubn_portq){.item_bytes = item_bytes};
}

void ubn_portq_free(struct ubn_portq *q)
{
    free(q->ps);
    free(q->items);
    ubn_portq_init(q, q->item_bytes);
}

/* Moves everything to arrays of twice the size, oldest item first. */
static enum ubn_status grow(struct ubn_portq *q)
{
    size_t capacity = q->capacity == 0 ? FIRST_CAPACITY : q->capacity * 2;
    uint64_t *ps = calloc(capacity, sizeof(*ps));
    unsigned char *items = calloc(capacity, q->item_bytes);
    if (ps == NULL || items == NULL) {
        free(ps);
        free(items);
        return UBN_ERR_NOMEM;
    }
    for (size_t i = 0; i < q->count; i++) {
        size_t from = (q->head + i) & (q->capacity - 1);
        ps[i] = q->ps[from];
        memcpy(items + i * q->item_bytes, q->items + from * q->item_bytes, q->item_bytes);
    }
    free(q->ps);
    free(q->items);
    q->ps = ps;
    q->items = items;
    q->capacity = capacity;
    q->head = 0;
    return UBN_OK;
}

enum ubn_status ubn_portq_push(struct ubn_portq *q, uint64_t ps, const void *item)
{
    if (ps < q->last_ps) {
        return UBN_ERR_ARG;
    }
    if (q->count == q->capacity) {
        enum ubn_status status = grow(q);
        if (status != UBN_OK) {
            return status;
        }
    }
    size_t slot = (q->head + q->count) & (q->capacity - 1);
    q->ps[slot] = ps;
    memcpy(q->items + slot * q->item_bytes, item, q->item_bytes);
    q->last_ps = ps;
    q->count++;
    return UBN_OK;
}

const void *ubn_portq_head(const struct ubn_portq *q, uint64_t *ps_out)
{
    if (q->count == 0) {
        return NULL;
    }
    if (ps_out != NULL) {
        *ps_out = q->ps[q->head];
    }
    return q->items + q->head * q->item_bytes;
}

void ubn_portq_pop(struct ubn_portq *q)
{
    if (q->count != 0) {
        q->head = (q->head + 1) & (q->capacity - 1);
        q->count--;
    }
}

size_t ubn_portq_count(const struct ubn_portq *q) { return q->count; }
