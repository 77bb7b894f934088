/* SPDX-License-Identifier: Apache-2.0 */
/** @file urma.h  URMA software of one node: setting up the controller, posting work, polling.
 *
 *  Setup describes a node by a plain struct and programs the controller with stores on the bus
 * only: 8 B for a register, one 64 B store for each context record. The verbs are named after the
 * URMA programming interface (post, poll) and work on what its driver works on: 64 B work requests
 * for the direct window of a Jetty page, and 64 B completion records with an owner bit.
 *  @source configs/spec/{records,registers,opcodes}.yaml; public UMDK headers, API 0.9 */
#ifndef UBN_URMA_H
#define UBN_URMA_H

#include "ubn/beat.h"
#include "ubn/bus.h"
#include "ubn/gen/enums.h"
#include "ubn/mem.h"
#include "ubn/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct ubn_nic;

/** Bytes of a Jetty page in the window of the controller. */
#define UBN_URMA_JETTY_PAGE_BYTES 4096u
/** Bytes of one kind of context in the context window. */
#define UBN_URMA_CTX_KIND_BYTES 0x400000u
/** Bytes of one work request, one context record or one completion record. */
#define UBN_URMA_BLOCK_BYTES 64u
/** Most contexts of a kind: the id has 16 bits in the context window. */
#define UBN_URMA_CTX_IDS 65536u
/** Entries of the load/store decoder. */
#define UBN_URMA_WINS 16u
/** Bytes of the window of each. */
#define UBN_URMA_WIN_BYTES 0x8000000u
/** Work in flight on one Jetty that the controller tracks.  @source records.yaml, jetty ctx busy */
#define UBN_URMA_JETTY_INFLIGHT_MAX 16u

/* ---- what a node is made of ---- */

/** One Jetty, send side. */
struct ubn_urma_jetty_config {
    uint32_t id;                     /**< Jetty id, page number */
    enum ubn_urma_jetty_state state; /**< state after setup */
    uint32_t jfc_id;                 /**< completion queue of its work */
    uint16_t next_tassn;             /**< sequence number of its first request */
    uint64_t user_data;              /**< copied to each completion record */
};

/** One completion queue. */
struct ubn_urma_jfc_config {
    uint32_t id;   /**< JFC id */
    uint8_t shift; /**< log2 of the depth in records, 0 .. 22 */
    uint64_t base; /**< address of record 0, a multiple of 64 */
    uint32_t pi;   /**< first producer index, 0 .. 2 * depth - 1 */
};

/** One registered segment. */
struct ubn_urma_seg_config {
    uint32_t token_id;  /**< TokenID */
    bool read_en;       /**< others may read */
    bool write_en;      /**< others may write */
    bool atomic_en;     /**< others may do atomics */
    bool token_chk;     /**< the token value is checked */
    uint32_t token[2];  /**< primary and secondary value; equal when there is one */
    uint64_t uba;       /**< first address as the initiator sees it */
    uint64_t len_bytes; /**< length */
    uint64_t pa;        /**< first address in local memory */
};

/** One end of a transport channel. */
struct ubn_urma_chan_config {
    uint32_t tpn;       /**< own TPN */
    uint32_t rmt_tpn;   /**< TPN of the other end */
    uint64_t rmt_mac;   /**< MAC of the other end, first wire byte in bits 47:40 */
    uint32_t rmt_ip;    /**< IPv4 address of the other end, first wire byte in bits 31:24 */
    uint16_t udp_sport; /**< UDP source port */
    uint32_t mtu_bytes; /**< 256, 512 ... 8192 */
    uint32_t window;    /**< unacknowledged packets allowed, 1 .. 8388607 */
    uint32_t tx_psn;    /**< first PSN sent */
    uint32_t rx_psn;    /**< first PSN expected */
    uint32_t tx_msn;    /**< first TPMSN sent */
    uint32_t rx_msn;    /**< operations received so far */
};

/** One entry of the load/store decoder: a window onto a segment of another node. */
struct ubn_urma_win_config {
    uint32_t id;       /**< entry, below UBN_URMA_WINS */
    bool load_en;      /**< loads may pass */
    bool store_en;     /**< stores may pass */
    uint16_t rmt_cna;  /**< network address of the target */
    uint64_t rmt_mac;  /**< its MAC, first wire byte in bits 47:40 */
    uint32_t token_id; /**< TokenID of the segment */
    uint64_t uba_base; /**< address in the segment of the first byte of the window */
};

/** A node as its driver sets it up. The arrays belong to the caller. */
struct ubn_urma_node_config {
    uint64_t mac;                /**< own MAC, first wire byte in bits 47:40 */
    uint16_t cna;                /**< own network address; 0: the load/store path is not set up */
    uint32_t ip;                 /**< own IPv4 address, first wire byte in bits 31:24 */
    uint32_t mtu_bytes;          /**< longest payload of one packet */
    uint16_t issue_interval_cyc; /**< cycles between two requests */
    uint16_t max_outstanding;    /**< requests in flight over all Jettys; 0: leave as after reset */
    uint8_t pad_tx_cyc;          /**< register delay of each pass, 0 .. 255 */
    uint8_t pad_rx_cyc;          /**< see pad_tx_cyc */
    uint8_t pad_rsp_tx_cyc;      /**< see pad_tx_cyc */
    uint8_t pad_rsp_rx_cyc;      /**< see pad_tx_cyc */
    uint8_t ld_pad_tx_cyc;       /**< the same of the load/store path */
    uint8_t ld_pad_rx_cyc;       /**< see ld_pad_tx_cyc */
    uint8_t ld_pad_rsp_tx_cyc;   /**< see ld_pad_tx_cyc */
    uint8_t ld_pad_rsp_rx_cyc;   /**< see ld_pad_tx_cyc */
    const struct ubn_urma_jetty_config *jettys; /**< shape [n_jettys] */
    size_t n_jettys;                            /**< Jettys */
    const struct ubn_urma_jfc_config *jfcs;     /**< shape [n_jfcs] */
    size_t n_jfcs;                              /**< completion queues */
    const struct ubn_urma_seg_config *segs;     /**< shape [n_segs] */
    size_t n_segs;                              /**< segments */
    const struct ubn_urma_chan_config *chans;   /**< shape [n_chans] */
    size_t n_chans;                             /**< channel ends */
    const struct ubn_urma_win_config *wins;     /**< shape [n_wins] */
    size_t n_wins;                              /**< windows for loads and stores */
};

/** Gives the MAC of a node: locally administered, 02:00:00:00:hh:ll with the node number.
 *
 *  @param node [in] node number.
 *  @return first wire byte in bits 47:40. */
uint64_t ubn_urma_node_mac(uint16_t node);

/** Gives the 16-bit network address of a node: 0x100 plus the node number.
 *
 *  @param node [in] node number, below 65280.
 *  @return address, never 0. */
uint16_t ubn_urma_node_cna(uint16_t node);

/** Gives the IPv4 address of a node: 10.0.hh.ll with the node number plus 1.
 *
 *  @param node [in] node number, below 65535.
 *  @return first wire byte in bits 31:24. */
uint32_t ubn_urma_node_ip(uint16_t node);

/** Gives the first PSN of one direction of a channel, pseudo-random, 24 bits.
 *
 *  @param seed [in] seed of the run.
 *  @param node [in] sending node.
 *  @param tpn  [in] its TPN.
 *  @return PSN. */
uint32_t ubn_urma_first_psn(uint64_t seed, uint16_t node, uint32_t tpn);

/* ---- setup ---- */

/** How far a setup is; owned by the caller, must live until ubn_urma_setup_done. */
struct ubn_urma_setup {
    uint32_t stores;   /**< stores sent */
    uint32_t answered; /**< of these, answered */
    uint32_t refused;  /**< of these, answered with an error */
    uint64_t last_ps;  /**< time of the last answer at the host, ps */
};

/** Sends the stores that set up one controller: registers, JFCs, segments, channels, windows, then
 *  Jettys.
 *
 *  @param bus   [in,out] bus of the node.
 *  @param ps    [in] time of the stores, ps; the bus spaces them.
 *  @param cfg   [in] used during the call.
 *  @param setup_out [out] progress, updated by the answers.
 *  @return UBN_OK; UBN_ERR_CONFIG (printed) when a value does not fit its record; UBN_ERR_NOMEM. */
enum ubn_status ubn_urma_setup_start(struct ubn_bus *bus, uint64_t ps,
                                     const struct ubn_urma_node_config *cfg,
                                     struct ubn_urma_setup *setup_out);

/** Gives what the URMA stack (ubn_stack_urma) programs into the controller of a node.
 *
 *  @param nic [in] of that stack.
 *  @return valid until the next change of the nic; its arrays are set from setup_start on. */
const struct ubn_urma_node_config *ubn_urma_stack_config(const struct ubn_nic *nic);

/** Tells whether the controller has answered all stores.
 *
 *  @param setup [in] progress.
 *  @return true: all answered, refused or not. */
bool ubn_urma_setup_done(const struct ubn_urma_setup *setup);

/* ---- registers ---- */

/** Takes the value of a register.
 *  @param ok [in] false: the controller answered with an error. */
typedef void (*ubn_urma_reg_fn)(void *ctx, uint64_t ps, bool ok, uint64_t value);

/** A register read under way; owned by the caller, zero when there is none. */
struct ubn_urma_reg_read {
    ubn_urma_reg_fn fn; /**< takes the value; NULL: none under way */
    void *ctx;          /**< handed to it */
    uint32_t lane;      /**< of the register in its beat */
};

/** Reads a register as software does.
 *
 *  @param bus    [in,out] bus of the node.
 *  @param ps     [in] time of the load, ps.
 *  @param offset [in] in the registers, 8 B aligned.
 *  @param fn     [in] called with the value.
 *  @param ctx    [in] handed to fn.
 *  @param read   [in,out] one at a time; lives until fn is called.
 *  @return UBN_OK; UBN_ERR_ARG when one is under way; UBN_ERR_NOMEM. */
enum ubn_status ubn_urma_reg_load(struct ubn_bus *bus, uint64_t ps, uint32_t offset,
                                  ubn_urma_reg_fn fn, void *ctx, struct ubn_urma_reg_read *read);

/* ---- post ---- */

/** Send queue of one Jetty as its owner keeps it; a value. */
struct ubn_urma_jetty {
    uint32_t id;    /**< Jetty id */
    uint32_t tpn;   /**< transport channel of its work */
    uint32_t depth; /**< blocks of the send queue, a power of two, 1 .. 65536 */
    uint32_t pi;    /**< blocks posted so far, modulo 2^32 */
};

/** A read or a write. */
struct ubn_urma_rw_wr {
    uint8_t opcode;           /**< UBN_UB_TA_OPCODE_READ or _WRITE */
    uint64_t local_addr;      /**< where the data go, or come from */
    uint32_t local_token_id;  /**< TokenID of the local segment */
    uint32_t len_bytes;       /**< 1 or more */
    uint64_t remote_addr;     /**< UBA at the target */
    uint32_t remote_token_id; /**< TokenID of the remote segment */
    uint32_t remote_token;    /**< its token value */
    uint8_t remote_eid[16];   /**< EID of the target, network order */
};

/** Gives the EID of an IPv4 address: 10 bytes 0, 2 bytes 0xff, the address.
 *
 *  @param ip  [in] first wire byte in bits 31:24.
 *  @param eid [out] shape [16], network order. */
void ubn_urma_eid_from_ip(uint32_t ip, uint8_t eid[16]);

/** Builds the store that posts one read or write and moves the producer index.
 *
 *  @param jetty     [in,out] send queue.
 *  @param wr        [in] the request.
 *  @param store_out [out] 64 B store to the direct window; its tag is UBN_TAG_NONE.
 *  @return index of its block, as the completion record returns it. */
uint16_t ubn_urma_post_rw(struct ubn_urma_jetty *jetty, const struct ubn_urma_rw_wr *wr,
                          struct ubn_axi_w *store_out);

/* ---- poll ---- */

/** Completion queue as its owner keeps it; a value. */
struct ubn_urma_jfc {
    uint64_t base; /**< address of record 0 */
    uint8_t shift; /**< log2 of the depth in records */
    uint32_t ci;   /**< records consumed so far, modulo 2^32; first lap when ci < depth */
};

/** A completion record as the programming interface shows it. */
struct ubn_urma_cr {
    enum ubn_urma_status status; /**< status of the work */
    uint32_t completion_len;     /**< bytes moved */
    uint32_t local_id;           /**< Jetty id */
    uint32_t tpn;                /**< local transport channel */
    uint16_t entry_idx;          /**< index of the block posted */
    bool recv;                   /**< receive side */
    uint64_t user_ctx;           /**< user_data of the Jetty */
};

/** Takes the next record out of a completion queue when its owner bit has the parity of the lap (1
 *  in the first lap, then 0, 1, ...).
 *
 *  @param jfc    [in,out] queue.
 *  @param mem    [in] memory of the node.
 *  @param cr_out [out] the record.
 *  @return 1: a record; 0: there is none; -1: the queue lies outside the memory. */
int ubn_urma_poll_jfc(struct ubn_urma_jfc *jfc, const struct ubn_mem *mem,
                      struct ubn_urma_cr *cr_out);

/** Translates the status of the hardware into the one of the programming interface.
 *
 *  @param status    [in] enum ubn_urma_cqe_status.
 *  @param substatus [in] enum ubn_urma_cqe_substatus.
 *  @return UBN_URMA_STATUS_*; an unknown pair gives UBN_URMA_STATUS_WR_UNHANDLED, which no
 * controller writes. */
enum ubn_urma_status ubn_urma_status_from_cqe(uint8_t status, uint8_t substatus);

#ifdef __cplusplus
}
#endif
#endif
