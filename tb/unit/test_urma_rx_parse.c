/* SPDX-License-Identifier: Apache-2.0 */
/* test_urma_rx_parse: frames taken apart: the vectors, each kind of damage, every flipped bit,
 * order, latency, stalls. What must come out is computed from the bytes of each frame by
 * classify(). */
/* DUT: urma_rx_parse */
/* DUT: urma_rx_parse -GPAY_BEATS=16 */
#include "dut.h"
#include "tb_frame.h"
#include "tb_hold.h"

#define ITEMS 4096u
static const uint32_t IP = 0x0a000001; /* ours: node 1 of the vectors */

enum { OP_WRITE = 0x03, OP_READ = 0x06, OP_TAACK = 0x11, OP_READ_RSP = 0x12 };

struct item {
    struct tb_frame f;
    bool err; /* the link says so */
    /* expected */
    bool dropped, rsp, write, ack, ok;
    uint32_t pay_bytes, pay_beats;
};

enum { DESC, LOOK, PAY, WPAY, END, OUTPUTS };

struct bench {
    struct dut *d;
    struct tb_rng rng;
    uint32_t stall_s, stall[OUTPUTS];
    struct tb_hold hold[OUTPUTS];
    struct item *item[ITEMS];
    uint32_t count, sent, beat;
    uint32_t at[OUTPUTS];       /* next item that an output tells of */
    uint32_t pay_beat[OUTPUTS]; /* of PAY and WPAY */
    uint32_t drops, frames;
};

static int setup(void **state)
{
    struct bench *b = calloc(1, sizeof(*b));
    struct dut *d = dut_create();
    struct tb_hold *h = b->hold;

    b->d = d;
    *d->cfg_ip = IP;
    h[DESC] = (struct tb_hold){.valid = d->m_desc_valid, .ready = d->m_desc_ready};
    TB_HOLD_ADD(&h[DESC], d, m_desc_frame);
    TB_HOLD_ADD(&h[DESC], d, m_desc_is_rsp);
    TB_HOLD_ADD(&h[DESC], d, m_desc_is_write);
    TB_HOLD_ADD(&h[DESC], d, m_desc_pay_bytes);
    TB_HOLD_ADD(&h[DESC], d, m_desc_rtph);
    TB_HOLD_ADD(&h[DESC], d, m_desc_btah);
    TB_HOLD_ADD(&h[DESC], d, m_desc_maetah);
    TB_HOLD_ADD(&h[DESC], d, m_desc_tvetah);
    h[LOOK] = (struct tb_hold){.valid = d->m_look_valid, .ready = d->m_look_ready};
    TB_HOLD_ADD(&h[LOOK], d, m_look_frame);
    TB_HOLD_ADD(&h[LOOK], d, m_look_tpn);
    TB_HOLD_ADD(&h[LOOK], d, m_look_pay_bytes);
    TB_HOLD_ADD(&h[LOOK], d, m_look_atah);
    h[PAY] = (struct tb_hold){.valid = d->m_pay_valid, .ready = d->m_pay_ready};
    TB_HOLD_ADD(&h[PAY], d, m_pay_data);
    h[WPAY] = (struct tb_hold){.valid = d->m_wpay_valid, .ready = d->m_wpay_ready};
    TB_HOLD_ADD(&h[WPAY], d, m_wpay_data);
    h[END] = (struct tb_hold){.valid = d->m_end_valid, .ready = d->m_end_ready};
    TB_HOLD_ADD(&h[END], d, m_end_ok);
    dut_reset(d);
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

static bool icrc_ok(const struct tb_frame *f)
{
    uint32_t icrc = tb_frame_icrc(f->b, f->len - 4);
    const uint8_t *p = f->b + f->len - 4;

    return p[0] == (icrc & 0xff) && p[1] == (icrc >> 8 & 0xff) && p[2] == (icrc >> 16 & 0xff) &&
           p[3] == icrc >> 24;
}

static void classify(struct item *i)
{
    const uint8_t *b = i->f.b;
    uint32_t ip_bytes = be(b + TB_AT_IP_LENGTH, 2);
    bool single = i->f.len <= TB_BEAT;
    bool data = (b[TB_AT_RTPH] & 0x7f) == 1;
    /* a request holds BTAH, MAETAH and, when TV_EN says so, TVETAH */
    uint32_t ta_bytes = b[TB_AT_TA + 1] & 8 ? 28 : 24;
    int32_t rsp_bytes, write_bytes;

    i->ack = (b[TB_AT_RTPH] & 0x7f) == 2;
    i->rsp = data && (b[TB_AT_TA] == OP_READ_RSP || b[TB_AT_TA] == OP_TAACK);
    i->write = data && b[TB_AT_TA] == OP_WRITE;
    rsp_bytes = (int32_t)ip_bytes - 20 - 8 - 16 - 8 - 4 - (b[TB_AT_RTPH + 1] >> 4 & 3);
    write_bytes = rsp_bytes + 8 - (int32_t)ta_bytes;
    i->dropped = be(b + 12, 2) != 0x0800 || b[TB_AT_IP] != 0x45 || b[TB_AT_IP + 9] != 17 ||
                 (be(b + TB_AT_IP + 6, 2) & 0x3fff) != 0 || be(b + TB_AT_UDP + 2, 2) != 4792 ||
                 be(b + TB_AT_IP + 16, 4) != IP || be(b + TB_AT_UDP_LENGTH, 2) + 20 != ip_bytes ||
                 b[TB_AT_RTPH + 1] >> 6 != 0 || (i->rsp && (rsp_bytes < 0 || rsp_bytes > 8192)) ||
                 (i->write && (write_bytes < 0 || write_bytes > 8192));
    if (data && b[TB_AT_TA] == OP_READ && ip_bytes < 48u + ta_bytes) {
        i->dropped = true;
    }
    if (!(i->ack && single) && !(data && !single && (b[TB_AT_RTPH + 1] & 15) == 0)) {
        i->dropped = true;
    }
    i->pay_bytes = i->dropped                           ? 0
                   : i->write                           ? (uint32_t)write_bytes
                   : data && b[TB_AT_TA] == OP_READ_RSP ? (uint32_t)rsp_bytes
                                                        : 0;
    i->pay_beats =
        (TB_AT_TA + (i->write ? ta_bytes : 8) - TB_BEAT + i->pay_bytes + TB_BEAT - 1) / TB_BEAT;
    i->pay_beats = i->pay_bytes == 0 ? 0 : i->pay_beats;
    i->ok = !i->err && i->f.len == ip_bytes + 14 && ip_sum_ok(b) && icrc_ok(&i->f);
}

static void expect(const struct item *i, bool dropped, bool ok)
{
    assert_int_equal(i->dropped, dropped);
    assert_true(dropped || i->ok == ok);
}

/* ---- Frames */

static struct item *add(struct bench *b)
{
    struct item *i = calloc(1, sizeof(*i));

    assert_true(i && b->count < ITEMS);
    b->item[b->count++] = i;
    return i;
}

static struct tb_frame_head head(struct tb_rng *r, uint8_t opcode)
{
    return (struct tb_frame_head){
        .dst_mac = tb_rng_next(r) >> 16,
        .src_mac = tb_rng_next(r) >> 16,
        .dst_ip = IP,
        .src_ip = (uint32_t)tb_rng_next(r),
        .sport = (uint16_t)tb_rng_next(r),
        .tp_opcode = opcode,
        .a = (uint8_t)(opcode == 0x81),
        .src_tpn = tb_rng_next(r) & 0xffffff,
        .dst_tpn = tb_rng_next(r) & 0xffffff,
        .psn = tb_rng_next(r) & 0xffffff,
        .tpmsn = tb_rng_next(r) & 0xffffff,
    };
}

static struct item *add_ack(struct bench *b)
{
    struct item *i = add(b);
    struct tb_frame_head h = head(&b->rng, 2);

    tb_frame_make(&i->f, &h, NULL, 0, NULL, 0);
    classify(i);
    return i;
}

static struct item *add_request(struct bench *b)
{
    struct item *i = add(b);
    struct tb_frame_head h = head(&b->rng, 0x81);
    uint8_t ta[28];

    tb_rng_fill(&b->rng, ta, sizeof(ta));
    const bool token = tb_rng_below(&b->rng, 2) != 0;

    ta[0] = OP_READ;
    ta[1] = (uint8_t)((ta[1] & ~8) | (token ? 8 : 0));
    tb_frame_make(&i->f, &h, ta, token ? 28 : 24, NULL, 0);
    classify(i);
    return i;
}

static struct item *add_response(struct bench *b, uint32_t bytes)
{
    static uint8_t pay[8192];
    struct item *i = add(b);
    struct tb_frame_head h = head(&b->rng, 0x81);
    uint8_t ta[8];

    tb_rng_fill(&b->rng, ta, sizeof(ta));
    ta[0] = bytes > 0 ? OP_READ_RSP : OP_TAACK;
    tb_rng_fill(&b->rng, pay, bytes);
    tb_frame_make(&i->f, &h, ta, sizeof(ta), pay, bytes);
    classify(i);
    return i;
}

static struct item *add_write(struct bench *b, uint32_t bytes, bool token)
{
    static uint8_t pay[8192];
    struct item *i = add(b);
    struct tb_frame_head h = head(&b->rng, 0x81);
    uint8_t ta[28];

    tb_rng_fill(&b->rng, ta, sizeof(ta));
    ta[0] = OP_WRITE;
    ta[1] = (uint8_t)((ta[1] & ~8) | (token ? 8 : 0));
    tb_rng_fill(&b->rng, pay, bytes);
    tb_frame_make(&i->f, &h, ta, token ? 28 : 24, pay, bytes);
    classify(i);
    return i;
}

/* Change one byte; with `sealed` all check values fit the new content. */
static struct item *change(struct item *i, uint32_t at, uint8_t value, bool sealed)
{
    i->f.b[at] = value;
    if (sealed) {
        tb_frame_ip_sum(&i->f);
        tb_frame_seal(&i->f);
    }
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

/* Bytes of a port whose first wire byte is in the top bits. */
static void check_wire(const void *port, const uint8_t *want, uint32_t bytes)
{
    for (uint32_t i = 0; i < bytes; i++) {
        assert_int_equal(((const uint8_t *)port)[bytes - 1 - i], want[i]);
    }
}

static void check_desc(struct dut *d, const struct item *i, uint32_t number)
{
    uint8_t b[128] = {0};

    memcpy(b, i->f.b, i->f.len < 128 ? i->f.len : 128);
    assert_int_equal(*d->m_desc_frame, number & 0xffff);
    assert_int_equal(*d->m_desc_is_rsp, i->rsp);
    assert_int_equal(*d->m_desc_is_write, i->write);
    assert_int_equal(*d->m_desc_pay_bytes, i->pay_bytes);
    check_wire(d->m_desc_rtph, b + TB_AT_RTPH, 16);
    if (!i->ack) {
        check_wire(d->m_desc_btah, b + TB_AT_TA, 8);
        check_wire(d->m_desc_maetah, b + TB_AT_TA + 8, 16);
        check_wire(d->m_desc_tvetah, b + TB_AT_TA + 24, 4);
    }
}

static void check_look(struct dut *d, const struct item *i, uint32_t number)
{
    assert_int_equal(*d->m_look_frame, number & 0xffff);
    assert_int_equal(*d->m_look_tpn, be(i->f.b + TB_AT_RTPH + 5, 3));
    assert_int_equal(*d->m_look_pay_bytes, i->pay_bytes);
    check_wire(d->m_look_atah, i->f.b + TB_AT_TA, 8);
}

static void check_pay(struct bench *b, const struct item *i, int output)
{
    uint32_t want[16];
    uint32_t beat = b->pay_beat[output] + 1;

    if (beat < tb_frame_beats(&i->f)) { /* a beat that was made up may hold anything */
        tb_frame_put(&i->f, beat, want);
        assert_memory_equal(output == PAY ? b->d->m_pay_data : b->d->m_wpay_data, want,
                            sizeof(want));
    }
    if (++b->pay_beat[output] == i->pay_beats) {
        b->pay_beat[output] = 0;
        b->at[output]++;
    }
}

static bool tells_of(const struct item *i, int output)
{
    return !i->dropped && (output != LOOK || i->rsp) &&
           (output != PAY || (i->pay_beats > 0 && !i->write)) &&
           (output != WPAY || (i->pay_beats > 0 && i->write));
}

static void check_output(struct bench *b, int output)
{
    uint32_t *at = &b->at[output];

    if (!tb_hold_check(&b->hold[output])) {
        return;
    }
    while (*at < b->count && !tells_of(b->item[*at], output)) {
        (*at)++;
    }
    assert_true(*at <= b->sent && *at < b->count);
    switch (output) {
    case DESC:
        check_desc(b->d, b->item[*at], *at);
        break;
    case LOOK:
        check_look(b->d, b->item[*at], *at);
        break;
    case PAY:
    case WPAY:
        check_pay(b, b->item[*at], output);
        return;
    default:
        assert_true(*at < b->sent); /* not before the end */
        assert_int_equal(*b->d->m_end_ok, b->item[*at]->ok);
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
    *d->m_desc_ready = !tb_rng_chance(&b->rng, b->stall[DESC]);
    *d->m_look_ready = !tb_rng_chance(&b->rng, b->stall[LOOK]);
    *d->m_pay_ready = !tb_rng_chance(&b->rng, b->stall[PAY]);
    *d->m_wpay_ready = !tb_rng_chance(&b->rng, b->stall[WPAY]);
    *d->m_end_ready = !tb_rng_chance(&b->rng, b->stall[END]);
    dut_eval(d);
    in = *d->s_valid && *d->s_ready;
    for (int i = 0; i < OUTPUTS; i++) {
        check_output(b, i);
    }
    b->drops += *d->stat_drop_frame;
    b->frames += *d->stat_frame;
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
    uint32_t drops = 0;

    for (uint32_t quiet = 0, i = 0; quiet < 20; i++) {
        assert_true(i < 1000000);
        cycle(b);
        quiet = b->sent == b->count && *b->d->stat_idle ? quiet + 1 : 0;
    }
    for (uint32_t i = 0; i < b->count; i++) {
        drops += b->item[i]->dropped;
        for (int o = 0; o < OUTPUTS; o++) {
            assert_true(!tells_of(b->item[i], o) || i < b->at[o]);
        }
    }
    assert_int_equal(b->drops, drops);
    assert_int_equal(b->frames, b->count);
}

/* ---- Good frames */

static void rx_parse_takes_the_vectors_when_they_are_for_us(void **state)
{
    struct bench *b = *state;
    static const char *const name[] = {"read_response", "ack_of_request"};

    for (int n = 0; n < 2; n++) {
        struct item *i = add(b);

        tb_frame_load(&i->f, name[n]);
        classify(i);
        expect(i, false, true);
    }
    assert_int_equal(b->item[0]->pay_bytes, 64);
    run(b);
}

static void rx_parse_takes_the_request_vector_when_node_2_listens(void **state)
{
    struct bench *b = *state;
    struct dut *d = b->d;
    struct tb_frame f;
    bool end = false;
    bool desc = false;

    *d->cfg_ip = 0x0a000002;
    tb_frame_load(&f, "read_request");
    *d->m_look_ready = 1;
    for (uint32_t i = 0; i < 12; i++) {
        *d->s_valid = i < 2;
        if (i < 2) {
            tb_frame_put(&f, i, d->s_data);
            *d->s_keep = tb_frame_keep(&f, i);
            *d->s_last = i == 1;
        }
        dut_eval(d);
        assert_int_equal(*d->m_look_valid, 0);
        assert_int_equal(*d->m_pay_valid, 0);
        assert_int_equal(*d->m_wpay_valid, 0);
        desc |= *d->m_desc_valid;
        end |= *d->m_end_valid;
        dut_tick(d);
    }
    assert_true(desc && end);
    assert_int_equal(*d->m_end_ok, 1);
    assert_int_equal(*d->m_desc_is_rsp, 0);
    assert_int_equal(*d->m_desc_is_write, 0);
    assert_int_equal(d->m_desc_rtph[3], 0x81000000); /* the words of the vector */
    assert_int_equal(d->m_desc_rtph[2], 0x03000005);
    assert_int_equal(d->m_desc_rtph[1], 0x80000100);
    assert_int_equal(d->m_desc_rtph[0], 0x00000010);
    assert_int_equal(*d->m_desc_btah, 0x0618004200000007);
    assert_int_equal(d->m_desc_maetah[3], 0x00000001);
    assert_int_equal(d->m_desc_maetah[2], 0x23456780);
    assert_int_equal(d->m_desc_maetah[1], 0x000abc00);
    assert_int_equal(d->m_desc_maetah[0], 0x00000040);
    assert_int_equal(*d->m_desc_tvetah, 0xdeadbeef);
}

static void rx_parse_gives_all_payload_when_response_has_any_length(void **state)
{
    struct bench *b = *state;

    for (uint32_t len = 0; len <= 200; len++) {
        expect(add_response(b, len), false, true);
    }
    for (uint32_t len = 4090; len <= 4096; len++) {
        expect(add_response(b, len), false, true);
    }
    expect(add_response(b, 8192), false, true);
    run(b);
}

static void rx_parse_gives_all_payload_when_write_has_any_length(void **state)
{
    struct bench *b = *state;

    for (int token = 0; token < 2; token++) {
        for (uint32_t len = 0; len <= 200; len++) {
            struct item *i = add_write(b, len, token != 0);

            expect(i, false, true);
            assert_int_equal(i->pay_bytes, len);
        }
        for (uint32_t len = 4090; len <= 4096; len++) {
            expect(add_write(b, len, token != 0), false, true);
        }
        expect(add_write(b, 8192, token != 0), false, true);
    }
    /* behind 18 or 22 bytes of headers in the second beat */
    assert_int_equal(add_write(b, 46, false)->pay_beats, 1);
    assert_int_equal(add_write(b, 47, false)->pay_beats, 2);
    assert_int_equal(add_write(b, 42, true)->pay_beats, 1);
    assert_int_equal(add_write(b, 43, true)->pay_beats, 2);
    run(b);
}

static void rx_parse_parts_payload_when_writes_and_responses_mix(void **state)
{
    struct bench *b = *state;

    b->rng = tb_rng_seed(4);
    for (int i = 0; i < 200; i++) {
        const uint32_t len = 1 + tb_rng_below(&b->rng, 300);

        if (tb_rng_chance(&b->rng, 50)) {
            add_write(b, len, tb_rng_chance(&b->rng, 50));
        } else {
            add_response(b, len);
        }
    }
    b->stall[PAY] = 60; /* one kind is ahead of the other */
    run(b);
}

static void rx_parse_keeps_order_when_frames_come_back_to_back(void **state)
{
    struct bench *b = *state;

    b->rng = tb_rng_seed(1);
    for (int i = 0; i < 100; i++) {
        add_ack(b);
        add_request(b);
        add_response(b, 1 + tb_rng_below(&b->rng, 200));
        add_response(b, 0);
        add_write(b, tb_rng_below(&b->rng, 200), tb_rng_chance(&b->rng, 50));
    }
    run(b);
    assert_int_equal(b->drops, 0);
}

/* ---- Not ours: dropped without a word */

static void rx_parse_drops_frame_when_not_ours(void **state)
{
    struct bench *b = *state;
    static const struct {
        uint32_t at;
        uint8_t value;
    } other[] = {
        {12, 0x86}, {13, 0x06},          /* another type than IPv4 */
        {14, 0x46}, {14, 0x65},          /* options, version 6 */
        {23, 6},    {23, 16},            /* TCP */
        {20, 0x20}, {20, 0x41}, {21, 1}, /* a fragment */
        {30, 0x0b}, {31, 1},             /* another address */
        {32, 1},    {33, 2},             /* another address */
        {36, 0x13}, {37, 0xb9},          /* another port */
        {43, 0x40}, {43, 0x80},          /* transport version */
        {43, 0x01}, {43, 0x03},          /* NLP: headers we do not know */
        {42, 0x00}, {42, 0x03}, {42, 5}, /* UTP, acknowledgements with extensions */
        {42, 0x88},                      /* congestion notification */
    };

    for (size_t i = 0; i < sizeof(other) / sizeof(other[0]); i++) {
        expect(change(add_response(b, 100), other[i].at, other[i].value, true), true, false);
        expect(change(add_request(b), other[i].at, other[i].value, true), true, false);
        expect(change(add_write(b, 100, true), other[i].at, other[i].value, true), true, false);
        expect(add_request(b), false, true);
    }
    run(b);
}

static void rx_parse_drops_frame_when_kind_and_length_do_not_fit(void **state)
{
    struct bench *b = *state;
    struct item *i;

    expect(change(add_ack(b), TB_AT_RTPH, 0x81, true), true, false); /* data in one beat */
    i = change(add_request(b), TB_AT_RTPH, 2, true);                 /* acknowledgement in two */
    expect(i, true, false);
    expect(add_ack(b), false, true);
    run(b);
}

static void rx_parse_drops_request_when_it_ends_before_its_headers(void **state)
{
    struct bench *b = *state;

    for (uint32_t k = 0; k < 4; k++) {
        uint8_t ta[28] = {k % 2 ? OP_WRITE : OP_READ, k / 2 ? 0x18 : 0x10}; /* with a token? */

        for (uint32_t bytes = 8; bytes <= sizeof(ta); bytes += 4) {
            struct item *i = add(b);
            struct tb_frame_head h = head(&b->rng, 0x81);

            tb_frame_make(&i->f, &h, ta, bytes, NULL, 0);
            classify(i);
            expect(i, bytes < (k / 2 ? 28u : 24u), true);
        }
    }
    run(b);
}

static void rx_parse_drops_frame_when_udp_length_is_not_that_of_ip(void **state)
{
    struct bench *b = *state;
    struct item *i = add_response(b, 100);

    expect(change(i, TB_AT_UDP_LENGTH + 1, (uint8_t)(i->f.b[TB_AT_UDP_LENGTH + 1] + 4), true), true,
           false);
    expect(add_response(b, 100), false, true);
    run(b);
}

/* IP and UDP say another length than the frame has. */
static struct item *say_length(struct item *i, uint32_t ip_bytes)
{
    tb_be(i->f.b + TB_AT_IP_LENGTH, 2, ip_bytes);
    tb_be(i->f.b + TB_AT_UDP_LENGTH, 2, ip_bytes - 20);
    tb_frame_ip_sum(&i->f);
    tb_frame_seal(&i->f);
    classify(i);
    return i;
}

static void rx_parse_drops_frame_when_its_length_is_impossible(void **state)
{
    struct bench *b = *state;
    const uint32_t ip_bytes[] = {8192 + 76 + 4, 0xffff, 52, 28, 0};

    for (size_t k = 0; k < 5; k++) {
        for (int write = 0; write < 2; write++) {
            struct item *i = write ? add_write(b, 100, true) : add_response(b, 100);

            say_length(i, ip_bytes[k]);
            if (ip_bytes[k] < 20) { /* the UDP length fits it in 16 bits only */
                i->dropped = true;
                i->pay_bytes = i->pay_beats = 0;
            }
            expect(i, true, false);
        }
    }
    expect(say_length(add_response(b, 100), 8192 + 56 + 4), true, false);
    /* one word less than a write has to have; and with padding that it has no room for */
    expect(say_length(add_write(b, 100, true), 72), true, false);
    expect(say_length(add_write(b, 100, false), 68), true, false);
    expect(say_length(add_write(b, 101, true), 76), true, false);
    expect(add_response(b, 100), false, true);
    expect(add_write(b, 100, true), false, true);
    run(b);
}

static void rx_parse_ignores_mac_and_udp_checksum_when_they_change(void **state)
{
    struct bench *b = *state;
    const uint32_t at[] = {0, 5, 6, 11, 40, 41};

    for (size_t k = 0; k < 6; k++) {
        struct item *i = add_response(b, 20);

        expect(change(i, at[k], (uint8_t)~i->f.b[at[k]], false), false, true);
    }
    run(b);
}

/* ---- Damaged: verdict 0 */

static void rx_parse_says_bad_when_any_bit_is_flipped(void **state)
{
    struct bench *b = *state;

    for (uint32_t k = 0; k < 4; k++) {
        uint32_t len = k == 0 ? 62 : k == 1 ? 90 : k == 2 ? 70 + 64 : 90 + 64;

        for (uint32_t bit = 0; bit < len * 8; bit++) {
            struct item *i = k == 0   ? add_ack(b)
                             : k == 1 ? add_request(b)
                             : k == 2 ? add_response(b, 64)
                                      : add_write(b, 64, true);
            bool free_byte = bit / 8 < 12 || bit / 8 == 40 || bit / 8 == 41;

            if (i->f.len * 8 <= bit) {
                break; /* a request without a token is shorter */
            }
            change(i, bit / 8, (uint8_t)(i->f.b[bit / 8] ^ 1u << bit % 8), false);
            assert_true(i->dropped || i->ok == free_byte);
        }
        run(b);
    }
    assert_true(b->drops > 100);
}

static void rx_parse_says_bad_when_ip_checksum_is_wrong_though_masked(void **state)
{
    struct bench *b = *state;

    for (uint32_t bit = 0; bit < 16; bit++) {
        struct item *i = bit % 2 ? add_ack(b) : add_response(b, 1000);

        i->f.b[TB_AT_IP_SUM + bit / 8] ^= (uint8_t)(1u << bit % 8);
        assert_true(icrc_ok(&i->f));
        classify(i);
        expect(i, false, false);
    }
    run(b);
}

static void rx_parse_says_bad_when_tos_or_ttl_change_without_checksum(void **state)
{
    struct bench *b = *state;

    expect(change(add_request(b), 15, 0x10, false), false, false);
    expect(change(add_request(b), 22, 63, false), false, false);
    expect(change(add_request(b), 15, 0x10, true), false, true); /* a router that did it right */
    expect(change(add_request(b), 22, 63, true), false, true);
    run(b);
}

static void rx_parse_says_bad_when_link_reports_an_error(void **state)
{
    struct bench *b = *state;

    for (int k = 0; k < 4; k++) {
        struct item *i = k == 0   ? add_ack(b)
                         : k == 1 ? add_request(b)
                         : k == 2 ? add_response(b, 300)
                                  : add_write(b, 300, false);

        i->err = true;
        classify(i);
        expect(i, false, false);
        expect(add_ack(b), false, true);
    }
    run(b);
}

/* Cut or lengthen the frame, with an ICRC that fits what is there. */
static struct item *resize(struct item *i, uint32_t len)
{
    memset(i->f.b + i->f.len - 4, 0, 4);
    i->f.len = len;
    tb_frame_seal(&i->f);
    classify(i);
    return i;
}

/* A response, or a write with or without a token. */
static struct item *add_payload(struct bench *b, int kind, uint32_t bytes)
{
    return kind == 0 ? add_response(b, bytes) : add_write(b, bytes, kind == 2);
}

static void rx_parse_makes_up_payload_when_frame_is_cut(void **state)
{
    struct bench *b = *state;

    for (int kind = 0; kind < 3; kind++) {
        for (uint32_t cut = 4; cut <= 400; cut += 4) {
            struct item *i = add_payload(b, kind, 400);

            if (i->f.len - cut > TB_BEAT) {
                expect(resize(i, i->f.len - cut), false, false);
                assert_int_equal(i->pay_beats, 7);
            }
            expect(add_payload(b, kind, 10), false, true);
            expect(add_payload(b, (kind + 1) % 3, 10), false, true);
        }
    }
    run(b);
}

static void rx_parse_gives_the_promised_payload_when_frame_is_too_long(void **state)
{
    struct bench *b = *state;

    for (int kind = 0; kind < 3; kind++) {
        for (uint32_t more = 4; more <= 200; more += 4) {
            struct item *i = add_payload(b, kind, 60);

            expect(resize(i, i->f.len + more), false, false);
            expect(add_payload(b, kind, 10), false, true);
        }
    }
    run(b);
}

static void rx_parse_says_bad_when_frame_is_longer_than_its_counter(void **state)
{
    struct bench *b = *state;

    /* 256 beats more than the header says: a counter that wraps would not see it */
    expect(resize(add_response(b, 60), 70 + 60 + 256 * 64), false, false);
    expect(resize(add_request(b), 90 + 256 * 64), false, false);
    expect(add_response(b, 10), false, true);
    run(b);
}

static void rx_parse_says_bad_when_last_beat_has_odd_bytes(void **state)
{
    struct bench *b = *state;

    for (uint32_t k = 1; k < 4; k++) {
        struct item *i = add_response(b, 100);

        i->f.len += k; /* zero bytes behind the ICRC */
        i->f.b[i->f.len - 1] = 0;
        classify(i);
        expect(i, false, false);
        i = add_request(b);
        i->f.len -= k;
        classify(i);
        expect(i, false, false);
    }
    run(b);
}

/* ---- Time */

static void rx_parse_shows_headers_early_when_frame_still_arrives(void **state)
{
    struct bench *b = *state;

    add_response(b, 4000);
    for (int i = 0; i < 20; i++) {
        cycle(b);
    }
    assert_int_equal(b->at[DESC], 1);
    assert_int_equal(b->at[LOOK], 1);
    assert_true(b->pay_beat[PAY] > 10);
    assert_int_equal(b->sent, 0);
    run(b);
}

/* Cycles from the edge that takes the last beat to the first cycle with the output, in order of
 * the outputs; 0 if never. */
static void latencies(struct bench *b, const struct tb_frame *f, uint32_t cyc[OUTPUTS])
{
    struct dut *d = b->d;
    uint8_t *const valid[OUTPUTS] = {d->m_desc_valid, d->m_look_valid, d->m_pay_valid,
                                     d->m_wpay_valid, d->m_end_valid};
    uint32_t beats = tb_frame_beats(f);

    memset(cyc, 0, OUTPUTS * sizeof(*cyc));
    for (uint32_t i = 0; i < beats + 10; i++) {
        *d->s_valid = i < beats;
        if (i < beats) {
            tb_frame_put(f, i, d->s_data);
            *d->s_keep = tb_frame_keep(f, i);
            *d->s_last = i + 1 == beats;
        }
        dut_eval(d);
        for (int o = 0; o < OUTPUTS; o++) {
            if (*valid[o] && cyc[o] == 0) {
                cyc[o] = i - (beats - 1);
            }
        }
        dut_tick(d);
    }
}

static void rx_parse_takes_two_to_five_cycles_when_response_has_two_beats(void **state)
{
    struct bench *b = *state;
    uint32_t cyc[OUTPUTS];

    latencies(b, &add_response(b, 40)->f, cyc);
    assert_int_equal(cyc[DESC], 3);
    assert_int_equal(cyc[LOOK], 2);
    assert_int_equal(cyc[PAY], 2);
    assert_int_equal(cyc[END], 5);
}

static void rx_parse_takes_two_to_five_cycles_when_write_has_two_beats(void **state)
{
    struct bench *b = *state;
    uint32_t cyc[OUTPUTS];

    latencies(b, &add_write(b, 30, true)->f, cyc);
    assert_int_equal(cyc[DESC], 3);
    assert_int_equal(cyc[LOOK], 0);
    assert_int_equal(cyc[PAY], 0);
    assert_int_equal(cyc[WPAY], 2);
    assert_int_equal(cyc[END], 5);
}

static void rx_parse_takes_three_and_five_cycles_when_acknowledgement(void **state)
{
    struct bench *b = *state;
    uint32_t cyc[OUTPUTS];

    latencies(b, &add_ack(b)->f, cyc);
    assert_int_equal(cyc[DESC], 3);
    assert_int_equal(cyc[LOOK], 0);
    assert_int_equal(cyc[PAY], 0);
    assert_int_equal(cyc[END], 5);
}

static void rx_parse_takes_a_beat_per_cycle_when_nothing_stalls(void **state)
{
    struct bench *b = *state;
    uint32_t beats = 0;
    uint64_t start = b->d->cycle;

    for (int i = 0; i < 50; i++) {
        beats += tb_frame_beats(&add_response(b, 500)->f);
        beats += tb_frame_beats(&add_request(b)->f);
        beats += tb_frame_beats(&add_ack(b)->f);
        beats += tb_frame_beats(&add_write(b, 500, true)->f);
    }
    while (b->sent < b->count) {
        cycle(b);
    }
    assert_int_equal(b->d->cycle - start, beats);
    run(b);
}

/* ---- Stalls */

static void random_frame(struct bench *b)
{
    uint32_t kind = tb_rng_below(&b->rng, 5);
    struct item *i = kind == 0   ? add_ack(b)
                     : kind == 1 ? add_request(b)
                     : kind == 2
                         ? add_write(b, tb_rng_below(&b->rng, 600), tb_rng_chance(&b->rng, 50))
                         : add_response(b, kind == 3 ? 0 : 1 + tb_rng_below(&b->rng, 600));
    uint32_t at = tb_rng_below(&b->rng, i->f.len);

    switch (tb_rng_below(&b->rng, 8)) {
    case 0:
        change(i, at, (uint8_t)tb_rng_next(&b->rng), false);
        break;
    case 1:
        change(i, 23, 6, true);
        break;
    case 2:
        if (i->f.len > 100) {
            resize(i, i->f.len - 4 * (1 + tb_rng_below(&b->rng, (i->f.len - 80) / 4)));
        }
        break;
    default:
        break;
    }
}

static void rx_parse_keeps_order_when_all_streams_stall(void **state)
{
    struct bench *b = *state;
    static const uint32_t stall[][1 + OUTPUTS] = {
        {30, 30, 30, 30, 30, 30}, {0, 80, 0, 0, 0, 0},     {0, 0, 80, 0, 0, 0},
        {0, 0, 0, 80, 0, 0},      {0, 0, 0, 0, 80, 0},     {0, 0, 0, 0, 0, 80},
        {70, 0, 0, 0, 0, 0},      {5, 10, 10, 10, 10, 10}, {0, 0, 0, 0, 0, 0}};

    b->rng = tb_rng_seed(2);
    for (size_t k = 0; k < 9; k++) {
        b->stall_s = stall[k][0];
        memcpy(b->stall, stall[k] + 1, sizeof(b->stall));
        for (int i = 0; i < 150; i++) {
            random_frame(b);
        }
        run(b);
    }
    assert_true(b->drops > 50);
}

static void rx_parse_holds_the_link_when_one_output_stands_still(void **state)
{
    struct bench *b = *state;

    for (int o = 0; o < OUTPUTS; o++) {
        b->stall[o] = 100;
        for (int i = 0; i < 60; i++) {
            add_payload(b, o == WPAY, 300);
        }
        for (int i = 0; i < 400; i++) {
            cycle(b);
        }
        assert_true(b->sent < b->count);
        b->stall[o] = 0;
        run(b);
    }
}

static void rx_parse_is_empty_when_reset_in_a_frame(void **state)
{
    struct bench *b = *state;

    add_response(b, 500);
    for (int i = 0; i < 5; i++) {
        cycle(b);
    }
    *b->d->s_valid = 0;
    dut_reset(b->d);
    assert_int_equal(*b->d->stat_idle, 1);
    free(b->item[0]);
    b->count = b->sent = b->beat = 0;
    memset(b->pay_beat, 0, sizeof(b->pay_beat));
    memset(b->at, 0, sizeof(b->at));
    for (int o = 0; o < OUTPUTS; o++) {
        b->hold[o].stalled = false;
    }
    add_response(b, 77);
    run(b);
}

static void rx_parse_numbers_frames_when_first_beat_comes(void **state)
{
    struct bench *b = *state;
    uint32_t seen = 0;

    b->rng = tb_rng_seed(3);
    b->stall_s = 20;
    b->stall[PAY] = 50;
    for (int i = 0; i < 40; i++) {
        random_frame(b);
    }
    while (b->sent < b->count) {
        cycle(b);
        if (*b->d->probe_first_valid) {
            assert_int_equal(*b->d->probe_first_id, seen);
            seen++;
        }
    }
    cycle(b);
    assert_int_equal(seen, 40);
    run(b);
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(rx_parse_takes_the_vectors_when_they_are_for_us),
        TEST(rx_parse_takes_the_request_vector_when_node_2_listens),
        TEST(rx_parse_gives_all_payload_when_response_has_any_length),
        TEST(rx_parse_gives_all_payload_when_write_has_any_length),
        TEST(rx_parse_parts_payload_when_writes_and_responses_mix),
        TEST(rx_parse_keeps_order_when_frames_come_back_to_back),
        TEST(rx_parse_drops_frame_when_not_ours),
        TEST(rx_parse_drops_frame_when_kind_and_length_do_not_fit),
        TEST(rx_parse_drops_request_when_it_ends_before_its_headers),
        TEST(rx_parse_drops_frame_when_udp_length_is_not_that_of_ip),
        TEST(rx_parse_drops_frame_when_its_length_is_impossible),
        TEST(rx_parse_ignores_mac_and_udp_checksum_when_they_change),
        TEST(rx_parse_says_bad_when_any_bit_is_flipped),
        TEST(rx_parse_says_bad_when_ip_checksum_is_wrong_though_masked),
        TEST(rx_parse_says_bad_when_tos_or_ttl_change_without_checksum),
        TEST(rx_parse_says_bad_when_link_reports_an_error),
        TEST(rx_parse_makes_up_payload_when_frame_is_cut),
        TEST(rx_parse_gives_the_promised_payload_when_frame_is_too_long),
        TEST(rx_parse_says_bad_when_frame_is_longer_than_its_counter),
        TEST(rx_parse_says_bad_when_last_beat_has_odd_bytes),
        TEST(rx_parse_shows_headers_early_when_frame_still_arrives),
        TEST(rx_parse_takes_two_to_five_cycles_when_response_has_two_beats),
        TEST(rx_parse_takes_two_to_five_cycles_when_write_has_two_beats),
        TEST(rx_parse_takes_three_and_five_cycles_when_acknowledgement),
        TEST(rx_parse_takes_a_beat_per_cycle_when_nothing_stalls),
        TEST(rx_parse_keeps_order_when_all_streams_stall),
        TEST(rx_parse_holds_the_link_when_one_output_stands_still),
        TEST(rx_parse_is_empty_when_reset_in_a_frame),
        TEST(rx_parse_numbers_frames_when_first_beat_comes),
    };
    return cmocka_run_group_tests_name("urma_rx_parse", tests, NULL, NULL);
}
