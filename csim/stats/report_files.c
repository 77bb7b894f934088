/* SPDX-License-Identifier: Apache-2.0 */
/* report_files: the CSV files of a report, and the order in which all files are made. */
#include "ubn/report.h"

#include "report_json.h"
#include "report_rows.h"

#include <inttypes.h>
#include <string.h>

/* A text field, quoted when it needs to be. Source: RFC 4180. */
static void put_text(FILE *out, const char *text)
{
    if (strpbrk(text, ",\"\r\n") == NULL) {
        fputs(text, out);
        return;
    }
    fputc('"', out);
    for (; *text != '\0'; text++) {
        if (*text == '"') {
            fputc('"', out);
        }
        fputc(*text, out);
    }
    fputc('"', out);
}

/* One more column; empty when it has not happened. */
static void put_instant(FILE *out, bool happened, uint64_t ps)
{
    if (happened) {
        fprintf(out, ",%" PRIu64, ps);
    } else {
        fputc(',', out);
    }
}

static enum ubn_status write_ops(const struct ubn_report *report, FILE *out)
{
    const struct ubn_trace *trace = report->trace;

    fprintf(out, "op,node,queue,seq,status,bytes,start_ps,issue_ps,end_ps,latency_ps");
    for (int stage = 0; stage < UBN_STAGE_COUNT; stage++) {
        fprintf(out, ",%s_ps", ubn_stage_info[stage].name);
    }
    fprintf(out, "\n");
    for (size_t i = 0; i < ubn_trace_op_count(trace); i++) {
        struct ubn_trace_op op;

        ubn_trace_op_get(trace, (uint32_t)i, &op);
        fprintf(out, "%zu,%" PRIu32 ",%" PRIu32 ",%" PRIu32 ",%" PRIu32 ",%" PRIu64 ",%" PRIu64, i,
                op.node, op.queue, op.seq, op.status, op.bytes, op.start_ps);
        put_instant(out, op.issue_ps != 0, op.issue_ps);
        put_instant(out, op.ended, op.end_ps);
        put_instant(out, op.ended, op.end_ps - op.start_ps);
        for (int stage = 0; stage < UBN_STAGE_COUNT; stage++) {
            fprintf(out, ",%" PRIu64, op.stage_ps[stage]);
        }
        fputc('\n', out);
    }
    return UBN_OK;
}

/* One row of stages.csv. Without samples the numbers are left empty. */
static void put_summary(FILE *out, const char *node, const char *name, const char *category,
                        const struct ubn_summary *s, const char *cycles)
{
    char mean[UBN_STATS_TEXT];

    put_text(out, node);
    fprintf(out, ",%s,%s,%" PRIu64, name, category, s->count);
    if (s->count == 0) {
        fprintf(out, ",,,,,,,,,\n");
        return;
    }
    fprintf(out,
            ",%" PRIu64 ",%s,%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64
            ",%s\n",
            s->sum, ubn_stats_mean_ns(s->sum, s->count, mean), s->min, s->p50, s->p90, s->p99,
            s->p999, s->max, cycles);
}

static enum ubn_status write_stages_of(const struct ubn_report *report, uint32_t node,
                                       const char *node_name, FILE *out)
{
    struct ubn_rows rows;
    char cycles[UBN_STATS_TEXT];
    enum ubn_status status = ubn_rows_collect(report->trace, node, &rows);

    if (status != UBN_OK) {
        return status;
    }
    for (int i = 0; i < UBN_STAGE_COUNT; i++) {
        enum ubn_stage stage = (enum ubn_stage)i;

        put_summary(out, node_name, ubn_stage_info[i].name, ubn_stage_info[i].category,
                    &rows.stage[i], ubn_rows_cycles(&rows, stage, cycles));
    }
    put_summary(out, node_name, "total_without_alignment", "total", &rows.unaligned, "");
    put_summary(out, node_name, "total", "total", &rows.total, "");
    return UBN_OK;
}

static enum ubn_status write_stages(const struct ubn_report *report, FILE *out)
{
    fprintf(out, "node,stage,category,ops,sum_ps,mean_ns,min_ps,p50_ps,p90_ps,p99_ps,p999_ps,"
                 "max_ps,mean_cycles\n");
    enum ubn_status status = write_stages_of(report, UBN_ROWS_ALL, "all", out);

    for (uint32_t node = 0; status == UBN_OK && node < report->n_nodes; node++) {
        status = write_stages_of(report, node, report->node_names[node], out);
    }
    return status;
}

static enum ubn_status write_counters(const struct ubn_report *report, FILE *out)
{
    fprintf(out, "name,value,unit,doc\n");
    for (size_t i = 0; i < report->n_counters; i++) {
        const struct ubn_counter *c = &report->counters[i];

        put_text(out, c->name);
        fprintf(out, ",%" PRIu64 ",", c->value);
        put_text(out, c->unit);
        fputc(',', out);
        put_text(out, c->doc);
        fputc('\n', out);
    }
    return UBN_OK;
}

enum ubn_status ubn_report_write(const struct ubn_report *report, struct ubn_outset *set)
{
    static const struct {
        const char *name;
        enum ubn_status (*write)(const struct ubn_report *report, FILE *out);
    } files[] = {
        {"summary.json", ubn_report_json_summary},
        {"ops.csv", write_ops},
        {"stages.csv", write_stages},
        {"counters.csv", write_counters},
    };
    enum ubn_status status = UBN_OK;
    FILE *out = NULL;

    for (size_t i = 0; status == UBN_OK && i < sizeof(files) / sizeof(files[0]); i++) {
        status = ubn_outset_file(set, files[i].name, &out);
        if (status == UBN_OK) {
            status = files[i].write(report, out);
        }
    }
    if (status == UBN_OK) { /* last, so that it lists all the others */
        status = ubn_outset_file(set, "manifest.json", &out);
    }
    return status == UBN_OK ? ubn_report_json_manifest(report, set, out) : status;
}
