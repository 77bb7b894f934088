/* SPDX-License-Identifier: Apache-2.0 */
/** @file main.c  ubnsim: picks the subcommand, turns its status into the exit code. */
#include "app.h"

#include "ubn/log.h"

#include <stdio.h>
#include <string.h>

static const struct ubn_command *const commands[] = {
    &ubn_command_run,
    &ubn_command_check,
    &ubn_command_keys,
};

enum { COMMANDS = sizeof(commands) / sizeof(commands[0]) };

static void print_help(FILE *out)
{
    fprintf(out, "ubnsim %s: cycle simulation of network controllers\n\nusage:\n", UBN_VERSION);
    for (size_t i = 0; i < COMMANDS; i++) {
        fprintf(out, "  ubnsim %s %s\n      %s\n", commands[i]->name, commands[i]->usage,
                commands[i]->doc);
    }
    fprintf(out,
            "  ubnsim --help | --version\n\n"
            "key=value overrides the file: link.delay=\"50 ns\" nodes.1.clock_phase=\"1 ns\"\n"
            "exit code: 0 ok, 1 a check failed, 2 usage, configuration or files, 3 no progress,\n"
            "           130 interrupted\n");
}

static enum ubn_status run_command(const struct ubn_command *command, int n, char *const *args)
{
    for (int i = 0; i < n; i++) {
        if (strcmp(args[i], "--help") == 0 || strcmp(args[i], "-h") == 0) {
            printf("usage: ubnsim %s %s\n%s\n", command->name, command->usage, command->doc);
            return UBN_OK;
        }
    }
    return command->run(n, args);
}

static enum ubn_status dispatch(int argc, char *const *argv)
{
    if (argc < 2) {
        print_help(stderr);
        return UBN_ERR_CONFIG;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
        print_help(stdout);
        return UBN_OK;
    }
    if (strcmp(argv[1], "--version") == 0) {
        printf("ubnsim %s\n", UBN_VERSION);
        return UBN_OK;
    }
    for (size_t i = 0; i < COMMANDS; i++) {
        if (strcmp(argv[1], commands[i]->name) == 0) {
            return run_command(commands[i], argc - 2, argv + 2);
        }
    }
    ubn_log_error("\"%.60s\" is no command (legal: run, check, keys); see ubnsim --help", argv[1]);
    return UBN_ERR_CONFIG;
}

int main(int argc, char **argv)
{
    enum ubn_status status = dispatch(argc, argv);
    if (fflush(stdout) != 0 && status == UBN_OK) {
        ubn_log_error("standard output cannot be written");
        status = UBN_ERR_IO;
    }
    return ubn_status_exit_code(status);
}
