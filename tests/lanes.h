/* Vectors of float words, by the scalar floats: what a microprogram's operations must give. */
#ifndef TESTS_LANES_H
#define TESTS_LANES_H

#include <stdint.h>

#include <path1/ee_fpu.h>

struct lanes {
    uint32_t lane[4];
};
/* fs + ft, fs - ft and fs * ft in the first `count` lanes; the others are 0. */
struct lanes lanes_add(const struct lanes *fs, const struct lanes *ft, unsigned count);
struct lanes lanes_sub(const struct lanes *fs, const struct lanes *ft, unsigned count);
struct lanes lanes_mul(const struct lanes *fs, const struct lanes *ft, unsigned count);
/* fs * ft with the same ft for all four lanes. */
struct lanes lanes_scale(const struct lanes *fs, uint32_t ft);
/* add + fs * ft, as ADDA of `add` and 0 and MADD give it. */
struct lanes lanes_madd(const struct lanes *add, const struct lanes *fs, const struct lanes *ft);
/* A matrix of four columns times x, y, z, w in that order, as MULA, MADDA, MADDA and MADD give it. */
struct lanes lanes_transform(const struct lanes column[4], const struct lanes *v);
struct lanes lanes_to_fixed(const struct lanes *fs, unsigned fraction_bits);

#endif
