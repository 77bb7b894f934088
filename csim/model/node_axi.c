/* SPDX-License-Identifier: Apache-2.0 */
/* node_axi: host side of a node on the on-chip bus: AXI4 subordinate for stores and loads of the
 * host, AXI4 manager to memory. */
#include "node_priv.h"

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

struct axi {
    struct ubn_bus_ports *ports;
    bool in_burst_r;                    /* the next read beat continues a burst */
    bool in_burst_host_r;               /* the next beat for the host continues a burst */
    struct ubn_node_answer load_answer; /* that burst so far */
    bool store_aw_taken;                /* of the store whose beat is at the head of nic_w */
    bool store_w_taken;                 /* of that beat */
    struct pending_aw aw[PENDING_WRITES];
    struct pending_w w[PENDING_WRITES];
    unsigned aw_head, aw_count, aw_beat;
    unsigned w_head, w_count;
};

/* ---- what moves at the edge ---- */

static void move_stores(struct ubn_node *node, uint64_t ps, const struct ubn_dut_in *in,
                        uint32_t flags)
{
    struct axi *axi = node->side_state;
    const struct ubn_node_listener *hear = node->cfg.listener;
    if (node_moves(node, UBN_NODE_HOST_AW, in->host_aw != NULL, flags & UBN_DUT_HOST_AW_READY))
        axi->store_aw_taken = true;
    if (node_moves(node, UBN_NODE_HOST_W, in->host_w != NULL, flags & UBN_DUT_HOST_W_READY))
        axi->store_w_taken = true;
    if (axi->store_aw_taken && axi->store_w_taken) {
        const struct ubn_axi_w *store = ubn_portq_head(&axi->ports->nic_w, NULL);
        ubn_hash_event(&node->hash, UBN_HASH_HOST_W, ps, store->addr, store->data, UBN_BEAT_BYTES);
        if (hear->store != NULL && store->more == 0) {
            struct ubn_node_arrival a = node_arrival(node, &axi->ports->nic_w, ps);
            a.id = store->id;
            hear->store(node->cfg.listener_ctx, &a, store->tag);
        }
        axi->store_aw_taken = store->more != 0; /* one command for all beats */
        axi->store_w_taken = false;
        ubn_portq_pop(&axi->ports->nic_w);
    }
    if (node_moves(node, UBN_NODE_HOST_B, flags & UBN_DUT_HOST_B_VALID, in->host_b_ready)) {
        const struct ubn_axi_b b = ubn_dut_host_b(node->cfg.dut);
        ubn_hash_event(&node->hash, UBN_HASH_HOST_B, ps, b.resp, NULL, 0);
        struct ubn_node_answer answer = {.store = true, .id = b.id, .resp = b.resp, .first_ps = ps};
        node_check(node, ubn_bus_host_b(node->cfg.bus, ps, b.id, b.resp, &answer.arrive_ps));
        if (hear->answer != NULL)
            hear->answer(node->cfg.listener_ctx, &answer);
    }
}

static void move_loads(struct ubn_node *node, uint64_t ps, const struct ubn_dut_in *in,
                       uint32_t flags)
{
    struct axi *axi = node->side_state;
    const struct ubn_node_listener *hear = node->cfg.listener;
    if (node_moves(node, UBN_NODE_HOST_AR, in->host_ar != NULL, flags & UBN_DUT_HOST_AR_READY)) {
        ubn_hash_event(&node->hash, UBN_HASH_HOST_R, ps, in->host_ar->addr, NULL, 0);
        if (hear->load != NULL) {
            struct ubn_node_arrival a = node_arrival(node, &axi->ports->nic_ar, ps);
            a.id = in->host_ar->id;
            hear->load(node->cfg.listener_ctx, &a, in->host_ar->tag);
        }
        ubn_portq_pop(&axi->ports->nic_ar);
    }
    if (node_moves(node, UBN_NODE_HOST_R, flags & UBN_DUT_HOST_R_VALID, in->host_r_ready)) {
        struct ubn_axi_r r;
        ubn_dut_host_r(node->cfg.dut, &r);
        ubn_hash_event(&node->hash, UBN_HASH_HOST_R, ps, r.resp, r.data, UBN_BEAT_BYTES);
        if (!axi->in_burst_host_r)
            axi->load_answer = (struct ubn_node_answer){.id = r.id, .first_ps = ps};
        if (r.resp > axi->load_answer.resp)
            axi->load_answer.resp = r.resp;
        node_check(node, ubn_bus_host_r(node->cfg.bus, ps, &r, &axi->load_answer.arrive_ps));
        if (r.last != 0 && hear->answer != NULL)
            hear->answer(node->cfg.listener_ctx, &axi->load_answer);
        axi->in_burst_host_r = r.last == 0;
    }
}

static void move_reads(struct ubn_node *node, uint64_t ps, const struct ubn_dut_in *in,
                       uint32_t flags)
{
    struct axi *axi = node->side_state;
    const struct ubn_node_listener *hear = node->cfg.listener;
    if (node_moves(node, UBN_NODE_AR, flags & UBN_DUT_AR_VALID, in->ar_ready)) {
        const struct ubn_dut_cmd cmd = ubn_dut_ar(node->cfg.dut);
        struct ubn_bus_read_time time = {0};
        ubn_hash_event(&node->hash, UBN_HASH_AXI_AR, ps, cmd.addr, NULL, 0);
        node_check(node, ubn_bus_nic_read(node->cfg.bus, ps, cmd.id, cmd.addr, cmd.beats, &time));
        if (hear->read_cmd != NULL)
            hear->read_cmd(node->cfg.listener_ctx, ps, &time);
    }
    if (node_moves(node, UBN_NODE_R, in->r != NULL, flags & UBN_DUT_R_READY)) {
        const bool last = in->r->last != 0;
        ubn_hash_event(&node->hash, UBN_HASH_AXI_R, ps, in->r->resp, in->r->data, UBN_BEAT_BYTES);
        if (!axi->in_burst_r && hear->read_data != NULL) {
            const struct ubn_node_arrival a = node_arrival(node, &axi->ports->nic_r, ps);
            hear->read_data(node->cfg.listener_ctx, &a);
        }
        ubn_bus_nic_r_pop(node->cfg.bus);
        axi->in_burst_r = !last;
    }
}

/* Sends write beats whose command and data are both here. */
static void send_writes(struct ubn_node *node, uint64_t ps)
{
    struct axi *axi = node->side_state;
    while (axi->aw_count > 0 && axi->w_count > 0) {
        const struct pending_aw *aw = &axi->aw[axi->aw_head];
        const struct pending_w *w = &axi->w[axi->w_head];
        const uint64_t line = aw->addr / UBN_BEAT_BYTES * UBN_BEAT_BYTES;
        const struct ubn_bus_write_beat beat = {.addr =
                                                    line + (uint64_t)axi->aw_beat * UBN_BEAT_BYTES,
                                                .strb = w->strb,
                                                .data = w->data,
                                                .id = aw->id,
                                                .last = w->last};
        uint64_t visible_ps = ps;
        if (w->last != (axi->aw_beat + 1 == aw->beats)) {
            (void)fprintf(stderr, "ubnsim: error: node %u: WLAST does not match the burst length\n",
                          (unsigned)node->cfg.id);
            node_check(node, UBN_ERR_CHECK);
        }
        node_check(node, ubn_bus_nic_write_beat(node->cfg.bus, ps, &beat, &visible_ps));
        axi->aw_beat++;
        if (w->last) {
            if (node->cfg.listener->write_last != NULL)
                node->cfg.listener->write_last(node->cfg.listener_ctx, ps, visible_ps);
            axi->aw_beat = 0;
            axi->aw_head = (axi->aw_head + 1) % PENDING_WRITES;
            axi->aw_count--;
        }
        axi->w_head = (axi->w_head + 1) % PENDING_WRITES;
        axi->w_count--;
    }
}

static void move_writes(struct ubn_node *node, uint64_t ps, const struct ubn_dut_in *in,
                        uint32_t flags)
{
    struct axi *axi = node->side_state;
    if (node_moves(node, UBN_NODE_AW, flags & UBN_DUT_AW_VALID, in->aw_ready)) {
        const struct ubn_dut_cmd cmd = ubn_dut_aw(node->cfg.dut);
        ubn_hash_event(&node->hash, UBN_HASH_AXI_AW, ps, cmd.addr, NULL, 0);
        axi->aw[(axi->aw_head + axi->aw_count++) % PENDING_WRITES] =
            (struct pending_aw){.addr = cmd.addr, .beats = cmd.beats, .id = cmd.id};
        if (node->cfg.listener->write_cmd != NULL)
            node->cfg.listener->write_cmd(node->cfg.listener_ctx, ps, cmd.beats);
    }
    if (node_moves(node, UBN_NODE_W, flags & UBN_DUT_W_VALID, in->w_ready)) {
        struct pending_w *w = &axi->w[(axi->w_head + axi->w_count++) % PENDING_WRITES];
        w->last = ubn_dut_w(node->cfg.dut, w->data, &w->strb);
        ubn_hash_event(&node->hash, UBN_HASH_AXI_W, ps, w->strb, w->data, UBN_BEAT_BYTES);
    }
    send_writes(node, ps);
    if (node_moves(node, UBN_NODE_B, in->b != NULL, flags & UBN_DUT_B_READY)) {
        ubn_hash_event(&node->hash, UBN_HASH_AXI_B, ps, in->b->resp, NULL, 0);
        if (node->cfg.listener->write_answer != NULL) {
            const struct ubn_node_arrival a = node_arrival(node, &axi->ports->nic_b, ps);
            node->cfg.listener->write_answer(node->cfg.listener_ctx, &a);
        }
        ubn_portq_pop(&axi->ports->nic_b);
    }
}

static uint64_t earliest_ps(const struct ubn_node *node)
{
    const struct axi *axi = node->side_state;
    const struct ubn_portq *const inputs[] = {&axi->ports->nic_w, &axi->ports->nic_ar,
                                              &axi->ports->nic_r, &axi->ports->nic_b};
    return node_earliest(inputs, sizeof inputs / sizeof inputs[0]);
}

static void drive(struct ubn_node *node, uint64_t ps, struct ubn_dut_in *in)
{
    struct axi *axi = node->side_state;
    struct ubn_bus_ports *ports = axi->ports;
    if (!axi->store_aw_taken)
        in->host_aw = node_offer(node, UBN_NODE_HOST_AW, &ports->nic_w, ps);
    if (!axi->store_w_taken)
        in->host_w = node_offer(node, UBN_NODE_HOST_W, &ports->nic_w, ps);
    in->host_ar = node_offer(node, UBN_NODE_HOST_AR, &ports->nic_ar, ps);
    in->r = node_offer(node, UBN_NODE_R, &ports->nic_r, ps);
    in->b = node_offer(node, UBN_NODE_B, &ports->nic_b, ps);
    in->host_b_ready = !node_stalled(node, UBN_NODE_HOST_B);
    in->host_r_ready = !node_stalled(node, UBN_NODE_HOST_R);
    in->aw_ready = !node_stalled(node, UBN_NODE_AW) && axi->aw_count < PENDING_WRITES;
    in->w_ready = !node_stalled(node, UBN_NODE_W) && axi->w_count < PENDING_WRITES;
    in->ar_ready = !node_stalled(node, UBN_NODE_AR) && ubn_bus_nic_read_ready(node->cfg.bus);
}

static void move(struct ubn_node *node, uint64_t ps, const struct ubn_dut_in *in, uint32_t flags)
{
    move_stores(node, ps, in, flags);
    move_loads(node, ps, in, flags);
    move_reads(node, ps, in, flags);
    move_writes(node, ps, in, flags);
}

static bool at_rest(const struct ubn_node *node)
{
    const struct axi *axi = node->side_state;
    return axi->aw_count == 0 && axi->w_count == 0;
}

static enum ubn_status create(struct ubn_node *node)
{
    struct axi *axi = calloc(1, sizeof *axi);
    if (axi == NULL)
        return UBN_ERR_NOMEM;
    axi->ports = ubn_bus_ports(node->cfg.bus);
    node->side_state = axi;
    return UBN_OK;
}

static void destroy(struct ubn_node *node) { free(node->side_state); }

const struct node_side node_side_axi = {
    .create = create,
    .destroy = destroy,
    .earliest_ps = earliest_ps,
    .drive = drive,
    .move = move,
    .at_rest = at_rest,
    .streams = 1u << UBN_NODE_HOST_AW | 1u << UBN_NODE_HOST_W | 1u << UBN_NODE_HOST_B |
               1u << UBN_NODE_AW | 1u << UBN_NODE_W | 1u << UBN_NODE_B | 1u << UBN_NODE_AR |
               1u << UBN_NODE_R | 1u << UBN_NODE_HOST_AR | 1u << UBN_NODE_HOST_R,
};
