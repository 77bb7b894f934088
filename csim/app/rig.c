/* SPDX-License-Identifier: Apache-2.0 */
/** @file rig.c  Builds the system of one run: memories, buses or PCIe, links, controllers, threads.
 */
#include "rig.h"

#include "dut.h"
#include "profile.h"
#include "ubn/gen/enums.h"
#include "ubn/log.h"
#include "ubn/rng.h"

#include <string.h>

/* Ethernet preamble, FCS and gap: what a frame occupies besides its bytes.  IEEE 802.3 */
#define LINK_OVERHEAD_BYTES 24u
/* Purposes of the seeded hash that belong to no node's stream. */
#define SEED_PORT_CTX 1000u

/* ---- environment of a node ---- */

static enum ubn_status build_memory(struct ubn_rig *rig, struct ubn_rig_node *n)
{
    const struct ubn_config *cfg = rig->cfg;
    const struct ubn_mem_config mem = {
        .bytes = cfg->memory.size_bytes,
        .row_hit_ps = cfg->memory.row_hit_ps,
        .row_miss_ps = cfg->memory.row_miss_ps,
        .beat_ps = cfg->memory.beat_ps,
        .row_bytes = cfg->memory.row_bytes,
        .banks = (uint32_t)cfg->memory.banks,
        .open_page = cfg->memory.row_model == UBN_CFG_MEMORY_ROW_MODEL_OPEN_PAGE,
    };
    return ubn_mem_create(&mem, &n->mem);
}

static enum ubn_status build_bus(struct ubn_rig *rig, struct ubn_rig_node *n)
{
    const struct ubn_bus_config bus = {
        .node = n->id,
        .hop_ps = rig->cfg->bus.hop_ps,
        .beat_ps = rig->cfg->bus.beat_ps,
        .outstanding = (uint32_t)rig->cfg->bus.outstanding,
    };
    return ubn_bus_create(rig->engine, n->mem, &bus, &n->bus);
}

static enum ubn_status build_pcie(struct ubn_rig *rig, struct ubn_rig_node *n)
{
    const struct ubn_config *cfg = rig->cfg;
    const bool published = cfg->preset == UBN_CFG_PRESET_PUBLISHED;
    const struct ubn_pcie_config pcie = {
        .node = n->id,
        .mmio_ps = rig->stack->on_card ? 0 : cfg->pcie.mmio_ps,
        .read_ps = cfg->pcie.read_ps,
        .write_ps = cfg->pcie.write_ps,
        .rate_bytes_per_s = cfg->pcie.rate_bps / 8u,
        .tlp_overhead_bytes = (uint32_t)cfg->pcie.overhead_bytes,
        .mps_bytes = rig->settings.mps_bytes,
        .mrrs_bytes = rig->settings.mrrs_bytes,
        .rcb_bytes = cfg->pcie.rcb == UBN_CFG_PCIE_RCB_128 ? 128 : 64,
        .cpl_max_bytes = (uint32_t)cfg->pcie.cpl_max_bytes,
        .ph = (uint32_t)cfg->pcie.ph,
        .pd = (uint32_t)cfg->pcie.pd,
        .nph = (uint32_t)cfg->pcie.nph,
        .max_reads = (uint32_t)cfg->pcie.max_reads,
        .mem_extra = published,
        .cqe_after_payload = published,
        .reorder = cfg->pcie.reorder,
        .random_split = cfg->pcie.random_split,
        .jitter_ps = cfg->pcie.jitter_ps,
        .requester_id = UBN_PCIE_DEVICE_ID,
        .seed = cfg->seed,
    };
    return ubn_pcie_create(rig->engine, n->mem, &pcie, &n->pcie);
}

static enum ubn_status build_host(struct ubn_rig *rig, struct ubn_rig_node *n)
{
    const struct ubn_config *cfg = rig->cfg;
    const struct ubn_stack *stack = rig->stack;
    const bool bus = stack->attach == UBN_ATTACH_BUS;
    const bool serial = stack->psn_serial && cfg->preset == UBN_CFG_PRESET_PUBLISHED;
    const struct ubn_host_config host = {
        .node = n->id,
        .threads = (uint32_t)cfg->workload.threads,
        .software = cfg->software.enabled && !stack->direct,
        .submit_ps = cfg->software.submit_ps,
        .build_ps = cfg->software.build_ps,
        .poll_ps = cfg->software.poll_ps,
        .lib_poll_ps = cfg->software.lib_poll_ps,
        .psn_serial_ps = serial ? cfg->software.psn_serial_ps : 0,
        .poll_batch = (uint32_t)cfg->software.poll_batch,
        .port = bus ? &ubn_host_bus_port : &ubn_host_pcie_port,
        .port_ctx = bus ? (void *)n->bus : (void *)n->pcie,
        .send_stage = bus ? UBN_STAGE_BUS_SEND : UBN_STAGE_DOORBELL,
        .mem = n->mem,
    };
    return ubn_host_create(rig->engine, rig->trace, &host, &n->host);
}

/* Driver and library; the controller behind them may be built later. */
static enum ubn_status build_nic(struct ubn_rig *rig, struct ubn_rig_node *n)
{
    const struct ubn_nic_env nic = {
        .engine = rig->engine,
        .mem = n->mem,
        .bus = n->bus,
        .pcie = n->pcie,
        .watch = rig->watch,
        .settings = &rig->settings,
        .node = n->id,
        .seed = rig->cfg->seed,
    };
    return rig->stack->nic_create(&nic, &n->nic);
}

static enum ubn_status build_environment(struct ubn_rig *rig, uint16_t id)
{
    struct ubn_rig_node *n = &rig->nodes[id];
    const bool runs_software = id == 0 || rig->cfg->workload.kind != UBN_CFG_WORKLOAD_KIND_READ;

    n->rig = rig;
    n->id = id;
    n->name = rig->cfg->nodes[id].name;
    enum ubn_status status = build_memory(rig, n);
    if (status == UBN_OK) {
        status = rig->stack->attach == UBN_ATTACH_BUS ? build_bus(rig, n) : build_pcie(rig, n);
    }
    if (status == UBN_OK && runs_software) {
        status = build_host(rig, n);
    }
    return status == UBN_OK ? build_nic(rig, n) : status;
}

static enum ubn_status build_controller(struct ubn_rig *rig, uint16_t id)
{
    const struct ubn_config_node *cfg = &rig->cfg->nodes[id];
    const uint32_t seed = (uint32_t)ubn_rng_hash(rig->cfg->seed, id, SEED_PORT_CTX, 0) | 1u;
    return ubn_dut_create(rig->world, rig->stack->controller, cfg->name, cfg->ctx_slow, seed,
                          &rig->nodes[id].dut);
}

/* ---- links ---- */

static enum ubn_status build_direction(struct ubn_rig *rig, const struct ubn_config_link *cfg,
                                       uint16_t from, uint16_t to)
{
    const struct ubn_link_config link = {
        .delay_ps = cfg->delay_ps,
        .rate_bps = cfg->rate_bps,
        .overhead_bytes = LINK_OVERHEAD_BYTES,
        .buffer_bytes = cfg->buffer_bytes,
        .jitter_ps = cfg->jitter_ps,
        .seed = rig->cfg->seed,
        .id = from,
    };
    if (rig->nodes[from].tx != NULL) {
        ubn_log_error("links: node %s sends on two links; routing over several is not built yet",
                      rig->nodes[from].name);
        return UBN_ERR_CONFIG;
    }
    if (rig->nodes[to].rx != NULL) {
        ubn_log_error("links: node %s receives on two links; routing over several is not built yet",
                      rig->nodes[to].name);
        return UBN_ERR_CONFIG;
    }
    rig->stack->watch->link(rig->watch, from, to);
    const enum ubn_status status = ubn_link_create(&link, &rig->nodes[from].tx);
    rig->nodes[from].peer = to;
    rig->nodes[to].rx = rig->nodes[from].tx;
    return status;
}

static enum ubn_status build_links(struct ubn_rig *rig)
{
    for (uint16_t i = 0; i < rig->cfg->links_count; i++) {
        const struct ubn_config_link *cfg = &rig->cfg->links[i];
        enum ubn_status status = build_direction(rig, cfg, cfg->from_node, cfg->to_node);
        if (status == UBN_OK && cfg->duplex) {
            status = build_direction(rig, cfg, cfg->to_node, cfg->from_node);
        }
        if (status != UBN_OK) {
            return status;
        }
    }
    for (size_t i = 0; i < rig->n_nodes; i++) {
        if (rig->nodes[i].tx == NULL || rig->nodes[i].rx == NULL) {
            ubn_log_error("links: node %s has no link to %s", rig->nodes[i].name,
                          rig->nodes[i].tx == NULL ? "send on" : "receive from");
            return UBN_ERR_CONFIG;
        }
    }
    return UBN_OK;
}

/* ---- clock-edge loops ---- */

static enum ubn_status build_node(struct ubn_rig *rig, uint16_t id)
{
    const struct ubn_config *cfg = rig->cfg;
    struct ubn_rig_node *n = &rig->nodes[id];
    const struct ubn_node_config node = {
        .id = id,
        .clock_phase_ps = cfg->nodes[id].clock_phase_ps,
        .seed = cfg->seed,
        .stall_axi_ppm = (uint32_t)cfg->nodes[id].stall.axi_ppm,
        .stall_link_ppm = (uint32_t)cfg->nodes[id].stall.link_ppm,
        .dut = n->dut,
        .world = rig->world,
        .bus = n->bus,
        .pcie = n->pcie,
        .tx = n->tx,
        .rx = n->rx,
        .wave_from_cyc = cfg->sim.trace_from_cyc,
        .wave_to_cyc = cfg->sim.trace_to_cyc,
        .listener = rig->stack->watch->listener,
        .listener_ctx = rig->stack->watch->node(rig->watch, id),
    };
    return ubn_node_create(rig->engine, &node, &n->node);
}

/* ---- workload ---- */

static enum ubn_status build_read(struct ubn_rig *rig, const struct ubn_workload_env *env)
{
    static const enum ubn_fault faults[] = {
        [UBN_CFG_WORKLOAD_FAULT_NONE] = UBN_FAULT_NONE,
        [UBN_CFG_WORKLOAD_FAULT_BAD_TOKEN] = UBN_FAULT_BAD_TOKEN,
        [UBN_CFG_WORKLOAD_FAULT_BAD_SEGMENT] = UBN_FAULT_BAD_SEGMENT,
        [UBN_CFG_WORKLOAD_FAULT_TOO_LONG] = UBN_FAULT_TOO_LONG,
        [UBN_CFG_WORKLOAD_FAULT_NOT_READY] = UBN_FAULT_NOT_READY,
    };
    const struct ubn_config *cfg = rig->cfg;
    const struct ubn_read_config read = {
        .ops = cfg->workload.ops,
        .bytes_min = (uint32_t)cfg->workload.bytes_min,
        .bytes_max = (uint32_t)cfg->workload.bytes_max,
        .align_bytes = cfg->workload.align == UBN_CFG_WORKLOAD_ALIGN_64 ? 64 : 1,
        .mtu_bytes = rig->settings.mtu_bytes,
        .queues = (uint32_t)cfg->workload.jettys,
        .outstanding = (uint32_t)cfg->workload.outstanding,
        .post_batch = (uint32_t)cfg->workload.post_batch,
        .threads = (uint32_t)cfg->workload.threads,
        .fault = faults[cfg->workload.fault],
        .fault_ppm = cfg->workload.fault == UBN_CFG_WORKLOAD_FAULT_NONE
                         ? 0
                         : (uint32_t)cfg->workload.fault_share_ppm,
        .trace_faults = true,
        .first_seq = ubn_profile_first(cfg->workload.first_tassn),
    };
    rig->work = &ubn_workload_read;
    return rig->work->create(env, &read, &rig->workload);
}

/* Shares of the special cases among mixed requests, ppm. */
#define ZERO_PPM 30000u
#define INLINE_PPM 300000u
#define FENCE_PPM 30000u
#define UNSIGNALED_PPM 300000u

static enum ubn_status build_mixed(struct ubn_rig *rig, const struct ubn_workload_env *env)
{
    static const uint32_t op_sets[] = {
        [UBN_CFG_WORKLOAD_KIND_READ] = UBN_OP_BIT(UBN_OP_READ),
        [UBN_CFG_WORKLOAD_KIND_WRITE] = UBN_OP_BIT(UBN_OP_WRITE) | UBN_OP_BIT(UBN_OP_WRITE_IMM),
        [UBN_CFG_WORKLOAD_KIND_SEND] = UBN_OP_BIT(UBN_OP_SEND) | UBN_OP_BIT(UBN_OP_SEND_IMM),
        [UBN_CFG_WORKLOAD_KIND_ATOMIC] = UBN_OP_BIT(UBN_OP_CAS) | UBN_OP_BIT(UBN_OP_FADD),
        [UBN_CFG_WORKLOAD_KIND_MIXED] = UBN_OP_BIT(UBN_OP_COUNT) - 1u,
    };
    const struct ubn_config *cfg = rig->cfg;
    const bool in_order = !rig->stack->unordered;
    const bool all_kinds = cfg->workload.kind == UBN_CFG_WORKLOAD_KIND_MIXED && in_order;
    const struct ubn_mixed_config mixed = {
        .ops = cfg->workload.ops,
        .op_set = op_sets[cfg->workload.kind],
        .bytes_min = (uint32_t)cfg->workload.bytes_min,
        .bytes_max = (uint32_t)cfg->workload.bytes_max,
        .align_bytes = cfg->workload.align == UBN_CFG_WORKLOAD_ALIGN_64 ? 64 : 1,
        .mtu_bytes = rig->settings.mtu_bytes,
        .queues = (uint32_t)cfg->workload.jettys,
        .outstanding = (uint32_t)cfg->workload.outstanding,
        .post_batch = (uint32_t)cfg->workload.post_batch,
        .threads = (uint32_t)cfg->workload.threads,
        .recv_depth = (uint32_t)cfg->workload.recv_depth,
        .both = cfg->workload.both,
        .zero_ppm = all_kinds ? ZERO_PPM : 0,
        .inline_ppm = all_kinds ? INLINE_PPM : 0,
        .fence_ppm = all_kinds ? FENCE_PPM : 0,
        .unsignaled_ppm = all_kinds ? UNSIGNALED_PPM : 0,
        .first_seq = ubn_profile_first(cfg->workload.first_tassn),
    };
    rig->work = &ubn_workload_mixed;
    return rig->work->create(env, &mixed, &rig->workload);
}

static enum ubn_status build_workload(struct ubn_rig *rig)
{
    struct ubn_workload_node nodes[UBN_CONFIG_NODES_MAX];
    for (size_t i = 0; i < rig->n_nodes; i++) {
        const struct ubn_rig_node *n = &rig->nodes[i];
        nodes[i] = (struct ubn_workload_node){
            .name = n->name, .mem = n->mem, .nic = n->nic, .host = n->host};
    }
    const struct ubn_workload_env env = {.engine = rig->engine,
                                         .stack = rig->stack,
                                         .trace = rig->trace,
                                         .nodes = nodes,
                                         .n_nodes = rig->n_nodes,
                                         .seed = rig->cfg->seed};
    return rig->cfg->workload.kind == UBN_CFG_WORKLOAD_KIND_READ ? build_read(rig, &env)
                                                                 : build_mixed(rig, &env);
}

/* ---- life ---- */

enum ubn_status ubn_rig_build(const struct ubn_config *cfg, struct ubn_rig *rig_out)
{
    struct ubn_rig *rig = rig_out;
    memset(rig, 0, sizeof *rig);
    rig->cfg = cfg;
    rig->stack = ubn_stacks[cfg->stack];
    rig->settings = ubn_profile_nic(cfg, rig->stack);
    rig->n_nodes = cfg->nodes_count;
    if (rig->n_nodes != 2) {
        ubn_log_error("nodes: %zu nodes; exactly two are built so far", rig->n_nodes);
        return UBN_ERR_CONFIG;
    }
    enum ubn_status status = ubn_engine_create(cfg->sim.skip_idle, &rig->engine);
    if (status == UBN_OK) {
        status = ubn_trace_create(NULL, &rig->trace);
    }
    if (status == UBN_OK) {
        status = ubn_dut_world_create(cfg->seed, &rig->world);
    }
    if (status == UBN_OK) {
        status = rig->stack->watch->create(rig->engine, rig->trace, rig->n_nodes, &rig->watch);
    }
    /* any order of building must give the same run: sim.reverse_nodes shows it */
    enum ubn_status (*const steps[])(struct ubn_rig *, uint16_t) = {build_environment,
                                                                    build_controller};
    for (size_t s = 0; s < sizeof steps / sizeof steps[0]; s++) {
        for (uint16_t i = 0; status == UBN_OK && i < rig->n_nodes; i++) {
            status = steps[s](rig, cfg->sim.reverse_nodes ? (uint16_t)(rig->n_nodes - 1 - i) : i);
        }
    }
    if (status == UBN_OK) {
        status = build_links(rig);
    }
    for (uint16_t i = 0; status == UBN_OK && i < rig->n_nodes; i++) {
        status = build_node(rig, cfg->sim.reverse_nodes ? (uint16_t)(rig->n_nodes - 1 - i) : i);
    }
    return status == UBN_OK ? build_workload(rig) : status;
}

void ubn_rig_destroy(struct ubn_rig *rig)
{
    if (rig->workload != NULL) {
        rig->work->destroy(rig->workload);
    }
    for (size_t i = 0; i < rig->n_nodes && i < UBN_CONFIG_NODES_MAX; i++) {
        struct ubn_rig_node *n = &rig->nodes[i];
        ubn_node_destroy(n->node);
        rig->stack->nic_destroy(n->nic);
        ubn_host_destroy(n->host);
        ubn_bus_destroy(n->bus);
        ubn_pcie_destroy(n->pcie);
        ubn_mem_destroy(n->mem);
        ubn_link_destroy(n->tx);
        ubn_dut_destroy(n->dut);
    }
    if (rig->watch != NULL) {
        rig->stack->watch->destroy(rig->watch);
    }
    ubn_dut_world_destroy(rig->world);
    (void)ubn_capture_end(rig->capture);
    ubn_trace_destroy(rig->trace);
    ubn_engine_destroy(rig->engine);
    memset(rig, 0, sizeof *rig);
}

/* ---- setup ---- */

enum ubn_status ubn_rig_setup_start(struct ubn_rig *rig)
{
    enum ubn_status status = UBN_OK;

    for (size_t i = 0; status == UBN_OK && i < rig->n_nodes; i++) {
        status = rig->stack->setup_start(rig->nodes[i].nic, 0);
    }
    return status;
}

bool ubn_rig_setup_done(const struct ubn_rig *rig)
{
    for (size_t i = 0; i < rig->n_nodes; i++) {
        if (!rig->stack->setup_state(rig->nodes[i].nic).done) {
            return false;
        }
    }
    return true;
}

/* ---- capture ---- */

static void capture_frame(void *ctx, uint64_t ps, uint64_t arrive_ps, const uint8_t *frame,
                          size_t len_bytes, bool err)
{
    const struct ubn_rig_node *from = ctx;
    struct ubn_capture *capture = from->rig->capture;

    (void)err;
    enum ubn_status status =
        ubn_capture_frame(capture, from->id, UBN_CAPTURE_TX, ps, frame, len_bytes);
    if (status == UBN_OK) {
        status =
            ubn_capture_frame(capture, from->peer, UBN_CAPTURE_RX, arrive_ps, frame, len_bytes);
    }
    if (status != UBN_OK) {
        ubn_engine_fail(from->rig->engine, status);
    }
}

enum ubn_status ubn_rig_capture(struct ubn_rig *rig, FILE *file)
{
    const char *names[UBN_CONFIG_NODES_MAX];
    for (size_t i = 0; i < rig->n_nodes; i++) {
        names[i] = rig->nodes[i].name;
    }
    const enum ubn_status status = ubn_capture_begin(file, names, rig->n_nodes, &rig->capture);
    for (size_t i = 0; status == UBN_OK && i < rig->n_nodes; i++) {
        ubn_link_on_frame(rig->nodes[i].tx, capture_frame, &rig->nodes[i]);
    }
    return status;
}

/* ---- rest ---- */

static bool host_side_idle(const struct ubn_rig_node *n)
{
    return n->bus != NULL ? ubn_bus_idle(n->bus) : ubn_pcie_idle(n->pcie);
}

bool ubn_rig_at_rest(const struct ubn_rig *rig)
{
    for (size_t i = 0; i < rig->n_nodes; i++) {
        const struct ubn_rig_node *n = &rig->nodes[i];
        if (!ubn_node_idle(n->node) || !host_side_idle(n) || !ubn_link_idle(n->tx) ||
            (n->host != NULL && !ubn_host_idle(n->host))) {
            return false;
        }
    }
    return true;
}

static bool quiet(bool is_quiet, const char *node, const char *what)
{
    if (!is_quiet) {
        ubn_log_error("not at rest at the end: %s: %s", node, what);
    }
    return is_quiet;
}

enum ubn_status ubn_rig_check_quiet(const struct ubn_rig *rig)
{
    bool all =
        quiet(rig->stack->watch->open(rig->watch) == 0, "watch", "frames or commands unfinished");
    for (size_t i = 0; i < rig->n_nodes; i++) {
        const struct ubn_rig_node *n = &rig->nodes[i];
        all &= quiet(ubn_node_idle(n->node), n->name, "controller");
        all &= quiet(ubn_dut_outstanding(n->dut) == 0, n->name, "requests in flight");
        all &=
            quiet(ubn_dut_host_outstanding(n->dut) == 0, n->name, "bus accesses of the controller");
        all &= quiet(host_side_idle(n), n->name, n->bus != NULL ? "bus" : "PCIe");
        all &= quiet(ubn_link_idle(n->tx), n->name, "link");
        all &= quiet(n->host == NULL || ubn_host_idle(n->host), n->name, "threads");
    }
    return all ? UBN_OK : UBN_ERR_CHECK;
}
