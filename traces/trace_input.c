#define _POSIX_C_SOURCE 200809L
#define _FILE_OFFSET_BITS 64

#include "trace_input.h"

#include <errno.h>
#include <fcntl.h>
#include <lzma.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>
#include <zstd_errors.h>

#include "trace_failure.h"

enum {
    BUFFER_SIZE = 65536,
    /* Largest window that a zstd frame may ask for: 128 MiB, what the format's "--ultra" levels use. */
    ZSTD_WINDOW_LOG = 27,
};
/* Memory that an xz decoder may take: a dictionary of 128 MiB and its tables. Either kind of decoder
 * touches only as much of its window as there are data. */
#define XZ_MEMORY_LIMIT (136ull << 20)

struct trace_input {
    int fd; /* -1: not open */
    bool standard;
    const char *name;
    enum trace_compression compression;
    uint64_t file_size; /* 0: unknown */
    uint64_t file_read; /* bytes taken from the file */
    bool file_end;      /* no more bytes in the file */
    bool ended;         /* no more bytes from the decoder */
    bool truncated;     /* the end came inside a compressed stream */
    bool zstd_between;  /* between two zstd frames: the data may end here */
    uint64_t decoded;   /* bytes that came out of the decoder */
    size_t in_at, in_end;
    size_t out_at, out_end;
    lzma_stream lzma;
    lzma_ret lzma_result; /* what ended decoding, to be told after the last good bytes */
    ZSTD_DStream *zstd;
    uint8_t in[BUFFER_SIZE];
    uint8_t out[BUFFER_SIZE];
};

/* Appends to the input buffer what one read() gives. */
static bool refill(struct trace_input *input, struct trace_error *error)
{
    if (input->in_at == input->in_end)
        input->in_at = input->in_end = 0;
    ssize_t count;
    do
        count = read(input->fd, input->in + input->in_end, sizeof input->in - input->in_end);
    while (count < 0 && errno == EINTR);
    if (count < 0)
        return trace_fail(error, input->name, input->decoded, "expected a readable file, found: %s",
                          strerror(errno));
    if (count == 0)
        input->file_end = true;
    input->in_end += (size_t)count;
    input->file_read += (uint64_t)count;
    return true;
}

static bool corrupt(const struct trace_input *input, struct trace_error *error, const char *format,
                    const char *reason)
{
    return trace_fail(error, input->name, input->decoded,
                      "expected intact %s data, found: %s (at byte 0x%llx of the file)", format, reason,
                      (unsigned long long)(input->file_read - (input->in_end - input->in_at)));
}

static bool decode_raw(struct trace_input *input)
{
    size_t count = input->in_end - input->in_at;
    memcpy(input->out, input->in + input->in_at, count);
    input->in_at = input->in_end;
    input->out_end = count;
    input->ended = count == 0;
    return true;
}

static const char *xz_reason(lzma_ret result)
{
    switch (result) {
    case LZMA_OPTIONS_ERROR:
        return "unsupported options";
    case LZMA_MEM_ERROR:
        return "no memory left";
    default:
        return "corrupt data";
    }
}

static bool decode_xz(struct trace_input *input, struct trace_error *error)
{
    lzma_stream *lzma = &input->lzma;
    if (input->lzma_result == LZMA_OK) {
        lzma->next_in = input->in + input->in_at;
        lzma->avail_in = input->in_end - input->in_at;
        lzma->next_out = input->out;
        lzma->avail_out = sizeof input->out;
        input->lzma_result = lzma_code(lzma, input->file_end ? LZMA_FINISH : LZMA_RUN);
        input->in_at = input->in_end - lzma->avail_in;
        input->out_end = sizeof input->out - lzma->avail_out;
        if (input->lzma_result == LZMA_OK || input->out_end > 0)
            return true;
    }
    input->ended = true;
    switch (input->lzma_result) {
    case LZMA_STREAM_END:
        return true;
    case LZMA_BUF_ERROR: /* all of the file is used and the stream is not over */
        input->truncated = true;
        return true;
    case LZMA_MEMLIMIT_ERROR:
        return trace_fail(error, input->name, input->decoded,
                          "expected xz data that need at most %llu MiB to decode, found %llu MiB",
                          XZ_MEMORY_LIMIT >> 20, (unsigned long long)((lzma_memusage(lzma) + 0xFFFFF) >> 20));
    default:
        return corrupt(input, error, "xz", xz_reason(input->lzma_result));
    }
}

static bool decode_zstd(struct trace_input *input, struct trace_error *error)
{
    ZSTD_inBuffer in = {input->in, input->in_end, input->in_at};
    ZSTD_outBuffer out = {input->out, sizeof input->out, 0};
    if (in.pos == in.size && input->zstd_between) {
        input->ended = true;
        return true;
    }
    size_t result = ZSTD_decompressStream(input->zstd, &out, &in);
    input->zstd_between = result == 0;
    input->in_at = in.pos;
    input->out_end = out.pos;
    if (!ZSTD_isError(result)) {
        /* With no input left, a full buffer can hide more output; anything less is the end. */
        if (input->file_end && in.pos == in.size && out.pos == 0 && result != 0)
            input->ended = input->truncated = true;
        return true;
    }
    input->ended = true;
    if (ZSTD_getErrorCode(result) == ZSTD_error_frameParameter_windowTooLarge)
        return trace_fail(error, input->name, input->decoded,
                          "expected zstd data with a window of at most %u MiB, found a larger one",
                          1u << (ZSTD_WINDOW_LOG - 20));
    return corrupt(input, error, "zstd", ZSTD_getErrorName(result));
}

/* Fills the empty output buffer; leaves it empty at the end of the data. */
static bool decode(struct trace_input *input, struct trace_error *error)
{
    input->out_at = input->out_end = 0;
    while (input->out_end == 0 && !input->ended) {
        if (input->in_at == input->in_end && !input->file_end && !refill(input, error))
            return false;
        bool good = input->compression == TRACE_XZ     ? decode_xz(input, error)
                    : input->compression == TRACE_ZSTD ? decode_zstd(input, error)
                                                       : decode_raw(input);
        if (!good)
            return false;
    }
    input->decoded += input->out_end;
    return true;
}

/* Looks at the first bytes of the file and prepares the decoder. */
static bool recognise(struct trace_input *input, struct trace_error *error)
{
    static const uint8_t xz[6] = {0xFD, '7', 'z', 'X', 'Z', 0};
    static const uint8_t zstd[4] = {0x28, 0xB5, 0x2F, 0xFD};
    /* Skippable frames: 0x184D2A50 to 0x184D2A5F. Parallel compressors begin with one. */
    static const uint8_t skippable[3] = {0x2A, 0x4D, 0x18};

    while (input->in_end < sizeof xz && !input->file_end)
        if (!refill(input, error))
            return false;
    const uint8_t *in = input->in;
    bool ready = true;
    if (input->in_end >= sizeof xz && !memcmp(in, xz, sizeof xz)) {
        input->compression = TRACE_XZ;
        ready = lzma_stream_decoder(&input->lzma, XZ_MEMORY_LIMIT, LZMA_CONCATENATED) == LZMA_OK;
    } else if (input->in_end >= sizeof zstd &&
               (!memcmp(in, zstd, sizeof zstd) ||
                ((in[0] & 0xF0) == 0x50 && !memcmp(in + 1, skippable, sizeof skippable)))) {
        input->compression = TRACE_ZSTD;
        input->zstd = ZSTD_createDStream();
        ready = input->zstd &&
                !ZSTD_isError(ZSTD_DCtx_setParameter(input->zstd, ZSTD_d_windowLogMax, ZSTD_WINDOW_LOG));
    }
    if (!ready)
        return trace_fail(error, input->name, 0, "expected memory for a decoder, found none left");
    return true;
}

struct trace_input *trace_input_open(const char *path, struct trace_error *error)
{
    bool standard = !strcmp(path, "-");
    const char *name = standard ? "standard input" : path;
    struct trace_input *input = calloc(1, sizeof *input + strlen(name) + 1);
    if (!input) {
        trace_fail(error, name, 0, "expected memory for buffers, found none left");
        return NULL;
    }
    input->name = memcpy(input + 1, name, strlen(name) + 1);
    input->lzma = (lzma_stream)LZMA_STREAM_INIT;
    input->standard = standard;
    input->fd = standard ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    struct stat status;
    if (input->fd < 0 || fstat(input->fd, &status) != 0) {
        trace_fail(error, name, 0, "expected a readable file, found: %s", strerror(errno));
        trace_input_close(input);
        return NULL;
    }
    if (S_ISREG(status.st_mode))
        input->file_size = (uint64_t)status.st_size;
    if (!recognise(input, error)) {
        trace_input_close(input);
        return NULL;
    }
    return input;
}

void trace_input_close(struct trace_input *input)
{
    if (!input)
        return;
    lzma_end(&input->lzma);
    ZSTD_freeDStream(input->zstd);
    if (input->fd >= 0 && !input->standard)
        close(input->fd);
    free(input);
}

const char *trace_input_name(const struct trace_input *input)
{
    return input->name;
}

enum trace_compression trace_input_compression(const struct trace_input *input)
{
    return input->compression;
}

uint64_t trace_input_offset(const struct trace_input *input)
{
    return input->decoded - (input->out_end - input->out_at);
}

bool trace_input_truncated(const struct trace_input *input)
{
    return input->truncated;
}

void trace_input_progress(const struct trace_input *input, uint64_t *consumed, uint64_t *size)
{
    *consumed = input->file_read - (input->in_end - input->in_at);
    *size = input->file_size;
}

bool trace_input_read(struct trace_input *input, void *out, size_t size, size_t *got,
                      struct trace_error *error)
{
    *got = 0;
    while (*got < size) {
        if (input->out_at == input->out_end) {
            if (!decode(input, error))
                return false;
            if (input->out_end == 0)
                return true;
        }
        size_t count = input->out_end - input->out_at;
        if (count > size - *got)
            count = size - *got;
        if (out)
            memcpy((uint8_t *)out + *got, input->out + input->out_at, count);
        input->out_at += count;
        *got += count;
    }
    return true;
}
