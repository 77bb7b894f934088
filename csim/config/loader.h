/* SPDX-License-Identifier: Apache-2.0 */
/** @file loader.h  The configuration under construction, and where each value came from. */
#ifndef UBN_CONFIG_LOADER_H
#define UBN_CONFIG_LOADER_H

#include "ubn/config.h"
#include "ubn/keys.h"

#include "names.h"

/** Origin of a value: a line of the file, or one of these. */
enum { UBN_FROM_DEFAULT = 0, UBN_FROM_COMMAND_LINE = -1 };

/** Configuration under construction. */
struct ubn_loader {
    const char *file;                                  /**< name for messages; NULL: no file */
    struct ubn_config cfg;                             /**< values so far */
    int origin[UBN_CONFIG_KEYS][UBN_CONFIG_LINKS_MAX]; /**< line or UBN_FROM_*, by key and entry */
};

/** Gives the place of a value in memory.
 *
 *  @param cfg   [in] configuration.
 *  @param key   [in] index in ubn_keys.
 *  @param entry [in] entry of the list; 0 outside lists.
 *  @return its address. */
const void *ubn_config_at(const struct ubn_config *cfg, int key, int entry);

/** Reads a number, enum or bool of a configuration.
 *
 *  @param cfg   [in] configuration.
 *  @param key   [in] index in ubn_keys, not of a text.
 *  @param entry [in] entry of the list; 0 outside lists.
 *  @return the number that is kept. */
uint64_t ubn_config_number(const struct ubn_config *cfg, int key, int entry);

/** Sets every value to its default: two nodes, one link. */
void ubn_loader_defaults(struct ubn_loader *ld);

/** Sets one value, or that of all entries, from its text, and remembers where it came from.
 *
 *  @param ld     [in,out] configuration under construction.
 *  @param ref    [in] key and entry.
 *  @param text   [in] as the user wrote it.
 *  @param origin [in] line, or UBN_FROM_COMMAND_LINE.
 *  @return UBN_OK; UBN_ERR_CONFIG after one message. */
enum ubn_status ubn_loader_set(struct ubn_loader *ld, struct ubn_key_ref ref, const char *text,
                               int origin);

/** Prints one message about a value: "place: key: text (legal: range)".
 *
 *  @param ld  [in] knows the place.
 *  @param ref [in] key and entry.
 *  @param fmt [in] what is wrong, as printf.
 *  @return UBN_ERR_CONFIG, for `return ubn_loader_refuse(...)`. */
enum ubn_status ubn_loader_refuse(const struct ubn_loader *ld, struct ubn_key_ref ref,
                                  const char *fmt, ...) __attribute__((format(printf, 3, 4)));

/** Resolves short forms and `auto`, and checks the rules between keys.
 *
 *  @param ld [in,out] every value is set and in its own range.
 *  @return UBN_OK; UBN_ERR_CONFIG after one message. */
enum ubn_status ubn_loader_validate(struct ubn_loader *ld);

#endif
