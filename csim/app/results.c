/* SPDX-License-Identifier: Apache-2.0 */
/** @file results.c  Counters, rates and hashes of a run, for the report. */
#include "results.h"

#include "ubn/log.h"
#include "ubn/rates.h"
#include "ubn/report.h"

#include <stdlib.h>
#include <string.h>

#define COUNTERS_MAX 256u
#define NAME_BYTES (UBN_CONFIG_TEXT_BYTES + 64u)

struct ubn_results {
    struct ubn_rig *rig;
    struct ubn_report report;
    const char *node_names[UBN_CONFIG_NODES_MAX];
    struct ubn_counter counters[COUNTERS_MAX];
    char names[COUNTERS_MAX][NAME_BYTES];
    struct ubn_report_rate rates[6];
    char *config_text;
    /* of the register read at hand */
    bool answered;
    bool answered_ok;
    uint64_t value;
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

static void rate(struct ubn_results *r, const char *name, struct ubn_rate value, const char *unit)
{
    r->rates[r->report.n_rates++] =
        (struct ubn_report_rate){.name = name, .rate = value, .unit = unit};
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
    count(r, "", "peak_jettys", c.peak_queues, r->rig->stack->queue_name,
          "most queues with work in flight", false);
    const uint64_t span_ps =
        c.last_ps > c.first_ps ? c.last_ps - c.first_ps : 0; /* none ended: 0 */
    rate(r, "operations", (struct ubn_rate){.count = c.completed, .span_ps = span_ps}, "ops");
    rate(r, "payload", (struct ubn_rate){.count = c.bytes, .span_ps = span_ps}, "bytes");
}

static enum ubn_status rate_trace(struct ubn_results *r)
{
    struct ubn_trace_rates rates;
    const enum ubn_status status = ubn_rates_of_trace(r->rig->trace, &rates);
    if (status == UBN_OK) {
        rate(r, "issue", rates.issue, "ops");
        rate(r, "issue_burst", rates.issue_burst, "ops");
        rate(r, "completion", rates.completion, "ops");
        rate(r, "steady", rates.steady, "ops");
    }
    return status;
}

static void count_bus(struct ubn_results *r, const struct ubn_rig_node *n)
{
    const struct ubn_bus_counts bus = ubn_bus_counts(n->bus);
    count(r, n->name, "bus_reads", bus.reads, "bursts", "reads of the controller", false);
    count(r, n->name, "bus_errors", bus.nic_errors, "bursts", "accesses of the controller in error",
          true);
}

static void count_pcie(struct ubn_results *r, const struct ubn_rig_node *n)
{
    const struct ubn_pcie_counts c = ubn_pcie_counts(n->pcie);
    count(r, n->name, "pcie_reads", c.reads, "packets", "reads of the controller", false);
    count(r, n->name, "pcie_read_bytes", c.read_bytes, "bytes", "asked for by them", false);
    count(r, n->name, "pcie_writes", c.writes, "packets", "writes of the controller", false);
    count(r, n->name, "pcie_write_bytes", c.write_bytes, "bytes", "payload of them", false);
    count(r, n->name, "pcie_completions", c.completions, "packets", "answers to reads", false);
    count(r, n->name, "pcie_stores", c.stores, "packets", "writes of the host", false);
    count(r, n->name, "pcie_up_bytes", c.up_bytes, "bytes",
          "carried to the host, overhead included", false);
    count(r, n->name, "pcie_down_bytes", c.down_bytes, "bytes",
          "carried to the controller, overhead included", false);
    count(r, n->name, "pcie_up_wait", c.up_wait_ps, "ps", "packets waited for the link", false);
    count(r, n->name, "pcie_down_wait", c.down_wait_ps, "ps", "packets waited for the link", false);
    count(r, n->name, "pcie_reads_peak", c.reads_peak, "packets", "most reads open at one time",
          false);
    count(r, n->name, "bus_errors", c.unsupported, "packets", "accesses of the controller in error",
          true);
}

static void count_node(struct ubn_results *r, const struct ubn_rig_node *n)
{
    const struct ubn_node_counts c = ubn_node_counts(n->node);
    const struct ubn_link_counts link = ubn_link_counts(n->tx);
    const struct ubn_mem_counts mem = ubn_mem_counts(n->mem);
    char name[48];
    for (unsigned s = 0; s < UBN_NODE_STREAMS; s++) {
        const char *stream = ubn_node_stream_name((enum ubn_node_stream)s);
        if (!ubn_node_has_stream(n->node, (enum ubn_node_stream)s)) {
            continue;
        }
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
    if (n->bus != NULL) {
        count_bus(r, n);
    } else {
        count_pcie(r, n);
    }
    count(r, n->name, "mem_misses", mem.misses, "accesses", "row misses", false);
}

/* ---- registers of the controllers ---- */

static void on_load(void *ctx, uint64_t ps, bool ok, uint64_t value)
{
    struct ubn_results *r = ctx;
    (void)ps;
    r->value = value;
    r->answered = true;
    r->answered_ok = ok;
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
    enum ubn_status status = r->rig->stack->load(n->nic, ubn_engine_now_ps(e), offset, on_load, r);
    if (status == UBN_OK) {
        ubn_engine_progress(e);
        status = ubn_engine_run(e, &l);
    }
    if (status == UBN_OK && !r->answered_ok) {
        ubn_log_error("%s: register 0x%x answered with an error", n->name, (unsigned)offset);
        return UBN_ERR_CHECK;
    }
    *value_out = r->value;
    return status;
}

/* Faults injected equal faults observed: an acknowledgement that was lost, for example, harms no
 * operation and would go unnoticed. */
static void explain(struct ubn_results *r, size_t node, const struct ubn_stack_reg *reg,
                    uint64_t value)
{
    const struct ubn_workload_counts c = r->rig->work->counts(r->rig->workload);
    const uint64_t expected = reg->expect == UBN_EXPECT_REFUSED && node == 0  ? c.refused
                              : reg->expect == UBN_EXPECT_DENIED && node == 1 ? c.faults_injected
                                                                              : 0;

    if (reg->expect != UBN_EXPECT_ANY && value != expected) {
        ubn_log_error("%s: %s is %llu; what was injected explains %llu", r->rig->nodes[node].name,
                      reg->name, (unsigned long long)value, (unsigned long long)expected);
        r->unexplained = true;
    }
}

static enum ubn_status check_identity(struct ubn_results *r, const struct ubn_rig_node *n)
{
    const char *identity = r->rig->stack->identity;
    uint64_t value = 0;
    enum ubn_status status = load(r, n, UBN_STACK_REG_ID, &value);
    if (status == UBN_OK && memcmp(&value, identity, sizeof value) != 0) {
        ubn_log_error("%s: the controller says it is %016llx, not %s", n->name,
                      (unsigned long long)value, identity);
        return UBN_ERR_CHECK;
    }
    return status;
}

static enum ubn_status read_registers(struct ubn_results *r, size_t node)
{
    const struct ubn_rig_node *n = &r->rig->nodes[node];
    const struct ubn_stack *stack = r->rig->stack;
    enum ubn_status status = check_identity(r, n);
    for (size_t i = 0; status == UBN_OK && i < stack->n_regs; i++) {
        const struct ubn_stack_reg *reg = &stack->regs[i];
        uint64_t value = 0;
        status = load(r, n, reg->offset, &value);
        if (status == UBN_OK) {
            count(r, n->name, reg->name, value, reg->unit, reg->doc, reg->brief);
            explain(r, node, reg, value);
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
        .stack = rig->stack->name,
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
    status = rate_trace(r);
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
