#include "tmem.h"

#include <stdlib.h>
#include <string.h>

#include "texel.h"

#define ENTRIES 64u
/* Decoded texels kept at most; the largest draw (seven levels from 1024 x 1024) needs 6 MiB. */
#define BUDGET (20u << 20)

struct gs_tmem {
    struct gs_texture entry[ENTRIES]; /* unused: format == NULL */
    uint64_t clock;
    uint64_t epoch;      /* counts changes of local memory that a bind has seen */
    uint64_t seen_stamp; /* memory stamp of the present epoch */
    size_t bytes;
};

struct gs_tmem *gs_tmem_create(void)
{
    struct gs_tmem *tmem = calloc(1, sizeof *tmem);
    if (tmem)
        tmem->epoch = 1;
    return tmem;
}

static void release(struct gs_tmem *tmem, struct gs_texture *t)
{
    free(t->tile_epoch);
    free(t->tile_stamp);
    free(t->rgba);
    free(t->index);
    tmem->bytes -= t->bytes;
    memset(t, 0, sizeof *t);
}

void gs_tmem_drop(struct gs_tmem *tmem)
{
    for (unsigned i = 0; i < ENTRIES; i++)
        if (tmem->entry[i].format)
            release(tmem, &tmem->entry[i]);
    tmem->seen_stamp = 0;
    tmem->epoch++;
}

void gs_tmem_destroy(struct gs_tmem *tmem)
{
    if (tmem)
        gs_tmem_drop(tmem);
    free(tmem);
}

static uint32_t power_of_two(uint32_t least, uint32_t value)
{
    while (least < value)
        least *= 2;
    return least;
}

static bool allocate(struct gs_tmem *tmem, struct gs_texture *t, uint32_t width, uint32_t height)
{
    const struct gs_format *f = t->format;
    t->width = power_of_two(1u << f->block_w_log2, width);
    t->height = power_of_two(1u << f->block_h_log2, height);
    t->tiles_wide = t->width >> f->block_w_log2;
    size_t tiles = (size_t)t->tiles_wide * (t->height >> f->block_h_log2);
    size_t texels = (size_t)t->width * t->height;
    t->tile_epoch = calloc(tiles, sizeof *t->tile_epoch);
    t->tile_stamp = calloc(tiles, sizeof *t->tile_stamp);
    if (f->indexed)
        t->index = malloc(texels);
    else
        t->rgba = malloc(texels * sizeof *t->rgba);
    t->bytes = texels * (f->indexed ? 1 : sizeof *t->rgba) + tiles * 2 * sizeof(uint64_t);
    tmem->bytes += t->bytes;
    if (t->tile_epoch && t->tile_stamp && (t->index || t->rgba))
        return true;
    release(tmem, t);
    return false;
}

/* The least recently used entry, not counting those of the last eight binds. */
static struct gs_texture *oldest(struct gs_tmem *tmem)
{
    struct gs_texture *found = NULL;
    for (unsigned i = 0; i < ENTRIES; i++) {
        struct gs_texture *t = &tmem->entry[i];
        if (t->format && t->last_used + 8 <= tmem->clock && (!found || t->last_used < found->last_used))
            found = t;
    }
    return found;
}

static struct gs_texture *free_entry(struct gs_tmem *tmem)
{
    struct gs_texture *victim;
    while (tmem->bytes > BUDGET && (victim = oldest(tmem)) != NULL)
        release(tmem, victim);
    for (unsigned i = 0; i < ENTRIES; i++)
        if (!tmem->entry[i].format)
            return &tmem->entry[i];
    victim = oldest(tmem);
    release(tmem, victim);
    return victim;
}

/* The part of TEXA that changes texels of a format. */
static uint64_t relevant_texa(const struct gs_format *f, uint64_t texa)
{
    if (f->indexed || f->pixel_bits == 32)
        return 0;
    return f->pixel_bits == 24 ? texa & 0x80FF : texa;
}

static struct gs_texture *find(struct gs_tmem *tmem, const struct gs_format *f, uint32_t tbp, uint32_t tbw,
                               uint64_t texa)
{
    for (unsigned i = 0; i < ENTRIES; i++) {
        struct gs_texture *t = &tmem->entry[i];
        if (t->format == f && t->tbp == tbp && t->tbw == tbw && t->texa == texa)
            return t;
    }
    return NULL;
}

struct gs_texture *gs_tmem_bind(struct gs_tmem *tmem, const struct gs_memory *memory,
                                const struct gs_format *format, uint32_t tbp, uint32_t tbw, uint64_t texa,
                                uint32_t width, uint32_t height)
{
    texa = relevant_texa(format, texa);
    tmem->clock++;
    if (tmem->seen_stamp != memory->stamp) {
        tmem->seen_stamp = memory->stamp;
        tmem->epoch++;
    }
    struct gs_texture *t = find(tmem, format, tbp, tbw, texa);
    if (t && (t->width < width || t->height < height)) {
        width = width > t->width ? width : t->width;
        height = height > t->height ? height : t->height;
        release(tmem, t);
        t = NULL;
    }
    if (!t) {
        t = free_entry(tmem);
        t->format = format;
        t->tbp = tbp;
        t->tbw = tbw;
        t->texa = texa;
        if (!allocate(tmem, t, width, height))
            return NULL;
    }
    t->memory = memory;
    t->epoch = tmem->epoch;
    t->last_used = tmem->clock;
    return t;
}

static uint32_t tile_block(const struct gs_texture *t, uint32_t tile)
{
    uint32_t x = (tile % t->tiles_wide) << t->format->block_w_log2;
    uint32_t y = (tile / t->tiles_wide) << t->format->block_h_log2;
    return gs_block_number(t->format, t->tbp, t->tbw, x, y);
}

static void store_tile(struct gs_texture *t, uint32_t tile, const uint32_t *values)
{
    const struct gs_format *f = t->format;
    uint32_t w = 1u << f->block_w_log2, h = 1u << f->block_h_log2;
    size_t at = (size_t)(tile / t->tiles_wide * h) * t->width + tile % t->tiles_wide * w;
    for (uint32_t y = 0; y < h; y++, at += t->width, values += w) {
        for (uint32_t x = 0; x < w; x++) {
            if (t->index)
                t->index[at + x] = (uint8_t)values[x];
            else if (f->pixel_bits == 32)
                t->rgba[at + x] = values[x];
            else if (f->pixel_bits == 24)
                t->rgba[at + x] = gs_expand24(values[x], t->texa);
            else
                t->rgba[at + x] = gs_expand16(values[x], t->texa);
        }
    }
}

void gs_texture_refresh(struct gs_texture *t, uint32_t tile)
{
    uint32_t values[512];
    uint32_t block = tile_block(t, tile);
    uint64_t written = t->memory->page_stamp[block / 32];
    t->tile_epoch[tile] = t->epoch;
    if (t->tile_stamp[tile] > written)
        return;
    gs_read_block(t->memory->bytes, t->format, block, values);
    store_tile(t, tile, values);
    t->tile_stamp[tile] = t->memory->stamp + 1;
}

void gs_texture_keep(struct gs_texture *t, const struct gs_page_set *pages, uint32_t width, uint32_t height)
{
    uint32_t wide = (width + (1u << t->format->block_w_log2) - 1) >> t->format->block_w_log2;
    uint32_t high = (height + (1u << t->format->block_h_log2) - 1) >> t->format->block_h_log2;
    for (uint32_t y = 0; y < high; y++) {
        for (uint32_t x = 0; x < wide; x++) {
            uint32_t tile = y * t->tiles_wide + x;
            uint32_t page = tile_block(t, tile) / 32;
            if ((pages->word[page / 64] >> (page % 64) & 1) && t->tile_epoch[tile] != t->epoch)
                gs_texture_refresh(t, tile);
        }
    }
}
