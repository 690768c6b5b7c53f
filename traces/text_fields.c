#include "text_fields.h"

#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

uint64_t text_get_bits(const struct text_word *word, unsigned low, unsigned count)
{
    uint64_t half = word->half[low / 64] >> low % 64;
    return count < 64 ? half & ((UINT64_C(1) << count) - 1) : half;
}

void text_set_bits(struct text_word *word, unsigned low, unsigned count, uint64_t value)
{
    uint64_t mask = count < 64 ? (UINT64_C(1) << count) - 1 : UINT64_MAX;
    word->half[low / 64] &= ~(mask << low % 64);
    word->half[low / 64] |= (value & mask) << low % 64;
}

bool text_same(const char *table, const char *name)
{
    while (*table && tolower((unsigned char)*table) == tolower((unsigned char)*name))
        table++, name++;
    return !*table && !*name;
}

int text_find_field(const struct gs_field *fields, const char *name)
{
    for (int i = 0; fields[i].name; i++)
        if (text_same(fields[i].name, name))
            return i;
    return -1;
}

/* A value's own name, if one is next. */
static bool named_value(struct text_source *s, const struct gs_field *field, uint64_t *value)
{
    char name[TEXT_NAME];
    const char *start = s->at;
    if (text_name(s, name)) {
        bool format = field->kind == GS_FIELD_FORMAT || field->kind == GS_FIELD_FORMAT_Z;
        for (unsigned i = 0; i < 1u << field->count && i < 64; i++) {
            const char *has = format || field->kind >= GS_FIELD_PRIM ? gs_value_name(field->kind, i) : NULL;
            if (has &&
                (text_same(has, name) || (strcmp(has, "PS-GPU24") == 0 && text_same("PSGPU24", name)))) {
                *value = i;
                return true;
            }
        }
    }
    s->at = start;
    return false;
}

/* Sixteenths, cut off towards minus infinity. */
static bool fixed_bits(struct text_source *s, const struct gs_field *field, const struct text_value *value,
                       uint64_t *out)
{
    if (!value->is_float && (value->hex || value->wide))
        return text_bits(s, value, field->count, field->name, out);
    double number = floor((value->is_float ? value->d : (double)value->i) * 16),
           most = ldexp(1, field->count);
    bool is_signed = field->kind == GS_FIELD_SIGNED_FIXED4;
    double least = is_signed ? -most / 2 : 0;
    most = is_signed ? most / 2 : most;
    if (number < least || number >= most)
        return text_fail(s, "%s: expected %.9g to %.9g, found %.9g", field->name, least / 16, (most - 1) / 16,
                         number / 16);
    *out = (uint64_t)(int64_t)number;
    return true;
}

static bool count_bits(struct text_source *s, const struct gs_field *field, const struct text_value *value,
                       uint64_t *out)
{
    int64_t most = INT64_C(1) << field->count;
    if (value->is_float || value->wide || value->i < 1 || value->i > most)
        return text_fail(s, "%s: expected 1 to %" PRId64, field->name, most);
    *out = (uint64_t)(value->i & (most - 1));
    return true;
}

static bool read_value(struct text_source *s, const struct gs_field *field, uint64_t *out)
{
    struct text_value value;
    uint32_t bits;
    if (named_value(s, field, out))
        return true;
    if (!text_value(s, &value))
        return false;
    switch (field->kind) {
    case GS_FIELD_FLOAT:
        if (!text_float_bits(s, &value, &bits))
            return false;
        *out = bits;
        return true;
    case GS_FIELD_FIXED4:
    case GS_FIELD_SIGNED_FIXED4:
        return fixed_bits(s, field, &value, out);
    case GS_FIELD_COUNT:
        return count_bits(s, field, &value, out);
    case GS_FIELD_SIGNED:
    case GS_FIELD_HEX:
        return text_bits(s, &value, field->count, field->name, out);
    default:
        if (!value.is_float && !value.wide && value.i < 0)
            return text_fail(s, "%s: expected 0 or more, found %" PRId64, field->name, value.i);
        if (value.is_float)
            return text_fail(s, "%s: expected an integer, found a float", field->name);
        return text_bits(s, &value, field->count, field->name, out);
    }
}

bool text_read_field(struct text_source *s, const struct gs_field *fields, unsigned index,
                     struct text_word *word)
{
    const struct gs_field *field = &fields[index];
    uint64_t value = 1;
    if (word->given & 1u << index)
        return text_fail(s, "%s is given twice", field->name);
    if (text_take(s, '=')) {
        if (!read_value(s, field, &value))
            return false;
    } else if (field->count != 1) {
        return text_fail(s, "%s needs a value: %s=...", field->name, field->name);
    }
    text_set_bits(word, field->low, field->count, value);
    word->given |= 1u << index;
    return true;
}

/* A value without a name. */
static bool read_plain(struct text_source *s, const struct gs_field *fields, enum text_plain plain,
                       unsigned bits, struct text_word *word)
{
    struct text_value value;
    uint64_t number;
    if (plain == TEXT_PLAIN_FIRST && fields[0].name && !(word->given & 1)) {
        if (!read_value(s, &fields[0], &number))
            return false;
        text_set_bits(word, fields[0].low, fields[0].count, number);
        word->given |= 1;
        return true;
    }
    if (plain != TEXT_PLAIN_WORD || word->given)
        return text_fail(s, "expected a field, found '%.40s'", s->at);
    if (!text_value(s, &value) || !text_bits(s, &value, bits, "a register's value", &number))
        return false;
    word->half[0] = number;
    word->given = UINT32_MAX;
    return true;
}

static bool read_extra(struct text_source *s, unsigned bits, uint64_t *extra)
{
    struct text_value value;
    if (!text_take(s, '='))
        return text_fail(s, "bits needs a value: bits=0x...");
    return text_value(s, &value) && text_bits(s, &value, bits, "bits", extra);
}

bool text_read_fields(struct text_source *s, const struct gs_field *fields, enum text_plain plain,
                      unsigned bits, struct text_word *word)
{
    uint64_t extra = 0;
    for (text_blanks(s); *s->at && *s->at != '{' && *s->at != '['; text_take(s, ','), text_blanks(s)) {
        char name[TEXT_NAME];
        const char *start = s->at;
        bool good;
        int index = text_name(s, name) ? text_find_field(fields, name) : -1;
        if (index >= 0) {
            good = text_read_field(s, fields, (unsigned)index, word);
        } else if (s->at != start && bits && strcmp(name, "bits") == 0) {
            good = read_extra(s, bits, &extra);
        } else {
            bool assigned = s->at != start && text_peek(s, '=');
            s->at = start;
            good = assigned ? text_fail(s, "there is no field '%s' here", name)
                            : read_plain(s, fields, plain, bits, word);
        }
        if (!good)
            return false;
    }
    word->half[0] |= extra;
    return true;
}

/* ---- writing ---- */

void text_print_name(FILE *out, const char *name)
{
    for (; *name; name++)
        putc(tolower((unsigned char)*name), out);
}

void text_print_float(FILE *out, uint32_t bits)
{
    float number, again;
    memcpy(&number, &bits, sizeof number);
    if ((bits & 0x7FFFFFFF) == 0) {
        fputs(bits ? "-0.0" : "0.0", out);
        return;
    }
    if (isnormal(number)) {
        char text[40];
        for (int digits = 6; digits <= 9; digits++) {
            snprintf(text, sizeof text, "%.*g", digits, (double)number);
            again = (float)strtod(text, NULL);
            if (memcmp(&again, &number, sizeof number) == 0) {
                fprintf(out, "%s%s", text, strpbrk(text, ".e") ? "" : ".0");
                return;
            }
        }
    }
    fprintf(out, "0x%08" PRIX32, bits);
}

void text_print_value(FILE *out, const struct gs_field *field, uint64_t value)
{
    const char *name =
        field->kind >= GS_FIELD_FORMAT ? gs_value_name(field->kind, (unsigned)(value & 0xFF)) : NULL;
    char text[40];
    if (name) {
        fputs(strcmp(name, "PS-GPU24") == 0 ? "PSGPU24" : name, out);
        return;
    }
    switch (field->kind) {
    case GS_FIELD_FLOAT:
        text_print_float(out, (uint32_t)value);
        break;
    case GS_FIELD_HEX:
        fprintf(out, "0x%" PRIX64, value);
        break;
    case GS_FIELD_COUNT:
        fprintf(out, "%" PRIu64, value ? value : UINT64_C(1) << field->count);
        break;
    case GS_FIELD_SIGNED:
    case GS_FIELD_FIXED4:
    case GS_FIELD_SIGNED_FIXED4:
        gs_field_text(&(struct gs_field){field->name, 0, field->count, field->kind}, value, text,
                      sizeof text);
        fputs(text, out);
        break;
    default:
        fprintf(out, "%" PRIu64, value);
    }
}

bool text_in_fields(const struct gs_field *fields, const struct text_word *word)
{
    struct text_word rest = *word;
    for (; fields->name; fields++)
        text_set_bits(&rest, fields->low, fields->count, 0);
    return !rest.half[0] && !rest.half[1];
}

void text_print_fields(FILE *out, const struct gs_field *fields, unsigned bits, const struct text_word *word)
{
    struct text_word rest = *word;
    for (; fields->name; fields++) {
        uint64_t value = text_get_bits(word, fields->low, fields->count);
        text_set_bits(&rest, fields->low, fields->count, 0);
        if (!value)
            continue;
        putc(' ', out);
        text_print_name(out, fields->name);
        if (fields->count > 1 || fields->kind >= GS_FIELD_FORMAT) {
            putc('=', out);
            text_print_value(out, fields, value);
        }
    }
    if (bits && rest.half[0])
        fprintf(out, " bits=0x%" PRIX64, rest.half[0]);
}

/* Bytes of the well-formed UTF-8 character at `text` (Unicode, table 3-7) that is fit to be shown: no control
 * and none that turns the writing direction. Else 0. */
static size_t shown_length(const unsigned char *text, size_t length)
{
    size_t size = text[0] < 0xC2 ? 0 : text[0] < 0xE0 ? 2 : text[0] < 0xF0 ? 3 : text[0] < 0xF5 ? 4 : 0;
    if (text[0] < 0x80)
        return text[0] >= 0x20 && text[0] != 0x7F;
    if (size == 0 || size > length)
        return 0;
    uint32_t code = text[0] & (0xFFu >> (size + 1));
    for (size_t i = 1; i < size; i++) {
        if ((text[i] & 0xC0) != 0x80)
            return 0;
        code = code << 6 | (text[i] & 0x3F);
    }
    bool overlong = (size == 3 && code < 0x800) || (size == 4 && code < 0x10000);
    bool turns = (code >= 0x202A && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069) || code == 0x200E ||
                 code == 0x200F || code == 0x61C || code == 0x2028 || code == 0x2029;
    if (overlong || turns || code < 0xA0 || (code >= 0xD800 && code < 0xE000) || code > 0x10FFFF)
        return 0;
    return size;
}

void text_print_string(FILE *out, const char *text, size_t length)
{
    putc('"', out);
    for (size_t at = 0; at < length;) {
        const unsigned char *c = (const unsigned char *)text + at;
        size_t size = shown_length(c, length - at);
        if (*c == '"' || *c == '\\')
            fprintf(out, "\\%c", *c);
        else if (*c == '\n')
            fputs("\\n", out);
        else if (*c == '\t')
            fputs("\\t", out);
        else if (size)
            fwrite(c, 1, size, out);
        else
            fprintf(out, "\\x%02X", *c);
        at += size ? size : 1;
    }
    putc('"', out);
}
