/* Contact sheets: many textures with their mip levels in one picture. */
#ifndef FRONTEND_LEVEL_SHEET_H
#define FRONTEND_LEVEL_SHEET_H

#include <stdbool.h>
#include <stdint.h>

enum { SHEET_CELLS = 256, SHEET_COLUMNS = 8, SHEET_CELL_WIDTH = 200, SHEET_CELL_HEIGHT = 136 };

struct level_sheet {
    unsigned cells;
    uint8_t *rgba; /* of all rows of cells */
};

/* An empty sheet for at most SHEET_CELLS textures. */
void level_sheet_begin(struct level_sheet *sheet);
/* Puts a picture of w x h R, G, B, A into the last cell as mip level `number`, 0 .. 3: 128 >> number pixels a
 * side, nearest. Level 0 opens a new cell. */
void level_sheet_add(struct level_sheet *sheet, unsigned number, unsigned w, unsigned h, const uint8_t *rgba);
/* Writes the sheet as a PNG file. Reports and returns false on failure. */
bool level_sheet_write(const struct level_sheet *sheet, const char *path);
void level_sheet_end(struct level_sheet *sheet);

#endif
