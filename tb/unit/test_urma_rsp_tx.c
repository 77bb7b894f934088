/* SPDX-License-Identifier: Apache-2.0 */
/* test_urma_rsp_tx: the packet goes with its first data and not before, the data stand where the
 * frame wants them; headers of good and of refused reads; several reads under way; latency, rate,
 * stalls. */
/* DUT: urma_rsp_tx */
/* DUT: urma_rsp_tx -GDEPTH=4 */
#include "dut.h"
#include "tb_hold.h"
#include "tb_record.h"

#ifndef DUT_P_DEPTH
#define DUT_P_DEPTH 64
#endif
#define ITEMS 2048u
#define PAY_LANE 2u
#define LANES 64u

enum { OP_TAACK = 0x11, OP_READ_RSP = 0x12 };

struct item {
    uint16_t frame, chan, tassn;
    uint32_t jetty;
    uint8_t info; /* 0: data follow */
    uint64_t addr;
    uint32_t len;
    int32_t bad_beat; /* beat of memory with an error, -1: none */
};

struct bench {
    struct dut *d;
    struct tb_rng rng;
    uint32_t stall_rsp, stall_data, stall_pkt, stall_pay;
    struct tb_hold pkt, pay;
    struct item item[ITEMS];
    uint32_t count, sent;
    uint32_t data_at, data_beat; /* data that go in */
    uint32_t pkts;
    uint32_t pay_at, pay_beat; /* data that come out */
    uint64_t first_pay, last_pay;
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
    b->pay = (struct tb_hold){.valid = d->m_pay_valid, .ready = d->m_pay_ready};
    TB_HOLD_ADD(&b->pay, d, m_pay_data);
    TB_HOLD_ADD(&b->pay, d, m_pay_last);
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

static struct item *add(struct bench *b, uint8_t info, uint64_t addr, uint32_t len)
{
    struct tb_rng *r = &b->rng;

    assert_true(b->count < ITEMS);
    b->item[b->count] = (struct item){.frame = (uint16_t)tb_rng_next(r),
                                      .chan = (uint16_t)tb_rng_next(r),
                                      .tassn = (uint16_t)tb_rng_next(r),
                                      .jetty = tb_rng_next(r) & 0xfffff,
                                      .info = info,
                                      .addr = addr,
                                      .len = len,
                                      .bad_beat = -1};
    return &b->item[b->count++];
}

static uint8_t data_byte(uint32_t item, uint32_t byte)
{
    return (uint8_t)(item * 151 + byte * 7 + (byte >> 8) * 13 + 1);
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

/* The next beat from memory, noise in the lanes that were not asked for. Memory may answer in the
 * cycle in which the response is told. */
static void put_data(struct bench *b)
{
    const struct item *i;
    uint32_t first;

    while (b->data_at < b->sent && b->item[b->data_at].info != 0) {
        b->data_at++;
    }
    if (b->data_at >= b->sent) {
        return;
    }
    i = &b->item[b->data_at];
    first = (uint32_t)(i->addr % LANES);
    *b->d->s_data_valid = 1;
    *b->d->s_data_last = (b->data_beat + 1) * LANES >= first + i->len;
    *b->d->s_data_err = (int32_t)b->data_beat == i->bad_beat;
    for (uint32_t k = 0; k < LANES; k++) {
        uint32_t n = b->data_beat * LANES + k - first;

        tb_set_byte(b->d->s_data, k,
                    n < i->len ? data_byte(b->data_at, n) : (uint8_t)tb_rng_next(&b->rng));
    }
}

static void check_packet(struct bench *b)
{
    struct dut *d = b->d;
    const struct item *i = &b->item[b->pkts];
    bool ok = i->info == 0;
    uint8_t want[64] = {0}; /* ATAH, then nothing; first wire byte first */

    assert_true(b->pkts < b->sent);
    if (ok) { /* with its own first data, of which none has moved before */
        assert_int_equal(*d->s_data_valid, 1);
        assert_int_equal(b->data_at, b->pkts);
        assert_int_equal(b->data_beat, 0);
    }
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

static void check_payload(struct bench *b)
{
    struct dut *d = b->d;
    const struct item *i;

    while (b->item[b->pay_at].info != 0) {
        b->pay_at++;
    }
    assert_true(b->pay_at < b->pkts);
    i = &b->item[b->pay_at];
    for (uint32_t k = 0; k < LANES; k++) {
        uint32_t n = b->pay_beat * LANES + k - PAY_LANE;

        assert_int_equal(tb_byte(d->m_pay_data, k), n < i->len ? data_byte(b->pay_at, n) : 0);
    }
    assert_int_equal(*d->m_pay_last, ++b->pay_beat * LANES >= PAY_LANE + i->len);
    if (*d->m_pay_last) {
        assert_int_equal(*d->m_pay_err, i->bad_beat >= 0);
        b->pay_beat = 0;
        b->pay_at++;
    }
    b->first_pay = b->first_pay ? b->first_pay : d->cycle;
    b->last_pay = d->cycle;
}

static void cycle(struct bench *b)
{
    struct dut *d = b->d;
    bool rsp, data;

    if (!*d->s_rsp_valid && b->sent < b->count && !tb_rng_chance(&b->rng, b->stall_rsp)) {
        put_rsp(b);
    }
    if (!*d->s_data_valid && !tb_rng_chance(&b->rng, b->stall_data)) {
        put_data(b);
    }
    *d->m_pkt_ready = !tb_rng_chance(&b->rng, b->stall_pkt);
    *d->m_pay_ready = !tb_rng_chance(&b->rng, b->stall_pay);
    dut_eval(d);
    rsp = *d->s_rsp_valid && *d->s_rsp_ready;
    data = *d->s_data_valid && *d->s_data_ready;
    if (tb_hold_check(&b->pkt)) {
        check_packet(b);
    }
    if (tb_hold_check(&b->pay)) {
        check_payload(b);
    }
    if (data) {
        assert_true(b->data_at < b->pkts); /* data never before their packet */
        b->data_beat = *d->s_data_last ? 0 : b->data_beat + 1;
        b->data_at += *d->s_data_last;
    }
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
        assert_true(i < 100000);
        cycle(b);
        while (b->pay_at < b->count && b->item[b->pay_at].info != 0) {
            b->pay_at++;
        }
        const bool all = b->pkts == b->count && b->pay_at == b->count;
        quiet = all && *b->d->stat_idle ? quiet + 1 : 0;
    }
    assert_int_equal(b->pay_at, b->count);
}

static void rsp_tx_puts_data_into_frame_lanes_when_memory_lane_is_any(void **state)
{
    struct bench *b = *state;
    static const uint32_t len[] = {1, 2, 60, 61, 62, 63, 64, 65, 126, 127, 200};

    for (uint32_t lane = 0; lane < LANES; lane++) {
        for (size_t k = 0; k < sizeof(len) / sizeof(len[0]); k++) {
            add(b, 0, 0x123400 + lane, len[k]);
        }
    }
    run(b);
}

static void rsp_tx_moves_all_data_when_read_is_long(void **state)
{
    struct bench *b = *state;

    add(b, 0, 0x1000, 4096);
    add(b, 0, 0x103f, 4096);
    add(b, 0, 0x1001, 8192);
    run(b);
}

static void rsp_tx_holds_packet_back_when_data_are_not_there(void **state)
{
    struct bench *b = *state;

    b->stall_data = 100;
    add(b, 0, 0x1000, 100);
    cycles(b, 20);
    assert_int_equal(b->sent, 1);
    assert_int_equal(*b->d->m_pkt_valid, 0);
    assert_int_equal(*b->d->stat_idle, 1); /* nothing moves without data */
    b->stall_data = 0;
    cycle(b);
    assert_int_equal(b->pkts, 1); /* in the cycle of the data */
    run(b);
}

static void rsp_tx_holds_data_back_when_channel_takes_no_packet(void **state)
{
    struct bench *b = *state;

    b->stall_pkt = 100;
    add(b, 0, 0x1000, 200);
    cycles(b, 20);
    assert_int_equal(*b->d->m_pkt_valid, 1);
    assert_int_equal(b->data_beat, 0);
    b->stall_pkt = 0;
    run(b);
}

static void rsp_tx_answers_with_status_when_read_was_refused(void **state)
{
    struct bench *b = *state;

    b->stall_data = 100; /* needs none */
    for (uint8_t info = 1; info < 4; info++) {
        add(b, info, 0x1000, 64);
    }
    run(b);
    assert_int_equal(b->pkts, 3);
}

static void rsp_tx_keeps_order_when_refused_read_is_behind_a_good_one(void **state)
{
    struct bench *b = *state;

    b->stall_data = 100;
    add(b, 0, 0x1000, 64);
    add(b, 2, 0x1000, 64);
    add(b, 0, 0x1010, 64);
    add(b, 1, 0x1000, 64);
    cycles(b, 20);
    assert_int_equal(b->pkts, 0);
    b->stall_data = 0;
    run(b);
}

static void rsp_tx_marks_the_last_beat_when_memory_fails_in_any_beat(void **state)
{
    struct bench *b = *state;

    for (int32_t bad = 0; bad < 4; bad++) {
        for (uint32_t lane = 0; lane < LANES; lane++) { /* 4 beats of memory, 3 or 4 of the frame */
            add(b, 0, 0x1000 + lane, 4 * LANES - lane)->bad_beat = bad;
            add(b, 0, 0x1000 + lane, 4 * LANES - lane);
            add(b, 0, 0x1000 + lane, 1)->bad_beat = bad == 0 ? 0 : -1;
        }
    }
    run(b);
}

static void rsp_tx_stops_taking_when_depth_reads_wait(void **state)
{
    struct bench *b = *state;

    b->stall_data = 100;
    for (uint32_t i = 0; i < DUT_P_DEPTH + 10; i++) {
        add(b, 0, 0x1000 + i, 64);
    }
    cycles(b, DUT_P_DEPTH + 30);
    assert_int_equal(b->sent, DUT_P_DEPTH);
    b->stall_data = 0;
    run(b);
}

static void rsp_tx_shows_payload_two_cycles_after_the_data_when_idle(void **state)
{
    struct bench *b = *state;

    add(b, 0, 0x1000, 40);
    b->stall_data = 100;
    cycles(b, 5);
    b->stall_data = 0;
    cycle(b);
    assert_int_equal(*b->d->m_pay_valid, 0);
    cycle(b);
    assert_int_equal(*b->d->m_pay_valid, 1);
    run(b);
}

static void rsp_tx_moves_a_beat_per_cycle_when_reads_are_long(void **state)
{
    struct bench *b = *state;

    for (int i = 0; i < 10; i++) {
        add(b, 0, 0x1000, 4096); /* 64 beats of memory, 65 of the frame */
    }
    run(b);
    assert_true(b->last_pay - b->first_pay < 10 * 65);
}

static void rsp_tx_keeps_all_rules_when_everything_stalls(void **state)
{
    struct bench *b = *state;
    static const uint32_t mix[][4] = {{30, 30, 30, 30}, {0, 70, 0, 0}, {0, 0, 70, 0},
                                      {0, 0, 0, 70},    {70, 0, 0, 0}, {0, 0, 0, 0}};

    b->rng = tb_rng_seed(1);
    for (size_t k = 0; k < 6; k++) {
        b->stall_rsp = mix[k][0];
        b->stall_data = mix[k][1];
        b->stall_pkt = mix[k][2];
        b->stall_pay = mix[k][3];
        for (int i = 0; i < 250; i++) {
            uint8_t info = tb_rng_below(&b->rng, 4) ? 0 : (uint8_t)(1 + tb_rng_below(&b->rng, 2));

            struct item *it = add(b, info, tb_rng_next(&b->rng), 1 + tb_rng_below(&b->rng, 300));

            if (tb_rng_chance(&b->rng, 30)) {
                it->bad_beat = (int32_t)tb_rng_below(
                    &b->rng, (uint32_t)((it->addr % LANES + it->len + 63) / LANES));
            }
        }
        run(b);
    }
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(rsp_tx_puts_data_into_frame_lanes_when_memory_lane_is_any),
        TEST(rsp_tx_moves_all_data_when_read_is_long),
        TEST(rsp_tx_holds_packet_back_when_data_are_not_there),
        TEST(rsp_tx_holds_data_back_when_channel_takes_no_packet),
        TEST(rsp_tx_answers_with_status_when_read_was_refused),
        TEST(rsp_tx_keeps_order_when_refused_read_is_behind_a_good_one),
        TEST(rsp_tx_marks_the_last_beat_when_memory_fails_in_any_beat),
        TEST(rsp_tx_stops_taking_when_depth_reads_wait),
        TEST(rsp_tx_shows_payload_two_cycles_after_the_data_when_idle),
        TEST(rsp_tx_moves_a_beat_per_cycle_when_reads_are_long),
        TEST(rsp_tx_keeps_all_rules_when_everything_stalls),
    };
    return cmocka_run_group_tests_name("urma_rsp_tx", tests, NULL, NULL);
}
