/* SPDX-License-Identifier: Apache-2.0 */
/* test_urma_host_split: accesses go to the side of their address in the same cycle, data follow
 * their address, answers of both sides come back. */
/* DUT: urma_host_split -GMAX_WR=4 */
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

static void host_split_sends_an_address_to_its_side(void **state)
{
    static const struct {
        uint32_t addr;
        int side;
    } cases[] = {{0, 0}, {0x02ffffff, 0}, {0x7fffffff, 0}, {0x80000000, 1}, {0xffffffc0, 1}};
    struct dut *d = *state;

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        int side = cases[i].side;

        *d->s_araddr = *d->s_awaddr = cases[i].addr;
        *d->s_arvalid = *d->s_awvalid = 1;
        *d->m_arready = *d->m_awready = (uint8_t)(1 << (1 - side));
        dut_eval(d);
        assert_int_equal(*d->m_arvalid, 1 << side);
        assert_int_equal(*d->m_awvalid, 1 << side);
        assert_int_equal(*d->s_arready, 0); /* the other side does not count */
        assert_int_equal(*d->s_awready, 0);
        *d->m_arready = *d->m_awready = (uint8_t)(1 << side);
        dut_eval(d);
        assert_int_equal(*d->s_arready, 1);
        assert_int_equal(*d->s_awready, 1);
    }
}

static void host_split_sends_data_after_their_address(void **state)
{
    struct dut *d = *state;
    static const int sides[] = {0, 1, 1, 0};
    int beats = 0;

    *d->m_wready = 3;
    *d->s_wvalid = *d->s_wlast = 1;
    dut_eval(d);
    assert_int_equal(*d->m_wvalid, 0); /* no address yet */
    assert_int_equal(*d->s_wready, 0);
    *d->s_awvalid = 1;
    *d->s_awaddr = 0x80000000;
    *d->m_awready = 3;
    dut_eval(d);
    assert_int_equal(*d->m_wvalid, 2); /* with it, in the same cycle */
    dut_tick(d);
    *d->s_wvalid = 0;
    for (int i = 0; i < 4; i++) { /* addresses run ahead */
        *d->s_awaddr = sides[i] ? 0x80000000 : 0;
        dut_eval(d);
        assert_int_equal(*d->s_awready, 1);
        dut_tick(d);
    }
    dut_eval(d);
    assert_int_equal(*d->s_awready, 0); /* MAX_WR wait */
    *d->s_awvalid = 0;
    *d->s_wvalid = 1;
    for (int i = 0; i < 4; i++) {
        for (int k = 0; k < 3; k++) {
            *d->s_wlast = k == 2;
            *d->m_wready = (uint8_t)(1 << (1 - sides[i]));
            dut_eval(d);
            assert_int_equal(*d->m_wvalid, 1 << sides[i]);
            assert_int_equal(*d->s_wready, 0);
            *d->m_wready = (uint8_t)(1 << sides[i]);
            dut_eval(d);
            assert_int_equal(*d->s_wready, 1);
            dut_tick(d);
            beats++;
        }
    }
    dut_eval(d);
    assert_int_equal(*d->m_wvalid, 0);
    assert_int_equal(beats, 12);
}

static void host_split_gives_back_answers_of_both_sides(void **state)
{
    struct dut *d = *state;

    *d->s_bready = *d->s_rready = 1;
    *d->m0_b = 0x11;
    *d->m1_b = 0x22;
    memset(d->m0_r, 0x33, 64);
    memset(d->m1_r, 0x44, 64);
    for (int side = 0; side < 2; side++) {
        *d->m_bvalid = *d->m_rvalid = *d->m_rlast = (uint8_t)(1 << side);
        dut_eval(d);
        assert_true(*d->s_bvalid && *d->s_b == (side ? 0x22 : 0x11));
        assert_true(*d->s_rvalid && *d->s_rlast && tb_byte(d->s_r, 7) == (side ? 0x44 : 0x33));
        assert_true(*d->m_bready >> side & 1 && *d->m_rready >> side & 1);
        dut_tick(d);
    }
    /* a burst of one side is not interrupted by the other */
    *d->m_rvalid = 1;
    *d->m_rlast = 2;
    dut_tick(d);
    *d->m_rvalid = 3;
    dut_eval(d);
    assert_true(tb_byte(d->s_r, 7) == 0x33 && *d->m_rready == 1 && !*d->s_rlast);
    *d->m_rlast = 3;
    dut_tick(d);
    dut_eval(d);
    assert_true(tb_byte(d->s_r, 7) == 0x44 && *d->m_rready == 2);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(host_split_sends_an_address_to_its_side),
        TEST(host_split_sends_data_after_their_address),
        TEST(host_split_gives_back_answers_of_both_sides),
    };

    return cmocka_run_group_tests_name("urma_host_split", tests, NULL, NULL);
}
