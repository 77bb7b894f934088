/* SPDX-License-Identifier: Apache-2.0 */
/** @file rng.c  splitmix64, as a sequence and as a hash. */
#include "ubn/rng.h"

#define GOLDEN 0x9e3779b97f4a7c15u /* 2^64 / golden ratio, odd */

static uint64_t mix(uint64_t x)
{
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

uint64_t ubn_rng_hash(uint64_t seed, uint32_t node, uint32_t port, uint64_t cycle)
{
    uint64_t x = mix(seed + GOLDEN);
    x = mix(x + GOLDEN + ((uint64_t)node << 32 | port));
    return mix(x + GOLDEN + cycle);
}

bool ubn_rng_chance(uint64_t bits, uint64_t ppm)
{
    /* The high 32 bits as a fraction of 2^32, compared with ppm / 10^6. */
    return (bits >> 32) * 1000000u < (ppm << 32) || ppm >= 1000000u;
}

uint64_t ubn_rng_next(struct ubn_rng *rng)
{
    rng->s += GOLDEN;
    return mix(rng->s);
}

uint64_t ubn_rng_below(struct ubn_rng *rng, uint64_t bound)
{
    if (bound == 0) {
        return 0;
    }
    /* 2^64 mod bound values at the bottom would come up once too often: draw again. */
    uint64_t excess = (UINT64_MAX - bound + 1) % bound;
    uint64_t bits = ubn_rng_next(rng);
    while (bits < excess) {
        bits = ubn_rng_next(rng);
    }
    return bits % bound;
}
