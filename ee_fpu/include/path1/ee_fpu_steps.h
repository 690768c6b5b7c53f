/*
 * path1/ee_fpu_steps.h: how the arithmetic of path1/ee_fpu.h comes to its results. Each function computes
 * by the same code as the operation itself and hands out what lies between.
 */
#ifndef PATH1_EE_FPU_STEPS_H
#define PATH1_EE_FPU_STEPS_H

#include <path1/ee_fpu.h>

#ifdef __cplusplus
extern "C" {
#endif

/* fs + ft. If an operand is zero only `result` is filled. */
struct ee_fpu_add_steps {
    bool adds;           /* neither operand is zero: the fields below are filled */
    uint32_t big, small; /* the operand of the larger exponent, and the other one */
    unsigned shift;      /* difference of the exponents, 0 .. 254 */
    uint32_t big_bits;   /* 24-bit significand and one guard bit */
    uint32_t small_bits; /* the same, shifted right to the big one's place */
    uint32_t dropped;    /* what that shift lost, as bits below the guard bit */
    bool negative;       /* sign of the sum */
    uint32_t sum;        /* its magnitude, 0 .. 26 bits */
    int normalise;       /* places the sum was shifted: left positive, right -1 */
    int exponent;        /* of the sum, biased, before the check of its range (1 .. 255) */
    struct ee_fpu_result result;
};
PATH1_FPU_API struct ee_fpu_add_steps ee_fpu_add_steps(uint32_t fs, uint32_t ft);

enum { EE_FPU_BOOTH_ROWS = 8 };

/* fs * ft. If an operand is zero only `result` is filled. */
struct ee_fpu_mul_steps {
    bool multiplies;                 /* neither operand is zero: the fields below are filled */
    uint32_t fs_bits, ft_bits;       /* 24-bit significands */
    uint64_t product;                /* exact, 46 .. 48 bits */
    int digit[EE_FPU_BOOTH_ROWS];    /* the eight low radix-4 digits of ft_bits, -2 .. 2, lowest first */
    uint32_t row[EE_FPU_BOOTH_ROWS]; /* their partial products as the array adds them, low 32 columns */
    uint32_t low_sum;                /* what the array makes of its low columns; bit 15 counts */
    bool carry_lost;                 /* the carry into bit 15 is missing: 2^15 less */
    uint64_t kept;                   /* the product without it */
    bool shifted;                    /* kept has 48 bits: exponent + 1 */
    int exponent;                    /* of the product, biased, before the check of its range (1 .. 255) */
    struct ee_fpu_result result;
};
PATH1_FPU_API struct ee_fpu_mul_steps ee_fpu_mul_steps(uint32_t fs, uint32_t ft);

enum { EE_FPU_QUOTIENT_DIGITS = 25 };

/* fs / ft. If an operand is zero only `result` is filled. */
struct ee_fpu_div_steps {
    bool divides;                      /* neither operand is zero: the fields below are filled */
    int digit[EE_FPU_QUOTIENT_DIGITS]; /* -1, 0, 1, highest first */
    uint32_t quotient;                 /* the number they make, 24 or 25 bits */
    bool shifted;                      /* it has 25 bits: halved, exponent + 1 */
    int exponent;                      /* biased, before the check of its range (1 .. 255) */
    struct ee_fpu_result result;
};
PATH1_FPU_API struct ee_fpu_div_steps ee_fpu_div_steps(uint32_t fs, uint32_t ft);

/* sqrt(|ft|). If ft is zero only `result` is filled. */
struct ee_fpu_sqrt_steps {
    bool extracts;     /* ft is not zero: the fields below are filled */
    uint32_t radicand; /* significand, 25 or 26 bits: twice as large if the exponent is even */
    int digit[EE_FPU_QUOTIENT_DIGITS]; /* -1, 0, 1, highest first */
    uint32_t root;                     /* the number they make, times 2; 26 bits */
    int exponent;                      /* biased, of the result */
    struct ee_fpu_result result;
};
PATH1_FPU_API struct ee_fpu_sqrt_steps ee_fpu_sqrt_steps(uint32_t ft);

/* One operation of an EFU function. */
struct ee_fpu_efu_step {
    const char *operation; /* "add", "sub", "mul", "madd", "div", "sqrt", "rsqrt" */
    uint32_t acc;          /* of madd: the accumulator before */
    uint32_t first, second;
    uint32_t result;
};
enum { EE_FPU_EFU_MAX_STEPS = 24 };
/* Does what ee_fpu_efu does, and lists the operations in their order. Returns how many they are. */
PATH1_FPU_API unsigned ee_fpu_efu_steps(enum ee_fpu_efu function, const uint32_t v[4],
                                        struct ee_fpu_efu_step steps[EE_FPU_EFU_MAX_STEPS]);

#ifdef __cplusplus
}
#endif
#endif
