/* SPDX-License-Identifier: Apache-2.0 */
/* test_urma_ldst_cmpl: loads and stores are answered in their order, refused ones at once; what
 * does not answer the oldest request is dropped with its payload; latency. */
/* DUT: urma_ldst_cmpl -GOUTSTANDING=8 */
#include "dut.h"
#include "tb.h"

enum { OKAY = 0, SLVERR = 2, DECERR = 3 };

static int setup(void **state)
{
    struct dut *d = dut_create();

    dut_reset(d);
    *d->m_bready = *d->m_rready = 1;
    *state = d;
    return 0;
}

static int teardown(void **state)
{
    dut_destroy(*state);
    return 0;
}

static void owe(struct dut *d, bool store, uint8_t id, uint8_t len, uint8_t resp, uint16_t tassn)
{
    *d->s_owed_valid = 1;
    *d->s_owed_store = store;
    *d->s_owed_id = id;
    *d->s_owed_len = len;
    *d->s_owed_resp = resp;
    *d->s_owed_tassn = tassn;
    dut_eval(d);
    assert_int_equal(*d->s_owed_ready, 1);
    dut_tick(d);
    *d->s_owed_valid = 0;
    dut_eval(d);
}

/* What came of one response. */
struct answer {
    uint32_t b, r, last, first_after; /* counts; cycles to the first */
    uint8_t id, resp;
    uint8_t first_byte, last_byte;
    uint32_t drops, pay;
};

/* Offer a response and its payload (beat i is full of bytes i + 1) until it is taken, then look on.
 */
static struct answer respond(struct dut *d, bool ok, bool data, bool bad, uint8_t beats,
                             uint16_t tassn)
{
    struct answer a = {.first_after = 99};

    *d->s_rsp_valid = 1;
    *d->s_rsp_ok = ok;
    *d->s_rsp_data = data;
    *d->s_rsp_bad = bad;
    *d->s_rsp_beats = beats;
    *d->s_rsp_tassn = tassn;
    for (uint32_t i = 0; i < 100; i++) {
        *d->s_r_valid = a.pay < beats;
        memset(d->s_r_data, (int)a.pay + 1, 64);
        dut_eval(d);
        if ((*d->m_bvalid || *d->m_rvalid) && a.first_after == 99) {
            a.first_after = i;
            a.first_byte = tb_byte(d->m_rdata, 63);
        }
        if (*d->m_bvalid) {
            a.b++;
            a.id = *d->m_bid;
            a.resp = *d->m_bresp;
        }
        if (*d->m_rvalid) {
            a.r++;
            a.last += *d->m_rlast;
            a.id = *d->m_rid;
            a.resp = *d->m_rresp;
            a.last_byte = tb_byte(d->m_rdata, 0);
        }
        a.drops += *d->stat_drop;
        a.pay += *d->s_r_valid && *d->s_r_ready;
        bool taken = *d->s_rsp_valid && *d->s_rsp_ready;
        dut_tick(d);
        *d->s_rsp_valid = *d->s_rsp_valid && !taken;
    }
    assert_int_equal(*d->s_rsp_valid, 0);
    assert_int_equal(a.pay, beats); /* all of it is used, or thrown away */
    assert_int_equal(*d->stat_idle, 1);
    return a;
}

static void ldst_cmpl_answers_a_load_with_its_data(void **state)
{
    struct dut *d = *state;

    for (uint8_t beats = 1; beats <= 64; beats = (uint8_t)(beats * 2)) {
        owe(d, false, 7, (uint8_t)(beats - 1), OKAY, 0xfff0);
        struct answer a = respond(d, true, true, false, beats, 0xfff0);

        assert_int_equal(a.first_after, 1);
        assert_true(a.r == beats && a.last == 1 && a.b == 0 && a.id == 7 && a.resp == OKAY);
        assert_int_equal(a.first_byte, 1);
        assert_int_equal(a.last_byte, beats);
    }
}

static void ldst_cmpl_answers_a_store_when_it_is_acknowledged(void **state)
{
    struct dut *d = *state;

    owe(d, true, 3, 15, OKAY, 5);
    struct answer a = respond(d, true, false, false, 0, 5);

    assert_int_equal(a.first_after, 1);
    assert_true(a.b == 1 && a.r == 0 && a.id == 3 && a.resp == OKAY);
    owe(d, true, 4, 0, OKAY, 6);
    a = respond(d, true, false, true, 0, 6);
    assert_true(a.b == 1 && a.id == 4 && a.resp == SLVERR);
}

static void ldst_cmpl_gives_no_data_when_a_load_is_refused(void **state)
{
    struct dut *d = *state;

    owe(d, false, 2, 3, OKAY, 5);
    struct answer a = respond(d, true, false, true, 0, 5);

    assert_true(a.r == 4 && a.last == 1 && a.resp == SLVERR && a.first_byte == 0 &&
                a.last_byte == 0);
    owe(d, false, 2, 1, OKAY, 6); /* poisoned data */
    a = respond(d, true, true, true, 2, 6);
    assert_true(a.r == 2 && a.last == 1 && a.resp == SLVERR);
}

static void ldst_cmpl_answers_at_once_when_refused_here(void **state)
{
    struct dut *d = *state;
    uint32_t beats = 0, b = 0;

    owe(d, false, 1, 255, DECERR, 0);
    owe(d, true, 2, 0, SLVERR, 0);
    for (int i = 0; i < 300; i++) {
        dut_eval(d);
        if (*d->m_rvalid) {
            assert_true(*d->m_rresp == DECERR && *d->m_rid == 1 && tb_byte(d->m_rdata, 5) == 0);
            assert_int_equal(*d->m_rlast, beats == 255);
            beats++;
        }
        if (*d->m_bvalid) {
            assert_true(*d->m_bresp == SLVERR && *d->m_bid == 2);
            b++;
        }
        dut_tick(d);
    }
    assert_int_equal(beats, 256);
    assert_int_equal(b, 1);
    assert_int_equal(*d->stat_idle, 1);
}

static void ldst_cmpl_answers_refusal_before_the_response_behind_it(void **state)
{
    struct dut *d = *state;

    *d->m_bready = 0; /* the refusal stands on B, the next in the way of the response */
    owe(d, true, 1, 0, SLVERR, 0);
    owe(d, true, 2, 0, SLVERR, 0);
    owe(d, true, 3, 0, SLVERR, 0);
    owe(d, true, 4, 0, OKAY, 9);
    *d->s_rsp_valid = *d->s_rsp_ok = 1;
    *d->s_rsp_tassn = 9;
    for (int i = 0; i < 5; i++) {
        dut_eval(d);
        assert_int_equal(*d->s_rsp_ready, 0);
        dut_tick(d);
    }
    *d->m_bready = 1;
    for (uint32_t n = 1; n <= 4; n++) {
        dut_eval(d);
        assert_int_equal(*d->m_bvalid, 1);
        assert_int_equal(*d->m_bid, n);
        bool taken = *d->s_rsp_valid && *d->s_rsp_ready;
        dut_tick(d);
        *d->s_rsp_valid = *d->s_rsp_valid && !taken;
    }
    assert_int_equal(*d->s_rsp_valid, 0);
}

static void ldst_cmpl_drops_what_is_not_of_the_oldest(void **state)
{
    struct dut *d = *state;
    struct answer a = respond(d, true, true, false, 4, 5); /* nobody asked */

    assert_true(a.drops == 1 && a.r == 0);
    a = respond(d, true, false, false, 0, 5);
    assert_true(a.drops == 1 && a.b == 0);
    owe(d, false, 7, 0, OKAY, 5);
    a = respond(d, true, true, false, 1, 6); /* other number */
    assert_true(a.drops == 1 && a.r == 0);
    a = respond(d, true, true, false, 2, 5); /* other length */
    assert_true(a.drops == 1 && a.r == 0);
    a = respond(d, true, false, false, 0, 5); /* well, but without data */
    assert_true(a.drops == 1 && a.r == 0);
    a = respond(d, false, true, false, 3, 5); /* counted by the parser */
    assert_true(a.drops == 0 && a.r == 0);
    a = respond(d, true, true, false, 1, 5); /* the right one is still awaited */
    assert_true(a.drops == 0 && a.r == 1 && a.id == 7 && a.resp == OKAY && a.last_byte == 1);
    owe(d, true, 8, 0, OKAY, 6);
    a = respond(d, true, true, false, 1, 6); /* data for a store */
    assert_true(a.drops == 1 && a.b == 0);
}

static void ldst_cmpl_takes_no_more_when_as_many_are_outstanding(void **state)
{
    struct dut *d = *state;

    for (uint16_t i = 0; i < DUT_P_OUTSTANDING; i++) {
        owe(d, true, 1, 0, OKAY, i);
    }
    assert_int_equal(*d->s_owed_ready, 0);
    respond(d, true, false, false, 0, 0);
    assert_int_equal(*d->s_owed_ready, 1);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(ldst_cmpl_answers_a_load_with_its_data),
        TEST(ldst_cmpl_answers_a_store_when_it_is_acknowledged),
        TEST(ldst_cmpl_gives_no_data_when_a_load_is_refused),
        TEST(ldst_cmpl_answers_at_once_when_refused_here),
        TEST(ldst_cmpl_answers_refusal_before_the_response_behind_it),
        TEST(ldst_cmpl_drops_what_is_not_of_the_oldest),
        TEST(ldst_cmpl_takes_no_more_when_as_many_are_outstanding),
    };

    return cmocka_run_group_tests_name("urma_ldst_cmpl", tests, NULL, NULL);
}
