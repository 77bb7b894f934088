/* SPDX-License-Identifier: Apache-2.0 */
/* test_capture: the pcapng writer, byte by byte against a file written down by hand from the pcapng
 * draft. */
#define _DEFAULT_SOURCE
#include "ubn/capture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char *const NODES[] = {"n0", "n1"};

/* Section header, then the four interfaces n0.tx n0.rx n1.tx n1.rx (names of five bytes). */
static const uint8_t SECTION[28] = {0x0A, 0x0D, 0x0D, 0x0A, 28, 0, 0,    0,    0x4D, 0x3C,
                                    0x2B, 0x1A, 1,    0,    0,  0, 0xFF, 0xFF, 0xFF, 0xFF,
                                    0xFF, 0xFF, 0xFF, 0xFF, 28, 0, 0,    0};
#define INTERFACE(node, d)                                                                         \
    {                                                                                              \
        1, 0, 0, 0, 44, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 5, 0, 'n', node, '.', d, 'x', 0, 0, \
            0, 9, 0, 1, 0, 9, 0, 0, 0, 0, 0, 0, 0, 44, 0, 0, 0                                     \
    }
static const uint8_t INTERFACES[4][44] = {INTERFACE('0', 't'), INTERFACE('0', 'r'),
                                          INTERFACE('1', 't'), INTERFACE('1', 'r')};

/* Five bytes received by n1 at 2^32 + 7 ns. */
static const uint8_t PACKET[52] = {6, 0, 0, 0, 52, 0, 0, 0, 3, 0, 0,   0,   1,   0,   0,   0, 7, 0,
                                   0, 0, 5, 0, 0,  0, 5, 0, 0, 0, 'h', 'e', 'l', 'l', 'o', 0, 0, 0,
                                   2, 0, 4, 0, 1,  0, 0, 0, 0, 0, 0,   0,   52,  0,   0,   0};

/* A capture into memory. */
struct bench {
    FILE *file;
    char *bytes;
    size_t len;
    struct ubn_capture *capture;
};

static int bench_open(void **state)
{
    struct bench *b = calloc(1, sizeof(*b));

    assert_non_null(b);
    b->file = open_memstream(&b->bytes, &b->len);
    assert_non_null(b->file);
    assert_int_equal(ubn_capture_begin(b->file, NODES, 2, &b->capture), UBN_OK);
    *state = b;
    return 0;
}

static int bench_close(void **state)
{
    struct bench *b = *state;

    fclose(b->file);
    free(b->bytes);
    free(b);
    return 0;
}

static void capture_writes_section_and_interfaces_when_begun(void **state)
{
    struct bench *b = *state;

    assert_int_equal(ubn_capture_end(b->capture), UBN_OK);
    assert_int_equal(b->len, sizeof(SECTION) + sizeof(INTERFACES));
    assert_memory_equal(b->bytes, SECTION, sizeof(SECTION));
    assert_memory_equal(b->bytes + sizeof(SECTION), INTERFACES, sizeof(INTERFACES));
}

static void capture_writes_stamp_direction_and_padding_of_a_frame(void **state)
{
    struct bench *b = *state;
    const uint64_t ps = ((UINT64_C(1) << 32) + 7) * 1000 + 999; /* rounded down to ns */
    const uint8_t *frame = (const uint8_t *)"hello";

    assert_int_equal(ubn_capture_frame(b->capture, 1, UBN_CAPTURE_RX, ps, frame, 5), UBN_OK);
    assert_int_equal(ubn_capture_frames(b->capture), 1);
    assert_int_equal(ubn_capture_end(b->capture), UBN_OK);
    size_t start = sizeof(SECTION) + sizeof(INTERFACES);

    assert_int_equal(b->len, start + sizeof(PACKET));
    assert_memory_equal(b->bytes + start, PACKET, sizeof(PACKET));
}

static void capture_marks_outbound_frames_and_adds_no_padding_to_whole_words(void **state)
{
    struct bench *b = *state;
    size_t start = sizeof(SECTION) + sizeof(INTERFACES);
    const uint8_t frame[4] = {1, 2, 3, 4};

    assert_int_equal(ubn_capture_frame(b->capture, 0, UBN_CAPTURE_TX, 0, frame, 4), UBN_OK);
    assert_int_equal(ubn_capture_end(b->capture), UBN_OK);
    assert_int_equal(b->len, start + 48);
    assert_int_equal(b->bytes[start + 4], 48);
    assert_int_equal(b->bytes[start + 8], 0);  /* interface n0.tx */
    assert_int_equal(b->bytes[start + 36], 2); /* outbound */
}

static void capture_refuses_unknown_nodes_and_empty_frames(void **state)
{
    struct bench *b = *state;
    const uint8_t frame[1] = {0};
    struct ubn_capture *none = NULL;

    assert_int_equal(ubn_capture_frame(b->capture, 2, UBN_CAPTURE_TX, 0, frame, 1), UBN_ERR_ARG);
    assert_int_equal(ubn_capture_frame(b->capture, 0, UBN_CAPTURE_TX, 0, frame, 0), UBN_ERR_ARG);
    assert_int_equal(ubn_capture_begin(b->file, NODES, 0, &none), UBN_ERR_ARG);
    assert_int_equal(ubn_capture_end(b->capture), UBN_OK);
    assert_int_equal(b->len, sizeof(SECTION) + sizeof(INTERFACES));
}

static void capture_reports_a_full_disk(void **state)
{
    FILE *full = fopen("/dev/full", "wb");
    struct ubn_capture *capture = NULL;
    enum ubn_status status = UBN_OK;
    uint8_t frame[1000] = {0};

    (void)state;
    if (full == NULL) {
        skip();
    }
    assert_int_equal(ubn_capture_begin(full, NODES, 2, &capture), UBN_OK); /* still buffered */
    for (int i = 0; i < 100 && status == UBN_OK; i++) {
        status = ubn_capture_frame(capture, 0, UBN_CAPTURE_TX, 0, frame, sizeof(frame));
    }
    assert_int_equal(status, UBN_ERR_IO);
    assert_int_equal(ubn_capture_end(capture), UBN_ERR_IO);
    fclose(full);
}

#define CAPTURE_TEST(name) cmocka_unit_test_setup_teardown(name, bench_open, bench_close)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CAPTURE_TEST(capture_writes_section_and_interfaces_when_begun),
        CAPTURE_TEST(capture_writes_stamp_direction_and_padding_of_a_frame),
        CAPTURE_TEST(capture_marks_outbound_frames_and_adds_no_padding_to_whole_words),
        CAPTURE_TEST(capture_refuses_unknown_nodes_and_empty_frames),
        cmocka_unit_test(capture_reports_a_full_disk),
    };

    return cmocka_run_group_tests_name("capture", tests, NULL, NULL);
}
