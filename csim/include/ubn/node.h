/* SPDX-License-Identifier: Apache-2.0 */
/** @file node.h  One node of the rig: a controller in Verilog between its host side and its link.
 *
 *  The node evaluates the controller on its own clock edges, hands what has arrived at the port
 *  queues to the controller and what the controller sends to its host side (on-chip bus or PCIe)
 *  and to the link. It knows nothing of the protocol; whoever wants to know what happened listens.
 */
#ifndef UBN_NODE_H
#define UBN_NODE_H

#include "ubn/bus.h"
#include "ubn/engine.h"
#include "ubn/hash.h"
#include "ubn/link.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/** One node; opaque. */
struct ubn_node;
struct ubn_dut;
struct ubn_dut_world;
struct ubn_pcie;
struct ubn_pcie_done;
struct ubn_pcie_rc;

/** An arrival at an input port of the controller. */
struct ubn_node_arrival {
    uint64_t arrive_ps; /**< it reached the port */
    uint64_t edge_ps;   /**< first clock edge at or after that */
    uint64_t accept_ps; /**< edge at which the controller took it */
    uint8_t id;         /**< AXI ID of a store or load of the host; else 0 */
};

/** The answer of the controller to a load or store of the host. */
struct ubn_node_answer {
    bool store;         /**< of a store; else of a load */
    uint8_t id;         /**< AXI ID */
    uint8_t resp;       /**< worst of its beats, enum ubn_axi_resp */
    uint64_t first_ps;  /**< edge of its first beat */
    uint64_t arrive_ps; /**< its last beat is at the core */
};

/** A PCIe request of the controller that the root complex took. */
struct ubn_node_tlp {
    const uint8_t *hdr;               /**< shape [16], ubn_pcie_req */
    uint64_t first_ps;                /**< edge of its first beat */
    uint64_t last_ps;                 /**< edge of its last beat, now */
    const struct ubn_pcie_done *done; /**< what the root complex said of it */
};

/** What happens at the ports of a node, told at the edge at which it happens. All may be NULL. */
struct ubn_node_listener {
    /** A store of the host was taken (bus: the later of address and data, and of a burst its last
     *  beat; PCIe: a posted write). */
    void (*store)(void *ctx, const struct ubn_node_arrival *a, uint64_t tag);
    /** A load of the host was taken. */
    void (*load)(void *ctx, const struct ubn_node_arrival *a, uint64_t tag);
    /** The last beat of the answer to a load or a store was taken by the bus. */
    void (*answer)(void *ctx, const struct ubn_node_answer *answer);
    /** The first beat of a frame left: its bytes, shape [64]; just before frame_out. */
    void (*frame_head)(void *ctx, const uint8_t *data);
    /** The first beat of a frame left; it reaches the other end at arrive_ps. */
    void (*frame_out)(void *ctx, uint64_t ps, uint64_t arrive_ps);
    /** The first beat of a frame was taken. */
    void (*frame_in)(void *ctx, const struct ubn_node_arrival *a);
    /** A read burst was taken by the bus. */
    void (*read_cmd)(void *ctx, uint64_t ps, const struct ubn_bus_read_time *time);
    /** The first beat of a read burst was taken by the controller. */
    void (*read_data)(void *ctx, const struct ubn_node_arrival *a);
    /** A write command was taken by the bus: a burst of so many beats. */
    void (*write_cmd)(void *ctx, uint64_t ps, unsigned beats);
    /** The last beat of a write burst was taken by the bus; it is visible at visible_ps. */
    void (*write_last)(void *ctx, uint64_t ps, uint64_t visible_ps);
    /** The answer to a write burst was taken by the controller. */
    void (*write_answer)(void *ctx, const struct ubn_node_arrival *a);
    /** The last beat of a PCIe request was taken by the root complex. */
    void (*tlp_out)(void *ctx, const struct ubn_node_tlp *tlp);
    /** The first beat of a PCIe completion was taken by the controller. */
    void (*tlp_in)(void *ctx, const struct ubn_node_arrival *a, const struct ubn_pcie_rc *beat);
    /** A probe of the controller was set by this edge; after the calls above of the same edge. */
    void (*probe)(void *ctx, uint64_t ps, unsigned index, uint64_t id);
    /** A stall event left the controller. */
    void (*stall)(void *ctx, uint64_t ps, uint64_t event);
};

/** What a node is made of; all objects belong to the caller and outlive the node. */
struct ubn_node_config {
    uint16_t id;             /**< node number */
    uint64_t clock_phase_ps; /**< time of clock edge 0 */
    uint64_t seed;           /**< of the random stalls */
    uint32_t stall_axi_ppm;  /**< probability that a stream of the host side stalls in a cycle */
    uint32_t stall_link_ppm; /**< the same for the link streams */
    struct ubn_dut *dut;     /**< controller */
    struct ubn_dut_world *world; /**< its world, for waveforms */
    struct ubn_bus *bus;         /**< host side: on-chip bus, or NULL */
    struct ubn_pcie *pcie;       /**< host side: PCIe, or NULL; exactly one of the two */
    struct ubn_link *tx;         /**< outgoing direction of the link */
    struct ubn_link *rx;         /**< incoming direction */
    uint64_t wave_from_cyc;      /**< first cycle in the waveform */
    uint64_t wave_to_cyc;        /**< last cycle in the waveform */
    const struct ubn_node_listener *listener; /**< who hears; NULL: nobody */
    void *listener_ctx;                       /**< handed to it */
};

/** Streams of a node, for the record of back-pressure. */
enum ubn_node_stream {
    UBN_NODE_LINK_RX,
    UBN_NODE_LINK_TX,
    UBN_NODE_HOST_AW,
    UBN_NODE_HOST_W,
    UBN_NODE_HOST_B,
    UBN_NODE_AW,
    UBN_NODE_W,
    UBN_NODE_B,
    UBN_NODE_AR,
    UBN_NODE_R,
    UBN_NODE_RQ,
    UBN_NODE_RC,
    UBN_NODE_CQ,
    UBN_NODE_CC,
    UBN_NODE_HOST_AR,
    UBN_NODE_HOST_R,
    UBN_NODE_STREAMS
};

/** Counts of a node. */
struct ubn_node_counts {
    uint64_t edges;                   /**< clock edges evaluated */
    uint64_t moves[UBN_NODE_STREAMS]; /**< beats moved, by stream */
    uint64_t waits[UBN_NODE_STREAMS]; /**< cycles with valid and not ready, by stream */
    uint64_t
        holds[UBN_NODE_STREAMS]; /**< cycles in which a random stall kept a beat back, by stream */
    uint64_t stall_events;       /**< stall events of the controller */
};

/** Makes a node and adds it to the engine.
 *
 *  @param e        [in,out] engine; outlives the node.
 *  @param cfg      [in] copied.
 *  @param node_out [out] owned by the caller, given back by ubn_node_destroy.
 *  @return UBN_OK; UBN_ERR_NOMEM; UBN_ERR_ARG. */
enum ubn_status ubn_node_create(struct ubn_engine *e, const struct ubn_node_config *cfg,
                                struct ubn_node **node_out);

/** Gives back a node.
 *
 *  @param node [in] node or NULL. */
void ubn_node_destroy(struct ubn_node *node);

/** Gives the hash of all handshakes so far.   @return a value. */
struct ubn_hash ubn_node_hash(const struct ubn_node *node);

/** Gives the counts so far.   @return counts. */
struct ubn_node_counts ubn_node_counts(const struct ubn_node *node);

/** Tells whether a node has a stream.   @return true: it is of its link or its host side. */
bool ubn_node_has_stream(const struct ubn_node *node, enum ubn_node_stream stream);

/** Gives the name of a stream.   @return static text. */
const char *ubn_node_stream_name(enum ubn_node_stream stream);

/** Tells whether the controller and everything in front of it is at rest.   @return true: idle. */
bool ubn_node_idle(const struct ubn_node *node);

#ifdef __cplusplus
}
#endif

#endif
