/* SPDX-License-Identifier: Apache-2.0 */
/* test_rings: how queues are rung, filled, go round and share a ring of completions, between two
 * real controllers.
 */
#include "pair.h"

#define NS UINT64_C(1000)
#define SLOT 0x1000u
#define REMOTE 0x100000u
#define RECVS 0x180000u

static const char *const stacks[] = {"roce_dma", "roce_bf"};

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

/* Cases B36, B39, B47: entries with and without completion, with and without their data, with and
 * without immediate, over four laps of every ring; polling an empty queue takes nothing. */
static void laps_of_mixed_entries_leave_nothing_behind(void **state)
{
    (void)state;
    for (size_t s = 0; s < COUNT(stacks); s++) {
        struct pair *p = pair_open(stacks[s], NULL);
        struct pair_node *a = &p->nodes[0], *b = &p->nodes[1];
        struct ubn_cpl cpl;

        for (uint32_t i = 0; i < 4 * PAIR_DEPTH + 4; i++) {
            const enum ubn_op op = i % 3 == 0 ? UBN_OP_WRITE_IMM : UBN_OP_WRITE;
            struct ubn_work work =
                pair_work(a, op, i % 32 * SLOT, REMOTE + i % 32 * SLOT, 1 + i % 28);

            work.inline_data = i % 4 < 2;
            work.signaled = i % 4 == 3; /* the last is */
            pair_fill(a, i % 32 * SLOT, 28, i);
            pair_copies(b, REMOTE + i % 32 * SLOT, a, i % 32 * SLOT, work.len_bytes);
            if (op == UBN_OP_WRITE_IMM) {
                (void)pair_recv(b, 0, RECVS, 64, true, UBN_CPL_OK, work.len_bytes);
                pair_wait(p, 2000 * NS); /* the receive is there */
            }
            (void)pair_post(a, 0, &work, work.signaled || i % 7 == 0, UBN_CPL_OK, work.len_bytes);
            if (work.signaled) {
                pair_rest(p);
                for (unsigned k = 0; k < 10; k++) {
                    assert_int_equal(p->rig.stack->poll(a->nic, 0, &cpl), 0);
                }
            }
        }
        assert_int_equal(a->n_cpls, PAIR_DEPTH + 1);
        pair_close(p);
    }
}

/* Cases B39 and B48: a queue of work without completions fills up, and says so. */
static void full_queue_refuses_the_next_post(void **state)
{
    struct pair *p = pair_open("roce_dma", NULL);
    struct pair_node *a = &p->nodes[0], *b = &p->nodes[1];
    struct ubn_work work = pair_work(a, UBN_OP_WRITE, 0, REMOTE, 64);
    struct ubn_host_post post;
    uint16_t idx;

    (void)state;
    pair_copies(b, REMOTE, a, 0, 64);
    for (unsigned lap = 0; lap < 2; lap++) {
        for (uint32_t i = 0; i < PAIR_DEPTH; i++) {
            work.signaled = lap == 0 && i == PAIR_DEPTH - 1;
            (void)pair_post(a, 0, &work, i == PAIR_DEPTH - 1, UBN_CPL_OK, 64);
        }
        assert_int_equal(ubn_roce_post(pair_qp(a, 0), &work, NULL, true, &post, &idx),
                         UBN_ERR_FULL);
        pair_rest(p);
    }
    assert_int_equal(a->n_cpls, 1); /* none of the second lap: its entries are not free */
    assert_int_equal(ubn_roce_post(pair_qp(a, 0), &work, NULL, true, &post, &idx), UBN_ERR_FULL);
    pair_close(p);
}

/* Case B44: doorbells as fast as the link carries them, and one for all. */
static void many_doorbells_do_the_same_as_one(void **state)
{
    static const char *const fast[] = {"software.enabled=false", "profile=native", NULL};

    (void)state;
    for (size_t s = 0; s < COUNT(stacks); s++) {
        struct pair *p = pair_open(stacks[s], fast);
        struct pair_node *a = &p->nodes[0];

        for (unsigned once = 0; once < 2; once++) {
            for (uint32_t i = 0; i < PAIR_QUEUES * PAIR_DEPTH / 2; i++) {
                const uint32_t queue = i % (PAIR_QUEUES - 1);
                const uint64_t place = once * 0x40000u + i * 128;
                const struct ubn_work work = pair_work(a, UBN_OP_WRITE, place, REMOTE + place, 64);

                pair_copies(&p->nodes[1], REMOTE + place, a, place, 64);
                (void)pair_post(a, queue, &work,
                                once == 0 || i + PAIR_QUEUES > PAIR_QUEUES * PAIR_DEPTH / 2,
                                UBN_CPL_OK, 64);
            }
            pair_rest(p);
        }
        pair_close(p);
    }
}

/* Case B45: a second request in every cycle of the life of a first. */
static void no_doorbell_is_lost_when_the_controller_falls_idle(void **state)
{
    (void)state;
    for (size_t s = 0; s < COUNT(stacks); s++) {
        struct pair *p = pair_open(stacks[s], NULL);
        struct pair_node *a = &p->nodes[0];
        const struct ubn_work work = pair_work(a, UBN_OP_READ, 0, REMOTE, 64);

        pair_copies(a, 0, &p->nodes[1], REMOTE, 64);
        for (uint64_t cycle = 0; cycle < 700; cycle++) {
            (void)pair_post(a, 0, &work, true, UBN_CPL_OK, 64);
            pair_wait(p, cycle * 3106);
            (void)pair_post(a, 0, &work, true, UBN_CPL_OK, 64);
            pair_until(p, 2 * cycle + 2);
        }
        pair_close(p);
    }
}

/* Case B38: queues with the same numbers on both nodes share a ring on each; the reads of one,
 * which go one at a time, are posted first and end last. */
static void completions_find_their_queue_when_they_overtake(void **state)
{
    static const char *const one_read[] = {"nic.read_depth=1", NULL};

    (void)state;
    for (size_t s = 0; s < COUNT(stacks); s++) {
        struct pair *p = pair_open(stacks[s], one_read);

        for (uint32_t k = 0; k < 80; k++) {
            struct pair_node *n = &p->nodes[k % 2], *peer = &p->nodes[1 - k % 2];
            const enum ubn_op op = k < 20 ? UBN_OP_READ : UBN_OP_WRITE;
            const uint64_t place = k / 2 * SLOT;
            const struct ubn_work work = pair_work(n, op, place, REMOTE + place, 3000);

            if (op == UBN_OP_READ) {
                pair_copies(n, place, peer, REMOTE + place, 3000);
            } else {
                pair_copies(peer, REMOTE + place, n, place, 3000);
            }
            (void)pair_post(n, k < 20 ? 0 : 1 + k % 3, &work, true, UBN_CPL_OK, 3000);
        }
        pair_rest(p);
        for (unsigned i = 0; i < 2; i++) {
            assert_int_equal(p->nodes[i].n_cpls, 40);
            assert_int_equal(p->nodes[i].cpls[39].queue, 0);
        }
        pair_close(p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(laps_of_mixed_entries_leave_nothing_behind),
        cmocka_unit_test(full_queue_refuses_the_next_post),
        cmocka_unit_test(many_doorbells_do_the_same_as_one),
        cmocka_unit_test(no_doorbell_is_lost_when_the_controller_falls_idle),
        cmocka_unit_test(completions_find_their_queue_when_they_overtake),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
