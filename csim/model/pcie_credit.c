/* SPDX-License-Identifier: Apache-2.0 */
/* pcie_credit: flow-control credits of the root complex; contract in ubn/pcie.h.
 * Used and returned credits are counted since the start, modulo 2^32; the limits that the
 * controller sees are what was given plus what was returned, modulo the width of the fields.
 */
#include "pcie_priv.h"

#define UNIT_BYTES 16u
#define HDR_MASK 0xffu
#define DATA_MASK 0xfffu

void pcie_credit_init(struct ubn_pcie *p)
{
    const uint32_t given[PCIE_CREDIT_KINDS] = {[PCIE_PH] = p->cfg.ph,
                                               [PCIE_PD] = p->cfg.pd,
                                               [PCIE_NPH] = p->cfg.nph,
                                               [PCIE_NPD] = p->cfg.npd};

    for (unsigned kind = 0; kind < PCIE_CREDIT_KINDS; kind++) {
        p->credits[kind] = (struct pcie_credit){.given = given[kind]};
    }
}

/* Credits of each kind that a request needs. */
static void needs_of(const struct ubn_pcie_req *req, uint32_t needs[PCIE_CREDIT_KINDS])
{
    bool write = pcie_is_write(req);

    needs[PCIE_PH] = write ? 1 : 0;
    needs[PCIE_PD] = write ? (pcie_bytes(req) + UNIT_BYTES - 1) / UNIT_BYTES : 0;
    needs[PCIE_NPH] = write ? 0 : 1;
    needs[PCIE_NPD] = 0;
}

bool pcie_credit_use(struct ubn_pcie *p, const struct ubn_pcie_req *req)
{
    uint32_t needs[PCIE_CREDIT_KINDS];

    needs_of(req, needs);
    for (unsigned kind = 0; kind < PCIE_CREDIT_KINDS; kind++) {
        struct pcie_credit *c = &p->credits[kind];

        if (c->given != 0 && c->used - c->returned + needs[kind] > c->given) {
            return false;
        }
        c->used += needs[kind];
    }
    return true;
}

void pcie_credit_return(struct ubn_pcie *p, const struct ubn_pcie_req *req)
{
    uint32_t needs[PCIE_CREDIT_KINDS];

    needs_of(req, needs);
    for (unsigned kind = 0; kind < PCIE_CREDIT_KINDS; kind++) {
        p->credits[kind].returned += needs[kind];
    }
}

static uint32_t limit_of(const struct pcie_credit *c)
{
    return c->given == 0 ? 0 : c->given + c->returned;
}

struct ubn_pcie_limits ubn_pcie_limits(const struct ubn_pcie *p)
{
    struct ubn_pcie_limits limits = {
        .ph = (uint8_t)(limit_of(&p->credits[PCIE_PH]) & HDR_MASK),
        .pd = (uint16_t)(limit_of(&p->credits[PCIE_PD]) & DATA_MASK),
        .nph = (uint8_t)(limit_of(&p->credits[PCIE_NPH]) & HDR_MASK),
        .npd = (uint16_t)(limit_of(&p->credits[PCIE_NPD]) & DATA_MASK),
    };

    for (unsigned kind = 0; kind < PCIE_CREDIT_KINDS; kind++) {
        if (p->credits[kind].given == 0) {
            limits.inf = (uint8_t)(limits.inf | 1u << kind);
        }
    }
    return limits;
}
