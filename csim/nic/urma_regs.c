/* SPDX-License-Identifier: Apache-2.0 */
/* urma_regs: reads a register of an URMA controller by a load on the bus; contract in ubn/urma.h.
 */
#include "ubn/gen/registers.h"
#include "ubn/urma.h"

#define LOG2_REG_BYTES 3u

static void on_load(void *ctx, uint64_t ps, uint64_t tag, const struct ubn_axi_r *beat)
{
    struct ubn_urma_reg_read *read = ctx;
    const ubn_urma_reg_fn fn = read->fn;
    uint64_t value = 0;

    (void)tag;
    for (unsigned i = 0; i < 8; i++) {
        value |= (uint64_t)beat->data[read->lane + i] << (8 * i);
    }
    read->fn = NULL;
    fn(read->ctx, ps, beat->resp == UBN_AXI_OKAY, value);
}

enum ubn_status ubn_urma_reg_load(struct ubn_bus *bus, uint64_t ps, uint32_t offset,
                                  ubn_urma_reg_fn fn, void *ctx, struct ubn_urma_reg_read *read)
{
    const struct ubn_axi_ar command = {
        .addr = UBN_URMA_MAP_REGS_BASE + offset, .size = LOG2_REG_BYTES, .tag = UBN_TAG_NONE};

    if (read->fn != NULL) {
        return UBN_ERR_ARG;
    }
    *read = (struct ubn_urma_reg_read){.fn = fn, .ctx = ctx, .lane = offset % UBN_BEAT_BYTES};
    return ubn_bus_host_load(bus, ps, &command, on_load, read, NULL);
}
