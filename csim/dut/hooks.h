/* SPDX-License-Identifier: Apache-2.0 */
/** @file hooks.h  What the Verilated runtime calls instead of printf and abort; included before it.
 */
#ifndef UBN_DUT_HOOKS_H
#define UBN_DUT_HOOKS_H

/** Prints text of $display to stderr. */
void ubn_dut_print(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
#define VL_PRINTF ubn_dut_print

#endif
