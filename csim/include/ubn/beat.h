/* SPDX-License-Identifier: Apache-2.0 */
/** @file beat.h  Plain values that travel through port queues: beats of the link and of the bus. */
#ifndef UBN_BEAT_H
#define UBN_BEAT_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Bytes of one beat on every 512-bit port. */
#define UBN_BEAT_BYTES 64u

/** Answers of AXI4.  @source AMBA AXI4, A3.4.4 */
enum ubn_axi_resp { UBN_AXI_OKAY = 0, UBN_AXI_SLVERR = 2, UBN_AXI_DECERR = 3 };

/** Tag of a store that belongs to no traced operation. */
#define UBN_TAG_NONE UINT64_MAX

/** One beat of a frame on the link; byte i of the frame part is in lane i. */
struct ubn_link_beat {
    uint64_t keep; /**< bit i: lane i holds a byte; contiguous from lane 0, all ones unless last */
    uint8_t last;  /**< 1: last beat of the frame */
    uint8_t err;   /**< 1: the receiver shall treat the frame as damaged */
    uint8_t data[UBN_BEAT_BYTES]; /**< bytes, first wire byte first */
};

/** One beat of a store of the host to the NIC. */
struct ubn_axi_w {
    uint32_t addr; /**< byte address in the window of the NIC; byte address a sits in lane a % 64 */
    uint8_t id;    /**< AXI ID */
    uint8_t more;  /**< beats of the burst that follow this one; 0: the last, or the only one */
    uint64_t strb; /**< bit i: lane i is written */
    uint64_t tag;  /**< operation handle of the trace, or UBN_TAG_NONE; travels with the store */
    uint8_t data[UBN_BEAT_BYTES]; /**< bytes in bus lanes */
};

/** One load of the host from the NIC. */
struct ubn_axi_ar {
    uint32_t addr; /**< byte address in the window of the NIC */
    uint8_t id;    /**< AXI ID */
    uint8_t size;  /**< log2 of the bytes of a beat, 0 .. 6 */
    uint8_t more;  /**< beats of the burst after the first */
    uint64_t tag;  /**< as in struct ubn_axi_w */
};

/** One beat of read data, to the NIC or to the host. */
struct ubn_axi_r {
    uint8_t id;                   /**< AXI ID of the command */
    uint8_t last;                 /**< 1: last beat of the burst */
    uint8_t resp;                 /**< enum ubn_axi_resp */
    uint8_t data[UBN_BEAT_BYTES]; /**< bytes in bus lanes */
};

/** One write response to the NIC. */
struct ubn_axi_b {
    uint8_t id;   /**< AXI ID of the burst */
    uint8_t resp; /**< enum ubn_axi_resp */
};

#ifdef __cplusplus
}
#endif
#endif
