/* SPDX-License-Identifier: Apache-2.0 */
/** @file roce.h  RoCE software of one node: setting up the controller, queue pairs, posting,
 *  polling.
 *
 *  Setup describes a node by a plain struct and programs the controller with posted writes over
 *  PCIe only: 8 B for a register, 64 B for each context record. The verbs are named after the verbs
 *  programming interface and work on what its driver works on: work queues of 64 B entries in host
 *  memory, a doorbell of 8 B or a push of the entry itself (BlueFlame), and 64 B completion records
 *  with an owner bit. Nothing here takes time or touches PCIe by itself but the setup: the verbs
 *  give the stores that the CPU has to make.
 *  @source configs/spec/{records,registers,opcodes}.yaml; IBTA vol. 1, 10.3 (states); public mlx5
 *          user driver (doorbell, BlueFlame) */
#ifndef UBN_ROCE_H
#define UBN_ROCE_H

#include "ubn/engine.h"
#include "ubn/gen/enums.h"
#include "ubn/host.h"
#include "ubn/mem.h"
#include "ubn/status.h"
#include "ubn/verbs.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct ubn_nic;
struct ubn_pcie;

/** What the identity register must hold, first character in bits 7:0. */
#define UBN_ROCE_IDENTITY "UBN-ROCE"
/** Interface version that this software drives. */
#define UBN_ROCE_VERSION 1u
/** Bytes of the page of a queue pair in the window of the controller. */
#define UBN_ROCE_PAGE_BYTES 4096u
/** Offset in that page: second BlueFlame buffer; the first is at 0. */
#define UBN_ROCE_PAGE_BLUEFLAME1 0x40u
/** Offset in that page: doorbell, 8 B. */
#define UBN_ROCE_PAGE_DOORBELL 0x80u
/** Offset in that page: 8 B put the queue pair into error. */
#define UBN_ROCE_PAGE_ERROR 0x88u
/** Bytes of one kind of context in the context window. */
#define UBN_ROCE_CTX_KIND_BYTES 0x400000u
/** Most contexts of a kind: the id has 16 bits in the context window. */
#define UBN_ROCE_CTX_IDS 65536u
/** Bytes of one entry of a work queue, one context record or one completion record. */
#define UBN_ROCE_ENTRY_BYTES 64u
/** Longest message, bytes.  @source IBTA vol. 1, 9.7.3 (RETH) */
#define UBN_ROCE_LEN_MAX_BYTES 0x80000000u
/** log2 of the most entries of a work queue: indices have 16 bits.  @source records.yaml, wq ctx */
#define UBN_ROCE_WQ_SHIFT_MAX 15u
/** Bytes of an atomic. */
#define UBN_ROCE_ATOMIC_BYTES 8u

/** Kinds of record in the context window, address bits 24:22. */
enum ubn_roce_ctx_kind {
    UBN_ROCE_CTX_WQ = 0,     /**< work queue; id 2 * queue pair, plus 1 for the receive queue */
    UBN_ROCE_CTX_QP_CFG = 1, /**< static part of a queue pair */
    UBN_ROCE_CTX_QP_TX = 2,  /**< its requester, sending half */
    UBN_ROCE_CTX_QP_UNA = 3, /**< its requester, completing half */
    UBN_ROCE_CTX_QP_RX = 4,  /**< its responder */
    UBN_ROCE_CTX_MR = 5,     /**< memory region, id is bits 31:8 of its key */
    UBN_ROCE_CTX_CQ = 6      /**< completion queue */
};

/* ---- what a node is made of ---- */

/** One completion queue. */
struct ubn_roce_cq_config {
    uint32_t id;   /**< completion queue number */
    uint8_t shift; /**< log2 of the depth in records, 0 .. 22 */
    uint64_t base; /**< address of record 0, a multiple of 64 */
};

/** One memory region. */
struct ubn_roce_mr_config {
    uint32_t id;        /**< bits 31:8 of its key */
    uint8_t key;        /**< bits 7:0 of its key */
    uint16_t pd;        /**< protection domain */
    bool local_write;   /**< received data and results may be placed here */
    bool remote_write;  /**< the peer may write */
    bool remote_read;   /**< the peer may read */
    bool remote_atomic; /**< the peer may do atomics */
    uint64_t va;        /**< first address as work requests name it */
    uint64_t len_bytes; /**< bytes */
    uint64_t pa;        /**< first address in host memory */
};

/** One work queue in host memory; no queue when base is UBN_ROCE_NO_QUEUE. */
struct ubn_roce_wq_config {
    uint64_t base; /**< address of entry 0, a multiple of 64 */
    uint8_t shift; /**< log2 of the entries, 0 .. UBN_ROCE_WQ_SHIFT_MAX */
};

/** Base of a work queue that does not exist. */
#define UBN_ROCE_NO_QUEUE UINT64_MAX

/** One queue pair. */
struct ubn_roce_qp_config {
    uint32_t qpn;                 /**< own number, that of its page */
    enum ubn_roce_qp_state state; /**< state after setup */
    uint32_t mtu_bytes;           /**< 256, 512 ... 4096 */
    bool remote_write;            /**< the peer may write */
    bool remote_read;             /**< the peer may read */
    bool remote_atomic;           /**< the peer may do atomics */
    uint8_t min_rnr;              /**< RNR timer code sent, 0 .. 31 */
    uint8_t timeout;              /**< local ACK timeout code, 0 .. 31; 0: never */
    uint8_t retry_cnt;            /**< transport retries, 0 .. 7 */
    uint8_t rnr_retry;            /**< RNR retries, 0 .. 7; 7: for ever */
    uint8_t max_rd;               /**< reads and atomics outstanding here, 1 .. 128 */
    uint8_t max_dest_rd;          /**< the same of the other end, 1 .. 128 */
    uint16_t pd;                  /**< protection domain */
    uint16_t pkey;                /**< partition key; bit 15: full member */
    uint32_t send_cq;             /**< completion queue of the send queue */
    uint32_t recv_cq;             /**< completion queue of the receive queue */
    uint32_t dest_qpn;            /**< queue pair of the other end */
    uint64_t dst_mac;             /**< MAC of the other end, first wire byte in bits 47:40 */
    uint32_t dst_ip;              /**< its IPv4 address, first wire byte in bits 31:24 */
    uint16_t udp_sport;           /**< UDP source port */
    uint32_t sq_psn;              /**< first PSN sent */
    uint32_t rq_psn;              /**< first PSN expected */
    struct ubn_roce_wq_config sq; /**< send queue */
    struct ubn_roce_wq_config rq; /**< receive queue */
};

/** A node as its driver sets it up. The arrays belong to the caller. */
struct ubn_roce_node_config {
    uint64_t mac;                /**< own MAC, first wire byte in bits 47:40 */
    uint32_t ip;                 /**< own IPv4 address, first wire byte in bits 31:24 */
    uint32_t issue_interval_cyc; /**< cycles between two requests of a queue pair, 0 .. 16384 */
    uint32_t fetch_max;          /**< work requests of one DMA read, 1 .. 63; 0: as after reset */
    uint32_t pad_tx_cyc;         /**< register delay of each pass, 0 .. 255 */
    uint32_t pad_rx_cyc;         /**< see pad_tx_cyc */
    uint32_t pad_rsp_tx_cyc;     /**< see pad_tx_cyc */
    uint32_t pad_rsp_rx_cyc;     /**< see pad_tx_cyc */
    uint32_t mps_bytes;          /**< largest write payload, 128, 256 ... 4096 */
    uint32_t mrrs_bytes;         /**< largest read request, 128, 256 ... 4096 */
    uint32_t tags;               /**< tags in use, 1 .. 256 */
    uint64_t timeout_cyc;        /**< completion timeout, below 2^32; 0: never */
    const struct ubn_roce_cq_config *cqs; /**< shape [n_cqs] */
    size_t n_cqs;                         /**< completion queues */
    const struct ubn_roce_mr_config *mrs; /**< shape [n_mrs] */
    size_t n_mrs;                         /**< memory regions */
    const struct ubn_roce_qp_config *qps; /**< shape [n_qps] */
    size_t n_qps;                         /**< queue pairs */
};

/** Gives the MAC of a node: locally administered, 02:00:00:00:hh:ll with the node number.
 *
 *  @param node [in] node number.
 *  @return first wire byte in bits 47:40. */
uint64_t ubn_roce_node_mac(uint16_t node);

/** Gives the IPv4 address of a node: 10.0.hh.ll with the node number plus 1.
 *
 *  @param node [in] node number, below 65535.
 *  @return first wire byte in bits 31:24. */
uint32_t ubn_roce_node_ip(uint16_t node);

/** Gives the first PSN that a queue pair sends, pseudo-random, 24 bits.
 *
 *  @param seed [in] seed of the run.
 *  @param node [in] its node.
 *  @param qpn  [in] its number.
 *  @return PSN. */
uint32_t ubn_roce_first_psn(uint64_t seed, uint16_t node, uint32_t qpn);

/* ---- writes to the controller ---- */

/** List of posted writes, in order; a value that starts as all zeros. */
struct ubn_roce_writes {
    struct ubn_host_store *items; /**< shape [n], address in the window of the controller */
    size_t n;                     /**< writes */
    size_t capacity;              /**< room */
    enum ubn_status status;       /**< first error; nothing is added after it */
};

/** Gives back the memory of a list, which is then empty.
 *
 *  @param writes [in,out] list. */
void ubn_roce_writes_free(struct ubn_roce_writes *writes);

/** Adds what sets up one controller: registers, completion queues, regions, then queue pairs.
 *
 *  @param cfg    [in] used during the call.
 *  @param writes [in,out] list.
 *  @return UBN_OK; UBN_ERR_CONFIG (printed) when a value does not fit its record; UBN_ERR_NOMEM. */
enum ubn_status ubn_roce_program_node(const struct ubn_roce_node_config *cfg,
                                      struct ubn_roce_writes *writes);

/** Adds all records of one queue pair: work queues, both halves of the requester, the responder,
 *  and at last the static part, which carries the state.
 *
 *  @param cfg    [in] used during the call.
 *  @param writes [in,out] list.
 *  @return as ubn_roce_program_node. */
enum ubn_status ubn_roce_program_qp(const struct ubn_roce_qp_config *cfg,
                                    struct ubn_roce_writes *writes);

/** Adds the static part of one queue pair.
 *
 *  @param cfg    [in] used during the call.
 *  @param writes [in,out] list.
 *  @return as ubn_roce_program_node. */
enum ubn_status ubn_roce_program_qp_cfg(const struct ubn_roce_qp_config *cfg,
                                        struct ubn_roce_writes *writes);

/** Adds the write that puts one queue pair into error.
 *
 *  @param qpn    [in] queue pair.
 *  @param writes [in,out] list.
 *  @return as ubn_roce_program_node. */
enum ubn_status ubn_roce_program_error(uint32_t qpn, struct ubn_roce_writes *writes);

/** Adds what makes the work queues of one queue pair unknown to the controller.
 *
 *  @param qpn    [in] queue pair.
 *  @param writes [in,out] list.
 *  @return as ubn_roce_program_node. */
enum ubn_status ubn_roce_program_no_queues(uint32_t qpn, struct ubn_roce_writes *writes);

/* ---- setup ---- */

/** How far a setup is; owned by the caller, must live until it is done. Given back by
 *  ubn_roce_setup_free. */
struct ubn_roce_setup {
    struct ubn_engine *engine;     /**< ends the run when the controller is another one */
    struct ubn_pcie *pcie;         /**< way to the controller */
    struct ubn_roce_writes writes; /**< what will be sent, or was */
    uint64_t identity;             /**< register `id`, as read */
    uint64_t version;              /**< register `version`, as read */
    bool answered;                 /**< both reads were answered without error so far */
    bool done;                     /**< the controller has taken everything */
    uint64_t refused;              /**< writes that it refused (register `drop_store`) */
    uint64_t last_ps;              /**< time at which software knew that it was done, ps */
};

/** Starts to set up one controller. It reads identity and version; when they are right it sends all
 *  writes, and then reads the count of refused writes, whose answer comes after the controller has
 *  taken them.
 *
 *  @param e         [in,out] engine; the run ends with UBN_ERR_CHECK (printed) when identity or
 *                   version are wrong.
 *  @param pcie      [in,out] PCIe of the node.
 *  @param ps        [in] time of the first read, ps.
 *  @param cfg       [in] used during the call.
 *  @param setup_out [out] progress.
 *  @return UBN_OK; UBN_ERR_CONFIG (printed) when a value does not fit its record; UBN_ERR_NOMEM. */
enum ubn_status ubn_roce_setup_start(struct ubn_engine *e, struct ubn_pcie *pcie, uint64_t ps,
                                     const struct ubn_roce_node_config *cfg,
                                     struct ubn_roce_setup *setup_out);

/** Gives back what a setup holds.
 *
 *  @param setup [in,out] progress, all zeros or started. */
void ubn_roce_setup_free(struct ubn_roce_setup *setup);

/* ---- queue pairs ---- */

/** One work queue as its owner keeps it. Entry k is at index k mod depth. */
struct ubn_roce_wq {
    uint64_t base;  /**< address of entry 0 */
    uint32_t depth; /**< entries, a power of two; 0: there is no such queue */
    uint32_t pi;    /**< entries posted so far, modulo 2^32 */
    uint32_t ci;    /**< entries free again so far, modulo 2^32 */
    uint32_t rung;  /**< entries that the controller was told of, modulo 2^32 */
    uint8_t *ops;   /**< shape [depth], enum ubn_op, and UBN_ROCE_OP_SIGNALED */
};

/** Flag in struct ubn_roce_wq.ops: a completion comes on success. */
#define UBN_ROCE_OP_SIGNALED 0x80u

/** One queue pair as its owner keeps it. */
struct ubn_roce_qp {
    struct ubn_roce_qp_config cfg; /**< as programmed; may be changed in state RESET */
    struct ubn_roce_wq sq;         /**< send queue */
    struct ubn_roce_wq rq;         /**< receive queue */
    bool blueflame;                /**< a single entry is pushed with its doorbell */
    bool buffer;                   /**< which BlueFlame buffer is next */
};

/** Makes a queue pair as it was set up, with empty queues.
 *
 *  @param cfg       [in] copied.
 *  @param blueflame [in] push single entries.
 *  @param qp_out    [out] given back by ubn_roce_qp_free.
 *  @return UBN_OK; UBN_ERR_ARG (depth); UBN_ERR_NOMEM. */
enum ubn_status ubn_roce_qp_init(const struct ubn_roce_qp_config *cfg, bool blueflame,
                                 struct ubn_roce_qp *qp_out);

/** Gives back what a queue pair holds.
 *
 *  @param qp [in,out] queue pair, or all zeros. */
void ubn_roce_qp_free(struct ubn_roce_qp *qp);

/** Brings a queue pair into another state.
 *
 *  Allowed: RESET to INIT to RTR to RTS, RTS to SQD and back, any to ERR, any to RESET. RESET
 *  forgets all work without completions; leaving it programs every record from qp->cfg. Before it
 *  is left, and before memory of the queue pair is used for something else, nothing of it may be in
 *  the controller. Its owner has the choice: it went over ERR and waited until all flushed work had
 *  completed; or, after RESET, it reads register `busy` until that is 0, which takes as long as
 *  other queue pairs work, and then drops records that were written before.
 *  @param qp     [in,out] queue pair.
 *  @param to     [in] state.
 *  @param writes [in,out] the writes that do it are added here.
 *  @return UBN_OK; UBN_ERR_ARG when the transition does not exist; UBN_ERR_CONFIG, UBN_ERR_NOMEM as
 *          ubn_roce_program_node.   @source IBTA vol. 1, 10.3.1 */
enum ubn_status ubn_roce_modify(struct ubn_roce_qp *qp, enum ubn_roce_qp_state to,
                                struct ubn_roce_writes *writes);

/** Gives a queue pair of a RoCE stack (ubn_stack_roce_*), to look at or to bring into another
 * state.
 *
 *  @param nic   [in,out] of such a stack, owner of the queue pair.
 *  @param queue [in] its number.
 *  @return valid as long as the nic.   @pre setup_start was called. */
struct ubn_roce_qp *ubn_roce_stack_qp(struct ubn_nic *nic, uint32_t queue);

/* ---- post ---- */

/** Gives the key of a region as a work request holds it.
 *
 *  @param key [in] id and token.
 *  @return lkey or rkey. */
uint32_t ubn_roce_key(const struct ubn_key *key);

/** Makes the next entry of the send queue, and the store that tells the controller.
 *
 *  A ring tells of all entries since the one before. One entry is pushed when the pair has
 *  BlueFlame, its two buffers in turn; several, or without BlueFlame, take the doorbell.
 *  @param qp          [in,out] queue pair.
 *  @param work        [in] what to do; a completion comes unless it is not signaled and succeeds.
 *  @param inline_data [in] shape [work->len_bytes] when work->inline_data, else not used.
 *  @param ring        [in] false: no store, a later post rings for this one.
 *  @param post_out    [out] entry, store (tag: the trace operation), silent; op is not set.
 *  @param idx_out     [out] index of the entry, modulo 65536, as its completion record names it.
 *  @return UBN_OK; UBN_ERR_FULL when the queue is full; UBN_ERR_ARG when the state takes no work
 *          (RESET, INIT, RTR), the length is above 2^31, inline data are above 28 B or not with a
 *          WRITE or SEND, an atomic is not 8 B on an address that is a multiple of 8, or
 *          the operation is unknown. Nothing changes then. In ERR the controller flushes it. */
enum ubn_status ubn_roce_post(struct ubn_roce_qp *qp, const struct ubn_work *work,
                              const uint8_t *inline_data, bool ring, struct ubn_host_post *post_out,
                              uint16_t *idx_out);

/** Makes the next entry of the receive queue; otherwise as ubn_roce_post.
 *
 *  @param qp       [in,out] queue pair.
 *  @param recv     [in] where to put what comes.
 *  @param ring     [in] false: no store.
 *  @param post_out [out] as ubn_roce_post; the store has no tag.
 *  @param idx_out  [out] index of the entry, modulo 65536.
 *  @return UBN_OK; UBN_ERR_FULL; UBN_ERR_ARG when there is no receive queue, the state is RESET or
 *          the length is above 2^31. */
enum ubn_status ubn_roce_post_recv(struct ubn_roce_qp *qp, const struct ubn_recv *recv, bool ring,
                                   struct ubn_host_post *post_out, uint16_t *idx_out);

/* ---- poll ---- */

/** Completion queue as its owner keeps it; a value. */
struct ubn_roce_cq {
    uint64_t base; /**< address of record 0 */
    uint8_t shift; /**< log2 of the depth in records */
    uint32_t ci;   /**< records consumed so far, modulo 2^32 */
};

/** A work completion. */
struct ubn_roce_wc {
    uint32_t qpn;      /**< local queue pair */
    uint8_t opcode;    /**< enum ubn_roce_wc_opcode */
    uint8_t status;    /**< enum ubn_roce_wc_status */
    uint16_t wqe_idx;  /**< index of the entry, modulo 65536 */
    uint32_t byte_cnt; /**< bytes moved */
    bool with_imm;     /**< imm is valid */
    uint32_t imm;      /**< immediate, receive side */
    uint32_t src_qpn;  /**< queue pair at the other end */
};

/** Takes the next record out of a completion queue when its owner bit has the parity of the lap (1
 *  in the first lap, then 0, 1, ...).
 *
 *  @param cq     [in,out] queue.
 *  @param mem    [in] memory of the node.
 *  @param wc_out [out] the record.
 *  @return 1: a record; 0: there is none; -1: the queue lies outside the memory. */
int ubn_roce_poll_cq(struct ubn_roce_cq *cq, const struct ubn_mem *mem, struct ubn_roce_wc *wc_out);

/** Tells whether a completion is one of a receive.
 *
 *  @param wc [in] completion.
 *  @return true: of the receive queue. */
bool ubn_roce_wc_is_recv(const struct ubn_roce_wc *wc);

/** Frees the entry of a completion, and all before it: those were not signaled and succeeded.
 *
 *  @param qp [in,out] the queue pair that wc names.
 *  @param wc [in] completion.
 *  @return NULL; else static text that says what in it contradicts what was posted (nothing is
 *          freed when there is no such entry). */
const char *ubn_roce_complete(struct ubn_roce_qp *qp, const struct ubn_roce_wc *wc);

/** Translates the status of a completion.
 *
 *  @param status [in] enum ubn_roce_wc_status.
 *  @return UBN_CPL_*; UBN_CPL_OTHER for a code that no controller of ours writes. */
enum ubn_cpl_status ubn_roce_cpl_status(uint8_t status);

#ifdef __cplusplus
}
#endif
#endif
