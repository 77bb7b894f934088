/* SPDX-License-Identifier: Apache-2.0 */
/* link: rules of the ports that every controller has: frames on the link both ways, whole and of a
 * legal size; stall events.
 *
 * Source: csim/include/ubn/beat.h.
 */
#include "contract.h"

#include <inttypes.h>
#include <string.h>

#define FRAME_MIN_BYTES 60u
#define FRAME_MAX_BYTES (8192u + 320u + 4u)

/* One direction. */
struct way {
    unsigned bytes; /* of the frame that is moving */
    uint64_t frames;
};

struct state {
    struct way tx, rx;
};

static struct state *state_of(const struct watch *w) { return contract_state(w, &contract_link); }

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

static struct shown show_tx(const struct ubn_dut *dut, const void *item)
{
    struct ubn_link_beat beat;

    (void)item;
    ubn_dut_tx(dut, &beat);
    return beat_shown(&beat);
}

static struct shown show_rx(const struct ubn_dut *dut, const void *item)
{
    (void)dut;
    return beat_shown(item);
}

static struct shown show_stall(const struct ubn_dut *dut, const void *item)
{
    (void)item;
    return (struct shown){{ubn_dut_stall(dut)}};
}

static void take_beat(struct watch *w, const char *name, struct way *way,
                      const struct ubn_link_beat *beat)
{
    unsigned bytes = 0;

    while (bytes < UBN_BEAT_BYTES && ((beat->keep >> bytes) & 1u) != 0) {
        bytes++;
    }
    if (bytes == 0 || (bytes < UBN_BEAT_BYTES && (beat->keep >> bytes) != 0)) {
        contract_broken(w, "%s: keep 0x%" PRIx64 " is empty or has holes", name, beat->keep);
    }
    if (bytes < UBN_BEAT_BYTES && beat->last == 0) {
        contract_broken(w, "%s: %u bytes before the last beat", name, bytes);
    }
    if (beat->err != 0) {
        contract_broken(w, "%s: frame with the error mark", name);
    }
    way->bytes += bytes;
    if (beat->last != 0) {
        if (way->bytes < FRAME_MIN_BYTES || way->bytes > FRAME_MAX_BYTES) {
            contract_broken(w, "%s: frame of %u bytes", name, way->bytes);
        }
        way->frames++;
        way->bytes = 0;
    }
}

static void take_tx(struct watch *w, const void *item)
{
    struct ubn_link_beat beat;

    (void)item;
    ubn_dut_tx(contract_dut(w), &beat);
    take_beat(w, "tx", &state_of(w)->tx, &beat);
}

static void take_rx(struct watch *w, const void *item)
{
    take_beat(w, "rx", &state_of(w)->rx, item);
}

static bool whole(const struct watch *w)
{
    return state_of(w)->tx.bytes == 0 && state_of(w)->rx.bytes == 0;
}

static void print(const struct watch *w, FILE *out)
{
    (void)fprintf(out, " frames %" PRIu64 " frames_in %" PRIu64, state_of(w)->tx.frames,
                  state_of(w)->rx.frames);
}

static const struct stream streams[] = {
    STREAM_OUT("tx", UBN_DUT_TX_VALID, tx_ready, show_tx, take_tx),
    STREAM_IN("rx", UBN_DUT_RX_READY, rx, show_rx, take_rx),
    STREAM_OUT("stall", UBN_DUT_STALL_VALID, stall_ready, show_stall, NULL),
};

const struct port contract_link = {.streams = streams,
                                   .n_streams = sizeof(streams) / sizeof(streams[0]),
                                   .state_bytes = sizeof(struct state),
                                   .whole = whole,
                                   .print = print};
