/* SPDX-License-Identifier: Apache-2.0 */
/* hash: the trace hash, a fingerprint of everything that happened at the ports of the nodes.
 * One hash per node takes the events of that node in order of time; at the end they are combined
 * in order of node id. So the value does not depend on the order in which nodes were built or
 * evaluated within an instant, nor on idle skipping, host or compiler. Not cryptographic.
 * Function: for each 64-bit word w, h = (h ^ w) * 0x9E3779B97F4A7C15, then h ^= h >> 32 (both
 * steps invertible, so two sequences that differ in one word never collide). Bytes are taken as
 * little-endian words, the tail zero-filled, after their length.
 */
#ifndef UBN_HASH_H
#define UBN_HASH_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** State of one hash. A value: may be copied. */
struct ubn_hash {
    uint64_t h;     /**< state */
    uint64_t words; /**< words taken so far */
};

/** What happened. The value is part of the hash: never renumber. */
enum ubn_hash_event {
    UBN_HASH_LINK_TX = 1,     /**< beat handed to the link */
    UBN_HASH_LINK_RX = 2,     /**< beat taken from the link */
    UBN_HASH_AXI_AW = 3,      /**< write address of the NIC as manager */
    UBN_HASH_AXI_W = 4,       /**< write data of the NIC as manager */
    UBN_HASH_AXI_B = 5,       /**< write response taken by the NIC */
    UBN_HASH_AXI_AR = 6,      /**< read address of the NIC as manager */
    UBN_HASH_AXI_R = 7,       /**< read data taken by the NIC */
    UBN_HASH_HOST_W = 8,      /**< store of the host taken by the NIC */
    UBN_HASH_HOST_B = 9,      /**< answer to a store of the host */
    UBN_HASH_HOST_R = 10,     /**< register read or load: address or data */
    UBN_HASH_COMPLETION = 11, /**< completion seen by the host */
    UBN_HASH_PCIE_RQ = 12,    /**< PCIe request of the NIC */
    UBN_HASH_PCIE_RC = 13,    /**< PCIe completion taken by the NIC */
    UBN_HASH_PCIE_CQ = 14,    /**< PCIe request of the host taken by the NIC */
    UBN_HASH_PCIE_CC = 15     /**< PCIe completion of the NIC for the host */
};

/** @return a fresh hash. */
struct ubn_hash ubn_hash_init(void);

/** Take one 64-bit word.
 *  @param hash [in,out] hash. */
void ubn_hash_u64(struct ubn_hash *hash, uint64_t word);

/** Take a run of bytes as one item: its length, then its content.
 *  @param data [in] bytes, shape [len_bytes]; may be NULL when the length is 0. */
void ubn_hash_bytes(struct ubn_hash *hash, const void *data, size_t len_bytes);

/** Take one event: what, when, a number of the caller's choice, and bytes.
 *  @param tag [in] what else tells the event apart (address, strobe, queue); 0 if nothing.
 *  @param data [in] bytes, shape [len_bytes]; may be NULL when the length is 0. */
void ubn_hash_event(struct ubn_hash *hash, enum ubn_hash_event event, uint64_t ps, uint64_t tag,
                    const void *data, size_t len_bytes);

/** Combine the hashes of all nodes.
 *  @param nodes [in] shape [n_nodes], index = node id.
 *  @return the trace hash of the run. */
uint64_t ubn_hash_combine(const struct ubn_hash *nodes, size_t n_nodes);

#ifdef __cplusplus
}
#endif

#endif
