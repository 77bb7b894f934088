/* SPDX-License-Identifier: Apache-2.0 */
/* test_roce_rd_mux: what the probe says of each command that goes out (the rest: test_cm_rd_mux).
 */
/* DUT: roce_rd_mux -GN=4 -GDEPTH=32 */
#include "dut.h"
#include "tb_record.h"

#define N 4u

/* A field of client i in a port that holds one field per client. */
static void put(void *port, uint32_t i, uint32_t bits, uint64_t value)
{
    tb_bits_set(port, (i + 1) * bits - 1, i * bits, value);
}

/* Address in a page, length, code of the largest request, requests: counted by hand. */
static void rd_mux_probe_names_the_command_and_counts_its_requests(void **state)
{
    (void)state;
    struct dut *d = dut_create();
    static const uint32_t want[][4] = {
        {0, 0, 0, 1},       {0, 1, 0, 1},    {0, 128, 0, 1},      {1, 128, 0, 2},
        {127, 1, 0, 1},     {127, 2, 0, 2},  {0, 4096, 0, 32},    {1, 4096, 0, 33},
        {64, 8192, 0, 65},  {0, 512, 2, 1},  {511, 2, 2, 2},      {4095, 2, 5, 2},
        {1, 4096, 5, 2},    {0, 8192, 5, 2}, {4032, 8192, 5, 3},  {100, 156, 1, 1},
        {100, 157, 1, 2},   {4095, 1, 5, 1}, {0x800, 2048, 4, 1}, {0x801, 2048, 4, 2},
        {0x3ff, 1026, 3, 3}};

    dut_reset(d);
    *d->m_rd_ready = 1;
    *d->m_r_ready = 15;
    for (uint32_t k = 0; k < sizeof(want) / sizeof(want[0]); k++) {
        uint32_t i = k % N;

        put(d->s_rd_addr, i, 64, 0xabcd0000u + want[k][0]);
        put(d->s_rd_len, i, 14, want[k][1]);
        put(d->s_rd_kind, i, 2, k / 3 & 3);
        put(d->s_rd_qp, i, 16, 0xa000 + k);
        put(d->s_rd_idx, i, 16, 0x5000 + k);
        put(d->s_rd_count, i, 8, 0xc0 + k);
        *d->cfg_mrrs = (uint8_t)want[k][2];
        *d->s_rd_valid = (uint8_t)(1u << i);
        *d->s_r_valid = 0;
        dut_eval(d);
        assert_int_equal(*d->probe_rd_valid, 0);
        dut_tick(d);
        *d->s_rd_valid = 0;
        *d->s_r_valid = *d->s_r_last = 1; /* its line, so that none is outstanding */
        dut_eval(d);
        assert_int_equal(*d->m_r_valid, 1u << i);
        assert_int_equal(*d->probe_rd_valid, 1);
        /* kind 2, requests 8, queue pair 16, index 16, count 8, from bit 0 up */
        assert_int_equal(*d->probe_rd_id,
                         (k / 3 & 3) | want[k][3] << 2 | (uint64_t)(0xa000 + k) << 10 |
                             (uint64_t)(0x5000 + k) << 26 | (uint64_t)(0xc0 + k) << 42);
        dut_tick(d);
    }
    dut_destroy(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rd_mux_probe_names_the_command_and_counts_its_requests),
    };
    return cmocka_run_group_tests_name("roce_rd_mux", tests, NULL, NULL);
}
