/* SPDX-License-Identifier: Apache-2.0 */
/** @file profile.c  `published` pads the passes to the published cycles, `native` leaves them as
 * built. */
#include "profile.h"

static uint8_t pad_cyc(const struct ubn_config *cfg, uint64_t value_cyc, unsigned native_cyc)
{
    if (value_cyc != UBN_CONFIG_AUTO) {
        return (uint8_t)value_cyc;
    }
    return cfg->profile == UBN_CFG_PROFILE_PUBLISHED
               ? (uint8_t)(UBN_PUBLISHED_PASS_CYC - native_cyc)
               : 0;
}

struct ubn_urma_node_config ubn_profile_nic(const struct ubn_config *cfg)
{
    uint64_t issue_cyc = cfg->nic.issue_interval_cyc;
    if (issue_cyc == UBN_CONFIG_AUTO) {
        issue_cyc = cfg->profile == UBN_CFG_PROFILE_PUBLISHED ? UBN_PUBLISHED_ISSUE_CYC : 1;
    }
    return (struct ubn_urma_node_config){
        .mtu_bytes = (uint32_t)cfg->nic.mtu_bytes,
        .issue_interval_cyc = (uint16_t)issue_cyc,
        .max_outstanding = (uint16_t)cfg->nic.max_outstanding,
        .pad_tx_cyc = pad_cyc(cfg, cfg->nic.pad_tx_cyc, UBN_NATIVE_TX_CYC),
        .pad_rx_cyc = pad_cyc(cfg, cfg->nic.pad_rx_cyc, UBN_NATIVE_RX_CYC),
        .pad_rsp_tx_cyc = pad_cyc(cfg, cfg->nic.pad_rsp_tx_cyc, UBN_NATIVE_RSP_TX_CYC),
        .pad_rsp_rx_cyc = pad_cyc(cfg, cfg->nic.pad_rsp_rx_cyc, UBN_NATIVE_RSP_RX_CYC),
    };
}
