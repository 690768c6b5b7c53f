#include "level_generator_image.h"

#include <stdlib.h>
#include <string.h>

enum { COLOURS = 256, CHANNELS = 4, CACHE = 8192 };

struct gen_image gen_image_new(unsigned side)
{
    struct gen_image image = {side, calloc((size_t)side * side, CHANNELS)};
    gen_require(image.rgba);
    return image;
}

void gen_image_free(struct gen_image *image)
{
    free(image->rgba);
    image->rgba = NULL;
}

struct gen_image gen_image_half(const struct gen_image *image)
{
    struct gen_image half = gen_image_new(image->side / 2);
    for (unsigned y = 0; y < half.side; y++)
        for (unsigned x = 0; x < half.side; x++)
            for (unsigned c = 0; c < CHANNELS; c++) {
                const size_t at = (size_t)2 * y * image->side + 2 * x;
                unsigned sum = 2;
                for (unsigned i = 0; i < 4; i++)
                    sum += image->rgba[at + i / 2 * image->side + i % 2][c];
                half.rgba[(size_t)y * half.side + x][c] = (uint8_t)(sum / 4);
            }
    return half;
}

/* ---- palettes ---- */

/* Colours [begin, end) of the list that is being sorted. */
struct cut {
    size_t begin, end;
    unsigned channel, length; /* of the longest side */
};

static int compare_channel(const uint8_t *a, const uint8_t *b, unsigned channel)
{
    if (a[channel] != b[channel])
        return a[channel] < b[channel] ? -1 : 1;
    return memcmp(a, b, CHANNELS);
}

#define COMPARE(channel)                                                                                     \
    static int compare_##channel(const void *a, const void *b)                                               \
    {                                                                                                        \
        return compare_channel(a, b, channel);                                                               \
    }
COMPARE(0)
COMPARE(1)
COMPARE(2)
COMPARE(3)
static int (*const compare[CHANNELS])(const void *, const void *) = {compare_0, compare_1, compare_2,
                                                                     compare_3};

static void measure(const uint8_t (*colour)[CHANNELS], struct cut *cut)
{
    cut->length = 0;
    for (unsigned c = 0; c < CHANNELS; c++) {
        unsigned low = 255, high = 0;
        for (size_t i = cut->begin; i < cut->end; i++) {
            low = colour[i][c] < low ? colour[i][c] : low;
            high = colour[i][c] > high ? colour[i][c] : high;
        }
        if (high > low && high - low > cut->length) {
            cut->length = high - low;
            cut->channel = c;
        }
    }
}

static void average(const uint8_t (*colour)[CHANNELS], const struct cut *cut, uint8_t out[CHANNELS])
{
    size_t count = cut->end - cut->begin;
    for (unsigned c = 0; c < CHANNELS; c++) {
        size_t sum = count / 2;
        for (size_t i = cut->begin; i < cut->end; i++)
            sum += colour[i][c];
        out[c] = (uint8_t)(sum / count);
    }
}

static size_t widest(const struct cut *cut, size_t cuts)
{
    size_t best = 0;
    uint64_t most = 0;
    for (size_t i = 0; i < cuts; i++) {
        uint64_t weight = (uint64_t)cut[i].length * cut[i].length * (cut[i].end - cut[i].begin);
        if (weight > most) {
            most = weight;
            best = i;
        }
    }
    return most ? best : cuts;
}

void gen_make_palette(const struct gen_image *image, size_t images, struct gen_palette *palette)
{
    struct cut cut[COLOURS] = {{0}};
    size_t count = 0, cuts = 1;
    for (size_t i = 0; i < images; i++)
        count += (size_t)image[i].side * image[i].side;
    uint8_t(*colour)[CHANNELS] = malloc(count * CHANNELS);
    gen_require(colour);
    for (size_t i = 0; i < images; i++) {
        size_t pixels = (size_t)image[i].side * image[i].side;
        memcpy(colour + cut[0].end, image[i].rgba, pixels * CHANNELS);
        cut[0].end += pixels;
    }
    measure((const uint8_t(*)[CHANNELS])colour, &cut[0]);
    while (cuts < COLOURS) {
        size_t i = widest(cut, cuts);
        if (i == cuts)
            break;
        struct cut *old = &cut[i];
        qsort(colour + old->begin, old->end - old->begin, CHANNELS, compare[old->channel]);
        size_t middle = old->begin + (old->end - old->begin) / 2;
        cut[cuts] = (struct cut){.begin = middle, .end = old->end};
        old->end = middle;
        measure((const uint8_t(*)[CHANNELS])colour, old);
        measure((const uint8_t(*)[CHANNELS])colour, &cut[cuts++]);
    }
    memset(palette, 0, sizeof *palette);
    for (size_t i = 0; i < cuts; i++)
        average((const uint8_t(*)[CHANNELS])colour, &cut[i], palette->rgba[i]);
    free(colour);
}

static uint8_t nearest(const struct gen_palette *palette, const uint8_t rgba[CHANNELS])
{
    unsigned best = 0, least = UINT32_MAX;
    for (unsigned i = 0; i < COLOURS; i++) {
        unsigned distance = 0;
        for (unsigned c = 0; c < CHANNELS; c++) {
            int d = rgba[c] - palette->rgba[i][c];
            distance += (unsigned)(d * d);
        }
        if (distance < least) {
            least = distance;
            best = i;
        }
    }
    return (uint8_t)best;
}

uint8_t *gen_quantise(const struct gen_image *image, const struct gen_palette *palette)
{
    size_t pixels = (size_t)image->side * image->side;
    uint8_t *indices = malloc(pixels);
    struct {
        uint32_t colour;
        uint16_t index; /* + 1; 0: empty */
    } *cache = calloc(CACHE, sizeof *cache);
    gen_require(indices && cache);
    for (size_t i = 0; i < pixels; i++) {
        const uint8_t *p = image->rgba[i];
        uint32_t colour = p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
        size_t slot = (colour * 2654435761u) >> 19;
        if (!cache[slot].index || cache[slot].colour != colour) {
            cache[slot].colour = colour;
            cache[slot].index = (uint16_t)(nearest(palette, p) + 1);
        }
        indices[i] = (uint8_t)(cache[slot].index - 1);
    }
    free(cache);
    return indices;
}

unsigned gen_add_image(struct gen_content *content, const struct gen_image *image, unsigned levels)
{
    struct gen_image level[4];
    struct gen_palette palette;
    struct gen_texture texture = {.side = (uint16_t)image->side, .levels = (uint8_t)levels};
    gen_require(levels >= 1 && levels <= 4);
    for (unsigned l = 0; l < levels; l++)
        level[l] = l ? gen_image_half(&level[l - 1]) : *image;
    gen_make_palette(level, levels, &palette);
    texture.palette = (uint16_t)gen_add_palette(content, &palette);
    for (unsigned l = 0; l < levels; l++) {
        texture.level[l] = gen_quantise(&level[l], &palette);
        if (l)
            gen_image_free(&level[l]);
    }
    return gen_add_texture(content, &texture);
}
