/* SPDX-License-Identifier: Apache-2.0 */
/* node.c: evaluates one controller on its clock edges and moves beats between its ports, its host
 * side and the link. See ubn/node.h. */

#include "node_priv.h"

#include "ubn/rng.h"

#include <stdlib.h>

#define LINK_STREAMS (1u << UBN_NODE_LINK_RX | 1u << UBN_NODE_LINK_TX)

const char *ubn_node_stream_name(enum ubn_node_stream stream)
{
    static const char *const names[UBN_NODE_STREAMS] = {
        [UBN_NODE_LINK_RX] = "link_rx", [UBN_NODE_LINK_TX] = "link_tx",
        [UBN_NODE_HOST_AW] = "host_aw", [UBN_NODE_HOST_W] = "host_w",
        [UBN_NODE_HOST_B] = "host_b",   [UBN_NODE_AW] = "mem_aw",
        [UBN_NODE_W] = "mem_w",         [UBN_NODE_B] = "mem_b",
        [UBN_NODE_AR] = "mem_ar",       [UBN_NODE_R] = "mem_r",
        [UBN_NODE_RQ] = "pcie_rq",      [UBN_NODE_RC] = "pcie_rc",
        [UBN_NODE_CQ] = "pcie_cq",      [UBN_NODE_CC] = "pcie_cc",
        [UBN_NODE_HOST_AR] = "host_ar", [UBN_NODE_HOST_R] = "host_r",
    };
    return names[stream];
}

/* ---- time ---- */

uint64_t node_earliest(const struct ubn_portq *const *queues, size_t n)
{
    uint64_t first = UBN_TIME_NEVER;
    for (size_t i = 0; i < n; i++) {
        uint64_t ps;
        if (ubn_portq_head(queues[i], &ps) != NULL && ps < first)
            first = ps;
    }
    return first;
}

static uint64_t earliest_input_ps(const struct ubn_node *node)
{
    const struct ubn_portq *const link[] = {node->rx};
    const uint64_t link_ps = node_earliest(link, 1);
    const uint64_t host_ps = node->side->earliest_ps(node);
    return link_ps < host_ps ? link_ps : host_ps;
}

static uint64_t node_next_ps(void *ctx)
{
    const struct ubn_node *node = ctx;
    const uint64_t next = ubn_clock_edge_ps(&node->clock, node->cycle);
    if (!node->idle || !ubn_engine_skip_idle(node->engine))
        return next;
    uint64_t wake = earliest_input_ps(node);
    const uint64_t timer_cyc = ubn_dut_wake_cyc(node->cfg.dut);
    if (timer_cyc != UINT64_MAX) {
        const uint64_t timer = ubn_clock_edge_ps(&node->clock, timer_cyc);
        if (timer < wake)
            wake = timer;
    }
    if (wake == UBN_TIME_NEVER)
        return UBN_TIME_NEVER;
    if (wake <= next)
        return next;
    return ubn_clock_edge_ps(&node->clock, ubn_clock_cycle_at(&node->clock, wake));
}

/* ---- random stalls: a pure function of seed, node, stream and cycle ---- */

bool node_stalled(const struct ubn_node *node, enum ubn_node_stream stream)
{
    const bool link = stream == UBN_NODE_LINK_RX || stream == UBN_NODE_LINK_TX;
    const uint32_t ppm = link ? node->cfg.stall_link_ppm : node->cfg.stall_axi_ppm;
    if (ppm == 0)
        return false;
    return ubn_rng_chance(ubn_rng_hash(node->cfg.seed, node->cfg.id, stream, node->cycle), ppm);
}

/* Shows the head of a queue to the controller when it has arrived and no stall holds it back. */
const void *node_offer(struct ubn_node *node, enum ubn_node_stream stream,
                       const struct ubn_portq *q, uint64_t now_ps)
{
    uint64_t ps;
    const void *item = ubn_portq_head(q, &ps);
    if (item == NULL || ps > now_ps)
        return NULL;
    if (!node->offered[stream] && node_stalled(node, stream)) {
        node->counts.holds[stream]++;
        return NULL;
    }
    node->offered[stream] = true;
    return item;
}

/* Books one stream in one cycle; true when a beat moves. */
bool node_moves(struct ubn_node *node, enum ubn_node_stream stream, bool valid, bool ready)
{
    if (valid && ready) {
        node->counts.moves[stream]++;
        node->offered[stream] = false;
    } else if (valid) {
        node->counts.waits[stream]++;
    }
    return valid && ready;
}

struct ubn_node_arrival node_arrival(const struct ubn_node *node, const struct ubn_portq *q,
                                     uint64_t now_ps)
{
    struct ubn_node_arrival a = {.accept_ps = now_ps};
    (void)ubn_portq_head(q, &a.arrive_ps);
    a.edge_ps = ubn_clock_edge_ps(&node->clock, ubn_clock_cycle_at(&node->clock, a.arrive_ps));
    return a;
}

void node_check(struct ubn_node *node, enum ubn_status status)
{
    if (status != UBN_OK)
        ubn_engine_fail(node->engine, status);
}

/* ---- what moves at the edge ---- */

static void move_link(struct ubn_node *node, uint64_t ps, const struct ubn_dut_in *in,
                      uint32_t flags)
{
    const struct ubn_node_listener *hear = node->cfg.listener;
    if (node_moves(node, UBN_NODE_LINK_RX, in->rx != NULL, flags & UBN_DUT_RX_READY)) {
        ubn_hash_event(&node->hash, UBN_HASH_LINK_RX, ps, in->rx->keep, in->rx->data,
                       UBN_BEAT_BYTES);
        const bool last = in->rx->last != 0;
        if (!node->in_frame_rx && hear->frame_in != NULL) {
            const struct ubn_node_arrival a = node_arrival(node, node->rx, ps);
            hear->frame_in(node->cfg.listener_ctx, &a);
        }
        ubn_portq_pop(node->rx);
        node->in_frame_rx = !last;
    }
    if (node_moves(node, UBN_NODE_LINK_TX, flags & UBN_DUT_TX_VALID, in->tx_ready)) {
        struct ubn_link_beat beat;
        uint64_t arrive_ps = ps;
        ubn_dut_tx(node->cfg.dut, &beat);
        ubn_hash_event(&node->hash, UBN_HASH_LINK_TX, ps, beat.keep, beat.data, UBN_BEAT_BYTES);
        if (!node->in_frame_tx && hear->frame_head != NULL)
            hear->frame_head(node->cfg.listener_ctx, beat.data);
        node_check(node,
                   ubn_link_send_beat(node->cfg.tx, ps, &beat, !node->in_frame_tx, &arrive_ps));
        if (!node->in_frame_tx && hear->frame_out != NULL)
            hear->frame_out(node->cfg.listener_ctx, ps, arrive_ps);
        node->in_frame_tx = beat.last == 0;
    }
}

static void tell_probes(struct ubn_node *node, uint64_t ps)
{
    const struct ubn_node_listener *hear = node->cfg.listener;
    if (hear->probe == NULL)
        return;
    for (uint32_t set = ubn_dut_probes(node->cfg.dut); set != 0; set &= set - 1) {
        const unsigned index = (unsigned)__builtin_ctz(set);
        hear->probe(node->cfg.listener_ctx, ps, index, ubn_dut_probe_id(node->cfg.dut, index));
    }
}

/* ---- one edge ---- */

static void drive(struct ubn_node *node, uint64_t ps, struct ubn_dut_in *in)
{
    in->now_cyc = node->cycle;
    in->rx = node_offer(node, UBN_NODE_LINK_RX, node->rx, ps);
    node->side->drive(node, ps, in);
    in->tx_ready = !node_stalled(node, UBN_NODE_LINK_TX) && ubn_link_ready(node->cfg.tx, ps);
    in->stall_ready = true;
}

static void node_edge(void *ctx, uint64_t ps)
{
    struct ubn_node *node = ctx;
    struct ubn_dut_in in = {0};
    node->cycle = ubn_clock_cycle_at(&node->clock, ps);
    ubn_dut_wave_advance(node->cfg.world, ps);
    drive(node, ps, &in);
    const uint32_t flags = ubn_dut_settle(node->cfg.dut, &in);
    const bool wave =
        node->cycle >= node->cfg.wave_from_cyc && node->cycle <= node->cfg.wave_to_cyc;
    if (wave)
        ubn_dut_wave_low(node->cfg.dut, ps);
    move_link(node, ps, &in, flags);
    node->side->move(node, ps, &in, flags);
    if (flags & UBN_DUT_STALL_VALID) {
        node->counts.stall_events++;
        if (node->cfg.listener->stall != NULL)
            node->cfg.listener->stall(node->cfg.listener_ctx, ps, ubn_dut_stall(node->cfg.dut));
    }
    if (!ubn_dut_tick(node->cfg.dut))
        ubn_engine_fail(node->engine, UBN_ERR_CHECK);
    if (wave)
        ubn_dut_wave_mark(node->cfg.dut, ps);
    tell_probes(node, ps);
    node->idle = ubn_dut_idle(node->cfg.dut);
    node->counts.edges++;
    node->cycle++;
}

/* ---- life ---- */

static void node_dump(void *ctx, FILE *out)
{
    const struct ubn_node *node = ctx;
    (void)fprintf(out,
                  "node %u: controller %s, %u requests in flight, %u bus accesses open, at "
                  "cycle %llu\n",
                  (unsigned)node->cfg.id, node->idle ? "idle" : "busy",
                  ubn_dut_outstanding(node->cfg.dut), ubn_dut_host_outstanding(node->cfg.dut),
                  (unsigned long long)node->cycle);
    for (unsigned s = 0; s < UBN_NODE_STREAMS; s++)
        if (node->offered[s])
            (void)fprintf(out, "node %u: %s offered and not taken\n", (unsigned)node->cfg.id,
                          ubn_node_stream_name((enum ubn_node_stream)s));
}

static const struct ubn_clocked_ops node_ops = {
    .next_ps = node_next_ps, .edge = node_edge, .dump = node_dump};

enum ubn_status ubn_node_create(struct ubn_engine *e, const struct ubn_node_config *cfg,
                                struct ubn_node **node_out)
{
    static const struct ubn_node_listener nobody;
    if ((cfg->bus == NULL) == (cfg->pcie == NULL))
        return UBN_ERR_ARG;
    struct ubn_node *node = calloc(1, sizeof *node);
    if (node == NULL)
        return UBN_ERR_NOMEM;
    node->engine = e;
    node->cfg = *cfg;
    if (node->cfg.listener == NULL)
        node->cfg.listener = &nobody;
    node->clock.phase_ps = cfg->clock_phase_ps;
    node->rx = ubn_link_rx(cfg->rx);
    node->hash = ubn_hash_init();
    node->idle = ubn_dut_idle(cfg->dut);
    node->side = cfg->bus != NULL ? &node_side_axi : &node_side_pcie;
    enum ubn_status status = node->side->create(node);
    if (status == UBN_OK)
        status = ubn_engine_add_clocked(e, cfg->id, &node_ops, node);
    if (status != UBN_OK) {
        ubn_node_destroy(node);
        return status;
    }
    *node_out = node;
    return UBN_OK;
}

void ubn_node_destroy(struct ubn_node *node)
{
    if (node != NULL)
        node->side->destroy(node);
    free(node);
}

bool ubn_node_has_stream(const struct ubn_node *node, enum ubn_node_stream stream)
{
    return ((LINK_STREAMS | node->side->streams) >> stream & 1u) != 0;
}

struct ubn_hash ubn_node_hash(const struct ubn_node *node) { return node->hash; }

struct ubn_node_counts ubn_node_counts(const struct ubn_node *node) { return node->counts; }

bool ubn_node_idle(const struct ubn_node *node)
{
    return node->idle && earliest_input_ps(node) == UBN_TIME_NEVER && node->side->at_rest(node);
}
