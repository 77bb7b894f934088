/* SPDX-License-Identifier: Apache-2.0 */
/** @file portq.h  Queue of time-stamped items that waits in front of an input port of a node. */
#ifndef UBN_PORTQ_H
#define UBN_PORTQ_H

#include "ubn/status.h"

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Ring queue of fixed-size items, in order of arrival time. The memory of the struct belongs to
 * the caller; its fields belong to the functions below. Grows by doubling, never shrinks. */
struct ubn_portq {
    uint64_t *ps;         /**< arrival times, shape [capacity] */
    unsigned char *items; /**< items, shape [capacity][item_bytes] */
    size_t item_bytes;    /**< bytes of one item, 1 or more */
    size_t capacity;      /**< slots: 0 or a power of two */
    size_t head;          /**< slot of the oldest item */
    size_t count;         /**< items held */
    uint64_t last_ps;     /**< time of the item pushed last */
};

/** Makes an empty queue; allocates nothing.
 *
 *  @param q          [out] queue.
 *  @param item_bytes [in] bytes of one item, 1 or more (sizeof of its struct). */
void ubn_portq_init(struct ubn_portq *q, size_t item_bytes);

/** Gives the memory back; the queue is then empty and may be used again.
 *
 *  @param q [in,out] queue, initialised. */
void ubn_portq_free(struct ubn_portq *q);

/** Adds a copy of an item at the end.
 *
 *  @param q    [in,out] queue.
 *  @param ps   [in] arrival time, ps; not before that of the item pushed last.
 *  @param item [in] shape [item_bytes], copied.
 *  @return UBN_OK; UBN_ERR_ARG when ps goes backwards; UBN_ERR_NOMEM. */
enum ubn_status ubn_portq_push(struct ubn_portq *q, uint64_t ps, const void *item);

/** Shows the oldest item.
 *
 *  @param q      [in] queue.
 *  @param ps_out [out] its arrival time; may be NULL; untouched when the queue is empty.
 *  @return the item, valid until the next push or pop; NULL when the queue is empty. */
const void *ubn_portq_head(const struct ubn_portq *q, uint64_t *ps_out);

/** Removes the oldest item.
 *
 *  @param q [in,out] queue.   @pre not empty (on an empty queue nothing happens). */
void ubn_portq_pop(struct ubn_portq *q);

/** Counts the items.
 *
 *  @param q [in] queue.
 *  @return items held, arrived or not. */
size_t ubn_portq_count(const struct ubn_portq *q);

#ifdef __cplusplus
}
#endif
#endif
