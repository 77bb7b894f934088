/* SPDX-License-Identifier: Apache-2.0 */
/** @file tlp.h  One beat of a PCIe transaction layer packet (TLP), a plain value of port queues. */
#ifndef UBN_TLP_H
#define UBN_TLP_H

#include "ubn/beat.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Header bytes of a beat: a request has 4 dwords, a completion 3 and one of zeros. */
#define UBN_TLP_HDR_BYTES 16u

/** One beat of a packet; its header stands beside each of its beats. */
struct ubn_tlp {
    /** ubn_pcie_req, or ubn_pcie_cpl and 4 B of zeros; first wire byte first */
    uint8_t hdr[UBN_TLP_HDR_BYTES];
    /** payload of this beat, dwords packed from data[0] whatever the address */
    uint8_t data[UBN_BEAT_BYTES];
    bool last; /**< last beat of the packet */
};

#ifdef __cplusplus
}
#endif

#endif
