/* SPDX-License-Identifier: Apache-2.0 */
/* test_queues: what becomes of work when its queue pair fails, is put into error, reset, destroyed
 * or made anew, and how queues fill and share, between two real controllers. What the states
 * promise: IBTA vol. 1, 10.3.1; what reset promises here: csim/include/ubn/roce.h, ubn_roce_modify.
 */
#include "pair.h"

#include "ubn/gen/records.h"
#include "ubn/gen/registers.h"
#include "ubn/pcie.h"

#define NS UINT64_C(1000)
#define WORK 64u
#define SLOT 0x1000u
#define REMOTE 0x100000u
#define RECVS 0x180000u
#define POISON 99u
/* Building one request on the CPU: submit and build. */
#define POST_PS UINT64_C(80000)

static const char *const stacks[] = {"roce_dma", "roce_bf"};

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

/* ---- helpers ---- */

/* Completions of a queue must be good ones, then flushed ones; gives the number of good ones. */
static size_t good_then_flushed(const struct pair_node *n, bool recv)
{
    const struct ubn_cpl *found[2 * WORK];
    const size_t count = pair_cpls(n, 0, recv, found, COUNT(found));
    size_t good = 0;

    assert_int_equal(count, WORK);
    while (good < count && found[good]->status == UBN_CPL_OK) {
        good++;
    }
    for (size_t i = good; i < count; i++) {
        assert_int_equal(found[i]->status, UBN_CPL_FLUSHED);
    }
    return good;
}

/* The pattern that memory of a node held at first. */
static uint8_t *pattern_of(unsigned node, uint64_t offset, size_t len_bytes)
{
    uint8_t *data = malloc(len_bytes);

    assert_non_null(data);
    ubn_pattern_fill(node, pair_at(offset), data, len_bytes);
    return data;
}

/* Bytes of node `of` that a message may or may not have moved to node n. */
static void may_have_moved(struct pair_node *n, uint64_t to, uint64_t from, uint32_t len_bytes)
{
    uint8_t *data = pattern_of(1 - n->number, from, len_bytes);

    pair_either(n, to, len_bytes, n->number, data);
    free(data);
}

/* A queue pair of two that are in RESET, with other sequence numbers than before. */
static void make_anew(struct pair *p, uint32_t queue)
{
    struct ubn_roce_qp_config *a = &pair_qp(&p->nodes[0], queue)->cfg;
    struct ubn_roce_qp_config *b = &pair_qp(&p->nodes[1], queue)->cfg;

    a->sq_psn = b->rq_psn = (a->sq_psn + 0x123456u) & 0xffffffu;
    b->sq_psn = a->rq_psn = (b->sq_psn + 0x654321u) & 0xffffffu;
    for (unsigned i = 0; i < 2; i++) {
        pair_state(&p->nodes[i], queue, UBN_ROCE_QP_STATE_INIT);
        pair_state(&p->nodes[i], queue, UBN_ROCE_QP_STATE_RTR);
        pair_state(&p->nodes[i], queue, UBN_ROCE_QP_STATE_RTS);
    }
    pair_rest(p);
}

/* One write, one read and one send each way, which must work. */
static void exchange(struct pair *p, uint32_t queue)
{
    const uint64_t place = 0x60000;

    for (unsigned i = 0; i < 2; i++) {
        struct pair_node *n = &p->nodes[i], *peer = &p->nodes[1 - i];
        const struct ubn_work write = pair_work(n, UBN_OP_WRITE, place, REMOTE + place, 3000);
        const struct ubn_work read = pair_work(n, UBN_OP_READ, place + 2 * SLOT, REMOTE, 100);
        const struct ubn_work send = pair_work(n, UBN_OP_SEND, place, 0, 500);

        pair_copies(peer, REMOTE + place, n, place, 3000);
        pair_copies(n, place + 2 * SLOT, peer, REMOTE, 100);
        pair_copies(peer, REMOTE + place + SLOT, n, place, 500);
        (void)pair_recv(peer, queue, REMOTE + place + SLOT, SLOT, true, UBN_CPL_OK, 500);
        pair_rest(p);
        (void)pair_post(n, queue, &write, false, UBN_CPL_OK, 3000);
        (void)pair_post(n, queue, &read, false, UBN_CPL_OK, 100);
        (void)pair_post(n, queue, &send, true, UBN_CPL_OK, 500);
        pair_rest(p);
    }
}

/* ---- much outstanding ---- */

static const enum ubn_op kinds[] = {UBN_OP_WRITE, UBN_OP_READ, UBN_OP_SEND};

static uint32_t len_of(uint32_t i) { return 1 + 61 * i; }

/* Posts 64 requests of three kinds; the last rings for all. */
static void post_work(struct pair_node *n)
{
    for (uint32_t i = 0; i < WORK; i++) {
        const struct ubn_work work =
            pair_work(n, kinds[i % 3], i * SLOT, REMOTE + i * SLOT, len_of(i));

        (void)pair_post(n, 0, &work, i == WORK - 1, PAIR_ANY, 0);
    }
}

static void post_receives(struct pair_node *n)
{
    for (uint32_t k = 0; k < WORK; k++) {
        (void)pair_recv(n, 0, RECVS + k * SLOT, SLOT, k == WORK - 1, PAIR_ANY, 0);
    }
    pair_rest(n->pair);
}

/* Writes of them may have been done in part, with the bytes that stood there when they were posted.
 */
static void judge_writes(struct pair_node *to)
{
    for (uint32_t i = 0; i < WORK; i += COUNT(kinds)) {
        may_have_moved(to, REMOTE + i * SLOT, i * SLOT, len_of(i));
    }
}

/* Case B43: a buffer is that of software again when its completion says so, and only then. It is
 * used for something else at once: no late read may send those bytes, no late write change them. */
static void use_buffer_again(struct pair_node *n, const struct ubn_cpl *cpl)
{
    const uint32_t nth = (uint32_t)n->n_cpls - 1u;
    const uint32_t send = (3 * nth + 2) % WORK; /* that a receive of node 1 gets */
    const uint64_t to = n->number == 0 ? nth * SLOT : RECVS + nth * SLOT;
    const uint64_t from = n->number == 0 ? REMOTE + nth * SLOT : send * SLOT;
    const uint32_t len = n->number == 0 ? len_of(nth) : len_of(send);

    if (n->number == 1 || kinds[nth % 3] == UBN_OP_READ) {
        if (cpl->status == UBN_CPL_OK) {
            uint8_t *data = pattern_of(1 - n->number, from, len);
            uint8_t *now = malloc(len);

            assert_non_null(now);
            assert_int_equal(ubn_mem_read(n->mem, pair_at(to), len, now), UBN_OK);
            assert_memory_equal(now, data, len);
            free(data);
            free(now);
        } else {
            may_have_moved(n, to, from, len);
        }
    }
    pair_fill(n, to, SLOT, POISON);
}

/* Cases B40 and B43: whenever the error comes, all that is outstanding ends once, in order. */
static void error_flushes_all_in_order(void **state)
{
    static const uint64_t delays_ns[] = {0,    300,  600,  900,  1200, 1500, 1800,
                                         2100, 2500, 3000, 4000, 6000, 20000};
    size_t none = 0, some = 0, all = 0;

    (void)state;
    for (size_t s = 0; s < COUNT(stacks) * COUNT(delays_ns); s++) {
        struct pair *p = pair_open(stacks[s / COUNT(delays_ns)], NULL);
        struct pair_node *a = &p->nodes[0], *b = &p->nodes[1];

        post_receives(b);
        post_work(a);
        a->on_cpl = b->on_cpl = use_buffer_again;
        pair_wait(p, WORK * POST_PS + delays_ns[s % COUNT(delays_ns)] * NS);
        pair_state(a, 0, UBN_ROCE_QP_STATE_ERR);
        pair_rest(p);
        const size_t good = good_then_flushed(a, false);
        none += good == 0;
        some += good != 0 && good != WORK;
        all += good == WORK;
        pair_state(b, 0, UBN_ROCE_QP_STATE_ERR);
        pair_rest(p);
        const size_t received = good_then_flushed(b, true);
        assert_in_range(received, good / 3, WORK / 3); /* sends acknowledged, sends posted */
        judge_writes(b);
        pair_close(p);
    }
    assert_true(none > 0 && some > 5 && all > 0);
}

/* ---- destruction ---- */

/* As software destroys a queue pair: error, wait for what is flushed, reset. */
static void destroy(struct pair_node *n, uint32_t queue)
{
    if (pair_qp(n, queue)->cfg.state != UBN_ROCE_QP_STATE_RESET) {
        pair_state(n, queue, UBN_ROCE_QP_STATE_ERR);
        pair_drain(n, queue);
    }
    pair_state(n, queue, UBN_ROCE_QP_STATE_RESET);
}

/* Brings a queue pair that is in RTS and at rest into another state. */
static void go_to(struct pair_node *n, enum ubn_roce_qp_state state)
{
    if (state >= UBN_ROCE_QP_STATE_RTS) {
        if (state != UBN_ROCE_QP_STATE_RTS) {
            pair_state(n, 0, state);
        }
        return;
    }
    destroy(n, 0);
    for (unsigned next = UBN_ROCE_QP_STATE_INIT; next <= (unsigned)state; next++) {
        pair_state(n, 0, (enum ubn_roce_qp_state)next);
    }
    pair_rest(n->pair);
}

/* What the other node sent to a node, and what its own reads brought, may have been moved. */
static void judge_all(struct pair_node *n)
{
    judge_writes(n);
    for (uint32_t i = 0; i < WORK; i++) {
        const uint32_t send = (3 * i + 2) % WORK;

        if (kinds[i % 3] == UBN_OP_READ) {
            may_have_moved(n, i * SLOT, REMOTE + i * SLOT, len_of(i));
        }
        may_have_moved(n, RECVS + i * SLOT, send * SLOT, len_of(send));
    }
}

/* Case B42: a queue pair may be destroyed in every state, while it sends and receives. Afterwards
 * packets to it are dropped and nothing touches what was its memory. Case B46: made anew in the
 * same place, it does no work of its earlier life, and all of its new one. */
static void destruction_ends_everything_in_every_state(void **state)
{
    static const enum ubn_roce_qp_state states[] = {UBN_ROCE_QP_STATE_RESET, UBN_ROCE_QP_STATE_INIT,
                                                    UBN_ROCE_QP_STATE_RTR,   UBN_ROCE_QP_STATE_RTS,
                                                    UBN_ROCE_QP_STATE_SQD,   UBN_ROCE_QP_STATE_ERR};
    static const uint64_t delays_ns[] = {0, 800, 2000, 3500};
    uint64_t dropped[COUNT(states)] = {0};

    (void)state;
    for (size_t s = 0; s < COUNT(stacks) * COUNT(states) * COUNT(delays_ns); s++) {
        const size_t nth = s / COUNT(delays_ns) % COUNT(states);
        const bool works = states[nth] >= UBN_ROCE_QP_STATE_RTS;
        struct pair *p = pair_open(stacks[s / COUNT(delays_ns) / COUNT(states)], NULL);
        struct pair_node *a = &p->nodes[0], *b = &p->nodes[1];

        post_receives(b);
        if (works) {
            post_receives(a);
            post_work(a);
        } else {
            go_to(a, states[nth]);
        }
        post_work(b);
        pair_wait(p, WORK * POST_PS + delays_ns[s % COUNT(delays_ns)] * NS);
        if (works) {
            go_to(a, states[nth]);
        }
        destroy(a, 0);
        pair_wait(p, 500 * NS); /* the controller knows */
        judge_all(a);
        pair_fill(a, 0, WORK * SLOT, POISON);
        pair_fill(a, REMOTE, WORK * SLOT, POISON);
        pair_fill(a, RECVS, WORK * SLOT, POISON);
        pair_rest(p);
        dropped[nth] += pair_reg(a, UBN_ROCE_REG_DROP_QP);
        destroy(b, 0);
        pair_rest(p);
        judge_all(b);
        make_anew(p, 0);
        exchange(p, 0);
        pair_close(p);
    }
    for (size_t i = 0; i < COUNT(states); i++) {
        assert_true(dropped[i] > 0); /* packets did come late */
    }
}

/* Case B40, other half: what was posted and not rung for is forgotten by a reset; none of it
 * completes or is done, not even when a doorbell comes late (case B46). */
static void reset_forgets_what_was_not_rung_for(void **state)
{
    (void)state;
    for (size_t s = 0; s < COUNT(stacks); s++) {
        struct pair *p = pair_open(stacks[s], NULL);
        struct pair_node *a = &p->nodes[0];
        const struct ubn_roce_doorbell told = {.pi = WORK - 1};
        struct ubn_host_store late = {.addr = UBN_ROCE_MAP_QP_BASE + UBN_ROCE_PAGE_DOORBELL,
                                      .bytes = UBN_ROCE_DOORBELL_BYTES,
                                      .tag = UBN_TAG_NONE};

        ubn_roce_doorbell_pack(&told, late.data);
        for (uint32_t i = 0; i < WORK - 1; i++) {
            const struct ubn_work work = pair_work(a, UBN_OP_WRITE, 0, REMOTE, 64);

            (void)pair_post(a, 0, &work, false, PAIR_ANY, 0);
            (void)pair_recv(a, 0, RECVS, 64, false, PAIR_ANY, 0);
        }
        pair_state(a, 0, UBN_ROCE_QP_STATE_RESET);
        pair_state(&p->nodes[1], 0, UBN_ROCE_QP_STATE_RESET);
        pair_store(a, &late);
        pair_wait(p, 50000 * NS);
        assert_int_equal(ubn_pcie_counts(p->rig.nodes[0].pcie).reads, 0);
        assert_int_equal(p->forgotten, 2 * (WORK - 1));
        make_anew(p, 0);
        exchange(p, 0);
        pair_close(p);
    }
}

/* Work of another queue pair, which a reset must not touch. */
static void post_neighbour(struct pair_node *n)
{
    for (uint32_t i = 0; i < 4; i++) {
        const uint64_t place = 0x50000 + i * SLOT;
        const struct ubn_work work = pair_work(n, UBN_OP_WRITE, place, REMOTE + place, 3000);

        pair_copies(&n->pair->nodes[1 - n->number], REMOTE + place, n, place, 3000);
        (void)pair_post(n, 1, &work, true, UBN_CPL_OK, 3000);
    }
}

/* A reset may come in every phase of the work of both nodes. None of it completes afterwards,
 * nothing is written, late packets are dropped; made anew, the pair does its new work alone. */
static void reset_ends_everything_in_every_phase(void **state)
{
    static const uint64_t delays_ns[] = {0,    300,  600,  900,  1200, 1500, 1800,
                                         2100, 2500, 3000, 4000, 6000, 20000};
    size_t unfetched = 0, fetched = 0, sent = 0, answered = 0;
    uint64_t dropped = 0;

    (void)state;
    for (size_t s = 0; s < COUNT(stacks) * COUNT(delays_ns); s++) {
        const bool alone = s < COUNT(delays_ns);
        struct pair *p = pair_open(stacks[s / COUNT(delays_ns)], NULL);
        struct pair_node *a = &p->nodes[0], *b = &p->nodes[1];

        post_receives(a);
        post_receives(b);
        pair_rest(p);
        const uint64_t fetches = ubn_pcie_counts(p->rig.nodes[0].pcie).reads;
        post_work(a);
        post_work(b);
        pair_wait(p, WORK * POST_PS + delays_ns[s % COUNT(delays_ns)] * NS);
        const bool has_fetched = ubn_pcie_counts(p->rig.nodes[0].pcie).reads != fetches;
        if (!alone) {
            post_neighbour(a);
        }
        pair_reset(a, 0);
        const bool has_sent = pair_reg(a, UBN_ROCE_REG_TX_FRAMES) != 0;
        unfetched += alone && !has_fetched;
        fetched += alone && has_fetched && !has_sent;
        sent += alone && has_sent && a->n_cpls == 0;
        answered += alone && a->n_cpls != 0 && p->forgotten != 0;
        judge_all(a);
        pair_fill(a, 0, WORK * SLOT, POISON);
        pair_fill(a, REMOTE, WORK * SLOT, POISON);
        pair_fill(a, RECVS, WORK * SLOT, POISON);
        pair_rest(p);
        dropped += pair_reg(a, UBN_ROCE_REG_DROP_QP);
        if (s % 2 == 0) {
            destroy(b, 0);
        } else {
            pair_reset(b, 0);
        }
        pair_rest(p);
        judge_all(b);
        make_anew(p, 0);
        exchange(p, 0);
        pair_close(p);
    }
    assert_true(unfetched > 0 && fetched > 0 && sent > 0 && answered > 0 && dropped > 0);
}

/* Case B37: records that were written before their queue pair was destroyed can still be read. */
static void records_outlive_their_queue(void **state)
{
    struct pair *p = pair_open("roce_dma", NULL);
    struct pair_node *a = &p->nodes[0];
    struct ubn_cpl cpl;

    (void)state;
    for (uint32_t i = 0; i < 4; i++) {
        const struct ubn_work work = pair_work(a, UBN_OP_WRITE, i * SLOT, REMOTE + i * SLOT, 64);

        pair_copies(&p->nodes[1], REMOTE + i * SLOT, a, i * SLOT, 64);
        (void)pair_post(a, PAIR_UNPOLLED, &work, true, UBN_CPL_OK, 64);
    }
    pair_rest(p);
    pair_state(a, PAIR_UNPOLLED, UBN_ROCE_QP_STATE_ERR);
    pair_rest(p);
    pair_state(a, PAIR_UNPOLLED, UBN_ROCE_QP_STATE_RESET);
    pair_rest(p);
    for (uint32_t i = 0; i < 4; i++) {
        assert_int_equal(p->rig.stack->poll(a->nic, 1, &cpl), 1);
        assert_int_equal(cpl.queue, PAIR_UNPOLLED);
        assert_int_equal(cpl.id, i);
        assert_int_equal(cpl.status, UBN_CPL_OK);
        assert_non_null(cpl.oddity); /* its queue knows no such entry any more */
    }
    assert_int_equal(p->rig.stack->poll(a->nic, 1, &cpl), 0);
    pair_close(p);
}

/* ---- the gap between failure and notice ---- */

/* Case B41: what is posted after the failure of a request, and before software knows of it, is
 * flushed like what is posted afterwards; nothing vanishes. */
static void posts_after_a_failure_are_flushed_or_refused(void **state)
{
    static const uint32_t positions[] = {0, 1, 7, 30, 63};

    (void)state;
    for (size_t s = 0; s < 2 * COUNT(stacks) * COUNT(positions); s++) {
        const uint32_t bad = positions[s % COUNT(positions)];
        const bool remote = s / COUNT(positions) % 2 != 0;
        struct pair *p = pair_open(stacks[s / COUNT(positions) / 2], NULL);
        struct pair_node *a = &p->nodes[0], *b = &p->nodes[1];
        const struct ubn_work good = pair_work(a, UBN_OP_WRITE, SLOT, REMOTE, 64);
        struct ubn_host_post post;
        uint16_t idx;

        for (uint32_t i = 0; i < WORK; i++) {
            struct ubn_work work = pair_work(a, UBN_OP_WRITE, i * SLOT, REMOTE + i * SLOT, 64);
            enum ubn_cpl_status expected = i < bad ? UBN_CPL_OK : UBN_CPL_FLUSHED;

            if (i == bad) {
                (remote ? &work.remote_key : &work.local_key)->token ^= 0x10u;
                expected = remote ? UBN_CPL_REMOTE_ACCESS : UBN_CPL_LOCAL_ACCESS;
            } else if (i < bad) {
                pair_copies(b, REMOTE + i * SLOT, a, i * SLOT, 64);
            }
            (void)pair_post(a, 0, &work, true, expected, 64);
        }
        pair_until(p, WORK); /* software knows */
        for (unsigned round = 0; round < 2; round++) {
            for (uint32_t i = 0; i < 4; i++) {
                (void)pair_post(a, 0, &good, true, UBN_CPL_FLUSHED, 0);
                (void)pair_recv(a, 0, RECVS, 64, true, UBN_CPL_FLUSHED, 0);
            }
            pair_state(a, 0, UBN_ROCE_QP_STATE_ERR); /* and has told its library */
        }
        destroy(a, 0);
        assert_int_equal(ubn_roce_post(pair_qp(a, 0), &good, NULL, true, &post, &idx), UBN_ERR_ARG);
        destroy(b, 0);
        make_anew(p, 0);
        exchange(p, 0);
        pair_close(p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(error_flushes_all_in_order),
        cmocka_unit_test(destruction_ends_everything_in_every_state),
        cmocka_unit_test(reset_forgets_what_was_not_rung_for),
        cmocka_unit_test(reset_ends_everything_in_every_phase),
        cmocka_unit_test(records_outlive_their_queue),
        cmocka_unit_test(posts_after_a_failure_are_flushed_or_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
