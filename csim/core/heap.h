/* SPDX-License-Identifier: Apache-2.0 */
/** @file heap.h  Binary heap of events, smallest (ps, rank, sequence) on top. Inside csim/core
 * only. */
#ifndef UBN_CORE_HEAP_H
#define UBN_CORE_HEAP_H

#include "ubn/engine.h"

/** One pending event. */
struct ubn_event {
    uint64_t ps;     /**< when */
    uint64_t rank;   /**< phase, node and port in one number */
    uint64_t seq;    /**< order of posting */
    ubn_event_fn fn; /**< what to call */
    void *ctx;       /**< its context */
    uint64_t arg;    /**< its number */
};

/** Growing array in heap order; start with zeros. */
struct ubn_heap {
    struct ubn_event *events; /**< shape [capacity], `count` used */
    size_t count;             /**< pending events */
    size_t capacity;          /**< slots */
};

/** Adds an event.   @return UBN_OK; UBN_ERR_NOMEM. */
enum ubn_status ubn_heap_push(struct ubn_heap *heap, const struct ubn_event *event);

/** Removes and returns the first event.   @pre count > 0. */
struct ubn_event ubn_heap_pop(struct ubn_heap *heap);

#endif
