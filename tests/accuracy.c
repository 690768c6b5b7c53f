/*
 * accuracy: the figures of docs/accuracy.md.
 *
 *     accuracy print|check|write DOCUMENT mechanisms FOLDER PROGRAM...
 *     accuracy print|check|write DOCUMENT golden FOLDER PROGRAM...
 *     accuracy print|check|write DOCUMENT differences PATH1 FOLDER
 *
 * mechanisms   the table that is there, with the rows of golden tables about each mechanism's rules that hold
 * golden       rows of the golden tables in FOLDER that the test programs find right under the rule set
 *              console; every table must be checked, row for row
 * differences  pixels of each recording *.gs.zst in FOLDER that differ between pcsx2 and console, by rule
 * (path1 rules --compare)
 *
 * print shows the table, check compares it with the one in DOCUMENT between the lines <!-- NAME --> and
 * <!-- end -->, write puts it there. The exit status is 1 if something is wrong or differs.
 */
#include "accuracy.h"

#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

void accuracy_fail(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("accuracy: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    exit(2);
}

void accuracy_scratch(char *path)
{
    int file = mkstemp(path);
    if (file < 0)
        accuracy_fail("%s: cannot be made", path);
    close(file);
}

bool accuracy_run(char *const argv[])
{
    fflush(NULL);
    pid_t child = fork();
    if (child < 0)
        accuracy_fail("%s cannot be run", argv[0]);
    if (child == 0) {
        int nothing = open("/dev/null", O_RDWR);
        if (nothing >= 0) {
            dup2(nothing, STDIN_FILENO);
            dup2(nothing, STDOUT_FILENO);
            dup2(nothing, STDERR_FILENO);
        }
        execv(argv[0], argv);
        _exit(127);
    }
    int status;
    return waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* A whole file with a NUL behind it. */
static char *read_all(const char *path)
{
    FILE *file = fopen(path, "rb");
    char *text = NULL;
    size_t size = 0, capacity = 0;
    if (!file)
        accuracy_fail("%s: cannot be opened", path);
    do {
        capacity += 65536;
        text = realloc(text, capacity + 1);
        if (!text)
            accuracy_fail("memory is short");
        size += fread(text + size, 1, capacity - size, file);
    } while (size == capacity);
    fclose(file);
    text[size] = 0;
    return text;
}

/* Where the block's table begins and ends in the document. */
static char *find_block(char *document, const char *path, const char *name, char **end)
{
    char line[64];
    snprintf(line, sizeof line, "<!-- %s -->\n", name);
    char *begin = strstr(document, line);
    *end = begin ? strstr(begin, "<!-- end -->") : NULL;
    if (!*end)
        accuracy_fail("%s: has no lines <!-- %s --> and <!-- end -->", path, name);
    return begin + strlen(line);
}

static bool check(const char *path, const char *name, const char *table)
{
    char *document = read_all(path), *end, *begin = find_block(document, path, name, &end);
    bool same = strlen(table) == (size_t)(end - begin) && memcmp(begin, table, strlen(table)) == 0;
    if (!same)
        fprintf(stderr, "%s: the block %s is not\n%s", path, name, table);
    free(document);
    return same;
}

static bool replace(const char *path, const char *name, const char *table)
{
    char *document = read_all(path), *end, *begin = find_block(document, path, name, &end);
    FILE *file = fopen(path, "wb");
    if (!file)
        accuracy_fail("%s: cannot be written", path);
    fwrite(document, 1, (size_t)(begin - document), file);
    fputs(table, file);
    fputs(end, file);
    free(document);
    return fclose(file) == 0;
}

static bool mechanisms(FILE *out, const char *path, int argc, char **argv)
{
    char *text = read_all(path), *end, *block = find_block(text, path, "mechanisms", &end);
    *end = 0;
    bool good = accuracy_mechanisms(out, block, argc, argv);
    free(text);
    return good;
}

int main(int argc, char **argv)
{
    if (argc < 4)
        accuracy_fail("expected print, check or write, a document, and mechanisms, golden or differences");
    const char *what = argv[1], *document = argv[2], *name = argv[3];
    char *table = NULL;
    size_t size;
    FILE *out = open_memstream(&table, &size);
    if (!out)
        accuracy_fail("memory is short");
    bool good;
    if (strcmp(name, "mechanisms") == 0)
        good = mechanisms(out, document, argc - 4, argv + 4);
    else if (strcmp(name, "golden") == 0)
        good = accuracy_golden(out, argc - 4, argv + 4);
    else if (strcmp(name, "differences") == 0)
        good = accuracy_differences(out, argc - 4, argv + 4);
    else
        accuracy_fail("no block is called %s", name);
    fclose(out);
    if (strcmp(what, "check") == 0)
        good = check(document, name, table) && good;
    else if (strcmp(what, "write") == 0)
        good = replace(document, name, table) && good;
    else
        fputs(table, stdout);
    free(table);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
