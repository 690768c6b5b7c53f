/* path1 vu run: reading files and the values of options. */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report.h"
#include "vu.h"
#include "vu_run.h"

static uint32_t memory_of(enum vu_unit unit)
{
    return unit == VU_UNIT_0 ? VU0_MEMORY_SIZE : VU1_MEMORY_SIZE;
}

/* ---- files ---- */

static bool load_micro(struct vu *vu, const char *path)
{
    size_t size;
    char *bytes = vu_read_file(path, vu_memory_size(vu), false, &size);
    if (!bytes)
        return false;
    bool good = size != 0 && size % 8 == 0;
    if (good)
        vu_write_micro(vu, 0, bytes, size);
    else if (size == 0)
        report("%s: no instructions, the file is empty", path);
    else
        report("%s: %zu bytes are no whole number of pairs (8 bytes each)", path, size);
    free(bytes);
    return good;
}

static bool load_data(struct vu *vu, const char *path)
{
    size_t size;
    char *bytes = vu_read_file(path, vu_memory_size(vu), false, &size);
    if (!bytes)
        return false;
    memcpy(vu_data(vu), bytes, size);
    free(bytes);
    return true;
}

bool vu_run_load(struct vu *vu, const struct vu_run_input *input)
{
    return load_micro(vu, input->micro) && (!input->mem || load_data(vu, input->mem));
}

/* ---- numbers ---- */

/* `text` up to `end` as hexadecimal digits, 0x before them or not, at most `most`. */
static bool parse_hex(const char *text, const char *end, uint32_t most, uint32_t *out)
{
    if (end - text > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X'))
        text += 2;
    if (text == end || end - text > 8)
        return false;
    uint32_t value = 0;
    for (; text < end; text++) {
        if (!isxdigit((unsigned char)*text))
            return false;
        int c = tolower((unsigned char)*text);
        value = value << 4 | (uint32_t)(isdigit((unsigned char)c) ? c - '0' : c - 'a' + 10);
    }
    *out = value;
    return value <= most;
}

/* A decimal number with a point: the nearest float that the unit has as an ordinary IEEE number. */
static bool parse_decimal(const char *text, const char *end, uint32_t *out)
{
    char copy[64];
    size_t length = (size_t)(end - text);
    if (length >= sizeof copy || strspn(text, "+-.0123456789eE") < length)
        return false;
    memcpy(copy, text, length);
    copy[length] = '\0';
    char *stop;
    float value = strtof(copy, &stop);
    if (*stop || !isfinite(value))
        return false;
    memcpy(out, &value, sizeof *out);
    return true;
}

static bool parse_word(const char *text, const char *end, uint32_t *out)
{
    if (memchr(text, '.', (size_t)(end - text)))
        return parse_decimal(text, end, out);
    bool marked = end - text > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    return (marked || end - text == 8) && parse_hex(text, end, UINT32_MAX, out);
}

/* ---- --set ---- */

/* `count` words with commas between. */
static bool parse_words(const char *text, size_t count, uint32_t *out)
{
    for (size_t i = 0; i < count; i++) {
        const char *end = text + strcspn(text, ",");
        if (!parse_word(text, end, &out[i]) || (*end == ',') != (i + 1 < count))
            return false;
        text = end + 1;
    }
    return true;
}

/* The number behind "vf" or "vi": 1 or 2 digits, less than `limit`; -1 if it is none. */
static int register_number(const char *text, const char *end, int limit)
{
    int number = 0;
    if (end - text < 1 || end - text > 2)
        return -1;
    for (; text < end; text++) {
        if (!isdigit((unsigned char)*text))
            return -1;
        number = number * 10 + (*text - '0');
    }
    return number < limit ? number : -1;
}

static bool is_name(const char *text, const char *end, const char *name)
{
    return (size_t)(end - text) == strlen(name) && strncmp(text, name, strlen(name)) == 0;
}

/* What is wrong, or NULL. */
static const char *set_word(const char *text, const char *end, const char *value, struct vu_registers *r)
{
    static const char expected[] =
        "takes one word: eight hexadecimal digits, or a decimal number with a point";
    uint32_t *word = is_name(text, end, "q")   ? &r->q
                     : is_name(text, end, "p") ? &r->p
                     : is_name(text, end, "i") ? &r->i
                     : is_name(text, end, "r") ? &r->r
                                               : NULL;
    if (!word)
        return "is no register; there are vf1..vf31, vi1..vi15, acc, q, p, i, r, status, mac and clip";
    return parse_words(value, 1, word) ? NULL : expected;
}

static const char *set_integer(const char *text, const char *end, const char *value, struct vu_registers *r)
{
    uint32_t number;
    const char *stop = value + strlen(value);
    if (is_name(text, end, "status")) {
        if (!parse_hex(value, stop, 0xFFF, &number))
            return "takes up to 12 bits as hexadecimal digits";
        r->status = (uint16_t)number;
    } else if (is_name(text, end, "mac")) {
        if (!parse_hex(value, stop, 0xFFFF, &number))
            return "takes up to 16 bits as hexadecimal digits";
        r->mac = (uint16_t)number;
    } else if (is_name(text, end, "clip")) {
        if (!parse_hex(value, stop, 0xFFFFFF, &number))
            return "takes up to 24 bits as hexadecimal digits";
        r->clip = number;
    } else {
        return set_word(text, end, value, r);
    }
    return NULL;
}

static const char *set_register(const char *text, const char *end, const char *value, struct vu_registers *r)
{
    static const char four[] =
        "takes four words x,y,z,w: eight hexadecimal digits, or a decimal number with a point each";
    uint32_t number;
    if (is_name(text, end, "acc"))
        return parse_words(value, 4, r->acc) ? NULL : four;
    if (strncmp(text, "vf", 2) == 0) {
        int n = register_number(text + 2, end, 32);
        if (n <= 0)
            return n == 0 ? "cannot be set: it is constant" : "is no register: vf1 to vf31 can be set";
        return parse_words(value, 4, r->vf[n]) ? NULL : four;
    }
    if (strncmp(text, "vi", 2) == 0) {
        int n = register_number(text + 2, end, 16);
        if (n <= 0)
            return n == 0 ? "cannot be set: it is constant" : "is no register: vi1 to vi15 can be set";
        if (!parse_hex(value, value + strlen(value), 0xFFFF, &number))
            return "takes up to 16 bits as hexadecimal digits";
        r->vi[n] = (uint16_t)number;
        return NULL;
    }
    return set_integer(text, end, value, r);
}

bool vu_run_parse_set(const char *text, struct vu_registers *registers)
{
    const char *equals = strchr(text, '=');
    const char *wrong = equals ? set_register(text, equals, equals + 1, registers) : "is not REG=VALUE";
    if (wrong)
        report("vu run: --set %s: '%.*s' %s", text, (int)(equals ? equals - text : (long)strlen(text)), text,
               wrong);
    return !wrong;
}

/* ---- --run ---- */

/* TOP or ITOP: 0 to 1023, decimal or hexadecimal behind 0x. */
static bool parse_top(const char *text, const char *end, bool *has, uint16_t *out)
{
    uint32_t value = 0;
    bool good = text < end && end - text <= 8 && !*has;
    if (good && end - text > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X')) {
        good = parse_hex(text, end, 0x3FF, &value);
    } else {
        for (; good && text < end; text++) {
            good = isdigit((unsigned char)*text);
            value = value * 10 + (uint32_t)(*text - '0');
        }
    }
    *has = true;
    *out = (uint16_t)value;
    return good && value <= 0x3FF;
}

static bool starts_with(const char *text, const char *end, const char *name, const char **value)
{
    size_t length = strlen(name);
    *value = text + length;
    return (size_t)(end - text) >= length && strncmp(text, name, length) == 0;
}

bool vu_run_parse_start(const char *text, enum vu_unit unit, struct vu_run_start *out)
{
    const char *whole = text, *value;
    bool placed = false;
    *out = (struct vu_run_start){0};
    for (bool more = true; more;) {
        const char *end = text + strcspn(text, ","), *wrong = NULL;
        if (is_name(text, end, "cont")) {
            wrong = placed ? "comes too late: a run starts or goes on, once" : NULL;
            placed = out->goes_on = true;
        } else if (starts_with(text, end, "start=", &value)) {
            if (placed)
                wrong = "comes too late: a run starts or goes on, once";
            else if (!parse_hex(value, end, memory_of(unit) - 8, &out->start) || out->start % 8)
                wrong = "is no byte address of a pair in micro memory";
            placed = true;
        } else if (starts_with(text, end, "top=", &value)) {
            if (!parse_top(value, end, &out->has_top, &out->top))
                wrong = "does not give TOP once, from 0 to 1023";
        } else if (starts_with(text, end, "itop=", &value)) {
            if (!parse_top(value, end, &out->has_itop, &out->itop))
                wrong = "does not give ITOP once, from 0 to 1023";
        } else {
            wrong = "is none of cont, start=HEX, top=N and itop=N";
        }
        if (wrong) {
            report("vu run: --run %s: '%.*s' %s", whole, (int)(end - text), text, wrong);
            return false;
        }
        more = *end == ',';
        text = end + more;
    }
    return true;
}
