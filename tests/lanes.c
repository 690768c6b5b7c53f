#include "lanes.h"

struct lanes lanes_add(const struct lanes *fs, const struct lanes *ft, unsigned count)
{
    struct lanes out = {{0}};
    for (unsigned i = 0; i < count; i++)
        out.lane[i] = ee_fpu_add(fs->lane[i], ft->lane[i]).word;
    return out;
}

struct lanes lanes_sub(const struct lanes *fs, const struct lanes *ft, unsigned count)
{
    struct lanes out = {{0}};
    for (unsigned i = 0; i < count; i++)
        out.lane[i] = ee_fpu_sub(fs->lane[i], ft->lane[i]).word;
    return out;
}

struct lanes lanes_mul(const struct lanes *fs, const struct lanes *ft, unsigned count)
{
    struct lanes out = {{0}};
    for (unsigned i = 0; i < count; i++)
        out.lane[i] = ee_fpu_mul(fs->lane[i], ft->lane[i]).word;
    return out;
}

struct lanes lanes_scale(const struct lanes *fs, uint32_t ft)
{
    return lanes_mul(fs, &(struct lanes){{ft, ft, ft, ft}}, 4);
}

static struct ee_fpu_result multiply_add(const struct ee_fpu_result *acc, uint32_t fs, uint32_t ft)
{
    struct ee_fpu_mac_result sum = ee_fpu_madd(acc->word, (acc->flags & EE_FPU_O) != 0, fs, ft);
    return (struct ee_fpu_result){sum.word, sum.flags};
}

struct lanes lanes_madd(const struct lanes *add, const struct lanes *fs, const struct lanes *ft)
{
    struct lanes out;
    for (unsigned i = 0; i < 4; i++) {
        struct ee_fpu_result acc = ee_fpu_add(add->lane[i], 0);
        out.lane[i] = multiply_add(&acc, fs->lane[i], ft->lane[i]).word;
    }
    return out;
}

struct lanes lanes_transform(const struct lanes column[4], const struct lanes *v)
{
    struct lanes out;
    for (unsigned i = 0; i < 4; i++) {
        struct ee_fpu_result acc = ee_fpu_mul(column[0].lane[i], v->lane[0]);
        for (unsigned k = 1; k < 4; k++)
            acc = multiply_add(&acc, column[k].lane[i], v->lane[k]);
        out.lane[i] = acc.word;
    }
    return out;
}

struct lanes lanes_to_fixed(const struct lanes *fs, unsigned fraction_bits)
{
    struct lanes out;
    for (unsigned i = 0; i < 4; i++)
        out.lane[i] = ee_fpu_to_fixed(fs->lane[i], fraction_bits);
    return out;
}
