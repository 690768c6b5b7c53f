/* path1 list: one line of its output, as text or as a JSON object, from the same calls. */
#ifndef FRONTEND_LISTING_H
#define FRONTEND_LISTING_H

#include <stdbool.h>
#include <stdint.h>

#include <path1/gs_registers.h>

#include "json_out.h"

#if defined(__GNUC__)
#define LISTING_FORMAT __attribute__((format(printf, 2, 3)))
#else
#define LISTING_FORMAT
#endif

/* Where the bytes stand that a line is about. */
struct place {
    bool in_vu_memory; /* else: among the bytes of the trace */
    uint64_t offset;   /* bytes */
};

struct listing {
    bool json;
    bool on;        /* lines are wanted now; those who print ask */
    uint64_t event; /* number of the present one */
    uint64_t lines; /* printed so far */
    json_t *line;   /* JSON: the one that is being made */
};

/* Starts a line, `depth` steps to the right. JSON: "event", "offset" or "vu_address", "kind", and "name"
 * unless that is NULL; text shows the name or else the kind. */
void listing_begin(struct listing *listing, struct place place, unsigned depth, const char *kind,
                   const char *name);
/* These add to the line: text "  KEY VALUE". */
void listing_count(struct listing *listing, const char *key, uint64_t value);
void listing_hex(struct listing *listing, const char *key, uint64_t value, int digits);
void listing_word(struct listing *listing, const char *key, const char *text); /* through text_clean */
/* Text "  KEY" if it is true. */
void listing_flag(struct listing *listing, const char *key, bool value);
/* A register's value and its fields; `layout` may be NULL. */
void listing_fields(struct listing *listing, const struct gs_register *layout, uint64_t value);
/* Only in text: "  TEXT". */
void listing_note(struct listing *listing, const char *format, ...) LISTING_FORMAT;
/* Only in JSON; takes over `value`. */
void listing_value(struct listing *listing, const char *key, json_t *value);
void listing_end(struct listing *listing);

/* "0x" and `digits` hexadecimal digits, as a JSON string. */
json_t *listing_hex_value(uint64_t value, int digits);

#endif
