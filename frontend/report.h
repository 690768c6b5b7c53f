/* Messages on standard error, and memory that is there or ends the program. */
#ifndef FRONTEND_REPORT_H
#define FRONTEND_REPORT_H

#include <stdbool.h>
#include <stddef.h>

#if defined(__GNUC__)
#define REPORT_FORMAT __attribute__((format(printf, 1, 2)))
#else
#define REPORT_FORMAT
#endif

/* Prints "path1: MESSAGE" as one line, made safe for a terminal (text_clean). */
void report(const char *format, ...) REPORT_FORMAT;

/* Flushes standard output; reports and returns false if anything written to it was lost. */
bool finish_stdout(void);

/* realloc that reports and exits with status 1 when memory is short. `pointer` may be NULL. */
void *reallocate(void *pointer, size_t count, size_t size);
/* The formatted text in memory of its own, to be freed. */
char *format_text(const char *format, ...) REPORT_FORMAT;

#endif
