/* Frames kept for going back, within a bound of memory: those nearest to the one that is wanted. */
#ifndef FRONTEND_FRAME_CACHE_H
#define FRONTEND_FRAME_CACHE_H

#include "frame.h"

/* So many frames behind the wanted one count as near as itself: a replay runs ahead by no more. */
enum { FRAME_CACHE_AHEAD = 8 };

struct frame_cache {
    struct frame **frames; /* by number, ascending */
    size_t count, capacity;
    size_t bytes, limit; /* the wanted frame and those ahead of it stay, or the nearest, also beyond it */
    uint64_t wanted;
};

/* The frame, which the cache goes on holding; NULL if it is not there. */
struct frame *frame_cache_find(const struct frame_cache *cache, uint64_t number);
/* Would this frame stay if it was put in? */
bool frame_cache_keeps(const struct frame_cache *cache, uint64_t number);
/* Takes over the caller's hold, and lets go of what is farthest until the limit is met. */
void frame_cache_put(struct frame_cache *cache, struct frame *frame);
/* Bytes of the wanted frame and of those ahead of it. */
size_t frame_cache_bytes_ahead(const struct frame_cache *cache);
void frame_cache_free(struct frame_cache *cache);

#endif
