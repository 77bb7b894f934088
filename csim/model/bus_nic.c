/* SPDX-License-Identifier: Apache-2.0 */
/* bus_nic: reads and writes of the NIC over the bus; contract in ubn/bus.h.
 * A read is timed as a whole when its command comes: commands come in order of time and the NIC is
 * the only reader, so nothing that comes later can change it. Its bytes are sampled when the memory
 * gives the first of them. Bursts on different banks may be sampled out of order; they are handed
 * to nic_r in order.
 */
#include "bus_priv.h"

#include "ubn/log.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define BURST_MAX_BYTES (UBN_BUS_BURST_MAX_BEATS * UBN_BEAT_BYTES)
#define FIRST_READ_SLOTS 16u
#define LANE_MASK ((uint64_t)UBN_BEAT_BYTES - 1u)

/* ---- reads ---- */

bool ubn_bus_nic_read_ready(const struct ubn_bus *bus)
{
    return bus->reads_inflight < bus->cfg.outstanding;
}

void ubn_bus_nic_r_pop(struct ubn_bus *bus)
{
    const struct ubn_axi_r *beat = ubn_portq_head(&bus->ports.nic_r, NULL);

    if (beat != NULL) {
        bus->reads_inflight -= beat->last;
        ubn_portq_pop(&bus->ports.nic_r);
    }
}

static struct bus_read *read_slot(const struct ubn_bus *bus, uint64_t number)
{
    return &bus->reads[number & (bus->read_slots - 1)];
}

/* Makes room for one more burst in the ring. */
static enum ubn_status reserve_read(struct ubn_bus *bus)
{
    if (bus->read_tail - bus->read_head < bus->read_slots) {
        return UBN_OK;
    }
    uint64_t slots = bus->read_slots == 0 ? FIRST_READ_SLOTS : bus->read_slots * 2;
    struct bus_read *reads = calloc(slots, sizeof(*reads));

    if (reads == NULL) {
        return UBN_ERR_NOMEM;
    }
    for (uint64_t n = bus->read_head; n != bus->read_tail; n++) {
        reads[n & (slots - 1)] = *read_slot(bus, n);
    }
    free(bus->reads);
    bus->reads = reads;
    bus->read_slots = slots;
    return UBN_OK;
}

/* Hands the data of the oldest bursts to the NIC, as far as they are sampled. */
static void deliver_reads(struct ubn_bus *bus)
{
    while (bus->read_head != bus->read_tail && read_slot(bus, bus->read_head)->sampled != 0) {
        const struct bus_read *read = read_slot(bus, bus->read_head);
        struct ubn_axi_r beat = {.id = read->id, .resp = read->resp};

        for (unsigned i = 0; i < read->beats; i++) {
            beat.last = i + 1 == read->beats;
            memcpy(beat.data, read->data[i], sizeof(beat.data));
            enum ubn_status status = ubn_portq_push(&bus->ports.nic_r, read->beat_ps[i], &beat);
            if (status != UBN_OK) {
                ubn_engine_fail(bus->engine, status);
                return;
            }
        }
        bus->read_head++;
    }
}

static void sample_read(void *ctx, uint64_t number)
{
    struct ubn_bus *bus = ctx;
    struct bus_read *read = read_slot(bus, number);

    if (read->resp == UBN_AXI_OKAY) {
        /* Cannot fail: the range was checked when the command came. */
        (void)ubn_mem_read(bus->mem, read->addr, (size_t)read->beats * UBN_BEAT_BYTES,
                           read->data[0]);
    } else {
        memset(read->data, 0, sizeof(read->data));
    }
    read->sampled = 1;
    deliver_reads(bus);
}

/* Times the burst, row by row, and returns when the memory gives its first data. */
static uint64_t time_read(struct ubn_bus *bus, struct bus_read *read, uint64_t arrive_ps)
{
    uint64_t half_back_ps = bus->cfg.hop_ps - bus->cfg.hop_ps / 2;
    uint64_t beat_ps = ubn_mem_beat_ps(bus->mem);
    uint64_t row_mask = ubn_mem_row_bytes(bus->mem) - 1;
    uint64_t first_ps = 0;
    uint64_t data_ps = arrive_ps;

    for (unsigned i = 0; i < read->beats; i++) {
        uint64_t addr = read->addr + (uint64_t)i * UBN_BEAT_BYTES;

        if (i == 0 || (addr & row_mask) == 0) {
            uint64_t left = (uint64_t)(read->beats - i) * UBN_BEAT_BYTES;
            uint64_t in_row = row_mask + 1 - (addr & row_mask);

            if (read->resp == UBN_AXI_OKAY) {
                (void)ubn_mem_service(bus->mem, addr, (size_t)(left < in_row ? left : in_row),
                                      arrive_ps, &data_ps);
            }
        } else {
            data_ps += beat_ps;
        }
        first_ps = i == 0 ? data_ps : first_ps;
        read->beat_ps[i] = ubn_bus_lane_take(bus, &bus->data_lane, data_ps + half_back_ps);
    }
    return first_ps;
}

enum ubn_status ubn_bus_nic_read(struct ubn_bus *bus, uint64_t ps, uint8_t id, uint64_t addr,
                                 unsigned beats, struct ubn_bus_read_time *time_out)
{
    uint64_t first = addr & ~LANE_MASK;
    uint64_t len_bytes = (uint64_t)beats * UBN_BEAT_BYTES;

    if (beats == 0 || (first & (BURST_MAX_BYTES - 1)) + len_bytes > BURST_MAX_BYTES) {
        ubn_log_error("node %u: NIC read of %u beats at 0x%" PRIx64 " crosses 4 KiB or is empty",
                      bus->cfg.node, beats, addr);
        return UBN_ERR_CHECK;
    }
    enum ubn_status status = reserve_read(bus);
    if (status != UBN_OK) {
        return status;
    }
    uint64_t size = ubn_mem_bytes(bus->mem);
    bool inside = first <= size && len_bytes <= size - first;
    struct bus_read *read = read_slot(bus, bus->read_tail);
    read->addr = first;
    read->beats = beats;
    read->id = id;
    read->resp = inside ? UBN_AXI_OKAY : UBN_AXI_DECERR;
    read->sampled = 0;
    uint64_t arrive_ps = ubn_bus_lane_take(bus, &bus->read_lane, ps + bus->cfg.hop_ps / 2);
    uint64_t sample_ps = time_read(bus, read, arrive_ps);
    if (time_out != NULL) {
        *time_out = (struct ubn_bus_read_time){.bytes = (uint32_t)(first + len_bytes - addr),
                                               .data_ps = read->beat_ps[0],
                                               .arrive_ps = arrive_ps,
                                               .mem_ps = sample_ps - arrive_ps};
    }
    bus->counts.reads++;
    bus->counts.read_beats += beats;
    bus->counts.nic_errors += !inside;
    bus->reads_inflight++;
    return ubn_bus_event(bus, sample_ps, UBN_PHASE_BUS, BUS_PORT_READ, sample_read,
                         bus->read_tail++);
}

/* ---- writes ---- */

/* Writes the strobed bytes, run by run; gives the span from the first to the last. */
static enum ubn_status write_lanes(struct ubn_bus *bus, const struct bus_write *write,
                                   struct ubn_bus_visible *seen)
{
    unsigned lane = 0;
    unsigned first = UBN_BEAT_BYTES;
    unsigned end = 0;

    while (lane < UBN_BEAT_BYTES) {
        unsigned from = lane;

        while (lane < UBN_BEAT_BYTES && ((write->strb >> lane) & 1u) != 0) {
            lane++;
        }
        if (lane > from) {
            enum ubn_status status =
                ubn_mem_write(bus->mem, write->addr + from, lane - from, write->data + from);

            if (status != UBN_OK) {
                return status;
            }
            first = from < first ? from : first;
            end = lane;
        }
        lane++;
    }
    seen->addr = write->addr + first;
    seen->len_bytes = end > first ? end - first : 0;
    return UBN_OK;
}

static void end_burst(struct ubn_bus *bus, const struct bus_write *write, uint64_t ps)
{
    const struct ubn_axi_b b = {.id = write->id, .resp = bus->write_resp};
    enum ubn_status status = ubn_portq_push(&bus->ports.nic_b, ps + bus->cfg.hop_ps, &b);

    bus->counts.nic_errors += bus->write_resp != UBN_AXI_OKAY;
    bus->write_resp = UBN_AXI_OKAY;
    if (status != UBN_OK) {
        ubn_engine_fail(bus->engine, status);
    }
}

static void write_visible(void *ctx, uint64_t arg)
{
    struct ubn_bus *bus = ctx;
    struct ubn_bus_visible seen = {0};
    const struct bus_write *head = ubn_portq_head(&bus->writes, &seen.ps);
    const struct bus_write write = *head;

    (void)arg;
    ubn_portq_pop(&bus->writes);
    seen.accept_ps = write.accept_ps;
    enum ubn_status status = write_lanes(bus, &write, &seen);
    if (status == UBN_ERR_ARG) {
        bus->write_resp = UBN_AXI_DECERR;
    } else if (status != UBN_OK) {
        ubn_engine_fail(bus->engine, status);
        return;
    }
    if (write.last != 0) {
        end_burst(bus, &write, seen.ps);
    }
    for (unsigned i = 0; status == UBN_OK && seen.len_bytes > 0 && i < bus->n_listeners; i++) {
        bus->listeners[i].fn(bus->listeners[i].ctx, &seen);
    }
}

enum ubn_status ubn_bus_nic_write_beat(struct ubn_bus *bus, uint64_t ps,
                                       const struct ubn_bus_write_beat *beat,
                                       uint64_t *visible_ps_out)
{
    struct bus_write write = {.accept_ps = ps,
                              .addr = beat->addr & ~LANE_MASK,
                              .strb = beat->strb,
                              .id = beat->id,
                              .last = beat->last};
    uint64_t visible_ps = ubn_bus_lane_take(bus, &bus->write_lane, ps + bus->cfg.hop_ps);

    memcpy(write.data, beat->data, sizeof(write.data));
    enum ubn_status status = ubn_portq_push(&bus->writes, visible_ps, &write);
    if (status == UBN_OK) {
        status = ubn_bus_event(bus, visible_ps, UBN_PHASE_MEM, BUS_PORT_WRITE, write_visible, 0);
    }
    if (status != UBN_OK) {
        return status;
    }
    bus->counts.write_beats++;
    if (visible_ps_out != NULL) {
        *visible_ps_out = visible_ps;
    }
    return UBN_OK;
}
