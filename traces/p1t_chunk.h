/* Chunks of a .p1t: framing, checksums, compression (docs/p1t.md). */
#ifndef P1T_CHUNK_H
#define P1T_CHUNK_H

#include <stddef.h>
#include <stdint.h>

#include "p1t_format.h"
#include "p1t_place.h"
#include "trace_input.h"
#include "trace_output.h"

/* A block of memory that grows. Start with {0}. */
struct p1t_block {
    uint8_t *bytes;
    size_t size, capacity;
};
/* Makes room for `size` more bytes. False if memory is short. */
bool p1t_block_room(struct p1t_block *block, size_t size);
bool p1t_block_add(struct p1t_block *block, const void *bytes, size_t size);
void p1t_block_free(struct p1t_block *block);

const char *p1t_chunk_name(enum p1t_chunk chunk);

/* ---- writing ---- */

struct p1t_packer {
    struct trace_output *output;
    void *zstd;
    struct p1t_block stored;
};
bool p1t_packer_begin(struct p1t_packer *packer, struct trace_output *output, struct trace_error *error);
void p1t_packer_end(struct p1t_packer *packer);
/* Appends a chunk. Its size must be one that the chunk may have. */
bool p1t_packer_add(struct p1t_packer *packer, enum p1t_chunk chunk, const void *raw, size_t size,
                    struct trace_error *error);

/* ---- reading ---- */

struct p1t_unpacker {
    struct trace_input *input;
    void *zstd;
    /* The present chunk. */
    uint64_t offset; /* in the file */
    enum p1t_chunk chunk;
    uint32_t flags, raw_size, stored_size;
    uint64_t payload_hash;
    struct p1t_block stored, raw; /* `raw` is its content once it is loaded */
    struct trace_error cut;       /* what was expected where the file ends early */
};
bool p1t_unpacker_begin(struct p1t_unpacker *unpacker, struct trace_input *input, struct trace_error *error);
void p1t_unpacker_end(struct p1t_unpacker *unpacker);
/* Both: 1 = done, 0 = the file ends before it (then `cut` is filled), -1 = error.
 * Reads what stands before the payload of the next chunk. */
int p1t_unpacker_next(struct p1t_unpacker *unpacker, struct trace_error *error);
/* Reads the payload. */
int p1t_unpacker_load(struct p1t_unpacker *unpacker, struct trace_error *error);

#endif
