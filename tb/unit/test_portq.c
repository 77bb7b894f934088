/* SPDX-License-Identifier: Apache-2.0 */
/* test_portq: items come out in order, whole, through every growth of the ring. */
#include "ubn/portq.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <string.h>

#include <cmocka.h>

struct item {
    uint64_t number;
    unsigned char body[65];
};

static struct item make_item(uint64_t number)
{
    struct item item;
    memset(&item, 0, sizeof(item));
    item.number = number;
    memset(item.body, (int)(number & 0xff), sizeof(item.body));
    return item;
}

static void push(struct ubn_portq *q, uint64_t ps, uint64_t number)
{
    struct item item = make_item(number);
    assert_int_equal(ubn_portq_push(q, ps, &item), UBN_OK);
}

static void expect_pop(struct ubn_portq *q, uint64_t ps, uint64_t number)
{
    uint64_t got_ps = 0;
    struct item expected = make_item(number);
    const void *got = ubn_portq_head(q, &got_ps);
    assert_non_null(got);
    assert_int_equal(got_ps, ps);
    assert_memory_equal(got, &expected, sizeof(expected));
    ubn_portq_pop(q);
}

static void portq_is_empty_when_new(void **state)
{
    (void)state;
    struct ubn_portq q;
    uint64_t ps = 77;
    ubn_portq_init(&q, sizeof(struct item));
    assert_null(ubn_portq_head(&q, &ps));
    assert_int_equal(ps, 77);
    ubn_portq_pop(&q);
    assert_int_equal(ubn_portq_count(&q), 0);
    ubn_portq_free(&q);
}

static void portq_keeps_order_when_it_grows_with_the_head_anywhere(void **state)
{
    (void)state;
    for (uint64_t offset = 0; offset < 20; offset++) {
        struct ubn_portq q;
        uint64_t in = 0;
        uint64_t out = 0;
        ubn_portq_init(&q, sizeof(struct item));
        for (; in < offset; in++) {
            push(&q, in * 10, in);
        }
        for (; out < offset; out++) {
            expect_pop(&q, out * 10, out);
        }
        for (; in < offset + 100; in++) {
            push(&q, in * 10, in);
        }
        assert_int_equal(ubn_portq_count(&q), 100);
        for (; out < in; out++) {
            expect_pop(&q, out * 10, out);
        }
        ubn_portq_free(&q);
    }
}

static void portq_takes_equal_times_and_refuses_earlier_ones(void **state)
{
    (void)state;
    struct ubn_portq q;
    struct item item = make_item(3);
    ubn_portq_init(&q, sizeof(struct item));
    push(&q, 100, 1);
    push(&q, 100, 2);
    assert_int_equal(ubn_portq_push(&q, 99, &item), UBN_ERR_ARG);
    expect_pop(&q, 100, 1);
    expect_pop(&q, 100, 2);
    assert_int_equal(ubn_portq_push(&q, 99, &item), UBN_ERR_ARG);
    assert_int_equal(ubn_portq_count(&q), 0);
    ubn_portq_free(&q);
}

static void portq_does_not_allocate_when_the_depth_is_steady(void **state)
{
    (void)state;
    struct ubn_portq q;
    ubn_portq_init(&q, sizeof(struct item));
    push(&q, 0, 0);
    const void *memory = q.items;
    for (uint64_t i = 1; i < 1000; i++) {
        push(&q, i, i);
        expect_pop(&q, i - 1, i - 1);
    }
    assert_ptr_equal(q.items, memory);
    ubn_portq_free(&q);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(portq_is_empty_when_new),
        cmocka_unit_test(portq_keeps_order_when_it_grows_with_the_head_anywhere),
        cmocka_unit_test(portq_takes_equal_times_and_refuses_earlier_ones),
        cmocka_unit_test(portq_does_not_allocate_when_the_depth_is_steady),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
