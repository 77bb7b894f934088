/* SPDX-License-Identifier: Apache-2.0 */
/* pcie: PCIe link and root complex of one node; contract in ubn/pcie.h.
 * This file: creation, the two directions of the link, regions, what is under way. The other files
 * are listed in pcie_priv.h. As on the wire of link.c, fractions of a ps are kept, so that a busy
 * direction carries exactly its rate.
 */
#include "pcie_priv.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define PS_PER_S UINT64_C(1000000000000)
#define RATE_MIN UINT64_C(1000000)
#define RATE_MAX UINT64_C(1000000000000)
#define OVERHEAD_MIN_BYTES 12u /* header of a completion */
#define OVERHEAD_MAX_BYTES 256u
#define SIZE_MIN_BYTES 128u
#define FIRST_REGIONS 64u
#define FIRST_ITEMS 32u

/* ---- link ---- */

uint64_t pcie_time_ps(const struct ubn_pcie *p, uint64_t bytes)
{
    return bytes * PS_PER_S / p->cfg.rate_bytes_per_s;
}

uint64_t pcie_extra_ps(const struct ubn_pcie *p, uint32_t payload_bytes)
{
    return payload_bytes > UBN_BEAT_BYTES ? pcie_time_ps(p, payload_bytes - UBN_BEAT_BYTES) : 0;
}

static uint64_t wire_take(struct pcie_wire *w, uint64_t ps, uint64_t bytes, uint64_t rate)
{
    if (ps > w->free_ps) {
        w->part = 0;
    }
    uint64_t start_ps = pcie_later(ps, w->free_ps);
    uint64_t work = bytes * PS_PER_S + w->part;

    w->free_ps = start_ps + work / rate;
    w->part = work % rate;
    return start_ps;
}

uint64_t pcie_up_take(struct ubn_pcie *p, uint64_t ps, uint32_t payload_bytes)
{
    uint64_t bytes = (uint64_t)payload_bytes + p->cfg.tlp_overhead_bytes;
    uint64_t start_ps = wire_take(&p->up, ps, bytes, p->cfg.rate_bytes_per_s);

    p->counts.up_bytes += bytes;
    p->counts.up_wait_ps += start_ps - ps;
    return start_ps;
}

uint64_t pcie_down_take(struct ubn_pcie *p, uint64_t ps, uint32_t payload_bytes)
{
    uint64_t bytes = (uint64_t)payload_bytes + p->cfg.tlp_overhead_bytes;
    uint64_t start_ps = wire_take(&p->down, ps, bytes, p->cfg.rate_bytes_per_s);

    p->counts.down_bytes += bytes;
    p->counts.down_wait_ps += start_ps - ps;
    return start_ps;
}

bool ubn_pcie_rq_ready(const struct ubn_pcie *p, uint64_t ps)
{
    return p->intake.open || p->up.free_ps <= ps || p->up.free_ps - ps <= p->tx_queue_ps;
}

enum ubn_status pcie_event(struct ubn_pcie *p, uint64_t ps, enum ubn_phase phase,
                           enum pcie_port port, ubn_event_fn fn, uint64_t arg)
{
    const struct ubn_event_key key = {
        .phase = (uint8_t)phase, .node = p->cfg.node, .port = (uint16_t)port};

    return ubn_engine_at(p->engine, ps, &key, fn, p, arg);
}

/* ---- pools ---- */

static enum ubn_status pool_grow(struct pcie_pool *pool)
{
    uint32_t count = pool->count == 0 ? FIRST_ITEMS : pool->count * 2;
    void **items = realloc(pool->items, count * sizeof(*items));

    if (items == NULL) {
        return UBN_ERR_NOMEM;
    }
    pool->items = items;
    uint32_t *free_slots = realloc(pool->free, count * sizeof(*free_slots));
    if (free_slots == NULL) {
        return UBN_ERR_NOMEM;
    }
    pool->free = free_slots;
    while (pool->count < count) {
        void *item = calloc(1, pool->item_bytes);

        if (item == NULL) {
            return pool->n_free > 0 ? UBN_OK : UBN_ERR_NOMEM;
        }
        pool->items[pool->count] = item;
        pool->free[pool->n_free++] = pool->count++;
    }
    return UBN_OK;
}

enum ubn_status pcie_pool_take(struct pcie_pool *pool, uint32_t *slot_out)
{
    if (pool->n_free == 0) {
        enum ubn_status status = pool_grow(pool);

        if (status != UBN_OK) {
            return status;
        }
    }
    *slot_out = pool->free[--pool->n_free];
    return UBN_OK;
}

void pcie_pool_give(struct pcie_pool *pool, uint32_t slot) { pool->free[pool->n_free++] = slot; }

static void pool_free(struct pcie_pool *pool)
{
    for (uint32_t i = 0; i < pool->count; i++) {
        free(pool->items[i]);
    }
    free(pool->items);
    free(pool->free);
}

/* ---- life ---- */

static bool is_size(uint32_t bytes, uint32_t min_bytes, uint32_t max_bytes)
{
    return bytes >= min_bytes && bytes <= max_bytes && (bytes & (bytes - 1)) == 0;
}

static bool config_is_legal(const struct ubn_pcie_config *cfg)
{
    bool sizes = is_size(cfg->mps_bytes, SIZE_MIN_BYTES, UBN_PCIE_PAYLOAD_MAX_BYTES) &&
                 is_size(cfg->mrrs_bytes, SIZE_MIN_BYTES, UBN_PCIE_PAYLOAD_MAX_BYTES) &&
                 is_size(cfg->rcb_bytes, 64, 128) &&
                 is_size(cfg->cpl_max_bytes, cfg->rcb_bytes, cfg->mps_bytes);
    bool credits = cfg->ph <= UBN_PCIE_HDR_CREDITS_MAX && cfg->nph <= UBN_PCIE_HDR_CREDITS_MAX &&
                   cfg->pd <= UBN_PCIE_DATA_CREDITS_MAX && cfg->npd <= UBN_PCIE_DATA_CREDITS_MAX &&
                   (cfg->pd == 0 || cfg->pd >= cfg->mps_bytes / 16);

    return sizes && credits && cfg->read_ps >= 2 && cfg->write_ps >= 1 &&
           cfg->rate_bytes_per_s >= RATE_MIN && cfg->rate_bytes_per_s <= RATE_MAX &&
           cfg->tlp_overhead_bytes >= OVERHEAD_MIN_BYTES &&
           cfg->tlp_overhead_bytes <= OVERHEAD_MAX_BYTES && cfg->jitter_ps < UINT64_MAX;
}

enum ubn_status ubn_pcie_create(struct ubn_engine *e, struct ubn_mem *mem,
                                const struct ubn_pcie_config *cfg, struct ubn_pcie **pcie_out)
{
    if (!config_is_legal(cfg)) {
        return UBN_ERR_ARG;
    }
    struct ubn_pcie *p = calloc(1, sizeof(*p));
    if (p == NULL) {
        return UBN_ERR_NOMEM;
    }
    p->engine = e;
    p->mem = mem;
    p->cfg = *cfg;
    uint64_t way_back_ps = cfg->read_ps - cfg->read_ps / 2;
    p->flight_ps = cfg->mmio_ps < way_back_ps ? cfg->mmio_ps : way_back_ps;
    p->tx_queue_ps = pcie_time_ps(p, UBN_PCIE_TX_QUEUE_BYTES);
    p->writes.item_bytes = sizeof(struct pcie_write);
    p->reads.item_bytes = sizeof(struct pcie_read);
    for (unsigned tag = 0; tag < PCIE_TAGS; tag++) {
        p->tags[tag] = PCIE_NO_SLOT;
    }
    pcie_credit_init(p);
    ubn_portq_init(&p->ports.rc, sizeof(struct ubn_pcie_rc));
    ubn_portq_init(&p->ports.cq, sizeof(struct ubn_pcie_cq));
    ubn_portq_init(&p->waiting, sizeof(uint32_t));
    ubn_portq_init(&p->host, sizeof(struct ubn_pcie_cq));
    ubn_portq_init(&p->answers, sizeof(struct pcie_answer));
    enum ubn_status status = ubn_engine_add_dump(e, ubn_pcie_dump, p);
    if (status != UBN_OK) {
        ubn_pcie_destroy(p);
        return status;
    }
    *pcie_out = p;
    return UBN_OK;
}

void ubn_pcie_destroy(struct ubn_pcie *p)
{
    if (p == NULL) {
        return;
    }
    ubn_portq_free(&p->ports.rc);
    ubn_portq_free(&p->ports.cq);
    ubn_portq_free(&p->waiting);
    ubn_portq_free(&p->host);
    ubn_portq_free(&p->answers);
    pool_free(&p->writes);
    pool_free(&p->reads);
    free(p->regions);
    free(p);
}

struct ubn_pcie_ports *ubn_pcie_ports(struct ubn_pcie *p) { return &p->ports; }

enum ubn_status ubn_pcie_listen(struct ubn_pcie *p, ubn_pcie_visible_fn fn, void *ctx)
{
    if (p->n_listeners == UBN_PCIE_LISTENERS_MAX) {
        return UBN_ERR_FULL;
    }
    p->listeners[p->n_listeners++] = (struct pcie_listener){.fn = fn, .ctx = ctx};
    return UBN_OK;
}

/* ---- memory ---- */

bool pcie_in_memory(const struct ubn_pcie *p, uint64_t addr, uint32_t bytes)
{
    uint64_t size = ubn_mem_bytes(p->mem);

    return addr <= size && bytes <= size - addr;
}

/* Number of regions that begin at or before an address. */
static size_t regions_up_to(const struct ubn_pcie *p, uint64_t addr)
{
    size_t low = 0;
    size_t high = p->n_regions;

    while (low < high) {
        size_t mid = (low + high) / 2;

        if (p->regions[mid].base <= addr) {
            low = mid + 1;
        } else {
            high = mid;
        }
    }
    return low;
}

const struct pcie_region *pcie_region_of(const struct ubn_pcie *p, uint64_t addr)
{
    size_t n = regions_up_to(p, addr);

    return n > 0 && addr - p->regions[n - 1].base < p->regions[n - 1].len_bytes ? &p->regions[n - 1]
                                                                                : NULL;
}

enum ubn_status ubn_pcie_queue_region(struct ubn_pcie *p, uint64_t base, uint64_t len_bytes,
                                      bool completion)
{
    size_t at = regions_up_to(p, base);

    if (len_bytes == 0 || len_bytes - 1 > UINT64_MAX - base || pcie_region_of(p, base) != NULL ||
        (at < p->n_regions && p->regions[at].base - base < len_bytes)) {
        return UBN_ERR_ARG;
    }
    if (p->n_regions == p->region_slots) {
        size_t slots = p->region_slots == 0 ? FIRST_REGIONS : p->region_slots * 2;
        struct pcie_region *regions = realloc(p->regions, slots * sizeof(*regions));

        if (regions == NULL) {
            return UBN_ERR_NOMEM;
        }
        p->regions = regions;
        p->region_slots = slots;
    }
    memmove(&p->regions[at + 1], &p->regions[at], (p->n_regions - at) * sizeof(*p->regions));
    p->regions[at] =
        (struct pcie_region){.base = base, .len_bytes = len_bytes, .completion = completion};
    p->n_regions++;
    return UBN_OK;
}

/* ---- what is under way ---- */

bool ubn_pcie_idle(const struct ubn_pcie *p)
{
    return !p->intake.open && p->writes_open == 0 && p->reads_open == 0 && p->loads_open == 0 &&
           ubn_portq_count(&p->ports.rc) + ubn_portq_count(&p->ports.cq) +
                   ubn_portq_count(&p->host) + ubn_portq_count(&p->answers) ==
               0;
}

struct ubn_pcie_counts ubn_pcie_counts(const struct ubn_pcie *p) { return p->counts; }

void ubn_pcie_dump(void *ctx, FILE *out)
{
    const struct ubn_pcie *p = ctx;

    fprintf(out,
            "node %u pcie: %u reads open (%zu wait for service), %u writes not visible%s; %u loads "
            "open at the controller; %zu completion beats and %zu host requests wait for it\n",
            p->cfg.node, p->reads_open, ubn_portq_count(&p->waiting), p->writes_open,
            p->intake.open ? ", a request half received" : "", p->loads_open,
            ubn_portq_count(&p->ports.rc), ubn_portq_count(&p->ports.cq));
}
