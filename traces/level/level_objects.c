/* What can be checked of mobys, ties, shrubs and sections without decoding them. Source: LEVEL.md section 8.
 */
#include <inttypes.h>

#include <path1/ee_fpu.h>

#include "../trace_bytes.h"
#include "level_state.h"

enum {
    PACKET_RECORD = 16,
    TIE_HEADER = 0x80,
    SHRUB_HEADER = 0x40,
    NORMALS = 24,
    NORMAL_BYTES = 8,
    NORMAL_LENGTH = 32767 * 32767,
    NORMAL_SLACK = 65535,
    SKY_HEADER = 0x40,
    SKY_SHELLS = 8,
};

/* Bytes of a class, or of a section, as offsets from its start. */
struct span_bytes {
    const uint8_t *data;
    uint32_t offset, size;
};

static struct span_bytes bytes_of(const struct level *level, struct level_span span)
{
    return (struct span_bytes){level->part[LEVEL_CORE_DATA].data + span.offset, span.offset, span.size};
}

/* Packet records {list, quadwords, -, vertex table, flags}: the vertex table begins where the list ends. */
static void check_moby(struct level *level, const struct level_class *class)
{
    struct span_bytes b = bytes_of(level, class->span);
    uint32_t table = b.size >= 4 ? trace_load32(b.data) : 0;
    if (!table)
        return;
    for (uint32_t at = table; level_inside(at, PACKET_RECORD, b.size); at += PACKET_RECORD) {
        uint32_t list = trace_load32(b.data + at), vertices = trace_load32(b.data + at + 8);
        unsigned quadwords = level_u16(b.data + at + 4);
        if (!list || !vertices)
            return;
        if (!level_check(level, LEVEL_CHECK_MOBY_IDENTITY, list + 16 * (uint64_t)quadwords == vertices,
                         LEVEL_CORE_DATA, b.offset + at,
                         "class %" PRId32 ": expected a vertex table at 0x%" PRIx64 ", found 0x%" PRIx32,
                         class->o_class, list + 16 * (uint64_t)quadwords, vertices))
            return; /* what follows would be taken from anywhere */
    }
}

static void check_tie(struct level *level, const struct level_class *class)
{
    struct span_bytes b = bytes_of(level, class->span);
    if (b.size < TIE_HEADER)
        return;
    int16_t found = level_s16(b.data + 0x44);
    level_check(level, LEVEL_CHECK_TIE_CLASS, found == class->o_class, LEVEL_CORE_DATA, b.offset + 0x44,
                "expected class %" PRId32 ", found %d", class->o_class, found);
    uint32_t near = trace_load32(b.data + 0x10), middle = trace_load32(b.data + 0x14),
             far = trace_load32(b.data + 0x18);
    level_check(level, LEVEL_CHECK_TIE_DISTANCES,
                ee_fpu_less_equal(near, middle) && ee_fpu_less_equal(middle, far), LEVEL_CORE_DATA,
                b.offset + 0x10,
                "class %" PRId32 ": expected rising floats, found %08" PRIx32 " %08" PRIx32 " %08" PRIx32,
                class->o_class, near, middle, far);
}

static bool unit_normals(const struct span_bytes *b, uint32_t at)
{
    for (uint32_t i = 0; i < NORMALS; i++) {
        int64_t sum = 0;
        for (uint32_t k = 0; k < 3; k++) {
            int64_t value = level_s16(b->data + at + NORMAL_BYTES * i + 2 * k);
            sum += value * value;
        }
        if (sum > NORMAL_LENGTH + NORMAL_SLACK || sum < NORMAL_LENGTH - NORMAL_SLACK)
            return false;
    }
    return true;
}

static void check_shrub(struct level *level, const struct level_class *class)
{
    struct span_bytes b = bytes_of(level, class->span);
    if (b.size < SHRUB_HEADER)
        return;
    int16_t found = level_s16(b.data + 0x24);
    level_check(level, LEVEL_CHECK_SHRUB_CLASS, found == class->o_class, LEVEL_CORE_DATA, b.offset + 0x24,
                "expected class %" PRId32 ", found %d", class->o_class, found);
    uint32_t normals = trace_load32(b.data + 0x2C);
    bool inside = level_inside(normals, NORMALS * NORMAL_BYTES, b.size);
    level_check(level, LEVEL_CHECK_SHRUB_NORMALS, inside && unit_normals(&b, normals), LEVEL_CORE_DATA,
                b.offset + 0x2C,
                "class %" PRId32 ": expected 24 normals of length 1 at 0x%" PRIx32 " of 0x%" PRIx32
                " bytes, found other values",
                class->o_class, normals, b.size);
    bool listed = false;
    for (int i = 0; i < 8; i++)
        listed = listed || class->billboard[i];
    level_check(level, LEVEL_CHECK_SHRUB_BILLBOARD, listed == (trace_load32(b.data + 0x1C) != 0),
                LEVEL_CORE_DATA, b.offset + 0x1C,
                "class %" PRId32 ": expected a billboard offset%s, found 0x%" PRIx32, class->o_class,
                listed ? "" : " of 0", trace_load32(b.data + 0x1C));
}

void level_check_objects(struct level *level)
{
    static void (*const checks[LEVEL_CLASS_KINDS])(struct level *, const struct level_class *) = {
        check_moby, check_tie, check_shrub};
    for (int kind = 0; kind < LEVEL_CLASS_KINDS; kind++)
        for (uint32_t i = 0; i < level->core.classes[kind].count; i++)
            if (level->classes[kind][i].span.size)
                checks[kind](level, &level->classes[kind][i]);
}

static bool section(const struct level *level, uint32_t start, struct span_bytes *out)
{
    if (!start || start >= level->part[LEVEL_CORE_DATA].size)
        return false;
    *out = bytes_of(level, (struct level_span){start, level_next_start(level, start) - start});
    return true;
}

static void check_sky(struct level *level, const struct span_bytes *b)
{
    bool good = b->size >= SKY_HEADER;
    int shells = good ? level_s16(b->data + 0x06) : 0, textures = good ? level_s16(b->data + 0x0C) : 0;
    good = good && shells >= 0 && shells <= SKY_SHELLS && textures >= 0 &&
           level_inside(trace_load32(b->data + 0x10), (uint64_t)textures * 16, b->size) &&
           level_inside(trace_load32(b->data + 0x14), 0, b->size);
    for (int i = 0; good && i < shells; i++)
        good = level_inside(trace_load32(b->data + 0x20 + 4 * i), 16, b->size);
    level_check(level, LEVEL_CHECK_SKY_HEADER, good, LEVEL_CORE_DATA, b->offset,
                "expected shells and textures inside of 0x%" PRIx32 " bytes, found %d shells, %d textures",
                b->size, shells, textures);
}

static void check_occlusion(struct level *level, const struct span_bytes *b)
{
    uint32_t masks = b->size >= 8 ? trace_load32(b->data) : 0;
    unsigned count = b->size >= 8 ? level_u16(b->data + 6) : 0;
    /* A tree without nodes has no masks either. */
    bool good = b->size >= 8 && masks <= b->size && (!count || level_inside(8, 2 * (uint64_t)count, masks));
    for (unsigned i = 0; good && i < count; i++)
        good = level_u16(b->data + 8 + 2 * i) * 4u < masks;
    level_check(level, LEVEL_CHECK_OCCLUSION_HEADER, good, LEVEL_CORE_DATA, b->offset,
                "expected a tree and masks inside of 0x%" PRIx32 " bytes, found masks at 0x%" PRIx32
                ", %u nodes",
                b->size, masks, count);
}

static void check_collision(struct level *level, const struct span_bytes *b)
{
    uint32_t mesh = b->size >= 8 ? trace_load32(b->data) : 0,
             groups = b->size >= 8 ? trace_load32(b->data + 4) : 0;
    level_check(level, LEVEL_CHECK_COLLISION_HEADER, b->size >= 8 && mesh < b->size && groups < b->size,
                LEVEL_CORE_DATA, b->offset,
                "expected offsets below 0x%" PRIx32 ", found 0x%" PRIx32 " and 0x%" PRIx32, b->size, mesh,
                groups);
}

void level_check_sections(struct level *level)
{
    struct span_bytes bytes;
    if (section(level, level->core.sky, &bytes))
        check_sky(level, &bytes);
    if (section(level, level->core.occlusion, &bytes))
        check_occlusion(level, &bytes);
    if (section(level, level->core.collision, &bytes))
        check_collision(level, &bytes);
}
