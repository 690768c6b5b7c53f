#include "view.h"

#include <stdlib.h>
#include <string.h>

#include "hashing.h"
#include "report.h"

static void circuit_row(const struct view *view, uint32_t y, uint8_t *rgba)
{
    gs_circuit_row(view->gs, view->rc, y, rgba);
}

static void merged_row(const struct view *view, uint32_t y, uint8_t *rgba)
{
    gs_merged_row(view->gs, y, rgba);
}

static void pixels_row(const struct view *view, uint32_t y, uint8_t *rgba)
{
    size_t bytes = (size_t)view->width * 4;
    memcpy(rgba, view->pixels + y * bytes, bytes);
}

bool view_circuit(struct view *view, struct gs *gs, unsigned rc)
{
    struct gs_circuit circuit;
    gs_circuit(gs, rc, &circuit);
    *view = (struct view){circuit.width, circuit.height, circuit_row, gs, rc, NULL};
    return circuit.enabled && circuit.width && circuit.height;
}

bool view_merged(struct view *view, struct gs *gs)
{
    *view = (struct view){.row = merged_row, .gs = gs};
    gs_merged_size(gs, &view->width, &view->height);
    return view->width && view->height;
}

void view_pixels(struct view *view, uint32_t width, uint32_t height, const uint8_t *pixels)
{
    *view = (struct view){.width = width, .height = height, .row = pixels_row, .pixels = pixels};
}

void view_hash(const struct view *view, char hex[33])
{
    uint8_t *row = reallocate(NULL, view->width, 4);
    struct hashing hashing;
    hashing_begin(&hashing);
    for (uint32_t y = 0; y < view->height; y++) {
        view->row(view, y, row);
        hashing_add(&hashing, row, (size_t)view->width * 4);
    }
    hashing_end(&hashing, hex);
    free(row);
}
