/* SPDX-License-Identifier: Apache-2.0 */
/* test_ldst: loads and stores of the CPU between two real controllers: every byte, and what is
 * refused, where, and beside whom.
 */
#include "pair.h"

#include "ubn/gen/registers.h"

#define REMOTE 0x100000u
#define BACK 0x180000u
#define LONGEST 4096u
#define IN_FLIGHT 64u

static const char *const busy[] = {"node.stall.axi=25 %", "node.stall.link=15 %",
                                   "node.ctx_slow=true", NULL};

/* A stores all lengths into b and loads them back elsewhere, once the store is answered. */
static void loads_find_what_stores_left_when_these_are_answered(void **state)
{
    (void)state;
    for (unsigned shape = 0; shape < 2; shape++) {
        struct pair *p = pair_open("ldst", shape == 0 ? NULL : busy);
        struct pair_node *a = &p->nodes[0], *b = &p->nodes[1];
        uint64_t at = 0;

        for (uint32_t round = 0; round < 3; round++) {
            for (uint32_t len = 64; len <= LONGEST; len *= 2) {
                at = (at + len - 1) / len * len; /* a multiple of the length */
                const struct ubn_work store = pair_work(a, UBN_OP_WRITE, at, REMOTE + at, len);
                const struct ubn_work load = pair_work(a, UBN_OP_READ, BACK + at, REMOTE + at, len);

                pair_fill(a, at, len, 100 + len + round);
                pair_copies(b, REMOTE + at, a, at, len);
                (void)pair_post(a, 0, &store, true, UBN_CPL_OK, len);
                pair_drain(a, 0);
                pair_holds(b, REMOTE + at, len); /* the answer says that it is there */
                pair_copies(a, BACK + at, a, at, len);
                (void)pair_post(a, 0, &load, true, UBN_CPL_OK, len);
                at += len;
            }
        }
        pair_close(p);
    }
}

/* Both nodes at once, loads and stores at different places, as many as a controller tracks. */
static void nodes_load_and_store_at_the_same_time(void **state)
{
    (void)state;
    for (unsigned shape = 0; shape < 2; shape++) {
        struct pair *p = pair_open("ldst", shape == 0 ? NULL : busy);

        for (uint32_t k = 0; k < 3 * IN_FLIGHT; k++) {
            for (unsigned i = 0; i < 2; i++) {
                struct pair_node *n = &p->nodes[i], *peer = &p->nodes[1 - i];
                const uint32_t len = 64u << (k * 5u + i) % 5u;
                const uint64_t at = k * 2048u;
                const uint32_t queue = k % 2;

                if (k % 3 == 0) {
                    const struct ubn_work store = pair_work(n, UBN_OP_WRITE, at, REMOTE + at, len);
                    pair_copies(peer, REMOTE + at, n, at, len);
                    (void)pair_post(n, queue, &store, true, UBN_CPL_OK, len);
                } else {
                    const struct ubn_work load = pair_work(n, UBN_OP_READ, at, REMOTE + at, len);
                    pair_copies(n, at, peer, REMOTE + at, len);
                    (void)pair_post(n, queue, &load, true, UBN_CPL_OK, len);
                }
            }
        }
        pair_close(p);
    }
}

/* What is wrong with an access. */
enum wrong { FOREIGN, CLOSED, UNKNOWN, OUTSIDE, MISALIGNED, SHORT, ODD, WRONGS };

static void post_wrong(struct pair_node *n, enum wrong wrong, enum ubn_op op)
{
    struct ubn_work work = pair_work(n, op, 0x70000, REMOTE, 128);

    switch (wrong) {
    case FOREIGN: /* the window is not valid */
        work.remote_key.id = PAIR_FOREIGN_KEY;
        (void)pair_post(n, 0, &work, true, UBN_CPL_LOCAL_ACCESS, 128);
        break;
    case CLOSED: /* the window gives no right */
        work.remote_key = n->pair->nodes[1 - n->number].huge.remote[0];
        (void)pair_post(n, 0, &work, true, UBN_CPL_REMOTE_ACCESS, 128);
        break;
    case UNKNOWN: /* the target has no such segment */
        work.remote_key.id = PAIR_UNKNOWN_KEY;
        (void)pair_post(n, 0, &work, true, UBN_CPL_REMOTE_ACCESS, 128);
        break;
    case OUTSIDE: /* the first byte behind the segment */
        work.remote_addr = pair_at(PAIR_DATA_BYTES);
        (void)pair_post(n, 0, &work, true, UBN_CPL_REMOTE_ACCESS, 128);
        break;
    case MISALIGNED: /* 128 B at a multiple of 64 */
        pair_access(n, 0, &work, 64, 128, UBN_CPL_REMOTE_ACCESS);
        break;
    case SHORT: /* half a beat: a store leaves strobes out, a load has another size */
        pair_access(n, 0, &work, 0, 32, UBN_CPL_REMOTE_ACCESS);
        break;
    case ODD: /* three beats */
        work.len_bytes = 192;
        pair_access(n, 0, &work, 0, 192, UBN_CPL_REMOTE_ACCESS);
        break;
    case WRONGS:
    default:
        break;
    }
}

static void post_good(struct pair_node *n, uint32_t k)
{
    struct pair_node *peer = &n->pair->nodes[1 - n->number];
    const uint32_t len = 64u << k % 4u;
    const uint64_t at = k * 512u;
    const enum ubn_op op = k % 2 == 0 ? UBN_OP_READ : UBN_OP_WRITE;
    const struct ubn_work work = pair_work(n, op, at, REMOTE + at, len);

    if (op == UBN_OP_READ) {
        pair_copies(n, at, peer, REMOTE + at, len);
    } else {
        pair_copies(peer, REMOTE + at, n, at, len);
    }
    (void)pair_post(n, 0, &work, true, UBN_CPL_OK, len);
}

/* Each wrong access is answered in its turn with its error, moves no byte, and the good ones before
 * and behind it are as if it were not there. */
static void refused_access_harms_no_neighbour(void **state)
{
    (void)state;
    for (unsigned shape = 0; shape < 2; shape++) {
        struct pair *p = pair_open("ldst", shape == 0 ? NULL : busy);
        struct pair_node *a = &p->nodes[0], *b = &p->nodes[1];
        uint64_t good = 0;

        for (unsigned round = 0; round < 4; round++) {
            for (unsigned wrong = 0; wrong < WRONGS; wrong++) {
                post_good(a, (uint32_t)good++);
                post_wrong(a, (enum wrong)wrong, round % 2 == 0 ? UBN_OP_READ : UBN_OP_WRITE);
            }
        }
        post_good(a, (uint32_t)good++);
        pair_rest(p);
        /* refused here: FOREIGN, CLOSED, MISALIGNED, SHORT, ODD; by the target: UNKNOWN, OUTSIDE */
        assert_int_equal(pair_reg(a, UBN_URMA_REG_DROP_LDST), 4 * 5);
        assert_int_equal(pair_reg(b, UBN_URMA_REG_LD_DENIED), 4 * 2);
        assert_int_equal(pair_reg(a, UBN_URMA_REG_TX_FRAMES), good + 4 * 2);
        assert_int_equal(pair_reg(a, UBN_URMA_REG_DROP_LD_RSP), 0);
        assert_int_equal(pair_reg(b, UBN_URMA_REG_DROP_LD_FRAME), 0);
        pair_close(p);
    }
}

/* Memory of the target answers with an error: the access ends as an error, its neighbours do not.
 */
static void memory_error_of_the_target_ends_the_access(void **state)
{
    (void)state;
    for (unsigned shape = 0; shape < 2; shape++) {
        struct pair *p = pair_open("ldst", shape == 0 ? NULL : busy);
        struct pair_node *a = &p->nodes[0], *b = &p->nodes[1];

        for (uint32_t k = 0; k < 24; k++) {
            const enum ubn_op op = k % 4 < 2 ? UBN_OP_READ : UBN_OP_WRITE;
            struct ubn_work work = pair_work(a, op, 0x70000, REMOTE, 64u << k % 5u);

            work.remote_key.id = PAIR_VOID_KEY;
            post_good(a, k);
            (void)pair_post(a, 0, &work, true, UBN_CPL_REMOTE_ACCESS, work.len_bytes);
        }
        /* a register is read meanwhile, and is not taken for the data of a load */
        assert_int_equal(pair_reg(a, UBN_URMA_REG_LOCAL_CNA), 0x100);
        pair_rest(p);
        assert_int_equal(pair_reg(b, UBN_URMA_REG_LD_DENIED), 0);
        assert_true(pair_reg(b, UBN_URMA_REG_BUS_ERRORS) > 0);
        pair_close(p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loads_find_what_stores_left_when_these_are_answered),
        cmocka_unit_test(nodes_load_and_store_at_the_same_time),
        cmocka_unit_test(refused_access_harms_no_neighbour),
        cmocka_unit_test(memory_error_of_the_target_ends_the_access),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
