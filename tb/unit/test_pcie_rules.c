/* SPDX-License-Identifier: Apache-2.0 */
/* test_pcie_rules: what the root complex refuses: malformed packets, requests without credit; and
 * how credits come back. Messages on stderr belong to it. (Longer than 400 lines: a list of rules.)
 */
#include "tb_pcie.h"

#define WRITE_PS 250000u

/* ---- malformed requests ---- */

enum malformed {
    LEGAL,
    BAD_TYPE,
    BAD_FMT,
    BAD_TAG_BIT,
    BAD_CLASS,
    BAD_ATTRIBUTE,
    BAD_POISON,
    BAD_DIGEST,
    BAD_REQUESTER,
    BAD_LAST_BE_OF_ONE_DWORD,
    BAD_FIRST_BE_ZERO,
    BAD_LAST_BE_ZERO,
    BAD_FIRST_BE_HOLE,
    BAD_FIRST_BE_NOT_TO_TOP,
    BAD_LAST_BE_HOLE,
    BAD_LAST_BE_NOT_FROM_BOTTOM,
    BAD_HOLE_UNALIGNED,
    BAD_MPS,
    BAD_MRRS,
    BAD_PAGE,
    MALFORMED_COUNT
};

static struct ubn_pcie_req request_of(enum malformed what)
{
    struct ubn_pcie_req req = tb_pcie_req(what != BAD_MRRS, 0x1000, 64);

    switch (what) {
    case BAD_TYPE:
        req.type = 1;
        break;
    case BAD_FMT:
        req.fmt = UBN_PCIE_FMT_DW3_DATA;
        break;
    case BAD_TAG_BIT:
        req.t8 = 1;
        break;
    case BAD_CLASS:
        req.tc = 1;
        break;
    case BAD_ATTRIBUTE:
        req.attr = 2;
        break;
    case BAD_POISON:
        req.ep = 1;
        break;
    case BAD_DIGEST:
        req.td = 1;
        break;
    case BAD_REQUESTER:
        req.requester_id ^= 1;
        break;
    case BAD_LAST_BE_OF_ONE_DWORD:
        req.length_dw = 1;
        break;
    case BAD_FIRST_BE_ZERO:
        req.first_be = 0;
        break;
    case BAD_LAST_BE_ZERO:
        req.last_be = 0;
        break;
    case BAD_FIRST_BE_HOLE:
        req.first_be = 0xd;
        break;
    case BAD_FIRST_BE_NOT_TO_TOP:
        req.first_be = 0x7;
        break;
    case BAD_LAST_BE_HOLE:
        req.last_be = 0xb;
        break;
    case BAD_LAST_BE_NOT_FROM_BOTTOM:
        req.last_be = 0xe;
        break;
    case BAD_HOLE_UNALIGNED:
        req.length_dw = 2;
        req.addr |= 1;
        req.first_be = 0x5;
        break;
    case BAD_MPS:
        req.length_dw = 65;
        break;
    case BAD_MRRS:
        req.length_dw = 129;
        break;
    case BAD_PAGE:
        req.addr = (0x2000 - 60) >> 2;
        break;
    default:
        break;
    }
    return req;
}

static void rules_refuse_malformed_requests(void **state)
{
    (void)state;
    for (enum malformed what = LEGAL; what < MALFORMED_COUNT; what++) {
        struct ubn_pcie_config cfg = tb_pcie_config;
        const struct ubn_pcie_req req = request_of(what);
        const uint8_t data[UBN_PCIE_PAYLOAD_MAX_BYTES] = {0};
        struct ubn_pcie_done done = {.visible_ps = 77};
        struct tb_pcie b;

        cfg.mrrs_bytes = 512;
        tb_pcie_open(&b, &cfg);
        const enum ubn_status status = what == BAD_MRRS
                                           ? tb_pcie_send_read(&b, 0, &req, &done)
                                           : tb_pcie_send_write(&b, 0, &req, data, &done);
        if (status != (what == LEGAL ? UBN_OK : UBN_ERR_CHECK)) {
            fail_msg("malformation %u: status %u", (unsigned)what, (unsigned)status);
        }
        assert_int_equal(done.visible_ps, what == LEGAL ? WRITE_PS : 77);
        tb_pcie_close(&b);
    }
}

/* Largest legal ones, and holes in an aligned quadword. */
static void rules_take_what_is_just_legal(void **state)
{
    struct ubn_pcie_config cfg = tb_pcie_config;
    uint8_t data[UBN_PCIE_PAYLOAD_MAX_BYTES];
    struct ubn_pcie_req req = tb_pcie_req(true, 0x1000, 8);
    struct tb_pcie b;

    (void)state;
    memset(data, 0x77, sizeof(data));
    cfg.mrrs_bytes = 512;
    tb_pcie_open(&b, &cfg);
    (void)tb_pcie_write(&b, 0, 0x2000 - 256, 256, 1);
    (void)tb_pcie_read(&b, 0, 0, 0x2000 - 512, 512);
    req.first_be = 0x5;
    req.last_be = 0x8;
    assert_int_equal(tb_pcie_send_write(&b, 0, &req, data, NULL), UBN_OK);
    tb_pcie_run(&b, 0);
    for (unsigned i = 0; i < 9; i++) {
        assert_int_equal(tb_pcie_byte(&b, 0x1000 + i), i == 0 || i == 2 || i == 7 ? 0x77 : 0);
    }
    assert_int_equal(b.seen[1].addr, 0x1000);
    assert_int_equal(b.seen[1].len_bytes, 8);
    tb_pcie_close(&b);
}

static void rules_write_without_bytes_writes_nothing(void **state)
{
    struct tb_pcie b;

    (void)state;
    tb_pcie_open(&b, &tb_pcie_config);
    (void)tb_pcie_write(&b, 0, 0x1000, 0, 1);
    tb_pcie_run(&b, 0);
    assert_int_equal(tb_pcie_byte(&b, 0x1000), 0);
    assert_int_equal(b.n_seen, 0);
    tb_pcie_close(&b);
}

static void rules_write_of_any_offset_and_length_is_exact(void **state)
{
    (void)state;
    for (uint32_t off = 0; off < 8; off++) {
        for (uint32_t bytes = 1; bytes < 80; bytes++) {
            struct tb_pcie b;

            tb_pcie_open(&b, &tb_pcie_config);
            (void)tb_pcie_write(&b, 0, 0x1000 + off, bytes, 9);
            tb_pcie_run(&b, 0);
            for (uint32_t i = 0; i < 96; i++) {
                assert_int_equal(tb_pcie_byte(&b, 0x1000 + i), i >= off && i < off + bytes ? 9 : 0);
            }
            assert_int_equal(b.seen[0].addr, 0x1000 + off);
            assert_int_equal(b.seen[0].len_bytes, bytes);
            tb_pcie_close(&b);
        }
    }
}

/* Sends a write of 128 B with beats of which one is wrong. */
static enum ubn_status send_beats(unsigned wrong)
{
    const struct ubn_pcie_req req = tb_pcie_req(true, 0x1000, 128);
    struct ubn_pcie_req other = tb_pcie_req(true, 0x1040, 128);
    struct ubn_tlp beat = {.last = wrong == 1};
    struct tb_pcie b;

    tb_pcie_open(&b, &tb_pcie_config);
    ubn_pcie_req_pack(&req, beat.hdr);
    enum ubn_status status = ubn_pcie_rq(b.pcie, 5, &beat, NULL);
    if (status == UBN_OK) {
        assert_true(ubn_pcie_rq_ready(b.pcie, 5));
        assert_false(ubn_pcie_idle(b.pcie));
        beat.last = wrong != 2;
        ubn_pcie_req_pack(wrong == 3 ? &other : &req, beat.hdr);
        status = ubn_pcie_rq(b.pcie, wrong == 4 ? 4 : 5, &beat, NULL);
    }
    tb_pcie_close(&b);
    return status;
}

static void rules_refuse_beats_that_do_not_match(void **state)
{
    struct ubn_tlp beat = {.last = false};
    const struct ubn_pcie_req read = tb_pcie_req(false, 0x1000, 128);
    struct tb_pcie b;

    (void)state;
    assert_int_equal(send_beats(0), UBN_OK);
    for (unsigned wrong = 1; wrong <= 4; wrong++) {
        assert_int_equal(send_beats(wrong), UBN_ERR_CHECK);
    }
    tb_pcie_open(&b, &tb_pcie_config);
    ubn_pcie_req_pack(&read, beat.hdr);
    assert_int_equal(ubn_pcie_rq(b.pcie, 0, &beat, NULL), UBN_ERR_CHECK);
    tb_pcie_close(&b);
}

static void rules_refuse_tag_until_last_completion_has_arrived(void **state)
{
    struct tb_pcie b;
    struct ubn_pcie_req req = tb_pcie_req(false, 0, 64);
    /* four completions of 64 B one after the other */
    const uint64_t last_ps = 500000 + tb_gen3_ps(90 * 3);

    (void)state;
    req.tag = 4;
    tb_pcie_open(&b, &tb_pcie_config);
    (void)tb_pcie_read(&b, 0, 4, 0, 256);
    tb_pcie_run(&b, last_ps - 1);
    assert_int_equal(tb_pcie_send_read(&b, last_ps - 1, &req, NULL), UBN_ERR_CHECK);
    tb_pcie_run(&b, last_ps);
    assert_int_equal(tb_pcie_send_read(&b, last_ps, &req, NULL), UBN_OK);
    tb_pcie_close(&b);
}

/* ---- credits ---- */

static void rules_posted_header_credits_come_back_when_visible(void **state)
{
    struct ubn_pcie_config cfg = tb_pcie_config;
    const struct ubn_pcie_req req = tb_pcie_req(true, 0x1000, 64);
    const uint8_t data[64] = {0};
    struct tb_pcie b;

    (void)state;
    cfg.ph = 2;
    tb_pcie_open(&b, &cfg);
    assert_int_equal(ubn_pcie_limits(b.pcie).inf, 0xe);
    assert_int_equal(ubn_pcie_limits(b.pcie).ph, 2);
    (void)tb_pcie_write(&b, 0, 0, 64, 1);
    const uint64_t second_ps = tb_pcie_write(&b, 100000, 64, 64, 1);
    tb_pcie_run(&b, WRITE_PS - 1);
    assert_int_equal(ubn_pcie_limits(b.pcie).ph, 2);
    assert_int_equal(tb_pcie_send_write(&b, WRITE_PS - 1, &req, data, NULL), UBN_ERR_CHECK);
    tb_pcie_run(&b, WRITE_PS);
    assert_int_equal(ubn_pcie_limits(b.pcie).ph, 3);
    assert_int_equal(tb_pcie_send_write(&b, WRITE_PS, &req, data, NULL), UBN_OK);
    tb_pcie_run(&b, second_ps);
    assert_int_equal(ubn_pcie_limits(b.pcie).ph, 4);
    tb_pcie_close(&b);
}

static void rules_posted_data_credits_count_16_bytes(void **state)
{
    struct ubn_pcie_config cfg = tb_pcie_config;
    const uint8_t data[256] = {0};
    struct tb_pcie b;

    (void)state;
    cfg.pd = 17;
    tb_pcie_open(&b, &cfg);
    assert_int_equal(ubn_pcie_limits(b.pcie).inf, 0xd);
    (void)tb_pcie_write(&b, 0, 0, 256, 1); /* 16 units */
    (void)tb_pcie_write(&b, 0, 0, 1, 1);   /* 1 unit */
    const struct ubn_pcie_req req = tb_pcie_req(true, 0, 4);
    assert_int_equal(tb_pcie_send_write(&b, 0, &req, data, NULL), UBN_ERR_CHECK);
    tb_pcie_run(&b, 0);
    assert_int_equal(ubn_pcie_limits(b.pcie).pd, 17 + 17);
    (void)tb_pcie_write(&b, 1000000, 0, 20, 1); /* 2 units */
    tb_pcie_run(&b, 0);
    assert_int_equal(ubn_pcie_limits(b.pcie).pd, 17 + 17 + 2);
    tb_pcie_close(&b);
}

static void rules_non_posted_credits_come_back_with_the_last_completion(void **state)
{
    struct ubn_pcie_config cfg = tb_pcie_config;
    struct ubn_pcie_req req = tb_pcie_req(false, 0, 64);
    struct tb_pcie b;
    const uint64_t last_ps = 500000 + tb_gen3_ps(90);

    (void)state;
    cfg.nph = 1;
    cfg.npd = 3;
    tb_pcie_open(&b, &cfg);
    req.tag = 1;
    assert_int_equal(ubn_pcie_limits(b.pcie).inf, 0x3);
    assert_int_equal(ubn_pcie_limits(b.pcie).npd, 3);
    (void)tb_pcie_read(&b, 0, 0, 0, 128);
    (void)tb_pcie_write(&b, 0, 0, 64, 1); /* writes need other credits */
    tb_pcie_run(&b, last_ps - 1);
    assert_int_equal(ubn_pcie_limits(b.pcie).nph, 1);
    assert_int_equal(tb_pcie_send_read(&b, last_ps - 1, &req, NULL), UBN_ERR_CHECK);
    tb_pcie_run(&b, last_ps);
    assert_int_equal(ubn_pcie_limits(b.pcie).nph, 2);
    assert_int_equal(tb_pcie_send_read(&b, last_ps, &req, NULL), UBN_OK);
    tb_pcie_close(&b);
}

static void rules_limits_wrap(void **state)
{
    struct ubn_pcie_config cfg = tb_pcie_config;
    struct tb_pcie b;

    (void)state;
    cfg.ph = 5;
    cfg.pd = 100;
    cfg.nph = 7;
    tb_pcie_open(&b, &cfg);
    for (unsigned i = 0; i < 300; i++) {
        (void)tb_pcie_write(&b, i * UINT64_C(1000000), 0, 256, 1);
        (void)tb_pcie_read(&b, i * UINT64_C(1000000), 0, 0, 64);
        tb_pcie_run(&b, (i + 1) * UINT64_C(1000000) - 1);
    }
    const struct ubn_pcie_limits limits = ubn_pcie_limits(b.pcie);
    assert_int_equal(limits.ph, (5 + 300) % 256);
    assert_int_equal(limits.pd, (100 + 300 * 16) % 4096);
    assert_int_equal(limits.nph, (7 + 300) % 256);
    tb_pcie_close(&b);
}

/* ---- creation ---- */

static void rules_refuse_illegal_configurations(void **state)
{
    struct tb_pcie b;
    struct ubn_pcie *pcie = NULL;

    (void)state;
    tb_pcie_open(&b, &tb_pcie_config);
    for (unsigned what = 0; what < 14; what++) {
        struct ubn_pcie_config cfg = tb_pcie_config;

        cfg.read_ps = what == 0 ? 1 : cfg.read_ps;
        cfg.write_ps = what == 1 ? 0 : cfg.write_ps;
        cfg.rate_bytes_per_s = what == 2 ? 0 : cfg.rate_bytes_per_s;
        cfg.mps_bytes = what == 3 ? 64 : what == 4 ? 384 : what == 5 ? 8192 : cfg.mps_bytes;
        cfg.mrrs_bytes = what == 6 ? 0 : cfg.mrrs_bytes;
        cfg.rcb_bytes = what == 7 ? 256 : what == 8 ? 128 : cfg.rcb_bytes; /* 8: cpl_max is 64 */
        cfg.cpl_max_bytes = what == 9 ? 512 : cfg.cpl_max_bytes;
        cfg.ph = what == 10 ? 128 : 0;
        cfg.pd = what == 11 ? 15 : what == 12 ? 2048 : 0;
        cfg.tlp_overhead_bytes = what == 13 ? 0 : cfg.tlp_overhead_bytes;
        assert_int_equal(ubn_pcie_create(b.engine, b.mem, &cfg, &pcie), UBN_ERR_ARG);
    }
    assert_null(pcie);
    tb_pcie_close(&b);
}

static void rules_refuse_regions_that_overlap(void **state)
{
    struct tb_pcie b;

    (void)state;
    tb_pcie_open(&b, &tb_pcie_config);
    assert_int_equal(ubn_pcie_queue_region(b.pcie, 0x2000, 0x100, true), UBN_OK);
    assert_int_equal(ubn_pcie_queue_region(b.pcie, 0x2000, 1, true), UBN_ERR_ARG);
    assert_int_equal(ubn_pcie_queue_region(b.pcie, 0x20ff, 1, true), UBN_ERR_ARG);
    assert_int_equal(ubn_pcie_queue_region(b.pcie, 0x1fff, 2, true), UBN_ERR_ARG);
    assert_int_equal(ubn_pcie_queue_region(b.pcie, 0x3000, 0, true), UBN_ERR_ARG);
    assert_int_equal(ubn_pcie_queue_region(b.pcie, 2, UINT64_MAX, true), UBN_ERR_ARG);
    for (uint64_t i = 0; i < 200; i++) {
        assert_int_equal(ubn_pcie_queue_region(b.pcie, 0x2100 + (199 - i) * 64, 64, true), UBN_OK);
    }
    assert_int_equal(ubn_pcie_queue_region(b.pcie, 0x1f00, 0x100, true), UBN_OK);
    tb_pcie_close(&b);
}

static void rules_refuse_a_fifth_listener(void **state)
{
    struct tb_pcie b;

    (void)state;
    tb_pcie_open(&b, &tb_pcie_config);
    for (unsigned i = 1; i < UBN_PCIE_LISTENERS_MAX; i++) {
        assert_int_equal(ubn_pcie_listen(b.pcie, tb_pcie_see, &b), UBN_OK);
    }
    assert_int_equal(ubn_pcie_listen(b.pcie, tb_pcie_see, &b), UBN_ERR_FULL);
    tb_pcie_close(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rules_refuse_malformed_requests),
        cmocka_unit_test(rules_take_what_is_just_legal),
        cmocka_unit_test(rules_write_without_bytes_writes_nothing),
        cmocka_unit_test(rules_write_of_any_offset_and_length_is_exact),
        cmocka_unit_test(rules_refuse_beats_that_do_not_match),
        cmocka_unit_test(rules_refuse_tag_until_last_completion_has_arrived),
        cmocka_unit_test(rules_posted_header_credits_come_back_when_visible),
        cmocka_unit_test(rules_posted_data_credits_count_16_bytes),
        cmocka_unit_test(rules_non_posted_credits_come_back_with_the_last_completion),
        cmocka_unit_test(rules_limits_wrap),
        cmocka_unit_test(rules_refuse_illegal_configurations),
        cmocka_unit_test(rules_refuse_regions_that_overlap),
        cmocka_unit_test(rules_refuse_a_fifth_listener),
    };

    return cmocka_run_group_tests_name("pcie_rules", tests, NULL, NULL);
}
