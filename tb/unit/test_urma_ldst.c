/* SPDX-License-Identifier: Apache-2.0 */
/* test_urma_ldst: the modules together, on the hand-written frames of one load and one store: every
 * pass, its cycles, and what the delay registers add to it. */
/* DUT: urma_ldst -GSEGS=16 */
#include "dut.h"
#include "tb_ctx.h"
#include "tb_frame.h"
#include "tb_record.h"

#define PA 0x4500000000u

struct bench {
    struct dut *d;
    uint8_t win[16][32];
    uint8_t seg[16][40];
    struct tb_ctx ctx[2];
    uint32_t pad;
};

static int setup(void **state)
{
    struct bench *b = calloc(1, sizeof(*b));
    struct dut *d = dut_create();

    b->d = d;
    b->ctx[0] = (struct tb_ctx)TB_CTX(d, win, b->win);
    b->ctx[1] = (struct tb_ctx)TB_CTX(d, seg, b->seg);
    tb_bits_set(b->win[2], 3, 0, 0x7);
    tb_bits_set(b->win[2], 31, 16, 0x0202);
    tb_bits_set(b->win[2], 51, 32, 0x00c);
    tb_bits_set(b->win[2], 111, 64, 0x020000000002);
    tb_bits_set(b->win[2], 191, 128, 0x123456000);
    tb_bits_set(b->seg[12], 4, 0, 0x7);
    tb_bits_set(b->seg[12], 191, 128, 0x123456000);
    tb_bits_set(b->seg[12], 255, 192, 0x1000);
    tb_bits_set(b->seg[12], 319, 256, PA);
    dut_reset(d);
    *d->m_tx_ready = *d->s_bready = *d->s_rready = *d->m_rd_ready = *d->m_wr_ready = 1;
    *d->m_w_ready = 1;
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

static void settle(struct bench *b)
{
    tb_ctx_show(&b->ctx[0]);
    tb_ctx_show(&b->ctx[1]);
    *b->d->cfg_now_cyc = b->d->cycle;
    tb_ctx_settle(b->d, b->ctx, 2);
}

static void edge(struct bench *b)
{
    tb_ctx_edge(&b->ctx[0], NULL, NULL, NULL);
    tb_ctx_edge(&b->ctx[1], NULL, NULL, NULL);
    dut_tick(b->d);
}

/* Step until the port is valid.  @return edges since `start`, which is when the pass began. */
static uint64_t until(struct bench *b, const uint8_t *valid, uint64_t start)
{
    for (settle(b); !*valid; settle(b)) {
        edge(b);
        assert_true(b->d->cycle - start < 300);
    }
    return b->d->cycle - start;
}

/* The written frame, with the TokenID of this test's segment, and TASSN 0 as after reset. */
static void written(struct tb_frame *f, const char *name, uint16_t tassn)
{
    tb_frame_ldst(f, name);
    tb_be(f->b + 26, 2, tassn);
    if (f->b[24] == 0x06 || f->b[24] == 0x03) {
        tb_be(f->b + 36, 4, 0x00c);
        f->b[35] = 0x80; /* the entry asks for no order */
    }
}

static void send(struct bench *b, const struct tb_frame *f)
{
    struct dut *d = b->d;

    for (uint32_t i = 0; i < tb_frame_beats(f); i++) {
        *d->s_rx_valid = 1;
        tb_frame_put(f, i, d->s_rx_data);
        *d->s_rx_keep = tb_frame_keep(f, i);
        *d->s_rx_last = i + 1 == tb_frame_beats(f);
        settle(b);
        assert_int_equal(*d->s_rx_ready, 1);
        edge(b);
    }
    *d->s_rx_valid = 0;
}

static void expect(struct bench *b, const struct tb_frame *want)
{
    struct dut *d = b->d;
    struct tb_frame got = {0};

    for (bool last = false; !last;) {
        settle(b);
        assert_int_equal(*d->m_tx_valid, 1); /* without gaps */
        tb_frame_add(&got, d->m_tx_data, *d->m_tx_keep, *d->m_tx_last);
        last = *d->m_tx_last;
        edge(b);
    }
    tb_frame_check(&got, want);
}

static void node(struct bench *b, uint32_t n)
{
    *b->d->cfg_mac = 0x020000000000 + n;
    *b->d->cfg_cna = (uint16_t)(0x0101 * n);
}

static void load(struct bench *b, uint16_t tassn)
{
    struct dut *d = b->d;
    struct tb_frame f;
    uint64_t start;

    node(b, 1);
    *d->s_arvalid = 1;
    *d->s_arid = 6;
    *d->s_araddr = 0x90000780;
    *d->s_arlen = 0;
    *d->s_arsize = 6;
    *d->s_arburst = 1;
    settle(b);
    assert_int_equal(*d->s_arready, 1);
    start = d->cycle;
    edge(b);
    *d->s_arvalid = 0;
    assert_int_equal(until(b, d->m_tx_valid, start), 4 + b->pad);
    written(&f, "load_request", tassn);
    expect(b, &f);

    written(&f, "load_response", tassn);
    start = d->cycle;
    send(b, &f);
    assert_int_equal(until(b, d->s_rvalid, start), 4 + b->pad);
    assert_true(*d->s_rid == 6 && *d->s_rresp == 0 && *d->s_rlast);
    for (uint32_t i = 0; i < 64; i++) {
        assert_int_equal(tb_byte(d->s_rdata, i), 0xc0 + i);
    }
    edge(b);
}

static void store(struct bench *b, uint16_t tassn)
{
    struct dut *d = b->d;
    struct tb_frame f;
    uint64_t start;

    node(b, 1);
    *d->s_awvalid = *d->s_wvalid = *d->s_wlast = 1;
    *d->s_awid = 6;
    *d->s_awaddr = 0x90000780;
    *d->s_awlen = 0;
    *d->s_awsize = 6;
    *d->s_awburst = 1;
    *d->s_wstrb = UINT64_MAX;
    for (uint32_t i = 0; i < 64; i++) {
        tb_set_byte(d->s_wdata, i, (uint8_t)i);
    }
    settle(b);
    assert_true(*d->s_awready && *d->s_wready);
    start = d->cycle;
    edge(b);
    *d->s_awvalid = *d->s_wvalid = 0;
    assert_int_equal(until(b, d->m_tx_valid, start), 4 + b->pad);
    written(&f, "store_request", tassn);
    expect(b, &f);

    written(&f, "store_ack", tassn);
    start = d->cycle;
    send(b, &f);
    assert_int_equal(until(b, d->s_bvalid, start), 3 + b->pad);
    assert_true(*d->s_bid == 6 && *d->s_bresp == 0);
    edge(b);
}

/* The target of a load; the command, and the data, pass one register more in the memory port. */
static void serve_load(struct bench *b)
{
    struct dut *d = b->d;
    struct tb_frame f;
    uint64_t start = d->cycle;

    node(b, 2);
    written(&f, "load_request", 0x42);
    send(b, &f);
    assert_int_equal(until(b, d->m_rd_valid, start), 4 + b->pad);
    assert_int_equal(*d->m_rd_addr, PA + 0x780);
    assert_int_equal(*d->m_rd_len, 64);
    for (int i = 0; i < 30; i++) {
        edge(b);
        settle(b);
    }
    assert_int_equal(*d->stat_idle, 1); /* it waits for memory */
    *d->s_r_valid = 1;
    for (uint32_t i = 0; i < 64; i++) {
        tb_set_byte(d->s_r_data, i, (uint8_t)(0xc0 + i));
    }
    settle(b);
    assert_int_equal(*d->s_r_ready, 1);
    start = d->cycle;
    edge(b);
    *d->s_r_valid = 0;
    assert_int_equal(until(b, d->m_tx_valid, start), 1 + b->pad);
    written(&f, "load_response", 0x42);
    expect(b, &f);
}

static void serve_store(struct bench *b)
{
    struct dut *d = b->d;
    struct tb_frame f;
    uint64_t start = d->cycle;

    node(b, 2);
    written(&f, "store_request", 0x43);
    send(b, &f);
    assert_int_equal(until(b, d->m_wr_valid, start), 5 + b->pad);
    assert_int_equal(*d->m_wr_addr, PA + 0x780);
    assert_int_equal(*d->m_wr_len, 64);
    edge(b);
    settle(b);
    assert_int_equal(*d->m_w_valid, 1);
    for (uint32_t i = 0; i < 64; i++) {
        assert_int_equal(tb_byte(d->m_w_data, i), i);
    }
    for (int i = 0; i < 30; i++) {
        edge(b);
        settle(b);
        assert_int_equal(*d->m_tx_valid, 0); /* no answer before memory has it */
    }
    *d->s_done_valid = 1;
    start = d->cycle;
    edge(b);
    *d->s_done_valid = 0;
    assert_int_equal(until(b, d->m_tx_valid, start), 2 + b->pad);
    written(&f, "store_ack", 0x43);
    expect(b, &f);
}

static void ldst_needs_its_cycles_for_a_load_and_a_store(void **state)
{
    struct bench *b = *state;

    load(b, 0);
    store(b, 1);
    load(b, 2);
    serve_load(b);
    serve_store(b);
    serve_load(b);
}

static void ldst_adds_the_delays_to_every_pass(void **state)
{
    struct bench *b = *state;
    struct dut *d = b->d;

    b->pad = 13;
    *d->cfg_pad_tx_cyc = *d->cfg_pad_rx_cyc = *d->cfg_pad_rsp_tx_cyc = *d->cfg_pad_rsp_rx_cyc = 13;
    for (int i = 0; i < 3; i++) {
        settle(b);
        edge(b);
    }
    load(b, 0);
    store(b, 1);
    serve_load(b);
    serve_store(b);
}

static void ldst_denies_a_load_of_no_segment(void **state)
{
    struct bench *b = *state;
    struct tb_frame f;

    node(b, 2);
    written(&f, "load_request", 0x42);
    f.b[39] = 5; /* TokenID */
    send(b, &f);
    until(b, b->d->m_tx_valid, b->d->cycle);
    written(&f, "denied", 0x42);
    expect(b, &f);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(ldst_needs_its_cycles_for_a_load_and_a_store),
        TEST(ldst_adds_the_delays_to_every_pass),
        TEST(ldst_denies_a_load_of_no_segment),
    };

    return cmocka_run_group_tests_name("urma_ldst", tests, NULL, NULL);
}
