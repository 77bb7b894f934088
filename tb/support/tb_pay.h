/* SPDX-License-Identifier: Apache-2.0 */
/* tb_pay.h: payloads on their way from memory into frames: what memory says on s_data_*, and the
 * check of m_pay_* against bytes, lanes, end and error mark. Include after dut.h and tb_hold.h. */
#ifndef TB_PAY_H
#define TB_PAY_H

#define TB_PAY_ITEMS 2048u
#define TB_PAY_LANES 64u

/** One payload. */
struct tb_pay_item {
    uint32_t src_lane, dst_lane; /**< of its first byte, in memory and in the frame */
    uint32_t len;                /**< bytes; 0: a packet without payload */
    int32_t bad_beat;            /**< beat of memory with an error, -1: none */
};

/** Payloads in order, and how far they are. */
struct tb_pay {
    struct dut *d;
    struct tb_rng rng;              /**< stalls, and noise in the lanes that were not asked for */
    uint32_t stall_data, stall_pay; /**< percent */
    struct tb_hold hold;
    struct tb_pay_item item[TB_PAY_ITEMS];
    uint32_t count;
    uint32_t data_at, data_beat;      /**< next beat of memory; of which beats before have moved */
    uint32_t pay_at, pay_beat;        /**< next beat of a frame */
    uint64_t first_cycle, last_cycle; /**< in which payload moved */
};

static inline void tb_pay_init(struct tb_pay *p, struct dut *d)
{
    p->d = d;
    p->hold = (struct tb_hold){.valid = d->m_pay_valid, .ready = d->m_pay_ready};
    TB_HOLD_ADD(&p->hold, d, m_pay_data);
    TB_HOLD_ADD(&p->hold, d, m_pay_last);
}

static inline struct tb_pay_item *tb_pay_add(struct tb_pay *p, uint32_t src_lane, uint32_t dst_lane,
                                             uint32_t len)
{
    assert_true(p->count < TB_PAY_ITEMS);
    p->item[p->count] = (struct tb_pay_item){src_lane, dst_lane, len, -1};
    return &p->item[p->count++];
}

/** Beats of a payload that begins in a lane. */
static inline uint32_t tb_pay_beats(uint32_t lane, uint32_t len)
{
    return (lane + len + TB_PAY_LANES - 1) / TB_PAY_LANES;
}

/** Let one beat of a payload fail, with some probability. */
static inline void tb_pay_break(struct tb_pay *p, struct tb_pay_item *i, uint32_t percent)
{
    if (i->len > 0 && tb_rng_chance(&p->rng, percent)) {
        i->bad_beat = (int32_t)tb_rng_below(&p->rng, tb_pay_beats(i->src_lane, i->len));
    }
}

static inline uint8_t tb_pay_byte(uint32_t item, uint32_t byte)
{
    return (uint8_t)(item * 151 + byte * 7 + (byte >> 8) * 13 + 1);
}

/** Number of the payload at or behind `at`, packets without payload left out. */
static inline uint32_t tb_pay_next(const struct tb_pay *p, uint32_t at)
{
    while (at < p->count && p->item[at].len == 0) {
        at++;
    }
    return at;
}

/** Whether beat 0 of an item is the next that memory says, and it is shown now. */
static inline bool tb_pay_begins(const struct tb_pay *p, uint32_t item)
{
    return *p->d->s_data_valid && tb_pay_next(p, p->data_at) == item && p->data_beat == 0;
}

/** Drive memory and the sink of the payload.  @param asked [in] items that memory knows of. */
static inline void tb_pay_drive(struct tb_pay *p, uint32_t asked)
{
    struct dut *d = p->d;
    const struct tb_pay_item *i;

    *d->m_pay_ready = !tb_rng_chance(&p->rng, p->stall_pay);
    p->data_at = tb_pay_next(p, p->data_at);
    if (*d->s_data_valid || p->data_at >= asked || tb_rng_chance(&p->rng, p->stall_data)) {
        return;
    }
    i = &p->item[p->data_at];
    *d->s_data_valid = 1;
    *d->s_data_last = p->data_beat + 1 == tb_pay_beats(i->src_lane, i->len);
    *d->s_data_err = (int32_t)p->data_beat == i->bad_beat;
    for (uint32_t k = 0; k < TB_PAY_LANES; k++) {
        uint32_t n = p->data_beat * TB_PAY_LANES + k - i->src_lane; /* wraps before the first */

        tb_set_byte(d->s_data, k,
                    n < i->len ? tb_pay_byte(p->data_at, n) : (uint8_t)tb_rng_next(&p->rng));
    }
}

static inline void tb_pay_check(struct tb_pay *p, uint32_t gone)
{
    struct dut *d = p->d;
    const struct tb_pay_item *i;

    p->pay_at = tb_pay_next(p, p->pay_at);
    assert_true(p->pay_at < gone);
    i = &p->item[p->pay_at];
    for (uint32_t k = 0; k < TB_PAY_LANES; k++) {
        uint32_t n = p->pay_beat * TB_PAY_LANES + k - i->dst_lane;

        assert_int_equal(tb_byte(d->m_pay_data, k), n < i->len ? tb_pay_byte(p->pay_at, n) : 0);
    }
    assert_int_equal(*d->m_pay_last, ++p->pay_beat == tb_pay_beats(i->dst_lane, i->len));
    if (*d->m_pay_last) {
        assert_int_equal(*d->m_pay_err, i->bad_beat >= 0);
        p->pay_beat = 0;
        p->pay_at++;
    }
    p->first_cycle = p->first_cycle ? p->first_cycle : d->cycle;
    p->last_cycle = d->cycle;
}

/** Look at both streams. Call once a cycle, after dut_eval and before dut_tick.
 *  @param gone [in] packets that have gone, those of this cycle included; no payload is ahead of
 *  its packet.
 *  @return true when a beat of memory moves at the edge to come: take s_data_valid back then. */
static inline bool tb_pay_watch(struct tb_pay *p, uint32_t gone)
{
    if (tb_hold_check(&p->hold)) {
        tb_pay_check(p, gone);
    }
    if (!*p->d->s_data_valid || !*p->d->s_data_ready) {
        return false;
    }
    p->data_beat = *p->d->s_data_last ? 0 : p->data_beat + 1;
    p->data_at += *p->d->s_data_last;
    return true;
}

/** Whether all payload is out. */
static inline bool tb_pay_done(const struct tb_pay *p)
{
    return tb_pay_next(p, p->pay_at) == p->count;
}

#endif
