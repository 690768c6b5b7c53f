#include "text.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "report.h"

/* Length of the well-formed UTF-8 sequence at `s` and its code point; 0 if it is not well formed
 * (overlong, surrogate, past U+10FFFF, cut off). */
static size_t decode_utf8(const unsigned char *s, uint32_t *code)
{
    static const struct {
        unsigned char mask, lead;
        uint32_t least;
    } forms[] = {{0x80, 0x00, 0}, {0xE0, 0xC0, 0x80}, {0xF0, 0xE0, 0x800}, {0xF8, 0xF0, 0x10000}};
    for (size_t extra = 0; extra < 4; extra++) {
        if ((s[0] & forms[extra].mask) != forms[extra].lead)
            continue;
        uint32_t value = s[0] & (unsigned char)~forms[extra].mask;
        for (size_t i = 1; i <= extra; i++) {
            if ((s[i] & 0xC0) != 0x80) /* stops at the NUL, too */
                return 0;
            value = value << 6 | (s[i] & 0x3F);
        }
        *code = value;
        bool surrogate = value >= 0xD800 && value <= 0xDFFF;
        return value < forms[extra].least || value > 0x10FFFF || surrogate ? 0 : extra + 1;
    }
    return 0;
}

static bool may_show(uint32_t code)
{
    bool control = code < 0x20 || (code >= 0x7F && code < 0xA0);
    bool direction = code == 0x200E || code == 0x200F || code == 0x061C ||
                     (code >= 0x202A && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
    bool line_break = code == 0x2028 || code == 0x2029;
    return !control && !direction && !line_break;
}

void text_clean(char *out, size_t size, const char *in)
{
    const unsigned char *s = (const unsigned char *)in;
    size_t used = 0;
    while (*s) {
        uint32_t code = 0;
        size_t length = decode_utf8(s, &code);
        bool good = length && may_show(code);
        size_t put = good ? length : 1;
        if (used + put + 1 > size)
            break;
        if (good)
            memcpy(out + used, s, length);
        else
            out[used] = '?';
        used += put;
        s += length ? length : 1;
    }
    if (size)
        out[used] = '\0';
}

char *text_cleaned(const char *in)
{
    size_t size = strlen(in) + 1;
    char *out = reallocate(NULL, size, 1);
    text_clean(out, size, in);
    return out;
}
