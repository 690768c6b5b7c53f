/* The parts of the program accuracy. */
#ifndef TESTS_ACCURACY_H
#define TESTS_ACCURACY_H

#include <stdbool.h>
#include <stdio.h>

#if defined(__GNUC__)
#define ACCURACY_FORMAT __attribute__((format(printf, 1, 2), noreturn))
#else
#define ACCURACY_FORMAT
#endif

/* Prints a line on standard error and ends the program with status 2. */
void accuracy_fail(const char *format, ...) ACCURACY_FORMAT;
/* Makes an empty file of a template that ends in XXXXXX. */
void accuracy_scratch(char *path);
/* Runs a program without its output; true if its status is 0. */
bool accuracy_run(char *const argv[]);

/* Print a block in Markdown; false, after lines on standard error, if something is missing or wrong. */
bool accuracy_golden(FILE *out, int argc, char **argv);
/* `block`: the lines that are there. */
bool accuracy_mechanisms(FILE *out, const char *block, int argc, char **argv);
bool accuracy_differences(FILE *out, int argc, char **argv);

#endif
