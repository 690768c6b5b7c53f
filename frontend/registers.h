/* Names, places and fields of the GS registers, to show them (GS user's manual). */
#ifndef FRONTEND_REGISTERS_H
#define FRONTEND_REGISTERS_H

#include <stddef.h>
#include <stdint.h>

enum field_kind {
    FIELD_UNSIGNED,
    FIELD_SIGNED,
    FIELD_FIXED4,        /* unsigned, four fraction bits */
    FIELD_SIGNED_FIXED4, /* signed, four fraction bits */
    FIELD_FLOAT,         /* PS2 float */
    FIELD_HEX,
    FIELD_FORMAT,  /* pixel format code */
    FIELD_FORMAT_Z /* the low four bits of one of the PSMZ codes */
};

struct register_field {
    const char *name; /* NULL ends a list */
    uint8_t low, count;
    enum field_kind kind;
};

#define REGISTER_MAX_FIELDS 17

struct register_layout {
    const char *name;
    size_t offset; /* of the 64-bit value in the struct that holds it */
    struct register_field field[REGISTER_MAX_FIELDS];
};

/* A list of registers, and the struct type that their offsets belong to. */
struct register_list {
    const struct register_layout *layout;
    size_t count;
};

extern const struct register_list general_registers; /* struct gs_registers */
extern const struct register_list context_registers; /* struct gs_context_registers; names without _1, _2 */
extern const struct register_list privileged_registers; /* struct gs_privileged */

/* The raw value of a register in the struct at `base`. */
uint64_t register_value(const struct register_layout *layout, const void *base);
/* A field's bits, zero extended. */
uint64_t field_bits(const struct register_field *field, uint64_t value);
/* What the field means as a number. */
double field_number(const struct register_field *field, uint64_t value);
/* The field as text: names for formats, fractions for fixed point. */
void field_text(const struct register_field *field, uint64_t value, char *out, size_t size);

/* "PSMCT32" ..., NULL for a code that is no format. */
const char *format_name(unsigned psm);

#endif
