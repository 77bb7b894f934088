/* SPDX-License-Identifier: Apache-2.0 */
/* axi: rules of a controller on the on-chip bus: bursts stay in a page and have the beats they
 * promise, answers and data belong to something, stores and loads of the host are answered.
 *
 * Source: AMBA AXI4, A3.4.1 (bursts), A3.3 (order of channels), A3.4.4 (answers).
 */
#include "contract.h"

#include <inttypes.h>
#include <string.h>

#define QUEUE_MAX 4096u
#define PAGE_BYTES 4096u

/* Lengths of bursts, in order. */
struct lengths {
    unsigned items[QUEUE_MAX];
    unsigned head, count;
};

struct state {
    uint64_t stores_addr, stores_data, loads; /* of the host, taken */
    uint64_t store_answers, load_answers;
    uint64_t okay, slverr; /* answers to stores */
    unsigned w_beats;
    struct lengths aw_bursts, w_bursts, ar_bursts; /* promised and given; reads without answer */
    uint64_t write_answers, writes_done;
    unsigned r_beats;
};

static struct state *state_of(const struct watch *w) { return contract_state(w, &contract_axi); }

static void push(struct watch *w, struct lengths *q, unsigned item)
{
    if (q->count == QUEUE_MAX) {
        contract_broken(w, "more than %u bursts without end", QUEUE_MAX);
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

static struct shown show_host_b(const struct ubn_dut *dut, const void *item)
{
    const struct ubn_axi_b b = ubn_dut_host_b(dut);

    (void)item;
    return (struct shown){{(uint64_t)b.id << 8 | b.resp}};
}

static struct shown r_shown(const struct ubn_axi_r *r)
{
    struct shown s = {{0}};

    memcpy(s.words, r->data, sizeof(r->data));
    s.words[8] = (uint64_t)r->id << 16 | (uint64_t)r->resp << 8 | r->last;
    return s;
}

static struct shown show_host_r(const struct ubn_dut *dut, const void *item)
{
    struct ubn_axi_r r;

    (void)item;
    ubn_dut_host_r(dut, &r);
    return r_shown(&r);
}

static struct shown cmd_shown(struct ubn_dut_cmd cmd)
{
    return (struct shown){{cmd.addr, cmd.beats, cmd.id}};
}

static struct shown show_aw(const struct ubn_dut *dut, const void *item)
{
    (void)item;
    return cmd_shown(ubn_dut_aw(dut));
}

static struct shown show_ar(const struct ubn_dut *dut, const void *item)
{
    (void)item;
    return cmd_shown(ubn_dut_ar(dut));
}

static struct shown show_w(const struct ubn_dut *dut, const void *item)
{
    struct shown s = {{0}};

    (void)item;
    s.words[9] = ubn_dut_w(dut, (uint8_t *)s.words, &s.words[8]);
    return s;
}

static struct shown show_host_aw(const struct ubn_dut *dut, const void *item)
{
    const struct ubn_axi_w *store = item;

    (void)dut;
    return (struct shown){{store->addr}};
}

static struct shown show_host_w(const struct ubn_dut *dut, const void *item)
{
    const struct ubn_axi_w *store = item;
    struct shown s = {{0}};

    (void)dut;
    memcpy(s.words, store->data, UBN_BEAT_BYTES);
    s.words[8] = store->strb;
    return s;
}

static struct shown show_host_ar(const struct ubn_dut *dut, const void *item)
{
    const struct ubn_axi_ar *load = item;

    (void)dut;
    return (struct shown){{load->addr}};
}

static struct shown show_r(const struct ubn_dut *dut, const void *item)
{
    (void)dut;
    return r_shown(item);
}

static struct shown show_b(const struct ubn_dut *dut, const void *item)
{
    const struct ubn_axi_b *b = item;

    (void)dut;
    return (struct shown){{(uint64_t)b->id << 8 | b->resp}};
}

/* ---- memory ---- */

static void take_command(struct watch *w, const char *name, struct ubn_dut_cmd cmd,
                         struct lengths *q)
{
    uint64_t line = cmd.addr % PAGE_BYTES / UBN_BEAT_BYTES * UBN_BEAT_BYTES;

    if (cmd.beats == 0 || line + cmd.beats * UBN_BEAT_BYTES > PAGE_BYTES) {
        contract_broken(w, "%s: %u beats at 0x%" PRIx64 " leave a page of 4 KiB", name, cmd.beats,
                        cmd.addr);
    }
    push(w, q, cmd.beats);
}

static void take_aw(struct watch *w, const void *item)
{
    (void)item;
    take_command(w, "aw", ubn_dut_aw(contract_dut(w)), &state_of(w)->aw_bursts);
}

static void take_ar(struct watch *w, const void *item)
{
    (void)item;
    take_command(w, "ar", ubn_dut_ar(contract_dut(w)), &state_of(w)->ar_bursts);
}

static void take_w(struct watch *w, const void *item)
{
    struct state *state = state_of(w);
    uint8_t data[UBN_BEAT_BYTES];
    uint64_t strb;
    bool last = ubn_dut_w(contract_dut(w), data, &strb);

    (void)item;
    if (strb == 0) {
        contract_broken(w, "w: beat without a byte");
    }
    state->w_beats++;
    if (last) {
        push(w, &state->w_bursts, state->w_beats);
        state->w_beats = 0;
    }
}

/* Write data come before or after their command, but as many beats as it says. */
static void match_writes(struct watch *w)
{
    struct state *state = state_of(w);

    while (state->aw_bursts.count > 0 && state->w_bursts.count > 0) {
        unsigned said = pop(&state->aw_bursts);
        unsigned given = pop(&state->w_bursts);

        state->writes_done++;
        if (said != given) {
            contract_broken(w, "w: %u beats of a burst of %u", given, said);
        }
    }
}

static void take_b(struct watch *w, const void *item)
{
    struct state *state = state_of(w);

    (void)item;
    if (state->write_answers++ >= state->writes_done) {
        contract_broken(w, "b: the environment answers a write that has not ended");
    }
}

static void take_r(struct watch *w, const void *item)
{
    struct state *state = state_of(w);
    const struct ubn_axi_r *beat = item;

    if (state->ar_bursts.count == 0) {
        contract_broken(w, "r: the environment gives data that nobody asked for");
        return;
    }
    state->r_beats++;
    if ((beat->last != 0) != (state->r_beats == state->ar_bursts.items[state->ar_bursts.head])) {
        contract_broken(w, "r: the environment ends a burst at beat %u", state->r_beats);
    }
    if (beat->last != 0) {
        (void)pop(&state->ar_bursts);
        state->r_beats = 0;
    }
}

/* ---- host ---- */

static void take_host_b(struct watch *w, const void *item)
{
    struct state *state = state_of(w);
    const struct ubn_axi_b b = ubn_dut_host_b(contract_dut(w));

    (void)item;
    if (b.resp != UBN_AXI_OKAY && b.resp != UBN_AXI_SLVERR) {
        contract_broken(w, "host_b: response %u", b.resp);
    }
    if (state->store_answers >= state->stores_addr || state->store_answers >= state->stores_data) {
        contract_broken(w, "host_b: answer to no store");
    }
    state->store_answers++;
    state->okay += b.resp == UBN_AXI_OKAY;
    state->slverr += b.resp == UBN_AXI_SLVERR;
}

static void take_host_r(struct watch *w, const void *item)
{
    struct state *state = state_of(w);
    struct ubn_axi_r r;

    (void)item;
    ubn_dut_host_r(contract_dut(w), &r);
    if ((r.resp != UBN_AXI_OKAY && r.resp != UBN_AXI_SLVERR) || r.last == 0) {
        contract_broken(w, "host_r: response %u, last %u", r.resp, r.last);
    }
    if (state->load_answers++ >= state->loads) {
        contract_broken(w, "host_r: data of no load");
    }
}

static void take_host_aw(struct watch *w, const void *item)
{
    (void)item;
    state_of(w)->stores_addr++;
}

static void take_host_w(struct watch *w, const void *item)
{
    (void)item;
    state_of(w)->stores_data++;
}

static void take_host_ar(struct watch *w, const void *item)
{
    (void)item;
    state_of(w)->loads++;
}

/* ---- the table ---- */

static bool whole(const struct watch *w)
{
    const struct state *state = state_of(w);

    return state->w_beats == 0 &&
           state->aw_bursts.count + state->w_bursts.count + state->ar_bursts.count == 0;
}

static void print(const struct watch *w, FILE *out)
{
    (void)fprintf(out, " okay %" PRIu64 " slverr %" PRIu64, state_of(w)->okay, state_of(w)->slverr);
}

/* Answers stand before what they answer: nothing is answered in the cycle in which it comes. */
static const struct stream streams[] = {
    STREAM_OUT("host_b", UBN_DUT_HOST_B_VALID, host_b_ready, show_host_b, take_host_b),
    STREAM_OUT("host_r", UBN_DUT_HOST_R_VALID, host_r_ready, show_host_r, take_host_r),
    STREAM_ASKS("host_aw", UBN_DUT_HOST_AW_READY, host_aw, show_host_aw, take_host_aw),
    STREAM_ASKS("host_w", UBN_DUT_HOST_W_READY, host_w, show_host_w, take_host_w),
    STREAM_ASKS("host_ar", UBN_DUT_HOST_AR_READY, host_ar, show_host_ar, take_host_ar),
    STREAM_IN("b", UBN_DUT_B_READY, b, show_b, take_b),
    STREAM_IN("r", UBN_DUT_R_READY, r, show_r, take_r),
    STREAM_OUT("aw", UBN_DUT_AW_VALID, aw_ready, show_aw, take_aw),
    STREAM_OUT("ar", UBN_DUT_AR_VALID, ar_ready, show_ar, take_ar),
    STREAM_OUT("w", UBN_DUT_W_VALID, w_ready, show_w, take_w),
};

const struct port contract_axi = {.streams = streams,
                                  .n_streams = sizeof(streams) / sizeof(streams[0]),
                                  .state_bytes = sizeof(struct state),
                                  .end = match_writes,
                                  .whole = whole,
                                  .print = print};
