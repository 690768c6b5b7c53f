/* Instruction pairs of micro memory, ready to run: decoded once, with their operands looked up and what they
 * need of the pipelines worked out. Pointers go into the unit's own state. */
#ifndef VU_PAIR_CACHE_H
#define VU_PAIR_CACHE_H

#include "decode.h"
#include "vector_unit.h"

/* Computes an upper operation. A value for a VF register goes to `result`, which the caller stores when the
 * lower half is done; everything else is written here. */
typedef void vu_upper_handler(struct vu *vu, const struct vu_code *code, struct vu_slot *slot,
                              struct ee_fpu4_result *result);
typedef void vu_lower_handler(struct vu *vu, const struct vu_code *code, struct vu_slot *slot);

typedef void vu_add_kernel(struct ee_fpu4_result *out, const struct ee_fpu4 *fs, const struct ee_fpu4 *ft);
typedef void vu_mac_kernel(struct ee_fpu4_result *out, const struct ee_fpu4 *acc, unsigned acc_overflowed,
                           const struct ee_fpu4 *fs, const struct ee_fpu4 *ft);
typedef void vu_max_kernel(struct ee_fpu4 *out, const struct ee_fpu4 *fs, const struct ee_fpu4 *ft);
typedef void vu_fixed_kernel(struct ee_fpu4 *out, const struct ee_fpu4 *fs, unsigned fraction_bits);

/* Units that a pair may have to wait for. */
enum { VU_WAIT_FDIV = 1, VU_WAIT_EFU = 2, VU_WAIT_KICK = 4 };
enum { VU_CONTROL_E = 1, VU_CONTROL_D = 2, VU_CONTROL_T = 4 };

struct vu_code {
    vu_upper_handler *upper;
    vu_lower_handler *lower;
    struct vu_fields reads, writes;

    const struct ee_fpu4 *fs, *ft;
    const uint32_t *scalar; /* the second operand of all lanes, if it is one field, Q or I */
    union {
        vu_add_kernel *add; /* add, sub, mul */
        vu_mac_kernel *mac; /* madd, msub */
        vu_max_kernel *max; /* max, min */
        vu_fixed_kernel *fixed;
    } kernel;
    struct ee_fpu4 *out;        /* where the upper result goes; NULL: nowhere */
    const struct ee_fpu4 *mask; /* all ones in the lanes that it changes */
    struct ee_fpu4 *lower_out;  /* the same for the lower half */
    const struct ee_fpu4 *lower_mask;
    struct vu_lower half; /* VI numbers are 0..15 */
    uint32_t target;      /* of a branch: byte address */
    uint16_t mac_mask;    /* MAC bits of the selected lanes */
    uint8_t dest;         /* of the upper half */
    uint8_t fraction_bits;
    uint8_t flags;   /* VU_FLAG_ */
    uint8_t waits;   /* VU_WAIT_ */
    uint8_t control; /* VU_CONTROL_ */
    bool delayed;    /* has results or flags that take four cycles */
    bool ready;
};

/* Decodes the pair at byte address `pc` into vu->code[pc / 8]. */
void vu_prepare(struct vu *vu, uint32_t pc);

/* What a pair reads and writes with a delay: VF fields, and VI registers (written: ILW and ILWR only). */
struct vu_pair_fields {
    struct vu_fields reads, upper_writes, lower_writes;
};
struct vu_pair_fields vu_pair_fields(const struct vu_pair *pair);

/* Fill in what an operation needs. */
void vu_prepare_upper(struct vu *vu, struct vu_code *code, const struct vu_upper *upper);
void vu_prepare_lower(struct vu_code *code);

extern const struct ee_fpu4 vu_lane_masks[16]; /* by dest mask */

/* The bits of `from` where `mask` is set. */
static inline void vu_blend(struct ee_fpu4 *to, const struct ee_fpu4 *from, const struct ee_fpu4 *mask)
{
    for (unsigned i = 0; i < 4; i++)
        to->lane[i] = (to->lane[i] & ~mask->lane[i]) | (from->lane[i] & mask->lane[i]);
}

#endif
