/* SPDX-License-Identifier: Apache-2.0 */
/** @file bus.h  On-chip bus of one node, between CPU threads, NIC and memory.
 *
 *  Every message takes one hop; a read takes one hop in all, half before the memory and half after.
 *  Each direction (stores, loads, their data, read commands, read data, writes) carries one beat
 * per beat_ps, in order: what comes too early waits. The node pops what arrives at the NIC from the
 * port queues and reports every handshake of the NIC with the functions below, in order of time. */
#ifndef UBN_BUS_H
#define UBN_BUS_H

#include "ubn/beat.h"
#include "ubn/engine.h"
#include "ubn/mem.h"
#include "ubn/portq.h"
#include "ubn/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Ranks of model events at one time (struct ubn_event_key.phase): what is written at a time is
 * seen by everything else at that time. */
enum ubn_phase { UBN_PHASE_MEM = 0, UBN_PHASE_BUS = 1, UBN_PHASE_LINK = 2, UBN_PHASE_HOST = 3 };

/** Bus of one node; opaque. */
struct ubn_bus;

/** Most beats of one AXI burst of 64 B beats: 4 KiB.  @source AMBA AXI4, A3.4.1 */
#define UBN_BUS_BURST_MAX_BEATS 64u

/** Most listeners of one bus. */
#define UBN_BUS_LISTENERS_MAX 4u

/** Timing of a bus. */
struct ubn_bus_config {
    uint16_t node;        /**< node number, for event keys */
    uint64_t hop_ps;      /**< one way, and both ways of a read together, ps; 2 or more */
    uint64_t beat_ps;     /**< least distance of two beats of one direction, ps */
    uint32_t outstanding; /**< reads of the NIC in flight, 1 or more; see ubn_bus_nic_read_ready */
};

/** What arrives at the NIC, stamped with the time of arrival. Pushed by the bus, popped by
 *  the node (nic_r by ubn_bus_nic_r_pop). */
struct ubn_bus_ports {
    struct ubn_portq nic_w;  /**< struct ubn_axi_w: stores of the host */
    struct ubn_portq nic_ar; /**< struct ubn_axi_ar: loads of the host */
    struct ubn_portq nic_r;  /**< struct ubn_axi_r: read data for the NIC */
    struct ubn_portq nic_b;  /**< struct ubn_axi_b: write responses for the NIC */
};

/** Where the time of one NIC read goes. bus part = data_ps - time of the command - mem_ps. */
struct ubn_bus_read_time {
    uint32_t bytes;     /**< of the burst, from the first address on */
    uint64_t data_ps;   /**< arrival of the first beat at the NIC, ps */
    uint64_t arrive_ps; /**< arrival of the command at the memory, ps */
    uint64_t mem_ps;    /**< time in memory, its queue included, ps */
};

/** A write of the NIC that has just become visible in memory. */
struct ubn_bus_visible {
    uint64_t accept_ps; /**< time of its W handshake, ps */
    uint64_t ps;        /**< now, ps */
    uint64_t addr;      /**< first byte written */
    size_t len_bytes;   /**< from the first to the last byte written, 1 .. 64 */
};

/** Hears of writes that became visible; called inside an event of phase UBN_PHASE_MEM. */
typedef void (*ubn_bus_visible_fn)(void *ctx, const struct ubn_bus_visible *write);

/** Takes the answer to a store, one hop after the NIC gave it.
 *  @param tag  [in] of the store.
 *  @param resp [in] enum ubn_axi_resp. */
typedef void (*ubn_bus_store_fn)(void *ctx, uint64_t ps, uint64_t tag, uint8_t resp);

/** Takes one beat of the answer to a load, one hop after the NIC gave it.
 *  @param tag  [in] of the load.
 *  @param beat [in] used during the call. */
typedef void (*ubn_bus_load_fn)(void *ctx, uint64_t ps, uint64_t tag, const struct ubn_axi_r *beat);

/** Counts of one bus. */
struct ubn_bus_counts {
    uint64_t stores;       /**< stores of the host */
    uint64_t store_errors; /**< of these, answered with an error */
    uint64_t loads;        /**< loads of the host */
    uint64_t reads;        /**< read bursts of the NIC */
    uint64_t read_beats;   /**< beats of read data */
    uint64_t write_beats;  /**< beats of write data */
    uint64_t nic_errors;   /**< read and write bursts of the NIC answered with an error */
    uint64_t wait_ps;      /**< time all beats waited for the bus, ps */
};

/** Makes a bus and adds it to the dump of the engine.
 *
 *  @param e       [in,out] engine; must outlive the bus.
 *  @param mem     [in,out] memory behind the bus; must outlive it.
 *  @param cfg     [in] copied.
 *  @param bus_out [out] owned by the caller, given back by ubn_bus_destroy.
 *  @return UBN_OK; UBN_ERR_ARG; UBN_ERR_NOMEM. */
enum ubn_status ubn_bus_create(struct ubn_engine *e, struct ubn_mem *mem,
                               const struct ubn_bus_config *cfg, struct ubn_bus **bus_out);

/** Gives back a bus.
 *
 *  @param bus [in] bus or NULL. */
void ubn_bus_destroy(struct ubn_bus *bus);

/** Gives the port queues, for the node to pop.
 *
 *  @param bus [in] bus, owner of the queues.
 *  @return the queues, valid as long as the bus. */
struct ubn_bus_ports *ubn_bus_ports(struct ubn_bus *bus);

/** Adds a listener to writes of the NIC; listeners are called in order of addition.
 *
 *  @param bus [in,out] bus.
 *  @param fn  [in] what to call.
 *  @param ctx [in] handed to it.
 *  @return UBN_OK; UBN_ERR_FULL after UBN_BUS_LISTENERS_MAX. */
enum ubn_status ubn_bus_listen(struct ubn_bus *bus, ubn_bus_visible_fn fn, void *ctx);

/** Sends one beat of a store of the host; it arrives in nic_w one hop later. The beats of a burst
 *  follow each other, the command is that of the first.
 *
 *  @param bus   [in,out] bus.
 *  @param ps    [in] time of the beat, ps; not before that of the beat before.
 *  @param store [in] copied.
 *  @param done  [in] takes the answer, when it is the last beat; may be NULL.
 *  @param ctx   [in] handed to done.
 *  @param arrive_ps_out [out] arrival at the port of the NIC, ps; may be NULL.
 *  @return UBN_OK; UBN_ERR_ARG (also when a burst does not go on as it began); UBN_ERR_NOMEM. */
enum ubn_status ubn_bus_host_store(struct ubn_bus *bus, uint64_t ps, const struct ubn_axi_w *store,
                                   ubn_bus_store_fn done, void *ctx, uint64_t *arrive_ps_out);

/** Tells that the NIC answered its oldest open store (B handshake).
 *
 *  @param bus  [in,out] bus.
 *  @param ps   [in] time of the handshake, ps.
 *  @param id   [in] AXI ID of the answer; the answers of one ID come in order.
 *  @param resp [in] enum ubn_axi_resp.
 *  @param arrive_ps_out [out] arrival at the core, ps; may be NULL.
 *  @return UBN_OK; UBN_ERR_CHECK (printed) when no such store is open; UBN_ERR_NOMEM. */
enum ubn_status ubn_bus_host_b(struct ubn_bus *bus, uint64_t ps, uint8_t id, uint8_t resp,
                               uint64_t *arrive_ps_out);

/** Sends one load of the host; it arrives in nic_ar one hop later.
 *
 *  @param bus  [in,out] bus.
 *  @param ps   [in] time of the load, ps; not before that of the load before.
 *  @param load [in] copied.
 *  @param done [in] takes each beat of the data; may be NULL.
 *  @param ctx  [in] handed to done.
 *  @param arrive_ps_out [out] arrival at the port of the NIC, ps; may be NULL.
 *  @return UBN_OK; UBN_ERR_ARG; UBN_ERR_NOMEM. */
enum ubn_status ubn_bus_host_load(struct ubn_bus *bus, uint64_t ps, const struct ubn_axi_ar *load,
                                  ubn_bus_load_fn done, void *ctx, uint64_t *arrive_ps_out);

/** Takes one beat of the answer to the oldest open load of an AXI ID (R handshake).
 *
 *  @param bus  [in,out] bus.
 *  @param ps   [in] time of the handshake, ps.
 *  @param beat [in] copied.
 *  @param arrive_ps_out [out] arrival at the core, ps; may be NULL.
 *  @return UBN_OK; UBN_ERR_CHECK (printed) when no such load is open, or its burst has another
 *          length; UBN_ERR_NOMEM. */
enum ubn_status ubn_bus_host_r(struct ubn_bus *bus, uint64_t ps, const struct ubn_axi_r *beat,
                               uint64_t *arrive_ps_out);

/** Tells whether the bus takes a read command now.
 *
 *  @param bus [in] bus.
 *  @return true while fewer than `outstanding` reads are in flight, that is until the NIC took
 * their last beat with ubn_bus_nic_r_pop. */
bool ubn_bus_nic_read_ready(const struct ubn_bus *bus);

/** Removes the oldest beat of nic_r after the NIC took it (R handshake).
 *
 *  @param bus [in,out] bus.   @pre nic_r is not empty. */
void ubn_bus_nic_r_pop(struct ubn_bus *bus);

/** Takes a read command of the NIC (AR handshake). The data are sampled when the memory gives the
 * first of them, and arrive in nic_r in order of command.
 *
 *  @param bus   [in,out] bus.
 *  @param ps    [in] time of the handshake, ps.
 *  @param id    [in] AXI ID.
 *  @param addr  [in] first address; beat i holds the bytes of the i-th aligned 64 B from there.
 *  @param beats [in] 1 .. UBN_BUS_BURST_MAX_BEATS, not across 4 KiB.
 *  @param time_out [out] where its time goes; may be NULL.
 *  @return UBN_OK (also beyond the memory: answered with DECERR); UBN_ERR_CHECK (printed) when the
 *          burst breaks the rules of AXI; UBN_ERR_NOMEM. */
enum ubn_status ubn_bus_nic_read(struct ubn_bus *bus, uint64_t ps, uint8_t id, uint64_t addr,
                                 unsigned beats, struct ubn_bus_read_time *time_out);

/** One beat of a write of the NIC. */
struct ubn_bus_write_beat {
    uint64_t addr;       /**< any address of the 64 B of this beat */
    uint64_t strb;       /**< bit i: lane i is written */
    const uint8_t *data; /**< shape [64], in bus lanes; copied */
    uint8_t id;          /**< AXI ID */
    bool last;           /**< last beat of the burst */
};

/** Takes one beat of a write of the NIC (W handshake, its AW accepted before or now). The bytes
 * become visible one hop later, in order; the answer to the last beat is in nic_b one more hop
 * later.
 *
 *  @param bus  [in,out] bus.
 *  @param ps   [in] time of the handshake, ps.
 *  @param beat [in] copied.
 *  @param visible_ps_out [out] when its bytes become visible, ps; may be NULL.
 *  @return UBN_OK (also beyond the memory: nothing is written, answered with DECERR);
 * UBN_ERR_NOMEM. */
enum ubn_status ubn_bus_nic_write_beat(struct ubn_bus *bus, uint64_t ps,
                                       const struct ubn_bus_write_beat *beat,
                                       uint64_t *visible_ps_out);

/** Tells whether nothing is under way on the bus, port queues included.
 *
 *  @param bus [in] bus.
 *  @return true: idle. */
bool ubn_bus_idle(const struct ubn_bus *bus);

/** Gives the counts so far.
 *
 *  @param bus [in] bus.
 *  @return counts. */
struct ubn_bus_counts ubn_bus_counts(const struct ubn_bus *bus);

/** Writes what is under way, one line.
 *
 *  @param ctx [in] the bus.
 *  @param out [in,out] open for writing. */
void ubn_bus_dump(void *ctx, FILE *out);

#ifdef __cplusplus
}
#endif
#endif
