/* Writing a .p1t. */
#ifndef P1T_WRITER_H
#define P1T_WRITER_H

#include <path1/trace.h>

#include "trace_output.h"

struct p1t_writer;

/* Writes what stands before the events to `output`, which stays the caller's. NULL on error. */
struct p1t_writer *p1t_writer_begin(struct trace_output *output, const struct trace_header *header,
                                    const struct trace_start *start, const struct trace_text *texts,
                                    size_t text_count, struct trace_error *error);
bool p1t_writer_add(struct p1t_writer *writer, const struct trace_event *event, struct trace_error *error);
bool p1t_writer_expect(struct p1t_writer *writer, const struct trace_expectation *expectation,
                       struct trace_error *error);
/* Writes what is still to be written. */
bool p1t_writer_end(struct p1t_writer *writer, struct trace_error *error);
void p1t_writer_free(struct p1t_writer *writer);

#endif
