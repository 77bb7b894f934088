/* SPDX-License-Identifier: Apache-2.0 */
/* test_roce_tx_pay: payload byte by byte for each place in its line and in its frame, inline
 * payload, errors, latency, rate, stalls. */
/* DUT: roce_tx_pay */
/* DUT: roce_tx_pay -GJOBS=2 */
#include "dut.h"
#include "tb_hold.h"

#define JOBS 8192u
#define BEAT 64u
#ifdef DUT_P_JOBS
#define DEPTH 2u
#else
#define DEPTH 64u
#endif

struct job {
    bool is_inline, err;
    uint32_t addr, len, lane;
};

struct bench {
    struct dut *d;
    struct tb_rng rng;
    uint32_t stall_job, stall_r, stall_m;
    struct tb_hold out;
    struct job job[JOBS];
    uint32_t count, sent, got; /* jobs */
    uint32_t in_job, in_line;  /* line that goes in */
    uint32_t beat;             /* beat that comes out */
    uint64_t first_out, last_out;
};

static int setup(void **state)
{
    struct bench *b = calloc(1, sizeof(*b));

    b->d = dut_create();
    b->out = (struct tb_hold){.valid = b->d->m_pay_valid, .ready = b->d->m_pay_ready};
    TB_HOLD_ADD(&b->out, b->d, m_pay_data);
    TB_HOLD_ADD(&b->out, b->d, m_pay_last);
    TB_HOLD_ADD(&b->out, b->d, m_pay_err);
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

/* Byte i of job n; never zero, so that a byte in a wrong lane shows. */
static uint8_t byte_of(uint32_t n, uint32_t i)
{
    return (uint8_t)(1 + (n * 89 + i * 7 + (i >> 6)) % 255);
}

static struct job *add(struct bench *b, uint32_t addr, uint32_t len, uint32_t lane)
{
    struct job *j = &b->job[b->count++];

    assert_true(b->count <= JOBS);
    *j = (struct job){.addr = addr, .len = len, .lane = lane};
    return j;
}

static struct job *add_inline(struct bench *b, uint32_t len, uint32_t lane)
{
    struct job *j = add(b, tb_rng_below(&b->rng, 64), len, lane); /* the address does not count */

    j->is_inline = true;
    return j;
}

static uint32_t lines_of(const struct job *j) { return (j->addr + j->len + BEAT - 1) / BEAT; }

static uint32_t beats_of(const struct job *j) { return (j->lane + j->len + BEAT - 1) / BEAT; }

static void put_job(struct bench *b)
{
    struct dut *d = b->d;
    uint32_t n = b->sent;
    const struct job *j = &b->job[n];

    *d->s_job_valid = 1;
    *d->s_job_inline = j->is_inline;
    *d->s_job_addr = (uint8_t)j->addr;
    *d->s_job_len = (uint16_t)j->len;
    *d->s_job_lane = (uint8_t)j->lane;
    for (uint32_t i = 0; i < 28; i++) { /* rubbish behind the payload */
        tb_set_byte(d->s_job_inline_data, i,
                    j->is_inline && i < j->len ? byte_of(n, i) : (uint8_t)tb_rng_next(&b->rng));
    }
}

/* Lines of memory come for jobs whose read is long under way: before or after the job here. */
static void put_line(struct bench *b)
{
    struct dut *d = b->d;
    const struct job *j;

    while (b->in_job < b->count && b->job[b->in_job].is_inline) {
        b->in_job++;
    }
    if (b->in_job == b->count) {
        return;
    }
    j = &b->job[b->in_job];
    *d->s_r_valid = 1;
    *d->s_r_last = b->in_line + 1 == lines_of(j);
    *d->s_r_err = *d->s_r_last ? j->err : tb_rng_chance(&b->rng, 50); /* only the last counts */
    for (uint32_t k = 0; k < BEAT; k++) {
        uint32_t i = b->in_line * BEAT + k - j->addr;

        tb_set_byte(d->s_r_data, k,
                    i < j->len ? byte_of(b->in_job, i) : (uint8_t)tb_rng_next(&b->rng));
    }
}

static void check_beat(struct bench *b)
{
    struct dut *d = b->d;
    const struct job *j = &b->job[b->got];

    assert_true(b->got < b->sent || (b->got == b->sent && *d->s_job_valid));
    for (uint32_t k = 0; k < BEAT; k++) {
        uint32_t i = b->beat * BEAT + k - j->lane;

        assert_int_equal(tb_byte(d->m_pay_data, k), i < j->len ? byte_of(b->got, i) : 0);
    }
    assert_int_equal(*d->m_pay_last, b->beat + 1 == beats_of(j));
    assert_int_equal(*d->m_pay_err, *d->m_pay_last && j->err);
    b->beat++;
    if (*d->m_pay_last) {
        b->beat = 0;
        b->got++;
    }
}

static void cycle(struct bench *b)
{
    struct dut *d = b->d;
    bool job, line;

    if (!*d->s_job_valid && b->sent < b->count && !tb_rng_chance(&b->rng, b->stall_job)) {
        put_job(b);
    }
    if (!*d->s_r_valid && !tb_rng_chance(&b->rng, b->stall_r)) {
        put_line(b);
    }
    *d->m_pay_ready = !tb_rng_chance(&b->rng, b->stall_m);
    dut_eval(d);
    job = *d->s_job_valid && *d->s_job_ready;
    line = *d->s_r_valid && *d->s_r_ready;
    if (tb_hold_check(&b->out)) {
        if (b->got == 0 && b->beat == 0) {
            b->first_out = d->cycle;
        }
        b->last_out = d->cycle;
        check_beat(b);
    }
    assert_true(!line || b->in_job < b->sent + job); /* never before its job */
    dut_tick(d);
    b->sent += job;
    if (job) {
        *d->s_job_valid = 0;
    }
    if (line) {
        *d->s_r_valid = 0;
        b->in_job += *d->s_r_last;
        b->in_line = *d->s_r_last ? 0 : b->in_line + 1;
    }
}

static void run(struct bench *b)
{
    for (uint32_t i = 0; b->got < b->count; i++) {
        assert_true(i < 1000000);
        cycle(b);
    }
    dut_eval(b->d);
    assert_int_equal(*b->d->stat_idle, 1);
}

/* Lanes of the first payload byte: behind no, 4, 16 and 20 bytes of extension headers. */
static const uint32_t LANE[] = {54, 58, 6, 10};

static void tx_pay_moves_each_byte_when_address_and_lane_are_any(void **state)
{
    struct bench *b = *state;

    for (uint32_t lane = 0; lane < 4; lane++) {
        for (uint32_t addr = 0; addr < 64; addr++) {
            for (uint32_t len = 1; len <= 9; len++) {
                add(b, addr, len, LANE[lane]);
            }
            for (uint32_t len = 61; len <= 67; len++) {
                add(b, addr, len, LANE[lane]);
            }
        }
    }
    run(b);
}

static void tx_pay_moves_whole_packets_when_mtu_is_any(void **state)
{
    struct bench *b = *state;

    b->rng = tb_rng_seed(1);
    for (uint32_t mtu = 256; mtu <= 4096; mtu *= 2) {
        for (uint32_t len = mtu - 4; len <= mtu + 1; len++) {
            for (uint32_t lane = 0; lane < 4; lane++) {
                add(b, tb_rng_below(&b->rng, 64), len, LANE[lane]);
            }
        }
    }
    run(b);
}

static void tx_pay_moves_inline_bytes_when_job_is_inline(void **state)
{
    struct bench *b = *state;

    b->rng = tb_rng_seed(2);
    for (uint32_t len = 1; len <= 28; len++) {
        for (uint32_t lane = 0; lane < 4; lane++) {
            add_inline(b, len, LANE[lane]);
        }
    }
    run(b);
}

static void tx_pay_marks_the_last_beat_when_memory_failed(void **state)
{
    struct bench *b = *state;

    b->rng = tb_rng_seed(3);
    for (uint32_t i = 0; i < 400; i++) {
        uint32_t len = 1 + tb_rng_below(&b->rng, 200);

        add(b, tb_rng_below(&b->rng, 64), len, LANE[i % 4])->err = i % 3 == 0;
        add_inline(b, 1 + len % 28, LANE[i % 4]);
    }
    run(b);
    b->stall_m = 60;
    for (uint32_t i = 0; i < 400; i++) {
        add(b, i % 64, 1 + i % 70, LANE[i % 4])->err = i % 2 == 0;
    }
    run(b);
}

static void tx_pay_keeps_order_when_all_streams_stall(void **state)
{
    struct bench *b = *state;
    static const uint32_t stall[][3] = {
        {50, 50, 50}, {0, 0, 70}, {80, 0, 0}, {0, 80, 0}, {0, 0, 0}};

    b->rng = tb_rng_seed(4);
    for (size_t k = 0; k < 5; k++) {
        b->stall_job = stall[k][0];
        b->stall_r = stall[k][1];
        b->stall_m = stall[k][2];
        for (uint32_t i = 0; i < 300; i++) {
            uint32_t lane = tb_rng_below(&b->rng, 64);

            if (tb_rng_chance(&b->rng, 30)) {
                add_inline(b, 1 + tb_rng_below(&b->rng, 28), lane);
            } else {
                add(b, tb_rng_below(&b->rng, 64), 1 + tb_rng_below(&b->rng, 300), lane)->err =
                    tb_rng_chance(&b->rng, 20);
            }
        }
        run(b);
    }
}

static void tx_pay_takes_two_cycles_when_the_job_waits(void **state)
{
    struct bench *b = *state;
    struct dut *d = b->d;

    add(b, 0, 64, 58);
    *d->m_pay_ready = 1;
    put_job(b);
    dut_tick(d);
    *d->s_job_valid = 0;
    dut_eval(d);
    assert_int_equal(*d->stat_idle, 1); /* nothing moves until memory answers */
    dut_tick(d);
    put_line(b);
    dut_eval(d);
    assert_int_equal(*d->stat_idle, 0);
    assert_int_equal(*d->s_r_ready, 1);
    dut_tick(d);
    *d->s_r_valid = 0;
    dut_eval(d);
    assert_int_equal(*d->m_pay_valid, 0);
    dut_tick(d);
    dut_eval(d);
    assert_int_equal(*d->m_pay_valid, 1);
    assert_int_equal(tb_byte(d->m_pay_data, 58), byte_of(0, 0));
    assert_int_equal(*d->m_pay_last, 0);
    dut_tick(d);
    dut_eval(d);
    assert_int_equal(*d->m_pay_valid, 1);
    assert_int_equal(*d->m_pay_last, 1);
    assert_int_equal(*d->stat_idle, 0);
    dut_tick(d);
    assert_int_equal(*d->stat_idle, 1);
}

static void tx_pay_takes_three_cycles_when_the_job_is_inline(void **state)
{
    struct bench *b = *state;
    struct dut *d = b->d;

    add_inline(b, 8, 6);
    *d->m_pay_ready = 1;
    put_job(b);
    for (int i = 0; i < 3; i++) {
        dut_eval(d);
        assert_int_equal(*d->m_pay_valid, 0);
        assert_int_equal(*d->stat_idle, 0);
        dut_tick(d);
        *d->s_job_valid = 0;
    }
    dut_eval(d);
    assert_int_equal(*d->m_pay_valid, 1);
    assert_int_equal(*d->m_pay_last, 1);
}

/* Frames of one size, lines at hand: a beat leaves in each cycle. */
static void tx_pay_moves_a_beat_per_cycle_when_nothing_stalls(void **state)
{
    struct bench *b = *state;
    static const struct {
        uint32_t addr, len, lane;
    } shape[] = {{0, 64, 6}, {0, 64, 58}, {0, 4096, 54}, {32, 1024, 6}, {0, 10, 54}, {16, 256, 58}};

    for (size_t k = 0; k < sizeof(shape) / sizeof(shape[0]); k++) {
        uint32_t beats = 0, lines = 0;

        b->count = b->sent = b->got = b->in_job = 0;
        for (uint32_t i = 0; i < 64; i++) {
            const struct job *j = add(b, shape[k].addr, shape[k].len, shape[k].lane);

            beats += beats_of(j);
            lines += lines_of(j);
        }
        run(b);
        /* a job that has more lines than beats needs a cycle for each of them */
        assert_in_range(b->last_out - b->first_out, beats - 1, (beats > lines ? beats : lines) - 1);
    }
}

static void tx_pay_takes_so_many_jobs_when_no_line_comes(void **state)
{
    struct bench *b = *state;

    b->stall_r = 100;
    for (uint32_t i = 0; i < 400; i++) {
        add(b, i % 64, 64, 58);
    }
    for (uint32_t i = 0; i < 400; i++) {
        cycle(b);
    }
    assert_int_equal(b->sent, DEPTH + 1); /* one is in work */
    b->stall_r = 0;
    run(b);
}

static void tx_pay_is_empty_when_reset_in_a_job(void **state)
{
    struct bench *b = *state;

    for (int i = 0; i < 4; i++) {
        add(b, 3, 400, 58);
    }
    b->stall_m = 60;
    for (int i = 0; i < 9; i++) {
        cycle(b);
    }
    *b->d->s_job_valid = 0;
    *b->d->s_r_valid = 0;
    b->count = b->sent = b->got = b->in_job = b->in_line = b->beat = 0;
    b->out.stalled = false;
    dut_reset(b->d);
    assert_int_equal(*b->d->stat_idle, 1);
    for (int i = 0; i < 4; i++) {
        dut_eval(b->d);
        assert_int_equal(*b->d->m_pay_valid, 0);
        dut_tick(b->d);
    }
    add(b, 60, 100, 54)->err = true;
    add_inline(b, 28, 54);
    run(b);
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(tx_pay_moves_each_byte_when_address_and_lane_are_any),
        TEST(tx_pay_moves_whole_packets_when_mtu_is_any),
        TEST(tx_pay_moves_inline_bytes_when_job_is_inline),
        TEST(tx_pay_marks_the_last_beat_when_memory_failed),
        TEST(tx_pay_keeps_order_when_all_streams_stall),
        TEST(tx_pay_takes_two_cycles_when_the_job_waits),
        TEST(tx_pay_takes_three_cycles_when_the_job_is_inline),
        TEST(tx_pay_moves_a_beat_per_cycle_when_nothing_stalls),
        TEST(tx_pay_takes_so_many_jobs_when_no_line_comes),
        TEST(tx_pay_is_empty_when_reset_in_a_job),
    };
    return cmocka_run_group_tests_name("roce_tx_pay", tests, NULL, NULL);
}
