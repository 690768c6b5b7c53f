/* Every instruction of the vector units, as a line of source and as a word. */
#ifndef TESTS_VU_LINES_H
#define TESTS_VU_LINES_H

#include <stddef.h>
#include <stdint.h>

struct vu_line {
    const char *text;
    uint32_t word;
};

/* The upper (lower) column, the other one being a nop. The words are those that GNU dvp-as 2.14 gives for the
 * text, and agree with VUPIPE sections 11 and 12. */
extern const struct vu_line vu_upper_lines[];
extern const size_t vu_upper_line_count;
extern const struct vu_line vu_lower_lines[];
extern const size_t vu_lower_line_count;

#endif
