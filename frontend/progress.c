#include "progress.h"

#include <inttypes.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

/* Whether a line stands on the terminal. */
static bool line_shown;

#define SECOND 1000000000ull /* nanoseconds */

uint64_t monotonic_time(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * SECOND + (uint64_t)now.tv_nsec;
}

void progress_begin(struct progress *progress)
{
    *progress = (struct progress){.enabled = isatty(STDERR_FILENO) == 1};
    if (progress->enabled)
        progress->next = monotonic_time() + SECOND;
}

void progress_update(struct progress *progress, const struct trace_reader *reader)
{
    if (!progress->enabled || monotonic_time() < progress->next)
        return;
    uint64_t consumed, size;
    trace_progress(reader, &consumed, &size);
    if (size)
        fprintf(stderr, "\r%3" PRIu64 " %%", consumed >= size ? 100 : consumed * 100 / size);
    else
        fprintf(stderr, "\r%" PRIu64 " KiB", consumed / 1024);
    line_shown = true;
    progress->next = monotonic_time() + SECOND / 5;
}

void progress_clear(void)
{
    if (line_shown)
        fputs("\r\033[K", stderr);
    line_shown = false;
}
