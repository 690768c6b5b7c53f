/* The vectors of tests/data/vectors/float; its README says what they are. */
#ifndef TESTS_FLOAT_VECTORS_H
#define TESTS_FLOAT_VECTORS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One line: "op in.. -> out.. flags". */
struct float_case {
    const char *line; /* the whole text, for messages */
    char op[16];
    size_t inputs, outputs;
    uint32_t in[12], out[4];
    char flags[2][16]; /* what follows the results, as it is; "" if there is no more */
};

/* The lines of a file: "hw/tk_fpu_mac" and the like, from NAME.txt or NAME.txt.zst in $PATH1_VECTORS/float or
 * the tests' data. What is missing, or no vector, fails the running test. */
struct float_vectors;
struct float_vectors *float_vectors_open(const char *name);
/* The next case; false at the end. `out` holds until the file is closed. */
bool float_vectors_next(struct float_vectors *vectors, struct float_case *out);
void float_vectors_close(struct float_vectors *vectors);
/* The whole text of a file, to be freed. */
char *float_vectors_text(const char *name);
/* The vector in `line`. */
struct float_case float_case_of(const char *line);

#endif
