/* SPDX-License-Identifier: Apache-2.0 */
/* test_link_icrc_check: verdict on frames of every length, with right and wrong ICRC; latency,
 * gaps. */
/* DUT: link_icrc_check */
/* DUT: link_icrc_check -GINIT=3736805603 -GMASK_BTH=1 */
#include "dut.h"
#include "tb_frame.h"
#include "tb_roce.h"

#ifdef DUT_P_MASK_BTH
#define ROCE 1
#define ICRC(b, end) tb_roce_icrc(b, end)
#else
#define ROCE 0
#define ICRC(b, end) tb_frame_icrc(b, end)
#endif
#define FRAMES 4096u

struct bench {
    struct dut *d;
    struct tb_rng rng;
    uint32_t stall;
    bool want[FRAMES];
    uint64_t due[FRAMES]; /* cycle of the verdict */
    uint32_t sent, got;
};

static void tick(struct bench *b)
{
    struct dut *d = b->d;

    dut_eval(d);
    assert_int_equal(*d->m_valid, b->got < b->sent && d->cycle == b->due[b->got]);
    assert_int_equal(*d->stat_idle, b->got == b->sent);
    if (*d->m_valid) {
        assert_int_equal(*d->m_ok, b->want[b->got++]);
    }
    if (*d->s_valid && *d->s_last) {
        b->due[b->sent++] = d->cycle + 3;
    }
    dut_tick(d);
}

static void send(struct bench *b, const struct tb_frame *f, bool want)
{
    struct dut *d = b->d;
    uint32_t beats = tb_frame_beats(f);

    assert_true(b->sent < FRAMES && f->len % 4 == 2);
    b->want[b->sent] = want;
    for (uint32_t i = 0; i < beats; i++) {
        *d->s_valid = 0;
        while (tb_rng_chance(&b->rng, b->stall)) {
            tick(b);
        }
        *d->s_valid = 1;
        tb_frame_put(f, i, d->s_data);
        *d->s_first = i == 0;
        *d->s_last = i + 1 == beats;
        *d->s_word = (uint8_t)((f->len - 2) % TB_BEAT / 4);
        tick(b);
    }
    *d->s_valid = 0;
}

/* A frame of random bytes with its right ICRC. */
static void make(struct bench *b, struct tb_frame *f, uint32_t len)
{
    uint32_t icrc;

    f->len = len;
    tb_rng_fill(&b->rng, f->b, len);
    icrc = ICRC(f->b, len - 4);
    for (uint32_t i = 0; i < 4; i++) {
        f->b[len - 4 + i] = (uint8_t)(icrc >> 8 * i);
    }
}

static int setup(void **state)
{
    struct bench *b = calloc(1, sizeof(*b));

    b->d = dut_create();
    b->rng = tb_rng_seed(1);
    dut_reset(b->d);
    *state = b;
    return 0;
}

static int teardown(void **state)
{
    struct bench *b = *state;

    for (int i = 0; i < 4; i++) {
        tick(b);
    }
    assert_int_equal(b->got, b->sent);
    dut_destroy(b->d);
    free(b);
    return 0;
}

static void icrc_check_says_good_when_the_icrc_is_right(void **state)
{
    struct bench *b = *state;
    struct tb_frame f;

    for (uint32_t stall = 0; stall <= 60; stall += 30) {
        b->stall = stall;
        for (uint32_t len = 58; len <= 58 + 4 * 70; len += 4) {
            make(b, &f, len);
            send(b, &f, true);
        }
        make(b, &f, 4178);
        send(b, &f, true);
    }
}

static void icrc_check_says_good_when_the_frame_is_golden(void **state)
{
    struct bench *b = *state;
    struct tb_frame f;

    for (int g = 0; g < TB_GOLDENS; g++) { /* RoCE frames are wrong by the rules of UB */
        tb_roce_hex(&f, TB_ROCE_GOLDEN[g].hex, 2, 1);
        send(b, &f, ROCE);
    }
    tb_frame_load(&f, "read_response");
    send(b, &f, !ROCE);
}

static void icrc_check_says_bad_when_a_covered_bit_is_flipped(void **state)
{
    struct bench *b = *state;
    struct tb_frame f;

    b->stall = 10;
    for (uint32_t bit = 0; bit < 122 * 8; bit++) {
        uint32_t at = bit / 8;
        bool free = at < 14 || at == 15 || at == 22 || at == 24 || at == 25 || at == 40 ||
                    at == 41 || (ROCE && at == 46);

        make(b, &f, 122);
        f.b[at] ^= (uint8_t)(1 << bit % 8);
        send(b, &f, free);
    }
}

/* For each bit of the CRC register the one error of the ICRC that shows in this bit alone. */
static void icrc_check_says_bad_when_the_register_differs_in_any_one_bit(void **state)
{
    struct bench *b = *state;
    struct tb_frame f;

    for (uint32_t bit = 0; bit < 32; bit++) {
        uint32_t e = UINT32_C(1) << bit;

        for (int k = 0; k < 32; k++) { /* 32 steps of the CRC, backwards */
            e = e >> 31 ? (e ^ 0xedb88320) << 1 | 1 : e << 1;
        }
        make(b, &f, 62 + 4 * bit);
        for (uint32_t i = 0; i < 4; i++) {
            f.b[f.len - 4 + i] ^= (uint8_t)(e >> 8 * i);
        }
        send(b, &f, false);
    }
}

static void icrc_check_says_nothing_when_reset_before_the_verdict(void **state)
{
    struct bench *b = *state;
    struct tb_frame f;

    for (int after = 0; after < 3; after++) {
        make(b, &f, 122);
        send(b, &f, true);
        for (int i = 0; i < after; i++) {
            tick(b);
        }
        dut_reset(b->d);
        b->sent = b->got;
        for (int i = 0; i < 5; i++) {
            tick(b); /* no verdict, idle */
        }
    }
    send(b, &f, true);
}

static void icrc_check_forgets_the_frame_when_reset_in_it(void **state)
{
    struct bench *b = *state;
    struct tb_frame f;

    make(b, &f, 122);
    tb_frame_put(&f, 0, b->d->s_data);
    *b->d->s_valid = 1;
    *b->d->s_first = 1;
    *b->d->s_last = 0;
    tick(b);
    *b->d->s_valid = 0;
    dut_reset(b->d);
    send(b, &f, true);
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(icrc_check_says_good_when_the_icrc_is_right),
        TEST(icrc_check_says_good_when_the_frame_is_golden),
        TEST(icrc_check_says_bad_when_a_covered_bit_is_flipped),
        TEST(icrc_check_says_bad_when_the_register_differs_in_any_one_bit),
        TEST(icrc_check_says_nothing_when_reset_before_the_verdict),
        TEST(icrc_check_forgets_the_frame_when_reset_in_it),
    };
    return cmocka_run_group_tests_name("link_icrc_check", tests, NULL, NULL);
}
