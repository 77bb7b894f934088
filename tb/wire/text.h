/* SPDX-License-Identifier: Apache-2.0 */
/** Reads the hand-written text files of the wire test: layouts, header examples, codes, frames.
 *  A malformed line ends the program with file and line: a test must not pass on half a file. */
#ifndef TEXT_H
#define TEXT_H

#include <stddef.h>
#include <stdint.h>

#define TEXT_NAME 40    /**< longest name and its NUL */
#define TEXT_FIELDS 40  /**< fields of one layout or example */
#define TEXT_SLICES 64  /**< pieces of one layout */
#define TEXT_BYTES 8448 /**< bytes of one example */

/** A number of up to 128 bits. */
struct value {
    uint8_t le[16]; /**< byte 0 has the lowest bits */
};

/** A piece of a field in the order of a layout; no name: reserved. */
struct slice {
    char name[TEXT_NAME];
    unsigned hi, lo; /**< bits of the field; hi of reserved is its width - 1 */
};

/** One layout of layouts.txt. */
struct layout {
    char name[TEXT_NAME];
    int network; /**< 1: MSB first, 0: host record, LSB first */
    struct slice slices[TEXT_SLICES];
    size_t n_slices;
    size_t bits;
};

/** One field of an example. */
struct example_field {
    char name[TEXT_NAME];
    struct value value;
};

/** One example of headers.txt, or one part of a frame. */
struct example {
    char name[TEXT_NAME];
    uint8_t bytes[TEXT_BYTES];
    size_t n_bytes;
    struct example_field fields[TEXT_FIELDS];
    size_t n_fields;
    char frame[TEXT_NAME]; /**< frame it is a part of; empty in headers.txt */
    int line;
};

/** One line of codes.txt. */
struct code {
    char name[TEXT_NAME];
    uint32_t value;
};

/** Read layouts.txt.  @param out [out] array the caller frees.  @return number of layouts. */
size_t text_layouts(const char *path, struct layout **out);

/** Read headers.txt or frames.txt.  @param out [out] array the caller frees.  @return number of
 * examples. */
size_t text_examples(const char *path, struct example **out);

/** Read codes.txt.  @param out [out] array the caller frees.  @return number of codes. */
size_t text_codes(const char *path, struct code **out);

#endif
