/* Watching one pixel: matching it, and copying what the stages have for it. */
#include "watch.h"

#include <stdlib.h>
#include <string.h>

#include "blocks.h"
#include "chip.h"
#include "pipeline.h"
#include "registers.h"

/* ---- the watched pixel ---- */

void gs_watch_end(struct gs_watch *watch)
{
    free(watch->source);
    free(watch->dropped);
    memset(watch, 0, sizeof *watch);
}

bool gs_watch_pixel(struct gs *gs, const struct gs_pixel_watch *what)
{
    struct gs_watch *w = &gs->watch;
    gs_watch_end(w);
    if (!what)
        return true;
    const struct gs_format *f = gs_format(what->psm & 63);
    if (what->fbp > 511 || what->fbw > 63 || what->psm > 63 || what->x > 2047 || what->y > 2047 ||
        !f->valid || f->indexed || f->psm == GS_PSGPU24)
        return false;
    w->gs = gs;
    w->what = *what;
    w->format = f;
    w->cell = gs_cell(f, what->fbp * 32, what->fbw, what->x, what->y);
    w->first_bit = (uint64_t)w->cell * f->cell_bits;
    w->end_bit = w->first_bit + f->pixel_bits;
    w->on = true;
    return true;
}

uint32_t gs_pixel_value(const struct gs *gs)
{
    return gs->watch.on ? gs_watch_value(gs) : 0;
}

uint32_t gs_watch_value(const struct gs *gs)
{
    return gs_read_cell(gs->memory.bytes, gs->watch.format, gs->watch.cell);
}

static bool meets(const struct gs_watch *w, uint64_t first_bit, uint32_t bits)
{
    return first_bit < w->end_bit && w->first_bit < first_bit + bits;
}

/* ---- primitives ---- */

struct gs_watch_source gs_watch_source(struct gs_watch *w, unsigned type)
{
    struct gs_watch_source source = {
        .origin = {.quadword = w->quadword}, .kick = w->kicks++, .type = (uint8_t)type};
    if (w->what.origin)
        w->what.origin(w->what.user, &source.origin);
    return source;
}

void gs_watch_queued(struct gs_watch *w, uint32_t index, unsigned type)
{
    w->sources = index < w->sources ? index : w->sources;
    if (index >= w->capacity) {
        uint32_t capacity = index < 512 ? 1024 : index * 2;
        struct gs_watch_source *grown = realloc(w->source, capacity * sizeof *grown);
        if (!grown)
            return;
        w->source = grown;
        w->capacity = capacity;
    }
    /* The watch may have begun within a draw. */
    for (; w->sources < index; w->sources++)
        w->source[w->sources] = (struct gs_watch_source){.type = (uint8_t)type};
    w->source[w->sources++] = gs_watch_source(w, type);
}

void gs_watch_draw(struct gs_watch *w, const struct gs_batch *batch)
{
    w->draws++;
    w->batch = batch;
}

void gs_watch_begin(struct gs_watch *w, const struct gs_pipeline *p, uint32_t index,
                    const struct gs_watch_source *source, const struct gs_vertex *raw,
                    const struct gs_raster_vertex *v)
{
    struct gs_pixel_fragment *f = &w->primitive;
    memset(f, 0, sizeof *f);
    f->draw = w->draws - 1;
    f->primitive = index;
    f->primitive_class = p->primitive_class;
    f->prim = w->batch->prim;
    f->registers = &w->batch->registers;
    f->context = gs_batch_context(w->batch);
    f->origin = source->origin;
    f->kick = source->kick;
    f->type = source->type;
    f->vertices = w->batch->per_primitive;
    for (unsigned i = 0; i < f->vertices; i++)
        f->vertex[i] = (struct gs_pixel_vertex){v[i].x16, v[i].y16, raw[i].z, raw[i].rgba, raw[i].s,
                                                raw[i].t, raw[i].q, raw[i].u, raw[i].v,    raw[i].fog};
}

void gs_watch_primitive(struct gs_watch *w, struct gs_pipeline *p, uint32_t index,
                        const struct gs_vertex *raw, const struct gs_raster_vertex *v)
{
    const struct gs_watch_source unknown = {.type = (uint8_t)w->batch->type};
    gs_watch_tell_dropped(w, p, index);
    gs_watch_begin(w, p, index, index < w->sources ? &w->source[index] : &unknown, raw, v);
}

/* ---- groups ---- */

/* The lane whose pixel in `s` meets the watched one; -1 if there is none. */
static int lane_of(const struct gs_watch *w, const struct gs_pipeline *p, const struct gs_surface *s,
                   const struct gs_group *g)
{
    uint32_t cell_bits = s->words ? 32 : 16;
    uint32_t bits = s->words && s->format->cell_bits == 32 ? s->format->pixel_bits : cell_bits;
    for (int k = 0; k < p->lanes; k++) {
        uint32_t cell = (s->row + gs_column_offset(s->format, (uint32_t)(g->x + k))) & s->wrap;
        if (g->lanes[k] && meets(w, (uint64_t)cell * cell_bits, bits))
            return k;
    }
    return -1;
}

bool gs_watch_group(struct gs_watch *w, const struct gs_pipeline *p, const struct gs_group *g)
{
    int lane = lane_of(w, p, &p->frame, g);
    bool depth_only = lane < 0;
    if (depth_only && p->depth_write)
        lane = lane_of(w, p, &p->depth, g);
    if (lane < 0)
        return false;
    struct gs_pixel_fragment *f = &w->fragment;
    w->lane = (unsigned)lane;
    if (w->begun)
        return true; /* the second pass of a fill */
    w->begun = true;
    *f = w->primitive;
    f->x = g->x + lane;
    f->y = g->y;
    f->depth_only = depth_only;
    f->fill = p->fill;
    f->edge = g->edge;
    f->coverage = p->aa1 ? g->coverage : 128;
    f->frame_psm = p->frame.format->psm;
    f->depth_psm = p->depth.format->psm;
    f->before = gs_watch_value(p->gs);
    gs_watch_console(f, p);
    return true;
}

static uint32_t pixel_of(const struct gs_surface *s, int32_t x, int32_t y)
{
    uint32_t cell = gs_cell(s->format, s->page * 32, s->bw, (uint32_t)x, (uint32_t)y);
    if (s->words && s->format->cell_bits == 16) /* gs_surface_stray */
        return gs_read_cell(s->memory, gs_format(GS_PSMCT32), cell & s->wrap);
    return gs_read_cell(s->memory, s->format, cell);
}

void gs_watch_tell(struct gs_watch *w, const struct gs_pipeline *p)
{
    struct gs_pixel_fragment *f = &w->fragment;
    f->frame_value = pixel_of(&p->frame, f->x, f->y);
    f->depth_value = f->has_z ? pixel_of(&p->depth, f->x, f->y) : 0;
    f->after = gs_watch_value(p->gs);
    w->begun = false;
    if (w->what.fragment)
        w->what.fragment(w->what.user, f);
}

/* ---- stages ---- */

void gs_watch_colour(struct gs_watch *w, const int16_t *colours, int16_t out[4])
{
    memcpy(out, colours + 4 * w->lane, 4 * sizeof *out);
}

void gs_watch_depth(struct gs_watch *w, const uint32_t *z, const uint32_t *stored, const uint32_t *lanes)
{
    struct gs_pixel_fragment *f = &w->fragment;
    f->has_z = true;
    f->z = z[w->lane];
    if (!stored)
        return;
    f->depth_stored = stored[w->lane];
    f->depth_test = lanes[w->lane] ? GS_PIXEL_PASSED : GS_PIXEL_FAILED;
}

void gs_watch_shading(struct gs_watch *w, const struct gs_pipeline *p, const struct gs_group *g)
{
    struct gs_pixel_fragment *f = &w->fragment;
    f->shaded = true;
    gs_watch_colour(w, g->colour, f->colour);
    f->textured = p->tme;
    f->antialiased = p->aa1;
    f->divided = p->tme && g->divide;
    if (f->divided) {
        f->s = g->s[w->lane];
        f->t = g->t[w->lane];
        f->q = g->q[w->lane];
    }
    if (p->tme && p->sampler.table)
        gs_watch_lod_table(f, &p->sampler, g->q[w->lane]);
    f->has_fog = p->fge;
    if (p->fge)
        f->fog = g->fog[w->lane];
}

void gs_watch_coordinates(struct gs_watch *w, const int32_t *u, const int32_t *v)
{
    w->fragment.u = u[w->lane];
    w->fragment.v = v[w->lane];
}

static struct gs_pixel_texel texel_at(const struct gs *gs, const struct gs_sampler *s,
                                      const struct gs_texture *t, uint32_t u, uint32_t row)
{
    const struct gs_texture_key *key = &t->key;
    struct gs_pixel_texel out = {.u = u, .v = row >> key->pitch_log2, .indexed = t->index != NULL};
    uint32_t cell = gs_cell(key->format, key->tbp, key->tbw, out.u, out.v);
    uint64_t bit = (uint64_t)cell * key->format->cell_bits + key->format->shift;
    out.address = (uint32_t)(bit / 8);
    out.nibble = bit % 8 / 4;
    out.index = t->index ? t->index[row + u] : 0;
    if (t->index)
        out.clut =
            (uint16_t)gs_clut_entry(&gs->clut, &gs->rules, gs->watch.fragment.context->tex0, out.index);
    out.rgba = t->index ? s->palette[out.index] : t->rgba[row + u];
    return out;
}

void gs_watch_sample(struct gs_watch *w, const struct gs_sampler *s, unsigned level, bool linear,
                     const int32_t u[4], const int32_t v[4], const uint32_t x[2][4], const uint32_t y[2][4],
                     const int16_t out[16])
{
    struct gs_pixel_fragment *f = &w->fragment;
    if (!w->open || f->samples == 2)
        return;
    int k = w->sampled;
    const struct gs_texture_key *key = &s->level[level]->key;
    struct gs_pixel_sample *sample = &f->sample[f->samples++];
    *sample = (struct gs_pixel_sample){.level = level,
                                       .tbp = key->tbp,
                                       .tbw = key->tbw,
                                       .psm = key->format->psm,
                                       .linear = linear,
                                       .sixteenths = s->table && s->sixteenths,
                                       .u = u[k],
                                       .v = v[k],
                                       .texels = linear ? 4 : 1};
    if (sample->sixteenths) {
        sample->whole_u = (f->u >> level) / 4096; /* toward zero */
        sample->whole_v = (f->v >> level) / 4096;
    }
    if (linear) {
        sample->weight_u = u[k] >> 12 & 15;
        sample->weight_v = v[k] >> 12 & 15;
    }
    for (unsigned i = 0; i < sample->texels; i++)
        sample->texel[i] = texel_at(w->gs, s, s->level[level], x[i & 1][k], y[i >> 1][k]);
    memcpy(sample->rgba, out + 4 * k, sizeof sample->rgba);
}

void gs_watch_alpha_test(struct gs_watch *w, const struct gs_pipeline *p, const uint32_t *failed)
{
    w->fragment.alpha_test = failed[w->lane] ? GS_PIXEL_FAILED : GS_PIXEL_PASSED;
    w->fragment.afail = p->afail;
}

void gs_watch_fogged(struct gs_watch *w, const int16_t *colours)
{
    w->fragment.fogged = true;
    gs_watch_colour(w, colours, w->fragment.fogged_colour);
}

void gs_watch_frame(struct gs_watch *w, const uint32_t *stored, const int16_t *under)
{
    struct gs_pixel_fragment *f = &w->fragment;
    f->frame_read = true;
    f->frame_before = stored[w->lane];
    f->has_under = under != NULL;
    if (under)
        gs_watch_colour(w, under, f->under);
}

void gs_watch_blended(struct gs_watch *w, const struct gs_pipeline *p, const int16_t *colours,
                      const int16_t *under, const int16_t *blended)
{
    struct gs_pixel_fragment *f = &w->fragment;
    const uint32_t choice[4] = {p->blend_a, p->blend_b, p->blend_c, p->blend_d};
    static const int16_t none[GS_CHANNELS];
    f->blended = true;
    for (unsigned i = 0; i < 4; i++) {
        const int16_t *from = choice[i] == 0 ? colours : choice[i] == 1 ? under : i == 2 ? p->fix : none;
        f->blend[i] = choice[i];
        gs_watch_colour(w, from, f->blend_value[i]);
    }
    for (unsigned c = 0; c < 3; c++)
        f->blend_value[2][c] = f->blend_value[2][3];
    f->pabe_kept = p->pabe && !(colours[4 * w->lane + 3] & 0x80);
    gs_watch_colour(w, blended, f->blended_colour);
}

void gs_watch_write(struct gs_watch *w, const struct gs_pipeline *p, int32_t y, const uint32_t *rgba,
                    uint32_t keep)
{
    struct gs_pixel_fragment *f = &w->fragment;
    f->finished = true;
    f->clamped = p->colclamp;
    f->dithered = p->dither;
    if (p->dither)
        memcpy(f->dither, p->dimx[y & 3] + 4 * w->lane, sizeof f->dither);
    f->rgba = rgba[w->lane];
    f->keep = keep;
}

/* ---- transfers ---- */

/* The number, row by row, of the last pixel in first..end-1 that meets the watched one; `end` if there is
 * none. */
static uint64_t find_pixel(const struct gs_watch *w, const struct gs_transfer_side *side, uint32_t row,
                           uint64_t first, uint64_t end)
{
    const struct gs_format *f = side->format;
    uint64_t found = end;
    for (uint64_t i = first; i < end; i++) {
        uint32_t x = (side->x + (uint32_t)(i % row)) & GS_POSITION_MASK;
        uint32_t y = (side->y + (uint32_t)(i / row)) & side->y_mask;
        uint64_t cell = gs_cell(f, side->bp, side->bw, x, y);
        if (meets(w, cell * f->cell_bits + f->shift, f->pixel_bits))
            found = i;
    }
    return found;
}

/* Is the watched pixel's page among those of w x h pixels at the side's corner? */
static bool near(const struct gs_watch *w, const struct gs_transfer_side *side, uint32_t y, uint32_t width,
                 uint32_t height)
{
    struct gs_page_set pages = {{0}};
    uint32_t page = (uint32_t)(w->first_bit / 8 / GS_PAGE_SIZE);
    gs_transfer_pages(&pages, side, 0, y, width, height);
    return pages.word[page >> 6] >> (page & 63) & 1;
}

static void tell_transfer(const struct gs *gs, struct gs_pixel_transfer *told)
{
    const struct gs_watch *w = &gs->watch;
    told->kicks = w->kicks;
    told->quadword = w->quadword;
    told->bitbltbuf = gs->transfer.bitbltbuf;
    told->trxpos = gs->transfer.trxpos;
    told->trxreg = gs->transfer.trxreg;
    told->after = gs_watch_value(gs);
    if (w->what.transfer)
        w->what.transfer(w->what.user, told);
}

void gs_watch_upload(struct gs *gs, const struct gs_transfer_side *side, uint64_t first, uint64_t end,
                     uint32_t before)
{
    const struct gs_watch *w = &gs->watch;
    uint32_t row = gs->transfer.row, y = (uint32_t)(first / row);
    uint64_t found = end;
    if (first < end && near(w, side, y, row, (uint32_t)((end - 1) / row) - y + 1))
        found = find_pixel(w, side, row, first, end);
    /* PCSX2's uploads write elsewhere at times (GS_RULE_UPLOAD): then the value tells. */
    if (found == end && gs_watch_value(gs) == before)
        return;
    struct gs_pixel_transfer told = {.before = before};
    told.x = side->x + (uint32_t)(found % row);
    told.y = side->y + (uint32_t)(found / row);
    tell_transfer(gs, &told);
}

void gs_watch_move(struct gs *gs, uint32_t before)
{
    const struct gs_watch *w = &gs->watch;
    const struct gs_transfer *t = &gs->transfer;
    struct gs_transfer_side from = gs_transfer_source(gs), to = gs_transfer_destination(gs);
    uint64_t end = (uint64_t)t->width * t->height, found;
    if (!near(w, &to, 0, t->width, t->height))
        return;
    found = find_pixel(w, &to, t->width, 0, end);
    if (found == end)
        return;
    uint32_t x = (uint32_t)(found % t->width), y = (uint32_t)(found / t->width);
    struct gs_pixel_transfer told = {.local = true, .before = before};
    told.x = to.x + x;
    told.y = to.y + y;
    told.source_x = from.x + x;
    told.source_y = from.y + y;
    tell_transfer(gs, &told);
}
