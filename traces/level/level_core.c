/* The core index: header, class tables, gs_ram table, and where things begin in core data. Source: LEVEL.md
 * sections 3.1 to 3.4. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "../trace_bytes.h"
#include "level_state.h"

enum {
    INDEX_HEADER = 0xBC,
    TABLES_BEGIN = 0xC0,
    CLASS_STRIDE = 0x20,
    SHRUB_STRIDE = 0x30,
    TEXTURE_STRIDE = 16,
    UPLOAD_STRIDE = 16,
    SEQUENCES = 256,
    PSM_PALETTE_32 = 0,
    PSM_PALETTE_16 = 1,
    PSM_IMAGE = 0x13,
};

static const char *const class_names[LEVEL_CLASS_KINDS] = {"moby", "tie", "shrub"};

static uint32_t word(const struct level *level, uint32_t at)
{
    return trace_load32(level->part[LEVEL_CORE_INDEX].data + at);
}

/* { count, offset } at `at`: a table of entries of `stride` bytes. One that is not inside has no entries. */
static struct level_table read_table(struct level *level, uint32_t at, uint32_t stride, const char *name,
                                     uint32_t more)
{
    struct level_table table = {word(level, at), word(level, at + 4)};
    uint32_t size = level->part[LEVEL_CORE_INDEX].size;
    uint64_t bytes = ((uint64_t)table.count + more) * stride;
    if (table.count + (uint64_t)more == 0)
        return table;
    bool good = table.offset >= TABLES_BEGIN && level_inside(table.offset, bytes, size);
    if (!level_check(level, LEVEL_CHECK_CORE_TABLES, good, LEVEL_CORE_INDEX, at,
                     "%s: expected a table inside of 0x%x to 0x%" PRIx32 ", found %" PRIu32
                     " entries of %" PRIu32 " bytes at 0x%" PRIx32,
                     name, TABLES_BEGIN, size, table.count, stride, table.offset))
        table.count = 0;
    return table;
}

static void read_tables(struct level *level)
{
    struct level_core *core = &level->core;
    core->stash_count = word(level, 0x84);
    core->gs_table = read_table(level, 0x00, UPLOAD_STRIDE, "gs_ram table", core->stash_count);
    core->classes[LEVEL_MOBY] = read_table(level, 0x18, CLASS_STRIDE, "moby classes", 0);
    core->classes[LEVEL_TIE] = read_table(level, 0x20, CLASS_STRIDE, "tie classes", 0);
    core->classes[LEVEL_SHRUB] = read_table(level, 0x28, SHRUB_STRIDE, "shrub classes", 0);
    core->textures[LEVEL_TEXTURE_TFRAG] = read_table(level, 0x30, TEXTURE_STRIDE, "tfrag textures", 0);
    core->textures[LEVEL_TEXTURE_MOBY] = read_table(level, 0x38, TEXTURE_STRIDE, "moby textures", 0);
    core->textures[LEVEL_TEXTURE_TIE] = read_table(level, 0x40, TEXTURE_STRIDE, "tie textures", 0);
    core->textures[LEVEL_TEXTURE_SHRUB] = read_table(level, 0x48, TEXTURE_STRIDE, "shrub textures", 0);
    core->particle_textures = read_table(level, 0x50, TEXTURE_STRIDE, "particle textures", 0);
    core->fx_textures = read_table(level, 0x58, TEXTURE_STRIDE, "fx textures", 0);
}

/* The closure that proves the strides: each of the five tables ends where the next begins. The counts and
 * offsets are those of the header, also of tables that are not inside. */
static void check_closure(struct level *level)
{
    static const struct {
        const char *name;
        uint32_t at, stride;
    } chain[] = {{"moby classes", 0x18, CLASS_STRIDE},
                 {"tie classes", 0x20, CLASS_STRIDE},
                 {"shrub classes", 0x28, SHRUB_STRIDE},
                 {"tfrag textures", 0x30, TEXTURE_STRIDE},
                 {"moby textures", 0x38, TEXTURE_STRIDE}};
    for (int i = 0; i < 4; i++) {
        uint64_t end = word(level, chain[i].at + 4) + (uint64_t)word(level, chain[i].at) * chain[i].stride;
        uint32_t next = word(level, chain[i + 1].at + 4);
        level_check(level, LEVEL_CHECK_CORE_CLOSURE, end == next, LEVEL_CORE_INDEX, chain[i + 1].at + 4,
                    "expected the %s behind the %s, at 0x%" PRIx64 ", found them at 0x%" PRIx32,
                    chain[i + 1].name, chain[i].name, end, next);
    }
}

static void read_words(struct level *level)
{
    struct level_core *core = &level->core;
    core->tfrags = word(level, 0x08);
    core->occlusion = word(level, 0x0C);
    core->sky = word(level, 0x10);
    core->collision = word(level, 0x14);
    core->textures_base = word(level, 0x60);
    core->particle_bank = word(level, 0x64);
    core->fx_bank = word(level, 0x68);
    core->particle_defs = word(level, 0x6C);
    core->sound_remap = word(level, 0x70);
    core->ratchet_sequences = word(level, 0x78);
    core->geometry_end = word(level, 0x7C);
    core->compressed_size = word(level, 0x88);
    core->decompressed_size = word(level, 0x8C);
    core->stash_list = word(level, 0xAC);
}

static void check_words(struct level *level)
{
    const struct level_core *core = &level->core;
    static const char *const names[] = {"occlusion", "sky", "collision", "textures base"};
    static const uint32_t at[] = {0x0C, 0x10, 0x14, 0x60};
    const uint32_t values[] = {core->occlusion, core->sky, core->collision, core->textures_base};
    uint32_t size = level->part[LEVEL_CORE_DATA].size, before = 0;
    for (int i = 0; i < 4; i++) {
        if (!values[i])
            continue;
        level_check(level, LEVEL_CHECK_CORE_ORDER, values[i] > before && values[i] <= size, LEVEL_CORE_INDEX,
                    at[i],
                    "%s: expected an offset above 0x%" PRIx32 " and at most 0x%" PRIx32 ", found 0x%" PRIx32,
                    names[i], before, size, values[i]);
        before = values[i];
    }
    level_check(level, LEVEL_CHECK_CORE_DECOMPRESSED, core->decompressed_size == size, LEVEL_CORE_INDEX, 0x8C,
                "expected %" PRIu32 ", what core data decompress to, found %" PRIu32, size,
                core->decompressed_size);
    if (level->core_stream)
        level_check(level, LEVEL_CHECK_CORE_COMPRESSED, core->compressed_size == level->core_stream,
                    LEVEL_CORE_INDEX, 0x88, "expected %" PRIu32 ", the compressed size, found %" PRIu32,
                    level->core_stream, core->compressed_size);
}

static int compare_words(const void *a, const void *b)
{
    uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;
    return (left > right) - (left < right);
}

/* The table of the hero's sequences: 256 offsets in core data. NULL if there is none. */
static const uint8_t *sequences(const struct level *level)
{
    struct level_bytes index = level->part[LEVEL_CORE_INDEX];
    uint32_t at = level->core.ratchet_sequences;
    return at >= TABLES_BEGIN && level_inside(at, 4 * SEQUENCES, index.size) ? index.data + at : NULL;
}

static void add_start(struct level *level, uint32_t offset)
{
    if (offset && offset < level->part[LEVEL_CORE_DATA].size)
        level->starts[level->start_count++] = offset;
}

static void collect_starts(struct level *level)
{
    const struct level_core *core = &level->core;
    size_t room = 16 + SEQUENCES;
    for (int kind = 0; kind < LEVEL_CLASS_KINDS; kind++)
        room += core->classes[kind].count;
    level->starts = level_keep(level, room, sizeof *level->starts);
    if (!level->starts)
        return;
    const uint32_t words[] = {core->tfrags,        core->occlusion,     core->sky,     core->collision,
                              core->textures_base, core->particle_bank, core->fx_bank, core->geometry_end};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        add_start(level, words[i]);
    for (int kind = 0; kind < LEVEL_CLASS_KINDS; kind++)
        for (uint32_t i = 0; i < core->classes[kind].count; i++)
            add_start(level, level->classes[kind][i].offset);
    const uint8_t *list = sequences(level);
    for (int i = 0; list && i < SEQUENCES; i++)
        add_start(level, trace_load32(list + 4 * i));
    level->starts[level->start_count++] = level->part[LEVEL_CORE_DATA].size;
    qsort(level->starts, level->start_count, sizeof *level->starts, compare_words);
}

static void read_classes(struct level *level, enum level_class_kind kind)
{
    struct level_table table = level->core.classes[kind];
    uint32_t stride = kind == LEVEL_SHRUB ? SHRUB_STRIDE : CLASS_STRIDE;
    uint32_t textures = level->core.textures[LEVEL_TEXTURE_MOBY + kind].count;
    uint32_t size = level->part[LEVEL_CORE_DATA].size;
    struct level_class *classes = level_keep(level, table.count, sizeof *classes);
    level->classes[kind] = classes;
    for (uint32_t i = 0; classes && i < table.count; i++) {
        uint32_t at = table.offset + i * stride;
        const uint8_t *entry = level->part[LEVEL_CORE_INDEX].data + at;
        classes[i].offset = trace_load32(entry);
        classes[i].o_class = (int32_t)trace_load32(entry + 4);
        memcpy(classes[i].texture, entry + 16, 16);
        for (int k = 0; stride == SHRUB_STRIDE && k < 8; k++)
            classes[i].billboard[k] = level_s16(entry + 32 + 2 * k);
        level_check(level, LEVEL_CHECK_CLASS_OFFSETS, classes[i].offset < size, LEVEL_CORE_INDEX, at,
                    "%s class %" PRId32 ": expected an offset below 0x%" PRIx32 ", found 0x%" PRIx32,
                    class_names[kind], classes[i].o_class, size, classes[i].offset);
        uint32_t bad = 0xFF;
        for (int k = 0; k < 16; k++)
            if (classes[i].texture[k] != 0xFF && classes[i].texture[k] >= textures)
                bad = classes[i].texture[k];
        level_check(level, LEVEL_CHECK_CLASS_TEXTURES, bad == 0xFF, LEVEL_CORE_INDEX, at + 16,
                    "%s class %" PRId32 ": expected textures below %" PRIu32 ", found %" PRIu32,
                    class_names[kind], classes[i].o_class, textures, bad);
    }
}

/* Spans, which need all starts. */
static void bound_classes(struct level *level)
{
    uint32_t size = level->part[LEVEL_CORE_DATA].size;
    for (int kind = 0; kind < LEVEL_CLASS_KINDS; kind++)
        for (uint32_t i = 0; i < level->core.classes[kind].count; i++) {
            struct level_class *class = &level->classes[kind][i];
            if (class->offset && class->offset < size)
                class->span = (struct level_span){class->offset,
                                                  level_next_start(level, class->offset) - class->offset};
        }
    for (size_t i = 0; i + 1 < level->start_count; i++)
        level_check(level, LEVEL_CHECK_CLASS_APART, level->starts[i] != level->starts[i + 1], LEVEL_CORE_DATA,
                    level->starts[i], "expected one beginning here, found two");
}

bool level_read_core(struct level *level, struct trace_error *error)
{
    struct level_bytes index = level->part[LEVEL_CORE_INDEX];
    if (index.size < INDEX_HEADER)
        return level_fail(level, LEVEL_CORE_INDEX, 0, error,
                          "expected the 0x%x bytes of its header, found 0x%" PRIx32, INDEX_HEADER,
                          index.size);
    read_words(level);
    read_tables(level);
    check_closure(level);
    check_words(level);
    for (int kind = 0; kind < LEVEL_CLASS_KINDS; kind++)
        read_classes(level, (enum level_class_kind)kind);
    if (!level->failed)
        collect_starts(level);
    if (!level->failed)
        bound_classes(level);
    return !level->failed;
}

/* Bytes of an entry's payload; 0: not known. */
static uint32_t payload_size(const struct level_upload *upload)
{
    if (upload->psm == PSM_PALETTE_32)
        return 1024;
    if (upload->psm == PSM_PALETTE_16)
        return 512;
    if (upload->psm == PSM_IMAGE && upload->width <= 1024 && upload->height <= 1024)
        return upload->width * upload->height;
    return 0;
}

static void read_upload(struct level *level, uint32_t number, uint32_t at)
{
    const uint8_t *entry = level->part[LEVEL_CORE_INDEX].data + at;
    struct level_upload *upload = &level->uploads[number];
    const struct level_upload *first = &level->uploads[level->core.gs_table.count];
    *upload = (struct level_upload){.psm = trace_load32(entry),
                                    .width = level_u16(entry + 4),
                                    .height = level_u16(entry + 6),
                                    .address = trace_load32(entry + 8),
                                    .offset = trace_load32(entry + 12),
                                    .stash = number >= level->core.gs_table.count};
    uint32_t size = payload_size(upload), room = level->part[LEVEL_GS_RAM].size;
    uint32_t wanted = upload->stash ? upload->address - first->address : upload->address;
    bool image = upload->psm == 0x13, square = upload->width == upload->height;
    bool power = square && upload->width && !(upload->width & (upload->width - 1));
    level_check(level, LEVEL_CHECK_GS_FORMS,
                image ? power : upload->psm <= 1 && square && (!upload->width || upload->width == 16),
                LEVEL_CORE_INDEX, at,
                "entry %" PRIu32 ": expected a palette or a square image, found psm 0x%" PRIx32 ", %" PRIu32
                " x %" PRIu32,
                number, upload->psm, upload->width, upload->height);
    level_check(level, LEVEL_CHECK_GS_ADDRESSES, upload->offset == wanted, LEVEL_CORE_INDEX, at + 12,
                "entry %" PRIu32 ": expected 0x%" PRIx32 ", found 0x%" PRIx32, number, wanted,
                upload->offset);
    /* Where the stash's bytes lie is not known: their offsets count from another place. */
    if (upload->stash || !level->part[LEVEL_GS_RAM].data)
        return;
    bool good = size && level_inside(upload->offset, size, room);
    if (level_check(level, LEVEL_CHECK_GS_PAYLOADS, good, LEVEL_CORE_INDEX, at,
                    "entry %" PRIu32 ": expected a palette or PSMT8 image inside of 0x%" PRIx32
                    " bytes, found psm 0x%" PRIx32 ", %" PRIu32 " x %" PRIu32 " at 0x%" PRIx32,
                    number, room, upload->psm, upload->width, upload->height, upload->offset))
        upload->size = size;
}

void level_read_uploads(struct level *level)
{
    struct level_table table = level->core.gs_table;
    uint64_t count = (uint64_t)table.count + level->core.stash_count;
    if (!level_inside(table.offset, count * UPLOAD_STRIDE, level->part[LEVEL_CORE_INDEX].size))
        return;
    level->uploads = level_keep(level, count, sizeof *level->uploads);
    level->upload_count = level->uploads ? (size_t)count : 0;
    for (uint32_t i = 0; i < level->upload_count; i++)
        read_upload(level, i, table.offset + i * UPLOAD_STRIDE);
}
