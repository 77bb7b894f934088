/* SPDX-License-Identifier: Apache-2.0 */
/* roce_watch: from port handshakes and probes to the stages of each operation. See
 * ubn/roce_watch.h, configs/spec/stages.yaml and the rules in csim/nic/README.md. */

#include "roce_watch_priv.h"

#include "ubn/gen/probes.h"
#include "ubn/gen/wire.h"
#include "ubn/pcie.h"
#include "ubn/verbs.h"

#include <stdlib.h>

#define FRAMES 65536u
#define TAGS 256u
#define QUEUES 65536u
#define ENTRY_BYTES 64u
#define DWORD_BYTES 4u
/* Value 0 of a length field of PCIe, dwords. */
#define LENGTH_ZERO 1024u
/* Bit of the first header byte: the packet carries data.  PCI Express base specification, 2.2.1 */
#define FMT_DATA 0x40u

/* ---- small things ---- */

static uint64_t key_of(uint16_t qp, uint16_t idx) { return (uint64_t)qp << 16 | idx; }

static struct fetches *fetches_of(struct watch_node *n, uint8_t kind)
{
    return kind == READ_PAYLOAD ? &n->payloads : kind == READ_TARGET ? &n->reads : NULL;
}

/* ---- PCIe ---- */

static void on_store(void *ctx, const struct ubn_node_arrival *a, uint64_t tag)
{
    struct watch_node *n = ctx;
    (void)tag;
    n->store = *a;
}

/* A packet that asks for work requests: they leave the transmit pass. */
static void work_asked(struct watch_node *n, const struct open_read *read, uint64_t ps)
{
    for (uint32_t i = 0; i < read->left_bytes / ENTRY_BYTES; i++) {
        struct request *r = watch_find(n, read->qp, (uint16_t)(read->idx + i));
        if (r != NULL) {
            watch_interval(&n->sink, r->op, UBN_STAGE_NIC_TX, r->from_ps, ps);
            r->fetch_ps = ps;
        }
    }
}

static void work_came(struct watch_node *n, const struct open_read *read, uint32_t bytes,
                      const struct ubn_node_arrival *a)
{
    for (uint32_t i = 0; i < bytes / ENTRY_BYTES; i++) {
        struct request *r = watch_find(n, read->qp, (uint16_t)(read->idx + i));
        if (r != NULL) {
            watch_interval(&n->sink, r->op, UBN_STAGE_WQE_FETCH, r->fetch_ps, a->arrive_ps);
            watch_entry(&n->sink, r->op, a);
            r->from_ps = a->accept_ps;
        }
    }
}

static void read_out(struct watch_node *n, const struct ubn_node_tlp *tlp)
{
    struct command *cmd = (struct command *)(uintptr_t)ubn_portq_head(&n->read_cmds, NULL);
    struct ubn_pcie_req req;
    if (cmd == NULL)
        return;
    ubn_pcie_req_unpack(tlp->hdr, &req);
    struct open_read *read = &n->tags[req.tag];
    *read = (struct open_read){.left_bytes =
                                   (req.length_dw == 0 ? LENGTH_ZERO : req.length_dw) * DWORD_BYTES,
                               .kind = cmd->kind,
                               .first = !cmd->begun,
                               .qp = cmd->qp,
                               .idx = cmd->idx,
                               .serial = cmd->serial};
    if (cmd->kind == READ_WORK) {
        work_asked(n, read, tlp->last_ps);
        cmd->idx = (uint16_t)(cmd->idx + read->left_bytes / ENTRY_BYTES);
    } else if (!cmd->begun && fetches_of(n, cmd->kind) != NULL) {
        struct fetch *f = watch_fetch_at(fetches_of(n, cmd->kind), cmd->serial);
        if (f != NULL)
            f->accept_ps = tlp->last_ps;
    }
    cmd->begun = true;
    if (--cmd->packets == 0)
        ubn_portq_pop(&n->read_cmds);
}

static void write_out(struct watch_node *n, const struct ubn_node_tlp *tlp)
{
    struct command *cmd = (struct command *)(uintptr_t)ubn_portq_head(&n->write_cmds, NULL);
    if (cmd == NULL)
        return;
    if (cmd->kind == WRITE_PAYLOAD) {
        struct request *r = watch_find(n, cmd->qp, cmd->idx);
        if (r != NULL) {
            r->placed = true;
            r->placed_frame = cmd->frame;
            r->placed_ps = tlp->last_ps;
            r->placed_visible_ps = tlp->done->visible_ps;
        }
    } else if (cmd->kind == WRITE_RECORD) {
        watch_finish(n, cmd, tlp);
    }
    if (--cmd->packets == 0)
        ubn_portq_pop(&n->write_cmds);
}

static void on_tlp_out(void *ctx, const struct ubn_node_tlp *tlp)
{
    if ((tlp->hdr[0] & FMT_DATA) != 0)
        write_out(ctx, tlp);
    else
        read_out(ctx, tlp);
}

static void on_tlp_in(void *ctx, const struct ubn_node_arrival *a, const struct ubn_pcie_rc *beat)
{
    struct watch_node *n = ctx;
    struct ubn_pcie_cpl cpl;
    ubn_pcie_cpl_unpack(beat->tlp.hdr, &cpl);
    struct open_read *read = &n->tags[cpl.tag];
    uint32_t bytes = (cpl.length_dw == 0 ? LENGTH_ZERO : cpl.length_dw) * DWORD_BYTES;
    /* one without data ends its read: an error */
    if ((beat->tlp.hdr[0] & FMT_DATA) == 0 || bytes > read->left_bytes)
        bytes = read->left_bytes;
    if (read->kind == READ_WORK) {
        work_came(n, read, bytes, a);
        read->idx = (uint16_t)(read->idx + bytes / ENTRY_BYTES);
    } else if (read->first && fetches_of(n, read->kind) != NULL) {
        struct fetch *f = watch_fetch_at(fetches_of(n, read->kind), read->serial);
        if (f != NULL) {
            f->data = *a;
            f->mem_ps = beat->mem_ps;
        }
    }
    read->first = false;
    read->left_bytes -= bytes;
}

/* ---- frames ---- */

static void on_frame_out(void *ctx, uint64_t ps, uint64_t arrive_ps)
{
    struct watch_node *n = ctx;
    (void)ps;
    n->out_arrive_ps = arrive_ps;
}

static void on_frame_in(void *ctx, const struct ubn_node_arrival *a)
{
    struct watch_node *n = ctx;
    n->in = *a;
}

static void probe_tx_first(struct watch_node *n, uint64_t ps, uint64_t id)
{
    const uint16_t idx = ubn_roce_probe_tx_first_idx(id);
    struct way way = {0};
    if (ubn_roce_probe_tx_first_kind(id) == TX_REQUEST) {
        const uint16_t qp = ubn_roce_probe_tx_first_qp(id);
        struct request none = {0};
        struct request *r = watch_find(n, qp, idx);
        r = r != NULL ? r : &none;
        watch_fetch_end(&n->payloads, key_of(qp, idx), &r->has_payload, &r->payload);
        way = (struct way){.request = r->number,
                           .node = n->number,
                           .qp = qp,
                           .idx = idx,
                           .has_payload = r->has_payload,
                           .payload = r->payload,
                           .sent_ps = ps};
    } else {
        struct way *asked = &n->frames[idx];
        watch_fetch_end(&n->reads, idx, &asked->has_read, &asked->read);
        way = *asked;
        way.answer = true;
        way.answer_ps = ps;
    }
    watch_push(&n->sink, &n->watch->nodes[n->peer].wire, n->out_arrive_ps, &way);
}

static void probe_rx_first(struct watch_node *n, uint16_t frame)
{
    struct way *way = &n->frames[frame];
    const struct way *came = ubn_portq_head(&n->wire, NULL);
    *way = came != NULL ? *came : (struct way){0};
    ubn_portq_pop(&n->wire);
    if (way->answer) {
        way->back = n->in;
        return;
    }
    way->in = n->in;
    struct request *r =
        way->request != 0 ? watch_find(&n->watch->nodes[way->node], way->qp, way->idx) : NULL;
    if (r != NULL && r->number == way->request) {
        r->arrived = true;
        r->target = n->number;
        r->target_frame = frame;
    }
}

/* ---- probes ---- */

static void probe_doorbell(struct watch_node *n, uint64_t id)
{
    struct queue *q = n->queues[ubn_roce_probe_db_accept_qp(id)];
    if (q == NULL || ubn_roce_probe_db_accept_rq(id) != 0)
        return;
    const uint16_t told = (uint16_t)(ubn_roce_probe_db_accept_pi(id) - (uint16_t)q->rung);
    if (told > q->posted - q->rung)
        return; /* of entries that were not posted: the controller ignores it, too */
    for (uint32_t end = q->rung + told; q->rung != end; q->rung++) {
        struct request *r = watch_at(q, q->rung);
        watch_entry(&n->sink, r->op, &n->store);
        r->from_ps = n->store.accept_ps;
    }
}

static void probe_mem_rd(struct watch_node *n, uint64_t ps, uint64_t id)
{
    struct command cmd = {.kind = ubn_roce_probe_mem_rd_kind(id),
                          .packets = ubn_roce_probe_mem_rd_tlps(id),
                          .qp = ubn_roce_probe_mem_rd_qp(id),
                          .idx = ubn_roce_probe_mem_rd_idx(id)};
    if (cmd.kind == READ_PAYLOAD)
        cmd.serial = watch_fetch_begin(n, &n->payloads, key_of(cmd.qp, cmd.idx));
    else if (cmd.kind == READ_TARGET)
        cmd.serial = watch_fetch_begin(n, &n->reads, cmd.idx);
    watch_push(&n->sink, &n->read_cmds, ps, &cmd);
}

static void probe_mem_wr(struct watch_node *n, uint64_t ps, uint64_t id)
{
    const struct command cmd = {.kind = ubn_roce_probe_mem_wr_kind(id),
                                .packets = ubn_roce_probe_mem_wr_tlps(id),
                                .qp = ubn_roce_probe_mem_wr_qp(id),
                                .idx = ubn_roce_probe_mem_wr_idx(id),
                                .frame = ubn_roce_probe_mem_wr_frame(id)};
    watch_push(&n->sink, &n->write_cmds, ps, &cmd);
}

static void on_probe(void *ctx, uint64_t ps, unsigned index, uint64_t id)
{
    struct watch_node *n = ctx;
    switch ((enum ubn_roce_probe)index) {
    case UBN_ROCE_PROBE_DB_ACCEPT:
        probe_doorbell(n, id);
        break;
    case UBN_ROCE_PROBE_MEM_RD:
        probe_mem_rd(n, ps, id);
        break;
    case UBN_ROCE_PROBE_TX_FIRST:
        probe_tx_first(n, ps, id);
        break;
    case UBN_ROCE_PROBE_RX_FIRST:
        probe_rx_first(n, ubn_roce_probe_rx_first_frame(id));
        break;
    case UBN_ROCE_PROBE_RX_PACKET:
        if (ubn_roce_probe_rx_packet_rsp(id) == 0)
            n->frames[ubn_roce_probe_rx_packet_frame(id)].packet_ps = ps;
        break;
    case UBN_ROCE_PROBE_MEM_WR:
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
    .tlp_out = on_tlp_out,
    .tlp_in = on_tlp_in,
    .probe = on_probe,
};

/* ---- life ---- */

static enum ubn_status node_init(struct ubn_watch *watch, size_t i, struct watch_sink sink)
{
    struct watch_node *n = &watch->nodes[i];
    n->sink = sink;
    n->watch = watch;
    n->number = (uint16_t)i;
    ubn_portq_init(&n->wire, sizeof(struct way));
    ubn_portq_init(&n->read_cmds, sizeof(struct command));
    ubn_portq_init(&n->write_cmds, sizeof(struct command));
    n->queues = calloc(QUEUES, sizeof(struct queue *));
    n->frames = calloc(FRAMES, sizeof *n->frames);
    n->tags = calloc(TAGS, sizeof *n->tags);
    return n->queues != NULL && n->frames != NULL && n->tags != NULL ? UBN_OK : UBN_ERR_NOMEM;
}

static void watch_destroy(struct ubn_watch *watch)
{
    if (watch == NULL)
        return;
    for (size_t i = 0; i < watch->n_nodes; i++) {
        struct watch_node *n = &watch->nodes[i];
        for (size_t k = 0; n->queues != NULL && k < QUEUES; k++) {
            if (n->queues[k] != NULL)
                free(n->queues[k]->ring);
            free(n->queues[k]);
        }
        free(n->queues);
        free(n->frames);
        free(n->tags);
        free(n->payloads.ring);
        free(n->reads.ring);
        ubn_portq_free(&n->wire);
        ubn_portq_free(&n->read_cmds);
        ubn_portq_free(&n->write_cmds);
    }
    free(watch);
}

static enum ubn_status watch_create(struct ubn_engine *e, struct ubn_trace *trace, size_t n_nodes,
                                    struct ubn_watch **watch_out)
{
    struct ubn_watch *watch = calloc(1, sizeof *watch + n_nodes * sizeof watch->nodes[0]);
    enum ubn_status status = UBN_OK;
    if (watch == NULL)
        return UBN_ERR_NOMEM;
    watch->n_nodes = n_nodes;
    for (size_t i = 0; i < n_nodes && status == UBN_OK; i++)
        status = node_init(watch, i, (struct watch_sink){.engine = e, .trace = trace});
    if (status != UBN_OK) {
        watch_destroy(watch);
        return status;
    }
    *watch_out = watch;
    return UBN_OK;
}

static void *watch_node(struct ubn_watch *watch, size_t node) { return &watch->nodes[node]; }

static void watch_link(struct ubn_watch *watch, size_t from, size_t to)
{
    watch->nodes[from].peer = to;
}

static size_t open_requests(const struct watch_node *n)
{
    size_t open = 0;
    for (size_t i = 0; i < QUEUES; i++) {
        const struct queue *q = n->queues[i];
        for (uint32_t k = q != NULL ? q->first : 0; q != NULL && k != q->posted; k++)
            open += watch_at(q, k)->op != UBN_OP_UNTRACED;
    }
    return open;
}

static size_t watch_open(const struct ubn_watch *watch)
{
    size_t open = 0;
    for (size_t i = 0; i < watch->n_nodes; i++) {
        const struct watch_node *n = &watch->nodes[i];
        open += open_requests(n) + ubn_portq_count(&n->wire) + ubn_portq_count(&n->read_cmds) +
                ubn_portq_count(&n->write_cmds) + (n->payloads.tail - n->payloads.head) +
                (n->reads.tail - n->reads.head);
        for (size_t k = 0; k < TAGS; k++)
            open += n->tags[k].left_bytes != 0;
    }
    return open;
}

const struct ubn_watch_ops ubn_roce_watch_ops = {
    .create = watch_create,
    .destroy = watch_destroy,
    .listener = &listener,
    .node = watch_node,
    .link = watch_link,
    .open = watch_open,
};
