/* SPDX-License-Identifier: Apache-2.0 */
/* mixed_priv: state of the workload `mixed`, shared by mixed.c, mixed_draw.c, mixed_layout.c and
 * mixed_check.c. */
#ifndef UBN_WORKLOAD_MIXED_PRIV_H
#define UBN_WORKLOAD_MIXED_PRIV_H

#include "layout.h"

#include "ubn/workload.h"

/* Nodes of this workload. */
#define MIXED_NODES 2u
/* Untouched bytes on both sides of each buffer and area. */
#define MIXED_GUARD_BYTES 64u
/* Bytes of an atomic. */
#define MIXED_ATOMIC_BYTES 8u
/* A receive may be used by a send when its doorbell, its fetch and all queueing in front of them
 * are over, so that no send finds the target unprepared: this long after the doorbell was built,
 * plus this much for each receive of all queues (they may all have been posted at once), plus twice
 * the longest request so far (how long queueing takes). Source: assumption, 20 times an unloaded
 * doorbell and fetch; one fetch at a time. */
#define MIXED_SETTLE_PS UINT64_C(20000000)
#define MIXED_SETTLE_EACH_PS UINT64_C(100000)

/* Purpose numbers in ubn_rng_hash. */
enum mixed_rng {
    MIXED_RNG_OP = 0x6d780000, /* request n of a queue; the queue is in the upper half of n */
    MIXED_RNG_DATA,            /* data of request n */
    MIXED_RNG_WINDOW,          /* pattern of the windows */
    MIXED_RNG_BUFFER,          /* pattern of buffers */
    MIXED_RNG_TOKEN,           /* tokens of the regions */
    MIXED_RNG_SEQ,             /* first sequence number of queue n */
    MIXED_RNG_USER             /* user_data of queue n */
};

/* A request as it is drawn. */
struct mixed_draw {
    enum ubn_op op;
    uint32_t len_bytes;
    uint32_t offset; /* of the remote bytes in the window of the queue */
    uint32_t shift;  /* of the local bytes in the slot */
    bool inline_data;
    bool fence;
    bool may_hide; /* no completion, unless it ends a batch */
    uint32_t imm;
    uint64_t random[2]; /* for the values of atomics, and which of two keys */
};

/* One request in flight, and the buffer it owns. */
struct mixed_slot {
    struct mixed_draw draw;
    uint64_t base;   /* first byte of the slot, guard included */
    uint64_t local;  /* address of the local bytes in memory */
    uint8_t *expect; /* shape [bytes_max]: what a read or an atomic must bring */
    uint64_t number; /* in the queue, from 0 */
    uint32_t id;     /* of the entry */
    uint32_t trace;  /* operation of the trace, or UBN_OP_UNTRACED */
    uint32_t code;   /* of the completion */
    uint64_t posted_ps;
    bool signaled;
    bool polled; /* its completion was seen */
    bool active;
};

/* What a receive must bring. */
struct mixed_expect {
    uint64_t rung_ps; /* the doorbell of the receive left */
    uint32_t len_bytes;
    uint32_t imm;
    bool with_imm;
};

/* Receives of one queue; receive k uses buffer k mod recv_depth. */
struct mixed_recv {
    uint64_t base;               /* first byte of its buffers */
    struct mixed_expect *expect; /* shape [recv_depth], of receive k in k mod recv_depth */
    uint64_t posted;
    uint64_t claimed; /* by requests of the peer */
    uint64_t taken;   /* completions seen */
    uint64_t freed;   /* completions finished: their buffers may be posted again */
    uint64_t rung;    /* posted up to the last doorbell */
};

/* One queue of one node. */
struct mixed_queue {
    uint32_t number;
    uint64_t seq;      /* requests drawn so far */
    uint32_t inflight; /* slots in use */
    uint32_t *order;   /* shape [outstanding]: slots in flight in order of posting */
    uint8_t *shadow;   /* shape [window_bytes]: the window at the peer after all that was posted */
    uint64_t window;   /* address of its window in the memory of the peer */
    struct mixed_recv recv;
};

/* One thread of a node. */
struct mixed_thread {
    uint32_t next_queue;
    uint32_t next_recv;
    struct mixed_queue *batch;
    uint32_t batch_left;
    struct mixed_queue *recv_batch; /* its doorbell is still to ring */
    bool wakes;                     /* an event will look again */
};

struct mixed_node {
    struct ubn_workload *w;
    struct ubn_workload_node env;
    uint32_t number;
    bool initiator;
    bool has_queues;
    uint64_t rings, work_queues, buffers, recvs, windows; /* addresses of the areas */
    uint64_t window_seed, buffer_seed;
    struct ubn_region_config local_cfg, recv_cfg, window_cfg;
    struct ubn_region local, recv, window;
    size_t pages;
    struct ubn_memboard *board;
    struct mixed_queue *queues;   /* shape [cfg.queues] */
    struct mixed_slot *slots;     /* shape [n_slots], slot of queue j: j * outstanding + k */
    struct mixed_thread *threads; /* shape [cfg.threads] */
    uint64_t reserved;            /* requests of batches under way or posted */
    uint64_t ended;
};

struct ubn_workload {
    struct ubn_mixed_config cfg; /* defaults filled in, op_set only what the stack carries */
    const struct ubn_stack *stack;
    struct ubn_engine *engine;
    struct ubn_trace *trace;
    uint64_t seed;
    FILE *log;
    struct mixed_node nodes[MIXED_NODES];
    enum ubn_op kinds[UBN_OP_COUNT]; /* shape [n_kinds]: what is drawn */
    uint32_t n_kinds;
    uint32_t sq_depth, rq_depth, cq_shift;
    uint32_t window_bytes; /* of one queue, guards not included */
    uint32_t share_bytes;  /* part of it that one request may use: all, or on a stack without order
                              as  many as requests may be in flight, so that they never meet */
    uint64_t slot_bytes;   /* stride, guards included */
    uint64_t window_stride;
    uint32_t n_slots;
    bool receives; /* some kind drawn needs receives */
    struct ubn_cplboard *completions;
    struct ubn_workload_counts counts;
    uint64_t outstanding;
    uint64_t busy_queues;
    uint64_t longest_ps; /* request so far */
    uint64_t errors;
    uint8_t *scratch; /* shape [bytes_max] */
};

/* Draws request `seq` of a queue: a pure function of seed, node, queue and seq. */
struct mixed_draw mixed_draw(const struct ubn_workload *w, const struct mixed_node *n,
                             const struct mixed_queue *queue, uint64_t seq);

/* Tells whether a request of this kind takes a receive of the target. */
bool mixed_takes_recv(enum ubn_op op);

/* Tells whether a request of this kind brings bytes from the target. */
bool mixed_brings(enum ubn_op op);

/* Tells whether a request of this kind changes the window of its queue. */
bool mixed_changes(enum ubn_op op);

/* Prepares a drawn request: its local data, what it does to the window and to a receive, what it
 * must bring; and says what to post. */
enum ubn_status mixed_prepare(struct mixed_node *n, struct mixed_queue *queue,
                              struct mixed_slot *slot, struct ubn_work *work_out);

/* Checks the configuration and fills in its defaults. */
enum ubn_status mixed_config_resolve(struct ubn_workload *w);

/* Lays out and fills the memory of both nodes and describes it to the drivers. */
enum ubn_status mixed_layout(struct ubn_workload *w);

/* First byte of the buffer of a receive, guards included. */
uint64_t mixed_recv_slot(const struct ubn_workload *w, const struct mixed_recv *recv, uint64_t k);

/* Judges a request whose end came. */
void mixed_check_op(struct mixed_node *n, struct mixed_slot *slot);

/* Judges a receive whose completion came. */
void mixed_check_recv(struct mixed_node *n, const struct mixed_queue *queue, uint64_t k,
                      const struct ubn_cpl *cpl);

/* Judges the whole run. */
enum ubn_status mixed_check_all(struct ubn_workload *w);

/* Prints a mistake and counts it; the first ten are printed. */
void mixed_mistake(struct mixed_node *n, const char *what, uint32_t queue, uint64_t number);

#endif
