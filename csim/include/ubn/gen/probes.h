/* SPDX-License-Identifier: Apache-2.0 */
/** Observation strobes of the controllers.
 *  Written by scripts/gen from configs/spec; do not edit. */
#ifndef UBN_GEN_PROBES_H
#define UBN_GEN_PROBES_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Bit in probe_valid, and index of the word in probe_id. */
enum ubn_urma_probe {
    UBN_URMA_PROBE_WR_ACCEPT = 0, /**< work request accepted on the host port */
    UBN_URMA_PROBE_WR_ISSUE = 1,  /**< work request got its TASSN and left the tracker */
    /** first beat of a frame out; kind: 0 request, 1 response to request `frame`, 2 transport
     *  acknowledgement */
    UBN_URMA_PROBE_TX_FIRST = 2,
    UBN_URMA_PROBE_TX_KEY = 3,    /**< operation of the data frame of tx_first, same cycle */
    UBN_URMA_PROBE_RX_FIRST = 4,  /**< first beat of a frame in; frame is a running number */
    UBN_URMA_PROBE_RX_DATA = 5,   /**< data packet `frame` accepted by the transport channel */
    UBN_URMA_PROBE_MEM_RD = 6,    /**< read command of request `frame` handed to the memory port */
    /** read command for the payload of a write handed to the memory port */
    UBN_URMA_PROBE_PAY_RD = 7,
    /** write command for the payload of request `frame` handed to the memory port */
    UBN_URMA_PROBE_PUT_WR = 8,
    /** write command of response `frame`: payload or completion record; local: record of a
     *  request refused here, with its sqe_bb_idx in place of frame */
    UBN_URMA_PROBE_MEM_WR = 9,
    /** first beat of a load/store frame out; kind: 0 request, 1 response; store: of a store
     *  (responses: 1 without data) */
    UBN_URMA_PROBE_LD_FIRST = 10,
    UBN_URMA_PROBE_LD_RX = 11,    /**< load/store request or response accepted */
    UBN_URMA_PROBE_COUNT
};

/* Parts of the id of probe wr_accept. */
static inline uint32_t ubn_urma_probe_wr_accept_jetty(uint64_t id)
{
    return (uint32_t)(id & 0xfffffull);
}
static inline uint16_t ubn_urma_probe_wr_accept_sqe_bb_idx(uint64_t id)
{
    return (uint16_t)((id >> 20) & 0xffffull);
}

/* Parts of the id of probe wr_issue. */
static inline uint32_t ubn_urma_probe_wr_issue_jetty(uint64_t id)
{
    return (uint32_t)(id & 0xfffffull);
}
static inline uint16_t ubn_urma_probe_wr_issue_sqe_bb_idx(uint64_t id)
{
    return (uint16_t)((id >> 20) & 0xffffull);
}
static inline uint16_t ubn_urma_probe_wr_issue_tassn(uint64_t id)
{
    return (uint16_t)((id >> 36) & 0xffffull);
}

/* Parts of the id of probe tx_first. */
static inline uint8_t ubn_urma_probe_tx_first_kind(uint64_t id)
{
    return (uint8_t)(id & 0x3ull);
}
static inline uint16_t ubn_urma_probe_tx_first_chan(uint64_t id)
{
    return (uint16_t)((id >> 2) & 0xffffull);
}
static inline uint32_t ubn_urma_probe_tx_first_psn(uint64_t id)
{
    return (uint32_t)((id >> 18) & 0xffffffull);
}
static inline uint16_t ubn_urma_probe_tx_first_frame(uint64_t id)
{
    return (uint16_t)((id >> 42) & 0xffffull);
}

/* Parts of the id of probe tx_key. */
static inline uint32_t ubn_urma_probe_tx_key_jetty(uint64_t id)
{
    return (uint32_t)(id & 0xfffffull);
}
static inline uint16_t ubn_urma_probe_tx_key_tassn(uint64_t id)
{
    return (uint16_t)((id >> 20) & 0xffffull);
}

/* Parts of the id of probe rx_first. */
static inline uint16_t ubn_urma_probe_rx_first_frame(uint64_t id)
{
    return (uint16_t)(id & 0xffffull);
}

/* Parts of the id of probe rx_data. */
static inline uint16_t ubn_urma_probe_rx_data_frame(uint64_t id)
{
    return (uint16_t)(id & 0xffffull);
}
static inline uint32_t ubn_urma_probe_rx_data_jetty(uint64_t id)
{
    return (uint32_t)((id >> 16) & 0xfffffull);
}
static inline uint16_t ubn_urma_probe_rx_data_tassn(uint64_t id)
{
    return (uint16_t)((id >> 36) & 0xffffull);
}
static inline uint8_t ubn_urma_probe_rx_data_response(uint64_t id)
{
    return (uint8_t)((id >> 52) & 0x1ull);
}

/* Parts of the id of probe mem_rd. */
static inline uint16_t ubn_urma_probe_mem_rd_frame(uint64_t id)
{
    return (uint16_t)(id & 0xffffull);
}
static inline uint8_t ubn_urma_probe_mem_rd_bursts(uint64_t id)
{
    return (uint8_t)((id >> 16) & 0x3ull);
}

/* Parts of the id of probe pay_rd. */
static inline uint32_t ubn_urma_probe_pay_rd_jetty(uint64_t id)
{
    return (uint32_t)(id & 0xfffffull);
}
static inline uint16_t ubn_urma_probe_pay_rd_tassn(uint64_t id)
{
    return (uint16_t)((id >> 20) & 0xffffull);
}
static inline uint8_t ubn_urma_probe_pay_rd_bursts(uint64_t id)
{
    return (uint8_t)((id >> 36) & 0x3ull);
}

/* Parts of the id of probe put_wr. */
static inline uint16_t ubn_urma_probe_put_wr_frame(uint64_t id)
{
    return (uint16_t)(id & 0xffffull);
}
static inline uint8_t ubn_urma_probe_put_wr_bursts(uint64_t id)
{
    return (uint8_t)((id >> 16) & 0x3ull);
}

/* Parts of the id of probe mem_wr. */
static inline uint16_t ubn_urma_probe_mem_wr_frame(uint64_t id)
{
    return (uint16_t)(id & 0xffffull);
}
static inline uint8_t ubn_urma_probe_mem_wr_bursts(uint64_t id)
{
    return (uint8_t)((id >> 16) & 0x3ull);
}
static inline uint8_t ubn_urma_probe_mem_wr_cqe(uint64_t id)
{
    return (uint8_t)((id >> 18) & 0x1ull);
}
static inline uint32_t ubn_urma_probe_mem_wr_jetty(uint64_t id)
{
    return (uint32_t)((id >> 19) & 0xfffffull);
}
static inline uint16_t ubn_urma_probe_mem_wr_tassn(uint64_t id)
{
    return (uint16_t)((id >> 39) & 0xffffull);
}
static inline uint8_t ubn_urma_probe_mem_wr_local(uint64_t id)
{
    return (uint8_t)((id >> 55) & 0x1ull);
}

/* Parts of the id of probe ld_first. */
static inline uint8_t ubn_urma_probe_ld_first_kind(uint64_t id)
{
    return (uint8_t)(id & 0x3ull);
}
static inline uint8_t ubn_urma_probe_ld_first_store(uint64_t id)
{
    return (uint8_t)((id >> 2) & 0x1ull);
}
static inline uint16_t ubn_urma_probe_ld_first_tassn(uint64_t id)
{
    return (uint16_t)((id >> 3) & 0xffffull);
}

/* Parts of the id of probe ld_rx. */
static inline uint16_t ubn_urma_probe_ld_rx_tassn(uint64_t id)
{
    return (uint16_t)(id & 0xffffull);
}
static inline uint8_t ubn_urma_probe_ld_rx_rsp(uint64_t id)
{
    return (uint8_t)((id >> 16) & 0x1ull);
}

/** Bit in probe_valid, and index of the word in probe_id. */
enum ubn_roce_probe {
    /** doorbell accepted on the PCIe port; bf: with the work request in it */
    UBN_ROCE_PROBE_DB_ACCEPT = 0,
    /** read command handed to the memory port; kind: 0 work requests idx .. idx + count - 1 of
     *  qp, 1 payload of request idx of qp, 2 for request frame idx, 3 receives of qp */
    UBN_ROCE_PROBE_MEM_RD = 1,
    UBN_ROCE_PROBE_WQE_ISSUE = 2, /**< work request got its first PSN */
    /** first beat of a frame out; kind: 0 request packet of work request idx, 1 response to
     *  request frame idx, 2 acknowledgement of request frame idx; qp is the local one */
    UBN_ROCE_PROBE_TX_FIRST = 3,
    UBN_ROCE_PROBE_RX_FIRST = 4,  /**< first beat of a frame in; frame is a running number */
    /** packet `frame` accepted by its queue pair; rsp: by the requester half */
    UBN_ROCE_PROBE_RX_PACKET = 5,
    /** write command handed to the memory port; kind: 0 payload of response frame of request
     *  idx, 1 completion record of request idx, 2 payload of request frame, 3 completion record
     *  of a receive */
    UBN_ROCE_PROBE_MEM_WR = 6,
    UBN_ROCE_PROBE_COUNT
};

/* Parts of the id of probe db_accept. */
static inline uint16_t ubn_roce_probe_db_accept_qp(uint64_t id)
{
    return (uint16_t)(id & 0xffffull);
}
static inline uint16_t ubn_roce_probe_db_accept_pi(uint64_t id)
{
    return (uint16_t)((id >> 16) & 0xffffull);
}
static inline uint8_t ubn_roce_probe_db_accept_bf(uint64_t id)
{
    return (uint8_t)((id >> 32) & 0x1ull);
}
static inline uint8_t ubn_roce_probe_db_accept_rq(uint64_t id)
{
    return (uint8_t)((id >> 33) & 0x1ull);
}

/* Parts of the id of probe mem_rd. */
static inline uint8_t ubn_roce_probe_mem_rd_kind(uint64_t id)
{
    return (uint8_t)(id & 0x3ull);
}
static inline uint8_t ubn_roce_probe_mem_rd_tlps(uint64_t id)
{
    return (uint8_t)((id >> 2) & 0xffull);
}
static inline uint16_t ubn_roce_probe_mem_rd_qp(uint64_t id)
{
    return (uint16_t)((id >> 10) & 0xffffull);
}
static inline uint16_t ubn_roce_probe_mem_rd_idx(uint64_t id)
{
    return (uint16_t)((id >> 26) & 0xffffull);
}
static inline uint8_t ubn_roce_probe_mem_rd_count(uint64_t id)
{
    return (uint8_t)((id >> 42) & 0xffull);
}

/* Parts of the id of probe wqe_issue. */
static inline uint16_t ubn_roce_probe_wqe_issue_qp(uint64_t id)
{
    return (uint16_t)(id & 0xffffull);
}
static inline uint16_t ubn_roce_probe_wqe_issue_idx(uint64_t id)
{
    return (uint16_t)((id >> 16) & 0xffffull);
}
static inline uint32_t ubn_roce_probe_wqe_issue_psn(uint64_t id)
{
    return (uint32_t)((id >> 32) & 0xffffffull);
}

/* Parts of the id of probe tx_first. */
static inline uint8_t ubn_roce_probe_tx_first_kind(uint64_t id)
{
    return (uint8_t)(id & 0x3ull);
}
static inline uint16_t ubn_roce_probe_tx_first_qp(uint64_t id)
{
    return (uint16_t)((id >> 2) & 0xffffull);
}
static inline uint32_t ubn_roce_probe_tx_first_psn(uint64_t id)
{
    return (uint32_t)((id >> 18) & 0xffffffull);
}
static inline uint16_t ubn_roce_probe_tx_first_idx(uint64_t id)
{
    return (uint16_t)((id >> 42) & 0xffffull);
}

/* Parts of the id of probe rx_first. */
static inline uint16_t ubn_roce_probe_rx_first_frame(uint64_t id)
{
    return (uint16_t)(id & 0xffffull);
}

/* Parts of the id of probe rx_packet. */
static inline uint16_t ubn_roce_probe_rx_packet_frame(uint64_t id)
{
    return (uint16_t)(id & 0xffffull);
}
static inline uint16_t ubn_roce_probe_rx_packet_qp(uint64_t id)
{
    return (uint16_t)((id >> 16) & 0xffffull);
}
static inline uint32_t ubn_roce_probe_rx_packet_psn(uint64_t id)
{
    return (uint32_t)((id >> 32) & 0xffffffull);
}
static inline uint8_t ubn_roce_probe_rx_packet_rsp(uint64_t id)
{
    return (uint8_t)((id >> 56) & 0x1ull);
}

/* Parts of the id of probe mem_wr. */
static inline uint16_t ubn_roce_probe_mem_wr_frame(uint64_t id)
{
    return (uint16_t)(id & 0xffffull);
}
static inline uint8_t ubn_roce_probe_mem_wr_tlps(uint64_t id)
{
    return (uint8_t)((id >> 16) & 0xffull);
}
static inline uint16_t ubn_roce_probe_mem_wr_qp(uint64_t id)
{
    return (uint16_t)((id >> 24) & 0xffffull);
}
static inline uint16_t ubn_roce_probe_mem_wr_idx(uint64_t id)
{
    return (uint16_t)((id >> 40) & 0xffffull);
}
static inline uint8_t ubn_roce_probe_mem_wr_kind(uint64_t id)
{
    return (uint8_t)((id >> 56) & 0x3ull);
}

#ifdef __cplusplus
}
#endif

#endif /* UBN_GEN_PROBES_H */
