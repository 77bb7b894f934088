/* SPDX-License-Identifier: Apache-2.0 */
/* test_report: what a run prints and writes. Expected text is written down by hand. */
#define _DEFAULT_SOURCE
#include "ubn/report.h"

#include "ubn/time.h"

#include <inttypes.h>
#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char *const NODES[] = {"n0", "n1"};
static const struct ubn_counter COUNTERS[] = {
    {"n0.tx_frames", UINT64_C(1) << 32, "frames", "frames sent, \"all\" kinds", true},
    {"n1.drop_icrc", 0, "frames", "bad ICRC", true},
    {"n1.beats", UINT64_MAX, "beats", "beats, both directions", false},
};
static const struct ubn_report_rate RATES[] = {{"operations", {2, 1000000}, "ops"},
                                               {"nothing", {0, 0}, "bits"}};

struct bench {
    struct ubn_trace *trace;
    struct ubn_report report;
    char root[64];
};

static int bench_open(void **state)
{
    struct bench *b = calloc(1, sizeof(*b));

    assert_non_null(b);
    strcpy(b->root, "/tmp/ubn_report_XXXXXX");
    assert_non_null(mkdtemp(b->root));
    assert_int_equal(ubn_trace_create(NULL, &b->trace), UBN_OK);
    b->report = (struct ubn_report){.title = "one read of 64 B",
                                    .stack = "urma",
                                    .profile = "published",
                                    .ended = "ok",
                                    .config_text = "seed: 7\n",
                                    .version = "0.1",
                                    .compiler = "gcc 12",
                                    .seed = 7,
                                    .trace_hash = 0xABC,
                                    .simulated_ps = 1234567,
                                    .trace = b->trace,
                                    .node_names = NODES,
                                    .n_nodes = 2,
                                    .counters = COUNTERS,
                                    .n_counters = 3,
                                    .rates = RATES,
                                    .n_rates = 2};
    *state = b;
    return 0;
}

static int bench_close(void **state)
{
    struct bench *b = *state;
    char command[128];

    snprintf(command, sizeof(command), "rm -rf %s", b->root);
    assert_int_equal(system(command), 0);
    ubn_trace_destroy(b->trace);
    free(b);
    return 0;
}

/* A read of three stages: software, one NIC pass of `cycles` from edge 0, and alignment at the end.
 */
static void add_op(struct bench *b, uint32_t node, uint64_t soft_ps, uint64_t cycles,
                   uint64_t align_ps, uint32_t status)
{
    uint64_t nic_ps = cycles * UBN_CLOCK_PERIODS_PS / UBN_CLOCK_PERIODS;
    uint64_t t1 = 1000 + soft_ps;
    uint32_t op = 0;

    assert_int_equal(ubn_trace_op_begin(b->trace, node, 5, 9, 1000, 64, &op), UBN_OK);
    ubn_trace_interval(b->trace, op, UBN_STAGE_SW_SUBMIT, 1000, t1);
    ubn_trace_interval(b->trace, op, UBN_STAGE_NIC_TX, t1, t1 + nic_ps);
    ubn_trace_interval(b->trace, op, UBN_STAGE_CLOCK_ALIGN, t1 + nic_ps, t1 + nic_ps + align_ps);
    assert_int_equal(ubn_trace_op_end(b->trace, op, t1 + nic_ps + align_ps, status), UBN_OK);
}

/* Returns the printed report, to be freed. */
static char *print(const struct bench *b)
{
    char *text = NULL;
    size_t len = 0;
    FILE *out = open_memstream(&text, &len);

    assert_non_null(out);
    assert_int_equal(ubn_report_print(&b->report, out), UBN_OK);
    fclose(out);
    return text;
}

/* Writes the report into a folder below root and returns one of its files, to be freed. */
static char *write_and_read(const struct bench *b, const char *folder, const char *name)
{
    struct ubn_outset *set = NULL;
    char path[256];
    char *text = calloc(1, 65536);

    snprintf(path, sizeof(path), "%s/%s", b->root, folder);
    assert_int_equal(ubn_outset_begin(path, &set), UBN_OK);
    assert_int_equal(ubn_report_write(&b->report, set), UBN_OK);
    assert_int_equal(ubn_outset_commit(set), UBN_OK);
    snprintf(path, sizeof(path), "%s/%s/%s", b->root, folder, name);
    FILE *file = fopen(path, "rb");

    assert_non_null(file);
    assert_non_null(text);
    assert_true(fread(text, 1, 65535, file) > 0);
    fclose(file);
    return text;
}

static void report_prints_stage_table_that_adds_up(void **state)
{
    struct bench *b = *state;

    add_op(b, 0, 50000, 25, 2500, 0);
    char *text = print(b);
    const char *expected =
        "one read of 64 B  (stack urma, profile published)\n"
        "\n"
        "stage                                                           mean ns  cycles      "
        " min ns       max ns\n"
        "-------------------------------------------------------------------------------------"
        "--------------------\n"
        "library submit                                                   50.000              "
        " 50.000       50.000\n"
        "NIC transmit pipeline                                            77.639      25      "
        " 77.639       77.639\n"
        "-------------------------------------------------------------------------------------"
        "--------------------\n"
        "total without alignment                                         127.639              "
        "127.639      127.639\n"
        "clock-edge alignment, all entries into a NIC clock domain         2.500              "
        "  2.500        2.500\n"
        "total                                                           130.139              "
        "130.139      130.139\n"
        "\n"
        "operations 1, failed 0, unfinished 0\n"
        "latency ns: mean 130.139  p50 130.139  p90 130.139  p99 130.139  p99.9 130.139  max "
        "130.139  (1 samples, nearest rank)\n"
        "rate operations           2000000.000 ops/s  (2 in 1000.000 ns)\n"
        "rate nothing              no samples bits/s  (0 in 0.000 ns)\n"
        "n0.tx_frames              4294967296 frames  (frames sent, \"all\" kinds)\n"
        "simulated 1234.567 ns, seed 7, trace hash 0000000000000abc\n";

    assert_string_equal(text, expected);
    free(text);
}

static void report_prints_a_column_per_node_when_both_have_operations(void **state)
{
    struct bench *b = *state;

    add_op(b, 0, 50000, 25, 0, 0);
    add_op(b, 1, 51000, 26, 3000, 0);
    char *text = print(b);

    assert_non_null(strstr(text, "min ns       max ns      n0 mean      n1 mean\n"));
    assert_non_null(strstr(text, "     50.500               50.000       51.000       50.000       "
                                 "51.000\n"));
    assert_non_null(strstr(text, "    25.5 ")); /* mean of 25 and 26 cycles */
    free(text);
}

static void report_leaves_failed_operations_out_of_the_statistics(void **state)
{
    struct bench *b = *state;
    uint32_t open = 0;

    add_op(b, 0, 50000, 25, 0, 0);
    add_op(b, 0, 1, 1, 0, 4);
    ubn_trace_op_begin(b->trace, 0, 5, 10, 0, 64, &open);
    char *text = print(b);

    assert_non_null(strstr(text, "operations 3, failed 1, unfinished 1\n"));
    assert_non_null(strstr(text, "mean 127.639  p50 127.639"));
    assert_non_null(strstr(text, "(1 samples"));
    free(text);
}

/* B88: an operation that never ended has no latency, not an underflown one. */
static void report_says_no_samples_when_no_operation_succeeded(void **state)
{
    struct bench *b = *state;
    uint32_t open = 0;

    ubn_trace_op_begin(b->trace, 0, 5, 10, 5000, 64, &open);
    char *text = print(b);

    assert_non_null(strstr(text, "latency: no samples\n"));
    assert_null(strstr(text, "1844674407"));
    free(text);
    text = write_and_read(b, "out", "ops.csv");
    assert_non_null(strstr(text, "\n0,0,5,10,0,64,5000,,,,0,"));
    free(text);
    text = write_and_read(b, "out", "stages.csv");
    assert_non_null(strstr(text, "\nall,total,total,0,,,,,,,,,\n"));
    free(text);
    text = write_and_read(b, "out", "summary.json");
    assert_null(strstr(text, "1844674407370955161\""));
    assert_non_null(strstr(text, "\"p50_ps\": null"));
    free(text);
}

static void report_writes_one_row_per_operation_whose_stages_sum_to_its_latency(void **state)
{
    struct bench *b = *state;

    add_op(b, 0, 50000, 25, 2500, 0);
    add_op(b, 1, 60000, 25, 0, 3);
    char *text = write_and_read(b, "out", "ops.csv");

    assert_string_equal(
        text,
        "op,node,queue,seq,status,bytes,start_ps,issue_ps,end_ps,latency_ps,sw_submit_ps,sw_build_"
        "ps,"
        "doorbell_ps,bus_send_ps,wqe_fetch_ps,payload_fetch_ps,src_read_ps,nic_tx_ps,wire_fwd_ps,"
        "nic_rx_ps,"
        "tgt_dma_ps,tgt_bus_ps,tgt_mem_ps,nic_rsp_tx_ps,wire_back_ps,nic_rsp_rx_ps,payload_dma_ps,"
        "cqe_dma_ps,bus_cmpl_ps,cq_poll_ps,lib_poll_ps,psn_serial_ps,clock_align_ps,port_wait_ps\n"
        "0,0,5,9,0,64,1000,,131139,130139,50000,0,0,0,0,0,0,77639,0,0,0,0,0,0,0,0,0,0,0,0,0,0,2500,"
        "0\n1,1,5,9,3,64,1000,,138639,137639,60000,0,0,0,0,0,0,77639,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,"
        "0\n");
    free(text);
}

static void report_writes_stages_per_node_and_of_all(void **state)
{
    struct bench *b = *state;

    add_op(b, 0, 50000, 25, 2500, 0);
    add_op(b, 1, 60000, 25, 0, 0);
    char *text = write_and_read(b, "out", "stages.csv");

    assert_non_null(strstr(text, "node,stage,category,ops,sum_ps,mean_ns,min_ps,p50_ps,p90_ps,"
                                 "p99_ps,p999_ps,max_ps,mean_cycles\n"));
    assert_non_null(strstr(text, "\nall,sw_submit,software submit,2,110000,55.000,50000,50000,"
                                 "60000,60000,60000,60000,\n"));
    assert_non_null(strstr(text, "\nn1,nic_tx,NIC pipeline,1,77639,77.639,77639,77639,77639,77639,"
                                 "77639,77639,25\n"));
    assert_non_null(strstr(text, "\nn0,total_without_alignment,total,1,127639,"));
    assert_non_null(strstr(text, "\nn0,total,total,1,130139,"));
    free(text);
}

static void report_writes_counters_exactly(void **state)
{
    char *text = write_and_read(*state, "out", "counters.csv");

    assert_string_equal(text, "name,value,unit,doc\n"
                              "n0.tx_frames,4294967296,frames,\"frames sent, \"\"all\"\" kinds\"\n"
                              "n1.drop_icrc,0,frames,bad ICRC\n"
                              "n1.beats,18446744073709551615,beats,\"beats, both directions\"\n");
    free(text);
}

static void report_writes_json_that_holds_the_same_numbers(void **state)
{
    struct bench *b = *state;

    add_op(b, 0, 50000, 25, 2500, 0);
    char *text = write_and_read(b, "out", "summary.json");
    json_t *root = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    const char *table = NULL;
    const char *stage = NULL;
    const char *hash = NULL;
    json_int_t p999 = 0;
    json_int_t frames = 0;
    double mean = 0;
    double cycles = 0;
    double rate = 0;

    assert_non_null(root);
    assert_int_equal(json_unpack(root,
                                 "{s:s, s:[{s:s, s:{s:I, s:f}, s:[{}, {s:s, s:f}]}], s:{s:I}}",
                                 "trace_hash", &hash, "tables", "node", &table, "latency",
                                 "p999_ps", &p999, "mean_ns", &mean, "stages", "name", &stage,
                                 "mean_cycles", &cycles, "counters", "n0.tx_frames", &frames),
                     0);
    assert_int_equal(json_unpack(root, "{s:{s:{s:F}}}", "rates", "operations", "per_s", &rate), 0);
    assert_string_equal(hash, "0000000000000abc");
    assert_string_equal(table, "all");
    assert_string_equal(stage, "nic_tx");
    assert_int_equal(p999, 130139);
    assert_int_equal(frames, INT64_C(1) << 32);
    assert_true(mean == 130.139 && cycles == 25.0 && rate == 2000000.0);
    json_decref(root);
    free(text);
}

static void report_manifest_holds_all_that_repeats_the_run(void **state)
{
    char *text = write_and_read(*state, "out", "manifest.json");
    json_t *root = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    const char *config = NULL;
    const char *compiler = NULL;
    const char *first = NULL;
    json_int_t seed = 0;

    assert_non_null(root);
    assert_int_equal(json_unpack(root, "{s:s, s:s, s:I, s:[s]}", "config", &config, "compiler",
                                 &compiler, "seed", &seed, "files", &first),
                     0);
    assert_string_equal(config, "seed: 7\n");
    assert_string_equal(compiler, "gcc 12");
    assert_int_equal(seed, 7);
    assert_string_equal(first, "summary.json");
    assert_int_equal(json_array_size(json_object_get(root, "files")), 5);
    json_decref(root);
    free(text);
}

static void report_files_are_equal_when_runs_are_equal(void **state)
{
    static const char *const names[] = {"summary.json", "ops.csv", "stages.csv", "counters.csv",
                                        "manifest.json"};
    struct bench *b = *state;

    add_op(b, 0, 50001, 25, 2500, 0);
    add_op(b, 1, 60000, 25, 0, 0);
    for (size_t i = 0; i < 5; i++) {
        char *first = write_and_read(b, "first", names[i]);
        char *second = write_and_read(b, "second", names[i]);

        assert_string_equal(first, second);
        free(first);
        free(second);
    }
}

#define REPORT_TEST(name) cmocka_unit_test_setup_teardown(name, bench_open, bench_close)

int main(void)
{
    const struct CMUnitTest tests[] = {
        REPORT_TEST(report_prints_stage_table_that_adds_up),
        REPORT_TEST(report_prints_a_column_per_node_when_both_have_operations),
        REPORT_TEST(report_leaves_failed_operations_out_of_the_statistics),
        REPORT_TEST(report_says_no_samples_when_no_operation_succeeded),
        REPORT_TEST(report_writes_one_row_per_operation_whose_stages_sum_to_its_latency),
        REPORT_TEST(report_writes_stages_per_node_and_of_all),
        REPORT_TEST(report_writes_counters_exactly),
        REPORT_TEST(report_writes_json_that_holds_the_same_numbers),
        REPORT_TEST(report_manifest_holds_all_that_repeats_the_run),
        REPORT_TEST(report_files_are_equal_when_runs_are_equal),
    };

    return cmocka_run_group_tests_name("report", tests, NULL, NULL);
}
