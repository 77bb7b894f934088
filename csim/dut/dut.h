/* SPDX-License-Identifier: Apache-2.0 */
/** @file dut.h  The controllers in Verilog as C sees them: plain C, opaque handles.
 *
 *  One clock cycle is: ubn_dut_settle (drive the inputs, let the logic settle, see the outputs),
 * read what the ports carry, ubn_dut_tick (the rising edge), read the strobes that the edge set.
 * All handshakes of a cycle are those of the outputs after settle. */
#ifndef UBN_DUT_H
#define UBN_DUT_H

#include "ubn/beat.h"
#include "ubn/status.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Where controllers live: simulation context and, in the traced build, one waveform file. */
struct ubn_dut_world;
/** One controller. */
struct ubn_dut;
struct ubn_tlp;

/** Outputs of a controller that say valid or ready, one bit each. */
enum ubn_dut_flag {
    UBN_DUT_RX_READY = 1u << 0,      /**< link in */
    UBN_DUT_TX_VALID = 1u << 1,      /**< link out */
    UBN_DUT_HOST_AW_READY = 1u << 2, /**< stores of the host, address */
    UBN_DUT_HOST_W_READY = 1u << 3,  /**< stores of the host, data */
    UBN_DUT_HOST_B_VALID = 1u << 4,  /**< their answers */
    UBN_DUT_HOST_AR_READY = 1u << 5, /**< loads of the host */
    UBN_DUT_HOST_R_VALID = 1u << 6,  /**< their data */
    UBN_DUT_AW_VALID = 1u << 7,      /**< writes to memory, address */
    UBN_DUT_W_VALID = 1u << 8,       /**< writes to memory, data */
    UBN_DUT_B_READY = 1u << 9,       /**< their answers */
    UBN_DUT_AR_VALID = 1u << 10,     /**< reads from memory */
    UBN_DUT_R_READY = 1u << 11,      /**< their data */
    UBN_DUT_STALL_VALID = 1u << 12,  /**< a stall event */
    UBN_DUT_RQ_VALID = 1u << 13,     /**< PCIe requests of the controller */
    UBN_DUT_RC_READY = 1u << 14,     /**< PCIe completions for the controller */
    UBN_DUT_CQ_READY = 1u << 15,     /**< PCIe requests of the host */
    UBN_DUT_CC_VALID = 1u << 16,     /**< PCIe completions for the host */
};

/** Credit limits of the PCIe root complex: modular counters, and bits {npd, nph, pd, ph} in inf for
 * classes without limit. */
struct ubn_dut_fc {
    uint8_t ph;   /**< posted headers */
    uint16_t pd;  /**< posted data, 12 bit */
    uint8_t nph;  /**< non-posted headers */
    uint16_t npd; /**< non-posted data, 12 bit */
    uint8_t inf;  /**< bit 0 ph, 1 pd, 2 nph, 3 npd: infinite */
};

/** Inputs of one cycle. A NULL pointer means not valid. The host's AW and W carry beats of the same
 * store. A controller takes the inputs that it has: those of the bus (URMA) or those of PCIe
 * (RoCE). */
struct ubn_dut_in {
    uint64_t now_cyc;                 /**< number of this cycle, 48 bit */
    const struct ubn_link_beat *rx;   /**< link in */
    const struct ubn_axi_w *host_aw;  /**< store of the host, its address */
    const struct ubn_axi_w *host_w;   /**< store of the host, its data */
    const struct ubn_axi_ar *host_ar; /**< load of the host */
    const struct ubn_axi_r *r;        /**< read data from memory */
    const struct ubn_axi_b *b;        /**< answer to a write to memory */
    bool tx_ready;                    /**< link out */
    bool host_b_ready;                /**< answers to stores */
    bool host_r_ready;                /**< data of loads */
    bool aw_ready;                    /**< writes to memory, address */
    bool w_ready;                     /**< writes to memory, data */
    bool ar_ready;                    /**< reads from memory */
    bool stall_ready;                 /**< stall events */
    const struct ubn_tlp *rc;         /**< PCIe completion for the controller */
    const struct ubn_tlp *cq;         /**< PCIe request of the host */
    bool rq_ready;                    /**< PCIe requests of the controller */
    bool cc_ready;                    /**< PCIe completions for the host */
    struct ubn_dut_fc fc;             /**< credit limits of the root complex */
};

/** A command of the controller to memory. */
struct ubn_dut_cmd {
    uint64_t addr;  /**< first byte */
    unsigned beats; /**< 1 .. 64 */
    uint8_t id;     /**< AXI ID */
};

/** Makes a world.
 *
 *  @param seed      [in] of randomised reset values, where the build has them.
 *  @param world_out [out] owned by the caller, given back by ubn_dut_world_destroy.
 *  @return UBN_OK; UBN_ERR_NOMEM. */
enum ubn_status ubn_dut_world_create(uint64_t seed, struct ubn_dut_world **world_out);

/** Gives back a world; its controllers must be gone.
 *
 *  @param world [in] world or NULL. */
void ubn_dut_world_destroy(struct ubn_dut_world *world);

/** Tells whether this build can write waveforms.
 *
 *  @return true in the traced build. */
bool ubn_dut_can_trace(void);

/** Opens the waveform file of all controllers of a world.
 *
 *  @param world [in,out] world with all its controllers.
 *  @param path  [in] file to write.
 *  @return UBN_OK; UBN_ERR_ARG when the build cannot trace; UBN_ERR_IO.   @pre once. */
enum ubn_status ubn_dut_wave_open(struct ubn_dut_world *world, const char *path);

/** Tells that time moves on to ps: writes what was marked for an earlier instant, once, so that
 *  controllers with edges at the same instant share one entry of the waveform.
 *
 *  @param world [in,out] world.
 *  @param ps    [in] time, not before that of the call before.   @pre before the first settle at
 * ps. */
void ubn_dut_wave_advance(struct ubn_dut_world *world, uint64_t ps);

/** Writes the settled inputs and outputs of a cycle, with the clock low, half a period before its
 *  edge, if a waveform is open. A handshake is then seen as it is: valid and ready high when the
 *  clock rises, what it did from the edge on.
 *
 *  @param dut [in,out] controller.
 *  @param ps  [in] time of the edge to come.   @pre between ubn_dut_settle and ubn_dut_tick. */
void ubn_dut_wave_low(struct ubn_dut *dut, uint64_t ps);

/** Ends the waveform, if one is open: what comes later is not in it.
 *
 *  @param world [in,out] world with all its controllers, or NULL. */
void ubn_dut_wave_close(struct ubn_dut_world *world);

/** Marks the values after the edge for the waveform, if one is open.
 *
 *  @param dut [in,out] controller.
 *  @param ps  [in] time of the edge just taken. */
void ubn_dut_wave_mark(struct ubn_dut *dut, uint64_t ps);

/** Makes a controller in reset.
 *
 *  @param world   [in,out] world; must outlive the controller.
 *  @param kind    [in] kind of controller: "urma", "roce".
 *  @param name    [in] scope of its signals in the waveform.
 *  @param slow_en [in] true: context ports answer late, at random.
 *  @param seed    [in] of that randomness.
 *  @param dut_out [out] owned by the caller, given back by ubn_dut_destroy.
 *  @return UBN_OK; UBN_ERR_NOMEM; UBN_ERR_CONFIG (printed) when the build has no such controller.
 */
enum ubn_status ubn_dut_create(struct ubn_dut_world *world, const char *kind, const char *name,
                               bool slow_en, uint32_t seed, struct ubn_dut **dut_out);

/** Gives back a controller; ends the waveform.
 *
 *  @param dut [in] controller or NULL. */
void ubn_dut_destroy(struct ubn_dut *dut);

/** Resets the controller: 8 cycles of reset, without simulated time.
 *
 *  @param dut [in,out] controller. */
void ubn_dut_reset(struct ubn_dut *dut);

/** Drives the inputs of one cycle and lets the logic settle.
 *
 *  @param dut [in,out] controller.
 *  @param in  [in] used during the call.
 *  @return enum ubn_dut_flag, or'ed. */
uint32_t ubn_dut_settle(struct ubn_dut *dut, const struct ubn_dut_in *in);

/** Takes the rising edge.
 *
 *  @param dut [in,out] controller.   @pre ubn_dut_settle of the same cycle.
 *  @return true; false when an assertion of the RTL failed (its name has been printed). */
bool ubn_dut_tick(struct ubn_dut *dut);

/** Reads the beat on the link port.   @pre UBN_DUT_TX_VALID. */
void ubn_dut_tx(const struct ubn_dut *dut, struct ubn_link_beat *beat_out);
/** Reads the answer to a store of the host.   @pre UBN_DUT_HOST_B_VALID. */
struct ubn_axi_b ubn_dut_host_b(const struct ubn_dut *dut);
/** Reads the data of a load of the host.   @pre UBN_DUT_HOST_R_VALID. */
void ubn_dut_host_r(const struct ubn_dut *dut, struct ubn_axi_r *r_out);
/** Reads a write command.   @pre UBN_DUT_AW_VALID. */
struct ubn_dut_cmd ubn_dut_aw(const struct ubn_dut *dut);
/** Reads a beat of write data.   @pre UBN_DUT_W_VALID.
 *  @param data [out] shape [64].   @param strb_out [out] lanes written.   @return last beat. */
bool ubn_dut_w(const struct ubn_dut *dut, uint8_t data[UBN_BEAT_BYTES], uint64_t *strb_out);
/** Reads a read command.   @pre UBN_DUT_AR_VALID. */
struct ubn_dut_cmd ubn_dut_ar(const struct ubn_dut *dut);
/** Reads a beat of a PCIe request.   @pre UBN_DUT_RQ_VALID. */
void ubn_dut_rq(const struct ubn_dut *dut, struct ubn_tlp *tlp_out);
/** Reads a beat of a PCIe completion for the host.   @pre UBN_DUT_CC_VALID. */
void ubn_dut_cc(const struct ubn_dut *dut, struct ubn_tlp *tlp_out);
/** Reads a stall event.   @pre UBN_DUT_STALL_VALID. */
uint64_t ubn_dut_stall(const struct ubn_dut *dut);

/** Tells which probes the last edge set.   @return bit i: probe i. */
uint32_t ubn_dut_probes(const struct ubn_dut *dut);
/** Reads the id of a probe.   @param index [in] of a probe that is set. */
uint64_t ubn_dut_probe_id(const struct ubn_dut *dut, unsigned index);

/** Tells whether nothing moves without new input.   @pre after ubn_dut_tick. */
bool ubn_dut_idle(const struct ubn_dut *dut);
/** Gives the cycle of the earliest timer; UINT64_MAX without one. */
uint64_t ubn_dut_wake_cyc(const struct ubn_dut *dut);
/** Gives the requests in flight as the controller counts them. */
uint32_t ubn_dut_outstanding(const struct ubn_dut *dut);
/** Gives the reads and writes of the controller that memory has not answered. */
uint32_t ubn_dut_host_outstanding(const struct ubn_dut *dut);

#ifdef __cplusplus
}
#endif

#endif
