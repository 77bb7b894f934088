/* SPDX-License-Identifier: Apache-2.0 */
/** The second opinion of the wire test: packs and unpacks bit by bit from the hand-written
 * layouts.txt. Shares no code and no table with the generator. */
#ifndef ORACLE_H
#define ORACLE_H

#include "text.h"

/** Bit `bit` of a value. */
int value_bit(const struct value *v, unsigned bit);

/** Set bit `bit` of a value to `on`. */
void value_set_bit(struct value *v, unsigned bit, int on);

/** Width of a field in bits.  @return 0 when the layout has no such field. */
unsigned oracle_width(const struct layout *l, const char *field);

/** Write a field into bytes; all other bits stay.  @param bytes [in,out] shape [l->bits / 8]. */
void oracle_put(const struct layout *l, const char *field, const struct value *v, uint8_t *bytes);

/** Read a field from bytes.  @param bytes [in] shape [l->bits / 8]. */
struct value oracle_get(const struct layout *l, const char *field, const uint8_t *bytes);

/** Clear the reserved bits.  @param bytes [in,out] shape [l->bits / 8]. */
void oracle_clear_reserved(const struct layout *l, uint8_t *bytes);

/** Number that stands for the bytes of a wide field, first byte first: network order puts the first
 * byte highest.
 *  @param bytes [in] shape [n]. */
struct value oracle_wide(const struct layout *l, const uint8_t *bytes, size_t n);

#endif
