/* SPDX-License-Identifier: Apache-2.0 */
/* test_engine: order of events and edges depends on nothing but their keys; a run always ends.
   Longer than usual: each reason to end is a test of its own on one small rig. */
#define _DEFAULT_SOURCE
#include "ubn/engine.h"

#include "ubn/portq.h"
#include "ubn/rng.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

/* What happened, in order. */
struct log {
    uint64_t entries[4096];
    size_t count;
};

static void note(void *ctx, uint64_t arg)
{
    struct log *log = ctx;
    assert_true(log->count < sizeof(log->entries) / sizeof(log->entries[0]));
    log->entries[log->count++] = arg;
}

static struct ubn_engine *new_engine(bool skip_idle)
{
    struct ubn_engine *e = NULL;
    assert_int_equal(ubn_engine_create(skip_idle, &e), UBN_OK);
    return e;
}

static void post(struct ubn_engine *e, uint64_t ps, unsigned phase, unsigned node, unsigned port,
                 struct log *log, uint64_t arg)
{
    const struct ubn_event_key key = {(uint8_t)phase, (uint16_t)node, (uint16_t)port};
    assert_int_equal(ubn_engine_at(e, ps, &key, note, log, arg), UBN_OK);
}

static enum ubn_status run_all(struct ubn_engine *e)
{
    const struct ubn_run_limits limits = {0};
    return ubn_engine_run(e, &limits);
}

/* Sends stderr to /dev/null while messages are expected. */
static int mute(void)
{
    fflush(stderr);
    int saved = dup(STDERR_FILENO);
    FILE *null = fopen("/dev/null", "w");
    assert_non_null(null);
    assert_true(dup2(fileno(null), STDERR_FILENO) >= 0);
    fclose(null);
    return saved;
}

static void unmute(int saved)
{
    fflush(stderr);
    assert_true(dup2(saved, STDERR_FILENO) >= 0);
    close(saved);
}

static void engine_runs_events_by_time_phase_node_port_and_posting(void **state)
{
    (void)state;
    struct ubn_engine *e = new_engine(true);
    struct log log = {.count = 0};
    post(e, 20, 0, 0, 0, &log, 9);
    post(e, 10, 1, 0, 0, &log, 8);
    post(e, 10, 0, 1, 0, &log, 6);
    post(e, 10, 0, 1, 0, &log, 7);
    post(e, 10, 0, 0, 300, &log, 5);
    post(e, 10, 0, 0, 2, &log, 3);
    post(e, 10, 0, 0, 2, &log, 4);
    post(e, 9, 255, 65535, 65535, &log, 2);
    post(e, 0, 1, 1, 1, &log, 1);
    assert_int_equal(run_all(e), UBN_OK);
    assert_int_equal(log.count, 9);
    for (size_t i = 0; i < log.count; i++) {
        assert_int_equal(log.entries[i], i + 1);
    }
    assert_int_equal(ubn_engine_now_ps(e), 20);
    assert_int_equal(ubn_engine_counts(e).events, 9);
    ubn_engine_destroy(e);
}

/* 64 ports post 20 events each; `seed` decides how the ports take turns, each port keeps its order.
 */
static void run_shuffled(uint64_t seed, struct log *log)
{
    struct ubn_engine *e = new_engine(true);
    struct ubn_rng turns = {.s = seed};
    unsigned posted[64] = {0};
    log->count = 0;
    for (int left = 64 * 20; left > 0;) {
        unsigned port = (unsigned)ubn_rng_below(&turns, 64);
        if (posted[port] < 20) {
            uint64_t ps = ubn_rng_hash(1, 0, port, posted[port]) % 16;
            post(e, ps, port % 4, port / 4 % 4, port, log, port * 100 + posted[port]);
            posted[port]++;
            left--;
        }
    }
    assert_int_equal(run_all(e), UBN_OK);
    ubn_engine_destroy(e);
}

static void engine_order_is_independent_of_the_turns_of_the_ports(void **state)
{
    (void)state;
    static struct log first;
    static struct log other;
    run_shuffled(1, &first);
    assert_int_equal(first.count, 64 * 20);
    for (uint64_t seed = 2; seed < 10; seed++) {
        run_shuffled(seed, &other);
        assert_int_equal(other.count, first.count);
        assert_memory_equal(other.entries, first.entries, first.count * sizeof(first.entries[0]));
    }
}

/* A node that works `busy` cycles for each message and then sends one to the next node. */
struct node {
    struct ubn_engine *e;
    struct ubn_clock clock;
    struct ubn_portq in;
    struct node *peer;
    uint16_t number;
    uint64_t cycle; /* next cycle to evaluate */
    uint64_t busy;
    uint64_t hash;
    uint64_t messages;
};

static uint64_t node_next_ps(void *ctx)
{
    struct node *n = ctx;
    uint64_t ps;
    if (n->busy == 0 && ubn_engine_skip_idle(n->e)) {
        if (ubn_portq_head(&n->in, &ps) == NULL) {
            return UBN_TIME_NEVER;
        }
        uint64_t cycle = ubn_clock_cycle_at(&n->clock, ps);
        return ubn_clock_edge_ps(&n->clock, cycle > n->cycle ? cycle : n->cycle);
    }
    return ubn_clock_edge_ps(&n->clock, n->cycle);
}

static void arrive(void *ctx, uint64_t arg)
{
    struct node *n = ctx;
    assert_int_equal(ubn_portq_push(&n->in, ubn_engine_now_ps(n->e), &arg), UBN_OK);
}

static void node_edge(void *ctx, uint64_t edge_ps)
{
    struct node *n = ctx;
    uint64_t ps;
    n->cycle = ubn_clock_cycle_at(&n->clock, edge_ps) + 1;
    const uint64_t *head = ubn_portq_head(&n->in, &ps);
    if (n->busy > 0 && --n->busy == 0) {
        const struct ubn_event_key key = {.phase = 2, .node = n->peer->number, .port = n->number};
        uint64_t delay_ps = 1 + ubn_rng_hash(1, n->number, 0, n->messages) % 50000;
        ubn_engine_at(n->e, edge_ps + delay_ps, &key, arrive, n->peer, n->messages);
        ubn_engine_progress(n->e);
    } else if (n->busy == 0 && head != NULL && ps <= edge_ps) {
        n->hash = ubn_rng_hash(n->hash, n->number, (uint32_t)*head, edge_ps);
        n->busy = 1 + n->hash % 20;
        n->messages++;
        ubn_portq_pop(&n->in);
    }
}

static const struct ubn_clocked_ops node_ops = {.next_ps = node_next_ps, .edge = node_edge};

static bool enough(void *ctx) { return ((const struct node *)ctx)->messages >= 500; }

/* Runs three nodes with equal clocks and four messages going round; gives one hash. */
static uint64_t run_ring(bool skip_idle, bool reverse, uint64_t start_cycle, uint64_t *edges_out)
{
    struct ubn_engine *e = new_engine(skip_idle);
    struct node nodes[3];
    memset(nodes, 0, sizeof(nodes));
    for (uint16_t i = 0; i < 3; i++) {
        nodes[i] =
            (struct node){.e = e, .peer = &nodes[(i + 1) % 3], .number = i, .cycle = start_cycle};
        ubn_portq_init(&nodes[i].in, sizeof(uint64_t));
    }
    for (uint16_t i = 0; i < 3; i++) {
        uint16_t k = reverse ? (uint16_t)(2 - i) : i;
        const struct ubn_event_key key = {.phase = 2, .node = k, .port = 9};
        uint64_t start_ps = ubn_clock_edge_ps(&nodes[k].clock, start_cycle);
        assert_int_equal(ubn_engine_add_clocked(e, k, &node_ops, &nodes[k]), UBN_OK);
        assert_int_equal(ubn_engine_at(e, start_ps, &key, arrive, &nodes[k], k), UBN_OK);
        assert_int_equal(ubn_engine_at(e, start_ps, &key, arrive, &nodes[k], 7), UBN_OK);
    }
    const struct ubn_run_limits limits = {.done = enough, .ctx = &nodes[0]};
    assert_int_equal(ubn_engine_run(e, &limits), UBN_OK);
    uint64_t hash = nodes[0].hash ^ nodes[1].hash << 1 ^ nodes[2].hash << 2;
    *edges_out = ubn_engine_counts(e).edges;
    for (int i = 0; i < 3; i++) {
        ubn_portq_free(&nodes[i].in);
    }
    ubn_engine_destroy(e);
    return hash;
}

static void engine_gives_one_result_with_skipping_on_or_off_and_nodes_reversed(void **state)
{
    (void)state;
    uint64_t skipped;
    uint64_t all;
    uint64_t hash = run_ring(true, false, 0, &skipped);
    assert_true(run_ring(true, true, 0, &skipped) == hash);
    assert_true(run_ring(false, false, 0, &all) == hash);
    assert_true(run_ring(false, true, 0, &all) == hash);
    assert_true(skipped < all);
}

/* B89: cycles beyond 2^33. Edge times of start cycles that are multiples of 161 have one pattern.
 */
static void engine_works_when_cycles_pass_2_to_the_33(void **state)
{
    (void)state;
    uint64_t edges;
    uint64_t far = ((uint64_t)1 << 33) / 161 * 161;
    uint64_t hash = run_ring(true, false, far, &edges);
    assert_true(edges > 1000);
    assert_true(run_ring(true, true, far, &edges) == hash);
}

static void engine_runs_events_before_edges_of_the_same_time(void **state)
{
    (void)state;
    struct ubn_engine *e = new_engine(true);
    struct node n = {.e = e, .peer = &n, .number = 4};
    const struct ubn_event_key key = {.phase = 0, .node = 4, .port = 0};
    ubn_portq_init(&n.in, sizeof(uint64_t));
    assert_int_equal(ubn_engine_add_clocked(e, 4, &node_ops, &n), UBN_OK);
    assert_int_equal(ubn_engine_at(e, 3105, &key, arrive, &n, 1), UBN_OK); /* exactly edge 1 */
    const struct ubn_run_limits limits = {.max_ps = 3105};
    assert_int_equal(ubn_engine_run(e, &limits), UBN_OK);
    assert_int_equal(n.messages, 1);
    assert_int_equal(n.cycle, 2);
    ubn_portq_free(&n.in);
    ubn_engine_destroy(e);
}

static uint64_t once_next_ps(void *ctx)
{
    struct log *log = ctx;
    return log->count == 0 ? 100 : UBN_TIME_NEVER;
}

static struct ubn_engine *edge_engine;

static void post_now_edge(void *ctx, uint64_t edge_ps)
{
    const struct ubn_event_key key = {0};
    note(ctx, edge_ps);
    assert_int_equal(ubn_engine_at(edge_engine, edge_ps, &key, note, ctx, 0), UBN_ERR_ARG);
}

static void engine_refuses_an_event_when_an_edge_posts_it_for_now(void **state)
{
    (void)state;
    static const struct ubn_clocked_ops ops = {.next_ps = once_next_ps, .edge = post_now_edge};
    struct log log = {.count = 0};
    edge_engine = new_engine(true);
    assert_int_equal(ubn_engine_add_clocked(edge_engine, 0, &ops, &log), UBN_OK);
    int saved = mute();
    enum ubn_status status = run_all(edge_engine);
    unmute(saved);
    assert_int_equal(status, UBN_ERR_ARG);
    assert_int_equal(log.count, 1);
    ubn_engine_destroy(edge_engine);
}

static void engine_refuses_an_event_when_it_lies_in_the_past(void **state)
{
    (void)state;
    struct ubn_engine *e = new_engine(true);
    struct log log = {.count = 0};
    const struct ubn_event_key key = {0};
    post(e, 100, 0, 0, 0, &log, 1);
    assert_int_equal(run_all(e), UBN_OK);
    post(e, 100, 0, 0, 0, &log, 2);
    int saved = mute();
    enum ubn_status status = ubn_engine_at(e, 99, &key, note, &log, 3);
    unmute(saved);
    assert_int_equal(status, UBN_ERR_ARG);
    assert_int_equal(run_all(e), UBN_ERR_ARG);
    ubn_engine_destroy(e);
}

static void engine_refuses_a_node_number_used_twice(void **state)
{
    (void)state;
    struct ubn_engine *e = new_engine(true);
    struct node n = {.e = e};
    assert_int_equal(ubn_engine_add_clocked(e, 1, &node_ops, &n), UBN_OK);
    assert_int_equal(ubn_engine_add_clocked(e, 1, &node_ops, &n), UBN_ERR_ARG);
    assert_int_equal(ubn_engine_add_clocked(e, 2, NULL, &n), UBN_ERR_ARG);
    ubn_engine_destroy(e);
}

static bool never(void *ctx)
{
    (void)ctx;
    return false;
}

/* An event that posts itself again and again. */
struct repeater {
    struct ubn_engine *e;
    uint64_t step_ps;
    uint64_t useful_until; /* reports progress this often */
    uint64_t runs;
};

static void repeat(void *ctx, uint64_t arg)
{
    struct repeater *r = ctx;
    const struct ubn_event_key key = {.phase = 3, .node = 1, .port = 2};
    if (r->runs++ < r->useful_until) {
        ubn_engine_progress(r->e);
    }
    ubn_engine_at(r->e, ubn_engine_now_ps(r->e) + r->step_ps, &key, repeat, r, arg);
}

static void dump_line(void *ctx, FILE *out) { fprintf(out, "waits for %s\n", (const char *)ctx); }

/* Runs with limits that never are "done"; gives what was dumped. */
static enum ubn_status run_stuck(struct ubn_engine *e, struct ubn_run_limits limits, char *text,
                                 size_t text_bytes)
{
    char who[] = "the bus";
    FILE *out = fmemopen(text, text_bytes, "w");
    assert_non_null(out);
    assert_int_equal(ubn_engine_add_dump(e, dump_line, who), UBN_OK);
    limits.done = never;
    limits.dump = out;
    int saved = mute();
    enum ubn_status status = ubn_engine_run(e, &limits);
    unmute(saved);
    fclose(out);
    return status;
}

static void engine_ends_with_a_dump_when_nothing_is_left(void **state)
{
    (void)state;
    char text[512] = "";
    struct ubn_engine *e = new_engine(true);
    struct log log = {.count = 0};
    post(e, 5, 0, 0, 0, &log, 1);
    assert_int_equal(run_stuck(e, (struct ubn_run_limits){0}, text, sizeof(text)),
                     UBN_ERR_NOPROGRESS);
    assert_int_equal(log.count, 1);
    assert_non_null(strstr(text, "waits for the bus"));
    assert_non_null(strstr(text, "0 events pending"));
    ubn_engine_destroy(e);
}

static void engine_ends_at_the_watchdog_counted_from_the_last_progress(void **state)
{
    (void)state;
    char text[512] = "";
    struct ubn_engine *e = new_engine(true);
    struct repeater r = {.e = e, .step_ps = 10, .useful_until = 50};
    repeat(&r, 0);
    assert_int_equal(run_stuck(e, (struct ubn_run_limits){.watchdog_ps = 100}, text, sizeof(text)),
                     UBN_ERR_NOPROGRESS);
    /* Progress at 0 .. 490 ps; 590 is still within 100 ps, 600 is not. */
    assert_int_equal(ubn_engine_now_ps(e), 590);
    assert_non_null(strstr(text, "first at 600 ps for phase 3 node 1 port 2"));
    ubn_engine_destroy(e);
}

static void engine_ends_when_the_time_limit_comes_before_done(void **state)
{
    (void)state;
    char text[512] = "";
    struct ubn_engine *e = new_engine(true);
    struct repeater r = {.e = e, .step_ps = 10, .useful_until = UINT64_MAX};
    repeat(&r, 0);
    assert_int_equal(run_stuck(e, (struct ubn_run_limits){.max_ps = 1000}, text, sizeof(text)),
                     UBN_ERR_NOPROGRESS);
    assert_int_equal(ubn_engine_now_ps(e), 1000);
    ubn_engine_destroy(e);
}

static void engine_ends_when_events_of_one_time_never_stop(void **state)
{
    (void)state;
    char text[512] = "";
    struct ubn_engine *e = new_engine(true);
    struct repeater r = {.e = e, .step_ps = 0};
    repeat(&r, 0);
    assert_int_equal(run_stuck(e, (struct ubn_run_limits){0}, text, sizeof(text)),
                     UBN_ERR_NOPROGRESS);
    assert_int_equal(ubn_engine_now_ps(e), 0);
    ubn_engine_destroy(e);
}

static void set_flag(void *ctx, uint64_t arg) { *(volatile sig_atomic_t *)ctx = (sig_atomic_t)arg; }

static void engine_ends_when_the_interrupt_flag_is_set(void **state)
{
    (void)state;
    struct ubn_engine *e = new_engine(true);
    volatile sig_atomic_t flag = 0;
    struct repeater r = {.e = e, .step_ps = 10};
    const struct ubn_event_key key = {0};
    repeat(&r, 0);
    assert_int_equal(ubn_engine_at(e, 55, &key, set_flag, (void *)(uintptr_t)&flag, 1), UBN_OK);
    const struct ubn_run_limits limits = {.done = never, .interrupted = &flag};
    assert_int_equal(ubn_engine_run(e, &limits), UBN_ERR_INTERRUPTED);
    assert_int_equal(ubn_engine_now_ps(e), 55);
    ubn_engine_destroy(e);
}

static void fail_now(void *ctx, uint64_t arg) { ubn_engine_fail(ctx, (enum ubn_status)arg); }

static void engine_ends_with_the_first_failure_reported(void **state)
{
    (void)state;
    struct ubn_engine *e = new_engine(true);
    struct log log = {.count = 0};
    const struct ubn_event_key key = {.phase = 0};
    assert_int_equal(ubn_engine_at(e, 7, &key, fail_now, e, UBN_ERR_CHECK), UBN_OK);
    post(e, 7, 1, 0, 0, &log, 1);
    assert_int_equal(run_all(e), UBN_ERR_CHECK);
    assert_int_equal(log.count, 0);
    ubn_engine_fail(e, UBN_ERR_IO);
    assert_int_equal(run_all(e), UBN_ERR_CHECK);
    ubn_engine_destroy(e);
}

static void count_poll(void *ctx) { ++*(unsigned *)ctx; }

static void engine_polls_every_16384_steps(void **state)
{
    (void)state;
    struct ubn_engine *e = new_engine(true);
    struct repeater r = {.e = e, .step_ps = 1};
    unsigned polls = 0;
    repeat(&r, 0);
    const struct ubn_run_limits limits = {.max_ps = 3 * 16384, .poll = count_poll, .ctx = &polls};
    assert_int_equal(ubn_engine_run(e, &limits), UBN_OK);
    assert_int_equal(polls, 3);
    ubn_engine_destroy(e);
}

static void status_gives_the_exit_codes_of_the_design(void **state)
{
    (void)state;
    assert_int_equal(ubn_status_exit_code(UBN_OK), 0);
    assert_int_equal(ubn_status_exit_code(UBN_ERR_CHECK), 1);
    assert_int_equal(ubn_status_exit_code(UBN_ERR_CONFIG), 2);
    assert_int_equal(ubn_status_exit_code(UBN_ERR_IO), 2);
    assert_int_equal(ubn_status_exit_code(UBN_ERR_NOPROGRESS), 3);
    assert_int_equal(ubn_status_exit_code(UBN_ERR_INTERRUPTED), 130);
    assert_string_equal(ubn_status_name(UBN_ERR_NOPROGRESS), "no progress");
    assert_string_equal(ubn_status_name((enum ubn_status)99), "unknown status");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(engine_runs_events_by_time_phase_node_port_and_posting),
        cmocka_unit_test(engine_order_is_independent_of_the_turns_of_the_ports),
        cmocka_unit_test(engine_gives_one_result_with_skipping_on_or_off_and_nodes_reversed),
        cmocka_unit_test(engine_works_when_cycles_pass_2_to_the_33),
        cmocka_unit_test(engine_runs_events_before_edges_of_the_same_time),
        cmocka_unit_test(engine_refuses_an_event_when_an_edge_posts_it_for_now),
        cmocka_unit_test(engine_refuses_an_event_when_it_lies_in_the_past),
        cmocka_unit_test(engine_refuses_a_node_number_used_twice),
        cmocka_unit_test(engine_ends_with_a_dump_when_nothing_is_left),
        cmocka_unit_test(engine_ends_at_the_watchdog_counted_from_the_last_progress),
        cmocka_unit_test(engine_ends_when_the_time_limit_comes_before_done),
        cmocka_unit_test(engine_ends_when_events_of_one_time_never_stop),
        cmocka_unit_test(engine_ends_when_the_interrupt_flag_is_set),
        cmocka_unit_test(engine_ends_with_the_first_failure_reported),
        cmocka_unit_test(engine_polls_every_16384_steps),
        cmocka_unit_test(status_gives_the_exit_codes_of_the_design),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
