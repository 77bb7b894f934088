/* SPDX-License-Identifier: Apache-2.0 */
/* test_scoreboard: the judges of memory and of completions. */
#define _DEFAULT_SOURCE
#include "ubn/scoreboard.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define BASE UINT64_C(0x1003) /* regions need no alignment */
#define SIZE 9000u            /* more than two chunks of the check */
#define SEED UINT64_C(77)

/* Real memory, both boards, and their log. */
struct bench {
    struct ubn_memboard *mem;
    struct ubn_cplboard *cpl;
    FILE *log;
    char *text;
    size_t len;
    uint8_t real[SIZE];
};

static int bench_open(void **state)
{
    struct bench *b = calloc(1, sizeof(*b));

    assert_non_null(b);
    b->log = open_memstream(&b->text, &b->len);
    assert_non_null(b->log);
    assert_int_equal(ubn_memboard_create("n1", b->log, &b->mem), UBN_OK);
    assert_int_equal(ubn_cplboard_create(b->log, &b->cpl), UBN_OK);
    *state = b;
    return 0;
}

/* As bench_open, with one region over the whole real memory. */
static int bench_open_region(void **state)
{
    bench_open(state);
    struct bench *b = *state;

    assert_int_equal(ubn_memboard_region(b->mem, BASE, SIZE, SEED), UBN_OK);
    ubn_pattern_fill(SEED, BASE, b->real, SIZE);
    return 0;
}

static int bench_close(void **state)
{
    struct bench *b = *state;

    ubn_memboard_destroy(b->mem);
    ubn_cplboard_destroy(b->cpl);
    fclose(b->log);
    free(b->text);
    free(b);
    return 0;
}

static bool logged(struct bench *b, const char *text)
{
    fflush(b->log);
    return strstr(b->text, text) != NULL;
}

static enum ubn_status read_real(void *ctx, uint64_t addr, size_t len_bytes, uint8_t *data)
{
    const struct bench *b = ctx;

    memcpy(data, &b->real[addr - BASE], len_bytes);
    return UBN_OK;
}

static enum ubn_status read_fails(void *ctx, uint64_t addr, size_t len_bytes, uint8_t *data)
{
    (void)ctx;
    (void)addr;
    (void)len_bytes;
    (void)data;
    return UBN_ERR_IO;
}

static enum ubn_status check(struct bench *b, uint64_t *bad)
{
    return ubn_memboard_check(b->mem, read_real, b, bad);
}

static void pattern_is_a_pure_function_of_seed_and_address(void **state)
{
    uint8_t whole[300];
    uint8_t part[300];
    unsigned histogram[256] = {0};

    (void)state;
    ubn_pattern_fill(5, 1000, whole, sizeof(whole));
    for (size_t from = 0; from < 20; from++) {
        ubn_pattern_fill(5, 1000 + from, part, 100);
        assert_memory_equal(part, whole + from, 100);
        assert_int_equal(ubn_pattern_byte(5, 1000 + from), whole[from]);
    }
    ubn_pattern_fill(6, 1000, part, sizeof(part));
    assert_memory_not_equal(part, whole, sizeof(part));
    for (uint64_t a = 0; a < 65536; a++) {
        histogram[ubn_pattern_byte(1, a)]++;
    }
    for (size_t v = 0; v < 256; v++) { /* 256 expected each; +-5 sigma */
        assert_in_range(histogram[v], 176, 336);
    }
}

static void pattern_equals_the_published_generator(void **state)
{
    /* seed 0: the splitmix64 sequence from state 0, little-endian; first value 0xE220A8397B1DCDAF.
     * Source: Vigna, splitmix64.c reference output. */
    const uint8_t first[8] = {0xAF, 0xCD, 0x1D, 0x7B, 0x39, 0xA8, 0x20, 0xE2};
    uint8_t got[8];

    (void)state;
    ubn_pattern_fill(0, 0, got, sizeof(got));
    assert_memory_equal(got, first, sizeof(first));
}

/* B95: any single wrong byte is found, the first and the last of every size included. */
static void memory_check_finds_every_single_wrong_byte(void **state)
{
    struct bench *b = *state;
    static const size_t sizes[] = {1, 2, 63, 64, 65, 4096};
    uint8_t data[4096];

    for (size_t s = 0; s < sizeof(sizes) / sizeof(sizes[0]); s++) {
        ubn_pattern_fill(1000 + s, 0, data, sizes[s]);
        assert_int_equal(ubn_memboard_expect(b->mem, BASE + 700, data, sizes[s], 3), UBN_OK);
        memcpy(&b->real[700], data, sizes[s]);
    }
    assert_int_equal(check(b, NULL), UBN_OK);
    for (size_t i = 0; i < SIZE; i++) {
        uint64_t bad = 0;

        b->real[i] ^= (uint8_t)(1u << (i % 8));
        assert_int_equal(check(b, &bad), UBN_ERR_CHECK);
        assert_int_equal(bad, 1);
        b->real[i] ^= (uint8_t)(1u << (i % 8));
    }
    assert_int_equal(check(b, NULL), UBN_OK);
}

static void memory_check_names_address_bytes_and_owner(void **state)
{
    struct bench *b = *state;
    const uint8_t data[4] = {0x11, 0x22, 0x33, 0x44};
    uint64_t bad = 0;

    assert_int_equal(ubn_memboard_expect(b->mem, BASE + 100, data, 4, 41), UBN_OK);
    assert_int_equal(ubn_memboard_expect(b->mem, BASE + 102, data, 4, 42), UBN_OK);
    memcpy(&b->real[100], data, 2);
    memcpy(&b->real[102], data, 4);
    b->real[101] = 0xEE; /* still of the first operation */
    b->real[103] = 0xDD; /* covered by both: the newer answers for it */
    b->real[99] ^= 0xFF; /* just before */
    assert_int_equal(check(b, &bad), UBN_ERR_CHECK);
    assert_int_equal(bad, 3);
    assert_true(logged(b, "memory n1: at 0x1066 expected"));
    assert_true(logged(b, "to be left untouched"));
    assert_true(logged(b, "at 0x106a expected 0x22, got 0xdd, operation 42"));
    b->real[99] ^= 0xFF;
    b->real[103] = 0x22;
    assert_int_equal(check(b, &bad), UBN_ERR_CHECK);
    assert_true(logged(b, "at 0x1068 expected 0x22, got 0xee, operation 41"));
}

static void memory_check_finds_writes_that_did_not_happen(void **state)
{
    struct bench *b = *state;
    const uint8_t data[2] = {(uint8_t)~b->real[0], (uint8_t)~b->real[1]};
    uint64_t bad = 0;

    assert_int_equal(ubn_memboard_expect(b->mem, BASE, data, 2, 1), UBN_OK);
    assert_int_equal(check(b, &bad), UBN_ERR_CHECK);
    assert_int_equal(bad, 2);
}

static void memory_check_range_looks_only_at_its_range(void **state)
{
    struct bench *b = *state;

    b->real[500] ^= 1;
    assert_int_equal(ubn_memboard_check_range(b->mem, BASE, 500, read_real, b, NULL), UBN_OK);
    assert_int_equal(ubn_memboard_check_range(b->mem, BASE + 501, SIZE - 501, read_real, b, NULL),
                     UBN_OK);
    assert_int_equal(ubn_memboard_check_range(b->mem, BASE, 501, read_real, b, NULL),
                     UBN_ERR_CHECK);
    assert_int_equal(ubn_memboard_check_range(b->mem, BASE + 500, 1, read_real, b, NULL),
                     UBN_ERR_CHECK);
    assert_int_equal(ubn_memboard_check_range(b->mem, BASE, SIZE + 1, read_real, b, NULL),
                     UBN_ERR_ARG);
}

static void memory_check_prints_ten_places_and_counts_all(void **state)
{
    struct bench *b = *state;
    uint64_t bad = 0;

    for (size_t i = 0; i < SIZE; i += 3) {
        b->real[i] ^= 1;
    }
    assert_int_equal(check(b, &bad), UBN_ERR_CHECK);
    assert_int_equal(bad, SIZE / 3);
    assert_true(logged(b, "3000 wrong bytes in 3000 places"));
    size_t lines = 0;

    for (const char *p = b->text; *p != '\0'; p++) {
        lines += *p == '\n' ? 1 : 0;
    }
    assert_int_equal(lines, 11);
}

static void memory_check_passes_on_errors_of_the_reader(void **state)
{
    struct bench *b = *state;

    assert_int_equal(ubn_memboard_check(b->mem, read_fails, NULL, NULL), UBN_ERR_IO);
}

static void memory_board_refuses_ranges_outside_its_regions(void **state)
{
    struct bench *b = *state;
    const uint8_t data[2] = {0};

    assert_int_equal(ubn_memboard_expect(b->mem, BASE - 1, data, 2, 0), UBN_ERR_ARG);
    assert_int_equal(ubn_memboard_expect(b->mem, BASE + SIZE - 1, data, 2, 0), UBN_ERR_ARG);
    assert_int_equal(ubn_memboard_expect(b->mem, UINT64_MAX, data, 2, 0), UBN_ERR_ARG);
    assert_int_equal(ubn_memboard_expect(b->mem, 0, data, 0, 0), UBN_OK);
    assert_int_equal(ubn_memboard_region(b->mem, BASE + SIZE - 1, 10, 0), UBN_ERR_ARG);
    assert_int_equal(ubn_memboard_region(b->mem, BASE - 5, 6, 0), UBN_ERR_ARG);
    assert_int_equal(ubn_memboard_region(b->mem, BASE - 5, 5, 0), UBN_OK);
    assert_int_equal(ubn_memboard_region(b->mem, BASE + SIZE, 5, 0), UBN_OK);
    assert_int_equal(ubn_memboard_region(b->mem, 0, 0, 0), UBN_ERR_ARG);
    assert_int_equal(ubn_memboard_expect(b->mem, BASE + SIZE - 1, data, 2, 0), UBN_ERR_ARG);
}

static void memory_check_refuses_to_pass_without_regions(void **state)
{
    struct bench *b = *state;

    assert_int_equal(check(b, NULL), UBN_ERR_ARG);
}

static struct ubn_cpl_key key(uint32_t node, uint32_t queue, uint32_t id)
{
    return (struct ubn_cpl_key){node, queue, id};
}

static void completions_pass_when_each_comes_once_in_any_order(void **state)
{
    struct bench *b = *state;
    enum { N = 20000 };

    for (uint32_t i = 0; i < N; i++) {
        assert_int_equal(ubn_cplboard_post(b->cpl, key(i % 2, i % 64, i / 64), 0, i), UBN_OK);
    }
    for (uint32_t i = N; i-- > 0;) {
        assert_int_equal(ubn_cplboard_outstanding(b->cpl), i + 1);
        assert_int_equal(ubn_cplboard_complete(b->cpl, key(i % 2, i % 64, i / 64), 0, i), UBN_OK);
    }
    assert_int_equal(ubn_cplboard_posted(b->cpl), N);
    assert_int_equal(ubn_cplboard_finish(b->cpl), UBN_OK);
}

static void completions_keep_nodes_apart_when_queue_and_id_are_equal(void **state)
{
    struct bench *b = *state;
    enum { NODES = 2000 };

    for (uint32_t n = 0; n < NODES; n++) {
        assert_int_equal(ubn_cplboard_post(b->cpl, key(n, 7, 7), 0, n), UBN_OK);
    }
    for (uint32_t n = 0; n < NODES; n++) {
        assert_int_equal(ubn_cplboard_complete(b->cpl, key(n, 7, 7), 0, n), UBN_OK);
    }
}

static void completions_fail_when_one_comes_twice(void **state)
{
    struct bench *b = *state;

    ubn_cplboard_post(b->cpl, key(0, 1, 2), 0, 64);
    assert_int_equal(ubn_cplboard_complete(b->cpl, key(0, 1, 2), 0, 64), UBN_OK);
    assert_int_equal(ubn_cplboard_complete(b->cpl, key(0, 1, 2), 0, 64), UBN_ERR_CHECK);
    assert_true(logged(b, "node 0 queue 1 id 2: completed twice"));
    assert_int_equal(ubn_cplboard_finish(b->cpl), UBN_ERR_CHECK);
}

static void completions_fail_when_one_was_never_posted(void **state)
{
    struct bench *b = *state;

    ubn_cplboard_post(b->cpl, key(0, 1, 2), 0, 64);
    assert_int_equal(ubn_cplboard_complete(b->cpl, key(1, 1, 2), 0, 64), UBN_ERR_CHECK);
    assert_int_equal(ubn_cplboard_complete(b->cpl, key(0, 2, 2), 0, 64), UBN_ERR_CHECK);
    assert_int_equal(ubn_cplboard_complete(b->cpl, key(0, 1, 3), 0, 64), UBN_ERR_CHECK);
    assert_true(logged(b, "node 0 queue 1 id 3: completed but never posted"));
    assert_int_equal(ubn_cplboard_outstanding(b->cpl), 1);
}

static void completions_fail_when_one_is_missing(void **state)
{
    struct bench *b = *state;

    ubn_cplboard_post(b->cpl, key(0, 1, 2), 0, 64);
    assert_int_equal(ubn_cplboard_finish(b->cpl), UBN_ERR_CHECK);
    assert_true(logged(b, "node 0 queue 1 id 2: never came"));
}

static void completions_fail_when_status_or_bytes_are_wrong(void **state)
{
    struct bench *b = *state;

    ubn_cplboard_post(b->cpl, key(0, 1, 2), 0, 64);
    ubn_cplboard_post(b->cpl, key(0, 1, 3), 2, 0);
    ubn_cplboard_post(b->cpl, key(0, 1, 4), 0, 64);
    assert_int_equal(ubn_cplboard_complete(b->cpl, key(0, 1, 2), 1, 64), UBN_ERR_CHECK);
    assert_int_equal(ubn_cplboard_complete(b->cpl, key(0, 1, 3), 0, 0), UBN_ERR_CHECK);
    assert_int_equal(ubn_cplboard_complete(b->cpl, key(0, 1, 4), 0, 63), UBN_ERR_CHECK);
    assert_true(logged(b, "status 0 expected, got 1"));
    assert_true(logged(b, "64 bytes expected, got 63"));
    assert_int_equal(ubn_cplboard_outstanding(b->cpl), 0);
    assert_int_equal(ubn_cplboard_finish(b->cpl), UBN_ERR_CHECK);
}

static void completions_allow_an_id_again_only_after_its_completion(void **state)
{
    struct bench *b = *state;

    for (int lap = 0; lap < 3; lap++) { /* a queue whose 16-bit index wraps */
        assert_int_equal(ubn_cplboard_post(b->cpl, key(0, 0, 65535), 0, 8), UBN_OK);
        assert_int_equal(ubn_cplboard_complete(b->cpl, key(0, 0, 65535), 0, 8), UBN_OK);
    }
    assert_int_equal(ubn_cplboard_finish(b->cpl), UBN_OK);
    ubn_cplboard_post(b->cpl, key(0, 0, 1), 0, 8);
    assert_int_equal(ubn_cplboard_post(b->cpl, key(0, 0, 1), 0, 8), UBN_ERR_CHECK);
    assert_true(logged(b, "posted again before its completion"));
}

#define MEMORY_TEST(name) cmocka_unit_test_setup_teardown(name, bench_open_region, bench_close)
#define EMPTY_TEST(name) cmocka_unit_test_setup_teardown(name, bench_open, bench_close)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pattern_is_a_pure_function_of_seed_and_address),
        cmocka_unit_test(pattern_equals_the_published_generator),
        MEMORY_TEST(memory_check_finds_every_single_wrong_byte),
        MEMORY_TEST(memory_check_names_address_bytes_and_owner),
        MEMORY_TEST(memory_check_finds_writes_that_did_not_happen),
        MEMORY_TEST(memory_check_range_looks_only_at_its_range),
        MEMORY_TEST(memory_check_prints_ten_places_and_counts_all),
        MEMORY_TEST(memory_check_passes_on_errors_of_the_reader),
        MEMORY_TEST(memory_board_refuses_ranges_outside_its_regions),
        EMPTY_TEST(memory_check_refuses_to_pass_without_regions),
        EMPTY_TEST(completions_pass_when_each_comes_once_in_any_order),
        EMPTY_TEST(completions_keep_nodes_apart_when_queue_and_id_are_equal),
        EMPTY_TEST(completions_fail_when_one_comes_twice),
        EMPTY_TEST(completions_fail_when_one_was_never_posted),
        EMPTY_TEST(completions_fail_when_one_is_missing),
        EMPTY_TEST(completions_fail_when_status_or_bytes_are_wrong),
        EMPTY_TEST(completions_allow_an_id_again_only_after_its_completion),
    };

    return cmocka_run_group_tests_name("scoreboard", tests, NULL, NULL);
}
