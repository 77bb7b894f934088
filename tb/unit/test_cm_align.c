/* SPDX-License-Identifier: Apache-2.0 */
/* test_cm_align: two cycles; all offset pairs by many lengths against bytes; exact cycle count. */
/* DUT: cm_align -GDATA_W=128 */
/* DUT: cm_align -GDATA_W=256 */
/* DUT: cm_align -GDATA_W=512 */
/* DUT: cm_align -GDATA_W=1024 */
#include "dut.h"

#define LANES (DUT_P_DATA_W / 8)

/** One packet; its byte i is byte i of the sequence seeded with its number. */
struct packet {
    uint32_t src;
    uint32_t dst;
    uint32_t len;
};

/** Byte i of packet number n. */
static uint8_t align_byte(uint32_t n, uint32_t i)
{
    return (uint8_t)((n * 0x9e3779b1u + i * 0x85ebca6bu) >> 16);
}

static uint32_t align_beats(uint32_t off, uint32_t len) { return (off + len + LANES - 1) / LANES; }

/** Beat b of packet n as it goes in; lanes outside of the packet are noise. */
static void align_put(struct dut *d, struct tb_rng *r, const struct packet *p, uint32_t n,
                      uint32_t b)
{
    tb_rng_fill(r, d->s_data, LANES);
    for (uint32_t l = 0; l < LANES; l++) {
        uint32_t at = b * LANES + l;
        if (at >= p->src && at < p->src + p->len) {
            tb_set_byte(d->s_data, l, align_byte(n, at - p->src));
        }
    }
}

/** Check beat b of packet n as it comes out; lanes outside of the packet are zero. */
static void align_check(const struct dut *d, const struct packet *p, uint32_t n, uint32_t b)
{
    uint32_t want[LANES / 4] = {0};

    for (uint32_t l = 0; l < LANES; l++) {
        uint32_t at = b * LANES + l;
        if (at >= p->dst && at < p->dst + p->len) {
            tb_set_byte(want, l, align_byte(n, at - p->dst));
        }
    }
    assert_memory_equal(d->m_data, want, sizeof want);
    assert_int_equal(*d->m_last, b + 1 == align_beats(p->dst, p->len));
}

/** Where the three sides of the test stand. */
struct place {
    uint32_t packet;
    uint32_t beat;
};

/** Step to the next of `beats` beats. */
static void align_step(struct place *at, uint32_t beats)
{
    if (++at->beat == beats) {
        at->beat = 0;
        at->packet++;
    }
}

/** Send packets, check them; stall each of the three sides in that percentage of cycles.
 *  @return cycles from the first edge to the edge of the last output beat. */
static uint64_t align_run(struct dut *d, struct tb_rng *r, const struct packet *p, uint32_t count,
                          uint32_t stall)
{
    struct place in = {0, 0};
    struct place out = {0, 0};
    uint32_t cmd = 0;
    bool held = false;
    uint64_t start = d->cycle;
    uint64_t last_move = start;

    *d->s_cmd_valid = 0;
    *d->s_valid = 0;
    while (out.packet < count) {
        if (!*d->s_cmd_valid && cmd < count && !tb_rng_chance(r, stall)) {
            *d->s_cmd_valid = 1;
            *d->s_cmd_src_off = (uint8_t)p[cmd].src;
            *d->s_cmd_dst_off = (uint8_t)p[cmd].dst;
            *d->s_cmd_len_bytes = (uint16_t)p[cmd].len;
        }
        if (!*d->s_valid && in.packet < count && !tb_rng_chance(r, stall)) {
            *d->s_valid = 1;
            align_put(d, r, &p[in.packet], in.packet, in.beat);
        }
        *d->m_ready = !tb_rng_chance(r, stall);
        dut_eval(d);
        bool cmd_moves = *d->s_cmd_valid && *d->s_cmd_ready;
        bool in_moves = *d->s_valid && *d->s_ready;
        bool out_moves = *d->m_valid && *d->m_ready;
        assert_true(!held || *d->m_valid);
        held = *d->m_valid && !out_moves;
        if (*d->m_valid) {
            align_check(d, &p[out.packet], out.packet, out.beat);
        }
        dut_tick(d);
        if (cmd_moves) {
            cmd++;
            *d->s_cmd_valid = 0;
        }
        if (in_moves) {
            align_step(&in, align_beats(p[in.packet].src, p[in.packet].len));
            *d->s_valid = 0;
        }
        if (out_moves) {
            align_step(&out, align_beats(p[out.packet].dst, p[out.packet].len));
            last_move = d->cycle;
        }
        assert_true(d->cycle - last_move < 1000);
    }
    *d->s_cmd_valid = 0;
    assert_int_equal(in.packet, count);
    assert_int_equal(*d->stat_idle, 1);
    return d->cycle - start;
}

/** Cycles that the header contract of cm_align promises without stalls. */
static uint64_t align_cycles(const struct packet *p, uint32_t count)
{
    uint64_t cycles = 3; /* command, two stages */
    bool tail = false;

    for (uint32_t i = 0; i < count; i++) {
        uint32_t n_in = align_beats(p[i].src, p[i].len);
        uint32_t n_out = align_beats(p[i].dst, p[i].len);
        bool down = p[i].dst < p[i].src && n_in > 1;

        cycles += n_in + (tail && !down);
        tail = down ? n_out == n_in : n_out > n_in;
    }
    return cycles + tail;
}

static void align_gives_beat_after_two_cycles(void **state)
{
    (void)state;
    struct tb_rng r = tb_rng_seed(1);
    struct dut *d = dut_create();
    struct packet p[] = {{0, 0, LANES}, {9, 3, 4}, {3, 9, 4}};

    for (uint32_t i = 0; i < 3; i++) {
        dut_reset(d);
        *d->s_cmd_valid = 1;
        *d->s_cmd_src_off = (uint8_t)p[i].src;
        *d->s_cmd_dst_off = (uint8_t)p[i].dst;
        *d->s_cmd_len_bytes = (uint16_t)p[i].len;
        dut_eval(d);
        assert_int_equal(*d->s_ready, 0); /* a beat waits for its command */
        dut_tick(d);
        *d->s_cmd_valid = 0;
        *d->s_valid = 1;
        align_put(d, &r, &p[i], i, 0);
        dut_eval(d);
        assert_int_equal(*d->s_ready, 1);
        dut_tick(d);
        *d->s_valid = 0;
        assert_int_equal(*d->m_valid, 0);
        dut_tick(d);
        assert_int_equal(*d->m_valid, 1);
        align_check(d, &p[i], i, 0);
    }
    dut_destroy(d);
}

static void align_moves_all_offset_pairs_back_to_back(void **state)
{
    (void)state;
    enum { LENS = 12 };
    struct tb_rng r = tb_rng_seed(2);
    struct dut *d = dut_create();
    const uint32_t lens[LENS] = {1, 2, 7, LANES - 1, LANES, LANES + 1, 2 * LANES, 0, 0, 0, 0, 0};
    static struct packet p[LENS * LANES];

    dut_reset(d);
    for (uint32_t src = 0; src<LANES; src += LANES> 64 ? 5 : 1) {
        uint32_t n = 0;
        for (uint32_t i = 0; i < LENS; i++) {
            for (uint32_t dst = 0; dst < LANES; dst++) {
                uint32_t len = lens[i] ? lens[i] : 1 + tb_rng_below(&r, 4 * LANES);
                p[n++] = (struct packet){src, dst, len};
            }
        }
        assert_int_equal(align_run(d, &r, p, n, 0), align_cycles(p, n));
    }
    dut_destroy(d);
}

static void align_moves_one_beat_per_cycle(void **state)
{
    (void)state;
    enum { COUNT = 100 };
    struct tb_rng r = tb_rng_seed(3);
    struct dut *d = dut_create();
    struct packet p[COUNT];
    const struct packet kinds[] = {
        {0, 0, 4 * LANES}, {3, 9, 2 * LANES}, {9, 3, 2 * LANES}, {4, 0, 8}};

    dut_reset(d);
    for (uint32_t k = 0; k < 4; k++) {
        uint32_t n_in = align_beats(kinds[k].src, kinds[k].len);
        uint32_t n_out = align_beats(kinds[k].dst, kinds[k].len);
        for (uint32_t i = 0; i < COUNT; i++) {
            p[i] = kinds[k];
        }
        assert_in_range(align_run(d, &r, p, COUNT, 0), COUNT * (n_in > n_out ? n_in : n_out),
                        COUNT * (n_in > n_out ? n_in : n_out) + 4);
    }
    dut_destroy(d);
}

static void align_moves_random_packets_when_all_sides_stall(void **state)
{
    (void)state;
    enum { COUNT = 3000 };
    struct tb_rng r = tb_rng_seed(4);
    struct dut *d = dut_create();
    static struct packet p[COUNT];

    dut_reset(d);
    for (uint32_t stall = 10; stall < 80; stall += 30) {
        for (uint32_t i = 0; i < COUNT; i++) {
            uint32_t most = tb_rng_chance(&r, 70) ? 2 * LANES : 20 * LANES;
            p[i] = (struct packet){tb_rng_below(&r, LANES), tb_rng_below(&r, LANES),
                                   1 + tb_rng_below(&r, most)};
        }
        align_run(d, &r, p, COUNT, stall);
    }
    dut_destroy(d);
}

static void align_moves_longest_packet(void **state)
{
    (void)state;
    struct tb_rng r = tb_rng_seed(5);
    struct dut *d = dut_create();
    const struct packet p[] = {{LANES - 1, 0, 16383}, {0, LANES - 1, 16383}, {1, 2, 8192}};

    dut_reset(d);
    assert_int_equal(align_run(d, &r, p, 3, 0), align_cycles(p, 3));
    dut_destroy(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(align_gives_beat_after_two_cycles),
        cmocka_unit_test(align_moves_all_offset_pairs_back_to_back),
        cmocka_unit_test(align_moves_one_beat_per_cycle),
        cmocka_unit_test(align_moves_random_packets_when_all_sides_stall),
        cmocka_unit_test(align_moves_longest_packet),
    };
    return cmocka_run_group_tests_name("cm_align", tests, NULL, NULL);
}
