/* SPDX-License-Identifier: Apache-2.0 */
/* memboard: expected content of memory; contract in ubn/scoreboard.h.
 * Each region has a shadow that holds, at any time, exactly what memory must hold. Who is
 * responsible for a byte is looked up only when it is wrong, in the list of expectations, newest
 * first.
 */
#define _DEFAULT_SOURCE
#include "ubn/scoreboard.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define CHUNK_BYTES 4096u
#define MAX_MESSAGES 10u

struct region {
    uint64_t addr;
    size_t len_bytes;
    uint8_t *shadow; /* shape [len_bytes] */
};

struct expectation {
    uint64_t addr;
    size_t len_bytes;
    uint32_t owner;
};

struct ubn_memboard {
    char *name;
    FILE *log;
    struct region *regions; /* sorted by address, disjoint */
    size_t n_regions;
    struct expectation *expectations;
    size_t n_expectations;
    size_t cap_expectations;
};

/* State of one check. */
struct checking {
    uint64_t bad;     /* wrong bytes */
    uint64_t runs;    /* runs of neighbouring wrong bytes */
    uint64_t next_ok; /* address that would continue the run */
    bool in_run;
};

enum ubn_status ubn_memboard_create(const char *name, FILE *log, struct ubn_memboard **board_out)
{
    struct ubn_memboard *board = calloc(1, sizeof(*board));

    if (board == NULL) {
        return UBN_ERR_NOMEM;
    }
    board->name = strdup(name);
    if (board->name == NULL) {
        free(board);
        return UBN_ERR_NOMEM;
    }
    board->log = log != NULL ? log : stderr;
    *board_out = board;
    return UBN_OK;
}

void ubn_memboard_destroy(struct ubn_memboard *board)
{
    if (board != NULL) {
        for (size_t i = 0; i < board->n_regions; i++) {
            free(board->regions[i].shadow);
        }
        free(board->regions);
        free(board->expectations);
        free(board->name);
        free(board);
    }
}

/* Index of the first region that ends after addr; n_regions if there is none. */
static size_t find_region(const struct ubn_memboard *board, uint64_t addr)
{
    size_t low = 0;
    size_t high = board->n_regions;

    while (low < high) {
        size_t mid = low + (high - low) / 2;
        const struct region *r = &board->regions[mid];

        if (addr > r->addr && addr - r->addr >= r->len_bytes) {
            low = mid + 1;
        } else {
            high = mid;
        }
    }
    return low;
}

/* The region that holds the whole range, or NULL with a message. */
static const struct region *covering(const struct ubn_memboard *board, uint64_t addr,
                                     size_t len_bytes)
{
    size_t i = find_region(board, addr);
    const struct region *r = i < board->n_regions ? &board->regions[i] : NULL;

    if (r == NULL || addr < r->addr || len_bytes > r->len_bytes ||
        addr - r->addr > r->len_bytes - len_bytes) {
        fprintf(board->log, "memory %s: 0x%" PRIx64 " + %zu B is not inside a watched region\n",
                board->name, addr, len_bytes);
        return NULL;
    }
    return r;
}

enum ubn_status ubn_memboard_region(struct ubn_memboard *board, uint64_t addr, size_t len_bytes,
                                    uint64_t seed)
{
    size_t i = find_region(board, addr);

    if (len_bytes == 0 || addr > UINT64_MAX - len_bytes ||
        (i < board->n_regions && board->regions[i].addr < addr + len_bytes)) {
        fprintf(board->log, "memory %s: region 0x%" PRIx64 " + %zu B is empty or overlaps\n",
                board->name, addr, len_bytes);
        return UBN_ERR_ARG;
    }
    uint8_t *shadow = malloc(len_bytes);

    if (shadow == NULL) {
        return UBN_ERR_NOMEM;
    }
    struct region *regions =
        realloc(board->regions, (board->n_regions + 1) * sizeof(*board->regions));

    if (regions == NULL) {
        free(shadow);
        return UBN_ERR_NOMEM;
    }
    board->regions = regions;
    memmove(&regions[i + 1], &regions[i], (board->n_regions - i) * sizeof(*regions));
    regions[i] = (struct region){.addr = addr, .len_bytes = len_bytes, .shadow = shadow};
    board->n_regions++;
    ubn_pattern_fill(seed, addr, shadow, len_bytes);
    return UBN_OK;
}

enum ubn_status ubn_memboard_expect(struct ubn_memboard *board, uint64_t addr, const uint8_t *data,
                                    size_t len_bytes, uint32_t owner)
{
    if (len_bytes == 0) {
        return UBN_OK;
    }
    const struct region *r = covering(board, addr, len_bytes);

    if (r == NULL || owner == UBN_MEMBOARD_UNTOUCHED) {
        return UBN_ERR_ARG;
    }
    if (board->n_expectations == board->cap_expectations) {
        size_t cap = board->cap_expectations == 0 ? 64 : board->cap_expectations * 2;
        struct expectation *list = realloc(board->expectations, cap * sizeof(*list));

        if (list == NULL) {
            return UBN_ERR_NOMEM;
        }
        board->expectations = list;
        board->cap_expectations = cap;
    }
    board->expectations[board->n_expectations++] =
        (struct expectation){.addr = addr, .len_bytes = len_bytes, .owner = owner};
    memcpy(&r->shadow[addr - r->addr], data, len_bytes);
    return UBN_OK;
}

/* The operation whose expectation covers a byte, the newest first. */
static uint32_t owner_of(const struct ubn_memboard *board, uint64_t addr)
{
    for (size_t i = board->n_expectations; i > 0; i--) {
        const struct expectation *e = &board->expectations[i - 1];

        if (addr >= e->addr && addr - e->addr < e->len_bytes) {
            return e->owner;
        }
    }
    return UBN_MEMBOARD_UNTOUCHED;
}

static void report_byte(const struct ubn_memboard *board, struct checking *c, uint64_t addr,
                        uint8_t expected, uint8_t got)
{
    bool continues = c->in_run && addr == c->next_ok;

    c->bad++;
    c->in_run = true;
    c->next_ok = addr + 1;
    if (continues || ++c->runs > MAX_MESSAGES) {
        return;
    }
    uint32_t owner = owner_of(board, addr);

    fprintf(board->log, "memory %s: at 0x%" PRIx64 " expected 0x%02x, got 0x%02x, ", board->name,
            addr, expected, got);
    if (owner == UBN_MEMBOARD_UNTOUCHED) {
        fprintf(board->log, "to be left untouched\n");
    } else {
        fprintf(board->log, "operation %" PRIu32 "\n", owner);
    }
}

/* Compares part of one region, in chunks. */
static enum ubn_status check_part(const struct ubn_memboard *board, const struct region *r,
                                  uint64_t addr, size_t len_bytes, ubn_memboard_read_fn read,
                                  void *ctx, struct checking *c)
{
    uint8_t got[CHUNK_BYTES];

    for (size_t done = 0; done < len_bytes;) {
        size_t n = len_bytes - done < sizeof(got) ? len_bytes - done : sizeof(got);
        const uint8_t *expected = &r->shadow[addr + done - r->addr];
        enum ubn_status status = read(ctx, addr + done, n, got);

        if (status != UBN_OK) {
            return status;
        }
        if (memcmp(expected, got, n) != 0) {
            for (size_t i = 0; i < n; i++) {
                if (expected[i] != got[i]) {
                    report_byte(board, c, addr + done + i, expected[i], got[i]);
                }
            }
        }
        done += n;
    }
    return UBN_OK;
}

/* Result of a check that could be made. */
static enum ubn_status verdict(const struct ubn_memboard *board, const struct checking *c,
                               uint64_t *bad_out)
{
    if (bad_out != NULL) {
        *bad_out = c->bad;
    }
    if (c->bad > 0) {
        fprintf(board->log, "memory %s: %" PRIu64 " wrong bytes in %" PRIu64 " places\n",
                board->name, c->bad, c->runs);
    }
    return c->bad == 0 ? UBN_OK : UBN_ERR_CHECK;
}

enum ubn_status ubn_memboard_check_range(const struct ubn_memboard *board, uint64_t addr,
                                         size_t len_bytes, ubn_memboard_read_fn read, void *ctx,
                                         uint64_t *bad_out)
{
    const struct region *r = covering(board, addr, len_bytes);
    struct checking c = {.bad = 0};

    if (r == NULL) {
        return UBN_ERR_ARG;
    }
    enum ubn_status status = check_part(board, r, addr, len_bytes, read, ctx, &c);

    return status != UBN_OK ? status : verdict(board, &c, bad_out);
}

enum ubn_status ubn_memboard_check(const struct ubn_memboard *board, ubn_memboard_read_fn read,
                                   void *ctx, uint64_t *bad_out)
{
    struct checking c = {.bad = 0};

    if (board->n_regions == 0) {
        fprintf(board->log, "memory %s: no region to check\n", board->name);
        return UBN_ERR_ARG;
    }
    for (size_t i = 0; i < board->n_regions; i++) {
        const struct region *r = &board->regions[i];
        enum ubn_status status = check_part(board, r, r->addr, r->len_bytes, read, ctx, &c);

        if (status != UBN_OK) {
            return status;
        }
    }
    return verdict(board, &c, bad_out);
}
