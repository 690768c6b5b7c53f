/* Traces of VIF1 words for tests of what the program prints about them. */
#ifndef TESTS_LISTED_H
#define TESTS_LISTED_H

#include <stddef.h>
#include <stdint.h>

#include <path1/trace.h>

/* Words for VIF1. Start with {0}. */
struct vif_words {
    size_t count;
    uint32_t word[4096];
};

/* CMD, NUM and IMM of a VIFcode. */
void words_code(struct vif_words *words, unsigned command, unsigned num, unsigned imm);
void words_add(struct vif_words *words, uint32_t word);
/* A quadword: a GIF tag's halves, or any other. */
void words_quadword(struct vif_words *words, uint64_t low, uint64_t high);
/* NOPs until the payload of the next code begins at a multiple of `count` words. */
void words_align(struct vif_words *words, size_t count);
/* MPG of `text`, an assembler's program, to pair `address`. */
void words_program(struct vif_words *words, unsigned address, const char *text);

struct trace_event words_event(const struct vif_words *words);
/* A .p1t of these events at scratch(name). `start` and `texts` may be NULL. */
const char *write_p1t(const char *name, const struct trace_start *start, const struct trace_text *texts,
                      size_t text_count, const struct trace_event *events, size_t count);

/* The lines of `path1 list` without the column of offsets and without times; to be freed. */
char *listed_lines(const char *text);

#endif
