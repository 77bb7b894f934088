/* SPDX-License-Identifier: Apache-2.0 */
/* test_messages: single messages between two real controllers: every special length, place and
 * boundary; right bytes, right packets, and nothing else touched. On URMA what it carries: reads of
 * one packet. Expected packets: IBTA vol. 1, 9.4 and 9.7; layouts of frames by byte position.
 */
#include "pair.h"

#include "ubn/gen/records.h"

#define REMOTE 0x100000u
#define RECVS 0x180000u
#define MTU 1024u
/* Places in a RoCE frame: Ethernet 14, IPv4 20, UDP 8, then BTH 12 and RETH 16. */
#define BTH_PSN_AT (42u + 9u)
#define RETH_LEN_AT (42u + 12u + 12u)

static const char *const all_stacks[] = {"urma", "roce_dma", "roce_bf"};
static const char *const small_mtu[] = {"nic.mtu=1 KiB", NULL};

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

static bool carries(const struct pair *p, enum ubn_op op)
{
    return (p->rig.stack->ops & UBN_OP_BIT(op)) != 0;
}

static bool takes_recv(enum ubn_op op) { return op != UBN_OP_WRITE && op != UBN_OP_READ; }

static uint64_t frames(const struct pair *p, unsigned node)
{
    return ubn_link_counts(p->rig.nodes[node].tx).frames;
}

/* ---- the first frame since the last look ---- */

static uint8_t seen[128];
static size_t frames_seen;

static void see(void *ctx, uint64_t ps, uint64_t arrive_ps, const uint8_t *frame, size_t len_bytes,
                bool err)
{
    (void)ctx;
    (void)ps;
    (void)arrive_ps;
    (void)err;
    if (frames_seen++ == 0) {
        memset(seen, 0, sizeof(seen));
        memcpy(seen, frame, len_bytes < sizeof(seen) ? len_bytes : sizeof(seen));
    }
}

static uint32_t number_at(size_t at, size_t bytes)
{
    uint32_t value = 0;

    for (size_t i = 0; i < bytes; i++) {
        value = value << 8 | seen[at + i];
    }
    return value;
}

/* ---- no bytes ---- */

/* Case B24: one PSN, one completion, no memory touched. RC looks at no key then; URMA has no read
 * of no bytes and says so. The response of such a read has the size of an acknowledgement: it is
 * told apart by its opcode (case B31). */
static void messages_of_no_bytes_touch_nothing(void **state)
{
    static const enum ubn_op ops[] = {UBN_OP_WRITE, UBN_OP_READ, UBN_OP_SEND, UBN_OP_WRITE_IMM,
                                      UBN_OP_SEND_IMM};

    (void)state;
    for (size_t s = 0; s < COUNT(all_stacks); s++) {
        struct pair *p = pair_open(all_stacks[s], NULL);
        struct pair_node *a = &p->nodes[0], *b = &p->nodes[1];
        const bool roce = p->rig.stack->paired;
        const struct ubn_key nobody = {.id = p->rig.stack->limits.unknown_key_ids[0],
                                       .token = 0x77};
        uint32_t psn = 0;
        bool first = true;

        ubn_link_on_frame(p->rig.nodes[0].tx, see, NULL);
        for (unsigned i = 0; i < 4 * COUNT(ops); i++) {
            const enum ubn_op op = ops[i % COUNT(ops)];
            const uint64_t before[2] = {frames(p, 0), frames(p, 1)};
            struct ubn_work work = pair_work(a, op, 0, REMOTE, 0);
            const struct ubn_cpl *got[64];

            if (!carries(p, op)) {
                continue;
            }
            if (i >= COUNT(ops)) {
                work.remote_key = nobody;
            }
            if (i >= 2 * COUNT(ops)) {
                work.local_key = nobody;
            }
            if (i >= 3 * COUNT(ops)) {
                work.remote_addr = work.local_addr = UINT64_MAX;
            }
            if (takes_recv(op)) {
                (void)pair_recv(b, 0, RECVS, 64, true, UBN_CPL_OK, 0);
                pair_rest(p);
            }
            frames_seen = 0;
            (void)pair_post(a, 0, &work, true, roce ? UBN_CPL_OK : UBN_CPL_LOCAL_LENGTH, 0);
            pair_rest(p);
            assert_int_equal(frames(p, 0) - before[0], roce ? 1 : 0);
            assert_int_equal(frames(p, 1) - before[1], roce ? 1 : 0);
            if (takes_recv(op)) {
                const size_t n = pair_cpls(b, 0, true, got, COUNT(got));

                assert_int_equal(got[n - 1]->with_imm, op != UBN_OP_SEND);
                assert_true(op == UBN_OP_SEND || got[n - 1]->imm == work.imm);
            }
            if (roce) {
                assert_true(first || number_at(BTH_PSN_AT, 3) == ((psn + 1) & 0xffffffu));
                psn = number_at(BTH_PSN_AT, 3);
                first = false;
            }
        }
        pair_close(p);
    }
}

/* ---- too many bytes ---- */

/* Changes the length and the number of segments of the request handed over last, where it stands.
 */
static void patch_last(struct pair_node *n, uint32_t len_bytes, uint8_t segments)
{
    struct ubn_host_post *post = &n->posts[n->n_posts - 1];
    struct ubn_roce_wqe wqe;

    ubn_roce_wqe_unpack(post->entry.data, &wqe);
    wqe.length = len_bytes;
    wqe.sge_num = segments;
    ubn_roce_wqe_pack(&wqe, post->entry.data);
    if (post->store.bytes == UBN_ROCE_ENTRY_BYTES) { /* pushed with its doorbell */
        ubn_roce_wqe_pack(&wqe, post->store.data);
    }
}

/* Case B25: a segment of length 0 is the same as none, in requests and receives. */
static void segment_of_no_bytes_is_like_none(void **state)
{
    static const enum ubn_op ops[] = {UBN_OP_WRITE, UBN_OP_READ, UBN_OP_SEND};

    (void)state;
    for (size_t i = 0; i < 2 * COUNT(ops); i++) {
        const enum ubn_op op = ops[i % COUNT(ops)];
        struct pair *p = pair_open(i < COUNT(ops) ? "roce_dma" : "roce_bf", NULL);
        struct pair_node *a = &p->nodes[0], *b = &p->nodes[1];
        const struct ubn_work work = pair_work(a, op, 0, REMOTE, 0);

        for (uint8_t segments = 0; segments < 2; segments++) {
            const uint64_t before[2] = {frames(p, 0), frames(p, 1)};

            if (op == UBN_OP_SEND) {
                (void)pair_recv(b, 0, RECVS, 0, true, UBN_CPL_OK, 0);
                patch_last(b, 0, segments);
                pair_rest(p);
            }
            (void)pair_post(a, 0, &work, true, UBN_CPL_OK, 0);
            patch_last(a, 0, segments);
            pair_rest(p);
            assert_int_equal(frames(p, 0) - before[0], 1);
            assert_int_equal(frames(p, 1) - before[1], 1);
        }
        pair_close(p);
    }
}

/* Case B27: 2^31 B are legal and go onto the wire as such; more is refused by the library, and by
 * the controller when software posts it all the same. */
static void messages_of_gigabytes_are_carried_or_refused(void **state)
{
    static const uint32_t too_long[] = {0x80000001u, 0xffffffffu};
    static const enum ubn_op ops[] = {UBN_OP_WRITE, UBN_OP_READ};

    (void)state;
    for (size_t s = 1; s < COUNT(all_stacks); s++) {
        for (size_t o = 0; o < COUNT(ops); o++) {
            struct pair *p = pair_open(all_stacks[s], NULL);
            struct pair_node *a = &p->nodes[0];
            struct ubn_work work = pair_work(a, ops[o], 0, REMOTE, 0x80000000u);
            struct ubn_host_post post;
            uint16_t idx;

            work.local_key = a->huge.local;
            work.remote_key.id ^= 1u; /* so that nothing moves */
            for (size_t i = 0; i < COUNT(too_long); i++) {
                struct ubn_work longer = work;
                const struct ubn_recv recv = {pair_at(0), too_long[i], a->huge.local};

                longer.len_bytes = too_long[i];
                assert_int_equal(ubn_roce_post(pair_qp(a, 0), &longer, NULL, true, &post, &idx),
                                 UBN_ERR_ARG);
                assert_int_equal(ubn_roce_post_recv(pair_qp(a, 0), &recv, true, &post, &idx),
                                 UBN_ERR_ARG);
            }
            ubn_link_on_frame(p->rig.nodes[0].tx, see, NULL);
            frames_seen = 0;
            (void)pair_post(a, 0, &work, true, UBN_CPL_REMOTE_ACCESS, 0);
            pair_rest(p);
            assert_true(frames_seen > 0);
            assert_int_equal(number_at(RETH_LEN_AT, 4), 0x80000000u);
            for (uint32_t i = 0; i < COUNT(too_long); i++) {
                const uint64_t before = frames(p, 0);

                (void)pair_post(a, 1 + i, &work, true, UBN_CPL_LOCAL_LENGTH, 0);
                patch_last(a, too_long[i], 1);
                pair_rest(p);
                assert_int_equal(frames(p, 0), before);
            }
            pair_close(p);
        }
    }
}

/* Case B27 on URMA: a read is one packet, so all of them are too long. */
static void reads_of_gigabytes_are_refused_by_urma(void **state)
{
    static const uint32_t too_long[] = {4097,        0x10000,     0x10001,
                                        0x80000000u, 0x80000001u, 0xffffffffu};
    struct pair *p = pair_open("urma", NULL);
    struct pair_node *a = &p->nodes[0];

    (void)state;
    for (uint32_t i = 0; i < COUNT(too_long); i++) {
        struct ubn_work work = pair_work(a, UBN_OP_READ, 0, REMOTE, too_long[i]);

        work.local_key = a->huge.local;
        (void)pair_post(a, 0, &work, true, UBN_CPL_LOCAL_LENGTH, 0);
    }
    pair_rest(p);
    assert_int_equal(frames(p, 0), 0);
    pair_close(p);
}

/* ---- sizes and places ---- */

/* One message; the other side has a receive for it when it needs one. */
static void move(struct pair *p, enum ubn_op op, uint32_t queue, uint64_t local, uint64_t remote,
                 uint32_t len_bytes)
{
    struct pair_node *a = &p->nodes[0], *b = &p->nodes[1];
    const struct ubn_work work = pair_work(a, op, local, remote, len_bytes);

    if (op == UBN_OP_READ) {
        pair_copies(a, local, b, remote, len_bytes);
    } else {
        pair_copies(b, remote, a, local, len_bytes);
    }
    if (op == UBN_OP_SEND) {
        (void)pair_recv(b, queue, remote, len_bytes, true, UBN_CPL_OK, len_bytes);
        pair_rest(p);
    }
    (void)pair_post(a, queue, &work, true, UBN_CPL_OK, len_bytes);
}

/* Cases B22 (pad of 1 to 5 bytes), B23 (an acknowledgement alone), B26 (around the MTU, 8 and 64
 * KiB). */
static void messages_have_the_packets_of_their_length(void **state)
{
    static const uint32_t sizes[] = {1,   2,       3,       4,           5,    MTU - 1,
                                     MTU, MTU + 1, 2 * MTU, 2 * MTU + 1, 8192, 65536};
    static const uint32_t offsets[] = {0, 1, 63};
    static const enum ubn_op ops[] = {UBN_OP_READ, UBN_OP_WRITE, UBN_OP_SEND};

    (void)state;
    for (size_t s = 0; s < COUNT(all_stacks); s++) {
        struct pair *p = pair_open(all_stacks[s], small_mtu);
        const bool roce = p->rig.stack->paired;

        for (size_t i = 0; i < COUNT(sizes) * COUNT(offsets) * COUNT(ops); i++) {
            const enum ubn_op op = ops[i % COUNT(ops)];
            const uint32_t offset = offsets[i / COUNT(ops) % COUNT(offsets)];
            const uint32_t size = sizes[i / COUNT(ops) / COUNT(offsets)];
            const uint64_t before[2] = {frames(p, 0), frames(p, 1)};

            if (!carries(p, op) || (!roce && size > MTU)) {
                continue;
            }
            move(p, op, 0, 0x1000 + offset, REMOTE + 0x1000 + (offset * 5) % 64, size);
            pair_rest(p);
            const uint64_t packets = (size + MTU - 1) / MTU;
            if (roce) {
                assert_int_equal(frames(p, op == UBN_OP_READ) - before[op == UBN_OP_READ], packets);
                assert_int_equal(frames(p, op != UBN_OP_READ) - before[op != UBN_OP_READ], 1);
            } else { /* request or response, and the acknowledgement of the other */
                assert_int_equal(frames(p, 0) - before[0], 2);
                assert_int_equal(frames(p, 1) - before[1], 2);
            }
        }
        pair_close(p);
    }
}

/* Cases B28 (across 4 KiB, and 4 KiB whole), B29 (to the end of a buffer), B30 (every offset). */
static void messages_move_right_bytes_at_every_place(void **state)
{
    static const uint32_t lengths[] = {1, 2, 3, 4, 63, 64, 65, 127, 128, 129};
    static const uint32_t spans[] = {1, 2, 5, 63, 64, 65, 128, 255, 256, 4096};
    static const char *const words[][3] = {{NULL}, {"pcie.mps=4 KiB", "pcie.mrrs=4 KiB", NULL}};
    static const enum ubn_op ops[] = {UBN_OP_READ, UBN_OP_WRITE};

    (void)state;
    for (size_t s = 0; s < 2 * COUNT(all_stacks); s++) {
        struct pair *p = pair_open(all_stacks[s / 2], words[s % 2]);

        for (uint32_t i = 0; i < 64 * COUNT(lengths); i++) {
            const enum ubn_op op = ops[i % 2];
            const uint32_t slot = i / 2 % 8 * 0x1000;

            if (carries(p, op)) {
                move(p, op, i % 4, (i % 2 ? 0x40000 : 0) + slot + (i * 7) % 64,
                     REMOTE + (i % 2 ? 0x40000 : 0) + slot + i % 64, lengths[i / 64]);
            }
            if (i % 16 == 15) {
                pair_rest(p);
            }
        }
        for (uint32_t i = 0; i < 6 * COUNT(spans); i++) {
            const enum ubn_op op = ops[i % 2];
            const uint32_t len = spans[i / 6];
            const uint32_t before = i % 6 < 2   ? 0
                                    : i % 6 < 4 ? len / 2
                                                : len - 1; /* bytes before the line */

            if (carries(p, op)) {
                move(p, op, 0, 0x10000 - before, REMOTE + 0x20000 - before, len);
                pair_rest(p);
            }
        }
        pair_close(p);
    }
}

/* ---- the record after the payload ---- */

static uint32_t records_seen;

static void payload_is_there(struct pair_node *n, const struct ubn_cpl *cpl)
{
    pair_holds(n, 0, (size_t)cpl->bytes);
    records_seen++;
}

/* Case B54: at the very time of its record the payload is in memory, however slow writes are. */
static void record_is_visible_when_its_payload_is(void **state)
{
    static const uint32_t sizes[] = {1, 64, 65, 1000, 4096};
    static const char *const words[][5] = {
        {"software.enabled=false", NULL},
        {"software.enabled=false", "pcie.write=20 us", "pcie.rate=8 Gb/s", "bus.hop=20 us", NULL},
        {"software.enabled=false", "preset=published", "pcie.ph=1", "bus.beat=100 ns", NULL}};

    (void)state;
    for (size_t s = 0; s < COUNT(words) * COUNT(all_stacks); s++) {
        struct pair *p = pair_open(all_stacks[s / COUNT(words)], words[s % COUNT(words)]);

        records_seen = 0;
        p->nodes[0].on_cpl = payload_is_there;
        for (size_t i = 0; i < COUNT(sizes); i++) {
            move(p, UBN_OP_READ, 0, 0, REMOTE + 0x1000 * (uint32_t)i, sizes[i]);
            pair_rest(p);
        }
        assert_int_equal(records_seen, COUNT(sizes));
        pair_close(p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(messages_of_no_bytes_touch_nothing),
        cmocka_unit_test(segment_of_no_bytes_is_like_none),
        cmocka_unit_test(messages_of_gigabytes_are_carried_or_refused),
        cmocka_unit_test(reads_of_gigabytes_are_refused_by_urma),
        cmocka_unit_test(messages_have_the_packets_of_their_length),
        cmocka_unit_test(messages_move_right_bytes_at_every_place),
        cmocka_unit_test(record_is_visible_when_its_payload_is),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
