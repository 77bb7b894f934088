/* SPDX-License-Identifier: Apache-2.0 */
/** @file log.c  One message, one line, on stderr, in one write. */
#include "ubn/log.h"

#include <stdarg.h>
#include <stdio.h>

enum { LINE_BYTES = 2048 }; /* longer messages are cut */

static void print(const char *prefix, const char *separator, const char *fmt, va_list args)
{
    char line[LINE_BYTES];
    int start = snprintf(line, sizeof(line), "%s%s", prefix, separator);
    size_t used = start < 0 ? 0 : (size_t)start;
    if (used < sizeof(line)) {
        vsnprintf(line + used, sizeof(line) - used, fmt, args);
    }
    for (char *c = line; *c != '\0'; c++) {
        if ((unsigned char)*c < ' ' || *c == '\x7f') {
            *c = '?';
        }
    }
    fprintf(stderr, "%s\n", line);
}

void ubn_log_at(const char *place, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    print(place, ": ", fmt, args);
    va_end(args);
}

void ubn_log_error(const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    print("ubnsim: error: ", "", fmt, args);
    va_end(args);
}

void ubn_log_warn(const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    print("ubnsim: warning: ", "", fmt, args);
    va_end(args);
}

void ubn_log_info(const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    print("ubnsim: ", "", fmt, args);
    va_end(args);
}
