/* SPDX-License-Identifier: Apache-2.0 */
/* test_peers: whom a queue pair hears: members of its partition at the address of its peer, between
 * two real controllers. Packets of others are dropped without an answer. Source: IBTA vol. 1,
 * 9.6.1 and 10.9.3.
 */
#include "pair.h"

#include "ubn/gen/registers.h"

#define NS UINT64_C(1000)
#define REMOTE 0x100000u

static const char *const stacks[] = {"roce_dma", "roce_bf"};

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

/* Two queue pairs connected anew. */
static void connect_anew(struct pair *p, uint16_t pkey_a, uint16_t pkey_b, uint32_t other_ip)
{
    for (unsigned i = 0; i < 2; i++) {
        pair_reset(&p->nodes[i], 0);
    }
    pair_qp(&p->nodes[0], 0)->cfg.pkey = pkey_a;
    pair_qp(&p->nodes[1], 0)->cfg.pkey = pkey_b;
    pair_qp(&p->nodes[1], 0)->cfg.dst_ip ^= other_ip;
    for (unsigned i = 0; i < 2; i++) {
        pair_state(&p->nodes[i], 0, UBN_ROCE_QP_STATE_INIT);
        pair_state(&p->nodes[i], 0, UBN_ROCE_QP_STATE_RTR);
        pair_state(&p->nodes[i], 0, UBN_ROCE_QP_STATE_RTS);
    }
    pair_rest(p);
}

/* A write and a read of node 0 do their work. */
static void is_heard(struct pair *p)
{
    struct pair_node *a = &p->nodes[0], *b = &p->nodes[1];
    const struct ubn_work write = pair_work(a, UBN_OP_WRITE, 0, REMOTE, 3000);
    const struct ubn_work read = pair_work(a, UBN_OP_READ, 0x4000, REMOTE + 0x4000, 3000);

    pair_copies(b, REMOTE, a, 0, 3000);
    pair_copies(a, 0x4000, b, REMOTE + 0x4000, 3000);
    (void)pair_post(a, 0, &write, false, UBN_CPL_OK, 3000);
    (void)pair_post(a, 0, &read, true, UBN_CPL_OK, 3000);
    pair_rest(p);
}

/* A write of node 0, which would get a NAK, has no effect: no byte, no answer. */
static void is_not_heard(struct pair *p)
{
    struct pair_node *a = &p->nodes[0], *b = &p->nodes[1];
    struct ubn_work write = pair_work(a, UBN_OP_WRITE, 0, REMOTE, 64);
    const uint64_t sent = pair_reg(b, UBN_ROCE_REG_TX_FRAMES);
    const size_t cpls = a->n_cpls;

    write.remote_key.token ^= 0x10u;
    (void)pair_post(a, 0, &write, true, UBN_CPL_FLUSHED, 0);
    pair_wait(p, 20000 * NS);
    assert_int_equal(a->n_cpls, cpls);
    assert_int_equal(pair_reg(b, UBN_ROCE_REG_TX_FRAMES), sent);
    pair_state(a, 0, UBN_ROCE_QP_STATE_ERR);
    pair_rest(p);
}

static void partition_is_that_of_the_queue_pair(void **state)
{
    static const struct {
        uint16_t a, b;
        bool heard;
    } keys[] = {{0xffff, 0xffff, true},  {0x8123, 0x0123, true},  {0x0123, 0x8123, true},
                {0x0123, 0x0123, false}, {0x8123, 0x8122, false}, {0x8123, 0xc123, false}};

    (void)state;
    for (size_t s = 0; s < COUNT(stacks); s++) {
        struct pair *p = pair_open(stacks[s], NULL);
        uint64_t dropped = 0;

        for (size_t k = 0; k < COUNT(keys); k++) {
            connect_anew(p, keys[k].a, keys[k].b, 0);
            if (keys[k].heard) {
                is_heard(p);
            } else {
                is_not_heard(p);
                dropped++;
            }
            assert_int_equal(pair_reg(&p->nodes[1], UBN_ROCE_REG_DROP_PKEY), dropped);
        }
        assert_int_equal(pair_reg(&p->nodes[1], UBN_ROCE_REG_DROP_QP), 0);
        pair_close(p);
    }
}

static void sender_is_the_peer(void **state)
{
    (void)state;
    for (size_t s = 0; s < COUNT(stacks); s++) {
        struct pair *p = pair_open(stacks[s], NULL);

        connect_anew(p, 0xffff, 0xffff, 0x100);
        is_not_heard(p);
        assert_int_equal(pair_reg(&p->nodes[1], UBN_ROCE_REG_DROP_QP), 1);
        connect_anew(p, 0xffff, 0xffff, 0x100); /* the right one again */
        is_heard(p);
        pair_close(p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(partition_is_that_of_the_queue_pair),
        cmocka_unit_test(sender_is_the_peer),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
