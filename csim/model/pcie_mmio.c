/* SPDX-License-Identifier: Apache-2.0 */
/* pcie_mmio: stores and loads of the host to the controller, and the answers to loads; contract in
 * ubn/pcie.h. They come to the downstream link mmio_ps less one flight after they were issued: at
 * once, unless half of a read takes less than mmio_ps.
 */
#include "pcie_priv.h"

#include <string.h>

#define ALL_BE 0xfu

/* Puts a request of the host on the link now; gives its arrival. */
static enum ubn_status send_request(struct ubn_pcie *p, const struct ubn_pcie_cq *item,
                                    uint64_t now_ps, uint64_t *arrive_ps_out)
{
    struct ubn_pcie_req req;

    ubn_pcie_req_unpack(item->tlp.hdr, &req);
    *arrive_ps_out =
        pcie_down_take(p, now_ps, pcie_is_write(&req) ? pcie_bytes(&req) : 0) + p->flight_ps;
    return ubn_portq_push(&p->ports.cq, *arrive_ps_out, item);
}

static void request_due(void *ctx, uint64_t arg)
{
    struct ubn_pcie *p = ctx;
    uint64_t ps = 0;
    uint64_t arrive_ps = 0;
    const struct ubn_pcie_cq *head = ubn_portq_head(&p->host, &ps);
    const struct ubn_pcie_cq item = *head;

    (void)arg;
    ubn_portq_pop(&p->host);
    enum ubn_status status = send_request(p, &item, ps, &arrive_ps);
    if (status != UBN_OK) {
        ubn_engine_fail(p->engine, status);
    }
}

/* Sends a request of the host that was issued at ps. */
static enum ubn_status issue(struct ubn_pcie *p, uint64_t ps, const struct ubn_pcie_req *req,
                             struct ubn_pcie_cq *item, uint64_t *arrive_ps_out)
{
    uint64_t now_ps = ubn_engine_now_ps(p->engine);
    uint64_t enter_ps = ps + (p->cfg.mmio_ps - p->flight_ps);

    if (ps < now_ps || ps < p->last_host_ps) {
        return UBN_ERR_ARG;
    }
    p->last_host_ps = ps;
    ubn_pcie_req_pack(req, item->tlp.hdr);
    item->tlp.last = true;
    if (enter_ps == now_ps && ubn_portq_count(&p->host) == 0) {
        return send_request(p, item, now_ps, arrive_ps_out);
    }
    *arrive_ps_out = ps + p->cfg.mmio_ps;
    enum ubn_status status = ubn_portq_push(&p->host, enter_ps, item);
    return status != UBN_OK
               ? status
               : pcie_event(p, enter_ps, UBN_PHASE_BUS, PCIE_PORT_HOST, request_due, 0);
}

enum ubn_status ubn_pcie_host_write(struct ubn_pcie *p, uint64_t ps, uint64_t addr,
                                    const uint8_t *data, uint32_t bytes, uint64_t tag,
                                    uint64_t *arrive_ps_out)
{
    const struct ubn_pcie_req req = {.fmt = UBN_PCIE_FMT_DW4_DATA,
                                     .type = UBN_PCIE_TYPE_MEM,
                                     .length_dw = (uint16_t)(bytes / PCIE_DW_BYTES),
                                     .requester_id = PCIE_ROOT_ID,
                                     .first_be = ALL_BE,
                                     .last_be = bytes > PCIE_DW_BYTES ? ALL_BE : 0,
                                     .addr = addr >> 2};
    struct ubn_pcie_cq item = {.tag = tag};
    uint64_t arrive_ps = 0;

    if (bytes == 0 || bytes > UBN_BEAT_BYTES || bytes % PCIE_DW_BYTES != 0 ||
        addr % PCIE_DW_BYTES != 0) {
        return UBN_ERR_ARG;
    }
    memcpy(item.tlp.data, data, bytes);
    enum ubn_status status = issue(p, ps, &req, &item, &arrive_ps);
    if (status != UBN_OK) {
        return status;
    }
    p->counts.stores++;
    if (arrive_ps_out != NULL) {
        *arrive_ps_out = arrive_ps;
    }
    return UBN_OK;
}

enum ubn_status ubn_pcie_host_read(struct ubn_pcie *p, uint64_t ps, uint64_t addr, uint32_t bytes,
                                   ubn_pcie_load_fn done, void *ctx)
{
    const struct ubn_pcie_req req = {.fmt = UBN_PCIE_FMT_DW4,
                                     .type = UBN_PCIE_TYPE_MEM,
                                     .length_dw = (uint16_t)(bytes / PCIE_DW_BYTES),
                                     .requester_id = PCIE_ROOT_ID,
                                     .tag = p->next_load,
                                     .first_be = ALL_BE,
                                     .last_be = bytes > PCIE_DW_BYTES ? ALL_BE : 0,
                                     .addr = addr >> 2};
    struct pcie_load *load = &p->loads[p->next_load];
    struct ubn_pcie_cq item = {.tag = UBN_TAG_NONE};
    uint64_t arrive_ps = 0;

    if ((bytes != PCIE_DW_BYTES && bytes != 2 * PCIE_DW_BYTES) || addr % bytes != 0) {
        return UBN_ERR_ARG;
    }
    if (load->open) {
        return UBN_ERR_FULL;
    }
    enum ubn_status status = issue(p, ps, &req, &item, &arrive_ps);
    if (status != UBN_OK) {
        return status;
    }
    *load =
        (struct pcie_load){.done = done, .ctx = ctx, .addr = addr, .bytes = bytes, .open = true};
    p->next_load++;
    p->loads_open++;
    p->counts.loads++;
    return UBN_OK;
}

/* ---- answers ---- */

static void answer_due(void *ctx, uint64_t arg)
{
    struct ubn_pcie *p = ctx;
    uint64_t ps = 0;
    const struct pcie_answer *head = ubn_portq_head(&p->answers, &ps);
    const struct pcie_answer answer = *head;

    (void)arg;
    ubn_portq_pop(&p->answers);
    if (answer.done != NULL) {
        answer.done(answer.ctx, ps, answer.ok, answer.value);
    }
}

enum ubn_status ubn_pcie_cc(struct ubn_pcie *p, uint64_t ps, const struct ubn_tlp *beat)
{
    struct ubn_pcie_cpl cpl;

    ubn_pcie_cpl_unpack(beat->hdr, &cpl);
    const char *fault =
        ps < p->last_cc_ps ? "time goes backwards" : pcie_fault_of_answer(p, beat, &cpl);
    if (fault != NULL) {
        return pcie_refuse(p, ps, fault, beat->hdr);
    }
    struct pcie_load *load = &p->loads[cpl.tag];
    bool ok = cpl.status == UBN_PCIE_CPL_STATUS_SUCCESS;
    struct pcie_answer answer = {.done = load->done, .ctx = load->ctx, .ok = ok};

    for (uint32_t i = 0; ok && i < load->bytes; i++) {
        answer.value |= (uint64_t)beat->data[i] << (8u * i);
    }
    if (!ok) {
        answer.value = UINT64_MAX;
    }
    load->open = false;
    p->loads_open--;
    p->counts.load_errors += !ok;
    p->last_cc_ps = ps;
    uint64_t start_ps = pcie_up_take(p, ps, ok ? load->bytes : 0);
    /* An answer pushes writes, as a read does; and it takes a moment, even on the card. */
    uint64_t answer_ps = pcie_later(start_ps + p->cfg.mmio_ps, pcie_later(p->push_ps, ps + 1));
    enum ubn_status status = ubn_portq_push(&p->answers, answer_ps, &answer);
    return status != UBN_OK
               ? status
               : pcie_event(p, answer_ps, UBN_PHASE_BUS, PCIE_PORT_ANSWER, answer_due, 0);
}
