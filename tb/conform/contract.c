/* SPDX-License-Identifier: Apache-2.0 */
/* contract: watches the ports of every controller of a run, and of what is around it, and stops the
 * run when one breaks the contract of ports. Linked in front of csim/dut (ld --wrap), so it sees
 * what dut.h shows and knows no variant. At its end each controller prints what was seen, on
 * stderr.
 *
 * Source: style guide, ports and handshakes; AMBA AXI4; csim/dut/dut.h.
 */
#include "dut.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DUTS_MAX 8u
#define QUEUE_MAX 4096u
#define PAGE_BYTES 4096u
#define FRAME_MAX_BYTES (8192u + 320u + 4u)
#define RESP_OKAY 0u
#define RESP_SLVERR 2u

enum { OUT_TX, OUT_HOST_B, OUT_HOST_R, OUT_AW, OUT_W, OUT_AR, OUT_STALL, OUTS };
enum { IN_RX, IN_HOST_AW, IN_HOST_W, IN_HOST_AR, IN_R, IN_B, INS };

static const char *const out_names[OUTS] = {"tx", "host_b", "host_r", "aw", "w", "ar", "stall"};
static const char *const in_names[INS] = {"rx", "host_aw", "host_w", "host_ar", "r", "b"};
static const uint32_t out_flags[OUTS] = {
    UBN_DUT_TX_VALID, UBN_DUT_HOST_B_VALID, UBN_DUT_HOST_R_VALID, UBN_DUT_AW_VALID,
    UBN_DUT_W_VALID,  UBN_DUT_AR_VALID,     UBN_DUT_STALL_VALID};
static const uint32_t in_flags[INS] = {UBN_DUT_RX_READY,     UBN_DUT_HOST_AW_READY,
                                       UBN_DUT_HOST_W_READY, UBN_DUT_HOST_AR_READY,
                                       UBN_DUT_R_READY,      UBN_DUT_B_READY};

/* What a stream shows in one cycle, compared as bytes. */
struct shown {
    uint64_t words[12];
};

/* Lengths of bursts, in order. */
struct lengths {
    unsigned items[QUEUE_MAX];
    unsigned head, count;
};

struct watch {
    const struct ubn_dut *dut;
    bool out_waits[OUTS], in_waits[INS]; /* valid and not ready in the cycle before */
    struct shown out_shown[OUTS], in_shown[INS];
    uint64_t out_moves[OUTS], in_moves[INS];
    uint64_t cycles, frames, violations, answers[4];
    unsigned frame_bytes, w_beats;
    struct lengths aw_bursts, w_bursts, ar_bursts; /* promised and given; reads without answer */
    uint64_t write_answers, writes_done;
    unsigned r_beats;
    bool was_idle;
    uint64_t wake_cyc;
    struct ubn_dut_in in; /* of the cycle at hand */
    uint32_t flags;
};

static struct watch watches[DUTS_MAX];

static void broken(struct watch *w, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void broken(struct watch *w, const char *format, ...)
{
    va_list args;

    if (w->violations++ < 10) {
        (void)fprintf(stderr, "contract: controller %d, cycle %" PRIu64 ": ", (int)(w - watches),
                      w->in.now_cyc);
        va_start(args, format);
        (void)vfprintf(stderr, format, args);
        va_end(args);
        (void)fputc('\n', stderr);
    }
}

static struct watch *watch_of(const struct ubn_dut *dut)
{
    for (size_t i = 0; i < DUTS_MAX; i++) {
        if (watches[i].dut == NULL || watches[i].dut == dut) {
            watches[i].dut = dut;
            return &watches[i];
        }
    }
    abort();
}

static void push(struct watch *w, struct lengths *q, unsigned item)
{
    if (q->count == QUEUE_MAX) {
        broken(w, "more than %u bursts without end", QUEUE_MAX);
        return;
    }
    q->items[(q->head + q->count++) % QUEUE_MAX] = item;
}

static unsigned pop(struct lengths *q)
{
    unsigned item = q->items[q->head];

    q->head = (q->head + 1) % QUEUE_MAX;
    q->count--;
    return item;
}

/* ---- what is shown ---- */

static struct shown beat_shown(const struct ubn_link_beat *beat)
{
    struct shown s = {{0}};

    for (unsigned i = 0; i < UBN_BEAT_BYTES; i++) { /* lanes without keep carry nothing */
        if (((beat->keep >> i) & 1u) != 0) {
            ((uint8_t *)s.words)[i] = beat->data[i];
        }
    }
    s.words[8] = beat->keep;
    s.words[9] = (uint64_t)beat->last << 8 | beat->err;
    return s;
}

static struct shown cmd_shown(struct ubn_dut_cmd cmd)
{
    return (struct shown){{cmd.addr, cmd.beats, cmd.id}};
}

static struct shown out_shown(const struct ubn_dut *dut, int stream)
{
    struct shown s = {{0}};
    struct ubn_link_beat beat;
    struct ubn_axi_r r;
    struct ubn_axi_b b;

    switch (stream) {
    case OUT_TX:
        ubn_dut_tx(dut, &beat);
        return beat_shown(&beat);
    case OUT_HOST_B:
        b = ubn_dut_host_b(dut);
        s.words[0] = (uint64_t)b.id << 8 | b.resp;
        return s;
    case OUT_HOST_R:
        ubn_dut_host_r(dut, &r);
        memcpy(s.words, r.data, sizeof(r.data));
        s.words[8] = (uint64_t)r.id << 16 | (uint64_t)r.resp << 8 | r.last;
        return s;
    case OUT_AW:
        return cmd_shown(ubn_dut_aw(dut));
    case OUT_AR:
        return cmd_shown(ubn_dut_ar(dut));
    case OUT_W:
        s.words[9] = ubn_dut_w(dut, (uint8_t *)s.words, &s.words[8]);
        return s;
    default:
        s.words[0] = ubn_dut_stall(dut);
        return s;
    }
}

static const void *in_item(const struct ubn_dut_in *in, int stream)
{
    const void *const items[INS] = {in->rx, in->host_aw, in->host_w, in->host_ar, in->r, in->b};

    return items[stream];
}

static struct shown in_shown(const struct ubn_dut_in *in, int stream)
{
    struct shown s = {{0}};

    switch (stream) {
    case IN_RX:
        return beat_shown(in->rx);
    case IN_HOST_AW:
        s.words[0] = in->host_aw->addr;
        return s;
    case IN_HOST_W:
        memcpy(s.words, in->host_w->data, UBN_BEAT_BYTES);
        s.words[8] = in->host_w->strb;
        return s;
    case IN_HOST_AR:
        s.words[0] = in->host_ar->addr;
        return s;
    case IN_R:
        memcpy(s.words, in->r->data, UBN_BEAT_BYTES);
        s.words[8] = (uint64_t)in->r->id << 16 | (uint64_t)in->r->resp << 8 | in->r->last;
        return s;
    default:
        s.words[0] = (uint64_t)in->b->id << 8 | in->b->resp;
        return s;
    }
}

static bool out_ready(const struct ubn_dut_in *in, int stream)
{
    const bool ready[OUTS] = {in->tx_ready, in->host_b_ready, in->host_r_ready, in->aw_ready,
                              in->w_ready,  in->ar_ready,     in->stall_ready};

    return ready[stream];
}

/* ---- rules of a cycle ---- */

/* Once valid, a beat stays and does not change until it moves. */
static void check_hold(struct watch *w)
{
    for (int s = 0; s < OUTS; s++) {
        bool valid = (w->flags & out_flags[s]) != 0;
        struct shown now = {{0}};

        if (valid) {
            now = out_shown(w->dut, s);
        }
        if (w->out_waits[s] && !valid) {
            broken(w, "%s: valid fell before the beat moved", out_names[s]);
        } else if (w->out_waits[s] && memcmp(&now, &w->out_shown[s], sizeof(now)) != 0) {
            broken(w, "%s: the beat changed before it moved", out_names[s]);
        }
        w->out_waits[s] = valid && !out_ready(&w->in, s);
        w->out_shown[s] = now;
    }
    for (int s = 0; s < INS; s++) {
        bool valid = in_item(&w->in, s) != NULL;
        struct shown now = {{0}};

        if (valid) {
            now = in_shown(&w->in, s);
        }
        if (w->in_waits[s] && (!valid || memcmp(&now, &w->in_shown[s], sizeof(now)) != 0)) {
            broken(w, "%s: the environment took a beat back", in_names[s]);
        }
        w->in_waits[s] = valid && (w->flags & in_flags[s]) == 0;
        w->in_shown[s] = now;
    }
}

/* An idle controller without input shows nothing and stays idle, up to its timer. */
static void check_idle(struct watch *w)
{
    uint32_t valid = 0;

    for (int s = 0; s < OUTS; s++) {
        valid |= w->flags & out_flags[s];
    }
    for (int s = 0; s < INS; s++) {
        if (in_item(&w->in, s) != NULL) {
            w->was_idle = false;
        }
    }
    w->was_idle = w->was_idle && w->in.now_cyc < w->wake_cyc;
    if (w->was_idle && valid != 0) {
        broken(w, "idle, and yet outputs 0x%" PRIx32 " are valid", valid);
    }
}

/* ---- rules of what moves ---- */

static void take_frame_beat(struct watch *w)
{
    struct ubn_link_beat beat;
    unsigned bytes = 0;

    ubn_dut_tx(w->dut, &beat);
    while (bytes < UBN_BEAT_BYTES && ((beat.keep >> bytes) & 1u) != 0) {
        bytes++;
    }
    if (bytes == 0 || (bytes < UBN_BEAT_BYTES && (beat.keep >> bytes) != 0)) {
        broken(w, "tx: keep 0x%" PRIx64 " is empty or has holes", beat.keep);
    }
    if (bytes < UBN_BEAT_BYTES && beat.last == 0) {
        broken(w, "tx: %u bytes before the last beat", bytes);
    }
    if (beat.err != 0) {
        broken(w, "tx: frame with the error mark");
    }
    w->frame_bytes += bytes;
    if (beat.last != 0) {
        if (w->frame_bytes < 60 || w->frame_bytes > FRAME_MAX_BYTES) {
            broken(w, "tx: frame of %u bytes", w->frame_bytes);
        }
        w->frames++;
        w->frame_bytes = 0;
    }
}

static void take_command(struct watch *w, const char *name, struct ubn_dut_cmd cmd,
                         struct lengths *q)
{
    uint64_t line = cmd.addr % PAGE_BYTES / UBN_BEAT_BYTES * UBN_BEAT_BYTES;

    if (cmd.beats == 0 || line + cmd.beats * UBN_BEAT_BYTES > PAGE_BYTES) {
        broken(w, "%s: %u beats at 0x%" PRIx64 " leave a page of 4 KiB", name, cmd.beats, cmd.addr);
    }
    push(w, q, cmd.beats);
}

/* Write data come before or after their command, but as many beats as it says. */
static void match_writes(struct watch *w)
{
    while (w->aw_bursts.count > 0 && w->w_bursts.count > 0) {
        unsigned said = pop(&w->aw_bursts);
        unsigned given = pop(&w->w_bursts);

        w->writes_done++;
        if (said != given) {
            broken(w, "w: %u beats of a burst of %u", given, said);
        }
    }
}

static void take_write_beat(struct watch *w)
{
    uint8_t data[UBN_BEAT_BYTES];
    uint64_t strb;
    bool last = ubn_dut_w(w->dut, data, &strb);

    if (strb == 0) {
        broken(w, "w: beat without a byte");
    }
    w->w_beats++;
    if (last) {
        push(w, &w->w_bursts, w->w_beats);
        w->w_beats = 0;
    }
}

static void take_read_beat(struct watch *w, const struct ubn_axi_r *beat)
{
    if (w->ar_bursts.count == 0) {
        broken(w, "r: the environment gives data that nobody asked for");
        return;
    }
    w->r_beats++;
    if ((beat->last != 0) != (w->r_beats == w->ar_bursts.items[w->ar_bursts.head])) {
        broken(w, "r: the environment ends a burst at beat %u", w->r_beats);
    }
    if (beat->last != 0) {
        (void)pop(&w->ar_bursts);
        w->r_beats = 0;
    }
}

static void take_host_answer(struct watch *w)
{
    struct ubn_axi_b b = ubn_dut_host_b(w->dut);
    uint64_t both = w->in_moves[IN_HOST_AW] < w->in_moves[IN_HOST_W] ? w->in_moves[IN_HOST_AW]
                                                                     : w->in_moves[IN_HOST_W];

    if (b.resp != RESP_OKAY && b.resp != RESP_SLVERR) {
        broken(w, "host_b: response %u", b.resp);
    }
    if (w->out_moves[OUT_HOST_B] >= both) {
        broken(w, "host_b: answer to no store");
    }
    w->answers[b.resp & 3u]++;
}

static void take_host_data(struct watch *w)
{
    struct ubn_axi_r r;

    ubn_dut_host_r(w->dut, &r);
    if ((r.resp != RESP_OKAY && r.resp != RESP_SLVERR) || r.last == 0) {
        broken(w, "host_r: response %u, last %u", r.resp, r.last);
    }
    if (w->out_moves[OUT_HOST_R] >= w->in_moves[IN_HOST_AR]) {
        broken(w, "host_r: data of no load");
    }
}

static void take_moves(struct watch *w)
{
    bool out[OUTS], in[INS];

    for (int s = 0; s < OUTS; s++) {
        out[s] = (w->flags & out_flags[s]) != 0 && out_ready(&w->in, s);
    }
    for (int s = 0; s < INS; s++) {
        in[s] = (w->flags & in_flags[s]) != 0 && in_item(&w->in, s) != NULL;
    }
    if (out[OUT_TX]) {
        take_frame_beat(w);
    }
    if (out[OUT_HOST_B]) {
        take_host_answer(w);
    }
    if (out[OUT_HOST_R]) {
        take_host_data(w);
    }
    if (in[IN_B] && w->write_answers++ >= w->writes_done) {
        broken(w, "b: the environment answers a write that has not ended");
    }
    if (in[IN_R]) {
        take_read_beat(w, w->in.r);
    }
    if (out[OUT_AW]) {
        take_command(w, "aw", ubn_dut_aw(w->dut), &w->aw_bursts);
    }
    if (out[OUT_AR]) {
        take_command(w, "ar", ubn_dut_ar(w->dut), &w->ar_bursts);
    }
    if (out[OUT_W]) {
        take_write_beat(w);
    }
    match_writes(w);
    for (int s = 0; s < OUTS; s++) {
        w->out_moves[s] += out[s];
    }
    for (int s = 0; s < INS; s++) {
        w->in_moves[s] += in[s];
    }
}

/* ---- in front of the real functions ---- */

uint32_t __real_ubn_dut_settle(struct ubn_dut *dut, const struct ubn_dut_in *in);
uint32_t __wrap_ubn_dut_settle(struct ubn_dut *dut, const struct ubn_dut_in *in);
bool __real_ubn_dut_tick(struct ubn_dut *dut);
bool __wrap_ubn_dut_tick(struct ubn_dut *dut);
void __real_ubn_dut_destroy(struct ubn_dut *dut);
void __wrap_ubn_dut_destroy(struct ubn_dut *dut);

/* No output may depend on an input of the same cycle: other inputs, same outputs. */
static void check_registered(struct watch *w, struct ubn_dut *dut, const struct ubn_dut_in *in)
{
    const struct ubn_dut_in turned = {.now_cyc = in->now_cyc,
                                      .tx_ready = !in->tx_ready,
                                      .host_b_ready = !in->host_b_ready,
                                      .host_r_ready = !in->host_r_ready,
                                      .aw_ready = !in->aw_ready,
                                      .w_ready = !in->w_ready,
                                      .ar_ready = !in->ar_ready,
                                      .stall_ready = !in->stall_ready};
    uint32_t flags = __real_ubn_dut_settle(dut, &turned);

    if (flags != w->flags) {
        broken(w, "outputs 0x%" PRIx32 " follow inputs of the same cycle", flags ^ w->flags);
    }
    for (int s = 0; s < OUTS; s++) {
        if ((flags & out_flags[s]) != 0) {
            struct shown now = out_shown(dut, s);

            if (memcmp(&now, &w->out_shown[s], sizeof(now)) != 0) {
                broken(w, "%s: what it shows follows inputs of the same cycle", out_names[s]);
            }
        }
    }
    (void)__real_ubn_dut_settle(dut, in);
}

uint32_t __wrap_ubn_dut_settle(struct ubn_dut *dut, const struct ubn_dut_in *in)
{
    struct watch *w = watch_of(dut);

    w->in = *in;
    w->flags = __real_ubn_dut_settle(dut, in);
    check_hold(w);
    check_idle(w);
    check_registered(w, dut, in);
    return w->flags;
}

bool __wrap_ubn_dut_tick(struct ubn_dut *dut)
{
    struct watch *w = watch_of(dut);

    take_moves(w); /* outputs are still those of this cycle */
    bool good = __real_ubn_dut_tick(dut);
    bool idle = ubn_dut_idle(dut);

    if (w->was_idle && !idle) {
        broken(w, "left idle without input");
    }
    w->was_idle = idle;
    w->wake_cyc = ubn_dut_wake_cyc(dut);
    w->cycles++;
    return good && w->violations == 0;
}

void __wrap_ubn_dut_destroy(struct ubn_dut *dut)
{
    if (dut != NULL) {
        const struct watch *w = watch_of(dut);
        bool whole = w->frame_bytes == 0 && w->w_beats == 0 &&
                     w->aw_bursts.count + w->w_bursts.count + w->ar_bursts.count == 0;

        (void)fprintf(stderr, "contract: controller %d: cycles %" PRIu64, (int)(w - watches),
                      w->cycles);
        for (int s = 0; s < OUTS; s++) {
            (void)fprintf(stderr, " %s %" PRIu64, out_names[s], w->out_moves[s]);
        }
        for (int s = 0; s < INS; s++) {
            (void)fprintf(stderr, " %s %" PRIu64, in_names[s], w->in_moves[s]);
        }
        (void)fprintf(stderr,
                      " frames %" PRIu64 " okay %" PRIu64 " slverr %" PRIu64 " whole %d violations "
                      "%" PRIu64 "\n",
                      w->frames, w->answers[RESP_OKAY], w->answers[RESP_SLVERR], whole,
                      w->violations);
    }
    __real_ubn_dut_destroy(dut);
}
