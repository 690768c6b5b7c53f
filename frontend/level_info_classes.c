/* Classes and sections of a level: what their tables and first bytes say. Source: LEVEL.md sections 3.2
 * and 8. */
#include <inttypes.h>
#include <stdio.h>

#include "level.h"

static const char *const kinds[LEVEL_CLASS_KINDS] = {"moby", "tie", "shrub"};
/* What a header must have for the line to say more than the table does. */
enum { MOBY_NEEDS = 4, TIE_NEEDS = 0x60, SHRUB_NEEDS = 0x40, SKY_NEEDS = 0x40, SECTION_NEEDS = 8 };

static uint32_t word(const uint8_t *at)
{
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static unsigned half(const uint8_t *at)
{
    return at[0] | (unsigned)at[1] << 8;
}

/* Records {list, quadwords, vertex table, flags} up to one without a list or a table. */
static void print_moby(const uint8_t *data, uint32_t size)
{
    uint32_t at = word(data), records = 0;
    uint64_t quadwords = 0;
    for (; at && at <= size && size - at >= 16; at += 16) {
        uint32_t list = word(data + at), vertices = word(data + at + 8);
        unsigned length = half(data + at + 4);
        if (!list || !vertices || list + UINT64_C(16) * length != vertices)
            break;
        records++;
        quadwords += length;
    }
    printf("  [A] packets %" PRIu32 " [B] VIF quadwords %" PRIu64, records, quadwords);
}

static void print_header(enum level_class_kind kind, const uint8_t *data, uint32_t size)
{
    if (kind == LEVEL_MOBY && size >= MOBY_NEEDS)
        print_moby(data, size);
    else if (kind == LEVEL_TIE && size >= TIE_NEEDS)
        printf("  [B] packets %u %u %u textures %u", data[0x0C], data[0x0D], data[0x0E], data[0x0F]);
    else if (kind == LEVEL_SHRUB && size >= SHRUB_NEEDS)
        printf("  [A] packets %u [B] mode 0x%x", half(data + 0x28), half(data + 0x14));
}

static void print_class(const struct level *level, enum level_class_kind kind,
                        const struct level_class *class)
{
    printf("  %-5s %6" PRId32, kinds[kind], class->o_class);
    if (!class->span.size)
        fputs("  no geometry", stdout);
    else
        printf("  0x%08" PRIx32 " %8" PRIu32 " bytes", class->span.offset, class->span.size);
    bool any = false;
    for (int i = 0; i < 16 && class->texture[i] != 0xFF; i++) {
        printf("%s%u", any ? " " : "  textures ", class->texture[i]);
        any = true;
    }
    if (class->span.size)
        print_header(kind, level_part(level, LEVEL_CORE_DATA).data + class->span.offset, class->span.size);
    if (kind == LEVEL_SHRUB && class->billboard[0])
        printf("  billboard %d x %d", class->billboard[0], class->billboard[1]);
    putchar('\n');
}

static void print_section(const struct level *level, enum level_owner_kind kind)
{
    size_t count;
    const struct level_owner *owner = level_owners(level, &count);
    for (size_t i = 0; i < count; i++) {
        if (owner[i].kind != kind)
            continue;
        const uint8_t *data = level_part(level, LEVEL_CORE_DATA).data + owner[i].span.offset;
        uint32_t size = owner[i].span.size;
        printf("  %-10s 0x%08" PRIx32 " %8" PRIu32 " bytes", level_owner_name(kind), owner[i].span.offset,
               size);
        if (kind == LEVEL_OWNER_SKY && size >= SKY_NEEDS)
            printf("  [A] shells %u textures %u sprites %u", half(data + 6), half(data + 12), half(data + 8));
        else if (kind == LEVEL_OWNER_OCCLUSION && size >= SECTION_NEEDS)
            printf("  [A] masks at 0x%" PRIx32 " layers %u from %u", word(data), half(data + 6),
                   half(data + 4));
        else if (kind == LEVEL_OWNER_COLLISION && size >= SECTION_NEEDS)
            printf("  [B] mesh at 0x%" PRIx32 " hero groups at 0x%" PRIx32, word(data), word(data + 4));
        putchar('\n');
        return;
    }
    printf("  %-10s none\n", level_owner_name(kind));
}

void level_info_classes(const struct level *level)
{
    for (int kind = 0; kind < LEVEL_CLASS_KINDS; kind++) {
        size_t count;
        const struct level_class *class = level_classes(level, (enum level_class_kind)kind, &count);
        printf("Classes: %s, %zu [A]; spans up to the next known start [B]\n", kinds[kind], count);
        for (size_t i = 0; i < count; i++)
            print_class(level, (enum level_class_kind)kind, &class[i]);
    }
    puts("Sections");
    print_section(level, LEVEL_OWNER_SKY);
    print_section(level, LEVEL_OWNER_OCCLUSION);
    print_section(level, LEVEL_OWNER_COLLISION);
}
