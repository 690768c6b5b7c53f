/* GIF data as lines: tags, and what PACKED, REGLIST and A+D put behind them. */
#include <inttypes.h>
#include <string.h>

#include "text_asm.h"
#include "trace_bytes.h"

enum { LONGEST = 32767 }; /* NLOOP */

static bool put_word128(struct text_asm *a, const struct text_word *word)
{
    uint8_t bytes[16];
    trace_store64(bytes, word->half[0]);
    trace_store64(bytes + 8, word->half[1]);
    return text_put(a, bytes, sizeof bytes);
}

/* ---- what follows a tag ---- */

/* Does a PACKED line for `descriptor` stand where the tag around it wants that? */
static bool wanted(struct text_asm *a, unsigned descriptor)
{
    const struct text_tag *tag = a->tag;
    if (!tag)
        return true;
    if (tag->flg == 1)
        return text_fail(&a->source, "REGLIST data: expected REG and a register");
    size_t done = a->block.at - tag->start;
    if (tag->flg > 1 || done % 16)
        return true;
    unsigned next = (unsigned)(tag->list >> done / 16 % tag->registers * 4) & 15;
    return next == descriptor || text_fail(&a->source, "%s stands where the tag's registers have %s",
                                           text_descriptor(descriptor)->name, text_descriptor(next)->name);
}

static bool packed(struct text_asm *a, unsigned index)
{
    const struct text_descriptor *descriptor = text_descriptor(index);
    const struct gs_field *fields = descriptor->field;
    struct text_word word = {.given = 0};
    unsigned address;
    if (!fields)
        fields = text_general_named(descriptor->name, &address)->field;
    return wanted(a, index) &&
           text_read_fields(&a->source, fields, descriptor->width ? TEXT_PLAIN_WORD : TEXT_PLAIN_NONE,
                            descriptor->width, &word) &&
           text_end(&a->source) && put_word128(a, &word);
}

static bool address_and_data(struct text_asm *a)
{
    struct text_source *s = &a->source;
    struct text_word word = {.given = 0};
    struct text_value value;
    char name[TEXT_NAME];
    int64_t number;
    unsigned address;
    const char *start = s->at;
    const struct gs_register *layout = text_name(s, name) ? text_general_named(name, &address) : NULL;
    if (!wanted(a, 14))
        return false;
    if (layout) {
        if (!text_read_fields(s, layout->field, TEXT_PLAIN_WORD, 64, &word))
            return false;
    } else {
        if (s->at != start && !text_symbol(s, name))
            return text_fail(s, "there is no register '%s'", name);
        s->at = start;
        if (!text_integer(s, "the address", 0, 255, &number))
            return false;
        text_take(s, ',');
        if (!text_value(s, &value) || !text_bits(s, &value, 64, "the value", &word.half[0]))
            return false;
        address = (unsigned)number;
    }
    word.half[1] = address;
    return text_end(s) && put_word128(a, &word);
}

static bool doubleword(struct text_asm *a)
{
    char name[TEXT_NAME];
    unsigned address;
    uint8_t bytes[8];
    struct text_word word = {.given = 0};
    if (a->tag && a->tag->flg == 0)
        return text_fail(&a->source, "REG is for REGLIST, and the tag says PACKED");
    const struct gs_register *layout =
        text_name(&a->source, name) ? text_general_named(name, &address) : NULL;
    if (!layout)
        return text_fail(&a->source, "expected a register behind REG");
    if (!text_read_fields(&a->source, layout->field, TEXT_PLAIN_WORD, 64, &word) || !text_end(&a->source))
        return false;
    trace_store64(bytes, word.half[0]);
    return text_put(a, bytes, sizeof bytes);
}

/* ---- tags ---- */

/* prim=...: PRIM's fields and kinds of primitives, or a number. */
static bool read_prim(struct text_source *s, uint64_t *prim)
{
    const struct gs_field *fields = text_prim_fields();
    struct text_word word = {.given = 0};
    struct text_value value;
    do {
        char name[TEXT_NAME];
        const char *start = s->at;
        bool named = text_name(s, name), found = false;
        for (unsigned i = 0; named && i < 7 && !found; i++)
            if (text_same(gs_value_name(GS_FIELD_PRIM, i), name)) {
                text_set_bits(&word, 0, 3, i);
                found = true;
            }
        int index = named && !found ? text_find_field(fields, name) : -1;
        if (index >= 0 && !text_read_field(s, fields, (unsigned)index, &word))
            return false;
        if (index < 0 && !found) {
            uint64_t bits;
            s->at = start;
            if (!text_value(s, &value) || !text_bits(s, &value, 11, "prim", &bits))
                return false;
            word.half[0] |= bits;
        }
    } while (text_take(s, ','));
    *prim = word.half[0];
    return true;
}

/* regs=...: descriptors. */
static bool read_registers(struct text_source *s, struct text_tag *tag)
{
    tag->registers = 0;
    tag->list = 0;
    do {
        char name[TEXT_NAME];
        int index = text_word(s, name) ? text_descriptor_named(name) : -1;
        if (index < 0)
            return text_fail(s, "regs: expected descriptors such as ST,RGBAQ,XYZ2");
        if (tag->registers == 16)
            return text_fail(s, "regs: more than 16 descriptors");
        tag->list |= (uint64_t)index << tag->registers++ * 4;
    } while (text_take(s, ','));
    return true;
}

struct tag_operands {
    struct text_word word;
    struct text_tag tag;
    uint64_t prim;
};

static bool assigned(struct text_source *s, const char *name)
{
    return text_take(s, '=') || text_fail(s, "%s needs a value: %s=...", name, name);
}

static bool read_operand(struct text_source *s, struct tag_operands *operands)
{
    char name[TEXT_NAME];
    const char *start = s->at;
    if (!text_name(s, name))
        return text_fail(s, "expected an operand of GIFTAG, found '%.40s'", start);
    int index = text_find_field(text_tag_fields, name);
    if (index >= 0)
        return text_read_field(s, text_tag_fields, (unsigned)index, &operands->word);
    if (strcmp(name, "prim") == 0)
        return assigned(s, name) && read_prim(s, &operands->prim);
    if (strcmp(name, "regs") == 0)
        return assigned(s, name) && read_registers(s, &operands->tag);
    if (strcmp(name, "flg") != 0)
        return text_fail(s, "GIFTAG has no operand '%s'", name);
    if (!assigned(s, name))
        return false;
    int flg = text_name(s, name) ? text_tag_mode_named(name) : -1;
    if (flg < 0)
        return text_fail(s, "flg: expected packed, reglist, image or disabled");
    operands->tag.flg = (unsigned)flg;
    return true;
}

/* The whole tag but for NLOOP. */
static bool read_tag(struct text_source *s, struct tag_operands *operands)
{
    for (text_blanks(s); *s->at && *s->at != '{'; text_take(s, ','), text_blanks(s))
        if (!read_operand(s, operands))
            return false;
    struct text_word *word = &operands->word;
    struct text_tag *tag = &operands->tag;
    if (word->given & 1u << TEXT_TAG_NREG) {
        tag->registers = (unsigned)text_get_bits(word, 60, 4);
        tag->registers = tag->registers ? tag->registers : 16;
    } else if (tag->registers == 0 && tag->flg < 2) {
        return text_fail(s, "regs= is missing");
    }
    text_set_bits(word, 47, 11, operands->prim);
    text_set_bits(word, 58, 2, tag->flg);
    text_set_bits(word, 60, 4, tag->registers & 15);
    word->half[1] = tag->list;
    return true;
}

static void store_tag(struct text_asm *a, size_t at, struct text_word word, size_t nloop, bool more)
{
    text_set_bits(&word, 0, 15, nloop);
    if (more)
        text_set_bits(&word, 15, 1, 0);
    trace_store64(a->block.bytes + at, word.half[0]);
    trace_store64(a->block.bytes + at + 8, word.half[1]);
}

/* IMAGE data of `quadwords` from `start` on: a tag for each LONGEST of them. */
static bool split_image(struct text_asm *a, size_t start, const struct text_word *word, size_t quadwords)
{
    if (a->block.at != a->block.size)
        return text_fail(&a->source, "IMAGE data of more than %d quadwords stand in the middle of a memory",
                         LONGEST);
    for (size_t at = start;; at += (LONGEST + 1) * 16) {
        size_t piece = quadwords < LONGEST ? quadwords : LONGEST;
        if (at != start && !text_insert(a, at - 16, 16))
            return false;
        quadwords -= piece;
        store_tag(a, at - 16, *word, piece, quadwords != 0);
        if (!quadwords)
            return true;
    }
}

/* Behind the data: fills NLOOP in, or checks it. */
static bool end_tag(struct text_asm *a, const struct tag_operands *operands)
{
    const struct text_tag *tag = &operands->tag;
    const struct text_word *word = &operands->word;
    struct text_source *s = &a->source;
    if (a->block.at < tag->start)
        return text_fail(s, "a tag's data go back before the tag");
    size_t size = a->block.at - tag->start, unit = tag->flg == 0   ? 16 * tag->registers
                                                   : tag->flg == 1 ? 8
                                                                   : 16;
    if (size % unit)
        return text_fail(s, "%zu bytes are no whole number of %s", size,
                         tag->flg == 0   ? "loops"
                         : tag->flg == 1 ? "doublewords"
                                         : "quadwords");
    size_t loops = tag->flg == 1 ? size / 8 / tag->registers : size / unit;
    if (size % 16 && !text_put_zeros(a, 8))
        return false;
    if (word->given & 1u << TEXT_TAG_NLOOP) {
        size_t nloop = (size_t)text_get_bits(word, 0, 15);
        size_t quadwords = tag->flg == 0   ? nloop * tag->registers
                           : tag->flg == 1 ? (nloop * tag->registers + 1) / 2
                                           : nloop;
        if (quadwords != (size + 15) / 16)
            return text_fail(s, "nloop=%zu takes %zu quadwords, the block has %zu", nloop, quadwords,
                             (size + 15) / 16);
        loops = nloop;
    } else if (tag->flg == 1 && size / 8 % tag->registers) {
        return text_fail(s, "%zu doublewords are no whole number of loops", size / 8);
    }
    if (loops > LONGEST && tag->flg >= 2)
        return split_image(a, tag->start, word, loops);
    if (loops > LONGEST)
        return text_fail(s, "nloop would be %zu, and %d is the most", loops, LONGEST);
    store_tag(a, tag->start - 16, *word, loops, false);
    return true;
}

static bool giftag(struct text_asm *a)
{
    struct tag_operands operands = {.tag.flg = 0};
    struct text_source *s = &a->source;
    if (a->tag)
        return text_fail(s, "a GIFTAG inside of another one's data");
    if (!read_tag(s, &operands))
        return false;
    if (!text_opens(a)) {
        if (!(operands.word.given & 1u << TEXT_TAG_NLOOP))
            return text_fail(s, "nloop= is missing");
        return text_end(s) && put_word128(a, &operands.word);
    }
    if (!put_word128(a, &operands.word))
        return false;
    operands.tag.start = a->block.at;
    enum text_place place = a->block.place;
    a->tag = &operands.tag;
    if (place == TEXT_IN_VIF1)
        a->block.place = TEXT_IN_DATA;
    bool good = text_lines(a, text_block_line);
    a->block.place = place;
    a->tag = NULL;
    return good && end_tag(a, &operands);
}

bool text_gif_line(struct text_asm *a, const char *word, bool *known)
{
    *known = true;
    if (strcmp(word, "giftag") == 0)
        return giftag(a);
    if (strcmp(word, "reg") == 0)
        return doubleword(a);
    int descriptor = text_descriptor_named(word);
    if (descriptor == 14)
        return address_and_data(a);
    if (descriptor >= 0 && descriptor != 11 && descriptor != 15)
        return packed(a, (unsigned)descriptor);
    *known = false;
    return false;
}
