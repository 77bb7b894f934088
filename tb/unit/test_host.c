/* SPDX-License-Identifier: Apache-2.0 */
/* test_host: what software costs on a thread, to the picosecond.
 * The NIC is played by the test: it answers the store of request n and writes a record for it at
 * the times that the test gives.
 */
#include "ubn/bus.h"
#include "ubn/host.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define HOP_PS 30000u
#define SUBMIT_PS 50000u
#define BUILD_PS 30000u
#define POLL_PS 5000u
#define LIB_PS 30000u
#define RING UINT64_C(0x1000)
#define ENTRIES UINT64_C(0x8000)
#define MAX_WORK 8u

struct bench {
    struct ubn_engine *engine;
    struct ubn_mem *mem;
    struct ubn_bus *bus;
    struct ubn_trace *trace;
    struct ubn_host *host;
    unsigned posts_left;
    unsigned posted;
    unsigned polled;
    bool no_record;                         /* poll finds nothing */
    unsigned batch;                         /* posts that share a doorbell; 0: each has its own */
    const struct ubn_host_access *accesses; /* shape [posts], instead of stores; NULL: none */
    unsigned accessed;
    uint8_t accessed_resp[MAX_WORK];
    uint64_t accessed_tag[MAX_WORK];
    uint32_t op[MAX_WORK];
    uint64_t start_ps[MAX_WORK];
    uint64_t found_ps[MAX_WORK];
    uint64_t end_ps[MAX_WORK];
    uint64_t stored_ps[MAX_WORK];
    uint8_t stored_resp[MAX_WORK];
    unsigned ended;
    unsigned stored;
};

static void accessed(void *ctx, uint64_t ps, uint64_t tag, uint8_t resp)
{
    struct bench *b = ctx;

    (void)ps;
    b->accessed_tag[b->accessed] = tag;
    b->accessed_resp[b->accessed++] = resp;
}

static bool next(void *ctx, uint32_t thread, uint64_t ps, struct ubn_host_post *post_out)
{
    struct bench *b = ctx;
    unsigned n = b->posted;

    (void)thread;
    if (b->posts_left == 0) {
        return false;
    }
    b->posts_left--;
    assert_int_equal(ubn_trace_op_begin(b->trace, 0, 0, n, ps, 64, &b->op[n]), UBN_OK);
    *post_out = (struct ubn_host_post){.store = {.bytes = 64, .tag = n}};
    if (b->batch != 0) {
        post_out->silent = (n + 1) % b->batch != 0;
        post_out->entry = (struct ubn_host_store){
            .addr = ENTRIES + 64u * n, .bytes = 64, .data = {(uint8_t)(n + 1)}};
    }
    if (b->accesses != NULL) {
        *post_out = (struct ubn_host_post){.access = b->accesses[n]};
        post_out->access.queue = 9;
        post_out->access.tag = n;
        post_out->access.done = accessed;
        post_out->access.ctx = b;
    }
    post_out->op = b->op[n];
    b->start_ps[b->posted++] = ps;
    return true;
}

static bool poll(void *ctx, uint32_t thread, uint32_t queue, uint64_t ps,
                 struct ubn_host_found *found_out)
{
    struct bench *b = ctx;

    (void)thread;
    assert_int_equal(queue, 9);
    if (b->no_record) {
        return false;
    }
    b->found_ps[b->polled] = ps;
    *found_out = (struct ubn_host_found){.work = b->polled, .op = b->op[b->polled]};
    b->polled++;
    return true;
}

static void finish(void *ctx, uint32_t thread, uint64_t work, uint64_t ps)
{
    struct bench *b = ctx;

    (void)thread;
    b->end_ps[work] = ps;
    b->ended++;
}

static void stored(void *ctx, uint32_t thread, uint64_t tag, uint8_t resp, uint64_t ps)
{
    struct bench *b = ctx;

    (void)thread;
    b->stored_ps[tag] = ps;
    b->stored_resp[tag] = resp;
    b->stored++;
}

static const struct ubn_host_user_ops OPS = {
    .next = next, .poll = poll, .finish = finish, .stored = stored};

/* What a test changes of the usual host. */
struct change {
    uint32_t poll_batch;
    uint64_t psn_serial_ps;
};

static void open_changed(struct bench *b, bool software, uint32_t threads, struct change change)
{
    static const struct ubn_mem_config mem = {.bytes = 1u << 20,
                                              .row_hit_ps = 30000,
                                              .row_miss_ps = 70000,
                                              .row_bytes = 8192,
                                              .banks = 1};
    static const struct ubn_bus_config bus = {.hop_ps = HOP_PS, .beat_ps = 2000, .outstanding = 1};
    struct ubn_host_config host = {.threads = threads,
                                   .software = software,
                                   .submit_ps = SUBMIT_PS,
                                   .build_ps = BUILD_PS,
                                   .poll_ps = POLL_PS,
                                   .lib_poll_ps = LIB_PS,
                                   .port = &ubn_host_bus_port,
                                   .send_stage = UBN_STAGE_BUS_SEND,
                                   .poll_batch = change.poll_batch,
                                   .psn_serial_ps = change.psn_serial_ps};

    memset(b, 0, sizeof(*b));
    assert_int_equal(ubn_engine_create(true, &b->engine), UBN_OK);
    assert_int_equal(ubn_trace_create(NULL, &b->trace), UBN_OK);
    assert_int_equal(ubn_mem_create(&mem, &b->mem), UBN_OK);
    assert_int_equal(ubn_bus_create(b->engine, b->mem, &bus, &b->bus), UBN_OK);
    host.port_ctx = b->bus;
    host.mem = b->mem;
    assert_int_equal(ubn_host_create(b->engine, b->trace, &host, &b->host), UBN_OK);
    ubn_host_set_user(b->host, &OPS, b);
    for (uint32_t t = 0; t < threads; t++) {
        assert_int_equal(ubn_host_watch(b->host, t, 9, RING + t * 0x1000u, 0x1000), UBN_OK);
    }
}

static void open_with(struct bench *b, bool software, uint32_t threads)
{
    open_changed(b, software, threads, (struct change){0});
}

static void close_bench(struct bench *b)
{
    ubn_host_destroy(b->host);
    ubn_bus_destroy(b->bus);
    ubn_mem_destroy(b->mem);
    ubn_trace_destroy(b->trace);
    ubn_engine_destroy(b->engine);
}

static void run(struct bench *b)
{
    const struct ubn_run_limits limits = {0};

    assert_int_equal(ubn_engine_run(b->engine, &limits), UBN_OK);
}

/* Writes a record that becomes visible at visible_ps. */
static void record(struct bench *b, uint64_t visible_ps, uint64_t addr)
{
    const uint8_t data[64] = {1};
    const struct ubn_bus_write_beat beat = {
        .addr = addr, .strb = UINT64_MAX, .data = data, .last = true};
    uint64_t got_ps = 0;

    assert_int_equal(ubn_bus_nic_write_beat(b->bus, visible_ps - HOP_PS, &beat, &got_ps), UBN_OK);
    assert_int_equal(got_ps, visible_ps);
}

static uint64_t stage(struct bench *b, uint32_t op, enum ubn_stage s)
{
    struct ubn_trace_op view;

    ubn_trace_op_get(b->trace, op, &view);
    return view.stage_ps[s];
}

static void host_charges_all_steps_when_software_is_on(void **state)
{
    (void)state;
    struct bench b;

    open_with(&b, true, 1);
    b.posts_left = 1;
    assert_int_equal(ubn_host_wake(b.host, 0, 1000), UBN_OK);
    record(&b, 700000, RING);
    run(&b);
    uint64_t arrive_ps = 0;
    assert_non_null(ubn_portq_head(&ubn_bus_ports(b.bus)->nic_w, &arrive_ps));
    assert_int_equal(arrive_ps, 1000 + SUBMIT_PS + BUILD_PS + HOP_PS);
    assert_int_equal(b.start_ps[0], 1000);
    assert_int_equal(b.found_ps[0], 705000);
    assert_int_equal(b.end_ps[0], 735000);
    /* The rest of the path, so that the operation closes. */
    assert_int_equal(ubn_trace_interval(b.trace, b.op[0], UBN_STAGE_WIRE_FWD, arrive_ps, 700000),
                     UBN_OK);
    assert_int_equal(ubn_trace_op_end(b.trace, b.op[0], b.end_ps[0], 0), UBN_OK);
    assert_int_equal(stage(&b, b.op[0], UBN_STAGE_SW_SUBMIT), SUBMIT_PS);
    assert_int_equal(stage(&b, b.op[0], UBN_STAGE_SW_BUILD), BUILD_PS);
    assert_int_equal(stage(&b, b.op[0], UBN_STAGE_BUS_SEND), HOP_PS);
    assert_int_equal(stage(&b, b.op[0], UBN_STAGE_CQ_POLL), POLL_PS);
    assert_int_equal(stage(&b, b.op[0], UBN_STAGE_LIB_POLL), LIB_PS);
    assert_int_equal(ubn_host_counts(b.host).busy_ps, SUBMIT_PS + BUILD_PS + POLL_PS + LIB_PS);
    assert_true(ubn_host_idle(b.host));
    close_bench(&b);
}

static void host_takes_no_time_when_software_is_off(void **state)
{
    (void)state;
    struct bench b;

    open_with(&b, false, 1);
    b.posts_left = 2;
    assert_int_equal(ubn_host_wake(b.host, 0, 1000), UBN_OK);
    record(&b, 700000, RING);
    run(&b);
    uint64_t arrive_ps = 0;
    struct ubn_portq *stores = &ubn_bus_ports(b.bus)->nic_w;
    assert_non_null(ubn_portq_head(stores, &arrive_ps));
    assert_int_equal(arrive_ps, 1000 + HOP_PS);
    ubn_portq_pop(stores);
    assert_non_null(ubn_portq_head(stores, &arrive_ps));
    assert_int_equal(arrive_ps, 1000 + HOP_PS + 2000); /* one beat of the bus later */
    assert_int_equal(b.end_ps[0], 700000);
    assert_int_equal(ubn_host_counts(b.host).busy_ps, 0);
    close_bench(&b);
}

/* Three posts take the thread until 240 ns; records of 100 and 101 ns wait for it, and for each
 * other: 240 + 5 + 30 = 275, then 275 + 5 + 30 = 310. */
static void host_polls_late_when_thread_is_busy(void **state)
{
    (void)state;
    struct bench b;

    open_with(&b, true, 1);
    b.posts_left = 3;
    assert_int_equal(ubn_host_wake(b.host, 0, 0), UBN_OK);
    record(&b, 100000, RING);
    record(&b, 102000, RING + 64);
    run(&b);
    assert_int_equal(b.start_ps[1], 80000);
    assert_int_equal(b.start_ps[2], 160000);
    assert_int_equal(b.found_ps[0], 245000);
    assert_int_equal(b.end_ps[0], 275000);
    assert_int_equal(b.found_ps[1], 280000);
    assert_int_equal(b.end_ps[1], 310000);
    close_bench(&b);
}

static void host_runs_threads_side_by_side(void **state)
{
    (void)state;
    struct bench b;

    open_with(&b, true, 2);
    b.posts_left = 2;
    assert_int_equal(ubn_host_wake(b.host, 1, 0), UBN_OK);
    assert_int_equal(ubn_host_wake(b.host, 0, 0), UBN_OK);
    run(&b);
    assert_int_equal(b.start_ps[0], 0);
    assert_int_equal(b.start_ps[1], 0);
    const struct ubn_axi_w *w = ubn_portq_head(&ubn_bus_ports(b.bus)->nic_w, NULL);
    assert_int_equal(w->tag, 0); /* thread 0 goes first whoever was woken first */
    close_bench(&b);
}

static void host_tells_user_when_store_is_refused(void **state)
{
    (void)state;
    struct bench b;

    open_with(&b, true, 1);
    b.posts_left = 1;
    assert_int_equal(ubn_host_wake(b.host, 0, 0), UBN_OK);
    run(&b);
    assert_int_equal(ubn_bus_host_b(b.bus, 120000, 0, UBN_AXI_SLVERR, NULL), UBN_OK);
    b.posts_left = 1; /* the answer wakes the thread: it may post again */
    run(&b);
    assert_int_equal(b.stored, 1);
    assert_int_equal(b.stored_ps[0], 120000 + HOP_PS);
    assert_int_equal(b.stored_resp[0], UBN_AXI_SLVERR);
    assert_int_equal(b.start_ps[1], 120000 + HOP_PS);
    assert_int_equal(ubn_host_counts(b.host).refused, 1);
    close_bench(&b);
}

/* Three requests are built, the third one rings for all: one store, at 240 ns. */
static void host_rings_once_when_posts_share_a_doorbell(void **state)
{
    (void)state;
    struct bench b;

    open_with(&b, true, 1);
    b.posts_left = b.batch = 3;
    assert_int_equal(ubn_host_wake(b.host, 0, 0), UBN_OK);
    run(&b);
    const struct ubn_axi_w *w;
    struct ubn_portq *stores = &ubn_bus_ports(b.bus)->nic_w;
    uint64_t arrive_ps = 0;
    w = ubn_portq_head(stores, &arrive_ps);
    assert_non_null(w);
    assert_int_equal(w->tag, 2);
    assert_int_equal(arrive_ps, 240000 + HOP_PS);
    ubn_portq_pop(stores);
    assert_null(ubn_portq_head(stores, NULL));
    assert_int_equal(ubn_host_counts(b.host).posts, 3);
    assert_int_equal(ubn_host_counts(b.host).stores, 1);
    for (unsigned n = 0; n < 3; n++) {
        uint8_t entry = 0;

        assert_int_equal(ubn_mem_read(b.mem, ENTRIES + 64u * n, 1, &entry), UBN_OK);
        assert_int_equal(entry, n + 1);
        /* what was built first waits, as part of the build, for the rest */
        assert_int_equal(ubn_trace_op_end(b.trace, b.op[n], 240000 + HOP_PS, 0), UBN_OK);
        assert_int_equal(stage(&b, b.op[n], UBN_STAGE_SW_BUILD), BUILD_PS + (2 - n) * 80000);
        assert_int_equal(stage(&b, b.op[n], UBN_STAGE_BUS_SEND), HOP_PS);
    }
    assert_true(ubn_host_idle(b.host));
    close_bench(&b);
}

/* The entry is in memory when it is built, not before. */
static void host_writes_entry_at_the_end_of_the_build(void **state)
{
    (void)state;
    struct bench b;
    uint8_t entry = 0;

    open_with(&b, true, 1);
    b.posts_left = b.batch = 1;
    assert_int_equal(ubn_host_wake(b.host, 0, 0), UBN_OK);
    const struct ubn_run_limits before = {.max_ps = SUBMIT_PS + BUILD_PS - 1};
    assert_int_equal(ubn_engine_run(b.engine, &before), UBN_OK);
    assert_int_equal(ubn_mem_read(b.mem, ENTRIES, 1, &entry), UBN_OK);
    assert_int_equal(entry, 0);
    run(&b);
    assert_int_equal(ubn_mem_read(b.mem, ENTRIES, 1, &entry), UBN_OK);
    assert_int_equal(entry, 1);
    close_bench(&b);
}

/* Busy until 160 ns, then one look at both records: 165; library 195 and 225. */
static void host_takes_all_visible_records_with_one_look(void **state)
{
    (void)state;
    struct bench b;

    open_changed(&b, true, 1, (struct change){.poll_batch = 8});
    b.posts_left = 2;
    assert_int_equal(ubn_host_wake(b.host, 0, 0), UBN_OK);
    record(&b, 100000, RING);
    record(&b, 102000, RING + 64);
    run(&b);
    assert_int_equal(b.found_ps[0], 165000);
    assert_int_equal(b.found_ps[1], 165000);
    assert_int_equal(b.end_ps[0], 195000);
    assert_int_equal(b.end_ps[1], 225000);
    assert_int_equal(ubn_host_counts(b.host).polls, 1);
    assert_int_equal(ubn_host_counts(b.host).records, 2);
    close_bench(&b);
}

static void host_charges_psn_serial_after_the_library(void **state)
{
    (void)state;
    struct bench b;

    open_changed(&b, true, 1, (struct change){.psn_serial_ps = 50000});
    b.posts_left = 1;
    assert_int_equal(ubn_host_wake(b.host, 0, 0), UBN_OK);
    record(&b, 700000, RING);
    run(&b);
    assert_int_equal(b.end_ps[0], 700000 + POLL_PS + LIB_PS + 50000);
    assert_int_equal(ubn_trace_interval(b.trace, b.op[0], UBN_STAGE_WIRE_FWD, 110000, 700000),
                     UBN_OK);
    assert_int_equal(ubn_trace_op_end(b.trace, b.op[0], b.end_ps[0], 0), UBN_OK);
    assert_int_equal(stage(&b, b.op[0], UBN_STAGE_LIB_POLL), LIB_PS);
    assert_int_equal(stage(&b, b.op[0], UBN_STAGE_PSN_SERIAL), 50000);
    close_bench(&b);
}

/* Two loads of 64 and 256 B and a store leave at once, 2 ns apart on each direction of the bus; no
 * software is charged, and each ends when all of its answer is back. */
static void host_ends_access_when_its_answer_is_back(void **state)
{
    (void)state;
    struct bench b;
    uint8_t loaded[64 + 256] = {0};
    uint8_t stored_bytes[128];
    const struct ubn_host_access accesses[] = {
        {.addr = 0x80000040, .bytes = 64, .data = loaded},
        {.addr = 0x80000100, .bytes = 256, .data = loaded + 64},
        {.addr = 0x80000080, .bytes = 128, .data = stored_bytes, .store = true}};
    struct ubn_axi_r beat = {.id = UBN_HOST_ACCESS_ID, .resp = UBN_AXI_OKAY};
    uint64_t arrive_ps = 0;

    open_with(&b, true, 1);
    b.accesses = accesses;
    b.posts_left = 3;
    memset(stored_bytes, 0x5a, sizeof(stored_bytes));
    stored_bytes[64] = 0xa5;
    assert_int_equal(ubn_host_wake(b.host, 0, 1000), UBN_OK);
    run(&b);
    struct ubn_bus_ports *ports = ubn_bus_ports(b.bus);
    const struct ubn_axi_ar *ar = ubn_portq_head(&ports->nic_ar, &arrive_ps);
    assert_int_equal(arrive_ps, 1000 + HOP_PS);
    assert_int_equal(ar->size, 6);
    assert_int_equal(ar->more, 0);
    ubn_portq_pop(&ports->nic_ar);
    ar = ubn_portq_head(&ports->nic_ar, &arrive_ps);
    assert_int_equal(arrive_ps, 1000 + HOP_PS + 2000);
    assert_int_equal(ar->more, 3);
    const struct ubn_axi_w *w = ubn_portq_head(&ports->nic_w, &arrive_ps);
    assert_int_equal(arrive_ps, 1000 + HOP_PS);
    assert_int_equal(w->more, 1);
    ubn_portq_pop(&ports->nic_w);
    w = ubn_portq_head(&ports->nic_w, &arrive_ps);
    assert_int_equal(arrive_ps, 1000 + HOP_PS + 2000);
    assert_int_equal(w->more, 0);
    assert_int_equal(w->data[0], 0xa5);
    assert_int_equal(ubn_portq_count(&ports->nic_w), 1);
    assert_false(ubn_host_idle(b.host));

    for (unsigned i = 0; i < 5; i++) { /* beat 0 of load 0, beats 0 .. 3 of load 1 */
        memset(beat.data, (int)(i + 1), sizeof(beat.data));
        beat.last = i == 0 || i == 4;
        beat.resp = i == 2 ? UBN_AXI_SLVERR : UBN_AXI_OKAY;
        assert_int_equal(ubn_bus_host_r(b.bus, 500000 + i * 3000, &beat, NULL), UBN_OK);
    }
    assert_int_equal(ubn_bus_host_b(b.bus, 600000, UBN_HOST_ACCESS_ID, UBN_AXI_DECERR, NULL),
                     UBN_OK);
    run(&b);
    static const uint64_t end_ps[3] = {530000, 542000, 630000};
    static const uint8_t resp[3] = {UBN_AXI_OKAY, UBN_AXI_SLVERR, UBN_AXI_DECERR};
    for (unsigned n = 0; n < 3; n++) {
        assert_int_equal(b.start_ps[n], 1000);
        assert_int_equal(b.end_ps[n], end_ps[n]);
        assert_int_equal(b.accessed_tag[n], n);
        assert_int_equal(b.accessed_resp[n], resp[n]);
    }
    for (unsigned i = 0; i < sizeof(loaded); i++) {
        assert_int_equal(loaded[i], 1 + i / 64);
    }
    assert_int_equal(ubn_host_counts(b.host).accesses, 3);
    assert_int_equal(ubn_host_counts(b.host).refused, 2);
    assert_int_equal(ubn_host_counts(b.host).busy_ps, 0);
    assert_int_equal(ubn_trace_stage_intervals(b.trace, UBN_STAGE_SW_SUBMIT), 0);
    assert_int_equal(ubn_trace_stage_intervals(b.trace, UBN_STAGE_CQ_POLL), 0);
    assert_int_equal(ubn_trace_interval(b.trace, b.op[1], UBN_STAGE_WIRE_FWD, 33000, 542000),
                     UBN_OK);
    assert_int_equal(ubn_trace_op_end(b.trace, b.op[1], 542000, 0), UBN_OK);
    assert_int_equal(stage(&b, b.op[1], UBN_STAGE_BUS_SEND), HOP_PS + 2000);
    assert_true(ubn_host_idle(b.host));
    close_bench(&b);
}

/* What the bus cannot carry as one burst. */
static void host_bus_refuses_access_when_no_burst_has_its_shape(void **state)
{
    static const struct ubn_host_access bad[] = {{.addr = 0x80000020, .bytes = 64},
                                                 {.addr = 0x80000000, .bytes = 96},
                                                 {.addr = 0x80000000, .bytes = 8192},
                                                 {.addr = UINT64_C(0x180000000), .bytes = 64}};
    (void)state;
    struct bench b;

    open_with(&b, true, 1);
    for (unsigned i = 0; i < 4; i++) {
        assert_int_equal(ubn_host_bus_port.load(b.bus, 0, &bad[i], NULL, NULL, NULL), UBN_ERR_ARG);
        assert_int_equal(ubn_host_bus_port.burst(b.bus, 0, &bad[i], NULL, NULL, NULL), UBN_ERR_ARG);
    }
    assert_true(ubn_bus_idle(b.bus));
    close_bench(&b);
}

static void host_counts_spurious_write_and_ignores_payload(void **state)
{
    (void)state;
    struct bench b;

    open_with(&b, true, 1);
    b.no_record = true;
    record(&b, 100000, RING + 0xfc0);  /* last record of the ring */
    record(&b, 110000, RING - 64);     /* before it */
    record(&b, 120000, RING + 0x1000); /* behind it */
    run(&b);
    assert_int_equal(ubn_host_counts(b.host).spurious, 1);
    assert_int_equal(ubn_host_counts(b.host).records, 0);
    assert_int_equal(b.ended, 0);
    close_bench(&b);
}

static void host_refuses_config_when_illegal(void **state)
{
    (void)state;
    struct bench b;
    struct ubn_host *host = NULL;

    open_with(&b, true, 1);
    const struct ubn_host_config none = {.port = &ubn_host_bus_port, .port_ctx = b.bus};
    const struct ubn_host_config no_port = {.threads = 1};
    assert_int_equal(ubn_host_create(b.engine, NULL, &no_port, &host), UBN_ERR_ARG);
    assert_int_equal(ubn_host_create(b.engine, NULL, &none, &host), UBN_ERR_ARG);
    assert_int_equal(ubn_host_watch(b.host, 1, 0, 0, 64), UBN_ERR_ARG);
    assert_int_equal(ubn_host_wake(b.host, 1, 0), UBN_ERR_ARG);
    close_bench(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(host_charges_all_steps_when_software_is_on),
        cmocka_unit_test(host_takes_no_time_when_software_is_off),
        cmocka_unit_test(host_polls_late_when_thread_is_busy),
        cmocka_unit_test(host_runs_threads_side_by_side),
        cmocka_unit_test(host_tells_user_when_store_is_refused),
        cmocka_unit_test(host_ends_access_when_its_answer_is_back),
        cmocka_unit_test(host_bus_refuses_access_when_no_burst_has_its_shape),
        cmocka_unit_test(host_counts_spurious_write_and_ignores_payload),
        cmocka_unit_test(host_rings_once_when_posts_share_a_doorbell),
        cmocka_unit_test(host_writes_entry_at_the_end_of_the_build),
        cmocka_unit_test(host_takes_all_visible_records_with_one_look),
        cmocka_unit_test(host_charges_psn_serial_after_the_library),
        cmocka_unit_test(host_refuses_config_when_illegal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
