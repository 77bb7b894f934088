/* SPDX-License-Identifier: Apache-2.0 */
/* link: one direction of a wire; contract in ubn/link.h.
 * Both ends of the wire are a clock of bits: `tx` says until when the sending end is taken, `rx`
 * the receiving end. Their fractions of a ps are kept, so a busy wire carries exactly rate_bps.
 */
#include "ubn/link.h"

#include "ubn/log.h"
#include "ubn/rng.h"

#include <stdlib.h>
#include <string.h>

#define PS_PER_S UINT64_C(1000000000000)
#define RATE_MIN_BPS UINT64_C(1000000)
#define RATE_MAX_BPS UINT64_C(10000000000000)
#define OVERHEAD_MAX_BYTES 65535u
/* Purpose number of the jitter in ubn_rng_hash. */
#define RNG_PORT_LINK 0x6c696e6bu

/* One end of the wire. */
struct wire {
    uint64_t free_ps; /* time at which the bits put on it so far have passed, rounded down */
    uint64_t part;    /* what was rounded away, in 1 / rate_bps ps */
};

struct ubn_link {
    struct ubn_link_config cfg;
    uint64_t buffer_ps; /* time the wire needs for buffer_bytes */
    struct wire tx;
    struct wire rx;
    struct ubn_portq rx_q;    /* struct ubn_link_beat */
    uint64_t last_ps;         /* time of the last beat sent */
    uint64_t frame_ps;        /* first beat of this frame sent */
    uint64_t frame_arrive_ps; /* and its arrival */
    size_t frame_bytes;       /* bytes of this frame so far */
    bool in_frame;
    bool frame_err;
    uint64_t frame_number; /* running number, for the jitter */
    struct ubn_link_counts counts;
    ubn_link_frame_fn on_frame;
    void *on_frame_ctx;
    uint8_t frame[UBN_LINK_FRAME_MAX_BYTES];
};

__extension__ typedef unsigned __int128 u128;

static uint64_t time_of_bytes_ps(uint64_t bytes, uint64_t rate_bps)
{
    u128 ps = (u128)bytes * 8u * PS_PER_S / rate_bps;

    return ps > UINT64_MAX ? UINT64_MAX : (uint64_t)ps;
}

/* Puts bytes on an end of the wire from start_ps on (not before it is free). */
static void wire_take(struct wire *w, uint64_t start_ps, uint64_t bytes, uint64_t rate_bps)
{
    if (start_ps > w->free_ps) {
        w->part = 0;
    }
    uint64_t work = bytes * 8u * PS_PER_S + w->part;
    w->free_ps = start_ps + work / rate_bps;
    w->part = work % rate_bps;
}

static uint64_t later(uint64_t a, uint64_t b) { return a > b ? a : b; }

enum ubn_status ubn_link_create(const struct ubn_link_config *cfg, struct ubn_link **link_out)
{
    if (cfg->delay_ps == 0 || cfg->rate_bps < RATE_MIN_BPS || cfg->rate_bps > RATE_MAX_BPS ||
        cfg->overhead_bytes > OVERHEAD_MAX_BYTES || cfg->buffer_bytes == 0 ||
        cfg->jitter_ps == UINT64_MAX) {
        return UBN_ERR_ARG;
    }
    struct ubn_link *link = calloc(1, sizeof(*link));
    if (link == NULL) {
        return UBN_ERR_NOMEM;
    }
    link->cfg = *cfg;
    link->buffer_ps = time_of_bytes_ps(cfg->buffer_bytes, cfg->rate_bps);
    ubn_portq_init(&link->rx_q, sizeof(struct ubn_link_beat));
    *link_out = link;
    return UBN_OK;
}

void ubn_link_destroy(struct ubn_link *link)
{
    if (link != NULL) {
        ubn_portq_free(&link->rx_q);
        free(link);
    }
}

void ubn_link_on_frame(struct ubn_link *link, ubn_link_frame_fn fn, void *ctx)
{
    link->on_frame = fn;
    link->on_frame_ctx = ctx;
}

bool ubn_link_ready(const struct ubn_link *link, uint64_t ps)
{
    return link->tx.free_ps <= ps || link->tx.free_ps - ps <= link->buffer_ps;
}

/* Number of bytes of a beat; 0 when keep has holes or is empty. */
static unsigned bytes_of_keep(uint64_t keep)
{
    unsigned n = 0;

    while (n < UBN_BEAT_BYTES && ((keep >> n) & 1u) != 0) {
        n++;
    }
    return n == UBN_BEAT_BYTES || (keep >> n) == 0 ? n : 0;
}

/* Says what is wrong with a beat, NULL when nothing is. */
static const char *fault_of_beat(const struct ubn_link *link, uint64_t ps,
                                 const struct ubn_link_beat *beat, bool first, unsigned n)
{
    if (ps < link->last_ps) {
        return "time goes backwards";
    }
    if (first == link->in_frame) {
        return first ? "first beat inside a frame" : "beat outside a frame";
    }
    if (n == 0 || (n < UBN_BEAT_BYTES && beat->last == 0)) {
        return "keep is empty, has holes, or is not full before the last beat";
    }
    if (link->frame_bytes + n > UBN_LINK_FRAME_MAX_BYTES) {
        return "frame too long";
    }
    return NULL;
}

/* Time at which a beat put on the wire now arrives. */
static uint64_t arrival_ps(struct ubn_link *link, uint64_t ps, bool first)
{
    uint64_t start_ps = later(ps, link->tx.free_ps);

    if (first) {
        uint64_t jitter_ps = 0;

        if (link->cfg.jitter_ps > 0) {
            jitter_ps =
                ubn_rng_hash(link->cfg.seed, link->cfg.id, RNG_PORT_LINK, link->frame_number) %
                (link->cfg.jitter_ps + 1);
        }
        link->frame_ps = ps;
        link->frame_arrive_ps = later(start_ps + link->cfg.delay_ps + jitter_ps, link->rx.free_ps);
        link->counts.wait_ps += start_ps - ps;
        return link->frame_arrive_ps;
    }
    /* At its distance from the first beat, unless the wire is slower than the sender. */
    return later(link->frame_arrive_ps + (ps - link->frame_ps), link->rx.free_ps);
}

static void end_frame(struct ubn_link *link)
{
    link->in_frame = false;
    link->frame_number++;
    link->counts.frames++;
    link->counts.bytes += link->frame_bytes;
    link->counts.err_frames += link->frame_err;
    if (link->on_frame != NULL) {
        link->on_frame(link->on_frame_ctx, link->frame_ps, link->frame_arrive_ps, link->frame,
                       link->frame_bytes, link->frame_err);
    }
    link->frame_bytes = 0;
    link->frame_err = false;
}

enum ubn_status ubn_link_send_beat(struct ubn_link *link, uint64_t ps,
                                   const struct ubn_link_beat *beat, bool first,
                                   uint64_t *arrive_ps_out)
{
    unsigned n = bytes_of_keep(beat->keep);
    const char *fault = fault_of_beat(link, ps, beat, first, n);

    if (fault != NULL) {
        ubn_log_error("link %u: frame %llu: %s", link->cfg.id,
                      (unsigned long long)link->frame_number, fault);
        return UBN_ERR_CHECK;
    }
    uint64_t arrive_ps = arrival_ps(link, ps, first);
    uint64_t wire_bytes = n + (beat->last != 0 ? link->cfg.overhead_bytes : 0);
    enum ubn_status status = ubn_portq_push(&link->rx_q, arrive_ps, beat);

    if (status != UBN_OK) {
        return status;
    }
    wire_take(&link->tx, later(ps, link->tx.free_ps), wire_bytes, link->cfg.rate_bps);
    wire_take(&link->rx, arrive_ps, wire_bytes, link->cfg.rate_bps);
    memcpy(link->frame + link->frame_bytes, beat->data, n);
    link->frame_bytes += n;
    link->frame_err = link->frame_err || beat->err != 0;
    link->in_frame = true;
    link->last_ps = ps;
    if (beat->last != 0) {
        end_frame(link);
    }
    if (arrive_ps_out != NULL) {
        *arrive_ps_out = arrive_ps;
    }
    return UBN_OK;
}

struct ubn_portq *ubn_link_rx(struct ubn_link *link) { return &link->rx_q; }

bool ubn_link_idle(const struct ubn_link *link)
{
    return ubn_portq_count(&link->rx_q) == 0 && !link->in_frame;
}

struct ubn_link_counts ubn_link_counts(const struct ubn_link *link) { return link->counts; }
