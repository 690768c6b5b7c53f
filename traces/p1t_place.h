/* Where in a .p1t something is, for errors. */
#ifndef P1T_PLACE_H
#define P1T_PLACE_H

#include <stdbool.h>
#include <stdint.h>

#include <path1/trace.h>

struct p1t_place {
    const char *name;          /* of the file */
    uint64_t offset;           /* of the chunk in the file */
    size_t content;            /* byte of the chunk's content, decoded */
    const char *chunk;         /* NULL: the error is to have the text alone, no place */
    struct trace_error *error; /* may be NULL */
};

/* "NAME: offset 0x...: TEXT (byte 0x... of the content of CHUNK)"; returns false. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
bool p1t_fail(const struct p1t_place *place, const char *format, ...);

#endif
