#include "registers.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

uint64_t register_value(const struct register_layout *layout, const void *base)
{
    uint64_t value;
    memcpy(&value, (const unsigned char *)base + layout->offset, sizeof value);
    return value;
}

uint64_t field_bits(const struct register_field *field, uint64_t value)
{
    uint64_t mask = field->count >= 64 ? UINT64_MAX : (1ull << field->count) - 1;
    return value >> field->low & mask;
}

static double sign_extended(const struct register_field *field, uint64_t value)
{
    uint64_t bits = field_bits(field, value), sign = 1ull << (field->count - 1);
    return bits & sign ? (double)bits - 2.0 * (double)sign : (double)bits;
}

/* PS2 floats have neither infinities nor NaNs: exponent 255 is an exponent. Denormals are zero. */
static double float_number(uint32_t bits)
{
    int exponent = (int)(bits >> 23 & 0xFF);
    double size = exponent ? ldexp((double)((bits & 0x7FFFFF) | 0x800000), exponent - 150) : 0.0;
    return bits >> 31 ? -size : size;
}

double field_number(const struct register_field *field, uint64_t value)
{
    switch (field->kind) {
    case FIELD_SIGNED:
        return sign_extended(field, value);
    case FIELD_FIXED4:
        return (double)field_bits(field, value) / 16.0;
    case FIELD_SIGNED_FIXED4:
        return sign_extended(field, value) / 16.0;
    case FIELD_FLOAT:
        return float_number((uint32_t)field_bits(field, value));
    default:
        return (double)field_bits(field, value);
    }
}

void field_text(const struct register_field *field, uint64_t value, char *out, size_t size)
{
    uint64_t bits = field_bits(field, value);
    const char *name = NULL;
    switch (field->kind) {
    case FIELD_FORMAT:
    case FIELD_FORMAT_Z:
        name = format_name((unsigned)bits | (field->kind == FIELD_FORMAT_Z ? 0x30 : 0));
        if (name) {
            snprintf(out, size, "%s", name);
            return;
        }
        /* fall through */
    case FIELD_HEX:
        snprintf(out, size, "0x%" PRIX64, bits);
        return;
    case FIELD_UNSIGNED:
        snprintf(out, size, "%" PRIu64, bits);
        return;
    default:
        snprintf(out, size, "%.9g", field_number(field, value));
    }
}

const char *format_name(unsigned psm)
{
    static const char *const names[64] = {
        [0x00] = "PSMCT32", [0x01] = "PSMCT24", [0x02] = "PSMCT16", [0x0A] = "PSMCT16S", [0x12] = "PS-GPU24",
        [0x13] = "PSMT8",   [0x14] = "PSMT4",   [0x1B] = "PSMT8H",  [0x24] = "PSMT4HL",  [0x2C] = "PSMT4HH",
        [0x30] = "PSMZ32",  [0x31] = "PSMZ24",  [0x32] = "PSMZ16",  [0x3A] = "PSMZ16S",
    };
    return psm < 64 ? names[psm] : NULL;
}
