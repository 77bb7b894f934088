/* SPDX-License-Identifier: Apache-2.0 */
/** @file cmd_check.c  ubnsim check: validates a file and prints what would be in force. */
#include "app.h"

#include "ubn/config.h"

static enum ubn_status run(int n, char *const *args)
{
    static struct ubn_config cfg; /* large, and written once: kept off the stack */
    struct ubn_args parsed;
    enum ubn_status status = ubn_args_parse(&ubn_command_check, n, args, 0, &parsed);
    if (status != UBN_OK) {
        return status;
    }
    status = ubn_config_load(parsed.file, parsed.overrides_count, parsed.overrides, &cfg);
    if (status == UBN_OK) {
        printf("# %s: ok\n", parsed.file);
        ubn_config_print_yaml(&cfg, stdout);
    }
    return status;
}

const struct ubn_command ubn_command_check = {
    .name = "check",
    .usage = "FILE [key=value ...]",
    .doc = "validate an experiment and print the configuration in force, as YAML",
    .run = run,
};
