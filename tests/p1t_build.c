#include "p1t_build.h"

#include <criterion/criterion.h>
#include <string.h>

#include "dump.h"

void p1t_build_add(struct p1t_builder *builder, const struct trace_event *event)
{
    cr_assert(trace_writer_add(builder->writer, event, &builder->error), "%s", builder->error.text);
}

void p1t_build_vif(struct p1t_builder *builder, const void *words, size_t count)
{
    p1t_build_add(builder,
                  &(struct trace_event){.kind = TRACE_VIF1, .size = (uint32_t)(4 * count), .data = words});
}

void p1t_build_finish(struct p1t_builder *builder)
{
    cr_assert(trace_writer_finish(builder->writer, &builder->error), "%s", builder->error.text);
}

void p1t_check_same_bytes(const char *a, const char *b)
{
    size_t a_size, b_size;
    const char *first = read_file(a, &a_size), *second = read_file(b, &b_size);
    cr_assert(a_size == b_size && memcmp(first, second, a_size) == 0);
}

struct run p1t_convert(const char *from, const char *to)
{
    struct run run = run_path1("convert", from, "-o", to);
    cr_assert_eq(run.status, 0, "%s", run.err);
    return run;
}

char *p1t_hashes(const char *path)
{
    struct run run = run_path1("hash", path);
    cr_assert_eq(run.status, 0, "%s", run.err);
    size_t length = strlen(path);
    for (char *at; (at = strstr(run.out, path));)
        memmove(at, at + length, strlen(at + length) + 1);
    return run.out;
}

void p1t_each_dump(const char *folder, size_t step, void (*use)(const char *path))
{
    struct dump_list list;
    dump_path path;
    cr_assert(dump_list(folder, &list), "%s is missing", folder);
    for (size_t i = 0; i < list.count; i += step)
        use(dump_list_path(&list, i, path));
    dump_list_free(&list);
}
