/* What the files of fpu_explain share. */
#ifndef FRONTEND_FPU_EXPLAIN_PARTS_H
#define FRONTEND_FPU_EXPLAIN_PARTS_H

#include "fpu_explain.h"

/* Where the steps go. */
struct explanation {
    fpu_step_sink *sink;
    void *user;
};

static inline unsigned exponent_of(uint32_t word)
{
    return word >> 23 & 0xFF;
}

/* Hands on one step, its text formatted. */
__attribute__((format(printf, 3, 4))) void say(const struct explanation *e, const char *step,
                                               const char *format, ...);
/* The same with a word and its value. */
void say_word(const struct explanation *e, const char *step, uint32_t word);

void explain_add(const struct explanation *e, uint32_t fs, uint32_t ft);
void explain_mul(const struct explanation *e, uint32_t fs, uint32_t ft);
void explain_div(const struct explanation *e, uint32_t fs, uint32_t ft);
void explain_sqrt(const struct explanation *e, uint32_t ft);

#endif
