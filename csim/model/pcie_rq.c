/* SPDX-License-Identifier: Apache-2.0 */
/* pcie_rq: requests of the controller, beat by beat, and its writes until they are visible;
 * contract in ubn/pcie.h. A request takes its credits and its place on the link with its first
 * beat; when its last beat is here, everything about a write is known.
 */
#include "pcie_priv.h"

#include <string.h>

static struct pcie_write *write_of(const struct ubn_pcie *p, uint32_t slot)
{
    return p->writes.items[slot];
}

/* ---- visibility ---- */

/* Writes the enabled bytes of the first or last dword. */
static enum ubn_status write_dword(struct ubn_pcie *p, uint64_t addr, unsigned be,
                                   const uint8_t *data)
{
    for (unsigned i = 0; i < PCIE_DW_BYTES; i++) {
        if (((be >> i) & 1u) != 0) {
            enum ubn_status status = ubn_mem_write(p->mem, addr + i, 1, &data[i]);

            if (status != UBN_OK) {
                return status;
            }
        }
    }
    return UBN_OK;
}

/* Writes the enabled bytes; the range was checked. */
static enum ubn_status write_bytes(struct ubn_pcie *p, const struct pcie_write *w)
{
    uint64_t addr = pcie_addr(&w->req);
    uint32_t bytes = pcie_bytes(&w->req);
    uint32_t last = bytes - PCIE_DW_BYTES;
    enum ubn_status status = UBN_OK;

    if (last > PCIE_DW_BYTES) {
        status = ubn_mem_write(p->mem, addr + PCIE_DW_BYTES, last - PCIE_DW_BYTES,
                               &w->data[PCIE_DW_BYTES]);
    }
    if (status == UBN_OK) {
        status = write_dword(p, addr, w->req.first_be, w->data);
    }
    if (status == UBN_OK && last > 0) {
        status = write_dword(p, addr + last, w->req.last_be, &w->data[last]);
    }
    return status;
}

static void write_visible(void *ctx, uint64_t slot)
{
    struct ubn_pcie *p = ctx;
    const struct pcie_write *w = write_of(p, (uint32_t)slot);
    const struct pcie_span span = pcie_span_of(&w->req);
    const struct ubn_pcie_visible seen = {.accept_ps = w->accept_ps,
                                          .ps = ubn_engine_now_ps(p->engine),
                                          .addr = pcie_addr(&w->req) + span.offset,
                                          .len_bytes = span.bytes};
    bool inside = pcie_in_memory(p, pcie_addr(&w->req), pcie_bytes(&w->req));
    enum ubn_status status = inside ? write_bytes(p, w) : UBN_OK;

    p->counts.unsupported += !inside;
    p->writes_open--;
    pcie_credit_return(p, &w->req);
    pcie_pool_give(&p->writes, (uint32_t)slot);
    if (status != UBN_OK) {
        ubn_engine_fail(p->engine, status);
        return;
    }
    for (unsigned i = 0; inside && !span.none && i < p->n_listeners; i++) {
        p->listeners[i].fn(p->listeners[i].ctx, &seen);
    }
}

/* When a write is visible that is whole at ready_ps. Neither ready_ps nor payload_ps ever goes
 * back, so writes keep their order, and records theirs. */
static uint64_t visible_ps_of(struct ubn_pcie *p, const struct pcie_write *w, uint64_t ready_ps)
{
    if (w->record && p->cfg.cqe_after_payload) {
        return pcie_later(ready_ps, p->payload_ps) + p->cfg.write_ps;
    }
    p->payload_ps = ready_ps + p->cfg.write_ps;
    return p->payload_ps;
}

static enum ubn_status end_write(struct ubn_pcie *p, uint64_t ps, struct ubn_pcie_done *done)
{
    struct pcie_write *w = write_of(p, p->intake.slot);
    const struct pcie_region *region = pcie_region_of(p, pcie_addr(&w->req));
    uint32_t bytes = pcie_bytes(&w->req);
    uint64_t carried_ps = p->intake.start_ps + pcie_extra_ps(p, bytes);

    w->accept_ps = ps;
    w->record = region != NULL && region->completion;
    done->is_write = true;
    done->visible_ps = visible_ps_of(p, w, pcie_later(ps, carried_ps));
    p->push_ps = pcie_later(p->push_ps, done->visible_ps);
    p->counts.writes++;
    p->counts.write_bytes += bytes;
    p->writes_open++;
    if (p->writes_open > p->counts.writes_peak) {
        p->counts.writes_peak = p->writes_open;
    }
    bool apart = w->record && p->cfg.cqe_after_payload;
    return pcie_event(p, done->visible_ps, UBN_PHASE_MEM,
                      apart ? PCIE_PORT_RECORD : PCIE_PORT_WRITE, write_visible, p->intake.slot);
}

/* ---- beats ---- */

static enum ubn_status begin_request(struct ubn_pcie *p, uint64_t ps, const struct ubn_tlp *beat)
{
    struct pcie_intake *in = &p->intake;
    struct ubn_pcie_req req;

    ubn_pcie_req_unpack(beat->hdr, &req);
    const char *fault = pcie_fault_of_request(p, &req);
    if (fault == NULL && !pcie_credit_use(p, &req)) {
        fault = pcie_is_write(&req) ? "more posted requests than credits"
                                    : "more non-posted requests than credits";
    }
    if (fault != NULL) {
        return pcie_refuse(p, ps, fault, beat->hdr);
    }
    uint32_t slot = PCIE_NO_SLOT;
    if (pcie_is_write(&req)) {
        enum ubn_status status = pcie_pool_take(&p->writes, &slot);

        if (status != UBN_OK) {
            return status;
        }
        write_of(p, slot)->req = req;
    }
    *in = (struct pcie_intake){.first = *beat, .req = req, .slot = slot, .open = true};
    in->start_ps = pcie_up_take(p, ps, slot == PCIE_NO_SLOT ? 0 : pcie_bytes(&req));
    return UBN_OK;
}

/* Says what is wrong with a beat inside a packet, NULL: nothing. Takes its payload. */
static const char *take_beat(struct ubn_pcie *p, const struct ubn_tlp *beat)
{
    struct pcie_intake *in = &p->intake;

    if (memcmp(beat->hdr, in->first.hdr, sizeof(beat->hdr)) != 0) {
        return "the header changes inside the packet";
    }
    if (!pcie_is_write(&in->req)) {
        return beat->last ? NULL : "a read of more than one beat";
    }
    uint32_t left = pcie_bytes(&in->req) - in->bytes;
    if (beat->last != (left <= UBN_BEAT_BYTES)) {
        return "length does not match the number of beats";
    }
    uint32_t n = left < UBN_BEAT_BYTES ? left : UBN_BEAT_BYTES;
    memcpy(&write_of(p, in->slot)->data[in->bytes], beat->data, n);
    in->bytes += n;
    return NULL;
}

enum ubn_status ubn_pcie_rq(struct ubn_pcie *p, uint64_t ps, const struct ubn_tlp *beat,
                            struct ubn_pcie_done *done_out)
{
    struct ubn_pcie_done done = {0};
    enum ubn_status status = UBN_OK;

    if (ps < p->last_rq_ps) {
        return pcie_refuse(p, ps, "time goes backwards", beat->hdr);
    }
    p->last_rq_ps = ps;
    if (!p->intake.open) {
        status = begin_request(p, ps, beat);
        if (status != UBN_OK) {
            return status;
        }
    }
    const char *fault = take_beat(p, beat);
    if (fault != NULL) {
        return pcie_refuse(p, ps, fault, beat->hdr);
    }
    if (beat->last) {
        p->intake.open = false;
        status = pcie_is_write(&p->intake.req)
                     ? end_write(p, ps, &done)
                     : pcie_read_accept(p, &p->intake.req, ps, p->intake.start_ps, &done);
    }
    if (status == UBN_OK && done_out != NULL) {
        *done_out = done;
    }
    return status;
}
