/* SPDX-License-Identifier: Apache-2.0 */
/* report: the summary on the terminal; contract in ubn/report.h. */
#include "ubn/report.h"

#include "report_rows.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define LABEL_WIDTH 58
#define MAX_COLUMNS 8u /* nodes with a column of their own */

/* What the table shows: all nodes first, then those with operations, if there are several. */
struct table {
    struct ubn_rows all;
    struct ubn_rows node[MAX_COLUMNS];
    uint32_t node_id[MAX_COLUMNS];
    size_t n_nodes;
};

/* Picoseconds as nanoseconds, exactly. */
static const char *ns(uint64_t ps, char text[UBN_STATS_TEXT])
{
    return ubn_stats_ratio(ps, 1000, 1, 3, text);
}

static enum ubn_status collect(const struct ubn_report *report, struct table *table)
{
    enum ubn_status status = ubn_rows_collect(report->trace, UBN_ROWS_ALL, &table->all);

    for (uint32_t node = 0; status == UBN_OK && node < report->n_nodes; node++) {
        if (table->n_nodes == MAX_COLUMNS) {
            break;
        }
        struct ubn_rows *rows = &table->node[table->n_nodes];

        status = ubn_rows_collect(report->trace, node, rows);
        if (status == UBN_OK && rows->total.count > 0) {
            table->node_id[table->n_nodes++] = node;
        }
    }
    if (table->n_nodes < 2) {
        table->n_nodes = 0; /* the column would repeat the first */
    }
    return status;
}

/* One row. `stage` selects the summary: a stage, or -1 total, -2 total without alignment. */
static const struct ubn_summary *pick(const struct ubn_rows *rows, int stage)
{
    return stage >= 0 ? &rows->stage[stage] : stage == -1 ? &rows->total : &rows->unaligned;
}

static void print_row(const struct table *table, const char *label, int stage, FILE *out)
{
    const struct ubn_summary *s = pick(&table->all, stage);
    char text[UBN_STATS_TEXT];

    fprintf(out, "%-*s", LABEL_WIDTH, label);
    fprintf(out, " %12s", ubn_stats_mean_ns(s->sum, s->count, text));
    fprintf(out, " %7s",
            stage >= 0 ? ubn_rows_cycles(&table->all, (enum ubn_stage)stage, text) : "");
    fprintf(out, " %12s", ns(s->min, text));
    fprintf(out, " %12s", ns(s->max, text));
    for (size_t i = 0; i < table->n_nodes; i++) {
        const struct ubn_summary *mine = pick(&table->node[i], stage);

        fprintf(out, " %12s", ubn_stats_mean_ns(mine->sum, mine->count, text));
    }
    fprintf(out, "\n");
}

static void print_rule(const struct table *table, FILE *out)
{
    size_t width = LABEL_WIDTH + 8 + 13 * (3 + table->n_nodes);

    for (size_t i = 0; i < width; i++) {
        fputc('-', out);
    }
    fputc('\n', out);
}

static void print_table(const struct ubn_report *report, const struct table *table, FILE *out)
{
    char label[128];

    fprintf(out, "%-*s %12s %7s %12s %12s", LABEL_WIDTH, "stage", "mean ns", "cycles", "min ns",
            "max ns");
    for (size_t i = 0; i < table->n_nodes; i++) {
        snprintf(label, sizeof(label), "%.7s mean", report->node_names[table->node_id[i]]);
        fprintf(out, " %12s", label);
    }
    fprintf(out, "\n");
    print_rule(table, out);
    for (int stage = 0; stage < UBN_STAGE_COUNT; stage++) {
        if (stage != UBN_STAGE_CLOCK_ALIGN &&
            ubn_trace_stage_intervals(report->trace, (enum ubn_stage)stage) > 0) {
            print_row(table, ubn_stage_info[stage].doc, stage, out);
        }
    }
    print_rule(table, out);
    print_row(table, "total without alignment", -2, out);
    print_row(table, ubn_stage_info[UBN_STAGE_CLOCK_ALIGN].doc, UBN_STAGE_CLOCK_ALIGN, out);
    print_row(table, "total", -1, out);
}

static void print_latency(const struct ubn_rows *rows, FILE *out)
{
    const struct ubn_summary *s = &rows->total;
    char mean[UBN_STATS_TEXT];
    char p[5][UBN_STATS_TEXT];

    fprintf(out, "operations %" PRIu64 ", failed %" PRIu64 ", unfinished %" PRIu64 "\n", rows->ops,
            rows->failed, rows->open);
    if (s->count == 0) {
        fprintf(out, "latency: no samples\n");
        return;
    }
    fprintf(out,
            "latency ns: mean %s  p50 %s  p90 %s  p99 %s  p99.9 %s  max %s  (%" PRIu64
            " samples, nearest rank)\n",
            ubn_stats_mean_ns(s->sum, s->count, mean), ns(s->p50, p[0]), ns(s->p90, p[1]),
            ns(s->p99, p[2]), ns(s->p999, p[3]), ns(s->max, p[4]), s->count);
}

static void print_rest(const struct ubn_report *report, FILE *out)
{
    char text[UBN_STATS_TEXT];

    for (size_t i = 0; i < report->n_rates; i++) {
        const struct ubn_report_rate *r = &report->rates[i];

        fprintf(out, "rate %-20s %s %s/s  (%" PRIu64 " in %s ns)\n", r->name,
                ubn_stats_rate_per_s(r->rate, text), r->unit, r->rate.count,
                ns(r->rate.span_ps, (char[UBN_STATS_TEXT]){0}));
    }
    for (size_t i = 0; i < report->n_counters; i++) {
        const struct ubn_counter *c = &report->counters[i];

        if (c->brief && c->value != 0) {
            fprintf(out, "%-25s %" PRIu64 " %s  (%s)\n", c->name, c->value, c->unit, c->doc);
        }
    }
    fprintf(out, "simulated %s ns, seed %" PRIu64 ", trace hash %016" PRIx64 "\n",
            ns(report->simulated_ps, text), report->seed, report->trace_hash);
}

enum ubn_status ubn_report_print(const struct ubn_report *report, FILE *out)
{
    struct table *table = calloc(1, sizeof(*table));

    if (table == NULL) {
        return UBN_ERR_NOMEM;
    }
    enum ubn_status status = collect(report, table);

    if (status == UBN_OK) {
        fprintf(out, "%s  (stack %s, profile %s)\n\n", report->title, report->stack,
                report->profile);
        if (table->all.total.count > 0) {
            print_table(report, table, out);
            fprintf(out, "\n");
        }
        print_latency(&table->all, out);
        print_rest(report, out);
        if (strcmp(report->ended, "ok") != 0) {
            fprintf(out, "this run did not end well: %s\n", report->ended);
        }
        status = ferror(out) != 0 ? UBN_ERR_IO : UBN_OK;
    }
    free(table);
    return status;
}
