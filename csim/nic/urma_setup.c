/* SPDX-License-Identifier: Apache-2.0 */
/* urma_setup: programs one URMA controller through stores on the bus; contract in ubn/urma.h.
 * Source: configs/spec/registers.yaml (map), configs/spec/records.yaml (records).
 */
#include "ubn/gen/records.h"
#include "ubn/gen/registers.h"
#include "ubn/log.h"
#include "ubn/rng.h"
#include "ubn/urma.h"

#include <inttypes.h>
#include <string.h>

#define PSN_MASK 0xffffffu
#define REG_BYTES 8u
#define LANES_ALL UINT64_MAX
/* Purpose number of first PSNs in ubn_rng_hash, in the upper half of its port. */
#define RNG_PORT_PSN 0x50530000u

/* One setup under way. */
struct programmer {
    struct ubn_bus *bus;
    uint64_t ps;
    struct ubn_urma_setup *setup;
    enum ubn_status status; /* first error; nothing is sent after it */
};

uint64_t ubn_urma_node_mac(uint16_t node) { return UINT64_C(0x020000000000) | node; }

uint32_t ubn_urma_node_ip(uint16_t node) { return UINT32_C(0x0a000000) | ((uint32_t)node + 1u); }

uint32_t ubn_urma_first_psn(uint64_t seed, uint16_t node, uint32_t tpn)
{
    return (uint32_t)ubn_rng_hash(seed, node, RNG_PORT_PSN, tpn) & PSN_MASK;
}

uint16_t ubn_urma_node_cna(uint16_t node) { return (uint16_t)(0x100u + node); }

static void answered(void *ctx, uint64_t ps, uint64_t tag, uint8_t resp)
{
    struct ubn_urma_setup *setup = ctx;

    (void)tag;
    setup->answered++;
    setup->refused += resp != UBN_AXI_OKAY;
    setup->last_ps = ps;
}

static void send(struct programmer *p, const struct ubn_axi_w *store)
{
    if (p->status == UBN_OK) {
        p->status = ubn_bus_host_store(p->bus, p->ps, store, answered, p->setup, NULL);
        p->setup->stores += p->status == UBN_OK;
    }
}

static void send_register(struct programmer *p, uint32_t offset, uint64_t value)
{
    uint32_t lane = offset % UBN_BEAT_BYTES;
    struct ubn_axi_w store = {.addr = UBN_URMA_MAP_REGS_BASE + offset,
                              .strb = UINT64_C(0xff) << lane,
                              .tag = UBN_TAG_NONE};

    for (unsigned i = 0; i < REG_BYTES; i++) {
        store.data[lane + i] = (uint8_t)(value >> (8u * i));
    }
    send(p, &store);
}

/* Sends one context record; the rest of its 64 B is 0. */
static void send_context(struct programmer *p, enum ubn_urma_ctx_kind kind, uint32_t id,
                         const uint8_t *record, size_t record_bytes)
{
    struct ubn_axi_w store = {.addr = UBN_URMA_MAP_CTX_BASE +
                                      (uint32_t)kind * UBN_URMA_CTX_KIND_BYTES +
                                      id * UBN_URMA_BLOCK_BYTES,
                              .strb = LANES_ALL,
                              .tag = UBN_TAG_NONE};

    memcpy(store.data, record, record_bytes);
    send(p, &store);
}

/* Refuses a value that does not fit its field. */
static void require(struct programmer *p, bool fits, const char *what, uint64_t value)
{
    if (!fits && p->status == UBN_OK) {
        ubn_log_error("URMA setup: %s %" PRIu64 " does not fit the controller", what, value);
        p->status = UBN_ERR_CONFIG;
    }
}

static void program_registers(struct programmer *p, const struct ubn_urma_node_config *cfg)
{
    send_register(p, UBN_URMA_REG_LOCAL_MAC, cfg->mac);
    send_register(p, UBN_URMA_REG_LOCAL_IP, cfg->ip);
    send_register(p, UBN_URMA_REG_ISSUE_INTERVAL, cfg->issue_interval_cyc);
    if (cfg->max_outstanding != 0) {
        send_register(p, UBN_URMA_REG_MAX_OUTSTANDING, cfg->max_outstanding);
    }
    send_register(p, UBN_URMA_REG_PAD_TX, cfg->pad_tx_cyc);
    send_register(p, UBN_URMA_REG_PAD_RX, cfg->pad_rx_cyc);
    send_register(p, UBN_URMA_REG_PAD_RSP_TX, cfg->pad_rsp_tx_cyc);
    send_register(p, UBN_URMA_REG_PAD_RSP_RX, cfg->pad_rsp_rx_cyc);
    send_register(p, UBN_URMA_REG_MTU, cfg->mtu_bytes);
    if (cfg->cna != 0) {
        send_register(p, UBN_URMA_REG_LOCAL_CNA, cfg->cna);
        send_register(p, UBN_URMA_REG_LD_PAD_TX, cfg->ld_pad_tx_cyc);
        send_register(p, UBN_URMA_REG_LD_PAD_RX, cfg->ld_pad_rx_cyc);
        send_register(p, UBN_URMA_REG_LD_PAD_RSP_TX, cfg->ld_pad_rsp_tx_cyc);
        send_register(p, UBN_URMA_REG_LD_PAD_RSP_RX, cfg->ld_pad_rsp_rx_cyc);
    }
}

static void program_jfc(struct programmer *p, const struct ubn_urma_jfc_config *c)
{
    uint8_t record[UBN_URMA_JFC_CTX_BYTES];
    const struct ubn_urma_jfc_ctx ctx = {
        .valid = 1, .shift = c->shift, .pi = c->pi, .base = c->base};

    require(p, c->id < UBN_URMA_CTX_IDS, "JFC id", c->id);
    require(p, c->shift <= 22, "JFC shift", c->shift);
    require(p, c->base % UBN_URMA_BLOCK_BYTES == 0, "JFC base", c->base);
    require(p, c->shift > 22 || c->pi < (2u << c->shift), "JFC producer index", c->pi);
    ubn_urma_jfc_ctx_pack(&ctx, record);
    send_context(p, UBN_URMA_CTX_KIND_JFC, c->id, record, sizeof(record));
}

static void program_seg(struct programmer *p, const struct ubn_urma_seg_config *c)
{
    uint8_t record[UBN_URMA_SEG_CTX_BYTES];
    const struct ubn_urma_seg_ctx ctx = {.valid = 1,
                                         .write_en = c->write_en,
                                         .read_en = c->read_en,
                                         .atomic_en = c->atomic_en,
                                         .token_chk = c->token_chk,
                                         .token0 = c->token[0],
                                         .token1 = c->token[1],
                                         .uba = c->uba,
                                         .len = c->len_bytes,
                                         .pa = c->pa};

    require(p, c->token_id < UBN_URMA_CTX_IDS, "TokenID", c->token_id);
    ubn_urma_seg_ctx_pack(&ctx, record);
    send_context(p, UBN_URMA_CTX_KIND_SEG, c->token_id, record, sizeof(record));
}

/* Code of an MTU: 1 = 256 B ... 6 = 8192 B; 0: no legal MTU. */
static uint8_t mtu_code(uint32_t mtu_bytes)
{
    for (uint8_t code = 1; code <= 6; code++) {
        if (mtu_bytes == (128u << code)) {
            return code;
        }
    }
    return 0;
}

static void program_chan(struct programmer *p, const struct ubn_urma_chan_config *c)
{
    uint8_t cfg_record[UBN_URMA_CHAN_CFG_BYTES];
    uint8_t tx_record[UBN_URMA_CHAN_TX_BYTES];
    uint8_t ack_record[UBN_URMA_CHAN_ACK_BYTES];
    uint8_t rx_record[UBN_URMA_CHAN_RX_BYTES];
    const struct ubn_urma_chan_cfg cfg = {.valid = 1,
                                          .mtu = mtu_code(c->mtu_bytes),
                                          .rmt_tpn = c->rmt_tpn,
                                          .dst_mac = c->rmt_mac,
                                          .udp_sport = c->udp_sport,
                                          .dst_ip = c->rmt_ip,
                                          .window = c->window};
    const struct ubn_urma_chan_tx tx = {.next_psn = c->tx_psn, .next_tpmsn = c->tx_msn};
    const struct ubn_urma_chan_ack ack = {.una = c->tx_psn};
    const struct ubn_urma_chan_rx rx = {.epsn = c->rx_psn, .emsn = c->rx_msn};

    require(p, c->tpn < UBN_URMA_CTX_IDS, "TPN", c->tpn);
    require(p, cfg.mtu != 0, "MTU", c->mtu_bytes);
    require(p, c->window >= 1 && c->window < (1u << 23), "window", c->window);
    require(p, ((c->tx_psn | c->rx_psn | c->tx_msn | c->rx_msn) & ~PSN_MASK) == 0,
            "PSN or MSN of TPN", c->tpn);
    ubn_urma_chan_tx_pack(&tx, tx_record);
    ubn_urma_chan_ack_pack(&ack, ack_record);
    ubn_urma_chan_rx_pack(&rx, rx_record);
    ubn_urma_chan_cfg_pack(&cfg, cfg_record);
    /* The static part carries `valid`, so it comes last. */
    send_context(p, UBN_URMA_CTX_KIND_CHAN_TX, c->tpn, tx_record, sizeof(tx_record));
    send_context(p, UBN_URMA_CTX_KIND_CHAN_ACK, c->tpn, ack_record, sizeof(ack_record));
    send_context(p, UBN_URMA_CTX_KIND_CHAN_RX, c->tpn, rx_record, sizeof(rx_record));
    send_context(p, UBN_URMA_CTX_KIND_CHAN_CFG, c->tpn, cfg_record, sizeof(cfg_record));
}

static void program_win(struct programmer *p, const struct ubn_urma_win_config *c)
{
    uint8_t record[UBN_URMA_WIN_CTX_BYTES];
    const struct ubn_urma_win_ctx ctx = {.valid = 1,
                                         .load_en = c->load_en,
                                         .store_en = c->store_en,
                                         .dcna = c->rmt_cna,
                                         .token_id = c->token_id,
                                         .dst_mac = c->rmt_mac,
                                         .uba_base = c->uba_base};

    require(p, c->id < UBN_URMA_WINS, "window", c->id);
    require(p, c->token_id < (1u << 20), "TokenID of a window", c->token_id);
    require(p, c->uba_base % UBN_URMA_BLOCK_BYTES == 0, "base of a window", c->uba_base);
    ubn_urma_win_ctx_pack(&ctx, record);
    send_context(p, UBN_URMA_CTX_KIND_WIN, c->id, record, sizeof(record));
}

static void program_jetty(struct programmer *p, const struct ubn_urma_jetty_config *c)
{
    uint8_t record[UBN_URMA_JETTY_CTX_BYTES];
    const struct ubn_urma_jetty_ctx ctx = {.state = (uint8_t)c->state,
                                           .jfc_id = c->jfc_id,
                                           .next_tassn = c->next_tassn,
                                           .user_data = c->user_data};

    require(p, c->id < UBN_URMA_MAP_JETTY_BYTES / UBN_URMA_JETTY_PAGE_BYTES, "Jetty id", c->id);
    ubn_urma_jetty_ctx_pack(&ctx, record);
    send_context(p, UBN_URMA_CTX_KIND_JETTY, c->id, record, sizeof(record));
}

enum ubn_status ubn_urma_setup_start(struct ubn_bus *bus, uint64_t ps,
                                     const struct ubn_urma_node_config *cfg,
                                     struct ubn_urma_setup *setup_out)
{
    struct programmer p = {.bus = bus, .ps = ps, .setup = setup_out, .status = UBN_OK};

    *setup_out = (struct ubn_urma_setup){0};
    program_registers(&p, cfg);
    for (size_t i = 0; i < cfg->n_jfcs; i++) {
        program_jfc(&p, &cfg->jfcs[i]);
    }
    for (size_t i = 0; i < cfg->n_segs; i++) {
        program_seg(&p, &cfg->segs[i]);
    }
    for (size_t i = 0; i < cfg->n_chans; i++) {
        program_chan(&p, &cfg->chans[i]);
    }
    for (size_t i = 0; i < cfg->n_wins; i++) {
        program_win(&p, &cfg->wins[i]);
    }
    for (size_t i = 0; i < cfg->n_jettys; i++) {
        program_jetty(&p, &cfg->jettys[i]);
    }
    return p.status;
}

bool ubn_urma_setup_done(const struct ubn_urma_setup *setup)
{
    return setup->answered == setup->stores;
}
