/* SPDX-License-Identifier: Apache-2.0 */
/* test_roce_regs: the registers of the RoCE controller, by the tests of tb_regs.h. */
/* DUT: roce_regs */
#include "dut.h"
#include "tb_regs.h"

static struct tb_regs tb_regs_connect(struct dut *d)
{
    struct tb_regs r = {
        TB_REGS_MAP(ROCE),
        .id = "UBN-ROCE",
        .config =
            {
                TB_REGS_CONFIG(UBN_ROCE_REG_LOCAL_MAC, 48, 0, local_mac),
                TB_REGS_CONFIG(UBN_ROCE_REG_LOCAL_IP, 32, 0, local_ip),
                TB_REGS_CONFIG(UBN_ROCE_REG_ISSUE_INTERVAL, 16, 1, issue_interval_cyc),
                TB_REGS_CONFIG(UBN_ROCE_REG_PAD_TX, 8, 0, pad_tx_cyc),
                TB_REGS_CONFIG(UBN_ROCE_REG_PAD_RX, 8, 0, pad_rx_cyc),
                TB_REGS_CONFIG(UBN_ROCE_REG_PAD_RSP_TX, 8, 0, pad_rsp_tx_cyc),
                TB_REGS_CONFIG(UBN_ROCE_REG_PAD_RSP_RX, 8, 0, pad_rsp_rx_cyc),
                TB_REGS_CONFIG(UBN_ROCE_REG_PCIE_MPS, 3, 1, mps),
                TB_REGS_CONFIG(UBN_ROCE_REG_PCIE_MRRS, 3, 2, mrrs),
                TB_REGS_CONFIG(UBN_ROCE_REG_PCIE_TIMEOUT, 32, 0, timeout_cyc),
            },
        .ranged = {UBN_ROCE_REG_FETCH_MAX, UBN_ROCE_REG_PCIE_TAGS},
        .counter =
            {
                {UBN_ROCE_REG_DROP_STORE, d->stat_drop_store},
                {UBN_ROCE_REG_DROP_FRAME, d->stat_drop_frame},
                {UBN_ROCE_REG_DROP_ICRC, d->stat_drop_icrc},
                {UBN_ROCE_REG_DROP_QP, d->stat_drop_qp},
                {UBN_ROCE_REG_DROP_PKEY, d->stat_drop_pkey},
                {UBN_ROCE_REG_DROP_PSN, d->stat_drop_psn},
                {UBN_ROCE_REG_DROP_RSP, d->stat_drop_rsp},
                {UBN_ROCE_REG_RX_FRAMES, d->stat_rx_frame},
                {UBN_ROCE_REG_TX_FRAMES, d->stat_tx_frame},
                {UBN_ROCE_REG_NAKS_SENT, d->stat_nak},
                {UBN_ROCE_REG_ACKS_MERGED, d->stat_merged},
                {UBN_ROCE_REG_QP_ERRORS, d->stat_qp_err_tx},
                {UBN_ROCE_REG_BUS_ERRORS, d->stat_rd_err},
            },
        .bus_error = d->stat_bad_cq,
        .pair =
            {
                {UBN_ROCE_REG_DROP_STORE, d->stat_drop_store, d->stat_drop_ctx},
                {UBN_ROCE_REG_DROP_STORE, d->stat_drop_tlp, d->stat_bad_db},
                {UBN_ROCE_REG_DROP_FRAME, d->stat_drop_frame, d->stat_cnp},
                {UBN_ROCE_REG_BUS_ERRORS, d->stat_rd_err, d->stat_bad_cq},
                {UBN_ROCE_REG_BUS_ERRORS, d->stat_unexpected, d->stat_rd_err},
                {UBN_ROCE_REG_DROP_QP, d->stat_drop_qp, d->stat_drop_qp_rsp},
                {UBN_ROCE_REG_DROP_PKEY, d->stat_drop_pkey, d->stat_drop_pkey_rsp},
                {UBN_ROCE_REG_DROP_RSP, d->stat_drop_rsp, d->stat_implied_loss},
                {UBN_ROCE_REG_QP_ERRORS, d->stat_qp_err_tx, d->stat_qp_err_rx},
                {UBN_ROCE_REG_QP_ERRORS, d->stat_qp_err_rsp, d->stat_qp_err_rx},
            },
    };

    return r;
}

static void roce_regs_keep_fetch_and_tags_in_range(void **state)
{
    static const uint32_t fetch[][2] = {{0, 4}, {1, 1}, {4, 4}, {5, 5}, {63, 63}, {64, 4}};
    static const uint32_t tags[][2] = {{0, 256}, {1, 1}, {255, 255}, {256, 256}, {257, 256}};
    struct dut *d = ((struct tb_regs *)*state)->d;

    assert_int_equal(*d->cfg_fetch_max, 4);
    assert_int_equal(*d->cfg_tags, 256);
    for (size_t i = 0; i < sizeof(fetch) / sizeof(fetch[0]); i++) {
        tb_regs_write(d, UBN_ROCE_REG_FETCH_MAX, fetch[i][0]);
        assert_int_equal(*d->cfg_fetch_max, fetch[i][1]);
        assert_int_equal(tb_regs_read(d, UBN_ROCE_REG_FETCH_MAX), fetch[i][1]);
    }
    for (size_t i = 0; i < sizeof(tags) / sizeof(tags[0]); i++) {
        tb_regs_write(d, UBN_ROCE_REG_PCIE_TAGS, tags[i][0]);
        assert_int_equal(*d->cfg_tags, tags[i][1]);
        assert_int_equal(tb_regs_read(d, UBN_ROCE_REG_PCIE_TAGS), tags[i][1]);
    }
}

static void roce_regs_tell_whether_work_is_in_the_controller(void **state)
{
    struct dut *d = ((struct tb_regs *)*state)->d;

    for (uint8_t busy = 0; busy < 2; busy++) {
        *d->s_busy = busy;
        assert_int_equal(tb_regs_read(d, UBN_ROCE_REG_BUSY), busy);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TB_REGS_TESTS,
        TB_REGS_TEST(roce_regs_keep_fetch_and_tags_in_range),
        TB_REGS_TEST(roce_regs_tell_whether_work_is_in_the_controller),
    };

    return cmocka_run_group_tests_name("roce_regs", tests, NULL, NULL);
}
