/* SPDX-License-Identifier: Apache-2.0 */
/* test_urma_axi_m: memory commands as AXI4 bursts, against a byte array; rules of the bus, order,
 * latency, throughput, errors.
 * Long, because one model of the bus serves all its tests.
 * DUT: urma_axi_m
 * DUT: urma_axi_m -GDATA_W=256 -GMAX_RD=3 -GMAX_WR=3
 * DUT: urma_axi_m -GDATA_W=1024 -GMAX_RD=6 -GMAX_WR=6
 */
#include "dut.h"
#include "tb.h"

#ifndef DUT_P_MAX_RD
#define DUT_P_MAX_RD 64
#define DUT_P_MAX_WR 64
#endif

#define LANES ((uint32_t)DUT_W_s_w_data / 8)
#define WORDS (LANES / 4)
#define PAGE 4096u
#define LEN_MAX 8192u

/* The commands lie on both sides of a 4 GiB boundary, so that every bit of a page number moves. */
#define REGION_BASE UINT64_C(0x1ffff8000)
#define REGION_BYTES 0x10000u

#define CMDS_MAX 4096u
#define QUEUE 1024u /* bursts or beats on the way, power of two */

enum { AXI_OKAY = 0, AXI_SLVERR = 2, AXI_INCR = 1 };

struct cmd {
    uint32_t off; /* address - REGION_BASE */
    uint32_t len;
};

struct burst {
    uint32_t off;
    uint32_t beats;
};

struct beat {
    uint32_t data[WORDS];
    uint8_t strb[LANES / 8];
    bool last;
};

/* What a stream that leaves the module showed in the cycle before. */
struct held {
    bool stalled;
    uint64_t a, b;
    struct beat beat;
};

struct bench {
    struct dut *d;
    struct tb_rng rng;
    uint32_t stall_percent; /* of the cycles, for each stream by itself */
    uint32_t error_percent; /* of the beats read and the bursts written */

    uint8_t mem[REGION_BYTES];  /* what the bus side holds */
    uint8_t want[REGION_BYTES]; /* what it must hold in the end */

    struct cmd rd[CMDS_MAX], wr[CMDS_MAX];
    uint32_t rd_count, rd_sent, rd_done, r_beat;
    uint32_t wr_count, wr_sent, wr_done, w_cmd, w_beat;
    bool r_failed;
    uint32_t rd_failed_cmds, rd_err_strobes;
    uint32_t rd_open, wr_open; /* accepted and not answered on the bus */

    struct burst ar[QUEUE], aw[QUEUE];
    uint32_t ar_in, ar_out, ar_beat, aw_in, aw_out, aw_beat;
    struct beat w[QUEUE];
    uint32_t w_in, w_out;
    uint32_t b_off[QUEUE], b_in, b_out;
    uint32_t b_page; /* bursts answered of the command wr_answered */
    uint32_t wr_answered;
    bool wr_failed;
    bool done_next, err_next, rd_err_next; /* strobes expected in the next cycle */

    struct held ar_held, aw_held, w_held, r_held;
};

static int setup(void **state)
{
    struct bench *b = calloc(1, sizeof(*b));

    b->d = dut_create();
    b->rng.s = 1;
    dut_reset(b->d);
    *state = b;
    return 0;
}

static int teardown(void **state)
{
    struct bench *b = *state;

    dut_destroy(b->d);
    free(b);
    return 0;
}

/* ---- The model */

static uint32_t beats_of(struct cmd c) { return (c.off % LANES + c.len + LANES - 1) / LANES; }

static uint32_t pages_of(struct cmd c) { return (c.off % PAGE + c.len + PAGE - 1) / PAGE; }

/* Whether the bus fails the beat (read) or the burst (write) there. */
static bool fails(const struct bench *b, uint32_t off, bool write)
{
    struct tb_rng r = {(uint64_t)off * 2 + write};

    return tb_rng_chance(&r, b->error_percent);
}

static uint8_t payload(uint32_t cmd, uint32_t byte)
{
    return (uint8_t)(cmd * 151 + byte * 7 + (byte >> 8) * 13 + 1);
}

static void add_read(struct bench *b, uint32_t off, uint32_t len)
{
    assert_true(b->rd_count < CMDS_MAX && off + len <= REGION_BYTES);
    b->rd[b->rd_count++] = (struct cmd){off, len};
}

static void add_write(struct bench *b, uint32_t off, uint32_t len)
{
    assert_true(b->wr_count < CMDS_MAX && off + len <= REGION_BYTES);
    for (uint32_t i = 0; i < len; i++) {
        b->want[off + i] = payload(b->wr_count, i);
    }
    b->wr[b->wr_count++] = (struct cmd){off, len};
}

static void fill_memory(struct bench *b)
{
    tb_rng_fill(&b->rng, b->mem, sizeof(b->mem));
    memcpy(b->want, b->mem, sizeof(b->mem));
}

/* ---- Drive */

static bool go(struct bench *b) { return !tb_rng_chance(&b->rng, b->stall_percent); }

static void drive_commands(struct bench *b)
{
    struct dut *d = b->d;

    if (!*d->s_rd_valid && b->rd_sent < b->rd_count && go(b)) {
        *d->s_rd_valid = 1;
        *d->s_rd_addr = REGION_BASE + b->rd[b->rd_sent].off;
        *d->s_rd_len = (uint16_t)b->rd[b->rd_sent].len;
    }
    if (!*d->s_wr_valid && b->wr_sent < b->wr_count && go(b)) {
        *d->s_wr_valid = 1;
        *d->s_wr_addr = REGION_BASE + b->wr[b->wr_sent].off;
        *d->s_wr_len = (uint16_t)b->wr[b->wr_sent].len;
    }
    if (!*d->s_w_valid && b->w_cmd < b->wr_count && go(b)) {
        struct cmd c = b->wr[b->w_cmd];

        *d->s_w_valid = 1;
        for (uint32_t i = 0; i < LANES; i++) {
            uint32_t byte = b->w_beat * LANES + i - c.off % LANES; /* wraps before the first */
            bool inside = byte < c.len;

            tb_set_byte(d->s_w_data, i,
                        inside ? payload(b->w_cmd, byte) : (uint8_t)tb_rng_next(&b->rng));
        }
    }
}

static void drive_bus(struct bench *b)
{
    struct dut *d = b->d;

    *d->m_axi_arready = go(b);
    *d->m_axi_awready = go(b);
    *d->m_axi_wready = go(b);
    *d->m_r_ready = go(b);
    if (!*d->m_axi_rvalid && b->ar_out != b->ar_in && go(b)) {
        struct burst *u = &b->ar[b->ar_out % QUEUE];
        uint32_t off = u->off + b->ar_beat * LANES;

        *d->m_axi_rvalid = 1;
        *d->m_axi_rid = 0;
        *d->m_axi_rlast = b->ar_beat + 1 == u->beats;
        *d->m_axi_rresp = fails(b, off, false) ? AXI_SLVERR : AXI_OKAY;
        for (uint32_t i = 0; i < LANES; i++) {
            tb_set_byte(d->m_axi_rdata, i, b->mem[off + i]);
        }
    }
    if (!*d->m_axi_bvalid && b->b_out != b->b_in && go(b)) {
        *d->m_axi_bvalid = 1;
        *d->m_axi_bid = 1;
        *d->m_axi_bresp = fails(b, b->b_off[b->b_out % QUEUE], true) ? AXI_SLVERR : AXI_OKAY;
    }
}

/* ---- Watch */

static struct burst take_burst(uint64_t addr, uint8_t len, uint8_t size, uint8_t type)
{
    struct burst u = {(uint32_t)(addr - REGION_BASE), len + 1u};

    assert_true(addr >= REGION_BASE && u.off + u.beats * LANES <= REGION_BYTES);
    assert_int_equal(addr % LANES, 0);
    assert_int_equal(1u << size, LANES);
    assert_int_equal(type, AXI_INCR);
    assert_int_equal(u.off / PAGE, (u.off + u.beats * LANES - 1) / PAGE); /* no 4 KiB crossing */
    return u;
}

static void check_held(struct held *h, bool valid, bool ready, uint64_t x, uint64_t y)
{
    if (h->stalled) {
        assert_true(valid);
        assert_int_equal(h->a, x);
        assert_int_equal(h->b, y);
    }
    h->stalled = valid && !ready;
    h->a = x;
    h->b = y;
}

static void check_held_beat(struct held *h, bool valid, bool ready, const struct beat *beat)
{
    if (h->stalled) {
        assert_true(valid);
        assert_memory_equal(&h->beat, beat, sizeof(*beat));
    }
    h->stalled = valid && !ready;
    h->beat = *beat;
}

static void watch_commands(struct bench *b)
{
    struct dut *d = b->d;

    if (*d->s_rd_valid && *d->s_rd_ready) {
        b->rd_sent++;
        b->rd_open++;
    }
    if (*d->s_wr_valid && *d->s_wr_ready) {
        b->wr_sent++;
        b->wr_open++;
    }
    if (*d->s_w_valid && *d->s_w_ready && ++b->w_beat == beats_of(b->wr[b->w_cmd])) {
        b->w_cmd++;
        b->w_beat = 0;
    }
}

static void watch_read(struct bench *b)
{
    struct dut *d = b->d;
    struct beat r = {.last = *d->m_r_last};

    memcpy(r.data, d->m_r_data, LANES);
    r.strb[0] = *d->m_r_err;
    check_held_beat(&b->r_held, *d->m_r_valid, *d->m_r_ready, &r);
    check_held(&b->ar_held, *d->m_axi_arvalid, *d->m_axi_arready, *d->m_axi_araddr,
               *d->m_axi_arlen);

    if (*d->m_axi_arvalid && *d->m_axi_arready) {
        assert_int_equal(*d->m_axi_arid, 0);
        b->ar[b->ar_in++ % QUEUE] =
            take_burst(*d->m_axi_araddr, *d->m_axi_arlen, *d->m_axi_arsize, *d->m_axi_arburst);
    }
    if (*d->m_axi_rvalid && *d->m_axi_rready) {
        b->ar_beat++;
        if (*d->m_axi_rlast) {
            struct burst *u = &b->ar[b->ar_out++ % QUEUE];
            struct cmd c = b->rd[b->rd_sent - b->rd_open];

            b->ar_beat = 0;
            b->rd_open -= u->off + u->beats * LANES >= c.off + c.len;
        }
    }
    if (*d->m_r_valid && *d->m_r_ready) {
        struct cmd c = b->rd[b->rd_done];
        uint32_t off = c.off / LANES * LANES + b->r_beat * LANES;

        b->r_failed |= fails(b, off, false);
        for (uint32_t i = 0; i < LANES; i++) {
            assert_int_equal(tb_byte(d->m_r_data, i), b->mem[off + i]);
        }
        assert_int_equal(*d->m_r_err, b->r_failed);
        assert_int_equal(*d->m_r_last, ++b->r_beat == beats_of(c));
        if (*d->m_r_last) {
            b->rd_failed_cmds += b->r_failed;
            b->rd_done++;
            b->r_beat = 0;
            b->r_failed = false;
        }
    }
    b->rd_err_strobes += *d->stat_rd_err;
}

/* Bursts and beats meet here, as in a memory; W may be ahead of AW. */
static void join_write(struct bench *b)
{
    while (b->aw_out != b->aw_in && b->w_out != b->w_in) {
        struct burst *u = &b->aw[b->aw_out % QUEUE];
        struct beat *w = &b->w[b->w_out++ % QUEUE];
        uint32_t off = u->off + b->aw_beat++ * LANES;
        uint32_t written = 0;

        for (uint32_t i = 0; i < LANES; i++) {
            if (w->strb[i / 8] >> (i % 8) & 1) {
                b->mem[off + i] = tb_byte(w->data, i);
                written++;
            }
        }
        assert_true(written > 0); /* no empty beats */
        assert_int_equal(w->last, b->aw_beat == u->beats);
        if (w->last) {
            b->b_off[b->b_in++ % QUEUE] = u->off;
            b->aw_out++;
            b->aw_beat = 0;
        }
    }
}

static void watch_write(struct bench *b)
{
    struct dut *d = b->d;
    struct beat w = {.last = *d->m_axi_wlast};

    memcpy(w.data, d->m_axi_wdata, LANES);
    memcpy(w.strb, d->m_axi_wstrb, LANES / 8);
    check_held_beat(&b->w_held, *d->m_axi_wvalid, *d->m_axi_wready, &w);
    check_held(&b->aw_held, *d->m_axi_awvalid, *d->m_axi_awready, *d->m_axi_awaddr,
               *d->m_axi_awlen);

    if (*d->m_axi_awvalid && *d->m_axi_awready) {
        assert_int_equal(*d->m_axi_awid, 1);
        b->aw[b->aw_in++ % QUEUE] =
            take_burst(*d->m_axi_awaddr, *d->m_axi_awlen, *d->m_axi_awsize, *d->m_axi_awburst);
    }
    if (*d->m_axi_wvalid && *d->m_axi_wready) {
        b->w[b->w_in++ % QUEUE] = w;
    }
    join_write(b);

    assert_int_equal(*d->m_done_valid, b->done_next);
    assert_int_equal(*d->stat_wr_err, b->err_next);
    b->done_next = false;
    b->err_next = false;
    b->wr_done += *d->m_done_valid;
    if (*d->m_axi_bvalid && *d->m_axi_bready) {
        b->b_out++;
        b->wr_failed |= *d->m_axi_bresp != AXI_OKAY;
        if (++b->b_page == pages_of(b->wr[b->wr_answered])) {
            b->done_next = true;
            b->err_next = b->wr_failed;
            b->wr_failed = false;
            b->b_page = 0;
            b->wr_answered++;
            b->wr_open--;
        }
    }
}

/* One cycle of everything. */
static void cycle(struct bench *b)
{
    struct dut *d = b->d;

    drive_commands(b);
    drive_bus(b);
    dut_eval(d);
    assert_int_equal(*d->stat_rd_outstanding, b->rd_open);
    assert_int_equal(*d->stat_wr_outstanding, b->wr_open);
    bool rd = *d->s_rd_valid && *d->s_rd_ready;
    bool wr = *d->s_wr_valid && *d->s_wr_ready;
    bool w = *d->s_w_valid && *d->s_w_ready;
    bool r = *d->m_axi_rvalid && *d->m_axi_rready;
    bool resp = *d->m_axi_bvalid && *d->m_axi_bready;
    watch_commands(b);
    watch_read(b);
    watch_write(b);
    dut_tick(d);
    *d->s_rd_valid &= !rd;
    *d->s_wr_valid &= !wr;
    *d->s_w_valid &= !w;
    *d->m_axi_rvalid &= !r;
    *d->m_axi_bvalid &= !resp;
    dut_eval(d);
}

static uint32_t run_all(struct bench *b)
{
    uint32_t cycles = 0;

    while (b->rd_done < b->rd_count || b->wr_done < b->wr_count) {
        cycle(b);
        assert_true(++cycles < 4000000);
    }
    cycle(b); /* the last strobe */
    assert_int_equal(*b->d->stat_idle, 1);
    assert_memory_equal(b->mem, b->want, REGION_BYTES);
    assert_int_equal(b->rd_err_strobes, b->rd_failed_cmds);
    return cycles;
}

/* ---- Bytes */

static const uint32_t lengths[] = {1, 2, 63, 64, 65, 127, 128, 129, 4095, 4096, 4097, 8191, 8192};

/* Every alignment and length, at the start of a page, at its last beat, and one beat before. */
static void every_alignment(struct bench *b, void (*add)(struct bench *, uint32_t, uint32_t))
{
    const uint32_t places[] = {PAGE, 2 * PAGE - LANES, 2 * PAGE - 2 * LANES};

    for (uint32_t p = 0; p < 3; p++) {
        for (uint32_t align = 0; align < LANES; align++) {
            for (uint32_t l = 0; l < sizeof(lengths) / sizeof(lengths[0]); l++) {
                b->rd_count = b->rd_sent = b->rd_done = 0;
                b->wr_count = b->wr_sent = b->wr_done = b->w_cmd = b->wr_answered = 0;
                add(b, places[p] + 6 * PAGE * (l & 1) + align, lengths[l]);
                run_all(b);
            }
        }
    }
}

static void urma_axi_m_writes_exact_bytes_when_aligned_anyhow(void **state)
{
    struct bench *b = *state;

    fill_memory(b);
    every_alignment(b, add_write);
}

static void urma_axi_m_reads_exact_beats_when_aligned_anyhow(void **state)
{
    struct bench *b = *state;

    fill_memory(b);
    every_alignment(b, add_read);
}

static uint32_t random_length(struct bench *b)
{
    uint32_t len = 1;

    switch (tb_rng_below(&b->rng, 4)) {
    case 0:
        len += tb_rng_below(&b->rng, LANES);
        break;
    case 1:
        len += tb_rng_below(&b->rng, 4 * LANES);
        break;
    case 2:
        len = lengths[tb_rng_below(&b->rng, sizeof(lengths) / sizeof(lengths[0]))];
        break;
    default:
        len += tb_rng_below(&b->rng, LEN_MAX);
        break;
    }
    return len;
}

/* Reads and writes together: reads use the lower half of the memory, writes the upper half. */
static void random_traffic(struct bench *b, uint32_t stall_percent, uint32_t error_percent)
{
    b->stall_percent = stall_percent;
    b->error_percent = error_percent;
    fill_memory(b);
    for (uint32_t i = 0; i < 300; i++) {
        uint32_t len = random_length(b);

        add_read(b, tb_rng_below(&b->rng, REGION_BYTES / 2 - len + 1), len);
        len = random_length(b);
        add_write(b, REGION_BYTES / 2 + tb_rng_below(&b->rng, REGION_BYTES / 2 - len + 1), len);
    }
    run_all(b);
}

static void urma_axi_m_keeps_order_and_bytes_when_all_streams_stall(void **state)
{
    struct bench *b = *state;

    b->rng = tb_rng_seed(11);
    random_traffic(b, 50, 0);
}

static void urma_axi_m_keeps_order_and_bytes_when_streams_seldom_stall(void **state)
{
    struct bench *b = *state;

    b->rng = tb_rng_seed(12);
    random_traffic(b, 5, 0);
}

static void urma_axi_m_marks_the_failed_commands_when_the_bus_fails(void **state)
{
    struct bench *b = *state;

    b->rng = tb_rng_seed(13);
    random_traffic(b, 25, 4);
    assert_true(b->rd_failed_cmds > 10 && b->rd_failed_cmds < b->rd_count - 10);
}

/* ---- Latency: quiet bus, single pokes. */

static void urma_axi_m_shows_ar_one_cycle_after_the_command_when_idle(void **state)
{
    struct dut *d = ((struct bench *)*state)->d;

    *d->s_rd_valid = 1;
    *d->s_rd_addr = 0x1234567890abcdef;
    *d->s_rd_len = 1;
    dut_eval(d);
    assert_int_equal(*d->s_rd_ready, 1);
    assert_int_equal(*d->m_axi_arvalid, 0);
    dut_tick(d);
    *d->s_rd_valid = 0;
    dut_eval(d);
    assert_int_equal(*d->m_axi_arvalid, 1);
    assert_int_equal(*d->m_axi_araddr, 0x1234567890abcdef / LANES * LANES);
    assert_int_equal(*d->m_axi_arlen, 0);
}

static void urma_axi_m_shows_aw_and_w_one_cycle_after_both_came_when_idle(void **state)
{
    struct dut *d = ((struct bench *)*state)->d;

    *d->s_wr_valid = 1;
    *d->s_wr_addr = 0x1000 + 5;
    *d->s_wr_len = 3;
    *d->s_w_valid = 1;
    d->s_w_data[1] = 0xaabbccdd;
    dut_eval(d);
    assert_int_equal(*d->s_wr_ready, 1);
    assert_int_equal(*d->s_w_ready, 1);
    assert_int_equal(*d->m_axi_awvalid, 0);
    assert_int_equal(*d->m_axi_wvalid, 0);
    dut_tick(d);
    *d->s_wr_valid = 0;
    *d->s_w_valid = 0;
    dut_eval(d);
    assert_int_equal(*d->m_axi_awvalid, 1);
    assert_int_equal(*d->m_axi_wvalid, 1);
    assert_int_equal(*d->m_axi_wlast, 1);
    assert_int_equal(*(uint8_t *)d->m_axi_wstrb, 0xe0);
    assert_int_equal(d->m_axi_wdata[1], 0xaabbccdd);
}

static void urma_axi_m_parks_a_beat_when_its_command_comes_later(void **state)
{
    struct dut *d = ((struct bench *)*state)->d;

    *d->s_w_valid = 1;
    d->s_w_data[0] = 0x11223344;
    dut_eval(d);
    assert_int_equal(*d->s_w_ready, 1);
    dut_tick(d);
    d->s_w_data[0] = 0;
    dut_eval(d);
    assert_int_equal(*d->s_w_ready, 0); /* the second waits outside */
    assert_int_equal(*d->m_axi_wvalid, 0);
    *d->s_wr_valid = 1;
    *d->s_wr_len = 4;
    dut_eval(d);
    dut_tick(d);
    *d->s_wr_valid = 0;
    *d->s_w_valid = 0;
    dut_eval(d);
    assert_int_equal(*d->m_axi_wvalid, 1);
    assert_int_equal(d->m_axi_wdata[0], 0x11223344);
    assert_int_equal(*(uint8_t *)d->m_axi_wstrb, 0x0f);
}

static void urma_axi_m_shows_read_data_one_cycle_after_r_when_free(void **state)
{
    struct dut *d = ((struct bench *)*state)->d;

    *d->m_axi_arready = 1;
    *d->s_rd_valid = 1;
    *d->s_rd_len = 1;
    dut_tick(d);
    *d->s_rd_valid = 0;
    dut_tick(d);
    *d->m_axi_rvalid = 1;
    *d->m_axi_rlast = 1;
    d->m_axi_rdata[WORDS - 1] = 77;
    dut_eval(d);
    assert_int_equal(*d->m_axi_rready, 1);
    assert_int_equal(*d->m_r_valid, 0);
    dut_tick(d);
    *d->m_axi_rvalid = 0;
    dut_eval(d);
    assert_int_equal(*d->m_r_valid, 1);
    assert_int_equal(*d->m_r_last, 1);
    assert_int_equal(d->m_r_data[WORDS - 1], 77);
}

/* ---- Throughput and limits */

static void open_all(struct bench *b)
{
    b->stall_percent = 0;
    fill_memory(b);
}

static void urma_axi_m_moves_one_store_per_cycle_when_each_is_one_beat(void **state)
{
    struct bench *b = *state;
    uint32_t count = DUT_P_MAX_WR > 16 ? 500 : 0; /* with few answers open the bus sets the pace */

    open_all(b);
    for (uint32_t i = 0; i < count; i++) {
        add_write(b, i * LANES, i % 2 ? LANES : LANES / 4);
    }
    /* Command and W in one cycle, bus the next, B, strobe: 3 more cycles. */
    assert_true(run_all(b) <= count + 4);
}

static void urma_axi_m_moves_one_read_per_cycle_when_each_is_one_beat(void **state)
{
    struct bench *b = *state;
    uint32_t count = DUT_P_MAX_RD > 16 ? 500 : 0;

    open_all(b);
    for (uint32_t i = 0; i < count; i++) {
        add_read(b, i * LANES, LANES);
    }
    assert_true(run_all(b) <= count + 4);
}

static void urma_axi_m_moves_one_beat_per_cycle_when_commands_are_long(void **state)
{
    struct bench *b = *state;
    uint32_t beats = 0;

    open_all(b);
    for (uint32_t i = 0; i < 20; i++) {
        add_write(b, REGION_BYTES / 2 + i * 1000, LEN_MAX);
        add_read(b, i * 1000, LEN_MAX);
        beats += beats_of(b->wr[i]);
    }
    assert_true(run_all(b) <= beats + 6);
}

static void urma_axi_m_stops_commands_when_too_many_are_unanswered(void **state)
{
    struct dut *d = ((struct bench *)*state)->d;
    uint32_t rd = 0;
    uint32_t wr = 0;

    *d->m_axi_arready = 1;
    *d->m_axi_awready = 1;
    *d->m_axi_wready = 1;
    *d->s_rd_valid = 1;
    *d->s_wr_valid = 1;
    *d->s_w_valid = 1;
    *d->s_rd_len = 1;
    *d->s_wr_len = 1;
    for (uint32_t i = 0; i < 300; i++) {
        dut_eval(d);
        rd += *d->s_rd_ready;
        wr += *d->s_wr_ready;
        dut_tick(d);
    }
    assert_int_equal(rd, DUT_P_MAX_RD);
    assert_int_equal(wr, DUT_P_MAX_WR);
    assert_int_equal(*d->stat_rd_outstanding, DUT_P_MAX_RD);
    assert_int_equal(*d->stat_wr_outstanding, DUT_P_MAX_WR);

    *d->m_axi_rvalid = 1;
    *d->m_axi_rlast = 1;
    *d->m_axi_bvalid = 1;
    *d->m_axi_bid = 1;
    dut_tick(d);
    *d->m_axi_rvalid = 0;
    *d->m_axi_bvalid = 0;
    dut_eval(d);
    assert_int_equal(*d->s_rd_ready, 1); /* one answer, one more command */
    assert_int_equal(*d->s_wr_ready, 1);
    dut_tick(d);
    assert_int_equal(*d->s_rd_ready, 0);
    assert_int_equal(*d->s_wr_ready, 0);
}

/* ---- Independence and idle */

static void urma_axi_m_sends_w_when_aw_is_held_and_the_other_way_round(void **state)
{
    struct dut *d = ((struct bench *)*state)->d;

    *d->s_wr_valid = 1;
    *d->s_wr_len = 1;
    *d->s_w_valid = 1;
    *d->m_axi_wready = 1;
    dut_tick(d); /* both registers are loaded */
    *d->s_wr_valid = 0;
    *d->s_w_valid = 0;
    dut_tick(d); /* W leaves, AW stays */
    assert_int_equal(*d->m_axi_awvalid, 1);
    assert_int_equal(*d->m_axi_wvalid, 0);

    *d->m_axi_wready = 0;
    *d->m_axi_awready = 1;
    *d->s_wr_valid = 1;
    *d->s_w_valid = 1;
    dut_tick(d);
    *d->s_wr_valid = 0;
    *d->s_w_valid = 0;
    dut_tick(d); /* AW leaves, W stays */
    assert_int_equal(*d->m_axi_awvalid, 0);
    assert_int_equal(*d->m_axi_wvalid, 1);
}

static void urma_axi_m_is_not_idle_when_a_burst_cannot_leave(void **state)
{
    struct dut *d = ((struct bench *)*state)->d;

    *d->s_rd_valid = 1;
    *d->s_rd_len = 1;
    dut_tick(d);
    *d->s_rd_valid = 0;
    assert_int_equal(*d->stat_idle, 0); /* AR is held */
    *d->m_axi_arready = 1;
    dut_tick(d);
    assert_int_equal(*d->stat_idle, 1);

    *d->m_axi_wready = 1;
    *d->s_wr_valid = 1;
    *d->s_wr_len = 1;
    *d->s_w_valid = 1;
    dut_tick(d);
    *d->s_wr_valid = 0;
    *d->s_w_valid = 0;
    dut_tick(d);
    assert_int_equal(*d->m_axi_wvalid, 0);
    assert_int_equal(*d->stat_idle, 0); /* AW is held */
    *d->m_axi_awready = 1;
    dut_tick(d);
    assert_int_equal(*d->stat_idle, 1);

    *d->m_axi_rvalid = 1;
    *d->m_axi_rlast = 1;
    *d->m_axi_rresp = AXI_SLVERR;
    *d->m_r_ready = 1;
    dut_tick(d);
    *d->m_axi_rvalid = 0;
    assert_int_equal(*d->stat_rd_err, 1);
    assert_int_equal(*d->stat_idle, 0);
    dut_tick(d);
    assert_int_equal(*d->stat_rd_err, 0);
    assert_int_equal(*d->stat_idle, 1);

    *d->s_w_valid = 1; /* a beat without a command */
    dut_tick(d);
    *d->s_w_valid = 0;
    assert_int_equal(*d->stat_idle, 0);
}

static void urma_axi_m_is_idle_when_only_answers_are_awaited(void **state)
{
    struct dut *d = ((struct bench *)*state)->d;

    dut_eval(d);
    assert_int_equal(*d->stat_idle, 1);
    *d->s_rd_valid = 1;
    *d->s_rd_addr = PAGE - 1; /* two bursts */
    *d->s_rd_len = 2;
    *d->s_wr_valid = 1;
    *d->s_wr_len = 1;
    dut_tick(d);
    *d->s_rd_valid = 0;
    *d->s_wr_valid = 0;
    *d->m_axi_awready = 1;
    *d->m_axi_arready = 1;
    *d->m_axi_wready = 1;
    dut_tick(d);
    dut_tick(d);
    dut_tick(d);
    assert_int_equal(*d->m_axi_arvalid, 0);
    assert_int_equal(*d->m_axi_awvalid, 0);
    assert_int_equal(*d->stat_idle, 0); /* the write lacks its beat */
    *d->s_w_valid = 1;
    dut_tick(d);
    *d->s_w_valid = 0;
    assert_int_equal(*d->stat_idle, 0); /* the beat leaves */
    dut_tick(d);
    assert_int_equal(*d->stat_idle, 1);
    assert_int_equal(*d->stat_rd_outstanding, 1);
    assert_int_equal(*d->stat_wr_outstanding, 1);

    *d->m_axi_bvalid = 1;
    *d->m_axi_bid = 1;
    dut_tick(d);
    *d->m_axi_bvalid = 0;
    assert_int_equal(*d->m_done_valid, 1);
    assert_int_equal(*d->stat_idle, 0); /* the strobe must fall */
    dut_tick(d);
    assert_int_equal(*d->stat_idle, 1);

    *d->m_axi_rvalid = 1;
    *d->m_axi_rlast = 1;
    dut_tick(d);
    *d->m_axi_rvalid = 0;
    assert_int_equal(*d->m_r_last, 0); /* end of a burst, not of the command */
    assert_int_equal(*d->stat_idle, 0);
    assert_int_equal(*d->stat_rd_outstanding, 1);
    *d->m_r_ready = 1;
    dut_tick(d);
    assert_int_equal(*d->stat_idle, 1);
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(urma_axi_m_writes_exact_bytes_when_aligned_anyhow),
        TEST(urma_axi_m_reads_exact_beats_when_aligned_anyhow),
        TEST(urma_axi_m_keeps_order_and_bytes_when_all_streams_stall),
        TEST(urma_axi_m_keeps_order_and_bytes_when_streams_seldom_stall),
        TEST(urma_axi_m_marks_the_failed_commands_when_the_bus_fails),
        TEST(urma_axi_m_shows_ar_one_cycle_after_the_command_when_idle),
        TEST(urma_axi_m_shows_aw_and_w_one_cycle_after_both_came_when_idle),
        TEST(urma_axi_m_parks_a_beat_when_its_command_comes_later),
        TEST(urma_axi_m_shows_read_data_one_cycle_after_r_when_free),
        TEST(urma_axi_m_moves_one_store_per_cycle_when_each_is_one_beat),
        TEST(urma_axi_m_moves_one_read_per_cycle_when_each_is_one_beat),
        TEST(urma_axi_m_moves_one_beat_per_cycle_when_commands_are_long),
        TEST(urma_axi_m_stops_commands_when_too_many_are_unanswered),
        TEST(urma_axi_m_sends_w_when_aw_is_held_and_the_other_way_round),
        TEST(urma_axi_m_is_not_idle_when_a_burst_cannot_leave),
        TEST(urma_axi_m_is_idle_when_only_answers_are_awaited),
    };

    return cmocka_run_group_tests_name("urma_axi_m", tests, NULL, NULL);
}
