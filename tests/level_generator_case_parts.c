#include "level_generator_case_parts.h"

#include <stdlib.h>
#include <string.h>

#include "level_generator_image.h"

enum { QUADS = 4 };

void gen_case_palette(unsigned seed, struct gen_palette *palette)
{
    static const uint8_t alpha[16] = {0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x7F,
                                      0x80, 0x80, 0x60, 0x80, 0x80, 0x20, 0x80, 0x00};
    for (unsigned i = 0; i < 256; i++) {
        palette->rgba[i][0] = (uint8_t)(i * 53 + seed * 29);
        palette->rgba[i][1] = (uint8_t)(i * 83 + seed * 71 + (i & 8) * 9);
        palette->rgba[i][2] = (uint8_t)(255 - i * 37 - (i & 16) * 7);
        palette->rgba[i][3] = alpha[i / 16];
    }
}

unsigned gen_case_texture(struct gen_content *content, unsigned side, unsigned levels, unsigned palette,
                          unsigned seed)
{
    struct gen_texture texture = {
        .side = (uint16_t)side, .levels = (uint8_t)levels, .palette = (uint16_t)palette};
    for (unsigned l = 0; l < levels; l++) {
        unsigned edge = side >> l;
        texture.level[l] = malloc((size_t)edge * edge);
        gen_require(texture.level[l]);
        for (unsigned i = 0; i < edge * edge; i++) {
            bool marker = i % edge < edge / 4 && i / edge < edge / 4;
            /* Low and high entries by turns, each level another hue. */
            texture.level[l][i] = (uint8_t)(8 * l + seed + (marker ? 32 : 0) + (i + i / edge) % 2 * 64);
        }
    }
    return gen_add_texture(content, &texture);
}

unsigned gen_case_gradient(struct gen_content *content, unsigned side, unsigned levels)
{
    struct gen_image image = gen_image_new(side);
    for (unsigned y = 0; y < side; y++)
        for (unsigned x = 0; x < side; x++) {
            unsigned wave = (x * 512 / side) % 512, rise = (y * 512 / side) % 512;
            uint8_t *p = image.rgba[(size_t)y * side + x];
            p[0] = (uint8_t)(wave < 256 ? wave : 511 - wave);
            p[1] = (uint8_t)(rise < 256 ? rise : 511 - rise);
            p[2] = (uint8_t)((p[0] + p[1]) / 2);
            p[3] = x < side / 2 ? 0x80 : 0x60 + y % 32;
        }
    unsigned number = gen_add_image(content, &image, levels);
    gen_image_free(&image);
    return number;
}

void gen_case_lights(struct gen_content *content)
{
    static const struct gen_light_set set[5] = {
        {{0.75f, 0.75f, 0.5f, 0.0f}, {0.0f, 0.6f, -0.8f, 0.0f}, {0.125f, 0.125f, 0.25f, 0.0f}, {0, 0, 1, 0}},
        {{0.97f, 0.86f, 0.52f, -0.1f},
         {0.3f, -0.4f, -0.866f, 0.0f},
         {0.098f, 0.098f, 0.098f, 0.0f},
         {-0.5f, 0.5f, 0.707f, 0.0f}},
        {{1.0f, 0.5f, 0.25f, 0.0f}, {0, 0, -1, 0}, {0.25f, 0.25f, 0.25f, -0.5f}, {1, 0, 0, 0}},
        {{0}, {0}, {0}, {0}},
        {{1.5f, 0.25f, 1.25f, 0.25f}, {-0.8f, 0.0f, -0.6f, 0.0f}, {0.5f, 0.5f, 0.0f, -1.0f}, {0, -1, 0, 0}},
    };
    memcpy(content->light_set, set, sizeof set);
    content->light_sets = 5;
    content->settings = (struct gen_settings){.background = {40, 60, 90},
                                              .fog = {120, 130, 150},
                                              .fog_near = 20480.0f,
                                              .fog_far = 307200.0f,
                                              .near_intensity = 255.0f,
                                              .far_intensity = 32.0f,
                                              .death_height = -65536.0f};
}

struct gen_light gen_case_light(unsigned number)
{
    static const uint8_t angle[] = {0, 64, 127, 128, 200, 255};
    static const uint16_t colour[] = {0x8000, 0xFFFF, 0x801F, 0x83E0, 0xFC00, 0x9CC5, 0x1CE7};
    static const uint16_t select[] = {0x0000, 0x0001, 0x0002, 0x0003, 0x0004, 0x000F,
                                      0x0121, 0x8012, 0xFF42, 0x4021, 0x8032};
    return (struct gen_light){.azimuth = angle[number % 6],
                              .elevation = angle[number / 6 % 6],
                              .colour = colour[number % 7],
                              .select = select[number % 11]};
}

void gen_case_sheet(const struct gen_case_patch *spec, struct gen_sheet *sheet)
{
    static const int16_t rise[GEN_TIERS] = {0, 900, 300}; /* away from the coarser surface, raw units */
    int span = spec->span ? spec->span : 4096;
    memset(sheet, 0, sizeof *sheet);
    sheet->columns = sheet->rows = QUADS;
    for (int row = 0; row <= QUADS; row++)
        for (int column = 0; column <= QUADS; column++) {
            struct gen_sheet_vertex *v = &sheet->vertex[row][column];
            unsigned tier = gen_sheet_tier((unsigned)column, (unsigned)row);
            v->position[0] = (int16_t)(spec->edge * (column - 2) / QUADS);
            v->position[1] = (int16_t)(spec->edge * (row - 2) / QUADS);
            v->position[2] = rise[tier];
            v->light = gen_case_light(spec->lights + (unsigned)(5 * row + column));
            v->s = (int16_t)(spec->s + span * column / QUADS);
            v->t = (int16_t)(spec->t + span * row / QUADS);
        }
}

static int choose(void *user, unsigned lod, unsigned column, unsigned row)
{
    const struct gen_case_patch *spec = user;
    return (int)(((column >> lod) + (row >> lod) + lod) % spec->textures);
}

struct gen_patch *gen_case_patch(struct gen_content *content, const struct gen_case_patch *spec)
{
    struct gen_patch *patch = gen_add_patch(content);
    struct gen_sheet sheet;
    struct gen_case_patch copy = *spec;
    memcpy(patch->origin, spec->origin, sizeof patch->origin);
    gen_case_sheet(spec, &sheet);
    gen_add_sheet(patch, &sheet);
    for (unsigned i = 0; i < spec->textures; i++) {
        const struct gen_ad_gif g = {.texture = (uint16_t)spec->texture[i],
                                     .k = spec->k ? spec->k : -137,
                                     .mmin = 4,
                                     .wms = spec->wms,
                                     .wmt = spec->wmt,
                                     .page_range = i % 2 ? 20 : 255};
        patch->ad_gif[patch->ad_gifs++] = g;
    }
    for (unsigned lod = 0; lod < 3; lod++)
        gen_sheet_strips(patch, &sheet, lod, GEN_CLIP_LIMIT, choose, &copy);
    return patch;
}
