/* Reading a trace that may be wrong. */
#ifndef TESTS_P1T_OUTCOME_H
#define TESTS_P1T_OUTCOME_H

#include <stdbool.h>
#include <stddef.h>

#include "traces_image.h"

struct p1t_outcome {
    bool opened;
    int last; /* what trace_next returned in the end */
    size_t events, expectations;
    bool warned;
    char text[512]; /* of the error or the warning, without the file's name */
};

/* Reads the whole file; fails the test if an error or a warning is not one line that begins with its name. */
struct p1t_outcome p1t_read(const char *path);
/* The same with scratch("bad.p1t"), which gets these bytes. */
struct p1t_outcome p1t_read_image(const struct image *image);

#endif
