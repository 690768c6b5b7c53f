/* Conversions that keep the events as they are. */
#include <stdlib.h>
#include <string.h>

#include "convert.h"
#include "progress.h"
#include "report.h"
#include "results.h"

/* Hands every event to `add`. False with `error` filled, or when `add` says so. */
static bool each_event(struct trace_reader *reader,
                       bool (*add)(void *user, const struct trace_event *event, struct trace_error *error),
                       void *user, struct trace_error *error)
{
    struct progress progress;
    progress_begin(&progress);
    struct trace_event event;
    int more;
    bool good = true;
    while (good && (more = trace_next(reader, &event, error)) == 1) {
        good = add(user, &event, error);
        progress_update(&progress, reader);
    }
    progress_clear();
    return good && more == 0;
}

/* ---- to a .p1t ---- */

struct to_p1t {
    struct trace_writer *writer;
    struct losses *losses;
};

/* A GS dump may hold larger events than a .p1t; its GIF data go on wherever they are cut. */
static bool add_to_p1t(void *user, const struct trace_event *event, struct trace_error *error)
{
    struct to_p1t *to = user;
    struct trace_event piece = *event;
    if (event->kind == TRACE_GIF && event->size > TRACE_P1T_DATA_LIMIT) {
        to->losses->split++;
        piece.size = TRACE_P1T_DATA_LIMIT;
        for (uint32_t left = event->size; left > TRACE_P1T_DATA_LIMIT; left -= TRACE_P1T_DATA_LIMIT) {
            if (!trace_writer_add(to->writer, &piece, error))
                return false;
            piece.data += TRACE_P1T_DATA_LIMIT;
        }
        piece.size = event->size - (uint32_t)(piece.data - event->data);
    }
    return trace_writer_add(to->writer, &piece, error);
}

static bool replaced(const struct convert_job *job, const char *rules)
{
    for (size_t i = 0; i < job->expect_count; i++)
        if (strcmp(job->expect[i], rules) == 0)
            return true;
    return false;
}

/* What the recording expects already, but for rule sets that are asked for, and then those. */
static bool add_expectations(const struct convert_job *job, const struct trace_reader *reader,
                             struct trace_writer *writer, const struct results *results,
                             struct trace_error *error)
{
    size_t count;
    const struct trace_expectation *old = trace_expectations(reader, &count);
    for (size_t i = 0; i < count; i++)
        if (!replaced(job, old[i].rules) && !trace_writer_expect(writer, &old[i], error))
            return false;
    for (size_t i = 0; i < results->count; i++)
        if (!trace_writer_expect(writer, &results->item[i].value, error))
            return false;
    return true;
}

static struct trace_writer *create_p1t(const struct convert_job *job, const struct trace_reader *reader,
                                       struct trace_error *error)
{
    size_t count;
    const struct trace_text *old = trace_texts(reader, &count);
    struct trace_text *texts = reallocate(NULL, count + job->text_count, sizeof *texts);
    if (count)
        memcpy(texts, old, count * sizeof *texts);
    if (job->text_count)
        memcpy(texts + count, job->texts, job->text_count * sizeof *texts);
    struct trace_writer *writer = trace_writer_create_p1t(job->out, trace_header(reader), trace_start(reader),
                                                          texts, count + job->text_count, error);
    free(texts);
    return writer;
}

enum convert_result convert_to_p1t(const struct convert_job *job, struct trace_reader *reader,
                                   struct losses *losses, struct trace_error *error)
{
    const struct trace_header *header = trace_header(reader);
    if (header->container == TRACE_GS_DUMP) {
        losses->old_form = !header->has_header_block;
        losses->state_version = header->state_version == 9 ? 0 : header->state_version;
    }
    struct results results = {0};
    struct to_p1t to = {NULL, losses};
    bool good = true;
    for (size_t i = 0; good && i < job->expect_count; i++)
        if (!(good = results_collect(&results, job->in, job->expect[i], error)))
            error->text[0] = 0; /* told already */
    if (good)
        good = (to.writer = create_p1t(job, reader, error)) && each_event(reader, add_to_p1t, &to, error) &&
               add_expectations(job, reader, to.writer, &results, error);
    results_free(&results);
    if (good)
        return trace_writer_finish(to.writer, error) ? CONVERT_DONE : CONVERT_FAILED;
    trace_writer_abort(to.writer);
    return CONVERT_FAILED;
}

/* ---- to a GS dump ---- */

struct to_dump {
    struct trace_writer *writer;
    struct losses *losses;
    bool needs_replay;
};

static bool add_to_dump(void *user, const struct trace_event *event, struct trace_error *error)
{
    struct to_dump *to = user;
    switch (event->kind) {
    case TRACE_COMMENT:
        to->losses->comments++;
        return true;
    case TRACE_WAIT:
        to->losses->waits++;
        return true;
    case TRACE_VIF1:
    case TRACE_REGISTER:
        to->needs_replay = true;
        return false;
    default:
        to->losses->dma += event->flags != 0;
        return trace_writer_add(to->writer, event, error);
    }
}

enum convert_result convert_to_dump(const struct convert_job *job, struct trace_reader *reader,
                                    struct losses *losses, struct trace_error *error)
{
    if (!trace_header(reader)->merged_gif)
        return CONVERT_NEEDS_REPLAY;
    struct to_dump to = {.losses = losses};
    size_t count;
    (void)trace_texts(reader, &count);
    losses->texts = count;
    const struct trace_start *start = trace_start(reader);
    losses->unit_state = start->vif || start->vu || start->vu_data || start->vu_micro;
    to.writer = trace_writer_create(job->out, job->compression, trace_header(reader),
                                    trace_initial_state(reader), trace_initial_registers(reader), error);
    if (!to.writer)
        return CONVERT_FAILED;
    if (each_event(reader, add_to_dump, &to, error)) {
        (void)trace_expectations(reader, &count);
        losses->expectations = count;
        return trace_writer_finish(to.writer, error) ? CONVERT_DONE : CONVERT_FAILED;
    }
    trace_writer_abort(to.writer);
    return to.needs_replay ? CONVERT_NEEDS_REPLAY : CONVERT_FAILED;
}
