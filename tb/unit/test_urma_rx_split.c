/* SPDX-License-Identifier: Apache-2.0 */
/* test_urma_rx_split: whole frames go to the parser of their EtherType, in the same cycle, whatever
 * their later beats look like. */
/* DUT: urma_rx_split */
#include "dut.h"
#include "tb.h"

static struct dut *start(void)
{
    struct dut *d = dut_create();

    dut_reset(d);
    *d->s_valid = 1;
    return d;
}

/* One beat with these two bytes at 12 and 13; it goes to parser `to`. */
static void beat(struct dut *d, uint8_t b12, uint8_t b13, bool last, int to)
{
    *d->s_lanes = (uint16_t)(b13 << 8 | b12);
    *d->s_last = last;
    *d->m_ready = (uint8_t)(1 << (1 - to)); /* only the other one could take it */
    dut_eval(d);
    assert_int_equal(*d->m_valid, 1 << to);
    assert_int_equal(*d->s_ready, 0);
    dut_tick(d);
    *d->m_ready = (uint8_t)(1 << to);
    dut_eval(d);
    assert_int_equal(*d->m_valid, 1 << to);
    assert_int_equal(*d->s_ready, 1);
    dut_tick(d);
}

static void rx_split_looks_at_the_first_beat_of_a_frame(void **state)
{
    struct dut *d = start();

    (void)state;
    beat(d, 0x88, 0xb5, true, 1);
    beat(d, 0x08, 0x00, true, 0);
    beat(d, 0xb5, 0x88, true, 0);
    beat(d, 0x88, 0xb5, false, 1);
    beat(d, 0x08, 0x00, false, 1);
    beat(d, 0x08, 0x00, true, 1);
    beat(d, 0x08, 0x00, false, 0);
    beat(d, 0x88, 0xb5, false, 0);
    beat(d, 0x88, 0xb5, true, 0);
    beat(d, 0x88, 0xb5, true, 1);
    *d->s_valid = 0;
    dut_eval(d);
    assert_int_equal(*d->m_valid, 0);
    dut_destroy(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rx_split_looks_at_the_first_beat_of_a_frame),
    };

    return cmocka_run_group_tests_name("urma_rx_split", tests, NULL, NULL);
}
