/* What the words of traces are called: VIFcodes, GIF descriptors, registers. */
#ifndef TEXT_TABLES_H
#define TEXT_TABLES_H

#include <path1/gs_registers.h>
#include <path1/trace.h>

/* What follows a VIFcode. */
enum text_payload {
    TEXT_NO_PAYLOAD,
    TEXT_WORDS, /* STMASK, STROW, STCOL */
    TEXT_MPG,
    TEXT_DIRECT,
    TEXT_UNPACK
};

struct text_vif_code {
    const char *name;
    uint8_t command; /* bits 30..24; UNPACK: without format and mask */
    uint8_t words;   /* TEXT_WORDS: how many */
    enum text_payload payload;
    struct gs_field field[6];
};

#define TEXT_VIF_I 0x80000000u

const struct text_vif_code *text_vif_code_named(const char *name);
/* By bits 30..24; NULL for what is no VIFcode. */
const struct text_vif_code *text_vif_code(unsigned command);
/* "S-32" ... for CMD bits 3..0, and back (-1: none). */
const char *text_unpack_format(unsigned command);
int text_unpack_format_named(const char *name);

/* A descriptor of a GIFtag, and the quadword that PACKED has for it. */
struct text_descriptor {
    const char *name;
    unsigned width;               /* bits that `bits=` reaches, 0: none */
    const struct gs_field *field; /* NULL: not written with fields */
};
/* `index`: 0..15. */
const struct text_descriptor *text_descriptor(unsigned index);
int text_descriptor_named(const char *name);

/* NLOOP, EOP, PRE, FLG, NREG and the bits 45..16; PRIM and REGS are lists of their own. */
extern const struct gs_field text_tag_fields[];
enum { TEXT_TAG_NLOOP, TEXT_TAG_EOP, TEXT_TAG_PRE, TEXT_TAG_NREG, TEXT_TAG_ID };
/* "packed" ..., and back (-1: none). */
const char *text_tag_mode(unsigned flg);
int text_tag_mode_named(const char *name);
/* The fields of PRIM. */
const struct gs_field *text_prim_fields(void);

/* A general register by its name with _1 or _2, and its address; NULL if there is none. */
const struct gs_register *text_general_named(const char *name, unsigned *address);
/* By its address; `*suffix`: "", "_1" or "_2". */
const struct gs_register *text_general(unsigned address, const char **suffix);

/* A register that the EE writes. */
struct text_register {
    const char *name;
    uint32_t address; /* EE physical */
    uint8_t width;    /* bits */
    struct gs_field field[10];
};
/* GIF and VIF1, `*count` of them. */
const struct text_register *text_registers(size_t *count);

#endif
