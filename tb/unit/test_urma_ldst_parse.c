/* SPDX-License-Identifier: Apache-2.0 */
/* test_urma_ldst_parse: the hand-written frames give the fields that stand beside them, payload
 * comes from lane 0 on, what is wrong is dropped and does not disturb the next frame, latency. */
/* DUT: urma_ldst_parse -GDEPTH=64 */
#include "dut.h"
#include "tb.h"
#include "tb_frame.h"

#define CNA_2 0x0202u /* target, of the requests */
#define CNA_1 0x0101u /* initiator, of the responses */

/* What one frame gave. */
struct got {
    uint32_t words, drops, frames, probes;
    uint64_t last_cycle, word_cycle;
    bool is_rsp, ok;
    uint32_t beats;
    uint8_t pay[4096 + 64];
    uint32_t pay_beats;
};

static int setup(void **state)
{
    struct dut *d = dut_create();

    *d->cfg_cna = CNA_2;
    dut_reset(d);
    *state = d;
    return 0;
}

static int teardown(void **state)
{
    dut_destroy(*state);
    return 0;
}

/* Take what is on the outputs. */
static void look(struct dut *d, struct got *g)
{
    if (*d->m_req_valid || *d->m_rsp_valid) {
        g->words++;
        g->word_cycle = d->cycle;
        g->is_rsp = *d->m_rsp_valid;
        g->ok = g->is_rsp ? *d->m_rsp_ok : *d->m_req_ok;
        g->beats = g->is_rsp ? *d->m_rsp_beats : *d->m_req_beats;
    }
    if (*d->m_w_valid || *d->m_r_valid) {
        const uint32_t *p = *d->m_w_valid ? d->m_w_data : d->m_r_data;

        for (uint32_t i = 0; i < 64 && g->pay_beats < 65; i++) {
            g->pay[g->pay_beats * 64 + i] = tb_byte(p, i);
        }
        g->pay_beats++;
    }
    g->drops += *d->stat_drop;
    g->frames += *d->stat_frame;
    g->probes += *d->probe_rx_valid;
}

/* Send a frame and see what comes of it. */
static struct got send(struct dut *d, const struct tb_frame *f, bool err)
{
    struct got g = {0};
    uint32_t n = tb_frame_beats(f);

    *d->m_req_ready = *d->m_rsp_ready = *d->m_w_ready = *d->m_r_ready = 1;
    for (uint32_t i = 0; i < n; i++) {
        *d->s_valid = 1;
        tb_frame_put(f, i, d->s_data);
        *d->s_keep = tb_frame_keep(f, i);
        *d->s_last = i == n - 1;
        *d->s_user_err = err && i == n - 1;
        dut_eval(d);
        assert_int_equal(*d->s_ready, 1); /* nothing makes it wait */
        look(d, &g);
        g.last_cycle = d->cycle;
        dut_tick(d);
    }
    *d->s_valid = 0;
    for (int i = 0; i < 8; i++) {
        dut_eval(d);
        look(d, &g);
        dut_tick(d);
    }
    assert_int_equal(*d->stat_idle, 1);
    assert_int_equal(g.frames, 1);
    return g;
}

static void check_dropped(struct dut *d, const struct tb_frame *f)
{
    struct got g = send(d, f, false);

    assert_int_equal(g.words, 0);
    assert_int_equal(g.pay_beats, 0);
    assert_int_equal(g.drops, 1);
    assert_int_equal(g.probes, 0);
}

static void ldst_parse_gives_fields_of_the_written_load(void **state)
{
    struct dut *d = *state;
    struct tb_frame f;

    tb_frame_ldst(&f, "load_request");
    struct got g = send(d, &f, false);
    assert_int_equal(g.words, 1);
    assert_false(g.is_rsp);
    assert_true(g.ok);
    assert_int_equal(g.beats, 0);
    assert_int_equal(g.pay_beats, 0);
    assert_int_equal(g.word_cycle - g.last_cycle, 2);
    assert_int_equal(g.drops, 0);
    assert_int_equal(g.probes, 1);
    assert_int_equal(*d->probe_rx_id, 0x42);
    /* the word stands on the output until the next */
    assert_int_equal(*d->m_req_store, 0);
    assert_int_equal(*d->m_req_poison, 0);
    assert_int_equal(*d->m_req_src_mac, 0x020000000001);
    assert_int_equal(*d->m_req_scna, 0x0101);
    assert_int_equal(*d->m_req_tassn, 0x42);
    assert_int_equal(*d->m_req_token_id, 0xabc);
    assert_int_equal(*d->m_req_line, 0x123456780 >> 6);
    assert_int_equal(*d->m_req_code, 0);
}

static void ldst_parse_gives_fields_and_payload_of_the_written_store(void **state)
{
    struct dut *d = *state;
    struct tb_frame f;

    tb_frame_ldst(&f, "store_request");
    struct got g = send(d, &f, false);
    assert_int_equal(g.words, 1);
    assert_true(g.ok);
    assert_int_equal(*d->m_req_store, 1);
    assert_int_equal(*d->m_req_tassn, 0x43);
    assert_int_equal(*d->m_req_src_mac, 0x020000000001);
    assert_int_equal(*d->m_req_scna, 0x0101);
    assert_int_equal(*d->m_req_line, 0x123456780 >> 6);
    assert_int_equal(g.beats, 1);
    assert_int_equal(g.pay_beats, 1);
    assert_int_equal(g.word_cycle - g.last_cycle, 2);
    for (uint32_t i = 0; i < 64; i++) {
        assert_int_equal(g.pay[i], i);
    }
}

static void ldst_parse_gives_fields_and_payload_of_the_written_responses(void **state)
{
    struct dut *d = *state;
    struct tb_frame f;

    *d->cfg_cna = CNA_1;
    tb_frame_ldst(&f, "load_response");
    struct got g = send(d, &f, false);
    assert_int_equal(g.words, 1);
    assert_true(g.is_rsp && g.ok);
    assert_int_equal(*d->m_rsp_data, 1);
    assert_int_equal(*d->m_rsp_bad, 0);
    assert_int_equal(*d->m_rsp_tassn, 0x42);
    assert_int_equal(g.beats, 1);
    assert_int_equal(g.pay_beats, 1);
    assert_int_equal(g.word_cycle - g.last_cycle, 2);
    assert_int_equal(*d->probe_rx_id, 0x10042);
    for (uint32_t i = 0; i < 64; i++) {
        assert_int_equal(g.pay[i], 0xc0 + i);
    }
    g = send(d, &f, true); /* link error: not to be used, but an answer */
    assert_true(g.is_rsp && g.ok && *d->m_rsp_bad);

    tb_frame_ldst(&f, "store_ack");
    g = send(d, &f, false);
    assert_true(g.is_rsp && g.ok && !*d->m_rsp_data && !*d->m_rsp_bad);
    assert_int_equal(*d->m_rsp_tassn, 0x43);
    assert_int_equal(g.pay_beats, 0);

    tb_frame_ldst(&f, "denied");
    g = send(d, &f, false);
    assert_true(g.is_rsp && g.ok && !*d->m_rsp_data && *d->m_rsp_bad);
}

static void ldst_parse_keeps_payload_when_it_is_long(void **state)
{
    struct dut *d = *state;
    struct tb_frame head[2], f;
    struct tb_rng r = tb_rng_seed(1);

    tb_frame_ldst(&head[0], "store_request");
    tb_frame_ldst(&head[1], "load_response");
    for (uint32_t kind = 0; kind < 2; kind++) {
        uint32_t at = head[kind].len - 64;

        *d->cfg_cna = kind ? CNA_1 : CNA_2;
        for (uint32_t code = 0; code <= 6; code++) {
            f = head[kind];
            f.len = at + (64u << code);
            tb_rng_fill(&r, f.b + at, 64u << code);
            if (kind == 0) {
                f.b[35] = (uint8_t)(0x88 | code); /* address 0x80, strong order, length */
            }
            struct got g = send(d, &f, false);

            assert_int_equal(g.words, 1);
            assert_true(g.ok && g.is_rsp == (kind == 1));
            assert_int_equal(g.beats, 1u << code);
            assert_int_equal(g.pay_beats, 1u << code);
            assert_memory_equal(g.pay, f.b + at, 64u << code);
        }
    }
}

static void ldst_parse_drops_frame_when_a_header_is_not_ours(void **state)
{
    static const struct {
        uint32_t at;
        uint8_t flip;
    } wrong[] = {
        {14, 0x01},             /* class 8 */
        {14, 0x02},             /* class 11 */
        {18, 0x80},             /* other address */
        {19, 0x01}, {23, 0x08}, /* management */
        {23, 0x01},             /* next header */
        {24, 0x01},             /* opcode 7 */
        {25, 0x40},             /* version 1 */
        {25, 0x08},             /* token value follows */
        {25, 0x01},             /* user extension follows */
        {35, 0x07},             /* 8 KiB */
    };
    struct dut *d = *state;
    struct tb_frame good, f;

    tb_frame_ldst(&good, "load_request");
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        f = good;
        f.b[wrong[i].at] ^= wrong[i].flip;
        check_dropped(d, &f);
        assert_true(send(d, &good, false).ok); /* the next one passes */
    }
}

static void ldst_parse_marks_frame_when_its_size_is_wrong(void **state)
{
    struct dut *d = *state;
    struct tb_frame good, f;
    struct got g;

    tb_frame_ldst(&good, "store_request");
    for (int way = 0; way < 5; way++) {
        static const int32_t more[] = {-4, 4, 64, -64, 64 * 70};

        f = good;
        f.len = (uint32_t)((int32_t)f.len + more[way]);
        memset(f.b + good.len, 0, f.len > good.len ? f.len - good.len : 0);
        g = send(d, &f, false);
        assert_int_equal(g.words, 1);
        assert_false(g.ok);
        assert_int_equal(g.beats, g.pay_beats); /* as many as are to be thrown away */
        assert_int_equal(g.drops, 1);
        assert_int_equal(g.probes, 0);
        g = send(d, &good, false);
        assert_true(g.ok && g.beats == 1 && g.pay_beats == 1);
    }
    g = send(d, &good, true); /* link error */
    assert_true(g.words == 1 && !g.ok && g.drops == 1);

    *d->cfg_cna = CNA_1;
    tb_frame_ldst(&good, "load_response");
    f = good;
    f.len += 128; /* 192 B: not a power of two */
    memset(f.b + good.len, 0, 128);
    g = send(d, &f, false);
    assert_true(g.words == 1 && !g.ok && g.beats == 3 && g.pay_beats == 3 && g.drops == 1);
}

static void ldst_parse_holds_the_link_when_requests_wait(void **state)
{
    struct dut *d = *state;
    struct tb_frame f;
    uint32_t in = 0, out = 0;

    tb_frame_ldst(&f, "load_request");
    tb_frame_put(&f, 0, d->s_data);
    *d->s_keep = tb_frame_keep(&f, 0);
    *d->s_last = *d->s_valid = 1;
    *d->m_req_ready = 0;
    for (int i = 0; i < 200; i++) {
        dut_eval(d);
        in += *d->s_ready;
        dut_tick(d);
    }
    assert_in_range(in, DUT_P_DEPTH, DUT_P_DEPTH + 2); /* and what stands in the input register */
    *d->s_valid = 0;
    *d->m_req_ready = 1;
    for (int i = 0; i < 200; i++) {
        dut_eval(d);
        out += *d->m_req_valid;
        dut_tick(d);
    }
    assert_int_equal(out, in); /* none is lost */
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(ldst_parse_gives_fields_of_the_written_load),
        TEST(ldst_parse_gives_fields_and_payload_of_the_written_store),
        TEST(ldst_parse_gives_fields_and_payload_of_the_written_responses),
        TEST(ldst_parse_keeps_payload_when_it_is_long),
        TEST(ldst_parse_drops_frame_when_a_header_is_not_ours),
        TEST(ldst_parse_marks_frame_when_its_size_is_wrong),
        TEST(ldst_parse_holds_the_link_when_requests_wait),
    };

    return cmocka_run_group_tests_name("urma_ldst_parse", tests, NULL, NULL);
}
