/* Assembling .p1s texts in tests. */
#ifndef TESTS_P1S_H
#define TESTS_P1S_H

#include <stddef.h>
#include <stdint.h>

#include <path1/trace_text.h>

/* Assembles `text` to scratch("p1s.p1t") and returns that; fails the test if anything is reported. */
const char *p1s_assemble(const char *text);
/* The data of the first event of the text; `*size` bytes, until the next call. */
const uint8_t *p1s_bytes(const char *text, size_t *size);
/* Those words for VIF1 that the lines give. */
const uint32_t *p1s_vif_words(const char *lines, size_t *count);
/* The quadwords of the GIF data that the lines give, as words. */
const uint32_t *p1s_gif_words(const char *lines, size_t *count);
/* What is reported about a text, each line with a line end behind it; "" if nothing. */
const char *p1s_errors(const char *text);
/* The text of a trace. */
const char *p1s_disassemble(const char *path);

#endif
