/* Lighting of a level's load. Expected colours: the eight check vectors of LEVEL.md section 7.5, computed
 * there by an independent implementation, with its sets 1 to 3 and its table of cosines and sines. */
#include <criterion/criterion.h>
#include <stdint.h>
#include <string.h>

#include <path1/level.h>

#include "level_generator.h"
#include "level_generator_cases.h"

static struct level_lighting lighting;

static void put4(uint32_t out[4], float x, float y, float z, float w)
{
    const float v[4] = {x, y, z, w};
    memcpy(out, v, sizeof v);
}

static void open_lighting(void)
{
    struct level_light_set *one = &lighting.set[1], *two = &lighting.set[2];
    put4(two->colour_a, 1, 0.5f, 0.25f, 0);
    put4(two->direction_a, 0, 0, -1, 0);
    put4(two->colour_b, 0.25f, 0.25f, 0.25f, -0.5f);
    put4(two->direction_b, 1, 0, 0, 0);
    put4(one->colour_a, 0.97f, 0.86f, 0.52f, -0.1f);
    put4(one->direction_a, 0.3f, -0.4f, -0.866f, 0);
    put4(one->colour_b, 0.098f, 0.098f, 0.098f, 0);
    put4(one->direction_b, -0.5f, 0.5f, 0.707f, 0);
    for (int i = 0; i < LEVEL_ANGLES; i++) {
        lighting.cosine[i] = gen_normals[i][0];
        lighting.sine[i] = gen_normals[i][1];
    }
}

TestSuite(level_light, .init = open_lighting);

Test(level_light, the_eight_check_vectors_come_out)
{
    for (int i = 0; i < GEN_LIGHT_VECTORS; i++) {
        const struct gen_light_vector *v = &gen_light_vectors[i];
        struct level_light light = {0, v->light.azimuth, v->light.elevation, v->light.colour,
                                    v->light.select};
        uint8_t rgba[4];
        level_light_position(&lighting, &light, -1, rgba);
        cr_expect(memcmp(rgba, v->rgba, 4) == 0, "vector %d: expected %d %d %d %d, found %d %d %d %d", i,
                  v->rgba[0], v->rgba[1], v->rgba[2], v->rgba[3], rgba[0], rgba[1], rgba[2], rgba[3]);
    }
}

Test(level_light, a_patch_with_lights_of_its_own_uses_them_for_every_position)
{
    /* dir_lights_one 2 and select 3, whose set is all zero: as with select 2. */
    struct level_light light = {0, 0, 64, 0x9CC5, 3};
    uint8_t rgba[4];
    level_light_position(&lighting, &light, 2, rgba);
    cr_assert_arr_eq(rgba, ((const uint8_t[]){168, 112, 88, 128}), 4);
    level_light_position(&lighting, &light, -1, rgba);
    cr_assert_arr_eq(rgba, ((const uint8_t[]){40, 48, 56, 128}), 4); /* 5:5:5 times 8 */
}

Test(level_light, without_lights_that_shine_the_colour_is_the_stored_one)
{
    for (unsigned colour = 0; colour < 0x8000; colour += 0x121) {
        struct level_light light = {0, (uint8_t)colour, (uint8_t)(colour >> 4), (uint16_t)colour, 15};
        uint8_t rgba[4];
        level_light_position(&lighting, &light, -1, rgba);
        cr_assert(rgba[0] == (colour & 31) << 3 && rgba[1] == (colour >> 5 & 31) << 3 &&
                  rgba[2] == (colour >> 10 & 31) << 3 && rgba[3] == 0);
    }
}
