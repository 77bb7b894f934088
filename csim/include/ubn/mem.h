/* SPDX-License-Identifier: Apache-2.0 */
/** @file mem.h  Memory of one node: real bytes, kept sparsely, and the time an access takes.
 *
 *  Timing: banks of rows. An access waits until its bank is free, then its first data come after
 *  row_hit_ps, or after row_miss_ps when the row is not the open one, and each further 64 B beat_ps
 *  later. The bank is busy for beat_ps per 64 B, plus the extra time of a miss. Rows are dealt to
 *  banks in turn. Without open_page every access is a hit (the published constant). Writes of the
 *  NIC go to the write queue of the memory controller and take no bank time (assumption). */
#ifndef UBN_MEM_H
#define UBN_MEM_H

#include "ubn/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Memory of one node; opaque. */
struct ubn_mem;

/** Size and timing. */
struct ubn_mem_config {
    uint64_t bytes;       /**< size, 1 or more; addresses are 0 .. bytes - 1 */
    uint64_t row_hit_ps;  /**< command to first data, row open, ps */
    uint64_t row_miss_ps; /**< the same, another row; not less than row_hit_ps, ps */
    uint64_t beat_ps;     /**< time of 64 B on a bank, ps; 0: banks are never busy */
    uint64_t row_bytes;   /**< bytes of a row, a power of two, 64 or more */
    uint32_t banks;       /**< banks, 1 or more */
    bool open_page;       /**< true: rows miss; false: every access is a hit */
};

/** Counts of one memory. */
struct ubn_mem_counts {
    uint64_t accesses; /**< timed accesses */
    uint64_t misses;   /**< of these, row misses */
    uint64_t queued;   /**< of these, found the bank busy */
    uint64_t queue_ps; /**< time all of them waited for a bank, ps */
};

/** Makes a memory of zero bytes.
 *
 *  @param cfg     [in] copied.
 *  @param mem_out [out] owned by the caller, given back by ubn_mem_destroy.
 *  @return UBN_OK; UBN_ERR_ARG; UBN_ERR_NOMEM. */
enum ubn_status ubn_mem_create(const struct ubn_mem_config *cfg, struct ubn_mem **mem_out);

/** Gives back a memory.
 *
 *  @param mem [in] memory or NULL. */
void ubn_mem_destroy(struct ubn_mem *mem);

/** Reads bytes, at once and without time. Bytes never written read as 0.
 *
 *  @param mem      [in] memory.
 *  @param addr     [in] first address.
 *  @param len_bytes [in] 0 or more.
 *  @param data     [out] shape [len_bytes]; untouched on error.
 *  @return UBN_OK; UBN_ERR_ARG when the range leaves the memory. */
enum ubn_status ubn_mem_read(const struct ubn_mem *mem, uint64_t addr, size_t len_bytes,
                             uint8_t *data);

/** Writes bytes, at once and without time. The first write to a page of 64 KiB allocates it.
 *
 *  @param mem      [in,out] memory.
 *  @param addr     [in] first address.
 *  @param len_bytes [in] 0 or more.
 *  @param data     [in] shape [len_bytes].
 *  @return UBN_OK; UBN_ERR_ARG when the range leaves the memory (nothing is written);
 *          UBN_ERR_NOMEM. */
enum ubn_status ubn_mem_write(struct ubn_mem *mem, uint64_t addr, size_t len_bytes,
                              const uint8_t *data);

/** Times one access and takes its bank.
 *
 *  @param mem       [in,out] memory.
 *  @param addr      [in] first address.
 *  @param len_bytes [in] 1 or more; the access lies in one row.
 *  @param arrive_ps [in] arrival at the memory; not before that of the call before.
 *  @param done_ps_out [out] time of the first data, ps.
 *  @return UBN_OK; UBN_ERR_ARG when the range leaves the memory or its row. */
enum ubn_status ubn_mem_service(struct ubn_mem *mem, uint64_t addr, size_t len_bytes,
                                uint64_t arrive_ps, uint64_t *done_ps_out);

/** Gives the distance of two beats of one access.
 *
 *  @param mem [in] memory.
 *  @return ps. */
uint64_t ubn_mem_beat_ps(const struct ubn_mem *mem);

/** Gives the size of a row.
 *
 *  @param mem [in] memory.
 *  @return bytes, a power of two. */
uint64_t ubn_mem_row_bytes(const struct ubn_mem *mem);

/** Gives the size.
 *
 *  @param mem [in] memory.
 *  @return bytes. */
uint64_t ubn_mem_bytes(const struct ubn_mem *mem);

/** Counts the 64 KiB pages ever written; a write outside all known regions raises it.
 *
 *  @param mem [in] memory.
 *  @return pages. */
size_t ubn_mem_pages(const struct ubn_mem *mem);

/** Gives the counts so far.
 *
 *  @param mem [in] memory.
 *  @return counts. */
struct ubn_mem_counts ubn_mem_counts(const struct ubn_mem *mem);

#ifdef __cplusplus
}
#endif
#endif
