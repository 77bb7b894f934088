/* SPDX-License-Identifier: Apache-2.0 */
/* test_urma_rsp_tx: headers of the responses to good and to refused reads, the lane of the payload,
 * the error mark, DEPTH. When packets and data move is shown by test_urma_pkt_pay. */
/* DUT: urma_rsp_tx */
/* DUT: urma_rsp_tx -GDEPTH=4 */
#include "dut.h"
#include "tb_hold.h"
#include "tb_pay.h"

#ifndef DUT_P_DEPTH
#define DUT_P_DEPTH 64
#endif
#define PAY_LANE 2u /* 58 bytes of headers and 8 of the ATAH, in beats of 64 */

enum { OP_TAACK = 0x11, OP_READ_RSP = 0x12 };

struct item {
    uint16_t frame, chan, tassn;
    uint32_t jetty;
    uint8_t info; /* 0: data follow */
    uint64_t addr;
    uint32_t len;
};

struct bench {
    struct dut *d;
    struct tb_rng rng;
    uint32_t stall_rsp, stall_pkt;
    struct tb_hold pkt;
    struct item item[TB_PAY_ITEMS];
    struct tb_pay pay; /* item n is the payload of response n */
    uint32_t sent, pkts;
};

static int setup(void **state)
{
    struct bench *b = calloc(1, sizeof(*b));
    struct dut *d = dut_create();

    b->d = d;
    b->pkt = (struct tb_hold){.valid = d->m_pkt_valid, .ready = d->m_pkt_ready};
    TB_HOLD_ADD(&b->pkt, d, m_pkt_chan);
    TB_HOLD_ADD(&b->pkt, d, m_pkt_ta);
    TB_HOLD_ADD(&b->pkt, d, m_pkt_pay_bytes);
    TB_HOLD_ADD(&b->pkt, d, m_pkt_frame);
    tb_pay_init(&b->pay, d);
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

static struct tb_pay_item *add(struct bench *b, uint8_t info, uint64_t addr, uint32_t len)
{
    struct tb_rng *r = &b->rng;
    struct tb_pay_item *p =
        tb_pay_add(&b->pay, (uint32_t)(addr % TB_PAY_LANES), PAY_LANE, info == 0 ? len : 0);

    b->item[b->pay.count - 1] = (struct item){.frame = (uint16_t)tb_rng_next(r),
                                              .chan = (uint16_t)tb_rng_next(r),
                                              .tassn = (uint16_t)tb_rng_next(r),
                                              .jetty = tb_rng_next(r) & 0xfffff,
                                              .info = info,
                                              .addr = addr,
                                              .len = len};
    return p;
}

static void put_rsp(struct bench *b)
{
    struct dut *d = b->d;
    const struct item *i = &b->item[b->sent];

    *d->s_rsp_valid = 1;
    *d->s_rsp_frame = i->frame;
    *d->s_rsp_chan = i->chan;
    *d->s_rsp_key = (uint64_t)i->tassn << 20 | i->jetty;
    *d->s_rsp_info = i->info;
    *d->s_rsp_addr = i->addr;
    *d->s_rsp_len = (uint16_t)i->len;
}

static void check_packet(struct bench *b)
{
    struct dut *d = b->d;
    const struct item *i = &b->item[b->pkts];
    bool ok = i->info == 0;
    uint8_t want[64] = {0}; /* ATAH, then nothing; first wire byte first */

    assert_true(b->pkts < b->sent);
    assert_true(!ok || tb_pay_begins(&b->pay, b->pkts));
    want[0] = ok ? OP_READ_RSP : OP_TAACK;
    want[2] = (uint8_t)(i->tassn >> 8);
    want[3] = (uint8_t)i->tassn;
    want[4] = (uint8_t)(ok ? 0 : 3 << 5 | i->info);
    want[5] = (uint8_t)(i->jetty >> 16);
    want[6] = (uint8_t)(i->jetty >> 8);
    want[7] = (uint8_t)i->jetty;
    for (uint32_t k = 0; k < 64; k++) {
        assert_int_equal(tb_byte(d->m_pkt_ta, 63 - k), want[k]);
    }
    assert_int_equal(*d->m_pkt_ta_bytes, 8);
    assert_int_equal(*d->m_pkt_chan, i->chan);
    assert_int_equal(*d->m_pkt_key, (uint64_t)i->tassn << 20 | i->jetty);
    assert_int_equal(*d->m_pkt_frame, i->frame);
    assert_int_equal(*d->m_pkt_pay_bytes, ok ? i->len : 0);
    if (ok) {
        assert_int_equal(*d->m_pkt_pay_addr, i->addr);
    }
    b->pkts++;
}

static void cycle(struct bench *b)
{
    struct dut *d = b->d;
    bool rsp, data;

    if (!*d->s_rsp_valid && b->sent < b->pay.count && !tb_rng_chance(&b->rng, b->stall_rsp)) {
        put_rsp(b);
    }
    *d->m_pkt_ready = !tb_rng_chance(&b->rng, b->stall_pkt);
    tb_pay_drive(&b->pay, b->sent);
    dut_eval(d);
    rsp = *d->s_rsp_valid && *d->s_rsp_ready;
    if (tb_hold_check(&b->pkt)) {
        check_packet(b);
    }
    data = tb_pay_watch(&b->pay, b->pkts);
    dut_tick(d);
    b->sent += rsp;
    *d->s_rsp_valid = (uint8_t)(*d->s_rsp_valid && !rsp);
    *d->s_data_valid = (uint8_t)(*d->s_data_valid && !data);
}

static void cycles(struct bench *b, uint32_t n)
{
    while (n-- > 0) {
        cycle(b);
    }
}

static void run(struct bench *b)
{
    for (uint32_t quiet = 0, i = 0; quiet < 4; i++) {
        const bool all = b->pkts == b->pay.count && tb_pay_done(&b->pay);

        assert_true(i < 100000);
        quiet = all && *b->d->stat_idle ? quiet + 1 : 0;
        cycle(b);
    }
}

static void rsp_tx_puts_data_into_frame_lanes_when_memory_lane_is_any(void **state)
{
    struct bench *b = *state;
    static const uint32_t len[] = {1, 61, 62, 63, 126, 200};

    for (uint32_t lane = 0; lane < TB_PAY_LANES; lane++) {
        for (size_t k = 0; k < sizeof(len) / sizeof(len[0]); k++) {
            add(b, 0, 0x123400 + lane, len[k]);
        }
    }
    add(b, 0, 0x103f, 8192);
    run(b);
}

static void rsp_tx_answers_with_status_when_read_was_refused(void **state)
{
    struct bench *b = *state;

    b->pay.stall_data = 100; /* needs none */
    for (uint8_t info = 1; info < 4; info++) {
        add(b, info, 0x1000, 64);
    }
    run(b);
    assert_int_equal(b->pkts, 3);
}

static void rsp_tx_keeps_order_when_refused_read_is_behind_a_good_one(void **state)
{
    struct bench *b = *state;

    b->pay.stall_data = 100;
    add(b, 0, 0x1000, 64);
    add(b, 2, 0x1000, 64);
    add(b, 0, 0x1010, 64);
    add(b, 1, 0x1000, 64);
    cycles(b, 20);
    assert_int_equal(b->pkts, 0);
    b->pay.stall_data = 0;
    run(b);
}

static void rsp_tx_marks_the_last_beat_when_memory_fails(void **state)
{
    struct bench *b = *state;

    add(b, 0, 0x1000, 100)->bad_beat = 0;
    add(b, 0, 0x1000, 100);
    add(b, 0, 0x1000, 100)->bad_beat = 1;
    run(b);
}

static void rsp_tx_stops_taking_when_depth_reads_wait(void **state)
{
    struct bench *b = *state;

    b->pay.stall_data = 100;
    for (uint32_t i = 0; i < DUT_P_DEPTH + 10; i++) {
        add(b, 0, 0x1000 + i, 64);
    }
    cycles(b, DUT_P_DEPTH + 30);
    assert_int_equal(b->sent, DUT_P_DEPTH);
    b->pay.stall_data = 0;
    run(b);
}

static void rsp_tx_keeps_all_rules_when_everything_stalls(void **state)
{
    struct bench *b = *state;

    b->rng = tb_rng_seed(1);
    b->pay.rng.s = tb_rng_next(&b->rng);
    b->stall_rsp = b->stall_pkt = b->pay.stall_data = b->pay.stall_pay = 30;
    for (int i = 0; i < 500; i++) {
        uint8_t info = tb_rng_below(&b->rng, 4) ? 0 : (uint8_t)(1 + tb_rng_below(&b->rng, 2));

        tb_pay_break(&b->pay, add(b, info, tb_rng_next(&b->rng), 1 + tb_rng_below(&b->rng, 300)),
                     30);
    }
    run(b);
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(rsp_tx_puts_data_into_frame_lanes_when_memory_lane_is_any),
        TEST(rsp_tx_answers_with_status_when_read_was_refused),
        TEST(rsp_tx_keeps_order_when_refused_read_is_behind_a_good_one),
        TEST(rsp_tx_marks_the_last_beat_when_memory_fails),
        TEST(rsp_tx_stops_taking_when_depth_reads_wait),
        TEST(rsp_tx_keeps_all_rules_when_everything_stalls),
    };
    return cmocka_run_group_tests_name("urma_rsp_tx", tests, NULL, NULL);
}
