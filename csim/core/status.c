/* SPDX-License-Identifier: Apache-2.0 */
/** @file status.c  Names and exit codes of enum ubn_status. */
#include "ubn/status.h"

#include <stddef.h>

static const struct {
    const char *name;
    int exit_code;
} table[] = {
    [UBN_OK] = {"ok", 0},
    [UBN_ERR_ARG] = {"wrong argument", 1},
    [UBN_ERR_NOMEM] = {"out of memory", 1},
    [UBN_ERR_CONFIG] = {"configuration refused", 2},
    [UBN_ERR_IO] = {"input or output failed", 2},
    [UBN_ERR_CHECK] = {"check failed", 1},
    [UBN_ERR_NOPROGRESS] = {"no progress", 3},
    [UBN_ERR_INTERRUPTED] = {"interrupted", 130},
    [UBN_ERR_FULL] = {"full", 1},
};

static int known(enum ubn_status status)
{
    return (size_t)status < sizeof(table) / sizeof(table[0]);
}

const char *ubn_status_name(enum ubn_status status)
{
    return known(status) ? table[status].name : "unknown status";
}

int ubn_status_exit_code(enum ubn_status status)
{
    return known(status) ? table[status].exit_code : 1;
}
