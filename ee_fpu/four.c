/* Choosing the four-lane operations. */
#include <stddef.h>
#include <string.h>

#include "four.h"
#include "word.h"

#if FOUR_X86
#define ALL(word)                                                                                            \
    {                                                                                                        \
        word, word, word, word                                                                               \
    }
#define EXPONENT(n) ((uint32_t)(n) << WORD_FRACTION_BITS)

/* Exponents of sums go from 1 - 24 to 256, of products from -254 to 384. */
enum { SUM_MIDDLE = 128, PRODUCT_MIDDLE = 129 };

const struct four_constants four_constants = {
    .sign = ALL(WORD_SIGN),
    .magnitude = ALL(WORD_MAX),
    .exponent = ALL(EXPONENT(255)),
    .fraction = ALL(WORD_FRACTION),
    .hidden = ALL(WORD_HIDDEN),
    .low_half = ALL(0xFFFF),
    .top_byte = ALL(0xFF000000),
    .none_lost = ALL(EXPONENT(WORD_BIAS + WORD_FRACTION_BITS + 1)),
    .sum_offset = ALL(EXPONENT(WORD_BIAS + WORD_FRACTION_BITS + 1 + SUM_MIDDLE)),
    .sum_least = ALL(EXPONENT(1 - SUM_MIDDLE)),
    .sum_largest = ALL(EXPONENT(256 - SUM_MIDDLE) - 1),
    .sum_unwide = ALL(EXPONENT(SUM_MIDDLE)),
    .product_offset = ALL(EXPONENT(WORD_BIAS + PRODUCT_MIDDLE)),
    .product_least = ALL(EXPONENT(1 - PRODUCT_MIDDLE)),
    .product_largest = ALL(EXPONENT(256 - PRODUCT_MIDDLE) - 1),
    .product_unwide = ALL(EXPONENT(PRODUCT_MIDDLE)),
};
#endif

/* Is the set usable on this processor? */
static bool runs(const struct ee_fpu4_kernels *kernels)
{
#if FOUR_X86
    __builtin_cpu_init();
    if (kernels == &four_avx2)
        return __builtin_cpu_supports("avx2");
    if (kernels == &four_sse41)
        return __builtin_cpu_supports("sse4.1");
#endif
    return kernels == &four_scalar;
}

const struct ee_fpu4_kernels *ee_fpu4_kernels(const char *name)
{
    static const struct ee_fpu4_kernels *const fastest_first[] = {
#if FOUR_X86
        &four_avx2,
        &four_sse41,
#endif
        &four_scalar,
    };
    for (size_t i = 0; i < sizeof fastest_first / sizeof fastest_first[0]; i++) {
        const struct ee_fpu4_kernels *kernels = fastest_first[i];
        if ((!name || strcmp(name, kernels->name) == 0) && runs(kernels))
            return kernels;
    }
    return NULL;
}
