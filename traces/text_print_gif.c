/* GIF data as lines. */
#include <inttypes.h>
#include <string.h>

#include "text_print.h"
#include "trace_bytes.h"

static unsigned mode(const struct text_gif_stream *stream)
{
    return (unsigned)text_get_bits(&stream->tag, 58, 2);
}

static unsigned registers(const struct text_gif_stream *stream)
{
    unsigned nreg = (unsigned)text_get_bits(&stream->tag, 60, 4);
    return nreg ? nreg : 16;
}

/* Doublewords of REGLIST data. */
static uint64_t doublewords(const struct text_gif_stream *stream)
{
    return text_get_bits(&stream->tag, 0, 15) * registers(stream);
}

static struct text_word load(const uint8_t *quadword)
{
    return (struct text_word){.half = {trace_load64(quadword), trace_load64(quadword + 8)}};
}

/* Makes `quadword` the tag of the data that follow. */
static void begin_tag(struct text_gif_stream *stream, const uint8_t *quadword)
{
    stream->tag = load(quadword);
    stream->done = 0;
    uint64_t nloop = text_get_bits(&stream->tag, 0, 15);
    stream->left = mode(stream) == 0   ? nloop * registers(stream)
                   : mode(stream) == 1 ? (doublewords(stream) + 1) / 2
                                       : nloop;
}

/* The descriptor that is `ahead` places behind the next one. */
static unsigned descriptor(const struct text_gif_stream *stream, unsigned ahead)
{
    return (unsigned)(stream->tag.half[1] >> (stream->done + ahead) % registers(stream) * 4) & 15;
}

/* Goes on over a quadword of data. */
static void pass(struct text_gif_stream *stream)
{
    stream->left--;
    stream->done += mode(stream) == 1 ? 2 : 1;
}

/* ---- tags ---- */

static void print_prim(FILE *out, uint64_t prim)
{
    const struct gs_field *field = text_prim_fields();
    const char *name = gs_value_name(GS_FIELD_PRIM, (unsigned)prim & 7);
    if (!name) {
        fprintf(out, " prim=0x%" PRIX64, prim);
        return;
    }
    fprintf(out, " prim=%s", name);
    for (field++; field->name; field++)
        if (prim >> field->low & 1) {
            putc(',', out);
            text_print_name(out, field->name);
        }
}

/* regs=, and nreg= where it is not the number of those. */
static void print_registers(FILE *out, const struct text_gif_stream *stream)
{
    unsigned nreg = (unsigned)text_get_bits(&stream->tag, 60, 4), count = registers(stream);
    uint64_t list = stream->tag.half[1];
    if (nreg == 0 && list == 0 && mode(stream) >= 2)
        return;
    while (count < 16 && list >> count * 4)
        count++;
    fputs(" regs=", out);
    for (unsigned i = 0; i < count; i++)
        fprintf(out, "%s%s", i ? "," : "", text_descriptor((unsigned)(list >> i * 4) & 15)->name);
    if (count != registers(stream))
        fprintf(out, " nreg=%u", nreg);
}

/* `counts`: the block behind it says how long it is. */
static void print_tag(const struct text_printer *p, const struct text_gif_stream *stream, bool counts)
{
    const struct text_word *tag = &stream->tag;
    text_indent(p);
    fputs("GIFTAG", p->out);
    if (!counts)
        fprintf(p->out, " nloop=%" PRIu64, text_get_bits(tag, 0, 15));
    if (text_get_bits(tag, 15, 1))
        fputs(" eop", p->out);
    if (text_get_bits(tag, 46, 1))
        fputs(" pre", p->out);
    uint64_t prim = text_get_bits(tag, 47, 11), id = text_get_bits(tag, 16, 30);
    if (prim || text_get_bits(tag, 46, 1))
        print_prim(p->out, prim);
    fprintf(p->out, " flg=%s", text_tag_mode(mode(stream)));
    print_registers(p->out, stream);
    if (id)
        fprintf(p->out, " id=0x%" PRIX64, id);
}

/* ---- data ---- */

static bool print_address_and_data(const struct text_printer *p, const struct text_word *word)
{
    const char *suffix;
    if (word->half[1] > 0xFF)
        return false;
    const struct gs_register *layout = text_general((unsigned)word->half[1], &suffix);
    text_indent(p);
    if (layout) {
        fprintf(p->out, "A+D %s%s", layout->name, suffix);
        text_print_fields(p->out, layout->field, 64, word);
    } else {
        fprintf(p->out, "A+D 0x%02" PRIX64 " 0x%" PRIX64, word->half[1], word->half[0]);
    }
    putc('\n', p->out);
    return true;
}

/* False if the quadword has bits that the line could not say. */
static bool print_fields(const struct text_printer *p, unsigned index, const struct text_word *word)
{
    const struct text_descriptor *at = text_descriptor(index);
    const struct gs_field *fields = at->field;
    const char *suffix;
    if (index == 14)
        return print_address_and_data(p, word);
    if (at->width == 0 && !fields)
        return false;
    if (at->width ? word->half[1] != 0 : !text_in_fields(fields, word))
        return false;
    if (!fields)
        fields = text_general(index, &suffix)->field;
    text_indent(p);
    fputs(at->name, p->out);
    text_print_fields(p->out, fields, at->width, word);
    putc('\n', p->out);
    return true;
}

static void print_packed(const struct text_printer *p, const struct text_gif_stream *stream,
                         const uint8_t *quadword)
{
    struct text_word word = load(quadword);
    unsigned index = descriptor(stream, 0);
    if (print_fields(p, index, &word))
        return;
    text_indent(p);
    fprintf(p->out, ".word 0x%08" PRIX32 ", 0x%08" PRIX32 ", 0x%08" PRIX32 ", 0x%08" PRIX32 " ; %s\n",
            trace_load32(quadword), trace_load32(quadword + 4), trace_load32(quadword + 8),
            trace_load32(quadword + 12), text_descriptor(index)->name);
}

/* `block`: the doubleword that fills the last quadword comes by itself if it is 0. */
static void print_reglist(const struct text_printer *p, const struct text_gif_stream *stream,
                          const uint8_t *quadword, bool block)
{
    for (unsigned i = 0; i < 2; i++) {
        struct text_word word = {.half = {trace_load64(quadword + 8 * i)}};
        unsigned index = descriptor(stream, i);
        const char *suffix;
        const struct gs_register *layout = index == 14 || index == 15 ? NULL : text_general(index, &suffix);
        bool filling = stream->done + i >= doublewords(stream);
        if (filling && block && !word.half[0])
            continue;
        text_indent(p);
        if (layout && !filling) {
            fprintf(p->out, "REG %s%s", layout->name, suffix);
            text_print_fields(p->out, layout->field, 64, &word);
            putc('\n', p->out);
        } else {
            fprintf(p->out, ".dword 0x%016" PRIX64 "\n", word.half[0]);
        }
    }
}

/* `quadwords` of the tag's data, in a block or not. */
static void print_data(const struct text_printer *p, struct text_gif_stream *stream, const uint8_t *data,
                       size_t quadwords, bool block)
{
    if (mode(stream) >= 2) {
        text_print_bytes(p, data, quadwords * 16);
        stream->left -= quadwords;
        return;
    }
    for (size_t i = 0; i < quadwords; i++) {
        if (mode(stream) == 0)
            print_packed(p, stream, data + 16 * i);
        else
            print_reglist(p, stream, data + 16 * i, block);
        pass(stream);
    }
}

/* What fills REGLIST data up to a quadword is 0, or there is nothing. */
static bool filled_with_zero(const struct text_gif_stream *stream, const uint8_t *data)
{
    return mode(stream) != 1 || doublewords(stream) % 2 == 0 ||
           trace_load64(data + stream->left * 16 - 8) == 0;
}

void text_print_gif(struct text_printer *p, struct text_gif_stream *stream, const uint8_t *data,
                    size_t quadwords)
{
    while (quadwords) {
        if (stream->left == 0) {
            begin_tag(stream, data);
            data += 16;
            quadwords--;
            bool block = stream->left && stream->left <= quadwords;
            print_tag(p, stream, block && filled_with_zero(stream, data));
            if (!block) {
                putc('\n', p->out);
                continue;
            }
            size_t size = (size_t)stream->left;
            text_open(p);
            print_data(p, stream, data, size, true);
            text_close(p);
            data += size * 16;
            quadwords -= size;
        } else {
            size_t size = stream->left < quadwords ? (size_t)stream->left : quadwords;
            print_data(p, stream, data, size, false);
            data += size * 16;
            quadwords -= size;
        }
    }
}

void text_print_gif_words(struct text_printer *p, struct text_gif_stream *stream, const uint8_t *data,
                          size_t words)
{
    size_t bytes = words * 4, begin = stream->part_size ? 16 - stream->part_size : 0;
    begin = begin < bytes ? begin : bytes;
    if (begin) {
        text_print_words(p, data, begin / 4);
        memcpy(stream->part + stream->part_size, data, begin);
        stream->part_size += (unsigned)begin;
        if (stream->part_size < 16)
            return;
        stream->part_size = 0;
        if (stream->left)
            pass(stream);
        else
            begin_tag(stream, stream->part);
    }
    text_print_gif(p, stream, data + begin, (bytes - begin) / 16);
    size_t rest = (bytes - begin) % 16;
    if (rest) {
        text_print_words(p, data + bytes - rest, rest / 4);
        memcpy(stream->part, data + bytes - rest, rest);
        stream->part_size = (unsigned)rest;
    }
}
