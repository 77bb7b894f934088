/* SPDX-License-Identifier: Apache-2.0 */
/* report_json: the JSON files of a report. Private. */
#ifndef UBN_REPORT_JSON_H
#define UBN_REPORT_JSON_H

#include "ubn/report.h"

/** Write summary.json.
 *  @return UBN_OK; UBN_ERR_NOMEM; UBN_ERR_FULL; UBN_ERR_IO. */
enum ubn_status ubn_report_json_summary(const struct ubn_report *report, FILE *out);

/** Write manifest.json, with the names of the files in the set.
 *  @return as above. */
enum ubn_status ubn_report_json_manifest(const struct ubn_report *report,
                                         const struct ubn_outset *set, FILE *out);

#endif
