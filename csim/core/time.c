/* SPDX-License-Identifier: Apache-2.0 */
/** @file time.c  Edges of a 322 MHz clock in exact integer arithmetic.
 *
 *  Whole groups of 161 periods (exactly 500,000 ps) are split off first, so that no product leaves
 *  64 bits before the result itself does. */
#include "ubn/time.h"

uint64_t ubn_clock_edge_ps(const struct ubn_clock *clock, uint64_t cycle)
{
    uint64_t groups = cycle / UBN_CLOCK_PERIODS;
    uint64_t rest = cycle % UBN_CLOCK_PERIODS;
    return groups * UBN_CLOCK_PERIODS_PS + rest * UBN_CLOCK_PERIODS_PS / UBN_CLOCK_PERIODS +
           clock->phase_ps;
}

uint64_t ubn_clock_cycle_at(const struct ubn_clock *clock, uint64_t ps)
{
    if (ps <= clock->phase_ps) {
        return 0;
    }
    /* floor(x) >= t for an integer t means x >= t: the smallest k is ceil(t * 161 / 500000). */
    uint64_t since = ps - clock->phase_ps;
    uint64_t groups = since / UBN_CLOCK_PERIODS_PS;
    uint64_t rest = since % UBN_CLOCK_PERIODS_PS;
    return groups * UBN_CLOCK_PERIODS +
           (rest * UBN_CLOCK_PERIODS + UBN_CLOCK_PERIODS_PS - 1) / UBN_CLOCK_PERIODS_PS;
}
