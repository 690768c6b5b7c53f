/*
 * path1/gs.h: the Graphics Synthesizer, as a library.
 *
 * One `struct gs` is one chip: GIF paths, general and privileged registers, 4 MiB of local memory,
 * CLUT buffer, vertex queue and drawing pipeline. Nothing is global; two chips can run side by side.
 * Register fields, units and formats are those of the GS user's manual; sources that differ from one
 * another are chosen by the rule set (path1/gs_rules.h).
 */
#ifndef PATH1_GS_H
#define PATH1_GS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <path1/gs_rules.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define PATH1_API __attribute__((visibility("default")))
#else
#define PATH1_API
#endif

/* Bytes of local memory: 1,048,576 words of 32 bits, 16,384 blocks, 512 pages. */
#define GS_LOCAL_MEMORY_SIZE 4194304u
/* Bytes of the privileged register block as the EE sees it from 0x12000000. */
#define GS_PRIVILEGED_SIZE 8192u

/* Where GIF data come from; each path has a GIF tag state of its own. GS_PATH_MERGED is the single
 * stream that recordings of an already arbitrated GIF use. */
enum gs_path { GS_PATH1, GS_PATH2, GS_PATH3, GS_PATH_MERGED, GS_PATH_COUNT };

/* One drawing context (register addresses ..._1 or ..._2), raw 64-bit register values. */
struct gs_context_registers {
    uint64_t xyoffset, tex0, tex1, clamp, miptbp1, miptbp2;
    uint64_t scissor, alpha, test, fba, frame, zbuf;
};

/* The general registers, 64-bit values; fields as in the manual (GS-DRAWING section 2), bits of no field 0.
 * Values are as the chip keeps them: PRIM has the attributes in force, ALPHA's 3 is stored as 2, and FRAME as
 * the rule "frame_psm" folds it. */
struct gs_registers {
    uint64_t prim, prmode, prmodecont;
    uint64_t rgbaq, st, uv, fog; /* fog: value in bits 63..56, as written */
    uint64_t xyz;                /* last XYZ2/XYZF2/XYZ3/XYZF3 position: X[15:0] Y[31:16] Z[63:32] */
    uint64_t texclut, scanmsk, texa, fogcol, dimx, dthe, colclamp, pabe;
    uint64_t bitbltbuf, trxpos, trxreg, trxdir;
    struct gs_context_registers context[2];
};

/* A transfer in progress (between a TRXDIR write and its end), as a recorded state holds it. */
struct gs_transfer_state {
    uint64_t bitbltbuf, trxpos, trxreg; /* sampled at the TRXDIR write */
    int32_t x, y;                       /* present position, pixels */
    int32_t w, h;                       /* RRW, RRH */
    int32_t left, top, right, bottom;   /* the rectangle, pixels */
    int32_t total, start, end;          /* bytes: of the whole transfer, already done, received */
    int32_t write;                      /* 1: host to local */
};

/* The tag state of one GIF path, as a recorded state holds it: `tag` is live (NLOOP holds the loops
 * that are left, 0 = no tag in progress), `reg` is the index of the next descriptor in the loop. */
struct gs_gif_path_state {
    uint64_t tag[2];
    uint32_t reg;
    uint32_t reserved;
};

/* Everything that a recording's initial state holds. Plain data: copy it, compare it. */
struct gs_state {
    struct gs_registers registers;
    struct gs_transfer_state transfer;
    struct gs_gif_path_state gif[GS_PATH_COUNT];
    uint32_t gif_q; /* the GIF's internal Q as float bits (1.0 at reset) */
    uint32_t reserved;
    uint8_t local_memory[GS_LOCAL_MEMORY_SIZE]; /* word w at byte 4w, little endian, physical order */
};

/* The privileged registers (GS-OUTPUT section 1), raw 64-bit values. */
struct gs_privileged {
    uint64_t pmode, smode1, smode2, srfsh, synch1, synch2, syncv;
    uint64_t dispfb1, display1, dispfb2, display2;
    uint64_t extbuf, extdata, extwrite, bgcolor;
    uint64_t csr, imr, busdir, siglblid;
};

struct gs;

/* ---- life ---- */

/* A new chip in reset state, under `rules` (copied; NULL: the default set, console). NULL if memory is short.
 */
PATH1_API struct gs *gs_create(const struct gs_rules *rules);
PATH1_API void gs_destroy(struct gs *gs);
/* Power-on state: registers and local memory zero, PRMODECONT.AC = 1, Q = 1.0, no transfer. The rule
 * set and observer stay. */
PATH1_API void gs_reset(struct gs *gs);
/* Makes `to` the same chip as `from`, queued primitives and CLUT buffer included (observers are not
 * copied). Returns false, with `to` unchanged, if memory is short. */
PATH1_API bool gs_copy(struct gs *to, const struct gs *from);

/* ---- state ---- */

/* Loads a state: as after power-on, then the state's values; reloads the CLUT buffer from local memory
 * with the TEX0 of the context that PRIM selects (the buffer itself is not part of a recorded state;
 * DUMPFORMAT section 5). A GIF tag in progress starts again at its first descriptor, as PCSX2's loader
 * does. */
PATH1_API void gs_load_state(struct gs *gs, const struct gs_state *state);
/* CSR.RESET: general registers, GIF tags and transfers as after power-on; local memory and the privileged
 * registers stay. What was queued is drawn before. */
PATH1_API void gs_reset_registers(struct gs *gs);
/* GIF_CTRL.RST: every path is before a tag. */
PATH1_API void gs_gif_reset(struct gs *gs);
/* The present state, after finishing queued drawing. */
PATH1_API void gs_save_state(struct gs *gs, struct gs_state *state);
/* The privileged registers, by value and from a block of GS_PRIVILEGED_SIZE bytes in EE layout
 * (PMODE at 0, CSR at 0x1000 ...). */
PATH1_API const struct gs_privileged *gs_privileged(const struct gs *gs);
PATH1_API void gs_set_privileged(struct gs *gs, const struct gs_privileged *values);
PATH1_API void gs_privileged_from_block(struct gs_privileged *out, const uint8_t block[GS_PRIVILEGED_SIZE]);
/* The general registers, raw. */
PATH1_API const struct gs_registers *gs_registers(const struct gs *gs);
/* Local memory, GS_LOCAL_MEMORY_SIZE bytes, as it stands: drawing that is still queued is not in it unless
 * gs_finish was called. Valid until `gs` goes. */
PATH1_API const uint8_t *gs_local_memory(const struct gs *gs);

/* ---- input ---- */

/* Feeds `quadwords` (16 bytes each) of GIF data on `path`. A packet may be cut anywhere; the next call
 * on that path goes on. Quadwords behind an EOP start a new tag. */
PATH1_API void gs_gif_transfer(struct gs *gs, enum gs_path path, const void *data, size_t quadwords);
/* Writes one general register: address 0x00..0x62 (others: no effect), raw value. */
PATH1_API void gs_write_register(struct gs *gs, uint8_t address, uint64_t value);
/* Local-to-host data: takes up to `quadwords` from a transfer started by TRXDIR = 1 and writes them to
 * `out` (16 bytes each). Returns the number delivered; what is asked for beyond the end of the
 * transfer is filled with zeros and not counted. */
PATH1_API size_t gs_read_fifo(struct gs *gs, void *out, size_t quadwords);
/* Quadwords that gs_read_fifo can deliver. */
PATH1_API size_t gs_fifo_available(const struct gs *gs);
/* Draws everything that is queued. Needed before looking at memory by other ways than this API. */
PATH1_API void gs_finish(struct gs *gs);
/* The end of a recording: draws what is queued unless the rule set leaves it pending as PCSX2 does (rule
 * "vsync"). */
PATH1_API void gs_end(struct gs *gs);
/* End of a field: finishes drawing to what is displayed (rule "vsync": or all drawing) and latches what the
 * next field's output depends on. `field` is the
 * field that begins to be shown: 0 when CSR.FIELD is 1, else 1 (DUMPFORMAT section 3). Call it before reading
 * circuits. */
PATH1_API void gs_vsync(struct gs *gs, unsigned field);

/* ---- output (GS-OUTPUT) ---- */

/* What read circuit `rc` (0 or 1) shows. */
struct gs_circuit {
    bool enabled;           /* PMODE.EN1 / EN2 */
    uint32_t width, height; /* source pixels; 0 x 0 when there is nothing to read */
    uint32_t fbp, fbw, psm; /* DISPFB: pages, units of 64 pixels, format code */
    uint32_t dbx, dby;      /* DISPFB: first source pixel */
};
PATH1_API void gs_circuit(const struct gs *gs, unsigned rc, struct gs_circuit *out);
/* Row `y` (0 at the top) of a circuit's raw pixels: width * 4 bytes R,G,B,A. Alpha: 32-bit formats as
 * stored, 24-bit 0x80, 16-bit 0 or 0x80; 16-bit colours << 3. */
PATH1_API void gs_circuit_row(struct gs *gs, unsigned rc, uint32_t y, uint8_t *rgba);

/* Size of the merged frame in pixels (what a screen shows, sized as PCSX2 does by default:
 * GS-OUTPUT section 3, no deinterlacing); 0 x 0 when no circuit is on. */
PATH1_API void gs_merged_size(const struct gs *gs, uint32_t *width, uint32_t *height);
/* Row `y` of the merged frame: width * 4 bytes R,G,B,A with A = 255. */
PATH1_API void gs_merged_row(struct gs *gs, uint32_t y, uint8_t *rgba);

/* ---- observers ---- */

enum gs_class { GS_CLASS_POINT, GS_CLASS_LINE, GS_CLASS_TRIANGLE, GS_CLASS_SPRITE, GS_CLASS_INVALID };

/* One draw: all primitives of one class that were rendered with the same registers. */
struct gs_draw_event {
    enum gs_class primitive_class;
    uint32_t primitives;                        /* after dropping empty ones */
    uint64_t prim;                              /* PRIM with the attributes in force */
    const struct gs_context_registers *context; /* of the context in use */
    const struct gs_registers *registers;
};
/* One transfer, at the TRXDIR write. */
struct gs_transfer_event {
    uint32_t direction; /* 0 host to local, 1 local to host, 2 local to local */
    uint64_t bitbltbuf, trxpos, trxreg;
};
/* Callbacks; any may be NULL. They must not change the chip. */
struct gs_observer {
    void *user;
    /* Each GIF tag with its first quadword; `tag` little endian halves. */
    void (*gif_tag)(void *user, enum gs_path path, const uint64_t tag[2]);
    /* Each vertex kick that makes a primitive, PRIM.PRIM type 0..6. */
    void (*primitive)(void *user, unsigned type);
    void (*draw)(void *user, const struct gs_draw_event *event);
    void (*transfer)(void *user, const struct gs_transfer_event *event);
    /* SIGNAL (0x60), FINISH (0x61), LABEL (0x62) writes. */
    void (*event)(void *user, uint8_t address, uint64_t value);
};
/* Watches the chip; NULL ends it. The struct is copied. Costs nothing when off. */
PATH1_API void gs_observe(struct gs *gs, const struct gs_observer *observer);

#ifdef __cplusplus
}
#endif
#endif
