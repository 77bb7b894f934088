/* SPDX-License-Identifier: Apache-2.0 */
/* test_roce_setup: what the RoCE driver writes to the controller, and when, over the model of PCIe.
 * The controller is played by the test. Positions of fields are those of configs/spec/records.yaml,
 * counted by hand.
 */
#include "tb_pcie.h"

#include "ubn/gen/registers.h"
#include "ubn/roce.h"
#include "ubn/stack.h"

#define STEP_PS 1000u
#define IDENTITY UINT64_C(0x45434f522d4e4255) /* "UBN-ROCE", first character in the low byte */
#define WRITES_MAX 128u

/* A controller that takes writes and answers reads, every STEP_PS. */
struct controller {
    struct tb_pcie b;
    uint64_t identity;
    uint64_t version;
    uint64_t drop_store;
    uint64_t fail_offset; /* reads of it are answered with an error; 1: none */
    uint64_t addr[WRITES_MAX];
    uint32_t bytes[WRITES_MAX];
    uint8_t data[WRITES_MAX][64];
    unsigned n;
    unsigned reads;
    unsigned writes_before_version; /* writes seen when `version` was read */
    uint64_t last_read_ps;
};

static void answer(struct controller *c, uint64_t ps, const struct ubn_pcie_req *req)
{
    const uint64_t offset = req->addr << 2;
    const bool ok = offset != c->fail_offset;
    uint64_t value = UINT64_C(0xdead);
    struct ubn_tlp beat = {.last = true};

    if (offset == 0x000) {
        value = c->identity;
    } else if (offset == 0x008) {
        value = c->version;
        c->writes_before_version = c->n;
    } else if (offset == 0x100) {
        value = c->drop_store;
    }
    const struct ubn_pcie_cpl cpl = {.fmt = ok ? UBN_PCIE_FMT_DW3_DATA : UBN_PCIE_FMT_DW3,
                                     .type = UBN_PCIE_TYPE_CPL,
                                     .length_dw = ok ? 2 : 0,
                                     .completer_id = TB_REQ_ID,
                                     .status = ok ? UBN_PCIE_CPL_STATUS_SUCCESS
                                                  : UBN_PCIE_CPL_STATUS_UNSUPPORTED,
                                     .byte_count = ok ? 8 : 4,
                                     .tag = req->tag,
                                     .lower_addr = (uint8_t)(offset & 0x7fu)};
    ubn_pcie_cpl_pack(&cpl, beat.hdr);
    for (unsigned i = 0; i < 8; i++) {
        beat.data[i] = (uint8_t)(value >> (8 * i));
    }
    c->reads++;
    c->last_read_ps = ps;
    assert_int_equal(ubn_pcie_cc(c->b.pcie, ps, &beat), UBN_OK);
}

static void step(void *ctx, uint64_t arg)
{
    struct controller *c = ctx;
    const struct ubn_event_key key = {.phase = UBN_PHASE_HOST};
    uint64_t ps = 0;
    const struct ubn_pcie_cq *item;

    while ((item = ubn_portq_head(&c->b.ports->cq, &ps)) != NULL &&
           ps <= ubn_engine_now_ps(c->b.engine)) {
        struct ubn_pcie_req req;

        ubn_pcie_req_unpack(item->tlp.hdr, &req);
        assert_int_equal(item->tag, UBN_TAG_NONE);
        if (req.fmt == UBN_PCIE_FMT_DW4_DATA) {
            assert_true(c->n < WRITES_MAX);
            c->addr[c->n] = req.addr << 2;
            c->bytes[c->n] = req.length_dw * 4u;
            memcpy(c->data[c->n++], item->tlp.data, 64);
        } else {
            answer(c, ubn_engine_now_ps(c->b.engine), &req);
        }
        ubn_portq_pop(&c->b.ports->cq);
    }
    if (arg > 0) {
        assert_int_equal(ubn_engine_at(c->b.engine, ubn_engine_now_ps(c->b.engine) + STEP_PS, &key,
                                       step, c, arg - 1),
                         UBN_OK);
    }
}

static void controller_open(struct controller *c)
{
    const struct ubn_event_key key = {.phase = UBN_PHASE_HOST};

    memset(c, 0, sizeof(*c));
    tb_pcie_open(&c->b, &tb_pcie_config);
    c->identity = IDENTITY;
    c->version = 1;
    c->fail_offset = 1;
    assert_int_equal(ubn_engine_at(c->b.engine, 0, &key, step, c, 3000), UBN_OK);
}

static enum ubn_status run(struct controller *c)
{
    const struct ubn_run_limits limits = {0};

    return ubn_engine_run(c->b.engine, &limits);
}

/* Bits of what was written, LSB first. */
static uint64_t bits(const uint8_t *data, unsigned from, unsigned width)
{
    uint64_t value = 0;

    for (unsigned i = 0; i < width; i++) {
        value |= (uint64_t)((unsigned)data[(from + i) / 8] >> (from + i) % 8 & 1u) << i;
    }
    return value;
}

/* Data of the only write to an address. */
static const uint8_t *written(const struct controller *c, uint64_t addr, uint32_t bytes)
{
    const uint8_t *data = NULL;

    for (unsigned i = 0; i < c->n; i++) {
        if (c->addr[i] == addr) {
            assert_null(data);
            assert_int_equal(c->bytes[i], bytes);
            data = c->data[i];
        }
    }
    assert_non_null(data);
    return data;
}

static uint64_t reg(const struct controller *c, uint64_t offset)
{
    return bits(written(c, offset, 8), 0, 64);
}

static const uint8_t *ctx(const struct controller *c, unsigned kind, unsigned id)
{
    return written(c, UINT64_C(0x2000000) + kind * UINT64_C(0x400000) + id * UINT64_C(64), 64);
}

static const struct ubn_roce_cq_config cqs[] = {{.id = 7, .shift = 5, .base = 0x12340},
                                                {.id = 63, .shift = 22, .base = 0}};
static const struct ubn_roce_mr_config mrs[] = {{.id = 0x21,
                                                 .key = 0xa5,
                                                 .pd = 0x1234,
                                                 .local_write = true,
                                                 .remote_read = true,
                                                 .va = UINT64_C(0x1122334455667788),
                                                 .len_bytes = UINT64_C(0x123456789a),
                                                 .pa = UINT64_C(0x8877665544332211)},
                                                {.id = 255, .remote_write = true},
                                                {.id = 3, .remote_atomic = true}};
static const struct ubn_roce_qp_config qps[] = {
    {.qpn = 5,
     .state = UBN_ROCE_QP_STATE_RTS,
     .mtu_bytes = 1024,
     .remote_read = true,
     .min_rnr = 0x12,
     .timeout = 0x0e,
     .retry_cnt = 6,
     .rnr_retry = 5,
     .max_rd = 16,
     .max_dest_rd = 128,
     .pd = 0x5678,
     .pkey = 0xfffe,
     .send_cq = 7,
     .recv_cq = 63,
     .dest_qpn = 0xabcdef,
     .dst_mac = UINT64_C(0x020000000102),
     .dst_ip = 0x0a000203,
     .udp_sport = 0xc005,
     .sq_psn = 0xfffffe,
     .rq_psn = 0x102030,
     .sq = {.base = 0x40000, .shift = 7},
     .rq = {.base = 0x44000, .shift = 15}},
};
static const struct ubn_roce_node_config node = {
    .mac = UINT64_C(0x020000000001),
    .ip = 0x0a000002,
    .issue_interval_cyc = 6,
    .fetch_max = 2,
    .pad_tx_cyc = 1,
    .pad_rx_cyc = 4,
    .pad_rsp_tx_cyc = 255,
    .pad_rsp_rx_cyc = 0,
    .mps_bytes = 256,
    .mrrs_bytes = 4096,
    .tags = 64,
    .timeout_cyc = 0xfffffffe,
    .cqs = cqs,
    .n_cqs = 2,
    .mrs = mrs,
    .n_mrs = 3,
    .qps = qps,
    .n_qps = 1,
};

static void setup_ok(struct controller *c, struct ubn_roce_setup *s)
{
    controller_open(c);
    assert_int_equal(ubn_roce_setup_start(c->b.engine, c->b.pcie, 0, &node, s), UBN_OK);
    assert_false(s->done);
    assert_int_equal(run(c), UBN_OK);
    assert_true(s->done);
}

static void setup_writes_registers(void **state)
{
    struct controller c;
    struct ubn_roce_setup s;

    (void)state;
    setup_ok(&c, &s);
    assert_int_equal(reg(&c, 0x010), UINT64_C(0x020000000001));
    assert_int_equal(reg(&c, 0x018), 0x0a000002);
    assert_int_equal(reg(&c, 0x020), 6);
    assert_int_equal(reg(&c, 0x028), 2);
    assert_int_equal(reg(&c, 0x030), 1);
    assert_int_equal(reg(&c, 0x038), 4);
    assert_int_equal(reg(&c, 0x040), 255);
    assert_int_equal(reg(&c, 0x048), 0);
    assert_int_equal(reg(&c, 0x050), 1);
    assert_int_equal(reg(&c, 0x058), 5);
    assert_int_equal(reg(&c, 0x068), 64);
    assert_int_equal(reg(&c, 0x070), 0xfffffffe);
    /* 12 registers, 2 completion queues, 3 regions, 6 records of a queue pair: nothing else */
    assert_int_equal(c.n, 12 + 2 + 3 + 6);
    assert_int_equal(s.writes.n, c.n);
    ubn_roce_setup_free(&s);
    tb_pcie_close(&c.b);
}

static void setup_writes_queues_and_regions(void **state)
{
    struct controller c;
    struct ubn_roce_setup s;

    (void)state;
    setup_ok(&c, &s);
    const uint8_t *cq = ctx(&c, 6, 7);
    assert_int_equal(bits(cq, 0, 1), 1);
    assert_int_equal(bits(cq, 4, 5), 5);
    assert_int_equal(bits(cq, 10, 23), 0);
    assert_int_equal(bits(cq, 64, 64), 0x12340);
    assert_int_equal(bits(ctx(&c, 6, 63), 4, 5), 22);
    const uint8_t *mr = ctx(&c, 5, 0x21);
    assert_int_equal(bits(mr, 0, 8), 0x0b); /* valid, local write, remote read */
    assert_int_equal(bits(mr, 8, 8), 0xa5);
    assert_int_equal(bits(mr, 16, 16), 0x1234);
    assert_int_equal(bits(mr, 64, 64), UINT64_C(0x1122334455667788));
    assert_int_equal(bits(mr, 128, 64), UINT64_C(0x123456789a));
    assert_int_equal(bits(mr, 192, 64), UINT64_C(0x8877665544332211));
    for (unsigned i = 32; i < 64; i++) {
        assert_int_equal(mr[i], 0);
    }
    assert_int_equal(bits(ctx(&c, 5, 255), 0, 8), 0x05); /* valid, remote write */
    assert_int_equal(bits(ctx(&c, 5, 3), 0, 8), 0x11);   /* valid, remote atomic */
    ubn_roce_setup_free(&s);
    tb_pcie_close(&c.b);
}

static void setup_writes_queue_pair(void **state)
{
    struct controller c;
    struct ubn_roce_setup s;

    (void)state;
    setup_ok(&c, &s);
    const uint8_t *sq = ctx(&c, 0, 10);
    assert_int_equal(bits(sq, 0, 2), 1); /* valid, not listed */
    assert_int_equal(bits(sq, 8, 5), 7);
    assert_int_equal(bits(sq, 16, 48), 0);
    assert_int_equal(bits(sq, 64, 64), 0x40000);
    const uint8_t *rq = ctx(&c, 0, 11);
    assert_int_equal(bits(rq, 0, 2), 1);
    assert_int_equal(bits(rq, 8, 5), 15);
    assert_int_equal(bits(rq, 64, 64), 0x44000);
    assert_int_equal(bits(ctx(&c, 2, 5), 0, 64), 0xfffffe);
    assert_int_equal(bits(ctx(&c, 3, 5), 0, 32), 0);
    assert_int_equal(bits(ctx(&c, 3, 5), 32, 32), 0xfffffe);
    assert_int_equal(bits(ctx(&c, 4, 5), 0, 64), 0x102030);
    const uint8_t *qp = ctx(&c, 1, 5);
    assert_int_equal(bits(qp, 0, 3), 3);
    assert_int_equal(bits(qp, 3, 3), 3); /* 1024 B */
    assert_int_equal(bits(qp, 6, 3), 2); /* remote read only */
    assert_int_equal(bits(qp, 12, 5), 0x12);
    assert_int_equal(bits(qp, 17, 5), 0x0e);
    assert_int_equal(bits(qp, 22, 3), 6);
    assert_int_equal(bits(qp, 25, 3), 5);
    assert_int_equal(bits(qp, 32, 24), 0xabcdef);
    assert_int_equal(bits(qp, 56, 8), 16);
    assert_int_equal(bits(qp, 64, 16), 0x5678);
    assert_int_equal(bits(qp, 80, 16), 0xfffe);
    assert_int_equal(bits(qp, 96, 8), 128);
    assert_int_equal(bits(qp, 128, 16), 7);
    assert_int_equal(bits(qp, 144, 16), 63);
    assert_int_equal(bits(qp, 160, 48), UINT64_C(0x020000000102));
    assert_int_equal(bits(qp, 208, 16), 0xc005);
    assert_int_equal(bits(qp, 224, 32), 0x0a000203);
    /* the state comes last: nothing may use the pair before all of it is there */
    assert_int_equal(c.addr[c.n - 1], UINT64_C(0x2400140));
    ubn_roce_setup_free(&s);
    tb_pcie_close(&c.b);
}

static void setup_reads_identity_first_and_refusals_last(void **state)
{
    struct controller c;
    struct ubn_roce_setup s;

    (void)state;
    controller_open(&c);
    c.drop_store = 3;
    assert_int_equal(ubn_roce_setup_start(c.b.engine, c.b.pcie, 5000, &node, &s), UBN_OK);
    assert_int_equal(run(&c), UBN_OK);
    assert_int_equal(c.writes_before_version, 0);
    assert_int_equal(c.reads, 3);
    assert_true(s.done);
    assert_int_equal(s.refused, 3);
    assert_int_equal(s.identity, IDENTITY);
    assert_int_equal(s.version, 1);
    /* one flight after the controller answered, and that after three flights */
    assert_int_equal(s.last_ps, c.last_read_ps + tb_pcie_config.mmio_ps);
    assert_true(c.last_read_ps >= 5000 + 3 * tb_pcie_config.mmio_ps);
    ubn_roce_setup_free(&s);
    tb_pcie_close(&c.b);
}

static void setup_ends_run_when_controller_is_another(void **state)
{
    (void)state;
    for (unsigned what = 0; what < 4; what++) {
        struct controller c;
        struct ubn_roce_setup s;

        controller_open(&c);
        c.identity ^= what == 0 ? UINT64_C(1) << 56 : 0;
        c.version += what == 1;
        c.fail_offset = what == 2 ? 0x000 : what == 3 ? 0x008 : 1;
        assert_int_equal(ubn_roce_setup_start(c.b.engine, c.b.pcie, 0, &node, &s), UBN_OK);
        assert_int_equal(run(&c), UBN_ERR_CHECK);
        assert_false(s.done);
        assert_int_equal(c.n, 0);
        ubn_roce_setup_free(&s);
        tb_pcie_close(&c.b);
    }
}

static void setup_counts_all_as_refused_when_count_cannot_be_read(void **state)
{
    struct controller c;
    struct ubn_roce_setup s;

    (void)state;
    controller_open(&c);
    c.fail_offset = 0x100;
    assert_int_equal(ubn_roce_setup_start(c.b.engine, c.b.pcie, 0, &node, &s), UBN_OK);
    assert_int_equal(run(&c), UBN_OK);
    assert_int_equal(s.refused, s.writes.n);
    ubn_roce_setup_free(&s);
    tb_pcie_close(&c.b);
}

static void spoil_node(struct ubn_roce_node_config *n, unsigned what)
{
    n->issue_interval_cyc = what == 0 ? 16385 : n->issue_interval_cyc;
    n->fetch_max = what == 1 ? 64 : n->fetch_max;
    n->pad_tx_cyc = what == 2 ? 256 : n->pad_tx_cyc;
    n->pad_rx_cyc = what == 3 ? 256 : n->pad_rx_cyc;
    n->pad_rsp_tx_cyc = what == 4 ? 256 : n->pad_rsp_tx_cyc;
    n->pad_rsp_rx_cyc = what == 5 ? 256 : n->pad_rsp_rx_cyc;
    n->mps_bytes = what == 6 ? 64 : n->mps_bytes;
    n->mrrs_bytes = what == 7 ? 8192 : n->mrrs_bytes;
    n->tags = what == 8 ? 0 : what == 9 ? 257 : n->tags;
    n->timeout_cyc = what == 10 ? UINT64_C(1) << 32 : n->timeout_cyc;
}

static void spoil_qp(struct ubn_roce_qp_config *q, unsigned what)
{
    q->qpn = what == 0 ? 4096 : q->qpn;
    q->mtu_bytes = what == 1 ? 128 : what == 2 ? 8192 : what == 3 ? 1500 : q->mtu_bytes;
    q->max_rd = what == 4 ? 0 : what == 5 ? 129 : q->max_rd;
    q->max_dest_rd = what == 6 ? 0 : q->max_dest_rd;
    q->sq_psn = what == 7 ? 1u << 24 : q->sq_psn;
    q->rq_psn = what == 8 ? 1u << 24 : q->rq_psn;
    q->dest_qpn = what == 9 ? 1u << 24 : q->dest_qpn;
    q->sq.base += what == 10 ? 32 : 0;
    q->sq.shift = what == 11 ? 16 : q->sq.shift;
    q->rq.base += what == 12 ? 8 : 0;
    q->send_cq = what == 13 ? 65536 : q->send_cq;
    q->min_rnr = what == 14 ? 32 : q->min_rnr;
    q->timeout = what == 15 ? 32 : q->timeout;
    q->retry_cnt = what == 16 ? 8 : q->retry_cnt;
    q->rnr_retry = what == 17 ? 8 : q->rnr_retry;
    q->recv_cq = what == 18 ? 65536 : q->recv_cq;
}

static void setup_refuses_what_does_not_fit(void **state)
{
    (void)state;
    for (unsigned what = 0; what <= 11; what++) {
        struct ubn_roce_node_config n = node;
        struct ubn_roce_writes w = {0};

        spoil_node(&n, what);
        assert_int_equal(ubn_roce_program_node(&n, &w), what < 11 ? UBN_ERR_CONFIG : UBN_OK);
        ubn_roce_writes_free(&w);
    }
    for (unsigned what = 0; what <= 19; what++) {
        struct ubn_roce_qp_config q = qps[0];
        struct ubn_roce_writes w = {0};

        spoil_qp(&q, what);
        assert_int_equal(ubn_roce_program_qp(&q, &w), what < 19 ? UBN_ERR_CONFIG : UBN_OK);
        ubn_roce_writes_free(&w);
    }
    for (unsigned what = 0; what < 4; what++) {
        const struct ubn_roce_cq_config cq = {
            .id = what == 0 ? 65536 : 1, .shift = what == 1 ? 23 : 22, .base = what == 2 ? 32 : 64};
        const struct ubn_roce_mr_config mr = {.id = what == 3 ? 65536 : 65535};
        struct ubn_roce_node_config n = node;
        struct ubn_roce_writes w = {0};

        n.cqs = &cq;
        n.n_cqs = 1;
        n.mrs = &mr;
        n.n_mrs = 1;
        assert_int_equal(ubn_roce_program_node(&n, &w), UBN_ERR_CONFIG);
        ubn_roce_writes_free(&w);
    }
}

static void setup_leaves_fetch_max_when_zero(void **state)
{
    struct ubn_roce_node_config n = node;
    struct ubn_roce_writes w = {0};

    (void)state;
    n.fetch_max = 0;
    assert_int_equal(ubn_roce_program_node(&n, &w), UBN_OK);
    assert_int_equal(w.n, 11 + 2 + 3 + 6);
    for (size_t i = 0; i < w.n; i++) {
        assert_int_not_equal(w.items[i].addr, 0x028);
    }
    ubn_roce_writes_free(&w);
}

static void queue_pair_without_receive_queue_has_none(void **state)
{
    struct ubn_roce_qp_config q = qps[0];
    struct ubn_roce_writes w = {0};

    (void)state;
    q.rq.base = UBN_ROCE_NO_QUEUE;
    assert_int_equal(ubn_roce_program_qp(&q, &w), UBN_OK);
    assert_int_equal(w.items[1].addr, UINT64_C(0x20002c0)); /* work queue 11 */
    for (unsigned i = 0; i < 64; i++) {
        assert_int_equal(w.items[1].data[i], 0);
    }
    ubn_roce_writes_free(&w);
}

/* ---- the stack above it ---- */

static const struct ubn_nic_settings settings = {.mtu_bytes = 4096,
                                                 .issue_interval_cyc = 1,
                                                 .read_depth = 16,
                                                 .first_psn = UBN_FIRST_RANDOM,
                                                 .mps_bytes = 256,
                                                 .mrrs_bytes = 512,
                                                 .tags = 256};

static struct ubn_nic *nic_open(struct controller *c, uint16_t number)
{
    const struct ubn_nic_env env = {.engine = c->b.engine,
                                    .mem = c->b.mem,
                                    .pcie = c->b.pcie,
                                    .settings = &settings,
                                    .node = number,
                                    .seed = 9};
    struct ubn_nic *nic = NULL;

    assert_int_equal(ubn_stack_roce_dma.nic_create(&env, &nic), UBN_OK);
    return nic;
}

static void stack_connects_both_ways(void **state)
{
    const struct ubn_stack *s = &ubn_stack_roce_dma;
    struct controller c[2];
    struct ubn_nic *nic[2];

    (void)state;
    for (uint16_t i = 0; i < 2; i++) {
        controller_open(&c[i]);
        nic[i] = nic_open(&c[i], i);
        const struct ubn_cq_config cq = {.base = 0x8000, .shift = 4};
        assert_int_equal(s->add_cq(nic[i], &cq), UBN_OK);
        for (unsigned q = 0; q < 2; q++) {
            const struct ubn_queue_config queue = {
                .depth = 8, .recv_depth = 4, .base = 0x10000 + 0x1000 * q};
            assert_int_equal(s->queue_bytes(8, 4), 768);
            assert_int_equal(s->add_queue(nic[i], &queue), UBN_OK);
        }
    }
    assert_int_equal(s->connect(nic[0], 1, nic[1], 0), UBN_OK);
    assert_int_equal(s->connect(nic[0], 0, nic[1], 1), UBN_OK);
    assert_int_equal(s->connect(nic[0], 0, nic[1], UBN_QUEUE_NONE), UBN_ERR_CONFIG);
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(s->setup_start(nic[i], 0), UBN_OK);
        assert_false(s->setup_state(nic[i]).done);
        assert_int_equal(run(&c[i]), UBN_OK);
        assert_true(s->setup_state(nic[i]).done);
        assert_int_equal(s->setup_state(nic[i]).refused, 0);
    }
    for (unsigned q = 0; q < 2; q++) {
        /* queue pair q of node 0 faces 1 - q of node 1: what one sends first the other expects */
        const uint64_t psn[2] = {bits(ctx(&c[0], 2, q), 0, 24), bits(ctx(&c[1], 2, 1 - q), 0, 24)};
        assert_int_not_equal(psn[0], psn[1]);
        assert_int_equal(psn[0], ubn_roce_first_psn(9, 0, q));
        assert_int_equal(bits(ctx(&c[0], 3, q), 32, 24), psn[0]);
        assert_int_equal(bits(ctx(&c[1], 4, 1 - q), 0, 24), psn[0]);
        assert_int_equal(bits(ctx(&c[0], 4, q), 0, 24), psn[1]);
        assert_int_equal(bits(ctx(&c[0], 1, q), 32, 24), 1 - q);
        assert_int_equal(bits(ctx(&c[1], 1, 1 - q), 32, 24), q);
        assert_int_equal(bits(ctx(&c[0], 1, q), 160, 48), UINT64_C(0x020000000001));
        assert_int_equal(bits(ctx(&c[0], 1, q), 224, 32), 0x0a000002);
        assert_int_equal(bits(ctx(&c[0], 1, q), 3, 3), 5);
        assert_int_equal(bits(ctx(&c[0], 0, 2 * q), 64, 64), 0x10000 + 0x1000 * q);
        assert_int_equal(bits(ctx(&c[0], 0, 2 * q + 1), 64, 64), 0x10200 + 0x1000 * q);
        assert_int_equal(bits(ctx(&c[0], 0, 2 * q + 1), 8, 5), 2);
    }
    for (unsigned i = 0; i < 2; i++) {
        s->nic_destroy(nic[i]);
        tb_pcie_close(&c[i].b);
    }
}

static void stack_makes_keys_of_regions(void **state)
{
    const struct ubn_stack *s = &ubn_stack_roce_dma;
    struct controller c;
    struct ubn_region region;

    (void)state;
    controller_open(&c);
    struct ubn_nic *nic = nic_open(&c, 0);
    const struct ubn_region_config good = {.id = 9,
                                           .secret = 0xdeadbee5,
                                           .va = 0x5000,
                                           .len_bytes = 0x100,
                                           .pa = 0x6000,
                                           .remote_read = true};
    const struct ubn_region_config bad = {.id = 256};
    assert_int_equal(s->add_region(nic, &good, &region), UBN_OK);
    assert_int_equal(ubn_roce_key(&region.local), 0x9e5);
    assert_int_equal(ubn_roce_key(&region.remote[0]), 0x9e5);
    assert_int_equal(ubn_roce_key(&region.remote[1]), 0x9e5);
    assert_int_equal(s->add_region(nic, &bad, &region), UBN_ERR_CONFIG);
    assert_int_equal(s->setup_start(nic, 0), UBN_OK);
    assert_int_equal(run(&c), UBN_OK);
    assert_int_equal(bits(ctx(&c, 5, 9), 0, 16), 0xe509);
    s->nic_destroy(nic);
    tb_pcie_close(&c.b);
}

static void stack_refuses_what_the_controller_cannot_hold(void **state)
{
    const struct ubn_stack *s = &ubn_stack_roce_dma;
    struct controller c;

    (void)state;
    controller_open(&c);
    struct ubn_nic *nic = nic_open(&c, 0);
    const uint32_t depths[][2] = {{0, 0}, {3, 0}, {4, 3}, {65536, 0}, {4, 65536}};
    for (unsigned i = 0; i < 5; i++) {
        const struct ubn_queue_config q = {.depth = depths[i][0], .recv_depth = depths[i][1]};
        assert_int_equal(s->add_queue(nic, &q), UBN_ERR_CONFIG);
    }
    for (unsigned i = 0; i < 65; i++) {
        const struct ubn_queue_config q = {.depth = 1, .base = i * UINT64_C(4096)};
        assert_int_equal(s->add_queue(nic, &q), i < 64 ? UBN_OK : UBN_ERR_CONFIG);
    }
    for (unsigned i = 0; i < 65; i++) {
        const struct ubn_cq_config q = {.base = 0x80000 + i * UINT64_C(64)};
        assert_int_equal(s->add_cq(nic, &q), i < 64 ? UBN_OK : UBN_ERR_CONFIG);
    }
    s->nic_destroy(nic);
    tb_pcie_close(&c.b);
}

/* The published preset knows work queues and completion rings by what the stack declares. */
static void stack_declares_its_memory_to_pcie(void **state)
{
    const struct ubn_stack *s = &ubn_stack_roce_dma;
    struct ubn_pcie_config published = tb_pcie_config;
    struct controller c;

    (void)state;
    published.mem_extra = true;
    published.cqe_after_payload = true;
    memset(&c, 0, sizeof(c));
    tb_pcie_open(&c.b, &published);
    struct ubn_nic *nic = nic_open(&c, 0);
    const struct ubn_cq_config cq = {.base = 0x8000, .shift = 4};
    const struct ubn_queue_config queue = {.depth = 8, .recv_depth = 4, .base = 0x10000};
    assert_int_equal(s->add_cq(nic, &cq), UBN_OK);
    assert_int_equal(s->add_queue(nic, &queue), UBN_OK);
    assert_int_equal(ubn_pcie_queue_region(c.b.pcie, 0x8000 + 1023, 1, true), UBN_ERR_ARG);
    assert_int_equal(ubn_pcie_queue_region(c.b.pcie, 0x8000 + 1024, 1, true), UBN_OK);
    assert_int_equal(ubn_pcie_queue_region(c.b.pcie, 0x10000 + 767, 1, false), UBN_ERR_ARG);
    assert_int_equal(ubn_pcie_queue_region(c.b.pcie, 0x10000 + 768, 1, false), UBN_OK);
    /* a record waits for its payload; a fetch of work pays no access to memory */
    const uint64_t payload_ps = tb_pcie_write(&c.b, 1000, 0x20000, 64, 1);
    const uint64_t record_ps = tb_pcie_write(&c.b, 4000, 0x8000 + 960, 64, 1);
    assert_int_equal(record_ps, payload_ps + published.write_ps);
    assert_int_equal(tb_pcie_read(&c.b, 900000, 1, 0x20000, 64).mem_ps, TB_HIT_PS);
    assert_int_equal(tb_pcie_read(&c.b, 950000, 2, 0x10000 + 704, 64).mem_ps, 0);
    s->nic_destroy(nic);
    tb_pcie_close(&c.b);
}

static void stack_reads_registers(void **state)
{
    (void)state;
    for (size_t i = 0; i < ubn_stack_roce_bf.n_regs; i++) {
        const struct ubn_stack_reg *r = &ubn_stack_roce_bf.regs[i];

        assert_true(r->offset >= 0x100 && r->offset <= 0x168 && r->offset % 8 == 0);
    }
    assert_string_equal(ubn_stack_roce_dma.name, "roce_dma");
    assert_string_equal(ubn_stack_roce_bf.name, "roce_bf");
    assert_string_equal(ubn_stack_roce_dpu.name, "roce_dpu");
    assert_true(ubn_stack_roce_dpu.on_card && !ubn_stack_roce_bf.on_card);
    assert_int_equal(ubn_stack_roce_dma.ops, 0x7f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(setup_writes_registers),
        cmocka_unit_test(setup_writes_queues_and_regions),
        cmocka_unit_test(setup_writes_queue_pair),
        cmocka_unit_test(setup_reads_identity_first_and_refusals_last),
        cmocka_unit_test(setup_ends_run_when_controller_is_another),
        cmocka_unit_test(setup_counts_all_as_refused_when_count_cannot_be_read),
        cmocka_unit_test(setup_refuses_what_does_not_fit),
        cmocka_unit_test(setup_leaves_fetch_max_when_zero),
        cmocka_unit_test(queue_pair_without_receive_queue_has_none),
        cmocka_unit_test(stack_connects_both_ways),
        cmocka_unit_test(stack_makes_keys_of_regions),
        cmocka_unit_test(stack_refuses_what_the_controller_cannot_hold),
        cmocka_unit_test(stack_declares_its_memory_to_pcie),
        cmocka_unit_test(stack_reads_registers),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
