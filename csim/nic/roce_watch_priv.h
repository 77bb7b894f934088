/* SPDX-License-Identifier: Apache-2.0 */
/* roce_watch_priv: what the parts of the RoCE watch share: roce_watch.c (events),
 * roce_watch_track.c (requests and reads under way) and roce_watch_report.c (the stages of an
 * operation that ends).
 *
 * A request is known by queue pair and index at its node. What happened to a frame travels with it
 * (struct way): over the link, and from the frame that asked to the frame that answers. The
 * completion record of a request takes up the way of the frame that made it come. */
#ifndef UBN_NIC_ROCE_WATCH_PRIV_H
#define UBN_NIC_ROCE_WATCH_PRIV_H

#include "ubn/roce_watch.h"

#include "watch_sink.h"

#include "ubn/portq.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Kinds of a read command and of a write command, as the probes say. */
enum read_kind { READ_WORK = 0, READ_PAYLOAD = 1, READ_TARGET = 2, READ_RECV = 3 };
enum write_kind { WRITE_PAYLOAD = 0, WRITE_RECORD = 1, WRITE_TARGET = 2, WRITE_RECV = 3 };
enum tx_kind { TX_REQUEST = 0, TX_RESPONSE = 1, TX_ACK = 2 };

/* A read of memory whose first data a frame waits for. */
struct fetch {
    uint64_t key;                 /* whose: of a request, or number of the frame that asked */
    uint64_t accept_ps;           /* its first packet was taken by the root complex; 0: not yet */
    uint64_t mem_ps;              /* extra access to memory */
    struct ubn_node_arrival data; /* its first data at the controller; accept_ps 0: not yet */
};

/* Way of one frame: of a request, then of what answers it. */
struct way {
    uint64_t request; /* number of the request; 0: none is known */
    uint16_t node;    /* its node */
    uint16_t qp;      /* its queue pair */
    uint16_t idx;     /* its index */
    bool answer;      /* the way back has begun */
    bool has_payload; /* payload was fetched for the frame of the request */
    bool has_read;    /* memory was read for the frame that answers */
    struct fetch payload;
    uint64_t sent_ps;           /* first beat of the request out */
    struct ubn_node_arrival in; /* first beat at the target */
    uint64_t packet_ps;         /* accepted by the queue pair of the target; 0: not */
    struct fetch read;
    uint64_t answer_ps;           /* first beat of the answer out */
    struct ubn_node_arrival back; /* first beat back at the initiator */
};

/* A request from its post to its completion record. */
struct request {
    uint64_t number;   /* from 1, each once in a run */
    uint32_t op;       /* operation of the trace, or UBN_OP_UNTRACED */
    uint64_t from_ps;  /* what comes next begins here */
    uint64_t fetch_ps; /* its work request was asked for */
    bool has_payload;  /* payload was fetched for the frame sent last */
    struct fetch payload;
    bool arrived;          /* a frame of it reached the target: */
    uint16_t target;       /* node */
    uint16_t target_frame; /* number there, of the last one so far */
    bool placed;           /* payload of an answer was written: */
    uint16_t placed_frame; /* of this one, the last so far */
    uint64_t placed_ps;    /* last packet of it accepted by the root complex */
    uint64_t placed_visible_ps;
};

/* Send queue of one queue pair; counts of entries modulo 2^32. */
struct queue {
    struct request *ring; /* shape [capacity], entry k at k mod capacity */
    uint32_t capacity;    /* 0 or a power of two */
    uint32_t first;       /* oldest that is not complete */
    uint32_t rung;        /* doorbell accepted up to here */
    uint32_t posted;
};

/* A command handed to the memory port whose packets have not all been taken. */
struct command {
    uint8_t kind;
    uint8_t packets; /* still to come */
    bool begun;
    uint16_t qp;
    uint16_t idx; /* of the request, or number of the frame */
    uint16_t frame;
    uint64_t serial; /* of its struct fetch */
};

/* A read packet that is under way, by its tag. */
struct open_read {
    uint32_t left_bytes; /* data still to come; 0: closed */
    uint8_t kind;
    bool first; /* it holds the first data of its command */
    uint16_t qp;
    uint16_t idx;
    uint64_t serial;
};

/* Reads in order of their commands: taken from the front, reached by serial number. */
struct fetches {
    struct fetch *ring;
    uint64_t capacity; /* 0 or a power of two */
    uint64_t head;     /* serial number of the oldest */
    uint64_t tail;     /* of the next */
};

struct watch_node {
    struct watch_sink sink;
    struct ubn_watch *watch;
    uint16_t number;
    size_t peer;            /* node at the other end of the link */
    struct queue **queues;  /* shape [QUEUES], NULL: not used so far */
    struct way *frames;     /* shape [FRAMES], by number of the frame that came in */
    struct open_read *tags; /* shape [TAGS] */
    struct fetches payloads;
    struct fetches reads;
    struct ubn_portq wire;         /* struct way: frames on their way to this node */
    struct ubn_portq read_cmds;    /* struct command */
    struct ubn_portq write_cmds;   /* struct command */
    struct ubn_node_arrival store; /* of the edge at hand, until its probe tells whose they were */
    struct ubn_node_arrival in;
    uint64_t out_arrive_ps;
};

struct ubn_watch {
    uint64_t requests; /* so far */
    size_t n_nodes;
    struct watch_node nodes[];
};

/* Entry k of a queue, from `first` up to `posted`. */
struct request *watch_at(const struct queue *q, uint32_t k);

/* Finds the request of an index that is not complete; NULL: there is none. */
struct request *watch_find(const struct watch_node *n, uint16_t qp, uint16_t idx);

/* Adds a read that a frame will wait for; gives its serial number. */
uint64_t watch_fetch_begin(struct watch_node *n, struct fetches *f, uint64_t key);

/* Finds a read by its serial number; NULL: it was taken. */
struct fetch *watch_fetch_at(struct fetches *f, uint64_t serial);

/* Takes the oldest read when it was made for the frame at hand. Else what was taken for an earlier
 * frame of the message stands: it brought the data of this one, too. */
void watch_fetch_end(struct fetches *f, uint64_t key, bool *has, struct fetch *fetch);

/* A completion record was written: it ends its request, and those before it that have none. */
void watch_finish(struct watch_node *n, const struct command *cmd, const struct ubn_node_tlp *tlp);

#endif
