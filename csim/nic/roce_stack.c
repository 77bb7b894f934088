/* SPDX-License-Identifier: Apache-2.0 */
/* roce_stack: the tables of the three RoCE stacks over driver (roce_setup.c), library
 * (roce_verbs.c) and watch (roce_watch.c); contract in ubn/stack.h. They differ in how the
 * controller gets a work request.
 */
#include "ubn/stack.h"

#include "ubn/gen/registers.h"
#include "ubn/log.h"
#include "ubn/pcie.h"
#include "ubn/roce.h"
#include "ubn/roce_watch.h"

#include <stdlib.h>
#include <string.h>

/* All queue pairs and regions are in one protection domain. */
#define PD 1u
#define PKEY_DEFAULT 0xffffu
#define UDP_SPORT_BASE 0xc000u
/* Recovery settings of public performance tests: 67 ms, 7 retries, RNR retries for ever. */
#define ACK_TIMEOUT 14u
#define RETRIES 7u
#define RNR_TIMER 12u
/* Contexts of the controller as built.  rtl/roce: QPS, CQS, MRS */
#define QPS 64u
#define CQS 64u
#define MRS 256u

struct ubn_nic {
    struct ubn_nic_env env;
    bool blueflame;
    struct ubn_roce_node_config cfg; /* for the driver; arrays below */
    struct ubn_roce_cq_config *cq_cfgs;
    struct ubn_roce_mr_config *mr_cfgs;
    struct ubn_roce_qp_config *qp_cfgs;
    struct ubn_roce_qp *qps; /* shape [cfg.n_qps], made by setup_start */
    struct ubn_roce_cq *cqs; /* shape [cfg.n_cqs] */
    struct ubn_roce_setup setup;
};

/* ---- life ---- */

static enum ubn_status nic_create(const struct ubn_nic_env *env, bool blueflame,
                                  struct ubn_nic **nic_out)
{
    const struct ubn_nic_settings *s = env->settings;
    struct ubn_nic *nic = calloc(1, sizeof(*nic));

    if (nic == NULL) {
        return UBN_ERR_NOMEM;
    }
    nic->env = *env;
    nic->blueflame = blueflame;
    nic->cfg = (struct ubn_roce_node_config){
        .mac = ubn_roce_node_mac(env->node),
        .ip = ubn_roce_node_ip(env->node),
        .issue_interval_cyc = s->issue_interval_cyc,
        .fetch_max = s->fetch_max,
        .pad_tx_cyc = s->pad_tx_cyc,
        .pad_rx_cyc = s->pad_rx_cyc,
        .pad_rsp_tx_cyc = s->pad_rsp_tx_cyc,
        .pad_rsp_rx_cyc = s->pad_rsp_rx_cyc,
        .mps_bytes = s->mps_bytes,
        .mrrs_bytes = s->mrrs_bytes,
        .tags = s->tags,
        .timeout_cyc = s->timeout_cyc,
    };
    *nic_out = nic;
    return UBN_OK;
}

static enum ubn_status nic_create_dma(const struct ubn_nic_env *env, struct ubn_nic **nic_out)
{
    return nic_create(env, false, nic_out);
}

static enum ubn_status nic_create_bf(const struct ubn_nic_env *env, struct ubn_nic **nic_out)
{
    return nic_create(env, true, nic_out);
}

static void nic_destroy(struct ubn_nic *nic)
{
    if (nic == NULL) {
        return;
    }
    for (size_t i = 0; nic->qps != NULL && i < nic->cfg.n_qps; i++) {
        ubn_roce_qp_free(&nic->qps[i]);
    }
    free(nic->qps);
    free(nic->cqs);
    free(nic->cq_cfgs);
    free(nic->mr_cfgs);
    free(nic->qp_cfgs);
    ubn_roce_setup_free(&nic->setup);
    free(nic);
}

/* Adds room for one more item to an array; NULL: no memory, the array is as before. */
static void *grow(void *array, size_t n, size_t item_bytes)
{
    return realloc(array, (n + 1) * item_bytes);
}

/* Refuses what the controller has no room for. */
static enum ubn_status has_room(size_t n, size_t max, const char *what)
{
    if (n < max) {
        return UBN_OK;
    }
    ubn_log_error("RoCE: more than %zu %s", max, what);
    return UBN_ERR_CONFIG;
}

/* ---- description ---- */

/* A key has 8 bits that are not its number; both remote keys are the same. */
static enum ubn_status add_region(struct ubn_nic *nic, const struct ubn_region_config *cfg,
                                  struct ubn_region *region_out)
{
    const struct ubn_key key = {.id = cfg->id, .token = cfg->secret & 0xffu};
    const enum ubn_status status = has_room(cfg->id, MRS, "memory regions");

    if (status != UBN_OK) {
        return status;
    }
    void *mrs = grow(nic->mr_cfgs, nic->cfg.n_mrs, sizeof(*nic->mr_cfgs));

    if (mrs == NULL) {
        return UBN_ERR_NOMEM;
    }
    nic->mr_cfgs = mrs;
    nic->mr_cfgs[nic->cfg.n_mrs++] = (struct ubn_roce_mr_config){
        .id = cfg->id,
        .key = (uint8_t)key.token,
        .pd = PD,
        .local_write = cfg->local_write,
        .remote_write = cfg->remote_write,
        .remote_read = cfg->remote_read,
        .remote_atomic = cfg->remote_atomic,
        .va = cfg->va,
        .len_bytes = cfg->len_bytes,
        .pa = cfg->pa,
    };
    *region_out = (struct ubn_region){.local = key, .remote = {key, key}};
    return UBN_OK;
}

static enum ubn_status add_cq(struct ubn_nic *nic, const struct ubn_cq_config *cfg)
{
    const size_t n = nic->cfg.n_cqs;
    const enum ubn_status status = has_room(n, CQS, "completion queues");

    if (status != UBN_OK) {
        return status;
    }
    void *cfgs = grow(nic->cq_cfgs, n, sizeof(*nic->cq_cfgs));
    void *cqs = grow(nic->cqs, n, sizeof(*nic->cqs));

    nic->cq_cfgs = cfgs != NULL ? cfgs : nic->cq_cfgs;
    nic->cqs = cqs != NULL ? cqs : nic->cqs;
    if (cfgs == NULL || cqs == NULL) {
        return UBN_ERR_NOMEM;
    }
    nic->cq_cfgs[n] =
        (struct ubn_roce_cq_config){.id = (uint32_t)n, .shift = cfg->shift, .base = cfg->base};
    nic->cqs[n] = (struct ubn_roce_cq){.base = cfg->base, .shift = cfg->shift};
    nic->cfg.n_cqs++;
    return ubn_pcie_queue_region(nic->env.pcie, cfg->base,
                                 (uint64_t)UBN_ROCE_ENTRY_BYTES << cfg->shift, true);
}

/* The send queue, then the receive queue. */
static uint64_t queue_bytes(uint32_t depth, uint32_t recv_depth)
{
    return ((uint64_t)depth + recv_depth) * UBN_ROCE_ENTRY_BYTES;
}

static uint8_t shift_of(uint32_t depth)
{
    uint8_t shift = 0;

    while (shift < 31 && UINT32_C(1) << shift < depth) {
        shift++;
    }
    return shift;
}

static bool is_depth(uint32_t depth)
{
    return (depth & (depth - 1u)) == 0 && depth <= UINT32_C(1) << UBN_ROCE_WQ_SHIFT_MAX;
}

static enum ubn_status add_queue(struct ubn_nic *nic, const struct ubn_queue_config *cfg)
{
    const struct ubn_nic_settings *s = nic->env.settings;
    const size_t n = nic->cfg.n_qps;
    const uint64_t sq_bytes = queue_bytes(cfg->depth, 0);
    enum ubn_status status = has_room(n, QPS, "queue pairs");

    if (status == UBN_OK &&
        (cfg->depth == 0 || !is_depth(cfg->depth) || !is_depth(cfg->recv_depth))) {
        ubn_log_error("RoCE: work queues of %u and %u entries; a power of two up to %u", cfg->depth,
                      cfg->recv_depth, 1u << UBN_ROCE_WQ_SHIFT_MAX);
        status = UBN_ERR_CONFIG;
    }
    if (status != UBN_OK) {
        return status;
    }
    void *cfgs = grow(nic->qp_cfgs, n, sizeof(*nic->qp_cfgs));
    if (cfgs == NULL) {
        return UBN_ERR_NOMEM;
    }
    nic->qp_cfgs = cfgs;
    nic->qp_cfgs[n] = (struct ubn_roce_qp_config){
        .qpn = (uint32_t)n,
        .state = cfg->reset ? UBN_ROCE_QP_STATE_RESET : UBN_ROCE_QP_STATE_RTS,
        .mtu_bytes = s->mtu_bytes,
        .remote_write = true,
        .remote_read = true,
        .remote_atomic = true,
        .min_rnr = RNR_TIMER,
        .timeout = ACK_TIMEOUT,
        .retry_cnt = RETRIES,
        .rnr_retry = RETRIES,
        .max_rd = (uint8_t)(s->read_depth <= UINT8_MAX ? s->read_depth : 0),
        .max_dest_rd = (uint8_t)(s->read_depth <= UINT8_MAX ? s->read_depth : 0),
        .pd = PD,
        .pkey = PKEY_DEFAULT,
        .send_cq = cfg->cq,
        .recv_cq = cfg->recv_cq,
        .udp_sport = (uint16_t)(UDP_SPORT_BASE + n),
        .sq_psn = s->first_psn == UBN_FIRST_RANDOM
                      ? ubn_roce_first_psn(nic->env.seed, nic->env.node, (uint32_t)n)
                      : s->first_psn,
        .sq = {.base = cfg->base, .shift = shift_of(cfg->depth)},
        .rq = {.base = cfg->recv_depth == 0 ? UBN_ROCE_NO_QUEUE : cfg->base + sq_bytes,
               .shift = shift_of(cfg->recv_depth)},
    };
    nic->cfg.n_qps++;
    return ubn_pcie_queue_region(nic->env.pcie, cfg->base, queue_bytes(cfg->depth, cfg->recv_depth),
                                 false);
}

static void connect_end(struct ubn_roce_qp_config *end, const struct ubn_nic *other,
                        const struct ubn_roce_qp_config *other_end)
{
    end->dest_qpn = other_end->qpn;
    end->dst_mac = other->cfg.mac;
    end->dst_ip = other->cfg.ip;
    end->rq_psn = other_end->sq_psn;
}

static enum ubn_status connect(struct ubn_nic *a, uint32_t a_queue, struct ubn_nic *b,
                               uint32_t b_queue)
{
    if (a_queue >= a->cfg.n_qps || b_queue >= b->cfg.n_qps) {
        ubn_log_error("RoCE: a queue pair needs one at the other end");
        return UBN_ERR_CONFIG;
    }
    connect_end(&a->qp_cfgs[a_queue], b, &b->qp_cfgs[b_queue]);
    connect_end(&b->qp_cfgs[b_queue], a, &a->qp_cfgs[a_queue]);
    return UBN_OK;
}

/* ---- setup ---- */

static enum ubn_status setup_start(struct ubn_nic *nic, uint64_t ps)
{
    enum ubn_status status = UBN_OK;

    nic->cfg.cqs = nic->cq_cfgs;
    nic->cfg.mrs = nic->mr_cfgs;
    nic->cfg.qps = nic->qp_cfgs;
    nic->qps = calloc(nic->cfg.n_qps + 1, sizeof(*nic->qps));
    if (nic->qps == NULL) {
        return UBN_ERR_NOMEM;
    }
    for (size_t i = 0; i < nic->cfg.n_qps && status == UBN_OK; i++) {
        status = ubn_roce_qp_init(&nic->qp_cfgs[i], nic->blueflame, &nic->qps[i]);
    }
    return status != UBN_OK
               ? status
               : ubn_roce_setup_start(nic->env.engine, nic->env.pcie, ps, &nic->cfg, &nic->setup);
}

static struct ubn_setup_state setup_state(const struct ubn_nic *nic)
{
    return (struct ubn_setup_state){.done = nic->setup.done,
                                    .refused = (uint32_t)nic->setup.refused,
                                    .last_ps = nic->setup.last_ps};
}

struct ubn_roce_qp *ubn_roce_stack_qp(struct ubn_nic *nic, uint32_t queue)
{
    return &nic->qps[queue];
}

/* ---- work ---- */

/* Finds what the CPU copies into a work request. */
static enum ubn_status inline_data(const struct ubn_nic *nic, const struct ubn_work *work,
                                   uint8_t data[UBN_ROCE_INLINE_MAX])
{
    for (size_t i = 0; i < nic->cfg.n_mrs; i++) {
        const struct ubn_roce_mr_config *mr = &nic->mr_cfgs[i];

        if (mr->id == work->local_key.id && work->len_bytes <= UBN_ROCE_INLINE_MAX) {
            return ubn_mem_read(nic->env.mem, work->local_addr - mr->va + mr->pa, work->len_bytes,
                                data);
        }
    }
    return UBN_ERR_ARG;
}

static void refuse(struct ubn_nic *nic, uint32_t queue, enum ubn_status status)
{
    ubn_log_error("RoCE: node %u queue pair %u: work request refused: %s", (unsigned)nic->env.node,
                  (unsigned)queue, ubn_status_name(status));
    ubn_engine_fail(nic->env.engine, status);
}

static void post(struct ubn_nic *nic, uint32_t queue, const struct ubn_work *work, bool ring,
                 uint32_t *id_out, struct ubn_host_post *post_out)
{
    struct ubn_roce_qp *qp = &nic->qps[queue];
    uint8_t data[UBN_ROCE_INLINE_MAX];
    uint16_t idx = 0;
    enum ubn_status status = work->inline_data ? inline_data(nic, work, data) : UBN_OK;

    if (status == UBN_OK) {
        status = ubn_roce_post(qp, work, data, ring, post_out, &idx);
    }
    if (status != UBN_OK) {
        refuse(nic, queue, status);
        *post_out = (struct ubn_host_post){.silent = true};
    } else if (nic->env.watch != NULL) {
        ubn_roce_watch_posted(nic->env.watch, nic->env.node, qp->cfg.qpn, idx, work->trace_op);
    }
    *id_out = idx & (qp->sq.depth - 1u);
}

static void post_recv(struct ubn_nic *nic, uint32_t queue, const struct ubn_recv *recv, bool ring,
                      uint32_t *id_out, struct ubn_host_post *post_out)
{
    struct ubn_roce_qp *qp = &nic->qps[queue];
    uint16_t idx = 0;
    const enum ubn_status status = ubn_roce_post_recv(qp, recv, ring, post_out, &idx);

    if (status != UBN_OK) {
        refuse(nic, queue, status);
        *post_out = (struct ubn_host_post){.silent = true};
    }
    *id_out = qp->rq.depth == 0 ? 0 : idx & (qp->rq.depth - 1u);
}

static int poll(struct ubn_nic *nic, uint32_t cq, struct ubn_cpl *cpl_out)
{
    struct ubn_roce_wc wc;
    const int found = ubn_roce_poll_cq(&nic->cqs[cq], nic->env.mem, &wc);

    if (found != 1) {
        return found;
    }
    *cpl_out = (struct ubn_cpl){.queue = wc.qpn,
                                .id = wc.wqe_idx,
                                .status = ubn_roce_cpl_status(wc.status),
                                .code = wc.status,
                                .bytes = wc.byte_cnt,
                                .recv = ubn_roce_wc_is_recv(&wc),
                                .with_imm = wc.with_imm,
                                .imm = wc.imm};
    if (wc.qpn >= nic->cfg.n_qps) {
        cpl_out->oddity = "completion of no queue pair";
        return 1;
    }
    struct ubn_roce_qp *qp = &nic->qps[wc.qpn];
    const struct ubn_roce_wq *wq = cpl_out->recv ? &qp->rq : &qp->sq;

    cpl_out->oddity = ubn_roce_complete(qp, &wc);
    if (cpl_out->oddity == NULL && cq != (cpl_out->recv ? qp->cfg.recv_cq : qp->cfg.send_cq)) {
        cpl_out->oddity = "completion in another completion queue";
    }
    cpl_out->id = wq->depth == 0 ? 0 : wc.wqe_idx & (wq->depth - 1u);
    return 1;
}

/* ---- registers ---- */

static enum ubn_status load(struct ubn_nic *nic, uint64_t ps, uint32_t offset, ubn_stack_load_fn fn,
                            void *ctx)
{
    return ubn_pcie_host_read(nic->env.pcie, ps, UBN_ROCE_MAP_REGS_BASE + offset, 8, fn, ctx);
}

static const struct ubn_stack_reg regs[] = {
    {"nic.tx_frames", UBN_ROCE_REG_TX_FRAMES, "frames", "frames sent whole", true, UBN_EXPECT_ANY},
    {"nic.rx_frames", UBN_ROCE_REG_RX_FRAMES, "frames", "frames received whole", true,
     UBN_EXPECT_ANY},
    {"nic.drop_store", UBN_ROCE_REG_DROP_STORE, "stores", "stores refused", true, UBN_EXPECT_ZERO},
    {"nic.drop_frame", UBN_ROCE_REG_DROP_FRAME, "frames", "frames not ours or malformed", true,
     UBN_EXPECT_ZERO},
    {"nic.drop_icrc", UBN_ROCE_REG_DROP_ICRC, "frames", "frames with a bad ICRC", true,
     UBN_EXPECT_ZERO},
    {"nic.drop_qp", UBN_ROCE_REG_DROP_QP, "packets", "packets of no queue pair that receives", true,
     UBN_EXPECT_ZERO},
    {"nic.drop_pkey", UBN_ROCE_REG_DROP_PKEY, "packets", "packets of another partition", true,
     UBN_EXPECT_ZERO},
    {"nic.drop_psn", UBN_ROCE_REG_DROP_PSN, "packets", "packets with an unexpected PSN", true,
     UBN_EXPECT_ZERO},
    {"nic.drop_rsp", UBN_ROCE_REG_DROP_RSP, "responses", "responses to no request", true,
     UBN_EXPECT_ZERO},
    {"nic.bus_errors", UBN_ROCE_REG_BUS_ERRORS, "answers", "PCIe errors the controller saw", true,
     UBN_EXPECT_ZERO},
    {"nic.naks_sent", UBN_ROCE_REG_NAKS_SENT, "packets", "negative acknowledgements sent", true,
     UBN_EXPECT_ZERO},
    {"nic.acks_merged", UBN_ROCE_REG_ACKS_MERGED, "packets",
     "acknowledgements merged into a later one", false, UBN_EXPECT_ANY},
    {"nic.qp_errors", UBN_ROCE_REG_QP_ERRORS, "queue pairs", "queue pairs put into error", true,
     UBN_EXPECT_ZERO},
};

/* ---- the tables ---- */

/* A bad key puts the queue pair into error, so no operation may be made faulty. The passes are
 * those of a 64 B read as measured; the transmit pass of a fetched work request is the sum of its
 * two parts. */
#define ROCE_STACK(tx)                                                                             \
    .identity = UBN_ROCE_IDENTITY, .controller = "roce", .queue_name = "queue pairs",              \
    .attach = UBN_ATTACH_PCIE, .psn_serial = true, .paired = true,                                 \
    .ops = UBN_OP_BIT(UBN_OP_COUNT) - 1u, .fault_ops = 0,                                          \
    .limits = {.inflight_max = UINT32_C(1) << UBN_ROCE_WQ_SHIFT_MAX,                               \
               .queues_max = QPS,                                                                  \
               .cqs_max = CQS,                                                                     \
               .regions_max = MRS - 1u,                                                            \
               .bytes_max = UBN_ROCE_LEN_MAX_BYTES,                                                \
               .inline_max_bytes = UBN_ROCE_INLINE_MAX,                                            \
               .token_bits = 8,                                                                    \
               .unknown_key_ids = {MRS - 1u, 0xffffffu}},                                          \
    .passes = {.tx_cyc = (tx),                                                                     \
               .rx_cyc = 7,                                                                        \
               .rsp_tx_cyc = 8,                                                                    \
               .rsp_rx_cyc = 9,                                                                    \
               .published_cyc = 9,                                                                 \
               .published_issue_cyc = 6},                                                          \
    .watch = &ubn_roce_watch_ops, .regs = regs, .n_regs = sizeof(regs) / sizeof(regs[0]),          \
    .nic_destroy = nic_destroy, .add_region = add_region, .add_cq = add_cq,                        \
    .queue_bytes = queue_bytes, .add_queue = add_queue, .connect = connect,                        \
    .setup_start = setup_start, .setup_state = setup_state, .post = post, .post_recv = post_recv,  \
    .poll = poll, .load = load

const struct ubn_stack ubn_stack_roce_dma = {
    .name = "roce_dma", .nic_create = nic_create_dma, ROCE_STACK(9)};
const struct ubn_stack ubn_stack_roce_bf = {
    .name = "roce_bf", .nic_create = nic_create_bf, ROCE_STACK(7)};
const struct ubn_stack ubn_stack_roce_dpu = {
    .name = "roce_dpu", .nic_create = nic_create_bf, .on_card = true, ROCE_STACK(7)};
