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
