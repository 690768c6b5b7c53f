/* Multiply-add (FLOAT section 4): a complete, truncated product, then the ordinary addition; and the hidden
 * overflow state of the accumulator. */
#include "word.h"

/* The accumulator that has overflowed stays, and so does the overflow. An instruction leaves +-MAX there; of
 * a zero, which only the caller can have put there, the flag is Z as in the vectors of the community. */
static struct ee_fpu_result keep_acc(uint32_t acc)
{
    uint32_t flags = acc & WORD_MAX ? EE_FPU_O : EE_FPU_Z;
    return (struct ee_fpu_result){acc, flags | (word_sign(acc) ? EE_FPU_S : 0u)};
}

/* `flip`: WORD_SIGN to subtract the product. */
static struct ee_fpu_mac_result multiply_add(uint32_t acc, bool acc_overflowed, uint32_t fs, uint32_t ft,
                                             uint32_t flip)
{
    struct ee_fpu_result product = ee_fpu_mul(fs, ft), sum;
    if (product.flags & EE_FPU_O)
        sum = word_result(product.word ^ flip, EE_FPU_O);
    else if (acc_overflowed)
        sum = keep_acc(acc);
    else
        sum = ee_fpu_add(acc, product.word ^ flip);
    return (struct ee_fpu_mac_result){.word = sum.word, .flags = sum.flags, .product = product.flags};
}

struct ee_fpu_mac_result ee_fpu_madd(uint32_t acc, bool acc_overflowed, uint32_t fs, uint32_t ft)
{
    return multiply_add(acc, acc_overflowed, fs, ft, 0);
}

struct ee_fpu_mac_result ee_fpu_msub(uint32_t acc, bool acc_overflowed, uint32_t fs, uint32_t ft)
{
    return multiply_add(acc, acc_overflowed, fs, ft, WORD_SIGN);
}
