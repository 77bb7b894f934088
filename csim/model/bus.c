/* SPDX-License-Identifier: Apache-2.0 */
/* bus: between threads, NIC and memory of one node; contract in ubn/bus.h.
 * This file: creation, stores and loads of the host. What the NIC asks for: bus_nic.c.
 */
#include "bus_priv.h"

#include "ubn/log.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* A store or load the NIC has not answered. */
struct open_store {
    ubn_bus_store_fn done;
    void *ctx;
    uint64_t tag;
};

struct open_load {
    ubn_bus_load_fn done;
    void *ctx;
    uint64_t tag;
    uint8_t more; /* beats after the next one */
};

/* Answers on their way back to the host. */
struct store_answer {
    struct open_store store;
    uint8_t resp;
};

struct load_answer {
    struct open_load load;
    struct ubn_axi_r beat;
};

uint64_t ubn_bus_lane_take(struct ubn_bus *bus, struct bus_lane *lane, uint64_t ps)
{
    uint64_t at_ps = ps > lane->free_ps ? ps : lane->free_ps;

    bus->counts.wait_ps += at_ps - ps;
    lane->free_ps = at_ps + bus->cfg.beat_ps;
    return at_ps;
}

enum ubn_status ubn_bus_event(struct ubn_bus *bus, uint64_t ps, enum ubn_phase phase,
                              enum bus_port port, ubn_event_fn fn, uint64_t arg)
{
    const struct ubn_event_key key = {
        .phase = (uint8_t)phase, .node = bus->cfg.node, .port = (uint16_t)port};

    return ubn_engine_at(bus->engine, ps, &key, fn, bus, arg);
}

enum ubn_status ubn_bus_create(struct ubn_engine *e, struct ubn_mem *mem,
                               const struct ubn_bus_config *cfg, struct ubn_bus **bus_out)
{
    if (cfg->hop_ps < 2 || cfg->outstanding == 0) {
        return UBN_ERR_ARG;
    }
    struct ubn_bus *bus = calloc(1, sizeof(*bus));
    if (bus == NULL) {
        return UBN_ERR_NOMEM;
    }
    bus->engine = e;
    bus->mem = mem;
    bus->cfg = *cfg;
    ubn_portq_init(&bus->ports.nic_w, sizeof(struct ubn_axi_w));
    ubn_portq_init(&bus->ports.nic_ar, sizeof(struct ubn_axi_ar));
    ubn_portq_init(&bus->ports.nic_r, sizeof(struct ubn_axi_r));
    ubn_portq_init(&bus->ports.nic_b, sizeof(struct ubn_axi_b));
    for (unsigned id = 0; id < BUS_AXI_IDS; id++) {
        ubn_portq_init(&bus->open_stores[id], sizeof(struct open_store));
        ubn_portq_init(&bus->open_loads[id], sizeof(struct open_load));
    }
    ubn_portq_init(&bus->store_answers, sizeof(struct store_answer));
    ubn_portq_init(&bus->load_answers, sizeof(struct load_answer));
    ubn_portq_init(&bus->writes, sizeof(struct bus_write));
    enum ubn_status status = ubn_engine_add_dump(e, ubn_bus_dump, bus);
    if (status != UBN_OK) {
        ubn_bus_destroy(bus);
        return status;
    }
    *bus_out = bus;
    return UBN_OK;
}

void ubn_bus_destroy(struct ubn_bus *bus)
{
    if (bus == NULL) {
        return;
    }
    ubn_portq_free(&bus->ports.nic_w);
    ubn_portq_free(&bus->ports.nic_ar);
    ubn_portq_free(&bus->ports.nic_r);
    ubn_portq_free(&bus->ports.nic_b);
    for (unsigned id = 0; id < BUS_AXI_IDS; id++) {
        ubn_portq_free(&bus->open_stores[id]);
        ubn_portq_free(&bus->open_loads[id]);
    }
    ubn_portq_free(&bus->store_answers);
    ubn_portq_free(&bus->load_answers);
    ubn_portq_free(&bus->writes);
    free(bus->reads);
    free(bus);
}

struct ubn_bus_ports *ubn_bus_ports(struct ubn_bus *bus) { return &bus->ports; }

enum ubn_status ubn_bus_listen(struct ubn_bus *bus, ubn_bus_visible_fn fn, void *ctx)
{
    if (bus->n_listeners == UBN_BUS_LISTENERS_MAX) {
        return UBN_ERR_FULL;
    }
    bus->listeners[bus->n_listeners++] = (struct bus_listener){.fn = fn, .ctx = ctx};
    return UBN_OK;
}

enum ubn_status ubn_bus_host_store(struct ubn_bus *bus, uint64_t ps, const struct ubn_axi_w *store,
                                   ubn_bus_store_fn done, void *ctx, uint64_t *arrive_ps_out)
{
    const struct open_store open = {.done = done, .ctx = ctx, .tag = store->tag};

    if (store->id >= BUS_AXI_IDS || store->more >= UBN_BUS_BURST_MAX_BEATS ||
        (bus->store_more != 0 && store->more != bus->store_more - 1)) {
        return UBN_ERR_ARG;
    }
    uint64_t arrive_ps = ubn_bus_lane_take(bus, &bus->store_lane, ps + bus->cfg.hop_ps);
    enum ubn_status status = ubn_portq_push(&bus->ports.nic_w, arrive_ps, store);
    bus->store_more = store->more;
    if (status == UBN_OK && store->more == 0) {
        status = ubn_portq_push(&bus->open_stores[store->id], arrive_ps, &open);
    }
    if (status != UBN_OK) {
        return status;
    }
    bus->counts.stores += store->more == 0;
    if (arrive_ps_out != NULL) {
        *arrive_ps_out = arrive_ps;
    }
    return UBN_OK;
}

static void store_answered(void *ctx, uint64_t arg)
{
    struct ubn_bus *bus = ctx;
    uint64_t ps = 0;
    const struct store_answer *head = ubn_portq_head(&bus->store_answers, &ps);
    struct store_answer answer = *head;

    (void)arg;
    ubn_portq_pop(&bus->store_answers);
    if (answer.store.done != NULL) {
        answer.store.done(answer.store.ctx, ps, answer.store.tag, answer.resp);
    }
}

enum ubn_status ubn_bus_host_b(struct ubn_bus *bus, uint64_t ps, uint8_t id, uint8_t resp,
                               uint64_t *arrive_ps_out)
{
    const struct open_store *open =
        id < BUS_AXI_IDS ? ubn_portq_head(&bus->open_stores[id], NULL) : NULL;

    if (open == NULL) {
        ubn_log_error("node %u: NIC answers a store of AXI ID %u, but none is open", bus->cfg.node,
                      id);
        return UBN_ERR_CHECK;
    }
    const struct store_answer answer = {.store = *open, .resp = resp};
    ubn_portq_pop(&bus->open_stores[id]);
    bus->counts.store_errors += resp != UBN_AXI_OKAY;
    if (arrive_ps_out != NULL) {
        *arrive_ps_out = ps + bus->cfg.hop_ps;
    }
    enum ubn_status status = ubn_portq_push(&bus->store_answers, ps + bus->cfg.hop_ps, &answer);
    if (status != UBN_OK) {
        return status;
    }
    return ubn_bus_event(bus, ps + bus->cfg.hop_ps, UBN_PHASE_BUS, BUS_PORT_STORE_ANSWER,
                         store_answered, 0);
}

enum ubn_status ubn_bus_host_load(struct ubn_bus *bus, uint64_t ps, const struct ubn_axi_ar *load,
                                  ubn_bus_load_fn done, void *ctx, uint64_t *arrive_ps_out)
{
    const struct open_load open = {.done = done, .ctx = ctx, .tag = load->tag, .more = load->more};

    if (load->id >= BUS_AXI_IDS || load->more >= UBN_BUS_BURST_MAX_BEATS) {
        return UBN_ERR_ARG;
    }
    uint64_t arrive_ps = ubn_bus_lane_take(bus, &bus->load_lane, ps + bus->cfg.hop_ps);
    enum ubn_status status = ubn_portq_push(&bus->ports.nic_ar, arrive_ps, load);
    if (status == UBN_OK) {
        status = ubn_portq_push(&bus->open_loads[load->id], arrive_ps, &open);
    }
    if (status != UBN_OK) {
        return status;
    }
    bus->counts.loads++;
    if (arrive_ps_out != NULL) {
        *arrive_ps_out = arrive_ps;
    }
    return UBN_OK;
}

static void load_answered(void *ctx, uint64_t arg)
{
    struct ubn_bus *bus = ctx;
    uint64_t ps = 0;
    const struct load_answer *head = ubn_portq_head(&bus->load_answers, &ps);
    struct load_answer answer = *head;

    (void)arg;
    ubn_portq_pop(&bus->load_answers);
    if (answer.load.done != NULL) {
        answer.load.done(answer.load.ctx, ps, answer.load.tag, &answer.beat);
    }
}

enum ubn_status ubn_bus_host_r(struct ubn_bus *bus, uint64_t ps, const struct ubn_axi_r *beat,
                               uint64_t *arrive_ps_out)
{
    struct ubn_portq *loads = beat->id < BUS_AXI_IDS ? &bus->open_loads[beat->id] : NULL;
    struct open_load *open =
        loads == NULL ? NULL : (struct open_load *)(uintptr_t)ubn_portq_head(loads, NULL);

    if (open == NULL || (beat->last != 0) != (open->more == 0)) {
        ubn_log_error("node %u: NIC answers a load of AXI ID %u, but %s", bus->cfg.node, beat->id,
                      open == NULL ? "none is open" : "with the wrong number of beats");
        return UBN_ERR_CHECK;
    }
    const struct load_answer answer = {.load = *open, .beat = *beat};
    if (open->more-- == 0) {
        ubn_portq_pop(loads);
    }
    uint64_t arrive_ps = ubn_bus_lane_take(bus, &bus->answer_lane, ps + bus->cfg.hop_ps);
    if (arrive_ps_out != NULL) {
        *arrive_ps_out = arrive_ps;
    }
    enum ubn_status status = ubn_portq_push(&bus->load_answers, arrive_ps, &answer);
    if (status != UBN_OK) {
        return status;
    }
    return ubn_bus_event(bus, arrive_ps, UBN_PHASE_BUS, BUS_PORT_LOAD_ANSWER, load_answered, 0);
}

/* Stores or loads that the NIC has not answered. */
static size_t open_count(const struct ubn_portq open[BUS_AXI_IDS])
{
    size_t n = 0;

    for (unsigned id = 0; id < BUS_AXI_IDS; id++) {
        n += ubn_portq_count(&open[id]);
    }
    return n;
}

bool ubn_bus_idle(const struct ubn_bus *bus)
{
    const struct ubn_bus_ports *p = &bus->ports;

    return ubn_portq_count(&p->nic_w) + ubn_portq_count(&p->nic_ar) + ubn_portq_count(&p->nic_r) +
                   ubn_portq_count(&p->nic_b) + open_count(bus->open_stores) +
                   ubn_portq_count(&bus->store_answers) + open_count(bus->open_loads) +
                   ubn_portq_count(&bus->load_answers) + ubn_portq_count(&bus->writes) ==
               0 &&
           bus->read_head == bus->read_tail;
}

struct ubn_bus_counts ubn_bus_counts(const struct ubn_bus *bus) { return bus->counts; }

void ubn_bus_dump(void *ctx, FILE *out)
{
    const struct ubn_bus *bus = ctx;

    fprintf(out,
            "node %u bus: %zu stores and %zu loads open at the NIC, %zu of the stores not taken; "
            "%" PRIu64 " reads in memory, %zu data beats and %zu write answers wait for the NIC\n",
            bus->cfg.node, open_count(bus->open_stores), open_count(bus->open_loads),
            ubn_portq_count(&bus->ports.nic_w), bus->read_tail - bus->read_head,
            ubn_portq_count(&bus->ports.nic_r), ubn_portq_count(&bus->ports.nic_b));
}
