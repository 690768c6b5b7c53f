/* Chunks written. */
#include <string.h>
#include <xxhash.h>
#include <zstd.h>

#include "p1t_chunk.h"
#include "trace_bytes.h"
#include "trace_failure.h"

/* Fixed, so that the same content gives the same bytes. */
enum { ZSTD_LEVEL = 6 };

bool p1t_packer_begin(struct p1t_packer *packer, struct trace_output *output, struct trace_error *error)
{
    *packer = (struct p1t_packer){.output = output, .zstd = ZSTD_createCCtx()};
    if (packer->zstd &&
        !ZSTD_isError(ZSTD_CCtx_setParameter(packer->zstd, ZSTD_c_compressionLevel, ZSTD_LEVEL)))
        return true;
    p1t_packer_end(packer);
    return trace_fail(error, trace_output_name(output), 0, "expected memory for a writer, found none left");
}

void p1t_packer_end(struct p1t_packer *packer)
{
    ZSTD_freeCCtx(packer->zstd);
    p1t_block_free(&packer->stored);
    *packer = (struct p1t_packer){0};
}

/* The content as a zstd frame in packer->stored, or its size 0: a frame would not be smaller. */
static bool compress(struct p1t_packer *packer, const void *raw, size_t size, struct trace_error *error)
{
    packer->stored.size = 0;
    size_t bound = ZSTD_compressBound(size);
    if (!p1t_block_room(&packer->stored, bound))
        return trace_fail(error, trace_output_name(packer->output), trace_output_offset(packer->output),
                          "expected memory for a chunk, found none left");
    size_t stored = ZSTD_compress2(packer->zstd, packer->stored.bytes, packer->stored.capacity, raw, size);
    if (ZSTD_isError(stored))
        return trace_fail(error, trace_output_name(packer->output), trace_output_offset(packer->output),
                          "expected zstd to take the data, found: %s", ZSTD_getErrorName(stored));
    packer->stored.size = stored < size ? stored : 0;
    return true;
}

bool p1t_packer_add(struct p1t_packer *packer, enum p1t_chunk chunk, const void *raw, size_t size,
                    struct trace_error *error)
{
    uint8_t head[P1T_CHUNK_SIZE];
    if (!compress(packer, raw, size, error))
        return false;
    bool packed = packer->stored.size > 0;
    const void *payload = packed ? packer->stored.bytes : raw;
    size_t stored = packed ? packer->stored.size : size;
    memcpy(head, p1t_chunk_name(chunk), 4);
    trace_store32(head + 4, packed ? P1T_FLAG_ZSTD : 0);
    trace_store32(head + 8, (uint32_t)size);
    trace_store32(head + 12, (uint32_t)stored);
    trace_store64(head + 16, XXH3_64bits(payload, stored));
    trace_store64(head + 24, XXH3_64bits(head, P1T_CHUNK_CHECKED));
    return trace_output_write(packer->output, head, sizeof head, error) &&
           trace_output_write(packer->output, payload, stored, error);
}
