/* SPDX-License-Identifier: Apache-2.0 */
/* test_cm_crc32: two cycles, every length against a byte table, golden invariant CRCs of RoCE. */
/* DUT: cm_crc32 -GDATA_W=128 */
/* DUT: cm_crc32 -GDATA_W=256 */
/* DUT: cm_crc32 -GDATA_W=512 */
/* DUT: cm_crc32 -GDATA_W=1024 */
#include "dut.h"

#define LANES (DUT_P_DATA_W / 8)

/** Reflected register after some bytes, by the usual byte table.
 *  @source IEEE 802.3 clause 3.2.9; independent of the matrices under test. */
static uint32_t crc_bytes(uint32_t crc, const uint8_t *p, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint32_t c = (crc ^ p[i]) & 0xff;

        for (int b = 0; b < 8; b++) {
            c = c & 1 ? c >> 1 ^ UINT32_C(0xedb88320) : c >> 1;
        }
        crc = crc >> 8 ^ c;
    }
    return crc;
}

/** Send bytes padded with zeros to full beats, with random gaps; return the register. */
static uint32_t crc_dut(struct dut *d, struct tb_rng *r, const uint8_t *p, size_t n)
{
    for (size_t at = 0; at < n; at += LANES) {
        while (r && tb_rng_chance(r, 30)) {
            dut_tick(d);
        }
        *d->s_valid = 1;
        *d->s_first = at == 0;
        *d->s_last = at + LANES >= n;
        for (size_t i = 0; i < LANES; i++) {
            tb_set_byte(d->s_data, i, at + i < n ? p[at + i] : 0);
        }
        dut_tick(d);
        *d->s_valid = 0;
        dut_eval(d);
    }
    dut_tick(d);
    assert_int_equal(*d->m_valid, 1);
    assert_int_equal(*d->m_last, 1);
    return *d->m_crc;
}

/** Register over n bytes and the zeros up to a full beat. */
static uint32_t crc_padded(const uint8_t *p, size_t n)
{
    static const uint8_t zero[LANES];
    uint32_t crc = crc_bytes(0, p, n);

    return crc_bytes(crc, zero, (LANES - n % LANES) % LANES);
}

static void crc32_is_valid_after_two_cycles(void **state)
{
    (void)state;
    struct dut *d = dut_create();

    dut_reset(d);
    *d->s_valid = 1;
    *d->s_first = 1;
    *d->s_last = 1;
    d->s_data[0] = 1;
    dut_tick(d);
    *d->s_valid = 0;
    dut_eval(d);
    assert_int_equal(*d->m_valid, 0);
    dut_tick(d);
    assert_int_equal(*d->m_valid, 1);
    assert_int_equal(*d->m_crc, crc_padded((const uint8_t[]){1}, 1));
    dut_tick(d);
    assert_int_equal(*d->m_valid, 0);
    dut_destroy(d);
}

static void crc32_gives_check_value_of_the_standard_string(void **state)
{
    (void)state;
    struct dut *d = dut_create();
    uint8_t p[LANES] = {0};

    /* "123456789" at the end of a beat of zeros, all-ones start value: 0xcbf43926. */
    memcpy(p + LANES - 9, "123456789", 9);
    for (size_t i = 0; i < 4; i++) {
        p[LANES - 9 + i] ^= 0xff;
    }
    dut_reset(d);
    assert_int_equal(~crc_dut(d, NULL, p, LANES) & 0xffffffff, 0xcbf43926);
    dut_destroy(d);
}

static void crc32_matches_byte_table_at_every_length(void **state)
{
    (void)state;
    struct tb_rng r = tb_rng_seed(1);
    struct dut *d = dut_create();
    uint8_t p[600];

    dut_reset(d);
    for (size_t n = 1; n <= sizeof p; n++) {
        tb_rng_fill(&r, p, n);
        assert_int_equal(crc_dut(d, &r, p, n), crc_padded(p, n));
    }
    dut_destroy(d);
}

static void crc32_gives_every_beat_when_packets_are_back_to_back(void **state)
{
    (void)state;
    enum { BEATS = 200 };
    struct tb_rng r = tb_rng_seed(2);
    struct dut *d = dut_create();
    uint32_t expect[BEATS + 2] = {0};
    uint8_t p[LANES];

    dut_reset(d);
    *d->s_valid = 1;
    *d->s_last = 1;
    for (uint32_t i = 0; i < BEATS; i++) {
        *d->s_first = *d->s_last;
        *d->s_last = tb_rng_chance(&r, 30);
        tb_rng_fill(&r, p, LANES);
        memcpy(d->s_data, p, LANES);
        expect[i] = crc_bytes(*d->s_first ? 0 : expect[i - 1], p, LANES);
        dut_tick(d);
        if (i >= 1) {
            assert_int_equal(*d->m_valid, 1);
            assert_int_equal(*d->m_crc, expect[i - 1]);
        }
    }
    dut_destroy(d);
}

/** Hex digits to bytes; blanks are ignored. */
static size_t crc_hex(const char *s, uint8_t *p)
{
    size_t n = 0;

    for (; *s; s++) {
        if (*s != ' ') {
            char two[3] = {s[0], s[1], 0};
            p[n++] = (uint8_t)strtoul(two, NULL, 16);
            s++;
        }
    }
    return n;
}

/** IP header to ICRC. @source made with scapy 2.5; the last one is from a ConnectX-4 Lx, as
 *  published in scapy's tests. InfiniBand specification volume 1, annexes A16 and A17. */
static const char *const crc_golden[] = {
    "4500002c00014000401126be0a0000010a000002c00012b7001800000400ffff0000001180000001 ef4d83b1",
    "4500004400014000401126a60a0000010a000002c00012b7003000000a00ffff0000001180ffffff"
    "00000000000010000000123400000008 0001020304050607 b3f219b2",
    "4500003c00014000401126ae0a0000010a000002c00012b7002800000c00ffff0000001180000000"
    "00000000000010000000123400000040 894cf61c",
    "4500003000014000401126ba0a0000010a000002c00012b7001c00001100ffff0000001100ffffff 1f000001 "
    "4e2141c2",
    "45c2003c718c40004011922e0a0011010a001201000012b7002800008100ffff4000011800000000"
    "00000000000000000000000000000000 82fd002a",
};

static void crc32_gives_golden_invariant_crc(void **state)
{
    (void)state;
    struct dut *d = dut_create();

    dut_reset(d);
    for (size_t v = 0; v < sizeof crc_golden / sizeof crc_golden[0]; v++) {
        uint8_t frame[256] = {0};
        uint8_t p[512] = {0};
        size_t n = crc_hex(crc_golden[v], frame);
        uint32_t icrc = (uint32_t)frame[n - 4] | (uint32_t)frame[n - 3] << 8 |
                        (uint32_t)frame[n - 2] << 16 | (uint32_t)frame[n - 1] << 24;

        /* 8 bytes of ones stand for the LRH; fields that routers change are ones. */
        size_t covered = n - 4 + 8;
        size_t pad = (LANES - covered % LANES) % LANES; /* leading zeros end on a full beat */
        uint8_t *q = p + pad;
        memset(q, 0xff, 8);
        memcpy(q + 8, frame, n - 4);
        q[8 + 1] = 0xff;             /* TOS */
        q[8 + 8] = 0xff;             /* TTL */
        memset(q + 8 + 10, 0xff, 2); /* IP checksum */
        memset(q + 8 + 26, 0xff, 2); /* UDP checksum */
        q[8 + 32] = 0xff;            /* BTH: FECN, BECN, reserved */
        for (size_t i = 0; i < 4; i++) {
            q[i] ^= 0xff; /* start value of all ones */
        }
        assert_int_equal(~crc_dut(d, NULL, p, pad + covered) & 0xffffffff, icrc);
    }
    dut_destroy(d);
}

static void crc32_refuses_packet_without_first(void **state)
{
    (void)state;
    struct dut *d = dut_create();

    dut_reset(d);
    *d->s_valid = 1;
    assert_false(dut_try_tick(d));
    dut_destroy(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(crc32_is_valid_after_two_cycles),
        cmocka_unit_test(crc32_gives_check_value_of_the_standard_string),
        cmocka_unit_test(crc32_matches_byte_table_at_every_length),
        cmocka_unit_test(crc32_gives_every_beat_when_packets_are_back_to_back),
        cmocka_unit_test(crc32_gives_golden_invariant_crc),
        cmocka_unit_test(crc32_refuses_packet_without_first),
    };
    return cmocka_run_group_tests_name("cm_crc32", tests, NULL, NULL);
}
