/* SPDX-License-Identifier: Apache-2.0 */
/* hash: the trace hash; contract in ubn/hash.h. */
#include "ubn/hash.h"

#define HASH_MULTIPLIER UINT64_C(0x9E3779B97F4A7C15) /* 2^64 / golden ratio, odd */
#define HASH_START UINT64_C(0xCBF29CE484222325)      /* any constant that is not zero */

struct ubn_hash ubn_hash_init(void) { return (struct ubn_hash){.h = HASH_START, .words = 0}; }

void ubn_hash_u64(struct ubn_hash *hash, uint64_t word)
{
    uint64_t h = (hash->h ^ word) * HASH_MULTIPLIER;

    hash->h = h ^ (h >> 32);
    hash->words++;
}

void ubn_hash_bytes(struct ubn_hash *hash, const void *data, size_t len_bytes)
{
    const uint8_t *bytes = data;

    ubn_hash_u64(hash, len_bytes);
    for (size_t i = 0; i < len_bytes; i += 8) {
        size_t n = len_bytes - i < 8 ? len_bytes - i : 8;
        uint64_t word = 0;

        for (size_t j = 0; j < n; j++) {
            word |= (uint64_t)bytes[i + j] << (8 * j);
        }
        ubn_hash_u64(hash, word);
    }
}

void ubn_hash_event(struct ubn_hash *hash, enum ubn_hash_event event, uint64_t ps, uint64_t tag,
                    const void *data, size_t len_bytes)
{
    ubn_hash_u64(hash, (uint64_t)event);
    ubn_hash_u64(hash, ps);
    ubn_hash_u64(hash, tag);
    ubn_hash_bytes(hash, data, len_bytes);
}

uint64_t ubn_hash_combine(const struct ubn_hash *nodes, size_t n_nodes)
{
    struct ubn_hash all = ubn_hash_init();

    for (size_t i = 0; i < n_nodes; i++) {
        ubn_hash_u64(&all, nodes[i].words);
        ubn_hash_u64(&all, nodes[i].h);
    }
    return all.h;
}
