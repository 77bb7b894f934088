/* SPDX-License-Identifier: Apache-2.0 */
/* report: what a run gives: the summary on the terminal, and the files of the output folder.
 * Files: summary.json (everything on the terminal, for machines), ops.csv (one row per
 * operation), stages.csv, counters.csv, manifest.json (what is needed to repeat the run). No file
 * holds a date, a host name or a speed of simulation, so equal runs give equal bytes.
 */
#ifndef UBN_REPORT_H
#define UBN_REPORT_H

#include "ubn/outset.h"
#include "ubn/stats.h"
#include "ubn/status.h"
#include "ubn/trace.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/** One counter of the run. */
struct ubn_counter {
    const char *name; /**< unique, lower_snake, with node as prefix: "n0.tx_frames" */
    uint64_t value;   /**< value at the end of the run */
    const char *unit; /**< "frames", "bytes", "cycles", ... */
    const char *doc;  /**< one line */
    bool brief;       /**< also on the terminal, when not zero */
};

/** One rate of the run. */
struct ubn_report_rate {
    const char *name;     /**< unique: "operations", "payload" */
    struct ubn_rate rate; /**< exact */
    const char *unit;     /**< of the count: "ops", "bits" */
};

/** Everything a report needs; filled by the caller, who owns all memory. */
struct ubn_report {
    const char *title;             /**< one line: what was run */
    const char *stack;             /**< "urma", ... */
    const char *profile;           /**< "published", "native" */
    const char *ended;             /**< how the run ended: "ok", "check failed", "no progress" */
    const char *config_text;       /**< effective configuration, YAML */
    const char *version;           /**< of the simulator */
    const char *compiler;          /**< name and version */
    uint64_t seed;                 /**< of the run */
    uint64_t trace_hash;           /**< ubn_hash_combine */
    uint64_t simulated_ps;         /**< time at the end of the run */
    const struct ubn_trace *trace; /**< all operations */
    const char *const *node_names; /**< shape [n_nodes] */
    size_t n_nodes;                /**< nodes */
    const struct ubn_counter *counters;  /**< shape [n_counters] */
    size_t n_counters;                   /**< counters */
    const struct ubn_report_rate *rates; /**< shape [n_rates] */
    size_t n_rates;                      /**< rates */
};

/** Print the summary: stage table, latency percentiles, rates, the brief counters, seed and
 *  trace hash.
 *
 *  Stage table: mean, least and greatest over the successful operations, in ns exact to the ps
 *  (means rounded to it); one more column per initiator node when several nodes have operations.
 *  Rows above `total without alignment` sum to it; `total` adds the clock-edge alignment. NIC
 * passes are also given in cycles.
 *  @param out [in] stdout, or any stream.
 *  @return UBN_OK; UBN_ERR_NOMEM; UBN_ERR_IO. */
enum ubn_status ubn_report_print(const struct ubn_report *report, FILE *out);

/** Add summary.json, ops.csv, stages.csv, counters.csv and manifest.json to a set. They appear at
 *  ubn_outset_commit.
 *  @param set [in,out] set; files added to it earlier (capture, waveform) are listed in the
 *  manifest.
 *  @return UBN_OK; UBN_ERR_NOMEM; UBN_ERR_IO (printed). */
enum ubn_status ubn_report_write(const struct ubn_report *report, struct ubn_outset *set);

#ifdef __cplusplus
}
#endif

#endif
