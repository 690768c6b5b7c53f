/* The walks of gs/console_*.c for the eight pixels of a group at once, bit for bit as those give them one
 * pixel at a time. In a row all of them are sums: a constant of the row, a multiple of the group's column,
 * and what a lane has more than lane 0, which a primitive has in common. Sums wrap; a primitive with values
 * that are wider than the sums, or that a draw walks in another way, is left to the functions of one pixel.
 */
#ifndef GS_CONSOLE_ROWS_H
#define GS_CONSOLE_ROWS_H

#include <stdbool.h>
#include <stdint.h>

#include "lanes.h"

struct gs_console_walk;
struct gs_group;

struct gs_console_rows {
    bool on; /* for the present primitive */
    /* Of lane k against lane 0. */
    uint32_t colour_lane[GS_CHANNELS], fog_lane[GS_MAX_LANES];
    uint64_t z_lane[GS_MAX_LANES];
    bool level_q;                /* Q is the same throughout: */
    float inverse[GS_MAX_LANES]; /* 1 / Q, rounded */
    uint32_t plane_lane[3][GS_MAX_LANES], axis_lane[GS_MAX_LANES];
    /* Of a column, for columns that are multiples of eight. */
    uint32_t ramp_step[5], plane_step[3];
    uint32_t ramp_start[5]; /* at column 0, without the rows */
    uint64_t z_step;
    /* At column 0 of the present row. */
    uint32_t ramp_row[5], plane_row[3];
    uint64_t z_row;
    bool z_limits; /* Z of some pixel of the row is out of the range of its format */
    int32_t v_row;
};

/* A draw begins: what follows from its rounding of 1/Q and the size of its texture. */
void gs_console_rows_draw(struct gs_console_walk *walk);
/* A primitive begins: the walk is set up for it. Decides about `on`. */
void gs_console_rows_triangle(struct gs_console_walk *walk);
void gs_console_rows_sprite(struct gs_console_walk *walk);
/* Row y begins, of which the columns first..last are drawn; `z_most`: of the depth buffer's format. */
void gs_console_rows_row(struct gs_console_walk *walk, int32_t y, int32_t first, int32_t last,
                         uint32_t z_most);
/* The attributes of a group's pixels. Those that are not drawn get values without a meaning. */
void gs_console_rows_group(const struct gs_console_walk *walk, struct gs_group *group, uint32_t z_most);
/* The last step of a plane: U, V and, if the walk needs it, Q of S, T, Q in quarter units (20 bits). */
void gs_console_rows_divide(const struct gs_console_walk *walk, const int32_t stq[3][GS_MAX_LANES],
                            struct gs_group *group);

#endif
