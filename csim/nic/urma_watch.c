/* SPDX-License-Identifier: Apache-2.0 */
/* urma_watch.c: from port handshakes and probes to the stages of each operation. See
 * ubn/urma_watch.h and configs/spec/stages.yaml. */

#include "ubn/urma_watch.h"

#include "watch_sink.h"

#include "ubn/gen/probes.h"
#include "ubn/portq.h"

#define HASH_NONFATAL_OOM 1
#include <uthash.h>

#include <stdlib.h>

#define FRAMES 65536u

/* An operation and the instant its present stage began. */
struct step {
    uint32_t op;
    uint64_t from_ps;
};

/* What a command to memory is for. */
enum purpose {
    FOR_NOTHING, /* no stage ends with it */
    FOR_READ,    /* data of a response */
    FOR_SOURCE,  /* payload of a write, at its initiator */
    FOR_PUT,     /* payload of a write, at its target */
    FOR_RECORD   /* completion record */
};

/* A command to memory whose bursts are being counted. */
struct command {
    struct step *step; /* the operation where the command was given */
    enum purpose purpose;
    uint8_t bursts;
};

/* A request between the host port and its TASSN, or between its TASSN and the wire. */
struct request {
    uint64_t key; /* Jetty and block index, or Jetty and TASSN */
    struct step step;
    UT_hash_handle hh;
};

struct watch_node {
    struct watch_sink sink;
    struct ubn_watch *watch;
    size_t peer;              /* node at the other end of the link */
    struct request *accepted; /* by Jetty and block index */
    struct request *issued;   /* by Jetty and TASSN */
    struct step *frames;      /* shape [FRAMES], by number of the frame that came in */
    struct ubn_portq wire;    /* uint32_t: operations of frames on their way to this node */
    struct ubn_portq reads;   /* struct command: reads whose bursts have not all been sent */
    struct ubn_portq data;    /* struct command: bursts whose data have not come */
    struct ubn_portq writes;  /* struct command */
    struct ubn_portq answers; /* struct command: bursts without an answer of the bus */
    /* of the edge at hand, until its probe tells whose they were */
    uint32_t store_op;
    uint64_t store_ps;
    uint64_t out_arrive_ps;
    uint64_t in_ps;
    uint64_t kind_id;
};

struct ubn_watch {
    size_t n_nodes;
    struct watch_node nodes[];
};

/* ---- requests and bursts ---- */

static void put(struct watch_node *n, struct request **table, uint64_t key, struct step step)
{
    struct request *r = malloc(sizeof *r);
    if (r == NULL) {
        watch_check(&n->sink, UBN_ERR_NOMEM);
        return;
    }
    *r = (struct request){.key = key, .step = step};
    HASH_ADD(hh, *table, key, sizeof key, r);
}

static struct request *find(struct request *table, uint64_t key)
{
    struct request *r;
    HASH_FIND(hh, table, &key, sizeof key, r);
    return r;
}

static struct step take(struct request **table, uint64_t key)
{
    struct request *r = find(*table, key);
    struct step step = {.op = UBN_OP_UNTRACED};
    if (r != NULL) {
        step = r->step;
        HASH_DEL(*table, r);
        free(r);
    }
    return step;
}

static uint64_t key_of(uint32_t jetty, uint16_t number) { return (uint64_t)jetty << 16 | number; }

/* Takes one burst of the oldest command; its purpose is set with the first burst, or with the last
 * one. */
static struct command take_burst(struct ubn_portq *q, bool last)
{
    struct command *cmd = (struct command *)(uintptr_t)ubn_portq_head(q, NULL);
    if (cmd == NULL)
        return (struct command){.purpose = FOR_NOTHING};
    struct command burst = *cmd;
    if (last && cmd->bursts > 1)
        burst.purpose = FOR_NOTHING;
    if (!last)
        cmd->purpose = FOR_NOTHING;
    if (--cmd->bursts == 0)
        ubn_portq_pop(q);
    burst.bursts = 1;
    return burst;
}

/* ---- at the ports ---- */

static void on_store(void *ctx, const struct ubn_node_arrival *a, uint64_t tag)
{
    struct watch_node *n = ctx;
    n->store_op = watch_op(tag);
    n->store_ps = a->accept_ps;
    watch_entry(&n->sink, n->store_op, a);
}

static void on_frame_out(void *ctx, uint64_t ps, uint64_t arrive_ps)
{
    struct watch_node *n = ctx;
    (void)ps;
    n->out_arrive_ps = arrive_ps;
}

static void on_frame_in(void *ctx, const struct ubn_node_arrival *a)
{
    struct watch_node *n = ctx;
    const uint32_t *op = ubn_portq_head(&n->wire, NULL);
    if (op != NULL)
        watch_entry(&n->sink, *op, a);
    n->in_ps = a->accept_ps;
}

static void on_read_cmd(void *ctx, uint64_t ps, const struct ubn_bus_read_time *time)
{
    struct watch_node *n = ctx;
    const struct command cmd = take_burst(&n->reads, false);
    if (cmd.purpose == FOR_READ) {
        const uint64_t memory_done = time->arrive_ps + time->mem_ps;
        watch_interval(&n->sink, cmd.step->op, UBN_STAGE_NIC_RX, cmd.step->from_ps, ps);
        watch_interval(&n->sink, cmd.step->op, UBN_STAGE_TGT_BUS, ps, time->arrive_ps);
        watch_interval(&n->sink, cmd.step->op, UBN_STAGE_TGT_MEM, time->arrive_ps, memory_done);
        watch_interval(&n->sink, cmd.step->op, UBN_STAGE_TGT_BUS, memory_done, time->data_ps);
    } else if (cmd.purpose == FOR_SOURCE) {
        watch_interval(&n->sink, cmd.step->op, UBN_STAGE_NIC_TX, cmd.step->from_ps, ps);
        watch_interval(&n->sink, cmd.step->op, UBN_STAGE_SRC_READ, ps, time->data_ps);
    }
    watch_push(&n->sink, &n->data, ps, &cmd);
}

static void on_read_data(void *ctx, const struct ubn_node_arrival *a)
{
    struct watch_node *n = ctx;
    const struct command cmd = take_burst(&n->data, false);
    if (cmd.purpose == FOR_NOTHING)
        return;
    watch_entry(&n->sink, cmd.step->op, a);
    cmd.step->from_ps = a->accept_ps;
}

static void on_write_last(void *ctx, uint64_t ps, uint64_t visible_ps)
{
    struct watch_node *n = ctx;
    const struct command cmd = take_burst(&n->writes, true);
    if (cmd.purpose == FOR_RECORD) {
        watch_interval(&n->sink, cmd.step->op, UBN_STAGE_NIC_RSP_RX, cmd.step->from_ps, ps);
        watch_interval(&n->sink, cmd.step->op, UBN_STAGE_BUS_CMPL, ps, visible_ps);
    } else if (cmd.purpose == FOR_PUT) {
        watch_interval(&n->sink, cmd.step->op, UBN_STAGE_NIC_RX, cmd.step->from_ps, ps);
        cmd.step->from_ps = ps;
    }
    watch_push(&n->sink, &n->answers, ps, &cmd);
}

/* The answer to a write of the peer lets its own answer go. */
static void on_write_answer(void *ctx, const struct ubn_node_arrival *a)
{
    struct watch_node *n = ctx;
    const struct command cmd = take_burst(&n->answers, true);
    if (cmd.purpose != FOR_PUT)
        return;
    watch_interval(&n->sink, cmd.step->op, UBN_STAGE_TGT_BUS, cmd.step->from_ps, a->arrive_ps);
    watch_entry(&n->sink, cmd.step->op, a);
    cmd.step->from_ps = a->accept_ps;
}

/* ---- at the probes ---- */

static void probe_tx(struct watch_node *n, uint64_t ps, uint64_t key_id)
{
    const uint8_t kind = ubn_urma_probe_tx_first_kind(n->kind_id);
    uint32_t op = UBN_OP_UNTRACED;
    if (kind == 0) {
        const uint64_t key =
            key_of(ubn_urma_probe_tx_key_jetty(key_id), ubn_urma_probe_tx_key_tassn(key_id));
        const struct step step = take(&n->issued, key);
        op = step.op;
        watch_interval(&n->sink, op, UBN_STAGE_NIC_TX, step.from_ps, ps);
        watch_interval(&n->sink, op, UBN_STAGE_WIRE_FWD, ps, n->out_arrive_ps);
    } else if (kind == 1) {
        const struct step *step = &n->frames[ubn_urma_probe_tx_first_frame(n->kind_id)];
        op = step->op;
        watch_interval(&n->sink, op, UBN_STAGE_NIC_RSP_TX, step->from_ps, ps);
        watch_interval(&n->sink, op, UBN_STAGE_WIRE_BACK, ps, n->out_arrive_ps);
    }
    watch_push(&n->sink, &n->watch->nodes[n->peer].wire, n->out_arrive_ps, &op);
}

static void probe_rx_first(struct watch_node *n, uint16_t frame)
{
    const uint32_t *op = ubn_portq_head(&n->wire, NULL);
    n->frames[frame] = (struct step){.op = op != NULL ? *op : UBN_OP_UNTRACED, .from_ps = n->in_ps};
    ubn_portq_pop(&n->wire);
}

static void probe_mem_wr(struct watch_node *n, uint64_t ps, uint64_t id)
{
    const bool record = ubn_urma_probe_mem_wr_cqe(id) != 0 && ubn_urma_probe_mem_wr_local(id) == 0;
    const struct command cmd = {.step = &n->frames[ubn_urma_probe_mem_wr_frame(id)],
                                .purpose = record ? FOR_RECORD : FOR_NOTHING,
                                .bursts = ubn_urma_probe_mem_wr_bursts(id)};
    watch_push(&n->sink, &n->writes, ps, &cmd);
}

static void probe_pay_rd(struct watch_node *n, uint64_t ps, uint64_t id)
{
    struct request *r =
        find(n->issued, key_of(ubn_urma_probe_pay_rd_jetty(id), ubn_urma_probe_pay_rd_tassn(id)));
    const struct command cmd = {.step = r != NULL ? &r->step : NULL,
                                .purpose = r != NULL ? FOR_SOURCE : FOR_NOTHING,
                                .bursts = ubn_urma_probe_pay_rd_bursts(id)};
    watch_push(&n->sink, &n->reads, ps, &cmd);
}

static void on_probe(void *ctx, uint64_t ps, unsigned index, uint64_t id)
{
    struct watch_node *n = ctx;
    switch ((enum ubn_urma_probe)index) {
    case UBN_URMA_PROBE_WR_ACCEPT:
        put(n, &n->accepted,
            key_of(ubn_urma_probe_wr_accept_jetty(id), ubn_urma_probe_wr_accept_sqe_bb_idx(id)),
            (struct step){.op = n->store_op, .from_ps = n->store_ps});
        break;
    case UBN_URMA_PROBE_WR_ISSUE:
        put(n, &n->issued,
            key_of(ubn_urma_probe_wr_issue_jetty(id), ubn_urma_probe_wr_issue_tassn(id)),
            take(&n->accepted, key_of(ubn_urma_probe_wr_issue_jetty(id),
                                      ubn_urma_probe_wr_issue_sqe_bb_idx(id))));
        break;
    case UBN_URMA_PROBE_TX_FIRST:
        n->kind_id = id;
        break;
    case UBN_URMA_PROBE_TX_KEY:
        probe_tx(n, ps, id);
        break;
    case UBN_URMA_PROBE_RX_FIRST:
        probe_rx_first(n, ubn_urma_probe_rx_first_frame(id));
        break;
    case UBN_URMA_PROBE_MEM_RD:
        watch_push(&n->sink, &n->reads, ps,
                   &(struct command){.step = &n->frames[ubn_urma_probe_mem_rd_frame(id)],
                                     .purpose = FOR_READ,
                                     .bursts = ubn_urma_probe_mem_rd_bursts(id)});
        break;
    case UBN_URMA_PROBE_PUT_WR:
        watch_push(&n->sink, &n->writes, ps,
                   &(struct command){.step = &n->frames[ubn_urma_probe_put_wr_frame(id)],
                                     .purpose = FOR_PUT,
                                     .bursts = ubn_urma_probe_put_wr_bursts(id)});
        break;
    case UBN_URMA_PROBE_PAY_RD:
        probe_pay_rd(n, ps, id);
        break;
    case UBN_URMA_PROBE_MEM_WR:
        probe_mem_wr(n, ps, id);
        break;
    default:
        break;
    }
}

static const struct ubn_node_listener listener = {
    .store = on_store,
    .frame_out = on_frame_out,
    .frame_in = on_frame_in,
    .read_cmd = on_read_cmd,
    .read_data = on_read_data,
    .write_last = on_write_last,
    .write_answer = on_write_answer,
    .probe = on_probe,
};

/* ---- life ---- */

static void free_requests(struct request **table)
{
    struct request *r, *next;
    HASH_ITER(hh, *table, r, next)
    {
        HASH_DEL(*table, r);
        free(r);
    }
}

static void watch_destroy(struct ubn_watch *watch)
{
    if (watch == NULL)
        return;
    for (size_t i = 0; i < watch->n_nodes; i++) {
        struct watch_node *n = &watch->nodes[i];
        free_requests(&n->accepted);
        free_requests(&n->issued);
        ubn_portq_free(&n->wire);
        ubn_portq_free(&n->reads);
        ubn_portq_free(&n->data);
        ubn_portq_free(&n->writes);
        ubn_portq_free(&n->answers);
        free(n->frames);
    }
    free(watch);
}

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
        ubn_portq_init(&n->wire, sizeof(uint32_t));
        ubn_portq_init(&n->reads, sizeof(struct command));
        ubn_portq_init(&n->data, sizeof(struct command));
        ubn_portq_init(&n->writes, sizeof(struct command));
        ubn_portq_init(&n->answers, sizeof(struct command));
        n->frames = calloc(FRAMES, sizeof *n->frames);
        if (n->frames == NULL) {
            watch_destroy(watch);
            return UBN_ERR_NOMEM;
        }
    }
    *watch_out = watch;
    return UBN_OK;
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
        open += HASH_COUNT(n->issued) + ubn_portq_count(&n->wire) + ubn_portq_count(&n->reads) +
                ubn_portq_count(&n->data) + ubn_portq_count(&n->writes) +
                ubn_portq_count(&n->answers);
    }
    return open;
}

const struct ubn_watch_ops ubn_urma_watch_ops = {
    .create = watch_create,
    .destroy = watch_destroy,
    .listener = &listener,
    .node = watch_node,
    .link = watch_link,
    .open = watch_open,
};
