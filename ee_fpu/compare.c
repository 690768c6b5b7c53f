/* MAX, MIN, comparisons and CLIP (FLOAT sections 6 and 8): words as sign and magnitude. */
#include "word.h"

/* Order of words as signed integers; -0 is less than +0. */
static int64_t order(uint32_t word)
{
    int64_t magnitude = word & WORD_MAX;
    return word_sign(word) ? -magnitude - 1 : magnitude;
}

/* MAX and MIN see the raw words, also of zeros with a fraction. */
uint32_t ee_fpu_max(uint32_t fs, uint32_t ft)
{
    return order(fs) > order(ft) ? fs : ft;
}

uint32_t ee_fpu_min(uint32_t fs, uint32_t ft)
{
    return order(fs) < order(ft) ? fs : ft;
}

/* For comparisons all zeros are one. */
static int64_t value_order(uint32_t word)
{
    return word_is_zero(word) ? 0 : order(word);
}

bool ee_fpu_equal(uint32_t fs, uint32_t ft)
{
    return value_order(fs) == value_order(ft);
}

bool ee_fpu_less(uint32_t fs, uint32_t ft)
{
    return value_order(fs) < value_order(ft);
}

bool ee_fpu_less_equal(uint32_t fs, uint32_t ft)
{
    return value_order(fs) <= value_order(ft);
}

/* Is `word` positive and, as an integer, beyond `limit`? */
static bool beyond(uint32_t word, uint32_t limit)
{
    return !word_sign(word) && word > limit;
}

uint32_t ee_fpu_clip(const uint32_t fs[3], uint32_t ft_w)
{
    /* A zero limit is the largest word that is zero. */
    uint32_t limit = word_is_zero(ft_w) ? WORD_FRACTION : ft_w & WORD_MAX, flags = 0;
    for (unsigned i = 0; i < 3; i++) {
        if (beyond(fs[i], limit))
            flags |= 1u << (2 * i);
        if (beyond(fs[i] ^ WORD_SIGN, limit))
            flags |= 2u << (2 * i);
    }
    return flags;
}
