/* What is inside of the chunks of a .p1t, as bytes: registers of the units, texts, expectations, events
 * (docs/p1t.md). */
#ifndef P1T_LAYOUT_H
#define P1T_LAYOUT_H

#include "p1t_chunk.h"

/* HEAD: flags, CRC, serial size; the serial follows. SHOT: width, height; the pixels follow. */
enum { P1T_HEAD_FIXED = 12, P1T_SHOT_FIXED = 8 };
#define P1T_HEAD_MERGED 1u
/* ENDT: number of events, their bytes, XXH3-64 of those. */
enum { P1T_END_SIZE = 24 };

/* 44 registers, the transfer, four paths, Q; then local memory. */
enum { P1T_GS_REGISTERS = 44 * 8 + 3 * 8 + 12 * 4 + 4 * 20 + 4 };
#define P1T_GS_SIZE (P1T_GS_REGISTERS + GS_LOCAL_MEMORY_SIZE)
enum { P1T_VIF_SIZE = 80, P1T_VU_SIZE = 596 };

/* Each `out` has the size that is named above. */
void p1t_encode_gs(const struct gs_state *state, uint8_t *out);
void p1t_encode_vif(const struct vif_registers *vif, uint8_t *out);
void p1t_encode_vu(const struct vu_registers *vu, uint8_t *out);
/* False with an error at `place` if a value is none that the registers can have. */
bool p1t_decode_gs(const uint8_t *in, struct gs_state *state, struct p1t_place *place);
bool p1t_decode_vif(const uint8_t *in, struct vif_registers *vif, struct p1t_place *place);
bool p1t_decode_vu(const uint8_t *in, struct vu_registers *vu, struct p1t_place *place);

/* Bytes of a chunk's content that are still to be decoded. */
struct p1t_cursor {
    const uint8_t *bytes;
    size_t size, at;
    struct p1t_place *place; /* `content` follows `at` at the beginning of each entry */
};

/* Appends an entry to `block`: false with an error at `place` if a value is out of range or memory is
 * short. */
bool p1t_add_event(struct p1t_block *block, const struct trace_event *event, bool merged,
                   const struct p1t_place *place);
bool p1t_add_text(struct p1t_block *block, const struct trace_text *text, const struct p1t_place *place);
bool p1t_add_expectation(struct p1t_block *block, const struct trace_expectation *expectation,
                         const struct p1t_place *place);
/* Takes the next entry. Of an event, `offset` and `data_offset` count from the cursor's first byte. Texts and
 * expectations own memory: free their first member. */
bool p1t_take_event(struct p1t_cursor *cursor, bool merged, struct trace_event *event);
bool p1t_take_text(struct p1t_cursor *cursor, struct trace_text *text);
bool p1t_take_expectation(struct p1t_cursor *cursor, struct trace_expectation *expectation);

#endif
