/* SPDX-License-Identifier: Apache-2.0 */
/** @file names.h  From the dotted name a user writes to a key and a list entry. */
#ifndef UBN_CONFIG_NAMES_H
#define UBN_CONFIG_NAMES_H

#include "ubn/keys.h"

/** Every entry of a list. */
#define UBN_ENTRY_ALL (-1)

/** Room for the longest name with an entry number, terminating zero included. */
#define UBN_NAME_BYTES 96

/** A key, and which entry of its list. */
struct ubn_key_ref {
    int key;   /**< index in ubn_keys */
    int entry; /**< entry number; UBN_ENTRY_ALL; 0 outside lists */
};

/** Finds the key of a name such as "seed", "nodes.1.clock_phase", "nodes.*.clock_phase" or
 *  "node.clock_phase".
 *
 *  @param name    [in] as the user wrote it.
 *  @param ref_out [out] key and entry; the entry is below the size of the list, existing or not.
 *  @return true when there is such a key. */
bool ubn_name_find(const char *name, struct ubn_key_ref *ref_out);

/** Tells whether a name is the beginning of keys: "software", "nodes", "nodes.0", "node.stall".
 *
 *  @param name [in] as the user wrote it. */
bool ubn_name_is_section(const char *name);

/** Gives the index of a key by its table name; for rules between keys.
 *
 *  @param name [in] as in keys.yaml; must exist.
 *  @return index in ubn_keys. */
int ubn_name_index(const char *name);

/** Proposes the key that a wrong name may have meant.
 *
 *  @param name [in] unknown name.
 *  @return table name of the nearest key; NULL when none is near. */
const char *ubn_name_suggest(const char *name);

#endif
