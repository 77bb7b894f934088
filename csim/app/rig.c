/* SPDX-License-Identifier: Apache-2.0 */
/** @file rig.c  Builds the system of one run: memories, buses, links, controllers, threads. */
#include "rig.h"

#include "dut.h"
#include "profile.h"
#include "ubn/log.h"
#include "ubn/rng.h"

#include <string.h>

/* Ethernet preamble, FCS and gap: what a frame occupies besides its bytes.  IEEE 802.3 */
#define LINK_OVERHEAD_BYTES 24u
/* Purposes of the seeded hash that belong to no node's stream. */
#define SEED_PORT_CTX 1000u

/* ---- environment of a node ---- */

static enum ubn_status build_environment(struct ubn_rig *rig, uint16_t id)
{
    const struct ubn_config *cfg = rig->cfg;
    struct ubn_rig_node *n = &rig->nodes[id];
    const struct ubn_mem_config mem = {
        .bytes = cfg->memory.size_bytes,
        .row_hit_ps = cfg->memory.row_hit_ps,
        .row_miss_ps = cfg->memory.row_miss_ps,
        .beat_ps = cfg->memory.beat_ps,
        .row_bytes = cfg->memory.row_bytes,
        .banks = (uint32_t)cfg->memory.banks,
        .open_page = cfg->memory.row_model == UBN_CFG_MEMORY_ROW_MODEL_OPEN_PAGE,
    };
    const struct ubn_bus_config bus = {
        .node = id,
        .hop_ps = cfg->bus.hop_ps,
        .beat_ps = cfg->bus.beat_ps,
        .outstanding = (uint32_t)cfg->bus.outstanding,
    };
    const struct ubn_host_config host = {
        .node = id,
        .threads = (uint32_t)cfg->workload.threads,
        .software = cfg->software.enabled,
        .submit_ps = cfg->software.submit_ps,
        .build_ps = cfg->software.build_ps,
        .poll_ps = cfg->software.poll_ps,
        .lib_poll_ps = cfg->software.lib_poll_ps,
    };
    n->name = cfg->nodes[id].name;
    enum ubn_status status = ubn_mem_create(&mem, &n->mem);
    if (status == UBN_OK) {
        status = ubn_bus_create(rig->engine, n->mem, &bus, &n->bus);
    }
    if (status == UBN_OK && id == 0) {
        status = ubn_host_create(rig->engine, n->bus, rig->trace, &host, &n->host);
    }
    return status;
}

static enum ubn_status build_controller(struct ubn_rig *rig, uint16_t id)
{
    const struct ubn_config_node *cfg = &rig->cfg->nodes[id];
    const uint32_t seed = (uint32_t)ubn_rng_hash(rig->cfg->seed, id, SEED_PORT_CTX, 0) | 1u;
    return ubn_dut_urma_create(rig->world, cfg->name, cfg->ctx_slow, seed, &rig->nodes[id].dut);
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
    ubn_urma_watch_link(rig->watch, from, to);
    return ubn_link_create(&link, &rig->nodes[from].tx);
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
        if (rig->nodes[i].tx == NULL) {
            ubn_log_error("links: node %s has no link to send on", rig->nodes[i].name);
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
        .tx = n->tx,
        .rx = rig->nodes[1 - id].tx,
        .wave_from_cyc = cfg->sim.trace_from_cyc,
        .wave_to_cyc = cfg->sim.trace_to_cyc,
        .listener = &ubn_urma_watch_listener,
        .listener_ctx = ubn_urma_watch_node(rig->watch, id),
    };
    return ubn_node_create(rig->engine, &node, &n->node);
}

/* ---- workload ---- */

static uint32_t first_number(uint64_t key)
{
    return key == UBN_CONFIG_AUTO ? UBN_READ_RANDOM : (uint32_t)key;
}

static enum ubn_status build_workload(struct ubn_rig *rig)
{
    static const enum ubn_fault faults[] = {
        [UBN_CFG_WORKLOAD_FAULT_NONE] = UBN_FAULT_NONE,
        [UBN_CFG_WORKLOAD_FAULT_BAD_TOKEN] = UBN_FAULT_BAD_TOKEN,
        [UBN_CFG_WORKLOAD_FAULT_BAD_SEGMENT] = UBN_FAULT_BAD_SEGMENT,
        [UBN_CFG_WORKLOAD_FAULT_TOO_LONG] = UBN_FAULT_TOO_LONG,
        [UBN_CFG_WORKLOAD_FAULT_NOT_READY] = UBN_FAULT_NOT_READY,
    };
    const struct ubn_config *cfg = rig->cfg;
    struct ubn_workload_node nodes[UBN_CONFIG_NODES_MAX];
    for (size_t i = 0; i < rig->n_nodes; i++) {
        const struct ubn_rig_node *n = &rig->nodes[i];
        nodes[i] = (struct ubn_workload_node){
            .name = n->name, .mem = n->mem, .bus = n->bus, .host = n->host};
    }
    const struct ubn_workload_env env = {.engine = rig->engine,
                                         .trace = rig->trace,
                                         .nodes = nodes,
                                         .n_nodes = rig->n_nodes,
                                         .seed = cfg->seed};
    const struct ubn_read_config read = {
        .ops = cfg->workload.ops,
        .bytes_min = (uint32_t)cfg->workload.bytes_min,
        .bytes_max = (uint32_t)cfg->workload.bytes_max,
        .align_bytes = cfg->workload.align == UBN_CFG_WORKLOAD_ALIGN_64 ? 64 : 1,
        .jettys = (uint32_t)cfg->workload.jettys,
        .outstanding = (uint32_t)cfg->workload.outstanding,
        .threads = (uint32_t)cfg->workload.threads,
        .channels = 1,
        .fault = faults[cfg->workload.fault],
        .fault_ppm = cfg->workload.fault == UBN_CFG_WORKLOAD_FAULT_NONE
                         ? 0
                         : (uint32_t)cfg->workload.fault_share_ppm,
        .trace_faults = true,
        .first_psn = first_number(cfg->workload.first_psn),
        .first_tassn = first_number(cfg->workload.first_tassn),
        .window = (uint32_t)cfg->nic.window,
        .nic = ubn_profile_nic(cfg),
    };
    rig->work = &ubn_workload_read;
    return rig->work->create(&env, &read, &rig->workload);
}

/* ---- life ---- */

enum ubn_status ubn_rig_build(const struct ubn_config *cfg, struct ubn_rig *rig_out)
{
    struct ubn_rig *rig = rig_out;
    memset(rig, 0, sizeof *rig);
    rig->cfg = cfg;
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
        status = ubn_urma_watch_create(rig->engine, rig->trace, rig->n_nodes, &rig->watch);
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
        ubn_host_destroy(n->host);
        ubn_bus_destroy(n->bus);
        ubn_mem_destroy(n->mem);
        ubn_link_destroy(n->tx);
        ubn_dut_destroy(n->dut);
    }
    ubn_urma_watch_destroy(rig->watch);
    ubn_dut_world_destroy(rig->world);
    (void)ubn_capture_end(rig->capture);
    ubn_trace_destroy(rig->trace);
    ubn_engine_destroy(rig->engine);
    memset(rig, 0, sizeof *rig);
}

/* ---- capture ---- */

static void capture_from(struct ubn_rig *rig, uint32_t from, uint64_t ps, uint64_t arrive_ps,
                         const uint8_t *frame, size_t len_bytes)
{
    enum ubn_status status =
        ubn_capture_frame(rig->capture, from, UBN_CAPTURE_TX, ps, frame, len_bytes);
    if (status == UBN_OK) {
        status =
            ubn_capture_frame(rig->capture, 1 - from, UBN_CAPTURE_RX, arrive_ps, frame, len_bytes);
    }
    if (status != UBN_OK) {
        ubn_engine_fail(rig->engine, status);
    }
}

static void capture_from_0(void *ctx, uint64_t ps, uint64_t arrive_ps, const uint8_t *frame,
                           size_t len_bytes, bool err)
{
    (void)err;
    capture_from(ctx, 0, ps, arrive_ps, frame, len_bytes);
}

static void capture_from_1(void *ctx, uint64_t ps, uint64_t arrive_ps, const uint8_t *frame,
                           size_t len_bytes, bool err)
{
    (void)err;
    capture_from(ctx, 1, ps, arrive_ps, frame, len_bytes);
}

enum ubn_status ubn_rig_capture(struct ubn_rig *rig, FILE *file)
{
    const char *names[] = {rig->nodes[0].name, rig->nodes[1].name};
    const enum ubn_status status = ubn_capture_begin(file, names, 2, &rig->capture);
    if (status == UBN_OK) {
        ubn_link_on_frame(rig->nodes[0].tx, capture_from_0, rig);
        ubn_link_on_frame(rig->nodes[1].tx, capture_from_1, rig);
    }
    return status;
}

/* ---- rest ---- */

bool ubn_rig_at_rest(const struct ubn_rig *rig)
{
    for (size_t i = 0; i < rig->n_nodes; i++) {
        const struct ubn_rig_node *n = &rig->nodes[i];
        if (!ubn_node_idle(n->node) || !ubn_bus_idle(n->bus) || !ubn_link_idle(n->tx) ||
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
        quiet(ubn_urma_watch_open(rig->watch) == 0, "watch", "frames or commands unfinished");
    for (size_t i = 0; i < rig->n_nodes; i++) {
        const struct ubn_rig_node *n = &rig->nodes[i];
        all &= quiet(ubn_node_idle(n->node), n->name, "controller");
        all &= quiet(ubn_dut_outstanding(n->dut) == 0, n->name, "requests in flight");
        all &=
            quiet(ubn_dut_bus_outstanding(n->dut) == 0, n->name, "bus accesses of the controller");
        all &= quiet(ubn_bus_idle(n->bus), n->name, "bus");
        all &= quiet(ubn_link_idle(n->tx), n->name, "link");
        all &= quiet(n->host == NULL || ubn_host_idle(n->host), n->name, "threads");
    }
    return all ? UBN_OK : UBN_ERR_CHECK;
}
