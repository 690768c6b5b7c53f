/* path1 info: its two output forms. */
#ifndef FRONTEND_INFO_H
#define FRONTEND_INFO_H

#include <path1/gs.h>
#include <path1/trace.h>

#include "summary.h"

struct info {
    const char *path; /* as given */
    const struct trace_reader *reader;
    const struct trace_header *header;
    const struct summary *summary;
    const struct gs_registers *registers;   /* at the end */
    const struct gs_privileged *privileged; /* at the end */
    uint64_t time;                          /* at the end, cycles of VU1 */
    const char *warning;                    /* NULL: none */
};

void info_print_text(const struct info *info);
void info_print_json(const struct info *info);

/* "raw", "xz" or "zst". */
const char *compression_name(enum trace_compression compression);

#endif
