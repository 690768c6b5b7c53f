#include "listed.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "program.h"
#include "vu_source.h"

void words_add(struct vif_words *words, uint32_t word)
{
    cr_assert_lt(words->count, sizeof words->word / sizeof words->word[0]);
    words->word[words->count++] = word;
}

void words_code(struct vif_words *words, unsigned command, unsigned num, unsigned imm)
{
    words_add(words, (uint32_t)command << 24 | (uint32_t)num << 16 | imm);
}

void words_quadword(struct vif_words *words, uint64_t low, uint64_t high)
{
    words_add(words, (uint32_t)low);
    words_add(words, (uint32_t)(low >> 32));
    words_add(words, (uint32_t)high);
    words_add(words, (uint32_t)(high >> 32));
}

void words_align(struct vif_words *words, size_t count)
{
    while ((words->count + 1) % count)
        words_add(words, 0);
}

void words_program(struct vif_words *words, unsigned address, const char *text)
{
    const struct source_program *program = source_assemble(text);
    cr_assert_leq(program->count, 256);
    words_align(words, 2);
    words_code(words, 0x4A, (unsigned)program->count & 0xFF, address);
    for (size_t i = 0; i < program->count; i++) {
        words_add(words, program->pairs[i].lower);
        words_add(words, program->pairs[i].upper);
    }
}

struct trace_event words_event(const struct vif_words *words)
{
    return (struct trace_event){
        .kind = TRACE_VIF1, .data = (const uint8_t *)words->word, .size = (uint32_t)(4 * words->count)};
}

const char *write_p1t(const char *name, const struct trace_start *start, const struct trace_text *texts,
                      size_t text_count, const struct trace_event *events, size_t count)
{
    static const struct trace_start power_on;
    const struct trace_header header = {.serial = ""};
    const char *path = scratch(name);
    struct trace_error error;
    struct trace_writer *writer =
        trace_writer_create_p1t(path, &header, start ? start : &power_on, texts, text_count, &error);
    cr_assert_not_null(writer, "%s", error.text);
    for (size_t i = 0; i < count; i++)
        cr_assert(trace_writer_add(writer, &events[i], &error), "%s", error.text);
    cr_assert(trace_writer_finish(writer, &error), "%s", error.text);
    return path;
}

char *listed_lines(const char *text)
{
    char *out = calloc(strlen(text) + 1, 1);
    cr_assert_not_null(out);
    for (size_t used = 0; *text;) {
        size_t length = strcspn(text, "\n");
        cr_assert_gt(length, 12, "%s", text);
        memcpy(out + used, text + 12, length - 12);
        out[used + length - 12] = '\0';
        char *time = strstr(out + used, "  time ");
        used = time ? (size_t)(time - out) : used + length - 12;
        out[used++] = '\n';
        out[used] = '\0';
        text += length + 1;
    }
    return out;
}
