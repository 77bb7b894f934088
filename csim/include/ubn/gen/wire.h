/* SPDX-License-Identifier: Apache-2.0 */
/** Packet headers.
 *  Written by scripts/gen from configs/spec; do not edit. */
#ifndef UBN_GEN_WIRE_H
#define UBN_GEN_WIRE_H

#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

#define UBN_ETH_BYTES 14

/** Ethernet II header.
 *  @source IEEE 802.3, clause 3 */
struct ubn_eth {
    uint64_t dst_mac;        /**< 48 bit: destination MAC */
    uint64_t src_mac;        /**< 48 bit: source MAC */
    uint16_t ether_type;     /**< 16 bit: 0x0800 IPv4, 0x88b5 load/store */
};

/** Write one eth; reserved bits become 0.
 *  @param in [in] values; bits above the width of a field are ignored.
 *  @param out [out] bytes, shape [14], first byte first. */
static inline void ubn_eth_pack(const struct ubn_eth *in, uint8_t out[14])
{
    out[0] = (uint8_t)(((uint64_t)in->dst_mac >> 40) & 0xffull);
    out[1] = (uint8_t)(((uint64_t)in->dst_mac >> 32) & 0xffull);
    out[2] = (uint8_t)(((uint64_t)in->dst_mac >> 24) & 0xffull);
    out[3] = (uint8_t)(((uint64_t)in->dst_mac >> 16) & 0xffull);
    out[4] = (uint8_t)(((uint64_t)in->dst_mac >> 8) & 0xffull);
    out[5] = (uint8_t)((uint64_t)in->dst_mac & 0xffull);
    out[6] = (uint8_t)(((uint64_t)in->src_mac >> 40) & 0xffull);
    out[7] = (uint8_t)(((uint64_t)in->src_mac >> 32) & 0xffull);
    out[8] = (uint8_t)(((uint64_t)in->src_mac >> 24) & 0xffull);
    out[9] = (uint8_t)(((uint64_t)in->src_mac >> 16) & 0xffull);
    out[10] = (uint8_t)(((uint64_t)in->src_mac >> 8) & 0xffull);
    out[11] = (uint8_t)((uint64_t)in->src_mac & 0xffull);
    out[12] = (uint8_t)(((uint32_t)in->ether_type >> 8) & 0xffu);
    out[13] = (uint8_t)((uint32_t)in->ether_type & 0xffu);
}

/** Read one eth; reserved bits are ignored.
 *  @param in [in] bytes, shape [14], first byte first.
 *  @param out [out] every field is written. */
static inline void ubn_eth_unpack(const uint8_t in[14], struct ubn_eth *out)
{
    out->dst_mac = (uint64_t)((((uint64_t)in[0] & 0xffull) << 40) |
        (((uint64_t)in[1] & 0xffull) << 32) |
        (((uint64_t)in[2] & 0xffull) << 24) |
        (((uint64_t)in[3] & 0xffull) << 16) |
        (((uint64_t)in[4] & 0xffull) << 8) |
        ((uint64_t)in[5] & 0xffull));
    out->src_mac = (uint64_t)((((uint64_t)in[6] & 0xffull) << 40) |
        (((uint64_t)in[7] & 0xffull) << 32) |
        (((uint64_t)in[8] & 0xffull) << 24) |
        (((uint64_t)in[9] & 0xffull) << 16) |
        (((uint64_t)in[10] & 0xffull) << 8) |
        ((uint64_t)in[11] & 0xffull));
    out->ether_type = (uint16_t)((((uint32_t)in[12] & 0xffu) << 8) | ((uint32_t)in[13] & 0xffu));
}

#define UBN_IPV4_BYTES 20

/** IPv4 header without options.
 *  @source RFC 791, section 3.1 */
struct ubn_ipv4 {
    uint8_t version;           /**< 4 bit: 4 */
    uint8_t ihl;               /**< 4 bit: header length in 32-bit words, 5 */
    uint8_t tos;               /**< 8 bit: DSCP and ECN; masked in the ICRC */
    uint16_t total_length;     /**< 16 bit: bytes from this header through the ICRC */
    uint16_t id;               /**< 16 bit: 0 */
    uint8_t flags;             /**< 3 bit: 2: do not fragment */
    uint16_t frag_off;         /**< 13 bit: 0 */
    uint8_t ttl;               /**< 8 bit: masked in the ICRC */
    uint8_t protocol;          /**< 8 bit: 17 UDP */
    /** 16 bit: ones' complement sum of the header; masked in the ICRC */
    uint16_t checksum;
    uint32_t src_ip;           /**< 32 bit: source address */
    uint32_t dst_ip;           /**< 32 bit: destination address */
};

/** Write one ipv4; reserved bits become 0.
 *  @param in [in] values; bits above the width of a field are ignored.
 *  @param out [out] bytes, shape [20], first byte first. */
static inline void ubn_ipv4_pack(const struct ubn_ipv4 *in, uint8_t out[20])
{
    out[0] = (uint8_t)((((uint32_t)in->version & 0xfu) << 4) | ((uint32_t)in->ihl & 0xfu));
    out[1] = (uint8_t)((uint32_t)in->tos & 0xffu);
    out[2] = (uint8_t)(((uint32_t)in->total_length >> 8) & 0xffu);
    out[3] = (uint8_t)((uint32_t)in->total_length & 0xffu);
    out[4] = (uint8_t)(((uint32_t)in->id >> 8) & 0xffu);
    out[5] = (uint8_t)((uint32_t)in->id & 0xffu);
    out[6] = (uint8_t)((((uint32_t)in->flags & 0x7u) << 5) |
        (((uint32_t)in->frag_off >> 8) & 0x1fu));
    out[7] = (uint8_t)((uint32_t)in->frag_off & 0xffu);
    out[8] = (uint8_t)((uint32_t)in->ttl & 0xffu);
    out[9] = (uint8_t)((uint32_t)in->protocol & 0xffu);
    out[10] = (uint8_t)(((uint32_t)in->checksum >> 8) & 0xffu);
    out[11] = (uint8_t)((uint32_t)in->checksum & 0xffu);
    out[12] = (uint8_t)(((uint32_t)in->src_ip >> 24) & 0xffu);
    out[13] = (uint8_t)(((uint32_t)in->src_ip >> 16) & 0xffu);
    out[14] = (uint8_t)(((uint32_t)in->src_ip >> 8) & 0xffu);
    out[15] = (uint8_t)((uint32_t)in->src_ip & 0xffu);
    out[16] = (uint8_t)(((uint32_t)in->dst_ip >> 24) & 0xffu);
    out[17] = (uint8_t)(((uint32_t)in->dst_ip >> 16) & 0xffu);
    out[18] = (uint8_t)(((uint32_t)in->dst_ip >> 8) & 0xffu);
    out[19] = (uint8_t)((uint32_t)in->dst_ip & 0xffu);
}

/** Read one ipv4; reserved bits are ignored.
 *  @param in [in] bytes, shape [20], first byte first.
 *  @param out [out] every field is written. */
static inline void ubn_ipv4_unpack(const uint8_t in[20], struct ubn_ipv4 *out)
{
    out->version = (uint8_t)(((uint32_t)in[0] >> 4) & 0xfu);
    out->ihl = (uint8_t)((uint32_t)in[0] & 0xfu);
    out->tos = (uint8_t)((uint32_t)in[1] & 0xffu);
    out->total_length = (uint16_t)((((uint32_t)in[2] & 0xffu) << 8) | ((uint32_t)in[3] & 0xffu));
    out->id = (uint16_t)((((uint32_t)in[4] & 0xffu) << 8) | ((uint32_t)in[5] & 0xffu));
    out->flags = (uint8_t)(((uint32_t)in[6] >> 5) & 0x7u);
    out->frag_off = (uint16_t)((((uint32_t)in[6] & 0x1fu) << 8) | ((uint32_t)in[7] & 0xffu));
    out->ttl = (uint8_t)((uint32_t)in[8] & 0xffu);
    out->protocol = (uint8_t)((uint32_t)in[9] & 0xffu);
    out->checksum = (uint16_t)((((uint32_t)in[10] & 0xffu) << 8) | ((uint32_t)in[11] & 0xffu));
    out->src_ip = (uint32_t)((((uint32_t)in[12] & 0xffu) << 24) |
        (((uint32_t)in[13] & 0xffu) << 16) |
        (((uint32_t)in[14] & 0xffu) << 8) |
        ((uint32_t)in[15] & 0xffu));
    out->dst_ip = (uint32_t)((((uint32_t)in[16] & 0xffu) << 24) |
        (((uint32_t)in[17] & 0xffu) << 16) |
        (((uint32_t)in[18] & 0xffu) << 8) |
        ((uint32_t)in[19] & 0xffu));
}

#define UBN_UDP_BYTES 8

/** UDP header.
 *  @source RFC 768 */
struct ubn_udp {
    uint16_t src_port;     /**< 16 bit: entropy of the channel */
    uint16_t dst_port;     /**< 16 bit: 4792 UB */
    uint16_t length;       /**< 16 bit: bytes from this header through the ICRC */
    uint16_t checksum;     /**< 16 bit: 0: not used; masked in the ICRC */
};

/** Write one udp; reserved bits become 0.
 *  @param in [in] values; bits above the width of a field are ignored.
 *  @param out [out] bytes, shape [8], first byte first. */
static inline void ubn_udp_pack(const struct ubn_udp *in, uint8_t out[8])
{
    out[0] = (uint8_t)(((uint32_t)in->src_port >> 8) & 0xffu);
    out[1] = (uint8_t)((uint32_t)in->src_port & 0xffu);
    out[2] = (uint8_t)(((uint32_t)in->dst_port >> 8) & 0xffu);
    out[3] = (uint8_t)((uint32_t)in->dst_port & 0xffu);
    out[4] = (uint8_t)(((uint32_t)in->length >> 8) & 0xffu);
    out[5] = (uint8_t)((uint32_t)in->length & 0xffu);
    out[6] = (uint8_t)(((uint32_t)in->checksum >> 8) & 0xffu);
    out[7] = (uint8_t)((uint32_t)in->checksum & 0xffu);
}

/** Read one udp; reserved bits are ignored.
 *  @param in [in] bytes, shape [8], first byte first.
 *  @param out [out] every field is written. */
static inline void ubn_udp_unpack(const uint8_t in[8], struct ubn_udp *out)
{
    out->src_port = (uint16_t)((((uint32_t)in[0] & 0xffu) << 8) | ((uint32_t)in[1] & 0xffu));
    out->dst_port = (uint16_t)((((uint32_t)in[2] & 0xffu) << 8) | ((uint32_t)in[3] & 0xffu));
    out->length = (uint16_t)((((uint32_t)in[4] & 0xffu) << 8) | ((uint32_t)in[5] & 0xffu));
    out->checksum = (uint16_t)((((uint32_t)in[6] & 0xffu) << 8) | ((uint32_t)in[7] & 0xffu));
}

#define UBN_UB_LPH_BYTES 2

/** Stand-in for the link header, whose layers are not modelled; it keeps the packet class.
 *  @source BS App. B (CFG); place of the class: ours */
struct ubn_ub_lph {
    uint8_t cfg;      /**< 4 bit: see ub_cfg */
};

/** Write one ub_lph; reserved bits become 0.
 *  @param in [in] values; bits above the width of a field are ignored.
 *  @param out [out] bytes, shape [2], first byte first. */
static inline void ubn_ub_lph_pack(const struct ubn_ub_lph *in, uint8_t out[2])
{
    out[0] = (uint8_t)((uint32_t)in->cfg & 0xfu);
    out[1] = 0;
}

/** Read one ub_lph; reserved bits are ignored.
 *  @param in [in] bytes, shape [2], first byte first.
 *  @param out [out] every field is written. */
static inline void ubn_ub_lph_unpack(const uint8_t in[2], struct ubn_ub_lph *out)
{
    out->cfg = (uint8_t)((uint32_t)in[0] & 0xfu);
}

#define UBN_UB_NTH16_BYTES 8

/** Network header with 16-bit compact addresses (CFG 6 and CFG 9).
 *  @source BS ch. 5, known second-hand only */
struct ubn_ub_nth16 {
    uint16_t scna;     /**< 16 bit: source address */
    uint16_t dcna;     /**< 16 bit: destination address */
    uint16_t cci;      /**< 16 bit: congestion control information, form in the top 3 bits */
    uint8_t lbf;       /**< 8 bit: load-balance factor */
    uint8_t sl;        /**< 4 bit: service level */
    uint8_t mgmt;      /**< 1 bit: 1: management */
    uint8_t nlp;       /**< 3 bit: next header */
};

/** Write one ub_nth16; reserved bits become 0.
 *  @param in [in] values; bits above the width of a field are ignored.
 *  @param out [out] bytes, shape [8], first byte first. */
static inline void ubn_ub_nth16_pack(const struct ubn_ub_nth16 *in, uint8_t out[8])
{
    out[0] = (uint8_t)(((uint32_t)in->scna >> 8) & 0xffu);
    out[1] = (uint8_t)((uint32_t)in->scna & 0xffu);
    out[2] = (uint8_t)(((uint32_t)in->dcna >> 8) & 0xffu);
    out[3] = (uint8_t)((uint32_t)in->dcna & 0xffu);
    out[4] = (uint8_t)(((uint32_t)in->cci >> 8) & 0xffu);
    out[5] = (uint8_t)((uint32_t)in->cci & 0xffu);
    out[6] = (uint8_t)((uint32_t)in->lbf & 0xffu);
    out[7] = (uint8_t)((((uint32_t)in->sl & 0xfu) << 4) |
        (((uint32_t)in->mgmt & 0x1u) << 3) |
        ((uint32_t)in->nlp & 0x7u));
}

/** Read one ub_nth16; reserved bits are ignored.
 *  @param in [in] bytes, shape [8], first byte first.
 *  @param out [out] every field is written. */
static inline void ubn_ub_nth16_unpack(const uint8_t in[8], struct ubn_ub_nth16 *out)
{
    out->scna = (uint16_t)((((uint32_t)in[0] & 0xffu) << 8) | ((uint32_t)in[1] & 0xffu));
    out->dcna = (uint16_t)((((uint32_t)in[2] & 0xffu) << 8) | ((uint32_t)in[3] & 0xffu));
    out->cci = (uint16_t)((((uint32_t)in[4] & 0xffu) << 8) | ((uint32_t)in[5] & 0xffu));
    out->lbf = (uint8_t)((uint32_t)in[6] & 0xffu);
    out->sl = (uint8_t)(((uint32_t)in[7] >> 4) & 0xfu);
    out->mgmt = (uint8_t)(((uint32_t)in[7] >> 3) & 0x1u);
    out->nlp = (uint8_t)((uint32_t)in[7] & 0x7u);
}

#define UBN_UB_NTH24_BYTES 10

/** Network header with 24-bit compact addresses (CFG 7).
 *  @source BS ch. 5, known second-hand only */
struct ubn_ub_nth24 {
    uint32_t scna;     /**< 24 bit: source address */
    uint32_t dcna;     /**< 24 bit: destination address */
    uint16_t cci;      /**< 16 bit: congestion control information, form in the top 3 bits */
    uint8_t lbf;       /**< 8 bit: load-balance factor */
    uint8_t sl;        /**< 4 bit: service level */
    uint8_t nlp;       /**< 3 bit: 0 CTPH, 2 RTPH */
};

/** Write one ub_nth24; reserved bits become 0.
 *  @param in [in] values; bits above the width of a field are ignored.
 *  @param out [out] bytes, shape [10], first byte first. */
static inline void ubn_ub_nth24_pack(const struct ubn_ub_nth24 *in, uint8_t out[10])
{
    out[0] = (uint8_t)(((uint32_t)in->scna >> 16) & 0xffu);
    out[1] = (uint8_t)(((uint32_t)in->scna >> 8) & 0xffu);
    out[2] = (uint8_t)((uint32_t)in->scna & 0xffu);
    out[3] = (uint8_t)(((uint32_t)in->dcna >> 16) & 0xffu);
    out[4] = (uint8_t)(((uint32_t)in->dcna >> 8) & 0xffu);
    out[5] = (uint8_t)((uint32_t)in->dcna & 0xffu);
    out[6] = (uint8_t)(((uint32_t)in->cci >> 8) & 0xffu);
    out[7] = (uint8_t)((uint32_t)in->cci & 0xffu);
    out[8] = (uint8_t)((uint32_t)in->lbf & 0xffu);
    out[9] = (uint8_t)((((uint32_t)in->sl & 0xfu) << 4) | ((uint32_t)in->nlp & 0x7u));
}

/** Read one ub_nth24; reserved bits are ignored.
 *  @param in [in] bytes, shape [10], first byte first.
 *  @param out [out] every field is written. */
static inline void ubn_ub_nth24_unpack(const uint8_t in[10], struct ubn_ub_nth24 *out)
{
    out->scna = (uint32_t)((((uint32_t)in[0] & 0xffu) << 16) |
        (((uint32_t)in[1] & 0xffu) << 8) |
        ((uint32_t)in[2] & 0xffu));
    out->dcna = (uint32_t)((((uint32_t)in[3] & 0xffu) << 16) |
        (((uint32_t)in[4] & 0xffu) << 8) |
        ((uint32_t)in[5] & 0xffu));
    out->cci = (uint16_t)((((uint32_t)in[6] & 0xffu) << 8) | ((uint32_t)in[7] & 0xffu));
    out->lbf = (uint8_t)((uint32_t)in[8] & 0xffu);
    out->sl = (uint8_t)(((uint32_t)in[9] >> 4) & 0xfu);
    out->nlp = (uint8_t)((uint32_t)in[9] & 0x7u);
}

#define UBN_UB_RTPH_BYTES 16

/** Reliable transport header.
 *  @source BS 6.2 */
struct ubn_ub_rtph {
    /** 8 bit: see ub_tp_opcode; bit 7: last packet of the operation (data packets only) */
    uint8_t tp_opcode;
    uint8_t tp_ver;         /**< 2 bit: 0 */
    uint8_t padding;        /**< 2 bit: zero bytes after the payload, up to a multiple of 4 */
    uint8_t nlp;            /**< 4 bit: see ub_nlp */
    uint32_t src_tpn;       /**< 24 bit: channel number at the sender */
    uint32_t dst_tpn;       /**< 24 bit: channel number at the receiver */
    uint8_t a;              /**< 1 bit: 1: an individual response is requested */
    uint8_t f;              /**< 1 bit: 1: fake packet, keeps a channel alive */
    uint32_t psn;           /**< 24 bit: packet sequence number */
    uint8_t rspst;          /**< 3 bit: see ub_tp_rspst (transport responses) */
    uint8_t rspinfo;        /**< 5 bit: see ub_tp_rspinfo_err, or the RNR timer code */
    uint32_t tpmsn;         /**< 24 bit: sequence number of the operation in the channel */
};

/** Write one ub_rtph; reserved bits become 0.
 *  @param in [in] values; bits above the width of a field are ignored.
 *  @param out [out] bytes, shape [16], first byte first. */
static inline void ubn_ub_rtph_pack(const struct ubn_ub_rtph *in, uint8_t out[16])
{
    out[0] = (uint8_t)((uint32_t)in->tp_opcode & 0xffu);
    out[1] = (uint8_t)((((uint32_t)in->tp_ver & 0x3u) << 6) |
        (((uint32_t)in->padding & 0x3u) << 4) |
        ((uint32_t)in->nlp & 0xfu));
    out[2] = (uint8_t)(((uint32_t)in->src_tpn >> 16) & 0xffu);
    out[3] = (uint8_t)(((uint32_t)in->src_tpn >> 8) & 0xffu);
    out[4] = (uint8_t)((uint32_t)in->src_tpn & 0xffu);
    out[5] = (uint8_t)(((uint32_t)in->dst_tpn >> 16) & 0xffu);
    out[6] = (uint8_t)(((uint32_t)in->dst_tpn >> 8) & 0xffu);
    out[7] = (uint8_t)((uint32_t)in->dst_tpn & 0xffu);
    out[8] = (uint8_t)((((uint32_t)in->a & 0x1u) << 7) | (((uint32_t)in->f & 0x1u) << 6));
    out[9] = (uint8_t)(((uint32_t)in->psn >> 16) & 0xffu);
    out[10] = (uint8_t)(((uint32_t)in->psn >> 8) & 0xffu);
    out[11] = (uint8_t)((uint32_t)in->psn & 0xffu);
    out[12] = (uint8_t)((((uint32_t)in->rspst & 0x7u) << 5) | ((uint32_t)in->rspinfo & 0x1fu));
    out[13] = (uint8_t)(((uint32_t)in->tpmsn >> 16) & 0xffu);
    out[14] = (uint8_t)(((uint32_t)in->tpmsn >> 8) & 0xffu);
    out[15] = (uint8_t)((uint32_t)in->tpmsn & 0xffu);
}

/** Read one ub_rtph; reserved bits are ignored.
 *  @param in [in] bytes, shape [16], first byte first.
 *  @param out [out] every field is written. */
static inline void ubn_ub_rtph_unpack(const uint8_t in[16], struct ubn_ub_rtph *out)
{
    out->tp_opcode = (uint8_t)((uint32_t)in[0] & 0xffu);
    out->tp_ver = (uint8_t)(((uint32_t)in[1] >> 6) & 0x3u);
    out->padding = (uint8_t)(((uint32_t)in[1] >> 4) & 0x3u);
    out->nlp = (uint8_t)((uint32_t)in[1] & 0xfu);
    out->src_tpn = (uint32_t)((((uint32_t)in[2] & 0xffu) << 16) |
        (((uint32_t)in[3] & 0xffu) << 8) |
        ((uint32_t)in[4] & 0xffu));
    out->dst_tpn = (uint32_t)((((uint32_t)in[5] & 0xffu) << 16) |
        (((uint32_t)in[6] & 0xffu) << 8) |
        ((uint32_t)in[7] & 0xffu));
    out->a = (uint8_t)(((uint32_t)in[8] >> 7) & 0x1u);
    out->f = (uint8_t)(((uint32_t)in[8] >> 6) & 0x1u);
    out->psn = (uint32_t)((((uint32_t)in[9] & 0xffu) << 16) |
        (((uint32_t)in[10] & 0xffu) << 8) |
        ((uint32_t)in[11] & 0xffu));
    out->rspst = (uint8_t)(((uint32_t)in[12] >> 5) & 0x7u);
    out->rspinfo = (uint8_t)((uint32_t)in[12] & 0x1fu);
    out->tpmsn = (uint32_t)((((uint32_t)in[13] & 0xffu) << 16) |
        (((uint32_t)in[14] & 0xffu) << 8) |
        ((uint32_t)in[15] & 0xffu));
}

#define UBN_UB_UTPH_BYTES 16

/** Unreliable transport header.
 *  @source BS 6.2 */
struct ubn_ub_utph {
    uint8_t tp_opcode;      /**< 8 bit: bit 0 is 0 */
    uint8_t tp_ver;         /**< 2 bit: 0 */
    uint8_t padding;        /**< 2 bit: as in the reliable header */
    uint8_t nlp;            /**< 4 bit: see ub_nlp */
};

/** Write one ub_utph; reserved bits become 0.
 *  @param in [in] values; bits above the width of a field are ignored.
 *  @param out [out] bytes, shape [16], first byte first. */
static inline void ubn_ub_utph_pack(const struct ubn_ub_utph *in, uint8_t out[16])
{
    out[0] = (uint8_t)((uint32_t)in->tp_opcode & 0xffu);
    out[1] = (uint8_t)((((uint32_t)in->tp_ver & 0x3u) << 6) |
        (((uint32_t)in->padding & 0x3u) << 4) |
        ((uint32_t)in->nlp & 0xfu));
    out[2] = 0;
    out[3] = 0;
    out[4] = 0;
    out[5] = 0;
    out[6] = 0;
    out[7] = 0;
    out[8] = 0;
    out[9] = 0;
    out[10] = 0;
    out[11] = 0;
    out[12] = 0;
    out[13] = 0;
    out[14] = 0;
    out[15] = 0;
}

/** Read one ub_utph; reserved bits are ignored.
 *  @param in [in] bytes, shape [16], first byte first.
 *  @param out [out] every field is written. */
static inline void ubn_ub_utph_unpack(const uint8_t in[16], struct ubn_ub_utph *out)
{
    out->tp_opcode = (uint8_t)((uint32_t)in[0] & 0xffu);
    out->tp_ver = (uint8_t)(((uint32_t)in[1] >> 6) & 0x3u);
    out->padding = (uint8_t)(((uint32_t)in[1] >> 4) & 0x3u);
    out->nlp = (uint8_t)((uint32_t)in[1] & 0xfu);
}

#define UBN_UB_CTPH_BYTES 1

/** Compact transport header.
 *  @source BS 6.2 */
struct ubn_ub_ctph {
    uint8_t tp_opcode;      /**< 2 bit: see ub_ctp_opcode */
    uint8_t padding;        /**< 2 bit: as in the reliable header */
    uint8_t nlp;            /**< 4 bit: see ub_nlp */
};

/** Write one ub_ctph; reserved bits become 0.
 *  @param in [in] values; bits above the width of a field are ignored.
 *  @param out [out] bytes, shape [1], first byte first. */
static inline void ubn_ub_ctph_pack(const struct ubn_ub_ctph *in, uint8_t out[1])
{
    out[0] = (uint8_t)((((uint32_t)in->tp_opcode & 0x3u) << 6) |
        (((uint32_t)in->padding & 0x3u) << 4) |
        ((uint32_t)in->nlp & 0xfu));
}

/** Read one ub_ctph; reserved bits are ignored.
 *  @param in [in] bytes, shape [1], first byte first.
 *  @param out [out] every field is written. */
static inline void ubn_ub_ctph_unpack(const uint8_t in[1], struct ubn_ub_ctph *out)
{
    out->tp_opcode = (uint8_t)(((uint32_t)in[0] >> 6) & 0x3u);
    out->padding = (uint8_t)(((uint32_t)in[0] >> 4) & 0x3u);
    out->nlp = (uint8_t)((uint32_t)in[0] & 0xfu);
}

#define UBN_UB_SAETPH_BYTES 4

/** Selective-acknowledgement extension; a bitmap of 8 << bitmap_size bytes follows, bit 0 is
 *  RTPH.PSN.
 *  @source BS 6.2 */
struct ubn_ub_saetph {
    uint8_t bitmap_size;      /**< 3 bit: 0..4: 64, 128, 256, 512, 1024 bits */
    uint32_t max_rcv_psn;     /**< 24 bit: largest PSN received */
};

/** Write one ub_saetph; reserved bits become 0.
 *  @param in [in] values; bits above the width of a field are ignored.
 *  @param out [out] bytes, shape [4], first byte first. */
static inline void ubn_ub_saetph_pack(const struct ubn_ub_saetph *in, uint8_t out[4])
{
    out[0] = (uint8_t)((uint32_t)in->bitmap_size & 0x7u);
    out[1] = (uint8_t)(((uint32_t)in->max_rcv_psn >> 16) & 0xffu);
    out[2] = (uint8_t)(((uint32_t)in->max_rcv_psn >> 8) & 0xffu);
    out[3] = (uint8_t)((uint32_t)in->max_rcv_psn & 0xffu);
}

/** Read one ub_saetph; reserved bits are ignored.
 *  @param in [in] bytes, shape [4], first byte first.
 *  @param out [out] every field is written. */
static inline void ubn_ub_saetph_unpack(const uint8_t in[4], struct ubn_ub_saetph *out)
{
    out->bitmap_size = (uint8_t)((uint32_t)in[0] & 0x7u);
    out->max_rcv_psn = (uint32_t)((((uint32_t)in[1] & 0xffu) << 16) |
        (((uint32_t)in[2] & 0xffu) << 8) |
        ((uint32_t)in[3] & 0xffu));
}

#define UBN_UB_CETPH_LDCP_BYTES 8

/** Congestion extension, LDCP form.
 *  @source BS 6.2 */
struct ubn_ub_cetph_ldcp {
    uint32_t ack_seq;     /**< 32 bit: data received, unit 2 B */
    uint32_t ce_seq;      /**< 32 bit: data received with a mark, unit 2 B */
};

/** Write one ub_cetph_ldcp; reserved bits become 0.
 *  @param in [in] values; bits above the width of a field are ignored.
 *  @param out [out] bytes, shape [8], first byte first. */
static inline void ubn_ub_cetph_ldcp_pack(const struct ubn_ub_cetph_ldcp *in, uint8_t out[8])
{
    out[0] = (uint8_t)(((uint32_t)in->ack_seq >> 24) & 0xffu);
    out[1] = (uint8_t)(((uint32_t)in->ack_seq >> 16) & 0xffu);
    out[2] = (uint8_t)(((uint32_t)in->ack_seq >> 8) & 0xffu);
    out[3] = (uint8_t)((uint32_t)in->ack_seq & 0xffu);
    out[4] = (uint8_t)(((uint32_t)in->ce_seq >> 24) & 0xffu);
    out[5] = (uint8_t)(((uint32_t)in->ce_seq >> 16) & 0xffu);
    out[6] = (uint8_t)(((uint32_t)in->ce_seq >> 8) & 0xffu);
    out[7] = (uint8_t)((uint32_t)in->ce_seq & 0xffu);
}

/** Read one ub_cetph_ldcp; reserved bits are ignored.
 *  @param in [in] bytes, shape [8], first byte first.
 *  @param out [out] every field is written. */
static inline void ubn_ub_cetph_ldcp_unpack(const uint8_t in[8], struct ubn_ub_cetph_ldcp *out)
{
    out->ack_seq = (uint32_t)((((uint32_t)in[0] & 0xffu) << 24) |
        (((uint32_t)in[1] & 0xffu) << 16) |
        (((uint32_t)in[2] & 0xffu) << 8) |
        ((uint32_t)in[3] & 0xffu));
    out->ce_seq = (uint32_t)((((uint32_t)in[4] & 0xffu) << 24) |
        (((uint32_t)in[5] & 0xffu) << 16) |
        (((uint32_t)in[6] & 0xffu) << 8) |
        ((uint32_t)in[7] & 0xffu));
}

#define UBN_UB_CETPH_CAQM_BYTES 8

/** Congestion extension, CAQM form.
 *  @source BS 6.2 */
struct ubn_ub_cetph_caqm {
    uint32_t ack_seq;     /**< 32 bit: data received, unit 2 B */
    uint8_t loc;          /**< 1 bit: 0 intermediate node, 1 last hop */
    uint8_t i;            /**< 1 bit: 1: increase granted */
    uint8_t c;            /**< 8 bit: packets told to shrink */
    uint16_t hint;        /**< 16 bit: increase */
};

/** Write one ub_cetph_caqm; reserved bits become 0.
 *  @param in [in] values; bits above the width of a field are ignored.
 *  @param out [out] bytes, shape [8], first byte first. */
static inline void ubn_ub_cetph_caqm_pack(const struct ubn_ub_cetph_caqm *in, uint8_t out[8])
{
    out[0] = (uint8_t)(((uint32_t)in->ack_seq >> 24) & 0xffu);
    out[1] = (uint8_t)(((uint32_t)in->ack_seq >> 16) & 0xffu);
    out[2] = (uint8_t)(((uint32_t)in->ack_seq >> 8) & 0xffu);
    out[3] = (uint8_t)((uint32_t)in->ack_seq & 0xffu);
    out[4] = (uint8_t)((((uint32_t)in->loc & 0x1u) << 1) | ((uint32_t)in->i & 0x1u));
    out[5] = (uint8_t)((uint32_t)in->c & 0xffu);
    out[6] = (uint8_t)(((uint32_t)in->hint >> 8) & 0xffu);
    out[7] = (uint8_t)((uint32_t)in->hint & 0xffu);
}

/** Read one ub_cetph_caqm; reserved bits are ignored.
 *  @param in [in] bytes, shape [8], first byte first.
 *  @param out [out] every field is written. */
static inline void ubn_ub_cetph_caqm_unpack(const uint8_t in[8], struct ubn_ub_cetph_caqm *out)
{
    out->ack_seq = (uint32_t)((((uint32_t)in[0] & 0xffu) << 24) |
        (((uint32_t)in[1] & 0xffu) << 16) |
        (((uint32_t)in[2] & 0xffu) << 8) |
        ((uint32_t)in[3] & 0xffu));
    out->loc = (uint8_t)(((uint32_t)in[4] >> 1) & 0x1u);
    out->i = (uint8_t)((uint32_t)in[4] & 0x1u);
    out->c = (uint8_t)((uint32_t)in[5] & 0xffu);
    out->hint = (uint16_t)((((uint32_t)in[6] & 0xffu) << 8) | ((uint32_t)in[7] & 0xffu));
}

#define UBN_UB_CETPH_CNP_BYTES 16

/** Congestion extension of a congestion notification packet.
 *  @source BS 6.2 */
struct ubn_ub_cetph_cnp {
    uint8_t ecn;      /**< 2 bit: 0 none, 1 minor, 3 severe */
    uint8_t loc;      /**< 1 bit: 0 intermediate node, 1 last hop */
};

/** Write one ub_cetph_cnp; reserved bits become 0.
 *  @param in [in] values; bits above the width of a field are ignored.
 *  @param out [out] bytes, shape [16], first byte first. */
static inline void ubn_ub_cetph_cnp_pack(const struct ubn_ub_cetph_cnp *in, uint8_t out[16])
{
    out[0] = (uint8_t)((((uint32_t)in->ecn & 0x3u) << 6) | (((uint32_t)in->loc & 0x1u) << 5));
    out[1] = 0;
    out[2] = 0;
    out[3] = 0;
    out[4] = 0;
    out[5] = 0;
    out[6] = 0;
    out[7] = 0;
    out[8] = 0;
    out[9] = 0;
    out[10] = 0;
    out[11] = 0;
    out[12] = 0;
    out[13] = 0;
    out[14] = 0;
    out[15] = 0;
}

/** Read one ub_cetph_cnp; reserved bits are ignored.
 *  @param in [in] bytes, shape [16], first byte first.
 *  @param out [out] every field is written. */
static inline void ubn_ub_cetph_cnp_unpack(const uint8_t in[16], struct ubn_ub_cetph_cnp *out)
{
    out->ecn = (uint8_t)(((uint32_t)in[0] >> 6) & 0x3u);
    out->loc = (uint8_t)(((uint32_t)in[0] >> 5) & 0x1u);
}

#define UBN_UB_UPIH32_BYTES 4

/** Partition header, 32-bit form.
 *  @source BS ch. 5, known second-hand only; place of the 24 significant bits: assumption */
struct ubn_ub_upih32 {
    uint32_t upi;     /**< 24 bit: partition */
};

/** Write one ub_upih32; reserved bits become 0.
 *  @param in [in] values; bits above the width of a field are ignored.
 *  @param out [out] bytes, shape [4], first byte first. */
static inline void ubn_ub_upih32_pack(const struct ubn_ub_upih32 *in, uint8_t out[4])
{
    out[0] = 0;
    out[1] = (uint8_t)(((uint32_t)in->upi >> 16) & 0xffu);
    out[2] = (uint8_t)(((uint32_t)in->upi >> 8) & 0xffu);
    out[3] = (uint8_t)((uint32_t)in->upi & 0xffu);
}

/** Read one ub_upih32; reserved bits are ignored.
 *  @param in [in] bytes, shape [4], first byte first.
 *  @param out [out] every field is written. */
static inline void ubn_ub_upih32_unpack(const uint8_t in[4], struct ubn_ub_upih32 *out)
{
    out->upi = (uint32_t)((((uint32_t)in[1] & 0xffu) << 16) |
        (((uint32_t)in[2] & 0xffu) << 8) |
        ((uint32_t)in[3] & 0xffu));
}

#define UBN_UB_UPIH16_BYTES 2

/** Partition header, 16-bit form.
 *  @source BS ch. 5, known second-hand only; place of the 15 significant bits: assumption */
struct ubn_ub_upih16 {
    uint16_t upi;     /**< 15 bit: partition */
};

/** Write one ub_upih16; reserved bits become 0.
 *  @param in [in] values; bits above the width of a field are ignored.
 *  @param out [out] bytes, shape [2], first byte first. */
static inline void ubn_ub_upih16_pack(const struct ubn_ub_upih16 *in, uint8_t out[2])
{
    out[0] = (uint8_t)(((uint32_t)in->upi >> 8) & 0x7fu);
    out[1] = (uint8_t)((uint32_t)in->upi & 0xffu);
}

/** Read one ub_upih16; reserved bits are ignored.
 *  @param in [in] bytes, shape [2], first byte first.
 *  @param out [out] every field is written. */
static inline void ubn_ub_upih16_unpack(const uint8_t in[2], struct ubn_ub_upih16 *out)
{
    out->upi = (uint16_t)((((uint32_t)in[0] & 0x7fu) << 8) | ((uint32_t)in[1] & 0xffu));
}

#define UBN_UB_EIDH_BYTES 32

/** Entity header, full.
 *  @source BS App. B.2 */
struct ubn_ub_eidh {
    uint8_t src_eid[16];  /**< 128 bit, first byte first: EID of the sender */
    uint8_t dst_eid[16];  /**< 128 bit, first byte first: EID of the receiver */
};

/** Write one ub_eidh; reserved bits become 0.
 *  @param in [in] values; bits above the width of a field are ignored.
 *  @param out [out] bytes, shape [32], first byte first. */
static inline void ubn_ub_eidh_pack(const struct ubn_ub_eidh *in, uint8_t out[32])
{
    memcpy(&out[0], in->src_eid, 16);
    memcpy(&out[16], in->dst_eid, 16);
}

/** Read one ub_eidh; reserved bits are ignored.
 *  @param in [in] bytes, shape [32], first byte first.
 *  @param out [out] every field is written. */
static inline void ubn_ub_eidh_unpack(const uint8_t in[32], struct ubn_ub_eidh *out)
{
    memcpy(out->src_eid, &in[0], 16);
    memcpy(out->dst_eid, &in[16], 16);
}

#define UBN_UB_EIDH_C_BYTES 5

/** Entity header, compact.
 *  @source BS App. B.2 */
struct ubn_ub_eidh_c {
    uint32_t src_eid;     /**< 20 bit: short EID of the sender */
    uint32_t dst_eid;     /**< 20 bit: short EID of the receiver */
};

/** Write one ub_eidh_c; reserved bits become 0.
 *  @param in [in] values; bits above the width of a field are ignored.
 *  @param out [out] bytes, shape [5], first byte first. */
static inline void ubn_ub_eidh_c_pack(const struct ubn_ub_eidh_c *in, uint8_t out[5])
{
    out[0] = (uint8_t)(((uint32_t)in->src_eid >> 12) & 0xffu);
    out[1] = (uint8_t)(((uint32_t)in->src_eid >> 4) & 0xffu);
    out[2] = (uint8_t)((((uint32_t)in->src_eid & 0xfu) << 4) |
        (((uint32_t)in->dst_eid >> 16) & 0xfu));
    out[3] = (uint8_t)(((uint32_t)in->dst_eid >> 8) & 0xffu);
    out[4] = (uint8_t)((uint32_t)in->dst_eid & 0xffu);
}

/** Read one ub_eidh_c; reserved bits are ignored.
 *  @param in [in] bytes, shape [5], first byte first.
 *  @param out [out] every field is written. */
static inline void ubn_ub_eidh_c_unpack(const uint8_t in[5], struct ubn_ub_eidh_c *out)
{
    out->src_eid = (uint32_t)((((uint32_t)in[0] & 0xffu) << 12) |
        (((uint32_t)in[1] & 0xffu) << 4) |
        (((uint32_t)in[2] >> 4) & 0xfu));
    out->dst_eid = (uint32_t)((((uint32_t)in[2] & 0xfu) << 16) |
        (((uint32_t)in[3] & 0xffu) << 8) |
        ((uint32_t)in[4] & 0xffu));
}

#define UBN_UB_BTAH_BYTES 8

/** Transaction header of a request, full.
 *  @source BS ch. 7 */
struct ubn_ub_btah {
    uint8_t ta_opcode;        /**< 8 bit: see ub_ta_opcode */
    uint8_t ta_ver;           /**< 2 bit: 0 */
    uint8_t ee_bits;          /**< 2 bit: 1 non-TEE, 3 TEE */
    uint8_t tv_en;            /**< 1 bit: 1: a token value extension follows */
    uint8_t poison;           /**< 1 bit: 1: the data are bad */
    uint8_t ud_flag;          /**< 1 bit: 1: a user extension follows */
    uint16_t ini_tassn;       /**< 16 bit: transaction sequence number of the initiator */
    /** 1 bit: 1: no transaction acknowledgement (compact transport only) */
    uint8_t no_taack;
    uint8_t odr;              /**< 3 bit: see ub_odr */
    uint8_t mt_en;            /**< 1 bit: 1: a target extension follows */
    uint8_t fce;              /**< 1 bit: 1: completion event at the target */
    uint8_t retry;            /**< 1 bit: 1: repeated by the transaction layer */
    uint8_t alloc;            /**< 1 bit: 1: asks for a sequence context */
    uint8_t e_bit;            /**< 1 bit: checked against the memory entry */
    uint8_t ini_rc_type;      /**< 2 bit: see ub_rc_type */
    /** 20 bit: queue of the initiator, or sequence context of the target */
    uint32_t ini_rc_id;
};

/** Write one ub_btah; reserved bits become 0.
 *  @param in [in] values; bits above the width of a field are ignored.
 *  @param out [out] bytes, shape [8], first byte first. */
static inline void ubn_ub_btah_pack(const struct ubn_ub_btah *in, uint8_t out[8])
{
    out[0] = (uint8_t)((uint32_t)in->ta_opcode & 0xffu);
    out[1] = (uint8_t)((((uint32_t)in->ta_ver & 0x3u) << 6) |
        (((uint32_t)in->ee_bits & 0x3u) << 4) |
        (((uint32_t)in->tv_en & 0x1u) << 3) |
        (((uint32_t)in->poison & 0x1u) << 2) |
        ((uint32_t)in->ud_flag & 0x1u));
    out[2] = (uint8_t)(((uint32_t)in->ini_tassn >> 8) & 0xffu);
    out[3] = (uint8_t)((uint32_t)in->ini_tassn & 0xffu);
    out[4] = (uint8_t)((((uint32_t)in->no_taack & 0x1u) << 7) |
        (((uint32_t)in->odr & 0x7u) << 4) |
        (((uint32_t)in->mt_en & 0x1u) << 3) |
        (((uint32_t)in->fce & 0x1u) << 2) |
        (((uint32_t)in->retry & 0x1u) << 1) |
        ((uint32_t)in->alloc & 0x1u));
    out[5] = (uint8_t)((((uint32_t)in->e_bit & 0x1u) << 6) |
        (((uint32_t)in->ini_rc_type & 0x3u) << 4) |
        (((uint32_t)in->ini_rc_id >> 16) & 0xfu));
    out[6] = (uint8_t)(((uint32_t)in->ini_rc_id >> 8) & 0xffu);
    out[7] = (uint8_t)((uint32_t)in->ini_rc_id & 0xffu);
}

/** Read one ub_btah; reserved bits are ignored.
 *  @param in [in] bytes, shape [8], first byte first.
 *  @param out [out] every field is written. */
static inline void ubn_ub_btah_unpack(const uint8_t in[8], struct ubn_ub_btah *out)
{
    out->ta_opcode = (uint8_t)((uint32_t)in[0] & 0xffu);
    out->ta_ver = (uint8_t)(((uint32_t)in[1] >> 6) & 0x3u);
    out->ee_bits = (uint8_t)(((uint32_t)in[1] >> 4) & 0x3u);
    out->tv_en = (uint8_t)(((uint32_t)in[1] >> 3) & 0x1u);
    out->poison = (uint8_t)(((uint32_t)in[1] >> 2) & 0x1u);
    out->ud_flag = (uint8_t)((uint32_t)in[1] & 0x1u);
    out->ini_tassn = (uint16_t)((((uint32_t)in[2] & 0xffu) << 8) | ((uint32_t)in[3] & 0xffu));
    out->no_taack = (uint8_t)(((uint32_t)in[4] >> 7) & 0x1u);
    out->odr = (uint8_t)(((uint32_t)in[4] >> 4) & 0x7u);
    out->mt_en = (uint8_t)(((uint32_t)in[4] >> 3) & 0x1u);
    out->fce = (uint8_t)(((uint32_t)in[4] >> 2) & 0x1u);
    out->retry = (uint8_t)(((uint32_t)in[4] >> 1) & 0x1u);
    out->alloc = (uint8_t)((uint32_t)in[4] & 0x1u);
    out->e_bit = (uint8_t)(((uint32_t)in[5] >> 6) & 0x1u);
    out->ini_rc_type = (uint8_t)(((uint32_t)in[5] >> 4) & 0x3u);
    out->ini_rc_id = (uint32_t)((((uint32_t)in[5] & 0xfu) << 16) |
        (((uint32_t)in[6] & 0xffu) << 8) |
        ((uint32_t)in[7] & 0xffu));
}

#define UBN_UB_BTAH_C_BYTES 4

/** Transaction header of a request, compact.
 *  @source BS ch. 7 */
struct ubn_ub_btah_c {
    uint8_t ta_opcode;      /**< 8 bit: see ub_ta_opcode */
    uint8_t ta_ver;         /**< 2 bit: 0 */
    uint8_t ee_bits;        /**< 2 bit: 1 non-TEE, 3 TEE */
    uint8_t tv_en;          /**< 1 bit: 1: a token value extension follows */
    uint8_t poison;         /**< 1 bit: 1: the data are bad */
    uint8_t ud_flag;        /**< 1 bit: 1: a user extension follows */
    uint16_t ini_tassn;     /**< 16 bit: transaction sequence number of the initiator */
};

/** Write one ub_btah_c; reserved bits become 0.
 *  @param in [in] values; bits above the width of a field are ignored.
 *  @param out [out] bytes, shape [4], first byte first. */
static inline void ubn_ub_btah_c_pack(const struct ubn_ub_btah_c *in, uint8_t out[4])
{
    out[0] = (uint8_t)((uint32_t)in->ta_opcode & 0xffu);
    out[1] = (uint8_t)((((uint32_t)in->ta_ver & 0x3u) << 6) |
        (((uint32_t)in->ee_bits & 0x3u) << 4) |
        (((uint32_t)in->tv_en & 0x1u) << 3) |
        (((uint32_t)in->poison & 0x1u) << 2) |
        ((uint32_t)in->ud_flag & 0x1u));
    out[2] = (uint8_t)(((uint32_t)in->ini_tassn >> 8) & 0xffu);
    out[3] = (uint8_t)((uint32_t)in->ini_tassn & 0xffu);
}

/** Read one ub_btah_c; reserved bits are ignored.
 *  @param in [in] bytes, shape [4], first byte first.
 *  @param out [out] every field is written. */
static inline void ubn_ub_btah_c_unpack(const uint8_t in[4], struct ubn_ub_btah_c *out)
{
    out->ta_opcode = (uint8_t)((uint32_t)in[0] & 0xffu);
    out->ta_ver = (uint8_t)(((uint32_t)in[1] >> 6) & 0x3u);
    out->ee_bits = (uint8_t)(((uint32_t)in[1] >> 4) & 0x3u);
    out->tv_en = (uint8_t)(((uint32_t)in[1] >> 3) & 0x1u);
    out->poison = (uint8_t)(((uint32_t)in[1] >> 2) & 0x1u);
    out->ud_flag = (uint8_t)((uint32_t)in[1] & 0x1u);
    out->ini_tassn = (uint16_t)((((uint32_t)in[2] & 0xffu) << 8) | ((uint32_t)in[3] & 0xffu));
}

#define UBN_UB_ATAH_BYTES 8

/** Transaction header of a response, full.
 *  @source BS ch. 7 */
struct ubn_ub_atah {
    uint8_t ta_opcode;        /**< 8 bit: see ub_ta_opcode */
    uint8_t ta_ver;           /**< 2 bit: 0 */
    uint8_t sv;               /**< 1 bit: 1: ini_tassn carries a granted sequence context */
    uint8_t poison;           /**< 1 bit: 1: the data are bad */
    uint16_t ini_tassn;       /**< 16 bit: sequence number of the request */
    uint8_t rspst;            /**< 3 bit: see ub_ta_rspst */
    /** 5 bit: merged acknowledgements, RNR timer code, or see ub_ta_rspinfo_err */
    uint8_t rspinfo;
    uint8_t ini_rc_type;      /**< 2 bit: see ub_rc_type */
    uint32_t ini_rc_id;       /**< 20 bit: queue of the initiator */
};

/** Write one ub_atah; reserved bits become 0.
 *  @param in [in] values; bits above the width of a field are ignored.
 *  @param out [out] bytes, shape [8], first byte first. */
static inline void ubn_ub_atah_pack(const struct ubn_ub_atah *in, uint8_t out[8])
{
    out[0] = (uint8_t)((uint32_t)in->ta_opcode & 0xffu);
    out[1] = (uint8_t)((((uint32_t)in->ta_ver & 0x3u) << 6) |
        (((uint32_t)in->sv & 0x1u) << 3) |
        (((uint32_t)in->poison & 0x1u) << 2));
    out[2] = (uint8_t)(((uint32_t)in->ini_tassn >> 8) & 0xffu);
    out[3] = (uint8_t)((uint32_t)in->ini_tassn & 0xffu);
    out[4] = (uint8_t)((((uint32_t)in->rspst & 0x7u) << 5) | ((uint32_t)in->rspinfo & 0x1fu));
    out[5] = (uint8_t)((((uint32_t)in->ini_rc_type & 0x3u) << 4) |
        (((uint32_t)in->ini_rc_id >> 16) & 0xfu));
    out[6] = (uint8_t)(((uint32_t)in->ini_rc_id >> 8) & 0xffu);
    out[7] = (uint8_t)((uint32_t)in->ini_rc_id & 0xffu);
}

/** Read one ub_atah; reserved bits are ignored.
 *  @param in [in] bytes, shape [8], first byte first.
 *  @param out [out] every field is written. */
static inline void ubn_ub_atah_unpack(const uint8_t in[8], struct ubn_ub_atah *out)
{
    out->ta_opcode = (uint8_t)((uint32_t)in[0] & 0xffu);
    out->ta_ver = (uint8_t)(((uint32_t)in[1] >> 6) & 0x3u);
    out->sv = (uint8_t)(((uint32_t)in[1] >> 3) & 0x1u);
    out->poison = (uint8_t)(((uint32_t)in[1] >> 2) & 0x1u);
    out->ini_tassn = (uint16_t)((((uint32_t)in[2] & 0xffu) << 8) | ((uint32_t)in[3] & 0xffu));
    out->rspst = (uint8_t)(((uint32_t)in[4] >> 5) & 0x7u);
    out->rspinfo = (uint8_t)((uint32_t)in[4] & 0x1fu);
    out->ini_rc_type = (uint8_t)(((uint32_t)in[5] >> 4) & 0x3u);
    out->ini_rc_id = (uint32_t)((((uint32_t)in[5] & 0xfu) << 16) |
        (((uint32_t)in[6] & 0xffu) << 8) |
        ((uint32_t)in[7] & 0xffu));
}

#define UBN_UB_ATAH_C_BYTES 4

/** Transaction header of a response, compact.
 *  @source BS ch. 7 */
struct ubn_ub_atah_c {
    uint8_t ta_opcode;      /**< 8 bit: see ub_ta_opcode */
    uint8_t ta_ver;         /**< 2 bit: 0 */
    uint8_t status;         /**< 2 bit: 0 ok, 1 authentication failed */
    uint8_t poison;         /**< 1 bit: 1: the data are bad */
    uint16_t ini_tassn;     /**< 16 bit: sequence number of the request */
};

/** Write one ub_atah_c; reserved bits become 0.
 *  @param in [in] values; bits above the width of a field are ignored.
 *  @param out [out] bytes, shape [4], first byte first. */
static inline void ubn_ub_atah_c_pack(const struct ubn_ub_atah_c *in, uint8_t out[4])
{
    out[0] = (uint8_t)((uint32_t)in->ta_opcode & 0xffu);
    out[1] = (uint8_t)((((uint32_t)in->ta_ver & 0x3u) << 6) |
        (((uint32_t)in->status & 0x3u) << 4) |
        (((uint32_t)in->poison & 0x1u) << 2));
    out[2] = (uint8_t)(((uint32_t)in->ini_tassn >> 8) & 0xffu);
    out[3] = (uint8_t)((uint32_t)in->ini_tassn & 0xffu);
}

/** Read one ub_atah_c; reserved bits are ignored.
 *  @param in [in] bytes, shape [4], first byte first.
 *  @param out [out] every field is written. */
static inline void ubn_ub_atah_c_unpack(const uint8_t in[4], struct ubn_ub_atah_c *out)
{
    out->ta_opcode = (uint8_t)((uint32_t)in[0] & 0xffu);
    out->ta_ver = (uint8_t)(((uint32_t)in[1] >> 6) & 0x3u);
    out->status = (uint8_t)(((uint32_t)in[1] >> 4) & 0x3u);
    out->poison = (uint8_t)(((uint32_t)in[1] >> 2) & 0x1u);
    out->ini_tassn = (uint16_t)((((uint32_t)in[2] & 0xffu) << 8) | ((uint32_t)in[3] & 0xffu));
}

#define UBN_UB_MAETAH_BYTES 16

/** Memory access extension, full.
 *  @source BS ch. 7 */
struct ubn_ub_maetah {
    uint64_t address;      /**< 64 bit: address in the segment (UBA) */
    uint32_t token_id;     /**< 20 bit: names the segment */
    uint32_t length;       /**< 32 bit: bytes of the transaction segment */
};

/** Write one ub_maetah; reserved bits become 0.
 *  @param in [in] values; bits above the width of a field are ignored.
 *  @param out [out] bytes, shape [16], first byte first. */
static inline void ubn_ub_maetah_pack(const struct ubn_ub_maetah *in, uint8_t out[16])
{
    out[0] = (uint8_t)(((uint64_t)in->address >> 56) & 0xffull);
    out[1] = (uint8_t)(((uint64_t)in->address >> 48) & 0xffull);
    out[2] = (uint8_t)(((uint64_t)in->address >> 40) & 0xffull);
    out[3] = (uint8_t)(((uint64_t)in->address >> 32) & 0xffull);
    out[4] = (uint8_t)(((uint64_t)in->address >> 24) & 0xffull);
    out[5] = (uint8_t)(((uint64_t)in->address >> 16) & 0xffull);
    out[6] = (uint8_t)(((uint64_t)in->address >> 8) & 0xffull);
    out[7] = (uint8_t)((uint64_t)in->address & 0xffull);
    out[8] = (uint8_t)(((uint32_t)in->token_id >> 16) & 0xfu);
    out[9] = (uint8_t)(((uint32_t)in->token_id >> 8) & 0xffu);
    out[10] = (uint8_t)((uint32_t)in->token_id & 0xffu);
    out[11] = 0;
    out[12] = (uint8_t)(((uint32_t)in->length >> 24) & 0xffu);
    out[13] = (uint8_t)(((uint32_t)in->length >> 16) & 0xffu);
    out[14] = (uint8_t)(((uint32_t)in->length >> 8) & 0xffu);
    out[15] = (uint8_t)((uint32_t)in->length & 0xffu);
}

/** Read one ub_maetah; reserved bits are ignored.
 *  @param in [in] bytes, shape [16], first byte first.
 *  @param out [out] every field is written. */
static inline void ubn_ub_maetah_unpack(const uint8_t in[16], struct ubn_ub_maetah *out)
{
    out->address = (uint64_t)((((uint64_t)in[0] & 0xffull) << 56) |
        (((uint64_t)in[1] & 0xffull) << 48) |
        (((uint64_t)in[2] & 0xffull) << 40) |
        (((uint64_t)in[3] & 0xffull) << 32) |
        (((uint64_t)in[4] & 0xffull) << 24) |
        (((uint64_t)in[5] & 0xffull) << 16) |
        (((uint64_t)in[6] & 0xffull) << 8) |
        ((uint64_t)in[7] & 0xffull));
    out->token_id = (uint32_t)((((uint32_t)in[8] & 0xfu) << 16) |
        (((uint32_t)in[9] & 0xffu) << 8) |
        ((uint32_t)in[10] & 0xffu));
    out->length = (uint32_t)((((uint32_t)in[12] & 0xffu) << 24) |
        (((uint32_t)in[13] & 0xffu) << 16) |
        (((uint32_t)in[14] & 0xffu) << 8) |
        ((uint32_t)in[15] & 0xffu));
}

#define UBN_UB_MAETAH_C_BYTES 12

/** Memory access extension, compact.
 *  @source BS ch. 7; third word as in its figure (reserved, then TokenID); one public model
 *  places it 4/20/8 */
struct ubn_ub_maetah_c {
    uint64_t line;              /**< 58 bit: address bits 63:6 */
    uint8_t affinity_hint;      /**< 2 bit */
    uint8_t so;                 /**< 1 bit: 0 RO, 1 SO */
    uint8_t length;             /**< 3 bit: 64 B << length */
    uint32_t token_id;          /**< 20 bit: names the segment */
};

/** Write one ub_maetah_c; reserved bits become 0.
 *  @param in [in] values; bits above the width of a field are ignored.
 *  @param out [out] bytes, shape [12], first byte first. */
static inline void ubn_ub_maetah_c_pack(const struct ubn_ub_maetah_c *in, uint8_t out[12])
{
    out[0] = (uint8_t)(((uint64_t)in->line >> 50) & 0xffull);
    out[1] = (uint8_t)(((uint64_t)in->line >> 42) & 0xffull);
    out[2] = (uint8_t)(((uint64_t)in->line >> 34) & 0xffull);
    out[3] = (uint8_t)(((uint64_t)in->line >> 26) & 0xffull);
    out[4] = (uint8_t)(((uint64_t)in->line >> 18) & 0xffull);
    out[5] = (uint8_t)(((uint64_t)in->line >> 10) & 0xffull);
    out[6] = (uint8_t)(((uint64_t)in->line >> 2) & 0xffull);
    out[7] = (uint8_t)((((uint64_t)in->line & 0x3ull) << 6) |
        (((uint32_t)in->affinity_hint & 0x3u) << 4) |
        (((uint32_t)in->so & 0x1u) << 3) |
        ((uint32_t)in->length & 0x7u));
    out[8] = 0;
    out[9] = (uint8_t)(((uint32_t)in->token_id >> 16) & 0xfu);
    out[10] = (uint8_t)(((uint32_t)in->token_id >> 8) & 0xffu);
    out[11] = (uint8_t)((uint32_t)in->token_id & 0xffu);
}

/** Read one ub_maetah_c; reserved bits are ignored.
 *  @param in [in] bytes, shape [12], first byte first.
 *  @param out [out] every field is written. */
static inline void ubn_ub_maetah_c_unpack(const uint8_t in[12], struct ubn_ub_maetah_c *out)
{
    out->line = (uint64_t)((((uint64_t)in[0] & 0xffull) << 50) |
        (((uint64_t)in[1] & 0xffull) << 42) |
        (((uint64_t)in[2] & 0xffull) << 34) |
        (((uint64_t)in[3] & 0xffull) << 26) |
        (((uint64_t)in[4] & 0xffull) << 18) |
        (((uint64_t)in[5] & 0xffull) << 10) |
        (((uint64_t)in[6] & 0xffull) << 2) |
        (((uint64_t)in[7] >> 6) & 0x3ull));
    out->affinity_hint = (uint8_t)(((uint32_t)in[7] >> 4) & 0x3u);
    out->so = (uint8_t)(((uint32_t)in[7] >> 3) & 0x1u);
    out->length = (uint8_t)((uint32_t)in[7] & 0x7u);
    out->token_id = (uint32_t)((((uint32_t)in[9] & 0xfu) << 16) |
        (((uint32_t)in[10] & 0xffu) << 8) |
        ((uint32_t)in[11] & 0xffu));
}

#define UBN_UB_MTETAH_BYTES 4

/** Message target extension.
 *  @source BS ch. 7 */
struct ubn_ub_mtetah {
    uint8_t hint;             /**< 8 bit: for a group */
    uint8_t tgt_tc_type;      /**< 2 bit: 0 or 1 queue, 2 group */
    uint32_t tgt_tc_id;       /**< 20 bit: queue or group of the target */
};

/** Write one ub_mtetah; reserved bits become 0.
 *  @param in [in] values; bits above the width of a field are ignored.
 *  @param out [out] bytes, shape [4], first byte first. */
static inline void ubn_ub_mtetah_pack(const struct ubn_ub_mtetah *in, uint8_t out[4])
{
    out[0] = (uint8_t)((uint32_t)in->hint & 0xffu);
    out[1] = (uint8_t)((((uint32_t)in->tgt_tc_type & 0x3u) << 4) |
        (((uint32_t)in->tgt_tc_id >> 16) & 0xfu));
    out[2] = (uint8_t)(((uint32_t)in->tgt_tc_id >> 8) & 0xffu);
    out[3] = (uint8_t)((uint32_t)in->tgt_tc_id & 0xffu);
}

/** Read one ub_mtetah; reserved bits are ignored.
 *  @param in [in] bytes, shape [4], first byte first.
 *  @param out [out] every field is written. */
static inline void ubn_ub_mtetah_unpack(const uint8_t in[4], struct ubn_ub_mtetah *out)
{
    out->hint = (uint8_t)((uint32_t)in[0] & 0xffu);
    out->tgt_tc_type = (uint8_t)(((uint32_t)in[1] >> 4) & 0x3u);
    out->tgt_tc_id = (uint32_t)((((uint32_t)in[1] & 0xfu) << 16) |
        (((uint32_t)in[2] & 0xffu) << 8) |
        ((uint32_t)in[3] & 0xffu));
}

#define UBN_UB_TVETAH_BYTES 4

/** Token value extension.
 *  @source BS ch. 7 */
struct ubn_ub_tvetah {
    uint32_t token_value;     /**< 32 bit: the secret of the segment or queue */
};

/** Write one ub_tvetah; reserved bits become 0.
 *  @param in [in] values; bits above the width of a field are ignored.
 *  @param out [out] bytes, shape [4], first byte first. */
static inline void ubn_ub_tvetah_pack(const struct ubn_ub_tvetah *in, uint8_t out[4])
{
    out[0] = (uint8_t)(((uint32_t)in->token_value >> 24) & 0xffu);
    out[1] = (uint8_t)(((uint32_t)in->token_value >> 16) & 0xffu);
    out[2] = (uint8_t)(((uint32_t)in->token_value >> 8) & 0xffu);
    out[3] = (uint8_t)((uint32_t)in->token_value & 0xffu);
}

/** Read one ub_tvetah; reserved bits are ignored.
 *  @param in [in] bytes, shape [4], first byte first.
 *  @param out [out] every field is written. */
static inline void ubn_ub_tvetah_unpack(const uint8_t in[4], struct ubn_ub_tvetah *out)
{
    out->token_value = (uint32_t)((((uint32_t)in[0] & 0xffu) << 24) |
        (((uint32_t)in[1] & 0xffu) << 16) |
        (((uint32_t)in[2] & 0xffu) << 8) |
        ((uint32_t)in[3] & 0xffu));
}

#define UBN_UB_TAIDETAH_BYTES 4

/** Transaction id extension, echoed in the response.
 *  @source BS ch. 7 */
struct ubn_ub_taidetah {
    uint16_t taid;     /**< 16 bit */
};

/** Write one ub_taidetah; reserved bits become 0.
 *  @param in [in] values; bits above the width of a field are ignored.
 *  @param out [out] bytes, shape [4], first byte first. */
static inline void ubn_ub_taidetah_pack(const struct ubn_ub_taidetah *in, uint8_t out[4])
{
    out[0] = 0;
    out[1] = 0;
    out[2] = (uint8_t)(((uint32_t)in->taid >> 8) & 0xffu);
    out[3] = (uint8_t)((uint32_t)in->taid & 0xffu);
}

/** Read one ub_taidetah; reserved bits are ignored.
 *  @param in [in] bytes, shape [4], first byte first.
 *  @param out [out] every field is written. */
static inline void ubn_ub_taidetah_unpack(const uint8_t in[4], struct ubn_ub_taidetah *out)
{
    out->taid = (uint16_t)((((uint32_t)in[2] & 0xffu) << 8) | ((uint32_t)in[3] & 0xffu));
}

#define UBN_UB_OFSTETAH_BYTES 4

/** Offset extension.
 *  @source BS ch. 7 */
struct ubn_ub_ofstetah {
    uint32_t offset;     /**< 24 bit: unit 1 KiB, from the first byte of the transaction */
};

/** Write one ub_ofstetah; reserved bits become 0.
 *  @param in [in] values; bits above the width of a field are ignored.
 *  @param out [out] bytes, shape [4], first byte first. */
static inline void ubn_ub_ofstetah_pack(const struct ubn_ub_ofstetah *in, uint8_t out[4])
{
    out[0] = 0;
    out[1] = (uint8_t)(((uint32_t)in->offset >> 16) & 0xffu);
    out[2] = (uint8_t)(((uint32_t)in->offset >> 8) & 0xffu);
    out[3] = (uint8_t)((uint32_t)in->offset & 0xffu);
}

/** Read one ub_ofstetah; reserved bits are ignored.
 *  @param in [in] bytes, shape [4], first byte first.
 *  @param out [out] every field is written. */
static inline void ubn_ub_ofstetah_unpack(const uint8_t in[4], struct ubn_ub_ofstetah *out)
{
    out->offset = (uint32_t)((((uint32_t)in[1] & 0xffu) << 16) |
        (((uint32_t)in[2] & 0xffu) << 8) |
        ((uint32_t)in[3] & 0xffu));
}

#define UBN_UB_IMMETAH_BYTES 16

/** Immediate extension.
 *  @source BS ch. 7 */
struct ubn_ub_immetah {
    uint64_t immediate;           /**< 64 bit */
    uint32_t imm_token_value;     /**< 32 bit: write with immediate only */
    uint32_t msg_length;          /**< 32 bit: write with immediate only, bytes */
};

/** Write one ub_immetah; reserved bits become 0.
 *  @param in [in] values; bits above the width of a field are ignored.
 *  @param out [out] bytes, shape [16], first byte first. */
static inline void ubn_ub_immetah_pack(const struct ubn_ub_immetah *in, uint8_t out[16])
{
    out[0] = (uint8_t)(((uint64_t)in->immediate >> 56) & 0xffull);
    out[1] = (uint8_t)(((uint64_t)in->immediate >> 48) & 0xffull);
    out[2] = (uint8_t)(((uint64_t)in->immediate >> 40) & 0xffull);
    out[3] = (uint8_t)(((uint64_t)in->immediate >> 32) & 0xffull);
    out[4] = (uint8_t)(((uint64_t)in->immediate >> 24) & 0xffull);
    out[5] = (uint8_t)(((uint64_t)in->immediate >> 16) & 0xffull);
    out[6] = (uint8_t)(((uint64_t)in->immediate >> 8) & 0xffull);
    out[7] = (uint8_t)((uint64_t)in->immediate & 0xffull);
    out[8] = (uint8_t)(((uint32_t)in->imm_token_value >> 24) & 0xffu);
    out[9] = (uint8_t)(((uint32_t)in->imm_token_value >> 16) & 0xffu);
    out[10] = (uint8_t)(((uint32_t)in->imm_token_value >> 8) & 0xffu);
    out[11] = (uint8_t)((uint32_t)in->imm_token_value & 0xffu);
    out[12] = (uint8_t)(((uint32_t)in->msg_length >> 24) & 0xffu);
    out[13] = (uint8_t)(((uint32_t)in->msg_length >> 16) & 0xffu);
    out[14] = (uint8_t)(((uint32_t)in->msg_length >> 8) & 0xffu);
    out[15] = (uint8_t)((uint32_t)in->msg_length & 0xffu);
}

/** Read one ub_immetah; reserved bits are ignored.
 *  @param in [in] bytes, shape [16], first byte first.
 *  @param out [out] every field is written. */
static inline void ubn_ub_immetah_unpack(const uint8_t in[16], struct ubn_ub_immetah *out)
{
    out->immediate = (uint64_t)((((uint64_t)in[0] & 0xffull) << 56) |
        (((uint64_t)in[1] & 0xffull) << 48) |
        (((uint64_t)in[2] & 0xffull) << 40) |
        (((uint64_t)in[3] & 0xffull) << 32) |
        (((uint64_t)in[4] & 0xffull) << 24) |
        (((uint64_t)in[5] & 0xffull) << 16) |
        (((uint64_t)in[6] & 0xffull) << 8) |
        ((uint64_t)in[7] & 0xffull));
    out->imm_token_value = (uint32_t)((((uint32_t)in[8] & 0xffu) << 24) |
        (((uint32_t)in[9] & 0xffu) << 16) |
        (((uint32_t)in[10] & 0xffu) << 8) |
        ((uint32_t)in[11] & 0xffu));
    out->msg_length = (uint32_t)((((uint32_t)in[12] & 0xffu) << 24) |
        (((uint32_t)in[13] & 0xffu) << 16) |
        (((uint32_t)in[14] & 0xffu) << 8) |
        ((uint32_t)in[15] & 0xffu));
}

#define UBN_UB_NTFETAH_BYTES 24

/** Notify extension.
 *  @source BS ch. 7 */
struct ubn_ub_ntfetah {
    uint64_t address;         /**< 64 bit: where the notify word goes */
    uint32_t token_id;        /**< 20 bit: names the segment of the notify word */
    uint32_t token_value;     /**< 32 bit: valid if BTAH.TV_EN */
    uint64_t notify_data;     /**< 64 bit */
};

/** Write one ub_ntfetah; reserved bits become 0.
 *  @param in [in] values; bits above the width of a field are ignored.
 *  @param out [out] bytes, shape [24], first byte first. */
static inline void ubn_ub_ntfetah_pack(const struct ubn_ub_ntfetah *in, uint8_t out[24])
{
    out[0] = (uint8_t)(((uint64_t)in->address >> 56) & 0xffull);
    out[1] = (uint8_t)(((uint64_t)in->address >> 48) & 0xffull);
    out[2] = (uint8_t)(((uint64_t)in->address >> 40) & 0xffull);
    out[3] = (uint8_t)(((uint64_t)in->address >> 32) & 0xffull);
    out[4] = (uint8_t)(((uint64_t)in->address >> 24) & 0xffull);
    out[5] = (uint8_t)(((uint64_t)in->address >> 16) & 0xffull);
    out[6] = (uint8_t)(((uint64_t)in->address >> 8) & 0xffull);
    out[7] = (uint8_t)((uint64_t)in->address & 0xffull);
    out[8] = (uint8_t)(((uint32_t)in->token_id >> 16) & 0xfu);
    out[9] = (uint8_t)(((uint32_t)in->token_id >> 8) & 0xffu);
    out[10] = (uint8_t)((uint32_t)in->token_id & 0xffu);
    out[11] = 0;
    out[12] = (uint8_t)(((uint32_t)in->token_value >> 24) & 0xffu);
    out[13] = (uint8_t)(((uint32_t)in->token_value >> 16) & 0xffu);
    out[14] = (uint8_t)(((uint32_t)in->token_value >> 8) & 0xffu);
    out[15] = (uint8_t)((uint32_t)in->token_value & 0xffu);
    out[16] = (uint8_t)(((uint64_t)in->notify_data >> 56) & 0xffull);
    out[17] = (uint8_t)(((uint64_t)in->notify_data >> 48) & 0xffull);
    out[18] = (uint8_t)(((uint64_t)in->notify_data >> 40) & 0xffull);
    out[19] = (uint8_t)(((uint64_t)in->notify_data >> 32) & 0xffull);
    out[20] = (uint8_t)(((uint64_t)in->notify_data >> 24) & 0xffull);
    out[21] = (uint8_t)(((uint64_t)in->notify_data >> 16) & 0xffull);
    out[22] = (uint8_t)(((uint64_t)in->notify_data >> 8) & 0xffull);
    out[23] = (uint8_t)((uint64_t)in->notify_data & 0xffull);
}

/** Read one ub_ntfetah; reserved bits are ignored.
 *  @param in [in] bytes, shape [24], first byte first.
 *  @param out [out] every field is written. */
static inline void ubn_ub_ntfetah_unpack(const uint8_t in[24], struct ubn_ub_ntfetah *out)
{
    out->address = (uint64_t)((((uint64_t)in[0] & 0xffull) << 56) |
        (((uint64_t)in[1] & 0xffull) << 48) |
        (((uint64_t)in[2] & 0xffull) << 40) |
        (((uint64_t)in[3] & 0xffull) << 32) |
        (((uint64_t)in[4] & 0xffull) << 24) |
        (((uint64_t)in[5] & 0xffull) << 16) |
        (((uint64_t)in[6] & 0xffull) << 8) |
        ((uint64_t)in[7] & 0xffull));
    out->token_id = (uint32_t)((((uint32_t)in[8] & 0xfu) << 16) |
        (((uint32_t)in[9] & 0xffu) << 8) |
        ((uint32_t)in[10] & 0xffu));
    out->token_value = (uint32_t)((((uint32_t)in[12] & 0xffu) << 24) |
        (((uint32_t)in[13] & 0xffu) << 16) |
        (((uint32_t)in[14] & 0xffu) << 8) |
        ((uint32_t)in[15] & 0xffu));
    out->notify_data = (uint64_t)((((uint64_t)in[16] & 0xffull) << 56) |
        (((uint64_t)in[17] & 0xffull) << 48) |
        (((uint64_t)in[18] & 0xffull) << 40) |
        (((uint64_t)in[19] & 0xffull) << 32) |
        (((uint64_t)in[20] & 0xffull) << 24) |
        (((uint64_t)in[21] & 0xffull) << 16) |
        (((uint64_t)in[22] & 0xffull) << 8) |
        ((uint64_t)in[23] & 0xffull));
}

#define UBN_UB_UDETAH_BYTES 4

/** User extension; vendor use except the sub-operation of an atomic load or store.
 *  @source BS ch. 7 */
struct ubn_ub_udetah {
    uint8_t user_hi;      /**< 8 bit: bits 31:24, vendor use */
    uint8_t sub_op;       /**< 4 bit: bits 23:20, see ub_atomic_sub_op */
    uint32_t user_lo;     /**< 20 bit: bits 19:0, vendor use */
};

/** Write one ub_udetah; reserved bits become 0.
 *  @param in [in] values; bits above the width of a field are ignored.
 *  @param out [out] bytes, shape [4], first byte first. */
static inline void ubn_ub_udetah_pack(const struct ubn_ub_udetah *in, uint8_t out[4])
{
    out[0] = (uint8_t)((uint32_t)in->user_hi & 0xffu);
    out[1] = (uint8_t)((((uint32_t)in->sub_op & 0xfu) << 4) |
        (((uint32_t)in->user_lo >> 16) & 0xfu));
    out[2] = (uint8_t)(((uint32_t)in->user_lo >> 8) & 0xffu);
    out[3] = (uint8_t)((uint32_t)in->user_lo & 0xffu);
}

/** Read one ub_udetah; reserved bits are ignored.
 *  @param in [in] bytes, shape [4], first byte first.
 *  @param out [out] every field is written. */
static inline void ubn_ub_udetah_unpack(const uint8_t in[4], struct ubn_ub_udetah *out)
{
    out->user_hi = (uint8_t)((uint32_t)in[0] & 0xffu);
    out->sub_op = (uint8_t)(((uint32_t)in[1] >> 4) & 0xfu);
    out->user_lo = (uint32_t)((((uint32_t)in[1] & 0xfu) << 16) |
        (((uint32_t)in[2] & 0xffu) << 8) |
        ((uint32_t)in[3] & 0xffu));
}

#define UBN_ROCE_BTH_BYTES 12

/** Base transport header.
 *  @source IBTA vol. 1, 9.2 */
struct ubn_roce_bth {
    uint8_t opcode;       /**< 8 bit: see roce_opcode */
    uint8_t se;           /**< 1 bit: 1: solicited event */
    uint8_t mig_req;      /**< 1 bit: path migration state; not compared */
    uint8_t pad_cnt;      /**< 2 bit: zero bytes after the payload, up to a multiple of 4 */
    uint8_t tver;         /**< 4 bit: 0 */
    uint16_t pkey;        /**< 16 bit: partition key, 0xffff by default */
    uint8_t fecn;         /**< 1 bit: masked in the ICRC, as the next seven bits */
    uint8_t becn;         /**< 1 bit: 1: congestion was seen */
    uint32_t dest_qp;     /**< 24 bit: queue pair of the receiver */
    uint8_t ack_req;      /**< 1 bit: 1: an acknowledgement must come */
    uint32_t psn;         /**< 24 bit: packet sequence number */
};

/** Write one roce_bth; reserved bits become 0.
 *  @param in [in] values; bits above the width of a field are ignored.
 *  @param out [out] bytes, shape [12], first byte first. */
static inline void ubn_roce_bth_pack(const struct ubn_roce_bth *in, uint8_t out[12])
{
    out[0] = (uint8_t)((uint32_t)in->opcode & 0xffu);
    out[1] = (uint8_t)((((uint32_t)in->se & 0x1u) << 7) |
        (((uint32_t)in->mig_req & 0x1u) << 6) |
        (((uint32_t)in->pad_cnt & 0x3u) << 4) |
        ((uint32_t)in->tver & 0xfu));
    out[2] = (uint8_t)(((uint32_t)in->pkey >> 8) & 0xffu);
    out[3] = (uint8_t)((uint32_t)in->pkey & 0xffu);
    out[4] = (uint8_t)((((uint32_t)in->fecn & 0x1u) << 7) | (((uint32_t)in->becn & 0x1u) << 6));
    out[5] = (uint8_t)(((uint32_t)in->dest_qp >> 16) & 0xffu);
    out[6] = (uint8_t)(((uint32_t)in->dest_qp >> 8) & 0xffu);
    out[7] = (uint8_t)((uint32_t)in->dest_qp & 0xffu);
    out[8] = (uint8_t)(((uint32_t)in->ack_req & 0x1u) << 7);
    out[9] = (uint8_t)(((uint32_t)in->psn >> 16) & 0xffu);
    out[10] = (uint8_t)(((uint32_t)in->psn >> 8) & 0xffu);
    out[11] = (uint8_t)((uint32_t)in->psn & 0xffu);
}

/** Read one roce_bth; reserved bits are ignored.
 *  @param in [in] bytes, shape [12], first byte first.
 *  @param out [out] every field is written. */
static inline void ubn_roce_bth_unpack(const uint8_t in[12], struct ubn_roce_bth *out)
{
    out->opcode = (uint8_t)((uint32_t)in[0] & 0xffu);
    out->se = (uint8_t)(((uint32_t)in[1] >> 7) & 0x1u);
    out->mig_req = (uint8_t)(((uint32_t)in[1] >> 6) & 0x1u);
    out->pad_cnt = (uint8_t)(((uint32_t)in[1] >> 4) & 0x3u);
    out->tver = (uint8_t)((uint32_t)in[1] & 0xfu);
    out->pkey = (uint16_t)((((uint32_t)in[2] & 0xffu) << 8) | ((uint32_t)in[3] & 0xffu));
    out->fecn = (uint8_t)(((uint32_t)in[4] >> 7) & 0x1u);
    out->becn = (uint8_t)(((uint32_t)in[4] >> 6) & 0x1u);
    out->dest_qp = (uint32_t)((((uint32_t)in[5] & 0xffu) << 16) |
        (((uint32_t)in[6] & 0xffu) << 8) |
        ((uint32_t)in[7] & 0xffu));
    out->ack_req = (uint8_t)(((uint32_t)in[8] >> 7) & 0x1u);
    out->psn = (uint32_t)((((uint32_t)in[9] & 0xffu) << 16) |
        (((uint32_t)in[10] & 0xffu) << 8) |
        ((uint32_t)in[11] & 0xffu));
}

#define UBN_ROCE_RETH_BYTES 16

/** RDMA extended transport header.
 *  @source IBTA vol. 1, 9.3.3 */
struct ubn_roce_reth {
    uint64_t va;          /**< 64 bit: first remote address */
    uint32_t rkey;        /**< 32 bit: key of the remote memory region */
    uint32_t dma_len;     /**< 32 bit: bytes of the whole message, up to 2^31 */
};

/** Write one roce_reth; reserved bits become 0.
 *  @param in [in] values; bits above the width of a field are ignored.
 *  @param out [out] bytes, shape [16], first byte first. */
static inline void ubn_roce_reth_pack(const struct ubn_roce_reth *in, uint8_t out[16])
{
    out[0] = (uint8_t)(((uint64_t)in->va >> 56) & 0xffull);
    out[1] = (uint8_t)(((uint64_t)in->va >> 48) & 0xffull);
    out[2] = (uint8_t)(((uint64_t)in->va >> 40) & 0xffull);
    out[3] = (uint8_t)(((uint64_t)in->va >> 32) & 0xffull);
    out[4] = (uint8_t)(((uint64_t)in->va >> 24) & 0xffull);
    out[5] = (uint8_t)(((uint64_t)in->va >> 16) & 0xffull);
    out[6] = (uint8_t)(((uint64_t)in->va >> 8) & 0xffull);
    out[7] = (uint8_t)((uint64_t)in->va & 0xffull);
    out[8] = (uint8_t)(((uint32_t)in->rkey >> 24) & 0xffu);
    out[9] = (uint8_t)(((uint32_t)in->rkey >> 16) & 0xffu);
    out[10] = (uint8_t)(((uint32_t)in->rkey >> 8) & 0xffu);
    out[11] = (uint8_t)((uint32_t)in->rkey & 0xffu);
    out[12] = (uint8_t)(((uint32_t)in->dma_len >> 24) & 0xffu);
    out[13] = (uint8_t)(((uint32_t)in->dma_len >> 16) & 0xffu);
    out[14] = (uint8_t)(((uint32_t)in->dma_len >> 8) & 0xffu);
    out[15] = (uint8_t)((uint32_t)in->dma_len & 0xffu);
}

/** Read one roce_reth; reserved bits are ignored.
 *  @param in [in] bytes, shape [16], first byte first.
 *  @param out [out] every field is written. */
static inline void ubn_roce_reth_unpack(const uint8_t in[16], struct ubn_roce_reth *out)
{
    out->va = (uint64_t)((((uint64_t)in[0] & 0xffull) << 56) |
        (((uint64_t)in[1] & 0xffull) << 48) |
        (((uint64_t)in[2] & 0xffull) << 40) |
        (((uint64_t)in[3] & 0xffull) << 32) |
        (((uint64_t)in[4] & 0xffull) << 24) |
        (((uint64_t)in[5] & 0xffull) << 16) |
        (((uint64_t)in[6] & 0xffull) << 8) |
        ((uint64_t)in[7] & 0xffull));
    out->rkey = (uint32_t)((((uint32_t)in[8] & 0xffu) << 24) |
        (((uint32_t)in[9] & 0xffu) << 16) |
        (((uint32_t)in[10] & 0xffu) << 8) |
        ((uint32_t)in[11] & 0xffu));
    out->dma_len = (uint32_t)((((uint32_t)in[12] & 0xffu) << 24) |
        (((uint32_t)in[13] & 0xffu) << 16) |
        (((uint32_t)in[14] & 0xffu) << 8) |
        ((uint32_t)in[15] & 0xffu));
}

#define UBN_ROCE_ATOMICETH_BYTES 28

/** Atomic extended transport header.
 *  @source IBTA vol. 1, 9.3.4 */
struct ubn_roce_atomiceth {
    uint64_t va;           /**< 64 bit: remote address, a multiple of 8 */
    uint32_t rkey;         /**< 32 bit: key of the remote memory region */
    uint64_t swap_add;     /**< 64 bit: value to store or to add */
    uint64_t compare;      /**< 64 bit: value to compare with */
};

/** Write one roce_atomiceth; reserved bits become 0.
 *  @param in [in] values; bits above the width of a field are ignored.
 *  @param out [out] bytes, shape [28], first byte first. */
static inline void ubn_roce_atomiceth_pack(const struct ubn_roce_atomiceth *in, uint8_t out[28])
{
    out[0] = (uint8_t)(((uint64_t)in->va >> 56) & 0xffull);
    out[1] = (uint8_t)(((uint64_t)in->va >> 48) & 0xffull);
    out[2] = (uint8_t)(((uint64_t)in->va >> 40) & 0xffull);
    out[3] = (uint8_t)(((uint64_t)in->va >> 32) & 0xffull);
    out[4] = (uint8_t)(((uint64_t)in->va >> 24) & 0xffull);
    out[5] = (uint8_t)(((uint64_t)in->va >> 16) & 0xffull);
    out[6] = (uint8_t)(((uint64_t)in->va >> 8) & 0xffull);
    out[7] = (uint8_t)((uint64_t)in->va & 0xffull);
    out[8] = (uint8_t)(((uint32_t)in->rkey >> 24) & 0xffu);
    out[9] = (uint8_t)(((uint32_t)in->rkey >> 16) & 0xffu);
    out[10] = (uint8_t)(((uint32_t)in->rkey >> 8) & 0xffu);
    out[11] = (uint8_t)((uint32_t)in->rkey & 0xffu);
    out[12] = (uint8_t)(((uint64_t)in->swap_add >> 56) & 0xffull);
    out[13] = (uint8_t)(((uint64_t)in->swap_add >> 48) & 0xffull);
    out[14] = (uint8_t)(((uint64_t)in->swap_add >> 40) & 0xffull);
    out[15] = (uint8_t)(((uint64_t)in->swap_add >> 32) & 0xffull);
    out[16] = (uint8_t)(((uint64_t)in->swap_add >> 24) & 0xffull);
    out[17] = (uint8_t)(((uint64_t)in->swap_add >> 16) & 0xffull);
    out[18] = (uint8_t)(((uint64_t)in->swap_add >> 8) & 0xffull);
    out[19] = (uint8_t)((uint64_t)in->swap_add & 0xffull);
    out[20] = (uint8_t)(((uint64_t)in->compare >> 56) & 0xffull);
    out[21] = (uint8_t)(((uint64_t)in->compare >> 48) & 0xffull);
    out[22] = (uint8_t)(((uint64_t)in->compare >> 40) & 0xffull);
    out[23] = (uint8_t)(((uint64_t)in->compare >> 32) & 0xffull);
    out[24] = (uint8_t)(((uint64_t)in->compare >> 24) & 0xffull);
    out[25] = (uint8_t)(((uint64_t)in->compare >> 16) & 0xffull);
    out[26] = (uint8_t)(((uint64_t)in->compare >> 8) & 0xffull);
    out[27] = (uint8_t)((uint64_t)in->compare & 0xffull);
}

/** Read one roce_atomiceth; reserved bits are ignored.
 *  @param in [in] bytes, shape [28], first byte first.
 *  @param out [out] every field is written. */
static inline void ubn_roce_atomiceth_unpack(const uint8_t in[28], struct ubn_roce_atomiceth *out)
{
    out->va = (uint64_t)((((uint64_t)in[0] & 0xffull) << 56) |
        (((uint64_t)in[1] & 0xffull) << 48) |
        (((uint64_t)in[2] & 0xffull) << 40) |
        (((uint64_t)in[3] & 0xffull) << 32) |
        (((uint64_t)in[4] & 0xffull) << 24) |
        (((uint64_t)in[5] & 0xffull) << 16) |
        (((uint64_t)in[6] & 0xffull) << 8) |
        ((uint64_t)in[7] & 0xffull));
    out->rkey = (uint32_t)((((uint32_t)in[8] & 0xffu) << 24) |
        (((uint32_t)in[9] & 0xffu) << 16) |
        (((uint32_t)in[10] & 0xffu) << 8) |
        ((uint32_t)in[11] & 0xffu));
    out->swap_add = (uint64_t)((((uint64_t)in[12] & 0xffull) << 56) |
        (((uint64_t)in[13] & 0xffull) << 48) |
        (((uint64_t)in[14] & 0xffull) << 40) |
        (((uint64_t)in[15] & 0xffull) << 32) |
        (((uint64_t)in[16] & 0xffull) << 24) |
        (((uint64_t)in[17] & 0xffull) << 16) |
        (((uint64_t)in[18] & 0xffull) << 8) |
        ((uint64_t)in[19] & 0xffull));
    out->compare = (uint64_t)((((uint64_t)in[20] & 0xffull) << 56) |
        (((uint64_t)in[21] & 0xffull) << 48) |
        (((uint64_t)in[22] & 0xffull) << 40) |
        (((uint64_t)in[23] & 0xffull) << 32) |
        (((uint64_t)in[24] & 0xffull) << 24) |
        (((uint64_t)in[25] & 0xffull) << 16) |
        (((uint64_t)in[26] & 0xffull) << 8) |
        ((uint64_t)in[27] & 0xffull));
}

#define UBN_ROCE_AETH_BYTES 4

/** Acknowledgement extended transport header.
 *  @source IBTA vol. 1, 9.3.5 */
struct ubn_roce_aeth {
    uint8_t kind;       /**< 2 bit: see roce_aeth_kind */
    uint8_t value;      /**< 5 bit: credit code, RNR timer code or NAK code */
    uint32_t msn;       /**< 24 bit: messages completed by the responder */
};

/** Write one roce_aeth; reserved bits become 0.
 *  @param in [in] values; bits above the width of a field are ignored.
 *  @param out [out] bytes, shape [4], first byte first. */
static inline void ubn_roce_aeth_pack(const struct ubn_roce_aeth *in, uint8_t out[4])
{
    out[0] = (uint8_t)((((uint32_t)in->kind & 0x3u) << 5) | ((uint32_t)in->value & 0x1fu));
    out[1] = (uint8_t)(((uint32_t)in->msn >> 16) & 0xffu);
    out[2] = (uint8_t)(((uint32_t)in->msn >> 8) & 0xffu);
    out[3] = (uint8_t)((uint32_t)in->msn & 0xffu);
}

/** Read one roce_aeth; reserved bits are ignored.
 *  @param in [in] bytes, shape [4], first byte first.
 *  @param out [out] every field is written. */
static inline void ubn_roce_aeth_unpack(const uint8_t in[4], struct ubn_roce_aeth *out)
{
    out->kind = (uint8_t)(((uint32_t)in[0] >> 5) & 0x3u);
    out->value = (uint8_t)((uint32_t)in[0] & 0x1fu);
    out->msn = (uint32_t)((((uint32_t)in[1] & 0xffu) << 16) |
        (((uint32_t)in[2] & 0xffu) << 8) |
        ((uint32_t)in[3] & 0xffu));
}

#define UBN_ROCE_ATOMICACKETH_BYTES 8

/** Atomic acknowledgement extended transport header.
 *  @source IBTA vol. 1, 9.3.5 */
struct ubn_roce_atomicacketh {
    uint64_t orig;     /**< 64 bit: value before the operation */
};

/** Write one roce_atomicacketh; reserved bits become 0.
 *  @param in [in] values; bits above the width of a field are ignored.
 *  @param out [out] bytes, shape [8], first byte first. */
static inline void ubn_roce_atomicacketh_pack(const struct ubn_roce_atomicacketh *in, uint8_t out[8])
{
    out[0] = (uint8_t)(((uint64_t)in->orig >> 56) & 0xffull);
    out[1] = (uint8_t)(((uint64_t)in->orig >> 48) & 0xffull);
    out[2] = (uint8_t)(((uint64_t)in->orig >> 40) & 0xffull);
    out[3] = (uint8_t)(((uint64_t)in->orig >> 32) & 0xffull);
    out[4] = (uint8_t)(((uint64_t)in->orig >> 24) & 0xffull);
    out[5] = (uint8_t)(((uint64_t)in->orig >> 16) & 0xffull);
    out[6] = (uint8_t)(((uint64_t)in->orig >> 8) & 0xffull);
    out[7] = (uint8_t)((uint64_t)in->orig & 0xffull);
}

/** Read one roce_atomicacketh; reserved bits are ignored.
 *  @param in [in] bytes, shape [8], first byte first.
 *  @param out [out] every field is written. */
static inline void ubn_roce_atomicacketh_unpack(const uint8_t in[8], struct ubn_roce_atomicacketh *out)
{
    out->orig = (uint64_t)((((uint64_t)in[0] & 0xffull) << 56) |
        (((uint64_t)in[1] & 0xffull) << 48) |
        (((uint64_t)in[2] & 0xffull) << 40) |
        (((uint64_t)in[3] & 0xffull) << 32) |
        (((uint64_t)in[4] & 0xffull) << 24) |
        (((uint64_t)in[5] & 0xffull) << 16) |
        (((uint64_t)in[6] & 0xffull) << 8) |
        ((uint64_t)in[7] & 0xffull));
}

#define UBN_ROCE_IMMDT_BYTES 4

/** Immediate data.
 *  @source IBTA vol. 1, 9.3.6 */
struct ubn_roce_immdt {
    uint32_t imm;     /**< 32 bit: as the requester gave it */
};

/** Write one roce_immdt; reserved bits become 0.
 *  @param in [in] values; bits above the width of a field are ignored.
 *  @param out [out] bytes, shape [4], first byte first. */
static inline void ubn_roce_immdt_pack(const struct ubn_roce_immdt *in, uint8_t out[4])
{
    out[0] = (uint8_t)(((uint32_t)in->imm >> 24) & 0xffu);
    out[1] = (uint8_t)(((uint32_t)in->imm >> 16) & 0xffu);
    out[2] = (uint8_t)(((uint32_t)in->imm >> 8) & 0xffu);
    out[3] = (uint8_t)((uint32_t)in->imm & 0xffu);
}

/** Read one roce_immdt; reserved bits are ignored.
 *  @param in [in] bytes, shape [4], first byte first.
 *  @param out [out] every field is written. */
static inline void ubn_roce_immdt_unpack(const uint8_t in[4], struct ubn_roce_immdt *out)
{
    out->imm = (uint32_t)((((uint32_t)in[0] & 0xffu) << 24) |
        (((uint32_t)in[1] & 0xffu) << 16) |
        (((uint32_t)in[2] & 0xffu) << 8) |
        ((uint32_t)in[3] & 0xffu));
}

#define UBN_ROCE_IETH_BYTES 4

/** Invalidate extended transport header.
 *  @source IBTA vol. 1, 9.3.7 */
struct ubn_roce_ieth {
    uint32_t rkey;     /**< 32 bit: key to invalidate */
};

/** Write one roce_ieth; reserved bits become 0.
 *  @param in [in] values; bits above the width of a field are ignored.
 *  @param out [out] bytes, shape [4], first byte first. */
static inline void ubn_roce_ieth_pack(const struct ubn_roce_ieth *in, uint8_t out[4])
{
    out[0] = (uint8_t)(((uint32_t)in->rkey >> 24) & 0xffu);
    out[1] = (uint8_t)(((uint32_t)in->rkey >> 16) & 0xffu);
    out[2] = (uint8_t)(((uint32_t)in->rkey >> 8) & 0xffu);
    out[3] = (uint8_t)((uint32_t)in->rkey & 0xffu);
}

/** Read one roce_ieth; reserved bits are ignored.
 *  @param in [in] bytes, shape [4], first byte first.
 *  @param out [out] every field is written. */
static inline void ubn_roce_ieth_unpack(const uint8_t in[4], struct ubn_roce_ieth *out)
{
    out->rkey = (uint32_t)((((uint32_t)in[0] & 0xffu) << 24) |
        (((uint32_t)in[1] & 0xffu) << 16) |
        (((uint32_t)in[2] & 0xffu) << 8) |
        ((uint32_t)in[3] & 0xffu));
}

#define UBN_ROCE_CNP_BYTES 16

/** Reserved bytes of a congestion notification packet.
 *  @source IBTA vol. 1, annex A17 */
struct ubn_roce_cnp {
    uint64_t zero_hi;     /**< 64 bit: 0 */
    uint64_t zero_lo;     /**< 64 bit: 0 */
};

/** Write one roce_cnp; reserved bits become 0.
 *  @param in [in] values; bits above the width of a field are ignored.
 *  @param out [out] bytes, shape [16], first byte first. */
static inline void ubn_roce_cnp_pack(const struct ubn_roce_cnp *in, uint8_t out[16])
{
    out[0] = (uint8_t)(((uint64_t)in->zero_hi >> 56) & 0xffull);
    out[1] = (uint8_t)(((uint64_t)in->zero_hi >> 48) & 0xffull);
    out[2] = (uint8_t)(((uint64_t)in->zero_hi >> 40) & 0xffull);
    out[3] = (uint8_t)(((uint64_t)in->zero_hi >> 32) & 0xffull);
    out[4] = (uint8_t)(((uint64_t)in->zero_hi >> 24) & 0xffull);
    out[5] = (uint8_t)(((uint64_t)in->zero_hi >> 16) & 0xffull);
    out[6] = (uint8_t)(((uint64_t)in->zero_hi >> 8) & 0xffull);
    out[7] = (uint8_t)((uint64_t)in->zero_hi & 0xffull);
    out[8] = (uint8_t)(((uint64_t)in->zero_lo >> 56) & 0xffull);
    out[9] = (uint8_t)(((uint64_t)in->zero_lo >> 48) & 0xffull);
    out[10] = (uint8_t)(((uint64_t)in->zero_lo >> 40) & 0xffull);
    out[11] = (uint8_t)(((uint64_t)in->zero_lo >> 32) & 0xffull);
    out[12] = (uint8_t)(((uint64_t)in->zero_lo >> 24) & 0xffull);
    out[13] = (uint8_t)(((uint64_t)in->zero_lo >> 16) & 0xffull);
    out[14] = (uint8_t)(((uint64_t)in->zero_lo >> 8) & 0xffull);
    out[15] = (uint8_t)((uint64_t)in->zero_lo & 0xffull);
}

/** Read one roce_cnp; reserved bits are ignored.
 *  @param in [in] bytes, shape [16], first byte first.
 *  @param out [out] every field is written. */
static inline void ubn_roce_cnp_unpack(const uint8_t in[16], struct ubn_roce_cnp *out)
{
    out->zero_hi = (uint64_t)((((uint64_t)in[0] & 0xffull) << 56) |
        (((uint64_t)in[1] & 0xffull) << 48) |
        (((uint64_t)in[2] & 0xffull) << 40) |
        (((uint64_t)in[3] & 0xffull) << 32) |
        (((uint64_t)in[4] & 0xffull) << 24) |
        (((uint64_t)in[5] & 0xffull) << 16) |
        (((uint64_t)in[6] & 0xffull) << 8) |
        ((uint64_t)in[7] & 0xffull));
    out->zero_lo = (uint64_t)((((uint64_t)in[8] & 0xffull) << 56) |
        (((uint64_t)in[9] & 0xffull) << 48) |
        (((uint64_t)in[10] & 0xffull) << 40) |
        (((uint64_t)in[11] & 0xffull) << 32) |
        (((uint64_t)in[12] & 0xffull) << 24) |
        (((uint64_t)in[13] & 0xffull) << 16) |
        (((uint64_t)in[14] & 0xffull) << 8) |
        ((uint64_t)in[15] & 0xffull));
}

#define UBN_PCIE_REQ_BYTES 16

/** Memory request with a 64-bit address, 4 DW.
 *  @source PCI Express base specification 4.0, 2.2.7 */
struct ubn_pcie_req {
    uint8_t fmt;               /**< 3 bit: see pcie_fmt */
    uint8_t type;              /**< 5 bit: 0: memory request */
    uint8_t t9;                /**< 1 bit: tag bit 9, 0 */
    uint8_t tc;                /**< 3 bit: traffic class, 0 */
    uint8_t t8;                /**< 1 bit: tag bit 8, 0 */
    uint8_t attr_ido;          /**< 1 bit: id-based ordering, 0 */
    uint8_t ln;                /**< 1 bit: 0 */
    uint8_t th;                /**< 1 bit: processing hints, 0 */
    uint8_t td;                /**< 1 bit: 1: a digest follows, 0 */
    uint8_t ep;                /**< 1 bit: 1: poisoned */
    uint8_t attr;              /**< 2 bit: relaxed ordering, no snoop, 0 */
    uint8_t at;                /**< 2 bit: 0: untranslated */
    uint16_t length_dw;        /**< 10 bit: dwords; 0 means 1024 */
    uint16_t requester_id;     /**< 16 bit: bus, device, function */
    uint8_t tag;               /**< 8 bit: names the request in its completions */
    uint8_t last_be;           /**< 4 bit: bytes of the last dword; 0 for one dword */
    uint8_t first_be;          /**< 4 bit: bytes of the first dword */
    uint64_t addr;             /**< 62 bit: address bits 63:2 */
    uint8_t ph;                /**< 2 bit: processing hint, 0 */
};

/** Write one pcie_req; reserved bits become 0.
 *  @param in [in] values; bits above the width of a field are ignored.
 *  @param out [out] bytes, shape [16], first byte first. */
static inline void ubn_pcie_req_pack(const struct ubn_pcie_req *in, uint8_t out[16])
{
    out[0] = (uint8_t)((((uint32_t)in->fmt & 0x7u) << 5) | ((uint32_t)in->type & 0x1fu));
    out[1] = (uint8_t)((((uint32_t)in->t9 & 0x1u) << 7) |
        (((uint32_t)in->tc & 0x7u) << 4) |
        (((uint32_t)in->t8 & 0x1u) << 3) |
        (((uint32_t)in->attr_ido & 0x1u) << 2) |
        (((uint32_t)in->ln & 0x1u) << 1) |
        ((uint32_t)in->th & 0x1u));
    out[2] = (uint8_t)((((uint32_t)in->td & 0x1u) << 7) |
        (((uint32_t)in->ep & 0x1u) << 6) |
        (((uint32_t)in->attr & 0x3u) << 4) |
        (((uint32_t)in->at & 0x3u) << 2) |
        (((uint32_t)in->length_dw >> 8) & 0x3u));
    out[3] = (uint8_t)((uint32_t)in->length_dw & 0xffu);
    out[4] = (uint8_t)(((uint32_t)in->requester_id >> 8) & 0xffu);
    out[5] = (uint8_t)((uint32_t)in->requester_id & 0xffu);
    out[6] = (uint8_t)((uint32_t)in->tag & 0xffu);
    out[7] = (uint8_t)((((uint32_t)in->last_be & 0xfu) << 4) | ((uint32_t)in->first_be & 0xfu));
    out[8] = (uint8_t)(((uint64_t)in->addr >> 54) & 0xffull);
    out[9] = (uint8_t)(((uint64_t)in->addr >> 46) & 0xffull);
    out[10] = (uint8_t)(((uint64_t)in->addr >> 38) & 0xffull);
    out[11] = (uint8_t)(((uint64_t)in->addr >> 30) & 0xffull);
    out[12] = (uint8_t)(((uint64_t)in->addr >> 22) & 0xffull);
    out[13] = (uint8_t)(((uint64_t)in->addr >> 14) & 0xffull);
    out[14] = (uint8_t)(((uint64_t)in->addr >> 6) & 0xffull);
    out[15] = (uint8_t)((((uint64_t)in->addr & 0x3full) << 2) | ((uint32_t)in->ph & 0x3u));
}

/** Read one pcie_req; reserved bits are ignored.
 *  @param in [in] bytes, shape [16], first byte first.
 *  @param out [out] every field is written. */
static inline void ubn_pcie_req_unpack(const uint8_t in[16], struct ubn_pcie_req *out)
{
    out->fmt = (uint8_t)(((uint32_t)in[0] >> 5) & 0x7u);
    out->type = (uint8_t)((uint32_t)in[0] & 0x1fu);
    out->t9 = (uint8_t)(((uint32_t)in[1] >> 7) & 0x1u);
    out->tc = (uint8_t)(((uint32_t)in[1] >> 4) & 0x7u);
    out->t8 = (uint8_t)(((uint32_t)in[1] >> 3) & 0x1u);
    out->attr_ido = (uint8_t)(((uint32_t)in[1] >> 2) & 0x1u);
    out->ln = (uint8_t)(((uint32_t)in[1] >> 1) & 0x1u);
    out->th = (uint8_t)((uint32_t)in[1] & 0x1u);
    out->td = (uint8_t)(((uint32_t)in[2] >> 7) & 0x1u);
    out->ep = (uint8_t)(((uint32_t)in[2] >> 6) & 0x1u);
    out->attr = (uint8_t)(((uint32_t)in[2] >> 4) & 0x3u);
    out->at = (uint8_t)(((uint32_t)in[2] >> 2) & 0x3u);
    out->length_dw = (uint16_t)((((uint32_t)in[2] & 0x3u) << 8) | ((uint32_t)in[3] & 0xffu));
    out->requester_id = (uint16_t)((((uint32_t)in[4] & 0xffu) << 8) | ((uint32_t)in[5] & 0xffu));
    out->tag = (uint8_t)((uint32_t)in[6] & 0xffu);
    out->last_be = (uint8_t)(((uint32_t)in[7] >> 4) & 0xfu);
    out->first_be = (uint8_t)((uint32_t)in[7] & 0xfu);
    out->addr = (uint64_t)((((uint64_t)in[8] & 0xffull) << 54) |
        (((uint64_t)in[9] & 0xffull) << 46) |
        (((uint64_t)in[10] & 0xffull) << 38) |
        (((uint64_t)in[11] & 0xffull) << 30) |
        (((uint64_t)in[12] & 0xffull) << 22) |
        (((uint64_t)in[13] & 0xffull) << 14) |
        (((uint64_t)in[14] & 0xffull) << 6) |
        (((uint64_t)in[15] >> 2) & 0x3full));
    out->ph = (uint8_t)((uint32_t)in[15] & 0x3u);
}

#define UBN_PCIE_CPL_BYTES 12

/** Completion, 3 DW.
 *  @source PCI Express base specification 4.0, 2.2.9 */
struct ubn_pcie_cpl {
    uint8_t fmt;               /**< 3 bit: see pcie_fmt */
    uint8_t type;              /**< 5 bit: 10: completion */
    uint8_t t9;                /**< 1 bit: 0 */
    uint8_t tc;                /**< 3 bit: 0 */
    uint8_t t8;                /**< 1 bit: 0 */
    uint8_t attr_ido;          /**< 1 bit: 0 */
    uint8_t ln;                /**< 1 bit: 0 */
    uint8_t th;                /**< 1 bit: 0 */
    uint8_t td;                /**< 1 bit: 0 */
    uint8_t ep;                /**< 1 bit: 1: poisoned */
    uint8_t attr;              /**< 2 bit: 0 */
    uint8_t at;                /**< 2 bit: 0 */
    uint16_t length_dw;        /**< 10 bit: dwords of this completion; 0 means 1024 (with data) */
    uint16_t completer_id;     /**< 16 bit: bus, device, function */
    uint8_t status;            /**< 3 bit: see pcie_cpl_status */
    uint8_t bcm;               /**< 1 bit: 0 */
    /** 12 bit: bytes still to come, this completion included; 0 means 4096 */
    uint16_t byte_count;
    uint16_t requester_id;     /**< 16 bit: of the request */
    uint8_t tag;               /**< 8 bit: of the request */
    uint8_t lower_addr;        /**< 7 bit: address bits 6:0 of the first byte */
};

/** Write one pcie_cpl; reserved bits become 0.
 *  @param in [in] values; bits above the width of a field are ignored.
 *  @param out [out] bytes, shape [12], first byte first. */
static inline void ubn_pcie_cpl_pack(const struct ubn_pcie_cpl *in, uint8_t out[12])
{
    out[0] = (uint8_t)((((uint32_t)in->fmt & 0x7u) << 5) | ((uint32_t)in->type & 0x1fu));
    out[1] = (uint8_t)((((uint32_t)in->t9 & 0x1u) << 7) |
        (((uint32_t)in->tc & 0x7u) << 4) |
        (((uint32_t)in->t8 & 0x1u) << 3) |
        (((uint32_t)in->attr_ido & 0x1u) << 2) |
        (((uint32_t)in->ln & 0x1u) << 1) |
        ((uint32_t)in->th & 0x1u));
    out[2] = (uint8_t)((((uint32_t)in->td & 0x1u) << 7) |
        (((uint32_t)in->ep & 0x1u) << 6) |
        (((uint32_t)in->attr & 0x3u) << 4) |
        (((uint32_t)in->at & 0x3u) << 2) |
        (((uint32_t)in->length_dw >> 8) & 0x3u));
    out[3] = (uint8_t)((uint32_t)in->length_dw & 0xffu);
    out[4] = (uint8_t)(((uint32_t)in->completer_id >> 8) & 0xffu);
    out[5] = (uint8_t)((uint32_t)in->completer_id & 0xffu);
    out[6] = (uint8_t)((((uint32_t)in->status & 0x7u) << 5) |
        (((uint32_t)in->bcm & 0x1u) << 4) |
        (((uint32_t)in->byte_count >> 8) & 0xfu));
    out[7] = (uint8_t)((uint32_t)in->byte_count & 0xffu);
    out[8] = (uint8_t)(((uint32_t)in->requester_id >> 8) & 0xffu);
    out[9] = (uint8_t)((uint32_t)in->requester_id & 0xffu);
    out[10] = (uint8_t)((uint32_t)in->tag & 0xffu);
    out[11] = (uint8_t)((uint32_t)in->lower_addr & 0x7fu);
}

/** Read one pcie_cpl; reserved bits are ignored.
 *  @param in [in] bytes, shape [12], first byte first.
 *  @param out [out] every field is written. */
static inline void ubn_pcie_cpl_unpack(const uint8_t in[12], struct ubn_pcie_cpl *out)
{
    out->fmt = (uint8_t)(((uint32_t)in[0] >> 5) & 0x7u);
    out->type = (uint8_t)((uint32_t)in[0] & 0x1fu);
    out->t9 = (uint8_t)(((uint32_t)in[1] >> 7) & 0x1u);
    out->tc = (uint8_t)(((uint32_t)in[1] >> 4) & 0x7u);
    out->t8 = (uint8_t)(((uint32_t)in[1] >> 3) & 0x1u);
    out->attr_ido = (uint8_t)(((uint32_t)in[1] >> 2) & 0x1u);
    out->ln = (uint8_t)(((uint32_t)in[1] >> 1) & 0x1u);
    out->th = (uint8_t)((uint32_t)in[1] & 0x1u);
    out->td = (uint8_t)(((uint32_t)in[2] >> 7) & 0x1u);
    out->ep = (uint8_t)(((uint32_t)in[2] >> 6) & 0x1u);
    out->attr = (uint8_t)(((uint32_t)in[2] >> 4) & 0x3u);
    out->at = (uint8_t)(((uint32_t)in[2] >> 2) & 0x3u);
    out->length_dw = (uint16_t)((((uint32_t)in[2] & 0x3u) << 8) | ((uint32_t)in[3] & 0xffu));
    out->completer_id = (uint16_t)((((uint32_t)in[4] & 0xffu) << 8) | ((uint32_t)in[5] & 0xffu));
    out->status = (uint8_t)(((uint32_t)in[6] >> 5) & 0x7u);
    out->bcm = (uint8_t)(((uint32_t)in[6] >> 4) & 0x1u);
    out->byte_count = (uint16_t)((((uint32_t)in[6] & 0xfu) << 8) | ((uint32_t)in[7] & 0xffu));
    out->requester_id = (uint16_t)((((uint32_t)in[8] & 0xffu) << 8) | ((uint32_t)in[9] & 0xffu));
    out->tag = (uint8_t)((uint32_t)in[10] & 0xffu);
    out->lower_addr = (uint8_t)((uint32_t)in[11] & 0x7fu);
}

/** Variable part: byte enables, one bit a payload byte, 64 to 1024 bits; bytes past the mask
 *  count as valid.
 *  @source BS ch. 7 */
#define UBN_UB_BEETAH_MIN_BYTES 8
#define UBN_UB_BEETAH_MAX_BYTES 128

/** Variable part: bitmap after the selective-acknowledgement extension.
 *  @source BS 6.2 */
#define UBN_UB_SAETPH_BITMAP_MIN_BYTES 8
#define UBN_UB_SAETPH_BITMAP_MAX_BYTES 128

/* Frame: offsets and sizes in bytes, from the first byte of the Ethernet header. */
#define UBN_UB_FRAME_ICRC_BYTES 4 /**< trailer of every frame */
#define UBN_UB_FRAME_IPV4_OFFSET 14 /**< offset of the IPv4 header */
#define UBN_UB_FRAME_UDP_OFFSET 34 /**< offset of the UDP header */
#define UBN_UB_FRAME_RTPH_OFFSET 42 /**< offset of the transport header */
#define UBN_UB_FRAME_TA_OFFSET 58 /**< offset of the transaction header, NLP 0 */
#define UBN_UB_FRAME_TA_EXT_OFFSET 66 /**< offset of the part behind the transaction header */
#define UBN_UB_FRAME_UPIH_OFFSET 58 /**< offset of the partition header, NLP 1 */
#define UBN_UB_FRAME_READ_REQ_BYTES 90 /**< read request with token value: frame without payload */
/** read request with token value: IPv4 total length without payload */
#define UBN_UB_FRAME_READ_REQ_IP_BYTES 76
/** read request with token value: UDP length without payload */
#define UBN_UB_FRAME_READ_REQ_UDP_BYTES 56
#define UBN_UB_FRAME_READ_REQ_HDR_BYTES 86 /**< read request with token value: headers */
#define UBN_UB_FRAME_READ_RSP_BYTES 70 /**< read response: frame without payload */
#define UBN_UB_FRAME_READ_RSP_IP_BYTES 56 /**< read response: IPv4 total length without payload */
#define UBN_UB_FRAME_READ_RSP_UDP_BYTES 36 /**< read response: UDP length without payload */
#define UBN_UB_FRAME_READ_RSP_HDR_BYTES 66 /**< read response: headers */
#define UBN_UB_FRAME_TPACK_BYTES 62 /**< transport acknowledgement: frame without payload */
/** transport acknowledgement: IPv4 total length without payload */
#define UBN_UB_FRAME_TPACK_IP_BYTES 48
/** transport acknowledgement: UDP length without payload */
#define UBN_UB_FRAME_TPACK_UDP_BYTES 28
#define UBN_UB_FRAME_TPACK_HDR_BYTES 58 /**< transport acknowledgement: headers */

/* Frame: offsets and sizes in bytes, from the first byte of the Ethernet header. */
#define UBN_LDST_FRAME_LPH_OFFSET 14 /**< offset of the stand-in of the link header */
#define UBN_LDST_FRAME_NTH_OFFSET 16 /**< offset of the network header */
#define UBN_LDST_FRAME_TA_OFFSET 24 /**< offset of the transaction header */
#define UBN_LDST_FRAME_TA_EXT_OFFSET 28 /**< offset of the part behind the transaction header */
#define UBN_LDST_FRAME_LOAD_REQ_BYTES 40 /**< load: frame without payload */
#define UBN_LDST_FRAME_STORE_REQ_BYTES 40 /**< store: frame without payload */
#define UBN_LDST_FRAME_LOAD_RSP_BYTES 28 /**< data of a load: frame without payload */
#define UBN_LDST_FRAME_ACK_BYTES 28 /**< answer to a store, or a refusal: frame without payload */

/* Frame: offsets and sizes in bytes, from the first byte of the Ethernet header. */
#define UBN_ROCE_FRAME_ICRC_BYTES 4 /**< trailer of every frame */
#define UBN_ROCE_FRAME_BTH_OFFSET 42 /**< offset of the base transport header */
#define UBN_ROCE_FRAME_EXT_OFFSET 54 /**< offset of the first extension header, or the payload */
#define UBN_ROCE_FRAME_READ_REQ_BYTES 74 /**< READ request: frame without payload */
#define UBN_ROCE_FRAME_READ_REQ_IP_BYTES 60 /**< READ request: IPv4 total length without payload */
#define UBN_ROCE_FRAME_READ_REQ_UDP_BYTES 40 /**< READ request: UDP length without payload */
#define UBN_ROCE_FRAME_READ_REQ_HDR_BYTES 70 /**< READ request: headers */
/** READ response, first, last or only: frame without payload */
#define UBN_ROCE_FRAME_READ_RSP_BYTES 62
/** READ response, first, last or only: IPv4 total length without payload */
#define UBN_ROCE_FRAME_READ_RSP_IP_BYTES 48
/** READ response, first, last or only: UDP length without payload */
#define UBN_ROCE_FRAME_READ_RSP_UDP_BYTES 28
#define UBN_ROCE_FRAME_READ_RSP_HDR_BYTES 58 /**< READ response, first, last or only: headers */
/** READ response, middle; SEND; WRITE middle and last: frame without payload */
#define UBN_ROCE_FRAME_READ_MID_BYTES 58
/** READ response, middle; SEND; WRITE middle and last: IPv4 total length without payload */
#define UBN_ROCE_FRAME_READ_MID_IP_BYTES 44
/** READ response, middle; SEND; WRITE middle and last: UDP length without payload */
#define UBN_ROCE_FRAME_READ_MID_UDP_BYTES 24
/** READ response, middle; SEND; WRITE middle and last: headers */
#define UBN_ROCE_FRAME_READ_MID_HDR_BYTES 54
#define UBN_ROCE_FRAME_WRITE_BYTES 74 /**< WRITE, first or only: frame without payload */
/** WRITE, first or only: IPv4 total length without payload */
#define UBN_ROCE_FRAME_WRITE_IP_BYTES 60
#define UBN_ROCE_FRAME_WRITE_UDP_BYTES 40 /**< WRITE, first or only: UDP length without payload */
#define UBN_ROCE_FRAME_WRITE_HDR_BYTES 70 /**< WRITE, first or only: headers */
#define UBN_ROCE_FRAME_WRITE_IMM_BYTES 78 /**< WRITE only with immediate: frame without payload */
/** WRITE only with immediate: IPv4 total length without payload */
#define UBN_ROCE_FRAME_WRITE_IMM_IP_BYTES 64
/** WRITE only with immediate: UDP length without payload */
#define UBN_ROCE_FRAME_WRITE_IMM_UDP_BYTES 44
#define UBN_ROCE_FRAME_WRITE_IMM_HDR_BYTES 74 /**< WRITE only with immediate: headers */
/** compare and swap, fetch and add: frame without payload */
#define UBN_ROCE_FRAME_ATOMIC_BYTES 86
/** compare and swap, fetch and add: IPv4 total length without payload */
#define UBN_ROCE_FRAME_ATOMIC_IP_BYTES 72
/** compare and swap, fetch and add: UDP length without payload */
#define UBN_ROCE_FRAME_ATOMIC_UDP_BYTES 52
#define UBN_ROCE_FRAME_ATOMIC_HDR_BYTES 82 /**< compare and swap, fetch and add: headers */
#define UBN_ROCE_FRAME_ATOMIC_ACK_BYTES 70 /**< atomic acknowledgement: frame without payload */
/** atomic acknowledgement: IPv4 total length without payload */
#define UBN_ROCE_FRAME_ATOMIC_ACK_IP_BYTES 56
/** atomic acknowledgement: UDP length without payload */
#define UBN_ROCE_FRAME_ATOMIC_ACK_UDP_BYTES 36
#define UBN_ROCE_FRAME_ATOMIC_ACK_HDR_BYTES 66 /**< atomic acknowledgement: headers */
/** acknowledgement, positive or negative: frame without payload */
#define UBN_ROCE_FRAME_ACK_BYTES 62
/** acknowledgement, positive or negative: IPv4 total length without payload */
#define UBN_ROCE_FRAME_ACK_IP_BYTES 48
/** acknowledgement, positive or negative: UDP length without payload */
#define UBN_ROCE_FRAME_ACK_UDP_BYTES 28
#define UBN_ROCE_FRAME_ACK_HDR_BYTES 58 /**< acknowledgement, positive or negative: headers */
#define UBN_ROCE_FRAME_CNP_BYTES 74 /**< congestion notification: frame without payload */
/** congestion notification: IPv4 total length without payload */
#define UBN_ROCE_FRAME_CNP_IP_BYTES 60
#define UBN_ROCE_FRAME_CNP_UDP_BYTES 40 /**< congestion notification: UDP length without payload */
#define UBN_ROCE_FRAME_CNP_HDR_BYTES 70 /**< congestion notification: headers */

#ifdef __cplusplus
}
#endif

#endif /* UBN_GEN_WIRE_H */
