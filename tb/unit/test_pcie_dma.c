/* SPDX-License-Identifier: Apache-2.0 */
/* test_pcie_dma: the memory port over PCIe against a root complex in the test: right bytes at every
 * offset and length, requests as the specification wants them, completions split and out of order,
 * errors, timeout, tags, credits, latency, rate. */
/* DUT: pcie_dma */
/* DUT: pcie_dma -GLINES=128 */
#include "dut.h"
#include "tb.h"
#include "tb_hold.h"
#include "ubn/gen/enums.h"
#include "ubn/gen/wire.h"

#define MEM 65536u
#define BASE UINT64_C(0x123400000000) /* of the memory; a multiple of its size */
#define OPEN 256u
#define CMDS 4096u
#define ID 0x0a5bu

/* A read request that the root complex holds. */
struct open_read {
    bool used;
    uint8_t tag;
    uint32_t addr;  /* of the first byte that is wanted */
    uint32_t bytes; /* wanted; 0: flush */
    uint32_t sent;  /* of these, completed */
    uint64_t due;   /* not before this cycle */
    uint32_t order;
};

/* A command on the read port. */
struct command {
    uint32_t addr, len;
    bool bad; /* an error was injected into it */
};

struct bench {
    struct dut *d;
    struct tb_rng rng;
    uint8_t mem[MEM], want[MEM];
    uint32_t mps, mrrs, rcb, tags;
    uint32_t stall_rq, stall_rc, stall_r, stall_s; /* percent */
    uint32_t latency;                              /* cycles from request to completion */
    bool reorder;
    uint32_t bad_ppm; /* share of requests completed with an error */
    bool silent;      /* nothing is completed */
    struct tb_hold hold_rq, hold_r;
    /* requests */
    bool in_write;
    struct ubn_pcie_req head;
    uint8_t payload[4096];
    uint32_t payload_beats;
    struct open_read open[OPEN];
    uint32_t n_open, peak_open, next_order, reads, writes;
    /* completion under way */
    struct open_read *now;
    uint8_t cpl_data[4096];
    uint32_t cpl_beats, cpl_beat, cpl_bytes;
    uint8_t cpl_hdr[16];
    bool cpl_error;
    /* read port */
    struct command cmd[CMDS];
    uint32_t n_cmds, given, taken, line; /* line of the command that comes next */
    bool saw_err;
    uint64_t first_rq, first_r, last_r;
    /* write port */
    struct command wcmd[CMDS];
    uint32_t n_wcmds, wgiven, wline, wcmd_given, sent;
    bool hold_w;          /* no data */
    uint32_t ph, pd, nph; /* credits used */
    bool limited;
    uint32_t ph_limit, pd_limit, nph_limit;
};

static void fill(struct bench *b)
{
    tb_rng_fill(&b->rng, b->mem, MEM);
    memcpy(b->want, b->mem, MEM);
}

static int setup(void **state)
{
    struct bench *b = calloc(1, sizeof(*b));

    b->d = dut_create();
    b->rng = tb_rng_seed(1);
    b->mps = 1;
    b->mrrs = 2;
    b->rcb = 64;
    b->tags = 256;
    b->hold_rq = (struct tb_hold){.valid = b->d->m_rq_valid, .ready = b->d->m_rq_ready};
    TB_HOLD_ADD(&b->hold_rq, b->d, m_rq_hdr);
    TB_HOLD_ADD(&b->hold_rq, b->d, m_rq_last);
    b->hold_r = (struct tb_hold){.valid = b->d->m_r_valid, .ready = b->d->m_r_ready};
    TB_HOLD_ADD(&b->hold_r, b->d, m_r_data);
    TB_HOLD_ADD(&b->hold_r, b->d, m_r_last);
    TB_HOLD_ADD(&b->hold_r, b->d, m_r_err);
    dut_reset(b->d);
    fill(b);
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

static void hdr_bytes(const uint32_t *port, uint8_t out[16])
{
    for (unsigned i = 0; i < 16; i++) {
        out[i] = tb_byte(port, 15 - i);
    }
}

/* ---- root complex: requests */

static uint32_t low_zeros(uint32_t be) { return (be & 1) ? 0 : (be & 2) ? 1 : (be & 4) ? 2 : 3; }
static uint32_t high_zeros(uint32_t be) { return (be & 8) ? 0 : (be & 4) ? 1 : (be & 2) ? 2 : 3; }

/* Bytes that a request asks for, from its byte enables.  @source PCIe base specification 2.2.5 */
static uint32_t wanted(const struct ubn_pcie_req *r, uint32_t dws)
{
    if (dws == 1) {
        assert_int_equal(r->last_be, 0);
        return r->first_be == 0 ? 0 : 4 - low_zeros(r->first_be) - high_zeros(r->first_be);
    }
    assert_int_not_equal(r->first_be, 0);
    assert_int_not_equal(r->last_be, 0);
    return 4 * dws - low_zeros(r->first_be) - high_zeros(r->last_be);
}

static void got_read(struct bench *b)
{
    const struct ubn_pcie_req *r = &b->head;
    const uint32_t dws = r->length_dw == 0 ? 1024 : r->length_dw;
    const uint32_t addr = (uint32_t)(r->addr << 2) - (uint32_t)BASE;
    const uint32_t bytes = wanted(r, dws);

    assert_true(addr < MEM);
    assert_true(4 * dws <= 128u << b->mrrs);
    assert_true(addr / 4096 == (addr + 4 * dws - 1) / 4096);
    for (unsigned i = 0; i < OPEN; i++) { /* no tag is in use twice */
        assert_false(b->open[i].used && b->open[i].tag == r->tag);
    }
    assert_true(r->tag < b->tags);
    for (unsigned i = 0; i < OPEN; i++) {
        if (!b->open[i].used) {
            b->open[i] =
                (struct open_read){.used = true,
                                   .tag = r->tag,
                                   .addr = addr + (bytes == 0 ? 0 : low_zeros(r->first_be)),
                                   .bytes = bytes,
                                   .due = b->d->cycle + b->latency,
                                   .order = b->next_order++};
            break;
        }
    }
    b->n_open++;
    b->reads++;
    b->nph++;
    b->peak_open = b->n_open > b->peak_open ? b->n_open : b->peak_open;
    assert_true(b->n_open <= b->tags);
    assert_true(!b->limited || (uint8_t)(b->nph_limit - b->nph) < 128);
}

static void got_write(struct bench *b)
{
    const struct ubn_pcie_req *r = &b->head;
    const uint32_t dws = r->length_dw == 0 ? 1024 : r->length_dw;
    const uint32_t addr = (uint32_t)(r->addr << 2) - (uint32_t)BASE;

    assert_true(addr + 4 * dws <= MEM);
    assert_true(4 * dws <= 128u << b->mps);
    assert_true(addr / 4096 == (addr + 4 * dws - 1) / 4096);
    assert_int_equal(b->payload_beats, (dws + 15) / 16);
    const uint32_t bytes = wanted(r, dws);
    memcpy(b->mem + addr + low_zeros(r->first_be), b->payload + low_zeros(r->first_be), bytes);
    b->writes++;
    b->ph++;
    b->pd += (dws + 3) / 4;
    assert_true(!b->limited || (uint8_t)(b->ph_limit - b->ph) < 128);
    assert_true(!b->limited || ((b->pd_limit - b->pd) & 0xfff) < 2048);
}

static void take_request(struct bench *b)
{
    struct dut *d = b->d;
    uint8_t hdr[16];

    hdr_bytes(d->m_rq_hdr, hdr);
    ubn_pcie_req_unpack(hdr, &b->head);
    assert_int_equal(b->head.type, 0);
    assert_int_equal(b->head.requester_id, ID);
    if (b->first_rq == 0) {
        b->first_rq = d->cycle;
    }
    if (b->head.fmt == UBN_PCIE_FMT_DW4) {
        assert_false(b->in_write);
        assert_int_equal(*d->m_rq_last, 1);
        got_read(b);
        return;
    }
    assert_int_equal(b->head.fmt, UBN_PCIE_FMT_DW4_DATA);
    if (!b->in_write) {
        b->payload_beats = 0;
    }
    memcpy(b->payload + 64 * b->payload_beats++, d->m_rq_data, 64);
    b->in_write = !*d->m_rq_last;
    if (*d->m_rq_last) {
        got_write(b);
    }
}

/* ---- root complex: completions */

static struct open_read *pick(struct bench *b)
{
    struct open_read *best = NULL;

    for (unsigned i = 0; i < OPEN; i++) {
        struct open_read *o = &b->open[i];
        if (!o->used || o->due > b->d->cycle) {
            continue;
        }
        if (best == NULL || (b->reorder ? tb_rng_chance(&b->rng, 40) : o->order < best->order)) {
            best = o;
        }
    }
    return best;
}

/* Begins a completion of a request: up to a random boundary, or an error. */
static void begin_completion(struct bench *b, struct open_read *o)
{
    const uint32_t at = o->addr + o->sent;
    const uint32_t left = o->bytes - o->sent;
    const uint32_t to_boundary = b->rcb - at % b->rcb;
    uint32_t bytes = left;

    if (left > to_boundary && tb_rng_chance(&b->rng, 60)) {
        const uint32_t more = (left - to_boundary) / b->rcb;
        bytes = to_boundary + (uint32_t)tb_rng_below(&b->rng, more + 1) * b->rcb;
    }
    b->cpl_error = tb_rng_below(&b->rng, 1000000) < b->bad_ppm;
    const bool poison = b->cpl_error && tb_rng_chance(&b->rng, 50);
    const uint32_t dws = o->bytes == 0 ? 1 : (at % 4 + bytes + 3) / 4;
    const struct ubn_pcie_cpl cpl = {
        .fmt = b->cpl_error && !poison ? UBN_PCIE_FMT_DW3 : UBN_PCIE_FMT_DW3_DATA,
        .type = UBN_PCIE_TYPE_CPL,
        .length_dw = (uint16_t)(b->cpl_error && !poison ? 0 : dws & 0x3ff),
        .ep = poison,
        .status = b->cpl_error && !poison ? UBN_PCIE_CPL_STATUS_UNSUPPORTED : 0,
        .byte_count = (uint16_t)(o->bytes == 0 ? 1 : left & 0xfff),
        .requester_id = ID,
        .tag = o->tag,
        .lower_addr = at & 0x7f};

    memset(b->cpl_hdr, 0, sizeof(b->cpl_hdr));
    ubn_pcie_cpl_pack(&cpl, b->cpl_hdr);
    memset(b->cpl_data, 0xee, sizeof(b->cpl_data));
    if (o->bytes != 0) {
        memcpy(b->cpl_data + at % 4, b->mem + at, bytes);
    }
    b->cpl_beats = b->cpl_error && !poison ? 1 : (dws + 15) / 16;
    b->cpl_beat = 0;
    b->cpl_bytes = b->cpl_error && !poison ? left : bytes; /* the rest of a poisoned one follows */
    b->now = o;
}

/* Marks the command that a request belongs to: an address belongs to one open command only. */
static void spoil(struct bench *b, const struct open_read *o)
{
    for (uint32_t i = b->taken; i < b->given; i++) {
        if (o->addr >= b->cmd[i].addr && o->addr < b->cmd[i].addr + b->cmd[i].len) {
            b->cmd[i].bad = true;
        }
    }
}

static void drive_completion(struct bench *b)
{
    struct dut *d = b->d;

    if (b->now == NULL && !b->silent) {
        struct open_read *o = pick(b);
        if (o != NULL) {
            begin_completion(b, o);
            if (b->cpl_error) {
                spoil(b, o);
            }
        }
    }
    if (b->now == NULL || (!*d->s_rc_valid && tb_rng_chance(&b->rng, b->stall_rc))) {
        *d->s_rc_valid = 0;
        return;
    }
    *d->s_rc_valid = 1;
    for (unsigned i = 0; i < 16; i++) {
        tb_set_byte(d->s_rc_hdr, 15 - i, b->cpl_hdr[i]);
    }
    memcpy(d->s_rc_data, b->cpl_data + 64 * b->cpl_beat, 64);
    *d->s_rc_last = b->cpl_beat + 1 == b->cpl_beats;
}

static void moved_completion(struct bench *b)
{
    struct dut *d = b->d;

    *d->s_rc_valid = 0;
    if (++b->cpl_beat < b->cpl_beats) {
        return;
    }
    b->now->sent += b->cpl_bytes;
    if (b->now->sent >= b->now->bytes) {
        b->now->used = false;
        b->n_open--;
        if (b->limited) {
            b->nph_limit++;
        }
    }
    b->now = NULL;
}

/* ---- read port */

static void check_line(struct bench *b)
{
    struct dut *d = b->d;
    struct command *c = &b->cmd[b->taken];
    const uint32_t first = c->addr / 64 * 64;
    const uint32_t lines = c->len == 0 ? 1 : (c->addr % 64 + c->len + 63) / 64;

    for (uint32_t i = 0; i < 64 && !*d->m_r_err; i++) {
        const uint32_t at = first + 64 * b->line + i;
        if (at >= c->addr && at < c->addr + c->len) {
            assert_int_equal(tb_byte(d->m_r_data, i), b->mem[at]);
        }
    }
    if (b->first_r == 0) {
        b->first_r = d->cycle;
    }
    b->last_r = d->cycle;
    b->line++;
    assert_int_equal(*d->m_r_last, b->line == lines);
    b->saw_err |= *d->m_r_err;
    if (*d->m_r_last) {
        assert_int_equal(*d->m_r_err, c->bad);
        b->line = 0;
        b->taken++;
    }
}

/* ---- one cycle */

static void drive_commands(struct bench *b)
{
    struct dut *d = b->d;

    if (!*d->s_rd_valid && b->given < b->n_cmds && !tb_rng_chance(&b->rng, b->stall_s)) {
        *d->s_rd_valid = 1;
        *d->s_rd_addr = BASE + b->cmd[b->given].addr;
        *d->s_rd_len = (uint16_t)b->cmd[b->given].len;
    }
    if (!*d->s_wr_valid && b->wcmd_given < b->n_wcmds && !tb_rng_chance(&b->rng, b->stall_s)) {
        *d->s_wr_valid = 1;
        *d->s_wr_addr = BASE + b->wcmd[b->wcmd_given].addr;
        *d->s_wr_len = (uint16_t)b->wcmd[b->wcmd_given].len;
    }
    if (!*d->s_w_valid && b->wgiven < b->n_wcmds && !b->hold_w &&
        !tb_rng_chance(&b->rng, b->stall_s)) {
        const struct command *c = &b->wcmd[b->wgiven];
        const uint32_t line = c->addr / 64 * 64 + 64 * b->wline;

        *d->s_w_valid = 1;
        tb_rng_fill(&b->rng, d->s_w_data, 64);
        for (uint32_t i = 0; i < 64; i++) {
            if (line + i >= c->addr && line + i < c->addr + c->len) {
                b->want[line + i] = tb_byte(d->s_w_data, i);
            }
        }
    }
}

static void cycle(struct bench *b)
{
    struct dut *d = b->d;

    *d->cfg_mps = (uint8_t)b->mps;
    *d->cfg_mrrs = (uint8_t)b->mrrs;
    *d->cfg_tags = (uint16_t)b->tags;
    *d->cfg_req_id = ID;
    *d->fc_inf = b->limited ? 8 : 15;
    *d->fc_ph_limit = (uint8_t)b->ph_limit;
    *d->fc_pd_limit = (uint16_t)(b->pd_limit & 0xfff);
    *d->fc_nph_limit = (uint8_t)b->nph_limit;
    drive_commands(b);
    drive_completion(b);
    *d->m_rq_ready = !tb_rng_chance(&b->rng, b->stall_rq);
    *d->m_r_ready = !tb_rng_chance(&b->rng, b->stall_r);
    dut_eval(d);
    const bool rq = tb_hold_check(&b->hold_rq);
    const bool r = tb_hold_check(&b->hold_r);
    const bool rd = *d->s_rd_valid && *d->s_rd_ready;
    const bool wr = *d->s_wr_valid && *d->s_wr_ready;
    const bool w = *d->s_w_valid && *d->s_w_ready;
    const bool rc = *d->s_rc_valid && *d->s_rc_ready;
    b->sent += *d->m_wr_sent;
    if (rq) {
        take_request(b);
    }
    if (r) {
        check_line(b);
    }
    dut_tick(d);
    if (rc) {
        moved_completion(b);
    }
    if (rd) {
        *d->s_rd_valid = 0;
        b->given++;
    }
    if (wr) {
        *d->s_wr_valid = 0;
        b->wcmd_given++;
    }
    if (w) {
        const struct command *c = &b->wcmd[b->wgiven];
        *d->s_w_valid = 0;
        if (++b->wline == (c->addr % 64 + c->len + 63) / 64) {
            b->wline = 0;
            b->wgiven++;
        }
    }
}

static void run(struct bench *b)
{
    for (uint32_t n = 0; b->taken < b->n_cmds || b->sent < b->n_wcmds; n++) {
        assert_true(n < 400000);
        cycle(b);
    }
    for (unsigned n = 0; n < 8; n++) {
        cycle(b);
    }
    assert_int_equal(b->sent, b->n_wcmds);
    assert_int_equal(b->n_open, 0);
    assert_int_equal(*b->d->stat_outstanding, 0);
    assert_int_equal(*b->d->stat_idle, 1);
    assert_memory_equal(b->mem, b->want, MEM);
}

static void add_read(struct bench *b, uint32_t addr, uint32_t len)
{
    b->cmd[b->n_cmds++] = (struct command){.addr = addr, .len = len};
}

static void add_write(struct bench *b, uint32_t addr, uint32_t len)
{
    b->wcmd[b->n_wcmds++] = (struct command){.addr = addr, .len = len};
}

/* ---- tests */

static void dma_reads_right_bytes_at_every_offset_and_length(void **state)
{
    struct bench *b = *state;

    b->reorder = true;
    for (uint32_t offset = 0; offset < 64; offset++) {
        for (uint32_t len = 1 + offset % 3; len < 130; len += 3) {
            add_read(b, 4096 * (offset % 7 + 1) + offset, len);
        }
    }
    b->stall_rq = b->stall_rc = b->stall_r = b->stall_s = 20;
    run(b);
}

static void dma_reads_right_bytes_across_boundaries(void **state)
{
    struct bench *b = *state;

    b->reorder = true;
    for (uint32_t n = 0; n < 300; n++) {
        b->rcb = n % 2 == 0 ? 64 : 128;
        b->mrrs = n % 6;
        const uint32_t len = 1 + (uint32_t)tb_rng_below(&b->rng, 8192);
        add_read(b, (uint32_t)tb_rng_below(&b->rng, MEM - len), len);
        add_read(b, 4096 - 1 - n % 256, 256); /* straddles 4 KiB */
        add_read(b, 4096 * (n % 8), 4096);    /* length code 0 when asked for at once */
        b->stall_rc = n % 50;
        run(b);
    }
    assert_true(b->reads > 300);
}

static void dma_writes_right_bytes_at_every_offset_and_length(void **state)
{
    struct bench *b = *state;

    for (uint32_t offset = 0; offset < 64; offset++) {
        for (uint32_t len = 1 + offset % 3; len < 130; len += 3) {
            add_write(b, 4096 * (offset % 7 + 1) + offset, len);
        }
    }
    b->stall_rq = b->stall_s = 20;
    run(b);
}

static void dma_writes_right_bytes_across_boundaries(void **state)
{
    struct bench *b = *state;

    for (uint32_t n = 0; n < 300; n++) {
        b->mps = n % 6;
        const uint32_t len = 1 + (uint32_t)tb_rng_below(&b->rng, 8192);
        add_write(b, (uint32_t)tb_rng_below(&b->rng, MEM - len), len);
        add_write(b, 4096 - 1 - n % 256, 256);
        add_write(b, 4096 * (n % 8), 4096);
        b->stall_rq = n % 50;
        run(b);
    }
}

static void dma_flushes_when_the_length_is_0(void **state)
{
    struct bench *b = *state;

    for (uint32_t n = 0; n < 10; n++) {
        add_read(b, 64 * n + n, 0);
        add_read(b, 64 * n + n, 8);
    }
    run(b);
    assert_int_equal(b->reads, 20);
}

static void dma_keeps_to_the_tags_it_may_use(void **state)
{
    static const uint32_t tags[] = {1, 2, 31, 32, 33, 64, 256};
    struct bench *b = *state;

    for (size_t i = 0; i < sizeof(tags) / sizeof(tags[0]); i++) {
        b->tags = tags[i];
        b->peak_open = 0;
        b->reorder = i % 2 == 0;
        b->latency = 400;
        dut_reset(b->d);
        for (uint32_t n = 0; n < 400; n++) {
            add_read(b, 64 * (n % 1000), 64);
        }
        run(b);
        b->n_cmds = b->given = b->taken = 0;
#ifdef DUT_P_LINES
        const uint32_t limit = tags[i] < DUT_P_LINES ? tags[i] : DUT_P_LINES;
#else
        const uint32_t limit = tags[i];
#endif
        assert_int_equal(b->peak_open, limit); /* asked (run checks: never more), and used */
    }
}

static void dma_reports_errors_and_goes_on(void **state)
{
    struct bench *b = *state;

    b->bad_ppm = 100000;
    b->reorder = true;
    for (uint32_t n = 0; n < 60;
         n++) { /* commands do not overlap: the model finds them by address */
        add_read(b, 1000 * n, 1 + (uint32_t)tb_rng_below(&b->rng, 999));
    }
    run(b);
    assert_true(b->saw_err);
}

static void dma_gives_up_when_no_completion_comes(void **state)
{
    struct bench *b = *state;
    struct dut *d = b->d;

    *d->cfg_timeout_cyc = 100;
    b->silent = true;
    add_read(b, 100, 200);
    b->cmd[0].bad = true;
    const uint64_t start = d->cycle;
    for (unsigned n = 0; n < 90; n++) {
        cycle(b);
    }
    assert_int_equal(b->taken, 0);
    assert_int_equal(*d->stat_idle, 1); /* nothing moves until ... */
    assert_in_range(*d->stat_wake_cyc - start, 100, 103);
    for (unsigned n = 0; n < 30; n++) {
        cycle(b);
    }
    assert_int_equal(b->taken, 1);
    assert_int_equal(*d->stat_outstanding, 0);
    /* the late completion is dropped and counted */
    b->silent = false;
    unsigned unexpected = 0;
    for (unsigned n = 0; n < 30; n++) {
        unexpected += *d->stat_unexpected;
        cycle(b);
    }
    assert_true(unexpected > 0);
    add_read(b, 300, 64);
    run(b);
}

static void dma_keeps_to_its_credits(void **state)
{
    struct bench *b = *state;

    b->limited = true;
    b->ph_limit = b->nph_limit = 1;
    b->pd_limit = 3; /* one unit less than the first write needs */
    b->mps = 5;
    b->latency = 20;
    for (uint32_t n = 0; n < 300; n++) {
        add_read(b, 64 * n, 64);
        add_write(b, 4096 * (n % 8), n % 16 == 1 ? 4096 : 64);
    }
    for (unsigned n = 0; n < 50; n++) {
        cycle(b);
    }
    assert_int_equal(b->writes, 0);
    for (uint32_t n = 0; b->taken < b->n_cmds || b->sent < b->n_wcmds; n++) {
        assert_true(n < 100000);
        cycle(b); /* checks that no request went beyond its credits */
        assert_true(b->n_open <= 1);
        if (n % 4 == 0 && b->pd_limit - b->pd < 300) { /* give back bit by bit; the counters wrap */
            b->pd_limit++;
        }
        if (n % 8 == 0 && b->ph_limit == b->ph) {
            b->ph_limit++;
        }
    }
    assert_int_equal(b->writes, 300);
    assert_memory_equal(b->mem, b->want, MEM);
}

static void dma_lets_reads_pass_when_writes_have_no_credit(void **state)
{
    struct bench *b = *state;

    b->limited = true;
    b->ph_limit = 0;
    b->pd_limit = 2000;
    b->nph_limit = 100;
    add_write(b, 0, 64);
    for (unsigned n = 0; n < 50; n++) {
        add_read(b, 4096 + 64 * n, 64);
    }
    for (unsigned n = 0; n < 200; n++) {
        cycle(b);
    }
    assert_int_equal(b->taken, 50);
    assert_int_equal(b->sent, 0);
    b->ph_limit = 1;
    run(b);
}

static void dma_stalls_only_what_it_must(void **state)
{
    struct bench *b = *state;

    for (uint32_t n = 0; n < 400; n++) {
        add_read(b, 64 * n, 64);
        add_write(b, MEM / 2 + 64 * n, 64);
    }
    b->stall_r = 100; /* nobody takes the data that was read */
    for (unsigned n = 0; n < 1500; n++) {
        cycle(b);
    }
    assert_int_equal(b->sent, 400);
    assert_int_equal(b->taken, 0);
    b->stall_r = 0;
    b->stall_rc = 100; /* nothing is answered */
    for (uint32_t n = 0; n < 400; n++) {
        add_write(b, MEM / 2 + 64 * n, 64);
    }
    for (unsigned n = 0; n < 1500; n++) {
        cycle(b);
    }
    assert_int_equal(b->sent, 800);
    b->stall_rc = 0;
    run(b);
    *b->d->s_wr_addr = BASE + MEM / 2; /* a write without data */
    *b->d->s_wr_len = 256;
    *b->d->s_wr_valid = 1;
    b->n_wcmds = b->wcmd_given = b->wgiven = b->sent = 0;
    add_write(b, MEM / 2, 256);
    b->hold_w = true;
    for (uint32_t n = 0; n < 100; n++) {
        add_read(b, 64 * n, 64);
    }
    for (unsigned n = 0; n < 300; n++) {
        cycle(b);
    }
    assert_int_equal(b->taken, 500);
    assert_int_equal(b->wcmd_given, 1);
    b->hold_w = false;
    run(b);
}

/* Between two reads go twice the beats that the second asks for. */
static void dma_lets_twice_the_beats_of_a_read_pass_it(void **state)
{
    struct bench *b = *state;
    static const uint32_t of[][2] = {{4, 1}, {64, 2}, {256, 8}, {512, 16}}; /* bytes, beats */

    b->latency = 20;
    for (size_t k = 0; k < sizeof(of) / sizeof(of[0]); k++) {
        uint32_t reads = b->reads, writes = b->writes, beats = of[k][1];

        for (uint32_t n = 0; n < 10; n++) {
            add_read(b, 512 * n, of[k][0]);
        }
        for (uint32_t n = 0; n < 10 * beats + 1; n++) {
            add_write(b, MEM / 2 + 64 * n, 64);
        }
        cycle(b);
        for (uint32_t n = 1; n <= 10; n++) {
            for (uint32_t c = 0; c <= beats; c++) {
                cycle(b);
            }
            assert_int_equal(b->reads - reads, n);
            assert_int_equal(b->writes - writes, n * beats);
        }
        run(b);
    }
}

/* Beats that went before a read came count as passed, however many. */
static void dma_sends_a_read_at_once_after_many_writes(void **state)
{
    struct bench *b = *state;

    for (uint32_t n = 0; n < 400; n++) {
        add_write(b, MEM / 2 + 64 * n, 64);
    }
    for (unsigned n = 0; n < 260; n++) {
        cycle(b);
    }
    add_read(b, 0, 512);
    for (unsigned n = 0; n < 3; n++) {
        cycle(b);
    }
    assert_int_equal(b->reads, 1);
    assert_in_range(b->writes, 255, 263);
    run(b);
}

static void dma_takes_one_cycle_each_way_when_idle(void **state)
{
    struct bench *b = *state;

    add_read(b, 64, 64);
    const uint64_t start = b->d->cycle; /* the command is taken at this edge */
    run(b);
    assert_int_equal(b->first_rq - start, 1);
    assert_int_equal(b->first_r - start,
                     3); /* the completion was there one cycle after the request */
    b->first_rq = 0;
    add_write(b, 128, 64);
    const uint64_t wstart = b->d->cycle;
    run(b);
    assert_int_equal(b->first_rq - wstart, 1);
}

static void dma_reads_one_line_a_cycle(void **state)
{
    struct bench *b = *state;

#ifdef DUT_P_LINES
    b->latency = 60;
#else
    b->latency = 200;
#endif
    for (uint32_t n = 0; n < 1000; n++) {
        add_read(b, 64 * n, 64);
    }
    run(b);
    assert_int_equal(b->last_r - b->first_r, 999);
}

static void dma_writes_one_beat_a_cycle(void **state)
{
    struct bench *b = *state;

    for (uint32_t n = 0; n < 500; n++) {
        add_write(b, 64 * n, 64);
    }
    const uint64_t start = b->d->cycle;
    run(b);
    assert_in_range(b->d->cycle - start, 500, 515);
}

static void dma_carries_reads_and_writes_together(void **state)
{
    struct bench *b = *state;

    b->reorder = true;
    b->stall_rq = b->stall_rc = b->stall_r = b->stall_s = 30;
    for (uint32_t n = 0; n < 1000; n++) { /* reads below, writes above */
        const uint32_t len = 1 + (uint32_t)tb_rng_below(&b->rng, 700);
        add_read(b, (uint32_t)tb_rng_below(&b->rng, MEM / 2 - len), len);
        add_write(b, MEM / 2 + (uint32_t)tb_rng_below(&b->rng, MEM / 2 - len), len);
    }
    run(b);
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(dma_reads_right_bytes_at_every_offset_and_length),
        TEST(dma_reads_right_bytes_across_boundaries),
        TEST(dma_writes_right_bytes_at_every_offset_and_length),
        TEST(dma_writes_right_bytes_across_boundaries),
        TEST(dma_flushes_when_the_length_is_0),
        TEST(dma_keeps_to_the_tags_it_may_use),
        TEST(dma_reports_errors_and_goes_on),
        TEST(dma_gives_up_when_no_completion_comes),
        TEST(dma_keeps_to_its_credits),
        TEST(dma_lets_reads_pass_when_writes_have_no_credit),
        TEST(dma_stalls_only_what_it_must),
        TEST(dma_lets_twice_the_beats_of_a_read_pass_it),
        TEST(dma_sends_a_read_at_once_after_many_writes),
        TEST(dma_takes_one_cycle_each_way_when_idle),
        TEST(dma_reads_one_line_a_cycle),
        TEST(dma_writes_one_beat_a_cycle),
        TEST(dma_carries_reads_and_writes_together),
    };

    return cmocka_run_group_tests_name("pcie_dma", tests, NULL, NULL);
}
