/* SPDX-License-Identifier: Apache-2.0 */
/** @file rig.h  The system of one run, put together from a configuration. Inside csim/app only. */
#ifndef UBN_RIG_H
#define UBN_RIG_H

#include "ubn/bus.h"
#include "ubn/capture.h"
#include "ubn/config.h"
#include "ubn/engine.h"
#include "ubn/host.h"
#include "ubn/link.h"
#include "ubn/mem.h"
#include "ubn/node.h"
#include "ubn/trace.h"
#include "ubn/urma.h"
#include "ubn/urma_watch.h"
#include "ubn/workload.h"

/** Everything of one node. */
struct ubn_rig_node {
    const char *name;            /**< of the configuration */
    struct ubn_mem *mem;         /**< memory */
    struct ubn_bus *bus;         /**< on-chip bus */
    struct ubn_host *host;       /**< CPU threads; NULL on a node that initiates nothing */
    struct ubn_dut *dut;         /**< controller */
    struct ubn_link *tx;         /**< outgoing direction of the link */
    struct ubn_node *node;       /**< clock-edge loop */
    struct ubn_urma_setup setup; /**< progress of the driver's setup */
};

/** The system of one run. */
struct ubn_rig {
    const struct ubn_config *cfg;                    /**< configuration, of the caller */
    struct ubn_engine *engine;                       /**< loop */
    struct ubn_trace *trace;                         /**< operations */
    struct ubn_dut_world *world;                     /**< where the controllers live */
    struct ubn_urma_watch *watch;                    /**< follows operations */
    struct ubn_capture *capture;                     /**< frames; NULL: not captured */
    const struct ubn_workload_ops *work;             /**< kind of workload */
    struct ubn_workload *workload;                   /**< what is asked */
    struct ubn_rig_node nodes[UBN_CONFIG_NODES_MAX]; /**< shape [n_nodes], index = node number */
    size_t n_nodes;                                  /**< nodes */
};

/** Builds a system at time 0; nothing has moved yet.
 *
 *  @param cfg     [in] complete configuration; outlives the rig.
 *  @param rig_out [out] filled; given back by ubn_rig_destroy in every case.
 *  @return UBN_OK; UBN_ERR_CONFIG (printed); UBN_ERR_NOMEM. */
enum ubn_status ubn_rig_build(const struct ubn_config *cfg, struct ubn_rig *rig_out);

/** Gives back a system.
 *
 *  @param rig [in] as ubn_rig_build left it. */
void ubn_rig_destroy(struct ubn_rig *rig);

/** Captures every frame from now on.
 *
 *  @param rig  [in,out] system.
 *  @param file [in,out] see ubn_capture_begin.
 *  @return UBN_OK; UBN_ERR_NOMEM; UBN_ERR_IO. */
enum ubn_status ubn_rig_capture(struct ubn_rig *rig, FILE *file);

/** Tells whether nothing moves any more and nothing is on its way.
 *
 *  @param rig [in] system.
 *  @return true: at rest. */
bool ubn_rig_at_rest(const struct ubn_rig *rig);

/** Judges that the system is at rest: nothing on the way, nothing outstanding.
 *
 *  @param rig [in] system after its run.
 *  @return UBN_OK; UBN_ERR_CHECK (each cause printed). */
enum ubn_status ubn_rig_check_quiet(const struct ubn_rig *rig);

#endif
