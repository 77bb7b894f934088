/* SPDX-License-Identifier: Apache-2.0 */
/* test_urma_req_pay: reads pass, writes go with their first data, payload stands where the frame
 * wants it; reads may pass writes, data are always taken, no more of them asked for than there is
 * room; probe, stalls. */
/* DUT: urma_req_pay -GBEATS=256 -GDEPTH=64 */
/* DUT: urma_req_pay -GBEATS=130 -GDEPTH=4 */
#include "dut.h"
#include "tb_hold.h"
#include "tb_record.h"

#define BEATS ((uint32_t)DUT_P_BEATS)
#define ITEMS 2048u
#define LANES 64u
#define TA_AT 58u /* of the transaction headers in a frame */

struct item {
    bool write;
    uint16_t chan;
    uint8_t ta_bytes;
    uint64_t key, va;
    uint32_t len;
    int32_t bad_beat; /* beat of memory with an error, -1: none */
    bool out;         /* its packet has left */
};

struct bench {
    struct dut *d;
    struct tb_rng rng;
    uint32_t stall_req, stall_rd, stall_data, stall_pkt, stall_pay;
    struct tb_hold pkt, pay, rd;
    struct item item[ITEMS];
    uint32_t count, sent;
    uint32_t asked;              /* items whose command the memory has, reads skipped */
    uint32_t data_at, data_beat; /* data that go in */
    uint32_t pay_at, pay_beat;   /* data that come out */
    uint32_t out, out_beats;     /* packets; beats of payload */
    uint32_t asked_beats;
    uint64_t first_data, first_pkt;
    bool probe_due;
    uint64_t probe;
};

static int setup(void **state)
{
    struct bench *b = calloc(1, sizeof(*b));
    struct dut *d = dut_create();

    b->d = d;
    b->pkt = (struct tb_hold){.valid = d->m_valid, .ready = d->m_ready};
    TB_HOLD_ADD(&b->pkt, d, m_chan);
    TB_HOLD_ADD(&b->pkt, d, m_ta);
    TB_HOLD_ADD(&b->pkt, d, m_key);
    TB_HOLD_ADD(&b->pkt, d, m_pay_bytes);
    b->pay = (struct tb_hold){.valid = d->m_pay_valid, .ready = d->m_pay_ready};
    TB_HOLD_ADD(&b->pay, d, m_pay_data);
    TB_HOLD_ADD(&b->pay, d, m_pay_last);
    b->rd = (struct tb_hold){.valid = d->m_rd_valid, .ready = d->m_rd_ready};
    TB_HOLD_ADD(&b->rd, d, m_rd_addr);
    TB_HOLD_ADD(&b->rd, d, m_rd_len);
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

static struct item *add(struct bench *b, bool write, uint64_t va, uint32_t len)
{
    assert_true(b->count < ITEMS);
    b->item[b->count] = (struct item){.write = write,
                                      .chan = (uint16_t)tb_rng_next(&b->rng),
                                      .ta_bytes = b->count % 2 ? 24 : 28,
                                      .key = b->count * 0x10001u,
                                      .va = va,
                                      .len = len,
                                      .bad_beat = -1};
    return &b->item[b->count++];
}

static uint32_t beats_of(const struct item *i)
{
    return (uint32_t)(i->va % LANES + i->len + LANES - 1) / LANES;
}

static uint8_t byte_of(uint32_t item, uint32_t byte)
{
    return (uint8_t)(item * 151 + byte * 7 + (byte >> 8) * 13 + 1);
}

static uint32_t next_write(const struct bench *b, uint32_t at)
{
    while (at < b->count && !b->item[at].write) {
        at++;
    }
    return at;
}

static bool go(struct bench *b, uint32_t stall) { return !tb_rng_chance(&b->rng, stall); }

static void drive(struct bench *b)
{
    struct dut *d = b->d;

    if (!*d->s_valid && b->sent < b->count && go(b, b->stall_req)) {
        const struct item *i = &b->item[b->sent];

        *d->s_valid = 1;
        *d->s_write = i->write;
        *d->s_chan = i->chan;
        *d->s_ta_bytes = i->ta_bytes;
        *d->s_key = i->key;
        *d->s_va = i->va;
        *d->s_len = (uint16_t)i->len;
        for (uint32_t k = 0; k < 64; k++) {
            tb_set_byte(d->s_ta, k, byte_of(b->sent + 77, k));
        }
    }
    b->data_at = next_write(b, b->data_at);
    if (!*d->s_data_valid && b->data_at < b->asked && go(b, b->stall_data)) {
        const struct item *i = &b->item[b->data_at];

        *d->s_data_valid = 1;
        *d->s_data_last = b->data_beat + 1 == beats_of(i);
        *d->s_data_err = (int32_t)b->data_beat == i->bad_beat;
        for (uint32_t k = 0; k < LANES; k++) {
            uint32_t n = (uint32_t)(b->data_beat * LANES + k - i->va % LANES);

            tb_set_byte(d->s_data, k,
                        n < i->len ? byte_of(b->data_at, n) : (uint8_t)tb_rng_next(&b->rng));
        }
    }
    *d->m_rd_ready = go(b, b->stall_rd);
    *d->m_ready = go(b, b->stall_pkt);
    *d->m_pay_ready = go(b, b->stall_pay);
    dut_eval(d);
}

static void check_command(struct bench *b)
{
    const struct item *i = &b->item[b->sent];

    assert_true(i->write);
    assert_int_equal(*b->d->m_rd_addr, i->va);
    assert_int_equal(*b->d->m_rd_len, i->len);
    b->asked = b->sent + 1;
    b->asked_beats += beats_of(i);
    b->probe_due = true;
    b->probe = (i->va % 4096 + i->len + 4095) / 4096 << 36 | i->key;
}

/* A packet that leaves: which one is said by its key. */
static void check_packet(struct bench *b)
{
    struct dut *d = b->d;
    uint32_t n = (uint32_t)(*d->m_key / 0x10001u);
    struct item *i = &b->item[n];

    assert_true(n <= b->sent && n < b->count && !i->out);
    for (uint32_t k = 0; k < n; k++) { /* each kind keeps its order */
        assert_true(b->item[k].out || b->item[k].write != i->write);
    }
    assert_true(!i->write || b->data_at > n ||
                (b->data_at == n && b->data_beat > 0)); /* data are here */
    i->out = true;
    assert_int_equal(*d->m_chan, i->chan);
    assert_int_equal(*d->m_ta_bytes, i->ta_bytes);
    assert_int_equal(*d->m_pay_bytes, i->write ? i->len : 0);
    assert_true(!i->write || *d->m_pay_addr == i->va);
    for (uint32_t k = 0; k < 64; k++) {
        assert_int_equal(tb_byte(d->m_ta, k), byte_of(n + 77, k));
    }
    b->first_pkt = b->first_pkt ? b->first_pkt : d->cycle;
    b->out++;
}

static void check_payload(struct bench *b)
{
    struct dut *d = b->d;

    b->pay_at = next_write(b, b->pay_at);
    const struct item *i = &b->item[b->pay_at];
    uint32_t lane = (TA_AT + i->ta_bytes) % LANES;

    assert_true(b->pay_at < b->count && i->out);
    for (uint32_t k = 0; k < LANES; k++) {
        uint32_t n = b->pay_beat * LANES + k - lane;

        assert_int_equal(tb_byte(d->m_pay_data, k), n < i->len ? byte_of(b->pay_at, n) : 0);
    }
    b->out_beats++;
    assert_int_equal(*d->m_pay_last, ++b->pay_beat * LANES >= lane + i->len);
    if (*d->m_pay_last) {
        assert_int_equal(*d->m_pay_err, i->bad_beat >= 0);
        b->pay_beat = 0;
        b->pay_at++;
    }
}

static void cycle(struct bench *b)
{
    struct dut *d = b->d;

    assert_int_equal(*d->probe_rd_valid, b->probe_due);
    assert_true(!b->probe_due || *d->probe_rd_id == b->probe);
    b->probe_due = false;
    drive(b);
    bool req = *d->s_valid && *d->s_ready;
    bool data = *d->s_data_valid && *d->s_data_ready;

    assert_int_equal(data, *d->s_data_valid); /* always taken */
    if (tb_hold_check(&b->rd)) {
        check_command(b);
        assert_true(req);
    }
    if (tb_hold_check(&b->pkt)) {
        check_packet(b);
    }
    if (tb_hold_check(&b->pay)) {
        check_payload(b);
    }
    if (data) {
        b->first_data = b->first_data ? b->first_data : d->cycle;
        b->data_beat = *d->s_data_last ? 0 : b->data_beat + 1;
        b->data_at += *d->s_data_last;
    }
    dut_tick(d);
    b->sent += req;
    *d->s_valid = (uint8_t)(*d->s_valid && !req);
    *d->s_data_valid = (uint8_t)(*d->s_data_valid && !data);
}

static void run(struct bench *b)
{
    for (uint32_t i = 0; b->out < b->count || next_write(b, b->pay_at) < b->count; i++) {
        assert_true(i < 200000);
        cycle(b);
    }
    cycle(b);
    dut_eval(b->d);
    assert_int_equal(*b->d->stat_idle, 1);
}

static void req_pay_lets_a_read_pass_at_once(void **state)
{
    struct bench *b = *state;

    add(b, false, 0x1000, 64);
    cycle(b);
    assert_int_equal(b->out, 1);
    assert_int_equal(b->asked_beats, 0);
    run(b);
}

static void req_pay_sends_a_write_one_cycle_after_its_first_data(void **state)
{
    struct bench *b = *state;

    b->stall_data = 100;
    add(b, true, 0x1000, 256);
    cycle(b);
    assert_int_equal(b->asked_beats, 4); /* asked for in the cycle in which it came */
    for (unsigned n = 0; n < 20; n++) {
        cycle(b);
    }
    assert_int_equal(*b->d->m_valid, 0);
    assert_int_equal(*b->d->stat_idle, 1); /* memory has to answer first */
    b->stall_data = 0;
    run(b);
    assert_int_equal(b->first_pkt - b->first_data, 1);
}

static void req_pay_puts_payload_behind_the_headers(void **state)
{
    struct bench *b = *state;

    for (uint32_t lane = 0; lane < LANES; lane++) {
        for (uint32_t len = 1; len < 140; len += 23) {
            add(b, true, 0x40000 + lane, len);
        }
    }
    add(b, true, 0x1000, 4096);
    add(b, true, 0x103f, 8192);
    add(b, true, 0x103f, 8192);
    run(b);
}

static void req_pay_lets_reads_pass_a_write_that_waits(void **state)
{
    struct bench *b = *state;

    b->stall_data = 100;
    add(b, true, 0x1000, 64);
    for (unsigned n = 0; n < 5; n++) {
        add(b, false, 0x2000, 64);
    }
    for (unsigned n = 0; n < 10; n++) {
        cycle(b);
    }
    assert_int_equal(b->out, 5);
    b->stall_data = 0;
    run(b);
}

static void req_pay_asks_for_no_more_than_it_has_room_for(void **state)
{
    struct bench *b = *state;

    b->stall_pkt = 100;
    for (unsigned n = 0; n < 100; n++) {
        add(b, true, 4096 * n, 1024);
    }
    for (unsigned n = 0; n < 500; n++) {
        cycle(b); /* takes all data that come */
    }
    assert_int_equal(*b->d->stat_idle, 0);
    assert_in_range(b->asked_beats, 16, BEATS);
    assert_true(BEATS - b->asked_beats < 16 || b->sent >= (uint32_t)DUT_P_DEPTH);
    b->stall_pkt = 0;
    run(b);
}

static void req_pay_marks_the_payload_when_memory_fails(void **state)
{
    struct bench *b = *state;

    for (int32_t bad = 0; bad < 3; bad++) {
        add(b, true, 0x1010, 150)->bad_beat = bad;
        add(b, true, 0x1010, 150);
    }
    run(b);
}

static void req_pay_keeps_all_rules_when_everything_stalls(void **state)
{
    struct bench *b = *state;
    static const uint32_t mix[][5] = {{30, 30, 30, 30, 30}, {0, 80, 0, 0, 0}, {0, 0, 80, 0, 0},
                                      {0, 0, 0, 80, 0},     {0, 0, 0, 0, 80}, {0, 0, 0, 0, 0}};

    b->rng = tb_rng_seed(9);
    for (size_t m = 0; m < sizeof(mix) / sizeof(mix[0]); m++) {
        b->stall_req = mix[m][0];
        b->stall_rd = mix[m][1];
        b->stall_data = mix[m][2];
        b->stall_pkt = mix[m][3];
        b->stall_pay = mix[m][4];
        for (unsigned n = 0; n < 200; n++) {
            struct item *i = add(b, tb_rng_chance(&b->rng, 60), tb_rng_next(&b->rng) & 0xffffff,
                                 1 + tb_rng_below(&b->rng, 600));

            i->bad_beat = tb_rng_chance(&b->rng, 10) ? 0 : -1;
        }
        run(b);
    }
}

int main(void)
{
#define TEST(t) cmocka_unit_test_setup_teardown(t, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(req_pay_lets_a_read_pass_at_once),
        TEST(req_pay_sends_a_write_one_cycle_after_its_first_data),
        TEST(req_pay_puts_payload_behind_the_headers),
        TEST(req_pay_lets_reads_pass_a_write_that_waits),
        TEST(req_pay_asks_for_no_more_than_it_has_room_for),
        TEST(req_pay_marks_the_payload_when_memory_fails),
        TEST(req_pay_keeps_all_rules_when_everything_stalls),
    };
    return cmocka_run_group_tests_name("urma_req_pay", tests, NULL, NULL);
}
