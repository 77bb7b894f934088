/* SPDX-License-Identifier: Apache-2.0 */
/** @file names.c  Dotted names of keys: look-up, sections, nearest name. */
#include "names.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    const char *one;  /* "node.": the same for every entry */
    const char *many; /* "nodes.", then a number or a star */
    int max;
} lists[] = {
    {"node.", "nodes.", UBN_CONFIG_NODES_MAX},
    {"link.", "links.", UBN_CONFIG_LINKS_MAX},
};

static bool starts(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

/* Rewrites a name to the form of the table, "nodes.*.x"; gives the entry. */
static bool normalise(const char *name, char out[UBN_NAME_BYTES], int *entry_out)
{
    const char *rest = name;
    const char *list = "";
    *entry_out = 0;
    for (size_t i = 0; i < sizeof(lists) / sizeof(lists[0]); i++) {
        if (starts(name, lists[i].one)) {
            *entry_out = UBN_ENTRY_ALL;
            list = lists[i].many;
            rest = name + strlen(lists[i].one);
        } else if (starts(name, lists[i].many)) {
            char *end = NULL;
            list = lists[i].many;
            rest = name + strlen(list);
            long entry = starts(rest, "*.") ? UBN_ENTRY_ALL : strtol(rest, &end, 10);
            if (end != NULL &&
                (*rest < '0' || *rest > '9' || *end != '.' || entry >= lists[i].max)) {
                return false;
            }
            *entry_out = (int)entry;
            rest = strchr(rest, '.') + 1;
        }
    }
    if (strlen(list) + 2 + strlen(rest) >= UBN_NAME_BYTES) {
        return false;
    }
    strcpy(out, list);
    strcat(out, list[0] != '\0' ? "*." : "");
    strcat(out, rest);
    return true;
}

bool ubn_name_find(const char *name, struct ubn_key_ref *ref_out)
{
    char table_name[UBN_NAME_BYTES];
    int entry;
    if (!normalise(name, table_name, &entry)) {
        return false;
    }
    for (int i = 0; i < UBN_CONFIG_KEYS; i++) {
        if (strcmp(ubn_keys[i].name, table_name) == 0) {
            *ref_out = (struct ubn_key_ref){.key = i, .entry = entry};
            return true;
        }
    }
    return false;
}

bool ubn_name_is_section(const char *name)
{
    char dotted[UBN_NAME_BYTES];
    char table_name[UBN_NAME_BYTES];
    int entry;
    if (strlen(name) + 2 > sizeof(dotted)) {
        return false;
    }
    strcpy(dotted, name);
    strcat(dotted, ".");
    if (strcmp(dotted, "nodes.") == 0 || strcmp(dotted, "links.") == 0) {
        return true;
    }
    if (!normalise(dotted, table_name, &entry)) {
        return false;
    }
    for (int i = 0; i < UBN_CONFIG_KEYS; i++) {
        if (starts(ubn_keys[i].name, table_name)) {
            return true;
        }
    }
    return false;
}

int ubn_name_index(const char *name)
{
    struct ubn_key_ref ref;
    if (!ubn_name_find(name, &ref)) {
        abort(); /* a name in the code that is not in keys.yaml */
    }
    return ref.key;
}

/* Levenshtein distance of two short names. */
static size_t distance(const char *a, const char *b)
{
    size_t row[UBN_NAME_BYTES];
    size_t len = strlen(b);
    for (size_t j = 0; j <= len; j++) {
        row[j] = j;
    }
    for (size_t i = 1; a[i - 1] != '\0'; i++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= len; j++) {
            size_t change = diagonal + (a[i - 1] != b[j - 1]);
            size_t insert = (row[j] < row[j - 1] ? row[j] : row[j - 1]) + 1;
            diagonal = row[j];
            row[j] = change < insert ? change : insert;
        }
    }
    return row[len];
}

const char *ubn_name_suggest(const char *name)
{
    char wanted[UBN_NAME_BYTES];
    int entry;
    const char *best = NULL;
    size_t best_distance = 4; /* further away is no help */
    if (!normalise(name, wanted, &entry)) {
        return NULL;
    }
    for (int i = 0; i < UBN_CONFIG_KEYS; i++) {
        const char *leaf = strrchr(ubn_keys[i].name, '.');
        size_t whole = distance(wanted, ubn_keys[i].name);
        size_t part =
            leaf != NULL && strcmp(wanted, leaf + 1) == 0 ? 1 : whole; /* section forgotten */
        if (part < best_distance && part < strlen(wanted)) {
            best_distance = part;
            best = ubn_keys[i].name;
        }
    }
    return best;
}
