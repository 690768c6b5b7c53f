/* A carry-save adder: three numbers become two of the same sum, modulo 2^32. */
#ifndef EE_FPU_CARRY_SAVE_H
#define EE_FPU_CARRY_SAVE_H

#include <stdint.h>

struct carry_save {
    uint32_t sum, carry;
};

static inline struct carry_save carry_save_add(uint32_t x, uint32_t y, uint32_t z)
{
    return (struct carry_save){.sum = x ^ y ^ z, .carry = ((x & y) | (x & z) | (y & z)) << 1};
}

#endif
