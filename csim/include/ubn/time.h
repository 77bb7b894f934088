/* SPDX-License-Identifier: Apache-2.0 */
/** @file time.h  Exact time: picoseconds in uint64_t, and the 322 MHz clock of a node. */
#ifndef UBN_TIME_H
#define UBN_TIME_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** "Never": later than every time of a run. */
#define UBN_TIME_NEVER UINT64_MAX

/** 161 clock periods last exactly 500,000 ps.  @source 322 MHz = 161 / 500,000 ps, exactly. */
#define UBN_CLOCK_PERIODS 161u
#define UBN_CLOCK_PERIODS_PS 500000u

/** Phases of a clock: 0 .. UBN_CLOCK_PHASE_MAX_PS, less than one period. */
#define UBN_CLOCK_PHASE_MAX_PS 3105u

/** Clock of one node; a value. */
struct ubn_clock {
    uint64_t phase_ps; /**< time of edge 0, 0 .. UBN_CLOCK_PHASE_MAX_PS */
};

/** Gives the time of an edge: floor(cycle * 500000 / 161) + phase.
 *
 *  @param clock [in] clock of the node.
 *  @param cycle [in] number of the edge; exact up to 5e15 (2^64 ps).
 *  @return time in ps. */
uint64_t ubn_clock_edge_ps(const struct ubn_clock *clock, uint64_t cycle);

/** Gives the first edge that is not before a time.
 *
 *  @param clock [in] clock of the node.
 *  @param ps    [in] time, ps.
 *  @return smallest cycle with ubn_clock_edge_ps(clock, cycle) >= ps. */
uint64_t ubn_clock_cycle_at(const struct ubn_clock *clock, uint64_t ps);

#ifdef __cplusplus
}
#endif
#endif
