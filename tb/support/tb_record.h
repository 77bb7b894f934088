/* SPDX-License-Identifier: Apache-2.0 */
/* tb_record.h: fields of the records that host and controller share, by bit position as the tables
 * in rtl/gen/README.md give them, apart from the generated packers. Include after dut.h. */
#ifndef TB_RECORD_H
#define TB_RECORD_H

/** Read bits hi:lo (at most 64) of a record whose bit 0 is the lowest of byte 0. */
static inline uint64_t tb_bits(const void *record, uint32_t hi, uint32_t lo)
{
    const uint8_t *p = record;
    uint64_t v = 0;

    for (uint32_t i = hi + 1; i-- > lo;) {
        v = v << 1 | (p[i / 8] >> i % 8 & 1);
    }
    return v;
}

/** Write bits hi:lo (at most 64) of a record. */
static inline void tb_bits_set(void *record, uint32_t hi, uint32_t lo, uint64_t value)
{
    uint8_t *p = record;

    for (uint32_t i = lo; i <= hi; i++, value >>= 1) {
        p[i / 8] = (uint8_t)((p[i / 8] & ~(1u << i % 8)) | (uint32_t)(value & 1) << i % 8);
    }
}

/** Static part of a transport channel. */
struct tb_chan {
    uint32_t rmt_tpn;
    uint64_t dst_mac;
    uint16_t sport;
    uint32_t dst_ip;
    uint32_t window;
};

/** Record chan_cfg of a configured channel.  @param record [out] shape [24]. */
static inline void tb_chan_cfg(void *record, const struct tb_chan *c)
{
    memset(record, 0, 24);
    tb_bits_set(record, 0, 0, 1);
    tb_bits_set(record, 31, 8, c->rmt_tpn);
    tb_bits_set(record, 79, 32, c->dst_mac);
    tb_bits_set(record, 95, 80, c->sport);
    tb_bits_set(record, 127, 96, c->dst_ip);
    tb_bits_set(record, 151, 128, c->window);
}

/** A channel at random.  @param window [in] packets. */
static inline struct tb_chan tb_chan_random(struct tb_rng *r, uint32_t window)
{
    return (struct tb_chan){
        .rmt_tpn = tb_rng_next(r) & 0xffffff,
        .dst_mac = tb_rng_next(r) >> 16,
        .sport = (uint16_t)tb_rng_next(r),
        .dst_ip = (uint32_t)tb_rng_next(r),
        .window = window,
    };
}

#endif
