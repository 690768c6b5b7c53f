#include "hash_check.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "json_out.h"
#include "report.h"
#include "results.h"
#include "text.h"

struct check_run {
    const char *path;
    const char *shown; /* the path, safe for a terminal */
    bool json;
    uint64_t printed;
};

static int by_name(const void *a, const void *b)
{
    const struct result *left = a, *right = b;
    return strcmp(left->name, right->name);
}

static const struct trace_expectation *find(const struct results *results, const char *what)
{
    struct result key;
    if (strlen(what) >= sizeof key.name)
        return NULL;
    strcpy(key.name, what);
    const struct result *item =
        results->count ? bsearch(&key, results->item, results->count, sizeof key, by_name) : NULL;
    return item ? &item->value : NULL;
}

static json_t *json_of(const struct trace_expectation *result)
{
    char hex[33];
    json_t *object = json_new_object();
    if (result->width) {
        json_put_count(object, "w", result->width);
        json_put_count(object, "h", result->height);
    }
    results_hex(result->xxh3_128, hex);
    json_put_text(object, "xxh3_128", hex);
    return object;
}

static void print_json(struct check_run *run, const struct trace_expectation *expected,
                       const struct trace_expectation *found, bool good)
{
    json_t *object = json_new_object();
    json_put_text(object, "rules", expected->rules);
    json_put_text(object, "what", expected->what);
    json_put_bool(object, "ok", good);
    json_put(object, "expected", json_of(expected));
    json_put(object, "found", found ? json_of(found) : json_null());
    json_print_part(run->printed ? ",\n        " : "\n        ", NULL, object);
}

/* "HASH", and for a picture " 640x448". */
static void describe(const struct trace_expectation *result, char *out, size_t size)
{
    char hex[33];
    results_hex(result->xxh3_128, hex);
    if (result->width)
        snprintf(out, size, "%s %" PRIu32 "x%" PRIu32, hex, result->width, result->height);
    else
        snprintf(out, size, "%s", hex);
}

static void print_line(const struct check_run *run, const struct trace_expectation *expected,
                       const struct trace_expectation *found, bool good)
{
    char first[80], second[80] = "nothing";
    describe(expected, first, sizeof first);
    if (found)
        describe(found, second, sizeof second);
    if (good)
        printf("OK       %-9s  %s  %s  %s\n", expected->what, expected->rules, first, run->shown);
    else
        printf("DIFFERS  %-9s  %s  expected %s, found %s  %s\n", expected->what, expected->rules, first,
               second, run->shown);
}

static bool check_one(struct check_run *run, const struct trace_expectation *expected,
                      const struct results *results)
{
    const struct trace_expectation *found = find(results, expected->what);
    bool good = found && found->width == expected->width && found->height == expected->height &&
                !memcmp(found->xxh3_128, expected->xxh3_128, sizeof found->xxh3_128);
    if (run->json)
        print_json(run, expected, found, good);
    else
        print_line(run, expected, found, good);
    run->printed++;
    return good;
}

/* All results that are expected under the rule set of number `first`, unless it stood earlier already. */
static bool check_rules(struct check_run *run, const struct trace_expectation *all, size_t count,
                        size_t first, struct trace_error *error)
{
    for (size_t i = first; i-- > 0;)
        if (strcmp(all[i].rules, all[first].rules) == 0)
            return true;
    struct results results = {0};
    bool good = results_collect(&results, run->path, all[first].rules, error);
    if (good) {
        qsort(results.item, results.count, sizeof results.item[0], by_name);
        for (size_t i = first; i < count; i++)
            if (strcmp(all[i].rules, all[first].rules) == 0)
                good = check_one(run, &all[i], &results) && good;
    }
    results_free(&results);
    return good;
}

/* Expected results stand behind the events: the recording is read to its end. */
static bool read_to_end(struct trace_reader *reader, struct trace_error *error)
{
    struct trace_event event;
    int more;
    while ((more = trace_next(reader, &event, error)) > 0)
        continue;
    if (trace_warning(reader))
        report("warning: %s", trace_warning(reader));
    return more == 0;
}

static bool fail(const struct check_run *run, struct trace_error *error, const char *text)
{
    snprintf(error->text, sizeof error->text, "%.200s: %s", run->shown, text);
    report("%s", error->text);
    return false;
}

/* On false, `error` holds what stands in the way of checking, if something does. */
static bool check_trace(struct check_run *run, struct trace_error *error)
{
    size_t count = 0;
    struct trace_reader *reader = trace_open(run->path, error);
    if (!reader || !read_to_end(reader, error)) {
        report("%s", error->text);
        trace_close(reader);
        return false;
    }
    const struct trace_expectation *all = trace_expectations(reader, &count);
    bool good = count > 0 || fail(run, error, "expects no results; path1 convert --expect notes some");
    for (size_t i = 0; i < count; i++)
        good = check_rules(run, all, count, i, error) && good;
    trace_close(reader);
    return good;
}

bool hash_check_traces(char **paths, int count, bool json)
{
    bool good = true;
    if (json)
        fputs("{\n  \"traces\": [", stdout);
    for (int i = 0; i < count; i++) {
        size_t size = strlen(paths[i]) + 1;
        char *shown = reallocate(NULL, size, 1);
        text_clean(shown, size, paths[i]);
        struct check_run run = {.path = paths[i], .shown = shown, .json = json};
        struct trace_error error = {{0}};
        if (json) {
            json_print_text(i ? ",\n    {\n      " : "\n    {\n      ", "file", paths[i]);
            fputs(",\n      \"checks\": [", stdout);
        }
        good = check_trace(&run, &error) && good;
        if (json) {
            fputs(run.printed ? "\n      ]" : "]", stdout);
            if (error.text[0])
                json_print_text(",\n      ", "error", error.text);
            fputs("\n    }", stdout);
        }
        free(shown);
    }
    if (json)
        fputs("\n  ]\n}\n", stdout);
    return good;
}
