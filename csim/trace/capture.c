/* SPDX-License-Identifier: Apache-2.0 */
/* capture: pcapng writer; contract in ubn/capture.h.
 * All numbers are written little-endian by hand, so the file does not depend on the host.
 * Source: pcapng, draft-ietf-opsawg-pcapng.
 */
#include "ubn/capture.h"

#include "ubn/log.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define BLOCK_SECTION 0x0A0D0D0Au
#define BLOCK_INTERFACE 1u
#define BLOCK_PACKET 6u
#define BYTE_ORDER_MAGIC 0x1A2B3C4Du
#define LINKTYPE_ETHERNET 1u
#define OPT_END 0u
#define OPT_IF_NAME 2u
#define OPT_IF_TSRESOL 9u
#define OPT_EPB_FLAGS 2u
#define EPB_INBOUND 1u
#define EPB_OUTBOUND 2u
#define MAX_NODES 32767u
#define MAX_FRAME_BYTES 262144u
#define MAX_NAME_BYTES 200u

struct ubn_capture {
    FILE *file;
    size_t n_nodes;
    uint64_t frames;
    bool failed;
};

/* A block under construction: fixed part and options; the frame itself is written separately. */
struct block {
    uint8_t bytes[MAX_NAME_BYTES + 64];
    size_t len;
};

static void put_u16(struct block *b, uint32_t v)
{
    b->bytes[b->len++] = (uint8_t)v;
    b->bytes[b->len++] = (uint8_t)(v >> 8);
}

static void put_u32(struct block *b, uint32_t v)
{
    put_u16(b, v & 0xFFFFu);
    put_u16(b, v >> 16);
}

/* An option: code, length, value, padding to four bytes. */
static void put_option(struct block *b, uint32_t code, const void *value, size_t len)
{
    put_u16(b, code);
    put_u16(b, (uint32_t)len);
    if (len > 0) {
        memcpy(&b->bytes[b->len], value, len);
        b->len += len;
    }
    while (b->len % 4 != 0) {
        b->bytes[b->len++] = 0;
    }
}

static void put_bytes(struct ubn_capture *capture, const void *bytes, size_t len)
{
    if (!capture->failed && fwrite(bytes, 1, len, capture->file) != len) {
        capture->failed = true;
        ubn_log_error("capture: cannot write: %s", strerror(errno));
    }
}

/* Adds the closing length to a block, patches the opening one and writes it. */
static void put_block(struct ubn_capture *capture, struct block *b)
{
    struct block len = {.len = 0};

    put_u32(&len, (uint32_t)(b->len + 4));
    memcpy(&b->bytes[4], len.bytes, 4);
    put_u32(b, (uint32_t)(b->len + 4));
    put_bytes(capture, b->bytes, b->len);
}

static void put_section(struct ubn_capture *capture)
{
    struct block b = {.len = 0};

    put_u32(&b, BLOCK_SECTION);
    put_u32(&b, 0); /* length, patched */
    put_u32(&b, BYTE_ORDER_MAGIC);
    put_u16(&b, 1);           /* version 1.0 */
    put_u16(&b, 0);           /* minor */
    put_u32(&b, 0xFFFFFFFFu); /* section length unknown */
    put_u32(&b, 0xFFFFFFFFu);
    put_block(capture, &b);
}

static void put_interface(struct ubn_capture *capture, const char *node, const char *suffix)
{
    static const uint8_t nanoseconds = 9; /* stamps count 10^-9 s */
    char name[MAX_NAME_BYTES + 4];
    struct block b = {.len = 0};

    snprintf(name, sizeof(name), "%.*s%s", (int)MAX_NAME_BYTES, node, suffix);
    put_u32(&b, BLOCK_INTERFACE);
    put_u32(&b, 0); /* length, patched */
    put_u16(&b, LINKTYPE_ETHERNET);
    put_u16(&b, 0); /* reserved */
    put_u32(&b, 0); /* snap length: no limit */
    put_option(&b, OPT_IF_NAME, name, strlen(name));
    put_option(&b, OPT_IF_TSRESOL, &nanoseconds, 1);
    put_option(&b, OPT_END, NULL, 0);
    put_block(capture, &b);
}

enum ubn_status ubn_capture_begin(FILE *file, const char *const *node_names, size_t n_nodes,
                                  struct ubn_capture **capture_out)
{
    if (file == NULL || n_nodes < 1 || n_nodes > MAX_NODES) {
        return UBN_ERR_ARG;
    }
    struct ubn_capture *capture = calloc(1, sizeof(*capture));

    if (capture == NULL) {
        return UBN_ERR_NOMEM;
    }
    capture->file = file;
    capture->n_nodes = n_nodes;
    put_section(capture);
    for (size_t i = 0; i < n_nodes; i++) {
        put_interface(capture, node_names[i], ".tx");
        put_interface(capture, node_names[i], ".rx");
    }
    if (capture->failed) {
        free(capture);
        return UBN_ERR_IO;
    }
    *capture_out = capture;
    return UBN_OK;
}

enum ubn_status ubn_capture_frame(struct ubn_capture *capture, uint32_t node,
                                  enum ubn_capture_dir dir, uint64_t ps, const uint8_t *frame,
                                  size_t len_bytes)
{
    static const uint8_t zeros[4] = {0};
    const bool is_rx = dir == UBN_CAPTURE_RX;
    const uint8_t flags[4] = {is_rx ? EPB_INBOUND : EPB_OUTBOUND, 0, 0, 0};
    const uint64_t ns = ps / 1000;

    if (node >= capture->n_nodes || len_bytes < 1 || len_bytes > MAX_FRAME_BYTES) {
        return UBN_ERR_ARG;
    }
    const size_t pad = (4 - len_bytes % 4) % 4;
    const size_t total = 28 + len_bytes + pad + 12 + 4; /* fixed, frame, options, closing length */
    struct block head = {.len = 0};
    struct block tail = {.len = 0};

    put_u32(&head, BLOCK_PACKET);
    put_u32(&head, (uint32_t)total);
    put_u32(&head, 2 * node + (is_rx ? 1 : 0));
    put_u32(&head, (uint32_t)(ns >> 32));
    put_u32(&head, (uint32_t)ns);
    put_u32(&head, (uint32_t)len_bytes); /* captured */
    put_u32(&head, (uint32_t)len_bytes); /* on the wire */
    put_option(&tail, OPT_EPB_FLAGS, flags, sizeof(flags));
    put_option(&tail, OPT_END, NULL, 0);
    put_u32(&tail, (uint32_t)total);
    put_bytes(capture, head.bytes, head.len);
    put_bytes(capture, frame, len_bytes);
    put_bytes(capture, zeros, pad);
    put_bytes(capture, tail.bytes, tail.len);
    if (capture->failed) {
        return UBN_ERR_IO;
    }
    capture->frames++;
    return UBN_OK;
}

enum ubn_status ubn_capture_end(struct ubn_capture *capture)
{
    if (capture == NULL) {
        return UBN_OK;
    }
    if (!capture->failed && fflush(capture->file) != 0) {
        capture->failed = true;
        ubn_log_error("capture: cannot write: %s", strerror(errno));
    }
    enum ubn_status status = capture->failed ? UBN_ERR_IO : UBN_OK;

    free(capture);
    return status;
}

uint64_t ubn_capture_frames(const struct ubn_capture *capture) { return capture->frames; }
