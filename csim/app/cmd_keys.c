/* SPDX-License-Identifier: Apache-2.0 */
/** @file cmd_keys.c  ubnsim keys: every key with its unit, range, default, source and meaning. */
#include "app.h"

#include "ubn/config.h"
#include "ubn/log.h"

static enum ubn_status run(int n, char *const *args)
{
    if (n > 1) {
        ubn_log_error("keys: one PREFIX at most");
        return UBN_ERR_CONFIG;
    }
    if (ubn_config_print_keys(stdout, n == 1 ? args[0] : NULL) == 0) {
        ubn_log_error("keys: no key starts with \"%.60s\"", args[0]);
        return UBN_ERR_CONFIG;
    }
    return UBN_OK;
}

const struct ubn_command ubn_command_keys = {
    .name = "keys",
    .usage = "[PREFIX]",
    .doc = "list the configuration keys with unit, legal range, default, source and meaning",
    .run = run,
};
