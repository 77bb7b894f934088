/* SPDX-License-Identifier: Apache-2.0 */
/** @file results.h  Gathers what a run measured and hands it to the report. Inside csim/app only.
 */
#ifndef UBN_RESULTS_H
#define UBN_RESULTS_H

#include "rig.h"

#include "ubn/run.h"

#include <stdio.h>

/** What a run measured; opaque. */
struct ubn_results;

/** Gathers counters (those of the controllers are read as a driver reads them, by loads on the
 * bus), rates and hashes. The trace hash is taken before those loads.
 *
 *  @param rig         [in,out] system; outlives the results.
 *  @param io          [in] of the run.
 *  @param ended       [in] how the run ended; only a controller of a run that came to rest (UBN_OK,
 * or UBN_ERR_CHECK by a judge) is asked for its registers.
 *  @param at_rest     [in] true: the run came to rest.
 *  @param results_out [out] owned by the caller, given back by ubn_results_destroy.
 *  @return UBN_OK; UBN_ERR_CHECK (printed) when a controller is not what the stack says;
 * UBN_ERR_NOMEM. */
enum ubn_status ubn_results_collect(struct ubn_rig *rig, const struct ubn_run_io *io,
                                    enum ubn_status ended, bool at_rest,
                                    struct ubn_results **results_out);

/** Judges that the controllers dropped and refused exactly what was injected.
 *
 *  @param results [in] gathered results.
 *  @return UBN_OK; UBN_ERR_CHECK (printed by ubn_results_collect). */
enum ubn_status ubn_results_check(const struct ubn_results *results);

/** Prints the summary and adds the result files to the output set.
 *
 *  @param results [in] gathered results.
 *  @param io      [in] of the run.
 *  @param out     [in,out] the summary goes here.
 *  @return UBN_OK; UBN_ERR_IO; UBN_ERR_NOMEM. */
enum ubn_status ubn_results_report(const struct ubn_results *results, const struct ubn_run_io *io,
                                   FILE *out);

/** Gives back results.
 *
 *  @param results [in] results or NULL. */
void ubn_results_destroy(struct ubn_results *results);

#endif
