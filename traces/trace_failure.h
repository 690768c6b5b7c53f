/* Wording of errors and warnings. */
#ifndef TRACE_FAILURE_H
#define TRACE_FAILURE_H

#include <stdint.h>

#include <path1/trace.h>

/* Fills `error` (may be NULL) with "NAME: offset 0x...: " and the formatted text, which says what was
 * expected and what was found. A long name loses its beginning, control characters become '?': the text
 * is always one whole line. Returns false, for the caller to return. */
#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
bool trace_fail(struct trace_error *error, const char *name, uint64_t offset, const char *format, ...);

#endif
