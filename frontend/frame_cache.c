#include "frame_cache.h"

#include <stdlib.h>
#include <string.h>

#include "report.h"

enum { MOST_FRAMES = 65536 }; /* tiny pictures: bounds the time that a search and a move take */

/* The index of the first frame whose number is not below `number`. */
static size_t position(const struct frame_cache *cache, uint64_t number)
{
    size_t low = 0, high = cache->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (cache->frames[middle]->number < number)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

struct frame *frame_cache_find(const struct frame_cache *cache, uint64_t number)
{
    size_t at = position(cache, number);
    return at < cache->count && cache->frames[at]->number == number ? cache->frames[at] : NULL;
}

static uint64_t distance(const struct frame_cache *cache, uint64_t number)
{
    if (number < cache->wanted)
        return cache->wanted - number;
    uint64_t ahead = number - cache->wanted;
    return ahead <= FRAME_CACHE_AHEAD ? 0 : ahead;
}

static bool is_over(const struct frame_cache *cache)
{
    return cache->bytes > cache->limit || cache->count > MOST_FRAMES;
}

/* The farthest frame is at one of the ends. */
static size_t farthest(const struct frame_cache *cache)
{
    size_t last = cache->count - 1;
    uint64_t first = cache->frames[0]->number;
    return distance(cache, first) >= distance(cache, cache->frames[last]->number) ? 0 : last;
}

bool frame_cache_keeps(const struct frame_cache *cache, uint64_t number)
{
    if (!cache->count)
        return true;
    uint64_t most = distance(cache, cache->frames[farthest(cache)]->number);
    /* One more of the kind that is there. */
    bool room = cache->bytes + cache->frames[cache->count - 1]->bytes <= cache->limit;
    return room || distance(cache, number) < most || !distance(cache, number);
}

static void drop(struct frame_cache *cache, size_t at)
{
    struct frame *frame = cache->frames[at];
    cache->bytes -= frame->bytes;
    cache->count--;
    memmove(cache->frames + at, cache->frames + at + 1, (cache->count - at) * sizeof *cache->frames);
    frame_release(frame);
}

void frame_cache_put(struct frame_cache *cache, struct frame *frame)
{
    if (cache->count == cache->capacity) {
        cache->capacity = cache->capacity ? cache->capacity * 2 : 64;
        cache->frames = reallocate(cache->frames, cache->capacity, sizeof *cache->frames);
    }
    size_t at = position(cache, frame->number);
    memmove(cache->frames + at + 1, cache->frames + at, (cache->count - at) * sizeof *cache->frames);
    cache->frames[at] = frame;
    cache->count++;
    cache->bytes += frame->bytes;
    while (is_over(cache) && cache->count > 1) {
        size_t far = farthest(cache);
        if (!distance(cache, cache->frames[far]->number))
            break;
        drop(cache, far);
    }
}

size_t frame_cache_bytes_ahead(const struct frame_cache *cache)
{
    size_t bytes = 0;
    for (size_t at = position(cache, cache->wanted);
         at < cache->count && !distance(cache, cache->frames[at]->number); at++)
        bytes += cache->frames[at]->bytes;
    return bytes;
}

void frame_cache_free(struct frame_cache *cache)
{
    for (size_t i = 0; i < cache->count; i++)
        frame_release(cache->frames[i]);
    free(cache->frames);
    *cache = (struct frame_cache){0};
}
