/* SPDX-License-Identifier: Apache-2.0 */
/* Bit-serial: goes through the pieces of a layout in their written order and counts bits. */
#include "oracle.h"

#include <string.h>

int value_bit(const struct value *v, unsigned bit) { return v->le[bit / 8] >> (bit % 8) & 1; }

void value_set_bit(struct value *v, unsigned bit, int on)
{
    uint8_t mask = (uint8_t)(1u << (bit % 8));

    v->le[bit / 8] = (uint8_t)(on ? v->le[bit / 8] | mask : v->le[bit / 8] & ~mask);
}

/* Place of the n-th written bit: network counts from bit 7 of byte 0 down, host from bit 0 of byte
 * 0 up. */
static uint8_t place_mask(const struct layout *l, size_t n)
{
    return (uint8_t)(l->network ? 0x80u >> (n % 8) : 1u << (n % 8));
}

/* Bit of the field that the i-th written bit of a piece carries. */
static unsigned field_bit(const struct layout *l, const struct slice *s, unsigned i)
{
    return l->network ? s->hi - i : s->lo + i;
}

unsigned oracle_width(const struct layout *l, const char *field)
{
    unsigned width = 0;

    for (size_t k = 0; k < l->n_slices; k++) {
        if (strcmp(l->slices[k].name, field) == 0) {
            width += l->slices[k].hi - l->slices[k].lo + 1;
        }
    }
    return width;
}

void oracle_put(const struct layout *l, const char *field, const struct value *v, uint8_t *bytes)
{
    size_t n = 0;

    for (size_t k = 0; k < l->n_slices; k++) {
        const struct slice *s = &l->slices[k];

        for (unsigned i = 0; i <= s->hi - s->lo; i++, n++) {
            if (strcmp(s->name, field) != 0) {
                continue;
            }
            uint8_t mask = place_mask(l, n);
            int on = value_bit(v, field_bit(l, s, i));

            bytes[n / 8] = (uint8_t)(on ? bytes[n / 8] | mask : bytes[n / 8] & ~mask);
        }
    }
}

struct value oracle_get(const struct layout *l, const char *field, const uint8_t *bytes)
{
    struct value v = {{0}};
    size_t n = 0;

    for (size_t k = 0; k < l->n_slices; k++) {
        const struct slice *s = &l->slices[k];

        for (unsigned i = 0; i <= s->hi - s->lo; i++, n++) {
            if (strcmp(s->name, field) == 0) {
                value_set_bit(&v, field_bit(l, s, i), (bytes[n / 8] & place_mask(l, n)) != 0);
            }
        }
    }
    return v;
}

void oracle_clear_reserved(const struct layout *l, uint8_t *bytes)
{
    const struct value zero = {{0}};

    oracle_put(l, "", &zero, bytes);
}

struct value oracle_wide(const struct layout *l, const uint8_t *bytes, size_t n)
{
    struct value v = {{0}};

    for (size_t i = 0; i < n; i++) {
        v.le[l->network ? n - 1 - i : i] = bytes[i];
    }
    return v;
}
