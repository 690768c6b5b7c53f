#include "scene.h"

#include "drawing.h"
#include "microprogram.h"

double scene_sine(double turns)
{
    const double pi = 3.14159265358979323846;
    turns -= (double)(int)turns;
    turns -= turns > 0.5 ? 1 : turns < -0.5 ? -1 : 0;
    if (turns > 0.25)
        turns = 0.5 - turns;
    if (turns < -0.25)
        turns = -0.5 - turns;
    double x = turns * 2 * pi, term = x, sum = x;
    for (unsigned k = 2; k < 24; k += 2) {
        term = -(term * x * x / (double)(k * (k + 1)));
        sum += term;
    }
    return sum;
}

double scene_cosine(double turns)
{
    return scene_sine(turns + 0.25);
}

static const struct scene_matrix one = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}}};

struct scene_matrix scene_product(const struct scene_matrix *a, const struct scene_matrix *b)
{
    struct scene_matrix out;
    for (unsigned i = 0; i < 4; i++)
        for (unsigned k = 0; k < 4; k++) {
            out.m[i][k] = 0;
            for (unsigned j = 0; j < 4; j++)
                out.m[i][k] += a->m[i][j] * b->m[j][k];
        }
    return out;
}

struct scene_matrix scene_move(double x, double y, double z)
{
    struct scene_matrix out = one;
    out.m[0][3] = x;
    out.m[1][3] = y;
    out.m[2][3] = z;
    return out;
}

struct scene_matrix scene_turn(unsigned axis, double turns)
{
    struct scene_matrix out = one;
    unsigned a = (axis + 1) % 3, b = (axis + 2) % 3;
    out.m[a][a] = out.m[b][b] = scene_cosine(turns);
    out.m[b][a] = scene_sine(turns);
    out.m[a][b] = -out.m[b][a];
    return out;
}

struct scene_matrix scene_projection(double focus, double near, double far)
{
    return (struct scene_matrix){{{focus, 0, 0, 0},
                                  {0, focus, 0, 0},
                                  {0, 0, (far + near) / (far - near), -2 * far * near / (far - near)},
                                  {0, 0, 1, 0}}};
}

struct lanes scene_lanes(double x, double y, double z, double w)
{
    return (struct lanes){
        {float_bits((float)x), float_bits((float)y), float_bits((float)z), float_bits((float)w)}};
}

struct lanes scene_column(const struct scene_matrix *matrix, unsigned column)
{
    return scene_lanes(matrix->m[0][column], matrix->m[1][column], matrix->m[2][column],
                       matrix->m[3][column]);
}

void scene_open(void)
{
    const uint32_t corner = (SCENE_MIDDLE - DRAWING_SIDE / 2) * 16;
    drawing_write(GS_XYOFFSET_1, xyoffset_value(corner, corner));
    drawing_depth(GS_PSMZ32, true);
    drawing_write(GS_TEST_1, test_depth(GS_ZTST_GEQUAL));
    drawing_fill_frame(SCENE_BACKGROUND);
    drawing_fill_depth(0);
}

struct lanes scene_half(void)
{
    return scene_lanes(DRAWING_SIDE / 2, -DRAWING_SIDE / 2, -524287, 0);
}

struct lanes scene_middle(void)
{
    return scene_lanes(SCENE_MIDDLE, SCENE_MIDDLE, 524288, 0);
}

void scene_store(uint32_t quadword, const struct lanes *v)
{
    micro_store(quadword, v->lane[0], v->lane[1], v->lane[2], v->lane[3]);
}
