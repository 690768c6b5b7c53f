/* A picture that can be read row by row: a read circuit, the merged frame, or an embedded screenshot. */
#ifndef FRONTEND_VIEW_H
#define FRONTEND_VIEW_H

#include <stdbool.h>
#include <stdint.h>

#include <path1/gs.h>

struct view {
    uint32_t width, height; /* pixels, neither is 0 */
    /* Fills `rgba` with row `y` (0 at the top): width * 4 bytes. */
    void (*row)(const struct view *view, uint32_t y, uint8_t *rgba);
    struct gs *gs;
    unsigned rc;           /* the read circuit, 0 or 1 */
    const uint8_t *pixels; /* of a screenshot */
};

/* The raw pixels of read circuit `rc`; false if it is off or shows nothing. */
bool view_circuit(struct view *view, struct gs *gs, unsigned rc);
/* The merged frame; false if no circuit is on. */
bool view_merged(struct view *view, struct gs *gs);
/* width * height * 4 bytes R,G,B,A, top row first. */
void view_pixels(struct view *view, uint32_t width, uint32_t height, const uint8_t *pixels);

/* Writes the view as a PNG file, with or without its alpha. Reports and returns false on failure. */
bool view_write_png(const struct view *view, bool alpha, const char *path);
/* XXH3-128 of all rows, top first, without padding, as 32 hexadecimal digits. */
void view_hash(const struct view *view, char hex[33]);

#endif
