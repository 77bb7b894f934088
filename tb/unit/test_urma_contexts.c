/* SPDX-License-Identifier: Apache-2.0 */
/* test_urma_contexts: the context tables of the URMA controller, by the tests of tb_contexts.h. */
/* DUT: urma_contexts -GJETTYS=16 -GJFCS=8 -GSEGS=4 -GCHANS=2 */
#include "dut.h"
#define TB_CONTEXTS_KINDS 8u
#include "tb_contexts.h"

static void tb_contexts_connect(struct dut *d, struct tb_contexts_kind kind[TB_CONTEXTS_KINDS])
{
    const struct tb_contexts_kind kinds[TB_CONTEXTS_KINDS] = {
        {TB_CONTEXTS_KIND(jetty, 16, 16), TB_CONTEXTS_OWNER(jetty)},
        {TB_CONTEXTS_KIND(jfc, 8, 16), TB_CONTEXTS_OWNER(jfc)},
        {TB_CONTEXTS_KIND(seg, 4, 40)},
        {TB_CONTEXTS_KIND(cfg, 2, 24)},
        {TB_CONTEXTS_KIND(tx, 2, 8), TB_CONTEXTS_OWNER(tx)},
        {TB_CONTEXTS_KIND(ack, 2, 4), TB_CONTEXTS_OWNER(ack)},
        {TB_CONTEXTS_KIND(rx, 2, 8), TB_CONTEXTS_OWNER(rx)},
        {TB_CONTEXTS_KIND(win, 16, 32)},
    };

    memcpy(kind, kinds, sizeof(kinds));
}

int main(void) { return tb_contexts_run("urma_contexts"); }
