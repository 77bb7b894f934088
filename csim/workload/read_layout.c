/* SPDX-License-Identifier: Apache-2.0 */
/* read_layout: where everything of the workload `read` lies, and how the drivers see it.
 * Memory of a node, from LAYOUT_BASE: completion queues, buffer slots, source segment. The address
 * of the segment for others (UBA) and its place in memory (pa) differ in every part: in the high
 * bits, and against 4 KiB boundaries.
 */
#include "read_priv.h"

#include "ubn/gen/enums.h"
#include "ubn/log.h"
#include "ubn/rng.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define LAYOUT_BASE UINT64_C(0x10000)
#define AREA_ALIGN UINT64_C(0x1000)
#define SEGMENT_SKEW UINT64_C(0x240)
#define UBA_BASE UINT64_C(0x0000100000000000)
#define UBA_NODE_STRIDE UINT64_C(0x0000000100000000)
#define FIRST_TOKEN_ID 0x10u
#define DEFAULT_SQ_DEPTH 64u
#define DEFAULT_SEGMENT_BYTES UINT64_C(0x10000)
#define JFC_SHIFT_MAX 22u
#define PPM 1000000u
#define TASSN_MASK 0xffffu
#define FILL_BYTES 4096u

static uint64_t round_up(uint64_t value, uint64_t unit) { return (value + unit - 1) / unit * unit; }

static bool is_power_of_two(uint64_t value) { return value != 0 && (value & (value - 1)) == 0; }

static uint32_t log2_up(uint64_t value)
{
    uint32_t shift = 0;

    while ((UINT64_C(1) << shift) < value) {
        shift++;
    }
    return shift;
}

/* Says what is wrong with a configuration, NULL when nothing is. */
static const char *fault_of_config(const struct ubn_read_config *c)
{
    if (c->ops == 0 || c->jettys == 0 || c->threads == 0 || c->channels == 0) {
        return "operations, Jettys, threads and channels must be 1 or more";
    }
    if (c->bytes_min == 0 || c->bytes_max < c->bytes_min || c->bytes_max > c->nic.mtu_bytes) {
        return "lengths must be 1 .. MTU";
    }
    if (!is_power_of_two(c->align_bytes) || c->align_bytes > UBN_BEAT_BYTES) {
        return "alignment must be a power of two, 1 .. 64";
    }
    if (c->outstanding == 0 || c->outstanding > UBN_URMA_JETTY_INFLIGHT_MAX) {
        return "operations in flight on a Jetty must be 1 .. 16";
    }
    if (!is_power_of_two(c->sq_depth) || c->sq_depth > 65536 || c->sq_depth < c->outstanding) {
        return "depth of the send queue must be a power of two, outstanding .. 65536";
    }
    if (c->fault_ppm > PPM || c->fault >= UBN_FAULT_COUNT) {
        return "share of faults must be 0 .. 1000000 ppm";
    }
    if (c->segment_bytes < 2ull * c->bytes_max) {
        return "segment must hold two of the longest operations";
    }
    return NULL;
}

enum ubn_status read_config_resolve(struct ubn_workload *w)
{
    struct ubn_read_config *c = &w->cfg;
    uint64_t per_thread = 0;

    c->sq_depth = c->sq_depth == 0 ? DEFAULT_SQ_DEPTH : c->sq_depth;
    if (c->segment_bytes == 0) {
        c->segment_bytes = 4ull * c->bytes_max > DEFAULT_SEGMENT_BYTES ? 4ull * c->bytes_max
                                                                       : DEFAULT_SEGMENT_BYTES;
    }
    const char *fault = fault_of_config(c);
    if (fault == NULL) {
        per_thread = ((uint64_t)c->jettys + c->threads - 1) / c->threads * c->outstanding;
        w->jfc_shift = log2_up(c->jfc_depth == 0 ? per_thread : c->jfc_depth);
        if (c->jfc_depth != 0 && (!is_power_of_two(c->jfc_depth) || c->jfc_depth < per_thread)) {
            fault = "depth of the completion queue must be a power of two that holds all work of "
                    "a thread";
        } else if (w->jfc_shift > JFC_SHIFT_MAX) {
            fault = "completion queue too deep";
        }
    }
    if (fault != NULL) {
        ubn_log_error("read workload: %s", fault);
        return UBN_ERR_CONFIG;
    }
    w->n_slots = c->jettys * c->outstanding;
    w->slot_bytes =
        round_up((uint64_t)c->bytes_max + UBN_BEAT_BYTES, UBN_BEAT_BYTES) + 2u * READ_GUARD_BYTES;
    return UBN_OK;
}

/* Fills memory with a pattern and watches it. */
static enum ubn_status fill_region(struct read_node *n, uint64_t addr, uint64_t len_bytes,
                                   uint64_t seed)
{
    uint8_t chunk[FILL_BYTES];
    enum ubn_status status = ubn_memboard_region(n->board, addr, len_bytes, seed);

    for (uint64_t done = 0; status == UBN_OK && done < len_bytes; done += FILL_BYTES) {
        size_t len = len_bytes - done < FILL_BYTES ? (size_t)(len_bytes - done) : FILL_BYTES;

        ubn_pattern_fill(seed, addr + done, chunk, len);
        status = ubn_mem_write(n->env.mem, addr + done, len, chunk);
    }
    return status;
}

/* Completion queues start as zero: no valid record in the first lap. */
static enum ubn_status clear_rings(struct read_node *n, uint64_t len_bytes)
{
    const uint8_t zero[FILL_BYTES] = {0};
    enum ubn_status status = UBN_OK;

    for (uint64_t done = 0; status == UBN_OK && done < len_bytes; done += FILL_BYTES) {
        size_t len = len_bytes - done < FILL_BYTES ? (size_t)(len_bytes - done) : FILL_BYTES;

        status = ubn_mem_write(n->env.mem, n->rings + done, len, zero);
    }
    return status;
}

static void place_segments(struct ubn_workload *w, struct read_node *n, uint64_t buffer_bytes)
{
    uint32_t token = (uint32_t)ubn_rng_hash(w->seed, n->number, READ_RNG_TOKEN, 0);

    n->seg_source = (struct ubn_urma_seg_config){.token_id = FIRST_TOKEN_ID + 2 * n->number,
                                                 .read_en = true,
                                                 .token_chk = true,
                                                 .token = {token, ~token},
                                                 .uba = UBA_BASE + n->number * UBA_NODE_STRIDE,
                                                 .len_bytes = w->cfg.segment_bytes,
                                                 .pa = n->segment};
    /* Local addresses are addresses in memory. */
    n->seg_local = (struct ubn_urma_seg_config){.token_id = FIRST_TOKEN_ID + 2 * n->number + 1,
                                                .write_en = true,
                                                .token = {token, token},
                                                .uba = n->buffers,
                                                .len_bytes = buffer_bytes,
                                                .pa = n->buffers};
}

static enum ubn_status lay_out_memory(struct ubn_workload *w, struct read_node *n)
{
    uint64_t ring_bytes =
        n->initiator ? ((uint64_t)w->cfg.threads << w->jfc_shift) * UBN_URMA_BLOCK_BYTES : 0;
    uint64_t buffer_bytes = n->initiator ? w->n_slots * w->slot_bytes : 0;

    n->rings = LAYOUT_BASE;
    n->buffers = round_up(n->rings + ring_bytes, AREA_ALIGN) + AREA_ALIGN;
    n->segment = round_up(n->buffers + buffer_bytes, AREA_ALIGN) + AREA_ALIGN + SEGMENT_SKEW;
    uint64_t end = n->segment + w->cfg.segment_bytes + READ_GUARD_BYTES;
    if (end > ubn_mem_bytes(n->env.mem)) {
        ubn_log_error("read workload: node %s needs %" PRIu64 " B of memory and has %" PRIu64,
                      n->env.name, end, ubn_mem_bytes(n->env.mem));
        return UBN_ERR_CONFIG;
    }
    place_segments(w, n, buffer_bytes);
    enum ubn_status status = clear_rings(n, ring_bytes);
    if (status == UBN_OK && n->initiator) {
        status = fill_region(n, n->buffers, buffer_bytes, n->buffer_seed);
    }
    if (status == UBN_OK && n->is_target) {
        status = fill_region(n, n->segment - READ_GUARD_BYTES,
                             w->cfg.segment_bytes + 2u * READ_GUARD_BYTES, n->source_seed);
    }
    n->pages = ubn_mem_pages(n->env.mem);
    return status;
}

/* Describes one end of a channel; the other end fills in what is its own. */
static struct ubn_urma_chan_config *add_channel_end(struct ubn_workload *w, struct read_node *n,
                                                    const struct read_node *peer)
{
    struct ubn_urma_chan_config *c = &n->chan_cfgs[n->setup.n_chans++];
    uint32_t psn = w->cfg.first_psn;

    c->tpn = n->next_tpn++;
    c->rmt_mac = ubn_urma_node_mac((uint16_t)peer->number);
    c->rmt_ip = ubn_urma_node_ip((uint16_t)peer->number);
    c->udp_sport = (uint16_t)(UBN_UB_UDP_SPORT_BASE + c->tpn);
    c->mtu_bytes = w->cfg.nic.mtu_bytes;
    c->window = w->cfg.window;
    c->tx_psn =
        psn == UBN_READ_RANDOM ? ubn_urma_first_psn(w->seed, (uint16_t)n->number, c->tpn) : psn;
    return c;
}

static void connect(struct ubn_workload *w, struct read_node *from)
{
    struct read_node *to = &w->nodes[from->target];

    for (uint32_t i = 0; i < w->cfg.channels; i++) {
        struct ubn_urma_chan_config *a = add_channel_end(w, from, to);
        struct ubn_urma_chan_config *b = add_channel_end(w, to, from);

        a->rmt_tpn = b->tpn;
        b->rmt_tpn = a->tpn;
        a->rx_psn = b->tx_psn;
        b->rx_psn = a->tx_psn;
    }
}

/* Jettys, queues and slots of an initiator. Its channels are described first. */
static enum ubn_status populate(struct ubn_workload *w, struct read_node *n, uint32_t first_tpn)
{
    const struct ubn_read_config *c = &w->cfg;

    for (uint32_t j = 0; j < c->jettys; j++) {
        struct read_jetty *jetty = &n->jettys[j];
        uint64_t tassn = c->first_tassn == UBN_READ_RANDOM
                             ? ubn_rng_hash(w->seed, n->number, READ_RNG_TASSN, j)
                             : c->first_tassn;

        jetty->sq = (struct ubn_urma_jetty){
            .id = j, .tpn = first_tpn + j % c->channels, .depth = c->sq_depth};
        jetty->user_data = ubn_rng_hash(w->seed, n->number, READ_RNG_USER, j);
        jetty->slot_of_idx = malloc(c->sq_depth * sizeof(*jetty->slot_of_idx));
        if (jetty->slot_of_idx == NULL) {
            return UBN_ERR_NOMEM;
        }
        memset(jetty->slot_of_idx, 0xff, c->sq_depth * sizeof(*jetty->slot_of_idx));
        n->jetty_cfgs[j] = (struct ubn_urma_jetty_config){.id = j,
                                                          .state = UBN_URMA_JETTY_STATE_READY,
                                                          .jfc_id = j % c->threads,
                                                          .next_tassn = tassn & TASSN_MASK,
                                                          .user_data = jetty->user_data};
    }
    n->reset_sq = (struct ubn_urma_jetty){.id = c->jettys, .tpn = first_tpn, .depth = c->sq_depth};
    n->setup.n_jettys = c->jettys;
    if (c->fault == UBN_FAULT_NOT_READY) {
        n->jetty_cfgs[n->setup.n_jettys++] = (struct ubn_urma_jetty_config){
            .id = n->reset_sq.id, .state = UBN_URMA_JETTY_STATE_RESET};
    }
    for (uint32_t t = 0; t < c->threads; t++) {
        uint64_t base = n->rings + ((uint64_t)t << w->jfc_shift) * UBN_URMA_BLOCK_BYTES;
        uint64_t bytes = (UINT64_C(1) << w->jfc_shift) * UBN_URMA_BLOCK_BYTES;

        n->threads[t].jfc = (struct ubn_urma_jfc){.base = base, .shift = (uint8_t)w->jfc_shift};
        n->threads[t].next_jetty = t;
        n->jfc_cfgs[t] =
            (struct ubn_urma_jfc_config){.id = t, .shift = (uint8_t)w->jfc_shift, .base = base};
        enum ubn_status status = ubn_host_watch(n->env.host, t, t, base, bytes);
        if (status != UBN_OK) {
            return status;
        }
    }
    n->setup.n_jfcs = c->threads;
    for (uint32_t s = 0; s < w->n_slots; s++) {
        n->slots[s].base = n->buffers + s * w->slot_bytes;
    }
    return UBN_OK;
}

static enum ubn_status allocate(struct ubn_workload *w, struct read_node *n)
{
    const struct ubn_read_config *c = &w->cfg;

    n->chan_cfgs = calloc(2u * (size_t)c->channels, sizeof(*n->chan_cfgs));
    n->jetty_cfgs = calloc((size_t)c->jettys + 1, sizeof(*n->jetty_cfgs));
    n->jfc_cfgs = calloc(c->threads, sizeof(*n->jfc_cfgs));
    n->jettys = calloc(c->jettys, sizeof(*n->jettys));
    n->slots = calloc(w->n_slots, sizeof(*n->slots));
    n->threads = calloc(c->threads, sizeof(*n->threads));
    if (n->chan_cfgs == NULL || n->jetty_cfgs == NULL || n->jfc_cfgs == NULL || n->jettys == NULL ||
        n->slots == NULL || n->threads == NULL) {
        return UBN_ERR_NOMEM;
    }
    for (uint32_t t = 0; t < c->threads; t++) {
        ubn_portq_init(&n->threads[t].stores, sizeof(struct read_store));
    }
    return ubn_memboard_create(n->env.name, w->log, &n->board);
}

/* Collects what the driver of a node has to program. */
static void describe(struct ubn_workload *w, struct read_node *n)
{
    size_t n_chans = n->setup.n_chans;
    size_t n_jettys = n->setup.n_jettys;
    size_t n_jfcs = n->setup.n_jfcs;

    n->setup = w->cfg.nic;
    n->setup.mac = ubn_urma_node_mac((uint16_t)n->number);
    n->setup.ip = ubn_urma_node_ip((uint16_t)n->number);
    n->setup.jettys = n->jetty_cfgs;
    n->setup.n_jettys = n_jettys;
    n->setup.jfcs = n->jfc_cfgs;
    n->setup.n_jfcs = n_jfcs;
    n->setup.chans = n->chan_cfgs;
    n->setup.n_chans = n_chans;
    n->setup.segs = n->seg_cfgs;
    n->setup.n_segs = 0;
    if (n->is_target) {
        n->seg_cfgs[n->setup.n_segs++] = n->seg_source;
    }
    if (n->initiator) {
        n->seg_cfgs[n->setup.n_segs++] = n->seg_local;
    }
}

enum ubn_status read_layout(struct ubn_workload *w)
{
    enum ubn_status status = UBN_OK;

    for (uint32_t i = 0; i < w->n_nodes; i++) {
        struct read_node *n = &w->nodes[i];

        n->target = (i + 1) % (uint32_t)w->n_nodes;
        n->initiator = i == 0 || w->cfg.both;
        n->is_target = i == 1 || w->cfg.both;
        n->next_tpn = i; /* so that the two ends of a channel never have the same number */
        n->source_seed = ubn_rng_hash(w->seed, i, READ_RNG_SOURCE, 0);
        n->buffer_seed = ubn_rng_hash(w->seed, i, READ_RNG_BUFFER, 0);
        if (n->initiator && n->env.host == NULL) {
            ubn_log_error("read workload: node %s initiates and has no threads", n->env.name);
            return UBN_ERR_CONFIG;
        }
        status = allocate(w, n);
        if (status == UBN_OK) {
            status = lay_out_memory(w, n);
        }
        if (status != UBN_OK) {
            return status;
        }
    }
    for (uint32_t i = 0; i < w->n_nodes; i++) {
        struct read_node *n = &w->nodes[i];

        if (n->initiator) {
            uint32_t first_tpn = n->next_tpn;

            connect(w, n);
            status = populate(w, n, first_tpn);
            if (status != UBN_OK) {
                return status;
            }
        }
    }
    for (uint32_t i = 0; i < w->n_nodes; i++) {
        describe(w, &w->nodes[i]);
    }
    return UBN_OK;
}
