/* SPDX-License-Identifier: Apache-2.0 */
/* host_pcie: PCIe as the way from the cores to the controller; contract in ubn/host.h. Stores are
 * posted writes, so nothing is ever answered. */
#include "ubn/host.h"
#include "ubn/pcie.h"

static enum ubn_status store(void *ctx, uint64_t ps, const struct ubn_host_store *s,
                             ubn_host_stored_fn done, void *done_ctx, uint64_t *arrive_ps_out)
{
    (void)done;
    (void)done_ctx;
    return ubn_pcie_host_write(ctx, ps, s->addr, s->data, s->bytes, s->tag, arrive_ps_out);
}

static void visible(void *ctx, const struct ubn_pcie_visible *write)
{
    ubn_host_seen(ctx, write->ps, write->addr);
}

static enum ubn_status attach(void *ctx, struct ubn_host *host)
{
    return ubn_pcie_listen(ctx, visible, host);
}

const struct ubn_host_port ubn_host_pcie_port = {.store = store, .attach = attach};
