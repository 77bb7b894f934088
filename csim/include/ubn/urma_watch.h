/* SPDX-License-Identifier: Apache-2.0 */
/** @file urma_watch.h  Follows URMA operations through both nodes and reports their stages.
 *
 *  The watch hears the port handshakes and the probes of every URMA node. Host tags, Jetty and
 * TASSN, frame numbers and the order of commands lead it from one to the next; none of them feeds
 * anything back. Each interval it reports to the trace ends at an instant that a port handshake
 * gave. */
#ifndef UBN_URMA_WATCH_H
#define UBN_URMA_WATCH_H

#include "ubn/watch.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The watch over URMA controllers. */
extern const struct ubn_watch_ops ubn_urma_watch_ops;

#ifdef __cplusplus
}
#endif

#endif
