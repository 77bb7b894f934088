/* SPDX-License-Identifier: Apache-2.0 */
/** @file rng.h  Seeded randomness: a pure hash for stalls and jitter, a sequence for workloads. */
#ifndef UBN_RNG_H
#define UBN_RNG_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Hashes (seed, node, port, cycle) to 64 random bits. Pure: same input, same output, in any order
 *  of calls, so that idle skipping and model order change nothing.
 *
 *  @param seed  [in] seed of the run.
 *  @param node  [in] node number.
 *  @param port  [in] port or purpose number inside the node.
 *  @param cycle [in] cycle, frame number or any other index.
 *  @return 64 bits, evenly distributed.   @source finaliser of splitmix64 (Steele et al. 2014) */
uint64_t ubn_rng_hash(uint64_t seed, uint32_t node, uint32_t port, uint64_t cycle);

/** Turns 64 random bits into an event with a probability.
 *
 *  @param bits [in] result of ubn_rng_hash or ubn_rng_next.
 *  @param ppm  [in] probability in parts per million; 0 never, 1000000 and above always.
 *  @return true when the event happens. */
bool ubn_rng_chance(uint64_t bits, uint64_t ppm);

/** State of one random sequence; a value. Start: {.s = seed}. */
struct ubn_rng {
    uint64_t s; /**< state, any value */
};

/** Draws the next 64 random bits.
 *
 *  @param rng [in,out] sequence.
 *  @return 64 bits, evenly distributed.   @source splitmix64 (Steele et al. 2014) */
uint64_t ubn_rng_next(struct ubn_rng *rng);

/** Draws a number below a bound, without bias.
 *
 *  @param rng   [in,out] sequence.
 *  @param bound [in] 1 or more; 0 gives 0.
 *  @return 0 .. bound - 1. */
uint64_t ubn_rng_below(struct ubn_rng *rng, uint64_t bound);

#ifdef __cplusplus
}
#endif
#endif
