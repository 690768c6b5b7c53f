/* A stream of bytes into a raw, xz or zstd file that appears whole or not at all. */
#ifndef TRACE_OUTPUT_H
#define TRACE_OUTPUT_H

#include <stddef.h>

#include <path1/trace.h>

struct trace_output;

/* Starts writing for `path` ("-": standard output): see output_file_create. NULL on error. */
struct trace_output *trace_output_create(const char *path, enum trace_compression compression,
                                         struct trace_error *error);
/* How errors name the stream. */
const char *trace_output_name(const struct trace_output *output);
/* Bytes written so far, before compression. */
uint64_t trace_output_offset(const struct trace_output *output);
/* False on error; then only trace_output_abort is left to do. */
bool trace_output_write(struct trace_output *output, const void *bytes, size_t size,
                        struct trace_error *error);
/* Ends the stream and puts the file in place. Frees `output`, also on error; then what was at the path
 * before is still there. */
bool trace_output_finish(struct trace_output *output, struct trace_error *error);
/* Removes what was written and frees `output`. */
void trace_output_abort(struct trace_output *output);

#endif
