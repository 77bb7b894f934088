/* SPDX-License-Identifier: Apache-2.0 */
/** @file shape.h  Which keys a YAML file holds and on which line; refuses what is not a key. */
#ifndef UBN_CONFIG_SHAPE_H
#define UBN_CONFIG_SHAPE_H

#include "ubn/status.h"

#include "names.h"

/** One key of a file. */
struct ubn_shape_key {
    char name[UBN_NAME_BYTES]; /**< dotted, as "nodes.0.clock_phase" */
    unsigned line;             /**< 1 .. */
};

/** All keys of a file with a value, in its order; start with zeros. */
struct ubn_shape {
    struct ubn_shape_key *keys; /**< shape [capacity], `count` used; owned by the struct */
    size_t count;               /**< keys held */
    size_t capacity;            /**< slots */
};

/** Walks a file. Refuses, with one message: no YAML, no keys, unknown keys, keys written twice,
 *  values where keys belong and the reverse, lists that are empty or too long, aliases.
 *
 *  @param file      [in] name for messages.
 *  @param text      [in] shape [len], bytes of the file.
 *  @param len       [in] bytes.
 *  @param shape_out [in,out] zeros before; also after an error given back by ubn_shape_free.
 *  @return UBN_OK; UBN_ERR_CONFIG or UBN_ERR_NOMEM after one message. */
enum ubn_status ubn_shape_read(const char *file, const char *text, size_t len,
                               struct ubn_shape *shape_out);

/** Gives the line of a key.
 *
 *  @param shape [in] keys of a file.
 *  @param name  [in] as in the file.
 *  @return line; 0 when the file does not have it. */
unsigned ubn_shape_line(const struct ubn_shape *shape, const char *name);

/** Gives the memory back.
 *
 *  @param shape [in,out] zeros afterwards. */
void ubn_shape_free(struct ubn_shape *shape);

#endif
