/* SPDX-License-Identifier: Apache-2.0 */
/* pcie_check: rules of the packets that the controller sends; contract in ubn/pcie.h.
 * @source PCI Express base specification 4.0, 2.2.5 (byte enables), 2.2.7, 2.2.9.1, 2.3.1.1
 */
#include "pcie_priv.h"

#include "ubn/log.h"

#include <inttypes.h>

#define PAGE_BYTES 4096u
#define ALL_BE 0xfu

static unsigned lowest_bit(unsigned be)
{
    unsigned i = 0;

    while (((be >> i) & 1u) == 0) {
        i++;
    }
    return i;
}

static unsigned bits_up_to_highest(unsigned be)
{
    unsigned n = PCIE_DW_BYTES;

    while (((be >> (n - 1)) & 1u) == 0) {
        n--;
    }
    return n;
}

struct pcie_span pcie_span_of(const struct ubn_pcie_req *req)
{
    uint32_t bytes = pcie_bytes(req);

    if (bytes == PCIE_DW_BYTES && req->first_be == 0) {
        return (struct pcie_span){.offset = 0, .bytes = 1, .none = true};
    }
    uint32_t offset = lowest_bit(req->first_be);
    unsigned last_be = bytes == PCIE_DW_BYTES ? req->first_be : req->last_be;
    uint32_t end = bytes - PCIE_DW_BYTES + bits_up_to_highest(last_be);
    return (struct pcie_span){.offset = offset, .bytes = end - offset};
}

/* Enabled bytes reach the end of the dword without a hole: 1111, 1110, 1100, 1000. */
static bool fills_top(unsigned be) { return be != 0 && ((be + (be & (0u - be))) & ALL_BE) == 0; }

/* Enabled bytes begin at its start without a hole: 1111, 0111, 0011, 0001. */
static bool fills_bottom(unsigned be) { return be != 0 && (be & (be + 1)) == 0; }

static bool byte_enables_are_legal(const struct ubn_pcie_req *req)
{
    uint32_t bytes = pcie_bytes(req);

    if (bytes == PCIE_DW_BYTES) {
        return req->last_be == 0;
    }
    if (req->first_be == 0 || req->last_be == 0) {
        return false;
    }
    if (bytes == 2 * PCIE_DW_BYTES && (req->addr & 1u) == 0) {
        return true; /* holes are allowed in an aligned quadword */
    }
    return fills_top(req->first_be) && fills_bottom(req->last_be);
}

static bool reserved_request_fields_are_zero(const struct ubn_pcie_req *req)
{
    return (req->t9 | req->tc | req->t8 | req->attr_ido | req->ln | req->th | req->td | req->ep |
            req->attr | req->at | req->ph) == 0;
}

const char *pcie_fault_of_request(const struct ubn_pcie *p, const struct ubn_pcie_req *req)
{
    uint32_t bytes = pcie_bytes(req);

    if (req->type != UBN_PCIE_TYPE_MEM ||
        (req->fmt != UBN_PCIE_FMT_DW4 && req->fmt != UBN_PCIE_FMT_DW4_DATA)) {
        return "not a memory request with a 64-bit address";
    }
    if (!reserved_request_fields_are_zero(req)) {
        return "a field that the controller does not use is not 0";
    }
    if (req->requester_id != p->cfg.requester_id) {
        return "requester id is not that of the controller";
    }
    if (!byte_enables_are_legal(req)) {
        return "byte enables malformed";
    }
    if (bytes > (pcie_is_write(req) ? p->cfg.mps_bytes : p->cfg.mrrs_bytes)) {
        return pcie_is_write(req) ? "payload larger than the maximum payload size"
                                  : "larger than the maximum read request size";
    }
    if ((pcie_addr(req) & (PAGE_BYTES - 1)) + bytes > PAGE_BYTES) {
        return "crosses 4 KiB";
    }
    if (!pcie_is_write(req) && p->tags[req->tag] != PCIE_NO_SLOT) {
        return "tag of an open read";
    }
    return NULL;
}

static bool reserved_answer_fields_are_zero(const struct ubn_pcie_cpl *cpl)
{
    return (cpl->t9 | cpl->tc | cpl->t8 | cpl->attr_ido | cpl->ln | cpl->th | cpl->td | cpl->ep |
            cpl->attr | cpl->at | cpl->bcm) == 0;
}

const char *pcie_fault_of_answer(const struct ubn_pcie *p, const struct ubn_tlp *beat,
                                 const struct ubn_pcie_cpl *cpl)
{
    const struct pcie_load *load = &p->loads[cpl->tag];
    bool data = cpl->fmt == UBN_PCIE_FMT_DW3_DATA;

    if (cpl->type != UBN_PCIE_TYPE_CPL || (!data && cpl->fmt != UBN_PCIE_FMT_DW3)) {
        return "not a completion";
    }
    if (!reserved_answer_fields_are_zero(cpl)) {
        return "a field that the controller does not use is not 0";
    }
    if (!load->open) {
        return "answers a load, but none of this tag is open";
    }
    if (!beat->last) {
        return "answer to a load of more than one beat";
    }
    if (cpl->completer_id != p->cfg.requester_id || cpl->requester_id != PCIE_ROOT_ID) {
        return "completer or requester id wrong";
    }
    if (data != (cpl->status == UBN_PCIE_CPL_STATUS_SUCCESS)) {
        return data ? "error completion with data" : "successful completion without data";
    }
    if (data && (cpl->length_dw * PCIE_DW_BYTES != load->bytes || cpl->byte_count != load->bytes ||
                 cpl->lower_addr != (load->addr & 0x7fu))) {
        return "length, byte count or lower address does not match the load";
    }
    return NULL;
}

enum ubn_status pcie_refuse(const struct ubn_pcie *p, uint64_t ps, const char *what,
                            const uint8_t *hdr)
{
    char text[2 * UBN_TLP_HDR_BYTES + 1];

    for (unsigned i = 0; i < UBN_TLP_HDR_BYTES; i++) {
        (void)snprintf(&text[2 * (size_t)i], 3, "%02x", hdr[i]);
    }
    ubn_log_error("node %u: PCIe packet %s at %" PRIu64 " ps: %s", p->cfg.node, text, ps, what);
    return UBN_ERR_CHECK;
}
