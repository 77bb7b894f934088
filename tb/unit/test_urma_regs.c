/* SPDX-License-Identifier: Apache-2.0 */
/* test_urma_regs: the registers of the URMA controller, by the tests of tb_regs.h. */
/* DUT: urma_regs -GOST_TOTAL=256 */
#include "dut.h"
#include "tb_regs.h"

static struct tb_regs tb_regs_connect(struct dut *d)
{
    struct tb_regs r = {
        TB_REGS_MAP(URMA),
        .id = "UBN-URMA",
        .config =
            {
                TB_REGS_CONFIG(UBN_URMA_REG_LOCAL_MAC, 48, 0, local_mac),
                TB_REGS_CONFIG(UBN_URMA_REG_LOCAL_IP, 32, 0, local_ip),
                TB_REGS_CONFIG(UBN_URMA_REG_ISSUE_INTERVAL, 16, 1, issue_interval_cyc),
                TB_REGS_CONFIG(UBN_URMA_REG_MAX_OUTSTANDING, 16, 256, max_outstanding),
                TB_REGS_CONFIG(UBN_URMA_REG_PAD_TX, 8, 0, pad_tx_cyc),
                TB_REGS_CONFIG(UBN_URMA_REG_PAD_RX, 8, 0, pad_rx_cyc),
                TB_REGS_CONFIG(UBN_URMA_REG_PAD_RSP_TX, 8, 0, pad_rsp_tx_cyc),
                TB_REGS_CONFIG(UBN_URMA_REG_PAD_RSP_RX, 8, 0, pad_rsp_rx_cyc),
                TB_REGS_CONFIG(UBN_URMA_REG_MTU, 16, 4096, mtu_bytes),
                TB_REGS_CONFIG(UBN_URMA_REG_LOCAL_CNA, 16, 0, local_cna),
                TB_REGS_CONFIG(UBN_URMA_REG_LD_PAD_TX, 8, 0, ld_pad_tx_cyc),
                TB_REGS_CONFIG(UBN_URMA_REG_LD_PAD_RX, 8, 0, ld_pad_rx_cyc),
                TB_REGS_CONFIG(UBN_URMA_REG_LD_PAD_RSP_TX, 8, 0, ld_pad_rsp_tx_cyc),
                TB_REGS_CONFIG(UBN_URMA_REG_LD_PAD_RSP_RX, 8, 0, ld_pad_rsp_rx_cyc),
            },
        .counter =
            {
                {UBN_URMA_REG_DROP_STORE, d->stat_drop_store},
                {UBN_URMA_REG_DROP_WQE, d->stat_drop_wqe},
                {UBN_URMA_REG_DROP_FRAME, d->stat_drop_frame},
                {UBN_URMA_REG_DROP_ICRC, d->stat_drop_icrc},
                {UBN_URMA_REG_DROP_CHAN, d->stat_drop_chan},
                {UBN_URMA_REG_DROP_PSN, d->stat_drop_psn},
                {UBN_URMA_REG_DROP_RSP, d->stat_drop_rsp},
                {UBN_URMA_REG_RX_FRAMES, d->stat_rx_frame},
                {UBN_URMA_REG_TX_FRAMES, d->stat_tx_frame},
                {UBN_URMA_REG_DROP_LDST, d->stat_ld_refused},
                {UBN_URMA_REG_LD_DENIED, d->stat_ld_denied},
                {UBN_URMA_REG_DROP_LD_FRAME, d->stat_ld_drop_frame},
                {UBN_URMA_REG_DROP_LD_RSP, d->stat_ld_drop_rsp},
                {UBN_URMA_REG_BUS_ERRORS, d->stat_bus_rd_err},
            },
        .bus_error = d->stat_bus_wr_err,
        .pair =
            {
                {UBN_URMA_REG_DROP_STORE, d->stat_drop_store, d->stat_drop_ctx},
                {UBN_URMA_REG_DROP_WQE, d->stat_drop_wqe, d->stat_drop_pkt},
                {UBN_URMA_REG_DROP_PSN, d->stat_drop_psn, d->stat_drop_ack},
                {UBN_URMA_REG_RX_FRAMES, d->stat_rx_frame, d->stat_ld_rx_frame},
                {UBN_URMA_REG_TX_FRAMES, d->stat_tx_frame, d->stat_ld_tx_frame},
            },
    };

    return r;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TB_REGS_TESTS,
    };

    return cmocka_run_group_tests_name("urma_regs", tests, NULL, NULL);
}
