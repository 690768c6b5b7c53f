/* path1 explain: what its files have in common. */
#ifndef FRONTEND_EXPLAIN_H
#define FRONTEND_EXPLAIN_H

#include <stdbool.h>
#include <stdint.h>

#include <path1/gs_pixel.h>

#include "json_out.h"

/* One thing that happened to the pixel. */
struct explain_record {
    bool transfer;                     /* else a fragment */
    uint64_t frame;                    /* vsyncs before it */
    struct gs_pixel_fragment fragment; /* its pointers name `registers` */
    struct gs_registers registers;
    struct gs_pixel_transfer moved;
    struct gs_pixel_origin origin; /* of what the transfer came with */
};

/* The pixel, and how it was chosen. */
struct explain_target {
    uint32_t x, y, fbp, fbw, psm;
    int circuit; /* read circuit that shows it, 0 or 1; -1: by FBP */
};

/* What the fragment left, and why: "frame and Z written", "Z test failed" ... */
const char *explain_outcome(const struct gs_pixel_fragment *fragment);
/* Hexadecimal digits of a pixel of that format. */
int explain_digits(unsigned psm);

void explain_print_target(const struct explain_target *target);
void explain_print(const struct explain_record *record, const struct explain_target *target);
json_t *explain_target_json(const struct explain_target *target);
json_t *explain_json(const struct explain_record *record, const struct explain_target *target);

#endif
