/* SPDX-License-Identifier: Apache-2.0 */
/* test_outset: output files appear together or not at all. */
#define _DEFAULT_SOURCE
#include "ubn/outset.h"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

/* A folder of its own per test; the output folder is two levels below. */
struct bench {
    char root[64];
    char dir[128];
};

static int bench_open(void **state)
{
    struct bench *b = calloc(1, sizeof(*b));

    assert_non_null(b);
    strcpy(b->root, "/tmp/ubn_outset_XXXXXX");
    assert_non_null(mkdtemp(b->root));
    snprintf(b->dir, sizeof(b->dir), "%s/a/b", b->root);
    *state = b;
    return 0;
}

static int bench_close(void **state)
{
    struct bench *b = *state;
    char command[128];

    snprintf(command, sizeof(command), "rm -rf %s", b->root);
    assert_int_equal(system(command), 0);
    free(b);
    return 0;
}

/* Number of entries in a folder; -1 if there is none. */
static int entries(const char *path)
{
    DIR *dir = opendir(path);
    int n = 0;

    if (dir == NULL) {
        return -1;
    }
    for (struct dirent *e = readdir(dir); e != NULL; e = readdir(dir)) {
        n += strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0 ? 1 : 0;
    }
    closedir(dir);
    return n;
}

/* True if the file in the output folder holds exactly this text. */
static bool holds(const struct bench *b, const char *name, const char *text)
{
    char path[256];
    char got[64] = {0};

    snprintf(path, sizeof(path), "%s/%s", b->dir, name);
    FILE *file = fopen(path, "rb");

    if (file == NULL) {
        return false;
    }
    got[fread(got, 1, sizeof(got) - 1, file)] = '\0';
    fclose(file);
    return strcmp(got, text) == 0;
}

static struct ubn_outset *begin(const struct bench *b)
{
    struct ubn_outset *set = NULL;

    assert_int_equal(ubn_outset_begin(b->dir, &set), UBN_OK);
    return set;
}

static void write_file(struct ubn_outset *set, const char *name, const char *text)
{
    FILE *file = NULL;

    assert_int_equal(ubn_outset_file(set, name, &file), UBN_OK);
    fputs(text, file);
}

static void outset_shows_nothing_before_commit_and_all_after(void **state)
{
    struct bench *b = *state;
    struct ubn_outset *set = begin(b);
    const char *path = NULL;

    write_file(set, "one", "1");
    write_file(set, "two", "2");
    assert_int_equal(ubn_outset_path(set, "wave", &path), UBN_OK);
    assert_int_equal(ubn_outset_path(set, "never_written", &path), UBN_OK);
    assert_false(holds(b, "one", ""));
    assert_int_equal(ubn_outset_count(set), 4);
    assert_string_equal(ubn_outset_name(set, 2), "wave");
    assert_int_equal(ubn_outset_commit(set), UBN_OK);
    assert_true(holds(b, "one", "1"));
    assert_true(holds(b, "two", "2"));
    assert_int_equal(entries(b->dir), 2);
}

static void outset_renames_what_another_writer_wrote(void **state)
{
    struct bench *b = *state;
    struct ubn_outset *set = begin(b);
    const char *path = NULL;

    assert_int_equal(ubn_outset_path(set, "wave", &path), UBN_OK);
    FILE *file = fopen(path, "wb");

    assert_non_null(file);
    fputs("w", file);
    fclose(file);
    assert_int_equal(ubn_outset_commit(set), UBN_OK);
    assert_true(holds(b, "wave", "w"));
}

static void outset_abort_leaves_nothing_not_even_new_folders(void **state)
{
    struct bench *b = *state;
    struct ubn_outset *set = begin(b);

    write_file(set, "one", "1");
    assert_int_equal(entries(b->dir), 1);
    ubn_outset_abort(set);
    assert_int_equal(entries(b->root), 0);
    ubn_outset_abort(NULL);
}

static void outset_abort_keeps_the_set_of_an_earlier_run(void **state)
{
    struct bench *b = *state;
    struct ubn_outset *set = begin(b);

    write_file(set, "one", "old");
    assert_int_equal(ubn_outset_commit(set), UBN_OK);
    set = begin(b);
    write_file(set, "one", "new");
    ubn_outset_stale(set, "one");
    ubn_outset_abort(set);
    assert_true(holds(b, "one", "old"));
    assert_int_equal(entries(b->dir), 1);
}

static void outset_commit_replaces_and_removes_stale_files(void **state)
{
    struct bench *b = *state;
    struct ubn_outset *set = begin(b);

    write_file(set, "one", "old");
    write_file(set, "wave", "old");
    write_file(set, "foreign", "mine");
    assert_int_equal(ubn_outset_commit(set), UBN_OK);
    set = begin(b);
    ubn_outset_stale(set, "one");
    ubn_outset_stale(set, "wave");
    write_file(set, "one", "new");
    assert_int_equal(ubn_outset_commit(set), UBN_OK);
    assert_true(holds(b, "one", "new"));
    assert_true(holds(b, "foreign", "mine"));
    assert_int_equal(entries(b->dir), 2);
}

static void outset_refuses_a_folder_in_use(void **state)
{
    struct bench *b = *state;
    struct ubn_outset *set = begin(b);
    struct ubn_outset *second = NULL;

    assert_int_equal(ubn_outset_begin(b->dir, &second), UBN_ERR_IO);
    assert_null(second);
    write_file(set, "one", "1");
    assert_int_equal(ubn_outset_commit(set), UBN_OK);
    assert_int_equal(ubn_outset_begin(b->dir, &second), UBN_OK);
    ubn_outset_abort(second);
    assert_true(holds(b, "one", "1"));
}

static void outset_refuses_places_that_cannot_be_written(void **state)
{
    struct bench *b = *state;
    struct ubn_outset *set = NULL;
    char path[160];

    snprintf(path, sizeof(path), "%s/file", b->root);
    fclose(fopen(path, "wb"));
    assert_int_equal(ubn_outset_begin(path, &set), UBN_ERR_IO);
    strcat(path, "/below");
    assert_int_equal(ubn_outset_begin(path, &set), UBN_ERR_IO);
    assert_int_equal(ubn_outset_begin("", &set), UBN_ERR_IO);
    assert_int_equal(ubn_outset_begin("/proc/ubn_outset", &set), UBN_ERR_IO);
    assert_null(set);
    assert_int_equal(entries(b->root), 1);
}

static void outset_refuses_bad_and_repeated_names(void **state)
{
    struct bench *b = *state;
    struct ubn_outset *set = begin(b);
    FILE *file = NULL;

    write_file(set, "one", "1");
    assert_int_equal(ubn_outset_file(set, "one", &file), UBN_ERR_ARG);
    assert_int_equal(ubn_outset_file(set, "a/b", &file), UBN_ERR_ARG);
    assert_int_equal(ubn_outset_file(set, "", &file), UBN_ERR_ARG);
    ubn_outset_abort(set);
}

static void outset_commit_leaves_nothing_when_one_file_fails(void **state)
{
    struct bench *b = *state;
    struct ubn_outset *set = begin(b);
    char path[160];

    write_file(set, "one", "old");
    assert_int_equal(ubn_outset_commit(set), UBN_OK);
    set = begin(b);
    write_file(set, "one", "1");
    write_file(set, "two", "2");
    snprintf(path, sizeof(path), "%s/two", b->dir); /* a folder in the way */
    assert_int_equal(mkdir(path, 0777), 0);
    assert_int_equal(ubn_outset_commit(set), UBN_ERR_IO);
    assert_int_equal(entries(b->dir), 2); /* the folder, and "one" of the earlier run */
    assert_true(holds(b, "one", "old"));
}

static void outset_commit_fails_when_bytes_were_lost(void **state)
{
    struct bench *b = *state;
    struct ubn_outset *set = begin(b);
    const char *part = NULL;
    FILE *file = NULL;
    char path[160];

    write_file(set, "one", "1");
    assert_int_equal(ubn_outset_path(set, "probe", &part), UBN_OK);
    snprintf(path, sizeof(path), "%s/.full.part", b->dir);
    if (symlink("/dev/full", path) != 0) {
        skip();
    }
    assert_int_equal(ubn_outset_file(set, "full", &file), UBN_OK);
    fputs("lost", file);
    assert_int_equal(ubn_outset_commit(set), UBN_ERR_IO);
    assert_int_equal(entries(b->root), 0);
}

#define OUTSET_TEST(name) cmocka_unit_test_setup_teardown(name, bench_open, bench_close)

int main(void)
{
    const struct CMUnitTest tests[] = {
        OUTSET_TEST(outset_shows_nothing_before_commit_and_all_after),
        OUTSET_TEST(outset_renames_what_another_writer_wrote),
        OUTSET_TEST(outset_abort_leaves_nothing_not_even_new_folders),
        OUTSET_TEST(outset_abort_keeps_the_set_of_an_earlier_run),
        OUTSET_TEST(outset_commit_replaces_and_removes_stale_files),
        OUTSET_TEST(outset_refuses_a_folder_in_use),
        OUTSET_TEST(outset_refuses_places_that_cannot_be_written),
        OUTSET_TEST(outset_refuses_bad_and_repeated_names),
        OUTSET_TEST(outset_commit_leaves_nothing_when_one_file_fails),
        OUTSET_TEST(outset_commit_fails_when_bytes_were_lost),
    };

    return cmocka_run_group_tests_name("outset", tests, NULL, NULL);
}
