/* SPDX-License-Identifier: Apache-2.0 */
/* ldst_stack: loads and stores of the CPU through the window of an URMA controller; contract in
 * ubn/stack.h. A region of another node is imported as one entry of the decoder; work on it becomes
 * an access to the window. What the core loads it keeps in the local buffer, and what it stores it
 * takes from there: caches and registers are not modelled, and neither costs time.
 */
#include "ubn/stack.h"

#include "ubn/bus.h"
#include "ubn/gen/enums.h"
#include "ubn/gen/registers.h"
#include "ubn/ldst_watch.h"
#include "ubn/log.h"
#include "ubn/portq.h"
#include "ubn/urma.h"

#include <stdlib.h>

/* Accesses in flight that the controller tracks, all streams together. */
#define INFLIGHT_MAX 64u
/* The entry of the decoder that is never valid: what nobody imported goes there. */
#define WIN_NONE (UBN_URMA_WINS - 1u)
/* Windows begin at multiples of the longest access, so that both addresses are aligned alike. */
#define WIN_ALIGN ((uint64_t)UBN_HOST_ACCESS_MAX_BYTES)

/* One access in flight. */
struct flight {
    struct ubn_nic *nic;
    uint32_t queue;
    uint32_t id;
    uint32_t len_bytes;
    uint64_t load_addr; /* where what is loaded goes */
    bool store;
    uint8_t data[UBN_HOST_ACCESS_MAX_BYTES];
};

/* One stream of accesses. */
struct stream {
    struct flight *flights; /* shape [depth] */
    uint32_t depth;         /* a power of two */
    uint32_t pi;            /* accesses so far */
    uint32_t cq;
};

struct ubn_nic {
    struct ubn_nic_env env;
    struct ubn_urma_node_config cfg; /* for the driver; arrays below */
    struct ubn_urma_seg_config *seg_cfgs;
    struct ubn_urma_win_config win_cfgs[WIN_NONE];
    struct stream *streams; /* shape [n_streams] */
    uint32_t n_streams;
    struct ubn_portq *ended; /* struct ubn_cpl, shape [n_cqs] */
    uint32_t n_cqs;
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
    nic->cfg = (struct ubn_urma_node_config){
        .mac = ubn_urma_node_mac(env->node),
        .ip = ubn_urma_node_ip(env->node),
        .cna = ubn_urma_node_cna(env->node),
        .mtu_bytes = s->mtu_bytes,
        .issue_interval_cyc = (uint16_t)s->issue_interval_cyc,
        .ld_pad_tx_cyc = (uint8_t)s->pad_tx_cyc,
        .ld_pad_rx_cyc = (uint8_t)s->pad_rx_cyc,
        .ld_pad_rsp_tx_cyc = (uint8_t)s->pad_rsp_tx_cyc,
        .ld_pad_rsp_rx_cyc = (uint8_t)s->pad_rsp_rx_cyc,
    };
    *nic_out = nic;
    return UBN_OK;
}

static void nic_destroy(struct ubn_nic *nic)
{
    if (nic == NULL) {
        return;
    }
    for (uint32_t i = 0; i < nic->n_streams; i++) {
        free(nic->streams[i].flights);
    }
    for (uint32_t i = 0; i < nic->n_cqs; i++) {
        ubn_portq_free(&nic->ended[i]);
    }
    free(nic->streams);
    free(nic->ended);
    free(nic->seg_cfgs);
    free(nic);
}

/* ---- description ---- */

/* Requests carry no token value: the network address of a peer is all that proves its right. */
static enum ubn_status add_region(struct ubn_nic *nic, const struct ubn_region_config *cfg,
                                  struct ubn_region *region_out)
{
    struct ubn_urma_seg_config *segs =
        realloc(nic->seg_cfgs, (nic->cfg.n_segs + 1) * sizeof(*nic->seg_cfgs));

    if (segs == NULL) {
        return UBN_ERR_NOMEM;
    }
    nic->seg_cfgs = segs;
    nic->seg_cfgs[nic->cfg.n_segs++] = (struct ubn_urma_seg_config){.token_id = cfg->id,
                                                                    .read_en = cfg->remote_read,
                                                                    .write_en = cfg->remote_write,
                                                                    .uba = cfg->va,
                                                                    .len_bytes = cfg->len_bytes,
                                                                    .pa = cfg->pa};
    *region_out =
        (struct ubn_region){.local = {.id = cfg->id}, .remote = {{.id = cfg->id}, {.id = cfg->id}}};
    return UBN_OK;
}

static enum ubn_status import_region(struct ubn_nic *nic, const struct ubn_nic *target,
                                     const struct ubn_region_config *cfg)
{
    const uint64_t base = cfg->va / WIN_ALIGN * WIN_ALIGN;

    if (nic->cfg.n_wins == WIN_NONE || cfg->va + cfg->len_bytes - base > UBN_URMA_WIN_BYTES) {
        ubn_log_error("load/store: a node imports up to %u regions of up to %u B", WIN_NONE,
                      UBN_URMA_WIN_BYTES);
        return UBN_ERR_CONFIG;
    }
    nic->win_cfgs[nic->cfg.n_wins] = (struct ubn_urma_win_config){.id = (uint32_t)nic->cfg.n_wins,
                                                                  .load_en = cfg->remote_read,
                                                                  .store_en = cfg->remote_write,
                                                                  .rmt_cna = target->cfg.cna,
                                                                  .rmt_mac = target->cfg.mac,
                                                                  .token_id = cfg->id,
                                                                  .uba_base = base};
    nic->cfg.n_wins++;
    return UBN_OK;
}

/* Nothing is written to a completion queue: it is where the threads learn of answers. */
static enum ubn_status add_cq(struct ubn_nic *nic, const struct ubn_cq_config *cfg)
{
    struct ubn_portq *ended = realloc(nic->ended, (nic->n_cqs + 1) * sizeof(*ended));

    (void)cfg;
    if (ended == NULL) {
        return UBN_ERR_NOMEM;
    }
    nic->ended = ended;
    ubn_portq_init(&nic->ended[nic->n_cqs++], sizeof(struct ubn_cpl));
    return UBN_OK;
}

static uint64_t queue_bytes(uint32_t depth, uint32_t recv_depth)
{
    (void)depth;
    (void)recv_depth;
    return 0;
}

static enum ubn_status add_queue(struct ubn_nic *nic, const struct ubn_queue_config *cfg)
{
    struct stream *streams = realloc(nic->streams, (nic->n_streams + 1) * sizeof(*streams));

    if (streams == NULL) {
        return UBN_ERR_NOMEM;
    }
    nic->streams = streams;
    struct stream *s = &nic->streams[nic->n_streams];
    *s = (struct stream){
        .flights = calloc(cfg->depth, sizeof(*s->flights)), .depth = cfg->depth, .cq = cfg->cq};
    if (s->flights == NULL) {
        return UBN_ERR_NOMEM;
    }
    for (uint32_t id = 0; id < cfg->depth; id++) {
        s->flights[id].nic = nic;
        s->flights[id].queue = nic->n_streams;
        s->flights[id].id = id;
    }
    nic->n_streams++;
    return UBN_OK;
}

/* The window that an access goes through names its target. */
static enum ubn_status connect(struct ubn_nic *a, uint32_t a_queue, struct ubn_nic *b,
                               uint32_t b_queue)
{
    (void)a;
    (void)a_queue;
    (void)b;
    (void)b_queue;
    return UBN_OK;
}

/* ---- setup ---- */

static enum ubn_status setup_start(struct ubn_nic *nic, uint64_t ps)
{
    nic->cfg.segs = nic->seg_cfgs;
    nic->cfg.wins = nic->win_cfgs;
    return ubn_urma_setup_start(nic->env.bus, ps, &nic->cfg, &nic->setup);
}

static struct ubn_setup_state setup_state(const struct ubn_nic *nic)
{
    return (struct ubn_setup_state){.done = ubn_urma_setup_done(&nic->setup),
                                    .refused = nic->setup.refused,
                                    .last_ps = nic->setup.last_ps};
}

/* ---- work ---- */

/* Address in the window of the controller. */
static uint64_t window_addr(const struct ubn_nic *nic, const struct ubn_work *work)
{
    uint32_t entry = WIN_NONE;
    uint64_t offset = 0;

    for (size_t i = 0; i < nic->cfg.n_wins; i++) {
        const struct ubn_urma_win_config *w = &nic->win_cfgs[i];

        if (w->token_id == work->remote_key.id &&
            work->remote_addr - w->uba_base < UBN_URMA_WIN_BYTES) {
            entry = w->id;
            offset = work->remote_addr - w->uba_base;
        }
    }
    return UBN_URMA_MAP_WINDOW_BASE + (uint64_t)entry * UBN_URMA_WIN_BYTES + offset;
}

/* How an answer of the bus reads as a completion. */
static enum ubn_cpl_status translate(uint8_t resp)
{
    return resp == UBN_AXI_OKAY     ? UBN_CPL_OK
           : resp == UBN_AXI_DECERR ? UBN_CPL_LOCAL_ACCESS
                                    : UBN_CPL_REMOTE_ACCESS;
}

static void answered(void *ctx, uint64_t ps, uint64_t tag, uint8_t resp)
{
    const struct flight *f = ctx;
    struct ubn_nic *nic = f->nic;
    const struct ubn_cpl cpl = {.queue = f->queue,
                                .id = f->id,
                                .status = translate(resp),
                                .code = resp,
                                .bytes = resp == UBN_AXI_OKAY ? f->len_bytes : 0};
    enum ubn_status status = UBN_OK;

    (void)tag;
    if (!f->store && resp == UBN_AXI_OKAY) {
        status = ubn_mem_write(nic->env.mem, f->load_addr, f->len_bytes, f->data);
    }
    if (status == UBN_OK) {
        status = ubn_portq_push(&nic->ended[nic->streams[f->queue].cq], ps, &cpl);
    }
    if (status != UBN_OK) {
        ubn_engine_fail(nic->env.engine, status);
    }
}

/* Each access leaves by itself: there is no doorbell to spare. */
static void post(struct ubn_nic *nic, uint32_t queue, const struct ubn_work *work, bool ring,
                 uint32_t *id_out, struct ubn_host_post *post_out)
{
    struct stream *s = &nic->streams[queue];
    struct flight *f = &s->flights[s->pi++ & (s->depth - 1u)];

    (void)ring;
    f->len_bytes = work->len_bytes;
    f->store = work->op == UBN_OP_WRITE;
    f->load_addr = work->local_addr;
    if (f->store) {
        const enum ubn_status status =
            ubn_mem_read(nic->env.mem, work->local_addr, work->len_bytes, f->data);
        if (status != UBN_OK) {
            ubn_engine_fail(nic->env.engine, status);
        }
    }
    *id_out = f->id;
    *post_out = (struct ubn_host_post){
        .access = {.addr = window_addr(nic, work),
                   .bytes = work->len_bytes,
                   .store = f->store,
                   .data = f->data,
                   .tag = work->trace_op == UBN_OP_UNTRACED ? UBN_TAG_NONE : work->trace_op,
                   .queue = s->cq,
                   .done = answered,
                   .ctx = f}};
}

static int poll(struct ubn_nic *nic, uint32_t cq, struct ubn_cpl *cpl_out)
{
    const struct ubn_cpl *head = ubn_portq_head(&nic->ended[cq], NULL);

    if (head == NULL) {
        return 0;
    }
    *cpl_out = *head;
    ubn_portq_pop(&nic->ended[cq]);
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
    {"nic.ld_denied", UBN_URMA_REG_LD_DENIED, "requests", "requests of peers refused", true,
     UBN_EXPECT_DENIED},
    {"nic.drop_ldst", UBN_URMA_REG_DROP_LDST, "accesses", "loads and stores refused here", true,
     UBN_EXPECT_ZERO},
    {"nic.drop_store", UBN_URMA_REG_DROP_STORE, "stores", "stores outside the window refused", true,
     UBN_EXPECT_ZERO},
    {"nic.drop_frame", UBN_URMA_REG_DROP_FRAME, "frames", "frames not ours or malformed", true,
     UBN_EXPECT_ZERO},
    {"nic.drop_ld_frame", UBN_URMA_REG_DROP_LD_FRAME, "frames",
     "load/store frames not ours or malformed", true, UBN_EXPECT_ZERO},
    {"nic.drop_ld_rsp", UBN_URMA_REG_DROP_LD_RSP, "responses", "responses to no request", true,
     UBN_EXPECT_ZERO},
    {"nic.bus_errors", UBN_URMA_REG_BUS_ERRORS, "answers", "bus errors the controller saw", true,
     UBN_EXPECT_ZERO},
};

const struct ubn_stack ubn_stack_ldst = {
    .name = "ldst",
    .identity = "UBN-URMA",
    .controller = "urma",
    .queue_name = "streams",
    .attach = UBN_ATTACH_BUS,
    .unordered = true, /* the answer to a store may pass the data of a load */
    .direct = true,
    .local_physical = true,
    .ops = UBN_OP_BIT(UBN_OP_READ) | UBN_OP_BIT(UBN_OP_WRITE),
    .fault_ops = UBN_OP_BIT(UBN_OP_READ),
    .limits = {.inflight_max = INFLIGHT_MAX,
               .queues_max = INFLIGHT_MAX,
               .cqs_max = INFLIGHT_MAX,
               .regions_max = 512,
               .bytes_max = UBN_HOST_ACCESS_MAX_BYTES,
               .refused_code = UBN_AXI_SLVERR,
               .access_min_bytes = UBN_BEAT_BYTES,
               .unknown_key_ids = {0x2bcu, 0xfffffu}},
    /* measured; tb/timing asserts them, rtl/urma/README.md lists the registers */
    .passes = {.tx_cyc = 4,
               .rx_cyc = 5,
               .rsp_tx_cyc = 2,
               .rsp_rx_cyc = 4,
               .published_cyc = 8,
               .published_issue_cyc = 1},
    .watch = &ubn_ldst_watch_ops,
    .regs = regs,
    .n_regs = sizeof(regs) / sizeof(regs[0]),
    .nic_create = nic_create,
    .nic_destroy = nic_destroy,
    .add_region = add_region,
    .import_region = import_region,
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
