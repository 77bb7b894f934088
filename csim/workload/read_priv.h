/* SPDX-License-Identifier: Apache-2.0 */
/* read_priv: state of the workload `read`, shared by read.c, read_layout.c and read_check.c. */
#ifndef UBN_WORKLOAD_READ_PRIV_H
#define UBN_WORKLOAD_READ_PRIV_H

#include "layout.h"

#include "ubn/portq.h"
#include "ubn/scoreboard.h"
#include "ubn/workload.h"

/* Untouched bytes on both sides of each buffer and segment. */
#define READ_GUARD_BYTES 64u
/* A slot without operation. */
#define READ_NO_SLOT UINT32_MAX

/* Purpose numbers in ubn_rng_hash. */
enum read_rng {
    READ_RNG_OP = 0x72640000, /* operation n of a node */
    READ_RNG_SOURCE,          /* pattern of the source segment */
    READ_RNG_BUFFER,          /* pattern of untouched buffers */
    READ_RNG_TOKEN,           /* token of the source segment */
    READ_RNG_SEQ,             /* first sequence number of queue n */
    READ_RNG_USER             /* user_data of queue n */
};

/* One operation in flight, and the buffer it owns. */
struct read_slot {
    uint64_t base;      /* first byte of the slot, guard included */
    uint64_t number;    /* operation of the initiator, from 0 */
    uint64_t source_pa; /* address of the data in the memory of the target */
    uint64_t local;     /* address of the data in the own memory */
    uint32_t len_bytes;
    uint32_t op; /* of the trace, or UBN_HOST_UNTRACED */
    enum ubn_fault fault;
    uint32_t code; /* of the completion */
    uint32_t id;   /* of the entry posted */
    bool active;
};

/* One queue of an initiator. */
struct read_queue {
    uint32_t number;
    uint32_t inflight;
    uint32_t seq;         /* operations so far; the next takes entry seq mod depth, faults apart */
    uint32_t pi;          /* entries posted so far */
    uint32_t *slot_of_id; /* shape [sq_depth]: slot of the entry in flight, or READ_NO_SLOT */
};

/* A store whose answer has not come. */
struct read_store {
    uint64_t number;
    uint32_t slot;
};

/* One thread of an initiator. */
struct read_thread {
    uint32_t next_queue;      /* where to look first */
    struct read_queue *batch; /* queue of the batch under way */
    uint32_t batch_left;      /* requests of it still to post */
    struct ubn_portq stores;  /* struct read_store, in order */
};

struct read_node {
    struct ubn_workload *w;
    struct ubn_workload_node env;
    uint32_t number;
    uint32_t target; /* node it reads from */
    bool initiator;
    bool is_target;

    uint64_t source_seed; /* pattern of its segment */
    uint64_t buffer_seed; /* pattern of its buffers, while untouched */
    uint64_t rings;       /* address of the completion queues */
    uint64_t work_queues; /* address of the work queues */
    uint64_t buffers;     /* address of the slots */
    uint64_t segment;     /* address of the source region (pa) */
    struct ubn_region_config source_cfg;
    struct ubn_region_config local_cfg;
    struct ubn_region source;
    struct ubn_region local;
    size_t pages; /* pages of memory in use at the start */
    struct ubn_memboard *board;

    struct read_queue *queues;   /* shape [cfg.queues] */
    struct read_slot *slots;     /* shape [n_slots], slot of queue j: j * outstanding + k */
    struct read_thread *threads; /* shape [cfg.threads] */
    uint32_t reset_queue;        /* queue in state RESET, for UBN_FAULT_NOT_READY */
    uint32_t n_queues;           /* added to the nic so far */
    uint32_t n_cqs;
    uint64_t posted;
    uint64_t reserved; /* of the operations, by batches under way or posted */
    uint64_t ended;
};

struct ubn_workload {
    struct ubn_read_config cfg; /* defaults filled in */
    const struct ubn_stack *stack;
    struct ubn_engine *engine;
    struct ubn_trace *trace;
    uint64_t seed;
    FILE *log;
    struct read_node *nodes; /* shape [n_nodes] */
    size_t n_nodes;
    uint32_t cq_shift;
    uint64_t slot_bytes; /* stride, guards included */
    uint32_t n_slots;    /* of one initiator */
    struct ubn_cplboard *completions;
    struct ubn_workload_counts counts;
    uint64_t outstanding;
    uint64_t busy_queues;
    uint64_t errors;   /* mistakes seen during the run, each printed */
    uint8_t *expected; /* shape [bytes_max], scratch of the check */
};

/* Checks the configuration and fills in its defaults. */
enum ubn_status read_config_resolve(struct ubn_workload *w);

/* Lays out and fills the memory of every node and describes it for the driver. */
enum ubn_status read_layout(struct ubn_workload *w);

/* Judges one operation whose completion came; a mistake is printed and counted. */
void read_check_op(struct ubn_workload *w, struct read_node *n, const struct read_slot *slot);

/* Judges the whole run. */
enum ubn_status read_check_all(struct ubn_workload *w);

/* Prints a mistake and counts it; the first ten are printed. */
void read_mistake(struct ubn_workload *w, const struct read_node *n, const char *what,
                  uint64_t number);

#endif
