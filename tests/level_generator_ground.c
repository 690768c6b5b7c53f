/*
 * The landscape's ground. Quads are drawn with the lowest kind of ground around, and over it each higher
 * kind, opaque at the corners that are of it and clear at the others. A corner that is clear is a position of
 * its own beside the opaque one: alpha is part of a position's colour.
 *
 * A vertex that collapses takes its first parent's place. Then the quads must look like the coarser quad that
 * they are left of, so the quads of one coarser quad are all drawn with the same kinds; and where a parent is
 * clear and the vertex is not, or the other way round, the vertex has a second vertex info that collapses to
 * the parent's twin.
 */
#include <string.h>

#include "level_generator_landscape.h"
#include "level_generator_noise.h"
#include "level_generator_sheet.h"

enum { COLUMNS = GEN_PATCH_COLUMNS, ROWS = GEN_PATCH_ROWS };

struct ground {
    const struct gen_map *map;
    const unsigned *texture;
    struct gen_patch *patch;
    struct gen_sheet sheet;
    unsigned column, row;               /* of the patch's first quad, on the map */
    bool wanted[ROWS + 1][COLUMNS + 1]; /* clear twins of vertices */
    struct gen_ref clear[ROWS + 1][COLUMNS + 1];
    /* Second vertex infos: opaque ones that collapse to a clear twin, and clear ones to an opaque parent. */
    bool fades[ROWS + 1][COLUMNS + 1], appears[ROWS + 1][COLUMNS + 1];
    struct gen_ref fading[ROWS + 1][COLUMNS + 1], appearing[ROWS + 1][COLUMNS + 1];
};

static unsigned kind(const struct ground *g, unsigned column, unsigned row)
{
    return g->map->ground[g->row + row][g->column + column];
}

static struct gen_light light_of(const struct ground *g, unsigned column, unsigned row, bool solid)
{
    static const unsigned sky[3] = {4, 5, 7}, deep[3] = {1, 3, 4};
    unsigned x = g->column + column, y = g->row + row, colour[3];
    double hollow = g->map->hollow[y][x];
    double cloud = gen_step(0.52, 0.66, gen_fractal(7, (x + 8) / 20.0, (y + 8) / 20.0, 0, 3));
    double under = gen_step(0.0, 5.0 * 1024, -g->map->height[y][x]);
    double shade = gen_mix(0.75 * cloud + 0.35 * hollow + 0.8 * g->map->shadow[y][x], 1.0, under);
    double tint = gen_fractal(8, (x + 8) / 4.0, (y + 8) / 4.0, 0, 2);
    for (unsigned a = 0; a < 3; a++)
        colour[a] = (unsigned)(gen_mix(sky[a] * (1 - 0.35 * hollow) + 2 * tint, deep[a], under) + 0.5);
    return gen_landscape_light(g->map->normal[y][x], colour, (unsigned)((shade > 1 ? 1 : shade) * 255),
                               solid);
}

static void fill_sheet(struct ground *g)
{
    int32_t low = INT32_MAX, high = INT32_MIN;
    for (unsigned row = 0; row <= ROWS; row++)
        for (unsigned column = 0; column <= COLUMNS; column++) {
            int32_t h = g->map->height[g->row + row][g->column + column];
            low = h < low ? h : low;
            high = h > high ? h : high;
        }
    g->patch->origin[0] = (int32_t)(g->column + COLUMNS / 2) * GEN_MAP_QUAD;
    g->patch->origin[1] = (int32_t)(g->row + ROWS / 2) * GEN_MAP_QUAD;
    g->patch->origin[2] = low + (high - low) / 2;
    g->sheet.columns = COLUMNS;
    g->sheet.rows = ROWS;
    for (int row = 0; row <= ROWS; row++)
        for (int column = 0; column <= COLUMNS; column++) {
            struct gen_sheet_vertex *v = &g->sheet.vertex[row][column];
            int32_t h = g->map->height[(int)g->row + row][(int)g->column + column];
            v->position[0] = (int16_t)((column - COLUMNS / 2) * GEN_MAP_QUAD);
            v->position[1] = (int16_t)((row - ROWS / 2) * GEN_MAP_QUAD);
            v->position[2] = (int16_t)(h - g->patch->origin[2]);
            v->light = light_of(g, (unsigned)column, (unsigned)row, true);
            v->s = (int16_t)((column - COLUMNS / 2) * 2048); /* a texture is two quads wide */
            v->t = (int16_t)((ROWS / 2 - row) * 2048);
        }
}

/* ---- which kinds lie over which, and which corners are clear ---- */

/* Kinds of ground at a level of detail in the coarser quad around, a bit each. */
static unsigned kinds_around(const struct ground *g, unsigned lod, unsigned column, unsigned row)
{
    unsigned step = 1u << lod, group = lod == 2 ? step : 2 * step, kinds = 0;
    column -= column % group;
    row -= row % group;
    for (unsigned y = row; y <= row + group; y += step)
        for (unsigned x = column; x <= column + group; x += step)
            kinds |= 1u << kind(g, x, y);
    return kinds;
}

static unsigned lowest(const struct ground *g, unsigned lod, unsigned column, unsigned row)
{
    unsigned kinds = kinds_around(g, lod, column, row), k = 0;
    while (!(kinds >> k & 1))
        k++;
    return k;
}

/* Is kind `k` drawn over the lowest here? */
static bool lies_over(const struct ground *g, unsigned lod, unsigned column, unsigned row, unsigned k)
{
    return lowest(g, lod, column, row) < k && kinds_around(g, lod, column, row) >> k & 1;
}

/* A clear twin morphs to clear twins. */
static void want(struct ground *g, unsigned column, unsigned row)
{
    unsigned parent[2][2];
    if (g->wanted[row][column])
        return;
    g->wanted[row][column] = true;
    if (gen_sheet_tier(column, row) == GEN_COMMON)
        return;
    gen_sheet_parents(column, row, parent);
    want(g, parent[0][0], parent[0][1]);
    want(g, parent[1][0], parent[1][1]);
}

/* Is the vertex's first parent of kind `k`? Common vertices do not collapse: as the vertex itself. */
static bool parent_is(const struct ground *g, unsigned column, unsigned row, unsigned k)
{
    unsigned parent[2][2];
    if (gen_sheet_tier(column, row) == GEN_COMMON)
        return kind(g, column, row) == k;
    gen_sheet_parents(column, row, parent);
    return kind(g, parent[0][0], parent[0][1]) == k;
}

static void want_corner(struct ground *g, unsigned column, unsigned row, unsigned k)
{
    bool opaque = kind(g, column, row) == k, after = parent_is(g, column, row, k);
    if (!opaque)
        want(g, column, row);
    if (opaque == after)
        return;
    if (opaque) {
        unsigned parent[2][2];
        gen_sheet_parents(column, row, parent);
        want(g, parent[0][0], parent[0][1]);
        g->fades[row][column] = true;
    } else {
        g->appears[row][column] = true;
    }
}

static void find_clear(struct ground *g)
{
    for (unsigned lod = 0; lod < 3; lod++)
        for (unsigned row = 0; row < ROWS; row += 1u << lod)
            for (unsigned column = 0; column < COLUMNS; column += 1u << lod)
                for (unsigned k = 0; k < GEN_PAINTS; k++) {
                    if (!lies_over(g, lod, column, row, k))
                        continue;
                    for (unsigned i = 0; i < 4; i++)
                        want_corner(g, column + ((i & 1) << lod), row + (i >> 1 << lod), k);
                }
}

static void add_second_infos(struct ground *g)
{
    for (unsigned row = 0; row <= ROWS; row++)
        for (unsigned column = 0; column <= COLUMNS; column++) {
            const struct gen_sheet_vertex *v = &g->sheet.vertex[row][column];
            unsigned p[2][2];
            if (!g->fades[row][column] && !g->appears[row][column])
                continue;
            gen_sheet_parents(column, row, p);
            struct gen_ref clear[2] = {g->clear[p[0][1]][p[0][0]], g->clear[p[1][1]][p[1][0]]};
            struct gen_ref opaque[2] = {g->sheet.ref[p[0][1]][p[0][0]], g->sheet.ref[p[1][1]][p[1][0]]};
            if (g->fades[row][column]) {
                g->fading[row][column] = gen_add_extra(g->patch, g->sheet.ref[row][column], v->s, v->t);
                gen_set_parents(g->patch, g->fading[row][column], clear[0], opaque[1]);
            }
            if (g->appears[row][column]) {
                g->appearing[row][column] = gen_add_extra(g->patch, g->clear[row][column], v->s, v->t);
                gen_set_parents(g->patch, g->appearing[row][column], opaque[0], clear[1]);
            }
        }
}

/* The vertex info of a corner where kind `k` lies over another. */
static struct gen_ref corner(const struct ground *g, unsigned column, unsigned row, unsigned k)
{
    bool after = parent_is(g, column, row, k);
    if (kind(g, column, row) == k)
        return after ? g->sheet.ref[row][column] : g->fading[row][column];
    return after ? g->appearing[row][column] : g->clear[row][column];
}

/* Opaque vertices and their clear twins, tier by tier. */
static void add_vertices(struct ground *g)
{
    gen_add_sheet(g->patch, &g->sheet);
    for (unsigned tier = 0; tier < GEN_TIERS; tier++)
        for (unsigned row = 0; row <= ROWS; row++)
            for (unsigned column = 0; column <= COLUMNS; column++) {
                const struct gen_sheet_vertex *v = &g->sheet.vertex[row][column];
                struct gen_light light = light_of(g, column, row, false);
                unsigned p[2][2];
                if (!g->wanted[row][column] || gen_sheet_tier(column, row) != tier)
                    continue;
                struct gen_ref own = gen_add_position(g->patch, tier, v->position, &light, v->s, v->t);
                g->clear[row][column] = own;
                if (tier == GEN_COMMON)
                    continue;
                gen_sheet_parents(column, row, p);
                gen_set_parents(g->patch, own, g->clear[p[0][1]][p[0][0]], g->clear[p[1][1]][p[1][0]]);
            }
}

/* ---- strips ---- */

static unsigned ad_gif(struct ground *g, unsigned ground_kind)
{
    const struct gen_ad_gif gif = {
        .texture = (uint16_t)g->texture[ground_kind], .k = -137, .mmin = 4, .page_range = 255};
    return gen_add_ad_gif(g->patch, &gif);
}

static int choose_lowest(void *user, unsigned lod, unsigned column, unsigned row)
{
    struct ground *g = user;
    return (int)ad_gif(g, lowest(g, lod, column, row));
}

/* All quads over which kind `k` lies: neighbours in a row share a strip. */
static void add_cover(struct ground *g, unsigned lod, unsigned k)
{
    unsigned step = 1u << lod;
    for (unsigned row = 0; row < ROWS; row += step)
        for (unsigned column = 0; column < COLUMNS;) {
            struct gen_ref strip[2 * (COLUMNS + 1)];
            unsigned count = 0;
            for (; column < COLUMNS && lies_over(g, lod, column, row, k); column += step)
                for (unsigned i = count ? 2 : 0; i < 4; i++) {
                    unsigned x = column + (i >> 1) * step, y = row + (i & 1) * step;
                    strip[count++] = corner(g, x, y, k);
                }
            if (count)
                gen_add_strip(&g->patch->lod[lod], ad_gif(g, k), strip, count, GEN_CLIP_LIMIT);
            else
                column += step;
        }
}

static void make_patch(struct ground *g)
{
    fill_sheet(g);
    find_clear(g);
    add_vertices(g);
    add_second_infos(g);
    for (unsigned lod = 0; lod < 3; lod++) {
        gen_sheet_strips(g->patch, &g->sheet, lod, GEN_CLIP_LIMIT, choose_lowest, g);
        for (unsigned k = 0; k < GEN_WATER; k++)
            add_cover(g, lod, k);
    }
}

/* Makes the rarest kind of ground at a patch's corners the one before it in an order; paths stay. What comes
 * first in the order only ever grows, so doing this for patch after patch comes to an end. */
static void make_plainer(struct gen_map *map, const struct ground *g)
{
    static const uint8_t order[] = {GEN_GRASS, GEN_MEADOW, GEN_SAND, GEN_ROCK, GEN_SNOW};
    enum { CORNERS = (ROWS + 1) * (COLUMNS + 1) };
    unsigned count[GEN_PAINTS] = {0}, least = CORNERS + 1, from = GEN_PAINTS, to = GEN_PAINTS,
             before = GEN_PAINTS;
    for (unsigned i = 0; i < CORNERS; i++)
        count[kind(g, i % (COLUMNS + 1), i / (COLUMNS + 1))]++;
    for (unsigned i = 0; i < sizeof order; i++) {
        unsigned k = order[i];
        if (!count[k])
            continue;
        if (before != GEN_PAINTS && count[k] < least) {
            least = count[k];
            from = k;
            to = before;
        }
        before = k;
    }
    gen_require(from != GEN_PAINTS);
    for (unsigned i = 0; i < CORNERS; i++) {
        uint8_t *there = &map->ground[g->row + i / (COLUMNS + 1)][g->column + i % (COLUMNS + 1)];
        *there = *there == from ? (uint8_t)to : *there;
    }
}

/* Adds all patches, and makes the map plainer where one does not fit; false if there was one. */
static bool add_patches(struct gen_content *content, struct gen_map *map, const unsigned texture[GEN_PAINTS])
{
    bool fit = true;
    for (unsigned row = 0; row < GEN_MAP_SIDE; row += ROWS)
        for (unsigned column = 0; column < GEN_MAP_SIDE; column += COLUMNS) {
            struct ground g = {.map = map, .texture = texture, .column = column, .row = row};
            g.patch = gen_add_patch(content);
            make_patch(&g);
            if (!gen_patch_fault(g.patch))
                continue;
            fit = false;
            make_plainer(map, &g);
        }
    return fit;
}

void gen_landscape_ground(struct gen_content *content, struct gen_map *map,
                          const unsigned texture[GEN_PAINTS])
{
    size_t before = content->patches;
    while (!add_patches(content, map, texture))
        content->patches = before;
}
