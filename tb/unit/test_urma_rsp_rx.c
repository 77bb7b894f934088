/* SPDX-License-Identifier: Apache-2.0 */
/* test_urma_rsp_rx: what is written when a response has come: payload at every lane, then the
 * record; the record byte by byte, its place and owner bit over laps; all errors; local errors in
 * between; retire; stalls. Long, because one model of memory, tracker and queues serves all its
 * tests. */
/* DUT: urma_rsp_rx -GJFCS=8 */
#include "dut.h"
#include "tb_ctx.h"
#include "tb_hold.h"
#include "tb_record.h"

#define JFCS DUT_P_JFCS
#define ITEMS 4096u
#define PAY_LANE 2u
#define LANES 64u
#define CQ_BASE 0xc000000000000000u /* completion queues live here, payload below */

enum { ST_OK = 0, ST_LOCAL = 2, ST_REMOTE = 3 };
enum { RSP_LENGTH = 3, REMOTE_UNSUPPORTED = 1, REMOTE_ABORT = 2 };

/* A response, or a local error (then only the first block matters). */
struct item {
    uint32_t jetty, jfc, tpn;
    uint16_t bb_idx;
    uint64_t user_data;
    uint8_t status, substatus; /* of a local error */

    uint16_t frame, tassn;
    uint8_t rspst, rspinfo;
    uint32_t bytes; /* payload that came */
    bool verdict, hit, complete;
    bool no_queue; /* its JFC is not set up */
    uint64_t va;
    uint32_t len; /* asked for */
};

struct list {
    struct item item[ITEMS];
    uint32_t count;
};

struct bench {
    struct dut *d;
    struct tb_rng rng;
    uint32_t stall_look, stall_pay, stall_verdict, stall_lerr, stall_wr, stall_w, stall_ret,
        slow_find;
    struct tb_hold ret;
    struct tb_ctx ctx;
    uint8_t jfc[JFCS][16];
    uint32_t pi[JFCS]; /* the model */

    struct list rsp, lerr;
    uint32_t looks, finds, found, pays, pay_beat, verdicts, lerrs; /* that went in */
    bool finding; /* a look-up waits for its answer */
    uint32_t at;  /* response whose writes come next */
    bool paid;    /* its payload is written */
    uint32_t lerr_at;
    uint32_t rets; /* response whose retire comes next */
    /* command on the way */
    bool writing, is_record;
    uint32_t beat, beats;
    uint8_t record[64];
    uint32_t drops, payloads, records;
    uint64_t last_write; /* cycle */
};

static void set_jfc(struct bench *b, uint32_t j, uint32_t shift, uint32_t pi)
{
    uint8_t *r = b->jfc[j];

    tb_rng_fill(&b->rng, r, 16);
    tb_bits_set(r, 0, 0, 1);
    tb_bits_set(r, 8, 4, shift);
    tb_bits_set(r, 32, 10, pi);
    tb_bits_set(r, 127, 64, CQ_BASE + (uint64_t)j * 0x1000000000);
    b->pi[j] = pi;
}

static int setup(void **state)
{
    struct bench *b = calloc(1, sizeof(*b));
    struct dut *d = dut_create();

    b->d = d;
    b->ctx = (struct tb_ctx)TB_CTX(d, jfc, b->jfc);
    b->ret = (struct tb_hold){.valid = d->m_ret_valid, .ready = d->m_ret_ready};
    TB_HOLD_ADD(&b->ret, d, m_ret_jetty);
    TB_HOLD_ADD(&b->ret, d, m_ret_tassn);
    for (uint32_t j = 0; j < JFCS; j++) {
        set_jfc(b, j, j, 0);
    }
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

/* ---- What came */

static struct item *add(struct bench *b, struct list *l)
{
    struct tb_rng *r = &b->rng;
    struct item *i = &l->item[l->count++];

    assert_true(l->count <= ITEMS);
    *i = (struct item){.jetty = tb_rng_next(r) & 0xfffff,
                       .jfc = tb_rng_below(r, JFCS),
                       .tpn = tb_rng_next(r) & 0xffffff,
                       .bb_idx = tb_rng_next(r) & 0x7fff, /* top bit: local errors */
                       .user_data = tb_rng_next(r)};
    return i;
}

/* A good response of so many bytes for the local address va. */
static struct item *add_rsp(struct bench *b, uint64_t va, uint32_t bytes)
{
    struct item *i = add(b, &b->rsp);

    i->frame = (uint16_t)tb_rng_next(&b->rng);
    i->tassn = (uint16_t)tb_rng_next(&b->rng);
    i->bytes = i->len = bytes;
    i->verdict = i->hit = i->complete = true;
    i->va = va;
    return i;
}

static struct item *add_lerr(struct bench *b, uint8_t status, uint8_t substatus)
{
    struct item *i = add(b, &b->lerr);

    i->bb_idx |= 0x8000;
    i->status = status;
    i->substatus = substatus;
    return i;
}

static bool placed(const struct item *i)
{
    return i->verdict && i->hit && i->rspst == 0 && i->bytes == i->len;
}

static bool recorded(const struct item *i)
{
    return i->verdict && i->hit && (i->complete || !placed(i)) && !i->no_queue;
}

static uint8_t payload(uint32_t item, uint32_t byte)
{
    return (uint8_t)(item * 151 + byte * 7 + (byte >> 8) * 13 + 1);
}

/* ---- The completion record that must be written next for this item */

static uint64_t record_at(const struct bench *b, const struct item *i)
{
    uint32_t shift = (uint32_t)tb_bits(b->jfc[i->jfc], 8, 4);

    return CQ_BASE + (uint64_t)i->jfc * 0x1000000000 + (b->pi[i->jfc] & ((1u << shift) - 1)) * 64;
}

static void record_of(const struct bench *b, const struct item *i, bool local, uint8_t r[64])
{
    uint32_t shift = (uint32_t)tb_bits(b->jfc[i->jfc], 8, 4);
    uint8_t status = local ? i->status : placed(i) ? ST_OK : i->rspst == 0 ? ST_LOCAL : ST_REMOTE;
    uint8_t substatus = local             ? i->substatus
                        : placed(i)       ? 0
                        : i->rspst == 0   ? RSP_LENGTH
                        : i->rspinfo == 1 ? REMOTE_UNSUPPORTED
                                          : REMOTE_ABORT;

    memset(r, 0, 64);
    tb_bits_set(r, 1, 1, 1);                             /* a Jetty's, send side */
    tb_bits_set(r, 2, 2, ~(b->pi[i->jfc] >> shift) & 1); /* owner: 1 in the first lap */
    tb_bits_set(r, 23, 16, substatus);
    tb_bits_set(r, 31, 24, status);
    tb_bits_set(r, 47, 32, i->bb_idx);
    tb_bits_set(r, 67, 48, i->jetty);
    tb_bits_set(r, 119, 96, i->tpn);
    tb_bits_set(r, 159, 128, !local && placed(i) ? i->len : 0);
    tb_bits_set(r, 223, 160, i->user_data);
}

/* ---- Check */

static void skip_silent(struct bench *b)
{
    while (b->at < b->rsp.count && !recorded(&b->rsp.item[b->at]) &&
           !(placed(&b->rsp.item[b->at]) && !b->paid)) {
        b->at++;
        b->paid = false;
    }
}

static void record_written(struct bench *b, const struct item *i, bool local)
{
    assert_int_equal(*b->d->m_wr_addr, record_at(b, i));
    assert_int_equal(*b->d->m_wr_len, 64);
    record_of(b, i, local, b->record);
    b->is_record = true;
    b->beats = 1;
    b->pi[i->jfc] = (b->pi[i->jfc] + 1) & 0x7fffff;
    b->records++;
}

static void check_command(struct bench *b)
{
    struct dut *d = b->d;
    const struct item *i;

    assert_false(b->writing);
    b->writing = true;
    b->beat = 0;
    skip_silent(b);
    i = &b->rsp.item[b->at];
    if (*d->m_wr_addr < CQ_BASE) { /* payload */
        assert_true(b->at < b->verdicts + *d->s_verdict_valid && placed(i) && !b->paid);
        assert_int_equal(*d->m_wr_addr, i->va);
        assert_int_equal(*d->m_wr_len, i->len);
        b->is_record = false;
        b->beats = (uint32_t)((i->va % LANES + i->len + LANES - 1) / LANES);
        b->payloads++;
    } else if (tb_bits(d->m_w_data, 47, 47)) { /* top bit of entry_idx */
        assert_true(b->lerr_at < b->lerrs + *d->s_lerr_valid);
        assert_false(b->paid && b->at < b->rsp.count &&
                     recorded(i)); /* not between payload and record */
        record_written(b, &b->lerr.item[b->lerr_at++], true);
    } else {
        assert_true(b->at < b->rsp.count && recorded(i) && b->paid == placed(i));
        record_written(b, i, false);
        b->at++;
        b->paid = false;
    }
}

static void check_beat(struct bench *b)
{
    const struct item *i = &b->rsp.item[b->at];

    assert_true(b->writing);
    for (uint32_t k = 0; k < LANES; k++) {
        uint8_t byte = tb_byte(b->d->m_w_data, k);
        uint32_t n = (uint32_t)(b->beat * LANES + k - i->va % LANES);

        if (b->is_record) {
            assert_int_equal(byte, b->record[k]);
        } else if (n < i->len) {
            assert_int_equal(byte, payload(b->at, n));
        }
    }
    if (++b->beat == b->beats) {
        b->writing = false;
        b->paid = !b->is_record;
    }
    b->last_write = b->d->cycle;
}

static void check_retire(struct bench *b)
{
    while (b->rets < b->rsp.count && !(b->rsp.item[b->rets].verdict && b->rsp.item[b->rets].hit)) {
        b->rets++;
    }
    skip_silent(b);
    assert_true(b->rets < b->at); /* after all its writes */
    assert_int_equal(*b->d->m_ret_jetty, b->rsp.item[b->rets].jetty);
    assert_int_equal(*b->d->m_ret_tassn, b->rsp.item[b->rets].tassn);
    b->rets++;
}

/* ---- Drive */

static bool go(struct bench *b, uint32_t stall_percent)
{
    return !tb_rng_chance(&b->rng, stall_percent);
}

static void put_look(struct bench *b)
{
    struct dut *d = b->d;
    const struct item *i = &b->rsp.item[b->looks];
    uint64_t atah = 0;

    tb_bits_set(&atah, 63, 56, i->bytes > 0 ? 0x12 : 0x11);
    tb_bits_set(&atah, 47, 32, i->tassn);
    tb_bits_set(&atah, 31, 29, i->rspst);
    tb_bits_set(&atah, 28, 24, i->rspinfo);
    tb_bits_set(&atah, 19, 0, i->jetty);
    *d->s_look_valid = 1;
    *d->s_look_frame = i->frame;
    *d->s_look_tpn = i->tpn;
    *d->s_look_pay_bytes = (uint16_t)i->bytes;
    *d->s_look_atah = atah;
}

static void put_found(struct bench *b)
{
    struct dut *d = b->d;
    const struct item *i = &b->rsp.item[b->found];

    *d->s_found_valid = 1;
    *d->s_found_hit = i->hit;
    *d->s_found_va = i->va;
    *d->s_found_len = (uint16_t)i->len;
    *d->s_found_bb_idx = i->bb_idx;
    *d->s_found_complete = i->complete;
    *d->s_found_jfc = i->jfc;
    *d->s_found_user_data = i->user_data;
}

static void put_pay(struct bench *b)
{
    const struct item *i;

    while (b->pays < b->looks && b->rsp.item[b->pays].bytes == 0) {
        b->pays++;
    }
    if (b->pays >= b->looks) {
        return;
    }
    i = &b->rsp.item[b->pays];
    *b->d->s_pay_valid = 1;
    for (uint32_t k = 0; k < LANES; k++) { /* noise where headers, padding and ICRC stand */
        uint32_t n = b->pay_beat * LANES + k - PAY_LANE;

        tb_set_byte(b->d->s_pay_data, k,
                    n < i->bytes ? payload(b->pays, n) : (uint8_t)tb_rng_next(&b->rng));
    }
}

static void put_lerr(struct bench *b)
{
    struct dut *d = b->d;
    const struct item *i = &b->lerr.item[b->lerrs];

    *d->s_lerr_valid = 1;
    *d->s_lerr_jetty = i->jetty;
    *d->s_lerr_jfc = i->jfc;
    *d->s_lerr_user_data = i->user_data;
    *d->s_lerr_chan = i->tpn;
    *d->s_lerr_bb_idx = i->bb_idx;
    *d->s_lerr_status = i->status;
    *d->s_lerr_substatus = i->substatus;
}

static void drive(struct bench *b)
{
    struct dut *d = b->d;

    if (!*d->s_look_valid && b->looks < b->rsp.count && go(b, b->stall_look)) {
        put_look(b);
    }
    if (!*d->s_found_valid && b->finding && go(b, b->slow_find)) {
        put_found(b);
    }
    if (!*d->s_pay_valid && go(b, b->stall_pay)) {
        put_pay(b);
    }
    if (!*d->s_verdict_valid && b->verdicts < b->looks && go(b, b->stall_verdict)) {
        *d->s_verdict_valid = 1;
        *d->s_verdict_ok = b->rsp.item[b->verdicts].verdict;
    }
    if (!*d->s_lerr_valid && b->lerrs < b->lerr.count && go(b, b->stall_lerr)) {
        put_lerr(b);
    }
    *d->m_wr_ready = go(b, b->stall_wr);
    *d->m_w_ready = 0;
    *d->m_ret_ready = go(b, b->stall_ret);
}

/* The tracker: one answer at hand, as urma_order_ini. */
static void settle(struct bench *b)
{
    struct dut *d = b->d;

    *d->m_find_ready = !b->finding;
    tb_ctx_show(&b->ctx);
    tb_ctx_settle(d, &b->ctx, 1);
    *d->m_find_ready = !b->finding || (*d->s_found_valid && *d->s_found_ready);
    tb_ctx_settle(d, &b->ctx, 1);
}

static void step_inputs(struct bench *b)
{
    struct dut *d = b->d;
    bool look = *d->s_look_valid && *d->s_look_ready;
    bool find = *d->m_find_valid && *d->m_find_ready;
    bool found = *d->s_found_valid && *d->s_found_ready;
    bool pay = *d->s_pay_valid && *d->s_pay_ready;
    bool verdict = *d->s_verdict_valid && *d->s_verdict_ready;
    bool lerr = *d->s_lerr_valid && *d->s_lerr_ready;

    assert_int_equal(look, find);
    if (find) {
        assert_int_equal(*d->m_find_jetty, b->rsp.item[b->looks].jetty);
        assert_int_equal(*d->m_find_tassn, b->rsp.item[b->looks].tassn);
    }
    tb_ctx_edge(&b->ctx, d->jfc_wr_valid, d->jfc_wr_id, d->jfc_wr_data);
    dut_tick(d);
    b->looks += look;
    b->found += found;
    b->finding = find || (b->finding && !found);
    if (pay) {
        b->pay_beat++;
        if (b->pay_beat * LANES >= PAY_LANE + b->rsp.item[b->pays].bytes) {
            b->pay_beat = 0;
            b->pays++;
        }
    }
    b->verdicts += verdict;
    b->lerrs += lerr;
    *d->s_look_valid = (uint8_t)(*d->s_look_valid && !look);
    *d->s_found_valid = (uint8_t)(*d->s_found_valid && !found);
    *d->s_pay_valid = (uint8_t)(*d->s_pay_valid && !pay);
    *d->s_verdict_valid = (uint8_t)(*d->s_verdict_valid && !verdict);
    *d->s_lerr_valid = (uint8_t)(*d->s_lerr_valid && !lerr);
}

static void cycle(struct bench *b)
{
    struct dut *d = b->d;

    bool room = go(b, b->stall_w);

    drive(b);
    settle(b);
    *d->m_w_ready =
        room && (b->writing || (*d->m_wr_valid && *d->m_wr_ready)); /* none before its command */
    settle(b);
    if (*d->m_wr_valid && *d->m_wr_ready) {
        check_command(b);
    }
    if (*d->m_w_valid && *d->m_w_ready) {
        check_beat(b);
    }
    if (tb_hold_check(&b->ret)) {
        check_retire(b);
    }
    b->drops += *d->stat_drop_rsp;
    step_inputs(b);
}

static void run(struct bench *b)
{
    uint32_t drops = 0;

    for (uint32_t quiet = 0, i = 0; quiet < 6; i++) {
        bool done = b->verdicts == b->rsp.count && b->lerrs == b->lerr.count && !*b->d->s_pay_valid;

        assert_true(i < 300000);
        cycle(b);
        quiet = done && *b->d->stat_idle ? quiet + 1 : 0;
    }
    skip_silent(b);
    assert_int_equal(b->at, b->rsp.count);
    assert_int_equal(b->lerr_at, b->lerr.count);
    while (b->rets < b->rsp.count) {
        const struct item *i = &b->rsp.item[b->rets++];

        assert_false(i->verdict && i->hit);
    }
    for (uint32_t i = 0; i < b->rsp.count; i++) {
        drops += b->rsp.item[i].verdict && (!b->rsp.item[i].hit || b->rsp.item[i].no_queue);
    }
    assert_int_equal(b->drops, drops);
    for (uint32_t j = 0; j < JFCS; j++) {
        assert_int_equal(tb_bits(b->jfc[j], 32, 10), b->pi[j]);
    }
}

static void cycles(struct bench *b, uint32_t n)
{
    while (n-- > 0) {
        cycle(b);
    }
}

/* ---- Placement */

static void rsp_rx_places_payload_when_buffer_begins_at_any_lane(void **state)
{
    struct bench *b = *state;

    for (uint32_t lane = 0; lane < LANES; lane++) {
        static const uint32_t len[] = {1, 2, 61, 62, 63, 64, 65, 126, 200};

        for (size_t k = 0; k < 9; k++) {
            add_rsp(b, 0x12345600 + lane, len[k]);
        }
    }
    run(b);
    assert_int_equal(b->payloads, b->rsp.count);
    assert_int_equal(b->records, b->rsp.count);
}

static void rsp_rx_places_payload_when_it_has_any_length(void **state)
{
    struct bench *b = *state;

    for (uint32_t len = 1; len <= 200; len++) {
        add_rsp(b, 0x1000 + len * 37, len);
    }
    add_rsp(b, 0xfffff037, 4095);
    add_rsp(b, 0x2000, 4096);
    add_rsp(b, 0x2fff, 8192);
    run(b);
}

static void rsp_rx_writes_payload_and_no_record_when_unsignalled(void **state)
{
    struct bench *b = *state;

    for (uint32_t i = 0; i < 20; i++) {
        add_rsp(b, 0x1000 * i + i, 1 + i * 20)->complete = false;
    }
    run(b);
    assert_int_equal(b->payloads, 20);
    assert_int_equal(b->records, 0);
    assert_int_equal(b->ctx.reads, 0); /* and asks for no record of the queue */
}

/* ---- Completion records */

static void rsp_rx_writes_the_record_of_the_layout_when_response_is_good(void **state)
{
    struct bench *b = *state;
    struct item *i = add_rsp(b, 0x1000, 4);
    /* from the layout, by hand: owner and Jetty; status 0; index 0x1234, Jetty 0xabcde; channel;
     * length; user data */
    static const uint8_t want[64] = {0x06, 0,    0,    0,    0x34, 0x12, 0xde, 0xbc, 0x0a, 0,
                                     0,    0,    0x56, 0x34, 0x12, 0,    4,    0,    0,    0,
                                     0x88, 0x77, 0x66, 0x55, 0x44, 0x33, 0x22, 0x11};

    i->bb_idx = 0x1234;
    i->jetty = 0xabcde;
    i->tpn = 0x123456;
    i->user_data = 0x1122334455667788;
    i->jfc = 2;
    run(b);
    assert_memory_equal(b->record, want, 64); /* which check_beat has compared with the bus */
    assert_int_equal(b->records, 1);
}

static void laps(struct bench *b, uint32_t shift, uint32_t pi, uint32_t count)
{
    set_jfc(b, 3, shift, pi);
    for (uint32_t i = 0; i < count; i++) {
        add_rsp(b, 0x1000, 8)->jfc = 3;
    }
    run(b);
}

static void rsp_rx_turns_the_owner_bit_when_queue_begins_a_lap(void **state)
{
    laps(*state, 2, 0, 18);
    laps(*state, 1, 5, 9);
    laps(*state, 5, 30, 70);
}

static void rsp_rx_turns_the_owner_bit_each_time_when_queue_has_one_entry(void **state)
{
    laps(*state, 0, 0, 7);
}

static void rsp_rx_keeps_laps_when_producer_index_wraps(void **state)
{
    laps(*state, 4, 0x7ffff8, 30);
    laps(*state, 22, 0x3ffffe, 5);
    laps(*state, 22, 0x7ffffe, 5);
}

static void rsp_rx_counts_each_queue_alone_when_queues_mix(void **state)
{
    struct bench *b = *state;

    b->rng = tb_rng_seed(1);
    for (uint32_t i = 0; i < 300; i++) {
        add_rsp(b, tb_rng_next(&b->rng) >> 8, 1 + tb_rng_below(&b->rng, 100));
    }
    run(b);
}

/* ---- Errors */

static void rsp_rx_throws_payload_away_when_verdict_is_bad(void **state)
{
    struct bench *b = *state;

    for (uint32_t i = 0; i < 40; i++) {
        struct item *bad = add_rsp(b, 0x1000 + i, i * 11);

        bad->verdict = false;
        bad->hit = i % 2;
        bad->complete = i % 3;
        bad->rspst = i % 5 == 0 ? 3 : 0;
        add_rsp(b, 0x2000 + i, 50);
    }
    run(b);
    assert_int_equal(b->payloads, 40);
    assert_int_equal(b->records, 40);
    assert_int_equal(b->drops, 0); /* counted where the verdict was made */
}

/* The queue's record is asked for before the verdict is known; the next task must not get its
 * answer. */
static void rsp_rx_uses_the_right_queue_when_bad_response_without_payload_goes_before(void **state)
{
    struct bench *b = *state;

    for (uint32_t slow = 0; slow < 100; slow += 45) {
        b->ctx.slow_percent = slow;
        for (uint32_t i = 0; i < 20; i++) {
            struct item *bad = add_rsp(b, 0x1000, 0);

            bad->verdict = false;
            bad->rspst = 3;
            bad->len = 64;
            bad->jfc = i % JFCS;
            add_rsp(b, 0x2000, 50)->jfc = (i + 1) % JFCS;
        }
        run(b);
    }
    assert_int_equal(b->records, 60);
}

static void rsp_rx_writes_no_record_when_the_queue_is_not_set_up(void **state)
{
    struct bench *b = *state;

    tb_bits_set(b->jfc[2], 0, 0, 0);
    for (uint32_t i = 0; i < 40; i++) {
        struct item *lost = add_rsp(b, 0x1000 + i, 1 + i * 11);

        lost->jfc = 2;
        lost->no_queue = true; /* placed and retired all the same */
        add_rsp(b, 0x2000 + i, 50)->jfc = 1;
    }
    run(b);
    assert_int_equal(b->drops, 40);
    assert_int_equal(b->records, 40);
}

static void rsp_rx_drops_response_when_there_is_no_such_operation(void **state)
{
    struct bench *b = *state;

    for (uint32_t i = 0; i < 40; i++) {
        struct item *stray = add_rsp(b, 0x1000 + i, i * 11);

        stray->hit = false;
        stray->complete = i % 2;
        stray->rspst = i % 5 == 0 ? 3 : 0;
        add_rsp(b, 0x2000 + i, 50);
    }
    run(b);
    assert_int_equal(b->drops, 40);
    assert_int_equal(b->records, 40);
}

static void rsp_rx_reports_length_when_response_is_not_as_long_as_asked(void **state)
{
    struct bench *b = *state;

    for (uint32_t i = 0; i < 30; i++) {
        struct item *i1 = add_rsp(b, 0x1000 + i, i * 9);

        i1->len =
            i % 2 ? i1->bytes + 1 : i1->bytes + 64; /* also none at all, and a TAACK that says ok */
        i1->complete = i % 3;                       /* an error is recorded anyway */
        add_rsp(b, 0x2000 + i, 10 + i)->len = 9 + i;
    }
    run(b);
    assert_int_equal(b->payloads, 0);
    assert_int_equal(b->records, 60);
}

static void rsp_rx_reports_remote_error_when_target_says_so(void **state)
{
    struct bench *b = *state;

    for (uint8_t info = 0; info < 4; info++) {
        for (uint8_t rspst = 1; rspst < 8; rspst++) {
            struct item *i = add_rsp(b, 0x1000, 0);

            i->len = 64;
            i->rspst = rspst;
            i->rspinfo = info;
            i->complete = info % 2;
            i = add_rsp(b, 0x1000, 64); /* with data, against the rules */
            i->rspst = rspst;
            i->rspinfo = info;
        }
    }
    run(b);
    assert_int_equal(b->payloads, 0);
    assert_int_equal(b->records, 56);
}

static void rsp_rx_records_local_error_when_nothing_else_is_at_hand(void **state)
{
    struct bench *b = *state;

    add_lerr(b, 1, 0);
    add_lerr(b, 2, 1);
    add_lerr(b, 2, 2);
    run(b);
    assert_int_equal(b->records, 3);
    assert_int_equal(b->rets, 0); /* it never was in flight */
}

static void rsp_rx_records_local_errors_when_they_come_between_responses(void **state)
{
    struct bench *b = *state;

    b->rng = tb_rng_seed(2);
    b->stall_look = 80;
    b->stall_lerr = 70;
    for (uint32_t i = 0; i < 100; i++) {
        add_rsp(b, tb_rng_next(&b->rng) >> 8, 1 + tb_rng_below(&b->rng, 200))->jfc = 1;
        add_lerr(b, 2, 1 + i % 2)->jfc = 1;
    }
    run(b);
    assert_int_equal(b->records, 200);
}

/* ---- Time */

static void rsp_rx_writes_payload_with_the_verdict_and_record_next_when_all_is_there(void **state)
{
    struct bench *b = *state;
    struct dut *d = b->d;

    add_rsp(b, 0x1000, 40);
    b->stall_verdict = 100;
    cycles(b, 20);
    assert_int_equal(b->payloads, 0);
    assert_int_equal(*d->m_wr_valid, 0);
    b->stall_verdict = 0;
    cycle(b);
    assert_int_equal(b->payloads, 1); /* in the cycle of the verdict */
    assert_int_equal(b->records, 0);
    assert_int_equal(*d->probe_wr_valid, 1);
    cycle(b);
    assert_int_equal(b->records, 1);
    assert_int_equal(*d->m_ret_valid, 1);
    run(b);
}

static void rsp_rx_moves_a_beat_per_cycle_when_payload_is_long(void **state)
{
    struct bench *b = *state;
    uint64_t start;

    add_rsp(b, 0x1000, 4096);
    add_rsp(b, 0x5021, 4096); /* one beat more */
    while (b->payloads == 0) {
        cycle(b);
    }
    start = b->d->cycle;
    run(b);
    assert_true(b->last_write - start + 2 <= 64 + 1 + 65 + 1 + 4);
}

static void rsp_rx_needs_three_cycles_when_response_is_one_beat(void **state)
{
    struct bench *b = *state;
    uint64_t start = b->d->cycle;

    for (uint32_t i = 0; i < 100; i++) {
        add_rsp(b, 0x40 * i, 60);
    }
    run(b);
    assert_true(b->last_write - start <= 100 * 3 + 10);
}

/* ---- Stalls */

static void rsp_rx_takes_no_task_off_when_retire_port_stands_still(void **state)
{
    struct bench *b = *state;

    b->stall_ret = 100;
    for (uint32_t i = 0; i < 20; i++) {
        add_rsp(b, 0x40 * i, 60)->complete = i % 2;
    }
    cycles(b, 200);
    assert_int_equal(b->verdicts, 4);
    b->stall_ret = 0;
    run(b);
}

static void random_item(struct bench *b)
{
    struct item *i = add_rsp(b, tb_rng_next(&b->rng) >> 8,
                             tb_rng_below(&b->rng, 5) ? 1 + tb_rng_below(&b->rng, 400) : 0);

    i->len = i->bytes > 0 ? i->bytes : 64;
    i->complete = tb_rng_chance(&b->rng, 70);
    i->verdict = tb_rng_chance(&b->rng, 85);
    i->hit = tb_rng_chance(&b->rng, 90);
    if (i->bytes == 0 || tb_rng_chance(&b->rng, 10)) {
        i->rspst = 3;
        i->rspinfo = (uint8_t)(1 + tb_rng_below(&b->rng, 2));
    } else if (tb_rng_chance(&b->rng, 10)) {
        i->len += 1 + tb_rng_below(&b->rng, 100);
    }
}

static void rsp_rx_keeps_all_rules_when_everything_stalls(void **state)
{
    struct bench *b = *state;
    /* look, pay, verdict, lerr, wr, w, ret, found, context */
    static const uint32_t mix[][9] = {
        {20, 20, 20, 80, 20, 20, 20, 20, 20}, {0, 0, 0, 0, 0, 0, 0, 0, 0},
        {0, 70, 0, 50, 0, 0, 0, 0, 0},        {0, 0, 70, 50, 0, 0, 0, 0, 0},
        {0, 0, 0, 50, 70, 0, 0, 0, 0},        {0, 0, 0, 50, 0, 70, 0, 0, 0},
        {0, 0, 0, 50, 0, 0, 90, 0, 0},        {0, 0, 0, 50, 0, 0, 0, 80, 0},
        {0, 0, 0, 50, 0, 0, 0, 0, 80}};

    b->rng = tb_rng_seed(3);
    for (size_t k = 0; k < 9; k++) {
        b->stall_look = mix[k][0];
        b->stall_pay = mix[k][1];
        b->stall_verdict = mix[k][2];
        b->stall_lerr = mix[k][3];
        b->stall_wr = mix[k][4];
        b->stall_w = mix[k][5];
        b->stall_ret = mix[k][6];
        b->slow_find = mix[k][7];
        b->ctx.slow_percent = mix[k][8];
        b->ctx.rng.s = tb_rng_next(&b->rng);
        for (uint32_t i = 0; i < 200; i++) {
            random_item(b);
            if (tb_rng_chance(&b->rng, 30)) {
                add_lerr(b, (uint8_t)tb_rng_next(&b->rng), (uint8_t)tb_rng_next(&b->rng));
            }
        }
        run(b);
    }
    assert_true(b->payloads > 500 && b->records > 500 && b->drops > 50);
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(rsp_rx_places_payload_when_buffer_begins_at_any_lane),
        TEST(rsp_rx_places_payload_when_it_has_any_length),
        TEST(rsp_rx_writes_payload_and_no_record_when_unsignalled),
        TEST(rsp_rx_writes_the_record_of_the_layout_when_response_is_good),
        TEST(rsp_rx_turns_the_owner_bit_when_queue_begins_a_lap),
        TEST(rsp_rx_turns_the_owner_bit_each_time_when_queue_has_one_entry),
        TEST(rsp_rx_keeps_laps_when_producer_index_wraps),
        TEST(rsp_rx_counts_each_queue_alone_when_queues_mix),
        TEST(rsp_rx_throws_payload_away_when_verdict_is_bad),
        TEST(rsp_rx_uses_the_right_queue_when_bad_response_without_payload_goes_before),
        TEST(rsp_rx_writes_no_record_when_the_queue_is_not_set_up),
        TEST(rsp_rx_drops_response_when_there_is_no_such_operation),
        TEST(rsp_rx_reports_length_when_response_is_not_as_long_as_asked),
        TEST(rsp_rx_reports_remote_error_when_target_says_so),
        TEST(rsp_rx_records_local_error_when_nothing_else_is_at_hand),
        TEST(rsp_rx_records_local_errors_when_they_come_between_responses),
        TEST(rsp_rx_writes_payload_with_the_verdict_and_record_next_when_all_is_there),
        TEST(rsp_rx_moves_a_beat_per_cycle_when_payload_is_long),
        TEST(rsp_rx_needs_three_cycles_when_response_is_one_beat),
        TEST(rsp_rx_takes_no_task_off_when_retire_port_stands_still),
        TEST(rsp_rx_keeps_all_rules_when_everything_stalls),
    };
    return cmocka_run_group_tests_name("urma_rsp_rx", tests, NULL, NULL);
}
