/* Watching one pixel (path1/gs_pixel.h): what the stages of the pipeline tell while it is in work. */
#ifndef GS_WATCH_H
#define GS_WATCH_H

#include <stdbool.h>
#include <stdint.h>

#include <path1/gs_pixel.h>

struct gs;
struct gs_batch;
struct gs_format;
struct gs_group;
struct gs_pipeline;
struct gs_raster_vertex;
struct gs_row;
struct gs_sampler;
struct gs_transfer_side;
struct gs_vertex;

/* Where a queued primitive came from. */
struct gs_watch_source {
    struct gs_pixel_origin origin;
    uint64_t kick;
    uint8_t type; /* of PRIM */
};

struct gs_watch {
    bool on;
    const struct gs *gs; /* whose this is */
    struct gs_pixel_watch what;
    const struct gs_format *format;
    uint32_t cell;
    uint64_t first_bit, end_bit; /* of local memory */
    uint64_t piece, quadword; /* of the data in work (gs_gif_transfer): first of the tag's, the present one */
    uint64_t kicks;           /* primitives completed so far */
    uint64_t draws;           /* the same of draws */
    const struct gs_batch *batch;       /* the draw in work */
    struct gs_pixel_fragment primitive; /* what all fragments of the primitive in work have */
    struct gs_watch_source *source;     /* of the queued primitives */
    uint32_t sources, capacity;
    struct gs_watch_dropped *dropped; /* primitives of the queue that SCISSOR leaves nothing of */
    uint32_t drops, drop_capacity, drops_told;

    struct gs_pixel_fragment fragment; /* in work */
    bool begun;                        /* it is to be told */
    unsigned lane;                     /* of the group */

    /* Sampling: the lane among the four in work, -1: it is not among them; the level that it takes, alone or
     * with the one above; is what is sampled now for it? */
    int sampled;
    unsigned level;
    bool open;
};

/* Ends the watch and frees what it holds. */
void gs_watch_end(struct gs_watch *watch);
/* The watched pixel as it is. */
uint32_t gs_watch_value(const struct gs *gs);

/* A primitive of PRIM's `type` is queued as number `index` of its draw. */
void gs_watch_queued(struct gs_watch *watch, uint32_t index, unsigned type);
/* The same of what the chip is given at present. */
struct gs_watch_source gs_watch_source(struct gs_watch *watch, unsigned type);
/* A draw, one of its primitives begins. */
void gs_watch_draw(struct gs_watch *watch, const struct gs_batch *batch);
void gs_watch_primitive(struct gs_watch *watch, struct gs_pipeline *p, uint32_t index,
                        const struct gs_vertex *raw, const struct gs_raster_vertex *v);
/* What fragments of a primitive of watch->batch have in common. */
void gs_watch_begin(struct gs_watch *watch, const struct gs_pipeline *p, uint32_t index,
                    const struct gs_watch_source *source, const struct gs_vertex *raw,
                    const struct gs_raster_vertex *v);

/* ---- what leaves the pixel as it is (watch_void.c) ---- */

/* A primitive that was not queued. */
void gs_watch_dropped(struct gs *gs, unsigned type, const struct gs_vertex *vertex);
/* The draw of the batch has no effect; with reason 0, or nothing watched, this does nothing. */
void gs_watch_void(struct gs *gs, struct gs_batch *batch, enum gs_pixel_void reason);
/* Tells those that were dropped before primitive `index` of the draw. */
void gs_watch_tell_dropped(struct gs_watch *watch, const struct gs_pipeline *p, uint32_t index);
/* A primitive has been drawn: tells if the scissor kept it from the pixel. */
void gs_watch_scissored(struct gs_watch *watch, const struct gs_pipeline *p, const struct gs_vertex *raw,
                        const struct gs_raster_vertex *v);
/* A row that is not drawn. */
void gs_watch_row(struct gs_watch *watch, struct gs_pipeline *p, const struct gs_row *row,
                  enum gs_pixel_void reason);

/* ---- drawing ---- */

/* Does the group hold the watched pixel? Begins its fragment if so. */
bool gs_watch_group(struct gs_watch *watch, const struct gs_pipeline *p, const struct gs_group *g);
/* What the console's interpolators hold for it (watch_console.c). */
void gs_watch_console(struct gs_pixel_fragment *f, const struct gs_pipeline *p);
/* The same of the sampler's LOD by a table, for Q `q`. */
void gs_watch_lod_table(struct gs_pixel_fragment *f, const struct gs_sampler *s, float q);
/* The group has been drawn; in fills, both passes. */
void gs_watch_tell(struct gs_watch *watch, const struct gs_pipeline *p);

/* The stages, in their order. Arrays are of all lanes of the group. `stored`: NULL without a test. */
void gs_watch_depth(struct gs_watch *watch, const uint32_t *z, const uint32_t *stored, const uint32_t *lanes);
void gs_watch_shading(struct gs_watch *watch, const struct gs_pipeline *p, const struct gs_group *g);
void gs_watch_coordinates(struct gs_watch *watch, const int32_t *u, const int32_t *v);
void gs_watch_colour(struct gs_watch *watch, const int16_t *colours, int16_t out[4]);
void gs_watch_alpha_test(struct gs_watch *watch, const struct gs_pipeline *p, const uint32_t *failed);
void gs_watch_fogged(struct gs_watch *watch, const int16_t *colours);
/* `under`: NULL if the frame's pixels are not needed as colours. */
void gs_watch_frame(struct gs_watch *watch, const uint32_t *stored, const int16_t *under);
void gs_watch_blended(struct gs_watch *watch, const struct gs_pipeline *p, const int16_t *colours,
                      const int16_t *under, const int16_t *blended);
/* `rgba` is to be written but for the bits of `keep`. */
void gs_watch_write(struct gs_watch *watch, const struct gs_pipeline *p, int32_t y, const uint32_t *rgba,
                    uint32_t keep);

/* Sampling goes on with lanes first..first+3. */
static inline void gs_watch_four(struct gs_watch *watch, unsigned first)
{
    bool here = watch->begun && watch->lane >= first && watch->lane < first + 4;
    watch->sampled = here ? (int)(watch->lane - first) : -1;
    watch->open = here;
}

/* What is sampled next is (is not) for the watched pixel. */
static inline void gs_watch_open(struct gs_watch *watch, bool open)
{
    watch->open = open && watch->sampled >= 0;
    if (watch->open)
        watch->fragment.samples = 0;
}

/* The LOD of the watched pixel, 1/65536, and the weight of the second level, 1/32768. */
static inline void gs_watch_lod(struct gs_watch *watch, int32_t lod, int32_t weight)
{
    watch->fragment.has_lod = true;
    watch->fragment.lod = lod;
    watch->fragment.level_weight = weight;
}

/* Four pixels of `level` were sampled: texels (0, 0), (1, 0), (0, 1), (1, 1) at columns x and rows y
 * (shifted by the pitch), the result `out`. */
void gs_watch_sample(struct gs_watch *watch, const struct gs_sampler *s, unsigned level, bool linear,
                     const int32_t u[4], const int32_t v[4], const uint32_t x[2][4], const uint32_t y[2][4],
                     const int16_t out[16]);

/* A piece of an upload was written: its pixels from number `first` up to `end`, counted row by row. */
void gs_watch_upload(struct gs *gs, const struct gs_transfer_side *side, uint64_t first, uint64_t end,
                     uint32_t before);
void gs_watch_move(struct gs *gs, uint32_t before);

#endif
