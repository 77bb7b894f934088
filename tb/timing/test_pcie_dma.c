/* SPDX-License-Identifier: Apache-2.0 */
/* test_pcie_dma: the DMA engine in Verilog (rtl/pcie/pcie_dma.v, 322 MHz) against the root complex
 * of csim/model/pcie*.c, on Gen3 x8 with a round trip of 1050 ns: the measurement of KV-Direct.
 *   reads of 64 B at random addresses, over tags and non-posted credits       pcie_reads.csv
 *   writes over their payload                                                 pcie_writes.csv
 *   reads beside writes, over the rate of the writes                          pcie_mixed.csv
 *   any lengths and addresses, completions split and ordered at random        (bytes only)
 * usage: test_pcie_dma [FOLDER]; without it no CSV is written. Every rate is compared with a
 * formula, every byte with a pattern of its address. Longer than 400 lines: one bench serves all.
 * @source KV-Direct, SOSP 2017 (numbers not read again): 64 tags, 84 non-posted and 88 posted
 * header credits, 26 B of overhead, 1050 ns, 60 M reads and 87 M writes per second
 */
#include "dut.h"
#include "tb_pcie.h"

#include "ubn/outset.h"
#include "ubn/rng.h"
#include "ubn/time.h"

#include <inttypes.h>

#define RTT_PS 1050000u
#define CREDITS_READ 84u
#define CREDITS_WRITE 88u
#define PS_PER_S 1e12
#define WARM_PS UINT64_C(20000000)
#define MEASURE_PS UINT64_C(100000000)
#define DRAIN_PS UINT64_C(100000000)
/* Reads use the lower half of the memory, writes the upper one. */
#define HALF (TB_MEM_BYTES / 2)

/* What the device does. */
struct load {
    uint32_t tags;
    uint32_t nph;           /* non-posted header credits */
    uint32_t mps_bytes;     /* largest payload of a packet */
    uint32_t write_bytes;   /* of one write; 0: no writes */
    uint32_t write_gap_cyc; /* cycles between writes, 1: as fast as it goes */
    bool any;               /* any length and address; completions split and ordered at random */
    bool read;              /* random reads of 64 B, as fast as it goes */
};

/* What happened in the measured window. Reads come in bunches of all that are open, so the time is
 * taken over whole groups of that size; so the rate is exact. */
struct tally {
    uint32_t group;
    uint64_t n;
    uint64_t first_ps;
    uint64_t whole; /* events between first_ps and whole_ps */
    uint64_t whole_ps;
};

struct rates {
    struct tally reads;
    struct tally writes; /* commands whose last packet left */
    uint64_t read_peak;  /* most reads open */
};

/* A command of the read port. */
struct ask {
    uint64_t addr;
    uint32_t bytes;
};

struct bench {
    struct tb_pcie rc;
    struct dut *d;
    struct ubn_clock clock;
    struct load load;
    struct ubn_rng rng;
    uint64_t cycle;
    uint64_t next_write_cyc;
    /* read commands in order */
    struct ask asked[1024];
    uint64_t n_asked;
    uint64_t n_read;
    struct ask ask; /* to be given next */
    uint32_t line;  /* of the oldest read, that comes next */
    /* write under way and counts */
    uint64_t write_addr;
    uint32_t write_bytes;
    uint32_t write_beat; /* beats of data given for the command write_addr */
    bool write_cmd;      /* its command was taken */
    bool write_open;
    uint64_t n_written;
    uint64_t n_sent;
    uint64_t stop_ps; /* no new commands from then on */
    struct rates rates;
};

static struct ubn_outset *outset;
static uint8_t shadow[HALF]; /* what the upper half shall hold */

static uint8_t pattern(uint64_t addr)
{
    return (uint8_t)((uint32_t)(addr / 4u) * UINT32_C(2654435761) >> (addr % 4u * 8u));
}

/* Lines of 64 B that a range touches. */
static uint32_t lines_of(uint64_t addr, uint32_t bytes)
{
    return (uint32_t)((addr + bytes - 1) / 64 - addr / 64 + 1);
}

/* ---- streams ---- */

/* Headers have their first byte in the top bits. */
static void hdr_to_port(const uint8_t hdr[UBN_TLP_HDR_BYTES], uint32_t *port)
{
    for (unsigned i = 0; i < UBN_TLP_HDR_BYTES; i++) {
        tb_set_byte(port, UBN_TLP_HDR_BYTES - 1 - i, hdr[i]);
    }
}

static void take_request(struct bench *b, uint64_t ps)
{
    struct ubn_tlp beat = {.last = *b->d->m_rq_last != 0};

    for (unsigned i = 0; i < UBN_TLP_HDR_BYTES; i++) {
        beat.hdr[i] = tb_byte(b->d->m_rq_hdr, UBN_TLP_HDR_BYTES - 1 - i);
    }
    memcpy(beat.data, b->d->m_rq_data, sizeof(beat.data));
    assert_int_equal(ubn_pcie_rq(b->rc.pcie, ps, &beat, NULL), UBN_OK);
}

static void note(struct tally *t, uint64_t ps)
{
    if (ps >= WARM_PS && ps < WARM_PS + MEASURE_PS) {
        t->first_ps = t->n == 0 ? ps : t->first_ps;
        if (t->n % t->group == 0) {
            t->whole = t->n;
            t->whole_ps = ps;
        }
        t->n++;
    }
}

static void take_line(struct bench *b, uint64_t ps)
{
    const struct ask *ask = &b->asked[b->n_read % 1024];
    const uint64_t from = ask->addr / 64 * 64 + b->line * UINT64_C(64);

    assert_true(b->n_read < b->n_asked);
    assert_int_equal(*b->d->m_r_err, 0);
    for (unsigned i = 0; i < 64; i++) {
        if (from + i >= ask->addr && from + i < ask->addr + ask->bytes) {
            assert_int_equal(tb_byte(b->d->m_r_data, i), pattern(from + i));
        }
    }
    b->line++;
    const bool last = b->line == lines_of(ask->addr, ask->bytes);
    assert_int_equal(*b->d->m_r_last, last);
    if (!last) {
        return;
    }
    b->line = 0;
    b->n_read++;
    note(&b->rates.reads, ps);
}

static struct ask next_ask(struct bench *b)
{
    if (!b->load.any) {
        return (struct ask){.addr = ubn_rng_below(&b->rng, HALF / 64) * 64, .bytes = 64};
    }
    const uint32_t most = ubn_rng_below(&b->rng, 2) == 0 ? 16 : 8192;
    const uint32_t bytes = 1 + (uint32_t)ubn_rng_below(&b->rng, most);

    return (struct ask){.addr = ubn_rng_below(&b->rng, HALF - bytes + 1), .bytes = bytes};
}

static void next_write(struct bench *b)
{
    if (b->load.any) {
        const struct ask ask = next_ask(b);

        b->write_addr = HALF + ask.addr;
        b->write_bytes = ask.bytes;
    } else {
        b->write_addr = HALF + (b->write_addr + b->write_bytes) % HALF;
        b->write_bytes = b->load.write_bytes;
    }
    for (uint32_t i = 0; i < b->write_bytes; i++) {
        shadow[b->write_addr - HALF + i] = pattern(b->write_addr + i);
    }
    b->write_open = true;
    b->write_cmd = false;
    b->write_beat = 0;
    b->next_write_cyc = b->cycle + b->load.write_gap_cyc;
}

static bool write_data_left(const struct bench *b)
{
    return b->write_beat < lines_of(b->write_addr, b->write_bytes);
}

static void drive_commands(struct bench *b, uint64_t ps)
{
    struct dut *d = b->d;
    bool on = ps < b->stop_ps;

    *d->s_rd_valid = b->load.read && on;
    *d->s_rd_addr = b->ask.addr;
    *d->s_rd_len = (uint16_t)b->ask.bytes;
    if (!b->write_open && b->load.write_bytes != 0 && on && b->cycle >= b->next_write_cyc) {
        next_write(b);
    }
    *d->s_wr_valid = b->write_open && !b->write_cmd;
    *d->s_wr_addr = b->write_addr;
    *d->s_wr_len = (uint16_t)b->write_bytes;
    *d->s_w_valid = b->write_open && write_data_left(b);
    const uint64_t line = b->write_addr / 64 * 64 + b->write_beat * UINT64_C(64);
    for (unsigned i = 0; i < 64; i++) {
        tb_set_byte(d->s_w_data, i, pattern(line + i));
    }
}

static void drive_root(struct bench *b, uint64_t ps)
{
    struct dut *d = b->d;
    const struct ubn_pcie_limits limits = ubn_pcie_limits(b->rc.pcie);
    uint64_t arrive_ps = 0;
    const struct ubn_pcie_rc *item = ubn_portq_head(&b->rc.ports->rc, &arrive_ps);

    *d->cfg_now_cyc = b->cycle;
    *d->fc_ph_limit = limits.ph;
    *d->fc_pd_limit = limits.pd;
    *d->fc_nph_limit = limits.nph;
    *d->fc_npd_limit = limits.npd;
    *d->fc_inf = limits.inf;
    *d->m_rq_ready = ubn_pcie_rq_ready(b->rc.pcie, ps);
    *d->m_r_ready = 1;
    *d->s_rc_valid = item != NULL && arrive_ps <= ps;
    if (*d->s_rc_valid != 0) {
        hdr_to_port(item->tlp.hdr, d->s_rc_hdr);
        memcpy(d->s_rc_data, item->tlp.data, sizeof(item->tlp.data));
        *d->s_rc_last = item->tlp.last;
    }
}

static void sample(struct bench *b, uint64_t ps)
{
    struct dut *d = b->d;

    if (*d->m_rq_valid != 0 && *d->m_rq_ready != 0) {
        take_request(b, ps);
    }
    if (*d->s_rc_valid != 0 && *d->s_rc_ready != 0) {
        ubn_portq_pop(&b->rc.ports->rc);
    }
    if (*d->m_r_valid != 0) {
        take_line(b, ps);
    }
    if (*d->s_rd_valid != 0 && *d->s_rd_ready != 0) {
        b->asked[b->n_asked++ % 1024] = b->ask;
        b->ask = next_ask(b);
    }
    if (*d->s_wr_valid != 0 && *d->s_wr_ready != 0) {
        b->write_cmd = true;
    }
    if (*d->s_w_valid != 0 && *d->s_w_ready != 0) {
        b->write_beat++;
    }
    if (b->write_open && b->write_cmd && !write_data_left(b)) {
        b->write_open = false;
        b->n_written++;
    }
    if (*d->m_wr_sent != 0) {
        b->n_sent++;
        note(&b->rates.writes, ps);
    }
    assert_int_equal(*d->stat_err, 0);
    assert_int_equal(*d->stat_unexpected, 0);
}

static void edge(void *ctx, uint64_t ps)
{
    struct bench *b = ctx;

    drive_commands(b, ps);
    drive_root(b, ps);
    dut_eval(b->d);
    sample(b, ps);
    dut_tick(b->d);
    b->cycle++;
}

static uint64_t next_ps(void *ctx)
{
    const struct bench *b = ctx;

    return ubn_clock_edge_ps(&b->clock, b->cycle);
}

/* ---- one point ---- */

/* Reads that may be open. */
static uint32_t open_max(const struct load *load)
{
    return load->tags < load->nph ? load->tags : load->nph;
}

static void open_bench(struct bench *b, const struct load *load)
{
    static const struct ubn_clocked_ops ops = {.next_ps = next_ps, .edge = edge};
    struct ubn_pcie_config cfg = tb_pcie_config;

    *b = (struct bench){.load = *load, .rng = {.s = 1}, .cycle = 1};
    b->ask = next_ask(b);
    memset(shadow, 0, sizeof(shadow));
    b->rates.reads.group = open_max(load);
    b->rates.writes.group = 1;
    cfg.read_ps = RTT_PS;
    cfg.nph = load->nph;
    cfg.ph = CREDITS_WRITE;
    cfg.mps_bytes = load->mps_bytes;
    if (load->any) {
        cfg.reorder = true;
        cfg.random_split = true;
        cfg.jitter_ps = 500000;
        cfg.cpl_max_bytes = 256;
        cfg.pd = 100;
    }
    tb_pcie_open(&b->rc, &cfg);
    for (uint64_t addr = 0; addr < HALF; addr++) {
        const uint8_t value = pattern(addr);

        assert_int_equal(ubn_mem_write(b->rc.mem, addr, 1, &value), UBN_OK);
    }
    b->d = dut_create();
    *b->d->cfg_req_id = TB_REQ_ID;
    *b->d->cfg_tags = (uint16_t)load->tags;
    *b->d->cfg_mrrs = 2;
    while (UINT32_C(128) << *b->d->cfg_mps < load->mps_bytes) {
        ++*b->d->cfg_mps;
    }
    dut_reset(b->d);
    assert_int_equal(ubn_engine_add_clocked(b->rc.engine, 1, &ops, b), UBN_OK);
}

/* Everything that was asked for has come and is right. */
static void close_bench(struct bench *b)
{
    assert_int_equal(b->n_read, b->n_asked);
    assert_int_equal(b->n_sent, b->n_written);
    assert_true(*b->d->stat_idle != 0);
    assert_true(ubn_pcie_idle(b->rc.pcie));
    static uint8_t got[HALF];
    assert_int_equal(ubn_mem_read(b->rc.mem, HALF, HALF, got), UBN_OK);
    assert_memory_equal(got, shadow, HALF);
    dut_destroy(b->d);
    tb_pcie_close(&b->rc);
}

static struct rates measure(const struct load *load)
{
    static struct bench b;

    open_bench(&b, load);
    b.stop_ps = WARM_PS + MEASURE_PS;
    tb_pcie_run(&b.rc, WARM_PS + MEASURE_PS + DRAIN_PS);
    struct rates r = b.rates;
    r.read_peak = ubn_pcie_counts(b.rc.pcie).reads_peak;
    assert_true(r.read_peak <= load->tags && r.read_peak <= load->nph);
    close_bench(&b);
    return r;
}

static double per_s(struct tally t)
{
    return t.whole == 0 ? 0.0 : (double)t.whole * PS_PER_S / (double)(t.whole_ps - t.first_ps);
}

/* ---- files ---- */

static FILE *csv(const char *name, const char *columns)
{
    FILE *file = NULL;

    if (outset != NULL) {
        assert_int_equal(ubn_outset_file(outset, name, &file), UBN_OK);
        fprintf(file, "%s\n", columns);
    }
    return file;
}

/* ---- experiments ---- */

/* Clock cycles that a read needs beside the round trip: completion -> data -> tag -> next request,
 * and the wait for an edge. */
#define LOOP_CYC_MAX 5u
#define PERIOD_PS 3106u

/* Bounds of the rate of reads: Little's law with the round trip, and with the cycles around it. */
static void check_reads(const struct load *load, const struct rates *r)
{
    const double open = open_max(load);
    const double link = (double)TB_GEN3_X8 / (64 + TB_OVERHEAD);
    const double high = open * PS_PER_S / RTT_PS;
    const double low = open * PS_PER_S / (RTT_PS + LOOP_CYC_MAX * PERIOD_PS);

    assert_true(per_s(r->reads) <= (high < link ? high : link) * 1.002);
    assert_true(per_s(r->reads) >= (low < link ? low : link) * 0.99);
    assert_int_equal(r->read_peak, open_max(load));
}

static void dma_reads_follow_tags_and_credits(void **state)
{
    static const uint32_t tags[] = {1, 2, 4, 8, 16, 32, 48, 64, 80, 92, 96, 112, 128};
    static const uint32_t credits[] = {16, 32, 48, 64, CREDITS_READ, 96, 112, 127};
    FILE *file = csv("pcie_reads.csv", "tags,nph_credits,read_rate_mps,open_max,formula_mps");

    (void)state;
    for (size_t c = 0; c < sizeof(credits) / sizeof(credits[0]); c++) {
        for (size_t t = 0; t < sizeof(tags) / sizeof(tags[0]); t++) {
            const struct load load = {
                .tags = tags[t], .nph = credits[c], .mps_bytes = 256, .read = true};
            const struct rates r = measure(&load);
            const double open = open_max(&load);
            const double law = open / RTT_PS * 1e6;
            const double link = (double)TB_GEN3_X8 / (64 + TB_OVERHEAD) / 1e6;

            check_reads(&load, &r);
            if (credits[c] == CREDITS_READ) {
                print_message("    %3u tags, %u credits: %.2f M reads/s\n", tags[t], credits[c],
                              per_s(r.reads) / 1e6);
            }
            if (tags[t] == 64 && credits[c] == CREDITS_READ) {
                assert_true(per_s(r.reads) >= 60e6 && per_s(r.reads) <= 61e6);
            }
            if (file != NULL) {
                fprintf(file, "%u,%u,%.3f,%" PRIu64 ",%.3f\n", tags[t], credits[c],
                        per_s(r.reads) / 1e6, r.read_peak, law < link ? law : link);
            }
        }
    }
}

static void dma_writes_follow_payload(void **state)
{
    FILE *file = csv("pcie_writes.csv", "payload_bytes,mps_bytes,write_rate_mps,gb_per_s,"
                                        "efficiency,formula_mps");

    (void)state;
    for (uint32_t bytes = 64; bytes <= 4096; bytes *= 2) {
        const uint32_t mps = bytes < 128 ? 128 : bytes;
        const struct load load = {
            .tags = 1, .nph = 1, .mps_bytes = mps, .write_bytes = bytes, .write_gap_cyc = 1};
        const struct rates r = measure(&load);
        const double formula = (double)TB_GEN3_X8 / (bytes + TB_OVERHEAD);
        const double gb_per_s = per_s(r.writes) * bytes / 1e9;

        print_message("    writes of %4u B: %.2f M/s, %.3f GB/s, %.1f %%\n", bytes,
                      per_s(r.writes) / 1e6, gb_per_s, gb_per_s * 1e11 / (double)TB_GEN3_X8);
        assert_true(per_s(r.writes) <= formula * 1.002);
        assert_true(per_s(r.writes) >= formula * 0.998);
        if (file != NULL) {
            fprintf(file, "%u,%u,%.3f,%.3f,%.4f,%.3f\n", bytes, mps, per_s(r.writes) / 1e6,
                    gb_per_s, gb_per_s * 1e9 / (double)TB_GEN3_X8, formula / 1e6);
        }
    }
}

/* Reads are limited by their tags, writes by what the requests of reads leave of the upstream
 * direction: completions go the other way. */
static void dma_writes_leave_reads_alone(void **state)
{
    static const uint32_t gaps[] = {0, 64, 32, 16, 8, 4, 1};
    FILE *file = csv("pcie_mixed.csv", "tags,nph_credits,write_gap_cyc,read_rate_mps,"
                                       "write_rate_mps,upstream_gb_per_s");

    (void)state;
    for (size_t i = 0; i < sizeof(gaps) / sizeof(gaps[0]); i++) {
        const struct load load = {.tags = 64,
                                  .nph = CREDITS_READ,
                                  .mps_bytes = 256,
                                  .write_bytes = gaps[i] == 0 ? 0 : 64,
                                  .write_gap_cyc = gaps[i],
                                  .read = true};
        const struct rates r = measure(&load);
        const double up = per_s(r.reads) * TB_OVERHEAD + per_s(r.writes) * (64 + TB_OVERHEAD);

        print_message(
            "    a write each %2u cycles: %.2f M reads/s, %.2f M writes/s, %.2f GB/s up\n", gaps[i],
            per_s(r.reads) / 1e6, per_s(r.writes) / 1e6, up / 1e9);
        assert_true(up <= (double)TB_GEN3_X8 * 1.002);
        assert_true(gaps[i] != 1 || up >= (double)TB_GEN3_X8 * 0.99);
        if (gaps[i] >= 8) {
            const double asked = PS_PER_S / (PERIOD_PS * (double)gaps[i]);

            assert_true(per_s(r.writes) >= asked * 0.99 && per_s(r.writes) <= asked * 1.01);
            assert_true(per_s(r.reads) >= 59.5e6);
        }
        if (file != NULL) {
            fprintf(file, "%u,%u,%u,%.3f,%.3f,%.3f\n", load.tags, load.nph, gaps[i],
                    per_s(r.reads) / 1e6, per_s(r.writes) / 1e6, up / 1e9);
        }
    }
}

static void dma_is_right_with_any_length_and_random_completions(void **state)
{
    (void)state;
    for (uint32_t tags = 16; tags <= 256; tags *= 4) {
        const struct load load = {.tags = tags,
                                  .nph = CREDITS_READ,
                                  .mps_bytes = 256,
                                  .write_bytes = 1,
                                  .write_gap_cyc = 1,
                                  .any = true,
                                  .read = true};
        const struct rates r = measure(&load);

        print_message("    %3u tags: %" PRIu64 " reads and %" PRIu64 " writes of any length\n",
                      tags, r.reads.n, r.writes.n);
        assert_true(r.reads.n > 100 && r.writes.n > 100);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dma_reads_follow_tags_and_credits),
        cmocka_unit_test(dma_writes_follow_payload),
        cmocka_unit_test(dma_writes_leave_reads_alone),
        cmocka_unit_test(dma_is_right_with_any_length_and_random_completions),
    };

    if (argc > 1 && ubn_outset_begin(argv[1], &outset) != UBN_OK) {
        return 2;
    }
    int failed = cmocka_run_group_tests_name("pcie_dma", tests, NULL, NULL);
    if (failed != 0) {
        ubn_outset_abort(outset);
        return 1;
    }
    return outset != NULL && ubn_outset_commit(outset) != UBN_OK ? 2 : 0;
}
