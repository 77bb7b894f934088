/* SPDX-License-Identifier: Apache-2.0 */
/* break: breaks the environment of ubnsim on purpose, to see that its judges judge. Linked in front
 * of the real functions (ld --wrap). The environment variable UBN_BREAK says what:
 *   stray_answer=CYCLE   the memory of the first node answers a write that was never made
 *   flip_write=N         the N-th byte (from 0) that a controller writes to memory arrives inverted
 *   flip_frame=N:BYTE    a bit of byte BYTE of the N-th frame (from 0, both directions) is inverted
 *   twice=N              the N-th beat written to memory is written once more, 1 ns later
 *   gap=N                the N-th interval reported to the trace begins 1 ps late
 *   in_flight=N          each controller says that N requests are in flight
 * UBN_RESET_SEED: seed of random reset values, in a build that has them.
 */
#include "dut.h"
#include "ubn/bus.h"
#include "ubn/link.h"
#include "ubn/trace.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* AXI ID of the writes of the controller.  @source rtl/urma/urma_top.v */
#define WRITE_ID 1u

/* Value of a word of UBN_BREAK; false: the word is not there. */
static bool asked(const char *word, const char *format, uint64_t *a_out, uint64_t *b_out)
{
    const char *text = getenv("UBN_BREAK");
    size_t len = strlen(word);

    return text != NULL && strncmp(text, word, len) == 0 && text[len] == '=' &&
           sscanf(text + len + 1, format, a_out, b_out) >= 1;
}

uint32_t __real_ubn_dut_settle(struct ubn_dut *dut, const struct ubn_dut_in *in);
uint32_t __wrap_ubn_dut_settle(struct ubn_dut *dut, const struct ubn_dut_in *in);
enum ubn_status __real_ubn_bus_nic_write_beat(struct ubn_bus *bus, uint64_t ps,
                                              const struct ubn_bus_write_beat *beat,
                                              uint64_t *visible_ps_out);
enum ubn_status __wrap_ubn_bus_nic_write_beat(struct ubn_bus *bus, uint64_t ps,
                                              const struct ubn_bus_write_beat *beat,
                                              uint64_t *visible_ps_out);
enum ubn_status __real_ubn_link_send_beat(struct ubn_link *link, uint64_t ps,
                                          const struct ubn_link_beat *beat, bool first,
                                          uint64_t *arrive_ps_out);
enum ubn_status __wrap_ubn_link_send_beat(struct ubn_link *link, uint64_t ps,
                                          const struct ubn_link_beat *beat, bool first,
                                          uint64_t *arrive_ps_out);
enum ubn_status __real_ubn_trace_interval(struct ubn_trace *trace, uint32_t op,
                                          enum ubn_stage stage, uint64_t from_ps, uint64_t to_ps);
enum ubn_status __wrap_ubn_trace_interval(struct ubn_trace *trace, uint32_t op,
                                          enum ubn_stage stage, uint64_t from_ps, uint64_t to_ps);
uint32_t __real_ubn_dut_outstanding(const struct ubn_dut *dut);
uint32_t __wrap_ubn_dut_outstanding(const struct ubn_dut *dut);
enum ubn_status __real_ubn_dut_world_create(uint64_t seed, struct ubn_dut_world **world_out);
enum ubn_status __wrap_ubn_dut_world_create(uint64_t seed, struct ubn_dut_world **world_out);

uint32_t __wrap_ubn_dut_settle(struct ubn_dut *dut, const struct ubn_dut_in *in)
{
    static const struct ubn_axi_b stray = {.id = WRITE_ID};
    static const struct ubn_dut *first_dut;
    static bool given;
    struct ubn_dut_in broken = *in;
    uint64_t cycle = 0, unused = 0;

    first_dut = first_dut == NULL ? dut : first_dut;
    if (asked("stray_answer", "%" SCNu64 ":%" SCNu64, &cycle, &unused) && dut == first_dut &&
        !given && in->now_cyc >= cycle) {
        given = true;
        broken.b = &stray;
    }
    return __real_ubn_dut_settle(dut, &broken);
}

enum ubn_status __wrap_ubn_bus_nic_write_beat(struct ubn_bus *bus, uint64_t ps,
                                              const struct ubn_bus_write_beat *beat,
                                              uint64_t *visible_ps_out)
{
    static uint64_t bytes_before, beats_before;
    uint8_t data[UBN_BEAT_BYTES];
    struct ubn_bus_write_beat broken = *beat;
    uint64_t n = 0, unused = 0;

    if (asked("flip_write", "%" SCNu64 ":%" SCNu64, &n, &unused)) {
        memcpy(data, beat->data, sizeof(data));
        for (unsigned lane = 0; lane < UBN_BEAT_BYTES; lane++) {
            if (((beat->strb >> lane) & 1u) != 0 && bytes_before++ == n) {
                data[lane] = (uint8_t)~data[lane];
            }
        }
        broken.data = data;
    }
    enum ubn_status status = __real_ubn_bus_nic_write_beat(bus, ps, &broken, visible_ps_out);
    if (status == UBN_OK && asked("twice", "%" SCNu64 ":%" SCNu64, &n, &unused) &&
        beats_before++ == n) {
        broken.last = false; /* no second answer */
        status = __real_ubn_bus_nic_write_beat(bus, ps + 1000, &broken, NULL);
    }
    return status;
}

enum ubn_status __wrap_ubn_link_send_beat(struct ubn_link *link, uint64_t ps,
                                          const struct ubn_link_beat *beat, bool first,
                                          uint64_t *arrive_ps_out)
{
    static uint64_t frames, at[2];
    static const struct ubn_link *links[2];
    static uint64_t frame_of[2];
    size_t l = links[0] == NULL || links[0] == link ? 0 : 1;
    struct ubn_link_beat broken = *beat;
    uint64_t n = 0, byte = 0;

    links[l] = link;
    if (first) {
        frame_of[l] = frames++;
        at[l] = 0;
    }
    if (asked("flip_frame", "%" SCNu64 ":%" SCNu64, &n, &byte) && frame_of[l] == n &&
        byte >= at[l] && byte < at[l] + UBN_BEAT_BYTES) {
        broken.data[byte - at[l]] ^= 0x10u;
    }
    at[l] += UBN_BEAT_BYTES;
    return __real_ubn_link_send_beat(link, ps, &broken, first, arrive_ps_out);
}

enum ubn_status __wrap_ubn_trace_interval(struct ubn_trace *trace, uint32_t op,
                                          enum ubn_stage stage, uint64_t from_ps, uint64_t to_ps)
{
    static uint64_t before;
    uint64_t n = 0, unused = 0;

    if (asked("gap", "%" SCNu64 ":%" SCNu64, &n, &unused) && before++ == n && from_ps < to_ps) {
        from_ps++;
    }
    return __real_ubn_trace_interval(trace, op, stage, from_ps, to_ps);
}

uint32_t __wrap_ubn_dut_outstanding(const struct ubn_dut *dut)
{
    uint64_t n = 0, unused = 0;

    return asked("in_flight", "%" SCNu64 ":%" SCNu64, &n, &unused)
               ? (uint32_t)n
               : __real_ubn_dut_outstanding(dut);
}

enum ubn_status __wrap_ubn_dut_world_create(uint64_t seed, struct ubn_dut_world **world_out)
{
    const char *text = getenv("UBN_RESET_SEED");

    return __real_ubn_dut_world_create(text != NULL ? strtoull(text, NULL, 0) : seed, world_out);
}
