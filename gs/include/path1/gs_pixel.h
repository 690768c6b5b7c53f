/*
 * path1/gs_pixel.h: the history of one pixel of local memory: each fragment and each transfer that meets its
 * bits, with the values of each stage of the drawing pipeline, as the chip computed them (GS-DRAWING sections
 * 5 to 9).
 */
#ifndef PATH1_GS_PIXEL_H
#define PATH1_GS_PIXEL_H

#include <path1/gs.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Where a primitive came from. Whoever watches fills it, and the chip carries it to the fragment: primitives
 * are queued, and drawn later. */
struct gs_pixel_origin {
    bool known;
    bool kicked; /* PATH1 from VU1 memory */
    enum gs_path path;
    uint32_t kick_address, kick_pc; /* as in struct replay_gif */
    uint64_t event;                 /* number of the event */
    uint64_t offset;                /* bytes, of the packet */
    uint64_t quadword; /* of the data of gs_gif_transfer, from 0, that completed it: set by the chip */
};

/* A vertex as it is drawn; what the draw does not use means nothing. */
struct gs_pixel_vertex {
    int32_t x, y; /* 1/16 pixel, XYOFFSET subtracted */
    uint32_t z;
    uint32_t rgba;    /* R in bits 7..0 */
    uint32_t s, t, q; /* float bits; in sprites with S, T both have the last Q */
    uint16_t u, v;    /* 1/16 texel */
    uint8_t fog;
};

/* One texel as decoded. */
struct gs_pixel_texel {
    uint32_t u, v;    /* after wrapping */
    uint32_t address; /* byte of local memory that it begins in */
    uint8_t nibble;   /* 4-bit formats: 0 low, 1 high half of that byte */
    bool indexed;
    uint8_t index; /* into the palette */
    uint16_t clut; /* indexed: entry of the CLUT buffer, counted in entries of CPSM's size */
    uint32_t rgba; /* R in bits 7..0 */
};

/* What one level of a texture gave. */
struct gs_pixel_sample {
    unsigned level;
    uint32_t tbp, tbw, psm; /* where the level is: blocks, 64 texels */
    bool linear;
    bool sixteenths;          /* texel=sixteenth: coordinates were cut to sixteenths before the half texel */
    int32_t whole_u, whole_v; /* sixteenths: 1/16 texel of this level, before the half texel comes off */
    int32_t u, v;             /* 1/65536 texel of this level, less half a texel if `linear` */
    uint8_t weight_u, weight_v; /* linear: sixteenths of the texels to the right, below */
    unsigned texels;            /* 1, or 4: (u, v), (u + 1, v), (u, v + 1), (u + 1, v + 1) */
    struct gs_pixel_texel texel[4];
    int16_t rgba[4]; /* filtered */
};

enum gs_pixel_test { GS_PIXEL_NOT_TESTED, GS_PIXEL_PASSED, GS_PIXEL_FAILED };

/* Why a primitive that covers the pixel leaves it as it is before any stage works on it. */
enum gs_pixel_void {
    GS_PIXEL_NOT_VOID,
    GS_PIXEL_VOID_ZTST,    /* TEST.ZTST is NEVER */
    GS_PIXEL_VOID_DATE_24, /* DATE with a 24-bit frame */
    GS_PIXEL_VOID_ALPHA,   /* the alpha test fails whatever the pixel, and AFAIL lets nothing through */
    GS_PIXEL_VOID_MASKED,  /* FBMSK keeps every bit of the frame, and Z is not written */
    GS_PIXEL_VOID_FORMAT,  /* a FRAME or ZBUF whose format cannot be drawn to, and nothing else is written */
    GS_PIXEL_VOID_SCISSOR, /* outside of SCISSOR */
    GS_PIXEL_VOID_SCANMSK  /* SCANMSK leaves out the row */
};

/* ---- the console's interpolators at a pixel (rules colour_walk, fog_walk, depth_walk, texcoord_walk,
 * sprite_walk, line_walk, edge_walk, point_walk; GS-EXACT sections 1 to 9 and 16 to 18). Only what the draw
 * uses is there. ---- */

/* Colour and fog of a triangle, in 1/1024 level: value = 1024 * level + trunc(x_step * (16 * exact_x - X) /
 * 16)
 * + trunc(y_step * (16 * exact_y - Y) / 16) + coarse_y_step * (y - exact_y) + coarse_x_step * (x - exact_x)
 * + width * (x_step - coarse_x_step) * direction * block, X and Y those of the anchor in 1/16 pixel. */
struct gs_pixel_ramp {
    uint8_t level;                        /* of the anchor */
    int64_t x_step, y_step;               /* a pixel */
    int64_t coarse_x_step, coarse_y_step; /* multiples of 64 */
    int64_t value;                        /* here; may be out of 0..255 levels */
};

/* One of S, T, Q: sum = value[anchor] * 2^14 + x_step * (16 * x - X) + y_step * (16 * y - Y) in 2^-14 of the
 * plane's unit, modulo 2^32; quarters = sum >> 12. Along a segment: value[from] * 2^14 + x_step * (16 * pixel
 * - start). Where sprites are divided by Q at each pixel, quarters are exact and rounded down, of S by
 * column, of T by row, and of Q those of vertex 1; there is no sum. */
struct gs_pixel_plane {
    int32_t value[3]; /* by vertex, units of 2^(exponent - 14) */
    int64_t x_step, y_step;
    int32_t sum, quarters;
};

/* U or V where it is walked along a row or an axis, in 1/65536 texel. */
struct gs_pixel_axis {
    int32_t first; /* pixel (column, or row for V of sprites) where it starts */
    int64_t start, step;
    bool low;      /* comes out low by a hair from the next pixel on (sprites), by one unit (triangles) */
    bool cut;      /* of S or T with Q = 1, cut to a grain of 2^grain units; */
    int32_t grain; /* 0..60 */
    uint32_t step_rest; /* the step has so many 1/1024 more */
};

struct gs_pixel_console {
    bool triangle, colour, fog, depth, plane, trail, axes, divided, segment;
    uint8_t top, middle, bottom, anchor; /* vertices */
    int32_t direction;                   /* of the walk: +1 right, -1 left */
    int64_t cross;                       /* twice the area, with a sign, 1/256 square pixel */

    /* colour, fog */
    unsigned width;               /* of a block, pixels: 8 or 4 */
    int32_t grid_x;               /* column that blocks begin at */
    int32_t exact_x;              /* column that has no error */
    int32_t exact_y;              /* of the pixel's pair of rows the one that has none */
    int32_t block;                /* of this pixel, counted in the walk's direction */
    struct gs_pixel_ramp ramp[5]; /* R, G, B, A, F */

    /* depth */
    uint8_t depth_vertex;      /* that the row counts from */
    int64_t depth_x_step;      /* 1/1024 a pixel, limited to 63 bits */
    int64_t depth_y_numerator; /* over cross, a 1/16 pixel */
    int32_t depth_shortfall;   /* 1/2048 */
    int64_t depth_sum;         /* Z before truncation, 2^-14, limited to 63 bits */

    /* plane */
    int32_t exponent;
    struct gs_pixel_plane stq[3];
    uint32_t inverse; /* 1/Q of quarters, times 2^inverse_shift; 0 if Q is 0 */
    unsigned inverse_shift;

    struct gs_pixel_axis axis[2]; /* trail, axes */

    /* segment: a line, an edge of AA1, a point. Colours, fog and Z are a + (b - a) * (16 * pixel - start) /
     * length, rounded down and limited to their range. */
    uint8_t from, to;      /* vertices; the same for a point */
    bool x_major;          /* columns count, else rows */
    int32_t start, length; /* on that axis, 1/16 pixel; length with a sign */
    int32_t pixel;         /* of it */
};

/* One fragment: a primitive at a pixel. Colours are R, G, B, A. Stages behind a test that stopped the
 * fragment are not reached, and their `..ed` members false. */
struct gs_pixel_fragment {
    uint64_t draw;      /* number of the draw since the watch began */
    uint32_t primitive; /* its number in the draw */
    uint64_t kick;      /* primitives that were completed since the watch began, before this one */
    enum gs_class primitive_class;
    unsigned type;                              /* of PRIM, 0..6 */
    uint64_t prim;                              /* PRIM with the attributes in force; type: of the first */
    const struct gs_registers *registers;       /* of the draw; valid during the call */
    const struct gs_context_registers *context; /* the one in use */
    struct gs_pixel_origin origin;              /* of the vertex that completed the primitive */
    unsigned vertices;                          /* 1..3 */
    struct gs_pixel_vertex vertex[3];

    int32_t x, y;                   /* pixel of the draw's frame buffer */
    enum gs_pixel_void void_reason; /* not 0: no stage was reached */
    bool depth_only;   /* the watched pixel is met by the depth buffer, not by the frame buffer */
    bool fill;         /* a plain rectangle, filled */
    bool edge;         /* antialiased edge: Z is not written */
    uint32_t coverage; /* AA1: 0..128 */
    bool shaded;       /* colours were computed */
    int16_t colour[4]; /* interpolated, 1/128 */
    bool has_fog;
    int16_t fog; /* interpolated, 1/128 */
    bool walked; /* by the console's interpolators */
    struct gs_pixel_console console;

    bool has_z;
    uint32_t z;                    /* interpolated, limited to the format */
    enum gs_pixel_test depth_test; /* ZTST */
    uint32_t depth_stored;         /* in the depth buffer, if tested */

    bool textured;
    bool divided;  /* S, T were divided by Q here; else U, V were interpolated */
    float s, t, q; /* divided: S and T times the texture's size in 1/65536 texel, and Q */
    int32_t u, v;  /* 1/65536 texel of level 0; without mip levels less half a texel if filtered */
    bool has_lod;
    int32_t lod;      /* 1/65536 level, after limits */
    bool lod_table;   /* lod=table */
    bool lod_of_q;    /* lod_table: not K alone */
    uint32_t lod_q;   /* lod_of_q: float bits */
    int32_t lod_log2; /* lod_of_q: the table's entry for the mantissa, 1/16 level */
    int32_t lod16;    /* lod_table: 1/16 level, before limits; above 0 the filter is MMIN's, else MMAG's */
    unsigned samples; /* levels that were sampled: 1 or 2 */
    struct gs_pixel_sample sample[2];
    int32_t level_weight;          /* of the second one, 1/32768 */
    int16_t texel[4];              /* filtered */
    int16_t textured_colour[4];    /* after the texture function; without texture the colour */
    bool antialiased;              /* alpha was replaced by the coverage as AA1 says */
    int16_t covered_alpha;         /* alpha after that */
    enum gs_pixel_test alpha_test; /* NOT_TESTED also where the whole draw's outcome was known before */
    uint32_t afail;                /* what a failed test still writes: TEST.AFAIL */
    bool fogged;
    int16_t fogged_colour[4];

    bool frame_read;
    uint32_t frame_before; /* the pixel in its format, if read */
    enum gs_pixel_test date;
    bool has_under;
    int16_t under[4]; /* the same as a colour */
    bool blended;
    unsigned blend[4];         /* ALPHA's A, B, C, D */
    int16_t blend_value[4][4]; /* the operands; C the same in all channels */
    bool pabe_kept;            /* PABE left it unblended */
    int16_t blended_colour[4]; /* before clamping; alpha is the source's */
    bool dithered;
    int16_t dither[3];
    bool finished; /* it reached the write */
    bool clamped;  /* COLCLAMP: clamped, else cut to 8 bits */
    uint32_t rgba; /* after dithering, clamping and FBA; R in bits 7..0 */
    uint32_t keep; /* bits of that that stay as they are in the frame: FBMSK and the like */
    bool frame_written, depth_written;
    uint32_t frame_psm, depth_psm;
    uint32_t frame_value; /* the pixel afterwards, in its format */
    uint32_t depth_value; /* the same in the depth buffer, if there is a Z test or a Z write */

    uint32_t before, after; /* the watched pixel, in its format */
};

/* A transfer that wrote to the watched pixel. */
struct gs_pixel_transfer {
    bool local;        /* local to local, else host to local */
    uint64_t kicks;    /* primitives that were completed since the watch began */
    uint64_t quadword; /* of the data of gs_gif_transfer, from 0: of TRXDIR, or where the image data begin */
    uint64_t bitbltbuf, trxpos, trxreg;
    uint32_t x, y;               /* pixel of the destination buffer */
    uint32_t source_x, source_y; /* local: of the source buffer */
    uint32_t before, after;      /* the watched pixel, in its format */
};

struct gs_pixel_watch {
    /* The pixel: of a buffer at page `fbp` (0..511), `fbw` * 64 pixels wide (0..63), in format `psm`
     * (0..63; 32-, 24- or 16-bit pixels); x, y 0..2047. All draws and transfers that meet its bits count, by
     * whatever buffer they know it. */
    uint32_t fbp, fbw, psm, x, y;
    void *user;
    /* Any may be NULL; none may change the chip. */
    void (*origin)(void *user, struct gs_pixel_origin *out); /* a primitive is queued: where from? */
    void (*fragment)(void *user, const struct gs_pixel_fragment *fragment);
    void (*transfer)(void *user, const struct gs_pixel_transfer *transfer);
};

/* Watches a pixel from now on; NULL ends it. The struct is copied; draws count from 0 again. False, with no
 * watch, if it is no pixel as above. Costs nothing when off.
 * Primitives that cover the pixel and change nothing by the draw's registers alone, or that SCANMSK keeps
 * from it, give fragments with a void_reason. So do primitives of the watched buffer itself (fbp, fbw) that
 * SCISSOR keeps from pixel x, y; those of which it leaves nothing belong to no draw: they have the number of
 * the draw in the queue, or else of the next one, and of the primitive that comes next. */
PATH1_API bool gs_watch_pixel(struct gs *gs, const struct gs_pixel_watch *watch);
/* The watched pixel in its format, as it stands (see gs_local_memory); 0 without a watch. */
PATH1_API uint32_t gs_pixel_value(const struct gs *gs);

#ifdef __cplusplus
}
#endif
#endif
