/* SPDX-License-Identifier: Apache-2.0 */
/** @file profile.c  `published` pads the passes to the published cycles, `native` leaves them as
 * built. */
#include "profile.h"

static uint32_t pad_cyc(const struct ubn_config *cfg, const struct ubn_stack *stack,
                        uint64_t value_cyc, uint32_t native_cyc)
{
    const uint32_t published_cyc = stack->passes.published_cyc;

    if (value_cyc != UBN_CONFIG_AUTO) {
        return (uint32_t)value_cyc;
    }
    return cfg->profile == UBN_CFG_PROFILE_PUBLISHED && native_cyc < published_cyc
               ? published_cyc - native_cyc
               : 0;
}

static uint32_t issue_cyc(const struct ubn_config *cfg, const struct ubn_stack *stack)
{
    if (cfg->nic.issue_interval_cyc != UBN_CONFIG_AUTO) {
        return (uint32_t)cfg->nic.issue_interval_cyc;
    }
    return cfg->profile == UBN_CFG_PROFILE_PUBLISHED ? stack->passes.published_issue_cyc : 1;
}

uint32_t ubn_profile_first(uint64_t key)
{
    return key == UBN_CONFIG_AUTO ? UBN_FIRST_RANDOM : (uint32_t)key;
}

struct ubn_nic_settings ubn_profile_nic(const struct ubn_config *cfg, const struct ubn_stack *stack)
{
    const struct ubn_stack_passes *built = &stack->passes;

    return (struct ubn_nic_settings){
        .mtu_bytes = (uint32_t)cfg->nic.mtu_bytes,
        .issue_interval_cyc = issue_cyc(cfg, stack),
        .max_outstanding = (uint32_t)cfg->nic.max_outstanding,
        .window = (uint32_t)cfg->nic.window,
        .channels = 1,
        .read_depth = (uint32_t)cfg->nic.read_depth,
        .fetch_max = (uint32_t)cfg->nic.fetch_max,
        .pad_tx_cyc = pad_cyc(cfg, stack, cfg->nic.pad_tx_cyc, built->tx_cyc),
        .pad_rx_cyc = pad_cyc(cfg, stack, cfg->nic.pad_rx_cyc, built->rx_cyc),
        .pad_rsp_tx_cyc = pad_cyc(cfg, stack, cfg->nic.pad_rsp_tx_cyc, built->rsp_tx_cyc),
        .pad_rsp_rx_cyc = pad_cyc(cfg, stack, cfg->nic.pad_rsp_rx_cyc, built->rsp_rx_cyc),
        .first_psn = ubn_profile_first(cfg->workload.first_psn),
        .mps_bytes = (uint32_t)cfg->pcie.mps_bytes,
        .mrrs_bytes = (uint32_t)cfg->pcie.mrrs_bytes,
        .tags = (uint32_t)cfg->pcie.tags,
        .timeout_cyc = cfg->pcie.timeout_cyc,
    };
}
