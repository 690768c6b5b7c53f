/*
 * path1/trace_text.h: traces as text that people can write and compare (docs/p1s.md), to and from recordings.
 */
#ifndef PATH1_TRACE_TEXT_H
#define PATH1_TRACE_TEXT_H

#include <stdio.h>

#include <path1/trace.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What an assembly reads besides its text, and where it complains. */
struct trace_text_port {
    void *user;
    /* The contents of the file `path`, `*length` bytes and a NUL, in a block that is freed with free; NULL if
     * it cannot be read. A name is tried beside the file that has it first, then as it stands. */
    char *(*read)(void *user, const char *path, size_t *length);
    /* One line, "NAME:LINE: ...", for each error; at most 20. */
    void (*report)(void *user, const char *line);
};

/* Assembles .p1s text into a .p1t at `path` ("-": standard output). `name` is for messages and for the place
 * of other files. False if something was reported; then nothing is left at `path` that was not there before.
 */
PATH1_API bool trace_assemble(const char *name, const char *text, size_t length,
                              const struct trace_text_port *port, const char *path);

/* Writes a recording that was just opened as .p1s text. Assembling that gives the same events, state and
 * texts again. False on an error in the recording; what `out` did not take is for the caller to find. */
PATH1_API bool trace_disassemble(struct trace_reader *reader, FILE *out, struct trace_error *error);

#ifdef __cplusplus
}
#endif
#endif
