/* SPDX-License-Identifier: Apache-2.0 */
/** @file cmd_run.c  ubnsim run: configuration, output set, signals, then the simulation. */
#define _DEFAULT_SOURCE
#include "app.h"

#include "ubn/config.h"
#include "ubn/log.h"
#include "ubn/outset.h"
#include "ubn/run.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static volatile sig_atomic_t interrupted; /* the one thing a signal handler may touch */

static void on_signal(int number)
{
    (void)number;
    interrupted = 1;
}

/* The first signal stops the run in order; a second one ends the program at once. */
static void catch_signals(void)
{
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = (int)SA_RESETHAND};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

/* An experiment without name is called as its file, without folder and suffix. */
static void name_experiment(struct ubn_config *cfg, const char *file)
{
    if (cfg->name[0] == '\0') {
        const char *slash = strrchr(file, '/');
        const char *base = slash != NULL ? slash + 1 : file;
        const char *dot = strrchr(base, '.');
        size_t len = dot != NULL && dot != base ? (size_t)(dot - base) : strlen(base);
        snprintf(cfg->name, sizeof(cfg->name), "%.*s", (int)(len < 100 ? len : 100), base);
    }
}

/* All files that a run may leave: those of an earlier run must not stand beside the new ones. */
static enum ubn_status open_outset(const char *dir, struct ubn_outset **out)
{
    static const char *const names[] = {"summary.json",  "ops.csv",    "stages.csv",
                                        "counters.csv",  "wave.fst",   "wave.gtkw",
                                        "manifest.json", "trace.json", "wire.pcapng"};
    struct ubn_outset *set;
    enum ubn_status status = ubn_outset_begin(dir, &set);
    if (status != UBN_OK) {
        return status;
    }
    for (size_t i = 0; status == UBN_OK && i < sizeof(names) / sizeof(names[0]); i++) {
        status = ubn_outset_stale(set, names[i]);
    }
    if (status != UBN_OK) {
        ubn_outset_abort(set);
        return status;
    }
    *out = set;
    return UBN_OK;
}

/* Results of a run that ended by itself are kept, also when a check failed: they tell why. */
static enum ubn_status close_outset(struct ubn_outset *out, enum ubn_status status)
{
    if (status == UBN_OK || status == UBN_ERR_CHECK || status == UBN_ERR_NOPROGRESS) {
        enum ubn_status committed = ubn_outset_commit(out);
        return status == UBN_OK ? committed : status;
    }
    ubn_outset_abort(out);
    if (status == UBN_ERR_INTERRUPTED) {
        ubn_log_error("interrupted; no results written");
    }
    return status;
}

static enum ubn_status run(int n, char *const *args)
{
    static struct ubn_config cfg; /* large, and written once: kept off the stack */
    char path[sizeof("build/out/") + UBN_CONFIG_TEXT_BYTES];
    struct ubn_args parsed;
    struct ubn_outset *out;
    enum ubn_status status = ubn_args_parse(&ubn_command_run, n, args, 1, &parsed);
    if (status == UBN_OK) {
        status = ubn_config_load(parsed.file, parsed.overrides_count, parsed.overrides, &cfg);
    }
    if (status != UBN_OK) {
        return status;
    }
    name_experiment(&cfg, parsed.file);
    snprintf(path, sizeof(path), "build/out/%s", cfg.name);
    const char *dir = parsed.out != NULL ? parsed.out : path;
    status = open_outset(dir, &out);
    if (status != UBN_OK) {
        return status;
    }
    catch_signals();
    const struct ubn_run_io io = {
        .out_dir = dir,
        .out = out,
        .config_path = parsed.file,
        .version = UBN_VERSION,
        .progress = isatty(STDERR_FILENO) != 0,
        .interrupted = &interrupted,
    };
    return close_outset(out, ubn_run(&cfg, &io));
}

const struct ubn_command ubn_command_run = {
    .name = "run",
    .usage = "FILE [key=value ...] [--out DIR]",
    .doc = "simulate an experiment; results go to DIR (default build/out/<name>)",
    .run = run,
};
