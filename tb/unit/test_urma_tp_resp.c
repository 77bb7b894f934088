/* SPDX-License-Identifier: Apache-2.0 */
/* test_urma_tp_resp: each accepted packet gets its acknowledgement with the address of its channel;
 * depth, latency, order. */
/* DUT: urma_tp_resp */
/* DUT: urma_tp_resp -GDEPTH=4 */
#include "dut.h"
#include "tb_ctx.h"
#include "tb_hold.h"
#include "tb_record.h"

#ifndef DUT_P_DEPTH
#define DUT_P_DEPTH 16
#endif
#define CHANS 8u

struct bench {
    struct dut *d;
    struct tb_rng rng;
    uint32_t stall_s, stall_m;
    struct tb_hold out;
    struct tb_ctx ctx;
    uint8_t cfg[CHANS][24];
    struct tb_chan chan[CHANS];
    uint32_t count, sent, got;
};

static int setup(void **state)
{
    struct bench *b = calloc(1, sizeof(*b));
    struct dut *d = dut_create();

    b->d = d;
    b->ctx = (struct tb_ctx)TB_CTX(d, cfg, b->cfg);
    for (uint32_t c = 0; c < CHANS; c++) {
        b->chan[c] = tb_chan_random(&b->rng, 1);
        tb_chan_cfg(b->cfg[c], &b->chan[c]);
    }
    b->out = (struct tb_hold){.valid = d->m_valid, .ready = d->m_ready};
    TB_HOLD_ADD(&b->out, d, m_chan);
    TB_HOLD_ADD(&b->out, d, m_psn);
    TB_HOLD_ADD(&b->out, d, m_tpmsn);
    TB_HOLD_ADD(&b->out, d, m_rmt_tpn);
    TB_HOLD_ADD(&b->out, d, m_dst_mac);
    TB_HOLD_ADD(&b->out, d, m_dst_ip);
    TB_HOLD_ADD(&b->out, d, m_udp_sport);
    dut_reset(d);
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

/* Packet n: channel, PSN, TPMSN. */
static uint64_t packet(uint32_t n)
{
    struct tb_rng r = {n};

    return tb_rng_next(&r) & UINT64_C(0x0007ffffffffffff);
}

static void cycle(struct bench *b)
{
    struct dut *d = b->d;
    bool in;

    if (!*d->s_valid && b->sent < b->count && !tb_rng_chance(&b->rng, b->stall_s)) {
        uint64_t p = packet(b->sent);

        *d->s_valid = 1;
        *d->s_chan = (uint16_t)(p >> 48);
        *d->s_psn = p >> 24 & 0xffffff;
        *d->s_tpmsn = p & 0xffffff;
    }
    *d->m_ready = !tb_rng_chance(&b->rng, b->stall_m);
    tb_ctx_show(&b->ctx);
    tb_ctx_settle(d, &b->ctx, 1);
    in = *d->s_valid && *d->s_ready;
    if (tb_hold_check(&b->out)) {
        uint64_t p = packet(b->got++);
        const struct tb_chan *c = &b->chan[p >> 48];

        assert_int_equal(*d->m_chan, p >> 48);
        assert_int_equal(*d->m_psn, p >> 24 & 0xffffff);
        assert_int_equal(*d->m_tpmsn, p & 0xffffff);
        assert_int_equal(*d->m_rmt_tpn, c->rmt_tpn);
        assert_int_equal(*d->m_dst_mac, c->dst_mac);
        assert_int_equal(*d->m_dst_ip, c->dst_ip);
        assert_int_equal(*d->m_udp_sport, c->sport);
    }
    tb_ctx_edge(&b->ctx, NULL, NULL, NULL);
    dut_tick(d);
    b->sent += in;
    if (in) {
        *d->s_valid = 0;
    }
}

static void run(struct bench *b)
{
    for (uint32_t i = 0; b->got < b->count; i++) {
        assert_true(i < 100000);
        cycle(b);
    }
    assert_int_equal(*b->d->stat_idle, 1);
}

static void tp_resp_shows_acknowledgement_after_two_cycles_when_empty(void **state)
{
    struct bench *b = *state;

    b->count = 1;
    cycle(b);
    assert_int_equal(b->sent, 1);
    assert_int_equal(*b->d->stat_idle, 0);
    cycle(b);
    assert_int_equal(b->got, 0);
    cycle(b);
    assert_int_equal(b->got, 1);
    assert_int_equal(*b->d->stat_idle, 1);
}

static void tp_resp_stops_taking_when_depth_wait_for_the_link(void **state)
{
    struct bench *b = *state;

    b->count = 100;
    b->stall_m = 100;
    for (int i = 0; i < 60; i++) {
        cycle(b);
    }
    assert_int_equal(b->sent, DUT_P_DEPTH + 1); /* one more has its record */
    b->stall_m = 0;
    run(b);
}

static void tp_resp_takes_one_per_cycle_when_nothing_stalls(void **state)
{
    struct bench *b = *state;
    uint64_t start = b->d->cycle;

    b->count = 300;
    run(b);
    assert_int_equal(b->d->cycle - start, 300 + 2);
}

static void tp_resp_keeps_order_when_everything_stalls(void **state)
{
    struct bench *b = *state;
    const uint32_t stall[][3] = {{30, 30, 30}, {0, 70, 0}, {70, 0, 0}, {0, 0, 70}};

    b->rng = tb_rng_seed(1);
    for (size_t k = 0; k < 4; k++) {
        b->stall_s = stall[k][0];
        b->stall_m = stall[k][1];
        b->ctx.slow_percent = stall[k][2];
        b->count += 500;
        run(b);
    }
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(tp_resp_shows_acknowledgement_after_two_cycles_when_empty),
        TEST(tp_resp_stops_taking_when_depth_wait_for_the_link),
        TEST(tp_resp_takes_one_per_cycle_when_nothing_stalls),
        TEST(tp_resp_keeps_order_when_everything_stalls),
    };
    return cmocka_run_group_tests_name("urma_tp_resp", tests, NULL, NULL);
}
