/* SPDX-License-Identifier: Apache-2.0 */
/* tb_frame.h: frames made by hand, apart from the generated packers and from the RTL: byte offsets
 * from the layouts in tb/vectors, a bitwise CRC-32, the frames of tb/vectors/frames.txt, and beats.
 * Include after dut.h. */
#ifndef TB_FRAME_H
#define TB_FRAME_H

#define TB_FRAME_MAX 20480u /* bytes; longer than any that is right */
#define TB_BEAT 64u

/** Offsets of the first byte. */
enum {
    TB_AT_IP = 14,
    TB_AT_IP_LENGTH = 16,
    TB_AT_IP_SUM = 24,
    TB_AT_UDP = 34,
    TB_AT_UDP_LENGTH = 38,
    TB_AT_RTPH = 42,
    TB_AT_TA = 58,
};

/** A frame; `len` bytes are used, the last four are the ICRC. */
struct tb_frame {
    uint32_t len;
    uint8_t b[TB_FRAME_MAX];
};

/** Header fields of a frame; the rest is constant or follows from the lengths. */
struct tb_frame_head {
    uint64_t dst_mac, src_mac;
    uint32_t dst_ip, src_ip;
    uint16_t sport;
    uint8_t tp_opcode;
    uint8_t a;
    uint32_t src_tpn, dst_tpn;
    uint32_t psn, tpmsn;
};

/** Write an unsigned value, most significant byte first. */
static inline void tb_be(uint8_t *p, uint32_t bytes, uint64_t value)
{
    for (uint32_t i = bytes; i-- > 0; value >>= 8) {
        p[i] = (uint8_t)value;
    }
}

/** CRC-32 as in zlib.  @source reflected polynomial 0xedb88320, initial and final complement. */
static inline uint32_t tb_crc32(const uint8_t *p, size_t n)
{
    uint32_t crc = 0xffffffff;

    for (size_t i = 0; i < n; i++) {
        crc ^= p[i];
        for (int k = 0; k < 8; k++) {
            crc = crc >> 1 ^ (crc & 1 ? 0xedb88320 : 0);
        }
    }
    return ~crc;
}

/** ICRC of the first `end` bytes of a frame.  @source tb/vectors/README.md, section ICRC. */
static inline uint32_t tb_frame_icrc(const uint8_t *b, uint32_t end)
{
    static const uint8_t mutable[] = {15, 22, 24, 25, 40, 41}; /* TOS, TTL, both checksums */
    static uint8_t copy[TB_FRAME_MAX];

    memcpy(copy, b, end);
    for (size_t i = 0; i < sizeof(mutable); i++) {
        copy[mutable[i]] = 0xff;
    }
    return tb_crc32(copy + TB_AT_IP, end - TB_AT_IP);
}

/** Put the right ICRC at the end of the frame, low byte first. */
static inline void tb_frame_seal(struct tb_frame *f)
{
    uint32_t icrc = tb_frame_icrc(f->b, f->len - 4);

    for (uint32_t i = 0; i < 4; i++) {
        f->b[f->len - 4 + i] = (uint8_t)(icrc >> 8 * i);
    }
}

/** Put the right IPv4 header checksum into the frame.  @source RFC 791, section 3.1. */
static inline void tb_frame_ip_sum(struct tb_frame *f)
{
    uint32_t sum = 0;

    tb_be(f->b + TB_AT_IP_SUM, 2, 0);
    for (uint32_t i = TB_AT_IP; i < TB_AT_UDP; i += 2) {
        sum += (uint32_t)f->b[i] << 8 | f->b[i + 1];
    }
    while (sum > 0xffff) {
        sum = (sum & 0xffff) + (sum >> 16);
    }
    tb_be(f->b + TB_AT_IP_SUM, 2, ~sum & 0xffff);
}

/** Put the lengths that belong to f->len, checksum and ICRC into the frame. */
static inline void tb_frame_finish(struct tb_frame *f)
{
    tb_be(f->b + TB_AT_IP_LENGTH, 2, f->len - 14);
    tb_be(f->b + TB_AT_UDP_LENGTH, 2, f->len - 34);
    tb_frame_ip_sum(f);
    tb_frame_seal(f);
}

/** Make a frame.
 *  @param ta  [in] transaction headers, shape [ta_bytes].
 *  @param pay [in] payload, shape [pay_bytes]. */
static inline void tb_frame_make(struct tb_frame *f, const struct tb_frame_head *h,
                                 const uint8_t *ta, uint32_t ta_bytes, const uint8_t *pay,
                                 uint32_t pay_bytes)
{
    static const uint8_t ip[] = {0x45, 0, 0, 0, 0, 0, 0x40, 0, 64, 17};
    uint32_t pad = (4 - pay_bytes % 4) % 4;
    uint8_t *b = f->b;

    f->len = TB_AT_TA + ta_bytes + pay_bytes + pad + 4;
    assert_true(f->len <= TB_FRAME_MAX);
    memset(b, 0, TB_AT_TA);
    tb_be(b + 0, 6, h->dst_mac);
    tb_be(b + 6, 6, h->src_mac);
    tb_be(b + 12, 2, 0x0800);
    memcpy(b + TB_AT_IP, ip, sizeof(ip));
    tb_be(b + 26, 4, h->src_ip);
    tb_be(b + 30, 4, h->dst_ip);
    tb_be(b + 34, 2, h->sport);
    tb_be(b + 36, 2, 4792);
    b[42] = h->tp_opcode;
    b[43] = (uint8_t)(pad << 4);
    tb_be(b + 44, 3, h->src_tpn);
    tb_be(b + 47, 3, h->dst_tpn);
    b[50] = (uint8_t)(h->a << 7);
    tb_be(b + 51, 3, h->psn);
    tb_be(b + 55, 3, h->tpmsn);
    if (ta_bytes > 0) {
        memcpy(b + TB_AT_TA, ta, ta_bytes);
    }
    if (pay_bytes > 0) {
        memcpy(b + TB_AT_TA + ta_bytes, pay, pay_bytes);
    }
    memset(b + TB_AT_TA + ta_bytes + pay_bytes, 0, pad + 4);
    tb_frame_finish(f);
}

/** Read a frame of a file of tb/vectors.
 *  @pre the test runs in the top folder of the project, as `make` does. */
static inline void tb_frame_load_from(struct tb_frame *f, const char *path, const char *name)
{
    FILE *file = fopen(path, "r");
    char line[256];
    bool here = false;

    assert_non_null(file);
    f->len = 0;
    while (fgets(line, sizeof(line), file)) {
        if (strncmp(line, "frame ", 6) == 0) {
            here = strncmp(line + 6, name, strlen(name)) == 0 && line[6 + strlen(name)] == '\n';
        }
        if (here && strncmp(line, "b ", 2) == 0) {
            for (char *p = line + 1, *end = p;; p = end) {
                unsigned long value = strtoul(p, &end, 16);

                if (end == p) {
                    break;
                }
                f->b[f->len++] = (uint8_t)value;
            }
        }
    }
    fclose(file);
    assert_true(f->len >= 28);
}

/** Read a frame of tb/vectors/frames.txt. */
static inline void tb_frame_load(struct tb_frame *f, const char *name)
{
    tb_frame_load_from(f, "tb/vectors/frames.txt", name);
}

/** Read a load/store frame of tb/vectors/ldst.txt. */
static inline void tb_frame_ldst(struct tb_frame *f, const char *name)
{
    tb_frame_load_from(f, "tb/vectors/ldst.txt", name);
}

/* ---- Beats */

static inline uint32_t tb_frame_beats(const struct tb_frame *f)
{
    return (f->len + TB_BEAT - 1) / TB_BEAT;
}

/** Bit mask of the lanes that beat i of the frame uses. */
static inline uint64_t tb_frame_keep(const struct tb_frame *f, uint32_t i)
{
    uint32_t left = f->len - i * TB_BEAT;

    return left >= TB_BEAT ? UINT64_MAX : (UINT64_C(1) << left) - 1;
}

/** Put beat i of the frame on a port; lanes behind its end are zero.  @param data [out] 16 words.
 */
static inline void tb_frame_put(const struct tb_frame *f, uint32_t i, uint32_t *data)
{
    for (uint32_t k = 0; k < TB_BEAT; k++) {
        uint32_t at = i * TB_BEAT + k;

        tb_set_byte(data, k, at < f->len ? f->b[at] : 0);
    }
}

/** Add a beat from a port to the frame; keep must be whole words from lane 0, all lanes unless
 * last. */
static inline void tb_frame_add(struct tb_frame *f, const uint32_t *data, uint64_t keep, bool last)
{
    uint32_t n = 0;

    while (n < TB_BEAT && keep >> n & 1) {
        n++;
    }
    assert_true(n > 0 && (n == TB_BEAT || (last && keep >> n == 0)));
    assert_true(f->len + n <= TB_FRAME_MAX);
    for (uint32_t k = 0; k < n; k++) {
        f->b[f->len + k] = tb_byte(data, k);
    }
    for (uint32_t k = n; k < TB_BEAT; k++) {
        assert_int_equal(tb_byte(data, k), 0);
    }
    f->len += n;
}

static inline void tb_frame_check(const struct tb_frame *got, const struct tb_frame *want)
{
    assert_int_equal(got->len, want->len);
    assert_memory_equal(got->b, want->b, want->len);
}

#endif
