/* SPDX-License-Identifier: Apache-2.0 */
/* capture: frames of the wire as a pcapng file with nanosecond stamps, one interface per node and
 * direction. Frames are streamed to the file as they come, exactly as the NIC sent them: no
 * preamble, no FCS, no padding. libpcap writes no file with several interfaces, hence this small
 * writer. Source: pcapng, draft-ietf-opsawg-pcapng (SHB 4.1, IDB 4.2, EPB 4.3).
 */
#ifndef UBN_CAPTURE_H
#define UBN_CAPTURE_H

#include "ubn/status.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Writer of one capture. */
struct ubn_capture;

/** Direction as the node sees it. */
enum ubn_capture_dir {
    UBN_CAPTURE_TX = 0, /**< frame leaves the node */
    UBN_CAPTURE_RX = 1  /**< frame enters the node */
};

/** Start a capture: writes the section header and two interfaces per node, named `<node>.tx` and
 *  `<node>.rx`.
 *  @param file [in] open for writing in binary, at its beginning; stays owned by the caller, who
 *  closes it after ubn_capture_end (files of a run come from ubn_outset_file, which also renames
 *  them).
 *  @param node_names [in] shape [n_nodes]; copied into the file.
 *  @param n_nodes [in] 1 to 32767.
 *  @param capture_out [out] new capture.
 *  @return UBN_OK; UBN_ERR_ARG; UBN_ERR_NOMEM; UBN_ERR_IO. */
enum ubn_status ubn_capture_begin(FILE *file, const char *const *node_names, size_t n_nodes,
                                  struct ubn_capture **capture_out);

/** Append one frame.
 *  @param node [in] index into node_names.
 *  @param ps [in] instant of the first beat; stored in whole ns, rounded down.
 *  @param frame [in] wire bytes from the Ethernet destination on, shape [len_bytes].
 *  @param len_bytes [in] 1 to 2^18.
 *  @return UBN_OK; UBN_ERR_ARG; UBN_ERR_IO (printed once; later calls return it at once). */
enum ubn_status ubn_capture_frame(struct ubn_capture *capture, uint32_t node,
                                  enum ubn_capture_dir dir, uint64_t ps, const uint8_t *frame,
                                  size_t len_bytes);

/** Flush and free the capture; the file stays open.
 *  @param capture [in] may be NULL.
 *  @return UBN_OK; UBN_ERR_IO when any byte could not be written. */
enum ubn_status ubn_capture_end(struct ubn_capture *capture);

/** @return frames written so far. */
uint64_t ubn_capture_frames(const struct ubn_capture *capture);

#ifdef __cplusplus
}
#endif

#endif
