/* Objects for clip.vsm (tests/microprograms), and what that program has to make of them. */
#ifndef TESTS_CLIP_SCENE_H
#define TESTS_CLIP_SCENE_H

#include <stdbool.h>
#include <stdint.h>

#include "scene.h"

enum { CLIP_VERTICES = 40, CLIP_CORNERS = 4, CLIP_ADC = 0x8000 };

struct clip_object {
    unsigned count;
    struct lanes corner[CLIP_CORNERS];
    struct lanes colour[CLIP_VERTICES]; /* integers */
    struct lanes position[CLIP_VERTICES];
};

struct clip_constants {
    struct lanes column[4], half, middle, guard;
};

enum clip_case { CLIP_OUTSIDE, CLIP_INSIDE, CLIP_BETWEEN };
enum clip_fate { CLIP_DRAWN, CLIP_NO_TRIANGLE, CLIP_CODES, CLIP_BACK };

struct clip_expected {
    enum clip_case object;
    unsigned plane;                     /* CLIP_OUTSIDE: which of the six, in the order of the program */
    enum clip_fate fate[CLIP_VERTICES]; /* of CLIP_BETWEEN; CLIP_DRAWN if the vertex ends a triangle */
    uint32_t words[CLIP_VERTICES][8];   /* RGBAQ and XYZ2 as in the packet */
    bool divided_by_zero;               /* of CLIP_BETWEEN */
};

/* Four by four squares of one unit, alternately of two colours, seen from above; its corner of least x and z.
 */
struct clip_object clip_floor(double x, double y, double z);
/* A tetrahedron standing on a triangle with circumradius `radius`, turned about y. */
struct clip_object clip_tetrahedron(double x, double y, double z, double radius, double height, double turns,
                                    uint32_t rgb);
/* By the scalar floats in the program's order. */
void clip_expect(const struct clip_constants *constants, const struct clip_object *object,
                 struct clip_expected *out);
/* Cycles that the program's rules give for a run with this object, MSCAL 0. */
unsigned clip_cycles(const struct clip_object *object, const struct clip_expected *expected);

#endif
