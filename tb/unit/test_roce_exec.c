/* SPDX-License-Identifier: Apache-2.0 */
/* test_roce_exec: packets of a read (memory command, payload job, response header), atomics on a
 * memory model, order and merging of acknowledgements, what must wait for what, latency, stalls.
 * Long, because one model serves all its tests. */
/* DUT: roce_exec -GRSP_DEPTH=64 */
/* DUT: roce_exec -GRSP_DEPTH=4 */
#include "dut.h"
#include "tb_hold.h"

#define ITEMS 4096u
#define PACKETS 65536u
#define WORDS 16u
#define ATOMIC_BASE 0x4000u

enum { READ = 0, CAS = 1, FADD = 2, ACK = 3 };
enum { SYN_ACK = 0x1f, SYN_NAK_SEQ = 0x60, SYN_NAK_OP = 0x63 };

struct item {
    uint8_t kind, syndrome, mtu;
    uint16_t frame, qp, pkey, sport;
    uint32_t psn, msn, dest, ip, len;
    uint64_t mac, addr, swap_add, compare;
    bool err; /* the read of an atomic fails */
};

struct rsp {
    uint8_t opcode, ext_bytes, kind;
    uint8_t ext[28];
    uint32_t psn, pay;
    const struct item *i;
};

struct part { /* of a read: memory command and job */
    uint64_t addr;
    uint32_t len, lane;
    uint16_t frame;
};

struct write { /* of an atomic */
    uint64_t addr, data;
};

struct bench {
    struct dut *d;
    struct tb_rng rng;
    uint32_t stall_s, stall_rd, stall_job, stall_ard, stall_aw, stall_rsp, stall_done;
    uint32_t slow_ar, slow_aw, pending; /* percent */
    struct tb_hold rd, job, ard, aw, rsp, done;

    struct item item[ITEMS];
    uint32_t count, sent;
    struct rsp want[PACKETS];
    uint32_t wants, got;
    struct part part[PACKETS];
    uint32_t parts, rds, jobs;
    struct write write[ITEMS];
    uint32_t writes, aws;
    uint16_t fin[ITEMS];
    uint32_t fins, dones;
    uint64_t shadow[WORDS]; /* memory as the model leaves it */
    uint64_t mem[WORDS];    /* memory as it is */

    bool clear;   /* the first entry has seen nothing pending */
    bool reading; /* an atomic waits for its value */
    bool writing; /* an atomic's write has not left */
    bool read_err;
    uint64_t read_addr, write_addr, write_data;
    uint32_t reads_of_atomics;
    uint32_t merged, merged_seen;
    uint64_t last_rsp; /* cycle */
};

static int setup(void **state)
{
    struct bench *b = calloc(1, sizeof(*b));
    struct dut *d = dut_create();

    b->d = d;
    b->rd = (struct tb_hold){.valid = d->m_rd_valid, .ready = d->m_rd_ready};
    TB_HOLD_ADD(&b->rd, d, m_rd_addr);
    TB_HOLD_ADD(&b->rd, d, m_rd_len);
    TB_HOLD_ADD(&b->rd, d, m_rd_frame);
    b->job = (struct tb_hold){.valid = d->m_job_valid, .ready = d->m_job_ready};
    TB_HOLD_ADD(&b->job, d, m_job_addr);
    TB_HOLD_ADD(&b->job, d, m_job_len);
    TB_HOLD_ADD(&b->job, d, m_job_lane);
    b->ard = (struct tb_hold){.valid = d->m_ard_valid, .ready = d->m_ard_ready};
    TB_HOLD_ADD(&b->ard, d, m_ard_addr);
    TB_HOLD_ADD(&b->ard, d, m_ard_frame);
    b->aw = (struct tb_hold){.valid = d->m_aw_valid, .ready = d->m_aw_ready};
    TB_HOLD_ADD(&b->aw, d, m_aw_addr);
    TB_HOLD_ADD(&b->aw, d, m_aw_data);
    b->rsp = (struct tb_hold){.valid = d->m_rsp_valid, .ready = d->m_rsp_ready};
    TB_HOLD_ADD(&b->rsp, d, m_rsp_opcode);
    TB_HOLD_ADD(&b->rsp, d, m_rsp_dest_qpn);
    TB_HOLD_ADD(&b->rsp, d, m_rsp_pkey);
    TB_HOLD_ADD(&b->rsp, d, m_rsp_psn);
    TB_HOLD_ADD(&b->rsp, d, m_rsp_ext);
    TB_HOLD_ADD(&b->rsp, d, m_rsp_ext_bytes);
    TB_HOLD_ADD(&b->rsp, d, m_rsp_pay_bytes);
    TB_HOLD_ADD(&b->rsp, d, m_rsp_dst_mac);
    TB_HOLD_ADD(&b->rsp, d, m_rsp_dst_ip);
    TB_HOLD_ADD(&b->rsp, d, m_rsp_udp_sport);
    TB_HOLD_ADD(&b->rsp, d, m_rsp_note);
    b->done = (struct tb_hold){.valid = d->m_done_valid, .ready = d->m_done_ready};
    TB_HOLD_ADD(&b->done, d, m_done_qp);
    dut_reset(d);
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

/* ---- The model: what an entry leads to */

static void put_be(uint8_t *p, uint32_t bytes, uint64_t value)
{
    for (uint32_t i = bytes; i-- > 0; value >>= 8) {
        p[i] = (uint8_t)value;
    }
}

static struct rsp *want(struct bench *b, const struct item *i, uint8_t opcode, uint8_t syndrome)
{
    struct rsp *r = &b->want[b->wants++];

    assert_true(b->wants <= PACKETS);
    *r = (struct rsp){.opcode = opcode, .ext_bytes = 4, .kind = 1, .psn = i->psn, .i = i};
    put_be(r->ext, 1, syndrome);
    put_be(r->ext + 1, 3, i->msn);
    return r;
}

static void expect_read(struct bench *b, const struct item *i)
{
    uint32_t mtu = 128u << i->mtu;
    uint32_t packets = i->len == 0 ? 1 : (i->len + mtu - 1) / mtu;

    for (uint32_t n = 0; n < packets; n++) {
        bool first = n == 0;
        bool last = n == packets - 1;
        bool middle = !first && !last;
        struct rsp *r = want(b, i, first && last ? 0x10 : first ? 0x0d : last ? 0x0f : 0x0e, 0x1f);

        r->psn = (i->psn + n) & 0xffffff;
        r->pay = last ? i->len - n * mtu : mtu;
        if (middle) {
            r->ext_bytes = 0;
            memset(r->ext, 0, 4);
        }
        if (r->pay > 0) {
            b->part[b->parts++] = (struct part){.addr = i->addr + (uint64_t)n * mtu,
                                                .len = r->pay,
                                                .lane = middle ? 54 : 58,
                                                .frame = i->frame};
        }
    }
}

static void expect_atomic(struct bench *b, const struct item *i)
{
    uint64_t *word = &b->shadow[(i->addr - ATOMIC_BASE) / 8];
    struct rsp *r;

    if (i->err) {
        r = want(b, i, 0x11, SYN_NAK_OP);
        r->kind = 2;
        return;
    }
    r = want(b, i, 0x12, 0x1f);
    r->ext_bytes = 12;
    put_be(r->ext + 4, 8, *word);
    if (i->kind == FADD) {
        *word += i->swap_add;
    } else if (*word == i->compare) {
        *word = i->swap_add;
    } else {
        return;
    }
    b->write[b->writes++] = (struct write){i->addr, *word};
}

static struct item base(struct bench *b, uint8_t kind, uint16_t qp)
{
    struct tb_rng *r = &b->rng;

    return (struct item){.kind = kind,
                         .syndrome = kind == ACK ? SYN_ACK : (uint8_t)tb_rng_next(r),
                         .mtu = 3,
                         .frame = (uint16_t)tb_rng_next(r),
                         .qp = qp,
                         .pkey = (uint16_t)tb_rng_next(r),
                         .sport = (uint16_t)tb_rng_next(r),
                         .psn = tb_rng_next(r) & 0xffffff,
                         .msn = tb_rng_next(r) & 0xffffff,
                         .dest = tb_rng_next(r) & 0xffffff,
                         .ip = (uint32_t)tb_rng_next(r),
                         .len = (uint32_t)tb_rng_next(r),
                         .mac = tb_rng_next(r) >> 16,
                         .addr = tb_rng_next(r) >> 8,
                         .swap_add = tb_rng_next(r),
                         .compare = tb_rng_next(r)};
}

static void add(struct bench *b, struct item i)
{
    struct item *p = &b->item[b->count++];

    assert_true(b->count <= ITEMS);
    *p = i;
    if (i.kind == ACK) {
        want(b, p, 0x11, i.syndrome)->kind = 2;
        return;
    }
    if (i.kind == READ) {
        expect_read(b, p);
    } else {
        expect_atomic(b, p);
    }
    b->fin[b->fins++] = i.qp;
}

static void add_read(struct bench *b, uint16_t qp, uint64_t addr, uint32_t len)
{
    struct item i = base(b, READ, qp);

    i.addr = addr;
    i.len = len;
    add(b, i);
}

static void add_ack(struct bench *b, uint16_t qp, uint32_t psn)
{
    struct item i = base(b, ACK, qp);

    i.psn = psn;
    add(b, i);
}

static void add_atomic(struct bench *b, uint8_t kind, uint32_t word, uint64_t swap_add,
                       uint64_t compare)
{
    struct item i = base(b, kind, 7);

    i.addr = ATOMIC_BASE + word * 8;
    i.swap_add = swap_add;
    i.compare = compare;
    add(b, i);
}

static void set_mem(struct bench *b, uint32_t word, uint64_t value)
{
    b->mem[word] = b->shadow[word] = value;
}

/* ---- Check */

static bool same(const struct bench *b, const struct rsp *r)
{
    const struct dut *d = b->d;
    uint64_t note = (uint64_t)r->kind << 32 | (uint64_t)r->i->frame << 16 | r->i->qp;
    uint8_t ext[28];

    for (uint32_t k = 0; k < 28; k++) {
        ext[k] = tb_byte(d->m_rsp_ext, 27 - k);
    }
    return *d->m_rsp_opcode == r->opcode && *d->m_rsp_dest_qpn == r->i->dest &&
           *d->m_rsp_pkey == r->i->pkey && *d->m_rsp_psn == r->psn &&
           memcmp(ext, r->ext, 28) == 0 && *d->m_rsp_ext_bytes == r->ext_bytes &&
           *d->m_rsp_pay_bytes == r->pay && *d->m_rsp_dst_mac == r->i->mac &&
           *d->m_rsp_dst_ip == r->i->ip && *d->m_rsp_udp_sport == r->i->sport &&
           *d->m_rsp_note == note;
}

static bool may_merge(const struct bench *b, uint32_t n)
{
    const struct rsp *r = &b->want[n];

    return n + 1 < b->wants && r->i->kind == ACK && r[1].i->kind == ACK && r->i->qp == r[1].i->qp &&
           r->i->syndrome == SYN_ACK && r[1].i->syndrome == SYN_ACK;
}

static void check_rsp(struct bench *b)
{
    while (!same(b, &b->want[b->got])) {
        assert_true(may_merge(b, b->got)); /* else: not what was expected */
        b->got++;
        b->merged_seen++;
    }
    b->got++;
    assert_true(b->got <= b->wants);
    b->last_rsp = b->d->cycle;
}

static void check_rd(struct bench *b)
{
    const struct part *p = &b->part[b->rds++];
    struct dut *d = b->d;

    assert_true(b->rds <= b->parts);
    assert_int_equal(*d->m_rd_addr, p->addr);
    assert_int_equal(*d->m_rd_len, p->len);
    assert_int_equal(*d->m_rd_frame, p->frame);
}

static void check_job(struct bench *b)
{
    const struct part *p = &b->part[b->jobs++];
    struct dut *d = b->d;

    assert_true(b->jobs <= b->rds);
    assert_int_equal(*d->m_job_addr, p->addr & 63);
    assert_int_equal(*d->m_job_len, p->len);
    assert_int_equal(*d->m_job_lane, p->lane);
}

static void check_aw(struct bench *b)
{
    const struct write *w = &b->write[b->aws++];

    assert_true(b->aws <= b->writes);
    assert_int_equal(*b->d->m_aw_addr, w->addr);
    assert_int_equal(*b->d->m_aw_data, w->data);
}

/* ---- Drive */

static void put(struct dut *d, const struct item *i)
{
    *d->s_exec_kind = i->kind;
    *d->s_exec_frame = i->frame;
    *d->s_exec_qp = i->qp;
    *d->s_exec_psn = i->psn;
    *d->s_exec_msn = i->msn;
    *d->s_exec_syndrome = i->syndrome;
    *d->s_exec_dest_qpn = i->dest;
    *d->s_exec_pkey = i->pkey;
    *d->s_exec_dst_mac = i->mac;
    *d->s_exec_dst_ip = i->ip;
    *d->s_exec_udp_sport = i->sport;
    *d->s_exec_mtu = i->mtu;
    *d->s_exec_addr = i->addr;
    *d->s_exec_len = i->len;
    *d->s_exec_swap_add = i->swap_add;
    *d->s_exec_compare = i->compare;
}

static void drive(struct bench *b)
{
    struct dut *d = b->d;
    struct tb_rng *r = &b->rng;

    if (!*d->s_exec_valid && b->sent < b->count && !tb_rng_chance(r, b->stall_s)) {
        put(d, &b->item[b->sent]);
        *d->s_exec_valid = 1;
    }
    *d->s_wr_pending = tb_rng_chance(r, b->pending);
    *d->m_rd_ready = !tb_rng_chance(r, b->stall_rd);
    *d->m_job_ready = !tb_rng_chance(r, b->stall_job);
    *d->m_ard_ready = !tb_rng_chance(r, b->stall_ard);
    *d->m_aw_ready = !tb_rng_chance(r, b->stall_aw);
    *d->m_rsp_ready = !tb_rng_chance(r, b->stall_rsp);
    *d->m_done_ready = !tb_rng_chance(r, b->stall_done);
    *d->s_ar_valid = b->reading && !tb_rng_chance(r, b->slow_ar);
    *d->s_ar_data = *d->s_ar_valid ? b->mem[(b->read_addr - ATOMIC_BASE) / 8] : tb_rng_next(r);
    *d->s_ar_err = *d->s_ar_valid && b->read_err;
    *d->s_aw_done = b->writing && !tb_rng_chance(r, b->slow_aw);
    if (*d->s_aw_done) {
        b->mem[(b->write_addr - ATOMIC_BASE) / 8] = b->write_data;
    }
}

/* What may begin, and the memory's side of atomics. */
static void watch(struct bench *b, bool ard, bool aw, bool finish)
{
    struct dut *d = b->d;

    b->clear = b->clear || (*d->s_exec_valid && !*d->s_wr_pending && !b->writing);
    assert_true(b->clear || !(*d->m_rd_valid || *d->m_ard_valid));
    assert_false(b->writing && (*d->m_rd_valid || *d->m_ard_valid || *d->m_aw_valid));
    assert_false((b->reading || *d->m_aw_valid) && (*d->m_rd_valid || *d->m_ard_valid));
    if (*d->s_ar_valid) {
        b->reading = false;
    }
    if (*d->s_aw_done) {
        b->writing = false;
    }
    if (ard) {
        assert_int_equal(*d->m_ard_addr, b->item[b->sent].addr);
        assert_int_equal(*d->m_ard_frame, b->item[b->sent].frame);
        b->reading = true;
        b->read_addr = *d->m_ard_addr;
        b->read_err = b->item[b->sent].err;
        b->reads_of_atomics++;
    }
    if (aw) {
        check_aw(b);
        assert_int_equal(*d->m_aw_frame, b->item[b->sent].frame);
        assert_int_equal(*d->m_aw_qp, b->item[b->sent].qp);
        b->writing = true;
        b->write_addr = *d->m_aw_addr;
        b->write_data = *d->m_aw_data;
    }
    b->clear = b->clear && !finish;
}

static void cycle(struct bench *b)
{
    struct dut *d = b->d;
    bool finish, ard, aw;

    drive(b);
    dut_eval(d);
    finish = *d->s_exec_valid && *d->s_exec_ready;
    if (tb_hold_check(&b->rd)) {
        check_rd(b);
    }
    if (tb_hold_check(&b->rsp)) {
        check_rsp(b);
    }
    if (tb_hold_check(&b->done)) {
        assert_true(b->dones < b->fins);
        assert_int_equal(*d->m_done_qp, b->fin[b->dones++]);
    }
    if (tb_hold_check(&b->job)) {
        check_job(b);
    }
    ard = tb_hold_check(&b->ard);
    aw = tb_hold_check(&b->aw);
    watch(b, ard, aw, finish);
    b->merged += *d->stat_merged;
    dut_tick(d);
    if (finish) {
        *d->s_exec_valid = 0;
        b->sent++;
    }
}

static void cycles(struct bench *b, uint32_t n)
{
    while (n-- > 0) {
        cycle(b);
    }
}

static void run(struct bench *b)
{
    for (uint32_t i = 0, quiet = 0; quiet < 4; i++) {
        assert_true(i < 1000000);
        cycle(b);
        quiet = b->sent == b->count && *b->d->stat_idle ? quiet + 1 : 0;
    }
    assert_int_equal(b->got, b->wants);
    assert_int_equal(b->rds, b->parts);
    assert_int_equal(b->jobs, b->parts);
    assert_int_equal(b->aws, b->writes);
    assert_int_equal(b->dones, b->fins);
    assert_int_equal(b->merged, b->merged_seen);
    assert_memory_equal(b->mem, b->shadow, sizeof(b->mem));
}

/* ---- Reads */

/* 3000 B at MTU 1024, by hand: 1024 + 1024 + 952 bytes, PSN n, n + 1, n + 2 (as Linux sends it). */
static void exec_sends_first_middle_last_when_read_is_three_packets(void **state)
{
    struct bench *b = *state;
    static const struct {
        uint8_t opcode, ext;
        uint32_t psn, bytes;
    } packet[] = {{0x0d, 4, 0xfffffe, 1024}, {0x0e, 0, 0xffffff, 1024}, {0x0f, 4, 0, 952}};
    struct item i = base(b, READ, 3);

    i.addr = 0x12345;
    i.len = 3000;
    i.psn = 0xfffffe; /* wraps */
    i.msn = 0xabcdef;
    add(b, i);
    b->stall_rsp = 100;
    cycles(b, 10);
    for (uint32_t k = 0; k < 3; k++) {
        assert_int_equal(b->want[k].opcode, packet[k].opcode);
        assert_int_equal(b->want[k].psn, packet[k].psn);
        assert_int_equal(b->want[k].pay, packet[k].bytes);
        assert_int_equal(b->want[k].ext_bytes, packet[k].ext);
    }
    assert_int_equal(*b->d->m_rsp_opcode, 0x0d);
    assert_int_equal(*b->d->m_rsp_psn, 0xfffffe);
    assert_int_equal(*b->d->m_rsp_pay_bytes, 1024);
    assert_int_equal(b->d->m_rsp_ext[6], 0x1fabcdef);
    b->stall_rsp = 0;
    run(b);
}

static void exec_splits_reads_when_length_is_around_the_mtu(void **state)
{
    struct bench *b = *state;

    for (uint8_t code = 1; code <= 5; code++) {
        uint32_t mtu = 128u << code;
        const uint32_t len[] = {1, 2, 3, 4, mtu - 1, mtu, mtu + 1, 2 * mtu, 2 * mtu + 1, 5 * mtu};

        for (size_t k = 0; k < sizeof(len) / sizeof(len[0]); k++) {
            struct item i = base(b, READ, 1);

            i.mtu = code;
            i.len = len[k];
            add(b, i);
        }
    }
    run(b);
    assert_int_equal(b->wants, 5 * (4 + 1 + 1 + 2 + 2 + 3 + 5));
}

static void exec_asks_no_memory_when_read_has_no_length(void **state)
{
    struct bench *b = *state;

    b->pending = 100; /* it waits for nothing */
    add_read(b, 1, 0x1000, 0);
    add_read(b, 2, 0x1000, 0);
    run(b);
    assert_int_equal(b->parts, 0);
    assert_int_equal(b->want[0].opcode, 0x10);
    assert_int_equal(b->dones, 2);
}

static void exec_reads_on_when_addresses_pass_4_gib(void **state)
{
    struct bench *b = *state;

    add_read(b, 1, 0xfffffe00, 2048);
    add_read(b, 1, 0xffffffffffff0000, 0x8000);
    run(b);
}

/* ---- Atomics */

static void exec_swaps_when_compare_is_equal(void **state)
{
    struct bench *b = *state;

    set_mem(b, 3, 0x1122334455667788);
    add_atomic(b, CAS, 3, 0xa1a2a3a4a5a6a7a8, 0x1122334455667788);
    b->stall_rsp = 100;
    cycles(b, 10);
    /* big-endian on the wire, after the AETH */
    assert_int_equal(*b->d->m_rsp_opcode, 0x12);
    assert_int_equal(tb_byte(b->d->m_rsp_ext, 23), 0x11);
    assert_int_equal(tb_byte(b->d->m_rsp_ext, 16), 0x88);
    assert_int_equal(b->mem[3], 0xa1a2a3a4a5a6a7a8);
    b->stall_rsp = 0;
    run(b);
}

static void exec_writes_nothing_when_compare_differs(void **state)
{
    struct bench *b = *state;

    set_mem(b, 3, 0x1122334455667788);
    add_atomic(b, CAS, 3, 1, 0x1122334455667789);
    add_atomic(b, CAS, 3, 1, 0x9122334455667788);
    run(b);
    assert_int_equal(b->aws, 0);
    assert_int_equal(b->mem[3], 0x1122334455667788);
    assert_int_equal(b->dones, 2);
}

static void exec_adds_modulo_2_64_when_sum_wraps(void **state)
{
    struct bench *b = *state;

    set_mem(b, 0, 0xfffffffffffffff0);
    add_atomic(b, FADD, 0, 0x20, 0);
    add_atomic(b, FADD, 0, 0xffffffffffffffff, 0);
    set_mem(b, 1, 0xffffffff);
    add_atomic(b, FADD, 1, 1, 0);
    run(b);
    assert_int_equal(b->mem[0], 0x0f);
    assert_int_equal(b->mem[1], 0x100000000);
}

static void exec_does_one_atomic_at_a_time_when_all_use_one_word(void **state)
{
    struct bench *b = *state;

    b->rng = tb_rng_seed(1);
    b->slow_ar = 60;
    b->slow_aw = 80;
    for (uint32_t n = 0; n < 200; n++) {
        add_atomic(b, FADD, 5, n, 0);
        if (n % 3 == 0) {
            add_atomic(b, CAS, 5, n * 7, b->shadow[5] + n % 2);
        }
    }
    run(b);
}

static void exec_sends_nak_and_writes_nothing_when_memory_fails(void **state)
{
    struct bench *b = *state;

    set_mem(b, 2, 5);
    for (uint8_t kind = CAS; kind <= FADD; kind++) {
        struct item i = base(b, kind, 4);

        i.addr = ATOMIC_BASE + 16;
        i.compare = 5;
        i.err = true;
        add(b, i);
    }
    add_atomic(b, FADD, 2, 1, 0);
    run(b);
    assert_int_equal(b->want[0].ext[0], SYN_NAK_OP);
    assert_int_equal(b->mem[2], 6);
    assert_int_equal(b->dones, 3);
}

/* ---- What waits for what */

static void exec_holds_read_and_atomic_when_writes_are_pending(void **state)
{
    struct bench *b = *state;

    for (uint32_t n = 0; n < 2; n++) {
        b->pending = 100;
        add_ack(b, 1, 5); /* passes */
        if (n == 0) {
            add_read(b, 1, 0x1000, 64);
        } else {
            add_atomic(b, FADD, 1, 1, 0);
        }
        cycles(b, 50);
        assert_int_equal(b->sent, 2 * n + 1);
        assert_int_equal(b->got, 2 * n + 1);
        assert_int_equal(b->rds + b->reads_of_atomics, n);
        b->pending = 0;
        cycle(b);
        assert_int_equal(b->rds + b->reads_of_atomics, n + 1); /* at once */
        run(b);
    }
}

static void exec_reads_on_when_later_writes_become_pending(void **state)
{
    struct bench *b = *state;

    add_read(b, 1, 0x1000, 4 * 1024);
    b->stall_rd = 100;
    cycle(b); /* offered, nothing pending */
    b->pending = 100;
    cycles(b, 5);
    b->stall_rd = 0;
    cycles(b, 30);
    assert_int_equal(b->rds, 4);
    run(b);
}

static void exec_holds_read_when_write_of_an_atomic_has_not_left(void **state)
{
    struct bench *b = *state;

    b->slow_aw = 100;
    add_atomic(b, FADD, 1, 1, 0);
    add_ack(b, 9, 9); /* passes */
    add_read(b, 1, 0x1000, 64);
    cycles(b, 50);
    assert_int_equal(b->sent, 2);
    assert_int_equal(b->got, 2);
    assert_int_equal(b->rds, 0);
    b->slow_aw = 0;
    cycles(b, 2);
    assert_int_equal(b->rds, 1);
    run(b);
}

/* ---- Acknowledgements */

/* A response at the head is being offered; acknowledgements wait behind it. */
static void block(struct bench *b)
{
    b->stall_rsp = 100;
    add_read(b, 1, 0x1000, 64);
    cycles(b, 3);
}

static void exec_replaces_waiting_ack_when_a_newer_one_of_its_queue_pair_comes(void **state)
{
    struct bench *b = *state;

    block(b);
    for (uint32_t n = 0; n < 20; n++) {
        add_ack(b, 1, 100 + n);
    }
    cycles(b, 30);
    assert_int_equal(b->sent, 21);
    assert_int_equal(b->merged, 19);
    b->stall_rsp = 0;
    run(b);
    assert_int_equal(b->merged, 19); /* check_rsp has seen the last one only */
}

static void exec_keeps_acks_when_something_stands_between(void **state)
{
    struct bench *b = *state;
    struct item nak = base(b, ACK, 1);

    nak.syndrome = SYN_NAK_SEQ;
    block(b);
    add_ack(b, 1, 1);
    add_ack(b, 2, 1); /* of another queue pair */
    add_ack(b, 1, 2);
    cycles(b, 10);
    b->stall_rsp = 0;
    run(b);
    block(b);
    add_ack(b, 1, 3);
    add_read(b, 1, 0x2000, 64); /* a response */
    add_ack(b, 1, 4);
    cycles(b, 10);
    b->stall_rsp = 0;
    run(b);
    block(b);
    add_ack(b, 1, 5);
    add(b, nak); /* neither replaces nor is replaced */
    add_ack(b, 1, 6);
    cycles(b, 10);
    b->stall_rsp = 0;
    run(b);
    assert_int_equal(b->merged, 0);
}

static void exec_keeps_ack_when_it_is_being_offered(void **state)
{
    struct bench *b = *state;

    b->stall_rsp = 100;
    for (uint32_t n = 0; n < 10; n++) {
        add_ack(b, 1, n);
    }
    cycles(b, 20); /* the hold rule is checked */
    assert_int_equal(b->merged, 8);
    b->stall_rsp = 0;
    run(b);
}

static void exec_sends_ack_behind_the_read_when_it_came_later(void **state)
{
    struct bench *b = *state;

    b->pending = 100;
    add_read(b, 1, 0x1000, 2100);
    add_ack(b, 1, 77);
    add_ack(b, 2, 78);
    cycles(b, 100);
    assert_int_equal(b->got, 0);
    b->pending = 0;
    run(b);
}

/* ---- Time */

static void exec_asks_memory_in_the_same_cycle_when_idle(void **state)
{
    struct bench *b = *state;

    add_read(b, 1, 0x1040, 64);
    cycle(b);
    assert_int_equal(b->rds, 1);
    assert_int_equal(b->got, 0);
    assert_int_equal(b->sent, 1);
    assert_int_equal(*b->d->m_rsp_valid, 1); /* from the next cycle on */
    assert_int_equal(*b->d->m_job_valid, 1);
    assert_int_equal(*b->d->m_done_valid, 1);
    run(b);
    add_atomic(b, FADD, 1, 1, 0);
    cycle(b);
    assert_int_equal(b->reads_of_atomics, 1);
    cycle(b); /* the value comes */
    assert_int_equal(*b->d->m_aw_valid, 1);
    assert_int_equal(*b->d->m_rsp_valid, 0);
    cycle(b);
    assert_int_equal(b->aws, 1);
    assert_int_equal(*b->d->m_rsp_valid, 1);
    run(b);
    add_ack(b, 1, 1);
    cycle(b);
    assert_int_equal(*b->d->m_rsp_valid, 1);
    run(b);
}

static void exec_answers_after_two_cycles_when_nothing_is_written(void **state)
{
    struct bench *b = *state;

    set_mem(b, 1, 4);
    add_atomic(b, CAS, 1, 1, 5);
    cycles(b, 2); /* asked; the value comes */
    assert_int_equal(*b->d->m_rsp_valid, 0);
    cycle(b);
    assert_int_equal(*b->d->m_rsp_valid, 1);
    run(b);
}

static void exec_makes_a_packet_per_cycle_when_nothing_stalls(void **state)
{
    struct bench *b = *state;
    uint64_t start = b->d->cycle;

    for (uint32_t n = 0; n < 200; n++) {
        add_read(b, (uint16_t)n, 64 * n, 64);
    }
    add_read(b, 1, 0, 200 * 1024);
    run(b);
    assert_int_equal(b->last_rsp - start, 400);
}

/* ---- Stalls */

static void exec_takes_no_more_when_responses_stand_still(void **state)
{
    struct bench *b = *state;

    b->stall_rsp = 100;
    for (uint32_t n = 0; n < 400; n++) {
        add_read(b, (uint16_t)n, 64 * n, 64);
    }
    cycles(b, 500);
    assert_int_equal(b->sent, DUT_P_RSP_DEPTH + 1); /* the tail */
    b->stall_rsp = 0;
    run(b);
}

static void random_item(struct bench *b)
{
    struct tb_rng *r = &b->rng;
    uint8_t kind = (uint8_t)tb_rng_below(r, 8);
    struct item i = base(b, kind > ACK ? ACK : kind, (uint16_t)tb_rng_below(r, 3));

    i.mtu = (uint8_t)(1 + tb_rng_below(r, 5));
    i.len = tb_rng_below(r, tb_rng_chance(r, 50) ? 300 : 3000);
    if (i.kind == ACK && tb_rng_chance(r, 20)) {
        i.syndrome = (uint8_t)tb_rng_next(r) | 0x20;
    }
    if (i.kind == CAS || i.kind == FADD) {
        uint32_t word = tb_rng_below(r, 4);

        i.addr = ATOMIC_BASE + 8 * word;
        i.err = tb_rng_chance(r, 5);
        if (tb_rng_chance(r, 60)) {
            i.compare = b->shadow[word];
        }
    }
    add(b, i);
}

static void exec_keeps_all_rules_when_everything_stalls(void **state)
{
    struct bench *b = *state;
    /* s, rd, job, ard, aw, rsp, done, ar, aw done, pending */
    static const uint32_t mix[][10] = {
        {20, 20, 20, 20, 20, 20, 20, 20, 20, 20}, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
        {70, 0, 0, 0, 0, 0, 0, 0, 0, 0},          {0, 70, 0, 0, 0, 0, 0, 0, 0, 0},
        {0, 0, 80, 0, 0, 0, 0, 0, 0, 0},          {0, 0, 0, 70, 0, 0, 0, 70, 0, 0},
        {0, 0, 0, 0, 70, 0, 0, 0, 70, 0},         {0, 0, 0, 0, 0, 80, 0, 0, 0, 0},
        {0, 0, 0, 0, 0, 0, 90, 0, 0, 0},          {0, 30, 0, 0, 0, 50, 0, 0, 0, 80}};

    b->rng = tb_rng_seed(2);
    for (size_t k = 0; k < 10; k++) {
        b->stall_s = mix[k][0];
        b->stall_rd = mix[k][1];
        b->stall_job = mix[k][2];
        b->stall_ard = mix[k][3];
        b->stall_aw = mix[k][4];
        b->stall_rsp = mix[k][5];
        b->stall_done = mix[k][6];
        b->slow_ar = mix[k][7];
        b->slow_aw = mix[k][8];
        b->pending = mix[k][9];
        for (uint32_t n = 0; n < 400; n++) {
            random_item(b);
        }
        run(b);
    }
    print_message("    %u merged, %u writes\n", b->merged, b->writes);
    assert_true(b->merged > 20 && b->writes > 500);
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(exec_sends_first_middle_last_when_read_is_three_packets),
        TEST(exec_splits_reads_when_length_is_around_the_mtu),
        TEST(exec_asks_no_memory_when_read_has_no_length),
        TEST(exec_reads_on_when_addresses_pass_4_gib),
        TEST(exec_swaps_when_compare_is_equal),
        TEST(exec_writes_nothing_when_compare_differs),
        TEST(exec_adds_modulo_2_64_when_sum_wraps),
        TEST(exec_does_one_atomic_at_a_time_when_all_use_one_word),
        TEST(exec_sends_nak_and_writes_nothing_when_memory_fails),
        TEST(exec_holds_read_and_atomic_when_writes_are_pending),
        TEST(exec_reads_on_when_later_writes_become_pending),
        TEST(exec_holds_read_when_write_of_an_atomic_has_not_left),
        TEST(exec_replaces_waiting_ack_when_a_newer_one_of_its_queue_pair_comes),
        TEST(exec_keeps_acks_when_something_stands_between),
        TEST(exec_keeps_ack_when_it_is_being_offered),
        TEST(exec_sends_ack_behind_the_read_when_it_came_later),
        TEST(exec_asks_memory_in_the_same_cycle_when_idle),
        TEST(exec_answers_after_two_cycles_when_nothing_is_written),
        TEST(exec_makes_a_packet_per_cycle_when_nothing_stalls),
        TEST(exec_takes_no_more_when_responses_stand_still),
        TEST(exec_keeps_all_rules_when_everything_stalls),
    };
    return cmocka_run_group_tests_name("roce_exec", tests, NULL, NULL);
}
