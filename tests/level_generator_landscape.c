#include "level_generator_landscape.h"

#include <stdlib.h>
#include <string.h>

#include "level_generator_image.h"

const int32_t gen_landscape_camera[3] = {210 << 10, 30 << 10, 24 << 10};
const int32_t gen_landscape_target[3] = {140 << 10, 170 << 10, 4 << 10};

static double single(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* The nearest of the table's angles. */
static void angles(const double n[3], uint8_t *azimuth, uint8_t *elevation)
{
    double best = -9, least = 9;
    for (unsigned i = 0; i < GEN_NORMALS; i++) {
        double cosine = single(gen_normals[i][0]), sine = single(gen_normals[i][1]);
        double along = cosine * n[0] + sine * n[1], off = sine - n[2];
        if (along > best) {
            best = along;
            *azimuth = (uint8_t)i;
        }
        off = off < 0 ? -off : off;
        if (i <= 64 && off < least) {
            least = off;
            *elevation = (uint8_t)i;
        }
    }
}

struct gen_light gen_landscape_light(const double normal[3], const unsigned colour[3], unsigned shade,
                                     bool solid)
{
    struct gen_light light = {.colour = (uint16_t)(colour[0] | colour[1] << 5 | colour[2] << 10)};
    angles(normal, &light.azimuth, &light.elevation);
    if (solid)
        light.colour |= 0x8000;
    light.select = (uint16_t)(shade << 8 | (shade ? 0x10 : 0)); /* from set 0 towards set 1 */
    return light;
}

static void weather(struct gen_content *content)
{
    /* The sun in the south-west; light from the sky. In the shade little of the first. */
    static const struct gen_light_set sun = {{1.05f, 0.92f, 0.68f, 0.0f},
                                             {0.60f, 0.36f, -0.71f, 0.0f},
                                             {0.14f, 0.18f, 0.26f, 0.0f},
                                             {-0.2f, -0.3f, -0.93f, 0.0f}};
    content->light_set[0] = content->light_set[1] = sun;
    content->light_set[1].a[0] = 0.20f;
    content->light_set[1].a[1] = 0.20f;
    content->light_set[1].a[2] = 0.24f;
    content->light_sets = 2;
    content->settings = (struct gen_settings){.background = {164, 190, 214},
                                              .fog = {164, 190, 214},
                                              .fog_near = 40.0f * 1024,
                                              .fog_far = 430.0f * 1024,
                                              .near_intensity = 255.0f,
                                              .far_intensity = 20.0f,
                                              .death_height = -16.0f * 1024};
}

void gen_make_landscape(struct gen_content *content)
{
    struct gen_map *map = malloc(sizeof *map);
    unsigned texture[GEN_PAINTS];
    gen_require(map);
    *content = (struct gen_content){.lod_distance = 32.0f, .lz_matches = true};
    weather(content);
    for (unsigned i = 0; i < GEN_PAINTS; i++) {
        struct gen_image image = gen_paint(i);
        texture[i] = gen_add_image(content, &image, 4);
        gen_image_free(&image);
    }
    gen_make_map(map);
    gen_landscape_shadows(map);
    gen_landscape_ground(content, map, texture);
    gen_landscape_water(content, map, texture);
    gen_landscape_trees(content, map, texture);
    gen_landscape_clouds(content, texture[GEN_CLOUD]);
    free(map);
}
