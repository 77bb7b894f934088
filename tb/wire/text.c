/* SPDX-License-Identifier: Apache-2.0 */
/* Line-by-line readers of the hand-written text files. */
#include "text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/** Where we are, for messages. */
struct reader {
    const char *path;
    FILE *file;
    int line;
    char text[512];
};

static void die(const struct reader *r, const char *what)
{
    fprintf(stderr, "%s:%d: %s: %s\n", r->path, r->line, what, r->text);
    exit(2);
}

static struct reader reader_open(const char *path)
{
    struct reader r = {path, fopen(path, "r"), 0, ""};

    if (r.file == NULL) {
        die(&r, "cannot be opened (run from the top of the repository)");
    }
    return r;
}

/* Next line that is not empty and no comment; returns its keyword, or NULL at the end. */
static char *reader_next(struct reader *r, char **rest)
{
    while (fgets(r->text, sizeof(r->text), r->file) != NULL) {
        r->line++;
        char *end = strchr(r->text, '\n');

        if (end == NULL) {
            die(r, "line too long, or no newline at its end");
        }
        *end = '\0';
        if (r->text[0] == '\0' || r->text[0] == '#') {
            continue;
        }
        *rest = strchr(r->text, ' ');
        if (*rest == NULL) {
            die(r, "keyword without a value");
        }
        *(*rest)++ = '\0';
        return r->text;
    }
    fclose(r->file);
    return NULL;
}

static void *grow(void *array, size_t n, size_t size)
{
    void *p = realloc(array, (n + 1) * size);

    if (p == NULL) {
        abort();
    }
    memset((char *)p + n * size, 0, size);
    return p;
}

static void copy_name(const struct reader *r, char *out, const char *in)
{
    if (strlen(in) >= TEXT_NAME) {
        die(r, "name too long");
    }
    strcpy(out, in);
}

/* One "name 8", "name[23:8] 16" or "- 8". */
static void add_slice(const struct reader *r, struct layout *l, char *text, unsigned *word_bits)
{
    char name[TEXT_NAME];
    unsigned hi, lo, width;
    int end = 0;
    struct slice *s = &l->slices[l->n_slices];

    if (l->n_slices == TEXT_SLICES) {
        die(r, "too many pieces");
    }
    if (sscanf(text, " %39[a-z0-9_][%u:%u] %u %n", name, &hi, &lo, &width, &end) != 4 || end == 0) {
        if (sscanf(text, " %39[a-z0-9_-] %u %n", name, &width, &end) != 2 || end == 0) {
            die(r, "piece is not 'name width'");
        }
        hi = width - 1;
        lo = 0;
    }
    if (text[end] != '\0' || hi < lo || hi - lo + 1 != width) {
        die(r, "width of a piece is wrong");
    }
    copy_name(r, s->name, strcmp(name, "-") == 0 ? "" : name);
    s->hi = hi;
    s->lo = lo;
    l->n_slices++;
    *word_bits += width;
}

size_t text_layouts(const char *path, struct layout **out)
{
    struct reader r = reader_open(path);
    struct layout *all = NULL;
    size_t n = 0;
    char *rest, *key;

    while ((key = reader_next(&r, &rest)) != NULL) {
        if (strcmp(key, "layout") == 0) {
            all = grow(all, n, sizeof(*all));
            char *name = strtok(rest, " "), *order = strtok(NULL, " ");

            if (order == NULL || strtok(NULL, " ") == NULL) {
                die(&r, "layout needs name, order, section");
            }
            copy_name(&r, all[n].name, name);
            all[n].network = strcmp(order, "network") == 0;
            if (!all[n].network && strcmp(order, "host") != 0) {
                die(&r, "order is network or host");
            }
            n++;
        } else if (strcmp(key, "w") == 0 && n > 0) {
            struct layout *l = &all[n - 1];
            unsigned bits = 0;

            if (l->bits % 32 != 0) {
                die(&r, "only the last word may be shorter than 32 bits");
            }
            for (char *p = strtok(rest, "|"); p != NULL; p = strtok(NULL, "|")) {
                add_slice(&r, l, p, &bits);
            }
            if (bits > 32 || bits % 8 != 0) {
                die(&r, "a word has 8, 16, 24 or 32 bits");
            }
            l->bits += bits;
        } else {
            die(&r, "unknown keyword");
        }
    }
    *out = all;
    return n;
}

static int hex_digit(char c)
{
    const char *digits = "0123456789abcdef";
    const char *p = c != '\0' ? strchr(digits, c) : NULL;

    return p != NULL ? (int)(p - digits) : -1;
}

/* Pairs of hex digits, blanks between pairs allowed; returns the number of bytes. */
static size_t hex_bytes(const struct reader *r, const char *text, uint8_t *out, size_t room)
{
    size_t n = 0;

    for (const char *p = text; *p != '\0';) {
        if (*p == ' ') {
            p++;
            continue;
        }
        int a = hex_digit(p[0]), b = a >= 0 ? hex_digit(p[1]) : -1;

        if (b < 0 || n == room) {
            die(r, "bad hex bytes");
        }
        out[n++] = (uint8_t)(a * 16 + b);
        p += 2;
    }
    return n;
}

static void add_field(const struct reader *r, struct example *e, char *rest)
{
    char *name = strtok(rest, " "), *text = strtok(NULL, " "), *end;
    struct example_field *f = &e->fields[e->n_fields];

    if (text == NULL || strtok(NULL, " ") != NULL || e->n_fields == TEXT_FIELDS) {
        die(r, "bad field line");
    }
    copy_name(r, f->name, name);
    e->n_fields++;
    if (strlen(text) >= 24 && text[1] != 'x') { /* more than 64 bits: bytes, kept in their order */
        hex_bytes(r, text, f->value.le, sizeof(f->value.le));
        return;
    }
    unsigned long long v = strtoull(text, &end, 0);

    if (*end != '\0') {
        die(r, "bad value");
    }
    for (int i = 0; i < 8; i++) {
        f->value.le[i] = (uint8_t)(v >> (8 * i));
    }
}

size_t text_examples(const char *path, struct example **out)
{
    struct reader r = reader_open(path);
    struct example *all = NULL;
    size_t n = 0;
    char frame[TEXT_NAME] = "";
    char *rest, *key;

    while ((key = reader_next(&r, &rest)) != NULL) {
        struct example *e = n > 0 ? &all[n - 1] : NULL;

        if (strcmp(key, "frame") == 0) {
            copy_name(&r, frame, strtok(rest, " "));
        } else if (strcmp(key, "vector") == 0 || strcmp(key, "part") == 0) {
            all = grow(all, n, sizeof(*all));
            copy_name(&r, all[n].name, strtok(rest, " "));
            if (strtok(NULL, " ") == NULL) {
                die(&r, "the section is missing");
            }
            copy_name(&r, all[n].frame, frame);
            all[n++].line = r.line;
        } else if (strcmp(key, "b") == 0 && e != NULL) {
            e->n_bytes += hex_bytes(&r, rest, e->bytes + e->n_bytes, TEXT_BYTES - e->n_bytes);
        } else if (strcmp(key, "f") == 0 && e != NULL) {
            add_field(&r, e, rest);
        } else {
            die(&r, "unknown keyword");
        }
    }
    *out = all;
    return n;
}

size_t text_codes(const char *path, struct code **out)
{
    struct reader r = reader_open(path);
    struct code *all = NULL;
    size_t n = 0;
    char *rest, *key, *end;

    while ((key = reader_next(&r, &rest)) != NULL) {
        if (strcmp(key, "s") == 0) {
            continue;
        }
        char *name = strtok(rest, " "), *text = strtok(NULL, " ");

        if (strcmp(key, "c") != 0 || text == NULL) {
            die(&r, "not 'c NAME VALUE'");
        }
        all = grow(all, n, sizeof(*all));
        copy_name(&r, all[n].name, name);
        all[n++].value = (uint32_t)strtoul(text, &end, 0);
        if (*end != '\0') {
            die(&r, "bad value");
        }
    }
    *out = all;
    return n;
}
