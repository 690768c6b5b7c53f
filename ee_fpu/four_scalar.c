/* Four lanes by the scalar operations, one after the other. */
#include "four.h"

enum { LANES = 4 };

/* Flags Z, S, U, O (bits 0 to 3) of one lane, at their places in the MAC register. */
static uint32_t mac_bits(uint32_t flags, unsigned lane)
{
    uint32_t spread =
        (flags & EE_FPU_Z) | (flags & EE_FPU_S) << 3 | (flags & EE_FPU_U) << 6 | (flags & EE_FPU_O) << 9;
    return spread << (LANES - 1 - lane);
}

typedef struct ee_fpu_result operation(uint32_t fs, uint32_t ft);
typedef struct ee_fpu_mac_result accumulation(uint32_t acc, bool acc_overflowed, uint32_t fs, uint32_t ft);

static void each(struct ee_fpu4_result *out, const struct ee_fpu4 *fs, const struct ee_fpu4 *ft,
                 operation *compute)
{
    struct ee_fpu4_result all = {.mac = 0};
    for (unsigned i = 0; i < LANES; i++) {
        struct ee_fpu_result result = compute(fs->lane[i], ft->lane[i]);
        all.value.lane[i] = result.word;
        all.mac |= mac_bits(result.flags, i);
    }
    *out = all;
}

static void each_mac(struct ee_fpu4_result *out, const struct ee_fpu4 *acc, unsigned acc_overflowed,
                     const struct ee_fpu4 *fs, const struct ee_fpu4 *ft, accumulation *compute)
{
    struct ee_fpu4_result all = {.mac = 0};
    for (unsigned i = 0; i < LANES; i++) {
        bool overflowed = acc_overflowed >> (LANES - 1 - i) & 1;
        struct ee_fpu_mac_result result = compute(acc->lane[i], overflowed, fs->lane[i], ft->lane[i]);
        all.value.lane[i] = result.word;
        all.mac |= mac_bits(result.flags, i);
        all.product |= mac_bits(result.product, i);
    }
    *out = all;
}

static void add(struct ee_fpu4_result *out, const struct ee_fpu4 *fs, const struct ee_fpu4 *ft)
{
    each(out, fs, ft, ee_fpu_add);
}

static void sub(struct ee_fpu4_result *out, const struct ee_fpu4 *fs, const struct ee_fpu4 *ft)
{
    each(out, fs, ft, ee_fpu_sub);
}

static void mul(struct ee_fpu4_result *out, const struct ee_fpu4 *fs, const struct ee_fpu4 *ft)
{
    each(out, fs, ft, ee_fpu_mul);
}

static void madd(struct ee_fpu4_result *out, const struct ee_fpu4 *acc, unsigned acc_overflowed,
                 const struct ee_fpu4 *fs, const struct ee_fpu4 *ft)
{
    each_mac(out, acc, acc_overflowed, fs, ft, ee_fpu_madd);
}

static void msub(struct ee_fpu4_result *out, const struct ee_fpu4 *acc, unsigned acc_overflowed,
                 const struct ee_fpu4 *fs, const struct ee_fpu4 *ft)
{
    each_mac(out, acc, acc_overflowed, fs, ft, ee_fpu_msub);
}

static void max(struct ee_fpu4 *out, const struct ee_fpu4 *fs, const struct ee_fpu4 *ft)
{
    for (unsigned i = 0; i < LANES; i++)
        out->lane[i] = ee_fpu_max(fs->lane[i], ft->lane[i]);
}

static void min(struct ee_fpu4 *out, const struct ee_fpu4 *fs, const struct ee_fpu4 *ft)
{
    for (unsigned i = 0; i < LANES; i++)
        out->lane[i] = ee_fpu_min(fs->lane[i], ft->lane[i]);
}

static void to_fixed(struct ee_fpu4 *out, const struct ee_fpu4 *fs, unsigned fraction_bits)
{
    for (unsigned i = 0; i < LANES; i++)
        out->lane[i] = ee_fpu_to_fixed(fs->lane[i], fraction_bits);
}

static void from_fixed(struct ee_fpu4 *out, const struct ee_fpu4 *fixed, unsigned fraction_bits)
{
    for (unsigned i = 0; i < LANES; i++)
        out->lane[i] = ee_fpu_from_fixed(fixed->lane[i], fraction_bits);
}

const struct ee_fpu4_kernels four_scalar = {
    .name = "scalar",
    .add = add,
    .sub = sub,
    .mul = mul,
    .madd = madd,
    .msub = msub,
    .max = max,
    .min = min,
    .to_fixed = to_fixed,
    .from_fixed = from_fixed,
};
