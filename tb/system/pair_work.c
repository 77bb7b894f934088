/* SPDX-License-Identifier: Apache-2.0 */
/* pair_work: what a test lets the two nodes of pair.h do, and what it announces of their memory. */
#include "pair.h"

#include "ubn/gen/registers.h"
#include "ubn/pcie.h"

/* The thread has made the stores of a reset, and the controller has taken them. */
#define RESET_PS UINT64_C(1000000)
/* All records in memory have been polled. */
#define POLL_PS UINT64_C(30000000)
/* Queue number of receives on the board of completions. */
#define RECV_QUEUE 0x80000000u
/* How often the queue was reset stands above its number there. */
#define LIFE_SHIFT 8u

/* ---- memory ---- */

uint64_t pair_at(uint64_t offset) { return PAIR_DATA_BASE + offset; }

static void expect(struct pair_node *n, uint64_t offset, const uint8_t *data, size_t len_bytes)
{
    assert_int_equal(ubn_memboard_expect(n->board, pair_at(offset), data, len_bytes, 0), UBN_OK);
}

void pair_fill(struct pair_node *n, uint64_t offset, size_t len_bytes, uint64_t seed)
{
    uint8_t *data = malloc(len_bytes + 1);

    assert_non_null(data);
    ubn_pattern_fill(seed, pair_at(offset), data, len_bytes);
    assert_int_equal(ubn_mem_write(n->mem, pair_at(offset), len_bytes, data), UBN_OK);
    expect(n, offset, data, len_bytes);
    free(data);
}

void pair_copies(struct pair_node *to, uint64_t to_offset, struct pair_node *from,
                 uint64_t from_offset, size_t len_bytes)
{
    uint8_t *data = malloc(len_bytes + 1);

    assert_non_null(data);
    assert_int_equal(ubn_mem_read(from->mem, pair_at(from_offset), len_bytes, data), UBN_OK);
    expect(to, to_offset, data, len_bytes);
    free(data);
}

void pair_either(struct pair_node *n, uint64_t offset, size_t len_bytes, uint64_t seed,
                 const uint8_t *other)
{
    uint8_t *data = malloc(len_bytes + 1);

    assert_non_null(data);
    assert_int_equal(ubn_mem_read(n->mem, pair_at(offset), len_bytes, data), UBN_OK);
    for (size_t i = 0; i < len_bytes; i++) {
        assert_true(data[i] == other[i] || data[i] == ubn_pattern_byte(seed, pair_at(offset) + i));
    }
    expect(n, offset, data, len_bytes);
    free(data);
}

static enum ubn_status read_memory(void *ctx, uint64_t addr, size_t len_bytes, uint8_t *data)
{
    return ubn_mem_read(ctx, addr, len_bytes, data);
}

void pair_holds(const struct pair_node *n, uint64_t offset, size_t len_bytes)
{
    assert_int_equal(
        ubn_memboard_check_range(n->board, pair_at(offset), len_bytes, read_memory, n->mem, NULL),
        UBN_OK);
}

/* ---- work ---- */

struct ubn_cpl_key pair_key(const struct pair_node *n, uint32_t queue, bool recv, uint32_t id)
{
    const uint32_t life = n->lives[queue] << LIFE_SHIFT;

    return (struct ubn_cpl_key){
        .node = n->number, .queue = (recv ? RECV_QUEUE : 0) | life | queue, .id = id};
}

struct ubn_work pair_work(struct pair_node *n, enum ubn_op op, uint64_t local, uint64_t remote,
                          uint32_t len_bytes)
{
    return (struct ubn_work){.op = op,
                             .signaled = true,
                             .len_bytes = len_bytes,
                             .local_addr = pair_at(local),
                             .local_key = n->region.local,
                             .remote_addr = pair_at(remote),
                             .remote_key = n->pair->nodes[1 - n->number].region.remote[0],
                             .imm = 0x1234abcd,
                             .trace_op = UBN_OP_UNTRACED};
}

static void hand_over(struct pair_node *n, const struct ubn_host_post *post)
{
    if (n->n_posts == n->room) {
        n->room = n->room == 0 ? 64 : n->room * 2;
        n->posts = realloc(n->posts, n->room * sizeof(*n->posts));
        assert_non_null(n->posts);
    }
    n->posts[n->n_posts++] = *post;
    n->posts[n->n_posts - 1].op = UBN_HOST_UNTRACED;
    assert_int_equal(ubn_host_wake(n->host, 0, ubn_engine_now_ps(n->pair->rig.engine)), UBN_OK);
}

void pair_store(struct pair_node *n, const struct ubn_host_store *store)
{
    const struct ubn_host_post post = {.store = *store};

    hand_over(n, &post);
}

static void await(struct pair_node *n, uint32_t queue, bool recv, const struct pair_entry *entry)
{
    struct pair_wq *wq = &n->queues[recv][queue];

    assert_true(wq->tail - wq->head < PAIR_DEPTH);
    wq->entries[wq->tail++ % PAIR_DEPTH] = *entry;
    if (entry->signaled) {
        assert_int_equal(ubn_cplboard_post(n->pair->completions,
                                           pair_key(n, queue, recv, entry->id), entry->expected,
                                           entry->expected == UBN_CPL_OK ? entry->bytes : 0),
                         UBN_OK);
    }
}

uint32_t pair_post(struct pair_node *n, uint32_t queue, const struct ubn_work *work, bool ring,
                   enum ubn_cpl_status expected, uint64_t bytes)
{
    struct pair_entry entry = {.signaled = work->signaled, .expected = expected, .bytes = bytes};
    struct ubn_host_post post;

    n->pair->rig.stack->post(n->nic, queue, work, ring, &entry.id, &post);
    await(n, queue, false, &entry);
    hand_over(n, &post);
    return entry.id;
}

void pair_access(struct pair_node *n, uint32_t queue, const struct ubn_work *work, uint32_t shift,
                 uint32_t bytes, enum ubn_cpl_status expected)
{
    struct pair_entry entry = {.signaled = true, .expected = expected, .bytes = work->len_bytes};
    struct ubn_host_post post;

    n->pair->rig.stack->post(n->nic, queue, work, true, &entry.id, &post);
    post.access.addr += shift;
    post.access.bytes = bytes;
    await(n, queue, false, &entry);
    hand_over(n, &post);
}

uint32_t pair_recv(struct pair_node *n, uint32_t queue, uint64_t offset, uint32_t len_bytes,
                   bool ring, enum ubn_cpl_status expected, uint64_t bytes)
{
    const struct ubn_recv recv = {
        .addr = pair_at(offset), .len_bytes = len_bytes, .key = n->region.local};
    struct pair_entry entry = {.signaled = true, .expected = expected, .bytes = bytes};
    struct ubn_host_post post;

    n->pair->rig.stack->post_recv(n->nic, queue, &recv, ring, &entry.id, &post);
    await(n, queue, true, &entry);
    hand_over(n, &post);
    return entry.id;
}

/* ---- states ---- */

struct ubn_roce_qp *pair_qp(struct pair_node *n, uint32_t queue)
{
    return ubn_roce_stack_qp(n->nic, queue);
}

/* What a reset forgets never completes. */
static void forget(struct pair_node *n, struct pair_wq *wq)
{
    for (; wq->head != wq->tail; wq->head++) {
        n->pair->forgotten += wq->entries[wq->head % PAIR_DEPTH].signaled;
    }
}

static void modify(struct pair_node *n, uint32_t queue, enum ubn_roce_qp_state to)
{
    struct ubn_roce_writes writes = {0};

    assert_int_equal(ubn_roce_modify(pair_qp(n, queue), to, &writes), UBN_OK);
    for (size_t i = 0; i < writes.n; i++) {
        pair_store(n, &writes.items[i]);
    }
    ubn_roce_writes_free(&writes);
}

static void begin_life(struct pair_node *n, uint32_t queue)
{
    forget(n, &n->queues[0][queue]);
    forget(n, &n->queues[1][queue]);
    n->lives[queue]++;
}

void pair_state(struct pair_node *n, uint32_t queue, enum ubn_roce_qp_state to)
{
    modify(n, queue, to);
    if (to == UBN_ROCE_QP_STATE_RESET) {
        begin_life(n, queue);
    }
}

void pair_reset(struct pair_node *n, uint32_t queue)
{
    n->resetting[queue] = true;
    modify(n, queue, UBN_ROCE_QP_STATE_RESET);
    pair_wait(n->pair, RESET_PS);
    while (pair_reg(n, UBN_ROCE_REG_BUSY) != 0) {
    }
    const uint64_t writes = ubn_pcie_counts(n->pair->rig.nodes[n->number].pcie).writes;

    pair_wait(n->pair, POLL_PS);
    assert_int_equal(ubn_pcie_counts(n->pair->rig.nodes[n->number].pcie).writes, writes);
    n->resetting[queue] = false;
    begin_life(n, queue);
}

size_t pair_cpls(const struct pair_node *n, uint32_t queue, bool recv, const struct ubn_cpl **found,
                 size_t max)
{
    size_t count = 0;

    for (size_t i = 0; i < n->n_cpls && count < max; i++) {
        if (n->cpls[i].queue == queue && n->cpls[i].recv == recv) {
            found[count++] = &n->cpls[i];
        }
    }
    return count;
}
