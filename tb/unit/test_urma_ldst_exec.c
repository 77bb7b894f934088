/* SPDX-License-Identifier: Apache-2.0 */
/* test_urma_ldst_exec: loads and stores reach the right place of memory or are denied, for every
 * reason and at both ends of a segment; beats of a store follow their command, those of a refused
 * one go nowhere. */
/* DUT: urma_ldst_exec -GSEGS=16 */
#include "dut.h"
#include "tb_ctx.h"
#include "tb_record.h"

#define UBA 0x7f0000001040u
#define LEN 0x10000u
#define PA 0x4500000080u

struct bench {
    struct dut *d;
    uint8_t table[16][40];
    struct tb_ctx ctx;
};

/* One request. */
struct req {
    bool bad_frame, store, poison;
    uint32_t token_id;
    uint64_t addr;
    uint8_t code;
};

static void set_seg(struct bench *b, uint32_t id, uint8_t rights, uint64_t uba, uint64_t len,
                    uint64_t pa)
{
    uint8_t *r = b->table[id];

    memset(r, 0xff, 40);
    tb_bits_set(r, 4, 0, rights);
    tb_bits_set(r, 191, 128, uba);
    tb_bits_set(r, 255, 192, len);
    tb_bits_set(r, 319, 256, pa);
}

static int setup(void **state)
{
    struct bench *b = calloc(1, sizeof(*b));

    b->d = dut_create();
    b->ctx = (struct tb_ctx)TB_CTX(b->d, seg, b->table);
    set_seg(b, 5, 0x7, UBA, LEN, PA);                   /* valid, write, read */
    set_seg(b, 6, 0x3, UBA, LEN, PA);                   /* write only */
    set_seg(b, 7, 0x5, UBA, LEN, PA);                   /* read only */
    set_seg(b, 8, 0x6, UBA, LEN, PA);                   /* not valid */
    set_seg(b, 9, 0x17, UBA, LEN, PA);                  /* asks for a token value */
    set_seg(b, 10, 0x7, UBA, LEN, PA + 8);              /* lines of the peer are no lines here */
    set_seg(b, 11, 0x7, 0xfffffffffffff000, 0x1000, 0); /* up to the top */
    dut_reset(b->d);
    *b->d->m_rd_ready = *b->d->m_wr_ready = *b->d->m_w_ready = *b->d->m_rsp_ready = 1;
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

/* What came of a request. */
struct result {
    uint32_t rd, wr, rsp, moved, taken; /* commands, responses, beats to memory, beats taken */
    uint32_t cmd_after;
    uint64_t addr;
    uint32_t len;
    bool denied;
    uint32_t counted;
};

static struct result run(struct bench *b, struct req r)
{
    struct dut *d = b->d;
    struct result a = {0};
    uint32_t beats = r.store ? 1u << r.code : 0;

    *d->s_req_valid = 1;
    *d->s_req_ok = !r.bad_frame;
    *d->s_req_store = r.store;
    *d->s_req_poison = r.poison;
    *d->s_req_beats = (uint8_t)beats;
    *d->s_req_src_mac = 0x112233445566;
    *d->s_req_scna = 0x1234;
    *d->s_req_tassn = 0x5678;
    *d->s_req_token_id = r.token_id;
    *d->s_req_line = r.addr >> 6;
    *d->s_req_code = r.code;
    for (uint32_t i = 0; i < 80; i++) {
        *d->s_w_valid = a.taken < beats;
        memset(d->s_w_data, (int)a.taken + 1, 64);
        tb_ctx_show(&b->ctx);
        tb_ctx_settle(d, &b->ctx, 1);
        if (*d->m_rd_valid || *d->m_wr_valid) {
            a.rd += *d->m_rd_valid;
            a.wr += *d->m_wr_valid;
            a.cmd_after = i;
            a.addr = *d->m_rd_valid ? *d->m_rd_addr : *d->m_wr_addr;
            a.len = *d->m_rd_valid ? *d->m_rd_len : *d->m_wr_len;
            assert_true(*d->m_rsp_valid);
        }
        if (*d->m_rsp_valid) {
            a.rsp++;
            a.denied = *d->m_rsp_denied;
            assert_int_equal(*d->m_rsp_store, r.store);
            assert_int_equal(*d->m_rsp_code, r.code);
            assert_int_equal(*d->m_rsp_dst_mac, 0x112233445566);
            assert_int_equal(*d->m_rsp_dcna, 0x1234);
            assert_int_equal(*d->m_rsp_tassn, 0x5678);
        }
        if (*d->m_w_valid) {
            assert_int_equal(a.wr, 1); /* behind its command */
            assert_int_equal(tb_byte(d->m_w_data, 63), a.moved + 1);
            a.moved++;
        }
        a.taken += *d->s_w_valid && *d->s_w_ready;
        a.counted += *d->stat_denied;
        bool in = *d->s_req_valid && *d->s_req_ready;
        tb_ctx_edge(&b->ctx, NULL, NULL, NULL);
        dut_tick(d);
        *d->s_req_valid = *d->s_req_valid && !in;
    }
    assert_int_equal(a.taken, beats);
    assert_int_equal(*d->stat_idle, 1);
    return a;
}

static void check_fine(struct bench *b, struct req r, uint64_t pa)
{
    struct result a = run(b, r);

    assert_int_equal(a.rd, !r.store);
    assert_int_equal(a.wr, r.store);
    assert_int_equal(a.cmd_after, 2);
    assert_int_equal(a.addr, pa);
    assert_int_equal(a.len, 64u << r.code);
    assert_true(a.rsp == 1 && !a.denied && a.counted == 0);
    assert_int_equal(a.moved, r.store ? 1u << r.code : 0);
}

static void check_denied(struct bench *b, struct req r)
{
    struct result a = run(b, r);

    assert_true(a.rd == 0 && a.wr == 0 && a.moved == 0);
    assert_true(a.rsp == 1 && a.denied && a.counted == 1);
}

static void ldst_exec_reaches_both_ends_of_a_segment(void **state)
{
    struct bench *b = *state;

    for (int store = 0; store < 2; store++) {
        check_fine(b, (struct req){.store = store, .token_id = 5, .addr = UBA}, PA);
        check_fine(b, (struct req){.store = store, .token_id = 5, .addr = UBA + LEN - 64},
                   PA + LEN - 64);
        check_denied(b, (struct req){.store = store, .token_id = 5, .addr = UBA - 64});
        check_denied(b, (struct req){.store = store, .token_id = 5, .addr = UBA + LEN});
        check_denied(b, (struct req){.store = store, .token_id = 5, .addr = 0});
        for (uint8_t code = 1; code <= 6; code++) {
            uint64_t end = UBA + LEN - (64u << code);

            check_fine(b, (struct req){.store = store, .token_id = 5, .addr = end, .code = code},
                       PA + LEN - (64u << code));
            check_denied(
                b, (struct req){.store = store, .token_id = 5, .addr = end + 64, .code = code});
        }
        check_fine(b, (struct req){.store = store, .token_id = 11, .addr = 0xffffffffffffffc0},
                   0xfc0);
        check_denied(b, (struct req){.store = store, .token_id = 11, .addr = 0});
    }
}

static void ldst_exec_denies_what_the_segment_does_not_allow(void **state)
{
    struct bench *b = *state;

    check_denied(b, (struct req){.token_id = 6, .addr = UBA});
    check_fine(b, (struct req){.store = true, .token_id = 6, .addr = UBA}, PA);
    check_fine(b, (struct req){.token_id = 7, .addr = UBA}, PA);
    check_denied(b, (struct req){.store = true, .token_id = 7, .addr = UBA, .code = 3});
    for (int store = 0; store < 2; store++) {
        check_denied(b, (struct req){.store = store, .token_id = 8, .addr = UBA});
        check_denied(b, (struct req){.store = store, .token_id = 9, .addr = UBA});
        check_denied(b, (struct req){.store = store, .token_id = 10, .addr = UBA});
        check_denied(b, (struct req){.store = store, .token_id = 5 + 16, .addr = UBA});
        check_denied(b, (struct req){.store = store, .token_id = 5 + 0x80000, .addr = UBA});
    }
    check_denied(b, (struct req){.store = true, .poison = true, .token_id = 5, .addr = UBA});
}

static void ldst_exec_answers_nothing_when_the_frame_was_bad(void **state)
{
    struct bench *b = *state;

    for (uint8_t code = 0; code <= 6; code++) {
        struct result a =
            run(b, (struct req){
                       .bad_frame = true, .store = true, .token_id = 5, .addr = UBA, .code = code});

        assert_true(a.rd == 0 && a.wr == 0 && a.rsp == 0 && a.moved == 0 && a.counted == 0);
        check_fine(b, (struct req){.store = true, .token_id = 5, .addr = UBA}, PA);
    }
}

/* Loads and stores of one line in a row, everything stalls: commands, beats and responses stay in
 * order. */
static void ldst_exec_keeps_the_order_when_everything_stalls(void **state)
{
    struct bench *b = *state;
    struct dut *d = b->d;
    struct tb_rng r = tb_rng_seed(5);
    uint32_t in = 0, cmd = 0, rsp = 0, put = 0, out = 0, stores = 0;

    b->ctx.slow_percent = 20;
    *d->s_req_ok = 1;
    *d->s_req_token_id = 5;
    for (int i = 0; i < 8000; i++) {
        bool store = in % 3 == 1;

        *d->s_req_valid = in < 1000;
        *d->s_req_store = store;
        *d->s_req_beats = store;
        *d->s_req_line = (UBA >> 6) + in;
        *d->s_req_tassn = (uint16_t)in;
        *d->s_w_valid = put < stores;
        memset(d->s_w_data, (int)(put & 255), 64);
        *d->m_rd_ready = tb_rng_chance(&r, 60);
        *d->m_wr_ready = tb_rng_chance(&r, 60);
        *d->m_w_ready = tb_rng_chance(&r, 60);
        *d->m_rsp_ready = tb_rng_chance(&r, 80);
        tb_ctx_show(&b->ctx);
        tb_ctx_settle(d, &b->ctx, 1);
        bool rd = *d->m_rd_valid && *d->m_rd_ready, wr = *d->m_wr_valid && *d->m_wr_ready;

        if (rd || wr) {
            assert_true(rd != wr && wr == (cmd % 3 == 1));
            assert_int_equal(rd ? *d->m_rd_addr : *d->m_wr_addr, PA + 64 * (uint64_t)cmd);
            assert_true(*d->m_rsp_valid && *d->m_rsp_ready); /* owed at the same time */
            cmd++;
        }
        if (*d->m_rsp_valid && *d->m_rsp_ready) {
            assert_int_equal(*d->m_rsp_tassn, rsp);
            rsp++;
        }
        if (*d->m_w_valid && *d->m_w_ready) {
            assert_int_equal(tb_byte(d->m_w_data, 0), out & 255);
            out++;
        }
        put += *d->s_w_valid && *d->s_w_ready;
        if (*d->s_req_valid && *d->s_req_ready) {
            stores += store;
            in++;
        }
        tb_ctx_edge(&b->ctx, NULL, NULL, NULL);
        dut_tick(d);
    }
    assert_true(in == 1000 && cmd == 1000 && rsp == 1000 && out == stores);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(ldst_exec_reaches_both_ends_of_a_segment),
        TEST(ldst_exec_denies_what_the_segment_does_not_allow),
        TEST(ldst_exec_answers_nothing_when_the_frame_was_bad),
        TEST(ldst_exec_keeps_the_order_when_everything_stalls),
    };

    return cmocka_run_group_tests_name("urma_ldst_exec", tests, NULL, NULL);
}
