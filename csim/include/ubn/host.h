/* SPDX-License-Identifier: Apache-2.0 */
/** @file host.h  CPU threads of one node: software that costs time on a core.
 *
 *  A thread runs one loop: while its user has something to post, submit it (submit_ps), build it
 *  (build_ps), write its entry to memory and let its store leave through the port to the
 *  controller; otherwise spin on its completion queues. A poll that finds records costs poll_ps
 *  from the moment the first is visible, or the thread free; then, for each record, the library
 *  takes lib_poll_ps and psn_serial_ps, and the work is finished. Posting goes before polling;
 *  among records, the one visible first goes first. With software off all costs are 0.
 *
 *  A request may be an access of the CPU itself: loads and stores of remote memory are
 * instructions, not calls. Nothing is charged for them; the answer ends the work when it is back at
 * the core. */
#ifndef UBN_HOST_H
#define UBN_HOST_H

#include "ubn/beat.h"
#include "ubn/engine.h"
#include "ubn/mem.h"
#include "ubn/status.h"
#include "ubn/trace.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Threads of one node; opaque. */
struct ubn_host;

/** Operation handle of work that is not traced. */
#define UBN_HOST_UNTRACED UINT32_MAX

/** Most threads of one node. */
#define UBN_HOST_THREADS_MAX 1024u

/** AXI ID of accesses: the controller answers them in their order, but not in that of stores and
 *  loads of registers, which have ID 0. */
#define UBN_HOST_ACCESS_ID 1u

/** Longest access.  @source AMBA AXI4, A3.4.1: a burst stays within 4 KiB */
#define UBN_HOST_ACCESS_MAX_BYTES 4096u

/** Bytes that the CPU stores. */
struct ubn_host_store {
    uint64_t addr;                /**< first byte: in the window of the controller, or in memory */
    uint8_t data[UBN_BEAT_BYTES]; /**< bytes, first address first */
    uint32_t bytes;               /**< 1 .. 64, within 64 aligned bytes; 0: nothing is stored */
    uint64_t tag;                 /**< operation of the trace, or UBN_TAG_NONE; travels along */
};

/** A load or store of the CPU beyond the width of the bus, one burst. */
struct ubn_host_access {
    uint64_t addr;  /**< first byte, in the window of the controller */
    uint32_t bytes; /**< a power of two up to one beat, or whole beats up to
                         UBN_HOST_ACCESS_MAX_BYTES; 0: there is no access */
    bool store;     /**< true: store; false: load */
    uint8_t *data; /**< shape [bytes], of the user: what is stored, as it is when the access leaves;
                        what is loaded, beat by beat */
    uint64_t tag;  /**< as in struct ubn_host_store */
    uint32_t queue; /**< handed to poll when the answer is here */
    /** Hears how it ended, just before that; resp is the worst of all beats. */
    void (*done)(void *ctx, uint64_t ps, uint64_t tag, uint8_t resp);
    void *ctx; /**< handed to done */
};

/** One work request to post. */
struct ubn_host_post {
    struct ubn_host_access access; /**< instead of store and entry, when there is one */
    struct ubn_host_store store;   /**< what leaves to the controller when it is built */
    struct ubn_host_store entry;   /**< what is written to the own memory just before */
    bool silent; /**< nothing leaves: the next post of the thread that is not silent rings for it */
    uint32_t op; /**< operation of the trace, or UBN_HOST_UNTRACED */
};

/** Takes the answer to a store.
 *  @param tag  [in] of the store.
 *  @param resp [in] enum ubn_axi_resp. */
typedef void (*ubn_host_stored_fn)(void *ctx, uint64_t ps, uint64_t tag, uint8_t resp);

/** Takes one beat of the answer to a load.
 *  @param tag  [in] of the load.
 *  @param beat [in] used during the call; byte address a sits in lane a % 64. */
typedef void (*ubn_host_loaded_fn)(void *ctx, uint64_t ps, uint64_t tag,
                                   const struct ubn_axi_r *beat);

/** Way from the cores to the controller, and who tells them what became visible in memory. */
struct ubn_host_port {
    /** Sends one store at ps. @param done takes the answer, where there are answers.
     *  @param arrive_ps_out [out] arrival at the controller.
     *  @return UBN_OK; UBN_ERR_ARG; UBN_ERR_NOMEM. */
    enum ubn_status (*store)(void *ctx, uint64_t ps, const struct ubn_host_store *store,
                             ubn_host_stored_fn done, void *done_ctx, uint64_t *arrive_ps_out);
    /** Sends an access that is a load, at ps; NULL: there are none on this way.
     *  @param done takes the answer. @param arrive_ps_out [out] arrival at the controller.
     *  @return UBN_OK; UBN_ERR_ARG; UBN_ERR_NOMEM. */
    enum ubn_status (*load)(void *ctx, uint64_t ps, const struct ubn_host_access *access,
                            ubn_host_loaded_fn done, void *done_ctx, uint64_t *arrive_ps_out);
    /** Sends an access that is a store, at ps; otherwise as load.
     *  @param arrive_ps_out [out] arrival of its last beat. */
    enum ubn_status (*burst)(void *ctx, uint64_t ps, const struct ubn_host_access *access,
                             ubn_host_stored_fn done, void *done_ctx, uint64_t *arrive_ps_out);
    /** Lets ubn_host_seen be called for each write of the controller that becomes visible.
     *  @return UBN_OK; UBN_ERR_FULL; UBN_ERR_NOMEM. */
    enum ubn_status (*attach)(void *ctx, struct ubn_host *host);
};

/** On-chip bus; the context is the struct ubn_bus. */
extern const struct ubn_host_port ubn_host_bus_port;
/** PCIe; the context is the struct ubn_pcie. There are no answers to stores. */
extern const struct ubn_host_port ubn_host_pcie_port;

/** What the threads of a node are made of; all objects outlive the host. */
struct ubn_host_config {
    uint16_t node;                    /**< node number, for event keys */
    uint32_t threads;                 /**< threads, each on a core of its own, 1 ..
                                           UBN_HOST_THREADS_MAX */
    bool software;                    /**< false: software takes no time */
    uint64_t submit_ps;               /**< library submit, ps */
    uint64_t build_ps;                /**< building one work request, ps */
    uint64_t poll_ps;                 /**< poll that finds records, ps */
    uint64_t lib_poll_ps;             /**< library work for one record, ps */
    uint64_t psn_serial_ps;           /**< after it, the published term of RoCE; 0: none, ps */
    uint32_t poll_batch;              /**< most records that one poll takes; 0 and 1: one */
    const struct ubn_host_port *port; /**< way to the controller */
    void *port_ctx;                   /**< handed to it */
    enum ubn_stage send_stage;        /**< that way as a stage of each operation; not reported when
                                           it takes no time */
    struct ubn_mem *mem;              /**< memory of the node, for entries; NULL: none are posted */
};

/** One record found by a poll. */
struct ubn_host_found {
    uint64_t work; /**< number of the user, handed to finish */
    uint32_t op;   /**< operation of the trace, or UBN_HOST_UNTRACED */
};

/** What runs on the threads (a workload). All functions are called from events, at time ps. */
struct ubn_host_user_ops {
    /** Gives the next request of a thread that starts to submit at ps; false: nothing to post now.
     */
    bool (*next)(void *ctx, uint32_t thread, uint64_t ps, struct ubn_host_post *post_out);
    /** Takes the next record out of a completion queue; false: there is none (an error: one was
     *  seen). */
    bool (*poll)(void *ctx, uint32_t thread, uint32_t queue, uint64_t ps,
                 struct ubn_host_found *found_out);
    /** Ends the work that poll named; ps is the end of its operation. */
    void (*finish)(void *ctx, uint32_t thread, uint64_t work, uint64_t ps);
    /** Hears the answer to a store: tag of the store, resp as enum ubn_axi_resp. */
    void (*stored)(void *ctx, uint32_t thread, uint64_t tag, uint8_t resp, uint64_t ps);
};

/** Counts of one node's threads. */
struct ubn_host_counts {
    uint64_t posts;    /**< requests posted */
    uint64_t stores;   /**< stores sent: less than posts when several share a doorbell */
    uint64_t accesses; /**< loads and stores of the CPU itself */
    uint64_t refused;  /**< stores and accesses answered with an error */
    uint64_t polls;    /**< polls that found records */
    uint64_t records;  /**< records found */
    uint64_t spurious; /**< writes into a completion queue that held no valid record */
    uint64_t busy_ps;  /**< time of all threads in submit, build, poll and library, ps */
};

/** Makes the threads of a node, asleep; attaches them to the port; adds itself to the dump of the
 * engine.
 *
 *  @param e     [in,out] engine; outlives the host, as does trace.
 *  @param trace [in,out] takes the intervals sw_submit, sw_build, that of the port, cq_poll,
 * lib_poll, psn_serial; may be NULL.
 *  @param cfg   [in] copied.
 *  @param host_out [out] owned by the caller, given back by ubn_host_destroy.
 *  @return UBN_OK; UBN_ERR_ARG; UBN_ERR_FULL (listeners of the bus); UBN_ERR_NOMEM. */
enum ubn_status ubn_host_create(struct ubn_engine *e, struct ubn_trace *trace,
                                const struct ubn_host_config *cfg, struct ubn_host **host_out);

/** Tells the threads that a write became visible in memory; called by what the port attached, in
 * an event of the phase UBN_PHASE_MEM.
 *
 *  @param host [in,out] host.
 *  @param ps   [in] now, ps.
 *  @param addr [in] first byte written. */
void ubn_host_seen(struct ubn_host *host, uint64_t ps, uint64_t addr);

/** Gives back the threads.
 *
 *  @param host [in] host or NULL. */
void ubn_host_destroy(struct ubn_host *host);

/** Sets what runs on the threads.
 *
 *  @param host [in,out] host.
 *  @param ops  [in] outlives the host; stored may be NULL.
 *  @param ctx  [in] handed to them. */
void ubn_host_set_user(struct ubn_host *host, const struct ubn_host_user_ops *ops, void *ctx);

/** Lets a thread watch a completion queue: one written 64 B block is one record.
 *
 *  @param host   [in,out] host.
 *  @param thread [in] who polls it.
 *  @param queue  [in] number of the queue, handed to poll.
 *  @param base   [in] address of record 0.
 *  @param bytes  [in] size of the ring.
 *  @return UBN_OK; UBN_ERR_ARG; UBN_ERR_NOMEM. */
enum ubn_status ubn_host_watch(struct ubn_host *host, uint32_t thread, uint32_t queue,
                               uint64_t base, uint64_t bytes);

/** Starts a thread, or tells a sleeping one that there is something to post.
 *
 *  @param host   [in,out] host.
 *  @param thread [in] thread number.
 *  @param ps     [in] when, ps; not in the past.
 *  @return UBN_OK; UBN_ERR_ARG; UBN_ERR_NOMEM.   @pre ubn_host_set_user was called. */
enum ubn_status ubn_host_wake(struct ubn_host *host, uint32_t thread, uint64_t ps);

/** Tells whether all threads sleep and no record waits.
 *
 *  @param host [in] host.
 *  @return true: idle. */
bool ubn_host_idle(const struct ubn_host *host);

/** Gives the counts so far.
 *
 *  @param host [in] host.
 *  @return counts. */
struct ubn_host_counts ubn_host_counts(const struct ubn_host *host);

/** Writes what every thread does, some lines.
 *
 *  @param ctx [in] the host.
 *  @param out [in,out] open for writing. */
void ubn_host_dump(void *ctx, FILE *out);

#ifdef __cplusplus
}
#endif
#endif
