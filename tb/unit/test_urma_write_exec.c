/* SPDX-License-Identifier: Apache-2.0 */
/* test_urma_write_exec: every check of a write at the target, what it leaves in memory and the
 * TAACK that answers it; payload thrown away between payload written; order, latency, stalls. */
/* DUT: urma_write_exec -GSEGS=16 -GRSP_DEPTH=1024 */
/* DUT: urma_write_exec -GSEGS=16 -GRSP_DEPTH=4 */
#include "dut.h"
#define TB_SEG_OPCODE OP_WRITE
#include "tb_frame.h"
#include "tb_hold.h"
#include "tb_seg.h"

#define REQS 4096u
#define LANES 64u
#define PAY_MAX 8192u

struct item {
    struct tb_req r;
    bool ok;
    uint32_t pay, lane; /* payload of the packet, bytes; its first lane */
};

struct bench {
    struct tb_segs segs;
    struct dut *d;
    struct tb_rng rng;
    uint32_t stall_req, stall_pay, stall_wr, stall_w, stall_pkt, stall_done;
    struct tb_hold wr, w, pkt;
    struct item item[REQS];
    uint32_t count, sent;
    uint32_t pays, pay_beat; /* payload that goes in: packet, beat */
    uint32_t at;             /* packet whose payload is written next */
    uint32_t beat, beats;    /* of the write at hand */
    uint32_t writes, pkts, answers;
    uint32_t whole, done, told;                    /* writes handed over, in memory, and answered */
    uint64_t sent_at, pay_at, wr_at, w_at, pkt_at; /* cycle of the last one */
    bool quiet; /* nothing came in the cycle before, and the module said that it is idle */
    bool probe_due;
    uint64_t probe;
};

static int setup(void **state)
{
    struct bench *b = calloc(1, sizeof(*b));
    struct dut *d;

    tb_segs_init(&b->segs);
    d = b->d = b->segs.d;
    b->wr = (struct tb_hold){.valid = d->m_wr_valid, .ready = d->m_wr_ready};
    TB_HOLD_ADD(&b->wr, d, m_wr_addr);
    TB_HOLD_ADD(&b->wr, d, m_wr_len);
    b->w = (struct tb_hold){.valid = d->m_w_valid, .ready = d->m_w_ready};
    TB_HOLD_ADD(&b->w, d, m_w_data);
    b->pkt = (struct tb_hold){.valid = d->m_pkt_valid, .ready = d->m_pkt_ready};
    TB_HOLD_ADD(&b->pkt, d, m_pkt_chan);
    TB_HOLD_ADD(&b->pkt, d, m_pkt_ta);
    TB_HOLD_ADD(&b->pkt, d, m_pkt_ta_bytes);
    TB_HOLD_ADD(&b->pkt, d, m_pkt_key);
    TB_HOLD_ADD(&b->pkt, d, m_pkt_frame);
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

/* ---- What comes in */

/* A packet whose payload is as long as its header says, if a packet can be. */
static struct item *add(struct bench *b, struct tb_req r)
{
    struct item *i = &b->item[b->count++];

    assert_true(b->count <= REQS);
    tb_seg_complete(&b->segs, &r);
    *i = (struct item){.r = r, .ok = true, .lane = tb_rng_below(&b->rng, LANES)};
    i->pay = (r.len & 0x3fff) <= PAY_MAX ? r.len & 0x3fff : tb_rng_below(&b->rng, 200);
    return i;
}

static struct item *add_good(struct bench *b, uint32_t len)
{
    struct tb_req r = tb_seg_good();

    r.len = len;
    return add(b, r);
}

/* Another payload than the header says. */
static struct item *set_pay(struct item *i, uint32_t bytes)
{
    i->pay = bytes;
    i->r.info = bytes == i->r.len ? i->r.info : UNSUPPORTED;
    return i;
}

static bool fine(const struct item *i) { return i->ok && i->r.info == FINE; }

static uint8_t payload(uint32_t item, uint32_t byte)
{
    return (uint8_t)(item * 151 + byte * 7 + (byte >> 8) * 13 + 1);
}

static void put_pay(struct bench *b)
{
    const struct item *i;

    while (b->pays < b->count && b->item[b->pays].pay == 0) {
        b->pays++;
    }
    if (b->pays == b->count) {
        return;
    }
    i = &b->item[b->pays];
    *b->d->s_pay_valid = 1;
    for (uint32_t k = 0; k < LANES; k++) { /* noise where headers, padding and ICRC stand */
        uint32_t n = b->pay_beat * LANES + k - i->lane;

        tb_set_byte(b->d->s_pay_data, k,
                    n < i->pay ? payload(b->pays, n) : (uint8_t)tb_rng_next(&b->rng));
    }
}

static bool go(struct bench *b, uint32_t stall_percent)
{
    return !tb_rng_chance(&b->rng, stall_percent);
}

static void drive(struct bench *b)
{
    struct dut *d = b->d;

    if (!*d->s_req_valid && b->sent < b->count && go(b, b->stall_req)) {
        const struct item *i = &b->item[b->sent];

        tb_seg_put(d, &i->r);
        *d->s_req_ok = i->ok;
        *d->s_req_pay_bytes = (uint16_t)i->pay;
        *d->s_req_pay_lane = (uint8_t)i->lane;
    }
    if (!*d->s_pay_valid && go(b, b->stall_pay)) {
        put_pay(b);
    }
    *d->m_pkt_ready = go(b, b->stall_pkt);
    *d->s_done = b->done < b->whole && go(b, b->stall_done);
    b->done += *d->s_done;
}

/* ---- What comes out */

static void check_command(struct bench *b)
{
    struct dut *d = b->d;
    const struct item *i;

    while (b->at < b->sent && !fine(&b->item[b->at])) {
        b->at++;
    }
    assert_true(b->at < b->sent);
    i = &b->item[b->at];
    assert_int_equal(*d->m_wr_addr, i->r.pa);
    assert_int_equal(*d->m_wr_len, i->r.len);
    b->beat = 0;
    b->beats = (uint32_t)((i->r.pa % LANES + i->r.len + LANES - 1) / LANES);
    b->writes++;
    b->wr_at = d->cycle;
    b->probe_due = true;
    b->probe = (i->r.pa % 4096 + i->r.len + 4095) / 4096 << 16 | i->r.frame;
}

static void check_beat(struct bench *b)
{
    const struct item *i = &b->item[b->at];

    for (uint32_t k = 0; k < LANES; k++) {
        uint32_t n = (uint32_t)(b->beat * LANES + k - i->r.pa % LANES);

        if (n < i->r.len) {
            assert_int_equal(tb_byte(b->d->m_w_data, k), payload(b->at, n));
        }
    }
    b->w_at = b->d->cycle;
    if (++b->beat == b->beats) {
        b->at++;
        b->whole++;
    }
}

/* A response that stands there, taken or not. */
static void check_packet(struct bench *b)
{
    struct dut *d = b->d;
    const struct item *i;
    uint8_t want[64] = {0x11}; /* TAACK; what is behind the ATAH is zero */

    while (b->pkts < b->count && !b->item[b->pkts].ok) {
        b->pkts++;
    }
    assert_true(b->pkts < b->sent);
    i = &b->item[b->pkts];
    assert_true(fine(i) ? b->at > b->pkts : b->pays > b->pkts || i->pay == 0);
    assert_true(!fine(i) || b->done > b->told); /* its payload is in memory */
    tb_be(want + 2, 2, i->r.tassn);
    want[4] = i->r.info == FINE ? 0x00 : i->r.info == UNSUPPORTED ? 0x61 : 0x62;
    tb_be(want + 5, 3, i->r.jetty);
    for (uint32_t k = 0; k < 64; k++) {
        assert_int_equal(tb_byte(d->m_pkt_ta, 63 - k), want[k]);
    }
    assert_int_equal(*d->m_pkt_ta_bytes, 8);
    assert_int_equal(*d->m_pkt_chan, i->r.chan);
    assert_int_equal(*d->m_pkt_key, (uint64_t)i->r.tassn << 20 | i->r.jetty);
    assert_int_equal(*d->m_pkt_frame, i->r.frame);
}

/* The memory port takes one command at a time, and no beat before its command. */
static void memory(struct bench *b)
{
    struct dut *d = b->d;
    bool open = b->beat < b->beats;

    *d->m_wr_ready = !open && go(b, b->stall_wr);
    tb_ctx_show(&b->segs.ctx);
    tb_ctx_settle(d, &b->segs.ctx, 1);
    *d->m_w_ready = (open || (*d->m_wr_valid && *d->m_wr_ready)) && go(b, b->stall_w);
    tb_ctx_settle(d, &b->segs.ctx, 1);
    if (tb_hold_check(&b->wr)) {
        check_command(b);
    }
    if (tb_hold_check(&b->w)) {
        check_beat(b);
    }
}

static void responses(struct bench *b)
{
    if (*b->d->m_pkt_valid) {
        check_packet(b);
    }
    if (tb_hold_check(&b->pkt)) {
        b->told += fine(&b->item[b->pkts]);
        b->pkts++;
        b->answers++;
        b->pkt_at = b->d->cycle;
    }
}

static bool request_moves(struct bench *b)
{
    bool moves = *b->d->s_req_valid && *b->d->s_req_ready;

    b->sent += moves;
    b->sent_at = moves ? b->d->cycle : b->sent_at;
    return moves;
}

static bool payload_moves(struct bench *b)
{
    const struct item *i = &b->item[b->pays];
    bool moves = *b->d->s_pay_valid && *b->d->s_pay_ready;

    if (moves) {
        assert_true(b->pays < b->sent); /* not before its request */
        b->pay_at = b->d->cycle;
        if (++b->pay_beat * LANES >= i->lane + i->pay) {
            b->pay_beat = 0;
            b->pays++;
        }
    }
    return moves;
}

static void cycle(struct bench *b)
{
    struct dut *d = b->d;
    bool req, pay;

    assert_true(!b->quiet ||
                (*d->stat_idle && !*d->m_wr_valid && !*d->m_w_valid && !*d->m_pkt_valid));
    assert_int_equal(*d->probe_wr_valid, b->probe_due);
    if (b->probe_due) {
        assert_int_equal(*d->probe_wr_id, b->probe);
    }
    b->probe_due = false;
    drive(b);
    memory(b);
    responses(b);
    tb_ctx_edge(&b->segs.ctx, NULL, NULL, NULL);
    pay = payload_moves(b);
    req = request_moves(b);
    b->quiet = *d->stat_idle && !*d->s_req_valid && !*d->s_pay_valid;
    dut_tick(d);
    *d->s_req_valid = (uint8_t)(*d->s_req_valid && !req);
    *d->s_pay_valid = (uint8_t)(*d->s_pay_valid && !pay);
}

static void cycles(struct bench *b, uint32_t n)
{
    while (n-- > 0) {
        cycle(b);
    }
}

/* Until all have come, gone and been answered, and then quiet. */
static void run(struct bench *b)
{
    uint32_t owed = 0;

    for (uint32_t k = 0; k < b->count; k++) {
        owed += b->item[k].ok;
    }
    for (uint32_t quiet = 0, i = 0; quiet < 4; i++) {
        assert_true(i < 200000);
        cycle(b);
        while (b->pays < b->count && b->item[b->pays].pay == 0) {
            b->pays++;
        }
        dut_eval(b->d);
        const bool all = b->sent == b->count && b->pays == b->count && b->answers == owed;
        quiet = all && *b->d->stat_idle ? quiet + 1 : 0;
    }
    while (b->at < b->count && !fine(&b->item[b->at])) {
        b->at++;
    }
    assert_int_equal(b->at, b->count); /* all written */
    assert_int_equal(b->beat, b->beats);
}

/* Said by hand, by the model and by the module. */
static void tb_seg_one(void **state, struct tb_req r, uint32_t info)
{
    struct bench *b = *state;
    uint32_t writes = b->writes;

    add(b, r);
    assert_int_equal(b->item[b->count - 1].r.info, info);
    run(b);
    assert_int_equal(b->writes - writes, info == FINE);
}

/* ---- Memory and answer */

static void write_exec_writes_physical_address_when_all_is_right(void **state)
{
    struct bench *b = *state;
    struct tb_req r = tb_seg_good();

    r.addr += 0x123;
    r.len = 100;
    add(b, r);
    assert_int_equal(b->item[0].r.pa, 0x4500000163);
    run(b);
    assert_int_equal(b->writes, 1);
}

static void write_exec_answers_with_these_bytes_when_done_or_refused(void **state)
{
    struct bench *b = *state;
    static const uint8_t want[3][8] = {{0x11, 0, 0x12, 0x34, 0x00, 0x0a, 0xbc, 0xde},  /* OK */
                                       {0x11, 0, 0x12, 0x34, 0x61, 0x0a, 0xbc, 0xde},  /* error 1 */
                                       {0x11, 0, 0x12, 0x34, 0x62, 0x0a, 0xbc, 0xde}}; /* error 2 */

    b->stall_pkt = 100;
    for (uint32_t info = 0; info < 3; info++) {
        struct tb_req r = tb_seg_good();
        struct item *i;

        r.ver = info == UNSUPPORTED;
        r.token ^= info == ABORT;
        i = add(b, r);
        i->r.tassn = 0x1234;
        i->r.jetty = 0xabcde;
        cycles(b, 20);
        assert_int_equal(*b->d->m_pkt_valid, 1);
        for (uint32_t k = 0; k < 64; k++) {
            assert_int_equal(tb_byte(b->d->m_pkt_ta, 63 - k), k < 8 ? want[info][k] : 0);
        }
        b->stall_pkt = 0;
        cycle(b);
        b->stall_pkt = 100;
    }
    run(b);
}

static void write_exec_moves_bytes_to_their_lanes_when_lanes_are_any(void **state)
{
    struct bench *b = *state;
    static const uint32_t len[] = {1, 2, 63, 64, 65, 130};

    for (uint32_t lane = 0; lane < LANES; lane++) {
        for (size_t k = 0; k < 6; k++) {
            struct tb_req r = tb_seg_good();

            r.addr += tb_rng_below(&b->rng, 256);
            r.len = len[k];
            add(b, r)->lane = lane;
        }
    }
    run(b);
}

static void write_exec_writes_all_when_packet_is_the_longest(void **state)
{
    struct bench *b = *state;

    *b->d->cfg_mtu_bytes = PAY_MAX;
    for (uint32_t lane = 0; lane < LANES; lane += 21) {
        add_good(b, PAY_MAX)->lane = lane;
        add_good(b, PAY_MAX - 1)->lane = lane;
    }
    run(b);
    assert_int_equal(b->writes, b->count);
}

static void write_exec_refuses_when_length_is_not_the_payload(void **state)
{
    struct bench *b = *state;
    static const uint32_t pay[] = {0, 1, 63, 65, 128, 64 + 4096};

    for (size_t k = 0; k < 6; k++) {
        set_pay(add_good(b, 64), pay[k]);
        add_good(b, 64);
    }
    run(b);
    assert_int_equal(b->writes, 6);
}

static void write_exec_refuses_with_unsupported_when_token_is_wrong_too(void **state)
{
    struct bench *b = *state;
    struct tb_req r = tb_seg_good();

    r.token = 0;
    set_pay(add(b, r), 63);
    run(b);
}

static void write_exec_throws_payload_away_when_packet_is_bad(void **state)
{
    struct bench *b = *state;
    struct tb_req denied = tb_seg_good();

    denied.token = 0;
    denied.len = 1000;
    for (uint32_t lane = 0; lane < LANES; lane++) { /* with the beats of every lane */
        add_good(b, 64 + lane);
        add(b, denied)->lane = lane;
        add_good(b, 200);
        add_good(b, 300)->ok = false; /* not to be executed, and not answered */
        add_good(b, 1);
        set_pay(add_good(b, 0), 0); /* bad, and nothing to throw away */
        set_pay(add_good(b, 64), 0);
        add_good(b, 64)->ok = false;
        set_pay(add_good(b, 64), lane + 1)->lane = LANES - 1;
    }
    for (uint32_t k = 0; k < 4; k++) {
        set_pay(add_good(b, 64), 0)->ok = false; /* nothing at all */
    }
    run(b);
    assert_int_equal(b->writes, 3 * LANES + 1); /* and the one with a right length by chance */
    assert_int_equal(b->answers, 7 * LANES);
}

/* ---- Order of response, payload and request */

static void write_exec_answers_after_the_last_beat_when_memory_is_slow(void **state)
{
    struct bench *b = *state;

    add_good(b, 256)->lane = 0; /* to lane 0x40: four beats */
    for (uint32_t beat = 1; beat <= 4; beat++) {
        b->stall_w = 100;
        cycles(b, 20);
        assert_int_equal(*b->d->m_pkt_valid, 0);
        assert_int_equal(b->beat, beat - 1);
        b->stall_w = 0;
        cycle(b);
    }
    assert_int_equal(b->answers, 0);
    cycle(b);
    assert_int_equal(b->answers, 1);
    run(b);
}

static void write_exec_answers_when_memory_has_answered(void **state)
{
    struct bench *b = *state;

    b->stall_done = 100;
    for (uint32_t i = 0; i < 3; i++) {
        add_good(b, 64);
    }
    cycles(b, 40);
    assert_int_equal(b->whole, 3);
    for (uint32_t n = 0; n < 3; n++) {
        assert_int_equal(b->answers, n);
        assert_int_equal(*b->d->stat_idle, 1); /* it waits for others */
        b->stall_done = 0;
        cycle(b);
        b->stall_done = 100;
        cycles(b, 10);
    }
    run(b);
}

static void write_exec_keeps_payload_back_when_request_comes_later(void **state)
{
    struct bench *b = *state;

    b->stall_req = 100;
    add_good(b, 100);
    cycles(b, 20);
    assert_int_equal(*b->d->s_pay_valid, 1);
    assert_int_equal(b->pays + b->pay_beat, 0);
    b->stall_req = 0;
    run(b);
}

static void write_exec_is_idle_when_it_waits_for_payload(void **state)
{
    struct bench *b = *state;

    b->stall_pay = 100;
    add_good(b, 100);
    cycles(b, 20);
    assert_int_equal(b->sent, 1);
    assert_int_equal(*b->d->stat_idle, 1);
    b->stall_pay = 0;
    run(b);
}

static void write_exec_writes_on_when_link_takes_no_response(void **state)
{
    struct bench *b = *state;

    b->stall_pkt = 100;
    for (uint32_t i = 0; i < DUT_P_RSP_DEPTH + 20; i++) {
        add_good(b, 64)->lane = 0;
    }
    cycles(b, DUT_P_RSP_DEPTH + 60);
    assert_int_equal(b->writes, DUT_P_RSP_DEPTH);
    assert_int_equal(*b->d->m_wr_valid, 0); /* what is shown to memory stays: so nothing is */
    b->stall_pkt = 0;
    run(b);
}

/* ---- Time */

static void write_exec_writes_after_five_cycles_when_idle(void **state)
{
    struct bench *b = *state;

    add_good(b, 64)->lane = 0;
    cycle(b);
    assert_int_equal(b->sent, 1);
    assert_int_equal(*b->d->stat_idle, 0);
    run(b);
    assert_int_equal(b->wr_at - b->sent_at, 5);
    assert_int_equal(b->pkt_at - b->w_at, 1);
}

static void write_exec_writes_after_two_cycles_when_payload_comes_last(void **state)
{
    struct bench *b = *state;

    b->stall_pay = 100;
    add_good(b, 64)->lane = 0;
    cycles(b, 20);
    b->stall_pay = 0;
    run(b);
    assert_int_equal(b->wr_at - b->pay_at, 2);
    assert_int_equal(b->w_at, b->wr_at);
}

static void write_exec_moves_a_packet_per_cycle_when_packets_are_short(void **state)
{
    struct bench *b = *state;
    const uint64_t start = b->d->cycle;

    for (uint32_t i = 0; i < 200; i++) {
        struct item *it = add_good(b, 64);

        it->lane = 0;
        it->r.token ^= i % 5 == 1;
        it->r.info = i % 5 == 1 ? ABORT : FINE;
        it->ok = i % 5 != 2;
    }
    run(b);
    assert_int_equal(b->w_at - start, 199 + 5);
}

static void write_exec_moves_a_beat_per_cycle_when_packets_are_long(void **state)
{
    struct bench *b = *state;
    const uint64_t start = b->d->cycle;

    for (uint32_t i = 0; i < 10; i++) {
        add_good(b, 4096)->lane = 22; /* 65 beats from behind its headers, 64 for memory */
    }
    run(b);
    assert_int_equal(b->w_at - start, 10 * 65 - 1 + 5);
}

/* The first, or only, beat is made when the second has come. */
static void write_exec_takes_a_cycle_more_when_the_first_beat_needs_two(void **state)
{
    struct bench *b = *state;

    add_good(b, 64)->lane = 22;
    run(b);
    assert_int_equal(b->wr_at - b->sent_at, 6);
}

static void write_exec_counts_pages_when_write_crosses_them(void **state)
{
    struct bench *b = *state;
    /* physical offset in its page, length, pages touched */
    static const uint32_t at[][3] = {{0, 1, 1},    {0, 4096, 1}, {1, 4096, 2},
                                     {4095, 1, 1}, {4095, 2, 2}, {4095, 4096, 2}};

    for (size_t i = 0; i < 6; i++) {
        struct tb_seg s = tb_seg_usual();

        s.pa = 0x1000 + at[i][0];
        tb_seg_set(&b->segs, 5, s);
        add_good(b, at[i][1]);
        run(b); /* checks the probe in each cycle */
        assert_int_equal(b->probe, at[i][2] << 16 | b->item[i].r.frame);
    }
}

/* ---- All at once */

static void write_exec_keeps_all_rules_when_everything_stalls(void **state)
{
    struct bench *b = *state;
    static const uint32_t mix[][6] = {
        {30, 30, 30, 30, 30, 30}, {0, 0, 70, 0, 0, 0}, {0, 0, 0, 70, 0, 0}, {0, 0, 0, 0, 95, 0},
        {70, 0, 0, 0, 0, 0},      {0, 70, 0, 0, 0, 0}, {0, 0, 0, 0, 0, 70}, {0, 0, 0, 0, 0, 0}};

    b->segs.rng = b->rng = tb_rng_seed(1);
    for (size_t k = 0; k < 8; k++) {
        tb_segs_random(&b->segs);
        b->stall_req = mix[k][0];
        b->stall_pay = mix[k][1];
        b->stall_wr = mix[k][2];
        b->stall_w = mix[k][3];
        b->stall_pkt = mix[k][4];
        b->stall_done = (uint32_t)k % 3 * 40;
        b->segs.ctx.slow_percent = mix[k][5];
        b->segs.ctx.rng.s = tb_rng_next(&b->rng);
        for (int i = 0; i < 400; i++) {
            struct tb_req r = tb_seg_random_req(&b->segs);
            struct item *it;

            r.len = tb_rng_chance(&b->rng, 80) ? r.len % 300 : r.len;
            it = add(b, r);
            it->ok = tb_rng_chance(&b->rng, 90);
            if (tb_rng_chance(&b->rng, 10)) {
                set_pay(it, tb_rng_below(&b->rng, 300));
            }
        }
        run(b);
    }
    assert_true(b->writes > 500);
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
    const struct CMUnitTest tests[] = {
        TB_SEG_TESTS(setup, teardown),
        TEST(write_exec_writes_physical_address_when_all_is_right),
        TEST(write_exec_answers_with_these_bytes_when_done_or_refused),
        TEST(write_exec_moves_bytes_to_their_lanes_when_lanes_are_any),
        TEST(write_exec_writes_all_when_packet_is_the_longest),
        TEST(write_exec_refuses_when_length_is_not_the_payload),
        TEST(write_exec_refuses_with_unsupported_when_token_is_wrong_too),
        TEST(write_exec_throws_payload_away_when_packet_is_bad),
        TEST(write_exec_answers_after_the_last_beat_when_memory_is_slow),
        TEST(write_exec_answers_when_memory_has_answered),
        TEST(write_exec_keeps_payload_back_when_request_comes_later),
        TEST(write_exec_is_idle_when_it_waits_for_payload),
        TEST(write_exec_writes_on_when_link_takes_no_response),
        TEST(write_exec_writes_after_five_cycles_when_idle),
        TEST(write_exec_writes_after_two_cycles_when_payload_comes_last),
        TEST(write_exec_takes_a_cycle_more_when_the_first_beat_needs_two),
        TEST(write_exec_moves_a_packet_per_cycle_when_packets_are_short),
        TEST(write_exec_moves_a_beat_per_cycle_when_packets_are_long),
        TEST(write_exec_counts_pages_when_write_crosses_them),
        TEST(write_exec_keeps_all_rules_when_everything_stalls),
    };
    return cmocka_run_group_tests_name("urma_write_exec", tests, NULL, NULL);
}
