/* SPDX-License-Identifier: Apache-2.0 */
/* pcie_rd: reads of the controller from acceptance to their last completion; contract in
 * ubn/pcie.h. Service of a read begins on the link or, with max_reads, when another one has ended.
 * Half of read_ps later it looks at memory; its completions come to the downstream link one flight
 * before the end of read_ps. Service begins in order of acceptance, so without reorder completions
 * leave in that order.
 */
#include "pcie_priv.h"

#include "ubn/rng.h"

#include <string.h>

/* Purpose numbers in ubn_rng_hash. */
#define RNG_PORT_JITTER 0x706a6974u
#define RNG_PORT_SPLIT 0x7073706cu
/* More than the completions of one read: 4096 / 64 and one. */
#define CPLS_MAX 128u
/* What a read that enables no byte is answered with, so that whoever uses it is noticed. */
#define NO_DATA 0xee

static struct pcie_read *read_of(const struct ubn_pcie *p, uint32_t slot)
{
    return p->reads.items[slot];
}

static uint64_t random_bits(const struct ubn_pcie *p, uint32_t purpose, const struct pcie_read *r)
{
    return ubn_rng_hash(p->cfg.seed, p->cfg.node, purpose, r->number * CPLS_MAX + r->cpls);
}

static uint64_t jitter_ps(const struct ubn_pcie *p, const struct pcie_read *r)
{
    return p->cfg.jitter_ps == 0 ? 0 : random_bits(p, RNG_PORT_JITTER, r) % (p->cfg.jitter_ps + 1);
}

static void send_completions(void *ctx, uint64_t slot);
static void release_read(void *ctx, uint64_t slot);

/* ---- service ---- */

static void sample_memory(void *ctx, uint64_t slot)
{
    struct ubn_pcie *p = ctx;
    struct pcie_read *r = read_of(p, (uint32_t)slot);

    /* Cannot fail: the range was checked when the read came. */
    (void)ubn_mem_read(p->mem, pcie_addr(&r->req), pcie_bytes(&r->req), r->data);
}

/* Extra access to memory that begins at look_ps: until all rows have answered. */
static enum ubn_status memory_ps(struct ubn_pcie *p, const struct pcie_read *r, uint64_t look_ps,
                                 uint64_t *extra_ps_out)
{
    uint64_t addr = pcie_addr(&r->req);
    uint64_t left = pcie_bytes(&r->req);
    uint64_t row_bytes = ubn_mem_row_bytes(p->mem);

    *extra_ps_out = 0;
    while (left > 0) {
        uint64_t in_row = row_bytes - (addr & (row_bytes - 1));
        uint64_t n = left < in_row ? left : in_row;
        uint64_t done_ps = look_ps;
        enum ubn_status status = ubn_mem_service(p->mem, addr, (size_t)n, look_ps, &done_ps);

        if (status != UBN_OK) {
            return status;
        }
        *extra_ps_out = pcie_later(*extra_ps_out, done_ps - look_ps);
        addr += n;
        left -= n;
    }
    return UBN_OK;
}

/* Begins service of a read at begin_ps. */
static enum ubn_status serve(struct ubn_pcie *p, uint32_t slot, uint64_t begin_ps)
{
    struct pcie_read *r = read_of(p, slot);
    uint64_t half_ps = p->cfg.read_ps / 2;
    uint64_t look_ps = pcie_later(begin_ps + half_ps, r->push_ps);
    enum ubn_status status = UBN_OK;

    p->serving++;
    r->mem_ps = 0;
    if (r->inside) {
        if (p->cfg.mem_extra && pcie_region_of(p, pcie_addr(&r->req)) == NULL) {
            status = memory_ps(p, r, look_ps, &r->mem_ps);
        }
        if (status == UBN_OK) {
            status = pcie_event(p, look_ps + r->mem_ps, UBN_PHASE_BUS, PCIE_PORT_SAMPLE,
                                sample_memory, slot);
        }
    }
    if (status != UBN_OK) {
        return status;
    }
    r->ready_ps = look_ps + r->mem_ps + (p->cfg.read_ps - half_ps);
    r->leave_ps = r->ready_ps + jitter_ps(p, r) - p->flight_ps;
    if (!p->cfg.reorder) {
        r->leave_ps = pcie_later(r->leave_ps, p->last_leave_ps);
        p->last_leave_ps = r->leave_ps;
    }
    return pcie_event(p, r->leave_ps, UBN_PHASE_BUS, PCIE_PORT_COMPLETION, send_completions, slot);
}

enum ubn_status pcie_read_accept(struct ubn_pcie *p, const struct ubn_pcie_req *req, uint64_t ps,
                                 uint64_t start_ps, struct ubn_pcie_done *done)
{
    uint32_t slot = 0;
    enum ubn_status status = pcie_pool_take(&p->reads, &slot);

    if (status != UBN_OK) {
        return status;
    }
    struct pcie_read *r = read_of(p, slot);
    r->req = *req;
    r->accept_ps = ps;
    r->start_ps = start_ps;
    r->push_ps = p->push_ps;
    r->number = p->read_number++;
    r->cpls = 0;
    r->sent_bytes = 0;
    r->inside = pcie_in_memory(p, pcie_addr(req), pcie_bytes(req));
    p->tags[req->tag] = slot;
    p->reads_open++;
    p->counts.reads++;
    p->counts.read_bytes += pcie_bytes(req);
    p->counts.unsupported += !r->inside;
    if (p->reads_open > p->counts.reads_peak) {
        p->counts.reads_peak = p->reads_open;
    }
    done->is_read = true;
    if (p->cfg.max_reads != 0 && p->serving >= p->cfg.max_reads) {
        done->data_ps = UBN_TIME_NEVER;
        return ubn_portq_push(&p->waiting, start_ps, &slot);
    }
    status = serve(p, slot, start_ps);
    done->data_ps = r->leave_ps + p->flight_ps;
    done->mem_ps = r->mem_ps;
    return status;
}

/* The last completion has arrived: its tag, credit and place are free. */
static void release_read(void *ctx, uint64_t arg)
{
    struct ubn_pcie *p = ctx;
    uint32_t slot = (uint32_t)arg;
    const struct pcie_read *r = read_of(p, slot);
    uint64_t start_ps = 0;

    p->tags[r->req.tag] = PCIE_NO_SLOT;
    pcie_credit_return(p, &r->req);
    p->reads_open--;
    p->serving--;
    pcie_pool_give(&p->reads, slot);
    const uint32_t *waits = ubn_portq_head(&p->waiting, &start_ps);
    if (waits != NULL) {
        uint32_t next = *waits;

        ubn_portq_pop(&p->waiting);
        enum ubn_status status = serve(p, next, pcie_later(start_ps, ubn_engine_now_ps(p->engine)));
        if (status != UBN_OK) {
            ubn_engine_fail(p->engine, status);
        }
    }
}

/* ---- completions ---- */

/* Where the next completion ends, relative to the address of the read. */
static uint32_t end_of_completion(const struct ubn_pcie *p, const struct pcie_read *r)
{
    uint64_t addr = pcie_addr(&r->req) + r->sent_bytes;
    uint64_t unit = p->cfg.cpl_max_bytes;
    uint64_t end = (addr / unit + 1) * unit;

    if (p->cfg.random_split) {
        uint64_t rcb = p->cfg.rcb_bytes;
        uint64_t first = (addr / rcb + 1) * rcb;
        uint64_t choices = (end - first) / rcb + 1;

        end = first + random_bits(p, RNG_PORT_SPLIT, r) % choices * rcb;
    }
    uint64_t reach = end - pcie_addr(&r->req);
    uint32_t bytes = pcie_bytes(&r->req);
    return reach < bytes ? (uint32_t)reach : bytes;
}

/* Header of a completion of the dwords sent_bytes .. end of a read. */
static void make_header(const struct pcie_read *r, uint32_t end, uint8_t hdr[UBN_TLP_HDR_BYTES])
{
    const struct pcie_span span = pcie_span_of(&r->req);
    uint32_t gone = r->sent_bytes > span.offset ? r->sent_bytes - span.offset : 0;
    uint64_t first = pcie_addr(&r->req) + (r->sent_bytes == 0 ? span.offset : r->sent_bytes);
    const struct ubn_pcie_cpl cpl = {
        .fmt = r->inside ? UBN_PCIE_FMT_DW3_DATA : UBN_PCIE_FMT_DW3,
        .type = UBN_PCIE_TYPE_CPL,
        .length_dw = (uint16_t)(r->inside ? (end - r->sent_bytes) / PCIE_DW_BYTES : 0),
        .completer_id = PCIE_ROOT_ID,
        .status = r->inside ? UBN_PCIE_CPL_STATUS_SUCCESS : UBN_PCIE_CPL_STATUS_UNSUPPORTED,
        .byte_count = (uint16_t)((span.bytes - gone) & 0xfffu),
        .requester_id = r->req.requester_id,
        .tag = r->req.tag,
        .lower_addr = (uint8_t)(first & 0x7fu)};

    memset(hdr, 0, UBN_TLP_HDR_BYTES);
    ubn_pcie_cpl_pack(&cpl, hdr);
}

/* Hands one completion to the controller; gives the arrival of its last beat. */
static enum ubn_status push_beats(struct ubn_pcie *p, struct pcie_read *r, uint32_t end,
                                  uint64_t *arrive_ps_out)
{
    struct ubn_pcie_rc item = {.accept_ps = r->accept_ps, .mem_ps = r->mem_ps};
    uint32_t bytes = r->inside ? end - r->sent_bytes : 0;
    uint64_t arrive_ps = pcie_down_take(p, ubn_engine_now_ps(p->engine), bytes) + p->flight_ps;
    bool none = pcie_span_of(&r->req).none;
    uint32_t done_bytes = 0;

    make_header(r, end, item.tlp.hdr);
    do {
        uint32_t left = bytes - done_bytes;
        uint32_t n = left < UBN_BEAT_BYTES ? left : UBN_BEAT_BYTES;

        memset(item.tlp.data, 0, sizeof(item.tlp.data));
        memcpy(item.tlp.data, &r->data[r->sent_bytes + done_bytes], n);
        if (none) {
            memset(item.tlp.data, NO_DATA, n);
        }
        *arrive_ps_out = arrive_ps + pcie_time_ps(p, done_bytes);
        done_bytes += n;
        item.tlp.last = done_bytes == bytes;
        item.first = r->cpls == 0 && done_bytes == n;
        item.last = item.tlp.last && (end == pcie_bytes(&r->req) || !r->inside);
        enum ubn_status status = ubn_portq_push(&p->ports.rc, *arrive_ps_out, &item);
        if (status != UBN_OK) {
            return status;
        }
    } while (done_bytes < bytes);
    r->cpls++;
    r->sent_bytes = end;
    p->counts.completions++;
    return UBN_OK;
}

/* Sends the completions of a read that are due now. */
static void send_completions(void *ctx, uint64_t slot)
{
    struct ubn_pcie *p = ctx;
    struct pcie_read *r = read_of(p, (uint32_t)slot);
    uint64_t now_ps = ubn_engine_now_ps(p->engine);
    uint32_t bytes = pcie_bytes(&r->req);
    uint64_t arrive_ps = now_ps;
    enum ubn_status status = UBN_OK;

    while (status == UBN_OK && r->sent_bytes < bytes && r->leave_ps <= now_ps) {
        status = push_beats(p, r, r->inside ? end_of_completion(p, r) : bytes, &arrive_ps);
        if (p->cfg.reorder) {
            r->leave_ps = pcie_later(r->leave_ps, r->ready_ps + jitter_ps(p, r) - p->flight_ps);
        }
    }
    if (status == UBN_OK) {
        status = r->sent_bytes < bytes ? pcie_event(p, r->leave_ps, UBN_PHASE_BUS,
                                                    PCIE_PORT_COMPLETION, send_completions, slot)
                                       : pcie_event(p, arrive_ps, UBN_PHASE_BUS, PCIE_PORT_RELEASE,
                                                    release_read, slot);
    }
    if (status != UBN_OK) {
        ubn_engine_fail(p->engine, status);
    }
}
