/* SPDX-License-Identifier: Apache-2.0 */
/* ldst_watch: from port handshakes to the stages of loads and stores. See ubn/ldst_watch.h,
 * configs/spec/stages.yaml and the rules in csim/nic/README.md. */

#include "ubn/ldst_watch.h"

#include "ubn/gen/enums.h"
#include "ubn/gen/probes.h"
#include "ubn/gen/wire.h"
#include "ubn/portq.h"

#include <stdlib.h>

/* Operation of an access that belongs to none. */
#define NO_OP UINT32_MAX
/* Shortest length of the compact header. */
#define UNIT_BYTES 64u
/* Requests accepted by a target and not answered; a power of two, more than a peer has in flight.
 */
#define PENDING 256u

/* An access of the host that the controller took. */
struct access {
    uint32_t op;
    uint64_t accept_ps;
};

/* Way of a request and of its response, as far as they have come. */
struct way {
    uint16_t tassn;
    bool store;
    bool response; /* the way back has begun */
    bool failed;   /* status or poison of the response say so */
    uint32_t bytes;
    uint64_t sent_ps;           /* first beat of the request out */
    struct ubn_node_arrival in; /* first beat at the target */
    uint64_t accepted_ps;       /* the target took it */
    uint32_t asked_bytes;       /* of the memory commands so far */
    uint64_t command_ps;        /* first read command, or last beat written; 0: none */
    struct ubn_bus_read_time read;
    struct ubn_node_arrival data; /* first data read, or last write answer; accept_ps 0: none */
    uint64_t answer_ps;           /* first beat of the response out */
    struct ubn_node_arrival back; /* first beat at the initiator */
};

/* Bursts of the memory port of a target: whose data come next, whose last beat leaves next, whose
 * answer comes next. */
enum burst { BURST_READ, BURST_WRITE, BURST_ANSWER, BURSTS };

/* Requests at a target, in order; slot = serial number mod PENDING. */
struct pending {
    struct way ways[PENDING];
    uint32_t head, tail;
};

struct watch_node {
    struct ubn_ldst_watch *watch;
    size_t peer;                     /* node at the other end of the link */
    struct ubn_portq asked[2];       /* struct access: loads, stores, without answer so far */
    struct ubn_portq came[2];        /* struct way: of loads, of stores, response accepted */
    struct ubn_portq wire;           /* struct way: frames on their way to this node */
    struct ubn_portq in;             /* struct way: frames here, not accepted so far */
    struct ubn_portq bursts[BURSTS]; /* uint32_t: serial number of the request of each */
    struct pending pending;          /* as a target */
    struct way out;                  /* frame that begins to leave at this edge */
};

struct ubn_ldst_watch {
    struct ubn_engine *engine;
    struct ubn_trace *trace;
    size_t n_nodes;
    struct watch_node nodes[];
};

/* ---- small things ---- */

static void check(struct watch_node *n, enum ubn_status status)
{
    if (status != UBN_OK)
        ubn_engine_fail(n->watch->engine, status);
}

static void push(struct watch_node *n, struct ubn_portq *q, uint64_t ps, const void *item)
{
    check(n, ubn_portq_push(q, ps, item));
}

static void interval(struct watch_node *n, uint32_t op, enum ubn_stage stage, uint64_t from_ps,
                     uint64_t to_ps)
{
    if (op != NO_OP)
        check(n, ubn_trace_interval(n->watch->trace, op, stage, from_ps, to_ps));
}

/* Waiting in front of a port: to the first clock edge, then for the controller to take it. */
static void entry(struct watch_node *n, uint32_t op, const struct ubn_node_arrival *a)
{
    interval(n, op, UBN_STAGE_CLOCK_ALIGN, a->arrive_ps, a->edge_ps);
    interval(n, op, UBN_STAGE_PORT_WAIT, a->edge_ps, a->accept_ps);
}

/* ---- host ---- */

static void asked(struct watch_node *n, bool store, const struct ubn_node_arrival *a, uint64_t tag)
{
    const struct access access = {.op = tag < NO_OP ? (uint32_t)tag : NO_OP,
                                  .accept_ps = a->accept_ps};
    entry(n, access.op, a);
    push(n, &n->asked[store], a->accept_ps, &access);
}

static void on_load(void *ctx, const struct ubn_node_arrival *a, uint64_t tag)
{
    asked(ctx, false, a, tag);
}

static void on_store(void *ctx, const struct ubn_node_arrival *a, uint64_t tag)
{
    asked(ctx, true, a, tag);
}

/* The target: a load waits for the data of memory, a store for the answer to its write. A request
 * that was refused asks memory nothing: the boundary is where it was accepted. */
static void report_target(struct watch_node *n, uint32_t op, const struct way *w)
{
    uint64_t from_ps = w->command_ps != 0 ? w->command_ps : w->accepted_ps;
    interval(n, op, UBN_STAGE_NIC_RX, w->in.accept_ps, from_ps);
    if (w->data.accept_ps != 0) {
        if (!w->store) {
            interval(n, op, UBN_STAGE_TGT_BUS, from_ps, w->read.arrive_ps);
            from_ps = w->read.arrive_ps + w->read.mem_ps;
            interval(n, op, UBN_STAGE_TGT_MEM, w->read.arrive_ps, from_ps);
        }
        interval(n, op, UBN_STAGE_TGT_BUS, from_ps, w->data.arrive_ps);
        entry(n, op, &w->data);
        from_ps = w->data.accept_ps;
    }
    interval(n, op, UBN_STAGE_NIC_RSP_TX, from_ps, w->answer_ps);
}

/* An answer belongs to the oldest access. One that is not an error came over the link; an error may
 * have been given here, without a frame. */
static void on_answer(void *ctx, const struct ubn_node_answer *answer)
{
    struct watch_node *n = ctx;
    const struct access *head = ubn_portq_head(&n->asked[answer->store], NULL);
    const struct way *w = ubn_portq_head(&n->came[answer->store], NULL);
    if (head == NULL)
        return; /* of a register */
    const uint32_t op = head->op;
    const bool far = w != NULL && (answer->resp == UBN_AXI_OKAY || w->failed);
    if (far) {
        interval(n, op, UBN_STAGE_NIC_TX, head->accept_ps, w->sent_ps);
        interval(n, op, UBN_STAGE_WIRE_FWD, w->sent_ps, w->in.arrive_ps);
        entry(n, op, &w->in);
        report_target(n, op, w);
        interval(n, op, UBN_STAGE_WIRE_BACK, w->answer_ps, w->back.arrive_ps);
        entry(n, op, &w->back);
        interval(n, op, UBN_STAGE_NIC_RSP_RX, w->back.accept_ps, answer->first_ps);
        ubn_portq_pop(&n->came[answer->store]);
    } else {
        interval(n, op, UBN_STAGE_NIC_TX, head->accept_ps, answer->first_ps);
    }
    interval(n, op, UBN_STAGE_BUS_CMPL, answer->first_ps, answer->arrive_ps);
    ubn_portq_pop(&n->asked[answer->store]);
}

/* ---- link ---- */

/* Removes the request that a response answers; one that was never accepted leaves `out` as it is.
 */
static void answer_pending(struct watch_node *n, struct way *out)
{
    struct pending *p = &n->pending;
    if (p->head == p->tail || p->ways[p->head % PENDING].tassn != out->tassn)
        return;
    const struct way response = *out;
    *out = p->ways[p->head++ % PENDING];
    out->response = true;
    out->failed = response.failed;
}

static void on_frame_head(void *ctx, const uint8_t *data)
{
    struct watch_node *n = ctx;
    const uint8_t *ta = &data[UBN_LDST_FRAME_TA_OFFSET];
    struct ubn_ub_btah_c btah;
    struct ubn_ub_atah_c atah;
    struct ubn_ub_maetah_c maetah;
    ubn_ub_btah_c_unpack(ta, &btah);
    ubn_ub_atah_c_unpack(ta, &atah);
    ubn_ub_maetah_c_unpack(&data[UBN_LDST_FRAME_TA_EXT_OFFSET], &maetah);
    if (btah.ta_opcode == UBN_UB_TA_OPCODE_READ || btah.ta_opcode == UBN_UB_TA_OPCODE_WRITE) {
        n->out = (struct way){.tassn = btah.ini_tassn,
                              .store = btah.ta_opcode == UBN_UB_TA_OPCODE_WRITE,
                              .bytes = UNIT_BYTES << maetah.length};
    } else {
        n->out = (struct way){.tassn = atah.ini_tassn,
                              .response = true,
                              .failed = atah.status != 0 || atah.poison != 0};
        answer_pending(n, &n->out);
    }
}

static void on_frame_out(void *ctx, uint64_t ps, uint64_t arrive_ps)
{
    struct watch_node *n = ctx;
    *(n->out.response ? &n->out.answer_ps : &n->out.sent_ps) = ps;
    push(n, &n->watch->nodes[n->peer].wire, arrive_ps, &n->out);
}

static void on_frame_in(void *ctx, const struct ubn_node_arrival *a)
{
    struct watch_node *n = ctx;
    const struct way *head = ubn_portq_head(&n->wire, NULL);
    if (head == NULL)
        return;
    struct way w = *head;
    ubn_portq_pop(&n->wire);
    *(w.response ? &w.back : &w.in) = *a;
    push(n, &n->in, a->accept_ps, &w);
}

/* A frame was accepted; those before it were dropped. */
static void on_accepted(struct watch_node *n, uint64_t ps, uint16_t tassn, bool response)
{
    const struct way *head;
    struct way w = {.tassn = (uint16_t)~tassn};
    while ((w.tassn != tassn || w.response != response) &&
           (head = ubn_portq_head(&n->in, NULL)) != NULL) {
        w = *head;
        ubn_portq_pop(&n->in);
    }
    struct pending *p = &n->pending;
    if (w.tassn != tassn || w.response != response || p->tail - p->head == PENDING) {
        check(n, UBN_ERR_CHECK);
    } else if (response) {
        push(n, &n->came[w.store], ps, &w);
    } else {
        w.accepted_ps = ps;
        p->ways[p->tail++ % PENDING] = w;
    }
}

static void on_probe(void *ctx, uint64_t ps, unsigned index, uint64_t id)
{
    if (index == UBN_URMA_PROBE_LD_RX)
        on_accepted(ctx, ps, ubn_urma_probe_ld_rx_tassn(id), ubn_urma_probe_ld_rx_rsp(id) != 0);
}

/* ---- memory of the target ---- */

/* The oldest request of a kind whose memory commands are not complete; NULL: there is none. */
static struct way *commanded(struct watch_node *n, bool store, uint32_t *serial_out)
{
    struct pending *p = &n->pending;
    for (uint32_t s = p->head; s != p->tail; s++) {
        struct way *w = &p->ways[s % PENDING];
        if (w->store == store && w->asked_bytes < w->bytes) {
            *serial_out = s;
            return w;
        }
    }
    return NULL;
}

static void on_read_cmd(void *ctx, uint64_t ps, const struct ubn_bus_read_time *time)
{
    struct watch_node *n = ctx;
    uint32_t serial = 0;
    struct way *w = commanded(n, false, &serial);
    if (w == NULL)
        return;
    if (w->asked_bytes == 0) {
        w->command_ps = ps;
        w->read = *time;
    }
    w->asked_bytes += time->bytes;
    push(n, &n->bursts[BURST_READ], ps, &serial);
}

/* Request of the oldest burst of a kind, which is over; NULL: it has been answered already. */
static struct way *take_burst(struct watch_node *n, enum burst kind, uint32_t *serial_out)
{
    struct pending *p = &n->pending;
    const uint32_t *head = ubn_portq_head(&n->bursts[kind], NULL);
    if (head == NULL)
        return NULL;
    *serial_out = *head;
    ubn_portq_pop(&n->bursts[kind]);
    return *serial_out - p->head < p->tail - p->head ? &p->ways[*serial_out % PENDING] : NULL;
}

static void on_read_data(void *ctx, const struct ubn_node_arrival *a)
{
    uint32_t serial;
    struct way *w = take_burst(ctx, BURST_READ, &serial);
    if (w != NULL && w->data.accept_ps == 0)
        w->data = *a;
}

static void on_write_cmd(void *ctx, uint64_t ps, unsigned beats)
{
    struct watch_node *n = ctx;
    uint32_t serial = 0;
    struct way *w = commanded(n, true, &serial);
    if (w == NULL)
        return;
    w->asked_bytes += beats * UBN_BEAT_BYTES;
    push(n, &n->bursts[BURST_WRITE], ps, &serial);
}

static void on_write_last(void *ctx, uint64_t ps, uint64_t visible_ps)
{
    struct watch_node *n = ctx;
    uint32_t serial;
    struct way *w = take_burst(n, BURST_WRITE, &serial);
    (void)visible_ps;
    if (w != NULL) {
        w->command_ps = ps;
        push(n, &n->bursts[BURST_ANSWER], ps, &serial);
    }
}

static void on_write_answer(void *ctx, const struct ubn_node_arrival *a)
{
    uint32_t serial;
    struct way *w = take_burst(ctx, BURST_ANSWER, &serial);
    if (w != NULL)
        w->data = *a;
}

const struct ubn_node_listener ubn_ldst_watch_listener = {
    .store = on_store,
    .load = on_load,
    .answer = on_answer,
    .frame_head = on_frame_head,
    .frame_out = on_frame_out,
    .frame_in = on_frame_in,
    .read_cmd = on_read_cmd,
    .read_data = on_read_data,
    .write_cmd = on_write_cmd,
    .write_last = on_write_last,
    .write_answer = on_write_answer,
    .probe = on_probe,
};

/* ---- life ---- */

enum ubn_status ubn_ldst_watch_create(struct ubn_engine *e, struct ubn_trace *trace, size_t n_nodes,
                                      struct ubn_ldst_watch **watch_out)
{
    struct ubn_ldst_watch *watch = calloc(1, sizeof *watch + n_nodes * sizeof watch->nodes[0]);
    if (watch == NULL)
        return UBN_ERR_NOMEM;
    watch->engine = e;
    watch->trace = trace;
    watch->n_nodes = n_nodes;
    for (size_t i = 0; i < n_nodes; i++) {
        struct watch_node *n = &watch->nodes[i];
        n->watch = watch;
        for (unsigned store = 0; store < 2; store++) {
            ubn_portq_init(&n->asked[store], sizeof(struct access));
            ubn_portq_init(&n->came[store], sizeof(struct way));
        }
        ubn_portq_init(&n->wire, sizeof(struct way));
        ubn_portq_init(&n->in, sizeof(struct way));
        for (unsigned kind = 0; kind < BURSTS; kind++)
            ubn_portq_init(&n->bursts[kind], sizeof(uint32_t));
    }
    *watch_out = watch;
    return UBN_OK;
}

void ubn_ldst_watch_destroy(struct ubn_ldst_watch *watch)
{
    if (watch == NULL)
        return;
    for (size_t i = 0; i < watch->n_nodes; i++) {
        struct watch_node *n = &watch->nodes[i];
        for (unsigned store = 0; store < 2; store++) {
            ubn_portq_free(&n->asked[store]);
            ubn_portq_free(&n->came[store]);
        }
        ubn_portq_free(&n->wire);
        ubn_portq_free(&n->in);
        for (unsigned kind = 0; kind < BURSTS; kind++)
            ubn_portq_free(&n->bursts[kind]);
    }
    free(watch);
}

void *ubn_ldst_watch_node(struct ubn_ldst_watch *watch, size_t node) { return &watch->nodes[node]; }

void ubn_ldst_watch_link(struct ubn_ldst_watch *watch, size_t from, size_t to)
{
    watch->nodes[from].peer = to;
}

size_t ubn_ldst_watch_open(const struct ubn_ldst_watch *watch)
{
    size_t open = 0;
    for (size_t i = 0; i < watch->n_nodes; i++) {
        const struct watch_node *n = &watch->nodes[i];
        for (unsigned store = 0; store < 2; store++)
            open += ubn_portq_count(&n->asked[store]) + ubn_portq_count(&n->came[store]);
        for (unsigned kind = 0; kind < BURSTS; kind++)
            open += ubn_portq_count(&n->bursts[kind]);
        open += ubn_portq_count(&n->wire) + (n->pending.tail - n->pending.head);
    }
    return open;
}
