/* Normal table, light bank and the colours that the load computes. Source: LEVEL.md section 7; arithmetic:
 * path1/ee_fpu.h, in the order of section 7.5. */
#include <inttypes.h>
#include <string.h>

#include <path1/ee_fpu.h>

#include "../trace_bytes.h"
#include "level_state.h"

#define ONE 0x3F800000u
/* Colours are carried as 65536 + c / 128, whose last bit is 1/128; the byte is in the low bits. */
#define COLOUR_BIAS 0x47800000u
enum { PAIR_BYTES = 8, SET_BYTES = 0x40, SETTINGS_BYTES = 0x5C, BANK_HEADER = 16 };

/* ---- tables ---- */

/* Is the word near the cosine of i * pi / 128? The tolerance is 1/1000 on a scale where 1.0 is 1 << 20; the
 * cosine by the recurrence of a turn in whole numbers, exact to far less. */
static bool near_fixed(uint32_t word, int64_t want)
{
    /* 2^20 times the float, truncated. */
    uint32_t exponent = word >> 23 & 0xFF;
    if (exponent >= 127 + 10)
        return false;
    uint32_t scaled = exponent ? word + (UINT32_C(20) << 23) : 0;
    int64_t have = (int32_t)ee_fpu_to_fixed(scaled, 0), off = have - want;
    return off < 1050 && off > -1050;
}

/* Cosine and sine of i * pi / 128 times 2^30, by turning: both factors are rounded from 30 binary digits. */
static void fixed_curve(int64_t cosine[LEVEL_ANGLES], int64_t sine[LEVEL_ANGLES])
{
    const int64_t c1 = 1073418433, s1 = 26350943, one = INT64_C(1) << 30;
    int64_t c = one, s = 0;
    for (int i = 0; i < LEVEL_ANGLES; i++) {
        if (i % 64 == 0) { /* quarter turns are exact */
            const int quarter = i / 64;
            c = quarter == 0 ? one : quarter == 2 ? -one : 0;
            s = quarter == 1 ? one : quarter == 3 ? -one : 0;
        }
        cosine[i] = c / 1024;
        sine[i] = s / 1024;
        int64_t next = (c * c1 - s * s1) / one;
        s = (s * c1 + c * s1) / one;
        c = next;
    }
}

void level_read_normals(struct level *level)
{
    struct level_bytes overlay = level->part[LEVEL_OVERLAY];
    struct level_lighting *lighting = &level->lighting;
    int64_t cosine[LEVEL_ANGLES], sine[LEVEL_ANGLES];
    if (!overlay.data)
        return;
    fixed_curve(cosine, sine);
    uint32_t found = 0;
    for (uint32_t at = 0; level_inside(at, PAIR_BYTES * LEVEL_ANGLES, overlay.size); at += 4) {
        const uint8_t *pair = overlay.data + at;
        if (trace_load32(pair) != ONE || trace_load32(pair + 4) != 0)
            continue;
        int i = 0;
        while (i < LEVEL_ANGLES && near_fixed(trace_load32(pair + PAIR_BYTES * i), cosine[i]) &&
               near_fixed(trace_load32(pair + PAIR_BYTES * i + 4), sine[i]))
            i++;
        if (i < LEVEL_ANGLES)
            continue;
        if (!found++)
            lighting->normals_offset = at;
    }
    level_check(level, LEVEL_CHECK_NORMAL_TABLE, found == 1, LEVEL_OVERLAY, 0,
                "expected one table of 256 cosines and sines, found %" PRIu32, found);
    lighting->has_normals = found > 0;
    for (int i = 0; found && i < LEVEL_ANGLES; i++) {
        const uint8_t *pair = overlay.data + lighting->normals_offset + PAIR_BYTES * i;
        lighting->cosine[i] = trace_load32(pair);
        lighting->sine[i] = trace_load32(pair + 4);
    }
}

static void load_quad(uint32_t out[4], const uint8_t *from)
{
    for (int i = 0; i < 4; i++)
        out[i] = trace_load32(from + 4 * i);
}

static void read_bank(struct level *level)
{
    struct level_bytes gameplay = level->part[LEVEL_GAMEPLAY];
    struct level_lighting *lighting = &level->lighting;
    uint32_t at = gameplay.size >= 8 ? trace_load32(gameplay.data + 4) : 0;
    uint32_t count =
        at && level_inside(at, BANK_HEADER, gameplay.size) ? trace_load32(gameplay.data + at) : 0;
    bool zeros =
        count && trace_load32(gameplay.data + at + 4) == 0 && trace_load64(gameplay.data + at + 8) == 0;
    bool good = at >= 8 && zeros && count <= INT32_MAX &&
                level_inside(at + (uint64_t)BANK_HEADER, (uint64_t)count * SET_BYTES, gameplay.size);
    if (!level_check(level, LEVEL_CHECK_LIGHT_BANK, good, LEVEL_GAMEPLAY, 4,
                     "expected at least one set of directional lights inside of 0x%" PRIx32
                     " bytes, and 12 bytes of 0 behind their number, found %" PRIu32 " sets at 0x%" PRIx32
                     "%s",
                     gameplay.size, count, at, count && !zeros ? " and no zeros" : ""))
        return;
    level_check(level, LEVEL_CHECK_LIGHT_COUNT, count <= LEVEL_LIGHT_SETS_USED, LEVEL_GAMEPLAY, at,
                "expected at most 12, found %" PRIu32, count);
    lighting->has_bank = true;
    lighting->bank_offset = at;
    lighting->bank_count = count;
    for (uint32_t i = 0; i < count && i < LEVEL_LIGHT_SETS_USED; i++) {
        const uint8_t *from = gameplay.data + at + BANK_HEADER + SET_BYTES * i;
        load_quad(lighting->set[i].colour_a, from);
        load_quad(lighting->set[i].direction_a, from + 16);
        load_quad(lighting->set[i].colour_b, from + 32);
        load_quad(lighting->set[i].direction_b, from + 48);
    }
}

static void read_settings(struct level *level)
{
    struct level_bytes gameplay = level->part[LEVEL_GAMEPLAY];
    struct level_settings *settings = &level->settings;
    uint32_t at = gameplay.size >= 4 ? trace_load32(gameplay.data) : 0;
    bool inside = at >= 8 && level_inside(at, SETTINGS_BYTES, gameplay.size);
    if (gameplay.data)
        level_check(level, LEVEL_CHECK_SETTINGS, inside, LEVEL_GAMEPLAY, 0,
                    "expected 0x%x bytes of settings inside of 0x%" PRIx32 ", found them at 0x%" PRIx32,
                    SETTINGS_BYTES, gameplay.size, at);
    if (!inside)
        return;
    const uint8_t *from = gameplay.data + at;
    settings->present = true;
    for (int i = 0; i < 3; i++) {
        settings->background[i] = (int32_t)trace_load32(from + 4 * i);
        settings->fog[i] = (int32_t)trace_load32(from + 12 + 4 * i);
        settings->sphere_centre[i] = trace_load32(from + 48 + 4 * i);
    }
    settings->fog_near = trace_load32(from + 24);
    settings->fog_far = trace_load32(from + 28);
    settings->near_intensity = trace_load32(from + 32);
    settings->far_intensity = trace_load32(from + 36);
    settings->death_height = trace_load32(from + 40);
    settings->spherical = (int32_t)trace_load32(from + 44);
}

void level_read_gameplay(struct level *level)
{
    if (!level->part[LEVEL_GAMEPLAY].data)
        return;
    read_bank(level);
    read_settings(level);
}

/* ---- the formula ---- */

static uint32_t add(uint32_t a, uint32_t b)
{
    return ee_fpu_add(a, b).word;
}

static uint32_t mul(uint32_t a, uint32_t b)
{
    return ee_fpu_mul(a, b).word;
}

/* (x x' + y y') + 1.0 (z z'), each step rounded. */
static uint32_t dot(const uint32_t a[3], const uint32_t b[3])
{
    return add(add(mul(a[0], b[0]), mul(a[1], b[1])), mul(ONE, mul(a[2], b[2])));
}

static void normalise(uint32_t v[3])
{
    uint32_t q = ee_fpu_rsqrt(ONE, dot(v, v)).word;
    for (int i = 0; i < 3; i++)
        v[i] = mul(v[i], q);
}

static void blend(uint32_t out[4], const uint32_t a[4], uint32_t part_a, const uint32_t b[4], uint32_t part_b)
{
    for (int i = 0; i < 4; i++)
        out[i] = add(mul(a[i], part_a), mul(b[i], part_b));
}

/* The lights that a position selects: a set, or two sets mixed by the upper byte in 1/256. */
static void choose(const struct level_lighting *lighting, uint16_t select, int one,
                   struct level_light_set *out)
{
    if (one >= 0) {
        *out = lighting->set[one & 15];
        return;
    }
    const struct level_light_set *a = &lighting->set[select & 15], *b = &lighting->set[select >> 4 & 15];
    *out = *a;
    if (!(select & 0xFF00))
        return;
    uint32_t t = ee_fpu_from_fixed((uint32_t)select >> 4 & 0xFF0, 12), rest = ee_fpu_sub(ONE, t).word;
    blend(out->colour_a, a->colour_a, rest, b->colour_a, t);
    blend(out->direction_a, a->direction_a, rest, b->direction_a, t);
    blend(out->colour_b, a->colour_b, rest, b->colour_b, t);
    blend(out->direction_b, a->direction_b, rest, b->direction_b, t);
    normalise(out->direction_a);
    normalise(out->direction_b);
}

/* How much of a light arrives: what is turned away gets its share times the colour's w. */
static uint32_t share(const uint32_t normal[3], const uint32_t direction[4], uint32_t w)
{
    uint32_t d = dot(normal, direction);
    return ee_fpu_max(d, mul(d, w));
}

void level_light_position(const struct level_lighting *lighting, const struct level_light *light, int one,
                          uint8_t rgba[4])
{
    const uint32_t *cosine = lighting->cosine, *sine = lighting->sine;
    struct level_light_set set;
    choose(lighting, light->select, one, &set);
    /* The stored direction points into the surface. */
    const uint32_t normal[3] = {ee_fpu_neg(mul(cosine[light->azimuth], cosine[light->elevation])),
                                ee_fpu_neg(mul(sine[light->azimuth], cosine[light->elevation])),
                                ee_fpu_neg(sine[light->elevation])};
    uint32_t a = share(normal, set.direction_a, set.colour_a[3]);
    uint32_t b = share(normal, set.direction_b, set.colour_b[3]);
    for (int i = 0; i < 3; i++) {
        uint32_t base = COLOUR_BIAS + ((light->colour >> 5 * i & 31u) << 3);
        uint32_t sum = add(add(mul(base, ONE), mul(set.colour_a[i], a)), mul(set.colour_b[i], b));
        rgba[i] = (uint8_t)ee_fpu_min(sum, COLOUR_BIAS + 255);
    }
    rgba[3] = (uint8_t)(light->colour >> 15 << 7);
}

/* A set that is selected is in the bank, or one of those that stay 0. */
static void check_select(struct level *level, const struct level_block *block,
                         const struct level_patch *patch, unsigned v)
{
    uint32_t sets = level->lighting.bank_count, none = LEVEL_LIGHT_SETS - 1;
    uint16_t select = patch->lights[v].select;
    uint32_t a = select & 15, b = select & 0xFF00 ? select >> 4 & 15u : a;
    level_check(level, LEVEL_CHECK_LIGHT_SELECT, (a < sets || a == none) && (b < sets || b == none),
                block->part, patch->data + patch->header.light_ofs + 16 + 8 * v + 6,
                "patch %" PRIu32 ", position %u: expected sets below %" PRIu32 ", or 15, found %" PRIu32
                " and %" PRIu32,
                patch->index, v, sets, a, b);
}

void level_light_all(struct level *level)
{
    const struct level_lighting *lighting = &level->lighting;
    bool can = lighting->has_bank && lighting->has_normals;
    for (size_t k = 0; k < level->block_count; k++)
        for (uint32_t i = 0; i < level->block[k].patch_count; i++) {
            struct level_patch *patch = (struct level_patch *)(uintptr_t)&level->block[k].patches[i];
            uint8_t *colours = patch->valid && can ? level_keep(level, patch->colour_count, 4) : NULL;
            for (unsigned v = 0; v < patch->position_count; v++)
                level_check(level, LEVEL_CHECK_LIT, colours != NULL, level->block[k].part, patch->offset,
                            "patch %" PRIu32 ": expected a light bank and a table of normals, found no %s", i,
                            lighting->has_bank ? "table" : "bank");
            if (!colours)
                continue;
            for (unsigned v = 0; v < patch->position_count; v++)
                check_select(level, &level->block[k], patch, v);
            memcpy(colours, patch->disc_colours, (size_t)4 * patch->colour_count);
            for (unsigned v = 0; v < patch->position_count; v++)
                level_light_position(lighting, &patch->lights[v], patch->header.dir_lights_one,
                                     colours + 4 * v);
            patch->colours = colours;
            patch->lit = true;
        }
}
