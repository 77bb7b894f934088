/* SPDX-License-Identifier: Apache-2.0 */
/** @file app.h  Subcommands of ubnsim. Inside csim/app only. */
#ifndef UBN_APP_H
#define UBN_APP_H

#include "ubn/status.h"

#include <stddef.h>

/** Version of the program; the build gives it (git describe). */
#ifndef UBN_VERSION
#define UBN_VERSION "unknown"
#endif

/** One subcommand. */
struct ubn_command {
    const char *name;                                 /**< first word on the command line */
    const char *usage;                                /**< the words after it */
    const char *doc;                                  /**< what it does, for --help */
    enum ubn_status (*run)(int n, char *const *args); /**< args: shape [n], after the name */
};

extern const struct ubn_command ubn_command_run;   /**< simulates an experiment */
extern const struct ubn_command ubn_command_check; /**< validates a file */
extern const struct ubn_command ubn_command_keys;  /**< prints the table of keys */

/** FILE [key=value ...] [--out DIR], taken apart. */
struct ubn_args {
    const char *file;             /**< experiment file */
    const char *out;              /**< value of --out; NULL when absent */
    const char *const *overrides; /**< shape [overrides_count] */
    size_t overrides_count;       /**< number of key=value */
};

/** Takes a command line apart; moves the overrides together in place.
 *
 *  @param command  [in] for messages.
 *  @param n        [in] number of words.
 *  @param args     [in,out] shape [n]; order changes.
 *  @param with_out [in] 1: --out is legal.
 *  @param args_out [out] points into args.
 *  @return UBN_OK; UBN_ERR_CONFIG after one message. */
enum ubn_status ubn_args_parse(const struct ubn_command *command, int n, char *const *args,
                               int with_out, struct ubn_args *args_out);

#endif
