/* Words of fields, as `name=value` operands: read and written. */
#ifndef TEXT_FIELDS_H
#define TEXT_FIELDS_H

#include <stdio.h>

#include <path1/gs_registers.h>

#include "text_source.h"

/* A word of up to 128 bits. Fields lie in one of its halves. */
struct text_word {
    uint64_t half[2];
    uint32_t given; /* bit n: field n of the list was named */
};

/* What a value without a name stands for. */
enum text_plain { TEXT_PLAIN_NONE, TEXT_PLAIN_WORD, TEXT_PLAIN_FIRST };

uint64_t text_get_bits(const struct text_word *word, unsigned low, unsigned count);
void text_set_bits(struct text_word *word, unsigned low, unsigned count, uint64_t value);

/* Does a table's name say the same as a name from a text? Upper and lower case are one. */
bool text_same(const char *table, const char *name);
/* Reads the value of field `index` behind its name: `=value`, or nothing for 1. */
bool text_read_field(struct text_source *s, const struct gs_field *fields, unsigned index,
                     struct text_word *word);
/* The place of a name in a list of fields, -1 if it is not there. */
int text_find_field(const struct gs_field *fields, const char *name);
/* Reads operands up to the end of the line, '{' or '['. `bits`: the width that `bits=` sets in, 0 if there is
 * no such operand; at most 64. */
bool text_read_fields(struct text_source *s, const struct gs_field *fields, enum text_plain plain,
                      unsigned bits, struct text_word *word);

/* Writes " name=value" for each field that is not 0, and " bits=..." for bits of no field, if `bits` is the
 * width of the word, at most 64. */
void text_print_fields(FILE *out, const struct gs_field *fields, unsigned bits, const struct text_word *word);
/* One field's value, as text_read_field takes it. */
void text_print_value(FILE *out, const struct gs_field *field, uint64_t value);
/* Are all bits that are set in fields? */
bool text_in_fields(const struct gs_field *fields, const struct text_word *word);
/* A float that is read back as these bits: decimal where that is possible, else hexadecimal. */
void text_print_float(FILE *out, uint32_t bits);
/* A name in lower case. */
void text_print_name(FILE *out, const char *name);
/* A string in quotes. */
void text_print_string(FILE *out, const char *text, size_t length);

#endif
