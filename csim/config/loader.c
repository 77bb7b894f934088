/* SPDX-License-Identifier: Apache-2.0 */
/** @file loader.c  Sets single values: parse, range, origin, message. */
#include "loader.h"

#include "ubn/log.h"

#include "value.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

_Static_assert(sizeof(enum ubn_cfg_profile) == sizeof(uint32_t), "an enum is kept in 4 bytes");

const void *ubn_config_at(const struct ubn_config *cfg, int key, int entry)
{
    const char *base = (const char *)cfg;
    switch (ubn_keys[key].list) {
    case UBN_KEY_NODES:
        base = (const char *)&cfg->nodes[entry];
        break;
    case UBN_KEY_LINKS:
        base = (const char *)&cfg->links[entry];
        break;
    case UBN_KEY_SINGLE:
        break;
    }
    return base + ubn_keys[key].offset;
}

uint64_t ubn_config_number(const struct ubn_config *cfg, int key, int entry)
{
    const void *at = ubn_config_at(cfg, key, entry);
    if (ubn_keys[key].type == UBN_KEY_BOOL) {
        return *(const bool *)at ? 1 : 0;
    }
    if (ubn_keys[key].type == UBN_KEY_ENUM) {
        uint32_t word;
        memcpy(&word, at, sizeof(word));
        return word;
    }
    return *(const uint64_t *)at;
}

static void store_number(struct ubn_config *cfg, int key, int entry, uint64_t num)
{
    void *at = (char *)cfg + ((const char *)ubn_config_at(cfg, key, entry) - (const char *)cfg);
    if (ubn_keys[key].type == UBN_KEY_BOOL) {
        *(bool *)at = num != 0;
    } else if (ubn_keys[key].type == UBN_KEY_ENUM) {
        uint32_t word = (uint32_t)num;
        memcpy(at, &word, sizeof(word));
    } else {
        *(uint64_t *)at = num;
    }
}

static void store_text(struct ubn_config *cfg, int key, int entry, const char *text)
{
    char *at = (char *)cfg + ((const char *)ubn_config_at(cfg, key, entry) - (const char *)cfg);
    snprintf(at, UBN_CONFIG_TEXT_BYTES, "%s", text);
}

static int entries_of(const struct ubn_key *key)
{
    return key->list == UBN_KEY_NODES   ? UBN_CONFIG_NODES_MAX
           : key->list == UBN_KEY_LINKS ? UBN_CONFIG_LINKS_MAX
                                        : 1;
}

void ubn_loader_defaults(struct ubn_loader *ld)
{
    memset(&ld->cfg, 0, sizeof(ld->cfg));
    memset(ld->origin, 0, sizeof(ld->origin));
    ld->cfg.nodes_count = 2;
    ld->cfg.links_count = 1;
    for (int key = 0; key < UBN_CONFIG_KEYS; key++) {
        for (int entry = 0; entry < entries_of(&ubn_keys[key]); entry++) {
            if (ubn_keys[key].type != UBN_KEY_TEXT) {
                store_number(&ld->cfg, key, entry, ubn_keys[key].def);
            }
        }
    }
}

/* "nodes.*.x" with its entry filled in. */
static void full_name(struct ubn_key_ref ref, char name[UBN_NAME_BYTES])
{
    const char *star = strchr(ubn_keys[ref.key].name, '*');
    if (star == NULL || ref.entry == UBN_ENTRY_ALL) {
        snprintf(name, UBN_NAME_BYTES, "%s", ubn_keys[ref.key].name);
    } else {
        snprintf(name, UBN_NAME_BYTES, "%.*s%d%s", (int)(star - ubn_keys[ref.key].name),
                 ubn_keys[ref.key].name, ref.entry, star + 1);
    }
}

enum ubn_status ubn_loader_refuse(const struct ubn_loader *ld, struct ubn_key_ref ref,
                                  const char *fmt, ...)
{
    char place[512];
    char name[UBN_NAME_BYTES];
    char what[512];
    int origin = ld->origin[ref.key][ref.entry == UBN_ENTRY_ALL ? 0 : ref.entry];
    va_list args;
    va_start(args, fmt);
    vsnprintf(what, sizeof(what), fmt, args);
    va_end(args);
    if (origin == UBN_FROM_COMMAND_LINE) {
        snprintf(place, sizeof(place), "command line");
    } else if (origin == UBN_FROM_DEFAULT || ld->file == NULL) {
        snprintf(place, sizeof(place), "%s", ld->file != NULL ? ld->file : "defaults");
    } else {
        snprintf(place, sizeof(place), "%s:%d", ld->file, origin);
    }
    full_name(ref, name);
    ubn_log_at(place, "%s: %s (legal: %s)", name, what, ubn_keys[ref.key].range);
    return UBN_ERR_CONFIG;
}

static const char *check_text(const struct ubn_key *key, const char *text)
{
    bool free_text = strcmp(key->name, "question") == 0;
    if (strlen(text) > key->max) {
        return "too long";
    }
    if (!free_text && text[0] != '\0' &&
        (text[0] == '.' ||
         text[strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-")] !=
             '\0')) {
        return "a name has letters, digits and _ . - only";
    }
    for (const char *c = text; *c != '\0'; c++) {
        if ((unsigned char)*c < ' ' || *c == '\x7f') {
            return "control characters are not text";
        }
    }
    return NULL;
}

enum ubn_status ubn_loader_set(struct ubn_loader *ld, struct ubn_key_ref ref, const char *text,
                               int origin)
{
    const struct ubn_key *key = &ubn_keys[ref.key];
    uint64_t num = 0;
    int first = ref.entry == UBN_ENTRY_ALL ? 0 : ref.entry;
    int end = ref.entry == UBN_ENTRY_ALL ? entries_of(key) : ref.entry + 1;
    for (int entry = first; entry < end; entry++) {
        ld->origin[ref.key][entry] = origin;
    }
    bool is_text = key->type == UBN_KEY_TEXT;
    const char *wrong = is_text ? check_text(key, text) : ubn_value_parse(key, text, &num);
    bool automatic = key->may_auto && num == UBN_CONFIG_AUTO;
    if (wrong == NULL && !is_text && !automatic && (num < key->min || num > key->max)) {
        wrong = num < key->min ? "too small" : "too large";
    }
    if (wrong != NULL) {
        return ubn_loader_refuse(ld, ref, "\"%.60s\": %s", text, wrong);
    }
    for (int entry = first; entry < end; entry++) {
        if (is_text) {
            store_text(&ld->cfg, ref.key, entry, text);
        } else {
            store_number(&ld->cfg, ref.key, entry, num);
        }
    }
    return UBN_OK;
}
