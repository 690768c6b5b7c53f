/* Text to trace. */
#include "text_asm.h"

#include <stdlib.h>
#include <string.h>

const struct p1t_place *text_check_place(struct text_check *check)
{
    check->place = (struct p1t_place){.name = "", .error = &check->error};
    return &check->place;
}

bool text_checked(struct text_asm *a, bool good, const struct text_check *check)
{
    return good || text_fail(&a->source, "%s", check->error.text);
}

/* One line outside of every block. */
static bool line(struct text_asm *a, const char *word)
{
    bool known, good = text_head_line(a, word, &known);
    if (!known)
        good = text_event_line(a, word, &known);
    return known ? good : text_fail(&a->source, "there is no statement '%s'", word);
}

static bool add_expectations(struct text_asm *a)
{
    struct trace_error error;
    for (size_t i = 0; i < a->expectation_count; i++)
        if (!trace_writer_expect(a->writer, &a->expectations[i].value, &error))
            return text_fail(&a->source, "%s", error.text);
    return true;
}

/* Ends the recording, or gives it up if anything was wrong. */
static bool finish(struct text_asm *a)
{
    struct trace_error error;
    bool good = a->source.errors == 0 && text_start(a) && add_expectations(a);
    if (!good) {
        if (a->writer)
            trace_writer_abort(a->writer);
        return false;
    }
    if (trace_writer_finish(a->writer, &error))
        return true;
    return text_report(&a->source, error.text);
}

bool trace_assemble(const char *name, const char *text, size_t length, const struct trace_text_port *port,
                    const char *path)
{
    struct text_asm *a = calloc(1, sizeof *a);
    if (!a) {
        port->report(port->user, "out of memory");
        return false;
    }
    a->path = path;
    if (text_source_open(&a->source, name, text, length, port))
        while (text_next(&a->source)) {
            char word[TEXT_NAME];
            a->entered = false;
            if (!text_word(&a->source, word))
                text_fail(&a->source, "expected a statement, found '%.40s'", a->source.at);
            else if (line(a, word))
                continue;
            text_skip_block(a);
        }
    bool good = finish(a);
    free(a->block.bytes);
    text_head_free(a);
    text_source_close(&a->source);
    free(a);
    return good;
}
