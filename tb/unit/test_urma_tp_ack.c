/* SPDX-License-Identifier: Apache-2.0 */
/* test_urma_tp_ack: the acknowledged edge: cumulative, never back, across the wrap; back to back on
 * a channel. */
/* DUT: urma_tp_ack */
#include "dut.h"
#include "tb_ctx.h"
#include "tb_record.h"

#define CHANS 4u
#define M24 0xffffffu

struct bench {
    struct dut *d;
    struct tb_ctx ctx[2]; /* acknowledged edge, send side */
    uint8_t ack[CHANS][4];
    uint8_t tx[CHANS][8];
    uint32_t writes;
    uint32_t drops;
    uint32_t packets; /* sent and not acknowledged, for edge() */
};

/* So many packets have been sent since the acknowledged edge. */
static void sent(struct bench *b, uint32_t chan, uint32_t una, uint32_t packets)
{
    tb_bits_set(b->tx[chan], 23, 0, (una + packets) & M24);
}

static int setup(void **state)
{
    struct bench *b = calloc(1, sizeof(*b));

    b->d = dut_create();
    b->ctx[0] = (struct tb_ctx)TB_CTX(b->d, ack, b->ack);
    b->ctx[1] = (struct tb_ctx)TB_CTX(b->d, tx, b->tx);
    for (uint32_t c = 0; c < CHANS; c++) {
        sent(b, c, 0, 0x7fffff);
    }
    b->packets = 0x7fffff;
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

/* One cycle; true when the acknowledgement at the input, if any, was taken. */
static bool cycle(struct bench *b)
{
    struct dut *d = b->d;
    bool in;

    tb_ctx_show(&b->ctx[0]);
    tb_ctx_show(&b->ctx[1]);
    tb_ctx_settle(d, b->ctx, 2);
    in = *d->s_valid && *d->s_ready;
    if (*d->ack_wr_valid) { /* forward, by less than half the space, from what is written by now */
        uint32_t step = (*d->ack_wr_data - (uint32_t)tb_bits(b->ack[*d->ack_wr_id], 23, 0)) & M24;

        assert_true(step > 0 && step < 0x800000);
        b->writes++;
    }
    b->drops += *d->stat_drop;
    tb_ctx_edge(&b->ctx[0], d->ack_wr_valid, d->ack_wr_id, d->ack_wr_data);
    tb_ctx_edge(&b->ctx[1], d->tx_wr_valid, d->tx_wr_id, d->tx_wr_data);
    dut_tick(d);
    return in;
}

static void send(struct bench *b, uint16_t chan, uint32_t psn)
{
    *b->d->s_valid = 1;
    *b->d->s_chan = chan;
    *b->d->s_psn = psn;
    while (!cycle(b)) {
    }
    *b->d->s_valid = 0;
}

static void settle(struct bench *b)
{
    while (!*b->d->stat_idle) {
        cycle(b);
    }
}

static uint32_t una(const struct bench *b, uint32_t chan)
{
    return (uint32_t)tb_bits(b->ack[chan], 23, 0);
}

/* Edge `from`, one acknowledgement of `psn`: where is the edge then? */
static uint32_t edge(struct bench *b, uint32_t from, uint32_t psn)
{
    tb_bits_set(b->ack[2], 31, 0, 0xc3000000 | from);
    sent(b, 2, from, b->packets);
    send(b, 2, psn);
    settle(b);
    assert_int_equal(tb_bits(b->ack[2], 31, 24), 0xc3); /* reserved bits stay */
    return una(b, 2);
}

static void tp_ack_moves_edge_past_the_psn_when_next_is_acknowledged(void **state)
{
    assert_int_equal(edge(*state, 0x100, 0x100), 0x101);
}

static void tp_ack_moves_edge_over_many_when_acknowledgement_is_cumulative(void **state)
{
    assert_int_equal(edge(*state, 0x100, 0x150), 0x151);
    assert_int_equal(edge(*state, 0x100, 0x100 + 0x7ffffe), 0x800 * 0x1000 + 0x100 - 1);
}

static void tp_ack_moves_nothing_when_acknowledgement_is_old(void **state)
{
    struct bench *b = *state;

    assert_int_equal(edge(b, 0x100, 0xff), 0x100); /* repeated */
    assert_int_equal(edge(b, 0x100, 0x80), 0x100);
    assert_int_equal(edge(b, 0x100, 0xffffff), 0x100);
    assert_int_equal(edge(b, 0x100, 0x8000ff), 0x100); /* just half the space ahead: behind */
    assert_int_equal(b->writes, 0);
}

static void tp_ack_moves_edge_when_psn_wraps(void **state)
{
    struct bench *b = *state;

    assert_int_equal(edge(b, 0xfffffe, 0xfffffe), 0xffffff);
    assert_int_equal(edge(b, 0xfffffe, 0xffffff), 0);
    assert_int_equal(edge(b, 0xfffffe, 3), 4);
    assert_int_equal(edge(b, 2, 0xffffff), 2);
    assert_int_equal(edge(b, 0, 0xffffff), 0);
}

static void tp_ack_moves_nothing_when_psn_was_never_sent(void **state)
{
    struct bench *b = *state;

    b->packets = 5;
    assert_int_equal(edge(b, 0xfffffd, 2), 0xfffffd); /* 0xfffffd to 1 are sent */
    assert_int_equal(edge(b, 0xfffffd, 0x1000), 0xfffffd);
    assert_int_equal(b->drops, 2);
    assert_int_equal(edge(b, 0xfffffd, 1), 2); /* all of them */
    b->packets = 0;
    assert_int_equal(edge(b, 7, 7), 7);
    assert_int_equal(b->drops, 3);
    assert_int_equal(edge(b, 7, 6), 7); /* old, and no mistake */
    assert_int_equal(b->drops, 3);
    assert_int_equal(b->writes, 1);
}

/* The packet gets its number while its acknowledgement waits for the slower of the two records. */
static void tp_ack_counts_packet_as_sent_when_its_number_is_written_back_now(void **state)
{
    struct bench *b = *state;

    sent(b, 1, 0, 3);
    send(b, 1, 3);
    b->ctx[0].slow_percent = 100; /* no answer yet */
    cycle(b);
    *b->d->tx_wr_valid = 1;
    *b->d->tx_wr_id = 1;
    *b->d->tx_wr_data = 4;
    cycle(b);
    *b->d->tx_wr_valid = 0;
    b->ctx[0].slow_percent = 0;
    settle(b);
    assert_int_equal(una(b, 1), 4);
    assert_int_equal(b->drops, 0);
}

static void tp_ack_writes_back_after_one_cycle_when_idle(void **state)
{
    struct bench *b = *state;

    assert_int_equal(*b->d->stat_idle, 1);
    send(b, 1, 0);
    assert_int_equal(b->writes, 0);
    assert_int_equal(*b->d->stat_idle, 0);
    cycle(b);
    assert_int_equal(b->writes, 1);
    assert_int_equal(una(b, 1), 1);
    assert_int_equal(*b->d->stat_idle, 1);
}

static void tp_ack_takes_one_per_cycle_when_all_are_of_one_channel(void **state)
{
    struct bench *b = *state;
    uint64_t start = b->d->cycle;

    for (uint32_t i = 0; i < 100; i++) {
        send(b, 1, i);
    }
    assert_int_equal(b->d->cycle - start, 100);
    settle(b);
    assert_int_equal(una(b, 1), 100);
    assert_int_equal(b->writes, 100);
}

static void tp_ack_keeps_edge_when_old_acknowledgement_follows_at_once(void **state)
{
    struct bench *b = *state;

    send(b, 1, 20);
    send(b, 1, 14); /* its read is accepted while 21 is being written */
    settle(b);
    assert_int_equal(una(b, 1), 21);
    assert_int_equal(b->writes, 1);
}

static void tp_ack_never_moves_back_when_order_is_random_and_port_is_slow(void **state)
{
    struct bench *b = *state;
    struct tb_rng r = tb_rng_seed(1);
    uint32_t want[CHANS];

    for (uint32_t slow = 0; slow <= 50; slow += 50) {
        b->ctx[0].slow_percent = b->ctx[1].slow_percent = slow;
        b->ctx[0].rng = r;
        b->ctx[1].rng = (struct tb_rng)tb_rng_seed(2);
        for (uint32_t c = 0; c < CHANS; c++) {
            want[c] = tb_rng_next(&r) & M24;
            tb_bits_set(b->ack[c], 31, 0, want[c]);
            sent(b, c, want[c], 0x7fffff);
        }
        for (int i = 0; i < 2000; i++) {
            uint16_t c = (uint16_t)tb_rng_below(&r, CHANS);
            int32_t ahead = (int32_t)tb_rng_below(&r, 12) - 5; /* packets newly acknowledged */

            send(b, c, (want[c] + (uint32_t)ahead - 1) & M24);
            if (ahead > 0) {
                want[c] = (want[c] + (uint32_t)ahead) & M24;
            }
            if (tb_rng_chance(&r, 30)) {
                cycle(b);
            }
        }
        settle(b);
        for (uint32_t c = 0; c < CHANS; c++) {
            assert_int_equal(una(b, c), want[c]);
        }
    }
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(tp_ack_moves_edge_past_the_psn_when_next_is_acknowledged),
        TEST(tp_ack_moves_edge_over_many_when_acknowledgement_is_cumulative),
        TEST(tp_ack_moves_nothing_when_acknowledgement_is_old),
        TEST(tp_ack_moves_edge_when_psn_wraps),
        TEST(tp_ack_moves_nothing_when_psn_was_never_sent),
        TEST(tp_ack_counts_packet_as_sent_when_its_number_is_written_back_now),
        TEST(tp_ack_writes_back_after_one_cycle_when_idle),
        TEST(tp_ack_takes_one_per_cycle_when_all_are_of_one_channel),
        TEST(tp_ack_keeps_edge_when_old_acknowledgement_follows_at_once),
        TEST(tp_ack_never_moves_back_when_order_is_random_and_port_is_slow),
    };
    return cmocka_run_group_tests_name("urma_tp_ack", tests, NULL, NULL);
}
