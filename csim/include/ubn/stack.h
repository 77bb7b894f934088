/* SPDX-License-Identifier: Apache-2.0 */
/** @file stack.h  Software of one kind of controller, as one table: setup, post, poll, observation.
 *
 *  Everything above it (rig, results, workloads) knows only struct ubn_stack; one constant table
 *  exists for each value of the key `stack`. Order of calls for a run: nic_create for each node;
 *  add_region, import_region, add_cq, add_queue and connect as the workload wants them; setup_start
 * for each node, the engine runs until setup_done; then post, post_recv and poll from the threads
 * of the host. Numbers of completion queues and queues are those of the caller, counted from 0 in
 * each node. */
#ifndef UBN_STACK_H
#define UBN_STACK_H

#include "ubn/engine.h"
#include "ubn/host.h"
#include "ubn/mem.h"
#include "ubn/node.h"
#include "ubn/status.h"
#include "ubn/trace.h"
#include "ubn/verbs.h"
#include "ubn/watch.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct ubn_bus;
struct ubn_pcie;

/** Driver and library of one node; opaque, each stack has its own. */
struct ubn_nic;

/** No queue: see connect. */
#define UBN_QUEUE_NONE UINT32_MAX
/** First sequence numbers that are drawn from the seed. */
#define UBN_FIRST_RANDOM UINT32_MAX

/** Where the controller is attached. */
enum ubn_attach {
    UBN_ATTACH_BUS, /**< on-chip bus */
    UBN_ATTACH_PCIE /**< PCIe peripheral */
};

/** Settings of a controller and of its queues, the same for all nodes. A stack uses what it has. */
struct ubn_nic_settings {
    uint32_t mtu_bytes;          /**< longest payload of one packet */
    uint32_t issue_interval_cyc; /**< cycles between two requests */
    uint32_t max_outstanding;    /**< URMA: requests in flight over all queues; 0: as after reset */
    uint32_t window;             /**< URMA: unacknowledged packets of a channel */
    uint32_t channels;           /**< URMA: channels between two nodes, dealt to queues in turn */
    uint32_t read_depth;         /**< RoCE: reads and atomics in flight on a queue pair */
    uint32_t fetch_max;      /**< RoCE: work requests fetched by one DMA read; 0: as after reset */
    uint32_t pad_tx_cyc;     /**< register delay of each pass, 0 or 2 .. 255 */
    uint32_t pad_rx_cyc;     /**< see pad_tx_cyc */
    uint32_t pad_rsp_tx_cyc; /**< see pad_tx_cyc */
    uint32_t pad_rsp_rx_cyc; /**< see pad_tx_cyc */
    uint32_t first_psn;      /**< of every direction of a connection, or UBN_FIRST_RANDOM */
    uint32_t mps_bytes;      /**< PCIe: largest write payload, 128 .. 4096 */
    uint32_t mrrs_bytes;     /**< PCIe: largest read request, 128 .. 4096 */
    uint32_t tags;           /**< PCIe: tags of the controller, 1 .. 256 */
    uint64_t timeout_cyc;    /**< PCIe: completion timeout; 0: never */
};

/** Surroundings of the software of one node; everything belongs to the caller and outlives it. */
struct ubn_nic_env {
    struct ubn_engine *engine;               /**< engine */
    struct ubn_mem *mem;                     /**< memory of the node */
    struct ubn_bus *bus;                     /**< UBN_ATTACH_BUS: bus; else NULL */
    struct ubn_pcie *pcie;                   /**< UBN_ATTACH_PCIE: root complex; else NULL */
    struct ubn_watch *watch;                 /**< of this stack; NULL: nobody watches */
    const struct ubn_nic_settings *settings; /**< used during the life of the nic */
    uint16_t node;                           /**< node number */
    uint64_t seed;                           /**< of the run */
};

/** A piece of memory to register. */
struct ubn_region_config {
    uint32_t id;        /**< wanted key id; each once in its node */
    uint32_t secret;    /**< random bits, of which the stack makes the token */
    uint64_t va;        /**< first address as work requests name it */
    uint64_t len_bytes; /**< bytes */
    uint64_t pa;        /**< first address in memory */
    bool local_write;   /**< own work requests may have results placed here */
    bool remote_read;   /**< others may read */
    bool remote_write;  /**< others may write */
    bool remote_atomic; /**< others may do atomics */
};

/** Keys of a registered region. */
struct ubn_region {
    struct ubn_key local;     /**< for local_key of own work requests */
    struct ubn_key remote[2]; /**< for remote_key of others: both are right, and may be equal */
};

/** One completion queue: 64 B records. */
struct ubn_cq_config {
    uint64_t base; /**< address of record 0, a multiple of 64, filled with zeros */
    uint8_t shift; /**< log2 of the records, 0 .. 22 */
};

/** One queue: Jetty of URMA, queue pair of RoCE. */
struct ubn_queue_config {
    uint32_t depth;      /**< entries of the send queue, a power of two */
    uint32_t recv_depth; /**< entries of the receive queue, a power of two; 0: none */
    uint32_t cq;         /**< completion queue of its work requests */
    uint32_t recv_cq;    /**< completion queue of its receives */
    uint64_t base;      /**< memory of its work queues, queue_bytes() of it, 4 KiB aligned; zeros */
    uint32_t first_seq; /**< URMA: TASSN of the first request */
    uint64_t user_data; /**< URMA: copied to each completion record */
    bool reset;         /**< URMA: leave it in RESET, so that stores to it are refused */
};

/** Progress of the setup of one node. */
struct ubn_setup_state {
    bool done;        /**< the controller has taken everything */
    uint32_t refused; /**< writes that it refused */
    uint64_t last_ps; /**< time at which software knew that it was done, ps */
};

/** Offset of the register that names a controller, in the registers of every one. */
#define UBN_STACK_REG_ID 0u

/** What the value of a register must be at the end of a run. */
enum ubn_stack_expect {
    UBN_EXPECT_ANY,     /**< a count of what happened */
    UBN_EXPECT_ZERO,    /**< only faults that nobody injects make it count */
    UBN_EXPECT_REFUSED, /**< stores that the workload sent to be refused */
    UBN_EXPECT_DENIED   /**< at the target: operations that the workload made faulty */
};

/** One register to report. */
struct ubn_stack_reg {
    const char *name;             /**< of the counter, without the node */
    uint32_t offset;              /**< in the registers of the controller, 8 B aligned */
    const char *unit;             /**< of the value */
    const char *doc;              /**< one line */
    bool brief;                   /**< shown in the summary */
    enum ubn_stack_expect expect; /**< judgement */
};

/** Takes the value of a register.
 *  @param ok [in] false: the controller answered with an error. */
typedef void (*ubn_stack_load_fn)(void *ctx, uint64_t ps, bool ok, uint64_t value);

/** Cycles of the passes of a controller as built, and in the profile `published`. */
struct ubn_stack_passes {
    uint32_t tx_cyc;              /**< as built, for a 64 B read: transmit */
    uint32_t rx_cyc;              /**< receive */
    uint32_t rsp_tx_cyc;          /**< response transmit */
    uint32_t rsp_rx_cyc;          /**< response receive */
    uint32_t published_cyc;       /**< every pass, as published */
    uint32_t published_issue_cyc; /**< between two requests, as published */
};

/** Bounds of a stack, for the layout of workloads. */
struct ubn_stack_limits {
    uint32_t inflight_max;     /**< work requests posted and not ended on one queue */
    uint32_t queues_max;       /**< queues of one node */
    uint32_t cqs_max;          /**< completion queues of one node */
    uint32_t regions_max;      /**< regions of one node; key ids are below it, too */
    uint32_t bytes_max;        /**< longest message; 0: one packet (the MTU) */
    uint32_t inline_max_bytes; /**< most inline data; 0: none */
    uint32_t refused_code;     /**< code of work whose access the target refused, where fault_ops
                                    is not empty */
    uint32_t access_min_bytes; /**< not 0: an operation is one access, a power of two of bytes from
                                    here on, at a multiple of its length */
    uint32_t token_bits;       /**< meaningful bits of struct ubn_key.token */
    uint32_t unknown_key_ids[2]; /**< key ids that no workload registers: inside and outside the
                                    table of the controller */
};

/** One stack. */
struct ubn_stack {
    const char *name;       /**< as in the key `stack` */
    const char *identity;   /**< 8 characters in the register `id` of its controller */
    const char *controller; /**< kind of controller, as ubn_dut_create names it */
    const char *queue_name; /**< what a queue is called, plural, for messages and units */
    enum ubn_attach attach; /**< where its controller is */
    bool on_card; /**< the CPU that posts stands beside the controller: a write to it takes no time
                   */
    bool direct;  /**< operations are accesses of the CPU: software takes no time */
    bool psn_serial;     /**< the published preset charges the term psn_serial */
    bool answered;       /**< the controller answers stores of the host, and may refuse them */
    bool paired;         /**< connect needs a queue at both ends for every operation */
    bool unordered;      /**< work of one queue may complete in any order */
    bool local_physical; /**< local addresses are addresses in memory, whatever the region says */
    uint32_t ops;        /**< operations carried, UBN_OP_BIT of each */
    uint32_t fault_ops;  /**< operations that may be made faulty: the queue lives on */
    struct ubn_stack_limits limits;    /**< bounds */
    struct ubn_stack_passes passes;    /**< timing of its controller */
    const struct ubn_watch_ops *watch; /**< observation */
    const struct ubn_stack_reg *regs;  /**< shape [n_regs], registers to report */
    size_t n_regs;                     /**< registers to report */

    /** Makes the software of one node.
     *  @return UBN_OK; UBN_ERR_NOMEM; UBN_ERR_CONFIG (printed). */
    enum ubn_status (*nic_create)(const struct ubn_nic_env *env, struct ubn_nic **nic_out);
    /** Gives it back; nic may be NULL. */
    void (*nic_destroy)(struct ubn_nic *nic);

    /** Registers a region; programmed by setup_start.
     *  @return UBN_OK; UBN_ERR_CONFIG (printed); UBN_ERR_NOMEM. */
    enum ubn_status (*add_region)(struct ubn_nic *nic, const struct ubn_region_config *cfg,
                                  struct ubn_region *region_out);
    /** Makes a region of another node reachable for work of this one; programmed by setup_start.
     *  NULL: work reaches every region of a node that its queue is connected with.
     *  @return UBN_OK; UBN_ERR_CONFIG (printed); UBN_ERR_NOMEM. */
    enum ubn_status (*import_region)(struct ubn_nic *nic, const struct ubn_nic *target,
                                     const struct ubn_region_config *cfg);
    /** Adds the next completion queue. @return UBN_OK; UBN_ERR_CONFIG (printed); UBN_ERR_NOMEM. */
    enum ubn_status (*add_cq)(struct ubn_nic *nic, const struct ubn_cq_config *cfg);
    /** Gives the bytes of memory that the work queues of a queue need; 0: none. */
    uint64_t (*queue_bytes)(uint32_t depth, uint32_t recv_depth);
    /** Adds the next queue. @return UBN_OK; UBN_ERR_CONFIG (printed); UBN_ERR_NOMEM. */
    enum ubn_status (*add_queue)(struct ubn_nic *nic, const struct ubn_queue_config *cfg);
    /** Connects queue a_queue of node a with b_queue of node b, both ways.
     *  @param b_queue [in] UBN_QUEUE_NONE when not `paired`: a sends to memory of b only.
     *  @return UBN_OK; UBN_ERR_CONFIG (printed); UBN_ERR_NOMEM. */
    enum ubn_status (*connect)(struct ubn_nic *a, uint32_t a_queue, struct ubn_nic *b,
                               uint32_t b_queue);

    /** Sends everything that sets up the controller of a node, from time ps on.
     *  @return UBN_OK; UBN_ERR_CONFIG (printed); UBN_ERR_NOMEM. */
    enum ubn_status (*setup_start)(struct ubn_nic *nic, uint64_t ps);
    /** Gives the progress of the setup. */
    struct ubn_setup_state (*setup_state)(const struct ubn_nic *nic);

    /** Makes the next entry of a send queue. Entries are numbered from 0, modulo its depth.
     *  @param ring     [in] false: no doorbell, a later post of the same queue rings for this one.
     *  @param id_out   [out] number of the entry, as its completion returns it.
     *  @param post_out [out] store, entry and silent are set, with the trace operation of the work
     * as tag of the store; op is set by the caller.
     *  @pre the entry is free: fewer than `depth` are in flight. */
    void (*post)(struct ubn_nic *nic, uint32_t queue, const struct ubn_work *work, bool ring,
                 uint32_t *id_out, struct ubn_host_post *post_out);
    /** Makes the next entry of a receive queue; as post. NULL when no operation needs receives. */
    void (*post_recv)(struct ubn_nic *nic, uint32_t queue, const struct ubn_recv *recv, bool ring,
                      uint32_t *id_out, struct ubn_host_post *post_out);
    /** Takes the next record out of a completion queue.
     *  @return 1: a completion; 0: there is none; -1: the queue lies outside the memory. */
    int (*poll)(struct ubn_nic *nic, uint32_t cq, struct ubn_cpl *cpl_out);

    /** Reads a register as software does; fn is called when the answer is here.
     *  @return UBN_OK; UBN_ERR_NOMEM. */
    enum ubn_status (*load)(struct ubn_nic *nic, uint64_t ps, uint32_t offset, ubn_stack_load_fn fn,
                            void *ctx);
};

/** Number of stacks. */
#define UBN_STACKS 5u

/** All stacks, in the order of the values of the key `stack`. */
extern const struct ubn_stack *const ubn_stacks[UBN_STACKS];

/** URMA over Unified Bus, on the on-chip bus. */
extern const struct ubn_stack ubn_stack_urma;
/** Loads and stores of the CPU through a window of the URMA controller. */
extern const struct ubn_stack ubn_stack_ldst;
/** RoCE behind PCIe: the controller fetches work requests by DMA. */
extern const struct ubn_stack ubn_stack_roce_dma;
/** RoCE behind PCIe: the CPU pushes work requests with the doorbell (BlueFlame). */
extern const struct ubn_stack ubn_stack_roce_bf;
/** RoCE behind PCIe: a CPU on the card pushes work requests. */
extern const struct ubn_stack ubn_stack_roce_dpu;

#ifdef __cplusplus
}
#endif

#endif
