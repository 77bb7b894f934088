/* SPDX-License-Identifier: Apache-2.0 */
/* outset: the output files of a run appear together or not at all.
 * Files are written as `.<name>.part` in the output folder, and renamed when the run has
 * finished. A run that fails or is interrupted leaves an older set untouched and nothing new
 * behind. The folder is locked meanwhile, so two runs cannot mix; the lock dies with the process.
 */
#ifndef UBN_OUTSET_H
#define UBN_OUTSET_H

#include "ubn/status.h"

#include <stddef.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A set of files being written. */
struct ubn_outset;

/** Begin a set of files in a folder; the folder and its parents are made as needed. Call it before
 *  the run, so that an unwritable place is refused at once.
 *  @param dir [in] path of the folder.
 *  @param set_out [out] new set, to be ended by ubn_outset_commit or ubn_outset_abort.
 *  @return UBN_OK; UBN_ERR_NOMEM; UBN_ERR_IO with the path and the cause printed (not writable, in
 *  use by another run). */
enum ubn_status ubn_outset_begin(const char *dir, struct ubn_outset **set_out);

/** Add a file and open it for writing.
 *  @param name [in] plain file name, without a slash.
 *  @param file_out [out] owned by the set: do not close.
 *  @return UBN_OK; UBN_ERR_ARG; UBN_ERR_NOMEM; UBN_ERR_IO. */
enum ubn_status ubn_outset_file(struct ubn_outset *set, const char *name, FILE **file_out);

/** Add a file that someone else writes (a waveform), and tell its temporary path. At commit the
 *  file is renamed if it exists.
 *  @param path_out [out] owned by the set, valid until commit or abort.
 *  @return as ubn_outset_file. */
enum ubn_status ubn_outset_path(struct ubn_outset *set, const char *name, const char **path_out);

/** Name a file that an earlier run may have left in the folder: commit removes it unless it is in
 *  the set, so that a folder never shows files of two runs.
 *  @return UBN_OK; UBN_ERR_ARG; UBN_ERR_NOMEM. */
enum ubn_status ubn_outset_stale(struct ubn_outset *set, const char *name);

/** @return number of files in the set. */
size_t ubn_outset_count(const struct ubn_outset *set);

/** @return name of the i-th file of the set, in order of addition. */
const char *ubn_outset_name(const struct ubn_outset *set, size_t i);

/** Close all files, rename all, and free the set. On any error nothing of the set stays.
 *  @param set [in] freed in every case.
 *  @return UBN_OK; UBN_ERR_IO (printed). */
enum ubn_status ubn_outset_commit(struct ubn_outset *set);

/** Remove all temporary files, and the folders that were made for them; free the set.
 *  @param set [in] may be NULL. */
void ubn_outset_abort(struct ubn_outset *set);

#ifdef __cplusplus
}
#endif

#endif
