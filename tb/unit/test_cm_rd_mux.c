/* SPDX-License-Identifier: Apache-2.0 */
/* test_cm_rd_mux: commands of the clients go out in turn and stay once shown, with their note;
 * lines come back to the client that asked, in its order; limits and stalls. */
/* DUT: cm_rd_mux -GN=4 -GNOTE_W=20 -GDEPTH=32 */
/* DUT: cm_rd_mux -GN=2 -GNOTE_W=20 -GDEPTH=256 */
#include "dut.h"
#include "tb_hold.h"
#include "tb_record.h"

#define N (DUT_W_s_rd_valid)
#define DEPTH DUT_P_DEPTH
#define LIST 4096u
#define FLIGHT 512u

struct command {
    uint64_t addr;
    uint16_t len;
    uint32_t note;
    uint32_t lines; /* that come back */
};

struct client {
    struct command list[LIST];
    uint32_t count, shown, taken, line; /* line of the oldest command that comes next */
    uint32_t done;                      /* commands whose lines all came */
};

struct bench {
    struct dut *d;
    struct tb_rng rng;
    struct client client[8];
    struct tb_hold rd, r;
    uint32_t stall_ask, stall_rd, stall_r, stall_take;
    uint32_t flight[FLIGHT]; /* clients of the commands the memory has, oldest first */
    uint32_t in, out, line;
    uint32_t moved; /* commands */
};

static int setup(void **state)
{
    struct bench *b = calloc(1, sizeof(*b));
    struct dut *d = dut_create();

    b->d = d;
    b->rd = (struct tb_hold){.valid = d->m_rd_valid, .ready = d->m_rd_ready};
    TB_HOLD_ADD(&b->rd, d, m_rd_addr);
    TB_HOLD_ADD(&b->rd, d, m_rd_len);
    TB_HOLD_ADD(&b->rd, d, m_rd_note);
    dut_reset(d);
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

/* A field of client i in a port that holds one field per client. */
static void put(void *port, uint32_t i, uint32_t bits, uint64_t value)
{
    tb_bits_set(port, (i + 1) * bits - 1, i * bits, value);
}

static struct command *add(struct bench *b, uint32_t i, uint64_t addr, uint32_t len)
{
    struct client *c = &b->client[i];
    struct command *k = &c->list[c->count++];

    assert_true(c->count <= LIST);
    *k = (struct command){.addr = addr,
                          .len = (uint16_t)len,
                          .note = tb_rng_next(&b->rng) & 0xfffff,
                          .lines = len == 0 ? 1 : (uint32_t)((addr % 64 + len + 63) / 64)};
    return k;
}

static uint64_t line_data(uint32_t client, uint32_t command, uint32_t line)
{
    return (uint64_t)client << 48 | (uint64_t)command << 16 | line;
}

static bool go(struct bench *b, uint32_t stall) { return !tb_rng_chance(&b->rng, stall); }

static void drive(struct bench *b)
{
    struct dut *d = b->d;

    for (uint32_t i = 0; i < N; i++) {
        struct client *c = &b->client[i];

        if (c->shown == c->taken && c->shown < c->count && go(b, b->stall_ask)) {
            const struct command *k = &c->list[c->shown++];

            put(d->s_rd_addr, i, 64, k->addr);
            put(d->s_rd_len, i, 14, k->len);
            put(d->s_rd_note, i, 20, k->note);
        }
        put(d->s_rd_valid, i, 1, c->shown > c->taken);
        put(d->m_r_ready, i, 1, go(b, b->stall_take));
    }
    *d->m_rd_ready = go(b, b->stall_rd);
    if (!*d->s_r_valid && b->out < b->in && go(b, b->stall_r)) {
        const struct client *c = &b->client[b->flight[b->out % FLIGHT]];
        uint32_t i = b->flight[b->out % FLIGHT];

        *d->s_r_valid = 1;
        tb_rng_fill(&b->rng, d->s_r_data, 64);
        tb_bits_set(d->s_r_data, 511, 448, line_data(i, c->done, b->line));
        *d->s_r_last = b->line + 1 == c->list[c->done].lines;
        *d->s_r_err = (uint8_t)((c->done ^ b->line) & 1);
    }
    dut_eval(d);
}

/* A command goes out: whose is it, and is it the next one of that client? */
static void check_command(struct bench *b, uint32_t i)
{
    struct dut *d = b->d;
    struct client *c = &b->client[i];
    const struct command *k = &c->list[c->taken++];

    assert_int_equal(*d->m_rd_addr, k->addr);
    assert_int_equal(*d->m_rd_len, k->len);
    assert_int_equal(*d->m_rd_note, k->note);
    b->flight[b->in++ % FLIGHT] = i;
    assert_true(b->in - b->out <= DEPTH);
    b->moved++;
}

static void check_line(struct bench *b)
{
    struct dut *d = b->d;
    uint32_t i = b->flight[b->out % FLIGHT];
    struct client *c = &b->client[i];

    assert_int_equal(*d->m_r_valid, 1u << i);
    assert_int_equal(tb_bits(d->m_r_data, 511, 448), line_data(i, c->done, b->line));
    assert_memory_equal(d->m_r_data, d->s_r_data, 64);
    assert_int_equal(*d->m_r_last, *d->s_r_last);
    assert_int_equal(*d->m_r_err, (c->done ^ b->line) & 1);
    assert_int_equal(*d->s_r_ready, *d->m_r_ready >> i & 1);
    if (*d->s_r_ready) {
        b->line++;
        if (*d->s_r_last) {
            b->line = 0;
            b->out++;
            c->done++;
        }
    }
}

static void cycle(struct bench *b)
{
    struct dut *d = b->d;
    uint8_t move;
    bool line;

    drive(b);
    assert_int_equal(*d->stat_idle, b->in == b->out);
    move = *d->s_rd_valid & *d->s_rd_ready;
    assert_int_equal(tb_hold_check(&b->rd), move != 0); /* both ends in the same cycle */
    assert_int_equal(move & (move - 1), 0);             /* of one client */
    if (*d->s_r_valid) {
        check_line(b);
    } else {
        assert_int_equal(*d->m_r_valid, 0);
    }
    line = *d->s_r_valid && *d->s_r_ready;
    for (uint32_t i = 0; i < N; i++) {
        if (move >> i & 1) {
            check_command(b, i);
        }
    }
    dut_tick(d);
    if (line) {
        *d->s_r_valid = 0;
    }
}

static void run(struct bench *b)
{
    for (uint32_t i = 0;; i++) {
        bool done = b->in == b->out;

        for (uint32_t c = 0; c < N; c++) {
            done = done && b->client[c].done == b->client[c].count;
        }
        if (done) {
            break;
        }
        assert_true(i < 400000);
        cycle(b);
    }
    cycle(b);
    assert_int_equal(*b->d->stat_idle, 1);
}

static void rd_mux_passes_command_and_line_in_the_same_cycle(void **state)
{
    struct bench *b = *state;

    add(b, 1, 0x1000, 64);
    b->stall_r = 100;
    cycle(b);
    assert_int_equal(b->moved, 1); /* the first cycle in which it was shown */
    b->stall_r = 0;
    cycle(b);
    assert_int_equal(b->client[1].done, 1);
    run(b);
}

static void rd_mux_moves_one_command_and_one_line_per_cycle(void **state)
{
    struct bench *b = *state;
    uint64_t start = b->d->cycle;

    for (uint32_t i = 0; i < 400; i++) {
        add(b, i % N, 64 * i, 64);
    }
    run(b);
    assert_true(b->d->cycle - start <= 400 + 3);
}

static void rd_mux_serves_each_client_in_turn_when_all_wait(void **state)
{
    struct bench *b = *state;

    for (uint32_t i = 0; i < N; i++) {
        for (uint32_t k = 0; k < 50; k++) {
            add(b, i, 64 * k, 64);
        }
    }
    while (b->moved < 40 * N) {
        cycle(b);
        for (uint32_t i = 0; i < N; i++) {
            uint32_t ahead = b->client[0].taken - b->client[i].taken;

            assert_true(ahead <= 1); /* client 0 first, never by more than one */
        }
    }
    run(b);
}

static void rd_mux_lets_no_client_starve_when_one_comes_late(void **state)
{
    struct bench *b = *state;
    uint32_t before;

    for (uint32_t k = 0; k < 200; k++) {
        add(b, 0, 64 * k, 64);
    }
    for (uint32_t k = 0; k < 30; k++) {
        cycle(b);
    }
    add(b, N - 1, 0x4000, 64);
    before = b->moved;
    while (b->client[N - 1].taken == 0) {
        cycle(b);
    }
    assert_true(b->moved - before <= 2);
    run(b);
}

static void rd_mux_keeps_the_command_shown_when_memory_waits_and_others_come(void **state)
{
    struct bench *b = *state;

    b->stall_rd = 100;
    add(b, 1, 0x40, 8);
    cycle(b);
    add(b, 0, 0x80, 8);
    for (uint32_t k = 0; k < 5; k++) {
        cycle(b); /* tb_hold_check looks */
    }
    b->stall_rd = 0;
    cycle(b);
    assert_int_equal(b->client[1].taken, 1);
    assert_int_equal(b->client[0].taken, 0);
    run(b);
}

static void rd_mux_takes_no_command_when_as_many_as_it_holds_are_outstanding(void **state)
{
    struct bench *b = *state;

    b->stall_r = 100;
    for (uint32_t k = 0; k < DEPTH + 10; k++) {
        add(b, k % N, 64 * k, 64);
    }
    for (uint32_t k = 0; k < 2 * DEPTH; k++) {
        cycle(b);
    }
    assert_int_equal(b->moved, DEPTH);
    b->stall_r = 0;
    run(b);
}

static void rd_mux_keeps_all_rules_when_everything_stalls(void **state)
{
    struct bench *b = *state;
    /* ask, command, line, client */
    static const uint32_t mix[][4] = {{20, 20, 20, 20}, {0, 0, 0, 0},  {90, 0, 0, 0},
                                      {0, 70, 0, 0},    {0, 0, 80, 0}, {0, 0, 0, 80},
                                      {50, 50, 0, 0},   {0, 0, 0, 30}};

    b->rng = tb_rng_seed(1);
    for (size_t k = 0; k < sizeof(mix) / sizeof(mix[0]); k++) {
        b->stall_ask = mix[k][0];
        b->stall_rd = mix[k][1];
        b->stall_r = mix[k][2];
        b->stall_take = mix[k][3];
        for (uint32_t i = 0; i < 400; i++) {
            uint32_t len = tb_rng_chance(&b->rng, 60)   ? 1 + tb_rng_below(&b->rng, 300)
                           : tb_rng_chance(&b->rng, 90) ? 0
                                                        : tb_rng_below(&b->rng, 8193);

            add(b, tb_rng_below(&b->rng, N), tb_rng_next(&b->rng) >> 2, len);
        }
        run(b);
    }
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(rd_mux_passes_command_and_line_in_the_same_cycle),
        TEST(rd_mux_moves_one_command_and_one_line_per_cycle),
        TEST(rd_mux_serves_each_client_in_turn_when_all_wait),
        TEST(rd_mux_lets_no_client_starve_when_one_comes_late),
        TEST(rd_mux_keeps_the_command_shown_when_memory_waits_and_others_come),
        TEST(rd_mux_takes_no_command_when_as_many_as_it_holds_are_outstanding),
        TEST(rd_mux_keeps_all_rules_when_everything_stalls),
    };
    return cmocka_run_group_tests_name("cm_rd_mux", tests, NULL, NULL);
}
