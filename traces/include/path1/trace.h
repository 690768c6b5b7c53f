/*
 * path1/trace.h: recordings of what a PlayStation 2 sent to its GS. PCSX2 GS dumps (.gs, .gs.xz,
 * .gs.zst; every container form and state version) are read as a stream of events, recognised by
 * content, and written in the current form.
 */
#ifndef PATH1_TRACE_H
#define PATH1_TRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <path1/gs.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One line that says what is wrong: "NAME: offset 0x1234: expected ..., found ...". Offsets count bytes
 * of the decompressed stream. */
struct trace_error {
    char text[512];
};

enum trace_compression { TRACE_RAW, TRACE_XZ, TRACE_ZSTD };

/* What stands before the packets. Pointers are valid until the reader is closed. */
struct trace_header {
    enum trace_compression compression;
    bool has_header_block;   /* false: the old form (CRC first) */
    uint32_t header_version; /* state version named by the header block (0 in the old form) */
    uint32_t state_version;  /* first word of the state */
    uint32_t state_size;     /* bytes, as stored */
    uint32_t crc;            /* of the game's executable */
    const char *serial;      /* NUL terminated, control characters replaced by '?'; "" if none */
    uint32_t serial_size;    /* bytes as stored */
    uint32_t screenshot_width, screenshot_height; /* 0 x 0 if none */
    const uint8_t *screenshot; /* width * height * 4 bytes R,G,B,A, top row first; NULL if none */
};

enum trace_event_kind { TRACE_GIF, TRACE_VSYNC, TRACE_READ_FIFO, TRACE_REGISTERS };

/* Path codes of a Transfer packet as stored (DUMPFORMAT section 3). */
enum trace_path_code { TRACE_PATH1_OLD, TRACE_PATH2, TRACE_PATH3, TRACE_PATH1_NEW };

struct trace_event {
    enum trace_event_kind kind;
    uint64_t offset;     /* of the packet's id byte in the decompressed stream */
    uint8_t path_code;   /* TRACE_GIF: as stored, any value */
    uint8_t field;       /* TRACE_VSYNC: the byte as stored */
    uint32_t size;       /* TRACE_GIF: bytes of `data`, a multiple of 16; TRACE_REGISTERS: 8192 */
    uint32_t quadwords;  /* TRACE_READ_FIFO */
    const uint8_t *data; /* TRACE_GIF, TRACE_REGISTERS; valid until the next call on the reader */
};

struct trace_reader;

/* Opens a recording ("-": standard input) and reads it up to the first packet. NULL on error. */
PATH1_API struct trace_reader *trace_open(const char *path, struct trace_error *error);
PATH1_API void trace_close(struct trace_reader *reader);
PATH1_API const struct trace_header *trace_header(const struct trace_reader *reader);
/* The GS state and the privileged register block (8192 bytes) at the start. */
PATH1_API const struct gs_state *trace_initial_state(const struct trace_reader *reader);
PATH1_API const uint8_t *trace_initial_registers(const struct trace_reader *reader);
/* The next packet: 1 = event filled, 0 = end of the recording, -1 = error. A packet that the end of the
 * file cuts off ends the recording and leaves a warning. */
PATH1_API int trace_next(struct trace_reader *reader, struct trace_event *event, struct trace_error *error);
/* The warning that reading has left so far (one line as in struct trace_error), NULL if none. A later
 * warning takes the place of an earlier one. */
PATH1_API const char *trace_warning(const struct trace_reader *reader);
/* Bytes of the file consumed so far and the file's size (0 if it cannot be known), for progress. */
PATH1_API void trace_progress(const struct trace_reader *reader, uint64_t *consumed, uint64_t *size);

struct trace_writer;

/* Starts a recording at `path` ("-": standard output): new header form, state version 9. Data go to a
 * temporary file beside it that is renamed by trace_writer_finish. `header` gives crc, serial,
 * serial_size and screenshot; other fields are ignored. NULL on error. */
PATH1_API struct trace_writer *trace_writer_create(const char *path, enum trace_compression compression,
                                                   const struct trace_header *header,
                                                   const struct gs_state *state,
                                                   const uint8_t registers[GS_PRIVILEGED_SIZE],
                                                   struct trace_error *error);
/* Appends a packet (event->offset is ignored). False on error. */
PATH1_API bool trace_writer_add(struct trace_writer *writer, const struct trace_event *event,
                                struct trace_error *error);
/* Ends the file and puts it in place. False on error, then nothing is left at `path` that was not there
 * before. Frees the writer in both cases. */
PATH1_API bool trace_writer_finish(struct trace_writer *writer, struct trace_error *error);
/* Gives up: removes the temporary file and frees the writer. */
PATH1_API void trace_writer_abort(struct trace_writer *writer);

#ifdef __cplusplus
}
#endif
#endif
