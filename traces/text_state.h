/* Members of the structs that hold a state, by name. */
#ifndef TEXT_STATE_H
#define TEXT_STATE_H

#include <stddef.h>

#include "text_fields.h"

struct text_member {
    const char *name; /* NULL ends a list */
    uint16_t offset;
    uint8_t bits; /* 8, 16, 32 or 64 */
};

/* A register of one value. */
struct text_state_register {
    struct text_member member;
    struct gs_field field[10];
};

extern const struct text_member text_transfer_members[]; /* struct gs_transfer_state */
extern const struct text_member text_gif_path_members[]; /* struct gs_gif_path_state */
extern const struct text_state_register text_vif_registers[];
extern const struct text_state_register text_vu_registers[];

/* A general register of a state by its name, with _1 or _2 in a context; NULL if there is none. */
uint64_t *text_gs_register(struct gs_registers *registers, const char *name, const struct gs_field **fields);

#endif
