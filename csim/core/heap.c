/* SPDX-License-Identifier: Apache-2.0 */
/** @file heap.c  Binary heap of events; grows by doubling. */
#include "heap.h"

#include <stdlib.h>

enum { FIRST_CAPACITY = 256 };

static bool before(const struct ubn_event *a, const struct ubn_event *b)
{
    if (a->ps != b->ps) {
        return a->ps < b->ps;
    }
    if (a->rank != b->rank) {
        return a->rank < b->rank;
    }
    return a->seq < b->seq;
}

enum ubn_status ubn_heap_push(struct ubn_heap *heap, const struct ubn_event *event)
{
    if (heap->count == heap->capacity) {
        size_t capacity = heap->capacity == 0 ? FIRST_CAPACITY : heap->capacity * 2;
        struct ubn_event *events = realloc(heap->events, capacity * sizeof(*events));
        if (events == NULL) {
            return UBN_ERR_NOMEM;
        }
        heap->events = events;
        heap->capacity = capacity;
    }
    size_t i = heap->count++;
    while (i > 0 && before(event, &heap->events[(i - 1) / 2])) {
        heap->events[i] = heap->events[(i - 1) / 2];
        i = (i - 1) / 2;
    }
    heap->events[i] = *event;
    return UBN_OK;
}

struct ubn_event ubn_heap_pop(struct ubn_heap *heap)
{
    struct ubn_event first = heap->events[0];
    const struct ubn_event moved = heap->events[--heap->count];
    size_t i = 0;
    for (size_t child = 1; child < heap->count; child = 2 * i + 1) {
        if (child + 1 < heap->count && before(&heap->events[child + 1], &heap->events[child])) {
            child++;
        }
        if (!before(&heap->events[child], &moved)) {
            break;
        }
        heap->events[i] = heap->events[child];
        i = child;
    }
    heap->events[i] = moved;
    return first;
}
