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
    UBN_STAGE_SW_SUBMIT = 0,    /**< library submit */
    UBN_STAGE_SW_BUILD = 1,     /**< build work request */
    UBN_STAGE_BUS_SEND = 2,     /**< on-chip bus send */
    UBN_STAGE_NIC_TX = 3,       /**< NIC transmit pipeline */
    UBN_STAGE_WIRE_FWD = 4,     /**< link forward */
    UBN_STAGE_NIC_RX = 5,       /**< target NIC receive pipeline */
    UBN_STAGE_TGT_BUS = 6,      /**< target on-chip bus access to memory */
    UBN_STAGE_TGT_MEM = 7,      /**< target memory access */
    UBN_STAGE_NIC_RSP_TX = 8,   /**< target NIC sends response */
    UBN_STAGE_WIRE_BACK = 9,    /**< link back */
    UBN_STAGE_NIC_RSP_RX = 10,  /**< NIC receives response */
    UBN_STAGE_BUS_CMPL = 11,    /**< on-chip bus completion */
    UBN_STAGE_CQ_POLL = 12,     /**< completion queue poll */
    UBN_STAGE_LIB_POLL = 13,    /**< library poll */
    UBN_STAGE_CLOCK_ALIGN = 14, /**< clock-edge alignment, all entries into a NIC clock domain */
    UBN_STAGE_PORT_WAIT = 15,   /**< waiting at a NIC port after the first edge (back-pressure) */
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
    {"bus_send", "on-chip bus send", "on-chip bus"},
    {"nic_tx", "NIC transmit pipeline", "NIC pipeline"},
    {"wire_fwd", "link forward", "link"},
    {"nic_rx", "target NIC receive pipeline", "NIC pipeline"},
    {"tgt_bus", "target on-chip bus access to memory", "on-chip bus"},
    {"tgt_mem", "target memory access", "memory and completion"},
    {"nic_rsp_tx", "target NIC sends response", "NIC pipeline"},
    {"wire_back", "link back", "link"},
    {"nic_rsp_rx", "NIC receives response", "NIC pipeline"},
    {"bus_cmpl", "on-chip bus completion", "on-chip bus"},
    {"cq_poll", "completion queue poll", "memory and completion"},
    {"lib_poll", "library poll", "memory and completion"},
    {"clock_align", "clock-edge alignment, all entries into a NIC clock domain", "alignment"},
    {"port_wait", "waiting at a NIC port after the first edge (back-pressure)", "alignment"},
};

#ifdef __cplusplus
}
#endif

#endif /* UBN_GEN_STAGES_H */
