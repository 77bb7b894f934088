/* SPDX-License-Identifier: Apache-2.0 */
/** @file verbs.h  What a workload asks of any stack: work requests, receives, completions.
 *
 *  Plain values, the same for every controller. A stack (ubn/stack.h) says which operations it
 *  carries and turns each into what its hardware understands. */
#ifndef UBN_VERBS_H
#define UBN_VERBS_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Operation handle of work that is not traced. */
#define UBN_OP_UNTRACED UINT32_MAX

/** Operations. */
enum ubn_op {
    UBN_OP_READ,      /**< remote memory to local memory */
    UBN_OP_WRITE,     /**< local memory to remote memory */
    UBN_OP_WRITE_IMM, /**< the same, and a receive of the target completes with the immediate */
    UBN_OP_SEND,      /**< local memory to the receive posted first at the target */
    UBN_OP_SEND_IMM,  /**< the same, with an immediate */
    UBN_OP_CAS,       /**< 8 B: if remote equals compare, remote = swap_add; local = old remote */
    UBN_OP_FADD,      /**< 8 B: remote += swap_add; local = old remote */
    UBN_OP_COUNT
};

/** Set of one operation, for masks of operations. */
#define UBN_OP_BIT(op) (UINT32_C(1) << (op))

/** Names a registered piece of memory in a work request. */
struct ubn_key {
    uint32_t id;    /**< which region: TokenID of URMA, bits 31:8 of a key of RoCE */
    uint32_t token; /**< what proves the right to use it: token value of URMA, bits 7:0 of RoCE */
};

/** One work request of a send queue. Values in memory are little-endian. */
struct ubn_work {
    enum ubn_op op;            /**< operation */
    bool fence;                /**< waits for earlier reads and atomics of its queue */
    bool signaled;             /**< a completion comes on success too */
    bool inline_data;          /**< WRITE, SEND: the data travel in the request itself */
    uint32_t len_bytes;        /**< 0 or more; 8 for atomics */
    uint64_t local_addr;       /**< first local byte, as the region local_key names it */
    struct ubn_key local_key;  /**< region of the local bytes */
    uint64_t remote_addr;      /**< first remote byte, as the region remote_key names it */
    struct ubn_key remote_key; /**< region of the remote bytes; not used by SEND */
    uint32_t imm;              /**< immediate */
    uint64_t compare;          /**< CAS: value to compare with */
    uint64_t swap_add;         /**< CAS: value to store; FADD: value to add */
    uint32_t trace_op;         /**< operation of the trace, or UBN_OP_UNTRACED */
};

/** One receive. */
struct ubn_recv {
    uint64_t addr;      /**< first byte, as the region key names it */
    uint32_t len_bytes; /**< room */
    struct ubn_key key; /**< region of the bytes */
};

/** How work ended. Every stack translates its own codes. */
enum ubn_cpl_status {
    UBN_CPL_OK,             /**< done */
    UBN_CPL_LOCAL_LENGTH,   /**< longer than the local buffer or the message limit */
    UBN_CPL_LOCAL_OP,       /**< the work request is malformed */
    UBN_CPL_LOCAL_ACCESS,   /**< local region unknown, too short or without the right */
    UBN_CPL_FLUSHED,        /**< not done, an earlier request of the queue failed */
    UBN_CPL_BAD_RESPONSE,   /**< the answer does not fit the request */
    UBN_CPL_REMOTE_INVALID, /**< the target does not take such a request */
    UBN_CPL_REMOTE_ACCESS,  /**< remote region unknown, too short or without the right */
    UBN_CPL_REMOTE_OP,      /**< the target failed */
    UBN_CPL_RETRY_EXCEEDED, /**< no answer */
    UBN_CPL_RNR_EXCEEDED,   /**< the target had no receive posted */
    UBN_CPL_OTHER           /**< a code that no controller of ours writes */
};

/** One completion. */
struct ubn_cpl {
    uint32_t queue;             /**< number of the queue within its node */
    uint32_t id;                /**< as post or post_recv gave it; its entry is free again */
    enum ubn_cpl_status status; /**< how it ended */
    uint32_t code;              /**< the same as the programming interface of the stack numbers it;
                                     0: success */
    uint64_t bytes;             /**< bytes moved */
    bool recv;                  /**< completion of a receive */
    bool with_imm;              /**< imm is valid */
    uint32_t imm;               /**< immediate, receive side */
    const char *oddity; /**< what in the record contradicts the setup of the queue (user data,
                             channel, operation); NULL: nothing */
};

/** Gives the name of an operation.
 *
 *  @param op [in] operation.
 *  @return static text, lower case. */
const char *ubn_op_name(enum ubn_op op);

/** Gives the name of a status.
 *
 *  @param status [in] status.
 *  @return static text, lower case. */
const char *ubn_cpl_status_name(enum ubn_cpl_status status);

#ifdef __cplusplus
}
#endif

#endif
