/* SPDX-License-Identifier: Apache-2.0 */
/* tb_hold.h: checks the hold rule on one stream: what is valid stays, unchanged, until it moves.
 * Include after dut.h. */
#ifndef TB_HOLD_H
#define TB_HOLD_H

#define TB_HOLD_PARTS 16
#define TB_HOLD_BYTES 160

/** The stream and what it showed before. */
struct tb_hold {
    const uint8_t *valid, *ready;
    uint32_t parts;
    struct {
        const void *p;
        size_t bytes;
    } part[TB_HOLD_PARTS];
    bool stalled;
    uint8_t before[TB_HOLD_BYTES];
};

/** Bytes of a port in memory. */
#define TB_HOLD_SIZE(port)                                                                         \
    (DUT_W_##port > 64   ? DUT_WORDS(port) * 4u                                                    \
     : DUT_W_##port > 32 ? 8u                                                                      \
     : DUT_W_##port > 16 ? 4u                                                                      \
     : DUT_W_##port > 8  ? 2u                                                                      \
                         : 1u)

/** Watch one more port of the stream. */
#define TB_HOLD_ADD(h, d, port)                                                                    \
    do {                                                                                           \
        assert_true((h)->parts < TB_HOLD_PARTS);                                                   \
        (h)->part[(h)->parts].p = (d)->port;                                                       \
        (h)->part[(h)->parts++].bytes = TB_HOLD_SIZE(port);                                        \
    } while (0)

/** Look at the stream. Call once a cycle, after dut_eval and before dut_tick.
 *  @return true when a word moves at the edge to come. */
static inline bool tb_hold_check(struct tb_hold *h)
{
    size_t n = 0;

    assert_true(!h->stalled || *h->valid);
    for (uint32_t i = 0; i < h->parts; i++) {
        assert_true(n + h->part[i].bytes <= TB_HOLD_BYTES);
        if (h->stalled) {
            assert_memory_equal(h->part[i].p, h->before + n, h->part[i].bytes);
        }
        memcpy(h->before + n, h->part[i].p, h->part[i].bytes);
        n += h->part[i].bytes;
    }
    h->stalled = *h->valid && !*h->ready;
    return *h->valid && *h->ready;
}

#endif
