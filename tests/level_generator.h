/*
 * Levels of our own making in the form of Ratchet & Clank 2's LEVEL<n>.WAD, for tests and samples: terrain
 * patches in three levels of detail, textures with mipmap levels, vertex lighting, and the container around
 * them. What the same content gives is the same on every machine: heights and colours are integers, floats
 * appear as constants or as integers converted.
 *
 * Raw units: 1/1024 of a world unit.
 */
#ifndef TESTS_LEVEL_GENERATOR_H
#define TESTS_LEVEL_GENERATOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "level_bytes.h"

/* Tiers of positions: what LOD 2 uses, what LOD 1 adds, what LOD 0 adds. */
enum { GEN_COMMON, GEN_LOD_01, GEN_LOD_0, GEN_TIERS };

enum {
    GEN_POSITIONS = 127, /* of a patch, all tiers */
    GEN_VERTICES = 256,
    GEN_AD_GIFS = 25,
    GEN_RUNS = 160,
    GEN_REFERENCES = 1020,
    GEN_VU_LIMIT = 0x148,   /* quadwords of a VU input buffer */
    GEN_PACKET_LIMIT = 176, /* quadwords of a GS packet in the VU's output buffer */
    GEN_CLIP_LIMIT = 151,   /* the same for the clip program */
    GEN_LIGHT_SETS = 16,
    GEN_NORMALS = 256,
};

/* A vertex info, or a position, by tier and number in the tier. */
struct gen_ref {
    uint8_t tier, index;
};

struct gen_light {
    uint8_t azimuth, elevation; /* 256 to a turn, of the normal turned inwards */
    uint16_t colour;            /* 5:5:5:1, red lowest */
    uint16_t select;            /* of light sets: two numbers and a weight */
};

struct gen_vertex {
    int16_t s, t;            /* 1/4096 of the texture */
    uint8_t position;        /* number in its tier */
    struct gen_ref parent_1; /* vertex info; not used in GEN_COMMON */
    struct gen_ref parent_2; /* position; not used in GEN_COMMON */
};

/* The first `positions` vertex infos belong to the positions one by one; those behind are extras: the same
 * positions with other texture coordinates. */
struct gen_tier {
    uint16_t positions, vertices;
    int16_t position[GEN_POSITIONS][3]; /* raw units from the patch's origin */
    struct gen_light light[GEN_POSITIONS];
    struct gen_vertex vertex[GEN_VERTICES];
};

struct gen_run {
    int8_t ad_gif; /* loaded before the run; -1: none */
    bool kick;     /* begins a new packet */
    uint8_t count; /* references it takes, 3..127 */
};

struct gen_strips {
    uint16_t runs, references;
    struct gen_run run[GEN_RUNS];
    struct gen_ref reference[GEN_REFERENCES];
};

struct gen_ad_gif {
    uint16_t texture;
    int16_t k;          /* 1/16 of a mipmap level */
    uint8_t mmin;       /* TEX1.MMIN */
    uint8_t wms, wmt;   /* 0 repeat, 1 clamp */
    uint8_t page_range; /* of the texture sphere */
};

struct gen_patch {
    int32_t origin[3];
    struct gen_tier tier[GEN_TIERS];
    struct gen_strips lod[3]; /* 0 is the finest */
    uint8_t ad_gifs;
    struct gen_ad_gif ad_gif[GEN_AD_GIFS];
    bool base_only;
    uint8_t spare; /* quadwords between positions and vertex infos beyond those that are needed */
};

struct gen_palette {
    uint8_t rgba[256][4]; /* by index; alpha 80h is opaque */
};

struct gen_texture {
    uint16_t side;     /* 32, 64, 128, 256 */
    uint8_t levels;    /* 1, 3 or 4 */
    uint16_t palette;  /* number */
    uint8_t *level[4]; /* indices, top row first */
};

struct gen_light_set {
    float a[4], direction_a[4], b[4], direction_b[4]; /* [3] of a colour: factor for light from behind */
};

struct gen_settings {
    int32_t background[3], fog[3];       /* 0..255 */
    float fog_near, fog_far;             /* raw units */
    float near_intensity, far_intensity; /* F of the vertex: 255 no fog */
    float death_height;
};

/* All that a level is made of. */
struct gen_content {
    uint32_t id;
    float lod_distance; /* L, world units */
    struct gen_patch *patch;
    size_t patches, patch_room;
    struct gen_palette *palette;
    size_t palettes, palette_room;
    struct gen_texture *texture;
    size_t textures, texture_room;
    struct gen_light_set light_set[GEN_LIGHT_SETS];
    unsigned light_sets;
    struct gen_settings settings;
    bool lz_matches;     /* streams with matches; else runs of bytes only */
    bool occlusion_copy; /* the container's own range of it */
    unsigned chunks;     /* 0..3: further terrain blocks, each with the first patches of the core's */
    unsigned cut;        /* bytes that the file is short of whole sectors, 0..2047 */
};

void gen_content_free(struct gen_content *content);
/* A new patch with every field 0, valid until the next call. */
struct gen_patch *gen_add_patch(struct gen_content *content);
/* Returns its number. */
unsigned gen_add_palette(struct gen_content *content, const struct gen_palette *palette);
/* Takes `level[]`, which malloc gave. Returns its number. */
unsigned gen_add_texture(struct gen_content *content, const struct gen_texture *texture);

/* ---- building a patch ---- */

/* Appends a position and its vertex info; returns the reference to both. */
struct gen_ref gen_add_position(struct gen_patch *patch, unsigned tier, const int16_t position[3],
                                const struct gen_light *light, int16_t s, int16_t t);
/* Sets the parents of a tier's vertex info. */
void gen_set_parents(struct gen_patch *patch, struct gen_ref vertex, struct gen_ref parent_1,
                     struct gen_ref parent_2);
/* Appends another vertex info at the position of `primary`, when all positions of its tier are there. */
struct gen_ref gen_add_extra(struct gen_patch *patch, struct gen_ref primary, int16_t s, int16_t t);
/* Returns its number, an equal one's if there is one. */
unsigned gen_add_ad_gif(struct gen_patch *patch, const struct gen_ad_gif *ad_gif);
/* Appends a run as it stands. */
void gen_add_run(struct gen_strips *strips, int ad_gif, bool kick, const struct gen_ref *reference,
                 unsigned count);
/* Appends a strip drawn with an ad-gif: loads it if the last run had another, and begins a packet when the
 * open one would pass `limit` quadwords. */
void gen_add_strip(struct gen_strips *strips, unsigned ad_gif, const struct gen_ref *reference,
                   unsigned count, unsigned limit);
/* Quadwords of the open packet. */
unsigned gen_open_packet(const struct gen_strips *strips);

/* Quadword addresses in VU memory from TOPS, and counts, as the first five quadwords there give them. */
struct gen_layout {
    uint16_t common_positions, common_extras, lod_01_positions, lod_01_extras, lod_0_positions, lod_0_extras;
    uint16_t positions, vertices_common, extras_common, vertices_lod_01, extras_lod_01, vertices_lod_0,
        extras_lod_0;
    uint16_t indices, parents_lod_01, extra_indices_lod_01, parents_lod_0, extra_indices_lod_0, strips,
        ad_gifs;
    uint16_t end;
};
void gen_layout(const struct gen_patch *patch, struct gen_layout *layout);
/* NULL if the patch keeps every limit, else the limit that it breaks. */
const char *gen_patch_fault(const struct gen_patch *patch);
/* Centre and radius around every position, raw units. */
void gen_patch_sphere(const struct gen_patch *patch, int32_t sphere[4]);

/* Number of a vertex info among those of all tiers, and of a position. */
unsigned gen_vertex_number(const struct gen_patch *patch, struct gen_ref vertex);
unsigned gen_position_number(const struct gen_patch *patch, struct gen_ref position);

/* ---- output ---- */

/* What a reader must count in the level. */
struct gen_totals {
    uint32_t patches, positions, vertices[GEN_TIERS], triangles[3], ad_gifs;
    uint32_t loads, kicks, kicks_with_load; /* records of all strip lists; a kick with load counts in all */
    uint32_t textures, texture_levels, palettes, gs_blocks;
};
void gen_count(const struct gen_content *content, struct gen_totals *totals);

/* What the microprogram sends to the GS for the strips of a level of detail, if it drops nothing. */
struct gen_drawn {
    uint32_t kicks, ad_gifs, vertices, triangles;
};
/* Adds to `drawn`. */
void gen_count_strips(const struct gen_strips *strips, struct gen_drawn *drawn);

/* The blocks before packing, decompressed. */
struct gen_parts {
    struct gen_bytes terrain; /* the tfrag block, also at the start of core_data */
    struct gen_bytes core_index, core_data, gs_ram, overlay, gameplay;
};
/* Appends the block of terrain: head, patch table, patches. */
void gen_write_terrain(struct gen_bytes *out, const struct gen_content *content, size_t patches);
void gen_make_parts(const struct gen_content *content, struct gen_parts *parts);
void gen_parts_free(struct gen_parts *parts);

/* Where things came to stand in the file, bytes. */
struct gen_places {
    size_t data, overlay, core_index, gs_ram, core_data, gameplay;
};
/* The whole file. `places` may be NULL. */
void gen_write(const struct gen_content *content, const struct gen_parts *parts, struct gen_bytes *file,
               struct gen_places *places);
/* Parts and file in one. */
void gen_make(const struct gen_content *content, struct gen_bytes *file);

/* cos and sin of i * pi / 128, IEEE single. */
extern const uint32_t gen_normals[GEN_NORMALS][2];

#endif
