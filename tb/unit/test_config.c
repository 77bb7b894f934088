/* SPDX-License-Identifier: Apache-2.0 */
/* test_config: every key acts within its range, and every kind of bad input gives its one message.
   Longer than usual: the bad inputs are one table. */
#define _DEFAULT_SOURCE
#include "ubn/config.h"

#include "ubn/keys.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#define FILE_NAME "x.yaml"

static char folder[] = "/tmp/ubn_config_XXXXXX";
static struct ubn_config cfg;

/* All tests run in a folder of their own, so that messages name plain files. */
static int enter_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) != NULL && chdir(folder) == 0 ? 0 : -1;
}

static int leave_folder(void **state)
{
    char command[128];
    (void)state;
    snprintf(command, sizeof(command), "rm -rf %s", folder);
    return chdir("/") == 0 && system(command) == 0 ? 0 : -1;
}

static void write_file(const char *text)
{
    FILE *out = fopen(FILE_NAME, "w");
    assert_non_null(out);
    fputs(text, out);
    fclose(out);
}

/* Loads with at most one override; `message` gets what was printed on stderr. */
static enum ubn_status load(const char *path, const char *override, char *message, size_t bytes)
{
    fflush(stderr);
    int saved = dup(STDERR_FILENO);
    FILE *caught = tmpfile();
    assert_non_null(caught);
    assert_true(dup2(fileno(caught), STDERR_FILENO) >= 0);
    enum ubn_status status = ubn_config_load(path, override != NULL ? 1 : 0, &override, &cfg);
    fflush(stderr);
    assert_true(dup2(saved, STDERR_FILENO) >= 0);
    close(saved);
    rewind(caught);
    message[fread(message, 1, bytes - 1, caught)] = '\0';
    fclose(caught);
    return status;
}

static void expect_ok(const char *path, const char *override)
{
    char message[2048];
    enum ubn_status status = load(path, override, message, sizeof(message));
    assert_string_equal(message, "");
    assert_int_equal(status, UBN_OK);
}

/* `expected` is the whole message without newline. */
static void expect_refused(const char *path, const char *override, const char *expected)
{
    char message[2048];
    char line[2048];
    enum ubn_status status = load(path, override, message, sizeof(message));
    snprintf(line, sizeof(line), "%s\n", expected);
    assert_string_equal(message, line);
    assert_true(status == UBN_ERR_CONFIG || status == UBN_ERR_IO);
}

static void config_refuses_files_with_one_message_and_the_line(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        const char *message;
    } cases[] = {
        {"", "x.yaml:1: the file is empty"},
        {"# nothing\n\n", "x.yaml:3: the file is empty"},
        {"hello\n", "x.yaml:1: the file holds no \"key: value\""},
        {"- 1\n- 2\n", "x.yaml:1: the file holds no \"key: value\""},
        {"seed: 1\nlink: {delay: 50 ns\nworkload:\n",
         "x.yaml:3: this is not YAML: did not find expected ',' or '}'"},
        {"seed: 1\n\tops: 2\n",
         "x.yaml:2: this is not YAML: found a tab character that violates indentation"},
        {"seed: 1\nlink:\n  dela: 50 ns\n", "x.yaml:3: link.dela: unknown key, did you mean "
                                            "links.*.delay?; `ubnsim keys` lists all keys"},
        {"seed: 1\ndelay: 50 ns\n",
         "x.yaml:2: delay: unknown key, did you mean links.*.delay?; `ubnsim keys` lists all keys"},
        {"quite_other: 1\n", "x.yaml:1: quite_other: unknown key; `ubnsim keys` lists all keys"},
        {"workload.ops: 1\n", "x.yaml:1: workload.ops: unknown key, did you mean workload.ops?; "
                              "`ubnsim keys` lists all keys"},
        {"seed: 1\nprofile: native\nseed: 2\n", "x.yaml:3: seed: written twice, first on line 1"},
        {"bus: {hop: 1 ns}\nbus: {beat: 1 ns}\n", "x.yaml:2: bus: written twice, first on line 1"},
        {"bus: 30 ns\n", "x.yaml:1: bus: keys belong below this one, not a value"},
        {"bus:\n", "x.yaml:1: bus: keys belong below this one, not a value"},
        {"seed: {a: 1}\n", "x.yaml:1: seed: one value belongs here, not a group or list"},
        {"seed: [1]\n", "x.yaml:1: seed: one value belongs here, not a group or list"},
        {"nodes: {name: a}\n", "x.yaml:1: nodes: a list belongs here (\"- \" before each entry)"},
        {"nodes: []\n", "x.yaml:1: nodes: an empty list; leave the key out for the default"},
        {"nodes:\n  - 7\n", "x.yaml:2: nodes.0: keys belong below this one, not a value"},
        {"{[a]: 1}\n", "x.yaml:1: a key must be a plain word"},
        {"seed: &s 1\nworkload: {ops: *s}\n", "x.yaml:2: workload.ops: aliases are not supported"},
        {"seed: 1\n---\nseed: 2\n",
         "x.yaml:2: a second document (\"---\"); one file is one experiment"},
        {"question: x\nbase: a.yaml\n",
         "x.yaml:2: base: this file describes a sweep; run it with scripts/sweep NAME"},
        {"seed:\n", "x.yaml:1: seed: \"\": the value is missing (legal: 0 .. 9223372036854775807)"},
        {"\n\nlink: {delay: 50}\n",
         "x.yaml:3: links.*.delay: \"50\": the unit is missing (ps, ns, us, "
         "ms, s) (legal: 1 ps .. 1 s)"},
        {"link: {delay: 50 Gb/s}\n",
         "x.yaml:1: links.*.delay: \"50 Gb/s\": unknown unit of time (ps, "
         "ns, us, ms, s) (legal: 1 ps .. 1 s)"},
        {"link: {delay: 0 ns}\n",
         "x.yaml:1: links.*.delay: \"0 ns\": too small (legal: 1 ps .. 1 s)"},
        {"link: {delay: 0.5 ps}\n",
         "x.yaml:1: links.*.delay: \"0.5 ps\": finer than 1 ps (legal: 1 ps .. 1 s)"},
        {"link: {delay: -3 ns}\n",
         "x.yaml:1: links.*.delay: \"-3 ns\": negative (legal: 1 ps .. 1 s)"},
        {"link: {delay: soon}\n",
         "x.yaml:1: links.*.delay: \"soon\": not a number (legal: 1 ps .. 1 s)"},
        {"link: {delay: 1. ns}\n",
         "x.yaml:1: links.*.delay: \"1. ns\": not a number (legal: 1 ps .. 1 s)"},
        {"link: {delay: 1e3 ns}\n",
         "x.yaml:1: links.*.delay: \"1e3 ns\": unknown unit of time (ps, "
         "ns, us, ms, s) (legal: 1 ps .. 1 s)"},
        {"link: {delay: 99999999999999999999999 s}\n",
         "x.yaml:1: links.*.delay: \"99999999999999999999999 s\": too large (legal: 1 ps .. 1 s)"},
        {"link: {delay: 18446744073710 s}\n", /* 2^64 ps and a little: must not wrap */
         "x.yaml:1: links.*.delay: \"18446744073710 s\": too large (legal: 1 ps .. 1 s)"},
        {"workload:\n  ops: 5 ns\n",
         "x.yaml:2: workload.ops: \"5 ns\": this is a plain number, without "
         "unit (legal: 1 .. 1000000000)"},
        {"workload:\n  ops: 1.5\n",
         "x.yaml:2: workload.ops: \"1.5\": not a whole number (legal: 1 .. 1000000000)"},
        {"workload:\n  ops: 0\n",
         "x.yaml:2: workload.ops: \"0\": too small (legal: 1 .. 1000000000)"},
        {"nic: {mtu: 5000 B}\n", "x.yaml:1: nic.mtu: not a power of two (legal: 256 B .. 8 KiB)"},
        {"nic: {mtu: 4096}\n",
         "x.yaml:1: nic.mtu: \"4096\": the unit is missing (B, KiB, MiB, GiB, "
         "TiB) (legal: 256 B .. 8 KiB)"},
        {"nic: {max_outstanding: 1025}\n",
         "x.yaml:1: nic.max_outstanding: \"1025\": too large (legal: 1 .. 1024)"},
        {"stack: roce_dma\nnic: {mtu: 8 KiB}\n",
         "x.yaml:2: nic.mtu: the stack carries at most 4096 (legal: 256 B .. 8 KiB)"},
        {"workload: {outstanding: 17}\n",
         "x.yaml:1: workload.outstanding: the stack carries at most 16 (legal: 1 .. 1024)"},
        {"stack: roce_bf\npcie: {mps: 128 B}\n", "x.yaml:2: pcie.mps: pcie.cpl_max is 256 B, more "
                                                 "than pcie.mps, which is 128 B (legal: 128 "
                                                 "B .. 4 KiB)"},
        {"stack: roce_bf\npcie: {rcb: 128,\n  cpl_max: 64 B}\n",
         "x.yaml:3: pcie.cpl_max: less than pcie.rcb (legal: 64 B .. 4 KiB)"},
        {"nic: {window: auto}\n",
         "x.yaml:1: nic.window: \"auto\": not a number (legal: 1 .. 8388607)"},
        {"profile: slow\n",
         "x.yaml:1: profile: \"slow\": not one of the legal words (legal: published | "
         "native)"},
        {"sim: {skip_idle: maybe}\n", "x.yaml:1: sim.skip_idle: \"maybe\": neither true nor false "
                                      "(legal: true | false)"},
        {"nodes:\n  - {clock_phase: 3105 ps}\n  - {clock_phase: 3106 ps}\n",
         "x.yaml:3: nodes.1.clock_phase: \"3106 ps\": too large (legal: 0 ps .. 3105 ps)"},
        {"node: {stall: {axi: 100 %}}\n",
         "x.yaml:1: nodes.*.stall.axi: \"100 %\": too large (legal: 0 % .. 99 %)"},
        {"workload: {bytes_min: 64 B,\n bytes_max: 32 B}\n",
         "x.yaml:2: workload.bytes_max: workload.bytes_min is 64 B, more than workload.bytes_max, "
         "which "
         "is 32 B (legal: 1 B .. 8 KiB | auto)"},
        {"workload: {bytes: 8 KiB}\n",
         "x.yaml:1: workload.bytes_max: workload.bytes_max is 8 KiB, more "
         "than nic.mtu, which is 4 KiB (legal: 1 B .. 8 KiB | auto)"},
        {"workload: {bytes: 64 B,\n bytes_max: 128 B}\n",
         "x.yaml:2: workload.bytes_max: workload.bytes and workload.bytes_max exclude each other "
         "(legal: "
         "1 B .. 8 KiB | auto)"},
        {"workload: {threads: 4}\n", "x.yaml:1: workload.threads: workload.threads is 4, more than "
                                     "workload.jettys, which is 1 (legal: 1 .. 64)"},
        {"memory: {row_hit: 80 ns}\n",
         "x.yaml:1: memory.row_hit: memory.row_hit is 80 ns, more than "
         "memory.row_miss, which is 70 ns (legal: 1 ps .. 100 us)"},
        {"sim: {trace_from: 9 cyc,\n  trace_to: 8 cyc}\n",
         "x.yaml:2: sim.trace_to: sim.trace_from is 9 cyc, more than sim.trace_to, which is 8 cyc "
         "(legal: 0 cyc .. 281474976710655 cyc | auto)"},
        {"link: {delay: 1 ms}\n", "x.yaml:1: links.0.delay: delay and jitter are not shorter than "
                                  "sim.watchdog (legal: 1 ps .. 1 s)"},
        {"nodes:\n  - {name: a}\n",
         "x.yaml:2: nodes.0.name: a run needs at least two nodes (legal: up "
         "to 159 characters)"},
        {"nodes:\n  - {name: a}\n  - {name: a}\n",
         "x.yaml:3: nodes.1.name: \"a\" names two nodes, 0 and 1 (legal: up to 159 characters)"},
        {"nodes:\n  - {name: a/b}\n",
         "x.yaml:2: nodes.0.name: \"a/b\": a name has letters, digits and _ "
         ". - only (legal: up to 159 characters)"},
        {"name: ../../etc\n",
         "x.yaml:1: name: \"../../etc\": a name has letters, digits and _ . - only "
         "(legal: up to 159 characters)"},
        {"link: {from: n7}\n",
         "x.yaml:1: links.0.from: no node is named \"n7\" (legal: up to 159 characters)"},
        {"link: {to: n0}\n",
         "x.yaml:1: links.0.to: a link from \"n0\" to itself (legal: up to 159 characters)"},
        {"links:\n  - {from: n0, to: n1}\n  - {from: n1, to: n0}\n",
         "x.yaml:3: links.1.from: links 0 and 1 join the same nodes in the same direction (legal: "
         "up to "
         "159 characters)"},
        {"link: {duplex: false}\n",
         "x.yaml:1: links.0.duplex: no link from \"n1\" to \"n0\" (legal: true | false)"},
        {"nodes:\n  - {name: a}\n  - {name: b}\n  - {name: c}\nlink: {delay: 1 ns}\n",
         "x.yaml: links.0.from: missing; with more than two nodes a link names its ends (legal: up "
         "to "
         "159 characters)"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        write_file(cases[i].text);
        expect_refused(FILE_NAME, NULL, cases[i].message);
    }
}

static void config_refuses_overrides_with_one_message(void **state)
{
    (void)state;
    static const struct {
        const char *override;
        const char *message;
    } cases[] = {
        {"seed", "command line: seed: expected key=value"},
        {"=1", "command line: =1: expected key=value"},
        {"sed=1",
         "command line: sed: unknown key, did you mean seed?; `ubnsim keys` lists all keys"},
        {"nodes=1",
         "command line: nodes: a group of keys, not one value; `ubnsim keys` lists all keys"},
        {"link.delai=1 ns",
         "command line: link.delai: unknown key, did you mean links.*.delay?; `ubnsim "
         "keys` lists all keys"},
        {"nodes.2.clock_phase=1 ns",
         "command line: nodes.2.clock_phase: no such entry (legal: 0 .. 1)"},
        {"nodes.-1.clock_phase=1 ns",
         "command line: nodes.-1.clock_phase: unknown key; `ubnsim keys` lists all keys"},
        {"nodes.99999999999999999999.clock_phase=1 ns",
         "command line: nodes.99999999999999999999.clock_phase: unknown key; `ubnsim keys` lists "
         "all "
         "keys"},
        {"seed=",
         "command line: seed: \"\": the value is missing (legal: 0 .. 9223372036854775807)"},
        {"links.0.delay=0 ns",
         "command line: links.0.delay: \"0 ns\": too small (legal: 1 ps .. 1 s)"},
        {"links.*.delay=0 ns",
         "command line: links.*.delay: \"0 ns\": too small (legal: 1 ps .. 1 s)"},
        {"workload.bytes=8 KiB",
         "command line: workload.bytes_max: workload.bytes_max is 8 KiB, more "
         "than nic.mtu, which is 4 KiB (legal: 1 B .. 8 KiB | auto)"},
        {"seed=1\n2",
         "command line: seed: \"1?2\": this is a plain number, without unit (legal: 0 .. "
         "9223372036854775807)"},
    };
    write_file("seed: 5\n");
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        expect_refused(FILE_NAME, cases[i].override, cases[i].message);
    }
}

static void config_refuses_what_is_no_file(void **state)
{
    (void)state;
    expect_refused("missing.yaml", NULL, "missing.yaml: cannot be read: No such file or directory");
    assert_int_equal(mkdir("a_folder", 0777), 0);
    expect_refused("a_folder", NULL, "a_folder: is a folder, not a file");
    FILE *out = fopen("huge.yaml", "w");
    assert_non_null(out);
    assert_int_equal(ftruncate(fileno(out), 100 << 20), 0); /* 100 MB, sparse */
    fclose(out);
    expect_refused("huge.yaml", NULL, "huge.yaml: larger than 1 MiB; this is no experiment file");
    out = fopen("binary.yaml", "w");
    assert_non_null(out);
    fwrite("\x7f"
           "ELF\0\0\1",
           1, 7, out);
    fclose(out);
    expect_refused("binary.yaml", NULL,
                   "binary.yaml:1: this is not YAML: control characters are not allowed");
}

static void config_refuses_lists_that_are_too_long(void **state)
{
    (void)state;
    FILE *out = fopen(FILE_NAME, "w");
    assert_non_null(out);
    fputs("nodes:\n", out);
    for (int i = 0; i <= UBN_CONFIG_NODES_MAX; i++) {
        fprintf(out, "  - {name: node%d}\n", i);
    }
    fclose(out);
    expect_refused(FILE_NAME, NULL, "x.yaml:66: nodes: more entries than the model has room for");
}

/* Name of a key with entry 0 for lists. */
static void entry_name(const struct ubn_key *key, char *name, size_t bytes)
{
    const char *star = strchr(key->name, '*');
    if (star == NULL) {
        snprintf(name, bytes, "%s", key->name);
    } else {
        snprintf(name, bytes, "%.*s0%s", (int)(star - key->name), key->name, star + 1);
    }
}

static uint64_t value_of(const struct ubn_key *key)
{
    const char *base = key->list == UBN_KEY_NODES   ? (const char *)&cfg.nodes[0]
                       : key->list == UBN_KEY_LINKS ? (const char *)&cfg.links[0]
                                                    : (const char *)&cfg;
    if (key->type == UBN_KEY_BOOL) {
        return *(const bool *)(base + key->offset);
    }
    if (key->type == UBN_KEY_ENUM) {
        uint32_t word;
        memcpy(&word, base + key->offset, sizeof(word));
        return word;
    }
    return *(const uint64_t *)(base + key->offset);
}

/* Smallest unit of each type; a percent is written in parts per million. */
static void number_text(const struct ubn_key *key, uint64_t num, char *text, size_t bytes)
{
    static const char *const units[] = {[UBN_KEY_INT] = "",
                                        [UBN_KEY_TIME] = " ps",
                                        [UBN_KEY_RATE] = " b/s",
                                        [UBN_KEY_SIZE] = " B",
                                        [UBN_KEY_CYCLES] = " cyc"};
    if (key->type == UBN_KEY_PERCENT) {
        snprintf(text, bytes, "%" PRIu64 ".%04" PRIu64 " %%", num / 10000, num % 10000);
    } else {
        snprintf(text, bytes, "%" PRIu64 "%s", num, units[key->type]);
    }
}

/* What else a file must say so that no rule between keys forbids the ends of one range. */
static const char *context_of(const struct ubn_key *key)
{
    static const char *const contexts[][2] = {
        {"memory.row_hit", "memory: {row_miss: 100 us}"},
        {"memory.row_miss", "memory: {row_hit: 1 ps}"},
        {"nic.mtu", "workload: {bytes: 1 B}"},
        {"workload.bytes", "nic: {mtu: 8 KiB}"},
        {"workload.bytes_min", "nic: {mtu: 8 KiB}"},
        {"workload.bytes_max", "nic: {mtu: 8 KiB}\nworkload: {bytes_min: 1 B}"},
        {"workload.threads", "workload: {jettys: 64}"},
        {"workload.outstanding", "stack: roce_dma"},
        {"workload.start", "sim: {watchdog: 1000 s, max_time: 10000 s}"},
        {"links.*.delay", "sim: {watchdog: 1000 s}"},
        {"links.*.jitter", "sim: {watchdog: 1000 s}"},
    };
    for (size_t i = 0; i < sizeof(contexts) / sizeof(contexts[0]); i++) {
        if (strcmp(contexts[i][0], key->name) == 0) {
            return contexts[i][1];
        }
    }
    return "seed: 7";
}

/* Loads "key=num" over the context of the key. */
static enum ubn_status load_number(const struct ubn_key *key, uint64_t num, char *message,
                                   size_t bytes)
{
    char name[128];
    char text[64];
    char override[256];
    entry_name(key, name, sizeof(name));
    number_text(key, num, text, sizeof(text));
    snprintf(override, sizeof(override), "%s=%s", name, text);
    write_file(context_of(key));
    return load(FILE_NAME, override, message, bytes);
}

static void expect_number(const struct ubn_key *key, uint64_t num)
{
    char message[2048];
    enum ubn_status status = load_number(key, num, message, sizeof(message));
    assert_string_equal(message, "");
    assert_int_equal(status, UBN_OK);
    if (strcmp(key->name, "workload.bytes") == 0) { /* a short form for two others */
        assert_int_equal(cfg.workload.bytes_min, num);
        assert_int_equal(cfg.workload.bytes_max, num);
        assert_true(cfg.workload.bytes == UBN_CONFIG_AUTO);
    } else {
        assert_int_equal(value_of(key), num);
    }
}

static void expect_out_of_range(const struct ubn_key *key, uint64_t num, const char *what)
{
    char message[2048];
    assert_int_equal(load_number(key, num, message, sizeof(message)), UBN_ERR_CONFIG);
    assert_non_null(strstr(message, what));
    assert_non_null(strstr(message, key->range));
}

static void config_takes_both_ends_of_every_range_and_refuses_the_next(void **state)
{
    (void)state;
    for (int i = 0; i < UBN_CONFIG_KEYS; i++) {
        const struct ubn_key *key = &ubn_keys[i];
        if (key->type != UBN_KEY_ENUM && key->type != UBN_KEY_BOOL && key->type != UBN_KEY_TEXT) {
            expect_number(key, key->min);
            expect_number(key, key->max);
            expect_out_of_range(key, key->max + 1, "too large");
            if (key->min > 0) {
                expect_out_of_range(key, key->min - 1, "too small");
            }
        }
    }
}

static void config_takes_every_word_and_text(void **state)
{
    (void)state;
    static const char *const bools[] = {"false", "true"};
    for (int i = 0; i < UBN_CONFIG_KEYS; i++) {
        const struct ubn_key *key = &ubn_keys[i];
        char name[128];
        char override[256];
        entry_name(key, name, sizeof(name));
        if (key->type == UBN_KEY_ENUM || key->type == UBN_KEY_BOOL) {
            for (uint64_t v = 0; v <= key->max; v++) {
                const char *word = key->type == UBN_KEY_BOOL ? bools[v] : key->values[v];
                snprintf(override, sizeof(override), "%s=%s", name, word);
                write_file(strcmp(key->name, "links.*.duplex") == 0
                               ? "links: [{from: n0, to: n1}, {from: n1, to: n0, duplex: false}]"
                               : "seed: 1");
                if (strcmp(override, "links.0.duplex=true") == 0) {
                    write_file("seed: 1");
                }
                expect_ok(FILE_NAME, override);
                assert_int_equal(value_of(key), v);
            }
        }
    }
    expect_ok(FILE_NAME, "question=Why \"not\"? \\ = $");
    assert_string_equal(cfg.question, "Why \"not\"? \\ = $");
    expect_ok(FILE_NAME, "name=a.b-c_1");
    assert_string_equal(cfg.name, "a.b-c_1");
    expect_ok(FILE_NAME, "nodes.1.name=n9");
    assert_string_equal(cfg.links[0].to, "n9");
}

static void config_gives_the_defaults_of_the_table_when_nothing_is_said(void **state)
{
    (void)state;
    expect_ok(NULL, NULL);
    for (int i = 0; i < UBN_CONFIG_KEYS; i++) {
        const struct ubn_key *key = &ubn_keys[i];
        bool resolved = strcmp(key->name, "nic.issue_interval") == 0 ||
                        strcmp(key->name, "software.poll") == 0 ||
                        strcmp(key->name, "workload.bytes_max") == 0;
        if (key->type != UBN_KEY_TEXT && !resolved) {
            assert_true(value_of(key) == key->def);
        }
    }
    /* The numbers of the published platform, written out. */
    assert_int_equal(cfg.software.submit_ps, 50000);
    assert_int_equal(cfg.software.build_ps, 30000);
    assert_int_equal(cfg.software.poll_ps, 5000);
    assert_int_equal(cfg.software.lib_poll_ps, 30000);
    assert_int_equal(cfg.bus.hop_ps, 30000);
    assert_int_equal(cfg.memory.row_hit_ps, 30000);
    assert_int_equal(cfg.memory.row_miss_ps, 70000);
    assert_int_equal(cfg.links[0].delay_ps, 100000);
    assert_int_equal(cfg.links[0].rate_bps, 400000000000);
    assert_int_equal(cfg.nic.mtu_bytes, 4096);
    assert_int_equal(cfg.nic.issue_interval_cyc, 2);
    assert_int_equal(cfg.workload.bytes_min, 64);
    assert_int_equal(cfg.workload.bytes_max, 64);
    assert_int_equal(cfg.nodes_count, 2);
    assert_int_equal(cfg.links_count, 1);
    assert_string_equal(cfg.nodes[1].name, "n1");
    assert_int_equal(cfg.links[0].from_node, 0);
    assert_int_equal(cfg.links[0].to_node, 1);
    expect_ok(NULL, "profile=native");
    assert_int_equal(cfg.nic.issue_interval_cyc, 1);
    assert_true(cfg.nic.pad_tx_cyc == UBN_CONFIG_AUTO);
}

static void config_resolves_auto_by_the_stack(void **state)
{
    (void)state;
    static const char *const roce[] = {"stack=roce_dma", "stack=roce_bf", "stack=roce_dpu"};
    for (size_t i = 0; i < sizeof(roce) / sizeof(roce[0]); i++) {
        expect_ok(NULL, roce[i]);
        assert_int_equal(cfg.software.poll_ps, 70000);
        assert_int_equal(cfg.nic.issue_interval_cyc, 6);
    }
    write_file("stack: roce_bf\nprofile: native\n");
    expect_ok(FILE_NAME, "software.poll=11 ns");
    assert_int_equal(cfg.software.poll_ps, 11000);
    assert_int_equal(cfg.nic.issue_interval_cyc, 1);
    /* RoCE cuts messages into packets; a read of URMA is one packet */
    write_file("stack: roce_bf\nnic: {mtu: 256 B}\n");
    expect_ok(FILE_NAME, "workload.bytes=8 KiB");
}

/* What a load or store has not does nothing there, and says so; a default that is written out is no
 * wish. */
static void config_refuses_what_does_nothing_on_loads_and_stores(void **state)
{
    (void)state;
    static const char *const inert[][2] = {
        {"software.submit=1 ns", "0 ps .. 1 ms"},
        {"software.build=1 ns", "0 ps .. 1 ms"},
        {"software.poll=5 ns", "1 ps .. 1 ms | auto"},
        {"software.poll_batch=2", "1 .. 1024"},
        {"software.lib_poll=1 ns", "0 ps .. 1 ms"},
        {"software.psn_serial=1 ns", "0 ps .. 1 ms"},
        {"nic.mtu=8 KiB", "256 B .. 8 KiB"},
        {"nic.window=5", "1 .. 8388607"},
        {"nic.issue_interval=2 cyc", "1 cyc .. 65535 cyc | auto"},
        {"nic.max_outstanding=5", "1 .. 1024"},
        {"workload.post_batch=2", "1 .. 1024"},
        {"workload.recv_depth=2", "1 .. 128"},
        {"workload.first_psn=0", "0 .. 16777215 | auto"},
        {"workload.first_tassn=0", "0 .. 65535 | auto"},
        {"workload.align=any", "64 | any"},
    };
    char expected[256];
    write_file("stack: ldst\n");
    for (size_t i = 0; i < sizeof(inert) / sizeof(inert[0]); i++) {
        const int len = (int)(strchr(inert[i][0], '=') - inert[i][0]);
        (void)snprintf(expected, sizeof(expected),
                       "command line: %.*s: does nothing on stack ldst (legal: %s)", len,
                       inert[i][0], inert[i][1]);
        expect_refused(FILE_NAME, inert[i][0], expected);
    }
    expect_ok(FILE_NAME, "software.submit=50 ns");
    expect_ok(FILE_NAME, "software.enabled=false");
    expect_ok(FILE_NAME, "nic.pad_tx=3 cyc");
}

static void config_takes_lengths_of_loads_and_stores_only(void **state)
{
    (void)state;
    static const char *const bad[] = {"workload.bytes=32 B", "workload.bytes=96 B",
                                      "workload.bytes=8 KiB"};
    static const char *const good[] = {"workload.bytes=64 B",     "workload.bytes=2 KiB",
                                       "workload.bytes=4 KiB",    "workload.kind=write",
                                       "workload.outstanding=64", "workload.fault=bad_segment",
                                       "workload.fault=too_long"};
    write_file("stack: ldst\n");
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        expect_refused(FILE_NAME, bad[i],
                       "command line: workload.bytes_min: a load or store has a power of two of "
                       "bytes, 64 B .. 4 KiB (legal: 1 B .. 8 KiB)");
    }
    for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
        expect_ok(FILE_NAME, good[i]);
    }
    expect_refused(FILE_NAME, "workload.outstanding=65",
                   "command line: workload.outstanding: the stack carries at most 64 (legal: 1 .. "
                   "1024)");
    expect_refused(FILE_NAME, "workload.kind=mixed",
                   "command line: workload.kind: stack ldst has loads (read) and stores (write) "
                   "(legal: read | write | send | atomic | mixed)");
    expect_refused(FILE_NAME, "workload.fault=bad_token",
                   "command line: workload.fault: a load carries no token value and has no queue "
                   "(legal: none | bad_token | bad_segment | too_long | not_ready)");
}

static void config_reads_decimals_exactly(void **state)
{
    (void)state;
    static const struct {
        const char *override;
        uint64_t ps;
    } times[] = {
        {"link.delay=0.5 ns", 500},
        {"link.delay=0.001 ns", 1},
        {"link.delay=3.105 ns", 3105},
        {"link.delay=1.000 ns", 1000},
        {"link.delay=0.000000123456 s", 123456},
        {"link.delay=100ns", 100000},
        {"link.delay=0100 ns", 100000},
        {"link.delay=999.999999 us", 999999999},
    };
    for (size_t i = 0; i < sizeof(times) / sizeof(times[0]); i++) {
        expect_ok(NULL, times[i].override);
        assert_int_equal(cfg.links[0].delay_ps, times[i].ps);
    }
    expect_ok(NULL, "memory.size=1.25 MiB");
    assert_int_equal(cfg.memory.size_bytes, 1310720);
    expect_ok(NULL, "node.stall.axi=12.5 %");
    assert_int_equal(cfg.nodes[0].stall.axi_ppm, 125000);
    assert_int_equal(cfg.nodes[1].stall.axi_ppm, 125000);
    expect_ok(NULL, "link.rate=0.4 Tb/s");
    assert_int_equal(cfg.links[0].rate_bps, 400000000000);
}

static void config_applies_all_entries_then_single_ones_then_overrides(void **state)
{
    (void)state;
    write_file("nodes:\n"
               "  - {name: a, clock_phase: 3 ps}\n"
               "  - {name: b}\n"
               "  - {name: c}\n"
               "node: {clock_phase: 9 ps}\n"
               "links:\n"
               "  - {from: a, to: b}\n"
               "  - {from: c, to: b, delay: 70 ns, duplex: false}\n"
               "link: {delay: 60 ns}\n");
    expect_ok(FILE_NAME, "nodes.2.clock_phase=4 ps");
    assert_int_equal(cfg.nodes_count, 3);
    assert_int_equal(cfg.nodes[0].clock_phase_ps, 3);
    assert_int_equal(cfg.nodes[1].clock_phase_ps, 9);
    assert_int_equal(cfg.nodes[2].clock_phase_ps, 4);
    assert_int_equal(cfg.links[0].delay_ps, 60000);
    assert_int_equal(cfg.links[1].delay_ps, 70000);
    assert_int_equal(cfg.links[1].from_node, 2);
    assert_int_equal(cfg.links[1].to_node, 1);
    expect_ok(FILE_NAME, "links.*.delay=50 ns");
    assert_int_equal(cfg.links[0].delay_ps, 50000);
    assert_int_equal(cfg.links[1].delay_ps, 50000);
}

static void config_lets_the_last_override_win(void **state)
{
    (void)state;
    static const char *const overrides[] = {"seed=2", "link.delay=1 ns", "seed=3"};
    assert_int_equal(ubn_config_load(NULL, 3, overrides, &cfg), UBN_OK);
    assert_int_equal(cfg.seed, 3);
    assert_int_equal(cfg.links[0].delay_ps, 1000);
}

static void config_leaves_the_result_alone_when_it_refuses(void **state)
{
    (void)state;
    char message[2048];
    memset(&cfg, 0x5a, sizeof(cfg));
    assert_int_equal(load(NULL, "seed=-1", message, sizeof(message)), UBN_ERR_CONFIG);
    for (size_t i = 0; i < sizeof(cfg); i++) {
        assert_int_equal(((const unsigned char *)&cfg)[i], 0x5a);
    }
}

static void config_printed_as_yaml_reads_back_equal(void **state)
{
    (void)state;
    static struct ubn_config first;
    write_file("question: 'Is \"x\" \\ ok?'\n"
               "node: {stall: {axi: 0.0001 %}}\n"
               "nodes: [{name: a}, {name: b, ctx_slow: true}]\n"
               "workload: {bytes_min: 1 B, bytes_max: 4 KiB, ops: 10000}\n"
               "link: {delay: 0.5 ns, rate: 1234567 b/s}\n");
    expect_ok(FILE_NAME, NULL);
    first = cfg;
    FILE *out = fopen(FILE_NAME, "w");
    assert_non_null(out);
    ubn_config_print_yaml(&first, out);
    fclose(out);
    expect_ok(FILE_NAME, NULL);
    assert_memory_equal(&cfg.nodes[0], &first.nodes[0], sizeof(cfg.nodes[0]) * 2);
    assert_memory_equal(&cfg.links[0], &first.links[0], sizeof(cfg.links[0]));
    assert_string_equal(cfg.question, first.question);
    for (int i = 0; i < UBN_CONFIG_KEYS; i++) {
        if (ubn_keys[i].type != UBN_KEY_TEXT && ubn_keys[i].list == UBN_KEY_SINGLE) {
            uint64_t again = value_of(&ubn_keys[i]);
            struct ubn_config kept = cfg;
            cfg = first;
            assert_true(value_of(&ubn_keys[i]) == again);
            cfg = kept;
        }
    }
}

static void config_printed_as_json_holds_every_key_with_its_unit(void **state)
{
    (void)state;
    static char text[65536];
    expect_ok(NULL, NULL);
    FILE *out = fmemopen(text, sizeof(text), "w");
    assert_non_null(out);
    ubn_config_print_json(&cfg, out, 0);
    fclose(out);
    assert_int_equal(text[0], '{');
    assert_non_null(strstr(text, "\"seed\": \"1\",\n"));
    assert_non_null(strstr(text, "\"nodes.1.name\": \"n1\",\n"));
    assert_non_null(strstr(text, "\"links.0.delay\": \"100 ns\",\n"));
    assert_non_null(strstr(text, "\"links.0.buffer\": \"64 KiB\"\n}"));
}

static void config_lists_every_key_with_its_source(void **state)
{
    (void)state;
    static char text[65536];
    FILE *out = fmemopen(text, sizeof(text), "w");
    assert_non_null(out);
    assert_int_equal(ubn_config_print_keys(out, NULL), UBN_CONFIG_KEYS);
    fclose(out);
    for (int i = 0; i < UBN_CONFIG_KEYS; i++) {
        assert_non_null(strstr(text, ubn_keys[i].name));
        assert_non_null(strstr(text, ubn_keys[i].range));
        assert_true(ubn_keys[i].source[0] != '\0' && ubn_keys[i].doc[0] != '\0');
    }
    out = fmemopen(text, sizeof(text), "w");
    assert_non_null(out);
    assert_int_equal(ubn_config_print_keys(out, "software."), 7);
    assert_int_equal(ubn_config_print_keys(out, "nothing"), 0);
    fclose(out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(config_refuses_files_with_one_message_and_the_line),
        cmocka_unit_test(config_refuses_overrides_with_one_message),
        cmocka_unit_test(config_refuses_what_is_no_file),
        cmocka_unit_test(config_refuses_lists_that_are_too_long),
        cmocka_unit_test(config_takes_both_ends_of_every_range_and_refuses_the_next),
        cmocka_unit_test(config_takes_every_word_and_text),
        cmocka_unit_test(config_gives_the_defaults_of_the_table_when_nothing_is_said),
        cmocka_unit_test(config_resolves_auto_by_the_stack),
        cmocka_unit_test(config_refuses_what_does_nothing_on_loads_and_stores),
        cmocka_unit_test(config_takes_lengths_of_loads_and_stores_only),
        cmocka_unit_test(config_reads_decimals_exactly),
        cmocka_unit_test(config_applies_all_entries_then_single_ones_then_overrides),
        cmocka_unit_test(config_lets_the_last_override_win),
        cmocka_unit_test(config_leaves_the_result_alone_when_it_refuses),
        cmocka_unit_test(config_printed_as_yaml_reads_back_equal),
        cmocka_unit_test(config_printed_as_json_holds_every_key_with_its_unit),
        cmocka_unit_test(config_lists_every_key_with_its_source),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
