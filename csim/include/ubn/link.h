/* SPDX-License-Identifier: Apache-2.0 */
/** @file link.h  One direction of a wire: delay, rate, jitter, order kept.
 *
 *  The first beat of a frame arrives delay_ps (plus jitter) after it was sent; the other beats keep
 *  their distance. The wire carries rate_bps: each byte takes its time on it, and so do the
 *  overhead_bytes after each frame; a beat waits until the wire is free, at the sending and, when
 *  jitter pushes frames together, at the receiving end. */
#ifndef UBN_LINK_H
#define UBN_LINK_H

#include "ubn/beat.h"
#include "ubn/portq.h"
#include "ubn/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** One direction of a link; opaque. */
struct ubn_link;

/** Longest frame: headers of 320 B and 8 KiB, rounded up. */
#define UBN_LINK_FRAME_MAX_BYTES 16384u

/** What a link is like. */
struct ubn_link_config {
    uint64_t delay_ps;       /**< first beat sent to first beat received, ps; 1 or more */
    uint64_t rate_bps;       /**< bits per second, 10^6 .. 10^13 */
    uint32_t overhead_bytes; /**< per frame besides its bytes, at most 65535: preamble, FCS, gap */
    uint64_t buffer_bytes;   /**< backlog up to which the link takes more, 1 or more */
    uint64_t jitter_ps;      /**< largest extra delay, ps; 0: none. Frame n gets a pure function of
                                  (seed, id, n), evenly spread over 0 .. jitter_ps */
    uint64_t seed;           /**< seed of the run */
    uint32_t id;             /**< number of this direction, for the jitter */
};

/** Takes a whole frame when its last beat is sent.
 *  @param ps    [in] time its first beat was sent, ps.
 *  @param arrive_ps [in] time its first beat arrives, ps.
 *  @param frame [in] shape [len_bytes], first wire byte first; valid during the call.
 *  @param err   [in] the frame carries the error mark. */
typedef void (*ubn_link_frame_fn)(void *ctx, uint64_t ps, uint64_t arrive_ps, const uint8_t *frame,
                                  size_t len_bytes, bool err);

/** Counts of one direction. */
struct ubn_link_counts {
    uint64_t frames;     /**< sent whole */
    uint64_t bytes;      /**< of these frames, without overhead */
    uint64_t err_frames; /**< of these frames, with the error mark */
    uint64_t wait_ps;    /**< time all first beats waited for the wire, ps */
};

/** Makes one direction.
 *
 *  @param cfg      [in] copied.
 *  @param link_out [out] owned by the caller, given back by ubn_link_destroy.
 *  @return UBN_OK; UBN_ERR_ARG (a delay of 0 for example); UBN_ERR_NOMEM. */
enum ubn_status ubn_link_create(const struct ubn_link_config *cfg, struct ubn_link **link_out);

/** Gives back a link.
 *
 *  @param link [in] link or NULL. */
void ubn_link_destroy(struct ubn_link *link);

/** Sets who takes whole frames, for the capture.
 *
 *  @param link [in,out] link.
 *  @param fn   [in] what to call; NULL: nobody.
 *  @param ctx  [in] handed to it. */
void ubn_link_on_frame(struct ubn_link *link, ubn_link_frame_fn fn, void *ctx);

/** Tells whether the link takes a beat now.
 *
 *  @param link [in] link.
 *  @param ps   [in] now, ps.
 *  @return true while the backlog is at most buffer_bytes. */
bool ubn_link_ready(const struct ubn_link *link, uint64_t ps);

/** Sends one beat. The link takes it even when it is not ready: whoever sends asks first.
 *
 *  @param link  [in,out] link.
 *  @param ps    [in] now, ps; not before the beat before.
 *  @param beat  [in] copied.
 *  @param first [in] true: first beat of a frame.
 *  @param arrive_ps_out [out] arrival of this beat, ps; may be NULL.
 *  @return UBN_OK; UBN_ERR_CHECK (printed) when the frame is not well formed: first beat inside a
 *          frame or missing, keep with holes, empty or not full before the last beat, frame longer
 *          than UBN_LINK_FRAME_MAX_BYTES, time going backwards; UBN_ERR_NOMEM. */
enum ubn_status ubn_link_send_beat(struct ubn_link *link, uint64_t ps,
                                   const struct ubn_link_beat *beat, bool first,
                                   uint64_t *arrive_ps_out);

/** Gives the queue of what arrives: struct ubn_link_beat, stamped with the time of arrival.
 *
 *  @param link [in] link, owner of the queue.
 *  @return the queue, popped by the receiving node. */
struct ubn_portq *ubn_link_rx(struct ubn_link *link);

/** Tells whether nothing is on the wire or waits at its end, and no frame is half sent.
 *
 *  @param link [in] link.
 *  @return true: idle. */
bool ubn_link_idle(const struct ubn_link *link);

/** Gives the counts so far.
 *
 *  @param link [in] link.
 *  @return counts. */
struct ubn_link_counts ubn_link_counts(const struct ubn_link *link);

#ifdef __cplusplus
}
#endif
#endif
