/* SPDX-License-Identifier: Apache-2.0 */
/* test_ldst_watch: stages of loads and stores from scripted port handshakes, in order of time.
 * Frames are written by hand (UB base specification, compact headers). The closure check of the
 * trace judges that intervals tile each operation to the ps.
 */
#include "tb.h"

#include "ubn/gen/probes.h"
#include "ubn/host.h"
#include "ubn/ldst_watch.h"
#include "ubn/time.h"

#include <string.h>

#define HOP_PS 30000u
#define WIRE_PS 100000u
#define MEM_PS 30000u
#define READ 0x06u
#define WRITE 0x03u
#define READ_RSP 0x12u
#define TAACK 0x11u
#define REFUSED 0x10u /* status 1 */
#define SLVERR 2u
#define DECERR 3u

struct bench {
    struct ubn_engine *engine;
    struct ubn_trace *trace;
    struct ubn_watch *watch;
    void *ini, *tgt;
};

static const struct ubn_node_listener *hear;
static const struct ubn_clock clk;

static void bench_open(struct bench *b)
{
    hear = ubn_ldst_watch_ops.listener;
    assert_int_equal(ubn_engine_create(true, &b->engine), UBN_OK);
    assert_int_equal(ubn_trace_create(stderr, &b->trace), UBN_OK);
    assert_int_equal(ubn_ldst_watch_ops.create(b->engine, b->trace, 2, &b->watch), UBN_OK);
    ubn_ldst_watch_ops.link(b->watch, 0, 1);
    ubn_ldst_watch_ops.link(b->watch, 1, 0);
    b->ini = ubn_ldst_watch_ops.node(b->watch, 0);
    b->tgt = ubn_ldst_watch_ops.node(b->watch, 1);
}

static void bench_close(struct bench *b)
{
    assert_int_equal(ubn_ldst_watch_ops.open(b->watch), 0);
    assert_int_equal(ubn_trace_finish(b->trace), UBN_OK);
    ubn_ldst_watch_ops.destroy(b->watch);
    ubn_trace_destroy(b->trace);
    ubn_engine_destroy(b->engine);
}

/* ---- events ---- */

static uint64_t at(uint64_t cyc) { return ubn_clock_edge_ps(&clk, cyc); }

/* Arrives `early` ps before the edge of a cycle, at which it is taken. */
static struct ubn_node_arrival arrive(uint64_t cyc, uint64_t early)
{
    return (struct ubn_node_arrival){
        .arrive_ps = at(cyc) - early, .edge_ps = at(cyc), .accept_ps = at(cyc)};
}

/* An access begins one hop before it arrives at the controller; gives its operation. */
static uint32_t ask(struct bench *b, bool store, uint64_t cyc, uint64_t early)
{
    struct ubn_node_arrival a = arrive(cyc, early);
    uint32_t op = 0;

    a.id = UBN_HOST_ACCESS_ID;

    assert_int_equal(ubn_trace_op_begin(b->trace, 0, 0, 0, a.arrive_ps - HOP_PS, 64, &op), UBN_OK);
    assert_int_equal(
        ubn_trace_interval(b->trace, op, UBN_STAGE_BUS_SEND, a.arrive_ps - HOP_PS, a.arrive_ps),
        UBN_OK);
    (store ? hear->store : hear->load)(b->ini, &a, op);
    return op;
}

/* A frame leaves; gives the cycle in which the other end takes it. */
static uint64_t send(void *node, uint64_t cyc, unsigned opcode, unsigned flags, uint16_t tassn,
                     unsigned length_code)
{
    uint8_t beat[64] = {0};

    beat[24] = (uint8_t)opcode;
    beat[25] = (uint8_t)flags;
    beat[26] = (uint8_t)(tassn >> 8);
    beat[27] = (uint8_t)tassn;
    beat[35] = (uint8_t)length_code;
    hear->frame_head(node, beat);
    hear->frame_out(node, at(cyc), at(cyc) + WIRE_PS);
    return ubn_clock_cycle_at(&clk, at(cyc) + WIRE_PS);
}

static void receive(void *node, uint64_t cyc, uint64_t sent_cyc)
{
    const struct ubn_node_arrival a = {
        .arrive_ps = at(sent_cyc) + WIRE_PS, .edge_ps = at(cyc), .accept_ps = at(cyc)};

    hear->frame_in(node, &a);
}

/* Probe ld_rx: tassn 16, rsp 1. */
static void accept(void *node, uint64_t cyc, uint16_t tassn, unsigned rsp)
{
    hear->probe(node, at(cyc), UBN_URMA_PROBE_LD_RX, tassn | (uint64_t)rsp << 16);
}

static struct ubn_bus_read_time read_cmd(struct bench *b, uint64_t cyc, uint32_t bytes)
{
    const struct ubn_bus_read_time t = {.bytes = bytes,
                                        .data_ps = at(cyc) + HOP_PS + MEM_PS,
                                        .arrive_ps = at(cyc) + HOP_PS / 2,
                                        .mem_ps = MEM_PS};

    hear->read_cmd(b->tgt, at(cyc), &t);
    return t;
}

/* Data of a read come; gives the cycle in which they are taken. */
static uint64_t read_data(struct bench *b, const struct ubn_bus_read_time *t)
{
    const uint64_t cyc = ubn_clock_cycle_at(&clk, t->data_ps);
    const struct ubn_node_arrival a = {
        .arrive_ps = t->data_ps, .edge_ps = at(cyc), .accept_ps = at(cyc)};

    hear->read_data(b->tgt, &a);
    return cyc;
}

static void answer(struct bench *b, bool store, uint64_t cyc, uint8_t resp, uint32_t op)
{
    const struct ubn_node_answer a = {.store = store,
                                      .id = UBN_HOST_ACCESS_ID,
                                      .resp = resp,
                                      .first_ps = at(cyc),
                                      .arrive_ps = at(cyc) + HOP_PS};

    hear->answer(b->ini, &a);
    assert_int_equal(ubn_trace_op_end(b->trace, op, a.arrive_ps, resp), UBN_OK);
}

static uint64_t stage(const struct bench *b, uint32_t op, enum ubn_stage s)
{
    struct ubn_trace_op view;

    ubn_trace_op_get(b->trace, op, &view);
    return view.stage_ps[s];
}

static uint64_t cycles(const struct bench *b, uint32_t op, enum ubn_stage s)
{
    return ubn_trace_cycles(stage(b, op, s));
}

/* ---- tests ---- */

static void watch_tiles_a_load(void **state)
{
    (void)state;
    struct bench b;
    bench_open(&b);
    const uint32_t op = ask(&b, false, 100, 1000);
    const uint64_t in = send(b.ini, 104, READ, 0x10, 7, 0);
    receive(b.tgt, in, 104);
    accept(b.tgt, in + 2, 7, 0);
    const struct ubn_bus_read_time t = read_cmd(&b, in + 5, 64);
    const uint64_t data = read_data(&b, &t);
    const uint64_t back = send(b.tgt, data + 2, READ_RSP, 0, 7, 0);
    receive(b.ini, back, data + 2);
    accept(b.ini, back + 3, 7, 1);
    answer(&b, false, back + 4, 0, op);
    assert_int_equal(stage(&b, op, UBN_STAGE_BUS_SEND), HOP_PS);
    assert_int_equal(cycles(&b, op, UBN_STAGE_NIC_TX), 4);
    assert_int_equal(stage(&b, op, UBN_STAGE_WIRE_FWD), WIRE_PS);
    assert_int_equal(cycles(&b, op, UBN_STAGE_NIC_RX), 5);
    assert_int_equal(stage(&b, op, UBN_STAGE_TGT_BUS), HOP_PS);
    assert_int_equal(stage(&b, op, UBN_STAGE_TGT_MEM), MEM_PS);
    assert_int_equal(cycles(&b, op, UBN_STAGE_NIC_RSP_TX), 2);
    assert_int_equal(stage(&b, op, UBN_STAGE_WIRE_BACK), WIRE_PS);
    assert_int_equal(cycles(&b, op, UBN_STAGE_NIC_RSP_RX), 4);
    assert_int_equal(stage(&b, op, UBN_STAGE_BUS_CMPL), HOP_PS);
    bench_close(&b);
}

/* The last beat of the write leaves two cycles after its command; its answer comes two hops later.
 */
static void watch_tiles_a_store(void **state)
{
    (void)state;
    struct bench b;
    bench_open(&b);
    const uint32_t op = ask(&b, true, 100, 0);
    const uint64_t in = send(b.ini, 104, WRITE, 0x10, 9, 1);
    receive(b.tgt, in, 104);
    accept(b.tgt, in + 2, 9, 0);
    hear->write_cmd(b.tgt, at(in + 5), 2);
    hear->write_last(b.tgt, at(in + 7), at(in + 7) + HOP_PS);
    const uint64_t done = ubn_clock_cycle_at(&clk, at(in + 7) + 2 * HOP_PS);
    const struct ubn_node_arrival a = {
        .arrive_ps = at(in + 7) + 2 * HOP_PS, .edge_ps = at(done), .accept_ps = at(done + 1)};
    hear->write_answer(b.tgt, &a);
    const uint64_t back = send(b.tgt, done + 4, TAACK, 0, 9, 0);
    receive(b.ini, back, done + 4);
    accept(b.ini, back + 2, 9, 1);
    answer(&b, true, back + 3, 0, op);
    assert_int_equal(cycles(&b, op, UBN_STAGE_NIC_RX), 7);
    assert_int_equal(stage(&b, op, UBN_STAGE_TGT_BUS), 2 * HOP_PS);
    assert_int_equal(stage(&b, op, UBN_STAGE_TGT_MEM), 0);
    assert_int_equal(cycles(&b, op, UBN_STAGE_PORT_WAIT), 1);
    assert_int_equal(cycles(&b, op, UBN_STAGE_NIC_RSP_TX), 3);
    assert_int_equal(cycles(&b, op, UBN_STAGE_NIC_RSP_RX), 3);
    bench_close(&b);
}

/* Memory is read in two bursts for the first load; the third belongs to the second load. */
static void watch_gives_each_burst_to_its_load(void **state)
{
    (void)state;
    struct bench b;
    uint32_t op[2];
    uint64_t in[2], data[3], back[2];
    struct ubn_bus_read_time t[3];

    bench_open(&b);
    for (unsigned i = 0; i < 2; i++) {
        op[i] = ask(&b, false, 100 + i, 0);
        in[i] = send(b.ini, 104 + i, READ, 0x10, (uint16_t)(0xffff + i), i == 0 ? 2 : 0);
    }
    for (unsigned i = 0; i < 2; i++) {
        receive(b.tgt, in[i], 104 + i);
    }
    accept(b.tgt, in[0] + 2, 0xffff, 0);
    accept(b.tgt, in[0] + 3, 0, 0);
    t[0] = read_cmd(&b, in[0] + 5, 192);
    t[1] = read_cmd(&b, in[0] + 6, 64);
    t[2] = read_cmd(&b, in[0] + 9, 64);
    for (unsigned i = 0; i < 3; i++) {
        data[i] = read_data(&b, &t[i]);
    }
    back[0] = send(b.tgt, data[2] + 2, READ_RSP, 0, 0xffff, 0);
    back[1] = send(b.tgt, data[2] + 8, READ_RSP, 0, 0, 0);
    for (unsigned i = 0; i < 2; i++) {
        receive(b.ini, back[i], data[2] + (i == 0 ? 2 : 8));
        accept(b.ini, back[i] + 1, (uint16_t)(0xffff + i), 1);
        answer(&b, false, back[i] + 4, 0, op[i]);
    }
    assert_int_equal(cycles(&b, op[0], UBN_STAGE_NIC_RX), 5);
    assert_int_equal(cycles(&b, op[0], UBN_STAGE_NIC_RSP_TX), data[2] + 2 - data[0]);
    assert_int_equal(cycles(&b, op[1], UBN_STAGE_NIC_RX), in[0] + 9 - in[1]);
    assert_int_equal(cycles(&b, op[1], UBN_STAGE_NIC_RSP_TX), 8);
    bench_close(&b);
}

/* One is refused by the target, one here: neither takes the way of the good load behind them, whose
 * response has come before they are answered. */
static void watch_keeps_refused_accesses_apart(void **state)
{
    (void)state;
    struct bench b;
    uint32_t op[3];

    bench_open(&b);
    for (unsigned i = 0; i < 3; i++) {
        op[i] = ask(&b, false, 100 + i, 0);
    }
    const uint64_t in = send(b.ini, 104, READ, 0x10, 4, 0); /* refused by the target */
    (void)send(b.ini, 106, READ, 0x10, 5, 0);               /* good; the second one has no frame */
    receive(b.tgt, in, 104);
    accept(b.tgt, in + 2, 4, 0);
    receive(b.tgt, in + 2, 106);
    accept(b.tgt, in + 4, 5, 0);
    const struct ubn_bus_read_time t = read_cmd(&b, in + 7, 64);
    const uint64_t refusal = send(b.tgt, in + 9, TAACK, REFUSED, 4, 0);
    const uint64_t data = read_data(&b, &t);
    receive(b.ini, refusal, in + 9);
    accept(b.ini, refusal + 1, 4, 1);
    const uint64_t back = send(b.tgt, data + 2, READ_RSP, 0, 5, 0);
    receive(b.ini, back, data + 2);
    accept(b.ini, back + 1, 5, 1);
    answer(&b, false, back + 2, SLVERR, op[0]);
    answer(&b, false, back + 3, DECERR, op[1]);
    answer(&b, false, back + 4, 0, op[2]);
    assert_int_equal(cycles(&b, op[0], UBN_STAGE_NIC_RX), 2);
    assert_int_equal(cycles(&b, op[0], UBN_STAGE_NIC_RSP_TX), 7);
    assert_int_equal(stage(&b, op[0], UBN_STAGE_TGT_BUS), 0);
    assert_int_equal(cycles(&b, op[1], UBN_STAGE_NIC_TX), back + 3 - 101);
    assert_int_equal(stage(&b, op[1], UBN_STAGE_WIRE_FWD), 0);
    assert_int_equal(cycles(&b, op[2], UBN_STAGE_NIC_TX), 4);
    assert_int_equal(stage(&b, op[2], UBN_STAGE_TGT_MEM), MEM_PS);
    bench_close(&b);
}

/* Stores of the setup and loads of registers pass the same ports and belong to nothing. */
static void watch_ignores_what_is_no_access(void **state)
{
    (void)state;
    struct bench b;
    const struct ubn_node_arrival a = arrive(10, 0);
    const struct ubn_node_answer store = {.store = true, .first_ps = at(12)};
    const struct ubn_node_answer load = {.first_ps = at(12)};

    bench_open(&b);
    hear->store(b.ini, &a, UBN_TAG_NONE);
    hear->load(b.ini, &a, UBN_TAG_NONE);
    assert_int_equal(ubn_ldst_watch_ops.open(b.watch), 0);
    hear->answer(b.ini, &store);
    hear->answer(b.ini, &load);
    bench_close(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(watch_tiles_a_load),
        cmocka_unit_test(watch_tiles_a_store),
        cmocka_unit_test(watch_gives_each_burst_to_its_load),
        cmocka_unit_test(watch_keeps_refused_accesses_apart),
        cmocka_unit_test(watch_ignores_what_is_no_access),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
