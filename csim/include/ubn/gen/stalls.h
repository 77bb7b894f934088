/* SPDX-License-Identifier: Apache-2.0 */
/** Stall reasons.
 *  Written by scripts/gen from configs/spec; do not edit. */
#ifndef UBN_GEN_STALLS_H
#define UBN_GEN_STALLS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Why a queue does not move. */
enum ubn_stall {
    UBN_STALL_NONE = 0,        /**< moves */
    UBN_STALL_NO_WORK = 1,     /**< nothing posted */
    UBN_STALL_FENCE = 2,       /**< waits for earlier reads and atomics */
    UBN_STALL_SO_ROI = 3,      /**< strong order, held by the initiator */
    UBN_STALL_SO_ROT = 4,      /**< strong order, held by the target */
    UBN_STALL_COMP_ORDER = 5,  /**< completion order */
    UBN_STALL_WINDOW = 6,      /**< channel window closed */
    UBN_STALL_STORE_FULL = 7,  /**< retransmit store full */
    UBN_STALL_CTX_MISS = 8,    /**< context not on chip */
    UBN_STALL_BUS = 9,         /**< bus back-pressure */
    UBN_STALL_LINK = 10,       /**< link back-pressure */
    UBN_STALL_CONGESTION = 11, /**< congestion window closed */
    UBN_STALL_CREDIT = 12,     /**< no credit, tag or outstanding entry */
    UBN_STALL_RESOURCE = 13,   /**< responder resource */
    UBN_STALL_RNR = 14,        /**< receiver-not-ready wait */
};

#define UBN_STALL_CODES 15

/** Name of a stall reason.
 *  @param code [in] enum ubn_stall.
 *  @return text, never NULL; "?" for an unknown code. */
static inline const char *ubn_stall_name(unsigned code)
{
    switch (code) {
    case UBN_STALL_NONE:
        return "none";
    case UBN_STALL_NO_WORK:
        return "no_work";
    case UBN_STALL_FENCE:
        return "fence";
    case UBN_STALL_SO_ROI:
        return "so_roi";
    case UBN_STALL_SO_ROT:
        return "so_rot";
    case UBN_STALL_COMP_ORDER:
        return "comp_order";
    case UBN_STALL_WINDOW:
        return "window";
    case UBN_STALL_STORE_FULL:
        return "store_full";
    case UBN_STALL_CTX_MISS:
        return "ctx_miss";
    case UBN_STALL_BUS:
        return "bus";
    case UBN_STALL_LINK:
        return "link";
    case UBN_STALL_CONGESTION:
        return "congestion";
    case UBN_STALL_CREDIT:
        return "credit";
    case UBN_STALL_RESOURCE:
        return "resource";
    case UBN_STALL_RNR:
        return "rnr";
    default:
        return "?";
    }
}

#ifdef __cplusplus
}
#endif

#endif /* UBN_GEN_STALLS_H */
