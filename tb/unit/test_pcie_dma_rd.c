/* SPDX-License-Identifier: Apache-2.0 */
/* test_pcie_dma_rd: requests as the specification wants them, completions split and ordered in
 * every way, errors, timeouts, foreign and malformed completions, one scripted completion after
 * the other. Random traffic: test_pcie_dma. */
/* DUT: pcie_dma_rd */
/* DUT: pcie_dma_rd -GLINES=128 */
#include "dut.h"
#include "tb.h"
#include "tb_hold.h"
#include "ubn/gen/enums.h"
#include "ubn/gen/wire.h"

#define MEM 65536u
#define BASE UINT64_C(0xfedc00000000) /* of the memory; a multiple of its size */
#define ID 0x0a5bu
#define MAX 2048u

#ifdef DUT_P_LINES
#define LINES_IN_BUFFER DUT_P_LINES
#else
#define LINES_IN_BUFFER 512u
#endif

struct request {
    uint32_t addr; /* of its first dword, in the memory */
    uint32_t dws, first_be, last_be;
    uint8_t tag;
    uint32_t from, bytes; /* what it wants, from the byte enables; 0 bytes: flush */
    uint64_t cycle;       /* in which it moved */
};

struct completion {
    struct ubn_pcie_cpl h;
    uint8_t data[4096];
    uint32_t beats;
    uint64_t cycle; /* in which its last beat moved */
};

struct line {
    uint8_t data[64];
    bool last, err;
    uint64_t cycle;
};

struct bench {
    struct dut *d;
    struct tb_rng rng;
    uint8_t mem[MEM];
    struct {
        uint64_t addr;
        uint32_t len;
        uint64_t cycle;
    } cmd[MAX];
    uint32_t n_cmds, given;
    struct request req[MAX];
    uint32_t n_reqs;
    struct completion *cpl; /* shape [MAX] */
    uint32_t n_cpls, answered, beat;
    bool pause;        /* no new beat of a completion */
    struct line *line; /* shape [MAX] */
    uint32_t n_lines, seen;
    uint32_t stall_rq, stall_r; /* percent */
    uint32_t errs, unexpected, rc_stalls;
    uint64_t err_now; /* cfg_now_cyc at the last stat_err */
    struct tb_hold hold_rq, hold_r;
};

static int setup(void **state)
{
    struct bench *b = calloc(1, sizeof(*b));

    b->cpl = calloc(MAX, sizeof(*b->cpl));
    b->line = calloc(MAX, sizeof(*b->line));
    b->d = dut_create();
    b->rng = tb_rng_seed(1);
    tb_rng_fill(&b->rng, b->mem, MEM);
    b->hold_rq = (struct tb_hold){.valid = b->d->m_rq_valid, .ready = b->d->m_rq_ready};
    TB_HOLD_ADD(&b->hold_rq, b->d, m_rq_hdr);
    b->hold_r = (struct tb_hold){.valid = b->d->m_r_valid, .ready = b->d->m_r_ready};
    TB_HOLD_ADD(&b->hold_r, b->d, m_r_data);
    TB_HOLD_ADD(&b->hold_r, b->d, m_r_last);
    TB_HOLD_ADD(&b->hold_r, b->d, m_r_err);
    dut_reset(b->d);
    *b->d->cfg_mrrs = 2;
    *b->d->cfg_tags = 256;
    *b->d->cfg_req_id = ID;
    *state = b;
    return 0;
}

static int teardown(void **state)
{
    struct bench *b = *state;

    dut_destroy(b->d);
    free(b->line);
    free(b->cpl);
    free(b);
    return 0;
}

/* Forgets what has been given and seen; the DUT stays as it is. */
static void forget(struct bench *b)
{
    b->n_cmds = b->given = b->n_reqs = b->n_cpls = b->answered = b->n_lines = b->seen = 0;
    b->errs = b->unexpected = b->rc_stalls = 0;
}

static uint32_t low_zeros(uint32_t be) { return (be & 1) ? 0 : (be & 2) ? 1 : (be & 4) ? 2 : 3; }
static uint32_t high_zeros(uint32_t be) { return (be & 8) ? 0 : (be & 4) ? 1 : (be & 2) ? 2 : 3; }

static void got_request(struct bench *b)
{
    struct dut *d = b->d;
    struct ubn_pcie_req r;
    uint8_t hdr[16];

    for (unsigned i = 0; i < 16; i++) {
        hdr[i] = tb_byte(d->m_rq_hdr, 15 - i);
    }
    ubn_pcie_req_unpack(hdr, &r);
    assert_int_equal(r.fmt, UBN_PCIE_FMT_DW4);
    assert_int_equal(r.type, UBN_PCIE_TYPE_MEM);
    assert_int_equal(r.requester_id, ID);
    assert_int_equal(r.tc | r.attr | r.ep | r.td | r.at | r.th | r.t8 | r.t9, 0);
    assert_true(b->n_reqs < MAX);
    struct request *q = &b->req[b->n_reqs++];
    *q = (struct request){.addr = (uint32_t)((r.addr << 2) - BASE),
                          .dws = r.length_dw == 0 ? 1024 : r.length_dw,
                          .first_be = r.first_be,
                          .last_be = r.last_be,
                          .tag = r.tag,
                          .cycle = d->cycle};
    q->from = q->addr + (q->first_be == 0 ? 0 : low_zeros(q->first_be));
    if (q->first_be != 0) {
        const uint32_t end = q->dws == 1 ? q->first_be : q->last_be;
        q->bytes = 4 * q->dws - low_zeros(q->first_be) - high_zeros(end);
    }
    assert_true(r.tag < *d->cfg_tags);
}

static void cycle(struct bench *b)
{
    struct dut *d = b->d;

    if (b->given < b->n_cmds) {
        *d->s_rd_valid = 1;
        *d->s_rd_addr = b->cmd[b->given].addr;
        *d->s_rd_len = (uint16_t)b->cmd[b->given].len;
    } else {
        *d->s_rd_valid = 0;
    }
    if (b->answered < b->n_cpls && (!b->pause || *d->s_rc_valid)) {
        const struct completion *c = &b->cpl[b->answered];
        uint8_t hdr[16] = {0};

        ubn_pcie_cpl_pack(&c->h, hdr);
        for (unsigned i = 0; i < 16; i++) {
            tb_set_byte(d->s_rc_hdr, 15 - i, hdr[i]);
        }
        memcpy(d->s_rc_data, c->data + 64 * b->beat, 64);
        *d->s_rc_last = b->beat + 1 == c->beats;
        *d->s_rc_valid = 1;
    } else { /* what is not valid has no meaning */
        tb_rng_fill(&b->rng, d->s_rc_hdr, 16);
        tb_rng_fill(&b->rng, d->s_rc_data, 64);
        *d->s_rc_last = b->pause;
        *d->s_rc_valid = 0;
    }
    *d->m_rq_ready = !tb_rng_chance(&b->rng, b->stall_rq);
    *d->m_r_ready = !tb_rng_chance(&b->rng, b->stall_r);
    dut_eval(d);
    if (tb_hold_check(&b->hold_rq)) {
        got_request(b);
    }
    if (tb_hold_check(&b->hold_r)) {
        assert_true(b->n_lines < MAX);
        struct line *l = &b->line[b->n_lines++];
        memcpy(l->data, d->m_r_data, 64);
        l->last = *d->m_r_last;
        l->err = *d->m_r_err;
        l->cycle = d->cycle;
    }
    if (*d->stat_err) {
        b->errs++;
        b->err_now = *d->cfg_now_cyc;
    }
    b->unexpected += *d->stat_unexpected;
    b->rc_stalls += *d->s_rc_valid && !*d->s_rc_ready;
    const bool rd = *d->s_rd_valid && *d->s_rd_ready;
    const bool rc = *d->s_rc_valid && *d->s_rc_ready;
    if (rd) {
        b->cmd[b->given].cycle = d->cycle;
    }
    if (rc) {
        b->cpl[b->answered].cycle = d->cycle;
    }
    dut_tick(d);
    b->given += rd;
    if (rc) {
        *d->s_rc_valid = 0;
        if (++b->beat == b->cpl[b->answered].beats) {
            b->beat = 0;
            b->answered++;
        }
    }
}

static void cycles(struct bench *b, uint32_t n)
{
    while (n-- > 0) {
        cycle(b);
    }
}

static void give(struct bench *b, uint32_t addr, uint32_t len)
{
    assert_true(b->n_cmds < MAX);
    b->cmd[b->n_cmds].addr = BASE + addr;
    b->cmd[b->n_cmds++].len = len;
}

/* Runs until so many requests have been sent. */
static void await_requests(struct bench *b, uint32_t n)
{
    for (uint32_t i = 0; b->n_reqs < n; i++) {
        assert_true(i < 5000);
        cycle(b);
    }
}

static void await_lines(struct bench *b, uint32_t n)
{
    for (uint32_t i = 0; b->n_lines < n; i++) {
        assert_true(i < 20000);
        cycle(b);
    }
}

/* Queues the completion that carries bytes [at, at + bytes) of what a request wants. */
static struct completion *answer(struct bench *b, const struct request *q, uint32_t at,
                                 uint32_t bytes)
{
    assert_true(b->n_cpls < MAX);
    struct completion *c = &b->cpl[b->n_cpls++];
    const uint32_t from = q->from + at;
    const uint32_t dws = q->bytes == 0 ? 1 : (from % 4 + bytes + 3) / 4;

    c->h =
        (struct ubn_pcie_cpl){.fmt = UBN_PCIE_FMT_DW3_DATA,
                              .type = UBN_PCIE_TYPE_CPL,
                              .length_dw = (uint16_t)(dws & 0x3ff),
                              .byte_count = (uint16_t)(q->bytes == 0 ? 1 : (q->bytes - at) & 0xfff),
                              .requester_id = ID,
                              .completer_id = 0x7777,
                              .tag = q->tag,
                              .lower_addr = q->bytes == 0 ? 0 : from & 0x7f};
    memset(c->data, 0xee, sizeof(c->data));
    memcpy(c->data, b->mem + from - from % 4, 4 * dws);
    c->beats = (dws + 15) / 16;
    return c;
}

static struct completion *answer_all(struct bench *b, const struct request *q)
{
    return answer(b, q, 0, q->bytes);
}

/* Queues a completion without data.  @source PCIe base specification 2.2.9: its length is 0 */
static struct completion *refuse(struct bench *b, const struct request *q, uint8_t status)
{
    struct completion *c = answer(b, q, 0, q->bytes);

    c->h.fmt = UBN_PCIE_FMT_DW3;
    c->h.length_dw = 0;
    c->h.status = status;
    c->beats = 1;
    return c;
}

/* The next lines are those of a read; err: all are marked, and say nothing. */
static void expect(struct bench *b, uint32_t addr, uint32_t len, bool err)
{
    const uint32_t lines = len == 0 ? 1 : (addr % 64 + len + 63) / 64;

    await_lines(b, b->seen + lines);
    for (uint32_t l = 0; l < lines; l++) {
        const struct line *got = &b->line[b->seen++];
        for (uint32_t i = 0; i < 64 && !err; i++) {
            const uint32_t at = addr / 64 * 64 + 64 * l + i;
            if (at >= addr && at < addr + len) {
                assert_int_equal(got->data[i], b->mem[at]);
            }
        }
        assert_int_equal(got->last, l + 1 == lines);
        assert_int_equal(got->err, err);
    }
}

static void expect_rest(struct bench *b)
{
    cycles(b, 6);
    assert_int_equal(b->n_lines, b->seen);
    assert_int_equal(b->answered, b->n_cpls);
    assert_int_equal(*b->d->stat_outstanding, 0);
    assert_int_equal(*b->d->stat_idle, 1);
    assert_true(*b->d->stat_wake_cyc == UINT64_C(0xffffffffffff));
}

/* ---- requests */

static void rd_splits_commands_as_the_specification_wants(void **state)
{
    /* One row per request; len 0 as a row's command: the request belongs to the row before.
     * @source PCIe base specification 2.2.5, 2.2.7, by hand */
    static const struct {
        uint8_t mrrs;
        uint32_t cmd_addr, cmd_len;
        uint32_t addr, dws, first_be, last_be;
    } want[] = {
        {2, 0x0000, 1, 0x0000, 1, 0x1, 0x0},
        {2, 0x0001, 2, 0x0000, 1, 0x6, 0x0},
        {2, 0x0003, 1, 0x0000, 1, 0x8, 0x0},
        {2, 0x0002, 4, 0x0000, 2, 0xc, 0x3},
        {2, 0x0003, 2, 0x0000, 2, 0x8, 0x1},
        {2, 0x0044, 4, 0x0044, 1, 0xf, 0x0},
        {2, 0x0040, 64, 0x0040, 16, 0xf, 0xf},
        {2, 0x003f, 66, 0x003c, 18, 0x8, 0x1},
        {0, 0x0000, 128, 0x0000, 32, 0xf, 0xf},
        {0, 0x0040, 128, 0x0040, 16, 0xf, 0xf},
        {0, 0, 0, 0x0080, 16, 0xf, 0xf},
        {0, 0x007f, 2, 0x007c, 1, 0x8, 0x0},
        {0, 0, 0, 0x0080, 1, 0x1, 0x0},
        {5, 0x1000, 4096, 0x1000, 1024, 0xf, 0xf},
        {5, 0x1001, 4096, 0x1000, 1024, 0xe, 0xf},
        {5, 0, 0, 0x2000, 1, 0x1, 0x0},
        {5, 0x0ffc, 8, 0x0ffc, 1, 0xf, 0x0},
        {5, 0, 0, 0x1000, 1, 0xf, 0x0},
        {5, 0x2800, 8192, 0x2800, 512, 0xf, 0xf},
        {5, 0, 0, 0x3000, 1024, 0xf, 0xf},
        {5, 0, 0, 0x4000, 512, 0xf, 0xf},
        {7, 0x5000, 4096, 0x5000, 1024, 0xf, 0xf},
        {2, 0x01fe, 516, 0x01fc, 1, 0xc, 0x0},
        {2, 0, 0, 0x0200, 128, 0xf, 0xf},
        {2, 0, 0, 0x0400, 1, 0x3, 0x0},
    };
    const size_t rows = sizeof(want) / sizeof(want[0]);
    struct bench *b = *state;

    for (size_t i = 0; i < rows;) {
        size_t n = 1;
        while (i + n < rows && want[i + n].cmd_len == 0) {
            n++;
        }
        forget(b);
        *b->d->cfg_mrrs = want[i].mrrs;
        give(b, want[i].cmd_addr, want[i].cmd_len);
        for (size_t k = 0; k < n; k++) { /* a small buffer holds two at a time */
            await_requests(b, (uint32_t)k + 1);
            const struct request *q = &b->req[k];
            assert_int_equal(q->addr, want[i + k].addr);
            assert_int_equal(q->dws, want[i + k].dws);
            assert_int_equal(q->first_be, want[i + k].first_be);
            assert_int_equal(q->last_be, want[i + k].last_be);
            answer_all(b, q);
        }
        expect(b, want[i].cmd_addr, want[i].cmd_len, false);
        expect_rest(b);
        assert_int_equal(b->n_reqs, n);
        i += n;
    }
}

static void rd_keeps_the_upper_half_of_the_address(void **state)
{
    struct bench *b = *state;

    b->cmd[b->n_cmds].addr = UINT64_C(0xfffffffffffff000);
    b->cmd[b->n_cmds++].len = 4;
    while (!*b->d->m_rq_valid) {
        cycle(b);
    }
    /* third and fourth dword of the header */
    assert_int_equal(b->d->m_rq_hdr[1], 0xffffffff);
    assert_int_equal(b->d->m_rq_hdr[0], 0xfffff000);
}

static void rd_asks_for_every_offset_and_length(void **state)
{
    struct bench *b = *state;

    for (uint32_t offset = 0; offset < 64; offset++) {
        const uint32_t addr = 4096 + 64 * (offset % 5) + offset;
        forget(b);
        for (uint32_t len = 1; len <= 129; len++) {
            const uint32_t n = b->n_reqs;
            give(b, addr, len);
            await_requests(b, n + 1);
            assert_int_equal(b->req[n].from, addr); /* MRRS 512: one request */
            assert_int_equal(b->req[n].bytes, len);
            answer_all(b, &b->req[n]);
            expect(b, addr, len, false);
        }
        expect_rest(b);
    }
}

static void rd_flushes_when_the_length_is_0(void **state)
{
    struct bench *b = *state;

    for (uint32_t offset = 0; offset < 64; offset++) {
        give(b, 4096 + offset, 0);
    }
    await_requests(b, 64);
    for (uint32_t n = 0; n < 64; n++) {
        assert_int_equal(b->req[n].dws, 1);
        assert_int_equal(b->req[n].first_be, 0);
        assert_int_equal(b->req[n].last_be, 0);
        assert_int_equal(b->req[n].addr, 4096 + n - n % 4);
        answer_all(b, &b->req[n]);
    }
    for (uint32_t n = 0; n < 64; n++) {
        expect(b, 4096 + n, 0, false);
    }
    expect_rest(b);
}

/* ---- completions in every way */

static void rd_takes_completions_split_in_every_way(void **state)
{
    struct bench *b = *state;

    for (uint32_t rcb = 64; rcb <= 128; rcb *= 2) {
        for (uint32_t offset = 0; offset < 2 * 64; offset += 1 + offset % 3) {
            const uint32_t addr = 512 * (offset % 9) + offset;
            const uint32_t len = 512 - offset - offset % 61; /* one request, 4 to 8 lines */
            const uint32_t cuts = (addr + len - 1) / rcb - addr / rcb;
            for (uint32_t mask = 0; mask < 1u << cuts; mask += 1 + mask % 3) {
                forget(b);
                give(b, addr, len);
                await_requests(b, 1);
                uint32_t at = 0;
                for (uint32_t cut = 0; cut < cuts; cut++) {
                    const uint32_t end = (addr / rcb + cut + 1) * rcb - addr;
                    if (mask >> cut & 1) {
                        answer(b, &b->req[0], at, end - at);
                        at = end;
                    }
                }
                answer(b, &b->req[0], at, len - at);
                expect(b, addr, len, false);
            }
        }
    }
    expect_rest(b);
}

static void permutation(uint32_t n, uint32_t out[4])
{
    uint32_t left[4] = {0, 1, 2, 3};

    for (uint32_t i = 4; i > 0; i--) {
        const uint32_t k = n % i;
        n /= i;
        out[4 - i] = left[k];
        memmove(&left[k], &left[k + 1], (i - k - 1) * sizeof(left[0]));
    }
}

/* Four reads that are one request and two or three lines each. */
#define ANY_ORDER_ADDR(n) (1024u * (n) + 40u - 7u * (n))

static void rd_delivers_in_order_when_tags_are_answered_in_any_order(void **state)
{
    struct bench *b = *state;
    uint32_t first[4], second[4];

    b->stall_r = 30;
    for (uint32_t p = 0; p < 24 * 24; p++) {
        permutation(p % 24, first);
        permutation(p / 24, second);
        forget(b);
        for (uint32_t n = 0; n < 4; n++) {
            give(b, ANY_ORDER_ADDR(n), 100 + n);
        }
        await_requests(b, 4);
        for (uint32_t n = 0; n < 4; n++) { /* up to the next multiple of 64 */
            answer(b, &b->req[first[n]], 0, 64 - ANY_ORDER_ADDR(first[n]) % 64);
        }
        for (uint32_t n = 0; n < 4; n++) {
            const uint32_t at = 64 - ANY_ORDER_ADDR(second[n]) % 64;
            answer(b, &b->req[second[n]], at, 100 + second[n] - at);
        }
        for (uint32_t n = 0; n < 4; n++) {
            expect(b, ANY_ORDER_ADDR(n), 100 + n, false);
        }
    }
    expect_rest(b);
}

/* ---- tags and room */

static void rd_never_uses_a_tag_that_is_open(void **state)
{
    static const uint16_t tags[] = {1, 2, 31, 32, 33, 255, 256};
    struct bench *b = *state;

    for (size_t t = 0; t < sizeof(tags) / sizeof(tags[0]); t++) {
        uint32_t window[256];
        uint32_t done = 0;

        dut_reset(b->d);
        forget(b);
        *b->d->cfg_tags = tags[t];
        for (uint32_t n = 0; n < 3u * tags[t] + 10; n++) {
            give(b, 64 * n, 64);
        }
        while (done < b->n_cmds) {
            const uint32_t limit = tags[t] < LINES_IN_BUFFER ? tags[t] : LINES_IN_BUFFER;
            const uint32_t left = b->n_cmds - done;
            const uint32_t n = left < limit ? left : limit;

            cycles(b, 2 * n + 4); /* as many as may be open are asked for, and no more */
            assert_int_equal(b->n_reqs, done + n);
            assert_int_equal(*b->d->stat_outstanding, n);
            for (uint32_t i = 0; i < n; i++) {
                for (uint32_t k = 0; k < i; k++) {
                    assert_int_not_equal(b->req[done + i].tag, b->req[done + k].tag);
                }
                window[i] = done + i;
            }
            b->stall_rq = 100; /* nothing new until all of these are answered, last one first */
            for (uint32_t i = n; i > 0; i--) {
                answer_all(b, &b->req[window[i - 1]]);
            }
            for (uint32_t i = 0; i < n; i++) {
                expect(b, 64 * (done + i), 64, false);
            }
            b->stall_rq = 0;
            done += n;
        }
        expect_rest(b);
    }
}

static void rd_asks_only_for_what_the_buffer_can_hold(void **state)
{
    struct bench *b = *state;

    *b->d->cfg_mrrs = 5;
    for (uint32_t n = 0; n < 12; n++) {
        give(b, 4096 * n, 4096);
    }
    b->stall_r = 100; /* nobody takes the data */
    cycles(b, 200);
    assert_int_equal(b->n_reqs, LINES_IN_BUFFER / 64);
    for (uint32_t n = b->n_reqs; n > 0; n--) {
        answer_all(b, &b->req[n - 1]);
    }
    cycles(b, LINES_IN_BUFFER + 20);
    assert_int_equal(b->answered, b->n_cpls); /* all in, though nothing goes out */
    assert_int_equal(b->rc_stalls, 0);
    b->stall_r = 0;
    for (uint32_t n = 0; n < 12; n++) {
        while (b->n_cpls < b->n_reqs) {
            answer_all(b, &b->req[b->n_cpls]);
        }
        expect(b, 4096 * n, 4096, false);
        while (b->n_cpls < b->n_reqs) {
            answer_all(b, &b->req[b->n_cpls]);
        }
    }
    expect_rest(b);
}

static void rd_delivers_when_requests_are_stalled(void **state)
{
    struct bench *b = *state;

    for (uint32_t n = 0; n < 20; n++) {
        give(b, 64 * n, 64);
    }
    await_requests(b, 10);
    b->stall_rq = 100;
    for (uint32_t n = 0; n < 10; n++) {
        answer_all(b, &b->req[n]);
    }
    for (uint32_t n = 0; n < 10; n++) {
        expect(b, 64 * n, 64, false);
    }
    cycles(b, 5);
    assert_true(b->n_reqs <= 11);
}

/* ---- errors */

static void rd_marks_the_rest_of_a_command_when_a_request_fails(void **state)
{
    static const uint8_t status[] = {UBN_PCIE_CPL_STATUS_UNSUPPORTED, UBN_PCIE_CPL_STATUS_RETRY,
                                     UBN_PCIE_CPL_STATUS_ABORT};
    struct bench *b = *state;

    *b->d->cfg_mrrs = 0;
    for (size_t s = 0; s < 3; s++) {
        forget(b);
        give(b, 0, 384); /* three requests of two lines */
        give(b, 512, 64);
        await_requests(b, 4);
        answer_all(b, &b->req[0]);
        refuse(b, &b->req[1], status[s]);
        answer_all(b, &b->req[2]);
        answer_all(b, &b->req[3]);
        await_lines(b, 7);
        for (uint32_t n = 0; n < 7; n++) {
            assert_int_equal(b->line[n].err, n >= 2 && n < 6);
            assert_int_equal(b->line[n].last, n >= 5);
        }
        assert_memory_equal(b->line[0].data, b->mem, 64);
        assert_memory_equal(b->line[1].data, b->mem + 64, 64);
        assert_memory_equal(b->line[6].data, b->mem + 512, 64);
        b->seen = 7;
        expect_rest(b);
        assert_int_equal(b->errs, 1);
        assert_int_equal(b->unexpected, 0);
    }
}

/* A completion without data has length 0, which means 1024 dwords where there are data: nothing
 * may be written for it, least of all behind its request, where the data of the next one stand. */
static void rd_keeps_what_has_arrived_when_a_neighbour_fails(void **state)
{
    struct bench *b = *state;

    for (uint32_t offset = 0; offset < 64; offset += 9) {
        for (uint32_t lines = 1; lines < 4; lines++) {
            const uint32_t len = 64 * lines - offset;
            forget(b);
            give(b, offset, len);
            give(b, 1024, 64);
            await_requests(b, 2);
            answer_all(b, &b->req[1]);
            refuse(b, &b->req[0], UBN_PCIE_CPL_STATUS_ABORT);
            expect(b, offset, len, true);
            expect(b, 1024, 64, false);
            expect_rest(b);
            assert_int_equal(b->errs, 1);
        }
    }
}

static void rd_ends_a_request_that_is_refused_in_the_middle(void **state)
{
    struct bench *b = *state;

    for (uint16_t length = 0; length < 3; length++) { /* reserved without data: says nothing */
        forget(b);
        give(b, 64, 256);
        give(b, 1024, 64);
        await_requests(b, 2);
        answer(b, &b->req[0], 0, 64);
        struct completion *c = answer(b, &b->req[0], 64, 192);
        c->h.fmt = UBN_PCIE_FMT_DW3;
        c->h.length_dw = length;
        c->h.status = UBN_PCIE_CPL_STATUS_ABORT;
        c->beats = 1;
        answer_all(b, &b->req[1]);
        expect(b, 64, 256, true);
        expect(b, 1024, 64, false);
        expect_rest(b);
        assert_int_equal(b->errs, 1);
        assert_int_equal(b->unexpected, 0);
    }
}

static void rd_waits_for_the_rest_when_a_part_is_poisoned(void **state)
{
    struct bench *b = *state;

    *b->d->cfg_tags = 1; /* the tag of an open request must not be used again */
    for (uint32_t bad = 0; bad < 3; bad++) {
        forget(b);
        give(b, 32, 160); /* parts of 32, 64, 64 */
        give(b, 1024, 64);
        await_requests(b, 1);
        for (uint32_t n = 0; n < 3; n++) {
            struct completion *c =
                answer(b, &b->req[0], n == 0 ? 0 : 64 * n - 32, n == 0 ? 32 : 64);
            c->h.ep = n == bad;
            cycles(b, 12);
            assert_int_equal(b->n_reqs, n < 2 ? 1 : 2);
        }
        expect(b, 32, 160, true);
        answer_all(b, &b->req[1]);
        expect(b, 1024, 64, false);
        expect_rest(b);
        assert_int_equal(b->errs, 1);
        assert_int_equal(b->unexpected, 0);
    }
}

static void rd_marks_a_line_when_its_only_completion_is_poisoned(void **state)
{
    struct bench *b = *state;

    give(b, 64, 64);
    give(b, 128, 64);
    await_requests(b, 2);
    answer_all(b, &b->req[0])->h.ep = 1;
    answer_all(b, &b->req[1]);
    expect(b, 64, 64, true);
    expect(b, 128, 64, false);
    expect_rest(b);
    assert_int_equal(b->errs, 1);
}

static void rd_marks_malformed_completions(void **state)
{
    struct bench *b = *state;

    for (uint32_t kind = 0; kind < 4; kind++) {
        forget(b);
        give(b, 64, 192);
        give(b, 1024, 192);
        await_requests(b, 2);
        answer_all(b, &b->req[1]);
        struct completion *c = answer_all(b, &b->req[0]);
        switch (kind) {
        case 0: /* more bytes to come than were asked for */
            c->h.byte_count = 196;
            c->h.length_dw = 49;
            c->beats = 4;
            break;
        case 1: /* more data than bytes to come */
            c->h.length_dw = 64;
            c->beats = 4;
            break;
        case 2: /* ends inside a line, then goes on */
            c->h.length_dw = 20;
            c->beats = 2;
            c = answer(b, &b->req[0], 80, 112);
            break;
        default: /* success without data */
            c->h.fmt = UBN_PCIE_FMT_DW3;
            c->h.length_dw = 0;
            c->beats = 1;
            break;
        }
        expect(b, 64, 192, true);
        expect(b, 1024, 192, false);
        expect_rest(b);
        assert_int_equal(b->errs, 1);
    }
}

/* ---- completions of nobody */

static void rd_drops_and_counts_completions_of_no_request(void **state)
{
    struct bench *b = *state;
    struct completion *c;

    give(b, 64, 64);
    give(b, 512, 200);
    await_requests(b, 2);
    const struct request none = {.from = 0, .bytes = 256, .tag = 200};
    answer_all(b, &none); /* several beats count once */
    c = answer_all(b, &b->req[0]);
    c->h.requester_id = ID ^ 0x100;
    c = answer_all(b, &b->req[1]);
    c->h.type = 0x0b; /* completion of a locked read */
    c = refuse(b, &none, UBN_PCIE_CPL_STATUS_ABORT);
    cycles(b, 30);
    assert_int_equal(b->n_lines, 0);
    assert_int_equal(b->unexpected, 4);
    answer_all(b, &b->req[1]);
    answer_all(b, &b->req[1]); /* twice */
    answer_all(b, &b->req[0]);
    answer_all(b, &b->req[0]);
    expect(b, 64, 64, false);
    expect(b, 512, 200, false);
    expect_rest(b);
    assert_int_equal(b->unexpected, 6);
    assert_int_equal(b->errs, 0);
}

static void rd_drops_a_completion_of_a_request_that_has_not_left(void **state)
{
    struct bench *b = *state;

    b->stall_rq = 100;
    give(b, 64, 64);
    cycles(b, 5);
    const struct request early = {.from = 64, .bytes = 64, .tag = 0};
    answer_all(b, &early);
    cycles(b, 10);
    assert_int_equal(b->unexpected, 1);
    assert_int_equal(b->n_lines, 0);
    b->stall_rq = 0;
    await_requests(b, 1);
    assert_int_equal(b->req[0].tag, 0);
    answer_all(b, &b->req[0]);
    expect(b, 64, 64, false);
    expect_rest(b);
}

/* ---- timeout */

static void rd_gives_up_after_the_timeout_to_the_cycle(void **state)
{
    struct bench *b = *state;
    struct dut *d = b->d;

    *d->cfg_timeout_cyc = 100;
    give(b, 100, 200); /* four lines */
    give(b, 1024, 64);
    const uint64_t start =
        *d->cfg_now_cyc; /* the command moves in this cycle, the request in the next */
    await_requests(b, 2);
    answer_all(b, &b->req[1]); /* behind the one that is lost */
    cycles(b, 20);
    assert_true(*d->stat_wake_cyc == start + 1 + 100);
    assert_int_equal(*d->stat_idle, 1); /* nothing moves until then */
    expect(b, 100, 200, true);
    expect(b, 1024, 64, false);
    assert_true(b->err_now == start + 1 + 100);
    assert_int_equal(b->errs, 1);
    expect_rest(b);
    answer_all(b, &b->req[0]); /* late */
    cycles(b, 20);
    assert_int_equal(b->unexpected, 1);
    assert_int_equal(b->n_lines, 5);
    forget(b);
    give(b, 300, 64);
    await_requests(b, 1);
    answer_all(b, &b->req[0]);
    expect(b, 300, 64, false);
    expect_rest(b);
}

static void rd_does_not_give_up_before_the_timeout(void **state)
{
    struct bench *b = *state;
    struct dut *d = b->d;

    /* in the last cycle and before: data; afterwards: an error */
    for (uint32_t late = 95; late < 106; late++) {
        forget(b);
        *d->cfg_timeout_cyc = 100;
        give(b, 64, 64);
        await_requests(b, 1);
        const uint64_t sent = b->req[0].cycle;
        while (d->cycle < sent + late) {
            cycle(b);
        }
        answer_all(b, &b->req[0]);
        expect(b, 64, 64, late > 100);
        expect_rest(b);
        assert_int_equal(b->errs, late > 100);
        assert_int_equal(b->unexpected, late > 100);
    }
}

static void rd_counts_the_timeout_from_when_the_request_leaves(void **state)
{
    struct bench *b = *state;
    struct dut *d = b->d;

    *d->cfg_timeout_cyc = 50;
    *d->cfg_tags = 1;
    b->stall_rq = 100; /* no credit */
    give(b, 64, 64);
    give(b, 128, 64);
    cycles(b, 200);
    assert_int_equal(b->errs, 0);
    assert_true(*d->stat_wake_cyc == UINT64_C(0xffffffffffff));
    b->stall_rq = 0;
    await_requests(b, 1);
    cycles(b, 48);
    assert_int_equal(b->errs, 0);
    answer_all(b, &b->req[0]);
    expect(b, 64, 64, false);
    await_requests(b, 2);
    answer_all(b, &b->req[1]);
    expect(b, 128, 64, false);
    expect_rest(b);
    assert_int_equal(b->errs, 0);
}

/* The rest of a completion that was cut by the timeout is not for the next request of its tag. */
static void rd_drops_the_rest_of_a_completion_that_stalls_too_long(void **state)
{
    struct bench *b = *state;
    struct dut *d = b->d;

    *d->cfg_timeout_cyc = 100;
    *d->cfg_tags = 1;
    for (uint32_t before = 1; before < 4; before++) {
        forget(b);
        give(b, 64, 256);
        give(b, 1024, 256);
        await_requests(b, 1);
        answer_all(b, &b->req[0]);
        while (b->beat < before) {
            cycle(b);
        }
        b->pause = true;
        expect(b, 64, 256, true); /* given up */
        await_requests(b, 2);
        assert_int_equal(b->req[1].tag, b->req[0].tag);
        b->pause = false;
        cycles(b, 20);
        assert_int_equal(b->answered, 1);
        assert_int_equal(b->unexpected, 1);
        assert_int_equal(b->n_lines, 4);
        answer_all(b, &b->req[1]);
        expect(b, 1024, 256, false);
        expect_rest(b);
        assert_int_equal(b->errs, 1);
    }
}

static void rd_goes_on_with_a_completion_when_another_request_is_given_up(void **state)
{
    struct bench *b = *state;
    struct dut *d = b->d;

    *d->cfg_timeout_cyc = 100;
    give(b, 64, 64); /* lost */
    await_requests(b, 1);
    cycles(b, 60);
    give(b, 1024, 256);
    await_requests(b, 2);
    answer_all(b, &b->req[1]);
    while (b->beat < 2) {
        cycle(b);
    }
    b->pause = true;
    expect(b, 64, 64, true);
    b->pause = false;
    expect(b, 1024, 256, false);
    expect_rest(b);
    assert_int_equal(b->errs, 1);
    assert_int_equal(b->unexpected, 0);
}

static void rd_counts_once_when_timeout_and_completion_meet(void **state)
{
    struct bench *b = *state;
    struct dut *d = b->d;

    /* a completion of two beats that spills into a third line, around the deadline */
    for (uint32_t late = 90; late < 110; late++) {
        forget(b);
        *d->cfg_timeout_cyc = 100;
        give(b, 32, 128);
        give(b, 1024, 64);
        await_requests(b, 2);
        while (d->cycle < b->req[0].cycle + late) {
            cycle(b);
        }
        answer_all(b, &b->req[0]);
        answer_all(b, &b->req[1]);
        cycles(b, 40);
        const uint32_t bad = b->line[0].err + b->line[3].err;
        assert_int_equal(b->line[0].err, late > 100);
        expect(b, 32, 128, b->line[0].err);
        expect(b, 1024, 64, b->line[3].err);
        expect_rest(b);
        assert_int_equal(b->errs, bad);
        assert_int_equal(b->unexpected, bad);
    }
}

/* ---- latency and rate */

static void rd_takes_one_cycle_each_way_when_one_line_is_wanted(void **state)
{
    struct bench *b = *state;

    for (uint32_t offset = 0; offset < 64; offset += 7) {
        forget(b);
        give(b, offset, 64 - offset);
        await_requests(b, 1);
        assert_int_equal(b->req[0].cycle - b->cmd[0].cycle, 1);
        answer_all(b, &b->req[0]);
        expect(b, offset, 64 - offset, false);
        assert_int_equal(b->line[0].cycle - b->cpl[0].cycle, 1);
        expect_rest(b);
    }
}

static void rd_takes_three_cycles_through_the_buffer(void **state)
{
    struct bench *b = *state;

    give(b, 0, 128);
    await_requests(b, 1);
    answer_all(b, &b->req[0]);
    expect(b, 0, 128, false);
    assert_int_equal(b->line[0].cycle - b->cpl[0].cycle, 3);
    assert_int_equal(b->line[1].cycle - b->line[0].cycle, 1);
    expect_rest(b);
    forget(b); /* one cycle more when its last line is the rest of its last beat */
    give(b, 32, 64);
    await_requests(b, 1);
    answer_all(b, &b->req[0]);
    expect(b, 32, 64, false);
    assert_int_equal(b->line[0].cycle - b->cpl[0].cycle, 4);
    expect_rest(b);
}

static void rd_asks_and_delivers_once_a_cycle(void **state)
{
    struct bench *b = *state;

    for (uint32_t n = 0; n < 1000; n++) {
        give(b, 64 * n, 64);
    }
    for (uint32_t n = 0; n < 1200; n++) { /* answered 40 cycles after the request */
        if (b->n_reqs >= 40 && b->n_cpls < b->n_reqs - 39) {
            answer_all(b, &b->req[b->n_cpls]);
        } else if (b->n_reqs == 1000 && b->n_cpls < 1000) {
            answer_all(b, &b->req[b->n_cpls]);
        }
        cycle(b);
    }
    for (uint32_t n = 0; n < 1000; n++) {
        expect(b, 64 * n, 64, false);
        assert_int_equal(b->req[n].cycle - b->req[0].cycle, n);
        assert_int_equal(b->line[n].cycle - b->line[0].cycle, n);
    }
    assert_int_equal(b->rc_stalls, 0);
    expect_rest(b);
}

static void rd_takes_completions_at_one_beat_a_cycle(void **state)
{
    struct bench *b = *state;

    *b->d->cfg_mrrs = 3;
    for (uint32_t n = 0; n < 24; n++) { /* 16 lines each; odd ones begin inside a line */
        give(b, 1024 * n + (n % 2) * 20, 1024 - (n % 2) * 20);
    }
    for (uint32_t n = 0; n < 600; n++) {
        if (b->n_cpls < b->n_reqs) {
            answer_all(b, &b->req[b->n_cpls]);
        }
        cycle(b);
    }
    for (uint32_t n = 0; n < 24; n++) {
        expect(b, 1024 * n + (n % 2) * 20, 1024 - (n % 2) * 20, false);
    }
    /* no cycle is lost: 1004 bytes from lane 20 on are 16 beats and 16 lines */
    assert_int_equal(b->rc_stalls, 0);
    assert_int_equal(b->line[24 * 16 - 1].cycle - b->line[0].cycle, 24 * 16 - 1);
    expect_rest(b);
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(rd_splits_commands_as_the_specification_wants),
        TEST(rd_keeps_the_upper_half_of_the_address),
        TEST(rd_asks_for_every_offset_and_length),
        TEST(rd_flushes_when_the_length_is_0),
        TEST(rd_takes_completions_split_in_every_way),
        TEST(rd_delivers_in_order_when_tags_are_answered_in_any_order),
        TEST(rd_never_uses_a_tag_that_is_open),
        TEST(rd_asks_only_for_what_the_buffer_can_hold),
        TEST(rd_delivers_when_requests_are_stalled),
        TEST(rd_marks_the_rest_of_a_command_when_a_request_fails),
        TEST(rd_keeps_what_has_arrived_when_a_neighbour_fails),
        TEST(rd_ends_a_request_that_is_refused_in_the_middle),
        TEST(rd_waits_for_the_rest_when_a_part_is_poisoned),
        TEST(rd_marks_a_line_when_its_only_completion_is_poisoned),
        TEST(rd_marks_malformed_completions),
        TEST(rd_drops_and_counts_completions_of_no_request),
        TEST(rd_drops_a_completion_of_a_request_that_has_not_left),
        TEST(rd_gives_up_after_the_timeout_to_the_cycle),
        TEST(rd_does_not_give_up_before_the_timeout),
        TEST(rd_counts_the_timeout_from_when_the_request_leaves),
        TEST(rd_drops_the_rest_of_a_completion_that_stalls_too_long),
        TEST(rd_goes_on_with_a_completion_when_another_request_is_given_up),
        TEST(rd_counts_once_when_timeout_and_completion_meet),
        TEST(rd_takes_one_cycle_each_way_when_one_line_is_wanted),
        TEST(rd_takes_three_cycles_through_the_buffer),
        TEST(rd_asks_and_delivers_once_a_cycle),
        TEST(rd_takes_completions_at_one_beat_a_cycle),
    };

    return cmocka_run_group_tests_name("pcie_dma_rd", tests, NULL, NULL);
}
