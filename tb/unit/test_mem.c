/* SPDX-License-Identifier: Apache-2.0 */
/* test_mem: bytes are kept sparsely, and accesses queue for banks and rows. */
#include "ubn/mem.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define HIT_PS 30000u
#define MISS_PS 70000u
#define BEAT_PS 2000u
#define ROW 8192u

static const struct ubn_mem_config CONFIG = {.bytes = UINT64_C(1) << 40,
                                             .row_hit_ps = HIT_PS,
                                             .row_miss_ps = MISS_PS,
                                             .beat_ps = BEAT_PS,
                                             .row_bytes = ROW,
                                             .banks = 4};

static struct ubn_mem *make(bool open_page)
{
    struct ubn_mem_config cfg = CONFIG;
    struct ubn_mem *mem = NULL;

    cfg.open_page = open_page;
    assert_int_equal(ubn_mem_create(&cfg, &mem), UBN_OK);
    return mem;
}

static uint64_t serve(struct ubn_mem *mem, uint64_t addr, size_t len, uint64_t ps)
{
    uint64_t done_ps = 0;

    assert_int_equal(ubn_mem_service(mem, addr, len, ps, &done_ps), UBN_OK);
    return done_ps;
}

static void mem_reads_zero_when_never_written(void **state)
{
    (void)state;
    struct ubn_mem *mem = make(false);
    uint8_t data[3] = {1, 2, 3};
    const uint8_t zero[3] = {0};

    assert_int_equal(ubn_mem_read(mem, 0xfffffffu, sizeof(data), data), UBN_OK);
    assert_memory_equal(data, zero, sizeof(zero));
    assert_int_equal(ubn_mem_pages(mem), 0);
    ubn_mem_destroy(mem);
}

static void mem_keeps_bytes_when_written_over_page_borders(void **state)
{
    (void)state;
    struct ubn_mem *mem = make(false);
    uint8_t in[300];
    uint8_t out[302];

    for (size_t i = 0; i < sizeof(in); i++) {
        in[i] = (uint8_t)(i * 7 + 1);
    }
    /* 500 pages make the table grow. */
    for (uint64_t page = 1; page <= 500; page++) {
        in[0] = (uint8_t)page;
        assert_int_equal(ubn_mem_write(mem, (page << 17) - 100, sizeof(in), in), UBN_OK);
    }
    for (uint64_t page = 1; page <= 500; page++) {
        in[0] = (uint8_t)page;
        assert_int_equal(ubn_mem_read(mem, (page << 17) - 101, sizeof(out), out), UBN_OK);
        assert_int_equal(out[0], 0);
        assert_memory_equal(out + 1, in, sizeof(in));
        assert_int_equal(out[301], 0);
    }
    assert_int_equal(ubn_mem_pages(mem), 1000);
    ubn_mem_destroy(mem);
}

static void mem_refuses_access_beyond_its_end(void **state)
{
    (void)state;
    struct ubn_mem *mem = make(false);
    uint64_t end = ubn_mem_bytes(mem);
    uint8_t data[2] = {9, 9};
    uint64_t done_ps = 0;

    assert_int_equal(ubn_mem_write(mem, end - 1, 1, data), UBN_OK);
    assert_int_equal(ubn_mem_write(mem, end - 1, 2, data), UBN_ERR_ARG);
    assert_int_equal(ubn_mem_read(mem, end, 1, data), UBN_ERR_ARG);
    assert_int_equal(ubn_mem_read(mem, UINT64_MAX, 2, data), UBN_ERR_ARG);
    assert_int_equal(ubn_mem_service(mem, end, 64, 0, &done_ps), UBN_ERR_ARG);
    ubn_mem_destroy(mem);
}

static void mem_serves_after_one_hit_when_idle(void **state)
{
    (void)state;
    struct ubn_mem *mem = make(false);

    assert_int_equal(serve(mem, 0x40, 64, 1000), 1000 + HIT_PS);
    assert_int_equal(serve(mem, 7 * ROW, 4096, 1000), 1000 + HIT_PS);
    assert_int_equal(ubn_mem_counts(mem).queued, 0);
    ubn_mem_destroy(mem);
}

/* 4096 B take the bank 64 beats of 2 ns: the second access begins at 128 ns, the third, of one
 * beat, at 130 ns. Another bank is free. */
static void mem_queues_when_bank_is_busy(void **state)
{
    (void)state;
    struct ubn_mem *mem = make(false);

    assert_int_equal(serve(mem, 0, 4096, 0), HIT_PS);
    assert_int_equal(serve(mem, 4096, 64, 0), 128000 + HIT_PS);
    assert_int_equal(serve(mem, 4 * ROW, 64, 5000), 130000 + HIT_PS);
    assert_int_equal(serve(mem, ROW, 64, 5000), 5000 + HIT_PS);
    struct ubn_mem_counts c = ubn_mem_counts(mem);
    assert_int_equal(c.accesses, 4);
    assert_int_equal(c.queued, 2);
    assert_int_equal(c.queue_ps, 128000 + 125000);
    ubn_mem_destroy(mem);
}

/* Row 0 opens (miss), hits, row 4 of the same bank misses after bank time 70 - 30 + 2 + 2 ns. */
static void mem_misses_when_row_is_not_open(void **state)
{
    (void)state;
    struct ubn_mem *mem = make(true);

    assert_int_equal(serve(mem, 0, 64, 0), MISS_PS);
    assert_int_equal(serve(mem, 64, 64, 0), 42000 + HIT_PS);
    assert_int_equal(serve(mem, 4 * ROW, 64, 0), 44000 + MISS_PS);
    assert_int_equal(serve(mem, 0, 64, 500000), 500000 + MISS_PS);
    assert_int_equal(ubn_mem_counts(mem).misses, 3);
    ubn_mem_destroy(mem);
}

static void mem_refuses_access_over_row_border_or_back_in_time(void **state)
{
    (void)state;
    struct ubn_mem *mem = make(false);
    uint64_t done_ps = 0;

    assert_int_equal(ubn_mem_service(mem, ROW - 64, 128, 0, &done_ps), UBN_ERR_ARG);
    assert_int_equal(ubn_mem_service(mem, 0, 64, 100, &done_ps), UBN_OK);
    assert_int_equal(ubn_mem_service(mem, 0, 64, 99, &done_ps), UBN_ERR_ARG);
    ubn_mem_destroy(mem);
}

static void mem_refuses_config_when_illegal(void **state)
{
    (void)state;
    struct ubn_mem *mem = NULL;
    struct ubn_mem_config cfg = CONFIG;

    cfg.banks = 0;
    assert_int_equal(ubn_mem_create(&cfg, &mem), UBN_ERR_ARG);
    cfg = CONFIG;
    cfg.row_bytes = 3000;
    assert_int_equal(ubn_mem_create(&cfg, &mem), UBN_ERR_ARG);
    cfg = CONFIG;
    cfg.row_miss_ps = HIT_PS - 1;
    assert_int_equal(ubn_mem_create(&cfg, &mem), UBN_ERR_ARG);
    assert_null(mem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mem_reads_zero_when_never_written),
        cmocka_unit_test(mem_keeps_bytes_when_written_over_page_borders),
        cmocka_unit_test(mem_refuses_access_beyond_its_end),
        cmocka_unit_test(mem_serves_after_one_hit_when_idle),
        cmocka_unit_test(mem_queues_when_bank_is_busy),
        cmocka_unit_test(mem_misses_when_row_is_not_open),
        cmocka_unit_test(mem_refuses_access_over_row_border_or_back_in_time),
        cmocka_unit_test(mem_refuses_config_when_illegal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
