/* The GS state of a recording as bytes: a head of registers, local memory, a tail of GIF paths
 * (DUMPFORMAT section 5). */
#ifndef TRACE_STATE_H
#define TRACE_STATE_H

#include <stddef.h>
#include <stdint.h>

#include <path1/gs.h>

/* Bytes before local memory in version 9 and in the longest version (4 and older), and behind it. */
#define TRACE_STATE_HEAD 425u
#define TRACE_STATE_HEAD_MAX 444u
#define TRACE_STATE_TAIL 84u
/* The whole state in version 9. */
#define TRACE_STATE_SIZE (TRACE_STATE_HEAD + GS_LOCAL_MEMORY_SIZE + TRACE_STATE_TAIL)

/* Bytes before local memory in state `version`, which must be one that is read. */
size_t trace_state_head_size(uint32_t version);
/* Fills all of `state` but its local memory. `head` starts with the version word. */
void trace_state_decode(uint32_t version, const uint8_t *head, const uint8_t tail[TRACE_STATE_TAIL],
                        struct gs_state *state);
/* The opposite, in version 9. What has no place in the format is lost: PRMODE (`prim` must have the
 * attributes in force, as gs_save_state gives it), bits 63..32 of UV, bits 55..0 of FOG. */
void trace_state_encode(const struct gs_state *state, uint8_t head[TRACE_STATE_HEAD],
                        uint8_t tail[TRACE_STATE_TAIL]);

#endif
