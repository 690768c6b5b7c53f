#include "trace_failure.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Characters of a name that are shown; leaves room for the text behind it. */
enum { NAME_LIMIT = 240 };

bool trace_fail(struct trace_error *error, const char *name, uint64_t offset, const char *format, ...)
{
    if (!error)
        return false;
    size_t length = strlen(name);
    const char *dots = "";
    if (length > NAME_LIMIT) {
        name += length - NAME_LIMIT;
        dots = "...";
    }
    int used = snprintf(error->text, sizeof error->text, "%s%s: offset 0x%" PRIx64 ": ", dots, name, offset);
    if (used > 0 && (size_t)used < sizeof error->text) {
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(error->text + used, sizeof error->text - (size_t)used, format, arguments);
        va_end(arguments);
    }
    for (char *c = error->text; *c; c++)
        if ((unsigned char)*c < 0x20 || *c == 0x7F)
            *c = '?';
    return false;
}
