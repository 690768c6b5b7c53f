/* What values a .p1t may hold: the same checks for reading and for writing. Each returns false with an error
 * at `place`. */
#ifndef P1T_CHECK_H
#define P1T_CHECK_H

#include <stddef.h>

#include "p1t_place.h"

/* Values of an event. `merged` (trace_header.merged_gif): path codes mean nothing, and there is no VIF1. */
bool p1t_check_event(const struct trace_event *event, bool merged, const struct p1t_place *place);
bool p1t_check_serial(const char *serial, size_t size, const struct p1t_place *place);
bool p1t_check_key(const char *key, size_t size, const struct p1t_place *place);
/* A line of text: UTF-8 without control characters. */
bool p1t_check_line(const char *text, size_t size, const struct p1t_place *place);
/* Names of `size` bytes, and the size of a picture that goes with them. */
bool p1t_check_rules(const char *rules, size_t size, const struct p1t_place *place);
bool p1t_check_what(const char *what, size_t size, uint32_t width, uint32_t height,
                    const struct p1t_place *place);
bool p1t_check_vif(const struct vif_registers *vif, const struct p1t_place *place);
bool p1t_check_vu(const struct vu_registers *vu, const struct p1t_place *place);

#endif
