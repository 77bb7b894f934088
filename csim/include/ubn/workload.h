/* SPDX-License-Identifier: Apache-2.0 */
/** @file workload.h  What the nodes are asked to do, and the judgement of what they did.
 *
 *  Order of calls: create (lays out and fills memory, describes each node), the driver programs the
 *  controllers from node_config, start, the engine runs until done, check, destroy. */
#ifndef UBN_WORKLOAD_H
#define UBN_WORKLOAD_H

#include "ubn/bus.h"
#include "ubn/engine.h"
#include "ubn/host.h"
#include "ubn/mem.h"
#include "ubn/status.h"
#include "ubn/trace.h"
#include "ubn/urma.h"

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
    struct ubn_bus *bus;   /**< bus */
    struct ubn_host *host; /**< threads; NULL when the node initiates nothing */
};

/** The system a workload runs on. */
struct ubn_workload_env {
    struct ubn_engine *engine;             /**< engine */
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
    UBN_FAULT_BAD_SEGMENT, /**< TokenID that nobody registered */
    UBN_FAULT_TOO_LONG,    /**< reaches past the end of the segment */
    UBN_FAULT_NOT_READY,   /**< store to the page of a Jetty in state RESET */
    UBN_FAULT_COUNT
};

/** First PSN and sequence numbers that are drawn from the seed. */
#define UBN_READ_RANDOM UINT32_MAX

/** The workload `read`: the initiator reads random places of a segment of the target. */
struct ubn_read_config {
    uint64_t ops;       /**< operations of each initiator, 1 or more */
    uint32_t bytes_min; /**< shortest, 1 or more */
    uint32_t bytes_max; /**< longest, up to the MTU */
    uint32_t
        align_bytes; /**< addresses on both sides are multiples of it; 1 .. 64, a power of two */
    uint32_t jettys; /**< Jettys of each initiator */
    uint32_t outstanding; /**< operations in flight on each, 1 .. UBN_URMA_JETTY_INFLIGHT_MAX */
    uint32_t threads;     /**< threads of each initiator; Jetty j belongs to thread j mod threads */
    uint32_t channels;    /**< channels of each initiator; Jetty j uses channel j mod channels */
    uint32_t sq_depth;    /**< blocks of each send queue, a power of two, >= outstanding; 0: 64 */
    uint32_t jfc_depth;   /**< records of each completion queue; 0: the smallest that cannot
                               overflow */
    uint64_t segment_bytes; /**< source segment; 0: 64 KiB or four times bytes_max */
    bool both;            /**< true: every node i reads from node i + 1; false: only node 0 reads */
    enum ubn_fault fault; /**< what is wrong with faulty operations */
    uint32_t fault_ppm;   /**< share of faulty operations, 0 .. 1000000 */
    bool trace_faults;    /**< true: faulty operations are traced too (never not_ready ones) */
    uint32_t first_psn;   /**< of every channel direction, or UBN_READ_RANDOM */
    uint32_t first_tassn; /**< of every Jetty, or UBN_READ_RANDOM */
    uint32_t window;      /**< of every channel */
    struct ubn_urma_node_config
        nic; /**< settings of every controller; mac, ip and arrays ignored */
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
    uint64_t peak_jettys;      /**< most Jettys with work in flight at once */
    uint64_t first_ps;         /**< first operation began; 0: none */
    uint64_t last_ps;          /**< last operation ended; 0: none */
};

/** A workload under way; opaque, each kind has its own. */
struct ubn_workload;

/** A kind of workload. */
struct ubn_workload_ops {
    const char *name; /**< as in the key workload.kind */
    /** Lays out memory, fills it, sets itself as user of the threads.
     *  @param cfg [in] configuration of this kind (struct ubn_read_config); copied.
     *  @return UBN_OK; UBN_ERR_CONFIG (printed); UBN_ERR_NOMEM. */
    enum ubn_status (*create)(const struct ubn_workload_env *env, const void *cfg,
                              struct ubn_workload **w_out);
    /** Gives what the driver of a node has to program; valid as long as the workload. */
    const struct ubn_urma_node_config *(*node_config)(const struct ubn_workload *w, size_t node);
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

/** Reads. */
extern const struct ubn_workload_ops ubn_workload_read;

#ifdef __cplusplus
}
#endif
#endif
