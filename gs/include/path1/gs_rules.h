/*
 * path1/gs_rules.h: where consoles, PCSX2's software renderer and other sources differ, the choice is
 * one named rule in one table. A rule set fixes every rule.
 */
#ifndef PATH1_GS_RULES_H
#define PATH1_GS_RULES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define PATH1_RULES_API __attribute__((visibility("default")))
#else
#define PATH1_RULES_API
#endif

/* The rules, in pipeline order. The table in gs/rule_table*.c names each one's choices and evidence. */
enum gs_rule {
    GS_RULE_SIGNAL,              /* what a second SIGNAL does */
    GS_RULE_PRMODE,              /* where a primitive's attribute bits are kept */
    GS_RULE_LANES,               /* pixels that step together along a row */
    GS_RULE_MULTIPLY_ADD,        /* rounding of a*b+c in set-up and row starts */
    GS_RULE_FOG_STEP,            /* rounding of the fog step between groups */
    GS_RULE_XYZF_FOG,            /* does an XYZF write replace the FOG register */
    GS_RULE_XYOFFSET,            /* when XYOFFSET is applied */
    GS_RULE_DRAW,                /* what is decided for a whole draw rather than a pixel */
    GS_RULE_VSYNC,               /* what of the queued drawing a vsync carries out */
    GS_RULE_TEXTURE_READ,        /* which memory contents a texel fetch sees */
    GS_RULE_SCISSOR,             /* does SCISSOR do more than reject pixels */
    GS_RULE_COVERAGE,            /* which pixels a triangle covers */
    GS_RULE_POINT,               /* rounding of a point's position */
    GS_RULE_LINE,                /* ends of lines */
    GS_RULE_AA1,                 /* coverage pixels of antialiased edges */
    GS_RULE_AA1_DEPTH,           /* do antialiased lines that write nothing else write Z */
    GS_RULE_AA1_ALPHA,           /* coverage and alpha of such pixels */
    GS_RULE_AA1_COVERAGE,        /* arithmetic of coverage */
    GS_RULE_SPRITE_COVER,        /* which pixels a sprite covers */
    GS_RULE_SPRITE_FLAT,         /* what a sprite takes from its second vertex */
    GS_RULE_COLOUR_FLAT,         /* colour without IIP */
    GS_RULE_COLOUR_WALK,         /* interpolation of colour */
    GS_RULE_FOG_WALK,            /* interpolation of fog */
    GS_RULE_WALK_RECIPROCAL,     /* of the area, for colour and fog on a console */
    GS_RULE_WALK_COARSE,         /* steps within blocks and pairs of rows */
    GS_RULE_WALK_BLOCK,          /* pixels of a block */
    GS_RULE_WALK_ROWS,           /* rows by themselves or in pairs */
    GS_RULE_DEPTH_WALK,          /* interpolation of Z */
    GS_RULE_DEPTH_SHORTFALL,     /* what the console's Z falls short */
    GS_RULE_DEPTH_FORMAT,        /* Z beyond the format, ZTE = 0 */
    GS_RULE_TEXCOORD_WALK,       /* interpolation of S, T, Q, U, V in triangles */
    GS_RULE_TEXCOORD_RECIPROCAL, /* of the area, for the console's plane */
    GS_RULE_UV_WALK,             /* the same with U, V, on a console */
    GS_RULE_ST_WALK,             /* the same with S, T and Q = 1 */
    GS_RULE_SPRITE_WALK,         /* interpolation of S, T, U, V in sprites */
    GS_RULE_SPRITE_LEVELS,       /* S, T, Q of sprites with levels by Q */
    GS_RULE_SPRITE_LOW,          /* are coordinates of sprites a hair low */
    GS_RULE_LINE_WALK,           /* interpolation along lines */
    GS_RULE_EDGE_WALK,           /* the same along the edges of AA1 */
    GS_RULE_POINT_WALK,          /* S, T, Q of points */
    GS_RULE_Q_RECIPROCAL,        /* rounding of 1/Q in the console's plane */
    GS_RULE_Q_RECIPROCAL_LINE,   /* the same outside of triangles */
    GS_RULE_Q_NEGATIVE,          /* vertices with a negative Q there */
    GS_RULE_TEXEL,               /* from a coordinate to a texel */
    GS_RULE_TEXEL_RANGE,         /* coordinates beyond 2048 texels */
    GS_RULE_ST_MANTISSA,         /* which primitives lose mantissa bits of S, T, Q */
    GS_RULE_HUGE_ST,             /* what overflowing S, T become */
    GS_RULE_LOD,                 /* level of detail */
    GS_RULE_LOD_FILTER,          /* which of MMAG and MMIN a pixel is filtered by */
    GS_RULE_LOD_GROUP,           /* pixels that share the Q of their level */
    GS_RULE_LOD_WEIGHT,          /* of a blend of levels */
    GS_RULE_BILINEAR,            /* arithmetic of the bilinear filter */
    GS_RULE_WRAP,                /* the four wrap modes */
    GS_RULE_REGION_REPEAT,       /* is MINU masked with the texture size */
    GS_RULE_MTBA,                /* automatic MIPTBP1 */
    GS_RULE_TFX,                 /* arithmetic of the texture functions, TCC */
    GS_RULE_MODULATE,            /* is the colour's fraction kept */
    GS_RULE_FOG_BLEND,           /* fog's fraction and weight */
    GS_RULE_FOG_ALPHA,           /* fog and alpha */
    GS_RULE_STRIDE,              /* pixels past the frame's width */
    GS_RULE_AFAIL_DEPTH,         /* a failed alpha test and the depth test */
    GS_RULE_AFAIL,               /* RGB_ONLY on frames without 8 bits of alpha */
    GS_RULE_DATE,                /* which bit DATE tests */
    GS_RULE_DATE_24,             /* DATE on a 24-bit frame */
    GS_RULE_FBA_24,              /* FBA on a 24-bit frame */
    GS_RULE_FBMSK_16,            /* FBMSK on a 16-bit frame */
    GS_RULE_BLEND,               /* arithmetic of blending */
    GS_RULE_BLEND_ALPHA,         /* the alpha that is stored */
    GS_RULE_FILL,                /* what a plain rectangle writes when it may only write Z */
    GS_RULE_DITHER,              /* which frames and primitives are dithered */
    GS_RULE_DITHER_FILL,         /* are plain rectangles dithered */
    GS_RULE_DITHER_ORDER,        /* what dithering is added to */
    GS_RULE_FRAME_PSM,           /* FRAME.PSM in a Z or indexed format */
    GS_RULE_CLUT_LOAD,           /* is a load carried out that seems to change nothing */
    GS_RULE_CLUT_BANK,           /* CSA with 8-bit indices */
    GS_RULE_CLUT_CPSM,           /* which bits of CPSM count */
    GS_RULE_CLUT_CSA4,           /* CSA with 4-bit indices */
    GS_RULE_CLUT_CSM2,           /* CSM2 with 32-bit entries */
    GS_RULE_MOVE,                /* order of a local-to-local transfer */
    GS_RULE_MOVE_BITS,           /* what of a destination pixel stays where the source has fewer bits */
    GS_RULE_READBACK_TAIL,       /* end of a local-to-host transfer */
    GS_RULE_TRANSFER_Y,          /* rows of a transfer past 2047 */
    GS_RULE_UPLOAD,              /* upload data in odd cases */
    GS_RULE_MERGE,               /* arithmetic and placement of the merged frame */
    GS_RULE_COUNT
};

/* How sure it is that a choice is what a console does. */
enum gs_grade {
    GS_GRADE_STOCK,    /* what PCSX2 does; nothing of a console is known, or it does otherwise */
    GS_GRADE_MEASURED, /* read from a console, every reading fits */
    GS_GRADE_FITTED,   /* a formula that fits most readings, or all within brackets */
    GS_GRADE_DERIVED,  /* a model by those who measured, nothing tells it from its neighbours */
    GS_GRADE_INFERRED  /* concluded from measured facts, not measured itself */
};

#define GS_RULE_MAX_CHOICES 4

/* One row of the rule table. */
struct gs_rule_info {
    const char *name;                          /* as written on a command line */
    const char *what;                          /* what the rule decides, one line */
    const char *choices[GS_RULE_MAX_CHOICES];  /* names by choice number, NULL where there are fewer */
    const char *evidence[GS_RULE_MAX_CHOICES]; /* one line a choice: who says so */
    enum gs_grade grade[GS_RULE_MAX_CHOICES];
};

/* A rule set: for each rule the number of its choice. */
struct gs_rules {
    char name[24];
    uint8_t choice[GS_RULE_COUNT];
};

/* Choice numbers of the rules that have more than one. */
enum { GS_LANES_8, GS_LANES_4 };
enum { GS_MULTIPLY_ADD_FUSED, GS_MULTIPLY_ADD_SEPARATE };
enum { GS_FOG_STEP_NEAREST, GS_FOG_STEP_TRUNCATE };
enum { GS_DRAW_BATCH, GS_DRAW_PRIMITIVE };
enum { GS_COVERAGE_FLOAT32, GS_COVERAGE_EXACT };
enum { GS_POINT_TRUNCATE, GS_POINT_ROUND };
enum { GS_AA1_NARROW, GS_AA1_WIDE };
enum { GS_AA1_COVERAGE_FLOAT64, GS_AA1_COVERAGE_EXACT };
enum { GS_AA1_DEPTH_WRITTEN, GS_AA1_DEPTH_NEVER };
enum { GS_COLOUR_WALK_FLOAT32, GS_COLOUR_WALK_CONSOLE };
enum { GS_FOG_WALK_FLOAT32, GS_FOG_WALK_CONSOLE };
enum { GS_WALK_RECIPROCAL_EXACT, GS_WALK_RECIPROCAL_8BIT };
enum { GS_WALK_COARSE_NONE, GS_WALK_COARSE_SIXTEENTH };
enum { GS_WALK_BLOCK_8, GS_WALK_BLOCK_4, GS_WALK_BLOCK_PRIM };
enum { GS_WALK_ROWS_SINGLE, GS_WALK_ROWS_PAIRS };
enum { GS_DEPTH_WALK_FLOAT64, GS_DEPTH_WALK_CONSOLE };
enum { GS_DEPTH_SHORTFALL_NONE, GS_DEPTH_SHORTFALL_CONSOLE };
enum { GS_TEXCOORD_WALK_FLOAT32, GS_TEXCOORD_WALK_CONSOLE };
enum { GS_TEXCOORD_RECIPROCAL_EXACT, GS_TEXCOORD_RECIPROCAL_TABLE };
enum { GS_UV_WALK_PLANE, GS_UV_WALK_ACCUMULATOR };
enum { GS_ST_WALK_PLANE, GS_ST_WALK_GRAIN };
enum { GS_SPRITE_WALK_FLOAT32, GS_SPRITE_WALK_CONSOLE };
enum { GS_SPRITE_LEVELS_FLOAT32, GS_SPRITE_LEVELS_CONSOLE };
enum { GS_SPRITE_LOW_NONE, GS_SPRITE_LOW_CONSOLE };
enum { GS_Q_NEGATIVE_KEEP, GS_Q_NEGATIVE_NEGATE };
enum { GS_LINE_WALK_FLOAT32, GS_LINE_WALK_CONSOLE };
enum { GS_EDGE_WALK_FLOAT32, GS_EDGE_WALK_CONSOLE };
enum { GS_POINT_WALK_FLOAT32, GS_POINT_WALK_CONSOLE };
/* Of GS_RULE_Q_RECIPROCAL and GS_RULE_Q_RECIPROCAL_LINE. */
enum { GS_Q_RECIPROCAL_FLOAT32, GS_Q_RECIPROCAL_15BIT, GS_Q_RECIPROCAL_14BIT, GS_Q_RECIPROCAL_STEP };
enum { GS_TEXEL_FLOOR, GS_TEXEL_SIXTEENTH };
enum { GS_TEXEL_RANGE_WRAP, GS_TEXEL_RANGE_SATURATE };
enum { GS_ST_MANTISSA_FLAT, GS_ST_MANTISSA_SPRITES };
enum { GS_HUGE_ST_REPLACE, GS_HUGE_ST_SATURATE };
enum { GS_LOD_POLYNOMIAL, GS_LOD_TABLE };
enum { GS_LOD_FILTER_DRAW, GS_LOD_FILTER_PIXEL };
enum { GS_LOD_GROUP_PIXEL, GS_LOD_GROUP_FOUR };
enum { GS_LOD_WEIGHT_15BIT, GS_LOD_WEIGHT_4BIT };
enum { GS_FILL_FRAME_WORDS, GS_FILL_DEPTH };
enum { GS_DITHER_FILL_PLAIN, GS_DITHER_FILL_DITHERED };
enum { GS_DITHER_16BIT, GS_DITHER_ALL };
enum { GS_MODULATE_FRACTION, GS_MODULATE_BYTE };
enum { GS_FOG_BLEND_FRACTION, GS_FOG_BLEND_BYTE };
enum { GS_CLUT_LOAD_CACHED, GS_CLUT_LOAD_ALWAYS };
enum { GS_VSYNC_DISPLAYED, GS_VSYNC_ALL };
enum { GS_CLUT_BANK_PCSX2, GS_CLUT_BANK_OR };
enum { GS_CLUT_CPSM_PCSX2, GS_CLUT_CPSM_BITS };
enum { GS_CLUT_CSM2_ORIGIN, GS_CLUT_CSM2_OFFSET };
enum { GS_MOVE_BITS_CLEARED, GS_MOVE_BITS_KEPT };
enum { GS_MOVE_ADJUSTED, GS_MOVE_BUFFERED };
enum { GS_TRANSFER_Y_RUN_ON, GS_TRANSFER_Y_WRAP };
enum { GS_UPLOAD_PCSX2, GS_UPLOAD_PACKED };

/* Row `rule` of the table, 0 <= rule < GS_RULE_COUNT. */
PATH1_RULES_API const struct gs_rule_info *gs_rule_info(enum gs_rule rule);
/* A grade as a word: "measured". */
PATH1_RULES_API const char *gs_grade_name(enum gs_grade grade);
/* Fills `out` from a text: a rule set and, after commas, what to change. NULL, "" or "default": the default
 * set, console. A change is RULE=CHOICE, a choice of one rule ("console,fog_blend=fraction"), or NAME=SET,
 * what a set chooses: NAME means the rule of that name and all rules whose names begin with it and an
 * underscore
 * ("console,dither=pcsx2"; "console,fog=pcsx2" for fog_step, fog_walk, fog_blend and fog_alpha). Later
 * changes count, and every choice goes with every other. False if a name is unknown; then `error` (may be
 * NULL) gets one line of at most `error_size` bytes that names what is known. */
PATH1_RULES_API bool gs_rules_parse(const char *text, struct gs_rules *out, char *error, size_t error_size);
/* Name of rule set number `index`, NULL past the last; index 0 is the default set, console. */
PATH1_RULES_API const char *gs_rules_name(size_t index);

#ifdef __cplusplus
}
#endif
#endif
