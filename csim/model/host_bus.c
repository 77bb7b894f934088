/* SPDX-License-Identifier: Apache-2.0 */
/* host_bus: the on-chip bus as the way from the cores to the controller; contract in ubn/host.h. */
#include "ubn/bus.h"
#include "ubn/host.h"

#include <string.h>

static enum ubn_status store(void *ctx, uint64_t ps, const struct ubn_host_store *s,
                             ubn_host_stored_fn done, void *done_ctx, uint64_t *arrive_ps_out)
{
    const uint32_t lane = (uint32_t)(s->addr % UBN_BEAT_BYTES);
    struct ubn_axi_w beat = {.addr = (uint32_t)s->addr, .tag = s->tag};

    if (s->bytes == 0 || s->bytes > UBN_BEAT_BYTES - lane || s->addr > UINT32_MAX) {
        return UBN_ERR_ARG;
    }
    beat.strb = UINT64_MAX >> (UBN_BEAT_BYTES - s->bytes) << lane;
    memcpy(&beat.data[lane], s->data, s->bytes);
    return ubn_bus_host_store(ctx, ps, &beat, done, done_ctx, arrive_ps_out);
}

static void visible(void *ctx, const struct ubn_bus_visible *write)
{
    ubn_host_seen(ctx, write->ps, write->addr);
}

static enum ubn_status attach(void *ctx, struct ubn_host *host)
{
    return ubn_bus_listen(ctx, visible, host);
}

const struct ubn_host_port ubn_host_bus_port = {.store = store, .attach = attach};
