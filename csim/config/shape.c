/* SPDX-License-Identifier: Apache-2.0 */
/** @file shape.c  Walk over the events of libyaml, one message at the first thing that is wrong. */
#include "shape.h"

#include "ubn/log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

struct walk {
    const char *file;
    yaml_parser_t parser;
    yaml_event_t event; /* the present one */
    bool held;          /* event holds memory */
    struct ubn_shape *shape;
};

static enum ubn_status refuse(const struct walk *w, const char *name, const char *what)
{
    char place[512];
    snprintf(place, sizeof(place), "%s:%zu", w->file, w->event.start_mark.line + 1);
    if (name[0] != '\0') {
        ubn_log_at(place, "%s: %s", name, what);
    } else {
        ubn_log_at(place, "%s", what);
    }
    return UBN_ERR_CONFIG;
}

/* Goes to the next event. */
static enum ubn_status next(struct walk *w)
{
    if (w->held) {
        yaml_event_delete(&w->event);
        w->held = false;
    }
    if (yaml_parser_parse(&w->parser, &w->event) == 0) {
        char place[512];
        snprintf(place, sizeof(place), "%s:%zu", w->file, w->parser.problem_mark.line + 1);
        ubn_log_at(place, "this is not YAML: %s",
                   w->parser.problem != NULL ? w->parser.problem : "cannot be read");
        return w->parser.error == YAML_MEMORY_ERROR ? UBN_ERR_NOMEM : UBN_ERR_CONFIG;
    }
    w->held = true;
    return UBN_OK;
}

static enum ubn_status remember(struct walk *w, const char *name, unsigned line)
{
    struct ubn_shape *shape = w->shape;
    if (shape->count == shape->capacity) {
        size_t capacity = shape->capacity == 0 ? 64 : shape->capacity * 2;
        struct ubn_shape_key *keys = realloc(shape->keys, capacity * sizeof(*keys));
        if (keys == NULL) {
            return UBN_ERR_NOMEM;
        }
        shape->keys = keys;
        shape->capacity = capacity;
    }
    snprintf(shape->keys[shape->count].name, UBN_NAME_BYTES, "%s", name);
    shape->keys[shape->count++].line = line;
    return UBN_OK;
}

static enum ubn_status unknown(const struct walk *w, const char *name)
{
    char what[256];
    const char *near = ubn_name_suggest(name);
    if (strcmp(name, "base") == 0 || strcmp(name, "sweep") == 0) {
        return refuse(w, name, "this file describes a sweep; run it with scripts/sweep NAME");
    }
    snprintf(what, sizeof(what), "unknown key%s%s%s; `ubnsim keys` lists all keys",
             near != NULL ? ", did you mean " : "", near != NULL ? near : "",
             near != NULL ? "?" : "");
    return refuse(w, name, what);
}

static enum ubn_status walk_value(struct walk *w, const char *name);

/* One "key: value" of the mapping `parent`; the present event is the key. */
static enum ubn_status walk_pair(struct walk *w, const char *parent)
{
    char name[UBN_NAME_BYTES];
    struct ubn_key_ref ref;
    if (w->event.type != YAML_SCALAR_EVENT) {
        return refuse(w, parent, "a key must be a plain word");
    }
    int len = snprintf(name, sizeof(name), "%s%s%s", parent, parent[0] != '\0' ? "." : "",
                       (const char *)w->event.data.scalar.value);
    bool cut = len < 0 || (size_t)len >= sizeof(name);
    if (cut || strchr((const char *)w->event.data.scalar.value, '.') != NULL ||
        (!ubn_name_find(name, &ref) && !ubn_name_is_section(name))) {
        return unknown(w, name);
    }
    if (ubn_shape_line(w->shape, name) != 0) {
        char what[64];
        snprintf(what, sizeof(what), "written twice, first on line %u",
                 ubn_shape_line(w->shape, name));
        return refuse(w, name, what);
    }
    enum ubn_status status = remember(w, name, (unsigned)w->event.start_mark.line + 1);
    status = status == UBN_OK ? next(w) : status;
    return status == UBN_OK ? walk_value(w, name) : status;
}

/* The entries of `nodes` or `links`; the present event is the start of the sequence. */
static enum ubn_status walk_list(struct walk *w, const char *name)
{
    int max = strcmp(name, "nodes") == 0 ? UBN_CONFIG_NODES_MAX : UBN_CONFIG_LINKS_MAX;
    enum ubn_status status = next(w);
    for (int i = 0; status == UBN_OK && w->event.type != YAML_SEQUENCE_END_EVENT; i++) {
        char entry[UBN_NAME_BYTES];
        snprintf(entry, sizeof(entry), "%s.%d", name, i);
        if (i == max) {
            return refuse(w, name, "more entries than the model has room for");
        }
        status = remember(w, entry, (unsigned)w->event.start_mark.line + 1);
        status = status == UBN_OK ? walk_value(w, entry) : status;
        status = status == UBN_OK ? next(w) : status;
    }
    char first[UBN_NAME_BYTES];
    snprintf(first, sizeof(first), "%s.0", name);
    if (status == UBN_OK && ubn_shape_line(w->shape, first) == 0) {
        return refuse(w, name, "an empty list; leave the key out for the default");
    }
    return status;
}

/* The value of `name`, "" for the whole file; ends at its last event. */
static enum ubn_status walk_value(struct walk *w, const char *name)
{
    struct ubn_key_ref ref;
    bool list = strcmp(name, "nodes") == 0 || strcmp(name, "links") == 0;
    if (w->event.type == YAML_ALIAS_EVENT) {
        return refuse(w, name, "aliases are not supported");
    }
    if (ubn_name_find(name, &ref)) {
        return w->event.type == YAML_SCALAR_EVENT
                   ? UBN_OK
                   : refuse(w, name, "one value belongs here, not a group or list");
    }
    if (list) {
        return w->event.type == YAML_SEQUENCE_START_EVENT
                   ? walk_list(w, name)
                   : refuse(w, name, "a list belongs here (\"- \" before each entry)");
    }
    if (w->event.type != YAML_MAPPING_START_EVENT) {
        return refuse(w, name,
                      name[0] != '\0' ? "keys belong below this one, not a value"
                                      : "the file holds no \"key: value\"");
    }
    enum ubn_status status = next(w);
    while (status == UBN_OK && w->event.type != YAML_MAPPING_END_EVENT) {
        status = walk_pair(w, name);
        status = status == UBN_OK ? next(w) : status;
    }
    return status;
}

/* Stream start, document start, value, document end, stream end. */
static enum ubn_status walk_file(struct walk *w)
{
    enum ubn_status status = next(w);
    status = status == UBN_OK ? next(w) : status;
    if (status == UBN_OK && w->event.type == YAML_STREAM_END_EVENT) {
        return refuse(w, "", "the file is empty");
    }
    status = status == UBN_OK ? next(w) : status;
    status = status == UBN_OK ? walk_value(w, "") : status;
    status = status == UBN_OK ? next(w) : status;
    status = status == UBN_OK ? next(w) : status;
    if (status == UBN_OK && w->event.type != YAML_STREAM_END_EVENT) {
        return refuse(w, "", "a second document (\"---\"); one file is one experiment");
    }
    return status;
}

enum ubn_status ubn_shape_read(const char *file, const char *text, size_t len,
                               struct ubn_shape *shape_out)
{
    struct walk w = {.file = file, .shape = shape_out};
    if (yaml_parser_initialize(&w.parser) == 0) {
        ubn_log_error("out of memory");
        return UBN_ERR_NOMEM;
    }
    yaml_parser_set_input_string(&w.parser, (const unsigned char *)text, len);
    enum ubn_status status = walk_file(&w);
    if (w.held) {
        yaml_event_delete(&w.event);
    }
    yaml_parser_delete(&w.parser);
    return status;
}

unsigned ubn_shape_line(const struct ubn_shape *shape, const char *name)
{
    for (size_t i = 0; i < shape->count; i++) {
        if (strcmp(shape->keys[i].name, name) == 0) {
            return shape->keys[i].line;
        }
    }
    return 0;
}

void ubn_shape_free(struct ubn_shape *shape)
{
    free(shape->keys);
    *shape = (struct ubn_shape){0};
}
