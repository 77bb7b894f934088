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
#include "ubn/pcie.h"
#include "ubn/stack.h"
#include "ubn/trace.h"
#include "ubn/workload.h"

struct ubn_rig;

/** Everything of one node. */
struct ubn_rig_node {
    struct ubn_rig *rig;   /**< system it belongs to */
    const char *name;      /**< of the configuration */
    uint16_t id;           /**< node number */
    uint16_t peer;         /**< node at the other end of tx */
    struct ubn_mem *mem;   /**< memory */
    struct ubn_bus *bus;   /**< on-chip bus; NULL on a PCIe stack */
    struct ubn_pcie *pcie; /**< root complex; NULL on a bus stack */
    struct ubn_host *host; /**< CPU threads; NULL on a node that runs no software */
    struct ubn_nic *nic;   /**< driver and library */
    struct ubn_dut *dut;   /**< controller */
    struct ubn_link *tx;   /**< outgoing direction of the link */
    struct ubn_link *rx;   /**< incoming direction, tx of another node */
    struct ubn_node *node; /**< clock-edge loop */
};

/** The system of one run. */
struct ubn_rig {
    const struct ubn_config *cfg;                    /**< configuration, of the caller */
    struct ubn_engine *engine;                       /**< loop */
    struct ubn_trace *trace;                         /**< operations */
    struct ubn_dut_world *world;                     /**< where the controllers live */
    const struct ubn_stack *stack;                   /**< software of the controllers */
    struct ubn_nic_settings settings;                /**< of all controllers */
    struct ubn_watch *watch;                         /**< follows operations */
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

/** Starts the setup of every controller, as its driver does it.
 *
 *  @param rig [in,out] system.
 *  @return UBN_OK; UBN_ERR_CONFIG (printed); UBN_ERR_NOMEM. */
enum ubn_status ubn_rig_setup_start(struct ubn_rig *rig);

/** Tells whether every controller is set up.
 *
 *  @param rig [in] system.
 *  @return true: all done, refused or not. */
bool ubn_rig_setup_done(const struct ubn_rig *rig);

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
