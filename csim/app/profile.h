/* SPDX-License-Identifier: Apache-2.0 */
/** @file profile.h  Timing profiles of the URMA controller. Inside csim/app only. */
#ifndef UBN_PROFILE_H
#define UBN_PROFILE_H

#include "ubn/config.h"
#include "ubn/urma.h"

/** Cycles of each pass of the controller as built, for a 64 B read.  @source measured; tb/timing
 * asserts them, rtl/urma/README.md lists the registers. */
enum ubn_native_pass {
    UBN_NATIVE_TX_CYC = 10,
    UBN_NATIVE_RX_CYC = 10,
    UBN_NATIVE_RSP_TX_CYC = 8,
    UBN_NATIVE_RSP_RX_CYC = 10,
};

/** Cycles of each pass, and between two requests, in the profile `published`.  @source published
 * stage table */
#define UBN_PUBLISHED_PASS_CYC 25u
#define UBN_PUBLISHED_ISSUE_CYC 2u

/** Settings of every controller: pads, issue interval, limits.
 *
 *  @param cfg [in] complete configuration; `auto` is resolved by its profile.
 *  @return mac, ip and arrays are empty. */
struct ubn_urma_node_config ubn_profile_nic(const struct ubn_config *cfg);

#endif
