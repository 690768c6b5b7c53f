/* GIF data of three paths put into one stream, as a GS dump holds them. A packet goes in as it is, except
 * that PATH3's image data, which other paths may interrupt, get a tag of their own for each part. */
#ifndef FRONTEND_MERGED_STREAM_H
#define FRONTEND_MERGED_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <path1/gs.h>

/* Start with {0}. */
struct merged_stream {
    uint32_t left[3];     /* quadwords of data that the tag in progress on each path still needs */
    uint64_t held[2];     /* PATH3's tag of image data that are not complete */
    uint32_t held_left;   /* quadwords of them that are to come; 0: none */
    uint64_t interleaved; /* times that data could not go in without becoming another tag's */
    uint8_t *bytes;       /* what merged_stream_add made */
    size_t size, capacity;
};

/* Takes over tags in progress from `state` (paths 1 to 3), and gives the merged path what is in progress. */
void merged_stream_begin(struct merged_stream *stream, struct gs_state *state);
/* Takes `quadwords` of data as the GIF let them through; stream->bytes, stream->size: what goes into the
 * stream for them. */
void merged_stream_add(struct merged_stream *stream, enum gs_path path, const uint8_t *data,
                       size_t quadwords);
/* The GIF is reset. */
void merged_stream_reset(struct merged_stream *stream);
void merged_stream_free(struct merged_stream *stream);

#endif
