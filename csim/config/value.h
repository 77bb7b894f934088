/* SPDX-License-Identifier: Apache-2.0 */
/** @file value.h  One value between its text ("100 ns") and the exact number that is kept. */
#ifndef UBN_CONFIG_VALUE_H
#define UBN_CONFIG_VALUE_H

#include "ubn/keys.h"

/** Room for the text of every value that is not a text, terminating zero included. */
#define UBN_VALUE_BYTES 48

/** Reads a value, without looking at its legal range.
 *
 *  @param key     [in] key; its type decides; not UBN_KEY_TEXT.
 *  @param text    [in] as the user wrote it.
 *  @param num_out [out] the number; enum: index of the value; bool: 0 or 1; `auto`:
 * UBN_CONFIG_AUTO.
 *  @return NULL, or what is wrong with the text as static text ("a unit is missing"). */
const char *ubn_value_parse(const struct ubn_key *key, const char *text, uint64_t *num_out);

/** Writes a value as ubn_value_parse reads it, in the largest unit that keeps it whole.
 *
 *  @param key  [in] key; not UBN_KEY_TEXT.
 *  @param num  [in] number that is kept.
 *  @param text [out] shape [UBN_VALUE_BYTES]. */
void ubn_value_format(const struct ubn_key *key, uint64_t num, char text[UBN_VALUE_BYTES]);

#endif
