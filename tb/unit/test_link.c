/* SPDX-License-Identifier: Apache-2.0 */
/* test_link: delay, rate, jitter and order of one direction of a wire, to the picosecond. */
#include "ubn/link.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define DELAY_PS 100000u
#define CYCLE_PS 3105u

/* 400 Gb/s: 20 ps a byte, 480 ps for 24 B of overhead. */
static const struct ubn_link_config CONFIG = {.delay_ps = DELAY_PS,
                                              .rate_bps = UINT64_C(400000000000),
                                              .overhead_bytes = 24,
                                              .buffer_bytes = 1000,
                                              .seed = 1,
                                              .id = 3};

static struct ubn_link *make(uint64_t rate_bps, uint64_t jitter_ps)
{
    struct ubn_link_config cfg = CONFIG;
    struct ubn_link *link = NULL;

    cfg.rate_bps = rate_bps;
    cfg.jitter_ps = jitter_ps;
    assert_int_equal(ubn_link_create(&cfg, &link), UBN_OK);
    return link;
}

static struct ubn_link_beat beat_of(unsigned bytes, bool last, uint8_t fill)
{
    struct ubn_link_beat b = {.keep = bytes == 64 ? UINT64_MAX : (UINT64_C(1) << bytes) - 1,
                              .last = last};

    memset(b.data, fill, bytes);
    return b;
}

/* Sends one beat and returns its arrival. */
static uint64_t send(struct ubn_link *link, uint64_t ps, unsigned bytes, bool first, bool last)
{
    const struct ubn_link_beat b = beat_of(bytes, last, (uint8_t)bytes);
    uint64_t arrive_ps = 0;

    assert_int_equal(ubn_link_send_beat(link, ps, &b, first, &arrive_ps), UBN_OK);
    return arrive_ps;
}

static void link_delays_first_beat_exactly_when_idle(void **state)
{
    (void)state;
    struct ubn_link *link = make(CONFIG.rate_bps, 0);
    uint64_t ps = 0;

    assert_int_equal(send(link, 7, 64, true, false), 7 + DELAY_PS);
    assert_int_equal(send(link, 7 + CYCLE_PS, 64, false, false), 7 + DELAY_PS + CYCLE_PS);
    /* A gap of the sender is kept. */
    assert_int_equal(send(link, 7 + 4 * CYCLE_PS, 10, false, true), 7 + DELAY_PS + 4 * CYCLE_PS);
    const struct ubn_link_beat *b = ubn_portq_head(ubn_link_rx(link), &ps);
    assert_non_null(b);
    assert_int_equal(ps, 7 + DELAY_PS);
    assert_int_equal(b->data[63], 64);
    assert_int_equal(ubn_portq_count(ubn_link_rx(link)), 3);
    assert_int_equal(ubn_link_counts(link).bytes, 138);
    ubn_link_destroy(link);
}

/* At 80 Gb/s 64 B last 6400 ps and the overhead 2400 ps. Frames of one beat, one cycle apart, leave
 * 8800 ps apart. */
static void link_spaces_frames_when_rate_is_low(void **state)
{
    (void)state;
    struct ubn_link *link = make(UINT64_C(80000000000), 0);

    assert_int_equal(send(link, 0, 64, true, true), DELAY_PS);
    assert_int_equal(send(link, CYCLE_PS, 64, true, true), DELAY_PS + 8800);
    assert_int_equal(send(link, 2 * CYCLE_PS, 64, true, true), DELAY_PS + 17600);
    assert_int_equal(ubn_link_counts(link).wait_ps, 8800 - CYCLE_PS + 17600 - 2 * CYCLE_PS);
    ubn_link_destroy(link);
}

/* Beats inside a frame cannot come faster than the wire carries them: 6400 ps each. */
static void link_stretches_frame_when_sender_is_faster_than_wire(void **state)
{
    (void)state;
    struct ubn_link *link = make(UINT64_C(80000000000), 0);

    assert_int_equal(send(link, 0, 64, true, false), DELAY_PS);
    assert_int_equal(send(link, CYCLE_PS, 64, false, false), DELAY_PS + 6400);
    assert_int_equal(send(link, 2 * CYCLE_PS, 1, false, true), DELAY_PS + 12800);
    ubn_link_destroy(link);
}

/* At 300 Gb/s 88 B last 2346 2/3 ps: three frames last 7040 ps exactly, no fraction is lost. */
static void link_carries_exact_rate_when_byte_time_is_no_whole_ps(void **state)
{
    (void)state;
    struct ubn_link *link = make(UINT64_C(300000000000), 0);

    for (unsigned i = 0; i < 3000; i++) {
        (void)send(link, 0, 64, true, true);
    }
    assert_int_equal(send(link, 0, 64, true, true), DELAY_PS + 1000u * 7040u);
    ubn_link_destroy(link);
}

/* Buffer 1000 B at 80 Gb/s = 100000 ps. After 12 frames of 8800 ps the backlog is 105600 ps. */
static void link_is_ready_again_when_backlog_fell(void **state)
{
    (void)state;
    struct ubn_link *link = make(UINT64_C(80000000000), 0);

    for (unsigned i = 0; i < 11; i++) {
        assert_true(ubn_link_ready(link, 0));
        (void)send(link, 0, 64, true, true);
    }
    assert_true(ubn_link_ready(link, 0));
    (void)send(link, 0, 64, true, true);
    assert_false(ubn_link_ready(link, 0));
    assert_false(ubn_link_ready(link, 5599));
    assert_true(ubn_link_ready(link, 5600));
    ubn_link_destroy(link);
}

static void link_keeps_order_and_bounds_when_jitter_is_on(void **state)
{
    (void)state;
    const uint64_t jitter_ps = 50000;
    struct ubn_link *link = make(CONFIG.rate_bps, jitter_ps);
    uint64_t last_ps = 0;
    uint64_t least = UINT64_MAX;
    uint64_t most = 0;

    for (uint64_t i = 0; i < 2000; i++) {
        /* Far apart, so that only jitter acts; every eighth frame follows at once. */
        uint64_t ps = i * 40000 - (i % 8 == 7 ? 36000 : 0);
        uint64_t first_ps = send(link, ps, 64, true, false);
        uint64_t end_ps = send(link, ps + CYCLE_PS, 4, false, true);

        assert_true(first_ps >= ps + DELAY_PS);
        assert_true(first_ps >= last_ps);
        assert_true(end_ps >= first_ps + CYCLE_PS);
        last_ps = end_ps;
        if (first_ps - ps - DELAY_PS < least) {
            least = first_ps - ps - DELAY_PS;
        }
        if (first_ps - ps - DELAY_PS > most) {
            most = first_ps - ps - DELAY_PS;
        }
    }
    assert_true(least < jitter_ps / 100);
    assert_true(most > jitter_ps - jitter_ps / 100);
    ubn_link_destroy(link);
}

static void link_repeats_jitter_when_seed_is_equal(void **state)
{
    (void)state;
    struct ubn_link *a = make(CONFIG.rate_bps, 50000);
    struct ubn_link *b = make(CONFIG.rate_bps, 50000);
    unsigned differ = 0;

    for (uint64_t i = 0; i < 100; i++) {
        uint64_t ps = i * 1000000;
        uint64_t at_ps = send(a, ps, 64, true, true);

        assert_int_equal(at_ps, send(b, ps, 64, true, true));
        differ += at_ps != ps + DELAY_PS;
    }
    assert_true(differ > 90);
    ubn_link_destroy(a);
    ubn_link_destroy(b);
}

struct seen {
    unsigned frames;
    uint64_t ps;
    uint64_t arrive_ps;
    size_t len_bytes;
    bool err;
    uint8_t bytes[256];
};

static void see(void *ctx, uint64_t ps, uint64_t arrive_ps, const uint8_t *frame, size_t len_bytes,
                bool err)
{
    struct seen *s = ctx;

    s->frames++;
    s->ps = ps;
    s->arrive_ps = arrive_ps;
    s->len_bytes = len_bytes;
    s->err = err;
    memcpy(s->bytes, frame, len_bytes);
}

static void link_gives_whole_frame_to_capture(void **state)
{
    (void)state;
    struct ubn_link *link = make(CONFIG.rate_bps, 0);
    struct seen s = {0};
    struct ubn_link_beat b = beat_of(64, false, 0xa1);

    ubn_link_on_frame(link, see, &s);
    assert_int_equal(ubn_link_send_beat(link, 50, &b, true, NULL), UBN_OK);
    assert_int_equal(s.frames, 0);
    b = beat_of(6, true, 0xb2);
    b.err = 1;
    assert_int_equal(ubn_link_send_beat(link, 4000, &b, false, NULL), UBN_OK);
    assert_int_equal(s.frames, 1);
    assert_int_equal(s.ps, 50);
    assert_int_equal(s.arrive_ps, 50 + DELAY_PS);
    assert_int_equal(s.len_bytes, 70);
    assert_true(s.err);
    assert_int_equal(s.bytes[0], 0xa1);
    assert_int_equal(s.bytes[63], 0xa1);
    assert_int_equal(s.bytes[64], 0xb2);
    assert_int_equal(s.bytes[69], 0xb2);
    /* The error mark travels. */
    ubn_portq_pop(ubn_link_rx(link));
    const struct ubn_link_beat *end = ubn_portq_head(ubn_link_rx(link), NULL);
    assert_int_equal(end->err, 1);
    assert_int_equal(ubn_link_counts(link).err_frames, 1);
    assert_false(ubn_link_idle(link));
    ubn_portq_pop(ubn_link_rx(link));
    assert_true(ubn_link_idle(link));
    ubn_link_destroy(link);
}

static void link_refuses_frame_when_malformed(void **state)
{
    (void)state;
    struct ubn_link *link = make(CONFIG.rate_bps, 0);
    struct ubn_link_beat b = beat_of(64, false, 0);

    assert_int_equal(ubn_link_send_beat(link, 0, &b, false, NULL), UBN_ERR_CHECK);
    b.keep = 0x5;
    b.last = 1;
    assert_int_equal(ubn_link_send_beat(link, 0, &b, true, NULL), UBN_ERR_CHECK);
    b.keep = 0;
    assert_int_equal(ubn_link_send_beat(link, 0, &b, true, NULL), UBN_ERR_CHECK);
    b = beat_of(63, false, 0);
    assert_int_equal(ubn_link_send_beat(link, 0, &b, true, NULL), UBN_ERR_CHECK);
    b = beat_of(64, false, 0);
    assert_int_equal(ubn_link_send_beat(link, 100, &b, true, NULL), UBN_OK);
    assert_int_equal(ubn_link_send_beat(link, 200, &b, true, NULL), UBN_ERR_CHECK);
    assert_int_equal(ubn_link_send_beat(link, 99, &b, false, NULL), UBN_ERR_CHECK);
    for (unsigned i = 1; i < UBN_LINK_FRAME_MAX_BYTES / 64; i++) {
        assert_int_equal(ubn_link_send_beat(link, 200, &b, false, NULL), UBN_OK);
    }
    assert_int_equal(ubn_link_send_beat(link, 200, &b, false, NULL), UBN_ERR_CHECK);
    ubn_link_destroy(link);
}

/* B91: a delay of 0 is refused. */
static void link_refuses_config_when_illegal(void **state)
{
    (void)state;
    struct ubn_link *link = NULL;
    struct ubn_link_config cfg = CONFIG;

    cfg.delay_ps = 0;
    assert_int_equal(ubn_link_create(&cfg, &link), UBN_ERR_ARG);
    cfg = CONFIG;
    cfg.rate_bps = 0;
    assert_int_equal(ubn_link_create(&cfg, &link), UBN_ERR_ARG);
    cfg = CONFIG;
    cfg.buffer_bytes = 0;
    assert_int_equal(ubn_link_create(&cfg, &link), UBN_ERR_ARG);
    assert_null(link);
}

/* B93: over four delays the arrival moves by exactly the step. */
static void link_moves_arrival_by_step_of_delay(void **state)
{
    (void)state;
    const uint64_t delays_ps[] = {50000, 100000, 200000, 400000};

    for (unsigned i = 0; i < 4; i++) {
        struct ubn_link_config cfg = CONFIG;
        struct ubn_link *link = NULL;

        cfg.delay_ps = delays_ps[i];
        assert_int_equal(ubn_link_create(&cfg, &link), UBN_OK);
        assert_int_equal(send(link, 11, 64, true, true), 11 + delays_ps[i]);
        ubn_link_destroy(link);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(link_delays_first_beat_exactly_when_idle),
        cmocka_unit_test(link_spaces_frames_when_rate_is_low),
        cmocka_unit_test(link_stretches_frame_when_sender_is_faster_than_wire),
        cmocka_unit_test(link_carries_exact_rate_when_byte_time_is_no_whole_ps),
        cmocka_unit_test(link_is_ready_again_when_backlog_fell),
        cmocka_unit_test(link_keeps_order_and_bounds_when_jitter_is_on),
        cmocka_unit_test(link_repeats_jitter_when_seed_is_equal),
        cmocka_unit_test(link_gives_whole_frame_to_capture),
        cmocka_unit_test(link_refuses_frame_when_malformed),
        cmocka_unit_test(link_refuses_config_when_illegal),
        cmocka_unit_test(link_moves_arrival_by_step_of_delay),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
