/* Running the path1 program in tests, in a directory of the test's own. */
#ifndef TESTS_PROGRAM_H
#define TESTS_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <path1/trace.h>

/* What a run of the program left. */
struct run {
    int status;      /* exit status; 256 + signal if it was killed */
    char *out, *err; /* standard output and error, NUL terminated */
};

/* Makes the test's directory and, at the end, removes it with all it holds. */
void program_setup(void);
void program_teardown(void);
/* DIRECTORY/NAME; lives until the teardown. */
const char *scratch(const char *name);
/* The path of a reference dump's file, "features/fog.json" and the like; PATH1_DUMPS in the environment
 * names another place than the tests' data. Lives until the teardown. */
const char *dump_file(const char *name);

/* Runs path1 with these arguments (a list ended by NULL) and standard input from the file `input` (NULL:
 * empty). The result lives until the teardown. */
struct run run_with_input(const char *input, const char *const *arguments);
#define run_path1(...) run_with_input(NULL, (const char *const[]){__VA_ARGS__, NULL})
/* The same with standard output to the file or device `output`; its `out` is empty. */
struct run run_into(const char *output, const char *const *arguments);
/* The same with standard output to a pipe that nobody reads. */
struct run run_without_reader(const char *const *arguments);

/* The names in a directory, sorted, with a space behind each: "a b ". */
char *directory_listing(const char *path);
/* A whole file's bytes, NUL terminated; `size` may be NULL. */
char *read_file(const char *path, size_t *size);
void write_file(const char *path, const void *bytes, size_t size);
/* XXH3-128 as `xxhsum -H2` prints it. */
const char *hash_of(const void *bytes, size_t size);

/* Writes a recording without packets to scratch(name) and returns that. `state` may be NULL: all zero. */
const char *write_recording(const char *name, const struct trace_header *header,
                            const struct gs_state *state);

/* A PNG file as 8-bit RGBA. */
struct picture {
    uint32_t width, height;
    bool alpha; /* does the file have an alpha channel */
    uint8_t *rgba;
    size_t bytes;
};
struct picture read_png(const char *path);

#endif
