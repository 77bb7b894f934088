/* SPDX-License-Identifier: Apache-2.0 */
/* test_pcie_host: stores and loads of the host through the root complex: their packets byte by
 * byte, their order, what is refused. Their times: test_pcie.c. Messages on stderr belong to it.
 */
#include "tb_pcie.h"

struct loaded {
    uint64_t value;
    unsigned n;
    bool ok;
};

static void load_done(void *ctx, uint64_t ps, bool ok, uint64_t value)
{
    struct loaded *l = ctx;

    (void)ps;
    *l = (struct loaded){.value = value, .ok = ok, .n = l->n + 1};
}

/* MWr64 of 12 B to 0x1_0000_0048, and MRd64 of 8 B, written down byte by byte. */
static void host_packets_are_those_of_the_specification(void **state)
{
    static const uint8_t store[16] = {0x60, 0, 0, 3, 0, 0, 0, 0xff, 0, 0, 0, 1, 0, 0, 0, 0x48};
    static const uint8_t load[16] = {0x20, 0, 0, 2, 0, 0, 0, 0xff, 0, 0, 0, 0, 0, 0, 0x10, 0x08};
    static const uint8_t short_load[16] = {0x20, 0, 0, 1, 0, 0, 1, 0x0f, 0, 0, 0, 0, 0, 0, 0, 0x0c};
    const uint8_t data[12] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
    struct tb_pcie b;

    (void)state;
    tb_pcie_open(&b, &tb_pcie_config);
    assert_int_equal(ubn_pcie_host_write(b.pcie, 0, UINT64_C(0x100000048), data, 12, 42, NULL),
                     UBN_OK);
    assert_int_equal(ubn_pcie_host_read(b.pcie, 0, 0x1008, 8, NULL, NULL), UBN_OK);
    assert_int_equal(ubn_pcie_host_read(b.pcie, 0, 0xc, 4, NULL, NULL), UBN_OK);
    tb_pcie_run(&b, 0);
    const struct ubn_pcie_cq *item = ubn_portq_head(&b.ports->cq, NULL);
    assert_memory_equal(item->tlp.hdr, store, 16);
    assert_memory_equal(item->tlp.data, data, 12);
    assert_true(item->tlp.last && item->tag == 42);
    ubn_portq_pop(&b.ports->cq);
    item = ubn_portq_head(&b.ports->cq, NULL);
    assert_memory_equal(item->tlp.hdr, load, 16);
    assert_true(item->tlp.last && item->tag == UBN_TAG_NONE);
    ubn_portq_pop(&b.ports->cq);
    item = ubn_portq_head(&b.ports->cq, NULL);
    assert_memory_equal(item->tlp.hdr, short_load, 16);
    tb_pcie_close(&b);
}

static void host_refuse_host_requests_that_do_not_fit(void **state)
{
    const uint8_t data[68] = {0};
    struct tb_pcie b;

    (void)state;
    tb_pcie_open(&b, &tb_pcie_config);
    assert_int_equal(ubn_pcie_host_write(b.pcie, 0, 0, data, 0, 0, NULL), UBN_ERR_ARG);
    assert_int_equal(ubn_pcie_host_write(b.pcie, 0, 0, data, 6, 0, NULL), UBN_ERR_ARG);
    assert_int_equal(ubn_pcie_host_write(b.pcie, 0, 0, data, 68, 0, NULL), UBN_ERR_ARG);
    assert_int_equal(ubn_pcie_host_write(b.pcie, 0, 2, data, 4, 0, NULL), UBN_ERR_ARG);
    assert_int_equal(ubn_pcie_host_read(b.pcie, 0, 4, 8, NULL, NULL), UBN_ERR_ARG);
    assert_int_equal(ubn_pcie_host_read(b.pcie, 0, 0, 2, NULL, NULL), UBN_ERR_ARG);
    assert_int_equal(ubn_pcie_host_write(b.pcie, 10, 0, data, 64, 0, NULL), UBN_OK);
    assert_int_equal(ubn_pcie_host_write(b.pcie, 9, 0, data, 64, 0, NULL), UBN_ERR_ARG);
    for (unsigned i = 0; i < 256; i++) {
        assert_int_equal(ubn_pcie_host_read(b.pcie, 10, 0, 4, NULL, NULL), UBN_OK);
    }
    assert_int_equal(ubn_pcie_host_read(b.pcie, 10, 0, 4, NULL, NULL), UBN_ERR_FULL);
    tb_pcie_close(&b);
}

static void store_now(void *ctx, uint64_t tag)
{
    struct tb_pcie *b = ctx;
    const uint8_t data[4] = {0};

    assert_int_equal(
        ubn_pcie_host_write(b->pcie, ubn_engine_now_ps(b->engine), 0, data, 4, tag, NULL), UBN_OK);
}

static void host_stores_keep_their_order_when_due_at_one_time(void **state)
{
    const struct ubn_event_key first = {.phase = 0, .node = 0};
    const uint8_t data[4] = {0};
    struct tb_pcie b;

    (void)state;
    tb_pcie_open(&b, &tb_pcie_config);
    assert_int_equal(ubn_pcie_host_write(b.pcie, 1000, 0, data, 4, 1, NULL), UBN_OK);
    assert_int_equal(ubn_engine_at(b.engine, 1000, &first, store_now, &b, 2), UBN_OK);
    tb_pcie_run(&b, 0);
    for (uint64_t tag = 1; tag <= 2; tag++) {
        const struct ubn_pcie_cq *item = ubn_portq_head(&b.ports->cq, NULL);

        assert_non_null(item);
        assert_int_equal(item->tag, tag);
        ubn_portq_pop(&b.ports->cq);
    }
    tb_pcie_close(&b);
}

static struct ubn_pcie_cpl good_answer(void)
{
    return (struct ubn_pcie_cpl){.fmt = UBN_PCIE_FMT_DW3_DATA,
                                 .type = UBN_PCIE_TYPE_CPL,
                                 .length_dw = 2,
                                 .completer_id = TB_REQ_ID,
                                 .byte_count = 8,
                                 .lower_addr = 0x48};
}

static void host_refuse_wrong_answers_to_loads(void **state)
{
    (void)state;
    for (unsigned what = 0; what <= 13; what++) {
        struct ubn_pcie_cpl cpl = good_answer();
        struct ubn_tlp beat = {.last = what != 1};
        struct loaded l = {0};
        struct tb_pcie b;

        cpl.tag = what == 2;
        cpl.fmt = what == 3 ? UBN_PCIE_FMT_DW4_DATA : cpl.fmt;
        cpl.type = what == 4 ? UBN_PCIE_TYPE_MEM : cpl.type;
        cpl.length_dw = what == 5 ? 1 : cpl.length_dw;
        cpl.byte_count = what == 6 ? 4 : cpl.byte_count;
        cpl.lower_addr = what == 7 ? 0x08 : cpl.lower_addr;
        cpl.completer_id ^= what == 8;
        cpl.requester_id = what == 9;
        cpl.status = what == 10 ? UBN_PCIE_CPL_STATUS_UNSUPPORTED : cpl.status;
        cpl.fmt = what == 11 ? UBN_PCIE_FMT_DW3 : cpl.fmt;
        cpl.ep = what == 12;
        tb_pcie_open(&b, &tb_pcie_config);
        assert_int_equal(ubn_pcie_host_read(b.pcie, 0, 0x1048, 8, load_done, &l), UBN_OK);
        ubn_pcie_cpl_pack(&cpl, beat.hdr);
        assert_int_equal(ubn_pcie_cc(b.pcie, 0, &beat), what % 13 == 0 ? UBN_OK : UBN_ERR_CHECK);
        if (what == 13) { /* a second answer */
            assert_int_equal(ubn_pcie_cc(b.pcie, 0, &beat), UBN_ERR_CHECK);
        }
        tb_pcie_run(&b, 0);
        assert_int_equal(l.n, what % 13 == 0);
        tb_pcie_close(&b);
    }
}

static void host_error_answer_reaches_the_host(void **state)
{
    struct ubn_pcie_cpl cpl = good_answer();
    struct ubn_tlp beat = {.last = true};
    struct loaded l = {0};
    struct tb_pcie b;

    (void)state;
    tb_pcie_open(&b, &tb_pcie_config);
    assert_int_equal(ubn_pcie_host_read(b.pcie, 0, 0x1048, 8, load_done, &l), UBN_OK);
    cpl.fmt = UBN_PCIE_FMT_DW3;
    cpl.length_dw = 0;
    cpl.status = UBN_PCIE_CPL_STATUS_UNSUPPORTED;
    ubn_pcie_cpl_pack(&cpl, beat.hdr);
    assert_int_equal(ubn_pcie_cc(b.pcie, 0, &beat), UBN_OK);
    tb_pcie_run(&b, 0);
    assert_int_equal(l.n, 1);
    assert_true(!l.ok && l.value == UINT64_MAX);
    assert_int_equal(ubn_pcie_counts(b.pcie).load_errors, 1);
    tb_pcie_close(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(host_packets_are_those_of_the_specification),
        cmocka_unit_test(host_refuse_host_requests_that_do_not_fit),
        cmocka_unit_test(host_stores_keep_their_order_when_due_at_one_time),
        cmocka_unit_test(host_refuse_wrong_answers_to_loads),
        cmocka_unit_test(host_error_answer_reaches_the_host),
    };

    return cmocka_run_group_tests_name("pcie_host", tests, NULL, NULL);
}
