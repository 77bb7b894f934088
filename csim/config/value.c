/* SPDX-License-Identifier: Apache-2.0 */
/** @file value.c  Exact reading and writing of numbers with units. */
#include "value.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

struct unit {
    const char *name;
    uint64_t scale;
};

struct units {
    const struct unit *list; /* smallest first; ends with a NULL name */
    const char *missing;     /* message when there is no unit */
    const char *unknown;     /* message when the unit is another one */
    const char *fraction;    /* message when the value is finer than what is kept */
};

static const struct units number_units[] = {
    [UBN_KEY_INT] = {(const struct unit[]){{"", 1}, {NULL, 0}}, "",
                     "this is a plain number, without unit", "not a whole number"},
    [UBN_KEY_TIME] = {(const struct unit[]){{"ps", 1},
                                            {"ns", 1000},
                                            {"us", 1000000},
                                            {"ms", 1000000000},
                                            {"s", 1000000000000},
                                            {NULL, 0}},
                      "the unit is missing (ps, ns, us, ms, s)",
                      "unknown unit of time (ps, ns, us, ms, s)", "finer than 1 ps"},
    [UBN_KEY_RATE] = {(const struct unit[]){{"b/s", 1},
                                            {"kb/s", 1000},
                                            {"Mb/s", 1000000},
                                            {"Gb/s", 1000000000},
                                            {"Tb/s", 1000000000000},
                                            {NULL, 0}},
                      "the unit is missing (b/s, kb/s, Mb/s, Gb/s, Tb/s)",
                      "unknown unit of rate (b/s, kb/s, Mb/s, Gb/s, Tb/s)", "finer than 1 b/s"},
    [UBN_KEY_SIZE] = {(const struct unit[]){{"B", 1},
                                            {"KiB", 1u << 10},
                                            {"MiB", 1u << 20},
                                            {"GiB", 1u << 30},
                                            {"TiB", (uint64_t)1 << 40},
                                            {NULL, 0}},
                      "the unit is missing (B, KiB, MiB, GiB, TiB)",
                      "unknown unit of size (B, KiB, MiB, GiB, TiB)", "finer than 1 B"},
    [UBN_KEY_PERCENT] = {(const struct unit[]){{"%", 10000}, {NULL, 0}}, "the unit is missing (%)",
                         "unknown unit (%)", "finer than 0.0001 %"},
    [UBN_KEY_CYCLES] = {(const struct unit[]){{"cyc", 1}, {NULL, 0}}, "the unit is missing (cyc)",
                        "unknown unit (cyc)", "not a whole number of cycles"},
};

static bool digit(char c) { return c >= '0' && c <= '9'; }

/* num * factor + add, or false when that is not below UBN_CONFIG_AUTO. */
static bool scale(uint64_t *num, uint64_t factor, uint64_t add)
{
    if (add >= UBN_CONFIG_AUTO || *num > (UBN_CONFIG_AUTO - 1 - add) / factor) {
        return false;
    }
    *num = *num * factor + add;
    return true;
}

static uint64_t gcd(uint64_t a, uint64_t b)
{
    while (b != 0) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* The digits after the point, times `factor`; false when that is not a whole number. */
static bool parse_fraction(const char *digits, size_t len, uint64_t factor, uint64_t *num_out)
{
    uint64_t fraction = 0;
    uint64_t power = 1;
    while (len > 0 && digits[len - 1] == '0') {
        len--;
    }
    if (len > 18) {
        return false;
    }
    for (size_t i = 0; i < len; i++) {
        fraction = fraction * 10 + (uint64_t)(digits[i] - '0');
        power *= 10;
    }
    uint64_t common = gcd(power, factor);
    *num_out = fraction / (power / common) * (factor / common);
    return fraction % (power / common) == 0;
}

/* Reads "12.5" times `factor` exactly; whole: digits before the point, len: all characters. */
static const char *parse_decimal(const struct units *units, const char *text, size_t whole,
                                 size_t len, uint64_t factor, uint64_t *num_out)
{
    uint64_t num = 0;
    uint64_t fraction = 0;
    if (whole < len && !parse_fraction(text + whole + 1, len - whole - 1, factor, &fraction)) {
        return units->fraction;
    }
    for (size_t i = 0; i < whole; i++) {
        if (!scale(&num, 10, (uint64_t)(text[i] - '0'))) {
            return "too large";
        }
    }
    if (!scale(&num, factor, fraction)) {
        return "too large";
    }
    *num_out = num;
    return NULL;
}

static const char *parse_number(const struct units *units, const char *text, uint64_t *num_out)
{
    if (*text == '-' && (digit(text[1]) || text[1] == '.')) {
        return "negative";
    }
    size_t len = strspn(text, "0123456789");
    size_t whole = len;
    if (len > 0 && text[len] == '.') {
        len += 1 + strspn(text + len + 1, "0123456789");
    }
    if (whole == 0 || text[len - 1] == '.') {
        return "not a number";
    }
    const char *unit = text + len + strspn(text + len, " ");
    if (*unit == '\0' && units->missing[0] != '\0') {
        return units->missing;
    }
    for (const struct unit *u = units->list; u->name != NULL; u++) {
        if (strcmp(u->name, unit) == 0) {
            return parse_decimal(units, text, whole, len, u->scale, num_out);
        }
    }
    return units->unknown;
}

const char *ubn_value_parse(const struct ubn_key *key, const char *text, uint64_t *num_out)
{
    if (*text == '\0') {
        return "the value is missing";
    }
    if (key->type == UBN_KEY_BOOL) {
        *num_out = strcmp(text, "true") == 0;
        return *num_out != 0 || strcmp(text, "false") == 0 ? NULL : "neither true nor false";
    }
    if (key->type == UBN_KEY_ENUM) {
        for (uint64_t i = 0; i <= key->max; i++) {
            if (strcmp(text, key->values[i]) == 0) {
                *num_out = i;
                return NULL;
            }
        }
        return "not one of the legal words";
    }
    if (key->may_auto && strcmp(text, "auto") == 0) {
        *num_out = UBN_CONFIG_AUTO;
        return NULL;
    }
    return parse_number(&number_units[key->type], text, num_out);
}

/* Parts per million as "12.5 %", without trailing zeros. */
static void format_percent(uint64_t ppm, char text[UBN_VALUE_BYTES])
{
    int len =
        snprintf(text, UBN_VALUE_BYTES - 2, "%" PRIu64 ".%04" PRIu64, ppm / 10000, ppm % 10000);
    while (text[len - 1] == '0') {
        len--;
    }
    len -= text[len - 1] == '.';
    strcpy(text + len, " %");
}

void ubn_value_format(const struct ubn_key *key, uint64_t num, char text[UBN_VALUE_BYTES])
{
    if (key->type == UBN_KEY_BOOL) {
        snprintf(text, UBN_VALUE_BYTES, "%s", num != 0 ? "true" : "false");
    } else if (key->type == UBN_KEY_ENUM) {
        snprintf(text, UBN_VALUE_BYTES, "%s", num <= key->max ? key->values[num] : "?");
    } else if (num == UBN_CONFIG_AUTO) {
        snprintf(text, UBN_VALUE_BYTES, "auto");
    } else if (key->type == UBN_KEY_PERCENT) {
        format_percent(num, text);
    } else {
        const struct unit *best = number_units[key->type].list;
        for (const struct unit *u = best; u->name != NULL; u++) {
            best = num != 0 && num % u->scale == 0 ? u : best;
        }
        snprintf(text, UBN_VALUE_BYTES, "%" PRIu64 "%s%s", num / best->scale,
                 best->name[0] != '\0' ? " " : "", best->name);
    }
}
