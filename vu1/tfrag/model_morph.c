/* The model of tfrag.vsm: positions, morphing and collapse. */
#include "model.h"

#include <string.h>

/* No w is below this. */
#define NEVER 0xFFFFFFFFu

static const struct ee_fpu4 one = {{TFRAG_ONE, TFRAG_ONE, TFRAG_ONE, TFRAG_ONE}};

static struct ee_fpu4 broadcast(uint32_t word)
{
    return (struct ee_fpu4){{word, word, word, word}};
}

/* The MADD of a chain; the accumulator's overflow state is O of the operation before. */
static void add_product(const struct tfrag_run *run, struct ee_fpu4_result *acc, const struct ee_fpu4 *fs,
                        uint32_t ft)
{
    const struct ee_fpu4 factor = broadcast(ft);
    run->lanes->madd(acc, &acc->value, acc->mac >> 12, fs, &factor);
}

struct ee_fpu4 tfrag_transform(const struct tfrag_run *run, const struct ee_fpu4 *position)
{
    struct ee_fpu4 from;
    struct ee_fpu4_result acc;
    run->lanes->from_fixed(&from, position, 0);
    run->lanes->mul(&acc, &run->matrix[3], &one);
    for (unsigned i = X; i <= Z; i++)
        add_product(run, &acc, &run->matrix[i], from.lane[i]);
    return acc.value;
}

/* a * x + b * y */
static struct ee_fpu4 blend(const struct tfrag_run *run, const struct ee_fpu4 *a, uint32_t x,
                            const struct ee_fpu4 *b, uint32_t y)
{
    const struct ee_fpu4 factor = broadcast(x);
    struct ee_fpu4_result acc;
    run->lanes->mul(&acc, a, &factor);
    add_product(run, &acc, b, y);
    return acc.value;
}

/* The next position is loaded before this one is stored, also behind the last. */
void tfrag_transform_all(const struct tfrag_run *run, uint16_t count)
{
    uint16_t address = tfrag_address(run, tfrag_header(run, 1, Z));
    struct ee_fpu4 position = tfrag_load(run, address);
    for (count &= 0xFF; count > 0; count--, address = (uint16_t)(address + 2)) {
        const struct ee_fpu4 transformed = tfrag_transform(run, &position);
        position = tfrag_load(run, (uint16_t)(address + 2));
        tfrag_store(run, address, &transformed);
    }
}

/* Where a tier's lists are: header fields. */
struct field {
    uint8_t quadword, lane;
};
struct tier {
    struct field infos, parents, count, extra_infos, extra_parents, extra_count;
    uint16_t slope, offset; /* constants of the weights */
};
static const struct tier tiers[] = {
    [TFRAG_LOD_01] = {{2, Y}, {3, Z}, {0, Z}, {2, Z}, {3, W}, {0, W}, 666, 668},
    [TFRAG_LOD_0] = {{2, W}, {4, X}, {1, X}, {3, X}, {4, Y}, {1, Y}, 667, 669},
};

static uint16_t header(const struct tfrag_run *run, struct field field)
{
    return tfrag_header(run, field.quadword, field.lane);
}

struct morph {
    struct ee_fpu4 slope, offset; /* VF12, VF13: x y are used */
    uint32_t threshold;           /* VF19w */
};

/* A vertex and what it depends on. */
struct family {
    uint16_t own, first, second; /* addresses of its position, its parents' */
    struct ee_fpu4 parent_info;  /* VF17: the first parent's */
    struct ee_fpu4 position;     /* VF18: its own, of integers */
};

static void find_family(const struct tfrag_run *run, struct tfrag_list *parents, uint16_t info,
                        struct family *out)
{
    const struct ee_fpu4 own = tfrag_load(run, info);
    if (!parents->left)
        tfrag_list_fill(run, parents);
    out->parent_info = tfrag_load(run, tfrag_address(run, tfrag_list_take(parents)));
    out->own = tfrag_address(run, own.lane[W]);
    out->first = tfrag_address(run, out->parent_info.lane[W]);
    out->second = tfrag_address(run, own.lane[Z]);
    out->position = tfrag_load(run, out->own);
}

/* Is max(P1.w, P2.w) below the threshold? */
static bool both_below(const struct tfrag_run *run, const struct family *family, uint32_t threshold)
{
    uint32_t nearer =
        ee_fpu_max(tfrag_load(run, family->first).lane[W], tfrag_load(run, family->second).lane[W]);
    return ee_fpu_sub(nearer, threshold).flags & EE_FPU_S;
}

/* clamp(offset + slope * w, 0, (0.5, 1)) */
static uint32_t weight(const struct tfrag_run *run, const struct morph *morph, unsigned lane, uint32_t w)
{
    struct ee_fpu_result acc = ee_fpu_mul(morph->offset.lane[lane], TFRAG_ONE);
    uint32_t sum = ee_fpu_madd(acc.word, acc.flags & EE_FPU_O, morph->slope.lane[lane], w).word;
    return ee_fpu_max(ee_fpu_min(sum, run->most_weights.lane[lane]), 0);
}

/* Of the three colours, with the weights of the positions; truncated. */
static struct ee_fpu4 morph_colour(const struct tfrag_run *run, const struct family *family, uint32_t x,
                                   uint32_t y)
{
    const uint16_t from[3] = {family->first, family->second, family->own};
    struct ee_fpu4 colour[3], multiplier;
    struct ee_fpu4_result result;
    for (unsigned i = 0; i < 3; i++) {
        colour[i] = tfrag_load(run, (uint16_t)(from[i] + 1));
        run->lanes->from_fixed(&colour[i], &colour[i], 0);
    }
    memcpy(multiplier.lane, run->model->multiplier, sizeof multiplier.lane);
    run->lanes->add(&result, &colour[0], &colour[1]);
    colour[2] = blend(run, &result.value, x, &colour[2], y);
    run->lanes->mul(&result, &colour[2], &multiplier);
    run->lanes->to_fixed(&colour[2], &result.value, 0);
    return colour[2];
}

struct morphed {
    struct ee_fpu4 position, colour;
};

static void morph_vertex(const struct tfrag_run *run, const struct morph *morph, const struct family *family,
                         struct morphed *out)
{
    const struct ee_fpu4 first = tfrag_load(run, family->first), second = tfrag_load(run, family->second);
    const struct ee_fpu4 own = tfrag_transform(run, &family->position);
    const uint32_t x = weight(run, morph, X, own.lane[W]), y = weight(run, morph, Y, own.lane[W]);
    struct ee_fpu4_result sum;
    out->colour = morph_colour(run, family, x, y);
    run->lanes->add(&sum, &first, &second);
    out->position = blend(run, &sum.value, x, &own, y);
}

/* In the program's order: a vertex that is morphed is stored when the next one has been fetched, one whose
 * info is replaced before. */
static void morph_tier(const struct tfrag_run *run, const struct tier *tier, const struct morph *morph)
{
    uint16_t info = tfrag_address(run, header(run, tier->infos));
    struct tfrag_list parents = {.next = tfrag_address(run, header(run, tier->parents))};
    uint16_t count = header(run, tier->count) & 0xFF;
    struct family next;
    find_family(run, &parents, info, &next);
    for (; count > 0; count--) {
        const struct family family = next;
        struct morphed morphed;
        bool replaced = both_below(run, &family, morph->threshold);
        if (replaced)
            tfrag_store(run, info, &family.parent_info);
        else
            morph_vertex(run, morph, &family, &morphed);
        find_family(run, &parents, ++info, &next);
        if (!replaced) {
            tfrag_store(run, family.own, &morphed.position);
            tfrag_store(run, (uint16_t)(family.own + 1), &morphed.colour);
        }
    }
}

/* Extra vertex infos share the position of one that was morphed or replaced. */
static void replace_extras(const struct tfrag_run *run, const struct tier *tier, uint32_t threshold)
{
    uint16_t info = tfrag_address(run, header(run, tier->extra_infos));
    struct tfrag_list parents = {.next = tfrag_address(run, header(run, tier->extra_parents))};
    for (uint16_t count = header(run, tier->extra_count) & 0xFF; count > 0; count--, info++) {
        struct family family;
        find_family(run, &parents, info, &family);
        if (both_below(run, &family, threshold))
            tfrag_store(run, info, &family.parent_info);
    }
}

void tfrag_morph(const struct tfrag_run *run, enum tfrag_tier which, bool change)
{
    const struct tier *tier = &tiers[which];
    const struct morph morph = {tfrag_load(run, tier->slope), tfrag_load(run, tier->offset),
                                change ? tfrag_load(run, tier->slope).lane[W] : NEVER};
    morph_tier(run, tier, &morph);
    if (change)
        replace_extras(run, tier, morph.threshold);
}
