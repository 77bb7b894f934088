/* SPDX-License-Identifier: Apache-2.0 */
/* scoreboard: independent judges of a run: what memory must hold, and which completions must have
 * come. They share no code and no state with the data path of the simulator: the workload tells
 * them what it asked for, and they look at the outcome.
 */
#ifndef UBN_SCOREBOARD_H
#define UBN_SCOREBOARD_H

#include "ubn/status.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- pattern ---- */

/** Byte of test data at an address: a pure function, equal on every host.
 *  @param seed [in] names the pattern; different seeds give unrelated bytes. */
uint8_t ubn_pattern_byte(uint64_t seed, uint64_t addr);

/** Fill a buffer with the pattern of addresses addr to addr + len_bytes - 1.
 *  @param data [out] shape [len_bytes]. */
void ubn_pattern_fill(uint64_t seed, uint64_t addr, uint8_t *data, size_t len_bytes);

/* ---- memory ---- */

/** Expected content of the memory of one node. */
struct ubn_memboard;

/** No operation: owner of bytes that nobody may touch. */
#define UBN_MEMBOARD_UNTOUCHED UINT32_MAX

/** Reads memory as it is.
 *  @param ctx [in] of the caller.
 *  @param data [out] shape [len_bytes].
 *  @return UBN_OK, or an error that ends the check. */
typedef enum ubn_status (*ubn_memboard_read_fn)(void *ctx, uint64_t addr, size_t len_bytes,
                                                uint8_t *data);

/** Create a board without regions.
 *  @param name [in] of the node, for messages; copied.
 *  @param log [in] mismatches are printed here; NULL for stderr; stays owned by the caller.
 *  @return UBN_OK; UBN_ERR_NOMEM. */
enum ubn_status ubn_memboard_create(const char *name, FILE *log, struct ubn_memboard **board_out);

/** Free a board.
 *  @param board [in] may be NULL. */
void ubn_memboard_destroy(struct ubn_memboard *board);

/** Watch a region: untouched, it holds the pattern of `seed`. The caller fills the real memory with
 *  it.
 *  @param addr,len_bytes [in] must not overlap another region; len_bytes >= 1.
 *  @return UBN_OK; UBN_ERR_ARG (printed); UBN_ERR_NOMEM. */
enum ubn_status ubn_memboard_region(struct ubn_memboard *board, uint64_t addr, size_t len_bytes,
                                    uint64_t seed);

/** Expect bytes written by an operation. A later expectation replaces an earlier one for the bytes
 *  both cover.
 *  @param data [in] shape [len_bytes]; copied.
 *  @param len_bytes [in] 0 is allowed and expects nothing.
 *  @param owner [in] operation (index in the trace), below UBN_MEMBOARD_UNTOUCHED.
 *  @return UBN_OK; UBN_ERR_ARG when the range does not lie in one region (printed); UBN_ERR_NOMEM.
 */
enum ubn_status ubn_memboard_expect(struct ubn_memboard *board, uint64_t addr, const uint8_t *data,
                                    size_t len_bytes, uint32_t owner);

/** Compare a range with what it must hold now: every byte, the first and the last included.
 *  @param read,ctx [in] how to read the real memory.
 *  @param bad_out [out] number of wrong bytes; may be NULL. Written in every case but a failed
 *  read.
 *  @return UBN_OK; UBN_ERR_CHECK with each wrong run of bytes printed (address, expected, got,
 *  owner; ten runs at most); UBN_ERR_ARG when the range does not lie in one region; or the error of
 *  `read`. */
enum ubn_status ubn_memboard_check_range(const struct ubn_memboard *board, uint64_t addr,
                                         size_t len_bytes, ubn_memboard_read_fn read, void *ctx,
                                         uint64_t *bad_out);

/** Compare all regions; as ubn_memboard_check_range. At least one region must exist (UBN_ERR_ARG
 *  otherwise: a check that looks at nothing must not pass). */
enum ubn_status ubn_memboard_check(const struct ubn_memboard *board, ubn_memboard_read_fn read,
                                   void *ctx, uint64_t *bad_out);

/* ---- completions ---- */

/** Work posted and completions seen, of all nodes. */
struct ubn_cplboard;

/** Names one piece of work. An id may be used again once its completion came. */
struct ubn_cpl_key {
    uint32_t node;  /**< initiator */
    uint32_t queue; /**< Jetty or queue pair */
    uint32_t id;    /**< as the completion record returns it */
};

/** Create an empty board.
 *  @param log [in] as for ubn_memboard_create.
 *  @return UBN_OK; UBN_ERR_NOMEM. */
enum ubn_status ubn_cplboard_create(FILE *log, struct ubn_cplboard **board_out);

/** Free a board.
 *  @param board [in] may be NULL. */
void ubn_cplboard_destroy(struct ubn_cplboard *board);

/** Work was posted, and exactly one completion must come, in any order.
 *  @param status,bytes [in] what the completion must say.
 *  @return UBN_OK; UBN_ERR_CHECK when that work is already outstanding (printed); UBN_ERR_NOMEM. */
enum ubn_status ubn_cplboard_post(struct ubn_cplboard *board, struct ubn_cpl_key key,
                                  uint32_t status, uint64_t bytes);

/** A completion was seen.
 *  @param status,bytes [in] what it says.
 *  @return UBN_OK; UBN_ERR_CHECK (printed, and kept for ubn_cplboard_finish): never posted,
 *  completed twice, wrong status or byte count. A completion with wrong content still ends its
 * work.
 */
enum ubn_status ubn_cplboard_complete(struct ubn_cplboard *board, struct ubn_cpl_key key,
                                      uint32_t status, uint64_t bytes);

/** @return work posted whose completion has not come. */
uint64_t ubn_cplboard_outstanding(const struct ubn_cplboard *board);

/** @return work posted so far. */
uint64_t ubn_cplboard_posted(const struct ubn_cplboard *board);

/** Check the end of a run: all work completed once, no mistake seen at any time.
 *  @return UBN_OK; UBN_ERR_CHECK (missing completions are printed, at most ten). */
enum ubn_status ubn_cplboard_finish(const struct ubn_cplboard *board);

#ifdef __cplusplus
}
#endif

#endif
