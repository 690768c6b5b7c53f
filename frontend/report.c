#include "report.h"

#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "progress.h"
#include "text.h"

void report(const char *format, ...)
{
    char raw[8192], line[8192]; /* more than the longest path and a reason */
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(raw, sizeof raw, format, arguments);
    va_end(arguments);
    text_clean(line, sizeof line, raw);
    progress_clear();
    fprintf(stderr, "path1: %s\n", line);
}

bool finish_stdout(void)
{
    errno = 0;
    if (fflush(stdout) == 0 && !ferror(stdout))
        return true;
    report("standard output: %s", errno ? strerror(errno) : "write error");
    return false;
}

static void *need(void *memory)
{
    if (!memory) {
        fputs("path1: out of memory\n", stderr);
        exit(EXIT_FAILURE);
    }
    return memory;
}

void *reallocate(void *pointer, size_t count, size_t size)
{
    if (size && count > SIZE_MAX / size)
        return need(NULL);
    size_t bytes = count * size;
    return need(realloc(pointer, bytes ? bytes : 1));
}

char *format_text(const char *format, ...)
{
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    size_t size = length < 0 ? 1 : (size_t)length + 1;
    char *text = reallocate(NULL, size, 1);
    text[0] = '\0';
    vsnprintf(text, size, format, again);
    va_end(again);
    return text;
}
