/* SPDX-License-Identifier: Apache-2.0 */
/* host_bus: the on-chip bus as the way from the cores to the controller; contract in ubn/host.h. */
#include "ubn/bus.h"
#include "ubn/host.h"

#include <string.h>

#define LOG2_BEAT_BYTES 6u

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

/* Beats of an access after the first; false: no burst of the bus has this shape. */
static bool shape_of(const struct ubn_host_access *a, uint8_t *more_out)
{
    const uint32_t lane = (uint32_t)(a->addr % UBN_BEAT_BYTES);

    if (a->bytes == 0 || a->bytes > UBN_HOST_ACCESS_MAX_BYTES || a->addr > UINT32_MAX ||
        (a->bytes > UBN_BEAT_BYTES - lane && (lane | a->bytes % UBN_BEAT_BYTES) != 0)) {
        return false;
    }
    *more_out = (uint8_t)((a->bytes - 1u) / UBN_BEAT_BYTES);
    return true;
}

static enum ubn_status load(void *ctx, uint64_t ps, const struct ubn_host_access *a,
                            ubn_host_loaded_fn done, void *done_ctx, uint64_t *arrive_ps_out)
{
    struct ubn_axi_ar command = {
        .addr = (uint32_t)a->addr, .id = UBN_HOST_ACCESS_ID, .tag = a->tag};

    if (!shape_of(a, &command.more)) {
        return UBN_ERR_ARG;
    }
    while (command.size < LOG2_BEAT_BYTES && (a->bytes >> command.size) > 1u) {
        command.size++;
    }
    return ubn_bus_host_load(ctx, ps, &command, done, done_ctx, arrive_ps_out);
}

static enum ubn_status burst(void *ctx, uint64_t ps, const struct ubn_host_access *a,
                             ubn_host_stored_fn done, void *done_ctx, uint64_t *arrive_ps_out)
{
    const uint32_t lane = (uint32_t)(a->addr % UBN_BEAT_BYTES);
    struct ubn_axi_w beat = {.addr = (uint32_t)a->addr, .id = UBN_HOST_ACCESS_ID, .tag = a->tag};
    enum ubn_status status = shape_of(a, &beat.more) ? UBN_OK : UBN_ERR_ARG;

    for (uint32_t at = 0; status == UBN_OK && at < a->bytes; at += UBN_BEAT_BYTES) {
        const uint32_t left = a->bytes - at;
        const uint32_t n = left < UBN_BEAT_BYTES ? left : UBN_BEAT_BYTES;

        beat.strb = UINT64_MAX >> (UBN_BEAT_BYTES - n) << lane;
        memcpy(&beat.data[lane], &a->data[at], n);
        status = ubn_bus_host_store(ctx, ps, &beat, done, done_ctx, arrive_ps_out);
        beat.more--;
    }
    return status;
}

static void visible(void *ctx, const struct ubn_bus_visible *write)
{
    ubn_host_seen(ctx, write->ps, write->addr);
}

static enum ubn_status attach(void *ctx, struct ubn_host *host)
{
    return ubn_bus_listen(ctx, visible, host);
}

const struct ubn_host_port ubn_host_bus_port = {
    .store = store, .load = load, .burst = burst, .attach = attach};
