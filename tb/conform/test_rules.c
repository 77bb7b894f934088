/* SPDX-License-Identifier: Apache-2.0 */
/* test_rules: every rule of the PCIe port, of the link and of all streams is shown something that
 * breaks it, and what is legal is let pass. The controller is a puppet.
 * Longer than others: two thirds are the breaches, one after the other.
 */
#include "tb.h"

#include "puppet.h"

#include "ubn/gen/wire.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { READ = 1, WRITE = 3, CPL = 0, CPL_DATA = 2 }; /* fmt, base specification 2.2.1 */
enum { TYPE_CPL = 10 };

/* ---- the bench ---- */

enum ubn_status __wrap_ubn_dut_create(struct ubn_dut_world *world, const char *kind,
                                      const char *name, bool slow_en, uint32_t seed,
                                      struct ubn_dut **dut_out);
uint32_t __wrap_ubn_dut_settle(struct ubn_dut *dut, const struct ubn_dut_in *in);
bool __wrap_ubn_dut_tick(struct ubn_dut *dut);
void __wrap_ubn_dut_destroy(struct ubn_dut *dut);

struct bench {
    struct ubn_dut *dut;
    struct ubn_dut_in in; /* of the next cycle; inputs are gone after it */
    unsigned good_cycles; /* before the first that broke a rule */
    bool broken;
};

static void cycle(struct bench *b)
{
    (void)__wrap_ubn_dut_settle(b->dut, &b->in);
    b->broken = !__wrap_ubn_dut_tick(b->dut);
    assert_true(!b->broken || b->good_cycles > 0); /* something legal went before */
    b->good_cycles += !b->broken;
    b->in = (struct ubn_dut_in){.now_cyc = b->in.now_cyc + 1, .fc = b->in.fc};
    b->dut->flags = 0;
}

enum stream { RQ, CC, RC, CQ };

/* Moves one beat, or leaves it waiting. */
static void beat(struct bench *b, enum stream s, const struct ubn_tlp *tlp, bool moves)
{
    b->dut->out = *tlp;
    b->in.rq_ready = s == RQ && moves;
    b->in.cc_ready = s == CC && moves;
    b->in.rc = s == RC ? tlp : NULL;
    b->in.cq = s == CQ ? tlp : NULL;
    b->dut->flags = s == RQ   ? UBN_DUT_RQ_VALID
                    : s == CC ? UBN_DUT_CC_VALID
                    : !moves  ? 0u
                    : s == RC ? UBN_DUT_RC_READY
                              : UBN_DUT_CQ_READY;
    cycle(b);
}

/* Moves a packet of as many beats as asked for. */
static void move(struct bench *b, enum stream s, struct ubn_tlp tlp, unsigned beats)
{
    while (beats-- > 0) {
        tlp.last = beats == 0;
        beat(b, s, &tlp, true);
    }
}

static void request(struct bench *b, enum stream s, struct ubn_pcie_req req)
{
    struct ubn_tlp tlp = {.last = true};
    const unsigned dwords = req.length_dw == 0 ? 1024 : req.length_dw;

    ubn_pcie_req_pack(&req, tlp.hdr);
    move(b, s, tlp, req.fmt == WRITE ? (dwords + 15) / 16 : 1);
}

static void completion(struct bench *b, enum stream s, struct ubn_pcie_cpl cpl)
{
    struct ubn_tlp tlp = {.last = true};

    ubn_pcie_cpl_pack(&cpl, tlp.hdr);
    move(b, s, tlp, cpl.fmt == CPL_DATA && cpl.length_dw > 0 ? (cpl.length_dw + 15u) / 16u : 1);
}

/* 64 B at 4 KiB, by the controller or the host. */
static void read_64(struct bench *b, enum stream s, uint8_t tag)
{
    request(
        b, s,
        (struct ubn_pcie_req){
            .fmt = READ, .length_dw = 16, .first_be = 15, .last_be = 15, .addr = 1024, .tag = tag});
}

static void answer_64(struct bench *b, enum stream s, uint8_t tag)
{
    completion(
        b, s,
        (struct ubn_pcie_cpl){
            .fmt = CPL_DATA, .type = TYPE_CPL, .length_dw = 16, .byte_count = 64, .tag = tag});
}

static struct bench open_bench(void)
{
    /* 4 posted headers, 16 data units, 2 non-posted headers */
    struct bench b = {.in.fc = {.ph = 4, .pd = 16, .nph = 2, .inf = 8}};

    assert_int_equal(setenv("UBN_CONTRACT_PCIE", "256 512 64 8", 1), 0);
    assert_int_equal(__wrap_ubn_dut_create(NULL, "puppet", "p", false, 0, &b.dut), UBN_OK);
    cycle(&b);
    return b;
}

/* ---- what is broken ---- */

/* One breach: a request after a legal start, or anything that act does. */
struct breach {
    const char *says; /* part of the message */
    void (*act)(struct bench *b);
    struct ubn_pcie_req req; /* by the controller, if act is NULL and cpl is empty */
    struct ubn_pcie_cpl cpl; /* answers a read of bytes 4097 .. 4222 with tag 3 */
};

static void tag_in_use(struct bench *b) { read_64(b, RQ, 3), read_64(b, RQ, 3); }
static void tag_too_high(struct bench *b) { read_64(b, RQ, 8); }
static void host_tag_in_use(struct bench *b) { read_64(b, CQ, 9), read_64(b, CQ, 9); }
static void answered_twice(struct bench *b)
{
    read_64(b, CQ, 9), answer_64(b, CC, 9), answer_64(b, CC, 9);
}
static void answered_unasked(struct bench *b) { read_64(b, CQ, 9), answer_64(b, CC, 8); }
static void completed_twice(struct bench *b)
{
    read_64(b, RQ, 1), answer_64(b, RC, 1), answer_64(b, RC, 1);
}

static void same_cycle(struct bench *b) /* a tag is used while its last completion moves */
{
    struct ubn_tlp again = {.last = true}, last = {.last = true};
    const struct ubn_pcie_req req = {.fmt = READ, .length_dw = 1, .first_be = 15, .tag = 1};
    const struct ubn_pcie_cpl cpl = {
        .fmt = CPL_DATA, .type = TYPE_CPL, .length_dw = 16, .byte_count = 64, .tag = 1};

    read_64(b, RQ, 1);
    ubn_pcie_req_pack(&req, again.hdr);
    ubn_pcie_cpl_pack(&cpl, last.hdr);
    b->in.rc = &last;
    b->in.rq_ready = true;
    b->dut->out = again;
    b->dut->flags = UBN_DUT_RQ_VALID | UBN_DUT_RC_READY;
    cycle(b);
}

static void new_name(struct bench *b)
{
    read_64(b, RQ, 0);
    request(b, RQ,
            (struct ubn_pcie_req){
                .fmt = READ, .length_dw = 1, .first_be = 15, .tag = 1, .requester_id = 7});
}

static void write_dwords(struct bench *b, uint16_t length_dw)
{
    request(b, RQ,
            (struct ubn_pcie_req){.fmt = WRITE,
                                  .length_dw = length_dw,
                                  .first_be = 15,
                                  .last_be = length_dw > 1 ? 15 : 0,
                                  .addr = 1024});
}

static void headers_gone(struct bench *b)
{
    for (unsigned i = 0; i < 5; i++) {
        write_dwords(b, 1);
    }
}
static void data_gone(struct bench *b) { write_dwords(b, 60), write_dwords(b, 8); }
static void reads_gone(struct bench *b)
{
    read_64(b, RQ, 0), read_64(b, RQ, 1), answer_64(b, RC, 0), read_64(b, RQ, 2);
}
static void limit_back(struct bench *b) { b->in.fc.pd = 15, cycle(b); }
static void limit_unearned(struct bench *b) { write_dwords(b, 1), b->in.fc.ph = 6, cycle(b); }
static void infinite_changes(struct bench *b) { b->in.fc.inf = 9, cycle(b); }

static void beats(struct bench *b, unsigned length_dw, unsigned n)
{
    struct ubn_tlp tlp = {.last = true};
    const struct ubn_pcie_req req = {
        .fmt = WRITE, .length_dw = (uint16_t)length_dw, .first_be = 15, .last_be = 15};

    ubn_pcie_req_pack(&req, tlp.hdr);
    move(b, RQ, tlp, n);
}
static void beats_too_few(struct bench *b) { beats(b, 33, 2); }
static void beats_too_many(struct bench *b) { beats(b, 32, 3); }

static void header_changes(struct bench *b)
{
    struct ubn_tlp tlp = {0};
    const struct ubn_pcie_req req = {.fmt = WRITE, .length_dw = 32, .first_be = 15, .last_be = 15};

    ubn_pcie_req_pack(&req, tlp.hdr);
    beat(b, RQ, &tlp, true);
    tlp.hdr[15] ^= 4;
    tlp.last = true;
    beat(b, RQ, &tlp, true);
}

/* A beat waits on a stream; then it is gone, or another. */
static void hold(struct bench *b, enum stream s, bool gone)
{
    struct ubn_tlp tlp = {.last = true};
    const struct ubn_pcie_req req = {.fmt = WRITE, .length_dw = 1, .first_be = 15};

    ubn_pcie_req_pack(&req, tlp.hdr);
    beat(b, s, &tlp, false);
    tlp.data[0] ^= 1;
    if (gone) {
        cycle(b);
    } else {
        beat(b, s, &tlp, false);
    }
}
static void rq_gone(struct bench *b) { hold(b, RQ, true); }
static void rq_other(struct bench *b) { hold(b, RQ, false); }
static void cc_gone(struct bench *b) { hold(b, CC, true); }
static void cc_other(struct bench *b) { hold(b, CC, false); }
static void rc_gone(struct bench *b) { hold(b, RC, true); }
static void rc_other(struct bench *b) { hold(b, RC, false); }
static void cq_gone(struct bench *b) { hold(b, CQ, true); }
static void cq_other(struct bench *b) { hold(b, CQ, false); }

static void valid_follows(struct bench *b) { b->dut->follows_ready = true, cycle(b); }
static void header_follows(struct bench *b) { b->dut->shows_ready = true, read_64(b, RQ, 0); }

static void idle_and_valid(struct bench *b) { b->dut->idle = true, cycle(b), read_64(b, RQ, 0); }
static void idle_no_more(struct bench *b)
{
    b->dut->idle = true, cycle(b), b->dut->idle = false, cycle(b);
}

static void frame(struct bench *b, bool in, uint64_t keep, unsigned n)
{
    const struct ubn_link_beat first = {.keep = UINT64_MAX}, last = {.keep = keep, .last = 1};

    while (n-- > 0) {
        b->dut->tx = n == 0 ? last : first;
        b->in.rx = in ? &b->dut->tx : NULL;
        b->in.tx_ready = !in;
        b->dut->flags = in ? UBN_DUT_RX_READY : UBN_DUT_TX_VALID;
        cycle(b);
    }
}
static void tx_short(struct bench *b) { frame(b, false, UINT64_MAX >> 5, 1); }
static void rx_short(struct bench *b) { frame(b, true, UINT64_MAX >> 5, 1); }
static void rx_hole(struct bench *b) { frame(b, true, 5, 2); }
static void rx_long(struct bench *b) { frame(b, true, UINT64_MAX, 134); }

#define ALL .first_be = 15, .last_be = 15
#define BYTES_126 .fmt = CPL_DATA, .type = TYPE_CPL, .tag = 3
static const struct breach breaches[] = {
    {.says = "format is not", .req = {.fmt = 2, .length_dw = 16, ALL}},
    {.says = "type is not", .req = {.fmt = READ, .type = 2, .length_dw = 16, ALL}},
    {.says = "a field that nobody", .req = {.fmt = READ, .tc = 1, .length_dw = 16, ALL}},
    {.says = "a field that nobody", .req = {.fmt = READ, .ep = 1, .length_dw = 16, ALL}},
    {.says = "payload above", .req = {.fmt = WRITE, .length_dw = 65, ALL}},
    {.says = "read above", .req = {.fmt = READ, .length_dw = 129, ALL}},
    {.says = "crosses 4 KiB", .req = {.fmt = READ, .length_dw = 2, ALL, .addr = 1023}},
    {.says = "of a single dword", .req = {.fmt = READ, .length_dw = 1, ALL}},
    {.says = "no byte enabled", .req = {.fmt = READ, .length_dw = 3, .first_be = 15}},
    {.says = "no byte enabled", .req = {.fmt = READ, .length_dw = 2, .last_be = 15}},
    {.says = "first byte enables",
     .req = {.fmt = READ, .length_dw = 3, .first_be = 7, .last_be = 15}},
    {.says = "last byte enables",
     .req = {.fmt = READ, .length_dw = 3, .first_be = 15, .last_be = 14}},
    {.says = "first byte enables", /* a quadword that is not aligned */
     .req = {.fmt = READ, .length_dw = 2, .first_be = 5, .last_be = 15, .addr = 1}},
    {.says = "tag 3 is that of an open", .act = tag_in_use},
    {.says = "tag 8 of 8", .act = tag_too_high},
    {.says = "tag 9 is that of an open", .act = host_tag_in_use},
    {.says = "tag 1 is that of an open", .act = same_cycle},
    {.says = "cc: completion of tag 9: no open read", .act = answered_twice},
    {.says = "cc: completion of tag 8: no open read", .act = answered_unasked},
    {.says = "rc: completion of tag 1: no open read", .act = completed_twice},
    {.says = "sender 0007 was 0000", .act = new_name},
    {.says = "posted header credit exceeded", .act = headers_gone},
    {.says = "posted data credit exceeded", .act = data_gone},
    {.says = "non-posted header credit exceeded", .act = reads_gone},
    {.says = "posted data limit goes back", .act = limit_back},
    {.says = "more posted header credits come back", .act = limit_unearned},
    {.says = "what is infinite", .act = infinite_changes},
    {.says = "last beat with 68 bytes", .act = beats_too_few},
    {.says = "no last beat with 64 bytes", .act = beats_too_many},
    {.says = "header changes", .act = header_changes},
    {.says = "rq: the controller took", .act = rq_gone},
    {.says = "rq: the controller changed", .act = rq_other},
    {.says = "cc: the controller took", .act = cc_gone},
    {.says = "cc: the controller changed", .act = cc_other},
    {.says = "rc: the environment took", .act = rc_gone},
    {.says = "rc: the environment changed", .act = rc_other},
    {.says = "cq: the environment took", .act = cq_gone},
    {.says = "cq: the environment changed", .act = cq_other},
    {.says = "rq: its valid follows", .act = valid_follows},
    {.says = "rq: what it shows follows", .act = header_follows},
    {.says = "idle, and yet rq", .act = idle_and_valid},
    {.says = "left idle", .act = idle_no_more},
    {.says = "tx: frame of 59 bytes", .act = tx_short},
    {.says = "rx: frame of 59 bytes", .act = rx_short},
    {.says = "rx: keep 0x5 is empty or has holes", .act = rx_hole},
    {.says = "rx: frame of 8576 bytes", .act = rx_long},
    /* the read asks for 126 bytes from 4097 on: 32 dwords, boundary at 4160 */
    {.says = "format is not", .cpl = {.fmt = 1, .type = TYPE_CPL, .tag = 3}},
    {.says = "type is not", .cpl = {.fmt = CPL_DATA, .type = 11, .length_dw = 32, .tag = 3}},
    {.says = "a field that nobody", .cpl = {BYTES_126, .bcm = 1, .length_dw = 32}},
    {.says = "requester is not", .cpl = {BYTES_126, .length_dw = 32, .requester_id = 1}},
    {.says = "data without success", .cpl = {BYTES_126, .length_dw = 32, .status = 1}},
    {.says = "success without data", .cpl = {.fmt = CPL, .type = TYPE_CPL, .tag = 3}},
    {.says = "byte count", .cpl = {BYTES_126, .length_dw = 32, .byte_count = 128, .lower_addr = 1}},
    {.says = "lower address", .cpl = {BYTES_126, .length_dw = 32, .byte_count = 126}},
    {.says = "more data", .cpl = {BYTES_126, .length_dw = 33, .byte_count = 126, .lower_addr = 1}},
    {.says = "ends between",
     .cpl = {BYTES_126, .length_dw = 15, .byte_count = 126, .lower_addr = 1}},
};
#define BREACHES (sizeof(breaches) / sizeof(breaches[0]))

static void read_126(struct bench *b)
{
    request(
        b, RQ,
        (struct ubn_pcie_req){
            .fmt = READ, .length_dw = 32, .first_be = 14, .last_be = 7, .addr = 1024, .tag = 3});
}

static void show_breach(struct bench *b, const struct breach *breach)
{
    if (breach->act != NULL) {
        breach->act(b);
    } else if (breach->cpl.tag != 0) {
        read_126(b);
        completion(b, RC, breach->cpl);
    } else {
        request(b, RQ, breach->req);
    }
}

/* Runs with stderr in a file; gives what was printed. */
static void heard(struct bench *b, const struct breach *breach, char *text, size_t size)
{
    FILE *file = tmpfile();
    const int old = dup(STDERR_FILENO);

    assert_non_null(file);
    (void)fflush(stderr);
    assert_true(dup2(fileno(file), STDERR_FILENO) >= 0);
    show_breach(b, breach);
    (void)fflush(stderr);
    assert_true(dup2(old, STDERR_FILENO) >= 0);
    (void)close(old);
    rewind(file);
    text[fread(text, 1, size - 1, file)] = '\0';
    (void)fclose(file);
}

static void rule_is_broken(void **state)
{
    const struct breach *breach = *state;
    struct bench b = open_bench();
    char text[4096];

    heard(&b, breach, text, sizeof(text));

    if (strstr(text, breach->says) == NULL || !b.broken) {
        fail_msg("expected '%s', heard '%s'", breach->says, text);
    }
    __wrap_ubn_dut_destroy(b.dut);
}

/* ---- what is legal ---- */

/* A read with tag 3 and its only completion, whose credit comes back. */
static void read_all(struct bench *b, struct ubn_pcie_req req, uint16_t byte_count,
                     uint8_t lower_addr)
{
    req.fmt = READ;
    req.tag = 3;
    request(b, RQ, req);
    completion(b, RC,
               (struct ubn_pcie_cpl){BYTES_126, .length_dw = req.length_dw,
                                     .byte_count = byte_count, .lower_addr = lower_addr});
    b->in.fc.nph++;
}

static void legal_reads_pass(void **state)
{
    struct bench b = open_bench();

    (void)state;
    read_126(&b); /* in two completions that meet at the boundary */
    completion(
        &b, RC,
        (struct ubn_pcie_cpl){BYTES_126, .length_dw = 16, .byte_count = 126, .lower_addr = 1});
    completion(
        &b, RC,
        (struct ubn_pcie_cpl){BYTES_126, .length_dw = 16, .byte_count = 63, .lower_addr = 64});
    b.in.fc.nph++;
    read_126(&b); /* an error ends the read at once */
    completion(&b, RC, (struct ubn_pcie_cpl){.fmt = CPL, .type = TYPE_CPL, .status = 1, .tag = 3});
    b.in.fc.nph++;
    read_all(&b, (struct ubn_pcie_req){.length_dw = 1}, 1, 0); /* no byte counts as one */
    for (uint8_t first = 0; first < 4; first++) {
        for (uint8_t last = first; last < 4; last++) {
            const uint8_t be = (uint8_t)(1u << first | 1u << last);

            read_all(&b, (struct ubn_pcie_req){.length_dw = 1, .first_be = be},
                     (uint16_t)(last - first + 1), first);
        }
    }
    read_all(&b, (struct ubn_pcie_req){.length_dw = 2, .first_be = 5, .last_be = 9, .addr = 1022},
             8, 0x78); /* up to the page, with holes */
    read_all(&b, (struct ubn_pcie_req){.length_dw = 2, .first_be = 8, .last_be = 1, .addr = 1}, 2,
             7); /* two bytes in two dwords */
    read_64(&b, CQ, 200), answer_64(&b, CC, 200);
    assert_false(b.broken);
    __wrap_ubn_dut_destroy(b.dut);
}

static void all_credits_may_be_used(void **state)
{
    struct bench b = open_bench();

    (void)state;
    write_dwords(&b, 56), write_dwords(&b, 1), write_dwords(&b, 1); /* all 16 units */
    b.in.fc.ph = 6, b.in.fc.pd = 31;                                /* the first two come back */
    write_dwords(&b, 52), write_dwords(&b, 1), write_dwords(&b, 1);
    read_64(&b, RQ, 0), read_64(&b, RQ, 1);
    assert_false(b.broken);
    __wrap_ubn_dut_destroy(b.dut);
}

static void legal_frames_pass(void **state)
{
    struct bench b = open_bench();

    (void)state;
    frame(&b, false, UINT64_MAX >> 4, 1), frame(&b, true, UINT64_MAX >> 4, 2);
    assert_false(b.broken);
    __wrap_ubn_dut_destroy(b.dut);
}

int main(void)
{
    struct CMUnitTest tests[BREACHES + 3] = {cmocka_unit_test(legal_reads_pass),
                                             cmocka_unit_test(all_credits_may_be_used),
                                             cmocka_unit_test(legal_frames_pass)};

    for (size_t i = 0; i < BREACHES; i++) {
        tests[i + 3] = (struct CMUnitTest){.name = breaches[i].says,
                                           .test_func = rule_is_broken,
                                           .initial_state = (void *)(uintptr_t)&breaches[i]};
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
