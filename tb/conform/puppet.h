/* SPDX-License-Identifier: Apache-2.0 */
/** @file puppet.h  A controller that shows what it is told: dut.h by hand, for tests of the rules.
 */
#ifndef CONTRACT_PUPPET_H
#define CONTRACT_PUPPET_H

#include "dut.h"

#include "ubn/tlp.h"

/** The controller; all of it may be set at any time. */
struct ubn_dut {
    uint32_t flags;              /**< enum ubn_dut_flag */
    struct ubn_tlp out;          /**< on rq and cc */
    struct ubn_link_beat tx;     /**< on the link */
    bool idle;                   /**< says so, without a timer */
    bool follows_ready;          /**< rq is valid when cc is ready */
    bool shows_ready;            /**< the header of rq says whether rq is ready */
    const struct ubn_dut_in *in; /**< of the cycle at hand */
};

#endif
