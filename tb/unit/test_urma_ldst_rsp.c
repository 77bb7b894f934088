/* SPDX-License-Identifier: Apache-2.0 */
/* test_urma_ldst_rsp: a response leaves when what it waits for is there, in the order of the
 * requests. */
/* DUT: urma_ldst_rsp -GDEPTH=8 */
#include "dut.h"
#include "tb.h"

static int setup(void **state)
{
    struct dut *d = dut_create();

    dut_reset(d);
    *d->m_rsp_ready = 1;
    *state = d;
    return 0;
}

static int teardown(void **state)
{
    dut_destroy(*state);
    return 0;
}

static void owe(struct dut *d, bool store, bool denied, uint8_t code, uint16_t tassn)
{
    *d->s_owed_valid = 1;
    *d->s_owed_store = store;
    *d->s_owed_denied = denied;
    *d->s_owed_code = code;
    *d->s_owed_dst_mac = 0x112233440000 | tassn;
    *d->s_owed_dcna = (uint16_t)(tassn + 1);
    *d->s_owed_tassn = tassn;
    dut_tick(d);
    *d->s_owed_valid = 0;
    dut_eval(d);
}

static void check(struct dut *d, uint16_t tassn, bool data, uint8_t status, bool poison)
{
    dut_eval(d);
    assert_int_equal(*d->m_rsp_valid, 1);
    assert_int_equal(*d->m_rsp_dst_mac, 0x112233440000 | tassn);
    assert_int_equal(*d->m_rsp_dcna, tassn + 1);
    assert_int_equal(*d->m_rsp_tassn, tassn);
    assert_int_equal(*d->m_rsp_data, data);
    assert_int_equal(*d->m_rsp_status, status);
    assert_int_equal(*d->m_rsp_poison, poison);
}

static void ldst_rsp_waits_for_data_when_it_answers_a_load(void **state)
{
    struct dut *d = *state;

    for (uint8_t code = 0; code <= 6; code++) {
        owe(d, false, false, code, 0x10);
        *d->s_done_valid = 0;
        dut_eval(d);
        assert_int_equal(*d->m_rsp_valid, 0);
        assert_int_equal(*d->stat_idle, 1); /* memory is asked */
        *d->s_data_valid = 1;
        *d->s_data_err = code & 1;
        check(d, 0x10, true, 0, code & 1);
        assert_int_equal(*d->m_rsp_beats, 1u << code);
        dut_tick(d);
        *d->s_data_valid = 0;
        dut_eval(d);
        assert_int_equal(*d->m_rsp_valid, 0);
    }
}

static void ldst_rsp_waits_for_memory_when_it_answers_a_store(void **state)
{
    struct dut *d = *state;

    for (int err = 0; err < 2; err++) {
        owe(d, true, false, 0, 0x20);
        assert_int_equal(*d->m_rsp_valid, 0);
        assert_int_equal(*d->s_done_ready, 1);
        *d->s_done_valid = 1;
        *d->s_done_err = (uint8_t)err;
        check(d, 0x20, false, 0, err);
        dut_tick(d);
        *d->s_done_valid = 0;
    }
}

static void ldst_rsp_waits_for_nothing_when_it_refuses(void **state)
{
    struct dut *d = *state;

    *d->s_data_err = *d->s_done_err = 1;
    owe(d, false, true, 3, 0x30);
    check(d, 0x30, false, 1, false);
    assert_int_equal(*d->stat_idle, 0);
    dut_tick(d);
    owe(d, true, true, 3, 0x31);
    assert_int_equal(*d->s_done_ready, 0); /* it takes none of another store */
    check(d, 0x31, false, 1, false);
}

static void ldst_rsp_keeps_the_order_when_a_later_one_is_ready(void **state)
{
    struct dut *d = *state;

    owe(d, false, false, 0, 1);
    owe(d, true, true, 0, 2);
    owe(d, true, false, 0, 3);
    assert_int_equal(*d->m_rsp_valid, 0); /* the refusal waits for the load */
    assert_int_equal(*d->s_done_ready, 0);
    *d->s_data_valid = 1;
    check(d, 1, true, 0, false);
    dut_tick(d);
    check(d, 2, false, 1, false); /* the data at hand are not its own */
    dut_tick(d);
    dut_eval(d);
    assert_int_equal(*d->m_rsp_valid, 0);
    *d->s_done_valid = 1;
    check(d, 3, false, 0, false);
}

static void ldst_rsp_takes_no_more_when_full(void **state)
{
    struct dut *d = *state;

    for (uint16_t i = 0; i < DUT_P_DEPTH; i++) {
        assert_int_equal(*d->s_owed_ready, 1);
        owe(d, false, false, 0, i);
    }
    assert_int_equal(*d->s_owed_ready, 0);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(ldst_rsp_waits_for_data_when_it_answers_a_load),
        TEST(ldst_rsp_waits_for_memory_when_it_answers_a_store),
        TEST(ldst_rsp_waits_for_nothing_when_it_refuses),
        TEST(ldst_rsp_keeps_the_order_when_a_later_one_is_ready),
        TEST(ldst_rsp_takes_no_more_when_full),
    };

    return cmocka_run_group_tests_name("urma_ldst_rsp", tests, NULL, NULL);
}
