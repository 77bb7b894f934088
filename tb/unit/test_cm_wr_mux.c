/* SPDX-License-Identifier: Apache-2.0 */
/* test_cm_wr_mux: commands of several clients reach the port whole, in turn, without a lost cycle.
 */
/* DUT: cm_wr_mux -GN=3 -GDEPTH=64 */
/* DUT: cm_wr_mux -GN=2 -GDEPTH=4 */
#include "dut.h"
#include "tb_hold.h"
#include "tb_record.h"

#define N ((uint32_t)DUT_P_N)
#define LIST 1024u

struct command {
    uint64_t addr;
    uint32_t len, beats;
};

struct client {
    struct command list[LIST];
    uint32_t count, shown, taken;     /* commands */
    uint32_t put_command, put_beat;   /* beat that is offered next */
    uint32_t port_command, port_beat; /* beat that the port takes next */
};

struct bench {
    struct dut *d;
    struct tb_rng rng;
    struct client client[3];
    struct tb_hold wr, w;
    uint32_t stall_wr, stall_w, stall_port;
    uint32_t owner, left;                  /* of the command that the port has */
    uint32_t order[3 * LIST], moved, done; /* clients of the commands, how many are done */
    uint32_t stall_done, dones[3];
    uint64_t first, last; /* cycles of the first and the last beat */
    bool any;
};

static int setup(void **state)
{
    struct bench *b = calloc(1, sizeof(*b));
    struct dut *d = dut_create();

    b->d = d;
    b->wr = (struct tb_hold){.valid = d->m_wr_valid, .ready = d->m_wr_ready};
    TB_HOLD_ADD(&b->wr, d, m_wr_addr);
    TB_HOLD_ADD(&b->wr, d, m_wr_len);
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

static void add(struct bench *b, uint32_t i, uint64_t addr, uint32_t len)
{
    struct client *c = &b->client[i];

    assert_true(c->count < LIST);
    c->list[c->count++] = (struct command){addr, len, (uint32_t)(addr % 64 + len + 63) / 64};
}

static bool go(struct bench *b, uint32_t stall) { return !tb_rng_chance(&b->rng, stall); }

/* What a beat carries: client, command, number. */
static uint64_t mark(uint32_t i, uint32_t command, uint32_t beat)
{
    return (uint64_t)i << 48 | (uint64_t)command << 16 | beat;
}

static void drive(struct bench *b)
{
    struct dut *d = b->d;

    for (uint32_t i = 0; i < N; i++) {
        struct client *c = &b->client[i];
        bool offered = tb_bits(d->s_w_valid, i, i) != 0;

        if (c->shown == c->taken && c->shown < c->count && go(b, b->stall_wr)) {
            tb_bits_set(d->s_wr_addr, 64 * i + 63, 64 * i, c->list[c->shown].addr);
            tb_bits_set(d->s_wr_len, 14 * i + 13, 14 * i, c->list[c->shown].len);
            c->shown++;
        }
        tb_bits_set(d->s_wr_valid, i, i, c->shown > c->taken);
        if (!offered && c->put_command < c->shown && go(b, b->stall_w)) {
            tb_bits_set(d->s_w_data, 512 * i + 63, 512 * i, mark(i, c->put_command, c->put_beat));
            tb_bits_set(d->s_w_valid, i, i, 1);
        }
    }
    /* the port takes a beat only of a command that it has or takes in the same cycle */
    bool open = go(b, b->stall_port), data = go(b, b->stall_port);

    *d->s_done = b->done < b->moved && go(b, b->stall_done);
    *d->m_wr_ready = open && b->left == 0;
    *d->m_w_ready = 0;
    dut_eval(d);
    *d->m_w_ready = data && (b->left > 0 || (*d->m_wr_valid && *d->m_wr_ready));
    dut_eval(d);
}

static void cycle(struct bench *b)
{
    struct dut *d = b->d;

    drive(b);
    assert_int_equal((tb_bits(d->s_wr_valid, N - 1, 0) & tb_bits(d->s_wr_ready, N - 1, 0)) != 0,
                     *d->m_wr_valid && *d->m_wr_ready); /* both ends in the same cycle */
    if (tb_hold_check(&b->wr)) {
        uint32_t i = 0;

        assert_int_equal(b->left, 0);
        while (i < N && !(tb_bits(d->s_wr_ready, i, i) && tb_bits(d->s_wr_valid, i, i))) {
            i++;
        }
        assert_true(i < N);
        struct command *k = &b->client[i].list[b->client[i].taken++];
        assert_int_equal(*d->m_wr_addr, k->addr);
        assert_int_equal(*d->m_wr_len, k->len);
        b->owner = i;
        b->left = k->beats;
        b->order[b->moved++] = i;
    }
    if (*d->m_w_valid && *d->m_w_ready) {
        struct client *c = &b->client[b->owner];

        assert_true(b->left > 0);
        assert_int_equal(tb_bits(d->m_w_data, 63, 0),
                         mark(b->owner, c->port_command, c->port_beat));
        c->port_beat++;
        if (--b->left == 0) {
            c->port_command++;
            c->port_beat = 0;
        }
        b->first = b->any ? b->first : d->cycle;
        b->last = d->cycle;
        b->any = true;
    }
    assert_int_equal(*d->m_done, *d->s_done ? 1u << b->order[b->done] : 0);
    if (*d->s_done) {
        b->dones[b->order[b->done++]]++;
    }
    assert_in_range(b->moved - b->done, 0, DUT_P_DEPTH);
    uint64_t taken = tb_bits(d->s_w_valid, N - 1, 0) & tb_bits(d->s_w_ready, N - 1, 0);

    dut_tick(d);
    for (uint32_t i = 0; i < N; i++) {
        struct client *c = &b->client[i];

        if (taken >> i & 1) {
            bool end = c->put_beat + 1 == c->list[c->put_command].beats;

            c->put_command += end;
            c->put_beat = end ? 0 : c->put_beat + 1;
            tb_bits_set(d->s_w_valid, i, i, 0);
        }
    }
}

static void run(struct bench *b)
{
    uint32_t all = 0, done = 0;

    for (uint32_t i = 0; i < N; i++) {
        all += b->client[i].count;
    }
    for (uint32_t n = 0; done < all; n++) {
        assert_true(n < 200000);
        cycle(b);
        done = 0;
        for (uint32_t i = 0; i < N; i++) {
            done += b->client[i].port_command;
        }
    }
    for (uint32_t n = 0; b->done < b->moved; n++) {
        assert_true(n < 10000);
        cycle(b);
    }
    dut_eval(b->d);
    assert_int_equal(*b->d->stat_idle, 1);
}

static void wr_mux_loses_no_cycle(void **state)
{
    struct bench *b = *state;
    uint32_t beats = 0;

    for (uint32_t k = 0; k < 100; k++) {
        for (uint32_t i = 0; i < N; i++) {
            add(b, i, 64 * k + k % 64, 1 + 37 * (k % 7));
            beats += b->client[i].list[k].beats;
        }
    }
    run(b);
    assert_int_equal(b->last - b->first, beats - 1);
}

static void wr_mux_gives_each_client_its_turn(void **state)
{
    struct bench *b = *state;

    for (uint32_t k = 0; k < 20; k++) {
        for (uint32_t i = 0; i < N; i++) {
            add(b, i, 4096 * k, i == 0 ? 640 : 8);
        }
    }
    run(b);
    for (uint32_t n = 0; n + N < b->moved; n++) {
        assert_int_equal(b->order[n], b->order[n + N]);
        assert_true(N < 2 || b->order[n] != b->order[n + 1]);
    }
}

static void wr_mux_keeps_commands_whole_when_everything_stalls(void **state)
{
    struct bench *b = *state;
    static const uint32_t stall[][4] = {
        {50, 50, 50, 50}, {0, 70, 0, 0}, {70, 0, 20, 90}, {0, 0, 70, 0}, {0, 0, 0, 95}};

    b->rng = tb_rng_seed(4);
    for (size_t s = 0; s < sizeof(stall) / sizeof(stall[0]); s++) {
        b->stall_wr = stall[s][0];
        b->stall_w = stall[s][1];
        b->stall_port = stall[s][2];
        b->stall_done = stall[s][3];
        for (uint32_t k = 0; k < 100 * N; k++) {
            add(b, tb_rng_below(&b->rng, N), tb_rng_next(&b->rng), 1 + tb_rng_below(&b->rng, 400));
        }
        run(b);
    }
}

int main(void)
{
#define TEST(t) cmocka_unit_test_setup_teardown(t, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(wr_mux_loses_no_cycle),
        TEST(wr_mux_gives_each_client_its_turn),
        TEST(wr_mux_keeps_commands_whole_when_everything_stalls),
    };
    return cmocka_run_group_tests_name("cm_wr_mux", tests, NULL, NULL);
}
