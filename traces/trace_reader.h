/* The reader's inside, shared by trace_reader.c (packets), trace_header.c (what stands before) and
 * p1t_reader.c. */
#ifndef TRACE_READER_H
#define TRACE_READER_H

#include <stddef.h>
#include <stdint.h>

#include <path1/trace.h>

#include "trace_input.h"

struct p1t_reader;

struct trace_reader {
    struct trace_input *input;
    struct p1t_reader *p1t; /* NULL in a GS dump */
    struct trace_header header;
    struct trace_start start;
    struct gs_state *state;
    uint8_t registers[GS_PRIVILEGED_SIZE];
    char *serial;        /* what header.serial points to */
    uint8_t *screenshot; /* what header.screenshot points to */
    uint8_t *packet;     /* data of the present packet */
    size_t packet_capacity;
    bool warned;
    struct trace_error warning;
    enum { TRACE_READING, TRACE_ENDED, TRACE_FAILED } progress;
    struct trace_error failure; /* why it failed, to be repeated */
};

/* Reads `size` bytes of `what`, which must all be there. */
bool trace_reader_need(struct trace_reader *reader, void *out, size_t size, const char *what,
                       struct trace_error *error);
/* Reads container header, state and privileged registers. `words`: the first 8 bytes, which were read
 * already. */
bool trace_read_header(struct trace_reader *reader, const uint8_t words[8], struct trace_error *error);

#endif
