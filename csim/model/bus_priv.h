/* SPDX-License-Identifier: Apache-2.0 */
/* bus_priv: what bus.c and bus_nic.c share. */
#ifndef UBN_MODEL_BUS_PRIV_H
#define UBN_MODEL_BUS_PRIV_H

#include "ubn/bus.h"

/* AXI IDs have 4 bits. */
#define BUS_AXI_IDS 16u

/* Ports of event keys. */
enum bus_port {
    BUS_PORT_WRITE = 0,
    BUS_PORT_READ = 1,
    BUS_PORT_STORE_ANSWER = 2,
    BUS_PORT_LOAD_ANSWER = 3
};

/* One direction of the bus: when it can deliver the next beat. */
struct bus_lane {
    uint64_t free_ps;
};

struct bus_listener {
    ubn_bus_visible_fn fn;
    void *ctx;
};

/* A write beat of the NIC that is not visible yet. */
struct bus_write {
    uint64_t accept_ps;
    uint64_t addr; /* multiple of 64 */
    uint64_t strb;
    uint8_t id;
    uint8_t last;
    uint8_t data[UBN_BEAT_BYTES];
};

/* A read burst of the NIC whose data have not been handed to nic_r. */
struct bus_read {
    uint64_t addr; /* multiple of 64 */
    unsigned beats;
    uint8_t id;
    uint8_t resp;
    uint8_t sampled;                           /* data are valid */
    uint64_t beat_ps[UBN_BUS_BURST_MAX_BEATS]; /* arrival of each beat at the NIC */
    uint8_t data[UBN_BUS_BURST_MAX_BEATS][UBN_BEAT_BYTES];
};

struct ubn_bus {
    struct ubn_engine *engine;
    struct ubn_mem *mem;
    struct ubn_bus_config cfg;
    struct ubn_bus_ports ports;
    struct ubn_bus_counts counts;
    struct bus_listener listeners[UBN_BUS_LISTENERS_MAX];
    unsigned n_listeners;

    struct bus_lane store_lane;  /* host to NIC, stores */
    struct bus_lane load_lane;   /* host to NIC, loads */
    struct bus_lane answer_lane; /* NIC to host, data of loads */
    struct bus_lane write_lane;  /* NIC to memory, data */
    struct bus_lane read_lane;   /* NIC to memory, commands */
    struct bus_lane data_lane;   /* memory to NIC, data */

    struct ubn_portq open_stores[BUS_AXI_IDS]; /* struct open_store, by AXI ID */
    struct ubn_portq store_answers;            /* struct store_answer */
    struct ubn_portq open_loads[BUS_AXI_IDS];  /* struct open_load, by AXI ID */
    struct ubn_portq load_answers;             /* struct load_answer */

    uint8_t store_more; /* beats still to come of the store under way */

    struct ubn_portq writes; /* struct bus_write, stamped with the time of visibility */
    uint8_t write_resp;      /* worst answer of the beats of this burst so far */

    struct bus_read *reads;  /* ring, shape [read_slots], slot = number mod read_slots */
    uint64_t read_slots;     /* 0 or a power of two */
    uint64_t read_head;      /* number of the oldest burst in the ring */
    uint64_t read_tail;      /* number of the next burst */
    uint32_t reads_inflight; /* last beat not taken by the NIC */
};

/* Takes a lane at ps or, when it is busy, as soon as it is free; returns that time. */
uint64_t ubn_bus_lane_take(struct ubn_bus *bus, struct bus_lane *lane, uint64_t ps);

/* Posts an event of this bus. */
enum ubn_status ubn_bus_event(struct ubn_bus *bus, uint64_t ps, enum ubn_phase phase,
                              enum bus_port port, ubn_event_fn fn, uint64_t arg);

#endif
