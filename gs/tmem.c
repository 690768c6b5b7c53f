#include "tmem.h"

#include <stdlib.h>
#include <string.h>

#include "texel.h"

#define ENTRIES 128u
/* Bytes of decoded texels kept; the largest draw (seven levels of 1024 x 1024) needs 8 MiB. */
#define BUDGET (20u << 20)
#define PROTECTED_BINDS 8u
#define FIELDS_KEPT 10u

struct gs_tmem {
    struct gs_texture entry[ENTRIES]; /* unused: key.format == NULL */
    uint64_t clock;
    size_t bytes;
};

struct gs_tmem *gs_tmem_create(void)
{
    return calloc(1, sizeof(struct gs_tmem));
}

static size_t texel_size(const struct gs_texture *t)
{
    return t->key.format->indexed ? sizeof *t->index : sizeof *t->rgba;
}

static void release(struct gs_tmem *tmem, struct gs_texture *t)
{
    tmem->bytes -= t->texels * texel_size(t);
    free(t->tile_stamp);
    free(t->rgba);
    free(t->index);
    memset(t, 0, sizeof *t);
}

void gs_tmem_drop(struct gs_tmem *tmem)
{
    for (unsigned i = 0; i < ENTRIES; i++)
        if (tmem->entry[i].key.format)
            release(tmem, &tmem->entry[i]);
}

void gs_tmem_destroy(struct gs_tmem *tmem)
{
    if (tmem)
        gs_tmem_drop(tmem);
    free(tmem);
}

void gs_tmem_age(struct gs_tmem *tmem)
{
    for (unsigned i = 0; i < ENTRIES; i++)
        if (tmem->entry[i].key.format && ++tmem->entry[i].age > FIELDS_KEPT)
            release(tmem, &tmem->entry[i]);
}

uint64_t gs_relevant_texa(const struct gs_format *f, uint64_t texa)
{
    return f->indexed || f->pixel_bits == 32 ? 0 : texa;
}

/* ---- entries ---- */

static struct gs_texture *oldest(struct gs_tmem *tmem)
{
    struct gs_texture *found = NULL;
    for (unsigned i = 0; i < ENTRIES; i++) {
        struct gs_texture *t = &tmem->entry[i];
        if (t->key.format && t->last_used + PROTECTED_BINDS < tmem->clock &&
            (!found || t->last_used < found->last_used))
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
        if (!tmem->entry[i].key.format)
            return &tmem->entry[i];
    victim = oldest(tmem);
    release(tmem, victim);
    return victim;
}

static bool same_key(const struct gs_texture_key *a, const struct gs_texture_key *b, bool any_texa)
{
    return a->format == b->format && a->tbp == b->tbp && a->tbw == b->tbw && a->tw_log2 == b->tw_log2 &&
           a->th_log2 == b->th_log2 && a->pitch_log2 == b->pitch_log2 && (any_texa || a->texa == b->texa);
}

static uint32_t blocks(uint32_t size_log2, uint32_t block_log2)
{
    return size_log2 > block_log2 ? 1u << (size_log2 - block_log2) : 1;
}

/* Gives the texture room for `texels` texels; new ones are 0. */
static bool reserve(struct gs_tmem *tmem, struct gs_texture *t, size_t texels)
{
    if (texels <= t->texels)
        return true;
    size_t size = texel_size(t);
    void *old = t->key.format->indexed ? (void *)t->index : (void *)t->rgba;
    uint8_t *grown = realloc(old, texels * size);
    if (!grown)
        return false;
    memset(grown + t->texels * size, 0, (texels - t->texels) * size);
    tmem->bytes += (texels - t->texels) * size;
    t->texels = texels;
    if (t->key.format->indexed)
        t->index = grown;
    else
        t->rgba = (uint32_t *)(void *)grown;
    return true;
}

static struct gs_texture *create(struct gs_tmem *tmem, const struct gs_texture_key *key)
{
    struct gs_texture *t = free_entry(tmem);
    t->key = *key;
    t->tiles_wide = blocks(key->tw_log2, key->format->block_w_log2);
    t->tiles_high = blocks(key->th_log2, key->format->block_h_log2);
    t->tile_stamp = calloc((size_t)t->tiles_wide * t->tiles_high, sizeof *t->tile_stamp);
    if (t->tile_stamp)
        return t;
    release(tmem, t);
    return NULL;
}

struct gs_texture *gs_tmem_bind(struct gs_tmem *tmem, const struct gs_texture_key *key, bool any_texa,
                                uint32_t width, uint32_t height)
{
    struct gs_texture *t = NULL;
    tmem->clock++;
    for (unsigned i = 0; i < ENTRIES; i++)
        if (same_key(&tmem->entry[i].key, key, any_texa) && (!t || tmem->entry[i].last_used > t->last_used))
            t = &tmem->entry[i];
    if (!t)
        t = create(tmem, key);
    if (!t)
        return NULL;
    t->last_used = tmem->clock;
    t->age = 0;
    /* Room for every block, a block's width past the last row, and every index the limits allow. */
    uint32_t rows = t->tiles_high << key->format->block_h_log2;
    size_t pitch = (size_t)1 << key->pitch_log2, row = pitch > width ? pitch : width;
    size_t texels = (rows > height ? rows : height) * pitch + row + 64;
    if (reserve(tmem, t, texels))
        return t;
    release(tmem, t);
    return NULL;
}

/* ---- decoding ---- */

static void store_row(struct gs_texture *t, size_t at, const uint32_t *values, uint32_t count)
{
    const struct gs_format *f = t->key.format;
    for (uint32_t x = 0; x < count; x++) {
        if (t->index)
            t->index[at + x] = (uint8_t)values[x];
        else if (f->pixel_bits == 32)
            t->rgba[at + x] = values[x];
        else if (f->pixel_bits == 24)
            t->rgba[at + x] = gs_expand24(values[x], t->key.texa);
        else
            t->rgba[at + x] = gs_expand16(values[x], t->key.texa);
    }
}

static void refresh(struct gs_texture *t, const struct gs_memory *memory, uint32_t tile_x, uint32_t tile_y)
{
    const struct gs_format *f = t->key.format;
    uint32_t values[512], tile = tile_y * t->tiles_wide + tile_x;
    uint32_t w = 1u << f->block_w_log2, h = 1u << f->block_h_log2;
    uint32_t block = gs_block_number(f, t->key.tbp, t->key.tbw, tile_x * w, tile_y * h);
    if (t->tile_stamp[tile] > memory->page_stamp[block / 32])
        return;
    gs_read_block(memory->bytes, f, block, values);
    size_t pitch = (size_t)1 << t->key.pitch_log2, at = tile_y * h * pitch + tile_x * w;
    for (uint32_t y = 0; y < h; y++, at += pitch)
        store_row(t, at, values + y * w, w);
    t->tile_stamp[tile] = memory->stamp + 1;
}

void gs_texture_load(struct gs_texture *t, const struct gs_memory *memory, uint32_t x0, uint32_t y0,
                     uint32_t x1, uint32_t y1)
{
    const struct gs_format *f = t->key.format;
    if (t->checked == memory->stamp + 1)
        return;
    x0 >>= f->block_w_log2;
    y0 >>= f->block_h_log2;
    x1 = (x1 + (1u << f->block_w_log2) - 1) >> f->block_w_log2;
    y1 = (y1 + (1u << f->block_h_log2) - 1) >> f->block_h_log2;
    x1 = x1 < t->tiles_wide ? x1 : t->tiles_wide;
    y1 = y1 < t->tiles_high ? y1 : t->tiles_high;
    for (uint32_t y = y0; y < y1; y++)
        for (uint32_t x = x0; x < x1; x++)
            refresh(t, memory, x, y);
    if (x0 == 0 && y0 == 0 && x1 == t->tiles_wide && y1 == t->tiles_high)
        t->checked = memory->stamp + 1;
}
