/* Trace to text. */
#include "text_print.h"

#include <inttypes.h>
#include <string.h>

#include "trace_bytes.h"

/* ---- lines ---- */

enum { ROW = 32 };

void text_indent(const struct text_printer *p)
{
    for (unsigned i = 0; i < p->depth; i++)
        fputs("    ", p->out);
}

void text_open(struct text_printer *p)
{
    fputs(" {\n", p->out);
    p->depth++;
}

void text_close(struct text_printer *p)
{
    p->depth--;
    text_indent(p);
    fputs("}\n", p->out);
}

static bool all_zero(const uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (bytes[i])
            return false;
    return true;
}

static void print_row(const struct text_printer *p, const uint8_t *bytes, size_t size)
{
    static const char digits[] = "0123456789ABCDEF";
    char text[ROW * 3];
    size_t used = 0;
    for (size_t i = 0; i < size; i++) {
        if (i && i % 4 == 0)
            text[used++] = ' ';
        text[used++] = digits[bytes[i] >> 4];
        text[used++] = digits[bytes[i] & 15];
    }
    text_indent(p);
    fprintf(p->out, ".hex %.*s\n", (int)used, text);
}

void text_print_bytes(const struct text_printer *p, const uint8_t *bytes, size_t size)
{
    for (size_t at = 0; at < size;) {
        size_t zeros = 0, row = size - at < ROW ? size - at : ROW;
        while (at + zeros < size && !bytes[at + zeros])
            zeros++;
        if (zeros < size - at)
            zeros -= zeros % ROW;
        if (zeros >= 2 * ROW) {
            text_indent(p);
            fprintf(p->out, ".zero %zu\n", zeros);
            at += zeros;
        } else {
            print_row(p, bytes + at, row);
            at += row;
        }
    }
}

void text_print_memory(const struct text_printer *p, const uint8_t *bytes, size_t size)
{
    size_t end = 0;
    for (size_t at = 0; at < size; at += ROW) {
        size_t row = size - at < ROW ? size - at : ROW;
        if (all_zero(bytes + at, row))
            continue;
        if (at != end) {
            text_indent(p);
            fprintf(p->out, ".org 0x%zX\n", at);
        }
        print_row(p, bytes + at, row);
        end = at + row;
    }
}

void text_print_words(const struct text_printer *p, const uint8_t *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (i % 4 == 0) {
            text_indent(p);
            fputs(".word ", p->out);
        }
        fprintf(p->out, "%s0x%08" PRIX32, i % 4 ? ", " : "", trace_load32(bytes + 4 * i));
        if (i % 4 == 3 || i + 1 == count)
            putc('\n', p->out);
    }
}

/* ---- head ---- */

static void print_head(struct text_printer *p, struct trace_reader *reader)
{
    const struct trace_header *header = trace_header(reader);
    size_t count;
    const struct trace_text *texts = trace_texts(reader, &count);
    if (header->serial_size) {
        fputs(".serial ", p->out);
        text_print_string(p->out, header->serial, strlen(header->serial));
        putc('\n', p->out);
    }
    if (header->crc)
        fprintf(p->out, ".crc 0x%08" PRIX32 "\n", header->crc);
    if (header->merged_gif)
        fputs(".gif merged\n", p->out);
    for (size_t i = 0; i < count; i++) {
        fprintf(p->out, ".text %s ", texts[i].key);
        text_print_string(p->out, texts[i].text, strlen(texts[i].text));
        putc('\n', p->out);
    }
    if (header->screenshot) {
        fprintf(p->out, ".screenshot %" PRIu32 " %" PRIu32, header->screenshot_width,
                header->screenshot_height);
        text_open(p);
        text_print_memory(p, header->screenshot,
                          (size_t)header->screenshot_width * header->screenshot_height * 4);
        text_close(p);
    }
    text_print_start(p, trace_start(reader));
}

/* ---- events ---- */

static void print_flags(const struct text_printer *p, const struct trace_event *event)
{
    fprintf(p->out, "%s%s", event->flags & TRACE_DMA_BEGIN ? " dma_begin" : "",
            event->flags & TRACE_DMA_END ? " dma_end" : "");
}

static void print_vif1(struct text_printer *p, const struct trace_event *event)
{
    fputs("vif1", p->out);
    print_flags(p, event);
    if (event->position)
        fprintf(p->out, " position=%u", event->position);
    text_open(p);
    text_print_vif(p, event->data, event->size / 4, event->position);
    text_close(p);
}

static void print_gif(struct text_printer *p, const struct trace_event *event)
{
    static const enum gs_path paths[4] = {GS_PATH1, GS_PATH2, GS_PATH3, GS_PATH1};
    static const uint8_t numbers[4] = {0, 2, 3, 1};
    unsigned code = event->path_code, number = code < 4 ? numbers[code] : 0;
    enum gs_path path = p->merged ? GS_PATH_MERGED : paths[code & 3];
    if (number)
        fprintf(p->out, "gif path=%u", number);
    else
        fprintf(p->out, "gif code=%u", code);
    print_flags(p, event);
    text_open(p);
    text_print_gif(p, &p->gif[path], event->data, event->size / 16);
    text_close(p);
}

/* What a write does to data that are under way. */
static void follow_write(struct text_printer *p, const struct trace_event *event)
{
    if (event->address == 0x10003C10 && event->value & VIF_FBRST_RST)
        p->left = 0;
    if (event->address == 0x10003000 && event->value & 1)
        memset(p->gif, 0, sizeof p->gif);
}

static void print_write(struct text_printer *p, const struct trace_event *event)
{
    struct text_word word = {.half = {event->value}};
    size_t count;
    const struct gs_register *privileged = gs_register_list(GS_PRIVILEGED, &count);
    follow_write(p, event);
    for (size_t i = 0; i < count; i++)
        if (0x12000000u + privileged[i].address == event->address) {
            fprintf(p->out, "write %s", privileged[i].name);
            text_print_fields(p->out, privileged[i].field, 64, &word);
            putc('\n', p->out);
            return;
        }
    const struct text_register *registers = text_registers(&count);
    for (size_t i = 0; i < count; i++)
        if (registers[i].address == event->address) {
            fprintf(p->out, "write %s", registers[i].name);
            text_print_fields(p->out, registers[i].field, 32, &word);
            putc('\n', p->out);
            return;
        }
    fprintf(p->out, "write 0x%08" PRIX32 " 0x%" PRIX64 "\n", event->address, event->value);
}

static void print_event(struct text_printer *p, const struct trace_event *event)
{
    switch (event->kind) {
    case TRACE_VIF1:
        print_vif1(p, event);
        break;
    case TRACE_GIF:
        print_gif(p, event);
        break;
    case TRACE_REGISTERS:
        fputs("registers", p->out);
        text_open(p);
        text_print_privileged(p, event->data);
        text_close(p);
        break;
    case TRACE_REGISTER:
        print_write(p, event);
        break;
    case TRACE_VSYNC:
        fprintf(p->out, "vsync %u\n", event->field);
        break;
    case TRACE_READ_FIFO:
        fprintf(p->out, "read_fifo %" PRIu32 "\n", event->quadwords);
        break;
    case TRACE_WAIT:
        if (event->value)
            fprintf(p->out, "wait %" PRIu64 "\n", event->value);
        else
            fputs("wait idle\n", p->out);
        break;
    case TRACE_COMMENT:
        fputs("comment ", p->out);
        text_print_string(p->out, (const char *)event->data, event->size);
        putc('\n', p->out);
        break;
    }
}

static void print_expectations(const struct text_printer *p, const struct trace_reader *reader)
{
    size_t count;
    const struct trace_expectation *list = trace_expectations(reader, &count);
    for (size_t i = 0; i < count; i++) {
        fprintf(p->out, ".expect \"%s\" %s ", list[i].rules, list[i].what);
        if (list[i].width || list[i].height)
            fprintf(p->out, "%" PRIu32 " %" PRIu32 " ", list[i].width, list[i].height);
        putc('"', p->out);
        for (size_t j = 0; j < sizeof list[i].xxh3_128; j++)
            fprintf(p->out, "%02x", list[i].xxh3_128[j]);
        fputs("\"\n", p->out);
    }
}

bool trace_disassemble(struct trace_reader *reader, FILE *out, struct trace_error *error)
{
    struct text_printer p = {.out = out, .merged = trace_header(reader)->merged_gif};
    struct trace_event event;
    int status;
    print_head(&p, reader);
    while ((status = trace_next(reader, &event, error)) > 0 && !ferror(out))
        print_event(&p, &event);
    if (status == 0)
        print_expectations(&p, reader);
    return status >= 0;
}
