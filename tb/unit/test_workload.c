/* SPDX-License-Identifier: Apache-2.0 */
/* test_workload: driver setup, verbs, and the read workload with its judges.
 * The controllers are played by `struct fake`: it obeys the stores of the driver at once and ends
 * each request LATENCY_PS later. It can also misbehave in one way, which the judges must notice.
 */
#define _DEFAULT_SOURCE
#include "ubn/workload.h"

#include "ubn/bus.h"
#include "ubn/gen/records.h"
#include "ubn/gen/registers.h"
#include "ubn/urma.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define NODES 2u
#define LATENCY_PS 600000u
#define IDS 1100u
#define CTX_IDS 64u
#define TIME_STEP_PS 1000u

/* One way to go wrong, in the request with number `victim`. */
enum misbehaviour {
    GOOD = 0,
    FLIP_FIRST_BYTE,
    FLIP_LAST_BYTE,
    WRITE_BEFORE,
    WRITE_BEHIND,
    WRITE_ELSEWHERE,
    NO_COMPLETION,
    TWO_COMPLETIONS,
    WRONG_STATUS,
    WRONG_INDEX,
    WRONG_LENGTH,
    WRONG_USER_DATA,
    WRITE_SOURCE,
    DATA_OF_NEIGHBOUR,
    REFUSE_STORE
};

struct rig;

/* A request on its way. */
struct pending {
    struct ubn_urma_wqe wqe;
    uint32_t jetty;
    uint64_t number;
};

struct fake {
    struct rig *rig;
    uint32_t number;
    struct ubn_urma_jetty_ctx jetty[IDS];
    struct ubn_urma_jfc_ctx jfc[CTX_IDS];
    struct ubn_urma_seg_ctx seg[CTX_IDS];
    struct ubn_urma_chan_cfg chan[CTX_IDS];
    struct ubn_urma_chan_tx chan_tx[CTX_IDS];
    struct ubn_urma_chan_ack chan_ack[CTX_IDS];
    struct ubn_urma_chan_rx chan_rx[CTX_IDS];
    uint64_t reg[64];
    struct ubn_portq work; /* struct pending */
    uint64_t requests;
};

struct rig {
    struct ubn_engine *engine;
    struct ubn_trace *trace;
    struct ubn_mem *mem[NODES];
    struct ubn_bus *bus[NODES];
    struct ubn_host *host[NODES];
    struct fake *fake[NODES];
    struct ubn_workload *w;
    struct ubn_nic *nic[NODES];
    enum misbehaviour how;
    uint64_t victim;
    FILE *log;
    char *text;
    size_t text_len;
};

/* ---- a controller that obeys ---- */

static void take_context(struct fake *f, uint32_t offset, const uint8_t *data)
{
    uint32_t kind = offset / UBN_URMA_CTX_KIND_BYTES;
    uint32_t id = offset % UBN_URMA_CTX_KIND_BYTES / 64u;

    assert_true(id < (kind == UBN_URMA_CTX_KIND_JETTY ? IDS : CTX_IDS));
    switch (kind) {
    case UBN_URMA_CTX_KIND_JETTY:
        ubn_urma_jetty_ctx_unpack(data, &f->jetty[id]);
        break;
    case UBN_URMA_CTX_KIND_JFC:
        ubn_urma_jfc_ctx_unpack(data, &f->jfc[id]);
        break;
    case UBN_URMA_CTX_KIND_SEG:
        ubn_urma_seg_ctx_unpack(data, &f->seg[id]);
        break;
    case UBN_URMA_CTX_KIND_CHAN_CFG:
        ubn_urma_chan_cfg_unpack(data, &f->chan[id]);
        break;
    case UBN_URMA_CTX_KIND_CHAN_TX:
        ubn_urma_chan_tx_unpack(data, &f->chan_tx[id]);
        break;
    case UBN_URMA_CTX_KIND_CHAN_ACK:
        ubn_urma_chan_ack_unpack(data, &f->chan_ack[id]);
        break;
    case UBN_URMA_CTX_KIND_CHAN_RX:
        ubn_urma_chan_rx_unpack(data, &f->chan_rx[id]);
        break;
    default:
        fail();
    }
}

static void take_register(struct fake *f, const struct ubn_axi_w *store)
{
    uint32_t lane = store->addr % 64u;
    uint64_t value = 0;

    assert_int_equal(store->strb, UINT64_C(0xff) << lane);
    for (unsigned i = 0; i < 8; i++) {
        value |= (uint64_t)store->data[lane + i] << (8 * i);
    }
    f->reg[store->addr / 8] = value;
}

static uint8_t take_request(struct fake *f, uint64_t ps, const struct ubn_axi_w *store)
{
    struct pending p = {.jetty = (store->addr - UBN_URMA_MAP_JETTY_BASE) / 4096u,
                        .number = f->requests};

    assert_int_equal(store->addr % 4096u, 0);
    assert_int_equal(store->strb, UINT64_MAX);
    ubn_urma_wqe_unpack(store->data, &p.wqe);
    if (f->jetty[p.jetty].state != UBN_URMA_JETTY_STATE_READY) {
        return UBN_AXI_SLVERR;
    }
    f->requests++;
    if (f->rig->how == REFUSE_STORE && p.number == f->rig->victim) {
        return UBN_AXI_SLVERR;
    }
    assert_int_equal(ubn_portq_push(&f->work, ps + LATENCY_PS, &p), UBN_OK);
    return UBN_AXI_OKAY;
}

static void take_store(struct fake *f, uint64_t ps)
{
    struct ubn_portq *q = &ubn_bus_ports(f->rig->bus[f->number])->nic_w;
    const struct ubn_axi_w *store = ubn_portq_head(q, NULL);
    uint8_t resp = UBN_AXI_OKAY;

    if (store->addr >= UBN_URMA_MAP_CTX_BASE) {
        take_context(f, store->addr - UBN_URMA_MAP_CTX_BASE, store->data);
    } else if (store->addr >= UBN_URMA_MAP_JETTY_BASE) {
        resp = take_request(f, ps, store);
    } else {
        take_register(f, store);
    }
    uint8_t id = store->id;
    ubn_portq_pop(q);
    assert_int_equal(ubn_bus_host_b(f->rig->bus[f->number], ps, id, resp, NULL), UBN_OK);
}

static void write_bytes(struct fake *f, uint64_t ps, uint64_t addr, uint32_t len,
                        const uint8_t *data)
{
    while (len > 0) {
        uint8_t beat_data[64] = {0};
        uint32_t lane = addr % 64u;
        uint32_t n = len < 64u - lane ? len : 64u - lane;
        const struct ubn_bus_write_beat beat = {
            .addr = addr,
            .strb = (n == 64 ? UINT64_MAX : (UINT64_C(1) << n) - 1) << lane,
            .data = beat_data,
            .last = true};

        memcpy(beat_data + lane, data, n);
        assert_int_equal(ubn_bus_nic_write_beat(f->rig->bus[f->number], ps, &beat, NULL), UBN_OK);
        addr += n;
        data += n;
        len -= n;
    }
}

static void write_completion(struct fake *f, uint64_t ps, const struct pending *p, uint8_t status,
                             enum misbehaviour how)
{
    struct ubn_urma_jfc_ctx *jfc = &f->jfc[f->jetty[p->jetty].jfc_id];
    uint32_t depth = 1u << jfc->shift;
    uint8_t record[64];
    const struct ubn_urma_cqe cqe = {
        .is_jetty = 1,
        .owner = (jfc->pi & depth) == 0,
        .status = how == WRONG_STATUS ? UBN_URMA_CQE_STATUS_FLUSH : status,
        .substatus = status == UBN_URMA_CQE_STATUS_OK ? UBN_URMA_CQE_SUBSTATUS_NONE
                                                      : UBN_URMA_CQE_SUBSTATUS_REMOTE_ABORT,
        .entry_idx = (uint16_t)(p->wqe.sqe_bb_idx ^ (how == WRONG_INDEX ? 0x8000u : 0)),
        .local_num_lo = (uint16_t)p->jetty,
        .tpn = p->wqe.tp_id,
        .byte_cnt =
            status != UBN_URMA_CQE_STATUS_OK ? 0 : p->wqe.sge_len - (how == WRONG_LENGTH ? 1u : 0u),
        .user_data = f->jetty[p->jetty].user_data ^ (how == WRONG_USER_DATA ? 1u : 0u)};

    ubn_urma_cqe_pack(&cqe, record);
    write_bytes(f, ps, jfc->base + (jfc->pi & (depth - 1)) * 64u, 64, record);
    jfc->pi = (jfc->pi + 1) & (2 * depth - 1);
}

/* The target's permission check, as the specification asks for it. */
static bool allowed(const struct fake *target, const struct ubn_urma_wqe *wqe)
{
    if (wqe->rmt_seg_id >= CTX_IDS) {
        return false;
    }
    const struct ubn_urma_seg_ctx *seg = &target->seg[wqe->rmt_seg_id];
    return seg->valid && seg->read_en && wqe->token_en &&
           (wqe->rmt_token == seg->token0 || wqe->rmt_token == seg->token1) &&
           wqe->rmt_addr >= seg->uba && wqe->rmt_addr + wqe->sge_len <= seg->uba + seg->len;
}

static void end_request(struct fake *f, uint64_t ps)
{
    const struct pending p = *(const struct pending *)ubn_portq_head(&f->work, NULL);
    enum misbehaviour how = p.number == f->rig->victim ? f->rig->how : GOOD;
    struct fake *target = f->rig->fake[(f->number + 1) % NODES];
    uint8_t data[8192 + 64];
    uint32_t len = p.wqe.sge_len;

    ubn_portq_pop(&f->work);
    if (!allowed(target, &p.wqe)) {
        write_completion(f, ps, &p, UBN_URMA_CQE_STATUS_REMOTE_ERROR, how);
        return;
    }
    const struct ubn_urma_seg_ctx *seg = &target->seg[p.wqe.rmt_seg_id];
    uint64_t pa = p.wqe.rmt_addr - seg->uba + seg->pa + (how == DATA_OF_NEIGHBOUR ? 1u : 0u);
    assert_int_equal(ubn_mem_read(f->rig->mem[target->number], pa, len, data), UBN_OK);
    data[0] ^= how == FLIP_FIRST_BYTE ? 0x80u : 0u;
    data[len - 1] ^= how == FLIP_LAST_BYTE ? 0x01u : 0u;
    if (how == WRITE_SOURCE) {
        const uint8_t byte = (uint8_t)(data[0] + 1u);
        assert_int_equal(ubn_mem_write(f->rig->mem[target->number], pa, 1, &byte), UBN_OK);
    }
    if (how == WRITE_BEFORE || how == WRITE_BEHIND) {
        uint64_t addr = how == WRITE_BEFORE ? p.wqe.sge_va - 1 : p.wqe.sge_va + len;
        uint8_t byte = 0;
        assert_int_equal(ubn_mem_read(f->rig->mem[f->number], addr, 1, &byte), UBN_OK);
        byte ^= 0xffu;
        write_bytes(f, ps, addr, 1, &byte);
    }
    if (how == WRITE_ELSEWHERE) {
        write_bytes(f, ps, UINT64_C(0x3f000000), 1, data);
    }
    write_bytes(f, ps, p.wqe.sge_va, len, data);
    for (int i = how == TWO_COMPLETIONS ? 2 : how == NO_COMPLETION ? 0 : 1; i > 0; i--) {
        write_completion(f, ps, &p, UBN_URMA_CQE_STATUS_OK, how);
    }
}

static uint64_t fake_next_ps(void *ctx)
{
    struct fake *f = ctx;
    uint64_t store_ps = UBN_TIME_NEVER;
    uint64_t work_ps = UBN_TIME_NEVER;
    uint64_t b_ps = UBN_TIME_NEVER;

    (void)ubn_portq_head(&ubn_bus_ports(f->rig->bus[f->number])->nic_w, &store_ps);
    (void)ubn_portq_head(&ubn_bus_ports(f->rig->bus[f->number])->nic_b, &b_ps);
    (void)ubn_portq_head(&f->work, &work_ps);
    uint64_t ps = store_ps < work_ps ? store_ps : work_ps;
    return ps < b_ps ? ps : b_ps;
}

static void fake_edge(void *ctx, uint64_t ps)
{
    struct fake *f = ctx;
    struct ubn_bus_ports *ports = ubn_bus_ports(f->rig->bus[f->number]);
    uint64_t at_ps = 0;

    if (ubn_portq_head(&ports->nic_b, &at_ps) != NULL && at_ps <= ps) {
        ubn_portq_pop(&ports->nic_b);
    } else if (ubn_portq_head(&f->work, &at_ps) != NULL && at_ps <= ps) {
        end_request(f, ps);
    } else {
        take_store(f, ps);
    }
}

/* ---- the rig ---- */

static const struct ubn_read_config READ = {.ops = 40,
                                            .bytes_min = 1,
                                            .bytes_max = 300,
                                            .align_bytes = 1,
                                            .mtu_bytes = 4096,
                                            .queues = 3,
                                            .outstanding = 2,
                                            .threads = 2,
                                            .sq_depth = 4,
                                            .cq_depth = 4};

static const struct ubn_nic_settings SETTINGS = {.mtu_bytes = 4096,
                                                 .issue_interval_cyc = 2,
                                                 .pad_tx_cyc = 16,
                                                 .max_outstanding = 9,
                                                 .window = 100,
                                                 .channels = 2,
                                                 .first_psn = UBN_FIRST_RANDOM};

static const struct ubn_clocked_ops FAKE_OPS = {.next_ps = fake_next_ps, .edge = fake_edge};

static bool setup_done(void *ctx)
{
    const struct rig *r = ctx;

    return ubn_stack_urma.setup_state(r->nic[0]).done && ubn_stack_urma.setup_state(r->nic[1]).done;
}

/* Builds two nodes; the workload is created and the controllers are set up. */
static void open_rig(struct rig *r, const struct ubn_read_config *cfg, uint64_t seed)
{
    static const char *const names[NODES] = {"a", "b"};
    struct ubn_workload_node nodes[NODES];

    memset(r, 0, sizeof(*r));
    r->victim = UINT64_MAX;
    r->log = open_memstream(&r->text, &r->text_len);
    assert_non_null(r->log);
    assert_int_equal(ubn_engine_create(true, &r->engine), UBN_OK);
    assert_int_equal(ubn_trace_create(r->log, &r->trace), UBN_OK);
    for (uint16_t i = 0; i < NODES; i++) {
        const struct ubn_mem_config mem = {.bytes = UINT64_C(1) << 30,
                                           .row_hit_ps = 1,
                                           .row_miss_ps = 1,
                                           .row_bytes = 8192,
                                           .banks = 1};
        const struct ubn_bus_config bus = {
            .node = i, .hop_ps = 30000, .beat_ps = 2000, .outstanding = 1};
        struct ubn_host_config host = {.node = i,
                                       .threads = cfg->threads == 0 ? 1 : cfg->threads,
                                       .software = true,
                                       .submit_ps = 50000,
                                       .build_ps = 30000,
                                       .poll_ps = 5000,
                                       .lib_poll_ps = 30000,
                                       .port = &ubn_host_bus_port,
                                       .send_stage = UBN_STAGE_BUS_SEND};

        assert_int_equal(ubn_mem_create(&mem, &r->mem[i]), UBN_OK);
        assert_int_equal(ubn_bus_create(r->engine, r->mem[i], &bus, &r->bus[i]), UBN_OK);
        host.port_ctx = r->bus[i];
        assert_int_equal(ubn_host_create(r->engine, NULL, &host, &r->host[i]), UBN_OK);
        const struct ubn_nic_env nic = {.engine = r->engine,
                                        .mem = r->mem[i],
                                        .bus = r->bus[i],
                                        .settings = &SETTINGS,
                                        .node = i,
                                        .seed = seed};
        assert_int_equal(ubn_stack_urma.nic_create(&nic, &r->nic[i]), UBN_OK);
        r->fake[i] = calloc(1, sizeof(*r->fake[i]));
        assert_non_null(r->fake[i]);
        r->fake[i]->rig = r;
        r->fake[i]->number = i;
        ubn_portq_init(&r->fake[i]->work, sizeof(struct pending));
        assert_int_equal(ubn_engine_add_clocked(r->engine, i, &FAKE_OPS, r->fake[i]), UBN_OK);
        nodes[i] = (struct ubn_workload_node){
            .name = names[i], .mem = r->mem[i], .nic = r->nic[i], .host = r->host[i]};
    }
    const struct ubn_workload_env env = {.engine = r->engine,
                                         .stack = &ubn_stack_urma,
                                         .nodes = nodes,
                                         .n_nodes = NODES,
                                         .seed = seed,
                                         .log = r->log};
    assert_int_equal(ubn_workload_read.create(&env, cfg, &r->w), UBN_OK);
    for (size_t i = 0; i < NODES; i++) {
        assert_int_equal(ubn_stack_urma.setup_start(r->nic[i], 0), UBN_OK);
    }
    const struct ubn_run_limits limits = {.done = setup_done, .ctx = r};
    assert_int_equal(ubn_engine_run(r->engine, &limits), UBN_OK);
    for (size_t i = 0; i < NODES; i++) {
        assert_int_equal(ubn_stack_urma.setup_state(r->nic[i]).refused, 0);
    }
}

static void close_rig(struct rig *r)
{
    ubn_workload_read.destroy(r->w);
    for (size_t i = 0; i < NODES; i++) {
        ubn_portq_free(&r->fake[i]->work);
        free(r->fake[i]);
        ubn_stack_urma.nic_destroy(r->nic[i]);
        ubn_host_destroy(r->host[i]);
        ubn_bus_destroy(r->bus[i]);
        ubn_mem_destroy(r->mem[i]);
    }
    ubn_trace_destroy(r->trace);
    ubn_engine_destroy(r->engine);
    fclose(r->log);
    free(r->text);
}

/* Runs the workload to the end of all events and judges it. */
static enum ubn_status run(struct rig *r)
{
    const struct ubn_run_limits drain = {0};

    assert_int_equal(ubn_workload_read.start(r->w, ubn_engine_now_ps(r->engine) + TIME_STEP_PS),
                     UBN_OK);
    assert_int_equal(ubn_engine_run(r->engine, &drain), UBN_OK);
    return ubn_workload_read.check(r->w);
}

/* ---- setup ---- */

static void setup_programs_every_record(void **state)
{
    (void)state;
    struct rig r;

    open_rig(&r, &READ, 1);
    const struct ubn_urma_node_config *c = ubn_urma_stack_config(r.nic[0]);
    const struct fake *f = r.fake[0];
    assert_int_equal(f->reg[UBN_URMA_REG_LOCAL_MAC / 8], UINT64_C(0x020000000000));
    assert_int_equal(f->reg[UBN_URMA_REG_LOCAL_IP / 8], 0x0a000001u);
    assert_int_equal(f->reg[UBN_URMA_REG_ISSUE_INTERVAL / 8], 2);
    assert_int_equal(f->reg[UBN_URMA_REG_MAX_OUTSTANDING / 8], 9);
    assert_int_equal(f->reg[UBN_URMA_REG_PAD_TX / 8], 16);
    assert_int_equal(f->reg[UBN_URMA_REG_PAD_RSP_RX / 8], 0);
    assert_int_equal(f->reg[UBN_URMA_REG_MTU / 8], 4096);
    assert_int_equal(c->n_jettys, 3);
    for (size_t j = 0; j < c->n_jettys; j++) {
        assert_int_equal(f->jetty[j].state, UBN_URMA_JETTY_STATE_READY);
        assert_int_equal(f->jetty[j].jfc_id, j % 2);
        assert_int_equal(f->jetty[j].user_data, c->jettys[j].user_data);
    }
    assert_int_equal(f->jfc[1].base, c->jfcs[1].base);
    assert_int_equal(f->jfc[1].shift, 2);
    const struct ubn_urma_seg_config *seg = &ubn_urma_stack_config(r.nic[1])->segs[0];
    const struct ubn_urma_seg_ctx *got = &r.fake[1]->seg[seg->token_id];
    assert_true(got->valid && got->read_en && got->token_chk && !got->write_en && !got->atomic_en);
    assert_int_equal(got->token0, seg->token[0]);
    assert_int_equal(got->token1, seg->token[1]);
    assert_int_equal(got->uba, seg->uba);
    assert_int_equal(got->len, seg->len_bytes);
    assert_int_equal(got->pa, seg->pa);
    assert_true(got->uba != got->pa);
    close_rig(&r);
}

static void setup_connects_both_ends_of_each_channel(void **state)
{
    (void)state;
    struct rig r;

    open_rig(&r, &READ, 5);
    const struct ubn_urma_node_config *a = ubn_urma_stack_config(r.nic[0]);
    assert_int_equal(a->n_chans, 2);
    for (size_t i = 0; i < a->n_chans; i++) {
        uint32_t tpn = a->chans[i].tpn;
        const struct fake *fa = r.fake[0];
        const struct fake *fb = r.fake[1];
        uint32_t peer = fa->chan[tpn].rmt_tpn;

        assert_int_not_equal(tpn, peer);
        assert_int_equal(fa->chan[tpn].valid, 1);
        assert_int_equal(fa->chan[tpn].mtu, 5);
        assert_int_equal(fa->chan[tpn].window, 100);
        assert_int_equal(fa->chan[tpn].dst_mac, fb->reg[UBN_URMA_REG_LOCAL_MAC / 8]);
        assert_int_equal(fa->chan[tpn].dst_ip, fb->reg[UBN_URMA_REG_LOCAL_IP / 8]);
        assert_int_equal(fb->chan[peer].rmt_tpn, tpn);
        assert_int_equal(fb->chan[peer].dst_mac, fa->reg[UBN_URMA_REG_LOCAL_MAC / 8]);
        assert_int_equal(fa->chan_tx[tpn].next_psn, fb->chan_rx[peer].epsn);
        assert_int_equal(fb->chan_tx[peer].next_psn, fa->chan_rx[tpn].epsn);
        assert_int_equal(fa->chan_ack[tpn].una, fa->chan_tx[tpn].next_psn);
        assert_int_not_equal(fa->chan_tx[tpn].next_psn, fb->chan_tx[peer].next_psn);
    }
    close_rig(&r);
}

static void setup_refuses_value_that_does_not_fit(void **state)
{
    (void)state;
    struct rig r;
    struct ubn_urma_setup setup;

    open_rig(&r, &READ, 1);
    struct ubn_urma_chan_config chan = {.mtu_bytes = 1000, .window = 1};
    struct ubn_urma_node_config cfg = {.chans = &chan, .n_chans = 1};
    uint64_t ps = ubn_engine_now_ps(r.engine);
    assert_int_equal(ubn_urma_setup_start(r.bus[0], ps, &cfg, &setup), UBN_ERR_CONFIG);
    chan = (struct ubn_urma_chan_config){.mtu_bytes = 1024, .window = 1u << 23};
    assert_int_equal(ubn_urma_setup_start(r.bus[0], ps, &cfg, &setup), UBN_ERR_CONFIG);
    struct ubn_urma_jfc_config jfc = {.base = 32};
    cfg = (struct ubn_urma_node_config){.jfcs = &jfc, .n_jfcs = 1};
    assert_int_equal(ubn_urma_setup_start(r.bus[0], ps, &cfg, &setup), UBN_ERR_CONFIG);
    close_rig(&r);
}

static void first_psn_depends_on_seed_node_and_channel(void **state)
{
    (void)state;
    uint32_t psn = ubn_urma_first_psn(1, 0, 0);

    assert_int_equal(psn, ubn_urma_first_psn(1, 0, 0));
    assert_int_not_equal(psn, ubn_urma_first_psn(2, 0, 0));
    assert_int_not_equal(psn, ubn_urma_first_psn(1, 1, 0));
    assert_int_not_equal(psn, ubn_urma_first_psn(1, 0, 1));
    assert_true(psn < (1u << 24));
}

/* ---- verbs ---- */

/* Offsets after the public send queue entry: DW0 index and flags, DW1 opcode, DW2 channel, DW3
 * TokenID, DW4-7 EID, DW8 token, DW10-11 remote address, then the SGE. */
static void post_read_fills_block_by_layout(void **state)
{
    (void)state;
    struct ubn_urma_jetty jetty = {.id = 3, .tpn = 0x123456, .depth = 8, .pi = 15};
    struct ubn_urma_rw_wr wr = {.opcode = 6,
                                .local_addr = UINT64_C(0x1122334455667788),
                                .local_token_id = 0x77,
                                .len_bytes = 0x1000,
                                .remote_addr = UINT64_C(0x99aabbccddeeff00),
                                .remote_token_id = 0xabcde,
                                .remote_token = 0xcafebabe};
    struct ubn_axi_w store;
    static const uint8_t eid[16] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 10, 0, 0, 2};

    ubn_urma_eid_from_ip(0x0a000002, wr.remote_eid);
    assert_memory_equal(wr.remote_eid, eid, 16);
    assert_int_equal(ubn_urma_post_rw(&jetty, &wr, &store), 7);
    assert_int_equal(store.addr, 0x1003000);
    assert_int_equal(store.strb, UINT64_MAX);
    assert_int_equal(store.tag, UBN_TAG_NONE);
    assert_int_equal(store.data[0], 7);
    assert_int_equal(store.data[2] & 0x20, 0x20); /* complete */
    assert_int_equal(store.data[3] & 0x90, 0x10); /* token_en; second lap: owner 0 */
    assert_int_equal(store.data[5], 0x06);
    assert_int_equal(store.data[8], 0x56);
    assert_int_equal(store.data[10], 0x12);
    assert_int_equal(store.data[11], 1);
    assert_int_equal(store.data[12], 0xde);
    assert_int_equal(store.data[14] & 0x0f, 0x0a);
    assert_memory_equal(store.data + 16, eid, 16);
    assert_int_equal(store.data[32], 0xbe);
    assert_int_equal(store.data[40], 0x00);
    assert_int_equal(store.data[47], 0x99);
    assert_int_equal(store.data[49], 0x10);
    assert_int_equal(store.data[52], 0x77);
    assert_int_equal(store.data[56], 0x88);
    assert_int_equal(store.data[63], 0x11);
    assert_int_equal(ubn_urma_post_rw(&jetty, &wr, &store), 0);
    assert_int_equal(store.data[3] & 0x90, 0x90); /* third lap: owner 1 again */
}

static void poll_jfc_follows_owner_bit_over_laps(void **state)
{
    (void)state;
    const struct ubn_mem_config cfg = {
        .bytes = 4096, .row_hit_ps = 1, .row_miss_ps = 1, .row_bytes = 4096, .banks = 1};
    struct ubn_mem *mem = NULL;
    struct ubn_urma_jfc jfc = {.base = 128, .shift = 1};
    struct ubn_urma_cr cr;

    assert_int_equal(ubn_mem_create(&cfg, &mem), UBN_OK);
    for (unsigned n = 0; n < 7; n++) {
        uint8_t record[64] = {0};

        assert_int_equal(ubn_urma_poll_jfc(&jfc, mem, &cr), 0);
        record[0] = (n / 2) % 2 == 0 ? 0x04 : 0x00; /* owner: bit 2 of DW0 */
        record[3] = 3;                              /* status: remote */
        record[2] = 2;                              /* sub-status: abort */
        record[4] = (uint8_t)n;                     /* entry_idx */
        record[6] = 5;                              /* Jetty, low */
        record[8] = 1;                              /* Jetty, bits 19:16 */
        record[12] = 9;                             /* tpn */
        record[16] = 77;                            /* byte_cnt */
        record[20] = 0xee;                          /* user_data */
        assert_int_equal(ubn_mem_write(mem, 128 + n % 2 * 64, 64, record), UBN_OK);
        assert_int_equal(ubn_urma_poll_jfc(&jfc, mem, &cr), 1);
        assert_int_equal(cr.status, UBN_URMA_STATUS_REM_ACCESS_ABORT);
        assert_int_equal(cr.entry_idx, n);
        assert_int_equal(cr.local_id, 0x10005);
        assert_int_equal(cr.tpn, 9);
        assert_int_equal(cr.completion_len, 77);
        assert_int_equal(cr.user_ctx, 0xee);
        assert_false(cr.recv);
    }
    jfc.base = 4096;
    assert_int_equal(ubn_urma_poll_jfc(&jfc, mem, &cr), -1);
    ubn_mem_destroy(mem);
}

static void status_translates_every_hardware_code(void **state)
{
    (void)state;
    static const struct {
        uint8_t status, substatus, api;
    } rows[] = {{0, 0, 0}, {1, 0, 1},  {2, 1, 2},  {2, 2, 4}, {2, 3, 5},  {2, 4, 15}, {3, 1, 6},
                {3, 2, 8}, {3, 4, 16}, {4, 0, 10}, {5, 0, 9}, {6, 0, 11}, {3, 3, 14}, {9, 0, 14}};

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        assert_int_equal(ubn_urma_status_from_cqe(rows[i].status, rows[i].substatus), rows[i].api);
    }
}

/* ---- workload ---- */

static void read_ends_well_when_controller_obeys(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 5; seed++) {
        struct rig r;

        open_rig(&r, &READ, seed);
        assert_int_equal(run(&r), UBN_OK);
        const struct ubn_workload_counts c = ubn_workload_read.counts(r.w);
        assert_true(ubn_workload_read.done(r.w));
        assert_int_equal(c.posted, 40);
        assert_int_equal(c.completed, 40);
        assert_int_equal(c.refused, 0);
        assert_int_equal(c.peak_outstanding, 6);
        assert_int_equal(c.peak_queues, 3);
        assert_true(ubn_bus_idle(r.bus[0]) && ubn_host_idle(r.host[0]));
        close_rig(&r);
    }
}

static void read_works_in_both_directions(void **state)
{
    (void)state;
    struct rig r;
    struct ubn_read_config cfg = READ;

    cfg.both = true;
    open_rig(&r, &cfg, 3);
    assert_int_equal(run(&r), UBN_OK);
    assert_int_equal(ubn_workload_read.counts(r.w).completed, 80);
    assert_int_equal(r.fake[1]->requests, 40);
    close_rig(&r);
}

/* One read of 64 B at 64 B: start, 80 ns software, 30 ns bus, 600 ns, 30 ns to the payload,
 * completion one beat of the bus later, 5 + 30 ns poll. */
static void read_takes_exact_time_when_alone(void **state)
{
    (void)state;
    struct rig r;
    struct ubn_read_config cfg = READ;

    cfg.ops = 1;
    cfg.bytes_min = cfg.bytes_max = cfg.align_bytes = 64;
    open_rig(&r, &cfg, 1);
    assert_int_equal(run(&r), UBN_OK);
    const struct ubn_workload_counts c = ubn_workload_read.counts(r.w);
    assert_int_equal(c.last_ps - c.first_ps, 80000 + 30000 + LATENCY_PS + 30000 + 2000 + 35000);
    assert_int_equal(c.bytes, 64);
    close_rig(&r);
}

static void read_repeats_itself_when_seed_is_equal(void **state)
{
    (void)state;
    uint64_t last_ps[3];
    uint64_t bytes[3];

    for (unsigned i = 0; i < 3; i++) {
        struct rig r;

        open_rig(&r, &READ, i == 2 ? 8 : 7);
        assert_int_equal(run(&r), UBN_OK);
        last_ps[i] = ubn_workload_read.counts(r.w).last_ps;
        bytes[i] = ubn_workload_read.counts(r.w).bytes;
        close_rig(&r);
    }
    assert_int_equal(last_ps[0], last_ps[1]);
    assert_int_equal(bytes[0], bytes[1]);
    assert_int_not_equal(bytes[0], bytes[2]);
}

/* B88: before anything ended there is no sample, not a huge number. */
static void read_has_no_sample_when_nothing_ended(void **state)
{
    (void)state;
    struct rig r;

    open_rig(&r, &READ, 1);
    const struct ubn_workload_counts c = ubn_workload_read.counts(r.w);
    assert_int_equal(c.completed, 0);
    assert_int_equal(c.first_ps, 0);
    assert_int_equal(c.last_ps, 0);
    assert_int_equal(c.bytes, 0);
    assert_false(ubn_workload_read.done(r.w));
    assert_int_equal(ubn_workload_read.check(r.w), UBN_ERR_CHECK); /* nothing done is no success */
    close_rig(&r);
}

static void read_sees_every_fault_it_injects(void **state)
{
    (void)state;
    for (int fault = UBN_FAULT_BAD_TOKEN; fault < UBN_FAULT_COUNT; fault++) {
        for (uint32_t ppm = 300000; ppm <= 1000000; ppm += 700000) {
            struct rig r;
            struct ubn_read_config cfg = READ;

            cfg.fault = (enum ubn_fault)fault;
            cfg.fault_ppm = ppm;
            open_rig(&r, &cfg, 11);
            assert_int_equal(run(&r), UBN_OK);
            const struct ubn_workload_counts c = ubn_workload_read.counts(r.w);
            assert_true(ubn_workload_read.done(r.w));
            assert_true(ppm == 1000000 ? c.faults_injected == 40
                                       : c.faults_injected > 0 && c.faults_injected < 40);
            assert_int_equal(c.faults_seen, c.faults_injected);
            assert_int_equal(c.refused, fault == UBN_FAULT_NOT_READY ? c.faults_injected : 0);
            close_rig(&r);
        }
    }
}

/* B95 and more: every single misbehaviour, of the first, a middle and the last request, is noticed.
 */
static void read_check_fails_when_controller_misbehaves(void **state)
{
    (void)state;
    for (int how = FLIP_FIRST_BYTE; how <= REFUSE_STORE; how++) {
        for (uint64_t victim = 0; victim < 40; victim += 13) {
            struct rig r;

            open_rig(&r, &READ, 21);
            r.how = (enum misbehaviour)how;
            r.victim = victim;
            if (run(&r) != UBN_ERR_CHECK) {
                fail_msg("misbehaviour %d of request %d was not noticed", how, (int)victim);
            }
            fflush(r.log);
            assert_true(r.text_len > 0);
            close_rig(&r);
        }
    }
}

/* B95: sizes from 1 B to 4 KiB, each with a wrong first and a wrong last byte. */
static void read_check_sees_single_byte_of_any_length(void **state)
{
    (void)state;
    static const uint32_t sizes[] = {1, 63, 64, 65, 256, 1024, 4095, 4096};

    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        for (int how = GOOD; how <= FLIP_LAST_BYTE; how++) {
            struct rig r;
            struct ubn_read_config cfg = READ;

            cfg.ops = 3;
            cfg.bytes_min = cfg.bytes_max = sizes[i];
            open_rig(&r, &cfg, 31);
            r.how = (enum misbehaviour)how;
            r.victim = 1;
            assert_int_equal(run(&r), how == GOOD ? UBN_OK : UBN_ERR_CHECK);
            close_rig(&r);
        }
    }
}

static void read_refuses_config_when_illegal(void **state)
{
    (void)state;
    struct rig r;
    struct ubn_workload *w = NULL;
    struct ubn_read_config cfg[8];

    open_rig(&r, &READ, 1);
    const struct ubn_workload_node nodes[NODES] = {
        {.name = "a", .mem = r.mem[0], .nic = r.nic[0], .host = r.host[0]},
        {.name = "b", .mem = r.mem[1], .nic = r.nic[1]}};
    const struct ubn_workload_env env = {.engine = r.engine,
                                         .stack = &ubn_stack_urma,
                                         .nodes = nodes,
                                         .n_nodes = NODES,
                                         .seed = 1,
                                         .log = r.log};
    for (size_t i = 0; i < 8; i++) {
        cfg[i] = READ;
    }
    cfg[0].bytes_min = 0;
    cfg[1].bytes_max = 4097;
    cfg[2].align_bytes = 3;
    cfg[3].outstanding = 17;
    cfg[4].cq_depth = 2;
    cfg[5].fault_ppm = 1000001;
    cfg[6].segment_bytes = UINT64_C(1) << 31;
    cfg[7].both = true; /* node b has no threads */
    for (size_t i = 0; i < 8; i++) {
        assert_int_equal(ubn_workload_read.create(&env, &cfg[i], &w), UBN_ERR_CONFIG);
    }
    assert_null(w);
    close_rig(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(setup_programs_every_record),
        cmocka_unit_test(setup_connects_both_ends_of_each_channel),
        cmocka_unit_test(setup_refuses_value_that_does_not_fit),
        cmocka_unit_test(first_psn_depends_on_seed_node_and_channel),
        cmocka_unit_test(post_read_fills_block_by_layout),
        cmocka_unit_test(poll_jfc_follows_owner_bit_over_laps),
        cmocka_unit_test(status_translates_every_hardware_code),
        cmocka_unit_test(read_ends_well_when_controller_obeys),
        cmocka_unit_test(read_works_in_both_directions),
        cmocka_unit_test(read_takes_exact_time_when_alone),
        cmocka_unit_test(read_repeats_itself_when_seed_is_equal),
        cmocka_unit_test(read_has_no_sample_when_nothing_ended),
        cmocka_unit_test(read_sees_every_fault_it_injects),
        cmocka_unit_test(read_check_fails_when_controller_misbehaves),
        cmocka_unit_test(read_check_sees_single_byte_of_any_length),
        cmocka_unit_test(read_refuses_config_when_illegal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
