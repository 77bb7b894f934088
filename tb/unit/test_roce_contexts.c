/* SPDX-License-Identifier: Apache-2.0 */
/* test_roce_contexts: the context tables of the RoCE controller, by the tests of tb_contexts.h. */
/* DUT: roce_contexts -GQPS=4 -GMRS=16 -GCQS=2 */
#include "dut.h"
#include "tb_contexts.h"

static void tb_contexts_connect(struct dut *d, struct tb_contexts_kind kind[TB_CONTEXTS_KINDS])
{
    const struct tb_contexts_kind kinds[TB_CONTEXTS_KINDS] = {
        {TB_CONTEXTS_KIND(wq, 8, 16), TB_CONTEXTS_OWNER(wq)},
        {TB_CONTEXTS_KIND(cfg, 4, 40)},
        {TB_CONTEXTS_KIND(tx, 4, 16), TB_CONTEXTS_OWNER(tx)},
        {TB_CONTEXTS_KIND(una, 4, 24), TB_CONTEXTS_OWNER(una)},
        {TB_CONTEXTS_KIND(rx, 4, 48), TB_CONTEXTS_OWNER(rx)},
        {TB_CONTEXTS_KIND(mr, 16, 32)},
        {TB_CONTEXTS_KIND(cq, 2, 16), TB_CONTEXTS_OWNER(cq)},
    };

    memcpy(kind, kinds, sizeof(kinds));
}

int main(void) { return tb_contexts_run("roce_contexts"); }
