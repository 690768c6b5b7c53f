/* Four lanes with AVX2. */
#include "four.h"

#if FOUR_X86
#define FOUR_TARGET "avx2"
#define FOUR_NAME "avx2"
#define FOUR_KERNELS four_avx2
#include "four_simd.h"
#else
typedef int four_avx2_is_not_compiled;
#endif
