/* SPDX-License-Identifier: Apache-2.0 */
/** @file tlp.h  What a single PCIe packet must be like, from its header: rules without memory. */
#ifndef CONTRACT_TLP_H
#define CONTRACT_TLP_H

#include "ubn/gen/wire.h"

#include <stdbool.h>
#include <stdint.h>

/** Settings of the port. */
struct tlp_limits {
    unsigned mps_bytes;  /**< largest payload of a packet */
    unsigned mrrs_bytes; /**< largest read request */
    unsigned rcb_bytes;  /**< read completion boundary */
    unsigned tags;       /**< tags of the controller */
};

/** A read that is not answered completely. */
struct tlp_read {
    bool open;
    uint16_t requester_id;
    uint64_t addr;  /**< first byte that is still to come */
    unsigned bytes; /**< how many are */
};

/** Payload of a packet or size of a read, whole dwords, bytes. @param length_dw [in] 0: 1024. */
unsigned tlp_bytes(unsigned length_dw);

/** Tells whether a request is a write. */
bool tlp_is_write(const struct ubn_pcie_req *req);

/** Gives the bytes that a read asks for, first to last enabled one; one byte when it enables none.
 *  @pre its byte enables are legal. */
struct tlp_read tlp_read_of(const struct ubn_pcie_req *req);

/** Says what is wrong with a request, NULL: nothing. */
const char *tlp_request_fault(const struct ubn_pcie_req *req, const struct tlp_limits *limits);

/** Says what is wrong with a completion of a read, NULL: nothing; then takes its bytes off the
 *  read and closes it with the last. */
const char *tlp_completion_fault(const struct ubn_pcie_cpl *cpl, const struct tlp_limits *limits,
                                 struct tlp_read *read);

#endif
