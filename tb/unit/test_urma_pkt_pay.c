/* SPDX-License-Identifier: Apache-2.0 */
/* test_urma_pkt_pay: a packet goes with its first data and not before, the data stand where the
 * frame wants them; packets without data keep their turn; errors of memory; latency, rate, stalls.
 */
/* DUT: urma_pkt_pay -GDEPTH=64 */
/* DUT: urma_pkt_pay -GDEPTH=4 */
#include "dut.h"
#include "tb_hold.h"
#include "tb_pay.h"

struct bench {
    struct dut *d;
    struct tb_rng rng;
    uint32_t stall_s, stall_m;
    struct tb_hold pkt;
    struct tb_pay pay; /* item n is the payload of packet n */
    uint32_t sent, pkts;
};

static int setup(void **state)
{
    struct bench *b = calloc(1, sizeof(*b));
    struct dut *d = dut_create();

    b->d = d;
    b->pkt = (struct tb_hold){.valid = d->m_valid, .ready = d->m_ready};
    TB_HOLD_ADD(&b->pkt, d, m_word);
    TB_HOLD_ADD(&b->pkt, d, m_len);
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

static uint32_t word(uint32_t packet) { return packet * 0x9e3779b9 + 1; }

static void put(struct bench *b)
{
    struct dut *d = b->d;
    const struct tb_pay_item *i = &b->pay.item[b->sent];

    *d->s_valid = 1;
    *d->s_word = word(b->sent);
    *d->s_len = (uint16_t)i->len;
    *d->s_src_lane = (uint8_t)i->src_lane;
    *d->s_dst_lane = (uint8_t)i->dst_lane;
}

static void check_packet(struct bench *b)
{
    const struct tb_pay_item *i = &b->pay.item[b->pkts];

    assert_true(b->pkts < b->sent);
    assert_true(i->len == 0 || tb_pay_begins(&b->pay, b->pkts));
    assert_int_equal(*b->d->m_word, word(b->pkts));
    assert_int_equal(*b->d->m_len, i->len);
    b->pkts++;
}

static void cycle(struct bench *b)
{
    struct dut *d = b->d;
    bool in, data;

    if (!*d->s_valid && b->sent < b->pay.count && !tb_rng_chance(&b->rng, b->stall_s)) {
        put(b);
    }
    *d->m_ready = !tb_rng_chance(&b->rng, b->stall_m);
    tb_pay_drive(&b->pay, b->sent);
    dut_eval(d);
    in = *d->s_valid && *d->s_ready;
    if (tb_hold_check(&b->pkt)) {
        check_packet(b);
    }
    if (*d->s_data_valid && *d->s_data_ready) {
        assert_true(b->pay.data_at < b->pkts); /* data never before their packet */
    }
    data = tb_pay_watch(&b->pay, b->pkts);
    dut_tick(d);
    b->sent += in;
    *d->s_valid = (uint8_t)(*d->s_valid && !in);
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

static void pkt_pay_moves_data_when_both_lanes_are_any(void **state)
{
    struct bench *b = *state;
    static const uint32_t len[] = {1, 2, 63, 64, 65, 127, 200};

    for (uint32_t src = 0; src < TB_PAY_LANES; src++) {
        b->pay.count = b->sent = b->pkts = b->pay.data_at = b->pay.pay_at = 0;
        for (uint32_t dst = src % 3; dst < TB_PAY_LANES; dst += 3) { /* a third of all pairs */
            for (size_t k = 0; k < sizeof(len) / sizeof(len[0]); k++) {
                tb_pay_add(&b->pay, src, dst, len[k]);
            }
        }
        run(b);
    }
}

static void pkt_pay_moves_all_data_when_packet_is_long(void **state)
{
    struct bench *b = *state;

    tb_pay_add(&b->pay, 0, 2, 4096);
    tb_pay_add(&b->pay, 63, 18, 4096);
    tb_pay_add(&b->pay, 1, 22, 8192);
    tb_pay_add(&b->pay, 63, 63, 8192);
    run(b);
}

static void pkt_pay_holds_packet_back_when_data_are_not_there(void **state)
{
    struct bench *b = *state;

    b->pay.stall_data = 100;
    tb_pay_add(&b->pay, 0, 2, 100);
    cycles(b, 20);
    assert_int_equal(b->sent, 1);
    assert_int_equal(*b->d->m_valid, 0);
    assert_int_equal(*b->d->stat_idle, 1); /* nothing moves without data */
    b->pay.stall_data = 0;
    cycle(b);
    assert_int_equal(b->pkts, 1); /* in the cycle of the data */
    run(b);
}

static void pkt_pay_holds_data_back_when_nobody_takes_the_packet(void **state)
{
    struct bench *b = *state;

    b->stall_m = 100;
    tb_pay_add(&b->pay, 0, 2, 200);
    cycles(b, 20);
    assert_int_equal(*b->d->m_valid, 1);
    assert_int_equal(b->pay.data_beat, 0);
    assert_int_equal(*b->d->stat_idle, 0);
    b->stall_m = 0;
    run(b);
}

static void pkt_pay_holds_next_packet_back_when_data_before_have_not_ended(void **state)
{
    struct bench *b = *state;

    tb_pay_add(&b->pay, 0, 2, 4 * TB_PAY_LANES);
    tb_pay_add(&b->pay, 0, 2, 1);
    while (b->pkts == 0) {
        cycle(b);
    }
    b->pay.stall_data = 100;
    cycles(b, 20);
    assert_int_equal(b->sent, 2);
    assert_int_equal(b->pkts, 1);
    b->pay.stall_data = 0;
    run(b);
}

static void pkt_pay_keeps_turn_when_some_packets_have_no_data(void **state)
{
    struct bench *b = *state;

    b->pay.stall_data = 100;
    tb_pay_add(&b->pay, 0, 0, 0);
    tb_pay_add(&b->pay, 5, 2, 64);
    tb_pay_add(&b->pay, 0, 0, 0);
    tb_pay_add(&b->pay, 7, 2, 64);
    cycles(b, 20);
    assert_int_equal(b->pkts, 1); /* needs no data; the third waits for the second */
    b->pay.stall_data = 0;
    run(b);
}

static void pkt_pay_marks_the_last_beat_when_memory_fails_in_any_beat(void **state)
{
    struct bench *b = *state;

    for (int32_t bad = 0; bad < 4; bad++) {
        for (uint32_t lane = 0; lane < TB_PAY_LANES; lane++) { /* 4 beats of memory, 3 to 5 out */
            uint32_t len = 4 * TB_PAY_LANES - lane;

            tb_pay_add(&b->pay, lane, 2, len)->bad_beat = bad;
            tb_pay_add(&b->pay, lane, 22, len);
            tb_pay_add(&b->pay, lane, 18, 1)->bad_beat = bad == 0 ? 0 : -1;
        }
    }
    run(b);
}

static void pkt_pay_stops_taking_when_depth_packets_wait(void **state)
{
    struct bench *b = *state;

    b->pay.stall_data = 100;
    for (uint32_t i = 0; i < DUT_P_DEPTH + 10; i++) {
        tb_pay_add(&b->pay, i % TB_PAY_LANES, 2, 64);
    }
    cycles(b, DUT_P_DEPTH + 30);
    assert_int_equal(b->sent, DUT_P_DEPTH);
    b->pay.stall_data = 0;
    run(b);
}

static void pkt_pay_shows_payload_two_cycles_after_the_data_when_idle(void **state)
{
    struct bench *b = *state;

    tb_pay_add(&b->pay, 0, 2, 40);
    b->pay.stall_data = 100;
    cycles(b, 5);
    b->pay.stall_data = 0;
    cycle(b);
    assert_int_equal(*b->d->m_pay_valid, 0);
    assert_int_equal(*b->d->stat_idle, 0);
    cycle(b);
    assert_int_equal(*b->d->m_pay_valid, 1);
    run(b);
}

static void pkt_pay_moves_a_beat_per_cycle_when_packets_are_long(void **state)
{
    struct bench *b = *state;

    for (int i = 0; i < 10; i++) {
        tb_pay_add(&b->pay, 0, 2, 4096); /* 64 beats of memory, 65 of the frame */
    }
    run(b);
    assert_true(b->pay.last_cycle - b->pay.first_cycle < 10 * 65);
}

static void pkt_pay_moves_a_packet_per_cycle_when_each_is_one_beat(void **state)
{
    struct bench *b = *state;

    for (int i = 0; i < 300; i++) {
        tb_pay_add(&b->pay, 4, 22, 8);
    }
    run(b);
    assert_int_equal(b->pay.last_cycle - b->pay.first_cycle, 299);
}

static void pkt_pay_keeps_all_rules_when_everything_stalls(void **state)
{
    struct bench *b = *state;
    static const uint32_t mix[][4] = {{30, 30, 30, 30}, {0, 70, 0, 0}, {0, 0, 70, 0},
                                      {0, 0, 0, 70},    {70, 0, 0, 0}, {0, 0, 0, 0}};

    b->rng = tb_rng_seed(1);
    b->pay.rng.s = tb_rng_next(&b->rng);
    for (size_t k = 0; k < 6; k++) {
        b->stall_s = mix[k][0];
        b->pay.stall_data = mix[k][1];
        b->stall_m = mix[k][2];
        b->pay.stall_pay = mix[k][3];
        for (int i = 0; i < 300; i++) {
            uint32_t src = tb_rng_below(&b->rng, TB_PAY_LANES);
            uint32_t dst = tb_rng_below(&b->rng, TB_PAY_LANES);
            uint32_t len = tb_rng_chance(&b->rng, 25) ? 0 : 1 + tb_rng_below(&b->rng, 300);

            tb_pay_break(&b->pay, tb_pay_add(&b->pay, src, dst, len), 30);
        }
        run(b);
    }
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(pkt_pay_moves_data_when_both_lanes_are_any),
        TEST(pkt_pay_moves_all_data_when_packet_is_long),
        TEST(pkt_pay_holds_packet_back_when_data_are_not_there),
        TEST(pkt_pay_holds_data_back_when_nobody_takes_the_packet),
        TEST(pkt_pay_holds_next_packet_back_when_data_before_have_not_ended),
        TEST(pkt_pay_keeps_turn_when_some_packets_have_no_data),
        TEST(pkt_pay_marks_the_last_beat_when_memory_fails_in_any_beat),
        TEST(pkt_pay_stops_taking_when_depth_packets_wait),
        TEST(pkt_pay_shows_payload_two_cycles_after_the_data_when_idle),
        TEST(pkt_pay_moves_a_beat_per_cycle_when_packets_are_long),
        TEST(pkt_pay_moves_a_packet_per_cycle_when_each_is_one_beat),
        TEST(pkt_pay_keeps_all_rules_when_everything_stalls),
    };
    return cmocka_run_group_tests_name("urma_pkt_pay", tests, NULL, NULL);
}
