/* Sheets: patches made of a grid of quads that halves its step twice, from LOD 2 to LOD 0. */
#ifndef TESTS_LEVEL_GENERATOR_SHEET_H
#define TESTS_LEVEL_GENERATOR_SHEET_H

#include "level_generator.h"

enum { GEN_SHEET_SIDE = 8 }; /* most quads of LOD 0 in a direction */

struct gen_sheet_vertex {
    int16_t position[3]; /* raw units from the patch's origin */
    struct gen_light light;
    int16_t s, t;
};

struct gen_sheet {
    unsigned columns, rows;                                                 /* quads of LOD 0: 4 or 8 */
    struct gen_sheet_vertex vertex[GEN_SHEET_SIDE + 1][GEN_SHEET_SIDE + 1]; /* [row][column] */
    /* What the vertices became, for strips of one's own. */
    struct gen_ref ref[GEN_SHEET_SIDE + 1][GEN_SHEET_SIDE + 1];
};

/* The tier of a vertex of a sheet, and its parents: the ends of the coarser edge that it lies on. A coarser
 * quad's centre lies on the diagonal along which quads are drawn. */
unsigned gen_sheet_tier(unsigned column, unsigned row);
void gen_sheet_parents(unsigned column, unsigned row, unsigned parent[2][2]);

/* Adds the sheet's vertices to the patch, tier by tier. */
void gen_add_sheet(struct gen_patch *patch, struct gen_sheet *sheet);
/* Adds strips over all quads of a level of detail, row by row; neighbours with the same ad-gif share one.
 * `choose` gives the ad-gif of the quad whose first corner is at a vertex of LOD 0; negative: no quad. */
void gen_sheet_strips(struct gen_patch *patch, const struct gen_sheet *sheet, unsigned lod, unsigned limit,
                      int (*choose)(void *user, unsigned lod, unsigned column, unsigned row), void *user);

#endif
