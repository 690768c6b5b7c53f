/* The block "differences" of docs/accuracy.md: what path1 rules --compare says of recordings. */
#include "accuracy.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

/* Without folders and endings. */
static void print_name(FILE *out, const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    fprintf(out, "| %.*s ", (int)strcspn(name, "."), name);
}

/* A row, if there is a difference; every pixel must count for a rule. */
static bool print_trace(FILE *out, json_t *trace, json_int_t *pixels, size_t *equal)
{
    const char *path = json_string_value(json_object_get(trace, "file"));
    json_int_t all = json_integer_value(json_object_get(trace, "pixels")), sum = 0;
    json_t *rules = json_object_get(trace, "rules"), *rule;
    size_t i;
    if (!path || !json_is_array(rules))
        accuracy_fail("not what path1 rules --compare --json prints");
    *pixels += all;
    if (all == 0) {
        ++*equal;
        return true;
    }
    print_name(out, path);
    fprintf(out, "| %lld |", (long long)all);
    json_array_foreach(rules, i, rule)
    {
        json_int_t n = json_integer_value(json_object_get(rule, "in_the_end"));
        if (n)
            fprintf(out, "%s `%s` %lld", sum ? "," : "", json_string_value(json_object_get(rule, "rule")),
                    (long long)n);
        sum += n;
    }
    fputs(" |\n", out);
    if (sum != all)
        fprintf(stderr, "%s: %lld of %lld pixels have a rule\n", path, (long long)sum, (long long)all);
    return sum == all;
}

static int is_dump(const struct dirent *entry)
{
    size_t length = strlen(entry->d_name);
    return length > 7 && strcmp(entry->d_name + length - 7, ".gs.zst") == 0;
}

static json_t *compare(const char *program, const char *folder, int count, struct dirent *const *dump)
{
    size_t length = 0;
    char *command = NULL;
    FILE *out = open_memstream(&command, &length);
    if (!out)
        accuracy_fail("memory is short");
    fprintf(out, "'%s' rules --compare --brief --json", program);
    for (int i = 0; i < count; i++)
        fprintf(out, " '%s/%s'", folder, dump[i]->d_name);
    fclose(out);
    FILE *pipe = popen(command, "r");
    json_t *root = pipe ? json_loadf(pipe, 0, NULL) : NULL;
    if (!root || pclose(pipe) != 0)
        accuracy_fail("%s failed", program);
    free(command);
    return root;
}

bool accuracy_differences(FILE *out, int argc, char **argv)
{
    if (argc != 2)
        accuracy_fail("differences: expected PATH1 FOLDER");
    struct dirent **dump;
    int count = scandir(argv[1], &dump, is_dump, alphasort);
    if (count <= 0)
        accuracy_fail("%s: no recordings", argv[1]);
    json_t *root = compare(argv[0], argv[1], count, dump), *trace;
    json_t *traces = json_object_get(root, "traces");
    bool good = json_array_size(traces) == (size_t)count;
    json_int_t pixels = 0;
    size_t i, equal = 0;
    fputs("| recording | pixels | by rule |\n| --- | --: | --- |\n", out);
    json_array_foreach(traces, i, trace) good = print_trace(out, trace, &pixels, &equal) && good;
    fprintf(out, "| all %d; %zu have none | %lld | |\n", count, equal, (long long)pixels);
    json_decref(root);
    for (int d = 0; d < count; d++)
        free(dump[d]);
    free(dump);
    return good;
}
