/* SPDX-License-Identifier: Apache-2.0 */
/* test_urma_ldst_store: a store goes on with its last beat and not before, in whatever order AW and
 * W come; missing strobes, stores that are too long, back-pressure. */
/* DUT: urma_ldst_store -GBEATS=128 -GQUEUE=8 */
#include "dut.h"
#include "tb.h"

static int setup(void **state)
{
    struct dut *d = dut_create();

    dut_reset(d);
    *state = d;
    return 0;
}

static int teardown(void **state)
{
    dut_destroy(*state);
    return 0;
}

static void address(struct dut *d, uint8_t id, uint8_t len)
{
    *d->s_awvalid = 1;
    *d->s_awid = id;
    *d->s_awaddr = 0x80000000 | (uint32_t)id << 12;
    *d->s_awlen = len;
    *d->s_awsize = 6;
    *d->s_awburst = 1;
    dut_eval(d);
    assert_int_equal(*d->s_awready, 1);
    dut_tick(d);
    *d->s_awvalid = 0;
    dut_eval(d);
}

static void beat(struct dut *d, uint32_t n, uint64_t strobes, bool last)
{
    *d->s_wvalid = 1;
    memset(d->s_wdata, (int)n, 64);
    *d->s_wstrb = strobes;
    *d->s_wlast = last;
    dut_eval(d);
    assert_int_equal(*d->s_wready, 1);
    dut_tick(d);
    *d->s_wvalid = 0;
    dut_eval(d);
}

/* Take the store and its beats, numbered from `first` on. */
static void take(struct dut *d, uint8_t id, uint8_t len, bool ok, uint32_t first, uint32_t beats)
{
    assert_int_equal(*d->m_st_valid, 1);
    assert_int_equal(*d->m_st_id, id);
    assert_int_equal(*d->m_st_addr, 0x80000000 | (uint32_t)id << 12);
    assert_int_equal(*d->m_st_len, len);
    assert_int_equal(*d->m_st_size, 6);
    assert_int_equal(*d->m_st_burst, 1);
    assert_int_equal(*d->m_st_ok, ok);
    assert_int_equal(*d->m_st_beats, beats);
    *d->m_st_ready = 1;
    dut_tick(d);
    *d->m_st_ready = 0;
    *d->m_w_ready = 1;
    for (uint32_t i = 0; i < beats; i++) {
        dut_eval(d);
        assert_int_equal(*d->m_w_valid, 1);
        assert_int_equal(tb_byte(d->m_w_data, 63), (first + i) & 0xff);
        dut_tick(d);
    }
    *d->m_w_ready = 0;
    dut_eval(d);
}

static void ldst_store_goes_on_in_the_cycle_after_its_last_beat(void **state)
{
    struct dut *d = *state;

    address(d, 3, 3);
    for (uint32_t i = 0; i < 4; i++) {
        assert_int_equal(*d->m_st_valid, 0);
        beat(d, i, UINT64_MAX, i == 3);
    }
    take(d, 3, 3, true, 0, 4);
    assert_int_equal(*d->stat_idle, 1);
    assert_int_equal(*d->m_w_valid, 0);
}

static void ldst_store_waits_for_the_address_when_data_come_first(void **state)
{
    struct dut *d = *state;

    beat(d, 7, UINT64_MAX, true);
    beat(d, 8, UINT64_MAX, true);
    assert_int_equal(*d->m_st_valid, 0);
    assert_int_equal(*d->stat_idle, 1); /* it waits for the host */
    address(d, 1, 0);
    take(d, 1, 0, true, 7, 1);
    assert_int_equal(*d->m_st_valid, 0);
    address(d, 2, 0);
    take(d, 2, 0, true, 8, 1);
}

static void ldst_store_tells_when_any_strobe_is_missing(void **state)
{
    struct dut *d = *state;

    for (uint32_t bad = 0; bad < 4; bad++) {
        address(d, 5, 3);
        for (uint32_t i = 0; i < 4; i++) {
            beat(d, i, i == bad ? ~(UINT64_C(1) << (bad * 21)) : UINT64_MAX, i == 3);
        }
        take(d, 5, 3, false, 0, 4);
    }
    address(d, 5, 0);
    beat(d, 9, UINT64_MAX, true);
    take(d, 5, 0, true, 9, 1); /* it does not stay */
}

static void ldst_store_keeps_64_beats_when_it_is_longer(void **state)
{
    struct dut *d = *state;

    address(d, 6, 255);
    for (uint32_t i = 0; i < 256; i++) {
        beat(d, i, UINT64_MAX, i == 255);
    }
    take(d, 6, 255, true, 0, 64);
    address(d, 7, 63);
    for (uint32_t i = 0; i < 64; i++) {
        beat(d, i, UINT64_MAX, i == 63);
    }
    take(d, 7, 63, true, 0, 64);
    assert_int_equal(*d->m_w_valid, 0);
}

static void ldst_store_stops_the_host_when_full(void **state)
{
    struct dut *d = *state;
    uint32_t stores = 0;

    *d->s_awvalid = *d->s_wvalid = *d->s_wlast = 1;
    *d->s_wstrb = UINT64_MAX;
    for (int i = 0; i < 300; i++) {
        dut_eval(d);
        assert_int_equal(*d->s_awready, *d->s_wready);
        stores += *d->s_awready;
        dut_tick(d);
    }
    assert_int_equal(stores, DUT_P_QUEUE);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(ldst_store_goes_on_in_the_cycle_after_its_last_beat),
        TEST(ldst_store_waits_for_the_address_when_data_come_first),
        TEST(ldst_store_tells_when_any_strobe_is_missing),
        TEST(ldst_store_keeps_64_beats_when_it_is_longer),
        TEST(ldst_store_stops_the_host_when_full),
    };

    return cmocka_run_group_tests_name("urma_ldst_store", tests, NULL, NULL);
}
