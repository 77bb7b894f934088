/* SPDX-License-Identifier: Apache-2.0 */
/** Stages of one operation.
 *  Written by scripts/gen from configs/spec; do not edit. */
#ifndef UBN_GEN_STAGES_H
#define UBN_GEN_STAGES_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Stages of one operation, in the order of the path. */
enum ubn_stage {
    UBN_STAGE_SW_SUBMIT = 0,     /**< library submit */
    UBN_STAGE_SW_BUILD = 1,      /**< build work request */
    UBN_STAGE_DOORBELL = 2,      /**< doorbell write */
    UBN_STAGE_BUS_SEND = 3,      /**< on-chip bus send */
    UBN_STAGE_WQE_FETCH = 4,     /**< work request fetched by DMA read */
    UBN_STAGE_PAYLOAD_FETCH = 5, /**< payload of a write or send fetched by DMA read */
    UBN_STAGE_SRC_READ = 6,      /**< payload of a write read from local memory */
    UBN_STAGE_NIC_TX = 7,        /**< NIC transmit pipeline */
    UBN_STAGE_WIRE_FWD = 8,      /**< link forward */
    UBN_STAGE_NIC_RX = 9,        /**< target NIC receive pipeline */
    UBN_STAGE_TGT_DMA = 10,      /**< target DMA read of host memory */
    UBN_STAGE_TGT_BUS = 11,      /**< target on-chip bus access to memory */
    UBN_STAGE_TGT_MEM = 12,      /**< target memory access */
    UBN_STAGE_NIC_RSP_TX = 13,   /**< target NIC sends response */
    UBN_STAGE_WIRE_BACK = 14,    /**< link back */
    UBN_STAGE_NIC_RSP_RX = 15,   /**< NIC receives response */
    UBN_STAGE_PAYLOAD_DMA = 16,  /**< response payload DMA write */
    UBN_STAGE_CQE_DMA = 17,      /**< completion record DMA write, beyond the payload */
    UBN_STAGE_BUS_CMPL = 18,     /**< on-chip bus completion */
    UBN_STAGE_CQ_POLL = 19,      /**< completion queue poll */
    UBN_STAGE_LIB_POLL = 20,     /**< library poll */
    UBN_STAGE_PSN_SERIAL = 21,   /**< sequence number term of the published preset */
    UBN_STAGE_CLOCK_ALIGN = 22,  /**< clock-edge alignment, all entries into a NIC clock domain */
    UBN_STAGE_PORT_WAIT = 23,    /**< waiting at a NIC port after the first edge (back-pressure) */
    UBN_STAGE_COUNT
};

/** What a stage is called. */
struct ubn_stage_info {
    const char *name;     /**< identifier, as in configs/spec/stages.yaml */
    const char *doc;      /**< short text for tables */
    const char *category; /**< group of stages in summaries */
};

static const struct ubn_stage_info ubn_stage_info[UBN_STAGE_COUNT] = {
    {"sw_submit", "library submit", "software submit"},
    {"sw_build", "build work request", "software submit"},
    {"doorbell", "doorbell write", "PCIe"},
    {"bus_send", "on-chip bus send", "on-chip bus"},
    {"wqe_fetch", "work request fetched by DMA read", "PCIe"},
    {"payload_fetch", "payload of a write or send fetched by DMA read", "PCIe"},
    {"src_read", "payload of a write read from local memory", "on-chip bus"},
    {"nic_tx", "NIC transmit pipeline", "NIC pipeline"},
    {"wire_fwd", "link forward", "link"},
    {"nic_rx", "target NIC receive pipeline", "NIC pipeline"},
    {"tgt_dma", "target DMA read of host memory", "PCIe"},
    {"tgt_bus", "target on-chip bus access to memory", "on-chip bus"},
    {"tgt_mem", "target memory access", "memory and completion"},
    {"nic_rsp_tx", "target NIC sends response", "NIC pipeline"},
    {"wire_back", "link back", "link"},
    {"nic_rsp_rx", "NIC receives response", "NIC pipeline"},
    {"payload_dma", "response payload DMA write", "PCIe"},
    {"cqe_dma", "completion record DMA write, beyond the payload", "PCIe"},
    {"bus_cmpl", "on-chip bus completion", "on-chip bus"},
    {"cq_poll", "completion queue poll", "memory and completion"},
    {"lib_poll", "library poll", "memory and completion"},
    {"psn_serial", "sequence number term of the published preset", "memory and completion"},
    {"clock_align", "clock-edge alignment, all entries into a NIC clock domain", "alignment"},
    {"port_wait", "waiting at a NIC port after the first edge (back-pressure)", "alignment"},
};

#ifdef __cplusplus
}
#endif

#endif /* UBN_GEN_STAGES_H */
