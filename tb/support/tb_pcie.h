/* SPDX-License-Identifier: Apache-2.0 */
/* tb_pcie.h: a root complex with memory for the tests of csim/model/pcie*.c, and the packets of a
 * controller. Numbers are those of Gen3 x8 unless a test says otherwise.
 */
#ifndef TB_PCIE_H
#define TB_PCIE_H

#include "tb.h"

#include "ubn/gen/enums.h"
#include "ubn/gen/wire.h"
#include "ubn/pcie.h"

#define TB_MEM_BYTES (UINT64_C(1) << 20)
#define TB_HIT_PS 30000u
/* 8 GT/s, 8 lanes, 128 bits in 130: 7.8769 GB/s.  @source PCI Express base specification, 4.2.2 */
#define TB_GEN3_X8 UINT64_C(7876923076)
/* KV-Direct counts 26 B of overhead with each packet. */
#define TB_OVERHEAD 26u
#define TB_REQ_ID 0x0100u

struct tb_pcie {
    struct ubn_engine *engine;
    struct ubn_mem *mem;
    struct ubn_pcie *pcie;
    struct ubn_pcie_ports *ports;
    struct ubn_pcie_visible seen[64]; /* the first of them */
    unsigned n_seen;
};

static const struct ubn_pcie_config tb_pcie_config = {.node = 1,
                                                      .mmio_ps = 150000,
                                                      .read_ps = 500000,
                                                      .write_ps = 250000,
                                                      .rate_bytes_per_s = TB_GEN3_X8,
                                                      .tlp_overhead_bytes = TB_OVERHEAD,
                                                      .mps_bytes = 256,
                                                      .mrrs_bytes = 4096,
                                                      .rcb_bytes = 64,
                                                      .cpl_max_bytes = 64,
                                                      .seed = 7,
                                                      .requester_id = TB_REQ_ID};

static inline void tb_pcie_see(void *ctx, const struct ubn_pcie_visible *write)
{
    struct tb_pcie *b = ctx;

    if (b->n_seen < sizeof(b->seen) / sizeof(b->seen[0])) {
        b->seen[b->n_seen] = *write;
    }
    b->n_seen++;
}

/** Makes a bench of zeroed memory. */
static inline void tb_pcie_open(struct tb_pcie *b, const struct ubn_pcie_config *cfg)
{
    static const struct ubn_mem_config mem = {.bytes = TB_MEM_BYTES,
                                              .row_hit_ps = TB_HIT_PS,
                                              .row_miss_ps = 70000,
                                              .beat_ps = 2000,
                                              .row_bytes = 8192,
                                              .banks = 4};

    *b = (struct tb_pcie){0};
    assert_int_equal(ubn_engine_create(true, &b->engine), UBN_OK);
    assert_int_equal(ubn_mem_create(&mem, &b->mem), UBN_OK);
    assert_int_equal(ubn_pcie_create(b->engine, b->mem, cfg, &b->pcie), UBN_OK);
    assert_int_equal(ubn_pcie_listen(b->pcie, tb_pcie_see, b), UBN_OK);
    b->ports = ubn_pcie_ports(b->pcie);
}

static inline void tb_pcie_close(struct tb_pcie *b)
{
    ubn_pcie_destroy(b->pcie);
    ubn_mem_destroy(b->mem);
    ubn_engine_destroy(b->engine);
}

/** Runs all events up to and with a time; 0: all. */
static inline void tb_pcie_run(struct tb_pcie *b, uint64_t ps)
{
    const struct ubn_run_limits limits = {.max_ps = ps};

    assert_int_equal(ubn_engine_run(b->engine, &limits), UBN_OK);
}

/** Request for bytes at any address: byte enables and length as a controller sets them. */
static inline struct ubn_pcie_req tb_pcie_req(bool write, uint64_t addr, uint32_t bytes)
{
    uint32_t off = (uint32_t)(addr & 3u);
    uint32_t dws = (off + bytes + 3u) / 4u;
    uint32_t tail = (off + bytes) & 3u;
    uint32_t head_be = 0xfu << off & 0xfu;
    uint32_t tail_be = tail == 0 ? 0xfu : (1u << tail) - 1u;

    return (struct ubn_pcie_req){
        .fmt = write ? UBN_PCIE_FMT_DW4_DATA : UBN_PCIE_FMT_DW4,
        .type = UBN_PCIE_TYPE_MEM,
        .length_dw = (uint16_t)((bytes == 0 ? 1 : dws) & 0x3ffu),
        .requester_id = TB_REQ_ID,
        .first_be = (uint8_t)(bytes == 0 ? 0 : (dws == 1 ? head_be & tail_be : head_be)),
        .last_be = (uint8_t)(dws > 1 ? tail_be : 0),
        .addr = addr >> 2};
}

/** Sends the one beat of a read; the status is the caller's to judge. */
static inline enum ubn_status tb_pcie_send_read(struct tb_pcie *b, uint64_t ps,
                                                const struct ubn_pcie_req *req,
                                                struct ubn_pcie_done *done)
{
    struct ubn_tlp beat = {.last = true};

    ubn_pcie_req_pack(req, beat.hdr);
    return ubn_pcie_rq(b->pcie, ps, &beat, done);
}

/** Reads bytes at any address. */
static inline struct ubn_pcie_done tb_pcie_read(struct tb_pcie *b, uint64_t ps, uint8_t tag,
                                                uint64_t addr, uint32_t bytes)
{
    struct ubn_pcie_req req = tb_pcie_req(false, addr, bytes);
    struct ubn_pcie_done done = {0};

    req.tag = tag;
    assert_int_equal(tb_pcie_send_read(b, ps, &req, &done), UBN_OK);
    assert_true(done.is_read && !done.is_write);
    return done;
}

/** Sends all beats of a write at ps; data [in] shape [dwords * 4], first dword first. */
static inline enum ubn_status tb_pcie_send_write(struct tb_pcie *b, uint64_t ps,
                                                 const struct ubn_pcie_req *req,
                                                 const uint8_t *data, struct ubn_pcie_done *done)
{
    uint32_t left = (req->length_dw == 0 ? 1024u : req->length_dw) * 4u;
    enum ubn_status status = UBN_OK;

    while (left > 0 && status == UBN_OK) {
        struct ubn_tlp beat = {.last = left <= 64};
        uint32_t n = left < 64 ? left : 64;

        ubn_pcie_req_pack(req, beat.hdr);
        memcpy(beat.data, data, n);
        status = ubn_pcie_rq(b->pcie, ps, &beat, done);
        data += n;
        left -= n;
    }
    return status;
}

/** Writes bytes of one value at any address; returns when they are visible. */
static inline uint64_t tb_pcie_write(struct tb_pcie *b, uint64_t ps, uint64_t addr, uint32_t bytes,
                                     uint8_t value)
{
    const struct ubn_pcie_req req = tb_pcie_req(true, addr, bytes);
    struct ubn_pcie_done done = {0};
    uint8_t data[UBN_PCIE_PAYLOAD_MAX_BYTES];

    memset(data, value, sizeof(data));
    assert_int_equal(tb_pcie_send_write(b, ps, &req, data, &done), UBN_OK);
    assert_true(done.is_write && !done.is_read);
    return done.visible_ps;
}

/** Takes the oldest completion beat; fails when there is none. */
static inline struct ubn_pcie_rc tb_pcie_take(struct tb_pcie *b, uint64_t *ps_out)
{
    const struct ubn_pcie_rc *head = ubn_portq_head(&b->ports->rc, ps_out);
    struct ubn_pcie_rc item;

    assert_non_null(head);
    item = *head;
    ubn_portq_pop(&b->ports->rc);
    return item;
}

static inline struct ubn_pcie_cpl tb_pcie_cpl(const struct ubn_pcie_rc *item)
{
    struct ubn_pcie_cpl cpl;

    ubn_pcie_cpl_unpack(item->tlp.hdr, &cpl);
    return cpl;
}

/** A byte of memory now. */
static inline uint8_t tb_pcie_byte(struct tb_pcie *b, uint64_t addr)
{
    uint8_t value = 0;

    assert_int_equal(ubn_mem_read(b->mem, addr, 1, &value), UBN_OK);
    return value;
}

/** Time of bytes on Gen3 x8, rounded down. */
static inline uint64_t tb_gen3_ps(uint64_t bytes)
{
    return bytes * UINT64_C(1000000000000) / TB_GEN3_X8;
}

#endif
