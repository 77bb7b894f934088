/* SPDX-License-Identifier: Apache-2.0 */
/* report_json: summary.json and manifest.json.
 * Times are integers in ps; only means and rates are real numbers, each computed once from
 * integers, so equal runs give equal bytes.
 */
#include "report_json.h"

#include "report_rows.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdbool.h>

/* A 64-bit number; as text where JSON integers (signed here) cannot hold it. */
static json_t *number(uint64_t value)
{
    return value <= INT64_MAX ? json_integer((json_int_t)value) : json_sprintf("%" PRIu64, value);
}

/* A text. jansson refuses bytes that are not UTF-8: they are shown, not lost. */
static json_t *text(const char *value)
{
    json_t *json = json_string(value);

    return json != NULL ? json : json_string("(text is not UTF-8)");
}

static json_t *real(uint64_t num, uint64_t den, double scale)
{
    return den == 0 ? json_null() : json_real((double)num / (double)den * scale);
}

/* Adds a member; jansson refuses a NULL value, so a failed part shows here. */
static bool put(json_t *object, const char *key, json_t *value)
{
    return json_object_set_new(object, key, value) == 0;
}

static json_t *summary(const struct ubn_summary *s)
{
    const struct {
        const char *key;
        uint64_t ps;
    } times[] = {{"sum_ps", s->sum}, {"min_ps", s->min},   {"p50_ps", s->p50}, {"p90_ps", s->p90},
                 {"p99_ps", s->p99}, {"p999_ps", s->p999}, {"max_ps", s->max}};
    json_t *object = json_object();
    bool ok = put(object, "count", number(s->count));

    ok = put(object, "mean_ns", real(s->sum, s->count, 1e-3)) && ok;
    for (size_t i = 0; i < sizeof(times) / sizeof(times[0]); i++) {
        ok = put(object, times[i].key, s->count > 0 ? number(times[i].ps) : json_null()) && ok;
    }
    if (!ok) {
        json_decref(object);
        return NULL;
    }
    return object;
}

static json_t *stage_row(const struct ubn_rows *rows, enum ubn_stage stage)
{
    json_t *object = summary(&rows->stage[stage]);
    bool ok = put(object, "name", text(ubn_stage_info[stage].name));

    ok = put(object, "doc", text(ubn_stage_info[stage].doc)) && ok;
    ok = put(object, "category", text(ubn_stage_info[stage].category)) && ok;
    if (ubn_trace_stage_is_nic(stage)) {
        ok = put(object, "mean_cycles", real(rows->cycles[stage], rows->stage[stage].count, 1)) &&
             ok;
    }
    if (!ok) {
        json_decref(object);
        return NULL;
    }
    return object;
}

/* The stage table of one node, or of all. */
static json_t *node_table(const struct ubn_report *report, const struct ubn_rows *rows,
                          const char *name)
{
    json_t *stages = json_array();
    json_t *object = json_object();
    bool ok = put(object, "node", text(name));

    ok = put(object, "operations", number(rows->ops)) && ok;
    ok = put(object, "failed", number(rows->failed)) && ok;
    ok = put(object, "unfinished", number(rows->open)) && ok;
    ok = put(object, "latency", summary(&rows->total)) && ok;
    ok = put(object, "latency_without_alignment", summary(&rows->unaligned)) && ok;
    for (int i = 0; i < UBN_STAGE_COUNT; i++) {
        enum ubn_stage stage = (enum ubn_stage)i;

        if (ubn_trace_stage_intervals(report->trace, stage) > 0) {
            ok = json_array_append_new(stages, stage_row(rows, stage)) == 0 && ok;
        }
    }
    ok = put(object, "stages", stages) && ok;
    if (!ok) {
        json_decref(object);
        return NULL;
    }
    return object;
}

/* Tables of all nodes together, then of each node. Status of the statistics in *status. */
static json_t *tables(const struct ubn_report *report, enum ubn_status *status)
{
    struct ubn_rows rows;
    json_t *array = json_array();
    bool ok = true;

    *status = ubn_rows_collect(report->trace, UBN_ROWS_ALL, &rows);
    if (*status == UBN_OK) {
        ok = json_array_append_new(array, node_table(report, &rows, "all")) == 0;
    }
    for (uint32_t node = 0; ok && *status == UBN_OK && node < report->n_nodes; node++) {
        *status = ubn_rows_collect(report->trace, node, &rows);
        if (*status == UBN_OK) {
            json_t *table = node_table(report, &rows, report->node_names[node]);

            ok = json_array_append_new(array, table) == 0;
        }
    }
    if (!ok || *status != UBN_OK) {
        json_decref(array);
        return NULL;
    }
    return array;
}

static json_t *rates(const struct ubn_report *report)
{
    json_t *object = json_object();
    bool ok = object != NULL;

    for (size_t i = 0; i < report->n_rates; i++) {
        const struct ubn_report_rate *r = &report->rates[i];
        json_t *row = json_object();

        ok = put(row, "count", number(r->rate.count)) && ok;
        ok = put(row, "unit", text(r->unit)) && ok;
        ok = put(row, "span_ps", number(r->rate.span_ps)) && ok;
        ok = put(row, "per_s", real(r->rate.count, r->rate.span_ps, 1e12)) && ok;
        ok = put(object, r->name, row) && ok;
    }
    if (!ok) {
        json_decref(object);
        return NULL;
    }
    return object;
}

static json_t *counters(const struct ubn_report *report)
{
    json_t *object = json_object();
    bool ok = object != NULL;

    for (size_t i = 0; i < report->n_counters; i++) {
        ok = put(object, report->counters[i].name, number(report->counters[i].value)) && ok;
    }
    if (!ok) {
        json_decref(object);
        return NULL;
    }
    return object;
}

/* Members that both files begin with. */
static bool put_identity(json_t *object, const struct ubn_report *report)
{
    bool ok = put(object, "title", text(report->title));

    ok = put(object, "stack", text(report->stack)) && ok;
    ok = put(object, "profile", text(report->profile)) && ok;
    ok = put(object, "ended", text(report->ended)) && ok;
    ok = put(object, "seed", number(report->seed)) && ok;
    ok = put(object, "trace_hash", json_sprintf("%016" PRIx64, report->trace_hash)) && ok;
    return put(object, "simulated_ps", number(report->simulated_ps)) && ok;
}

/* Writes and frees a document. */
static enum ubn_status dump(json_t *root, bool ok, FILE *out)
{
    enum ubn_status status = ok ? UBN_OK : UBN_ERR_NOMEM;

    if (ok && (json_dumpf(root, out, JSON_INDENT(2) | JSON_REAL_PRECISION(15)) != 0 ||
               fputc('\n', out) == EOF)) {
        status = UBN_ERR_IO;
    }
    json_decref(root);
    return status;
}

enum ubn_status ubn_report_json_summary(const struct ubn_report *report, FILE *out)
{
    enum ubn_status status = UBN_OK;
    json_t *root = json_object();
    bool ok = put_identity(root, report);

    ok = put(root, "tables", tables(report, &status)) && ok;
    ok = put(root, "rates", rates(report)) && ok;
    ok = put(root, "counters", counters(report)) && ok;
    enum ubn_status dumped = dump(root, ok, out);

    return status != UBN_OK ? status : dumped;
}

enum ubn_status ubn_report_json_manifest(const struct ubn_report *report,
                                         const struct ubn_outset *set, FILE *out)
{
    json_t *root = json_object();
    json_t *files = json_array();
    bool ok = put_identity(root, report);

    ok = put(root, "version", text(report->version)) && ok;
    ok = put(root, "compiler", text(report->compiler)) && ok;
    for (size_t i = 0; i < ubn_outset_count(set); i++) {
        ok = json_array_append_new(files, text(ubn_outset_name(set, i))) == 0 && ok;
    }
    ok = put(root, "files", files) && ok;
    ok = put(root, "config", text(report->config_text)) && ok;
    return dump(root, ok, out);
}
