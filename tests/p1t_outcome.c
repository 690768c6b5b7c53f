#include "p1t_outcome.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "program.h"

static const char *behind_name(const char *text, const char *path)
{
    size_t length = strlen(path);
    cr_assert_eq(strncmp(text, path, length), 0, "%s", text);
    cr_assert_null(strchr(text, '\n'));
    return text + length + 2;
}

struct p1t_outcome p1t_read(const char *path)
{
    struct p1t_outcome outcome = {0};
    struct trace_error error = {{0}};
    struct trace_event event;
    struct trace_reader *reader = trace_open(path, &error);
    outcome.opened = reader != NULL;
    while (reader && (outcome.last = trace_next(reader, &event, &error)) > 0)
        outcome.events++;
    if (!reader || outcome.last < 0)
        snprintf(outcome.text, sizeof outcome.text, "%s", behind_name(error.text, path));
    else if (trace_warning(reader)) {
        outcome.warned = true;
        snprintf(outcome.text, sizeof outcome.text, "%s", behind_name(trace_warning(reader), path));
    }
    if (reader)
        (void)trace_expectations(reader, &outcome.expectations);
    trace_close(reader);
    return outcome;
}

struct p1t_outcome p1t_read_image(const struct image *image)
{
    static const char *path; /* of this test: each runs in a process of its own */
    if (!path)
        path = scratch("bad.p1t");
    write_file(path, image->bytes, image->size);
    return p1t_read(path);
}
