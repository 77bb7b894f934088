/* SPDX-License-Identifier: Apache-2.0 */
/** @file status.h  What every function that can fail returns, and the exit code it becomes. */
#ifndef UBN_STATUS_H
#define UBN_STATUS_H

#ifdef __cplusplus
extern "C" {
#endif

/** Result of a call. The function that first knows the cause prints it, once. */
enum ubn_status {
    UBN_OK = 0,          /**< done */
    UBN_ERR_ARG,         /**< the caller broke the contract of a function */
    UBN_ERR_NOMEM,       /**< no memory left */
    UBN_ERR_CONFIG,      /**< command line or configuration refused */
    UBN_ERR_IO,          /**< a file or folder could not be read or written */
    UBN_ERR_CHECK,       /**< the run ended, but a check failed (closure, quiesce, assertion) */
    UBN_ERR_NOPROGRESS,  /**< nothing moves although work is left */
    UBN_ERR_INTERRUPTED, /**< stopped by the user */
    UBN_ERR_FULL,        /**< no room now, try later */
};

/** Gives the name of a status, for messages.
 *
 *  @param status [in] any value.
 *  @return static text such as "no progress"; never NULL. */
const char *ubn_status_name(enum ubn_status status);

/** Gives the exit code of a program that ends with a status.
 *
 *  @param status [in] any value.
 *  @return 0 ok; 1 a check failed (also: out of memory, broken contract); 2 usage, configuration,
 *          input or output; 3 no progress; 130 interrupted. */
int ubn_status_exit_code(enum ubn_status status);

#ifdef __cplusplus
}
#endif
#endif
