/* SPDX-License-Identifier: Apache-2.0 */
/* tb_roce.h: RoCE frames made by hand, apart from the generated packers and from the RTL, and the
 * golden frames that scapy and a ConnectX-4 Lx made. Include after dut.h and tb_frame.h.
 * Source: IBTA vol. 1, 9.2, 9.3, annex A17. */
#ifndef TB_ROCE_H
#define TB_ROCE_H

/** Offsets of the first byte. */
enum {
    TB_ROCE_AT_BTH = 42,
    TB_ROCE_AT_EXT = 54,
};

/** Shape of a packet by its opcode. */
struct tb_roce_kind {
    uint8_t opcode;
    uint8_t ext_bytes; /* RETH 16, AtomicETH 28, AETH 4, AtomicAckETH 8, ImmDt 4, CNP 16 */
    bool rsp;          /* a response */
    bool pay;          /* may have payload */
};

/** All opcodes of the controller.  @source IBTA vol. 1, table 38 (opcodes of RC), annex A17 (CNP).
 */
static const struct tb_roce_kind TB_ROCE_KIND[] = {
    {0x00, 0, false, true},   /* SEND first */
    {0x01, 0, false, true},   /* SEND middle */
    {0x02, 0, false, true},   /* SEND last */
    {0x03, 4, false, true},   /* SEND last with immediate */
    {0x04, 0, false, true},   /* SEND only */
    {0x05, 4, false, true},   /* SEND only with immediate */
    {0x06, 16, false, true},  /* WRITE first */
    {0x07, 0, false, true},   /* WRITE middle */
    {0x08, 0, false, true},   /* WRITE last */
    {0x09, 4, false, true},   /* WRITE last with immediate */
    {0x0a, 16, false, true},  /* WRITE only */
    {0x0b, 20, false, true},  /* WRITE only with immediate */
    {0x0c, 16, false, false}, /* READ request */
    {0x0d, 4, true, true},    /* READ response first */
    {0x0e, 0, true, true},    /* READ response middle */
    {0x0f, 4, true, true},    /* READ response last */
    {0x10, 4, true, true},    /* READ response only */
    {0x11, 4, true, false},   /* acknowledge */
    {0x12, 12, true, false},  /* atomic acknowledge */
    {0x13, 28, false, false}, /* compare and swap */
    {0x14, 28, false, false}, /* fetch and add */
    {0x81, 16, false, false}, /* CNP */
};

#define TB_ROCE_KINDS (sizeof(TB_ROCE_KIND) / sizeof(TB_ROCE_KIND[0]))
#define TB_ROCE_RC_KINDS (TB_ROCE_KINDS - 1) /* all but CNP */

/** Entry of an opcode, or NULL. */
static inline const struct tb_roce_kind *tb_roce_kind(uint8_t opcode)
{
    for (size_t i = 0; i < TB_ROCE_KINDS; i++) {
        if (TB_ROCE_KIND[i].opcode == opcode) {
            return &TB_ROCE_KIND[i];
        }
    }
    return NULL;
}

/** Header fields of a frame; the rest is constant or follows from the lengths. */
struct tb_roce_head {
    uint64_t dst_mac, src_mac;
    uint32_t dst_ip, src_ip;
    uint16_t sport;
    uint8_t opcode;
    uint8_t se, ack_req;
    uint16_t pkey;
    uint32_t dest_qpn;
    uint32_t psn;
};

/** ICRC of the first `end` bytes of a frame.  @source IBTA vol. 1, annex A17: eight bytes of ones,
 * then all from the IPv4 header on, with TOS, TTL, both checksums and BTH byte 4 as ones. */
static inline uint32_t tb_roce_icrc(const uint8_t *b, uint32_t end)
{
    static const uint8_t mutable[] = {15, 22, 24, 25, 40, 41, 46};
    static uint8_t copy[TB_FRAME_MAX + 8];

    memset(copy, 0xff, 8);
    memcpy(copy + 8, b + TB_AT_IP, end - TB_AT_IP);
    for (size_t i = 0; i < sizeof(mutable); i++) {
        copy[8 + mutable[i] - TB_AT_IP] = 0xff;
    }
    return tb_crc32(copy, 8 + end - TB_AT_IP);
}

/** Put the right ICRC behind `end` covered bytes, low byte first. */
static inline void tb_roce_seal(struct tb_frame *f, uint32_t end)
{
    uint32_t icrc = tb_roce_icrc(f->b, end);

    for (uint32_t i = 0; i < 4; i++) {
        f->b[end + i] = (uint8_t)(icrc >> 8 * i);
    }
}

/** Make a frame; it is padded with zeros to the 60 bytes of Ethernet.
 *  @param ext [in] extension headers, shape [ext_bytes].
 *  @param pay [in] payload, shape [pay_bytes]. */
static inline void tb_roce_make(struct tb_frame *f, const struct tb_roce_head *h,
                                const uint8_t *ext, uint32_t ext_bytes, const uint8_t *pay,
                                uint32_t pay_bytes)
{
    static const uint8_t ip[] = {0x45, 0, 0, 0, 0, 0, 0x40, 0, 64, 17};
    uint32_t pad = (4 - pay_bytes % 4) % 4;
    uint32_t end = TB_ROCE_AT_EXT + ext_bytes + pay_bytes + pad;
    uint8_t *b = f->b;

    f->len = end + 4;
    assert_true(f->len <= TB_FRAME_MAX);
    memset(b, 0, f->len + 2);
    tb_be(b + 0, 6, h->dst_mac);
    tb_be(b + 6, 6, h->src_mac);
    tb_be(b + 12, 2, 0x0800);
    memcpy(b + TB_AT_IP, ip, sizeof(ip));
    tb_be(b + TB_AT_IP_LENGTH, 2, f->len - 14);
    tb_be(b + 26, 4, h->src_ip);
    tb_be(b + 30, 4, h->dst_ip);
    tb_be(b + 34, 2, h->sport);
    tb_be(b + 36, 2, 4791);
    tb_be(b + TB_AT_UDP_LENGTH, 2, f->len - 34);
    b[42] = h->opcode;
    b[43] = (uint8_t)(h->se << 7 | pad << 4);
    tb_be(b + 44, 2, h->pkey);
    tb_be(b + 47, 3, h->dest_qpn);
    b[50] = (uint8_t)(h->ack_req << 7);
    tb_be(b + 51, 3, h->psn);
    if (ext_bytes > 0) {
        memcpy(b + TB_ROCE_AT_EXT, ext, ext_bytes);
    }
    if (pay_bytes > 0) {
        memcpy(b + TB_ROCE_AT_EXT + ext_bytes, pay, pay_bytes);
    }
    tb_frame_ip_sum(f);
    tb_roce_seal(f, end);
    if (f->len < 60) {
        f->len = 60;
    }
}

/** Golden frames, IPv4 header to ICRC: 10.0.0.1 to 10.0.0.2, UDP 49152 to 4791, P_Key FFFF, QP
 * 0x11.
 *  @source scapy 2.5.0. `id0` is the same packet with the identification 0 that our builder writes;
 *  cnp was sent by a ConnectX-4 Lx (10.0.17.1 to 10.0.18.1), printed in scapy's regression tests.
 */
static const struct tb_roce_golden {
    const char *name, *hex, *id0;
} TB_ROCE_GOLDEN[] = {
    {"SEND only, 0 bytes, PSN 1",
     "4500002c00014000401126be0a0000010a000002c00012b7001800000400ffff0000001180000001ef4d83b1",
     "4500002c00004000401126bf0a0000010a000002c00012b7001800000400ffff0000001180000001275a1d7e"},
    {"WRITE only, 8 bytes 00..07, VA 0x1000, rkey 0x1234, PSN FFFFFF",
     "4500004400014000401126a60a0000010a000002c00012b7003000000a00ffff0000001180ffffff"
     "000000000000100000001234000000080001020304050607b3f219b2",
     "4500004400004000401126a70a0000010a000002c00012b7003000000a00ffff0000001180ffffff"
     "00000000000010000000123400000008000102030405060742f755db"},
    {"READ request, 64 bytes, PSN 0",
     "4500003c00014000401126ae0a0000010a000002c00012b7002800000c00ffff0000001180000000"
     "00000000000010000000123400000040894cf61c",
     "4500003c00004000401126af0a0000010a000002c00012b7002800000c00ffff0000001180000000"
     "000000000000100000001234000000401abfc8d6"},
    {"ACK, syndrome 1F, MSN 1, PSN FFFFFF",
     "4500003000014000401126ba0a0000010a000002c00012b7001c00001100ffff0000001100ffffff"
     "1f0000014e2141c2",
     "4500003000004000401126bb0a0000010a000002c00012b7001c00001100ffff0000001100ffffff"
     "1f000001e72ac88c"},
    {"CNP",
     "45c2003c718c4000401191610a0011010a001201000012b7002800008100ffff4000011800000000"
     "0000000000000000000000000000000082fd002a",
     NULL},
};

enum {
    TB_GOLDEN_SEND,
    TB_GOLDEN_WRITE,
    TB_GOLDEN_READ,
    TB_GOLDEN_ACK,
    TB_GOLDEN_RC, /* so many are packets of a queue pair */
    TB_GOLDEN_CNP = TB_GOLDEN_RC,
    TB_GOLDENS
};

/** Make a frame of a golden packet behind an Ethernet header, without Ethernet padding. */
static inline void tb_roce_hex(struct tb_frame *f, const char *hex, uint64_t dst_mac,
                               uint64_t src_mac)
{
    memset(f->b, 0, TB_BEAT);
    tb_be(f->b + 0, 6, dst_mac);
    tb_be(f->b + 6, 6, src_mac);
    tb_be(f->b + 12, 2, 0x0800);
    f->len = 14;
    for (; hex[0] && hex[1]; hex += 2) {
        char byte[3] = {hex[0], hex[1], 0};

        f->b[f->len++] = (uint8_t)strtoul(byte, NULL, 16);
    }
}

#endif
