/* Read circuits and their merge (GS-OUTPUT sections 1 to 3). Everything works row by row, so that the
 * sizes that a hostile trace can ask for cost nothing until a row is read. */
#include "crtc.h"

#include <string.h>

#include "blocks.h"
#include "bytes.h"
#include "chip.h"
#include "format.h"
#include "memory.h"
#include "registers.h"

#define MAX_SOURCE_WIDTH 4096u /* DW is 12 bits */
#define ALPHA_ONE 0x80000000u  /* 0x80 in the alpha byte of an RGBA word */

/* Where a circuit reads. */
struct source {
    uint32_t fbp, fbw, psm;
};

static struct source source_of(uint64_t dispfb)
{
    return (struct source){gs_bits(dispfb, 0, 9), gs_bits(dispfb, 9, 6), gs_bits(dispfb, 15, 5)};
}

/* PS-GPU24: pixel x is bytes 3x..3x+2 of the line of CT16 cells. */
static void read_row_gpu24(const uint8_t *memory, struct source s, uint32_t x, uint32_t y, uint32_t width,
                           uint8_t *rgba)
{
    const struct gs_format *f = gs_format(GS_PSMCT16);

    for (uint32_t i = 0; i < width; i++) {
        uint32_t byte = 3 * ((x + i) & GS_POSITION_MASK);
        uint32_t low = gs_read_pixel(memory, f, s.fbp * 32, s.fbw, byte / 2, y);
        uint32_t high = gs_read_pixel(memory, f, s.fbp * 32, s.fbw, byte / 2 + 1, y);
        uint32_t rgb = (low | high << 16) >> (byte % 2 ? 8 : 0) & 0xFFFFFF;
        gs_store32(rgba + 4 * (size_t)i, rgb | ALPHA_ONE);
    }
}

static uint32_t shown16(uint32_t v)
{
    return (v & 0x1F) << 3 | (v & 0x3E0) << 6 | (v & 0x7C00) << 9 | (v & 0x8000) << 16;
}

/* `width` pixels from (x, y) on, R,G,B,A bytes. Codes that are no format of the chip act as CT32. The
 * other formats of local memory that DISPFB's five bits can name are no display formats: their storage is
 * read as it is and a pixel's value taken as an RGBA word, no source says more. */
static void read_row(const uint8_t *memory, struct source s, uint32_t x, uint32_t y, uint32_t width,
                     uint8_t *rgba)
{
    const struct gs_format *f = gs_format(s.psm);
    uint32_t cells[MAX_SOURCE_WIDTH];

    y &= GS_POSITION_MASK;
    if (s.psm == GS_PSGPU24) {
        read_row_gpu24(memory, s, x, y, width, rgba);
        return;
    }
    gs_row_cells(f, s.fbp * 32, s.fbw, x, y, width, cells);
    if (s.psm == GS_PSMCT24) {
        for (uint32_t i = 0; i < width; i++)
            gs_store32(rgba + 4 * (size_t)i,
                       (gs_load32(memory + 4 * (size_t)cells[i]) & 0xFFFFFF) | ALPHA_ONE);
    } else if (s.psm == GS_PSMCT16 || s.psm == GS_PSMCT16S) {
        for (uint32_t i = 0; i < width; i++)
            gs_store32(rgba + 4 * (size_t)i, shown16(gs_load16(memory + 2 * (size_t)cells[i])));
    } else if (f->indexed) {
        for (uint32_t i = 0; i < width; i++)
            gs_store32(rgba + 4 * (size_t)i, gs_read_cell(memory, f, cells[i]));
    } else {
        for (uint32_t i = 0; i < width; i++)
            gs_store32(rgba + 4 * (size_t)i, gs_load32(memory + 4 * (size_t)cells[i]));
    }
}

bool gs_circuit_unset(uint64_t dispfb, uint64_t display)
{
    return gs_bits(dispfb, 9, 6) == 0 && gs_bits(display, 23, 4) == 0 && gs_bits(display, 32, 23) == 0;
}

void gs_circuit(const struct gs *gs, unsigned rc, struct gs_circuit *out)
{
    const struct gs_privileged *p = &gs->privileged;
    uint64_t dispfb = rc ? p->dispfb2 : p->dispfb1, display = rc ? p->display2 : p->display1;
    struct source s = source_of(dispfb);

    *out = (struct gs_circuit){
        .enabled = p->pmode >> (rc ? 1 : 0) & 1,
        .width = (gs_bits(display, 32, 12) + 1) / (gs_bits(display, 23, 4) + 1),
        .height = (gs_bits(display, 44, 11) + 1) / (gs_bits(display, 27, 2) + 1),
        .fbp = s.fbp,
        .fbw = s.fbw,
        .psm = s.psm,
        .dbx = gs_bits(dispfb, 32, 11),
        .dby = gs_bits(dispfb, 43, 11),
    };
    if ((p->smode2 & 3) == 3) /* INT and FFMD: half the lines, each shown in both fields */
        out->height = (out->height + 1) / 2;
    if (out->width == 0 || out->height == 0 || gs_circuit_unset(dispfb, display))
        out->width = out->height = 0;
}

void gs_circuit_row(struct gs *gs, unsigned rc, uint32_t y, uint8_t *rgba)
{
    struct gs_circuit c;

    gs_circuit(gs, rc, &c);
    read_row(gs_local_memory(gs), (struct source){c.fbp, c.fbw, c.psm}, c.dbx, c.dby + y, c.width, rgba);
}

void gs_merged_size(const struct gs *gs, uint32_t *width, uint32_t *height)
{
    struct gs_canvas canvas;

    gs_canvas_layout(&gs->privileged, gs->field, &canvas);
    *width = canvas.width;
    *height = canvas.height;
}

/* One circuit's part of a canvas row. */
struct span {
    uint32_t first, count;                /* canvas columns; count = 0: nothing */
    uint8_t pixels[4 * MAX_SOURCE_WIDTH]; /* the source row */
};

/* Reads the source row that canvas row `y` shows of a circuit. */
static void read_span(const uint8_t *memory, const struct gs_display_rect *rect, uint64_t dispfb,
                      uint32_t canvas_width, uint32_t y, struct span *out)
{
    int64_t row = (int64_t)y - rect->y;
    uint32_t left = (uint32_t)rect->x;

    out->count = 0;
    if (!rect->on || row < 0 || row >= rect->height || left >= canvas_width)
        return;
    out->first = left;
    out->count = rect->width < canvas_width - left ? rect->width : canvas_width - left;
    /* Nearest: the source pixel under the middle of the canvas pixel. */
    uint32_t source_row = (2 * (uint32_t)row + 1) * rect->src_height / (2 * rect->height);
    read_row(memory, source_of(dispfb), rect->dbx, rect->dby + source_row, rect->src_width, out->pixels);
}

/* The source pixel for column `i` of the display rectangle. */
static const uint8_t *span_pixel(const struct span *span, const struct gs_display_rect *rect, uint32_t i)
{
    uint32_t column = i;
    if (rect->src_width != rect->width)
        column = (2 * i + 1) * rect->src_width / (2 * rect->width);
    return span->pixels + 4 * (size_t)column;
}

/* round((c * a + b * (255 - a)) / 255); 255 is odd, so there are no halves. */
static uint8_t mix(uint32_t c, uint32_t b, uint32_t a)
{
    return (uint8_t)((c * a + b * (255 - a) + 127) / 255);
}

static void copy_span(const struct span *span, const struct gs_display_rect *rect, uint8_t *rgba)
{
    for (uint32_t i = 0; i < span->count; i++)
        memcpy(rgba + 4 * (size_t)(span->first + i), span_pixel(span, rect, i), 3);
}

/* Circuit 1 over what is in `rgba`. Its weight is ALP, or twice its alpha. */
static void blend_span(const struct span *span, const struct gs_display_rect *rect, uint64_t pmode,
                       uint8_t *rgba)
{
    bool constant = pmode >> 5 & 1; /* MMOD */
    uint32_t alp = gs_bits(pmode, 8, 8);

    for (uint32_t i = 0; i < span->count; i++) {
        const uint8_t *c = span_pixel(span, rect, i);
        uint8_t *out = rgba + 4 * (size_t)(span->first + i);
        uint32_t a = constant ? alp : c[3] < 128 ? 2u * c[3] : 255;
        for (unsigned k = 0; k < 3; k++)
            out[k] = mix(c[k], out[k], a);
    }
}

/* Step 7's skip: over its own copy circuit 1 changes nothing. */
static bool circuits_identical(const struct gs_privileged *p, const struct gs_canvas *canvas)
{
    const struct gs_display_rect *a = &canvas->circuit[0], *b = &canvas->circuit[1];

    return a->on && b->on && gs_bits(p->dispfb1, 0, 20) == gs_bits(p->dispfb2, 0, 20) && a->x == b->x &&
           a->y == b->y && a->width == b->width && a->height == b->height && a->src_width == b->src_width &&
           a->src_height == b->src_height && a->dbx == b->dbx && a->dby == b->dby;
}

void gs_merged_row(struct gs *gs, uint32_t y, uint8_t *rgba)
{
    const struct gs_privileged *p = &gs->privileged;
    const uint8_t *memory = gs_local_memory(gs);
    bool background_only = p->pmode >> 7 & 1; /* SLBG */
    bool invisible = (p->pmode >> 5 & 1) && gs_bits(p->pmode, 8, 8) == 0;
    struct gs_canvas canvas;
    struct span span;

    gs_canvas_layout(p, gs->field, &canvas);
    for (uint32_t x = 0; x < canvas.width; x++)
        gs_store32(rgba + 4 * (size_t)x, (uint32_t)(p->bgcolor & 0xFFFFFF) | 0xFF000000u);
    if (!background_only) {
        read_span(memory, &canvas.circuit[1], p->dispfb2, canvas.width, y, &span);
        copy_span(&span, &canvas.circuit[1], rgba);
    }
    if (invisible || (!background_only && circuits_identical(p, &canvas)))
        return;
    read_span(memory, &canvas.circuit[0], p->dispfb1, canvas.width, y, &span);
    blend_span(&span, &canvas.circuit[0], p->pmode, rgba);
}
