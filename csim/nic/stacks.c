/* SPDX-License-Identifier: Apache-2.0 */
/* stacks: the list of all stacks; contract in ubn/stack.h. */
#include "ubn/gen/keys.h"
#include "ubn/stack.h"

const struct ubn_stack *const ubn_stacks[UBN_STACKS] = {
    [UBN_CFG_STACK_URMA] = &ubn_stack_urma,         [UBN_CFG_STACK_LDST] = &ubn_stack_ldst,
    [UBN_CFG_STACK_ROCE_DMA] = &ubn_stack_roce_dma, [UBN_CFG_STACK_ROCE_BF] = &ubn_stack_roce_bf,
    [UBN_CFG_STACK_ROCE_DPU] = &ubn_stack_roce_dpu,
};
