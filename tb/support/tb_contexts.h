/* SPDX-License-Identifier: Apache-2.0 */
/* tb_contexts.h: the tests of a controller's context tables, the same for both controllers: records
 * of each kind go to their table and to no other, out of range to none; host and owner writes;
 * every client reads. Include after dut.h. The test defines tb_contexts_connect and calls
 * tb_contexts_run. */
#ifndef TB_CONTEXTS_H
#define TB_CONTEXTS_H

#include "tb.h"

#ifndef TB_CONTEXTS_KINDS
#define TB_CONTEXTS_KINDS 7u /**< of 8 numbers; a test may say 8 before it includes this */
#endif

/** One kind of record: its size as written down by the test, and its ports. */
struct tb_contexts_kind {
    uint32_t records, record_bytes;
    uint32_t bytes, clients; /**< as the ports have them */
    uint8_t *rd_valid, *rd_ready;
    void *rd_id;
    uint8_t *rsp_valid, *rsp_ready;
    const void *rsp_data;
    uint8_t *wr_valid; /**< or NULL: only the host writes */
    uint16_t *wr_id;
    void *wr_data;
};

/** Members of the kind on the ports <name>_rd_*, <name>_rsp_* of DUT d.
 *  @param bytes_ size of a record, from the tables in rtl/gen/README.md. */
#define TB_CONTEXTS_KIND(name, records_, bytes_)                                                   \
    .records = (records_), .record_bytes = (bytes_),                                               \
    .bytes = DUT_W_##name##_rsp_data / DUT_W_##name##_rd_valid / 8,                                \
    .clients = DUT_W_##name##_rd_valid, .rd_valid = d->name##_rd_valid,                            \
    .rd_ready = d->name##_rd_ready, .rd_id = d->name##_rd_id, .rsp_valid = d->name##_rsp_valid,    \
    .rsp_ready = d->name##_rsp_ready, .rsp_data = d->name##_rsp_data

/** Members of a kind that the controller writes too, through <name>_wr_*. */
#define TB_CONTEXTS_OWNER(name)                                                                    \
    .wr_valid = d->name##_wr_valid, .wr_id = d->name##_wr_id, .wr_data = d->name##_wr_data

struct tb_contexts {
    struct dut *d;
    struct tb_contexts_kind kind[TB_CONTEXTS_KINDS];
    uint8_t want[TB_CONTEXTS_KINDS][16][64]; /**< the model */
    struct tb_rng rng;
};

/** Fill the kinds, in the order of their numbers.  @param kind [out] */
static void tb_contexts_connect(struct dut *d, struct tb_contexts_kind kind[TB_CONTEXTS_KINDS]);

static int tb_contexts_setup(void **state)
{
    struct tb_contexts *b = calloc(1, sizeof(*b));

    b->d = dut_create();
    tb_contexts_connect(b->d, b->kind);
    dut_reset(b->d);
    *state = b;
    return 0;
}

static int tb_contexts_teardown(void **state)
{
    struct tb_contexts *b = *state;

    dut_destroy(b->d);
    free(b);
    return 0;
}

/* The host writes a record at random; true when a table took it. */
static bool tb_contexts_write(struct tb_contexts *b, uint32_t kind, uint32_t id)
{
    struct dut *d = b->d;
    bool dropped;

    *d->s_ctx_valid = 1;
    *d->s_ctx_kind = (uint8_t)kind;
    *d->s_ctx_id = (uint16_t)id;
    tb_rng_fill(&b->rng, d->s_ctx_data, 64);
    dut_eval(d);
    assert_int_equal(*d->s_ctx_ready, 1);
    dropped = *d->stat_drop;
    if (!dropped) {
        memcpy(b->want[kind][id], d->s_ctx_data, b->kind[kind].bytes);
    }
    dut_tick(d);
    *d->s_ctx_valid = 0;
    dut_eval(d);
    assert_int_equal(*d->stat_drop, 0);
    return !dropped;
}

/* Client c reads a record and finds the model's. */
static void tb_contexts_check(struct tb_contexts *b, uint32_t kind, uint32_t c, uint16_t id)
{
    struct dut *d = b->d;
    const struct tb_contexts_kind *k = &b->kind[kind];

    *k->rd_valid = (uint8_t)(1u << c);
    memcpy((uint8_t *)k->rd_id + 2 * c, &id, 2);
    *k->rsp_ready = 0;
    dut_eval(d);
    assert_true(*k->rd_ready >> c & 1);
    dut_tick(d);
    *k->rd_valid = 0;
    assert_int_equal(*k->rsp_valid, 1u << c);
    assert_int_equal(*d->stat_idle, 0);
    assert_memory_equal((const uint8_t *)k->rsp_data + c * k->bytes, b->want[kind][id], k->bytes);
    *k->rsp_ready = (uint8_t)(1u << c);
    dut_tick(d);
    *k->rsp_ready = 0;
    assert_int_equal(*d->stat_idle, 1);
}

static void tb_contexts_check_all(struct tb_contexts *b)
{
    for (uint32_t kind = 0; kind < TB_CONTEXTS_KINDS; kind++) {
        for (uint16_t id = 0; id < b->kind[kind].records; id++) {
            for (uint32_t c = 0; c < b->kind[kind].clients; c++) {
                tb_contexts_check(b, kind, c, id);
            }
        }
    }
}

static void contexts_hold_records_of_their_size_when_built(void **state)
{
    struct tb_contexts *b = *state;

    for (uint32_t kind = 0; kind < TB_CONTEXTS_KINDS; kind++) {
        assert_int_equal(b->kind[kind].bytes, b->kind[kind].record_bytes);
    }
}

static void contexts_route_record_to_its_table_when_host_writes(void **state)
{
    struct tb_contexts *b = *state;

    tb_contexts_check_all(b); /* all zero */
    for (uint32_t kind = 0; kind < TB_CONTEXTS_KINDS; kind++) {
        for (uint32_t id = 0; id < b->kind[kind].records; id++) {
            assert_true(tb_contexts_write(b, kind, id));
        }
        tb_contexts_check_all(b); /* no other has changed */
    }
}

static void contexts_drop_record_when_it_is_past_its_table(void **state)
{
    struct tb_contexts *b = *state;

    for (uint32_t kind = 0; kind < TB_CONTEXTS_KINDS; kind++) {
        for (uint32_t bit = 0; bit < 16; bit++) {
            if (1u << bit >= b->kind[kind].records) {
                assert_false(tb_contexts_write(b, kind, 1u << bit));
                assert_false(tb_contexts_write(b, kind, 1 | 1u << bit));
            }
        }
        assert_false(tb_contexts_write(b, kind, 0xffff));
    }
    tb_contexts_check_all(b);
}

#if TB_CONTEXTS_KINDS < 8
static void contexts_drop_record_when_there_is_no_such_kind(void **state)
{
    struct tb_contexts *b = *state;

    for (uint32_t id = 0; id < 20; id++) {
        assert_false(tb_contexts_write(b, 7, id));
    }
    assert_false(tb_contexts_write(b, 7, 0xffff));
    tb_contexts_check_all(b);
}
#endif

static void contexts_hold_the_host_back_when_owner_writes_that_kind(void **state)
{
    struct tb_contexts *b = *state;
    struct dut *d = b->d;

    for (uint32_t kind = 0; kind < TB_CONTEXTS_KINDS; kind++) {
        const struct tb_contexts_kind *k = &b->kind[kind];

        if (!k->wr_valid) {
            continue;
        }
        *k->wr_valid = 1;
        *k->wr_id = 1;
        tb_rng_fill(&b->rng, k->wr_data, k->bytes);
        memcpy(b->want[kind][1], k->wr_data, k->bytes);
        *d->s_ctx_valid = 1;
        *d->s_ctx_id = 0;
        for (uint32_t other = 0; other < 8; other++) {
            *d->s_ctx_kind = (uint8_t)other;
            dut_eval(d);
            assert_int_equal(*d->s_ctx_ready, other != kind);
        }
        *d->s_ctx_kind = (uint8_t)kind;
        *d->s_ctx_id = 0x8000; /* out of range: waits for nobody */
        dut_eval(d);
        assert_int_equal(*d->s_ctx_ready, 1);
        *d->s_ctx_id = 0;
        dut_tick(d); /* the owner writes */
        *k->wr_valid = 0;
        *d->s_ctx_valid = 0;
    }
    tb_contexts_check_all(b);
}

static void contexts_answer_all_clients_when_they_read_at_once(void **state)
{
    struct tb_contexts *b = *state;
    struct dut *d = b->d;

    for (uint32_t kind = 0; kind < TB_CONTEXTS_KINDS; kind++) {
        const struct tb_contexts_kind *k = &b->kind[kind];

        tb_contexts_write(b, kind, 0);
        tb_contexts_write(b, kind, 1);
        *k->rd_valid = (uint8_t)((1u << k->clients) - 1);
        for (uint16_t c = 0; c < k->clients; c++) {
            uint16_t id = c % 2;

            memcpy((uint8_t *)k->rd_id + 2 * c, &id, 2);
        }
    }
    dut_tick(d);
    for (uint32_t kind = 0; kind < TB_CONTEXTS_KINDS; kind++) {
        const struct tb_contexts_kind *k = &b->kind[kind];

        assert_int_equal(*k->rsp_valid, (1u << k->clients) - 1);
        for (uint32_t c = 0; c < k->clients; c++) {
            assert_memory_equal((const uint8_t *)k->rsp_data + c * k->bytes, b->want[kind][c % 2],
                                k->bytes);
        }
    }
}

static void contexts_answer_late_when_slow_mode_is_on(void **state)
{
    struct tb_contexts *b = *state;
    struct dut *d = b->d;
    uint32_t late = 0;

    *d->cfg_slow_seed = 12345;
    dut_tick(d);
    *d->cfg_slow_en = 1;
    for (uint32_t kind = 0; kind < TB_CONTEXTS_KINDS; kind++) {
        const struct tb_contexts_kind *k = &b->kind[kind];
        uint32_t kind_late = 0;

        tb_contexts_write(b, kind, 1);
        for (int i = 0; i < 20; i++) {
            uint16_t id = 1;

            *k->rd_valid = 1;
            memcpy(k->rd_id, &id, 2);
            *k->rsp_ready = 1;
            dut_tick(d);
            *k->rd_valid = 0;
            for (; !(*k->rsp_valid & 1); kind_late++) {
                assert_true(kind_late < 20 * 16);
                dut_tick(d);
            }
            assert_memory_equal(k->rsp_data, b->want[kind][1], k->bytes);
            dut_tick(d);
        }
        assert_true(kind_late > 0);
        late += kind_late;
    }
    assert_true(late > 100);
}

/** Run the tests under the name of the group.  @return cmocka's count of failures. */
static int tb_contexts_run(const char *group)
{
#define TB_CONTEXTS_TEST(f)                                                                        \
    cmocka_unit_test_setup_teardown(f, tb_contexts_setup, tb_contexts_teardown)
    const struct CMUnitTest tests[] = {
        TB_CONTEXTS_TEST(contexts_hold_records_of_their_size_when_built),
        TB_CONTEXTS_TEST(contexts_route_record_to_its_table_when_host_writes),
        TB_CONTEXTS_TEST(contexts_drop_record_when_it_is_past_its_table),
#if TB_CONTEXTS_KINDS < 8
        TB_CONTEXTS_TEST(contexts_drop_record_when_there_is_no_such_kind),
#endif
        TB_CONTEXTS_TEST(contexts_hold_the_host_back_when_owner_writes_that_kind),
        TB_CONTEXTS_TEST(contexts_answer_all_clients_when_they_read_at_once),
        TB_CONTEXTS_TEST(contexts_answer_late_when_slow_mode_is_on),
    };

    return cmocka_run_group_tests_name(group, tests, NULL, NULL);
}

#endif
