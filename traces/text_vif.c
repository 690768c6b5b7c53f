/* VIFcodes as lines. */
#include <string.h>

#include "text_asm.h"
#include "trace_bytes.h"

/* A VIFcode that is being read. */
struct code {
    const struct text_vif_code *code;
    struct text_word word;
    bool unaligned;
    unsigned format; /* UNPACK */
};

/* Takes "[i]", if it is there. */
static bool read_i(struct text_source *s, struct text_word *word)
{
    char name[TEXT_NAME];
    if (!text_take(s, '['))
        return true;
    if (!text_name(s, name) || strcmp(name, "i") != 0 || !text_take(s, ']'))
        return text_fail(s, "expected [i]");
    word->half[0] |= TEXT_VIF_I;
    return true;
}

/* Is bits=... next? */
static bool bits_next(struct text_source *s)
{
    char name[TEXT_NAME];
    const char *start = s->at;
    bool found = text_name(s, name) && strcmp(name, "bits") == 0 && text_peek(s, '=');
    s->at = start;
    return found;
}

/* STMASK, STROW, STCOL: the code, and its data if they stand on the line. */
static bool with_words(struct text_asm *a, struct code *code)
{
    struct text_source *s = &a->source;
    uint64_t words[4];
    unsigned count = 0;
    for (text_blanks(s); *s->at && *s->at != '[' && !bits_next(s);
         count++, text_take(s, ','), text_blanks(s)) {
        struct text_value value;
        if (count == code->code->words)
            return text_fail(s, "%s takes %u values", code->code->name, code->code->words);
        if (!text_value(s, &value) || !text_bits(s, &value, 32, "a value", &words[count]))
            return false;
    }
    if (!text_read_fields(s, code->code->field, TEXT_PLAIN_NONE, 32, &code->word))
        return false;
    if (!read_i(s, &code->word) || !text_end(s))
        return false;
    if (count && count != code->code->words)
        return text_fail(s, "%s takes %u values, not %u", code->code->name, code->code->words, count);
    bool good = text_put_word(a, (uint32_t)code->word.half[0]);
    for (unsigned i = 0; good && i < count; i++)
        good = text_put_word(a, (uint32_t)words[i]);
    return good;
}

/* ---- codes with a block of data ---- */

static bool read_block(struct text_asm *a)
{
    a->block.place = TEXT_IN_DATA;
    bool good = text_lines(a, text_block_line);
    a->block.place = TEXT_IN_VIF1;
    return good;
}

/* The field `index` of a code whose data are there must say `value`, or gets it. */
static bool settle(struct text_asm *a, struct code *code, unsigned index, size_t value)
{
    const struct gs_field *field = &code->code->field[index];
    size_t most = (size_t)1 << field->count;
    if (value < 1 || value > most)
        return text_fail(&a->source, "%s: the data would make %s %zu, expected 1 to %zu", code->code->name,
                         field->name, value, most);
    if (code->word.given & 1u << index) {
        size_t has = (size_t)text_get_bits(&code->word, field->low, field->count);
        has = has ? has : most;
        return has == value || text_fail(&a->source, "%s: %s is %zu, the data are for %zu", code->code->name,
                                         field->name, has, value);
    }
    text_set_bits(&code->word, field->low, field->count, value);
    return true;
}

static void store(struct text_asm *a, size_t at, const struct code *code)
{
    trace_store32(a->block.bytes + at, (uint32_t)code->word.half[0]);
}

static bool end_direct(struct text_asm *a, struct code *code, size_t at)
{
    size_t size = a->block.at - at - 4;
    if (size % 16)
        return text_fail(&a->source, "%zu bytes are no whole number of quadwords", size);
    if (!settle(a, code, 0, size / 16))
        return false;
    store(a, at, code);
    return true;
}

/* 256 pairs for each MPG. */
static bool end_mpg(struct text_asm *a, struct code *code, size_t at)
{
    enum { MOST = 256 };
    size_t size = a->block.at - at - 4, pairs = size / 8;
    if (size % 8)
        return text_fail(&a->source, "%zu bytes are no whole number of pairs", size);
    if (!(code->word.given & 1))
        text_set_bits(&code->word, 0, 16, a->vsm_base / 8);
    if (code->word.given & 2 || pairs <= MOST) {
        if (!settle(a, code, 1, pairs))
            return false;
        store(a, at, code);
        return true;
    }
    uint64_t address = text_get_bits(&code->word, 0, 16);
    size_t gap = code->unaligned ? 4 : 8; /* a NOP keeps the next data on a doubleword */
    while (pairs) {
        size_t piece = pairs < MOST ? pairs : MOST;
        text_set_bits(&code->word, 0, 16, address);
        text_set_bits(&code->word, 16, 8, piece);
        store(a, at, code);
        pairs -= piece;
        address += piece;
        at += 4 + piece * 8;
        if (pairs && !text_insert(a, at, gap))
            return false;
        at += gap - 4;
    }
    return true;
}

/* NUM of an UNPACK of `vectors` vectors; 0 if none is known. */
static size_t unpack_writes(uint32_t cycle, size_t vectors)
{
    size_t cl = cycle & 0xFF, wl = cycle >> 8 & 0xFF;
    wl = wl ? wl : 256;
    if (wl <= cl)
        return vectors;
    return cl ? vectors / cl * wl + vectors % cl : 0;
}

static bool end_unpack(struct text_asm *a, struct code *code, size_t at)
{
    size_t size = a->block.at - at - 4;
    unsigned vl = code->format & 3, bytes = vl == 3 ? 2 : (4u >> vl) * ((code->format >> 2) + 1);
    if (!(code->word.given & 2)) {
        if (size % bytes)
            return text_fail(&a->source, "%zu bytes are no whole number of %s vectors", size,
                             text_unpack_format(code->format));
        size_t writes = unpack_writes(a->cycle, size / bytes);
        if (writes == 0 && size)
            return text_fail(&a->source, "UNPACK: CL is 0 here (as at power-on), so that every write is a "
                                         "fill and takes no data; is STCYCL cl=1 wl=1 missing?");
        if (!settle(a, code, 1, writes))
            return false;
    }
    if (size % 4 && !text_put_zeros(a, 4 - size % 4))
        return false;
    size_t words = (size + 3) / 4;
    size_t takes = vif_payload_words(VIF_UNIT_1, (uint32_t)code->word.half[0], a->cycle);
    if (takes != words)
        return text_fail(&a->source, "UNPACK %s takes %zu words here, the block has %zu",
                         text_unpack_format(code->format), takes, words);
    store(a, at, code);
    return true;
}

/* Behind the operands of MPG, DIRECT, DIRECTHL and UNPACK. */
static bool with_block(struct text_asm *a, struct code *code)
{
    static bool (*const ends[])(struct text_asm * a, struct code * code, size_t at) = {
        [TEXT_MPG] = end_mpg, [TEXT_DIRECT] = end_direct, [TEXT_UNPACK] = end_unpack};
    enum text_payload payload = code->code->payload;
    size_t unit = payload == TEXT_DIRECT ? 16 : payload == TEXT_MPG ? 8 : 4;
    a->vsm_base = 0;
    if (!code->unaligned && !text_pad(a, unit, 4))
        return false;
    size_t at = a->block.at;
    return text_put_zeros(a, 4) && read_block(a) && ends[payload](a, code, at);
}

static bool read_code(struct text_asm *a, struct code *code)
{
    struct text_source *s = &a->source;
    char name[TEXT_NAME];
    text_blanks(s);
    if (code->code->payload == TEXT_UNPACK) {
        int format = text_word(s, name) ? text_unpack_format_named(name) : -1;
        if (format < 0)
            return text_fail(s, "expected a format such as V4-32 behind UNPACK");
        code->format = (unsigned)format;
        code->word.half[0] |= (uint64_t)format << 24;
    } else if (code->code->payload != TEXT_NO_PAYLOAD) {
        const char *start = s->at;
        code->unaligned = text_name(s, name) && strcmp(name, "unaligned") == 0;
        s->at = code->unaligned ? s->at : start;
    }
    return text_read_fields(s, code->code->field, TEXT_PLAIN_FIRST, 32, &code->word) &&
           read_i(s, &code->word);
}

bool text_vif_line(struct text_asm *a, const char *word, bool *known)
{
    struct text_source *s = &a->source;
    struct code code = {.code = text_vif_code_named(word)};
    *known = code.code != NULL;
    if (!*known)
        return false;
    code.word.half[0] = (uint64_t)code.code->command << 24;
    if (!read_i(s, &code.word))
        return false;
    if (code.code->payload == TEXT_WORDS)
        return with_words(a, &code);
    if (!read_code(a, &code))
        return false;
    if (text_opens(a) && code.code->payload != TEXT_NO_PAYLOAD)
        return with_block(a, &code);
    unsigned count = code.code->payload == TEXT_DIRECT ? 0 : 1;
    if (code.code->payload != TEXT_NO_PAYLOAD && !(code.word.given & 1u << count))
        return text_fail(s, "%s= is missing", code.code->field[count].name);
    if (code.unaligned)
        return text_fail(s, "unaligned is for a block of data");
    if (!text_end(s) || !text_put_word(a, (uint32_t)code.word.half[0]))
        return false;
    if (code.code->command == 0x01)
        a->cycle = (uint32_t)code.word.half[0] & 0xFFFF;
    return true;
}
