/* SPDX-License-Identifier: Apache-2.0 */
/* test_roce_host: every write of the host goes where its address and length say and nowhere else;
 * writes that nobody takes are counted; registers are read in order with writes. */
/* DUT: roce_host -GQPS=4 */
#include "dut.h"
#include "tb.h"
#include "ubn/gen/records.h"
#include "ubn/gen/registers.h"

#define PAGE 4096u
#define QP_BASE UBN_ROCE_MAP_QP_BASE

struct bench {
    struct dut *d;
    struct tb_rng rng;
};

static int setup(void **state)
{
    struct bench *b = calloc(1, sizeof(*b));

    b->d = dut_create();
    b->rng = tb_rng_seed(1);
    dut_reset(b->d);
    *b->d->m_db_ready = *b->d->m_err_ready = *b->d->m_ctx_ready = 1;
    *state = b;
    return 0;
}

static int teardown(void **state)
{
    struct bench *b = *state;

    dut_destroy(b->d);
    free(b);
    return 0;
}

/* Shows a write of whole dwords with random data. */
static void offer(struct bench *b, uint64_t addr, unsigned len_dw)
{
    struct dut *d = b->d;

    *d->s_mw_valid = 1;
    *d->s_mw_addr = addr;
    *d->s_mw_len_dw = (uint16_t)len_dw;
    *d->s_mw_first_be = 15;
    *d->s_mw_last_be = len_dw == 1 ? 0 : 15;
    tb_rng_fill(&b->rng, d->s_mw_data, 64);
    dut_eval(d);
}

/* What came out: bit 0 doorbell, 1 error, 2 context, 3 register, 4 dropped. */
static unsigned outputs(const struct dut *d)
{
    return (unsigned)(*d->m_db_valid | *d->m_err_valid << 1 | *d->m_ctx_valid << 2 |
                      *d->reg_wr_en << 3 | *d->stat_drop_store << 4);
}

static void host_takes_each_write_by_address_and_length(void **state)
{
    static const struct {
        uint64_t addr;
        unsigned len_dw, want;
    } cases[] = {
        {QP_BASE + 0 * PAGE + 0x80, 2, 1},        {QP_BASE + 3 * PAGE + 0x80, 2, 1},
        {QP_BASE + 2 * PAGE + 0x00, 16, 1},       {QP_BASE + 2 * PAGE + 0x40, 16, 1},
        {QP_BASE + 1 * PAGE + 0x88, 2, 2},        {QP_BASE + 4 * PAGE + 0x80, 2, 16},
        {QP_BASE + 1 * PAGE + 0x80, 1, 16},       {QP_BASE + 1 * PAGE + 0x84, 2, 16},
        {QP_BASE + 1 * PAGE + 0x80, 16, 16},      {QP_BASE + 1 * PAGE + 0xc0, 16, 16},
        {QP_BASE + 1 * PAGE + 0x00, 15, 16},      {QP_BASE + 1 * PAGE + 0x180, 2, 16},
        {QP_BASE + 1 * PAGE + 0x20, 16, 16},      {UBN_ROCE_MAP_CTX_BASE + 0x40, 16, 4},
        {UBN_ROCE_MAP_CTX_BASE + 0x40, 2, 16},    {UBN_ROCE_MAP_CTX_BASE + 0x48, 16, 16},
        {UBN_ROCE_MAP_REGS_BASE + 0x20, 2, 8},    {UBN_ROCE_MAP_REGS_BASE + 0x20, 1, 16},
        {UBN_ROCE_MAP_REGS_BASE + 0x24, 2, 16},   {UBN_ROCE_MAP_REGS_BASE + 0x10000, 2, 16},
        {0xabcd00000000u + QP_BASE + 0x80, 2, 1},
    };
    struct bench *b = *state;

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        offer(b, cases[i].addr, cases[i].len_dw);
        assert_int_equal(outputs(b->d), cases[i].want);
        assert_int_equal(*b->d->s_mw_ready, 1);
        dut_tick(b->d);
    }
    *b->d->s_mw_valid = 0;
    dut_eval(b->d);
    assert_int_equal(outputs(b->d), 0);
}

static void host_refuses_partial_writes(void **state)
{
    struct bench *b = *state;

    for (unsigned be = 0; be < 15; be++) {
        offer(b, QP_BASE + 0x80, 2);
        *b->d->s_mw_first_be = (uint8_t)be;
        dut_eval(b->d);
        assert_int_equal(outputs(b->d), 16);
        *b->d->s_mw_first_be = 15;
        *b->d->s_mw_last_be = (uint8_t)be;
        dut_eval(b->d);
        assert_int_equal(outputs(b->d), 16);
    }
}

static void host_tells_what_a_doorbell_says(void **state)
{
    struct bench *b = *state;
    struct dut *d = b->d;

    for (unsigned i = 0; i < 64; i++) {
        const struct ubn_roce_doorbell db = {.pi = (uint16_t)tb_rng_next(&b->rng), .rq = i & 1u};
        uint8_t bytes[8];

        offer(b, QP_BASE + (i & 3u) * PAGE + 0x80, 2);
        ubn_roce_doorbell_pack(&db, bytes);
        memcpy(d->s_mw_data, bytes, 8);
        dut_eval(d);
        assert_int_equal(*d->m_db_qp, i & 3u);
        assert_int_equal(*d->m_db_pi, db.pi);
        assert_int_equal(*d->m_db_rq, db.rq);
        assert_int_equal(*d->m_db_bf, 0);
    }
}

static void host_tells_the_request_of_a_blueflame_write(void **state)
{
    struct bench *b = *state;
    struct dut *d = b->d;

    for (unsigned i = 0; i < 64; i++) {
        const struct ubn_roce_wqe wqe = {.wqe_idx = i == 0 ? 0xffff : (uint16_t)(i * 977u)};
        uint8_t bytes[64];

        offer(b, QP_BASE + 2 * PAGE + (i & 1u) * 0x40, 16);
        ubn_roce_wqe_pack(&wqe, bytes);
        memcpy(d->s_mw_data, bytes, 64);
        dut_eval(d);
        assert_int_equal(*d->m_db_bf, 1);
        assert_int_equal(*d->m_db_rq, 0);
        assert_int_equal(*d->m_db_qp, 2);
        assert_int_equal(*d->m_db_pi, (wqe.wqe_idx + 1) & 0xffff); /* posted so far */
        assert_memory_equal(d->m_db_wqe, bytes, 64);
    }
}

static void host_addresses_context_records_by_kind_and_id(void **state)
{
    struct bench *b = *state;
    struct dut *d = b->d;

    for (unsigned kind = 0; kind < 8; kind++) {
        const unsigned id = (kind * 9011u) & 0xffffu;

        offer(b, UBN_ROCE_MAP_CTX_BASE + kind * 0x400000u + id * 64u, 16);
        assert_int_equal(*d->m_ctx_kind, kind);
        assert_int_equal(*d->m_ctx_id, id);
        assert_memory_equal(d->m_ctx_data, d->s_mw_data, 64);
    }
}

static void host_waits_for_the_stream_a_write_goes_to_only(void **state)
{
    struct bench *b = *state;
    struct dut *d = b->d;

    *d->m_db_ready = 0;
    offer(b, QP_BASE + 0x80, 2);
    assert_int_equal(*d->s_mw_ready, 0);
    offer(b, QP_BASE + 0x88, 2);
    assert_int_equal(*d->s_mw_ready, 1);
    *d->m_db_ready = 1;
    *d->m_err_ready = 0;
    dut_eval(d);
    assert_int_equal(*d->s_mw_ready, 0);
    offer(b, UBN_ROCE_MAP_CTX_BASE, 16);
    assert_int_equal(*d->s_mw_ready, 1);
    *d->m_ctx_ready = 0;
    dut_eval(d);
    assert_int_equal(*d->s_mw_ready, 0);
    offer(b, UBN_ROCE_MAP_REGS_BASE, 2);
    assert_int_equal(*d->s_mw_ready, 1);
}

static void host_reads_registers_one_cycle_later_and_writes_first(void **state)
{
    struct bench *b = *state;
    struct dut *d = b->d;

    *d->s_mr_valid = 1;
    *d->s_mr_addr = UBN_ROCE_MAP_REGS_BASE + 0x138;
    offer(b, UBN_ROCE_MAP_REGS_BASE + 0x20, 2);
    assert_int_equal(*d->s_mr_ready, 0);
    assert_int_equal(*d->reg_addr, 0x20);
    assert_memory_equal(d->reg_wdata, d->s_mw_data, 8);
    dut_tick(d);
    *d->s_mw_valid = 0;
    dut_eval(d);
    assert_int_equal(*d->m_mr_valid, 0);
    assert_int_equal(*d->reg_rd_en, 1);
    assert_int_equal(*d->reg_addr, 0x138);
    dut_tick(d);
    *d->s_mr_valid = 0;
    *d->reg_rdata = 0x1122334455667788u;
    dut_eval(d);
    assert_int_equal(*d->m_mr_valid, 1);
    assert_int_equal(*d->m_mr_err, 0);
    assert_true(*d->m_mr_data == 0x1122334455667788u);
    assert_int_equal(*d->stat_idle, 0);
    dut_tick(d);
    assert_int_equal(*d->m_mr_valid, 0);
    assert_int_equal(*d->stat_idle, 1);
}

static void host_answers_reads_of_no_register_with_an_error(void **state)
{
    static const uint64_t addrs[] = {UBN_ROCE_MAP_QP_BASE, UBN_ROCE_MAP_CTX_BASE,
                                     UBN_ROCE_MAP_REGS_BASE + 4,
                                     UBN_ROCE_MAP_REGS_BASE + UBN_ROCE_MAP_REGS_BYTES};
    struct bench *b = *state;
    struct dut *d = b->d;

    for (size_t i = 0; i < sizeof(addrs) / sizeof(addrs[0]); i++) {
        *d->s_mr_valid = 1;
        *d->s_mr_addr = addrs[i];
        dut_tick(d);
        *d->s_mr_valid = 0;
        dut_eval(d);
        assert_int_equal(*d->m_mr_valid, 1);
        assert_int_equal(*d->m_mr_err, 1);
    }
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(host_takes_each_write_by_address_and_length),
        TEST(host_refuses_partial_writes),
        TEST(host_tells_what_a_doorbell_says),
        TEST(host_tells_the_request_of_a_blueflame_write),
        TEST(host_addresses_context_records_by_kind_and_id),
        TEST(host_waits_for_the_stream_a_write_goes_to_only),
        TEST(host_reads_registers_one_cycle_later_and_writes_first),
        TEST(host_answers_reads_of_no_register_with_an_error),
    };

    return cmocka_run_group_tests_name("roce_host", tests, NULL, NULL);
}
