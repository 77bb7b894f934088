/* SPDX-License-Identifier: Apache-2.0 */
/* test_urma_ldst_req: window address to request, every reason of refusal, sequence numbers, what
 * the host is owed, latency, turns. */
/* DUT: urma_ldst_req */
#include "dut.h"
#include "tb_ctx.h"
#include "tb_record.h"

enum { OKAY = 0, SLVERR = 2, DECERR = 3 };

struct bench {
    struct dut *d;
    uint8_t table[16][32];
    struct tb_ctx ctx;
    uint16_t tassn;
};

/* One access of the host. */
struct access {
    bool store;
    uint32_t addr;
    uint32_t len; /* beats less one */
    uint8_t size, burst;
    bool part; /* a strobe is missing */
};

static void set_entry(struct bench *b, uint32_t n, bool valid, bool load, bool store, uint64_t base)
{
    uint8_t *r = b->table[n];

    memset(r, 0xff, 32); /* reserved bits say nothing */
    tb_bits_set(r, 0, 0, valid);
    tb_bits_set(r, 1, 1, load);
    tb_bits_set(r, 2, 2, store);
    tb_bits_set(r, 3, 3, n & 1);
    tb_bits_set(r, 31, 16, 0x1200 + n);
    tb_bits_set(r, 51, 32, 0xabc00 + n);
    tb_bits_set(r, 111, 64, 0x112233445500 + n);
    tb_bits_set(r, 191, 128, base);
}

static int setup(void **state)
{
    struct bench *b = calloc(1, sizeof(*b));

    b->d = dut_create();
    b->ctx = (struct tb_ctx)TB_CTX(b->d, win, b->table);
    set_entry(b, 0, true, true, true, 0);
    set_entry(b, 5, true, true, true, 0x7654321000000040);
    set_entry(b, 6, true, true, false, 0x1000);
    set_entry(b, 7, true, false, true, 0x1000);
    set_entry(b, 8, false, true, true, 0x1000);
    set_entry(b, 15, true, true, true, 0xfffffffff8000000); /* the sum ends at the top */
    dut_reset(b->d);
    *b->d->m_req_ready = *b->d->m_owed_ready = 1;
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

static void cycle(struct bench *b)
{
    tb_ctx_edge(&b->ctx, NULL, NULL, NULL);
    dut_tick(b->d);
    tb_ctx_show(&b->ctx);
    tb_ctx_settle(b->d, &b->ctx, 1);
}

static void put(struct bench *b, const struct access *a)
{
    struct dut *d = b->d;

    if (a->store) {
        *d->s_st_valid = 1;
        *d->s_st_id = 9;
        *d->s_st_addr = a->addr;
        *d->s_st_len = (uint8_t)a->len;
        *d->s_st_size = a->size;
        *d->s_st_burst = a->burst;
        *d->s_st_ok = !a->part;
        *d->s_st_beats = (uint8_t)(a->len < 64 ? a->len + 1 : 64);
    } else {
        *d->s_ld_valid = 1;
        *d->s_ld_id = 4;
        *d->s_ld_addr = a->addr;
        *d->s_ld_len = (uint8_t)a->len;
        *d->s_ld_size = a->size;
        *d->s_ld_burst = a->burst;
    }
    tb_ctx_show(&b->ctx);
    tb_ctx_settle(d, &b->ctx, 1);
}

/* One access; the host is owed resp; a good one becomes a request for line 64 B << code. */
static void check(struct bench *b, struct access a, int resp, uint64_t uba, uint32_t code)
{
    struct dut *d = b->d;
    uint32_t n = a.addr >> 27 & 15;

    put(b, &a);
    assert_int_equal(a.store ? *d->s_st_ready : *d->s_ld_ready, 1);
    cycle(b);
    *d->s_st_valid = *d->s_ld_valid = 0;
    tb_ctx_settle(d, &b->ctx, 1);
    assert_int_equal(*d->m_owed_valid, 1);
    assert_int_equal(*d->m_owed_store, a.store);
    assert_int_equal(*d->m_owed_id, a.store ? 9 : 4);
    assert_int_equal(*d->m_owed_len, a.len);
    assert_int_equal(*d->m_owed_resp, resp);
    if (resp == OKAY) {
        assert_int_equal(*d->m_owed_tassn, b->tassn);
    }
    assert_int_equal(*d->m_req_valid, 0);
    cycle(b);
    assert_int_equal(*d->m_req_valid, resp == OKAY || a.store); /* 2 cycles after the access */
    assert_int_equal(*d->stat_refused, resp != OKAY);
    if (*d->m_req_valid) {
        assert_int_equal(*d->m_req_store, a.store);
        assert_int_equal(*d->m_req_discard, resp != OKAY);
        if (a.store) {
            assert_int_equal(*d->m_req_beats, a.len < 64 ? a.len + 1 : 64);
        }
    }
    if (resp == OKAY) {
        assert_int_equal(*d->m_req_dst_mac, 0x112233445500 + n);
        assert_int_equal(*d->m_req_dcna, 0x1200 + n);
        assert_int_equal(*d->m_req_so, n & 1);
        assert_int_equal(*d->m_req_token_id, 0xabc00 + n);
        assert_int_equal(*d->m_req_line, uba >> 6);
        assert_int_equal(*d->m_req_code, code);
        assert_int_equal(*d->m_req_tassn, b->tassn);
        b->tassn++;
    }
    cycle(b);
    assert_int_equal(*d->stat_idle, 1);
}

static struct access access(bool store, uint32_t addr, uint32_t len)
{
    return (struct access){store, addr, len, 6, 1, false};
}

static void ldst_req_adds_the_offset_to_the_base_of_the_entry(void **state)
{
    struct bench *b = *state;

    check(b, access(false, 0x80000000, 0), OKAY, 0, 0);
    check(b, access(true, 0x80000040, 0), OKAY, 0x40, 0);
    check(b, access(false, 0xa8000000, 0), OKAY, 0x7654321000000040, 0);
    check(b, access(true, 0xafffffc0, 0), OKAY, 0x7654321008000000, 0);
    check(b, access(false, 0xffffffc0, 0), OKAY, 0xffffffffffffffc0, 0);
}

static void ldst_req_tells_the_length_as_a_code(void **state)
{
    struct bench *b = *state;

    for (uint32_t code = 0; code <= 6; code++) {
        check(b, access(code & 1, 0x80002000, (1u << code) - 1), OKAY, 0x2000, code);
    }
}

static void ldst_req_refuses_what_it_may_not_pass(void **state)
{
    struct bench *b = *state;

    check(b, access(true, 0xb0000000, 0), SLVERR, 0, 0); /* no right to store */
    check(b, access(false, 0xb0000000, 0), OKAY, 0x1000, 0);
    check(b, access(false, 0xb8000000, 0), SLVERR, 0, 0); /* no right to load */
    check(b, access(true, 0xb8000000, 0), OKAY, 0x1000, 0);
    check(b, access(false, 0xc0000000, 0), DECERR, 0, 0); /* not valid */
    check(b, access(true, 0xc0000000, 0), DECERR, 0, 0);
}

static void ldst_req_refuses_bursts_of_another_shape(void **state)
{
    struct bench *b = *state;

    for (int store = 0; store < 2; store++) {
        struct access a = access(store, 0x80000000, 0);

        check(b, access(store, 0x80000000, 2), SLVERR, 0, 0);  /* 192 B */
        check(b, access(store, 0x80000000, 62), SLVERR, 0, 0); /* one beat less than 4 KiB */
        check(b, access(store, 0x80000000, 127), SLVERR, 0, 0);
        check(b, access(store, 0x80000000, 255), SLVERR, 0, 0);
        check(b, access(store, 0x80000001, 0), SLVERR, 0, 0);
        check(b, access(store, 0x80000020, 0), SLVERR, 0, 0);
        check(b, access(store, 0x80000040, 1), SLVERR, 0, 0); /* not aligned to its length */
        check(b, access(store, 0x80000800, 63), SLVERR, 0, 0);
        a.size = 3;
        check(b, a, SLVERR, 0, 0);
        a.size = 6;
        a.burst = 0;
        check(b, a, SLVERR, 0, 0);
        a.burst = 2;
        check(b, a, SLVERR, 0, 0);
        a.burst = 1;
        a.part = store;
        check(b, a, store ? SLVERR : OKAY, 0, 0);
    }
}

static void ldst_req_moves_one_a_cycle_and_takes_turns(void **state)
{
    struct bench *b = *state;
    struct dut *d = b->d;
    struct access ld = access(false, 0x80000000, 0), st = access(true, 0x80000000, 0);
    uint32_t loads = 0, stores = 0;

    put(b, &ld);
    put(b, &st);
    for (int i = 0; i < 102; i++) {
        loads += *d->m_req_valid && !*d->m_req_store;
        stores += *d->m_req_valid && *d->m_req_store;
        cycle(b);
    }
    assert_int_equal(loads, 50);
    assert_int_equal(stores, 50);
}

static void ldst_req_waits_when_an_output_waits(void **state)
{
    struct bench *b = *state;
    struct dut *d = b->d;
    struct access a = access(false, 0x80000000, 0);
    uint32_t in = 0, owed = 0, req = 0;
    struct tb_rng r = tb_rng_seed(3);

    b->ctx.slow_percent = 30;
    put(b, &a);
    for (int i = 0; i < 2000; i++) {
        *d->s_ld_valid = i < 1900;
        *d->m_req_ready = !tb_rng_chance(&r, 40) || i >= 1900;
        *d->m_owed_ready = !tb_rng_chance(&r, 40) || i >= 1900;
        tb_ctx_settle(d, &b->ctx, 1);
        in += *d->s_ld_valid && *d->s_ld_ready;
        owed += *d->m_owed_valid && *d->m_owed_ready;
        if (*d->m_req_valid && *d->m_req_ready) {
            assert_int_equal(*d->m_req_tassn, req & 0xffff); /* in order, none twice */
            req++;
        }
        cycle(b);
    }
    assert_true(in > 300);
    assert_int_equal(owed, in);
    assert_int_equal(req, in);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(ldst_req_adds_the_offset_to_the_base_of_the_entry),
        TEST(ldst_req_tells_the_length_as_a_code),
        TEST(ldst_req_refuses_what_it_may_not_pass),
        TEST(ldst_req_refuses_bursts_of_another_shape),
        TEST(ldst_req_moves_one_a_cycle_and_takes_turns),
        TEST(ldst_req_waits_when_an_output_waits),
    };

    return cmocka_run_group_tests_name("urma_ldst_req", tests, NULL, NULL);
}
