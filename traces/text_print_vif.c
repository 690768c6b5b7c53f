/* Words for VIF1 as lines. */
#include <inttypes.h>
#include <string.h>

#include "text_print.h"
#include "trace_bytes.h"

/* Operands of a VIFcode; `counts`: the block behind it says its NUM or QWC. */
static void print_operands(const struct text_printer *p, const struct text_vif_code *code, uint32_t word,
                           bool counts)
{
    struct text_word rest = {.half = {word & ~TEXT_VIF_I}};
    text_set_bits(&rest, 24, 7, 0);
    for (const struct gs_field *field = code->field; field->name; field++) {
        uint64_t value = text_get_bits(&(struct text_word){.half = {word}}, field->low, field->count);
        text_set_bits(&rest, field->low, field->count, 0);
        if (field->kind == GS_FIELD_COUNT ? counts : field != code->field && field->count == 1 && !value)
            continue;
        putc(' ', p->out);
        bool plain = !code->field[1].name && field->kind != GS_FIELD_COUNT;
        if (!plain)
            text_print_name(p->out, field->name);
        if (!plain && field->count > 1)
            putc('=', p->out);
        if (plain || field->count > 1)
            text_print_value(p->out, field, value);
    }
    if (rest.half[0])
        fprintf(p->out, " bits=0x%" PRIX64, rest.half[0]);
}

static void print_i(const struct text_printer *p, uint32_t word)
{
    if (word & TEXT_VIF_I)
        fputs(" [i]", p->out);
}

/* ---- payload ---- */

/* STMASK, STROW, STCOL with their words. */
static void print_words(const struct text_printer *p, const struct text_vif_code *code, uint32_t word,
                        const uint8_t *data)
{
    for (unsigned i = 0; i < code->words; i++)
        fprintf(p->out, "%s0x%08" PRIX32, i ? ", " : " ", trace_load32(data + 4 * i));
    print_operands(p, code, word, false);
    print_i(p, word);
    putc('\n', p->out);
}

static void print_pairs(const struct text_printer *p, const uint8_t *data, size_t words, uint32_t address)
{
    for (size_t i = 0; i + 2 <= words; i += 2, address += 8) {
        uint32_t lower = trace_load32(data + 4 * i), upper = trace_load32(data + 4 * i + 4);
        char up[128], low[128];
        vu_disassemble_upper(upper, up, sizeof up);
        vu_disassemble_lower(upper, lower, address % VU1_MEMORY_SIZE, low, sizeof low);
        text_indent(p);
        fprintf(p->out, ".pair 0x%08" PRIX32 ", 0x%08" PRIX32 " ; %04" PRIX32 "  %-36s  %s\n", upper, lower,
                address % VU1_MEMORY_SIZE, up, low);
    }
}

/* Vectors that an UNPACK of `num` writes takes (VIF section 3.1). */
static size_t vectors_taken(uint32_t num, uint32_t cycle)
{
    size_t cl = cycle & 0xFF, wl = cycle >> 8 & 0xFF;
    wl = wl ? wl : 256;
    if (wl <= cl)
        return num;
    return cl * (num / wl) + (num % wl < cl ? num % wl : cl);
}

/* The writes that the assembler would count for `vectors`; 0 if it cannot. */
static size_t writes_counted(size_t vectors, uint32_t cycle)
{
    size_t cl = cycle & 0xFF, wl = cycle >> 8 & 0xFF;
    wl = wl ? wl : 256;
    if (wl <= cl)
        return vectors;
    return cl ? vectors / cl * wl + vectors % cl : 0;
}

static void print_element(const struct text_printer *p, const uint8_t *at, unsigned bytes)
{
    uint32_t word = bytes == 4 ? trace_load32(at) : bytes == 2 ? at[0] | (uint32_t)at[1] << 8 : at[0];
    uint32_t exponent = word >> 23 & 0xFF;
    if (bytes < 4)
        fprintf(p->out, "0x%0*" PRIX32, (int)bytes * 2, word);
    else if (word == 0 || (exponent >= 97 && exponent < 160)) /* about 1e-9 to 1e10 */
        text_print_float(p->out, word);
    else
        fprintf(p->out, "0x%08" PRIX32, word);
}

/* A vector a line, and what fills the last word unless it is 0. */
static void print_vectors(const struct text_printer *p, uint32_t word, const uint8_t *data, size_t words,
                          size_t vectors)
{
    static const char *const names[] = {".float", ".half", ".byte", ".half"};
    unsigned format = word >> 24 & 15, vl = format & 3;
    unsigned bytes = vl == 3 ? 2 : 4u >> vl, elements = vl == 3 ? 1 : (format >> 2) + 1;
    size_t at = 0;
    for (size_t i = 0; i < vectors; i++) {
        text_indent(p);
        fprintf(p->out, "%s ", names[vl]);
        for (unsigned j = 0; j < elements; j++, at += bytes) {
            fputs(j ? ", " : "", p->out);
            print_element(p, data + at, bytes);
        }
        putc('\n', p->out);
    }
    bool zero = true;
    for (size_t i = at; i < words * 4; i++)
        zero = zero && !data[i];
    if (!zero)
        text_print_bytes(p, data + at, words * 4 - at);
}

/* A code with the whole of its data. */
static void print_block(struct text_printer *p, const struct text_vif_code *code, uint32_t word,
                        const uint8_t *data, size_t words, bool aligned)
{
    uint32_t num = word >> 16 & 0xFF ? word >> 16 & 0xFF : 256;
    size_t vectors = code->payload == TEXT_UNPACK ? vectors_taken(num, p->cycle) : 0;
    bool counts = code->payload != TEXT_UNPACK || writes_counted(vectors, p->cycle) == num;
    if (code->payload == TEXT_UNPACK) {
        /* Filling bytes would count as vectors. */
        unsigned format = word >> 24 & 15;
        size_t used = vectors * ((format & 3) == 3 ? 2 : (4u >> (format & 3)) * ((format >> 2) + 1));
        for (size_t i = used; i < words * 4; i++)
            counts = counts && !data[i];
    }
    if (!aligned)
        fputs(" unaligned", p->out);
    print_operands(p, code, word, counts);
    print_i(p, word);
    text_open(p);
    if (code->payload == TEXT_DIRECT)
        text_print_gif_words(p, &p->gif[GS_PATH2], data, words);
    else if (code->payload == TEXT_MPG)
        print_pairs(p, data, words, (word & 0xFFFF) * 8);
    else
        print_vectors(p, word, data, words, vectors);
    text_close(p);
}

/* Data of a code that stands elsewhere, or whose data do not end here. */
static void print_rest(struct text_printer *p, const uint8_t *data, size_t words)
{
    if (p->payload == TEXT_DIRECT)
        text_print_gif_words(p, &p->gif[GS_PATH2], data, words);
    else
        text_print_words(p, data, words);
    p->left -= (uint32_t)words;
}

/* A code and as much of its data as there is; returns the words that it was. */
static size_t print_code(struct text_printer *p, const uint8_t *data, size_t words, size_t place)
{
    uint32_t word = trace_load32(data);
    const struct text_vif_code *code = text_vif_code(word >> 24 & 0x7F);
    if (!code) {
        text_print_words(p, data, 1);
        return 1;
    }
    size_t payload = vif_payload_words(VIF_UNIT_1, word, p->cycle);
    size_t unit = code->payload == TEXT_DIRECT ? 4 : code->payload == TEXT_MPG ? 2 : 1;
    bool whole = payload && payload < words;
    text_indent(p);
    fputs(code->name, p->out);
    if (code->payload == TEXT_UNPACK)
        fprintf(p->out, " %s", text_unpack_format(word >> 24));
    if (whole) {
        if (code->payload == TEXT_WORDS)
            print_words(p, code, word, data + 4);
        else
            print_block(p, code, word, data + 4, payload, (place + 1) % unit == 0);
        return 1 + payload;
    }
    print_operands(p, code, word, false);
    print_i(p, word);
    putc('\n', p->out);
    if (code->command == 0x01)
        p->cycle = word & 0xFFFF;
    p->payload = code->payload;
    p->left = (uint32_t)payload;
    return 1;
}

void text_print_vif(struct text_printer *p, const uint8_t *data, size_t words, unsigned position)
{
    for (size_t at = 0; at < words;) {
        if (p->left) {
            size_t some = p->left < words - at ? p->left : words - at;
            print_rest(p, data + 4 * at, some);
            at += some;
        } else {
            at += print_code(p, data + 4 * at, words - at, position + at);
        }
    }
}
