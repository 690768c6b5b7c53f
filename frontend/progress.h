/* How far a replay is, on standard error: only when that is a terminal and the work takes over a second. */
#ifndef FRONTEND_PROGRESS_H
#define FRONTEND_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

#include <path1/trace.h>

struct progress {
    bool enabled;
    uint64_t next; /* time of the next line, monotonic nanoseconds */
};

/* Monotonic time, nanoseconds. */
uint64_t monotonic_time(void);

void progress_begin(struct progress *progress);
void progress_update(struct progress *progress, const struct trace_reader *reader);
/* Wipes the line away, if there is one. */
void progress_clear(void);

#endif
