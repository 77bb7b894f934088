/* SPDX-License-Identifier: Apache-2.0 */
/* test_roce_rx_parse: frames taken apart: the golden packets, all opcodes and lengths, each kind of
 * damage, every flipped bit, order, latency, stalls. What must come out is computed from the bytes
 * of each frame by classify(). */
/* DUT: roce_rx_parse */
/* DUT: roce_rx_parse -GPAY_BEATS=72 */
#include "dut.h"
#include "tb_frame.h"
#include "tb_hold.h"
#include "tb_roce.h"

#define ITEMS 8192u
static const uint32_t IP = 0x0a000002; /* ours: to whom the golden packets go */

enum { KIND_REQ, KIND_RSP, KIND_CNP };

struct item {
    struct tb_frame f;
    bool err; /* the link says so */
    /* expected */
    bool dropped, ok;
    int kind;
    uint32_t ext_bytes, pay_bytes, pay_lane, pay_beats, first_beat;
};

enum { DESC, PAY, END, OUTPUTS };

struct class
{
    struct tb_hold hold[OUTPUTS];
    uint32_t stall[OUTPUTS];
    uint32_t at[OUTPUTS]; /* next item that an output tells of */
    uint32_t pay_beat;
    /* ports */
    uint8_t *valid[OUTPUTS], *ready[OUTPUTS], *pay_lane, *pay_beats, *ok;
    uint16_t *frame, *pay_bytes;
    uint32_t *src_ip, *bth, *ext, *pay_data;
};

struct bench {
    struct dut *d;
    struct tb_rng rng;
    uint32_t stall_s;
    struct class class[2];
    struct item *item[ITEMS];
    uint32_t count, sent, beat;
    uint32_t drops, frames, bad, cnps;
};

#define PORTS(c, d, x)                                                                             \
    do {                                                                                           \
        (c)->valid[DESC] = (d)->m_##x##_valid;                                                     \
        (c)->ready[DESC] = (d)->m_##x##_ready;                                                     \
        (c)->valid[PAY] = (d)->m_##x##_pay_valid;                                                  \
        (c)->ready[PAY] = (d)->m_##x##_pay_ready;                                                  \
        (c)->valid[END] = (d)->m_##x##_end_valid;                                                  \
        (c)->ready[END] = (d)->m_##x##_end_ready;                                                  \
        (c)->frame = (d)->m_##x##_frame;                                                           \
        (c)->bth = (d)->m_##x##_bth;                                                               \
        (c)->ext = (d)->m_##x##_ext;                                                               \
        (c)->src_ip = (d)->m_##x##_src_ip;                                                         \
        (c)->pay_bytes = (d)->m_##x##_pay_bytes;                                                   \
        (c)->pay_lane = (d)->m_##x##_pay_lane;                                                     \
        (c)->pay_beats = (d)->m_##x##_pay_beats;                                                   \
        (c)->pay_data = (d)->m_##x##_pay_data;                                                     \
        (c)->ok = (d)->m_##x##_end_ok;                                                             \
        for (int o_ = 0; o_ < OUTPUTS; o_++) {                                                     \
            (c)->hold[o_] = (struct tb_hold){.valid = (c)->valid[o_], .ready = (c)->ready[o_]};    \
        }                                                                                          \
        TB_HOLD_ADD(&(c)->hold[DESC], d, m_##x##_frame);                                           \
        TB_HOLD_ADD(&(c)->hold[DESC], d, m_##x##_src_ip);                                          \
        TB_HOLD_ADD(&(c)->hold[DESC], d, m_##x##_bth);                                             \
        TB_HOLD_ADD(&(c)->hold[DESC], d, m_##x##_ext);                                             \
        TB_HOLD_ADD(&(c)->hold[DESC], d, m_##x##_pay_bytes);                                       \
        TB_HOLD_ADD(&(c)->hold[DESC], d, m_##x##_pay_lane);                                        \
        TB_HOLD_ADD(&(c)->hold[DESC], d, m_##x##_pay_beats);                                       \
        TB_HOLD_ADD(&(c)->hold[PAY], d, m_##x##_pay_data);                                         \
        TB_HOLD_ADD(&(c)->hold[END], d, m_##x##_end_ok);                                           \
    } while (0)

static int setup(void **state)
{
    struct bench *b = calloc(1, sizeof(*b));

    b->d = dut_create();
    *b->d->cfg_ip = IP;
    PORTS(&b->class[KIND_REQ], b -> d, req);
    PORTS(&b->class[KIND_RSP], b -> d, rsp);
    dut_reset(b->d);
    *state = b;
    return 0;
}

static int teardown(void **state)
{
    struct bench *b = *state;

    for (uint32_t i = 0; i < b->count; i++) {
        free(b->item[i]);
    }
    dut_destroy(b->d);
    free(b);
    return 0;
}

/* ---- What must come out */

static uint32_t be(const uint8_t *p, uint32_t bytes)
{
    uint32_t v = 0;

    for (uint32_t i = 0; i < bytes; i++) {
        v = v << 8 | p[i];
    }
    return v;
}

static bool ip_sum_ok(const uint8_t *b)
{
    uint32_t sum = 0;

    for (uint32_t i = TB_AT_IP; i < TB_AT_UDP; i += 2) {
        sum += be(b + i, 2);
    }
    sum = (sum & 0xffff) + (sum >> 16);
    sum = (sum & 0xffff) + (sum >> 16);
    return sum == 0xffff;
}

/* ICRC of a packet that ends at byte `end`. */
static bool icrc_ok(const uint8_t *b, uint32_t end)
{
    uint32_t icrc = tb_roce_icrc(b, end - 4);

    b += end - 4;
    return b[0] == (icrc & 0xff) && b[1] == (icrc >> 8 & 0xff) && b[2] == (icrc >> 16 & 0xff) &&
           b[3] == icrc >> 24;
}

static void classify(struct item *i)
{
    const uint8_t *b = i->f.b;
    uint32_t ip_bytes = be(b + TB_AT_IP_LENGTH, 2);
    uint32_t end = ip_bytes + 14;
    const struct tb_roce_kind *k = tb_roce_kind(b[TB_ROCE_AT_BTH]);
    uint32_t pad = b[43] >> 4 & 3;
    int32_t pay = 0;

    i->dropped = be(b + 12, 2) != 0x0800 || b[TB_AT_IP] != 0x45 || b[TB_AT_IP + 9] != 17 ||
                 (be(b + TB_AT_IP + 6, 2) & 0x3fff) != 0 || be(b + TB_AT_UDP + 2, 2) != 4791 ||
                 be(b + TB_AT_IP + 16, 4) != IP || be(b + TB_AT_UDP_LENGTH, 2) + 20 != ip_bytes ||
                 (b[43] & 15) != 0 || ip_bytes % 4 != 0 || !k;
    if (k) {
        i->kind = k->opcode == 0x81 ? KIND_CNP : k->rsp ? KIND_RSP : KIND_REQ;
        i->ext_bytes = k->ext_bytes;
        pay = (int32_t)(ip_bytes - 20 - 8 - 12 - k->ext_bytes - 4);
        i->dropped |=
            pay < 0 || pay - (int32_t)pad > 4096 || (pay == 0 && pad > 0) || (pay > 0 && !k->pay);
        pay -= (int32_t)pad;
        /* the headers must be there: those behind the first beat need a second one */
        i->dropped |= i->f.len <= TB_BEAT && TB_ROCE_AT_EXT + (uint32_t)k->ext_bytes >= TB_BEAT;
    }
    i->pay_bytes = i->dropped ? 0 : (uint32_t)pay;
    i->pay_lane = (TB_ROCE_AT_EXT + i->ext_bytes) % TB_BEAT;
    i->first_beat = (TB_ROCE_AT_EXT + i->ext_bytes) / TB_BEAT;
    i->pay_beats = i->pay_bytes == 0 ? 0 : (i->pay_lane + i->pay_bytes + TB_BEAT - 1) / TB_BEAT;
    /* Ethernet fills a frame of 58 bytes */
    i->ok = !i->err && (i->f.len == end || (end == 58 && i->f.len > 58 && i->f.len <= TB_BEAT)) &&
            ip_sum_ok(b) && end <= i->f.len && icrc_ok(b, end);
}

static void expect(const struct item *i, bool dropped, bool ok)
{
    assert_int_equal(i->dropped, dropped);
    assert_true(dropped || i->ok == ok);
}

/* ---- Frames */

static struct item *new_item(struct bench *b)
{
    struct item *i = calloc(1, sizeof(*i));

    assert_true(i && b->count < ITEMS);
    b->item[b->count++] = i;
    return i;
}

static struct item *add(struct bench *b, uint8_t opcode, uint32_t pay_bytes)
{
    static uint8_t pay[8192];
    const struct tb_roce_kind *k = tb_roce_kind(opcode);
    struct tb_rng *r = &b->rng;
    struct item *i = new_item(b);
    struct tb_roce_head h = {
        .dst_mac = tb_rng_next(r) >> 16,
        .src_mac = tb_rng_next(r) >> 16,
        .dst_ip = IP,
        .src_ip = (uint32_t)tb_rng_next(r),
        .sport = (uint16_t)tb_rng_next(r),
        .opcode = opcode,
        .se = tb_rng_next(r) & 1,
        .ack_req = tb_rng_next(r) & 1,
        .pkey = (uint16_t)tb_rng_next(r),
        .dest_qpn = tb_rng_next(r) & 0xffffff,
        .psn = tb_rng_next(r) & 0xffffff,
    };
    uint8_t ext[28];

    tb_rng_fill(r, ext, sizeof(ext));
    tb_rng_fill(r, pay, pay_bytes);
    tb_roce_make(&i->f, &h, ext, k->ext_bytes, pay, pay_bytes);
    classify(i);
    return i;
}

static struct item *add_random(struct bench *b, uint32_t most)
{
    const struct tb_roce_kind *k = &TB_ROCE_KIND[tb_rng_below(&b->rng, TB_ROCE_KINDS)];

    return add(b, k->opcode, k->pay ? tb_rng_below(&b->rng, most + 1) : 0);
}

/* Make all check values fit the content; the packet ends where IP says, or with the frame. */
static struct item *seal(struct item *i)
{
    uint32_t end = be(i->f.b + TB_AT_IP_LENGTH, 2) + 14;

    if (end > i->f.len || end < 58) {
        end = i->f.len;
    }
    tb_frame_ip_sum(&i->f);
    tb_roce_seal(&i->f, end - 4);
    classify(i);
    return i;
}

/* Change one byte; with `sealed` all check values fit the new content. */
static struct item *change(struct item *i, uint32_t at, uint8_t value, bool sealed)
{
    i->f.b[at] = value;
    if (sealed) {
        return seal(i);
    }
    classify(i);
    return i;
}

/* Cut or lengthen the frame; IP still says what it said. */
static struct item *resize(struct item *i, uint32_t len)
{
    if (len > i->f.len) {
        memset(i->f.b + i->f.len, 0, len - i->f.len);
    }
    i->f.len = len;
    classify(i);
    return i;
}

/* ---- Drive and check */

static void put(struct bench *b)
{
    struct dut *d = b->d;
    const struct item *i = b->item[b->sent];

    *d->s_valid = 1;
    tb_frame_put(&i->f, b->beat, d->s_data);
    *d->s_keep = tb_frame_keep(&i->f, b->beat);
    *d->s_last = b->beat + 1 == tb_frame_beats(&i->f);
    *d->s_user_err = i->err && *d->s_last;
}

/* Bytes of a port whose first wire byte is byte `top` of it. */
static void check_wire(const void *port, uint32_t top, const uint8_t *want, uint32_t bytes)
{
    for (uint32_t i = 0; i < bytes; i++) {
        assert_int_equal(((const uint8_t *)port)[top - i], want[i]);
    }
}

static void check_desc(const struct class *c, const struct item *i, uint32_t number)
{
    assert_int_equal(*c->frame, number & 0xffff);
    assert_int_equal(*c->src_ip, be(i->f.b + TB_AT_IP + 12, 4));
    check_wire(c->bth, 11, i->f.b + TB_ROCE_AT_BTH, 12);
    /* of headers that are cut only what is there */
    check_wire(c->ext, 27, i->f.b + TB_ROCE_AT_EXT,
               i->f.len < TB_ROCE_AT_EXT + i->ext_bytes ? i->f.len - TB_ROCE_AT_EXT : i->ext_bytes);
    assert_int_equal(*c->pay_bytes, i->pay_bytes);
    assert_int_equal(*c->pay_lane, i->pay_lane);
    assert_int_equal(*c->pay_beats, i->pay_beats);
}

static void check_pay(struct class *c, const struct item *i)
{
    uint32_t want[16];
    uint32_t beat = c->pay_beat + i->first_beat;

    if (beat < tb_frame_beats(&i->f)) { /* a beat that was made up may hold anything */
        tb_frame_put(&i->f, beat, want);
        assert_memory_equal(c->pay_data, want, sizeof(want));
    }
    if (++c->pay_beat == i->pay_beats) {
        c->pay_beat = 0;
        c->at[PAY]++;
    }
}

static bool tells_of(const struct item *i, int kind, int output)
{
    return !i->dropped && i->kind == kind && (output != PAY || i->pay_beats > 0);
}

static void check_output(struct bench *b, int kind, int output)
{
    struct class *c = &b->class[kind];
    uint32_t *at = &c->at[output];

    if (!tb_hold_check(&c->hold[output])) {
        return;
    }
    while (*at < b->count && !tells_of(b->item[*at], kind, output)) {
        (*at)++;
    }
    assert_true(*at <= b->sent && *at < b->count);
    switch (output) {
    case DESC:
        check_desc(c, b->item[*at], *at);
        break;
    case PAY:
        check_pay(c, b->item[*at]);
        return;
    default:
        assert_true(*at < b->sent);     /* not before the end */
        assert_true(c->at[DESC] > *at); /* nor before its headers */
        assert_int_equal(*c->ok, b->item[*at]->ok);
        break;
    }
    (*at)++;
}

static void cycle(struct bench *b)
{
    struct dut *d = b->d;
    bool in;

    if (!*d->s_valid && b->sent < b->count && !tb_rng_chance(&b->rng, b->stall_s)) {
        put(b);
    }
    for (int k = 0; k < 2; k++) {
        for (int o = 0; o < OUTPUTS; o++) {
            *b->class[k].ready[o] = !tb_rng_chance(&b->rng, b->class[k].stall[o]);
        }
        /* a reader asks for the verdict after the headers */
        *b->class[k].ready[END] &= b->class[k].at[DESC] > b->class[k].at[END];
    }
    dut_eval(d);
    in = *d->s_valid && *d->s_ready;
    assert_true(d->cycle < 2000000); /* a link that stands still ends the test */
    for (int k = 0; k < 2; k++) {
        for (int o = 0; o < OUTPUTS; o++) {
            check_output(b, k, o);
        }
    }
    b->drops += *d->stat_drop_frame;
    b->frames += *d->stat_frame;
    b->bad += *d->stat_drop_icrc;
    b->cnps += *d->stat_cnp;
    dut_tick(d);
    if (in) {
        b->sent += *d->s_last;
        b->beat = *d->s_last ? 0 : b->beat + 1;
        *d->s_valid = 0;
    }
}

/* Until all is out, and nothing more comes. */
static void run(struct bench *b)
{
    uint32_t drops = 0, bad = 0, cnps = 0;

    for (uint32_t quiet = 0, i = 0; quiet < 20; i++) {
        assert_true(i < 1000000);
        cycle(b);
        quiet = b->sent == b->count && *b->d->stat_idle ? quiet + 1 : 0;
    }
    for (uint32_t i = 0; i < b->count; i++) {
        const struct item *f = b->item[i];

        drops += f->dropped;
        bad += !f->dropped && !f->ok;
        cnps += !f->dropped && f->ok && f->kind == KIND_CNP;
        for (int k = 0; k < 2; k++) {
            for (int o = 0; o < OUTPUTS; o++) {
                assert_true(!tells_of(f, k, o) || i < b->class[k].at[o]);
            }
        }
    }
    assert_int_equal(b->frames, b->count);
    assert_int_equal(b->drops, drops);
    assert_int_equal(b->bad, bad);
    assert_int_equal(b->cnps, cnps);
}

/* ---- Good frames */

static void rx_parse_takes_the_golden_packets_when_they_are_for_us(void **state)
{
    struct bench *b = *state;

    for (int n = 0; n < 2 * TB_GOLDEN_RC; n++) {
        const struct tb_roce_golden *g = &TB_ROCE_GOLDEN[n / 2];
        struct item *i = new_item(b);

        tb_roce_hex(&i->f, n % 2 ? g->id0 : g->hex, 2, 1);
        classify(i);
        expect(i, false, true);
        if (n / 2 == TB_GOLDEN_SEND) { /* as it comes from a wire, or straight from a sender */
            expect(resize(i, n % 2 ? 60 : 58), false, true);
        }
    }
    run(b);
}

static void rx_parse_shows_the_words_of_the_write_when_it_is_golden(void **state)
{
    struct bench *b = *state;
    struct dut *d = b->d;
    struct tb_frame f;
    bool desc = false, pay = false, end = false;

    tb_roce_hex(&f, TB_ROCE_GOLDEN[TB_GOLDEN_WRITE].hex, 2, 1);
    *d->m_req_ready = *d->m_req_pay_ready = *d->m_req_end_ready = 1;
    for (uint32_t i = 0; i < 12; i++) {
        *d->s_valid = i < 2;
        if (i < 2) {
            tb_frame_put(&f, i, d->s_data);
            *d->s_keep = tb_frame_keep(&f, i);
            *d->s_last = i == 1;
        }
        dut_eval(d);
        assert_int_equal(*d->m_rsp_valid | *d->m_rsp_pay_valid | *d->m_rsp_end_valid, 0);
        if (*d->m_req_valid) {
            desc = true;
            assert_int_equal(d->m_req_bth[2], 0x0a00ffff);
            assert_int_equal(d->m_req_bth[1], 0x00000011);
            assert_int_equal(d->m_req_bth[0], 0x80ffffff);
            assert_int_equal(d->m_req_ext[6], 0x00000000);
            assert_int_equal(d->m_req_ext[5], 0x00001000);
            assert_int_equal(d->m_req_ext[4], 0x00001234);
            assert_int_equal(d->m_req_ext[3], 0x00000008);
            assert_int_equal(*d->m_req_pay_bytes, 8);
            assert_int_equal(*d->m_req_pay_lane, 6);
            assert_int_equal(*d->m_req_pay_beats, 1);
        }
        if (*d->m_req_pay_valid) {
            pay = true;
            for (uint32_t k = 0; k < 8; k++) {
                assert_int_equal(tb_byte(d->m_req_pay_data, 6 + k), k);
            }
        }
        if (*d->m_req_end_valid) {
            end = true;
            assert_int_equal(*d->m_req_end_ok, 1);
        }
        dut_tick(d);
    }
    assert_true(desc && pay && end);
}

static void rx_parse_counts_the_cnp_when_hardware_sent_it(void **state)
{
    struct bench *b = *state;
    struct item *i = new_item(b);

    *b->d->cfg_ip = 0x0a001201; /* 10.0.18.1 */
    tb_roce_hex(&i->f, TB_ROCE_GOLDEN[TB_GOLDEN_CNP].hex, 2, 1);
    i->kind = KIND_CNP;
    i->ok = true; /* by its source */
    run(b);
    assert_int_equal(b->cnps, 1);
}

static void rx_parse_takes_apart_every_packet_when_opcode_and_length_are_any(void **state)
{
    struct bench *b = *state;

    for (size_t k = 0; k < TB_ROCE_KINDS; k++) {
        for (uint32_t len = 0; len <= (TB_ROCE_KIND[k].pay ? 9u : 0u); len++) {
            expect(add(b, TB_ROCE_KIND[k].opcode, len), false, true);
        }
        if (TB_ROCE_KIND[k].pay) {
            for (uint32_t len = 61; len <= 67; len++) {
                expect(add(b, TB_ROCE_KIND[k].opcode, len), false, true);
            }
        }
    }
    run(b);
}

static void rx_parse_gives_all_payload_when_it_is_an_mtu_more_or_less(void **state)
{
    struct bench *b = *state;
    static const uint8_t opcode[] = {0x00, 0x05, 0x0a, 0x0b, 0x0d, 0x0e};

    for (uint32_t mtu = 256; mtu <= 4096; mtu *= 2) {
        for (size_t k = 0; k < sizeof(opcode); k++) {
            for (uint32_t len = mtu - 5; len <= mtu + 1; len++) {
                expect(add(b, opcode[k], len), len > 4096, true);
            }
        }
    }
    run(b);
}

/* One beat or many, with payload or without: the opcode alone says where a packet goes. */
static void rx_parse_sorts_by_opcode_when_sizes_are_equal(void **state)
{
    struct bench *b = *state;

    for (uint32_t len = 0; len <= 200; len += 4) {
        expect(add(b, 0x05, len), false, true); /* request, 4 bytes of extension headers */
        expect(add(b, 0x10, len), false, true); /* response, 4 */
        expect(add(b, 0x04, len), false, true);
        expect(add(b, 0x0e, len), false, true);
    }
    for (int i = 0; i < 4; i++) {
        expect(add(b, 0x0c, 0), false, true);  /* 74 bytes */
        expect(add(b, 0x12, 0), false, true);  /* 70 */
        expect(add(b, 0x10, 12), false, true); /* 74, a response */
        expect(add(b, 0x05, 0), false, true);  /* 62, like an acknowledgement */
        expect(add(b, 0x11, 0), false, true);
    }
    run(b);
    assert_int_equal(b->drops, 0);
}

static void rx_parse_ends_with_the_ip_length_when_ethernet_pads(void **state)
{
    struct bench *b = *state;

    for (uint32_t len = 58; len <= 64; len++) {
        for (int n = 0; n < 3; n++) {
            static const uint8_t opcode[] = {0x04, 0x0e, 0x00};
            struct item *i = resize(add(b, opcode[n], 0), len);

            for (uint32_t at = 58; at < len; at++) { /* what fills does not matter */
                i->f.b[at] = (uint8_t)tb_rng_next(&b->rng);
            }
            classify(i);
            expect(i, false, true);
            expect(add(b, 0x11, 0), false, true);
        }
    }
    run(b);
}

/* Switches may change these on the way; what IP checks is put right. */
static void rx_parse_keeps_the_icrc_when_mutable_fields_change(void **state)
{
    struct bench *b = *state;
    static const uint32_t at[] = {15, 22, 40, 41, 46}; /* TOS and ECN, TTL, UDP checksum, F and B */

    for (size_t k = 0; k < sizeof(at) / sizeof(at[0]); k++) {
        for (uint32_t bit = 0; bit < 8; bit++) {
            static const uint8_t opcode[] = {0x04, 0x0a, 0x0c, 0x10, 0x11, 0x12};

            for (size_t n = 0; n < sizeof(opcode); n++) {
                struct item *i = add(b, opcode[n], opcode[n] == 0x0a ? 30 : 0);

                i->f.b[at[k]] ^= (uint8_t)(1 << bit);
                tb_frame_ip_sum(&i->f);
                classify(i);
                expect(i, false, true);
            }
        }
    }
    run(b);
}

/* ---- Not ours or malformed: dropped without a word */

static void rx_parse_drops_frame_when_not_ours(void **state)
{
    struct bench *b = *state;
    static const struct {
        uint32_t at;
        uint8_t value;
    } other[] = {
        {12, 0x86}, {13, 0x06},                         /* another type than IPv4 */
        {12, 0x81},                                     /* VLAN */
        {14, 0x46}, {14, 0x65},                         /* options, version 6 */
        {23, 6},    {23, 16},                           /* TCP */
        {20, 0x20}, {20, 0x41}, {21, 1},                /* a fragment */
        {30, 0x0b}, {31, 1},                            /* another address */
        {32, 1},    {33, 3},                            /* another address */
        {36, 0x13}, {37, 0xb8},                         /* another port */
        {39, 0x30}, {38, 1},                            /* UDP length */
        {43, 0x01}, {43, 0x02}, {43, 0x04}, {43, 0x08}, /* transport version */
        {42, 0x15}, {42, 0x16}, {42, 0x17}, {42, 0x1c}, /* opcodes we do not have */
        {42, 0x24}, {42, 0x2a}, {42, 0x64}, {42, 0xa4}, {42, 0x80},
        {42, 0x91}, {42, 0x31}, {42, 0x51}, /* an acknowledgement of another transport */
    };

    for (size_t i = 0; i < sizeof(other) / sizeof(other[0]); i++) {
        expect(change(add(b, 0x10, 100), other[i].at, other[i].value, true), true, false);
        expect(change(add(b, 0x0c, 0), other[i].at, other[i].value, true), true, false);
        expect(change(add(b, 0x11, 0), other[i].at, other[i].value, true), true, false);
        expect(add(b, 0x0a, 5), false, true);
    }
    run(b);
}

static void rx_parse_drops_packet_when_payload_or_pad_do_not_fit(void **state)
{
    struct bench *b = *state;

    /* no payload, but pad */
    for (size_t k = 0; k < TB_ROCE_KINDS; k++) {
        for (uint32_t pad = 1; pad < 4; pad++) {
            expect(change(add(b, TB_ROCE_KIND[k].opcode, 0), 43, (uint8_t)(pad << 4), true), true,
                   false);
        }
    }
    /* pad decides how much of the last word is payload */
    for (uint32_t pad = 0; pad < 4; pad++) {
        struct item *i = change(add(b, 0x04, 40), 43, (uint8_t)(pad << 4), true);

        expect(i, false, true);
        assert_int_equal(i->pay_bytes, 40 - pad);
    }
    /* opcodes that have no payload: those of a packet that has */
    for (size_t k = 0; k < TB_ROCE_KINDS; k++) {
        if (!TB_ROCE_KIND[k].pay) {
            expect(change(add(b, 0x04, 40), 42, TB_ROCE_KIND[k].opcode, true), true, false);
        }
    }
    /* headers cut by the IP length, lengths that are no multiple of 4 */
    for (size_t k = 0; k < TB_ROCE_KINDS; k++) {
        uint32_t full = TB_ROCE_AT_EXT + TB_ROCE_KIND[k].ext_bytes + 4;

        for (uint32_t len = 55; len < full; len++) {
            struct item *i = add(b, TB_ROCE_KIND[k].opcode, 0);

            tb_be(i->f.b + TB_AT_IP_LENGTH, 2, len - 14);
            tb_be(i->f.b + TB_AT_UDP_LENGTH, 2, len - 34);
            i->f.len = len;
            expect(seal(i), true, false);
        }
    }
    for (uint32_t less = 1; less < 4; less++) {
        struct item *i = add(b, 0x04, 40);

        tb_be(i->f.b + TB_AT_IP_LENGTH, 2, i->f.len - 14 - less);
        tb_be(i->f.b + TB_AT_UDP_LENGTH, 2, i->f.len - 34 - less);
        expect(seal(i), true, false);
    }
    /* longer than any MTU */
    expect(add(b, 0x04, 4097), true, false);
    expect(add(b, 0x0a, 4100), true, false);
    expect(add(b, 0x04, 4096), false, true);
    run(b);
}

/* IP and UDP lengths of 0 and of the largest number, which wrap a careless subtraction. */
static void rx_parse_drops_packet_when_lengths_are_extreme(void **state)
{
    struct bench *b = *state;
    static const uint32_t ip[] = {0, 4, 16, 20, 24, 28, 40, 43, 0xfffc, 0xffff, 0x8000, 4161 + 4};

    for (size_t k = 0; k < sizeof(ip) / sizeof(ip[0]); k++) {
        static const uint8_t opcode[] = {0x04, 0x0a, 0x10, 0x11, 0x81};

        for (size_t n = 0; n < sizeof(opcode); n++) {
            struct item *i = add(b, opcode[n], 0);

            tb_be(i->f.b + TB_AT_IP_LENGTH, 2, ip[k]);
            tb_be(i->f.b + TB_AT_UDP_LENGTH, 2, (ip[k] - 20) & 0xffff);
            expect(seal(i), true, false);
            expect(add(b, 0x04, 20), false, true);
        }
    }
    run(b);
}

/* ---- Bad verdicts */

static void rx_parse_says_bad_or_drops_when_any_bit_is_flipped(void **state)
{
    struct bench *b = *state;
    static const struct {
        uint8_t opcode;
        uint32_t len;
    } shape[] = {{0x04, 0}, {0x10, 5}, {0x0b, 9}, {0x13, 0}, {0x11, 0}, {0x81, 0}};

    b->rng = tb_rng_seed(1);
    for (size_t k = 0; k < sizeof(shape) / sizeof(shape[0]); k++) {
        uint32_t bits = add(b, shape[k].opcode, shape[k].len)->f.len * 8;

        for (uint32_t bit = 8 * 12; bit < bits; bit++) {
            struct item *i = add(b, shape[k].opcode, shape[k].len);
            uint32_t at = bit / 8;
            bool filler = at >= 58 && be(i->f.b + TB_AT_IP_LENGTH, 2) == 44;
            bool masked = at == 40 || at == 41 || at == 46; /* UDP checksum, FECN, BECN */

            change(i, at, (uint8_t)(i->f.b[at] ^ 1 << bit % 8), false);
            assert_int_equal(!i->dropped && i->ok, filler || masked);
        }
    }
    run(b);
}

static void rx_parse_says_bad_when_ip_checksum_is_wrong_though_masked(void **state)
{
    struct bench *b = *state;

    for (uint32_t bit = 0; bit < 16; bit++) {
        struct item *i = add_random(b, 100);

        i->f.b[24 + bit / 8] ^= (uint8_t)(1 << bit % 8);
        classify(i);
        expect(i, false, false);
        i = add_random(b, 100);
        i->f.b[bit % 2 ? 15 : 22] ^= (uint8_t)(1 << bit / 2); /* TOS, TTL without a new checksum */
        classify(i);
        expect(i, false, false);
        expect(add_random(b, 100), false, true);
    }
    run(b);
}

static void rx_parse_says_bad_when_link_reports_an_error(void **state)
{
    struct bench *b = *state;

    for (int n = 0; n < 60; n++) {
        struct item *i = add_random(b, 200);

        i->err = n % 3 != 2;
        classify(i);
        expect(i, false, n % 3 == 2);
    }
    run(b);
}

static void rx_parse_makes_up_payload_when_frame_is_cut(void **state)
{
    struct bench *b = *state;
    static const uint8_t opcode[] = {0x04, 0x0a, 0x10, 0x0b};

    for (size_t k = 0; k < sizeof(opcode); k++) {
        for (uint32_t len = 60; len < 400; len++) {
            struct item *i = resize(add(b, opcode[k], 400), len);

            /* extension headers may be behind the cut */
            expect(i, len <= 64 && tb_roce_kind(opcode[k])->ext_bytes > 4, false);
            expect(add(b, 0x11, 0), false, true);
        }
    }
    run(b);
}

/* What was cut off is zero, as the lanes behind the frame are: the ICRC alone would not see it. */
static void rx_parse_says_bad_when_only_zeros_are_cut_off(void **state)
{
    struct bench *b = *state;
    static const uint8_t opcode[] = {0x04, 0x11, 0x0c, 0x10};
    uint32_t cut = 0;

    b->rng = tb_rng_seed(4);
    for (uint32_t n = 0; n < 6000; n++) {
        struct item *i = add(b, opcode[n % 4], 0);
        uint32_t end = be(i->f.b + TB_AT_IP_LENGTH, 2) + 14;

        if (i->f.b[end - 1] == 0) {
            expect(resize(i, end - 1), false, false);
            cut++;
        } else {
            free(i);
            b->count--;
        }
    }
    assert_true(cut > 8);
    run(b);
}

static void rx_parse_says_bad_when_frame_is_too_long(void **state)
{
    struct bench *b = *state;

    for (uint32_t more = 1; more <= 140; more++) {
        expect(resize(add(b, 0x0a, 60), 54 + 16 + 60 + 4 + more), false, false);
        expect(resize(add(b, 0x11, 0), 62 + more), false, false);
        expect(add(b, 0x0c, 0), false, true);
        if (more > 6) { /* more than Ethernet fills */
            expect(resize(add(b, 0x04, 0), 58 + more), false, false);
        }
    }
    /* 256 beats more than the header says: a counter that wraps would not see it */
    expect(resize(add(b, 0x10, 60), 122 + 256 * 64), false, false);
    expect(resize(add(b, 0x0a, 60), 134 + 256 * 64), false, false);
    expect(add(b, 0x11, 0), false, true);
    run(b);
}

/* ---- Time */

/* Cycles from the edge that takes beat `from` to the first cycle with the output; 0 if never. */
static void latencies(struct bench *b, uint8_t opcode, uint32_t len, uint32_t cyc[OUTPUTS])
{
    struct dut *d = b->d;
    const struct tb_frame *f = &add(b, opcode, len)->f;
    const struct class *c = &b->class[tb_roce_kind(opcode)->rsp ? KIND_RSP : KIND_REQ];
    uint32_t beats = tb_frame_beats(f);

    memset(cyc, 0, OUTPUTS * sizeof(*cyc));
    for (int o = 0; o < OUTPUTS; o++) {
        *c->ready[o] = 1;
    }
    for (uint32_t i = 0; i < beats + 10; i++) {
        *d->s_valid = i < beats;
        if (i < beats) {
            tb_frame_put(f, i, d->s_data);
            *d->s_keep = tb_frame_keep(f, i);
            *d->s_last = i + 1 == beats;
        }
        dut_eval(d);
        for (int o = 0; o < OUTPUTS; o++) {
            if (*c->valid[o] && cyc[o] == 0) {
                cyc[o] = i;
            }
        }
        dut_tick(d);
    }
}

static void rx_parse_shows_each_output_in_its_cycle_when_idle(void **state)
{
    struct bench *b = *state;
    uint32_t cyc[OUTPUTS];

    latencies(b, 0x11, 0, cyc); /* headers and end in beat 0 */
    assert_int_equal(cyc[DESC], 2);
    assert_int_equal(cyc[END], 4);
    assert_int_equal(cyc[PAY], 0);
    latencies(b, 0x0c, 0, cyc); /* headers and end in beat 1 */
    assert_int_equal(cyc[DESC], 1 + 2);
    assert_int_equal(cyc[END], 1 + 4);
    latencies(b, 0x10, 64, cyc); /* headers in beat 0, end in beat 1 */
    assert_int_equal(cyc[DESC], 2);
    assert_int_equal(cyc[PAY], 3);
    assert_int_equal(cyc[END], 1 + 4);
    latencies(b, 0x0a, 64, cyc); /* headers and payload in beat 1, end in beat 2 */
    assert_int_equal(cyc[DESC], 1 + 2);
    assert_int_equal(cyc[PAY], 1 + 3);
    assert_int_equal(cyc[END], 2 + 4);
    latencies(b, 0x0a, 4096, cyc); /* long before the end */
    assert_int_equal(cyc[DESC], 1 + 2);
    assert_int_equal(cyc[END], 65 + 4);
}

static void rx_parse_takes_a_beat_per_cycle_when_nothing_stalls(void **state)
{
    struct bench *b = *state;
    uint32_t beats = 0;
    uint64_t start = b->d->cycle;

    for (int i = 0; i < 50; i++) {
        beats += tb_frame_beats(&add(b, 0x10, 500)->f);
        beats += tb_frame_beats(&add(b, 0x0c, 0)->f);
        beats += tb_frame_beats(&add(b, 0x11, 0)->f);
        beats += tb_frame_beats(&add(b, 0x04, 2)->f);
        beats += tb_frame_beats(&add(b, 0x0e, 4)->f);
        beats += tb_frame_beats(&add(b, 0x0a, 64)->f);
        beats += tb_frame_beats(&add(b, 0x81, 0)->f);
    }
    while (b->sent < b->count) {
        cycle(b);
    }
    assert_int_equal(b->d->cycle - start, beats);
    run(b);
}

/* A reader takes payload after the verdict: the longest frame must fit as a whole. */
static void rx_parse_ends_the_longest_frame_when_nobody_takes_its_payload(void **state)
{
    struct bench *b = *state;
    static const uint8_t opcode[] = {0x00, 0x0b, 0x0d, 0x0e};

    for (size_t k = 0; k < sizeof(opcode); k++) {
        struct class *c = &b->class[tb_roce_kind(opcode[k])->rsp ? KIND_RSP : KIND_REQ];

        add(b, opcode[k], 4096);
        c->stall[PAY] = 100;
        for (int i = 0; i < 80; i++) {
            cycle(b);
        }
        assert_int_equal(c->at[END], b->count);
        c->stall[PAY] = 0;
        run(b);
    }
}

/* ---- Stalls */

static void damage(struct bench *b, struct item *i)
{
    switch (tb_rng_below(&b->rng, 10)) {
    case 0:
        change(i, tb_rng_below(&b->rng, i->f.len), (uint8_t)tb_rng_next(&b->rng), false);
        break;
    case 1:
        change(i, 23, 6, true);
        break;
    case 2:
        resize(i, 60 + tb_rng_below(&b->rng, i->f.len));
        break;
    case 3:
        i->err = true;
        classify(i);
        break;
    default:
        break;
    }
}

static void rx_parse_keeps_order_when_all_streams_stall(void **state)
{
    struct bench *b = *state;
    static const uint32_t stall[][7] = {{30, 30, 30, 30, 30, 30, 30}, {0, 80, 0, 0, 0, 0, 0},
                                        {0, 0, 80, 0, 0, 0, 0},       {0, 0, 0, 80, 0, 0, 0},
                                        {0, 0, 0, 0, 80, 0, 0},       {0, 0, 0, 0, 0, 80, 0},
                                        {0, 0, 0, 0, 0, 0, 80},       {70, 0, 0, 0, 0, 0, 0},
                                        {5, 10, 10, 10, 10, 10, 10},  {0, 0, 0, 0, 0, 0, 0}};

    b->rng = tb_rng_seed(2);
    for (size_t k = 0; k < sizeof(stall) / sizeof(stall[0]); k++) {
        b->stall_s = stall[k][0];
        memcpy(b->class[0].stall, stall[k] + 1, sizeof(b->class[0].stall));
        memcpy(b->class[1].stall, stall[k] + 4, sizeof(b->class[1].stall));
        for (int i = 0; i < 250; i++) {
            damage(b, add_random(b, i % 10 == 0 ? 4096 : 300));
        }
        run(b);
    }
    assert_true(b->drops > 100 && b->bad > 100 && b->cnps > 50);
}

static void rx_parse_holds_the_link_when_one_output_stands_still(void **state)
{
    struct bench *b = *state;

    for (int k = 0; k < 2; k++) {
        for (int o = 0; o < OUTPUTS; o++) {
            b->class[k].stall[o] = 100;
            for (int i = 0; i < 80; i++) {
                add(b, k == KIND_RSP ? 0x10 : 0x0a, 300);
            }
            for (int i = 0; i < 600; i++) {
                cycle(b); /* RTL assertions watch the queues */
            }
            assert_true(b->sent < b->count);
            b->class[k].stall[o] = 0;
            run(b);
        }
    }
}

/* The same with frames of one beat, which fill the queues of headers and verdicts fastest. */
static void rx_parse_holds_the_link_when_short_frames_fill_it(void **state)
{
    struct bench *b = *state;

    for (int k = 0; k < 2; k++) {
        for (int o = 0; o < OUTPUTS; o++) {
            b->class[k].stall[o] = 100;
            for (int i = 0; i < 300; i++) {
                add(b, k == KIND_RSP ? 0x0f : 0x04, 3);
            }
            for (int i = 0; i < 400; i++) {
                cycle(b);
            }
            assert_true(b->sent < b->count);
            b->class[k].stall[o] = 0;
            run(b);
        }
    }
}

static void rx_parse_is_empty_when_reset_in_a_frame(void **state)
{
    struct bench *b = *state;

    add(b, 0x0a, 500);
    for (int i = 0; i < 5; i++) {
        cycle(b);
    }
    *b->d->s_valid = 0;
    dut_reset(b->d);
    assert_int_equal(*b->d->stat_idle, 1);
    free(b->item[0]);
    b->count = b->sent = b->beat = 0;
    for (int k = 0; k < 2; k++) {
        memset(b->class[k].at, 0, sizeof(b->class[k].at));
        b->class[k].pay_beat = 0;
        for (int o = 0; o < OUTPUTS; o++) {
            b->class[k].hold[o].stalled = false;
        }
    }
    add(b, 0x10, 77);
    add(b, 0x04, 0);
    run(b);
}

static void rx_parse_numbers_frames_when_first_beat_comes(void **state)
{
    struct bench *b = *state;
    uint32_t seen = 0;

    b->rng = tb_rng_seed(3);
    b->stall_s = 20;
    b->class[KIND_REQ].stall[PAY] = 50;
    for (int i = 0; i < 60; i++) {
        damage(b, add_random(b, 300));
    }
    for (int after = 0; after < 2; after += b->sent == b->count) {
        cycle(b);
        if (*b->d->probe_first_valid) {
            assert_int_equal(*b->d->probe_first_id, seen);
            seen++;
        }
    }
    assert_int_equal(seen, 60);
    run(b);
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(rx_parse_takes_the_golden_packets_when_they_are_for_us),
        TEST(rx_parse_shows_the_words_of_the_write_when_it_is_golden),
        TEST(rx_parse_counts_the_cnp_when_hardware_sent_it),
        TEST(rx_parse_takes_apart_every_packet_when_opcode_and_length_are_any),
        TEST(rx_parse_gives_all_payload_when_it_is_an_mtu_more_or_less),
        TEST(rx_parse_sorts_by_opcode_when_sizes_are_equal),
        TEST(rx_parse_ends_with_the_ip_length_when_ethernet_pads),
        TEST(rx_parse_keeps_the_icrc_when_mutable_fields_change),
        TEST(rx_parse_drops_frame_when_not_ours),
        TEST(rx_parse_drops_packet_when_payload_or_pad_do_not_fit),
        TEST(rx_parse_drops_packet_when_lengths_are_extreme),
        TEST(rx_parse_says_bad_or_drops_when_any_bit_is_flipped),
        TEST(rx_parse_says_bad_when_ip_checksum_is_wrong_though_masked),
        TEST(rx_parse_says_bad_when_link_reports_an_error),
        TEST(rx_parse_makes_up_payload_when_frame_is_cut),
        TEST(rx_parse_says_bad_when_only_zeros_are_cut_off),
        TEST(rx_parse_says_bad_when_frame_is_too_long),
        TEST(rx_parse_shows_each_output_in_its_cycle_when_idle),
        TEST(rx_parse_takes_a_beat_per_cycle_when_nothing_stalls),
        TEST(rx_parse_ends_the_longest_frame_when_nobody_takes_its_payload),
        TEST(rx_parse_keeps_order_when_all_streams_stall),
        TEST(rx_parse_holds_the_link_when_one_output_stands_still),
        TEST(rx_parse_holds_the_link_when_short_frames_fill_it),
        TEST(rx_parse_is_empty_when_reset_in_a_frame),
        TEST(rx_parse_numbers_frames_when_first_beat_comes),
    };
    return cmocka_run_group_tests_name("roce_rx_parse", tests, NULL, NULL);
}
