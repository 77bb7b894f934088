/* SPDX-License-Identifier: Apache-2.0 */
/** @file run.h  The door between the command line and the simulation of one experiment. */
#ifndef UBN_RUN_H
#define UBN_RUN_H

#include "ubn/config.h"
#include "ubn/outset.h"
#include "ubn/status.h"

#include <signal.h>
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/** What a run gets from the command line besides its configuration. */
struct ubn_run_io {
    const char *out_dir;     /**< output folder, for messages */
    struct ubn_outset *out;  /**< set the result files are added to; the caller commits it when the
                                run  ended by itself, and aborts it otherwise */
    const char *config_path; /**< file of the experiment, for the manifest */
    const char *version;     /**< version of the program, for the manifest */
    bool progress;           /**< true: show a progress line on stderr (it is a terminal) */
    volatile sig_atomic_t *interrupted; /**< not 0: stop soon with UBN_ERR_INTERRUPTED */
};

/** Simulates one experiment: builds the system, runs it, prints the summary on stdout and adds the
 *  result files to the set.
 *
 *  @param cfg [in] complete, validated configuration.
 *  @param io  [in] see there; both outlive the call.
 *  @return UBN_OK; UBN_ERR_CHECK; UBN_ERR_NOPROGRESS; UBN_ERR_INTERRUPTED; UBN_ERR_NOMEM;
 * UBN_ERR_IO. Every cause but UBN_ERR_INTERRUPTED has been printed. */
enum ubn_status ubn_run(const struct ubn_config *cfg, const struct ubn_run_io *io);

#ifdef __cplusplus
}
#endif
#endif
