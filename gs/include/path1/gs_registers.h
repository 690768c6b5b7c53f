/*
 * path1/gs_registers.h: names, addresses and fields of the GS's registers (GS user's manual), to show them
 * and to write them by name.
 */
#ifndef PATH1_GS_REGISTERS_H
#define PATH1_GS_REGISTERS_H

#include <stddef.h>
#include <stdint.h>

#include <path1/gs.h>

#ifdef __cplusplus
extern "C" {
#endif

enum gs_field_kind {
    GS_FIELD_UNSIGNED,
    GS_FIELD_SIGNED,
    GS_FIELD_FIXED4,        /* unsigned, four fraction bits */
    GS_FIELD_SIGNED_FIXED4, /* signed, four fraction bits */
    GS_FIELD_FLOAT,         /* PS2 float */
    GS_FIELD_HEX,
    GS_FIELD_COUNT,    /* unsigned; 0 stands for one more than fits */
    GS_FIELD_FORMAT,   /* pixel format code */
    GS_FIELD_FORMAT_Z, /* the low four bits of one of the PSMZ codes */
    /* Unsigned, and each value has a name (gs_value_name). */
    GS_FIELD_PRIM,
    GS_FIELD_WRAP,
    GS_FIELD_TFX,
    GS_FIELD_MMAG,
    GS_FIELD_MMIN,
    GS_FIELD_ATST,
    GS_FIELD_AFAIL,
    GS_FIELD_ZTST,
    GS_FIELD_BLEND,       /* A, B and D of ALPHA */
    GS_FIELD_BLEND_ALPHA, /* C of ALPHA */
    GS_FIELD_XDIR,
};

struct gs_field {
    const char *name; /* NULL ends a list */
    uint8_t low, count;
    enum gs_field_kind kind;
};

#define GS_REGISTER_MAX_FIELDS 24
/* `offset` of a register that no struct holds, `address` of one that has none. */
#define GS_REGISTER_NOWHERE 0xFFFFu

struct gs_register {
    const char *name;
    /* General registers: as A+D and gs_write_register take it; in a drawing context: of the first one, the
     * second has the next. Privileged registers: bytes from 12000000h. */
    uint16_t address;
    uint16_t offset; /* of the 64-bit value in the struct that holds it */
    struct gs_field field[GS_REGISTER_MAX_FIELDS];
};

enum gs_register_set {
    GS_GENERAL,    /* struct gs_registers */
    GS_CONTEXT,    /* struct gs_context_registers; names without _1, _2 */
    GS_PRIVILEGED, /* struct gs_privileged */
};

/* The registers of a set, `*count` of them, in the order of the struct; those in no struct come last. */
PATH1_API const struct gs_register *gs_register_list(enum gs_register_set set, size_t *count);

/* The raw value of a register in the struct at `base`. */
PATH1_API uint64_t gs_register_value(const struct gs_register *layout, const void *base);
/* A field's bits, zero extended. */
PATH1_API uint64_t gs_field_bits(const struct gs_field *field, uint64_t value);
/* What the field means as a number. */
PATH1_API double gs_field_number(const struct gs_field *field, uint64_t value);
/* The field as text: names for formats, fractions for fixed point. */
PATH1_API void gs_field_text(const struct gs_field *field, uint64_t value, char *out, size_t size);

/* "PSMCT32" ..., NULL for a code that is no format. */
PATH1_API const char *gs_format_name(unsigned psm);
/* The name of a value of a field of that kind, in lower case (formats in capitals); NULL if it has none. */
PATH1_API const char *gs_value_name(enum gs_field_kind kind, unsigned value);

#ifdef __cplusplus
}
#endif
#endif
