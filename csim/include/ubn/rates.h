/* SPDX-License-Identifier: Apache-2.0 */
/* rates: how fast operations left for the wire and how fast they ended, without the ramps before
 * and behind. A burst of n has n - 1 intervals, so a rate between its first and its last event
 * counts n - 1.
 */
#ifndef UBN_RATES_H
#define UBN_RATES_H

#include "ubn/stats.h"
#include "ubn/status.h"
#include "ubn/trace.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Rates over the successful operations of all nodes that left for the wire. With fewer than two of
 *  them (steady: eight) a rate has no span. */
struct ubn_trace_rates {
    struct ubn_rate issue;       /**< from the first issue to the last, n - 1 */
    struct ubn_rate issue_burst; /**< from the first start to the last issue, n: with queues posted
                                      ahead, from the doorbell on */
    struct ubn_rate completion;  /**< from the first end to the last, n - 1 */
    struct ubn_rate steady;      /**< from the end of rank n / 4 to that of rank 3 n / 4 */
};

/** Compute the rates of a trace.
 *  @param trace [in] trace.
 *  @param rates_out [out] filled.
 *  @return UBN_OK; UBN_ERR_NOMEM. */
enum ubn_status ubn_rates_of_trace(const struct ubn_trace *trace,
                                   struct ubn_trace_rates *rates_out);

#ifdef __cplusplus
}
#endif

#endif
