/* SPDX-License-Identifier: Apache-2.0 */
/* test_wire: C, RTL and hand-written layouts and examples agree on every bit of every header and
 * record. C      csim/include/ubn/gen, through tb/wire/gen/wire_fields.h RTL    rtl/gen, through
 * wire_dut.v by hand tb/wire/layouts.txt (walked bit by bit in oracle.c),
 * tb/vectors/{headers,codes,frames,ldst}.txt */
#include "oracle.h"
#include "wire_dut.h"
#include "wire_fields.h"

#define N_LAYOUTS (sizeof(wire_layouts) / sizeof(wire_layouts[0]))
#define N_CODES (sizeof(wire_codes) / sizeof(wire_codes[0]))
#define MAX_BYTES 64
#define MAX_STRUCT 512
#define RANDOM_ROUNDS 200

/** What all tests read. */
static struct {
    struct wire_dut *dut;
    struct layout *layouts;
    size_t n_layouts;
    struct example *examples;
    size_t n_examples;
    struct code *codes;
    size_t n_codes;
} w;

static int setup(void **state)
{
    (void)state;
    w.dut = wire_dut_create();
    w.n_layouts = text_layouts("tb/wire/layouts.txt", &w.layouts);
    w.n_examples = text_examples("tb/vectors/headers.txt", &w.examples);
    w.n_codes = text_codes("tb/vectors/codes.txt", &w.codes);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    wire_dut_destroy(w.dut);
    free(w.layouts);
    free(w.examples);
    free(w.codes);
    return 0;
}

/** Hand-written layout of a name, or NULL. */
static const struct layout *hand_layout(const char *name)
{
    for (size_t i = 0; i < w.n_layouts; i++) {
        if (strcmp(w.layouts[i].name, name) == 0) {
            return &w.layouts[i];
        }
    }
    return NULL;
}

/* ---- C side: a field of a generated struct as a number ---- */

static void c_set(const struct layout *l, const struct wire_field *f, const struct value *v,
                  uint8_t *object)
{
    uint64_t n = 0;
    uint8_t *p = object + f->offset;

    if (f->bytes > 8) {
        for (size_t i = 0; i < f->bytes; i++) {
            p[l->network ? f->bytes - 1 - i : i] = v->le[i];
        }
        return;
    }
    for (unsigned i = 0; i < 8; i++) {
        n |= (uint64_t)v->le[i] << (8 * i);
    }
    switch (f->bytes) {
    case 1:
        *p = (uint8_t)n;
        break;
    case 2:
        memcpy(p, &(uint16_t){(uint16_t)n}, 2);
        break;
    case 4:
        memcpy(p, &(uint32_t){(uint32_t)n}, 4);
        break;
    default:
        memcpy(p, &n, 8);
        break;
    }
}

static struct value c_get(const struct layout *l, const struct wire_field *f, const uint8_t *object)
{
    struct value v = {{0}};
    const uint8_t *p = object + f->offset;
    uint64_t n64 = 0;
    uint32_t n32 = 0;
    uint16_t n16 = 0;

    if (f->bytes > 8) {
        return oracle_wide(l, p, f->bytes);
    }
    switch (f->bytes) {
    case 1:
        n64 = *p;
        break;
    case 2:
        memcpy(&n16, p, 2);
        n64 = n16;
        break;
    case 4:
        memcpy(&n32, p, 4);
        n64 = n32;
        break;
    default:
        memcpy(&n64, p, 8);
        break;
    }
    for (unsigned i = 0; i < 8; i++) {
        v.le[i] = (uint8_t)(n64 >> (8 * i));
    }
    return v;
}

/* ---- RTL side ---- */

/** Byte of the vector (0 = bits 7:0) where wire byte i stands: the first wire byte is the most
 * significant one. */
static size_t rtl_place(const struct layout *l, size_t i)
{
    return l->network ? l->bits / 8 - 1 - i : i;
}

static void rtl_load(const struct layout *l, const uint8_t *bytes)
{
    memset(w.dut->vec_in, 0, 4 * WIRE_DUT_WORDS(vec_in));
    for (size_t i = 0; i < l->bits / 8; i++) {
        tb_set_byte(w.dut->vec_in, rtl_place(l, i), bytes[i]);
    }
    *w.dut->load = 1;
    wire_dut_tick(w.dut);
    *w.dut->load = 0;
}

static void rtl_put(size_t layout, size_t field, const struct value *v)
{
    *w.dut->layout = (uint8_t)layout;
    *w.dut->index = (uint8_t)field;
    for (size_t i = 0; i < 16; i++) {
        tb_set_byte(w.dut->value, i, v->le[i]);
    }
    *w.dut->put = 1;
    wire_dut_tick(w.dut);
    *w.dut->put = 0;
}

static struct value rtl_get(size_t layout, size_t field)
{
    struct value v;

    *w.dut->layout = (uint8_t)layout;
    *w.dut->index = (uint8_t)field;
    wire_dut_eval(w.dut);
    for (size_t i = 0; i < 16; i++) {
        v.le[i] = tb_byte(w.dut->field, i);
    }
    return v;
}

static void rtl_bytes(const struct layout *l, uint8_t *out)
{
    for (size_t i = 0; i < l->bits / 8; i++) {
        out[i] = tb_byte(w.dut->vec, rtl_place(l, i));
    }
}

/* ---- comparisons, with names ---- */

static void same_bytes(const char *who, const char *layout, const char *field, const uint8_t *got,
                       const uint8_t *want, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (got[i] != want[i]) {
            fail_msg("%s: %s.%s: byte %zu is %02x, should be %02x", who, layout, field, i, got[i],
                     want[i]);
        }
    }
}

static void same_value(const char *who, const char *layout, const char *field,
                       const struct value *got, const struct value *want)
{
    for (unsigned i = 0; i < 128; i++) {
        if (value_bit(got, i) != value_bit(want, i)) {
            fail_msg("%s: %s.%s: bit %u is %d, should be %d", who, layout, field, i,
                     value_bit(got, i), value_bit(want, i));
        }
    }
}

static struct value random_value(struct tb_rng *r, unsigned width)
{
    struct value v;

    tb_rng_fill(r, v.le, sizeof(v.le));
    for (unsigned i = width; i < 128; i++) {
        value_set_bit(&v, i, 0);
    }
    return v;
}

/* ---- tests ---- */

/** C, RTL and the hand-written file have the same layouts, sizes, fields and widths. */
static void wire_lists_are_complete(void **state)
{
    (void)state;
    assert_int_equal(w.n_layouts, N_LAYOUTS);
    for (size_t h = 0; h < N_LAYOUTS; h++) {
        const struct wire_layout *c = &wire_layouts[h];
        const struct layout *l = hand_layout(c->name);
        size_t used_bits = 0, hand_bits = 0;

        if (l == NULL) {
            fail_msg("%s is not in tb/wire/layouts.txt", c->name);
            return;
        }
        *w.dut->layout = (uint8_t)h;
        wire_dut_eval(w.dut);
        if (l->bits / 8 != c->bytes || *w.dut->bytes != c->bytes) {
            fail_msg("%s: C %zu, RTL %u, by hand %zu bytes", c->name, c->bytes,
                     (unsigned)*w.dut->bytes, l->bits / 8);
        }
        for (size_t f = 0; f < c->n_fields; f++) {
            if (oracle_width(l, c->fields[f].name) != c->fields[f].width_bits) {
                fail_msg("%s.%s: %u bits, by hand %u", c->name, c->fields[f].name,
                         c->fields[f].width_bits, oracle_width(l, c->fields[f].name));
            }
            used_bits += c->fields[f].width_bits;
        }
        for (size_t k = 0; k < l->n_slices; k++) {
            hand_bits += l->slices[k].name[0] != '\0' ? l->slices[k].hi - l->slices[k].lo + 1 : 0;
        }
        if (used_bits != hand_bits) {
            fail_msg("%s: %zu bits in use, by hand %zu", c->name, used_bits, hand_bits);
        }
    }
}

/** One field, all else zero: the three packings and the two unpackings agree. */
static void check_one(size_t h, size_t f, const struct value *v)
{
    const struct wire_layout *c = &wire_layouts[h];
    const struct layout *l = hand_layout(c->name);
    const char *name = c->fields[f].name;
    uint8_t want[MAX_BYTES] = {0}, got[MAX_BYTES] = {0}, object[MAX_STRUCT] = {0};

    oracle_put(l, name, v, want);
    c_set(l, &c->fields[f], v, object);
    memset(got, 0xa5, sizeof(got));
    c->pack(object, got);
    same_bytes("C pack", c->name, name, got, want, c->bytes);

    memset(got, 0, sizeof(got));
    rtl_load(l, got);
    rtl_put(h, f, v);
    rtl_bytes(l, got);
    same_bytes("RTL pack", c->name, name, got, want, c->bytes);

    for (size_t other = 0; other < c->n_fields; other++) {
        const struct value zero = {{0}};
        struct value rtl = rtl_get(h, other);

        same_value("RTL unpack", c->name, c->fields[other].name, &rtl, other == f ? v : &zero);
        memset(object, 0x5a, sizeof(object));
        c->unpack(want, object);
        struct value cv = c_get(l, &c->fields[other], object);

        same_value("C unpack", c->name, c->fields[other].name, &cv, other == f ? v : &zero);
    }
}

/** Every single bit of every field stands at one place, the same for all. */
static void wire_bit_stands_where_written_when_alone(void **state)
{
    unsigned n = 0, written = 0;

    (void)state;
    for (size_t i = 0; i < w.n_layouts; i++) {
        for (size_t k = 0; k < w.layouts[i].n_slices; k++) {
            const struct slice *s = &w.layouts[i].slices[k];

            written += s->name[0] != '\0' ? s->hi - s->lo + 1 : 0;
        }
    }
    for (size_t h = 0; h < N_LAYOUTS; h++) {
        for (size_t f = 0; f < wire_layouts[h].n_fields; f++) {
            for (unsigned bit = 0; bit < wire_layouts[h].fields[f].width_bits; bit++, n++) {
                struct value v = {{0}};

                value_set_bit(&v, bit, 1);
                check_one(h, f, &v);
            }
        }
    }
    print_message("    %u bits in %zu layouts\n", n, N_LAYOUTS);
    assert_int_equal(n, written);
}

/** Packing of random values in all fields; the RTL writes over random bytes and must leave the
 * others alone. */
static void wire_packs_agree_when_all_fields_are_random(void **state)
{
    struct tb_rng r = tb_rng_seed(1);

    (void)state;
    for (size_t h = 0; h < N_LAYOUTS; h++) {
        const struct wire_layout *c = &wire_layouts[h];
        const struct layout *l = hand_layout(c->name);

        for (int round = 0; round < RANDOM_ROUNDS; round++) {
            uint8_t want[MAX_BYTES], got[MAX_BYTES], object[MAX_STRUCT];

            tb_rng_fill(&r, want, sizeof(want));
            rtl_load(l, want);
            for (size_t f = 0; f < c->n_fields; f++) {
                struct value v = random_value(&r, c->fields[f].width_bits);

                oracle_put(l, c->fields[f].name, &v, want);
                c_set(l, &c->fields[f], &v, object);
                rtl_put(h, f, &v);
            }
            rtl_bytes(l, got);
            same_bytes("RTL pack", c->name, "*", got, want, c->bytes);
            oracle_clear_reserved(l, want);
            c->pack(object, got);
            same_bytes("C pack", c->name, "*", got, want, c->bytes);
        }
    }
}

/** Unpacking of random bytes; reserved bits are random too and must not matter. */
static void wire_unpacks_agree_when_bytes_are_random(void **state)
{
    struct tb_rng r = tb_rng_seed(2);

    (void)state;
    for (size_t h = 0; h < N_LAYOUTS; h++) {
        const struct wire_layout *c = &wire_layouts[h];
        const struct layout *l = hand_layout(c->name);

        for (int round = 0; round < RANDOM_ROUNDS; round++) {
            uint8_t bytes[MAX_BYTES], object[MAX_STRUCT];

            tb_rng_fill(&r, bytes, sizeof(bytes));
            c->unpack(bytes, object);
            rtl_load(l, bytes);
            for (size_t f = 0; f < c->n_fields; f++) {
                struct value want = oracle_get(l, c->fields[f].name, bytes);
                struct value cv = c_get(l, &c->fields[f], object);
                struct value rv = rtl_get(h, f);

                same_value("C unpack", c->name, c->fields[f].name, &cv, &want);
                same_value("RTL unpack", c->name, c->fields[f].name, &rv, &want);
            }
        }
    }
}

/** C ignores what does not fit into a field. */
static void wire_c_pack_cuts_values_when_they_are_too_wide(void **state)
{
    (void)state;
    for (size_t h = 0; h < N_LAYOUTS; h++) {
        const struct wire_layout *c = &wire_layouts[h];
        const struct layout *l = hand_layout(c->name);

        for (size_t f = 0; f < c->n_fields; f++) {
            uint8_t want[MAX_BYTES] = {0}, got[MAX_BYTES], object[MAX_STRUCT] = {0};
            struct value ones;

            memset(ones.le, 0xff, sizeof(ones.le));
            oracle_put(l, c->fields[f].name, &ones, want);
            c_set(l, &c->fields[f], &ones, object);
            c->pack(object, got);
            same_bytes("C pack", c->name, c->fields[f].name, got, want, c->bytes);
        }
    }
}

/** Number of a generated layout, or N_LAYOUTS. */
static size_t layout_number(const char *name)
{
    size_t h = 0;

    while (h < N_LAYOUTS && strcmp(wire_layouts[h].name, name) != 0) {
        h++;
    }
    return h;
}

/** Value that an example gives for a field. */
static struct value example_value(const struct example *e, const struct layout *l,
                                  const struct wire_field *f, const char *file)
{
    for (size_t i = 0; i < e->n_fields; i++) {
        const struct example_field *ef = &e->fields[i];

        if (strcmp(ef->name, f->name) == 0) {
            return f->bytes > 8 ? oracle_wide(l, ef->value.le, f->bytes) : ef->value;
        }
    }
    fail_msg("%s:%d: field %s is missing", file, e->line, f->name);
    return (struct value){{0}};
}

/** One hand-written example through C and RTL, both ways. Every field must be listed. */
static void check_example(const struct example *e, const char *file)
{
    size_t h = layout_number(e->name);

    if (h == N_LAYOUTS) {
        fail_msg("%s:%d: no layout named %s", file, e->line, e->name);
        return;
    }
    const struct wire_layout *c = &wire_layouts[h];
    const struct layout *l = hand_layout(c->name);
    uint8_t got[MAX_BYTES] = {0}, object[MAX_STRUCT] = {0}, read[MAX_STRUCT];

    if (e->n_bytes != c->bytes || e->n_fields != c->n_fields) {
        fail_msg("%s:%d: %s has %zu bytes and %zu fields, example %zu and %zu", file, e->line,
                 c->name, c->bytes, c->n_fields, e->n_bytes, e->n_fields);
    }
    rtl_load(l, got);
    for (size_t f = 0; f < c->n_fields; f++) {
        struct value v = example_value(e, l, &c->fields[f], file);

        c_set(l, &c->fields[f], &v, object);
        rtl_put(h, f, &v);
    }
    rtl_bytes(l, got);
    same_bytes("RTL pack of the example", c->name, "*", got, e->bytes, c->bytes);
    c->pack(object, got);
    same_bytes("C pack of the example", c->name, "*", got, e->bytes, c->bytes);

    c->unpack(e->bytes, read);
    rtl_load(l, e->bytes);
    for (size_t f = 0; f < c->n_fields; f++) {
        struct value v = example_value(e, l, &c->fields[f], file);
        struct value cv = c_get(l, &c->fields[f], read);
        struct value rv = rtl_get(h, f);

        same_value("C unpack of the example", c->name, c->fields[f].name, &cv, &v);
        same_value("RTL unpack of the example", c->name, c->fields[f].name, &rv, &v);
    }
}

/** At least one example of every layout, and all of them hold. */
static void wire_examples_hold_for_every_layout(void **state)
{
    unsigned seen[N_LAYOUTS] = {0};

    (void)state;
    for (size_t i = 0; i < w.n_examples; i++) {
        check_example(&w.examples[i], "tb/vectors/headers.txt");
        seen[layout_number(w.examples[i].name)]++;
    }
    for (size_t h = 0; h < N_LAYOUTS; h++) {
        if (seen[h] == 0) {
            fail_msg("%s has no example in tb/vectors/headers.txt", wire_layouts[h].name);
        }
    }
}

struct frame_size {
    const char *name;
    size_t bytes;
};

/** The parts of all n frames of a file hold, and come to the sizes given. */
static void check_frames(const char *path, const struct frame_size *frames, size_t n)
{
    struct example *parts;
    size_t n_parts = text_examples(path, &parts);
    size_t used = 0;

    for (size_t k = 0; k < n; k++) {
        size_t bytes = 0;

        for (size_t i = 0; i < n_parts; i++) {
            const struct example *p = &parts[i];

            if (strcmp(p->frame, frames[k].name) != 0) {
                continue;
            }
            if (strcmp(p->name, "payload") != 0 && strcmp(p->name, "icrc") != 0) {
                check_example(p, path);
            }
            bytes += p->n_bytes;
            used++;
        }
        if (bytes != frames[k].bytes) {
            fail_msg("frame %s has %zu bytes, should have %zu", frames[k].name, bytes,
                     frames[k].bytes);
        }
    }
    assert_int_equal(used, n_parts);
    free(parts);
}

static void wire_frames_hold_for_one_read(void **state)
{
    static const struct frame_size frames[] = {
        {"read_request", UBN_UB_FRAME_READ_REQ_BYTES},
        {"ack_of_request", UBN_UB_FRAME_TPACK_BYTES},
        {"read_response", UBN_UB_FRAME_READ_RSP_BYTES + 64},
        {"ack_of_response", UBN_UB_FRAME_TPACK_BYTES},
    };

    (void)state;
    check_frames("tb/vectors/frames.txt", frames, sizeof(frames) / sizeof(frames[0]));
}

static void wire_frames_hold_for_one_load_and_one_store(void **state)
{
    static const struct frame_size frames[] = {
        {"load_request", UBN_LDST_FRAME_LOAD_REQ_BYTES},
        {"load_response", UBN_LDST_FRAME_LOAD_RSP_BYTES + 64},
        {"store_request", UBN_LDST_FRAME_STORE_REQ_BYTES + 64},
        {"store_ack", UBN_LDST_FRAME_ACK_BYTES},
        {"denied", UBN_LDST_FRAME_ACK_BYTES},
    };

    (void)state;
    check_frames("tb/vectors/ldst.txt", frames, sizeof(frames) / sizeof(frames[0]));
}

/** Codes that only configs/spec knows: compared between C and RTL, not with codes.txt. */
static int only_ours(const char *name)
{
    return strncmp(name, "stall.", 6) == 0 || strncmp(name, "urma_map.", 9) == 0 ||
           strncmp(name, "urma_reg.", 9) == 0 || strncmp(name, "roce_map.", 9) == 0 ||
           strncmp(name, "roce_reg.", 9) == 0;
}

/** Every named code has the hand-written value, in C and in RTL. */
static void wire_codes_are_as_written(void **state)
{
    size_t written = 0;

    (void)state;
    for (size_t i = 0; i < N_CODES; i++) {
        size_t k = 0;

        *w.dut->code_index = (uint16_t)i;
        wire_dut_eval(w.dut);
        if (*w.dut->code != wire_codes[i].value) {
            fail_msg("%s: C 0x%x, RTL 0x%x", wire_codes[i].name, wire_codes[i].value, *w.dut->code);
        }
        while (k < w.n_codes && strcmp(w.codes[k].name, wire_codes[i].name) != 0) {
            k++;
        }
        if (k == w.n_codes) {
            if (!only_ours(wire_codes[i].name)) {
                fail_msg("%s is not in tb/vectors/codes.txt", wire_codes[i].name);
            }
            continue;
        }
        written++;
        if (w.codes[k].value != wire_codes[i].value) {
            fail_msg("%s: 0x%x, by hand 0x%x", wire_codes[i].name, wire_codes[i].value,
                     w.codes[k].value);
        }
    }
    assert_int_equal(written, w.n_codes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wire_lists_are_complete),
        cmocka_unit_test(wire_bit_stands_where_written_when_alone),
        cmocka_unit_test(wire_packs_agree_when_all_fields_are_random),
        cmocka_unit_test(wire_unpacks_agree_when_bytes_are_random),
        cmocka_unit_test(wire_c_pack_cuts_values_when_they_are_too_wide),
        cmocka_unit_test(wire_examples_hold_for_every_layout),
        cmocka_unit_test(wire_frames_hold_for_one_read),
        cmocka_unit_test(wire_frames_hold_for_one_load_and_one_store),
        cmocka_unit_test(wire_codes_are_as_written),
    };

    return cmocka_run_group_tests(tests, setup, teardown);
}
