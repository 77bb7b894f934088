/* SPDX-License-Identifier: Apache-2.0 */
/* layout: contract in layout.h. */
#include "layout.h"

#define FILL_BYTES 4096u

uint64_t layout_round_up(uint64_t value, uint64_t unit) { return (value + unit - 1) / unit * unit; }

bool layout_is_power_of_two(uint64_t value) { return value != 0 && (value & (value - 1)) == 0; }

uint32_t layout_log2_up(uint64_t value)
{
    uint32_t shift = 0;

    while ((UINT64_C(1) << shift) < value) {
        shift++;
    }
    return shift;
}

uint32_t layout_draw_len(struct ubn_rng *rng, const struct ubn_stack_limits *limits,
                         uint32_t min_bytes, uint32_t max_bytes)
{
    if (limits->access_min_bytes == 0) {
        return min_bytes + (uint32_t)ubn_rng_below(rng, max_bytes - min_bytes + 1u);
    }
    const uint32_t doublings = layout_log2_up(max_bytes) - layout_log2_up(min_bytes);
    return min_bytes << ubn_rng_below(rng, doublings + 1u);
}

struct layout_places layout_places(const struct ubn_stack_limits *limits, uint64_t area_va,
                                   uint64_t area_bytes, uint32_t len_bytes, uint32_t align_bytes)
{
    const bool access = limits->access_min_bytes != 0;
    struct layout_places p = {.unit = access ? len_bytes : align_bytes};

    p.first = access ? layout_round_up(area_va, len_bytes) - area_va : 0;
    p.count = (area_bytes - p.first - len_bytes) / p.unit + 1u;
    return p;
}

enum ubn_status layout_fill(struct ubn_mem *mem, struct ubn_memboard *board, uint64_t addr,
                            uint64_t len_bytes, uint64_t seed)
{
    uint8_t chunk[FILL_BYTES];
    enum ubn_status status = ubn_memboard_region(board, addr, len_bytes, seed);

    for (uint64_t done = 0; status == UBN_OK && done < len_bytes; done += FILL_BYTES) {
        size_t len = len_bytes - done < FILL_BYTES ? (size_t)(len_bytes - done) : FILL_BYTES;

        ubn_pattern_fill(seed, addr + done, chunk, len);
        status = ubn_mem_write(mem, addr + done, len, chunk);
    }
    return status;
}

enum ubn_status layout_clear(struct ubn_mem *mem, uint64_t addr, uint64_t len_bytes)
{
    const uint8_t zero[FILL_BYTES] = {0};
    enum ubn_status status = UBN_OK;

    for (uint64_t done = 0; status == UBN_OK && done < len_bytes; done += FILL_BYTES) {
        size_t len = len_bytes - done < FILL_BYTES ? (size_t)(len_bytes - done) : FILL_BYTES;

        status = ubn_mem_write(mem, addr + done, len, zero);
    }
    return status;
}
