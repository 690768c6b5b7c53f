#include "assemble.h"

#include <string.h>

bool as_put(struct assembler *as, const uint8_t *bytes, size_t size)
{
    if (as->mode != AS_CODE)
        return true;
    for (size_t i = 0; i < size; i++) {
        if (as->here == VU1_MEMORY_SIZE)
            return as_fail(as, "the program does not fit: micro memory has %u bytes", VU1_MEMORY_SIZE);
        if (as->filled[as->here])
            return as_fail(as, "address 0x%04x already holds what was assembled before", (unsigned)as->here);
        as->image[as->here] = bytes[i];
        as->filled[as->here] = true;
        if (!as->lines[as->here / 8])
            as->lines[as->here / 8] = as->frames[0].line;
        as->here++;
    }
    as->last_label = NULL;
    as->placed |= size > 0;
    return true;
}

bool as_fill_to(struct assembler *as, uint32_t address, uint8_t byte)
{
    if (as->mode != AS_CODE)
        return true;
    while (as->here < address) {
        uint32_t line = as->lines[as->here / 8];
        if (!as_put(as, &byte, 1))
            return false;
        as->lines[(as->here - 1) / 8] = line;
    }
    return true;
}

/* One number of `size` bytes, little endian; beyond eight it is sign extended. */
static bool put_number(struct assembler *as, int64_t number, size_t size)
{
    uint8_t bytes[16];
    for (size_t i = 0; i < size && i < sizeof bytes; i++)
        bytes[i] = (uint8_t)(i < 8 ? (uint64_t)number >> 8 * i : number < 0 ? 0xFFu : 0u);
    return as_put(as, bytes, size);
}

static bool put_integers(struct assembler *as, size_t size)
{
    if (as_at_end(as))
        return true;
    do {
        struct as_value value;
        if (!as_expression(as, &value))
            return false;
        int64_t least = size < 8 ? -((int64_t)1 << (8 * size - 1)) : INT64_MIN;
        int64_t most = size < 8 ? ((int64_t)1 << 8 * size) - 1 : INT64_MAX;
        if ((value.number < least || value.number > most) &&
            !as_fail_value(as, &value, "%lld does not fit in %d bytes", (long long)value.number, (int)size))
            return false;
        if (!put_number(as, value.number, size))
            return false;
    } while (as_take(as, ','));
    return as_expect_end(as);
}

static bool put_floats(struct assembler *as)
{
    if (as_at_end(as))
        return true;
    do {
        uint32_t bits;
        if (!as_float(as, &bits) || !put_number(as, bits, 4))
            return false;
    } while (as_take(as, ','));
    return as_expect_end(as);
}

static bool put_strings(struct assembler *as, bool terminated)
{
    if (as_at_end(as))
        return true;
    do {
        char text[1024];
        size_t length;
        if (!as_take_string(as, text, sizeof text, &length))
            return false;
        if (!as_put(as, (const uint8_t *)text, length) || (terminated && !put_number(as, 0, 1)))
            return false;
    } while (as_take(as, ','));
    return as_expect_end(as);
}

/* Outside of micro memory nothing is kept, so what stands there need not be understood. */
static bool put_items(struct assembler *as, int what)
{
    if (as->mode != AS_CODE)
        return true;
    if (what == 'f')
        return put_floats(as);
    if (what == 'a' || what == 'z')
        return put_strings(as, what == 'z');
    return put_integers(as, (size_t)what);
}

/* .space SIZE [, BYTE] */
static bool put_space(struct assembler *as)
{
    int64_t size, byte = 0;
    if (as->mode != AS_CODE)
        return true;
    if (!as_known(as, &size) || (as_take(as, ',') && !as_known(as, &byte)) || !as_expect_end(as))
        return false;
    if (size < 0 || size > VU1_MEMORY_SIZE)
        return as_fail(as, "%lld is no size that micro memory can have", (long long)size);
    for (; size > 0; size--)
        if (!put_number(as, byte, 1))
            return false;
    return true;
}

/* .fill COUNT [, SIZE [, NUMBER]] */
static bool put_fill(struct assembler *as)
{
    int64_t count, size = 1, number = 0;
    if (as->mode != AS_CODE)
        return true;
    if (!as_known(as, &count) || (as_take(as, ',') && !as_known(as, &size)) ||
        (as_take(as, ',') && !as_known(as, &number)) || !as_expect_end(as))
        return false;
    if (count < 0 || count > VU1_MEMORY_SIZE || size < 0 || size > 8)
        return as_fail(as, "%lld items of %lld bytes are out of bounds", (long long)count, (long long)size);
    for (; count > 0; count--)
        if (!put_number(as, number, (size_t)size))
            return false;
    return true;
}

bool as_data_directive(struct assembler *as, const char *name, size_t length, bool *known)
{
    static const struct {
        const char *name;
        int what; /* bytes of a number; f: float, a: string, z: string with a NUL */
    } table[] = {
        {".byte", 1},     {".half", 2},    {".hword", 2},   {".short", 2},    {".word", 4},
        {".int", 4},      {".long", 4},    {".quad", 16},   {".octa", 16},    {".float", 'f'},
        {".single", 'f'}, {".ascii", 'a'}, {".asciz", 'z'}, {".string", 'z'},
    };
    *known = true;
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        if (as_equal(name, length, table[i].name))
            return put_items(as, table[i].what);
    if (as_equal(name, length, ".space") || as_equal(name, length, ".skip"))
        return put_space(as);
    if (as_equal(name, length, ".fill"))
        return put_fill(as);
    *known = false;
    return true;
}
