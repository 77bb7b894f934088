/* SPDX-License-Identifier: Apache-2.0 */
/** @file results.c  Counters, rates and hashes of a run, for the report. */
#include "results.h"

#include "ubn/gen/registers.h"
#include "ubn/log.h"
#include "ubn/report.h"

#include <stdlib.h>
#include <string.h>

#define COUNTERS_MAX 128u
#define NAME_BYTES (UBN_CONFIG_TEXT_BYTES + 64u)

struct ubn_results {
    struct ubn_rig *rig;
    struct ubn_report report;
    const char *node_names[UBN_CONFIG_NODES_MAX];
    struct ubn_counter counters[COUNTERS_MAX];
    char names[COUNTERS_MAX][NAME_BYTES];
    struct ubn_report_rate rates[2];
    char *config_text;
    /* of the register read at hand */
    bool answered;
    uint8_t resp;
    uint64_t value;
    unsigned lane;
    bool unexplained; /* a controller dropped or saw what nothing in the run explains */
};

/* ---- counters ---- */

static void count(struct ubn_results *r, const char *node, const char *name, uint64_t value,
                  const char *unit, const char *doc, bool brief)
{
    const size_t i = r->report.n_counters;
    if (i == COUNTERS_MAX) {
        return;
    }
    (void)snprintf(r->names[i], NAME_BYTES, "%.*s%s%.60s", UBN_CONFIG_TEXT_BYTES, node,
                   *node != '\0' ? "." : "", name);
    r->counters[i] = (struct ubn_counter){
        .name = r->names[i], .value = value, .unit = unit, .doc = doc, .brief = brief};
    r->report.n_counters++;
}

static void count_workload(struct ubn_results *r)
{
    const struct ubn_workload_counts c = r->rig->work->counts(r->rig->workload);
    count(r, "", "posted", c.posted, "ops", "operations posted", false);
    count(r, "", "completed", c.completed, "ops", "operations with a completion record", true);
    count(r, "", "refused", c.refused, "ops", "operations whose store was refused", true);
    count(r, "", "faults_injected", c.faults_injected, "ops", "operations made faulty", true);
    count(r, "", "faults_seen", c.faults_seen, "ops", "faulty operations that failed as they must",
          true);
    count(r, "", "bytes", c.bytes, "bytes", "payload of successful operations", false);
    count(r, "", "peak_outstanding", c.peak_outstanding, "ops", "most operations in flight", true);
    count(r, "", "peak_jettys", c.peak_jettys, "Jettys", "most Jettys with work in flight", false);
    const uint64_t span_ps =
        c.last_ps > c.first_ps ? c.last_ps - c.first_ps : 0; /* none ended: 0 */
    r->rates[0] = (struct ubn_report_rate){
        .name = "operations", .rate = {.count = c.completed, .span_ps = span_ps}, .unit = "ops"};
    r->rates[1] = (struct ubn_report_rate){
        .name = "payload", .rate = {.count = c.bytes, .span_ps = span_ps}, .unit = "bytes"};
}

static void count_node(struct ubn_results *r, const struct ubn_rig_node *n)
{
    const struct ubn_node_counts c = ubn_node_counts(n->node);
    const struct ubn_link_counts link = ubn_link_counts(n->tx);
    const struct ubn_bus_counts bus = ubn_bus_counts(n->bus);
    const struct ubn_mem_counts mem = ubn_mem_counts(n->mem);
    char name[48];
    for (unsigned s = 0; s < UBN_NODE_STREAMS; s++) {
        const char *stream = ubn_node_stream_name((enum ubn_node_stream)s);
        (void)snprintf(name, sizeof name, "%s_beats", stream);
        count(r, n->name, name, c.moves[s], "beats", "beats moved on this stream", false);
        (void)snprintf(name, sizeof name, "%s_waits", stream);
        count(r, n->name, name, c.waits[s], "cycles", "cycles with valid and not ready", false);
        (void)snprintf(name, sizeof name, "%s_holds", stream);
        count(r, n->name, name, c.holds[s], "cycles",
              "cycles in which a random stall kept a beat back", false);
    }
    count(r, n->name, "stall_events", c.stall_events, "events", "stall events of the controller",
          false);
    count(r, n->name, "link_frames", link.frames, "frames", "frames sent", false);
    count(r, n->name, "link_bytes", link.bytes, "bytes", "bytes of these frames", false);
    count(r, n->name, "bus_reads", bus.reads, "bursts", "reads of the controller", false);
    count(r, n->name, "bus_errors", bus.nic_errors, "bursts", "accesses of the controller in error",
          true);
    count(r, n->name, "mem_misses", mem.misses, "accesses", "row misses", false);
}

/* ---- registers of the controllers ---- */

struct reg {
    const char *name;
    uint32_t offset;
    const char *unit;
    const char *doc;
    bool brief;
    bool fault; /* only faults make it count, and the rig injects none but stores to be refused */
};

static const struct reg regs[] = {
    {"nic.tx_frames", UBN_URMA_REG_TX_FRAMES, "frames", "frames sent whole", true, false},
    {"nic.rx_frames", UBN_URMA_REG_RX_FRAMES, "frames", "frames received whole", true, false},
    {"nic.drop_store", UBN_URMA_REG_DROP_STORE, "stores", "stores refused", true, false},
    {"nic.drop_wqe", UBN_URMA_REG_DROP_WQE, "requests", "work requests refused", true, false},
    {"nic.drop_frame", UBN_URMA_REG_DROP_FRAME, "frames", "frames not ours or malformed", true,
     true},
    {"nic.drop_icrc", UBN_URMA_REG_DROP_ICRC, "frames", "frames with a bad ICRC", true, true},
    {"nic.drop_chan", UBN_URMA_REG_DROP_CHAN, "frames", "frames of no channel", true, true},
    {"nic.drop_psn", UBN_URMA_REG_DROP_PSN, "packets", "packets with an unexpected PSN", true,
     true},
    {"nic.drop_rsp", UBN_URMA_REG_DROP_RSP, "responses", "responses to no request", true, true},
    {"nic.bus_errors", UBN_URMA_REG_BUS_ERRORS, "answers", "bus errors the controller saw", true,
     true},
};

static void on_load(void *ctx, uint64_t ps, uint8_t resp, const uint8_t *data)
{
    struct ubn_results *r = ctx;
    (void)ps;
    r->value = 0;
    for (unsigned i = 0; i < 8; i++) {
        r->value |= (uint64_t)data[r->lane + i] << (8 * i);
    }
    r->answered = true;
    r->resp = resp;
}

static bool is_answered(void *ctx)
{
    const struct ubn_results *r = ctx;
    return r->answered;
}

static enum ubn_status load(struct ubn_results *r, const struct ubn_rig_node *n, uint32_t offset,
                            uint64_t *value_out)
{
    struct ubn_engine *e = r->rig->engine;
    const struct ubn_run_limits l = {
        .done = is_answered, .ctx = r, .watchdog_ps = r->rig->cfg->sim.watchdog_ps};
    r->answered = false;
    r->lane = offset % UBN_BEAT_BYTES;
    enum ubn_status status = ubn_bus_host_load(n->bus, ubn_engine_now_ps(e),
                                               UBN_URMA_MAP_REGS_BASE + offset, on_load, r);
    if (status == UBN_OK) {
        ubn_engine_progress(e);
        status = ubn_engine_run(e, &l);
    }
    if (status == UBN_OK && r->resp != UBN_AXI_OKAY) {
        ubn_log_error("%s: register 0x%x answered with an error", n->name, (unsigned)offset);
        return UBN_ERR_CHECK;
    }
    *value_out = r->value;
    return status;
}

/* Faults injected equal faults observed: an acknowledgement that was lost, for example, harms no
 * operation and would go unnoticed. */
static void explain(struct ubn_results *r, size_t node, const struct reg *reg, uint64_t value)
{
    const uint64_t refused = r->rig->work->counts(r->rig->workload).refused;
    const bool stores = reg->offset == UBN_URMA_REG_DROP_STORE;
    const uint64_t expected = stores && node == 0 ? refused : 0;

    if ((reg->fault || stores) && value != expected) {
        ubn_log_error("%s: %s is %llu; what was injected explains %llu", r->rig->nodes[node].name,
                      reg->name, (unsigned long long)value, (unsigned long long)expected);
        r->unexplained = true;
    }
}

static enum ubn_status read_registers(struct ubn_results *r, size_t node)
{
    const struct ubn_rig_node *n = &r->rig->nodes[node];
    uint64_t value;
    enum ubn_status status = load(r, n, UBN_URMA_REG_ID, &value);
    if (status == UBN_OK && memcmp(&value, "UBN-URMA", sizeof value) != 0) {
        ubn_log_error("%s: the controller says it is %016llx, not UBN-URMA", n->name,
                      (unsigned long long)value);
        return UBN_ERR_CHECK;
    }
    for (size_t i = 0; status == UBN_OK && i < sizeof regs / sizeof regs[0]; i++) {
        status = load(r, n, regs[i].offset, &value);
        if (status == UBN_OK) {
            count(r, n->name, regs[i].name, value, regs[i].unit, regs[i].doc, regs[i].brief);
            explain(r, node, &regs[i], value);
        }
    }
    return status;
}

/* ---- life ---- */

static enum ubn_status config_text(struct ubn_results *r)
{
    size_t len;
    FILE *f = open_memstream(&r->config_text, &len);
    if (f == NULL) {
        return UBN_ERR_NOMEM;
    }
    ubn_config_print_yaml(r->rig->cfg, f);
    return fclose(f) == 0 ? UBN_OK : UBN_ERR_NOMEM;
}

static void describe(struct ubn_results *r, const struct ubn_run_io *io)
{
    const struct ubn_rig *rig = r->rig;
    struct ubn_hash hashes[UBN_CONFIG_NODES_MAX];
    for (size_t i = 0; i < rig->n_nodes; i++) {
        r->node_names[i] = rig->nodes[i].name;
        hashes[i] = ubn_node_hash(rig->nodes[i].node);
    }
    r->report = (struct ubn_report){
        .title = rig->cfg->question[0] != '\0' ? rig->cfg->question : rig->cfg->name,
        .stack = "urma",
        .profile = rig->cfg->profile == UBN_CFG_PROFILE_PUBLISHED ? "published" : "native",
        .config_text = r->config_text,
        .version = io->version,
        .compiler = "gcc-compatible " __VERSION__,
        .seed = rig->cfg->seed,
        .trace_hash = ubn_hash_combine(hashes, rig->n_nodes),
        .simulated_ps = ubn_engine_now_ps(rig->engine),
        .trace = rig->trace,
        .node_names = r->node_names,
        .n_nodes = rig->n_nodes,
        .counters = r->counters,
        .rates = r->rates,
        .n_rates = sizeof r->rates / sizeof r->rates[0],
    };
}

enum ubn_status ubn_results_collect(struct ubn_rig *rig, const struct ubn_run_io *io,
                                    enum ubn_status ended, bool at_rest,
                                    struct ubn_results **results_out)
{
    struct ubn_results *r = calloc(1, sizeof *r);
    if (r == NULL) {
        return UBN_ERR_NOMEM;
    }
    r->rig = rig;
    *results_out = r;
    enum ubn_status status = config_text(r);
    if (status != UBN_OK) {
        return status;
    }
    describe(r, io);
    r->report.ended = ended == UBN_OK ? "ok" : ubn_status_name(ended);
    count_workload(r);
    for (size_t i = 0; status == UBN_OK && i < rig->n_nodes; i++) {
        count_node(r, &rig->nodes[i]);
        status = at_rest ? read_registers(r, i) : UBN_OK;
    }
    return status;
}

enum ubn_status ubn_results_check(const struct ubn_results *results)
{
    return results->unexplained ? UBN_ERR_CHECK : UBN_OK;
}

enum ubn_status ubn_results_report(const struct ubn_results *results, const struct ubn_run_io *io,
                                   FILE *out)
{
    const enum ubn_status status = ubn_report_print(&results->report, out);
    return status == UBN_OK ? ubn_report_write(&results->report, io->out) : status;
}

void ubn_results_destroy(struct ubn_results *results)
{
    if (results != NULL) {
        free(results->config_text);
    }
    free(results);
}
