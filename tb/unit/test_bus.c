/* SPDX-License-Identifier: Apache-2.0 */
/* test_bus: hops, order and contention of the on-chip bus, to the picosecond.
 * The NIC is played by the test, from events at the times written there.
 */
#include "ubn/bus.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define HOP_PS 30000u
#define BEAT_PS 2000u
#define HIT_PS 30000u
#define MEM_BYTES (UINT64_C(1) << 20)

struct bench {
    struct ubn_engine *engine;
    struct ubn_mem *mem;
    struct ubn_bus *bus;
    struct ubn_bus_ports *ports;
    /* what listeners and answers told */
    struct ubn_bus_visible seen[8];
    unsigned n_seen;
    uint64_t answer_ps[8];
    uint64_t answer_tag[8];
    uint8_t answer_resp[8];
    uint8_t answer_data[8];
    bool answer_last[8];
    unsigned n_answers;
};

static void see(void *ctx, const struct ubn_bus_visible *write)
{
    struct bench *b = ctx;

    b->seen[b->n_seen++] = *write;
}

static void store_done(void *ctx, uint64_t ps, uint64_t tag, uint8_t resp)
{
    struct bench *b = ctx;

    b->answer_ps[b->n_answers] = ps;
    b->answer_tag[b->n_answers] = tag;
    b->answer_resp[b->n_answers++] = resp;
}

static void load_done(void *ctx, uint64_t ps, uint64_t tag, const struct ubn_axi_r *beat)
{
    struct bench *b = ctx;

    b->answer_ps[b->n_answers] = ps;
    b->answer_tag[b->n_answers] = tag;
    b->answer_data[b->n_answers] = beat->data[8];
    b->answer_last[b->n_answers] = beat->last != 0;
    b->answer_resp[b->n_answers++] = beat->resp;
}

static int open_bench(void **state)
{
    static const struct ubn_mem_config mem = {.bytes = MEM_BYTES,
                                              .row_hit_ps = HIT_PS,
                                              .row_miss_ps = 70000,
                                              .beat_ps = BEAT_PS,
                                              .row_bytes = 8192,
                                              .banks = 4};
    static const struct ubn_bus_config bus = {
        .node = 1, .hop_ps = HOP_PS, .beat_ps = BEAT_PS, .outstanding = 2};
    struct bench *b = calloc(1, sizeof(*b));

    assert_non_null(b);
    assert_int_equal(ubn_engine_create(true, &b->engine), UBN_OK);
    assert_int_equal(ubn_mem_create(&mem, &b->mem), UBN_OK);
    assert_int_equal(ubn_bus_create(b->engine, b->mem, &bus, &b->bus), UBN_OK);
    assert_int_equal(ubn_bus_listen(b->bus, see, b), UBN_OK);
    b->ports = ubn_bus_ports(b->bus);
    *state = b;
    return 0;
}

static int close_bench(void **state)
{
    struct bench *b = *state;

    ubn_bus_destroy(b->bus);
    ubn_mem_destroy(b->mem);
    ubn_engine_destroy(b->engine);
    free(b);
    return 0;
}

/* Runs all events. */
static void run(struct bench *b)
{
    const struct ubn_run_limits limits = {0};

    assert_int_equal(ubn_engine_run(b->engine, &limits), UBN_OK);
}

static uint64_t head_ps(const struct ubn_portq *q)
{
    uint64_t ps = UINT64_MAX;

    (void)ubn_portq_head(q, &ps);
    return ps;
}

static uint64_t store(struct bench *b, uint64_t ps, uint64_t tag)
{
    const struct ubn_axi_w w = {.addr = 0x40, .strb = UINT64_MAX, .tag = tag};
    uint64_t arrive_ps = 0;

    assert_int_equal(ubn_bus_host_store(b->bus, ps, &w, store_done, b, &arrive_ps), UBN_OK);
    return arrive_ps;
}

static struct ubn_bus_read_time nic_read(struct bench *b, uint64_t ps, uint64_t addr,
                                         unsigned beats)
{
    struct ubn_bus_read_time t = {0};

    assert_int_equal(ubn_bus_nic_read(b->bus, ps, 0, addr, beats, &t), UBN_OK);
    return t;
}

static uint64_t nic_write(struct bench *b, uint64_t ps, uint64_t addr, uint64_t strb, uint8_t fill,
                          bool last)
{
    uint8_t data[64];
    uint64_t visible_ps = 0;
    const struct ubn_bus_write_beat beat = {
        .addr = addr, .strb = strb, .data = data, .id = 5, .last = last};

    memset(data, fill, sizeof(data));
    assert_int_equal(ubn_bus_nic_write_beat(b->bus, ps, &beat, &visible_ps), UBN_OK);
    return visible_ps;
}

static uint8_t byte_at(struct bench *b, uint64_t addr)
{
    uint8_t byte = 0;

    assert_int_equal(ubn_mem_read(b->mem, addr, 1, &byte), UBN_OK);
    return byte;
}

static void bus_brings_store_after_one_hop_when_idle(void **state)
{
    struct bench *b = *state;

    assert_int_equal(store(b, 80000, 7), 80000 + HOP_PS);
    assert_int_equal(head_ps(&b->ports->nic_w), 80000 + HOP_PS);
    const struct ubn_axi_w *w = ubn_portq_head(&b->ports->nic_w, NULL);
    assert_int_equal(w->tag, 7);
    assert_false(ubn_bus_idle(b->bus));
}

/* Three threads store at one time: the beats follow each other 2 ns apart. */
static void bus_spaces_stores_when_they_collide(void **state)
{
    struct bench *b = *state;

    assert_int_equal(store(b, 1000, 0), 31000);
    assert_int_equal(store(b, 1000, 1), 33000);
    assert_int_equal(store(b, 2000, 2), 35000);
    assert_int_equal(store(b, 5000, 3), 37000);
    assert_int_equal(store(b, 9000, 4), 39000);
    assert_int_equal(ubn_bus_counts(b->bus).wait_ps, 2000 + 3000 + 2000);
}

static void bus_tells_answer_of_store_after_one_hop(void **state)
{
    struct bench *b = *state;

    (void)store(b, 0, 11);
    (void)store(b, 0, 12);
    assert_int_equal(ubn_bus_host_b(b->bus, 40000, 0, UBN_AXI_OKAY, NULL), UBN_OK);
    assert_int_equal(ubn_bus_host_b(b->bus, 43000, 0, UBN_AXI_SLVERR, NULL), UBN_OK);
    run(b);
    assert_int_equal(b->n_answers, 2);
    assert_int_equal(b->answer_ps[0], 70000);
    assert_int_equal(b->answer_tag[0], 11);
    assert_int_equal(b->answer_resp[0], UBN_AXI_OKAY);
    assert_int_equal(b->answer_ps[1], 73000);
    assert_int_equal(b->answer_tag[1], 12);
    assert_int_equal(b->answer_resp[1], UBN_AXI_SLVERR);
    assert_int_equal(ubn_bus_counts(b->bus).store_errors, 1);
    assert_int_equal(ubn_bus_host_b(b->bus, 80000, 0, UBN_AXI_OKAY, NULL), UBN_ERR_CHECK);
}

static void bus_brings_load_and_its_data_back(void **state)
{
    struct bench *b = *state;
    const struct ubn_axi_ar load = {.addr = 0x108, .size = 3, .tag = 7};
    struct ubn_axi_r beat = {.last = 1, .resp = UBN_AXI_OKAY};

    assert_int_equal(ubn_bus_host_load(b->bus, 100, &load, load_done, b, NULL), UBN_OK);
    const struct ubn_axi_ar *ar = ubn_portq_head(&b->ports->nic_ar, NULL);
    assert_int_equal(ar->addr, 0x108);
    assert_int_equal(ar->size, 3);
    assert_int_equal(head_ps(&b->ports->nic_ar), 100 + HOP_PS);
    ubn_portq_pop(&b->ports->nic_ar);
    beat.data[8] = 42;
    assert_int_equal(ubn_bus_host_r(b->bus, 50000, &beat, NULL), UBN_OK);
    beat.data[8] = 0; /* was copied */
    run(b);
    assert_int_equal(b->n_answers, 1);
    assert_int_equal(b->answer_ps[0], 50000 + HOP_PS);
    assert_int_equal(b->answer_data[0], 42);
    assert_int_equal(b->answer_tag[0], 7);
    assert_true(ubn_bus_idle(b->bus));
    assert_int_equal(ubn_bus_host_r(b->bus, 50000, &beat, NULL), UBN_ERR_CHECK);
}

/* Beats of the answer come as fast as the controller gives them, but no closer than BEAT_PS. */
static void bus_brings_each_beat_of_a_load_burst(void **state)
{
    static const uint64_t given_ps[4] = {50000, 53000, 54000, 60000};
    static const uint64_t seen_ps[4] = {80000, 83000, 85000, 90000};
    struct bench *b = *state;
    const struct ubn_axi_ar load = {.addr = 0x80000100, .id = 2, .size = 6, .more = 3, .tag = 9};
    struct ubn_axi_r beat = {.id = 2, .resp = UBN_AXI_SLVERR};
    uint64_t arrive_ps = 0;

    assert_int_equal(ubn_bus_host_load(b->bus, 0, &load, load_done, b, &arrive_ps), UBN_OK);
    assert_int_equal(arrive_ps, HOP_PS);
    ubn_portq_pop(&b->ports->nic_ar);
    for (unsigned i = 0; i < 4; i++) {
        assert_false(ubn_bus_idle(b->bus));
        beat.data[8] = (uint8_t)(1 + i);
        beat.last = i == 3;
        assert_int_equal(ubn_bus_host_r(b->bus, given_ps[i], &beat, NULL), UBN_OK);
    }
    run(b);
    assert_int_equal(b->n_answers, 4);
    for (unsigned i = 0; i < 4; i++) {
        assert_int_equal(b->answer_ps[i], seen_ps[i]);
        assert_int_equal(b->answer_data[i], 1 + i);
        assert_int_equal(b->answer_last[i], i == 3);
        assert_int_equal(b->answer_resp[i], UBN_AXI_SLVERR);
        assert_int_equal(b->answer_tag[i], 9);
    }
    assert_true(ubn_bus_idle(b->bus));
}

static void bus_objects_when_a_load_gets_the_wrong_number_of_beats(void **state)
{
    struct bench *b = *state;
    const struct ubn_axi_ar load = {.addr = 0x80000000, .size = 6, .more = 1};
    struct ubn_axi_r beat = {.last = 1};

    assert_int_equal(ubn_bus_host_load(b->bus, 0, &load, load_done, b, NULL), UBN_OK);
    assert_int_equal(ubn_bus_host_r(b->bus, 50000, &beat, NULL), UBN_ERR_CHECK);
    beat.last = 0;
    assert_int_equal(ubn_bus_host_r(b->bus, 50000, &beat, NULL), UBN_OK);
    assert_int_equal(ubn_bus_host_r(b->bus, 53000, &beat, NULL), UBN_ERR_CHECK);
    beat.last = 1;
    assert_int_equal(ubn_bus_host_r(b->bus, 53000, &beat, NULL), UBN_OK);
}

/* One command, one answer; what belongs to another store waits until the burst is whole. */
static void bus_brings_beats_of_a_store_burst_and_one_answer(void **state)
{
    struct bench *b = *state;
    struct ubn_axi_w w = {.addr = 0x80000080, .strb = UINT64_MAX, .tag = 5, .more = 2};
    uint64_t arrive_ps = 0;

    for (unsigned i = 0; i < 3; i++) {
        w.more = (uint8_t)(2 - i);
        assert_int_equal(ubn_bus_host_store(b->bus, 1000, &w, store_done, b, &arrive_ps), UBN_OK);
        assert_int_equal(arrive_ps, 1000 + HOP_PS + i * BEAT_PS);
        if (i == 1) {
            w.more = 1;
            assert_int_equal(ubn_bus_host_store(b->bus, 1000, &w, NULL, NULL, NULL), UBN_ERR_ARG);
        }
    }
    assert_int_equal(ubn_portq_count(&b->ports->nic_w), 3);
    assert_int_equal(ubn_bus_counts(b->bus).stores, 1);
    assert_int_equal(ubn_bus_host_b(b->bus, 40000, 0, UBN_AXI_OKAY, NULL), UBN_OK);
    assert_int_equal(ubn_bus_host_b(b->bus, 41000, 0, UBN_AXI_OKAY, NULL), UBN_ERR_CHECK);
    run(b);
    assert_int_equal(b->n_answers, 1);
    assert_int_equal(b->answer_ps[0], 70000);
    assert_int_equal(b->answer_tag[0], 5);
}

/* 15 ns there, 30 ns memory, 15 ns back. */
static void bus_brings_read_data_after_hop_and_memory_when_idle(void **state)
{
    struct bench *b = *state;
    const struct ubn_bus_read_time t = nic_read(b, 3105, 0x1000, 1);

    assert_int_equal(t.data_ps, 3105 + HOP_PS + HIT_PS);
    assert_int_equal(t.arrive_ps, 3105 + HOP_PS / 2);
    assert_int_equal(t.mem_ps, HIT_PS);
    run(b);
    assert_int_equal(head_ps(&b->ports->nic_r), 3105 + HOP_PS + HIT_PS);
    const struct ubn_axi_r *r = ubn_portq_head(&b->ports->nic_r, NULL);
    assert_int_equal(r->last, 1);
    assert_int_equal(r->resp, UBN_AXI_OKAY);
}

/* Two reads of one bank at once: the second waits 2 ns for its command beat, then for the bank: the
 * first of 4 beats took it for 8 ns. */
static void bus_queues_reads_when_they_collide(void **state)
{
    struct bench *b = *state;

    assert_int_equal(nic_read(b, 0, 0, 4).data_ps, 60000);
    const struct ubn_bus_read_time t = nic_read(b, 0, 4096, 1);
    assert_int_equal(t.arrive_ps, 17000);
    assert_int_equal(t.mem_ps, 6000 + HIT_PS);
    assert_int_equal(t.data_ps, 68000);
    run(b);
    for (unsigned i = 0; i < 5; i++) {
        const struct ubn_axi_r *r = ubn_portq_head(&b->ports->nic_r, NULL);

        assert_int_equal(head_ps(&b->ports->nic_r), 60000 + i * BEAT_PS);
        assert_int_equal(r->last, i == 3 || i == 4);
        ubn_bus_nic_r_pop(b->bus);
    }
    assert_true(ubn_bus_idle(b->bus));
}

static void bus_returns_data_in_order_when_other_bank_is_faster(void **state)
{
    struct bench *b = *state;

    for (unsigned i = 0; i < 2; i++) {
        const uint8_t byte = (uint8_t)(0x11 * (i + 1));

        assert_int_equal(ubn_mem_write(b->mem, 4096 + i * 8192, 1, &byte), UBN_OK);
    }
    /* Bank 0 is taken for 128 ns, so the second read is served late; the third, of bank 1, early.
     */
    (void)nic_read(b, 0, 0, 64);
    assert_int_equal(nic_read(b, 3000, 4096, 1).data_ps, 15000 + 128000 + HIT_PS + 15000);
    assert_int_equal(nic_read(b, 6000, 12288, 1).data_ps, 190000);
    run(b);
    for (unsigned i = 0; i < 64; i++) {
        ubn_bus_nic_r_pop(b->bus);
    }
    const struct ubn_axi_r *r = ubn_portq_head(&b->ports->nic_r, NULL);
    assert_int_equal(r->data[0], 0x11);
    ubn_bus_nic_r_pop(b->bus);
    r = ubn_portq_head(&b->ports->nic_r, NULL);
    assert_int_equal(r->data[0], 0x22);
    assert_int_equal(head_ps(&b->ports->nic_r), 190000);
}

/* The read is served at 45 ns. A write visible at 45 ns is seen, one visible at 45.001 ns is not.
 */
static void bus_samples_read_data_when_memory_serves_it(void **state)
{
    struct bench *b = *state;

    (void)nic_read(b, 0, 0, 2);
    assert_int_equal(nic_write(b, 15000, 0, 1, 0xaa, true), 45000);
    assert_int_equal(nic_write(b, 17001, 64, 1, 0xbb, true), 47001);
    run(b);
    const struct ubn_axi_r *r = ubn_portq_head(&b->ports->nic_r, NULL);
    assert_int_equal(r->data[0], 0xaa);
    ubn_bus_nic_r_pop(b->bus);
    r = ubn_portq_head(&b->ports->nic_r, NULL);
    assert_int_equal(r->data[0], 0);
    assert_int_equal(byte_at(b, 64), 0xbb);
}

static void bus_holds_reads_back_when_too_many_are_in_flight(void **state)
{
    struct bench *b = *state;

    assert_true(ubn_bus_nic_read_ready(b->bus));
    (void)nic_read(b, 0, 0, 2);
    assert_true(ubn_bus_nic_read_ready(b->bus));
    (void)nic_read(b, 3000, 0, 1);
    assert_false(ubn_bus_nic_read_ready(b->bus));
    run(b);
    assert_false(ubn_bus_nic_read_ready(b->bus));
    ubn_bus_nic_r_pop(b->bus);
    assert_false(ubn_bus_nic_read_ready(b->bus));
    ubn_bus_nic_r_pop(b->bus); /* the last beat of the first read */
    assert_true(ubn_bus_nic_read_ready(b->bus));
}

static void bus_shows_write_after_one_hop_and_answers_after_two(void **state)
{
    struct bench *b = *state;

    assert_int_equal(nic_write(b, 1000, 0x2040, UINT64_C(0xff0), 0x5a, true), 1000 + HOP_PS);
    run(b);
    assert_int_equal(b->n_seen, 1);
    assert_int_equal(b->seen[0].accept_ps, 1000);
    assert_int_equal(b->seen[0].ps, 1000 + HOP_PS);
    assert_int_equal(b->seen[0].addr, 0x2044);
    assert_int_equal(b->seen[0].len_bytes, 8);
    assert_int_equal(byte_at(b, 0x2043), 0);
    assert_int_equal(byte_at(b, 0x2044), 0x5a);
    assert_int_equal(byte_at(b, 0x204b), 0x5a);
    assert_int_equal(byte_at(b, 0x204c), 0);
    assert_int_equal(head_ps(&b->ports->nic_b), 1000 + 2 * HOP_PS);
    const struct ubn_axi_b *answer = ubn_portq_head(&b->ports->nic_b, NULL);
    assert_int_equal(answer->id, 5);
    assert_int_equal(answer->resp, UBN_AXI_OKAY);
}

/* Payload, then completion: visible in this order, 2 ns apart even when accepted in one cycle. */
static void bus_keeps_order_of_writes_when_they_collide(void **state)
{
    struct bench *b = *state;

    assert_int_equal(nic_write(b, 0, 0x100, UINT64_MAX, 1, false), 30000);
    assert_int_equal(nic_write(b, 0, 0x140, UINT64_MAX, 2, true), 32000);
    assert_int_equal(nic_write(b, 3105, 0x8000, UINT64_MAX, 3, true), 34000);
    run(b);
    assert_int_equal(b->n_seen, 3);
    assert_int_equal(b->seen[2].addr, 0x8000);
    assert_int_equal(b->seen[2].accept_ps, 3105);
    assert_int_equal(ubn_portq_count(&b->ports->nic_b), 2);
}

static void bus_answers_with_error_beyond_memory(void **state)
{
    struct bench *b = *state;

    assert_int_equal(nic_read(b, 0, MEM_BYTES - 64, 1).mem_ps, HIT_PS);
    (void)nic_read(b, 4000, MEM_BYTES, 1);
    (void)nic_write(b, 0, MEM_BYTES, UINT64_MAX, 1, true);
    (void)nic_write(b, 4000, MEM_BYTES - 64, UINT64_MAX, 1, true);
    run(b);
    const struct ubn_axi_r *r = ubn_portq_head(&b->ports->nic_r, NULL);
    assert_int_equal(r->resp, UBN_AXI_OKAY);
    ubn_bus_nic_r_pop(b->bus);
    r = ubn_portq_head(&b->ports->nic_r, NULL);
    assert_int_equal(r->resp, UBN_AXI_DECERR);
    const struct ubn_axi_b *w = ubn_portq_head(&b->ports->nic_b, NULL);
    assert_int_equal(w->resp, UBN_AXI_DECERR);
    ubn_portq_pop(&b->ports->nic_b);
    w = ubn_portq_head(&b->ports->nic_b, NULL);
    assert_int_equal(w->resp, UBN_AXI_OKAY);
    assert_int_equal(b->n_seen, 1);
    assert_int_equal(ubn_bus_counts(b->bus).nic_errors, 2);
}

static void bus_refuses_burst_when_it_crosses_4_kib(void **state)
{
    struct bench *b = *state;

    assert_int_equal(ubn_bus_nic_read(b->bus, 0, 0, 4096 - 64, 2, NULL), UBN_ERR_CHECK);
    assert_int_equal(ubn_bus_nic_read(b->bus, 0, 0, 0, 0, NULL), UBN_ERR_CHECK);
    assert_int_equal(ubn_bus_nic_read(b->bus, 0, 0, 0, 65, NULL), UBN_ERR_CHECK);
    assert_int_equal(ubn_bus_nic_read(b->bus, 0, 0, 0, 64, NULL), UBN_OK);
}

/* B93: over four hops the read moves by the step, the store by the step. */
static void bus_moves_times_by_step_of_hop(void **state)
{
    (void)state;
    for (uint64_t hop_ps = 10000; hop_ps <= 40000; hop_ps += 10000) {
        void *s = NULL;

        assert_int_equal(open_bench(&s), 0);
        struct bench *b = s;
        const struct ubn_bus_config cfg = {
            .node = 2, .hop_ps = hop_ps, .beat_ps = BEAT_PS, .outstanding = 1};
        ubn_bus_destroy(b->bus);
        assert_int_equal(ubn_bus_create(b->engine, b->mem, &cfg, &b->bus), UBN_OK);
        b->ports = ubn_bus_ports(b->bus);
        assert_int_equal(store(b, 0, 0), hop_ps);
        assert_int_equal(nic_read(b, 0, 0, 1).data_ps, hop_ps + HIT_PS);
        assert_int_equal(nic_write(b, 0, 0, 1, 0, true), hop_ps);
        assert_int_equal(close_bench(&s), 0);
    }
}

#define BUS_TEST(name) cmocka_unit_test_setup_teardown(name, open_bench, close_bench)

int main(void)
{
    const struct CMUnitTest tests[] = {
        BUS_TEST(bus_brings_store_after_one_hop_when_idle),
        BUS_TEST(bus_spaces_stores_when_they_collide),
        BUS_TEST(bus_tells_answer_of_store_after_one_hop),
        BUS_TEST(bus_brings_load_and_its_data_back),
        BUS_TEST(bus_brings_each_beat_of_a_load_burst),
        BUS_TEST(bus_objects_when_a_load_gets_the_wrong_number_of_beats),
        BUS_TEST(bus_brings_beats_of_a_store_burst_and_one_answer),
        BUS_TEST(bus_brings_read_data_after_hop_and_memory_when_idle),
        BUS_TEST(bus_queues_reads_when_they_collide),
        BUS_TEST(bus_returns_data_in_order_when_other_bank_is_faster),
        BUS_TEST(bus_samples_read_data_when_memory_serves_it),
        BUS_TEST(bus_holds_reads_back_when_too_many_are_in_flight),
        BUS_TEST(bus_shows_write_after_one_hop_and_answers_after_two),
        BUS_TEST(bus_keeps_order_of_writes_when_they_collide),
        BUS_TEST(bus_answers_with_error_beyond_memory),
        BUS_TEST(bus_refuses_burst_when_it_crosses_4_kib),
        cmocka_unit_test(bus_moves_times_by_step_of_hop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
