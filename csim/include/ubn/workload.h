/* SPDX-License-Identifier: Apache-2.0 */
/** @file workload.h  What the nodes are asked to do, and the judgement of what they did.
 *
 *  A workload is written once for every stack: it knows only ubn/verbs.h and the table of
 *  ubn/stack.h. Order of calls: create (lays out and fills memory, describes regions and queues to
 *  the driver of each node), the driver programs the controllers (setup_start of the stack), start,
 *  the engine runs until done, check, destroy. */
#ifndef UBN_WORKLOAD_H
#define UBN_WORKLOAD_H

#include "ubn/engine.h"
#include "ubn/host.h"
#include "ubn/mem.h"
#include "ubn/stack.h"
#include "ubn/status.h"
#include "ubn/trace.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/** One node as a workload sees it; everything belongs to the caller and outlives the workload. */
struct ubn_workload_node {
    const char *name;      /**< for messages */
    struct ubn_mem *mem;   /**< memory, all bytes 0 */
    struct ubn_nic *nic;   /**< driver and library, nothing added yet */
    struct ubn_host *host; /**< threads; NULL when the node runs no software */
};

/** The system a workload runs on. */
struct ubn_workload_env {
    struct ubn_engine *engine;             /**< engine */
    const struct ubn_stack *stack;         /**< software of the controllers */
    struct ubn_trace *trace;               /**< takes operations; may be NULL */
    const struct ubn_workload_node *nodes; /**< shape [n_nodes]; used during create only */
    size_t n_nodes;                        /**< 2 or more */
    uint64_t seed;                         /**< seed of the run */
    FILE *log;                             /**< mismatches go here; NULL: stderr */
};

/** What is wrong with an operation. */
enum ubn_fault {
    UBN_FAULT_NONE = 0,
    UBN_FAULT_BAD_TOKEN,   /**< wrong token value */
    UBN_FAULT_BAD_SEGMENT, /**< key id that nobody registered */
    UBN_FAULT_TOO_LONG,    /**< reaches past the end of the region */
    UBN_FAULT_NOT_READY,   /**< store to the page of a queue in state RESET */
    UBN_FAULT_COUNT
};

/** The workload `read`: the initiator reads random places of a region of the target. */
struct ubn_read_config {
    uint64_t ops;       /**< operations of each initiator, 1 or more */
    uint32_t bytes_min; /**< shortest, 1 or more */
    uint32_t bytes_max; /**< longest, up to the MTU */
    uint32_t
        align_bytes;    /**< addresses on both sides are multiples of it; 1 .. 64, a power of two */
    uint32_t mtu_bytes; /**< longest payload of one packet */
    uint32_t queues;    /**< queues of each initiator */
    uint32_t outstanding; /**< operations in flight on each, 1 .. inflight_max of the stack */
    uint32_t post_batch;  /**< most requests that share one doorbell; 0 and 1: one */
    uint32_t threads;     /**< threads of each initiator; queue j belongs to thread j mod threads */
    uint32_t sq_depth;    /**< entries of each send queue, a power of two, >= outstanding; 0: 64 */
    uint32_t cq_depth;    /**< records of each completion queue; 0: the smallest that cannot
                               overflow */
    uint64_t segment_bytes; /**< source region; 0: 64 KiB or four times bytes_max */
    bool both;            /**< true: every node i reads from node i + 1; false: only node 0 reads */
    enum ubn_fault fault; /**< what is wrong with faulty operations */
    uint32_t fault_ppm;   /**< share of faulty operations, 0 .. 1000000 */
    bool trace_faults;    /**< true: faulty operations are traced too (never not_ready ones) */
    uint32_t first_seq;   /**< of every queue, or UBN_FIRST_RANDOM */
};

/** The workload `mixed`: requests of many kinds between two nodes, at random places, in order on
 * each queue. Each queue has a window of remote memory of its own, in which its requests overlap: a
 *  request that changes bytes of a read or atomic still in flight is fenced, so what every byte
 * must be follows from the order of posting alone. */
struct ubn_mixed_config {
    uint64_t ops;       /**< requests of each initiator, 1 or more */
    uint32_t op_set;    /**< UBN_OP_BIT of each kind; what the stack does not carry is left out */
    uint32_t bytes_min; /**< shortest, 1 or more; atomics have 8 */
    uint32_t bytes_max; /**< longest */
    uint32_t
        align_bytes;    /**< addresses on both sides are multiples of it; 1 .. 64, a power of two */
    uint32_t mtu_bytes; /**< longest payload of one packet */
    uint32_t queues;    /**< queues between the two nodes */
    uint32_t outstanding;    /**< requests in flight on each queue, each direction */
    uint32_t post_batch;     /**< most requests that share one doorbell; 0 and 1: one */
    uint32_t threads;        /**< threads of each node; queue j belongs to thread j mod threads */
    uint32_t recv_depth;     /**< receives posted on each queue, each direction, 1 or more */
    bool both;               /**< true: both nodes initiate, over the same queues */
    uint32_t zero_ppm;       /**< share of requests without data */
    uint32_t inline_ppm;     /**< share of inline data among short writes and sends */
    uint32_t fence_ppm;      /**< share of requests fenced without need */
    uint32_t unsignaled_ppm; /**< share of requests without completion among those that do not end a
                                  batch; none on unordered stacks */
    uint32_t first_seq;      /**< of every queue, or UBN_FIRST_RANDOM */
};

/** Counts of a workload. */
struct ubn_workload_counts {
    uint64_t posted;           /**< operations handed to a thread */
    uint64_t completed;        /**< operations ended by a completion record */
    uint64_t refused;          /**< operations ended by a refused store */
    uint64_t faults_injected;  /**< operations made faulty */
    uint64_t faults_seen;      /**< of these, ended as such a fault must */
    uint64_t bytes;            /**< payload of successful operations */
    uint64_t peak_outstanding; /**< most operations in flight at once, all initiators */
    uint64_t peak_queues;      /**< most queues with work in flight at once */
    uint64_t first_ps;         /**< first operation began; 0: none */
    uint64_t last_ps;          /**< last operation ended; 0: none */
};

/** A workload under way; opaque, each kind has its own. */
struct ubn_workload;

/** A kind of workload. */
struct ubn_workload_ops {
    const char *name; /**< as in the key workload.kind */
    /** Lays out memory, fills it, sets itself as user of the threads.
     *  @param cfg [in] configuration of this kind; copied.
     *  @return UBN_OK; UBN_ERR_CONFIG (printed); UBN_ERR_NOMEM. */
    enum ubn_status (*create)(const struct ubn_workload_env *env, const void *cfg,
                              struct ubn_workload **w_out);
    /** Lets the threads begin at ps. @return UBN_OK; UBN_ERR_ARG; UBN_ERR_NOMEM. */
    enum ubn_status (*start)(struct ubn_workload *w, uint64_t ps);
    /** Tells whether all operations ended; usable as done() of struct ubn_run_limits. */
    bool (*done)(void *w);
    /** Judges the run once the engine is idle: every byte, every completion, every fault.
     *  @return UBN_OK; UBN_ERR_CHECK (each cause printed). */
    enum ubn_status (*check)(struct ubn_workload *w);
    /** Gives the counts so far. */
    struct ubn_workload_counts (*counts)(const struct ubn_workload *w);
    /** Gives everything back; w may be NULL. */
    void (*destroy)(struct ubn_workload *w);
};

/** Requests of many kinds (struct ubn_mixed_config). */
extern const struct ubn_workload_ops ubn_workload_mixed;

/** Reads (struct ubn_read_config). */
extern const struct ubn_workload_ops ubn_workload_read;

#ifdef __cplusplus
}
#endif
#endif
