#include "level_generator_cases.h"

#include <stdlib.h>
#include <string.h>

#include "level_generator_case_parts.h"
#include "level_generator_landscape.h"

/* Computed by an independent implementation of the level load's lighting, LEVEL.md section 7.5. */
const struct gen_light_vector gen_light_vectors[GEN_LIGHT_VECTORS] = {
    {{0, 64, 0x9CC5, 2}, {168, 112, 88, 128}},         {{0, 0, 0x9CC5, 2}, {56, 64, 72, 128}},
    {{0, 64, 0x801F, 2}, {255, 64, 32, 128}},          {{0, 64, 0x9CC5, 0x8032}, {104, 80, 72, 128}},
    {{0, 64, 0x9CC5, 1}, {147, 143, 113, 128}},        {{200, 20, 0x8421, 1}, {11, 11, 10, 128}},
    {{37, 143, 0xBDEF, 0x4021}, {133, 133, 131, 128}}, {{255, 255, 0xFFFF, 0xFF12}, {255, 255, 255, 128}},
};

const int32_t gen_sweep_camera[3] = {200 << 10, 100 << 10, 50 << 10};
const uint8_t gen_sweep_entry[GEN_SWEEP] = {0x14, 0x14, 0x10, 0x10, 0x10, 0x10, 0x0E,
                                            0x0A, 0x0A, 0x08, 0x06, 0x06, 0x06};

static void plain(struct gen_content *c)
{
    struct gen_palette palette;
    gen_case_palette(1, &palette);
    unsigned texture = gen_case_texture(c, 64, 4, gen_add_palette(c, &palette), 3);
    for (int i = 0; i < 4; i++) {
        struct gen_case_patch spec = {
            .origin = {(100 + 16 * (i % 2)) * 1024, (-40 + 16 * (i / 2)) * 1024, 30 << 10},
            .edge = 16 << 10,
            .texture = {texture},
            .textures = 1};
        gen_case_patch(c, &spec);
    }
}

static void averages(struct gen_content *c)
{
    c->lod_distance = 12.0f;
    c->lz_matches = true;
    c->chunks = 3;
    c->light_sets = 13; /* the thirteenth is not loaded */
    for (unsigned i = 5; i < c->light_sets; i++) {
        c->light_set[i] = c->light_set[i % 5];
        c->light_set[i].a[i % 3] += 0.125f;
    }
    static const uint16_t side[] = {32, 64, 128, 256};
    for (unsigned i = 0; i < 4; i++) {
        unsigned texture = gen_case_gradient(c, side[i], i ? 4 : 3);
        struct gen_case_patch spec = {.origin = {(int32_t)(300 + 20 * i) << 10, 200 << 10, 0},
                                      .edge = 20 << 10,
                                      .texture = {texture},
                                      .textures = 1,
                                      .lights = 7 * i};
        gen_case_patch(c, &spec);
    }
}

/* Where patches of the sweep are: sideways and ahead of the camera, world units. `touch` then moves one so
 * that its far end (1) or its near end (2) is one raw unit beyond; on the threshold itself the console's
 * product with the camera's direction, which may be a step short, decides. */
static const struct {
    int16_t side, ahead;
    uint8_t touch;
} sweep_place[GEN_SWEEP + GEN_SWEEP_EDGES] = {
    {-6, 20, 0},  {6, 50, 0},   {0, 64, 1},  {-6, 64, 0},  {6, 80, 0},  {-6, 100, 0},
    {6, 128, 0},  {-6, 150, 0}, {6, 170, 0}, {-6, 192, 0}, {0, 192, 2}, {6, 220, 0},
    {-6, 300, 0}, {20, 30, 0},  {60, 12, 0}, {0, -30, 0},  {-2, 2, 0},
};

static void sweep(struct gen_content *c)
{
    struct gen_palette palette;
    gen_case_palette(4, &palette);
    unsigned number = gen_add_palette(c, &palette);
    unsigned texture[3] = {gen_case_texture(c, 32, 3, number, 1), gen_case_texture(c, 64, 4, number, 2),
                           gen_case_texture(c, 128, 4, number, 5)};
    for (unsigned i = 0; i < GEN_SWEEP + GEN_SWEEP_EDGES; i++) {
        struct gen_case_patch spec = {.origin = {gen_sweep_camera[0] + sweep_place[i].side * 1024,
                                                 gen_sweep_camera[1] + sweep_place[i].ahead * 1024,
                                                 gen_sweep_camera[2] - 4096},
                                      .edge = 8 << 10,
                                      .texture = {texture[i % 3]},
                                      .textures = 1};
        struct gen_patch *patch = gen_case_patch(c, &spec);
        int32_t sphere[4];
        gen_patch_sphere(patch, sphere);
        if (sweep_place[i].touch)
            patch->origin[1] += 1 + (sweep_place[i].touch == 1 ? -sphere[3] : sphere[3]);
    }
}

const char *gen_case_name(enum gen_case which)
{
    static const char *const name[GEN_CASES] = {"plain", "many", "averages", "limits", "sweep", "landscape"};
    return name[which];
}

void gen_make_case(enum gen_case which, struct gen_content *content)
{
    *content = (struct gen_content){.id = 3, .lod_distance = 32.0f};
    gen_case_lights(content);
    switch (which) {
    case GEN_CASE_PLAIN:
        plain(content);
        break;
    case GEN_CASE_MANY:
        gen_case_many(content);
        break;
    case GEN_CASE_AVERAGES:
        averages(content);
        break;
    case GEN_CASE_LIMITS:
        gen_case_limits(content);
        break;
    case GEN_CASE_SWEEP:
        sweep(content);
        break;
    default:
        gen_make_landscape(content);
    }
}
