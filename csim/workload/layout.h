/* SPDX-License-Identifier: Apache-2.0 */
/* layout: small things that every workload needs to lay out memory. Inside csim/workload only. */
#ifndef UBN_WORKLOAD_LAYOUT_H
#define UBN_WORKLOAD_LAYOUT_H

#include "ubn/mem.h"
#include "ubn/rng.h"
#include "ubn/scoreboard.h"
#include "ubn/stack.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* First address that workloads use; areas begin at multiples of LAYOUT_ALIGN. */
#define LAYOUT_BASE UINT64_C(0x10000)
#define LAYOUT_ALIGN UINT64_C(0x1000)
/* The address of a region for others is far from its place in memory: node n, from here on. */
#define LAYOUT_VA_BASE UINT64_C(0x0000100000000000)
#define LAYOUT_VA_NODE_STRIDE UINT64_C(0x0000000100000000)
/* Key id of the first region of node 0; each node has this many. */
#define LAYOUT_FIRST_KEY_ID 0x10u
/* Bytes of a completion record. */
#define LAYOUT_RECORD_BYTES 64u
/* Deepest completion queue, log2. */
#define LAYOUT_CQ_SHIFT_MAX 22u

uint64_t layout_round_up(uint64_t value, uint64_t unit);
bool layout_is_power_of_two(uint64_t value);
uint32_t layout_log2_up(uint64_t value);

/* Draws the length of an operation; on a stack whose operations are accesses a power of two. */
uint32_t layout_draw_len(struct ubn_rng *rng, const struct ubn_stack_limits *limits,
                         uint32_t min_bytes, uint32_t max_bytes);

/* Places of an operation in an area: the first, and how far apart they are. */
struct layout_places {
    uint64_t first; /* offset in the area */
    uint64_t unit;
    uint64_t count;
};

/* Where an operation may lie whose addresses are multiples of align, in the area as others see it;
 * on a stack whose operations are accesses at multiples of its length. */
struct layout_places layout_places(const struct ubn_stack_limits *limits, uint64_t area_va,
                                   uint64_t area_bytes, uint32_t len_bytes, uint32_t align_bytes);

/* Fills memory with a pattern and watches it. */
enum ubn_status layout_fill(struct ubn_mem *mem, struct ubn_memboard *board, uint64_t addr,
                            uint64_t len_bytes, uint64_t seed);

/* Sets memory to zero: no valid record in the first lap. */
enum ubn_status layout_clear(struct ubn_mem *mem, uint64_t addr, uint64_t len_bytes);

#endif
