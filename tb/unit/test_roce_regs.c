/* SPDX-License-Identifier: Apache-2.0 */
/* test_roce_regs: identity, configuration, counters, each at its offset.
 * DUT: roce_regs
 */
#include "dut.h"
#include "tb.h"
#include "ubn/gen/registers.h"

#define REGION_BYTES UBN_ROCE_MAP_REGS_BYTES

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
    {UBN_ROCE_REG_LOCAL_MAC, 48, 0},      {UBN_ROCE_REG_LOCAL_IP, 32, 0},
    {UBN_ROCE_REG_ISSUE_INTERVAL, 16, 1}, {UBN_ROCE_REG_PAD_TX, 8, 0},
    {UBN_ROCE_REG_PAD_RX, 8, 0},          {UBN_ROCE_REG_PAD_RSP_TX, 8, 0},
    {UBN_ROCE_REG_PAD_RSP_RX, 8, 0},      {UBN_ROCE_REG_PCIE_MPS, 3, 1},
    {UBN_ROCE_REG_PCIE_MRRS, 3, 2},       {UBN_ROCE_REG_PCIE_RCB, 1, 0},
    {UBN_ROCE_REG_PCIE_TIMEOUT, 32, 0},
};
#define CONFIGS (sizeof(configs) / sizeof(configs[0]))

static uint64_t output(struct dut *d, size_t i)
{
    const uint64_t outputs[CONFIGS] = {
        *d->cfg_local_mac,
        *d->cfg_local_ip,
        *d->cfg_issue_interval_cyc,
        *d->cfg_pad_tx_cyc,
        *d->cfg_pad_rx_cyc,
        *d->cfg_pad_rsp_tx_cyc,
        *d->cfg_pad_rsp_rx_cyc,
        *d->cfg_mps,
        *d->cfg_mrrs,
        *d->cfg_rcb,
        *d->cfg_timeout_cyc,
    };

    return outputs[i];
}

static const uint32_t counters[] = {
    UBN_ROCE_REG_DROP_STORE,  UBN_ROCE_REG_DROP_FRAME, UBN_ROCE_REG_DROP_ICRC,
    UBN_ROCE_REG_DROP_QP,     UBN_ROCE_REG_DROP_PSN,   UBN_ROCE_REG_DROP_RSP,
    UBN_ROCE_REG_RX_FRAMES,   UBN_ROCE_REG_TX_FRAMES,  UBN_ROCE_REG_NAKS_SENT,
    UBN_ROCE_REG_ACKS_MERGED, UBN_ROCE_REG_QP_ERRORS,  UBN_ROCE_REG_BUS_ERRORS,
};
#define COUNTERS (sizeof(counters) / sizeof(counters[0]))

static uint8_t *strobe(struct dut *d, size_t i)
{
    uint8_t *const strobes[COUNTERS] = {
        d->stat_drop_store, d->stat_drop_frame, d->stat_drop_icrc, d->stat_drop_qp,
        d->stat_drop_psn,   d->stat_drop_rsp,   d->stat_rx_frame,  d->stat_tx_frame,
        d->stat_nak,        d->stat_merged,     d->stat_qp_err_tx, d->stat_rd_err,
    };

    return strobes[i];
}

static void roce_regs_names_itself_when_asked(void **state)
{
    struct dut *d = *state;
    uint64_t id = reg_read(d, UBN_ROCE_REG_ID);

    assert_memory_equal(&id, "UBN-ROCE", 8); /* first character in bits 7:0 */
    assert_int_equal(reg_read(d, UBN_ROCE_REG_VERSION), 1);
}

static void roce_regs_answers_in_the_next_cycle_and_holds(void **state)
{
    struct dut *d = *state;

    assert_int_equal(reg_read(d, UBN_ROCE_REG_VERSION), 1);
    *d->reg_rd_en = 1;
    *d->reg_addr = UBN_ROCE_REG_PCIE_MRRS;
    dut_eval(d);
    assert_int_equal(*d->reg_rdata, 1); /* not yet */
    dut_tick(d);
    *d->reg_rd_en = 0;
    *d->reg_addr = UBN_ROCE_REG_VERSION;
    dut_eval(d);
    assert_int_equal(*d->reg_rdata, 2);
    dut_tick(d);
    assert_int_equal(*d->reg_rdata, 2);
}

static void roce_regs_starts_with_legal_values_when_reset(void **state)
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

static void roce_regs_changes_one_value_when_it_is_written(void **state)
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

static void roce_regs_takes_an_interval_of_0_as_1(void **state)
{
    struct dut *d = *state;

    reg_write(d, UBN_ROCE_REG_ISSUE_INTERVAL, 6);
    assert_int_equal(*d->cfg_issue_interval_cyc, 6);
    reg_write(d, UBN_ROCE_REG_ISSUE_INTERVAL, 0x10000); /* 0 in the 16 bits that count */
    assert_int_equal(*d->cfg_issue_interval_cyc, 1);
}

static void roce_regs_keeps_fetch_and_tags_in_range(void **state)
{
    static const uint32_t fetch[][2] = {{0, 4}, {1, 1}, {3, 3}, {4, 4}, {5, 4}, {7, 4}};
    static const uint32_t tags[][2] = {{0, 256}, {1, 1}, {255, 255}, {256, 256}, {257, 256}};
    struct dut *d = *state;

    assert_int_equal(*d->cfg_fetch_max, 4);
    assert_int_equal(*d->cfg_tags, 256);
    for (size_t i = 0; i < sizeof(fetch) / sizeof(fetch[0]); i++) {
        reg_write(d, UBN_ROCE_REG_FETCH_MAX, fetch[i][0]);
        assert_int_equal(*d->cfg_fetch_max, fetch[i][1]);
        assert_int_equal(reg_read(d, UBN_ROCE_REG_FETCH_MAX), fetch[i][1]);
    }
    for (size_t i = 0; i < sizeof(tags) / sizeof(tags[0]); i++) {
        reg_write(d, UBN_ROCE_REG_PCIE_TAGS, tags[i][0]);
        assert_int_equal(*d->cfg_tags, tags[i][1]);
        assert_int_equal(reg_read(d, UBN_ROCE_REG_PCIE_TAGS), tags[i][1]);
    }
}

static void roce_regs_counts_each_event_by_itself(void **state)
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

static void roce_regs_counts_all_events_when_they_come_together(void **state)
{
    struct dut *d = *state;

    for (size_t i = 0; i < COUNTERS; i++) {
        *strobe(d, i) = 1;
    }
    *d->stat_bad_cq = 1;
    for (int n = 0; n < 7; n++) {
        dut_tick(d);
    }
    for (size_t i = 0; i < COUNTERS; i++) {
        *strobe(d, i) = 0;
    }
    dut_tick(d);
    dut_tick(d);
    *d->stat_bad_cq = 0;
    for (size_t i = 0; i + 1 < COUNTERS; i++) {
        assert_int_equal(reg_read(d, counters[i]), 7);
    }
    assert_int_equal(reg_read(d, UBN_ROCE_REG_BUS_ERRORS), 7 + 7 + 2);
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
static void roce_regs_counts_both_when_two_events_of_a_counter_come_together(void **state)
{
    struct dut *d = *state;
    const struct {
        uint8_t *first, *second;
        uint32_t counter;
    } pairs[] = {
        {d->stat_drop_store, d->stat_drop_ctx, UBN_ROCE_REG_DROP_STORE},
        {d->stat_drop_tlp, d->stat_bad_db, UBN_ROCE_REG_DROP_STORE},
        {d->stat_drop_frame, d->stat_cnp, UBN_ROCE_REG_DROP_FRAME},
        {d->stat_rd_err, d->stat_bad_cq, UBN_ROCE_REG_BUS_ERRORS},
        {d->stat_unexpected, d->stat_rd_err, UBN_ROCE_REG_BUS_ERRORS},
        {d->stat_drop_qp, d->stat_drop_qp_rsp, UBN_ROCE_REG_DROP_QP},
        {d->stat_drop_rsp, d->stat_implied_loss, UBN_ROCE_REG_DROP_RSP},
        {d->stat_qp_err_tx, d->stat_qp_err_rx, UBN_ROCE_REG_QP_ERRORS},
        {d->stat_qp_err_rsp, d->stat_qp_err_rx, UBN_ROCE_REG_QP_ERRORS},
    };

    for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++) {
        const uint64_t before = reg_read(d, pairs[i].counter);
        *pairs[i].first = *pairs[i].second = 1;
        dut_tick(d);
        *pairs[i].first = 0;
        dut_eval(d);
        assert_int_equal(*d->stat_idle, 0);
        dut_tick(d);
        *pairs[i].second = 0;
        assert_int_equal(reg_read(d, pairs[i].counter), before + 3);
    }
}

static void roce_regs_ignores_stores_and_reads_0_when_there_is_no_such_register(void **state)
{
    struct dut *d = *state;

    for (uint32_t offset = 0; offset < REGION_BYTES; offset += 8) {
        uint64_t before = reg_read(d, offset);

        if (!is_config(offset) && offset != UBN_ROCE_REG_FETCH_MAX &&
            offset != UBN_ROCE_REG_PCIE_TAGS) {
            reg_write(d, offset, UINT64_MAX);
            assert_int_equal(reg_read(d, offset), before);
            assert_true(before == 0 || offset == UBN_ROCE_REG_ID || offset == UBN_ROCE_REG_VERSION);
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
        TEST(roce_regs_names_itself_when_asked),
        TEST(roce_regs_answers_in_the_next_cycle_and_holds),
        TEST(roce_regs_starts_with_legal_values_when_reset),
        TEST(roce_regs_changes_one_value_when_it_is_written),
        TEST(roce_regs_takes_an_interval_of_0_as_1),
        TEST(roce_regs_keeps_fetch_and_tags_in_range),
        TEST(roce_regs_counts_each_event_by_itself),
        TEST(roce_regs_counts_all_events_when_they_come_together),
        TEST(roce_regs_counts_both_when_two_events_of_a_counter_come_together),
        TEST(roce_regs_ignores_stores_and_reads_0_when_there_is_no_such_register),
    };

    return cmocka_run_group_tests_name("roce_regs", tests, NULL, NULL);
}
