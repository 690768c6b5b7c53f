#include "level_sheet.h"

#include <stdlib.h>
#include <string.h>

#include "report.h"
#include "view.h"

enum { SIDE = 128, GAP = 4, WIDTH = SHEET_COLUMNS * SHEET_CELL_WIDTH };

void level_sheet_begin(struct level_sheet *sheet)
{
    size_t rows = SHEET_CELLS / SHEET_COLUMNS * SHEET_CELL_HEIGHT;
    sheet->cells = 0;
    sheet->rgba = reallocate(NULL, rows * WIDTH, 4);
    memset(sheet->rgba, 0, rows * WIDTH * 4);
}

/* Where level `number` is in a cell: level 0 at the left, the others below one another at its right. */
static void place(unsigned number, unsigned *x, unsigned *y)
{
    *x = number ? SIDE + GAP : 0;
    *y = 0;
    for (unsigned i = 1; i < number; i++)
        *y += (unsigned)SIDE >> i;
}

void level_sheet_add(struct level_sheet *sheet, unsigned number, unsigned w, unsigned h, const uint8_t *rgba)
{
    unsigned side = SIDE >> number, left, top;
    if (number == 0)
        sheet->cells++;
    unsigned cell = sheet->cells - 1;
    place(number, &left, &top);
    left += cell % SHEET_COLUMNS * SHEET_CELL_WIDTH;
    top += cell / SHEET_COLUMNS * SHEET_CELL_HEIGHT;
    for (unsigned y = 0; y < side; y++)
        for (unsigned x = 0; x < side; x++) {
            size_t from = (size_t)(y * h / side) * w + x * w / side;
            memcpy(sheet->rgba + 4 * ((size_t)(top + y) * WIDTH + left + x), rgba + 4 * from, 4);
        }
}

bool level_sheet_write(const struct level_sheet *sheet, const char *path)
{
    struct view view;
    uint32_t rows = (sheet->cells + SHEET_COLUMNS - 1) / SHEET_COLUMNS * SHEET_CELL_HEIGHT;
    view_pixels(&view, WIDTH, rows, sheet->rgba);
    return view_write_png(&view, true, path);
}

void level_sheet_end(struct level_sheet *sheet)
{
    free(sheet->rgba);
    sheet->rgba = NULL;
}
