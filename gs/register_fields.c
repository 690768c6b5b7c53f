#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <path1/gs_registers.h>

uint64_t gs_register_value(const struct gs_register *layout, const void *base)
{
    uint64_t value;
    memcpy(&value, (const unsigned char *)base + layout->offset, sizeof value);
    return value;
}

uint64_t gs_field_bits(const struct gs_field *field, uint64_t value)
{
    uint64_t mask = field->count >= 64 ? UINT64_MAX : (1ull << field->count) - 1;
    return value >> field->low & mask;
}

static double sign_extended(const struct gs_field *field, uint64_t value)
{
    uint64_t bits = gs_field_bits(field, value), sign = 1ull << (field->count - 1);
    return bits & sign ? (double)bits - 2.0 * (double)sign : (double)bits;
}

/* PS2 floats have neither infinities nor NaNs: exponent 255 is an exponent. Denormals are zero. */
static double float_number(uint32_t bits)
{
    int exponent = (int)(bits >> 23 & 0xFF);
    double size = exponent ? ldexp((double)((bits & 0x7FFFFF) | 0x800000), exponent - 150) : 0.0;
    return bits >> 31 ? -size : size;
}

double gs_field_number(const struct gs_field *field, uint64_t value)
{
    switch (field->kind) {
    case GS_FIELD_SIGNED:
        return sign_extended(field, value);
    case GS_FIELD_FIXED4:
        return (double)gs_field_bits(field, value) / 16.0;
    case GS_FIELD_SIGNED_FIXED4:
        return sign_extended(field, value) / 16.0;
    case GS_FIELD_FLOAT:
        return float_number((uint32_t)gs_field_bits(field, value));
    default:
        return (double)gs_field_bits(field, value);
    }
}

void gs_field_text(const struct gs_field *field, uint64_t value, char *out, size_t size)
{
    uint64_t bits = gs_field_bits(field, value);
    const char *name = NULL;
    switch (field->kind) {
    case GS_FIELD_FORMAT:
    case GS_FIELD_FORMAT_Z:
        name = gs_format_name((unsigned)bits | (field->kind == GS_FIELD_FORMAT_Z ? 0x30 : 0));
        if (name) {
            snprintf(out, size, "%s", name);
            return;
        }
        /* fall through */
    case GS_FIELD_HEX:
        snprintf(out, size, "0x%" PRIX64, bits);
        return;
    case GS_FIELD_SIGNED:
    case GS_FIELD_FIXED4:
    case GS_FIELD_SIGNED_FIXED4:
    case GS_FIELD_FLOAT:
        snprintf(out, size, "%.9g", gs_field_number(field, value));
        return;
    default:
        snprintf(out, size, "%" PRIu64, bits);
    }
}

const char *gs_format_name(unsigned psm)
{
    static const char *const names[64] = {
        [0x00] = "PSMCT32", [0x01] = "PSMCT24", [0x02] = "PSMCT16", [0x0A] = "PSMCT16S", [0x12] = "PS-GPU24",
        [0x13] = "PSMT8",   [0x14] = "PSMT4",   [0x1B] = "PSMT8H",  [0x24] = "PSMT4HL",  [0x2C] = "PSMT4HH",
        [0x30] = "PSMZ32",  [0x31] = "PSMZ24",  [0x32] = "PSMZ16",  [0x3A] = "PSMZ16S",
    };
    return psm < 64 ? names[psm] : NULL;
}

const char *gs_value_name(enum gs_field_kind kind, unsigned value)
{
    static const char *const names[][8] = {
        [GS_FIELD_PRIM] = {"point", "line", "line_strip", "triangle", "triangle_strip", "triangle_fan",
                           "sprite"},
        [GS_FIELD_WRAP] = {"repeat", "clamp", "region_clamp", "region_repeat"},
        [GS_FIELD_TFX] = {"modulate", "decal", "highlight", "highlight2"},
        [GS_FIELD_MMAG] = {"nearest", "linear"},
        [GS_FIELD_MMIN] = {"nearest", "linear", "nearest_mipmap_nearest", "nearest_mipmap_linear",
                           "linear_mipmap_nearest", "linear_mipmap_linear"},
        [GS_FIELD_ATST] = {"never", "always", "less", "lequal", "equal", "gequal", "greater", "notequal"},
        [GS_FIELD_AFAIL] = {"keep", "fb_only", "zb_only", "rgb_only"},
        [GS_FIELD_ZTST] = {"never", "always", "gequal", "greater"},
        [GS_FIELD_BLEND] = {"cs", "cd", "zero"},
        [GS_FIELD_BLEND_ALPHA] = {"as", "ad", "fix"},
        [GS_FIELD_XDIR] = {"host_to_local", "local_to_host", "local_to_local", "off"},
    };
    if (kind == GS_FIELD_FORMAT || kind == GS_FIELD_FORMAT_Z)
        return gs_format_name(value | (kind == GS_FIELD_FORMAT_Z ? 0x30 : 0));
    return (size_t)kind < sizeof names / sizeof names[0] && value < 8 ? names[kind][value] : NULL;
}
