/*
 * path1/trace.h: recordings of what a PlayStation 2 sent to its graphics hardware, as a stream of events. Two
 * containers, recognised by content: PCSX2 GS dumps (.gs, .gs.xz, .gs.zst; every container form and state
 * version), and path1's own traces (.p1t, docs/p1t.md), which also hold what was sent to VIF1.
 */
#ifndef PATH1_TRACE_H
#define PATH1_TRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <path1/gs.h>
#include <path1/vif.h>
#include <path1/vu.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One line that says what is wrong: "NAME: offset 0x1234: expected ..., found ...". Offsets count bytes
 * of the decompressed stream. */
struct trace_error {
    char text[512];
};

enum trace_compression { TRACE_RAW, TRACE_XZ, TRACE_ZSTD };

enum trace_container { TRACE_GS_DUMP, TRACE_P1T };

/* What stands before the packets. Pointers are valid until the reader is closed. */
struct trace_header {
    enum trace_container container;
    uint32_t p1t_version; /* of a .p1t; 0 for a GS dump */
    /* GIF packets are one stream that was arbitrated already, as in every GS dump. Else each is on its path,
     * and the replay arbitrates. */
    bool merged_gif;
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

enum trace_event_kind {
    TRACE_GIF,       /* GIF data on a path */
    TRACE_VSYNC,     /* the end of a field; whatever can finish finishes first */
    TRACE_READ_FIFO, /* local-to-host data are read */
    TRACE_REGISTERS, /* all privileged registers of the GS at once */
    /* In a .p1t only: */
    TRACE_VIF1,     /* words for VIF1 */
    TRACE_REGISTER, /* the EE writes one register of the GS, the GIF or VIF1 */
    TRACE_WAIT,     /* the EE waits */
    TRACE_COMMENT,  /* text about what follows */
};

/* Path codes of a Transfer packet as stored (DUMPFORMAT section 3). In a .p1t whose packets are not merged:
 * TRACE_PATH1_OLD and TRACE_PATH1_NEW are PATH1. */
enum trace_path_code { TRACE_PATH1_OLD, TRACE_PATH2, TRACE_PATH3, TRACE_PATH1_NEW };

/* Flags of TRACE_VIF1 and TRACE_GIF in a .p1t: the data begin, or end, a DMA transfer. Neither: not known.
 * They inform; nothing depends on them. */
enum { TRACE_DMA_BEGIN = 1, TRACE_DMA_END = 2 };

/* Largest data of an event in a .p1t, bytes. */
#define TRACE_P1T_DATA_LIMIT 67108864u

struct trace_event {
    enum trace_event_kind kind;
    uint64_t offset; /* of the event's id byte; GS dump: in the decompressed stream; .p1t: in its events */
    uint64_t data_offset; /* the same of the first byte of `data` */
    uint8_t path_code;    /* TRACE_GIF: as stored, any value */
    uint8_t field;        /* TRACE_VSYNC: the byte as stored */
    uint8_t flags;        /* TRACE_VIF1, TRACE_GIF: TRACE_DMA_ bits */
    uint8_t
        position;  /* TRACE_VIF1: word 0..3 of its quadword at which the data begin (behind a DMA tag: 2) */
    uint32_t size; /* bytes of `data`. TRACE_GIF: a multiple of 16; TRACE_VIF1: of 4; TRACE_REGISTERS: 8192 */
    uint32_t quadwords; /* TRACE_READ_FIFO */
    uint32_t address;   /* TRACE_REGISTER: EE physical address, such as 12000070h (DISPFB1), 10003C10h */
    uint64_t
        value; /* TRACE_REGISTER: written value. TRACE_WAIT: cycles of the EE core; 0: until all is idle */
    const uint8_t *data; /* TRACE_GIF, TRACE_REGISTERS, TRACE_VIF1; TRACE_COMMENT: text without a NUL. Valid
                          * until the next call on the reader */
};

/* What a .p1t says about the state at the start. A pointer is NULL where it says nothing: power-on state
 * then. In a GS dump `gs` and `registers` are always there, the others never. */
struct trace_start {
    const struct gs_state *gs;
    const uint8_t *registers; /* GS_PRIVILEGED_SIZE bytes */
    const struct vif_registers *vif;
    const struct vu_registers *vu;
    const uint8_t *vu_data;  /* VU1_MEMORY_SIZE bytes */
    const uint8_t *vu_micro; /* VU1_MEMORY_SIZE bytes */
};

/* A line of text about the whole trace: provenance, author, licence. UTF-8. */
struct trace_text {
    const char *key; /* 1..64 of a-z, 0-9, '-', '_' and '.' */
    const char *text;
};

/* What a trace is known to give: the hash of a picture or of a memory under a rule set. */
struct trace_expectation {
    const char *rules;      /* as gs_rules_parse takes it */
    const char *what;       /* "vram", "readfifo", "f0012", "f0012_rc0", as `path1 hash` names them */
    uint32_t width, height; /* of a picture; 0 for others */
    uint8_t xxh3_128[16];   /* most significant byte first */
};

struct trace_reader;

/* Opens a recording ("-": standard input) and reads it up to the first packet. NULL on error. */
PATH1_API struct trace_reader *trace_open(const char *path, struct trace_error *error);
PATH1_API void trace_close(struct trace_reader *reader);
PATH1_API const struct trace_header *trace_header(const struct trace_reader *reader);
/* What the recording says about the state at the start. */
PATH1_API const struct trace_start *trace_start(const struct trace_reader *reader);
/* Text about the trace, `*count` entries, in the order of the file. None in a GS dump. */
PATH1_API const struct trace_text *trace_texts(const struct trace_reader *reader, size_t *count);
/* Expected results, `*count` entries; complete when trace_next has returned 0. None in a GS dump. */
PATH1_API const struct trace_expectation *trace_expectations(const struct trace_reader *reader,
                                                             size_t *count);
/* The GS state and the privileged register block (8192 bytes) at the start; power-on values where the
 * recording says nothing. */
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
 * file that trace_writer_finish gives the name `path`: until then it has none, or, where the file system
 * knows no such files, a temporary one beside it. A symbolic link stays, and the file that it names is
 * written, whether that was there or not; a device or a pipe is written to directly. `header` gives crc, serial,
 * serial_size and screenshot; other fields are ignored. NULL on error. */
PATH1_API struct trace_writer *trace_writer_create(const char *path, enum trace_compression compression,
                                                   const struct trace_header *header,
                                                   const struct gs_state *state,
                                                   const uint8_t registers[GS_PRIVILEGED_SIZE],
                                                   struct trace_error *error);
/* Starts a .p1t at `path` in the same way. Of `header`: crc, serial, serial_size, screenshot and merged_gif;
 * `texts` may be NULL if `text_count` is 0. NULL on error. */
PATH1_API struct trace_writer *trace_writer_create_p1t(const char *path, const struct trace_header *header,
                                                       const struct trace_start *start,
                                                       const struct trace_text *texts, size_t text_count,
                                                       struct trace_error *error);
/* Notes an expected result, to stand behind the events of a .p1t; copied. False on error, also for a GS dump,
 * which has no place for it. */
PATH1_API bool trace_writer_expect(struct trace_writer *writer, const struct trace_expectation *expectation,
                                   struct trace_error *error);
/* Appends a packet (event->offset is ignored). False on error, also for an event that the container cannot
 * hold. */
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
