/* SPDX-License-Identifier: Apache-2.0 */
/** @file validate.c  Resolves short forms and `auto`, and checks the rules between keys. */
#include "loader.h"

#include "value.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Published stage table: completion queue poll, issue interval. */
#define URMA_POLL_PS 5000u
#define ROCE_POLL_PS 70000u
#define URMA_ISSUE_CYC 2u
#define ROCE_ISSUE_CYC 6u
/* Bounds of the controllers: records.yaml, registers.yaml; RoCE: IBTA vol. 1, path MTU. */
#define URMA_INFLIGHT_MAX 16u
/* Accesses of the load/store path: requests it tracks, lengths of its frames. */
#define LDST_INFLIGHT_MAX 64u
#define LDST_BYTES_MIN 64u
#define LDST_BYTES_MAX 4096u
#define ROCE_MTU_MAX_BYTES 4096u
#define ROCE_ISSUE_MAX_CYC 16384u

static struct ubn_key_ref single(const char *name)
{
    return (struct ubn_key_ref){.key = ubn_name_index(name), .entry = 0};
}

static struct ubn_key_ref in_list(const char *name, int entry)
{
    return (struct ubn_key_ref){.key = ubn_name_index(name), .entry = entry};
}

static int origin(const struct ubn_loader *ld, const char *name)
{
    return ld->origin[ubn_name_index(name)][0];
}

/* Of two keys that contradict each other, blames the one that was written; the later one if both.
 */
static struct ubn_key_ref blame(const struct ubn_loader *ld, const char *a, const char *b)
{
    int from_a = origin(ld, a);
    int from_b = origin(ld, b);
    if (from_a == UBN_FROM_COMMAND_LINE || from_b == UBN_FROM_COMMAND_LINE) {
        return single(from_b == UBN_FROM_COMMAND_LINE ? b : a);
    }
    return single(from_b > from_a ? b : a);
}

/* Refuses unless the value of `low` is at most that of `high`. */
static enum ubn_status require_order(const struct ubn_loader *ld, const char *low, const char *high)
{
    char low_text[UBN_VALUE_BYTES];
    char high_text[UBN_VALUE_BYTES];
    uint64_t low_num = ubn_config_number(&ld->cfg, ubn_name_index(low), 0);
    uint64_t high_num = ubn_config_number(&ld->cfg, ubn_name_index(high), 0);
    if (low_num <= high_num) {
        return UBN_OK;
    }
    ubn_value_format(&ubn_keys[ubn_name_index(low)], low_num, low_text);
    ubn_value_format(&ubn_keys[ubn_name_index(high)], high_num, high_text);
    return ubn_loader_refuse(ld, blame(ld, low, high), "%s is %s, more than %s, which is %s", low,
                             low_text, high, high_text);
}

/* Lengths of loads and stores: what the compact header can say, in one burst of the bus. */
static enum ubn_status check_access_lengths(const struct ubn_loader *ld)
{
    static const char *const names[] = {"workload.bytes_min", "workload.bytes_max"};
    for (size_t i = 0; i < 2; i++) {
        const uint64_t bytes = ubn_config_number(&ld->cfg, ubn_name_index(names[i]), 0);
        if (bytes < LDST_BYTES_MIN || bytes > LDST_BYTES_MAX || (bytes & (bytes - 1)) != 0) {
            return ubn_loader_refuse(ld, single(names[i]),
                                     "a load or store has a power of two of bytes, 64 B .. 4 KiB");
        }
    }
    return UBN_OK;
}

static enum ubn_status check_lengths(struct ubn_loader *ld)
{
    struct ubn_config *cfg = &ld->cfg;
    if (cfg->workload.bytes != UBN_CONFIG_AUTO) {
        static const char *const exact[] = {"workload.bytes_min", "workload.bytes_max"};
        for (size_t i = 0; i < 2; i++) {
            if (origin(ld, exact[i]) != UBN_FROM_DEFAULT) {
                return ubn_loader_refuse(ld, blame(ld, "workload.bytes", exact[i]),
                                         "workload.bytes and %s exclude each other", exact[i]);
            }
        }
        int from = origin(ld, "workload.bytes");
        ld->origin[ubn_name_index(exact[0])][0] = from;
        ld->origin[ubn_name_index(exact[1])][0] = from;
        cfg->workload.bytes_min = cfg->workload.bytes;
        cfg->workload.bytes_max = cfg->workload.bytes;
        cfg->workload.bytes = UBN_CONFIG_AUTO;
    }
    if (cfg->workload.bytes_max == UBN_CONFIG_AUTO) {
        cfg->workload.bytes_max = cfg->workload.bytes_min;
    }
    /* a read of URMA is one packet; RoCE cuts its messages */
    enum ubn_status status = require_order(ld, "workload.bytes_min", "workload.bytes_max");
    if (status == UBN_OK && cfg->stack == UBN_CFG_STACK_URMA) {
        return require_order(ld, "workload.bytes_max", "nic.mtu");
    }
    return status == UBN_OK && cfg->stack == UBN_CFG_STACK_LDST ? check_access_lengths(ld) : status;
}

/* Refuses a value above what the stack can do. */
static enum ubn_status require_at_most(const struct ubn_loader *ld, const char *name, uint64_t most)
{
    uint64_t num = ubn_config_number(&ld->cfg, ubn_name_index(name), 0);

    return num <= most
               ? UBN_OK
               : ubn_loader_refuse(ld, single(name), "the stack carries at most %" PRIu64, most);
}

/* Keys of queues, packets and calls do nothing on the load/store path: whoever sets one expects
 * what will not come. A default that was written out is no such wish. */
static enum ubn_status check_ldst(const struct ubn_loader *ld)
{
    static const char *const inert[] = {
        "software.submit",
        "software.build",
        "software.poll",
        "software.poll_batch",
        "software.lib_poll",
        "software.psn_serial",
        "nic.mtu",
        "nic.window",
        "nic.issue_interval",
        "nic.max_outstanding",
        "workload.post_batch",
        "workload.recv_depth",
        "workload.first_psn",
        "workload.first_tassn",
        "workload.align",
    };
    const struct ubn_config *cfg = &ld->cfg;
    for (size_t i = 0; i < sizeof(inert) / sizeof(inert[0]); i++) {
        const int key = ubn_name_index(inert[i]);
        if (ubn_config_number(cfg, key, 0) != ubn_keys[key].def) {
            return ubn_loader_refuse(ld, single(inert[i]), "does nothing on stack ldst");
        }
    }
    if (cfg->workload.kind != UBN_CFG_WORKLOAD_KIND_READ &&
        cfg->workload.kind != UBN_CFG_WORKLOAD_KIND_WRITE) {
        return ubn_loader_refuse(ld, single("workload.kind"),
                                 "stack ldst has loads (read) and stores (write)");
    }
    if (cfg->workload.fault == UBN_CFG_WORKLOAD_FAULT_BAD_TOKEN ||
        cfg->workload.fault == UBN_CFG_WORKLOAD_FAULT_NOT_READY) {
        return ubn_loader_refuse(ld, single("workload.fault"),
                                 "a load carries no token value and has no queue");
    }
    return require_at_most(ld, "workload.outstanding", LDST_INFLIGHT_MAX);
}

/* What depends on the stack: defaults, and bounds that are narrower than those of the keys. */
static enum ubn_status check_stack(struct ubn_loader *ld)
{
    struct ubn_config *cfg = &ld->cfg;
    const bool urma = cfg->stack == UBN_CFG_STACK_URMA;
    enum ubn_status status;

    if (cfg->stack == UBN_CFG_STACK_LDST) {
        return check_ldst(ld);
    }
    if (cfg->software.poll_ps == UBN_CONFIG_AUTO) {
        cfg->software.poll_ps = urma ? URMA_POLL_PS : ROCE_POLL_PS;
    }
    if (cfg->nic.issue_interval_cyc == UBN_CONFIG_AUTO) {
        cfg->nic.issue_interval_cyc = cfg->profile == UBN_CFG_PROFILE_NATIVE ? 1
                                      : urma                                 ? URMA_ISSUE_CYC
                                                                             : ROCE_ISSUE_CYC;
    }
    if (urma) {
        return require_at_most(ld, "workload.outstanding", URMA_INFLIGHT_MAX);
    }
    status = require_at_most(ld, "nic.mtu", ROCE_MTU_MAX_BYTES);
    if (status == UBN_OK) {
        status = require_at_most(ld, "nic.issue_interval", ROCE_ISSUE_MAX_CYC);
    }
    if (status == UBN_OK) {
        status = require_order(ld, "pcie.cpl_max", "pcie.mps");
    }
    if (status == UBN_OK && cfg->pcie.rcb == UBN_CFG_PCIE_RCB_128 &&
        cfg->pcie.cpl_max_bytes < 128) {
        status = ubn_loader_refuse(ld, single("pcie.cpl_max"), "less than pcie.rcb");
    }
    return status;
}

static enum ubn_status check_powers_of_two(const struct ubn_loader *ld)
{
    static const char *const names[] = {"nic.mtu", "memory.row_bytes", "pcie.mps", "pcie.mrrs",
                                        "pcie.cpl_max"};
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        uint64_t num = ubn_config_number(&ld->cfg, ubn_name_index(names[i]), 0);
        if ((num & (num - 1)) != 0) {
            return ubn_loader_refuse(ld, single(names[i]), "not a power of two");
        }
    }
    return UBN_OK;
}

static enum ubn_status name_nodes(struct ubn_loader *ld)
{
    struct ubn_config *cfg = &ld->cfg;
    if (cfg->nodes_count < 2) {
        return ubn_loader_refuse(ld, in_list("nodes.*.name", 0), "a run needs at least two nodes");
    }
    for (int i = 0; i < cfg->nodes_count; i++) {
        if (cfg->nodes[i].name[0] == '\0') {
            snprintf(cfg->nodes[i].name, sizeof(cfg->nodes[i].name), "n%d", i);
        }
        for (int j = 0; j < i; j++) {
            if (strcmp(cfg->nodes[i].name, cfg->nodes[j].name) == 0) {
                return ubn_loader_refuse(ld, in_list("nodes.*.name", i),
                                         "\"%s\" names two nodes, %d and %d", cfg->nodes[i].name, j,
                                         i);
            }
        }
    }
    return UBN_OK;
}

/* Number of the node that one end of a link names. */
static enum ubn_status find_end(struct ubn_loader *ld, const char *key, int link, char *name,
                                uint16_t when_empty, uint16_t *node_out)
{
    struct ubn_config *cfg = &ld->cfg;
    if (name[0] == '\0') {
        if (cfg->nodes_count > 2) {
            return ubn_loader_refuse(ld, in_list(key, link),
                                     "missing; with more than two nodes a link names its ends");
        }
        snprintf(name, UBN_CONFIG_TEXT_BYTES, "%s", cfg->nodes[when_empty].name);
    }
    for (uint16_t i = 0; i < cfg->nodes_count; i++) {
        if (strcmp(cfg->nodes[i].name, name) == 0) {
            *node_out = i;
            return UBN_OK;
        }
    }
    return ubn_loader_refuse(ld, in_list(key, link), "no node is named \"%.60s\"", name);
}

static bool carries(const struct ubn_config_link *link, unsigned from, unsigned to)
{
    return (link->from_node == from && link->to_node == to) ||
           (link->duplex && link->from_node == to && link->to_node == from);
}

static enum ubn_status check_link(struct ubn_loader *ld, int i)
{
    struct ubn_config_link *link = &ld->cfg.links[i];
    enum ubn_status status = find_end(ld, "links.*.from", i, link->from, 0, &link->from_node);
    if (status == UBN_OK) {
        status = find_end(ld, "links.*.to", i, link->to, 1, &link->to_node);
    }
    if (status != UBN_OK) {
        return status;
    }
    if (link->from_node == link->to_node) {
        return ubn_loader_refuse(ld, in_list("links.*.to", i), "a link from \"%.60s\" to itself",
                                 link->from);
    }
    for (int j = 0; j < i; j++) {
        const struct ubn_config_link *other = &ld->cfg.links[j];
        if (carries(other, link->from_node, link->to_node) ||
            (link->duplex && carries(other, link->to_node, link->from_node))) {
            return ubn_loader_refuse(ld, in_list("links.*.from", i),
                                     "links %d and %d join the same nodes in the same direction", j,
                                     i);
        }
    }
    if (ld->cfg.sim.watchdog_ps <= link->delay_ps + link->jitter_ps) {
        return ubn_loader_refuse(ld, in_list("links.*.delay", i),
                                 "delay and jitter are not shorter than sim.watchdog");
    }
    return UBN_OK;
}

static enum ubn_status check_links(struct ubn_loader *ld)
{
    bool forward = false;
    bool back = false;
    for (int i = 0; i < ld->cfg.links_count; i++) {
        enum ubn_status status = check_link(ld, i);
        if (status != UBN_OK) {
            return status;
        }
        forward = forward || carries(&ld->cfg.links[i], 0, 1);
        back = back || carries(&ld->cfg.links[i], 1, 0);
    }
    if (!forward || !back) {
        return ubn_loader_refuse(
            ld, in_list("links.*.duplex", 0), "no link from \"%.60s\" to \"%.60s\"",
            ld->cfg.nodes[forward ? 1 : 0].name, ld->cfg.nodes[forward ? 0 : 1].name);
    }
    return UBN_OK;
}

enum ubn_status ubn_loader_validate(struct ubn_loader *ld)
{
    static const char *const orders[][2] = {
        {"memory.row_hit", "memory.row_miss"},   {"memory.row_bytes", "memory.size"},
        {"workload.threads", "workload.jettys"}, {"workload.start", "sim.watchdog"},
        {"workload.start", "sim.max_time"},      {"sim.trace_from", "sim.trace_to"},
    };
    static enum ubn_status (*const checks[])(struct ubn_loader *) = {check_lengths, check_stack,
                                                                     name_nodes, check_links};
    enum ubn_status status = check_powers_of_two(ld);
    for (size_t i = 0; status == UBN_OK && i < sizeof(orders) / sizeof(orders[0]); i++) {
        status = require_order(ld, orders[i][0], orders[i][1]);
    }
    for (size_t i = 0; status == UBN_OK && i < sizeof(checks) / sizeof(checks[0]); i++) {
        status = checks[i](ld);
    }
    return status;
}
