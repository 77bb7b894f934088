/* SPDX-License-Identifier: Apache-2.0 */
/* tb.h: what every cmocka test needs: cmocka itself, seeded random numbers, small helpers. */
#ifndef TB_H
#define TB_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/** State of a random sequence; a value type, seed it with tb_rng_seed(). */
struct tb_rng {
    uint64_t s;
};

/** Start a sequence and print its seed.
 *  @param seed [in] fixed seed of the test; the environment variable UBN_SEED replaces it. */
static inline struct tb_rng tb_rng_seed(uint64_t seed)
{
    const char *env = getenv("UBN_SEED");
    struct tb_rng r = {env ? strtoull(env, NULL, 0) : seed};

    print_message("    seed %llu\n", (unsigned long long)r.s);
    return r;
}

/** Next 64 random bits.  @source SplitMix64, Steele et al., OOPSLA 2014. */
static inline uint64_t tb_rng_next(struct tb_rng *r)
{
    uint64_t z = (r->s += 0x9e3779b97f4a7c15u);

    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/** Random number in 0 to n - 1.  @param n [in] at least 1; the tiny bias does not matter here. */
static inline uint32_t tb_rng_below(struct tb_rng *r, uint32_t n)
{
    return (uint32_t)((tb_rng_next(r) >> 32) % n);
}

/** True with the given probability.  @param percent [in] 0 to 100. */
static inline bool tb_rng_chance(struct tb_rng *r, uint32_t percent)
{
    return tb_rng_below(r, 100) < percent;
}

/** Fill bytes at random.  @param p [out] shape [n]. */
static inline void tb_rng_fill(struct tb_rng *r, void *p, size_t n)
{
    uint8_t *b = p;

    for (size_t i = 0; i < n; i++) {
        b[i] = (uint8_t)tb_rng_next(r);
    }
}

/** Byte of a wide port; byte 0 is bits 7:0 (lane 0 of a beat). */
static inline uint8_t tb_byte(const uint32_t *words, size_t i)
{
    return (uint8_t)(words[i / 4] >> (i % 4 * 8));
}

/** Set a byte of a wide port. */
static inline void tb_set_byte(uint32_t *words, size_t i, uint8_t value)
{
    unsigned int shift = (unsigned int)(i % 4 * 8);

    words[i / 4] = (words[i / 4] & ~(UINT32_C(0xff) << shift)) | ((uint32_t)value << shift);
}

#endif
