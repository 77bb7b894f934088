/* SPDX-License-Identifier: Apache-2.0 */
/* tlp: rules of the header of one packet; see tlp.h. Written from the specification for the
 * contract alone: csim/model/pcie_check.c, which judges the same packets in every run, shares
 * nothing with it but the places of the fields.
 *
 * Source: PCI Express base specification 4.0, 2.2.5 (byte enables), 2.2.7 (memory requests: 4 KiB),
 * 2.2.9 and 2.3.1.1 (completions: boundary, byte count, lower address).
 */
#include "tlp.h"

#include "ubn/gen/enums.h"

#include <stddef.h>

#define DW_BYTES 4u
#define DW_MAX 1024u
#define PAGE_BYTES 4096u
#define QUAD_BYTES 8u

unsigned tlp_bytes(unsigned length_dw) { return (length_dw == 0 ? DW_MAX : length_dw) * DW_BYTES; }

bool tlp_is_write(const struct ubn_pcie_req *req) { return req->fmt == UBN_PCIE_FMT_DW4_DATA; }

/* Bytes of a dword before the first enabled one, and behind the last. 2.2.5: byte i is bit i. */
static unsigned gap_before(unsigned be)
{
    static const uint8_t gap[16] = {0, 0, 1, 0, 2, 0, 1, 0, 3, 0, 1, 0, 2, 0, 1, 0};

    return gap[be & 0xfu];
}

static unsigned gap_behind(unsigned be)
{
    static const uint8_t gap[16] = {0, 3, 2, 2, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0};

    return gap[be & 0xfu];
}

struct tlp_read tlp_read_of(const struct ubn_pcie_req *req)
{
    const unsigned all = tlp_bytes(req->length_dw);
    const unsigned last_be = all == DW_BYTES ? req->first_be : req->last_be;
    struct tlp_read read = {.open = true, .requester_id = req->requester_id, .addr = req->addr * 4};

    if (req->first_be == 0) {
        read.bytes = 1;
        return read;
    }
    read.addr += gap_before(req->first_be);
    read.bytes = all - gap_before(req->first_be) - gap_behind(last_be);
    return read;
}

static const char *enables_fault(const struct ubn_pcie_req *req)
{
    const unsigned all = tlp_bytes(req->length_dw);
    const bool quad = all == QUAD_BYTES && req->addr * DW_BYTES % QUAD_BYTES == 0;
    const unsigned first = req->first_be, last = req->last_be;

    if (all == DW_BYTES) {
        return last != 0 ? "last byte enables of a single dword" : NULL;
    }
    if (first == 0 || last == 0) {
        return "no byte enabled at an end";
    }
    if (quad) {
        return NULL; /* holes are allowed */
    }
    if (first != 0xf && first != 0xe && first != 0xc && first != 0x8) {
        return "first byte enables with a hole";
    }
    if (last != 0xf && last != 0x7 && last != 0x3 && last != 0x1) {
        return "last byte enables with a hole";
    }
    return NULL;
}

const char *tlp_request_fault(const struct ubn_pcie_req *req, const struct tlp_limits *limits)
{
    const unsigned all = tlp_bytes(req->length_dw);

    if (req->fmt != UBN_PCIE_FMT_DW4 && req->fmt != UBN_PCIE_FMT_DW4_DATA) {
        return "format is not that of a request with 4 dwords";
    }
    if (req->type != UBN_PCIE_TYPE_MEM) {
        return "type is not that of a memory request";
    }
    if ((req->t9 | req->t8 | req->tc | req->attr_ido | req->attr | req->ln | req->th | req->td |
         req->ep | req->at | req->ph) != 0) {
        return "a field that nobody uses is not 0";
    }
    if (tlp_is_write(req) && all > limits->mps_bytes) {
        return "payload above the maximum";
    }
    if (!tlp_is_write(req) && all > limits->mrrs_bytes) {
        return "read above the maximum";
    }
    if (req->addr * DW_BYTES % PAGE_BYTES + all > PAGE_BYTES) {
        return "crosses 4 KiB";
    }
    return enables_fault(req);
}

/* The payload of a completion against what is still to come. */
static const char *data_fault(const struct ubn_pcie_cpl *cpl, const struct tlp_limits *limits,
                              struct tlp_read *read)
{
    const unsigned all = tlp_bytes(cpl->length_dw);
    const unsigned lead = (unsigned)(read->addr % DW_BYTES);

    if (cpl->byte_count != (read->bytes & 0xfffu)) {
        return "byte count is not what is to come";
    }
    if (cpl->lower_addr != (read->addr & 0x7fu)) {
        return "lower address is not that of the next byte";
    }
    if (all > limits->mps_bytes) {
        return "payload above the maximum";
    }
    if (all > (lead + read->bytes + DW_BYTES - 1) / DW_BYTES * DW_BYTES) {
        return "more data than asked for";
    }
    if (all - lead < read->bytes && (read->addr + all - lead) % limits->rcb_bytes != 0) {
        return "ends between two read completion boundaries";
    }
    read->open = all - lead < read->bytes;
    read->addr += all - lead;
    read->bytes -= read->open ? all - lead : read->bytes;
    return NULL;
}

const char *tlp_completion_fault(const struct ubn_pcie_cpl *cpl, const struct tlp_limits *limits,
                                 struct tlp_read *read)
{
    const bool data = cpl->fmt == UBN_PCIE_FMT_DW3_DATA;

    if (!data && cpl->fmt != UBN_PCIE_FMT_DW3) {
        return "format is not that of a completion";
    }
    if (cpl->type != UBN_PCIE_TYPE_CPL) {
        return "type is not that of a completion";
    }
    if ((cpl->t9 | cpl->t8 | cpl->tc | cpl->attr_ido | cpl->attr | cpl->ln | cpl->th | cpl->td |
         cpl->ep | cpl->at | cpl->bcm) != 0) {
        return "a field that nobody uses is not 0";
    }
    if (!read->open) {
        return "no open read has its tag";
    }
    if (cpl->requester_id != read->requester_id) {
        return "requester is not that of the read";
    }
    if (data != (cpl->status == UBN_PCIE_CPL_STATUS_SUCCESS)) {
        return data ? "data without success" : "success without data";
    }
    if (data) {
        return data_fault(cpl, limits, read);
    }
    read->open = false;
    return NULL;
}
