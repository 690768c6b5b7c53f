#include "level_generator_sheet.h"

unsigned gen_sheet_tier(unsigned column, unsigned row)
{
    if (column % 2 || row % 2)
        return GEN_LOD_0;
    return column % 4 || row % 4 ? GEN_LOD_01 : GEN_COMMON;
}

void gen_sheet_parents(unsigned column, unsigned row, unsigned parent[2][2])
{
    unsigned step = gen_sheet_tier(column, row) == GEN_LOD_0 ? 1 : 2;
    unsigned across = column % (2 * step) ? step : 0, down = row % (2 * step) ? step : 0;
    parent[0][0] = column - across;
    parent[0][1] = across && down ? row + down : row - down;
    parent[1][0] = column + across;
    parent[1][1] = across && down ? row - down : row + down;
}

void gen_add_sheet(struct gen_patch *patch, struct gen_sheet *sheet)
{
    for (unsigned tier = 0; tier < GEN_TIERS; tier++)
        for (unsigned row = 0; row <= sheet->rows; row++)
            for (unsigned column = 0; column <= sheet->columns; column++) {
                const struct gen_sheet_vertex *v = &sheet->vertex[row][column];
                unsigned p[2][2];
                if (gen_sheet_tier(column, row) != tier)
                    continue;
                struct gen_ref own = gen_add_position(patch, tier, v->position, &v->light, v->s, v->t);
                sheet->ref[row][column] = own;
                if (tier == GEN_COMMON)
                    continue;
                gen_sheet_parents(column, row, p);
                gen_set_parents(patch, own, sheet->ref[p[0][1]][p[0][0]], sheet->ref[p[1][1]][p[1][0]]);
            }
}

void gen_sheet_strips(struct gen_patch *patch, const struct gen_sheet *sheet, unsigned lod, unsigned limit,
                      int (*choose)(void *user, unsigned lod, unsigned column, unsigned row), void *user)
{
    unsigned step = 1u << lod;
    for (unsigned row = 0; row < sheet->rows; row += step)
        for (unsigned column = 0; column < sheet->columns;) {
            struct gen_ref strip[2 * (GEN_SHEET_SIDE + 1)];
            unsigned count = 0;
            int ad_gif = choose(user, lod, column, row);
            do {
                for (unsigned end = count ? 1 : 0; end < 2; end++) {
                    strip[count++] = sheet->ref[row][column + end * step];
                    strip[count++] = sheet->ref[row + step][column + end * step];
                }
                column += step;
            } while (column < sheet->columns && choose(user, lod, column, row) == ad_gif);
            if (ad_gif >= 0)
                gen_add_strip(&patch->lod[lod], (unsigned)ad_gif, strip, count, limit);
        }
}
