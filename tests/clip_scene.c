#include "clip_scene.h"

#include "drawing.h"

/* ---- objects ---- */

static struct lanes colour_of(uint32_t rgb, unsigned part)
{
    return (struct lanes){
        {(rgb & 0xFF) * part / 16, (rgb >> 8 & 0xFF) * part / 16, (rgb >> 16 & 0xFF) * part / 16, 0x80}};
}

struct clip_object clip_floor(double x, double y, double z)
{
    struct clip_object object = {.count = 40};
    for (unsigned i = 0; i < CLIP_CORNERS; i++)
        object.corner[i] = scene_lanes(x + 4 * (i % 2), y, z + 4 * (i / 2), 0);
    for (unsigned n = 0; n < object.count; n++) {
        unsigned row = n / 10, column = n % 10 / 2;
        bool light = (row + column) % 2;
        object.position[n] = scene_lanes(x + column, y, z + row + n % 2, 0);
        object.position[n].lane[3] = n % 10 < 2 ? CLIP_ADC : 0;
        object.colour[n] = colour_of(light ? 0xA0B8A8 : 0x507050, 16);
    }
    return object;
}

/* A strip 0 1 2 3 0 1 of its corners: every face once. */
struct clip_object clip_tetrahedron(double x, double y, double z, double radius, double height, double turns,
                                    uint32_t rgb)
{
    static const unsigned light[6] = {16, 16, 6, 16, 12, 9};
    struct clip_object object = {.count = 6};
    object.corner[3] = scene_lanes(x, y + height, z, 0);
    for (unsigned i = 0; i < 3; i++) {
        double angle = turns - i / 3.0; /* so that all faces are clockwise from outside */
        object.corner[i] =
            scene_lanes(x + radius * scene_sine(angle), y, z + radius * scene_cosine(angle), 0);
    }
    for (unsigned n = 0; n < object.count; n++) {
        object.position[n] = object.corner[n % 4];
        object.position[n].lane[3] = n < 2 ? CLIP_ADC : 0;
        object.colour[n] = colour_of(rgb, light[n]);
    }
    return object;
}

/* ---- what the program makes of them ---- */

static struct lanes to_clip(const struct clip_constants *constants, const struct lanes *position)
{
    const struct lanes point = {{position->lane[0], position->lane[1], position->lane[2], float_bits(1)}};
    return lanes_transform(constants->column, &point);
}

static void expect_case(const struct clip_constants *constants, const struct clip_object *object,
                        struct clip_expected *out)
{
    uint32_t any = 0, all = 0x3F;
    for (unsigned i = 0; i < CLIP_CORNERS; i++) {
        struct lanes clip = to_clip(constants, &object->corner[i]);
        uint32_t code = ee_fpu_clip(clip.lane, clip.lane[3]);
        any |= code;
        all &= code;
    }
    out->object = !any ? CLIP_INSIDE : all ? CLIP_OUTSIDE : CLIP_BETWEEN;
    out->plane = 0;
    while (all && !(all >> out->plane & 1))
        out->plane++;
}

/* Is the triangle of the last three positions seen from behind? `odd`: it turns the other way. */
static bool from_behind(const struct lanes screen[3], bool odd)
{
    struct lanes a = lanes_sub(&screen[1], &screen[0], 3), b = lanes_sub(&screen[2], &screen[0], 3);
    struct ee_fpu_result first = ee_fpu_mul(a.lane[0], b.lane[1]);
    uint32_t z = ee_fpu_msub(first.word, (first.flags & EE_FPU_O) != 0, b.lane[0], a.lane[1]).word;
    return (z >> 31) != odd;
}

void clip_expect(const struct clip_constants *constants, const struct clip_object *object,
                 struct clip_expected *out)
{
    uint32_t code[3] = {0, 0, 0}; /* of the last three vertices, the newest last */
    struct lanes screen[3] = {{{0}}};
    *out = (struct clip_expected){.divided_by_zero = false};
    expect_case(constants, object, out);
    for (unsigned n = 0; n < object->count; n++) {
        struct lanes clip = to_clip(constants, &object->position[n]);
        struct lanes near = lanes_mul(&clip, &constants->guard, 3);
        code[0] = code[1], code[1] = code[2];
        code[2] = ee_fpu_clip(clip.lane, clip.lane[3]) << 6 | ee_fpu_clip(near.lane, clip.lane[3]);
        struct ee_fpu_result q = ee_fpu_div(float_bits(1), clip.lane[3]);
        struct lanes device = lanes_scale(&clip, q.word);
        screen[0] = screen[1], screen[1] = screen[2];
        screen[2] = lanes_madd(&constants->middle, &device, &constants->half);
        uint32_t adc = object->position[n].lane[3];
        if (out->object == CLIP_BETWEEN) {
            out->divided_by_zero |= (q.flags & EE_FPU_D) != 0;
            out->fate[n] = adc ? CLIP_NO_TRIANGLE : CLIP_DRAWN;
            if ((code[0] & code[1] & code[2] & 0xFC0) | ((code[0] | code[1] | code[2]) & 0x3F))
                out->fate[n] = CLIP_CODES;
            else if (from_behind(screen, n % 2))
                out->fate[n] = CLIP_BACK;
            if (out->fate[n] != CLIP_DRAWN)
                adc = CLIP_ADC;
        }
        for (unsigned i = 0; i < 4; i++)
            out->words[n][i] = object->colour[n].lane[i];
        for (unsigned i = 0; i < 3; i++)
            out->words[n][4 + i] = ee_fpu_to_fixed(screen[2].lane[i], 4);
        out->words[n][7] = adc;
    }
}

/* Counted in the source: 13 for the constants, 31 up to the first branch and its delay slot; then, in
 * between, 12 more for the planes; 8 for the counter. */
unsigned clip_cycles(const struct clip_object *object, const struct clip_expected *expected)
{
    unsigned cycles = 13 + 31 + 1 + 8;
    switch (expected->object) {
    case CLIP_OUTSIDE: /* the branch behind the plane's FCOR, its delay slot, the counter's address */
        return cycles + 2 * (expected->plane + 1) + 1;
    case CLIP_INSIDE:
        return cycles + 34 * object->count + 3;
    case CLIP_BETWEEN:
        break;
    }
    for (unsigned n = 0; n < object->count; n++)
        cycles += expected->fate[n] == CLIP_CODES ? 40 : expected->fate[n] == CLIP_BACK ? 44 : 43;
    return cycles + 12 + 10;
}
