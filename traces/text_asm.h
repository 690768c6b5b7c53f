/* The assembler's inside: where the bytes of a block go, and who reads which lines. */
#ifndef TEXT_ASM_H
#define TEXT_ASM_H

#include "p1t_layout.h"
#include "text_fields.h"
#include "text_tables.h"

/* What lines stand for. */
enum text_place {
    TEXT_IN_VIF1,      /* VIFcodes, GIF data, data */
    TEXT_IN_DATA,      /* GIF data, data */
    TEXT_IN_MEMORY,    /* the same and .org */
    TEXT_IN_PRIVILEGED /* the same and privileged registers */
};

/* Bytes of an event or of a memory. */
struct text_block {
    enum text_place place;
    uint8_t *bytes;
    size_t size, room;
    size_t at;     /* where the next bytes go */
    size_t limit;  /* of the size */
    unsigned base; /* bytes of a quadword that came before */
};

/* A GIFtag whose data are being read. */
struct text_tag {
    unsigned flg, registers; /* registers: 1..16 */
    uint64_t list;           /* REGS */
    size_t start;            /* of the data in the block */
};

struct text_asm {
    struct text_source source;
    struct text_block block;
    const struct text_tag *tag; /* the lines belong to, or NULL */
    bool entered;               /* the present statement's '{' was passed */
    uint32_t cycle;             /* CYCLE as the STCYCLs so far leave it */
    uint32_t vsm_base;          /* of the last .vsm, bytes */

    const char *path; /* of the result */
    struct trace_writer *writer;
    struct trace_header header;
    struct trace_start start;
    struct gs_state *gs;
    struct vif_registers vif;
    struct vu_registers vu;
    uint8_t *registers, *vu_data, *vu_micro, *screenshot;
    char *serial;
    struct trace_text *texts;
    size_t text_count, text_room;
    struct text_expectation *expectations; /* for the end */
    size_t expectation_count, expectation_room;
    struct p1t_block text_block, expectation_block; /* both as the file has them, to check them with */
    uint64_t written;                               /* bytes of events */
    bool started;                                   /* an event was there */
};

struct text_expectation {
    char *rules, *what;
    struct trace_expectation value;
};

/* For the checks of p1t_check.h: an error is reported for the present line. */
struct text_check {
    struct trace_error error;
    struct p1t_place place;
};
/* `*check` for the next one; to be handed to it. */
const struct p1t_place *text_check_place(struct text_check *check);
/* Reports the error unless `good`; returns that. */
bool text_checked(struct text_asm *a, bool good, const struct text_check *check);

/* ---- blocks (text_block.c) ---- */

/* Reads the lines of a block up to its '}' with `line`, which gets the first word, in lower case, of each.
 * The opening '{' is next on the present line. False only if the block was not begun. */
bool text_lines(struct text_asm *a, bool (*line)(struct text_asm *a, const char *word));
/* Is a '{' next? */
bool text_opens(struct text_asm *a);
/* Bytes into the block at its present place. */
bool text_put(struct text_asm *a, const void *bytes, size_t size);
bool text_put_word(struct text_asm *a, uint32_t word);
bool text_put_zeros(struct text_asm *a, size_t size);
/* Zeros up to a multiple of `unit`, counted from the quadword that the block begins in, less `short_of`. */
bool text_pad(struct text_asm *a, size_t unit, size_t short_of);
/* Makes room for `size` bytes at `at`, before what is there. */
bool text_insert(struct text_asm *a, size_t at, size_t size);
/* A new block; the bytes of the one before are kept for use. */
void text_begin(struct text_asm *a, enum text_place place, size_t limit);
/* One line of the block that is open: whatever may stand in it. */
bool text_block_line(struct text_asm *a, const char *word);
/* Skips the block that the present line opens, if it was not entered. */
void text_skip_block(struct text_asm *a);

/* Each carries out the line if `word` is one of its own; else `*known` is false. */
bool text_data_line(struct text_asm *a, const char *word, bool *known); /* text_data.c */
bool text_gif_line(struct text_asm *a, const char *word, bool *known);  /* text_gif.c */
bool text_vif_line(struct text_asm *a, const char *word, bool *known);  /* text_vif.c */
/* NAME fields, for the block of privileged registers. */
bool text_privileged_line(struct text_asm *a, const char *word, bool *known); /* text_state.c */
/* Finds a register of `write` by name: its address, width and fields. */
bool text_find_register(const char *name, uint32_t *address, unsigned *width, const struct gs_field **fields);

/* ---- states (text_state.c): the blocks .gs, .vif and .vu ---- */

bool text_gs_line(struct text_asm *a, const char *word);
bool text_vif_state_line(struct text_asm *a, const char *word);
bool text_vu_line(struct text_asm *a, const char *word);

/* ---- head and events (text_head.c, text_event.c) ---- */

bool text_head_line(struct text_asm *a, const char *word, bool *known);
void text_head_free(struct text_asm *a);
bool text_event_line(struct text_asm *a, const char *word, bool *known);
/* Creates the writer if nothing was wrong so far. */
bool text_start(struct text_asm *a);

#endif
