/* SPDX-License-Identifier: Apache-2.0 */
/* pattern: test data as a pure function of seed and address; contract in ubn/scoreboard.h. */
#include "ubn/scoreboard.h"

/* Eight bytes of data at an address that is a multiple of eight (splitmix64 finaliser). */
static uint64_t pattern_word(uint64_t seed, uint64_t word_index)
{
    uint64_t z = seed * UINT64_C(0xD1342543DE82EF95) + word_index * UINT64_C(0x9E3779B97F4A7C15);

    z += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

uint8_t ubn_pattern_byte(uint64_t seed, uint64_t addr)
{
    return (uint8_t)(pattern_word(seed, addr / 8) >> (8 * (addr % 8)));
}

void ubn_pattern_fill(uint64_t seed, uint64_t addr, uint8_t *data, size_t len_bytes)
{
    uint64_t word = 0;

    for (size_t i = 0; i < len_bytes; i++) {
        uint64_t at = addr + i;

        if (i == 0 || at % 8 == 0) {
            word = pattern_word(seed, at / 8);
        }
        data[i] = (uint8_t)(word >> (8 * (at % 8)));
    }
}
