/* Writing recordings: header block, state version 9, packets (DUMPFORMAT sections 2, 3 and 5). */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "p1t_writer.h"
#include "trace_bytes.h"
#include "trace_failure.h"
#include "trace_format.h"
#include "trace_output.h"
#include "trace_state.h"

struct trace_writer {
    struct trace_output *output;
    struct p1t_writer *p1t; /* NULL for a GS dump */
    bool failed;
    struct trace_error failure; /* why, to be repeated */
};

static bool write_header(struct trace_output *output, const struct trace_header *header,
                         struct trace_error *error)
{
    uint32_t serial_size = header->serial ? header->serial_size : 0;
    uint32_t width = header->screenshot ? header->screenshot_width : 0;
    uint32_t height = header->screenshot ? header->screenshot_height : 0;
    uint64_t picture_size = (uint64_t)width * height;
    if (serial_size > TRACE_SERIAL_LIMIT)
        return trace_fail(error, trace_output_name(output), 20,
                          "expected a serial of at most %u bytes, found %" PRIu32, TRACE_SERIAL_LIMIT,
                          serial_size);
    if (picture_size > TRACE_SCREENSHOT_LIMIT / 4)
        return trace_fail(error, trace_output_name(output), 40,
                          "expected a screenshot of at most %u bytes, found %" PRIu32 " x %" PRIu32 " x 4",
                          TRACE_SCREENSHOT_LIMIT, width, height);
    picture_size *= 4;
    if (picture_size == 0)
        width = height = 0;

    uint8_t fixed[8 + TRACE_HEADER_FIXED];
    trace_store32(fixed, TRACE_MARK);
    trace_store32(fixed + 4, TRACE_HEADER_FIXED + serial_size + (uint32_t)picture_size);
    trace_store32(fixed + 8, TRACE_VERSION_NEWEST);
    trace_store32(fixed + 12, TRACE_STATE_SIZE);
    trace_store32(fixed + 16, TRACE_HEADER_FIXED);
    trace_store32(fixed + 20, serial_size);
    trace_store32(fixed + 24, header->crc);
    trace_store32(fixed + 28, width);
    trace_store32(fixed + 32, height);
    trace_store32(fixed + 36, TRACE_HEADER_FIXED + serial_size);
    trace_store32(fixed + 40, (uint32_t)picture_size);
    return trace_output_write(output, fixed, sizeof fixed, error) &&
           trace_output_write(output, header->serial, serial_size, error) &&
           trace_output_write(output, header->screenshot, (size_t)picture_size, error);
}

static bool write_start(struct trace_output *output, const struct trace_header *header,
                        const struct gs_state *state, const uint8_t registers[GS_PRIVILEGED_SIZE],
                        struct trace_error *error)
{
    uint8_t head[TRACE_STATE_HEAD], tail[TRACE_STATE_TAIL];
    trace_state_encode(state, head, tail);
    return write_header(output, header, error) && trace_output_write(output, head, sizeof head, error) &&
           trace_output_write(output, state->local_memory, sizeof state->local_memory, error) &&
           trace_output_write(output, tail, sizeof tail, error) &&
           trace_output_write(output, registers, GS_PRIVILEGED_SIZE, error);
}

struct trace_writer *trace_writer_create(const char *path, enum trace_compression compression,
                                         const struct trace_header *header, const struct gs_state *state,
                                         const uint8_t registers[GS_PRIVILEGED_SIZE],
                                         struct trace_error *error)
{
    struct trace_output *output = trace_output_create(path, compression, error);
    if (!output)
        return NULL;
    struct trace_writer *writer = calloc(1, sizeof *writer);
    if (!writer)
        trace_fail(error, trace_output_name(output), 0, "expected memory for a writer, found none left");
    if (!writer || !write_start(output, header, state, registers, error)) {
        trace_output_abort(output);
        free(writer);
        return NULL;
    }
    writer->output = output;
    return writer;
}

struct trace_writer *trace_writer_create_p1t(const char *path, const struct trace_header *header,
                                             const struct trace_start *start, const struct trace_text *texts,
                                             size_t text_count, struct trace_error *error)
{
    struct trace_output *output = trace_output_create(path, TRACE_RAW, error);
    if (!output)
        return NULL;
    struct trace_writer *writer = calloc(1, sizeof *writer);
    if (!writer)
        trace_fail(error, trace_output_name(output), 0, "expected memory for a writer, found none left");
    else
        writer->p1t = p1t_writer_begin(output, header, start, texts, text_count, error);
    if (!writer || !writer->p1t) {
        trace_output_abort(output);
        free(writer);
        return NULL;
    }
    writer->output = output;
    return writer;
}

static bool write_packet(struct trace_output *output, const struct trace_event *event,
                         struct trace_error *error)
{
    uint64_t offset = trace_output_offset(output);
    uint8_t fields[6] = {0};
    switch (event->kind) {
    case TRACE_GIF:
        if (event->size % 16)
            return trace_fail(error, trace_output_name(output), offset + 2,
                              "expected a Transfer size that is a multiple of 16, found %" PRIu32,
                              event->size);
        fields[0] = TRACE_ID_TRANSFER;
        fields[1] = event->path_code;
        trace_store32(fields + 2, event->size);
        return trace_output_write(output, fields, 6, error) &&
               trace_output_write(output, event->data, event->size, error);
    case TRACE_VSYNC:
        fields[0] = TRACE_ID_VSYNC;
        fields[1] = event->field;
        return trace_output_write(output, fields, 2, error);
    case TRACE_READ_FIFO:
        fields[0] = TRACE_ID_READ_FIFO;
        trace_store32(fields + 1, event->quadwords);
        return trace_output_write(output, fields, 5, error);
    case TRACE_REGISTERS:
        fields[0] = TRACE_ID_REGISTERS;
        return trace_output_write(output, fields, 1, error) &&
               trace_output_write(output, event->data, GS_PRIVILEGED_SIZE, error);
    default:
        return trace_fail(error, trace_output_name(output), offset,
                          "expected an event that has a packet, found kind %d", (int)event->kind);
    }
}

/* Notes whether the last call succeeded; an error stays. */
static bool outcome(struct trace_writer *writer, bool good, struct trace_error *error)
{
    writer->failed = !good;
    if (!good && error)
        *error = writer->failure;
    return good;
}

bool trace_writer_add(struct trace_writer *writer, const struct trace_event *event, struct trace_error *error)
{
    bool good = !writer->failed && (writer->p1t ? p1t_writer_add(writer->p1t, event, &writer->failure)
                                                : write_packet(writer->output, event, &writer->failure));
    return outcome(writer, good, error);
}

bool trace_writer_expect(struct trace_writer *writer, const struct trace_expectation *expectation,
                         struct trace_error *error)
{
    if (!writer->failed && !writer->p1t)
        return trace_fail(error, trace_output_name(writer->output), trace_output_offset(writer->output),
                          "expected a .p1t for expected results, found a GS dump");
    return outcome(writer, !writer->failed && p1t_writer_expect(writer->p1t, expectation, &writer->failure),
                   error);
}

bool trace_writer_finish(struct trace_writer *writer, struct trace_error *error)
{
    bool good = outcome(
        writer, !writer->failed && (!writer->p1t || p1t_writer_end(writer->p1t, &writer->failure)), error);
    if (good)
        good = trace_output_finish(writer->output, error);
    else
        trace_output_abort(writer->output);
    p1t_writer_free(writer->p1t);
    free(writer);
    return good;
}

void trace_writer_abort(struct trace_writer *writer)
{
    if (!writer)
        return;
    trace_output_abort(writer->output);
    p1t_writer_free(writer->p1t);
    free(writer);
}
