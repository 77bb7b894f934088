/* SPDX-License-Identifier: Apache-2.0 */
/** @file keys.h  The table of configuration keys: one descriptor for each key of keys.yaml. */
#ifndef UBN_KEYS_H
#define UBN_KEYS_H

#include "ubn/gen/keys.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** How a value is written, and what is kept. */
enum ubn_key_type {
    UBN_KEY_INT,     /**< plain number; uint64_t */
    UBN_KEY_TIME,    /**< ps, ns, us, ms, s; uint64_t ps */
    UBN_KEY_RATE,    /**< b/s, kb/s .. Tb/s; uint64_t b/s */
    UBN_KEY_SIZE,    /**< B, KiB .. TiB; uint64_t bytes */
    UBN_KEY_PERCENT, /**< %; uint64_t parts per million */
    UBN_KEY_CYCLES,  /**< cyc; uint64_t cycles */
    UBN_KEY_ENUM,    /**< one of `values`; 4-byte enum */
    UBN_KEY_BOOL,    /**< true or false; bool */
    UBN_KEY_TEXT,    /**< char[UBN_CONFIG_TEXT_BYTES] */
};

/** Which list a key belongs to. */
enum ubn_key_list {
    UBN_KEY_SINGLE, /**< none: one value in struct ubn_config */
    UBN_KEY_NODES,  /**< one value in each struct ubn_config_node */
    UBN_KEY_LINKS,  /**< one value in each struct ubn_config_link */
};

/** One configuration key. */
struct ubn_key {
    const char *name;          /**< dotted; "nodes.*." and "links.*." for lists */
    enum ubn_key_type type;    /**< how to read it */
    enum ubn_key_list list;    /**< where it lives */
    size_t offset;             /**< in struct ubn_config, or in the list entry */
    size_t text_offset;        /**< same, in the text tree of the loader */
    bool may_auto;             /**< true: "auto" is legal, kept as UBN_CONFIG_AUTO */
    uint64_t min;              /**< smallest legal value, in the unit that is kept */
    uint64_t max;              /**< largest legal value; enum: last value; text: most characters */
    uint64_t def;              /**< default (text: always empty) */
    const char *const *values; /**< names of an enum, shape [max + 1]; NULL for other types */
    const char *range;         /**< legal range as text */
    const char *kind;          /**< measured, data sheet, paper, assumption, choice */
    const char *source;        /**< where the default comes from */
    const char *doc;           /**< meaning */
};

/** All keys, in the order of keys.yaml; shape [UBN_CONFIG_KEYS]. */
extern const struct ubn_key ubn_keys[UBN_CONFIG_KEYS];

#ifdef __cplusplus
}
#endif
#endif
