/* SPDX-License-Identifier: Apache-2.0 */
/** @file log.h  Messages for the user: one line each, on stderr. */
#ifndef UBN_LOG_H
#define UBN_LOG_H

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define UBN_PRINTF(fmt, args) __attribute__((format(printf, fmt, args)))
#else
#define UBN_PRINTF(fmt, args)
#endif

/** Prints "ubnsim: error: <text>" and a newline. Control characters in the text become '?', so that
 *  one message stays one line whatever a file name or value holds.
 *
 *  @param fmt [in] as printf, without newline. */
void ubn_log_error(const char *fmt, ...) UBN_PRINTF(1, 2);

/** Prints "<place>: <text>"; otherwise as ubn_log_error.
 *
 *  @param place [in] where the error is, for example "exp.yaml:3".
 *  @param fmt   [in] as printf, without newline. */
void ubn_log_at(const char *place, const char *fmt, ...) UBN_PRINTF(2, 3);

/** Prints "ubnsim: warning: <text>"; otherwise as ubn_log_error. */
void ubn_log_warn(const char *fmt, ...) UBN_PRINTF(1, 2);

/** Prints "ubnsim: <text>"; otherwise as ubn_log_error. */
void ubn_log_info(const char *fmt, ...) UBN_PRINTF(1, 2);

#ifdef __cplusplus
}
#endif
#endif
