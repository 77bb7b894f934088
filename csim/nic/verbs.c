/* SPDX-License-Identifier: Apache-2.0 */
/* verbs: names of operations and of how they end; contract in ubn/verbs.h. */
#include "ubn/verbs.h"

const char *ubn_op_name(enum ubn_op op)
{
    static const char *const names[UBN_OP_COUNT] = {
        [UBN_OP_READ] = "read", [UBN_OP_WRITE] = "write",       [UBN_OP_WRITE_IMM] = "write_imm",
        [UBN_OP_SEND] = "send", [UBN_OP_SEND_IMM] = "send_imm", [UBN_OP_CAS] = "cas",
        [UBN_OP_FADD] = "fadd",
    };
    return names[op];
}

const char *ubn_cpl_status_name(enum ubn_cpl_status status)
{
    static const char *const names[] = {
        [UBN_CPL_OK] = "ok",
        [UBN_CPL_LOCAL_LENGTH] = "local length",
        [UBN_CPL_LOCAL_OP] = "local operation",
        [UBN_CPL_LOCAL_ACCESS] = "local access",
        [UBN_CPL_FLUSHED] = "flushed",
        [UBN_CPL_BAD_RESPONSE] = "bad response",
        [UBN_CPL_REMOTE_INVALID] = "remote invalid request",
        [UBN_CPL_REMOTE_ACCESS] = "remote access",
        [UBN_CPL_REMOTE_OP] = "remote operation",
        [UBN_CPL_RETRY_EXCEEDED] = "retries exceeded",
        [UBN_CPL_RNR_EXCEEDED] = "receiver not ready",
        [UBN_CPL_OTHER] = "unknown status",
    };
    return names[status];
}
