/* SPDX-License-Identifier: Apache-2.0 */
/** @file pcie.h  PCIe link and root complex of one node, between CPU threads, controller, memory.
 *
 *  Latencies are totals of an idle link for packets of up to 64 B; what a longer packet needs more
 *  on the link is added, and so is queueing. Each direction is a serializer: a packet takes
 *  (payload + overhead) / rate. Upstream: requests and completions of the controller. Downstream:
 *  completions of its reads, stores and loads of the host, in order of readiness; then they fly for
 *  mmio_ps, or half of read_ps if that is less.
 *
 *  Order. Writes become visible in order of acceptance (but for cqe_after_payload). A read looks
 *  at memory after every write accepted before it is visible; so does the answer to a load of the
 *  host. Completions of one read come in order of address, those of different reads in order of
 *  acceptance, or in any order with `reorder`.
 *
 *  Credits. The header and data credits of a write come back when it is visible, those of a read
 *  with the last beat of its last completion (assumption: the flight of flow-control packets is
 *  inside these times). Completion credits are infinite both ways.
 *
 *  The node pops what arrives at the controller from the port queues with ubn_portq_pop and reports
 *  every handshake with the functions below, in order of time. What breaks the rules of PCIe is
 *  refused with UBN_ERR_CHECK and a message.
 *  @source PCI Express base specification 4.0, 2.2 (packets), 2.3.1.1 (completions), 2.4 (order),
 *          2.6 (credits) */
#ifndef UBN_PCIE_H
#define UBN_PCIE_H

#include "ubn/engine.h"
#include "ubn/mem.h"
#include "ubn/portq.h"
#include "ubn/status.h"
#include "ubn/tlp.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/** PCIe of one node; opaque. */
struct ubn_pcie;

/** Most listeners of one root complex. */
#define UBN_PCIE_LISTENERS_MAX 4u

/** Backlog in front of the upstream direction up to which the controller may send the next packet,
 *  bytes.  @source assumption: the transmit queue of a hard PCIe core. */
#define UBN_PCIE_TX_QUEUE_BYTES 512u

/** Largest payload of a packet and largest read request, bytes. */
#define UBN_PCIE_PAYLOAD_MAX_BYTES 4096u

/** Most credits that may be given: more would be ambiguous modulo the width of the counters. */
#define UBN_PCIE_HDR_CREDITS_MAX 127u
#define UBN_PCIE_DATA_CREDITS_MAX 2047u

/** What the link and the root complex are like. */
struct ubn_pcie_config {
    uint16_t node; /**< node number, for event keys */

    uint64_t mmio_ps;  /**< store of the host -> port of the controller, and answer to a load back,
                            ps; 0: the CPU is on the card */
    uint64_t read_ps;  /**< read accepted -> first completion at the controller, memory included,
                            ps; 2 or more */
    uint64_t write_ps; /**< write accepted -> visible, ps; 1 or more */

    uint64_t rate_bytes_per_s;   /**< each direction, after coding, 10^6 .. 10^12 */
    uint32_t tlp_overhead_bytes; /**< per packet besides its payload, 12 .. 256 */

    uint32_t mps_bytes;     /**< largest payload of a write, power of two, 128 .. 4096 */
    uint32_t mrrs_bytes;    /**< largest read request, power of two, 128 .. 4096 */
    uint32_t rcb_bytes;     /**< read completion boundary, 64 or 128 */
    uint32_t cpl_max_bytes; /**< completions end at multiples of this; power of two,
                                 rcb_bytes .. mps_bytes */

    uint32_t ph;        /**< posted header credits; 0: infinite */
    uint32_t pd;        /**< posted data credits of 16 B, enough for one write; 0: infinite */
    uint32_t nph;       /**< non-posted header credits; 0: infinite */
    uint32_t npd;       /**< non-posted data credits, used by nothing; 0: infinite */
    uint32_t max_reads; /**< reads served at once, the others wait in order; 0: no limit */

    bool mem_extra;         /**< published preset: a read outside of the queue regions pays the
                                 access to memory (ubn_mem_service) on top */
    bool cqe_after_payload; /**< published preset: a write into a completion region is visible
                                 write_ps after the payload writes since the completion record
                                 before it are, and not before write_ps after its acceptance; writes
                                 accepted later may be visible earlier */

    bool reorder;       /**< completions of different reads may overtake each other */
    bool random_split;  /**< completions end at random multiples of rcb_bytes */
    uint64_t jitter_ps; /**< largest extra latency of a completion, evenly spread, ps; with
                             reorder it differs between the completions of one read, too */
    uint64_t seed;      /**< seed of the run, for the two above */

    uint16_t requester_id; /**< bus, device, function of the controller */
};

/** One beat of a completion for the controller. The packet stands first, so that the item may be
 *  used as a struct ubn_tlp. */
struct ubn_pcie_rc {
    struct ubn_tlp tlp; /**< beat */
    bool first;         /**< first beat of the first completion of its read */
    bool last;          /**< last beat of the last completion of its read */
    uint64_t accept_ps; /**< when the read was accepted, ps */
    uint64_t mem_ps;    /**< part of its latency that is extra access to memory, ps */
};

/** One request of the host for the controller, always one beat. The packet stands first. */
struct ubn_pcie_cq {
    struct ubn_tlp tlp; /**< beat */
    uint64_t tag;       /**< of the store, for tracing; UBN_TAG_NONE for loads */
};

/** What arrives at the controller, stamped with the time of arrival. Pushed by the root complex,
 *  popped by the node. */
struct ubn_pcie_ports {
    struct ubn_portq rc; /**< struct ubn_pcie_rc: completions */
    struct ubn_portq cq; /**< struct ubn_pcie_cq: stores and loads of the host */
};

/** What becomes of a request of the controller. */
struct ubn_pcie_done {
    bool is_write;       /**< a write is complete */
    uint64_t visible_ps; /**< write: when it is visible, exactly, ps */
    bool is_read;        /**< a read is complete */
    uint64_t data_ps;    /**< read: first beat at the controller if nothing is in the way
                              downstream, ps; UBN_TIME_NEVER: waits for max_reads. The time in rc
                              is the true one. */
    uint64_t mem_ps;     /**< read: part of it that is extra access to memory, ps; 0 while
                              data_ps is UBN_TIME_NEVER */
};

/** Credit limits as the controller sees them: what may have been used since reset, modular.
 *  @source PCI Express base specification 4.0, 2.6.1.2 */
struct ubn_pcie_limits {
    uint8_t ph;   /**< posted headers */
    uint16_t pd;  /**< posted data, 12 bit */
    uint8_t nph;  /**< non-posted headers */
    uint16_t npd; /**< non-posted data, 12 bit */
    uint8_t inf;  /**< bit 0 ph, 1 pd, 2 nph, 3 npd: infinite */
};

/** A write of the controller that has just become visible in memory. */
struct ubn_pcie_visible {
    uint64_t accept_ps; /**< time its last beat was accepted, ps */
    uint64_t ps;        /**< now, ps */
    uint64_t addr;      /**< first byte written */
    size_t len_bytes;   /**< from the first to the last byte written, 1 .. 4096 */
};

/** Hears of writes that became visible, once per packet; called inside an event of phase
 *  UBN_PHASE_MEM. */
typedef void (*ubn_pcie_visible_fn)(void *ctx, const struct ubn_pcie_visible *write);

/** Takes the answer to a load of the host.
 *  @param ok    [in] false: the controller answered with an error; value is all ones then.
 *  @param value [in] first byte in bits 7:0; zeros above a load of 4 B. */
typedef void (*ubn_pcie_load_fn)(void *ctx, uint64_t ps, bool ok, uint64_t value);

/** Counts of one root complex. */
struct ubn_pcie_counts {
    uint64_t writes;       /**< write packets of the controller */
    uint64_t write_bytes;  /**< their payload, whole dwords */
    uint64_t reads;        /**< read packets of the controller */
    uint64_t read_bytes;   /**< asked for, whole dwords */
    uint64_t completions;  /**< packets that answered reads */
    uint64_t unsupported;  /**< reads and writes outside memory: answered so, or dropped */
    uint64_t stores;       /**< of the host */
    uint64_t loads;        /**< of the host */
    uint64_t load_errors;  /**< of these, answered with an error */
    uint64_t up_bytes;     /**< carried upstream, overhead included */
    uint64_t down_bytes;   /**< carried downstream, overhead included */
    uint64_t up_wait_ps;   /**< time all packets waited for the upstream direction, ps */
    uint64_t down_wait_ps; /**< time all packets waited for the downstream direction, ps */
    uint32_t reads_peak;   /**< most reads open at one time */
    uint32_t writes_peak;  /**< most writes accepted and not visible at one time */
};

/** Makes the PCIe of a node and adds it to the dump of the engine.
 *
 *  @param e        [in,out] engine; must outlive it.
 *  @param mem      [in,out] memory behind it; must outlive it.
 *  @param cfg      [in] copied.
 *  @param pcie_out [out] owned by the caller, given back by ubn_pcie_destroy.
 *  @return UBN_OK; UBN_ERR_ARG; UBN_ERR_NOMEM. */
enum ubn_status ubn_pcie_create(struct ubn_engine *e, struct ubn_mem *mem,
                                const struct ubn_pcie_config *cfg, struct ubn_pcie **pcie_out);

/** Gives back the PCIe of a node.
 *
 *  @param p [in] PCIe or NULL. */
void ubn_pcie_destroy(struct ubn_pcie *p);

/** Gives the port queues, for the node to pop.
 *
 *  @param p [in] PCIe, owner of the queues.
 *  @return the queues, valid as long as the PCIe. */
struct ubn_pcie_ports *ubn_pcie_ports(struct ubn_pcie *p);

/** Adds a listener to writes of the controller; listeners are called in order of addition.
 *
 *  @param p   [in,out] PCIe.
 *  @param fn  [in] what to call.
 *  @param ctx [in] handed to it.
 *  @return UBN_OK; UBN_ERR_FULL after UBN_PCIE_LISTENERS_MAX. */
enum ubn_status ubn_pcie_listen(struct ubn_pcie *p, ubn_pcie_visible_fn fn, void *ctx);

/** Declares memory of a work queue or of a completion ring, for the terms of the published preset.
 *
 *  @param p          [in,out] PCIe.
 *  @param base       [in] first address.
 *  @param len_bytes  [in] 1 or more.
 *  @param completion [in] true: completion records.
 *  @return UBN_OK; UBN_ERR_ARG when it is empty or overlaps another one; UBN_ERR_NOMEM. */
enum ubn_status ubn_pcie_queue_region(struct ubn_pcie *p, uint64_t base, uint64_t len_bytes,
                                      bool completion);

/** Tells whether the link takes a beat of a request from the controller now.
 *
 *  @param p  [in] PCIe.
 *  @param ps [in] now, ps.
 *  @return true inside a packet, and while at most UBN_PCIE_TX_QUEUE_BYTES wait for the link. */
bool ubn_pcie_rq_ready(const struct ubn_pcie *p, uint64_t ps);

/** Takes one beat of a request of the controller. The link takes it even when it is not ready:
 *  whoever sends asks first.
 *
 *  @param p        [in,out] PCIe.
 *  @param ps       [in] time of the handshake, ps; not before the beat before.
 *  @param beat     [in] copied.
 *  @param done_out [out] what becomes of the request after its last beat; all zero after others;
 *                  may be NULL.
 *  @return UBN_OK (also outside memory: reads are answered with "unsupported request", writes
 *          dropped); UBN_ERR_CHECK (printed) when the packet breaks a rule: unknown kind, reserved
 *          field used, wrong requester, byte enables, length against beats, header that changes
 *          inside the packet, larger than mps_bytes or mrrs_bytes, across 4 KiB, tag of an open
 *          read, credits exceeded, time going backwards; UBN_ERR_NOMEM. */
enum ubn_status ubn_pcie_rq(struct ubn_pcie *p, uint64_t ps, const struct ubn_tlp *beat,
                            struct ubn_pcie_done *done_out);

/** Takes a completion of the controller, the answer to a load of the host; one beat.
 *
 *  @param p    [in,out] PCIe.
 *  @param ps   [in] time of the handshake, ps; not before the one before.
 *  @param beat [in] copied.
 *  @return UBN_OK; UBN_ERR_CHECK (printed) when no such load is open or the packet is malformed;
 *          UBN_ERR_NOMEM. */
enum ubn_status ubn_pcie_cc(struct ubn_pcie *p, uint64_t ps, const struct ubn_tlp *beat);

/** Gives the credit limits as the controller sees them now.
 *
 *  @param p [in] PCIe.
 *  @return limits. */
struct ubn_pcie_limits ubn_pcie_limits(const struct ubn_pcie *p);

/** Sends one store of the host as one posted write; it arrives in cq mmio_ps later. Stores and
 *  loads arrive in order.
 *
 *  @param p     [in,out] PCIe.
 *  @param ps    [in] time of the store, ps; not in the past, not before the store or load before.
 *  @param addr  [in] byte address in the window of the controller, a multiple of 4.
 *  @param data  [in] shape [bytes], copied.
 *  @param bytes [in] 4 .. 64, a multiple of 4.
 *  @param tag   [in] travels along in struct ubn_pcie_cq.
 *  @param arrive_ps_out [out] arrival, ps; exact when ps is now and mmio_ps at most half of
 *                       read_ps, else if nothing gets in the way downstream; may be NULL.
 *  @return UBN_OK; UBN_ERR_ARG; UBN_ERR_NOMEM. */
enum ubn_status ubn_pcie_host_write(struct ubn_pcie *p, uint64_t ps, uint64_t addr,
                                    const uint8_t *data, uint32_t bytes, uint64_t tag,
                                    uint64_t *arrive_ps_out);

/** Sends one load of the host; it arrives in cq mmio_ps later, and its answer mmio_ps (1 ps at
 *  least) after the controller gave it, and after all earlier writes are visible.
 *
 *  @param p     [in,out] PCIe.
 *  @param ps    [in] time of the load, ps; not in the past, not before the store or load before.
 *  @param addr  [in] byte address in the window of the controller, a multiple of bytes.
 *  @param bytes [in] 4 or 8.
 *  @param done  [in] takes the answer; may be NULL.
 *  @param ctx   [in] handed to done.
 *  @return UBN_OK; UBN_ERR_ARG; UBN_ERR_FULL while 256 loads are open; UBN_ERR_NOMEM. */
enum ubn_status ubn_pcie_host_read(struct ubn_pcie *p, uint64_t ps, uint64_t addr, uint32_t bytes,
                                   ubn_pcie_load_fn done, void *ctx);

/** Tells whether nothing is under way, port queues included.
 *
 *  @param p [in] PCIe.
 *  @return true: idle. */
bool ubn_pcie_idle(const struct ubn_pcie *p);

/** Gives the counts so far.
 *
 *  @param p [in] PCIe.
 *  @return counts. */
struct ubn_pcie_counts ubn_pcie_counts(const struct ubn_pcie *p);

/** Writes what is under way, one line.
 *
 *  @param ctx [in] the PCIe.
 *  @param out [in,out] open for writing. */
void ubn_pcie_dump(void *ctx, FILE *out);

#ifdef __cplusplus
}
#endif
#endif
