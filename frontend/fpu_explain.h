/* How a float operation comes to its result, step by step, for people. */
#ifndef FRONTEND_FPU_EXPLAIN_H
#define FRONTEND_FPU_EXPLAIN_H

#include <path1/ee_fpu_ops.h>

/* Takes one step: what it is, and what came out. */
typedef void fpu_step_sink(void *user, const char *step, const char *text);

/* Hands the steps of `op` on these operands to `sink`, in their order. */
void fpu_explain(const struct ee_fpu_op *op, const uint32_t *operands, fpu_step_sink *sink, void *user);
/* The value of a word in decimal ("129.5"), 9 digits; words are never infinite or NaN. */
void fpu_decimal(uint32_t word, char *out, size_t size);

#endif
