/* path1 list: VIFcodes with what they will do, and microprograms. */
#ifndef FRONTEND_LIST_VIF_H
#define FRONTEND_LIST_VIF_H

#include <stddef.h>
#include <stdint.h>

#include <path1/replay.h>

#include "listing.h"

/* A VIFcode. `payload`: what of its payload is at hand, `words` words. Returns false if this is a code that
 * loads registers and the values are not all there: list_vif_loaded is to follow. */
bool list_vif_code(struct listing *listing, const struct replay_vif_code *code, const uint8_t *payload,
                   size_t words);
/* STMASK, STROW or STCOL: what it has loaded into the registers. */
void list_vif_loaded(struct listing *listing, uint32_t code, uint64_t offset,
                     const struct vif_registers *registers);
void list_program_start(struct listing *listing, const struct replay_start *start);
void list_program_end(struct listing *listing, const struct replay_end *end);
/* Line of its own for what the GIF takes, above its tags. */
void list_gif_piece(struct listing *listing, const struct replay_gif *gif);

#endif
