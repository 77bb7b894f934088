/* SPDX-License-Identifier: Apache-2.0 */
/* test_hash: the trace hash. Expected values were computed by a separate Python model of the
 * function stated in ubn/hash.h. */
#include "ubn/hash.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static void hash_equals_the_stated_function(void **state)
{
    struct ubn_hash h = ubn_hash_init();

    (void)state;
    ubn_hash_u64(&h, 1);
    assert_int_equal(h.h, UINT64_C(0x5A8419103EBE48E4));
    ubn_hash_bytes(&h, "abcdefghijk", 11);
    assert_int_equal(h.h, UINT64_C(0x39119CE6009EEFC4));
    ubn_hash_event(&h, UBN_HASH_LINK_TX, 755123, 42, "xyz", 3);
    assert_int_equal(h.h, UINT64_C(0xECF93F68E4590178));
    assert_int_equal(h.words, 1 + 3 + 5);
}

static void hash_differs_when_one_bit_or_the_length_differs(void **state)
{
    uint8_t data[64] = {0};
    struct ubn_hash base = ubn_hash_init();

    (void)state;
    ubn_hash_event(&base, UBN_HASH_AXI_R, 5, 6, data, sizeof(data));
    for (size_t bit = 0; bit < 8 * sizeof(data); bit++) {
        struct ubn_hash h = ubn_hash_init();

        data[bit / 8] = (uint8_t)(1u << (bit % 8));
        ubn_hash_event(&h, UBN_HASH_AXI_R, 5, 6, data, sizeof(data));
        data[bit / 8] = 0;
        assert_int_not_equal(h.h, base.h);
    }
    for (size_t len = 0; len < sizeof(data); len++) {
        struct ubn_hash h = ubn_hash_init();

        ubn_hash_event(&h, UBN_HASH_AXI_R, 5, 6, data, len);
        assert_int_not_equal(h.h, base.h);
    }
}

static void hash_differs_when_time_kind_or_tag_differs(void **state)
{
    const uint64_t variants[4][3] = {{UBN_HASH_LINK_TX, 10, 1},
                                     {UBN_HASH_LINK_RX, 10, 1},
                                     {UBN_HASH_LINK_TX, 11, 1},
                                     {UBN_HASH_LINK_TX, 10, 2}};
    uint64_t seen[4];

    (void)state;
    for (size_t i = 0; i < 4; i++) {
        struct ubn_hash h = ubn_hash_init();

        ubn_hash_event(&h, (enum ubn_hash_event)variants[i][0], variants[i][1], variants[i][2],
                       NULL, 0);
        seen[i] = h.h;
        for (size_t j = 0; j < i; j++) {
            assert_int_not_equal(seen[i], seen[j]);
        }
    }
}

static void hash_differs_when_events_of_a_node_are_swapped(void **state)
{
    struct ubn_hash ab = ubn_hash_init();
    struct ubn_hash ba = ubn_hash_init();

    (void)state;
    ubn_hash_event(&ab, UBN_HASH_LINK_TX, 1, 0, "a", 1);
    ubn_hash_event(&ab, UBN_HASH_LINK_TX, 2, 0, "b", 1);
    ubn_hash_event(&ba, UBN_HASH_LINK_TX, 2, 0, "b", 1);
    ubn_hash_event(&ba, UBN_HASH_LINK_TX, 1, 0, "a", 1);
    assert_int_not_equal(ab.h, ba.h);
}

static void hash_combine_depends_on_node_ids_not_on_evaluation_order(void **state)
{
    struct ubn_hash first[2] = {ubn_hash_init(), ubn_hash_init()};
    struct ubn_hash second[2] = {ubn_hash_init(), ubn_hash_init()};

    (void)state;
    for (uint64_t t = 0; t < 100; t++) { /* node 0 first */
        ubn_hash_u64(&first[0], t);
        ubn_hash_u64(&first[1], t * 3);
    }
    for (uint64_t t = 0; t < 100; t++) { /* node 1 first */
        ubn_hash_u64(&second[1], t * 3);
        ubn_hash_u64(&second[0], t);
    }
    uint64_t hash = ubn_hash_combine(first, 2);
    struct ubn_hash exchanged[2] = {first[1], first[0]};

    assert_int_equal(hash, UINT64_C(0xCB6752D13B40F945));
    assert_int_equal(hash, ubn_hash_combine(second, 2));
    assert_int_not_equal(hash, ubn_hash_combine(exchanged, 2));
    assert_int_not_equal(hash, ubn_hash_combine(first, 1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hash_equals_the_stated_function),
        cmocka_unit_test(hash_differs_when_one_bit_or_the_length_differs),
        cmocka_unit_test(hash_differs_when_time_kind_or_tag_differs),
        cmocka_unit_test(hash_differs_when_events_of_a_node_are_swapped),
        cmocka_unit_test(hash_combine_depends_on_node_ids_not_on_evaluation_order),
    };

    return cmocka_run_group_tests_name("hash", tests, NULL, NULL);
}
