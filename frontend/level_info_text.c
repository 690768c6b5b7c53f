/* path1 level info as text. */
#include <inttypes.h>
#include <stdio.h>

#include <path1/ee_fpu.h>

#include "level.h"
#include "report.h"
#include "text.h"

enum { RANGES_SHOWN = 20, UNIT = 1024 };

static void print_parts(const struct level *level)
{
    size_t count;
    const struct level_extent *extent = level_extents(level, &count);
    puts("Parts");
    for (size_t i = 0; i < count; i++) {
        printf("  %s %-20s", level_mark(extent[i].confidence), extent[i].name);
        if (!extent[i].size) {
            puts("absent");
            continue;
        }
        printf("%10" PRIu32 " bytes at 0x%08" PRIx32, extent[i].size, extent[i].offset);
        if (extent[i].compressed)
            printf(", a stream of %" PRIu32, extent[i].stream_size);
        if (extent[i].decompressed)
            printf(" that decompresses to %" PRIu32, extent[i].decompressed);
        putchar('\n');
    }
}

static void print_checks(const struct level *level)
{
    size_t count;
    unsigned rules = 0, held = 0;
    const struct level_check *check = level_checks(level, &count);
    puts("Checks");
    for (size_t i = 0; i < count; i++) {
        const char *kind = check[i].kind == LEVEL_RULE ? "rule    " : "expected";
        if (!check[i].total) {
            printf("  %s %s  nothing to check    %-24s %s\n", level_mark(check[i].confidence), kind,
                   check[i].id, check[i].claim);
            continue;
        }
        printf("  %s %s %8" PRIu64 " of %-8" PRIu64 " %-24s %s\n", level_mark(check[i].confidence), kind,
               check[i].passed, check[i].total, check[i].id, check[i].claim);
        if (check[i].failure)
            printf("      NOT HELD first at %s 0x%" PRIx32 ": %s\n", level_part_name(check[i].part),
                   check[i].offset, check[i].failure);
        if (check[i].kind == LEVEL_RULE) {
            rules++;
            held += !check[i].failure;
        }
    }
    printf("  %u of %u rules hold\n", held, rules);
}

static void print_owners(const struct level *level)
{
    size_t count, shown = 0;
    const struct level_owner *owner = level_owners(level, &count);
    uint64_t spans[LEVEL_OWNERS] = {0}, bytes[LEVEL_OWNERS] = {0},
             all = level_part(level, LEVEL_CORE_DATA).size;
    for (size_t i = 0; i < count; i++) {
        spans[owner[i].kind]++;
        bytes[owner[i].kind] += owner[i].span.size;
    }
    printf("Core data, %" PRIu64 " bytes\n", all);
    for (int kind = 0; kind < LEVEL_OWNERS; kind++)
        if (spans[kind])
            printf("  %s %-16s %6" PRIu64 " span%s %10" PRIu64 " bytes  %5.1f %%\n",
                   level_mark(level_owner_confidence((enum level_owner_kind)kind)),
                   level_owner_name((enum level_owner_kind)kind), spans[kind], spans[kind] == 1 ? " " : "s",
                   bytes[kind], 100.0 * (double)bytes[kind] / (double)(all ? all : 1));
    for (size_t i = 0; i < count; i++)
        if (owner[i].kind == LEVEL_OWNER_UNKNOWN && shown++ < RANGES_SHOWN)
            printf("      unaccounted: 0x%08" PRIx32 " to 0x%08" PRIx32 "\n", owner[i].span.offset,
                   owner[i].span.offset + owner[i].span.size);
    if (shown > RANGES_SHOWN)
        printf("      and %zu more\n", shown - RANGES_SHOWN);
}

/* A float word, in 1/1000, as far as 31 bits go. */
static double number(uint32_t word)
{
    return (int32_t)ee_fpu_to_fixed(ee_fpu_mul(word, 0x447A0000).word, 0) / 1000.0;
}

static void print_landscape(const struct level *level, const struct level_counts *c)
{
    size_t count;
    const struct level_block *block = level_blocks(level, &count);
    puts("Landscape");
    for (size_t i = 0; i < count; i++) {
        uint32_t valid = 0;
        for (uint32_t k = 0; k < block[i].patch_count; k++)
            valid += block[i].patches[k].valid;
        printf("  %-10s L %.3f, patches valid %" PRIu32 " of %" PRIu32 "\n", level_part_name(block[i].part),
               number(block[i].lod_distance), valid, block[i].patch_count);
    }
    printf("  positions %" PRIu64 ", vertex infos %" PRIu64 " common %" PRIu64 " LOD-01 %" PRIu64 " LOD-0\n",
           c->positions, c->infos[0], c->infos[1], c->infos[2]);
    printf("  triangles %" PRIu64 " LOD 0 %" PRIu64 " LOD 1 %" PRIu64 " LOD 2, ad-gifs %" PRIu64 "\n",
           c->triangles[0], c->triangles[1], c->triangles[2], c->ad_gifs);
    printf("  strip records: loads %" PRIu64 ", kicks %" PRIu64 ", of which load %" PRIu64 "\n", c->loads,
           c->kicks, c->kick_loads);
    for (int k = 0; k < 3 && c->positions; k++)
        printf("  %c %.3f .. %.3f\n", "xyz"[k], (double)c -> least[k] / UNIT, (double)c -> most[k] / UNIT);
}

static void print_textures(const struct level *level, const struct level_counts *c)
{
    size_t count;
    level_uploads(level, &count);
    puts("Textures");
    for (int kind = 0; kind < LEVEL_TEXTURE_KINDS; kind++)
        printf("  %-6s readable %" PRIu64 " of %" PRIu64 "\n",
               level_texture_kind_name((enum level_texture_kind)kind), c->valid_textures[kind],
               c->textures[kind]);
    printf("  tfrag textures with 1, 2, 3, 4 levels: %" PRIu64 ", %" PRIu64 ", %" PRIu64 ", %" PRIu64
           "; named by ad-gifs: %" PRIu64 "\n",
           c->texture_levels[0], c->texture_levels[1], c->texture_levels[2], c->texture_levels[3],
           c->textures_used);
    printf("  particle %" PRIu32 ", fx %" PRIu32
           " (not read); uploads of gs_ram: %zu, of which in the stash %" PRIu32 "\n",
           level_core(level)->particle_textures.count, level_core(level)->fx_textures.count, count,
           level_core(level)->stash_count);
}

static void print_lights(const struct level *level, const struct level_counts *c)
{
    const struct level_lighting *l = level_lighting(level);
    const struct level_settings *s = level_settings(level);
    puts("Lights");
    if (l->has_bank)
        printf("  bank at gameplay 0x%" PRIx32 ", sets of directional lights: %" PRIu32 "\n", l->bank_offset,
               l->bank_count);
    else
        puts("  NO LIGHT BANK: the gameplay part is missing or broken");
    if (l->has_normals)
        printf("  normal table at overlay 0x%" PRIx32 "\n", l->normals_offset);
    else
        puts("  NO NORMAL TABLE: the overlay is missing or has none");
    size_t blocks;
    level_blocks(level, &blocks);
    printf("  lit %" PRIu64 " of %" PRIu64 "%s\n", c->lit, c->positions,
           blocks > 1 ? " of the core's block; with the chunks: light.lit above" : "");
    if (!s->present)
        puts("  NO LEVEL SETTINGS: fog and background are not known");
    if (s->present)
        printf("  background %" PRId32 " %" PRId32 " %" PRId32 ", fog %" PRId32 " %" PRId32 " %" PRId32
               " from %.3f to %.3f, F %.3f to %.3f%s\n",
               s->background[0], s->background[1], s->background[2], s->fog[0], s->fog[1], s->fog[2],
               number(s->fog_near) / UNIT, number(s->fog_far) / UNIT, number(s->near_intensity),
               number(s->far_intensity), s->spherical ? ", a spherical world" : "");
}

static void print_known(const struct level *level, const struct level_counts *counts)
{
    struct level_known known[LEVEL_KNOWN_LIMIT];
    unsigned count = level_known_of(level, counts, known);
    if (count)
        printf("The retail disc's level %" PRIu32 "\n", level_core(level)->level_id);
    for (unsigned i = 0; i < count; i++)
        printf("  %-36s %10" PRIu64 "  expected %10" PRIu64 "%s\n", known[i].what, known[i].found,
               known[i].expected, known[i].found == known[i].expected ? "  ok" : "  DIFFERS");
}

void level_info_text(const char *path, const struct level *level, const struct level_counts *counts)
{
    char shown[4096];
    text_clean(shown, sizeof shown, path);
    if (level_core(level)->from_container)
        printf("%s: level %" PRIu32 ", reverb %" PRIu32 "\n", shown, level_core(level)->level_id,
               level_core(level)->reverb);
    else
        printf("%s: parts of a level\n", shown);
    print_parts(level);
    print_checks(level);
    print_owners(level);
    print_landscape(level, counts);
    print_textures(level, counts);
    print_lights(level, counts);
    level_info_classes(level);
    print_known(level, counts);
}
