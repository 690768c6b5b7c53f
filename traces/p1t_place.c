#include "p1t_place.h"

#include <stdarg.h>
#include <stdio.h>

#include "trace_failure.h"

bool p1t_fail(const struct p1t_place *place, const char *format, ...)
{
    char text[192];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (!place->chunk) {
        if (place->error)
            snprintf(place->error->text, sizeof place->error->text, "%s", text);
        return false;
    }
    return trace_fail(place->error, place->name, place->offset, "%s (byte 0x%zx of the content of %s)", text,
                      place->content, place->chunk);
}
