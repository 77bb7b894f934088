/* SPDX-License-Identifier: Apache-2.0 */
/** @file load.c  File, overrides, rules: the way to one complete configuration.
 *
 *  libyaml says which keys the file holds and where (shape.c), libcyaml loads their texts by the
 *  generated schema, value.c turns each text into an exact number. */
#define _DEFAULT_SOURCE
#include "ubn/config.h"

#include "ubn/log.h"

#include "gen/text.h"
#include "loader.h"
#include "shape.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Reads a whole file of bounded size; *text_out belongs to the caller. */
static enum ubn_status read_file(const char *path, char **text_out, size_t *len_out)
{
    enum ubn_status status = UBN_ERR_IO;
    struct stat info;
    FILE *in = fopen(path, "rb");
    if (in == NULL || fstat(fileno(in), &info) != 0) {
        ubn_log_at(path, "cannot be read: %s", strerror(errno));
        goto close;
    }
    if (S_ISDIR(info.st_mode)) {
        ubn_log_at(path, "is a folder, not a file");
        goto close;
    }
    char *text = malloc(UBN_CONFIG_FILE_MAX_BYTES + 1);
    if (text == NULL) {
        ubn_log_error("out of memory");
        status = UBN_ERR_NOMEM;
        goto close;
    }
    size_t len = fread(text, 1, UBN_CONFIG_FILE_MAX_BYTES + 1, in);
    if (ferror(in)) {
        ubn_log_at(path, "cannot be read: %s", strerror(errno));
    } else if (len > UBN_CONFIG_FILE_MAX_BYTES) {
        ubn_log_at(path, "larger than 1 MiB; this is no experiment file");
        status = UBN_ERR_CONFIG;
    } else {
        *text_out = text;
        *len_out = len;
        status = UBN_OK;
    }
    if (status != UBN_OK) {
        free(text);
    }
close:
    if (in != NULL) {
        fclose(in);
    }
    return status;
}

static const char *text_at(const void *base, const struct ubn_key *key)
{
    return base == NULL ? NULL : *(char *const *)((const char *)base + key->text_offset);
}

/* Sets one key when its text is there; `name` is how the file writes it. */
static enum ubn_status apply(struct ubn_loader *ld, const struct ubn_shape *shape, const char *name,
                             const char *text)
{
    struct ubn_key_ref ref;
    if (text == NULL || !ubn_name_find(name, &ref)) {
        return UBN_OK;
    }
    return ubn_loader_set(ld, ref, text, (int)ubn_shape_line(shape, name));
}

/* One key of a list: first the value for all entries, then that of each entry. */
static enum ubn_status apply_list(struct ubn_loader *ld, const struct ubn_shape *shape,
                                  const struct ubn_text *text, const struct ubn_key *key)
{
    bool node = key->list == UBN_KEY_NODES;
    const char *leaf = strchr(key->name, '*') + 2;
    char name[UBN_NAME_BYTES];
    snprintf(name, sizeof(name), "%s.%s", node ? "node" : "link", leaf);
    const void *all = node ? (const void *)&text->node : (const void *)&text->link;
    enum ubn_status status = apply(ld, shape, name, text_at(all, key));
    unsigned count = node ? text->nodes_count : text->links_count;
    for (unsigned i = 0; status == UBN_OK && i < count; i++) {
        const void *entry = node ? (const void *)&text->nodes[i] : (const void *)&text->links[i];
        snprintf(name, sizeof(name), "%s.%u.%s", node ? "nodes" : "links", i, leaf);
        status = apply(ld, shape, name, text_at(entry, key));
    }
    return status;
}

static enum ubn_status apply_file(struct ubn_loader *ld, const struct ubn_shape *shape,
                                  const struct ubn_text *text)
{
    enum ubn_status status = UBN_OK;
    if (text->nodes_count > 0) {
        ld->cfg.nodes_count = (uint16_t)text->nodes_count;
    }
    if (text->links_count > 0) {
        ld->cfg.links_count = (uint16_t)text->links_count;
    }
    for (int i = 0; status == UBN_OK && i < UBN_CONFIG_KEYS; i++) {
        const struct ubn_key *key = &ubn_keys[i];
        status = key->list == UBN_KEY_SINGLE ? apply(ld, shape, key->name, text_at(text, key))
                                             : apply_list(ld, shape, text, key);
    }
    return status;
}

static enum ubn_status load_file(struct ubn_loader *ld)
{
    static const cyaml_config_t options = {
        .log_level = CYAML_LOG_ERROR, .mem_fn = cyaml_mem, .flags = CYAML_CFG_NO_ALIAS};
    char *bytes = NULL;
    size_t len = 0;
    struct ubn_shape shape = {0};
    struct ubn_text *text = NULL;
    enum ubn_status status = read_file(ld->file, &bytes, &len);
    if (status != UBN_OK) {
        return status;
    }
    status = ubn_shape_read(ld->file, bytes, len, &shape);
    if (status != UBN_OK) {
        goto free_shape;
    }
    cyaml_err_t err = cyaml_load_data((const uint8_t *)bytes, len, &options, &ubn_text_schema,
                                      (cyaml_data_t **)&text, NULL);
    if (err != CYAML_OK) {
        ubn_log_at(ld->file, "cannot be loaded: %s", cyaml_strerror(err));
        status = err == CYAML_ERR_OOM ? UBN_ERR_NOMEM : UBN_ERR_CONFIG;
        goto free_shape;
    }
    status = apply_file(ld, &shape, text);
    cyaml_free(&options, &ubn_text_schema, text, 0);
free_shape:
    ubn_shape_free(&shape);
    free(bytes);
    return status;
}

static enum ubn_status apply_override(struct ubn_loader *ld, const char *override)
{
    char name[UBN_NAME_BYTES];
    struct ubn_key_ref ref;
    const char *equal = strchr(override, '=');
    if (equal == NULL || equal == override) {
        ubn_log_at("command line", "%.60s: expected key=value", override);
        return UBN_ERR_CONFIG;
    }
    size_t len = (size_t)(equal - override);
    snprintf(name, sizeof(name), "%.*s", (int)(len < sizeof(name) ? len : sizeof(name) - 1),
             override);
    if (ubn_name_is_section(name)) {
        ubn_log_at("command line",
                   "%s: a group of keys, not one value; `ubnsim keys` lists all keys", name);
        return UBN_ERR_CONFIG;
    }
    if (len >= sizeof(name) || !ubn_name_find(name, &ref)) {
        const char *near = len < sizeof(name) ? ubn_name_suggest(name) : NULL;
        ubn_log_at("command line", "%.60s: unknown key%s%s%s; `ubnsim keys` lists all keys", name,
                   near != NULL ? ", did you mean " : "", near != NULL ? near : "",
                   near != NULL ? "?" : "");
        return UBN_ERR_CONFIG;
    }
    enum ubn_key_list list = ubn_keys[ref.key].list;
    int count = list == UBN_KEY_NODES ? ld->cfg.nodes_count : ld->cfg.links_count;
    if (list != UBN_KEY_SINGLE && ref.entry >= count) {
        ubn_log_at("command line", "%s: no such entry (legal: 0 .. %d)", name, count - 1);
        return UBN_ERR_CONFIG;
    }
    return ubn_loader_set(ld, ref, equal + 1, UBN_FROM_COMMAND_LINE);
}

enum ubn_status ubn_config_load(const char *path, size_t n, const char *const *overrides,
                                struct ubn_config *cfg_out)
{
    struct ubn_loader *ld = calloc(1, sizeof(*ld));
    if (ld == NULL) {
        ubn_log_error("out of memory");
        return UBN_ERR_NOMEM;
    }
    ld->file = path;
    ubn_loader_defaults(ld);
    enum ubn_status status = path != NULL ? load_file(ld) : UBN_OK;
    for (size_t i = 0; status == UBN_OK && i < n; i++) {
        status = apply_override(ld, overrides[i]);
    }
    status = status == UBN_OK ? ubn_loader_validate(ld) : status;
    if (status == UBN_OK) {
        *cfg_out = ld->cfg;
    }
    free(ld);
    return status;
}
