/* SPDX-License-Identifier: Apache-2.0 */
/* test_pcie: times of the root complex to the picosecond: idle link, busy link, order of writes and
 * reads, terms of the published preset. Completions: test_pcie_cpl.c; rules: test_pcie_rules.c; the
 * host: test_pcie_host.c. (Longer than 400 lines: one short test for each time.)
 */
#include "tb_pcie.h"

#define READ_PS 500000u
#define WRITE_PS 250000u
#define MMIO_PS 150000u

struct loaded {
    uint64_t ps;
    uint64_t value;
    unsigned n;
    bool ok;
};

static void load_done(void *ctx, uint64_t ps, bool ok, uint64_t value)
{
    struct loaded *l = ctx;

    *l = (struct loaded){.ps = ps, .value = value, .ok = ok, .n = l->n + 1};
}

/* Answers the load at the head of cq at ps. */
static void answer(struct tb_pcie *b, uint64_t ps, uint64_t value)
{
    const struct ubn_pcie_cq *item = ubn_portq_head(&b->ports->cq, NULL);
    struct ubn_pcie_req req;
    struct ubn_tlp beat = {.last = true};

    assert_non_null(item);
    ubn_pcie_req_unpack(item->tlp.hdr, &req);
    ubn_portq_pop(&b->ports->cq);
    const struct ubn_pcie_cpl cpl = {.fmt = UBN_PCIE_FMT_DW3_DATA,
                                     .type = UBN_PCIE_TYPE_CPL,
                                     .length_dw = req.length_dw,
                                     .completer_id = TB_REQ_ID,
                                     .byte_count = (uint16_t)(req.length_dw * 4u),
                                     .tag = req.tag,
                                     .lower_addr = (uint8_t)(req.addr << 2 & 0x7fu)};
    ubn_pcie_cpl_pack(&cpl, beat.hdr);
    for (unsigned i = 0; i < 8; i++) {
        beat.data[i] = (uint8_t)(value >> (8 * i));
    }
    assert_int_equal(ubn_pcie_cc(b->pcie, ps, &beat), UBN_OK);
}

static uint64_t store(struct tb_pcie *b, uint64_t ps, uint64_t addr)
{
    uint8_t data[64] = {1};
    uint64_t arrive_ps = 0;

    assert_int_equal(ubn_pcie_host_write(b->pcie, ps, addr, data, 64, 5, &arrive_ps), UBN_OK);
    return arrive_ps;
}

/* ---- idle link ---- */

static void pcie_write_is_visible_after_write_ps(void **state)
{
    struct tb_pcie b;

    (void)state;
    tb_pcie_open(&b, &tb_pcie_config);
    assert_int_equal(tb_pcie_write(&b, 1000, 0x1000, 64, 0x5a), 1000 + WRITE_PS);
    tb_pcie_run(&b, 1000 + WRITE_PS - 1);
    assert_int_equal(tb_pcie_byte(&b, 0x1000), 0);
    assert_false(ubn_pcie_idle(b.pcie));
    tb_pcie_run(&b, 1000 + WRITE_PS);
    assert_int_equal(tb_pcie_byte(&b, 0x1000), 0x5a);
    assert_int_equal(tb_pcie_byte(&b, 0x103f), 0x5a);
    assert_int_equal(b.n_seen, 1);
    assert_int_equal(b.seen[0].accept_ps, 1000);
    assert_int_equal(b.seen[0].ps, 1000 + WRITE_PS);
    assert_int_equal(b.seen[0].addr, 0x1000);
    assert_int_equal(b.seen[0].len_bytes, 64);
    assert_true(ubn_pcie_idle(b.pcie));
    tb_pcie_close(&b);
}

static void pcie_read_completes_after_read_ps(void **state)
{
    struct tb_pcie b;
    uint64_t ps = 0;

    (void)state;
    tb_pcie_open(&b, &tb_pcie_config);
    const struct ubn_pcie_done done = tb_pcie_read(&b, 1000, 3, 0x1000, 64);
    assert_int_equal(done.data_ps, 1000 + READ_PS);
    assert_int_equal(done.mem_ps, 0);
    tb_pcie_run(&b, 0);
    const struct ubn_pcie_rc item = tb_pcie_take(&b, &ps);
    assert_int_equal(ps, 1000 + READ_PS);
    assert_true(item.first && item.last && item.tlp.last);
    assert_int_equal(item.accept_ps, 1000);
    assert_true(ubn_pcie_idle(b.pcie));
    tb_pcie_close(&b);
}

static void pcie_store_and_load_take_mmio_ps_each_way(void **state)
{
    struct tb_pcie b;
    struct loaded l = {0};
    uint64_t ps = 0;

    (void)state;
    tb_pcie_open(&b, &tb_pcie_config);
    assert_int_equal(store(&b, 0, 0x40), MMIO_PS);
    const struct ubn_pcie_cq *item = ubn_portq_head(&b.ports->cq, &ps);
    assert_int_equal(ps, MMIO_PS);
    assert_int_equal(item->tag, 5);
    ubn_portq_pop(&b.ports->cq);
    assert_int_equal(ubn_pcie_host_read(b.pcie, 1000000, 0x48, 8, load_done, &l), UBN_OK);
    tb_pcie_run(&b, 0);
    assert_non_null(ubn_portq_head(&b.ports->cq, &ps));
    assert_int_equal(ps, 1000000 + MMIO_PS);
    answer(&b, 2000000, 0x1122334455667788u);
    tb_pcie_run(&b, 0);
    assert_int_equal(l.n, 1);
    assert_int_equal(l.ps, 2000000 + MMIO_PS);
    assert_true(l.ok && l.value == 0x1122334455667788u);
    assert_true(ubn_pcie_idle(b.pcie));
    tb_pcie_close(&b);
}

static void pcie_store_takes_no_time_when_cpu_is_on_card(void **state)
{
    struct ubn_pcie_config cfg = tb_pcie_config;
    struct tb_pcie b;
    struct loaded l = {0};
    uint64_t ps = 1;

    (void)state;
    cfg.mmio_ps = 0;
    tb_pcie_open(&b, &cfg);
    assert_int_equal(store(&b, 0, 0), 0);
    assert_non_null(ubn_portq_head(&b.ports->cq, &ps));
    assert_int_equal(ps, 0);
    ubn_portq_pop(&b.ports->cq);
    assert_int_equal(tb_pcie_read(&b, 50000, 0, 0, 64).data_ps, 50000 + READ_PS);
    assert_int_equal(ubn_pcie_host_read(b.pcie, 50000, 0, 4, load_done, &l), UBN_OK);
    tb_pcie_run(&b, 60000);
    answer(&b, 60000, 0xffffffff00000009u);
    tb_pcie_run(&b, 0);
    assert_int_equal(l.ps, 60001);
    assert_int_equal(l.value, 9);
    tb_pcie_close(&b);
}

static void pcie_store_has_its_time_when_reads_are_faster(void **state)
{
    struct ubn_pcie_config cfg = tb_pcie_config;
    struct tb_pcie b;
    const uint8_t value = 0x5c;
    uint64_t ps = 0;

    (void)state;
    cfg.read_ps = 101;
    tb_pcie_open(&b, &cfg);
    assert_int_equal(ubn_mem_write(b.mem, 0, 1, &value), UBN_OK);
    assert_int_equal(store(&b, 0, 0), MMIO_PS);
    assert_int_equal(store(&b, 0, 64), MMIO_PS);
    assert_int_equal(tb_pcie_read(&b, 0, 0, 0, 64).data_ps, 101);
    tb_pcie_run(&b, 0);
    assert_non_null(ubn_portq_head(&b.ports->cq, &ps));
    assert_int_equal(ps, MMIO_PS);
    ubn_portq_pop(&b.ports->cq);
    assert_non_null(ubn_portq_head(&b.ports->cq, &ps));
    assert_int_equal(ps, MMIO_PS + tb_gen3_ps(90));
    /* memory is looked at in the moment in which the completion leaves: before it leaves */
    assert_int_equal(tb_pcie_take(&b, &ps).tlp.data[0], value);
    assert_int_equal(ps, 101);
    tb_pcie_close(&b);
}

/* A long packet is whole when the link has carried it; the times hold for 64 B. */
static void pcie_long_write_adds_its_bytes_beyond_64(void **state)
{
    struct ubn_pcie_config cfg = tb_pcie_config;
    struct tb_pcie b;

    (void)state;
    cfg.mps_bytes = 4096;
    tb_pcie_open(&b, &cfg);
    assert_int_equal(tb_pcie_write(&b, 0, 0, 4096, 1), WRITE_PS + tb_gen3_ps(4096 - 64));
    tb_pcie_close(&b);
}

/* ---- busy link ---- */

static uint64_t visible_of_last(unsigned n, uint32_t bytes)
{
    struct tb_pcie b;
    uint64_t visible_ps = 0;

    tb_pcie_open(&b, &tb_pcie_config);
    for (unsigned i = 0; i < n; i++) {
        visible_ps = tb_pcie_write(&b, 0, (uint64_t)i * bytes, bytes, 1);
    }
    tb_pcie_run(&b, 0);
    assert_int_equal(ubn_engine_now_ps(b.engine), visible_ps);
    tb_pcie_close(&b);
    return visible_ps;
}

static void pcie_writes_of_64_bytes_reach_87_5_million_per_second(void **state)
{
    enum { N = 3501 };
    (void)state;
    /* exactly 90 B each: 7876.923 MB/s / 90 B = 87.52 M/s */
    const uint64_t last_ps = visible_of_last(N, 64) - WRITE_PS;

    assert_int_equal(last_ps, tb_gen3_ps(UINT64_C(90) * (N - 1)));
    const uint64_t per_s = (N - 1) * UINT64_C(1000000000000) / last_ps;
    assert_in_range(per_s, 87500000, 87540000);
    print_message("    64 B writes: %.2f M/s\n", (double)per_s / 1e6);
}

static void pcie_writes_of_256_bytes_are_91_percent_efficient(void **state)
{
    enum { N = 1001 };
    (void)state;
    const uint64_t last_ps = visible_of_last(N, 256) - WRITE_PS - tb_gen3_ps(256 - 64);
    const uint64_t ideal_ps = tb_gen3_ps(UINT64_C(256) * (N - 1));

    assert_in_range(ideal_ps * 1000 / last_ps, 907, 908); /* 256 / 282 */
    print_message("    256 B writes: %.2f GB/s\n", 256.0 * (N - 1) * 1000 / (double)last_ps);
}

static void pcie_rq_ready_falls_when_the_queue_is_full(void **state)
{
    struct tb_pcie b;
    unsigned n = 0;

    (void)state;
    tb_pcie_open(&b, &tb_pcie_config);
    while (ubn_pcie_rq_ready(b.pcie, 0)) {
        (void)tb_pcie_write(&b, 0, (uint64_t)n++ * 64, 64, 1);
    }
    assert_int_equal(n, UBN_PCIE_TX_QUEUE_BYTES / 90 + 1);
    /* again ready when the backlog is that of the queue */
    const uint64_t again_ps = tb_gen3_ps(90 * n) - tb_gen3_ps(UBN_PCIE_TX_QUEUE_BYTES);
    assert_false(ubn_pcie_rq_ready(b.pcie, again_ps - 1));
    assert_true(ubn_pcie_rq_ready(b.pcie, again_ps));
    tb_pcie_close(&b);
}

/* Last arrival of a 4 KiB read, with `writes` of 64 B right behind it. */
static uint64_t last_completion(unsigned writes, uint64_t *visible_ps_out)
{
    struct tb_pcie b;
    uint64_t ps = 0;

    tb_pcie_open(&b, &tb_pcie_config);
    (void)tb_pcie_read(&b, 0, 0, 0, 4096);
    for (unsigned i = 0; i < writes; i++) {
        *visible_ps_out = tb_pcie_write(&b, 0, 0x8000 + 64 * i, 64, 1);
    }
    tb_pcie_run(&b, 0);
    while (ubn_portq_count(&b.ports->rc) > 0) {
        (void)tb_pcie_take(&b, &ps);
    }
    tb_pcie_close(&b);
    return ps;
}

static void pcie_writes_and_completions_do_not_share_a_direction(void **state)
{
    uint64_t visible_ps = 0;

    (void)state;
    const uint64_t alone_ps = last_completion(0, &visible_ps);
    assert_int_equal(alone_ps, READ_PS + tb_gen3_ps(90 * 63));
    assert_int_equal(last_completion(100, &visible_ps), alone_ps);
    /* the writes wait for the request of the read only */
    assert_int_equal(visible_ps, WRITE_PS + tb_gen3_ps(26 + 90 * 99));
}

static void pcie_stores_and_completions_share_a_direction(void **state)
{
    struct tb_pcie b;
    uint64_t ps = 0;
    uint64_t first_ps = 0;

    (void)state;
    tb_pcie_open(&b, &tb_pcie_config);
    /* Completions come to the link at 350 ns: a store of that time waits for all, one that came a
     * ps before goes first. */
    (void)tb_pcie_read(&b, 0, 0, 0, 4096);
    tb_pcie_run(&b, READ_PS - MMIO_PS - 1);
    assert_int_equal(store(&b, READ_PS - MMIO_PS - 1, 0), READ_PS - 1);
    tb_pcie_run(&b, READ_PS - MMIO_PS);
    const uint64_t arrive_ps = store(&b, READ_PS - MMIO_PS, 0x40);
    tb_pcie_run(&b, 0);
    (void)tb_pcie_take(&b, &first_ps);
    assert_int_equal(first_ps, READ_PS - 1 + tb_gen3_ps(90));
    while (ubn_portq_count(&b.ports->rc) > 0) {
        (void)tb_pcie_take(&b, &ps);
    }
    assert_int_equal(ps, READ_PS - 1 + tb_gen3_ps(90 * 64));
    assert_int_equal(arrive_ps, READ_PS - 1 + tb_gen3_ps(90 * 65));
    ubn_portq_pop(&b.ports->cq);
    assert_non_null(ubn_portq_head(&b.ports->cq, &ps));
    assert_int_equal(ps, arrive_ps);
    tb_pcie_close(&b);
}

/* ---- order ---- */

static void pcie_read_sees_writes_accepted_before_and_not_after(void **state)
{
    struct tb_pcie b;
    uint64_t ps = 0;

    (void)state;
    tb_pcie_open(&b, &tb_pcie_config);
    (void)tb_pcie_write(&b, 0, 0x1000, 64, 1);
    (void)tb_pcie_read(&b, 0, 0, 0x1000, 64);
    (void)tb_pcie_write(&b, 0, 0x1000, 64, 2);
    tb_pcie_run(&b, 0);
    assert_int_equal(tb_pcie_take(&b, &ps).tlp.data[0], 1);
    assert_int_equal(tb_pcie_byte(&b, 0x1000), 2);
    tb_pcie_close(&b);
}

static void pcie_read_pushes_slow_writes(void **state)
{
    struct ubn_pcie_config cfg = tb_pcie_config;
    struct tb_pcie b;
    uint64_t ps = 0;

    (void)state;
    cfg.write_ps = 1000000;
    tb_pcie_open(&b, &cfg);
    (void)tb_pcie_read(&b, 0, 0, 0x1000, 64);
    const uint64_t visible_ps = tb_pcie_write(&b, 1000, 0x1000, 64, 1);
    const struct ubn_pcie_done done = tb_pcie_read(&b, 50000, 1, 0x1000, 64);
    assert_int_equal(done.data_ps, visible_ps + READ_PS / 2);
    tb_pcie_run(&b, 0);
    assert_int_equal(tb_pcie_take(&b, &ps).tlp.data[0], 0);
    assert_int_equal(ps, READ_PS);
    assert_int_equal(tb_pcie_take(&b, &ps).tlp.data[0], 1);
    assert_int_equal(ps, visible_ps + READ_PS / 2);
    tb_pcie_close(&b);
}

static void pcie_answer_to_load_pushes_writes(void **state)
{
    struct tb_pcie b;
    struct loaded l = {0};

    (void)state;
    tb_pcie_open(&b, &tb_pcie_config);
    assert_int_equal(ubn_pcie_host_read(b.pcie, 0, 0, 8, load_done, &l), UBN_OK);
    const uint64_t visible_ps = tb_pcie_write(&b, 200000, 0, 64, 1);
    answer(&b, 201000, 0);
    tb_pcie_run(&b, 0);
    assert_int_equal(l.ps, visible_ps);
    tb_pcie_close(&b);
}

static void pcie_writes_become_visible_in_order(void **state)
{
    struct ubn_pcie_config cfg = tb_pcie_config;
    struct tb_pcie b;

    (void)state;
    cfg.mps_bytes = 4096;
    tb_pcie_open(&b, &cfg);
    const uint64_t long_ps = tb_pcie_write(&b, 0, 0x1000, 4096, 1);
    const uint64_t short_ps = tb_pcie_write(&b, 1, 0x1ffd, 2, 2);
    assert_true(short_ps > long_ps);
    tb_pcie_run(&b, 0);
    assert_int_equal(b.n_seen, 2);
    assert_int_equal(b.seen[0].addr, 0x1000);
    assert_int_equal(b.seen[1].addr, 0x1ffd);
    assert_int_equal(b.seen[1].len_bytes, 2);
    assert_int_equal(tb_pcie_byte(&b, 0x1ffc), 1);
    assert_int_equal(tb_pcie_byte(&b, 0x1ffd), 2);
    assert_int_equal(tb_pcie_byte(&b, 0x1ffe), 2);
    assert_int_equal(tb_pcie_byte(&b, 0x1fff), 1);
    tb_pcie_close(&b);
}

/* ---- published preset ---- */

static void pcie_mem_extra_charges_reads_outside_queue_regions(void **state)
{
    struct ubn_pcie_config cfg = tb_pcie_config;
    struct tb_pcie b;
    uint64_t ps = 0;

    (void)state;
    cfg.mem_extra = true;
    tb_pcie_open(&b, &cfg);
    assert_int_equal(ubn_pcie_queue_region(b.pcie, 0x10000, 0x1000, false), UBN_OK);
    assert_int_equal(ubn_pcie_queue_region(b.pcie, 0x8000, 0x40, true), UBN_OK);
    struct ubn_pcie_done done = tb_pcie_read(&b, 0, 0, 0x10fc0, 64);
    assert_int_equal(done.data_ps, READ_PS);
    assert_int_equal(done.mem_ps, 0);
    assert_int_equal(tb_pcie_read(&b, 1000000, 1, 0x8000, 64).mem_ps, 0);
    done = tb_pcie_read(&b, 2000000, 2, 0x11000, 64);
    assert_int_equal(done.data_ps, 2000000 + READ_PS + TB_HIT_PS);
    assert_int_equal(done.mem_ps, TB_HIT_PS);
    /* the bank is busy for one beat of 2 ns; the request before took the link for 26 B */
    done = tb_pcie_read(&b, 2000000, 3, 0x11040, 64);
    assert_int_equal(done.mem_ps, TB_HIT_PS);
    assert_int_equal(tb_pcie_read(&b, 3000000, 4, 0xffc0, 64).mem_ps, TB_HIT_PS);
    tb_pcie_run(&b, 0);
    assert_int_equal(tb_pcie_take(&b, &ps).mem_ps, 0);
    assert_int_equal(tb_pcie_take(&b, &ps).mem_ps, 0);
    assert_int_equal(tb_pcie_take(&b, &ps).mem_ps, TB_HIT_PS);
    assert_int_equal(ps, 2000000 + READ_PS + TB_HIT_PS);
    tb_pcie_close(&b);
}

static void pcie_cqe_after_payload_delays_records_only(void **state)
{
    struct ubn_pcie_config cfg = tb_pcie_config;
    struct tb_pcie b;

    (void)state;
    cfg.cqe_after_payload = true;
    tb_pcie_open(&b, &cfg);
    assert_int_equal(ubn_pcie_queue_region(b.pcie, 0x8000, 0x100, true), UBN_OK);
    assert_int_equal(ubn_pcie_queue_region(b.pcie, 0x9000, 0x100, false), UBN_OK);
    /* no payload before: as any write */
    assert_int_equal(tb_pcie_write(&b, 0, 0x8000, 64, 1), WRITE_PS);
    /* after the payload is visible, another write_ps */
    assert_int_equal(tb_pcie_write(&b, 1000000, 0x1000, 64, 2), 1000000 + WRITE_PS);
    assert_int_equal(tb_pcie_write(&b, 1003000, 0x8040, 64, 2), 1000000 + 2 * WRITE_PS);
    /* that payload is behind a record now; a later one is not held back by the record */
    assert_int_equal(tb_pcie_write(&b, 1050000, 0x2000, 64, 4), 1050000 + WRITE_PS);
    assert_int_equal(tb_pcie_write(&b, 1100000, 0x8080, 64, 3), 1050000 + 2 * WRITE_PS);
    assert_int_equal(tb_pcie_write(&b, 1200000, 0x80c0, 64, 3), 1050000 + 2 * WRITE_PS);
    /* a read sees the records that were accepted before it */
    const struct ubn_pcie_done done = tb_pcie_read(&b, 1250000, 0, 0x8080, 64);
    assert_int_equal(done.data_ps, 1050000 + 2 * WRITE_PS + READ_PS / 2);
    tb_pcie_run(&b, 0);
    assert_int_equal(tb_pcie_take(&b, &(uint64_t){0}).tlp.data[0], 3);
    /* long after the payload: its own acceptance counts */
    assert_int_equal(tb_pcie_write(&b, 5000000, 0x1000, 64, 2), 5000000 + WRITE_PS);
    assert_int_equal(tb_pcie_write(&b, 6000000, 0x8040, 64, 2), 6000000 + WRITE_PS);
    tb_pcie_close(&b);
}

static void pcie_records_follow_their_payload_at_once_without_the_terms(void **state)
{
    struct tb_pcie b;

    (void)state;
    tb_pcie_open(&b, &tb_pcie_config);
    assert_int_equal(ubn_pcie_queue_region(b.pcie, 0x8000, 0x100, true), UBN_OK);
    assert_int_equal(tb_pcie_write(&b, 0, 0x1000, 64, 2), WRITE_PS);
    assert_int_equal(tb_pcie_write(&b, 50000, 0x8000, 64, 2), 50000 + WRITE_PS);
    const struct ubn_pcie_done done = tb_pcie_read(&b, 100000, 0, 0x1000, 64);
    assert_int_equal(done.data_ps, 100000 + READ_PS);
    assert_int_equal(done.mem_ps, 0);
    tb_pcie_close(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pcie_write_is_visible_after_write_ps),
        cmocka_unit_test(pcie_read_completes_after_read_ps),
        cmocka_unit_test(pcie_store_and_load_take_mmio_ps_each_way),
        cmocka_unit_test(pcie_store_takes_no_time_when_cpu_is_on_card),
        cmocka_unit_test(pcie_store_has_its_time_when_reads_are_faster),
        cmocka_unit_test(pcie_long_write_adds_its_bytes_beyond_64),
        cmocka_unit_test(pcie_writes_of_64_bytes_reach_87_5_million_per_second),
        cmocka_unit_test(pcie_writes_of_256_bytes_are_91_percent_efficient),
        cmocka_unit_test(pcie_rq_ready_falls_when_the_queue_is_full),
        cmocka_unit_test(pcie_writes_and_completions_do_not_share_a_direction),
        cmocka_unit_test(pcie_stores_and_completions_share_a_direction),
        cmocka_unit_test(pcie_read_sees_writes_accepted_before_and_not_after),
        cmocka_unit_test(pcie_read_pushes_slow_writes),
        cmocka_unit_test(pcie_answer_to_load_pushes_writes),
        cmocka_unit_test(pcie_writes_become_visible_in_order),
        cmocka_unit_test(pcie_mem_extra_charges_reads_outside_queue_regions),
        cmocka_unit_test(pcie_cqe_after_payload_delays_records_only),
        cmocka_unit_test(pcie_records_follow_their_payload_at_once_without_the_terms),
    };

    return cmocka_run_group_tests_name("pcie", tests, NULL, NULL);
}
