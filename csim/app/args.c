/* SPDX-License-Identifier: Apache-2.0 */
/** @file args.c  Takes FILE [key=value ...] [--out DIR] apart. */
#include "app.h"

#include "ubn/log.h"

#include <string.h>

/* One word that is neither FILE nor an override. */
static enum ubn_status refuse(const struct ubn_command *command, const char *word)
{
    ubn_log_error("%s: \"%.60s\" is neither key=value nor an option; usage: ubnsim %s %s",
                  command->name, word, command->name, command->usage);
    return UBN_ERR_CONFIG;
}

enum ubn_status ubn_args_parse(const struct ubn_command *command, int n, char *const *args,
                               int with_out, struct ubn_args *args_out)
{
    struct ubn_args parsed = {0};
    char **words = (char **)args; /* the words of main; only their order changes */
    size_t overrides = 0;
    for (int i = 0; i < n; i++) {
        if (with_out && strcmp(args[i], "--out") == 0) {
            if (i + 1 == n || args[i + 1][0] == '\0') {
                ubn_log_error("%s: --out needs a folder", command->name);
                return UBN_ERR_CONFIG;
            }
            parsed.out = args[++i];
        } else if (with_out && strncmp(args[i], "--out=", 6) == 0 && args[i][6] != '\0') {
            parsed.out = args[i] + 6;
        } else if (args[i][0] == '-') {
            return refuse(command, args[i]);
        } else if (parsed.file == NULL && strchr(args[i], '=') == NULL) {
            parsed.file = args[i];
        } else if (parsed.file != NULL && strchr(args[i], '=') != NULL) {
            words[overrides++] = args[i];
        } else if (parsed.file == NULL) {
            ubn_log_error("%s: FILE comes before \"%.60s\"; usage: ubnsim %s %s", command->name,
                          args[i], command->name, command->usage);
            return UBN_ERR_CONFIG;
        } else {
            return refuse(command, args[i]);
        }
    }
    if (parsed.file == NULL) {
        ubn_log_error("%s: FILE is missing; usage: ubnsim %s %s", command->name, command->name,
                      command->usage);
        return UBN_ERR_CONFIG;
    }
    parsed.overrides = (const char *const *)args;
    parsed.overrides_count = overrides;
    *args_out = parsed;
    return UBN_OK;
}
