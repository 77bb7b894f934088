/* SPDX-License-Identifier: Apache-2.0 */
/** @file config.h  From a YAML file and key=value overrides to one complete struct ubn_config.
 *
 *  Order: defaults, then `node` and `link` (values of every node and link), then the entries of
 *  `nodes` and `links`, then the overrides from left to right. Then short forms and `auto` are
 *  resolved and everything is checked. The first error ends it with ONE message on stderr:
 *  "file:line: key: what is wrong (legal: range)"; "command line: ..." for an override. */
#ifndef UBN_CONFIG_H
#define UBN_CONFIG_H

#include "ubn/gen/keys.h"
#include "ubn/status.h"

#include <stddef.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Largest configuration file, bytes.  @source assumption: a hundred times what is ever written. */
#define UBN_CONFIG_FILE_MAX_BYTES (1u << 20)

/** Loads, overrides and validates a configuration.
 *
 *  @param path      [in] YAML file; NULL: defaults only.
 *  @param n         [in] number of overrides.
 *  @param overrides [in] shape [n]: "key=value"; list entries by number or "*" for all, as in
 *                   "nodes.0.clock_phase=1 ns", "links.*.delay=50 ns"; `node.` and `link.` mean
 * "*".
 *  @param cfg_out   [out] written only on success; no pointers inside, so a plain copy is a copy.
 *  @return UBN_OK; UBN_ERR_CONFIG, UBN_ERR_IO or UBN_ERR_NOMEM after one message on stderr. */
enum ubn_status ubn_config_load(const char *path, size_t n, const char *const *overrides,
                                struct ubn_config *cfg_out);

/** Writes the effective configuration as YAML that ubn_config_load accepts and reads back equal.
 *
 *  @param cfg [in] complete configuration.
 *  @param out [in,out] open for writing. */
void ubn_config_print_yaml(const struct ubn_config *cfg, FILE *out);

/** Writes the effective configuration as one JSON object {"seed": "1", "nodes.0.name": "a", ...};
 *  every value is a string with its unit, in the order of the key table.
 *
 *  @param cfg    [in] complete configuration.
 *  @param out    [in,out] open for writing.
 *  @param indent [in] spaces before the closing brace; members get two more. */
void ubn_config_print_json(const struct ubn_config *cfg, FILE *out, int indent);

/** Writes the table of all keys: name, unit, legal range, default, kind, source, meaning.
 *
 *  @param out    [in,out] open for writing.
 *  @param prefix [in] only keys that start with it; NULL or "" for all.
 *  @return number of keys written. */
size_t ubn_config_print_keys(FILE *out, const char *prefix);

#ifdef __cplusplus
}
#endif
#endif
