/* SPDX-License-Identifier: Apache-2.0 */
/* test_link_icrc_tx: the ICRC behind frames of every length, against a bitwise CRC; latency, rate,
 * room. The second variant is that of RoCE: golden frames, frames filled up to 60 bytes. */
/* DUT: link_icrc_tx */
/* DUT: link_icrc_tx -GINIT=3736805603 -GMASK_BTH=1 -GMIN_BYTES=60 */
#include "dut.h"
#include "tb_frame.h"
#include "tb_hold.h"
#include "tb_roce.h"

#ifdef DUT_P_MASK_BTH
#define ROCE 1
#define SHORTEST 54u /* covered bytes: up to the end of the BTH */
#else
#define ROCE 0
#define SHORTEST 46u
#endif

#define FRAMES 512u

struct bench {
    struct dut *d;
    struct tb_rng rng;
    uint32_t stall_s, stall_m; /* percent of the cycles */
    struct tb_hold out;

    uint32_t len[FRAMES];            /* bytes with the ICRC */
    uint32_t count, sent, beat, got; /* frames; beat of the frame that goes in */
    struct tb_frame in, want, now;
    bool room; /* one cycle ago */
    uint64_t first_out, last_out;
};

static int setup(void **state)
{
    struct bench *b = calloc(1, sizeof(*b));

    b->d = dut_create();
    b->out = (struct tb_hold){.valid = b->d->m_valid, .ready = b->d->m_ready};
    TB_HOLD_ADD(&b->out, b->d, m_data);
    TB_HOLD_ADD(&b->out, b->d, m_keep);
    TB_HOLD_ADD(&b->out, b->d, m_first);
    TB_HOLD_ADD(&b->out, b->d, m_last);
    TB_HOLD_ADD(&b->out, b->d, m_err);
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

static void seal(struct tb_frame *f)
{
    if (ROCE) {
        tb_roce_seal(f, f->len - 4);
    } else {
        tb_frame_seal(f);
    }
}

/* Fill as Ethernet asks, if the variant does. */
static void fill(struct tb_frame *f)
{
    while (ROCE && f->len < 60) {
        f->b[f->len++] = 0;
    }
}

/* Frame n of the test: random bytes, so the header is no header, and the right ICRC. */
static void make(struct bench *b, uint32_t n, struct tb_frame *f)
{
    struct tb_rng r = {n};

    f->len = b->len[n];
    tb_rng_fill(&r, f->b, f->len);
    seal(f);
}

/* Whether frame n is marked as not to be used. */
static bool marked(uint32_t n) { return n % 3 == 1; }

/* Drive beat b->beat of frame f, without its ICRC. */
static void put(struct dut *d, const struct tb_frame *f, uint32_t beat)
{
    uint32_t end = f->len - 4; /* of the covered bytes */

    tb_frame_put(f, beat, d->s_data);
    for (uint32_t i = end; i < f->len; i++) {
        if (i / TB_BEAT == beat) {
            tb_set_byte(d->s_data, i % TB_BEAT, 0);
        }
    }
    *d->s_valid = 1;
    *d->s_first = beat == 0;
    *d->s_last = beat + 1 == tb_frame_beats(f);
    *d->s_crc_here = beat == end / TB_BEAT;
    *d->s_crc_word = (uint8_t)(end % TB_BEAT / 4);
    *d->s_after = beat > end / TB_BEAT;
}

static void cycle(struct bench *b)
{
    struct dut *d = b->d;

    *d->s_valid = 0;
    if (b->sent < b->count && b->room && !tb_rng_chance(&b->rng, b->stall_s)) {
        if (b->beat == 0) {
            make(b, b->sent, &b->in);
        }
        put(d, &b->in, b->beat++);
        *d->s_err = *d->s_last && marked(b->sent);
        if (*d->s_last) {
            b->beat = 0;
            b->sent++;
        }
    }
    *d->m_ready = !tb_rng_chance(&b->rng, b->stall_m);
    dut_eval(d);
    b->room = *d->s_room;
    if (tb_hold_check(&b->out)) {
        if (b->got == 0 && b->now.len == 0) {
            b->first_out = d->cycle;
        }
        b->last_out = d->cycle;
        assert_int_equal(*d->m_first, b->now.len == 0);
        assert_int_equal(*d->m_err, *d->m_last && marked(b->got));
        tb_frame_add(&b->now, d->m_data, *d->m_keep, *d->m_last);
        if (*d->m_last) {
            make(b, b->got++, &b->want);
            fill(&b->want);
            tb_frame_check(&b->now, &b->want);
            b->now.len = 0;
        }
    }
    dut_tick(d);
}

static void run(struct bench *b)
{
    for (uint32_t i = 0; b->got < b->count; i++) {
        assert_true(i < 500000);
        cycle(b);
    }
    dut_eval(b->d);
    assert_int_equal(*b->d->stat_idle, 1);
}

/* Covered bytes end in lane 4w + 2 for every w, in each of the first beats; w = 15 crosses the
 * beat. */
static void every_end(struct bench *b)
{
    for (uint32_t end = SHORTEST; end <= 46 + 4 * 60; end += 4) {
        b->len[b->count++] = end + 4;
    }
    b->len[b->count++] = 66 + 4096 + 4;
    b->len[b->count++] = 66 + 4096 - 4 + 4; /* crosses far from the first beat */
    b->len[b->count++] = 66 + 8192 + 4;
}

/* Send the frame without its ICRC; all of it must come out. */
static void remake(struct bench *b, struct tb_frame *f)
{
    uint32_t beats = tb_frame_beats(f);

    *b->d->m_ready = 1;
    b->now.len = 0;
    for (uint32_t i = 0; i < beats + 4; i++) {
        *b->d->s_valid = 0;
        if (i < beats) {
            put(b->d, f, i);
        }
        dut_eval(b->d);
        if (*b->d->m_valid) {
            tb_frame_add(&b->now, b->d->m_data, *b->d->m_keep, *b->d->m_last);
        }
        dut_tick(b->d);
    }
    fill(f);
    tb_frame_check(&b->now, f);
}

static void icrc_tx_makes_frames_of_the_vectors_when_header_is_real(void **state)
{
    struct bench *b = *state;
    static const char *const name[] = {"read_request", "ack_of_request", "read_response",
                                       "ack_of_response"};
    struct tb_frame f;

    for (int n = 0; n < 4 && !ROCE; n++) {
        tb_frame_load(&f, name[n]);
        remake(b, &f);
    }
    for (int n = 0; n < 2 * TB_GOLDENS && ROCE; n++) {
        const char *hex = n % 2 ? TB_ROCE_GOLDEN[n / 2].id0 : TB_ROCE_GOLDEN[n / 2].hex;

        if (hex) {
            tb_roce_hex(&f, hex, 2, 1);
            remake(b, &f);
        }
    }
}

static void icrc_tx_is_right_when_covered_bytes_end_anywhere(void **state)
{
    struct bench *b = *state;

    every_end(b);
    run(b);
}

static void icrc_tx_is_right_when_both_sides_stall(void **state)
{
    struct bench *b = *state;
    const uint32_t stall[][2] = {{50, 50}, {0, 70}, {70, 0}, {5, 5}};

    b->rng = tb_rng_seed(3);
    for (size_t i = 0; i < 4; i++) {
        b->stall_s = stall[i][0];
        b->stall_m = stall[i][1];
        for (uint32_t k = 0; k < 80; k++) {
            b->len[b->count++] = SHORTEST + 4 + 4 * tb_rng_below(&b->rng, 100);
        }
        run(b);
    }
}

static void icrc_tx_shows_beat_after_four_cycles_when_empty(void **state)
{
    struct bench *b = *state;
    struct dut *d = b->d;
    struct tb_frame f = {.len = 62};

    seal(&f);
    *d->m_ready = 1;
    put(d, &f, 0);
    dut_tick(d);
    *d->s_valid = 0;
    dut_tick(d);
    dut_tick(d);
    dut_eval(d);
    assert_int_equal(*d->m_valid, 0);
    assert_int_equal(*d->stat_idle, 0);
    dut_tick(d);
    dut_eval(d);
    assert_int_equal(*d->m_valid, 1);
    dut_tick(d);
    assert_int_equal(*d->m_valid, 0);
    assert_int_equal(*d->stat_idle, 1);
}

static void icrc_tx_moves_a_beat_per_cycle_when_nothing_stalls(void **state)
{
    struct bench *b = *state;
    uint32_t beats = 0;

    every_end(b);
    for (uint32_t i = 0; i < b->count; i++) {
        beats += (b->len[i] + TB_BEAT - 1) / TB_BEAT;
    }
    run(b);
    assert_int_equal(b->last_out - b->first_out, beats - 1);
}

static void icrc_tx_closes_room_in_time_when_link_stands_still(void **state)
{
    struct bench *b = *state;

    b->stall_m = 100;
    for (uint32_t i = 0; i < 100; i++) {
        b->len[b->count++] = 62 + 4 * (i % 20);
    }
    for (uint32_t i = 0; i < 50; i++) {
        cycle(b); /* an RTL assertion watches the queue */
    }
    assert_int_equal(b->room, 0);
    b->stall_m = 0;
    run(b);
}

static void icrc_tx_is_empty_when_reset_in_a_frame(void **state)
{
    struct bench *b = *state;
    struct tb_frame f = {.len = 200};

    tb_frame_seal(&f);
    for (uint32_t i = 0; i < 3; i++) {
        put(b->d, &f, i);
        dut_tick(b->d);
    }
    *b->d->s_valid = 0;
    dut_reset(b->d);
    for (int i = 0; i < 8; i++) {
        assert_int_equal(*b->d->m_valid, 0);
        assert_int_equal(*b->d->stat_idle, 1);
        dut_tick(b->d);
    }
    every_end(b);
    run(b);
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(icrc_tx_makes_frames_of_the_vectors_when_header_is_real),
        TEST(icrc_tx_is_right_when_covered_bytes_end_anywhere),
        TEST(icrc_tx_is_right_when_both_sides_stall),
        TEST(icrc_tx_shows_beat_after_four_cycles_when_empty),
        TEST(icrc_tx_moves_a_beat_per_cycle_when_nothing_stalls),
        TEST(icrc_tx_closes_room_in_time_when_link_stands_still),
        TEST(icrc_tx_is_empty_when_reset_in_a_frame),
    };
    return cmocka_run_group_tests_name("link_icrc_tx", tests, NULL, NULL);
}
