/* SPDX-License-Identifier: Apache-2.0 */
/* test_urma_req_pay: reads pass at once, writes ask memory at once and go with their data, each in
 * order; payload lanes; data are always taken, as no more are asked for than have room; probe,
 * idle, stalls. Long, because one model of writes beside reads serves all its tests.
 */
/* DUT: urma_req_pay */
/* DUT: urma_req_pay -GDEPTH=8 -GBEATS=130 */
#include "dut.h"
#include "tb_hold.h"
#include "tb_pay.h"

#ifndef DUT_P_DEPTH
#define DUT_P_DEPTH 64
#define DUT_P_BEATS 256
#endif
#define ITEMS 4096u
#define TA_BYTES 64u
#define HEADER_BYTES 58u /* of a frame before its transaction headers */

struct item {
    bool write;
    uint16_t chan;
    uint8_t ta[TA_BYTES], ta_bytes;
    uint64_t key, va;
    uint32_t len;
};

struct bench {
    struct dut *d;
    struct tb_rng rng;
    uint32_t stall_s, stall_rd, stall_m;
    struct tb_hold rd, m;
    struct item item[ITEMS];
    uint32_t count, sent;
    struct tb_pay pay;                         /* payload n is that of the n-th write */
    uint32_t asked;                            /* writes that memory knows of */
    uint32_t write_at, writes, read_at, reads; /* next of each kind to leave, and how many have */
    bool probe;
    uint64_t probe_id;
};

static int setup(void **state)
{
    struct bench *b = calloc(1, sizeof(*b));
    struct dut *d = dut_create();

    b->d = d;
    b->rd = (struct tb_hold){.valid = d->m_rd_valid, .ready = d->m_rd_ready};
    TB_HOLD_ADD(&b->rd, d, m_rd_addr);
    TB_HOLD_ADD(&b->rd, d, m_rd_len);
    b->m = (struct tb_hold){.valid = d->m_valid, .ready = d->m_ready};
    TB_HOLD_ADD(&b->m, d, m_chan);
    TB_HOLD_ADD(&b->m, d, m_ta);
    TB_HOLD_ADD(&b->m, d, m_key);
    TB_HOLD_ADD(&b->m, d, m_pay_bytes);
    TB_HOLD_ADD(&b->m, d, m_pay_addr);
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

static struct item *add(struct bench *b, bool write, uint64_t va, uint32_t len, uint8_t ta_bytes)
{
    struct item *i = &b->item[b->count];

    assert_true(b->count++ < ITEMS);
    *i = (struct item){.write = write,
                       .chan = (uint16_t)tb_rng_next(&b->rng),
                       .ta_bytes = ta_bytes,
                       .key = tb_rng_next(&b->rng) >> 28,
                       .va = va,
                       .len = len};
    tb_rng_fill(&b->rng, i->ta, sizeof(i->ta));
    return i;
}

static void add_read(struct bench *b) { add(b, false, tb_rng_next(&b->rng), 64, 28); }

/* A write with a token (28 bytes of headers) or without (24). */
static struct tb_pay_item *add_write(struct bench *b, uint64_t va, uint32_t len, bool token)
{
    const uint8_t ta_bytes = token ? 28 : 24;

    add(b, true, va, len, ta_bytes);
    return tb_pay_add(&b->pay, (uint32_t)(va % TB_PAY_LANES),
                      (HEADER_BYTES + ta_bytes) % TB_PAY_LANES, len);
}

static void put(struct bench *b)
{
    struct dut *d = b->d;
    const struct item *i = &b->item[b->sent];

    *d->s_valid = 1;
    *d->s_write = i->write;
    *d->s_chan = i->chan;
    memcpy(d->s_ta, i->ta, TA_BYTES);
    *d->s_ta_bytes = i->ta_bytes;
    *d->s_key = i->key;
    *d->s_va = i->va;
    *d->s_len = (uint16_t)i->len;
}

/* 4 KiB pages that a buffer touches. */
static uint64_t bursts(const struct item *i)
{
    return (i->va + i->len - 1) / 4096 - i->va / 4096 + 1;
}

/* Memory is told of the write at hand, in the cycle in which it is taken. */
static void check_command(struct bench *b)
{
    const struct item *i = &b->item[b->sent];

    assert_true(*b->d->s_valid && *b->d->s_ready && i->write);
    assert_int_equal(*b->d->m_rd_addr, i->va);
    assert_int_equal(*b->d->m_rd_len, i->len);
    b->probe_id = bursts(i) << 36 | i->key;
    b->asked++;
}

static uint32_t next_of(const struct bench *b, uint32_t at, bool write)
{
    while (at < b->count && b->item[at].write != write) {
        at++;
    }
    return at;
}

static void check_request(struct bench *b)
{
    struct dut *d = b->d;
    const bool write = *d->m_pay_bytes != 0;
    uint32_t *at = write ? &b->write_at : &b->read_at;
    const struct item *i;

    *at = next_of(b, *at, write);
    assert_true(*at < b->sent + (!write && *d->s_valid && *d->s_ready));
    i = &b->item[(*at)++];
    if (write) { /* data are here, by one beat or more */
        const uint32_t begun = b->pay.data_at + (b->pay.data_beat > 0);

        assert_true(b->writes < begun);
        b->writes++;
    } else {
        b->reads++;
    }
    assert_int_equal(*d->m_chan, i->chan);
    assert_memory_equal(d->m_ta, i->ta, TA_BYTES);
    assert_int_equal(*d->m_ta_bytes, i->ta_bytes);
    assert_int_equal(*d->m_key, i->key);
    assert_int_equal(*d->m_pay_bytes, write ? i->len : 0);
    assert_true(!write || *d->m_pay_addr == i->va);
}

static void cycle(struct bench *b)
{
    struct dut *d = b->d;
    bool in, data, rd;

    if (!*d->s_valid && b->sent < b->count && !tb_rng_chance(&b->rng, b->stall_s)) {
        put(b);
    }
    *d->m_rd_ready = !tb_rng_chance(&b->rng, b->stall_rd);
    *d->m_ready = !tb_rng_chance(&b->rng, b->stall_m);
    tb_pay_drive(&b->pay, b->asked);
    dut_eval(d);
    assert_true(!*d->s_data_valid || *d->s_data_ready);
    assert_int_equal(*d->probe_rd_valid, b->probe);
    assert_true(!b->probe || *d->probe_rd_id == b->probe_id);
    in = *d->s_valid && *d->s_ready;
    rd = tb_hold_check(&b->rd);
    assert_int_equal(rd, in && b->item[b->sent].write);
    if (rd) {
        check_command(b);
    }
    if (tb_hold_check(&b->m)) {
        check_request(b);
    }
    data = tb_pay_watch(&b->pay, b->writes);
    dut_tick(d);
    b->probe = rd;
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
        const bool all = b->reads + b->writes == b->count && tb_pay_done(&b->pay);

        assert_true(i < 100000);
        quiet = all && *b->d->stat_idle ? quiet + 1 : 0;
        cycle(b);
    }
    assert_int_equal(b->writes, b->pay.count);
}

static uint32_t beats_asked(const struct bench *b)
{
    uint32_t beats = 0;

    for (uint32_t i = 0; i < b->asked; i++) {
        beats += tb_pay_beats(b->pay.item[i].src_lane, b->pay.item[i].len);
    }
    return beats;
}

/* ---- Reads */

static void req_pay_passes_read_in_its_cycle_when_nothing_waits(void **state)
{
    struct bench *b = *state;

    add_read(b);
    cycle(b);
    assert_int_equal(b->reads, 1);
    assert_int_equal(b->asked, 0);
    run(b);
}

static void req_pay_passes_a_read_per_cycle_when_many_come(void **state)
{
    struct bench *b = *state;

    for (int i = 0; i < 50; i++) {
        add_read(b);
    }
    cycles(b, 50);
    assert_int_equal(b->reads, 50);
    run(b);
}

static void req_pay_lets_reads_pass_when_writes_wait_for_data(void **state)
{
    struct bench *b = *state;

    b->pay.stall_data = 100;
    for (int i = 0; i < 3; i++) {
        add_write(b, 0x1000, 64, true);
        add_read(b);
    }
    cycles(b, 6);
    assert_int_equal(b->reads, 3);
    assert_int_equal(b->writes, 0);
    b->pay.stall_data = 0;
    run(b);
}

/* ---- Writes */

static void req_pay_asks_memory_at_once_and_sends_write_one_cycle_after_its_data(void **state)
{
    struct bench *b = *state;

    b->pay.stall_data = 100;
    add_write(b, 0x1234, 100, true);
    cycle(b);
    assert_int_equal(b->asked, 1);
    cycles(b, 10);
    assert_int_equal(*b->d->m_valid, 0);
    assert_int_equal(*b->d->stat_idle, 1); /* nothing moves without data */
    b->pay.stall_data = 0;
    cycle(b); /* first data */
    assert_int_equal(b->pay.data_beat, 1);
    assert_int_equal(b->writes, 0);
    assert_int_equal(*b->d->stat_idle, 0);
    cycle(b);
    assert_int_equal(b->writes, 1);
    run(b);
}

static void req_pay_shows_payload_three_cycles_after_the_data_when_idle(void **state)
{
    struct bench *b = *state;

    b->pay.stall_data = 100;
    add_write(b, 0x1000, 40, true);
    cycles(b, 5);
    b->pay.stall_data = 0;
    cycles(b, 2);
    assert_int_equal(*b->d->m_pay_valid, 0);
    cycle(b);
    assert_int_equal(*b->d->m_pay_valid, 1);
    run(b);
}

static void req_pay_puts_data_behind_the_headers_when_memory_lane_is_any(void **state)
{
    struct bench *b = *state;
    static const uint32_t len[] = {1, 41, 42, 43, 46, 47, 64, 65, 200};

    assert_int_equal(add_write(b, 0x1000, 1, false)->dst_lane, 18);
    assert_int_equal(add_write(b, 0x1000, 1, true)->dst_lane, 22);
    for (uint32_t lane = 0; lane < TB_PAY_LANES; lane++) {
        for (size_t k = 0; k < sizeof(len) / sizeof(len[0]); k++) {
            add_write(b, 0x765432100000 + lane, len[k], (lane + k) % 2);
        }
    }
    run(b);
}

static void req_pay_moves_all_data_when_write_is_long(void **state)
{
    struct bench *b = *state;

    add_write(b, 0x1000, 4096, false);
    add_write(b, 0x103f, 8192, true); /* 129 beats, the most there are */
    add_write(b, 0x1fff, 8192, false);
    run(b);
}

static void req_pay_moves_a_beat_per_cycle_when_writes_are_long(void **state)
{
    struct bench *b = *state;

    for (int i = 0; i < 10; i++) {
        add_write(b, 0x1000, 4096, true); /* 64 beats of memory, 65 of the frame */
    }
    run(b);
    /* in a memory of 130 beats two writes have room: it waits at times */
    assert_true(b->pay.last_cycle - b->pay.first_cycle < (DUT_P_BEATS > 200 ? 650 : 700));
}

static void req_pay_marks_payload_when_memory_fails(void **state)
{
    struct bench *b = *state;

    for (int32_t bad = 0; bad < 4; bad++) {
        add_write(b, 0x1000, 256, true)->bad_beat = bad;
        add_write(b, 0x1000, 256, false);
    }
    run(b);
}

/* ---- Room */

static void req_pay_asks_for_no_more_beats_than_have_room_when_channel_is_closed(void **state)
{
    struct bench *b = *state;
    const uint32_t full = DUT_P_BEATS / 64;
    const uint32_t rest = DUT_P_BEATS % 64;

    b->stall_m = 100;
    for (uint32_t i = 0; i < full; i++) {
        add_write(b, 0x1000, 4096, true);
    }
    for (uint32_t i = 0; i < rest; i++) {
        add_write(b, 0x1000, 64, true);
    }
    add_write(b, 0x1000, 1, true); /* one beat too many */
    add_read(b);                   /* waits behind it */
    cycles(b, 2 * DUT_P_BEATS + 20);
    assert_int_equal(beats_asked(b), DUT_P_BEATS);
    assert_int_equal(b->pay.data_at, b->count - 2); /* all that were asked for have come */
    assert_int_equal(b->sent, b->count - 2);
    b->stall_m = 0;
    run(b);
}

static void req_pay_keeps_write_back_when_its_beats_do_not_all_fit(void **state)
{
    struct bench *b = *state;
    const uint32_t full = DUT_P_BEATS / 64 - 1;

    b->stall_m = 100;
    for (uint32_t i = 0; i < full; i++) {
        add_write(b, 0x1000, 4096, true);
    }
    add_write(b, 0x1001, 64 * (DUT_P_BEATS - 64 * full), true); /* its lane makes one beat more */
    cycles(b, DUT_P_BEATS + 20);
    assert_int_equal(b->asked, full);
    b->stall_m = 0;
    run(b);
    assert_int_equal(b->writes, full + 1);
}

static void req_pay_gives_room_back_when_data_leave(void **state)
{
    struct bench *b = *state;

    for (int i = 0; i < 30; i++) {
        add_write(b, 0x1001, 8192, i % 2);
    }
    run(b);
    b->stall_m = 100; /* all of it is there again */
    add_write(b, 0x1001, 8192, true);
    for (uint32_t i = 129; i < DUT_P_BEATS && i < 129 + DUT_P_DEPTH - 1; i++) {
        add_write(b, 0x1000, 64, true);
    }
    cycles(b, DUT_P_BEATS + 20);
    assert_int_equal(b->asked, b->count);
    b->stall_m = 0;
    run(b);
}

static void req_pay_stops_asking_when_depth_writes_wait(void **state)
{
    struct bench *b = *state;

    b->pay.stall_data = 100;
    for (uint32_t i = 0; i < DUT_P_DEPTH + 5; i++) {
        add_write(b, 0x1000 + i, 8, true);
    }
    cycles(b, DUT_P_DEPTH + 20);
    assert_int_equal(b->asked, DUT_P_DEPTH);
    b->pay.stall_data = 0;
    run(b);
}

static void req_pay_takes_no_write_when_memory_takes_no_command(void **state)
{
    struct bench *b = *state;

    b->stall_rd = 100;
    add_write(b, 0x1000, 64, true);
    cycles(b, 10);
    assert_int_equal(*b->d->m_rd_valid, 1);
    assert_int_equal(b->sent, 0);
    b->stall_rd = 0;
    run(b);
}

/* ---- Observation */

static void req_pay_reports_bursts_when_buffer_crosses_pages(void **state)
{
    struct bench *b = *state;
    static const struct {
        uint64_t va;
        uint32_t len, bursts;
    } at[] = {{0x1000, 4096, 1}, {0x1001, 4096, 2}, {0x1fff, 1, 1},    {0x1fff, 2, 2},
              {0x1000, 8192, 2}, {0x1001, 8192, 3}, {0x1fff, 4098, 3}, {0x1fff, 8192, 3}};

    for (size_t i = 0; i < sizeof(at) / sizeof(at[0]); i++) {
        add_write(b, at[i].va, at[i].len, true);
        assert_int_equal(bursts(&b->item[i]), at[i].bursts); /* cycle() looks at the probe */
    }
    run(b);
}

static void req_pay_is_idle_only_when_its_queue_is_empty(void **state)
{
    struct bench *b = *state;

    add_write(b, 0x1000, 256, true);
    while (b->pay.data_beat == 0) {
        cycle(b);
    }
    b->pay.stall_data = 100;
    cycles(b, 10);
    assert_int_equal(*b->d->stat_idle, 1); /* in the middle of a write that waits for data */
    b->pay.stall_data = 0;
    cycle(b);
    assert_int_equal(*b->d->stat_idle, 0); /* a beat is in the queue, and no more */
    run(b);
}

/* ---- Stalls: of s, m_rd, data, m, m_pay */

static void req_pay_keeps_all_rules_when_everything_stalls(void **state)
{
    struct bench *b = *state;
    static const uint32_t mix[][5] = {{30, 30, 30, 30, 30}, {70, 0, 0, 0, 0}, {0, 70, 0, 0, 0},
                                      {0, 0, 70, 0, 0},     {0, 0, 0, 70, 0}, {0, 0, 0, 0, 70},
                                      {0, 0, 0, 0, 0}};

    b->rng = tb_rng_seed(1);
    b->pay.rng.s = tb_rng_next(&b->rng);
    for (size_t k = 0; k < 7; k++) {
        b->stall_s = mix[k][0];
        b->stall_rd = mix[k][1];
        b->pay.stall_data = mix[k][2];
        b->stall_m = mix[k][3];
        b->pay.stall_pay = mix[k][4];
        for (int i = 0; i < 400; i++) {
            uint64_t va = tb_rng_next(&b->rng);
            uint32_t len = 1 + tb_rng_below(&b->rng, tb_rng_chance(&b->rng, 5) ? 8192 : 300);

            if (tb_rng_chance(&b->rng, 40)) {
                add_read(b);
            } else {
                tb_pay_break(&b->pay, add_write(b, va, len, tb_rng_chance(&b->rng, 50)), 20);
            }
        }
        run(b);
    }
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(req_pay_passes_read_in_its_cycle_when_nothing_waits),
        TEST(req_pay_passes_a_read_per_cycle_when_many_come),
        TEST(req_pay_lets_reads_pass_when_writes_wait_for_data),
        TEST(req_pay_asks_memory_at_once_and_sends_write_one_cycle_after_its_data),
        TEST(req_pay_shows_payload_three_cycles_after_the_data_when_idle),
        TEST(req_pay_puts_data_behind_the_headers_when_memory_lane_is_any),
        TEST(req_pay_moves_all_data_when_write_is_long),
        TEST(req_pay_moves_a_beat_per_cycle_when_writes_are_long),
        TEST(req_pay_marks_payload_when_memory_fails),
        TEST(req_pay_asks_for_no_more_beats_than_have_room_when_channel_is_closed),
        TEST(req_pay_keeps_write_back_when_its_beats_do_not_all_fit),
        TEST(req_pay_gives_room_back_when_data_leave),
        TEST(req_pay_stops_asking_when_depth_writes_wait),
        TEST(req_pay_takes_no_write_when_memory_takes_no_command),
        TEST(req_pay_reports_bursts_when_buffer_crosses_pages),
        TEST(req_pay_is_idle_only_when_its_queue_is_empty),
        TEST(req_pay_keeps_all_rules_when_everything_stalls),
    };
    return cmocka_run_group_tests_name("urma_req_pay", tests, NULL, NULL);
}
