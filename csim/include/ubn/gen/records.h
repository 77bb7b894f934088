/* SPDX-License-Identifier: Apache-2.0 */
/** Records that host and controller share.
 *  Written by scripts/gen from configs/spec; do not edit. */
#ifndef UBN_GEN_RECORDS_H
#define UBN_GEN_RECORDS_H

#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

#define UBN_URMA_WQE_BYTES 64

/** One basic block of an URMA send queue, written to the direct window of a Jetty page.
 *  @source public UMDK user driver, send queue entry (control part 48 B, then one 16 B SGE) */
struct ubn_urma_wqe {
    /** 16 bit: index of this block in the send queue; returned in the completion record */
    uint16_t sqe_bb_idx;
    uint8_t place_order;         /**< 2 bit: 0 NO, 1 RO, 2 SO */
    uint8_t comp_order;          /**< 1 bit: 1: completes in order */
    uint8_t fence;               /**< 1 bit: 1: waits for earlier reads and atomics */
    uint8_t solicited;           /**< 1 bit: 1: asks for a completion event at the target */
    uint8_t complete;            /**< 1 bit: 1: a completion record is written on success */
    uint8_t inline_;             /**< 1 bit: 1: the data are in the request itself */
    uint8_t udf_flag;            /**< 1 bit: vendor use, 0 */
    uint8_t nf;                  /**< 1 bit: no fragmentation, 0 */
    uint8_t token_en;            /**< 1 bit: 1: remote_token is sent and checked */
    uint8_t rmt_jetty_type;      /**< 2 bit: 0 JFR, 1 Jetty, 2 group */
    uint8_t owner;               /**< 1 bit: toggles on every lap of the send queue */
    uint8_t target_hint;         /**< 8 bit: hint for a Jetty group */
    uint8_t opcode;              /**< 8 bit: transaction opcode (ub_ta_opcode) */
    uint16_t inline_len;         /**< 10 bit: bytes of inline data */
    uint32_t tp_id;              /**< 24 bit: local transport channel */
    uint8_t sge_num;             /**< 8 bit: number of SGEs */
    /** 20 bit: TokenID of the remote segment (or id of the remote Jetty) */
    uint32_t rmt_seg_id;
    uint16_t write_len;          /**< 10 bit: 0 */
    uint8_t rmt_eid[16];         /**< 128 bit, first byte first: EID of the target entity */
    uint32_t rmt_token;          /**< 32 bit: token value of the remote segment */
    uint32_t udf;                /**< 32 bit: vendor use, 0 */
    uint64_t rmt_addr;           /**< 64 bit: address in the remote segment (UBA) */
    uint32_t sge_len;            /**< 32 bit: bytes */
    uint32_t sge_token_id;       /**< 32 bit: TokenID of the local segment */
    uint64_t sge_va;             /**< 64 bit: local address */
};

/** Write one urma_wqe; reserved bits become 0.
 *  @param in [in] values; bits above the width of a field are ignored.
 *  @param out [out] bytes, shape [64], first byte first. */
static inline void ubn_urma_wqe_pack(const struct ubn_urma_wqe *in, uint8_t out[64])
{
    out[0] = (uint8_t)((uint32_t)in->sqe_bb_idx & 0xffu);
    out[1] = (uint8_t)(((uint32_t)in->sqe_bb_idx >> 8) & 0xffu);
    out[2] = (uint8_t)((((uint32_t)in->udf_flag & 0x1u) << 7) |
        (((uint32_t)in->inline_ & 0x1u) << 6) |
        (((uint32_t)in->complete & 0x1u) << 5) |
        (((uint32_t)in->solicited & 0x1u) << 4) |
        (((uint32_t)in->fence & 0x1u) << 3) |
        (((uint32_t)in->comp_order & 0x1u) << 2) |
        ((uint32_t)in->place_order & 0x3u));
    out[3] = (uint8_t)((((uint32_t)in->owner & 0x1u) << 7) |
        (((uint32_t)in->rmt_jetty_type & 0x3u) << 5) |
        (((uint32_t)in->token_en & 0x1u) << 4) |
        (((uint32_t)in->nf & 0x1u) << 3));
    out[4] = (uint8_t)((uint32_t)in->target_hint & 0xffu);
    out[5] = (uint8_t)((uint32_t)in->opcode & 0xffu);
    out[6] = (uint8_t)(((uint32_t)in->inline_len & 0x3u) << 6);
    out[7] = (uint8_t)(((uint32_t)in->inline_len >> 2) & 0xffu);
    out[8] = (uint8_t)((uint32_t)in->tp_id & 0xffu);
    out[9] = (uint8_t)(((uint32_t)in->tp_id >> 8) & 0xffu);
    out[10] = (uint8_t)(((uint32_t)in->tp_id >> 16) & 0xffu);
    out[11] = (uint8_t)((uint32_t)in->sge_num & 0xffu);
    out[12] = (uint8_t)((uint32_t)in->rmt_seg_id & 0xffu);
    out[13] = (uint8_t)(((uint32_t)in->rmt_seg_id >> 8) & 0xffu);
    out[14] = (uint8_t)((((uint32_t)in->write_len & 0xfu) << 4) |
        (((uint32_t)in->rmt_seg_id >> 16) & 0xfu));
    out[15] = (uint8_t)(((uint32_t)in->write_len >> 4) & 0x3fu);
    out[32] = (uint8_t)((uint32_t)in->rmt_token & 0xffu);
    out[33] = (uint8_t)(((uint32_t)in->rmt_token >> 8) & 0xffu);
    out[34] = (uint8_t)(((uint32_t)in->rmt_token >> 16) & 0xffu);
    out[35] = (uint8_t)(((uint32_t)in->rmt_token >> 24) & 0xffu);
    out[36] = (uint8_t)((uint32_t)in->udf & 0xffu);
    out[37] = (uint8_t)(((uint32_t)in->udf >> 8) & 0xffu);
    out[38] = (uint8_t)(((uint32_t)in->udf >> 16) & 0xffu);
    out[39] = (uint8_t)(((uint32_t)in->udf >> 24) & 0xffu);
    out[40] = (uint8_t)((uint64_t)in->rmt_addr & 0xffull);
    out[41] = (uint8_t)(((uint64_t)in->rmt_addr >> 8) & 0xffull);
    out[42] = (uint8_t)(((uint64_t)in->rmt_addr >> 16) & 0xffull);
    out[43] = (uint8_t)(((uint64_t)in->rmt_addr >> 24) & 0xffull);
    out[44] = (uint8_t)(((uint64_t)in->rmt_addr >> 32) & 0xffull);
    out[45] = (uint8_t)(((uint64_t)in->rmt_addr >> 40) & 0xffull);
    out[46] = (uint8_t)(((uint64_t)in->rmt_addr >> 48) & 0xffull);
    out[47] = (uint8_t)(((uint64_t)in->rmt_addr >> 56) & 0xffull);
    out[48] = (uint8_t)((uint32_t)in->sge_len & 0xffu);
    out[49] = (uint8_t)(((uint32_t)in->sge_len >> 8) & 0xffu);
    out[50] = (uint8_t)(((uint32_t)in->sge_len >> 16) & 0xffu);
    out[51] = (uint8_t)(((uint32_t)in->sge_len >> 24) & 0xffu);
    out[52] = (uint8_t)((uint32_t)in->sge_token_id & 0xffu);
    out[53] = (uint8_t)(((uint32_t)in->sge_token_id >> 8) & 0xffu);
    out[54] = (uint8_t)(((uint32_t)in->sge_token_id >> 16) & 0xffu);
    out[55] = (uint8_t)(((uint32_t)in->sge_token_id >> 24) & 0xffu);
    out[56] = (uint8_t)((uint64_t)in->sge_va & 0xffull);
    out[57] = (uint8_t)(((uint64_t)in->sge_va >> 8) & 0xffull);
    out[58] = (uint8_t)(((uint64_t)in->sge_va >> 16) & 0xffull);
    out[59] = (uint8_t)(((uint64_t)in->sge_va >> 24) & 0xffull);
    out[60] = (uint8_t)(((uint64_t)in->sge_va >> 32) & 0xffull);
    out[61] = (uint8_t)(((uint64_t)in->sge_va >> 40) & 0xffull);
    out[62] = (uint8_t)(((uint64_t)in->sge_va >> 48) & 0xffull);
    out[63] = (uint8_t)(((uint64_t)in->sge_va >> 56) & 0xffull);
    memcpy(&out[16], in->rmt_eid, 16);
}

/** Read one urma_wqe; reserved bits are ignored.
 *  @param in [in] bytes, shape [64], first byte first.
 *  @param out [out] every field is written. */
static inline void ubn_urma_wqe_unpack(const uint8_t in[64], struct ubn_urma_wqe *out)
{
    out->sqe_bb_idx = (uint16_t)((((uint32_t)in[1] & 0xffu) << 8) | ((uint32_t)in[0] & 0xffu));
    out->place_order = (uint8_t)((uint32_t)in[2] & 0x3u);
    out->comp_order = (uint8_t)(((uint32_t)in[2] >> 2) & 0x1u);
    out->fence = (uint8_t)(((uint32_t)in[2] >> 3) & 0x1u);
    out->solicited = (uint8_t)(((uint32_t)in[2] >> 4) & 0x1u);
    out->complete = (uint8_t)(((uint32_t)in[2] >> 5) & 0x1u);
    out->inline_ = (uint8_t)(((uint32_t)in[2] >> 6) & 0x1u);
    out->udf_flag = (uint8_t)(((uint32_t)in[2] >> 7) & 0x1u);
    out->nf = (uint8_t)(((uint32_t)in[3] >> 3) & 0x1u);
    out->token_en = (uint8_t)(((uint32_t)in[3] >> 4) & 0x1u);
    out->rmt_jetty_type = (uint8_t)(((uint32_t)in[3] >> 5) & 0x3u);
    out->owner = (uint8_t)(((uint32_t)in[3] >> 7) & 0x1u);
    out->target_hint = (uint8_t)((uint32_t)in[4] & 0xffu);
    out->opcode = (uint8_t)((uint32_t)in[5] & 0xffu);
    out->inline_len = (uint16_t)((((uint32_t)in[7] & 0xffu) << 2) |
        (((uint32_t)in[6] >> 6) & 0x3u));
    out->tp_id = (uint32_t)((((uint32_t)in[10] & 0xffu) << 16) |
        (((uint32_t)in[9] & 0xffu) << 8) |
        ((uint32_t)in[8] & 0xffu));
    out->sge_num = (uint8_t)((uint32_t)in[11] & 0xffu);
    out->rmt_seg_id = (uint32_t)((((uint32_t)in[14] & 0xfu) << 16) |
        (((uint32_t)in[13] & 0xffu) << 8) |
        ((uint32_t)in[12] & 0xffu));
    out->write_len = (uint16_t)((((uint32_t)in[15] & 0x3fu) << 4) |
        (((uint32_t)in[14] >> 4) & 0xfu));
    memcpy(out->rmt_eid, &in[16], 16);
    out->rmt_token = (uint32_t)((((uint32_t)in[35] & 0xffu) << 24) |
        (((uint32_t)in[34] & 0xffu) << 16) |
        (((uint32_t)in[33] & 0xffu) << 8) |
        ((uint32_t)in[32] & 0xffu));
    out->udf = (uint32_t)((((uint32_t)in[39] & 0xffu) << 24) |
        (((uint32_t)in[38] & 0xffu) << 16) |
        (((uint32_t)in[37] & 0xffu) << 8) |
        ((uint32_t)in[36] & 0xffu));
    out->rmt_addr = (uint64_t)((((uint64_t)in[47] & 0xffull) << 56) |
        (((uint64_t)in[46] & 0xffull) << 48) |
        (((uint64_t)in[45] & 0xffull) << 40) |
        (((uint64_t)in[44] & 0xffull) << 32) |
        (((uint64_t)in[43] & 0xffull) << 24) |
        (((uint64_t)in[42] & 0xffull) << 16) |
        (((uint64_t)in[41] & 0xffull) << 8) |
        ((uint64_t)in[40] & 0xffull));
    out->sge_len = (uint32_t)((((uint32_t)in[51] & 0xffu) << 24) |
        (((uint32_t)in[50] & 0xffu) << 16) |
        (((uint32_t)in[49] & 0xffu) << 8) |
        ((uint32_t)in[48] & 0xffu));
    out->sge_token_id = (uint32_t)((((uint32_t)in[55] & 0xffu) << 24) |
        (((uint32_t)in[54] & 0xffu) << 16) |
        (((uint32_t)in[53] & 0xffu) << 8) |
        ((uint32_t)in[52] & 0xffu));
    out->sge_va = (uint64_t)((((uint64_t)in[63] & 0xffull) << 56) |
        (((uint64_t)in[62] & 0xffull) << 48) |
        (((uint64_t)in[61] & 0xffull) << 40) |
        (((uint64_t)in[60] & 0xffull) << 32) |
        (((uint64_t)in[59] & 0xffull) << 24) |
        (((uint64_t)in[58] & 0xffull) << 16) |
        (((uint64_t)in[57] & 0xffull) << 8) |
        ((uint64_t)in[56] & 0xffull));
}

#define UBN_URMA_CQE_BYTES 64

/** One completion record in the memory of a JFC.
 *  @source public UMDK user driver, completion queue entry */
struct ubn_urma_cqe {
    uint8_t s_r;               /**< 1 bit: 0 send side, 1 receive side */
    uint8_t is_jetty;          /**< 1 bit: 1: local_num names a Jetty */
    uint8_t owner;             /**< 1 bit: parity of the lap; first lap writes 1 */
    uint8_t inline_;           /**< 1 bit: 1: received data are in the record */
    uint8_t opcode;            /**< 3 bit: receive side opcode; 0 on the send side */
    uint8_t fd;                /**< 1 bit: 1: flush done */
    uint8_t substatus;         /**< 8 bit: see urma_cqe_substatus */
    uint8_t status;            /**< 8 bit: see urma_cqe_status */
    uint16_t entry_idx;        /**< 16 bit: sqe_bb_idx of the finished request */
    uint16_t local_num_lo;     /**< 16 bit: Jetty id, bits 15:0 */
    uint8_t local_num_hi;      /**< 4 bit: Jetty id, bits 19:16 */
    uint32_t rmt_idx;          /**< 20 bit: remote Jetty id (receive side) */
    uint32_t tpn;              /**< 24 bit: local transport channel */
    uint32_t byte_cnt;         /**< 32 bit: bytes moved */
    uint64_t user_data;        /**< 64 bit: user_data of the Jetty */
    uint8_t rmt_eid[16];       /**< 128 bit, first byte first: remote EID (receive side) */
    uint64_t imm;              /**< 64 bit: immediate or invalidated token (receive side) */
    uint8_t inline_data[12];   /**< 96 bit, first byte first: inline receive data */
};

/** Write one urma_cqe; reserved bits become 0.
 *  @param in [in] values; bits above the width of a field are ignored.
 *  @param out [out] bytes, shape [64], first byte first. */
static inline void ubn_urma_cqe_pack(const struct ubn_urma_cqe *in, uint8_t out[64])
{
    out[0] = (uint8_t)((((uint32_t)in->fd & 0x1u) << 7) |
        (((uint32_t)in->opcode & 0x7u) << 4) |
        (((uint32_t)in->inline_ & 0x1u) << 3) |
        (((uint32_t)in->owner & 0x1u) << 2) |
        (((uint32_t)in->is_jetty & 0x1u) << 1) |
        ((uint32_t)in->s_r & 0x1u));
    out[1] = 0;
    out[2] = (uint8_t)((uint32_t)in->substatus & 0xffu);
    out[3] = (uint8_t)((uint32_t)in->status & 0xffu);
    out[4] = (uint8_t)((uint32_t)in->entry_idx & 0xffu);
    out[5] = (uint8_t)(((uint32_t)in->entry_idx >> 8) & 0xffu);
    out[6] = (uint8_t)((uint32_t)in->local_num_lo & 0xffu);
    out[7] = (uint8_t)(((uint32_t)in->local_num_lo >> 8) & 0xffu);
    out[8] = (uint8_t)((((uint32_t)in->rmt_idx & 0xfu) << 4) | ((uint32_t)in->local_num_hi & 0xfu));
    out[9] = (uint8_t)(((uint32_t)in->rmt_idx >> 4) & 0xffu);
    out[10] = (uint8_t)(((uint32_t)in->rmt_idx >> 12) & 0xffu);
    out[11] = 0;
    out[12] = (uint8_t)((uint32_t)in->tpn & 0xffu);
    out[13] = (uint8_t)(((uint32_t)in->tpn >> 8) & 0xffu);
    out[14] = (uint8_t)(((uint32_t)in->tpn >> 16) & 0xffu);
    out[15] = 0;
    out[16] = (uint8_t)((uint32_t)in->byte_cnt & 0xffu);
    out[17] = (uint8_t)(((uint32_t)in->byte_cnt >> 8) & 0xffu);
    out[18] = (uint8_t)(((uint32_t)in->byte_cnt >> 16) & 0xffu);
    out[19] = (uint8_t)(((uint32_t)in->byte_cnt >> 24) & 0xffu);
    out[20] = (uint8_t)((uint64_t)in->user_data & 0xffull);
    out[21] = (uint8_t)(((uint64_t)in->user_data >> 8) & 0xffull);
    out[22] = (uint8_t)(((uint64_t)in->user_data >> 16) & 0xffull);
    out[23] = (uint8_t)(((uint64_t)in->user_data >> 24) & 0xffull);
    out[24] = (uint8_t)(((uint64_t)in->user_data >> 32) & 0xffull);
    out[25] = (uint8_t)(((uint64_t)in->user_data >> 40) & 0xffull);
    out[26] = (uint8_t)(((uint64_t)in->user_data >> 48) & 0xffull);
    out[27] = (uint8_t)(((uint64_t)in->user_data >> 56) & 0xffull);
    out[44] = (uint8_t)((uint64_t)in->imm & 0xffull);
    out[45] = (uint8_t)(((uint64_t)in->imm >> 8) & 0xffull);
    out[46] = (uint8_t)(((uint64_t)in->imm >> 16) & 0xffull);
    out[47] = (uint8_t)(((uint64_t)in->imm >> 24) & 0xffull);
    out[48] = (uint8_t)(((uint64_t)in->imm >> 32) & 0xffull);
    out[49] = (uint8_t)(((uint64_t)in->imm >> 40) & 0xffull);
    out[50] = (uint8_t)(((uint64_t)in->imm >> 48) & 0xffull);
    out[51] = (uint8_t)(((uint64_t)in->imm >> 56) & 0xffull);
    memcpy(&out[28], in->rmt_eid, 16);
    memcpy(&out[52], in->inline_data, 12);
}

/** Read one urma_cqe; reserved bits are ignored.
 *  @param in [in] bytes, shape [64], first byte first.
 *  @param out [out] every field is written. */
static inline void ubn_urma_cqe_unpack(const uint8_t in[64], struct ubn_urma_cqe *out)
{
    out->s_r = (uint8_t)((uint32_t)in[0] & 0x1u);
    out->is_jetty = (uint8_t)(((uint32_t)in[0] >> 1) & 0x1u);
    out->owner = (uint8_t)(((uint32_t)in[0] >> 2) & 0x1u);
    out->inline_ = (uint8_t)(((uint32_t)in[0] >> 3) & 0x1u);
    out->opcode = (uint8_t)(((uint32_t)in[0] >> 4) & 0x7u);
    out->fd = (uint8_t)(((uint32_t)in[0] >> 7) & 0x1u);
    out->substatus = (uint8_t)((uint32_t)in[2] & 0xffu);
    out->status = (uint8_t)((uint32_t)in[3] & 0xffu);
    out->entry_idx = (uint16_t)((((uint32_t)in[5] & 0xffu) << 8) | ((uint32_t)in[4] & 0xffu));
    out->local_num_lo = (uint16_t)((((uint32_t)in[7] & 0xffu) << 8) | ((uint32_t)in[6] & 0xffu));
    out->local_num_hi = (uint8_t)((uint32_t)in[8] & 0xfu);
    out->rmt_idx = (uint32_t)((((uint32_t)in[10] & 0xffu) << 12) |
        (((uint32_t)in[9] & 0xffu) << 4) |
        (((uint32_t)in[8] >> 4) & 0xfu));
    out->tpn = (uint32_t)((((uint32_t)in[14] & 0xffu) << 16) |
        (((uint32_t)in[13] & 0xffu) << 8) |
        ((uint32_t)in[12] & 0xffu));
    out->byte_cnt = (uint32_t)((((uint32_t)in[19] & 0xffu) << 24) |
        (((uint32_t)in[18] & 0xffu) << 16) |
        (((uint32_t)in[17] & 0xffu) << 8) |
        ((uint32_t)in[16] & 0xffu));
    out->user_data = (uint64_t)((((uint64_t)in[27] & 0xffull) << 56) |
        (((uint64_t)in[26] & 0xffull) << 48) |
        (((uint64_t)in[25] & 0xffull) << 40) |
        (((uint64_t)in[24] & 0xffull) << 32) |
        (((uint64_t)in[23] & 0xffull) << 24) |
        (((uint64_t)in[22] & 0xffull) << 16) |
        (((uint64_t)in[21] & 0xffull) << 8) |
        ((uint64_t)in[20] & 0xffull));
    memcpy(out->rmt_eid, &in[28], 16);
    out->imm = (uint64_t)((((uint64_t)in[51] & 0xffull) << 56) |
        (((uint64_t)in[50] & 0xffull) << 48) |
        (((uint64_t)in[49] & 0xffull) << 40) |
        (((uint64_t)in[48] & 0xffull) << 32) |
        (((uint64_t)in[47] & 0xffull) << 24) |
        (((uint64_t)in[46] & 0xffull) << 16) |
        (((uint64_t)in[45] & 0xffull) << 8) |
        ((uint64_t)in[44] & 0xffull));
    memcpy(out->inline_data, &in[52], 12);
}

#define UBN_URMA_JETTY_CTX_BYTES 16

/** State of one Jetty, send side.
 *  @source ours, after the public kernel driver's Jetty context */
struct ubn_urma_jetty_ctx {
    uint8_t state;           /**< 3 bit: see urma_jetty_state */
    uint32_t jfc_id;         /**< 20 bit: JFC that takes the completion records */
    /** 16 bit: TASSN of the next request; written back by urma_order_ini */
    uint16_t next_tassn;
    /** 16 bit: requests in flight, bit TASSN mod 16; written back by urma_order_ini */
    uint16_t busy;
    uint64_t user_data;      /**< 64 bit: copied to each completion record */
};

/** Write one urma_jetty_ctx; reserved bits become 0.
 *  @param in [in] values; bits above the width of a field are ignored.
 *  @param out [out] bytes, shape [16], first byte first. */
static inline void ubn_urma_jetty_ctx_pack(const struct ubn_urma_jetty_ctx *in, uint8_t out[16])
{
    out[0] = (uint8_t)((uint32_t)in->state & 0x7u);
    out[1] = (uint8_t)((uint32_t)in->jfc_id & 0xffu);
    out[2] = (uint8_t)(((uint32_t)in->jfc_id >> 8) & 0xffu);
    out[3] = (uint8_t)(((uint32_t)in->jfc_id >> 16) & 0xfu);
    out[4] = (uint8_t)((uint32_t)in->next_tassn & 0xffu);
    out[5] = (uint8_t)(((uint32_t)in->next_tassn >> 8) & 0xffu);
    out[6] = (uint8_t)((uint32_t)in->busy & 0xffu);
    out[7] = (uint8_t)(((uint32_t)in->busy >> 8) & 0xffu);
    out[8] = (uint8_t)((uint64_t)in->user_data & 0xffull);
    out[9] = (uint8_t)(((uint64_t)in->user_data >> 8) & 0xffull);
    out[10] = (uint8_t)(((uint64_t)in->user_data >> 16) & 0xffull);
    out[11] = (uint8_t)(((uint64_t)in->user_data >> 24) & 0xffull);
    out[12] = (uint8_t)(((uint64_t)in->user_data >> 32) & 0xffull);
    out[13] = (uint8_t)(((uint64_t)in->user_data >> 40) & 0xffull);
    out[14] = (uint8_t)(((uint64_t)in->user_data >> 48) & 0xffull);
    out[15] = (uint8_t)(((uint64_t)in->user_data >> 56) & 0xffull);
}

/** Read one urma_jetty_ctx; reserved bits are ignored.
 *  @param in [in] bytes, shape [16], first byte first.
 *  @param out [out] every field is written. */
static inline void ubn_urma_jetty_ctx_unpack(const uint8_t in[16], struct ubn_urma_jetty_ctx *out)
{
    out->state = (uint8_t)((uint32_t)in[0] & 0x7u);
    out->jfc_id = (uint32_t)((((uint32_t)in[3] & 0xfu) << 16) |
        (((uint32_t)in[2] & 0xffu) << 8) |
        ((uint32_t)in[1] & 0xffu));
    out->next_tassn = (uint16_t)((((uint32_t)in[5] & 0xffu) << 8) | ((uint32_t)in[4] & 0xffu));
    out->busy = (uint16_t)((((uint32_t)in[7] & 0xffu) << 8) | ((uint32_t)in[6] & 0xffu));
    out->user_data = (uint64_t)((((uint64_t)in[15] & 0xffull) << 56) |
        (((uint64_t)in[14] & 0xffull) << 48) |
        (((uint64_t)in[13] & 0xffull) << 40) |
        (((uint64_t)in[12] & 0xffull) << 32) |
        (((uint64_t)in[11] & 0xffull) << 24) |
        (((uint64_t)in[10] & 0xffull) << 16) |
        (((uint64_t)in[9] & 0xffull) << 8) |
        ((uint64_t)in[8] & 0xffull));
}

#define UBN_URMA_JFC_CTX_BYTES 16

/** State of one completion queue.
 *  @source ours, after the public kernel driver's JFC context */
struct ubn_urma_jfc_ctx {
    uint8_t valid;      /**< 1 bit */
    uint8_t shift;      /**< 5 bit: log2 of the depth in records, 0..22 */
    /** 23 bit: producer index, modulo two laps; written back by the controller */
    uint32_t pi;
    uint64_t base;      /**< 64 bit: address of record 0, 64 B aligned */
};

/** Write one urma_jfc_ctx; reserved bits become 0.
 *  @param in [in] values; bits above the width of a field are ignored.
 *  @param out [out] bytes, shape [16], first byte first. */
static inline void ubn_urma_jfc_ctx_pack(const struct ubn_urma_jfc_ctx *in, uint8_t out[16])
{
    out[0] = (uint8_t)((((uint32_t)in->shift & 0xfu) << 4) | ((uint32_t)in->valid & 0x1u));
    out[1] = (uint8_t)((((uint32_t)in->pi & 0x3fu) << 2) | (((uint32_t)in->shift >> 4) & 0x1u));
    out[2] = (uint8_t)(((uint32_t)in->pi >> 6) & 0xffu);
    out[3] = (uint8_t)(((uint32_t)in->pi >> 14) & 0xffu);
    out[4] = (uint8_t)(((uint32_t)in->pi >> 22) & 0x1u);
    out[5] = 0;
    out[6] = 0;
    out[7] = 0;
    out[8] = (uint8_t)((uint64_t)in->base & 0xffull);
    out[9] = (uint8_t)(((uint64_t)in->base >> 8) & 0xffull);
    out[10] = (uint8_t)(((uint64_t)in->base >> 16) & 0xffull);
    out[11] = (uint8_t)(((uint64_t)in->base >> 24) & 0xffull);
    out[12] = (uint8_t)(((uint64_t)in->base >> 32) & 0xffull);
    out[13] = (uint8_t)(((uint64_t)in->base >> 40) & 0xffull);
    out[14] = (uint8_t)(((uint64_t)in->base >> 48) & 0xffull);
    out[15] = (uint8_t)(((uint64_t)in->base >> 56) & 0xffull);
}

/** Read one urma_jfc_ctx; reserved bits are ignored.
 *  @param in [in] bytes, shape [16], first byte first.
 *  @param out [out] every field is written. */
static inline void ubn_urma_jfc_ctx_unpack(const uint8_t in[16], struct ubn_urma_jfc_ctx *out)
{
    out->valid = (uint8_t)((uint32_t)in[0] & 0x1u);
    out->shift = (uint8_t)((((uint32_t)in[1] & 0x1u) << 4) | (((uint32_t)in[0] >> 4) & 0xfu));
    out->pi = (uint32_t)((((uint32_t)in[4] & 0x1u) << 22) |
        (((uint32_t)in[3] & 0xffu) << 14) |
        (((uint32_t)in[2] & 0xffu) << 6) |
        (((uint32_t)in[1] >> 2) & 0x3fu));
    out->base = (uint64_t)((((uint64_t)in[15] & 0xffull) << 56) |
        (((uint64_t)in[14] & 0xffull) << 48) |
        (((uint64_t)in[13] & 0xffull) << 40) |
        (((uint64_t)in[12] & 0xffull) << 32) |
        (((uint64_t)in[11] & 0xffull) << 24) |
        (((uint64_t)in[10] & 0xffull) << 16) |
        (((uint64_t)in[9] & 0xffull) << 8) |
        ((uint64_t)in[8] & 0xffull));
}

#define UBN_URMA_SEG_CTX_BYTES 40

/** One registered memory segment, found by its TokenID.
 *  @source UB base specification, memory management (permission entry with two token values) */
struct ubn_urma_seg_ctx {
    uint8_t valid;          /**< 1 bit */
    uint8_t write_en;       /**< 1 bit */
    uint8_t read_en;        /**< 1 bit */
    uint8_t atomic_en;      /**< 1 bit */
    uint8_t token_chk;      /**< 1 bit: 1: the token value is checked */
    uint32_t token0;        /**< 32 bit: primary token value */
    uint32_t token1;        /**< 32 bit: secondary token value; equal to token0 when unused */
    uint64_t uba;           /**< 64 bit: first address of the segment as the initiator sees it */
    uint64_t len;           /**< 64 bit: bytes */
    uint64_t pa;            /**< 64 bit: first address of the segment in local memory */
};

/** Write one urma_seg_ctx; reserved bits become 0.
 *  @param in [in] values; bits above the width of a field are ignored.
 *  @param out [out] bytes, shape [40], first byte first. */
static inline void ubn_urma_seg_ctx_pack(const struct ubn_urma_seg_ctx *in, uint8_t out[40])
{
    out[0] = (uint8_t)((((uint32_t)in->token_chk & 0x1u) << 4) |
        (((uint32_t)in->atomic_en & 0x1u) << 3) |
        (((uint32_t)in->read_en & 0x1u) << 2) |
        (((uint32_t)in->write_en & 0x1u) << 1) |
        ((uint32_t)in->valid & 0x1u));
    out[1] = 0;
    out[2] = 0;
    out[3] = 0;
    out[4] = (uint8_t)((uint32_t)in->token0 & 0xffu);
    out[5] = (uint8_t)(((uint32_t)in->token0 >> 8) & 0xffu);
    out[6] = (uint8_t)(((uint32_t)in->token0 >> 16) & 0xffu);
    out[7] = (uint8_t)(((uint32_t)in->token0 >> 24) & 0xffu);
    out[8] = (uint8_t)((uint32_t)in->token1 & 0xffu);
    out[9] = (uint8_t)(((uint32_t)in->token1 >> 8) & 0xffu);
    out[10] = (uint8_t)(((uint32_t)in->token1 >> 16) & 0xffu);
    out[11] = (uint8_t)(((uint32_t)in->token1 >> 24) & 0xffu);
    out[12] = 0;
    out[13] = 0;
    out[14] = 0;
    out[15] = 0;
    out[16] = (uint8_t)((uint64_t)in->uba & 0xffull);
    out[17] = (uint8_t)(((uint64_t)in->uba >> 8) & 0xffull);
    out[18] = (uint8_t)(((uint64_t)in->uba >> 16) & 0xffull);
    out[19] = (uint8_t)(((uint64_t)in->uba >> 24) & 0xffull);
    out[20] = (uint8_t)(((uint64_t)in->uba >> 32) & 0xffull);
    out[21] = (uint8_t)(((uint64_t)in->uba >> 40) & 0xffull);
    out[22] = (uint8_t)(((uint64_t)in->uba >> 48) & 0xffull);
    out[23] = (uint8_t)(((uint64_t)in->uba >> 56) & 0xffull);
    out[24] = (uint8_t)((uint64_t)in->len & 0xffull);
    out[25] = (uint8_t)(((uint64_t)in->len >> 8) & 0xffull);
    out[26] = (uint8_t)(((uint64_t)in->len >> 16) & 0xffull);
    out[27] = (uint8_t)(((uint64_t)in->len >> 24) & 0xffull);
    out[28] = (uint8_t)(((uint64_t)in->len >> 32) & 0xffull);
    out[29] = (uint8_t)(((uint64_t)in->len >> 40) & 0xffull);
    out[30] = (uint8_t)(((uint64_t)in->len >> 48) & 0xffull);
    out[31] = (uint8_t)(((uint64_t)in->len >> 56) & 0xffull);
    out[32] = (uint8_t)((uint64_t)in->pa & 0xffull);
    out[33] = (uint8_t)(((uint64_t)in->pa >> 8) & 0xffull);
    out[34] = (uint8_t)(((uint64_t)in->pa >> 16) & 0xffull);
    out[35] = (uint8_t)(((uint64_t)in->pa >> 24) & 0xffull);
    out[36] = (uint8_t)(((uint64_t)in->pa >> 32) & 0xffull);
    out[37] = (uint8_t)(((uint64_t)in->pa >> 40) & 0xffull);
    out[38] = (uint8_t)(((uint64_t)in->pa >> 48) & 0xffull);
    out[39] = (uint8_t)(((uint64_t)in->pa >> 56) & 0xffull);
}

/** Read one urma_seg_ctx; reserved bits are ignored.
 *  @param in [in] bytes, shape [40], first byte first.
 *  @param out [out] every field is written. */
static inline void ubn_urma_seg_ctx_unpack(const uint8_t in[40], struct ubn_urma_seg_ctx *out)
{
    out->valid = (uint8_t)((uint32_t)in[0] & 0x1u);
    out->write_en = (uint8_t)(((uint32_t)in[0] >> 1) & 0x1u);
    out->read_en = (uint8_t)(((uint32_t)in[0] >> 2) & 0x1u);
    out->atomic_en = (uint8_t)(((uint32_t)in[0] >> 3) & 0x1u);
    out->token_chk = (uint8_t)(((uint32_t)in[0] >> 4) & 0x1u);
    out->token0 = (uint32_t)((((uint32_t)in[7] & 0xffu) << 24) |
        (((uint32_t)in[6] & 0xffu) << 16) |
        (((uint32_t)in[5] & 0xffu) << 8) |
        ((uint32_t)in[4] & 0xffu));
    out->token1 = (uint32_t)((((uint32_t)in[11] & 0xffu) << 24) |
        (((uint32_t)in[10] & 0xffu) << 16) |
        (((uint32_t)in[9] & 0xffu) << 8) |
        ((uint32_t)in[8] & 0xffu));
    out->uba = (uint64_t)((((uint64_t)in[23] & 0xffull) << 56) |
        (((uint64_t)in[22] & 0xffull) << 48) |
        (((uint64_t)in[21] & 0xffull) << 40) |
        (((uint64_t)in[20] & 0xffull) << 32) |
        (((uint64_t)in[19] & 0xffull) << 24) |
        (((uint64_t)in[18] & 0xffull) << 16) |
        (((uint64_t)in[17] & 0xffull) << 8) |
        ((uint64_t)in[16] & 0xffull));
    out->len = (uint64_t)((((uint64_t)in[31] & 0xffull) << 56) |
        (((uint64_t)in[30] & 0xffull) << 48) |
        (((uint64_t)in[29] & 0xffull) << 40) |
        (((uint64_t)in[28] & 0xffull) << 32) |
        (((uint64_t)in[27] & 0xffull) << 24) |
        (((uint64_t)in[26] & 0xffull) << 16) |
        (((uint64_t)in[25] & 0xffull) << 8) |
        ((uint64_t)in[24] & 0xffull));
    out->pa = (uint64_t)((((uint64_t)in[39] & 0xffull) << 56) |
        (((uint64_t)in[38] & 0xffull) << 48) |
        (((uint64_t)in[37] & 0xffull) << 40) |
        (((uint64_t)in[36] & 0xffull) << 32) |
        (((uint64_t)in[35] & 0xffull) << 24) |
        (((uint64_t)in[34] & 0xffull) << 16) |
        (((uint64_t)in[33] & 0xffull) << 8) |
        ((uint64_t)in[32] & 0xffull));
}

#define UBN_URMA_CHAN_CFG_BYTES 24

/** Static part of a transport channel, the address of its other end.
 *  @source ours; UB base specification, transport channel */
struct ubn_urma_chan_cfg {
    uint8_t valid;          /**< 1 bit */
    uint8_t mtu;            /**< 3 bit: 1 = 256 B ... 5 = 4096 B, 6 = 8192 B */
    uint32_t rmt_tpn;       /**< 24 bit: TPN of the other end */
    uint64_t dst_mac;       /**< 48 bit: first wire byte in bits 47:40 */
    uint16_t udp_sport;     /**< 16 bit: entropy of the channel */
    uint32_t dst_ip;        /**< 32 bit: first wire byte in bits 31:24 */
    uint32_t window;        /**< 24 bit: unacknowledged packets allowed, 1..8388607 */
};

/** Write one urma_chan_cfg; reserved bits become 0.
 *  @param in [in] values; bits above the width of a field are ignored.
 *  @param out [out] bytes, shape [24], first byte first. */
static inline void ubn_urma_chan_cfg_pack(const struct ubn_urma_chan_cfg *in, uint8_t out[24])
{
    out[0] = (uint8_t)((((uint32_t)in->mtu & 0x7u) << 4) | ((uint32_t)in->valid & 0x1u));
    out[1] = (uint8_t)((uint32_t)in->rmt_tpn & 0xffu);
    out[2] = (uint8_t)(((uint32_t)in->rmt_tpn >> 8) & 0xffu);
    out[3] = (uint8_t)(((uint32_t)in->rmt_tpn >> 16) & 0xffu);
    out[4] = (uint8_t)((uint64_t)in->dst_mac & 0xffull);
    out[5] = (uint8_t)(((uint64_t)in->dst_mac >> 8) & 0xffull);
    out[6] = (uint8_t)(((uint64_t)in->dst_mac >> 16) & 0xffull);
    out[7] = (uint8_t)(((uint64_t)in->dst_mac >> 24) & 0xffull);
    out[8] = (uint8_t)(((uint64_t)in->dst_mac >> 32) & 0xffull);
    out[9] = (uint8_t)(((uint64_t)in->dst_mac >> 40) & 0xffull);
    out[10] = (uint8_t)((uint32_t)in->udp_sport & 0xffu);
    out[11] = (uint8_t)(((uint32_t)in->udp_sport >> 8) & 0xffu);
    out[12] = (uint8_t)((uint32_t)in->dst_ip & 0xffu);
    out[13] = (uint8_t)(((uint32_t)in->dst_ip >> 8) & 0xffu);
    out[14] = (uint8_t)(((uint32_t)in->dst_ip >> 16) & 0xffu);
    out[15] = (uint8_t)(((uint32_t)in->dst_ip >> 24) & 0xffu);
    out[16] = (uint8_t)((uint32_t)in->window & 0xffu);
    out[17] = (uint8_t)(((uint32_t)in->window >> 8) & 0xffu);
    out[18] = (uint8_t)(((uint32_t)in->window >> 16) & 0xffu);
    out[19] = 0;
    out[20] = 0;
    out[21] = 0;
    out[22] = 0;
    out[23] = 0;
}

/** Read one urma_chan_cfg; reserved bits are ignored.
 *  @param in [in] bytes, shape [24], first byte first.
 *  @param out [out] every field is written. */
static inline void ubn_urma_chan_cfg_unpack(const uint8_t in[24], struct ubn_urma_chan_cfg *out)
{
    out->valid = (uint8_t)((uint32_t)in[0] & 0x1u);
    out->mtu = (uint8_t)(((uint32_t)in[0] >> 4) & 0x7u);
    out->rmt_tpn = (uint32_t)((((uint32_t)in[3] & 0xffu) << 16) |
        (((uint32_t)in[2] & 0xffu) << 8) |
        ((uint32_t)in[1] & 0xffu));
    out->dst_mac = (uint64_t)((((uint64_t)in[9] & 0xffull) << 40) |
        (((uint64_t)in[8] & 0xffull) << 32) |
        (((uint64_t)in[7] & 0xffull) << 24) |
        (((uint64_t)in[6] & 0xffull) << 16) |
        (((uint64_t)in[5] & 0xffull) << 8) |
        ((uint64_t)in[4] & 0xffull));
    out->udp_sport = (uint16_t)((((uint32_t)in[11] & 0xffu) << 8) | ((uint32_t)in[10] & 0xffu));
    out->dst_ip = (uint32_t)((((uint32_t)in[15] & 0xffu) << 24) |
        (((uint32_t)in[14] & 0xffu) << 16) |
        (((uint32_t)in[13] & 0xffu) << 8) |
        ((uint32_t)in[12] & 0xffu));
    out->window = (uint32_t)((((uint32_t)in[18] & 0xffu) << 16) |
        (((uint32_t)in[17] & 0xffu) << 8) |
        ((uint32_t)in[16] & 0xffu));
}

#define UBN_URMA_CHAN_TX_BYTES 8

/** Send side of a transport channel, written back by urma_tp_tx.
 *  @source UB base specification, PSN rules */
struct ubn_urma_chan_tx {
    uint32_t next_psn;       /**< 24 bit: PSN of the next new packet */
    uint32_t next_tpmsn;     /**< 24 bit: TPMSN of the next operation */
};

/** Write one urma_chan_tx; reserved bits become 0.
 *  @param in [in] values; bits above the width of a field are ignored.
 *  @param out [out] bytes, shape [8], first byte first. */
static inline void ubn_urma_chan_tx_pack(const struct ubn_urma_chan_tx *in, uint8_t out[8])
{
    out[0] = (uint8_t)((uint32_t)in->next_psn & 0xffu);
    out[1] = (uint8_t)(((uint32_t)in->next_psn >> 8) & 0xffu);
    out[2] = (uint8_t)(((uint32_t)in->next_psn >> 16) & 0xffu);
    out[3] = 0;
    out[4] = (uint8_t)((uint32_t)in->next_tpmsn & 0xffu);
    out[5] = (uint8_t)(((uint32_t)in->next_tpmsn >> 8) & 0xffu);
    out[6] = (uint8_t)(((uint32_t)in->next_tpmsn >> 16) & 0xffu);
    out[7] = 0;
}

/** Read one urma_chan_tx; reserved bits are ignored.
 *  @param in [in] bytes, shape [8], first byte first.
 *  @param out [out] every field is written. */
static inline void ubn_urma_chan_tx_unpack(const uint8_t in[8], struct ubn_urma_chan_tx *out)
{
    out->next_psn = (uint32_t)((((uint32_t)in[2] & 0xffu) << 16) |
        (((uint32_t)in[1] & 0xffu) << 8) |
        ((uint32_t)in[0] & 0xffu));
    out->next_tpmsn = (uint32_t)((((uint32_t)in[6] & 0xffu) << 16) |
        (((uint32_t)in[5] & 0xffu) << 8) |
        ((uint32_t)in[4] & 0xffu));
}

#define UBN_URMA_CHAN_ACK_BYTES 4

/** Acknowledged edge of the send side, written back by urma_tp_ack.
 *  @source UB base specification, PSN rules */
struct ubn_urma_chan_ack {
    uint32_t una;     /**< 24 bit: smallest unacknowledged PSN */
};

/** Write one urma_chan_ack; reserved bits become 0.
 *  @param in [in] values; bits above the width of a field are ignored.
 *  @param out [out] bytes, shape [4], first byte first. */
static inline void ubn_urma_chan_ack_pack(const struct ubn_urma_chan_ack *in, uint8_t out[4])
{
    out[0] = (uint8_t)((uint32_t)in->una & 0xffu);
    out[1] = (uint8_t)(((uint32_t)in->una >> 8) & 0xffu);
    out[2] = (uint8_t)(((uint32_t)in->una >> 16) & 0xffu);
    out[3] = 0;
}

/** Read one urma_chan_ack; reserved bits are ignored.
 *  @param in [in] bytes, shape [4], first byte first.
 *  @param out [out] every field is written. */
static inline void ubn_urma_chan_ack_unpack(const uint8_t in[4], struct ubn_urma_chan_ack *out)
{
    out->una = (uint32_t)((((uint32_t)in[2] & 0xffu) << 16) |
        (((uint32_t)in[1] & 0xffu) << 8) |
        ((uint32_t)in[0] & 0xffu));
}

#define UBN_URMA_CHAN_RX_BYTES 8

/** Receive side of a transport channel, written back by urma_tp_rx.
 *  @source UB base specification, PSN rules */
struct ubn_urma_chan_rx {
    uint32_t epsn;     /**< 24 bit: expected PSN */
    uint32_t emsn;     /**< 24 bit: operations received whole */
};

/** Write one urma_chan_rx; reserved bits become 0.
 *  @param in [in] values; bits above the width of a field are ignored.
 *  @param out [out] bytes, shape [8], first byte first. */
static inline void ubn_urma_chan_rx_pack(const struct ubn_urma_chan_rx *in, uint8_t out[8])
{
    out[0] = (uint8_t)((uint32_t)in->epsn & 0xffu);
    out[1] = (uint8_t)(((uint32_t)in->epsn >> 8) & 0xffu);
    out[2] = (uint8_t)(((uint32_t)in->epsn >> 16) & 0xffu);
    out[3] = 0;
    out[4] = (uint8_t)((uint32_t)in->emsn & 0xffu);
    out[5] = (uint8_t)(((uint32_t)in->emsn >> 8) & 0xffu);
    out[6] = (uint8_t)(((uint32_t)in->emsn >> 16) & 0xffu);
    out[7] = 0;
}

/** Read one urma_chan_rx; reserved bits are ignored.
 *  @param in [in] bytes, shape [8], first byte first.
 *  @param out [out] every field is written. */
static inline void ubn_urma_chan_rx_unpack(const uint8_t in[8], struct ubn_urma_chan_rx *out)
{
    out->epsn = (uint32_t)((((uint32_t)in[2] & 0xffu) << 16) |
        (((uint32_t)in[1] & 0xffu) << 8) |
        ((uint32_t)in[0] & 0xffu));
    out->emsn = (uint32_t)((((uint32_t)in[6] & 0xffu) << 16) |
        (((uint32_t)in[5] & 0xffu) << 8) |
        ((uint32_t)in[4] & 0xffu));
}

#define UBN_URMA_WIN_CTX_BYTES 32

/** One entry of the load/store decoder, 128 MiB of the window; its number is in address bits
 *  30:27.
 *  @source UB base specification, memory management (UB decoder entry); size of an entry: ours */
struct ubn_urma_win_ctx {
    uint8_t valid;         /**< 1 bit */
    uint8_t load_en;       /**< 1 bit: 1: loads may pass */
    uint8_t store_en;      /**< 1 bit: 1: stores may pass */
    uint8_t so;            /**< 1 bit: 1: requests are marked strong order */
    uint16_t dcna;         /**< 16 bit: network address of the target */
    uint32_t token_id;     /**< 20 bit: names the segment of the target */
    uint64_t dst_mac;      /**< 48 bit: first wire byte in bits 47:40 */
    uint64_t uba_base;     /**< 64 bit: address in the segment of offset 0; a multiple of 64 */
};

/** Write one urma_win_ctx; reserved bits become 0.
 *  @param in [in] values; bits above the width of a field are ignored.
 *  @param out [out] bytes, shape [32], first byte first. */
static inline void ubn_urma_win_ctx_pack(const struct ubn_urma_win_ctx *in, uint8_t out[32])
{
    out[0] = (uint8_t)((((uint32_t)in->so & 0x1u) << 3) |
        (((uint32_t)in->store_en & 0x1u) << 2) |
        (((uint32_t)in->load_en & 0x1u) << 1) |
        ((uint32_t)in->valid & 0x1u));
    out[1] = 0;
    out[2] = (uint8_t)((uint32_t)in->dcna & 0xffu);
    out[3] = (uint8_t)(((uint32_t)in->dcna >> 8) & 0xffu);
    out[4] = (uint8_t)((uint32_t)in->token_id & 0xffu);
    out[5] = (uint8_t)(((uint32_t)in->token_id >> 8) & 0xffu);
    out[6] = (uint8_t)(((uint32_t)in->token_id >> 16) & 0xfu);
    out[7] = 0;
    out[8] = (uint8_t)((uint64_t)in->dst_mac & 0xffull);
    out[9] = (uint8_t)(((uint64_t)in->dst_mac >> 8) & 0xffull);
    out[10] = (uint8_t)(((uint64_t)in->dst_mac >> 16) & 0xffull);
    out[11] = (uint8_t)(((uint64_t)in->dst_mac >> 24) & 0xffull);
    out[12] = (uint8_t)(((uint64_t)in->dst_mac >> 32) & 0xffull);
    out[13] = (uint8_t)(((uint64_t)in->dst_mac >> 40) & 0xffull);
    out[14] = 0;
    out[15] = 0;
    out[16] = (uint8_t)((uint64_t)in->uba_base & 0xffull);
    out[17] = (uint8_t)(((uint64_t)in->uba_base >> 8) & 0xffull);
    out[18] = (uint8_t)(((uint64_t)in->uba_base >> 16) & 0xffull);
    out[19] = (uint8_t)(((uint64_t)in->uba_base >> 24) & 0xffull);
    out[20] = (uint8_t)(((uint64_t)in->uba_base >> 32) & 0xffull);
    out[21] = (uint8_t)(((uint64_t)in->uba_base >> 40) & 0xffull);
    out[22] = (uint8_t)(((uint64_t)in->uba_base >> 48) & 0xffull);
    out[23] = (uint8_t)(((uint64_t)in->uba_base >> 56) & 0xffull);
    out[24] = 0;
    out[25] = 0;
    out[26] = 0;
    out[27] = 0;
    out[28] = 0;
    out[29] = 0;
    out[30] = 0;
    out[31] = 0;
}

/** Read one urma_win_ctx; reserved bits are ignored.
 *  @param in [in] bytes, shape [32], first byte first.
 *  @param out [out] every field is written. */
static inline void ubn_urma_win_ctx_unpack(const uint8_t in[32], struct ubn_urma_win_ctx *out)
{
    out->valid = (uint8_t)((uint32_t)in[0] & 0x1u);
    out->load_en = (uint8_t)(((uint32_t)in[0] >> 1) & 0x1u);
    out->store_en = (uint8_t)(((uint32_t)in[0] >> 2) & 0x1u);
    out->so = (uint8_t)(((uint32_t)in[0] >> 3) & 0x1u);
    out->dcna = (uint16_t)((((uint32_t)in[3] & 0xffu) << 8) | ((uint32_t)in[2] & 0xffu));
    out->token_id = (uint32_t)((((uint32_t)in[6] & 0xfu) << 16) |
        (((uint32_t)in[5] & 0xffu) << 8) |
        ((uint32_t)in[4] & 0xffu));
    out->dst_mac = (uint64_t)((((uint64_t)in[13] & 0xffull) << 40) |
        (((uint64_t)in[12] & 0xffull) << 32) |
        (((uint64_t)in[11] & 0xffull) << 24) |
        (((uint64_t)in[10] & 0xffull) << 16) |
        (((uint64_t)in[9] & 0xffull) << 8) |
        ((uint64_t)in[8] & 0xffull));
    out->uba_base = (uint64_t)((((uint64_t)in[23] & 0xffull) << 56) |
        (((uint64_t)in[22] & 0xffull) << 48) |
        (((uint64_t)in[21] & 0xffull) << 40) |
        (((uint64_t)in[20] & 0xffull) << 32) |
        (((uint64_t)in[19] & 0xffull) << 24) |
        (((uint64_t)in[18] & 0xffull) << 16) |
        (((uint64_t)in[17] & 0xffull) << 8) |
        ((uint64_t)in[16] & 0xffull));
}

#define UBN_ROCE_WQE_BYTES 64

/** One work request of a send queue; a receive queue uses length, lkey and local_addr only.
 *  Inline data stand from lkey on.
 *  @source ours, after the public mlx5 user driver (control, remote address, data and atomic
 *  segments of 16 B) */
struct ubn_roce_wqe {
    uint8_t opcode;           /**< 8 bit: see roce_wr_opcode */
    uint8_t signaled;         /**< 1 bit: 1: a completion record is written on success */
    uint8_t solicited;        /**< 1 bit: 1: asks for a completion event at the target */
    uint8_t fence;            /**< 1 bit: 1: waits for earlier reads and atomics of the queue */
    /** 1 bit: 1: the data are in the request itself, up to roce_inline_max bytes */
    uint8_t inline_;
    uint16_t wqe_idx;         /**< 16 bit: index in the queue, returned in the completion record */
    uint32_t qpn;             /**< 24 bit: queue pair */
    uint8_t sge_num;          /**< 8 bit: 0 or 1; 0: no data, length is ignored */
    uint32_t imm;             /**< 32 bit: immediate data */
    uint64_t remote_addr;     /**< 64 bit: remote address */
    uint32_t rkey;            /**< 32 bit: key of the remote memory region */
    uint32_t length;          /**< 32 bit: bytes, 0 .. 2^31 */
    uint32_t lkey;            /**< 32 bit: key of the local memory region */
    uint64_t local_addr;      /**< 64 bit: local address */
    uint64_t swap_add;        /**< 64 bit: atomics: value to store or to add */
    uint64_t compare;         /**< 64 bit: compare and swap: value to compare with */
};

/** Write one roce_wqe; reserved bits become 0.
 *  @param in [in] values; bits above the width of a field are ignored.
 *  @param out [out] bytes, shape [64], first byte first. */
static inline void ubn_roce_wqe_pack(const struct ubn_roce_wqe *in, uint8_t out[64])
{
    out[0] = (uint8_t)((uint32_t)in->opcode & 0xffu);
    out[1] = (uint8_t)((((uint32_t)in->inline_ & 0x1u) << 3) |
        (((uint32_t)in->fence & 0x1u) << 2) |
        (((uint32_t)in->solicited & 0x1u) << 1) |
        ((uint32_t)in->signaled & 0x1u));
    out[2] = (uint8_t)((uint32_t)in->wqe_idx & 0xffu);
    out[3] = (uint8_t)(((uint32_t)in->wqe_idx >> 8) & 0xffu);
    out[4] = (uint8_t)((uint32_t)in->qpn & 0xffu);
    out[5] = (uint8_t)(((uint32_t)in->qpn >> 8) & 0xffu);
    out[6] = (uint8_t)(((uint32_t)in->qpn >> 16) & 0xffu);
    out[7] = (uint8_t)((uint32_t)in->sge_num & 0xffu);
    out[8] = (uint8_t)((uint32_t)in->imm & 0xffu);
    out[9] = (uint8_t)(((uint32_t)in->imm >> 8) & 0xffu);
    out[10] = (uint8_t)(((uint32_t)in->imm >> 16) & 0xffu);
    out[11] = (uint8_t)(((uint32_t)in->imm >> 24) & 0xffu);
    out[12] = 0;
    out[13] = 0;
    out[14] = 0;
    out[15] = 0;
    out[16] = (uint8_t)((uint64_t)in->remote_addr & 0xffull);
    out[17] = (uint8_t)(((uint64_t)in->remote_addr >> 8) & 0xffull);
    out[18] = (uint8_t)(((uint64_t)in->remote_addr >> 16) & 0xffull);
    out[19] = (uint8_t)(((uint64_t)in->remote_addr >> 24) & 0xffull);
    out[20] = (uint8_t)(((uint64_t)in->remote_addr >> 32) & 0xffull);
    out[21] = (uint8_t)(((uint64_t)in->remote_addr >> 40) & 0xffull);
    out[22] = (uint8_t)(((uint64_t)in->remote_addr >> 48) & 0xffull);
    out[23] = (uint8_t)(((uint64_t)in->remote_addr >> 56) & 0xffull);
    out[24] = (uint8_t)((uint32_t)in->rkey & 0xffu);
    out[25] = (uint8_t)(((uint32_t)in->rkey >> 8) & 0xffu);
    out[26] = (uint8_t)(((uint32_t)in->rkey >> 16) & 0xffu);
    out[27] = (uint8_t)(((uint32_t)in->rkey >> 24) & 0xffu);
    out[28] = 0;
    out[29] = 0;
    out[30] = 0;
    out[31] = 0;
    out[32] = (uint8_t)((uint32_t)in->length & 0xffu);
    out[33] = (uint8_t)(((uint32_t)in->length >> 8) & 0xffu);
    out[34] = (uint8_t)(((uint32_t)in->length >> 16) & 0xffu);
    out[35] = (uint8_t)(((uint32_t)in->length >> 24) & 0xffu);
    out[36] = (uint8_t)((uint32_t)in->lkey & 0xffu);
    out[37] = (uint8_t)(((uint32_t)in->lkey >> 8) & 0xffu);
    out[38] = (uint8_t)(((uint32_t)in->lkey >> 16) & 0xffu);
    out[39] = (uint8_t)(((uint32_t)in->lkey >> 24) & 0xffu);
    out[40] = (uint8_t)((uint64_t)in->local_addr & 0xffull);
    out[41] = (uint8_t)(((uint64_t)in->local_addr >> 8) & 0xffull);
    out[42] = (uint8_t)(((uint64_t)in->local_addr >> 16) & 0xffull);
    out[43] = (uint8_t)(((uint64_t)in->local_addr >> 24) & 0xffull);
    out[44] = (uint8_t)(((uint64_t)in->local_addr >> 32) & 0xffull);
    out[45] = (uint8_t)(((uint64_t)in->local_addr >> 40) & 0xffull);
    out[46] = (uint8_t)(((uint64_t)in->local_addr >> 48) & 0xffull);
    out[47] = (uint8_t)(((uint64_t)in->local_addr >> 56) & 0xffull);
    out[48] = (uint8_t)((uint64_t)in->swap_add & 0xffull);
    out[49] = (uint8_t)(((uint64_t)in->swap_add >> 8) & 0xffull);
    out[50] = (uint8_t)(((uint64_t)in->swap_add >> 16) & 0xffull);
    out[51] = (uint8_t)(((uint64_t)in->swap_add >> 24) & 0xffull);
    out[52] = (uint8_t)(((uint64_t)in->swap_add >> 32) & 0xffull);
    out[53] = (uint8_t)(((uint64_t)in->swap_add >> 40) & 0xffull);
    out[54] = (uint8_t)(((uint64_t)in->swap_add >> 48) & 0xffull);
    out[55] = (uint8_t)(((uint64_t)in->swap_add >> 56) & 0xffull);
    out[56] = (uint8_t)((uint64_t)in->compare & 0xffull);
    out[57] = (uint8_t)(((uint64_t)in->compare >> 8) & 0xffull);
    out[58] = (uint8_t)(((uint64_t)in->compare >> 16) & 0xffull);
    out[59] = (uint8_t)(((uint64_t)in->compare >> 24) & 0xffull);
    out[60] = (uint8_t)(((uint64_t)in->compare >> 32) & 0xffull);
    out[61] = (uint8_t)(((uint64_t)in->compare >> 40) & 0xffull);
    out[62] = (uint8_t)(((uint64_t)in->compare >> 48) & 0xffull);
    out[63] = (uint8_t)(((uint64_t)in->compare >> 56) & 0xffull);
}

/** Read one roce_wqe; reserved bits are ignored.
 *  @param in [in] bytes, shape [64], first byte first.
 *  @param out [out] every field is written. */
static inline void ubn_roce_wqe_unpack(const uint8_t in[64], struct ubn_roce_wqe *out)
{
    out->opcode = (uint8_t)((uint32_t)in[0] & 0xffu);
    out->signaled = (uint8_t)((uint32_t)in[1] & 0x1u);
    out->solicited = (uint8_t)(((uint32_t)in[1] >> 1) & 0x1u);
    out->fence = (uint8_t)(((uint32_t)in[1] >> 2) & 0x1u);
    out->inline_ = (uint8_t)(((uint32_t)in[1] >> 3) & 0x1u);
    out->wqe_idx = (uint16_t)((((uint32_t)in[3] & 0xffu) << 8) | ((uint32_t)in[2] & 0xffu));
    out->qpn = (uint32_t)((((uint32_t)in[6] & 0xffu) << 16) |
        (((uint32_t)in[5] & 0xffu) << 8) |
        ((uint32_t)in[4] & 0xffu));
    out->sge_num = (uint8_t)((uint32_t)in[7] & 0xffu);
    out->imm = (uint32_t)((((uint32_t)in[11] & 0xffu) << 24) |
        (((uint32_t)in[10] & 0xffu) << 16) |
        (((uint32_t)in[9] & 0xffu) << 8) |
        ((uint32_t)in[8] & 0xffu));
    out->remote_addr = (uint64_t)((((uint64_t)in[23] & 0xffull) << 56) |
        (((uint64_t)in[22] & 0xffull) << 48) |
        (((uint64_t)in[21] & 0xffull) << 40) |
        (((uint64_t)in[20] & 0xffull) << 32) |
        (((uint64_t)in[19] & 0xffull) << 24) |
        (((uint64_t)in[18] & 0xffull) << 16) |
        (((uint64_t)in[17] & 0xffull) << 8) |
        ((uint64_t)in[16] & 0xffull));
    out->rkey = (uint32_t)((((uint32_t)in[27] & 0xffu) << 24) |
        (((uint32_t)in[26] & 0xffu) << 16) |
        (((uint32_t)in[25] & 0xffu) << 8) |
        ((uint32_t)in[24] & 0xffu));
    out->length = (uint32_t)((((uint32_t)in[35] & 0xffu) << 24) |
        (((uint32_t)in[34] & 0xffu) << 16) |
        (((uint32_t)in[33] & 0xffu) << 8) |
        ((uint32_t)in[32] & 0xffu));
    out->lkey = (uint32_t)((((uint32_t)in[39] & 0xffu) << 24) |
        (((uint32_t)in[38] & 0xffu) << 16) |
        (((uint32_t)in[37] & 0xffu) << 8) |
        ((uint32_t)in[36] & 0xffu));
    out->local_addr = (uint64_t)((((uint64_t)in[47] & 0xffull) << 56) |
        (((uint64_t)in[46] & 0xffull) << 48) |
        (((uint64_t)in[45] & 0xffull) << 40) |
        (((uint64_t)in[44] & 0xffull) << 32) |
        (((uint64_t)in[43] & 0xffull) << 24) |
        (((uint64_t)in[42] & 0xffull) << 16) |
        (((uint64_t)in[41] & 0xffull) << 8) |
        ((uint64_t)in[40] & 0xffull));
    out->swap_add = (uint64_t)((((uint64_t)in[55] & 0xffull) << 56) |
        (((uint64_t)in[54] & 0xffull) << 48) |
        (((uint64_t)in[53] & 0xffull) << 40) |
        (((uint64_t)in[52] & 0xffull) << 32) |
        (((uint64_t)in[51] & 0xffull) << 24) |
        (((uint64_t)in[50] & 0xffull) << 16) |
        (((uint64_t)in[49] & 0xffull) << 8) |
        ((uint64_t)in[48] & 0xffull));
    out->compare = (uint64_t)((((uint64_t)in[63] & 0xffull) << 56) |
        (((uint64_t)in[62] & 0xffull) << 48) |
        (((uint64_t)in[61] & 0xffull) << 40) |
        (((uint64_t)in[60] & 0xffull) << 32) |
        (((uint64_t)in[59] & 0xffull) << 24) |
        (((uint64_t)in[58] & 0xffull) << 16) |
        (((uint64_t)in[57] & 0xffull) << 8) |
        ((uint64_t)in[56] & 0xffull));
}

#define UBN_ROCE_DOORBELL_BYTES 8

/** Write to the doorbell of a queue pair.
 *  @source ours, after the public mlx5 user driver */
struct ubn_roce_doorbell {
    uint16_t pi;     /**< 16 bit: producer index: requests posted so far, modulo 65536 */
    uint8_t rq;      /**< 1 bit: 0 send queue, 1 receive queue */
};

/** Write one roce_doorbell; reserved bits become 0.
 *  @param in [in] values; bits above the width of a field are ignored.
 *  @param out [out] bytes, shape [8], first byte first. */
static inline void ubn_roce_doorbell_pack(const struct ubn_roce_doorbell *in, uint8_t out[8])
{
    out[0] = (uint8_t)((uint32_t)in->pi & 0xffu);
    out[1] = (uint8_t)(((uint32_t)in->pi >> 8) & 0xffu);
    out[2] = (uint8_t)((uint32_t)in->rq & 0x1u);
    out[3] = 0;
    out[4] = 0;
    out[5] = 0;
    out[6] = 0;
    out[7] = 0;
}

/** Read one roce_doorbell; reserved bits are ignored.
 *  @param in [in] bytes, shape [8], first byte first.
 *  @param out [out] every field is written. */
static inline void ubn_roce_doorbell_unpack(const uint8_t in[8], struct ubn_roce_doorbell *out)
{
    out->pi = (uint16_t)((((uint32_t)in[1] & 0xffu) << 8) | ((uint32_t)in[0] & 0xffu));
    out->rq = (uint8_t)((uint32_t)in[2] & 0x1u);
}

#define UBN_ROCE_CQE_BYTES 64

/** One completion record in the memory of a completion queue.
 *  @source ours, after the public mlx5 user driver (owner bit in the last byte) */
struct ubn_roce_cqe {
    uint32_t qpn;          /**< 24 bit: local queue pair */
    uint8_t opcode;        /**< 8 bit: see roce_wc_opcode */
    uint8_t status;        /**< 8 bit: see roce_wc_status */
    uint8_t with_imm;      /**< 1 bit: 1: imm is valid */
    uint16_t wqe_idx;      /**< 16 bit: index of the request in its queue */
    uint32_t byte_cnt;     /**< 32 bit: bytes moved */
    uint32_t imm;          /**< 32 bit: immediate data (receive side) */
    uint32_t src_qpn;      /**< 24 bit: queue pair at the other end */
    uint8_t owner;         /**< 1 bit: parity of the lap; first lap writes 1 */
};

/** Write one roce_cqe; reserved bits become 0.
 *  @param in [in] values; bits above the width of a field are ignored.
 *  @param out [out] bytes, shape [64], first byte first. */
static inline void ubn_roce_cqe_pack(const struct ubn_roce_cqe *in, uint8_t out[64])
{
    out[0] = (uint8_t)((uint32_t)in->qpn & 0xffu);
    out[1] = (uint8_t)(((uint32_t)in->qpn >> 8) & 0xffu);
    out[2] = (uint8_t)(((uint32_t)in->qpn >> 16) & 0xffu);
    out[3] = (uint8_t)((uint32_t)in->opcode & 0xffu);
    out[4] = (uint8_t)((uint32_t)in->status & 0xffu);
    out[5] = (uint8_t)((uint32_t)in->with_imm & 0x1u);
    out[6] = (uint8_t)((uint32_t)in->wqe_idx & 0xffu);
    out[7] = (uint8_t)(((uint32_t)in->wqe_idx >> 8) & 0xffu);
    out[8] = (uint8_t)((uint32_t)in->byte_cnt & 0xffu);
    out[9] = (uint8_t)(((uint32_t)in->byte_cnt >> 8) & 0xffu);
    out[10] = (uint8_t)(((uint32_t)in->byte_cnt >> 16) & 0xffu);
    out[11] = (uint8_t)(((uint32_t)in->byte_cnt >> 24) & 0xffu);
    out[12] = (uint8_t)((uint32_t)in->imm & 0xffu);
    out[13] = (uint8_t)(((uint32_t)in->imm >> 8) & 0xffu);
    out[14] = (uint8_t)(((uint32_t)in->imm >> 16) & 0xffu);
    out[15] = (uint8_t)(((uint32_t)in->imm >> 24) & 0xffu);
    out[16] = (uint8_t)((uint32_t)in->src_qpn & 0xffu);
    out[17] = (uint8_t)(((uint32_t)in->src_qpn >> 8) & 0xffu);
    out[18] = (uint8_t)(((uint32_t)in->src_qpn >> 16) & 0xffu);
    out[19] = 0;
    out[20] = 0;
    out[21] = 0;
    out[22] = 0;
    out[23] = 0;
    out[24] = 0;
    out[25] = 0;
    out[26] = 0;
    out[27] = 0;
    out[28] = 0;
    out[29] = 0;
    out[30] = 0;
    out[31] = 0;
    out[32] = 0;
    out[33] = 0;
    out[34] = 0;
    out[35] = 0;
    out[36] = 0;
    out[37] = 0;
    out[38] = 0;
    out[39] = 0;
    out[40] = 0;
    out[41] = 0;
    out[42] = 0;
    out[43] = 0;
    out[44] = 0;
    out[45] = 0;
    out[46] = 0;
    out[47] = 0;
    out[48] = 0;
    out[49] = 0;
    out[50] = 0;
    out[51] = 0;
    out[52] = 0;
    out[53] = 0;
    out[54] = 0;
    out[55] = 0;
    out[56] = 0;
    out[57] = 0;
    out[58] = 0;
    out[59] = 0;
    out[60] = 0;
    out[61] = 0;
    out[62] = 0;
    out[63] = (uint8_t)((uint32_t)in->owner & 0x1u);
}

/** Read one roce_cqe; reserved bits are ignored.
 *  @param in [in] bytes, shape [64], first byte first.
 *  @param out [out] every field is written. */
static inline void ubn_roce_cqe_unpack(const uint8_t in[64], struct ubn_roce_cqe *out)
{
    out->qpn = (uint32_t)((((uint32_t)in[2] & 0xffu) << 16) |
        (((uint32_t)in[1] & 0xffu) << 8) |
        ((uint32_t)in[0] & 0xffu));
    out->opcode = (uint8_t)((uint32_t)in[3] & 0xffu);
    out->status = (uint8_t)((uint32_t)in[4] & 0xffu);
    out->with_imm = (uint8_t)((uint32_t)in[5] & 0x1u);
    out->wqe_idx = (uint16_t)((((uint32_t)in[7] & 0xffu) << 8) | ((uint32_t)in[6] & 0xffu));
    out->byte_cnt = (uint32_t)((((uint32_t)in[11] & 0xffu) << 24) |
        (((uint32_t)in[10] & 0xffu) << 16) |
        (((uint32_t)in[9] & 0xffu) << 8) |
        ((uint32_t)in[8] & 0xffu));
    out->imm = (uint32_t)((((uint32_t)in[15] & 0xffu) << 24) |
        (((uint32_t)in[14] & 0xffu) << 16) |
        (((uint32_t)in[13] & 0xffu) << 8) |
        ((uint32_t)in[12] & 0xffu));
    out->src_qpn = (uint32_t)((((uint32_t)in[18] & 0xffu) << 16) |
        (((uint32_t)in[17] & 0xffu) << 8) |
        ((uint32_t)in[16] & 0xffu));
    out->owner = (uint8_t)((uint32_t)in[63] & 0x1u);
}

#define UBN_ROCE_WQ_CTX_BYTES 16

/** One work queue in host memory; id 2 * queue pair, plus 1 for the receive queue. Written back
 *  by roce_wq_fetch.
 *  @source ours */
struct ubn_roce_wq_ctx {
    uint8_t valid;       /**< 1 bit */
    uint8_t listed;      /**< 1 bit: in the list of queues to fetch from; 0 at setup */
    uint8_t shift;       /**< 5 bit: log2 of the entries, 0..15 */
    uint16_t pi;         /**< 16 bit: posted so far */
    uint16_t fi;         /**< 16 bit: fetched so far */
    uint16_t done;       /**< 16 bit: finished so far */
    uint64_t base;       /**< 64 bit: address of entry 0, 64 B aligned; entries are 64 B */
};

/** Write one roce_wq_ctx; reserved bits become 0.
 *  @param in [in] values; bits above the width of a field are ignored.
 *  @param out [out] bytes, shape [16], first byte first. */
static inline void ubn_roce_wq_ctx_pack(const struct ubn_roce_wq_ctx *in, uint8_t out[16])
{
    out[0] = (uint8_t)((((uint32_t)in->listed & 0x1u) << 1) | ((uint32_t)in->valid & 0x1u));
    out[1] = (uint8_t)((uint32_t)in->shift & 0x1fu);
    out[2] = (uint8_t)((uint32_t)in->pi & 0xffu);
    out[3] = (uint8_t)(((uint32_t)in->pi >> 8) & 0xffu);
    out[4] = (uint8_t)((uint32_t)in->fi & 0xffu);
    out[5] = (uint8_t)(((uint32_t)in->fi >> 8) & 0xffu);
    out[6] = (uint8_t)((uint32_t)in->done & 0xffu);
    out[7] = (uint8_t)(((uint32_t)in->done >> 8) & 0xffu);
    out[8] = (uint8_t)((uint64_t)in->base & 0xffull);
    out[9] = (uint8_t)(((uint64_t)in->base >> 8) & 0xffull);
    out[10] = (uint8_t)(((uint64_t)in->base >> 16) & 0xffull);
    out[11] = (uint8_t)(((uint64_t)in->base >> 24) & 0xffull);
    out[12] = (uint8_t)(((uint64_t)in->base >> 32) & 0xffull);
    out[13] = (uint8_t)(((uint64_t)in->base >> 40) & 0xffull);
    out[14] = (uint8_t)(((uint64_t)in->base >> 48) & 0xffull);
    out[15] = (uint8_t)(((uint64_t)in->base >> 56) & 0xffull);
}

/** Read one roce_wq_ctx; reserved bits are ignored.
 *  @param in [in] bytes, shape [16], first byte first.
 *  @param out [out] every field is written. */
static inline void ubn_roce_wq_ctx_unpack(const uint8_t in[16], struct ubn_roce_wq_ctx *out)
{
    out->valid = (uint8_t)((uint32_t)in[0] & 0x1u);
    out->listed = (uint8_t)(((uint32_t)in[0] >> 1) & 0x1u);
    out->shift = (uint8_t)((uint32_t)in[1] & 0x1fu);
    out->pi = (uint16_t)((((uint32_t)in[3] & 0xffu) << 8) | ((uint32_t)in[2] & 0xffu));
    out->fi = (uint16_t)((((uint32_t)in[5] & 0xffu) << 8) | ((uint32_t)in[4] & 0xffu));
    out->done = (uint16_t)((((uint32_t)in[7] & 0xffu) << 8) | ((uint32_t)in[6] & 0xffu));
    out->base = (uint64_t)((((uint64_t)in[15] & 0xffull) << 56) |
        (((uint64_t)in[14] & 0xffull) << 48) |
        (((uint64_t)in[13] & 0xffull) << 40) |
        (((uint64_t)in[12] & 0xffull) << 32) |
        (((uint64_t)in[11] & 0xffull) << 24) |
        (((uint64_t)in[10] & 0xffull) << 16) |
        (((uint64_t)in[9] & 0xffull) << 8) |
        ((uint64_t)in[8] & 0xffull));
}

#define UBN_ROCE_QP_CFG_BYTES 40

/** Static part of a queue pair; the host alone writes it.
 *  @source IBTA vol. 1, 10.3 and 11.2.4 (modify QP attributes) */
struct ubn_roce_qp_cfg {
    uint8_t state;              /**< 3 bit: see roce_qp_state */
    uint8_t mtu;                /**< 3 bit: 1 = 256 B ... 5 = 4096 B */
    uint8_t remote_write;       /**< 1 bit: 1: the peer may write */
    uint8_t remote_read;        /**< 1 bit: 1: the peer may read */
    uint8_t remote_atomic;      /**< 1 bit: 1: the peer may do atomics */
    uint8_t min_rnr;            /**< 5 bit: RNR timer code sent when no receive is posted */
    uint8_t timeout;            /**< 5 bit: local ACK timeout 4.096 us * 2^timeout; 0: never */
    uint8_t retry_cnt;          /**< 3 bit: transport retries */
    uint8_t rnr_retry;          /**< 3 bit: RNR retries; 7: for ever */
    uint32_t dest_qpn;          /**< 24 bit: queue pair of the other end */
    /** 8 bit: reads and atomics this end may have outstanding, 1..128 */
    uint8_t max_rd;
    uint16_t pd;                /**< 16 bit: protection domain */
    /** 16 bit: partition key, sent and demanded; bit 15: full member */
    uint16_t pkey;
    uint8_t max_dest_rd;        /**< 8 bit: reads and atomics accepted from the other end, 1..128 */
    uint16_t send_cq;           /**< 16 bit: completion queue of the send queue */
    uint16_t recv_cq;           /**< 16 bit: completion queue of the receive queue */
    uint64_t dst_mac;           /**< 48 bit: first wire byte in bits 47:40 */
    uint16_t udp_sport;         /**< 16 bit: entropy of the queue pair */
    /** 32 bit: address of the other end, of packets from it, too; first wire byte in bits 31:24 */
    uint32_t dst_ip;
};

/** Write one roce_qp_cfg; reserved bits become 0.
 *  @param in [in] values; bits above the width of a field are ignored.
 *  @param out [out] bytes, shape [40], first byte first. */
static inline void ubn_roce_qp_cfg_pack(const struct ubn_roce_qp_cfg *in, uint8_t out[40])
{
    out[0] = (uint8_t)((((uint32_t)in->remote_read & 0x1u) << 7) |
        (((uint32_t)in->remote_write & 0x1u) << 6) |
        (((uint32_t)in->mtu & 0x7u) << 3) |
        ((uint32_t)in->state & 0x7u));
    out[1] = (uint8_t)((((uint32_t)in->min_rnr & 0xfu) << 4) |
        ((uint32_t)in->remote_atomic & 0x1u));
    out[2] = (uint8_t)((((uint32_t)in->retry_cnt & 0x3u) << 6) |
        (((uint32_t)in->timeout & 0x1fu) << 1) |
        (((uint32_t)in->min_rnr >> 4) & 0x1u));
    out[3] = (uint8_t)((((uint32_t)in->rnr_retry & 0x7u) << 1) |
        (((uint32_t)in->retry_cnt >> 2) & 0x1u));
    out[4] = (uint8_t)((uint32_t)in->dest_qpn & 0xffu);
    out[5] = (uint8_t)(((uint32_t)in->dest_qpn >> 8) & 0xffu);
    out[6] = (uint8_t)(((uint32_t)in->dest_qpn >> 16) & 0xffu);
    out[7] = (uint8_t)((uint32_t)in->max_rd & 0xffu);
    out[8] = (uint8_t)((uint32_t)in->pd & 0xffu);
    out[9] = (uint8_t)(((uint32_t)in->pd >> 8) & 0xffu);
    out[10] = (uint8_t)((uint32_t)in->pkey & 0xffu);
    out[11] = (uint8_t)(((uint32_t)in->pkey >> 8) & 0xffu);
    out[12] = (uint8_t)((uint32_t)in->max_dest_rd & 0xffu);
    out[13] = 0;
    out[14] = 0;
    out[15] = 0;
    out[16] = (uint8_t)((uint32_t)in->send_cq & 0xffu);
    out[17] = (uint8_t)(((uint32_t)in->send_cq >> 8) & 0xffu);
    out[18] = (uint8_t)((uint32_t)in->recv_cq & 0xffu);
    out[19] = (uint8_t)(((uint32_t)in->recv_cq >> 8) & 0xffu);
    out[20] = (uint8_t)((uint64_t)in->dst_mac & 0xffull);
    out[21] = (uint8_t)(((uint64_t)in->dst_mac >> 8) & 0xffull);
    out[22] = (uint8_t)(((uint64_t)in->dst_mac >> 16) & 0xffull);
    out[23] = (uint8_t)(((uint64_t)in->dst_mac >> 24) & 0xffull);
    out[24] = (uint8_t)(((uint64_t)in->dst_mac >> 32) & 0xffull);
    out[25] = (uint8_t)(((uint64_t)in->dst_mac >> 40) & 0xffull);
    out[26] = (uint8_t)((uint32_t)in->udp_sport & 0xffu);
    out[27] = (uint8_t)(((uint32_t)in->udp_sport >> 8) & 0xffu);
    out[28] = (uint8_t)((uint32_t)in->dst_ip & 0xffu);
    out[29] = (uint8_t)(((uint32_t)in->dst_ip >> 8) & 0xffu);
    out[30] = (uint8_t)(((uint32_t)in->dst_ip >> 16) & 0xffu);
    out[31] = (uint8_t)(((uint32_t)in->dst_ip >> 24) & 0xffu);
    out[32] = 0;
    out[33] = 0;
    out[34] = 0;
    out[35] = 0;
    out[36] = 0;
    out[37] = 0;
    out[38] = 0;
    out[39] = 0;
}

/** Read one roce_qp_cfg; reserved bits are ignored.
 *  @param in [in] bytes, shape [40], first byte first.
 *  @param out [out] every field is written. */
static inline void ubn_roce_qp_cfg_unpack(const uint8_t in[40], struct ubn_roce_qp_cfg *out)
{
    out->state = (uint8_t)((uint32_t)in[0] & 0x7u);
    out->mtu = (uint8_t)(((uint32_t)in[0] >> 3) & 0x7u);
    out->remote_write = (uint8_t)(((uint32_t)in[0] >> 6) & 0x1u);
    out->remote_read = (uint8_t)(((uint32_t)in[0] >> 7) & 0x1u);
    out->remote_atomic = (uint8_t)((uint32_t)in[1] & 0x1u);
    out->min_rnr = (uint8_t)((((uint32_t)in[2] & 0x1u) << 4) | (((uint32_t)in[1] >> 4) & 0xfu));
    out->timeout = (uint8_t)(((uint32_t)in[2] >> 1) & 0x1fu);
    out->retry_cnt = (uint8_t)((((uint32_t)in[3] & 0x1u) << 2) | (((uint32_t)in[2] >> 6) & 0x3u));
    out->rnr_retry = (uint8_t)(((uint32_t)in[3] >> 1) & 0x7u);
    out->dest_qpn = (uint32_t)((((uint32_t)in[6] & 0xffu) << 16) |
        (((uint32_t)in[5] & 0xffu) << 8) |
        ((uint32_t)in[4] & 0xffu));
    out->max_rd = (uint8_t)((uint32_t)in[7] & 0xffu);
    out->pd = (uint16_t)((((uint32_t)in[9] & 0xffu) << 8) | ((uint32_t)in[8] & 0xffu));
    out->pkey = (uint16_t)((((uint32_t)in[11] & 0xffu) << 8) | ((uint32_t)in[10] & 0xffu));
    out->max_dest_rd = (uint8_t)((uint32_t)in[12] & 0xffu);
    out->send_cq = (uint16_t)((((uint32_t)in[17] & 0xffu) << 8) | ((uint32_t)in[16] & 0xffu));
    out->recv_cq = (uint16_t)((((uint32_t)in[19] & 0xffu) << 8) | ((uint32_t)in[18] & 0xffu));
    out->dst_mac = (uint64_t)((((uint64_t)in[25] & 0xffull) << 40) |
        (((uint64_t)in[24] & 0xffull) << 32) |
        (((uint64_t)in[23] & 0xffull) << 24) |
        (((uint64_t)in[22] & 0xffull) << 16) |
        (((uint64_t)in[21] & 0xffull) << 8) |
        ((uint64_t)in[20] & 0xffull));
    out->udp_sport = (uint16_t)((((uint32_t)in[27] & 0xffu) << 8) | ((uint32_t)in[26] & 0xffu));
    out->dst_ip = (uint32_t)((((uint32_t)in[31] & 0xffu) << 24) |
        (((uint32_t)in[30] & 0xffu) << 16) |
        (((uint32_t)in[29] & 0xffu) << 8) |
        ((uint32_t)in[28] & 0xffu));
}

#define UBN_ROCE_QP_TX_BYTES 16

/** Requester of a queue pair, sending half. Written back by roce_qp_send.
 *  @source IBTA vol. 1, 9.7 */
struct ubn_roce_qp_tx {
    uint32_t next_psn;      /**< 24 bit: PSN of the next new packet */
    uint8_t err;            /**< 1 bit: 1: in error, work is flushed */
    uint8_t reset;          /**< 1 bit: 1: what was issued before the reset has been flushed */
    uint16_t issue_idx;     /**< 16 bit: next request to issue */
    /** 16 bit: requests fetched that wait for a read or the issue interval */
    uint16_t parked;
    uint8_t rd_out;         /**< 8 bit: reads and atomics outstanding */
    uint8_t listed;         /**< 1 bit: in the list of parked queues; 0 at setup */
    /** 32 bit: cycle (low bits) from which the next request may be issued */
    uint32_t next_cyc;
};

/** Write one roce_qp_tx; reserved bits become 0.
 *  @param in [in] values; bits above the width of a field are ignored.
 *  @param out [out] bytes, shape [16], first byte first. */
static inline void ubn_roce_qp_tx_pack(const struct ubn_roce_qp_tx *in, uint8_t out[16])
{
    out[0] = (uint8_t)((uint32_t)in->next_psn & 0xffu);
    out[1] = (uint8_t)(((uint32_t)in->next_psn >> 8) & 0xffu);
    out[2] = (uint8_t)(((uint32_t)in->next_psn >> 16) & 0xffu);
    out[3] = (uint8_t)((((uint32_t)in->reset & 0x1u) << 1) | ((uint32_t)in->err & 0x1u));
    out[4] = (uint8_t)((uint32_t)in->issue_idx & 0xffu);
    out[5] = (uint8_t)(((uint32_t)in->issue_idx >> 8) & 0xffu);
    out[6] = (uint8_t)((uint32_t)in->parked & 0xffu);
    out[7] = (uint8_t)(((uint32_t)in->parked >> 8) & 0xffu);
    out[8] = (uint8_t)((uint32_t)in->rd_out & 0xffu);
    out[9] = (uint8_t)((uint32_t)in->listed & 0x1u);
    out[10] = 0;
    out[11] = 0;
    out[12] = (uint8_t)((uint32_t)in->next_cyc & 0xffu);
    out[13] = (uint8_t)(((uint32_t)in->next_cyc >> 8) & 0xffu);
    out[14] = (uint8_t)(((uint32_t)in->next_cyc >> 16) & 0xffu);
    out[15] = (uint8_t)(((uint32_t)in->next_cyc >> 24) & 0xffu);
}

/** Read one roce_qp_tx; reserved bits are ignored.
 *  @param in [in] bytes, shape [16], first byte first.
 *  @param out [out] every field is written. */
static inline void ubn_roce_qp_tx_unpack(const uint8_t in[16], struct ubn_roce_qp_tx *out)
{
    out->next_psn = (uint32_t)((((uint32_t)in[2] & 0xffu) << 16) |
        (((uint32_t)in[1] & 0xffu) << 8) |
        ((uint32_t)in[0] & 0xffu));
    out->err = (uint8_t)((uint32_t)in[3] & 0x1u);
    out->reset = (uint8_t)(((uint32_t)in[3] >> 1) & 0x1u);
    out->issue_idx = (uint16_t)((((uint32_t)in[5] & 0xffu) << 8) | ((uint32_t)in[4] & 0xffu));
    out->parked = (uint16_t)((((uint32_t)in[7] & 0xffu) << 8) | ((uint32_t)in[6] & 0xffu));
    out->rd_out = (uint8_t)((uint32_t)in[8] & 0xffu);
    out->listed = (uint8_t)((uint32_t)in[9] & 0x1u);
    out->next_cyc = (uint32_t)((((uint32_t)in[15] & 0xffu) << 24) |
        (((uint32_t)in[14] & 0xffu) << 16) |
        (((uint32_t)in[13] & 0xffu) << 8) |
        ((uint32_t)in[12] & 0xffu));
}

#define UBN_ROCE_QP_UNA_BYTES 24

/** Requester of a queue pair, completing half. Written back by roce_rsp_rx.
 *  @source IBTA vol. 1, 9.7 */
struct ubn_roce_qp_una {
    uint16_t una_idx;        /**< 16 bit: oldest request not completed */
    uint32_t rsp_psn;        /**< 24 bit: PSN of the next response or acknowledgement to come */
    uint32_t rsp_off;        /**< 32 bit: bytes of the read at una_idx placed so far */
    /** 1 bit: request err_idx fails with err_status once it is the oldest */
    uint8_t err_wait;
    uint8_t flush;           /**< 1 bit: 1: requests before flush_idx complete as flushed */
    uint8_t err_status;      /**< 8 bit: see roce_wc_status */
    uint16_t err_idx;        /**< 16 bit */
    uint16_t flush_idx;      /**< 16 bit */
};

/** Write one roce_qp_una; reserved bits become 0.
 *  @param in [in] values; bits above the width of a field are ignored.
 *  @param out [out] bytes, shape [24], first byte first. */
static inline void ubn_roce_qp_una_pack(const struct ubn_roce_qp_una *in, uint8_t out[24])
{
    out[0] = (uint8_t)((uint32_t)in->una_idx & 0xffu);
    out[1] = (uint8_t)(((uint32_t)in->una_idx >> 8) & 0xffu);
    out[2] = 0;
    out[3] = 0;
    out[4] = (uint8_t)((uint32_t)in->rsp_psn & 0xffu);
    out[5] = (uint8_t)(((uint32_t)in->rsp_psn >> 8) & 0xffu);
    out[6] = (uint8_t)(((uint32_t)in->rsp_psn >> 16) & 0xffu);
    out[7] = 0;
    out[8] = (uint8_t)((uint32_t)in->rsp_off & 0xffu);
    out[9] = (uint8_t)(((uint32_t)in->rsp_off >> 8) & 0xffu);
    out[10] = (uint8_t)(((uint32_t)in->rsp_off >> 16) & 0xffu);
    out[11] = (uint8_t)(((uint32_t)in->rsp_off >> 24) & 0xffu);
    out[12] = (uint8_t)((((uint32_t)in->flush & 0x1u) << 1) | ((uint32_t)in->err_wait & 0x1u));
    out[13] = (uint8_t)((uint32_t)in->err_status & 0xffu);
    out[14] = (uint8_t)((uint32_t)in->err_idx & 0xffu);
    out[15] = (uint8_t)(((uint32_t)in->err_idx >> 8) & 0xffu);
    out[16] = (uint8_t)((uint32_t)in->flush_idx & 0xffu);
    out[17] = (uint8_t)(((uint32_t)in->flush_idx >> 8) & 0xffu);
    out[18] = 0;
    out[19] = 0;
    out[20] = 0;
    out[21] = 0;
    out[22] = 0;
    out[23] = 0;
}

/** Read one roce_qp_una; reserved bits are ignored.
 *  @param in [in] bytes, shape [24], first byte first.
 *  @param out [out] every field is written. */
static inline void ubn_roce_qp_una_unpack(const uint8_t in[24], struct ubn_roce_qp_una *out)
{
    out->una_idx = (uint16_t)((((uint32_t)in[1] & 0xffu) << 8) | ((uint32_t)in[0] & 0xffu));
    out->rsp_psn = (uint32_t)((((uint32_t)in[6] & 0xffu) << 16) |
        (((uint32_t)in[5] & 0xffu) << 8) |
        ((uint32_t)in[4] & 0xffu));
    out->rsp_off = (uint32_t)((((uint32_t)in[11] & 0xffu) << 24) |
        (((uint32_t)in[10] & 0xffu) << 16) |
        (((uint32_t)in[9] & 0xffu) << 8) |
        ((uint32_t)in[8] & 0xffu));
    out->err_wait = (uint8_t)((uint32_t)in[12] & 0x1u);
    out->flush = (uint8_t)(((uint32_t)in[12] >> 1) & 0x1u);
    out->err_status = (uint8_t)((uint32_t)in[13] & 0xffu);
    out->err_idx = (uint16_t)((((uint32_t)in[15] & 0xffu) << 8) | ((uint32_t)in[14] & 0xffu));
    out->flush_idx = (uint16_t)((((uint32_t)in[17] & 0xffu) << 8) | ((uint32_t)in[16] & 0xffu));
}

#define UBN_ROCE_QP_RX_BYTES 48

/** Responder of a queue pair. Written back by roce_qp_recv.
 *  @source IBTA vol. 1, 9.7.4 */
struct ubn_roce_qp_rx {
    uint32_t epsn;           /**< 24 bit: expected PSN */
    uint8_t err;             /**< 1 bit: 1: in error, packets are dropped */
    /** 1 bit: 1: a sequence NAK is out, no further one until the expected packet comes */
    uint8_t nak_sent;
    uint8_t in_send;         /**< 1 bit: inside a SEND of several packets */
    uint8_t in_write;        /**< 1 bit: inside a WRITE of several packets */
    uint32_t msn;            /**< 24 bit: messages completed */
    uint16_t rq_arrived;     /**< 16 bit: receives fetched so far */
    uint16_t rq_used;        /**< 16 bit: receives used so far */
    uint32_t rkey;           /**< 32 bit: key of the message under way */
    uint64_t va;             /**< 64 bit: where its next byte goes */
    /** 32 bit: WRITE: bytes still to come; SEND: room left in the receive */
    uint32_t left;
    uint32_t total;          /**< 32 bit: bytes of the message so far */
    uint8_t rd_out;          /**< 8 bit: reads and atomics taken whose response has not left */
};

/** Write one roce_qp_rx; reserved bits become 0.
 *  @param in [in] values; bits above the width of a field are ignored.
 *  @param out [out] bytes, shape [48], first byte first. */
static inline void ubn_roce_qp_rx_pack(const struct ubn_roce_qp_rx *in, uint8_t out[48])
{
    out[0] = (uint8_t)((uint32_t)in->epsn & 0xffu);
    out[1] = (uint8_t)(((uint32_t)in->epsn >> 8) & 0xffu);
    out[2] = (uint8_t)(((uint32_t)in->epsn >> 16) & 0xffu);
    out[3] = (uint8_t)((((uint32_t)in->in_write & 0x1u) << 3) |
        (((uint32_t)in->in_send & 0x1u) << 2) |
        (((uint32_t)in->nak_sent & 0x1u) << 1) |
        ((uint32_t)in->err & 0x1u));
    out[4] = (uint8_t)((uint32_t)in->msn & 0xffu);
    out[5] = (uint8_t)(((uint32_t)in->msn >> 8) & 0xffu);
    out[6] = (uint8_t)(((uint32_t)in->msn >> 16) & 0xffu);
    out[7] = 0;
    out[8] = (uint8_t)((uint32_t)in->rq_arrived & 0xffu);
    out[9] = (uint8_t)(((uint32_t)in->rq_arrived >> 8) & 0xffu);
    out[10] = (uint8_t)((uint32_t)in->rq_used & 0xffu);
    out[11] = (uint8_t)(((uint32_t)in->rq_used >> 8) & 0xffu);
    out[12] = (uint8_t)((uint32_t)in->rkey & 0xffu);
    out[13] = (uint8_t)(((uint32_t)in->rkey >> 8) & 0xffu);
    out[14] = (uint8_t)(((uint32_t)in->rkey >> 16) & 0xffu);
    out[15] = (uint8_t)(((uint32_t)in->rkey >> 24) & 0xffu);
    out[16] = (uint8_t)((uint64_t)in->va & 0xffull);
    out[17] = (uint8_t)(((uint64_t)in->va >> 8) & 0xffull);
    out[18] = (uint8_t)(((uint64_t)in->va >> 16) & 0xffull);
    out[19] = (uint8_t)(((uint64_t)in->va >> 24) & 0xffull);
    out[20] = (uint8_t)(((uint64_t)in->va >> 32) & 0xffull);
    out[21] = (uint8_t)(((uint64_t)in->va >> 40) & 0xffull);
    out[22] = (uint8_t)(((uint64_t)in->va >> 48) & 0xffull);
    out[23] = (uint8_t)(((uint64_t)in->va >> 56) & 0xffull);
    out[24] = (uint8_t)((uint32_t)in->left & 0xffu);
    out[25] = (uint8_t)(((uint32_t)in->left >> 8) & 0xffu);
    out[26] = (uint8_t)(((uint32_t)in->left >> 16) & 0xffu);
    out[27] = (uint8_t)(((uint32_t)in->left >> 24) & 0xffu);
    out[28] = (uint8_t)((uint32_t)in->total & 0xffu);
    out[29] = (uint8_t)(((uint32_t)in->total >> 8) & 0xffu);
    out[30] = (uint8_t)(((uint32_t)in->total >> 16) & 0xffu);
    out[31] = (uint8_t)(((uint32_t)in->total >> 24) & 0xffu);
    out[32] = (uint8_t)((uint32_t)in->rd_out & 0xffu);
    out[33] = 0;
    out[34] = 0;
    out[35] = 0;
    out[36] = 0;
    out[37] = 0;
    out[38] = 0;
    out[39] = 0;
    out[40] = 0;
    out[41] = 0;
    out[42] = 0;
    out[43] = 0;
    out[44] = 0;
    out[45] = 0;
    out[46] = 0;
    out[47] = 0;
}

/** Read one roce_qp_rx; reserved bits are ignored.
 *  @param in [in] bytes, shape [48], first byte first.
 *  @param out [out] every field is written. */
static inline void ubn_roce_qp_rx_unpack(const uint8_t in[48], struct ubn_roce_qp_rx *out)
{
    out->epsn = (uint32_t)((((uint32_t)in[2] & 0xffu) << 16) |
        (((uint32_t)in[1] & 0xffu) << 8) |
        ((uint32_t)in[0] & 0xffu));
    out->err = (uint8_t)((uint32_t)in[3] & 0x1u);
    out->nak_sent = (uint8_t)(((uint32_t)in[3] >> 1) & 0x1u);
    out->in_send = (uint8_t)(((uint32_t)in[3] >> 2) & 0x1u);
    out->in_write = (uint8_t)(((uint32_t)in[3] >> 3) & 0x1u);
    out->msn = (uint32_t)((((uint32_t)in[6] & 0xffu) << 16) |
        (((uint32_t)in[5] & 0xffu) << 8) |
        ((uint32_t)in[4] & 0xffu));
    out->rq_arrived = (uint16_t)((((uint32_t)in[9] & 0xffu) << 8) | ((uint32_t)in[8] & 0xffu));
    out->rq_used = (uint16_t)((((uint32_t)in[11] & 0xffu) << 8) | ((uint32_t)in[10] & 0xffu));
    out->rkey = (uint32_t)((((uint32_t)in[15] & 0xffu) << 24) |
        (((uint32_t)in[14] & 0xffu) << 16) |
        (((uint32_t)in[13] & 0xffu) << 8) |
        ((uint32_t)in[12] & 0xffu));
    out->va = (uint64_t)((((uint64_t)in[23] & 0xffull) << 56) |
        (((uint64_t)in[22] & 0xffull) << 48) |
        (((uint64_t)in[21] & 0xffull) << 40) |
        (((uint64_t)in[20] & 0xffull) << 32) |
        (((uint64_t)in[19] & 0xffull) << 24) |
        (((uint64_t)in[18] & 0xffull) << 16) |
        (((uint64_t)in[17] & 0xffull) << 8) |
        ((uint64_t)in[16] & 0xffull));
    out->left = (uint32_t)((((uint32_t)in[27] & 0xffu) << 24) |
        (((uint32_t)in[26] & 0xffu) << 16) |
        (((uint32_t)in[25] & 0xffu) << 8) |
        ((uint32_t)in[24] & 0xffu));
    out->total = (uint32_t)((((uint32_t)in[31] & 0xffu) << 24) |
        (((uint32_t)in[30] & 0xffu) << 16) |
        (((uint32_t)in[29] & 0xffu) << 8) |
        ((uint32_t)in[28] & 0xffu));
    out->rd_out = (uint8_t)((uint32_t)in[32] & 0xffu);
}

#define UBN_ROCE_MR_CTX_BYTES 32

/** One memory region, found by key bits 31:8.
 *  @source IBTA vol. 1, 10.6 */
struct ubn_roce_mr_ctx {
    uint8_t valid;              /**< 1 bit */
    uint8_t local_write;        /**< 1 bit */
    uint8_t remote_write;       /**< 1 bit */
    uint8_t remote_read;        /**< 1 bit */
    uint8_t remote_atomic;      /**< 1 bit */
    uint8_t key;                /**< 8 bit: bits 7:0 of lkey and rkey */
    uint16_t pd;                /**< 16 bit: protection domain */
    uint64_t va;                /**< 64 bit: first address as software and peers name it */
    uint64_t len;               /**< 64 bit: bytes */
    uint64_t pa;                /**< 64 bit: first address in host memory */
};

/** Write one roce_mr_ctx; reserved bits become 0.
 *  @param in [in] values; bits above the width of a field are ignored.
 *  @param out [out] bytes, shape [32], first byte first. */
static inline void ubn_roce_mr_ctx_pack(const struct ubn_roce_mr_ctx *in, uint8_t out[32])
{
    out[0] = (uint8_t)((((uint32_t)in->remote_atomic & 0x1u) << 4) |
        (((uint32_t)in->remote_read & 0x1u) << 3) |
        (((uint32_t)in->remote_write & 0x1u) << 2) |
        (((uint32_t)in->local_write & 0x1u) << 1) |
        ((uint32_t)in->valid & 0x1u));
    out[1] = (uint8_t)((uint32_t)in->key & 0xffu);
    out[2] = (uint8_t)((uint32_t)in->pd & 0xffu);
    out[3] = (uint8_t)(((uint32_t)in->pd >> 8) & 0xffu);
    out[4] = 0;
    out[5] = 0;
    out[6] = 0;
    out[7] = 0;
    out[8] = (uint8_t)((uint64_t)in->va & 0xffull);
    out[9] = (uint8_t)(((uint64_t)in->va >> 8) & 0xffull);
    out[10] = (uint8_t)(((uint64_t)in->va >> 16) & 0xffull);
    out[11] = (uint8_t)(((uint64_t)in->va >> 24) & 0xffull);
    out[12] = (uint8_t)(((uint64_t)in->va >> 32) & 0xffull);
    out[13] = (uint8_t)(((uint64_t)in->va >> 40) & 0xffull);
    out[14] = (uint8_t)(((uint64_t)in->va >> 48) & 0xffull);
    out[15] = (uint8_t)(((uint64_t)in->va >> 56) & 0xffull);
    out[16] = (uint8_t)((uint64_t)in->len & 0xffull);
    out[17] = (uint8_t)(((uint64_t)in->len >> 8) & 0xffull);
    out[18] = (uint8_t)(((uint64_t)in->len >> 16) & 0xffull);
    out[19] = (uint8_t)(((uint64_t)in->len >> 24) & 0xffull);
    out[20] = (uint8_t)(((uint64_t)in->len >> 32) & 0xffull);
    out[21] = (uint8_t)(((uint64_t)in->len >> 40) & 0xffull);
    out[22] = (uint8_t)(((uint64_t)in->len >> 48) & 0xffull);
    out[23] = (uint8_t)(((uint64_t)in->len >> 56) & 0xffull);
    out[24] = (uint8_t)((uint64_t)in->pa & 0xffull);
    out[25] = (uint8_t)(((uint64_t)in->pa >> 8) & 0xffull);
    out[26] = (uint8_t)(((uint64_t)in->pa >> 16) & 0xffull);
    out[27] = (uint8_t)(((uint64_t)in->pa >> 24) & 0xffull);
    out[28] = (uint8_t)(((uint64_t)in->pa >> 32) & 0xffull);
    out[29] = (uint8_t)(((uint64_t)in->pa >> 40) & 0xffull);
    out[30] = (uint8_t)(((uint64_t)in->pa >> 48) & 0xffull);
    out[31] = (uint8_t)(((uint64_t)in->pa >> 56) & 0xffull);
}

/** Read one roce_mr_ctx; reserved bits are ignored.
 *  @param in [in] bytes, shape [32], first byte first.
 *  @param out [out] every field is written. */
static inline void ubn_roce_mr_ctx_unpack(const uint8_t in[32], struct ubn_roce_mr_ctx *out)
{
    out->valid = (uint8_t)((uint32_t)in[0] & 0x1u);
    out->local_write = (uint8_t)(((uint32_t)in[0] >> 1) & 0x1u);
    out->remote_write = (uint8_t)(((uint32_t)in[0] >> 2) & 0x1u);
    out->remote_read = (uint8_t)(((uint32_t)in[0] >> 3) & 0x1u);
    out->remote_atomic = (uint8_t)(((uint32_t)in[0] >> 4) & 0x1u);
    out->key = (uint8_t)((uint32_t)in[1] & 0xffu);
    out->pd = (uint16_t)((((uint32_t)in[3] & 0xffu) << 8) | ((uint32_t)in[2] & 0xffu));
    out->va = (uint64_t)((((uint64_t)in[15] & 0xffull) << 56) |
        (((uint64_t)in[14] & 0xffull) << 48) |
        (((uint64_t)in[13] & 0xffull) << 40) |
        (((uint64_t)in[12] & 0xffull) << 32) |
        (((uint64_t)in[11] & 0xffull) << 24) |
        (((uint64_t)in[10] & 0xffull) << 16) |
        (((uint64_t)in[9] & 0xffull) << 8) |
        ((uint64_t)in[8] & 0xffull));
    out->len = (uint64_t)((((uint64_t)in[23] & 0xffull) << 56) |
        (((uint64_t)in[22] & 0xffull) << 48) |
        (((uint64_t)in[21] & 0xffull) << 40) |
        (((uint64_t)in[20] & 0xffull) << 32) |
        (((uint64_t)in[19] & 0xffull) << 24) |
        (((uint64_t)in[18] & 0xffull) << 16) |
        (((uint64_t)in[17] & 0xffull) << 8) |
        ((uint64_t)in[16] & 0xffull));
    out->pa = (uint64_t)((((uint64_t)in[31] & 0xffull) << 56) |
        (((uint64_t)in[30] & 0xffull) << 48) |
        (((uint64_t)in[29] & 0xffull) << 40) |
        (((uint64_t)in[28] & 0xffull) << 32) |
        (((uint64_t)in[27] & 0xffull) << 24) |
        (((uint64_t)in[26] & 0xffull) << 16) |
        (((uint64_t)in[25] & 0xffull) << 8) |
        ((uint64_t)in[24] & 0xffull));
}

#define UBN_ROCE_CQ_CTX_BYTES 16

/** State of one completion queue. Written back by roce_wr.
 *  @source ours */
struct ubn_roce_cq_ctx {
    uint8_t valid;      /**< 1 bit */
    uint8_t shift;      /**< 5 bit: log2 of the depth in records, 0..22 */
    uint32_t pi;        /**< 23 bit: producer index, modulo two laps */
    uint64_t base;      /**< 64 bit: address of record 0, 64 B aligned */
};

/** Write one roce_cq_ctx; reserved bits become 0.
 *  @param in [in] values; bits above the width of a field are ignored.
 *  @param out [out] bytes, shape [16], first byte first. */
static inline void ubn_roce_cq_ctx_pack(const struct ubn_roce_cq_ctx *in, uint8_t out[16])
{
    out[0] = (uint8_t)((((uint32_t)in->shift & 0xfu) << 4) | ((uint32_t)in->valid & 0x1u));
    out[1] = (uint8_t)((((uint32_t)in->pi & 0x3fu) << 2) | (((uint32_t)in->shift >> 4) & 0x1u));
    out[2] = (uint8_t)(((uint32_t)in->pi >> 6) & 0xffu);
    out[3] = (uint8_t)(((uint32_t)in->pi >> 14) & 0xffu);
    out[4] = (uint8_t)(((uint32_t)in->pi >> 22) & 0x1u);
    out[5] = 0;
    out[6] = 0;
    out[7] = 0;
    out[8] = (uint8_t)((uint64_t)in->base & 0xffull);
    out[9] = (uint8_t)(((uint64_t)in->base >> 8) & 0xffull);
    out[10] = (uint8_t)(((uint64_t)in->base >> 16) & 0xffull);
    out[11] = (uint8_t)(((uint64_t)in->base >> 24) & 0xffull);
    out[12] = (uint8_t)(((uint64_t)in->base >> 32) & 0xffull);
    out[13] = (uint8_t)(((uint64_t)in->base >> 40) & 0xffull);
    out[14] = (uint8_t)(((uint64_t)in->base >> 48) & 0xffull);
    out[15] = (uint8_t)(((uint64_t)in->base >> 56) & 0xffull);
}

/** Read one roce_cq_ctx; reserved bits are ignored.
 *  @param in [in] bytes, shape [16], first byte first.
 *  @param out [out] every field is written. */
static inline void ubn_roce_cq_ctx_unpack(const uint8_t in[16], struct ubn_roce_cq_ctx *out)
{
    out->valid = (uint8_t)((uint32_t)in[0] & 0x1u);
    out->shift = (uint8_t)((((uint32_t)in[1] & 0x1u) << 4) | (((uint32_t)in[0] >> 4) & 0xfu));
    out->pi = (uint32_t)((((uint32_t)in[4] & 0x1u) << 22) |
        (((uint32_t)in[3] & 0xffu) << 14) |
        (((uint32_t)in[2] & 0xffu) << 6) |
        (((uint32_t)in[1] >> 2) & 0x3fu));
    out->base = (uint64_t)((((uint64_t)in[15] & 0xffull) << 56) |
        (((uint64_t)in[14] & 0xffull) << 48) |
        (((uint64_t)in[13] & 0xffull) << 40) |
        (((uint64_t)in[12] & 0xffull) << 32) |
        (((uint64_t)in[11] & 0xffull) << 24) |
        (((uint64_t)in[10] & 0xffull) << 16) |
        (((uint64_t)in[9] & 0xffull) << 8) |
        ((uint64_t)in[8] & 0xffull));
}

#ifdef __cplusplus
}
#endif

#endif /* UBN_GEN_RECORDS_H */
