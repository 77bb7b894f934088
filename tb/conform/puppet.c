/* SPDX-License-Identifier: Apache-2.0 */
/* puppet: see puppet.h. What it never shows valid is never asked for. */
#include "puppet.h"

#include <stdlib.h>

enum ubn_status ubn_dut_create(struct ubn_dut_world *world, const char *kind, const char *name,
                               bool slow_en, uint32_t seed, struct ubn_dut **dut_out)
{
    (void)world, (void)kind, (void)name, (void)slow_en, (void)seed;
    *dut_out = calloc(1, sizeof(**dut_out));
    return *dut_out == NULL ? UBN_ERR_NOMEM : UBN_OK;
}

uint32_t ubn_dut_settle(struct ubn_dut *dut, const struct ubn_dut_in *in)
{
    dut->in = in;
    return dut->flags | (dut->follows_ready && in->cc_ready ? UBN_DUT_RQ_VALID : 0u);
}

static struct ubn_tlp shown_tlp(const struct ubn_dut *dut)
{
    struct ubn_tlp tlp = dut->out;

    tlp.hdr[7] ^= dut->shows_ready && dut->in->rq_ready;
    return tlp;
}

bool ubn_dut_tick(struct ubn_dut *dut) { return dut != NULL; }
void ubn_dut_destroy(struct ubn_dut *dut) { free(dut); }
void ubn_dut_tx(const struct ubn_dut *dut, struct ubn_link_beat *out) { *out = dut->tx; }
void ubn_dut_rq(const struct ubn_dut *dut, struct ubn_tlp *out) { *out = shown_tlp(dut); }
void ubn_dut_cc(const struct ubn_dut *dut, struct ubn_tlp *out) { *out = shown_tlp(dut); }
bool ubn_dut_idle(const struct ubn_dut *dut) { return dut->idle; }
uint64_t ubn_dut_wake_cyc(const struct ubn_dut *dut) { return dut->idle ? UINT64_MAX : 0; }
struct ubn_axi_b ubn_dut_host_b(const struct ubn_dut *dut)
{
    return (void)dut, (struct ubn_axi_b){0};
}
void ubn_dut_host_r(const struct ubn_dut *dut, struct ubn_axi_r *out) { (void)dut, (void)out; }
struct ubn_dut_cmd ubn_dut_aw(const struct ubn_dut *dut)
{
    return (void)dut, (struct ubn_dut_cmd){0};
}
struct ubn_dut_cmd ubn_dut_ar(const struct ubn_dut *dut)
{
    return (void)dut, (struct ubn_dut_cmd){0};
}
bool ubn_dut_w(const struct ubn_dut *dut, uint8_t data[UBN_BEAT_BYTES], uint64_t *strb)
{
    return (void)dut, (void)data, (void)strb, true;
}
uint64_t ubn_dut_stall(const struct ubn_dut *dut) { return (void)dut, 0; }
