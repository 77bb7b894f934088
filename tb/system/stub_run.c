/* SPDX-License-Identifier: Apache-2.0 */
/** @file stub_run.c  A simulation that does nothing, for tests of the command line: seed 1 ends
 * well, 2 fails a check, 3 makes no progress, 4 waits up to 10 s for an interrupt. */
#define _DEFAULT_SOURCE
#include "ubn/run.h"

#include <stdio.h>
#include <time.h>

static enum ubn_status wait_for_interrupt(const struct ubn_run_io *io)
{
    const struct timespec tick = {.tv_nsec = 10000000};
    printf("waiting\n");
    fflush(stdout);
    for (int i = 0; i < 1000 && *io->interrupted == 0; i++) {
        nanosleep(&tick, NULL);
    }
    return *io->interrupted != 0 ? UBN_ERR_INTERRUPTED : UBN_OK;
}

enum ubn_status ubn_run(const struct ubn_config *cfg, const struct ubn_run_io *io)
{
    static const enum ubn_status by_seed[] = {UBN_OK, UBN_OK, UBN_ERR_CHECK, UBN_ERR_NOPROGRESS};
    FILE *out;
    enum ubn_status status = ubn_outset_file(io->out, "summary.json", &out);
    if (status != UBN_OK) {
        return status;
    }
    ubn_config_print_json(cfg, out, 0);
    return cfg->seed < 4 ? by_seed[cfg->seed] : wait_for_interrupt(io);
}
