/* SPDX-License-Identifier: Apache-2.0 */
/** @file contract.h  What the rules of all kinds of ports share: the watch over one controller, and
 *  the table that describes a kind of port. A new kind is one more file with such a table, and one
 *  more line in contract.c. */
#ifndef CONTRACT_H
#define CONTRACT_H

#include "dut.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/** What a stream shows in one cycle, compared as bytes. */
struct shown {
    uint64_t words[12]; /**< zeros where it carries nothing */
};

struct watch;

/** One stream of a port. */
struct stream {
    const char *name; /**< in messages and in the counts at the end */
    bool out;         /**< true: of the controller; false: of what is around it */
    uint32_t flag;    /**< its valid (out), its ready (in) */
    size_t at;        /**< in struct ubn_dut_in: its ready (out), pointer to its item (in) */
    bool asks;        /**< in: its ready may follow its own item of the same cycle */
    /** Gives what it shows. @param item [in] of an input. @pre it is valid. */
    struct shown (*show)(const struct ubn_dut *dut, const void *item);
    /** Judges what moves at the edge to come; may be NULL. */
    void (*take)(struct watch *w, const void *item);
};

/** Rows of a table of streams. */
#define STREAM_OUT(stream, valid, ready, show_fn, take_fn)                                         \
    {                                                                                              \
        .name = (stream), .out = true, .flag = (valid), .at = offsetof(struct ubn_dut_in, ready),  \
        .show = (show_fn), .take = (take_fn)                                                       \
    }
#define STREAM_IN(stream, ready, item, show_fn, take_fn)                                           \
    {                                                                                              \
        .name = (stream), .flag = (ready), .at = offsetof(struct ubn_dut_in, item),                \
        .show = (show_fn), .take = (take_fn)                                                       \
    }
#define STREAM_ASKS(stream, ready, item, show_fn, take_fn)                                         \
    {                                                                                              \
        .name = (stream), .flag = (ready), .at = offsetof(struct ubn_dut_in, item),                \
        .show = (show_fn), .take = (take_fn), .asks = true                                         \
    }

/** One kind of port. A controller that has no such port shows nothing on its streams. */
struct port {
    const struct stream *streams; /**< shape [n_streams], in the order in which a cycle is judged */
    unsigned n_streams;
    size_t state_bytes; /**< what its rules remember of a controller, zeros at the start */
    /** Judges inputs that are no streams, before what moves; may be NULL. */
    void (*begin)(struct watch *w);
    /** Judges the cycle as a whole, after what moves; may be NULL. */
    void (*end)(struct watch *w);
    /** Tells whether nothing is half done. */
    bool (*whole)(const struct watch *w);
    /** Prints its own counts, " name number" each; may be NULL. */
    void (*print)(const struct watch *w, FILE *out);
};

extern const struct port contract_link; /**< frames both ways, stall events */
extern const struct port contract_axi;  /**< on-chip bus */
extern const struct port contract_pcie; /**< transaction layer packets, credits */

/** Controller under watch. */
const struct ubn_dut *contract_dut(const struct watch *w);
/** Inputs of the cycle at hand. */
const struct ubn_dut_in *contract_in(const struct watch *w);
/** What the rules of a port remember of a controller. */
void *contract_state(const struct watch *w, const struct port *port);

/** Says that a rule is broken: the run fails at the end of the cycle. */
void contract_broken(struct watch *w, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
