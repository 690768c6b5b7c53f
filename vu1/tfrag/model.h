/* The model of tfrag.vsm in pieces. A name in capitals beside a member is the register of the program. */
#ifndef TFRAG_MODEL_H
#define TFRAG_MODEL_H

#include <stdint.h>

#include <path1/ee_fpu.h>
#include <path1/tfrag.h>

#include "words.h"

enum {
    TFRAG_QUADWORDS = VU1_MEMORY_SIZE / 16,
    TFRAG_BUFFER_A = 0x2a0,
    TFRAG_BUFFERS = 0x5f0, /* the sum of both buffers' addresses */
    TFRAG_RECORDS = 328,   /* strips at most; as many quadwords as an input buffer has */
};
#define TFRAG_ONE 0x3F800000u /* 1.0 */

enum { X, Y, Z, W };

/* One run. Addresses count quadwords, have 16 bits as VI registers, and wrap around memory where it is read
 * or written. */
struct tfrag_run {
    const struct ee_fpu4_kernels *lanes;
    struct tfrag_model *model;
    uint8_t *data;
    tfrag_kick *kick;
    void *user;
    uint16_t top;
    struct ee_fpu4 matrix[4];          /* VF01 to VF04: columns for x, y, z, and the translation */
    struct ee_fpu4 depth;              /* VF05: of 656 */
    struct ee_fpu4 most_weights;       /* VF06: of 657, x y */
    struct ee_fpu4 screen;             /* VF07: of 661 */
    struct ee_fpu4 guard;              /* VF08: of 662 */
    struct ee_fpu4 strip_tag, gif_tag; /* VF09, VF10: of 658, 660 */
};

static inline uint8_t *tfrag_at(const struct tfrag_run *run, uint16_t address)
{
    return run->data + (size_t)(address % TFRAG_QUADWORDS) * 16;
}
static inline struct ee_fpu4 tfrag_load(const struct tfrag_run *run, uint16_t address)
{
    struct ee_fpu4 quadword;
    vu_load_words(quadword.lane, tfrag_at(run, address));
    return quadword;
}
static inline void tfrag_store(const struct tfrag_run *run, uint16_t address, const struct ee_fpu4 *quadword)
{
    vu_store_words(tfrag_at(run, address), quadword->lane);
}
/* ILW of a field at TOP + `quadword`. */
static inline uint16_t tfrag_header(const struct tfrag_run *run, unsigned quadword, unsigned field)
{
    return (uint16_t)vu_load_word(tfrag_at(run, (uint16_t)(run->top + quadword)) + 4 * field);
}
/* The address in a lane, which counts from TOP. */
static inline uint16_t tfrag_address(const struct tfrag_run *run, uint32_t lane)
{
    return (uint16_t)(lane + run->top);
}

/* Four addresses a quadword, one after another. */
struct tfrag_list {
    uint16_t next;           /* quadword */
    unsigned left;           /* addresses in `quadword` */
    struct ee_fpu4 quadword; /* VF15: the next address in x */
};
static inline void tfrag_list_fill(const struct tfrag_run *run, struct tfrag_list *list)
{
    list->quadword = tfrag_load(run, list->next++);
    list->left = 4;
}
static inline uint32_t tfrag_list_take(struct tfrag_list *list)
{
    uint32_t taken = list->quadword.lane[X];
    list->quadword =
        (struct ee_fpu4){{list->quadword.lane[Y], list->quadword.lane[Z], list->quadword.lane[W], taken}};
    list->left--;
    return taken;
}

/* A position of integers, w not used, to where it is seen from. */
struct ee_fpu4 tfrag_transform(const struct tfrag_run *run, const struct ee_fpu4 *position);

/* Transforms the first `count` positions in place. */
void tfrag_transform_all(const struct tfrag_run *run, uint16_t count);
enum tfrag_tier { TFRAG_LOD_01, TFRAG_LOD_0 };
/* Morphs a tier's vertices. `change`: where its level of detail changes; then those whose parents have passed
 * the threshold are replaced, extra vertex infos too. */
void tfrag_morph(const struct tfrag_run *run, enum tfrag_tier tier, bool change);
/* The strips into packets. `transformed`: positions are; `tested`: with the guard band's test. */
void tfrag_emit(const struct tfrag_run *run, bool transformed, bool tested);

#endif
