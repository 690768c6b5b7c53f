/* Numbers for scenes: matrices in double precision from + - * / only, so that every machine makes the same
 * words of them. */
#ifndef TESTS_SCENE_H
#define TESTS_SCENE_H

#include <stdint.h>

#include "lanes.h"

/* Sine and cosine of an angle in whole turns, to 1e-15 or so. */
double scene_sine(double turns);
double scene_cosine(double turns);

struct scene_matrix {
    double m[4][4]; /* row, column */
};
struct scene_matrix scene_product(const struct scene_matrix *a, const struct scene_matrix *b);
struct scene_matrix scene_move(double x, double y, double z);
/* About x, y or z (0, 1, 2), in turns. */
struct scene_matrix scene_turn(unsigned axis, double turns);
/* From x right, y up, z ahead to clip space; at z = `focus` 1 unit is half the width of a square picture. */
struct scene_matrix scene_projection(double focus, double near, double far);

/* Float words. */
struct lanes scene_lanes(double x, double y, double z, double w);
struct lanes scene_column(const struct scene_matrix *matrix, unsigned column);

enum { SCENE_MIDDLE = 2048, SCENE_BACKGROUND = 0x00603020 };
/* What all scenes share on the chip: the picture's middle at 2048, 2048, the frame full of the background,
 * nearer pixels have the greater Z. */
void scene_open(void);
/* The viewport for that: half its size and its middle, Z from 16 (far) to 16777200 (near). */
struct lanes scene_half(void);
struct lanes scene_middle(void);
void scene_store(uint32_t quadword, const struct lanes *v);

#endif
