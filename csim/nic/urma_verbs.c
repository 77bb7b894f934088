/* SPDX-License-Identifier: Apache-2.0 */
/* urma_verbs: post and poll of the URMA programming interface; contract in ubn/urma.h.
 * Source: public UMDK user driver (send queue entry, completion queue entry).
 */
#include "ubn/gen/records.h"
#include "ubn/gen/registers.h"
#include "ubn/urma.h"

#include <string.h>

void ubn_urma_eid_from_ip(uint32_t ip, uint8_t eid[16])
{
    memset(eid, 0, 16);
    eid[10] = 0xff;
    eid[11] = 0xff;
    for (unsigned i = 0; i < 4; i++) {
        eid[12 + i] = (uint8_t)(ip >> (24u - 8u * i));
    }
}

uint16_t ubn_urma_post_rw(struct ubn_urma_jetty *jetty, const struct ubn_urma_rw_wr *wr,
                          struct ubn_axi_w *store_out)
{
    uint16_t idx = (uint16_t)(jetty->pi & (jetty->depth - 1u));
    /* The owner bit is 1 in the first lap of the send queue, then toggles. */
    uint8_t owner = (jetty->pi & jetty->depth) == 0;
    struct ubn_urma_wqe wqe = {.sqe_bb_idx = idx,
                               .complete = 1,
                               .token_en = 1,
                               .owner = owner,
                               .opcode = wr->opcode,
                               .tp_id = jetty->tpn,
                               .sge_num = 1,
                               .rmt_seg_id = wr->remote_token_id,
                               .rmt_token = wr->remote_token,
                               .rmt_addr = wr->remote_addr,
                               .sge_len = wr->len_bytes,
                               .sge_token_id = wr->local_token_id,
                               .sge_va = wr->local_addr};

    memcpy(wqe.rmt_eid, wr->remote_eid, sizeof(wqe.rmt_eid));
    memset(store_out, 0, sizeof(*store_out));
    store_out->addr = UBN_URMA_MAP_JETTY_BASE + jetty->id * UBN_URMA_JETTY_PAGE_BYTES;
    store_out->strb = UINT64_MAX;
    store_out->tag = UBN_TAG_NONE;
    ubn_urma_wqe_pack(&wqe, store_out->data);
    jetty->pi++;
    return idx;
}

enum ubn_urma_status ubn_urma_status_from_cqe(uint8_t status, uint8_t substatus)
{
    switch (status) {
    case UBN_URMA_CQE_STATUS_OK:
        return UBN_URMA_STATUS_SUCCESS;
    case UBN_URMA_CQE_STATUS_UNSUPPORTED_OPCODE:
        return UBN_URMA_STATUS_UNSUPPORTED_OPCODE;
    case UBN_URMA_CQE_STATUS_RNR:
        return UBN_URMA_STATUS_RNR_RETRY_EXCEEDED;
    case UBN_URMA_CQE_STATUS_ACK_TIMEOUT:
        return UBN_URMA_STATUS_ACK_TIMEOUT;
    case UBN_URMA_CQE_STATUS_FLUSH:
        return UBN_URMA_STATUS_WR_FLUSH;
    case UBN_URMA_CQE_STATUS_LOCAL_ERROR:
        switch (substatus) {
        case UBN_URMA_CQE_SUBSTATUS_NONE:
            return UBN_URMA_STATUS_LOC_OPERATION;
        case UBN_URMA_CQE_SUBSTATUS_LOCAL_LENGTH:
            return UBN_URMA_STATUS_LOC_LEN;
        case UBN_URMA_CQE_SUBSTATUS_LOCAL_ACCESS:
            return UBN_URMA_STATUS_LOC_ACCESS;
        case UBN_URMA_CQE_SUBSTATUS_LOCAL_RSP_LENGTH:
            return UBN_URMA_STATUS_REM_RSP_LEN;
        case UBN_URMA_CQE_SUBSTATUS_LOCAL_POISON:
            return UBN_URMA_STATUS_LOC_DATA_POISON;
        default:
            return UBN_URMA_STATUS_WR_UNHANDLED;
        }
    case UBN_URMA_CQE_STATUS_REMOTE_ERROR:
        switch (substatus) {
        case UBN_URMA_CQE_SUBSTATUS_NONE:
            return UBN_URMA_STATUS_REM_OPERATION;
        case UBN_URMA_CQE_SUBSTATUS_REMOTE_UNSUPPORTED:
            return UBN_URMA_STATUS_REM_UNSUPPORTED_REQ;
        case UBN_URMA_CQE_SUBSTATUS_REMOTE_ABORT:
            return UBN_URMA_STATUS_REM_ACCESS_ABORT;
        case UBN_URMA_CQE_SUBSTATUS_REMOTE_POISON:
            return UBN_URMA_STATUS_REM_DATA_POISON;
        default:
            return UBN_URMA_STATUS_WR_UNHANDLED;
        }
    default:
        return UBN_URMA_STATUS_WR_UNHANDLED;
    }
}

int ubn_urma_poll_jfc(struct ubn_urma_jfc *jfc, const struct ubn_mem *mem,
                      struct ubn_urma_cr *cr_out)
{
    uint8_t record[UBN_URMA_CQE_BYTES];
    struct ubn_urma_cqe cqe;
    uint32_t depth = UINT32_C(1) << jfc->shift;
    uint64_t addr = jfc->base + (uint64_t)(jfc->ci & (depth - 1u)) * UBN_URMA_CQE_BYTES;

    if (ubn_mem_read(mem, addr, sizeof(record), record) != UBN_OK) {
        return -1;
    }
    ubn_urma_cqe_unpack(record, &cqe);
    if (cqe.owner != ((jfc->ci & depth) == 0)) {
        return 0;
    }
    jfc->ci++;
    *cr_out = (struct ubn_urma_cr){.status = ubn_urma_status_from_cqe(cqe.status, cqe.substatus),
                                   .completion_len = cqe.byte_cnt,
                                   .local_id = cqe.local_num_lo | (uint32_t)cqe.local_num_hi << 16,
                                   .tpn = cqe.tpn,
                                   .entry_idx = cqe.entry_idx,
                                   .recv = cqe.s_r != 0,
                                   .user_ctx = cqe.user_data};
    return 1;
}
