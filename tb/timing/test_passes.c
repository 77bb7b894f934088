/* SPDX-License-Identifier: Apache-2.0 */
/* test_passes: the passes of the controllers that the probes report equal those between raw port
 * handshakes, to the picosecond.
 *
 * The two-node system is the one of csim/app/rig.h. An observer of our own stands between each node
 * and its listener (ubn_node_create is wrapped by the linker) and notes edges of ports only. It
 * knows data frames from acknowledgements by the first byte of the transport header on the wire
 * (ubn_link_send_beat is wrapped), and which operation an edge belongs to by order alone: one
 * operation at a time, or the n-th of each kind for reads of one Jetty, which stay in order.
 */
#include "rig.h"

#include "ubn/gen/stages.h"
#include "ubn/log.h"

#include "tb.h"

#define OPS_MAX 512u
/* Ethernet, IPv4 and UDP before the transport header; its first byte is last 1 | opcode 7. */
#define TRANSPORT_AT 42u
#define OPCODE_RELIABLE_DATA 1u

/* What happened to one operation at the ports; 0: has not happened. */
struct raw {
    uint64_t store_ps;
    uint64_t request_out_ps;
    uint64_t request_in_ps;
    uint64_t read_cmd_ps;
    uint64_t read_data_ps;
    uint64_t response_out_ps;
    uint64_t response_in_ps;
    uint64_t last_write_ps;
};

/* Observer of one node. */
struct tap {
    const struct ubn_node_listener *inner;
    void *inner_ctx;
    size_t node;
    bool is_data[OPS_MAX * 4]; /* of each frame sent */
    size_t sent;
    size_t received;
};

static struct tap taps[2];
static struct raw raws[OPS_MAX];
static bool in_order; /* several in flight: match by order */
static size_t stores, requests_out, requests_in, reads, read_datas, responses_out, responses_in,
    writes;
static bool last_is_data; /* of the frame whose first beat went into a link last */
static struct ubn_rig rig;
static size_t ops_checked;

/* Operation of the n-th event of a kind. */
static struct raw *raw_of(size_t *n)
{
    size_t i = in_order ? *n : stores - 1;

    (*n)++;
    assert_true(i < OPS_MAX);
    return &raws[i];
}

static void first(uint64_t *field, uint64_t ps)
{
    if (*field == 0) {
        *field = ps;
    }
}

/* ---- at the ports ---- */

static void on_store(void *ctx, const struct ubn_node_arrival *a, uint64_t tag)
{
    struct tap *t = ctx;

    if (tag != UBN_TAG_NONE) { /* no store of the setup */
        assert_true(stores < OPS_MAX);
        raws[stores++].store_ps = a->accept_ps;
    }
    t->inner->store(t->inner_ctx, a, tag);
}

static void on_frame_out(void *ctx, uint64_t ps, uint64_t arrive_ps)
{
    struct tap *t = ctx;

    assert_true(t->sent < sizeof(t->is_data) / sizeof(t->is_data[0]));
    t->is_data[t->sent++] = last_is_data;
    if (last_is_data) {
        struct raw *raw = raw_of(t->node == 0 ? &requests_out : &responses_out);

        first(t->node == 0 ? &raw->request_out_ps : &raw->response_out_ps, ps);
    }
    t->inner->frame_out(t->inner_ctx, ps, arrive_ps);
}

static void on_frame_in(void *ctx, const struct ubn_node_arrival *a)
{
    struct tap *t = ctx;
    const struct tap *peer = &taps[1 - t->node];

    assert_true(t->received < peer->sent);
    if (peer->is_data[t->received++]) {
        struct raw *raw = raw_of(t->node == 0 ? &responses_in : &requests_in);

        first(t->node == 0 ? &raw->response_in_ps : &raw->request_in_ps, a->accept_ps);
    }
    t->inner->frame_in(t->inner_ctx, a);
}

static void on_read_cmd(void *ctx, uint64_t ps, const struct ubn_bus_read_time *time)
{
    struct tap *t = ctx;

    assert_int_equal(t->node, 1);
    first(&raw_of(&reads)->read_cmd_ps, ps);
    t->inner->read_cmd(t->inner_ctx, ps, time);
}

static void on_read_data(void *ctx, const struct ubn_node_arrival *a)
{
    struct tap *t = ctx;

    first(&raw_of(&read_datas)->read_data_ps, a->accept_ps);
    t->inner->read_data(t->inner_ctx, a);
}

static void on_write_last(void *ctx, uint64_t ps, uint64_t visible_ps)
{
    struct tap *t = ctx;
    size_t op =
        in_order ? writes / 2 : stores - 1; /* in order: payload of one burst, then record */

    assert_int_equal(t->node, 0);
    assert_true(op < OPS_MAX);
    writes++;
    raws[op].last_write_ps = ps;
    t->inner->write_last(t->inner_ctx, ps, visible_ps);
}

static void on_probe(void *ctx, uint64_t ps, unsigned index, uint64_t id)
{
    const struct tap *t = ctx;

    t->inner->probe(t->inner_ctx, ps, index, id);
}

static const struct ubn_node_listener tap_listener = {
    .store = on_store,
    .frame_out = on_frame_out,
    .frame_in = on_frame_in,
    .read_cmd = on_read_cmd,
    .read_data = on_read_data,
    .write_last = on_write_last,
    .probe = on_probe,
};

enum ubn_status __real_ubn_node_create(struct ubn_engine *e, const struct ubn_node_config *cfg,
                                       struct ubn_node **node_out);
enum ubn_status __wrap_ubn_node_create(struct ubn_engine *e, const struct ubn_node_config *cfg,
                                       struct ubn_node **node_out);
enum ubn_status __real_ubn_link_send_beat(struct ubn_link *link, uint64_t ps,
                                          const struct ubn_link_beat *beat, bool is_first,
                                          uint64_t *arrive_ps_out);
enum ubn_status __wrap_ubn_link_send_beat(struct ubn_link *link, uint64_t ps,
                                          const struct ubn_link_beat *beat, bool is_first,
                                          uint64_t *arrive_ps_out);

enum ubn_status __wrap_ubn_node_create(struct ubn_engine *e, const struct ubn_node_config *cfg,
                                       struct ubn_node **node_out)
{
    struct tap *t = &taps[cfg->id];
    struct ubn_node_config tapped = *cfg;

    *t = (struct tap){.inner = cfg->listener, .inner_ctx = cfg->listener_ctx, .node = cfg->id};
    tapped.listener = &tap_listener;
    tapped.listener_ctx = t;
    return __real_ubn_node_create(e, &tapped, node_out);
}

enum ubn_status __wrap_ubn_link_send_beat(struct ubn_link *link, uint64_t ps,
                                          const struct ubn_link_beat *beat, bool is_first,
                                          uint64_t *arrive_ps_out)
{
    if (is_first) {
        last_is_data = (beat->data[TRANSPORT_AT] & 0x7fu) == OPCODE_RELIABLE_DATA;
    }
    return __real_ubn_link_send_beat(link, ps, beat, is_first, arrive_ps_out);
}

/* ---- a run ---- */

static bool setup_is_done(void *ctx)
{
    (void)ctx;
    return ubn_rig_setup_done(&rig);
}

static bool work_is_done(void *ctx)
{
    (void)ctx;
    return rig.work->done(rig.workload);
}

static bool is_at_rest(void *ctx)
{
    (void)ctx;
    return ubn_rig_at_rest(&rig);
}

static void run_until(bool (*done)(void *))
{
    const struct ubn_run_limits limits = {.done = done, .watchdog_ps = UINT64_C(1000000000)};

    ubn_engine_progress(rig.engine);
    assert_int_equal(ubn_engine_run(rig.engine, &limits), UBN_OK);
}

/* Runs configs/exp/read_urma.yaml with overrides to its end. */
static void run(size_t n, const char *const *overrides)
{
    static struct ubn_config cfg;

    memset(raws, 0, sizeof(raws));
    stores = requests_out = requests_in = reads = read_datas = responses_out = responses_in =
        writes = 0;
    assert_int_equal(ubn_config_load("configs/exp/read_urma.yaml", n, overrides, &cfg), UBN_OK);
    assert_int_equal(ubn_rig_build(&cfg, &rig), UBN_OK);
    assert_int_equal(ubn_rig_setup_start(&rig), UBN_OK);
    run_until(setup_is_done);
    assert_int_equal(rig.work->start(rig.workload, UINT64_C(2000000)), UBN_OK);
    run_until(work_is_done);
    run_until(is_at_rest);
    assert_int_equal(rig.work->check(rig.workload), UBN_OK);
    assert_int_equal(ubn_trace_finish(rig.trace), UBN_OK);
    assert_int_equal(stores, cfg.workload.ops);
}

static void expect_pass(const struct ubn_trace_op *op, enum ubn_stage stage, uint64_t from_ps,
                        uint64_t to_ps, size_t number)
{
    assert_true(from_ps != 0 && to_ps > from_ps);
    if (op->stage_ps[stage] != to_ps - from_ps) {
        fail_msg("operation %zu, stage %d: probes say %llu ps, ports say %llu ps", number,
                 (int)stage, (unsigned long long)op->stage_ps[stage],
                 (unsigned long long)(to_ps - from_ps));
    }
}

/* Compares all operations of the run and gives the rig back.  cycles: of each pass, 0: any. */
static void compare(const uint64_t cycles[4])
{
    assert_int_equal(ubn_trace_op_count(rig.trace), stores);
    for (size_t i = 0; i < stores; i++) {
        const struct raw *raw = &raws[i];
        const struct {
            enum ubn_stage stage;
            uint64_t from_ps;
            uint64_t to_ps;
        } passes[4] = {
            {UBN_STAGE_NIC_TX, raw->store_ps, raw->request_out_ps},
            {UBN_STAGE_NIC_RX, raw->request_in_ps, raw->read_cmd_ps},
            {UBN_STAGE_NIC_RSP_TX, raw->read_data_ps, raw->response_out_ps},
            {UBN_STAGE_NIC_RSP_RX, raw->response_in_ps, raw->last_write_ps},
        };
        struct ubn_trace_op op;

        ubn_trace_op_get(rig.trace, (uint32_t)i, &op);
        for (size_t p = 0; p < 4; p++) {
            uint64_t ps = passes[p].to_ps - passes[p].from_ps;

            expect_pass(&op, passes[p].stage, passes[p].from_ps, passes[p].to_ps, i);
            if (cycles[p] != 0) { /* n cycles are floor(n * 500000 / 161) ps or one more */
                assert_in_range(ps, cycles[p] * 500000 / 161, cycles[p] * 500000 / 161 + 1);
            }
        }
        ops_checked++;
    }
    ubn_rig_destroy(&rig);
}

static const uint64_t any_cycles[4] = {0, 0, 0, 0};

#define RUN(...)                                                                                   \
    do {                                                                                           \
        const char *const overrides[] = {__VA_ARGS__};                                             \
        run(sizeof(overrides) / sizeof(overrides[0]), overrides);                                  \
    } while (0)

/* ---- tests ---- */

static void passes_are_25_cycles_between_handshakes_when_published(void **state)
{
    (void)state;
    in_order = false;
    RUN("profile=published", "workload.ops=20", "nodes.1.clock_phase=1234 ps");
    compare((const uint64_t[4]){25, 25, 25, 25});
}

static void passes_are_as_built_between_handshakes_when_native(void **state)
{
    (void)state;
    in_order = false;
    RUN("profile=native", "workload.ops=20", "nodes.0.clock_phase=777 ps");
    compare((const uint64_t[4]){10, 10, 8, 10});
}

static void probes_agree_with_handshakes_when_lengths_and_stalls_are_random(void **state)
{
    (void)state;
    in_order = false;
    RUN("profile=native", "workload.ops=300", "workload.bytes_min=1 B", "workload.bytes_max=4 KiB",
        "workload.align=any", "node.stall.axi=25 %", "node.stall.link=25 %", "node.ctx_slow=true",
        "link.jitter=20 ns", "workload.bytes=auto");
    compare(any_cycles);
}

static void probes_agree_with_handshakes_when_16_reads_are_in_flight(void **state)
{
    (void)state;
    in_order = true;
    RUN("profile=native", "workload.ops=500", "workload.outstanding=16", "software.enabled=false",
        "node.stall.axi=10 %", "node.stall.link=10 %");
    compare(any_cycles);
}

static void probes_agree_with_handshakes_when_16_reads_are_in_flight_published(void **state)
{
    (void)state;
    in_order = true;
    RUN("profile=published", "workload.ops=500", "workload.outstanding=16",
        "software.enabled=false");
    compare(any_cycles);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(passes_are_25_cycles_between_handshakes_when_published),
        cmocka_unit_test(passes_are_as_built_between_handshakes_when_native),
        cmocka_unit_test(probes_agree_with_handshakes_when_lengths_and_stalls_are_random),
        cmocka_unit_test(probes_agree_with_handshakes_when_16_reads_are_in_flight),
        cmocka_unit_test(probes_agree_with_handshakes_when_16_reads_are_in_flight_published),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);

    printf("test_passes: %zu operations of 4 passes compared: %s\n", ops_checked,
           failed == 0 && ops_checked == 1340 ? "passed" : "FAILED");
    return failed == 0 && ops_checked == 1340 ? 0 : 1;
}
