/* SPDX-License-Identifier: Apache-2.0 */
/* node_pcie: host side of a node behind PCIe: four streams of transaction layer packets and the
 * credit limits of the root complex. */
#include "node_priv.h"

#include "ubn/gen/wire.h"
#include "ubn/pcie.h"

#include <stdlib.h>
#include <string.h>

/* Bit of the first header byte: the packet carries data.  PCI Express base specification, 2.2.1 */
#define FMT_DATA 0x40u
#define DWORD_BYTES 4u
/* Value 0 of the length field. */
#define LENGTH_ZERO_DWORDS 1024u

/* How far a stream is in its packet. */
struct packet {
    bool inside;          /* the next beat continues a packet */
    uint32_t left_dwords; /* payload that is still to come */
    uint64_t first_ps;    /* edge of the first beat */
};

struct pcie {
    struct ubn_pcie_ports *ports;
    struct packet rq, rc, cq, cc;
};

/* Takes one beat into the hash: its header and the bytes that are payload. Returns whether it is
 * the first beat of its packet. */
static bool take_beat(struct ubn_node *node, struct packet *p, enum ubn_hash_event event,
                      uint64_t ps, const struct ubn_tlp *beat)
{
    uint8_t bytes[sizeof beat->hdr + sizeof beat->data];
    uint32_t dwords;
    const bool first = !p->inside;
    if (first) {
        struct ubn_pcie_req req; /* the first dword of completions is the same */
        ubn_pcie_req_unpack(beat->hdr, &req);
        p->first_ps = ps;
        p->left_dwords = (beat->hdr[0] & FMT_DATA) == 0 ? 0
                         : req.length_dw == 0           ? LENGTH_ZERO_DWORDS
                                                        : req.length_dw;
    }
    dwords = p->left_dwords < sizeof beat->data / DWORD_BYTES ? p->left_dwords
                                                              : sizeof beat->data / DWORD_BYTES;
    memcpy(bytes, beat->hdr, sizeof beat->hdr);
    memcpy(bytes + sizeof beat->hdr, beat->data, dwords * DWORD_BYTES);
    ubn_hash_event(&node->hash, event, ps, beat->last, bytes,
                   sizeof beat->hdr + dwords * DWORD_BYTES);
    p->left_dwords -= dwords;
    p->inside = !beat->last;
    return first;
}

/* ---- what moves at the edge ---- */

static void move_requests(struct ubn_node *node, uint64_t ps, const struct ubn_dut_in *in,
                          uint32_t flags)
{
    struct pcie *pcie = node->side_state;
    if (!node_moves(node, UBN_NODE_RQ, flags & UBN_DUT_RQ_VALID, in->rq_ready))
        return;
    struct ubn_tlp beat;
    struct ubn_pcie_done done = {0};
    ubn_dut_rq(node->cfg.dut, &beat);
    (void)take_beat(node, &pcie->rq, UBN_HASH_PCIE_RQ, ps, &beat);
    node_check(node, ubn_pcie_rq(node->cfg.pcie, ps, &beat, &done));
    if (beat.last && node->cfg.listener->tlp_out != NULL) {
        const struct ubn_node_tlp tlp = {
            .hdr = beat.hdr, .first_ps = pcie->rq.first_ps, .last_ps = ps, .done = &done};
        node->cfg.listener->tlp_out(node->cfg.listener_ctx, &tlp);
    }
}

static void move_completions(struct ubn_node *node, uint64_t ps, const struct ubn_dut_in *in,
                             uint32_t flags)
{
    struct pcie *pcie = node->side_state;
    struct ubn_portq *q = &pcie->ports->rc;
    if (!node_moves(node, UBN_NODE_RC, in->rc != NULL, flags & UBN_DUT_RC_READY))
        return;
    const bool first = take_beat(node, &pcie->rc, UBN_HASH_PCIE_RC, ps, in->rc);
    if (first && node->cfg.listener->tlp_in != NULL) {
        const struct ubn_node_arrival a = node_arrival(node, q, ps);
        node->cfg.listener->tlp_in(node->cfg.listener_ctx, &a, ubn_portq_head(q, NULL));
    }
    ubn_portq_pop(q);
}

static void move_host(struct ubn_node *node, uint64_t ps, const struct ubn_dut_in *in,
                      uint32_t flags)
{
    struct pcie *pcie = node->side_state;
    struct ubn_portq *q = &pcie->ports->cq;
    if (node_moves(node, UBN_NODE_CQ, in->cq != NULL, flags & UBN_DUT_CQ_READY)) {
        const struct ubn_pcie_cq *request = ubn_portq_head(q, NULL);
        (void)take_beat(node, &pcie->cq, UBN_HASH_PCIE_CQ, ps, in->cq);
        if ((in->cq->hdr[0] & FMT_DATA) != 0 && node->cfg.listener->store != NULL) {
            const struct ubn_node_arrival a = node_arrival(node, q, ps);
            node->cfg.listener->store(node->cfg.listener_ctx, &a, request->tag);
        }
        ubn_portq_pop(q);
    }
    if (node_moves(node, UBN_NODE_CC, flags & UBN_DUT_CC_VALID, in->cc_ready)) {
        struct ubn_tlp beat;
        ubn_dut_cc(node->cfg.dut, &beat);
        (void)take_beat(node, &pcie->cc, UBN_HASH_PCIE_CC, ps, &beat);
        node_check(node, ubn_pcie_cc(node->cfg.pcie, ps, &beat));
    }
}

/* ---- the table ---- */

static uint64_t earliest_ps(const struct ubn_node *node)
{
    const struct pcie *pcie = node->side_state;
    const struct ubn_portq *const inputs[] = {&pcie->ports->rc, &pcie->ports->cq};
    return node_earliest(inputs, sizeof inputs / sizeof inputs[0]);
}

static void drive(struct ubn_node *node, uint64_t ps, struct ubn_dut_in *in)
{
    struct pcie *pcie = node->side_state;
    const struct ubn_pcie_limits limits = ubn_pcie_limits(node->cfg.pcie);
    const struct ubn_pcie_rc *rc = node_offer(node, UBN_NODE_RC, &pcie->ports->rc, ps);
    const struct ubn_pcie_cq *cq = node_offer(node, UBN_NODE_CQ, &pcie->ports->cq, ps);
    in->rc = rc != NULL ? &rc->tlp : NULL;
    in->cq = cq != NULL ? &cq->tlp : NULL;
    in->rq_ready = !node_stalled(node, UBN_NODE_RQ) && ubn_pcie_rq_ready(node->cfg.pcie, ps);
    in->cc_ready = !node_stalled(node, UBN_NODE_CC);
    in->fc = (struct ubn_dut_fc){
        .ph = limits.ph, .pd = limits.pd, .nph = limits.nph, .npd = limits.npd, .inf = limits.inf};
}

static void move(struct ubn_node *node, uint64_t ps, const struct ubn_dut_in *in, uint32_t flags)
{
    move_host(node, ps, in, flags);
    move_requests(node, ps, in, flags);
    move_completions(node, ps, in, flags);
}

static bool at_rest(const struct ubn_node *node)
{
    const struct pcie *pcie = node->side_state;
    return !pcie->rq.inside && !pcie->rc.inside && !pcie->cq.inside && !pcie->cc.inside;
}

static enum ubn_status create(struct ubn_node *node)
{
    struct pcie *pcie = calloc(1, sizeof *pcie);
    if (pcie == NULL)
        return UBN_ERR_NOMEM;
    pcie->ports = ubn_pcie_ports(node->cfg.pcie);
    node->side_state = pcie;
    return UBN_OK;
}

static void destroy(struct ubn_node *node) { free(node->side_state); }

const struct node_side node_side_pcie = {
    .create = create,
    .destroy = destroy,
    .earliest_ps = earliest_ps,
    .drive = drive,
    .move = move,
    .at_rest = at_rest,
    .streams = 1u << UBN_NODE_RQ | 1u << UBN_NODE_RC | 1u << UBN_NODE_CQ | 1u << UBN_NODE_CC,
};
