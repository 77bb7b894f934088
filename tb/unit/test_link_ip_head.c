/* SPDX-License-Identifier: Apache-2.0 */
/* test_link_ip_head: Ethernet, IPv4 and UDP headers byte by byte, the IPv4 checksum for every
 * carry. */
/* DUT: link_ip_head */
#include "dut.h"
#include "tb_frame.h"

#define BYTES 42u

static void put(struct dut *d, const struct tb_frame_head *h, uint16_t dport, uint16_t ip_bytes)
{
    *d->cfg_mac = h->src_mac;
    *d->cfg_ip = h->src_ip;
    *d->s_dst_mac = h->dst_mac;
    *d->s_dst_ip = h->dst_ip;
    *d->s_udp_sport = h->sport;
    *d->s_udp_dport = dport;
    *d->s_ip_bytes = ip_bytes;
}

static void check(const struct dut *d, const uint8_t *want)
{
    for (uint32_t i = 0; i < BYTES; i++) {
        assert_int_equal(tb_byte(d->m_head, BYTES - 1 - i), want[i]);
    }
}

static void ip_head_makes_the_bytes_of_the_vector_when_node_1_sends(void **state)
{
    (void)state;
    struct dut *d = dut_create();
    struct tb_frame f;

    tb_frame_load(&f, "read_request");
    put(d,
        &(struct tb_frame_head){.dst_mac = 0x020000000002,
                                .src_mac = 0x020000000001,
                                .dst_ip = 0x0a000002,
                                .src_ip = 0x0a000001,
                                .sport = 0xc003},
        4792, (uint16_t)(f.len - 14));
    dut_tick(d);
    check(d, f.b);
    dut_destroy(d);
}

/* Expected bytes from the layouts of RFC 791 and RFC 768. */
static void ip_head_makes_right_bytes_when_fields_are_any(void **state)
{
    (void)state;
    struct tb_rng r = tb_rng_seed(1);
    struct dut *d = dut_create();

    for (int n = 0; n < 5000; n++) {
        static const uint8_t ip[] = {0x45, 0, 0, 0, 0, 0, 0x40, 0, 64, 17};
        struct tb_frame f = {.len = BYTES};
        struct tb_frame_head h = {.dst_mac = tb_rng_next(&r) >> 16,
                                  .src_mac = tb_rng_next(&r) >> 16,
                                  .dst_ip = (uint32_t)tb_rng_next(&r),
                                  .src_ip = (uint32_t)tb_rng_next(&r),
                                  .sport = (uint16_t)tb_rng_next(&r)};
        uint16_t dport = (uint16_t)tb_rng_next(&r);
        uint16_t bytes = (uint16_t)(28 + tb_rng_below(&r, 9000));

        if (n < 256) { /* one to four carries, and the fold of them carries again or just not */
            uint32_t sum = 0x4500u + bytes + 0x4000u + 0x4011u + (h.src_ip >> 16) +
                           (h.src_ip & 0xffff) + (h.dst_ip >> 16);

            h.dst_ip = (h.dst_ip & 0xffff0000) | ((0xfff8u + (uint32_t)n % 16 - sum) & 0xffff);
        }
        tb_be(f.b, 6, h.dst_mac);
        tb_be(f.b + 6, 6, h.src_mac);
        tb_be(f.b + 12, 2, 0x0800);
        memcpy(f.b + TB_AT_IP, ip, sizeof(ip));
        tb_be(f.b + TB_AT_IP_LENGTH, 2, bytes);
        tb_be(f.b + 26, 4, h.src_ip);
        tb_be(f.b + 30, 4, h.dst_ip);
        tb_be(f.b + 34, 2, h.sport);
        tb_be(f.b + 36, 2, dport);
        tb_be(f.b + TB_AT_UDP_LENGTH, 2, bytes - 20u);
        tb_frame_ip_sum(&f);
        put(d, &h, dport, bytes);
        dut_tick(d); /* own addresses count one cycle later */
        check(d, f.b);
    }
    dut_destroy(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ip_head_makes_the_bytes_of_the_vector_when_node_1_sends),
        cmocka_unit_test(ip_head_makes_right_bytes_when_fields_are_any),
    };
    return cmocka_run_group_tests_name("link_ip_head", tests, NULL, NULL);
}
