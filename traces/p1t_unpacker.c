/* Chunks read. */
#include <inttypes.h>
#include <string.h>
#include <xxhash.h>
#include <zstd.h>

#include "p1t_chunk.h"
#include "p1t_layout.h"
#include "trace_bytes.h"
#include "trace_failure.h"
#include "trace_format.h"

enum {
    /* Memory grows by this much at most before the data for it have arrived. */
    PIECE = 65536,
    /* Largest window of a frame: no content is larger than 2^27 bytes. */
    ZSTD_WINDOW_LOG = 27,
};

/* Bytes of content that each chunk may have. */
static const struct {
    uint32_t least, most;
} bounds[P1T_CHUNK_COUNT] = {
    [P1T_HEAD] = {P1T_HEAD_FIXED, P1T_HEAD_FIXED + TRACE_SERIAL_LIMIT},
    [P1T_TEXT] = {1, P1T_TEXTS_LIMIT},
    [P1T_SHOT] = {P1T_SHOT_FIXED + 4, P1T_SHOT_FIXED + TRACE_SCREENSHOT_LIMIT},
    [P1T_GSST] = {P1T_GS_SIZE, P1T_GS_SIZE},
    [P1T_PRIV] = {GS_PRIVILEGED_SIZE, GS_PRIVILEGED_SIZE},
    [P1T_VIF1] = {P1T_VIF_SIZE, P1T_VIF_SIZE},
    [P1T_VUR1] = {P1T_VU_SIZE, P1T_VU_SIZE},
    [P1T_VUD1] = {VU1_MEMORY_SIZE, VU1_MEMORY_SIZE},
    [P1T_VUM1] = {VU1_MEMORY_SIZE, VU1_MEMORY_SIZE},
    [P1T_EVNT] = {1, P1T_EVENT_FIELDS + TRACE_P1T_DATA_LIMIT},
    [P1T_EXPT] = {1, P1T_EXPECTATIONS_LIMIT},
    [P1T_ENDT] = {P1T_END_SIZE, P1T_END_SIZE},
};

bool p1t_unpacker_begin(struct p1t_unpacker *unpacker, struct trace_input *input, struct trace_error *error)
{
    *unpacker = (struct p1t_unpacker){.input = input, .zstd = ZSTD_createDStream()};
    if (unpacker->zstd &&
        !ZSTD_isError(ZSTD_DCtx_setParameter(unpacker->zstd, ZSTD_d_windowLogMax, ZSTD_WINDOW_LOG)))
        return true;
    p1t_unpacker_end(unpacker);
    return trace_fail(error, trace_input_name(input), 0, "expected memory for a decoder, found none left");
}

void p1t_unpacker_end(struct p1t_unpacker *unpacker)
{
    ZSTD_freeDStream(unpacker->zstd);
    p1t_block_free(&unpacker->stored);
    p1t_block_free(&unpacker->raw);
    *unpacker = (struct p1t_unpacker){0};
}

static bool no_memory(const struct p1t_unpacker *unpacker, struct trace_error *error)
{
    return trace_fail(error, trace_input_name(unpacker->input), unpacker->offset,
                      "expected memory for a chunk of %" PRIu32 " bytes, found none left",
                      unpacker->raw_size);
}

/* Values that stand before the payload. */
static bool check_head(struct p1t_unpacker *unpacker, const uint8_t head[P1T_CHUNK_SIZE],
                       struct trace_error *error)
{
    const char *name = trace_input_name(unpacker->input);
    uint64_t offset = unpacker->offset;
    if (trace_load64(head + 24) != XXH3_64bits(head, P1T_CHUNK_CHECKED))
        return trace_fail(error, name, offset + 24,
                          "expected checksum %016" PRIx64 " of the head of a chunk, found %016" PRIx64,
                          (uint64_t)XXH3_64bits(head, P1T_CHUNK_CHECKED), trace_load64(head + 24));
    unsigned chunk = 0;
    while (chunk < P1T_CHUNK_COUNT && memcmp(head, p1t_chunk_name((enum p1t_chunk)chunk), 4) != 0)
        chunk++;
    if (chunk == P1T_CHUNK_COUNT)
        return trace_fail(error, name, offset, "expected the name of a chunk, found %02X %02X %02X %02X",
                          head[0], head[1], head[2], head[3]);
    const char *what = p1t_chunk_name((enum p1t_chunk)chunk);
    unpacker->chunk = (enum p1t_chunk)chunk;
    unpacker->flags = trace_load32(head + 4);
    unpacker->raw_size = trace_load32(head + 8);
    unpacker->stored_size = trace_load32(head + 12);
    unpacker->payload_hash = trace_load64(head + 16);
    bool packed = unpacker->flags & P1T_FLAG_ZSTD;
    uint32_t least = bounds[chunk].least, most = bounds[chunk].most;
    if (unpacker->flags & ~P1T_FLAG_ZSTD)
        return trace_fail(error, name, offset + 4, "expected flags 0 or 1 of %s, found %" PRIX32 "h", what,
                          unpacker->flags);
    if (unpacker->raw_size < least || unpacker->raw_size > most)
        return trace_fail(error, name, offset + 8,
                          "expected a size of %s from %" PRIu32 " to %" PRIu32 " bytes, found %" PRIu32, what,
                          least, most, unpacker->raw_size);
    if (packed ? unpacker->stored_size == 0 || unpacker->stored_size >= unpacker->raw_size
               : unpacker->stored_size != unpacker->raw_size)
        return trace_fail(error, name, offset + 12,
                          "expected a stored size of %s %s %" PRIu32 " bytes, found %" PRIu32, what,
                          packed ? "from 1 and below" : "of", unpacker->raw_size, unpacker->stored_size);
    return true;
}

int p1t_unpacker_next(struct p1t_unpacker *unpacker, struct trace_error *error)
{
    uint8_t head[P1T_CHUNK_SIZE];
    size_t got;
    unpacker->offset = trace_input_offset(unpacker->input);
    if (!trace_input_read(unpacker->input, head, sizeof head, &got, error))
        return -1;
    if (got < sizeof head) {
        trace_fail(&unpacker->cut, trace_input_name(unpacker->input), unpacker->offset,
                   "expected %zu bytes of the head of a chunk, found %zu before the end of the file",
                   sizeof head, got);
        return 0;
    }
    return check_head(unpacker, head, error) ? 1 : -1;
}

/* Reads the payload to `to`. `*got` may be less than the stored size at the end of the file only. */
static bool read_stored(struct p1t_unpacker *unpacker, struct p1t_block *to, struct trace_error *error)
{
    to->size = 0;
    while (to->size < unpacker->stored_size) {
        size_t got, count = unpacker->stored_size - to->size;
        if (count > PIECE)
            count = PIECE;
        if (!p1t_block_room(to, count))
            return no_memory(unpacker, error);
        if (!trace_input_read(unpacker->input, to->bytes + to->size, count, &got, error))
            return false;
        to->size += got;
        if (got < count)
            return true;
    }
    return true;
}

static bool bad_frame(const struct p1t_unpacker *unpacker, const char *found, struct trace_error *error)
{
    return trace_fail(error, trace_input_name(unpacker->input), unpacker->offset + P1T_CHUNK_SIZE,
                      "expected a zstd frame of %" PRIu32 " bytes in %s, found %s", unpacker->raw_size,
                      p1t_chunk_name(unpacker->chunk), found);
}

/* Decodes the stored bytes: one frame, no more, of the declared size. */
static bool decompress(struct p1t_unpacker *unpacker, struct trace_error *error)
{
    static const uint8_t magic[4] = {0x28, 0xB5, 0x2F, 0xFD};
    struct p1t_block *raw = &unpacker->raw;
    ZSTD_inBuffer in = {unpacker->stored.bytes, unpacker->stored.size, 0};
    raw->size = 0;
    ZSTD_DCtx_reset(unpacker->zstd, ZSTD_reset_session_only);
    if (in.size < sizeof magic || memcmp(in.src, magic, sizeof magic) != 0)
        return bad_frame(unpacker, "other data", error);
    for (size_t left = 1; left != 0;) {
        if (!p1t_block_room(raw, PIECE))
            return no_memory(unpacker, error);
        ZSTD_outBuffer out = {raw->bytes + raw->size, PIECE, 0};
        size_t before = in.pos;
        left = ZSTD_decompressStream(unpacker->zstd, &out, &in);
        raw->size += out.pos;
        if (ZSTD_isError(left))
            return bad_frame(unpacker, ZSTD_getErrorName(left), error);
        if (raw->size > unpacker->raw_size)
            return bad_frame(unpacker, "a larger one", error);
        if (left != 0 && in.pos == before && out.pos == 0)
            return bad_frame(unpacker, "one that is cut off", error);
    }
    if (raw->size < unpacker->raw_size)
        return bad_frame(unpacker, "a smaller one", error);
    return in.pos == in.size || bad_frame(unpacker, "more bytes behind it", error);
}

int p1t_unpacker_load(struct p1t_unpacker *unpacker, struct trace_error *error)
{
    bool packed = unpacker->flags & P1T_FLAG_ZSTD;
    const char *name = trace_input_name(unpacker->input), *what = p1t_chunk_name(unpacker->chunk);
    struct p1t_block *to = packed ? &unpacker->stored : &unpacker->raw;
    if (!read_stored(unpacker, to, error))
        return -1;
    if (to->size < unpacker->stored_size) {
        trace_fail(&unpacker->cut, name, unpacker->offset,
                   "expected %" PRIu32 " bytes of chunk %s, found %zu before the end of the file",
                   unpacker->stored_size, what, to->size);
        return 0;
    }
    uint64_t hash = XXH3_64bits(to->bytes, to->size);
    if (hash != unpacker->payload_hash) {
        trace_fail(error, name, unpacker->offset + 16,
                   "expected checksum %016" PRIx64 " of chunk %s, found %016" PRIx64, hash, what,
                   unpacker->payload_hash);
        return -1;
    }
    return !packed || decompress(unpacker, error) ? 1 : -1;
}
