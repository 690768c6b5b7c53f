/* Draws that read what they wrote: when a queued draw has to end so that the next primitive's texels are
 * those in memory (PCSX2-SW section 1.2). */
#ifndef GS_FEEDBACK_H
#define GS_FEEDBACK_H

#include <stdbool.h>

#include "batch.h"

/* Must the queued draw (at least one primitive) be executed before the primitive of `type` that
 * `vertices` complete joins it? */
bool gs_feedback_ends_draw(const struct gs *gs, unsigned type, const struct gs_vertex *vertices);

#endif
