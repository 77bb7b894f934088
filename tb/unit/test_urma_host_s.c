/* SPDX-License-Identifier: Apache-2.0 */
/* test_urma_host_s: stores and reads of the host: what goes where, order of the answers, refusals,
 * latency, throughput, the probe.
 * Long, because one model of the bus serves all its tests.
 * DUT: urma_host_s
 * DUT: urma_host_s -GJETTYS=100 -GMAX_WR=8
 */
#include "dut.h"
#include "tb.h"
#include "ubn/gen/registers.h"

#ifndef DUT_P_JETTYS
#define DUT_P_JETTYS 4096
#define DUT_P_MAX_WR 32
#endif

#define PAGE 4096u
#define ALL_STROBES UINT64_MAX
#define STORES 3000u
#define READS 300u

enum { OKAY = 0, SLVERR = 2 };
enum kind { WR, CTX, REG, BAD, KINDS };

struct store {
    enum kind kind;
    uint32_t addr;
    uint64_t strb;
    uint32_t beats;
    uint8_t id;
    bool refused; /* by the verdict; WR only */
    uint8_t data[64];
};

struct read {
    uint32_t addr;
    uint32_t beats;
    uint8_t id;
    bool bad;
};

struct bench {
    struct dut *d;
    struct tb_rng rng;
    uint32_t stall_percent;

    struct store st[STORES];
    uint32_t count, aw, w, w_beat, done; /* done: AW and W taken */
    uint32_t moved[KINDS];               /* next store to look for, by kind */
    uint32_t verdict;                    /* next store to judge */
    uint32_t answered, refused, drops;

    struct read rd[READS];
    uint32_t rd_count, ar, r, r_beat;
    bool reg_asked; /* in the cycle before */
    uint16_t reg_addr;

    bool b_stalled, wr_stalled, ctx_stalled, r_stalled;
    uint8_t b_id, b_resp;
    uint8_t wr_wqe[64], ctx_data[64], r_data[64];
};

static int setup(void **state)
{
    struct bench *b = calloc(1, sizeof(*b));

    b->d = dut_create();
    dut_reset(b->d);
    *state = b;
    return 0;
}

static int teardown(void **state)
{
    struct bench *b = *state;

    dut_destroy(b->d);
    free(b);
    return 0;
}

/* ---- Addresses */

static uint32_t jetty_page(uint32_t jetty) { return UBN_URMA_MAP_JETTY_BASE + jetty * PAGE; }

static uint32_t ctx_slot(uint32_t kind, uint32_t id)
{
    return UBN_URMA_MAP_CTX_BASE + (kind << 22) + (id << 6);
}

static uint64_t lane_strobes(uint32_t addr, uint32_t bytes)
{
    return ((UINT64_C(1) << bytes) - 1) << (addr % 64);
}

static uint64_t reg_value(uint16_t addr)
{
    struct tb_rng r = {addr};

    return tb_rng_next(&r);
}

/* ---- Pokes for the directed tests */

static void put_aw(struct dut *d, uint32_t addr, uint8_t id)
{
    *d->s_axi_awvalid = 1;
    *d->s_axi_awaddr = addr;
    *d->s_axi_awid = id;
    *d->s_axi_awlen = 0;
}

static void put_w(struct dut *d, uint64_t strb, uint32_t word)
{
    *d->s_axi_wvalid = 1;
    *d->s_axi_wstrb = strb;
    *d->s_axi_wlast = 1;
    for (int i = 0; i < 16; i++) {
        d->s_axi_wdata[i] = word + (uint32_t)i;
    }
}

static void no_store(struct dut *d)
{
    *d->s_axi_awvalid = 0;
    *d->s_axi_wvalid = 0;
    dut_eval(d);
}

/* One store in one cycle; afterwards the bus is quiet. */
static void store(struct dut *d, uint32_t addr, uint64_t strb, uint32_t word, uint8_t id)
{
    put_aw(d, addr, id);
    put_w(d, strb, word);
    dut_eval(d);
    assert_int_equal(*d->s_axi_awready, 1);
    assert_int_equal(*d->s_axi_wready, 1);
    dut_tick(d);
    no_store(d);
}

/* Wait for B, take it. */
static uint8_t answer(struct dut *d, uint8_t id)
{
    uint8_t resp;

    for (int i = 0; !*d->s_axi_bvalid; i++) {
        assert_true(i < 20);
        dut_tick(d);
    }
    assert_int_equal(*d->s_axi_bid, id);
    resp = *d->s_axi_bresp;
    *d->s_axi_bready = 1;
    dut_tick(d);
    *d->s_axi_bready = 0;
    dut_eval(d);
    return resp;
}

/* ---- Work requests */

static void urma_host_s_hands_on_a_work_request_one_cycle_after_the_pair(void **state)
{
    struct dut *d = ((struct bench *)*state)->d;

    put_aw(d, jetty_page(77), 5);
    put_w(d, ALL_STROBES, 0xabcd1234);
    dut_eval(d);
    assert_int_equal(*d->m_wr_valid, 0);
    assert_int_equal(*d->probe_wr_accept_valid, 0);
    dut_tick(d);
    no_store(d);
    assert_int_equal(*d->m_wr_valid, 1);
    assert_int_equal(*d->m_wr_jetty, 77);
    for (uint32_t i = 0; i < 16; i++) {
        assert_int_equal(d->m_wr_wqe[i], 0xabcd1234 + i);
    }
    assert_int_equal(*d->m_ctx_valid, 0);
    assert_int_equal(*d->probe_wr_accept_valid, 1);
    assert_int_equal(*d->probe_wr_accept_id, UINT64_C(0x1234) << 20 | 77);
    dut_tick(d);
    assert_int_equal(*d->m_wr_valid, 1); /* held */
    assert_int_equal(*d->probe_wr_accept_valid, 0);
    *d->m_wr_ready = 1;
    dut_tick(d);
    assert_int_equal(*d->m_wr_valid, 0);
}

static void urma_host_s_counts_from_the_later_one_when_w_comes_after_aw(void **state)
{
    struct dut *d = ((struct bench *)*state)->d;

    put_aw(d, jetty_page(3), 1);
    dut_tick(d);
    no_store(d);
    assert_int_equal(*d->s_axi_awready, 0);
    dut_tick(d);
    assert_int_equal(*d->m_wr_valid, 0);
    assert_int_equal(*d->probe_wr_accept_valid, 0);
    put_w(d, ALL_STROBES, 9);
    dut_tick(d);
    no_store(d);
    assert_int_equal(*d->m_wr_valid, 1);
    assert_int_equal(*d->m_wr_jetty, 3);
    assert_int_equal(*d->probe_wr_accept_valid, 1);
    assert_int_equal(*d->probe_wr_accept_id, 9u << 20 | 3);
    assert_int_equal(*d->s_axi_awready, 1);
}

static void urma_host_s_counts_from_the_later_one_when_aw_comes_after_w(void **state)
{
    struct dut *d = ((struct bench *)*state)->d;

    put_w(d, ALL_STROBES, 8);
    dut_tick(d);
    no_store(d);
    assert_int_equal(*d->s_axi_wready, 0);
    dut_tick(d);
    assert_int_equal(*d->m_wr_valid, 0);
    assert_int_equal(*d->probe_wr_accept_valid, 0);
    put_aw(d, jetty_page(4), 1);
    dut_tick(d);
    no_store(d);
    assert_int_equal(*d->m_wr_valid, 1);
    assert_int_equal(d->m_wr_wqe[0], 8);
    assert_int_equal(*d->probe_wr_accept_valid, 1);
    assert_int_equal(*d->probe_wr_accept_id, 8u << 20 | 4);
}

static void urma_host_s_reports_a_store_once_when_it_must_wait(void **state)
{
    struct dut *d = ((struct bench *)*state)->d;

    store(d, jetty_page(1), ALL_STROBES, 100, 1);
    store(d, jetty_page(2), ALL_STROBES, 200, 2); /* parked, m_wr is not ready */
    assert_int_equal(*d->probe_wr_accept_valid, 1);
    assert_int_equal(*d->probe_wr_accept_id, 200u << 20 | 2);
    assert_int_equal(*d->s_axi_awready, 0);
    assert_int_equal(*d->s_axi_wready, 0);
    for (int i = 0; i < 5; i++) {
        dut_tick(d);
        assert_int_equal(*d->probe_wr_accept_valid, 0);
        assert_int_equal(*d->m_wr_jetty, 1);
    }
    *d->m_wr_ready = 1;
    dut_tick(d);
    assert_int_equal(*d->m_wr_jetty, 2);
    assert_int_equal(*d->probe_wr_accept_valid, 0);
    dut_tick(d);
    assert_int_equal(*d->m_wr_valid, 0);
}

static void urma_host_s_answers_a_work_request_when_the_verdict_comes(void **state)
{
    struct dut *d = ((struct bench *)*state)->d;

    *d->m_wr_ready = 1;
    *d->s_axi_bready = 0;
    store(d, jetty_page(1), ALL_STROBES, 0, 6);
    store(d, jetty_page(1), ALL_STROBES, 0, 7);
    for (int i = 0; i < 10; i++) {
        dut_tick(d);
        assert_int_equal(*d->s_axi_bvalid, 0);
    }
    *d->s_verdict_valid = 1;
    *d->s_verdict_ok = 1;
    dut_eval(d);
    assert_int_equal(*d->s_verdict_ready, 1);
    dut_tick(d);
    *d->s_verdict_ok = 0;
    dut_eval(d);
    assert_int_equal(*d->s_axi_bvalid, 1);
    assert_int_equal(*d->stat_drop_store, 0);
    dut_tick(d);
    *d->s_verdict_valid = 0;
    dut_eval(d);
    assert_int_equal(*d->stat_drop_store, 1);
    assert_int_equal(answer(d, 6), OKAY);
    assert_int_equal(*d->stat_drop_store, 0);
    assert_int_equal(answer(d, 7), SLVERR);
    assert_int_equal(*d->s_axi_bvalid, 0);
}

/* ---- Refusals */

static void refuse(struct dut *d, uint32_t addr, uint64_t strb)
{
    uint32_t drops = 0;

    store(d, addr, strb, 1, 9);
    assert_int_equal(*d->m_wr_valid, 0);
    assert_int_equal(*d->m_ctx_valid, 0);
    assert_int_equal(*d->probe_wr_accept_valid, 0);
    for (int i = 0; i < 6; i++) {
        dut_tick(d);
        drops += *d->stat_drop_store;
        assert_int_equal(*d->reg_wr_en, 0);
    }
    assert_int_equal(drops, 1);
    assert_int_equal(answer(d, 9), SLVERR);
    assert_int_equal(*d->stat_idle, 1);
}

static void urma_host_s_refuses_a_store_when_it_is_no_whole_block(void **state)
{
    struct dut *d = ((struct bench *)*state)->d;

    for (uint32_t lane = 0; lane < 64; lane++) {
        refuse(d, jetty_page(0), ALL_STROBES & ~(UINT64_C(1) << lane));
        refuse(d, ctx_slot(0, 0), ALL_STROBES & ~(UINT64_C(1) << lane));
    }
    refuse(d, jetty_page(0), 0);
    refuse(d, jetty_page(0), 0xff);
}

static void urma_host_s_refuses_a_store_when_it_hits_no_window(void **state)
{
    struct dut *d = ((struct bench *)*state)->d;

    for (uint32_t bit = 0; bit < 12; bit++) {
        refuse(d, jetty_page(0) + (1u << bit), ALL_STROBES);
    }
    for (uint32_t bit = 0; bit < 6; bit++) {
        refuse(d, ctx_slot(1, 1) + (1u << bit), ALL_STROBES);
    }
    if (DUT_P_JETTYS < 4096) {
        refuse(d, jetty_page(DUT_P_JETTYS), ALL_STROBES);
        refuse(d, jetty_page(4095), ALL_STROBES);
    }
    refuse(d, UBN_URMA_MAP_CTX_BASE + UBN_URMA_MAP_CTX_BYTES, ALL_STROBES);
    refuse(d, UBN_URMA_MAP_REGS_BYTES, 0xff);
    for (uint32_t bit = 26; bit < 32; bit++) {
        refuse(d, jetty_page(0) | 1u << bit, ALL_STROBES);
        refuse(d, ctx_slot(0, 0) | 1u << bit, ALL_STROBES);
        refuse(d, 1u << bit, 0xff);
    }
}

static void urma_host_s_refuses_a_register_store_when_it_is_not_8_bytes(void **state)
{
    struct dut *d = ((struct bench *)*state)->d;

    refuse(d, 0x10, ALL_STROBES);
    refuse(d, 0x10, 0);
    refuse(d, 0x10, lane_strobes(0x18, 8));
    refuse(d, 0x10, lane_strobes(0x10, 16));
    refuse(d, 0x10, lane_strobes(0x08, 16));
    refuse(d, 0x10, lane_strobes(0x10, 4));
    refuse(d, 0x10, lane_strobes(0x10, 8) | 1);
    refuse(d, 0x14, lane_strobes(0x10, 8));
}

static void urma_host_s_takes_a_burst_whole_when_it_refuses_it(void **state)
{
    struct dut *d = ((struct bench *)*state)->d;
    const uint32_t places[] = {jetty_page(0), ctx_slot(0, 0), 0x40};

    *d->m_wr_ready = 1;
    for (uint32_t p = 0; p < 3; p++) {
        put_aw(d, places[p], 4);
        *d->s_axi_awlen = 2;
        for (uint32_t i = 0; i < 3; i++) {
            put_w(d, p < 2 ? ALL_STROBES : 0xff, 0);
            *d->s_axi_wlast = i == 2;
            dut_eval(d);
            assert_int_equal(*d->s_axi_wready, 1);
            dut_tick(d);
            no_store(d);
            assert_int_equal(*d->m_wr_valid, 0);
            assert_int_equal(*d->m_ctx_valid, 0);
            assert_int_equal(*d->probe_wr_accept_valid, 0);
        }
        assert_int_equal(answer(d, 4), SLVERR);
        for (uint32_t i = 0; i < 5; i++) {
            dut_tick(d);
            assert_int_equal(*d->s_axi_bvalid, 0); /* one answer */
            assert_int_equal(*d->reg_wr_en, 0);
        }
        store(d, ctx_slot(2, 3), ALL_STROBES, 1, 3); /* the next one is fine */
        assert_int_equal(*d->m_ctx_valid, 1);
        *d->m_ctx_ready = 1;
        assert_int_equal(answer(d, 3), OKAY);
        *d->m_ctx_ready = 0;
    }
}

/* ---- Context records and registers */

static void urma_host_s_hands_on_a_context_record_and_answers_when_it_is_taken(void **state)
{
    struct dut *d = ((struct bench *)*state)->d;

    store(d, ctx_slot(6, 0xa5c3), ALL_STROBES, 70, 2);
    assert_int_equal(*d->m_ctx_valid, 1);
    assert_int_equal(*d->m_ctx_kind, 6);
    assert_int_equal(*d->m_ctx_id, 0xa5c3);
    assert_int_equal(d->m_ctx_data[0], 70);
    assert_int_equal(d->m_ctx_data[15], 85);
    assert_int_equal(*d->m_wr_valid, 0);
    for (int i = 0; i < 10; i++) {
        dut_tick(d);
        assert_int_equal(*d->m_ctx_valid, 1);
        assert_int_equal(*d->s_axi_bvalid, 0);
    }
    *d->m_ctx_ready = 1;
    dut_tick(d);
    assert_int_equal(*d->m_ctx_valid, 0);
    assert_int_equal(answer(d, 2), OKAY);
}

static void urma_host_s_writes_a_register_from_its_lane_before_it_answers(void **state)
{
    struct dut *d = ((struct bench *)*state)->d;

    *d->s_axi_bready = 0;
    for (uint32_t lane = 0; lane < 8; lane++) {
        uint32_t addr = 0x3f00 + 8 * lane;

        store(d, addr, lane_strobes(addr, 8), 1000, 1);
        assert_int_equal(*d->reg_wr_en, 0);
        dut_tick(d);
        assert_int_equal(*d->reg_wr_en, 1);
        assert_int_equal(*d->s_axi_bvalid, 0);
        assert_int_equal(*d->reg_addr, addr);
        assert_int_equal(*d->reg_wdata, (uint64_t)(1001 + 2 * lane) << 32 | (1000 + 2 * lane));
        dut_tick(d);
        assert_int_equal(*d->reg_wr_en, 0);
        assert_int_equal(answer(d, 1), OKAY);
    }
}

static void ask(struct dut *d, uint32_t addr, uint8_t len, uint8_t id)
{
    *d->s_axi_arvalid = 1;
    *d->s_axi_araddr = addr;
    *d->s_axi_arlen = len;
    *d->s_axi_arid = id;
    dut_eval(d);
    assert_int_equal(*d->s_axi_arready, 1);
    dut_tick(d);
    *d->s_axi_arvalid = 0;
    dut_eval(d);
}

static void urma_host_s_reads_a_register_into_its_lane(void **state)
{
    struct dut *d = ((struct bench *)*state)->d;

    for (uint32_t lane = 0; lane < 8; lane++) {
        uint32_t addr = 0x1200 + 8 * lane;

        ask(d, addr, 0, (uint8_t)lane);
        assert_int_equal(*d->s_axi_arready, 0);
        assert_int_equal(*d->reg_rd_en, 1);
        assert_int_equal(*d->reg_addr, addr);
        dut_tick(d);
        assert_int_equal(*d->reg_rd_en, 0);
        *d->reg_rdata = 0x1122334455667788;
        dut_tick(d);
        *d->reg_rdata = 0;
        dut_eval(d);
        assert_int_equal(*d->s_axi_rvalid, 1);
        assert_int_equal(*d->s_axi_rlast, 1);
        assert_int_equal(*d->s_axi_rid, lane);
        assert_int_equal(*d->s_axi_rresp, OKAY);
        for (uint32_t i = 0; i < 16; i++) {
            uint32_t want = i == 2 * lane ? 0x55667788 : i == 2 * lane + 1 ? 0x11223344 : 0;

            assert_int_equal(d->s_axi_rdata[i], want);
        }
        assert_int_equal(*d->stat_idle, 0);
        *d->s_axi_rready = 1;
        dut_tick(d);
        *d->s_axi_rready = 0;
        dut_eval(d);
        assert_int_equal(*d->s_axi_rvalid, 0);
        assert_int_equal(*d->stat_idle, 1);
    }
}

static void urma_host_s_refuses_each_beat_when_a_read_is_no_register(void **state)
{
    struct dut *d = ((struct bench *)*state)->d;
    const struct read reads[] = {
        {.addr = 0x10, .beats = 4},          {.addr = 0x10, .beats = 256},
        {.addr = jetty_page(0), .beats = 1}, {.addr = ctx_slot(0, 0), .beats = 1},
        {.addr = 0x14, .beats = 1},          {.addr = UBN_URMA_MAP_REGS_BYTES, .beats = 1},
    };

    *d->s_axi_rready = 1;
    for (size_t i = 0; i < sizeof(reads) / sizeof(reads[0]); i++) {
        ask(d, reads[i].addr, (uint8_t)(reads[i].beats - 1), 11);
        for (uint32_t beat = 1; beat <= reads[i].beats; beat++) {
            assert_int_equal(*d->reg_rd_en, 0);
            assert_int_equal(*d->s_axi_rvalid, 1);
            assert_int_equal(*d->s_axi_rresp, SLVERR);
            assert_int_equal(*d->s_axi_rid, 11);
            assert_int_equal(*d->s_axi_rlast, beat == reads[i].beats);
            assert_int_equal(d->s_axi_rdata[4], 0);
            dut_tick(d);
        }
        assert_int_equal(*d->s_axi_rvalid, 0);
        assert_int_equal(*d->s_axi_arready, 1);
    }
}

static void urma_host_s_lets_the_store_go_first_when_both_want_the_registers(void **state)
{
    struct dut *d = ((struct bench *)*state)->d;

    put_aw(d, 0x18, 1);
    put_w(d, lane_strobes(0x18, 8), 50);
    dut_tick(d);
    no_store(d);
    ask(d, 0x20, 0, 2); /* both reach the port in the cycle after this one */
    assert_int_equal(*d->reg_wr_en, 1);
    assert_int_equal(*d->reg_rd_en, 0);
    assert_int_equal(*d->reg_addr, 0x18);
    dut_tick(d);
    assert_int_equal(*d->reg_wr_en, 0);
    assert_int_equal(*d->reg_rd_en, 1);
    assert_int_equal(*d->reg_addr, 0x20);
}

/* ---- Throughput and limits */

static void urma_host_s_takes_one_work_request_per_cycle(void **state)
{
    struct dut *d = ((struct bench *)*state)->d;
    uint32_t got = 0;
    uint32_t answers = 0;

    *d->m_wr_ready = 1;
    *d->s_axi_bready = 1;
    for (uint32_t i = 0; i < 500; i++) {
        put_aw(d, jetty_page(i % 100), (uint8_t)(i % 16));
        put_w(d, ALL_STROBES, i);
        /* The verdict comes two cycles behind. */
        *d->s_verdict_valid = i >= 3;
        *d->s_verdict_ok = 1;
        dut_eval(d);
        assert_int_equal(*d->s_axi_awready, 1);
        assert_int_equal(*d->s_axi_wready, 1);
        got += *d->m_wr_valid;
        answers += *d->s_axi_bvalid;
        assert_int_equal(*d->m_wr_valid, i >= 1);
        assert_int_equal(*d->probe_wr_accept_valid, i >= 1);
        dut_tick(d);
    }
    assert_int_equal(got, 499);
    assert_int_equal(answers, 496);
}

static void urma_host_s_stops_stores_when_too_many_are_unanswered(void **state)
{
    struct dut *d = ((struct bench *)*state)->d;
    uint32_t taken = 0;

    *d->m_wr_ready = 1;
    put_aw(d, jetty_page(1), 0);
    put_w(d, ALL_STROBES, 0);
    for (uint32_t i = 0; i < 200; i++) {
        dut_eval(d);
        taken += *d->m_wr_valid;
        dut_tick(d);
    }
    assert_int_equal(*d->s_axi_awready, 0);
    assert_int_equal(*d->s_axi_wready, 0);
    /* The one more is in the output register: handed on, its answer not queued yet. */
    assert_int_equal(taken, DUT_P_MAX_WR + 1);
}

static void urma_host_s_is_idle_when_all_is_answered(void **state)
{
    struct dut *d = ((struct bench *)*state)->d;

    dut_eval(d);
    assert_int_equal(*d->stat_idle, 1);
    *d->m_wr_ready = 1;
    store(d, jetty_page(1), ALL_STROBES, 0, 6);
    for (int i = 0; i < 5; i++) {
        assert_int_equal(*d->stat_idle, 0);
        dut_tick(d);
    }
    *d->s_verdict_valid = 1;
    *d->s_verdict_ok = 0;
    *d->s_axi_bready = 1;
    dut_tick(d);
    *d->s_verdict_valid = 0;
    assert_int_equal(*d->stat_idle, 0);
    dut_tick(d);
    assert_int_equal(*d->stat_drop_store, 0);
    assert_int_equal(*d->stat_idle, 1);
}

static void urma_host_s_is_not_idle_when_something_can_move(void **state)
{
    struct dut *d = ((struct bench *)*state)->d;

    put_aw(d, 0x18, 1);
    dut_tick(d);
    no_store(d);
    assert_int_equal(*d->stat_idle, 0); /* AW alone */
    put_w(d, lane_strobes(0x18, 8), 0);
    *d->s_axi_bready = 1;
    dut_tick(d);
    no_store(d);
    while (!*d->s_axi_bvalid) {
        assert_int_equal(*d->stat_idle, 0); /* on the way to the register and to B */
        dut_tick(d);
    }
    assert_int_equal(*d->stat_idle, 0);
    dut_tick(d);
    assert_int_equal(*d->stat_idle, 1);

    put_w(d, ALL_STROBES, 0);
    dut_tick(d);
    no_store(d);
    assert_int_equal(*d->stat_idle, 0); /* W alone */
    put_aw(d, ctx_slot(0, 0), 1);
    dut_tick(d);
    no_store(d);
    for (int i = 0; i < 5; i++) {
        assert_int_equal(*d->stat_idle, 0); /* m_ctx is held */
        dut_tick(d);
    }
    *d->m_ctx_ready = 1;
    dut_tick(d);
    dut_tick(d);
    dut_tick(d);
    assert_int_equal(*d->stat_idle, 1);
}

/* ---- Everything at random */

static struct store random_store(struct bench *b, uint32_t n)
{
    struct tb_rng *r = &b->rng;
    struct store s = {.strb = ALL_STROBES, .beats = 1, .id = (uint8_t)tb_rng_below(r, 16)};
    uint32_t lane = 0;

    s.kind = (enum kind)tb_rng_below(r, KINDS);
    if (n % 3 == 0) {
        s.kind = WR;
    }
    s.refused = tb_rng_chance(r, 20);
    tb_rng_fill(r, s.data, sizeof(s.data));
    switch (s.kind) {
    case WR:
        s.addr = jetty_page(tb_rng_below(r, DUT_P_JETTYS));
        break;
    case CTX:
        s.addr = ctx_slot(tb_rng_below(r, 8), tb_rng_below(r, 65536));
        break;
    case REG:
        s.addr = tb_rng_below(r, 8192) * 8;
        s.strb = lane_strobes(s.addr, 8);
        break;
    default:
        lane = tb_rng_below(r, 64);
        switch (tb_rng_below(r, 4)) {
        case 0:
            s.addr = jetty_page(0);
            s.strb &= ~(UINT64_C(1) << lane);
            break;
        case 1:
            s.addr = jetty_page(1) + 0x80;
            break;
        case 2:
            s.addr = 8 * lane;
            break;
        default:
            s.addr = jetty_page(2);
            s.beats = 2 + tb_rng_below(r, 4);
            break;
        }
        break;
    }
    return s;
}

static struct read random_read(struct bench *b)
{
    struct tb_rng *r = &b->rng;
    struct read rd = {.addr = tb_rng_below(r, 8192) * 8, .beats = 1};

    rd.id = (uint8_t)tb_rng_below(r, 16);
    switch (tb_rng_below(r, 6)) {
    case 0:
        rd.beats = 2 + tb_rng_below(r, 5);
        rd.bad = true;
        break;
    case 1:
        rd.addr = jetty_page(tb_rng_below(r, 4096));
        rd.bad = true;
        break;
    default:
        break;
    }
    return rd;
}

static bool go(struct bench *b) { return !tb_rng_chance(&b->rng, b->stall_percent); }

/* Next store of a kind, from `from` on; count when there is none. */
static uint32_t next_of(const struct bench *b, enum kind kind, uint32_t from)
{
    while (from < b->count && b->st[from].kind != kind) {
        from++;
    }
    return from;
}

static void drive(struct bench *b)
{
    struct dut *d = b->d;

    if (!*d->s_axi_awvalid && b->aw < b->count && go(b)) {
        put_aw(d, b->st[b->aw].addr, b->st[b->aw].id);
        *d->s_axi_awlen = (uint8_t)(b->st[b->aw].beats - 1);
    }
    if (!*d->s_axi_wvalid && b->w < b->count && go(b)) {
        put_w(d, b->st[b->w].strb, 0);
        memcpy(d->s_axi_wdata, b->st[b->w].data, 64);
        *d->s_axi_wlast = b->w_beat + 1 == b->st[b->w].beats;
    }
    if (!*d->s_verdict_valid && b->verdict < b->moved[WR] && go(b)) {
        *d->s_verdict_valid = 1;
        *d->s_verdict_ok = !b->st[b->verdict].refused;
    }
    if (!*d->s_axi_arvalid && b->ar < b->rd_count && go(b)) {
        *d->s_axi_arvalid = 1;
        *d->s_axi_araddr = b->rd[b->ar].addr;
        *d->s_axi_arlen = (uint8_t)(b->rd[b->ar].beats - 1);
        *d->s_axi_arid = b->rd[b->ar].id;
    }
    *d->s_axi_bready = go(b);
    *d->s_axi_rready = go(b);
    *d->m_wr_ready = go(b);
    *d->m_ctx_ready = go(b);
    *d->reg_rdata = b->reg_asked ? reg_value(b->reg_addr) : tb_rng_next(&b->rng);
}

/* The stream of one kind: right store, in order, held while stalled. */
static void watch_out(struct bench *b, enum kind kind, bool valid, bool ready, uint32_t addr,
                      const uint32_t *data, bool *stalled, uint8_t *before)
{
    if (*stalled) {
        assert_true(valid);
        assert_memory_equal(data, before, 64);
    }
    *stalled = valid && !ready;
    memcpy(before, data, 64);
    if (valid) {
        uint32_t n = next_of(b, kind, b->moved[kind]);

        assert_true(n < b->done);
        assert_int_equal(addr, b->st[n].addr);
        assert_memory_equal(data, b->st[n].data, 64);
        if (ready) {
            b->moved[kind] = n + 1;
        }
    }
}

static void watch_registers(struct bench *b)
{
    struct dut *d = b->d;

    assert_false(*d->reg_wr_en && *d->reg_rd_en);
    b->reg_asked = *d->reg_rd_en;
    b->reg_addr = *d->reg_addr;
    if (*d->reg_wr_en) {
        uint32_t n = next_of(b, REG, b->moved[REG]);

        assert_true(n < b->done);
        assert_int_equal(*d->reg_addr, b->st[n].addr);
        assert_memory_equal(d->reg_wdata, b->st[n].data + b->st[n].addr % 64, 8);
        b->moved[REG] = n + 1;
    }
}

static void watch_answers(struct bench *b)
{
    struct dut *d = b->d;

    if (b->b_stalled) {
        assert_int_equal(*d->s_axi_bvalid, 1);
        assert_int_equal(*d->s_axi_bid, b->b_id);
        assert_int_equal(*d->s_axi_bresp, b->b_resp);
    }
    b->b_stalled = *d->s_axi_bvalid && !*d->s_axi_bready;
    b->b_id = *d->s_axi_bid;
    b->b_resp = *d->s_axi_bresp;
    b->drops += *d->stat_drop_store;
    if (*d->s_axi_bvalid && *d->s_axi_bready) {
        struct store *s = &b->st[b->answered];
        bool bad = s->kind == BAD || (s->kind == WR && s->refused);

        assert_true(b->answered < b->done);
        assert_int_equal(*d->s_axi_bid, s->id);
        assert_int_equal(*d->s_axi_bresp, bad ? SLVERR : OKAY);
        assert_true(s->kind == BAD || b->answered < b->moved[s->kind]); /* took place */
        b->refused += bad;
        b->answered++;
    }
}

static void watch_read(struct bench *b)
{
    struct dut *d = b->d;

    if (b->r_stalled) {
        assert_int_equal(*d->s_axi_rvalid, 1);
        assert_memory_equal(d->s_axi_rdata, b->r_data, 64);
    }
    b->r_stalled = *d->s_axi_rvalid && !*d->s_axi_rready;
    memcpy(b->r_data, d->s_axi_rdata, 64);
    if (*d->s_axi_rvalid && *d->s_axi_rready) {
        struct read *rd = &b->rd[b->r];
        uint64_t want[8] = {0};

        if (!rd->bad) {
            want[rd->addr / 8 % 8] = reg_value((uint16_t)rd->addr);
        }
        assert_int_equal(*d->s_axi_rid, rd->id);
        assert_int_equal(*d->s_axi_rresp, rd->bad ? SLVERR : OKAY);
        assert_memory_equal(d->s_axi_rdata, want, 64);
        assert_int_equal(*d->s_axi_rlast, ++b->r_beat == rd->beats);
        if (*d->s_axi_rlast) {
            b->r++;
            b->r_beat = 0;
        }
    }
}

static void cycle(struct bench *b)
{
    struct dut *d = b->d;
    bool probe = false;
    uint64_t probe_id = 0;

    drive(b);
    dut_eval(d);
    watch_out(b, WR, *d->m_wr_valid, *d->m_wr_ready, jetty_page(*d->m_wr_jetty), d->m_wr_wqe,
              &b->wr_stalled, b->wr_wqe);
    watch_out(b, CTX, *d->m_ctx_valid, *d->m_ctx_ready, ctx_slot(*d->m_ctx_kind, *d->m_ctx_id),
              d->m_ctx_data, &b->ctx_stalled, b->ctx_data);
    watch_registers(b);
    watch_answers(b);
    watch_read(b);

    bool aw = *d->s_axi_awvalid && *d->s_axi_awready;
    bool w = *d->s_axi_wvalid && *d->s_axi_wready;
    bool ar = *d->s_axi_arvalid && *d->s_axi_arready;
    bool verdict = *d->s_verdict_valid && *d->s_verdict_ready;

    b->aw += aw;
    b->ar += ar;
    if (w && ++b->w_beat == b->st[b->w].beats) {
        b->w_beat = 0;
        b->w++;
    }
    if (b->done < b->aw && b->done < b->w) {
        struct store *s = &b->st[b->done++];

        probe = s->kind == WR;
        probe_id = (uint64_t)s->data[1] << 28 | (uint64_t)s->data[0] << 20 |
                   (s->addr - UBN_URMA_MAP_JETTY_BASE) / PAGE;
    }
    if (verdict) {
        b->verdict = next_of(b, WR, b->verdict + 1);
    }
    dut_tick(d);
    assert_int_equal(*d->probe_wr_accept_valid, probe);
    if (probe) {
        assert_int_equal(*d->probe_wr_accept_id, probe_id);
    }
    *d->s_axi_awvalid &= !aw;
    *d->s_axi_wvalid &= !w;
    *d->s_axi_arvalid &= !ar;
    *d->s_verdict_valid &= !verdict;
    dut_eval(d);
}

static void random_traffic(struct bench *b, uint32_t stall_percent)
{
    uint32_t cycles = 0;

    b->stall_percent = stall_percent;
    for (b->count = 0; b->count < STORES; b->count++) {
        b->st[b->count] = random_store(b, b->count);
    }
    for (b->rd_count = 0; b->rd_count < READS; b->rd_count++) {
        b->rd[b->rd_count] = random_read(b);
    }
    b->verdict = next_of(b, WR, 0);
    while (b->answered < b->count || b->r < b->rd_count) {
        cycle(b);
        assert_true(++cycles < 200000);
    }
    cycle(b);
    assert_int_equal(*b->d->stat_idle, 1);
    assert_int_equal(b->drops, b->refused);
    for (enum kind kind = WR; kind < BAD; kind++) {
        assert_int_equal(next_of(b, kind, b->moved[kind]), b->count);
    }
}

static void urma_host_s_keeps_everything_in_order_when_all_streams_stall(void **state)
{
    struct bench *b = *state;

    b->rng = tb_rng_seed(21);
    random_traffic(b, 50);
}

static void urma_host_s_keeps_everything_in_order_when_streams_seldom_stall(void **state)
{
    struct bench *b = *state;

    b->rng = tb_rng_seed(22);
    random_traffic(b, 5);
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(urma_host_s_hands_on_a_work_request_one_cycle_after_the_pair),
        TEST(urma_host_s_counts_from_the_later_one_when_w_comes_after_aw),
        TEST(urma_host_s_counts_from_the_later_one_when_aw_comes_after_w),
        TEST(urma_host_s_reports_a_store_once_when_it_must_wait),
        TEST(urma_host_s_answers_a_work_request_when_the_verdict_comes),
        TEST(urma_host_s_refuses_a_store_when_it_is_no_whole_block),
        TEST(urma_host_s_refuses_a_store_when_it_hits_no_window),
        TEST(urma_host_s_refuses_a_register_store_when_it_is_not_8_bytes),
        TEST(urma_host_s_takes_a_burst_whole_when_it_refuses_it),
        TEST(urma_host_s_hands_on_a_context_record_and_answers_when_it_is_taken),
        TEST(urma_host_s_writes_a_register_from_its_lane_before_it_answers),
        TEST(urma_host_s_reads_a_register_into_its_lane),
        TEST(urma_host_s_refuses_each_beat_when_a_read_is_no_register),
        TEST(urma_host_s_lets_the_store_go_first_when_both_want_the_registers),
        TEST(urma_host_s_takes_one_work_request_per_cycle),
        TEST(urma_host_s_stops_stores_when_too_many_are_unanswered),
        TEST(urma_host_s_is_not_idle_when_something_can_move),
        TEST(urma_host_s_is_idle_when_all_is_answered),
        TEST(urma_host_s_keeps_everything_in_order_when_all_streams_stall),
        TEST(urma_host_s_keeps_everything_in_order_when_streams_seldom_stall),
    };

    return cmocka_run_group_tests_name("urma_host_s", tests, NULL, NULL);
}
