/* SPDX-License-Identifier: Apache-2.0 */
/* roce_watch_report: the stages of an operation, from the ways of its frames, once its completion
 * record is written. The rules are in csim/nic/README.md. */
#include "roce_watch_priv.h"

#include "ubn/pcie.h"
#include "ubn/verbs.h"

/* Composes the way of the request whose completion record was just written; false: it has none,
 * it ended here. */
static bool way_of(const struct watch_node *n, const struct request *r, uint16_t frame,
                   struct way *way_out)
{
    const struct way *back = &n->frames[frame];
    if (back->answer && back->request == r->number) {
        *way_out = *back;
        return true;
    }
    if (r->placed && n->frames[r->placed_frame].request == r->number) {
        *way_out = n->frames[r->placed_frame];
        return true;
    }
    /* the answer to a later request of the queue pair speaks for this one, too */
    if (!back->answer || back->node != n->number || !r->arrived)
        return false;
    const struct way *there = &n->watch->nodes[r->target].frames[r->target_frame];
    if (there->request != r->number || there->in.accept_ps > back->answer_ps)
        return false;
    *way_out = *there;
    way_out->has_read = false;
    way_out->answer_ps = back->answer_ps;
    way_out->back = back->back;
    return true;
}

static void report_there(struct watch_node *n, const struct request *r, const struct way *w)
{
    if (w->has_payload) {
        watch_interval(&n->sink, r->op, UBN_STAGE_NIC_TX, r->from_ps, w->payload.accept_ps);
        watch_interval(&n->sink, r->op, UBN_STAGE_PAYLOAD_FETCH, w->payload.accept_ps,
                       w->payload.data.arrive_ps);
        watch_entry(&n->sink, r->op, &w->payload.data);
        watch_interval(&n->sink, r->op, UBN_STAGE_NIC_TX, w->payload.data.accept_ps, w->sent_ps);
    } else {
        watch_interval(&n->sink, r->op, UBN_STAGE_NIC_TX, r->from_ps, w->sent_ps);
    }
    watch_interval(&n->sink, r->op, UBN_STAGE_WIRE_FWD, w->sent_ps, w->in.arrive_ps);
    watch_entry(&n->sink, r->op, &w->in);
}

static void report_target(struct watch_node *n, const struct request *r, const struct way *w)
{
    uint64_t from_ps = w->in.accept_ps;
    if (w->has_read) {
        const uint64_t memory_ps = w->read.data.arrive_ps - w->read.mem_ps;
        watch_interval(&n->sink, r->op, UBN_STAGE_NIC_RX, from_ps, w->read.accept_ps);
        watch_interval(&n->sink, r->op, UBN_STAGE_TGT_DMA, w->read.accept_ps, memory_ps);
        if (w->read.mem_ps != 0)
            watch_interval(&n->sink, r->op, UBN_STAGE_TGT_MEM, memory_ps, w->read.data.arrive_ps);
        watch_entry(&n->sink, r->op, &w->read.data);
        from_ps = w->read.data.accept_ps;
    } else if (w->packet_ps != 0) {
        watch_interval(&n->sink, r->op, UBN_STAGE_NIC_RX, from_ps, w->packet_ps);
        from_ps = w->packet_ps;
    }
    watch_interval(&n->sink, r->op, UBN_STAGE_NIC_RSP_TX, from_ps, w->answer_ps);
    watch_interval(&n->sink, r->op, UBN_STAGE_WIRE_BACK, w->answer_ps, w->back.arrive_ps);
    watch_entry(&n->sink, r->op, &w->back);
}

static void report(struct watch_node *n, const struct request *r, uint16_t frame,
                   const struct ubn_node_tlp *tlp)
{
    const uint64_t visible_ps = tlp->done->visible_ps;
    struct way way;
    uint64_t from_ps = tlp->last_ps;
    if (r->fetch_ps > r->from_ps) { /* its work request never came */
        watch_interval(&n->sink, r->op, UBN_STAGE_WQE_FETCH, r->fetch_ps, from_ps);
    } else if (!way_of(n, r, frame, &way)) {
        watch_interval(&n->sink, r->op, UBN_STAGE_NIC_TX, r->from_ps, from_ps);
    } else {
        report_there(n, r, &way);
        report_target(n, r, &way);
        if (r->placed && r->placed_ps >= way.back.accept_ps) {
            watch_interval(&n->sink, r->op, UBN_STAGE_NIC_RSP_RX, way.back.accept_ps, r->placed_ps);
            watch_interval(&n->sink, r->op, UBN_STAGE_PAYLOAD_DMA, r->placed_ps,
                           r->placed_visible_ps);
            from_ps = r->placed_visible_ps;
        } else {
            watch_interval(&n->sink, r->op, UBN_STAGE_NIC_RSP_RX, way.back.accept_ps, from_ps);
        }
    }
    watch_interval(&n->sink, r->op, UBN_STAGE_CQE_DMA, from_ps, visible_ps);
}

void watch_finish(struct watch_node *n, const struct command *cmd, const struct ubn_node_tlp *tlp)
{
    struct request *r = watch_find(n, cmd->qp, cmd->idx);
    if (r == NULL)
        return;
    struct queue *q = n->queues[cmd->qp];
    if (r->op != UBN_OP_UNTRACED)
        report(n, r, cmd->frame, tlp);
    q->first += (uint16_t)(cmd->idx - (uint16_t)q->first) + 1u;
    if (q->rung - q->first > q->posted - q->first)
        q->rung = q->first;
}
