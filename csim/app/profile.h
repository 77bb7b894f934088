/* SPDX-License-Identifier: Apache-2.0 */
/** @file profile.h  Timing profiles of the controllers. Inside csim/app only. */
#ifndef UBN_PROFILE_H
#define UBN_PROFILE_H

#include "ubn/config.h"
#include "ubn/stack.h"

/** Settings of every controller: pads, issue interval, limits.
 *
 *  @param cfg   [in] complete configuration; `auto` is resolved by its profile.
 *  @param stack [in] says how long the passes are as built and as published.
 *  @return settings. */
struct ubn_nic_settings ubn_profile_nic(const struct ubn_config *cfg,
                                        const struct ubn_stack *stack);

/** Gives the first sequence number that a key asks for.
 *
 *  @param key [in] value of the key, or UBN_CONFIG_AUTO.
 *  @return the value; UBN_FIRST_RANDOM for auto. */
uint32_t ubn_profile_first(uint64_t key);

#endif
