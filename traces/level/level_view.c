/* The camera: matrix and constants of a frame (LEVEL 5.1, 5.4, 6.3; [B]). Doubles with + - * / and sqrt only:
 * the same on every machine; each result is rounded to a float word once. */
#include <math.h>
#include <string.h>

#include <path1/level_scene.h>

#define NEAR_PLANE 32.0    /* n, raw units */
#define FAR_PLANE 745472.0 /* f */
#define TANGENT_X 0.63     /* half the picture's width at depth 1 */
#define TANGENT_Y (TANGENT_X * 0.775)
#define Z_SCALE (-8388080.0) /* Zs */
#define HALF_WIDTH 256.0
#define HALF_HEIGHT 208.0
#define GUARD_X 1024.0
#define GUARD_Y 832.0
#define RAW 1024.0 /* raw units in a world unit */

static uint32_t word(double value)
{
    float single = (float)value;
    uint32_t bits;
    memcpy(&bits, &single, sizeof bits);
    return bits;
}

static double number(uint32_t bits)
{
    float single;
    memcpy(&single, &bits, sizeof single);
    return single;
}

/* Sine of an angle in degrees, by its series. */
static double sine(double degrees)
{
    double turns = degrees / 360.0;
    double x = (turns - floor(turns + 0.5)) * 6.283185307179586;
    double term = x, sum = x;
    for (int i = 1; i < 14; i++) {
        term *= -x * x / ((2.0 * i) * (2.0 * i + 1.0));
        sum += term;
    }
    return sum;
}

static void set_axes(struct level_view *view, const struct level_camera *camera)
{
    double sy = sine(camera->yaw), cy = sine(camera->yaw + 90.0);
    double sp = sine(camera->pitch), cp = sine(camera->pitch + 90.0);
    const double axes[3][3] = {
        {sy, -cy, 0.0},
        {cy * sp, sy * sp, -cp},
        {cy * cp, sy * cp, sp},
    };
    memcpy(view->axis, axes, sizeof axes);
    for (unsigned i = 0; i < 3; i++) {
        view->right[i] = word(axes[0][i]);
        view->down[i] = word(axes[1][i]);
        view->forward[i] = word(axes[2][i]);
        view->eye_at[i] = camera->position[i] * RAW;
        view->eye[i] = word(view->eye_at[i]);
    }
}

struct fog {
    double near_depth, far_depth, near_value, far_value;
};

/* The w of a transformed vertex is the fog slope times the depth, and the perspective is made of it: a slope
 * there must be. */
static struct fog fog_of(const struct level_settings *settings)
{
    struct fog fog = {0.0, FAR_PLANE, 255.0, 255.0};
    if (settings && settings->present)
        fog = (struct fog){number(settings->fog_near), number(settings->fog_far),
                           number(settings->near_intensity), number(settings->far_intensity)};
    if (!(fog.far_depth > fog.near_depth) || !(fog.near_value > fog.far_value))
        fog = (struct fog){0.0, FAR_PLANE, 255.0, 254.9375};
    return fog;
}

/* Rows of view times projection; `slope` becomes the w column. */
static void set_matrix(struct level_view *view, double slope)
{
    double depth = (FAR_PLANE + NEAR_PLANE) / (NEAR_PLANE * (FAR_PLANE - NEAR_PLANE)) * Z_SCALE;
    double depth_offset = -2.0 * NEAR_PLANE * FAR_PLANE / (NEAR_PLANE * (FAR_PLANE - NEAR_PLANE)) * Z_SCALE;
    double x = HALF_WIDTH / (TANGENT_X * NEAR_PLANE), y = HALF_HEIGHT / (TANGENT_Y * NEAR_PLANE);
    double eye[3] = {0.0, 0.0, 0.0};
    for (unsigned row = 0; row < 3; row++)
        for (unsigned i = 0; i < 3; i++)
            eye[row] -= view->axis[row][i] * view->eye_at[i];
    for (unsigned i = 0; i < 3; i++) {
        view->matrix[i][0] = word(view->axis[0][i] * x);
        view->matrix[i][1] = word(view->axis[1][i] * y);
        view->matrix[i][2] = word(view->axis[2][i] * depth);
        view->matrix[i][3] = word(view->axis[2][i] * slope);
    }
    view->matrix[3][0] = word(eye[0] * x);
    view->matrix[3][1] = word(eye[1] * y);
    view->matrix[3][2] = word(eye[2] * depth + depth_offset);
    view->matrix[3][3] = word(eye[2] * slope);
}

static void set_floats(uint32_t to[4], double x, double y, double z, double w)
{
    const double values[4] = {x, y, z, w};
    for (unsigned i = 0; i < 4; i++)
        to[i] = word(values[i]);
}

static void set_tag(uint32_t to[4], uint32_t low, uint32_t prim, uint32_t nreg, uint32_t registers)
{
    to[0] = low;
    to[1] = (prim ? 1u << 14 | prim << 15 : 0) | nreg << 28; /* PRE, PRIM; PACKED */
    to[2] = registers;
    to[3] = 0;
}

static void set_constants(struct level_view *view, const struct fog *fog, double slope, double lod_distance)
{
    enum { STRIP = 0x7C, FAN = 0x7D, ST_RGBAQ_XYZF2 = 0x412, EOP = 0x8000 };
    uint32_t(*k)[4] = view->constants;
    double offset = fog->near_value - slope * fog->near_depth, scaled = slope * NEAR_PLANE;
    double f0 = 6.0 * lod_distance * RAW * slope, f1 = 4.0 * lod_distance * RAW * slope,
           f2 = 2.0 * lod_distance * RAW * slope;
    double a = 1.0 / (f0 - f1), b = 1.0 / (f1 - f2);
    set_floats(k[0], scaled, fog->far_value, fog->near_value, 3072.0);
    set_floats(k[1], 0.5, 1.0, 2048.0, 0.0);
    set_tag(k[2], 0, STRIP, 3, ST_RGBAQ_XYZF2);
    set_tag(k[3], 0, FAN, 3, ST_RGBAQ_XYZF2);
    set_tag(k[4], 5, 0, 1, 0xE);
    set_floats(k[5], 2048.0, 2048.0, 8388112.0, offset);
    set_floats(k[6], 1.0 / GUARD_X, 1.0 / GUARD_Y, 1.0 / Z_SCALE, 1.0 / scaled);
    set_floats(k[7], GUARD_X, GUARD_Y, Z_SCALE, scaled);
    set_floats(k[8], 1.0, 1.0, 1.0, 1.0);
    set_floats(k[9], 4.0, 4.0, 1.0, 1.0);
    set_floats(k[10], a / 2.0, -a, 0.0, f0);
    set_floats(k[11], b / 2.0, -b, 0.0, f1);
    set_floats(k[12], -f1 * a / 2.0, f0 * a, 0.0, 0.0);
    set_floats(k[13], -f2 * b / 2.0, f1 * b, 0.0, 0.0);
    set_tag(k[14], EOP, 0, 0, 0);
}

void level_view_make(struct level_view *view, const struct level_camera *camera,
                     const struct level_settings *settings, uint32_t lod_distance)
{
    struct fog fog = fog_of(settings);
    double slope = (fog.far_value - fog.near_value) / (fog.far_depth - fog.near_depth);
    set_axes(view, camera);
    set_matrix(view, slope);
    set_constants(view, &fog, slope, number(lod_distance));
}

void level_camera_overview(const struct level *level, struct level_camera *out)
{
    size_t count;
    const struct level_block *blocks = level_blocks(level, &count);
    double low[3] = {0.0, 0.0, 0.0}, high[3] = {0.0, 0.0, 0.0};
    bool any = false;
    for (size_t b = 0; b < count; b++)
        for (uint32_t p = 0; p < blocks[b].patch_count; p++) {
            const struct level_patch *patch = &blocks[b].patches[p];
            for (unsigned i = 0; patch->valid && i < 3; i++) {
                double at = number(patch->header.bsphere[i]) / RAW;
                low[i] = !any || at < low[i] ? at : low[i];
                high[i] = !any || at > high[i] ? at : high[i];
            }
            any = any || patch->valid;
        }
    double span = high[0] - low[0] > high[1] - low[1] ? high[0] - low[0] : high[1] - low[1];
    *out = (struct level_camera){
        .position = {low[0] - span / 8.0, low[1] - span / 8.0, high[2] + span / 4.0 + 8.0},
        .yaw = 45.0,
        .pitch = -20.0,
    };
}

/* The mean of the valid patches' centres, world units. False: there is none. */
static bool find_middle(const struct level_block *blocks, size_t count, double middle[3])
{
    double patches = 0.0;
    for (size_t b = 0; b < count; b++)
        for (uint32_t p = 0; p < blocks[b].patch_count; p++) {
            const struct level_patch *patch = &blocks[b].patches[p];
            for (unsigned i = 0; patch->valid && i < 3; i++)
                middle[i] += number(patch->header.bsphere[i]) / RAW;
            patches += patch->valid;
        }
    for (unsigned i = 0; patches > 0.0 && i < 3; i++)
        middle[i] /= patches;
    return patches > 0.0;
}

void level_camera_inside(const struct level *level, struct level_camera *out)
{
    size_t count;
    const struct level_block *blocks = level_blocks(level, &count);
    double middle[3] = {0.0, 0.0, 0.0}, nearest = -1.0;
    *out = (struct level_camera){.yaw = 45.0, .pitch = -10.0};
    if (!find_middle(blocks, count, middle))
        return;
    for (size_t b = 0; b < count; b++)
        for (uint32_t p = 0; p < blocks[b].patch_count; p++) {
            const struct level_patch *patch = &blocks[b].patches[p];
            double square = 0.0, at[3];
            for (unsigned i = 0; patch->valid && i < 3; i++) {
                at[i] = number(patch->header.bsphere[i]) / RAW;
                square += (at[i] - middle[i]) * (at[i] - middle[i]);
            }
            if (!patch->valid || (nearest >= 0.0 && square >= nearest))
                continue;
            nearest = square;
            at[2] += number(patch->header.bsphere[3]) / RAW;
            memcpy(out->position, at, sizeof at);
        }
}

/* ---- places ---- */

static double along(const struct level_view *view, unsigned axis, const double at[3])
{
    double sum = 0.0;
    for (unsigned i = 0; i < 3; i++)
        sum += view->axis[axis][i] * (at[i] - view->eye_at[i]);
    return sum;
}

void level_view_space(const struct level_view *view, const double at[3], double space[3])
{
    for (unsigned axis = 0; axis < 3; axis++)
        space[axis] = along(view, axis, at);
}

bool level_view_pixel(const double space[3], double pixel[2])
{
    if (!(space[2] >= NEAR_PLANE))
        return false;
    pixel[0] = HALF_WIDTH * (1.0 + space[0] / (TANGENT_X * space[2]));
    pixel[1] = HALF_HEIGHT * (1.0 + space[1] / (TANGENT_Y * space[2]));
    return true;
}

void level_view_ray(const struct level_view *view, const double pixel[2], double direction[3])
{
    double x = (pixel[0] / HALF_WIDTH - 1.0) * TANGENT_X, y = (pixel[1] / HALF_HEIGHT - 1.0) * TANGENT_Y;
    for (unsigned i = 0; i < 3; i++)
        direction[i] = x * view->axis[0][i] + y * view->axis[1][i] + view->axis[2][i];
}

/* ---- what is in sight ---- */

/* The sphere against a pair of side planes: -1 outside, 1 inside, 0 across. */
static int side(double tangent, double x, double z, double radius)
{
    double room = tangent * z - (x < 0.0 ? -x : x), reach = radius * sqrt(1.0 + tangent * tangent);
    return room + reach < 0.0 ? -1 : room - reach >= 0.0;
}

/* Are all corners of the clip box beyond one plane? */
static bool box_outside(const struct level_view *view, const struct level_patch *patch)
{
    unsigned beyond[4] = {0};
    for (unsigned corner = 0; corner < 8; corner++) {
        double at[3];
        for (unsigned i = 0; i < 3; i++)
            at[i] = patch->clip_box[corner][i] * 64.0;
        double x = along(view, 0, at), y = along(view, 1, at), z = along(view, 2, at);
        beyond[0] += x > TANGENT_X * z;
        beyond[1] += -x > TANGENT_X * z;
        beyond[2] += y > TANGENT_Y * z;
        beyond[3] += -y > TANGENT_Y * z;
    }
    return beyond[0] == 8 || beyond[1] == 8 || beyond[2] == 8 || beyond[3] == 8;
}

bool level_patch_visible(const struct level_view *view, const struct level_patch *patch)
{
    int32_t near_depth, far_depth;
    const uint32_t *sphere = patch->header.bsphere;
    level_depth(view, sphere, &near_depth, &far_depth);
    if (near_depth > 512000 || far_depth <= (int32_t)NEAR_PLANE)
        return false;
    const double at[3] = {number(sphere[0]), number(sphere[1]), number(sphere[2])};
    double x = along(view, 0, at), y = along(view, 1, at), z = along(view, 2, at), radius = number(sphere[3]);
    int across = side(TANGENT_X, x, z, radius), down = side(TANGENT_Y, y, z, radius);
    if (across < 0 || down < 0)
        return false;
    return (across > 0 && down > 0) || !box_outside(view, patch);
}
