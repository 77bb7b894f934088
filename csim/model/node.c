/* SPDX-License-Identifier: Apache-2.0 */
/* node.c: evaluates one controller on its clock edges and moves beats between its ports, the bus
 * and the link. See ubn/node.h. */

#include "ubn/node.h"

#include "dut.h"
#include "ubn/rng.h"

#include <stdlib.h>

/* Commands and data of writes are matched here: AXI lets either come first. */
#define PENDING_WRITES 256u

struct pending_aw {
    uint64_t addr;
    unsigned beats;
    uint8_t id;
};

struct pending_w {
    uint8_t data[UBN_BEAT_BYTES];
    uint64_t strb;
    bool last;
};

struct ubn_node {
    struct ubn_engine *engine;
    struct ubn_node_config cfg;
    struct ubn_clock clock;
    struct ubn_bus_ports *ports;
    struct ubn_portq *rx;
    struct ubn_hash hash;
    struct ubn_node_counts counts;
    uint64_t cycle;      /* next edge that may be evaluated */
    bool idle;           /* nothing moves in the controller without new input */
    bool in_frame_rx;    /* the next beat in continues a frame */
    bool in_frame_tx;    /* the next beat out continues a frame */
    bool in_burst_r;     /* the next read beat continues a burst */
    bool store_aw_taken; /* of the store at the head of nic_w */
    bool store_w_taken;
    bool offered[UBN_NODE_STREAMS]; /* an input once valid stays so until it is taken */
    struct pending_aw aw[PENDING_WRITES];
    struct pending_w w[PENDING_WRITES];
    unsigned aw_head, aw_count, aw_beat;
    unsigned w_head, w_count;
};

const char *ubn_node_stream_name(enum ubn_node_stream stream)
{
    static const char *const names[UBN_NODE_STREAMS] = {
        [UBN_NODE_LINK_RX] = "link_rx", [UBN_NODE_LINK_TX] = "link_tx",
        [UBN_NODE_HOST_AW] = "host_aw", [UBN_NODE_HOST_W] = "host_w",
        [UBN_NODE_HOST_B] = "host_b",   [UBN_NODE_AW] = "mem_aw",
        [UBN_NODE_W] = "mem_w",         [UBN_NODE_B] = "mem_b",
        [UBN_NODE_AR] = "mem_ar",       [UBN_NODE_R] = "mem_r",
    };
    return names[stream];
}

/* ---- time ---- */

static uint64_t earliest_input_ps(const struct ubn_node *node)
{
    const struct ubn_portq *const inputs[] = {node->rx, &node->ports->nic_w, &node->ports->nic_ar,
                                              &node->ports->nic_r, &node->ports->nic_b};
    uint64_t first = UBN_TIME_NEVER;
    for (size_t i = 0; i < sizeof inputs / sizeof inputs[0]; i++) {
        uint64_t ps;
        if (ubn_portq_head(inputs[i], &ps) != NULL && ps < first)
            first = ps;
    }
    return first;
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

static bool stalled(const struct ubn_node *node, enum ubn_node_stream stream)
{
    const bool link = stream == UBN_NODE_LINK_RX || stream == UBN_NODE_LINK_TX;
    const uint32_t ppm = link ? node->cfg.stall_link_ppm : node->cfg.stall_axi_ppm;
    if (ppm == 0)
        return false;
    return ubn_rng_chance(ubn_rng_hash(node->cfg.seed, node->cfg.id, stream, node->cycle), ppm);
}

/* Shows the head of a queue to the controller when it has arrived and no stall holds it back. */
static const void *offer(struct ubn_node *node, enum ubn_node_stream stream,
                         const struct ubn_portq *q, uint64_t now_ps)
{
    uint64_t ps;
    const void *item = ubn_portq_head(q, &ps);
    if (item == NULL || ps > now_ps)
        return NULL;
    if (!node->offered[stream] && stalled(node, stream)) {
        node->counts.holds[stream]++;
        return NULL;
    }
    node->offered[stream] = true;
    return item;
}

/* Books one stream in one cycle; true when a beat moves. */
static bool moves(struct ubn_node *node, enum ubn_node_stream stream, bool valid, bool ready)
{
    if (valid && ready) {
        node->counts.moves[stream]++;
        node->offered[stream] = false;
    } else if (valid) {
        node->counts.waits[stream]++;
    }
    return valid && ready;
}

static struct ubn_node_arrival arrival(const struct ubn_node *node, const struct ubn_portq *q,
                                       uint64_t now_ps)
{
    struct ubn_node_arrival a = {.accept_ps = now_ps};
    (void)ubn_portq_head(q, &a.arrive_ps);
    a.edge_ps = ubn_clock_edge_ps(&node->clock, ubn_clock_cycle_at(&node->clock, a.arrive_ps));
    return a;
}

static void check(struct ubn_node *node, enum ubn_status status)
{
    if (status != UBN_OK)
        ubn_engine_fail(node->engine, status);
}

/* ---- what moves at the edge ---- */

static void move_link(struct ubn_node *node, uint64_t ps, const struct ubn_dut_in *in,
                      uint32_t flags)
{
    const struct ubn_node_listener *hear = node->cfg.listener;
    if (moves(node, UBN_NODE_LINK_RX, in->rx != NULL, flags & UBN_DUT_RX_READY)) {
        ubn_hash_event(&node->hash, UBN_HASH_LINK_RX, ps, in->rx->keep, in->rx->data,
                       UBN_BEAT_BYTES);
        const bool last = in->rx->last != 0;
        if (!node->in_frame_rx && hear->frame_in != NULL) {
            const struct ubn_node_arrival a = arrival(node, node->rx, ps);
            hear->frame_in(node->cfg.listener_ctx, &a);
        }
        ubn_portq_pop(node->rx);
        node->in_frame_rx = !last;
    }
    if (moves(node, UBN_NODE_LINK_TX, flags & UBN_DUT_TX_VALID, in->tx_ready)) {
        struct ubn_link_beat beat;
        uint64_t arrive_ps = ps;
        ubn_dut_tx(node->cfg.dut, &beat);
        ubn_hash_event(&node->hash, UBN_HASH_LINK_TX, ps, beat.keep, beat.data, UBN_BEAT_BYTES);
        check(node, ubn_link_send_beat(node->cfg.tx, ps, &beat, !node->in_frame_tx, &arrive_ps));
        if (!node->in_frame_tx && hear->frame_out != NULL)
            hear->frame_out(node->cfg.listener_ctx, ps, arrive_ps);
        node->in_frame_tx = beat.last == 0;
    }
}

static void move_host(struct ubn_node *node, uint64_t ps, const struct ubn_dut_in *in,
                      uint32_t flags)
{
    if (moves(node, UBN_NODE_HOST_AW, in->host_aw != NULL, flags & UBN_DUT_HOST_AW_READY))
        node->store_aw_taken = true;
    if (moves(node, UBN_NODE_HOST_W, in->host_w != NULL, flags & UBN_DUT_HOST_W_READY))
        node->store_w_taken = true;
    if (node->store_aw_taken && node->store_w_taken) {
        const struct ubn_axi_w *store = ubn_portq_head(&node->ports->nic_w, NULL);
        ubn_hash_event(&node->hash, UBN_HASH_HOST_W, ps, store->addr, store->data, UBN_BEAT_BYTES);
        if (node->cfg.listener->store != NULL) {
            const struct ubn_node_arrival a = arrival(node, &node->ports->nic_w, ps);
            node->cfg.listener->store(node->cfg.listener_ctx, &a, store->tag);
        }
        ubn_portq_pop(&node->ports->nic_w);
        node->store_aw_taken = node->store_w_taken = false;
    }
    if (moves(node, UBN_NODE_HOST_B, flags & UBN_DUT_HOST_B_VALID, in->host_b_ready)) {
        const struct ubn_axi_b b = ubn_dut_host_b(node->cfg.dut);
        ubn_hash_event(&node->hash, UBN_HASH_HOST_B, ps, b.resp, NULL, 0);
        check(node, ubn_bus_host_b(node->cfg.bus, ps, b.id, b.resp));
    }
    if (in->host_ar != NULL && (flags & UBN_DUT_HOST_AR_READY)) {
        ubn_hash_event(&node->hash, UBN_HASH_HOST_R, ps, in->host_ar->addr, NULL, 0);
        ubn_portq_pop(&node->ports->nic_ar);
    }
    if ((flags & UBN_DUT_HOST_R_VALID) && in->host_r_ready) {
        struct ubn_axi_r r;
        ubn_dut_host_r(node->cfg.dut, &r);
        ubn_hash_event(&node->hash, UBN_HASH_HOST_R, ps, r.resp, r.data, UBN_BEAT_BYTES);
        check(node, ubn_bus_host_r(node->cfg.bus, ps, r.resp, r.data));
    }
}

static void move_reads(struct ubn_node *node, uint64_t ps, const struct ubn_dut_in *in,
                       uint32_t flags)
{
    const struct ubn_node_listener *hear = node->cfg.listener;
    if (moves(node, UBN_NODE_AR, flags & UBN_DUT_AR_VALID, in->ar_ready)) {
        const struct ubn_dut_cmd cmd = ubn_dut_ar(node->cfg.dut);
        struct ubn_bus_read_time time = {0};
        ubn_hash_event(&node->hash, UBN_HASH_AXI_AR, ps, cmd.addr, NULL, 0);
        check(node, ubn_bus_nic_read(node->cfg.bus, ps, cmd.id, cmd.addr, cmd.beats, &time));
        if (hear->read_cmd != NULL)
            hear->read_cmd(node->cfg.listener_ctx, ps, &time);
    }
    if (moves(node, UBN_NODE_R, in->r != NULL, flags & UBN_DUT_R_READY)) {
        const bool last = in->r->last != 0;
        ubn_hash_event(&node->hash, UBN_HASH_AXI_R, ps, in->r->resp, in->r->data, UBN_BEAT_BYTES);
        if (!node->in_burst_r && hear->read_data != NULL) {
            const struct ubn_node_arrival a = arrival(node, &node->ports->nic_r, ps);
            hear->read_data(node->cfg.listener_ctx, &a);
        }
        ubn_bus_nic_r_pop(node->cfg.bus);
        node->in_burst_r = !last;
    }
}

/* Sends write beats whose command and data are both here. */
static void send_writes(struct ubn_node *node, uint64_t ps)
{
    while (node->aw_count > 0 && node->w_count > 0) {
        const struct pending_aw *aw = &node->aw[node->aw_head];
        const struct pending_w *w = &node->w[node->w_head];
        const uint64_t line = aw->addr / UBN_BEAT_BYTES * UBN_BEAT_BYTES;
        const struct ubn_bus_write_beat beat = {.addr =
                                                    line + (uint64_t)node->aw_beat * UBN_BEAT_BYTES,
                                                .strb = w->strb,
                                                .data = w->data,
                                                .id = aw->id,
                                                .last = w->last};
        uint64_t visible_ps = ps;
        if (w->last != (node->aw_beat + 1 == aw->beats)) {
            (void)fprintf(stderr, "ubnsim: error: node %u: WLAST does not match the burst length\n",
                          (unsigned)node->cfg.id);
            check(node, UBN_ERR_CHECK);
        }
        check(node, ubn_bus_nic_write_beat(node->cfg.bus, ps, &beat, &visible_ps));
        node->aw_beat++;
        if (w->last) {
            if (node->cfg.listener->write_last != NULL)
                node->cfg.listener->write_last(node->cfg.listener_ctx, ps, visible_ps);
            node->aw_beat = 0;
            node->aw_head = (node->aw_head + 1) % PENDING_WRITES;
            node->aw_count--;
        }
        node->w_head = (node->w_head + 1) % PENDING_WRITES;
        node->w_count--;
    }
}

static void move_writes(struct ubn_node *node, uint64_t ps, const struct ubn_dut_in *in,
                        uint32_t flags)
{
    if (moves(node, UBN_NODE_AW, flags & UBN_DUT_AW_VALID, in->aw_ready)) {
        const struct ubn_dut_cmd cmd = ubn_dut_aw(node->cfg.dut);
        ubn_hash_event(&node->hash, UBN_HASH_AXI_AW, ps, cmd.addr, NULL, 0);
        node->aw[(node->aw_head + node->aw_count++) % PENDING_WRITES] =
            (struct pending_aw){.addr = cmd.addr, .beats = cmd.beats, .id = cmd.id};
    }
    if (moves(node, UBN_NODE_W, flags & UBN_DUT_W_VALID, in->w_ready)) {
        struct pending_w *w = &node->w[(node->w_head + node->w_count++) % PENDING_WRITES];
        w->last = ubn_dut_w(node->cfg.dut, w->data, &w->strb);
        ubn_hash_event(&node->hash, UBN_HASH_AXI_W, ps, w->strb, w->data, UBN_BEAT_BYTES);
    }
    send_writes(node, ps);
    if (moves(node, UBN_NODE_B, in->b != NULL, flags & UBN_DUT_B_READY)) {
        ubn_hash_event(&node->hash, UBN_HASH_AXI_B, ps, in->b->resp, NULL, 0);
        ubn_portq_pop(&node->ports->nic_b);
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
    struct ubn_bus_ports *ports = node->ports;
    uint64_t arrive_ps;
    in->now_cyc = node->cycle;
    in->rx = offer(node, UBN_NODE_LINK_RX, node->rx, ps);
    if (!node->store_aw_taken)
        in->host_aw = offer(node, UBN_NODE_HOST_AW, &ports->nic_w, ps);
    if (!node->store_w_taken)
        in->host_w = offer(node, UBN_NODE_HOST_W, &ports->nic_w, ps);
    in->host_ar = ubn_portq_head(&ports->nic_ar, &arrive_ps);
    if (in->host_ar != NULL && arrive_ps > ps)
        in->host_ar = NULL;
    in->r = offer(node, UBN_NODE_R, &ports->nic_r, ps);
    in->b = offer(node, UBN_NODE_B, &ports->nic_b, ps);
    in->tx_ready = !stalled(node, UBN_NODE_LINK_TX) && ubn_link_ready(node->cfg.tx, ps);
    in->host_b_ready = !stalled(node, UBN_NODE_HOST_B);
    in->host_r_ready = true;
    in->aw_ready = !stalled(node, UBN_NODE_AW) && node->aw_count < PENDING_WRITES;
    in->w_ready = !stalled(node, UBN_NODE_W) && node->w_count < PENDING_WRITES;
    in->ar_ready = !stalled(node, UBN_NODE_AR) && ubn_bus_nic_read_ready(node->cfg.bus);
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
    move_host(node, ps, &in, flags);
    move_reads(node, ps, &in, flags);
    move_writes(node, ps, &in, flags);
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
    (void)fprintf(
        out, "node %u: controller %s, %u requests in flight, %u bus accesses open, at cycle %llu\n",
        (unsigned)node->cfg.id, node->idle ? "idle" : "busy", ubn_dut_outstanding(node->cfg.dut),
        ubn_dut_bus_outstanding(node->cfg.dut), (unsigned long long)node->cycle);
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
    struct ubn_node *node = calloc(1, sizeof *node);
    if (node == NULL)
        return UBN_ERR_NOMEM;
    node->engine = e;
    node->cfg = *cfg;
    if (node->cfg.listener == NULL)
        node->cfg.listener = &nobody;
    node->clock.phase_ps = cfg->clock_phase_ps;
    node->ports = ubn_bus_ports(cfg->bus);
    node->rx = ubn_link_rx(cfg->rx);
    node->hash = ubn_hash_init();
    node->idle = ubn_dut_idle(cfg->dut);
    const enum ubn_status status = ubn_engine_add_clocked(e, cfg->id, &node_ops, node);
    if (status != UBN_OK) {
        free(node);
        return status;
    }
    *node_out = node;
    return UBN_OK;
}

void ubn_node_destroy(struct ubn_node *node) { free(node); }

struct ubn_hash ubn_node_hash(const struct ubn_node *node) { return node->hash; }

struct ubn_node_counts ubn_node_counts(const struct ubn_node *node) { return node->counts; }

bool ubn_node_idle(const struct ubn_node *node)
{
    return node->idle && earliest_input_ps(node) == UBN_TIME_NEVER && node->aw_count == 0 &&
           node->w_count == 0;
}
