/* SPDX-License-Identifier: Apache-2.0 */
/** Every field of every layout, for the wire test. Written by scripts/gen from configs/spec; do not edit. */
#ifndef UBN_WIRE_FIELDS_H
#define UBN_WIRE_FIELDS_H

#include <stddef.h>
#include <stdint.h>

#include "ubn/gen/enums.h"
#include "ubn/gen/records.h"
#include "ubn/gen/registers.h"
#include "ubn/gen/stalls.h"
#include "ubn/gen/wire.h"

/** One field of a generated struct. */
struct wire_field {
    const char *name;
    unsigned width_bits;
    size_t offset; /**< in the struct */
    size_t bytes;  /**< in the struct */
};

/** One generated layout with its functions. */
struct wire_layout {
    const char *name;
    size_t bytes;
    size_t struct_bytes;
    const struct wire_field *fields;
    size_t n_fields;
    void (*pack)(const void *in, uint8_t *out);
    void (*unpack)(const uint8_t *in, void *out);
};

static void wire_pack_eth(const void *in, uint8_t *out)
{
    ubn_eth_pack((const struct ubn_eth *)in, out);
}
static void wire_unpack_eth(const uint8_t *in, void *out)
{
    ubn_eth_unpack(in, (struct ubn_eth *)out);
}
static const struct wire_field wire_fields_eth[] = {
    {"dst_mac", 48, offsetof(struct ubn_eth, dst_mac), sizeof(((struct ubn_eth *)0)->dst_mac)},
    {"src_mac", 48, offsetof(struct ubn_eth, src_mac), sizeof(((struct ubn_eth *)0)->src_mac)},
    {"ether_type", 16, offsetof(struct ubn_eth, ether_type), sizeof(((struct ubn_eth *)0)->ether_type)},
};

static void wire_pack_ipv4(const void *in, uint8_t *out)
{
    ubn_ipv4_pack((const struct ubn_ipv4 *)in, out);
}
static void wire_unpack_ipv4(const uint8_t *in, void *out)
{
    ubn_ipv4_unpack(in, (struct ubn_ipv4 *)out);
}
static const struct wire_field wire_fields_ipv4[] = {
    {"version", 4, offsetof(struct ubn_ipv4, version), sizeof(((struct ubn_ipv4 *)0)->version)},
    {"ihl", 4, offsetof(struct ubn_ipv4, ihl), sizeof(((struct ubn_ipv4 *)0)->ihl)},
    {"tos", 8, offsetof(struct ubn_ipv4, tos), sizeof(((struct ubn_ipv4 *)0)->tos)},
    {"total_length", 16, offsetof(struct ubn_ipv4, total_length), sizeof(((struct ubn_ipv4 *)0)->total_length)},
    {"id", 16, offsetof(struct ubn_ipv4, id), sizeof(((struct ubn_ipv4 *)0)->id)},
    {"flags", 3, offsetof(struct ubn_ipv4, flags), sizeof(((struct ubn_ipv4 *)0)->flags)},
    {"frag_off", 13, offsetof(struct ubn_ipv4, frag_off), sizeof(((struct ubn_ipv4 *)0)->frag_off)},
    {"ttl", 8, offsetof(struct ubn_ipv4, ttl), sizeof(((struct ubn_ipv4 *)0)->ttl)},
    {"protocol", 8, offsetof(struct ubn_ipv4, protocol), sizeof(((struct ubn_ipv4 *)0)->protocol)},
    {"checksum", 16, offsetof(struct ubn_ipv4, checksum), sizeof(((struct ubn_ipv4 *)0)->checksum)},
    {"src_ip", 32, offsetof(struct ubn_ipv4, src_ip), sizeof(((struct ubn_ipv4 *)0)->src_ip)},
    {"dst_ip", 32, offsetof(struct ubn_ipv4, dst_ip), sizeof(((struct ubn_ipv4 *)0)->dst_ip)},
};

static void wire_pack_udp(const void *in, uint8_t *out)
{
    ubn_udp_pack((const struct ubn_udp *)in, out);
}
static void wire_unpack_udp(const uint8_t *in, void *out)
{
    ubn_udp_unpack(in, (struct ubn_udp *)out);
}
static const struct wire_field wire_fields_udp[] = {
    {"src_port", 16, offsetof(struct ubn_udp, src_port), sizeof(((struct ubn_udp *)0)->src_port)},
    {"dst_port", 16, offsetof(struct ubn_udp, dst_port), sizeof(((struct ubn_udp *)0)->dst_port)},
    {"length", 16, offsetof(struct ubn_udp, length), sizeof(((struct ubn_udp *)0)->length)},
    {"checksum", 16, offsetof(struct ubn_udp, checksum), sizeof(((struct ubn_udp *)0)->checksum)},
};

static void wire_pack_ub_lph(const void *in, uint8_t *out)
{
    ubn_ub_lph_pack((const struct ubn_ub_lph *)in, out);
}
static void wire_unpack_ub_lph(const uint8_t *in, void *out)
{
    ubn_ub_lph_unpack(in, (struct ubn_ub_lph *)out);
}
static const struct wire_field wire_fields_ub_lph[] = {
    {"cfg", 4, offsetof(struct ubn_ub_lph, cfg), sizeof(((struct ubn_ub_lph *)0)->cfg)},
};

static void wire_pack_ub_nth16(const void *in, uint8_t *out)
{
    ubn_ub_nth16_pack((const struct ubn_ub_nth16 *)in, out);
}
static void wire_unpack_ub_nth16(const uint8_t *in, void *out)
{
    ubn_ub_nth16_unpack(in, (struct ubn_ub_nth16 *)out);
}
static const struct wire_field wire_fields_ub_nth16[] = {
    {"scna", 16, offsetof(struct ubn_ub_nth16, scna), sizeof(((struct ubn_ub_nth16 *)0)->scna)},
    {"dcna", 16, offsetof(struct ubn_ub_nth16, dcna), sizeof(((struct ubn_ub_nth16 *)0)->dcna)},
    {"cci", 16, offsetof(struct ubn_ub_nth16, cci), sizeof(((struct ubn_ub_nth16 *)0)->cci)},
    {"lbf", 8, offsetof(struct ubn_ub_nth16, lbf), sizeof(((struct ubn_ub_nth16 *)0)->lbf)},
    {"sl", 4, offsetof(struct ubn_ub_nth16, sl), sizeof(((struct ubn_ub_nth16 *)0)->sl)},
    {"mgmt", 1, offsetof(struct ubn_ub_nth16, mgmt), sizeof(((struct ubn_ub_nth16 *)0)->mgmt)},
    {"nlp", 3, offsetof(struct ubn_ub_nth16, nlp), sizeof(((struct ubn_ub_nth16 *)0)->nlp)},
};

static void wire_pack_ub_nth24(const void *in, uint8_t *out)
{
    ubn_ub_nth24_pack((const struct ubn_ub_nth24 *)in, out);
}
static void wire_unpack_ub_nth24(const uint8_t *in, void *out)
{
    ubn_ub_nth24_unpack(in, (struct ubn_ub_nth24 *)out);
}
static const struct wire_field wire_fields_ub_nth24[] = {
    {"scna", 24, offsetof(struct ubn_ub_nth24, scna), sizeof(((struct ubn_ub_nth24 *)0)->scna)},
    {"dcna", 24, offsetof(struct ubn_ub_nth24, dcna), sizeof(((struct ubn_ub_nth24 *)0)->dcna)},
    {"cci", 16, offsetof(struct ubn_ub_nth24, cci), sizeof(((struct ubn_ub_nth24 *)0)->cci)},
    {"lbf", 8, offsetof(struct ubn_ub_nth24, lbf), sizeof(((struct ubn_ub_nth24 *)0)->lbf)},
    {"sl", 4, offsetof(struct ubn_ub_nth24, sl), sizeof(((struct ubn_ub_nth24 *)0)->sl)},
    {"nlp", 3, offsetof(struct ubn_ub_nth24, nlp), sizeof(((struct ubn_ub_nth24 *)0)->nlp)},
};

static void wire_pack_ub_rtph(const void *in, uint8_t *out)
{
    ubn_ub_rtph_pack((const struct ubn_ub_rtph *)in, out);
}
static void wire_unpack_ub_rtph(const uint8_t *in, void *out)
{
    ubn_ub_rtph_unpack(in, (struct ubn_ub_rtph *)out);
}
static const struct wire_field wire_fields_ub_rtph[] = {
    {"tp_opcode", 8, offsetof(struct ubn_ub_rtph, tp_opcode), sizeof(((struct ubn_ub_rtph *)0)->tp_opcode)},
    {"tp_ver", 2, offsetof(struct ubn_ub_rtph, tp_ver), sizeof(((struct ubn_ub_rtph *)0)->tp_ver)},
    {"padding", 2, offsetof(struct ubn_ub_rtph, padding), sizeof(((struct ubn_ub_rtph *)0)->padding)},
    {"nlp", 4, offsetof(struct ubn_ub_rtph, nlp), sizeof(((struct ubn_ub_rtph *)0)->nlp)},
    {"src_tpn", 24, offsetof(struct ubn_ub_rtph, src_tpn), sizeof(((struct ubn_ub_rtph *)0)->src_tpn)},
    {"dst_tpn", 24, offsetof(struct ubn_ub_rtph, dst_tpn), sizeof(((struct ubn_ub_rtph *)0)->dst_tpn)},
    {"a", 1, offsetof(struct ubn_ub_rtph, a), sizeof(((struct ubn_ub_rtph *)0)->a)},
    {"f", 1, offsetof(struct ubn_ub_rtph, f), sizeof(((struct ubn_ub_rtph *)0)->f)},
    {"psn", 24, offsetof(struct ubn_ub_rtph, psn), sizeof(((struct ubn_ub_rtph *)0)->psn)},
    {"rspst", 3, offsetof(struct ubn_ub_rtph, rspst), sizeof(((struct ubn_ub_rtph *)0)->rspst)},
    {"rspinfo", 5, offsetof(struct ubn_ub_rtph, rspinfo), sizeof(((struct ubn_ub_rtph *)0)->rspinfo)},
    {"tpmsn", 24, offsetof(struct ubn_ub_rtph, tpmsn), sizeof(((struct ubn_ub_rtph *)0)->tpmsn)},
};

static void wire_pack_ub_utph(const void *in, uint8_t *out)
{
    ubn_ub_utph_pack((const struct ubn_ub_utph *)in, out);
}
static void wire_unpack_ub_utph(const uint8_t *in, void *out)
{
    ubn_ub_utph_unpack(in, (struct ubn_ub_utph *)out);
}
static const struct wire_field wire_fields_ub_utph[] = {
    {"tp_opcode", 8, offsetof(struct ubn_ub_utph, tp_opcode), sizeof(((struct ubn_ub_utph *)0)->tp_opcode)},
    {"tp_ver", 2, offsetof(struct ubn_ub_utph, tp_ver), sizeof(((struct ubn_ub_utph *)0)->tp_ver)},
    {"padding", 2, offsetof(struct ubn_ub_utph, padding), sizeof(((struct ubn_ub_utph *)0)->padding)},
    {"nlp", 4, offsetof(struct ubn_ub_utph, nlp), sizeof(((struct ubn_ub_utph *)0)->nlp)},
};

static void wire_pack_ub_ctph(const void *in, uint8_t *out)
{
    ubn_ub_ctph_pack((const struct ubn_ub_ctph *)in, out);
}
static void wire_unpack_ub_ctph(const uint8_t *in, void *out)
{
    ubn_ub_ctph_unpack(in, (struct ubn_ub_ctph *)out);
}
static const struct wire_field wire_fields_ub_ctph[] = {
    {"tp_opcode", 2, offsetof(struct ubn_ub_ctph, tp_opcode), sizeof(((struct ubn_ub_ctph *)0)->tp_opcode)},
    {"padding", 2, offsetof(struct ubn_ub_ctph, padding), sizeof(((struct ubn_ub_ctph *)0)->padding)},
    {"nlp", 4, offsetof(struct ubn_ub_ctph, nlp), sizeof(((struct ubn_ub_ctph *)0)->nlp)},
};

static void wire_pack_ub_saetph(const void *in, uint8_t *out)
{
    ubn_ub_saetph_pack((const struct ubn_ub_saetph *)in, out);
}
static void wire_unpack_ub_saetph(const uint8_t *in, void *out)
{
    ubn_ub_saetph_unpack(in, (struct ubn_ub_saetph *)out);
}
static const struct wire_field wire_fields_ub_saetph[] = {
    {"bitmap_size", 3, offsetof(struct ubn_ub_saetph, bitmap_size), sizeof(((struct ubn_ub_saetph *)0)->bitmap_size)},
    {"max_rcv_psn", 24, offsetof(struct ubn_ub_saetph, max_rcv_psn), sizeof(((struct ubn_ub_saetph *)0)->max_rcv_psn)},
};

static void wire_pack_ub_cetph_ldcp(const void *in, uint8_t *out)
{
    ubn_ub_cetph_ldcp_pack((const struct ubn_ub_cetph_ldcp *)in, out);
}
static void wire_unpack_ub_cetph_ldcp(const uint8_t *in, void *out)
{
    ubn_ub_cetph_ldcp_unpack(in, (struct ubn_ub_cetph_ldcp *)out);
}
static const struct wire_field wire_fields_ub_cetph_ldcp[] = {
    {"ack_seq", 32, offsetof(struct ubn_ub_cetph_ldcp, ack_seq), sizeof(((struct ubn_ub_cetph_ldcp *)0)->ack_seq)},
    {"ce_seq", 32, offsetof(struct ubn_ub_cetph_ldcp, ce_seq), sizeof(((struct ubn_ub_cetph_ldcp *)0)->ce_seq)},
};

static void wire_pack_ub_cetph_caqm(const void *in, uint8_t *out)
{
    ubn_ub_cetph_caqm_pack((const struct ubn_ub_cetph_caqm *)in, out);
}
static void wire_unpack_ub_cetph_caqm(const uint8_t *in, void *out)
{
    ubn_ub_cetph_caqm_unpack(in, (struct ubn_ub_cetph_caqm *)out);
}
static const struct wire_field wire_fields_ub_cetph_caqm[] = {
    {"ack_seq", 32, offsetof(struct ubn_ub_cetph_caqm, ack_seq), sizeof(((struct ubn_ub_cetph_caqm *)0)->ack_seq)},
    {"loc", 1, offsetof(struct ubn_ub_cetph_caqm, loc), sizeof(((struct ubn_ub_cetph_caqm *)0)->loc)},
    {"i", 1, offsetof(struct ubn_ub_cetph_caqm, i), sizeof(((struct ubn_ub_cetph_caqm *)0)->i)},
    {"c", 8, offsetof(struct ubn_ub_cetph_caqm, c), sizeof(((struct ubn_ub_cetph_caqm *)0)->c)},
    {"hint", 16, offsetof(struct ubn_ub_cetph_caqm, hint), sizeof(((struct ubn_ub_cetph_caqm *)0)->hint)},
};

static void wire_pack_ub_cetph_cnp(const void *in, uint8_t *out)
{
    ubn_ub_cetph_cnp_pack((const struct ubn_ub_cetph_cnp *)in, out);
}
static void wire_unpack_ub_cetph_cnp(const uint8_t *in, void *out)
{
    ubn_ub_cetph_cnp_unpack(in, (struct ubn_ub_cetph_cnp *)out);
}
static const struct wire_field wire_fields_ub_cetph_cnp[] = {
    {"ecn", 2, offsetof(struct ubn_ub_cetph_cnp, ecn), sizeof(((struct ubn_ub_cetph_cnp *)0)->ecn)},
    {"loc", 1, offsetof(struct ubn_ub_cetph_cnp, loc), sizeof(((struct ubn_ub_cetph_cnp *)0)->loc)},
};

static void wire_pack_ub_upih32(const void *in, uint8_t *out)
{
    ubn_ub_upih32_pack((const struct ubn_ub_upih32 *)in, out);
}
static void wire_unpack_ub_upih32(const uint8_t *in, void *out)
{
    ubn_ub_upih32_unpack(in, (struct ubn_ub_upih32 *)out);
}
static const struct wire_field wire_fields_ub_upih32[] = {
    {"upi", 24, offsetof(struct ubn_ub_upih32, upi), sizeof(((struct ubn_ub_upih32 *)0)->upi)},
};

static void wire_pack_ub_upih16(const void *in, uint8_t *out)
{
    ubn_ub_upih16_pack((const struct ubn_ub_upih16 *)in, out);
}
static void wire_unpack_ub_upih16(const uint8_t *in, void *out)
{
    ubn_ub_upih16_unpack(in, (struct ubn_ub_upih16 *)out);
}
static const struct wire_field wire_fields_ub_upih16[] = {
    {"upi", 15, offsetof(struct ubn_ub_upih16, upi), sizeof(((struct ubn_ub_upih16 *)0)->upi)},
};

static void wire_pack_ub_eidh(const void *in, uint8_t *out)
{
    ubn_ub_eidh_pack((const struct ubn_ub_eidh *)in, out);
}
static void wire_unpack_ub_eidh(const uint8_t *in, void *out)
{
    ubn_ub_eidh_unpack(in, (struct ubn_ub_eidh *)out);
}
static const struct wire_field wire_fields_ub_eidh[] = {
    {"src_eid", 128, offsetof(struct ubn_ub_eidh, src_eid), sizeof(((struct ubn_ub_eidh *)0)->src_eid)},
    {"dst_eid", 128, offsetof(struct ubn_ub_eidh, dst_eid), sizeof(((struct ubn_ub_eidh *)0)->dst_eid)},
};

static void wire_pack_ub_eidh_c(const void *in, uint8_t *out)
{
    ubn_ub_eidh_c_pack((const struct ubn_ub_eidh_c *)in, out);
}
static void wire_unpack_ub_eidh_c(const uint8_t *in, void *out)
{
    ubn_ub_eidh_c_unpack(in, (struct ubn_ub_eidh_c *)out);
}
static const struct wire_field wire_fields_ub_eidh_c[] = {
    {"src_eid", 20, offsetof(struct ubn_ub_eidh_c, src_eid), sizeof(((struct ubn_ub_eidh_c *)0)->src_eid)},
    {"dst_eid", 20, offsetof(struct ubn_ub_eidh_c, dst_eid), sizeof(((struct ubn_ub_eidh_c *)0)->dst_eid)},
};

static void wire_pack_ub_btah(const void *in, uint8_t *out)
{
    ubn_ub_btah_pack((const struct ubn_ub_btah *)in, out);
}
static void wire_unpack_ub_btah(const uint8_t *in, void *out)
{
    ubn_ub_btah_unpack(in, (struct ubn_ub_btah *)out);
}
static const struct wire_field wire_fields_ub_btah[] = {
    {"ta_opcode", 8, offsetof(struct ubn_ub_btah, ta_opcode), sizeof(((struct ubn_ub_btah *)0)->ta_opcode)},
    {"ta_ver", 2, offsetof(struct ubn_ub_btah, ta_ver), sizeof(((struct ubn_ub_btah *)0)->ta_ver)},
    {"ee_bits", 2, offsetof(struct ubn_ub_btah, ee_bits), sizeof(((struct ubn_ub_btah *)0)->ee_bits)},
    {"tv_en", 1, offsetof(struct ubn_ub_btah, tv_en), sizeof(((struct ubn_ub_btah *)0)->tv_en)},
    {"poison", 1, offsetof(struct ubn_ub_btah, poison), sizeof(((struct ubn_ub_btah *)0)->poison)},
    {"ud_flag", 1, offsetof(struct ubn_ub_btah, ud_flag), sizeof(((struct ubn_ub_btah *)0)->ud_flag)},
    {"ini_tassn", 16, offsetof(struct ubn_ub_btah, ini_tassn), sizeof(((struct ubn_ub_btah *)0)->ini_tassn)},
    {"no_taack", 1, offsetof(struct ubn_ub_btah, no_taack), sizeof(((struct ubn_ub_btah *)0)->no_taack)},
    {"odr", 3, offsetof(struct ubn_ub_btah, odr), sizeof(((struct ubn_ub_btah *)0)->odr)},
    {"mt_en", 1, offsetof(struct ubn_ub_btah, mt_en), sizeof(((struct ubn_ub_btah *)0)->mt_en)},
    {"fce", 1, offsetof(struct ubn_ub_btah, fce), sizeof(((struct ubn_ub_btah *)0)->fce)},
    {"retry", 1, offsetof(struct ubn_ub_btah, retry), sizeof(((struct ubn_ub_btah *)0)->retry)},
    {"alloc", 1, offsetof(struct ubn_ub_btah, alloc), sizeof(((struct ubn_ub_btah *)0)->alloc)},
    {"e_bit", 1, offsetof(struct ubn_ub_btah, e_bit), sizeof(((struct ubn_ub_btah *)0)->e_bit)},
    {"ini_rc_type", 2, offsetof(struct ubn_ub_btah, ini_rc_type), sizeof(((struct ubn_ub_btah *)0)->ini_rc_type)},
    {"ini_rc_id", 20, offsetof(struct ubn_ub_btah, ini_rc_id), sizeof(((struct ubn_ub_btah *)0)->ini_rc_id)},
};

static void wire_pack_ub_btah_c(const void *in, uint8_t *out)
{
    ubn_ub_btah_c_pack((const struct ubn_ub_btah_c *)in, out);
}
static void wire_unpack_ub_btah_c(const uint8_t *in, void *out)
{
    ubn_ub_btah_c_unpack(in, (struct ubn_ub_btah_c *)out);
}
static const struct wire_field wire_fields_ub_btah_c[] = {
    {"ta_opcode", 8, offsetof(struct ubn_ub_btah_c, ta_opcode), sizeof(((struct ubn_ub_btah_c *)0)->ta_opcode)},
    {"ta_ver", 2, offsetof(struct ubn_ub_btah_c, ta_ver), sizeof(((struct ubn_ub_btah_c *)0)->ta_ver)},
    {"ee_bits", 2, offsetof(struct ubn_ub_btah_c, ee_bits), sizeof(((struct ubn_ub_btah_c *)0)->ee_bits)},
    {"tv_en", 1, offsetof(struct ubn_ub_btah_c, tv_en), sizeof(((struct ubn_ub_btah_c *)0)->tv_en)},
    {"poison", 1, offsetof(struct ubn_ub_btah_c, poison), sizeof(((struct ubn_ub_btah_c *)0)->poison)},
    {"ud_flag", 1, offsetof(struct ubn_ub_btah_c, ud_flag), sizeof(((struct ubn_ub_btah_c *)0)->ud_flag)},
    {"ini_tassn", 16, offsetof(struct ubn_ub_btah_c, ini_tassn), sizeof(((struct ubn_ub_btah_c *)0)->ini_tassn)},
};

static void wire_pack_ub_atah(const void *in, uint8_t *out)
{
    ubn_ub_atah_pack((const struct ubn_ub_atah *)in, out);
}
static void wire_unpack_ub_atah(const uint8_t *in, void *out)
{
    ubn_ub_atah_unpack(in, (struct ubn_ub_atah *)out);
}
static const struct wire_field wire_fields_ub_atah[] = {
    {"ta_opcode", 8, offsetof(struct ubn_ub_atah, ta_opcode), sizeof(((struct ubn_ub_atah *)0)->ta_opcode)},
    {"ta_ver", 2, offsetof(struct ubn_ub_atah, ta_ver), sizeof(((struct ubn_ub_atah *)0)->ta_ver)},
    {"sv", 1, offsetof(struct ubn_ub_atah, sv), sizeof(((struct ubn_ub_atah *)0)->sv)},
    {"poison", 1, offsetof(struct ubn_ub_atah, poison), sizeof(((struct ubn_ub_atah *)0)->poison)},
    {"ini_tassn", 16, offsetof(struct ubn_ub_atah, ini_tassn), sizeof(((struct ubn_ub_atah *)0)->ini_tassn)},
    {"rspst", 3, offsetof(struct ubn_ub_atah, rspst), sizeof(((struct ubn_ub_atah *)0)->rspst)},
    {"rspinfo", 5, offsetof(struct ubn_ub_atah, rspinfo), sizeof(((struct ubn_ub_atah *)0)->rspinfo)},
    {"ini_rc_type", 2, offsetof(struct ubn_ub_atah, ini_rc_type), sizeof(((struct ubn_ub_atah *)0)->ini_rc_type)},
    {"ini_rc_id", 20, offsetof(struct ubn_ub_atah, ini_rc_id), sizeof(((struct ubn_ub_atah *)0)->ini_rc_id)},
};

static void wire_pack_ub_atah_c(const void *in, uint8_t *out)
{
    ubn_ub_atah_c_pack((const struct ubn_ub_atah_c *)in, out);
}
static void wire_unpack_ub_atah_c(const uint8_t *in, void *out)
{
    ubn_ub_atah_c_unpack(in, (struct ubn_ub_atah_c *)out);
}
static const struct wire_field wire_fields_ub_atah_c[] = {
    {"ta_opcode", 8, offsetof(struct ubn_ub_atah_c, ta_opcode), sizeof(((struct ubn_ub_atah_c *)0)->ta_opcode)},
    {"ta_ver", 2, offsetof(struct ubn_ub_atah_c, ta_ver), sizeof(((struct ubn_ub_atah_c *)0)->ta_ver)},
    {"status", 2, offsetof(struct ubn_ub_atah_c, status), sizeof(((struct ubn_ub_atah_c *)0)->status)},
    {"poison", 1, offsetof(struct ubn_ub_atah_c, poison), sizeof(((struct ubn_ub_atah_c *)0)->poison)},
    {"ini_tassn", 16, offsetof(struct ubn_ub_atah_c, ini_tassn), sizeof(((struct ubn_ub_atah_c *)0)->ini_tassn)},
};

static void wire_pack_ub_maetah(const void *in, uint8_t *out)
{
    ubn_ub_maetah_pack((const struct ubn_ub_maetah *)in, out);
}
static void wire_unpack_ub_maetah(const uint8_t *in, void *out)
{
    ubn_ub_maetah_unpack(in, (struct ubn_ub_maetah *)out);
}
static const struct wire_field wire_fields_ub_maetah[] = {
    {"address", 64, offsetof(struct ubn_ub_maetah, address), sizeof(((struct ubn_ub_maetah *)0)->address)},
    {"token_id", 20, offsetof(struct ubn_ub_maetah, token_id), sizeof(((struct ubn_ub_maetah *)0)->token_id)},
    {"length", 32, offsetof(struct ubn_ub_maetah, length), sizeof(((struct ubn_ub_maetah *)0)->length)},
};

static void wire_pack_ub_maetah_c(const void *in, uint8_t *out)
{
    ubn_ub_maetah_c_pack((const struct ubn_ub_maetah_c *)in, out);
}
static void wire_unpack_ub_maetah_c(const uint8_t *in, void *out)
{
    ubn_ub_maetah_c_unpack(in, (struct ubn_ub_maetah_c *)out);
}
static const struct wire_field wire_fields_ub_maetah_c[] = {
    {"line", 58, offsetof(struct ubn_ub_maetah_c, line), sizeof(((struct ubn_ub_maetah_c *)0)->line)},
    {"affinity_hint", 2, offsetof(struct ubn_ub_maetah_c, affinity_hint), sizeof(((struct ubn_ub_maetah_c *)0)->affinity_hint)},
    {"so", 1, offsetof(struct ubn_ub_maetah_c, so), sizeof(((struct ubn_ub_maetah_c *)0)->so)},
    {"length", 3, offsetof(struct ubn_ub_maetah_c, length), sizeof(((struct ubn_ub_maetah_c *)0)->length)},
    {"token_id", 20, offsetof(struct ubn_ub_maetah_c, token_id), sizeof(((struct ubn_ub_maetah_c *)0)->token_id)},
};

static void wire_pack_ub_mtetah(const void *in, uint8_t *out)
{
    ubn_ub_mtetah_pack((const struct ubn_ub_mtetah *)in, out);
}
static void wire_unpack_ub_mtetah(const uint8_t *in, void *out)
{
    ubn_ub_mtetah_unpack(in, (struct ubn_ub_mtetah *)out);
}
static const struct wire_field wire_fields_ub_mtetah[] = {
    {"hint", 8, offsetof(struct ubn_ub_mtetah, hint), sizeof(((struct ubn_ub_mtetah *)0)->hint)},
    {"tgt_tc_type", 2, offsetof(struct ubn_ub_mtetah, tgt_tc_type), sizeof(((struct ubn_ub_mtetah *)0)->tgt_tc_type)},
    {"tgt_tc_id", 20, offsetof(struct ubn_ub_mtetah, tgt_tc_id), sizeof(((struct ubn_ub_mtetah *)0)->tgt_tc_id)},
};

static void wire_pack_ub_tvetah(const void *in, uint8_t *out)
{
    ubn_ub_tvetah_pack((const struct ubn_ub_tvetah *)in, out);
}
static void wire_unpack_ub_tvetah(const uint8_t *in, void *out)
{
    ubn_ub_tvetah_unpack(in, (struct ubn_ub_tvetah *)out);
}
static const struct wire_field wire_fields_ub_tvetah[] = {
    {"token_value", 32, offsetof(struct ubn_ub_tvetah, token_value), sizeof(((struct ubn_ub_tvetah *)0)->token_value)},
};

static void wire_pack_ub_taidetah(const void *in, uint8_t *out)
{
    ubn_ub_taidetah_pack((const struct ubn_ub_taidetah *)in, out);
}
static void wire_unpack_ub_taidetah(const uint8_t *in, void *out)
{
    ubn_ub_taidetah_unpack(in, (struct ubn_ub_taidetah *)out);
}
static const struct wire_field wire_fields_ub_taidetah[] = {
    {"taid", 16, offsetof(struct ubn_ub_taidetah, taid), sizeof(((struct ubn_ub_taidetah *)0)->taid)},
};

static void wire_pack_ub_ofstetah(const void *in, uint8_t *out)
{
    ubn_ub_ofstetah_pack((const struct ubn_ub_ofstetah *)in, out);
}
static void wire_unpack_ub_ofstetah(const uint8_t *in, void *out)
{
    ubn_ub_ofstetah_unpack(in, (struct ubn_ub_ofstetah *)out);
}
static const struct wire_field wire_fields_ub_ofstetah[] = {
    {"offset", 24, offsetof(struct ubn_ub_ofstetah, offset), sizeof(((struct ubn_ub_ofstetah *)0)->offset)},
};

static void wire_pack_ub_immetah(const void *in, uint8_t *out)
{
    ubn_ub_immetah_pack((const struct ubn_ub_immetah *)in, out);
}
static void wire_unpack_ub_immetah(const uint8_t *in, void *out)
{
    ubn_ub_immetah_unpack(in, (struct ubn_ub_immetah *)out);
}
static const struct wire_field wire_fields_ub_immetah[] = {
    {"immediate", 64, offsetof(struct ubn_ub_immetah, immediate), sizeof(((struct ubn_ub_immetah *)0)->immediate)},
    {"imm_token_value", 32, offsetof(struct ubn_ub_immetah, imm_token_value), sizeof(((struct ubn_ub_immetah *)0)->imm_token_value)},
    {"msg_length", 32, offsetof(struct ubn_ub_immetah, msg_length), sizeof(((struct ubn_ub_immetah *)0)->msg_length)},
};

static void wire_pack_ub_ntfetah(const void *in, uint8_t *out)
{
    ubn_ub_ntfetah_pack((const struct ubn_ub_ntfetah *)in, out);
}
static void wire_unpack_ub_ntfetah(const uint8_t *in, void *out)
{
    ubn_ub_ntfetah_unpack(in, (struct ubn_ub_ntfetah *)out);
}
static const struct wire_field wire_fields_ub_ntfetah[] = {
    {"address", 64, offsetof(struct ubn_ub_ntfetah, address), sizeof(((struct ubn_ub_ntfetah *)0)->address)},
    {"token_id", 20, offsetof(struct ubn_ub_ntfetah, token_id), sizeof(((struct ubn_ub_ntfetah *)0)->token_id)},
    {"token_value", 32, offsetof(struct ubn_ub_ntfetah, token_value), sizeof(((struct ubn_ub_ntfetah *)0)->token_value)},
    {"notify_data", 64, offsetof(struct ubn_ub_ntfetah, notify_data), sizeof(((struct ubn_ub_ntfetah *)0)->notify_data)},
};

static void wire_pack_ub_udetah(const void *in, uint8_t *out)
{
    ubn_ub_udetah_pack((const struct ubn_ub_udetah *)in, out);
}
static void wire_unpack_ub_udetah(const uint8_t *in, void *out)
{
    ubn_ub_udetah_unpack(in, (struct ubn_ub_udetah *)out);
}
static const struct wire_field wire_fields_ub_udetah[] = {
    {"user_hi", 8, offsetof(struct ubn_ub_udetah, user_hi), sizeof(((struct ubn_ub_udetah *)0)->user_hi)},
    {"sub_op", 4, offsetof(struct ubn_ub_udetah, sub_op), sizeof(((struct ubn_ub_udetah *)0)->sub_op)},
    {"user_lo", 20, offsetof(struct ubn_ub_udetah, user_lo), sizeof(((struct ubn_ub_udetah *)0)->user_lo)},
};

static void wire_pack_roce_bth(const void *in, uint8_t *out)
{
    ubn_roce_bth_pack((const struct ubn_roce_bth *)in, out);
}
static void wire_unpack_roce_bth(const uint8_t *in, void *out)
{
    ubn_roce_bth_unpack(in, (struct ubn_roce_bth *)out);
}
static const struct wire_field wire_fields_roce_bth[] = {
    {"opcode", 8, offsetof(struct ubn_roce_bth, opcode), sizeof(((struct ubn_roce_bth *)0)->opcode)},
    {"se", 1, offsetof(struct ubn_roce_bth, se), sizeof(((struct ubn_roce_bth *)0)->se)},
    {"mig_req", 1, offsetof(struct ubn_roce_bth, mig_req), sizeof(((struct ubn_roce_bth *)0)->mig_req)},
    {"pad_cnt", 2, offsetof(struct ubn_roce_bth, pad_cnt), sizeof(((struct ubn_roce_bth *)0)->pad_cnt)},
    {"tver", 4, offsetof(struct ubn_roce_bth, tver), sizeof(((struct ubn_roce_bth *)0)->tver)},
    {"pkey", 16, offsetof(struct ubn_roce_bth, pkey), sizeof(((struct ubn_roce_bth *)0)->pkey)},
    {"fecn", 1, offsetof(struct ubn_roce_bth, fecn), sizeof(((struct ubn_roce_bth *)0)->fecn)},
    {"becn", 1, offsetof(struct ubn_roce_bth, becn), sizeof(((struct ubn_roce_bth *)0)->becn)},
    {"dest_qp", 24, offsetof(struct ubn_roce_bth, dest_qp), sizeof(((struct ubn_roce_bth *)0)->dest_qp)},
    {"ack_req", 1, offsetof(struct ubn_roce_bth, ack_req), sizeof(((struct ubn_roce_bth *)0)->ack_req)},
    {"psn", 24, offsetof(struct ubn_roce_bth, psn), sizeof(((struct ubn_roce_bth *)0)->psn)},
};

static void wire_pack_roce_reth(const void *in, uint8_t *out)
{
    ubn_roce_reth_pack((const struct ubn_roce_reth *)in, out);
}
static void wire_unpack_roce_reth(const uint8_t *in, void *out)
{
    ubn_roce_reth_unpack(in, (struct ubn_roce_reth *)out);
}
static const struct wire_field wire_fields_roce_reth[] = {
    {"va", 64, offsetof(struct ubn_roce_reth, va), sizeof(((struct ubn_roce_reth *)0)->va)},
    {"rkey", 32, offsetof(struct ubn_roce_reth, rkey), sizeof(((struct ubn_roce_reth *)0)->rkey)},
    {"dma_len", 32, offsetof(struct ubn_roce_reth, dma_len), sizeof(((struct ubn_roce_reth *)0)->dma_len)},
};

static void wire_pack_roce_atomiceth(const void *in, uint8_t *out)
{
    ubn_roce_atomiceth_pack((const struct ubn_roce_atomiceth *)in, out);
}
static void wire_unpack_roce_atomiceth(const uint8_t *in, void *out)
{
    ubn_roce_atomiceth_unpack(in, (struct ubn_roce_atomiceth *)out);
}
static const struct wire_field wire_fields_roce_atomiceth[] = {
    {"va", 64, offsetof(struct ubn_roce_atomiceth, va), sizeof(((struct ubn_roce_atomiceth *)0)->va)},
    {"rkey", 32, offsetof(struct ubn_roce_atomiceth, rkey), sizeof(((struct ubn_roce_atomiceth *)0)->rkey)},
    {"swap_add", 64, offsetof(struct ubn_roce_atomiceth, swap_add), sizeof(((struct ubn_roce_atomiceth *)0)->swap_add)},
    {"compare", 64, offsetof(struct ubn_roce_atomiceth, compare), sizeof(((struct ubn_roce_atomiceth *)0)->compare)},
};

static void wire_pack_roce_aeth(const void *in, uint8_t *out)
{
    ubn_roce_aeth_pack((const struct ubn_roce_aeth *)in, out);
}
static void wire_unpack_roce_aeth(const uint8_t *in, void *out)
{
    ubn_roce_aeth_unpack(in, (struct ubn_roce_aeth *)out);
}
static const struct wire_field wire_fields_roce_aeth[] = {
    {"kind", 2, offsetof(struct ubn_roce_aeth, kind), sizeof(((struct ubn_roce_aeth *)0)->kind)},
    {"value", 5, offsetof(struct ubn_roce_aeth, value), sizeof(((struct ubn_roce_aeth *)0)->value)},
    {"msn", 24, offsetof(struct ubn_roce_aeth, msn), sizeof(((struct ubn_roce_aeth *)0)->msn)},
};

static void wire_pack_roce_atomicacketh(const void *in, uint8_t *out)
{
    ubn_roce_atomicacketh_pack((const struct ubn_roce_atomicacketh *)in, out);
}
static void wire_unpack_roce_atomicacketh(const uint8_t *in, void *out)
{
    ubn_roce_atomicacketh_unpack(in, (struct ubn_roce_atomicacketh *)out);
}
static const struct wire_field wire_fields_roce_atomicacketh[] = {
    {"orig", 64, offsetof(struct ubn_roce_atomicacketh, orig), sizeof(((struct ubn_roce_atomicacketh *)0)->orig)},
};

static void wire_pack_roce_immdt(const void *in, uint8_t *out)
{
    ubn_roce_immdt_pack((const struct ubn_roce_immdt *)in, out);
}
static void wire_unpack_roce_immdt(const uint8_t *in, void *out)
{
    ubn_roce_immdt_unpack(in, (struct ubn_roce_immdt *)out);
}
static const struct wire_field wire_fields_roce_immdt[] = {
    {"imm", 32, offsetof(struct ubn_roce_immdt, imm), sizeof(((struct ubn_roce_immdt *)0)->imm)},
};

static void wire_pack_roce_ieth(const void *in, uint8_t *out)
{
    ubn_roce_ieth_pack((const struct ubn_roce_ieth *)in, out);
}
static void wire_unpack_roce_ieth(const uint8_t *in, void *out)
{
    ubn_roce_ieth_unpack(in, (struct ubn_roce_ieth *)out);
}
static const struct wire_field wire_fields_roce_ieth[] = {
    {"rkey", 32, offsetof(struct ubn_roce_ieth, rkey), sizeof(((struct ubn_roce_ieth *)0)->rkey)},
};

static void wire_pack_roce_cnp(const void *in, uint8_t *out)
{
    ubn_roce_cnp_pack((const struct ubn_roce_cnp *)in, out);
}
static void wire_unpack_roce_cnp(const uint8_t *in, void *out)
{
    ubn_roce_cnp_unpack(in, (struct ubn_roce_cnp *)out);
}
static const struct wire_field wire_fields_roce_cnp[] = {
    {"zero_hi", 64, offsetof(struct ubn_roce_cnp, zero_hi), sizeof(((struct ubn_roce_cnp *)0)->zero_hi)},
    {"zero_lo", 64, offsetof(struct ubn_roce_cnp, zero_lo), sizeof(((struct ubn_roce_cnp *)0)->zero_lo)},
};

static void wire_pack_pcie_req(const void *in, uint8_t *out)
{
    ubn_pcie_req_pack((const struct ubn_pcie_req *)in, out);
}
static void wire_unpack_pcie_req(const uint8_t *in, void *out)
{
    ubn_pcie_req_unpack(in, (struct ubn_pcie_req *)out);
}
static const struct wire_field wire_fields_pcie_req[] = {
    {"fmt", 3, offsetof(struct ubn_pcie_req, fmt), sizeof(((struct ubn_pcie_req *)0)->fmt)},
    {"type", 5, offsetof(struct ubn_pcie_req, type), sizeof(((struct ubn_pcie_req *)0)->type)},
    {"t9", 1, offsetof(struct ubn_pcie_req, t9), sizeof(((struct ubn_pcie_req *)0)->t9)},
    {"tc", 3, offsetof(struct ubn_pcie_req, tc), sizeof(((struct ubn_pcie_req *)0)->tc)},
    {"t8", 1, offsetof(struct ubn_pcie_req, t8), sizeof(((struct ubn_pcie_req *)0)->t8)},
    {"attr_ido", 1, offsetof(struct ubn_pcie_req, attr_ido), sizeof(((struct ubn_pcie_req *)0)->attr_ido)},
    {"ln", 1, offsetof(struct ubn_pcie_req, ln), sizeof(((struct ubn_pcie_req *)0)->ln)},
    {"th", 1, offsetof(struct ubn_pcie_req, th), sizeof(((struct ubn_pcie_req *)0)->th)},
    {"td", 1, offsetof(struct ubn_pcie_req, td), sizeof(((struct ubn_pcie_req *)0)->td)},
    {"ep", 1, offsetof(struct ubn_pcie_req, ep), sizeof(((struct ubn_pcie_req *)0)->ep)},
    {"attr", 2, offsetof(struct ubn_pcie_req, attr), sizeof(((struct ubn_pcie_req *)0)->attr)},
    {"at", 2, offsetof(struct ubn_pcie_req, at), sizeof(((struct ubn_pcie_req *)0)->at)},
    {"length_dw", 10, offsetof(struct ubn_pcie_req, length_dw), sizeof(((struct ubn_pcie_req *)0)->length_dw)},
    {"requester_id", 16, offsetof(struct ubn_pcie_req, requester_id), sizeof(((struct ubn_pcie_req *)0)->requester_id)},
    {"tag", 8, offsetof(struct ubn_pcie_req, tag), sizeof(((struct ubn_pcie_req *)0)->tag)},
    {"last_be", 4, offsetof(struct ubn_pcie_req, last_be), sizeof(((struct ubn_pcie_req *)0)->last_be)},
    {"first_be", 4, offsetof(struct ubn_pcie_req, first_be), sizeof(((struct ubn_pcie_req *)0)->first_be)},
    {"addr", 62, offsetof(struct ubn_pcie_req, addr), sizeof(((struct ubn_pcie_req *)0)->addr)},
    {"ph", 2, offsetof(struct ubn_pcie_req, ph), sizeof(((struct ubn_pcie_req *)0)->ph)},
};

static void wire_pack_pcie_cpl(const void *in, uint8_t *out)
{
    ubn_pcie_cpl_pack((const struct ubn_pcie_cpl *)in, out);
}
static void wire_unpack_pcie_cpl(const uint8_t *in, void *out)
{
    ubn_pcie_cpl_unpack(in, (struct ubn_pcie_cpl *)out);
}
static const struct wire_field wire_fields_pcie_cpl[] = {
    {"fmt", 3, offsetof(struct ubn_pcie_cpl, fmt), sizeof(((struct ubn_pcie_cpl *)0)->fmt)},
    {"type", 5, offsetof(struct ubn_pcie_cpl, type), sizeof(((struct ubn_pcie_cpl *)0)->type)},
    {"t9", 1, offsetof(struct ubn_pcie_cpl, t9), sizeof(((struct ubn_pcie_cpl *)0)->t9)},
    {"tc", 3, offsetof(struct ubn_pcie_cpl, tc), sizeof(((struct ubn_pcie_cpl *)0)->tc)},
    {"t8", 1, offsetof(struct ubn_pcie_cpl, t8), sizeof(((struct ubn_pcie_cpl *)0)->t8)},
    {"attr_ido", 1, offsetof(struct ubn_pcie_cpl, attr_ido), sizeof(((struct ubn_pcie_cpl *)0)->attr_ido)},
    {"ln", 1, offsetof(struct ubn_pcie_cpl, ln), sizeof(((struct ubn_pcie_cpl *)0)->ln)},
    {"th", 1, offsetof(struct ubn_pcie_cpl, th), sizeof(((struct ubn_pcie_cpl *)0)->th)},
    {"td", 1, offsetof(struct ubn_pcie_cpl, td), sizeof(((struct ubn_pcie_cpl *)0)->td)},
    {"ep", 1, offsetof(struct ubn_pcie_cpl, ep), sizeof(((struct ubn_pcie_cpl *)0)->ep)},
    {"attr", 2, offsetof(struct ubn_pcie_cpl, attr), sizeof(((struct ubn_pcie_cpl *)0)->attr)},
    {"at", 2, offsetof(struct ubn_pcie_cpl, at), sizeof(((struct ubn_pcie_cpl *)0)->at)},
    {"length_dw", 10, offsetof(struct ubn_pcie_cpl, length_dw), sizeof(((struct ubn_pcie_cpl *)0)->length_dw)},
    {"completer_id", 16, offsetof(struct ubn_pcie_cpl, completer_id), sizeof(((struct ubn_pcie_cpl *)0)->completer_id)},
    {"status", 3, offsetof(struct ubn_pcie_cpl, status), sizeof(((struct ubn_pcie_cpl *)0)->status)},
    {"bcm", 1, offsetof(struct ubn_pcie_cpl, bcm), sizeof(((struct ubn_pcie_cpl *)0)->bcm)},
    {"byte_count", 12, offsetof(struct ubn_pcie_cpl, byte_count), sizeof(((struct ubn_pcie_cpl *)0)->byte_count)},
    {"requester_id", 16, offsetof(struct ubn_pcie_cpl, requester_id), sizeof(((struct ubn_pcie_cpl *)0)->requester_id)},
    {"tag", 8, offsetof(struct ubn_pcie_cpl, tag), sizeof(((struct ubn_pcie_cpl *)0)->tag)},
    {"lower_addr", 7, offsetof(struct ubn_pcie_cpl, lower_addr), sizeof(((struct ubn_pcie_cpl *)0)->lower_addr)},
};

static void wire_pack_urma_wqe(const void *in, uint8_t *out)
{
    ubn_urma_wqe_pack((const struct ubn_urma_wqe *)in, out);
}
static void wire_unpack_urma_wqe(const uint8_t *in, void *out)
{
    ubn_urma_wqe_unpack(in, (struct ubn_urma_wqe *)out);
}
static const struct wire_field wire_fields_urma_wqe[] = {
    {"sqe_bb_idx", 16, offsetof(struct ubn_urma_wqe, sqe_bb_idx), sizeof(((struct ubn_urma_wqe *)0)->sqe_bb_idx)},
    {"place_order", 2, offsetof(struct ubn_urma_wqe, place_order), sizeof(((struct ubn_urma_wqe *)0)->place_order)},
    {"comp_order", 1, offsetof(struct ubn_urma_wqe, comp_order), sizeof(((struct ubn_urma_wqe *)0)->comp_order)},
    {"fence", 1, offsetof(struct ubn_urma_wqe, fence), sizeof(((struct ubn_urma_wqe *)0)->fence)},
    {"solicited", 1, offsetof(struct ubn_urma_wqe, solicited), sizeof(((struct ubn_urma_wqe *)0)->solicited)},
    {"complete", 1, offsetof(struct ubn_urma_wqe, complete), sizeof(((struct ubn_urma_wqe *)0)->complete)},
    {"inline", 1, offsetof(struct ubn_urma_wqe, inline_), sizeof(((struct ubn_urma_wqe *)0)->inline_)},
    {"udf_flag", 1, offsetof(struct ubn_urma_wqe, udf_flag), sizeof(((struct ubn_urma_wqe *)0)->udf_flag)},
    {"nf", 1, offsetof(struct ubn_urma_wqe, nf), sizeof(((struct ubn_urma_wqe *)0)->nf)},
    {"token_en", 1, offsetof(struct ubn_urma_wqe, token_en), sizeof(((struct ubn_urma_wqe *)0)->token_en)},
    {"rmt_jetty_type", 2, offsetof(struct ubn_urma_wqe, rmt_jetty_type), sizeof(((struct ubn_urma_wqe *)0)->rmt_jetty_type)},
    {"owner", 1, offsetof(struct ubn_urma_wqe, owner), sizeof(((struct ubn_urma_wqe *)0)->owner)},
    {"target_hint", 8, offsetof(struct ubn_urma_wqe, target_hint), sizeof(((struct ubn_urma_wqe *)0)->target_hint)},
    {"opcode", 8, offsetof(struct ubn_urma_wqe, opcode), sizeof(((struct ubn_urma_wqe *)0)->opcode)},
    {"inline_len", 10, offsetof(struct ubn_urma_wqe, inline_len), sizeof(((struct ubn_urma_wqe *)0)->inline_len)},
    {"tp_id", 24, offsetof(struct ubn_urma_wqe, tp_id), sizeof(((struct ubn_urma_wqe *)0)->tp_id)},
    {"sge_num", 8, offsetof(struct ubn_urma_wqe, sge_num), sizeof(((struct ubn_urma_wqe *)0)->sge_num)},
    {"rmt_seg_id", 20, offsetof(struct ubn_urma_wqe, rmt_seg_id), sizeof(((struct ubn_urma_wqe *)0)->rmt_seg_id)},
    {"write_len", 10, offsetof(struct ubn_urma_wqe, write_len), sizeof(((struct ubn_urma_wqe *)0)->write_len)},
    {"rmt_eid", 128, offsetof(struct ubn_urma_wqe, rmt_eid), sizeof(((struct ubn_urma_wqe *)0)->rmt_eid)},
    {"rmt_token", 32, offsetof(struct ubn_urma_wqe, rmt_token), sizeof(((struct ubn_urma_wqe *)0)->rmt_token)},
    {"udf", 32, offsetof(struct ubn_urma_wqe, udf), sizeof(((struct ubn_urma_wqe *)0)->udf)},
    {"rmt_addr", 64, offsetof(struct ubn_urma_wqe, rmt_addr), sizeof(((struct ubn_urma_wqe *)0)->rmt_addr)},
    {"sge_len", 32, offsetof(struct ubn_urma_wqe, sge_len), sizeof(((struct ubn_urma_wqe *)0)->sge_len)},
    {"sge_token_id", 32, offsetof(struct ubn_urma_wqe, sge_token_id), sizeof(((struct ubn_urma_wqe *)0)->sge_token_id)},
    {"sge_va", 64, offsetof(struct ubn_urma_wqe, sge_va), sizeof(((struct ubn_urma_wqe *)0)->sge_va)},
};

static void wire_pack_urma_cqe(const void *in, uint8_t *out)
{
    ubn_urma_cqe_pack((const struct ubn_urma_cqe *)in, out);
}
static void wire_unpack_urma_cqe(const uint8_t *in, void *out)
{
    ubn_urma_cqe_unpack(in, (struct ubn_urma_cqe *)out);
}
static const struct wire_field wire_fields_urma_cqe[] = {
    {"s_r", 1, offsetof(struct ubn_urma_cqe, s_r), sizeof(((struct ubn_urma_cqe *)0)->s_r)},
    {"is_jetty", 1, offsetof(struct ubn_urma_cqe, is_jetty), sizeof(((struct ubn_urma_cqe *)0)->is_jetty)},
    {"owner", 1, offsetof(struct ubn_urma_cqe, owner), sizeof(((struct ubn_urma_cqe *)0)->owner)},
    {"inline", 1, offsetof(struct ubn_urma_cqe, inline_), sizeof(((struct ubn_urma_cqe *)0)->inline_)},
    {"opcode", 3, offsetof(struct ubn_urma_cqe, opcode), sizeof(((struct ubn_urma_cqe *)0)->opcode)},
    {"fd", 1, offsetof(struct ubn_urma_cqe, fd), sizeof(((struct ubn_urma_cqe *)0)->fd)},
    {"substatus", 8, offsetof(struct ubn_urma_cqe, substatus), sizeof(((struct ubn_urma_cqe *)0)->substatus)},
    {"status", 8, offsetof(struct ubn_urma_cqe, status), sizeof(((struct ubn_urma_cqe *)0)->status)},
    {"entry_idx", 16, offsetof(struct ubn_urma_cqe, entry_idx), sizeof(((struct ubn_urma_cqe *)0)->entry_idx)},
    {"local_num_lo", 16, offsetof(struct ubn_urma_cqe, local_num_lo), sizeof(((struct ubn_urma_cqe *)0)->local_num_lo)},
    {"local_num_hi", 4, offsetof(struct ubn_urma_cqe, local_num_hi), sizeof(((struct ubn_urma_cqe *)0)->local_num_hi)},
    {"rmt_idx", 20, offsetof(struct ubn_urma_cqe, rmt_idx), sizeof(((struct ubn_urma_cqe *)0)->rmt_idx)},
    {"tpn", 24, offsetof(struct ubn_urma_cqe, tpn), sizeof(((struct ubn_urma_cqe *)0)->tpn)},
    {"byte_cnt", 32, offsetof(struct ubn_urma_cqe, byte_cnt), sizeof(((struct ubn_urma_cqe *)0)->byte_cnt)},
    {"user_data", 64, offsetof(struct ubn_urma_cqe, user_data), sizeof(((struct ubn_urma_cqe *)0)->user_data)},
    {"rmt_eid", 128, offsetof(struct ubn_urma_cqe, rmt_eid), sizeof(((struct ubn_urma_cqe *)0)->rmt_eid)},
    {"imm", 64, offsetof(struct ubn_urma_cqe, imm), sizeof(((struct ubn_urma_cqe *)0)->imm)},
    {"inline_data", 96, offsetof(struct ubn_urma_cqe, inline_data), sizeof(((struct ubn_urma_cqe *)0)->inline_data)},
};

static void wire_pack_urma_jetty_ctx(const void *in, uint8_t *out)
{
    ubn_urma_jetty_ctx_pack((const struct ubn_urma_jetty_ctx *)in, out);
}
static void wire_unpack_urma_jetty_ctx(const uint8_t *in, void *out)
{
    ubn_urma_jetty_ctx_unpack(in, (struct ubn_urma_jetty_ctx *)out);
}
static const struct wire_field wire_fields_urma_jetty_ctx[] = {
    {"state", 3, offsetof(struct ubn_urma_jetty_ctx, state), sizeof(((struct ubn_urma_jetty_ctx *)0)->state)},
    {"jfc_id", 20, offsetof(struct ubn_urma_jetty_ctx, jfc_id), sizeof(((struct ubn_urma_jetty_ctx *)0)->jfc_id)},
    {"next_tassn", 16, offsetof(struct ubn_urma_jetty_ctx, next_tassn), sizeof(((struct ubn_urma_jetty_ctx *)0)->next_tassn)},
    {"busy", 16, offsetof(struct ubn_urma_jetty_ctx, busy), sizeof(((struct ubn_urma_jetty_ctx *)0)->busy)},
    {"user_data", 64, offsetof(struct ubn_urma_jetty_ctx, user_data), sizeof(((struct ubn_urma_jetty_ctx *)0)->user_data)},
};

static void wire_pack_urma_jfc_ctx(const void *in, uint8_t *out)
{
    ubn_urma_jfc_ctx_pack((const struct ubn_urma_jfc_ctx *)in, out);
}
static void wire_unpack_urma_jfc_ctx(const uint8_t *in, void *out)
{
    ubn_urma_jfc_ctx_unpack(in, (struct ubn_urma_jfc_ctx *)out);
}
static const struct wire_field wire_fields_urma_jfc_ctx[] = {
    {"valid", 1, offsetof(struct ubn_urma_jfc_ctx, valid), sizeof(((struct ubn_urma_jfc_ctx *)0)->valid)},
    {"shift", 5, offsetof(struct ubn_urma_jfc_ctx, shift), sizeof(((struct ubn_urma_jfc_ctx *)0)->shift)},
    {"pi", 23, offsetof(struct ubn_urma_jfc_ctx, pi), sizeof(((struct ubn_urma_jfc_ctx *)0)->pi)},
    {"base", 64, offsetof(struct ubn_urma_jfc_ctx, base), sizeof(((struct ubn_urma_jfc_ctx *)0)->base)},
};

static void wire_pack_urma_seg_ctx(const void *in, uint8_t *out)
{
    ubn_urma_seg_ctx_pack((const struct ubn_urma_seg_ctx *)in, out);
}
static void wire_unpack_urma_seg_ctx(const uint8_t *in, void *out)
{
    ubn_urma_seg_ctx_unpack(in, (struct ubn_urma_seg_ctx *)out);
}
static const struct wire_field wire_fields_urma_seg_ctx[] = {
    {"valid", 1, offsetof(struct ubn_urma_seg_ctx, valid), sizeof(((struct ubn_urma_seg_ctx *)0)->valid)},
    {"write_en", 1, offsetof(struct ubn_urma_seg_ctx, write_en), sizeof(((struct ubn_urma_seg_ctx *)0)->write_en)},
    {"read_en", 1, offsetof(struct ubn_urma_seg_ctx, read_en), sizeof(((struct ubn_urma_seg_ctx *)0)->read_en)},
    {"atomic_en", 1, offsetof(struct ubn_urma_seg_ctx, atomic_en), sizeof(((struct ubn_urma_seg_ctx *)0)->atomic_en)},
    {"token_chk", 1, offsetof(struct ubn_urma_seg_ctx, token_chk), sizeof(((struct ubn_urma_seg_ctx *)0)->token_chk)},
    {"token0", 32, offsetof(struct ubn_urma_seg_ctx, token0), sizeof(((struct ubn_urma_seg_ctx *)0)->token0)},
    {"token1", 32, offsetof(struct ubn_urma_seg_ctx, token1), sizeof(((struct ubn_urma_seg_ctx *)0)->token1)},
    {"uba", 64, offsetof(struct ubn_urma_seg_ctx, uba), sizeof(((struct ubn_urma_seg_ctx *)0)->uba)},
    {"len", 64, offsetof(struct ubn_urma_seg_ctx, len), sizeof(((struct ubn_urma_seg_ctx *)0)->len)},
    {"pa", 64, offsetof(struct ubn_urma_seg_ctx, pa), sizeof(((struct ubn_urma_seg_ctx *)0)->pa)},
};

static void wire_pack_urma_chan_cfg(const void *in, uint8_t *out)
{
    ubn_urma_chan_cfg_pack((const struct ubn_urma_chan_cfg *)in, out);
}
static void wire_unpack_urma_chan_cfg(const uint8_t *in, void *out)
{
    ubn_urma_chan_cfg_unpack(in, (struct ubn_urma_chan_cfg *)out);
}
static const struct wire_field wire_fields_urma_chan_cfg[] = {
    {"valid", 1, offsetof(struct ubn_urma_chan_cfg, valid), sizeof(((struct ubn_urma_chan_cfg *)0)->valid)},
    {"mtu", 3, offsetof(struct ubn_urma_chan_cfg, mtu), sizeof(((struct ubn_urma_chan_cfg *)0)->mtu)},
    {"rmt_tpn", 24, offsetof(struct ubn_urma_chan_cfg, rmt_tpn), sizeof(((struct ubn_urma_chan_cfg *)0)->rmt_tpn)},
    {"dst_mac", 48, offsetof(struct ubn_urma_chan_cfg, dst_mac), sizeof(((struct ubn_urma_chan_cfg *)0)->dst_mac)},
    {"udp_sport", 16, offsetof(struct ubn_urma_chan_cfg, udp_sport), sizeof(((struct ubn_urma_chan_cfg *)0)->udp_sport)},
    {"dst_ip", 32, offsetof(struct ubn_urma_chan_cfg, dst_ip), sizeof(((struct ubn_urma_chan_cfg *)0)->dst_ip)},
    {"window", 24, offsetof(struct ubn_urma_chan_cfg, window), sizeof(((struct ubn_urma_chan_cfg *)0)->window)},
};

static void wire_pack_urma_chan_tx(const void *in, uint8_t *out)
{
    ubn_urma_chan_tx_pack((const struct ubn_urma_chan_tx *)in, out);
}
static void wire_unpack_urma_chan_tx(const uint8_t *in, void *out)
{
    ubn_urma_chan_tx_unpack(in, (struct ubn_urma_chan_tx *)out);
}
static const struct wire_field wire_fields_urma_chan_tx[] = {
    {"next_psn", 24, offsetof(struct ubn_urma_chan_tx, next_psn), sizeof(((struct ubn_urma_chan_tx *)0)->next_psn)},
    {"next_tpmsn", 24, offsetof(struct ubn_urma_chan_tx, next_tpmsn), sizeof(((struct ubn_urma_chan_tx *)0)->next_tpmsn)},
};

static void wire_pack_urma_chan_ack(const void *in, uint8_t *out)
{
    ubn_urma_chan_ack_pack((const struct ubn_urma_chan_ack *)in, out);
}
static void wire_unpack_urma_chan_ack(const uint8_t *in, void *out)
{
    ubn_urma_chan_ack_unpack(in, (struct ubn_urma_chan_ack *)out);
}
static const struct wire_field wire_fields_urma_chan_ack[] = {
    {"una", 24, offsetof(struct ubn_urma_chan_ack, una), sizeof(((struct ubn_urma_chan_ack *)0)->una)},
};

static void wire_pack_urma_chan_rx(const void *in, uint8_t *out)
{
    ubn_urma_chan_rx_pack((const struct ubn_urma_chan_rx *)in, out);
}
static void wire_unpack_urma_chan_rx(const uint8_t *in, void *out)
{
    ubn_urma_chan_rx_unpack(in, (struct ubn_urma_chan_rx *)out);
}
static const struct wire_field wire_fields_urma_chan_rx[] = {
    {"epsn", 24, offsetof(struct ubn_urma_chan_rx, epsn), sizeof(((struct ubn_urma_chan_rx *)0)->epsn)},
    {"emsn", 24, offsetof(struct ubn_urma_chan_rx, emsn), sizeof(((struct ubn_urma_chan_rx *)0)->emsn)},
};

static void wire_pack_urma_win_ctx(const void *in, uint8_t *out)
{
    ubn_urma_win_ctx_pack((const struct ubn_urma_win_ctx *)in, out);
}
static void wire_unpack_urma_win_ctx(const uint8_t *in, void *out)
{
    ubn_urma_win_ctx_unpack(in, (struct ubn_urma_win_ctx *)out);
}
static const struct wire_field wire_fields_urma_win_ctx[] = {
    {"valid", 1, offsetof(struct ubn_urma_win_ctx, valid), sizeof(((struct ubn_urma_win_ctx *)0)->valid)},
    {"load_en", 1, offsetof(struct ubn_urma_win_ctx, load_en), sizeof(((struct ubn_urma_win_ctx *)0)->load_en)},
    {"store_en", 1, offsetof(struct ubn_urma_win_ctx, store_en), sizeof(((struct ubn_urma_win_ctx *)0)->store_en)},
    {"so", 1, offsetof(struct ubn_urma_win_ctx, so), sizeof(((struct ubn_urma_win_ctx *)0)->so)},
    {"dcna", 16, offsetof(struct ubn_urma_win_ctx, dcna), sizeof(((struct ubn_urma_win_ctx *)0)->dcna)},
    {"token_id", 20, offsetof(struct ubn_urma_win_ctx, token_id), sizeof(((struct ubn_urma_win_ctx *)0)->token_id)},
    {"dst_mac", 48, offsetof(struct ubn_urma_win_ctx, dst_mac), sizeof(((struct ubn_urma_win_ctx *)0)->dst_mac)},
    {"uba_base", 64, offsetof(struct ubn_urma_win_ctx, uba_base), sizeof(((struct ubn_urma_win_ctx *)0)->uba_base)},
};

static void wire_pack_roce_wqe(const void *in, uint8_t *out)
{
    ubn_roce_wqe_pack((const struct ubn_roce_wqe *)in, out);
}
static void wire_unpack_roce_wqe(const uint8_t *in, void *out)
{
    ubn_roce_wqe_unpack(in, (struct ubn_roce_wqe *)out);
}
static const struct wire_field wire_fields_roce_wqe[] = {
    {"opcode", 8, offsetof(struct ubn_roce_wqe, opcode), sizeof(((struct ubn_roce_wqe *)0)->opcode)},
    {"signaled", 1, offsetof(struct ubn_roce_wqe, signaled), sizeof(((struct ubn_roce_wqe *)0)->signaled)},
    {"solicited", 1, offsetof(struct ubn_roce_wqe, solicited), sizeof(((struct ubn_roce_wqe *)0)->solicited)},
    {"fence", 1, offsetof(struct ubn_roce_wqe, fence), sizeof(((struct ubn_roce_wqe *)0)->fence)},
    {"inline", 1, offsetof(struct ubn_roce_wqe, inline_), sizeof(((struct ubn_roce_wqe *)0)->inline_)},
    {"wqe_idx", 16, offsetof(struct ubn_roce_wqe, wqe_idx), sizeof(((struct ubn_roce_wqe *)0)->wqe_idx)},
    {"qpn", 24, offsetof(struct ubn_roce_wqe, qpn), sizeof(((struct ubn_roce_wqe *)0)->qpn)},
    {"sge_num", 8, offsetof(struct ubn_roce_wqe, sge_num), sizeof(((struct ubn_roce_wqe *)0)->sge_num)},
    {"imm", 32, offsetof(struct ubn_roce_wqe, imm), sizeof(((struct ubn_roce_wqe *)0)->imm)},
    {"remote_addr", 64, offsetof(struct ubn_roce_wqe, remote_addr), sizeof(((struct ubn_roce_wqe *)0)->remote_addr)},
    {"rkey", 32, offsetof(struct ubn_roce_wqe, rkey), sizeof(((struct ubn_roce_wqe *)0)->rkey)},
    {"length", 32, offsetof(struct ubn_roce_wqe, length), sizeof(((struct ubn_roce_wqe *)0)->length)},
    {"lkey", 32, offsetof(struct ubn_roce_wqe, lkey), sizeof(((struct ubn_roce_wqe *)0)->lkey)},
    {"local_addr", 64, offsetof(struct ubn_roce_wqe, local_addr), sizeof(((struct ubn_roce_wqe *)0)->local_addr)},
    {"swap_add", 64, offsetof(struct ubn_roce_wqe, swap_add), sizeof(((struct ubn_roce_wqe *)0)->swap_add)},
    {"compare", 64, offsetof(struct ubn_roce_wqe, compare), sizeof(((struct ubn_roce_wqe *)0)->compare)},
};

static void wire_pack_roce_doorbell(const void *in, uint8_t *out)
{
    ubn_roce_doorbell_pack((const struct ubn_roce_doorbell *)in, out);
}
static void wire_unpack_roce_doorbell(const uint8_t *in, void *out)
{
    ubn_roce_doorbell_unpack(in, (struct ubn_roce_doorbell *)out);
}
static const struct wire_field wire_fields_roce_doorbell[] = {
    {"pi", 16, offsetof(struct ubn_roce_doorbell, pi), sizeof(((struct ubn_roce_doorbell *)0)->pi)},
    {"rq", 1, offsetof(struct ubn_roce_doorbell, rq), sizeof(((struct ubn_roce_doorbell *)0)->rq)},
};

static void wire_pack_roce_cqe(const void *in, uint8_t *out)
{
    ubn_roce_cqe_pack((const struct ubn_roce_cqe *)in, out);
}
static void wire_unpack_roce_cqe(const uint8_t *in, void *out)
{
    ubn_roce_cqe_unpack(in, (struct ubn_roce_cqe *)out);
}
static const struct wire_field wire_fields_roce_cqe[] = {
    {"qpn", 24, offsetof(struct ubn_roce_cqe, qpn), sizeof(((struct ubn_roce_cqe *)0)->qpn)},
    {"opcode", 8, offsetof(struct ubn_roce_cqe, opcode), sizeof(((struct ubn_roce_cqe *)0)->opcode)},
    {"status", 8, offsetof(struct ubn_roce_cqe, status), sizeof(((struct ubn_roce_cqe *)0)->status)},
    {"with_imm", 1, offsetof(struct ubn_roce_cqe, with_imm), sizeof(((struct ubn_roce_cqe *)0)->with_imm)},
    {"wqe_idx", 16, offsetof(struct ubn_roce_cqe, wqe_idx), sizeof(((struct ubn_roce_cqe *)0)->wqe_idx)},
    {"byte_cnt", 32, offsetof(struct ubn_roce_cqe, byte_cnt), sizeof(((struct ubn_roce_cqe *)0)->byte_cnt)},
    {"imm", 32, offsetof(struct ubn_roce_cqe, imm), sizeof(((struct ubn_roce_cqe *)0)->imm)},
    {"src_qpn", 24, offsetof(struct ubn_roce_cqe, src_qpn), sizeof(((struct ubn_roce_cqe *)0)->src_qpn)},
    {"owner", 1, offsetof(struct ubn_roce_cqe, owner), sizeof(((struct ubn_roce_cqe *)0)->owner)},
};

static void wire_pack_roce_wq_ctx(const void *in, uint8_t *out)
{
    ubn_roce_wq_ctx_pack((const struct ubn_roce_wq_ctx *)in, out);
}
static void wire_unpack_roce_wq_ctx(const uint8_t *in, void *out)
{
    ubn_roce_wq_ctx_unpack(in, (struct ubn_roce_wq_ctx *)out);
}
static const struct wire_field wire_fields_roce_wq_ctx[] = {
    {"valid", 1, offsetof(struct ubn_roce_wq_ctx, valid), sizeof(((struct ubn_roce_wq_ctx *)0)->valid)},
    {"listed", 1, offsetof(struct ubn_roce_wq_ctx, listed), sizeof(((struct ubn_roce_wq_ctx *)0)->listed)},
    {"shift", 5, offsetof(struct ubn_roce_wq_ctx, shift), sizeof(((struct ubn_roce_wq_ctx *)0)->shift)},
    {"pi", 16, offsetof(struct ubn_roce_wq_ctx, pi), sizeof(((struct ubn_roce_wq_ctx *)0)->pi)},
    {"fi", 16, offsetof(struct ubn_roce_wq_ctx, fi), sizeof(((struct ubn_roce_wq_ctx *)0)->fi)},
    {"done", 16, offsetof(struct ubn_roce_wq_ctx, done), sizeof(((struct ubn_roce_wq_ctx *)0)->done)},
    {"base", 64, offsetof(struct ubn_roce_wq_ctx, base), sizeof(((struct ubn_roce_wq_ctx *)0)->base)},
};

static void wire_pack_roce_qp_cfg(const void *in, uint8_t *out)
{
    ubn_roce_qp_cfg_pack((const struct ubn_roce_qp_cfg *)in, out);
}
static void wire_unpack_roce_qp_cfg(const uint8_t *in, void *out)
{
    ubn_roce_qp_cfg_unpack(in, (struct ubn_roce_qp_cfg *)out);
}
static const struct wire_field wire_fields_roce_qp_cfg[] = {
    {"state", 3, offsetof(struct ubn_roce_qp_cfg, state), sizeof(((struct ubn_roce_qp_cfg *)0)->state)},
    {"mtu", 3, offsetof(struct ubn_roce_qp_cfg, mtu), sizeof(((struct ubn_roce_qp_cfg *)0)->mtu)},
    {"remote_write", 1, offsetof(struct ubn_roce_qp_cfg, remote_write), sizeof(((struct ubn_roce_qp_cfg *)0)->remote_write)},
    {"remote_read", 1, offsetof(struct ubn_roce_qp_cfg, remote_read), sizeof(((struct ubn_roce_qp_cfg *)0)->remote_read)},
    {"remote_atomic", 1, offsetof(struct ubn_roce_qp_cfg, remote_atomic), sizeof(((struct ubn_roce_qp_cfg *)0)->remote_atomic)},
    {"min_rnr", 5, offsetof(struct ubn_roce_qp_cfg, min_rnr), sizeof(((struct ubn_roce_qp_cfg *)0)->min_rnr)},
    {"timeout", 5, offsetof(struct ubn_roce_qp_cfg, timeout), sizeof(((struct ubn_roce_qp_cfg *)0)->timeout)},
    {"retry_cnt", 3, offsetof(struct ubn_roce_qp_cfg, retry_cnt), sizeof(((struct ubn_roce_qp_cfg *)0)->retry_cnt)},
    {"rnr_retry", 3, offsetof(struct ubn_roce_qp_cfg, rnr_retry), sizeof(((struct ubn_roce_qp_cfg *)0)->rnr_retry)},
    {"dest_qpn", 24, offsetof(struct ubn_roce_qp_cfg, dest_qpn), sizeof(((struct ubn_roce_qp_cfg *)0)->dest_qpn)},
    {"max_rd", 8, offsetof(struct ubn_roce_qp_cfg, max_rd), sizeof(((struct ubn_roce_qp_cfg *)0)->max_rd)},
    {"pd", 16, offsetof(struct ubn_roce_qp_cfg, pd), sizeof(((struct ubn_roce_qp_cfg *)0)->pd)},
    {"pkey", 16, offsetof(struct ubn_roce_qp_cfg, pkey), sizeof(((struct ubn_roce_qp_cfg *)0)->pkey)},
    {"max_dest_rd", 8, offsetof(struct ubn_roce_qp_cfg, max_dest_rd), sizeof(((struct ubn_roce_qp_cfg *)0)->max_dest_rd)},
    {"send_cq", 16, offsetof(struct ubn_roce_qp_cfg, send_cq), sizeof(((struct ubn_roce_qp_cfg *)0)->send_cq)},
    {"recv_cq", 16, offsetof(struct ubn_roce_qp_cfg, recv_cq), sizeof(((struct ubn_roce_qp_cfg *)0)->recv_cq)},
    {"dst_mac", 48, offsetof(struct ubn_roce_qp_cfg, dst_mac), sizeof(((struct ubn_roce_qp_cfg *)0)->dst_mac)},
    {"udp_sport", 16, offsetof(struct ubn_roce_qp_cfg, udp_sport), sizeof(((struct ubn_roce_qp_cfg *)0)->udp_sport)},
    {"dst_ip", 32, offsetof(struct ubn_roce_qp_cfg, dst_ip), sizeof(((struct ubn_roce_qp_cfg *)0)->dst_ip)},
};

static void wire_pack_roce_qp_tx(const void *in, uint8_t *out)
{
    ubn_roce_qp_tx_pack((const struct ubn_roce_qp_tx *)in, out);
}
static void wire_unpack_roce_qp_tx(const uint8_t *in, void *out)
{
    ubn_roce_qp_tx_unpack(in, (struct ubn_roce_qp_tx *)out);
}
static const struct wire_field wire_fields_roce_qp_tx[] = {
    {"next_psn", 24, offsetof(struct ubn_roce_qp_tx, next_psn), sizeof(((struct ubn_roce_qp_tx *)0)->next_psn)},
    {"err", 1, offsetof(struct ubn_roce_qp_tx, err), sizeof(((struct ubn_roce_qp_tx *)0)->err)},
    {"reset", 1, offsetof(struct ubn_roce_qp_tx, reset), sizeof(((struct ubn_roce_qp_tx *)0)->reset)},
    {"issue_idx", 16, offsetof(struct ubn_roce_qp_tx, issue_idx), sizeof(((struct ubn_roce_qp_tx *)0)->issue_idx)},
    {"parked", 16, offsetof(struct ubn_roce_qp_tx, parked), sizeof(((struct ubn_roce_qp_tx *)0)->parked)},
    {"rd_out", 8, offsetof(struct ubn_roce_qp_tx, rd_out), sizeof(((struct ubn_roce_qp_tx *)0)->rd_out)},
    {"listed", 1, offsetof(struct ubn_roce_qp_tx, listed), sizeof(((struct ubn_roce_qp_tx *)0)->listed)},
    {"next_cyc", 32, offsetof(struct ubn_roce_qp_tx, next_cyc), sizeof(((struct ubn_roce_qp_tx *)0)->next_cyc)},
};

static void wire_pack_roce_qp_una(const void *in, uint8_t *out)
{
    ubn_roce_qp_una_pack((const struct ubn_roce_qp_una *)in, out);
}
static void wire_unpack_roce_qp_una(const uint8_t *in, void *out)
{
    ubn_roce_qp_una_unpack(in, (struct ubn_roce_qp_una *)out);
}
static const struct wire_field wire_fields_roce_qp_una[] = {
    {"una_idx", 16, offsetof(struct ubn_roce_qp_una, una_idx), sizeof(((struct ubn_roce_qp_una *)0)->una_idx)},
    {"rsp_psn", 24, offsetof(struct ubn_roce_qp_una, rsp_psn), sizeof(((struct ubn_roce_qp_una *)0)->rsp_psn)},
    {"rsp_off", 32, offsetof(struct ubn_roce_qp_una, rsp_off), sizeof(((struct ubn_roce_qp_una *)0)->rsp_off)},
    {"err_wait", 1, offsetof(struct ubn_roce_qp_una, err_wait), sizeof(((struct ubn_roce_qp_una *)0)->err_wait)},
    {"flush", 1, offsetof(struct ubn_roce_qp_una, flush), sizeof(((struct ubn_roce_qp_una *)0)->flush)},
    {"err_status", 8, offsetof(struct ubn_roce_qp_una, err_status), sizeof(((struct ubn_roce_qp_una *)0)->err_status)},
    {"err_idx", 16, offsetof(struct ubn_roce_qp_una, err_idx), sizeof(((struct ubn_roce_qp_una *)0)->err_idx)},
    {"flush_idx", 16, offsetof(struct ubn_roce_qp_una, flush_idx), sizeof(((struct ubn_roce_qp_una *)0)->flush_idx)},
};

static void wire_pack_roce_qp_rx(const void *in, uint8_t *out)
{
    ubn_roce_qp_rx_pack((const struct ubn_roce_qp_rx *)in, out);
}
static void wire_unpack_roce_qp_rx(const uint8_t *in, void *out)
{
    ubn_roce_qp_rx_unpack(in, (struct ubn_roce_qp_rx *)out);
}
static const struct wire_field wire_fields_roce_qp_rx[] = {
    {"epsn", 24, offsetof(struct ubn_roce_qp_rx, epsn), sizeof(((struct ubn_roce_qp_rx *)0)->epsn)},
    {"err", 1, offsetof(struct ubn_roce_qp_rx, err), sizeof(((struct ubn_roce_qp_rx *)0)->err)},
    {"nak_sent", 1, offsetof(struct ubn_roce_qp_rx, nak_sent), sizeof(((struct ubn_roce_qp_rx *)0)->nak_sent)},
    {"in_send", 1, offsetof(struct ubn_roce_qp_rx, in_send), sizeof(((struct ubn_roce_qp_rx *)0)->in_send)},
    {"in_write", 1, offsetof(struct ubn_roce_qp_rx, in_write), sizeof(((struct ubn_roce_qp_rx *)0)->in_write)},
    {"msn", 24, offsetof(struct ubn_roce_qp_rx, msn), sizeof(((struct ubn_roce_qp_rx *)0)->msn)},
    {"rq_arrived", 16, offsetof(struct ubn_roce_qp_rx, rq_arrived), sizeof(((struct ubn_roce_qp_rx *)0)->rq_arrived)},
    {"rq_used", 16, offsetof(struct ubn_roce_qp_rx, rq_used), sizeof(((struct ubn_roce_qp_rx *)0)->rq_used)},
    {"rkey", 32, offsetof(struct ubn_roce_qp_rx, rkey), sizeof(((struct ubn_roce_qp_rx *)0)->rkey)},
    {"va", 64, offsetof(struct ubn_roce_qp_rx, va), sizeof(((struct ubn_roce_qp_rx *)0)->va)},
    {"left", 32, offsetof(struct ubn_roce_qp_rx, left), sizeof(((struct ubn_roce_qp_rx *)0)->left)},
    {"total", 32, offsetof(struct ubn_roce_qp_rx, total), sizeof(((struct ubn_roce_qp_rx *)0)->total)},
    {"rd_out", 8, offsetof(struct ubn_roce_qp_rx, rd_out), sizeof(((struct ubn_roce_qp_rx *)0)->rd_out)},
};

static void wire_pack_roce_mr_ctx(const void *in, uint8_t *out)
{
    ubn_roce_mr_ctx_pack((const struct ubn_roce_mr_ctx *)in, out);
}
static void wire_unpack_roce_mr_ctx(const uint8_t *in, void *out)
{
    ubn_roce_mr_ctx_unpack(in, (struct ubn_roce_mr_ctx *)out);
}
static const struct wire_field wire_fields_roce_mr_ctx[] = {
    {"valid", 1, offsetof(struct ubn_roce_mr_ctx, valid), sizeof(((struct ubn_roce_mr_ctx *)0)->valid)},
    {"local_write", 1, offsetof(struct ubn_roce_mr_ctx, local_write), sizeof(((struct ubn_roce_mr_ctx *)0)->local_write)},
    {"remote_write", 1, offsetof(struct ubn_roce_mr_ctx, remote_write), sizeof(((struct ubn_roce_mr_ctx *)0)->remote_write)},
    {"remote_read", 1, offsetof(struct ubn_roce_mr_ctx, remote_read), sizeof(((struct ubn_roce_mr_ctx *)0)->remote_read)},
    {"remote_atomic", 1, offsetof(struct ubn_roce_mr_ctx, remote_atomic), sizeof(((struct ubn_roce_mr_ctx *)0)->remote_atomic)},
    {"key", 8, offsetof(struct ubn_roce_mr_ctx, key), sizeof(((struct ubn_roce_mr_ctx *)0)->key)},
    {"pd", 16, offsetof(struct ubn_roce_mr_ctx, pd), sizeof(((struct ubn_roce_mr_ctx *)0)->pd)},
    {"va", 64, offsetof(struct ubn_roce_mr_ctx, va), sizeof(((struct ubn_roce_mr_ctx *)0)->va)},
    {"len", 64, offsetof(struct ubn_roce_mr_ctx, len), sizeof(((struct ubn_roce_mr_ctx *)0)->len)},
    {"pa", 64, offsetof(struct ubn_roce_mr_ctx, pa), sizeof(((struct ubn_roce_mr_ctx *)0)->pa)},
};

static void wire_pack_roce_cq_ctx(const void *in, uint8_t *out)
{
    ubn_roce_cq_ctx_pack((const struct ubn_roce_cq_ctx *)in, out);
}
static void wire_unpack_roce_cq_ctx(const uint8_t *in, void *out)
{
    ubn_roce_cq_ctx_unpack(in, (struct ubn_roce_cq_ctx *)out);
}
static const struct wire_field wire_fields_roce_cq_ctx[] = {
    {"valid", 1, offsetof(struct ubn_roce_cq_ctx, valid), sizeof(((struct ubn_roce_cq_ctx *)0)->valid)},
    {"shift", 5, offsetof(struct ubn_roce_cq_ctx, shift), sizeof(((struct ubn_roce_cq_ctx *)0)->shift)},
    {"pi", 23, offsetof(struct ubn_roce_cq_ctx, pi), sizeof(((struct ubn_roce_cq_ctx *)0)->pi)},
    {"base", 64, offsetof(struct ubn_roce_cq_ctx, base), sizeof(((struct ubn_roce_cq_ctx *)0)->base)},
};

/** In the order of the numbers that the Verilog side uses. */
static const struct wire_layout wire_layouts[] = {
    {"eth", UBN_ETH_BYTES, sizeof(struct ubn_eth), wire_fields_eth, 3,
     wire_pack_eth, wire_unpack_eth},
    {"ipv4", UBN_IPV4_BYTES, sizeof(struct ubn_ipv4), wire_fields_ipv4, 12,
     wire_pack_ipv4, wire_unpack_ipv4},
    {"udp", UBN_UDP_BYTES, sizeof(struct ubn_udp), wire_fields_udp, 4,
     wire_pack_udp, wire_unpack_udp},
    {"ub_lph", UBN_UB_LPH_BYTES, sizeof(struct ubn_ub_lph), wire_fields_ub_lph, 1,
     wire_pack_ub_lph, wire_unpack_ub_lph},
    {"ub_nth16", UBN_UB_NTH16_BYTES, sizeof(struct ubn_ub_nth16), wire_fields_ub_nth16, 7,
     wire_pack_ub_nth16, wire_unpack_ub_nth16},
    {"ub_nth24", UBN_UB_NTH24_BYTES, sizeof(struct ubn_ub_nth24), wire_fields_ub_nth24, 6,
     wire_pack_ub_nth24, wire_unpack_ub_nth24},
    {"ub_rtph", UBN_UB_RTPH_BYTES, sizeof(struct ubn_ub_rtph), wire_fields_ub_rtph, 12,
     wire_pack_ub_rtph, wire_unpack_ub_rtph},
    {"ub_utph", UBN_UB_UTPH_BYTES, sizeof(struct ubn_ub_utph), wire_fields_ub_utph, 4,
     wire_pack_ub_utph, wire_unpack_ub_utph},
    {"ub_ctph", UBN_UB_CTPH_BYTES, sizeof(struct ubn_ub_ctph), wire_fields_ub_ctph, 3,
     wire_pack_ub_ctph, wire_unpack_ub_ctph},
    {"ub_saetph", UBN_UB_SAETPH_BYTES, sizeof(struct ubn_ub_saetph), wire_fields_ub_saetph, 2,
     wire_pack_ub_saetph, wire_unpack_ub_saetph},
    {"ub_cetph_ldcp", UBN_UB_CETPH_LDCP_BYTES, sizeof(struct ubn_ub_cetph_ldcp), wire_fields_ub_cetph_ldcp, 2,
     wire_pack_ub_cetph_ldcp, wire_unpack_ub_cetph_ldcp},
    {"ub_cetph_caqm", UBN_UB_CETPH_CAQM_BYTES, sizeof(struct ubn_ub_cetph_caqm), wire_fields_ub_cetph_caqm, 5,
     wire_pack_ub_cetph_caqm, wire_unpack_ub_cetph_caqm},
    {"ub_cetph_cnp", UBN_UB_CETPH_CNP_BYTES, sizeof(struct ubn_ub_cetph_cnp), wire_fields_ub_cetph_cnp, 2,
     wire_pack_ub_cetph_cnp, wire_unpack_ub_cetph_cnp},
    {"ub_upih32", UBN_UB_UPIH32_BYTES, sizeof(struct ubn_ub_upih32), wire_fields_ub_upih32, 1,
     wire_pack_ub_upih32, wire_unpack_ub_upih32},
    {"ub_upih16", UBN_UB_UPIH16_BYTES, sizeof(struct ubn_ub_upih16), wire_fields_ub_upih16, 1,
     wire_pack_ub_upih16, wire_unpack_ub_upih16},
    {"ub_eidh", UBN_UB_EIDH_BYTES, sizeof(struct ubn_ub_eidh), wire_fields_ub_eidh, 2,
     wire_pack_ub_eidh, wire_unpack_ub_eidh},
    {"ub_eidh_c", UBN_UB_EIDH_C_BYTES, sizeof(struct ubn_ub_eidh_c), wire_fields_ub_eidh_c, 2,
     wire_pack_ub_eidh_c, wire_unpack_ub_eidh_c},
    {"ub_btah", UBN_UB_BTAH_BYTES, sizeof(struct ubn_ub_btah), wire_fields_ub_btah, 16,
     wire_pack_ub_btah, wire_unpack_ub_btah},
    {"ub_btah_c", UBN_UB_BTAH_C_BYTES, sizeof(struct ubn_ub_btah_c), wire_fields_ub_btah_c, 7,
     wire_pack_ub_btah_c, wire_unpack_ub_btah_c},
    {"ub_atah", UBN_UB_ATAH_BYTES, sizeof(struct ubn_ub_atah), wire_fields_ub_atah, 9,
     wire_pack_ub_atah, wire_unpack_ub_atah},
    {"ub_atah_c", UBN_UB_ATAH_C_BYTES, sizeof(struct ubn_ub_atah_c), wire_fields_ub_atah_c, 5,
     wire_pack_ub_atah_c, wire_unpack_ub_atah_c},
    {"ub_maetah", UBN_UB_MAETAH_BYTES, sizeof(struct ubn_ub_maetah), wire_fields_ub_maetah, 3,
     wire_pack_ub_maetah, wire_unpack_ub_maetah},
    {"ub_maetah_c", UBN_UB_MAETAH_C_BYTES, sizeof(struct ubn_ub_maetah_c), wire_fields_ub_maetah_c, 5,
     wire_pack_ub_maetah_c, wire_unpack_ub_maetah_c},
    {"ub_mtetah", UBN_UB_MTETAH_BYTES, sizeof(struct ubn_ub_mtetah), wire_fields_ub_mtetah, 3,
     wire_pack_ub_mtetah, wire_unpack_ub_mtetah},
    {"ub_tvetah", UBN_UB_TVETAH_BYTES, sizeof(struct ubn_ub_tvetah), wire_fields_ub_tvetah, 1,
     wire_pack_ub_tvetah, wire_unpack_ub_tvetah},
    {"ub_taidetah", UBN_UB_TAIDETAH_BYTES, sizeof(struct ubn_ub_taidetah), wire_fields_ub_taidetah, 1,
     wire_pack_ub_taidetah, wire_unpack_ub_taidetah},
    {"ub_ofstetah", UBN_UB_OFSTETAH_BYTES, sizeof(struct ubn_ub_ofstetah), wire_fields_ub_ofstetah, 1,
     wire_pack_ub_ofstetah, wire_unpack_ub_ofstetah},
    {"ub_immetah", UBN_UB_IMMETAH_BYTES, sizeof(struct ubn_ub_immetah), wire_fields_ub_immetah, 3,
     wire_pack_ub_immetah, wire_unpack_ub_immetah},
    {"ub_ntfetah", UBN_UB_NTFETAH_BYTES, sizeof(struct ubn_ub_ntfetah), wire_fields_ub_ntfetah, 4,
     wire_pack_ub_ntfetah, wire_unpack_ub_ntfetah},
    {"ub_udetah", UBN_UB_UDETAH_BYTES, sizeof(struct ubn_ub_udetah), wire_fields_ub_udetah, 3,
     wire_pack_ub_udetah, wire_unpack_ub_udetah},
    {"roce_bth", UBN_ROCE_BTH_BYTES, sizeof(struct ubn_roce_bth), wire_fields_roce_bth, 11,
     wire_pack_roce_bth, wire_unpack_roce_bth},
    {"roce_reth", UBN_ROCE_RETH_BYTES, sizeof(struct ubn_roce_reth), wire_fields_roce_reth, 3,
     wire_pack_roce_reth, wire_unpack_roce_reth},
    {"roce_atomiceth", UBN_ROCE_ATOMICETH_BYTES, sizeof(struct ubn_roce_atomiceth), wire_fields_roce_atomiceth, 4,
     wire_pack_roce_atomiceth, wire_unpack_roce_atomiceth},
    {"roce_aeth", UBN_ROCE_AETH_BYTES, sizeof(struct ubn_roce_aeth), wire_fields_roce_aeth, 3,
     wire_pack_roce_aeth, wire_unpack_roce_aeth},
    {"roce_atomicacketh", UBN_ROCE_ATOMICACKETH_BYTES, sizeof(struct ubn_roce_atomicacketh), wire_fields_roce_atomicacketh, 1,
     wire_pack_roce_atomicacketh, wire_unpack_roce_atomicacketh},
    {"roce_immdt", UBN_ROCE_IMMDT_BYTES, sizeof(struct ubn_roce_immdt), wire_fields_roce_immdt, 1,
     wire_pack_roce_immdt, wire_unpack_roce_immdt},
    {"roce_ieth", UBN_ROCE_IETH_BYTES, sizeof(struct ubn_roce_ieth), wire_fields_roce_ieth, 1,
     wire_pack_roce_ieth, wire_unpack_roce_ieth},
    {"roce_cnp", UBN_ROCE_CNP_BYTES, sizeof(struct ubn_roce_cnp), wire_fields_roce_cnp, 2,
     wire_pack_roce_cnp, wire_unpack_roce_cnp},
    {"pcie_req", UBN_PCIE_REQ_BYTES, sizeof(struct ubn_pcie_req), wire_fields_pcie_req, 19,
     wire_pack_pcie_req, wire_unpack_pcie_req},
    {"pcie_cpl", UBN_PCIE_CPL_BYTES, sizeof(struct ubn_pcie_cpl), wire_fields_pcie_cpl, 20,
     wire_pack_pcie_cpl, wire_unpack_pcie_cpl},
    {"urma_wqe", UBN_URMA_WQE_BYTES, sizeof(struct ubn_urma_wqe), wire_fields_urma_wqe, 26,
     wire_pack_urma_wqe, wire_unpack_urma_wqe},
    {"urma_cqe", UBN_URMA_CQE_BYTES, sizeof(struct ubn_urma_cqe), wire_fields_urma_cqe, 18,
     wire_pack_urma_cqe, wire_unpack_urma_cqe},
    {"urma_jetty_ctx", UBN_URMA_JETTY_CTX_BYTES, sizeof(struct ubn_urma_jetty_ctx), wire_fields_urma_jetty_ctx, 5,
     wire_pack_urma_jetty_ctx, wire_unpack_urma_jetty_ctx},
    {"urma_jfc_ctx", UBN_URMA_JFC_CTX_BYTES, sizeof(struct ubn_urma_jfc_ctx), wire_fields_urma_jfc_ctx, 4,
     wire_pack_urma_jfc_ctx, wire_unpack_urma_jfc_ctx},
    {"urma_seg_ctx", UBN_URMA_SEG_CTX_BYTES, sizeof(struct ubn_urma_seg_ctx), wire_fields_urma_seg_ctx, 10,
     wire_pack_urma_seg_ctx, wire_unpack_urma_seg_ctx},
    {"urma_chan_cfg", UBN_URMA_CHAN_CFG_BYTES, sizeof(struct ubn_urma_chan_cfg), wire_fields_urma_chan_cfg, 7,
     wire_pack_urma_chan_cfg, wire_unpack_urma_chan_cfg},
    {"urma_chan_tx", UBN_URMA_CHAN_TX_BYTES, sizeof(struct ubn_urma_chan_tx), wire_fields_urma_chan_tx, 2,
     wire_pack_urma_chan_tx, wire_unpack_urma_chan_tx},
    {"urma_chan_ack", UBN_URMA_CHAN_ACK_BYTES, sizeof(struct ubn_urma_chan_ack), wire_fields_urma_chan_ack, 1,
     wire_pack_urma_chan_ack, wire_unpack_urma_chan_ack},
    {"urma_chan_rx", UBN_URMA_CHAN_RX_BYTES, sizeof(struct ubn_urma_chan_rx), wire_fields_urma_chan_rx, 2,
     wire_pack_urma_chan_rx, wire_unpack_urma_chan_rx},
    {"urma_win_ctx", UBN_URMA_WIN_CTX_BYTES, sizeof(struct ubn_urma_win_ctx), wire_fields_urma_win_ctx, 8,
     wire_pack_urma_win_ctx, wire_unpack_urma_win_ctx},
    {"roce_wqe", UBN_ROCE_WQE_BYTES, sizeof(struct ubn_roce_wqe), wire_fields_roce_wqe, 16,
     wire_pack_roce_wqe, wire_unpack_roce_wqe},
    {"roce_doorbell", UBN_ROCE_DOORBELL_BYTES, sizeof(struct ubn_roce_doorbell), wire_fields_roce_doorbell, 2,
     wire_pack_roce_doorbell, wire_unpack_roce_doorbell},
    {"roce_cqe", UBN_ROCE_CQE_BYTES, sizeof(struct ubn_roce_cqe), wire_fields_roce_cqe, 9,
     wire_pack_roce_cqe, wire_unpack_roce_cqe},
    {"roce_wq_ctx", UBN_ROCE_WQ_CTX_BYTES, sizeof(struct ubn_roce_wq_ctx), wire_fields_roce_wq_ctx, 7,
     wire_pack_roce_wq_ctx, wire_unpack_roce_wq_ctx},
    {"roce_qp_cfg", UBN_ROCE_QP_CFG_BYTES, sizeof(struct ubn_roce_qp_cfg), wire_fields_roce_qp_cfg, 19,
     wire_pack_roce_qp_cfg, wire_unpack_roce_qp_cfg},
    {"roce_qp_tx", UBN_ROCE_QP_TX_BYTES, sizeof(struct ubn_roce_qp_tx), wire_fields_roce_qp_tx, 8,
     wire_pack_roce_qp_tx, wire_unpack_roce_qp_tx},
    {"roce_qp_una", UBN_ROCE_QP_UNA_BYTES, sizeof(struct ubn_roce_qp_una), wire_fields_roce_qp_una, 8,
     wire_pack_roce_qp_una, wire_unpack_roce_qp_una},
    {"roce_qp_rx", UBN_ROCE_QP_RX_BYTES, sizeof(struct ubn_roce_qp_rx), wire_fields_roce_qp_rx, 13,
     wire_pack_roce_qp_rx, wire_unpack_roce_qp_rx},
    {"roce_mr_ctx", UBN_ROCE_MR_CTX_BYTES, sizeof(struct ubn_roce_mr_ctx), wire_fields_roce_mr_ctx, 10,
     wire_pack_roce_mr_ctx, wire_unpack_roce_mr_ctx},
    {"roce_cq_ctx", UBN_ROCE_CQ_CTX_BYTES, sizeof(struct ubn_roce_cq_ctx), wire_fields_roce_cq_ctx, 4,
     wire_pack_roce_cq_ctx, wire_unpack_roce_cq_ctx},
};

/** One named code as C has it. */
struct wire_code {
    const char *name;
    uint32_t value;
};

/** In the order of the numbers that the Verilog side uses. */
static const struct wire_code wire_codes[] = {
    {"ub_tp_opcode.utp_data", (uint32_t)UBN_UB_TP_OPCODE_UTP_DATA},
    {"ub_tp_opcode.rtp_data", (uint32_t)UBN_UB_TP_OPCODE_RTP_DATA},
    {"ub_tp_opcode.rtp_data_last", (uint32_t)UBN_UB_TP_OPCODE_RTP_DATA_LAST},
    {"ub_tp_opcode.tpack", (uint32_t)UBN_UB_TP_OPCODE_TPACK},
    {"ub_tp_opcode.tpack_cc", (uint32_t)UBN_UB_TP_OPCODE_TPACK_CC},
    {"ub_tp_opcode.tpsack", (uint32_t)UBN_UB_TP_OPCODE_TPSACK},
    {"ub_tp_opcode.tpsack_cc", (uint32_t)UBN_UB_TP_OPCODE_TPSACK_CC},
    {"ub_tp_opcode.cnp", (uint32_t)UBN_UB_TP_OPCODE_CNP},
    {"ub_ctp_opcode.data", (uint32_t)UBN_UB_CTP_OPCODE_DATA},
    {"ub_ctp_opcode.cnp", (uint32_t)UBN_UB_CTP_OPCODE_CNP},
    {"ub_cfg.ldst", (uint32_t)UBN_UB_CFG_LDST},
    {"ub_nlp.ta", (uint32_t)UBN_UB_NLP_TA},
    {"ub_nlp.upih32_eidh", (uint32_t)UBN_UB_NLP_UPIH32_EIDH},
    {"ub_nlp.upih16_eidh", (uint32_t)UBN_UB_NLP_UPIH16_EIDH},
    {"ub_nlp.ciph", (uint32_t)UBN_UB_NLP_CIPH},
    {"ub_tp_rspst.ack", (uint32_t)UBN_UB_TP_RSPST_ACK},
    {"ub_tp_rspst.rnr", (uint32_t)UBN_UB_TP_RSPST_RNR},
    {"ub_tp_rspst.page_fault", (uint32_t)UBN_UB_TP_RSPST_PAGE_FAULT},
    {"ub_tp_rspst.error", (uint32_t)UBN_UB_TP_RSPST_ERROR},
    {"ub_tp_rspst.ta_status", (uint32_t)UBN_UB_TP_RSPST_TA_STATUS},
    {"ub_tp_rspinfo_err.psn", (uint32_t)UBN_UB_TP_RSPINFO_ERR_PSN},
    {"ub_tp_rspinfo_err.unsupported", (uint32_t)UBN_UB_TP_RSPINFO_ERR_UNSUPPORTED},
    {"ub_tp_rspinfo_err.remote_abort", (uint32_t)UBN_UB_TP_RSPINFO_ERR_REMOTE_ABORT},
    {"ub_tp_rspinfo_ta.abnormal", (uint32_t)UBN_UB_TP_RSPINFO_TA_ABNORMAL},
    {"ub_tp_rspinfo_ta.unrecoverable", (uint32_t)UBN_UB_TP_RSPINFO_TA_UNRECOVERABLE},
    {"ub_tp_rspinfo_ta.good", (uint32_t)UBN_UB_TP_RSPINFO_TA_GOOD},
    {"ub_ta_opcode.send", (uint32_t)UBN_UB_TA_OPCODE_SEND},
    {"ub_ta_opcode.send_imm", (uint32_t)UBN_UB_TA_OPCODE_SEND_IMM},
    {"ub_ta_opcode.write", (uint32_t)UBN_UB_TA_OPCODE_WRITE},
    {"ub_ta_opcode.write_imm", (uint32_t)UBN_UB_TA_OPCODE_WRITE_IMM},
    {"ub_ta_opcode.write_notify", (uint32_t)UBN_UB_TA_OPCODE_WRITE_NOTIFY},
    {"ub_ta_opcode.read", (uint32_t)UBN_UB_TA_OPCODE_READ},
    {"ub_ta_opcode.cas", (uint32_t)UBN_UB_TA_OPCODE_CAS},
    {"ub_ta_opcode.swap", (uint32_t)UBN_UB_TA_OPCODE_SWAP},
    {"ub_ta_opcode.atomic_store", (uint32_t)UBN_UB_TA_OPCODE_ATOMIC_STORE},
    {"ub_ta_opcode.atomic_load", (uint32_t)UBN_UB_TA_OPCODE_ATOMIC_LOAD},
    {"ub_ta_opcode.fetch_add", (uint32_t)UBN_UB_TA_OPCODE_FETCH_ADD},
    {"ub_ta_opcode.fetch_sub", (uint32_t)UBN_UB_TA_OPCODE_FETCH_SUB},
    {"ub_ta_opcode.fetch_and", (uint32_t)UBN_UB_TA_OPCODE_FETCH_AND},
    {"ub_ta_opcode.fetch_or", (uint32_t)UBN_UB_TA_OPCODE_FETCH_OR},
    {"ub_ta_opcode.fetch_xor", (uint32_t)UBN_UB_TA_OPCODE_FETCH_XOR},
    {"ub_ta_opcode.mgmt", (uint32_t)UBN_UB_TA_OPCODE_MGMT},
    {"ub_ta_opcode.taack", (uint32_t)UBN_UB_TA_OPCODE_TAACK},
    {"ub_ta_opcode.read_rsp", (uint32_t)UBN_UB_TA_OPCODE_READ_RSP},
    {"ub_ta_opcode.atomic_rsp", (uint32_t)UBN_UB_TA_OPCODE_ATOMIC_RSP},
    {"ub_ta_opcode.write_be", (uint32_t)UBN_UB_TA_OPCODE_WRITE_BE},
    {"ub_ta_opcode.prefetch_tgt", (uint32_t)UBN_UB_TA_OPCODE_PREFETCH_TGT},
    {"ub_ta_opcode.writeback", (uint32_t)UBN_UB_TA_OPCODE_WRITEBACK},
    {"ub_ta_opcode.writeback_be", (uint32_t)UBN_UB_TA_OPCODE_WRITEBACK_BE},
    {"ub_ta_rspst.ok", (uint32_t)UBN_UB_TA_RSPST_OK},
    {"ub_ta_rspst.rnr", (uint32_t)UBN_UB_TA_RSPST_RNR},
    {"ub_ta_rspst.page_fault", (uint32_t)UBN_UB_TA_RSPST_PAGE_FAULT},
    {"ub_ta_rspst.error", (uint32_t)UBN_UB_TA_RSPST_ERROR},
    {"ub_ta_rspst.accepted", (uint32_t)UBN_UB_TA_RSPST_ACCEPTED},
    {"ub_ta_rspinfo_err.unsupported", (uint32_t)UBN_UB_TA_RSPINFO_ERR_UNSUPPORTED},
    {"ub_ta_rspinfo_err.remote_abort", (uint32_t)UBN_UB_TA_RSPINFO_ERR_REMOTE_ABORT},
    {"ub_ta_status_c.ok", (uint32_t)UBN_UB_TA_STATUS_C_OK},
    {"ub_ta_status_c.auth_failed", (uint32_t)UBN_UB_TA_STATUS_C_AUTH_FAILED},
    {"ub_odr.no", (uint32_t)UBN_UB_ODR_NO},
    {"ub_odr.ro", (uint32_t)UBN_UB_ODR_RO},
    {"ub_odr.so", (uint32_t)UBN_UB_ODR_SO},
    {"ub_odr.comp_bit", (uint32_t)UBN_UB_ODR_COMP_BIT},
    {"ub_rc_type.queue", (uint32_t)UBN_UB_RC_TYPE_QUEUE},
    {"ub_rc_type.queue1", (uint32_t)UBN_UB_RC_TYPE_QUEUE1},
    {"ub_rc_type.seq_ctx", (uint32_t)UBN_UB_RC_TYPE_SEQ_CTX},
    {"ub_ee.non_tee", (uint32_t)UBN_UB_EE_NON_TEE},
    {"ub_ee.tee", (uint32_t)UBN_UB_EE_TEE},
    {"ub_atomic_sub_op.add", (uint32_t)UBN_UB_ATOMIC_SUB_OP_ADD},
    {"ub_atomic_sub_op.clr", (uint32_t)UBN_UB_ATOMIC_SUB_OP_CLR},
    {"ub_atomic_sub_op.eor", (uint32_t)UBN_UB_ATOMIC_SUB_OP_EOR},
    {"ub_atomic_sub_op.set", (uint32_t)UBN_UB_ATOMIC_SUB_OP_SET},
    {"ub_atomic_sub_op.smax", (uint32_t)UBN_UB_ATOMIC_SUB_OP_SMAX},
    {"ub_atomic_sub_op.smin", (uint32_t)UBN_UB_ATOMIC_SUB_OP_SMIN},
    {"ub_atomic_sub_op.umax", (uint32_t)UBN_UB_ATOMIC_SUB_OP_UMAX},
    {"ub_atomic_sub_op.umin", (uint32_t)UBN_UB_ATOMIC_SUB_OP_UMIN},
    {"urma_opcode.write", (uint32_t)UBN_URMA_OPCODE_WRITE},
    {"urma_opcode.write_imm", (uint32_t)UBN_URMA_OPCODE_WRITE_IMM},
    {"urma_opcode.write_notify", (uint32_t)UBN_URMA_OPCODE_WRITE_NOTIFY},
    {"urma_opcode.read", (uint32_t)UBN_URMA_OPCODE_READ},
    {"urma_opcode.cas", (uint32_t)UBN_URMA_OPCODE_CAS},
    {"urma_opcode.swap", (uint32_t)UBN_URMA_OPCODE_SWAP},
    {"urma_opcode.fadd", (uint32_t)UBN_URMA_OPCODE_FADD},
    {"urma_opcode.fsub", (uint32_t)UBN_URMA_OPCODE_FSUB},
    {"urma_opcode.fand", (uint32_t)UBN_URMA_OPCODE_FAND},
    {"urma_opcode.for", (uint32_t)UBN_URMA_OPCODE_FOR},
    {"urma_opcode.fxor", (uint32_t)UBN_URMA_OPCODE_FXOR},
    {"urma_opcode.send", (uint32_t)UBN_URMA_OPCODE_SEND},
    {"urma_opcode.send_imm", (uint32_t)UBN_URMA_OPCODE_SEND_IMM},
    {"urma_opcode.send_invalidate", (uint32_t)UBN_URMA_OPCODE_SEND_INVALIDATE},
    {"urma_opcode.nop", (uint32_t)UBN_URMA_OPCODE_NOP},
    {"urma_opcode.write_atomic", (uint32_t)UBN_URMA_OPCODE_WRITE_ATOMIC},
    {"urma_opcode.flush_dma", (uint32_t)UBN_URMA_OPCODE_FLUSH_DMA},
    {"urma_status.success", (uint32_t)UBN_URMA_STATUS_SUCCESS},
    {"urma_status.unsupported_opcode", (uint32_t)UBN_URMA_STATUS_UNSUPPORTED_OPCODE},
    {"urma_status.loc_len", (uint32_t)UBN_URMA_STATUS_LOC_LEN},
    {"urma_status.loc_operation", (uint32_t)UBN_URMA_STATUS_LOC_OPERATION},
    {"urma_status.loc_access", (uint32_t)UBN_URMA_STATUS_LOC_ACCESS},
    {"urma_status.rem_rsp_len", (uint32_t)UBN_URMA_STATUS_REM_RSP_LEN},
    {"urma_status.rem_unsupported_req", (uint32_t)UBN_URMA_STATUS_REM_UNSUPPORTED_REQ},
    {"urma_status.rem_operation", (uint32_t)UBN_URMA_STATUS_REM_OPERATION},
    {"urma_status.rem_access_abort", (uint32_t)UBN_URMA_STATUS_REM_ACCESS_ABORT},
    {"urma_status.ack_timeout", (uint32_t)UBN_URMA_STATUS_ACK_TIMEOUT},
    {"urma_status.rnr_retry_exceeded", (uint32_t)UBN_URMA_STATUS_RNR_RETRY_EXCEEDED},
    {"urma_status.wr_flush", (uint32_t)UBN_URMA_STATUS_WR_FLUSH},
    {"urma_status.wr_suspend_done", (uint32_t)UBN_URMA_STATUS_WR_SUSPEND_DONE},
    {"urma_status.wr_flush_done", (uint32_t)UBN_URMA_STATUS_WR_FLUSH_DONE},
    {"urma_status.wr_unhandled", (uint32_t)UBN_URMA_STATUS_WR_UNHANDLED},
    {"urma_status.loc_data_poison", (uint32_t)UBN_URMA_STATUS_LOC_DATA_POISON},
    {"urma_status.rem_data_poison", (uint32_t)UBN_URMA_STATUS_REM_DATA_POISON},
    {"urma_cqe_status.ok", (uint32_t)UBN_URMA_CQE_STATUS_OK},
    {"urma_cqe_status.unsupported_opcode", (uint32_t)UBN_URMA_CQE_STATUS_UNSUPPORTED_OPCODE},
    {"urma_cqe_status.local_error", (uint32_t)UBN_URMA_CQE_STATUS_LOCAL_ERROR},
    {"urma_cqe_status.remote_error", (uint32_t)UBN_URMA_CQE_STATUS_REMOTE_ERROR},
    {"urma_cqe_status.rnr", (uint32_t)UBN_URMA_CQE_STATUS_RNR},
    {"urma_cqe_status.ack_timeout", (uint32_t)UBN_URMA_CQE_STATUS_ACK_TIMEOUT},
    {"urma_cqe_status.flush", (uint32_t)UBN_URMA_CQE_STATUS_FLUSH},
    {"urma_cqe_substatus.none", (uint32_t)UBN_URMA_CQE_SUBSTATUS_NONE},
    {"urma_cqe_substatus.local_length", (uint32_t)UBN_URMA_CQE_SUBSTATUS_LOCAL_LENGTH},
    {"urma_cqe_substatus.local_access", (uint32_t)UBN_URMA_CQE_SUBSTATUS_LOCAL_ACCESS},
    {"urma_cqe_substatus.local_rsp_length", (uint32_t)UBN_URMA_CQE_SUBSTATUS_LOCAL_RSP_LENGTH},
    {"urma_cqe_substatus.local_poison", (uint32_t)UBN_URMA_CQE_SUBSTATUS_LOCAL_POISON},
    {"urma_cqe_substatus.remote_unsupported", (uint32_t)UBN_URMA_CQE_SUBSTATUS_REMOTE_UNSUPPORTED},
    {"urma_cqe_substatus.remote_abort", (uint32_t)UBN_URMA_CQE_SUBSTATUS_REMOTE_ABORT},
    {"urma_cqe_substatus.remote_poison", (uint32_t)UBN_URMA_CQE_SUBSTATUS_REMOTE_POISON},
    {"urma_jetty_state.reset", (uint32_t)UBN_URMA_JETTY_STATE_RESET},
    {"urma_jetty_state.ready", (uint32_t)UBN_URMA_JETTY_STATE_READY},
    {"urma_jetty_state.error", (uint32_t)UBN_URMA_JETTY_STATE_ERROR},
    {"urma_jetty_state.suspend", (uint32_t)UBN_URMA_JETTY_STATE_SUSPEND},
    {"urma_ctx_kind.jetty", (uint32_t)UBN_URMA_CTX_KIND_JETTY},
    {"urma_ctx_kind.jfc", (uint32_t)UBN_URMA_CTX_KIND_JFC},
    {"urma_ctx_kind.seg", (uint32_t)UBN_URMA_CTX_KIND_SEG},
    {"urma_ctx_kind.chan_cfg", (uint32_t)UBN_URMA_CTX_KIND_CHAN_CFG},
    {"urma_ctx_kind.chan_tx", (uint32_t)UBN_URMA_CTX_KIND_CHAN_TX},
    {"urma_ctx_kind.chan_ack", (uint32_t)UBN_URMA_CTX_KIND_CHAN_ACK},
    {"urma_ctx_kind.chan_rx", (uint32_t)UBN_URMA_CTX_KIND_CHAN_RX},
    {"urma_ctx_kind.win", (uint32_t)UBN_URMA_CTX_KIND_WIN},
    {"roce_opcode.send_first", (uint32_t)UBN_ROCE_OPCODE_SEND_FIRST},
    {"roce_opcode.send_middle", (uint32_t)UBN_ROCE_OPCODE_SEND_MIDDLE},
    {"roce_opcode.send_last", (uint32_t)UBN_ROCE_OPCODE_SEND_LAST},
    {"roce_opcode.send_last_imm", (uint32_t)UBN_ROCE_OPCODE_SEND_LAST_IMM},
    {"roce_opcode.send_only", (uint32_t)UBN_ROCE_OPCODE_SEND_ONLY},
    {"roce_opcode.send_only_imm", (uint32_t)UBN_ROCE_OPCODE_SEND_ONLY_IMM},
    {"roce_opcode.write_first", (uint32_t)UBN_ROCE_OPCODE_WRITE_FIRST},
    {"roce_opcode.write_middle", (uint32_t)UBN_ROCE_OPCODE_WRITE_MIDDLE},
    {"roce_opcode.write_last", (uint32_t)UBN_ROCE_OPCODE_WRITE_LAST},
    {"roce_opcode.write_last_imm", (uint32_t)UBN_ROCE_OPCODE_WRITE_LAST_IMM},
    {"roce_opcode.write_only", (uint32_t)UBN_ROCE_OPCODE_WRITE_ONLY},
    {"roce_opcode.write_only_imm", (uint32_t)UBN_ROCE_OPCODE_WRITE_ONLY_IMM},
    {"roce_opcode.read_request", (uint32_t)UBN_ROCE_OPCODE_READ_REQUEST},
    {"roce_opcode.read_rsp_first", (uint32_t)UBN_ROCE_OPCODE_READ_RSP_FIRST},
    {"roce_opcode.read_rsp_middle", (uint32_t)UBN_ROCE_OPCODE_READ_RSP_MIDDLE},
    {"roce_opcode.read_rsp_last", (uint32_t)UBN_ROCE_OPCODE_READ_RSP_LAST},
    {"roce_opcode.read_rsp_only", (uint32_t)UBN_ROCE_OPCODE_READ_RSP_ONLY},
    {"roce_opcode.acknowledge", (uint32_t)UBN_ROCE_OPCODE_ACKNOWLEDGE},
    {"roce_opcode.atomic_ack", (uint32_t)UBN_ROCE_OPCODE_ATOMIC_ACK},
    {"roce_opcode.cmp_swap", (uint32_t)UBN_ROCE_OPCODE_CMP_SWAP},
    {"roce_opcode.fetch_add", (uint32_t)UBN_ROCE_OPCODE_FETCH_ADD},
    {"roce_opcode.cnp", (uint32_t)UBN_ROCE_OPCODE_CNP},
    {"roce_aeth_kind.ack", (uint32_t)UBN_ROCE_AETH_KIND_ACK},
    {"roce_aeth_kind.rnr", (uint32_t)UBN_ROCE_AETH_KIND_RNR},
    {"roce_aeth_kind.nak", (uint32_t)UBN_ROCE_AETH_KIND_NAK},
    {"roce_nak.psn_sequence", (uint32_t)UBN_ROCE_NAK_PSN_SEQUENCE},
    {"roce_nak.invalid_request", (uint32_t)UBN_ROCE_NAK_INVALID_REQUEST},
    {"roce_nak.remote_access", (uint32_t)UBN_ROCE_NAK_REMOTE_ACCESS},
    {"roce_nak.remote_op", (uint32_t)UBN_ROCE_NAK_REMOTE_OP},
    {"roce_wr_opcode.write", (uint32_t)UBN_ROCE_WR_OPCODE_WRITE},
    {"roce_wr_opcode.write_imm", (uint32_t)UBN_ROCE_WR_OPCODE_WRITE_IMM},
    {"roce_wr_opcode.send", (uint32_t)UBN_ROCE_WR_OPCODE_SEND},
    {"roce_wr_opcode.send_imm", (uint32_t)UBN_ROCE_WR_OPCODE_SEND_IMM},
    {"roce_wr_opcode.read", (uint32_t)UBN_ROCE_WR_OPCODE_READ},
    {"roce_wr_opcode.cas", (uint32_t)UBN_ROCE_WR_OPCODE_CAS},
    {"roce_wr_opcode.fadd", (uint32_t)UBN_ROCE_WR_OPCODE_FADD},
    {"roce_wc_opcode.send", (uint32_t)UBN_ROCE_WC_OPCODE_SEND},
    {"roce_wc_opcode.write", (uint32_t)UBN_ROCE_WC_OPCODE_WRITE},
    {"roce_wc_opcode.read", (uint32_t)UBN_ROCE_WC_OPCODE_READ},
    {"roce_wc_opcode.cas", (uint32_t)UBN_ROCE_WC_OPCODE_CAS},
    {"roce_wc_opcode.fadd", (uint32_t)UBN_ROCE_WC_OPCODE_FADD},
    {"roce_wc_opcode.recv", (uint32_t)UBN_ROCE_WC_OPCODE_RECV},
    {"roce_wc_opcode.recv_rdma_imm", (uint32_t)UBN_ROCE_WC_OPCODE_RECV_RDMA_IMM},
    {"roce_wc_status.success", (uint32_t)UBN_ROCE_WC_STATUS_SUCCESS},
    {"roce_wc_status.loc_len", (uint32_t)UBN_ROCE_WC_STATUS_LOC_LEN},
    {"roce_wc_status.loc_qp_op", (uint32_t)UBN_ROCE_WC_STATUS_LOC_QP_OP},
    {"roce_wc_status.loc_prot", (uint32_t)UBN_ROCE_WC_STATUS_LOC_PROT},
    {"roce_wc_status.wr_flush", (uint32_t)UBN_ROCE_WC_STATUS_WR_FLUSH},
    {"roce_wc_status.bad_resp", (uint32_t)UBN_ROCE_WC_STATUS_BAD_RESP},
    {"roce_wc_status.loc_access", (uint32_t)UBN_ROCE_WC_STATUS_LOC_ACCESS},
    {"roce_wc_status.rem_inv_req", (uint32_t)UBN_ROCE_WC_STATUS_REM_INV_REQ},
    {"roce_wc_status.rem_access", (uint32_t)UBN_ROCE_WC_STATUS_REM_ACCESS},
    {"roce_wc_status.rem_op", (uint32_t)UBN_ROCE_WC_STATUS_REM_OP},
    {"roce_wc_status.retry_exc", (uint32_t)UBN_ROCE_WC_STATUS_RETRY_EXC},
    {"roce_wc_status.rnr_retry_exc", (uint32_t)UBN_ROCE_WC_STATUS_RNR_RETRY_EXC},
    {"roce_qp_state.reset", (uint32_t)UBN_ROCE_QP_STATE_RESET},
    {"roce_qp_state.init", (uint32_t)UBN_ROCE_QP_STATE_INIT},
    {"roce_qp_state.rtr", (uint32_t)UBN_ROCE_QP_STATE_RTR},
    {"roce_qp_state.rts", (uint32_t)UBN_ROCE_QP_STATE_RTS},
    {"roce_qp_state.sqd", (uint32_t)UBN_ROCE_QP_STATE_SQD},
    {"roce_qp_state.err", (uint32_t)UBN_ROCE_QP_STATE_ERR},
    {"pcie_fmt.dw3", (uint32_t)UBN_PCIE_FMT_DW3},
    {"pcie_fmt.dw4", (uint32_t)UBN_PCIE_FMT_DW4},
    {"pcie_fmt.dw3_data", (uint32_t)UBN_PCIE_FMT_DW3_DATA},
    {"pcie_fmt.dw4_data", (uint32_t)UBN_PCIE_FMT_DW4_DATA},
    {"pcie_type.mem", (uint32_t)UBN_PCIE_TYPE_MEM},
    {"pcie_type.cpl", (uint32_t)UBN_PCIE_TYPE_CPL},
    {"pcie_cpl_status.success", (uint32_t)UBN_PCIE_CPL_STATUS_SUCCESS},
    {"pcie_cpl_status.unsupported", (uint32_t)UBN_PCIE_CPL_STATUS_UNSUPPORTED},
    {"pcie_cpl_status.retry", (uint32_t)UBN_PCIE_CPL_STATUS_RETRY},
    {"pcie_cpl_status.abort", (uint32_t)UBN_PCIE_CPL_STATUS_ABORT},
    {"ub_udp_port", (uint32_t)UBN_UB_UDP_PORT},
    {"ub_udp_sport_base", (uint32_t)UBN_UB_UDP_SPORT_BASE},
    {"ub_ethertype_ipv4", (uint32_t)UBN_UB_ETHERTYPE_IPV4},
    {"ub_ethertype_local", (uint32_t)UBN_UB_ETHERTYPE_LOCAL},
    {"ub_ip_protocol_udp", (uint32_t)UBN_UB_IP_PROTOCOL_UDP},
    {"ub_ip_version_ihl", (uint32_t)UBN_UB_IP_VERSION_IHL},
    {"ub_ip_ttl", (uint32_t)UBN_UB_IP_TTL},
    {"ub_ip_tos", (uint32_t)UBN_UB_IP_TOS},
    {"ub_ip_df", (uint32_t)UBN_UB_IP_DF},
    {"ub_mtu_default", (uint32_t)UBN_UB_MTU_DEFAULT},
    {"roce_udp_port", (uint32_t)UBN_ROCE_UDP_PORT},
    {"roce_aeth_no_credit", (uint32_t)UBN_ROCE_AETH_NO_CREDIT},
    {"roce_inline_max", (uint32_t)UBN_ROCE_INLINE_MAX},
    {"pcie_device_id", (uint32_t)UBN_PCIE_DEVICE_ID},
    {"ub_frame.icrc_bytes", (uint32_t)UBN_UB_FRAME_ICRC_BYTES},
    {"ub_frame.ipv4_offset", (uint32_t)UBN_UB_FRAME_IPV4_OFFSET},
    {"ub_frame.udp_offset", (uint32_t)UBN_UB_FRAME_UDP_OFFSET},
    {"ub_frame.rtph_offset", (uint32_t)UBN_UB_FRAME_RTPH_OFFSET},
    {"ub_frame.ta_offset", (uint32_t)UBN_UB_FRAME_TA_OFFSET},
    {"ub_frame.ta_ext_offset", (uint32_t)UBN_UB_FRAME_TA_EXT_OFFSET},
    {"ub_frame.upih_offset", (uint32_t)UBN_UB_FRAME_UPIH_OFFSET},
    {"ub_frame.read_req_bytes", (uint32_t)UBN_UB_FRAME_READ_REQ_BYTES},
    {"ub_frame.read_req_ip_bytes", (uint32_t)UBN_UB_FRAME_READ_REQ_IP_BYTES},
    {"ub_frame.read_req_udp_bytes", (uint32_t)UBN_UB_FRAME_READ_REQ_UDP_BYTES},
    {"ub_frame.read_req_hdr_bytes", (uint32_t)UBN_UB_FRAME_READ_REQ_HDR_BYTES},
    {"ub_frame.read_rsp_bytes", (uint32_t)UBN_UB_FRAME_READ_RSP_BYTES},
    {"ub_frame.read_rsp_ip_bytes", (uint32_t)UBN_UB_FRAME_READ_RSP_IP_BYTES},
    {"ub_frame.read_rsp_udp_bytes", (uint32_t)UBN_UB_FRAME_READ_RSP_UDP_BYTES},
    {"ub_frame.read_rsp_hdr_bytes", (uint32_t)UBN_UB_FRAME_READ_RSP_HDR_BYTES},
    {"ub_frame.tpack_bytes", (uint32_t)UBN_UB_FRAME_TPACK_BYTES},
    {"ub_frame.tpack_ip_bytes", (uint32_t)UBN_UB_FRAME_TPACK_IP_BYTES},
    {"ub_frame.tpack_udp_bytes", (uint32_t)UBN_UB_FRAME_TPACK_UDP_BYTES},
    {"ub_frame.tpack_hdr_bytes", (uint32_t)UBN_UB_FRAME_TPACK_HDR_BYTES},
    {"ldst_frame.lph_offset", (uint32_t)UBN_LDST_FRAME_LPH_OFFSET},
    {"ldst_frame.nth_offset", (uint32_t)UBN_LDST_FRAME_NTH_OFFSET},
    {"ldst_frame.ta_offset", (uint32_t)UBN_LDST_FRAME_TA_OFFSET},
    {"ldst_frame.ta_ext_offset", (uint32_t)UBN_LDST_FRAME_TA_EXT_OFFSET},
    {"ldst_frame.load_req_bytes", (uint32_t)UBN_LDST_FRAME_LOAD_REQ_BYTES},
    {"ldst_frame.store_req_bytes", (uint32_t)UBN_LDST_FRAME_STORE_REQ_BYTES},
    {"ldst_frame.load_rsp_bytes", (uint32_t)UBN_LDST_FRAME_LOAD_RSP_BYTES},
    {"ldst_frame.ack_bytes", (uint32_t)UBN_LDST_FRAME_ACK_BYTES},
    {"roce_frame.icrc_bytes", (uint32_t)UBN_ROCE_FRAME_ICRC_BYTES},
    {"roce_frame.bth_offset", (uint32_t)UBN_ROCE_FRAME_BTH_OFFSET},
    {"roce_frame.ext_offset", (uint32_t)UBN_ROCE_FRAME_EXT_OFFSET},
    {"roce_frame.read_req_bytes", (uint32_t)UBN_ROCE_FRAME_READ_REQ_BYTES},
    {"roce_frame.read_req_ip_bytes", (uint32_t)UBN_ROCE_FRAME_READ_REQ_IP_BYTES},
    {"roce_frame.read_req_udp_bytes", (uint32_t)UBN_ROCE_FRAME_READ_REQ_UDP_BYTES},
    {"roce_frame.read_req_hdr_bytes", (uint32_t)UBN_ROCE_FRAME_READ_REQ_HDR_BYTES},
    {"roce_frame.read_rsp_bytes", (uint32_t)UBN_ROCE_FRAME_READ_RSP_BYTES},
    {"roce_frame.read_rsp_ip_bytes", (uint32_t)UBN_ROCE_FRAME_READ_RSP_IP_BYTES},
    {"roce_frame.read_rsp_udp_bytes", (uint32_t)UBN_ROCE_FRAME_READ_RSP_UDP_BYTES},
    {"roce_frame.read_rsp_hdr_bytes", (uint32_t)UBN_ROCE_FRAME_READ_RSP_HDR_BYTES},
    {"roce_frame.read_mid_bytes", (uint32_t)UBN_ROCE_FRAME_READ_MID_BYTES},
    {"roce_frame.read_mid_ip_bytes", (uint32_t)UBN_ROCE_FRAME_READ_MID_IP_BYTES},
    {"roce_frame.read_mid_udp_bytes", (uint32_t)UBN_ROCE_FRAME_READ_MID_UDP_BYTES},
    {"roce_frame.read_mid_hdr_bytes", (uint32_t)UBN_ROCE_FRAME_READ_MID_HDR_BYTES},
    {"roce_frame.write_bytes", (uint32_t)UBN_ROCE_FRAME_WRITE_BYTES},
    {"roce_frame.write_ip_bytes", (uint32_t)UBN_ROCE_FRAME_WRITE_IP_BYTES},
    {"roce_frame.write_udp_bytes", (uint32_t)UBN_ROCE_FRAME_WRITE_UDP_BYTES},
    {"roce_frame.write_hdr_bytes", (uint32_t)UBN_ROCE_FRAME_WRITE_HDR_BYTES},
    {"roce_frame.write_imm_bytes", (uint32_t)UBN_ROCE_FRAME_WRITE_IMM_BYTES},
    {"roce_frame.write_imm_ip_bytes", (uint32_t)UBN_ROCE_FRAME_WRITE_IMM_IP_BYTES},
    {"roce_frame.write_imm_udp_bytes", (uint32_t)UBN_ROCE_FRAME_WRITE_IMM_UDP_BYTES},
    {"roce_frame.write_imm_hdr_bytes", (uint32_t)UBN_ROCE_FRAME_WRITE_IMM_HDR_BYTES},
    {"roce_frame.atomic_bytes", (uint32_t)UBN_ROCE_FRAME_ATOMIC_BYTES},
    {"roce_frame.atomic_ip_bytes", (uint32_t)UBN_ROCE_FRAME_ATOMIC_IP_BYTES},
    {"roce_frame.atomic_udp_bytes", (uint32_t)UBN_ROCE_FRAME_ATOMIC_UDP_BYTES},
    {"roce_frame.atomic_hdr_bytes", (uint32_t)UBN_ROCE_FRAME_ATOMIC_HDR_BYTES},
    {"roce_frame.atomic_ack_bytes", (uint32_t)UBN_ROCE_FRAME_ATOMIC_ACK_BYTES},
    {"roce_frame.atomic_ack_ip_bytes", (uint32_t)UBN_ROCE_FRAME_ATOMIC_ACK_IP_BYTES},
    {"roce_frame.atomic_ack_udp_bytes", (uint32_t)UBN_ROCE_FRAME_ATOMIC_ACK_UDP_BYTES},
    {"roce_frame.atomic_ack_hdr_bytes", (uint32_t)UBN_ROCE_FRAME_ATOMIC_ACK_HDR_BYTES},
    {"roce_frame.ack_bytes", (uint32_t)UBN_ROCE_FRAME_ACK_BYTES},
    {"roce_frame.ack_ip_bytes", (uint32_t)UBN_ROCE_FRAME_ACK_IP_BYTES},
    {"roce_frame.ack_udp_bytes", (uint32_t)UBN_ROCE_FRAME_ACK_UDP_BYTES},
    {"roce_frame.ack_hdr_bytes", (uint32_t)UBN_ROCE_FRAME_ACK_HDR_BYTES},
    {"roce_frame.cnp_bytes", (uint32_t)UBN_ROCE_FRAME_CNP_BYTES},
    {"roce_frame.cnp_ip_bytes", (uint32_t)UBN_ROCE_FRAME_CNP_IP_BYTES},
    {"roce_frame.cnp_udp_bytes", (uint32_t)UBN_ROCE_FRAME_CNP_UDP_BYTES},
    {"roce_frame.cnp_hdr_bytes", (uint32_t)UBN_ROCE_FRAME_CNP_HDR_BYTES},
    {"stall.none", (uint32_t)UBN_STALL_NONE},
    {"stall.no_work", (uint32_t)UBN_STALL_NO_WORK},
    {"stall.fence", (uint32_t)UBN_STALL_FENCE},
    {"stall.so_roi", (uint32_t)UBN_STALL_SO_ROI},
    {"stall.so_rot", (uint32_t)UBN_STALL_SO_ROT},
    {"stall.comp_order", (uint32_t)UBN_STALL_COMP_ORDER},
    {"stall.window", (uint32_t)UBN_STALL_WINDOW},
    {"stall.store_full", (uint32_t)UBN_STALL_STORE_FULL},
    {"stall.ctx_miss", (uint32_t)UBN_STALL_CTX_MISS},
    {"stall.bus", (uint32_t)UBN_STALL_BUS},
    {"stall.link", (uint32_t)UBN_STALL_LINK},
    {"stall.congestion", (uint32_t)UBN_STALL_CONGESTION},
    {"stall.credit", (uint32_t)UBN_STALL_CREDIT},
    {"stall.resource", (uint32_t)UBN_STALL_RESOURCE},
    {"stall.rnr", (uint32_t)UBN_STALL_RNR},
    {"urma_map.regs_base", (uint32_t)UBN_URMA_MAP_REGS_BASE},
    {"urma_map.regs_bytes", (uint32_t)UBN_URMA_MAP_REGS_BYTES},
    {"urma_map.jetty_base", (uint32_t)UBN_URMA_MAP_JETTY_BASE},
    {"urma_map.jetty_bytes", (uint32_t)UBN_URMA_MAP_JETTY_BYTES},
    {"urma_map.ctx_base", (uint32_t)UBN_URMA_MAP_CTX_BASE},
    {"urma_map.ctx_bytes", (uint32_t)UBN_URMA_MAP_CTX_BYTES},
    {"urma_map.window_base", (uint32_t)UBN_URMA_MAP_WINDOW_BASE},
    {"urma_map.window_bytes", (uint32_t)UBN_URMA_MAP_WINDOW_BYTES},
    {"urma_reg.id", (uint32_t)UBN_URMA_REG_ID},
    {"urma_reg.version", (uint32_t)UBN_URMA_REG_VERSION},
    {"urma_reg.local_mac", (uint32_t)UBN_URMA_REG_LOCAL_MAC},
    {"urma_reg.local_ip", (uint32_t)UBN_URMA_REG_LOCAL_IP},
    {"urma_reg.issue_interval", (uint32_t)UBN_URMA_REG_ISSUE_INTERVAL},
    {"urma_reg.max_outstanding", (uint32_t)UBN_URMA_REG_MAX_OUTSTANDING},
    {"urma_reg.pad_tx", (uint32_t)UBN_URMA_REG_PAD_TX},
    {"urma_reg.pad_rx", (uint32_t)UBN_URMA_REG_PAD_RX},
    {"urma_reg.pad_rsp_tx", (uint32_t)UBN_URMA_REG_PAD_RSP_TX},
    {"urma_reg.pad_rsp_rx", (uint32_t)UBN_URMA_REG_PAD_RSP_RX},
    {"urma_reg.mtu", (uint32_t)UBN_URMA_REG_MTU},
    {"urma_reg.local_cna", (uint32_t)UBN_URMA_REG_LOCAL_CNA},
    {"urma_reg.ld_pad_tx", (uint32_t)UBN_URMA_REG_LD_PAD_TX},
    {"urma_reg.ld_pad_rx", (uint32_t)UBN_URMA_REG_LD_PAD_RX},
    {"urma_reg.ld_pad_rsp_tx", (uint32_t)UBN_URMA_REG_LD_PAD_RSP_TX},
    {"urma_reg.ld_pad_rsp_rx", (uint32_t)UBN_URMA_REG_LD_PAD_RSP_RX},
    {"urma_reg.drop_store", (uint32_t)UBN_URMA_REG_DROP_STORE},
    {"urma_reg.drop_wqe", (uint32_t)UBN_URMA_REG_DROP_WQE},
    {"urma_reg.drop_frame", (uint32_t)UBN_URMA_REG_DROP_FRAME},
    {"urma_reg.drop_icrc", (uint32_t)UBN_URMA_REG_DROP_ICRC},
    {"urma_reg.drop_chan", (uint32_t)UBN_URMA_REG_DROP_CHAN},
    {"urma_reg.drop_psn", (uint32_t)UBN_URMA_REG_DROP_PSN},
    {"urma_reg.drop_rsp", (uint32_t)UBN_URMA_REG_DROP_RSP},
    {"urma_reg.rx_frames", (uint32_t)UBN_URMA_REG_RX_FRAMES},
    {"urma_reg.tx_frames", (uint32_t)UBN_URMA_REG_TX_FRAMES},
    {"urma_reg.bus_errors", (uint32_t)UBN_URMA_REG_BUS_ERRORS},
    {"urma_reg.drop_ldst", (uint32_t)UBN_URMA_REG_DROP_LDST},
    {"urma_reg.ld_denied", (uint32_t)UBN_URMA_REG_LD_DENIED},
    {"urma_reg.drop_ld_frame", (uint32_t)UBN_URMA_REG_DROP_LD_FRAME},
    {"urma_reg.drop_ld_rsp", (uint32_t)UBN_URMA_REG_DROP_LD_RSP},
    {"roce_map.regs_base", (uint32_t)UBN_ROCE_MAP_REGS_BASE},
    {"roce_map.regs_bytes", (uint32_t)UBN_ROCE_MAP_REGS_BYTES},
    {"roce_map.qp_base", (uint32_t)UBN_ROCE_MAP_QP_BASE},
    {"roce_map.qp_bytes", (uint32_t)UBN_ROCE_MAP_QP_BYTES},
    {"roce_map.ctx_base", (uint32_t)UBN_ROCE_MAP_CTX_BASE},
    {"roce_map.ctx_bytes", (uint32_t)UBN_ROCE_MAP_CTX_BYTES},
    {"roce_reg.id", (uint32_t)UBN_ROCE_REG_ID},
    {"roce_reg.version", (uint32_t)UBN_ROCE_REG_VERSION},
    {"roce_reg.local_mac", (uint32_t)UBN_ROCE_REG_LOCAL_MAC},
    {"roce_reg.local_ip", (uint32_t)UBN_ROCE_REG_LOCAL_IP},
    {"roce_reg.issue_interval", (uint32_t)UBN_ROCE_REG_ISSUE_INTERVAL},
    {"roce_reg.fetch_max", (uint32_t)UBN_ROCE_REG_FETCH_MAX},
    {"roce_reg.pad_tx", (uint32_t)UBN_ROCE_REG_PAD_TX},
    {"roce_reg.pad_rx", (uint32_t)UBN_ROCE_REG_PAD_RX},
    {"roce_reg.pad_rsp_tx", (uint32_t)UBN_ROCE_REG_PAD_RSP_TX},
    {"roce_reg.pad_rsp_rx", (uint32_t)UBN_ROCE_REG_PAD_RSP_RX},
    {"roce_reg.pcie_mps", (uint32_t)UBN_ROCE_REG_PCIE_MPS},
    {"roce_reg.pcie_mrrs", (uint32_t)UBN_ROCE_REG_PCIE_MRRS},
    {"roce_reg.pcie_tags", (uint32_t)UBN_ROCE_REG_PCIE_TAGS},
    {"roce_reg.pcie_timeout", (uint32_t)UBN_ROCE_REG_PCIE_TIMEOUT},
    {"roce_reg.drop_store", (uint32_t)UBN_ROCE_REG_DROP_STORE},
    {"roce_reg.drop_frame", (uint32_t)UBN_ROCE_REG_DROP_FRAME},
    {"roce_reg.drop_icrc", (uint32_t)UBN_ROCE_REG_DROP_ICRC},
    {"roce_reg.drop_qp", (uint32_t)UBN_ROCE_REG_DROP_QP},
    {"roce_reg.drop_psn", (uint32_t)UBN_ROCE_REG_DROP_PSN},
    {"roce_reg.drop_rsp", (uint32_t)UBN_ROCE_REG_DROP_RSP},
    {"roce_reg.rx_frames", (uint32_t)UBN_ROCE_REG_RX_FRAMES},
    {"roce_reg.tx_frames", (uint32_t)UBN_ROCE_REG_TX_FRAMES},
    {"roce_reg.bus_errors", (uint32_t)UBN_ROCE_REG_BUS_ERRORS},
    {"roce_reg.naks_sent", (uint32_t)UBN_ROCE_REG_NAKS_SENT},
    {"roce_reg.acks_merged", (uint32_t)UBN_ROCE_REG_ACKS_MERGED},
    {"roce_reg.qp_errors", (uint32_t)UBN_ROCE_REG_QP_ERRORS},
    {"roce_reg.drop_pkey", (uint32_t)UBN_ROCE_REG_DROP_PKEY},
    {"roce_reg.busy", (uint32_t)UBN_ROCE_REG_BUSY},
};

#endif
