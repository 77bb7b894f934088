/* SPDX-License-Identifier: Apache-2.0 */
/* mem: bytes and time of one memory; contract in ubn/mem.h.
 * Bytes: pages of 64 KiB in an open-addressing hash table, allocated by the first write.
 * Time: per bank, when it is free and which row it has open.
 */
#include "ubn/mem.h"

#include "ubn/beat.h"

#include <stdlib.h>
#include <string.h>

#define PAGE_SHIFT 16u
#define PAGE_BYTES ((size_t)1 << PAGE_SHIFT)
#define FIRST_SLOTS 64u
#define NO_ROW UINT64_MAX

struct page {
    uint64_t number; /* address >> PAGE_SHIFT */
    uint8_t *bytes;  /* shape [PAGE_BYTES]; NULL: slot is free */
};

struct bank {
    uint64_t free_ps; /* the next access may start */
    uint64_t row;     /* open row, NO_ROW at first */
};

struct ubn_mem {
    struct ubn_mem_config cfg;
    struct page *pages; /* shape [n_slots] */
    size_t n_slots;     /* power of two */
    size_t n_pages;
    struct bank *banks; /* shape [cfg.banks] */
    uint64_t last_arrive_ps;
    struct ubn_mem_counts counts;
};

static bool config_is_legal(const struct ubn_mem_config *cfg)
{
    return cfg->bytes > 0 && cfg->banks > 0 && cfg->row_miss_ps >= cfg->row_hit_ps &&
           cfg->row_bytes >= UBN_BEAT_BYTES && (cfg->row_bytes & (cfg->row_bytes - 1)) == 0;
}

enum ubn_status ubn_mem_create(const struct ubn_mem_config *cfg, struct ubn_mem **mem_out)
{
    if (!config_is_legal(cfg)) {
        return UBN_ERR_ARG;
    }
    struct ubn_mem *mem = calloc(1, sizeof(*mem));
    if (mem == NULL) {
        return UBN_ERR_NOMEM;
    }
    mem->cfg = *cfg;
    mem->n_slots = FIRST_SLOTS;
    mem->pages = calloc(mem->n_slots, sizeof(*mem->pages));
    mem->banks = calloc(cfg->banks, sizeof(*mem->banks));
    if (mem->pages == NULL || mem->banks == NULL) {
        ubn_mem_destroy(mem);
        return UBN_ERR_NOMEM;
    }
    for (uint32_t i = 0; i < cfg->banks; i++) {
        mem->banks[i].row = NO_ROW;
    }
    *mem_out = mem;
    return UBN_OK;
}

void ubn_mem_destroy(struct ubn_mem *mem)
{
    if (mem == NULL) {
        return;
    }
    for (size_t i = 0; mem->pages != NULL && i < mem->n_slots; i++) {
        free(mem->pages[i].bytes);
    }
    free(mem->pages);
    free(mem->banks);
    free(mem);
}

/* Slot that holds a page, or the free slot where it belongs. */
static struct page *find_slot(struct page *pages, size_t n_slots, uint64_t number)
{
    size_t i = (size_t)((number * 0x9E3779B97F4A7C15u) >> 32) & (n_slots - 1);

    while (pages[i].bytes != NULL && pages[i].number != number) {
        i = (i + 1) & (n_slots - 1);
    }
    return &pages[i];
}

static enum ubn_status grow_table(struct ubn_mem *mem)
{
    size_t n_slots = mem->n_slots * 2;
    struct page *pages = calloc(n_slots, sizeof(*pages));

    if (pages == NULL) {
        return UBN_ERR_NOMEM;
    }
    for (size_t i = 0; i < mem->n_slots; i++) {
        if (mem->pages[i].bytes != NULL) {
            *find_slot(pages, n_slots, mem->pages[i].number) = mem->pages[i];
        }
    }
    free(mem->pages);
    mem->pages = pages;
    mem->n_slots = n_slots;
    return UBN_OK;
}

/* Bytes of a page, allocated when missing; NULL: no memory left. */
static uint8_t *touch_page(struct ubn_mem *mem, uint64_t number)
{
    struct page *slot = find_slot(mem->pages, mem->n_slots, number);

    if (slot->bytes == NULL) {
        if (mem->n_pages * 2 >= mem->n_slots) {
            if (grow_table(mem) != UBN_OK) {
                return NULL;
            }
            slot = find_slot(mem->pages, mem->n_slots, number);
        }
        slot->bytes = calloc(1, PAGE_BYTES);
        slot->number = number;
        mem->n_pages += slot->bytes != NULL;
    }
    return slot->bytes;
}

static bool in_range(const struct ubn_mem *mem, uint64_t addr, size_t len_bytes)
{
    return addr <= mem->cfg.bytes && len_bytes <= mem->cfg.bytes - addr;
}

/* Bytes from an address to the end of its page, at most len_bytes. */
static size_t in_page(uint64_t addr, size_t len_bytes)
{
    size_t left = PAGE_BYTES - (size_t)(addr & (PAGE_BYTES - 1));

    return len_bytes < left ? len_bytes : left;
}

enum ubn_status ubn_mem_read(const struct ubn_mem *mem, uint64_t addr, size_t len_bytes,
                             uint8_t *data)
{
    if (!in_range(mem, addr, len_bytes)) {
        return UBN_ERR_ARG;
    }
    while (len_bytes > 0) {
        size_t n = in_page(addr, len_bytes);
        const struct page *slot = find_slot(mem->pages, mem->n_slots, addr >> PAGE_SHIFT);

        if (slot->bytes != NULL) {
            memcpy(data, slot->bytes + (addr & (PAGE_BYTES - 1)), n);
        } else {
            memset(data, 0, n);
        }
        addr += n;
        data += n;
        len_bytes -= n;
    }
    return UBN_OK;
}

enum ubn_status ubn_mem_write(struct ubn_mem *mem, uint64_t addr, size_t len_bytes,
                              const uint8_t *data)
{
    if (!in_range(mem, addr, len_bytes)) {
        return UBN_ERR_ARG;
    }
    while (len_bytes > 0) {
        size_t n = in_page(addr, len_bytes);
        uint8_t *bytes = touch_page(mem, addr >> PAGE_SHIFT);

        if (bytes == NULL) {
            return UBN_ERR_NOMEM;
        }
        memcpy(bytes + (addr & (PAGE_BYTES - 1)), data, n);
        addr += n;
        data += n;
        len_bytes -= n;
    }
    return UBN_OK;
}

enum ubn_status ubn_mem_service(struct ubn_mem *mem, uint64_t addr, size_t len_bytes,
                                uint64_t arrive_ps, uint64_t *done_ps_out)
{
    const struct ubn_mem_config *cfg = &mem->cfg;
    uint64_t row = addr / cfg->row_bytes;

    if (len_bytes == 0 || !in_range(mem, addr, len_bytes) || arrive_ps < mem->last_arrive_ps ||
        (addr + len_bytes - 1) / cfg->row_bytes != row) {
        return UBN_ERR_ARG;
    }
    struct bank *bank = &mem->banks[row % cfg->banks];
    bool miss = cfg->open_page && bank->row != row;
    uint64_t start_ps = arrive_ps > bank->free_ps ? arrive_ps : bank->free_ps;
    uint64_t beats = (addr + len_bytes - 1) / UBN_BEAT_BYTES - addr / UBN_BEAT_BYTES + 1;

    bank->free_ps =
        start_ps + beats * cfg->beat_ps + (miss ? cfg->row_miss_ps - cfg->row_hit_ps : 0);
    bank->row = row;
    mem->last_arrive_ps = arrive_ps;
    mem->counts.accesses++;
    mem->counts.misses += miss;
    mem->counts.queued += start_ps > arrive_ps;
    mem->counts.queue_ps += start_ps - arrive_ps;
    *done_ps_out = start_ps + (miss ? cfg->row_miss_ps : cfg->row_hit_ps);
    return UBN_OK;
}

uint64_t ubn_mem_beat_ps(const struct ubn_mem *mem) { return mem->cfg.beat_ps; }

uint64_t ubn_mem_row_bytes(const struct ubn_mem *mem) { return mem->cfg.row_bytes; }

uint64_t ubn_mem_bytes(const struct ubn_mem *mem) { return mem->cfg.bytes; }

size_t ubn_mem_pages(const struct ubn_mem *mem) { return mem->n_pages; }

struct ubn_mem_counts ubn_mem_counts(const struct ubn_mem *mem) { return mem->counts; }
