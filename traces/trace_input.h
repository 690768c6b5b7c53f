/* A file or standard input as one stream of decompressed bytes. */
#ifndef TRACE_INPUT_H
#define TRACE_INPUT_H

#include <stddef.h>
#include <stdint.h>

#include <path1/trace.h>

struct trace_input;

/* Opens `path` ("-": standard input) and recognises xz and zstd by their first bytes; anything else is
 * raw. NULL on error. */
struct trace_input *trace_input_open(const char *path, struct trace_error *error);
void trace_input_close(struct trace_input *input);
/* How errors name the stream. */
const char *trace_input_name(const struct trace_input *input);
enum trace_compression trace_input_compression(const struct trace_input *input);
/* Decompressed bytes read so far. */
uint64_t trace_input_offset(const struct trace_input *input);
/* True when the end of the data was reached inside a compressed stream. */
bool trace_input_truncated(const struct trace_input *input);
/* Bytes of the file used so far, and its size (0 if it is not a regular file). */
void trace_input_progress(const struct trace_input *input, uint64_t *consumed, uint64_t *size);
/* Reads `size` bytes to `out` (NULL: drops them). `*got` is less than `size` only at the end of the
 * data; a compressed stream that is cut off ends where its last byte could be decoded. False on error:
 * the file cannot be read or its compressed data are corrupt. */
bool trace_input_read(struct trace_input *input, void *out, size_t size, size_t *got,
                      struct trace_error *error);

#endif
