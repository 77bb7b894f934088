/* SPDX-License-Identifier: Apache-2.0 */
/** @file ldst_watch.h  Follows loads and stores of remote memory through both nodes and reports
 *  their stages.
 *
 *  The watch hears the port handshakes and one probe of every node and looks at the headers of the
 *  frames that leave. Requests, their responses and the answers to the host keep one order, so
 *  sequence numbers and order lead it from one to the next. What happened to a request travels with
 *  its frames; the stages are reported when the host gets its answer. */
#ifndef UBN_LDST_WATCH_H
#define UBN_LDST_WATCH_H

#include "ubn/watch.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The watch over loads and stores of URMA controllers. */
extern const struct ubn_watch_ops ubn_ldst_watch_ops;

#ifdef __cplusplus
}
#endif

#endif
