/* SPDX-License-Identifier: Apache-2.0 */
/* test_pcie_dma_wr: right bytes at right places for every offset and length, requests as the
 * specification wants them, command before and with its data, latency, rate. */
/* DUT: pcie_dma_wr */
#include "dut.h"
#include "tb.h"
#include "tb_hold.h"
#include "ubn/gen/enums.h"
#include "ubn/gen/wire.h"

#define MEM 65536u
#define BASE UINT64_C(0xfedc00000000) /* of the memory; a multiple of its size */
#define ID 0x0a5bu
#define MAX 1024u

struct request {
    uint32_t addr, dws, first_be, last_be;
    uint64_t first, last; /* cycles of its first and last beat */
};

struct command {
    uint32_t addr, len;
    uint64_t cycle, sent;
};

struct bench {
    struct dut *d;
    struct tb_rng rng;
    uint8_t mem[MEM], want[MEM];
    struct command cmd[MAX];
    uint32_t n_cmds, given, fed, line, sent; /* commands given, fed with data, sent */
    struct request req[MAX];
    uint32_t n_reqs, beat;
    uint8_t hdr[16], payload[4096];
    uint32_t stall_rq, stall_wr, stall_w; /* percent */
    struct tb_hold hold_rq;
};

static int setup(void **state)
{
    struct bench *b = calloc(1, sizeof(*b));

    b->d = dut_create();
    b->rng = tb_rng_seed(1);
    tb_rng_fill(&b->rng, b->mem, MEM);
    memcpy(b->want, b->mem, MEM);
    b->hold_rq = (struct tb_hold){.valid = b->d->m_rq_valid, .ready = b->d->m_rq_ready};
    TB_HOLD_ADD(&b->hold_rq, b->d, m_rq_hdr);
    TB_HOLD_ADD(&b->hold_rq, b->d, m_rq_data);
    TB_HOLD_ADD(&b->hold_rq, b->d, m_rq_last);
    dut_reset(b->d);
    *b->d->cfg_mps = 1;
    *b->d->cfg_req_id = ID;
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

static void forget(struct bench *b) { b->n_cmds = b->given = b->fed = b->sent = b->n_reqs = 0; }

static uint32_t lines_of(const struct command *c) { return (c->addr % 64 + c->len + 63) / 64; }

/* The request is complete: what its byte enables say goes to memory, byte by byte. */
static void got_request(struct bench *b)
{
    struct ubn_pcie_req r;

    ubn_pcie_req_unpack(b->hdr, &r);
    assert_int_equal(r.fmt, UBN_PCIE_FMT_DW4_DATA);
    assert_int_equal(r.type, UBN_PCIE_TYPE_MEM);
    assert_int_equal(r.requester_id, ID);
    assert_int_equal(r.tc | r.attr | r.ep | r.td | r.at | r.th, 0);
    struct request *q = &b->req[b->n_reqs];
    q->addr = (uint32_t)((r.addr << 2) - BASE);
    q->dws = r.length_dw == 0 ? 1024 : r.length_dw;
    q->first_be = r.first_be;
    q->last_be = r.last_be;
    q->last = b->d->cycle;
    assert_int_equal(b->beat, (q->dws + 15) / 16);
    assert_true(q->addr + 4 * q->dws <= MEM);
    assert_true(q->addr / 4096 == (q->addr + 4 * q->dws - 1) / 4096);
    assert_true(4 * q->dws <= 128u << (*b->d->cfg_mps > 5 ? 5 : *b->d->cfg_mps));
    assert_int_not_equal(q->first_be, 0);
    assert_int_equal(q->last_be == 0, q->dws == 1);
    for (uint32_t i = 0; i < 4 * q->dws; i++) {
        const uint32_t be = i < 4 ? q->first_be : i >= 4 * (q->dws - 1) ? q->last_be : 15;
        if (be >> (i % 4) & 1) {
            b->mem[q->addr + i] = b->payload[i];
        }
    }
    b->n_reqs++;
    b->beat = 0;
}

static void got_beat(struct bench *b)
{
    struct dut *d = b->d;
    uint8_t hdr[16];

    assert_true(b->n_reqs < MAX && b->beat < 64);
    for (unsigned i = 0; i < 16; i++) {
        hdr[i] = tb_byte(d->m_rq_hdr, 15 - i);
    }
    if (b->beat == 0) {
        memcpy(b->hdr, hdr, 16);
        b->req[b->n_reqs].first = d->cycle;
    }
    assert_memory_equal(hdr, b->hdr, 16); /* stands with every beat */
    memcpy(b->payload + 64 * b->beat++, d->m_rq_data, 64);
    if (*d->m_rq_last) {
        got_request(b);
    }
}

/* Drives the next beat of data; lanes outside of the command carry rubbish. */
static void drive_data(struct bench *b)
{
    struct dut *d = b->d;

    if (*d->s_w_valid || b->fed == b->n_cmds || tb_rng_chance(&b->rng, b->stall_w)) {
        return;
    }
    const struct command *c = &b->cmd[b->fed];
    const uint32_t from = c->addr / 64 * 64 + 64 * b->line;

    *d->s_w_valid = 1;
    tb_rng_fill(&b->rng, d->s_w_data, 64);
    for (uint32_t i = 0; i < 64; i++) {
        if (from + i >= c->addr && from + i < c->addr + c->len) {
            b->want[from + i] = tb_byte(d->s_w_data, i);
        }
    }
}

static void cycle(struct bench *b)
{
    struct dut *d = b->d;

    if (!*d->s_wr_valid && b->given < b->n_cmds && !tb_rng_chance(&b->rng, b->stall_wr)) {
        *d->s_wr_valid = 1;
        *d->s_wr_addr = BASE + b->cmd[b->given].addr;
        *d->s_wr_len = (uint16_t)b->cmd[b->given].len;
    }
    drive_data(b);
    *d->m_rq_ready = !tb_rng_chance(&b->rng, b->stall_rq);
    dut_eval(d);
    const bool wr = *d->s_wr_valid && *d->s_wr_ready;
    const bool w = *d->s_w_valid && *d->s_w_ready;
    const uint32_t reqs = b->n_reqs;
    if (tb_hold_check(&b->hold_rq)) {
        got_beat(b);
    }
    if (*d->m_sent) { /* with the last beat of the last request of a command */
        assert_int_equal(b->n_reqs, reqs + 1);
        assert_true(b->sent < b->given);
        const struct command *c = &b->cmd[b->sent];
        const struct request *q = &b->req[b->n_reqs - 1];
        assert_int_equal(q->addr + 4 * q->dws, (c->addr + c->len + 3) / 4 * 4);
        b->cmd[b->sent++].sent = d->cycle;
    }
    if (wr) {
        b->cmd[b->given].cycle = d->cycle;
    }
    assert_true(!w || b->fed < b->given + wr); /* no data before the command */
    dut_tick(d);
    if (wr) {
        *d->s_wr_valid = 0;
        b->given++;
    }
    if (w) {
        *d->s_w_valid = 0;
        if (++b->line == lines_of(&b->cmd[b->fed])) {
            b->line = 0;
            b->fed++;
        }
    }
}

static void run(struct bench *b)
{
    for (uint32_t n = 0; b->sent < b->n_cmds; n++) {
        assert_true(n < 100000);
        cycle(b);
    }
    cycle(b);
    assert_int_equal(b->fed, b->n_cmds);
    assert_int_equal(b->beat, 0);
    assert_int_equal(*b->d->stat_idle, 1);
    assert_memory_equal(b->mem, b->want, MEM);
}

static void give(struct bench *b, uint32_t addr, uint32_t len)
{
    assert_true(b->n_cmds < MAX);
    b->cmd[b->n_cmds++] = (struct command){.addr = addr, .len = len};
}

/* ---- tests */

static void wr_splits_commands_as_the_specification_wants(void **state)
{
    /* One row per request; len 0: it belongs to the command of the row before.
     * @source PCIe base specification 2.2.2, 2.2.5, 2.2.7, by hand */
    static const struct {
        uint8_t mps;
        uint32_t cmd_addr, cmd_len;
        uint32_t addr, dws, first_be, last_be;
    } want[] = {
        {1, 0x0000, 1, 0x0000, 1, 0x1, 0x0},
        {1, 0x0001, 2, 0x0000, 1, 0x6, 0x0},
        {1, 0x0003, 1, 0x0000, 1, 0x8, 0x0},
        {1, 0x0002, 4, 0x0000, 2, 0xc, 0x3},
        {1, 0x0003, 2, 0x0000, 2, 0x8, 0x1},
        {1, 0x0048, 8, 0x0048, 2, 0xf, 0xf},
        {1, 0x0040, 64, 0x0040, 16, 0xf, 0xf},
        {1, 0x003f, 66, 0x003c, 18, 0x8, 0x1},
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
        {1, 0x00fe, 260, 0x00fc, 1, 0xc, 0x0},
        {1, 0, 0, 0x0100, 64, 0xf, 0xf},
        {1, 0, 0, 0x0200, 1, 0x3, 0x0},
    };
    const size_t rows = sizeof(want) / sizeof(want[0]);
    struct bench *b = *state;

    for (size_t i = 0; i < rows;) {
        forget(b);
        *b->d->cfg_mps = want[i].mps;
        give(b, want[i].cmd_addr, want[i].cmd_len);
        run(b);
        for (uint32_t k = 0; k < b->n_reqs; k++, i++) {
            assert_true(i < rows && (k == 0 || want[i].cmd_len == 0));
            assert_int_equal(b->req[k].addr, want[i].addr);
            assert_int_equal(b->req[k].dws, want[i].dws);
            assert_int_equal(b->req[k].first_be, want[i].first_be);
            assert_int_equal(b->req[k].last_be, want[i].last_be);
        }
        assert_true(i == rows || want[i].cmd_len != 0);
    }
}

static void wr_keeps_the_upper_half_of_the_address(void **state)
{
    struct bench *b = *state;
    struct dut *d = b->d;

    *d->s_wr_valid = *d->s_w_valid = 1;
    *d->s_wr_addr = UINT64_C(0xfffffffffffff000);
    *d->s_wr_len = 4;
    dut_tick(d);
    assert_int_equal(*d->m_rq_valid, 1);
    assert_int_equal(d->m_rq_hdr[1], 0xffffffff);
    assert_int_equal(d->m_rq_hdr[0], 0xfffff000);
}

static void wr_writes_right_bytes_at_every_offset_and_length(void **state)
{
    struct bench *b = *state;

    for (uint32_t round = 0; round < 2; round++) { /* back to back, then with stalls */
        b->stall_rq = b->stall_wr = b->stall_w = 25 * round;
        for (uint32_t offset = 0; offset < 64; offset++) {
            forget(b);
            for (uint32_t len = 1; len <= 129; len++) {
                give(b, 4096 * (len % 3) + offset, len);
            }
            run(b);
            assert_int_equal(b->n_reqs, 129); /* MPS 256: one request */
        }
    }
}

static void wr_writes_right_bytes_with_every_payload_size(void **state)
{
    struct bench *b = *state;

    for (uint32_t round = 0; round < 60; round++) {
        forget(b);
        *b->d->cfg_mps = (uint8_t)(round % 6);
        b->stall_rq = round % 4 * 20;
        b->stall_wr = round % 5 * 20;
        b->stall_w = round % 3 * 30;
        for (uint32_t n = 0; n < 8; n++) {
            const uint32_t len = 1 + (uint32_t)tb_rng_below(&b->rng, 8192);
            give(b, (uint32_t)tb_rng_below(&b->rng, MEM - len), len);
            give(b, 4096 * (n + 1) - 1 - round, 64 + round); /* straddles 4 KiB */
        }
        run(b);
    }
}

static void wr_takes_a_command_before_its_data(void **state)
{
    struct bench *b = *state;

    for (uint32_t offset = 0; offset < 64; offset += 21) {
        forget(b);
        b->stall_w = 100;
        give(b, 64 + offset, 100);
        for (uint32_t n = 0; n < 5; n++) {
            cycle(b);
        }
        assert_int_equal(b->given, 1); /* at once: a source may wait for that */
        assert_int_equal(*b->d->m_rq_valid, 0);
        assert_int_equal(*b->d->stat_idle, 0);
        b->stall_w = 0;
        run(b);
    }
}

static void wr_takes_one_cycle_from_command_and_data(void **state)
{
    struct bench *b = *state;

    for (uint32_t offset = 0; offset < 64; offset++) {
        forget(b);
        give(b, offset, 64 - offset); /* one line */
        run(b);
        assert_int_equal(b->req[0].first - b->cmd[0].cycle, 1);
        assert_int_equal(b->cmd[0].sent - b->cmd[0].cycle, 1);
        forget(b);
        give(b, offset, 65); /* its first beat needs the second line, unless it begins a line */
        run(b);
        assert_int_equal(b->req[0].first - b->cmd[0].cycle, offset < 4 ? 1 : 2);
        forget(b); /* data one cycle after the command */
        give(b, offset, 64 - offset);
        b->stall_w = 100;
        cycle(b);
        b->stall_w = 0;
        const uint64_t data = b->d->cycle;
        run(b);
        assert_int_equal(b->cmd[0].cycle, data - 1);
        assert_int_equal(b->req[0].first - data, 1);
    }
}

static void wr_sends_beats_back_to_back(void **state)
{
    static const uint32_t sizes[] = {64, 128, 192, 256, 1024, 4096};
    struct bench *b = *state;

    for (uint8_t mps = 0; mps < 6; mps++) { /* beats over requests and commands */
        for (size_t s = 0; s < sizeof(sizes) / sizeof(sizes[0]); s++) {
            const uint32_t beats = sizes[s] / 64;
            forget(b);
            *b->d->cfg_mps = mps;
            for (uint32_t n = 0; n < 12; n++) {
                give(b, 4096 * n, sizes[s]);
            }
            run(b);
            assert_int_equal(b->cmd[11].sent - b->req[0].first, 12 * beats - 1);
        }
    }
    /* inside a line: a beat per line, and one cycle more for as many beats as lines */
    for (uint32_t len = 4; len <= 512; len += 4) {
        const uint32_t shift = 20;
        const uint32_t lines = (shift + len + 63) / 64;
        const uint32_t more = lines > 1 && (len + 63) / 64 == lines;
        forget(b);
        *b->d->cfg_mps = 3;
        for (uint32_t n = 0; n < 20; n++) {
            give(b, 1024 * n + shift, len);
        }
        run(b);
        assert_int_equal(b->cmd[19].sent - b->cmd[0].sent, 19 * (lines + more));
    }
}

static void wr_waits_when_the_request_is_not_taken(void **state)
{
    struct bench *b = *state;

    for (uint32_t n = 0; n < 4; n++) {
        give(b, 64 * n, 64);
    }
    b->stall_rq = 100;
    for (uint32_t n = 0; n < 20; n++) {
        cycle(b);
    }
    assert_int_equal(b->sent, 0);
    assert_int_equal(b->fed, 1);   /* in the request register */
    assert_int_equal(b->given, 2); /* and a command that waits for its data to move */
    b->stall_rq = 0;
    run(b);
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(wr_splits_commands_as_the_specification_wants),
        TEST(wr_keeps_the_upper_half_of_the_address),
        TEST(wr_writes_right_bytes_at_every_offset_and_length),
        TEST(wr_writes_right_bytes_with_every_payload_size),
        TEST(wr_takes_a_command_before_its_data),
        TEST(wr_takes_one_cycle_from_command_and_data),
        TEST(wr_sends_beats_back_to_back),
        TEST(wr_waits_when_the_request_is_not_taken),
    };

    return cmocka_run_group_tests_name("pcie_dma_wr", tests, NULL, NULL);
}
