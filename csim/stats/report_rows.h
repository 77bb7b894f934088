/* SPDX-License-Identifier: Apache-2.0 */
/* report_rows: the numbers behind the stage table, shared by the terminal and the files. Private.
 */
#ifndef UBN_REPORT_ROWS_H
#define UBN_REPORT_ROWS_H

#include "ubn/stats.h"
#include "ubn/trace.h"

/** All nodes. */
#define UBN_ROWS_ALL UINT32_MAX

/** Statistics over the successful operations of one initiator node, or of all. */
struct ubn_rows {
    struct ubn_summary stage[UBN_STAGE_COUNT]; /**< time per stage, ps */
    uint64_t cycles[UBN_STAGE_COUNT];          /**< sum of NIC cycles; NIC stages only */
    struct ubn_summary total;                  /**< latency, ps */
    struct ubn_summary unaligned;              /**< latency without clock-edge alignment, ps */
    uint64_t ops;                              /**< begun */
    uint64_t failed;                           /**< ended with a status that is not 0 */
    uint64_t open;                             /**< never ended */
};

/** Collect the statistics of one node.
 *  @param node [in] initiator node, or UBN_ROWS_ALL.
 *  @return UBN_OK; UBN_ERR_NOMEM; UBN_ERR_FULL when a sum does not fit 64 bits. */
enum ubn_status ubn_rows_collect(const struct ubn_trace *trace, uint32_t node,
                                 struct ubn_rows *rows_out);

/** Write the mean number of cycles: "25", or "25.4" when operations differ; "" without samples. */
const char *ubn_rows_cycles(const struct ubn_rows *rows, enum ubn_stage stage,
                            char text[UBN_STATS_TEXT]);

#endif
