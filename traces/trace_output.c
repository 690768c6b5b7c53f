#define _FILE_OFFSET_BITS 64

#include "trace_output.h"

#include <errno.h>
#include <lzma.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zstd.h>

#include "output_file.h"
#include "trace_failure.h"

enum {
    BUFFER_SIZE = 65536,
    ZSTD_LEVEL = 6, /* what PCSX2 writes with */
    XZ_PRESET = 6,
};

struct trace_output {
    struct output_file file;
    bool standard;
    const char *name;
    enum trace_compression compression;
    uint64_t taken; /* bytes before compression */
    size_t out_end;
    lzma_stream lzma;
    ZSTD_CCtx *zstd;
    uint8_t out[BUFFER_SIZE];
};

static bool no_memory(const char *name, struct trace_error *error)
{
    return trace_fail(error, name, 0, "expected memory for a writer, found none left");
}

static bool not_writable(const struct trace_output *output, struct trace_error *error)
{
    return trace_fail(error, output->name, output->taken, "expected a writable file, found: %s",
                      strerror(errno));
}

static bool open_file(struct trace_output *output, const char *path, struct trace_error *error)
{
    if (output->standard)
        output->file.descriptor = STDOUT_FILENO;
    else if (!output_file_create(&output->file, path))
        return not_writable(output, error);
    return true;
}

static bool start_encoder(struct trace_output *output, struct trace_error *error)
{
    bool ready = true;
    switch (output->compression) {
    case TRACE_RAW:
        return true;
    case TRACE_XZ:
        ready = lzma_easy_encoder(&output->lzma, XZ_PRESET, LZMA_CHECK_CRC64) == LZMA_OK;
        break;
    case TRACE_ZSTD:
        output->zstd = ZSTD_createCCtx();
        ready = output->zstd &&
                !ZSTD_isError(ZSTD_CCtx_setParameter(output->zstd, ZSTD_c_compressionLevel, ZSTD_LEVEL)) &&
                !ZSTD_isError(ZSTD_CCtx_setParameter(output->zstd, ZSTD_c_checksumFlag, 1));
        break;
    default:
        return trace_fail(error, output->name, 0, "expected raw, xz or zstd output, found kind %d",
                          (int)output->compression);
    }
    return ready || no_memory(output->name, error);
}

struct trace_output *trace_output_create(const char *path, enum trace_compression compression,
                                         struct trace_error *error)
{
    bool standard = !strcmp(path, "-");
    const char *name = standard ? "standard output" : path;
    struct trace_output *output = calloc(1, sizeof *output + strlen(name) + 1);
    if (!output) {
        no_memory(name, error);
        return NULL;
    }
    output->name = memcpy(output + 1, name, strlen(name) + 1);
    output->standard = standard;
    output->file.descriptor = -1;
    output->compression = compression;
    output->lzma = (lzma_stream)LZMA_STREAM_INIT;
    if (!start_encoder(output, error) || !open_file(output, path, error)) {
        trace_output_abort(output);
        return NULL;
    }
    return output;
}

const char *trace_output_name(const struct trace_output *output)
{
    return output->name;
}

uint64_t trace_output_offset(const struct trace_output *output)
{
    return output->taken;
}

/* Writes out the buffer. */
static bool flush(struct trace_output *output, struct trace_error *error)
{
    size_t done = 0;
    while (done < output->out_end) {
        ssize_t count = write(output->file.descriptor, output->out + done, output->out_end - done);
        if (count < 0 && errno != EINTR)
            return not_writable(output, error);
        if (count > 0)
            done += (size_t)count;
    }
    output->out_end = 0;
    return true;
}

static bool encode_raw(struct trace_output *output, const uint8_t *bytes, size_t size,
                       struct trace_error *error)
{
    while (size > 0) {
        size_t count = sizeof output->out - output->out_end;
        if (count > size)
            count = size;
        memcpy(output->out + output->out_end, bytes, count);
        output->out_end += count;
        bytes += count;
        size -= count;
        if (output->out_end == sizeof output->out && !flush(output, error))
            return false;
    }
    return true;
}

static bool encode_xz(struct trace_output *output, const uint8_t *bytes, size_t size, bool end,
                      struct trace_error *error)
{
    lzma_stream *lzma = &output->lzma;
    lzma->next_in = bytes;
    lzma->avail_in = size;
    for (;;) {
        lzma->next_out = output->out + output->out_end;
        lzma->avail_out = sizeof output->out - output->out_end;
        lzma_ret result = lzma_code(lzma, end ? LZMA_FINISH : LZMA_RUN);
        output->out_end = sizeof output->out - lzma->avail_out;
        if (result != LZMA_OK && result != LZMA_STREAM_END)
            return trace_fail(error, output->name, output->taken,
                              "expected xz to take the data, found its error %d", (int)result);
        if (output->out_end == sizeof output->out && !flush(output, error))
            return false;
        if (end ? result == LZMA_STREAM_END : lzma->avail_in == 0)
            return true;
    }
}

static bool encode_zstd(struct trace_output *output, const uint8_t *bytes, size_t size, bool end,
                        struct trace_error *error)
{
    ZSTD_inBuffer in = {bytes, size, 0};
    for (;;) {
        ZSTD_outBuffer out = {output->out, sizeof output->out, output->out_end};
        size_t left = ZSTD_compressStream2(output->zstd, &out, &in, end ? ZSTD_e_end : ZSTD_e_continue);
        output->out_end = out.pos;
        if (ZSTD_isError(left))
            return trace_fail(error, output->name, output->taken, "expected zstd to take the data, found: %s",
                              ZSTD_getErrorName(left));
        if (output->out_end == sizeof output->out && !flush(output, error))
            return false;
        if (end ? left == 0 : in.pos == in.size)
            return true;
    }
}

static bool encode(struct trace_output *output, const uint8_t *bytes, size_t size, bool end,
                   struct trace_error *error)
{
    if (output->compression == TRACE_XZ)
        return encode_xz(output, bytes, size, end, error);
    if (output->compression == TRACE_ZSTD)
        return encode_zstd(output, bytes, size, end, error);
    return encode_raw(output, bytes, size, error);
}

bool trace_output_write(struct trace_output *output, const void *bytes, size_t size,
                        struct trace_error *error)
{
    if (size == 0)
        return true;
    if (!encode(output, bytes, size, false, error))
        return false;
    output->taken += size;
    return true;
}

static void release(struct trace_output *output)
{
    if (output->file.descriptor >= 0 && !output->standard)
        close(output->file.descriptor);
    lzma_end(&output->lzma);
    ZSTD_freeCCtx(output->zstd);
    free(output);
}

bool trace_output_finish(struct trace_output *output, struct trace_error *error)
{
    bool good = encode(output, NULL, 0, true, error) && flush(output, error);
    if (!good)
        output_file_discard(&output->file);
    else if (!output->standard)
        good = output_file_place(&output->file) || not_writable(output, error);
    release(output);
    return good;
}

void trace_output_abort(struct trace_output *output)
{
    if (!output)
        return;
    output_file_discard(&output->file);
    release(output);
}
