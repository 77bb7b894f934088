/* SPDX-License-Identifier: Apache-2.0 */
/* test_urma_regs: identity, configuration, counters, each at its offset.
 * DUT: urma_regs -GOST_TOTAL=256
 */
#include "dut.h"
#include "tb.h"
#include "ubn/gen/registers.h"

#define REGION_BYTES UBN_URMA_MAP_REGS_BYTES

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

static uint64_t reg_read(struct dut *d, uint32_t offset)
{
    *d->reg_rd_en = 1;
    *d->reg_addr = (uint16_t)offset;
    dut_tick(d);
    *d->reg_rd_en = 0;
    dut_eval(d);
    return *d->reg_rdata;
}

static void reg_write(struct dut *d, uint32_t offset, uint64_t value)
{
    *d->reg_wr_en = 1;
    *d->reg_addr = (uint16_t)offset;
    *d->reg_wdata = value;
    dut_tick(d);
    *d->reg_wr_en = 0;
    dut_eval(d);
}

struct config {
    uint32_t offset;
    uint32_t width;
    uint64_t at_reset;
};

static const struct config configs[] = {
    {UBN_URMA_REG_LOCAL_MAC, 48, 0},      {UBN_URMA_REG_LOCAL_IP, 32, 0},
    {UBN_URMA_REG_ISSUE_INTERVAL, 16, 1}, {UBN_URMA_REG_MAX_OUTSTANDING, 16, 256},
    {UBN_URMA_REG_PAD_TX, 8, 0},          {UBN_URMA_REG_PAD_RX, 8, 0},
    {UBN_URMA_REG_PAD_RSP_TX, 8, 0},      {UBN_URMA_REG_PAD_RSP_RX, 8, 0},
    {UBN_URMA_REG_MTU, 16, 4096},
};
#define CONFIGS (sizeof(configs) / sizeof(configs[0]))

static uint64_t output(struct dut *d, size_t i)
{
    const uint64_t outputs[CONFIGS] = {
        *d->cfg_local_mac,       *d->cfg_local_ip,       *d->cfg_issue_interval_cyc,
        *d->cfg_max_outstanding, *d->cfg_pad_tx_cyc,     *d->cfg_pad_rx_cyc,
        *d->cfg_pad_rsp_tx_cyc,  *d->cfg_pad_rsp_rx_cyc, *d->cfg_mtu_bytes,
    };

    return outputs[i];
}

static const uint32_t counters[] = {
    UBN_URMA_REG_DROP_STORE, UBN_URMA_REG_DROP_WQE,  UBN_URMA_REG_DROP_FRAME,
    UBN_URMA_REG_DROP_ICRC,  UBN_URMA_REG_DROP_CHAN, UBN_URMA_REG_DROP_PSN,
    UBN_URMA_REG_DROP_RSP,   UBN_URMA_REG_RX_FRAMES, UBN_URMA_REG_TX_FRAMES,
    UBN_URMA_REG_BUS_ERRORS,
};
#define COUNTERS (sizeof(counters) / sizeof(counters[0]))

static uint8_t *strobe(struct dut *d, size_t i)
{
    uint8_t *const strobes[COUNTERS] = {
        d->stat_drop_store, d->stat_drop_wqe,   d->stat_drop_frame, d->stat_drop_icrc,
        d->stat_drop_chan,  d->stat_drop_psn,   d->stat_drop_rsp,   d->stat_rx_frame,
        d->stat_tx_frame,   d->stat_bus_rd_err,
    };

    return strobes[i];
}

static void urma_regs_names_itself_when_asked(void **state)
{
    struct dut *d = *state;
    uint64_t id = reg_read(d, UBN_URMA_REG_ID);

    assert_memory_equal(&id, "UBN-URMA", 8); /* first character in bits 7:0 */
    assert_int_equal(reg_read(d, UBN_URMA_REG_VERSION), 1);
}

static void urma_regs_answers_in_the_next_cycle_and_holds(void **state)
{
    struct dut *d = *state;

    assert_int_equal(reg_read(d, UBN_URMA_REG_VERSION), 1);
    *d->reg_rd_en = 1;
    *d->reg_addr = UBN_URMA_REG_MTU;
    dut_eval(d);
    assert_int_equal(*d->reg_rdata, 1); /* not yet */
    dut_tick(d);
    *d->reg_rd_en = 0;
    *d->reg_addr = UBN_URMA_REG_VERSION;
    dut_eval(d);
    assert_int_equal(*d->reg_rdata, 4096);
    dut_tick(d);
    assert_int_equal(*d->reg_rdata, 4096);
}

static void urma_regs_starts_with_legal_values_when_reset(void **state)
{
    struct dut *d = *state;

    for (size_t i = 0; i < CONFIGS; i++) {
        reg_write(d, configs[i].offset, 0x5a);
    }
    *strobe(d, 0) = 1;
    dut_tick(d);
    *strobe(d, 0) = 0;
    dut_reset(d);
    for (size_t i = 0; i < CONFIGS; i++) {
        assert_int_equal(output(d, i), configs[i].at_reset);
        assert_int_equal(reg_read(d, configs[i].offset), configs[i].at_reset);
    }
    for (size_t i = 0; i < COUNTERS; i++) {
        assert_int_equal(reg_read(d, counters[i]), 0);
    }
}

static void urma_regs_changes_one_value_when_it_is_written(void **state)
{
    struct dut *d = *state;
    uint64_t want[CONFIGS];

    for (size_t i = 0; i < CONFIGS; i++) {
        want[i] = configs[i].at_reset;
    }
    for (size_t i = 0; i < CONFIGS; i++) {
        uint64_t value = 0xfedcba9876543211 * (2 * i + 1);

        want[i] = value & ((UINT64_C(1) << configs[i].width) - 1);
        *d->reg_wr_en = 1;
        *d->reg_addr = (uint16_t)configs[i].offset;
        *d->reg_wdata = value;
        dut_eval(d);
        assert_int_equal(output(d, i), configs[i].at_reset); /* the cycle before */
        dut_tick(d);
        *d->reg_wr_en = 0;
        for (size_t j = 0; j < CONFIGS; j++) {
            assert_int_equal(output(d, j), want[j]);
        }
    }
    for (size_t i = 0; i < CONFIGS; i++) {
        assert_int_equal(reg_read(d, configs[i].offset), want[i]);
    }
}

static void urma_regs_takes_an_interval_of_0_as_1(void **state)
{
    struct dut *d = *state;

    reg_write(d, UBN_URMA_REG_ISSUE_INTERVAL, 6);
    assert_int_equal(*d->cfg_issue_interval_cyc, 6);
    reg_write(d, UBN_URMA_REG_ISSUE_INTERVAL, 0x10000); /* 0 in the 16 bits that count */
    assert_int_equal(*d->cfg_issue_interval_cyc, 1);
}

static void urma_regs_counts_each_event_by_itself(void **state)
{
    struct dut *d = *state;

    for (size_t i = 0; i < COUNTERS; i++) {
        for (size_t n = 0; n <= i; n++) {
            *strobe(d, i) = 1;
            dut_eval(d);
            assert_int_equal(*d->stat_idle, 0);
            dut_tick(d);
        }
        *strobe(d, i) = 0;
        dut_eval(d);
        assert_int_equal(*d->stat_idle, 1);
        dut_tick(d);
    }
    for (size_t i = 0; i < COUNTERS; i++) {
        assert_int_equal(reg_read(d, counters[i]), i + 1);
    }
}

static void urma_regs_counts_all_events_when_they_come_together(void **state)
{
    struct dut *d = *state;

    for (size_t i = 0; i < COUNTERS; i++) {
        *strobe(d, i) = 1;
    }
    *d->stat_bus_wr_err = 1;
    for (int n = 0; n < 7; n++) {
        dut_tick(d);
    }
    for (size_t i = 0; i < COUNTERS; i++) {
        *strobe(d, i) = 0;
    }
    dut_tick(d);
    dut_tick(d);
    *d->stat_bus_wr_err = 0;
    for (size_t i = 0; i + 1 < COUNTERS; i++) {
        assert_int_equal(reg_read(d, counters[i]), 7);
    }
    assert_int_equal(reg_read(d, UBN_URMA_REG_BUS_ERRORS), 7 + 7 + 2);
}

static bool is_config(uint32_t offset)
{
    for (size_t i = 0; i < CONFIGS; i++) {
        if (configs[i].offset == offset) {
            return true;
        }
    }
    return false;
}

/* Some counters take events of two modules. */
static void urma_regs_counts_both_when_two_events_of_a_counter_come_together(void **state)
{
    struct dut *d = *state;
    const struct {
        uint8_t *first, *second;
        uint32_t counter;
    } pairs[] = {
        {d->stat_drop_store, d->stat_drop_ctx, UBN_URMA_REG_DROP_STORE},
        {d->stat_drop_wqe, d->stat_drop_pkt, UBN_URMA_REG_DROP_WQE},
        {d->stat_drop_psn, d->stat_drop_ack, UBN_URMA_REG_DROP_PSN},
    };

    for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++) {
        *pairs[i].first = *pairs[i].second = 1;
        dut_tick(d);
        *pairs[i].first = 0;
        dut_eval(d);
        assert_int_equal(*d->stat_idle, 0);
        dut_tick(d);
        *pairs[i].second = 0;
        assert_int_equal(reg_read(d, pairs[i].counter), 3);
    }
}

static void urma_regs_ignores_stores_and_reads_0_when_there_is_no_such_register(void **state)
{
    struct dut *d = *state;

    for (uint32_t offset = 0; offset < REGION_BYTES; offset += 8) {
        uint64_t before = reg_read(d, offset);

        if (!is_config(offset)) {
            reg_write(d, offset, UINT64_MAX);
            assert_int_equal(reg_read(d, offset), before);
            assert_true(before == 0 || offset == UBN_URMA_REG_ID || offset == UBN_URMA_REG_VERSION);
        }
    }
    for (size_t i = 0; i < CONFIGS; i++) {
        assert_int_equal(output(d, i), configs[i].at_reset);
    }
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(urma_regs_names_itself_when_asked),
        TEST(urma_regs_answers_in_the_next_cycle_and_holds),
        TEST(urma_regs_starts_with_legal_values_when_reset),
        TEST(urma_regs_changes_one_value_when_it_is_written),
        TEST(urma_regs_takes_an_interval_of_0_as_1),
        TEST(urma_regs_counts_each_event_by_itself),
        TEST(urma_regs_counts_all_events_when_they_come_together),
        TEST(urma_regs_counts_both_when_two_events_of_a_counter_come_together),
        TEST(urma_regs_ignores_stores_and_reads_0_when_there_is_no_such_register),
    };

    return cmocka_run_group_tests_name("urma_regs", tests, NULL, NULL);
}
