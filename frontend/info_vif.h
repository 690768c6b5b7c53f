/* path1 info: the parts about a trace of what was sent to VIF1. */
#ifndef FRONTEND_INFO_VIF_H
#define FRONTEND_INFO_VIF_H

#include "info.h"
#include "json_out.h"

/* The container: version, what its start says, texts. */
void info_print_p1t(const struct info *info);
/* Events, VIFcodes, UNPACK formats, microprograms, expected results. */
void info_print_vif(const struct info *info);

/* The same as members of `container`, of the counts' packets, and of the whole. */
void info_put_p1t(json_t *container, const struct info *info);
void info_put_packets(json_t *packets, const struct summary *summary);
void info_put_vif(json_t *root, const struct info *info);

/* Names of the parts of the state that the trace begins with, `*count` of at most INFO_START_PARTS. */
enum { INFO_START_PARTS = 6 };
void info_start_parts(const struct info *info, const char *names[INFO_START_PARTS], size_t *count);
/* Mean cycles of a start's runs. */
double info_mean_cycles(const struct start_tally *start);
/* VU1's cycles (294.912 MHz) in seconds. */
double info_seconds(uint64_t cycles);

#endif
