/* SPDX-License-Identifier: Apache-2.0 */
/* urma_stack: the table of the URMA stack over driver (urma_setup.c), library (urma_verbs.c) and
 * watch (urma_watch.c); contract in ubn/stack.h.
 */
#include "ubn/stack.h"

#include "ubn/bus.h"
#include "ubn/gen/registers.h"
#include "ubn/log.h"
#include "ubn/urma.h"
#include "ubn/urma_watch.h"

#include <stdlib.h>
#include <string.h>

#define TASSN_MASK 0xffffu

/* One queue as the library uses it. */
struct queue {
    struct ubn_urma_jetty sq;
    uint64_t user_data;
    uint8_t remote_eid[16];
};

/* Channels toward one other node. */
struct peer {
    const struct ubn_nic *nic;
    uint32_t *tpns; /* shape [channels] */
    uint32_t n_tpns;
    uint32_t n_queues; /* connected so far: queue k uses channel k mod channels */
};

struct ubn_nic {
    struct ubn_nic_env env;
    struct ubn_urma_node_config cfg; /* for the driver; arrays below */
    struct ubn_urma_jetty_config *jetty_cfgs;
    struct ubn_urma_jfc_config *jfc_cfgs;
    struct ubn_urma_seg_config *seg_cfgs;
    struct ubn_urma_chan_config *chan_cfgs;
    struct queue *queues;      /* shape [cfg.n_jettys] */
    struct ubn_urma_jfc *jfcs; /* shape [cfg.n_jfcs] */
    struct peer *peers;        /* shape [n_peers] */
    size_t n_peers;
    uint32_t next_tpn;
    struct ubn_urma_setup setup;
    struct ubn_urma_reg_read reg;
};

/* ---- life ---- */

static enum ubn_status nic_create(const struct ubn_nic_env *env, struct ubn_nic **nic_out)
{
    const struct ubn_nic_settings *s = env->settings;
    struct ubn_nic *nic = calloc(1, sizeof(*nic));

    if (nic == NULL) {
        return UBN_ERR_NOMEM;
    }
    nic->env = *env;
    nic->next_tpn = env->node; /* so that the two ends of a channel never have the same number */
    nic->cfg = (struct ubn_urma_node_config){
        .mac = ubn_urma_node_mac(env->node),
        .ip = ubn_urma_node_ip(env->node),
        .mtu_bytes = s->mtu_bytes,
        .issue_interval_cyc = (uint16_t)s->issue_interval_cyc,
        .max_outstanding = (uint16_t)s->max_outstanding,
        .pad_tx_cyc = (uint8_t)s->pad_tx_cyc,
        .pad_rx_cyc = (uint8_t)s->pad_rx_cyc,
        .pad_rsp_tx_cyc = (uint8_t)s->pad_rsp_tx_cyc,
        .pad_rsp_rx_cyc = (uint8_t)s->pad_rsp_rx_cyc,
    };
    *nic_out = nic;
    return UBN_OK;
}

static void nic_destroy(struct ubn_nic *nic)
{
    if (nic == NULL) {
        return;
    }
    for (size_t i = 0; i < nic->n_peers; i++) {
        free(nic->peers[i].tpns);
    }
    free(nic->peers);
    free(nic->jetty_cfgs);
    free(nic->jfc_cfgs);
    free(nic->seg_cfgs);
    free(nic->chan_cfgs);
    free(nic->queues);
    free(nic->jfcs);
    free(nic);
}

/* Adds room for one more item to an array; NULL: no memory, the array is as before. */
static void *grow(void *array, size_t n, size_t item_bytes)
{
    return realloc(array, (n + 1) * item_bytes);
}

/* ---- description ---- */

/* A segment that others may use is guarded by two token values. The controller knows one right to
 * write, for others and for the results of own requests. */
static enum ubn_status add_region(struct ubn_nic *nic, const struct ubn_region_config *cfg,
                                  struct ubn_region *region_out)
{
    const bool remote = cfg->remote_read || cfg->remote_write || cfg->remote_atomic;
    const uint32_t second = remote ? ~cfg->secret : cfg->secret;
    void *segs = grow(nic->seg_cfgs, nic->cfg.n_segs, sizeof(*nic->seg_cfgs));

    if (segs == NULL) {
        return UBN_ERR_NOMEM;
    }
    nic->seg_cfgs = segs;
    nic->seg_cfgs[nic->cfg.n_segs++] = (struct ubn_urma_seg_config){
        .token_id = cfg->id,
        .read_en = cfg->remote_read,
        .write_en = cfg->remote_write || cfg->local_write,
        .atomic_en = cfg->remote_atomic,
        .token_chk = remote,
        .token = {cfg->secret, second},
        .uba = cfg->va,
        .len_bytes = cfg->len_bytes,
        .pa = cfg->pa,
    };
    *region_out = (struct ubn_region){
        .local = {.id = cfg->id, .token = cfg->secret},
        .remote = {{.id = cfg->id, .token = cfg->secret}, {.id = cfg->id, .token = second}}};
    return UBN_OK;
}

static enum ubn_status add_cq(struct ubn_nic *nic, const struct ubn_cq_config *cfg)
{
    const size_t n = nic->cfg.n_jfcs;
    void *cfgs = grow(nic->jfc_cfgs, n, sizeof(*nic->jfc_cfgs));
    void *jfcs = grow(nic->jfcs, n, sizeof(*nic->jfcs));

    nic->jfc_cfgs = cfgs != NULL ? cfgs : nic->jfc_cfgs;
    nic->jfcs = jfcs != NULL ? jfcs : nic->jfcs;
    if (cfgs == NULL || jfcs == NULL) {
        return UBN_ERR_NOMEM;
    }
    nic->jfc_cfgs[n] =
        (struct ubn_urma_jfc_config){.id = (uint32_t)n, .shift = cfg->shift, .base = cfg->base};
    nic->jfcs[n] = (struct ubn_urma_jfc){.base = cfg->base, .shift = cfg->shift};
    nic->cfg.n_jfcs++;
    return UBN_OK;
}

/* Work requests go into the direct window of the Jetty: no ring in memory. */
static uint64_t queue_bytes(uint32_t depth, uint32_t recv_depth)
{
    (void)depth;
    (void)recv_depth;
    return 0;
}

static enum ubn_status add_queue(struct ubn_nic *nic, const struct ubn_queue_config *cfg)
{
    const size_t n = nic->cfg.n_jettys;
    void *cfgs = grow(nic->jetty_cfgs, n, sizeof(*nic->jetty_cfgs));
    void *queues = grow(nic->queues, n, sizeof(*nic->queues));

    nic->jetty_cfgs = cfgs != NULL ? cfgs : nic->jetty_cfgs;
    nic->queues = queues != NULL ? queues : nic->queues;
    if (cfgs == NULL || queues == NULL) {
        return UBN_ERR_NOMEM;
    }
    nic->jetty_cfgs[n] = (struct ubn_urma_jetty_config){
        .id = (uint32_t)n,
        .state = cfg->reset ? UBN_URMA_JETTY_STATE_RESET : UBN_URMA_JETTY_STATE_READY,
        .jfc_id = cfg->cq,
        .next_tassn = (uint16_t)(cfg->first_seq & TASSN_MASK),
        .user_data = cfg->user_data};
    nic->queues[n] =
        (struct queue){.sq = {.id = (uint32_t)n, .depth = cfg->depth}, .user_data = cfg->user_data};
    nic->cfg.n_jettys++;
    return UBN_OK;
}

/* Describes one end of a channel; the other end fills in what is its own. */
static struct ubn_urma_chan_config *add_channel_end(struct ubn_nic *nic, const struct ubn_nic *peer)
{
    const struct ubn_nic_settings *s = nic->env.settings;
    void *chans = grow(nic->chan_cfgs, nic->cfg.n_chans, sizeof(*nic->chan_cfgs));

    if (chans == NULL) {
        return NULL;
    }
    nic->chan_cfgs = chans;
    struct ubn_urma_chan_config *c = &nic->chan_cfgs[nic->cfg.n_chans++];
    *c = (struct ubn_urma_chan_config){.tpn = nic->next_tpn++,
                                       .rmt_mac = peer->cfg.mac,
                                       .rmt_ip = peer->cfg.ip,
                                       .mtu_bytes = s->mtu_bytes,
                                       .window = s->window};
    c->udp_sport = (uint16_t)(UBN_UB_UDP_SPORT_BASE + c->tpn);
    c->tx_psn = s->first_psn == UBN_FIRST_RANDOM
                    ? ubn_urma_first_psn(nic->env.seed, nic->env.node, c->tpn)
                    : s->first_psn;
    return c;
}

static enum ubn_status add_channel(struct ubn_nic *a, struct ubn_nic *b, uint32_t *a_tpn_out)
{
    struct ubn_urma_chan_config *end_a = add_channel_end(a, b);
    struct ubn_urma_chan_config *end_b = end_a != NULL ? add_channel_end(b, a) : NULL;

    if (end_b == NULL) {
        return UBN_ERR_NOMEM;
    }
    end_a->rmt_tpn = end_b->tpn;
    end_b->rmt_tpn = end_a->tpn;
    end_a->rx_psn = end_b->tx_psn;
    end_b->rx_psn = end_a->tx_psn;
    *a_tpn_out = end_a->tpn;
    return UBN_OK;
}

static struct peer *peer_of(struct ubn_nic *nic, const struct ubn_nic *other)
{
    for (size_t i = 0; i < nic->n_peers; i++) {
        if (nic->peers[i].nic == other) {
            return &nic->peers[i];
        }
    }
    void *peers = grow(nic->peers, nic->n_peers, sizeof(*nic->peers));
    if (peers == NULL) {
        return NULL;
    }
    nic->peers = peers;
    struct peer *p = &nic->peers[nic->n_peers];
    *p = (struct peer){.nic = other,
                       .tpns = calloc(nic->env.settings->channels, sizeof(*nic->peers->tpns))};
    if (p->tpns == NULL) {
        return NULL;
    }
    nic->n_peers++;
    return p;
}

/* Queues share the channels between two nodes. */
static enum ubn_status connect(struct ubn_nic *a, uint32_t a_queue, struct ubn_nic *b,
                               uint32_t b_queue)
{
    const uint32_t channels = a->env.settings->channels;

    if (b_queue != UBN_QUEUE_NONE) {
        ubn_log_error("URMA: a Jetty at the target serves no operation yet");
        return UBN_ERR_CONFIG;
    }
    struct peer *p = peer_of(a, b);
    enum ubn_status status = p == NULL ? UBN_ERR_NOMEM : UBN_OK;

    if (status == UBN_OK && p->n_tpns < channels && p->n_queues == p->n_tpns) {
        status = add_channel(a, b, &p->tpns[p->n_tpns]);
        p->n_tpns += status == UBN_OK;
    }
    if (status != UBN_OK) {
        return status;
    }
    struct queue *q = &a->queues[a_queue];
    q->sq.tpn = p->tpns[p->n_queues++ % channels];
    ubn_urma_eid_from_ip(b->cfg.ip, q->remote_eid);
    return UBN_OK;
}

/* ---- setup ---- */

static enum ubn_status setup_start(struct ubn_nic *nic, uint64_t ps)
{
    nic->cfg.jettys = nic->jetty_cfgs;
    nic->cfg.jfcs = nic->jfc_cfgs;
    nic->cfg.segs = nic->seg_cfgs;
    nic->cfg.chans = nic->chan_cfgs;
    return ubn_urma_setup_start(nic->env.bus, ps, &nic->cfg, &nic->setup);
}

static struct ubn_setup_state setup_state(const struct ubn_nic *nic)
{
    return (struct ubn_setup_state){.done = ubn_urma_setup_done(&nic->setup),
                                    .refused = nic->setup.refused,
                                    .last_ps = nic->setup.last_ps};
}

const struct ubn_urma_node_config *ubn_urma_stack_config(const struct ubn_nic *nic)
{
    return &nic->cfg;
}

/* ---- work ---- */

/* Each request goes straight to the controller, so there is no doorbell to spare: `ring` changes
 * nothing. */
static void post(struct ubn_nic *nic, uint32_t queue, const struct ubn_work *work, bool ring,
                 uint32_t *id_out, struct ubn_host_post *post_out)
{
    struct queue *q = &nic->queues[queue];
    struct ubn_axi_w beat;
    struct ubn_urma_rw_wr wr = {.opcode = work->op == UBN_OP_WRITE ? UBN_UB_TA_OPCODE_WRITE
                                                                   : UBN_UB_TA_OPCODE_READ,
                                .local_addr = work->local_addr,
                                .local_token_id = work->local_key.id,
                                .len_bytes = work->len_bytes,
                                .remote_addr = work->remote_addr,
                                .remote_token_id = work->remote_key.id,
                                .remote_token = work->remote_key.token};

    (void)ring;
    memcpy(wr.remote_eid, q->remote_eid, sizeof(wr.remote_eid));
    *id_out = ubn_urma_post_rw(&q->sq, &wr, &beat);
    *post_out = (struct ubn_host_post){
        .store = {.addr = beat.addr,
                  .bytes = UBN_URMA_BLOCK_BYTES,
                  .tag = work->trace_op == UBN_OP_UNTRACED ? UBN_TAG_NONE : work->trace_op}};
    memcpy(post_out->store.data, beat.data, sizeof(post_out->store.data));
}

static enum ubn_cpl_status translate(enum ubn_urma_status status)
{
    static const struct {
        enum ubn_urma_status from;
        enum ubn_cpl_status to;
    } rows[] = {
        {UBN_URMA_STATUS_SUCCESS, UBN_CPL_OK},
        {UBN_URMA_STATUS_UNSUPPORTED_OPCODE, UBN_CPL_LOCAL_OP},
        {UBN_URMA_STATUS_LOC_OPERATION, UBN_CPL_LOCAL_OP},
        {UBN_URMA_STATUS_LOC_LEN, UBN_CPL_LOCAL_LENGTH},
        {UBN_URMA_STATUS_LOC_ACCESS, UBN_CPL_LOCAL_ACCESS},
        {UBN_URMA_STATUS_WR_FLUSH, UBN_CPL_FLUSHED},
        {UBN_URMA_STATUS_REM_RSP_LEN, UBN_CPL_BAD_RESPONSE},
        {UBN_URMA_STATUS_REM_UNSUPPORTED_REQ, UBN_CPL_REMOTE_INVALID},
        {UBN_URMA_STATUS_REM_ACCESS_ABORT, UBN_CPL_REMOTE_ACCESS},
        {UBN_URMA_STATUS_REM_OPERATION, UBN_CPL_REMOTE_OP},
        {UBN_URMA_STATUS_ACK_TIMEOUT, UBN_CPL_RETRY_EXCEEDED},
        {UBN_URMA_STATUS_RNR_RETRY_EXCEEDED, UBN_CPL_RNR_EXCEEDED},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        if (rows[i].from == status) {
            return rows[i].to;
        }
    }
    return UBN_CPL_OTHER;
}

static int poll(struct ubn_nic *nic, uint32_t cq, struct ubn_cpl *cpl_out)
{
    struct ubn_urma_cr cr;
    const int found = ubn_urma_poll_jfc(&nic->jfcs[cq], nic->env.mem, &cr);

    if (found != 1) {
        return found;
    }
    *cpl_out = (struct ubn_cpl){.queue = cr.local_id,
                                .id = cr.entry_idx,
                                .status = translate(cr.status),
                                .code = (uint32_t)cr.status,
                                .bytes = cr.completion_len,
                                .recv = cr.recv};
    if (cr.local_id < nic->cfg.n_jettys) {
        const struct queue *q = &nic->queues[cr.local_id];
        if (cr.recv || cr.user_ctx != q->user_data || cr.tpn != q->sq.tpn) {
            cpl_out->oddity = "completion of the wrong side, user data or channel";
        }
    }
    return 1;
}

/* ---- registers ---- */

static enum ubn_status load(struct ubn_nic *nic, uint64_t ps, uint32_t offset, ubn_stack_load_fn fn,
                            void *ctx)
{
    return ubn_urma_reg_load(nic->env.bus, ps, offset, fn, ctx, &nic->reg);
}

static const struct ubn_stack_reg regs[] = {
    {"nic.tx_frames", UBN_URMA_REG_TX_FRAMES, "frames", "frames sent whole", true, UBN_EXPECT_ANY},
    {"nic.rx_frames", UBN_URMA_REG_RX_FRAMES, "frames", "frames received whole", true,
     UBN_EXPECT_ANY},
    {"nic.drop_store", UBN_URMA_REG_DROP_STORE, "stores", "stores refused", true,
     UBN_EXPECT_REFUSED},
    {"nic.drop_wqe", UBN_URMA_REG_DROP_WQE, "requests", "work requests refused", true,
     UBN_EXPECT_ANY},
    {"nic.drop_frame", UBN_URMA_REG_DROP_FRAME, "frames", "frames not ours or malformed", true,
     UBN_EXPECT_ZERO},
    {"nic.drop_icrc", UBN_URMA_REG_DROP_ICRC, "frames", "frames with a bad ICRC", true,
     UBN_EXPECT_ZERO},
    {"nic.drop_chan", UBN_URMA_REG_DROP_CHAN, "frames", "frames of no channel", true,
     UBN_EXPECT_ZERO},
    {"nic.drop_psn", UBN_URMA_REG_DROP_PSN, "packets", "packets with an unexpected PSN", true,
     UBN_EXPECT_ZERO},
    {"nic.drop_rsp", UBN_URMA_REG_DROP_RSP, "responses", "responses to no request", true,
     UBN_EXPECT_ZERO},
    {"nic.bus_errors", UBN_URMA_REG_BUS_ERRORS, "answers", "bus errors the controller saw", true,
     UBN_EXPECT_ZERO},
};

const struct ubn_stack ubn_stack_urma = {
    .name = "urma",
    .identity = "UBN-URMA",
    .controller = "urma",
    .queue_name = "Jettys",
    .attach = UBN_ATTACH_BUS,
    .answered = true,
    .unordered = true,
    .local_physical = true,
    .ops = UBN_OP_BIT(UBN_OP_READ) | UBN_OP_BIT(UBN_OP_WRITE),
    .fault_ops = UBN_OP_BIT(UBN_OP_READ),
    .limits = {.inflight_max = UBN_URMA_JETTY_INFLIGHT_MAX,
               .queues_max = UBN_URMA_MAP_JETTY_BYTES / UBN_URMA_JETTY_PAGE_BYTES,
               .cqs_max = UBN_URMA_CTX_IDS,
               .regions_max = 512,
               .refused_code = UBN_URMA_STATUS_REM_ACCESS_ABORT,
               .token_bits = 32,
               .unknown_key_ids = {0x2bcu, 0xfffffu}},
    /* measured; tb/timing asserts them, rtl/urma/README.md lists the registers */
    .passes = {.tx_cyc = 10,
               .rx_cyc = 10,
               .rsp_tx_cyc = 8,
               .rsp_rx_cyc = 10,
               .published_cyc = 25,
               .published_issue_cyc = 2},
    .watch = &ubn_urma_watch_ops,
    .regs = regs,
    .n_regs = sizeof(regs) / sizeof(regs[0]),
    .nic_create = nic_create,
    .nic_destroy = nic_destroy,
    .add_region = add_region,
    .add_cq = add_cq,
    .queue_bytes = queue_bytes,
    .add_queue = add_queue,
    .connect = connect,
    .setup_start = setup_start,
    .setup_state = setup_state,
    .post = post,
    .poll = poll,
    .load = load,
};
