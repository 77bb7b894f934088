/* SPDX-License-Identifier: Apache-2.0 */
/** @file pair.h  Two nodes of csim/app/rig.h whose workload is the test itself: it says what to
 * post, when, and into which state a queue goes; threads of the host model post and poll.
 * Everything is judged: each completion once, in order of its queue, with the status and length
 * that was announced; every byte of both memories; rest at the end. cmocka stops the test at the
 * first mistake. */
#ifndef PAIR_H
#define PAIR_H

#include "rig.h"

#include "ubn/roce.h"
#include "ubn/scoreboard.h"

#include "tb.h"

/** Queues of each node; queue j is connected with queue j of the other. All complete into
 * completion queue 0, the last into 1, which no thread polls. */
#define PAIR_QUEUES 5u
/** The queue whose completions nobody polls. */
#define PAIR_UNPOLLED (PAIR_QUEUES - 1u)
/** Key id that a node has imported and its peer has not registered; stack ldst. */
#define PAIR_UNKNOWN_KEY 9u
/** Key id of a region that has no memory behind it; stack ldst. */
#define PAIR_VOID_KEY 11u
/** Key id that nobody has imported; stack ldst. */
#define PAIR_FOREIGN_KEY 10u
/** Entries of a send queue and of a receive queue. */
#define PAIR_DEPTH 128u
/** Address of that memory. */
#define PAIR_DATA_BASE UINT64_C(0x1000000)
/** Memory that tests use, registered as one region with all rights; address 0 of pair_at. */
#define PAIR_DATA_BYTES 0x200000u
/** Completions kept of each node. */
#define PAIR_CPLS 8192u
/** Status that stands for any: the work must complete once, as may be. */
#define PAIR_ANY UBN_CPL_OTHER

/** Work whose completion is awaited. */
struct pair_entry {
    uint32_t id;                  /**< as its completion names it */
    bool signaled;                /**< a completion comes on success, too */
    enum ubn_cpl_status expected; /**< how it must end, or PAIR_ANY */
    uint64_t bytes;               /**< as its completion must say */
};

/** Work queue as the test sees it: what was posted and has not ended. */
struct pair_wq {
    struct pair_entry entries[PAIR_DEPTH]; /**< shape [tail - head], entry k at k mod PAIR_DEPTH */
    uint32_t head;                         /**< oldest */
    uint32_t tail;                         /**< next */
};

struct pair;

/** One node. */
struct pair_node {
    struct pair *pair;                     /**< system */
    unsigned number;                       /**< node number */
    struct ubn_mem *mem;                   /**< memory */
    struct ubn_nic *nic;                   /**< driver and library */
    struct ubn_host *host;                 /**< threads */
    struct ubn_memboard *board;            /**< what memory must hold */
    struct ubn_region huge;                /**< keys of 4 GiB from there on, for own use only */
    struct ubn_region region;              /**< keys of PAIR_DATA_BYTES */
    struct ubn_host_post *posts;           /**< shape [n_posts]: what the thread is to post */
    size_t n_posts, posted, room;          /**< of posts: all, made, allocated */
    struct pair_wq queues[2][PAIR_QUEUES]; /**< send, receive */
    struct ubn_cpl *cpls;                  /**< shape [n_cpls], in order of polling */
    size_t n_cpls;                         /**< completions */
    size_t pages;                          /**< of memory after the setup */
    uint32_t lives[PAIR_QUEUES];           /**< resets of each queue */
    bool resetting[PAIR_QUEUES];           /**< in pair_reset */
    /** Called for each completion when it is polled; NULL: nobody. */
    void (*on_cpl)(struct pair_node *n, const struct ubn_cpl *cpl);
};

/** The system. */
struct pair {
    struct ubn_config cfg;            /**< configuration */
    struct ubn_rig rig;               /**< two controllers and what surrounds them */
    struct pair_node nodes[2];        /**< nodes */
    struct ubn_cplboard *completions; /**< each once */
    uint64_t forgotten;               /**< work that resets have made to never complete */
    const struct pair_node *drained;  /**< see pair_drain */
    uint32_t drained_queue;           /**< see pair_drain */
    size_t wanted;                    /**< see pair_until */
    bool loaded;                      /**< see pair_reg */
    uint64_t value;                   /**< see pair_reg */
};

/** Builds the system and sets it up; queues are ready to send.
 *
 *  @param stack [in] name of the stack.
 *  @param words [in] more overrides `key=value`, NULL at the end; NULL: none.
 *  @return the system, to be given back by pair_close. */
struct pair *pair_open(const char *stack, const char *const *words);

/** Runs until all is at rest, judges everything and gives the system back. */
void pair_close(struct pair *p);

/** Address of a byte of the data of every node. */
uint64_t pair_at(uint64_t offset);

/** Writes into memory what from now on must be there, as software does.
 *  @param seed [in] of the pattern. */
void pair_fill(struct pair_node *n, uint64_t offset, size_t len_bytes, uint64_t seed);

/** Announces that memory will hold a copy of what is announced of another node.
 *
 *  @param to,to_offset     [in] where it will be.
 *  @param from,from_offset [in] whose bytes, as they are in memory now. */
void pair_copies(struct pair_node *to, uint64_t to_offset, struct pair_node *from,
                 uint64_t from_offset, size_t len_bytes);

/** Asserts that each byte is either that of a pattern or that of `other`, and announces what is
 * there.
 *
 *  @param seed  [in] of the pattern.
 *  @param other [in] shape [len_bytes]. */
void pair_either(struct pair_node *n, uint64_t offset, size_t len_bytes, uint64_t seed,
                 const uint8_t *other);

/** Asserts that memory holds now what was announced. */
void pair_holds(const struct pair_node *n, uint64_t offset, size_t len_bytes);

/** A signaled, untraced request with the keys of both regions. */
struct ubn_work pair_work(struct pair_node *n, enum ubn_op op, uint64_t local, uint64_t remote,
                          uint32_t len_bytes);

/** Lets the thread of a node post a request.
 *
 *  @param ring     [in] with its doorbell.
 *  @param expected [in] how it must end, or PAIR_ANY.
 *  @param bytes    [in] what its completion must say when it succeeds.
 *  @return number of its entry. */
uint32_t pair_post(struct pair_node *n, uint32_t queue, const struct ubn_work *work, bool ring,
                   enum ubn_cpl_status expected, uint64_t bytes);

/** Lets the thread post a receive; otherwise as pair_post. */
uint32_t pair_recv(struct pair_node *n, uint32_t queue, uint64_t offset, uint32_t len_bytes,
                   bool ring, enum ubn_cpl_status expected, uint64_t bytes);

/** Posts an access that differs from its work: stack ldst only.
 *
 *  @param shift [in] bytes added to its address.
 *  @param bytes [in] its length. */
void pair_access(struct pair_node *n, uint32_t queue, const struct ubn_work *work, uint32_t shift,
                 uint32_t bytes, enum ubn_cpl_status expected);

/** Lets the thread store into the window of the controller. */
void pair_store(struct pair_node *n, const struct ubn_host_store *store);

/** Library's view of a queue pair; RoCE only. */
struct ubn_roce_qp *pair_qp(struct pair_node *n, uint32_t queue);

/** Lets the thread bring a queue pair into another state, which must be allowed; RoCE only. RESET
 *  forgets what is outstanding. */
void pair_state(struct pair_node *n, uint32_t queue, enum ubn_roce_qp_state to);

/** Resets a queue pair as it is, with work in flight or not, and waits as ubn_roce_modify demands.
 *  Records that come until then must be of work that succeeded; afterwards nothing may be written.
 * Work of other queues of the node must have an end. RoCE only. */
void pair_reset(struct pair_node *n, uint32_t queue);

/** Runs until so many completions were polled on both nodes together since the setup. */
void pair_until(struct pair *p, size_t completions);

/** Runs until all work of a queue has ended, receives included. */
void pair_drain(struct pair_node *n, uint32_t queue);

/** Runs for a time. */
void pair_wait(struct pair *p, uint64_t ps);

/** Runs until all is at rest. */
void pair_rest(struct pair *p);

/** Reads a register of a controller. */
uint64_t pair_reg(struct pair_node *n, uint32_t offset);

/** Names work on the board of completions. */
struct ubn_cpl_key pair_key(const struct pair_node *n, uint32_t queue, bool recv, uint32_t id);

/** Completions of a queue polled so far, in order; gives their number.
 *  @param found [out] shape [max]. */
size_t pair_cpls(const struct pair_node *n, uint32_t queue, bool recv, const struct ubn_cpl **found,
                 size_t max);

#endif
