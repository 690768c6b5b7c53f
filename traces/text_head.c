/* What stands before the events. */
#include <stdlib.h>
#include <string.h>

#include "p1t_check.h"
#include "text_asm.h"
#include "trace_format.h"

static const uint32_t float_one = 0x3F800000;

/* Things that begin the state belong before the first event. */
static bool before_events(struct text_asm *a)
{
    return !a->started || text_fail(&a->source, "this belongs before the first event");
}

/* Takes over the bytes of the block that was read, as `size` bytes. */
static uint8_t *keep_bytes(struct text_asm *a, size_t size)
{
    uint8_t *bytes = calloc(1, size ? size : 1);
    if (bytes && a->block.size)
        memcpy(bytes, a->block.bytes, a->block.size < size ? a->block.size : size);
    if (!bytes)
        text_no_memory(&a->source);
    return bytes;
}

static bool memory(struct text_asm *a, enum text_place place, uint8_t **out, size_t size)
{
    if (*out)
        return text_fail(&a->source, "this is given twice");
    text_begin(a, place, size);
    if (!text_lines(a, text_block_line))
        return false;
    *out = keep_bytes(a, size);
    return *out != NULL;
}

static bool vu_data_block(struct text_asm *a)
{
    bool good = memory(a, TEXT_IN_MEMORY, &a->vu_data, VU1_MEMORY_SIZE);
    a->start.vu_data = a->vu_data;
    return good;
}

static bool vu_micro_block(struct text_asm *a)
{
    bool good = memory(a, TEXT_IN_MEMORY, &a->vu_micro, VU1_MEMORY_SIZE);
    a->start.vu_micro = a->vu_micro;
    return good;
}

static bool privileged(struct text_asm *a)
{
    bool good = memory(a, TEXT_IN_PRIVILEGED, &a->registers, GS_PRIVILEGED_SIZE);
    a->start.registers = a->registers;
    return good;
}

/* A GS state at power-on, if there is none yet. */
static bool need_gs(struct text_asm *a)
{
    if (a->gs)
        return true;
    a->gs = calloc(1, sizeof *a->gs);
    if (!a->gs)
        return text_no_memory(&a->source);
    a->gs->registers.prmodecont = 1;
    a->gs->gif_q = float_one;
    a->start.gs = a->gs;
    return true;
}

static bool gs(struct text_asm *a)
{
    return need_gs(a) && text_lines(a, text_gs_line);
}

static bool gs_memory(struct text_asm *a)
{
    if (!need_gs(a))
        return false;
    text_begin(a, TEXT_IN_MEMORY, GS_LOCAL_MEMORY_SIZE);
    if (!text_lines(a, text_block_line))
        return false;
    if (a->block.size)
        memcpy(a->gs->local_memory, a->block.bytes, a->block.size);
    return true;
}

static bool vif(struct text_asm *a)
{
    a->start.vif = &a->vif;
    bool good = text_lines(a, text_vif_state_line);
    a->cycle = a->vif.cycle & 0xFFFF;
    return good;
}

static bool vu(struct text_asm *a)
{
    if (!a->start.vu) {
        a->vu.vf[0][3] = float_one;
        a->vu.r = float_one;
        a->start.vu = &a->vu;
    }
    return text_lines(a, text_vu_line);
}

/* ---- the recording itself ---- */

static bool serial(struct text_asm *a)
{
    size_t length;
    char *text = text_string(&a->source, &length);
    if (!text)
        return false;
    struct text_check check;
    bool good = text_end(&a->source) && (!a->serial || text_fail(&a->source, "this is given twice"));
    if (!good || !text_checked(a, p1t_check_serial(text, length, text_check_place(&check)), &check)) {
        free(text);
        return false;
    }
    a->serial = text;
    a->header.serial = text;
    a->header.serial_size = (uint32_t)length;
    return true;
}

static bool crc(struct text_asm *a)
{
    struct text_value value;
    uint64_t bits;
    if (!text_value(&a->source, &value) || !text_bits(&a->source, &value, 32, ".crc", &bits) ||
        !text_end(&a->source))
        return false;
    a->header.crc = (uint32_t)bits;
    return true;
}

static bool gif(struct text_asm *a)
{
    char name[TEXT_NAME] = "";
    if (!text_name(&a->source, name) || (strcmp(name, "paths") != 0 && strcmp(name, "merged") != 0))
        return text_fail(&a->source, ".gif: expected paths or merged");
    a->header.merged_gif = strcmp(name, "merged") == 0;
    return text_end(&a->source);
}

static bool screenshot(struct text_asm *a)
{
    int64_t width, height;
    if (!text_integer(&a->source, "the width", 1, 65536, &width) ||
        !text_integer(&a->source, "the height", 1, 65536, &height))
        return false;
    if (width * height * 4 > TRACE_SCREENSHOT_LIMIT)
        return text_fail(&a->source, "a screenshot of more than %u bytes", TRACE_SCREENSHOT_LIMIT);
    size_t size = (size_t)(width * height * 4);
    if (!memory(a, TEXT_IN_MEMORY, &a->screenshot, size))
        return false;
    a->header.screenshot_width = (uint32_t)width;
    a->header.screenshot_height = (uint32_t)height;
    a->header.screenshot = a->screenshot;
    return true;
}

/* Room for one more of `count` things of `size` bytes. */
static bool room_for(struct text_asm *a, void **list, size_t count, size_t *room, size_t size)
{
    if (count < *room)
        return true;
    size_t more = *room ? 2 * *room : 16;
    void *larger = realloc(*list, more * size);
    if (!larger)
        return text_no_memory(&a->source);
    *list = larger;
    *room = more;
    return true;
}

/* A word, or a string. */
static char *name_or_string(struct text_source *s)
{
    char word[TEXT_NAME];
    size_t length;
    if (text_peek(s, '"'))
        return text_string(s, &length);
    if (!text_word(s, word)) {
        text_fail(s, "expected a name, found '%.40s'", s->at);
        return NULL;
    }
    char *copy = malloc(strlen(word) + 1);
    if (copy)
        strcpy(copy, word);
    else
        text_no_memory(s);
    return copy;
}

static bool text(struct text_asm *a)
{
    size_t length;
    void *list = a->texts;
    char *key = name_or_string(&a->source), *value = key ? text_string(&a->source, &length) : NULL;
    struct text_check check;
    const struct trace_text one = {key, value};
    bool good = value && text_end(&a->source) &&
                text_checked(a, p1t_add_text(&a->text_block, &one, text_check_place(&check)), &check);
    good = good && room_for(a, &list, a->text_count, &a->text_room, sizeof *a->texts);
    if (!good) {
        free(key);
        free(value);
        return false;
    }
    a->texts = list;
    a->texts[a->text_count++] = one;
    return true;
}

/* ---- expectations, which may stand anywhere ---- */

static bool read_hash(struct text_source *s, uint8_t out[16])
{
    static const char digits[] = "0123456789abcdef";
    size_t length;
    char *text = text_string(s, &length);
    bool good = text && length == 32;
    for (size_t i = 0; good && i < 32; i++) {
        const char *found = memchr(digits, text[i] >= 'A' && text[i] <= 'F' ? text[i] + 32 : text[i], 16);
        good = found != NULL;
        if (good)
            out[i / 2] = (uint8_t)(out[i / 2] << 4 | (found - digits));
    }
    if (text && !good)
        text_fail(s, "expected a hash of 32 hexadecimal digits");
    free(text);
    return good;
}

static bool check_expectation(struct text_asm *a, const struct trace_expectation *expectation)
{
    struct text_check check;
    struct gs_rules rules;
    char error[256];
    bool good = p1t_add_expectation(&a->expectation_block, expectation, text_check_place(&check));
    return text_checked(a, good, &check) &&
           (gs_rules_parse(expectation->rules, &rules, error, sizeof error) ||
            text_fail(&a->source, "%s", error));
}

static bool expect(struct text_asm *a)
{
    struct text_source *s = &a->source;
    struct text_expectation one = {.rules = NULL};
    int64_t width = 0, height = 0;
    void *list = a->expectations;
    one.rules = name_or_string(s);
    one.what = one.rules ? name_or_string(s) : NULL;
    bool good = one.what != NULL;
    if (good && !text_peek(s, '"'))
        good = text_integer(s, "the width", 0, UINT32_MAX, &width) &&
               text_integer(s, "the height", 0, UINT32_MAX, &height);
    one.value.rules = one.rules;
    one.value.what = one.what;
    one.value.width = (uint32_t)width;
    one.value.height = (uint32_t)height;
    good = good && read_hash(s, one.value.xxh3_128) && text_end(s) && check_expectation(a, &one.value) &&
           room_for(a, &list, a->expectation_count, &a->expectation_room, sizeof one);
    if (!good) {
        free(one.rules);
        free(one.what);
        return false;
    }
    a->expectations = list;
    a->expectations[a->expectation_count++] = one;
    return true;
}

bool text_head_line(struct text_asm *a, const char *word, bool *known)
{
    static const struct {
        const char *name;
        bool (*line)(struct text_asm *a);
    } lines[] = {
        {".serial", serial},
        {".crc", crc},
        {".gif", gif},
        {".screenshot", screenshot},
        {".text", text},
        {".vu_data", vu_data_block},
        {".vu_micro", vu_micro_block},
        {".gs_memory", gs_memory},
        {".privileged", privileged},
        {".gs", gs},
        {".vif", vif},
        {".vu", vu},
    };
    *known = true;
    if (strcmp(word, ".expect") == 0)
        return expect(a);
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        if (strcmp(lines[i].name, word) == 0)
            return before_events(a) && lines[i].line(a);
    *known = false;
    return false;
}

void text_head_free(struct text_asm *a)
{
    for (size_t i = 0; i < a->text_count; i++) {
        free((void *)(uintptr_t)a->texts[i].key);
        free((void *)(uintptr_t)a->texts[i].text);
    }
    for (size_t i = 0; i < a->expectation_count; i++) {
        free(a->expectations[i].rules);
        free(a->expectations[i].what);
    }
    p1t_block_free(&a->text_block);
    p1t_block_free(&a->expectation_block);
    free(a->texts);
    free(a->expectations);
    free(a->gs);
    free(a->registers);
    free(a->vu_data);
    free(a->vu_micro);
    free(a->screenshot);
    free(a->serial);
}
