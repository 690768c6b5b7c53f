/* Lines of text over a picture, in a small font of our own: capitals, digits, signs. */
#ifndef FRONTEND_DEBUGGER_TEXT_VIEW_H
#define FRONTEND_DEBUGGER_TEXT_VIEW_H

#include <SDL.h>

/* Pixels from letter to letter and from line to line at size 1. */
enum { TEXT_VIEW_COLUMN = 6, TEXT_VIEW_ROW = 9 };

/* Draws one line on a dark ground, its first letter's upper left corner at (x, y), `size` output pixels for
 * one of the font. Small letters are shown as capitals. */
void text_view_draw(SDL_Renderer *renderer, const char *text, int x, int y, int size, SDL_Color colour);
/* Its width in output pixels. */
int text_view_width(const char *text, int size);

#endif
