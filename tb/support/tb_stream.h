/* SPDX-License-Identifier: Apache-2.0 */
/* tb_stream.h: drives a stream through a DUT with ports s_* and m_* and checks what comes out.
 * Include after dut.h. Word n is a hash of n, so that a lost, doubled or mixed word shows. */
#ifndef TB_STREAM_H
#define TB_STREAM_H

/** Bytes of a port in memory. */
#define TB_PORT_BYTES(bits)                                                                        \
    ((bits) <= 8    ? 1u                                                                           \
     : (bits) <= 16 ? 2u                                                                           \
     : (bits) <= 32 ? 4u                                                                           \
     : (bits) <= 64 ? 8u                                                                           \
                    : ((bits) + 31u) / 32u * 4u)

/** What to drive, and when it moved. */
struct tb_stream {
    uint32_t count;      /**< words */
    uint32_t stall_s;    /**< percent of cycles in which the source has nothing new */
    uint32_t stall_m;    /**< percent of cycles in which the sink is not ready */
    uint64_t *in_cycle;  /**< [count] edge at which each word went in; or NULL */
    uint64_t *out_cycle; /**< [count] edge at which each word came out; or NULL */
};

/** Word n of the test pattern.  @param p [out] shape [TB_PORT_BYTES(bits)], unused top bits 0. */
static inline void tb_stream_word(uint32_t n, uint32_t bits, uint8_t *p)
{
    struct tb_rng r = {n};
    uint32_t bytes = (bits + 7) / 8;

    memset(p, 0, TB_PORT_BYTES(bits));
    tb_rng_fill(&r, p, bytes);
    if (bits % 8 != 0) {
        p[bytes - 1] = (uint8_t)(p[bytes - 1] & ((1u << bits % 8) - 1));
    }
}

/** Put word n on s_data. */
static inline void tb_stream_put(struct dut *d, uint32_t n)
{
    tb_stream_word(n, DUT_W_s_data, (uint8_t *)d->s_data);
}

/** Check that m_data is word n. */
static inline void tb_stream_check(const struct dut *d, uint32_t n)
{
    uint8_t want[TB_PORT_BYTES(DUT_W_s_data)];

    tb_stream_word(n, DUT_W_s_data, want);
    assert_memory_equal(d->m_data, want, sizeof want);
}

/** Drive all words and check them in order; the hold rule is kept on s and checked on m.
 *  @return cycles used, the last word's edge included. */
static inline uint64_t tb_stream_run(struct dut *d, struct tb_rng *r, const struct tb_stream *s)
{
    uint32_t sent = 0;
    uint32_t got = 0;
    bool held = false;
    uint64_t start = d->cycle;

    *d->s_valid = 0;
    while (got < s->count) {
        if (!*d->s_valid && sent < s->count && !tb_rng_chance(r, s->stall_s)) {
            *d->s_valid = 1;
            tb_stream_put(d, sent);
        }
        *d->m_ready = !tb_rng_chance(r, s->stall_m);
        dut_eval(d);
        bool in = *d->s_valid && *d->s_ready;
        bool out = *d->m_valid && *d->m_ready;
        assert_true(!held || *d->m_valid);
        if (*d->m_valid) {
            assert_true(got < sent + (in ? 1u : 0u)); /* nothing from nowhere */
            tb_stream_check(d, got);
        }
        held = *d->m_valid && !out;
        dut_tick(d);
        if (in && s->in_cycle) {
            s->in_cycle[sent] = d->cycle;
        }
        if (out && s->out_cycle) {
            s->out_cycle[got] = d->cycle;
        }
        sent += in;
        got += out;
        if (in) {
            *d->s_valid = 0;
        }
        assert_true(d->cycle - start < 1000 + 50 * (uint64_t)s->count); /* it ends */
    }
    return d->cycle - start;
}

#endif
