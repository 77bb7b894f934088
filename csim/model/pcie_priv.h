/* SPDX-License-Identifier: Apache-2.0 */
/* pcie_priv: what the files of the root complex share.
 *   pcie.c        creation, link, regions, idle, dump      pcie_check.c  rules of packets
 *   pcie_rq.c     requests of the controller, writes       pcie_rd.c     reads and completions
 *   pcie_credit.c credits                                  pcie_mmio.c   stores and loads of the
 * host
 */
#ifndef UBN_MODEL_PCIE_PRIV_H
#define UBN_MODEL_PCIE_PRIV_H

#include "ubn/bus.h" /* enum ubn_phase */
#include "ubn/gen/enums.h"
#include "ubn/gen/wire.h"
#include "ubn/pcie.h"

#define PCIE_DW_BYTES 4u
#define PCIE_TAGS 1024u /* 10 bit */
#define PCIE_LOADS 256u /* tags of the host, 8 bit */
#define PCIE_ROOT_ID 0u /* requester and completer id of the root complex */
#define PCIE_NO_SLOT UINT32_MAX

/* Ports of event keys. At one time memory is sampled before completions leave, and what has
 * arrived is released before new packets leave. */
enum pcie_port {
    PCIE_PORT_WRITE = 16,      /* writes become visible, in order of acceptance */
    PCIE_PORT_RECORD = 17,     /* the same, completion records with cqe_after_payload */
    PCIE_PORT_SAMPLE = 18,     /* a read looks at memory */
    PCIE_PORT_RELEASE = 19,    /* the last completion of a read has arrived */
    PCIE_PORT_HOST = 20,       /* a store or load of the host comes to the link */
    PCIE_PORT_COMPLETION = 21, /* a completion comes to the link */
    PCIE_PORT_ANSWER = 22      /* answer to a load of the host */
};

/* One direction of the link. */
struct pcie_wire {
    uint64_t free_ps; /* time at which what was put on it so far has passed, rounded down */
    uint64_t part;    /* what was rounded away, in 1 / rate ps */
};

/* Memory of a work queue or a completion ring. */
struct pcie_region {
    uint64_t base;
    uint64_t len_bytes;
    bool completion;
};

/* A write that is being received or is not visible yet. */
struct pcie_write {
    struct ubn_pcie_req req;
    uint64_t accept_ps; /* last beat */
    bool record;        /* in a completion region */
    uint8_t data[UBN_PCIE_PAYLOAD_MAX_BYTES];
};

/* A read whose last completion has not arrived. */
struct pcie_read {
    struct ubn_pcie_req req;
    uint64_t accept_ps;
    uint64_t start_ps;   /* on the link */
    uint64_t push_ps;    /* writes accepted before are visible */
    uint64_t ready_ps;   /* first completion at the controller, without jitter */
    uint64_t leave_ps;   /* next completion comes to the link */
    uint64_t mem_ps;     /* extra access to memory */
    uint64_t number;     /* running number, for the jitter */
    uint32_t cpls;       /* completions sent */
    uint32_t sent_bytes; /* whole dwords sent */
    bool inside;         /* inside memory */
    uint8_t data[UBN_PCIE_PAYLOAD_MAX_BYTES];
};

/* Growing set of equal items, named by number; never shrinks. */
struct pcie_pool {
    size_t item_bytes;
    void **items;   /* shape [count], each item_bytes */
    uint32_t *free; /* shape [count], n_free used */
    uint32_t count;
    uint32_t n_free;
};

/* Request that is being received. */
struct pcie_intake {
    struct ubn_tlp first;    /* its first beat, for the comparison of headers */
    struct ubn_pcie_req req; /* of it */
    uint32_t slot;           /* of the write, or PCIE_NO_SLOT */
    uint32_t bytes;          /* payload so far */
    uint64_t start_ps;       /* on the link */
    bool open;
};

/* One kind of credits: modular counters as in flow-control packets. */
struct pcie_credit {
    uint32_t given;    /* at the start; 0: infinite */
    uint32_t used;     /* since then */
    uint32_t returned; /* since then */
};

enum pcie_credit_kind { PCIE_PH, PCIE_PD, PCIE_NPH, PCIE_NPD, PCIE_CREDIT_KINDS };

/* A load of the host that the controller has not answered. */
struct pcie_load {
    ubn_pcie_load_fn done;
    void *ctx;
    uint64_t addr;
    uint32_t bytes;
    bool open;
};

/* Its answer on the way back. */
struct pcie_answer {
    ubn_pcie_load_fn done;
    void *ctx;
    uint64_t value;
    bool ok;
};

struct pcie_listener {
    ubn_pcie_visible_fn fn;
    void *ctx;
};

struct ubn_pcie {
    struct ubn_engine *engine;
    struct ubn_mem *mem;
    struct ubn_pcie_config cfg;
    struct ubn_pcie_ports ports;
    struct ubn_pcie_counts counts;
    struct pcie_listener listeners[UBN_PCIE_LISTENERS_MAX];
    unsigned n_listeners;
    struct pcie_region *regions; /* sorted by address, shape [region_slots] */
    size_t n_regions;
    size_t region_slots;

    struct pcie_wire up;
    struct pcie_wire down;
    uint64_t flight_ps;   /* from the downstream serializer to the controller */
    uint64_t tx_queue_ps; /* time the link needs for UBN_PCIE_TX_QUEUE_BYTES */
    struct pcie_credit credits[PCIE_CREDIT_KINDS];

    struct pcie_intake intake;
    uint64_t last_rq_ps;
    struct pcie_pool writes; /* struct pcie_write */
    uint64_t payload_ps;     /* visibility of the last write that waited for no payload */
    uint64_t push_ps;        /* all writes accepted so far are visible */
    uint32_t writes_open;

    struct pcie_pool reads;   /* struct pcie_read */
    uint32_t tags[PCIE_TAGS]; /* slot of the open read, or PCIE_NO_SLOT */
    struct ubn_portq waiting; /* uint32_t: slots of reads that wait for max_reads */
    uint32_t serving;         /* reads that are served */
    uint32_t reads_open;
    uint64_t read_number;
    uint64_t last_leave_ps; /* of the read served last, without reorder */

    uint64_t last_host_ps;
    struct ubn_portq host; /* struct ubn_pcie_cq: not on the link yet */
    struct pcie_load loads[PCIE_LOADS];
    uint8_t next_load;
    uint32_t loads_open;
    uint64_t last_cc_ps;
    struct ubn_portq answers; /* struct pcie_answer */
};

static inline uint64_t pcie_later(uint64_t a, uint64_t b) { return a > b ? a : b; }

/* Dwords and bytes of a packet: 0 means 1024 dwords. */
static inline uint32_t pcie_bytes(const struct ubn_pcie_req *req)
{
    return (req->length_dw == 0 ? UBN_PCIE_PAYLOAD_MAX_BYTES / PCIE_DW_BYTES : req->length_dw) *
           PCIE_DW_BYTES;
}

static inline uint64_t pcie_addr(const struct ubn_pcie_req *req) { return req->addr << 2; }

static inline bool pcie_is_write(const struct ubn_pcie_req *req)
{
    return req->fmt == UBN_PCIE_FMT_DW4_DATA;
}

/* Bytes from the first to the last enabled one, and the offset of the first from addr. A packet
 * that enables none counts as one byte. */
struct pcie_span {
    uint32_t offset;
    uint32_t bytes;
    bool none;
};
struct pcie_span pcie_span_of(const struct ubn_pcie_req *req);

/* Says what is wrong with the header of a request, NULL: nothing. */
const char *pcie_fault_of_request(const struct ubn_pcie *p, const struct ubn_pcie_req *req);
/* Says what is wrong with the answer to a load, NULL: nothing. */
const char *pcie_fault_of_answer(const struct ubn_pcie *p, const struct ubn_tlp *beat,
                                 const struct ubn_pcie_cpl *cpl);
/* Prints what is wrong with a packet. @return UBN_ERR_CHECK. */
enum ubn_status pcie_refuse(const struct ubn_pcie *p, uint64_t ps, const char *what,
                            const uint8_t *hdr);

/* Puts a packet of payload bytes on the wire at ps or as soon as it is free; returns that time. */
uint64_t pcie_up_take(struct ubn_pcie *p, uint64_t ps, uint32_t payload_bytes);
uint64_t pcie_down_take(struct ubn_pcie *p, uint64_t ps, uint32_t payload_bytes);
/* Time of bytes on the wire, rounded down. */
uint64_t pcie_time_ps(const struct ubn_pcie *p, uint64_t bytes);
/* What a packet needs more than one of 64 B. */
uint64_t pcie_extra_ps(const struct ubn_pcie *p, uint32_t payload_bytes);
/* Region that holds an address, or NULL. */
const struct pcie_region *pcie_region_of(const struct ubn_pcie *p, uint64_t addr);
bool pcie_in_memory(const struct ubn_pcie *p, uint64_t addr, uint32_t bytes);
enum ubn_status pcie_event(struct ubn_pcie *p, uint64_t ps, enum ubn_phase phase,
                           enum pcie_port port, ubn_event_fn fn, uint64_t arg);

/* Takes an item out of a pool, and gives it back. */
enum ubn_status pcie_pool_take(struct pcie_pool *pool, uint32_t *slot_out);
void pcie_pool_give(struct pcie_pool *pool, uint32_t slot);

void pcie_credit_init(struct ubn_pcie *p);
/* Uses the credits of a request. @return false: there are not enough. */
bool pcie_credit_use(struct ubn_pcie *p, const struct ubn_pcie_req *req);
void pcie_credit_return(struct ubn_pcie *p, const struct ubn_pcie_req *req);

/* Takes a read that is on the link from start_ps on. */
enum ubn_status pcie_read_accept(struct ubn_pcie *p, const struct ubn_pcie_req *req, uint64_t ps,
                                 uint64_t start_ps, struct ubn_pcie_done *done);

#endif
