/* SPDX-License-Identifier: Apache-2.0 */
/* roce_verbs: queue pairs, post and poll of the verbs interface; contract in ubn/roce.h.
 * Source: IBTA vol. 1, 10.3.1 (states), 10.8 (work requests), 11.4.2 (poll); public mlx5 user
 * driver (doorbell, BlueFlame, owner bit).
 */
#include "ubn/gen/records.h"
#include "ubn/gen/registers.h"
#include "ubn/roce.h"

#include <stdlib.h>
#include <string.h>

#define DOORBELL_BYTES 8u
/* Inline data begin where the key of the local region would stand. */
#define INLINE_OFFSET (UBN_ROCE_ENTRY_BYTES - UBN_ROCE_INLINE_MAX)
#define WC_RECV 0x80u

/* ---- queue pairs ---- */

static enum ubn_status wq_init(const struct ubn_roce_wq_config *cfg, struct ubn_roce_wq *wq)
{
    *wq = (struct ubn_roce_wq){.base = cfg->base};
    if (cfg->base == UBN_ROCE_NO_QUEUE) {
        return UBN_OK;
    }
    if (cfg->shift > UBN_ROCE_WQ_SHIFT_MAX) {
        return UBN_ERR_ARG;
    }
    wq->depth = UINT32_C(1) << cfg->shift;
    wq->ops = calloc(wq->depth, sizeof(*wq->ops));
    return wq->ops != NULL ? UBN_OK : UBN_ERR_NOMEM;
}

enum ubn_status ubn_roce_qp_init(const struct ubn_roce_qp_config *cfg, bool blueflame,
                                 struct ubn_roce_qp *qp_out)
{
    struct ubn_roce_qp qp = {.cfg = *cfg, .blueflame = blueflame};
    enum ubn_status status = wq_init(&cfg->sq, &qp.sq);

    if (status == UBN_OK) {
        status = wq_init(&cfg->rq, &qp.rq);
    }
    if (status != UBN_OK) {
        ubn_roce_qp_free(&qp);
        return status;
    }
    *qp_out = qp;
    return UBN_OK;
}

void ubn_roce_qp_free(struct ubn_roce_qp *qp)
{
    free(qp->sq.ops);
    free(qp->rq.ops);
    *qp = (struct ubn_roce_qp){0};
}

static uint64_t page(const struct ubn_roce_qp *qp)
{
    return UBN_ROCE_MAP_QP_BASE + (uint64_t)qp->cfg.qpn * UBN_ROCE_PAGE_BYTES;
}

static bool may_go(enum ubn_roce_qp_state from, enum ubn_roce_qp_state to)
{
    switch (to) {
    case UBN_ROCE_QP_STATE_RESET:
    case UBN_ROCE_QP_STATE_ERR:
        return true;
    case UBN_ROCE_QP_STATE_INIT:
        return from == UBN_ROCE_QP_STATE_RESET;
    case UBN_ROCE_QP_STATE_RTR:
        return from == UBN_ROCE_QP_STATE_INIT;
    case UBN_ROCE_QP_STATE_RTS:
        return from == UBN_ROCE_QP_STATE_RTR || from == UBN_ROCE_QP_STATE_SQD;
    case UBN_ROCE_QP_STATE_SQD:
        return from == UBN_ROCE_QP_STATE_RTS;
    default:
        return false;
    }
}

static void forget(struct ubn_roce_wq *wq) { wq->pi = wq->ci = wq->rung = 0; }

enum ubn_status ubn_roce_modify(struct ubn_roce_qp *qp, enum ubn_roce_qp_state to,
                                struct ubn_roce_writes *writes)
{
    const enum ubn_roce_qp_state from = qp->cfg.state;
    enum ubn_status status;

    if (!may_go(from, to)) {
        return UBN_ERR_ARG;
    }
    qp->cfg.state = to;
    if (to == UBN_ROCE_QP_STATE_ERR) {
        status = ubn_roce_program_error(qp->cfg.qpn, writes);
    } else if (to == UBN_ROCE_QP_STATE_INIT) {
        status = ubn_roce_program_qp(&qp->cfg, writes);
    } else {
        status = ubn_roce_program_qp_cfg(&qp->cfg, writes);
    }
    if (to == UBN_ROCE_QP_STATE_RESET && status == UBN_OK) {
        status = ubn_roce_program_no_queues(qp->cfg.qpn, writes);
        forget(&qp->sq);
        forget(&qp->rq);
        qp->buffer = false;
    }
    if (status != UBN_OK) {
        qp->cfg.state = from;
    }
    return status;
}

/* ---- post ---- */

uint32_t ubn_roce_key(const struct ubn_key *key) { return key->id << 8 | (key->token & 0xffu); }

static bool is_atomic(enum ubn_op op) { return op == UBN_OP_CAS || op == UBN_OP_FADD; }

/* Says whether a work request keeps the limits; its state is checked elsewhere. */
static bool is_legal(const struct ubn_work *work)
{
    if ((unsigned)work->op >= UBN_OP_COUNT || work->len_bytes > UBN_ROCE_LEN_MAX_BYTES) {
        return false;
    }
    if (is_atomic(work->op)) {
        return work->len_bytes == UBN_ROCE_ATOMIC_BYTES &&
               work->remote_addr % UBN_ROCE_ATOMIC_BYTES == 0 && !work->inline_data;
    }
    return !work->inline_data ||
           (work->op != UBN_OP_READ && work->len_bytes <= UBN_ROCE_INLINE_MAX);
}

static enum ubn_roce_wr_opcode wr_opcode(enum ubn_op op)
{
    static const enum ubn_roce_wr_opcode codes[UBN_OP_COUNT] = {
        [UBN_OP_READ] = UBN_ROCE_WR_OPCODE_READ,
        [UBN_OP_WRITE] = UBN_ROCE_WR_OPCODE_WRITE,
        [UBN_OP_WRITE_IMM] = UBN_ROCE_WR_OPCODE_WRITE_IMM,
        [UBN_OP_SEND] = UBN_ROCE_WR_OPCODE_SEND,
        [UBN_OP_SEND_IMM] = UBN_ROCE_WR_OPCODE_SEND_IMM,
        [UBN_OP_CAS] = UBN_ROCE_WR_OPCODE_CAS,
        [UBN_OP_FADD] = UBN_ROCE_WR_OPCODE_FADD,
    };
    return codes[op];
}

static enum ubn_roce_wc_opcode wc_opcode(enum ubn_op op)
{
    static const enum ubn_roce_wc_opcode codes[UBN_OP_COUNT] = {
        [UBN_OP_READ] = UBN_ROCE_WC_OPCODE_READ,       [UBN_OP_WRITE] = UBN_ROCE_WC_OPCODE_WRITE,
        [UBN_OP_WRITE_IMM] = UBN_ROCE_WC_OPCODE_WRITE, [UBN_OP_SEND] = UBN_ROCE_WC_OPCODE_SEND,
        [UBN_OP_SEND_IMM] = UBN_ROCE_WC_OPCODE_SEND,   [UBN_OP_CAS] = UBN_ROCE_WC_OPCODE_CAS,
        [UBN_OP_FADD] = UBN_ROCE_WC_OPCODE_FADD,
    };
    return codes[op];
}

/* Takes the next entry of a queue: writes it where the post carries it. */
static uint16_t take_entry(struct ubn_roce_wq *wq, const struct ubn_roce_wqe *wqe, uint8_t op,
                           struct ubn_host_post *post_out)
{
    const uint32_t at = wq->pi & (wq->depth - 1u);
    const uint16_t idx = (uint16_t)wq->pi;

    *post_out = (struct ubn_host_post){
        .entry = {.addr = wq->base + (uint64_t)at * UBN_ROCE_ENTRY_BYTES,
                  .bytes = UBN_ROCE_ENTRY_BYTES,
                  .tag = UBN_TAG_NONE},
        .silent = true,
    };
    ubn_roce_wqe_pack(wqe, post_out->entry.data);
    wq->ops[at] = op;
    wq->pi++;
    return idx;
}

/* Makes the store that tells of all entries posted so far. */
static void ring_for(struct ubn_roce_qp *qp, struct ubn_roce_wq *wq, uint64_t tag,
                     struct ubn_host_post *post_out)
{
    const bool receive = wq == &qp->rq;
    struct ubn_host_store *store = &post_out->store;

    store->tag = tag;
    post_out->silent = false;
    if (!receive && qp->blueflame && wq->pi - wq->rung == 1) {
        store->addr = page(qp) + (qp->buffer ? UBN_ROCE_PAGE_BLUEFLAME1 : 0);
        store->bytes = UBN_ROCE_ENTRY_BYTES;
        memcpy(store->data, post_out->entry.data, UBN_ROCE_ENTRY_BYTES);
        qp->buffer = !qp->buffer;
    } else {
        const struct ubn_roce_doorbell doorbell = {.pi = (uint16_t)wq->pi, .rq = receive};

        store->addr = page(qp) + UBN_ROCE_PAGE_DOORBELL;
        store->bytes = DOORBELL_BYTES;
        ubn_roce_doorbell_pack(&doorbell, store->data);
    }
    wq->rung = wq->pi;
}

static bool takes_sends(enum ubn_roce_qp_state state)
{
    return state == UBN_ROCE_QP_STATE_RTS || state == UBN_ROCE_QP_STATE_SQD ||
           state == UBN_ROCE_QP_STATE_ERR;
}

enum ubn_status ubn_roce_post(struct ubn_roce_qp *qp, const struct ubn_work *work,
                              const uint8_t *inline_data, bool ring, struct ubn_host_post *post_out,
                              uint16_t *idx_out)
{
    struct ubn_roce_wq *wq = &qp->sq;

    if (!takes_sends(qp->cfg.state) || wq->depth == 0 || !is_legal(work)) {
        return UBN_ERR_ARG;
    }
    if (wq->pi - wq->ci >= wq->depth) {
        return UBN_ERR_FULL;
    }
    const struct ubn_roce_wqe wqe = {
        .opcode = (uint8_t)wr_opcode(work->op),
        .signaled = work->signaled,
        .fence = work->fence,
        .inline_ = work->inline_data,
        .wqe_idx = (uint16_t)wq->pi,
        .qpn = qp->cfg.qpn,
        .sge_num = work->len_bytes != 0,
        .imm = work->imm,
        .remote_addr = work->remote_addr,
        .rkey = ubn_roce_key(&work->remote_key),
        .length = work->len_bytes,
        .lkey = ubn_roce_key(&work->local_key),
        .local_addr = work->local_addr,
        .swap_add = work->swap_add,
        .compare = work->compare,
    };
    const uint8_t op = (uint8_t)(work->op | (work->signaled ? UBN_ROCE_OP_SIGNALED : 0u));

    *idx_out = take_entry(wq, &wqe, op, post_out);
    if (work->inline_data) {
        memset(&post_out->entry.data[INLINE_OFFSET], 0, UBN_ROCE_INLINE_MAX);
        memcpy(&post_out->entry.data[INLINE_OFFSET], inline_data, work->len_bytes);
    }
    post_out->store.tag = UBN_TAG_NONE;
    if (ring) {
        ring_for(qp, wq, work->trace_op == UBN_OP_UNTRACED ? UBN_TAG_NONE : work->trace_op,
                 post_out);
    }
    return UBN_OK;
}

enum ubn_status ubn_roce_post_recv(struct ubn_roce_qp *qp, const struct ubn_recv *recv, bool ring,
                                   struct ubn_host_post *post_out, uint16_t *idx_out)
{
    struct ubn_roce_wq *wq = &qp->rq;

    if (qp->cfg.state == UBN_ROCE_QP_STATE_RESET || wq->depth == 0 ||
        recv->len_bytes > UBN_ROCE_LEN_MAX_BYTES) {
        return UBN_ERR_ARG;
    }
    if (wq->pi - wq->ci >= wq->depth) {
        return UBN_ERR_FULL;
    }
    const struct ubn_roce_wqe wqe = {.signaled = 1,
                                     .wqe_idx = (uint16_t)wq->pi,
                                     .qpn = qp->cfg.qpn,
                                     .sge_num = recv->len_bytes != 0,
                                     .length = recv->len_bytes,
                                     .lkey = ubn_roce_key(&recv->key),
                                     .local_addr = recv->addr};

    *idx_out = take_entry(wq, &wqe, UBN_ROCE_OP_SIGNALED, post_out);
    post_out->store.tag = UBN_TAG_NONE;
    if (ring) {
        ring_for(qp, wq, UBN_TAG_NONE, post_out);
    }
    return UBN_OK;
}

/* ---- poll ---- */

int ubn_roce_poll_cq(struct ubn_roce_cq *cq, const struct ubn_mem *mem, struct ubn_roce_wc *wc_out)
{
    uint8_t record[UBN_ROCE_CQE_BYTES];
    struct ubn_roce_cqe cqe;
    const uint32_t depth = UINT32_C(1) << cq->shift;
    const uint64_t addr = cq->base + (uint64_t)(cq->ci & (depth - 1u)) * UBN_ROCE_CQE_BYTES;

    if (ubn_mem_read(mem, addr, sizeof(record), record) != UBN_OK) {
        return -1;
    }
    ubn_roce_cqe_unpack(record, &cqe);
    if (cqe.owner != ((cq->ci & depth) == 0)) {
        return 0;
    }
    cq->ci++;
    *wc_out = (struct ubn_roce_wc){.qpn = cqe.qpn,
                                   .opcode = cqe.opcode,
                                   .status = cqe.status,
                                   .wqe_idx = cqe.wqe_idx,
                                   .byte_cnt = cqe.byte_cnt,
                                   .with_imm = cqe.with_imm != 0,
                                   .imm = cqe.imm,
                                   .src_qpn = cqe.src_qpn};
    return 1;
}

bool ubn_roce_wc_is_recv(const struct ubn_roce_wc *wc) { return (wc->opcode & WC_RECV) != 0; }

const char *ubn_roce_complete(struct ubn_roce_qp *qp, const struct ubn_roce_wc *wc)
{
    const bool recv = ubn_roce_wc_is_recv(wc);
    struct ubn_roce_wq *wq = recv ? &qp->rq : &qp->sq;
    const uint16_t ahead = (uint16_t)(wc->wqe_idx - (uint16_t)wq->ci);
    const char *oddity = NULL;

    if (ahead >= wq->pi - wq->ci) {
        return "completion of an entry that is not posted";
    }
    for (uint32_t i = 0; i < ahead; i++) {
        if (wq->ops[(wq->ci + i) & (wq->depth - 1u)] & UBN_ROCE_OP_SIGNALED) {
            oddity = "an earlier entry that asked for a completion has none";
        }
    }
    const uint8_t op = wq->ops[(wq->ci + ahead) & (wq->depth - 1u)];
    wq->ci += ahead + 1u;
    if (oddity != NULL) {
        return oddity;
    }
    if (wc->status != UBN_ROCE_WC_STATUS_SUCCESS) {
        return NULL; /* the rest is undefined: the controller may not even have the entry */
    }
    if ((op & UBN_ROCE_OP_SIGNALED) == 0) {
        return "completion that was not asked for";
    }
    if (!recv && wc->opcode != wc_opcode((enum ubn_op)(op & ~UBN_ROCE_OP_SIGNALED))) {
        return "completion of another operation";
    }
    return recv && wc->src_qpn != qp->cfg.dest_qpn
               ? "completion of a message from another queue pair"
               : NULL;
}

enum ubn_cpl_status ubn_roce_cpl_status(uint8_t status)
{
    switch (status) {
    case UBN_ROCE_WC_STATUS_SUCCESS:
        return UBN_CPL_OK;
    case UBN_ROCE_WC_STATUS_LOC_LEN:
        return UBN_CPL_LOCAL_LENGTH;
    case UBN_ROCE_WC_STATUS_LOC_QP_OP:
        return UBN_CPL_LOCAL_OP;
    case UBN_ROCE_WC_STATUS_LOC_PROT:
    case UBN_ROCE_WC_STATUS_LOC_ACCESS:
        return UBN_CPL_LOCAL_ACCESS;
    case UBN_ROCE_WC_STATUS_WR_FLUSH:
        return UBN_CPL_FLUSHED;
    case UBN_ROCE_WC_STATUS_BAD_RESP:
        return UBN_CPL_BAD_RESPONSE;
    case UBN_ROCE_WC_STATUS_REM_INV_REQ:
        return UBN_CPL_REMOTE_INVALID;
    case UBN_ROCE_WC_STATUS_REM_ACCESS:
        return UBN_CPL_REMOTE_ACCESS;
    case UBN_ROCE_WC_STATUS_REM_OP:
        return UBN_CPL_REMOTE_OP;
    case UBN_ROCE_WC_STATUS_RETRY_EXC:
        return UBN_CPL_RETRY_EXCEEDED;
    case UBN_ROCE_WC_STATUS_RNR_RETRY_EXC:
        return UBN_CPL_RNR_EXCEEDED;
    default:
        return UBN_CPL_OTHER;
    }
}
