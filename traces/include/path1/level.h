/*
 * path1/level.h: a level of Ratchet & Clank 2 as its disc holds it (G/LEVEL<n>.WAD, or the parts of one in a
 * directory): container, core index and data, textures, the tfrag patches of the landscape with their VIF
 * lists, light bank and lit colours. Nothing here draws; what is here is what the console's load leaves in
 * memory.
 *
 * Every fact about the form has a confidence. What is checked is counted ("n of N", struct level_check), and
 * a patch or texture that breaks a rule is there with `valid` false and no data: never half of one.
 *
 * Units: a raw unit is 1/1024 world unit. Float words are PlayStation 2 floats (path1/ee_fpu.h). Offsets are
 * bytes in a part (enum level_part). A quadword is 16 bytes, a block (of GS memory, and of gs_ram) 256.
 */
#ifndef PATH1_LEVEL_H
#define PATH1_LEVEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <path1/trace.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Largest container, and largest decompressed part, bytes. */
#define LEVEL_FILE_LIMIT 268435456u
#define LEVEL_PART_LIMIT 67108864u

/* How well a fact is known: [A] measured on all 27 levels of a Ratchet & Clank 2 disc, or forced by an exact
 * identity; [B] one solid source, or measured on the first game, whose program for this is the same; [C]
 * inferred. */
enum level_confidence { LEVEL_MEASURED, LEVEL_SOURCED, LEVEL_INFERRED };

struct level;

/* ---- parts ---- */

enum level_part {
    LEVEL_CONTAINER, /* the LEVEL<n>.WAD; for places only, its bytes are not kept */
    LEVEL_OVERLAY,
    LEVEL_CORE_INDEX,
    LEVEL_GS_RAM,
    LEVEL_CORE_DATA, /* decompressed */
    LEVEL_GAMEPLAY,  /* decompressed */
    LEVEL_CHUNK_0,   /* decompressed tfrag blocks of the chunks */
    LEVEL_CHUNK_1,
    LEVEL_CHUNK_2,
    LEVEL_PART_COUNT
};

struct level_bytes {
    const uint8_t *data; /* NULL: not there */
    uint32_t size;
};

/* A run of bytes in a part. */
struct level_span {
    uint32_t offset, size;
};

/* Where an extent of the container lies, or a file of the directory. */
struct level_extent {
    const char *name;      /* "data", "gameplay", "core data", ... or the file's name */
    uint32_t offset, size; /* bytes in the container (of a file: 0 and its size); size 0: absent */
    bool compressed;       /* a WAD-LZ stream */
    uint32_t stream_size;  /* of a stream: the length that it declares, its header included */
    uint32_t decompressed; /* of a stream that was read: what came out; else 0 */
    enum level_confidence confidence;
};

/* ---- life ---- */

/* Opens a LEVEL<n>.WAD, or a directory with core_data.bin, core_index.bin, gs_ram.bin, gameplay.bin and
 * overlay.bin (a stream still compressed is recognised by its "WAD"; chunk0.bin .. chunk2.bin may be there),
 * decodes all of it and runs all checks. core_index and core_data must be there; the others may be missing:
 * level_extents tells. NULL if the level cannot be located or decompressed. */
PATH1_API struct level *level_open(const char *path, struct trace_error *error);
/* The same of a container in memory, which may go away after the call; errors say `name`. */
PATH1_API struct level *level_open_memory(const char *name, const void *bytes, size_t size,
                                          struct trace_error *error);
PATH1_API void level_close(struct level *level);

PATH1_API struct level_bytes level_part(const struct level *level, enum level_part part);
PATH1_API const char *level_part_name(enum level_part part);
PATH1_API const struct level_extent *level_extents(const struct level *level, size_t *count);

/* ---- core index ---- */

/* One of the tables of the core index. */
struct level_table {
    uint32_t count, offset; /* entries; bytes in the core index */
};

enum level_class_kind { LEVEL_MOBY, LEVEL_TIE, LEVEL_SHRUB, LEVEL_CLASS_KINDS };
enum level_texture_kind {
    LEVEL_TEXTURE_TFRAG,
    LEVEL_TEXTURE_MOBY,
    LEVEL_TEXTURE_TIE,
    LEVEL_TEXTURE_SHRUB,
    LEVEL_TEXTURE_KINDS
};

struct level_core {
    bool from_container;
    uint32_t level_id, reverb; /* of the container's header; 0 without one */
    struct level_table gs_table, classes[LEVEL_CLASS_KINDS], textures[LEVEL_TEXTURE_KINDS];
    struct level_table particle_textures, fx_textures;
    /* In core data; 0: none. */
    uint32_t tfrags, occlusion, sky, collision, textures_base, particle_bank, fx_bank;
    uint32_t particle_defs, sound_remap, ratchet_sequences; /* in the core index */
    uint32_t geometry_end;                                  /* "scene view size", in core data */
    uint32_t stash_count, stash_list;                       /* entries; in the core index */
    uint32_t compressed_size, decompressed_size;            /* of core data, as the index says */
};
PATH1_API const struct level_core *level_core(const struct level *level);

/* A class of objects: its place, the rest is not decoded. */
struct level_class {
    uint32_t offset; /* in core data; 0: no geometry */
    int32_t o_class;
    uint8_t texture[16]; /* index into that kind's textures, 0xFF: none */
    /* Up to the next known start (LEVEL_SOURCED); size 0 without geometry. */
    struct level_span span;
    /* Of a shrub: width, height, mip levels, palette, texture, mip 1, 2, 3 (blocks of gs_ram); all 0: none.
     */
    int16_t billboard[8];
};
PATH1_API const struct level_class *level_classes(const struct level *level, enum level_class_kind kind,
                                                  size_t *count);

/* What one entry of the gs_ram table uploads: `psm` 0 a palette of 256 PSMCT32 colours, 1 one of PSMCT16,
 * 0x13 an image of width x height PSMT8. The payload is in raster order. */
struct level_upload {
    uint32_t psm, width, height;
    uint32_t address;      /* bytes from the start of the level's texture area in GS memory */
    uint32_t offset, size; /* bytes in gs_ram; size 0: not known or not inside of gs_ram */
    bool stash;            /* one of the resident moby textures behind the table */
};
PATH1_API const struct level_upload *level_uploads(const struct level *level, size_t *count);

/* ---- textures ---- */

enum { LEVEL_MIPS = 4 };

struct level_texture {
    bool valid;
    enum level_texture_kind kind;
    uint32_t index;
    int32_t data_offset;                              /* from textures_base */
    int16_t width, height, type, palette, mip2, mip3; /* as in the table; the last three: blocks, -1 none */
    /* The rest is there when valid. Level l is (width >> l) x (height >> l) palette indices, row by row. */
    unsigned levels; /* 1 .. 4 */
    const uint8_t *level[LEVEL_MIPS];
    enum level_part part[LEVEL_MIPS]; /* where level l lies: LEVEL_CORE_DATA or LEVEL_GS_RAM */
    struct level_span span[LEVEL_MIPS];
    const uint8_t *clut; /* 1024 bytes: 16 x 16 PSMCT32 as uploaded, CSM1 order */
};
PATH1_API const struct level_texture *level_textures(const struct level *level, enum level_texture_kind kind,
                                                     size_t *count);

/* ---- the landscape ---- */

/* Tiers of positions and vertex infos, in the order in which they are numbered. */
enum level_tier { LEVEL_COMMON, LEVEL_LOD_01, LEVEL_LOD_0_TIER, LEVEL_TIERS };
/* The VIF lists, in the order of the data block. */
enum level_list {
    LEVEL_LIST_LOD_2,
    LEVEL_LIST_COMMON,
    LEVEL_LIST_LOD_1,
    LEVEL_LIST_LOD_01,
    LEVEL_LIST_LOD_0,
    LEVEL_LISTS
};
enum { LEVEL_LODS = 3 }; /* strips and indices: [0] finest .. [2] coarsest */
/* Quadwords of a VU1 input buffer, and of a GS packet that the program builds. */
enum { LEVEL_BUFFER_QUADWORDS = 0x148, LEVEL_PACKET_QUADWORDS = 176 };

/* The patch's header, as stored. The offsets count from the data block. */
struct level_patch_header {
    uint32_t bsphere[4]; /* float words: centre and radius, raw units, absolute */
    uint32_t data;       /* from the patch table */
    uint16_t lod_2_ofs, shared_ofs, lod_1_ofs, lod_0_ofs, tex_ofs, rgba_ofs;
    uint8_t common_size, lod_2_size, lod_1_size, lod_0_size; /* quadwords */
    uint8_t rgba_count[LEVEL_LODS];                          /* [2] LOD 2, [1] LOD 1, [0] LOD 0 */
    uint8_t base_only, texture_count, rgba_size, rgba_verts_loc, occl_index_stash, msphere_count, flags;
    uint16_t msphere_ofs, light_ofs, light_end_ofs;
    int8_t dir_lights_one;
    uint8_t dir_lights_upd;
    uint16_t point_lights, cube_ofs, occl_index;
    uint8_t vert_count, tri_count;
    uint16_t mip_dist; /* raw units */
};

/* The VU header: what the common list unpacks to quadwords 0 .. 4. Addresses are quadwords from TOPS. */
struct level_vu_header {
    uint16_t positions[LEVEL_TIERS], extras[LEVEL_TIERS]; /* counts */
    uint16_t positions_addr;                              /* of the common ones; the others follow */
    uint16_t infos_addr[LEVEL_TIERS], extras_addr[LEVEL_TIERS];
    uint16_t indices_addr;
    /* Of LEVEL_LOD_01 and LEVEL_LOD_0_TIER; [LEVEL_COMMON] is not used. */
    uint16_t parent_indices_addr[LEVEL_TIERS], extra_indices_addr[LEVEL_TIERS];
    uint16_t strips_addr, ad_gifs_addr;
};

struct level_position {
    int16_t x, y, z; /* world, raw units: origin + these; z is up */
};

struct level_vertex_info {
    int16_t s, t;   /* 1/4096 */
    int16_t parent; /* as stored: twice the position index of the second parent */
    int16_t vertex; /* as stored: twice the position index */
    /* Index of the first parent's vertex info; of an extra: of the info that takes its place when it
     * collapses. -1 in the common tier. */
    int16_t link;
};

struct level_strip {
    int8_t count, flag, ad_gif; /* x, y, z of the VU program: level_strip_step says what they do */
    int8_t pad;
};

struct level_ad_gif {
    uint32_t offset;  /* of its 80 bytes, in the block's part */
    uint32_t texture; /* index into the tfrag textures */
    int32_t k;        /* 1/16 level */
    uint32_t mmin, wms, wmt;
};

struct level_light {
    uint16_t position_ofs; /* of the position in the data block */
    uint8_t azimuth, elevation;
    uint16_t colour; /* 5:5:5:1 */
    uint16_t select;
};

struct level_texture_sphere {
    uint32_t centre[3]; /* float words, raw units */
    uint16_t radius;
    uint8_t m; /* levels 0 and 1 are needed while the near depth is at most 64 m, level 1 up to 128 m */
    uint8_t texture;
};

/* One tfrag. Arrays belong to the level; all are NULL and all counts 0 unless `valid`. */
struct level_patch {
    bool valid;
    uint32_t index;  /* in its block */
    uint32_t offset; /* of its header, in the block's part */
    uint32_t data;   /* of its data block, in the block's part */
    struct level_patch_header header;
    const char *failure; /* why it is not valid, with offset; else NULL */

    struct level_span list[LEVEL_LISTS]; /* the raw VIF words, in the block's part */
    struct level_vu_header vu;
    int32_t origin[4];                   /* raw units; the row that the positions are unpacked with */
    unsigned position_count, info_count; /* all tiers: at most 255 and 256 */
    const struct level_position *positions;
    const struct level_vertex_info *infos; /* common, LOD-01, LOD-0; in each tier primaries, then extras */
    unsigned tier_infos[LEVEL_TIERS];
    /* Of each LOD: index bytes into infos, and the strip records that use them, the 0 at the end included. */
    unsigned index_count[LEVEL_LODS], strip_count[LEVEL_LODS], triangle_count[LEVEL_LODS];
    const uint8_t *indices[LEVEL_LODS];
    const struct level_strip *strips[LEVEL_LODS];
    unsigned ad_gif_count;
    const struct level_ad_gif *ad_gifs;
    unsigned texture_sphere_count;
    const struct level_texture_sphere *texture_spheres;
    int16_t clip_box[8][4];           /* corners; times 64: raw units, absolute */
    const struct level_light *lights; /* position_count */
    /* R, G, B, A of each position, 0x80 = 1.0, padded to a multiple of four positions. */
    unsigned colour_count;
    const uint8_t *disc_colours; /* as stored: placeholders */
    const uint8_t *colours;      /* lit, if `lit`; else the same as disc_colours */
    bool lit;
};

/* A tfrag block: the one of core data, or a chunk's. On levels with chunks the core's is chunk 0's. */
struct level_block {
    enum level_part part;  /* LEVEL_CORE_DATA, or LEVEL_CHUNK_0 .. 2 */
    uint32_t lod_distance; /* L, a float word: world units */
    uint32_t patch_count;
    const struct level_patch *patches;
};
PATH1_API const struct level_block *level_blocks(const struct level *level, size_t *count);

/* What one strip record makes the VU program do. */
enum level_strip_step_kind { LEVEL_STRIP_RUN, LEVEL_STRIP_END };
struct level_strip_step {
    enum level_strip_step_kind kind;
    bool kick;             /* XGKICK of what is built so far comes first */
    int ad_gif;            /* copied into the packet before the run; -1: none */
    unsigned first, count; /* LEVEL_STRIP_RUN: a triangle strip of index bytes first .. first + count - 1 */
};
/* Record `number` of an LOD's strips, with `first` index bytes used before it. Of a valid patch every record
 * has a meaning. */
PATH1_API struct level_strip_step level_strip_step(const struct level_patch *patch, unsigned lod,
                                                   unsigned number, unsigned first);

/* An ad-gif (5 quadwords, A+D) as the level's load leaves it: the registers made from the texture's entry,
 * with the level's texture area at block `base` of GS memory and levels 0 and 1 at blocks `tbp0` and `tbp1`
 * (0: left for the game to patch). Only the 64-bit data change; the rest of each quadword is kept. The
 * ad-gif's texture must be valid. */
PATH1_API void level_load_ad_gif(const struct level *level, const struct level_block *block,
                                 const struct level_ad_gif *ad_gif, uint32_t base, uint32_t tbp0,
                                 uint32_t tbp1, uint8_t out[80]);

/* ---- lighting ---- */

enum { LEVEL_LIGHT_SETS = 16, LEVEL_LIGHT_SETS_USED = 12, LEVEL_ANGLES = 256 };

/* Two directional lights. Float words x, y, z, w; a direction is that in which light travels; colour w is the
 * factor for faces turned away. */
struct level_light_set {
    uint32_t colour_a[4], direction_a[4], colour_b[4], direction_b[4];
};

struct level_lighting {
    bool has_bank;                    /* the directional lights of the gameplay part */
    uint32_t bank_offset, bank_count; /* in the gameplay part; as declared */
    struct level_light_set
        set[LEVEL_LIGHT_SETS]; /* at most LEVEL_LIGHT_SETS_USED are loaded, the rest is 0 */
    bool has_normals;          /* the table of cosines and sines of the overlay */
    uint32_t normals_offset;
    uint32_t cosine[LEVEL_ANGLES], sine[LEVEL_ANGLES]; /* of i * pi / 128 */
};
PATH1_API const struct level_lighting *level_lighting(const struct level *level);
/* The colour of one position: what the console computes at load, on its own floats. `one`: dir_lights_one of
 * the patch. Both tables must be there. */
PATH1_API void level_light_position(const struct level_lighting *lighting, const struct level_light *light,
                                    int one, uint8_t rgba[4]);

struct level_settings {
    bool present;
    int32_t background[3]; /* R, G, B; R -1: not set */
    int32_t fog[3];
    uint32_t fog_near, fog_far;             /* float words, raw units */
    uint32_t near_intensity, far_intensity; /* float words: F, 0 .. 255 */
    uint32_t death_height;                  /* float word */
    int32_t spherical;
    uint32_t sphere_centre[3];
};
PATH1_API const struct level_settings *level_settings(const struct level *level);

/* ---- checks ---- */

enum level_check_kind {
    LEVEL_RULE,      /* a mismatch stops what it concerns, and the level is not to be used as it is */
    LEVEL_EXPECTED,  /* holds where it was measured; nothing here depends on it */
};

struct level_check {
    const char *id;    /* "container.tiling" */
    const char *claim; /* what must hold, one line */
    enum level_confidence confidence;
    enum level_check_kind kind;
    uint64_t passed, total; /* n of N; N 0: nothing to check */
    enum level_part part;   /* of the first mismatch: where, ... */
    uint32_t offset;
    const char *failure; /* ... and what was expected and found; NULL: none */
};
PATH1_API const struct level_check *level_checks(const struct level *level, size_t *count);
/* True if every LEVEL_RULE holds; else `error` says the first one that does not. */
PATH1_API bool level_sound(const struct level *level, struct trace_error *error);

/* ---- who owns core data ---- */

enum level_owner_kind {
    LEVEL_OWNER_TFRAG_TABLE, /* block header and patch headers */
    LEVEL_OWNER_TFRAG,       /* a patch's data block */
    LEVEL_OWNER_OCCLUSION,
    LEVEL_OWNER_SKY,
    LEVEL_OWNER_COLLISION,
    LEVEL_OWNER_TEXTURE_TFRAG, /* levels 0 and 1 of a texture; the four kinds in the order of the enum */
    LEVEL_OWNER_TEXTURE_MOBY,
    LEVEL_OWNER_TEXTURE_TIE,
    LEVEL_OWNER_TEXTURE_SHRUB,
    LEVEL_OWNER_PARTICLE_BANK,
    LEVEL_OWNER_FX_BANK,
    LEVEL_OWNER_MOBY,
    LEVEL_OWNER_TIE,
    LEVEL_OWNER_SHRUB,
    LEVEL_OWNER_RATCHET_SEQUENCE,
    LEVEL_OWNER_ZERO,    /* nobody's, all zero: padding */
    LEVEL_OWNER_UNKNOWN, /* nobody's, and not zero */
    LEVEL_OWNERS
};

/* The spans of all owners, in order; together they are all of core data, each byte once. */
struct level_owner {
    struct level_span span;
    enum level_owner_kind kind;
    uint32_t index; /* in its table */
};
PATH1_API const struct level_owner *level_owners(const struct level *level, size_t *count);
PATH1_API const char *level_owner_name(enum level_owner_kind kind);
PATH1_API enum level_confidence level_owner_confidence(enum level_owner_kind kind);

#ifdef __cplusplus
}
#endif
#endif
