/* Building traces event by event, and converting them with the program, for tests. */
#ifndef TESTS_P1T_BUILD_H
#define TESTS_P1T_BUILD_H

#include <path1/trace.h>

#include "program.h"

struct p1t_builder {
    struct trace_writer *writer;
    struct trace_error error;
};
void p1t_build_add(struct p1t_builder *builder, const struct trace_event *event);
void p1t_build_vif(struct p1t_builder *builder, const void *words, size_t count);
void p1t_build_finish(struct p1t_builder *builder);

void p1t_check_same_bytes(const char *a, const char *b);
/* path1 convert FROM -o TO, which must succeed. */
struct run p1t_convert(const char *from, const char *to);
/* What `path1 hash` prints, without the file's name. */
char *p1t_hashes(const char *path);
/* Calls `use` with every `step`th dump of a folder. */
void p1t_each_dump(const char *folder, size_t step, void (*use)(const char *path));

#endif
