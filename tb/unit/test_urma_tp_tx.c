/* SPDX-License-Identifier: Apache-2.0 */
/* test_urma_tp_tx: numbers across their wrap, window, write-backs of acknowledgements in every
 * phase, turns of the sources, drops, stall events, latency. */
/* DUT: urma_tp_tx */
#include "dut.h"
#include "tb_ctx.h"
#include "tb_hold.h"
#include "tb_record.h"

#define CHANS 8u
#define JOBS 4096u
#define M24 0xffffffu

enum { STALL_NONE = 0, STALL_WINDOW = 6 };

struct job {
    uint16_t chan;
    uint32_t number; /* seed of its bytes */
};

struct source {
    struct job job[JOBS];
    uint32_t count, sent, got;
};

struct bench {
    struct dut *d;
    struct tb_rng rng;
    uint32_t stall_s, stall_m, ack_percent;
    struct tb_hold out;
    struct tb_ctx ctx[3]; /* cfg, tx, ack */
    uint8_t cfg[CHANS][24], tx[CHANS][8], ack[CHANS][4];

    struct tb_chan chan[CHANS];
    bool configured[CHANS];
    uint32_t psn[CHANS], tpmsn[CHANS], una[CHANS]; /* the model */
    struct source req, rsp;
    uint32_t drops, events;
    uint64_t event[64];
    bool last_rsp; /* kind of the packet seen last */
};

static void channel(struct bench *b, uint16_t c, uint32_t psn, uint32_t tpmsn, uint32_t window)
{
    b->chan[c] = tb_chan_random(&b->rng, window);
    b->configured[c] = true;
    b->psn[c] = psn;
    b->tpmsn[c] = tpmsn;
    b->una[c] = psn;
    tb_chan_cfg(b->cfg[c], &b->chan[c]);
    tb_bits_set(b->tx[c], 23, 0, psn);
    tb_bits_set(b->tx[c], 55, 32, tpmsn);
    tb_bits_set(b->ack[c], 23, 0, psn);
}

static int setup(void **state)
{
    struct bench *b = calloc(1, sizeof(*b));
    struct dut *d = dut_create();

    b->d = d;
    b->ctx[0] = (struct tb_ctx)TB_CTX(d, cfg, b->cfg);
    b->ctx[1] = (struct tb_ctx)TB_CTX(d, tx, b->tx);
    b->ctx[2] = (struct tb_ctx)TB_CTX(d, ack, b->ack);
    b->out = (struct tb_hold){.valid = d->m_valid, .ready = d->m_ready};
    TB_HOLD_ADD(&b->out, d, m_is_rsp);
    TB_HOLD_ADD(&b->out, d, m_chan);
    TB_HOLD_ADD(&b->out, d, m_psn);
    TB_HOLD_ADD(&b->out, d, m_tpmsn);
    TB_HOLD_ADD(&b->out, d, m_rmt_tpn);
    TB_HOLD_ADD(&b->out, d, m_ta);
    TB_HOLD_ADD(&b->out, d, m_key);
    TB_HOLD_ADD(&b->out, d, m_pay_bytes);
    TB_HOLD_ADD(&b->out, d, m_pay_addr);
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

static void add(struct source *s, uint16_t chan, uint32_t number)
{
    assert_true(s->count < JOBS);
    s->job[s->count++] = (struct job){chan, number};
}

/* Fields of a job, in the order ta, ta_bytes, key, pay_bytes, pay_addr, frame. */
struct fields {
    uint32_t ta[16];
    uint8_t ta_bytes;
    uint64_t key;
    uint16_t pay_bytes;
    uint64_t pay_addr;
    uint16_t frame;
};

static struct fields fields_of(const struct job *j)
{
    struct tb_rng r = {j->number};
    struct fields f;

    tb_rng_fill(&r, f.ta, sizeof(f.ta));
    f.ta_bytes = (uint8_t)tb_rng_next(&r);
    f.key = tb_rng_next(&r) & 0xfffffffff;
    f.pay_bytes = tb_rng_next(&r) & 0x3fff;
    f.pay_addr = tb_rng_next(&r);
    f.frame = (uint16_t)tb_rng_next(&r);
    return f;
}

static void put_req(struct dut *d, const struct job *j)
{
    struct fields f = fields_of(j);

    *d->s_req_valid = 1;
    *d->s_req_chan = j->chan;
    memcpy(d->s_req_ta, f.ta, sizeof(f.ta));
    *d->s_req_ta_bytes = f.ta_bytes;
    *d->s_req_key = f.key;
}

static void put_rsp(struct dut *d, const struct job *j)
{
    struct fields f = fields_of(j);

    *d->s_rsp_valid = 1;
    *d->s_rsp_chan = j->chan;
    memcpy(d->s_rsp_ta, f.ta, sizeof(f.ta));
    *d->s_rsp_ta_bytes = f.ta_bytes;
    *d->s_rsp_key = f.key;
    *d->s_rsp_pay_bytes = f.pay_bytes;
    *d->s_rsp_pay_addr = f.pay_addr;
    *d->s_rsp_frame = f.frame;
}

static void check_packet(struct bench *b)
{
    struct dut *d = b->d;
    bool rsp = *d->m_is_rsp;
    struct source *s = rsp ? &b->rsp : &b->req;
    const struct job *j;
    struct fields f;
    uint16_t c;

    while (s->got < s->sent && !b->configured[s->job[s->got].chan]) {
        s->got++; /* dropped */
    }
    assert_true(s->got < s->sent);
    j = &s->job[s->got++];
    f = fields_of(j);
    c = j->chan;
    assert_int_equal(*d->m_chan, c);
    assert_int_equal(*d->m_psn, b->psn[c]);
    assert_int_equal(*d->m_tpmsn, b->tpmsn[c]);
    assert_true(((b->psn[c] - b->una[c]) & M24) < b->chan[c].window);
    b->psn[c] = (b->psn[c] + 1) & M24;
    b->tpmsn[c] = (b->tpmsn[c] + 1) & M24;
    assert_int_equal(*d->m_rmt_tpn, b->chan[c].rmt_tpn);
    assert_int_equal(*d->m_dst_mac, b->chan[c].dst_mac);
    assert_int_equal(*d->m_dst_ip, b->chan[c].dst_ip);
    assert_int_equal(*d->m_udp_sport, b->chan[c].sport);
    assert_memory_equal(d->m_ta, f.ta, sizeof(f.ta));
    assert_int_equal(*d->m_ta_bytes, f.ta_bytes);
    assert_int_equal(*d->m_key, f.key);
    assert_int_equal(*d->m_pay_bytes, rsp ? f.pay_bytes : 0);
    if (rsp) {
        assert_int_equal(*d->m_pay_addr, f.pay_addr);
        assert_int_equal(*d->m_frame, f.frame);
    }
    b->last_rsp = rsp;
}

/* Write back an acknowledged edge in this cycle. */
static void write_ack(struct bench *b, uint16_t c, uint32_t una)
{
    *b->d->ack_wr_valid = 1;
    *b->d->ack_wr_id = c;
    *b->d->ack_wr_data = una | 0xa5000000; /* the reserved bits are not the edge */
    b->una[c] = una;
}

static void random_ack(struct bench *b)
{
    uint16_t c = (uint16_t)tb_rng_below(&b->rng, CHANS);
    uint32_t open = (b->psn[c] - b->una[c]) & M24;

    if (open > 0 && tb_rng_chance(&b->rng, b->ack_percent)) {
        write_ack(b, c, (b->una[c] + 1 + tb_rng_below(&b->rng, open)) & M24);
    }
}

/* One cycle; returns true when a packet left. A write_ack before it counts for this cycle. */
static bool cycle(struct bench *b)
{
    struct dut *d = b->d;
    bool req, rsp, out;

    if (!*d->s_req_valid && b->req.sent < b->req.count && !tb_rng_chance(&b->rng, b->stall_s)) {
        put_req(d, &b->req.job[b->req.sent]);
    }
    if (!*d->s_rsp_valid && b->rsp.sent < b->rsp.count && !tb_rng_chance(&b->rng, b->stall_s)) {
        put_rsp(d, &b->rsp.job[b->rsp.sent]);
    }
    if (!*d->ack_wr_valid) {
        random_ack(b);
    }
    *d->m_ready = !tb_rng_chance(&b->rng, b->stall_m);
    for (int i = 0; i < 3; i++) {
        tb_ctx_show(&b->ctx[i]);
    }
    tb_ctx_settle(d, b->ctx, 3);
    req = *d->s_req_valid && *d->s_req_ready;
    rsp = *d->s_rsp_valid && *d->s_rsp_ready;
    assert_false(req && rsp);
    b->req.sent += req;
    b->rsp.sent += rsp;
    out = tb_hold_check(&b->out);
    if (out) {
        check_packet(b);
    }
    b->drops += *d->stat_drop;
    if (*d->stall_valid && b->events < 64) {
        b->event[b->events++] = *d->stall_event;
    }
    tb_ctx_edge(&b->ctx[0], NULL, NULL, NULL);
    tb_ctx_edge(&b->ctx[1], d->tx_wr_valid, d->tx_wr_id, d->tx_wr_data);
    tb_ctx_edge(&b->ctx[2], d->ack_wr_valid, d->ack_wr_id, d->ack_wr_data);
    dut_tick(d);
    *d->ack_wr_valid = 0;
    *d->s_req_valid = (uint8_t)(*d->s_req_valid && !req);
    *d->s_rsp_valid = (uint8_t)(*d->s_rsp_valid && !rsp);
    return out;
}

static uint32_t cycles(struct bench *b, uint32_t n)
{
    uint32_t packets = 0;

    while (n-- > 0) {
        packets += cycle(b);
    }
    return packets;
}

static void run(struct bench *b)
{
    for (uint32_t i = 0;
         b->req.sent < b->req.count || b->rsp.sent < b->rsp.count || !*b->d->stat_idle; i++) {
        assert_true(i < 200000);
        cycle(b);
    }
}

static uint64_t event(uint32_t reason, uint32_t chan, uint32_t una)
{
    return (uint64_t)una << 28 | (uint64_t)chan << 8 | reason;
}

/* ---- Numbers */

static void tp_tx_numbers_rise_by_one_when_they_wrap(void **state)
{
    struct bench *b = *state;

    channel(b, 2, 0xfffffe, 0xfffffd, 100);
    for (uint32_t i = 0; i < 6; i++) {
        add(i % 2 ? &b->rsp : &b->req, 2, i);
    }
    run(b);
    assert_int_equal(b->psn[2], 4);
    assert_int_equal(b->tpmsn[2], 3);
    assert_int_equal(tb_bits(b->tx[2], 23, 0), 4); /* the record in memory */
    assert_int_equal(tb_bits(b->tx[2], 55, 32), 3);
}

static void tp_tx_numbers_each_channel_alone_when_channels_mix(void **state)
{
    struct bench *b = *state;

    b->rng = tb_rng_seed(1);
    for (uint16_t c = 0; c < CHANS; c++) {
        channel(b, c, tb_rng_next(&b->rng) & M24, tb_rng_next(&b->rng) & M24, 1000);
    }
    for (uint32_t i = 0; i < 500; i++) {
        add(i % 3 ? &b->rsp : &b->req, (uint16_t)tb_rng_below(&b->rng, CHANS), i);
    }
    run(b);
    for (uint32_t c = 0; c < CHANS; c++) {
        assert_int_equal(tb_bits(b->tx[c], 23, 0), b->psn[c]);
    }
}

/* ---- Window */

static void window_of(struct bench *b, uint16_t c, uint32_t first, uint32_t window)
{
    channel(b, c, first, 0, window);
    for (uint32_t i = 0; i < window + 3; i++) {
        add(&b->req, c, i);
    }
    assert_int_equal(cycles(b, window * 2 + 20), window);
    assert_int_equal(*b->d->s_req_ready, 0);
    for (uint32_t i = 1; i <= 3; i++) {
        write_ack(b, c, (first + i) & M24);
        assert_int_equal(cycles(b, 20), 1);
    }
    run(b);
}

static void tp_tx_closes_when_exactly_window_packets_are_out(void **state)
{
    const uint32_t window[] = {1, 2, 5, 64};

    for (uint16_t i = 0; i < 4; i++) {
        window_of(*state, i, 1000, window[i]);
    }
}

static void tp_tx_closes_when_window_lies_across_the_wrap(void **state)
{
    window_of(*state, 0, 0xfffffc, 8);
    window_of(*state, 1, 0xffffff, 1);
}

static void tp_tx_sends_nothing_when_window_is_zero(void **state)
{
    struct bench *b = *state;

    channel(b, 0, 5, 5, 0);
    add(&b->req, 0, 1);
    assert_int_equal(cycles(b, 30), 0);
    assert_int_equal(*b->d->stat_idle, 0);
}

static void tp_tx_sends_one_cycle_after_write_back_when_packet_waits(void **state)
{
    struct bench *b = *state;

    channel(b, 3, 10, 0, 1);
    add(&b->req, 3, 1);
    add(&b->req, 3, 2);
    assert_int_equal(cycles(b, 20), 1);
    write_ack(b, 4, 11); /* another channel */
    assert_int_equal(cycles(b, 5), 0);
    write_ack(b, 3, 11);
    assert_int_equal(cycles(b, 1), 0); /* written at the end of this cycle */
    assert_int_equal(cycles(b, 1), 0); /* now the window is seen open */
    assert_int_equal(cycles(b, 1), 1);
}

/* The write-back falls on each cycle around the accept of the waiting packet. */
static void tp_tx_sends_when_write_back_falls_on_any_cycle_of_the_read(void **state)
{
    struct bench *b = *state;

    for (uint32_t slow = 0; slow < 100; slow += 60) {
        for (uint32_t at = 0; at < 12; at++) {
            b->ctx[2].slow_percent = slow;
            channel(b, 3, 10, 0, 1);
            add(&b->req, 3, 1);
            add(&b->req, 3, 2);
            for (uint32_t i = 0; b->psn[3] == 10; i++) {
                assert_true(i < 100);
                cycle(b);
            }
            cycles(b, at);
            write_ack(b, 3, 11);
            run(b);
            assert_int_equal(b->psn[3], 12);
        }
    }
}

static void tp_tx_sends_when_write_back_comes_with_the_accept(void **state)
{
    struct bench *b = *state;

    channel(b, 3, 10, 0, 1);
    tb_bits_set(b->tx[3], 23, 0, 11); /* one is out */
    b->psn[3] = 11;
    add(&b->req, 3, 1);
    write_ack(b, 3, 11);
    assert_int_equal(cycles(b, 1), 0);
    assert_int_equal(b->req.sent, 1); /* the same cycle */
    assert_int_equal(cycles(b, 5), 1);
}

/* ---- Sources */

static void tp_tx_takes_turns_when_both_sources_wait(void **state)
{
    struct bench *b = *state;
    bool last = false;

    channel(b, 0, 0, 0, 1000);
    for (uint32_t i = 0; i < 50; i++) {
        add(&b->req, 0, i);
        add(&b->rsp, 0, i + 1000);
    }
    for (uint32_t i = 0; i < 100;) {
        if (cycle(b)) {
            assert_true(i == 0 || b->last_rsp != last);
            last = b->last_rsp;
            i++;
        }
    }
}

static void tp_tx_moves_a_packet_per_cycle_when_nothing_stalls(void **state)
{
    struct bench *b = *state;

    for (int kind = 0; kind < 3; kind++) {
        channel(b, 0, 0xffff00, 0, 1000);
        for (uint32_t i = 0; i < 300; i++) {
            add(kind == 0 || (kind == 2 && i % 2) ? &b->req : &b->rsp, 0, i);
        }
        assert_int_equal(cycles(b, 2), 0);
        assert_int_equal(cycles(b, 300), 300);
        run(b);
    }
}

static void tp_tx_shows_packet_after_two_cycles_when_idle(void **state)
{
    struct bench *b = *state;

    channel(b, 0, 0, 0, 10);
    add(&b->rsp, 0, 1);
    assert_int_equal(*b->d->stat_idle, 1);
    assert_int_equal(cycles(b, 1), 0);
    assert_int_equal(b->rsp.sent, 1);
    assert_int_equal(*b->d->stat_idle, 0);
    assert_int_equal(*b->d->m_valid, 0);
    assert_int_equal(cycles(b, 1), 0);
    assert_int_equal(*b->d->m_valid, 1);
    assert_int_equal(cycles(b, 1), 1);
    assert_int_equal(*b->d->stat_idle, 1);
}

/* ---- Errors */

static void tp_tx_drops_packet_when_channel_is_not_configured(void **state)
{
    struct bench *b = *state;

    channel(b, 1, 7, 7, 10);
    tb_bits_set(b->cfg[5], 151, 128, 100); /* all but valid */
    tb_bits_set(b->tx[5], 23, 0, 9);
    add(&b->req, 5, 1);
    add(&b->req, 1, 2);
    add(&b->rsp, 5, 3);
    add(&b->rsp, 1, 4);
    assert_int_equal(cycles(b, 20), 2);
    assert_int_equal(b->drops, 2);
    assert_int_equal(tb_bits(b->tx[5], 23, 0), 9); /* no number is used up */
}

static void tp_tx_drops_packet_once_when_output_stands_still(void **state)
{
    struct bench *b = *state;

    channel(b, 1, 7, 7, 10);
    b->stall_m = 100;
    add(&b->req, 1, 1);
    cycles(b, 5);
    add(&b->req, 5, 2);
    add(&b->req, 1, 3);
    cycles(b, 20);
    assert_int_equal(b->drops, 1);
    b->stall_m = 0;
    run(b);
    assert_int_equal(b->req.got, 3);
}

/* ---- Stall events */

static void tp_tx_reports_stall_and_its_end_when_window_is_closed(void **state)
{
    struct bench *b = *state;

    channel(b, 6, 0xabcdef, 0, 2);
    for (uint32_t i = 0; i < 3; i++) {
        add(&b->req, 6, i);
    }
    cycles(b, 20);
    assert_int_equal(b->events, 1);
    assert_int_equal(b->event[0], event(STALL_WINDOW, 6, 0xabcdef));
    write_ack(b, 6, 0xabcdf0);
    cycles(b, 20);
    assert_int_equal(b->events, 2);
    assert_int_equal(b->event[1], event(STALL_NONE, 6, 0xabcdf0));
}

static void tp_tx_reports_no_stall_when_output_stands_still(void **state)
{
    struct bench *b = *state;

    channel(b, 6, 0, 0, 10);
    b->stall_m = 100;
    for (uint32_t i = 0; i < 4; i++) {
        add(&b->req, 6, i);
    }
    cycles(b, 30);
    b->stall_m = 0;
    run(b);
    assert_int_equal(b->events, 0);
}

/* ---- All at once */

static void tp_tx_keeps_all_rules_when_everything_stalls(void **state)
{
    struct bench *b = *state;
    const uint32_t stall[][4] = {
        {20, 20, 0, 30}, {0, 0, 50, 10}, {0, 50, 0, 5}, {50, 0, 20, 50}, {0, 0, 0, 100}};

    b->rng = tb_rng_seed(2);
    for (size_t k = 0; k < 5; k++) {
        b->stall_s = stall[k][0];
        b->stall_m = stall[k][1];
        b->ack_percent = stall[k][3];
        for (int i = 0; i < 3; i++) {
            b->ctx[i].slow_percent = stall[k][2];
            b->ctx[i].rng.s = tb_rng_next(&b->rng);
        }
        for (uint16_t c = 0; c < CHANS - 1; c++) {
            channel(b, c, (0xfffff0 + tb_rng_below(&b->rng, 32)) & M24, tb_rng_next(&b->rng) & M24,
                    1 + tb_rng_below(&b->rng, 6));
        }
        for (uint32_t i = 0; i < 600; i++) { /* the last channel is not configured */
            add(tb_rng_below(&b->rng, 2) ? &b->req : &b->rsp,
                (uint16_t)tb_rng_below(&b->rng, CHANS), i);
        }
        run(b);
    }
    assert_true(b->drops > 100);
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(tp_tx_numbers_rise_by_one_when_they_wrap),
        TEST(tp_tx_numbers_each_channel_alone_when_channels_mix),
        TEST(tp_tx_closes_when_exactly_window_packets_are_out),
        TEST(tp_tx_closes_when_window_lies_across_the_wrap),
        TEST(tp_tx_sends_nothing_when_window_is_zero),
        TEST(tp_tx_sends_one_cycle_after_write_back_when_packet_waits),
        TEST(tp_tx_sends_when_write_back_falls_on_any_cycle_of_the_read),
        TEST(tp_tx_sends_when_write_back_comes_with_the_accept),
        TEST(tp_tx_takes_turns_when_both_sources_wait),
        TEST(tp_tx_moves_a_packet_per_cycle_when_nothing_stalls),
        TEST(tp_tx_shows_packet_after_two_cycles_when_idle),
        TEST(tp_tx_drops_packet_when_channel_is_not_configured),
        TEST(tp_tx_drops_packet_once_when_output_stands_still),
        TEST(tp_tx_reports_stall_and_its_end_when_window_is_closed),
        TEST(tp_tx_reports_no_stall_when_output_stands_still),
        TEST(tp_tx_keeps_all_rules_when_everything_stalls),
    };
    return cmocka_run_group_tests_name("urma_tp_tx", tests, NULL, NULL);
}
