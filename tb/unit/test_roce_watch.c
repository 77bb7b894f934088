/* SPDX-License-Identifier: Apache-2.0 */
/* test_roce_watch: stages of RoCE operations from scripted port handshakes and probes.
 * A script is a list of events of two nodes, told in order of time; at one edge ports come before
 * probes, as the node tells them. Layouts of probe ids are those of configs/spec/stages.yaml, by
 * hand. The closure check of the trace judges that intervals tile the operation to the ps.
 */
#include "tb.h"

#include "ubn/gen/enums.h"
#include "ubn/gen/probes.h"
#include "ubn/gen/wire.h"
#include "ubn/pcie.h"
#include "ubn/roce_watch.h"
#include "ubn/time.h"
#include "ubn/verbs.h"

#define EVENTS_MAX 1024u
#define QP 5u
#define MMIO_PS 150000u
#define READ_PS 500000u
#define WRITE_PS 250000u
#define WIRE_PS 100000u
#define SUBMIT_PS 50000u
#define BUILD_PS 30000u
#define POLL_PS 70000u
#define LIB_PS 30000u

enum kind { EV_POST, EV_STORE, EV_FRAME_OUT, EV_FRAME_IN, EV_TLP_OUT, EV_TLP_IN, EV_PROBE };

struct event {
    uint64_t ps;
    unsigned order; /* of the script */
    unsigned node;
    enum kind kind;
    struct ubn_node_arrival arrival;
    uint64_t value; /* operation, arrival of a frame, id of a probe */
    unsigned index; /* of an entry, of a probe */
    uint8_t hdr[16];
    struct ubn_pcie_done done;
    uint64_t mem_ps;
};

struct bench {
    struct ubn_engine *engine;
    struct ubn_trace *trace;
    struct ubn_watch *watch;
    FILE *log;
    struct event events[EVENTS_MAX];
    unsigned n;
};

static const struct ubn_clock clocks[2] = {{.phase_ps = 0}, {.phase_ps = 1700}};

static struct bench *bench_open(void)
{
    struct bench *b = calloc(1, sizeof(*b));

    assert_non_null(b);
    b->log = tmpfile();
    assert_int_equal(ubn_engine_create(true, &b->engine), UBN_OK);
    assert_int_equal(ubn_trace_create(b->log, &b->trace), UBN_OK);
    assert_int_equal(ubn_roce_watch_ops.create(b->engine, b->trace, 2, &b->watch), UBN_OK);
    ubn_roce_watch_ops.link(b->watch, 0, 1);
    ubn_roce_watch_ops.link(b->watch, 1, 0);
    return b;
}

static void bench_close(struct bench *b)
{
    ubn_roce_watch_ops.destroy(b->watch);
    ubn_trace_destroy(b->trace);
    ubn_engine_destroy(b->engine);
    (void)fclose(b->log);
    free(b);
}

/* ---- script ---- */

static uint64_t at(unsigned node, uint64_t cyc) { return ubn_clock_edge_ps(&clocks[node], cyc); }

static struct event *add(struct bench *b, uint64_t ps, unsigned node, enum kind kind)
{
    assert_true(b->n < EVENTS_MAX);
    struct event *e = &b->events[b->n];

    *e = (struct event){.ps = ps, .order = b->n++, .node = node, .kind = kind};
    return e;
}

/* Arrival at ps, taken `wait` cycles after the first edge. */
static struct ubn_node_arrival arrive(unsigned node, uint64_t ps, uint64_t wait)
{
    const uint64_t cyc = ubn_clock_cycle_at(&clocks[node], ps);

    return (struct ubn_node_arrival){
        .arrive_ps = ps, .edge_ps = at(node, cyc), .accept_ps = at(node, cyc + wait)};
}

static uint64_t cycle_of(unsigned node, const struct ubn_node_arrival *a)
{
    return ubn_clock_cycle_at(&clocks[node], a->accept_ps);
}

static void probe(struct bench *b, unsigned node, uint64_t cyc, enum ubn_roce_probe index,
                  uint64_t id)
{
    struct event *e = add(b, at(node, cyc), node, EV_PROBE);

    e->index = (unsigned)index;
    e->value = id;
}

static uint64_t id_db(uint64_t pi, uint64_t bf, uint64_t rq)
{
    return QP | pi << 16 | bf << 32 | rq << 33;
}

static uint64_t id_rd(uint64_t kind, uint64_t tlps, uint64_t idx, uint64_t count)
{
    return kind | tlps << 2 | (uint64_t)QP << 10 | idx << 26 | count << 42;
}

static uint64_t id_tx(uint64_t kind, uint64_t idx)
{
    return kind | (uint64_t)QP << 2 | UINT64_C(0xabcdef) << 18 | idx << 42;
}

static uint64_t id_wr(uint64_t kind, uint64_t tlps, uint64_t idx, uint64_t frame)
{
    return frame | tlps << 16 | (uint64_t)QP << 24 | idx << 40 | kind << 56;
}

static uint64_t id_packet(uint64_t frame, uint64_t rsp)
{
    return frame | (uint64_t)QP << 16 | rsp << 56;
}

static void post(struct bench *b, uint64_t ps, unsigned idx, uint32_t op)
{
    struct event *e = add(b, ps, 0, EV_POST);

    e->index = idx;
    e->value = op;
}

static struct ubn_node_arrival store(struct bench *b, uint64_t ps, uint64_t wait)
{
    const struct ubn_node_arrival a = arrive(0, ps, wait);

    add(b, a.accept_ps, 0, EV_STORE)->arrival = a;
    return a;
}

/* A read packet taken at a cycle. */
static uint64_t read_out(struct bench *b, unsigned node, uint64_t cyc, uint8_t tag, uint32_t bytes)
{
    const struct ubn_pcie_req req = {
        .fmt = UBN_PCIE_FMT_DW4, .length_dw = (uint16_t)(bytes / 4 & 0x3ff), .tag = tag};
    struct event *e = add(b, at(node, cyc), node, EV_TLP_OUT);

    ubn_pcie_req_pack(&req, e->hdr);
    e->done = (struct ubn_pcie_done){.is_read = true, .data_ps = e->ps + READ_PS};
    return e->ps;
}

static uint64_t write_out(struct bench *b, unsigned node, uint64_t cyc)
{
    const struct ubn_pcie_req req = {.fmt = UBN_PCIE_FMT_DW4_DATA, .length_dw = 16};
    struct event *e = add(b, at(node, cyc), node, EV_TLP_OUT);

    ubn_pcie_req_pack(&req, e->hdr);
    e->done = (struct ubn_pcie_done){.is_write = true, .visible_ps = e->ps + WRITE_PS};
    return e->ps;
}

static struct ubn_node_arrival data_in(struct bench *b, unsigned node, uint64_t ps, uint64_t wait,
                                       uint8_t tag, uint32_t bytes, uint64_t mem_ps)
{
    const struct ubn_pcie_cpl cpl = {
        .fmt = UBN_PCIE_FMT_DW3_DATA, .length_dw = (uint16_t)(bytes / 4 & 0x3ff), .tag = tag};
    const struct ubn_node_arrival a = arrive(node, ps, wait);
    struct event *e = add(b, a.accept_ps, node, EV_TLP_IN);

    e->arrival = a;
    e->mem_ps = mem_ps;
    ubn_pcie_cpl_pack(&cpl, e->hdr);
    return a;
}

/* First beat out at a cycle; gives the arrival at the other end, which takes it as frame. */
static struct ubn_node_arrival frame(struct bench *b, unsigned node, uint64_t cyc, uint64_t tx_id,
                                     uint16_t number, uint64_t wait)
{
    const uint64_t ps = at(node, cyc) + WIRE_PS;
    const struct ubn_node_arrival a = arrive(1 - node, ps, wait);
    struct event *e = add(b, at(node, cyc), node, EV_FRAME_OUT);

    e->value = ps;
    probe(b, node, cyc, UBN_ROCE_PROBE_TX_FIRST, tx_id);
    add(b, a.accept_ps, 1 - node, EV_FRAME_IN)->arrival = a;
    probe(b, 1 - node, cycle_of(1 - node, &a), UBN_ROCE_PROBE_RX_FIRST, number);
    return a;
}

static int by_time(const void *left, const void *right)
{
    const struct event *a = left, *c = right;
    const int probe_a = a->kind == EV_PROBE, probe_c = c->kind == EV_PROBE;

    if (a->ps != c->ps) {
        return a->ps < c->ps ? -1 : 1;
    }
    if (a->node != c->node) {
        return a->node < c->node ? -1 : 1;
    }
    return probe_a != probe_c ? probe_a - probe_c : (a->order < c->order ? -1 : 1);
}

static void tell(struct bench *b, const struct event *e)
{
    const struct ubn_node_listener *l = ubn_roce_watch_ops.listener;
    void *ctx = ubn_roce_watch_ops.node(b->watch, e->node);
    const struct ubn_node_tlp tlp = {
        .hdr = e->hdr, .first_ps = e->ps, .last_ps = e->ps, .done = &e->done};
    struct ubn_pcie_rc rc = {.mem_ps = e->mem_ps};

    memcpy(rc.tlp.hdr, e->hdr, sizeof(e->hdr));
    switch (e->kind) {
    case EV_POST:
        ubn_roce_watch_posted(b->watch, e->node, QP, (uint16_t)e->index, (uint32_t)e->value);
        break;
    case EV_STORE:
        l->store(ctx, &e->arrival, UBN_TAG_NONE);
        break;
    case EV_FRAME_OUT:
        l->frame_out(ctx, e->ps, e->value);
        break;
    case EV_FRAME_IN:
        l->frame_in(ctx, &e->arrival);
        break;
    case EV_TLP_OUT:
        l->tlp_out(ctx, &tlp);
        break;
    case EV_TLP_IN:
        l->tlp_in(ctx, &e->arrival, &rc);
        break;
    case EV_PROBE:
        l->probe(ctx, e->ps, e->index, e->value);
        break;
    }
}

static void run(struct bench *b)
{
    qsort(b->events, b->n, sizeof(b->events[0]), by_time);
    for (unsigned i = 0; i < b->n; i++) {
        tell(b, &b->events[i]);
    }
    b->n = 0;
}

/* ---- operations ---- */

/* Software of an operation up to its store; gives the arrival at the controller. */
static uint64_t begin(struct bench *b, uint64_t start_ps, bool doorbell, unsigned idx,
                      uint32_t *op_out)
{
    const uint64_t built_ps = start_ps + SUBMIT_PS + BUILD_PS;

    assert_int_equal(ubn_trace_op_begin(b->trace, 0, QP, idx, start_ps, 64, op_out), UBN_OK);
    (void)ubn_trace_interval(b->trace, *op_out, UBN_STAGE_SW_SUBMIT, start_ps,
                             start_ps + SUBMIT_PS);
    (void)ubn_trace_interval(b->trace, *op_out, UBN_STAGE_SW_BUILD, start_ps + SUBMIT_PS, built_ps);
    post(b, start_ps, idx, *op_out);
    if (doorbell) {
        (void)ubn_trace_interval(b->trace, *op_out, UBN_STAGE_DOORBELL, built_ps,
                                 built_ps + MMIO_PS);
    }
    return built_ps + (doorbell ? MMIO_PS : 0);
}

/* Software after the record is visible; the operation closes to the ps. */
static void end(struct bench *b, uint32_t op, uint64_t visible_ps)
{
    const uint64_t polled_ps = visible_ps + POLL_PS;

    (void)ubn_trace_interval(b->trace, op, UBN_STAGE_CQ_POLL, visible_ps, polled_ps);
    (void)ubn_trace_interval(b->trace, op, UBN_STAGE_LIB_POLL, polled_ps, polled_ps + LIB_PS);
    const enum ubn_status status = ubn_trace_op_end(b->trace, op, polled_ps + LIB_PS, 0);
    if (status != UBN_OK) {
        char line[256];
        rewind(b->log);
        while (fgets(line, sizeof(line), b->log) != NULL) {
            print_message("%s", line);
        }
    }
    assert_int_equal(status, UBN_OK);
}

static uint64_t stage(struct bench *b, uint32_t op, enum ubn_stage s)
{
    struct ubn_trace_op view;

    ubn_trace_op_get(b->trace, op, &view);
    return view.stage_ps[s];
}

static uint64_t cycles(struct bench *b, uint32_t op, enum ubn_stage s)
{
    return ubn_trace_cycles(stage(b, op, s));
}

static uint64_t wait_of(const struct ubn_node_arrival *a) { return a->accept_ps - a->edge_ps; }
static uint64_t align_of(const struct ubn_node_arrival *a) { return a->edge_ps - a->arrive_ps; }

/* The way of a read of one packet from the cycle in which its request leaves; gives the time at
 * which its record is visible. */
struct trip {
    struct ubn_node_arrival in, data, back;
    uint64_t visible_ps;
};

static struct trip read_trip(struct bench *b, uint64_t tx_cyc, unsigned idx, uint16_t frame_there,
                             uint16_t frame_back, uint64_t mem_ps)
{
    struct trip t;

    t.in = frame(b, 0, tx_cyc, id_tx(0, idx), frame_there, 1);
    const uint64_t in = cycle_of(1, &t.in);
    probe(b, 1, in + 4, UBN_ROCE_PROBE_RX_PACKET, id_packet(frame_there, 0));
    probe(b, 1, in + 5, UBN_ROCE_PROBE_MEM_RD, id_rd(2, 1, frame_there, 0));
    const uint64_t asked_ps = read_out(b, 1, in + 6, (uint8_t)frame_there, 64);
    t.data = data_in(b, 1, asked_ps + READ_PS + mem_ps, 2, (uint8_t)frame_there, 64, mem_ps);
    t.back = frame(b, 1, cycle_of(1, &t.data) + 7, id_tx(1, frame_there), frame_back, 3);
    const uint64_t back = cycle_of(0, &t.back);
    probe(b, 0, back + 4, UBN_ROCE_PROBE_RX_PACKET, id_packet(frame_back, 1));
    probe(b, 0, back + 6, UBN_ROCE_PROBE_MEM_WR, id_wr(0, 1, idx, frame_back));
    probe(b, 0, back + 7, UBN_ROCE_PROBE_MEM_WR, id_wr(1, 1, idx, frame_back));
    (void)write_out(b, 0, back + 8);
    t.visible_ps = write_out(b, 0, back + 9) + WRITE_PS;
    return t;
}

/* Stages after the request left, of read_trip. */
static void expect_trip(struct bench *b, uint32_t op, const struct trip *t, uint64_t mem_ps)
{
    assert_int_equal(stage(b, op, UBN_STAGE_WIRE_FWD), WIRE_PS);
    assert_int_equal(cycles(b, op, UBN_STAGE_NIC_RX), 6);
    assert_int_equal(stage(b, op, UBN_STAGE_TGT_DMA), READ_PS);
    assert_int_equal(stage(b, op, UBN_STAGE_TGT_MEM), mem_ps);
    assert_int_equal(cycles(b, op, UBN_STAGE_NIC_RSP_TX), 7);
    assert_int_equal(stage(b, op, UBN_STAGE_WIRE_BACK), WIRE_PS);
    assert_int_equal(cycles(b, op, UBN_STAGE_NIC_RSP_RX), 8);
    assert_int_equal(stage(b, op, UBN_STAGE_PAYLOAD_DMA), WRITE_PS);
    /* the record was taken one cycle after the payload */
    assert_int_equal(cycles(b, op, UBN_STAGE_CQE_DMA), 1);
    assert_int_equal(stage(b, op, UBN_STAGE_CQE_DMA),
                     t->visible_ps - WRITE_PS -
                         at(0, cycle_of(0, &t->back) + 8)); /* exactly that cycle */
    assert_int_equal(stage(b, op, UBN_STAGE_BUS_SEND), 0);
}

/* ---- one read on each stack ---- */

static void watch_closes_read_of_roce_dma(void **state)
{
    struct bench *b = bench_open();
    uint32_t op = 0;

    (void)state;
    const struct ubn_node_arrival db = store(b, begin(b, 1000, true, 0, &op), 2);
    const uint64_t c = cycle_of(0, &db);
    probe(b, 0, c, UBN_ROCE_PROBE_DB_ACCEPT, id_db(1, 0, 0));
    probe(b, 0, c + 1, UBN_ROCE_PROBE_MEM_RD, id_rd(0, 1, 0, 1));
    const struct ubn_node_arrival wqe =
        data_in(b, 0, read_out(b, 0, c + 2, 17, 64) + READ_PS, 1, 17, 64, 0);
    probe(b, 0, cycle_of(0, &wqe) + 2, UBN_ROCE_PROBE_WQE_ISSUE, QP);
    const struct trip t = read_trip(b, cycle_of(0, &wqe) + 7, 0, 40, 50, 0);
    run(b);
    end(b, op, t.visible_ps);
    assert_int_equal(stage(b, op, UBN_STAGE_DOORBELL), MMIO_PS);
    assert_int_equal(stage(b, op, UBN_STAGE_WQE_FETCH), READ_PS);
    assert_int_equal(cycles(b, op, UBN_STAGE_NIC_TX), 2 + 7);
    expect_trip(b, op, &t, 0);
    /* five entries into a clock domain */
    assert_int_equal(stage(b, op, UBN_STAGE_CLOCK_ALIGN), align_of(&db) + align_of(&wqe) +
                                                              align_of(&t.in) + align_of(&t.data) +
                                                              align_of(&t.back));
    assert_int_equal(stage(b, op, UBN_STAGE_PORT_WAIT), wait_of(&db) + wait_of(&wqe) +
                                                            wait_of(&t.in) + wait_of(&t.data) +
                                                            wait_of(&t.back));
    assert_int_equal(ubn_trace_stage_intervals(b->trace, UBN_STAGE_CLOCK_ALIGN), 5);
    assert_int_equal(ubn_trace_stage_intervals(b->trace, UBN_STAGE_PORT_WAIT), 5);
    assert_int_equal(ubn_trace_stage_intervals(b->trace, UBN_STAGE_TGT_MEM), 0);
    assert_int_equal(ubn_trace_stage_intervals(b->trace, UBN_STAGE_PAYLOAD_FETCH), 0);
    assert_int_equal(ubn_roce_watch_ops.open(b->watch), 0);
    assert_int_equal(ubn_trace_finish(b->trace), UBN_OK);
    bench_close(b);
}

/* roce_bf: four entries, no fetch. roce_dpu: no doorbell either, the store arrives at once. */
static void watch_closes_read_with_pushed_work_request(void **state)
{
    (void)state;
    for (unsigned dpu = 0; dpu < 2; dpu++) {
        struct bench *b = bench_open();
        uint32_t op = 0;

        const struct ubn_node_arrival db = store(b, begin(b, 1000, dpu == 0, 0, &op), 0);
        const uint64_t c = cycle_of(0, &db);
        probe(b, 0, c, UBN_ROCE_PROBE_DB_ACCEPT, id_db(1, 1, 0));
        const struct trip t = read_trip(b, c + 8, 0, 7, 3, 0);
        run(b);
        end(b, op, t.visible_ps);
        assert_int_equal(cycles(b, op, UBN_STAGE_NIC_TX), 8);
        assert_int_equal(ubn_trace_stage_intervals(b->trace, UBN_STAGE_WQE_FETCH), 0);
        assert_int_equal(ubn_trace_stage_intervals(b->trace, UBN_STAGE_DOORBELL), dpu == 0);
        assert_int_equal(ubn_trace_stage_intervals(b->trace, UBN_STAGE_CLOCK_ALIGN), 4);
        expect_trip(b, op, &t, 0);
        assert_int_equal(ubn_roce_watch_ops.open(b->watch), 0);
        bench_close(b);
    }
}

static void watch_shows_memory_term_of_published_preset(void **state)
{
    struct bench *b = bench_open();
    uint32_t op = 0;

    (void)state;
    const struct ubn_node_arrival db = store(b, begin(b, 0, true, 0, &op), 0);
    probe(b, 0, cycle_of(0, &db), UBN_ROCE_PROBE_DB_ACCEPT, id_db(1, 1, 0));
    const struct trip t = read_trip(b, cycle_of(0, &db) + 8, 0, 7, 3, 30000);
    run(b);
    end(b, op, t.visible_ps);
    expect_trip(b, op, &t, 30000);
    bench_close(b);
}

/* The controller takes a pushed request for a doorbell when earlier ones wait: it fetches it. */
static void watch_closes_read_whose_pushed_request_is_fetched(void **state)
{
    struct bench *b = bench_open();
    uint32_t op = 0;

    (void)state;
    const struct ubn_node_arrival db = store(b, begin(b, 0, true, 0, &op), 0);
    const uint64_t c = cycle_of(0, &db);
    probe(b, 0, c, UBN_ROCE_PROBE_DB_ACCEPT, id_db(1, 1, 0));
    probe(b, 0, c + 30, UBN_ROCE_PROBE_MEM_RD, id_rd(0, 1, 0, 1));
    const struct ubn_node_arrival wqe =
        data_in(b, 0, read_out(b, 0, c + 31, 0, 64) + READ_PS, 0, 0, 64, 0);
    const struct trip t = read_trip(b, cycle_of(0, &wqe) + 7, 0, 1, 1, 0);
    run(b);
    end(b, op, t.visible_ps);
    assert_int_equal(cycles(b, op, UBN_STAGE_NIC_TX), 31 + 7);
    bench_close(b);
}

/* ---- many reads ---- */

/* Eight reads, one doorbell; two fetches of four, the second answered first and in pieces. */
static void watch_closes_batch_of_reads_with_one_doorbell(void **state)
{
    struct bench *b = bench_open();
    struct ubn_node_arrival wqe[8];
    struct trip trips[8];
    uint32_t ops[8];
    uint64_t arrive_ps = 0;

    (void)state;
    for (unsigned i = 0; i < 8; i++) {
        /* submitted one after the other; the store of the last leaves for all */
        const uint64_t start_ps = 1000 + i * (SUBMIT_PS + BUILD_PS);
        const uint64_t rings_ps = 1000 + 8 * (SUBMIT_PS + BUILD_PS);
        const uint64_t built_ps = start_ps + SUBMIT_PS + BUILD_PS;

        assert_int_equal(ubn_trace_op_begin(b->trace, 0, QP, i, start_ps, 64, &ops[i]), UBN_OK);
        (void)ubn_trace_interval(b->trace, ops[i], UBN_STAGE_SW_SUBMIT, start_ps, built_ps);
        (void)ubn_trace_interval(b->trace, ops[i], UBN_STAGE_SW_BUILD, built_ps, rings_ps);
        (void)ubn_trace_interval(b->trace, ops[i], UBN_STAGE_DOORBELL, rings_ps,
                                 rings_ps + MMIO_PS);
        post(b, start_ps, i, ops[i]);
        arrive_ps = rings_ps + MMIO_PS;
    }
    const struct ubn_node_arrival db = store(b, arrive_ps, 3);
    const uint64_t c = cycle_of(0, &db);
    probe(b, 0, c, UBN_ROCE_PROBE_DB_ACCEPT, id_db(8, 0, 0));
    probe(b, 0, c + 1, UBN_ROCE_PROBE_MEM_RD, id_rd(0, 1, 0, 4));
    probe(b, 0, c + 2, UBN_ROCE_PROBE_MEM_RD, id_rd(0, 2, 4, 4));
    const uint64_t first_ps = read_out(b, 0, c + 2, 9, 256);
    const uint64_t second_ps = read_out(b, 0, c + 3, 10, 128);
    const uint64_t third_ps = read_out(b, 0, c + 4, 11, 128);
    wqe[6] = data_in(b, 0, third_ps + READ_PS - 9000, 0, 11, 64, 0);
    wqe[4] = data_in(b, 0, second_ps + READ_PS, 0, 10, 128, 0);
    wqe[5] = wqe[4];
    wqe[0] = data_in(b, 0, first_ps + READ_PS + 30000, 1, 9, 128, 0);
    wqe[1] = wqe[0];
    wqe[7] = data_in(b, 0, third_ps + READ_PS + 34000, 0, 11, 64, 0);
    wqe[2] = data_in(b, 0, first_ps + READ_PS + 41000, 0, 9, 128, 0);
    wqe[3] = wqe[2];
    const uint64_t last = cycle_of(0, &wqe[2]);
    for (unsigned i = 0; i < 8; i++) {
        trips[i] =
            read_trip(b, last + 7 + 20 * i, i, (uint16_t)(65530 + i), (uint16_t)(65533 + i), 0);
    }
    run(b);
    for (unsigned i = 0; i < 8; i++) {
        end(b, ops[i], trips[i].visible_ps);
        const uint64_t asked_ps = i < 4 ? first_ps : i < 6 ? second_ps : third_ps;
        assert_int_equal(stage(b, ops[i], UBN_STAGE_WQE_FETCH), wqe[i].arrive_ps - asked_ps);
        assert_int_equal(stage(b, ops[i], UBN_STAGE_NIC_TX),
                         asked_ps - at(0, c) + at(0, last + 7 + 20 * i) - wqe[i].accept_ps);
        expect_trip(b, ops[i], &trips[i], 0);
    }
    assert_int_equal(ubn_trace_stage_intervals(b->trace, UBN_STAGE_CLOCK_ALIGN), 8 * 5);
    assert_int_equal(ubn_roce_watch_ops.open(b->watch), 0);
    assert_int_equal(ubn_trace_finish(b->trace), UBN_OK);
    bench_close(b);
}

/* Reads one after the other over more indices than a queue has entries, and past 65535. */
static void watch_follows_indices_that_wrap(void **state)
{
    struct bench *b = bench_open();

    (void)state;
    for (uint32_t i = 65530; i < 65545; i++) {
        uint32_t op = 0;
        const uint64_t start_ps = (i - 65530) * UINT64_C(5000000);
        const struct ubn_node_arrival db = store(b, begin(b, start_ps, true, i & 0xffff, &op), 0);

        probe(b, 0, cycle_of(0, &db), UBN_ROCE_PROBE_DB_ACCEPT, id_db((i + 1) & 0xffff, 1, 0));
        const struct trip t =
            read_trip(b, cycle_of(0, &db) + 8, i & 0xffff, (uint16_t)i, (uint16_t)i, 0);
        run(b);
        end(b, op, t.visible_ps);
        expect_trip(b, op, &t, 0);
    }
    /* the queue was reset */
    uint32_t op = 0;
    const struct ubn_node_arrival db = store(b, begin(b, 900000000, true, 0, &op), 0);
    probe(b, 0, cycle_of(0, &db), UBN_ROCE_PROBE_DB_ACCEPT, id_db(1, 1, 0));
    const struct trip t = read_trip(b, cycle_of(0, &db) + 8, 0, 5, 6, 0);
    run(b);
    end(b, op, t.visible_ps);
    assert_int_equal(ubn_roce_watch_ops.open(b->watch), 0);
    bench_close(b);
}

/* ---- reads of several packets ---- */

/* Three response packets. In turn each has its own read command of two packets, whose data come
 * in any order; or one command brought the data of all. */
static void watch_follows_last_response_of_long_read(void **state)
{
    (void)state;
    for (unsigned shared = 0; shared < 2; shared++) {
        struct bench *b = bench_open();
        uint32_t op = 0;

        const struct ubn_node_arrival db = store(b, begin(b, 0, true, 0, &op), 0);
        probe(b, 0, cycle_of(0, &db), UBN_ROCE_PROBE_DB_ACCEPT, id_db(1, 1, 0));
        const struct ubn_node_arrival in = frame(b, 0, cycle_of(0, &db) + 8, id_tx(0, 0), 20, 0);
        const uint64_t c = cycle_of(1, &in);
        uint64_t asked_ps[6];
        for (unsigned k = 0; k < 3; k++) {
            if (k == 0 || shared == 0) {
                probe(b, 1, c + 5 + k, UBN_ROCE_PROBE_MEM_RD, id_rd(2, shared ? 6 : 2, 20, 0));
            }
            for (unsigned half = 0; half < 2; half++) {
                const unsigned n = 2 * k + half;
                asked_ps[n] = read_out(b, 1, c + 6 + n, (uint8_t)n, 512);
            }
        }
        /* the last command is answered first; its second packet, and that of others, last */
        static const uint64_t late_ps[6] = {60000, 0, 50000, 70000, 5000, 90000};
        struct ubn_node_arrival data[6];
        for (unsigned n = 0; n < 6; n++) {
            const uint64_t ps = asked_ps[n] + READ_PS + late_ps[n];
            data[n] = data_in(b, 1, ps, 0, (uint8_t)n, 256, 0);
            (void)data_in(b, 1, ps + 20000, 0, (uint8_t)n, 256, 0);
        }
        const uint64_t tx = cycle_of(1, &data[0]) + 7;
        struct ubn_node_arrival back[3];
        uint64_t placed_ps = 0;
        for (unsigned k = 0; k < 3; k++) {
            back[k] = frame(b, 1, tx + 20 * k, id_tx(1, 20), (uint16_t)(30 + k), 0);
            const uint64_t cb = cycle_of(0, &back[k]);
            probe(b, 0, cb + 20, UBN_ROCE_PROBE_MEM_WR, id_wr(0, 4, 0, 30 + k));
            for (unsigned n = 0; n < 4; n++) {
                placed_ps = write_out(b, 0, cb + 22 + 4 * n);
            }
        }
        const uint64_t cr = cycle_of(0, &back[2]) + 35;
        probe(b, 0, cr, UBN_ROCE_PROBE_MEM_WR, id_wr(1, 1, 0, 32));
        const uint64_t visible_ps = write_out(b, 0, cr + 1) + WRITE_PS;
        run(b);
        end(b, op, visible_ps);
        const unsigned n = shared ? 0 : 4; /* first packet of the last command */
        assert_int_equal(stage(b, op, UBN_STAGE_NIC_RX), asked_ps[n] - in.accept_ps);
        assert_int_equal(stage(b, op, UBN_STAGE_TGT_DMA), READ_PS + late_ps[n]);
        assert_int_equal(stage(b, op, UBN_STAGE_NIC_RSP_TX), at(1, tx + 40) - data[n].accept_ps);
        assert_int_equal(stage(b, op, UBN_STAGE_NIC_RSP_RX), placed_ps - back[2].accept_ps);
        assert_int_equal(stage(b, op, UBN_STAGE_PAYLOAD_DMA), WRITE_PS);
        assert_int_equal(stage(b, op, UBN_STAGE_CQE_DMA), visible_ps - WRITE_PS - placed_ps);
        assert_int_equal(ubn_roce_watch_ops.open(b->watch), 0);
        bench_close(b);
    }
}

/* Nothing is read at the target: the queue pair's acceptance of the packet divides its share. */
static void watch_closes_read_of_no_bytes(void **state)
{
    struct bench *b = bench_open();
    uint32_t op = 0;

    (void)state;
    const struct ubn_node_arrival db = store(b, begin(b, 0, true, 0, &op), 0);
    probe(b, 0, cycle_of(0, &db), UBN_ROCE_PROBE_DB_ACCEPT, id_db(1, 1, 0));
    const struct ubn_node_arrival in = frame(b, 0, cycle_of(0, &db) + 8, id_tx(0, 0), 9, 0);
    probe(b, 1, cycle_of(1, &in) + 4, UBN_ROCE_PROBE_RX_PACKET, id_packet(9, 0));
    const struct ubn_node_arrival back = frame(b, 1, cycle_of(1, &in) + 11, id_tx(1, 9), 4, 0);
    probe(b, 0, cycle_of(0, &back) + 6, UBN_ROCE_PROBE_MEM_WR, id_wr(1, 1, 0, 4));
    const uint64_t accept_ps = write_out(b, 0, cycle_of(0, &back) + 8);
    run(b);
    end(b, op, accept_ps + WRITE_PS);
    assert_int_equal(cycles(b, op, UBN_STAGE_NIC_RX), 4);
    assert_int_equal(cycles(b, op, UBN_STAGE_NIC_RSP_TX), 7);
    assert_int_equal(cycles(b, op, UBN_STAGE_NIC_RSP_RX), 8);
    assert_int_equal(stage(b, op, UBN_STAGE_CQE_DMA), WRITE_PS);
    assert_int_equal(ubn_trace_stage_intervals(b->trace, UBN_STAGE_PAYLOAD_DMA), 0);
    assert_int_equal(ubn_trace_stage_intervals(b->trace, UBN_STAGE_TGT_DMA), 0);
    bench_close(b);
}

/* ---- writes ---- */

/* Request of one packet with payload fetched by DMA; gives its arrival at the target. */
static struct ubn_node_arrival write_request(struct bench *b, uint64_t cyc, unsigned idx,
                                             uint16_t there, uint64_t late_ps,
                                             struct ubn_node_arrival *data_out)
{
    const uint8_t tag = (uint8_t)(100 + there);

    probe(b, 0, cyc + 2, UBN_ROCE_PROBE_MEM_RD, id_rd(1, 1, idx, 0));
    const uint64_t asked_ps = read_out(b, 0, cyc + 3, tag, 64);
    *data_out = data_in(b, 0, asked_ps + READ_PS + late_ps, 0, tag, 64, 0);
    const struct ubn_node_arrival in =
        frame(b, 0, cycle_of(0, data_out) + 6, id_tx(0, idx), there, 0);
    probe(b, 1, cycle_of(1, &in) + 5, UBN_ROCE_PROBE_RX_PACKET, id_packet(there, 0));
    probe(b, 1, cycle_of(1, &in) + 6, UBN_ROCE_PROBE_MEM_WR, id_wr(2, 1, 0, there));
    (void)write_out(b, 1, cycle_of(1, &in) + 8);
    return in;
}

/* An acknowledgement of frame `there`, and records of entries idx_from .. idx_to; gives when the
 * last is visible, and when the first is. */
static uint64_t ack(struct bench *b, uint64_t cyc, uint16_t there, uint16_t back_frame,
                    unsigned idx_from, unsigned idx_to, uint64_t *first_ps_out)
{
    const struct ubn_node_arrival back = frame(b, 1, cyc, id_tx(2, there), back_frame, 0);
    uint64_t visible_ps = 0;

    for (unsigned i = idx_from; i <= idx_to; i++) {
        const uint64_t c = cycle_of(0, &back) + 6 + i - idx_from;
        probe(b, 0, c, UBN_ROCE_PROBE_MEM_WR, id_wr(1, 1, i, back_frame));
        visible_ps = write_out(b, 0, c + 2) + WRITE_PS;
        if (i == idx_from && first_ps_out != NULL) {
            *first_ps_out = visible_ps;
        }
    }
    return visible_ps;
}

static void watch_closes_write(void **state)
{
    struct bench *b = bench_open();
    struct ubn_node_arrival data;
    uint32_t op = 0;

    (void)state;
    const struct ubn_node_arrival db = store(b, begin(b, 0, true, 0, &op), 0);
    const uint64_t c = cycle_of(0, &db);
    probe(b, 0, c, UBN_ROCE_PROBE_DB_ACCEPT, id_db(1, 1, 0));
    const struct ubn_node_arrival in = write_request(b, c, 0, 11, 0, &data);
    const uint64_t visible_ps = ack(b, cycle_of(1, &in) + 12, 11, 60, 0, 0, NULL);
    run(b);
    end(b, op, visible_ps);
    assert_int_equal(cycles(b, op, UBN_STAGE_NIC_TX), 3 + 6);
    assert_int_equal(stage(b, op, UBN_STAGE_PAYLOAD_FETCH), READ_PS);
    assert_int_equal(cycles(b, op, UBN_STAGE_NIC_RX), 5);
    assert_int_equal(cycles(b, op, UBN_STAGE_NIC_RSP_TX), 7);
    assert_int_equal(cycles(b, op, UBN_STAGE_NIC_RSP_RX), 8);
    assert_int_equal(stage(b, op, UBN_STAGE_CQE_DMA), WRITE_PS);
    assert_int_equal(ubn_trace_stage_intervals(b->trace, UBN_STAGE_CLOCK_ALIGN), 4);
    assert_int_equal(ubn_trace_stage_intervals(b->trace, UBN_STAGE_PAYLOAD_DMA), 0);
    assert_int_equal(ubn_roce_watch_ops.open(b->watch), 0);
    bench_close(b);
}

/* Stages follow the last packet, which asked for the acknowledgement. */
static void watch_closes_write_of_two_packets(void **state)
{
    struct bench *b = bench_open();
    struct ubn_node_arrival data[2];
    uint32_t op = 0;

    (void)state;
    const struct ubn_node_arrival db = store(b, begin(b, 0, true, 0, &op), 0);
    const uint64_t c = cycle_of(0, &db);
    probe(b, 0, c, UBN_ROCE_PROBE_DB_ACCEPT, id_db(1, 1, 0));
    (void)write_request(b, c, 0, 11, 70000, &data[0]);
    /* the second packet is asked for later and comes back earlier; it leaves after the first */
    probe(b, 0, c + 3, UBN_ROCE_PROBE_MEM_RD, id_rd(1, 1, 0, 0));
    const uint64_t asked_ps = read_out(b, 0, c + 4, 99, 64);
    data[1] = data_in(b, 0, asked_ps + READ_PS, 0, 99, 64, 0);
    const uint64_t tx = cycle_of(0, &data[0]) + 8;
    const struct ubn_node_arrival in = frame(b, 0, tx, id_tx(0, 0), 12, 0);
    probe(b, 1, cycle_of(1, &in) + 5, UBN_ROCE_PROBE_RX_PACKET, id_packet(12, 0));
    const uint64_t visible_ps = ack(b, cycle_of(1, &in) + 12, 12, 60, 0, 0, NULL);
    run(b);
    end(b, op, visible_ps);
    assert_int_equal(stage(b, op, UBN_STAGE_PAYLOAD_FETCH), READ_PS);
    assert_int_equal(stage(b, op, UBN_STAGE_NIC_TX),
                     asked_ps - at(0, c) + at(0, tx) - data[1].accept_ps);
    assert_int_equal(stage(b, op, UBN_STAGE_WIRE_FWD), WIRE_PS);
    bench_close(b);
}

/* One acknowledgement, of the second, ends both; each has its own way to the target. */
static void watch_closes_writes_that_share_an_acknowledgement(void **state)
{
    struct bench *b = bench_open();
    struct ubn_node_arrival data[2], in[2];
    uint32_t ops[2];

    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        const struct ubn_node_arrival db =
            store(b, begin(b, i * UINT64_C(200000), true, i, &ops[i]), 0);
        probe(b, 0, cycle_of(0, &db), UBN_ROCE_PROBE_DB_ACCEPT, id_db(i + 1, 1, 0));
        in[i] = write_request(b, cycle_of(0, &db), i, (uint16_t)(11 + i), 0, &data[i]);
    }
    const uint64_t tx = cycle_of(1, &in[1]) + 12;
    uint64_t first_ps = 0;
    const uint64_t visible_ps = ack(b, tx, 12, 60, 0, 1, &first_ps);
    run(b);
    end(b, ops[0], first_ps);
    end(b, ops[1], visible_ps);
    assert_int_equal(cycles(b, ops[0], UBN_STAGE_NIC_RX), 5);
    assert_int_equal(stage(b, ops[0], UBN_STAGE_NIC_RSP_TX),
                     at(1, tx) - at(1, cycle_of(1, &in[0]) + 5));
    assert_int_equal(cycles(b, ops[1], UBN_STAGE_NIC_RSP_TX), 7);
    assert_int_equal(ubn_roce_watch_ops.open(b->watch), 0);
    bench_close(b);
}

/* ---- failures ---- */

/* A request that fails here, and one behind it that was sent and is flushed: no answer speaks for
 * them, so the time to their record is the transmit pass. */
static void watch_closes_failed_and_flushed_requests(void **state)
{
    struct bench *b = bench_open();
    uint32_t ops[2];
    uint64_t c[2], visible_ps[2];

    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        const struct ubn_node_arrival db =
            store(b, begin(b, i * UINT64_C(200000), true, i, &ops[i]), 0);
        c[i] = cycle_of(0, &db);
        probe(b, 0, c[i], UBN_ROCE_PROBE_DB_ACCEPT, id_db(i + 1, 1, 0));
    }
    (void)frame(b, 0, c[1] + 8, id_tx(0, 1), 3, 0);
    for (unsigned i = 0; i < 2; i++) {
        probe(b, 0, c[1] + 20 + i, UBN_ROCE_PROBE_MEM_WR, id_wr(1, 1, i, 0));
        visible_ps[i] = write_out(b, 0, c[1] + 22 + i) + WRITE_PS;
    }
    run(b);
    for (unsigned i = 0; i < 2; i++) {
        end(b, ops[i], visible_ps[i]);
        assert_int_equal(stage(b, ops[i], UBN_STAGE_NIC_TX), at(0, c[1] + 22 + i) - at(0, c[i]));
        assert_int_equal(stage(b, ops[i], UBN_STAGE_CQE_DMA), WRITE_PS);
    }
    assert_int_equal(ubn_roce_watch_ops.open(b->watch), 0);
    bench_close(b);
}

/* A fetch that the controller gives up ends its request; its answer, which comes later, does not
 * count. */
static void watch_closes_request_whose_fetch_was_given_up(void **state)
{
    struct bench *b = bench_open();
    uint32_t op;

    (void)state;
    const struct ubn_node_arrival db = store(b, begin(b, 0, true, 0, &op), 0);
    const uint64_t c = cycle_of(0, &db);
    probe(b, 0, c, UBN_ROCE_PROBE_DB_ACCEPT, id_db(1, 0, 0));
    probe(b, 0, c + 1, UBN_ROCE_PROBE_MEM_RD, id_rd(0, 1, 0, 1));
    const uint64_t asked_ps = read_out(b, 0, c + 2, 9, 64);
    probe(b, 0, c + 100, UBN_ROCE_PROBE_MEM_WR, id_wr(1, 1, 0, 0));
    const uint64_t recorded_ps = write_out(b, 0, c + 102);
    (void)data_in(b, 0, asked_ps + READ_PS, 0, 9, 64, 0);
    run(b);
    end(b, op, recorded_ps + WRITE_PS);
    assert_int_equal(cycles(b, op, UBN_STAGE_NIC_TX), 2);
    assert_int_equal(cycles(b, op, UBN_STAGE_WQE_FETCH), 100);
    assert_int_equal(ubn_roce_watch_ops.open(b->watch), 0);
    bench_close(b);
}

/* The target refuses a read (NAK, no packet accepted); a later read reached the target after the
 * NAK had left, and is flushed. */
static void watch_closes_refused_read(void **state)
{
    struct bench *b = bench_open();
    uint32_t ops[2];
    struct ubn_node_arrival in[2];
    uint64_t c[2];

    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        const struct ubn_node_arrival db =
            store(b, begin(b, i * UINT64_C(60000), true, i, &ops[i]), 0);
        c[i] = cycle_of(0, &db);
        probe(b, 0, c[i], UBN_ROCE_PROBE_DB_ACCEPT, id_db(i + 1, 1, 0));
        in[i] = frame(b, 0, c[i] + 8, id_tx(0, i), (uint16_t)(3 + i), 0);
    }
    const struct ubn_node_arrival back = frame(b, 1, cycle_of(1, &in[0]) + 9, id_tx(2, 3), 70, 0);
    assert_true(in[1].accept_ps > at(1, cycle_of(1, &in[0]) + 9));
    uint64_t visible_ps[2];
    for (unsigned i = 0; i < 2; i++) {
        const uint64_t cb = cycle_of(0, &back) + 6 + i;
        probe(b, 0, cb, UBN_ROCE_PROBE_MEM_WR, id_wr(1, 1, i, 70));
        visible_ps[i] = write_out(b, 0, cb + 2) + WRITE_PS;
    }
    run(b);
    end(b, ops[0], visible_ps[0]);
    end(b, ops[1], visible_ps[1]);
    assert_int_equal(stage(b, ops[0], UBN_STAGE_NIC_RX), 0);
    assert_int_equal(cycles(b, ops[0], UBN_STAGE_NIC_RSP_TX), 9);
    assert_int_equal(cycles(b, ops[0], UBN_STAGE_NIC_RSP_RX), 8);
    assert_int_equal(stage(b, ops[1], UBN_STAGE_NIC_TX), visible_ps[1] - WRITE_PS - at(0, c[1]));
    bench_close(b);
}

/* ---- what belongs to no operation ---- */

static void watch_passes_over_untraced_work(void **state)
{
    struct bench *b = bench_open();
    uint32_t op = 0;

    (void)state;
    for (unsigned i = 0; i < 40; i++) {
        post(b, 10 + i, i, UBN_OP_UNTRACED); /* unsignaled: no record */
    }
    const struct ubn_node_arrival db = store(b, begin(b, 1000, true, 40, &op), 0);
    const uint64_t c = cycle_of(0, &db);
    probe(b, 0, c, UBN_ROCE_PROBE_DB_ACCEPT, id_db(41, 0, 0));
    probe(b, 0, c + 1, UBN_ROCE_PROBE_MEM_RD, id_rd(0, 1, 40, 1));
    const struct ubn_node_arrival wqe =
        data_in(b, 0, read_out(b, 0, c + 2, 1, 64) + READ_PS, 0, 1, 64, 0);
    /* receives: doorbell before that of the sends, fetch, payload and record of theirs */
    const struct ubn_node_arrival rq = store(b, 90000, 0);
    probe(b, 0, cycle_of(0, &rq), UBN_ROCE_PROBE_DB_ACCEPT, id_db(41, 0, 1));
    probe(b, 0, c + 20, UBN_ROCE_PROBE_MEM_RD, id_rd(3, 1, 0, 2));
    (void)data_in(b, 0, read_out(b, 0, c + 21, 2, 128) + READ_PS, 0, 2, 128, 0);
    probe(b, 0, c + 30, UBN_ROCE_PROBE_MEM_WR, id_wr(2, 2, 0, 1));
    probe(b, 0, c + 31, UBN_ROCE_PROBE_MEM_WR, id_wr(3, 1, 40, 1));
    for (unsigned i = 0; i < 3; i++) {
        (void)write_out(b, 0, c + 34 + i);
    }
    const struct trip t = read_trip(b, cycle_of(0, &wqe) + 7, 40, 4, 4, 0);
    run(b);
    end(b, op, t.visible_ps);
    expect_trip(b, op, &t, 0);
    assert_int_equal(ubn_trace_stage_intervals(b->trace, UBN_STAGE_CLOCK_ALIGN), 5);
    assert_int_equal(ubn_roce_watch_ops.open(b->watch), 0);
    bench_close(b);
}

static void watch_ignores_doorbell_of_entries_not_posted(void **state)
{
    struct bench *b = bench_open();
    uint32_t op = 0;

    (void)state;
    const struct ubn_node_arrival bad = store(b, 60000, 0);
    const struct ubn_node_arrival db = store(b, begin(b, 0, true, 0, &op), 0);
    probe(b, 0, cycle_of(0, &bad), UBN_ROCE_PROBE_DB_ACCEPT, id_db(2, 0, 0));
    probe(b, 0, cycle_of(0, &db), UBN_ROCE_PROBE_DB_ACCEPT, id_db(1, 1, 0));
    const struct trip t = read_trip(b, cycle_of(0, &db) + 8, 0, 4, 4, 0);
    run(b);
    end(b, op, t.visible_ps);
    assert_int_equal(ubn_trace_stage_intervals(b->trace, UBN_STAGE_CLOCK_ALIGN), 4);
    bench_close(b);
}

static void watch_counts_what_is_open(void **state)
{
    struct bench *b = bench_open();
    uint32_t op = 0;

    (void)state;
    const struct ubn_node_arrival db = store(b, begin(b, 0, true, 0, &op), 0);
    const uint64_t c = cycle_of(0, &db);
    probe(b, 0, c, UBN_ROCE_PROBE_DB_ACCEPT, id_db(1, 0, 0));
    run(b);
    assert_int_equal(ubn_roce_watch_ops.open(b->watch), 1); /* the operation */
    probe(b, 0, c + 1, UBN_ROCE_PROBE_MEM_RD, id_rd(0, 1, 0, 1));
    run(b);
    assert_int_equal(ubn_roce_watch_ops.open(b->watch), 2); /* and a command */
    const uint64_t asked_ps = read_out(b, 0, c + 2, 5, 64);
    run(b);
    assert_int_equal(ubn_roce_watch_ops.open(b->watch), 2); /* that became a read */
    const struct ubn_node_arrival wqe = data_in(b, 0, asked_ps + READ_PS, 0, 5, 64, 0);
    run(b);
    assert_int_equal(ubn_roce_watch_ops.open(b->watch), 1);
    struct event *e = add(b, at(0, cycle_of(0, &wqe) + 7), 0, EV_FRAME_OUT);
    e->value = e->ps + WIRE_PS;
    probe(b, 0, cycle_of(0, &wqe) + 7, UBN_ROCE_PROBE_TX_FIRST, id_tx(0, 0));
    run(b);
    assert_int_equal(ubn_roce_watch_ops.open(b->watch), 2); /* a frame on the wire */
    probe(b, 1, 1000, UBN_ROCE_PROBE_RX_FIRST, 8);
    probe(b, 1, 1001, UBN_ROCE_PROBE_MEM_RD, id_rd(2, 1, 8, 0));
    run(b);
    assert_int_equal(ubn_roce_watch_ops.open(b->watch), 3); /* command, and the frame that waits */
    probe(b, 0, 2000, UBN_ROCE_PROBE_MEM_WR, id_wr(1, 1, 0, 0));
    run(b);
    assert_int_equal(ubn_roce_watch_ops.open(b->watch), 4);
    bench_close(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(watch_closes_read_of_roce_dma),
        cmocka_unit_test(watch_closes_read_with_pushed_work_request),
        cmocka_unit_test(watch_shows_memory_term_of_published_preset),
        cmocka_unit_test(watch_closes_read_whose_pushed_request_is_fetched),
        cmocka_unit_test(watch_closes_batch_of_reads_with_one_doorbell),
        cmocka_unit_test(watch_follows_indices_that_wrap),
        cmocka_unit_test(watch_follows_last_response_of_long_read),
        cmocka_unit_test(watch_closes_read_of_no_bytes),
        cmocka_unit_test(watch_closes_write),
        cmocka_unit_test(watch_closes_write_of_two_packets),
        cmocka_unit_test(watch_closes_writes_that_share_an_acknowledgement),
        cmocka_unit_test(watch_closes_failed_and_flushed_requests),
        cmocka_unit_test(watch_closes_request_whose_fetch_was_given_up),
        cmocka_unit_test(watch_closes_refused_read),
        cmocka_unit_test(watch_passes_over_untraced_work),
        cmocka_unit_test(watch_ignores_doorbell_of_entries_not_posted),
        cmocka_unit_test(watch_counts_what_is_open),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
