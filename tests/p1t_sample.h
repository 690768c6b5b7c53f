/* Traces of path1's own form for tests: contents made up from a seed, with every kind of event and of state.
 */
#ifndef TESTS_P1T_SAMPLE_H
#define TESTS_P1T_SAMPLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <path1/trace.h>

enum {
    P1T_SAMPLE_GS = 1,
    P1T_SAMPLE_REGISTERS = 2,
    P1T_SAMPLE_VIF = 4,
    P1T_SAMPLE_VU = 8,
    P1T_SAMPLE_VU_DATA = 16,
    P1T_SAMPLE_VU_MICRO = 32,
    P1T_SAMPLE_TEXTS = 64,
    P1T_SAMPLE_SCREENSHOT = 128,
    P1T_SAMPLE_EXPECTATIONS = 256,
    P1T_SAMPLE_MERGED = 512,
    P1T_SAMPLE_ALL = 511,
};

struct p1t_sample {
    struct trace_header header;
    struct trace_start start;
    struct trace_text texts[3];
    size_t text_count;
    struct trace_expectation expectations[4];
    size_t expectation_count;
    struct trace_event *events;
    size_t event_count;
    uint8_t *memory[8]; /* what the pointers point to */
    size_t memory_count;
};

/* Fills `sample` with what `parts` names and `events` events of up to `most` bytes of data. */
void p1t_sample_fill(struct p1t_sample *sample, unsigned parts, size_t events, uint32_t most, uint64_t seed);
void p1t_sample_free(struct p1t_sample *sample);
/* Writes it to `path`; fails the test on an error. */
void p1t_sample_write(const struct p1t_sample *sample, const char *path);
/* Reads `path` and fails the test unless everything is as in `sample`. */
void p1t_sample_check(const struct p1t_sample *sample, const char *path);
/* Reads `from` and writes what was read to `to`. */
void p1t_rewrite(const char *from, const char *to);

#endif
