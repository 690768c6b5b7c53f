/* path1 explain: what its files have in common. */
#ifndef FRONTEND_EXPLAIN_H
#define FRONTEND_EXPLAIN_H

#include <stdbool.h>
#include <stdint.h>

#include <path1/gs_pixel.h>

#include "json_out.h"
#include "options.h"

/* One thing that happened to the pixel. */
struct explain_record {
    bool transfer;                     /* else a fragment */
    uint64_t frame;                    /* vsyncs before it */
    struct gs_pixel_fragment fragment; /* its pointers name `registers` */
    struct gs_registers registers;
    struct gs_pixel_transfer moved;
    struct gs_pixel_origin origin; /* of the primitive, or of what the transfer came with */
};

/* The pixel, and how it was chosen. */
struct explain_target {
    uint32_t x, y, fbp, fbw, psm;
    int circuit;       /* read circuit that shows it, 0 or 1; -1: by FBP */
    uint32_t dbx, dby; /* of DISPFB, if by circuit */
};

struct explain_request {
    const char *path;
    const char *rules_text; /* as the user named them */
    struct gs_rules rules;
    enum replay_vu1 vu1;
    bool by_fbp, has_fbw, has_psm; /* of the target these are given */
    bool one_frame;
    uint64_t frame; /* one_frame: only what happened between vsync frame - 1 and this one */
    uint64_t last;  /* records to keep, at least 1 */
    struct explain_target target;
};

/* What tells two things that happened apart, and what they left. */
struct explain_mark {
    bool changed_nothing;
    uint64_t order; /* the same for the same primitive, or between the same two, under all rules */
    uint32_t x, y, after;
};

/* The history under one rule set. */
struct explain_history {
    bool only; /* record `number` alone is kept, as record 0 */
    uint64_t number;
    struct explain_record *record; /* a ring of `last` */
    size_t capacity;
    uint64_t records; /* in all */
    bool quiet;       /* no warnings of the recording, no progress */
    bool marks_wanted;
    struct explain_mark *mark; /* one for each of them, if wanted */
    size_t mark_capacity;
    uint64_t vsyncs;
    uint32_t value; /* of the pixel, in the end */
};

/* ---- replaying (explain_replay.c); these report errors and return false ---- */

/* Finds the buffer, unless FBP, FBW and PSM are all given; completes the target. */
bool explain_survey(struct explain_request *request);
/* Follows the pixel under `rules`. The history may be in use already; explain_free frees what it holds. */
bool explain_collect(const struct explain_request *request, const struct gs_rules *rules,
                     struct explain_history *history);
void explain_free(struct explain_history *history);
/* Record `number`, one of the last ones. */
struct explain_record *explain_record_at(const struct explain_request *request,
                                         const struct explain_history *history, uint64_t number);
/* The pixel in the end under `rules`; warnings of the recording are not shown. */
bool explain_value(const struct explain_request *request, const struct gs_rules *rules, uint32_t *value);

/* ---- another rule set (explain_compare.c) ---- */

struct explain_comparison;
/* Compares `history`, which has marks, with that under `against`. NULL after an error, which is reported. */
struct explain_comparison *explain_compare(const struct explain_request *request,
                                           const struct explain_history *history,
                                           const struct gs_rules *against, const char *against_text);
void explain_compare_free(struct explain_comparison *comparison);
void explain_compare_print(const struct explain_comparison *comparison);
json_t *explain_compare_json(const struct explain_comparison *comparison);

/* ---- output ---- */

/* What the fragment left, and why: "frame and Z written", "Z test failed" ... */
const char *explain_outcome(const struct gs_pixel_fragment *fragment);
/* Hexadecimal digits of a pixel of that format. */
int explain_digits(unsigned psm);
const char *explain_path_name(enum gs_path path);
const char *explain_class_name(enum gs_class primitive_class);

void explain_print_target(const struct explain_request *request);
void explain_print(const struct explain_record *record, const struct explain_target *target);
/* The console's interpolators (explain_walk_text.c, explain_walk_json.c). */
void explain_print_walk(const struct gs_pixel_fragment *fragment);
void explain_print_plane(const struct gs_pixel_fragment *fragment);
json_t *explain_walk_json(const struct gs_pixel_fragment *fragment);

json_t *explain_target_json(const struct explain_target *target);
json_t *explain_json(const struct explain_record *record, const struct explain_target *target);

#endif
