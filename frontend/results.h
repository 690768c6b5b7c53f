/* What a replay of a recording gives: the hashes that path1 hash prints. */
#ifndef FRONTEND_RESULTS_H
#define FRONTEND_RESULTS_H

#include <stdbool.h>
#include <stddef.h>

#include <path1/trace.h>

struct result {
    struct trace_expectation value; /* `what` points to `name` */
    char name[32];
};
/* Start with {0}. */
struct results {
    struct result *item;
    size_t count;
};

/* Replays `path` under `rules` and appends the hashes of each circuit and picture of every vsync, of data
 * read back (if any) and of local memory. `rules` is kept as it is. False if the recording cannot be
 * replayed: that is reported, and `error` filled. */
bool results_collect(struct results *results, const char *path, const char *rules, struct trace_error *error);
void results_free(struct results *results);
/* 32 hexadecimal digits. */
void results_hex(const uint8_t hash[16], char hex[33]);

#endif
