/* SPDX-License-Identifier: Apache-2.0 */
/* test_pcie_cpl: completions of the root complex: where they are split, what their headers say, in
 * which order they come; and how many reads a device gets answered (Little's law). Expected headers
 * are worked out by hand from PCI Express base specification 4.0, 2.2.9 and 2.3.1.1. (Longer than
 * 400 lines: three benches, one for each question.)
 */
#include "tb_pcie.h"

#define READ_PS 500000u

static uint8_t pattern(uint64_t addr) { return (uint8_t)(addr * 7u + (addr >> 8)); }

static void fill_memory(struct tb_pcie *b)
{
    static uint8_t bytes[0x10000];

    for (uint64_t addr = 0; addr < TB_MEM_BYTES; addr += sizeof(bytes)) {
        for (uint64_t i = 0; i < sizeof(bytes); i++) {
            bytes[i] = pattern(addr + i);
        }
        assert_int_equal(ubn_mem_write(b->mem, addr, sizeof(bytes), bytes), UBN_OK);
    }
}

/* ---- splitting ---- */

struct want {
    uint16_t length_dw;
    uint16_t byte_count;
    uint8_t lower_addr;
    unsigned beats;
};

static void check_split(const struct ubn_pcie_config *cfg, uint64_t addr, uint32_t bytes,
                        const struct want *want, unsigned n)
{
    struct tb_pcie b;
    uint64_t ps = 0;

    tb_pcie_open(&b, cfg);
    (void)tb_pcie_read(&b, 0, 9, addr, bytes);
    tb_pcie_run(&b, 0);
    for (unsigned i = 0; i < n; i++) {
        for (unsigned beat = 0; beat < want[i].beats; beat++) {
            const struct ubn_pcie_rc item = tb_pcie_take(&b, &ps);
            const struct ubn_pcie_cpl cpl = tb_pcie_cpl(&item);

            assert_int_equal(cpl.fmt, UBN_PCIE_FMT_DW3_DATA);
            assert_int_equal(cpl.type, UBN_PCIE_TYPE_CPL);
            assert_int_equal(cpl.status, UBN_PCIE_CPL_STATUS_SUCCESS);
            assert_int_equal(cpl.tag, 9);
            assert_int_equal(cpl.requester_id, TB_REQ_ID);
            assert_int_equal(cpl.length_dw, want[i].length_dw);
            assert_int_equal(cpl.byte_count, want[i].byte_count);
            assert_int_equal(cpl.lower_addr, want[i].lower_addr);
            assert_int_equal(item.tlp.last, beat + 1 == want[i].beats);
            assert_int_equal(item.first, i == 0 && beat == 0);
            assert_int_equal(item.last, i + 1 == n && item.tlp.last);
        }
    }
    assert_true(ubn_pcie_idle(b.pcie));
    assert_int_equal(ubn_pcie_counts(b.pcie).completions, n);
    tb_pcie_close(&b);
}

static void cpl_ends_at_multiples_of_64_when_rcb_is_64(void **state)
{
    /* 0x1032 .. 0x10f5: 50 dwords, first enables 2 bytes, last 2 */
    const struct want want[] = {
        {4, 196, 0x32, 1}, {16, 182, 0x40, 1}, {16, 118, 0x00, 1}, {14, 54, 0x40, 1}};

    (void)state;
    check_split(&tb_pcie_config, 0x1032, 196, want, 4);
}

static void cpl_ends_at_multiples_of_128_when_rcb_is_128(void **state)
{
    struct ubn_pcie_config cfg = tb_pcie_config;
    const struct want want[] = {{20, 196, 0x32, 2}, {30, 118, 0x00, 2}};

    (void)state;
    cfg.rcb_bytes = 128;
    cfg.cpl_max_bytes = 128;
    check_split(&cfg, 0x1032, 196, want, 2);
}

static void cpl_carries_up_to_cpl_max(void **state)
{
    struct ubn_pcie_config cfg = tb_pcie_config;
    const struct want want[] = {{16, 512, 0x40, 1}, {64, 448, 0x00, 4}, {48, 192, 0x00, 3}};

    (void)state;
    cfg.cpl_max_bytes = 256;
    check_split(&cfg, 0x10c0, 512, want, 3);
}

static void cpl_of_4096_bytes_has_byte_count_0(void **state)
{
    struct ubn_pcie_config cfg = tb_pcie_config;
    const struct want want[] = {{0, 0, 0x00, 64}};

    (void)state;
    cfg.mps_bytes = 4096;
    cfg.cpl_max_bytes = 4096;
    check_split(&cfg, 0x3000, 4096, want, 1);
}

static void cpl_of_part_of_a_dword(void **state)
{
    const struct want inside[] = {{1, 2, 0x7d, 1}};
    const struct want across[] = {{1, 2, 0x3f, 1}, {1, 1, 0x40, 1}};

    (void)state;
    check_split(&tb_pcie_config, 0x107d, 2, inside, 1);
    check_split(&tb_pcie_config, 0x103f, 2, across, 2);
}

static void cpl_of_flush_is_one_dword(void **state)
{
    const struct want want[] = {{1, 1, 0x44, 1}};

    (void)state;
    check_split(&tb_pcie_config, 0x1044, 0, want, 1);
}

static void cpl_beats_come_as_the_link_carries_them(void **state)
{
    struct ubn_pcie_config cfg = tb_pcie_config;
    struct tb_pcie b;
    uint64_t ps = 0;

    (void)state;
    cfg.cpl_max_bytes = 256;
    tb_pcie_open(&b, &cfg);
    (void)tb_pcie_read(&b, 0, 0, 0, 512);
    tb_pcie_run(&b, 0);
    for (unsigned i = 0; i < 4; i++) {
        (void)tb_pcie_take(&b, &ps);
        assert_int_equal(ps, READ_PS + tb_gen3_ps(64 * i));
    }
    (void)tb_pcie_take(&b, &ps);
    assert_int_equal(ps, READ_PS + tb_gen3_ps(256 + TB_OVERHEAD));
    tb_pcie_close(&b);
}

/* The bytes of a header, written down: CplD, 4 DW, completer 0, byte count 196, requester 0x0100,
 * tag 9, lower address 0x32. */
static void cpl_header_bytes_are_those_of_the_specification(void **state)
{
    static const uint8_t want[UBN_TLP_HDR_BYTES] = {0x4a, 0, 0, 4, 0, 0, 0, 196, 0x01, 0, 9, 0x32};
    struct tb_pcie b;

    (void)state;
    tb_pcie_open(&b, &tb_pcie_config);
    (void)tb_pcie_read(&b, 0, 9, 0x1032, 196);
    tb_pcie_run(&b, 0);
    const struct ubn_pcie_rc item = tb_pcie_take(&b, NULL);
    assert_memory_equal(item.tlp.hdr, want, sizeof(want));
    tb_pcie_close(&b);
}

static void cpl_outside_memory_is_unsupported_request(void **state)
{
    struct tb_pcie b;
    uint64_t ps = 0;

    (void)state;
    tb_pcie_open(&b, &tb_pcie_config);
    (void)tb_pcie_read(&b, 0, 1, TB_MEM_BYTES, 128);
    (void)tb_pcie_read(&b, 1000000, 2, UINT64_C(0xfffffffffffff000), 4096);
    (void)tb_pcie_write(&b, 2000000, TB_MEM_BYTES, 64, 1);
    tb_pcie_run(&b, 0);
    struct ubn_pcie_rc item = tb_pcie_take(&b, &ps);
    assert_int_equal(ps, READ_PS);
    const struct ubn_pcie_cpl cpl = tb_pcie_cpl(&item);
    assert_int_equal(cpl.fmt, UBN_PCIE_FMT_DW3);
    assert_int_equal(cpl.status, UBN_PCIE_CPL_STATUS_UNSUPPORTED);
    assert_int_equal(cpl.length_dw, 0);
    assert_int_equal(cpl.byte_count, 128);
    assert_int_equal(cpl.tag, 1);
    assert_true(item.first && item.last && item.tlp.last);
    item = tb_pcie_take(&b, &ps);
    assert_int_equal(tb_pcie_cpl(&item).status, UBN_PCIE_CPL_STATUS_UNSUPPORTED);
    assert_int_equal(b.n_seen, 0);
    assert_int_equal(ubn_pcie_counts(b.pcie).unsupported, 3);
    assert_true(ubn_pcie_idle(b.pcie));
    tb_pcie_close(&b);
}

/* ---- order ---- */

/* One open read of the random test. */
struct open {
    uint64_t addr;
    uint32_t bytes;
    uint32_t dws;     /* asked for */
    uint32_t done_dw; /* come */
    uint32_t cpl_dw;  /* of this completion */
    uint32_t left_dw; /* of this completion still to come */
    bool live;
};

/* Takes one beat, checks it against the read of its tag. */
static void check_beat(const struct ubn_pcie_config *cfg, struct open *r,
                       const struct ubn_pcie_rc *item)
{
    const struct ubn_pcie_cpl cpl = tb_pcie_cpl(item);
    uint64_t base = r->addr & ~UINT64_C(3);
    uint64_t end = r->addr + r->bytes;

    assert_true(r->live);
    if (r->left_dw == 0) {
        uint64_t from = r->done_dw == 0 ? r->addr : base + r->done_dw * 4u;

        r->left_dw = cpl.length_dw == 0 ? 1024 : cpl.length_dw;
        assert_int_equal(cpl.byte_count, (end - from) & 0xfffu);
        assert_int_equal(cpl.lower_addr, from & 0x7fu);
        uint64_t stop = base + (r->done_dw + r->left_dw) * 4u;
        assert_true(r->done_dw + r->left_dw == r->dws || stop % cfg->rcb_bytes == 0);
        assert_true((stop - 1) / cfg->cpl_max_bytes == from / cfg->cpl_max_bytes);
    }
    uint32_t n = r->left_dw < 16 ? r->left_dw : 16;
    for (uint32_t i = 0; i < n * 4; i++) {
        assert_int_equal(item->tlp.data[i], pattern(base + r->done_dw * 4u + i));
    }
    r->done_dw += n;
    r->left_dw -= n;
    assert_int_equal(item->tlp.last, r->left_dw == 0);
    assert_int_equal(item->last, r->done_dw == r->dws);
    r->live = !item->last;
}

/* Random reads of all tags at random times; returns how often a completion belongs to another read
 * than the one before although that is not at its end. */
static unsigned random_reads(const struct ubn_pcie_config *cfg, struct tb_rng *rng, unsigned rounds)
{
    struct tb_pcie b;
    struct open open[256] = {0};
    unsigned mixed = 0;
    int last = -1;
    uint64_t ps = 0;

    tb_pcie_open(&b, cfg);
    fill_memory(&b);
    for (unsigned round = 0; round < rounds; round++) {
        unsigned n = 1 + tb_rng_below(rng, 64);

        for (unsigned i = 0; i < n; i++) {
            uint8_t tag = (uint8_t)tb_rng_below(rng, 256);
            uint32_t bytes = 1 + tb_rng_below(rng, tb_rng_chance(rng, 50) ? 16 : 512);
            uint64_t addr =
                (uint64_t)tb_rng_below(rng, 256) * 4096 + tb_rng_below(rng, 4096 - bytes + 1);

            if (!open[tag].live) {
                (void)tb_pcie_read(&b, ps, tag, addr, bytes);
                open[tag] = (struct open){.addr = addr, .bytes = bytes, .live = true};
                open[tag].dws = (uint32_t)((addr % 4 + bytes + 3) / 4);
            }
            ps += tb_rng_below(rng, 20000);
        }
        tb_pcie_run(&b, 0);
        ps = ubn_engine_now_ps(b.engine) > ps ? ubn_engine_now_ps(b.engine) : ps;
        while (ubn_portq_count(&b.ports->rc) > 0) {
            const struct ubn_pcie_rc item = tb_pcie_take(&b, NULL);
            int tag = tb_pcie_cpl(&item).tag;

            mixed += last >= 0 && tag != last;
            check_beat(cfg, &open[tag], &item);
            last = open[tag].live ? tag : -1;
        }
    }
    assert_true(ubn_pcie_idle(b.pcie));
    tb_pcie_close(&b);
    return mixed;
}

static void cpl_data_and_headers_are_right_when_random(void **state)
{
    struct tb_rng rng = tb_rng_seed(11);

    (void)state;
    for (unsigned i = 0; i < 24; i++) {
        struct ubn_pcie_config cfg = tb_pcie_config;

        cfg.rcb_bytes = 64u << (i & 1u);
        cfg.cpl_max_bytes = cfg.rcb_bytes << (i / 2 % 2);
        cfg.random_split = (i & 4u) != 0;
        cfg.reorder = i >= 8;
        cfg.jitter_ps = i >= 8 ? 300000 : 0;
        cfg.seed = i;
        const unsigned mixed = random_reads(&cfg, &rng, 20);
        assert_true(cfg.reorder ? mixed > 50 : mixed == 0);
    }
}

/* Order of the tags of 32 reads of 64 B, as a count of neighbours that are out of order. */
static unsigned swaps(bool reorder, uint64_t jitter_ps, uint64_t *spread_ps_out)
{
    struct ubn_pcie_config cfg = tb_pcie_config;
    struct tb_pcie b;
    unsigned n = 0;
    int before = -1;
    uint64_t least_ps = UINT64_MAX;
    uint64_t most_ps = 0;

    cfg.reorder = reorder;
    cfg.jitter_ps = jitter_ps;
    tb_pcie_open(&b, &cfg);
    for (uint8_t tag = 0; tag < 32; tag++) {
        (void)tb_pcie_read(&b, tag * UINT64_C(20000), tag, tag * 64u, 64);
    }
    tb_pcie_run(&b, 0);
    while (ubn_portq_count(&b.ports->rc) > 0) {
        uint64_t ps = 0;
        const struct ubn_pcie_rc item = tb_pcie_take(&b, &ps);
        int tag = tb_pcie_cpl(&item).tag;
        uint64_t took_ps = ps - item.accept_ps;

        n += tag < before;
        before = tag;
        least_ps = took_ps < least_ps ? took_ps : least_ps;
        most_ps = took_ps > most_ps ? took_ps : most_ps;
    }
    assert_true(least_ps >= READ_PS);
    *spread_ps_out = most_ps - least_ps;
    tb_pcie_close(&b);
    return n;
}

static void cpl_order_of_reads_is_random_with_reorder_only(void **state)
{
    uint64_t spread_ps = 0;

    (void)state;
    assert_int_equal(swaps(false, 0, &spread_ps), 0);
    assert_int_equal(spread_ps, 0);
    assert_int_equal(swaps(false, 100000, &spread_ps), 0);
    assert_in_range(spread_ps, 50000, 200000);
    assert_true(swaps(true, 100000, &spread_ps) >= 5);
    assert_in_range(spread_ps, 50000, 120000);
}

/* ---- Little's law ---- */

/* A device that reads 64 B whenever it has a tag, a credit and the link. */
struct device {
    struct tb_pcie b;
    struct tb_rng rng;
    uint32_t n_tags;
    bool busy[256];
    uint32_t open;
    uint8_t used; /* non-posted credits, modular */
    uint64_t done;
    uint64_t first_ps;
    uint64_t last_ps;
};

#define DEVICE_PERIOD_PS 1000u
#define DEVICE_READS 20000u
/* More than one read at a time needs. */
#define DEVICE_MAX_PS (DEVICE_READS * UINT64_C(1100000))

static void device_step(void *ctx, uint64_t arg)
{
    struct device *d = ctx;
    uint64_t now_ps = ubn_engine_now_ps(d->b.engine);
    const struct ubn_event_key key = {.phase = 9};
    uint64_t ps = 0;

    assert_true(now_ps < DEVICE_MAX_PS);
    while (ubn_portq_head(&d->b.ports->rc, &ps) != NULL && ps <= now_ps) {
        const struct ubn_pcie_rc item = tb_pcie_take(&d->b, NULL);

        d->busy[tb_pcie_cpl(&item).tag] = false;
        d->open--;
        d->first_ps = d->done == 0 ? ps : d->first_ps;
        d->last_ps = ps;
        d->done++;
    }
    const struct ubn_pcie_limits limits = ubn_pcie_limits(d->b.pcie);
    bool credit = (limits.inf & 4u) != 0 || (uint8_t)(limits.nph - d->used - 1) < 0x80;
    uint8_t tag = 0;
    while (tag < d->n_tags && d->busy[tag]) {
        tag++;
    }
    if (arg < DEVICE_READS && tag < d->n_tags && credit && ubn_pcie_rq_ready(d->b.pcie, now_ps)) {
        (void)tb_pcie_read(&d->b, now_ps, tag, tb_rng_below(&d->rng, TB_MEM_BYTES / 64) * 64u, 64);
        d->busy[tag] = true;
        d->open++;
        d->used++;
        arg++;
    }
    if (arg < DEVICE_READS || d->open > 0) {
        assert_int_equal(
            ubn_engine_at(d->b.engine, now_ps + DEVICE_PERIOD_PS, &key, device_step, d, arg),
            UBN_OK);
    }
}

/* Reads per second of a device behind Gen3 x8 with 1050 ns. */
static double reads_per_s(uint32_t tags, uint32_t credits, uint32_t max_reads)
{
    struct ubn_pcie_config cfg = tb_pcie_config;
    static struct device d;

    d = (struct device){.n_tags = tags, .rng = {tags}};
    cfg.read_ps = 1050000;
    cfg.nph = credits;
    cfg.max_reads = max_reads;
    tb_pcie_open(&d.b, &cfg);
    device_step(&d, 0);
    tb_pcie_run(&d.b, 0);
    assert_int_equal(d.done, DEVICE_READS);
    const uint32_t peak = ubn_pcie_counts(d.b.pcie).reads_peak;
    assert_true(peak <= tags && (credits == 0 || peak <= credits));
    const double rate = (double)(d.done - 1) * 1e12 / (double)(d.last_ps - d.first_ps);
    print_message("    %3u tags, %3u credits, %3u served: %.2f M/s, %u open\n", tags, credits,
                  max_reads, rate / 1e6, peak);
    tb_pcie_close(&d.b);
    return rate / 1e6;
}

static void assert_between(double value, double low, double high)
{
    assert_true(value >= low && value <= high);
}

static void cpl_rate_is_open_reads_over_latency(void **state)
{
    (void)state;
    /* @source KV-Direct: 64 tags of the core give 60 M/s; 84 credits; 92 reads fill the link */
    assert_between(reads_per_s(64, 84, 0), 60.0, 61.0);
    assert_between(reads_per_s(92, 84, 0), 79.5, 80.1);
    assert_between(reads_per_s(92, 92, 0), 86.5, 87.6);
    assert_between(reads_per_s(128, 127, 0), 87.0, 87.6);
    assert_between(reads_per_s(128, 0, 0), 87.0, 87.6);
    assert_between(reads_per_s(1, 84, 0), 0.94, 0.96);
    assert_between(reads_per_s(128, 1, 0), 0.94, 0.96);
    assert_between(reads_per_s(128, 0, 32), 30.4, 30.6);
}

static void cpl_waits_for_its_turn_with_max_reads(void **state)
{
    struct ubn_pcie_config cfg = tb_pcie_config;
    struct tb_pcie b;
    uint64_t ps[3];

    (void)state;
    cfg.max_reads = 2;
    tb_pcie_open(&b, &cfg);
    assert_int_equal(tb_pcie_read(&b, 0, 0, 0, 64).data_ps, READ_PS);
    assert_int_equal(tb_pcie_read(&b, 20000, 1, 64, 64).data_ps, 20000 + READ_PS);
    assert_true(tb_pcie_read(&b, 40000, 2, 128, 64).data_ps == UBN_TIME_NEVER);
    tb_pcie_run(&b, 0);
    for (unsigned i = 0; i < 3; i++) {
        (void)tb_pcie_take(&b, &ps[i]);
    }
    assert_int_equal(ps[0], READ_PS);
    assert_int_equal(ps[1], 20000 + READ_PS);
    assert_int_equal(ps[2], 2 * READ_PS);
    /* all places are free again */
    assert_int_equal(tb_pcie_read(&b, 5000000, 0, 0, 64).data_ps, 5000000 + READ_PS);
    assert_int_equal(tb_pcie_read(&b, 5020000, 1, 64, 64).data_ps, 5020000 + READ_PS);
    tb_pcie_close(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cpl_ends_at_multiples_of_64_when_rcb_is_64),
        cmocka_unit_test(cpl_ends_at_multiples_of_128_when_rcb_is_128),
        cmocka_unit_test(cpl_carries_up_to_cpl_max),
        cmocka_unit_test(cpl_of_4096_bytes_has_byte_count_0),
        cmocka_unit_test(cpl_of_part_of_a_dword),
        cmocka_unit_test(cpl_of_flush_is_one_dword),
        cmocka_unit_test(cpl_beats_come_as_the_link_carries_them),
        cmocka_unit_test(cpl_header_bytes_are_those_of_the_specification),
        cmocka_unit_test(cpl_outside_memory_is_unsupported_request),
        cmocka_unit_test(cpl_data_and_headers_are_right_when_random),
        cmocka_unit_test(cpl_order_of_reads_is_random_with_reorder_only),
        cmocka_unit_test(cpl_rate_is_open_reads_over_latency),
        cmocka_unit_test(cpl_waits_for_its_turn_with_max_reads),
    };

    return cmocka_run_group_tests_name("pcie_cpl", tests, NULL, NULL);
}
