/* SPDX-License-Identifier: Apache-2.0 */
/* outset: output files that appear together; contract in ubn/outset.h. */
#define _DEFAULT_SOURCE
#include "ubn/outset.h"

#include "ubn/log.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

struct outfile {
    char *name;
    char *final_path;
    char *part_path; /* NULL: only to be removed at commit (ubn_outset_stale) */
    FILE *file;      /* NULL: written by someone else */
    bool renamed;
};

struct ubn_outset {
    char *dir;
    int lock_fd;
    size_t *made; /* lengths of the prefixes of dir that were made, shortest first */
    size_t n_made;
    struct outfile *files;
    size_t n_files;
    size_t cap_files;
    size_t *members; /* indices of the files that are not only stale names */
    size_t n_members;
};

/* Makes one folder unless it is there. Returns 1 made, 0 there, -1 error in errno. */
static int make_folder(const char *path)
{
    if (mkdir(path, 0777) == 0) {
        return 1;
    }
    int cause = errno;
    struct stat st;

    if (stat(path, &st) == 0 && S_ISDIR(st.st_mode)) {
        return 0;
    }
    errno = cause;
    return -1;
}

/* Makes the folder and its parents, and remembers which ones it made. */
static int make_folders(struct ubn_outset *set)
{
    size_t len = strlen(set->dir);

    for (size_t i = 1; i <= len; i++) {
        if (set->dir[i] != '/' && set->dir[i] != '\0') {
            continue;
        }
        char kept = set->dir[i];

        set->dir[i] = '\0';
        int made = make_folder(set->dir);

        set->dir[i] = kept;
        if (made < 0) {
            return -1;
        }
        if (made > 0) {
            set->made[set->n_made++] = i;
        }
    }
    return 0;
}

/* Removes the folders made for the set, if they are empty. */
static void unmake_folders(struct ubn_outset *set)
{
    while (set->n_made > 0) {
        set->dir[set->made[--set->n_made]] = '\0';
        if (rmdir(set->dir) != 0) {
            break;
        }
    }
}

static void free_set(struct ubn_outset *set)
{
    for (size_t i = 0; i < set->n_files; i++) {
        free(set->files[i].name);
        free(set->files[i].final_path);
        free(set->files[i].part_path);
    }
    if (set->lock_fd >= 0) {
        close(set->lock_fd);
    }
    free(set->files);
    free(set->members);
    free(set->made);
    free(set->dir);
    free(set);
}

enum ubn_status ubn_outset_begin(const char *dir, struct ubn_outset **set_out)
{
    struct ubn_outset *set = calloc(1, sizeof(*set));

    if (set == NULL) {
        return UBN_ERR_NOMEM;
    }
    set->lock_fd = -1;
    set->dir = strdup(dir);
    set->made = calloc(strlen(dir) + 1, sizeof(*set->made));
    if (set->dir == NULL || set->made == NULL) {
        free_set(set);
        return UBN_ERR_NOMEM;
    }
    const char *cause = NULL;

    if (dir[0] == '\0') {
        cause = "no name given";
    } else if (make_folders(set) != 0) {
        cause = strerror(errno);
    } else if ((set->lock_fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC)) < 0 ||
               access(dir, W_OK | X_OK) != 0) {
        cause = strerror(errno);
    } else if (flock(set->lock_fd, LOCK_EX | LOCK_NB) != 0) {
        cause = errno == EWOULDBLOCK ? "in use by another run" : strerror(errno);
    }
    if (cause != NULL) {
        ubn_log_error("output folder '%s': %s", dir, cause);
        unmake_folders(set);
        free_set(set);
        return UBN_ERR_IO;
    }
    *set_out = set;
    return UBN_OK;
}

/* Returns "<dir>/<before><name><after>", to be freed. */
static char *join(const char *dir, const char *before, const char *name, const char *after)
{
    size_t len = strlen(dir) + strlen(before) + strlen(name) + strlen(after) + 2;
    char *path = malloc(len);

    if (path != NULL) {
        snprintf(path, len, "%s/%s%s%s", dir, before, name, after);
    }
    return path;
}

/* Adds an entry. The part path is made only for members of the set. */
static enum ubn_status add(struct ubn_outset *set, const char *name, bool is_member,
                           struct outfile **entry_out)
{
    if (name[0] == '\0' || strchr(name, '/') != NULL || strlen(name) > NAME_MAX - 6) {
        return UBN_ERR_ARG;
    }
    for (size_t i = 0; is_member && i < set->n_members; i++) {
        if (strcmp(ubn_outset_name(set, i), name) == 0) {
            return UBN_ERR_ARG;
        }
    }
    if (set->n_files == set->cap_files) {
        size_t cap = set->cap_files == 0 ? 16 : set->cap_files * 2;
        struct outfile *files = realloc(set->files, cap * sizeof(*files));

        if (files == NULL) {
            return UBN_ERR_NOMEM;
        }
        set->files = files;
        size_t *members = realloc(set->members, cap * sizeof(*members));

        if (members == NULL) {
            return UBN_ERR_NOMEM;
        }
        set->members = members;
        set->cap_files = cap;
    }
    struct outfile *entry = &set->files[set->n_files];

    *entry = (struct outfile){.name = strdup(name), .final_path = join(set->dir, "", name, "")};
    entry->part_path = is_member ? join(set->dir, ".", name, ".part") : NULL;
    if (entry->name == NULL || entry->final_path == NULL ||
        (is_member && entry->part_path == NULL)) {
        free(entry->name);
        free(entry->final_path);
        free(entry->part_path);
        return UBN_ERR_NOMEM;
    }
    if (is_member) {
        set->members[set->n_members++] = set->n_files;
    }
    set->n_files++;
    *entry_out = entry;
    return UBN_OK;
}

enum ubn_status ubn_outset_file(struct ubn_outset *set, const char *name, FILE **file_out)
{
    struct outfile *entry = NULL;
    enum ubn_status status = add(set, name, true, &entry);

    if (status != UBN_OK) {
        return status;
    }
    entry->file = fopen(entry->part_path, "wbe");
    if (entry->file == NULL) {
        ubn_log_error("output file '%s': %s", entry->final_path, strerror(errno));
        return UBN_ERR_IO;
    }
    *file_out = entry->file;
    return UBN_OK;
}

enum ubn_status ubn_outset_path(struct ubn_outset *set, const char *name, const char **path_out)
{
    struct outfile *entry = NULL;
    enum ubn_status status = add(set, name, true, &entry);

    if (status == UBN_OK) {
        *path_out = entry->part_path;
    }
    return status;
}

enum ubn_status ubn_outset_stale(struct ubn_outset *set, const char *name)
{
    struct outfile *entry = NULL;

    return add(set, name, false, &entry);
}

size_t ubn_outset_count(const struct ubn_outset *set) { return set->n_members; }

const char *ubn_outset_name(const struct ubn_outset *set, size_t i)
{
    return set->files[set->members[i]].name;
}

/* Closes the files. Returns false, with the cause printed, if any of them is not whole. */
static bool close_files(struct ubn_outset *set)
{
    bool ok = true;

    for (size_t i = 0; i < set->n_files; i++) {
        struct outfile *entry = &set->files[i];

        if (entry->file != NULL) {
            bool failed = ferror(entry->file) != 0;

            failed = fclose(entry->file) != 0 || failed;
            entry->file = NULL;
            if (failed) {
                ubn_log_error("output file '%s': not all bytes could be written: %s",
                              entry->final_path, strerror(errno));
                ok = false;
            }
        }
    }
    return ok;
}

void ubn_outset_abort(struct ubn_outset *set)
{
    if (set == NULL) {
        return;
    }
    for (size_t i = 0; i < set->n_files; i++) {
        struct outfile *entry = &set->files[i];

        if (entry->file != NULL) {
            fclose(entry->file);
            entry->file = NULL;
        }
        if (entry->part_path != NULL) {
            unlink(entry->renamed ? entry->final_path : entry->part_path);
        }
    }
    unmake_folders(set);
    free_set(set);
}

/* Checks that no final name is taken by a folder, so that the renames below do not stop half-way.
 */
static bool names_are_free(const struct ubn_outset *set)
{
    for (size_t i = 0; i < set->n_files; i++) {
        const struct outfile *entry = &set->files[i];
        struct stat st;

        if (entry->part_path != NULL && lstat(entry->final_path, &st) == 0 && S_ISDIR(st.st_mode)) {
            ubn_log_error("output file '%s': is a folder", entry->final_path);
            return false;
        }
    }
    return true;
}

enum ubn_status ubn_outset_commit(struct ubn_outset *set)
{
    bool ok = close_files(set) && names_are_free(set);

    for (size_t i = 0; ok && i < set->n_files; i++) {
        struct outfile *entry = &set->files[i];

        if (entry->part_path == NULL) {
            continue;
        }
        if (rename(entry->part_path, entry->final_path) == 0) {
            entry->renamed = true;
        } else if (errno != ENOENT) { /* ENOENT: the other writer wrote nothing */
            ubn_log_error("output file '%s': %s", entry->final_path, strerror(errno));
            ok = false;
        }
    }
    if (!ok) {
        ubn_outset_abort(set);
        return UBN_ERR_IO;
    }
    for (size_t i = 0; i < set->n_files; i++) {
        const struct outfile *entry = &set->files[i];
        bool in_set = entry->part_path != NULL;

        for (size_t j = 0; !in_set && j < set->n_members; j++) {
            const struct outfile *member = &set->files[set->members[j]];

            in_set = member->renamed && strcmp(member->name, entry->name) == 0;
        }
        if (!in_set) {
            unlink(entry->final_path);
        }
    }
    free_set(set);
    return UBN_OK;
}
