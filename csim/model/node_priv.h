/* SPDX-License-Identifier: Apache-2.0 */
/* node_priv: what the parts of a node share: node.c (clock, link, observation) and one file for
 * each host side (node_axi.c, node_pcie.c). */
#ifndef UBN_MODEL_NODE_PRIV_H
#define UBN_MODEL_NODE_PRIV_H

#include "ubn/node.h"

#include "dut.h"

/* Host side of a node. */
struct node_side {
    /* Makes the state of the side in node->side_state. */
    enum ubn_status (*create)(struct ubn_node *node);
    void (*destroy)(struct ubn_node *node);
    /* Arrival of what comes first to the controller; UBN_TIME_NEVER: nothing comes. */
    uint64_t (*earliest_ps)(const struct ubn_node *node);
    /* Drives the inputs of one edge. */
    void (*drive)(struct ubn_node *node, uint64_t ps, struct ubn_dut_in *in);
    /* Moves what the handshakes of the edge move. */
    void (*move)(struct ubn_node *node, uint64_t ps, const struct ubn_dut_in *in, uint32_t flags);
    /* Tells whether nothing is half done. */
    bool (*at_rest)(const struct ubn_node *node);
    uint32_t streams; /* bit i: it has stream i */
};

extern const struct node_side node_side_axi;
extern const struct node_side node_side_pcie;

struct ubn_node {
    struct ubn_engine *engine;
    struct ubn_node_config cfg;
    const struct node_side *side;
    void *side_state;
    struct ubn_clock clock;
    struct ubn_portq *rx;
    struct ubn_hash hash;
    struct ubn_node_counts counts;
    uint64_t cycle;                 /* next edge that may be evaluated */
    bool idle;                      /* nothing moves in the controller without new input */
    bool in_frame_rx;               /* the next beat in continues a frame */
    bool in_frame_tx;               /* the next beat out continues a frame */
    bool offered[UBN_NODE_STREAMS]; /* an input once valid stays so until it is taken */
};

/* Decides whether a stream stalls at the next edge: a pure function of seed, node, stream, cycle.
 */
bool node_stalled(const struct ubn_node *node, enum ubn_node_stream stream);

/* Shows the head of a queue to the controller when it has arrived and no stall holds it back. */
const void *node_offer(struct ubn_node *node, enum ubn_node_stream stream,
                       const struct ubn_portq *q, uint64_t now_ps);

/* Books one stream in one cycle; true when a beat moves. */
bool node_moves(struct ubn_node *node, enum ubn_node_stream stream, bool valid, bool ready);

/* Describes the arrival of the head of a queue that is taken now. */
struct ubn_node_arrival node_arrival(const struct ubn_node *node, const struct ubn_portq *q,
                                     uint64_t now_ps);

/* Ends the run when status is not UBN_OK. */
void node_check(struct ubn_node *node, enum ubn_status status);

/* Gives the earliest arrival over some queues. */
uint64_t node_earliest(const struct ubn_portq *const *queues, size_t n);

#endif
