/* SPDX-License-Identifier: Apache-2.0 */
/** @file print.c  Writes the effective configuration (YAML, JSON) and the table of keys. */
#include "ubn/config.h"

#include "loader.h"
#include "value.h"

#include <string.h>

/* A text between double quotes, as YAML and JSON both read it. Texts hold no control characters. */
static void print_quoted(FILE *out, const char *text)
{
    fputc('"', out);
    for (const char *c = text; *c != '\0'; c++) {
        fprintf(out, *c == '"' || *c == '\\' ? "\\%c" : "%c", *c);
    }
    fputc('"', out);
}

static void print_value(FILE *out, const struct ubn_config *cfg, int key, int entry, bool quoted)
{
    char text[UBN_VALUE_BYTES];
    if (ubn_keys[key].type == UBN_KEY_TEXT) {
        print_quoted(out, ubn_config_at(cfg, key, entry));
        return;
    }
    ubn_value_format(&ubn_keys[key], ubn_config_number(cfg, key, entry), text);
    fprintf(out, quoted ? "\"%s\"" : "%s", text);
}

/* "a.b.c" is printed as c inside its section a.b; 0 when the name has no dot. */
static size_t section_len(const char *name)
{
    const char *dot = strrchr(name, '.');
    return dot == NULL ? 0 : (size_t)(dot - name);
}

static bool same_section(const char *a, const char *b)
{
    return section_len(a) == section_len(b) && strncmp(a, b, section_len(a)) == 0;
}

static const char *leaf(const char *name)
{
    return name + section_len(name) + (section_len(name) > 0 ? 1 : 0);
}

/* Keys outside lists: sections as blocks. */
static void print_yaml_single(const struct ubn_config *cfg, FILE *out)
{
    const char *before = "";
    for (int key = 0; key < UBN_CONFIG_KEYS; key++) {
        const char *name = ubn_keys[key].name;
        if (ubn_keys[key].list != UBN_KEY_SINGLE) {
            continue;
        }
        int section = (int)section_len(name);
        if (section > 0 && !same_section(before, name)) {
            fprintf(out, "%.*s:\n", section, name);
        }
        fprintf(out, "%s%s: ", section > 0 ? "  " : "", leaf(name));
        print_value(out, cfg, key, 0, false);
        fputc('\n', out);
        before = name;
    }
}

/* One entry of a list on one line: {name: "n0", stall: {axi: 0 %}}. */
static void print_yaml_entry(const struct ubn_config *cfg, FILE *out, enum ubn_key_list list,
                             int entry)
{
    const char *before = "";
    fputs("  - {", out);
    for (int key = 0; key < UBN_CONFIG_KEYS; key++) {
        if (ubn_keys[key].list != list) {
            continue;
        }
        const char *name = strchr(ubn_keys[key].name, '*') + 2;
        bool change = !same_section(before, name);
        fprintf(out, "%s%s", change && section_len(before) > 0 ? "}" : "",
                before[0] != '\0' ? ", " : "");
        if (change && section_len(name) > 0) {
            fprintf(out, "%.*s: {", (int)section_len(name), name);
        }
        fprintf(out, "%s: ", leaf(name));
        print_value(out, cfg, key, entry, false);
        before = name;
    }
    fprintf(out, "%s}\n", section_len(before) > 0 ? "}" : "");
}

void ubn_config_print_yaml(const struct ubn_config *cfg, FILE *out)
{
    print_yaml_single(cfg, out);
    fputs("nodes:\n", out);
    for (int i = 0; i < cfg->nodes_count; i++) {
        print_yaml_entry(cfg, out, UBN_KEY_NODES, i);
    }
    fputs("links:\n", out);
    for (int i = 0; i < cfg->links_count; i++) {
        print_yaml_entry(cfg, out, UBN_KEY_LINKS, i);
    }
}

/* One member of the JSON object. */
static void print_json_member(const struct ubn_config *cfg, FILE *out, int indent, int key,
                              int entry)
{
    const char *name = ubn_keys[key].name;
    const char *star = strchr(name, '*');
    fprintf(out, "%s\n%*s\"", key > 0 || entry > 0 ? "," : "", indent + 2, "");
    if (star == NULL) {
        fprintf(out, "%s\": ", name);
    } else {
        fprintf(out, "%.*s%d%s\": ", (int)(star - name), name, entry, star + 1);
    }
    print_value(out, cfg, key, entry, true);
}

void ubn_config_print_json(const struct ubn_config *cfg, FILE *out, int indent)
{
    fputc('{', out);
    for (int key = 0; key < UBN_CONFIG_KEYS; key++) {
        int entries = ubn_keys[key].list == UBN_KEY_NODES   ? cfg->nodes_count
                      : ubn_keys[key].list == UBN_KEY_LINKS ? cfg->links_count
                                                            : 1;
        for (int entry = 0; entry < entries; entry++) {
            print_json_member(cfg, out, indent, key, entry);
        }
    }
    fprintf(out, "\n%*s}", indent, "");
}

size_t ubn_config_print_keys(FILE *out, const char *prefix)
{
    size_t printed = 0;
    for (int i = 0; i < UBN_CONFIG_KEYS; i++) {
        const struct ubn_key *key = &ubn_keys[i];
        char text[UBN_VALUE_BYTES] = "(empty)";
        if (prefix != NULL && strncmp(key->name, prefix, strlen(prefix)) != 0) {
            continue;
        }
        if (key->type != UBN_KEY_TEXT) {
            ubn_value_format(key, key->def, text);
        }
        fprintf(out, "%s\n    %s\n    default %s, legal %s\n    %s%s%s\n", key->name, key->doc,
                text, key->range, key->kind, strcmp(key->source, "-") != 0 ? ": " : "",
                strcmp(key->source, "-") != 0 ? key->source : "");
        printed++;
    }
    return printed;
}
