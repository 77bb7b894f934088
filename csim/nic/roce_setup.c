/* SPDX-License-Identifier: Apache-2.0 */
/* roce_setup: programs one RoCE controller through writes over PCIe; contract in ubn/roce.h.
 * Source: configs/spec/registers.yaml (roce_map), configs/spec/records.yaml (roce_*).
 */
#include "ubn/gen/records.h"
#include "ubn/gen/registers.h"
#include "ubn/log.h"
#include "ubn/pcie.h"
#include "ubn/rng.h"
#include "ubn/roce.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define PSN_MASK 0xffffffu
#define REG_BYTES 8u
#define CQ_SHIFT_MAX 22u
#define RD_MAX 128u
/* Purpose number of first PSNs in ubn_rng_hash, in the upper half of its port. */
#define RNG_PORT_PSN 0x51500000u

uint64_t ubn_roce_node_mac(uint16_t node) { return UINT64_C(0x020000000000) | node; }

uint32_t ubn_roce_node_ip(uint16_t node) { return UINT32_C(0x0a000000) | ((uint32_t)node + 1u); }

uint32_t ubn_roce_first_psn(uint64_t seed, uint16_t node, uint32_t qpn)
{
    return (uint32_t)ubn_rng_hash(seed, node, RNG_PORT_PSN, qpn) & PSN_MASK;
}

/* ---- list of writes ---- */

void ubn_roce_writes_free(struct ubn_roce_writes *writes)
{
    free(writes->items);
    *writes = (struct ubn_roce_writes){0};
}

/* Adds a write of zeros; NULL after an error. */
static struct ubn_host_store *add_write(struct ubn_roce_writes *w, uint64_t addr, uint32_t bytes)
{
    if (w->status == UBN_OK && w->n == w->capacity) {
        const size_t capacity = w->capacity == 0 ? 16 : w->capacity * 2;
        void *items = realloc(w->items, capacity * sizeof(*w->items));

        if (items == NULL) {
            w->status = UBN_ERR_NOMEM;
        } else {
            w->items = items;
            w->capacity = capacity;
        }
    }
    if (w->status != UBN_OK) {
        return NULL;
    }
    struct ubn_host_store *store = &w->items[w->n++];

    *store = (struct ubn_host_store){.addr = addr, .bytes = bytes, .tag = UBN_TAG_NONE};
    return store;
}

static void add_register(struct ubn_roce_writes *w, uint32_t offset, uint64_t value)
{
    struct ubn_host_store *store = add_write(w, UBN_ROCE_MAP_REGS_BASE + offset, REG_BYTES);

    for (unsigned i = 0; store != NULL && i < REG_BYTES; i++) {
        store->data[i] = (uint8_t)(value >> (8u * i));
    }
}

/* Adds one context record; the rest of its 64 B is 0. */
static void add_context(struct ubn_roce_writes *w, enum ubn_roce_ctx_kind kind, uint32_t id,
                        const uint8_t *record, size_t record_bytes)
{
    struct ubn_host_store *store =
        add_write(w,
                  UBN_ROCE_MAP_CTX_BASE + (uint32_t)kind * UBN_ROCE_CTX_KIND_BYTES +
                      id * UBN_ROCE_ENTRY_BYTES,
                  UBN_ROCE_ENTRY_BYTES);

    if (store != NULL) {
        memcpy(store->data, record, record_bytes);
    }
}

/* Refuses a value that does not fit its field. */
static void require(struct ubn_roce_writes *w, bool fits, const char *what, uint64_t value)
{
    if (!fits && w->status == UBN_OK) {
        ubn_log_error("RoCE setup: %s %" PRIu64 " does not fit the controller", what, value);
        w->status = UBN_ERR_CONFIG;
    }
}

/* ---- records ---- */

/* Number n for first << n, 0 .. last; last + 1: value is no such number. */
static uint8_t size_code(uint32_t value, uint32_t first, uint8_t last)
{
    for (uint8_t code = 0; code <= last; code++) {
        if (value == first << code) {
            return code;
        }
    }
    return (uint8_t)(last + 1u);
}

static bool is_pad(uint32_t cyc) { return cyc <= 255; }

static void program_registers(struct ubn_roce_writes *w, const struct ubn_roce_node_config *cfg)
{
    const uint8_t mps = size_code(cfg->mps_bytes, 128, 5);
    const uint8_t mrrs = size_code(cfg->mrrs_bytes, 128, 5);

    require(w, cfg->issue_interval_cyc <= 16384, "issue interval", cfg->issue_interval_cyc);
    require(w, cfg->fetch_max <= 63, "number of work requests fetched at once", cfg->fetch_max);
    require(w, is_pad(cfg->pad_tx_cyc), "pad of the transmit pass", cfg->pad_tx_cyc);
    require(w, is_pad(cfg->pad_rx_cyc), "pad of the receive pass", cfg->pad_rx_cyc);
    require(w, is_pad(cfg->pad_rsp_tx_cyc), "pad of the response transmit pass",
            cfg->pad_rsp_tx_cyc);
    require(w, is_pad(cfg->pad_rsp_rx_cyc), "pad of the response receive pass",
            cfg->pad_rsp_rx_cyc);
    require(w, mps <= 5, "largest payload", cfg->mps_bytes);
    require(w, mrrs <= 5, "largest read request", cfg->mrrs_bytes);
    require(w, cfg->tags >= 1 && cfg->tags <= 256, "number of tags", cfg->tags);
    require(w, cfg->timeout_cyc <= UINT32_MAX, "completion timeout", cfg->timeout_cyc);
    add_register(w, UBN_ROCE_REG_LOCAL_MAC, cfg->mac);
    add_register(w, UBN_ROCE_REG_LOCAL_IP, cfg->ip);
    add_register(w, UBN_ROCE_REG_ISSUE_INTERVAL, cfg->issue_interval_cyc);
    if (cfg->fetch_max != 0) {
        add_register(w, UBN_ROCE_REG_FETCH_MAX, cfg->fetch_max);
    }
    add_register(w, UBN_ROCE_REG_PAD_TX, cfg->pad_tx_cyc);
    add_register(w, UBN_ROCE_REG_PAD_RX, cfg->pad_rx_cyc);
    add_register(w, UBN_ROCE_REG_PAD_RSP_TX, cfg->pad_rsp_tx_cyc);
    add_register(w, UBN_ROCE_REG_PAD_RSP_RX, cfg->pad_rsp_rx_cyc);
    add_register(w, UBN_ROCE_REG_PCIE_MPS, mps);
    add_register(w, UBN_ROCE_REG_PCIE_MRRS, mrrs);
    add_register(w, UBN_ROCE_REG_PCIE_TAGS, cfg->tags);
    add_register(w, UBN_ROCE_REG_PCIE_TIMEOUT, cfg->timeout_cyc);
}

static void program_cq(struct ubn_roce_writes *w, const struct ubn_roce_cq_config *c)
{
    uint8_t record[UBN_ROCE_CQ_CTX_BYTES];
    const struct ubn_roce_cq_ctx ctx = {.valid = 1, .shift = c->shift, .base = c->base};

    require(w, c->id < UBN_ROCE_CTX_IDS, "completion queue", c->id);
    require(w, c->shift <= CQ_SHIFT_MAX, "completion queue shift", c->shift);
    require(w, c->base % UBN_ROCE_ENTRY_BYTES == 0, "completion queue base", c->base);
    ubn_roce_cq_ctx_pack(&ctx, record);
    add_context(w, UBN_ROCE_CTX_CQ, c->id, record, sizeof(record));
}

static void program_mr(struct ubn_roce_writes *w, const struct ubn_roce_mr_config *c)
{
    uint8_t record[UBN_ROCE_MR_CTX_BYTES];
    const struct ubn_roce_mr_ctx ctx = {.valid = 1,
                                        .local_write = c->local_write,
                                        .remote_write = c->remote_write,
                                        .remote_read = c->remote_read,
                                        .remote_atomic = c->remote_atomic,
                                        .key = c->key,
                                        .pd = c->pd,
                                        .va = c->va,
                                        .len = c->len_bytes,
                                        .pa = c->pa};

    require(w, c->id < UBN_ROCE_CTX_IDS, "memory region", c->id);
    ubn_roce_mr_ctx_pack(&ctx, record);
    add_context(w, UBN_ROCE_CTX_MR, c->id, record, sizeof(record));
}

static void program_wq(struct ubn_roce_writes *w, uint32_t id, const struct ubn_roce_wq_config *c)
{
    uint8_t record[UBN_ROCE_WQ_CTX_BYTES];
    struct ubn_roce_wq_ctx ctx = {0};

    if (c->base != UBN_ROCE_NO_QUEUE) {
        require(w, c->shift <= UBN_ROCE_WQ_SHIFT_MAX, "work queue shift", c->shift);
        require(w, c->base % UBN_ROCE_ENTRY_BYTES == 0, "work queue base", c->base);
        ctx = (struct ubn_roce_wq_ctx){.valid = 1, .shift = c->shift, .base = c->base};
    }
    ubn_roce_wq_ctx_pack(&ctx, record);
    add_context(w, UBN_ROCE_CTX_WQ, id, record, sizeof(record));
}

static void require_qp(struct ubn_roce_writes *w, const struct ubn_roce_qp_config *c)
{
    require(w, c->qpn < UBN_ROCE_MAP_QP_BYTES / UBN_ROCE_PAGE_BYTES, "queue pair", c->qpn);
    require(w, size_code(c->mtu_bytes, 256, 4) <= 4, "MTU", c->mtu_bytes);
    require(w, c->min_rnr <= 31, "RNR timer code", c->min_rnr);
    require(w, c->timeout <= 31, "ACK timeout code", c->timeout);
    require(w, c->retry_cnt <= 7, "retry count", c->retry_cnt);
    require(w, c->rnr_retry <= 7, "RNR retry count", c->rnr_retry);
    require(w, c->dest_qpn <= PSN_MASK, "queue pair of the other end", c->dest_qpn);
    require(w, c->max_rd >= 1 && c->max_rd <= RD_MAX, "reads outstanding", c->max_rd);
    require(w, c->max_dest_rd >= 1 && c->max_dest_rd <= RD_MAX, "reads accepted", c->max_dest_rd);
    require(w, c->send_cq < UBN_ROCE_CTX_IDS, "completion queue", c->send_cq);
    require(w, c->recv_cq < UBN_ROCE_CTX_IDS, "completion queue", c->recv_cq);
    require(w, ((c->sq_psn | c->rq_psn) & ~PSN_MASK) == 0, "PSN of queue pair", c->qpn);
}

enum ubn_status ubn_roce_program_qp_cfg(const struct ubn_roce_qp_config *c,
                                        struct ubn_roce_writes *w)
{
    uint8_t record[UBN_ROCE_QP_CFG_BYTES];
    const struct ubn_roce_qp_cfg cfg = {
        .state = (uint8_t)c->state,
        .mtu = (uint8_t)(size_code(c->mtu_bytes, 256, 4) + 1u),
        .remote_write = c->remote_write,
        .remote_read = c->remote_read,
        .remote_atomic = c->remote_atomic,
        .min_rnr = c->min_rnr,
        .timeout = c->timeout,
        .retry_cnt = c->retry_cnt,
        .rnr_retry = c->rnr_retry,
        .dest_qpn = c->dest_qpn,
        .max_rd = c->max_rd,
        .pd = c->pd,
        .pkey = c->pkey,
        .max_dest_rd = c->max_dest_rd,
        .send_cq = (uint16_t)c->send_cq,
        .recv_cq = (uint16_t)c->recv_cq,
        .dst_mac = c->dst_mac,
        .udp_sport = c->udp_sport,
        .dst_ip = c->dst_ip,
    };

    require_qp(w, c);
    ubn_roce_qp_cfg_pack(&cfg, record);
    add_context(w, UBN_ROCE_CTX_QP_CFG, c->qpn, record, sizeof(record));
    return w->status;
}

enum ubn_status ubn_roce_program_qp(const struct ubn_roce_qp_config *c, struct ubn_roce_writes *w)
{
    uint8_t tx_record[UBN_ROCE_QP_TX_BYTES];
    uint8_t una_record[UBN_ROCE_QP_UNA_BYTES];
    uint8_t rx_record[UBN_ROCE_QP_RX_BYTES];
    const struct ubn_roce_qp_tx tx = {.next_psn = c->sq_psn};
    const struct ubn_roce_qp_una una = {.rsp_psn = c->sq_psn};
    const struct ubn_roce_qp_rx rx = {.epsn = c->rq_psn};

    require_qp(w, c);
    ubn_roce_qp_tx_pack(&tx, tx_record);
    ubn_roce_qp_una_pack(&una, una_record);
    ubn_roce_qp_rx_pack(&rx, rx_record);
    program_wq(w, 2 * c->qpn, &c->sq);
    program_wq(w, 2 * c->qpn + 1, &c->rq);
    add_context(w, UBN_ROCE_CTX_QP_TX, c->qpn, tx_record, sizeof(tx_record));
    add_context(w, UBN_ROCE_CTX_QP_UNA, c->qpn, una_record, sizeof(una_record));
    add_context(w, UBN_ROCE_CTX_QP_RX, c->qpn, rx_record, sizeof(rx_record));
    /* The static part carries the state, so it comes last. */
    return ubn_roce_program_qp_cfg(c, w);
}

enum ubn_status ubn_roce_program_error(uint32_t qpn, struct ubn_roce_writes *w)
{
    require(w, qpn < UBN_ROCE_MAP_QP_BYTES / UBN_ROCE_PAGE_BYTES, "queue pair", qpn);
    /* the value does not count */
    (void)add_write(w, UBN_ROCE_MAP_QP_BASE + qpn * UBN_ROCE_PAGE_BYTES + UBN_ROCE_PAGE_ERROR,
                    REG_BYTES);
    return w->status;
}

enum ubn_status ubn_roce_program_no_queues(uint32_t qpn, struct ubn_roce_writes *w)
{
    const struct ubn_roce_wq_config none = {.base = UBN_ROCE_NO_QUEUE};

    require(w, qpn < UBN_ROCE_MAP_QP_BYTES / UBN_ROCE_PAGE_BYTES, "queue pair", qpn);
    program_wq(w, 2 * qpn, &none);
    program_wq(w, 2 * qpn + 1, &none);
    return w->status;
}

enum ubn_status ubn_roce_program_node(const struct ubn_roce_node_config *cfg,
                                      struct ubn_roce_writes *writes)
{
    program_registers(writes, cfg);
    for (size_t i = 0; i < cfg->n_cqs; i++) {
        program_cq(writes, &cfg->cqs[i]);
    }
    for (size_t i = 0; i < cfg->n_mrs; i++) {
        program_mr(writes, &cfg->mrs[i]);
    }
    for (size_t i = 0; i < cfg->n_qps; i++) {
        (void)ubn_roce_program_qp(&cfg->qps[i], writes);
    }
    return writes->status;
}

/* ---- setup ---- */

static void fail(struct ubn_roce_setup *s, enum ubn_status status)
{
    if (status != UBN_OK) {
        ubn_engine_fail(s->engine, status);
    }
}

static void on_refused(void *ctx, uint64_t ps, bool ok, uint64_t value)
{
    struct ubn_roce_setup *s = ctx;

    s->refused = ok ? value : s->writes.n;
    s->last_ps = ps;
    s->done = true;
}

static void on_identity(void *ctx, uint64_t ps, bool ok, uint64_t value)
{
    struct ubn_roce_setup *s = ctx;

    (void)ps;
    s->identity = value;
    s->answered = ok;
}

/* The second answer: programs the controller when it is the right one. */
static void on_version(void *ctx, uint64_t ps, bool ok, uint64_t value)
{
    struct ubn_roce_setup *s = ctx;
    uint64_t expected = 0;

    for (unsigned i = 0; i < REG_BYTES; i++) {
        expected |= (uint64_t)(uint8_t)UBN_ROCE_IDENTITY[i] << (8u * i);
    }
    s->version = value;
    s->answered = s->answered && ok;
    if (!s->answered || s->identity != expected || s->version != UBN_ROCE_VERSION) {
        ubn_log_error("RoCE setup: the controller says 0x%016" PRIx64 " version %" PRIu64
                      " (reads %s), not 0x%016" PRIx64 " (%s) version %u",
                      s->identity, s->version, s->answered ? "answered" : "failed", expected,
                      UBN_ROCE_IDENTITY, UBN_ROCE_VERSION);
        fail(s, UBN_ERR_CHECK);
        return;
    }
    enum ubn_status status = UBN_OK;
    for (size_t i = 0; status == UBN_OK && i < s->writes.n; i++) {
        const struct ubn_host_store *store = &s->writes.items[i];

        status = ubn_pcie_host_write(s->pcie, ps, store->addr, store->data, store->bytes,
                                     store->tag, NULL);
    }
    if (status == UBN_OK) {
        status = ubn_pcie_host_read(s->pcie, ps, UBN_ROCE_MAP_REGS_BASE + UBN_ROCE_REG_DROP_STORE,
                                    REG_BYTES, on_refused, s);
    }
    fail(s, status);
}

enum ubn_status ubn_roce_setup_start(struct ubn_engine *e, struct ubn_pcie *pcie, uint64_t ps,
                                     const struct ubn_roce_node_config *cfg,
                                     struct ubn_roce_setup *setup_out)
{
    struct ubn_roce_setup *s = setup_out;

    *s = (struct ubn_roce_setup){.engine = e, .pcie = pcie};
    enum ubn_status status = ubn_roce_program_node(cfg, &s->writes);

    if (status == UBN_OK) {
        status = ubn_pcie_host_read(pcie, ps, UBN_ROCE_MAP_REGS_BASE + UBN_ROCE_REG_ID, REG_BYTES,
                                    on_identity, s);
    }
    if (status == UBN_OK) {
        status = ubn_pcie_host_read(pcie, ps, UBN_ROCE_MAP_REGS_BASE + UBN_ROCE_REG_VERSION,
                                    REG_BYTES, on_version, s);
    }
    return status;
}

void ubn_roce_setup_free(struct ubn_roce_setup *setup) { ubn_roce_writes_free(&setup->writes); }
