/* SPDX-License-Identifier: Apache-2.0 */
/* test_roce_frame_build: whole frames, byte by byte, against the golden packets and frames made by
 * hand: all opcodes, all payload lengths, order of the sources, latency, rate, stalls. */
/* DUT: roce_frame_build */
#include "dut.h"
#include "tb_frame.h"
#include "tb_hold.h"
#include "tb_roce.h"

#define JOBS 2048u

static const uint64_t MAC = 0x0a1b2c3d4e5f;
static const uint32_t IP = 0xc0a80a05;

enum { REQ, RSP, SOURCES };

struct job {
    struct tb_roce_head head; /* the top bit of dest_qpn is the source */
    uint8_t ext[28];
    uint32_t ext_bytes, pay_bytes;
    uint32_t number; /* of its payload */
    uint8_t kind;
    uint16_t qp, idx;
    bool err; /* with the last payload beat */
};

struct source {
    struct job job[JOBS];
    uint32_t count, sent, got;
    uint32_t pay_job, pay_beat; /* payload that goes in */
    uint32_t stall, stall_pay;
    /* ports */
    uint8_t *valid, *ready, *opcode, *ext_bytes, *pay_valid, *pay_ready, *pay_last, *pay_err;
    uint16_t *pkey, *sport, *pay_bytes;
    uint32_t *dest_qpn, *psn, *dst_ip, *ext, *pay_data;
    uint64_t *dst_mac, *note;
};

struct bench {
    struct dut *d;
    struct tb_rng rng;
    uint32_t stall_m;
    struct tb_hold out;
    struct source src[SOURCES];
    struct tb_frame now, want;
    uint64_t first_out, last_out;
    uint32_t frames, probes;
    uint8_t order[2 * JOBS];  /* source of each frame */
    uint64_t probe[2 * JOBS]; /* probe id of each frame */
};

#define PORTS(s, d, x)                                                                             \
    do {                                                                                           \
        (s)->valid = (d)->s_##x##_valid;                                                           \
        (s)->ready = (d)->s_##x##_ready;                                                           \
        (s)->opcode = (d)->s_##x##_opcode;                                                         \
        (s)->dest_qpn = (d)->s_##x##_dest_qpn;                                                     \
        (s)->pkey = (d)->s_##x##_pkey;                                                             \
        (s)->psn = (d)->s_##x##_psn;                                                               \
        (s)->ext = (d)->s_##x##_ext;                                                               \
        (s)->ext_bytes = (d)->s_##x##_ext_bytes;                                                   \
        (s)->pay_bytes = (d)->s_##x##_pay_bytes;                                                   \
        (s)->dst_mac = (d)->s_##x##_dst_mac;                                                       \
        (s)->dst_ip = (d)->s_##x##_dst_ip;                                                         \
        (s)->sport = (d)->s_##x##_udp_sport;                                                       \
        (s)->note = (d)->s_##x##_note;                                                             \
        (s)->pay_valid = (d)->s_##x##_pay_valid;                                                   \
        (s)->pay_ready = (d)->s_##x##_pay_ready;                                                   \
        (s)->pay_data = (d)->s_##x##_pay_data;                                                     \
        (s)->pay_last = (d)->s_##x##_pay_last;                                                     \
        (s)->pay_err = (d)->s_##x##_pay_err;                                                       \
    } while (0)

static int setup(void **state)
{
    struct bench *b = calloc(1, sizeof(*b));

    b->d = dut_create();
    *b->d->cfg_mac = MAC;
    *b->d->cfg_ip = IP;
    PORTS(&b->src[REQ], b->d, req);
    PORTS(&b->src[RSP], b->d, rsp);
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

/* A packet of a queue pair with random fields. */
static struct job *add(struct bench *b, uint8_t opcode, uint32_t pay_bytes)
{
    const struct tb_roce_kind *k = tb_roce_kind(opcode);
    struct source *s = &b->src[k->rsp ? RSP : REQ];
    struct job *j = &s->job[s->count];
    struct tb_rng *r = &b->rng;

    assert_true(s->count < JOBS);
    assert_true(pay_bytes == 0 || k->pay);
    j->head = (struct tb_roce_head){
        .dst_mac = tb_rng_next(r) >> 16,
        .src_mac = MAC,
        .dst_ip = (uint32_t)tb_rng_next(r),
        .src_ip = IP,
        .sport = (uint16_t)tb_rng_next(r),
        .opcode = opcode,
        .se = !k->rsp && tb_rng_chance(r, 50),
        .ack_req = !k->rsp && tb_rng_chance(r, 50),
        .pkey = (uint16_t)tb_rng_next(r),
        .dest_qpn = (tb_rng_next(r) & 0x7fffff) | (k->rsp ? 0x800000 : 0),
        .psn = tb_rng_next(r) & 0xffffff,
    };
    j->ext_bytes = k->ext_bytes;
    tb_rng_fill(r, j->ext, j->ext_bytes);
    j->pay_bytes = pay_bytes;
    j->number = s->count++ * 2 + k->rsp;
    j->kind = (uint8_t)tb_rng_below(r, 4);
    j->qp = (uint16_t)tb_rng_next(r);
    j->idx = (uint16_t)tb_rng_next(r);
    return j;
}

static void put(struct bench *b, struct source *s)
{
    const struct job *j = &s->job[s->sent];

    *s->valid = 1;
    *s->opcode = j->head.opcode;
    *s->dest_qpn = j->head.dest_qpn;
    *s->pkey = j->head.pkey;
    *s->psn = j->head.psn;
    for (uint32_t i = 0; i < 28; i++) { /* first wire byte in the top bits */
        tb_set_byte(s->ext, 27 - i, i < j->ext_bytes ? j->ext[i] : 0);
    }
    *s->ext_bytes = (uint8_t)j->ext_bytes;
    *s->pay_bytes = (uint16_t)j->pay_bytes;
    *s->dst_mac = j->head.dst_mac;
    *s->dst_ip = j->head.dst_ip;
    *s->sport = j->head.sport;
    *s->note = (uint64_t)j->kind << 32 | (uint64_t)j->idx << 16 | j->qp;
    if (s == &b->src[REQ]) {
        *b->d->s_req_se = j->head.se;
        *b->d->s_req_ack_req = j->head.ack_req;
    }
}

/* Drive the next payload beat, as a source that has it before its packet. */
static void put_pay(struct bench *b, struct source *s)
{
    static uint8_t bytes[8192];
    const struct job *j;
    uint32_t lane;

    while (s->pay_job < s->count && s->job[s->pay_job].pay_bytes == 0) {
        s->pay_job++;
    }
    if (s->pay_job == s->count) {
        return;
    }
    j = &s->job[s->pay_job];
    lane = (TB_ROCE_AT_EXT + j->ext_bytes) % TB_BEAT;
    memset(bytes, 0, sizeof(bytes));
    payload(j->number, bytes + lane, j->pay_bytes);
    for (uint32_t i = 0; i < TB_BEAT; i++) {
        tb_set_byte(s->pay_data, i, bytes[s->pay_beat * TB_BEAT + i]);
    }
    *s->pay_valid = 1;
    *s->pay_last = (s->pay_beat + 1) * TB_BEAT >= lane + j->pay_bytes;
    *s->pay_err = *s->pay_last ? j->err : tb_rng_chance(&b->rng, 50); /* only the last counts */
}

/* Byte offsets of the fields of probe tx_first, configs/spec/stages.yaml: kind 2, qp 16, psn 24,
 * idx 16. */
static uint64_t probe_id(const struct job *j)
{
    return (uint64_t)j->idx << 42 | (uint64_t)j->head.psn << 18 | (uint64_t)j->qp << 2 | j->kind;
}

static void take_frame(struct bench *b, bool err)
{
    static uint8_t bytes[8192];
    uint32_t from = b->now.b[TB_ROCE_AT_BTH + 5] >> 7 ? RSP : REQ;
    struct source *s = &b->src[from];
    const struct job *j = &s->job[s->got];

    assert_true(s->got < s->sent);
    s->got++;
    payload(j->number, bytes, j->pay_bytes);
    tb_roce_make(&b->want, &j->head, j->ext, j->ext_bytes, bytes, j->pay_bytes);
    assert_int_equal(err, j->err);
    tb_frame_check(&b->now, &b->want);
    b->now.len = 0;
    b->order[b->frames % (2 * JOBS)] = (uint8_t)from;
    b->probe[b->frames % (2 * JOBS)] = probe_id(j);
    b->frames++;
}

static void cycle(struct bench *b)
{
    struct dut *d = b->d;
    bool in[SOURCES], pay[SOURCES];

    for (int i = 0; i < SOURCES; i++) {
        struct source *s = &b->src[i];

        if (!*s->valid && s->sent < s->count && !tb_rng_chance(&b->rng, s->stall)) {
            put(b, s);
        }
        if (!*s->pay_valid && !tb_rng_chance(&b->rng, s->stall_pay)) {
            put_pay(b, s);
        }
    }
    *d->m_ready = !tb_rng_chance(&b->rng, b->stall_m);
    dut_eval(d);
    if (*d->probe_first_valid) { /* one cycle behind the first beat: its frame may be over */
        assert_true(b->probes <= b->frames);
        if (b->probes < b->frames) {
            assert_int_equal(*d->probe_first_id, b->probe[b->probes % (2 * JOBS)]);
        }
        b->probes++;
    }
    for (int i = 0; i < SOURCES; i++) {
        struct source *s = &b->src[i];

        in[i] = *s->valid && *s->ready;
        pay[i] = *s->pay_valid && *s->pay_ready;
        s->sent += in[i];
    }
    assert_false(in[REQ] && in[RSP]);
    assert_false(pay[REQ] && pay[RSP]);
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
    for (int i = 0; i < SOURCES; i++) {
        struct source *s = &b->src[i];

        if (pay[i]) {
            s->pay_job += *s->pay_last;
            s->pay_beat = *s->pay_last ? 0 : s->pay_beat + 1;
        }
    }
    dut_tick(d);
    for (int i = 0; i < SOURCES; i++) {
        *b->src[i].valid = (uint8_t)(*b->src[i].valid && !in[i]);
        *b->src[i].pay_valid = (uint8_t)(*b->src[i].pay_valid && !pay[i]);
    }
}

static void run(struct bench *b)
{
    for (uint32_t i = 0; b->src[REQ].got < b->src[REQ].count || b->src[RSP].got < b->src[RSP].count;
         i++) {
        assert_true(i < 500000);
        cycle(b);
    }
    cycle(b);
    assert_int_equal(b->probes, b->frames);
    assert_int_equal(*b->d->stat_idle, 1);
}

static uint32_t beats_of(const struct job *j)
{
    return (TB_ROCE_AT_EXT + j->ext_bytes + j->pay_bytes + (4 - j->pay_bytes % 4) % 4 + 4 +
            TB_BEAT - 1) /
           TB_BEAT;
}

/* ---- Bytes */

/* Send what the golden packet says, with the identification 0 of our builder, and compare all. */
static void frame_build_makes_the_golden_packets_when_fields_are_theirs(void **state)
{
    struct bench *b = *state;

    *b->d->cfg_mac = 0x020000000001;
    *b->d->cfg_ip = 0x0a000001;
    dut_tick(b->d);
    for (int g = 0; g < TB_GOLDEN_RC; g++) {
        struct tb_frame f;
        struct source *s = &b->src[g == TB_GOLDEN_ACK ? RSP : REQ];
        struct job *j = &s->job[0];
        uint32_t beat = 0;

        tb_roce_hex(&f, TB_ROCE_GOLDEN[g].id0, 0x020000000002, 0x020000000001);
        *j = (struct job){.head = {.dst_mac = 0x020000000002,
                                   .dst_ip = 0x0a000002,
                                   .sport = 49152,
                                   .opcode = f.b[TB_ROCE_AT_BTH],
                                   .ack_req = g != TB_GOLDEN_ACK,
                                   .pkey = 0xffff,
                                   .dest_qpn = 0x11,
                                   .psn = g == TB_GOLDEN_SEND   ? 1
                                          : g == TB_GOLDEN_READ ? 0
                                                                : 0xffffff},
                          .ext_bytes = tb_roce_kind(f.b[TB_ROCE_AT_BTH])->ext_bytes,
                          .pay_bytes = g == TB_GOLDEN_WRITE ? 8 : 0};
        memcpy(j->ext, f.b + TB_ROCE_AT_EXT, j->ext_bytes);
        if (g == TB_GOLDEN_SEND) { /* 58 bytes, filled by Ethernet */
            f.b[f.len++] = 0;
            f.b[f.len++] = 0;
        }
        put(b, s);
        b->now.len = 0;
        *b->d->m_ready = 1;
        for (uint32_t i = 0; i < 12; i++) {
            *s->pay_valid = j->pay_bytes > 0 && beat == 0;
            *s->pay_last = 1;
            *s->pay_err = 0;
            for (uint32_t k = 0; k < TB_BEAT; k++) { /* payload 00 to 07 from lane 70 - 64 on */
                tb_set_byte(s->pay_data, k, (uint8_t)(k >= 6 && k < 14 ? k - 6 : 0));
            }
            dut_eval(b->d);
            beat += *s->pay_valid && *s->pay_ready;
            if (*b->d->m_valid) {
                tb_frame_add(&b->now, b->d->m_data, *b->d->m_keep, *b->d->m_last);
            }
            dut_tick(b->d);
            *s->valid = 0;
        }
        *s->pay_valid = 0;
        tb_frame_check(&b->now, &f);
    }
}

static void frame_build_puts_every_field_when_fields_are_random(void **state)
{
    struct bench *b = *state;

    b->rng = tb_rng_seed(1);
    for (int n = 0; n < 20; n++) {
        for (size_t k = 0; k < TB_ROCE_RC_KINDS; k++) {
            add(b, TB_ROCE_KIND[k].opcode, TB_ROCE_KIND[k].pay ? tb_rng_below(&b->rng, 100) : 0);
        }
    }
    run(b);
}

static void frame_build_is_right_when_payload_has_any_length(void **state)
{
    struct bench *b = *state;

    /* payload begins in lane 54, 58 of the first beat, 70 - 64, 74 - 64 of the second */
    for (size_t k = 0; k < TB_ROCE_RC_KINDS; k++) {
        if (TB_ROCE_KIND[k].pay) {
            for (uint32_t len = 0; len <= 9; len++) {
                add(b, TB_ROCE_KIND[k].opcode, len);
            }
            for (uint32_t len = 61; len <= 67; len++) {
                add(b, TB_ROCE_KIND[k].opcode, len);
            }
        }
    }
    run(b);
}

static void frame_build_is_right_when_payload_is_an_mtu_more_or_less(void **state)
{
    struct bench *b = *state;
    static const uint8_t opcode[] = {0x00, 0x05, 0x0a, 0x0b, 0x0d, 0x0e};

    for (uint32_t mtu = 256; mtu <= 4096; mtu *= 2) {
        for (size_t k = 0; k < sizeof(opcode); k++) {
            for (uint32_t len = mtu - 5; len <= mtu + 1; len++) { /* each pad, lengths below */
                add(b, opcode[k], len);
            }
        }
    }
    run(b);
}

static void frame_build_fills_up_to_60_bytes_when_send_is_empty(void **state)
{
    struct bench *b = *state;

    for (int i = 0; i < 10; i++) {
        add(b, 0x04, 0);
        add(b, 0x0e, 0);
        add(b, 0x05, 0); /* 62 bytes: nothing to fill */
    }
    run(b);
    assert_int_equal(b->want.len, 62);
}

static void frame_build_folds_the_checksum_twice_when_it_carries(void **state)
{
    struct bench *b = *state;
    /* An acknowledgement: 0x4500 + 48 + 0x4000 + 0x4011 + 0xc0a8 + 0x0a05 = 0x18fee before dst_ip.
     */
    const uint32_t base = 0x4500 + 48 + 0x4000 + 0x4011 + 0xc0a8 + 0x0a05;

    assert_int_equal(base, 0x18fee);
    for (uint32_t low = 0xfff8; low <= 0x10008; low++) {
        for (uint32_t hi = 0; hi <= 0xffff; hi += 0x5555) {
            add(b, 0x11, 0)->head.dst_ip = hi << 16 | ((low - base - hi) & 0xffff);
        }
    }
    run(b);
}

static void frame_build_marks_the_last_beat_when_payload_is_bad(void **state)
{
    struct bench *b = *state;

    for (uint32_t len = 1; len <= 150; len++) { /* the frame ends with the payload, or behind it */
        add(b, 0x10, len)->err = true;
        add(b, 0x11, 0);
        add(b, 0x04, len)->err = len % 3 != 0;
        add(b, 0x10, len)->err = false;
        add(b, 0x0a, len)->err = true;
    }
    run(b);
}

/* ---- Order */

static void frame_build_takes_turns_when_both_sources_wait(void **state)
{
    struct bench *b = *state;

    for (int i = 0; i < 20; i++) {
        add(b, 0x0c, 0);
        add(b, 0x11, 0);
    }
    run(b);
    for (uint32_t i = 1; i < b->frames; i++) {
        assert_int_equal(b->order[i], !b->order[i - 1]);
    }
}

/* A frame that cannot end is not begun: the other source goes on. */
static void frame_build_goes_on_when_one_source_has_no_payload(void **state)
{
    struct bench *b = *state;

    for (int from = 0; from < SOURCES; from++) {
        struct source *stuck = &b->src[from];
        struct source *free = &b->src[!from];

        for (int i = 0; i < 10; i++) {
            add(b, from == REQ ? 0x04 : 0x10, 5);   /* begins in the first beat */
            add(b, from == REQ ? 0x0a : 0x0f, 200); /* has several */
            add(b, from == REQ ? 0x11 : 0x0c, 0);
            add(b, from == REQ ? 0x0e : 0x06, 100);
        }
        stuck->stall_pay = 100;
        for (int i = 0; i < 200; i++) {
            cycle(b);
        }
        assert_int_equal(stuck->got, from == REQ ? 0 : 20);
        assert_int_equal(free->got, free->count);
        stuck->stall_pay = 0;
        run(b);
    }
}

static void frame_build_keeps_frames_whole_when_all_streams_stall(void **state)
{
    struct bench *b = *state;
    static const uint32_t stall[][5] = {{50, 50, 50, 50, 50}, {0, 0, 0, 0, 70}, {90, 0, 0, 0, 0},
                                        {0, 90, 0, 0, 20},    {0, 0, 90, 0, 0}, {0, 0, 0, 90, 0},
                                        {20, 5, 20, 5, 5}};

    b->rng = tb_rng_seed(2);
    for (size_t i = 0; i < sizeof(stall) / sizeof(stall[0]); i++) {
        b->src[REQ].stall = stall[i][0];
        b->src[RSP].stall = stall[i][1];
        b->src[REQ].stall_pay = stall[i][2];
        b->src[RSP].stall_pay = stall[i][3];
        b->stall_m = stall[i][4];
        for (int n = 0; n < 200; n++) {
            const struct tb_roce_kind *k = &TB_ROCE_KIND[tb_rng_below(&b->rng, TB_ROCE_RC_KINDS)];
            uint32_t len = k->pay ? tb_rng_below(&b->rng, 260) : 0;

            add(b, k->opcode, len)->err = len > 0 && tb_rng_chance(&b->rng, 20);
        }
        run(b);
    }
}

/* ---- Time */

static void frame_build_shows_first_beat_after_five_cycles(void **state)
{
    struct bench *b = *state;
    struct dut *d = b->d;
    /* an acknowledgement; payload in the first beat; payload in the second */
    static const struct {
        uint8_t opcode;
        uint32_t len;
    } shape[] = {{0x11, 0}, {0x10, 64}, {0x0a, 64}, {0x0c, 0}};

    *d->m_ready = 1;
    for (size_t k = 0; k < 4; k++) {
        struct source *s = &b->src[tb_roce_kind(shape[k].opcode)->rsp ? RSP : REQ];

        s->count = s->sent = s->got = s->pay_job = s->pay_beat = 0;
        add(b, shape[k].opcode, shape[k].len);
        put(b, s);
        for (int i = 0; i < 5; i++) {
            bool taken;

            if (!*s->pay_valid) {
                put_pay(b, s);
            }
            dut_eval(d);
            assert_int_equal(*d->m_valid, 0);
            assert_true(i > 0 || *s->ready);
            taken = *s->pay_valid && *s->pay_ready;
            if (taken) {
                s->pay_job += *s->pay_last;
                s->pay_beat = *s->pay_last ? 0 : s->pay_beat + 1;
            }
            dut_tick(d);
            *s->valid = 0;
            *s->pay_valid = (uint8_t)(*s->pay_valid && !taken);
        }
        dut_eval(d);
        assert_int_equal(*d->m_valid, 1);
        assert_int_equal(tb_byte(d->m_data, TB_ROCE_AT_BTH), shape[k].opcode);
        /* nothing more goes in: it leaves by itself */
        for (int i = 0; i < 4; i++) {
            dut_tick(d);
        }
        dut_eval(d);
        assert_int_equal(*d->m_valid, 0);
        assert_int_equal(*d->stat_idle, 1);
    }
}

static void frame_build_moves_a_beat_per_cycle_when_nothing_stalls(void **state)
{
    struct bench *b = *state;
    uint32_t beats = 0;

    for (uint32_t i = 0; i < 60; i++) {
        beats += beats_of(add(b, 0x11, 0));
        beats += beats_of(add(b, 0x0c, 0));
        beats += beats_of(add(b, 0x10, 64));
        beats += beats_of(add(b, 0x0a, 64));
        beats += beats_of(add(b, 0x04, i % 10));
        beats += beats_of(add(b, 0x0e, 256 + i));
        beats += beats_of(add(b, 0x0f, i % 7));
        beats += beats_of(add(b, 0x13, 0));
    }
    run(b);
    assert_int_equal(b->last_out - b->first_out, beats - 1);
}

static void frame_build_sends_alone_an_acknowledgement_when_the_link_is_idle(void **state)
{
    struct bench *b = *state;

    add(b, 0x11, 0);
    for (int i = 0; i < 7; i++) {
        cycle(b);
    }
    assert_int_equal(b->frames, 1);
    assert_int_equal(b->want.len, 62);
    run(b);
}

static void frame_build_holds_its_sources_when_the_link_stands_still(void **state)
{
    struct bench *b = *state;

    b->stall_m = 100;
    for (int i = 0; i < 60; i++) {
        add(b, 0x11, 0);
        add(b, 0x04, 3);
        add(b, 0x10, 100);
    }
    for (int i = 0; i < 100; i++) {
        cycle(b); /* RTL assertions watch the queues */
    }
    assert_true(b->src[REQ].sent + b->src[RSP].sent < 30);
    assert_int_equal(*b->src[REQ].ready | *b->src[RSP].ready, 0);
    b->stall_m = 0;
    run(b);
}

static void frame_build_is_empty_when_reset_in_a_frame(void **state)
{
    struct bench *b = *state;

    add(b, 0x0e, 1000);
    add(b, 0x04, 1000);
    for (int i = 0; i < 9; i++) {
        cycle(b);
    }
    for (int i = 0; i < SOURCES; i++) {
        struct source *s = &b->src[i];

        s->count = s->sent = s->got = s->pay_job = s->pay_beat = 0;
        *s->valid = *s->pay_valid = 0;
    }
    dut_reset(b->d);
    b->now.len = b->frames = b->probes = 0;
    b->out.stalled = false;
    for (int i = 0; i < 8; i++) {
        dut_eval(b->d);
        assert_int_equal(*b->d->m_valid, 0);
        assert_int_equal(*b->d->stat_idle, 1);
        dut_tick(b->d);
    }
    add(b, 0x10, 64);
    add(b, 0x0a, 7);
    run(b);
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(frame_build_makes_the_golden_packets_when_fields_are_theirs),
        TEST(frame_build_puts_every_field_when_fields_are_random),
        TEST(frame_build_is_right_when_payload_has_any_length),
        TEST(frame_build_is_right_when_payload_is_an_mtu_more_or_less),
        TEST(frame_build_fills_up_to_60_bytes_when_send_is_empty),
        TEST(frame_build_folds_the_checksum_twice_when_it_carries),
        TEST(frame_build_marks_the_last_beat_when_payload_is_bad),
        TEST(frame_build_takes_turns_when_both_sources_wait),
        TEST(frame_build_goes_on_when_one_source_has_no_payload),
        TEST(frame_build_keeps_frames_whole_when_all_streams_stall),
        TEST(frame_build_shows_first_beat_after_five_cycles),
        TEST(frame_build_moves_a_beat_per_cycle_when_nothing_stalls),
        TEST(frame_build_sends_alone_an_acknowledgement_when_the_link_is_idle),
        TEST(frame_build_holds_its_sources_when_the_link_stands_still),
        TEST(frame_build_is_empty_when_reset_in_a_frame),
    };
    return cmocka_run_group_tests_name("roce_frame_build", tests, NULL, NULL);
}
