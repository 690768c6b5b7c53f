/* When memory is used by more than the queued draw: what ends the draw, and what makes a loaded palette
 * out of date. The conditions are PCSX2's: they decide which primitives share a draw, and whether a CLUT
 * load is carried out. Where they miss, a transfer passes the queued draw (GS_RULE_DRAW). */
#ifndef GS_HAZARD_H
#define GS_HAZARD_H

#include <stdbool.h>
#include <stdint.h>

#include "memory.h"

struct gs;

/* A transfer is about to write to (or read from) local memory; its rectangle is that of BITBLTBUF, TRXPOS
 * and TRXREG as they are now. */
void gs_hazard_transfer(struct gs *gs, bool write);
/* The CLUT buffer is about to be loaded as `tex0` says. False if PCSX2 takes the buffer for current and
 * does not load it (GS_RULE_CLUT_LOAD). */
bool gs_hazard_clut_load(struct gs *gs, uint64_t tex0);
/* The queued draw is being executed: does it write into the palette? */
void gs_hazard_drawn(struct gs *gs);
/* Does the queued draw have to be executed at a vsync: does it draw to what is displayed? */
bool gs_hazard_displayed(const struct gs *gs);

#endif
