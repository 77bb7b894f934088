/* SPDX-License-Identifier: Apache-2.0 */
/* test_link_ip_check: which frames are ours, bit by bit; the IPv4 checksum of every carry. */
/* DUT: link_ip_check */
/* DUT: link_ip_check -GUDP_PORT=4792 */
#include "dut.h"
#include "tb_frame.h"

#ifdef DUT_P_UDP_PORT
#define PORT 4792u
#else
#define PORT 4791u
#endif

static const uint32_t IP = 0x0a000002;

/* The first 42 bytes of a frame for us. */
static void make(struct tb_rng *r, struct tb_frame *f)
{
    uint16_t bytes = (uint16_t)(28 + tb_rng_below(r, 9000));

    tb_rng_fill(r, f->b, 42);
    tb_be(f->b + 12, 2, 0x0800);
    f->b[14] = 0x45;
    tb_be(f->b + 16, 2, bytes);
    f->b[20] &= 0x40; /* don't fragment, or not */
    f->b[21] = 0;
    f->b[23] = 17;
    tb_be(f->b + 30, 4, IP);
    tb_be(f->b + 36, 2, PORT);
    tb_be(f->b + 38, 2, bytes - 20u);
    tb_frame_ip_sum(f);
}

static void put(struct dut *d, const struct tb_frame *f)
{
    for (uint32_t i = 0; i < 42; i++) {
        tb_set_byte(d->s_head, i, f->b[i]);
    }
}

static void ip_check_takes_frame_when_it_is_for_us(void **state)
{
    (void)state;
    struct tb_rng r = tb_rng_seed(1);
    struct dut *d = dut_create();
    struct tb_frame f;

    *d->cfg_ip = IP;
    *d->s_take = 1;
    for (int n = 0; n < 1000; n++) {
        make(&r, &f);
        put(d, &f);
        dut_eval(d);
        assert_int_equal(*d->m_ours, 1);
        assert_int_equal(*d->m_ip_bytes, f.b[16] << 8 | f.b[17]);
        dut_tick(d);
        assert_int_equal(*d->m_sum_ok, 1);
    }
    dut_destroy(d);
}

/* Bytes that decide: type, version and length, flags but for don't fragment, protocol, address,
 * port, both lengths (they must belong together). The others pass. */
static void ip_check_refuses_frame_when_a_deciding_bit_is_flipped(void **state)
{
    (void)state;
    struct tb_rng r = tb_rng_seed(2);
    struct dut *d = dut_create();
    struct tb_frame f;

    *d->cfg_ip = IP;
    for (uint32_t bit = 0; bit < 42 * 8; bit++) {
        uint32_t at = bit / 8;
        bool free = at < 12 || at == 15 || at == 18 || at == 19 || at == 22 || at == 24 ||
                    at == 25 || (at >= 26 && at < 30) || at == 34 || at == 35 || at >= 40;

        make(&r, &f);
        f.b[at] ^= (uint8_t)(1 << bit % 8);
        free |= at == 20 && (bit % 8 == 6 || bit % 8 == 7); /* don't fragment, reserved */
        put(d, &f);
        dut_eval(d);
        assert_int_equal(*d->m_ours, free);
        /* any flip between the ends of the IPv4 header is a wrong checksum */
        *d->s_take = 1;
        dut_tick(d);
        assert_int_equal(*d->m_sum_ok, at < 14 || at >= 34);
        *d->s_take = 0;
    }
    dut_destroy(d);
}

static void ip_check_sums_right_when_words_carry(void **state)
{
    (void)state;
    struct tb_rng r = tb_rng_seed(3);
    struct dut *d = dut_create();
    struct tb_frame f;

    *d->s_take = 1;
    for (int n = 0; n < 2000; n++) {
        uint32_t sum = 0;

        make(&r, &f);
        if (n % 3 == 0) {
            memset(f.b + 14, n % 2 ? 0xff : 0, 20); /* the largest and the smallest sum */
        }
        if (n % 5 != 0) {
            tb_frame_ip_sum(&f);
        }
        for (uint32_t i = 14; i < 34; i += 2) {
            sum += (uint32_t)f.b[i] << 8 | f.b[i + 1];
        }
        sum = (sum & 0xffff) + (sum >> 16);
        put(d, &f);
        dut_tick(d);
        assert_int_equal(*d->m_sum_ok, sum == 0xffff); /* a second carry cannot give all ones */
    }
    dut_destroy(d);
}

static void ip_check_keeps_the_sum_when_nothing_is_taken(void **state)
{
    (void)state;
    struct tb_rng r = tb_rng_seed(4);
    struct dut *d = dut_create();
    struct tb_frame f;

    make(&r, &f);
    put(d, &f);
    *d->s_take = 1;
    dut_tick(d);
    *d->s_take = 0;
    f.b[15] ^= 1;
    put(d, &f);
    for (int n = 0; n < 3; n++) {
        dut_tick(d);
        assert_int_equal(*d->m_sum_ok, 1);
    }
    *d->s_take = 1;
    dut_tick(d);
    assert_int_equal(*d->m_sum_ok, 0);
    dut_destroy(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ip_check_takes_frame_when_it_is_for_us),
        cmocka_unit_test(ip_check_refuses_frame_when_a_deciding_bit_is_flipped),
        cmocka_unit_test(ip_check_sums_right_when_words_carry),
        cmocka_unit_test(ip_check_keeps_the_sum_when_nothing_is_taken),
    };
    return cmocka_run_group_tests_name("link_ip_check", tests, NULL, NULL);
}
