/* The step that division and square root share (FLOAT section 5): a remainder in carry-save form from which
 * a multiple, -1, 0 or 1 times, is taken, and from whose top the next digit is guessed. */
#ifndef EE_FPU_RESIDUAL_H
#define EE_FPU_RESIDUAL_H

#include "carry_save.h"

/* The digit that the remainder suggests. Bits 31..24 of both halves are added; of bit 23 there is only "one
 * of them is set"; nothing is known of the bits below. */
static inline int residual_digit(struct carry_save r)
{
    unsigned top = ((r.sum >> 24) + (r.carry >> 24)) & 0xFF;
    int estimate = 2 * (top < 128 ? (int)top : (int)top - 256) + (int)((r.sum | r.carry) >> 23 & 1);
    return estimate >= 1 ? 1 : estimate < -2 ? -1 : 0;
}

/* Subtracts digit * value, doubles the remainder and returns the next digit. */
static inline int residual_step(struct carry_save *r, int digit, uint32_t value)
{
    uint32_t addend = digit > 0 ? ~value : digit < 0 ? value : 0;
    struct carry_save next = carry_save_add(r->sum, r->carry + (digit > 0), addend);
    int next_digit = residual_digit(digit ? next : *r);
    r->sum = next.sum << 1;
    r->carry = next.carry << 1;
    return next_digit;
}

#endif
