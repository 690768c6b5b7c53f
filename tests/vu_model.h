/* The plain version of what the vector units' interpreter does fast: an upper operation lane by lane with the
 * scalar floats, and flags that are worked out at once and kept in a list until they are due. */
#ifndef TESTS_VU_MODEL_H
#define TESTS_VU_MODEL_H

#include <stdbool.h>
#include <stdint.h>

#include <path1/vu.h>

#include "decode.h"

/* What an upper operation gives, with the registers as they were before its pair. */
struct model_upper {
    bool has_flags, to_acc;
    uint8_t dest;      /* lanes written; 0: nothing */
    uint8_t target;    /* VF register */
    uint32_t value[4]; /* of those lanes */
    uint16_t mac, product;
    uint8_t overflowed; /* lanes, for ACC */
    bool is_clip;
    uint32_t clip; /* six bits */
};
struct model_upper model_upper(const struct vu_registers *before, const struct vu_upper *upper);

/* Status, MAC and clip flags over time. */
struct model_flags {
    uint16_t status, mac;
    uint32_t clip;
    uint64_t due[8]; /* 0: nothing */
    struct model_upper result[8];
    bool fsset[8], fcset[8];
    uint32_t immediate[8];
    uint64_t q_due;
    uint32_t q_flags;
};
/* Brings the flags to cycle `cycle`. */
void model_flags_until(struct model_flags *flags, uint64_t cycle);
/* A pair issues in `cycle`. */
void model_flags_issue(struct model_flags *flags, uint64_t cycle, const struct vu_registers *before,
                       const struct vu_pair *pair, const struct model_upper *result);

#endif
