/* SPDX-License-Identifier: Apache-2.0 */
/* cplboard: work posted against completions seen; contract in ubn/scoreboard.h.
 * One entry per id ever used, in a hash table with open addressing; entries are never removed, so a
 * second completion is told from one that was never posted.
 */
#include "ubn/scoreboard.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>

#define MAX_MESSAGES 10u

enum state { STATE_EMPTY = 0, STATE_OUTSTANDING, STATE_DONE };

struct entry {
    struct ubn_cpl_key key;
    enum state state;
    uint32_t status;
    uint64_t bytes;
};

struct ubn_cplboard {
    FILE *log;
    struct entry *table; /* shape [cap], cap a power of two */
    size_t cap;
    size_t used;
    uint64_t posted;
    uint64_t outstanding;
    uint64_t mistakes;
};

enum ubn_status ubn_cplboard_create(FILE *log, struct ubn_cplboard **board_out)
{
    struct ubn_cplboard *board = calloc(1, sizeof(*board));

    if (board == NULL) {
        return UBN_ERR_NOMEM;
    }
    board->cap = 64;
    board->table = calloc(board->cap, sizeof(*board->table));
    if (board->table == NULL) {
        free(board);
        return UBN_ERR_NOMEM;
    }
    board->log = log != NULL ? log : stderr;
    *board_out = board;
    return UBN_OK;
}

void ubn_cplboard_destroy(struct ubn_cplboard *board)
{
    if (board != NULL) {
        free(board->table);
        free(board);
    }
}

static bool same_key(struct ubn_cpl_key a, struct ubn_cpl_key b)
{
    return a.node == b.node && a.queue == b.queue && a.id == b.id;
}

/* The entry of a key, or the empty one where it belongs. The table is never full. */
static struct entry *find(struct entry *table, size_t cap, struct ubn_cpl_key key)
{
    uint64_t h = ((uint64_t)key.queue << 32 | key.id) * UINT64_C(0x9E3779B97F4A7C15);

    h = (h ^ (h >> 29) ^ key.node) * UINT64_C(0xBF58476D1CE4E5B9);
    size_t i = (size_t)(h >> 32) & (cap - 1);

    while (table[i].state != STATE_EMPTY && !same_key(table[i].key, key)) {
        i = (i + 1) & (cap - 1);
    }
    return &table[i];
}

static enum ubn_status grow(struct ubn_cplboard *board)
{
    size_t cap = board->cap * 2;
    struct entry *table = calloc(cap, sizeof(*table));

    if (table == NULL) {
        return UBN_ERR_NOMEM;
    }
    for (size_t i = 0; i < board->cap; i++) {
        if (board->table[i].state != STATE_EMPTY) {
            *find(table, cap, board->table[i].key) = board->table[i];
        }
    }
    free(board->table);
    board->table = table;
    board->cap = cap;
    return UBN_OK;
}

/* Counts a mistake and prints it while there are few. */
static enum ubn_status mistake(struct ubn_cplboard *board, struct ubn_cpl_key key, const char *what)
{
    if (++board->mistakes <= MAX_MESSAGES) {
        fprintf(board->log, "completion: node %" PRIu32 " queue %" PRIu32 " id %" PRIu32 ": %s\n",
                key.node, key.queue, key.id, what);
    }
    return UBN_ERR_CHECK;
}

enum ubn_status ubn_cplboard_post(struct ubn_cplboard *board, struct ubn_cpl_key key,
                                  uint32_t status, uint64_t bytes)
{
    if (board->used * 3 >= board->cap * 2 && grow(board) != UBN_OK) {
        return UBN_ERR_NOMEM;
    }
    struct entry *entry = find(board->table, board->cap, key);

    if (entry->state == STATE_OUTSTANDING) {
        return mistake(board, key, "posted again before its completion");
    }
    board->used += entry->state == STATE_EMPTY ? 1 : 0;
    *entry =
        (struct entry){.key = key, .state = STATE_OUTSTANDING, .status = status, .bytes = bytes};
    board->posted++;
    board->outstanding++;
    return UBN_OK;
}

enum ubn_status ubn_cplboard_complete(struct ubn_cplboard *board, struct ubn_cpl_key key,
                                      uint32_t status, uint64_t bytes)
{
    struct entry *entry = find(board->table, board->cap, key);
    char text[128];

    if (entry->state == STATE_EMPTY) {
        return mistake(board, key, "completed but never posted");
    }
    if (entry->state == STATE_DONE) {
        return mistake(board, key, "completed twice");
    }
    entry->state = STATE_DONE;
    board->outstanding--;
    if (entry->status != status) {
        snprintf(text, sizeof(text), "status %" PRIu32 " expected, got %" PRIu32, entry->status,
                 status);
        return mistake(board, key, text);
    }
    if (entry->bytes != bytes) {
        snprintf(text, sizeof(text), "%" PRIu64 " bytes expected, got %" PRIu64, entry->bytes,
                 bytes);
        return mistake(board, key, text);
    }
    return UBN_OK;
}

uint64_t ubn_cplboard_outstanding(const struct ubn_cplboard *board) { return board->outstanding; }

uint64_t ubn_cplboard_posted(const struct ubn_cplboard *board) { return board->posted; }

enum ubn_status ubn_cplboard_finish(const struct ubn_cplboard *board)
{
    uint64_t missing = 0;

    for (size_t i = 0; i < board->cap; i++) {
        const struct entry *entry = &board->table[i];

        if (entry->state == STATE_OUTSTANDING && ++missing <= MAX_MESSAGES) {
            fprintf(board->log,
                    "completion: node %" PRIu32 " queue %" PRIu32 " id %" PRIu32 ": never came\n",
                    entry->key.node, entry->key.queue, entry->key.id);
        }
    }
    if (missing > 0 || board->mistakes > 0) {
        fprintf(board->log,
                "completion: %" PRIu64 " posted, %" PRIu64 " missing, %" PRIu64 " mistakes\n",
                board->posted, missing, board->mistakes);
        return UBN_ERR_CHECK;
    }
    return UBN_OK;
}
