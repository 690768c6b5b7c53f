/* Words for VIF1 and quadwords for the GIF, put one behind the other. */
#ifndef LEVEL_STREAM_H
#define LEVEL_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Start with all 0. When memory is short `failed` is set and nothing more is added. */
struct level_stream {
    uint8_t *bytes;
    size_t size, capacity;
    bool failed;
};

void level_stream_free(struct level_stream *stream);
void level_stream_clear(struct level_stream *stream);
void level_stream_add(struct level_stream *stream, const void *bytes, size_t size);
void level_stream_word(struct level_stream *stream, uint32_t word);
/* Overwrites a word that is there. */
void level_stream_set(struct level_stream *stream, size_t offset, uint32_t word);
/* NOPs up to a multiple of 16 bytes less `behind` words. */
void level_stream_align(struct level_stream *stream, unsigned behind);

/* ---- GIF ---- */

void level_stream_quadword(struct level_stream *stream, uint64_t low, uint64_t high);
/* A packet of A+D writes: begin, then registers, then end. */
size_t level_stream_begin_registers(struct level_stream *stream);
void level_stream_register(struct level_stream *stream, unsigned address, uint64_t value);
void level_stream_end_registers(struct level_stream *stream, size_t begun);

/* Host to local: `width` x `height` pixels of format `psm` (PSMCT32 0, PSMT8 13h, PSMCT16 2) to block `dbp`,
 * DBW `dbw` in units of 64 pixels. Two packets; `bytes` is padded to whole quadwords with zeros. */
void level_stream_upload(struct level_stream *stream, unsigned psm, uint32_t dbp, uint32_t dbw,
                         uint32_t width, uint32_t height, const uint8_t *data, size_t bytes);

#endif
