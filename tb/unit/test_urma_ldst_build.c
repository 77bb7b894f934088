/* SPDX-License-Identifier: Apache-2.0 */
/* test_urma_ldst_build: requests and responses become the hand-written frames, payload of every
 * length stands behind its header, errors of memory, refused stores, latency, turns, stalls of the
 * link. */
/* DUT: urma_ldst_build */
#include "dut.h"
#include "tb.h"
#include "tb_frame.h"

enum { LOAD, STORE, REFUSED_STORE, DATA, ACK, DENIED };

struct bench {
    struct dut *d;
    struct tb_rng rng;
    uint32_t stall; /* percent, link and memory data */
};

static void node(struct bench *b, uint32_t n)
{
    *b->d->cfg_mac = 0x020000000000 + n;
    *b->d->cfg_cna = (uint16_t)(0x0101 * n);
}

static int setup(void **state)
{
    struct bench *b = calloc(1, sizeof(*b));

    b->d = dut_create();
    dut_reset(b->d);
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

/* Offer a request or a response of the written frames. */
static void offer(struct bench *b, int kind, uint32_t code)
{
    struct dut *d = b->d;

    if (kind <= REFUSED_STORE) {
        *d->s_req_valid = 1;
        *d->s_req_store = kind != LOAD;
        *d->s_req_discard = kind == REFUSED_STORE;
        *d->s_req_dst_mac = 0x020000000002;
        *d->s_req_dcna = 0x0202;
        *d->s_req_so = kind != LOAD;
        *d->s_req_token_id = 0xabc;
        *d->s_req_line = 0x123456780 >> 6;
        *d->s_req_code = (uint8_t)code;
        *d->s_req_tassn = kind == LOAD ? 0x42 : 0x43;
        *d->s_req_beats = (uint8_t)(1u << code);
        return;
    }
    *d->s_rsp_valid = 1;
    *d->s_rsp_dst_mac = 0x020000000001;
    *d->s_rsp_dcna = 0x0101;
    *d->s_rsp_tassn = kind == ACK ? 0x43 : 0x42;
    *d->s_rsp_data = kind == DATA;
    *d->s_rsp_status = kind == DENIED;
    *d->s_rsp_poison = 0;
    *d->s_rsp_beats = (uint8_t)(1u << code);
}

/* Run what is offered, with its payload, which errs from beat err_at on.
 * @return error mark of the frame's end. */
static bool run(struct bench *b, const uint8_t *pay, uint32_t beats, uint32_t err_at,
                struct tb_frame *f)
{
    struct dut *d = b->d;
    bool is_req = *d->s_req_valid, over = false, err = false;
    bool makes = !(is_req && *d->s_req_discard);
    uint32_t sent = 0;
    uint64_t start = d->cycle;

    f->len = 0;
    while (makes ? !over : sent < beats) {
        *d->s_w_valid = is_req && sent < beats; /* all of a store is there */
        *d->s_r_valid =
            !is_req && sent < beats && (*d->s_r_valid || !tb_rng_chance(&b->rng, b->stall));
        for (uint32_t i = 0; i < 64 && sent < beats; i++) {
            tb_set_byte(d->s_w_data, i, pay[sent * 64 + i]);
            tb_set_byte(d->s_r_data, i, pay[sent * 64 + i]);
        }
        *d->s_r_err = sent >= err_at;
        *d->m_ready = !tb_rng_chance(&b->rng, b->stall);
        dut_eval(d);
        bool took_req = *d->s_req_valid && *d->s_req_ready;
        bool took_rsp = *d->s_rsp_valid && *d->s_rsp_ready;
        bool took_r = *d->s_r_valid && *d->s_r_ready;

        sent += (*d->s_w_valid && *d->s_w_ready) || took_r;
        if (*d->m_valid && *d->m_ready) {
            tb_frame_add(f, d->m_data, *d->m_keep, *d->m_last);
            over = *d->m_last;
            err = *d->m_user_err;
        }
        dut_tick(d);
        *d->s_req_valid = *d->s_req_valid && !took_req;
        *d->s_rsp_valid = *d->s_rsp_valid && !took_rsp;
        *d->s_r_valid = *d->s_r_valid && !took_r;
        assert_true(d->cycle - start < 2000);
    }
    *d->s_w_valid = *d->s_r_valid = 0;
    dut_eval(d);
    assert_int_equal(*d->m_valid, 0);
    assert_int_equal(sent, beats);
    return err;
}

static void ldst_build_makes_the_written_frames(void **state)
{
    static const struct {
        int kind;
        const char *name;
        uint32_t node, beats, id;
    } cases[] = {
        {LOAD, "load_request", 1, 0, 0x42 << 3},      {STORE, "store_request", 1, 1, 0x43 << 3 | 4},
        {DATA, "load_response", 2, 1, 0x42 << 3 | 1}, {ACK, "store_ack", 2, 0, 0x43 << 3 | 4 | 1},
        {DENIED, "denied", 2, 0, 0x42 << 3 | 4 | 1},
    };
    struct bench *b = *state;

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct tb_frame want, got;

        tb_frame_ldst(&want, cases[i].name);
        node(b, cases[i].node);
        offer(b, cases[i].kind, 0);
        uint64_t start = b->d->cycle;
        assert_false(run(b, want.b + want.len - 64 * cases[i].beats, cases[i].beats, 99, &got));
        tb_frame_check(&got, &want);
        /* the beats of the frame, and one register */
        assert_int_equal(b->d->cycle - start, tb_frame_beats(&want) + 1);
        if (cases[i].beats == 0) { /* a frame of one beat: reported in the cycle after it */
            assert_int_equal(*b->d->probe_first_valid, 1);
        }
        assert_int_equal(*b->d->probe_first_id, cases[i].id);
        dut_tick(b->d);
        dut_eval(b->d);
        assert_int_equal(*b->d->stat_idle, 1);
    }
}

static void ldst_build_keeps_payload_when_it_is_long_and_the_link_stalls(void **state)
{
    struct bench *b = *state;
    uint8_t pay[4096];

    b->rng = tb_rng_seed(2);
    for (uint32_t n = 0; n < 56; n++) {
        int kind = n % 2 ? DATA : STORE;
        uint32_t code = n / 2 % 7, at = kind == STORE ? 40 : 28;
        struct tb_frame head, got;

        b->stall = n < 14 ? 0 : 40;
        node(b, kind == STORE ? 1 : 2);
        tb_frame_ldst(&head, kind == STORE ? "store_request" : "load_response");
        head.b[35] = kind == STORE ? (uint8_t)(head.b[35] | code) : head.b[35];
        tb_rng_fill(&b->rng, pay, sizeof(pay));
        offer(b, kind, code);
        run(b, pay, 1u << code, 99, &got);
        assert_int_equal(got.len, at + (64u << code));
        assert_memory_equal(got.b, head.b, at);
        assert_memory_equal(got.b + at, pay, 64u << code);
    }
}

static void ldst_build_throws_beats_away_when_the_store_is_refused(void **state)
{
    struct bench *b = *state;
    uint8_t pay[4096] = {0};
    struct tb_frame want, got;

    node(b, 1);
    for (uint32_t code = 0; code <= 6; code++) {
        offer(b, REFUSED_STORE, code);
        run(b, pay, 1u << code, 99, &got);
        assert_int_equal(got.len, 0);
        tb_frame_ldst(&want, "load_request");
        offer(b, LOAD, 0);
        run(b, pay, 0, 99, &got);
        tb_frame_check(&got, &want);
    }
}

static void ldst_build_marks_the_end_when_a_later_beat_is_bad(void **state)
{
    struct bench *b = *state;
    uint8_t pay[256] = {0};
    struct tb_frame got;

    offer(b, DATA, 2);
    assert_true(run(b, pay, 4, 3, &got));
    offer(b, DATA, 2);
    assert_true(run(b, pay, 4, 1, &got));
    offer(b, DATA, 2);
    assert_false(run(b, pay, 4, 99, &got)); /* it does not stay */
    offer(b, DATA, 0);
    *b->d->s_rsp_poison = 1;
    assert_false(run(b, pay, 1, 0, &got)); /* the header says it */
    assert_int_equal(got.b[25], 0x04);
}

static void ldst_build_takes_turns_when_both_wait(void **state)
{
    struct bench *b = *state;
    struct dut *d = b->d;
    uint32_t req = 0, rsp = 0;

    offer(b, LOAD, 0);
    offer(b, ACK, 0);
    *d->m_ready = 1;
    for (int i = 0; i < 100; i++) {
        dut_eval(d);
        req += *d->s_req_ready;
        rsp += *d->s_rsp_ready;
        dut_tick(d);
    }
    assert_int_equal(req, 50);
    assert_int_equal(rsp, 50);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(ldst_build_makes_the_written_frames),
        TEST(ldst_build_keeps_payload_when_it_is_long_and_the_link_stalls),
        TEST(ldst_build_throws_beats_away_when_the_store_is_refused),
        TEST(ldst_build_marks_the_end_when_a_later_beat_is_bad),
        TEST(ldst_build_takes_turns_when_both_wait),
    };

    return cmocka_run_group_tests_name("urma_ldst_build", tests, NULL, NULL);
}
