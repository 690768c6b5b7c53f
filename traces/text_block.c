#include <stdlib.h>
#include <string.h>

#include "text_asm.h"
#include "trace_bytes.h"

/* ---- lines ---- */

bool text_opens(struct text_asm *a)
{
    return text_peek(&a->source, '{');
}

static bool is_line(const struct text_source *s, const char *what)
{
    const char *at = s->line;
    while (*at == ' ' || *at == '\t')
        at++;
    return strcmp(at, what) == 0;
}

static bool opens(const struct text_source *s)
{
    size_t length = strlen(s->line);
    return length && s->line[length - 1] == '{';
}

void text_skip_block(struct text_asm *a)
{
    struct text_source *s = &a->source;
    if (!opens(s) || a->entered)
        return;
    for (unsigned depth = 1; depth && text_next(s);) {
        if (is_line(s, "}"))
            depth--;
        else if (opens(s))
            depth++;
    }
}

/* Carries out the present line. */
static void carry_out(struct text_asm *a, bool (*line)(struct text_asm *a, const char *word))
{
    char word[TEXT_NAME];
    a->entered = false;
    if (!text_word(&a->source, word))
        text_fail(&a->source, "expected a statement, found '%.40s'", a->source.at);
    else if (line(a, word))
        return;
    text_skip_block(a);
}

bool text_lines(struct text_asm *a, bool (*line)(struct text_asm *a, const char *word))
{
    struct text_source *s = &a->source;
    if (!text_take(s, '{'))
        return text_fail(s, "expected a '{'");
    if (!text_end(s))
        return false;
    unsigned from = s->file[s->files - 1].line;
    a->entered = true;
    while (text_next(s)) {
        if (is_line(s, "}")) {
            a->entered = true;
            return true;
        }
        carry_out(a, line);
    }
    a->entered = true;
    return text_fail(s, "the block that line %u opens has no '}'", from);
}

bool text_block_line(struct text_asm *a, const char *word)
{
    bool known = true;
    bool good = text_data_line(a, word, &known);
    if (!known && a->block.place == TEXT_IN_VIF1)
        good = text_vif_line(a, word, &known);
    if (!known && a->block.place == TEXT_IN_PRIVILEGED)
        good = text_privileged_line(a, word, &known);
    if (!known)
        good = text_gif_line(a, word, &known);
    return known ? good : text_fail(&a->source, "there is no '%s' here", word);
}

/* ---- bytes ---- */

void text_begin(struct text_asm *a, enum text_place place, size_t limit)
{
    struct text_block *block = &a->block;
    *block = (struct text_block){.place = place, .bytes = block->bytes, .room = block->room, .limit = limit};
}

/* Makes the block `size` bytes long if it is shorter, with zeros. */
static bool extend(struct text_asm *a, size_t size)
{
    struct text_block *block = &a->block;
    if (size > block->limit)
        return text_fail(&a->source, "more than %zu bytes", block->limit);
    if (size > block->room) {
        size_t room = size > block->limit / 2 ? block->limit : 2 * size;
        uint8_t *larger = realloc(block->bytes, room);
        if (!larger)
            return text_no_memory(&a->source);
        block->bytes = larger;
        block->room = room;
    }
    if (size > block->size) {
        memset(block->bytes + block->size, 0, size - block->size);
        block->size = size;
    }
    return true;
}

bool text_put(struct text_asm *a, const void *bytes, size_t size)
{
    struct text_block *block = &a->block;
    if (size > block->limit - block->at)
        return text_fail(&a->source, "more than %zu bytes", block->limit);
    if (!extend(a, block->at + size))
        return false;
    if (size)
        memcpy(block->bytes + block->at, bytes, size);
    block->at += size;
    return true;
}

bool text_put_word(struct text_asm *a, uint32_t word)
{
    uint8_t bytes[4];
    trace_store32(bytes, word);
    return text_put(a, bytes, sizeof bytes);
}

bool text_put_zeros(struct text_asm *a, size_t size)
{
    struct text_block *block = &a->block;
    if (size > block->limit - block->at)
        return text_fail(&a->source, "more than %zu bytes", block->limit);
    if (!extend(a, block->at + size))
        return false;
    if (size)
        memset(block->bytes + block->at, 0, size);
    block->at += size;
    return true;
}

bool text_pad(struct text_asm *a, size_t unit, size_t short_of)
{
    size_t over = (a->block.base + a->block.at + short_of) % unit;
    return over == 0 || text_put_zeros(a, unit - over);
}

bool text_insert(struct text_asm *a, size_t at, size_t size)
{
    struct text_block *block = &a->block;
    size_t old = block->size;
    if (!extend(a, old + size))
        return false;
    memmove(block->bytes + at + size, block->bytes + at, old - at);
    memset(block->bytes + at, 0, size);
    block->at += size;
    return true;
}
