/* SPDX-License-Identifier: Apache-2.0 */
/* test_roce_verbs: entries, doorbells, states and completions of RoCE queue pairs. Positions of
 * fields are those of configs/spec/records.yaml and registers.yaml, counted by hand.
 */
#include "tb_pcie.h"

#include "ubn/roce.h"
#include "ubn/stack.h"

#define SQ_BASE UINT64_C(0x4000)
#define RQ_BASE UINT64_C(0x6000)
#define CQ_BASE UINT64_C(0x8000)
#define PAGE UINT64_C(0x1003000) /* of queue pair 3 */
#define DEPTH 8u

static const struct ubn_roce_qp_config config = {.qpn = 3,
                                                 .state = UBN_ROCE_QP_STATE_RTS,
                                                 .mtu_bytes = 1024,
                                                 .max_rd = 16,
                                                 .max_dest_rd = 16,
                                                 .dest_qpn = 9,
                                                 .sq_psn = 0x111111,
                                                 .rq_psn = 0x222222,
                                                 .sq = {.base = SQ_BASE, .shift = 3},
                                                 .rq = {.base = RQ_BASE, .shift = 2}};

static const struct ubn_work read_work = {.op = UBN_OP_READ,
                                          .signaled = true,
                                          .len_bytes = 64,
                                          .local_addr = UINT64_C(0x1111222233334444),
                                          .local_key = {.id = 0x123456, .token = 0xab},
                                          .remote_addr = UINT64_C(0x5555666677778888),
                                          .remote_key = {.id = 0x654321, .token = 0xcd},
                                          .trace_op = 77};

static struct ubn_roce_qp qp_open(bool blueflame)
{
    struct ubn_roce_qp qp;

    assert_int_equal(ubn_roce_qp_init(&config, blueflame, &qp), UBN_OK);
    return qp;
}

/* Bits of a block, LSB first. */
static uint64_t bits(const uint8_t *data, unsigned from, unsigned width)
{
    uint64_t value = 0;

    for (unsigned i = 0; i < width; i++) {
        value |= (uint64_t)((unsigned)data[(from + i) / 8] >> (from + i) % 8 & 1u) << i;
    }
    return value;
}

static struct ubn_host_post post(struct ubn_roce_qp *qp, const struct ubn_work *work, bool ring)
{
    static const uint8_t data[64] = {1, 2, 3, 4, 5, 6, 7, 8};
    struct ubn_host_post p;
    uint16_t idx = 0;
    const uint16_t expected = (uint16_t)qp->sq.pi;

    assert_int_equal(ubn_roce_post(qp, work, data, ring, &p, &idx), UBN_OK);
    assert_int_equal(idx, expected);
    return p;
}

static enum ubn_status try_post(struct ubn_roce_qp *qp, const struct ubn_work *work)
{
    static const uint8_t data[64];
    struct ubn_host_post p;
    uint16_t idx;
    const uint32_t pi = qp->sq.pi;
    const enum ubn_status status = ubn_roce_post(qp, work, data, true, &p, &idx);

    assert_int_equal(qp->sq.pi, pi + (status == UBN_OK));
    return status;
}

static struct ubn_roce_wc done(uint16_t idx, uint8_t opcode)
{
    return (struct ubn_roce_wc){.qpn = 3, .opcode = opcode, .wqe_idx = idx};
}

/* ---- entries ---- */

static void post_read_makes_entry(void **state)
{
    struct ubn_roce_qp qp = qp_open(false);
    struct ubn_work work = read_work;

    (void)state;
    (void)post(&qp, &work, true);
    work.fence = true;
    const struct ubn_host_post p = post(&qp, &work, true);
    assert_int_equal(p.entry.addr, SQ_BASE + 64);
    assert_int_equal(p.entry.bytes, 64);
    assert_int_equal(p.entry.tag, UBN_TAG_NONE);
    assert_int_equal(bits(p.entry.data, 0, 8), 4);
    assert_int_equal(bits(p.entry.data, 8, 8), 0x05); /* signaled, fence */
    assert_int_equal(bits(p.entry.data, 16, 16), 1);
    assert_int_equal(bits(p.entry.data, 32, 24), 3);
    assert_int_equal(bits(p.entry.data, 56, 8), 1);
    assert_int_equal(bits(p.entry.data, 64, 64), 0);
    assert_int_equal(bits(p.entry.data, 128, 64), UINT64_C(0x5555666677778888));
    assert_int_equal(bits(p.entry.data, 192, 32), 0x654321cd);
    assert_int_equal(bits(p.entry.data, 256, 32), 64);
    assert_int_equal(bits(p.entry.data, 288, 32), 0x123456ab);
    assert_int_equal(bits(p.entry.data, 320, 64), UINT64_C(0x1111222233334444));
    ubn_roce_qp_free(&qp);
}

static void post_makes_every_operation(void **state)
{
    static const uint8_t opcodes[UBN_OP_COUNT] = {
        [UBN_OP_READ] = 4,     [UBN_OP_WRITE] = 0, [UBN_OP_WRITE_IMM] = 1, [UBN_OP_SEND] = 2,
        [UBN_OP_SEND_IMM] = 3, [UBN_OP_CAS] = 5,   [UBN_OP_FADD] = 6};
    struct ubn_roce_qp qp = qp_open(false);

    (void)state;
    for (unsigned op = 0; op < UBN_OP_COUNT; op++) {
        const struct ubn_work work = {.op = (enum ubn_op)op,
                                      .len_bytes = 8,
                                      .remote_addr = 0x1000,
                                      .imm = 0x99887766,
                                      .compare = UINT64_C(0x0102030405060708),
                                      .swap_add = UINT64_C(0x1112131415161718)};
        const struct ubn_host_post p = post(&qp, &work, true);

        assert_int_equal(p.entry.data[0], opcodes[op]);
        assert_int_equal(p.entry.data[1], 0); /* not signaled */
        assert_int_equal(bits(p.entry.data, 64, 32), 0x99887766);
        assert_int_equal(bits(p.entry.data, 384, 64), UINT64_C(0x1112131415161718));
        assert_int_equal(bits(p.entry.data, 448, 64), UINT64_C(0x0102030405060708));
    }
    ubn_roce_qp_free(&qp);
}

static void post_puts_inline_data_into_entry(void **state)
{
    struct ubn_roce_qp qp = qp_open(true);
    struct ubn_work work = read_work;

    (void)state;
    work.op = UBN_OP_SEND;
    work.inline_data = true;
    work.len_bytes = 7;
    const struct ubn_host_post p = post(&qp, &work, true);
    assert_int_equal(bits(p.entry.data, 8, 8), 0x09); /* signaled, inline */
    assert_int_equal(bits(p.entry.data, 256, 32), 7);
    for (unsigned i = 0; i < 28; i++) {
        assert_int_equal(p.entry.data[36 + i], i < 7 ? i + 1 : 0);
    }
    assert_memory_equal(p.store.data, p.entry.data, 64);
    ubn_roce_qp_free(&qp);
}

static void post_of_no_bytes_has_no_data_segment(void **state)
{
    struct ubn_roce_qp qp = qp_open(false);
    struct ubn_work work = read_work;

    (void)state;
    work.len_bytes = 0;
    assert_int_equal(bits(post(&qp, &work, true).entry.data, 56, 8), 0);
    ubn_roce_qp_free(&qp);
}

/* ---- limits ---- */

static void post_refuses_what_breaks_a_limit(void **state)
{
    struct ubn_roce_qp qp = qp_open(false);
    struct ubn_work work = read_work;

    (void)state;
    work.len_bytes = 0x80000000u;
    assert_int_equal(try_post(&qp, &work), UBN_OK);
    work.len_bytes = 0x80000001u;
    assert_int_equal(try_post(&qp, &work), UBN_ERR_ARG);
    work.op = UBN_OP_WRITE;
    work.inline_data = true;
    work.len_bytes = 28;
    assert_int_equal(try_post(&qp, &work), UBN_OK);
    work.len_bytes = 29;
    assert_int_equal(try_post(&qp, &work), UBN_ERR_ARG);
    work.op = UBN_OP_READ;
    work.len_bytes = 8;
    assert_int_equal(try_post(&qp, &work), UBN_ERR_ARG);
    for (unsigned i = 0; i < 2; i++) {
        work.op = i == 0 ? UBN_OP_CAS : UBN_OP_FADD;
        work.inline_data = true;
        work.len_bytes = 8;
        work.remote_addr = 0x1008;
        assert_int_equal(try_post(&qp, &work), UBN_ERR_ARG);
        work.inline_data = false;
        assert_int_equal(try_post(&qp, &work), UBN_OK);
        work.remote_addr = 0x1004;
        assert_int_equal(try_post(&qp, &work), UBN_ERR_ARG);
        work.remote_addr = 0x1008;
        work.len_bytes = 4;
        assert_int_equal(try_post(&qp, &work), UBN_ERR_ARG);
    }
    work.op = UBN_OP_COUNT;
    assert_int_equal(try_post(&qp, &work), UBN_ERR_ARG);
    ubn_roce_qp_free(&qp);
}

static void post_reports_full_queue_until_completion(void **state)
{
    struct ubn_roce_qp qp = qp_open(false);
    struct ubn_work work = read_work;

    (void)state;
    for (unsigned i = 0; i < DEPTH; i++) {
        work.signaled = i == 5;
        assert_int_equal(try_post(&qp, &work), UBN_OK);
    }
    assert_int_equal(try_post(&qp, &work), UBN_ERR_FULL);
    const struct ubn_roce_wc wc = done(5, 2);
    assert_null(ubn_roce_complete(&qp, &wc));
    /* 0 .. 4 had no completion of their own and are free with 5 */
    for (unsigned i = 0; i < 6; i++) {
        assert_int_equal(try_post(&qp, &work), UBN_OK);
    }
    assert_int_equal(try_post(&qp, &work), UBN_ERR_FULL);
    ubn_roce_qp_free(&qp);
}

static void indices_go_on_past_65535(void **state)
{
    struct ubn_roce_qp qp = qp_open(false);

    (void)state;
    for (uint32_t i = 0; i < 65536 + 3; i++) {
        const struct ubn_host_post p = post(&qp, &read_work, true);
        const struct ubn_roce_wc wc = done((uint16_t)i, 2);

        assert_int_equal(p.entry.addr, SQ_BASE + 64 * (i % DEPTH));
        assert_int_equal(bits(p.entry.data, 16, 16), i & 0xffff);
        assert_int_equal(bits(p.store.data, 0, 16), (i + 1) & 0xffff);
        assert_null(ubn_roce_complete(&qp, &wc));
    }
    ubn_roce_qp_free(&qp);
}

/* ---- doorbells ---- */

static void doorbell_tells_producer_index(void **state)
{
    struct ubn_roce_qp qp = qp_open(false);

    (void)state;
    for (unsigned i = 1; i <= 3; i++) {
        const struct ubn_host_post p = post(&qp, &read_work, true);

        assert_false(p.silent);
        assert_int_equal(p.store.addr, PAGE + 0x80);
        assert_int_equal(p.store.bytes, 8);
        assert_int_equal(p.store.tag, 77);
        assert_int_equal(bits(p.store.data, 0, 64), i);
    }
    ubn_roce_qp_free(&qp);
}

static void doorbell_rings_once_for_a_batch(void **state)
{
    (void)state;
    for (unsigned blueflame = 0; blueflame < 2; blueflame++) {
        struct ubn_roce_qp qp = qp_open(blueflame != 0);

        for (unsigned i = 0; i < 3; i++) {
            const struct ubn_host_post p = post(&qp, &read_work, false);
            assert_true(p.silent);
            assert_int_equal(p.store.bytes, 0);
            assert_int_equal(p.entry.addr, SQ_BASE + 64 * i);
        }
        const struct ubn_host_post p = post(&qp, &read_work, true);
        assert_false(p.silent);
        assert_int_equal(p.store.addr, PAGE + 0x80);
        assert_int_equal(p.store.bytes, 8);
        assert_int_equal(bits(p.store.data, 0, 64), 4);
        ubn_roce_qp_free(&qp);
    }
}

static void blueflame_pushes_entry_into_two_buffers_in_turn(void **state)
{
    struct ubn_roce_qp qp = qp_open(true);

    (void)state;
    for (unsigned i = 0; i < 4; i++) {
        const struct ubn_host_post p = post(&qp, &read_work, true);

        assert_false(p.silent);
        assert_int_equal(p.store.addr, PAGE + (i % 2) * 0x40);
        assert_int_equal(p.store.bytes, 64);
        assert_int_equal(p.store.tag, 77);
        assert_memory_equal(p.store.data, p.entry.data, 64);
        assert_int_equal(p.entry.addr, SQ_BASE + 64 * i); /* in memory, too */
        if (i == 1) {
            (void)post(&qp, &read_work, false);
            assert_int_equal(post(&qp, &read_work, true).store.bytes, 8);
            qp.sq.pi -= 2; /* as if they had not been: the buffers go on in turn */
            qp.sq.rung -= 2;
        }
    }
    ubn_roce_qp_free(&qp);
}

static void untraced_work_has_no_tag(void **state)
{
    struct ubn_roce_qp qp = qp_open(false);
    struct ubn_work work = read_work;

    (void)state;
    work.trace_op = UBN_OP_UNTRACED;
    assert_int_equal(post(&qp, &work, true).store.tag, UBN_TAG_NONE);
    ubn_roce_qp_free(&qp);
}

static void receive_is_posted_with_its_own_doorbell(void **state)
{
    struct ubn_roce_qp qp = qp_open(true);
    const struct ubn_recv recv = {
        .addr = 0x123456789, .len_bytes = 100, .key = {.id = 7, .token = 1}};
    struct ubn_host_post p;
    uint16_t idx;

    (void)state;
    for (unsigned i = 0; i < 4; i++) {
        assert_int_equal(ubn_roce_post_recv(&qp, &recv, i == 3, &p, &idx), UBN_OK);
        assert_int_equal(idx, i);
        assert_int_equal(p.entry.addr, RQ_BASE + 64 * i);
        assert_int_equal(bits(p.entry.data, 16, 16), i);
        assert_int_equal(bits(p.entry.data, 256, 32), 100);
        assert_int_equal(bits(p.entry.data, 288, 32), 0x701);
        assert_int_equal(bits(p.entry.data, 320, 64), 0x123456789);
        assert_int_equal(p.silent, i != 3);
    }
    assert_int_equal(p.store.addr, PAGE + 0x80);
    assert_int_equal(p.store.bytes, 8);
    assert_int_equal(bits(p.store.data, 0, 64), 4 | 1 << 16);
    assert_int_equal(ubn_roce_post_recv(&qp, &recv, true, &p, &idx), UBN_ERR_FULL);
    struct ubn_roce_wc wc = done(0, 0x80);
    wc.src_qpn = 9;
    assert_null(ubn_roce_complete(&qp, &wc));
    assert_int_equal(ubn_roce_post_recv(&qp, &recv, true, &p, &idx), UBN_OK);
    assert_int_equal(p.store.addr, PAGE + 0x80); /* never pushed */
    ubn_roce_qp_free(&qp);
}

/* ---- states ---- */

static void states_decide_what_may_be_posted(void **state)
{
    static const struct {
        enum ubn_roce_qp_state state;
        bool sends, receives;
    } rows[] = {{UBN_ROCE_QP_STATE_RESET, false, false}, {UBN_ROCE_QP_STATE_INIT, false, true},
                {UBN_ROCE_QP_STATE_RTR, false, true},    {UBN_ROCE_QP_STATE_RTS, true, true},
                {UBN_ROCE_QP_STATE_SQD, true, true},     {UBN_ROCE_QP_STATE_ERR, true, true}};
    const struct ubn_recv recv = {.len_bytes = 1};

    (void)state;
    for (unsigned i = 0; i < 6; i++) {
        struct ubn_roce_qp qp = qp_open(false);
        struct ubn_host_post p;
        uint16_t idx;

        qp.cfg.state = rows[i].state;
        assert_int_equal(try_post(&qp, &read_work), rows[i].sends ? UBN_OK : UBN_ERR_ARG);
        assert_int_equal(ubn_roce_post_recv(&qp, &recv, true, &p, &idx),
                         rows[i].receives ? UBN_OK : UBN_ERR_ARG);
        ubn_roce_qp_free(&qp);
    }
}

static void states_follow_the_allowed_transitions(void **state)
{
    /* bit `to` of row `from`: RESET 0, INIT 1, RTR 2, RTS 3, SQD 4, ERR 6 */
    static const uint8_t allowed[7] = {0x43, 0x45, 0x49, 0x51, 0x49, 0, 0x41};

    (void)state;
    for (unsigned from = 0; from < 7; from++) {
        for (unsigned to = 0; to < 8 && from != 5; to++) {
            struct ubn_roce_qp qp = qp_open(false);
            struct ubn_roce_writes w = {0};

            qp.cfg.state = (enum ubn_roce_qp_state)from;
            const bool ok = (allowed[from] >> to & 1u) != 0;
            assert_int_equal(ubn_roce_modify(&qp, (enum ubn_roce_qp_state)to, &w),
                             ok ? UBN_OK : UBN_ERR_ARG);
            assert_int_equal(qp.cfg.state, ok ? to : from);
            assert_int_equal(w.n != 0, ok);
            ubn_roce_writes_free(&w);
            ubn_roce_qp_free(&qp);
        }
    }
}

static void reset_forgets_work_and_init_programs_all_anew(void **state)
{
    struct ubn_roce_qp qp = qp_open(true);
    struct ubn_roce_writes w = {0};

    (void)state;
    (void)post(&qp, &read_work, true);
    assert_int_equal(ubn_roce_modify(&qp, UBN_ROCE_QP_STATE_RESET, &w), UBN_OK);
    assert_int_equal(w.n, 3);
    assert_int_equal(w.items[0].addr, UINT64_C(0x24000c0)); /* static part first: no packets */
    assert_int_equal(bits(w.items[0].data, 0, 3), 0);
    assert_int_equal(w.items[1].addr, UINT64_C(0x2000180)); /* work queues 6 and 7 */
    assert_int_equal(w.items[2].addr, UINT64_C(0x20001c0));
    assert_int_equal(bits(w.items[1].data, 0, 1), 0);
    assert_int_equal(bits(w.items[2].data, 0, 1), 0);
    assert_int_equal(qp.sq.pi, 0);
    ubn_roce_writes_free(&w);

    qp.cfg.sq_psn = 0x333333;
    assert_int_equal(ubn_roce_modify(&qp, UBN_ROCE_QP_STATE_INIT, &w), UBN_OK);
    assert_int_equal(w.n, 6);
    assert_int_equal(bits(w.items[0].data, 0, 1), 1);
    assert_int_equal(w.items[2].addr, UINT64_C(0x28000c0));
    assert_int_equal(bits(w.items[2].data, 0, 24), 0x333333);
    assert_int_equal(bits(w.items[5].data, 0, 3), 1);
    ubn_roce_writes_free(&w);

    assert_int_equal(ubn_roce_modify(&qp, UBN_ROCE_QP_STATE_RTR, &w), UBN_OK);
    assert_int_equal(ubn_roce_modify(&qp, UBN_ROCE_QP_STATE_RTS, &w), UBN_OK);
    assert_int_equal(w.n, 2);
    assert_int_equal(w.items[1].addr, UINT64_C(0x24000c0));
    assert_int_equal(bits(w.items[1].data, 0, 3), 3);
    ubn_roce_writes_free(&w);
    /* it begins with index 0 and the first buffer again */
    const struct ubn_host_post p = post(&qp, &read_work, true);
    assert_int_equal(p.store.addr, PAGE);
    assert_int_equal(p.entry.addr, SQ_BASE);
    ubn_roce_qp_free(&qp);
}

static void error_is_one_write_to_the_page(void **state)
{
    struct ubn_roce_qp qp = qp_open(false);
    struct ubn_roce_writes w = {0};

    (void)state;
    (void)post(&qp, &read_work, true);
    assert_int_equal(ubn_roce_modify(&qp, UBN_ROCE_QP_STATE_ERR, &w), UBN_OK);
    assert_int_equal(w.n, 1);
    assert_int_equal(w.items[0].addr, PAGE + 0x88);
    assert_int_equal(w.items[0].bytes, 8);
    assert_int_equal(qp.sq.pi, 1); /* its work is flushed, with completions */
    ubn_roce_writes_free(&w);
    ubn_roce_qp_free(&qp);
}

/* ---- completions ---- */

static struct ubn_mem *mem_open(void)
{
    const struct ubn_mem_config cfg = {
        .bytes = 1u << 20, .row_hit_ps = 1, .row_miss_ps = 1, .row_bytes = 64, .banks = 1};
    struct ubn_mem *mem = NULL;

    assert_int_equal(ubn_mem_create(&cfg, &mem), UBN_OK);
    return mem;
}

static void write_record(struct ubn_mem *mem, uint32_t n, uint32_t depth, const uint8_t head[20])
{
    uint8_t record[64] = {0};

    memcpy(record, head, 20);
    record[63] = (n & depth) == 0; /* owner, bit 504: 1 in the first lap */
    assert_int_equal(ubn_mem_write(mem, CQ_BASE + 64 * (n % depth), 64, record), UBN_OK);
}

static void poll_takes_records_by_owner_bit_over_laps(void **state)
{
    struct ubn_mem *mem = mem_open();
    struct ubn_roce_cq cq = {.base = CQ_BASE, .shift = 2};
    struct ubn_roce_wc wc;

    (void)state;
    assert_int_equal(ubn_roce_poll_cq(&cq, mem, &wc), 0);
    for (uint32_t n = 0; n < 20; n++) {
        const uint8_t head[20] = {0x33, 0x22, 0x11, 0x81, 0x0a, 0x01, (uint8_t)n, 0x7f, 0x44, 0x33,
                                  0x22, 0x11, 0x88, 0x77, 0x66, 0x55, 0xcc,       0xbb, 0xaa, 0};

        write_record(mem, n, 4, head);
        assert_int_equal(ubn_roce_poll_cq(&cq, mem, &wc), 1);
        assert_int_equal(wc.qpn, 0x112233);
        assert_int_equal(wc.opcode, 0x81);
        assert_int_equal(wc.status, 10);
        assert_true(wc.with_imm);
        assert_int_equal(wc.wqe_idx, 0x7f00 + n);
        assert_int_equal(wc.byte_cnt, 0x11223344);
        assert_int_equal(wc.imm, 0x55667788);
        assert_int_equal(wc.src_qpn, 0xaabbcc);
        assert_true(ubn_roce_wc_is_recv(&wc));
        assert_int_equal(ubn_roce_poll_cq(&cq, mem, &wc), 0);
    }
    cq.base = 1u << 20;
    assert_int_equal(ubn_roce_poll_cq(&cq, mem, &wc), -1);
    ubn_mem_destroy(mem);
}

static void completion_opcodes_match_operations(void **state)
{
    static const uint8_t opcodes[UBN_OP_COUNT] = {
        [UBN_OP_READ] = 2,     [UBN_OP_WRITE] = 1, [UBN_OP_WRITE_IMM] = 1, [UBN_OP_SEND] = 0,
        [UBN_OP_SEND_IMM] = 0, [UBN_OP_CAS] = 3,   [UBN_OP_FADD] = 4};
    struct ubn_roce_qp qp = qp_open(false);

    (void)state;
    for (unsigned op = 0; op < UBN_OP_COUNT; op++) {
        struct ubn_work work = read_work;
        work.op = (enum ubn_op)op;
        work.len_bytes = 8;
        work.remote_addr = 0;
        for (uint8_t code = 0; code < 5; code++) {
            (void)post(&qp, &work, true);
            const struct ubn_roce_wc wc = done((uint16_t)(qp.sq.pi - 1), code);
            assert_int_equal(ubn_roce_complete(&qp, &wc) == NULL, code == opcodes[op]);
        }
    }
    ubn_roce_qp_free(&qp);
}

static void complete_finds_what_contradicts_the_queue(void **state)
{
    struct ubn_roce_qp qp = qp_open(false);
    struct ubn_work quiet = read_work;
    struct ubn_roce_wc wc = done(0, 2);

    (void)state;
    quiet.signaled = false;
    assert_non_null(ubn_roce_complete(&qp, &wc)); /* nothing posted */
    (void)post(&qp, &quiet, true);
    (void)post(&qp, &read_work, true);
    wc = done(2, 2);
    assert_non_null(ubn_roce_complete(&qp, &wc)); /* not posted yet */
    assert_int_equal(qp.sq.ci, 0);
    wc = done(0, 2);
    assert_non_null(ubn_roce_complete(&qp, &wc)); /* success that nobody asked for */
    assert_int_equal(qp.sq.ci, 1);
    (void)post(&qp, &read_work, true);
    wc = done(2, 2);
    assert_non_null(ubn_roce_complete(&qp, &wc)); /* entry 1 asked for one, too */
    assert_int_equal(qp.sq.ci, 3);
    assert_non_null(ubn_roce_complete(&qp, &wc)); /* twice */
    (void)post(&qp, &quiet, true);
    wc = done(3, 2);
    wc.status = UBN_ROCE_WC_STATUS_WR_FLUSH;
    assert_null(ubn_roce_complete(&qp, &wc)); /* errors come always */
    (void)post(&qp, &read_work, true);
    wc = done(4, 1);
    wc.status = UBN_ROCE_WC_STATUS_LOC_QP_OP;
    assert_null(ubn_roce_complete(&qp, &wc)); /* the operation counts on success only */
    wc = done(0, 0x80);
    assert_non_null(ubn_roce_complete(&qp, &wc)); /* no receive */
    ubn_roce_qp_free(&qp);
}

static void status_is_translated(void **state)
{
    static const enum ubn_cpl_status expected[16] = {UBN_CPL_OK,
                                                     UBN_CPL_LOCAL_LENGTH,
                                                     UBN_CPL_LOCAL_OP,
                                                     UBN_CPL_OTHER,
                                                     UBN_CPL_LOCAL_ACCESS,
                                                     UBN_CPL_FLUSHED,
                                                     UBN_CPL_OTHER,
                                                     UBN_CPL_BAD_RESPONSE,
                                                     UBN_CPL_LOCAL_ACCESS,
                                                     UBN_CPL_REMOTE_INVALID,
                                                     UBN_CPL_REMOTE_ACCESS,
                                                     UBN_CPL_REMOTE_OP,
                                                     UBN_CPL_RETRY_EXCEEDED,
                                                     UBN_CPL_RNR_EXCEEDED,
                                                     UBN_CPL_OTHER,
                                                     UBN_CPL_OTHER};

    (void)state;
    for (uint8_t i = 0; i < 16; i++) {
        assert_int_equal(ubn_roce_cpl_status(i), expected[i]);
    }
}

/* ---- the stack above it ---- */

static const struct ubn_nic_settings settings = {
    .mtu_bytes = 1024, .read_depth = 16, .mps_bytes = 256, .mrrs_bytes = 512, .tags = 256};

static struct ubn_nic *nic_open(struct tb_pcie *b, const struct ubn_stack *s)
{
    tb_pcie_open(b, &tb_pcie_config);
    const struct ubn_nic_env env = {
        .engine = b->engine, .mem = b->mem, .pcie = b->pcie, .settings = &settings};
    const struct ubn_cq_config cq = {.base = CQ_BASE, .shift = 3};
    const struct ubn_queue_config queue = {
        .depth = 4, .recv_depth = 4, .cq = 0, .recv_cq = 0, .base = 0x10000};
    const struct ubn_region_config region = {
        .id = 5, .secret = 6, .va = 0x700000, .len_bytes = 4096, .pa = 0x20000};
    struct ubn_region keys;
    struct ubn_nic *nic = NULL;

    assert_int_equal(s->nic_create(&env, &nic), UBN_OK);
    assert_int_equal(s->add_cq(nic, &cq), UBN_OK);
    assert_int_equal(s->add_queue(nic, &queue), UBN_OK);
    assert_int_equal(s->add_region(nic, &region, &keys), UBN_OK);
    assert_int_equal(s->setup_start(nic, 0), UBN_OK);
    return nic;
}

static void stacks_differ_in_what_leaves(void **state)
{
    static const struct ubn_stack *const stacks[] = {&ubn_stack_roce_dma, &ubn_stack_roce_bf,
                                                     &ubn_stack_roce_dpu};

    (void)state;
    for (unsigned i = 0; i < 3; i++) {
        struct tb_pcie b;
        struct ubn_nic *nic = nic_open(&b, stacks[i]);
        struct ubn_host_post p = {0};
        uint32_t id = 9;

        stacks[i]->post(nic, 0, &read_work, true, &id, &p);
        assert_int_equal(id, 0);
        assert_int_equal(p.store.bytes, i == 0 ? 8 : 64);
        assert_int_equal(p.entry.bytes, 64);
        assert_int_equal(p.store.tag, 77);
        stacks[i]->nic_destroy(nic);
        tb_pcie_close(&b);
    }
}

static void stack_copies_inline_data_out_of_the_region(void **state)
{
    const struct ubn_stack *s = &ubn_stack_roce_dma;
    struct tb_pcie b;
    struct ubn_nic *nic = nic_open(&b, s);
    const uint8_t data[3] = {0xa1, 0xa2, 0xa3};
    struct ubn_work work = {.op = UBN_OP_WRITE,
                            .inline_data = true,
                            .len_bytes = 3,
                            .local_addr = 0x700010,
                            .local_key = {.id = 5, .token = 6}};
    struct ubn_host_post p;
    uint32_t id;

    (void)state;
    assert_int_equal(ubn_mem_write(b.mem, 0x20010, 3, data), UBN_OK);
    s->post(nic, 0, &work, true, &id, &p);
    assert_memory_equal(&p.entry.data[36], data, 3);
    s->nic_destroy(nic);
    tb_pcie_close(&b);
}

static void stack_ends_run_when_work_is_refused(void **state)
{
    const struct ubn_stack *s = &ubn_stack_roce_dma;
    const struct ubn_run_limits limits = {0};

    (void)state;
    for (unsigned what = 0; what < 2; what++) {
        struct tb_pcie b;
        struct ubn_nic *nic = nic_open(&b, s);
        struct ubn_work work = read_work;
        struct ubn_host_post p;
        uint32_t id;

        for (unsigned i = 0; i < 4; i++) {
            s->post(nic, 0, &read_work, true, &id, &p);
            assert_int_equal(id, i);
        }
        if (what == 1) {
            work.inline_data = true; /* of no region */
            work.op = UBN_OP_WRITE;
            work.len_bytes = 1;
        }
        s->post(nic, 0, &work, true, &id, &p);
        assert_true(p.silent);
        assert_int_equal(ubn_engine_run(b.engine, &limits), what == 0 ? UBN_ERR_FULL : UBN_ERR_ARG);
        s->nic_destroy(nic);
        tb_pcie_close(&b);
    }
}

static void stack_polls_completions_of_both_queues(void **state)
{
    const struct ubn_stack *s = &ubn_stack_roce_dma;
    struct tb_pcie b;
    struct ubn_nic *nic = nic_open(&b, s);
    const struct ubn_recv recv = {.len_bytes = 64};
    struct ubn_host_post p;
    struct ubn_cpl cpl;
    uint32_t id;

    (void)state;
    for (unsigned i = 0; i < 6; i++) {
        const uint8_t head[20] = {0, 0, 0, 2, 0, 0, (uint8_t)i, 0, 64};

        s->post(nic, 0, &read_work, true, &id, &p);
        assert_int_equal(id, i % 4);
        write_record(b.mem, i, 8, head);
        assert_int_equal(s->poll(nic, 0, &cpl), 1);
        assert_int_equal(cpl.queue, 0);
        assert_int_equal(cpl.id, i % 4);
        assert_int_equal(cpl.status, UBN_CPL_OK);
        assert_int_equal(cpl.code, 0);
        assert_int_equal(cpl.bytes, 64);
        assert_false(cpl.recv);
        assert_null(cpl.oddity);
        assert_int_equal(s->poll(nic, 0, &cpl), 0);
    }
    s->post_recv(nic, 0, &recv, true, &id, &p);
    assert_int_equal(p.entry.addr, 0x10000 + 4 * 64);
    assert_int_equal(bits(p.store.data, 16, 1), 1);
    const uint8_t got[20] = {0, 0, 0, 0x80, 0, 1, 0, 0, 9, 0, 0, 0, 0x78, 0x56, 0x34, 0x12};
    write_record(b.mem, 6, 8, got);
    assert_int_equal(s->poll(nic, 0, &cpl), 1);
    assert_true(cpl.recv && cpl.with_imm);
    assert_int_equal(cpl.imm, 0x12345678);
    assert_int_equal(cpl.bytes, 9);
    assert_null(cpl.oddity);
    const uint8_t odd[20] = {1, 0, 0, 2, 10, 0, 0, 0, 9};
    write_record(b.mem, 7, 8, odd);
    assert_int_equal(s->poll(nic, 0, &cpl), 1);
    assert_int_equal(cpl.status, UBN_CPL_REMOTE_ACCESS);
    assert_int_equal(cpl.code, 10);
    assert_non_null(cpl.oddity); /* there is no queue pair 1 */
    s->nic_destroy(nic);
    tb_pcie_close(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(post_read_makes_entry),
        cmocka_unit_test(post_makes_every_operation),
        cmocka_unit_test(post_puts_inline_data_into_entry),
        cmocka_unit_test(post_of_no_bytes_has_no_data_segment),
        cmocka_unit_test(post_refuses_what_breaks_a_limit),
        cmocka_unit_test(post_reports_full_queue_until_completion),
        cmocka_unit_test(indices_go_on_past_65535),
        cmocka_unit_test(doorbell_tells_producer_index),
        cmocka_unit_test(doorbell_rings_once_for_a_batch),
        cmocka_unit_test(blueflame_pushes_entry_into_two_buffers_in_turn),
        cmocka_unit_test(untraced_work_has_no_tag),
        cmocka_unit_test(receive_is_posted_with_its_own_doorbell),
        cmocka_unit_test(states_decide_what_may_be_posted),
        cmocka_unit_test(states_follow_the_allowed_transitions),
        cmocka_unit_test(reset_forgets_work_and_init_programs_all_anew),
        cmocka_unit_test(error_is_one_write_to_the_page),
        cmocka_unit_test(poll_takes_records_by_owner_bit_over_laps),
        cmocka_unit_test(completion_opcodes_match_operations),
        cmocka_unit_test(complete_finds_what_contradicts_the_queue),
        cmocka_unit_test(status_is_translated),
        cmocka_unit_test(stacks_differ_in_what_leaves),
        cmocka_unit_test(stack_copies_inline_data_out_of_the_region),
        cmocka_unit_test(stack_ends_run_when_work_is_refused),
        cmocka_unit_test(stack_polls_completions_of_both_queues),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
