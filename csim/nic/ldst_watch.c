/* SPDX-License-Identifier: Apache-2.0 */
/* ldst_watch: from port handshakes to the stages of loads and stores. See ubn/ldst_watch.h,
 * configs/spec/stages.yaml and the rules in csim/nic/README.md. */

#include "ubn/ldst_watch.h"

#include "watch_sink.h"

#include "ubn/gen/enums.h"
#include "ubn/gen/probes.h"
#include "ubn/gen/wire.h"
#include "ubn/host.h"
#include "ubn/portq.h"

#include <stdlib.h>

/* Shortest length of the compact header. */
#define UNIT_BYTES 64u
/* Requests accepted by a target and not answered; a power of two, more than a peer has in flight.
 */
#define PENDING 256u
/* Bursts of memory of these, two for each. */
#define BURSTS (2u * PENDING)

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
    bool refused;  /* status of the response: memory was not asked */
    bool failed;   /* refused, or its data are bad */
    uint32_t bytes;
    uint64_t sent_ps;           /* first beat of the request out */
    struct ubn_node_arrival in; /* first beat at the target */
    uint64_t accepted_ps;       /* the target took it */
    uint64_t command_ps;        /* first read command, or last beat written; 0: none */
    struct ubn_bus_read_time read;
    struct ubn_node_arrival data; /* first data read, or last write answer; accept_ps 0: none */
    uint64_t answer_ps;           /* first beat of the response out */
    struct ubn_node_arrival back; /* first beat at the initiator */
};

/* Requests at a target, in order; slot = serial number mod PENDING. */
struct pending {
    struct way ways[PENDING];
    uint32_t head, tail;
};

/* A burst of the memory port of a target. */
struct burst {
    uint32_t bytes;
    uint64_t ps; /* read: its command; write: its last beat */
    struct ubn_bus_read_time read;
    struct ubn_node_arrival data; /* first data read, or answer to the write */
};

/* Reads, or writes, in order; whose they are is known when a response leaves, for only then it is
 * known which requests were refused. */
struct bursts {
    struct burst ring[BURSTS];
    uint32_t head; /* oldest that belongs to no request so far */
    uint32_t left; /* next whose last beat leaves; writes only */
    uint32_t came; /* next whose data or answer come */
    uint32_t tail;
    uint32_t owed_bytes; /* to come, of a request whose response has begun to leave */
};

struct watch_node {
    struct watch_sink sink;
    struct ubn_watch *watch;
    size_t peer;               /* node at the other end of the link */
    struct ubn_portq asked[2]; /* struct access: loads, stores, without answer so far */
    struct ubn_portq came[2];  /* struct way: of loads, of stores, response accepted */
    struct ubn_portq wire;     /* struct way: frames on their way to this node */
    struct ubn_portq in;       /* struct way: frames here, not accepted so far */
    struct bursts bursts[2];   /* reads, writes */
    struct pending pending;    /* as a target */
    struct way out;            /* frame that begins to leave at this edge */
};

struct ubn_watch {
    size_t n_nodes;
    struct watch_node nodes[];
};

/* ---- host ---- */

static void asked(struct watch_node *n, bool store, const struct ubn_node_arrival *a, uint64_t tag)
{
    if (a->id != UBN_HOST_ACCESS_ID)
        return; /* setup, register */
    const struct access access = {.op = watch_op(tag), .accept_ps = a->accept_ps};
    watch_entry(&n->sink, access.op, a);
    watch_push(&n->sink, &n->asked[store], a->accept_ps, &access);
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
    watch_interval(&n->sink, op, UBN_STAGE_NIC_RX, w->in.accept_ps, from_ps);
    if (w->data.accept_ps != 0) {
        if (!w->store) {
            watch_interval(&n->sink, op, UBN_STAGE_TGT_BUS, from_ps, w->read.arrive_ps);
            from_ps = w->read.arrive_ps + w->read.mem_ps;
            watch_interval(&n->sink, op, UBN_STAGE_TGT_MEM, w->read.arrive_ps, from_ps);
        }
        watch_interval(&n->sink, op, UBN_STAGE_TGT_BUS, from_ps, w->data.arrive_ps);
        watch_entry(&n->sink, op, &w->data);
        from_ps = w->data.accept_ps;
    }
    watch_interval(&n->sink, op, UBN_STAGE_NIC_RSP_TX, from_ps, w->answer_ps);
}

/* An answer belongs to the oldest access. One that is not an error came over the link; an error may
 * have been given here, without a frame. */
static void on_answer(void *ctx, const struct ubn_node_answer *answer)
{
    struct watch_node *n = ctx;
    const struct access *head = ubn_portq_head(&n->asked[answer->store], NULL);
    const struct way *w = ubn_portq_head(&n->came[answer->store], NULL);
    if (answer->id != UBN_HOST_ACCESS_ID)
        return;
    if (head == NULL) {
        watch_check(&n->sink, UBN_ERR_CHECK);
        return;
    }
    const uint32_t op = head->op;
    const bool far = w != NULL && (answer->resp == UBN_AXI_OKAY || w->failed);
    if (far) {
        watch_interval(&n->sink, op, UBN_STAGE_NIC_TX, head->accept_ps, w->sent_ps);
        watch_interval(&n->sink, op, UBN_STAGE_WIRE_FWD, w->sent_ps, w->in.arrive_ps);
        watch_entry(&n->sink, op, &w->in);
        report_target(n, op, w);
        watch_interval(&n->sink, op, UBN_STAGE_WIRE_BACK, w->answer_ps, w->back.arrive_ps);
        watch_entry(&n->sink, op, &w->back);
        watch_interval(&n->sink, op, UBN_STAGE_NIC_RSP_RX, w->back.accept_ps, answer->first_ps);
        ubn_portq_pop(&n->came[answer->store]);
    } else {
        watch_interval(&n->sink, op, UBN_STAGE_NIC_TX, head->accept_ps, answer->first_ps);
    }
    watch_interval(&n->sink, op, UBN_STAGE_BUS_CMPL, answer->first_ps, answer->arrive_ps);
    ubn_portq_pop(&n->asked[answer->store]);
}

/* ---- link ---- */

/* Gives a request its bursts: a load begins with the first command and its data, a store ends with
 * the last beat and its answer. A load may have begun to be answered before all of it was asked. */
static void take_bursts(struct bursts *q, struct way *w)
{
    uint32_t left = w->bytes;
    while (left > 0 && q->head != q->tail) {
        const struct burst *burst = &q->ring[q->head++ % BURSTS];
        if (w->store || left == w->bytes) {
            w->command_ps = burst->ps;
            w->read = burst->read;
            w->data = burst->data;
        }
        left -= burst->bytes < left ? burst->bytes : left;
    }
    q->owed_bytes += left;
}

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
    if (!response.refused)
        take_bursts(&n->bursts[out->store], out);
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
                              .refused = atah.status != 0,
                              .failed = atah.status != 0 || atah.poison != 0};
        answer_pending(n, &n->out);
    }
}

static void on_frame_out(void *ctx, uint64_t ps, uint64_t arrive_ps)
{
    struct watch_node *n = ctx;
    *(n->out.response ? &n->out.answer_ps : &n->out.sent_ps) = ps;
    watch_push(&n->sink, &n->watch->nodes[n->peer].wire, arrive_ps, &n->out);
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
    watch_push(&n->sink, &n->in, a->accept_ps, &w);
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
        watch_check(&n->sink, UBN_ERR_CHECK);
    } else if (response) {
        watch_push(&n->sink, &n->came[w.store], ps, &w);
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

static struct burst *add_burst(struct watch_node *n, struct bursts *q, uint32_t bytes)
{
    struct burst *burst = &q->ring[q->tail++ % BURSTS];
    if (q->tail - q->came > BURSTS)
        watch_check(&n->sink, UBN_ERR_CHECK);
    *burst = (struct burst){.bytes = bytes};
    if (q->owed_bytes > 0) {
        q->owed_bytes -= bytes < q->owed_bytes ? bytes : q->owed_bytes;
        q->head++;
    }
    return burst;
}

static void on_read_cmd(void *ctx, uint64_t ps, const struct ubn_bus_read_time *time)
{
    struct watch_node *n = ctx;
    struct burst *burst = add_burst(n, &n->bursts[0], time->bytes);
    burst->ps = ps;
    burst->read = *time;
}

/* The data of the next read, or the answer to the next write, are here. */
static void came(struct watch_node *n, bool store, const struct ubn_node_arrival *a)
{
    struct bursts *q = &n->bursts[store];
    if (q->came == q->tail)
        watch_check(&n->sink, UBN_ERR_CHECK);
    q->ring[q->came++ % BURSTS].data = *a;
}

static void on_read_data(void *ctx, const struct ubn_node_arrival *a) { came(ctx, false, a); }

static void on_write_cmd(void *ctx, uint64_t ps, unsigned beats)
{
    struct watch_node *n = ctx;
    (void)ps;
    (void)add_burst(n, &n->bursts[1], beats * UBN_BEAT_BYTES);
}

static void on_write_last(void *ctx, uint64_t ps, uint64_t visible_ps)
{
    struct bursts *q = &((struct watch_node *)ctx)->bursts[1];
    (void)visible_ps;
    q->ring[q->left++ % BURSTS].ps = ps;
}

static void on_write_answer(void *ctx, const struct ubn_node_arrival *a) { came(ctx, true, a); }

static const struct ubn_node_listener listener = {
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

static enum ubn_status watch_create(struct ubn_engine *e, struct ubn_trace *trace, size_t n_nodes,
                                    struct ubn_watch **watch_out)
{
    struct ubn_watch *watch = calloc(1, sizeof *watch + n_nodes * sizeof watch->nodes[0]);
    if (watch == NULL)
        return UBN_ERR_NOMEM;
    watch->n_nodes = n_nodes;
    for (size_t i = 0; i < n_nodes; i++) {
        struct watch_node *n = &watch->nodes[i];
        n->sink = (struct watch_sink){.engine = e, .trace = trace};
        n->watch = watch;
        for (unsigned store = 0; store < 2; store++) {
            ubn_portq_init(&n->asked[store], sizeof(struct access));
            ubn_portq_init(&n->came[store], sizeof(struct way));
        }
        ubn_portq_init(&n->wire, sizeof(struct way));
        ubn_portq_init(&n->in, sizeof(struct way));
    }
    *watch_out = watch;
    return UBN_OK;
}

static void watch_destroy(struct ubn_watch *watch)
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
    }
    free(watch);
}

static void *watch_node(struct ubn_watch *watch, size_t node) { return &watch->nodes[node]; }

static void watch_link(struct ubn_watch *watch, size_t from, size_t to)
{
    watch->nodes[from].peer = to;
}

static size_t watch_open(const struct ubn_watch *watch)
{
    size_t open = 0;
    for (size_t i = 0; i < watch->n_nodes; i++) {
        const struct watch_node *n = &watch->nodes[i];
        for (unsigned store = 0; store < 2; store++) {
            const struct bursts *q = &n->bursts[store];
            open += ubn_portq_count(&n->asked[store]) + ubn_portq_count(&n->came[store]) +
                    (q->tail - q->head) + (q->tail - q->came) + q->owed_bytes;
        }
        open += ubn_portq_count(&n->wire) + (n->pending.tail - n->pending.head);
    }
    return open;
}

const struct ubn_watch_ops ubn_ldst_watch_ops = {
    .create = watch_create,
    .destroy = watch_destroy,
    .listener = &listener,
    .node = watch_node,
    .link = watch_link,
    .open = watch_open,
};
