#define _XOPEN_SOURCE 700 /* P_tmpdir */

#include "traces_image.h"

#include <criterion/criterion.h>
#include <dirent.h>
#include <lzma.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zstd.h>

void image_free(struct image *image)
{
    free(image->bytes);
    *image = (struct image){0};
}

static uint8_t *grow(struct image *image, size_t size)
{
    if (image->size + size > image->capacity) {
        image->capacity = 2 * image->capacity + size;
        image->bytes = realloc(image->bytes, image->capacity);
        cr_assert_not_null(image->bytes);
    }
    image->size += size;
    return image->bytes + image->size - size;
}

void image_add(struct image *image, const void *bytes, size_t size)
{
    if (size > 0)
        memcpy(grow(image, size), bytes, size);
}

static void store(uint8_t *at, uint64_t value, size_t size)
{
    for (size_t i = 0; i < size; i++)
        at[i] = (uint8_t)(value >> 8 * i);
}

void image_add_u8(struct image *image, uint8_t value)
{
    store(grow(image, 1), value, 1);
}

void image_add_u32(struct image *image, uint32_t value)
{
    store(grow(image, 4), value, 4);
}

void image_add_u64(struct image *image, uint64_t value)
{
    store(grow(image, 8), value, 8);
}

uint8_t image_pattern(size_t at, uint32_t seed)
{
    uint32_t mixed = ((uint32_t)at + seed) * 2654435761u;
    return (uint8_t)(mixed >> 24);
}

void image_add_pattern(struct image *image, size_t size, uint32_t seed)
{
    uint8_t *bytes = grow(image, size);
    for (size_t i = 0; i < size; i++)
        bytes[i] = image_pattern(i, seed);
}

void image_set_u32(struct image *image, size_t offset, uint32_t value)
{
    cr_assert_leq(offset + 4, image->size);
    store(image->bytes + offset, value, 4);
}

#define MEMBER(m) offsetof(struct gs_state, m), sizeof(((struct gs_state *)0)->m)
#define U64(offset, m)                                                                                       \
    {                                                                                                        \
        offset, 8, MEMBER(m), 0                                                                              \
    }
#define S32(offset, m)                                                                                       \
    {                                                                                                        \
        offset, 4, MEMBER(m), 0                                                                              \
    }
#define CONTEXT(offset, n)                                                                                   \
    U64(offset, registers.context[n].xyoffset), U64((offset) + 8, registers.context[n].tex0),                \
        U64((offset) + 16, registers.context[n].tex1), U64((offset) + 24, registers.context[n].clamp),       \
        U64((offset) + 32, registers.context[n].miptbp1), U64((offset) + 40, registers.context[n].miptbp2),  \
        U64((offset) + 48, registers.context[n].scissor), U64((offset) + 56, registers.context[n].alpha),    \
        U64((offset) + 64, registers.context[n].test), U64((offset) + 72, registers.context[n].fba),         \
        U64((offset) + 80, registers.context[n].frame), U64((offset) + 88, registers.context[n].zbuf)
#define GIF(offset, n)                                                                                       \
    U64(offset, gif[n].tag[0]), U64((offset) + 8, gif[n].tag[1]), S32((offset) + 16, gif[n].reg)

const struct image_field image_fields[] = {
    U64(4, registers.prim),
    U64(12, registers.prmodecont),
    U64(20, registers.texclut),
    U64(28, registers.scanmsk),
    U64(36, registers.texa),
    U64(44, registers.fogcol),
    U64(52, registers.dimx),
    U64(60, registers.dthe),
    U64(68, registers.colclamp),
    U64(76, registers.pabe),
    U64(84, registers.bitbltbuf),
    U64(92, registers.trxdir),
    U64(100, registers.trxpos),
    U64(108, registers.trxreg),
    CONTEXT(124, 0),
    CONTEXT(220, 1),
    U64(316, registers.rgbaq),
    U64(324, registers.st),
    {332, 4, MEMBER(registers.uv), 0},
    {336, 1, MEMBER(registers.fog), 56}, /* low byte to bits 63..56 */
    U64(340, registers.xyz),
    S32(356, transfer.x),
    S32(360, transfer.y),
    S32(364, transfer.w),
    S32(368, transfer.h),
    U64(372, transfer.bitbltbuf),
    U64(380, transfer.trxpos),
    U64(388, transfer.trxreg),
    S32(396, transfer.left),
    S32(400, transfer.top),
    S32(404, transfer.right),
    S32(408, transfer.bottom),
    S32(412, transfer.total),
    S32(416, transfer.start),
    S32(420, transfer.end),
    {424, 1, MEMBER(transfer.write), 0},
    GIF(4194729, 0),
    GIF(4194749, 1),
    GIF(4194769, 2),
    GIF(4194789, 3),
    S32(4194809, gif_q),
};
const size_t image_field_count = sizeof image_fields / sizeof image_fields[0];

/* Local memory in version 9. */
enum { MEMORY_OFFSET = 425, MEMORY_SEED = 5 };

size_t image_state_size(unsigned version)
{
    return version <= 4 ? 4194832 : version <= 6 ? 4194776 : version <= 8 ? 4194752 : 4194813;
}

static size_t place(size_t offset, unsigned version)
{
    size_t at = offset;
    if (version <= 6) {
        at += offset >= 12 ? 8 : 0;       /* PRMODE after PRIM */
        at += offset >= 124 + 24 ? 8 : 0; /* TEX2 after TEX1 */
        at += offset >= 220 + 24 ? 8 : 0;
    }
    if (version <= 4) {
        at += offset >= 220 ? 28 : 0; /* after ZBUF */
        at += offset >= 316 ? 28 : 0;
    }
    if (version <= 8)
        at -= offset >= MEMORY_OFFSET ? 61 : 0; /* no bytes 364 to 424 */
    return at;
}

size_t image_field_offset(const struct image_field *field, unsigned version)
{
    if (version <= 8 && field->offset >= 364 && field->offset < MEMORY_OFFSET)
        return SIZE_MAX;
    return place(field->offset, version);
}

/* A value of the field's own. TRXREG, TRXDIR and the flag are used by readers, so they are plausible. */
static uint64_t field_value(size_t index)
{
    const struct image_field *field = &image_fields[index];
    uint64_t value = 0x9E3779B97F4A7C15u * (index + 1);
    if (field->offset == 92)
        return 0; /* TRXDIR: host to local */
    if (field->offset == 424)
        return 1;
    return field->size == 8 ? value : value >> 32 & ((1ull << 8 * field->size) - 1);
}

void image_add_state(struct image *image, unsigned version)
{
    size_t size = image_state_size(version);
    uint8_t *state = grow(image, size);
    memset(state, 0xEE, size);
    store(state, version, 4);
    for (size_t i = 0; i < image_field_count; i++) {
        size_t offset = image_field_offset(&image_fields[i], version);
        if (offset != SIZE_MAX)
            store(state + offset, field_value(i), image_fields[i].size);
    }
    uint8_t *memory = state + place(MEMORY_OFFSET, version);
    for (size_t i = 0; i < GS_LOCAL_MEMORY_SIZE; i++)
        memory[i] = image_pattern(i, MEMORY_SEED);
}

void image_expect_state(struct gs_state *state, unsigned version)
{
    memset(state, 0, sizeof *state);
    for (size_t i = 0; i < image_field_count; i++) {
        const struct image_field *field = &image_fields[i];
        uint64_t value = field_value(i) << field->shift;
        uint32_t low = (uint32_t)value;
        if (image_field_offset(field, version) == SIZE_MAX)
            continue;
        if (field->member_size == 8)
            memcpy((char *)state + field->member, &value, 8);
        else
            memcpy((char *)state + field->member, &low, 4);
    }
    if (version <= 8) { /* DUMPFORMAT section 5: w, h from TRXREG, the three registers, no bytes yet */
        state->transfer.bitbltbuf = state->registers.bitbltbuf;
        state->transfer.trxpos = state->registers.trxpos;
        state->transfer.trxreg = state->registers.trxreg;
        state->transfer.w = (int32_t)(state->registers.trxreg & 0xFFF);
        state->transfer.h = (int32_t)(state->registers.trxreg >> 32 & 0xFFF);
        state->transfer.write = 1; /* TRXDIR is 0 */
    }
    for (size_t i = 0; i < GS_LOCAL_MEMORY_SIZE; i++)
        state->local_memory[i] = image_pattern(i, MEMORY_SEED);
}

void image_add_new_start(struct image *image, unsigned version)
{
    const uint32_t fixed[] = {0xFFFFFFFF, IMAGE_BLOCK,
                              version,    (uint32_t)image_state_size(version),
                              36,         IMAGE_SERIAL_SIZE,
                              IMAGE_CRC,  0,
                              0,          36 + IMAGE_SERIAL_SIZE,
                              0};
    for (size_t i = 0; i < sizeof fixed / sizeof fixed[0]; i++)
        image_add_u32(image, fixed[i]);
    image_add(image, "TEST-00001", IMAGE_SERIAL_SIZE);
    image_add_state(image, version);
    image_add_pattern(image, GS_PRIVILEGED_SIZE, IMAGE_REGISTERS_SEED);
}

void image_add_old_start(struct image *image, unsigned version)
{
    image_add_u32(image, IMAGE_CRC);
    image_add_u32(image, (uint32_t)image_state_size(version));
    image_add_state(image, version);
    image_add_pattern(image, GS_PRIVILEGED_SIZE, IMAGE_REGISTERS_SEED);
}

void image_add_transfer(struct image *image, uint8_t path_code, const void *data, uint32_t size)
{
    image_add_u8(image, 0);
    image_add_u8(image, path_code);
    image_add_u32(image, size);
    image_add(image, data, size);
}

void image_add_vsync(struct image *image, uint8_t field)
{
    image_add_u8(image, 1);
    image_add_u8(image, field);
}

void image_add_read_fifo(struct image *image, uint32_t quadwords)
{
    image_add_u8(image, 2);
    image_add_u32(image, quadwords);
}

void image_add_registers(struct image *image, const uint8_t registers[GS_PRIVILEGED_SIZE])
{
    image_add_u8(image, 3);
    image_add(image, registers, GS_PRIVILEGED_SIZE);
}

struct image image_xz(const struct image *image)
{
    struct image out = {0};
    lzma_stream lzma = LZMA_STREAM_INIT;
    cr_assert_eq(lzma_easy_encoder(&lzma, 1, LZMA_CHECK_CRC64), LZMA_OK);
    out.capacity = lzma_stream_buffer_bound(image->size);
    out.bytes = malloc(out.capacity);
    cr_assert_not_null(out.bytes);
    lzma.next_in = image->bytes;
    lzma.avail_in = image->size;
    lzma.next_out = out.bytes;
    lzma.avail_out = out.capacity;
    cr_assert_eq(lzma_code(&lzma, LZMA_FINISH), LZMA_STREAM_END);
    out.size = out.capacity - lzma.avail_out;
    lzma_end(&lzma);
    return out;
}

struct image image_zstd(const struct image *image)
{
    struct image out = {0};
    size_t bound = ZSTD_compressBound(image->size);
    out.bytes = malloc(bound);
    out.capacity = bound;
    cr_assert_not_null(out.bytes);
    out.size = ZSTD_compress(out.bytes, bound, image->bytes, image->size, 1);
    cr_assert_not(ZSTD_isError(out.size));
    return out;
}

static char directory[512];

const char *image_directory(void)
{
    if (!directory[0]) {
        const char *parent = getenv("TMPDIR");
        snprintf(directory, sizeof directory, "%s/path1-traces-XXXXXX", parent ? parent : P_tmpdir);
        cr_assert_not_null(mkdtemp(directory));
    }
    return directory;
}

void image_remove_directory(void)
{
    if (!directory[0])
        return;
    DIR *files = opendir(directory);
    for (struct dirent *file; files && (file = readdir(files)) != NULL;)
        if (strcmp(file->d_name, ".") && strcmp(file->d_name, ".."))
            unlink(image_path(file->d_name));
    if (files)
        closedir(files);
    rmdir(directory);
    directory[0] = 0;
}

const char *image_path(const char *name)
{
    static char path[1024];
    snprintf(path, sizeof path, "%s/%s", image_directory(), name);
    return path;
}

const char *image_save(const struct image *image, const char *name)
{
    const char *path = image_path(name);
    FILE *file = fopen(path, "wb");
    cr_assert_not_null(file);
    cr_assert_eq(fwrite(image->bytes, 1, image->size, file), image->size);
    cr_assert_eq(fclose(file), 0);
    return path;
}

struct image image_load(const char *path)
{
    struct image image = {0};
    uint8_t bytes[65536];
    FILE *file = fopen(path, "rb");
    cr_assert_not_null(file, "%s", path);
    for (size_t count; (count = fread(bytes, 1, sizeof bytes, file)) > 0;)
        image_add(&image, bytes, count);
    fclose(file);
    return image;
}
