/* SPDX-License-Identifier: Apache-2.0 */
/* tb_regs.h: the tests of a controller's registers, the same for both controllers: identity,
 * configuration, counters, each at its offset. Include after dut.h. The test defines
 * tb_regs_connect and lists TB_REGS_TESTS. Works on port memory as bytes: the host is
 * little-endian, like Verilator's words. */
#ifndef TB_REGS_H
#define TB_REGS_H

#include "tb.h"
#include "ubn/gen/registers.h"

#define TB_REGS_MAX 16u

/** A configuration register that keeps every value of its width. */
struct tb_regs_config {
    uint32_t offset;
    uint32_t width; /**< bits, 1 to 63 */
    uint64_t at_reset;
    const void *port; /**< output, port_bytes long */
    size_t port_bytes;
};

/** A configuration register behind output cfg_<name> of DUT d. */
#define TB_REGS_CONFIG(offset_, width_, at_reset_, name)                                           \
    {                                                                                              \
        .offset = (offset_), .width = (width_), .at_reset = (at_reset_), .port = d->cfg_##name,    \
        .port_bytes = sizeof(*d->cfg_##name),                                                      \
    }

/** A counter and one of the strobes that it counts. */
struct tb_regs_counter {
    uint32_t offset;
    uint8_t *strobe;
};

/** A counter and two of its strobes. */
struct tb_regs_pair {
    uint32_t offset;
    uint8_t *first, *second;
};

/** The registers of a controller. Lists shorter than TB_REGS_MAX end with an entry that is 0. */
struct tb_regs {
    const char *id; /**< 8 characters */
    uint32_t bytes; /**< of the region */
    uint32_t id_offset, version_offset, interval_offset;
    struct tb_regs_config config[TB_REGS_MAX];
    uint32_t ranged[TB_REGS_MAX]; /**< offsets; writable too, with a range of their own */
    struct tb_regs_counter counter[TB_REGS_MAX]; /**< each once; that of bus errors last */
    uint8_t *bus_error;                          /**< another strobe of the last counter */
    struct tb_regs_pair pair[TB_REGS_MAX];
    struct dut *d; /**< set by the setup */
};

/** Members of the registers that every map has; M is its prefix. */
#define TB_REGS_MAP(M)                                                                             \
    .bytes = UBN_##M##_MAP_REGS_BYTES, .id_offset = UBN_##M##_REG_ID,                              \
    .version_offset = UBN_##M##_REG_VERSION, .interval_offset = UBN_##M##_REG_ISSUE_INTERVAL

/** Describe the registers of the DUT.  @return the description; d is not set. */
static struct tb_regs tb_regs_connect(struct dut *d);

static int tb_regs_setup(void **state)
{
    struct tb_regs *r = malloc(sizeof(*r));
    struct dut *d = dut_create();

    *r = tb_regs_connect(d);
    r->d = d;
    dut_reset(d);
    *state = r;
    return 0;
}

static int tb_regs_teardown(void **state)
{
    struct tb_regs *r = *state;

    dut_destroy(r->d);
    free(r);
    return 0;
}

/** Read a register.  @param offset bytes in the region. */
static uint64_t tb_regs_read(struct dut *d, uint32_t offset)
{
    *d->reg_rd_en = 1;
    *d->reg_addr = (uint16_t)offset;
    dut_tick(d);
    *d->reg_rd_en = 0;
    dut_eval(d);
    return *d->reg_rdata;
}

/** Write a register.  @param offset bytes in the region. */
static void tb_regs_write(struct dut *d, uint32_t offset, uint64_t value)
{
    *d->reg_wr_en = 1;
    *d->reg_addr = (uint16_t)offset;
    *d->reg_wdata = value;
    dut_tick(d);
    *d->reg_wr_en = 0;
    dut_eval(d);
}

/* What the controller is told. */
static uint64_t tb_regs_output(const struct tb_regs_config *config)
{
    uint64_t value = 0;

    memcpy(&value, config->port, config->port_bytes);
    return value;
}

static void regs_name_the_controller_when_asked(void **state)
{
    struct tb_regs *r = *state;
    uint64_t id = tb_regs_read(r->d, r->id_offset);

    assert_memory_equal(&id, r->id, 8); /* first character in bits 7:0 */
    assert_int_equal(tb_regs_read(r->d, r->version_offset), 1);
}

static void regs_answer_in_the_next_cycle_and_hold(void **state)
{
    struct tb_regs *r = *state;
    struct dut *d = r->d;

    tb_regs_write(d, r->interval_offset, 0x1234);
    assert_int_equal(tb_regs_read(d, r->version_offset), 1);
    *d->reg_rd_en = 1;
    *d->reg_addr = (uint16_t)r->interval_offset;
    dut_eval(d);
    assert_int_equal(*d->reg_rdata, 1); /* not yet */
    dut_tick(d);
    *d->reg_rd_en = 0;
    *d->reg_addr = (uint16_t)r->version_offset;
    dut_eval(d);
    assert_int_equal(*d->reg_rdata, 0x1234);
    dut_tick(d);
    assert_int_equal(*d->reg_rdata, 0x1234);
}

static void regs_start_with_legal_values_when_reset(void **state)
{
    struct tb_regs *r = *state;
    struct dut *d = r->d;

    for (const struct tb_regs_config *c = r->config; c->port; c++) {
        tb_regs_write(d, c->offset, 0x5a);
    }
    *r->counter[0].strobe = 1;
    dut_tick(d);
    *r->counter[0].strobe = 0;
    dut_reset(d);
    for (const struct tb_regs_config *c = r->config; c->port; c++) {
        assert_int_equal(tb_regs_output(c), c->at_reset);
        assert_int_equal(tb_regs_read(d, c->offset), c->at_reset);
    }
    for (const struct tb_regs_counter *c = r->counter; c->strobe; c++) {
        assert_int_equal(tb_regs_read(d, c->offset), 0);
    }
}

static void regs_change_one_value_when_it_is_written(void **state)
{
    struct tb_regs *r = *state;
    struct dut *d = r->d;
    uint64_t want[TB_REGS_MAX];

    for (size_t i = 0; r->config[i].port; i++) {
        want[i] = r->config[i].at_reset;
    }
    for (size_t i = 0; r->config[i].port; i++) {
        uint64_t value = 0xfedcba9876543211 * (2 * i + 1);

        want[i] = value & ((UINT64_C(1) << r->config[i].width) - 1);
        *d->reg_wr_en = 1;
        *d->reg_addr = (uint16_t)r->config[i].offset;
        *d->reg_wdata = value;
        dut_eval(d);
        assert_int_equal(tb_regs_output(&r->config[i]), r->config[i].at_reset); /* not yet */
        dut_tick(d);
        *d->reg_wr_en = 0;
        for (size_t j = 0; r->config[j].port; j++) {
            assert_int_equal(tb_regs_output(&r->config[j]), want[j]);
        }
    }
    for (size_t i = 0; r->config[i].port; i++) {
        assert_int_equal(tb_regs_read(d, r->config[i].offset), want[i]);
    }
}

static void regs_take_an_interval_of_0_as_1(void **state)
{
    struct tb_regs *r = *state;
    struct dut *d = r->d;

    tb_regs_write(d, r->interval_offset, 6);
    assert_int_equal(*d->cfg_issue_interval_cyc, 6);
    tb_regs_write(d, r->interval_offset, 0x10000); /* 0 in the 16 bits that count */
    assert_int_equal(*d->cfg_issue_interval_cyc, 1);
}

static void regs_count_each_event_by_itself(void **state)
{
    struct tb_regs *r = *state;
    struct dut *d = r->d;

    for (size_t i = 0; r->counter[i].strobe; i++) {
        for (size_t n = 0; n <= i; n++) {
            *r->counter[i].strobe = 1;
            dut_eval(d);
            assert_int_equal(*d->stat_idle, 0);
            dut_tick(d);
        }
        *r->counter[i].strobe = 0;
        dut_eval(d);
        assert_int_equal(*d->stat_idle, 1);
        dut_tick(d);
    }
    for (size_t i = 0; r->counter[i].strobe; i++) {
        assert_int_equal(tb_regs_read(d, r->counter[i].offset), i + 1);
    }
}

static void regs_count_all_events_when_they_come_together(void **state)
{
    struct tb_regs *r = *state;
    struct dut *d = r->d;

    for (const struct tb_regs_counter *c = r->counter; c->strobe; c++) {
        *c->strobe = 1;
    }
    *r->bus_error = 1;
    for (int n = 0; n < 7; n++) {
        dut_tick(d);
    }
    for (const struct tb_regs_counter *c = r->counter; c->strobe; c++) {
        *c->strobe = 0;
    }
    dut_tick(d);
    dut_tick(d);
    *r->bus_error = 0;
    for (const struct tb_regs_counter *c = r->counter; c->strobe; c++) {
        assert_int_equal(tb_regs_read(d, c->offset), c[1].strobe ? 7 : 7 + 7 + 2);
    }
}

/* Some counters take events of two modules. */
static void regs_count_both_when_two_events_of_a_counter_come_together(void **state)
{
    struct tb_regs *r = *state;
    struct dut *d = r->d;

    for (size_t i = 0; r->pair[i].first; i++) {
        const struct tb_regs_pair *p = &r->pair[i];
        uint64_t want = 0;

        for (size_t j = 0; j <= i; j++) {
            want += r->pair[j].offset == p->offset ? 3 : 0;
        }
        *p->first = *p->second = 1;
        dut_tick(d);
        *p->first = 0;
        dut_eval(d);
        assert_int_equal(*d->stat_idle, 0);
        dut_tick(d);
        *p->second = 0;
        assert_int_equal(tb_regs_read(d, p->offset), want);
    }
}

/* Whether a store changes the register. */
static bool tb_regs_writable(const struct tb_regs *r, uint32_t offset)
{
    for (size_t i = 0; i < TB_REGS_MAX; i++) {
        if ((r->config[i].port && r->config[i].offset == offset) ||
            (r->ranged[i] && r->ranged[i] == offset)) {
            return true;
        }
    }
    return false;
}

static void regs_ignore_stores_and_read_0_when_there_is_no_such_register(void **state)
{
    struct tb_regs *r = *state;
    struct dut *d = r->d;

    for (uint32_t offset = 0; offset < r->bytes; offset += 8) {
        uint64_t before = tb_regs_read(d, offset);

        if (!tb_regs_writable(r, offset)) {
            tb_regs_write(d, offset, UINT64_MAX);
            assert_int_equal(tb_regs_read(d, offset), before);
            assert_true(before == 0 || offset == r->id_offset || offset == r->version_offset);
        }
    }
    for (const struct tb_regs_config *c = r->config; c->port; c++) {
        assert_int_equal(tb_regs_output(c), c->at_reset);
    }
}

#define TB_REGS_TEST(f) cmocka_unit_test_setup_teardown(f, tb_regs_setup, tb_regs_teardown)

/** The tests, as elements of an array of CMUnitTest. */
#define TB_REGS_TESTS                                                                              \
    TB_REGS_TEST(regs_name_the_controller_when_asked),                                             \
        TB_REGS_TEST(regs_answer_in_the_next_cycle_and_hold),                                      \
        TB_REGS_TEST(regs_start_with_legal_values_when_reset),                                     \
        TB_REGS_TEST(regs_change_one_value_when_it_is_written),                                    \
        TB_REGS_TEST(regs_take_an_interval_of_0_as_1),                                             \
        TB_REGS_TEST(regs_count_each_event_by_itself),                                             \
        TB_REGS_TEST(regs_count_all_events_when_they_come_together),                               \
        TB_REGS_TEST(regs_count_both_when_two_events_of_a_counter_come_together),                  \
        TB_REGS_TEST(regs_ignore_stores_and_read_0_when_there_is_no_such_register)

#endif
