/* Four lanes with SSE4.1. */
#include "four.h"

#if FOUR_X86
#define FOUR_TARGET "sse4.1"
#define FOUR_NAME "sse4.1"
#define FOUR_KERNELS four_sse41
#include "four_simd.h"
#else
typedef int four_sse41_is_not_compiled;
#endif
