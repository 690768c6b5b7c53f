#include "console_walk.h"

#include "arith.h"
#include "console_spans.h"
#include "pipeline.h"
#include "registers.h"

enum { RAMP_F = 4 };

static unsigned block_width(const struct gs_batch *b, const struct gs_rules *rules)
{
    bool narrow = GS_PRIM_TME(b->prim) || GS_PRIM_FGE(b->prim) || GS_PRIM_AA1(b->prim);
    switch (rules->choice[GS_RULE_WALK_BLOCK]) {
    case GS_WALK_BLOCK_8:
        return GS_CONSOLE_WIDE_BLOCK;
    case GS_WALK_BLOCK_4:
        return GS_CONSOLE_NARROW_BLOCK;
    default:
        return narrow ? GS_CONSOLE_NARROW_BLOCK : GS_CONSOLE_WIDE_BLOCK;
    }
}

static void use_steps(struct gs_console_walk *w, const struct gs_batch *b, const struct gs_rules *rules)
{
    w->steps = (struct gs_console_steps){
        .exact = rules->choice[GS_RULE_WALK_RECIPROCAL] == GS_WALK_RECIPROCAL_EXACT,
        .fine = rules->choice[GS_RULE_WALK_COARSE] == GS_WALK_COARSE_NONE,
        .single = rules->choice[GS_RULE_WALK_ROWS] == GS_WALK_ROWS_SINGLE,
        .width = block_width(b, rules),
    };
}

/* What of the plane's law is left out. */
static unsigned left_out(const struct gs_rules *rules)
{
    bool exact = rules->choice[GS_RULE_TEXCOORD_RECIPROCAL] == GS_TEXCOORD_RECIPROCAL_EXACT;
    bool as_sent = rules->choice[GS_RULE_Q_NEGATIVE] == GS_Q_NEGATIVE_KEEP;
    return (exact ? GS_CONSOLE_EXACT_AREA : 0u) | (as_sent ? GS_CONSOLE_Q_AS_SENT : 0u);
}

static void use_triangle(struct gs_console_walk *w, const struct gs_pipeline *p, const struct gs_batch *b,
                         const struct gs_rules *rules)
{
    w->exact = rules->choice[GS_RULE_COVERAGE] == GS_COVERAGE_EXACT;
    w->colour = rules->choice[GS_RULE_COLOUR_WALK] == GS_COLOUR_WALK_CONSOLE && p->walk_colour;
    w->fog = rules->choice[GS_RULE_FOG_WALK] == GS_FOG_WALK_CONSOLE && p->walk_fog;
    w->depth =
        rules->choice[GS_RULE_DEPTH_WALK] == GS_DEPTH_WALK_CONSOLE && (p->depth_test || p->depth_write);
    w->plane = rules->choice[GS_RULE_TEXCOORD_WALK] == GS_TEXCOORD_WALK_CONSOLE && p->tme;
    w->trails = w->plane && GS_PRIM_FST(b->prim) && rules->choice[GS_RULE_UV_WALK] == GS_UV_WALK_ACCUMULATOR;
    w->plane = w->plane && !w->trails;
    w->grains = w->plane && !GS_PRIM_FST(b->prim) && rules->choice[GS_RULE_ST_WALK] == GS_ST_WALK_GRAIN;
    w->short_depth = rules->choice[GS_RULE_DEPTH_SHORTFALL] == GS_DEPTH_SHORTFALL_CONSOLE;
    use_steps(w, b, rules);
}

/* Does Q decide on the level of each pixel? */
static bool levels_by_q(const struct gs_pipeline *p, const struct gs_batch *b)
{
    bool constant = GS_PRIM_FST(b->prim) || (gs_batch_context(b)->tex1 & 1);
    return !constant && (p->sampler.table ? p->sampler.levels > 0 : p->sampler.mip);
}

static void use_sprite(struct gs_console_walk *w, const struct gs_pipeline *p, const struct gs_batch *b,
                       const struct gs_rules *rules)
{
    bool divided = p->tme && levels_by_q(p, b);
    w->divided = divided && rules->choice[GS_RULE_SPRITE_LEVELS] == GS_SPRITE_LEVELS_CONSOLE;
    w->axes = p->tme && !divided && rules->choice[GS_RULE_SPRITE_WALK] == GS_SPRITE_WALK_CONSOLE;
}

/* Lines, points, and the edges of triangles. */
static bool use_segments(const struct gs_pipeline *p, const struct gs_rules *rules)
{
    switch (p->primitive_class) {
    case GS_CLASS_POINT:
        return rules->choice[GS_RULE_POINT_WALK] == GS_POINT_WALK_CONSOLE && p->tme;
    case GS_CLASS_LINE:
        return rules->choice[GS_RULE_LINE_WALK] == GS_LINE_WALK_CONSOLE;
    case GS_CLASS_TRIANGLE:
        return rules->choice[GS_RULE_EDGE_WALK] == GS_EDGE_WALK_CONSOLE && p->aa1;
    default:
        return false;
    }
}

/* What is walked here needs no walk elsewhere. */
static void relieve(const struct gs_console_walk *w, struct gs_pipeline *p)
{
    bool triangle = p->primitive_class == GS_CLASS_TRIANGLE;
    if (triangle && p->aa1 && !w->line.used)
        return; /* edges have attributes of their own */
    if ((w->line.used && !triangle) || w->plane || w->trails || w->axes || w->divided)
        p->walk_texture = p->divide = false;
}

static enum gs_console_rounding rounding_of(const struct gs_rules *rules, enum gs_rule rule)
{
    switch (rules->choice[rule]) {
    case GS_Q_RECIPROCAL_15BIT:
        return GS_CONSOLE_ROUND_15;
    case GS_Q_RECIPROCAL_14BIT:
        return GS_CONSOLE_ROUND_14;
    case GS_Q_RECIPROCAL_STEP:
        return GS_CONSOLE_ROUND_STEP;
    default:
        return GS_CONSOLE_ROUND_24;
    }
}

static bool is_alone(const struct gs_console_walk *w, const struct gs_pipeline *p)
{
    if (p->primitive_class == GS_CLASS_SPRITE)
        return w->axes || w->divided;
    bool depth = p->depth_test || p->depth_write;
    return p->primitive_class == GS_CLASS_TRIANGLE && w->exact && !p->aa1 && w->colour == p->walk_colour &&
           w->fog == p->walk_fog && w->depth == depth && (w->plane || w->trails) == p->tme;
}

/* What gs/console_rows.c needs of the draw. */
static void set_group(struct gs_console_walk *w, const struct gs_pipeline *p)
{
    w->lanes = p->lanes;
    w->needs_q = p->watch || (p->sampler.table ? !p->sampler.uniform : p->sampler.mip);
    gs_console_rows_draw(w);
}

void gs_console_walk_init(struct gs_console_walk *w, struct gs_pipeline *p, const struct gs_batch *b,
                          const struct gs_rules *rules)
{
    uint64_t tex0 = gs_batch_context(b)->tex0;
    w->exact = w->colour = w->fog = w->depth = w->plane = w->axes = w->trails = w->active = false;
    w->grains = w->divided = w->line.on = false;
    w->line.used = use_segments(p, rules);
    if (p->primitive_class == GS_CLASS_TRIANGLE)
        use_triangle(w, p, b, rules);
    else if (p->primitive_class == GS_CLASS_SPRITE)
        use_sprite(w, p, b, rules);
    if (!(w->exact || w->colour || w->fog || w->depth || w->plane || w->axes || w->trails || w->divided ||
          w->line.used))
        return;
    w->fst = GS_PRIM_FST(b->prim) != 0;
    w->size_log2[0] = gs_bits(tex0, 26, 4);
    w->size_log2[1] = gs_bits(tex0, 30, 4);
    w->half = p->sampler.linear && !p->sampler.mip ? 0x8000 : 0;
    w->rounding = rounding_of(rules, GS_RULE_Q_RECIPROCAL);
    w->other_rounding = rounding_of(rules, GS_RULE_Q_RECIPROCAL_LINE);
    w->level_groups = rules->choice[GS_RULE_LOD_GROUP] == GS_LOD_GROUP_FOUR && w->plane;
    w->low_axes = rules->choice[GS_RULE_SPRITE_LOW] == GS_SPRITE_LOW_CONSOLE;
    w->without = left_out(rules);
    relieve(w, p);
    w->alone = is_alone(w, p);
    set_group(w, p);
    p->console = w;
}

/* S, T, Q by vertex; U, V as S, T with Q = 1. */
static void coordinates_of(const struct gs_console_walk *w, const struct gs_vertex *raw, unsigned count,
                           uint32_t stq[3][3])
{
    for (unsigned i = 0; i < count; i++) {
        const struct gs_vertex *v = &raw[i];
        stq[GS_CONSOLE_S][i] = w->fst ? gs_console_uv_bits(v->u, w->size_log2[0]) : v->s;
        stq[GS_CONSOLE_T][i] = w->fst ? gs_console_uv_bits(v->v, w->size_log2[1]) : v->t;
        stq[GS_CONSOLE_Q][i] = w->fst ? gs_bits_of_float(1.0f) : v->q;
    }
}

void gs_console_walk_grid(const struct gs_console_walk *w, const struct gs_vertex *raw, unsigned count,
                          struct gs_console_plane *grid)
{
    uint32_t stq[3][3];
    coordinates_of(w, raw, count, stq);
    gs_console_plane_grid(grid, stq, count, w->without);
}

static void begin_plane(struct gs_console_walk *w, const struct gs_vertex raw[3])
{
    uint32_t stq[3][3];
    coordinates_of(w, raw, 3, stq);
    gs_console_plane_init(&w->stq, &w->shape, stq, w->without);
}

static void begin_ramps(struct gs_console_walk *w, const struct gs_vertex raw[3])
{
    for (unsigned c = w->colour ? 0 : RAMP_F; c < (w->fog ? RAMP_F + 1 : RAMP_F); c++) {
        int64_t level[3];
        for (unsigned i = 0; i < 3; i++)
            level[i] = c == RAMP_F ? raw[i].fog : raw[i].rgba >> (8 * c) & 0xFF;
        gs_console_ramp_init(&w->ramp[c], &w->shape, level, &w->steps);
    }
}

bool gs_console_walk_triangle(struct gs_pipeline *p, const struct gs_vertex raw[3],
                              const struct gs_raster_vertex *v)
{
    struct gs_console_walk *w = p->console;
    const int32_t x[3] = {v[0].x16, v[1].x16, v[2].x16}, y[3] = {v[0].y16, v[1].y16, v[2].y16};
    if (!gs_console_shape_init(&w->shape, x, y))
        return false;
    begin_ramps(w, raw);
    gs_console_spans_triangle(w, raw);
    if (w->plane)
        begin_plane(w, raw);
    if (w->depth)
        gs_console_depth_init(&w->z, &w->shape, (const uint32_t[3]){raw[0].z, raw[1].z, raw[2].z},
                              w->short_depth);
    if (w->line.used)
        gs_console_line_primitive(p, raw, v, 3);
    gs_console_rows_triangle(w);
    w->active = true;
    return true;
}

void gs_console_walk_segment(struct gs_pipeline *p, const struct gs_vertex *raw,
                             const struct gs_raster_vertex *v)
{
    if (p->console->line.used)
        gs_console_line_primitive(p, raw, v, p->primitive_class == GS_CLASS_LINE ? 2 : 1);
}

static struct gs_console_end end_of(const struct gs_console_walk *w, const struct gs_vertex *v,
                                    const struct gs_raster_vertex *at, uint32_t q, bool t)
{
    struct gs_console_end end = {.position = t ? at->y16 : at->x16};
    if (w->fst)
        end.coordinate = (int64_t)(t ? v->v : v->u) << 28;
    else
        end.coordinate = gs_console_quotient(t ? v->t : v->s, q, w->size_log2[t]);
    return end;
}

/* False if the sprite covers no pixel. Both vertices have the Q of the second one. */
static bool begin_divided(struct gs_console_walk *w, const struct gs_vertex raw[2],
                          const struct gs_raster_vertex *v)
{
    gs_console_walk_grid(w, raw, 2, &w->grid);
    w->rows.on = false;
    for (unsigned t = 0; t < 2; t++) {
        struct gs_console_divided_axis *axis = &w->divided_axis[t];
        for (unsigned i = 0; i < 2; i++) {
            axis->position[i] = t ? v[i].y16 : v[i].x16;
            axis->value[i] = w->grid.value[t ? GS_CONSOLE_T : GS_CONSOLE_S][i];
        }
        if (!gs_console_divided_axis_covers(axis))
            return false;
    }
    return true;
}

bool gs_console_walk_sprite(struct gs_pipeline *p, const struct gs_vertex raw[2],
                            const struct gs_raster_vertex *v)
{
    struct gs_console_walk *w = p->console;
    w->active = true;
    w->q = raw[1].q;
    if (w->divided)
        return begin_divided(w, raw, v);
    for (unsigned t = 0; t < 2; t++) {
        struct gs_console_end a = end_of(w, &raw[0], &v[0], raw[1].q, t);
        struct gs_console_end b = end_of(w, &raw[1], &v[1], raw[1].q, t);
        if (!gs_console_axis_init(&w->axis[t], &a, &b))
            return false;
        w->axis[t].low = w->axis[t].low && w->low_axes;
    }
    gs_console_rows_sprite(w);
    return true;
}

void gs_console_walk_row(const struct gs_pipeline *p, int32_t y, int32_t first, int32_t last)
{
    struct gs_console_walk *w = p->console;
    if (w->depth && w->active)
        gs_console_depth_row(&w->z, y, &w->z_row);
    if (w->trails && w->active)
        gs_console_spans_row(w, y);
    if (w->active && w->rows.on)
        gs_console_rows_row(w, y, first, last, p->depth_max);
}

/* Coordinates and Q of lane k from counts of quarter units. */
static void divide(const struct gs_console_walk *w, const int32_t at[3], int32_t exponent,
                   enum gs_console_rounding rounding, struct gs_group *g, unsigned k)
{
    g->u[k] = gs_console_coordinate(at[GS_CONSOLE_S], at[GS_CONSOLE_Q], w->size_log2[0], rounding);
    g->v[k] = gs_console_coordinate(at[GS_CONSOLE_T], at[GS_CONSOLE_Q], w->size_log2[1], rounding);
    g->q[k] = gs_float_of_bits(gs_console_q_bits(at[GS_CONSOLE_Q], exponent));
}

void gs_console_walk_texture(const struct gs_console_walk *w, const struct gs_console_plane *plane, int32_t x,
                             int32_t y, struct gs_group *g, unsigned k)
{
    int32_t at[3];
    gs_console_plane_at(plane, x, y, at);
    divide(w, at, plane->exponent, w->other_rounding, g, k);
}

static void triangle_texture(const struct gs_console_walk *w, int32_t x, struct gs_group *g, unsigned k)
{
    int32_t at[3];
    gs_console_plane_at(&w->stq, x, g->y, at);
    divide(w, at, w->stq.exponent, w->rounding, g, k);
}

static void divided_sprite(const struct gs_console_walk *w, struct gs_group *g, unsigned k, int32_t x)
{
    int32_t at[3];
    at[GS_CONSOLE_S] = gs_console_divided_axis_at(&w->divided_axis[0], x);
    at[GS_CONSOLE_T] = gs_console_divided_axis_at(&w->divided_axis[1], g->y);
    at[GS_CONSOLE_Q] = 4 * w->grid.value[GS_CONSOLE_Q][1];
    divide(w, at, w->grid.exponent, w->other_rounding, g, k);
}

/* 8.7 without a fraction: all that follows works on bytes. */
static int16_t ramp_byte(const struct gs_console_ramp *ramp, int32_t x, int32_t y)
{
    return (int16_t)(gs_console_ramp_byte(gs_console_ramp_at(ramp, x, y)) << 7);
}

static void lane(const struct gs_pipeline *p, struct gs_group *g, unsigned k)
{
    const struct gs_console_walk *w = p->console;
    int32_t x = g->x + (int32_t)k;
    if (w->colour)
        for (unsigned c = 0; c < 4; c++)
            g->colour[4 * k + c] = ramp_byte(&w->ramp[c], x, g->y);
    if (w->fog)
        g->fog[k] = ramp_byte(&w->ramp[RAMP_F], x, g->y);
    if (w->depth)
        g->depth[k] = gs_console_depth_at(&w->z_row, x, p->depth_max);
    if (w->plane)
        triangle_texture(w, x, g, k);
    if (w->trails) {
        g->u[k] = gs_console_spans_at(w, 0, x);
        g->v[k] = gs_console_spans_at(w, 1, x);
    }
    if (w->axes) {
        g->u[k] = gs_console_axis_at(&w->axis[0], x);
        g->v[k] = gs_console_axis_at(&w->axis[1], g->y);
        g->q[k] = gs_float_of_bits(w->q);
    }
    if (w->divided)
        divided_sprite(w, g, k, x);
}

/* Q of the second column of each pixel's group of four. Groups are counted from where blocks of colour are.
 */
static void level_groups(const struct gs_console_walk *w, struct gs_group *g)
{
    int32_t grid_x = gs_console_grid_x(&w->shape), direction = w->shape.direction;
    for (int32_t k = 0; k < w->lanes; k++) {
        int32_t at[3], group = direction * (g->x + k - grid_x) >> 2;
        gs_console_plane_at(&w->stq, grid_x + direction * (4 * group + 1), g->y, at);
        g->q[k] = gs_float_of_bits(gs_console_q_bits(at[GS_CONSOLE_Q], w->stq.exponent));
    }
}

/* int32 differences wrap. */
static int32_t less(int32_t a, int32_t b)
{
    return (int32_t)((uint32_t)a - (uint32_t)b);
}

void gs_console_walk_group(const struct gs_pipeline *p, struct gs_group *g)
{
    const struct gs_console_walk *w = p->console;
    bool coordinates = w->plane || w->axes || w->trails || w->divided;
    if (w->line.on) {
        gs_console_line_group(p, g);
        return;
    }
    if (!w->active)
        return;
    if (coordinates)
        g->divide = false;
    g->whole_depth = w->depth;
    if (w->rows.on) {
        gs_console_rows_group(w, g, p->depth_max);
        if (w->level_groups)
            level_groups(w, g);
        return;
    }
    for (unsigned k = 0; k < (unsigned)p->lanes; k++) {
        if (coordinates) {
            g->u[k] = g->v[k] = 0;
            g->q[k] = 1;
        }
        if (g->lanes[k])
            lane(p, g, k);
        if (coordinates) {
            g->u[k] = less(g->u[k], w->half);
            g->v[k] = less(g->v[k], w->half);
        }
    }
    if (w->level_groups && w->plane)
        level_groups(w, g);
}
