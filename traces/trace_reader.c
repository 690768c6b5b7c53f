/* Packets of a recording (DUMPFORMAT section 3). */
#include "trace_reader.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "p1t_format.h"
#include "p1t_reader.h"
#include "trace_bytes.h"
#include "trace_failure.h"
#include "trace_format.h"

/* Packet buffer at the start; holds any Registers packet. */
enum { PACKET_CAPACITY = 65536 };

/* Reads what stands before the events; the first bytes tell the container. */
static bool read_start(struct trace_reader *reader, struct trace_error *error)
{
    static const uint8_t mark[P1T_MARK_SIZE] = P1T_MARK;
    uint8_t words[8];
    reader->header.compression = trace_input_compression(reader->input);
    reader->header.serial = reader->serial;
    if (!trace_reader_need(reader, words, 4, "game CRC or header mark", error))
        return false;
    bool p1t = !memcmp(words, mark, 4);
    if (!trace_reader_need(reader, words + 4, 4, p1t ? "the mark of a .p1t" : "header or state size", error))
        return false;
    if (!memcmp(words, mark, sizeof mark))
        return p1t_reader_begin(reader, error);
    reader->header.merged_gif = true;
    reader->start = (struct trace_start){.gs = reader->state, .registers = reader->registers};
    return trace_read_header(reader, words, error);
}

struct trace_reader *trace_open(const char *path, struct trace_error *error)
{
    struct trace_input *input = trace_input_open(path, error);
    if (!input)
        return NULL;
    struct trace_reader *reader = calloc(1, sizeof *reader);
    if (!reader) {
        trace_fail(error, trace_input_name(input), 0, "expected memory for a reader, found none left");
        trace_input_close(input);
        return NULL;
    }
    reader->input = input;
    reader->state = calloc(1, sizeof *reader->state);
    reader->serial = calloc(1, TRACE_SERIAL_LIMIT + 1);
    reader->packet = malloc(PACKET_CAPACITY);
    reader->packet_capacity = PACKET_CAPACITY;
    bool good = false;
    if (!reader->state || !reader->serial || !reader->packet)
        trace_fail(error, trace_input_name(input), 0, "expected memory for a reader, found none left");
    else
        good = read_start(reader, error);
    if (!good) {
        trace_close(reader);
        return NULL;
    }
    return reader;
}

void trace_close(struct trace_reader *reader)
{
    if (!reader)
        return;
    p1t_reader_free(reader->p1t);
    trace_input_close(reader->input);
    free(reader->state);
    free(reader->serial);
    free(reader->screenshot);
    free(reader->packet);
    free(reader);
}

const struct trace_header *trace_header(const struct trace_reader *reader)
{
    return &reader->header;
}

const struct trace_start *trace_start(const struct trace_reader *reader)
{
    return &reader->start;
}

const struct trace_text *trace_texts(const struct trace_reader *reader, size_t *count)
{
    *count = 0;
    return reader->p1t ? p1t_reader_texts(reader->p1t, count) : NULL;
}

const struct trace_expectation *trace_expectations(const struct trace_reader *reader, size_t *count)
{
    *count = 0;
    return reader->p1t ? p1t_reader_expectations(reader->p1t, count) : NULL;
}

const struct gs_state *trace_initial_state(const struct trace_reader *reader)
{
    return reader->state;
}

const uint8_t *trace_initial_registers(const struct trace_reader *reader)
{
    return reader->registers;
}

const char *trace_warning(const struct trace_reader *reader)
{
    return reader->warned ? reader->warning.text : NULL;
}

void trace_progress(const struct trace_reader *reader, uint64_t *consumed, uint64_t *size)
{
    trace_input_progress(reader->input, consumed, size);
}

/* Ends the recording at a packet that is not whole. */
static int cut_off(struct trace_reader *reader, uint64_t offset, const char *what, uint64_t expected,
                   uint64_t found)
{
    trace_fail(&reader->warning, trace_input_name(reader->input), offset,
               "expected %" PRIu64 " bytes of a %s packet, found %" PRIu64 " before the end of the file",
               expected, what, found);
    reader->warned = true;
    reader->progress = TRACE_ENDED;
    return 0;
}

/* Reads up to `size` bytes of packet data. The buffer grows with the bytes that arrive: a declared size
 * is no reason to take memory. */
static bool read_data(struct trace_reader *reader, uint32_t size, size_t *got, struct trace_error *error)
{
    *got = 0;
    while (*got < size) {
        if (*got == reader->packet_capacity) {
            size_t capacity = reader->packet_capacity < size / 2 ? 2 * reader->packet_capacity : size;
            uint8_t *packet = realloc(reader->packet, capacity);
            if (!packet)
                return trace_fail(error, trace_input_name(reader->input), trace_input_offset(reader->input),
                                  "expected memory for a packet of %" PRIu32 " bytes, found none left", size);
            reader->packet = packet;
            reader->packet_capacity = capacity;
        }
        size_t end = reader->packet_capacity < size ? reader->packet_capacity : size;
        size_t count;
        if (!trace_input_read(reader->input, reader->packet + *got, end - *got, &count, error))
            return false;
        bool short_read = count < end - *got;
        *got += count;
        if (short_read)
            return true;
    }
    return true;
}

/* What stands between a packet's id and its data, and how much data there are. */
struct packet_form {
    const char *name;
    uint8_t fields; /* bytes */
    bool sized;     /* the last four bytes of the fields are the size of the data */
    uint32_t data;  /* bytes, if not sized */
};

static const struct packet_form packet_forms[TRACE_ID_COUNT] = {
    [TRACE_ID_TRANSFER] = {"Transfer", 5, true, 0},
    [TRACE_ID_VSYNC] = {"VSync", 1, false, 0},
    [TRACE_ID_READ_FIFO] = {"ReadFIFO2", 4, false, 0},
    [TRACE_ID_REGISTERS] = {"Registers", 0, false, GS_PRIVILEGED_SIZE},
};

static void fill_event(struct trace_event *event, enum trace_packet_id id, const uint8_t *fields,
                       const uint8_t *data, uint32_t size)
{
    switch (id) {
    case TRACE_ID_TRANSFER:
        event->kind = TRACE_GIF;
        event->path_code = fields[0];
        event->size = size;
        event->data = data;
        break;
    case TRACE_ID_VSYNC:
        event->kind = TRACE_VSYNC;
        event->field = fields[0];
        break;
    case TRACE_ID_READ_FIFO:
        event->kind = TRACE_READ_FIFO;
        event->quadwords = trace_load32(fields);
        break;
    default:
        event->kind = TRACE_REGISTERS;
        event->size = size;
        event->data = data;
        break;
    }
}

/* The end of the data between two packets. */
static int end_of_packets(struct trace_reader *reader, uint64_t offset)
{
    if (trace_input_truncated(reader->input)) {
        trace_fail(&reader->warning, trace_input_name(reader->input), offset,
                   "expected the end of the compressed data, found the end of the file before it");
        reader->warned = true;
    }
    reader->progress = TRACE_ENDED;
    return 0;
}

static int read_packet(struct trace_reader *reader, struct trace_event *event, struct trace_error *error)
{
    const char *name = trace_input_name(reader->input);
    uint64_t offset = trace_input_offset(reader->input);
    uint8_t id, fields[5] = {0};
    size_t got;

    if (!trace_input_read(reader->input, &id, 1, &got, error))
        return -1;
    if (got == 0)
        return end_of_packets(reader, offset);
    if (id >= TRACE_ID_COUNT) {
        trace_fail(error, name, offset, "expected a packet id from 0 to %d, found %u", TRACE_ID_COUNT - 1,
                   id);
        return -1;
    }
    const struct packet_form *form = &packet_forms[id];
    if (!trace_input_read(reader->input, fields, form->fields, &got, error))
        return -1;
    if (got < form->fields)
        return cut_off(reader, offset, form->name, 1u + form->fields + form->data, 1 + got);
    uint32_t size = form->sized ? trace_load32(fields + form->fields - 4) : form->data;
    if (id == TRACE_ID_READ_FIFO && trace_load32(fields) > TRACE_LARGEST_READ) {
        trace_fail(error, name, offset + 1, "expected a ReadFIFO2 of at most %u quadwords, found %" PRIu32,
                   TRACE_LARGEST_READ, trace_load32(fields));
        return -1;
    }
    if (size % 16) {
        trace_fail(error, name, offset + 2, "expected a %s size that is a multiple of 16, found %" PRIu32,
                   form->name, size);
        return -1;
    }
    if (!read_data(reader, size, &got, error))
        return -1;
    if (got < size)
        return cut_off(reader, offset, form->name, 1ull + form->fields + size, 1ull + form->fields + got);
    *event = (struct trace_event){.offset = offset, .data_offset = offset + 1 + form->fields};
    fill_event(event, (enum trace_packet_id)id, fields, reader->packet, size);
    return 1;
}

int trace_next(struct trace_reader *reader, struct trace_event *event, struct trace_error *error)
{
    if (reader->progress == TRACE_ENDED)
        return 0;
    int result = -1;
    if (reader->progress == TRACE_READING) {
        result = reader->p1t ? p1t_reader_next(reader, event, &reader->failure)
                             : read_packet(reader, event, &reader->failure);
        if (result < 0)
            reader->progress = TRACE_FAILED;
    }
    if (result < 0 && error)
        *error = reader->failure;
    return result;
}
