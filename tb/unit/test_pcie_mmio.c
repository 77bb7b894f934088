/* SPDX-License-Identifier: Apache-2.0 */
/* test_pcie_mmio: writes of the host pass at once, reads are answered with right completions, what
 * is neither is dropped and counted. */
/* DUT: pcie_mmio */
#include "dut.h"
#include "tb.h"
#include "tb_hold.h"
#include "ubn/gen/enums.h"
#include "ubn/gen/wire.h"

#define ID 0x1234u

static int setup(void **state)
{
    struct dut *d = dut_create();

    dut_reset(d);
    *d->cfg_req_id = ID;
    *d->m_mw_ready = 1;
    *state = d;
    return 0;
}

static int teardown(void **state)
{
    dut_destroy(*state);
    return 0;
}

static struct ubn_pcie_req request(uint8_t fmt, uint64_t addr, uint32_t dws)
{
    return (struct ubn_pcie_req){.fmt = fmt,
                                 .type = UBN_PCIE_TYPE_MEM,
                                 .length_dw = (uint16_t)(dws & 0x3ff),
                                 .requester_id = 0x55aa,
                                 .tag = 0x77,
                                 .first_be = 15,
                                 .last_be = dws == 1 ? 0 : 15,
                                 .addr = addr >> 2};
}

static void offer(struct dut *d, const struct ubn_pcie_req *req, bool last)
{
    uint8_t hdr[16];

    ubn_pcie_req_pack(req, hdr);
    for (unsigned i = 0; i < 16; i++) {
        tb_set_byte(d->s_cq_hdr, 15 - i, hdr[i]);
    }
    *d->s_cq_valid = 1;
    *d->s_cq_last = last;
    dut_eval(d);
}

static void mmio_passes_writes_in_the_same_cycle(void **state)
{
    struct dut *d = *state;
    struct tb_rng r = tb_rng_seed(1);

    for (uint32_t dws = 1; dws <= 16; dws++) {
        const struct ubn_pcie_req w =
            request(UBN_PCIE_FMT_DW4_DATA, 0xfedc000000000080u + 4 * dws, dws);
        tb_rng_fill(&r, d->s_cq_data, 64);
        *d->m_mw_ready = dws % 2;
        offer(d, &w, true);
        assert_int_equal(*d->m_mw_valid, 1);
        assert_int_equal(*d->s_cq_ready, dws % 2);
        assert_true(*d->m_mw_addr == 0xfedc000000000080u + 4 * dws);
        assert_int_equal(*d->m_mw_len_dw, dws);
        assert_int_equal(*d->m_mw_first_be, 15);
        assert_int_equal(*d->m_mw_last_be, dws == 1 ? 0 : 15);
        assert_memory_equal(d->m_mw_data, d->s_cq_data, 64);
        assert_int_equal(*d->stat_drop, 0);
        dut_tick(d);
    }
}

static void mmio_takes_32_bit_addresses(void **state)
{
    struct dut *d = *state;
    struct ubn_pcie_req w = request(UBN_PCIE_FMT_DW3_DATA, 0, 2);

    /* a 3 DW header carries the address in its third dword */
    w.addr = (uint64_t)0x89abcde0u << 30;
    offer(d, &w, true);
    assert_int_equal(*d->m_mw_valid, 1);
    assert_true(*d->m_mw_addr == 0x89abcde0u);
}

static void mmio_drops_long_writes_and_foreign_requests(void **state)
{
    struct dut *d = *state;
    struct ubn_pcie_req w = request(UBN_PCIE_FMT_DW4_DATA, 0, 32);
    unsigned drops = 0;

    for (unsigned beat = 0; beat < 2; beat++) {
        offer(d, &w, beat == 1);
        assert_int_equal(*d->m_mw_valid, 0);
        assert_int_equal(*d->s_cq_ready, 1);
        drops += *d->stat_drop;
        dut_tick(d);
    }
    assert_int_equal(drops, 1);
    w = request(UBN_PCIE_FMT_DW4_DATA, 0, 1);
    w.type = 4; /* configuration */
    offer(d, &w, true);
    assert_int_equal(*d->m_mw_valid, 0);
    assert_int_equal(*d->stat_drop, 1);
    dut_tick(d);
    w = request(UBN_PCIE_FMT_DW4_DATA, 0, 1);
    offer(d, &w, true); /* and the next one passes */
    assert_int_equal(*d->m_mw_valid, 1);
}

/* Does one read; gives the completion. */
static struct ubn_pcie_cpl read_request(struct dut *d, const struct ubn_pcie_req *r, bool err,
                                        uint32_t *data_out)
{
    const uint64_t addr = r->addr << 2;
    struct ubn_pcie_cpl cpl = {0};
    uint8_t hdr[16];
    unsigned n = 0;

    offer(d, r, true);
    assert_int_equal(*d->s_cq_ready, 1);
    dut_tick(d);
    *d->s_cq_valid = 0;
    dut_eval(d);
    if (*d->m_mr_valid) {
        assert_true(*d->m_mr_addr == addr - addr % 8);
        *d->m_mr_ready = 0;
        dut_tick(d);
        assert_int_equal(*d->m_mr_valid, 1);
        *d->m_mr_ready = 1;
        dut_tick(d);
        *d->s_mr_valid = 1;
        *d->s_mr_data = 0x8877665544332211u;
        *d->s_mr_err = err;
        dut_tick(d);
        *d->s_mr_valid = 0;
    }
    for (dut_eval(d); !*d->m_cc_valid; dut_tick(d)) {
        assert_true(n++ < 5);
    }
    dut_tick(d); /* not taken: it stays */
    assert_int_equal(*d->m_cc_valid, 1);
    for (unsigned i = 0; i < 16; i++) {
        hdr[i] = tb_byte(d->m_cc_hdr, 15 - i);
    }
    ubn_pcie_cpl_unpack(hdr, &cpl);
    memcpy(data_out, d->m_cc_data, 8);
    assert_int_equal(*d->m_cc_last, 1);
    *d->m_cc_ready = 1;
    dut_tick(d);
    *d->m_cc_ready = 0;
    dut_eval(d);
    assert_int_equal(*d->m_cc_valid, 0);
    assert_int_equal(*d->stat_idle, 1);
    assert_int_equal(cpl.type, UBN_PCIE_TYPE_CPL);
    assert_int_equal(cpl.completer_id, ID);
    assert_int_equal(cpl.requester_id, 0x55aa);
    assert_int_equal(cpl.tag, 0x77);
    return cpl;
}

static struct ubn_pcie_cpl read_one(struct dut *d, uint64_t addr, uint32_t dws, bool err,
                                    uint32_t *data_out)
{
    const struct ubn_pcie_req r = request(UBN_PCIE_FMT_DW4, addr, dws);

    return read_request(d, &r, err, data_out);
}

static void mmio_answers_reads_of_one_and_two_dwords(void **state)
{
    struct dut *d = *state;
    uint32_t data[2];

    struct ubn_pcie_cpl cpl = read_one(d, 0x10038, 2, false, data);
    assert_int_equal(cpl.fmt, UBN_PCIE_FMT_DW3_DATA);
    assert_int_equal(cpl.status, 0);
    assert_int_equal(cpl.length_dw, 2);
    assert_int_equal(cpl.byte_count, 8);
    assert_int_equal(cpl.lower_addr, 0x38);
    assert_int_equal(data[0], 0x44332211);
    assert_int_equal(data[1], 0x88776655);
    cpl = read_one(d, 0x1007c, 1, false, data); /* the upper half of a register */
    assert_int_equal(cpl.length_dw, 1);
    assert_int_equal(cpl.byte_count, 4);
    assert_int_equal(cpl.lower_addr, 0x7c);
    assert_int_equal(data[0], 0x88776655);
}

static void mmio_refuses_reads_it_cannot_serve(void **state)
{
    struct dut *d = *state;
    uint32_t data[2];

    struct ubn_pcie_cpl cpl = read_one(d, 0x10000, 2, true, data);
    assert_int_equal(cpl.status, UBN_PCIE_CPL_STATUS_UNSUPPORTED);
    assert_int_equal(cpl.fmt, UBN_PCIE_FMT_DW3);
    cpl = read_one(d, 0x10000, 16, false, data);
    assert_int_equal(cpl.status, UBN_PCIE_CPL_STATUS_UNSUPPORTED);
    assert_int_equal(cpl.length_dw, 0);
    assert_int_equal(cpl.byte_count, 64);
    cpl = read_one(d, 0x10004, 2, false, data); /* halves of two registers */
    assert_int_equal(cpl.status, UBN_PCIE_CPL_STATUS_UNSUPPORTED);
    cpl = read_one(d, 0x10000, 1024, false, data);
    assert_int_equal(cpl.status, UBN_PCIE_CPL_STATUS_UNSUPPORTED);
    assert_int_equal(cpl.byte_count, 0); /* 4096 */
}

/* Gives byte count and lower address of the answer to a read with these byte enables. */
static void read_bytes(struct dut *d, uint64_t addr, uint32_t dws, uint8_t first_be,
                       uint8_t last_be, uint32_t want_count, uint32_t want_lower)
{
    struct ubn_pcie_req r = request(UBN_PCIE_FMT_DW4, addr, dws);
    uint32_t data[2];

    r.first_be = first_be;
    r.last_be = last_be;
    const struct ubn_pcie_cpl cpl = read_request(d, &r, false, data);
    assert_int_equal(cpl.status, 0);
    assert_int_equal(cpl.length_dw, dws);
    assert_int_equal(cpl.byte_count, want_count);
    assert_int_equal(cpl.lower_addr, want_lower);
    assert_int_equal(data[0], addr & 4 ? 0x88776655 : 0x44332211);
}

/* @source PCIe base specification 2.3.1.1, tables of byte count and lower address */
static void mmio_counts_bytes_from_the_enables(void **state)
{
    static const uint8_t count[16] = {1, 1, 1, 2, 1, 3, 2, 3, 1, 4, 3, 4, 2, 4, 3, 4};
    static const uint8_t lower[16] = {0, 0, 1, 0, 2, 0, 1, 0, 3, 0, 1, 0, 2, 0, 1, 0};
    struct dut *d = *state;

    for (uint8_t be = 0; be < 16; be++) {
        read_bytes(d, 0x10030, 1, be, 0, count[be], 0x30u + lower[be]);
        read_bytes(d, 0x10034, 1, be, 0, count[be], 0x34u + lower[be]);
    }
    read_bytes(d, 0x10040, 2, 0xf, 0xf, 8, 0x40);
    read_bytes(d, 0x10040, 2, 0xe, 0xf, 7, 0x41);
    read_bytes(d, 0x10040, 2, 0xc, 0x7, 5, 0x42);
    read_bytes(d, 0x10040, 2, 0x8, 0x1, 2, 0x43);
    read_bytes(d, 0x10040, 2, 0xf, 0x3, 6, 0x40);
}

static void mmio_gives_back_what_identifies_the_request(void **state)
{
    struct dut *d = *state;
    struct ubn_pcie_req r = request(UBN_PCIE_FMT_DW4, 0x10000, 2);
    uint32_t data[2];

    for (uint8_t bit = 0; bit < 8; bit++) {
        r.tc = (1u << bit) & 7;
        r.attr = (1u << bit >> 3) & 3;
        r.attr_ido = bit == 5;
        r.t8 = bit == 6;
        r.t9 = bit == 7;
        const struct ubn_pcie_cpl cpl = read_request(d, &r, bit % 2, data);
        assert_int_equal(cpl.tc, r.tc);
        assert_int_equal(cpl.attr, r.attr);
        assert_int_equal(cpl.attr_ido, r.attr_ido);
        assert_int_equal(cpl.t8, r.t8);
        assert_int_equal(cpl.t9, r.t9);
        assert_int_equal(cpl.ep | cpl.td | cpl.bcm | cpl.at | cpl.th | cpl.ln, 0);
    }
}

static void mmio_drops_poisoned_writes(void **state)
{
    struct dut *d = *state;
    struct ubn_pcie_req w = request(UBN_PCIE_FMT_DW4_DATA, 0x80, 2);

    w.ep = 1;
    offer(d, &w, true);
    assert_int_equal(*d->m_mw_valid, 0);
    assert_int_equal(*d->s_cq_ready, 1);
    assert_int_equal(*d->stat_drop, 1);
}

static void mmio_answers_one_cycle_after_the_register(void **state)
{
    struct dut *d = *state;
    const struct ubn_pcie_req r = request(UBN_PCIE_FMT_DW4, 0x10000, 2);

    *d->m_mr_ready = 1;
    offer(d, &r, true);
    assert_int_equal(*d->m_mr_valid, 0);
    assert_int_equal(*d->stat_idle, 1);
    dut_tick(d);
    *d->s_cq_valid = 0;
    dut_eval(d);
    assert_int_equal(*d->m_mr_valid, 1);
    for (unsigned n = 0; n < 20; n++) { /* asked once, however long the answer takes */
        dut_tick(d);
        assert_int_equal(*d->m_mr_valid, 0);
        assert_int_equal(*d->m_cc_valid, 0);
        assert_int_equal(*d->stat_idle, 0);
    }
    *d->s_mr_valid = 1;
    dut_eval(d);
    assert_int_equal(*d->m_cc_valid, 0);
    dut_tick(d);
    assert_int_equal(*d->m_cc_valid, 1);
}

/* Writes and reads with stalls everywhere: each write passes once, unchanged, each read is answered
 * once, in order. */
static void mmio_keeps_order_when_everything_stalls(void **state)
{
    struct dut *d = *state;
    struct tb_rng r = tb_rng_seed(1);
    uint32_t offered = 0, writes = 0, reads = 0, asked = 0, answered = 0, mw = 0, wait = 0;
    bool is_read = false;
    struct tb_hold hold = {.valid = d->m_cc_valid, .ready = d->m_cc_ready};

    TB_HOLD_ADD(&hold, d, m_cc_hdr);
    TB_HOLD_ADD(&hold, d, m_cc_data);
    for (uint32_t n = 0; n < 20000; n++) {
        if (!*d->s_cq_valid && tb_rng_chance(&r, 70)) {
            is_read = tb_rng_chance(&r, 30);
            struct ubn_pcie_req q = is_read ? request(UBN_PCIE_FMT_DW4, 8 * offered, 2)
                                            : request(UBN_PCIE_FMT_DW4_DATA, 4 * offered, 1);
            q.tag = (uint8_t)reads;
            d->s_cq_data[0] = offered;
            offer(d, &q, true);
        }
        *d->m_mw_ready = tb_rng_chance(&r, 60);
        *d->m_mr_ready = tb_rng_chance(&r, 60);
        *d->m_cc_ready = tb_rng_chance(&r, 60);
        *d->s_mr_valid = wait > 0 && tb_rng_chance(&r, 30);
        *d->s_mr_data = asked;
        dut_eval(d);
        const bool cq = *d->s_cq_valid && *d->s_cq_ready;
        if (*d->m_mw_valid && *d->m_mw_ready) {
            assert_true(cq && !is_read);
            assert_true(*d->m_mw_addr == 4 * offered);
            assert_int_equal(d->m_mw_data[0], offered);
            mw++;
        }
        if (tb_hold_check(&hold)) {
            assert_int_equal(d->m_cc_data[0], answered + 1);
            assert_int_equal(d->m_cc_hdr[1] >> 8 & 0xff, answered & 0xff); /* tag */
            answered++;
        }
        wait -= *d->s_mr_valid;
        if (*d->m_mr_valid && *d->m_mr_ready) {
            assert_int_equal(asked + 1, reads); /* one at a time */
            asked++;
            wait++;
        }
        assert_int_equal(*d->stat_drop, 0);
        dut_tick(d);
        if (cq) {
            *d->s_cq_valid = 0;
            offered++;
            writes += !is_read;
            reads += is_read;
        }
    }
    assert_int_equal(mw, writes);
    assert_in_range(reads - answered, 0, 1);
    assert_true(reads > 1000 && writes > 2000);
}

static void mmio_lets_writes_pass_while_a_read_is_in_work(void **state)
{
    struct dut *d = *state;
    const struct ubn_pcie_req r = request(UBN_PCIE_FMT_DW4, 0x10000, 2);
    const struct ubn_pcie_req w = request(UBN_PCIE_FMT_DW4_DATA, 0x10000, 2);

    offer(d, &r, true);
    dut_tick(d);
    offer(d, &r, true);
    assert_int_equal(*d->s_cq_ready, 0); /* one read at a time */
    offer(d, &w, true);
    assert_int_equal(*d->s_cq_ready, 1);
    assert_int_equal(*d->m_mw_valid, 1);
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(mmio_passes_writes_in_the_same_cycle),
        TEST(mmio_takes_32_bit_addresses),
        TEST(mmio_drops_long_writes_and_foreign_requests),
        TEST(mmio_answers_reads_of_one_and_two_dwords),
        TEST(mmio_refuses_reads_it_cannot_serve),
        TEST(mmio_counts_bytes_from_the_enables),
        TEST(mmio_gives_back_what_identifies_the_request),
        TEST(mmio_drops_poisoned_writes),
        TEST(mmio_answers_one_cycle_after_the_register),
        TEST(mmio_keeps_order_when_everything_stalls),
        TEST(mmio_lets_writes_pass_while_a_read_is_in_work),
    };

    return cmocka_run_group_tests_name("pcie_mmio", tests, NULL, NULL);
}
