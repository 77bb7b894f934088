/* SPDX-License-Identifier: Apache-2.0 */
/* test_urma_frame_build: whole frames, byte by byte, against the vectors and frames made by hand;
 * all payload lengths, order of the sources, latency, rate, stalls. */
/* DUT: urma_frame_build */
/* DUT: urma_frame_build -GTA_BYTES=252 */
#include "dut.h"
#include "tb_frame.h"
#include "tb_hold.h"

#define JOBS 1024u
#define TA_BYTES ((uint32_t)DUT_W_s_pkt_ta / 8) /* room for transaction headers */

static const uint64_t MAC = 0x0a1b2c3d4e5f;
static const uint32_t IP = 0xc0a80a05;

struct job {
    struct tb_frame_head head;
    uint8_t ta[264];
    uint32_t ta_bytes;
    uint32_t pay_bytes;
    uint32_t number; /* of its payload */
    uint64_t key;
    uint16_t frame;
    bool rsp;
    bool err; /* with the last payload beat */
};

struct source {
    struct job job[JOBS];
    uint32_t count, sent, got;
};

struct bench {
    struct dut *d;
    struct tb_rng rng;
    uint32_t stall_s, stall_pay, stall_m;
    struct tb_hold out;
    struct source ack, pkt;
    uint32_t pay_job, pay_beat; /* payload that goes in */
    struct tb_frame now, want;
    uint64_t first_out, last_out;
    uint32_t frames;
    bool last_was_ack;
};

static int setup(void **state)
{
    struct bench *b = calloc(1, sizeof(*b));

    b->d = dut_create();
    *b->d->cfg_mac = MAC;
    *b->d->cfg_ip = IP;
    b->out = (struct tb_hold){.valid = b->d->m_valid, .ready = b->d->m_ready};
    TB_HOLD_ADD(&b->out, b->d, m_data);
    TB_HOLD_ADD(&b->out, b->d, m_keep);
    TB_HOLD_ADD(&b->out, b->d, m_last);
    TB_HOLD_ADD(&b->out, b->d, m_user_err);
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

static void payload(uint32_t number, uint8_t *p, uint32_t bytes)
{
    struct tb_rng r = {number + 1000};

    tb_rng_fill(&r, p, bytes);
}

static struct job *add_ack(struct bench *b)
{
    struct job *j = &b->ack.job[b->ack.count++];
    struct tb_rng *r = &b->rng;

    assert_true(b->ack.count <= JOBS);
    j->head = (struct tb_frame_head){
        .dst_mac = tb_rng_next(r) >> 16,
        .src_mac = MAC,
        .dst_ip = (uint32_t)tb_rng_next(r),
        .src_ip = IP,
        .sport = (uint16_t)tb_rng_next(r),
        .tp_opcode = 2,
        .src_tpn = (uint16_t)tb_rng_next(r),
        .dst_tpn = tb_rng_next(r) & 0xffffff,
        .psn = tb_rng_next(r) & 0xffffff,
        .tpmsn = tb_rng_next(r) & 0xffffff,
    };
    return j;
}

static struct job *add_pkt(struct bench *b, uint32_t ta_bytes, uint32_t pay_bytes)
{
    struct job *j = &b->pkt.job[b->pkt.count];
    struct tb_rng *r = &b->rng;

    *j = *add_ack(b);
    b->ack.count--;
    j->number = b->pkt.count++;
    assert_true(b->pkt.count <= JOBS);
    j->head.tp_opcode = 0x81;
    j->head.a = 1;
    tb_rng_fill(r, j->ta, ta_bytes);
    j->ta_bytes = ta_bytes;
    j->pay_bytes = pay_bytes;
    j->key = tb_rng_next(r) & 0xfffffffff;
    j->frame = (uint16_t)tb_rng_next(r);
    j->rsp = pay_bytes > 0;
    j->err = pay_bytes > 0 && tb_rng_chance(r, 30);
    return j;
}

static void put_ack(struct dut *d, const struct job *j)
{
    *d->s_ack_valid = 1;
    *d->s_ack_chan = (uint16_t)j->head.src_tpn;
    *d->s_ack_psn = j->head.psn;
    *d->s_ack_tpmsn = j->head.tpmsn;
    *d->s_ack_rmt_tpn = j->head.dst_tpn;
    *d->s_ack_dst_mac = j->head.dst_mac;
    *d->s_ack_dst_ip = j->head.dst_ip;
    *d->s_ack_udp_sport = j->head.sport;
}

static void put_pkt(struct dut *d, const struct job *j)
{
    *d->s_pkt_valid = 1;
    *d->s_pkt_is_rsp = j->rsp;
    *d->s_pkt_chan = (uint16_t)j->head.src_tpn;
    *d->s_pkt_psn = j->head.psn;
    *d->s_pkt_tpmsn = j->head.tpmsn;
    *d->s_pkt_rmt_tpn = j->head.dst_tpn;
    *d->s_pkt_dst_mac = j->head.dst_mac;
    *d->s_pkt_dst_ip = j->head.dst_ip;
    *d->s_pkt_udp_sport = j->head.sport;
    for (uint32_t i = 0; i < TA_BYTES; i++) { /* first wire byte in the top bits */
        tb_set_byte(d->s_pkt_ta, TA_BYTES - 1 - i, i < j->ta_bytes ? j->ta[i] : 0);
    }
    *d->s_pkt_ta_bytes = (uint8_t)j->ta_bytes;
    *d->s_pkt_key = j->key;
    *d->s_pkt_pay_bytes = (uint16_t)j->pay_bytes;
    *d->s_pkt_frame = j->frame;
}

/* Lane of the first payload byte; the stream begins with the beat that has it. */
static uint32_t pay_lane(const struct job *j) { return (TB_AT_TA + j->ta_bytes) % TB_BEAT; }

/* Drive the next payload beat, as a source that has it before its packet. */
static void put_pay(struct bench *b)
{
    static uint8_t bytes[8192 + 128];
    const struct job *j;

    while (b->pay_job < b->pkt.count && b->pkt.job[b->pay_job].pay_bytes == 0) {
        b->pay_job++;
    }
    if (b->pay_job == b->pkt.count) {
        return;
    }
    j = &b->pkt.job[b->pay_job];
    memset(bytes, 0, sizeof(bytes));
    payload(j->number, bytes + pay_lane(j), j->pay_bytes);
    for (uint32_t i = 0; i < TB_BEAT; i++) {
        tb_set_byte(j->rsp ? b->d->s_pay_data : b->d->s_wpay_data, i,
                    bytes[b->pay_beat * TB_BEAT + i]);
    }
    bool last = (b->pay_beat + 1) * TB_BEAT >= pay_lane(j) + j->pay_bytes;
    bool err = last ? j->err : tb_rng_chance(&b->rng, 50); /* only the last counts */

    *(j->rsp ? b->d->s_pay_valid : b->d->s_wpay_valid) = 1;
    *(j->rsp ? b->d->s_pay_last : b->d->s_wpay_last) = last;
    *(j->rsp ? b->d->s_pay_err : b->d->s_wpay_err) = err;
}

static void want(const struct job *j, struct tb_frame *f)
{
    static uint8_t bytes[8192];

    payload(j->number, bytes, j->pay_bytes);
    tb_frame_make(f, &j->head, j->ta, j->ta_bytes, bytes, j->pay_bytes);
}

static void take_frame(struct bench *b, bool err)
{
    bool is_ack = (b->now.b[TB_AT_RTPH] & 0x7f) == 2;
    struct source *s = is_ack ? &b->ack : &b->pkt;

    assert_true(s->got < s->sent);
    assert_int_equal(err, s->job[s->got].err);
    want(&s->job[s->got++], &b->want);
    tb_frame_check(&b->now, &b->want);
    b->now.len = 0;
    b->frames++;
    b->last_was_ack = is_ack;
}

static void cycle(struct bench *b)
{
    struct dut *d = b->d;
    bool ack, pkt, pay;

    if (!*d->s_ack_valid && b->ack.sent < b->ack.count && !tb_rng_chance(&b->rng, b->stall_s)) {
        put_ack(d, &b->ack.job[b->ack.sent]);
    }
    if (!*d->s_pkt_valid && b->pkt.sent < b->pkt.count && !tb_rng_chance(&b->rng, b->stall_s)) {
        put_pkt(d, &b->pkt.job[b->pkt.sent]);
    }
    if (!*d->s_pay_valid && !*d->s_wpay_valid && !tb_rng_chance(&b->rng, b->stall_pay)) {
        put_pay(b);
    }
    *d->m_ready = !tb_rng_chance(&b->rng, b->stall_m);
    dut_eval(d);
    ack = *d->s_ack_valid && *d->s_ack_ready;
    pkt = *d->s_pkt_valid && *d->s_pkt_ready;
    pay = (*d->s_pay_valid && *d->s_pay_ready) || (*d->s_wpay_valid && *d->s_wpay_ready);
    b->ack.sent += ack;
    b->pkt.sent += pkt;
    if (tb_hold_check(&b->out)) {
        if (b->frames == 0 && b->now.len == 0) {
            b->first_out = d->cycle;
        }
        b->last_out = d->cycle;
        tb_frame_add(&b->now, d->m_data, *d->m_keep, *d->m_last);
        assert_int_equal(*d->stat_frame, *d->m_last);
        assert_true(*d->m_last || !*d->m_user_err);
        if (*d->m_last) {
            take_frame(b, *d->m_user_err);
        }
    }
    if (pay) {
        bool last = *d->s_pay_valid ? *d->s_pay_last : *d->s_wpay_last;

        b->pay_job += last;
        b->pay_beat = last ? 0 : b->pay_beat + 1;
    }
    dut_tick(d);
    *d->s_ack_valid = (uint8_t)(*d->s_ack_valid && !ack);
    *d->s_pkt_valid = (uint8_t)(*d->s_pkt_valid && !pkt);
    *d->s_pay_valid = (uint8_t)(*d->s_pay_valid && !pay);
    *d->s_wpay_valid = (uint8_t)(*d->s_wpay_valid && !pay);
}

static void run(struct bench *b)
{
    for (uint32_t i = 0; b->ack.got < b->ack.count || b->pkt.got < b->pkt.count; i++) {
        assert_true(i < 500000);
        cycle(b);
    }
    dut_eval(b->d);
    assert_int_equal(*b->d->stat_idle, 1);
}

/* ---- Bytes */

/* Send what the vector says and compare all of the frame. */
static void from_vector(struct bench *b, const char *name, struct job *j, const char *what)
{
    struct dut *d = b->d;
    struct tb_frame f;

    tb_frame_load(&f, name);
    memcpy(j->ta, f.b + TB_AT_TA, j->ta_bytes);
    if (what[0] == 'a') {
        put_ack(d, j);
    } else {
        put_pkt(d, j);
    }
    b->now.len = 0;
    *d->m_ready = 1;
    for (uint32_t i = 0, beat = 0; i < 12; i++) {
        *d->s_pay_valid = j->pay_bytes > 0;
        *d->s_pay_last = beat == 1;
        for (uint32_t k = 0; k < TB_BEAT; k++) { /* payload 0x00 to 0x3f */
            uint32_t n = beat * TB_BEAT + k - pay_lane(j);

            tb_set_byte(d->s_pay_data, k, n < j->pay_bytes ? (uint8_t)n : 0);
        }
        dut_eval(d);
        beat += *d->s_pay_valid && *d->s_pay_ready;
        if (*d->m_valid) {
            tb_frame_add(&b->now, d->m_data, *d->m_keep, *d->m_last);
        }
        dut_tick(d);
        *d->s_ack_valid = 0;
        *d->s_pkt_valid = 0;
    }
    tb_frame_check(&b->now, &f);
}

static void frame_build_makes_the_vectors_when_node_1_sends(void **state)
{
    struct bench *b = *state;
    struct tb_frame_head h = {.dst_mac = 0x020000000002,
                              .dst_ip = 0x0a000002,
                              .sport = 0xc003,
                              .src_tpn = 3,
                              .dst_tpn = 5,
                              .psn = 0x100,
                              .tpmsn = 0x10};

    *b->d->cfg_mac = 0x020000000001;
    *b->d->cfg_ip = 0x0a000001;
    dut_tick(b->d);
    from_vector(b, "read_request", &(struct job){.head = h, .ta_bytes = 28}, "pkt");
    h.psn = 0x200;
    h.tpmsn = 0x20;
    from_vector(b, "ack_of_response", &(struct job){.head = h}, "ack");
}

static void frame_build_makes_the_vectors_when_node_2_sends(void **state)
{
    struct bench *b = *state;
    struct tb_frame_head h = {.dst_mac = 0x020000000001,
                              .dst_ip = 0x0a000001,
                              .sport = 0xc005,
                              .src_tpn = 5,
                              .dst_tpn = 3,
                              .psn = 0x100,
                              .tpmsn = 0x10};

    *b->d->cfg_mac = 0x020000000002;
    *b->d->cfg_ip = 0x0a000002;
    dut_tick(b->d);
    from_vector(b, "ack_of_request", &(struct job){.head = h}, "ack");
    h.psn = 0x200;
    h.tpmsn = 0x20;
    from_vector(b, "read_response",
                &(struct job){.head = h, .ta_bytes = 8, .pay_bytes = 64, .rsp = true}, "pkt");
}

static void frame_build_puts_every_field_when_fields_are_random(void **state)
{
    struct bench *b = *state;

    b->rng = tb_rng_seed(1);
    for (int i = 0; i < 200; i++) {
        add_ack(b);
        add_pkt(b, i % 2 ? 28 : 24, 0);
    }
    run(b);
}

static void frame_build_is_right_when_payload_has_any_length(void **state)
{
    struct bench *b = *state;

    for (uint32_t len = 0; len <= 200; len++) {
        add_pkt(b, 8, len);
    }
    for (uint32_t len = 4030; len <= 4096; len++) {
        add_pkt(b, 8, len);
        add_pkt(b, len % 2 ? 28 : 24, len)->rsp = false; /* a write */
    }
    for (uint32_t len = 1; len <= 140; len++) {
        add_pkt(b, len % 2 ? 28 : 24, len)->rsp = false;
    }
    add_pkt(b, 8, 8192);
    run(b);
}

/* Addresses for which the first fold of the checksum carries again, and results at both ends. */
/* Payload begins at lane 2 behind 8, 72, 136, 200 bytes of transaction headers. */
static void frame_build_is_right_when_headers_fill_several_beats(void **state)
{
    struct bench *b = *state;

    for (uint32_t ta = 8; ta <= TA_BYTES; ta += 4) {
        add_pkt(b, ta, 0);
        if (ta % 64 == 8) {
            for (uint32_t bytes = 1; bytes < 140; bytes += 23) {
                add_pkt(b, ta, bytes);
            }
        }
    }
    run(b);
}

static void frame_build_folds_the_checksum_twice_when_it_carries(void **state)
{
    struct bench *b = *state;
    /* An acknowledgement: 0x4500 + 48 + 0x4000 + 0x4011 + 0xc0a8 + 0x0a05 = 0x18fee before dst_ip.
     */
    const uint32_t base = 0x4500 + 48 + 0x4000 + 0x4011 + 0xc0a8 + 0x0a05;

    assert_int_equal(base, 0x18fee);
    for (uint32_t low = 0xfff8; low <= 0x10008; low++) {
        /* choose words so that the low half of the sum is `low` with 1 to 3 carries */
        for (uint32_t hi = 0; hi <= 0xffff; hi += 0x5555) {
            uint32_t lo = (low - base - hi) & 0xffff;

            add_ack(b)->head.dst_ip = hi << 16 | lo;
        }
    }
    run(b);
}

static void frame_build_marks_the_last_beat_when_payload_is_bad(void **state)
{
    struct bench *b = *state;

    for (uint32_t len = 1; len <= 200;
         len++) { /* the frame ends with the payload, or one beat behind it */
        add_pkt(b, 8, len)->err = true;
        add_pkt(b, 8, len)->err = false;
        add_ack(b);
    }
    run(b);
}

/* ---- Order */

/* Packets of two beats each; the one that goes on counts as a whole. */
static void frame_build_lets_64_beats_of_data_go_before_an_acknowledgement(void **state)
{
    struct bench *b = *state;

    for (int i = 0; i < 50; i++) {
        add_pkt(b, 28, 0);
    }
    add_ack(b);
    for (int i = 0; i < 1000 && (b->ack.got == 0); i++) {
        cycle(b);
    }
    assert_in_range(b->pkt.got, 32, 33);
    run(b);
}

static void frame_build_sends_acknowledgement_when_another_channel_is_behind(void **state)
{
    struct bench *b = *state;

    for (int i = 0; i < 5; i++) {
        add_ack(b);
        add_pkt(b, 28, 0);
    }
    for (int i = 0; i < 1000 && (b->pkt.got < 5); i++) {
        cycle(b);
    }
    assert_int_equal(b->ack.got, 4); /* the last has nothing behind it */
    run(b);
}

static void frame_build_merges_acknowledgements_that_wait(void **state)
{
    struct bench *b = *state;
    struct job *j;

    add_pkt(b, 8, 1000);
    for (int i = 0; i < 4; i++) {
        cycle(b);
    }
    for (int i = 0; i < 3; i++) {
        j = add_ack(b);
        j->head = b->ack.job[0].head;
        j->head.psn += (uint32_t)i;
    }
    for (int i = 0; i < 1000 && (b->ack.sent < 3); i++) {
        cycle(b);
        assert_int_equal(b->frames, 0); /* all within the frame before */
    }
    b->ack.got = 2; /* the third alone is expected */
    run(b);
}

static void frame_build_does_not_interleave_when_acknowledgement_comes_in_a_frame(void **state)
{
    struct bench *b = *state;

    add_pkt(b, 8, 1000);
    for (int i = 0; i < 4; i++) {
        cycle(b);
    }
    assert_int_equal(b->pkt.sent, 1);
    add_ack(b);
    add_pkt(b, 8, 10);
    run(b); /* take_frame compares whole frames */
    assert_true(b->last_was_ack);
}

static void frame_build_keeps_frames_whole_when_all_streams_stall(void **state)
{
    struct bench *b = *state;
    const uint32_t stall[][3] = {{40, 40, 40}, {0, 60, 0}, {60, 0, 0}, {0, 0, 60}, {5, 5, 5}};

    b->rng = tb_rng_seed(2);
    for (size_t k = 0; k < 5; k++) {
        b->stall_s = stall[k][0];
        b->stall_pay = stall[k][1];
        b->stall_m = stall[k][2];
        for (int i = 0; i < 60; i++) {
            uint32_t pay = tb_rng_below(&b->rng, 3) == 0 ? 0 : 1 + tb_rng_below(&b->rng, 400);

            add_ack(b);
            add_pkt(b, i % 3 && pay > 0 ? 8 : 28, pay)->rsp = i % 3 != 0;
        }
        run(b);
    }
}

static void frame_build_stops_taking_when_link_stands_still(void **state)
{
    struct bench *b = *state;
    uint32_t taken;

    b->stall_m = 100;
    for (int i = 0; i < 100; i++) {
        add_ack(b);
    }
    for (int i = 0; i < 60; i++) {
        cycle(b);
    }
    taken = b->ack.sent;
    for (int i = 0; i < 20; i++) {
        cycle(b);
    }
    assert_int_equal(b->ack.sent, taken);
    b->stall_m = 0;
    run(b);
}

/* ---- Time */

static void latency(struct bench *b, bool ack)
{
    struct dut *d = b->d;

    *d->m_ready = 1;
    if (ack) {
        put_ack(d, add_ack(b));
    } else {
        put_pkt(d, add_pkt(b, 8, 300));
        put_pay(b);
    }
    dut_eval(d);
    assert_int_equal(ack ? *d->s_ack_ready : *d->s_pkt_ready, 1);
    dut_tick(d); /* accepted */
    *d->s_ack_valid = 0;
    *d->s_pkt_valid = 0;
    for (int i = 1; i < 5; i++) {
        dut_eval(d);
        assert_int_equal(*d->m_valid, 0);
        assert_int_equal(*d->stat_idle, 0);
        dut_tick(d);
    }
    dut_eval(d);
    assert_int_equal(*d->m_valid, 1);
}

static void frame_build_shows_first_beat_after_five_cycles_when_acknowledgement(void **state)
{
    latency(*state, true);
}

static void frame_build_shows_first_beat_after_five_cycles_when_response(void **state)
{
    latency(*state, false);
}

static void frame_build_moves_a_beat_per_cycle_when_nothing_stalls(void **state)
{
    struct bench *b = *state;
    uint32_t beats = 0;

    for (int i = 0; i < 20; i++) {
        uint32_t padded = 4096 - (uint32_t)i / 4 * 4;

        add_pkt(b, 8, 4096 - (uint32_t)i);
        beats += (padded + 70 + 63) / 64;
    }
    for (int i = 0; i < 20; i++) {
        add_pkt(b, 28, 0);
        beats += 2;
    }
    run(b);
    assert_int_equal(b->last_out - b->first_out, beats - 1);
}

static void frame_build_waits_when_payload_comes_late(void **state)
{
    struct bench *b = *state;

    b->stall_pay = 100;
    add_pkt(b, 8, 200);
    add_pkt(b, 8, 1);
    for (int i = 0; i < 30; i++) {
        cycle(b);
    }
    assert_int_equal(b->now.len, 64); /* the headers before the payload have gone */
    assert_int_equal(b->pkt.sent, 1);
    b->stall_pay = 0;
    run(b);
}

/* ---- Observation, reset */

static void frame_build_names_the_frame_when_its_first_beat_leaves(void **state)
{
    struct bench *b = *state;
    struct dut *d = b->d;
    const struct job *j = add_pkt(b, 8, 300);
    const struct job *a = add_ack(b);
    uint32_t seen = 0;

    b->stall_m = 30;
    b->rng = tb_rng_seed(3);
    for (int i = 0; i < 60; i++) {
        cycle(b);
        if (*d->probe_first_valid) { /* frame, PSN, channel, is_ack, is_rsp */
            const struct job *w = seen == 0 ? j : a;

            assert_int_equal(*d->probe_first_id >> 42, seen == 0 ? j->frame : 0);
            assert_int_equal(*d->probe_first_id >> 18 & 0xffffff, w->head.psn);
            assert_int_equal(*d->probe_first_id >> 2 & 0xffff, w->head.src_tpn);
            assert_int_equal(*d->probe_first_id & 3, seen == 0 ? 1 : 2);
            assert_int_equal(*d->probe_key_id, seen == 0 ? j->key : 0);
            seen++;
        }
    }
    assert_int_equal(seen, 2);
}

static void frame_build_drops_frame_when_reset(void **state)
{
    struct bench *b = *state;

    add_pkt(b, 8, 1000);
    for (int i = 0; i < 8; i++) {
        cycle(b);
    }
    *b->d->s_pay_valid = *b->d->s_wpay_valid = 0;
    dut_reset(b->d);
    assert_int_equal(*b->d->stat_idle, 1);
    assert_int_equal(*b->d->m_valid, 0);
    b->pkt.count = b->pkt.sent = b->pkt.got = b->pay_job = b->pay_beat = b->now.len = 0;
    b->out.stalled = false;
    add_pkt(b, 8, 77);
    run(b);
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(frame_build_makes_the_vectors_when_node_1_sends),
        TEST(frame_build_makes_the_vectors_when_node_2_sends),
        TEST(frame_build_puts_every_field_when_fields_are_random),
        TEST(frame_build_is_right_when_payload_has_any_length),
        TEST(frame_build_is_right_when_headers_fill_several_beats),
        TEST(frame_build_folds_the_checksum_twice_when_it_carries),
        TEST(frame_build_marks_the_last_beat_when_payload_is_bad),
        TEST(frame_build_lets_64_beats_of_data_go_before_an_acknowledgement),
        TEST(frame_build_sends_acknowledgement_when_another_channel_is_behind),
        TEST(frame_build_merges_acknowledgements_that_wait),
        TEST(frame_build_does_not_interleave_when_acknowledgement_comes_in_a_frame),
        TEST(frame_build_keeps_frames_whole_when_all_streams_stall),
        TEST(frame_build_stops_taking_when_link_stands_still),
        TEST(frame_build_shows_first_beat_after_five_cycles_when_acknowledgement),
        TEST(frame_build_shows_first_beat_after_five_cycles_when_response),
        TEST(frame_build_moves_a_beat_per_cycle_when_nothing_stalls),
        TEST(frame_build_waits_when_payload_comes_late),
        TEST(frame_build_names_the_frame_when_its_first_beat_leaves),
        TEST(frame_build_drops_frame_when_reset),
    };
    return cmocka_run_group_tests_name("urma_frame_build", tests, NULL, NULL);
}
